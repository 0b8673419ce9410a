//! Constants, registers and constant expressions.

use super::lexer::Token;
use super::parser::{Parsed, Parser};
use super::syntax::{Brackets, Operation, Type, Typed, Value};

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
    "ptrtoaddr",
    "inttoptr",
    "bitcast",
    "addrspacecast",
];

/// Operators with two operands of one type.
pub(crate) const BINARY: &[&str] = &[
    "add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "shl", "lshr", "ashr", "and", "or", "xor", "fadd", "fsub",
    "fmul", "fdiv", "frem",
];

/// Predicates of `icmp`.
pub(crate) const INTEGER_PREDICATES: &[&str] = &["eq", "ne", "slt", "sgt", "sle", "sge", "ult", "ugt", "ule", "uge"];

/// Predicates of `fcmp`.
pub(crate) const FLOAT_PREDICATES: &[&str] = &[
    "oeq", "one", "olt", "ogt", "ole", "oge", "ord", "uno", "ueq", "une", "ult", "ugt", "ule", "uge", "true", "false",
];

impl<'t> Parser<'t> {
    /// A type and a value of it.
    pub(crate) fn typed(&mut self) -> Parsed<Typed> {
        let ty = self.value_type()?;
        let value = self.value()?;
        Ok((ty, value))
    }

    /// A value whose type was read before.
    pub(crate) fn value(&mut self) -> Parsed<Value> {
        self.nested(Parser::any_value)
    }

    fn any_value(&mut self) -> Parsed<Value> {
        let value = match self.peek() {
            Token::Local(name) => Value::Local(name.to_owned()),
            Token::Global(name) => Value::Global(name.to_owned()),
            Token::Integer(value) => Value::Integer(value),
            Token::Float(text) => Value::Float(text.to_owned()),
            Token::Bytes(text) => Value::Bytes(unescape(text)),
            Token::Punctuation(b'{') => {
                self.advance();
                return Ok(Value::Aggregate(Brackets::Structure, self.list(b'}', Parser::typed)?));
            }
            Token::Punctuation(b'[') => {
                self.advance();
                return Ok(Value::Aggregate(Brackets::Array, self.list(b']', Parser::typed)?));
            }
            Token::Punctuation(b'<') => return self.angles(),
            Token::Metadata(_) | Token::Punctuation(b'!') => return self.metadata_value(),
            Token::Word(word) => return self.value_word(word),
            _ => return Err(self.unexpected("a value")),
        };
        self.advance();
        Ok(value)
    }

    /// A vector or a packed structure.
    fn angles(&mut self) -> Parsed<Value> {
        self.advance();
        if self.take(b'{') {
            let fields = self.list(b'}', Parser::typed)?;
            self.expect(b'>')?;
            return Ok(Value::Aggregate(Brackets::Packed, fields));
        }
        let at = self.here();
        let elements = self.list(b'>', Parser::typed)?;
        if elements.is_empty() {
            return Err(self.wrong("bad-constant", at, "a vector has at least one element"));
        }
        Ok(Value::Aggregate(Brackets::Vector, elements))
    }

    fn value_word(&mut self, word: &'t str) -> Parsed<Value> {
        let plain = match word {
            "true" => Value::Boolean(true),
            "false" => Value::Boolean(false),
            "null" => Value::Null,
            "none" => Value::NoToken,
            "undef" | "poison" => Value::Undefined,
            "zeroinitializer" => Value::Zero,
            "dso_local_equivalent" | "no_cfi" => {
                self.advance();
                let Token::Global(_) = self.peek() else { return Err(self.unexpected("a function")) };
                return self.value();
            }
            "blockaddress" => return self.block_address(),
            "splat" => {
                self.advance();
                self.expect(b'(')?;
                let element = self.typed()?;
                self.expect(b')')?;
                return Ok(Value::Aggregate(Brackets::Splat, vec![element]));
            }
            _ => return Ok(Value::Expression(Box::new(self.constant_expression(word)?))),
        };
        self.advance();
        Ok(plain)
    }

    fn block_address(&mut self) -> Parsed<Value> {
        let at = self.here();
        self.advance();
        self.expect(b'(')?;
        let Token::Global(function) = self.peek() else { return Err(self.unexpected("a function")) };
        self.advance();
        self.expect(b',')?;
        let Token::Local(label) = self.peek() else { return Err(self.unexpected("a label")) };
        self.advance();
        self.expect(b')')?;
        self.label_uses.push((function, label, self.since(&at)));
        Ok(Value::BlockAddress(function.to_owned(), label.to_owned()))
    }

