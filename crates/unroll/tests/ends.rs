//! Memory that is no more, and misuse of mutexes: right programs hold, wrong ones are violated, as the formula says and as the search through states does.
//!
//! The sources are in `ends`, each with what clang makes of it (`-O0`), as it stands and with `-DBUG`.

mod shipped;

use bmc::Limits;
use bmc::violations::{ProgramVerdict, Wrong, check};
use lakmus_unroll::unroll;
use weaken::checker;

use shipped::target_and_model;

/// What is wrong with a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// By the condition of a place in the program: its text has this in it.
    AtAPlace(&'static str),
    /// An access of one thread behind the end by another.
    TooLate,
    /// A data race with the end: behaviour is undefined.
    Undefined,
}

struct Ends {
    name: &'static str,
    kind: Kind,
    right: &'static str,
    broken: &'static str,
    /// Whether stores of x86 are in order enough for the broken one.
    holds_under_tso: bool,
}

macro_rules! ends {
    ($($name:literal: $kind:expr, $holds:literal);* $(;)?) => {
        &[$(Ends {
            name: $name,
            kind: $kind,
            right: include_str!(concat!("ends/", $name, ".ll")),
            broken: include_str!(concat!("ends/", $name, "_broken.ll")),
            holds_under_tso: $holds,
        }),*]
    };
}

const PROGRAMS: &[Ends] = ends![
    "aligned": Kind::AtAPlace("no power of two"), false;
    "alone": Kind::AtAPlace("which is no more"), false;
    "barrier": Kind::AtAPlace("a barrier is used"), false;
    "barrier_again": Kind::AtAPlace("a barrier is initialised"), false;
    "destroyed": Kind::AtAPlace("is destroyed while a thread holds it"), false;
    "exits": Kind::TooLate, false;
    "holder": Kind::AtAPlace("by a thread that does not hold it"), false;
    "inside": Kind::AtAPlace("that was not allocated"), false;
    "local": Kind::TooLate, false;
    "published": Kind::TooLate, false;
    "references": Kind::TooLate, true;
    "twice": Kind::TooLate, false;
    "used": Kind::AtAPlace("lock is"), false;
];

/// The verdict, and of a violation which one it is.
fn by_formula(text: &str, model: &str) -> (ProgramVerdict, Option<Kind>, String) {
    let (target, model) = target_and_model(model);
    let program = cprog::read([text]).unwrap_or_else(|error| panic!("{error:?}"));
    let limits = lakmus_unroll::Limits { turns: 3, steps: 200_000, cancelled: &|| false };
    let unrolling = unroll(&program, &target, &limits).unwrap_or_else(|refused| panic!("{refused:?}"));
    assert!(!unrolling.is_blind_to_ends && !unrolling.is_blind_to_holders);
    let report = check(&unrolling.unrolled, &model, &Limits::default()).unwrap_or_else(|refusal| panic!("{refusal}"));
    let (mut kind, mut what) = (None, String::new());
    if let ProgramVerdict::Violated(execution) = &report.verdict {
        assert!(execution.is_confirmed);
        match &execution.wrong {
            &Wrong::Violation(number) => what.clone_from(&unrolling.violations[number].what),
            Wrong::TooLate { access, end } => {
                assert_ne!(access, end);
                kind = Some(Kind::TooLate);
            }
            other => panic!("{other:?}"),
        }
    }
    if report.flags.iter().any(|flag| flag == cat::UNDEFINED) {
        kind = Some(Kind::Undefined);
    }
    (report.verdict, kind, what)
}

fn compare(model: &str) {
    for Ends { name, kind, right, broken, holds_under_tso } in PROGRAMS {
        let (found, is_undefined, _) = by_formula(right, model);
        assert!(matches!(found, ProgramVerdict::Holds), "{name} under {model}: {found:?}");
        assert_eq!(is_undefined, None, "{name} under {model}");
        let (found, found_kind, what) = by_formula(broken, model);
        if *holds_under_tso && model == "x86tso" {
            assert!(matches!(found, ProgramVerdict::Holds), "{name}, broken, under {model}: {found:?}");
            continue;
        }
        if found_kind == Some(Kind::Undefined) {
            // No execution of this model has circles of reads and program order: the access that comes late races with the end.
            assert!(model == "rc11" && *name == "references", "{name} under {model}");
            continue;
        }
        assert!(matches!(found, ProgramVerdict::Violated(_)), "{name}, broken, under {model}: {found:?}");
        match kind {
            Kind::TooLate => assert_eq!(found_kind, Some(Kind::TooLate), "{name} under {model}: {what}"),
            Kind::Undefined => unreachable!("no program is said to have undefined behaviour alone"),
            Kind::AtAPlace(part) => assert!(what.contains(part), "{name} under {model}: {what}"),
        }
    }
}

#[test]
fn ends_under_rc11() {
    compare("rc11");
}

#[test]
fn ends_under_aarch64() {
    compare("aarch64");
}

#[test]
fn ends_under_power() {
    compare("power");
}

#[test]
fn ends_under_risc_v() {
    compare("rvwmo");
}

#[test]
fn ends_under_tso() {
    compare("x86tso");
}

/// Two engines that share nothing but the reading of LLVM IR.
#[test]
fn as_the_states_say() {
    for (states, model) in [(weaken::Model::TSO, "x86tso"), (weaken::Model::ARMV8, "aarch64")] {
        let mut compared = 0;
        for (name, text) in PROGRAMS.iter().flat_map(|of| [(of.name, of.right), (of.name, of.broken)]) {
            let program = cprog::read([text]).unwrap_or_else(|error| panic!("{error:?}"));
            let limits = checker::Limits { states: 100_000, ..checker::Limits::default() };
            let expected = match checker::check(&program, states, &limits).map(|report| report.verdict) {
                Ok(checker::Verdict::Holds) => false,
                Ok(checker::Verdict::Violated(_)) => true,
                Ok(checker::Verdict::Unknown(_)) | Err(_) => continue,
            };
            let is_violated = matches!(by_formula(text, model).0, ProgramVerdict::Violated(_));
            assert_eq!(is_violated, expected, "{name} under {model}");
            compared += 1;
        }
        assert!(compared >= 22, "{compared} under {model}");
    }
}
