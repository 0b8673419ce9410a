//! Programs in C under Power, whose writes reach threads at different times.

use lakmus_weaken::checker::{
    Check, Delays, Limits, Report, Unknown, Verdict, ViolationKind, check, check_propagating,
};
use lakmus_weaken::{Model, Propagating};

const INDEPENDENT_READS: &str = include_str!("programs/independent_reads.ll");
const TOKEN: &str = include_str!("programs/token.ll");

fn limits() -> Limits<'static> {
    Limits { states: 400_000, ..Limits::default() }
}

fn run(text: &str) -> Report {
    run_with(text, Delays::Every)
}

fn run_with(text: &str, delays: Delays) -> Report {
    let program = cprog::read([text]).expect("LLVM IR that LLVM takes");
    assert_eq!(program.gaps, []);
    check_propagating(&program, Propagating::Power, &Limits { delays, ..limits() }).expect("a program with main")
}

/// Name, text, and whether it is wrong.
const PROGRAMS: &[(&str, &str, bool)] = &[
    ("message", include_str!("programs/message.ll"), true),
    ("message_atomic", include_str!("programs/message_atomic.ll"), false),
    ("store_buffering", include_str!("programs/store_buffering.ll"), true),
    ("store_buffering_fenced", include_str!("programs/store_buffering_fenced.ll"), false),
    ("load_buffering", include_str!("programs/load_buffering.ll"), true),
    ("bounds", include_str!("programs/bounds.ll"), true),
    ("peterson", include_str!("programs/peterson.ll"), true),
    ("semaphore_wrong", include_str!("programs/semaphore_wrong.ll"), true),
    ("barrier_short", include_str!("programs/barrier_short.ll"), true),
    ("token", TOKEN, true),
    ("token_fenced", include_str!("programs/token_fenced.ll"), false),
    ("deadlock", include_str!("programs/deadlock.ll"), true),
    ("ends", include_str!("programs/ends.ll"), false),
    ("arguments", include_str!("programs/arguments.ll"), false),
    ("arguments_nameless", include_str!("programs/arguments_nameless.ll"), true),
    ("arguments_race", include_str!("programs/arguments_race.ll"), true),
    ("own_copies", include_str!("programs/own_copies.ll"), false),
    ("own_copies_loop", include_str!("programs/own_copies_loop.ll"), false),
    ("own_copies_shared", include_str!("programs/own_copies_shared.ll"), true),
    ("own_field", include_str!("programs/own_field.ll"), true),
    ("read_back", include_str!("programs/read_back.ll"), true),
    ("readers", include_str!("programs/readers.ll"), true),
    ("readers_writer", include_str!("programs/readers_writer.ll"), false),
    ("started_in_loops", include_str!("programs/started_in_loops.ll"), false),
    ("started_in_loops_relaxed", include_str!("programs/started_in_loops_relaxed.ll"), true),
    ("only_one_first", include_str!("programs/only_one_first.ll"), false),
    ("either_pointer", include_str!("programs/either_pointer.ll"), false),
    ("spin_lock", include_str!("programs/spin_lock.ll"), false),
    ("spin_lock_relaxed", include_str!("programs/spin_lock_relaxed.ll"), true),
    ("ticket_lock", include_str!("programs/ticket_lock.ll"), false),
    ("ticket_lock_relaxed", include_str!("programs/ticket_lock_relaxed.ll"), true),
    ("registers_in_memory", include_str!("programs/registers_in_memory.ll"), true),
    ("registers_in_memory_fenced", include_str!("programs/registers_in_memory_fenced.ll"), false),
    ("goes_round", include_str!("programs/goes_round.ll"), true),
    ("latch", include_str!("programs/latch.ll"), true),
    ("latch_light", include_str!("programs/latch_light.ll"), true),
    ("latch_fenced", include_str!("programs/latch_fenced.ll"), false),
    ("chase_lev", include_str!("programs/chase_lev.ll"), true),
    ("the_queue", include_str!("programs/the_queue.ll"), true),
    ("independent_reads", INDEPENDENT_READS, true),
    ("independent_reads_fenced", include_str!("programs/independent_reads_fenced.ll"), false),
];

#[test]
fn verdicts_are_those_of_the_literature_under_each_strategy_of_delays() {
    for (name, text, is_wrong) in PROGRAMS {
        for delays in [Delays::Every, Delays::All, Delays::OneACycle] {
            match run_with(text, delays).verdict {
                Verdict::Holds => assert!(!is_wrong, "{name} holds, {delays:?}"),
                Verdict::Violated(violation) => assert!(is_wrong, "{name}, {delays:?}: {violation:#?}"),
                Verdict::Unknown(why) => panic!("{name}, {delays:?}: {why}"),
            }
        }
    }
}

