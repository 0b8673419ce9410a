//! What `lakmus model check --explain` says: what of a model is computed when.

use std::fmt::Write;

use cat::{CheckId, Compiled, Outside, When};
use sim::Model;
use source::{Diagnostic, Span};

/// How a model is run, for people to read.
pub(crate) enum Explanation {
    /// As this text says.
    Compiled(String),
    /// By the interpreter; why.
    Interpreted(Diagnostic),
}

/// How a model is run where all addresses are known before anything is read, and where not.
#[derive(PartialEq, Eq)]
pub(crate) struct Manner {
    known: Result<String, (Span, String)>,
    unknown: Result<String, (Span, String)>,
}

impl Manner {
    pub(crate) fn of(model: &Model) -> Manner {
        let run = |addresses_are_known| match model.compiled(addresses_are_known) {
            Ok(compiled) => Ok(stages(model, compiled)),
            Err(Outside { span, reason }) => Err((*span, reason.clone())),
        };
        Manner { known: run(true), unknown: run(false) }
    }

    /// Tells it of the model `name`.
    pub(crate) fn explain(self, name: &str) -> Vec<Explanation> {
        let is_same = self.known == self.unknown;
        let mut found = vec![explanation(name, "", self.known)];
        if !is_same {
            found.push(explanation(name, ", where addresses are read from memory", self.unknown));
        }
        found
    }
}

fn explanation(name: &str, place: &str, run: Result<String, (Span, String)>) -> Explanation {
    match run {
        Ok(stages) => Explanation::Compiled(format!("{name}: compiled{place}\n{stages}")),
        Err((span, reason)) => {
            let message = format!("{name} is left to the interpreter{place}: {reason}");
            Explanation::Interpreted(Diagnostic::warning("interpreted", span, message))
        }
    }
}

fn stages(model: &Model, compiled: &Compiled) -> String {
    let mut text = String::new();
    for stage in compiled.stages() {
        let when = match stage.when {
            When::Structure => "with the events".to_owned(),
            When::ReadsFrom => "with what is read".to_owned(),
            When::FinalWrites => "with final writes".to_owned(),
            When::Choice(name) => format!("with each `{name}`"),
        };
        // Writing into a string cannot fail.
        let _ = write!(text, "  {when:17}  {:3} {}", stage.operators, operators(stage.operators));
        if !stage.checks.is_empty() {
            let _ = write!(text, "; decides {}", names(model, &stage.checks));
        }
        text.push('\n');
        // What only flags need is computed for executions that are allowed.
        if !stage.flags.is_empty() {
            let count = stage.flag_operators;
            let _ = writeln!(text, "  {:17} +{count:3} {}; flags {}", "", operators(count), names(model, &stage.flags));
        } else if stage.flag_operators > 0 {
            let _ = writeln!(text, "  {:17} +{:3} for flags", "", stage.flag_operators);
        }
    }
    text
}

fn operators(count: usize) -> &'static str {
    if count == 1 { "operator" } else { "operators" }
}

/// The names of checks; one without a name is called by its property.
fn names(model: &Model, checks: &[CheckId]) -> String {
    let name = |&id: &CheckId| {
        let site = model.cat().check_site(id);
        match (&site.name, site.property) {
            (Some(name), _) => name.clone(),
            (None, property) => format!("({})", property.text()),
        }
    };
    checks.iter().map(name).collect::<Vec<_>>().join(", ")
}
