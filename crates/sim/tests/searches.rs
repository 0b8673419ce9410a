//! Searches on tests whose executions can be counted by hand, and what searches without counts make of them.

use lakmus_sim::{Engine, Goal, Model, Options, Report, Test, Turns, Verdict, simulate};
use source::{Diagnostic, SourceId, Sources};

/// What ships, for models that include it.
struct Shipped;

impl cat::Files for Shipped {
    fn open(&mut self, name: &str, sources: &mut Sources) -> Option<SourceId> {
        models::file(name).map(|text| sources.add(name, text))
    }
}

fn messages(found: Vec<Diagnostic>) -> String {
    found.iter().map(|each| each.message.clone()).collect::<Vec<_>>().join("; ")
}

fn run(test: &str, model: &str, options: &Options<'_>) -> Report {
    let mut sources = Sources::new();
    let source = sources.add("test.litmus", test);
    let test = Test::load(&sources, source, "test").map_err(messages).expect("a test");
    let source = sources.add("model.cat", models::file(&format!("{model}.cat")).expect("it ships"));
    let model = Model::load(&mut sources, source, None, &mut Shipped, test.language(), &|_| false);
    simulate(&test, &model.map_err(messages).expect("a model"), options).expect("a result")
}

fn search(test: &str, model: &str, goal: Goal) -> Report {
    run(test, model, &Options::default().with(|set| set.goal = goal))
}

/// A test of X86_64 or AArch64 whose threads have these instructions.
fn assembly(heading: &str, threads: &[Vec<String>], condition: &str) -> String {
    let rows = threads.iter().map(Vec::len).max().unwrap_or_default();
    let names: Vec<String> = (0..threads.len()).map(|thread| format!("P{thread}")).collect();
    let row = |cells: Vec<&str>| format!(" {} ;\n", cells.join(" | "));
    let mut text = heading.to_owned() + &row(names.iter().map(String::as_str).collect());
    for at in 0..rows {
        text += &row(threads.iter().map(|thread| thread.get(at).map_or("", String::as_str)).collect());
    }
    text + condition + "\n"
}

fn choose(n: u64, k: u64) -> u64 {
    (0..k).fold(1, |product, at| product * (n - at) / (at + 1))
}

fn increments(threads: usize, each: usize) -> String {
    let thread = vec!["lock incl (x)".to_owned(); each];
    assembly("X86_64 INCs\n{ }\n", &vec![thread; threads], &format!("forall ([x]={})", threads * each))
}

#[test]
fn interleavings_of_read_modify_writes_are_counted() {
    for model in ["sc", "x86tso"] {
        for (threads, each, executions) in [(2, 4, choose(8, 4)), (3, 3, choose(9, 3) * choose(6, 3))] {
            let report = search(&increments(threads, each), model, Goal::Counts);
            assert_eq!((report.positive, report.negative), (executions, 0), "{threads} threads, {each} each, {model}");
        }
    }
    let adds = |n: usize| {
        let thread = |_: usize| (0..n).map(|at| format!("LDADD W1,W{},[X0]", at + 2)).collect::<Vec<_>>();
        let heading = "AArch64 LDADDs\n{ 0:X0=x; 0:X1=1; 1:X0=x; 1:X1=1; }\n";
        assembly(heading, &[thread(0), thread(1)], &format!("forall ([x]={})", 2 * n))
    };
    for n in [3, 5] {
        let report = search(&adds(n), "aarch64", Goal::Counts);
        assert_eq!((report.positive, report.negative), (choose(2 * n as u64, n as u64), 0), "{n}");
    }
}

#[test]
fn reads_of_one_location_do_not_go_back() {
    let registers = ["eax", "ebx", "ecx", "edx", "esi", "edi"];
    for n in [4, 6] {
        let reads = registers[..n].iter().map(|register| format!("movl (x),%{register}")).collect();
        let writes = (1..=n).map(|value| format!("movl ${value},(x)")).collect();
        let test = assembly("X86_64 nRnW\n{ }\n", &[reads, writes], &format!("exists (0:rax=0 /\\ 0:rbx={n})"));
        for model in ["sc", "x86tso", "uniproc"] {
            let counted = search(&test, model, Goal::Counts);
            // Ascending sequences of n of n + 1 values; of those that begin with the least and the greatest, one.
            assert_eq!((counted.positive, counted.negative), (1, choose(2 * n as u64, n as u64) - 1), "{n} {model}");
        }
        // Without coherence all is allowed, in all orders of the writes.
        let free = search(&test, "minimal", Goal::States);
        assert_eq!(free.states.len() as u64, (n as u64 + 1).pow(2));
    }
}

