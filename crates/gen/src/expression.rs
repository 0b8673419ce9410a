//! Expressions over edges: `[A,B]` for a sequence, `A|B` for a choice, `A?` for what may be left out, as diycross7 writes them.
//!
//! What separates at the top, a blank or a comma, makes a sequence in a cycle, and a choice in a pool.

use source::{Diagnostic, Span};

use crate::edge::Edge;
use crate::vocabulary::Vocabulary;
use crate::word::Alternatives;

/// What blanks and commas mean outside of brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TopLevel {
    /// One after the other: a cycle.
    Sequence,
    /// One of them: a pool.
    Choice,
}

/// No expression stands for more sequences.
const MOST: usize = 4_000_000;

/// All sequences of edges that `text` stands for, in order; `span` is its place.
///
/// # Errors
/// The first word that is no edge, or what is wrong with the brackets.
pub fn parse(vocabulary: &Vocabulary, text: &str, span: Span, top: TopLevel) -> Result<Vec<Vec<Edge>>, Diagnostic> {
    let mut parser = Parser { vocabulary, text, span, at: 0, depth: 0 };
    let all = parser.list(top)?;
    parser.skip_blanks();
    if parser.at < text.len() {
        return Err(parser.error(parser.at, parser.at + 1, "this bracket closes nothing"));
    }
    Ok(all)
}

/// Brackets within each other are fewer.
const DEEPEST: usize = 100;

struct Parser<'a> {
    vocabulary: &'a Vocabulary,
    text: &'a str,
    span: Span,
    at: usize,
    /// How many brackets are open.
    depth: usize,
}

impl Parser<'_> {
    fn error(&self, start: usize, end: usize, message: impl Into<String>) -> Diagnostic {
        let span = self.span.slice(start, end);
        Diagnostic::error("cycle-syntax", span, message).label(span, "here")
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_blanks(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace() || byte == b',') {
            self.at += 1;
        }
    }

    /// Choices one after the other, up to a closing bracket or the end.
    fn list(&mut self, top: TopLevel) -> Result<Alternatives, Diagnostic> {
        let mut all: Alternatives = match top {
            TopLevel::Sequence => vec![Vec::new()],
            TopLevel::Choice => Vec::new(),
        };
        loop {
            self.skip_blanks();
            if matches!(self.peek(), None | Some(b']')) {
                return Ok(all);
            }
            let start = self.at;
            let next = self.choice()?;
            all = match top {
                TopLevel::Sequence if all.len().saturating_mul(next.len()) > MOST => {
                    return Err(self.error(start, self.at, format!("more than {MOST} sequences up to here")));
                }
                TopLevel::Sequence => product(&all, &next),
                TopLevel::Choice => {
                    all.extend(next);
                    all
                }
            };
        }
    }

    /// `A|B|...`
    fn choice(&mut self) -> Result<Alternatives, Diagnostic> {
        let mut all = self.optional()?;
        while self.peek() == Some(b'|') {
            self.at += 1;
            while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
                self.at += 1;
            }
            all.extend(self.optional()?);
        }
        Ok(all)
    }

    /// `A?`
    fn optional(&mut self) -> Result<Alternatives, Diagnostic> {
        let mut all = self.item()?;
        while self.peek() == Some(b'?') {
            self.at += 1;
            all.insert(0, Vec::new());
        }
        Ok(all)
    }

    /// A word, or something in brackets.
    fn item(&mut self) -> Result<Alternatives, Diagnostic> {
        let start = self.at;
        if self.peek() == Some(b'[') {
            self.at += 1;
            self.depth += 1;
            if self.depth > DEEPEST {
                return Err(self.error(start, start + 1, format!("more than {DEEPEST} brackets within each other")));
            }
            let all = self.list(TopLevel::Sequence)?;
            self.depth -= 1;
            if self.peek() != Some(b']') {
                return Err(self.error(start, start + 1, "this bracket is not closed"));
            }
            self.at += 1;
            return Ok(all);
        }
        let is_word = |byte: u8| !byte.is_ascii_whitespace() && !b",|?[]".contains(&byte);
        while self.peek().is_some_and(is_word) {
            self.at += 1;
        }
        let word = &self.text[start..self.at];
        if word.is_empty() {
            return Err(self.error(start, (start + 1).min(self.text.len()), "an edge is missing"));
        }
        let named = || crate::pool::named(self.vocabulary, word);
        self.vocabulary.alternatives(word).or_else(named).ok_or_else(|| self.unknown(start, word))
    }

    fn unknown(&self, start: usize, word: &str) -> Diagnostic {
        let span = self.span.slice(start, start + word.len());
        let architecture = self.vocabulary.architecture;
        let mut names = crate::pool::edge_names(self.vocabulary);
        names.extend(crate::pool::NAMES.iter().map(|(name, _)| (*name).to_owned()));
        Diagnostic::error("unknown-edge", span, format!("`{word}` is no edge of {architecture}"))
            .label(span, "not known")
            .suggest(source::nearest(word, names.iter().map(String::as_str)))
            .help(format!("`lakmus gen edges --arch {architecture}` lists the edges and the pools"))
    }
}

fn product(left: &Alternatives, right: &Alternatives) -> Alternatives {
    let joined = |one: &Vec<Edge>, other: &Vec<Edge>| one.iter().chain(other).copied().collect();
    left.iter().flat_map(|one| right.iter().map(move |other| joined(one, other))).collect()
}
