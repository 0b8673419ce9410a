//! What the token readers of assembly languages share: numbers, and values with their places.

use source::{Cursor, Diagnostic, Span};

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
pub(crate) fn signed_number(cursor: &mut Cursor<'_>, start: usize) -> Result<Spanned<i128>, Diagnostic> {
    let negative = cursor.eat("-");
    cursor.eat("+");
    let radix = if cursor.eat("0x") || cursor.eat("0X") { 16 } else { 10 };
    let digits = cursor.eat_while(|c| c.is_ascii_alphanumeric());
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
