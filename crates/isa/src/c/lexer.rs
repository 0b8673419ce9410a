//! Characters to tokens (C11 6.4).
//!
//! Beyond C: `#include` lines are skipped, whatever they include. Other preprocessor lines, strings and floating-point numbers are
//! refused. Trigraphs, digraphs and line splicing are not known.

use source::{CharSet, Cursor, Diagnostic, Span};

/// What an identifier is made of; a digit does not begin one.
static IN_WORD: CharSet = CharSet::LETTERS.with(CharSet::DIGITS).with(CharSet::of("_"));
/// What a number is made of, right or wrong.
static IN_NUMBER: CharSet = CharSet::LETTERS.with(CharSet::DIGITS).with(CharSet::of("_.'"));
static NO_LINE_END: CharSet = CharSet::of("\n").complement();
static IN_STRING: CharSet = CharSet::of("\"\n").complement();
static NO_STAR: CharSet = CharSet::of("*").complement();

/// A token with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token<'s> {
    pub(crate) kind: TokenKind<'s>,
    pub(crate) span: Span,
}

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind<'s> {
    /// An identifier or a keyword.
    Word(&'s str),
    /// A number: its value, the width and the sign of its type.
    Number(u128, u16, bool),
    /// An operator or a bracket.
    Sign(&'static str),
    /// The end of the text, for ever.
    End,
}

/// What stands for a constant that is wrong, so that nothing else is told about its place.
const PLACEHOLDER: TokenKind<'static> = TokenKind::Number(0, 32, true);

/// Reads all tokens; the last one is [`TokenKind::End`].
pub(crate) fn tokens<'s>(mut cursor: Cursor<'s>, diagnostics: &mut Vec<Diagnostic>) -> Vec<Token<'s>> {
    // About one token for four characters, as programs are written.
    let mut tokens = Vec::with_capacity(cursor.rest().len() / 4);
    loop {
        skip_blanks(&mut cursor, diagnostics);
        let start = cursor.offset();
        let kind = next(&mut cursor, diagnostics);
        let span = cursor.span_from(start);
        if let Some(kind) = kind {
            tokens.push(Token { kind, span });
            if kind == TokenKind::End {
                return tokens;
            }
        }
    }
}

fn next<'s>(cursor: &mut Cursor<'s>, diagnostics: &mut Vec<Diagnostic>) -> Option<TokenKind<'s>> {
    let Some(first) = cursor.peek_byte() else { return Some(TokenKind::End) };
    if first.is_ascii_digit() {
        return number(cursor, diagnostics);
    }
    if IN_WORD.has(first) {
        return Some(TokenKind::Word(cursor.eat_all(&IN_WORD)));
    }
    if first == b'\'' {
        return character(cursor, diagnostics);
    }
    if let Some(sign) = sign(cursor.rest_bytes()) {
        cursor.advance(sign.len());
        return Some(TokenKind::Sign(sign));
    }
    let start = cursor.offset();
    let (what, help) = match first {
        b'#' => {
            cursor.skip_all(&NO_LINE_END);
            ("preprocessor lines are not supported", Some("only `#include` is read, and skipped"))
        }
        b'"' => {
            cursor.bump();
            cursor.skip_all(&IN_STRING);
            cursor.eat("\"");
            ("strings are not supported", None)
        }
        _ => {
            cursor.bump();
            ("this character means nothing in C", None)
        }
    };
    let diagnostic = Diagnostic::error("bad-token", cursor.span_from(start), what);
    diagnostics.push(match help {
        Some(help) => diagnostic.help(help),
        None => diagnostic,
    });
    (first == b'"').then_some(PLACEHOLDER)
}

/// The operator or bracket that `text` begins with, the longest one there is.
fn sign(text: &[u8]) -> Option<&'static str> {
    let at = |index| text.get(index).copied().unwrap_or(0);
    Some(match at(0) {
        b'(' => "(",
        b')' => ")",
        b'{' => "{",
        b'}' => "}",
        b'[' => "[",
        b']' => "]",
        b';' => ";",
        b',' => ",",
        b'?' => "?",
        b'~' => "~",
        b'@' => "@",
        first => match (first, at(1), at(2)) {
            (b'<', b'<', b'=') => "<<=",
            (b'>', b'>', b'=') => ">>=",
            (b'.', b'.', b'.') => "...",
            (b':', b':', _) => "::",
            (b'-', b'>', _) => "->",
            (b'+', b'+', _) => "++",
            (b'-', b'-', _) => "--",
            (b'<', b'<', _) => "<<",
            (b'>', b'>', _) => ">>",
            (b'&', b'&', _) => "&&",
            (b'|', b'|', _) => "||",
            (b'<', b'=', _) => "<=",
            (b'>', b'=', _) => ">=",
            (b'=', b'=', _) => "==",
            (b'!', b'=', _) => "!=",
            (b'*', b'=', _) => "*=",
            (b'/', b'=', _) => "/=",
            (b'%', b'=', _) => "%=",
            (b'+', b'=', _) => "+=",
            (b'-', b'=', _) => "-=",
            (b'&', b'=', _) => "&=",
            (b'^', b'=', _) => "^=",
            (b'|', b'=', _) => "|=",
            (b':', ..) => ":",
            (b'=', ..) => "=",
            (b'<', ..) => "<",
            (b'>', ..) => ">",
            (b'+', ..) => "+",
            (b'-', ..) => "-",
            (b'*', ..) => "*",
            (b'/', ..) => "/",
            (b'%', ..) => "%",
            (b'&', ..) => "&",
            (b'|', ..) => "|",
            (b'^', ..) => "^",
            (b'!', ..) => "!",
            (b'.', ..) => ".",
            _ => return None,
        },
    })
}

