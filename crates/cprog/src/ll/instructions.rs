//! Instructions: arithmetic, comparisons, aggregates, and what ends blocks.

use super::constants::{BINARY, CASTS};
use super::lexer::Token;
use super::parser::{Parsed, Parser};
use super::syntax::{Instruction, Operation, Type};

/// Flags of floating point operations.
const FAST_MATH: &[&str] = &["nnan", "ninf", "nsz", "arcp", "contract", "afn", "reassoc", "fast"];

impl Parser<'_> {
    /// One instruction with the metadata attached to it. Its result is the name that is written.
    pub(crate) fn instruction(&mut self) -> Parsed<Instruction> {
        let (line, begin) = (self.line(), self.here());
        let mut result = None;
        if let Token::Local(name) = self.peek() {
            self.advance();
            result = Some(name.to_owned());
            self.expect(b'=')?;
        }
        let operation = self.operation()?;
        let debug = self.attachments(true)?;
        Ok(Instruction { result, operation, debug, line, at: self.since(&begin) })
    }

    fn operation(&mut self) -> Parsed<Operation> {
        let Token::Word(word) = self.peek() else { return Err(self.unexpected("an instruction")) };
        if CASTS.contains(&word) {
            self.advance();
            return self.cast(word);
        }
        if BINARY.contains(&word) {
            self.advance();
            return self.binary(word);
        }
        if let Some(operation) = self.memory_operation(word) {
            return operation;
        }
        if let Some(operation) = self.call_operation(word) {
            return operation;
        }
        let begin = self.here();
        self.advance();
        match word {
            "icmp" | "fcmp" => self.compare(word == "fcmp"),
            "fneg" => {
                self.take_words(FAST_MATH);
                let (ty, value) = self.typed()?;
                Ok(Operation::Negate { ty, value })
            }
            "select" => self.select(),
            "phi" => self.phi(),
            "extractvalue" => {
                let aggregate = self.typed()?;
                Ok(Operation::Extract { aggregate, path: self.path()? })
            }
            "insertvalue" => {
                let aggregate = self.typed()?;
                self.expect(b',')?;
                let value = self.typed()?;
                Ok(Operation::Insert { aggregate, value, path: self.path()? })
            }
            "freeze" => Ok(Operation::Freeze { value: self.typed()? }),
            "extractelement" => self.pure(word, 2),
            "insertelement" | "shufflevector" => self.pure(word, 3),
            "va_arg" => {
                let list = self.typed()?;
                self.expect(b',')?;
                let ty = Some(self.value_type()?);
                Ok(Operation::Pure { operator: word.to_owned(), operands: vec![list], ty })
            }
            _ => match self.terminator(word)? {
                Some(operation) => Ok(operation),
                None => {
                    let message = format!("`{word}` is no instruction of LLVM IR");
                    let problem = self.wrong("unknown-instruction", self.since(&begin), message);
                    let known = source::nearest(word, INSTRUCTIONS.iter().copied());
                    Err(match known {
                        Some(known) => Box::new(problem.help(format!("did you mean `{known}`?"))),
                        None => problem,
                    })
                }
            },
        }
    }

    fn terminator(&mut self, word: &str) -> Parsed<Option<Operation>> {
        Ok(Some(match word {
            "ret" => {
                let at = self.here();
                let ty = self.ty()?;
                match ty {
                    Type::Void => Operation::Return(None),
                    Type::Function(_) => {
                        return Err(self.wrong("bad-type", self.since(&at), "a function is no value"));
                    }
                    ty => Operation::Return(Some((ty, self.value()?))),
                }
            }
            "br" => {
                if self.is_word("label") {
                    Operation::Jump(self.target()?)
                } else {
                    let condition = self.typed()?;
                    self.expect(b',')?;
                    let then = self.target()?;
                    self.expect(b',')?;
                    Operation::Branch { condition, then, otherwise: self.target()? }
                }
            }
            "switch" => self.switch()?,
            "indirectbr" => {
                let address = self.typed()?;
                self.expect(b',')?;
                self.expect(b'[')?;
                Operation::IndirectJump { address, targets: self.list(b']', Parser::target)? }
            }
            "resume" => Operation::Resume(self.typed()?),
            "unreachable" => Operation::Unreachable,
            "cleanupret" | "catchret" | "catchswitch" => self.funclet_end(word)?,
            _ => return Ok(None),
        }))
    }

    fn switch(&mut self) -> Parsed<Operation> {
        let value = self.typed()?;
        self.expect(b',')?;
        let default = self.target()?;
        self.expect(b'[')?;
        let mut cases = Vec::new();
        while !self.take(b']') {
            let ty = self.value_type()?;
            let case = match self.peek() {
                Token::Word("true") => 1,
                Token::Word("false") => 0,
                Token::Integer(case) => case,
                _ => return Err(self.unexpected("an integer")),
            };
            self.advance();
            self.expect(b',')?;
            cases.push((ty, case, self.target()?));
        }
        Ok(Operation::Switch { value, default, cases })
    }

    /// `label %name`
    pub(crate) fn target(&mut self) -> Parsed<String> {
        self.expect_word("label")?;
        match self.peek() {
            Token::Local(name) => {
                self.advance();
                Ok(name.to_owned())
            }
            _ => Err(self.unexpected("the name of a block")),
        }
    }

    /// What ends the handlers of exceptions on Windows.
    fn funclet_end(&mut self, word: &str) -> Parsed<Operation> {
        let mut targets = Vec::new();
        let mut operands = Vec::new();
        let ty = if word == "catchswitch" { Type::Token } else { Type::Void };
        if word == "catchswitch" {
            self.expect_word("within")?;
            operands.push((Type::Token, self.value()?));
            self.expect(b'[')?;
            targets = self.list(b']', Parser::target)?;
        } else {
            self.expect_word("from")?;
            operands.push((Type::Token, self.value()?));
        }
        match word {
            "catchret" => {
                self.expect_word("to")?;
                targets.push(self.target()?);
            }
            _ => {
                self.expect_word("unwind")?;
                if self.take_word("to") {
                    self.expect_word("caller")?;
                } else {
                    targets.push(self.target()?);
                }
            }
        }
        Ok(Operation::Unknown { name: word.to_owned(), operands, targets, ty, terminates: true })
    }

    pub(crate) fn take_fast_math(&mut self) {
        self.take_words(FAST_MATH);
    }

    fn cast(&mut self, word: &str) -> Parsed<Operation> {
        match word {
            "zext" | "uitofp" => drop(self.take_each_once(&["nneg"])),
            "trunc" => drop(self.take_each_once(&["nuw", "nsw"])),
            "fptrunc" | "fpext" => self.take_words(FAST_MATH),
            _ => {}
        }
        let (from, value) = self.typed()?;
        self.expect_word("to")?;
        Ok(Operation::Cast { operator: word.to_owned(), from, value, to: self.value_type()? })
    }

    fn binary(&mut self, word: &str) -> Parsed<Operation> {
        let mut is_signed = false;
        match word {
            "add" | "sub" | "mul" | "shl" => is_signed = self.take_each_once(&["nuw", "nsw"]).contains(&"nsw"),
            "udiv" | "sdiv" | "lshr" | "ashr" => drop(self.take_each_once(&["exact"])),
            "or" => drop(self.take_each_once(&["disjoint"])),
            "fadd" | "fsub" | "fmul" | "fdiv" | "frem" => self.take_words(FAST_MATH),
            _ => {}
        }
        let (ty, left) = self.typed()?;
        self.expect(b',')?;
        Ok(Operation::Binary { operator: word.to_owned(), ty, left, right: self.value()?, is_signed })
    }

    fn compare(&mut self, float: bool) -> Parsed<Operation> {
        if float {
            self.take_words(FAST_MATH);
        } else {
            self.take_each_once(&["samesign"]);
        }
        let predicate = self.predicate(float)?;
        let (ty, left) = self.typed()?;
        self.expect(b',')?;
        Ok(Operation::Compare { predicate, float, ty, left, right: self.value()? })
    }

    fn select(&mut self) -> Parsed<Operation> {
        self.take_words(FAST_MATH);
        let condition = self.typed()?;
        self.expect(b',')?;
        let (ty, then) = self.typed()?;
        self.expect(b',')?;
        Ok(Operation::Select { condition, ty, then, otherwise: self.typed()? })
    }

    fn phi(&mut self) -> Parsed<Operation> {
        self.take_words(FAST_MATH);
        let ty = self.value_type()?;
        let mut incoming = Vec::new();
        loop {
            self.expect(b'[')?;
            let value = self.value()?;
            self.expect(b',')?;
            let Token::Local(block) = self.peek() else { return Err(self.unexpected("the name of a block")) };
            self.advance();
            incoming.push((value, block.to_owned()));
            self.expect(b']')?;
            if !self.is(b',') || matches!(self.peek_second(), Token::Metadata(_)) {
                return Ok(Operation::Phi { ty, incoming });
            }
            self.advance();
        }
    }

    fn pure(&mut self, word: &str, count: usize) -> Parsed<Operation> {
        let mut operands = vec![self.typed()?];
        while operands.len() < count {
            self.expect(b',')?;
            operands.push(self.typed()?);
        }
        Ok(Operation::Pure { operator: word.to_owned(), operands, ty: None })
    }
}

