//! Tokens of A64 assembly.

use source::{CharSet, Cursor, Diagnostic};

pub(super) use crate::token::Spanned;
use crate::token::{self, IN_NAME, NO_LINE_END, Syntax};

/// The tokens of A64.
pub(super) enum A64 {}

/// Reads the tokens of an A64 instruction.
pub(super) type Reader<'c, 's> = token::Reader<'c, 's, A64>;

impl Syntax for A64 {
    /// From `//` to the end of the line.
    fn eat_comment(cursor: &mut Cursor<'_>) -> bool {
        let found = cursor.eat("//");
        if found {
            cursor.skip_all(&NO_LINE_END);
        }
        found
    }

    fn name_start() -> &'static CharSet {
        static START: CharSet = CharSet::LETTERS.with(CharSet::of("_.$"));
        &START
    }
}

impl<'s> Reader<'_, 's> {
    /// Whether a number comes next.
    pub(super) fn at_number(&self) -> bool {
        let mut ahead = self.cursor.clone();
        ahead.eat("#");
        ahead.skip_white_space();
        if !ahead.eat("-") {
            ahead.eat("+");
        }
        ahead.peek_byte().is_some_and(|byte| byte.is_ascii_digit())
    }

    /// The name that comes next, not yet read.
    pub(super) fn peek_name(&self) -> Option<&'s str> {
        self.at_name().then(|| self.cursor.clone().eat_all(&IN_NAME))
    }

    /// Reads a name as it stands.
    pub(super) fn name(&mut self) -> Option<Spanned<&'s str>> {
        if !self.at_name() {
            return None;
        }
        let start = self.offset();
        let value = self.cursor.eat_all(&IN_NAME);
        self.end_token();
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
        self.signed_number(start)
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
