//! Sets of causality requirements as data.
//!
//! A file has a line `key = word` for each requirement; `#` begins a comment. What each key means is said at [`Rules`]; `rules/` has the
//! files that ship. Numbers are those of the Java Language Specification, third edition, 17.4.8.

use source::{Diagnostic, SourceId, Sources, Span, nearest};

use crate::actions::Identity;

/// How happens-before over committed actions is constrained (condition 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum HappensBefore {
    /// `equal`: it is that of the target.
    Equal,
    /// `reads`: a committed read is, in the stage, after the write that it sees in the target if and only if it is so in the
    /// target, and never before it.
    OfReads,
    /// `free`: not at all.
    Free,
}

/// What a justification sequence has to satisfy.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rules {
    /// What they are called.
    pub name: String,
    /// `identity`: which actions of two executions are the same.
    pub identity: Identity,
    /// `happens-before`, condition 2.
    pub happens_before: HappensBefore,
    /// `synchronization-order = equal`, condition 3.
    pub synchronization_order: bool,
    /// `values = equal`, condition 4.
    pub values: bool,
    /// `reads-from = equal`, condition 5.
    pub reads_from: bool,
    /// `uncommitted-reads = happens-before`, condition 6.
    pub uncommitted_reads: bool,
    /// `seen-writes = committed`, condition 7 for the stage.
    pub seen_writes: bool,
    /// `final-writes = committed`, condition 7 for the target.
    pub final_writes: bool,
    /// `synchronization = persists`, condition 8.
    pub synchronization: bool,
    /// `external-actions = after-committed`, condition 9.
    pub external_actions: bool,
    /// `uncommitted-updates = follow`: an atomic update that is not committed may see, beside what happens before it, what makes no cycle with happens-before
    /// and with what other updates see. With `happens-before`, condition 6 speaks of updates as of all reads.
    pub updates_follow: bool,
}

/// The sets of rules that ship: name and text.
pub const SHIPPED: [(&str, &str); 4] = [
    ("aspinall-sevcik", include_str!("../rules/aspinall-sevcik.rules")),
    ("jls", include_str!("../rules/jls.rules")),
    ("jls-published", include_str!("../rules/jls-published.rules")),
    ("program-points", include_str!("../rules/program-points.rules")),
];

/// The keys with the words that may stand behind them; the first one is the condition in force.
const KEYS: [(&str, &[&str]); 11] = [
    ("happens-before", &["equal", "reads", "free"]),
    ("synchronization-order", &["equal", "free"]),
    ("values", &["equal", "free"]),
    ("reads-from", &["equal", "free"]),
    ("uncommitted-reads", &["happens-before", "free"]),
    ("seen-writes", &["committed", "free"]),
    ("final-writes", &["committed", "free"]),
    ("synchronization", &["persists", "free"]),
    ("external-actions", &["after-committed", "free"]),
    ("updates", &["halves", "whole"]),
    ("uncommitted-updates", &["follow", "happens-before"]),
];

/// The keys that need not be given: a file that says nothing of updates gets what is first.
const OPTIONAL: [&str; 2] = ["updates", "uncommitted-updates"];

impl Rules {
    /// The rules of the Java Language Specification.
    pub fn jls() -> Rules {
        Rules {
            name: "jls".to_owned(),
            identity: Identity { location: true, mode: false, point: false, halves: true },
            happens_before: HappensBefore::Equal,
            synchronization_order: true,
            values: true,
            reads_from: true,
            uncommitted_reads: true,
            seen_writes: true,
            final_writes: true,
            synchronization: true,
            external_actions: true,
            updates_follow: true,
        }
    }

    /// Reads a file of rules.
    ///
    /// # Errors
    /// Every mistake found.
    pub fn parse(sources: &Sources, source: SourceId) -> Result<Rules, Vec<Diagnostic>> {
        Reader { sources, source, found: Vec::new(), errors: Vec::new() }.read()
    }
}

/// A line of a file.
struct Line<'s> {
    key: &'s str,
    word: &'s str,
    key_span: Span,
    word_span: Span,
}

struct Reader<'s> {
    sources: &'s Sources,
    source: SourceId,
    found: Vec<Line<'s>>,
    errors: Vec<Diagnostic>,
}

