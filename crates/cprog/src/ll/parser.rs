//! A parser's view of the tokens: one token ahead, and errors with their place.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::lexer::{Lexeme, Lexer, Token};
use super::problem::Problem;

pub(crate) type Parsed<T> = Result<T, Box<Problem>>;

/// Types and constants nest; deeper than this nothing that a compiler wrote does.
const MAX_DEPTH: u32 = 200;

pub(crate) struct Parser<'t> {
    lexer: Lexer<'t>,
    current: Lexeme<'t>,
    /// Where the token before ends.
    last_end: u32,
    depth: u32,
    /// Where metadata nodes are first referred to, by their numbers.
    pub(crate) metadata_uses: FxHashMap<u32, Range<u32>>,
    /// Nodes that are attached as something else than places and loops.
    pub(crate) attached: Vec<(u32, Range<u32>)>,
    /// Where types are first referred to, by their names.
    pub(crate) type_uses: FxHashMap<&'t str, Range<u32>>,
    /// Where comdats are first referred to, by their names.
    pub(crate) comdat_uses: FxHashMap<&'t str, Range<u32>>,
    /// Where the type `ptr` first stands.
    pub(crate) opaque_pointer: Option<Range<u32>>,
    /// Where a pointer first says what it points to.
    pub(crate) typed_pointer: Option<Range<u32>>,
    /// Labels whose addresses are taken, with their functions.
    pub(crate) label_uses: Vec<(&'t str, &'t str, Range<u32>)>,
}

/// How a message shows a token.
fn shown(token: Token<'_>) -> String {
    match token {
        Token::Local(name) => format!("`%{name}`"),
        Token::Global(name) => format!("`@{name}`"),
        Token::Metadata(name) => format!("`!{name}`"),
        Token::Attributes(number) => format!("`#{number}`"),
        Token::Comdat(name) => format!("`${name}`"),
        Token::Word(word) | Token::Float(word) => format!("`{word}`"),
        Token::Label(name) => format!("`{name}:`"),
        Token::Integer(value) => format!("`{value}`"),
        Token::Text(_) | Token::Bytes(_) => "a string".to_owned(),
        Token::Punctuation(byte) => format!("`{}`", char::from(byte)),
        Token::Broken(what) => what.to_owned(),
        Token::End => "the end of the text".to_owned(),
    }
}

impl<'t> Parser<'t> {
    pub(crate) fn new(text: &'t str) -> Parser<'t> {
        let mut lexer = Lexer::new(text);
        let current = lexer.next();
        Parser {
            lexer,
            current,
            last_end: 0,
            depth: 0,
            metadata_uses: FxHashMap::default(),
            attached: Vec::new(),
            type_uses: FxHashMap::default(),
            comdat_uses: FxHashMap::default(),
            opaque_pointer: None,
            typed_pointer: None,
            label_uses: Vec::new(),
        }
    }

    pub(crate) fn peek(&self) -> Token<'t> {
        self.current.token
    }

