//! Calls, and what belongs to exceptions.

use super::attributes::Attribute;
use super::lexer::Token;
use super::parser::{Parsed, Parser};
use super::syntax::{Callee, FunctionType, Operation, Type, Typed};

/// Calling conventions by name. Others are `cc` and a number.
const CONVENTIONS: &[&str] = &[
    "ccc",
    "fastcc",
    "coldcc",
    "cfguard_checkcc",
    "x86_stdcallcc",
    "x86_fastcallcc",
    "x86_regcallcc",
    "x86_thiscallcc",
    "x86_vectorcallcc",
    "arm_apcscc",
    "arm_aapcscc",
    "arm_aapcs_vfpcc",
    "aarch64_vector_pcs",
    "aarch64_sve_vector_pcs",
    "aarch64_sme_preservemost_from_x0",
    "aarch64_sme_preservemost_from_x1",
    "aarch64_sme_preservemost_from_x2",
    "msp430_intrcc",
    "avr_intrcc",
    "avr_signalcc",
    "ptx_kernel",
    "ptx_device",
    "spir_func",
    "spir_kernel",
    "intel_ocl_bicc",
    "x86_64_sysvcc",
    "win64cc",
    "webkit_jscc",
    "anyregcc",
    "preserve_mostcc",
    "preserve_allcc",
    "preserve_nonecc",
    "ghccc",
    "swiftcc",
    "swifttailcc",
    "x86_intrcc",
    "hhvmcc",
    "hhvm_ccc",
    "cxx_fast_tlscc",
    "amdgpu_vs",
    "amdgpu_gfx",
    "amdgpu_ls",
    "amdgpu_hs",
    "amdgpu_es",
    "amdgpu_gs",
    "amdgpu_ps",
    "amdgpu_cs",
    "amdgpu_cs_chain",
    "amdgpu_cs_chain_preserve",
    "amdgpu_kernel",
    "tailcc",
    "m68k_rtdcc",
    "graalcc",
    "riscv_vector_cc",
];

