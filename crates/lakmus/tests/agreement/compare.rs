//! One program through all commands that know a model.

use std::collections::BTreeSet;

use arch::{FenceKind, Model as FenceModel};
use fence::placement::{self, Choices};
use source::Sources;
use weaken::checker::{self, Check, Checks, Delays, Verdict, check, check_propagating};
use weaken::{self, LitmusModel, Model, Propagating, verify};

use crate::ir::{Anchor, Main, ir};
use crate::litmus::Litmus;
use crate::placement::{Point, analyse};
use crate::program::Program;
use crate::targets::Target;

type Outcomes = BTreeSet<Vec<u32>>;

/// More states than any of the programs has.
const MOST_STATES: usize = 4_000_000;

const STRATEGIES: [Delays; 3] = [Delays::Every, Delays::All, Delays::OneACycle];

/// What came of a program.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    /// What two commands do not agree on.
    pub(crate) differences: Vec<String>,
    /// How many answers were compared.
    pub(crate) comparisons: usize,
    /// Whether fences are asked for, and the outcomes are those of sequential consistency without.
    pub(crate) is_needless: bool,
}

impl Findings {
    fn compare(&mut self, what: &str, expected: &Outcomes, found: &Outcomes) {
        self.comparisons += 1;
        if expected != found {
            let only = |one: &Outcomes, other: &Outcomes| one.difference(other).cloned().collect::<Vec<_>>();
            let (missing, more) = (only(expected, found), only(found, expected));
            self.differences.push(format!("{what}: without {missing:?}, with {more:?} beside what is expected"));
        }
    }
}

/// Compares what the commands say of a program under the target's model.
pub(crate) fn compare(program: &Program, target: &Target) -> Findings {
    let mut findings = Findings::default();
    let litmus = Litmus::of(program, target.machine, target.mapping, &[]);
    let weak = litmus.outcomes(target.cat);
    if let Some(model) = target.verify {
        match model {
            LitmusModel::MultiCopyAtomic(model) => verified(program, model, &weak, &mut findings),
            LitmusModel::Propagating(model) => verified_propagating(program, model, &weak, &mut findings),
        }
        machine(&litmus, model, &weak, &mut findings);
    }
    if let Some(model) = target.fence {
        fenced(program, target, model, &mut findings);
    }
    if !findings.differences.is_empty() {
        findings.differences.push(litmus.text);
    }
    findings
}

/// What `fence` says, beside what `run` says of each code that compilers write for the program.
fn fenced(program: &Program, target: &Target, model: FenceModel, findings: &mut Findings) {
    let (pairs, fences) = proposed(program, model);
    let fences: Vec<(Anchor, Vec<String>)> =
        fences.into_iter().map(|(anchor, kind)| (anchor, target.fence_lines(kind))).collect();
    findings.is_needless = pairs > 0;
    for mapping in target.compilers() {
        let by = |fences: &[(Anchor, Vec<String>)]| Litmus::of(program, target.machine, mapping, fences);
        let plain = by(&[]);
        let (sequential, weak) = (plain.outcomes("sc"), plain.outcomes(target.cat_of_fence));
        findings.is_needless &= weak == sequential;
        let before = findings.differences.len();
        let written = if pairs == 0 {
            findings.compare(&format!("fence says robust, and run by {}", mapping.name), &sequential, &weak);
            plain
        } else {
            let fenced = by(&fences);
            let what = format!("run with the fences of fence by {}", mapping.name);
            findings.compare(&what, &fenced.outcomes("sc"), &fenced.outcomes(target.cat_of_fence));
            fenced
        };
        if findings.differences.len() > before {
            findings.differences.push(written.text);
        }
    }
}

/// What `verify` ends in where writes reach all threads at once.
fn verified(program: &Program, model: Model, expected: &Outcomes, findings: &mut Findings) {
    let (text, _) = ir(program, Main::Wait);
    let read = cprog::read([text.as_str()]).expect("LLVM IR that LLVM takes");
    for delays in STRATEGIES {
        let what = format!("verify, {delays:?}");
        let limits = checker::Limits { states: MOST_STATES, delays, all: true, ..checker::Limits::default() };
        let report = check(&read, model, &limits).unwrap_or_else(|refusal| panic!("{refusal}\n{text}"));
        match report.verdict {
            Verdict::Holds => {
                findings.compare(&what, expected, &report.finals.iter().map(|bytes| words(bytes)).collect())
            }
            verdict => findings.differences.push(format!("{what}: {verdict:?}")),
        }
    }
}