impl Reader<'_> {
    fn read(mut self) -> Result<Rules, Vec<Diagnostic>> {
        self.lines();
        let name = self.word("name").map(|(word, _)| word.to_owned());
        let identity = self.identity();
        let happens_before = match self.choice("happens-before") {
            0 => HappensBefore::Equal,
            1 => HappensBefore::OfReads,
            _ => HappensBefore::Free,
        };
        let rules = Rules {
            name: name.unwrap_or_default(),
            identity,
            happens_before,
            synchronization_order: self.choice("synchronization-order") == 0,
            values: self.choice("values") == 0,
            reads_from: self.choice("reads-from") == 0,
            uncommitted_reads: self.choice("uncommitted-reads") == 0,
            seen_writes: self.choice("seen-writes") == 0,
            final_writes: self.choice("final-writes") == 0,
            synchronization: self.choice("synchronization") == 0,
            external_actions: self.choice("external-actions") == 0,
            updates_follow: self.choice("uncommitted-updates") == 0,
        };
        if self.errors.is_empty() { Ok(rules) } else { Err(self.errors) }
    }

    fn lines(&mut self) {
        let text = self.sources.text(self.source);
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let end = line.find('#').unwrap_or(line.len());
            let span = |piece: &str| {
                let at = start + (piece.as_ptr() as usize - line.as_ptr() as usize);
                Span::new(self.source, at, at + piece.len())
            };
            let content = line[..end].trim();
            match content.split_once('=') {
                _ if content.is_empty() => {}
                Some((key, word)) => {
                    let (key, word) = (key.trim(), word.trim());
                    let known = KEYS.iter().map(|(key, _)| *key).chain(["name", "identity"]);
                    if !known.clone().any(|known| known == key) {
                        let error = Diagnostic::error("unknown-rule", span(key), format!("there is no rule `{key}`"));
                        self.errors.push(error.suggest(nearest(key, known)));
                    } else if let Some(first) = self.found.iter().find(|line| line.key == key) {
                        let error = Diagnostic::error("duplicate-rule", span(key), format!("`{key}` is given twice"));
                        self.errors.push(error.label(first.key_span, "first here"));
                    } else {
                        self.found.push(Line { key, word, key_span: span(key), word_span: span(word) });
                    }
                }
                None => {
                    let message = "a line of a file of rules is `key = word`";
                    self.errors.push(Diagnostic::error("bad-rule", span(content), message));
                }
            }
            start += line.len();
        }
    }

    /// What a key is given.
    fn word(&mut self, key: &str) -> Option<(&str, Span)> {
        if !OPTIONAL.contains(&key) && !self.found.iter().any(|line| line.key == key) {
            let end = self.sources.whole(self.source).end_point();
            self.errors.push(Diagnostic::error("missing-rule", end, format!("the rule `{key}` is missing")));
        }
        self.found.iter().find(|line| line.key == key).map(|line| (line.word, line.word_span))
    }

    /// Which of the words of a key is given.
    fn choice(&mut self, key: &str) -> usize {
        let words = KEYS.iter().find(|(known, _)| *known == key).map_or(&[][..], |(_, words)| words);
        let Some((word, span)) = self.word(key) else { return 0 };
        let Some(at) = words.iter().position(|known| *known == word) else {
            let error = Diagnostic::error("unknown-word", span, format!("`{key}` cannot be `{word}`"));
            let error = error.suggest(nearest(word, words.iter().copied()));
            self.errors.push(error.help(format!("possible are {}", words.join(", "))));
            return 0;
        };
        at
    }

    fn identity(&mut self) -> Identity {
        let halves = self.choice("updates") == 0;
        let mut identity = Identity { location: false, mode: false, point: false, halves };
        let Some((words, span)) = self.word("identity") else { return identity };
        let mut wrong = Vec::new();
        for word in words.split([' ', ',']).filter(|word| !word.is_empty()) {
            match word {
                "location" => identity.location = true,
                "mode" => identity.mode = true,
                "point" => identity.point = true,
                "kind" => {}
                _ => wrong.push(word.to_owned()),
            }
        }
        for word in wrong {
            let error = Diagnostic::error("unknown-word", span, format!("identity cannot depend on `{word}`"));
            self.errors.push(error.help("possible are kind, location, mode, point; thread and kind always count"));
        }
        identity
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Rules, Vec<Diagnostic>> {
        let mut sources = Sources::new();
        let source = sources.add("test.rules", text);
        Rules::parse(&sources, source)
    }

    #[test]
    fn shipped_rules_are_right_and_named_as_their_files() {
        for (name, text) in SHIPPED {
            assert_eq!(parse(text).expect(name).name, name);
        }
        assert_eq!(parse(SHIPPED[1].1), Ok(Rules::jls()));
    }

    #[test]
    fn mistakes_are_told_all_at_once() {
        let text =
            SHIPPED[1].1.replace("values = equal", "value = equal\nidentity = rank").replace("= persists", "= stays");
        let messages: Vec<String> = parse(&text).expect_err("wrong").into_iter().map(|error| error.message).collect();
        let expected = [
            "there is no rule `value`",
            "`identity` is given twice",
            "the rule `values` is missing",
            "`synchronization` cannot be `stays`",
        ];
        assert_eq!(messages, expected);
    }
}
