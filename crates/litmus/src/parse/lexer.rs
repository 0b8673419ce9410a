//! The words of initial states and conditions.
//!
//! Source: herdtools7, `lib/stateLexer.mll`. Two things are read where herd fails: a name may be followed by `/\`
//! without a blank (names may contain `/`), and keywords are distinguished from names by their position, so most of them
//! serve as names.

use smallvec::SmallVec;
use source::{CharSet, Cursor, Diagnostic, Span};

/// What a name begins with.
static NAME_START: CharSet = CharSet::LETTERS.with(CharSet::of("_.$"));
/// What comes behind that.
static IN_NAME: CharSet = CharSet::LETTERS.with(CharSet::DIGITS).with(CharSet::of("_/.-"));
static DIGITS: CharSet = CharSet::DIGITS;
static HEX_DIGITS: CharSet = CharSet::HEX_DIGITS;

/// A token with its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token<'s> {
    pub(crate) kind: TokenKind<'s>,
    pub(crate) span: Span,
}

/// Tokens one behind the other. Few sections have more.
pub(crate) type Tokens<'s> = SmallVec<[Token<'s>; 64]>;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind<'s> {
    /// `12`, `-3`, `0xff`.
    Number(&'s str),
    /// A name or a keyword.
    Word(&'s str),
    /// `P1`.
    Processor(u32),
    /// `%x`, without the sign.
    Symbolic(&'s str),
    /// `instr:"..."`.
    Instruction(&'s str),
    /// `label:"P1:L0"`.
    Label(u32, &'s str),
    /// `` `...` ``.
    Raw(&'s str),
    /// One of those that [`punctuation`] knows.
    Punctuation(&'static str),
    /// A character that begins no token.
    Unknown(char),
    /// Behind the last token.
    End,
}

/// Replaces what is in `all` by the tokens of a section, an [`TokenKind::End`] behind them. A comment that is not closed is reported.
pub(crate) fn tokens<'s>(mut cursor: Cursor<'s>, all: &mut Tokens<'s>, diagnostics: &mut Vec<Diagnostic>) {
    all.clear();
    loop {
        if let Err(diagnostic) = skip_blanks(&mut cursor) {
            diagnostics.push(diagnostic);
        }
        let start = cursor.offset();
        let Some(first) = cursor.peek_byte() else {
            // What is missing is missing behind the last token, not on some later line.
            let span = all.last().map_or(cursor.next_span(), |last| last.span.end_point());
            return all.push(Token { kind: TokenKind::End, span });
        };
        let kind = token(first, &mut cursor).unwrap_or_else(|| TokenKind::Unknown(cursor.bump().unwrap_or('\0')));
        all.push(Token { kind, span: cursor.span_from(start) });
    }
}

/// Skips blanks and comments.
///
/// # Errors
/// A comment that is not closed; it is skipped to the end.
#[inline]
pub(crate) fn skip_blanks(cursor: &mut Cursor<'_>) -> Result<(), Diagnostic> {
    loop {
        cursor.skip_white_space();
        if !cursor.is_at("(*") {
            return Ok(());
        }
        skip_comment(cursor)?;
    }
}

/// Skips one comment, in which others may be nested.
///
/// # Errors
/// It is not closed.
pub(crate) fn skip_comment(cursor: &mut Cursor<'_>) -> Result<(), Diagnostic> {
    let start = cursor.offset();
    let text = cursor.rest();
    let length = comment_length(text);
    cursor.advance(length.unwrap_or(text.len()));
    if length.is_some() {
        return Ok(());
    }
    let open = cursor.span_from(start).slice(0, 2);
    Err(Diagnostic::error("unclosed-comment", open, "the comment is not closed"))
}

/// How long the comment is that `text` begins with, `None` when it is not closed.
pub(crate) fn comment_length(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut at = 0;
    while at < text.len() {
        let rest = &text.as_bytes()[at..];
        if rest.starts_with(b"(*") {
            depth += 1;
            at += 2;
        } else if rest.starts_with(b"*)") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return Some(at);
            }
        } else {
            at += 1;
        }
    }
    None
}

/// The token that begins with `first`, which `cursor` stands before.
#[inline]
fn token<'s>(first: u8, cursor: &mut Cursor<'s>) -> Option<TokenKind<'s>> {
    let second = || cursor.rest_bytes().get(1).copied();
    match first {
        b'%' if second().is_some_and(|byte| NAME_START.has(byte)) => {
            cursor.bump();
            Some(TokenKind::Symbolic(name(cursor)))
        }
        b'`' => {
            let rest = cursor.rest();
            let end = rest[1..].find('`').filter(|&len| len > 0)?;
            cursor.advance(end + 2);
            Some(TokenKind::Raw(&rest[1..=end]))
        }
        b'-' | b'0'..=b'9' => number(cursor),
        b'$' if second().is_some_and(|byte| byte.is_ascii_digit()) => {
            let start = cursor.offset();
            cursor.bump();
            cursor.skip_all(&DIGITS);
            Some(TokenKind::Word(cursor.text_from(start)))
        }
        _ if NAME_START.has(first) => Some(word(first, cursor)),
        _ => {
            let found = punctuation(cursor.rest_bytes())?;
            cursor.advance(found.len());
            Some(TokenKind::Punctuation(found))
        }
    }
}

/// The mark that `text` begins with, the longest one there is.
fn punctuation(text: &[u8]) -> Option<&'static str> {
    let at = |index| text.get(index).copied().unwrap_or(0);
    Some(match (at(0), at(1)) {
        (b'=', b'=') => "==",
        (b'=', b'>') => "=>",
        (b'!', b'=') => "!=",
        (b'<', b'>') => "<>",
        (b'<', b'<') => "<<",
        (b'/', b'\\') => "/\\",
        (b'\\', b'/') => "\\/",
        (b'=', _) => "=",
        (b',', _) => ",",
        (b'&', _) => "&",
        (b';', _) => ";",
        (b':', _) => ":",
        (b'+', _) => "+",
        (b'[', _) => "[",
        (b']', _) => "]",
        (b'(', _) => "(",
        (b')', _) => ")",
        (b'{', _) => "{",
        (b'}', _) => "}",
        (b'~', _) => "~",
        (b'*', _) => "*",
        (b'|', _) => "|",
        _ => return None,
    })
}