#[test]
fn memory_is_bounded_and_progress_is_reported() {
    let program = cprog::read([include_str!("programs/independent_reads_fenced.ll")]).expect("LLVM IR that LLVM takes");
    let seen = std::cell::Cell::new(0);
    let bounded = Limits { memory: 10_000, reduction: false, progress: &|states| seen.set(states), ..limits() };
    let report = check_propagating(&program, Propagating::Power, &bounded).expect("a program with main");
    assert!(matches!(report.verdict, Verdict::Unknown(Unknown::Memory(10_000))), "{:?}", report.verdict);
    assert!(seen.get() > 0 && report.statistics.states >= seen.get(), "{} {:?}", seen.get(), report.statistics);
}

#[test]
fn what_is_not_interleaved_changes_no_verdict() {
    for (name, text) in [
        ("message", include_str!("programs/message.ll")),
        ("message_atomic", include_str!("programs/message_atomic.ll")),
        ("store_buffering_fenced", include_str!("programs/store_buffering_fenced.ll")),
        ("coherence", include_str!("programs/coherence.ll")),
        ("load_buffering", include_str!("programs/load_buffering.ll")),
        ("load_buffering_control", include_str!("programs/load_buffering_control.ll")),
        ("choice_safe", include_str!("programs/choice_safe.ll")),
        ("either_pointer", include_str!("programs/either_pointer.ll")),
        ("spin_lock", include_str!("programs/spin_lock.ll")),
        ("ticket_lock", include_str!("programs/ticket_lock.ll")),
        ("only_one_first", include_str!("programs/only_one_first.ll")),
        ("started_in_loops", include_str!("programs/started_in_loops.ll")),
        ("ends", include_str!("programs/ends.ll")),
        ("deadlock", include_str!("programs/deadlock.ll")),
        ("token_fenced", include_str!("programs/token_fenced.ll")),
        ("registers_in_memory", include_str!("programs/registers_in_memory.ll")),
        ("registers_in_memory_fenced", include_str!("programs/registers_in_memory_fenced.ll")),
        ("goes_round", include_str!("programs/goes_round.ll")),
    ] {
        let program = cprog::read([text]).expect("LLVM IR that LLVM takes");
        let [reduced, whole] = [true, false].map(|reduction| {
            let limits = Limits { reduction, ..limits() };
            check_propagating(&program, Propagating::Power, &limits).expect("a program with main")
        });
        let holds = |report: &Report| match &report.verdict {
            Verdict::Holds => true,
            Verdict::Violated(_) => false,
            Verdict::Unknown(why) => panic!("{name}: {why}"),
        };
        assert_eq!(holds(&reduced), holds(&whole), "{name}");
        assert!(!holds(&whole) || reduced.statistics.states <= whole.statistics.states, "{name}");
    }
}

#[test]
fn a_lightweight_fence_between_reads_is_enough_where_writes_reach_all_threads_at_once() {
    let program = cprog::read([INDEPENDENT_READS]).expect("LLVM IR that LLVM takes");
    let report = check(&program, Model::RMO, &limits()).expect("main");
    assert!(matches!(report.verdict, Verdict::Holds), "{:?}", report.verdict);
}

#[test]
fn the_token_is_seen_before_its_flag() {
    // The thread that misses the token waits for ever, and so does the next one.
    let Verdict::Violated(violation) = run(TOKEN).verdict else { panic!("it is wrong") };
    assert!(matches!(violation.kind, ViolationKind::NoProgress { .. }), "{:?}", violation.kind);
    let program = cprog::read([TOKEN]).expect("LLVM IR that LLVM takes");
    let limits = Limits { checks: limits().checks.without(Check::Progress), ..limits() };
    let report = check_propagating(&program, Propagating::Power, &limits).expect("a program with main");
    let Verdict::Violated(violation) = report.verdict else { panic!("it is wrong") };
    assert_eq!(violation.kind, ViolationKind::Assertion(Some("token.c:19:5".to_owned())));
    let steps: Vec<&str> = violation.steps.iter().map(|step| step.what.as_str()).collect();
    assert!(steps.iter().any(|what| what.contains("latch[1]=1")), "{steps:#?}");
}

#[test]
fn a_deadlock_is_reported_with_all_who_wait() {
    let Verdict::Violated(violation) = run(include_str!("programs/deadlock.ll")).verdict else { panic!("it is one") };
    let ViolationKind::Deadlock(mut places) = violation.kind else { panic!("{:?}", violation.kind) };
    places.sort();
    assert_eq!(places, ["deadlock.c:16:3", "deadlock.c:26:3", "deadlock.c:8:3"]);
}

#[test]
fn what_is_refused_is_told_where_it_is_reached() {
    // It allocates memory.
    let Verdict::Unknown(Unknown::Unsupported { what, place }) = run(include_str!("programs/stack.ll")).verdict else {
        panic!("it is refused")
    };
    assert_eq!(what, "memory of the heap");
    assert!(place.is_some_and(|place| place.starts_with("stack.c:")));
}
