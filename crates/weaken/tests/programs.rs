//! Programs in C, as the LLVM IR of their sources (`programs/NAME.ll`, made by clang 14 or 19), under all models: what is known of them from the literature.

use lakmus_weaken::Model;
use lakmus_weaken::checker::{Check, Delays, Limits, Report, Unknown, Verdict, ViolationKind, check};

macro_rules! programs {
    ($($name:literal),* $(,)?) => {
        const PROGRAMS: &[(&str, &str)] = &[$(($name, include_str!(concat!("programs/", $name, ".ll")))),*];
    };
}

programs![
    "any_memory",
    "any_memory_assumed",
    "arguments",
    "arguments_nameless",
    "arguments_race",
    "barrier",
    "barrier_short",
    "bounds",
    "burns",
    "burns_fenced",
    "chase_lev",
    "chase_lev_fenced",
    "choice",
    "choice_safe",
    "either_pointer",
    "coherence",
    "counted",
    "counted_by_updates",
    "counted_late",
    "counter",
    "counter_locked",
    "deadlock",
    "dekker",
    "dekker_fenced",
    "ends",
    "exchange_for_message",
    "exchange_then_read",
    "filter_lock",
    "freed",
    "freed_late",
    "freed_read",
    "handed_over",
    "load_buffering",
    "load_buffering_control",
    "lamport",
    "lamport_fenced",
    "latch",
    "latch_fenced",
    "latch_light",
    "message",
    "message_atomic",
    "ms_queue",
    "own_copies",
    "own_copies_loop",
    "own_copies_shared",
    "own_field",
    "parker",
    "parker_fenced",
    "peterson",
    "peterson_atomic",
    "read_back",
    "readers",
    "readers_writer",
    "recursive",
    "results",
    "semaphore",
    "semaphore_wrong",
    "signals",
    "signals_one",
    "signals_unchecked",
    "spin_lock",
    "spin_lock_relaxed",
    "stack",
    "stack_relaxed",
    "store_buffering",
    "store_buffering_fenced",
    "szymanski",
    "szymanski_fenced",
    "the_queue",
    "the_queue_fenced",
    "ticket_lock",
    "ticket_lock_relaxed",
    "timed",
    "timed_out",
    "token",
    "token_fenced",
    "variable_arguments",
];

fn run(name: &str, model: Model, reduction: bool, all: bool) -> Report {
    run_with(name, model, Limits { states: 2_000_000, reduction, all, ..Limits::default() })
}

fn run_with(name: &str, model: Model, limits: Limits<'_>) -> Report {
    let (_, text) = PROGRAMS.iter().find(|(known, _)| *known == name).expect("a program");
    let program = cprog::read([*text]).expect("LLVM IR that LLVM takes");
    assert_eq!(program.gaps, [], "{name}");
    // Its last loop reads the other's flag twice in a turn: where that becomes 2 in between, the thread leaves, and the other one waits for ever. What is asked here is whether both are inside.
    let is_for_safety = name.starts_with("szymanski");
    let checks = if is_for_safety { limits.checks.without(Check::Progress) } else { limits.checks };
    check(&program, model, &Limits { checks, ..limits }).expect("a program with main")
}

/// By model whether a program is wrong; models that are not listed are not tried.
type Expected = &'static [(&'static str, &'static [(Model, bool)])];

const FROM_TSO: &[(Model, bool)] =
    &[(Model::SC, false), (Model::TSO, true), (Model::PSO, true), (Model::RMO, true), (Model::ARMV8, true)];
const FROM_PSO: &[(Model, bool)] =
    &[(Model::SC, false), (Model::TSO, false), (Model::PSO, true), (Model::RMO, true), (Model::ARMV8, true)];
const FROM_RMO: &[(Model, bool)] =
    &[(Model::SC, false), (Model::TSO, false), (Model::PSO, false), (Model::RMO, true), (Model::ARMV8, true)];
const ALWAYS: &[(Model, bool)] =
    &[(Model::SC, true), (Model::TSO, true), (Model::PSO, true), (Model::RMO, true), (Model::ARMV8, true)];
const NEVER: &[(Model, bool)] =
    &[(Model::SC, false), (Model::TSO, false), (Model::PSO, false), (Model::RMO, false), (Model::ARMV8, false)];
/// Under Armv8 there are more states than a test should go through.
const NEVER_UP_TO_RMO: &[(Model, bool)] =
    &[(Model::SC, false), (Model::TSO, false), (Model::PSO, false), (Model::RMO, false)];

