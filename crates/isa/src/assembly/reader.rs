//! Tokens of assembly text: what the languages have in common, and numbers.
//!
//! Blanks and comments may stand between tokens; letter case counts for nothing in words that the architecture knows.

use std::marker::PhantomData;

use source::{CharSet, Cursor, Diagnostic, Span};

/// How the tokens of one assembly language differ from those of others.
pub(crate) trait Syntax {
    /// What begins a comment that ends with its line.
    const LINE_COMMENTS: &'static [&'static str];

    /// The characters that comments begin with, but for those that nest.
    const IN_COMMENT: &'static CharSet = &CharSet::of("/").with(letters_of(Self::LINE_COMMENTS));

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

/// The characters of all of `words`.
const fn letters_of(words: &[&str]) -> CharSet {
    let (mut letters, mut number) = (CharSet::of(""), 0);
    while number < words.len() {
        letters = letters.with(CharSet::of(words[number]));
        number += 1;
    }
    letters
}

/// What a name is made of.
static IN_NAME: CharSet = CharSet::LETTERS.with(CharSet::DIGITS).with(CharSet::of("_.$/"));
/// What is skipped of a comment that ends with its line.
static NO_LINE_END: CharSet = CharSet::of("\n").complement();
/// What a number is made of, right or wrong.
static IN_NUMBER: CharSet = CharSet::LETTERS.with(CharSet::DIGITS);

/// Reads the tokens of an instruction; it always stands at the beginning of one, or at the end of the text.
pub(crate) struct Reader<'c, 's, S> {
    cursor: &'c mut Cursor<'s>,
    behind: Behind<'s>,
    syntax: PhantomData<S>,
}

/// What is known behind a token.
#[derive(Clone, Copy)]
struct Behind<'s> {
    /// Where the token ends.
    token_end: usize,
    /// The name that comes next, empty when none does. Most tokens are names, and most are looked at before they are read.
    name: &'s str,
}

/// A place that a [`Reader`] can go back to.
#[derive(Clone)]
pub(crate) struct Mark<'s> {
    cursor: Cursor<'s>,
    behind: Behind<'s>,
}

impl<'c, 's, S: Syntax> Reader<'c, 's, S> {
    /// Reads what `cursor` has left.
    pub(crate) fn new(cursor: &'c mut Cursor<'s>) -> Reader<'c, 's, S> {
        let mut reader = Reader { cursor, behind: Behind { token_end: 0, name: "" }, syntax: PhantomData };
        reader.end_token();
        reader
    }

    /// The token being read ends here; skips the blanks and comments behind it.
    fn end_token(&mut self) {
        let token_end = self.cursor.offset();
        self.cursor.skip_white_space();
        let mut name = self.name_at_cursor();
        // No comment begins like a name.
        while name.is_empty() && S::eat_comment(self.cursor) {
            self.cursor.skip_white_space();
            name = self.name_at_cursor();
        }
        self.behind = Behind { token_end, name };
    }

    fn name_at_cursor(&self) -> &'s str {
        if !self.cursor.peek_byte().is_some_and(|byte| S::NAME_START.has(byte)) {
            return "";
        }
        let mut ahead = self.cursor.clone();
        ahead.skip_all(&IN_NAME);
        while S::DASHED_NAMES && matches!(ahead.rest_bytes(), [b'-', next, ..] if S::NAME_START.has(*next)) {
            ahead.bump();
            ahead.skip_all(&IN_NAME);
        }
        ahead.text_from(self.cursor.offset())
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

    /// Whether a bracket opens next.
    pub(crate) fn is_at_bracket(&self) -> bool {
        matches!(self.cursor.peek_byte(), Some(b'(' | b'['))
    }

    /// Whether a name comes next.
    pub(crate) fn at_name(&self) -> bool {
        !self.behind.name.is_empty()
    }

