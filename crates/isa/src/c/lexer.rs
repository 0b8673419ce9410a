//! Characters to tokens (C11 6.4).
//!
//! Beyond C: `#include` lines are skipped, whatever they include. Other preprocessor lines, strings and floating-point numbers are
//! refused. Trigraphs, digraphs and line splicing are not known.

use source::{CharSet, Cursor, Diagnostic, Span};

use super::ast::Constant;

/// What an identifier is made of; a digit does not begin one.
pub(super) static IN_WORD: CharSet = CharSet::LETTERS.with(CharSet::DIGITS).with(CharSet::of("_"));
/// What a number is made of, right or wrong.
static IN_NUMBER: CharSet = CharSet::LETTERS.with(CharSet::DIGITS).with(CharSet::of("_.'"));
static NO_LINE_END: CharSet = CharSet::of("\n").complement();
static IN_STRING: CharSet = CharSet::of("\"\n").complement();
static NO_STAR: CharSet = CharSet::of("*").complement();

/// A token with its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token<'s> {
    pub(crate) kind: TokenKind<'s>,
    pub(crate) span: Span,
}

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind<'s> {
    /// An identifier or a keyword.
    Word(&'s str),
    /// A number or a character, whose value [`constant`] finds.
    Number(&'s str),
    /// An operator or a bracket.
    Sign(&'static str),
    /// The end of the text, for ever.
    End,
}

/// What stands for a constant that is wrong, so that nothing else is reported about its place.
const PLACEHOLDER: TokenKind<'static> = TokenKind::Number("0");

/// Reads tokens, one after the other.
pub(crate) struct Lexer<'s> {
    cursor: Cursor<'s>,
    /// What is wrong with the characters read so far.
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl<'s> Lexer<'s> {
    /// Reads what `cursor` stands before.
    pub(crate) fn new(cursor: Cursor<'s>) -> Lexer<'s> {
        Lexer { cursor, diagnostics: Vec::new() }
    }

    /// The next token. Behind the last one comes [`TokenKind::End`].
    pub(crate) fn token(&mut self) -> Token<'s> {
        loop {
            self.cursor.skip_white_space();
            let start = self.cursor.offset();
            let kind = match self.cursor.peek_byte() {
                None => TokenKind::End,
                Some(b'0'..=b'9') => self.number(),
                Some(b'\'') => self.character(),
                Some(b'/' | b'#') if self.skip_blank() => continue,
                Some(first) if IN_WORD.has(first) => TokenKind::Word(self.cursor.eat_all(&IN_WORD)),
                Some(first) => match sign(self.cursor.rest_bytes()) {
                    Some(sign) => {
                        self.cursor.advance(sign.len());
                        TokenKind::Sign(sign)
                    }
                    None => match self.no_token(first) {
                        Some(kind) => kind,
                        None => continue,
                    },
                },
            };
            return Token { kind, span: self.cursor.span_from(start) };
        }
    }

    /// Skips a comment or a line `#include`, if one comes next.
    #[cold]
    fn skip_blank(&mut self) -> bool {
        if self.cursor.is_at("/*") {
            self.skip_comment();
            return true;
        }
        let found = self.cursor.is_at("//") || self.cursor.is_at("#include");
        if found {
            self.cursor.skip_all(&NO_LINE_END);
        }
        found
    }

    /// A comment, when one comes next that ends with `*/`.
    fn skip_comment(&mut self) {
        let start = self.cursor.offset();
        self.cursor.eat("/*");
        let opening = self.cursor.span_from(start);
        while !self.cursor.eat("*/") {
            self.cursor.eat("*");
            self.cursor.skip_all(&NO_STAR);
            if self.cursor.is_at_end() {
                self.diagnostics.push(Diagnostic::error("unclosed-comment", opening, "the comment is not closed"));
                return;
            }
        }
    }

    /// Reports that no token begins like this; gives what stands for it, if anything does.
    #[cold]
    fn no_token(&mut self, first: u8) -> Option<TokenKind<'s>> {
        let start = self.cursor.offset();
        let (what, help) = match first {
            b'#' => {
                self.cursor.skip_all(&NO_LINE_END);
                ("preprocessor lines are not supported", Some("only `#include` is read, and skipped"))
            }
            b'"' => {
                self.cursor.bump();
                self.cursor.skip_all(&IN_STRING);
                self.cursor.eat("\"");
                ("strings are not supported", None)
            }
            _ => {
                self.cursor.bump();
                ("this character means nothing in C", None)
            }
        };
        let diagnostic = Diagnostic::error("bad-token", self.cursor.span_from(start), what);
        self.diagnostics.push(match help {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        });
        (first == b'"').then_some(PLACEHOLDER)
    }

    /// A number with its suffix.
    fn number(&mut self) -> TokenKind<'s> {
        let start = self.cursor.offset();
        let text = self.cursor.eat_all(&IN_NUMBER);
        match constant(text) {
            Ok(_) => TokenKind::Number(text),
            Err(message) => {
                self.diagnostics.push(Diagnostic::error("bad-number", self.cursor.span_from(start), message));
                PLACEHOLDER
            }
        }
    }

    /// `'a'`.
    #[cold]
    fn character(&mut self) -> TokenKind<'s> {
        let start = self.cursor.offset();
        self.cursor.eat("'");
        let is_right = match self.cursor.bump() {
            Some('\\') => self.cursor.bump().is_some_and(|c| escaped(c).is_some()),
            Some(c) => c.is_ascii() && !matches!(c, '\'' | '\n'),
            None => false,
        };
        if is_right && self.cursor.eat("'") {
            return TokenKind::Number(self.cursor.text_from(start));
        }
        let span = self.cursor.span_from(start);
        self.diagnostics.push(Diagnostic::error("bad-token", span, "this is no character constant"));
        PLACEHOLDER
    }
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