/// A number, which begins with a digit or a sign.
fn number<'s>(cursor: &mut Cursor<'s>) -> Option<TokenKind<'s>> {
    let start = cursor.offset();
    let digits = match cursor.rest_bytes() {
        // Without a digit behind the `x` it is a 0 with a name behind it.
        [b'0', b'x' | b'X', digit, ..] if HEX_DIGITS.has(*digit) => {
            cursor.advance(2);
            &HEX_DIGITS
        }
        [b'-', digit, ..] if DIGITS.has(*digit) => {
            cursor.advance(1);
            &DIGITS
        }
        [b'-', ..] => return None,
        _ => &DIGITS,
    };
    cursor.skip_all(digits);
    Some(TokenKind::Number(cursor.text_from(start)))
}

fn name<'s>(cursor: &mut Cursor<'s>) -> &'s str {
    let mut ahead = cursor.clone();
    ahead.skip_all(&NAME_START);
    ahead.skip_all(&IN_NAME);
    let name = ahead.text_from(cursor.offset());
    // The `/` of `/\` is none of its.
    let name = if ahead.peek_byte() == Some(b'\\') { name.strip_suffix('/').unwrap_or(name) } else { name };
    cursor.advance(name.len());
    name
}

/// A name, or one of the things that begin like one.
fn word<'s>(first: u8, cursor: &mut Cursor<'s>) -> TokenKind<'s> {
    let found = match first {
        b'i' => quoted(cursor.rest(), "instr:\"").map(|(inside, length)| (TokenKind::Instruction(inside), length)),
        b'l' => quoted(cursor.rest(), "label:\"").and_then(|(inside, length)| Some((full_label(inside)?, length))),
        _ => None,
    };
    if let Some((kind, length)) = found {
        cursor.advance(length);
        return kind;
    }
    let name = name(cursor);
    match name.strip_prefix('P').and_then(thread_number) {
        Some(number) => TokenKind::Processor(number),
        None => TokenKind::Word(name),
    }
}

/// What stands between `prefix`, which ends with a quote, and the next quote; and the length of it all.
fn quoted<'s>(text: &'s str, prefix: &str) -> Option<(&'s str, usize)> {
    let (inside, _) = text.strip_prefix(prefix)?.split_once('"')?;
    (!inside.is_empty()).then_some((inside, prefix.len() + inside.len() + 1))
}

/// `P1:L0` or `1:L0`.
fn full_label(text: &str) -> Option<TokenKind<'_>> {
    let (thread, label) = text.split_once(':')?;
    let thread = thread_number(thread.strip_prefix('P').unwrap_or(thread))?;
    (!label.is_empty()).then_some(TokenKind::Label(thread, label))
}

/// A number of digits only.
pub(crate) fn thread_number(digits: &str) -> Option<u32> {
    let all_digits = digits.bytes().all(|byte| byte.is_ascii_digit());
    if all_digits { digits.parse().ok() } else { None }
}
