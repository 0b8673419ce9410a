//! Ports of random programs from x86 to other models, against the simulator: with the fences that are placed for the port, no outcome is new.

use std::collections::BTreeSet;

use aeg::model::{FenceKind, Model};

use super::random::{ARM, ARM32, Anchor, Item, Layout, Order, POWER, RISCV, Random, Sample, Target, X86};
use super::{FROM, analyse, asked_for, instruction, outcomes};

/// Outcomes with registers by their number in place of their names on an architecture.
fn by_number(outcomes: &BTreeSet<String>, target: &Target) -> BTreeSet<String> {
    let value = |part: &str| {
        let (place, value) = part.split_once('=')?;
        let number = place.split_once(':').map(|(thread, register)| {
            let number =
                target.registers.iter().position(|known| *known == register).expect("a register of the sample");
            format!("{thread}:{number}")
        });
        Some(format!("{}={value}", number.unwrap_or_else(|| place.trim_matches(['[', ']']).to_owned())))
    };
    let line = |outcome: &String| {
        let parts: BTreeSet<String> =
            outcome.trim_matches('"').split(';').filter_map(|part| value(part.trim())).collect();
        parts.into_iter().collect::<Vec<_>>().join("; ")
    };
    outcomes.iter().map(line).collect()
}

/// What came of the port of a program.
struct Ported {
    fences: Vec<(Anchor, FenceKind)>,
    /// Whether it has new outcomes without fences.
    needs_any: bool,
}

/// Ports a program from x86, and checks that it has no new outcomes then.
fn port(sample: &Sample, name: &str, target: &Target, model: Model, cat: &str) -> Ported {
    FROM.set(Some(Model::TSO));
    let (_, fences) = analyse(sample, model);
    FROM.set(None);
    let old = by_number(&outcomes(&sample.litmus(&X86, &|_, _| Vec::new()), "x86tso"), &X86);
    let put = |thread, statement| {
        let here = fences.iter().filter(|(anchor, _)| (anchor.thread, anchor.statement) == (thread, statement));
        here.map(|(_, kind)| instruction(target, *kind)).collect()
    };
    let fenced = sample.litmus(target, &put);
    let new = by_number(&outcomes(&fenced, cat), target);
    assert!(new.is_subset(&old), "{name} with fences under {model}: {:?} are new\n{fenced}", &new - &old);
    let bare = by_number(&outcomes(&sample.litmus(target, &|_, _| Vec::new()), cat), target);
    Ported { fences, needs_any: !bare.is_subset(&old) }
}

fn campaign(target: &Target, model: Model, cat: &str) {
    let (count, first) = asked_for();
    let (mut placed, mut to_be_robust, mut needless, mut needed) = (0, 0, 0, 0);
    for seed in first..first + count {
        let sample = Sample::new(&mut Random(seed));
        let ported = port(&sample, &format!("program {seed}"), target, model, cat);
        placed += ported.fences.len();
        to_be_robust += analyse(&sample, model).1.len();
        needed += u64::from(ported.needs_any);
        needless += u64::from(!ported.needs_any && !ported.fences.is_empty());
    }
    println!(
        "{model}: {count} programs from {first}, {needed} have new outcomes, {needless} are fenced that have none; {placed} fences, and {to_be_robust} for sequential consistency"
    );
    assert!(needed > 0 && placed < to_be_robust, "the samples show nothing");
}

#[test]
fn ported_programs_have_no_new_outcomes_on_arm() {
    campaign(&ARM, Model::ARMV8, "aarch64");
    campaign(&ARM32, Model::ARMV7, "arm");
}

#[test]
fn ported_programs_have_no_new_outcomes_on_power() {
    campaign(&POWER, Model::POWER, "power");
}

#[test]
fn ported_programs_have_no_new_outcomes_on_risc_v() {
    campaign(&RISCV, Model::RVWMO, "rvwmo");
}

fn write(variable: usize, value: u64) -> Item {
    Item::Write { variable, value, order: Order::Plain }
}

fn read(variable: usize, register: usize) -> Item {
    Item::Read { variable, register, order: Order::Plain }
}

fn sample(threads: Vec<Vec<Item>>) -> Sample {
    Sample { threads, variables: 3, layout: Layout::Apart }
}

/// The threads with a fence.
fn fenced(ported: &Ported) -> BTreeSet<usize> {
    ported.fences.iter().map(|(anchor, _)| anchor.thread).collect()
}

/// x86 allows store buffering, so that it is not the port's; a message needs an order at both ends.
#[test]
fn what_x86_allows_is_not_the_ports() {
    let buffering = sample(vec![vec![write(0, 1), read(1, 0)], vec![write(1, 1), read(0, 0)]]);
    let message = sample(vec![vec![write(0, 1), write(1, 1)], vec![read(1, 0), read(0, 1)]]);
    for (target, model, cat) in [(&ARM, Model::ARMV8, "aarch64"), (&POWER, Model::POWER, "power")] {
        let ported = port(&buffering, "SB", target, model, cat);
        assert!(ported.fences.is_empty() && !ported.needs_any, "SB under {model}");
        assert!(!analyse(&buffering, model).1.is_empty(), "SB under {model}");
        let ported = port(&message, "MP", target, model, cat);
        assert!(ported.needs_any);
        assert_eq!(fenced(&ported), BTreeSet::from([0, 1]), "MP under {model}");
    }
}

/// A fence that x86 has makes store buffering forbidden there. `mfence` is there on Arm, too, so that nothing is asked for; a locked instruction orders less there.
#[test]
fn what_x86_orders_by_fences_is_the_ports() {
    let one = sample(vec![vec![write(0, 1), Item::Fence, read(1, 0)], vec![write(1, 1), read(0, 0)]]);
    assert!(port(&one, "SB with a fence", &ARM, Model::ARMV8, "aarch64").fences.is_empty());
    let both = vec![write(0, 1), Item::Fence, read(1, 0)];
    let other = vec![write(1, 1), Item::Fence, read(0, 0)];
    assert!(port(&sample(vec![both, other]), "SB with fences", &ARM, Model::ARMV8, "aarch64").fences.is_empty());
}

/// The cycle that x86 forbids goes through the first thread twice: into its write and out of its read, which x86 leaves in either order. A search for critical cycles, which visit each thread once, does not see that the
/// second thread is on it.
#[test]
fn cycles_of_x86_may_visit_a_thread_twice() {
    let threads = vec![vec![write(0, 1), read(1, 0)], vec![read(0, 0), write(1, 1)], vec![write(1, 2), write(0, 2)]];
    for (target, model, cat) in [(&ARM, Model::ARMV8, "aarch64"), (&RISCV, Model::RVWMO, "rvwmo")] {
        let ported = port(&sample(threads.clone()), "twice", target, model, cat);
        assert!(ported.needs_any);
        assert_eq!(fenced(&ported), BTreeSet::from([1, 2]), "{model}");
    }
}
