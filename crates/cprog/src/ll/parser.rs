//! A parser's view of the tokens: one token ahead, and recovery at the next line.

use super::lexer::{Lexeme, Lexer, Token};

/// What is here is none of what the grammar has here. The caller goes on with the next line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Unexpected;

pub(crate) type Parsed<T> = Result<T, Unexpected>;

/// Types and constants nest; deeper than this nothing that a compiler wrote does.
const MAX_DEPTH: u32 = 200;

pub(crate) struct Parser<'t> {
    lexer: Lexer<'t>,
    current: Lexeme<'t>,
    depth: u32,
}

impl<'t> Parser<'t> {
    pub(crate) fn new(text: &'t str) -> Parser<'t> {
        let mut lexer = Lexer::new(text);
        let current = lexer.next();
        Parser { lexer, current, depth: 0 }
    }

    pub(crate) fn peek(&self) -> Token<'t> {
        self.current.token
    }

    pub(crate) fn line(&self) -> u32 {
        self.current.line
    }

    pub(crate) fn begins_line(&self) -> bool {
        self.current.begins_line
    }

    pub(crate) fn at_end(&self) -> bool {
        self.peek() == Token::End
    }

    pub(crate) fn advance(&mut self) -> Token<'t> {
        let token = self.current.token;
        self.current = self.lexer.next();
        token
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

    pub(crate) fn expect(&mut self, character: u8) -> Parsed<()> {
        if self.take(character) { Ok(()) } else { Err(Unexpected) }
    }

    pub(crate) fn expect_word(&mut self, word: &str) -> Parsed<()> {
        if self.take_word(word) { Ok(()) } else { Err(Unexpected) }
    }

    pub(crate) fn word(&mut self) -> Parsed<&'t str> {
        match self.peek() {
            Token::Word(word) => {
                self.advance();
                Ok(word)
            }
            _ => Err(Unexpected),
        }
    }

    pub(crate) fn integer(&mut self) -> Parsed<i128> {
        match self.peek() {
            Token::Integer(value) => {
                self.advance();
                Ok(value)
            }
            _ => Err(Unexpected),
        }
    }

    pub(crate) fn local(&mut self) -> Parsed<&'t str> {
        match self.peek() {
            Token::Local(name) => {
                self.advance();
                Ok(name)
            }
            _ => Err(Unexpected),
        }
    }

    pub(crate) fn text(&mut self) -> Parsed<&'t str> {
        match self.peek() {
            Token::Text(text) => {
                self.advance();
                Ok(text)
            }
            _ => Err(Unexpected),
        }
    }

    /// Goes on to the first token of another line.
    pub(crate) fn skip_line(&mut self) {
        if !self.at_end() {
            self.advance();
        }
        while !self.at_end() && !self.begins_line() {
            self.advance();
        }
    }

    /// Passes over a parenthesis that is open, with everything in it.
    pub(crate) fn skip_parentheses(&mut self) -> Parsed<()> {
        self.expect(b'(')?;
        let mut open = 1;
        while open > 0 {
            match self.advance() {
                Token::Punctuation(b'(') => open += 1,
                Token::Punctuation(b')') => open -= 1,
                Token::End => return Err(Unexpected),
                _ => {}
            }
        }
        Ok(())
    }

    /// Runs `parse` one level deeper.
    pub(crate) fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_DEPTH {
            return Err(Unexpected);
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
            self.expect(b',')?;
        }
    }
}
