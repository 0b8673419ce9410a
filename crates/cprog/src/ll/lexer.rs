//! Textual LLVM IR to tokens.
//!
//! Lexical rules: LLVM Language Reference, "Identifiers" and "Simple Constants". A token knows whether it is the first of its
//! line: clang writes one instruction a line, and the parser goes on there after something that it does not know.

/// One token; texts are pieces of the input.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Token<'t> {
    /// `%name`, `%"name"` or `%12`, without the sigil and the quotes.
    Local(&'t str),
    /// `@name`.
    Global(&'t str),
    /// `!name` or `!12`; empty for a lone `!`.
    Metadata(&'t str),
    /// `#12`: an attribute group.
    Attributes,
    /// A keyword, a type or a label without its colon.
    Word(&'t str),
    /// `name:` at the beginning of a block.
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
    /// The end of the text.
    End,
}

/// A token and where it stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lexeme<'t> {
    pub(crate) token: Token<'t>,
    /// Whether only blanks stand before it on its line.
    pub(crate) begins_line: bool,
    /// Its line, from 1.
    pub(crate) line: u32,
}

/// Reads tokens one after the other.
#[derive(Clone, Debug)]
pub(crate) struct Lexer<'t> {
    text: &'t str,
    at: usize,
    line: u32,
    begins_line: bool,
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$' | b'-')
}

impl<'t> Lexer<'t> {
    pub(crate) fn new(text: &'t str) -> Lexer<'t> {
        Lexer { text, at: 0, line: 1, begins_line: true }
    }

    fn byte(&self, at: usize) -> u8 {
        self.text.as_bytes().get(at).copied().unwrap_or(0)
    }

    fn skip_blanks(&mut self) {
        loop {
            match self.byte(self.at) {
                b'\n' => {
                    self.line += 1;
                    self.begins_line = true;
                    self.at += 1;
                }
                b' ' | b'\t' | b'\r' => self.at += 1,
                b';' => {
                    while self.at < self.text.len() && self.byte(self.at) != b'\n' {
                        self.at += 1;
                    }
                }
                _ => return,
            }
        }
    }

    /// The characters from `start` to before the first that is none of a word.
    fn word(&mut self, start: usize) -> &'t str {
        let mut end = start;
        while is_word(self.byte(end)) {
            end += 1;
        }
        self.at = end;
        &self.text[start..end]
    }

    /// What stands between the quote at `start` and the next one. There are no escaped quotes: LLVM writes `\22`.
    fn quoted(&mut self, start: usize) -> &'t str {
        let bytes = self.text.as_bytes();
        let mut end = start + 1;
        while end < bytes.len() && bytes[end] != b'"' {
            self.line += u32::from(bytes[end] == b'\n');
            end += 1;
        }
        self.at = (end + 1).min(bytes.len());
        &self.text[(start + 1).min(end)..end]
    }

    fn name(&mut self) -> &'t str {
        let start = self.at + 1;
        if self.byte(start) == b'"' { self.quoted(start) } else { self.word(start) }
    }

    fn number(&mut self) -> Token<'t> {
        let start = self.at;
        let mut end = start + 1;
        while self.byte(end).is_ascii_alphanumeric()
            || self.byte(end) == b'.'
            || (matches!(self.byte(end), b'+' | b'-') && matches!(self.byte(end - 1), b'e' | b'E'))
        {
            end += 1;
        }
        // A label may be a number, too.
        if self.byte(end) == b':' && self.begins_line && self.byte(start) != b'-' {
            self.at = end + 1;
            return Token::Label(&self.text[start..end]);
        }
        let text = &self.text[start..end];
        self.at = end;
        let digits = text.strip_prefix('-').unwrap_or(text);
        if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
            let cut =
                digits.bytes().fold(0i128, |all, digit| all.wrapping_mul(10).wrapping_add(i128::from(digit - b'0')));
            return Token::Integer(if text.starts_with('-') { cut.wrapping_neg() } else { cut });
        }
        Token::Float(text)
    }

    fn token(&mut self) -> Token<'t> {
        let byte = self.byte(self.at);
        match byte {
            0 if self.at >= self.text.len() => Token::End,
            b'%' => Token::Local(self.name()),
            b'@' => Token::Global(self.name()),
            b'!' if self.byte(self.at + 1) == b'"' => {
                let start = self.at + 1;
                Token::Text(self.quoted(start))
            }
            b'!' => Token::Metadata(self.name()),
            b'#' if is_word(self.byte(self.at + 1)) => {
                self.name();
                Token::Attributes
            }
            b'"' => {
                let text = self.quoted(self.at);
                if self.byte(self.at) == b':' && self.begins_line {
                    self.at += 1;
                    return Token::Label(text);
                }
                Token::Text(text)
            }
            b'c' if self.byte(self.at + 1) == b'"' => Token::Bytes(self.quoted(self.at + 1)),
            b'0'..=b'9' => self.number(),
            b'-' if self.byte(self.at + 1).is_ascii_digit() => self.number(),
            byte if is_word(byte) => {
                let word = self.word(self.at);
                if self.byte(self.at) == b':' && self.begins_line {
                    self.at += 1;
                    return Token::Label(word);
                }
                Token::Word(word)
            }
            _ => {
                self.at += 1;
                // Beyond ASCII there is nothing but in quotes; what is there all the same is passed over bytewise.
                while !self.text.is_char_boundary(self.at) {
                    self.at += 1;
                }
                Token::Punctuation(byte)
            }
        }
    }

    /// The next token; [`Token::End`] for ever after the last.
    pub(crate) fn next(&mut self) -> Lexeme<'t> {
        self.skip_blanks();
        let (line, begins_line) = (self.line, self.begins_line);
        let token = self.token();
        self.begins_line = false;
        Lexeme { token, begins_line, line }
    }
}
