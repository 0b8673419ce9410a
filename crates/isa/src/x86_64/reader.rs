//! Tokens of AT&T syntax.

use source::{Cursor, Diagnostic, Span};

pub(super) use crate::number::Spanned;
use crate::number::signed_number;

/// Reads tokens; it always stands at the beginning of one, or at the end of the text.
pub(super) struct Reader<'c, 's> {
    cursor: &'c mut Cursor<'s>,
    /// Where the token read last ends.
    token_end: usize,
}

fn starts_name(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_' || c == '.'
}

fn in_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$' | '/')
}

impl<'c, 's> Reader<'c, 's> {
    /// Reads what `cursor` has left.
    pub(super) fn new(cursor: &'c mut Cursor<'s>) -> Reader<'c, 's> {
        let token_end = cursor.offset();
        let mut reader = Reader { cursor, token_end };
        reader.skip_blanks();
        reader
    }

    /// Skips blanks, comments `(* *)` (they nest) and comments from `#` to the end of the line.
    fn skip_blanks(&mut self) {
        self.token_end = self.cursor.offset();
        loop {
            self.cursor.skip_white_space();
            if self.cursor.eat("#") {
                self.cursor.eat_while(|c| c != '\n');
            } else if self.cursor.eat("(*") {
                self.skip_comment();
            } else {
                return;
            }
        }
    }

    fn skip_comment(&mut self) {
        let mut depth = 1usize;
        while depth > 0 && !self.cursor.is_at_end() {
            if self.cursor.eat("(*") {
                depth += 1;
            } else if self.cursor.eat("*)") {
                depth -= 1;
            } else {
                self.cursor.bump();
            }
        }
    }

    /// Whether all is read.
    pub(super) fn is_at_end(&self) -> bool {
        self.cursor.is_at_end()
    }

    /// The next character.
    pub(super) fn peek(&self) -> Option<char> {
        self.cursor.peek()
    }

    /// Whether a name comes next.
    pub(super) fn at_name(&self) -> bool {
        self.peek().is_some_and(starts_name)
    }

    /// Whether a number comes next.
    pub(super) fn at_number(&self) -> bool {
        let mut ahead = self.cursor.rest().chars();
        match ahead.next() {
            Some('-' | '+') => ahead.next().is_some_and(|c| c.is_ascii_digit()),
            Some(c) => c.is_ascii_digit(),
            None => false,
        }
    }

    /// The place of the next character.
    pub(super) fn next_span(&self) -> Span {
        self.cursor.next_span()
    }

    /// Where the next token begins, for [`Reader::span_from`].
    pub(super) fn offset(&self) -> usize {
        self.cursor.offset()
    }

    /// The place from `start` to the end of the token read last.
    pub(super) fn span_from(&self, start: usize) -> Span {
        self.cursor.span_from(start).slice(0, self.token_end.saturating_sub(start))
    }

    /// Reads `token` if it comes next.
    pub(super) fn eat(&mut self, token: &str) -> bool {
        let found = self.cursor.eat(token);
        if found {
            self.skip_blanks();
        }
        found
    }

    /// Reads `token`, which must come next.
    pub(super) fn expect(&mut self, token: &str) -> Result<(), Diagnostic> {
        if self.eat(token) { Ok(()) } else { Err(self.expected(&format!("`{token}`"))) }
    }

    /// The error that something else was expected here.
    pub(super) fn expected(&self, what: &str) -> Diagnostic {
        let found = match self.peek() {
            Some(found) => format!("`{}`", found.escape_debug()),
            None => "the end of the instruction".to_owned(),
        };
        Diagnostic::error("syntax", self.next_span(), format!("expected {what}, found {found}"))
    }

    /// Reads a name as it stands.
    pub(super) fn name(&mut self) -> Option<Spanned<String>> {
        if !self.at_name() {
            return None;
        }
        let start = self.offset();
        let mut value = self.cursor.eat_while(in_name).to_owned();
        // herd's names may contain dashes; before a digit a dash is a minus.
        while self.dash_inside_name() {
            self.cursor.bump();
            value.push('-');
            value.push_str(self.cursor.eat_while(in_name));
        }
        self.skip_blanks();
        Some(Spanned { value, span: self.span_from(start) })
    }

    fn dash_inside_name(&self) -> bool {
        let mut ahead = self.cursor.rest().chars();
        ahead.next() == Some('-') && ahead.next().is_some_and(starts_name)
    }

    /// Reads a number: decimal or `0x`, with or without a sign, between -2^63 and 2^64 - 1.
    pub(super) fn number(&mut self) -> Result<Spanned<i128>, Diagnostic> {
        if !self.at_number() {
            return Err(self.expected("a number"));
        }
        let start = self.offset();
        let number = signed_number(self.cursor, start);
        self.skip_blanks();
        number
    }
}
