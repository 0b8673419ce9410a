//! From the text of a cat file to its tokens.
//!
//! Names may hold `.` and `-` and end in one `'`: `dmb.st`, `po-loc`, `x'`, `_RMW`. A name swallows a `-` that an arrow begins
//! with in herd7's lexer; here the arrow wins. Comments are `(* nested *)`, and `//` and `#` to the end of the line.

use source::{Diagnostic, SourceId, Span};

/// What a token is; its text is what stands under its span.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum TokenKind {
    /// A name that is no keyword.
    Name,
    /// `'name`.
    Tag,
    /// `"text"`.
    Text,
    Keyword(Keyword),
    Symbol(Symbol),
    End,
}

/// One token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) span: Span,
}

macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $text:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub(crate) enum $name { $($variant),* }

        impl $name {
            /// All of them.
            #[allow(dead_code, reason = "of the one list only is it asked")]
            pub(crate) const ALL: &[$name] = &[$($name::$variant),*];

            /// As written.
            pub(crate) fn text(self) -> &'static str {
                match self { $($name::$variant => const { ascii($text) }),* }
            }

            /// Texts are bytes here: patterns of bytes are decided byte by byte, those of strings by comparing with one after the other.
            fn from_text(text: &[u8]) -> Option<$name> {
                match text { $($text => Some($name::$variant),)* _ => None }
            }
        }
    };
}

/// A literal of ASCII bytes as a string.
const fn ascii(bytes: &'static [u8]) -> &'static str {
    match str::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => panic!("ASCII is UTF-8"),
    }
}

words! {
    /// The reserved words.
    Keyword {
        Let = b"let", Rec = b"rec", And = b"and", When = b"when", Acyclic = b"acyclic", Irreflexive = b"irreflexive",
        Empty = b"empty", Show = b"show", Unshow = b"unshow", Subset = b"subset", As = b"as", Fun = b"fun", In = b"in",
        UndefinedUnless = b"undefined_unless", Flag = b"flag", Assert = b"assert", Include = b"include",
        Variant = b"variant", Begin = b"begin", End = b"end", Procedure = b"procedure", Call = b"call", Enum = b"enum",
        Debug = b"debug", Match = b"match", With = b"with", Forall = b"forall", From = b"from", Do = b"do", Try = b"try",
        If = b"if", Then = b"then", Else = b"else", Catdep = b"catdep", Instructions = b"instructions",
        Default = b"default", Not = b"not",
    }
}

words! {
    /// Punctuation and operators.
    Symbol {
        Arrow = b"->", DoubleBar = b"||", DoubleAmpersand = b"&&", DoublePlus = b"++", MinusOne = b"-1",
        OpenParenthesis = b"(", CloseParenthesis = b")", OpenBrace = b"{", CloseBrace = b"}", OpenBracket = b"[",
        CloseBracket = b"]", Bar = b"|", Ampersand = b"&", Star = b"*", Tilde = b"~", Plus = b"+", Caret = b"^",
        Backslash = b"\\", Question = b"?", Equal = b"=", Semicolon = b";", Comma = b",", Underscore = b"_", Zero = b"0",
    }
}

/// Whether a byte can stand in a name, the first letter aside.
const IS_IN_NAME: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 128 {
        table[byte] = (byte as u8).is_ascii_alphanumeric() || matches!(byte as u8, b'_' | b'.' | b'-');
        byte += 1;
    }
    table
};

/// What a text is made of.
pub(crate) struct Lexed {
    /// The last one is [`TokenKind::End`].
    pub(crate) tokens: Vec<Token>,
    /// Where comments stand, those that are not closed included.
    pub(crate) comments: Vec<Span>,
    /// What is wrong with the pieces that are neither.
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// What the piece `span` of `text` is made of.
pub(crate) fn tokens(text: &str, span: Span) -> Lexed {
    let Span { source, start, end } = span;
    // Comments and blanks make up for short tokens: few files have more than one token in eight bytes.
    let tokens = Vec::with_capacity((end - start) as usize / 8 + 1);
    let text = &text[..end as usize];
    let lexed = Lexed { tokens, comments: Vec::new(), diagnostics: Vec::new() };
    let mut lexer = Lexer { text, bytes: text.as_bytes(), source, at: start as usize, lexed };
    while lexer.token() {}
    lexer.lexed
}

/// How many bytes of `text` are a name that it begins with.
fn name_length(text: &[u8]) -> usize {
    let first = usize::from(text.first() == Some(&b'_'));
    if !text.get(first).is_some_and(u8::is_ascii_alphabetic) {
        return 0;
    }
    let rest = &text[first..];
    let mut length = first + rest.iter().position(|&byte| !IS_IN_NAME[usize::from(byte)]).unwrap_or(rest.len());
    if text[length - 1] == b'-' && text.get(length) == Some(&b'>') {
        length -= 1;
    }
    length + usize::from(text.get(length) == Some(&b'\''))
}

/// The symbol that `text` begins with: the longest match wins.
fn symbol(text: &[u8]) -> Option<Symbol> {
    let written = |length| text.get(..length).and_then(Symbol::from_text);
    written(2).or_else(|| written(1))
}

struct Lexer<'s> {
    /// Up to the end of what is read.
    text: &'s str,
    bytes: &'s [u8],
    source: SourceId,
    /// What comes next.
    at: usize,
    lexed: Lexed,
}

