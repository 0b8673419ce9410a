//! Executions and explanations in words and as drawings.

mod picture;
mod words;

use std::fmt::Write;

use relation::EventId;
use source::{Sources, Span};

use crate::executions::Violation;
use crate::{Evidence, Execution, ExecutionEvent, Label, Model, Step, Test};

pub use picture::{Picture, Pictured};
pub use words::Sentence;

/// What it takes to put executions into words: the test and the model, and their texts.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Describer<'a> {
    /// The test.
    pub test: &'a Test,
    /// The model.
    pub model: &'a Model,
    /// The texts that both were read from.
    pub sources: &'a Sources,
}

impl<'a> Describer<'a> {
    /// For executions of `test` under `model`, both read from `sources`.
    pub fn new(test: &'a Test, model: &'a Model, sources: &'a Sources) -> Describer<'a> {
        Describer { test, model, sources }
    }

    /// The text of an event's instruction, in one line.
    pub fn instruction(&self, event: &ExecutionEvent) -> Option<String> {
        let instruction = self.test.lowered().program.instruction(event.instruction?)?;
        Some(self.one_line(instruction.span))
    }

    /// The text at a place, blanks and line ends as one blank.
    fn one_line(&self, span: Span) -> String {
        self.sources.snippet(span).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Where a place is: `x86tso.cat:52`.
    pub fn place(&self, span: Span) -> String {
        let name = self.sources.name(span.source);
        let name = name.strip_prefix("<lakmus>/").unwrap_or(name);
        format!("{name}:{}", self.sources.position(span).line)
    }

    /// What a check asks: `acyclic po | com`; without its name, which has a place of its own.
    pub fn check(&self, violation: &Violation) -> String {
        let Some(site) = violation.site(self.model) else {
            return format!("with {} from {{}}", violation.name.as_deref().unwrap_or("_"));
        };
        let text = self.one_line(site.span);
        let suffix = site.name.as_ref().map(|name| format!(" as {name}"));
        match suffix.and_then(|suffix| text.strip_suffix(&suffix).map(str::to_owned)) {
            Some(text) => text,
            None => text,
        }
    }

    /// What a check is called: its name, or what it asks.
    pub fn check_name(&self, violation: &Violation) -> String {
        violation.name.clone().unwrap_or_else(|| self.check(violation))
    }

    /// The name of a step's relation.
    pub fn label(&self, step: &Step) -> String {
        let name = match &step.label {
            Label::Name { name, .. } => name.clone(),
            Label::Text(span) | Label::Filter(span) => self.one_line(*span),
        };
        match step.is_inverse {
            false => name,
            true if name.contains(' ') => format!("({name})^-1"),
            true => format!("{name}^-1"),
        }
    }

    /// An event in a chain: its letter and what it does.
    pub fn event(&self, execution: &Execution, event: EventId) -> String {
        let event = &execution.events[event];
        if event.thread.is_none() { format!("init {}", event.text()) } else { event.named_text() }
    }

    /// Steps one after the other: `a: Wx=1 -po-> b: Ry=0 -fre-> c: Wy=1`.
    pub fn chain(&self, execution: &Execution, steps: &[&Step]) -> String {
        let Some(first) = steps.first() else { return String::new() };
        let mut text = self.event(execution, first.source);
        for step in steps {
            // Writing into a string cannot fail.
            let _ = write!(text, " -{}-> {}", self.label(step), self.event(execution, step.target));
        }
        text
    }

    /// Derived steps taken apart, a line a step, what it consists of indented below it.
    fn unfolded(&self, execution: &Execution, steps: &[Step], depth: usize, out: &mut String) {
        for step in steps {
            let (source, target) = (self.event(execution, step.source), self.event(execution, step.target));
            let _ = write!(out, "{:1$}{source} -{2}-> {target}", "", 4 + 2 * depth, self.label(step));
            if let Label::Name { definition: Some(span), .. } = &step.label
                && !step.parts.is_empty()
            {
                let _ = write!(out, "   ({})", self.place(*span));
            }
            out.push('\n');
            self.unfolded(execution, &step.parts, depth + 1, out);
        }
    }

    /// The chains of evidence, a line each.
    pub fn evidence(&self, execution: &Execution, evidence: &Evidence) -> Vec<String> {
        let base = |steps: &[Step]| {
            let all: Vec<&Step> = steps.iter().flat_map(Step::base_steps).collect();
            self.chain(execution, &all)
        };
        match evidence {
            Evidence::Cycle(steps) => vec![base(steps)],
            Evidence::Pair { ways, .. } => ways.iter().map(|way| base(way)).collect(),
            Evidence::Members(events) => {
                let events: Vec<String> = events.iter().map(|&event| self.event(execution, event)).collect();
                vec![events.join(", ")]
            }
            Evidence::Nothing => vec!["nothing, where something is required".to_owned()],
        }
    }
}

impl std::fmt::Debug for Describer<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Describer of {}", self.test.name())
    }
}
