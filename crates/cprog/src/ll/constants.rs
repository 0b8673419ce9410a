//! Constants, registers and constant expressions.

use super::lexer::Token;
use super::parser::{Parsed, Parser, Unexpected};
use super::syntax::{Operation, Type, Typed, Value};

/// Casts have one syntax, as instructions and as constants.
pub(crate) const CASTS: &[&str] = &[
    "trunc",
    "zext",
    "sext",
    "fptrunc",
    "fpext",
    "fptoui",
    "fptosi",
    "uitofp",
    "sitofp",
    "ptrtoint",
    "inttoptr",
    "bitcast",
    "addrspacecast",
];

/// Operators with two operands of one type.
pub(crate) const BINARY: &[&str] = &[
    "add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "shl", "lshr", "ashr", "and", "or", "xor", "fadd", "fsub",
    "fmul", "fdiv", "frem",
];

impl Parser<'_> {
    /// A type and a value of it.
    pub(crate) fn typed(&mut self) -> Parsed<Typed> {
        let ty = self.ty()?;
        self.skip_parameter_attributes()?;
        let value = self.value()?;
        Ok((ty, value))
    }

    /// A value whose type was read before.
    pub(crate) fn value(&mut self) -> Parsed<Value> {
        self.nested(Parser::any_value)
    }

    fn any_value(&mut self) -> Parsed<Value> {
        Ok(match self.advance() {
            Token::Local(name) => Value::Local(name.to_owned()),
            Token::Global(name) => Value::Global(name.to_owned()),
            Token::Integer(value) => Value::Integer(value),
            Token::Float(text) => Value::Float(text.to_owned()),
            Token::Bytes(text) => Value::Bytes(unescape(text)),
            Token::Punctuation(b'{') => Value::Aggregate(self.list(b'}', Parser::typed)?),
            Token::Punctuation(b'[') => Value::Aggregate(self.list(b']', Parser::typed)?),
            Token::Punctuation(b'<') => {
                if self.take(b'{') {
                    let fields = self.list(b'}', Parser::typed)?;
                    self.expect(b'>')?;
                    Value::Aggregate(fields)
                } else {
                    Value::Aggregate(self.list(b'>', Parser::typed)?)
                }
            }
            Token::Metadata(_) | Token::Text(_) => {
                // `!DIExpression(...)`, `!{...}` and plain references.
                if self.is(b'(') {
                    self.skip_parentheses()?;
                } else if self.is(b'{') {
                    while !self.take(b'}') {
                        if self.at_end() {
                            return Err(Unexpected);
                        }
                        self.advance();
                    }
                }
                Value::Other
            }
            Token::Word(word) => self.value_word(word)?,
            _ => return Err(Unexpected),
        })
    }

    fn value_word(&mut self, word: &str) -> Parsed<Value> {
        Ok(match word {
            "true" => Value::Integer(1),
            "false" => Value::Integer(0),
            "null" | "none" => Value::Null,
            "undef" | "poison" => Value::Undefined,
            "zeroinitializer" => Value::Zero,
            "dso_local_equivalent" | "no_cfi" => self.value()?,
            "blockaddress" => {
                self.skip_parentheses()?;
                Value::Other
            }
            "splat" => {
                self.expect(b'(')?;
                let element = self.typed()?;
                self.expect(b')')?;
                Value::Aggregate(vec![element])
            }
            // Metadata as an argument: `metadata i32* %x`.
            "ptr" | "i1" | "i8" | "i16" | "i32" | "i64" => self.value()?,
            _ => Value::Expression(Box::new(self.constant_expression(word)?)),
        })
    }

    fn constant_expression(&mut self, word: &str) -> Parsed<Operation> {
        if word == "getelementptr" {
            self.skip_words_before(b'(')?;
            self.expect(b'(')?;
            let address = self.address()?;
            self.expect(b')')?;
            return Ok(address);
        }
        if CASTS.contains(&word) {
            self.expect(b'(')?;
            let (from, value) = self.typed()?;
            self.expect_word("to")?;
            let to = self.ty()?;
            self.expect(b')')?;
            return Ok(Operation::Cast { operator: word.to_owned(), from, value, to });
        }
        if BINARY.contains(&word) {
            self.skip_words_before(b'(')?;
            self.expect(b'(')?;
            let (ty, left) = self.typed()?;
            self.expect(b',')?;
            let (_, right) = self.typed()?;
            self.expect(b')')?;
            return Ok(Operation::Binary { operator: word.to_owned(), ty, left, right });
        }
        if word == "icmp" || word == "fcmp" {
            let predicate = self.word()?.to_owned();
            self.expect(b'(')?;
            let (ty, left) = self.typed()?;
            self.expect(b',')?;
            let (_, right) = self.typed()?;
            self.expect(b')')?;
            return Ok(Operation::Compare { predicate, float: word == "fcmp", ty, left, right });
        }
        if word == "select" {
            self.expect(b'(')?;
            let (_, condition) = self.typed()?;
            self.expect(b',')?;
            let (ty, then) = self.typed()?;
            self.expect(b',')?;
            let (_, otherwise) = self.typed()?;
            self.expect(b')')?;
            return Ok(Operation::Select { condition, ty, then, otherwise });
        }
        Err(Unexpected)
    }

    /// The rest of a `getelementptr` from its source type on; a closing parenthesis or the end of the line is left.
    pub(crate) fn address(&mut self) -> Parsed<Operation> {
        let ty = self.ty()?;
        self.expect(b',')?;
        let (_, base) = self.typed()?;
        let mut indices = Vec::new();
        while self.is(b',') {
            self.advance();
            // Metadata after the operands.
            if let Token::Metadata(_) = self.peek() {
                break;
            }
            self.take_word("inrange");
            if self.is(b'(') {
                self.skip_parentheses()?;
            }
            indices.push(self.typed()?);
        }
        Ok(Operation::Address { ty, base, indices })
    }

    /// Flags such as `inbounds`, `nuw` and `inrange(0, 8)`.
    pub(crate) fn skip_words_before(&mut self, stop: u8) -> Parsed<()> {
        while !self.is(stop) {
            match self.advance() {
                Token::Word("inrange") => self.skip_parentheses()?,
                Token::Word(_) => {}
                _ => return Err(Unexpected),
            }
        }
        Ok(())
    }

    /// Attributes between a parameter's type and its value: `noundef align 8 dereferenceable(8) sret(%struct.s)`.
    pub(crate) fn skip_parameter_attributes(&mut self) -> Parsed<()> {
        loop {
            match self.peek() {
                Token::Word(word) if is_parameter_attribute(word) => {
                    self.advance();
                    if word == "align" && matches!(self.peek(), Token::Integer(_)) {
                        self.advance();
                    } else if self.is(b'(') {
                        self.skip_parentheses()?;
                    }
                }
                Token::Text(_) => {
                    self.advance();
                    if self.take(b'=') {
                        self.text()?;
                    }
                }
                Token::Attributes => {
                    self.advance();
                }
                _ => return Ok(()),
            }
        }
    }
}

