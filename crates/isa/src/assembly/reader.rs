//! Tokens of assembly text: what the languages have in common, and numbers.
//!
//! Blanks and comments may stand between tokens; letter case counts for nothing in words that the architecture knows.

use std::marker::PhantomData;

use source::{CharSet, Cursor, Diagnostic, Span};

/// How the tokens of one assembly language differ from those of others.
pub(crate) trait Syntax {
    /// What begins a comment that ends with its line.
    const LINE_COMMENTS: &'static [&'static str];

    /// Reads a comment, if one comes next.
    fn eat_comment(cursor: &mut Cursor<'_>) -> bool {
        Self::eat_line_comment(cursor)
    }

    /// Reads a comment that ends with its line, if one comes next.
    fn eat_line_comment(cursor: &mut Cursor<'_>) -> bool {
        let found = Self::LINE_COMMENTS.iter().any(|start| cursor.eat(start));
        if found {
            cursor.skip_all(&NO_LINE_END);
        }
        found
    }

    /// What a name can begin with.
    const NAME_START: &'static CharSet = &CharSet::LETTERS.with(CharSet::of("_."));

    /// What may stand before a number that is an operand, or nothing.
    const NUMBER_SIGIL: &'static str;

    /// Whether there may be dashes in names, as in herd's names of locations. Before a digit a dash is a minus.
    const DASHED_NAMES: bool = false;
}

/// What a name is made of.
static IN_NAME: CharSet = CharSet::LETTERS.with(CharSet::DIGITS).with(CharSet::of("_.$/"));
/// What is skipped of a comment that ends with its line.
static NO_LINE_END: CharSet = CharSet::of("\n").complement();
/// What a number is made of, right or wrong.
static IN_NUMBER: CharSet = CharSet::LETTERS.with(CharSet::DIGITS);

/// Reads the tokens of an instruction; it always stands at the beginning of one, or at the end of the text.
pub(crate) struct Reader<'c, 's, S> {
    pub(crate) cursor: &'c mut Cursor<'s>,
    /// Where the token read last ends.
    token_end: usize,
    syntax: PhantomData<S>,
}

impl<'c, 's, S: Syntax> Reader<'c, 's, S> {
    /// Reads what `cursor` has left.
    pub(crate) fn new(cursor: &'c mut Cursor<'s>) -> Reader<'c, 's, S> {
        let token_end = cursor.offset();
        let mut reader = Reader { cursor, token_end, syntax: PhantomData };
        reader.end_token();
        reader
    }

    /// The token being read ends here; skips the blanks and comments behind it.
    pub(crate) fn end_token(&mut self) {
        self.token_end = self.cursor.offset();
        loop {
            self.cursor.skip_white_space();
            if !S::eat_comment(self.cursor) {
                return;
            }
        }
    }

    /// Whether all is read.
    pub(crate) fn is_at_end(&self) -> bool {
        self.cursor.is_at_end()
    }

