//! Textual LLVM IR to tokens.
//!
//! Lexical rules: LLVM Language Reference, "Identifiers", "Simple Constants" and "Metadata Nodes and Metadata Strings". Line ends mean nothing but the end of a comment.

use std::ops::Range;

/// One token; texts are pieces of the input.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Token<'t> {
    /// `%name`, `%"name"` or `%12`, without the sigil and the quotes.
    Local(&'t str),
    /// `@name`.
    Global(&'t str),
    /// `!name` or `!12`. A lone `!` is punctuation.
    Metadata(&'t str),
    /// `#12`: an attribute group.
    Attributes(&'t str),
    /// `$name`: a comdat.
    Comdat(&'t str),
    /// A keyword or a type.
    Word(&'t str),
    /// `name:`, a label or the name of a field of metadata.
    Label(&'t str),
    /// An integer; what does not fit in 128 bits is cut.
    Integer(i128),
    /// A floating point number, as written.
    Float(&'t str),
    /// `"..."`, without the quotes.
    Text(&'t str),
    /// `c"..."`, without the quotes, escapes as written.
    Bytes(&'t str),
    /// One character of punctuation.
    Punctuation(u8),
    /// Characters that are no token, and why.
    Broken(&'static str),
    /// The end of the text.
    End,
}

/// A token and where it stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lexeme<'t> {
    pub(crate) token: Token<'t>,
    /// Its line, from 1.
    pub(crate) line: u32,
    /// Where it begins, in bytes.
    pub(crate) start: u32,
    /// Where it ends, in bytes.
    pub(crate) end: u32,
}

impl Lexeme<'_> {
    /// The bytes of the text that it is.
    pub(crate) fn range(&self) -> Range<u32> {
        self.start..self.end
    }
}

/// Reads tokens one after the other.
#[derive(Clone, Debug)]
pub(crate) struct Lexer<'t> {
    text: &'t str,
    at: usize,
    line: u32,
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$' | b'-')
}

/// Digits in quotes are a name and no number; the quotes stay, to keep the two apart.
fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

impl<'t> Lexer<'t> {
    pub(crate) fn new(text: &'t str) -> Lexer<'t> {
        Lexer { text, at: 0, line: 1 }
    }

    fn byte(&self, at: usize) -> u8 {
        self.text.as_bytes().get(at).copied().unwrap_or(0)
    }

    fn skip_blanks(&mut self) {
        loop {
            match self.byte(self.at) {
                b'\n' => {
                    self.line += 1;
                    self.at += 1;
                }
                b' ' | b'\t' | b'\r' => self.at += 1,
                0 if self.at < self.text.len() => self.at += 1,
                b';' => {
                    while self.at < self.text.len() && self.byte(self.at) != b'\n' {
                        self.at += 1;
                    }
                }
                _ => return,
            }
        }
    }

    fn while_at(&self, mut end: usize, keep: impl Fn(u8) -> bool) -> usize {
        while keep(self.byte(end)) {
            end += 1;
        }
        end
    }

    /// The label that begins at `start`, if one does: characters of names up to a colon.
    fn label(&mut self, start: usize) -> Option<Token<'t>> {
        let end = self.while_at(start, is_name);
        if end == start || self.byte(end) != b':' {
            return None;
        }
        self.at = end + 1;
        Some(Token::Label(&self.text[start..end]))
    }

    /// What stands between the quote at `start` and the next one. There are no escaped quotes: LLVM writes `\22`.
    fn quoted(&mut self, start: usize) -> Option<&'t str> {
        let bytes = self.text.as_bytes();
        let length = bytes[start + 1..].iter().position(|byte| *byte == b'"');
        let Some(end) = length.map(|length| start + 1 + length) else {
            self.at = bytes.len();
            return None;
        };
        self.line += bytes[start..end].iter().filter(|byte| **byte == b'\n').count() as u32;
        self.at = end + 1;
        Some(&self.text[start + 1..end])
    }

    /// The name behind a sigil at `self.at`.
    fn name(&mut self, token: impl Fn(&'t str) -> Token<'t>) -> Token<'t> {
        let start = self.at + 1;
        match self.byte(start) {
            b'"' => match self.quoted(start) {
                Some("") => Token::Broken("an empty name"),
                Some(name) if name.contains("\\00") || name.contains('\0') => {
                    Token::Broken("a name with a null character")
                }
                Some(name) if is_number(name) => token(&self.text[start..self.at]),
                Some(name) => token(name),
                None => Token::Broken("a string without its end"),
            },
            b'0'..=b'9' => {
                self.at = self.while_at(start, |byte| byte.is_ascii_digit());
                let number = &self.text[start..self.at];
                if number.parse::<u32>().is_err() {
                    return Token::Broken("a number that is too large");
                }
                // `%007` is `%7`.
                let short = number.trim_start_matches('0');
                token(if short.is_empty() { "0" } else { short })
            }
            byte if is_name(byte) => {
                self.at = self.while_at(start, is_name);
                token(&self.text[start..self.at])
            }
            _ => {
                self.at += 1;
                Token::Broken("a sigil without a name")
            }
        }
    }

    fn number(&mut self) -> Token<'t> {
        let start = self.at;
        let digits = |end: usize| self.while_at(end, |byte| byte.is_ascii_digit());
        if self.byte(start) == b'0' && self.byte(start + 1) == b'x' {
            let kind = start + 2 + usize::from(matches!(self.byte(start + 2), b'K' | b'L' | b'M' | b'H' | b'R'));
            let end = self.while_at(kind, |byte| byte.is_ascii_hexdigit());
            self.at = end;
            if end == kind {
                return Token::Broken("a hexadecimal number without digits");
            }
            return Token::Float(&self.text[start..end]);
        }
        let mut end = digits(start + 1);
        if self.byte(end) == b'.' {
            end = digits(end + 1);
            if matches!(self.byte(end), b'e' | b'E') {
                let sign = usize::from(matches!(self.byte(end + 1), b'+' | b'-'));
                if self.byte(end + 1 + sign).is_ascii_digit() {
                    end = digits(end + 1 + sign);
                }
            }
            self.at = end;
            return Token::Float(&self.text[start..end]);
        }
        self.at = end;
        let text = &self.text[start..end];
        let all = text.trim_start_matches(['-', '+']);
        let cut = all.bytes().fold(0i128, |all, digit| all.wrapping_mul(10).wrapping_add(i128::from(digit - b'0')));
        Token::Integer(if text.starts_with('-') { cut.wrapping_neg() } else { cut })
    }

    /// A keyword or a type. `i32` ends behind its digits, other words where no letter, digit or `_` follows.
    fn word(&mut self) -> Token<'t> {
        let start = self.at;
        let digits = self.while_at(start + 1, |byte| byte.is_ascii_digit());
        if matches!(self.byte(start), b's' | b'u') && self.text[start + 1..].starts_with("0x") {
            return self.hexadecimal();
        }
        self.at = match self.byte(start) {
            b'i' if digits > start + 1 => digits,
            _ => self.while_at(start, |byte| byte.is_ascii_alphanumeric() || byte == b'_'),
        };
        Token::Word(&self.text[start..self.at])
    }

    /// `u0x1F`, `s0xFF`.
    fn hexadecimal(&mut self) -> Token<'t> {
        let start = self.at + 3;
        let end = self.while_at(start, |byte| byte.is_ascii_hexdigit());
        let is_signed = self.byte(self.at) == b's';
        self.at = end;
        let digits = &self.text[start..end];
        if digits.is_empty() {
            return Token::Broken("a hexadecimal number without digits");
        }
        let value = digits.chars().fold(0u128, |all, digit| (all << 4) | u128::from(digit.to_digit(16).unwrap_or(0)));
        let bits = 4 * digits.len().min(32) as u32;
        let shift = 128 - bits;
        Token::Integer(if is_signed { ((value << shift) as i128) >> shift } else { value as i128 })
    }

    fn token(&mut self) -> Token<'t> {
        let (at, byte) = (self.at, self.byte(self.at));
        match byte {
            0 if at >= self.text.len() => Token::End,
            b'%' => self.name(Token::Local),
            b'@' => self.name(Token::Global),
            b'!' => {
                let end = self.while_at(at + 1, |byte| is_name(byte) || byte == b'\\');
                self.at = end;
                match &self.text[at + 1..end] {
                    "" => Token::Punctuation(b'!'),
                    name => Token::Metadata(name),
                }
            }
            b'#' if self.byte(at + 1).is_ascii_digit() => self.name(Token::Attributes),
            b'$' => match self.label(at) {
                Some(label) => label,
                None => self.name(Token::Comdat),
            },
            b'"' => match self.quoted(at) {
                Some(text) if self.byte(self.at) == b':' => {
                    self.at += 1;
                    Token::Label(text)
                }
                Some(text) => Token::Text(text),
                None => Token::Broken("a string without its end"),
            },
            b'c' if self.byte(at + 1) == b'"' => match self.quoted(at + 1) {
                Some(text) => Token::Bytes(text),
                None => Token::Broken("a string without its end"),
            },
            b'.' | b'-' | b'_' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' => self.label_or_word(byte),
            b'+' if self.byte(at + 1).is_ascii_digit() => self.number(),
            _ => {
                self.at += 1;
                while !self.text.is_char_boundary(self.at) {
                    self.at += 1;
                }
                if byte.is_ascii() { Token::Punctuation(byte) } else { Token::Broken("a character that is not ASCII") }
            }
        }
    }

    fn label_or_word(&mut self, byte: u8) -> Token<'t> {
        if let Some(label) = self.label(self.at) {
            return label;
        }
        let begins_number = byte.is_ascii_digit() || byte == b'-' && self.byte(self.at + 1).is_ascii_digit();
        match byte {
            _ if begins_number => self.number(),
            b'.' if self.text[self.at..].starts_with("...") => {
                self.at += 3;
                Token::Word("...")
            }
            b'.' | b'-' => {
                self.at += 1;
                Token::Punctuation(byte)
            }
            _ => self.word(),
        }
    }

    /// The next token; [`Token::End`] for ever after the last.
    pub(crate) fn next(&mut self) -> Lexeme<'t> {
        self.skip_blanks();
        let (line, start) = (self.line, self.at as u32);
        let token = self.token();
        Lexeme { token, line, start, end: self.at as u32 }
    }
}
