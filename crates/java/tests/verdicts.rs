//! What the shipped models say of updates, fences, monitors, starts, joins and loops: verdicts with who says so.

use crate::common;

use lakmus_java::{Rules, Semantics, Setting, Verdict, check};

/// A test: locations, threads, a condition.
fn text(threads: &[&str], condition: &str) -> String {
    let (mut init, mut body) = (String::new(), String::new());
    for (number, thread) in threads.iter().enumerate() {
        for handle in ["X", "Y", "Z", "V", "M"] {
            if thread.contains(&format!("{handle}.")) || thread.contains(&format!("({handle})")) {
                init += &format!("{number}:{handle}={}; ", handle.to_lowercase());
            }
        }
        body += &format!("Thread{number} {{ {thread} }}\n");
    }
    format!("Java t\n{{ {init} }}\n{body}exists ({condition})\n")
}

/// The verdict of a model, under the requirements that it is meant to be put under.
fn verdict(model: &str, threads: &[&str], condition: &str) -> Result<Verdict, String> {
    let text = text(threads, condition);
    let test = common::test_of(&text);
    let loaded = common::model(model);
    let semantics = if model.starts_with("jls") { Semantics::Causality(Rules::jls()) } else { Semantics::Model };
    let report = check(&test, &text, Setting::new(&loaded, &semantics));
    report.map(|report| report.behaviours[0].verdict).map_err(|error| format!("{error:?}"))
}

const ALL: [&str; 5] = ["jls04", "jls-modes", "j9mm", "j9mm-total", "jam21"];
/// Those that know access modes and fences.
const MODES: [&str; 4] = ["jls-modes", "j9mm", "j9mm-total", "jam21"];

/// What is asked of some models: threads, condition, whether it is allowed.
type Row<'a> = (&'a [&'a str], &'a str, bool);

