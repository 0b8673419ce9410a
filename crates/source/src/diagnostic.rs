//! What is wrong with something a person wrote, and where.

use crate::Span;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Worth knowing; nothing is refused.
    Warning,
    /// What was asked cannot be done.
    Error,
}

/// A remark that points at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Label {
    /// The place.
    pub span: Span,
    /// The remark; may be empty when underlining says enough.
    pub text: String,
}

/// A user's mistake, as data: what is wrong, where, and what to do.
///
/// The first label is the primary one: its place is the place of the diagnostic.
/// A diagnostic without a label is about no text in particular.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// A short stable name of the kind of mistake, such as `unknown-instruction`.
    pub code: &'static str,
    /// One sentence, no full stop at its end.
    pub message: String,
    /// Places, the primary one first.
    pub labels: Vec<Label>,
    /// What to do about it: suggestions, one sentence each.
    pub help: Vec<String>,
}

impl Diagnostic {
    /// An error with its primary place.
    pub fn error(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Error, code, message).at(span)
    }

    /// A warning with its primary place.
    pub fn warning(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Warning, code, message).at(span)
    }

    /// A diagnostic about no place.
    pub fn new(severity: Severity, code: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity, code, message: message.into(), labels: Vec::new(), help: Vec::new() }
    }

    /// The same with one more place, nothing written beside it.
    #[must_use]
    pub fn at(self, span: Span) -> Diagnostic {
        self.label(span, "")
    }

    /// The same with one more place and a remark beside it. On the place the diagnostic already has, the remark joins it.
    #[must_use]
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        let text = text.into();
        match self.labels.iter_mut().find(|label| label.span == span && label.text.is_empty()) {
            Some(label) => label.text = text,
            None => self.labels.push(Label { span, text }),
        }
        self
    }

    /// The same with one more piece of advice.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Diagnostic {
        self.help.push(text.into());
        self
    }

    /// The same, with `did you mean` when a name was found that is near to the one written.
    #[must_use]
    pub fn suggest(self, nearest: Option<&str>) -> Diagnostic {
        match nearest {
            Some(name) => self.help(format!("did you mean `{name}`?")),
            None => self,
        }
    }

    /// The primary place.
    pub fn span(&self) -> Option<Span> {
        self.labels.first().map(|label| label.span)
    }

    /// Whether this is an error and not a warning.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}
