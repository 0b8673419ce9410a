//! A place in a text that moves on: what hand-written lexers and parsers stand on.

use crate::{SourceId, Span};

/// Reads a piece of a source from left to right and knows the span of what it has read.
#[derive(Clone, Debug)]
pub struct Cursor<'s> {
    /// The whole source text; spans count from its beginning.
    text: &'s str,
    source: SourceId,
    at: usize,
    end: usize,
}

impl<'s> Cursor<'s> {
    /// Reads the piece `span` of `text`, the whole text of its source.
    pub fn new(text: &'s str, span: Span) -> Cursor<'s> {
        Cursor { text, source: span.source, at: span.start as usize, end: span.end as usize }
    }

    /// What has not been read yet.
    pub fn rest(&self) -> &'s str {
        &self.text[self.at..self.end]
    }

    /// Whether all is read.
    pub fn is_at_end(&self) -> bool {
        self.at == self.end
    }

    /// The next character, not yet read.
    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// The byte offset in the source of what comes next.
    pub fn offset(&self) -> usize {
        self.at
    }

    /// From the byte offset `start` (one that [`Cursor::offset`] gave) to here.
    pub fn span_from(&self, start: usize) -> Span {
        Span::new(self.source, start, self.at)
    }

    /// The next character's place (empty at the end).
    pub fn next_span(&self) -> Span {
        let len = self.peek().map_or(0, char::len_utf8);
        Span::new(self.source, self.at, self.at + len)
    }

    /// Reads one character.
    pub fn bump(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    /// Reads `expected` if it comes next.
    pub fn eat(&mut self, expected: &str) -> bool {
        let found = self.rest().starts_with(expected);
        if found {
            self.at += expected.len();
        }
        found
    }

    /// Reads characters as long as they satisfy `keep`.
    pub fn eat_while(&mut self, keep: impl Fn(char) -> bool) -> &'s str {
        let rest = self.rest();
        // Nearly all of it is ASCII, which needs no decoding.
        let ascii = rest.bytes().take_while(|&byte| byte.is_ascii() && keep(char::from(byte))).count();
        let len = match rest.as_bytes().get(ascii) {
            Some(byte) if !byte.is_ascii() => rest[ascii..].find(|c| !keep(c)).map_or(rest.len(), |more| ascii + more),
            _ => ascii,
        };
        self.at += len;
        &rest[..len]
    }

    /// Reads blanks and line ends.
    pub fn skip_white_space(&mut self) {
        self.eat_while(char::is_whitespace);
    }
}
