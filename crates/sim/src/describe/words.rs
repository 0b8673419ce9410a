//! Explanations in words that people use.

use std::fmt::Write;
use std::ops::Range;

use relation::EventId;

use super::Describer;
use crate::executions::Violation;
use crate::{EventKind, Evidence, Execution, ExecutionEvent, Explanation, Label, Step};

/// A sentence of an explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Sentence {
    /// Its words.
    pub text: String,
    /// Which of the evidence's base steps it is about ([`Evidence::base_steps`]).
    pub steps: Range<usize>,
}

impl Describer<'_> {
    /// Why an outcome is forbidden, in lines of text. With `unfold`, derived steps are taken apart one by one.
    pub fn explanation(&self, explanation: &Explanation, unfold: bool) -> String {
        let Explanation { execution, is_nearest, judged } = explanation;
        let mut out = String::new();
        // Writing into a string cannot fail.
        let _ = writeln!(out, "Forbidden: {}", execution.final_state);
        for (number, violation) in execution.violations.iter().enumerate() {
            self.violation(execution, violation, number == 0, unfold, &mut out);
        }
        let nearest = match (*is_nearest, *judged) {
            (true, 1) => "It is the only candidate execution with this outcome.".to_owned(),
            (true, count) => {
                format!("Of {count} candidate executions with this outcome, it comes nearest to being allowed.")
            }
            (false, count) => format!(
                "Of the candidate executions with this outcome, {count} were looked at; another may come nearer to being allowed."
            ),
        };
        let _ = writeln!(out, "{nearest}");
        out
    }

    /// The flags of an execution, each with why it is raised.
    pub fn flags(&self, execution: &Execution, unfold: bool) -> String {
        let mut out = String::new();
        for flag in &execution.flags {
            let name = flag.name.as_deref().unwrap_or(cat::UNDEFINED);
            let _ = writeln!(out, "The flag `{name}` is raised: {} ({})", self.check(flag), self.place(flag.span));
            self.chains(execution, flag, unfold, &mut out);
        }
        out
    }

    fn violation(&self, execution: &Execution, violation: &Violation, is_first: bool, unfold: bool, out: &mut String) {
        let also = if is_first { "The" } else { "So does the" };
        let name = violation.name.as_ref().map_or(String::new(), |name| format!(" `{name}`"));
        let (check, place) = (self.check(violation), self.place(violation.span));
        let verb = if is_first { " fails" } else { "" };
        let _ = writeln!(out, "{also} check{name}{verb} ({place}): {check}");
        self.chains(execution, violation, unfold, out);
        if is_first {
            for sentence in self.sentences(execution, violation) {
                let _ = writeln!(out, "  {}", sentence.text);
            }
        }
    }

    /// Why a check fails, in sentences; none without evidence, or where it is no cycle and no pair.
    pub fn sentences(&self, execution: &Execution, violation: &Violation) -> Vec<Sentence> {
        let Some(evidence) = &violation.evidence else { return Vec::new() };
        let steps = evidence.base_steps();
        match evidence {
            Evidence::Cycle(_) => self.cycle_in_words(execution, &steps),
            Evidence::Pair { source, target, .. } => self.pair_in_words(execution, *source, *target, &steps),
            Evidence::Members(_) | Evidence::Nothing => Vec::new(),
        }
    }

    fn chains(&self, execution: &Execution, violation: &Violation, unfold: bool, out: &mut String) {
        let Some(evidence) = &violation.evidence else { return };
        for chain in self.evidence(execution, evidence) {
            let _ = writeln!(out, "    {chain}");
        }
        let all: Vec<&[Step]> = match evidence {
            Evidence::Cycle(steps) => vec![steps],
            Evidence::Pair { ways, .. } => ways.iter().map(Vec::as_slice).collect(),
            Evidence::Members(_) | Evidence::Nothing => Vec::new(),
        };
        if unfold && all.iter().any(|steps| steps.iter().any(|step| !step.parts.is_empty())) {
            let _ = writeln!(out, "  step by step:");
            all.iter().for_each(|steps| self.unfolded(execution, steps, 0, out));
        }
    }

    fn cycle_in_words(&self, execution: &Execution, steps: &[&Step]) -> Vec<Sentence> {
        let mut sentences = Vec::new();
        let mut at = 0;
        while let Some(first) = steps.get(at) {
            let middle = &execution.events[first.target];
            let through = |next: &Step| {
                middle.kind == EventKind::Fence && is_po(first) && is_po(next) && next.source == first.target
            };
            let (text, end) = match steps.get(at + 1) {
                Some(second) if through(second) => {
                    let text = format!(
                        "In {}, {} stands between {} and {} and keeps them in order.",
                        thread(middle),
                        self.short(execution, first.target),
                        self.short(execution, first.source),
                        self.short(execution, second.target)
                    );
                    (text, at + 2)
                }
                _ => (self.step_in_words(execution, first), at + 1),
            };
            sentences.push(Sentence { text, steps: at..end });
            at = end;
        }
        if let Some(first) = steps.first() {
            let event = self.short(execution, first.source);
            let text = format!("So {event} would have to come before itself.");
            sentences.push(Sentence { text, steps: 0..steps.len() });
        }
        sentences
    }

    fn pair_in_words(&self, execution: &Execution, source: EventId, target: EventId, steps: &[&Step]) -> Vec<Sentence> {
        let numbered = steps.iter().enumerate();
        let mut sentences: Vec<Sentence> = numbered
            .map(|(at, step)| Sentence { text: self.step_in_words(execution, step), steps: at..at + 1 })
            .collect();
        let (source, target) = (self.short(execution, source), self.short(execution, target));
        let text = format!("The model lets no two events be related like {source} and {target}.");
        sentences.push(Sentence { text, steps: 0..steps.len() });
        sentences
    }

    /// An event in a sentence: `Wx=1 (a)`.
    fn short(&self, execution: &Execution, event: EventId) -> String {
        let event = &execution.events[event];
        match event.name.is_empty() {
            true => event.text(),
            false => format!("{} ({})", event.text(), event.name),
        }
    }

    fn step_in_words(&self, execution: &Execution, step: &Step) -> String {
        // What is followed backwards is said forwards.
        let (from, to) = match step.is_inverse {
            false => (step.source, step.target),
            true => (step.target, step.source),
        };
        let (a, b) = (self.short(execution, from), self.short(execution, to));
        let (first, second) = (&execution.events[from], &execution.events[to]);
        let name = step.label.name().unwrap_or_default();
        let (wrote, read) = (thread(first), thread(second));
        match name {
            "rf" | "rfe" | "rfi" if first.thread.is_none() => {
                format!("{read} read the initial {}={} ({}).", second.location, second.value, second.name)
            }
            "rf" | "rfe" | "rfi" => {
                format!("{read} read {}={} from {wrote}, so {a} came before {b}.", second.location, second.value)
            }
            "fr" | "fre" | "fri" => {
                format!(
                    "{wrote} read {}={} and not yet what {read} wrote, so {a} came before {b}.",
                    first.location, first.value
                )
            }
            "co" | "coe" | "coi" | "mo" if first.thread.is_none() => format!("{b} overwrites the initial value."),
            "co" | "coe" | "coi" | "mo" => format!("{b} overwrites {a}."),
            "po" | "po-loc" => format!("In {wrote}, {a} comes before {b} in program order."),
            "addr" | "pick-addr" => format!("In {wrote}, the address of {b} depends on {a}."),
            "data" | "pick-data" => format!("In {wrote}, what {b} writes depends on {a}."),
            "ctrl" | "pick-ctrl" => format!("In {wrote}, whether {b} is reached depends on {a}."),
            "rmw" | "amo" | "lxsx" => format!("In {wrote}, {a} and {b} are one read-modify-write."),
            "iico_data" | "iico_ctrl" | "iico_order" => {
                format!("Within one instruction of {wrote}, {a} comes before {b}.")
            }
            _ => {
                let label = self.label(&Step { is_inverse: false, ..step.clone() });
                format!("{a} is before {b} by `{label}`.")
            }
        }
    }
}

fn is_po(step: &Step) -> bool {
    matches!(&step.label, Label::Name { name, .. } if name == "po") && !step.is_inverse
}

fn thread(event: &ExecutionEvent) -> String {
    event.thread.map_or_else(|| "the initial state".to_owned(), |thread| format!("P{}", thread.number()))
}