const ONLY_ARMV8: &[(Model, bool)] =
    &[(Model::SC, false), (Model::TSO, false), (Model::PSO, false), (Model::RMO, false), (Model::ARMV8, true)];

const EXPECTED: Expected = &[
    ("any_memory", ALWAYS),
    ("any_memory_assumed", NEVER),
    ("arguments", NEVER),
    ("arguments_nameless", ALWAYS),
    ("arguments_race", ALWAYS),
    ("barrier", NEVER_UP_TO_RMO),
    ("barrier_short", ALWAYS),
    ("bounds", ALWAYS),
    ("choice", ALWAYS),
    ("choice_safe", NEVER),
    ("either_pointer", NEVER),
    ("coherence", NEVER),
    ("counted", NEVER),
    ("counted_by_updates", NEVER),
    ("counted_late", FROM_PSO),
    ("counter", ALWAYS),
    ("counter_locked", NEVER),
    ("deadlock", ALWAYS),
    ("filter_lock", &[(Model::SC, false), (Model::TSO, true), (Model::PSO, true)]),
    ("burns", FROM_TSO),
    ("chase_lev", FROM_TSO),
    ("chase_lev_fenced", NEVER_UP_TO_RMO),
    ("burns_fenced", FROM_PSO),
    ("dekker", FROM_TSO),
    ("dekker_fenced", FROM_PSO),
    ("lamport", FROM_TSO),
    ("lamport_fenced", FROM_PSO),
    ("latch", FROM_TSO),
    ("latch_fenced", NEVER),
    ("latch_light", FROM_TSO),
    ("ms_queue", NEVER_UP_TO_RMO),
    ("parker", FROM_TSO),
    // Its fences are those that x86 needs: on Arm a store before a lock that is taken may come behind one after it, as a lock is an acquire there.
    ("parker_fenced", FROM_RMO),
    ("own_copies", NEVER),
    ("own_copies_loop", NEVER),
    ("own_copies_shared", ALWAYS),
    ("own_field", FROM_TSO),
    ("recursive", NEVER),
    ("results", NEVER),
    ("signals", NEVER),
    ("signals_one", ALWAYS),
    ("signals_unchecked", ALWAYS),
    ("szymanski", FROM_TSO),
    ("szymanski_fenced", FROM_PSO),
    ("the_queue", FROM_TSO),
    ("the_queue_fenced", NEVER),
    ("ends", NEVER),
    ("exchange_for_message", NEVER),
    ("exchange_then_read", ONLY_ARMV8),
    ("freed", ALWAYS),
    ("freed_late", ALWAYS),
    ("freed_read", ALWAYS),
    ("handed_over", NEVER_UP_TO_RMO),
    ("load_buffering", FROM_RMO),
    ("load_buffering_control", NEVER),
    ("message", FROM_PSO),
    ("message_atomic", NEVER),
    ("peterson", FROM_TSO),
    ("peterson_atomic", NEVER),
    ("read_back", FROM_RMO),
    ("readers", ALWAYS),
    ("readers_writer", NEVER),
    ("semaphore", NEVER),
    ("semaphore_wrong", ALWAYS),
    ("spin_lock", NEVER),
    ("spin_lock_relaxed", FROM_RMO),
    ("stack", NEVER_UP_TO_RMO),
    ("stack_relaxed", FROM_RMO),
    ("store_buffering", FROM_TSO),
    ("store_buffering_fenced", NEVER),
    ("ticket_lock", NEVER),
    ("ticket_lock_relaxed", FROM_RMO),
    ("timed", NEVER),
    ("timed_out", ALWAYS),
    ("token", FROM_PSO),
    ("token_fenced", NEVER),
];

/// Programs without a verdict within two million states, with the reason. The list only shrinks.
const WITHOUT_VERDICT: &[(&str, Model, &str)] = &[
    (
        "stack",
        Model::RMO,
        "a compare-exchange that releases is `membar #LoadStore|#StoreStore; cas`, which keeps no reads in order: the reads of a loop that tries again are all pending at once",
    ),
    (
        "the_queue_fenced",
        Model::RMO,
        "its locks are acquires and releases, as they are on SPARC, and no full fences: what is under them is pending beside what is not (it holds, in 2.7 million states where few accesses are delayed)",
    ),
    ("the_queue_fenced", Model::ARMV8, "as under RMO: what was under a lock is pending behind it"),
];