fn hold(models: &[&str], rows: &[Row<'_>]) {
    let mut wrong = Vec::new();
    for model in models {
        for (threads, condition, allowed) in rows {
            let wanted = Ok(if *allowed { Verdict::Allowed } else { Verdict::Forbidden });
            let found = verdict(model, threads, condition);
            if found != wanted {
                wrong.push(format!("{model}: {found:?}, {threads:?} {condition}"));
            }
        }
    }
    assert_eq!(wrong, [""; 0]);
}

/// java.lang.invoke.VarHandle: each of these is atomic, and a strong compare-and-set fails only where it finds another value.
#[test]
fn updates_succeed_and_fail_under_all_models() {
    let set: &[&str] = &["int r1 = X.compareAndSet(0, 1); int r2 = X.get();"];
    let two: &[&str] = &["int r1 = X.compareAndSet(0, 1);", "int r2 = X.compareAndSet(0, 1);"];
    let add: &[&str] = &["int r1 = X.getAndAddAcquire(1);", "int r2 = X.getAndAddAcquire(1);"];
    let swap: &[&str] = &["int r1 = X.getAndSetRelease(1);", "int r2 = X.getAndSetRelease(2);"];
    let three: &[&str] = &["int r1 = X.getAndAdd(1);", "int r2 = X.getAndAdd(1);", "int r3 = X.getAndAdd(1);"];
    let weak: &[&str] = &["int r1 = X.weakCompareAndSetPlain(0, 1); int r2 = X.get();"];
    hold(
        &ALL,
        &[
            (set, "0:r1=1 /\\ 0:r2=1", true),
            (set, "0:r1=0", false),
            (two, "0:r1=1 /\\ 1:r2=0", true),
            (two, "0:r1=0 /\\ 1:r2=1", true),
            (two, "0:r1=1 /\\ 1:r2=1", false),
            (two, "0:r1=0 /\\ 1:r2=0", false),
            (add, "0:r1=0 /\\ 1:r2=1", true),
            (add, "0:r1=1 /\\ 1:r2=0", true),
            (add, "0:r1=0 /\\ 1:r2=0", false),
            (swap, "0:r1=2 /\\ 1:r2=0", true),
            (swap, "0:r1=2 /\\ 1:r2=1", false),
            (three, "0:r1=2 /\\ 1:r2=0 /\\ 2:r3=1", true),
            (three, "0:r1=1 /\\ 1:r2=1", false),
            (weak, "0:r1=0 /\\ 0:r2=0", true),
            (weak, "0:r1=1 /\\ 0:r2=1", true),
        ],
    );
}

/// An update that has to see a race to succeed, or to fail, does both.
#[test]
fn updates_that_race_are_committed() {
    let plain: &[&str] = &["X.set(1);", "int r1 = X.compareAndSet(1, 2);"];
    let opaque: &[&str] = &["X.setOpaque(1);", "int r1 = X.compareAndSet(1, 2);"];
    let fails: &[&str] = &["X.setOpaque(1);", "int r1 = X.compareAndExchangeAcquire(0, 2);"];
    // A lock-free push in two steps, with a release that the other thread acquires.
    let handed: &[&str] = &[
        "Y.set(1); int r1 = X.compareAndExchangeRelease(0, 1);",
        "int r2 = X.compareAndExchangeAcquire(1, 2); int r3 = Y.get();",
    ];
    hold(
        &ALL,
        &[
            (plain, "1:r1=1", true),
            (plain, "1:r1=0", true),
            (opaque, "1:r1=1", true),
            (opaque, "1:r1=0", true),
            (fails, "1:r1=1", true),
            (fails, "1:r1=0", true),
            (handed, "1:r2=1 /\\ 1:r3=1", true),
        ],
    );
    hold(&MODES, &[(handed, "1:r2=1 /\\ 1:r3=0", false)]);
}

/// A read and a write of an update may be committed apart, as hardware with load-linked and store-conditional does them; values still come from nowhere but the program.
#[test]
fn updates_buffer_loads_and_make_no_values() {
    let buffering: &[&str] =
        &["int r1 = X.getAndAddRelease(0); Y.set(1);", "int r2 = Y.getAndAddRelease(0); X.set(1);"];
    let thin_air: &[&str] =
        &["int r1 = X.getAndAddRelease(0); Y.set(r1);", "int r2 = Y.getAndAddRelease(0); X.set(r2);"];
    let control: &[&str] = &[
        "int r1 = X.getAndAddRelease(0); if (r1 == 1) Y.set(1);",
        "int r2 = Y.getAndAddRelease(0); if (r2 == 1) X.set(1);",
    ];
    hold(
        &["jls04", "jls-modes"],
        &[
            (buffering, "0:r1=1 /\\ 1:r2=1", true),
            (thin_air, "0:r1=1 /\\ 1:r2=1", false),
            (control, "0:r1=1 /\\ 1:r2=1", false),
        ],
    );
}

/// java.lang.invoke.VarHandle on its fences; jcstress AdvancedJMM (fences), FencedDekkerTest; RC11 on the shapes of three threads.
#[test]
fn fences_order_accesses_of_every_mode() {
    let message: &[&str] =
        &["X.set(1); releaseFence(); Y.set(1);", "int r1 = Y.get(); acquireFence(); int r2 = X.get();"];
    let none: &[&str] = &["X.set(1); Y.set(1);", "int r1 = Y.get(); int r2 = X.get();"];
    let light: &[&str] =
        &["X.set(1); storeStoreFence(); Y.set(1);", "int r1 = Y.get(); loadLoadFence(); int r2 = X.get();"];
    let full: &[&str] = &["X.set(1); fullFence(); Y.set(1);", "int r1 = Y.getOpaque(); fullFence(); int r2 = X.get();"];
    let dekker: &[&str] = &["X.set(1); fullFence(); int r1 = Y.get();", "Y.set(1); fullFence(); int r2 = X.get();"];
    let opaque_dekker: &[&str] = &[
        "X.setOpaque(1); fullFence(); int r1 = Y.getOpaque();",
        "Y.setOpaque(1); fullFence(); int r2 = X.getOpaque();",
    ];
    let weak_dekker: &[&str] = &[
        "X.setOpaque(1); releaseFence(); acquireFence(); int r1 = Y.getOpaque();",
        "Y.setOpaque(1); releaseFence(); acquireFence(); int r2 = X.getOpaque();",
    ];
    let mixed_dekker: &[&str] =
        &["X.setVolatile(1); int r1 = Y.getVolatile();", "Y.setOpaque(1); fullFence(); int r2 = X.getVolatile();"];
    let causality: &[&str] = &[
        "X.setOpaque(1);",
        "int r1 = X.getOpaque(); fullFence(); int r2 = Y.getOpaque();",
        "Y.setOpaque(1); fullFence(); int r3 = X.getOpaque();",
    ];
    let twice: &[&str] = &[
        "X.set(1); releaseFence(); Y.set(1);",
        "int r1 = X.get(); int r2 = Y.get(); acquireFence(); int r3 = X.get();",
    ];
    let independent: &[&str] = &[
        "X.setOpaque(1);",
        "int r1 = X.getOpaque(); fullFence(); int r2 = Y.getOpaque();",
        "Y.setOpaque(1);",
        "int r3 = Y.getOpaque(); fullFence(); int r4 = X.getOpaque();",
    ];
    let buffering: &[&str] =
        &["int r1 = X.get(); acquireFence(); Y.set(1);", "int r2 = Y.get(); releaseFence(); X.set(1);"];
    hold(
        &MODES,
        &[
            (message, "1:r1=1 /\\ 1:r2=0", false),
            (message, "1:r1=0 /\\ 1:r2=1", true),
            (none, "1:r1=1 /\\ 1:r2=0", true),
            (light, "1:r1=1 /\\ 1:r2=0", false),
            (full, "1:r1=1 /\\ 1:r2=0", false),
            (dekker, "0:r1=0 /\\ 1:r2=0", false),
            (dekker, "0:r1=1 /\\ 1:r2=0", true),
            (opaque_dekker, "0:r1=0 /\\ 1:r2=0", false),
            (weak_dekker, "0:r1=0 /\\ 1:r2=0", true),
            (causality, "1:r1=1 /\\ 1:r2=0 /\\ 2:r3=0", false),
            (twice, "1:r1=0 /\\ 1:r2=1 /\\ 1:r3=0", false),
            (twice, "1:r1=0 /\\ 1:r2=0 /\\ 1:r3=1", true),
            (independent, "1:r1=1 /\\ 1:r2=0 /\\ 3:r3=1 /\\ 3:r4=0", false),
        ],
    );
    // jam21 keeps values out of thin air from opaque accesses alone.
    hold(&["jls-modes", "j9mm", "j9mm-total"], &[(buffering, "0:r1=1 /\\ 1:r2=1", false)]);
    // jam21 has no rule for a fence and volatile accesses.
    hold(&["jls-modes", "j9mm", "j9mm-total"], &[(mixed_dekker, "0:r1=0 /\\ 1:r2=0", false)]);
    // Loads and stores alone: the published jam21 takes these fences for acquire and release fences, as herd7 does.
    let load_store: &[&str] =
        &["int r1 = X.get(); loadLoadFence(); Y.set(1);", "int r2 = Y.get(); loadLoadFence(); X.set(1);"];
    hold(&["jls-modes", "j9mm", "j9mm-total"], &[(load_store, "0:r1=1 /\\ 1:r2=1", true)]);
}

/// Plain accesses have no coherence (causality test 16 of Pugh's list), opaque ones have.
#[test]
fn coherence_is_of_opaque_accesses() {
    let own: &[&str] = &["int r1 = X.get(); X.set(1);", "int r2 = X.get(); X.set(2);"];
    hold(&["jls04", "jls-modes"], &[(own, "0:r1=2 /\\ 1:r2=1", true)]);
    let reads: &[&str] = &["X.setOpaque(1); X.setOpaque(2);", "int r1 = X.getOpaque(); int r2 = X.getOpaque();"];
    hold(&MODES, &[(reads, "1:r1=2 /\\ 1:r2=1", false), (reads, "1:r1=1 /\\ 1:r2=2", true)]);
}

/// The Java Language Specification, 17.1 and 17.4.4.
#[test]
fn all_models_know_monitors_starts_and_joins() {
    let monitors: &[&str] =
        &["synchronized (M) { X.set(1); Y.set(1); }", "synchronized (M) { int r1 = Y.get(); int r2 = X.get(); }"];
    let calls: &[&str] =
        &["lock(M); X.set(1); Y.set(1); unlock(M);", "lock(M); int r1 = Y.get(); int r2 = X.get(); unlock(M);"];
    let unlocked: &[&str] = &["synchronized (M) { X.set(1); Y.set(1); }", "int r1 = Y.get(); int r2 = X.get();"];
    let lives: &[&str] = &["X.set(1); start(1); join(1); int r2 = X.get();", "int r1 = X.get(); X.set(2);"];
    let started: &[&str] = &["X.set(1); start(1); X.set(2);", "int r1 = X.get();"];
    hold(
        &ALL,
        &[
            (monitors, "1:r1=1 /\\ 1:r2=0", false),
            (monitors, "1:r1=0 /\\ 1:r2=1", false),
            (monitors, "1:r1=1 /\\ 1:r2=1", true),
            (calls, "1:r1=1 /\\ 1:r2=0", false),
            (unlocked, "1:r1=1 /\\ 1:r2=0", true),
            (lives, "1:r1=0", false),
            (lives, "0:r2=1", false),
            (lives, "1:r1=1 /\\ 0:r2=2", true),
            (started, "1:r1=0", false),
            (started, "1:r1=2", true),
        ],
    );
}

#[test]
fn a_model_that_knows_no_monitors_says_so() {
    for (thread, what) in [("synchronized (M) { X.set(1); }", "monitors"), ("join(1);", "joins of threads")] {
        let found = verdict("jls04-published", &[thread, "X.set(1);"], "true").expect_err("unknown");
        assert!(found.contains(&format!("knows no {what}")), "{found}");
    }
}

#[test]
fn a_model_without_executions_is_an_error() {
    let update: &[&str] = &["int r1 = X.compareAndSet(0, 1);"];
    assert!(verdict("jls04-published", update, "0:r1=1").expect_err("none").contains("no-execution"));
}

/// 17.3: the compiler may let a loop on a plain variable run for ever, and need not.
#[test]
fn loops_that_wait_for_a_race_may_end() {
    let spin: &[&str] = &["X.set(1);", "int r1 = 0; while (r1 == 0) { r1 = X.get(); }"];
    let handed: &[&str] =
        &["Y.set(1); X.set(1);", "int r1 = 0; do { r1 = X.get(); } while (r1 == 0); int r2 = Y.get();"];
    hold(&["jls04", "jls-modes"], &[(spin, "1:r1=1", true), (handed, "1:r2=0", true), (handed, "1:r2=1", true)]);
    let volatile: &[&str] =
        &["Y.set(1); V.setVolatile(1);", "int r1 = 0; while (r1 == 0) { r1 = V.getVolatile(); } int r2 = Y.get();"];
    hold(&["jls04", "jls-modes"], &[(volatile, "1:r2=0", false), (volatile, "1:r2=1", true)]);
}

/// Programs without access modes, fences and updates mean the same under both models.
#[test]
fn jls_modes_is_jls04_on_programs_of_java_5() {
    use common::programs::{Program, Random};
    let models = [common::model("jls04"), common::model("jls-modes")];
    let rules = Rules::jls();
    let mut compared = 0;
    for seed in 1..400 {
        let random = &mut Random::new(seed);
        let program =
            if seed % 2 == 0 { Program::bait(random) } else { Program::random(random, 4 + (seed % 4) as usize) };
        let text = program.plain();
        if ["compareAnd", "getAnd"].iter().any(|update| text.contains(update)) {
            continue;
        }
        let test = common::test_of(&text);
        let [first, second] = [0, 1].map(|at| common::outcomes(&test, &models[at], &rules).allowed);
        assert_eq!(first, second, "{text}");
        compared += 1;
    }
    assert!(compared > 30, "{compared}");
    for (path, row) in common::corpus().into_iter().filter(|(_, row)| row[common::JAVA5] == "yes") {
        if ["cppmem_sc_atomics", "ra-non-global"].iter().any(|name| row[0].contains(name)) {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a test");
        let test = common::test_of(&text);
        let [first, second] = [0, 1].map(|at| common::outcomes(&test, &models[at], &rules).allowed);
        assert_eq!(first, second, "{}", row[0]);
    }
}

/// The published model and the mended one agree where nothing is an update.
#[test]
fn the_published_model_has_the_same_outcomes_without_updates() {
    let models = [common::model("jls04"), common::model("jls04-published")];
    let rules = [Rules::jls(), common::rules("jls-published")];
    for (path, row) in common::corpus().into_iter().filter(|(_, row)| row[common::JAVA5] == "yes") {
        let text = std::fs::read_to_string(&path).expect("a test");
        let is_left_out =
            ["compareAnd", "getAnd", "synchronized", "lock(", "start("].iter().any(|word| text.contains(word));
        if is_left_out || ["cppmem_sc_atomics", "ra-non-global"].iter().any(|name| row[0].contains(name)) {
            continue;
        }
        let test = common::test_of(&text);
        let [first, second] = [0, 1].map(|at| common::outcomes(&test, &models[at], &rules[at]).allowed);
        assert_eq!(first, second, "{}", row[0]);
    }
}

/// Answers by interleavings are those of the search: of every program, the outcomes of its interleavings are justified.
#[test]
fn outcomes_of_interleavings_are_justified() {
    use common::programs::{Program, Random};
    use lakmus_java::{BuildOptions, Executions, Observed, Question};
    let rules = Rules::jls();
    let mut outcomes = 0;
    for model in [common::model("jls04"), common::model("jls-modes")] {
        for seed in 1..testing::variables::number("LAKMUS_INTERLEAVED", 90) {
            let random = &mut Random::new(seed);
            let program = match seed % 3 {
                0 => Program::random(random, 4 + (seed % 4) as usize),
                1 => Program::updates(random),
                _ => Program::bait(random),
            };
            let test = common::test_of(&program.plain());
            let observed = Observed::of(test.lowered()).expect("registers alone");
            let options = BuildOptions::default();
            let found = Executions::interleaved(&test, &model, &rules, &observed, &options, Question::All);
            let found = found.unwrap_or_else(|error| panic!("{error:?}"));
            let allowed = common::outcomes(&test, &model, &rules).allowed;
            assert!(found.is_complete && !found.found.is_empty(), "seed {seed}\n{}", program.plain());
            assert!(found.found.is_subset(&allowed), "seed {seed}\n{}", program.plain());
            outcomes += found.found.len();
        }
    }
    assert!(outcomes > 100, "{outcomes}");
}

/// JLS 17.4.5: a program of which no interleaving has a race has the outcomes of interleavings, and the search finds no others. Of every second program all accesses by handles are volatile; the
/// others have races mostly, and are no subject of that.
#[test]
fn programs_without_races_have_the_outcomes_of_interleavings() {
    use common::programs::{Program, Random};
    use lakmus_java::{BuildOptions, Executions, Observed, Question};
    let rules = Rules::jls();
    let (mut without, mut with) = (0, 0);
    for model in [common::model("jls04"), common::model("jls-modes")] {
        for seed in 1..testing::variables::number("LAKMUS_INTERLEAVED", 90) {
            let random = &mut Random::new(seed);
            let program = match seed / 2 % 4 {
                0 => Program::random(random, 4 + (seed % 3) as usize),
                1 => Program::updates(random),
                2 => Program::objects(random),
                _ => Program::bait(random),
            };
            let mut text = program.plain();
            if seed % 2 == 0 {
                text =
                    text.replace(".get()", ".getVolatile()").replace(".set(", ".setVolatile(").replace("Plain(", "(");
            }
            let test = common::test_of(&text);
            let observed = Observed::of(test.lowered()).expect("registers alone");
            let options = BuildOptions::default();
            let found = Executions::interleaved(&test, &model, &rules, &observed, &options, Question::All);
            let found = found.unwrap_or_else(|error| panic!("{error:?}"));
            if !found.is_race_free {
                with += 1;
                continue;
            }
            without += 1;
            assert_eq!(found.found, common::outcomes(&test, &model, &rules).allowed, "seed {seed}\n{text}");
        }
    }
    assert!(without >= 30 && with >= 30, "{without} without races, {with} with some");
}

/// Two threads with so many accesses each to one location: volatile ones, and racy increments.
#[test]
fn many_accesses_to_one_location_are_decided() {
    for accesses in 1..=5 {
        let volatile = |number: usize| -> String {
            (0..accesses)
                .map(|at| format!("X.setVolatile({}); int r{number}{at} = X.getVolatile(); ", 2 * at + number + 1))
                .collect()
        };
        let (first, second) = (volatile(0), volatile(1));
        let threads: &[&str] = &[&first, &second];
        hold(&["jls04"], &[(threads, "0:r00=1", true), (threads, "0:r00=0", false)]);
        let increments = |number: usize| -> String {
            (0..accesses).map(|at| format!("int r{number}{at} = X.get(); X.set(r{number}{at} + 1); ")).collect()
        };
        let (first, second) = (increments(0), increments(1));
        let threads: &[&str] = &[&first, &second];
        hold(&["jls04"], &[(threads, "0:r00=1", true)]);
    }
}

/// Peterson's algorithm: at most one thread is inside.
#[test]
fn petersons_algorithm_is_decided_with_requirements() {
    let thread = |number: u32, own: &str, other: &str| {
        format!(
            "{own}.setVolatile(1); Z.setVolatile({number}); int w = 1; while (w == 1) {{ int a = {other}.getVolatile(); int b = Z.getVolatile(); w = a == 1 && b == {number}; }} \
             int r{number} = V.get(); V.set(1); {own}.setVolatile(0);"
        )
    };
    let (first, second) = (thread(0, "X", "Y"), thread(1, "Y", "X"));
    let threads: &[&str] = &[&first, &second];
    hold(&["jls04"], &[(threads, "0:r0=0 /\\ 1:r1=0", false), (threads, "0:r0=1 /\\ 1:r1=0", true)]);
}

/// A division by zero is an error whatever is asked.
#[test]
fn a_division_by_zero_is_an_error_whatever_is_asked() {
    for division in ["7 % r1", "1 / r1"] {
        for condition in ["0:r1=0", "0:r2=5", "0:r1=1"] {
            let found = verdict("jls04", &[&format!("int r1 = 0; int r2 = {division};")], condition);
            assert!(found.as_ref().is_err_and(|found| found.contains("division-by-zero")), "{found:?}");
        }
    }
}

/// A loop that counts has as many rounds as it says; that its first rounds show nothing new says nothing of the others.
#[test]
fn loops_that_count_go_round_as_often_as_they_say() {
    let five: &[&str] = &["int i = 0; while (i < 5) { i = i + 1; } X.set(i);", "int r = X.get();"];
    // The second thread may end the loop early, with another outcome.
    let either: &[&str] = &["int i = 0; while (i < 4) { i = i + 1; if (X.get() == 1) { i = i + 8; } }", "X.set(1);"];
    let rows: &[Row<'_>] =
        &[(five, "1:r=5", true), (five, "1:r=4", false), (either, "0:i=4", true), (either, "0:i=9", true)];
    hold(&["jls04", "jam21"], rows);
}

/// Where it has more rounds than are gone through, the report says where it was cut, and what is forbidden is not known to be.
#[test]
fn what_is_beyond_the_bound_is_said() {
    for threads in
        [&["int i = 0; while (i < 50) { i = i + 1; } X.set(i);"], &["while (X.get() < 50) { X.getAndAdd(1); }"]]
    {
        let text = text(threads, "[x]=50");
        let (test, model) = (common::test_of(&text), common::model("jls04"));
        let semantics = Semantics::Causality(Rules::jls());
        match check(&test, &text, Setting::new(&model, &semantics)) {
            Ok(report) => assert!(report.cut_at.is_some() && report.settled_at.is_none(), "{report:?}"),
            // No execution ends within the bound.
            Err(error) => assert!(!format!("{error}").is_empty(), "{error:?}"),
        }
    }
}

/// A flag that is set from the beginning: nothing is known, which is neither allowed nor forbidden.
#[test]
fn what_is_cancelled_is_unknown() {
    let text = text(&["X.set(1); int r1 = Y.get();", "Y.set(1); int r2 = X.get();"], "0:r1=0 /\\ 1:r2=0");
    let test = common::test_of(&text);
    let model = common::model("jls04");
    let flag = std::sync::atomic::AtomicBool::new(true);
    for semantics in [Semantics::Causality(Rules::jls()), Semantics::Model, Semantics::Dependencies] {
        let setting = Setting::new(&model, &semantics).with_cancel(&flag);
        let report = check(&test, &text, setting).expect("a report");
        assert_eq!(report.behaviours[0].verdict, Verdict::Unknown, "{semantics:?}");
        assert!(report.is_cancelled && !report.passes() && !report.fails());
    }
}

/// JLS 17.5 is nothing that JAM21 speaks of.
#[test]
fn a_model_without_final_fields_refuses_them() {
    let text =
        "Java t\n{ 0:P=p; }\nclass C { final int x; C() { x = 1; } }\nThread0 { P.set(new C()); }\nexists (true)\n";
    let test = common::test_of(text);
    let model = common::model("jam21");
    let error = check(&test, text, Setting::new(&model, &Semantics::Model)).expect_err("final fields");
    assert!(format!("{error:?}").contains("knows no final fields"), "{error:?}");
}