impl Parser<'_> {
    /// A calling convention, if there is one.
    pub(crate) fn convention(&mut self) -> Parsed<()> {
        match self.peek() {
            Token::Word("cc") => {
                self.advance();
                // `cc10` and `cc 10` are the same.
                self.unsigned(10).map(drop)
            }
            Token::Word(word) if CONVENTIONS.contains(&word) => {
                self.advance();
                if self.is(b'(') {
                    self.skip_parentheses()?;
                }
                Ok(())
            }
            Token::Word(word) if word.strip_prefix("cc").is_some_and(|number| number.parse::<u16>().is_ok()) => {
                self.advance();
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// The operation that begins with `word`, if it is a call or has to do with exceptions.
    pub(crate) fn call_operation(&mut self, word: &str) -> Option<Parsed<Operation>> {
        match word {
            "tail" | "musttail" | "notail" => {
                self.advance();
                Some(self.expect_word("call").and_then(|()| self.call(word == "musttail")))
            }
            "call" => {
                self.advance();
                Some(self.call(false))
            }
            "invoke" => {
                self.advance();
                Some(self.invoke())
            }
            "callbr" => {
                self.advance();
                Some(self.call_with_branches())
            }
            "landingpad" => {
                self.advance();
                Some(self.landing_pad())
            }
            "catchpad" | "cleanuppad" => {
                self.advance();
                Some(self.funclet_begin(word))
            }
            _ => None,
        }
    }

    fn call(&mut self, must_tail: bool) -> Parsed<Operation> {
        self.take_fast_math();
        let mut call = self.called()?;
        if let Operation::Call { must_tail: is_must_tail, .. } = &mut call {
            *is_must_tail = must_tail;
        }
        Ok(call)
    }

    fn invoke(&mut self) -> Parsed<Operation> {
        let mut call = self.called()?;
        self.expect_word("to")?;
        let to = self.target()?;
        self.expect_word("unwind")?;
        let other = self.target()?;
        if let Operation::Call { normal, unwind, .. } = &mut call {
            (*normal, *unwind) = (Some(to), Some(other));
        }
        Ok(call)
    }

    fn call_with_branches(&mut self) -> Parsed<Operation> {
        let call = self.called()?;
        self.expect_word("to")?;
        let mut targets = vec![self.target()?];
        self.expect(b'[')?;
        targets.extend(self.list(b']', Parser::target)?);
        let Operation::Call { signature, arguments, callee, .. } = call else {
            return Err(self.unexpected("a call"));
        };
        let mut operands = arguments;
        if let Callee::Value(value) = callee {
            operands.push((Type::POINTER, value));
        }
        Ok(Operation::Unknown { name: "callbr".to_owned(), operands, targets, ty: signature.result, terminates: true })
    }

    /// What calls of all kinds have: conventions, types, callee, arguments, attributes, bundles.
    fn called(&mut self) -> Parsed<Operation> {
        self.convention()?;
        let mut attributes = self.result_attributes()?;
        let space = if self.is_word("addrspace") { self.address_space()? } else { 0 };
        let at = self.here();
        let written = self.ty()?;
        let callee = self.callee()?;
        let arguments = self.arguments(&mut attributes)?;
        self.function_attributes()?;
        let bundles = self.bundles()?;
        let signature = match written {
            Type::Function(function) => *function,
            Type::Label | Type::Metadata => {
                return Err(self.wrong("bad-type", at, format!("no function returns `{written}`")));
            }
            result => FunctionType {
                result,
                parameters: arguments.iter().map(|(ty, _)| ty.clone()).collect(),
                variadic: false,
            },
        };
        let (normal, unwind) = (None, None);
        Ok(Operation::Call {
            signature,
            callee,
            arguments,
            normal,
            unwind,
            bundles,
            space,
            must_tail: false,
            attributes,
        })
    }

    fn callee(&mut self) -> Parsed<Callee> {
        if !self.take_word("asm") {
            return Ok(Callee::Value(self.value()?));
        }
        for flag in ["sideeffect", "alignstack", "inteldialect", "unwind"] {
            self.take_word(flag);
        }
        let template = self.text()?.to_owned();
        self.expect(b',')?;
        Ok(Callee::Assembly(template, self.text()?.to_owned()))
    }

    fn arguments(&mut self, attributes: &mut Vec<Attribute>) -> Parsed<Vec<Typed>> {
        self.expect(b'(')?;
        let mut position = 0;
        // A `musttail` call hands variable arguments on with `...`.
        let mut is_last = false;
        let arguments = self.list(b')', |parser| {
            if is_last {
                return Err(parser.unexpected("`)`"));
            }
            if parser.take_word("...") {
                is_last = true;
                return Ok(None);
            }
            let ty = parser.value_type()?;
            let of_argument = parser.parameter_attributes()?;
            attributes
                .extend(of_argument.into_iter().map(|attribute| Attribute { position: Some(position), ..attribute }));
            position += 1;
            let value = if ty == Type::Metadata { parser.metadata_value()? } else { parser.value()? };
            Ok(Some((ty, value)))
        })?;
        Ok(arguments.into_iter().flatten().collect())
    }

    /// `[ "name"(operands), ... ]` behind the arguments of a call.
    fn bundles(&mut self) -> Parsed<Vec<Typed>> {
        let mut operands = Vec::new();
        if !self.is(b'[') {
            return Ok(operands);
        }
        self.advance();
        self.list(b']', |parser| {
            parser.text()?;
            parser.expect(b'(')?;
            let typed = |parser: &mut Self| {
                let ty = parser.value_type()?;
                let value = if ty == Type::Metadata { parser.metadata_value()? } else { parser.value()? };
                Ok((ty, value))
            };
            operands.extend(parser.list(b')', typed)?);
            Ok(())
        })?;
        Ok(operands)
    }

    fn landing_pad(&mut self) -> Parsed<Operation> {
        let ty = self.value_type()?;
        let cleanup = self.take_word("cleanup");
        let mut operands = Vec::new();
        while self.is_word("catch") || self.is_word("filter") {
            let at = self.here();
            let is_filter = self.is_word("filter");
            self.advance();
            let clause = self.typed()?;
            if is_filter != matches!(clause.0, Type::Array(..)) {
                let message = "a `filter` has an array, a `catch` has none";
                return Err(self.wrong("type-mismatch", self.since(&at), message));
            }
            operands.push(clause);
        }
        if operands.is_empty() && !cleanup {
            return Err(self.unexpected("`cleanup`, `catch` or `filter`"));
        }
        Ok(Operation::Pure { operator: "landingpad".to_owned(), operands, ty: Some(ty) })
    }

    /// What begins the handlers of exceptions on Windows.
    fn funclet_begin(&mut self, word: &str) -> Parsed<Operation> {
        self.expect_word("within")?;
        let mut operands = vec![(Type::Token, self.value()?)];
        self.expect(b'[')?;
        operands.extend(self.list(b']', |parser| {
            let ty = parser.value_type()?;
            let value = if ty == Type::Metadata { parser.metadata_value()? } else { parser.value()? };
            Ok((ty, value))
        })?);
        let targets = Vec::new();
        Ok(Operation::Unknown { name: word.to_owned(), operands, targets, ty: Type::Token, terminates: false })
    }
}
