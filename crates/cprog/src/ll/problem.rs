//! What is wrong with a text of LLVM IR, with its place.

use std::fmt;
use std::ops::Range;

use source::{Diagnostic, Sources, Span};

/// Something that LLVM's rules refuse.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    /// A short name of the kind.
    pub(crate) code: &'static str,
    /// Bytes of the text.
    pub(crate) at: Range<u32>,
    /// One sentence.
    pub(crate) message: String,
    /// What to do about it; may be empty.
    pub(crate) help: String,
}

impl Problem {
    pub(crate) fn new(code: &'static str, at: Range<u32>, message: impl Into<String>) -> Problem {
        Problem { code, at, message: message.into(), help: String::new() }
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Problem {
        self.help = help.into();
        self
    }
}

/// A text that LLVM's rules refuse, and why.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Malformed {
    /// The text.
    pub sources: Sources,
    /// What is wrong with it: at least one error.
    pub diagnostics: Vec<Diagnostic>,
}

impl Malformed {
    pub(crate) fn new(name: &str, text: &str, problems: Vec<Problem>) -> Malformed {
        let mut sources = Sources::new();
        let source = sources.add(name, text);
        let diagnostic = |problem: Problem| {
            let end = (problem.at.end as usize).min(text.len());
            let start = (problem.at.start as usize).min(end);
            let diagnostic = Diagnostic::error(problem.code, Span::new(source, start, end), problem.message);
            if problem.help.is_empty() { diagnostic } else { diagnostic.help(problem.help) }
        };
        let diagnostics = problems.into_iter().map(diagnostic).collect();
        Malformed { sources, diagnostics }
    }
}

impl fmt::Display for Malformed {
    /// The first error on one line, with its place, and how many more there are.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(first) = self.diagnostics.first() else { return f.write_str("the LLVM IR is malformed") };
        if let Some(span) = first.span() {
            let place = self.sources.position(span);
            write!(f, "{}:{}:{}: ", self.sources.name(span.source), place.line, place.column)?;
        }
        write!(f, "{} [{}]", first.message, first.code)?;
        match self.diagnostics.len() - 1 {
            0 => Ok(()),
            more => write!(f, " (and {more} more)"),
        }
    }
}

impl std::error::Error for Malformed {}
