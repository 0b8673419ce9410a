//! Characters to tokens. Comments may stand anywhere: those of Java and `(* ... *)`.

use source::{CharSet, Cursor, Diagnostic, Span};

const WORD_START: CharSet = CharSet::LETTERS.with(CharSet::of("_$"));
static IN_WORD: CharSet = WORD_START.with(CharSet::DIGITS);
static IN_NUMBER: CharSet = CharSet::LETTERS.with(CharSet::DIGITS).with(CharSet::of("_"));
static NO_LINE_END: CharSet = CharSet::of("\n").complement();

/// A token with its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'s> {
    pub(super) kind: TokenKind<'s>,
    pub(super) span: Span,
}

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind<'s> {
    /// A name or a keyword.
    Word(&'s str),
    /// A number without a sign.
    Number(i64),
    /// A number without a sign that is a `long`.
    Long(i64),
    /// A floating-point number: its bits, and whether it is a `double`.
    Floating(u64, bool),
    /// An operator or a bracket.
    Sign(&'static str),
    /// The end of the text.
    End,
}

/// Longer ones before those that they begin with.
const SIGNS: [&str; 34] = [
    ">>>", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "++", "--", "+=", "-=", "(", ")", "{", "}", "[", "]", ";",
    ",", ".", "=", "<", ">", "+", "-", "*", "/", "%", "&", "|", "^", "!",
];

/// More signs of one character.
const MORE_SIGNS: [&str; 3] = ["~", "?", ":"];

/// The tokens of `cursor`'s text, the last of them the end, and what is wrong with them.
pub(super) fn tokens<'s>(mut cursor: Cursor<'s>, diagnostics: &mut Vec<Diagnostic>) -> Vec<Token<'s>> {
    let mut tokens = Vec::with_capacity(64);
    loop {
        skip_blank(&mut cursor, diagnostics);
        let start = cursor.offset();
        let Some(first) = cursor.peek_byte() else {
            tokens.push(Token { kind: TokenKind::End, span: cursor.span_from(start) });
            return tokens;
        };
        let kind = if WORD_START.has(first) {
            Some(TokenKind::Word(cursor.eat_all(&IN_WORD)))
        } else if first.is_ascii_digit() {
            let text = number_text(&mut cursor);
            Some(number(text).unwrap_or_else(|message| {
                diagnostics.push(Diagnostic::error("bad-number", cursor.span_from(start), message));
                TokenKind::Number(0)
            }))
        } else if let Some(sign) = SIGNS.iter().chain(&MORE_SIGNS).find(|sign| cursor.is_at(sign)) {
            cursor.advance(sign.len());
            Some(TokenKind::Sign(sign))
        } else {
            let found = cursor.bump().unwrap_or_default();
            let message = format!("`{found}` means nothing in the Java of litmus tests");
            diagnostics.push(Diagnostic::error("bad-token", cursor.span_from(start), message));
            None
        };
        tokens.extend(kind.map(|kind| Token { kind, span: cursor.span_from(start) }));
    }
}

/// A number, as far as it goes: with a point and an exponent where it has these (JLS 3.10.2).
fn number_text<'s>(cursor: &mut Cursor<'s>) -> &'s str {
    let start = cursor.offset();
    let first = cursor.eat_all(&IN_NUMBER);
    let is_decimal = !first.starts_with("0x") && !first.starts_with("0X");
    let has_digit = |rest: &[u8]| matches!(rest, [b'.', digit, ..] if digit.is_ascii_digit());
    if is_decimal && has_digit(cursor.rest_bytes()) {
        cursor.advance(1);
        cursor.skip_all(&IN_NUMBER);
    }
    let has_exponent = is_decimal && cursor.text_from(start).ends_with(['e', 'E']);
    if has_exponent && matches!(cursor.rest_bytes(), [b'+' | b'-', digit, ..] if digit.is_ascii_digit()) {
        cursor.advance(1);
        cursor.skip_all(&IN_NUMBER);
    }
    cursor.text_from(start)
}

fn skip_blank(cursor: &mut Cursor<'_>, diagnostics: &mut Vec<Diagnostic>) {
    loop {
        cursor.skip_white_space();
        let start = cursor.offset();
        let (opening, closing) = if cursor.is_at("//") {
            cursor.skip_all(&NO_LINE_END);
            continue;
        } else if cursor.is_at("/*") {
            ("/*", "*/")
        } else if cursor.is_at("(*") {
            ("(*", "*)")
        } else {
            return;
        };
        cursor.eat(opening);
        let place = cursor.span_from(start);
        while !cursor.eat(closing) {
            if cursor.bump().is_none() {
                diagnostics.push(Diagnostic::error("unclosed-comment", place, "the comment is not closed"));
                return;
            }
        }
    }
}

/// A decimal floating-point number, which has a point, an exponent or a suffix (JLS 3.10.2); `None` of other numbers.
fn floating(text: &str) -> Option<Result<TokenKind<'static>, String>> {
    if text.starts_with("0x") || text.starts_with("0X") || !text.contains(['.', 'e', 'E', 'f', 'F', 'd', 'D']) {
        return None;
    }
    let (digits, is_double) = match text.strip_suffix(['f', 'F']) {
        Some(digits) => (digits, false),
        None => (text.strip_suffix(['d', 'D']).unwrap_or(text), true),
    };
    let number = match is_double {
        true => digits.parse::<f64>().ok().map(|number| (number.is_infinite(), number.to_bits())),
        false => digits.parse::<f32>().ok().map(|number| (number.is_infinite(), u64::from(number.to_bits()))),
    };
    Some(match number {
        Some((false, bits)) => Ok(TokenKind::Floating(bits, is_double)),
        Some((true, _)) => Err(format!("`{text}` is larger than any number of its type")),
        None => Err(format!("`{text}` is no number")),
    })
}

/// The value of a number: decimal or, with `0x`, hexadecimal; with the suffix `L` it is a `long`. Of hexadecimal ones, those of 32 bits, and with the suffix of 64, wrap as Java's do.
fn number(text: &str) -> Result<TokenKind<'static>, String> {
    let plain: String = text.chars().filter(|&c| c != '_').collect();
    if let Some(number) = floating(&plain) {
        return number;
    }
    let (plain, is_long) = match plain.strip_suffix(['L', 'l']) {
        Some(rest) => (rest.to_owned(), true),
        None => (plain, false),
    };
    let (digits, radix) = match plain.strip_prefix("0x").or_else(|| plain.strip_prefix("0X")) {
        Some(digits) => (digits, 16),
        None => (&*plain, 10),
    };
    if digits.is_empty() || !digits.chars().all(|c| c.is_digit(radix)) {
        return Err(format!(
            "`{text}` is no number; numbers are decimal or begin with `0x`, and have no suffix but `L`"
        ));
    }
    let too_large = || format!("`{text}` does not fit into 64 bits");
    if is_long {
        // The largest decimal one is for behind a minus.
        let value = u64::from_str_radix(digits, radix).map_err(|_| too_large())?;
        let fits = radix == 16 || value <= i64::MAX.unsigned_abs() + 1;
        return if fits { Ok(TokenKind::Long(value as i64)) } else { Err(too_large()) };
    }
    let value = i64::from_str_radix(digits, radix).map_err(|_| too_large())?;
    let wraps = radix == 16 && value >> 32 == 0;
    Ok(TokenKind::Number(if wraps { i64::from(value as u32 as i32) } else { value }))
}