    /// What comes next, not yet read.
    pub(crate) fn rest(&self) -> &'s str {
        self.cursor.rest()
    }

    /// The next character.
    pub(crate) fn peek(&self) -> Option<char> {
        self.cursor.peek()
    }

    /// Whether a name comes next.
    pub(crate) fn at_name(&self) -> bool {
        self.cursor.peek_byte().is_some_and(|byte| S::NAME_START.has(byte))
    }

    /// The name that comes next, not yet read.
    pub(crate) fn peek_name(&self) -> Option<&'s str> {
        self.at_name().then(|| Self::eat_name(&mut self.cursor.clone()))
    }

    /// Reads the characters of a name, which comes next.
    fn eat_name(cursor: &mut Cursor<'s>) -> &'s str {
        let start = cursor.offset();
        cursor.skip_all(&IN_NAME);
        while S::DASHED_NAMES && matches!(cursor.rest_bytes(), [b'-', next, ..] if S::NAME_START.has(*next)) {
            cursor.bump();
            cursor.skip_all(&IN_NAME);
        }
        cursor.text_from(start)
    }

    /// Reads a name as it stands.
    pub(crate) fn name(&mut self) -> Option<Spanned<&'s str>> {
        if !self.at_name() {
            return None;
        }
        let start = self.offset();
        let value = Self::eat_name(self.cursor);
        self.end_token();
        Some(Spanned { value, span: self.span_from(start) })
    }

    /// Whether a number comes next.
    pub(crate) fn at_number(&self) -> bool {
        let mut rest = self.rest();
        if !S::NUMBER_SIGIL.is_empty() {
            rest = rest.strip_prefix(S::NUMBER_SIGIL).map_or(rest, str::trim_start);
        }
        let rest = rest.strip_prefix(['-', '+']).unwrap_or(rest);
        rest.as_bytes().first().is_some_and(u8::is_ascii_digit)
    }

    /// Reads a number: decimal or `0x`, with or without its sigil and a sign, between -2^63 and 2^64 - 1.
    pub(crate) fn number(&mut self) -> Result<Spanned<i128>, Diagnostic> {
        if !self.at_number() {
            return Err(self.expected("a number"));
        }
        let start = self.offset();
        if !S::NUMBER_SIGIL.is_empty() && self.cursor.eat(S::NUMBER_SIGIL) {
            self.cursor.skip_white_space();
        }
        self.signed_number(start)
    }

    /// Reads a number between `low` and `high`; `what` is what it is called.
    pub(crate) fn number_within(&mut self, what: &str, low: i128, high: i128) -> Result<i128, Diagnostic> {
        let number = self.number()?;
        if (low..=high).contains(&number.value) {
            return Ok(number.value);
        }
        let message = format!("{what} must be between {low} and {high}, not {}", number.value);
        Err(Diagnostic::error("immediate", number.span, message))
    }

    /// Reads a number of bytes.
    pub(crate) fn byte_offset(&mut self) -> Result<i64, Diagnostic> {
        Ok(self.number_within("an offset", -(1 << 31), 1 << 31)? as i64)
    }

    /// Where it stands, to come back.
    pub(crate) fn mark(&self) -> (Cursor<'s>, usize) {
        (self.cursor.clone(), self.token_end)
    }

    /// Goes back to where `mark` was made.
    pub(crate) fn reset(&mut self, (cursor, token_end): &(Cursor<'s>, usize)) {
        *self.cursor = cursor.clone();
        self.token_end = *token_end;
    }

    /// The place of the next character.
    pub(crate) fn next_span(&self) -> Span {
        self.cursor.next_span()
    }

    /// Where the next token begins, for [`Reader::span_from`].
    pub(crate) fn offset(&self) -> usize {
        self.cursor.offset()
    }

    /// The place from `start` to the end of the token read last.
    pub(crate) fn span_from(&self, start: usize) -> Span {
        self.cursor.span_from(start).slice(0, self.token_end.saturating_sub(start))
    }

    /// Reads `token` if it comes next.
    pub(crate) fn eat(&mut self, token: &str) -> bool {
        let found = self.cursor.eat(token);
        if found {
            self.end_token();
        }
        found
    }

    /// Reads `token`, which must come next.
    pub(crate) fn expect(&mut self, token: &str) -> Result<(), Diagnostic> {
        if self.eat(token) { Ok(()) } else { Err(self.expected(&format!("`{token}`"))) }
    }

    /// The error that something else was expected here.
    pub(crate) fn expected(&self, what: &str) -> Diagnostic {
        let found = match self.peek() {
            Some(found) => format!("`{}`", found.escape_debug()),
            None => "the end of the instruction".to_owned(),
        };
        Diagnostic::error("syntax", self.next_span(), format!("expected {what}, found {found}"))
    }

    /// Reads the sign and the digits of a number. What stands before the sign begins at `start` and is read already.
    ///
    /// # Errors
    /// As [`signed_number`].
    pub(crate) fn signed_number(&mut self, start: usize) -> Result<Spanned<i128>, Diagnostic> {
        let number = signed_number(self.cursor, start);
        self.end_token();
        number
    }
}

/// Something with its place.
#[derive(Clone, Debug)]
pub(crate) struct Spanned<T> {
    pub(crate) value: T,
    pub(crate) span: Span,
}

/// Reads the digits of a number with its sign: decimal or `0x`, between -2^63 and 2^64 - 1. What stands before the sign begins at
/// `start` and is read already.
///
/// # Errors
/// What is wrong with the number; it is read to its end all the same.
fn signed_number(cursor: &mut Cursor<'_>, start: usize) -> Result<Spanned<i128>, Diagnostic> {
    let negative = cursor.eat("-");
    cursor.eat("+");
    let radix = if cursor.eat("0x") || cursor.eat("0X") { 16 } else { 10 };
    let digits = cursor.eat_all(&IN_NUMBER);
    let span = cursor.span_from(start);
    if let Some(wrong) = digits.chars().find(|c| !c.is_digit(radix)) {
        return Err(Diagnostic::error("syntax", span, format!("`{wrong}` in a number")));
    }
    if digits.is_empty() {
        return Err(Diagnostic::error("syntax", span, "a number without digits"));
    }
    let magnitude = i128::from_str_radix(digits, radix).ok();
    let value = magnitude.map(|magnitude| if negative { -magnitude } else { magnitude });
    match value.filter(|value| (i128::from(i64::MIN)..=i128::from(u64::MAX)).contains(value)) {
        Some(value) => Ok(Spanned { value, span }),
        None => Err(Diagnostic::error("number-too-large", span, "a number of more than 64 bits")),
    }
}