/// Whether a program has no verdict under a model.
fn is_without_verdict(name: &str, model: Model) -> bool {
    WITHOUT_VERDICT.iter().any(|(known, of, _)| (*known, *of) == (name, model))
}

#[test]
fn what_has_no_verdict_is_listed() {
    // To run out of states takes longer than all other tests here.
    if !testing::is_thorough() {
        return testing::not_run("`--all` was not asked for");
    }
    for (name, model, reason) in WITHOUT_VERDICT {
        let report = run(name, *model, true, false);
        assert!(
            matches!(report.verdict, Verdict::Unknown(_)),
            "{name} has a verdict under {model}; take it out: {reason}"
        );
    }
}

#[test]
fn verdicts_are_those_of_the_literature() {
    for (name, expected) in EXPECTED {
        for (model, is_wrong) in expected.iter().filter(|(model, _)| !is_without_verdict(name, *model)) {
            let report = run(name, *model, true, false);
            match report.verdict {
                Verdict::Holds => assert!(!is_wrong, "{name} holds under {model}"),
                Verdict::Violated(violation) => assert!(is_wrong, "{name} under {model}: {violation:#?}"),
                Verdict::Unknown(why) => panic!("{name} under {model}: {why}"),
            }
        }
    }
}

/// Few delays find what all find.
#[test]
fn verdicts_are_the_same_under_each_strategy_of_delays() {
    for (name, expected) in EXPECTED {
        for (model, is_wrong) in expected.iter().filter(|(model, _)| !is_without_verdict(name, *model)) {
            for delays in [Delays::All, Delays::OneACycle] {
                let limits = Limits { states: 2_000_000, delays, ..Limits::default() };
                match run_with(name, *model, limits).verdict {
                    Verdict::Holds => assert!(!is_wrong, "{name} holds under {model}, {delays:?}"),
                    Verdict::Violated(violation) => {
                        assert!(is_wrong, "{name} under {model}, {delays:?}: {violation:#?}")
                    }
                    Verdict::Unknown(why) => panic!("{name} under {model}, {delays:?}: {why}"),
                }
            }
        }
    }
}

/// A wake-up is lost when the owner looks for work before its reset of the latch reaches memory, and the setter finds the latch still set.
#[test]
fn the_latch_of_postgresql_is_reset_too_late() {
    let violation = violation("latch", Model::TSO);
    assert!(matches!(violation.kind, ViolationKind::Deadlock(_)), "{:?}", violation.kind);
    let pair = violation.delays.iter().find(|pair| pair.delayed.starts_with("the write of is_set"));
    assert!(pair.is_some_and(|pair| pair.past.starts_with("the read of work")), "{:?}", violation.delays);
}

/// What `va_start` makes was taken for nothing, and the first argument for an access to no object.
#[test]
fn variable_arguments_are_not_understood() {
    let verdict = run("variable_arguments", Model::SC, true, false).verdict;
    let Verdict::Unknown(Unknown::Unsupported { what, .. }) = verdict else { panic!("{verdict:?}") };
    assert_eq!(what, "variable arguments");
}

#[test]
fn the_reduction_changes_neither_violations_nor_final_states() {
    // Those whose threads go round in loops that no fence ends have too many states to be gone through.
    let locks = ["burns", "filter_lock", "lamport", "peterson"];
    let not_understood = ["variable_arguments"];
    let endless = locks.map(|lock| [(lock, Model::TSO), (lock, Model::PSO)]).concat();
    for (name, _) in PROGRAMS {
        for model in [Model::SC, Model::TSO, Model::PSO] {
            if not_understood.contains(name) || endless.contains(&(*name, model)) {
                continue;
            }
            let (with, without) = (run(name, model, true, true), run(name, model, false, true));
            for report in [&with, &without] {
                assert!(!matches!(report.verdict, Verdict::Unknown(_)), "{name} under {model}: {:?}", report.verdict);
            }
            assert_eq!(with.violations, without.violations, "{name} under {model}");
            assert_eq!(with.finals, without.finals, "{name} under {model}");
            // Where threads race for all objects nothing is left out, and what is known of accesses makes states differ.
            let has_sleepers = ["handed_over", "signals", "signals_one", "signals_unchecked"].contains(name);
            let raced_for = [("szymanski", Model::PSO), ("the_queue", Model::TSO), ("the_queue", Model::PSO)];
            let is_raced_for = has_sleepers || raced_for.contains(&(*name, model));
            assert!(is_raced_for || with.statistics.states <= without.statistics.states, "{name} under {model}");
        }
    }
}