    /// The name that comes next, not yet read.
    pub(crate) fn peek_name(&self) -> Option<&'s str> {
        self.at_name().then_some(self.behind.name)
    }

    /// Reads a name as it stands.
    pub(crate) fn name(&mut self) -> Option<Spanned<&'s str>> {
        let value = self.peek_name()?;
        let start = self.offset();
        self.cursor.advance(value.len());
        let span = self.cursor.span_from(start);
        self.end_token();
        Some(Spanned { value, span })
    }

    /// Whether a number comes next.
    pub(crate) fn at_number(&self) -> bool {
        let rest = match self.rest().strip_prefix(S::NUMBER_SIGIL) {
            Some(behind) if !S::NUMBER_SIGIL.is_empty() => behind.trim_start(),
            Some(_) | None => self.rest(),
        };
        matches!(rest.as_bytes(), [b'0'..=b'9', ..] | [b'-' | b'+', b'0'..=b'9', ..])
    }

    /// Reads a number: decimal, `0x` or `0b`, with or without its sigil and a sign, between -2^63 and 2^64 - 1.
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
    pub(crate) fn mark(&self) -> Mark<'s> {
        Mark { cursor: self.cursor.clone(), behind: self.behind }
    }

    /// Goes back to where `mark` was made.
    pub(crate) fn reset(&mut self, mark: &Mark<'s>) {
        *self.cursor = mark.cursor.clone();
        self.behind = mark.behind;
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
        self.cursor.span_from(start).slice(0, self.behind.token_end.saturating_sub(start))
    }

    /// Reads `token` if it comes next.
    #[inline]
    pub(crate) fn eat(&mut self, token: &str) -> bool {
        let found = self.cursor.eat(token);
        if found {
            self.end_token();
        }
        found
    }

    /// Reads `token`, which must come next.
    #[inline]
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

/// Reads what says in which base the digits that follow are: `0x`, `0b` or nothing.
fn radix(cursor: &mut Cursor<'_>) -> u32 {
    if cursor.eat("0x") || cursor.eat("0X") {
        16
    } else if cursor.rest_bytes().starts_with(b"0b") && matches!(cursor.rest_bytes().get(2), Some(b'0' | b'1')) {
        cursor.advance(2);
        2
    } else {
        10
    }
}

/// What the rest of a number does to its beginning. gcc writes some numbers as what they are made of: `61440>>12`, `128+63`.
fn second_operand(cursor: &mut Cursor<'_>) -> Option<impl FnOnce(i128) -> Option<i128> + use<>> {
    let is_shift = match cursor.rest_bytes() {
        [b'>', b'>', b'0'..=b'9', ..] => true,
        [b'+', b'0'..=b'9', ..] => false,
        _ => return None,
    };
    cursor.advance(if is_shift { 2 } else { 1 });
    let second = cursor.eat_all(&IN_NUMBER).parse::<u32>().ok();
    Some(move |first: i128| match second? {
        by @ 0..64 if is_shift => Some(first >> by),
        _ if is_shift => None,
        added => Some(first + i128::from(added)),
    })
}

/// Reads the digits of a number with its sign: decimal, `0x` or `0b`, between -2^63 and 2^64 - 1. What stands before the sign begins at
/// `start` and is read already.
///
/// # Errors
/// What is wrong with the number; it is read to its end all the same.
fn signed_number(cursor: &mut Cursor<'_>, start: usize) -> Result<Spanned<i128>, Diagnostic> {
    let negative = cursor.eat("-");
    cursor.eat("+");
    let radix = radix(cursor);
    let digits = cursor.eat_all(&IN_NUMBER);
    let mut span = cursor.span_from(start);
    let magnitude = u64::from_str_radix(digits, radix).ok().map(i128::from);
    let mut value = magnitude.map(|magnitude| if negative { -magnitude } else { magnitude });
    if let Some(with_second) = second_operand(cursor) {
        span = cursor.span_from(start);
        value = value.and_then(with_second);
    }
    match value.filter(|value| (i128::from(i64::MIN)..=i128::from(u64::MAX)).contains(value)) {
        Some(value) => Ok(Spanned { value, span }),
        None => Err(wrong_number(digits, radix, span)),
    }
}

/// What is wrong with the digits of a number.
#[cold]
fn wrong_number(digits: &str, radix: u32, span: Span) -> Diagnostic {
    match digits.chars().find(|c| !c.is_digit(radix)) {
        Some(wrong) => Diagnostic::error("syntax", span, format!("`{wrong}` in a number")),
        None if digits.is_empty() => Diagnostic::error("syntax", span, "a number without digits"),
        None => Diagnostic::error("number-too-large", span, "a number of more than 64 bits"),
    }
}
