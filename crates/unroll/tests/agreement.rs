//! The formula and the search through states say the same of programs that both take.
//!
//! Two engines that share nothing but the reading of LLVM IR: one has the machine's states, the other the architecture's cat model and its instructions.

mod shipped;

use bmc::violations::{ProgramVerdict, check, check_before};
use bmc::{Limits, Refusal};
use lakmus_unroll::{Target, unroll};
use sim::Model;
use weaken::checker;

use shipped::target_and_model;

macro_rules! programs {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../weaken/tests/programs/", $name, ".ll")))),*]
    };
}

/// Programs whose search through states is soon done.
const PROGRAMS: &[(&str, &str)] = programs![
    "barrier",
    "barrier_short",
    "bounds",
    "burns",
    "burns_fenced",
    "choice",
    "choice_safe",
    "coherence",
    "counted",
    "counted_by_updates",
    "counted_late",
    "counter",
    "counter_locked",
    "deadlock",
    "dekker",
    "dekker_fenced",
    "either_pointer",
    "ends",
    "exchange_for_message",
    "exchange_then_read",
    "freed",
    "freed_late",
    "freed_read",
    "handed_over",
    "lamport",
    "load_buffering",
    "load_buffering_control",
    "message",
    "message_atomic",
    "own_copies",
    "own_field",
    "parker",
    "parker_fenced",
    "peterson",
    "store_buffering",
    "ticket_lock",
];

/// What the formula says with so many turns of loops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Said {
    Holds,
    NeverEnds,
    HoldsSoFar,
    Violated,
    Refused,
}

/// With `keeps_cuts` or, as if a bound were always enough, without.
fn by_formula(text: &str, (target, model): &(Target, Model), turns: u32, keeps_cuts: bool) -> Said {
    let program = cprog::read([text]).unwrap_or_else(|error| panic!("{error:?}"));
    let limits = lakmus_unroll::Limits { turns, steps: 200_000, cancelled: &|| false };
    let mut unrolling = match unroll(&program, target, &limits) {
        Ok(unrolling) => unrolling,
        Err(_) => return Said::Refused,
    };
    if !keeps_cuts {
        unrolling.unrolled.cuts.clear();
    }
    match check(&unrolling.unrolled, model, &Limits::default()).map(|report| report.verdict) {
        Ok(ProgramVerdict::Holds) => Said::Holds,
        Ok(ProgramVerdict::NeverEnds) => Said::NeverEnds,
        Ok(ProgramVerdict::HoldsSoFar(_)) => Said::HoldsSoFar,
        Ok(ProgramVerdict::Violated(_)) => Said::Violated,
        Err(Refusal::AddressBits | Refusal::TooManyLocations) => Said::Refused,
        Err(refusal) => panic!("{refusal}"),
    }
}

/// What the states say; none where they do not know.
fn by_states(text: &str, model: weaken::Model) -> Option<Said> {
    let program = cprog::read([text]).unwrap_or_else(|error| panic!("{error:?}"));
    let limits = checker::Limits { states: 60_000, ..checker::Limits::default() };
    match checker::check(&program, model, &limits).ok()?.verdict {
        checker::Verdict::Holds => Some(Said::Holds),
        checker::Verdict::Violated(_) => Some(Said::Violated),
        checker::Verdict::Unknown(_) => None,
    }
}

/// Compares all programs; how many verdicts were the same.
fn compare(states: weaken::Model, cat: &str) -> usize {
    let target = target_and_model(cat);
    let mut same = 0;
    for (name, text) in PROGRAMS {
        let Some(expected) = by_states(text, states) else { continue };
        for turns in [1, 3] {
            let said = by_formula(text, &target, turns, true);
            match said {
                Said::Holds | Said::NeverEnds | Said::Violated => {
                    assert_eq!(said, expected, "{name} under {cat}, {turns} turns")
                }
                Said::HoldsSoFar | Said::Refused => continue,
            }
            same += usize::from(turns == 3);
        }
    }
    same
}

#[test]
fn the_same_under_tso() {
    assert!(compare(weaken::Model::TSO, "x86tso") >= 20);
}

#[test]
fn the_same_under_armv8() {
    assert!(compare(weaken::Model::ARMV8, "aarch64") >= 15);
}

#[test]
fn the_same_under_sequential_consistency() {
    assert!(compare(weaken::Model::SC, "sc") >= 20);
}

fn program(name: &str) -> &'static str {
    PROGRAMS.iter().find(|(known, _)| *known == name).map_or_else(|| panic!("no program {name}"), |(_, text)| text)
}

/// Were the assertion that the bound suffices left out, `holds` would be wrong: so it is looked at.
#[test]
fn without_the_unwinding_assertion_verdicts_are_wrong() {
    let target = target_and_model("x86tso");
    let is_wrong = |(_, text): &&(&str, &str)| {
        by_states(text, weaken::Model::TSO) == Some(Said::Violated)
            && by_formula(text, &target, 1, false) == Said::Holds
    };
    let wrong: Vec<&str> = PROGRAMS.iter().filter(is_wrong).map(|(name, _)| *name).collect();
    assert!(!wrong.is_empty(), "no program needs a second turn for its violation");
    for name in wrong {
        assert_eq!(by_formula(program(name), &target, 1, true), Said::HoldsSoFar, "{name}");
    }
}