#[test]
fn the_reduction_changes_neither_where_reads_are_delayed() {
    let names = [
        "choice",
        "choice_safe",
        "counted",
        "counted_late",
        "load_buffering",
        "store_buffering",
        "store_buffering_fenced",
    ];
    for name in names {
        for model in [Model::RMO, Model::ARMV8] {
            let (with, without) = (run(name, model, true, true), run(name, model, false, true));
            assert_eq!(with.violations, without.violations, "{name} under {model}");
            assert_eq!(with.finals, without.finals, "{name} under {model}");
        }
    }
}

/// Threads that have counted themselves are ordered before who has seen all of them, so that nothing but the count is interleaved.
#[test]
fn a_counter_hands_on_what_was_done_before_it() {
    for model in [Model::SC, Model::TSO, Model::PSO, Model::RMO, Model::ARMV8] {
        assert_eq!(run("counted", model, true, false).statistics.interleaved, 1, "{model}");
    }
}

/// Hashes are as good as states as long as no two are the same, and counterexamples do not depend on them.
#[test]
fn hashes_find_what_states_find() {
    for (name, model) in [("filter_lock", Model::SC), ("filter_lock", Model::TSO), ("token", Model::RMO)] {
        let with = |is_compact| run_with(name, model, Limits { states: 2_000_000, is_compact, ..Limits::default() });
        let (whole, hashes) = (with(false), with(true));
        assert_eq!(format!("{:?}", whole.verdict), format!("{:?}", hashes.verdict), "{name} under {model}");
        assert_eq!(whole.statistics.states, hashes.statistics.states, "{name} under {model}");
        assert!(hashes.statistics.bytes < whole.statistics.bytes, "{:?} {:?}", hashes.statistics, whole.statistics);
        assert!(whole.statistics.omission() == 0.0 && (0.0..1e-9).contains(&hashes.statistics.omission()));
    }
}

/// So many states that they are handed out to threads: found completely, up to a violation, and up to a limit, with values that delayed reads teach each other.
#[test]
fn what_is_found_does_not_depend_on_the_number_of_threads() {
    for (model, states) in [(Model::TSO, 2_000_000), (Model::PSO, 2_000_000), (Model::RMO, 60_000)] {
        let with = |jobs: usize| {
            let together = |own: &mut dyn FnMut(), others: &(dyn Fn() + Sync)| {
                std::thread::scope(|scope| {
                    (1..jobs).for_each(|_| drop(scope.spawn(others)));
                    own();
                });
            };
            run_with("filter_lock", model, Limits { states, together: Some(&together), ..Limits::default() })
        };
        let one = with(1);
        assert!(one.statistics.states > 30_000, "{model}: {:?}", one.statistics);
        for jobs in [2, 5] {
            assert_eq!(format!("{one:?}"), format!("{:?}", with(jobs)), "{model} with {jobs} threads");
        }
    }
}

/// Without the reduction, each turn of a loop that waits is gone through, so that the search ends with few delayed accesses only.
#[test]
fn turns_of_loops_that_only_read_change_nothing() {
    for name in ["spin_lock", "spin_lock_relaxed", "ticket_lock", "ticket_lock_relaxed"] {
        for model in [Model::RMO, Model::ARMV8] {
            let all = run(name, model, true, true);
            assert!(!matches!(all.verdict, Verdict::Unknown(_)), "{name} under {model}: {:?}", all.verdict);
            for buffer in 1..=if testing::is_thorough() { 3 } else { 2 } {
                let limits =
                    |reduction| Limits { states: 2_000_000, buffer, reduction, all: true, ..Limits::default() };
                let (with, without) = (run_with(name, model, limits(true)), run_with(name, model, limits(false)));
                let is_within = |few: &Report, many: &Report| {
                    few.finals.iter().all(|one| many.finals.contains(one))
                        && few.violations.iter().all(|one| many.violations.contains(one))
                };
                let details = format!("{name} under {model} with {buffer} delayed");
                assert!(is_within(&without, &with), "{details}: {without:#?} {with:#?}");
                assert!(is_within(&with, &all), "{details}: {with:#?} {all:#?}");
                assert!(with.statistics.states < without.statistics.states, "{details}");
                assert_eq!(with.violations.is_empty(), !name.ends_with("relaxed"), "{details}");
            }
        }
    }
}

fn violation(name: &str, model: Model) -> lakmus_weaken::checker::Violation {
    match run(name, model, true, false).verdict {
        Verdict::Violated(violation) => *violation,
        other => panic!("{name} under {model}: {other:?}"),
    }
}

