//! Tokens of A64 assembly.

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
    c.is_ascii_alphabetic() || matches!(c, '_' | '.' | '$')
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

    /// Skips blanks, and comments from `//` to the end of the line.
    fn skip_blanks(&mut self) {
        self.token_end = self.cursor.offset();
        loop {
            self.cursor.skip_white_space();
            if !self.cursor.eat("//") {
                return;
            }
            self.cursor.eat_while(|c| c != '\n');
        }
    }

    /// Whether all is read.
    pub(super) fn is_at_end(&self) -> bool {
        self.cursor.is_at_end()
    }

    /// What comes next, not yet read.
    pub(super) fn rest(&self) -> &'s str {
        self.cursor.rest()
    }

    /// The next character.
    pub(super) fn peek(&self) -> Option<char> {
        self.cursor.peek()
    }

    /// Whether a number comes next.
    pub(super) fn at_number(&self) -> bool {
        let rest = self.rest();
        let rest = rest.strip_prefix('#').unwrap_or(rest).trim_start();
        let rest = rest.strip_prefix(['-', '+']).unwrap_or(rest);
        rest.starts_with(|c: char| c.is_ascii_digit())
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
        Diagnostic::error("syntax", self.cursor.next_span(), format!("expected {what}, found {found}"))
    }

    /// The name that comes next, not yet read.
    pub(super) fn peek_name(&self) -> Option<&'s str> {
        let rest = self.rest();
        let len = rest.find(|c| !in_name(c)).unwrap_or(rest.len());
        rest.starts_with(starts_name).then_some(&rest[..len])
    }

    /// Reads a name as it stands.
    pub(super) fn name(&mut self) -> Option<Spanned<&'s str>> {
        let value = self.peek_name()?;
        let start = self.offset();
        self.cursor.eat_while(in_name);
        self.skip_blanks();
        Some(Spanned { value, span: self.span_from(start) })
    }

    /// Reads a name that is one of `names`, if it is; letter case counts for nothing.
    pub(super) fn one_of<T: Copy>(&mut self, names: &[(&str, T)]) -> Option<T> {
        let found = self.peek_name()?;
        let &(_, value) = names.iter().find(|(name, _)| name.eq_ignore_ascii_case(found))?;
        self.name();
        Some(value)
    }

    /// Reads a number: decimal or `0x`, with or without `#` and a sign, between -2^63 and 2^64 - 1.
    pub(super) fn number(&mut self) -> Result<Spanned<i128>, Diagnostic> {
        if !self.at_number() {
            return Err(self.expected("a number"));
        }
        let start = self.offset();
        if self.cursor.eat("#") {
            self.cursor.skip_white_space();
        }
        let number = signed_number(self.cursor, start);
        self.skip_blanks();
        number
    }

    /// Reads a number between `low` and `high`.
    pub(super) fn number_within(&mut self, what: &str, low: i64, high: i64) -> Result<i64, Diagnostic> {
        let number = self.number()?;
        match i64::try_from(number.value) {
            Ok(value) if (low..=high).contains(&value) => Ok(value),
            _ => {
                let message = format!("{what} must be between {low} and {high}, not {}", number.value);
                Err(Diagnostic::error("immediate", number.span, message))
            }
        }
    }
}
