//! What is looked for beside assertions: programs that are wrong in one way each, and the same ones repaired, as the LLVM IR of `programs/checks/*.c` (clang 14, with the macros that are set).

use lakmus_weaken::Model;
use lakmus_weaken::checker::{Check, Checks, Limits, Verdict, ViolationKind, check};

macro_rules! programs {
    ($($name:literal),* $(,)?) => {
        const PROGRAMS: &[(&str, &str)] = &[$(($name, include_str!(concat!("programs/checks/", $name, ".ll")))),*];
    };
}

programs![
    "aligned",
    "aligned_odd",
    "arithmetic",
    "arithmetic_add",
    "arithmetic_multiply",
    "arithmetic_negate",
    "arithmetic_subtract",
    "both_late",
    "given_back",
    "library",
    "library_long",
    "library_ordered",
    "library_ordered_behind",
    "mixed",
    "mixed_early",
    "mixed_reset",
    "mutexes",
    "mutexes_destroyed",
    "mutexes_held",
    "mutexes_kept",
    "mutexes_unmade",
    "numbers",
    "once",
    "once_early",
    "other_thread",
    "other_thread_try",
    "publish",
    "publish_relaxed",
    "publish_unacquired",
    "reporting",
    "sequence",
    "sequence_stores",
    "sequence_unfenced",
    "unwritten",
    "unwritten_byte",
    "unwritten_copy",
    "unwritten_field",
    "unwritten_heap",
    "unwritten_register",
];

const MODELS: [Model; 5] = [Model::SC, Model::TSO, Model::PSO, Model::RMO, Model::ARMV8];

/// What is wrong with a program, if anything is, when this is looked for, too.
fn found(name: &str, model: Model, with: Option<Check>, reduction: bool) -> Option<String> {
    let ir = PROGRAMS.iter().find(|(of, _)| *of == name).expect("a program of this name").1;
    let program = cprog::read_to_run([ir]).expect("the IR of clang");
    let checks = with.map_or(Checks::DEFAULT, |check| Checks::DEFAULT.with(check));
    let report = check(&program, model, &Limits { checks, reduction, states: 300_000, ..Limits::default() });
    match report.expect("a program with main").verdict {
        Verdict::Holds => None,
        Verdict::Violated(violation) => Some(violation.kind.to_string()),
        Verdict::Unknown(why) => panic!("{name} under {model}: {why}"),
    }
}

/// Each way, under each model: what holds, or what is said of what does not.
fn expect(expected: &[(&str, Option<&str>)], with: Option<Check>) {
    for (name, wanted) in expected {
        for model in MODELS {
            // Where every access is interleaved and reads are delayed there are many states.
            let is_small = [Model::SC, Model::TSO].contains(&model);
            for reduction in if is_small { &[true, false][..] } else { &[true] } {
                let found = found(name, model, with, *reduction);
                assert_eq!(found.as_deref(), *wanted, "{name} under {model}, reduction: {reduction}");
            }
        }
    }
}

#[test]
fn races_are_those_of_c11() {
    expect(
        &[
            ("publish", None),
            ("sequence", None),
            ("mixed", None),
            (
                "publish_relaxed",
                Some(
                    "a data race on data: thread 1 writes it at publish.c:16:8, thread 2 reads it at publish.c:23:9, and nothing orders the two",
                ),
            ),
            (
                "publish_unacquired",
                Some(
                    "a data race on data: thread 1 writes it at publish.c:16:8, thread 2 reads it at publish.c:23:9, and nothing orders the two",
                ),
            ),
        ],
        Some(Check::Race),
    );
}

/// Whatever is found first, it is a race on the object, and its places are in the source.
#[test]
fn races_are_found_through_sequences_fields_and_frees() {
    for (name, on, place) in [
        ("sequence_stores", "data", "sequence.c:29:9"),
        ("sequence_unfenced", "data", "sequence.c:29:9"),
        ("mixed_reset", "object 2", "mixed.c:30:23"),
        ("given_back", "object 1", "frees its object at given_back.c:19:3"),
        ("library_ordered_behind", "counted", "library_ordered.c:22:10"),
    ] {
        for model in MODELS {
            let found = found(name, model, Some(Check::Race), true).expect("a race");
            assert!(found.starts_with(&format!("a data race on {on}")), "{name} under {model}: {found}");
            assert!(found.contains(place), "{name} under {model}: {found}");
        }
    }
}

#[test]
fn what_the_library_orders_is_no_race() {
    for model in [Model::SC, Model::TSO] {
        assert_eq!(found("library_ordered", model, Some(Check::Race), true), None, "under {model}");
    }
}

/// The branches that race are taken where a store is delayed past a load.
#[test]
fn races_of_weak_executions_are_found_under_weak_models() {
    assert_eq!(found("both_late", Model::SC, Some(Check::Race), true), None);
    for model in &MODELS[1..] {
        let found = found("both_late", *model, Some(Check::Race), true).expect("a race");
        assert!(found.starts_with("a data race on data"), "{found}");
    }
}