#[test]
fn threads_that_do_the_same_need_one_order() {
    let report = search(&increments(12, 1), "x86tso", Goal::States);
    assert_eq!((report.states, report.positive, report.negative), (vec!["[x]=12;".to_owned()], 1, 0));
    // Outcomes that differ in which thread is which are all there.
    let thread = vec!["lock xaddl %eax,(x)".to_owned()];
    let heading = "X86_64 XADDs\n{ 0:rax=1; 1:rax=1; 2:rax=1; 3:rax=1; }\n";
    let test = assembly(heading, &vec![thread; 4], "exists (0:rax=0 /\\ 1:rax=1 /\\ 2:rax=2 /\\ 3:rax=3)");
    let (counted, states) = (search(&test, "x86tso", Goal::Counts), search(&test, "x86tso", Goal::States));
    assert_eq!(counted.states.len(), 24);
    assert_eq!((counted.states, 1, 23), (states.states, states.positive, states.negative));
}

#[test]
fn what_increments_come_to_is_known_without_their_orders() {
    // 2,704,156 orders, and 17,153,136.
    for (threads, each) in [(2, 12), (3, 6)] {
        let test = increments(threads, each);
        for model in ["sc", "x86tso"] {
            let report = search(&test, model, Goal::States);
            assert_eq!(report.states, [format!("[x]={};", threads * each)], "{threads} threads, {each} each, {model}");
            let decided = search(&test, model, Goal::Decision);
            assert_eq!((decided.verdict, decided.states.len()), (Verdict::Ok, 0), "{threads} threads, {model}");
        }
    }
}

/// Threads whose instructions, chosen by `next`, all access `x` or `y`.
fn updates(next: &mut dyn FnMut(usize) -> usize) -> String {
    let thread = |next: &mut dyn FnMut(usize) -> usize| -> Vec<String> {
        let one = |next: &mut dyn FnMut(usize) -> usize| {
            let place = ["(x)", "(x)", "(y)"][next(3)];
            match next(8) {
                0 => format!("movl ${},{place}", next(3) + 1),
                1 => format!("movl {place},%eax"),
                2 => format!("xchgl %ecx,{place}"),
                3 => format!("lock xaddl %ebx,{place}"),
                4 => format!("lock decl {place}"),
                5 => format!("lock xorl $3,{place}"),
                // Not atomic: other writes may come between.
                6 => format!("incl {place}"),
                _ => format!("lock incl {place}"),
            }
        };
        (0..next(2) + 2).map(|_| one(next)).collect()
    };
    let threads: Vec<Vec<String>> = (0..next(2) + 2).map(|_| thread(next)).collect();
    let condition =
        ["exists ([x]=2)", "forall ([x]=1)", "exists ([x]=3 /\\ [y]=1)", "~exists (0:rax=1 /\\ [x]=2)"][next(4)];
    assembly("X86_64 updates\n{ x=0; y=0; 0:rcx=5; 1:rcx=2; 0:rbx=1; 1:rbx=2; }\n", &threads, condition)
}

#[test]
fn random_updates_come_to_what_counting_finds() {
    // The multiplier is Knuth's; the seed is any.
    let mut state = 45_u64;
    let mut next = move |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for number in 0..120 {
        let test = updates(&mut next);
        for model in ["sc", "x86tso"] {
            let counted = search(&test, model, Goal::Counts);
            let states = search(&test, model, Goal::States);
            assert_eq!(counted.states, states.states, "{number} under {model}:\n{test}");
            let decided = search(&test, model, Goal::Decision);
            assert_eq!(counted.verdict, decided.verdict, "{number} under {model}:\n{test}");
        }
    }
}