impl Lexer<'_> {
    /// Reads one token, or what stands between tokens; returns whether there is more.
    fn token(&mut self) -> bool {
        self.skip_blanks();
        let rest = &self.bytes[self.at..];
        match rest {
            [] => {
                self.push(TokenKind::End, 0);
                return false;
            }
            [b'(', b'*', ..] => self.comment(),
            [b'/', b'/', ..] | [b'#', ..] => self.line_comment(),
            [b'"', ..] => self.text(),
            [b'\'', name @ ..] => match name_length(name) {
                0 => self.stray(),
                length => self.push(TokenKind::Tag, 1 + length),
            },
            _ => match name_length(rest) {
                0 => match symbol(rest) {
                    Some(symbol) => self.push(TokenKind::Symbol(symbol), symbol.text().len()),
                    None => self.stray(),
                },
                length => {
                    let keyword = Keyword::from_text(&rest[..length]);
                    self.push(keyword.map_or(TokenKind::Name, TokenKind::Keyword), length);
                }
            },
        }
        true
    }

    /// Takes what comes next as a token of `length` bytes.
    fn push(&mut self, kind: TokenKind, length: usize) {
        let start = self.at;
        self.at += length;
        self.lexed.tokens.push(Token { kind, span: self.span_from(start) });
    }

    fn span_from(&self, start: usize) -> Span {
        Span::new(self.source, start, self.at)
    }

    /// Goes on to a byte for which `is_end` says so, or to the end.
    fn skip_until(&mut self, is_end: impl Fn(u8) -> bool) {
        let rest = &self.bytes[self.at..];
        self.at += rest.iter().position(|&byte| is_end(byte)).unwrap_or(rest.len());
    }

    fn skip_blanks(&mut self) {
        self.skip_until(|byte| !matches!(byte, b' ' | b'\n'));
        // What is rare, and what is not ASCII.
        if self.bytes.get(self.at).is_some_and(|byte| !(b' '..128).contains(byte)) {
            let rest = &self.text[self.at..];
            self.at += rest.len() - rest.trim_start().len();
        }
    }

    fn line_comment(&mut self) {
        let start = self.at;
        self.skip_until(|byte| byte == b'\n');
        self.lexed.comments.push(self.span_from(start));
    }

    /// Both ends of a comment have a `*`: nothing else in it is looked at.
    fn comment(&mut self) {
        let start = self.at;
        self.at += 2;
        let mut depth = 1;
        while depth > 0 {
            let Some(star) = self.text[self.at..].find('*').map(|offset| self.at + offset) else {
                let opening = Span::new(self.source, start, start + 2);
                let message = "this comment is not closed";
                self.lexed.diagnostics.push(Diagnostic::error("unclosed-comment", opening, message));
                self.at = self.bytes.len();
                break;
            };
            let opens = star > self.at && self.bytes[star - 1] == b'(';
            let closes = !opens && self.bytes.get(star + 1) == Some(&b')');
            self.at = star + 1 + usize::from(closes);
            depth = depth + usize::from(opens) - usize::from(closes);
        }
        self.lexed.comments.push(self.span_from(start));
    }

    fn text(&mut self) {
        match self.bytes[self.at + 1..].iter().position(|&byte| byte == b'"') {
            Some(length) => self.push(TokenKind::Text, length + 2),
            None => {
                let opening = Span::new(self.source, self.at, self.at + 1);
                self.lexed.diagnostics.push(Diagnostic::error("unclosed-string", opening, "this string is not closed"));
                self.at = self.bytes.len();
            }
        }
    }

    /// Characters that begin no token, all that stand together in one message.
    fn stray(&mut self) {
        let start = self.at;
        let mut rest = self.text[start..].chars();
        rest.next();
        let rest = rest.as_str().trim_start_matches(|c: char| !c.is_ascii() || (c.is_ascii_digit() && c != '0'));
        self.at = self.text.len() - rest.len();
        let message = format!("`{}` has no meaning in cat", &self.text[start..self.at]);
        self.lexed.diagnostics.push(Diagnostic::error("stray-character", self.span_from(start), message));
    }
}