#[test]
fn nothing_is_said_of_races_where_they_are_not_looked_for() {
    assert_eq!(found("publish_relaxed", Model::TSO, None, true), None);
}

#[test]
fn signed_arithmetic_overflows_and_unsigned_does_not() {
    expect(
        &[
            ("arithmetic", None),
            ("arithmetic_add", Some("arithmetic.c:13:9: an overflow: 2147483647 + 1 is no signed number of 32 bits")),
            (
                "arithmetic_subtract",
                Some("arithmetic.c:15:10: an overflow: -2147483647 - 2 is no signed number of 32 bits"),
            ),
            (
                "arithmetic_multiply",
                Some("arithmetic.c:17:9: an overflow: 2147483647 * 2 is no signed number of 32 bits"),
            ),
            (
                "arithmetic_negate",
                Some("arithmetic.c:20:7: an overflow: 0 - -2147483648 is no signed number of 32 bits"),
            ),
        ],
        Some(Check::Overflow),
    );
}

#[test]
fn misuse_of_mutexes_is_found_also_where_they_are_tried() {
    let not_held = "&mutex is given back by a thread that does not hold it";
    let at = |line: &str| format!("other_thread.c:{line}: {not_held}");
    let (first, second) = (at("10:3"), at("10:3"));
    expect(&[("other_thread", Some(&first)), ("other_thread_try", Some(&second))], None);
    for model in [Model::SC, Model::TSO, Model::PSO] {
        for (name, wanted) in [
            ("mutexes", None),
            ("reporting", None),
            ("mutexes_held", Some("mutexes.c:38:3: the lock &plain is destroyed while a thread holds it")),
            ("mutexes_destroyed", Some("mutexes.c:40:3: the lock &plain is used after it was destroyed")),
        ] {
            assert_eq!(found(name, model, None, true).as_deref(), wanted, "{name} under {model}");
        }
        let found = found("mutexes_kept", model, None, true).expect("a deadlock");
        assert!(found.starts_with("a deadlock"), "{found}");
    }
}

#[test]
fn reads_of_what_was_never_written_are_found() {
    expect(&[("unwritten", None)], Some(Check::Uninitialised));
    for (name, what) in [
        ("unwritten_byte", ", which was never written"),
        ("unwritten_field", "was never written"),
        ("unwritten_copy", "was never written"),
        ("unwritten_heap", ", which was never written"),
        ("unwritten_register", "a local variable is used that was never written"),
        ("mutexes_unmade", "the lock &object 2 is used and was never initialised"),
    ] {
        let place = if name == "mutexes_unmade" { "mutexes.c:44:3: " } else { "unwritten.c:" };
        // Mutexes with types have many states where reads are delayed.
        let models = if name == "mutexes_unmade" { &MODELS[..3] } else { &MODELS[..] };
        for &model in models {
            assert_eq!(found(name, model, None, true), None, "{name} under {model}");
            let found = found(name, model, Some(Check::Uninitialised), true).expect("a read");
            assert!(found.starts_with(place) && found.ends_with(what), "{name} under {model}: {found}");
        }
    }
}

#[test]
fn what_was_given_back_is_named_with_its_places() {
    for model in MODELS {
        assert_eq!(
            found("given_back", model, None, true).as_deref(),
            Some(
                "given_back.c:11:11: an access to object 1, memory allocated in main at given_back.c:17:3, which was given back at given_back.c:19:3"
            ),
            "under {model}"
        );
    }
}

#[test]
fn alignments_are_powers_of_two() {
    expect(
        &[
            ("aligned", None),
            ("aligned_odd", Some("aligned.c:8:8: memory is to be aligned to what is no power of two")),
        ],
        None,
    );
}

#[test]
fn the_library_is_run_as_a_program() {
    expect(&[("numbers", None)], None);
    for model in [Model::SC, Model::TSO, Model::PSO] {
        for name in ["library", "once"] {
            assert_eq!(found(name, model, None, true), None, "{name} under {model}");
        }
    }
    let early = found("once_early", Model::TSO, None, true).expect("an assertion that fails");
    assert_eq!(early, "once.c:22:3: an assertion fails");
    let long = found("library_long", Model::SC, None, true).expect("an access outside of an object");
    assert!(long.contains("library.c:37:3") && long.contains("which is in no object"), "{long}");
}

/// What is looked for by default is said by name.
#[test]
fn checks_have_names() {
    let names: Vec<&str> = Checks::DEFAULT.with(Check::Race).iter().map(Check::name).collect();
    assert_eq!(names, ["division", "mutex", "progress", "race"]);
    let misuse = ViolationKind::Misuse("a barrier is initialised that is in use", Some("a.c:3:1".to_owned()));
    assert_eq!(misuse.to_string(), "a.c:3:1: a barrier is initialised that is in use");
}
