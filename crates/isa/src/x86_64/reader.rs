//! Tokens of AT&T syntax.

use source::{Cursor, Diagnostic};

pub(super) use crate::token::Spanned;
use crate::token::{self, Syntax, is_in_name};

/// The tokens of AT&T syntax.
pub(super) enum Att {}

/// Reads the tokens of an instruction.
pub(super) type Reader<'c, 's> = token::Reader<'c, 's, Att>;

impl Syntax for Att {
    /// `(* *)` (they nest), and from `#` to the end of the line.
    fn eat_comment(cursor: &mut Cursor<'_>) -> bool {
        if cursor.eat("#") {
            cursor.eat_while(|c| c != '\n');
        } else if cursor.eat("(*") {
            end_comment(cursor);
        } else {
            return false;
        }
        true
    }

    fn starts_name(c: char) -> bool {
        c.is_ascii_alphabetic() || c == '_' || c == '.'
    }
}

/// Reads to behind the end of the comment inside which `cursor` stands.
fn end_comment(cursor: &mut Cursor<'_>) {
    let mut depth = 1usize;
    while depth > 0 && !cursor.is_at_end() {
        if cursor.eat("(*") {
            depth += 1;
        } else if cursor.eat("*)") {
            depth -= 1;
        } else {
            cursor.bump();
        }
    }
}

impl Reader<'_, '_> {
    /// Whether a number comes next.
    pub(super) fn at_number(&self) -> bool {
        let mut ahead = self.rest().chars();
        match ahead.next() {
            Some('-' | '+') => ahead.next().is_some_and(|c| c.is_ascii_digit()),
            Some(c) => c.is_ascii_digit(),
            None => false,
        }
    }

    /// Reads a name as it stands.
    pub(super) fn name(&mut self) -> Option<Spanned<String>> {
        if !self.at_name() {
            return None;
        }
        let start = self.offset();
        let mut value = self.cursor.eat_while(is_in_name).to_owned();
        // herd's names may contain dashes; before a digit a dash is a minus.
        while self.dash_inside_name() {
            self.cursor.bump();
            value.push('-');
            value.push_str(self.cursor.eat_while(is_in_name));
        }
        self.end_token();
        Some(Spanned { value, span: self.span_from(start) })
    }

    fn dash_inside_name(&self) -> bool {
        let mut ahead = self.rest().chars();
        ahead.next() == Some('-') && ahead.next().is_some_and(Att::starts_name)
    }

    /// Reads a number: decimal or `0x`, with or without a sign, between -2^63 and 2^64 - 1.
    pub(super) fn number(&mut self) -> Result<Spanned<i128>, Diagnostic> {
        if !self.at_number() {
            return Err(self.expected("a number"));
        }
        let start = self.offset();
        self.signed_number(start)
    }
}
