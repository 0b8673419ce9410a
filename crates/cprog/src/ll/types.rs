//! Types.

use super::lexer::Token;
use super::parser::{Parsed, Parser};
use super::syntax::{FloatFormat, FunctionType, Type};

/// The most bits of an integer type.
const MOST_BITS: u32 = 1 << 23;

impl Parser<'_> {
    /// A type that a value may have; `void` and functions are none.
    pub(crate) fn value_type(&mut self) -> Parsed<Type> {
        let at = self.here();
        let ty = self.ty()?;
        if ty == Type::Void {
            return Err(self.wrong("bad-type", self.since(&at), "`void` stands where a value has its type"));
        }
        Ok(ty)
    }

    /// A type, with all the `*`s and parameter lists that follow it.
    pub(crate) fn ty(&mut self) -> Parsed<Type> {
        self.nested(Parser::any_type)
    }

    fn any_type(&mut self) -> Parsed<Type> {
        let at = self.here();
        let mut ty = self.simple_type()?;
        // Each suffix is one level of nesting.
        for depth in 0.. {
            if depth > 100 {
                return Err(self.wrong("ir-nesting", self.since(&at), "pointers to pointers are nested too deep"));
            }
            let space = if self.is_word("addrspace") { Some(self.address_space()?) } else { None };
            if space.is_some() || self.is(b'*') {
                let is_opaque = matches!(ty, Type::Pointer { to: None, .. });
                if is_opaque && space.is_some() && !self.is(b'*') {
                    ty = Type::Pointer { to: None, space: space.unwrap_or(0) };
                    continue;
                }
                self.typed_pointer.get_or_insert_with(|| at.clone());
                self.expect(b'*')?;
                if is_opaque || !is_pointee(&ty) {
                    let message = format!("there is no pointer to `{ty}`");
                    return Err(self.wrong("bad-type", self.since(&at), message));
                }
                ty = Type::Pointer { to: Some(Box::new(ty)), space: space.unwrap_or(0) };
            } else if self.is(b'(') {
                let (parameters, variadic) = self.parameter_types()?;
                if !is_result(&ty) {
                    let message = format!("no function returns `{ty}`");
                    return Err(self.wrong("bad-type", self.since(&at), message));
                }
                ty = Type::Function(Box::new(FunctionType { result: ty, parameters, variadic }));
            } else {
                return Ok(ty);
            }
        }
        Ok(ty)
    }

    /// `addrspace(1)`; with letters in the target's layout.
    pub(crate) fn address_space(&mut self) -> Parsed<u32> {
        self.expect_word("addrspace")?;
        self.expect(b'(')?;
        if let Token::Text(_) = self.peek() {
            self.advance();
            self.expect(b')')?;
            return Ok(0);
        }
        let space = self.unsigned(24)?;
        self.expect(b')')?;
        Ok(space as u32)
    }

    /// The parameters of a function type, and whether `...` follows.
    fn parameter_types(&mut self) -> Parsed<(Vec<Type>, bool)> {
        self.expect(b'(')?;
        let mut parameters = Vec::new();
        if self.take(b')') {
            return Ok((parameters, false));
        }
        loop {
            if self.take_word("...") {
                self.expect(b')')?;
                return Ok((parameters, true));
            }
            let at = self.here();
            let ty = self.value_type()?;
            self.parameter_attributes()?;
            if let Token::Local(_) = self.peek() {
                return Err(self.wrong("ir-syntax", self.here(), "parameters of function types have no names"));
            }
            if !is_parameter(&ty) {
                let message = format!("`{ty}` is the type of no parameter");
                return Err(self.wrong("bad-type", self.since(&at), message));
            }
            parameters.push(ty);
            if self.take(b')') {
                return Ok((parameters, false));
            }
            self.expect(b',')?;
        }
    }

    fn simple_type(&mut self) -> Parsed<Type> {
        let at = self.here();
        match self.peek() {
            Token::Word("target") => self.target_type(),
            Token::Word(word) => {
                let ty = type_of_word(word).ok_or_else(|| self.unexpected("a type"))?;
                self.advance();
                if word == "ptr" {
                    self.opaque_pointer.get_or_insert_with(|| at.clone());
                }
                match ty {
                    Type::Integer(bits) if bits == 0 || bits > MOST_BITS => {
                        let message = format!("integers have 1 to {MOST_BITS} bits, not {bits}");
                        Err(self.wrong("bad-type", at, message))
                    }
                    ty => Ok(ty),
                }
            }
            Token::Local(name) => {
                self.advance();
                self.type_uses.entry(name).or_insert(at);
                Ok(Type::Named(name.to_owned()))
            }
            Token::Punctuation(b'{') => {
                self.advance();
                Ok(Type::Structure(self.list(b'}', Parser::element_type)?, false))
            }
            Token::Punctuation(b'[') => {
                self.advance();
                let (length, element) = self.elements(b']')?;
                Ok(Type::Array(length, Box::new(element)))
            }
            Token::Punctuation(b'<') => {
                self.advance();
                if self.take(b'{') {
                    let fields = self.list(b'}', Parser::element_type)?;
                    self.expect(b'>')?;
                    return Ok(Type::Structure(fields, true));
                }
                let scalable = self.take_word("vscale");
                if scalable {
                    self.expect_word("x")?;
                }
                let (length, element) = self.elements(b'>')?;
                let is_element = matches!(element, Type::Integer(_) | Type::Float(_) | Type::Pointer { .. });
                if length == 0 || length > u64::from(u32::MAX) || !is_element {
                    let message = format!("there is no vector of {length} `{element}`");
                    return Err(self.wrong("bad-type", self.since(&at), message));
                }
                Ok(Type::Vector { length, element: Box::new(element), scalable })
            }
            _ => Err(self.unexpected("a type")),
        }
    }

    /// `target("name", types, integers)`.
    fn target_type(&mut self) -> Parsed<Type> {
        self.advance();
        self.expect(b'(')?;
        let name = self.text()?.to_owned();
        while self.take(b',') {
            if let Token::Integer(_) = self.peek() {
                self.advance();
            } else {
                self.ty()?;
            }
        }
        self.expect(b')')?;
        Ok(Type::Target(name))
    }

    fn element_type(&mut self) -> Parsed<Type> {
        let at = self.here();
        let ty = self.ty()?;
        if is_element(&ty) {
            return Ok(ty);
        }
        let message = format!("`{ty}` is the type of no element");
        Err(self.wrong("bad-type", self.since(&at), message))
    }

    fn elements(&mut self, close: u8) -> Parsed<(u64, Type)> {
        let length = self.unsigned(64)?;
        self.expect_word("x")?;
        let element = self.element_type()?;
        self.expect(close)?;
        Ok((length, element))
    }
}