#[test]
fn exchanges_of_ten_threads_have_ten_outcomes() {
    let thread = |value: usize| vec![format!("movl ${value},%eax"), "xchgl %eax,(x)".to_owned()];
    let threads: Vec<_> = (1..=10).map(thread).collect();
    let test = assembly("X86_64 XCHGs\n{ }\n", &threads, "exists ([x]=3)");
    let states = search(&test, "x86tso", Goal::States);
    assert_eq!((states.states.len(), states.positive, states.negative), (10, 1, 9));
    let decided = search(&test, "x86tso", Goal::Decision);
    assert_eq!((decided.states, decided.verdict), (vec!["[x]=3;".to_owned()], Verdict::Ok));
}

/// Two threads that count under a lock that is taken by `swap` and left by `unlock`.
fn lock(swap: &str, unlock: &str) -> String {
    let thread = |label: &str| {
        let take = format!("{label}: {swap} W5,W2,[X1]");
        let jump = format!("CBNZ W2,{label}");
        let rest = ["LDR W6,[X4]", "ADD W6,W6,#1", "STR W6,[X4]"].map(str::to_owned);
        [vec![take, jump], rest.to_vec(), vec![format!("{unlock} WZR,[X1]")]].concat()
    };
    let heading = "AArch64 lock\n{ 0:X1=l; 0:X4=c; 0:X5=1; 1:X1=l; 1:X4=c; 1:X5=1; }\n";
    assembly(heading, &[thread("L0"), thread("L1")], "forall ([c]=2)")
}

#[test]
fn a_lock_that_is_weakened_loses_updates() {
    let sound = search(&lock("SWPA", "STLR"), "aarch64", Goal::States);
    assert_eq!((sound.states, sound.verdict, sound.is_cut), (vec!["[c]=2;".to_owned()], Verdict::Ok, true));
    for (swap, unlock) in [("SWP", "STLR"), ("SWPA", "STR")] {
        let weak = lock(swap, unlock);
        let (counted, states) = (search(&weak, "aarch64", Goal::Counts), search(&weak, "aarch64", Goal::States));
        assert_eq!(states.states, ["[c]=1;", "[c]=2;"], "{swap} {unlock}");
        assert_eq!((counted.states, counted.verdict), (states.states, states.verdict));
        let decided = search(&weak, "aarch64", Goal::Decision);
        assert_eq!((decided.states, decided.verdict), (vec!["[c]=1;".to_owned()], Verdict::No));
    }
}

#[test]
fn flags_are_found_though_the_states_are_known() {
    // All executions end alike; in some of them the accesses race.
    let test = "C race\n{ x=0; y=0; }\nP0 (int* x, atomic_int* y) { *x = 1; atomic_store_explicit(y, 1, memory_order_relaxed); }\n\
                P1 (int* x, atomic_int* y) { int a = atomic_load_explicit(y, memory_order_acquire); int b = a; if (b == 1) { *x = 1; } }\n\
                exists (x=1)\n";
    let (counted, states) = (search(test, "rc11", Goal::Counts), search(test, "rc11", Goal::States));
    assert!(counted.flags.iter().any(|flag| flag == "*undef*"), "{counted:?}");
    assert_eq!((counted.flags, counted.verdict), (states.flags, states.verdict));
    // Flags are not looked for here.
    let decided = search(test, "rc11", Goal::Decision);
    assert_eq!((decided.flags, decided.verdict), (Vec::new(), Verdict::Ok));
}

/// With an order that followed for one candidate the next one was judged: seen without debug assertions, where coherence is not watched.
#[test]
fn reads_beside_two_writers_are_counted() {
    let loads = ["eax", "ebx", "ecx", "edx"].map(|register| format!("movl (x),%{register}"));
    let stores = |values: [u32; 2]| values.map(|value| format!("movl ${value},(x)")).to_vec();
    let threads = [loads.to_vec(), stores([1, 2]), stores([101, 102])];
    let test = assembly("X86_64 nRWW\n{ }\n", &threads, "exists (0:rax=1 /\\ 0:rdx=101)");
    let report = search(&test, "x86tso", Goal::Counts);
    assert_eq!((report.states.len(), report.positive, report.negative), (19, 12, 408));
}

