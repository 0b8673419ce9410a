//! Findings that are known: suppressions in the syntax of ThreadSanitizer's files.
//!
//! A line `KIND:PATTERN` suppresses findings of a kind with a frame whose function, file or module has the pattern in it. `*` stands for any text, `^` at the front and `$` at the end for the
//! ends of the name. Lines that begin with `#` are comments. ThreadSanitizer's kinds are `race`, `race_top` (the innermost frame only), `deadlock`, `thread`, `mutex`, `signal` and
//! `called_from_lib`; `thread`, and `called_from_lib`, stand for nothing that is reported here.

use thiserror::Error;
use wire::Finding;

use super::symbols::Frame;
use super::{FindingKind, Report, Trace};

/// A line that makes no sense.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("line {line}: {reason}")]
pub struct SuppressionError {
    /// Its number, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: String,
}

/// What a suppression is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Subject {
    Race,
    /// A race, by the innermost frames of its accesses.
    RaceTop,
    Deadlock,
    Misuse,
    Signal,
    /// What ThreadSanitizer reports and we do not.
    Nothing,
}

#[derive(Clone, Debug)]
struct Suppression {
    subject: Subject,
    pattern: String,
}

/// The suppressions of a file.
#[derive(Clone, Debug, Default)]
pub struct Suppressions(Vec<Suppression>);

impl Suppressions {
    /// Those of a text.
    ///
    /// # Errors
    /// When a line is no suppression.
    pub fn parse(text: &str) -> Result<Suppressions, SuppressionError> {
        let mut all = Vec::new();
        for (line, text) in (1..).zip(text.lines().map(str::trim)) {
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            let error = |reason: String| SuppressionError { line, reason };
            let (kind, pattern) =
                text.split_once(':').ok_or_else(|| error(format!("`{text}` is not of the form `KIND:PATTERN`")))?;
            let subject = match kind {
                "race" => Subject::Race,
                "race_top" => Subject::RaceTop,
                "deadlock" => Subject::Deadlock,
                "mutex" => Subject::Misuse,
                "signal" => Subject::Signal,
                "thread" | "called_from_lib" => Subject::Nothing,
                other => return Err(error(format!("there is no kind `{other}`"))),
            };
            if pattern.is_empty() {
                return Err(error("the pattern is empty, and would suppress everything".to_owned()));
            }
            all.push(Suppression { subject, pattern: pattern.to_owned() });
        }
        Ok(Suppressions(all))
    }

    /// Whether a finding, which the runtime reported as `raw`, is suppressed.
    pub fn cover(&self, report: &Report, raw: &Finding) -> bool {
        self.0.iter().any(|suppression| suppression.covers(&report.kind, &report.traces(), raw))
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Suppression {
    fn covers(&self, kind: &FindingKind, traces: &[&Trace], raw: &Finding) -> bool {
        let subjects: &[Subject] = match raw {
            Finding::Race { .. } => &[Subject::Race, Subject::RaceTop],
            Finding::Deadlock { .. } => &[Subject::Deadlock],
            Finding::Misuse { .. } => &[Subject::Misuse],
            Finding::Signal { .. } => &[Subject::Signal],
            Finding::Assertion { .. }
            | Finding::Exit { .. }
            | Finding::Timeout { .. }
            | Finding::NoProgress { .. }
            | Finding::Internal { .. } => &[],
        };
        let fits = |frame: &Frame| {
            let names = [frame.function.as_deref(), frame.file.as_deref(), Some(frame.module.as_str())];
            names.into_iter().flatten().any(|name| matches(&self.pattern, name))
        };
        let is_top = matches!(kind, FindingKind::Race { .. }) && self.subject == Subject::RaceTop;
        let depth = if is_top { 1 } else { usize::MAX };
        subjects.contains(&self.subject) && traces.iter().any(|trace| trace.iter().take(depth).any(fits))
    }
}

/// Whether a name has the pattern in it.
fn matches(pattern: &str, name: &str) -> bool {
    let (pattern, at_start) = pattern.strip_prefix('^').map_or((pattern, false), |rest| (rest, true));
    let (pattern, at_end) = pattern.strip_suffix('$').map_or((pattern, false), |rest| (rest, true));
    let pieces: Vec<&str> = pattern.split('*').collect();
    let mut rest = name;
    for (index, piece) in pieces.iter().enumerate() {
        if index == 0 && at_start {
            match rest.strip_prefix(piece) {
                Some(more) => rest = more,
                None => return false,
            }
        } else if index + 1 == pieces.len() && at_end {
            return rest.ends_with(piece);
        } else {
            match rest.find(piece) {
                Some(found) => rest = &rest[found + piece.len()..],
                None => return false,
            }
        }
    }
    // The only piece stood at the start, and has to end there.
    !at_end || pieces.len() > 1 || rest.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_those_of_thread_sanitizer() {
        for (pattern, name, is_match) in [
            ("push", "queue::push(int)", true),
            ("queue*int", "queue::push(int)", true),
            ("^push", "queue::push(int)", false),
            ("^queue", "queue::push(int)", true),
            ("int)$", "queue::push(int)", true),
            ("push$", "queue::push(int)", false),
            ("^queue*)$", "queue::push(int)", true),
            ("^push$", "push", true),
            ("^push$", "pushed", false),
            ("*", "anything", true),
            ("pop", "queue::push(int)", false),
        ] {
            assert_eq!(matches(pattern, name), is_match, "{pattern} in {name}");
        }
    }

    #[test]
    fn lines_that_make_no_sense_are_named() {
        let error = |text: &str| Suppressions::parse(text).unwrap_err();
        assert_eq!(error("# known\n\nraces:x").line, 3);
        assert_eq!(error("push").line, 1);
        assert_eq!(error("race:").line, 1);
        assert!(!Suppressions::parse("# known\nrace:push\ncalled_from_lib:libz.so").unwrap().is_empty());
    }
}
