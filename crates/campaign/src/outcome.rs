//! What came of a unit: one line of text.

use std::fmt::Write;

use crate::Identity;

/// How the work on a unit ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum OutcomeKind {
    /// There is a result, of all that was asked.
    Complete,
    /// There is a result, and not everything was looked at: a loop was cut, or nothing could happen.
    Cut,
    /// The test, the model or the two together were refused.
    Refused,
    /// A limit of the engine was reached.
    Limit,
    /// It took too long.
    Timeout,
    /// It took too much memory.
    Memory,
    /// A defect of ours was met and caught.
    Internal,
    /// The process ended that was at it, each time that it was tried.
    Crash,
}

impl OutcomeKind {
    /// All kinds.
    pub const ALL: [OutcomeKind; 8] = [
        OutcomeKind::Complete,
        OutcomeKind::Cut,
        OutcomeKind::Refused,
        OutcomeKind::Limit,
        OutcomeKind::Timeout,
        OutcomeKind::Memory,
        OutcomeKind::Internal,
        OutcomeKind::Crash,
    ];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            OutcomeKind::Complete => "complete",
            OutcomeKind::Cut => "cut",
            OutcomeKind::Refused => "refused",
            OutcomeKind::Limit => "limit",
            OutcomeKind::Timeout => "timeout",
            OutcomeKind::Memory => "memory",
            OutcomeKind::Internal => "internal",
            OutcomeKind::Crash => "crash",
        }
    }

    /// The kind of this name.
    pub fn of_name(name: &str) -> Option<OutcomeKind> {
        OutcomeKind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Whether the same unit would come to the same again, whatever its limits: only then does its result stand for it in another campaign.
    pub fn is_final(self) -> bool {
        match self {
            OutcomeKind::Complete | OutcomeKind::Cut | OutcomeKind::Refused => true,
            OutcomeKind::Limit
            | OutcomeKind::Timeout
            | OutcomeKind::Memory
            | OutcomeKind::Internal
            | OutcomeKind::Crash => false,
        }
    }

    /// Whether there is a result.
    pub fn has_result(self) -> bool {
        matches!(self, OutcomeKind::Complete | OutcomeKind::Cut)
    }
}

/// What came of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnitOutcome {
    /// The unit.
    pub id: Identity,
    /// Microseconds of CPU time.
    pub micros: u64,
    /// How the work on it ended.
    pub kind: OutcomeKind,
    /// Whether it is what a campaign looks for: an expectation of the test that fails, a flag of the model, a defect.
    pub is_alarm: bool,
    /// The verdict in the words of its command (`ok`, `no`, `holds`), empty where there is no result.
    pub verdict: String,
    /// What was seen (`never`, `sometimes`, `always`), where the command has that.
    pub observation: String,
    /// How many executions satisfy the condition,
    pub positive: u64,
    /// and how many do not.
    pub negative: u64,
    /// Everything else, as JSON without times; many states as a table, see [`push_states`](crate::push_states).
    pub detail: String,
}

impl UnitOutcome {
    /// No result yet.
    pub fn new(id: Identity, kind: OutcomeKind) -> UnitOutcome {
        let (verdict, observation, detail) = (String::new(), String::new(), "{}".to_owned());
        UnitOutcome { id, micros: 0, kind, is_alarm: false, verdict, observation, positive: 0, negative: 0, detail }
    }

    /// A unit that was given up, for a reason in words.
    pub fn given_up(id: Identity, kind: OutcomeKind, message: &str) -> UnitOutcome {
        let is_alarm = matches!(kind, OutcomeKind::Internal | OutcomeKind::Crash);
        let detail = serde_json::json!({ "message": message }).to_string();
        UnitOutcome { is_alarm, detail, ..UnitOutcome::new(id, kind) }
    }

    /// The same, which took so many microseconds of CPU time.
    #[must_use]
    pub fn after(self, micros: u64) -> UnitOutcome {
        UnitOutcome { micros, ..self }
    }