    /// The token behind the next one.
    pub(crate) fn peek_second(&self) -> Token<'t> {
        self.lexer.clone().next().token
    }

    pub(crate) fn line(&self) -> u32 {
        self.current.line
    }

    /// Where the next token stands.
    pub(crate) fn here(&self) -> Range<u32> {
        self.current.range()
    }

    /// From `start` to the end of the last token.
    pub(crate) fn since(&self, start: &Range<u32>) -> Range<u32> {
        start.start..self.last_end.max(start.start)
    }

    pub(crate) fn at_end(&self) -> bool {
        self.peek() == Token::End
    }

    pub(crate) fn advance(&mut self) -> Token<'t> {
        let token = self.current.token;
        self.last_end = self.current.end;
        self.current = self.lexer.next();
        token
    }

    /// The error that something else is here than `expected`.
    pub(crate) fn unexpected(&self, expected: &str) -> Box<Problem> {
        let message = format!("expected {expected}, found {}", shown(self.peek()));
        let problem = Problem::new("ir-syntax", self.here(), message);
        Box::new(if self.at_end() { problem.help("the text ends too early: it may have been cut") } else { problem })
    }

    /// The error `message` about what stands at `at`.
    pub(crate) fn wrong(&self, code: &'static str, at: Range<u32>, message: impl Into<String>) -> Box<Problem> {
        Box::new(Problem::new(code, at, message))
    }

    pub(crate) fn is(&self, character: u8) -> bool {
        self.peek() == Token::Punctuation(character)
    }

    pub(crate) fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Token::Word(here) if here == word)
    }

    pub(crate) fn take(&mut self, character: u8) -> bool {
        let is = self.is(character);
        if is {
            self.advance();
        }
        is
    }

    pub(crate) fn take_word(&mut self, word: &str) -> bool {
        let is = self.is_word(word);
        if is {
            self.advance();
        }
        is
    }

    /// Takes words as long as they are among `words`.
    pub(crate) fn take_words(&mut self, words: &[&str]) {
        while matches!(self.peek(), Token::Word(word) if words.contains(&word)) {
            self.advance();
        }
    }

    /// Takes each of `words` at most once, in any order.
    pub(crate) fn take_each_once(&mut self, words: &[&str]) -> Vec<&str> {
        let mut taken: Vec<&str> = Vec::new();
        while let Token::Word(word) = self.peek() {
            if !words.contains(&word) || taken.contains(&word) {
                break;
            }
            taken.push(word);
            self.advance();
        }
        taken
    }

    pub(crate) fn expect(&mut self, character: u8) -> Parsed<()> {
        if self.take(character) { Ok(()) } else { Err(self.unexpected(&format!("`{}`", char::from(character)))) }
    }

    pub(crate) fn expect_word(&mut self, word: &str) -> Parsed<()> {
        if self.take_word(word) { Ok(()) } else { Err(self.unexpected(&format!("`{word}`"))) }
    }

    pub(crate) fn word(&mut self, what: &str) -> Parsed<&'t str> {
        match self.peek() {
            Token::Word(word) => {
                self.advance();
                Ok(word)
            }
            _ => Err(self.unexpected(what)),
        }
    }

    pub(crate) fn integer(&mut self) -> Parsed<i128> {
        match self.peek() {
            Token::Integer(value) => {
                self.advance();
                Ok(value)
            }
            _ => Err(self.unexpected("an integer")),
        }
    }

    /// An integer that is not negative and has at most so many bits.
    pub(crate) fn unsigned(&mut self, bits: u32) -> Parsed<u64> {
        let at = self.here();
        let value = self.integer()?;
        match u64::try_from(value) {
            Ok(value) if bits >= 64 || value >> bits == 0 => Ok(value),
            _ => Err(self.wrong("ir-syntax", at, format!("expected an unsigned integer of {bits} bits"))),
        }
    }

    pub(crate) fn text(&mut self) -> Parsed<&'t str> {
        match self.peek() {
            Token::Text(text) => {
                self.advance();
                Ok(text)
            }
            _ => Err(self.unexpected("a string")),
        }
    }

    /// Passes over a parenthesis that is open, with everything in it.
    pub(crate) fn skip_parentheses(&mut self) -> Parsed<()> {
        self.expect(b'(')?;
        let mut open = 1;
        while open > 0 {
            match self.peek() {
                Token::Punctuation(b'(') => open += 1,
                Token::Punctuation(b')') => open -= 1,
                Token::End | Token::Broken(_) => return Err(self.unexpected("`)`")),
                _ => {}
            }
            self.advance();
        }
        Ok(())
    }

    /// Runs `parse` one level deeper.
    pub(crate) fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_DEPTH {
            let message = format!("types and constants that are nested more than {MAX_DEPTH} deep are not supported");
            return Err(self.wrong("ir-nesting", self.here(), message));
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }

    /// Items separated by commas up to `close`, which is taken.
    pub(crate) fn list<T>(&mut self, close: u8, mut item: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut items = Vec::new();
        if self.take(close) {
            return Ok(items);
        }
        loop {
            items.push(item(self)?);
            if self.take(close) {
                return Ok(items);
            }
            if !self.take(b',') {
                return Err(self.unexpected(&format!("`,` or `{}`", char::from(close))));
            }
        }
    }

    /// `align N` behind its word: a power of two.
    pub(crate) fn alignment(&mut self) -> Parsed<u64> {
        let at = self.here();
        let value = self.unsigned(64)?;
        if value.is_power_of_two() && value <= 1 << 32 {
            return Ok(value);
        }
        let message = format!("the alignment {value} is not a power of two up to 2^32");
        Err(self.wrong("bad-alignment", at, message))
    }
}
