//! Loops around a compare-and-swap that writes back what it has found: `cmpxchg` of x86 always does so where the comparison fails, `CAS` of AArch64 may.
//!
//! The sources are in `write_backs`, each with what clang makes of it (`-O0`), as it stands and with `-DBUG`. With one turn as the bound, right ones hold for all executions: turns that change nothing
//! are left out. The search through states, which goes round as often as the machine does, says the same.

mod shipped;

use bmc::Limits;
use bmc::violations::{ProgramVerdict, check};
use lakmus_unroll::{Target, unroll};
use weaken::checker;

use shipped::target_and_model;

struct Loop {
    name: &'static str,
    right: &'static str,
    broken: &'static str,
}

macro_rules! loops {
    ($($name:literal),* $(,)?) => {
        &[$(Loop {
            name: $name,
            right: include_str!(concat!("write_backs/", $name, ".ll")),
            broken: include_str!(concat!("write_backs/", $name, "_broken.ll")),
        }),*]
    };
}

const LOOPS: &[Loop] = loops!["add", "lock", "message"];

fn verdict(text: &str, (model, mapping): (&str, Option<&str>)) -> ProgramVerdict {
    let (known, model) = target_and_model(model);
    let mapping = mapping.and_then(arch::mapping).or(known.mapping);
    let target = Target { mapping, ..known };
    let program = cprog::read([text]).unwrap_or_else(|error| panic!("{error:?}"));
    let limits = lakmus_unroll::Limits { turns: 1, steps: 200_000, cancelled: &|| false };
    let unrolling = unroll(&program, &target, &limits).unwrap_or_else(|refused| panic!("{refused:?}"));
    check(&unrolling.unrolled, &model, &Limits::default()).unwrap_or_else(|refusal| panic!("{refusal}")).verdict
}

fn by_states(text: &str, model: weaken::Model) -> checker::Verdict {
    let program = cprog::read([text]).unwrap_or_else(|error| panic!("{error:?}"));
    checker::check(&program, model, &checker::Limits::default()).unwrap_or_else(|error| panic!("{error:?}")).verdict
}

fn compare(formula: (&str, Option<&str>), states: weaken::Model) {
    for Loop { name, right, broken } in LOOPS {
        let found = verdict(right, formula);
        assert!(matches!(found, ProgramVerdict::Holds), "{name} under {formula:?}: {found:?}");
        let found = verdict(broken, formula);
        assert!(matches!(found, ProgramVerdict::Violated(_)), "{name} with its bug under {formula:?}: {found:?}");
        let found = by_states(right, states);
        assert!(matches!(found, checker::Verdict::Holds), "{name} by states: {found:?}");
        let found = by_states(broken, states);
        assert!(matches!(found, checker::Verdict::Violated(_)), "{name} with its bug by states: {found:?}");
    }
}

#[test]
fn cmpxchg_under_x86_tso() {
    compare(("x86tso", None), weaken::Model::TSO);
}

#[test]
fn cas_under_armv8() {
    compare(("aarch64", Some("aarch64-abi-lse")), weaken::Model::ARMV8);
}