/// The type that a word names.
pub(crate) fn type_of_word(word: &str) -> Option<Type> {
    Some(match word {
        "void" => Type::Void,
        "ptr" => Type::Pointer { to: None, space: 0 },
        "half" => Type::Float(FloatFormat::Half),
        "bfloat" => Type::Float(FloatFormat::Bfloat),
        "float" => Type::Float(FloatFormat::Single),
        "double" => Type::Float(FloatFormat::Double),
        "x86_fp80" => Type::Float(FloatFormat::Extended),
        "fp128" => Type::Float(FloatFormat::Quadruple),
        "ppc_fp128" => Type::Float(FloatFormat::DoubleDouble),
        "x86_mmx" => Type::Mmx,
        "x86_amx" => Type::Amx,
        "label" => Type::Label,
        "token" => Type::Token,
        "metadata" => Type::Metadata,
        _ => {
            let digits = word.strip_prefix('i').filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))?;
            Type::Integer(digits.parse().ok().or((!digits.is_empty()).then_some(0))?)
        }
    })
}

fn is_pointee(ty: &Type) -> bool {
    !matches!(ty, Type::Void | Type::Label | Type::Metadata | Type::Token | Type::Amx)
}

fn is_result(ty: &Type) -> bool {
    !matches!(ty, Type::Function(_) | Type::Label | Type::Metadata)
}

fn is_parameter(ty: &Type) -> bool {
    !matches!(ty, Type::Function(_) | Type::Void)
}

fn is_element(ty: &Type) -> bool {
    !matches!(ty, Type::Void | Type::Label | Type::Metadata | Type::Token | Type::Amx | Type::Function(_))
}
