//! From the text of a cat file to its tokens.
//!
//! Names may hold `.` and `-` and end in one `'`: `dmb.st`, `po-loc`, `x'`, `_RMW`. A name swallows a `-` that an arrow begins
//! with in herd7's lexer; here the arrow wins. Comments are `(* nested *)`, and `//` and `#` to the end of the line.

use source::{Cursor, Diagnostic, Span};

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
    /// Punctuation and operators, as written.
    Symbol(&'static str),
    End,
}

/// One token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) span: Span,
    /// Bytes from the beginning of the line that it begins on.
    pub(crate) column: u32,
    pub(crate) is_first_on_line: bool,
}

macro_rules! keywords {
    ($($variant:ident = $text:literal),* $(,)?) => {
        /// The reserved words.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub(crate) enum Keyword { $($variant),* }

        impl Keyword {
            /// The word as written.
            pub(crate) fn text(self) -> &'static str {
                match self { $(Keyword::$variant => $text),* }
            }

            fn from_text(text: &str) -> Option<Keyword> {
                match text { $($text => Some(Keyword::$variant),)* _ => None }
            }
        }
    };
}

keywords! {
    Let = "let", Rec = "rec", And = "and", When = "when", Acyclic = "acyclic", Irreflexive = "irreflexive",
    Empty = "empty", Show = "show", Unshow = "unshow", Subset = "subset", As = "as", Fun = "fun", In = "in",
    UndefinedUnless = "undefined_unless", Flag = "flag", Assert = "assert", Include = "include", Variant = "variant",
    Begin = "begin", End = "end", Procedure = "procedure", Call = "call", Enum = "enum", Debug = "debug",
    Match = "match", With = "with", Forall = "forall", From = "from", Do = "do", Try = "try", If = "if",
    Then = "then", Else = "else", Catdep = "catdep", Instructions = "instructions", Default = "default", Not = "not",
}

/// Longer ones first: the longest match wins.
const SYMBOLS: [&str; 24] = [
    "->", "||", "&&", "++", "-1", "(", ")", "{", "}", "[", "]", "|", "&", "*", "~", "+", "^", "\\", "?", "=", ";", ",",
    "_", "0",
];

/// The tokens of the piece `span` of `text`, the last one being [`TokenKind::End`], and what is no token.
pub(crate) fn tokens(text: &str, span: Span) -> (Vec<Token>, Vec<Diagnostic>) {
    let (cursor, start) = (Cursor::new(text, span), span.start as usize);
    let mut lexer = Lexer { text, cursor, line: start, seen: start, tokens: Vec::new(), diagnostics: Vec::new() };
    while lexer.token() {}
    (lexer.tokens, lexer.diagnostics)
}

/// How many bytes of `text` are a name that it begins with.
fn name_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let first = usize::from(bytes.first() == Some(&b'_'));
    if !bytes.get(first).is_some_and(u8::is_ascii_alphabetic) {
        return 0;
    }
    let is_inner = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-');
    let mut length = first + bytes[first..].iter().take_while(|byte| is_inner(byte)).count();
    if bytes[length - 1] == b'-' && bytes.get(length) == Some(&b'>') {
        length -= 1;
    }
    length + usize::from(bytes.get(length) == Some(&b'\''))
}

struct Lexer<'s> {
    text: &'s str,
    cursor: Cursor<'s>,
    /// Where the current line begins.
    line: usize,
    /// Up to where lines have been counted: the beginning of the last token.
    seen: usize,
    tokens: Vec<Token>,
    diagnostics: Vec<Diagnostic>,
}

impl Lexer<'_> {
    /// Reads one token, or what stands between tokens; tells whether there is more.
    fn token(&mut self) -> bool {
        self.cursor.skip_white_space();
        let start = self.cursor.offset();
        let rest = self.cursor.rest();
        if self.cursor.is_at_end() {
            self.push(TokenKind::End, start);
            return false;
        }
        if rest.starts_with("(*") {
            self.comment();
        } else if rest.starts_with("//") || rest.starts_with('#') {
            self.cursor.eat_while(|c| c != '\n');
        } else if rest.starts_with('"') {
            self.text();
        } else if name_length(rest) > 0 {
            let name = &rest[..name_length(rest)];
            self.cursor.eat(name);
            self.push(Keyword::from_text(name).map_or(TokenKind::Name, TokenKind::Keyword), start);
        } else if rest.starts_with('\'') && name_length(&rest[1..]) > 0 {
            self.cursor.eat(&rest[..1 + name_length(&rest[1..])]);
            self.push(TokenKind::Tag, start);
        } else if let Some(symbol) = SYMBOLS.into_iter().find(|symbol| rest.starts_with(symbol)) {
            self.cursor.eat(symbol);
            self.push(TokenKind::Symbol(symbol), start);
        } else {
            self.stray();
        }
        true
    }

    fn push(&mut self, kind: TokenKind, start: usize) {
        let newline = self.text[self.seen..start].rfind('\n');
        if let Some(newline) = newline {
            self.line = self.seen + newline + 1;
        }
        let is_first_on_line = newline.is_some() || self.tokens.is_empty();
        self.seen = start;
        let column = (start - self.line) as u32;
        self.tokens.push(Token { kind, span: self.cursor.span_from(start), column, is_first_on_line });
    }

    fn comment(&mut self) {
        let start = self.cursor.offset();
        self.cursor.eat("(*");
        let opening = self.cursor.span_from(start);
        let mut depth = 1;
        while depth > 0 {
            if self.cursor.eat("(*") {
                depth += 1;
            } else if self.cursor.eat("*)") {
                depth -= 1;
            } else if self.cursor.bump().is_none() {
                let message = "this comment is not closed";
                self.diagnostics.push(Diagnostic::error("unclosed-comment", opening, message));
                return;
            }
        }
    }

    fn text(&mut self) {
        let start = self.cursor.offset();
        self.cursor.bump();
        self.cursor.eat_while(|c| c != '"');
        if self.cursor.eat("\"") {
            self.push(TokenKind::Text, start);
        } else {
            let opening = self.cursor.span_from(start).slice(0, 1);
            self.diagnostics.push(Diagnostic::error("unclosed-string", opening, "this string is not closed"));
        }
    }

    /// Characters that begin no token, all that stand together in one message.
    fn stray(&mut self) {
        let (start, rest) = (self.cursor.offset(), self.cursor.rest());
        self.cursor.bump();
        self.cursor.eat_while(|c| !c.is_ascii() || (c.is_ascii_digit() && c != '0'));
        let written = &rest[..self.cursor.offset() - start];
        let message = format!("`{written}` has no meaning in cat");
        self.diagnostics.push(Diagnostic::error("stray-character", self.cursor.span_from(start), message));
    }
}
