//! A place in a text that moves on: what hand-written lexers and parsers stand on.

use crate::{CharSet, SourceId, Span};

/// Reads a piece of a source from left to right and knows the span of what it has read.
#[derive(Clone, Debug)]
pub struct Cursor<'s> {
    /// The source text up to the end of the piece; spans count from its beginning.
    text: &'s str,
    source: SourceId,
    at: usize,
}

impl<'s> Cursor<'s> {
    /// Reads the piece `span` of `text`, the whole text of its source.
    pub fn new(text: &'s str, span: Span) -> Cursor<'s> {
        Cursor { text: &text[..span.end as usize], source: span.source, at: span.start as usize }
    }

    /// What has not been read yet.
    #[inline]
    pub fn rest(&self) -> &'s str {
        &self.text[self.at..]
    }

    /// The bytes of what has not been read yet.
    #[inline]
    pub fn rest_bytes(&self) -> &'s [u8] {
        &self.text.as_bytes()[self.at..]
    }

    /// Whether all is read.
    #[inline]
    pub fn is_at_end(&self) -> bool {
        self.at == self.text.len()
    }

    /// The next character, not yet read.
    #[inline]
    pub fn peek(&self) -> Option<char> {
        match self.peek_byte() {
            Some(byte) if byte.is_ascii() => Some(char::from(byte)),
            None => None,
            _ => self.rest().chars().next(),
        }
    }

    /// The first byte of the next character.
    #[inline]
    pub fn peek_byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// The byte offset in the source of what comes next.
    #[inline]
    pub fn offset(&self) -> usize {
        self.at
    }

    /// From the byte offset `start` (one that [`Cursor::offset`] gave) to here.
    #[inline]
    pub fn span_from(&self, start: usize) -> Span {
        Span::new(self.source, start, self.at)
    }

    /// The text from the byte offset `start` (one that [`Cursor::offset`] gave) to here.
    #[inline]
    pub fn text_from(&self, start: usize) -> &'s str {
        &self.text[start..self.at]
    }

    /// The next character's place (empty at the end).
    pub fn next_span(&self) -> Span {
        let len = self.peek().map_or(0, char::len_utf8);
        Span::new(self.source, self.at, self.at + len)
    }

    /// Reads one character.
    #[inline]
    pub fn bump(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    /// Reads the next `len` bytes, which are whole characters.
    #[inline]
    pub fn advance(&mut self, len: usize) {
        debug_assert!(self.text.is_char_boundary(self.at + len));
        self.at += len;
    }

    /// Whether `expected` comes next.
    #[inline]
    pub fn is_at(&self, expected: &str) -> bool {
        self.rest_bytes().starts_with(expected.as_bytes())
    }

    /// Reads `expected` if it comes next.
    #[inline]
    pub fn eat(&mut self, expected: &str) -> bool {
        let found = self.is_at(expected);
        if found {
            self.at += expected.len();
        }
        found
    }

    /// Reads characters as long as they are in `set`.
    #[inline]
    pub fn eat_all(&mut self, set: &CharSet) -> &'s str {
        let start = self.at;
        self.skip_all(set);
        self.text_from(start)
    }

    /// Reads characters as long as they are in `set`, whatever they are.
    #[inline]
    pub fn skip_all(&mut self, set: &CharSet) {
        let bytes = self.text.as_bytes();
        let mut at = self.at;
        while at < bytes.len() && set.has(bytes[at]) {
            at += 1;
        }
        self.at = at;
    }

    /// Reads up to the first of two characters of ASCII, or to the end. Over long stretches it is faster than [`Cursor::skip_all`].
    #[inline]
    pub fn skip_to(&mut self, first: u8, second: u8) {
        debug_assert!(first.is_ascii() && second.is_ascii());
        let rest = self.rest_bytes();
        self.at += memchr::memchr2(first, second, rest).unwrap_or(rest.len());
    }

    /// Reads what is left of the line, without what ends it: `\n` or `\r`.
    #[inline]
    pub fn eat_line(&mut self) -> &'s str {
        let start = self.at;
        self.skip_to(b'\n', b'\r');
        self.text_from(start)
    }

    /// Reads characters as long as they satisfy `keep`. Where a set of characters can say it, [`Cursor::eat_all`] is faster.
    pub fn eat_while(&mut self, keep: impl Fn(char) -> bool) -> &'s str {
        let rest = self.rest();
        let len = rest.find(|c| !keep(c)).unwrap_or(rest.len());
        self.at += len;
        &rest[..len]
    }

    /// Reads blanks and line ends.
    #[inline]
    pub fn skip_white_space(&mut self) {
        // Mostly there are none, which one look at a byte shows.
        if self.peek_byte().is_some_and(|byte| byte <= b' ' || !byte.is_ascii()) {
            self.skip_any_white_space();
        }
    }

    fn skip_any_white_space(&mut self) {
        static ASCII: CharSet = CharSet::WHITE_SPACE;
        self.skip_all(&ASCII);
        if self.peek_byte().is_some_and(|byte| !byte.is_ascii()) {
            self.eat_while(char::is_whitespace);
        }
    }
}