/// The value of what [`TokenKind::Number`] is, and its type: `int` for a character; for a number the first type of C11 6.4.4.1 that
/// holds it (and `__int128` at last).
///
/// # Errors
/// What is wrong with it; tokens are right.
#[inline]
pub(crate) fn constant(text: &str) -> Result<Constant, &'static str> {
    small(text).map_or_else(|| unusual(text), |value| Ok(Constant::int(value)))
}

/// [`constant`] of what is not small.
fn unusual(text: &str) -> Result<Constant, &'static str> {
    if let Some(value) = character_value(text) {
        return Ok(Constant::int(value));
    }
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
        let is_fraction = text.contains('.');
        return Err(if is_fraction { "floating-point numbers are not supported" } else { "this is no number" });
    };
    let Ok(value) = u128::from_str_radix(digits, radix) else {
        let is_missing = digits.is_empty();
        return Err(if is_missing { "this is no number" } else { "the number does not fit into 128 bits" });
    };
    let fits = |width: u16, signed: bool| value.checked_shr(u32::from(width - u16::from(signed))).unwrap_or(0) == 0;
    let widths = [32, 64, 128].into_iter().filter(|&width| !long || width >= 64);
    let (width, signed) = widths
        .flat_map(|width| [(width, true), (width, false)])
        .filter(|&(_, signed)| if signed { !unsigned } else { unsigned || radix != 10 })
        .find(|&(width, signed)| fits(width, signed))
        .unwrap_or((128, false));
    Ok(Constant { value, width, signed })
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

/// The value of a character in its quotes.
fn character_value(text: &str) -> Option<u128> {
    match *text.as_bytes() {
        [b'\'', b'\\', letter, b'\''] => escaped(letter.into()),
        [b'\'', letter, b'\''] => Some(letter.into()),
        _ => None,
    }
}

/// What a letter behind a backslash means.
fn escaped(letter: char) -> Option<u128> {
    match letter {
        'n' => Some(10),
        't' => Some(9),
        '0' => Some(0),
        '\\' | '\'' | '"' => Some(letter as u128),
        _ => None,
    }
}