/// What ends no block, for suggestions; casts and binary operators apart.
const INSTRUCTIONS: &[&str] = &[
    "alloca",
    "load",
    "store",
    "fence",
    "atomicrmw",
    "cmpxchg",
    "getelementptr",
    "icmp",
    "fcmp",
    "fneg",
    "select",
    "phi",
    "extractvalue",
    "insertvalue",
    "freeze",
    "call",
    "invoke",
    "extractelement",
    "insertelement",
    "shufflevector",
    "va_arg",
    "landingpad",
    "ret",
    "br",
    "switch",
    "indirectbr",
    "resume",
    "unreachable",
];

impl Operation {
    /// Whether it ends its block.
    pub fn is_terminator(&self) -> bool {
        match self {
            Operation::Return(_)
            | Operation::Jump(_)
            | Operation::Branch { .. }
            | Operation::Switch { .. }
            | Operation::IndirectJump { .. }
            | Operation::Resume(_)
            | Operation::Unreachable => true,
            Operation::Call { normal, .. } => normal.is_some(),
            Operation::Unknown { terminates, .. } => *terminates,
            Operation::Alloca { .. }
            | Operation::Load { .. }
            | Operation::Store { .. }
            | Operation::ReadModifyWrite { .. }
            | Operation::CompareExchange { .. }
            | Operation::Fence { .. }
            | Operation::Address { .. }
            | Operation::Binary { .. }
            | Operation::Negate { .. }
            | Operation::Compare { .. }
            | Operation::Cast { .. }
            | Operation::Select { .. }
            | Operation::Phi { .. }
            | Operation::Extract { .. }
            | Operation::Insert { .. }
            | Operation::Freeze { .. }
            | Operation::Pure { .. } => false,
        }
    }

    /// Whether it yields a value.
    pub fn yields(&self) -> bool {
        match self {
            Operation::Store { .. } | Operation::Fence { .. } => false,
            Operation::Call { signature, .. } => signature.result != Type::Void,
            Operation::Unknown { ty, .. } => *ty != Type::Void,
            other => !other.is_terminator(),
        }
    }

    /// The blocks that control may go to from here.
    pub fn targets(&self) -> Vec<&str> {
        match self {
            Operation::Jump(target) => vec![target],
            Operation::Branch { then, otherwise, .. } => vec![then, otherwise],
            Operation::Switch { default, cases, .. } => {
                std::iter::once(default.as_str()).chain(cases.iter().map(|(_, _, target)| target.as_str())).collect()
            }
            Operation::IndirectJump { targets, .. } | Operation::Unknown { targets, .. } => {
                targets.iter().map(String::as_str).collect()
            }
            Operation::Call { normal, unwind, .. } => normal.iter().chain(unwind).map(String::as_str).collect(),
            _ => Vec::new(),
        }
    }
}