/// A value that was known at the end of one candidate counted as known while the next one was put together.
#[test]
fn values_that_are_open_while_reads_choose_are_not_those_of_the_candidate_before() {
    let test = "C open\n{ x=0; y=0; }\n\
                P0 (atomic_int* x, atomic_int* y) { int r1 = atomic_load_explicit(x, memory_order_relaxed); \
                int r2 = atomic_exchange_explicit(y, 1, memory_order_relaxed); }\n\
                P1 (atomic_int* y) { int r3 = atomic_fetch_add_explicit(y, 1, memory_order_relaxed); }\n\
                P2 (atomic_int* y) { int r4 = atomic_load_explicit(y, memory_order_relaxed); }\n\
                P3 (atomic_int* y) { atomic_store_explicit(y, 1, memory_order_relaxed); }\nexists (0:r2=0)\n";
    for model in ["minimal", "uniproc", "rc11"] {
        let (counted, states) = (search(test, model, Goal::Counts), search(test, model, Goal::States));
        assert_eq!((counted.states.len(), &counted.states), (3, &states.states), "{model}");
    }
}

#[test]
fn the_interpreter_lists_and_decides_as_well() {
    let test = increments(2, 2);
    for (goal, found) in [(Goal::States, vec!["[x]=4;".to_owned()]), (Goal::Decision, Vec::new())] {
        let report = run(
            &test,
            "x86tso",
            &Options::default().with(|set| {
                set.engine = Engine::Reference;
                set.goal = goal;
            }),
        );
        assert_eq!((report.states, report.verdict), (found, Verdict::Ok), "{goal:?}");
    }
}

/// Threads that count under a spin lock of exclusives, taken by `load` and left by `unlock`.
fn spin_lock(threads: usize, load: &str, unlock: &str) -> String {
    let thread = |at: usize| {
        let take = [
            format!("L{at}: {load} W2,[X1]"),
            format!("CBNZ W2,L{at}"),
            "STXR W3,W5,[X1]".to_owned(),
            format!("CBNZ W3,L{at}"),
        ];
        let rest = ["LDR W6,[X4]", "ADD W6,W6,#1", "STR W6,[X4]"].map(str::to_owned);
        [take.to_vec(), rest.to_vec(), vec![format!("{unlock} WZR,[X1]")]].concat()
    };
    let registers: String = (0..threads).map(|at| format!("{at}:X1=l; {at}:X4=c; {at}:X5=1; ")).collect();
    let all: Vec<Vec<String>> = (0..threads).map(thread).collect();
    assembly(&format!("AArch64 spin\n{{ {registers}}}\n"), &all, &format!("forall ([c]={threads})"))
}

#[test]
fn turns_that_wait_are_left_out() {
    for threads in [2, 3] {
        let sound = search(&spin_lock(threads, "LDAXR", "STLR"), "aarch64", Goal::States);
        assert_eq!((sound.states, sound.verdict), (vec![format!("[c]={threads};")], Verdict::Ok));
        assert_eq!((sound.turns, sound.is_cut), (Turns::LeftOut, false));
    }
    for (load, unlock) in [("LDXR", "STLR"), ("LDAXR", "STR")] {
        let weak = spin_lock(2, load, unlock);
        let found = search(&weak, "aarch64", Goal::States);
        assert_eq!(
            (found.states.as_slice(), found.is_cut),
            (["[c]=1;", "[c]=2;"].map(str::to_owned).as_slice(), false)
        );
        let decided = search(&weak, "aarch64", Goal::Decision);
        assert_eq!((decided.states, decided.verdict), (vec!["[c]=1;".to_owned()], Verdict::No), "{load} {unlock}");
    }
}