    /// The line, with its end. No field has a tab or a line end: words do not, and JSON writes them as escapes.
    pub fn line(&self) -> String {
        let mut line = String::with_capacity(96 + self.detail.len());
        let UnitOutcome { id, micros, kind, is_alarm, verdict, observation, positive, negative, detail } = self;
        debug_assert!(![verdict, observation, detail].iter().any(|field| field.contains(['\t', '\n'])));
        // Writing into a string cannot fail.
        let _ = writeln!(
            line,
            "{id}\t{micros}\t{}\t{}\t{verdict}\t{observation}\t{positive}\t{negative}\t{detail}\t.",
            kind.name(),
            u8::from(*is_alarm)
        );
        line
    }

    /// What a line says; nothing for one that is not whole.
    pub fn read(line: &str) -> Option<UnitOutcome> {
        let mut fields = line.strip_suffix("\t.")?.splitn(9, '\t');
        let mut next = || fields.next();
        Some(UnitOutcome {
            id: next()?.parse().ok()?,
            micros: next()?.parse().ok()?,
            kind: OutcomeKind::of_name(next()?)?,
            is_alarm: match next()? {
                "0" => false,
                "1" => true,
                _ => return None,
            },
            verdict: next()?.to_owned(),
            observation: next()?.to_owned(),
            positive: next()?.parse().ok()?,
            negative: next()?.parse().ok()?,
            detail: next()?.to_owned(),
        })
    }
}

/// Writes a text as JSON has it. (Here, since it is done for each state of each unit, and this crate is compiled for speed in all profiles.)
pub fn push_json(text: &str, out: &mut String) {
    out.push('"');
    let mut rest = text;
    while let Some(place) = rest.bytes().position(|byte| byte < 0x20 || byte == b'"' || byte == b'\\') {
        out.push_str(&rest[..place]);
        // (What stands there is one byte long.)
        match rest.as_bytes()[place] {
            byte @ (b'"' | b'\\') => {
                out.push('\\');
                out.push(char::from(byte));
            }
            b'\n' => out.push_str("\\n"),
            b'\t' => out.push_str("\\t"),
            byte => _ = write!(out, "\\u{byte:04x}"),
        }
        rest = &rest[place + 1..];
    }
    out.push_str(rest);
    out.push('"');
}

/// Writes a list of texts as JSON has it.
pub fn push_json_list(texts: &[String], out: &mut String) {
    out.push('[');
    for (number, text) in texts.iter().enumerate() {
        if number > 0 {
            out.push(',');
        }
        push_json(text, out);
    }
    out.push(']');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_back_whole_or_not_at_all() {
        let outcome = UnitOutcome {
            micros: 12,
            verdict: "ok".to_owned(),
            observation: "sometimes".to_owned(),
            positive: 1,
            negative: 3,
            ..UnitOutcome::given_up(Identity::of("run").finish(), OutcomeKind::Crash, "a\tb\n\"c\"")
        };
        let line = outcome.line();
        let whole = line.strip_suffix('\n').expect("a line ends");
        assert!(!whole.contains('\n'));
        assert_eq!(UnitOutcome::read(whole), Some(outcome));
        for end in 0..whole.len() {
            assert_eq!(UnitOutcome::read(&whole[..end]), None, "{}", &whole[..end]);
        }
    }

    #[test]
    fn texts_are_json() {
        for texts in [vec![], vec![String::new()], vec!["a\"b\\c\n\t\u{1}é".to_owned(), "0:rax=0; 1:rax=1;".to_owned()]]
        {
            let mut out = String::new();
            push_json_list(&texts, &mut out);
            assert_eq!(serde_json::from_str::<Vec<String>>(&out).expect("it is JSON"), texts);
        }
    }

    #[test]
    fn kinds_have_names() {
        for kind in OutcomeKind::ALL {
            assert_eq!(OutcomeKind::of_name(kind.name()), Some(kind));
        }
    }
}
