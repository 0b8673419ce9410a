//! Types.

use super::lexer::Token;
use super::parser::{Parsed, Parser, Unexpected};
use super::syntax::Type;

impl Parser<'_> {
    /// A type, with all the `*`s and parameter lists that follow it.
    pub(crate) fn ty(&mut self) -> Parsed<Type> {
        let mut ty = self.nested(Parser::simple_type)?;
        loop {
            if self.is_word("addrspace") {
                self.advance();
                self.skip_parentheses()?;
            } else if self.take(b'*') {
                ty = Type::Pointer;
            } else if self.is(b'(') {
                self.skip_parentheses()?;
                ty = Type::Function(Box::new(ty));
            } else {
                return Ok(ty);
            }
        }
    }

    fn simple_type(&mut self) -> Parsed<Type> {
        match self.advance() {
            Token::Word(word) => self.type_word(word),
            Token::Local(name) => Ok(Type::Named(name.to_owned())),
            Token::Punctuation(b'{') => Ok(Type::Structure(self.list(b'}', Parser::ty)?, false)),
            Token::Punctuation(b'[') => {
                let (length, element) = self.elements()?;
                self.expect(b']')?;
                Ok(Type::Array(length, Box::new(element)))
            }
            Token::Punctuation(b'<') => {
                if self.take(b'{') {
                    let fields = self.list(b'}', Parser::ty)?;
                    self.expect(b'>')?;
                    return Ok(Type::Structure(fields, true));
                }
                if self.take_word("vscale") {
                    self.expect_word("x")?;
                }
                let (length, element) = self.elements()?;
                self.expect(b'>')?;
                Ok(Type::Vector(length, Box::new(element)))
            }
            _ => Err(Unexpected),
        }
    }

    fn elements(&mut self) -> Parsed<(u64, Type)> {
        let length = u64::try_from(self.integer()?).map_err(|_| Unexpected)?;
        self.expect_word("x")?;
        Ok((length, self.ty()?))
    }

    fn type_word(&mut self, word: &str) -> Parsed<Type> {
        Ok(match word {
            "void" => Type::Void,
            "ptr" => Type::Pointer,
            "half" | "bfloat" => Type::Float(16),
            "float" => Type::Float(32),
            "double" => Type::Float(64),
            "x86_fp80" => Type::Float(80),
            "fp128" | "ppc_fp128" => Type::Float(128),
            "x86_mmx" => Type::Vector(1, Box::new(Type::Integer(64))),
            "label" | "token" | "metadata" | "x86_amx" | "opaque" => Type::Other,
            "target" => {
                self.skip_parentheses()?;
                Type::Other
            }
            _ => {
                let bits = word.strip_prefix('i').and_then(|bits| bits.parse().ok()).ok_or(Unexpected)?;
                Type::Integer(bits)
            }
        })
    }
}