/// A loop that waits for a flag, and a message behind it.
const AWAIT: [(&str, &str); 5] = [
    (
        "sc",
        "X86_64 await\n{ }\n P0 | P1 ;\n movl $1,(x) | L: movl (y),%eax ;\n movl $1,(y) | cmpl $0,%eax ;\n | je L ;\n | movl (x),%ebx ;\nexists (1:rbx=0)\n",
    ),
    (
        "x86tso",
        "X86_64 await\n{ }\n P0 | P1 ;\n movl $1,(x) | L: movl (y),%eax ;\n movl $1,(y) | cmpl $0,%eax ;\n | je L ;\n | movl (x),%ebx ;\nexists (1:rbx=0)\n",
    ),
    (
        "aarch64",
        "AArch64 await\n{ 0:X1=x; 0:X2=y; 1:X1=x; 1:X2=y; }\n P0 | P1 ;\n MOV W0,#1 | L: LDAR W0,[X2] ;\n STR W0,[X1] | CBZ W0,L ;\n STLR W0,[X2] | LDR W3,[X1] ;\nexists (1:X3=0)\n",
    ),
    (
        "power",
        "PPC await\n{ 0:r1=x; 0:r2=y; 1:r1=x; 1:r2=y; }\n P0 | P1 ;\n li r3,1 | L: lwz r3,0(r2) ;\n stw r3,0(r1) | cmpwi r3,0 ;\n lwsync | beq L ;\n stw r3,0(r2) | lwsync ;\n | lwz r4,0(r1) ;\nexists (1:r4=0)\n",
    ),
    (
        "rvwmo",
        "RISCV await\n{ 0:x6=x; 0:x7=y; 1:x6=x; 1:x7=y; }\n P0 | P1 ;\n ori x5,x0,1 | L: lw x5,0(x7) ;\n sw x5,0(x6) | beq x5,x0,L ;\n fence rw,rw | fence rw,rw ;\n sw x5,0(x7) | lw x8,0(x6) ;\nexists (1:x8=0)\n",
    ),
];

#[test]
fn waiting_is_left_out_under_each_of_the_usual_models() {
    for (model, test) in AWAIT {
        let found = search(test, model, Goal::States);
        assert_eq!(
            (&found.turns, found.is_cut, found.states.len(), found.verdict),
            (&Turns::LeftOut, false, 1, Verdict::No),
            "{model}"
        );
        // What is found by counting, at any bound, is found.
        for unroll in 1..=3 {
            let options = Options::default().with(|set| set.unroll = Some(unroll));
            let counted = run(test, model, &options);
            assert!(
                counted.is_cut && counted.states.iter().all(|state| found.states.contains(state)),
                "{model} {unroll}"
            );
            let all = run(
                test,
                model,
                &options.with(|set| {
                    set.goal = Goal::States;
                    set.all_turns = true;
                }),
            );
            assert_eq!((all.states, all.is_cut, all.turns), (counted.states, true, Turns::All), "{model} {unroll}");
        }
    }
    // Without the fence the message may be late.
    for (model, from) in [("aarch64", "LDAR"), ("power", "| lwsync ;\n | lwz"), ("rvwmo", "| fence rw,rw")] {
        let (_, test) = AWAIT.into_iter().find(|(name, _)| *name == model).expect("a test");
        let to = from.replace("LDAR", "LDR").replace("| lwsync ;\n", "| nop ;\n").replace("fence rw,rw", "nop");
        let weak = test.replacen(from, &to, 1);
        let found = search(&weak, model, Goal::States);
        assert_eq!((found.states.len(), found.verdict, &found.turns), (2, Verdict::Ok, &Turns::LeftOut), "{model}");
    }
}

#[test]
fn races_of_reads_that_wait_are_found() {
    let test = "C race\n{ x=0; y=0; }\nP0 (int* x, atomic_int* y) { *x = 1; atomic_store_explicit(y, 1, memory_order_release); }\n\
                P1 (int* x, atomic_int* y) { int a = atomic_load_explicit(y, memory_order_acquire); \
                while (a == 0) { int b = *x; a = atomic_load_explicit(y, memory_order_acquire); } }\nexists (x=1)\n";
    let (counted, found) = (search(test, "rc11", Goal::Counts), search(test, "rc11", Goal::States));
    assert_eq!((counted.flags.as_slice(), counted.is_cut), (["*undef*".to_owned()].as_slice(), true));
    assert_eq!((found.flags, found.turns, found.is_cut), (counted.flags, Turns::LeftOut, false));
}

