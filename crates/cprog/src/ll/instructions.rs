//! Instructions.

use super::constants::{BINARY, CASTS, result_of};
use super::lexer::Token;
use super::parser::{Parsed, Parser, Unexpected};
use super::syntax::{Callee, Instruction, Operation, Order, Type, Typed, Value};

impl Parser<'_> {
    /// One instruction with all that follows it on its lines.
    pub(crate) fn instruction(&mut self) -> Instruction {
        let line = self.line();
        let mut result = None;
        if let Token::Local(name) = self.peek() {
            self.advance();
            result = Some(name.to_owned());
            self.take(b'=');
        }
        let name = match self.peek() {
            // After `%x =` at the end of a line nothing is taken from the next one, which is another instruction.
            Token::Word(word) if !self.begins_line() || result.is_none() => word,
            _ => "",
        };
        let operation = match self.operation() {
            Ok(operation) => operation,
            // What a newer LLVM writes costs this one instruction, not the file: each reader of instructions decides
            // what an unknown one may do.
            Err(Unexpected) => Operation::Unknown(name.to_owned()),
        };
        Instruction { result, operation, debug: self.trailing_metadata(), line }
    }

    /// Goes to the end of the line and gives the number after `!dbg`.
    fn trailing_metadata(&mut self) -> Option<u32> {
        let mut debug = None;
        while !self.at_end() && !self.begins_line() && !self.is(b'}') {
            if let (Token::Metadata("dbg"), Token::Metadata(number)) = (self.advance(), self.peek()) {
                debug = number.parse().ok();
            }
        }
        debug
    }

    fn operation(&mut self) -> Parsed<Operation> {
        let word = self.word()?;
        if CASTS.contains(&word) {
            return self.cast(word);
        }
        if BINARY.contains(&word) {
            return self.binary(word);
        }
        match word {
            "alloca" => self.alloca(),
            "load" => self.load(),
            "store" => self.store(),
            "fence" => self.fence(),
            "atomicrmw" => self.read_modify_write(),
            "cmpxchg" => self.compare_exchange(),
            "getelementptr" => {
                self.skip_flags(&["inbounds", "nuw", "nusw"])?;
                self.address()
            }
            "icmp" | "fcmp" => self.compare(word == "fcmp"),
            "fneg" => {
                self.skip_fast_math();
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
            "call" | "invoke" => self.call(word == "invoke"),
            "tail" | "musttail" | "notail" => {
                self.expect_word("call")?;
                self.call(false)
            }
            "extractelement" | "insertelement" | "shufflevector" | "va_arg" => self.pure(word),
            "landingpad" => self.landing_pad(),
            _ => self.terminator(word),
        }
    }

    fn terminator(&mut self, word: &str) -> Parsed<Operation> {
        match word {
            "ret" => {
                if self.take_word("void") {
                    return Ok(Operation::Return(None));
                }
                Ok(Operation::Return(Some(self.typed()?)))
            }
            "br" => {
                if self.is_word("label") {
                    return Ok(Operation::Jump(self.target()?));
                }
                let (_, condition) = self.typed()?;
                self.expect(b',')?;
                let then = self.target()?;
                self.expect(b',')?;
                Ok(Operation::Branch { condition, then, otherwise: self.target()? })
            }
            "switch" => {
                let value = self.typed()?;
                self.expect(b',')?;
                let default = self.target()?;
                self.expect(b'[')?;
                let mut cases = Vec::new();
                while !self.take(b']') {
                    self.ty()?;
                    let case = self.integer()?;
                    self.expect(b',')?;
                    cases.push((case, self.target()?));
                }
                Ok(Operation::Switch { value, default, cases })
            }
            "indirectbr" => {
                let (_, address) = self.typed()?;
                self.expect(b',')?;
                self.expect(b'[')?;
                Ok(Operation::IndirectJump { address, targets: self.list(b']', Parser::target)? })
            }
            "resume" => {
                self.typed()?;
                Ok(Operation::Resume)
            }
            "unreachable" => Ok(Operation::Unreachable),
            _ => Err(Unexpected),
        }
    }

    fn target(&mut self) -> Parsed<String> {
        self.expect_word("label")?;
        Ok(self.local()?.to_owned())
    }

    fn skip_flags(&mut self, flags: &[&str]) -> Parsed<()> {
        while let Token::Word(word) = self.peek() {
            if word == "inrange" {
                self.advance();
                self.skip_parentheses()?;
            } else if flags.contains(&word) {
                self.advance();
            } else {
                break;
            }
        }
        Ok(())
    }

    fn skip_fast_math(&mut self) {
        while let Token::Word("nnan" | "ninf" | "nsz" | "arcp" | "contract" | "afn" | "reassoc" | "fast" | "samesign") =
            self.peek()
        {
            self.advance();
        }
    }

    fn cast(&mut self, word: &str) -> Parsed<Operation> {
        self.skip_fast_math();
        self.skip_flags(&["nneg", "nuw", "nsw"])?;
        let (from, value) = self.typed()?;
        self.expect_word("to")?;
        Ok(Operation::Cast { operator: word.to_owned(), from, value, to: self.ty()? })
    }

    fn binary(&mut self, word: &str) -> Parsed<Operation> {
        self.skip_fast_math();
        self.skip_flags(&["nuw", "nsw", "exact", "disjoint"])?;
        let (ty, left) = self.typed()?;
        self.expect(b',')?;
        Ok(Operation::Binary { operator: word.to_owned(), ty, left, right: self.value()? })
    }

    fn compare(&mut self, float: bool) -> Parsed<Operation> {
        self.skip_fast_math();
        let predicate = self.word()?.to_owned();
        let (ty, left) = self.typed()?;
        self.expect(b',')?;
        Ok(Operation::Compare { predicate, float, ty, left, right: self.value()? })
    }

    fn select(&mut self) -> Parsed<Operation> {
        self.skip_fast_math();
        let (_, condition) = self.typed()?;
        self.expect(b',')?;
        let (ty, then) = self.typed()?;
        self.expect(b',')?;
        let (_, otherwise) = self.typed()?;
        Ok(Operation::Select { condition, ty, then, otherwise })
    }

    fn phi(&mut self) -> Parsed<Operation> {
        self.skip_fast_math();
        let ty = self.ty()?;
        let mut incoming = Vec::new();
        loop {
            self.expect(b'[')?;
            let value = self.value()?;
            self.expect(b',')?;
            incoming.push((value, self.local()?.to_owned()));
            self.expect(b']')?;
            if !self.is(b',') {
                break;
            }
            self.advance();
            // The comma was that before metadata.
            if !self.is(b'[') {
                break;
            }
        }
        Ok(Operation::Phi { ty, incoming })
    }

    fn path(&mut self) -> Parsed<Vec<u64>> {
        let mut path = Vec::new();
        while self.is(b',') {
            self.advance();
            match self.peek() {
                Token::Integer(index) => {
                    self.advance();
                    path.push(u64::try_from(index).map_err(|_| Unexpected)?);
                }
                // Metadata after the operands.
                _ => break,
            }
        }
        Ok(path)
    }

    fn pure(&mut self, word: &str) -> Parsed<Operation> {
        let mut operands = vec![self.typed()?.1];
        while self.is(b',') && !self.begins_line() {
            self.advance();
            match self.peek() {
                Token::Metadata(_) => break,
                _ if word == "va_arg" => {
                    self.ty()?;
                }
                _ => operands.push(self.typed()?.1),
            }
        }
        Ok(Operation::Pure { operator: word.to_owned(), operands })
    }

    fn landing_pad(&mut self) -> Parsed<Operation> {
        self.ty()?;
        loop {
            if self.take_word("catch") || self.take_word("filter") {
                self.typed()?;
            } else if !self.take_word("cleanup") {
                return Ok(Operation::Pure { operator: "landingpad".to_owned(), operands: Vec::new() });
            }
        }
    }

    fn alloca(&mut self) -> Parsed<Operation> {
        self.skip_flags(&["inalloca", "swifterror"])?;
        let ty = self.ty()?;
        let mut count = None;
        if self.is(b',') {
            self.advance();
            if !matches!(self.peek(), Token::Word("align" | "addrspace") | Token::Metadata(_)) {
                count = Some(self.typed()?);
            }
        }
        Ok(Operation::Alloca { ty, count })
    }

    /// The order of an atomic access, behind the operands; plain when there is none.
    fn order(&mut self) -> Parsed<(Order, bool)> {
        let mut single_thread = false;
        if self.take_word("syncscope") {
            self.expect(b'(')?;
            single_thread = self.text()? == "singlethread";
            self.expect(b')')?;
        }
        let order = match self.peek() {
            Token::Word("unordered") => Order::Unordered,
            Token::Word("monotonic") => Order::Relaxed,
            Token::Word("acquire") => Order::Acquire,
            Token::Word("release") => Order::Release,
            Token::Word("acq_rel") => Order::AcquireRelease,
            Token::Word("seq_cst") => Order::SeqCst,
            _ => return Ok((Order::Plain, single_thread)),
        };
        self.advance();
        Ok((order, single_thread))
    }

    fn load(&mut self) -> Parsed<Operation> {
        self.take_word("atomic");
        let volatile = self.take_word("volatile");
        let ty = self.ty()?;
        self.expect(b',')?;
        let (_, pointer) = self.typed()?;
        Ok(Operation::Load { ty, pointer, order: self.order_between_threads()?, volatile })
    }

    /// The order of an access between threads: `syncscope("singlethread")` gives none beyond that of one location.
    fn order_between_threads(&mut self) -> Parsed<Order> {
        let (order, single_thread) = self.order()?;
        Ok(if single_thread && order != Order::Plain { Order::Relaxed } else { order })
    }

    fn store(&mut self) -> Parsed<Operation> {
        self.take_word("atomic");
        let volatile = self.take_word("volatile");
        let (ty, value) = self.typed()?;
        self.expect(b',')?;
        let (_, pointer) = self.typed()?;
        Ok(Operation::Store { ty, value, pointer, order: self.order_between_threads()?, volatile })
    }

    fn fence(&mut self) -> Parsed<Operation> {
        let (order, single_thread) = self.order()?;
        Ok(Operation::Fence { order, single_thread })
    }

    fn read_modify_write(&mut self) -> Parsed<Operation> {
        let volatile = self.take_word("volatile");
        let operation = self.word()?.to_owned();
        let (_, pointer) = self.typed()?;
        self.expect(b',')?;
        let (ty, value) = self.typed()?;
        Ok(Operation::ReadModifyWrite { operation, ty, pointer, value, order: self.order_between_threads()?, volatile })
    }

    fn compare_exchange(&mut self) -> Parsed<Operation> {
        let weak = self.take_word("weak");
        let volatile = self.take_word("volatile");
        let (_, pointer) = self.typed()?;
        self.expect(b',')?;
        let (ty, expected) = self.typed()?;
        self.expect(b',')?;
        let (_, new) = self.typed()?;
        // The scope stands once, before both.
        let (success, single_thread) = self.order()?;
        let (failure, _) = self.order()?;
        let (success, failure) = if single_thread { (Order::Relaxed, Order::Relaxed) } else { (success, failure) };
        Ok(Operation::CompareExchange { ty, pointer, expected, new, success, failure, weak, volatile })
    }

    fn skip_calling_convention(&mut self) -> Parsed<()> {
        self.skip_fast_math();
        loop {
            match self.peek() {
                Token::Word("cc") => {
                    self.advance();
                    self.integer()?;
                }
                Token::Word(word) if word.ends_with("cc") => {
                    self.advance();
                }
                Token::Word("addrspace") => {
                    self.advance();
                    self.skip_parentheses()?;
                }
                Token::Word("unnamed_addr" | "local_unnamed_addr") => {
                    self.advance();
                }
                _ => return self.skip_parameter_attributes(),
            }
        }
    }

    fn call(&mut self, invoke: bool) -> Parsed<Operation> {
        self.skip_calling_convention()?;
        let result = result_of(self.ty()?);
        let callee = if self.take_word("asm") {
            self.skip_flags(&["sideeffect", "alignstack", "inteldialect", "unwind"])?;
            let template = self.text()?.to_owned();
            self.expect(b',')?;
            Callee::Assembly(template, self.text()?.to_owned())
        } else {
            Callee::Value(self.value()?)
        };
        self.expect(b'(')?;
        let arguments = self.list(b')', Parser::argument)?;
        let (mut normal, mut unwind) = (None, None);
        if invoke {
            // Attributes and operand bundles stand between, which have brackets and words of many kinds.
            while !self.is_word("to") && !self.at_end() {
                self.advance();
            }
            self.expect_word("to")?;
            normal = Some(self.target()?);
            self.expect_word("unwind")?;
            unwind = Some(self.target()?);
        }
        Ok(Operation::Call { result, callee, arguments, normal, unwind })
    }

    fn argument(&mut self) -> Parsed<Typed> {
        if self.take_word("metadata") {
            // Commas within `!DIArgList(...)` and its like separate no arguments.
            let mut open = 0;
            while open > 0 || !(self.is(b',') || self.is(b')')) {
                match self.advance() {
                    Token::Punctuation(b'(' | b'{') => open += 1,
                    Token::Punctuation(b')' | b'}') => open -= 1,
                    Token::End => return Err(Unexpected),
                    _ => {}
                }
            }
            return Ok((Type::Other, Value::Other));
        }
        self.typed()
    }
}