#[test]
fn store_buffering_is_told_as_a_write_that_a_read_overtakes() {
    let violation = violation("store_buffering", Model::TSO);
    assert_eq!(violation.kind, ViolationKind::Assertion(Some("store_buffering.c:31:3".to_owned())));
    let delayed: Vec<(&str, &str)> =
        violation.delays.iter().map(|pair| (pair.delayed.as_str(), pair.past.as_str())).collect();
    assert!(
        delayed.contains(&("the write of x (store_buffering.c:8:5)", "the read of y (store_buffering.c:12:11)"))
            || delayed
                .contains(&("the write of y (store_buffering.c:17:5)", "the read of x (store_buffering.c:21:11)")),
        "{delayed:?}"
    );
}

#[test]
fn the_token_overtakes_its_flag_under_pso() {
    let violation = violation("token", Model::PSO);
    assert_eq!(violation.kind, ViolationKind::Assertion(Some("token.c:19:5".to_owned())));
    let pair = violation.delays.iter().find(|pair| pair.delayed.starts_with("the write of flag["));
    assert!(pair.is_some_and(|pair| pair.past.starts_with("the write of latch[")), "{:?}", violation.delays);
}

#[test]
fn what_is_sequentially_consistent_is_told_without_delays() {
    assert_eq!(violation("counter", Model::RMO).delays, []);
}

#[test]
fn a_lost_signal_is_a_deadlock_of_those_who_sleep() {
    let found = violation("signals_one", Model::SC);
    let ViolationKind::Deadlock(places) = &found.kind else { panic!("{:?}", found.kind) };
    assert!(places.contains(&"signals.c:14:5".to_owned()), "{places:?}");
    let steps: Vec<&str> = found.steps.iter().map(|step| step.what.as_str()).collect();
    let count = |what: &str| steps.iter().filter(|steps| **steps == what).count();
    assert_eq!(count("sleeps until changed is signalled"), 2, "{steps:#?}");
    assert_eq!(steps.iter().filter(|steps| steps.starts_with("wakes thread")).count(), 1, "{steps:#?}");
    assert!(steps.iter().all(|steps| !steps.contains("gates") && !steps.contains("where threads sleep")), "{steps:#?}");
}

#[test]
fn faults_have_their_places() {
    let bounds = violation("bounds", Model::SC);
    let ViolationKind::Address(what, Some(place)) = &bounds.kind else { panic!("{:?}", bounds.kind) };
    assert_eq!((what.as_str(), place.as_str()), ("&table+12", "bounds.c:16:21"));
    let deadlock = violation("deadlock", Model::TSO);
    let ViolationKind::Deadlock(places) = &deadlock.kind else { panic!("{:?}", deadlock.kind) };
    assert_eq!(places.len(), 3, "both threads, and main, which waits for the first: {places:?}");
}

#[test]
fn a_bound_of_delays_is_not_passed_over_in_silence() {
    let text = PROGRAMS.iter().find(|(name, _)| *name == "token_fenced").expect("a program").1;
    let program = cprog::read([text]).expect("LLVM IR that LLVM takes");
    let limits = Limits { states: 100_000, buffer: 1, ..Limits::default() };
    let report = check(&program, Model::PSO, &limits).expect("main");
    assert!(matches!(report.verdict, Verdict::Unknown(_)), "{:?}", report.verdict);
    let few = Limits { states: 3, ..Limits::default() };
    let report = check(&program, Model::PSO, &few).expect("main");
    assert!(matches!(report.verdict, Verdict::Unknown(_)), "{:?}", report.verdict);
}

/// Szymanski's program, as it is written here, reads a flag twice where the algorithm reads it once.
#[test]
fn a_flag_that_is_read_twice_is_missed_and_waited_for_for_ever() {
    let (_, text) = PROGRAMS.iter().find(|(name, _)| *name == "szymanski").expect("a program");
    let program = cprog::read([*text]).expect("LLVM IR that LLVM takes");
    let report = check(&program, Model::SC, &Limits::default()).expect("a program with main");
    let Verdict::Violated(violation) = report.verdict else { panic!("{:?}", report.verdict) };
    let ViolationKind::NoProgress { spins, waits } = violation.kind else { panic!("{:?}", violation.kind) };
    assert_eq!(spins, ["thread 2 reads flag[0] = 0 at szymanski.c:25:12"]);
    assert_eq!(waits, ["thread 0 at szymanski.c:48:5"]);
}