#[test]
fn what_a_loop_counts_is_no_waiting() {
    // The register with the number of turns is shown: each turn changes it.
    let test = "X86_64 count\n{ }\n P0 | P1 ;\n movl $1,(y) | L: incl %ecx ;\n | movl (y),%eax ;\n | cmpl $0,%eax ;\n | je L ;\nexists (1:rcx=3)\n";
    let counted = run(test, "sc", &Options::default().with(|set| set.unroll = Some(3)));
    let found = run(
        test,
        "sc",
        &Options::default().with(|set| {
            set.unroll = Some(3);
            set.goal = Goal::States;
        }),
    );
    assert_eq!((found.states.len(), found.is_cut), (4, true));
    assert_eq!(found.states, counted.states);
}

#[test]
fn a_model_that_wants_more_events_keeps_the_turns() {
    // Two reads of one thread, and nothing forbidden where there is a third one between: not monotone.
    let model = "\"between\" include \"cos.cat\"\nacyclic po-loc | rf | fr | co as sc-per-location\nempty ([R]; po; [R]) \\ (po; [R]; po) & (rf^-1; fre; rfe) as odd";
    let (_, test) = AWAIT[0];
    let mut sources = Sources::new();
    let source = sources.add("test.litmus", test);
    let test = Test::load(&sources, source, "test").map_err(messages).expect("a test");
    let source = sources.add("model.cat", model);
    let model = Model::load(&mut sources, source, None, &mut Shipped, test.language(), &|_| false);
    let model = model.map_err(messages).expect("a model");
    let report = simulate(&test, &model, &Options::default().with(|set| set.goal = Goal::States)).expect("a result");
    let Turns::Kept { reason } = report.turns else { panic!("{:?}", report.turns) };
    assert!(reason.contains("`odd`") && report.is_cut, "{reason}");
}

/// Increments by a compare-and-swap that is tried so often.
fn tried_increments(threads: usize, tries: usize) -> String {
    let thread = |number: usize| {
        let one = |at: usize| {
            let jump = if at + 1 < tries { format!("B.EQ L{number}") } else { "MOV W7,#0".to_owned() };
            let texts = ["LDR W1,[X0]", "ADD W2,W1,#1", "MOV W3,W1", "CAS W3,W2,[X0]", "CMP W3,W1"].map(str::to_owned);
            texts.into_iter().chain([jump])
        };
        (0..tries).flat_map(one).chain([format!("L{number}:")]).collect()
    };
    let registers: Vec<String> = (0..threads).map(|number| format!("{number}:X0=x;")).collect();
    let code: Vec<Vec<String>> = (0..threads).map(thread).collect();
    assembly(&format!("AArch64 CAS\n{{ {} }}\n", registers.join(" ")), &code, &format!("exists ([x]={threads})"))
}

#[test]
fn executions_of_equal_paths_and_threads_count_as_often_as_there_are_such() {
    for (threads, tries) in [(2, 1), (3, 1)] {
        let test = tried_increments(threads, tries);
        for model in ["sc", "aarch64"] {
            let counted = search(&test, model, Goal::Counts);
            let literal = run(&test, model, &Options::default().with(|set| set.engine = Engine::Reference));
            let counts = |report: &Report| (report.positive, report.negative, report.states.clone());
            assert_eq!(counts(&counted), counts(&literal), "{threads} threads, {tries} tries, {model}");
            let states = search(&test, model, Goal::States);
            assert_eq!(states.states, literal.states, "{threads} threads, {tries} tries, {model}");
        }
    }
}

#[test]
fn threads_that_a_state_shows_are_counted_one_by_one() {
    let test = tried_increments(2, 1).replace("exists ([x]=2)", "exists (0:X3=0 /\\ 1:X3=1)");
    let counted = search(&test, "aarch64", Goal::Counts);
    let literal = run(&test, "aarch64", &Options::default().with(|set| set.engine = Engine::Reference));
    assert_eq!((counted.positive, counted.negative), (literal.positive, literal.negative));
    assert_eq!(counted.states, literal.states);
}
