//! Each condition is needed: dropping it changes what some program may do.

use crate::common;

use common::programs::{Program, Random};
use lakmus_java::{HappensBefore, Rules};
use sim::Model;

/// The rules of the specification without one condition.
fn without() -> Vec<(&'static str, Rules)> {
    let change = |name, change: fn(&mut Rules)| {
        let mut rules = Rules::jls();
        change(&mut rules);
        (name, rules)
    };
    vec![
        change("2", |rules| rules.happens_before = HappensBefore::Free),
        change("3", |rules| rules.synchronization_order = false),
        change("4", |rules| rules.values = false),
        change("5", |rules| rules.reads_from = false),
        change("6", |rules| rules.uncommitted_reads = false),
        change("7, seen", |rules| rules.seen_writes = false),
        change("7, final", |rules| rules.final_writes = false),
        change("8", |rules| rules.synchronization = false),
    ]
}

fn differs(text: &str, model: &Model, rules: &Rules) -> bool {
    let test = common::test_of(text);
    common::outcomes(&test, model, &Rules::jls()).allowed != common::outcomes(&test, model, rules).allowed
}

/// `LAKMUS_HUNT=10000` tries so many random programs on each condition and prints the first that shows that it is needed.
#[test]
fn hunt() {
    let programs = testing::variables::number("LAKMUS_HUNT", 0);
    if programs == 0 {
        return;
    }
    let first = testing::variables::number("LAKMUS_SEED", 1);
    let model = common::model("jls04");
    let mut open = without();
    for (path, row) in common::corpus() {
        if row[common::JAVA5] != "yes"
            || ["cppmem_sc_atomics", "ra-non-global"].iter().any(|name| row[0].contains(name))
        {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a test");
        open.retain(|(name, rules)| {
            let found = differs(&text, &model, rules);
            if found {
                println!("condition {name}, {}", row[0]);
            }
            !found
        });
    }
    for seed in first..first + programs {
        let program = Program::random(&mut Random::new(seed), 4 + (seed % 5) as usize);
        let text = program.plain();
        open.retain(|(name, rules)| {
            let found = differs(&text, &model, rules);
            if found {
                println!("condition {name}, seed {seed}\n{text}");
            }
            !found
        });
    }
    println!("nothing found for {:?}", open.iter().map(|(name, _)| name).collect::<Vec<_>>());
}

/// The text of jls04.cat with that of the files that it includes.
fn whole() -> String {
    let mut whole = models::file("jls04.cat").expect("ships").to_owned();
    for name in ["java-threads.cat", "java-final-fields.cat"] {
        let included = models::file(name).expect("ships");
        // Without its title, if it has one.
        let included = if included.starts_with('"') { included.split_once('\n').expect("a title").1 } else { included };
        whole = whole.replace(&format!("include \"{name}\"\n"), included);
    }
    whole
}

/// What the model says of a program and a condition, with one line of the cat file replaced.
fn verdicts(line: &str, instead: &str, text: &str) -> [bool; 2] {
    let whole = whole();
    assert!(whole.contains(line), "{line}");
    let test = common::test_of(text);
    [whole.clone(), whole.replace(line, instead)]
        .map(|text| common::allows(&test, &common::model_of(&text), &Rules::jls()))
}

const MESSAGE: &str = "Thread0 { X.set(1); V.setVolatile(1); } Thread1 { int r1 = V.getVolatile(); int r2 = X.get(); }";

/// A line of jls04.cat, what stands for it when it is dropped, and a test whose verdict changes then.
fn lines() -> Vec<(&'static str, &'static str, String)> {
    let test = |init: &str, body: &str, condition: &str| format!("Java t\n{{ {init} }}\n{body}\n{condition}\n");
    let both = "0:X=x; 0:Y=y; 1:X=x; 1:Y=y;";
    let message = "0:X=x; 0:V=v; 1:X=x; 1:V=v;";
    let locked = "0:M=m; 0:X=x; 1:M=m; 1:X=x;";
    let volatile_sb = "Thread0 { X.setVolatile(1); int r1 = Y.getVolatile(); } Thread1 { Y.setVolatile(1); int r2 = X.getVolatile(); }";
    let increments = "Thread0 { synchronized (M) { int r1 = X.get(); X.set(r1 + 1); } } Thread1 { synchronized (M) { int r2 = X.get(); X.set(r2 + 1); } }";
    // Entered three times, one in the other.
    let nested = test(
        "0:M=m; 0:X=x; 1:M=m; 1:X=x;",
        "Thread0 { synchronized (M) { synchronized (M) { synchronized (M) { X.set(1); } } } } Thread1 { synchronized (M) { int r2 = X.get(); } }",
        "exists (1:r2=1)",
    );
    let start =
        test("0:X=x; 1:X=x;", "Thread0 { X.set(1); start(1); } Thread1 { int r1 = X.get(); }", "exists (1:r1=0)");
    vec![
        (
            "let sync-action = volatile-write | volatile-read | LOCK | UNLOCK | lifetime",
            "let sync-action = volatile-write | volatile-read | lifetime",
            test(locked, increments, "exists (0:r1=0 /\\ 1:r2=0)"),
        ),
        (
            "let thread-order = [START]; loc; [FIRST] | [LAST]; loc; [JOIN]",
            "let thread-order = [LAST]; loc; [JOIN]",
            start.clone(),
        ),
        (
            "let thread-order = [START]; loc; [FIRST] | [LAST]; loc; [JOIN]",
            "let thread-order = [START]; loc; [FIRST]",
            test(
                "0:X=x; 1:X=x;",
                "Thread0 { start(1); join(1); int r1 = X.get(); } Thread1 { X.set(1); }",
                "exists (0:r1=0)",
            ),
        ),
        (
            "             | [volatile-write]; rf; [volatile-read]\n",
            "",
            test(message, MESSAGE, "exists (1:r1=1 /\\ 1:r2=0)"),
        ),
        ("let inner = neighbours monitor", "let inner = 0", nested.clone()),
        ("let matched = inner | middle", "let matched = inner", nested.clone()),
        (
            "let section = matched | neighbours (monitor \\ (domain(matched) | range(matched)))",
            "let section = matched",
            nested,
        ),
        (
            "let precedes = po | thread-order",
            "let precedes = thread-order",
            test(both, volatile_sb, "exists (0:r1=0 /\\ 1:r2=0)"),
        ),
        (
            "let precedes = po | thread-order",
            "let precedes = po",
            test(
                "0:X=x; 1:Y=y; 2:X=x; 2:Y=y;",
                "Thread0 { X.setVolatile(1); start(1); } Thread1 { int r1 = Y.getVolatile(); } Thread2 { Y.setVolatile(1); int r2 = X.getVolatile(); }",
                "exists (1:r1=0 /\\ 2:r2=0)",
            ),
        ),
        (
            "irreflexive [W]; so-loc; rf^-1; (so-loc \\ id) as so-overwritten",
            "",
            test(
                "0:V=v; 1:V=v; 2:V=v; 2:W=w; 1:W=w;",
                "Thread0 { V.setVolatile(1); } Thread1 { V.setVolatile(2); W.setVolatile(1); } Thread2 { int r1 = V.getVolatile(); int r2 = V.getVolatile(); int r3 = V.getVolatile(); }",
                "exists (2:r1=1 /\\ 2:r2=2 /\\ 2:r3=1)",
            ),
        ),
        ("empty unprotected(so-loc) as mutual-exclusion", "", test(locked, increments, "exists (0:r1=0 /\\ 1:r2=0)")),
        ("       | [UNLOCK]; so-loc; [LOCK]\n", "", test(locked, increments, "exists (0:r1=0 /\\ 1:r2=0)")),
        (
            "let sw = [volatile-write]; so-loc; [volatile-read]\n       |",
            "let sw =",
            test(message, MESSAGE, "exists (1:r1=1)"),
        ),
        ("       | thread-order\n       | IW", "       | IW", start),
        (
            "       | IW * first-action\n",
            "",
            test("0:X=x; 1:X=x;", "Thread0 { int r1 = X.get(); } Thread1 { X.set(1); }", "exists (0:r1=0)"),
        ),
        (
            "let hb = (po | sw)*",
            "let hb = sw*",
            test("0:X=x;", "Thread0 { X.set(1); int r1 = X.get(); }", "exists (0:r1=1)"),
        ),
        (
            "irreflexive rf; hb as hb-future",
            "",
            test("0:X=x;", "Thread0 { int r1 = X.get(); X.set(1); }", "exists (0:r1=1)"),
        ),
        (
            "irreflexive [W]; ((deemed-before & loc) \\ id); rf^-1; (hb-loc \\ id) as hb-overwritten",
            "",
            test("0:X=x;", "Thread0 { X.set(1); X.set(2); int r1 = X.get(); }", "exists (0:r1=1)"),
        ),
        (
            "irreflexive [W]; ((deemed-before & loc) \\ id); rf^-1; (hb-loc \\ id) as hb-overwritten",
            "irreflexive [W]; (deemed-before & loc); rf^-1; (hb-loc \\ id) as hb-overwritten",
            test("0:X=x;", "Thread0 { int r1 = X.compareAndSet(0, 1); }", "exists (0:r1=1)"),
        ),
        (
            "empty [RMW]; ((rf^-1; rf) \\ id); [RMW] as atomicity",
            "",
            test(
                "0:X=x; 1:X=x;",
                "Thread0 { int r1 = X.getAndAddAcquire(1); } Thread1 { int r2 = X.getAndAddAcquire(1); }",
                "exists (0:r1=0 /\\ 1:r2=0)",
            ),
        ),
        (
            "acyclic rf; [RMW] as update-order",
            "",
            test(
                "0:X=x; 1:X=x;",
                "Thread0 { int r1 = X.getAndSetAcquire(1); } Thread1 { int r2 = X.getAndSetAcquire(2); }",
                "exists (0:r1=2 /\\ 1:r2=1)",
            ),
        ),
    ]
}

#[test]
fn each_line_of_the_model_is_needed() {
    let mut same = Vec::new();
    for (line, instead, text) in lines() {
        let [with, dropped] = verdicts(line, instead, &text);
        if with == dropped {
            same.push(format!("{line}: {with} with and without\n{text}"));
        }
    }
    assert_eq!(same, [""; 0]);
}

/// Lines about final fields, as [`lines`].
fn lines_of_final_fields() -> Vec<(&'static str, &'static str, String)> {
    let test = |init: &str, body: &str, condition: &str| format!("Java t\n{{ {init} }}\n{body}\n{condition}\n");
    let class = "class C { final int x; final int[] a; C() { x = 1; a = new int[1]; a[0] = 1; } }";
    let writer = "Thread0 { P.set(new C()); }";
    let shared = "0:P=p; 1:P=p;";
    let reader = |field: &str| {
        let body =
            format!("{class}\n{writer}\nThread1 {{ int r1 = 9; C c = P.get(); if (c != null) {{ r1 = c.{field}; }} }}");
        test(shared, &body, "exists (1:r1=0)")
    };
    // JLS 17.5: a reference that other threads may see before the constructor has ended.
    let leaking = "class L { final int x; L() { x = 1; P.setVolatile(this); } }
        Thread0 { new L(); } Thread1 { int r1 = 9; L c = P.getVolatile(); if (c != null) { r1 = c.x; } }";
    // A thread that hands on what it has read.
    let handing = format!(
        "{class}\n{writer}\nThread1 {{ C c = P.get(); Q.set(c); }}
        Thread2 {{ int r1 = 9; C c = Q.get(); if (c != null) {{ r1 = c.x; }} }}"
    );
    let handed = test("0:P=p; 1:P=p; 1:Q=q; 2:Q=q;", &handing, "exists (2:r1=0)");
    vec![
        ("let dereferences = addr*", "let dereferences = id", reader("a[0]")),
        ("let mc = (rf | addr |", "let mc = (rf |", reader("x")),
        ("let mc = (rf | addr |", "let mc = (addr |", reader("x")),
        ("data & (R * (W & REF))", "0", handed),
        (
            "let after-freeze = ([FREEZE]; hb; [~final-read]; mc; [final-read]) & loc",
            "let after-freeze = [FREEZE] & 0",
            reader("x"),
        ),
        (
            "let not-deemed = ext & ((W \\ IW) * final-read)",
            "let not-deemed = 0",
            test(shared, leaking, "exists (1:r1=0)"),
        ),
        ("let deemed-before = (hb \\ not-deemed) | frozen", "let deemed-before = hb \\ not-deemed", reader("x")),
    ]
}

#[test]
fn each_line_about_final_fields_is_needed() {
    let mut same = Vec::new();
    for (line, instead, text) in lines_of_final_fields() {
        let [with, dropped] = verdicts(line, instead, &text);
        if with == dropped {
            same.push(format!("{line}: {with} with and without\n{text}"));
        }
    }
    assert_eq!(same, [""; 0]);
}

/// Parts of the model that forbid nothing by themselves, with what stands for them when they are dropped. Two leave fewer orders to try:
///
/// - That a read of an initial value comes before all volatile writes to the location follows from what reads see: a write that comes before the
///   read synchronizes with it, and the initial value is written before all of that.
/// - The order of two reads is mentioned nowhere: wherever `so-loc` is used, a write is at one of its ends.
///
/// And starts and joins are in the order as the specification has it; `precedes` orders what comes before them and what comes behind them whether they are or not.
const SAVINGS: [(&str, &str); 3] = [
    ("| LOCK | UNLOCK | lifetime", "| LOCK | UNLOCK"),
    ("             | ([volatile-read]; rf^-1; [IW]; loc; [volatile-write]) \\ id\n", ""),
    ("let conflicting = loc \\ ((R \\ W) * (R \\ W))", "let conflicting = loc"),
];

#[test]
fn parts_of_the_model_that_forbid_nothing_change_nothing() {
    let whole = whole();
    let model = common::model_of(&whole);
    let mut texts: Vec<String> = (common::corpus().into_iter())
        .filter(|(_, row)| row[common::JAVA5] == "yes" && !row[0].contains("cppmem_sc_atomics"))
        .map(|(path, _)| std::fs::read_to_string(path).expect("a test"))
        .collect();
    texts.extend((1..100).map(|seed| Program::random(&mut Random::new(seed), 4 + (seed % 4) as usize).plain()));
    texts.extend(lines().into_iter().map(|(_, _, text)| text));
    for (part, instead) in SAVINGS {
        assert!(whole.contains(part), "{part}");
        let without = common::model_of(&whole.replace(part, instead));
        for text in &texts {
            let test = common::test_of(text);
            let [with, without] = [&model, &without].map(|model| common::outcomes(&test, model, &Rules::jls()).allowed);
            assert_eq!(with, without, "{part}\n{text}");
        }
    }
}

/// Conditions with a program that has more outcomes without them. The program of "7, seen" is causality test 18 of Pugh's list. That of 6 is causality test 5. Those of 4 and
/// "7, final" were found by [`hunt`]. The others were made: in each, `y = 1` has to be committed in an execution that the condition rules out.
///
/// - 2: `r2` is read behind the write of `x` there, and before it in the end.
/// - 5: `r1`, committed as a read of 1, sees 2 there.
/// - 8: the volatile read sees the volatile write there, and the initial value in the end.
///
/// Of condition 3 see [`condition_3_follows_from_the_others`].
const PROGRAMS: [(&str, &[&str]); 7] = [
    (
        "2",
        &[
            "int r1 = Z.get(); int r2 = 0; if (r1 == 0) { X.set(1); r2 = Y.get(); } else { r2 = Y.get(); X.set(r2); }",
            "int r3 = X.get(); Y.set(r3); Z.set(r3);",
        ],
    ),
    (
        "4",
        &[
            "int r1 = Y.get(); X.set(r1); X.set(r1); X.set(r1 + 1);",
            "int r2 = X.get(); Y.set(r2); Y.set(r2); Y.set(r2);",
        ],
    ),
    (
        "5",
        &[
            "int r1 = X.get(); int r2 = Z.get(); Y.set(r1 == 2 | r2);",
            "int r3 = Y.get(); Z.set(r3);",
            "X.set(1); X.set(2);",
        ],
    ),
    (
        "6",
        &["int r1 = X.get(); Y.set(r1);", "int r2 = Y.get(); X.set(r2);", "Z.set(1);", "int r3 = Z.get(); X.set(r3);"],
    ),
    (
        "7, seen",
        &["int r3 = X.get(); if (r3 == 0) X.set(42); int r1 = X.get(); Y.set(r1);", "int r2 = Y.get(); X.set(r2);"],
    ),
    (
        "7, final",
        &[
            "int r1 = Y.get(); X.set(r1); X.set(r1 + 1); Y.set(r1);",
            "int r2 = Y.get(); if (r2 == 1) Y.set(1); X.set(r2 | 1); X.set(r2);",
        ],
    ),
    (
        "8",
        &[
            "V.setVolatile(1);",
            "int r1 = V.getVolatile(); int r2 = X.get(); Y.set(r1 | r2);",
            "int r3 = Y.get(); X.set(r3);",
        ],
    ),
];

/// A test with these threads that shows all registers.
fn program(threads: &[&str]) -> String {
    let (mut init, mut body, mut shown) = (String::new(), String::new(), String::new());
    for (number, thread) in threads.iter().enumerate() {
        for handle in ["X", "Y", "Z", "V", "W"].into_iter().filter(|handle| thread.contains(&format!("{handle}."))) {
            init += &format!("{number}:{handle}={}; ", handle.to_lowercase());
        }
        for piece in thread.split("int ").skip(1) {
            let end = piece.find(' ').unwrap_or(piece.len());
            shown += &format!("{number}:{}; ", &piece[..end]);
        }
        body += &format!("Thread{number} {{ {thread} }}\n");
    }
    format!("Java t\n{{ {init} }}\n{body}locations [{shown}]\nexists (true)\n")
}

#[test]
fn each_condition_but_3_is_needed() {
    let model = common::model("jls04");
    for (condition, threads) in PROGRAMS {
        let text = program(threads);
        let (_, rules) = without().into_iter().find(|(name, _)| *name == condition).expect("listed");
        assert!(differs(&text, &model, &rules), "condition {condition}\n{text}");
    }
}

/// Condition 3, that synchronization orders agree on what is committed, rules nothing out that the others do not, as long as no location is accessed both by volatile and
/// by other accesses.
///
/// Take a sequence that satisfies the other conditions. Leave all synchronization actions and all external actions out of what its stages
/// commit, and commit them at the end, with the target as the execution of each stage: the synchronization actions in synchronization order, then the external
/// ones. That is a sequence that satisfies all conditions:
/// - 3 holds in the old stages since they commit nothing that is ordered, and in the new ones since the execution is the target;
/// - 1, 2, 4 and 8 ask less of a stage that commits less, and agree with the target at the end, which has all that must persist by 8;
/// - 5 asks less, too;
/// - 6: reads that are no longer committed are volatile. In any well-formed execution a volatile read sees a write of a volatile that
///   comes before it in synchronization order, and so synchronizes with it, or an initial write;
/// - 7: a plain read sees a plain write, whose place in the sequence is what it was; a volatile one is committed behind the write that it
///   sees in the target, which comes before it in synchronization order;
/// - 9 speaks of the stages at the end alone, and all that comes before an external action is committed then.
///
/// So the outcomes without condition 3 are those with it; this is held against the corpus and random programs.
#[test]
fn condition_3_follows_from_the_others() {
    let model = common::model("jls04");
    let (_, rules) = without().into_iter().find(|(name, _)| *name == "3").expect("listed");
    let corpus = common::corpus()
        .into_iter()
        .filter(|(_, row)| row[common::JAVA5] == "yes" && !row[0].contains("cppmem_sc_atomics"));
    let mut texts: Vec<String> = corpus.map(|(path, _)| std::fs::read_to_string(path).expect("a test")).collect();
    texts.extend((1..150).map(|seed| Program::random(&mut Random::new(seed), 4 + (seed % 4) as usize).plain()));
    texts.extend(PROGRAMS.iter().map(|(_, threads)| program(threads)));
    for text in texts {
        assert!(!differs(&text, &model, &rules), "{text}");
    }
}