    fn constant_expression(&mut self, word: &'t str) -> Parsed<Operation> {
        let is_known = CASTS.contains(&word)
            || BINARY.contains(&word)
            || matches!(
                word,
                "getelementptr"
                    | "icmp"
                    | "fcmp"
                    | "select"
                    | "extractvalue"
                    | "insertvalue"
                    | "fneg"
                    | "extractelement"
                    | "insertelement"
                    | "shufflevector"
                    | "ptrauth"
            );
        if !is_known {
            return Err(self.unexpected("a value"));
        }
        let at = self.here();
        self.advance();
        match word {
            "getelementptr" => {
                self.take_flags(&["inbounds", "nuw", "nusw"])?;
                self.expect(b'(')?;
                let address = self.address()?;
                self.expect(b')')?;
                return Ok(address);
            }
            "icmp" | "fcmp" => {
                let predicate = self.predicate(word == "fcmp")?;
                self.expect(b'(')?;
                let (ty, left, right) = self.same_types(&at)?;
                return Ok(Operation::Compare { predicate, float: word == "fcmp", ty, left, right });
            }
            _ => {}
        }
        if BINARY.contains(&word) {
            self.take_each_once(&["nuw", "nsw", "exact"]);
            self.expect(b'(')?;
            let (ty, left, right) = self.same_types(&at)?;
            return Ok(Operation::Binary { operator: word.to_owned(), ty, left, right, is_signed: false });
        }
        self.expect(b'(')?;
        let operation = self.operands_in_parentheses(word)?;
        self.expect(b')')?;
        Ok(operation)
    }

    fn operands_in_parentheses(&mut self, word: &str) -> Parsed<Operation> {
        if CASTS.contains(&word) {
            let (from, value) = self.typed()?;
            self.expect_word("to")?;
            let to = self.value_type()?;
            return Ok(Operation::Cast { operator: word.to_owned(), from, value, to });
        }
        let first = self.typed()?;
        match word {
            "select" => {
                self.expect(b',')?;
                let (ty, then) = self.typed()?;
                self.expect(b',')?;
                Ok(Operation::Select { condition: first, ty, then, otherwise: self.typed()? })
            }
            "fneg" => Ok(Operation::Negate { ty: first.0, value: first.1 }),
            "extractvalue" => Ok(Operation::Extract { aggregate: first, path: self.path()? }),
            "insertvalue" => {
                self.expect(b',')?;
                let value = self.typed()?;
                Ok(Operation::Insert { aggregate: first, value, path: self.path()? })
            }
            _ => {
                let mut operands = vec![first];
                while self.take(b',') {
                    operands.push(self.typed()?);
                }
                Ok(Operation::Pure { operator: word.to_owned(), operands, ty: None })
            }
        }
    }

    /// Two typed operands of one type, up to the parenthesis behind them.
    fn same_types(&mut self, at: &std::ops::Range<u32>) -> Parsed<(Type, Value, Value)> {
        let (ty, left) = self.typed()?;
        self.expect(b',')?;
        let (other, right) = self.typed()?;
        self.expect(b')')?;
        if ty != other {
            let message = format!("the operands have two types, `{ty}` and `{other}`");
            return Err(self.wrong("type-mismatch", self.since(at), message));
        }
        Ok((ty, left, right))
    }

    /// The predicate of a comparison.
    pub(crate) fn predicate(&mut self, float: bool) -> Parsed<String> {
        let known = if float { FLOAT_PREDICATES } else { INTEGER_PREDICATES };
        match self.peek() {
            Token::Word(word) if known.contains(&word) => {
                self.advance();
                Ok(word.to_owned())
            }
            _ => Err(self.unexpected(if float { "a predicate of `fcmp`" } else { "a predicate of `icmp`" })),
        }
    }

    /// The rest of a `getelementptr` from its source type on; a closing parenthesis or metadata is left.
    pub(crate) fn address(&mut self) -> Parsed<Operation> {
        let ty = self.value_type()?;
        self.expect(b',')?;
        let base = self.typed()?;
        let mut indices = Vec::new();
        while self.is(b',') && !matches!(self.peek_second(), Token::Metadata(_)) {
            self.advance();
            self.take_flags(&[])?;
            indices.push(self.typed()?);
        }
        Ok(Operation::Address { ty, base, indices })
    }

    /// The numbers of an `extractvalue`, each behind a comma.
    pub(crate) fn path(&mut self) -> Parsed<Vec<u64>> {
        let mut path = Vec::new();
        while self.is(b',') && !matches!(self.peek_second(), Token::Metadata(_)) {
            self.advance();
            path.push(self.unsigned(32)?);
        }
        if path.is_empty() { Err(self.unexpected("`,` and an index")) } else { Ok(path) }
    }

    /// Flags such as `inbounds` and `inrange(0, 8)`.
    pub(crate) fn take_flags(&mut self, flags: &[&str]) -> Parsed<()> {
        self.take_each_once(flags);
        if self.take_word("inrange") && self.is(b'(') {
            self.skip_parentheses()?;
        }
        self.take_each_once(flags);
        Ok(())
    }
}

/// `\22` and the like, as bytes.
fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        if let (b'\\', [b'\\', after @ ..]) = (*first, tail) {
            bytes.push(b'\\');
            rest = after;
            continue;
        }
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