/// Blanks, comments and `#include` lines.
fn skip_blanks(cursor: &mut Cursor<'_>, diagnostics: &mut Vec<Diagnostic>) {
    loop {
        cursor.skip_white_space();
        match cursor.peek_byte() {
            Some(b'#') if cursor.is_at("#include") => cursor.skip_all(&NO_LINE_END),
            Some(b'/') if cursor.is_at("//") => cursor.skip_all(&NO_LINE_END),
            Some(b'/') if cursor.is_at("/*") => skip_comment(cursor, diagnostics),
            _ => return,
        }
    }
}

/// A comment, when one comes next that ends with `*/`.
fn skip_comment(cursor: &mut Cursor<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let start = cursor.offset();
    cursor.eat("/*");
    let opening = cursor.span_from(start);
    while !cursor.eat("*/") {
        cursor.eat("*");
        cursor.skip_all(&NO_STAR);
        if cursor.is_at_end() {
            diagnostics.push(Diagnostic::error("unclosed-comment", opening, "the comment is not closed"));
            return;
        }
    }
}

/// A number with its suffix. The type is the first of C11 6.4.4.1 that holds it (and `__int128` at last).
fn number<'s>(cursor: &mut Cursor<'_>, diagnostics: &mut Vec<Diagnostic>) -> Option<TokenKind<'s>> {
    let start = cursor.offset();
    let text = cursor.eat_all(&IN_NUMBER);
    if let Some(value) = small(text) {
        return Some(TokenKind::Number(value, 32, true));
    }
    let span = cursor.span_from(start);
    let (digits, radix) = match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => (&text[2..], 16),
        [b'0', b'b' | b'B', ..] => (&text[2..], 2),
        [b'0', _, ..] => (&text[1..], 8),
        _ => (text, 10),
    };
    let end = digits.find(|c: char| !c.is_digit(radix)).unwrap_or(digits.len());
    let (digits, suffix) = digits.split_at(end);
    let digits = if digits.is_empty() && radix == 8 { "0" } else { digits };
    let Some((unsigned, long)) = suffix_of(suffix) else {
        let message = if text.contains('.') { "floating-point numbers are not supported" } else { "this is no number" };
        diagnostics.push(Diagnostic::error("bad-number", span, message));
        return Some(PLACEHOLDER);
    };
    let Ok(value) = u128::from_str_radix(digits, radix) else {
        let message = if digits.is_empty() { "this is no number" } else { "the number does not fit into 128 bits" };
        diagnostics.push(Diagnostic::error("bad-number", span, message));
        return Some(PLACEHOLDER);
    };
    let fits = |width: u16, signed: bool| value.checked_shr(u32::from(width - u16::from(signed))).unwrap_or(0) == 0;
    let widths = [32, 64, 128].into_iter().filter(|&width| !long || width >= 64);
    let (width, signed) = widths
        .flat_map(|width| [(width, true), (width, false)])
        .filter(|&(_, signed)| if signed { !unsigned } else { unsigned || radix != 10 })
        .find(|&(width, signed)| fits(width, signed))
        .unwrap_or((128, false));
    Some(TokenKind::Number(value, width, signed))
}

/// Nearly all numbers in tests: decimal, without a suffix, and so small that they are an `int` without a look at types.
fn small(text: &str) -> Option<u128> {
    let is_decimal = text.len() == 1 || !text.starts_with('0');
    if !is_decimal || text.len() > 9 || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(text.bytes().fold(0, |value, digit| 10 * value + u32::from(digit - b'0')).into())
}

/// Whether a suffix says unsigned and long; `None` when it is none.
fn suffix_of(suffix: &str) -> Option<(bool, bool)> {
    let is = |known: &[&str]| known.iter().any(|known| known.eq_ignore_ascii_case(suffix));
    match suffix {
        "" => Some((false, false)),
        _ if is(&["u"]) => Some((true, false)),
        _ if is(&["l", "ll"]) => Some((false, true)),
        _ if is(&["ul", "lu", "ull", "llu"]) => Some((true, true)),
        _ => None,
    }
}

/// `'a'`, a number of type `int`.
fn character<'s>(cursor: &mut Cursor<'_>, diagnostics: &mut Vec<Diagnostic>) -> Option<TokenKind<'s>> {
    let start = cursor.offset();
    cursor.eat("'");
    let value = match cursor.bump() {
        Some('\\') => match cursor.bump() {
            Some('n') => Some(10),
            Some('t') => Some(9),
            Some('0') => Some(0),
            Some(c @ ('\\' | '\'' | '"')) => Some(c as u128),
            _ => None,
        },
        Some(c) if c.is_ascii() && !matches!(c, '\'' | '\n') => Some(c as u128),
        _ => None,
    };
    match value {
        Some(value) if cursor.eat("'") => Some(TokenKind::Number(value, 32, true)),
        _ => {
            let message = "this is no character constant";
            diagnostics.push(Diagnostic::error("bad-token", cursor.span_from(start), message));
            Some(PLACEHOLDER)
        }
    }
}