/// Global variables of 32 bits.
fn words(bytes: &[u8]) -> Vec<u32> {
    bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().expect("four bytes"))).collect()
}

/// The same where they need not: an assertion that the outcome is one of those expected holds, and with the fewest delays one that it is not this one fails, for each of them.
fn verified_propagating(program: &Program, model: Propagating, expected: &Outcomes, findings: &mut Findings) {
    let verdict = |main: Main<'_>, delays: Delays| {
        let (text, _) = ir(program, main);
        let read = cprog::read([text.as_str()]).expect("LLVM IR that LLVM takes");
        // Outcomes are compared: whether a state goes on is not asked of each.
        let checks = Checks::DEFAULT.without(Check::Progress);
        let limits = checker::Limits { states: MOST_STATES, delays, checks, ..checker::Limits::default() };
        check_propagating(&read, model, &limits).unwrap_or_else(|refusal| panic!("{refusal}\n{text}")).verdict
    };
    for delays in STRATEGIES {
        findings.comparisons += 1;
        match verdict(Main::IsOneOf(expected), delays) {
            Verdict::Holds => {}
            Verdict::Violated(violation) => {
                let steps: Vec<&str> = violation.steps.iter().map(|step| step.what.as_str()).collect();
                findings.differences.push(format!("verify, {delays:?}: another outcome: {steps:?}"));
            }
            Verdict::Unknown(why) => findings.differences.push(format!("verify, {delays:?}: {why}")),
        }
        // That it misses nothing shows best where it delays least.
        let each = if delays == Delays::OneACycle { Some(expected) } else { None };
        for outcome in each.into_iter().flatten() {
            match verdict(Main::IsNot(outcome), delays) {
                Verdict::Violated(_) => {}
                found => findings.differences.push(format!("verify, {delays:?}: without {outcome:?}: {found:?}")),
            }
        }
    }
}

/// What the machine for litmus tests ends in.
fn machine(litmus: &Litmus, model: LitmusModel, expected: &Outcomes, findings: &mut Findings) {
    let mut sources = Sources::new();
    let test = litmus.load(&mut sources);
    let limits = weaken::Limits {
        states: MOST_STATES,
        memory: usize::MAX,
        progress: &|_| {},
        cancelled: &|| false,
        delayed: 2,
        stop_at_violation: false,
        reduction: true,
        progress_is_checked: false,
    };
    match verify(test.lowered(), test.language(), model, &limits) {
        Err(error) => findings.differences.push(format!("verify of the litmus test: {error}")),
        Ok(report) => {
            if let weaken::Verdict::Unknown(why) = &report.verdict {
                findings.differences.push(format!("verify of the litmus test: {why}"));
            }
            let print = |outcome| test.lowered().print_outcome(outcome, litmus::Base::Decimal);
            let states: Vec<String> = report.outcomes.iter().map(print).collect();
            findings.compare("verify of the litmus test", expected, &litmus.read(states.iter().map(String::as_str)));
        }
    }
}

/// How many pairs `fence` wants ordered, and the fences that it asks for.
fn proposed(program: &Program, model: FenceModel) -> (usize, Vec<(Anchor, FenceKind)>) {
    let (text, anchors) = ir(program, Main::Nothing);
    let points = anchors.iter().map(|anchor| Point { thread: anchor.thread, block: anchor.block, index: anchor.index });
    let mut analysed = analyse(&text, points, model, usize::MAX);
    let pairs = analysed.delays.pairs.len();
    let placed = placement::place(
        &analysed.aeg,
        &analysed.dependencies,
        &mut analysed.delays,
        &mut analysed.found,
        &Choices::default(),
    );
    assert!(placed.unplaceable.is_empty(), "{text}");
    let fences = placed.fences.iter().map(|fence| (anchors[fence.slot.number() as usize], fence.kind));
    (pairs, fences.collect())
}