/// Everything that stands before a value and is none.
fn is_parameter_attribute(word: &str) -> bool {
    matches!(
        word,
        "align"
            | "allocalign"
            | "allocptr"
            | "byref"
            | "byval"
            | "captures"
            | "dead_on_return"
            | "dead_on_unwind"
            | "dereferenceable"
            | "dereferenceable_or_null"
            | "elementtype"
            | "immarg"
            | "inalloca"
            | "initializes"
            | "inreg"
            | "nest"
            | "noalias"
            | "nocapture"
            | "noext"
            | "nofpclass"
            | "nofree"
            | "nonnull"
            | "noundef"
            | "preallocated"
            | "range"
            | "readnone"
            | "readonly"
            | "returned"
            | "signext"
            | "sret"
            | "swiftasync"
            | "swifterror"
            | "swiftself"
            | "writable"
            | "writeonly"
            | "zeroext"
    )
}

/// `\22` and the like, as bytes.
fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let code = (*first == b'\\').then(|| tail.get(..2)).flatten();
        let code = code.and_then(|code| u8::from_str_radix(std::str::from_utf8(code).ok()?, 16).ok());
        match code {
            Some(byte) => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            None => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    bytes
}

/// Whether `ty` is what a function that returns nothing has.
pub(crate) fn result_of(ty: Type) -> Type {
    match ty {
        Type::Function(result) => *result,
        other => other,
    }
}