/// An order in the program is one in the formula: the message that is sent by plain accesses is lost where that by atomic ones is not.
#[test]
fn orders_of_the_program_reach_the_formula() {
    for (cat, plain) in [
        ("aarch64", Said::Violated),
        ("power", Said::Violated),
        ("arm", Said::Violated),
        ("rvwmo", Said::Violated),
        ("x86tso", Said::Holds),
    ] {
        let target = target_and_model(cat);
        assert_eq!(by_formula(program("message"), &target, 2, true), plain, "{cat}");
        assert_eq!(by_formula(program("message_atomic"), &target, 2, true), Said::Holds, "{cat}");
    }
}

/// An execution that only a formula has is no violation: here the formula is one of a weaker model than the evaluator is asked about.
#[test]
fn what_the_evaluator_does_not_allow_is_refused() {
    let (target, weak) = target_and_model("x86tso");
    let (_, strong) = target_and_model("sc");
    let unrolled = |name: &str| {
        let program = cprog::read([program(name)]).unwrap_or_else(|error| panic!("{error:?}"));
        let limits = lakmus_unroll::Limits { turns: 1, steps: 200_000, cancelled: &|| false };
        unroll(&program, &target, &limits).unwrap_or_else(|refused| panic!("{refused:?}")).unrolled
    };
    let before = |name: &str, referee: &Model| check_before(&unrolled(name), &weak, referee, &Limits::default());
    assert!(matches!(before("store_buffering", &strong), Err(Refusal::NotConfirmed)));
    let confirmed = before("store_buffering", &weak).map(|report| report.verdict);
    assert!(matches!(confirmed, Ok(ProgramVerdict::Violated(execution)) if execution.is_confirmed));
    // Where nothing is found, the evaluator is not asked.
    assert!(matches!(
        before("dekker_fenced", &strong).map(|report| report.verdict),
        Ok(ProgramVerdict::Holds | ProgramVerdict::HoldsSoFar(_))
    ));
}

/// `main` waits for a value that the other thread writes.
fn waits_for(value: u32) -> String {
    format!(
        "@flag = global i32 0
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
define ptr @worker(ptr %a) {{
  store atomic i32 1, ptr @flag seq_cst, align 4
  ret ptr null
}}
define i32 @main() {{
entry:
  %h = alloca i64
  %c = call i32 @pthread_create(ptr %h, ptr null, ptr @worker, ptr null)
  br label %wait
wait:
  %v = load atomic i32, ptr @flag seq_cst, align 4
  %is = icmp eq i32 %v, {value}
  br i1 %is, label %end, label %wait
end:
  ret i32 0
}}
"
    )
}

/// A program that waits for what never comes has no violation that the formula looks for, and yet it does not hold.
#[test]
fn a_program_that_never_ends_does_not_hold() {
    for cat in ["x86tso", "aarch64", "rc11"] {
        let target = target_and_model(cat);
        assert_eq!(by_formula(&waits_for(1), &target, 1, true), Said::Holds, "{cat}");
        assert_eq!(by_formula(&waits_for(2), &target, 1, true), Said::Violated, "{cat}");
    }
}

/// `memcpy_s` copies nothing between objects that overlap, and clears the target (ISO C11 K.3.7.1.1).
#[test]
fn a_copy_onto_itself_clears_the_target() {
    let text = |source: &str, expected: u32| {
        format!(
            "declare i32 @memcpy_s(ptr, i64, ptr, i64)
declare void @__assert_fail(ptr, ptr, i32, ptr)
define i32 @main() {{
entry:
  %to = alloca i32
  %other = alloca i32
  store i32 5, ptr %to
  store i32 7, ptr %other
  %r = call i32 @memcpy_s(ptr %to, i64 4, ptr %{source}, i64 4)
  %v = load i32, ptr %to
  %is = icmp eq i32 %v, {expected}
  br i1 %is, label %good, label %bad
bad:
  call void @__assert_fail(ptr null, ptr null, i32 0, ptr null)
  unreachable
good:
  ret i32 0
}}
"
        )
    };
    let target = target_and_model("rc11");
    for (source, expected) in [("to", 0), ("other", 7)] {
        let program = cprog::read_to_run([text(source, expected).as_str()]).unwrap_or_else(|error| panic!("{error:?}"));
        let limits = lakmus_unroll::Limits { turns: 1, steps: 20_000, cancelled: &|| false };
        let unrolling = unroll(&program, &target.0, &limits).unwrap_or_else(|refused| panic!("{refused:?}"));
        let verdict = check(&unrolling.unrolled, &target.1, &Limits::default()).map(|report| report.verdict);
        assert!(matches!(verdict, Ok(ProgramVerdict::Holds)), "{source}: {verdict:?}");
    }
}
