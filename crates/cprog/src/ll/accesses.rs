//! Instructions that touch memory.

use super::lexer::Token;
use super::parser::{Parsed, Parser};
use super::syntax::{Operation, Order};

/// Operations of `atomicrmw`.
const UPDATES: &[&str] = &[
    "xchg",
    "add",
    "sub",
    "and",
    "nand",
    "or",
    "xor",
    "max",
    "min",
    "umax",
    "umin",
    "fadd",
    "fsub",
    "fmax",
    "fmin",
    "fmaximum",
    "fminimum",
    "uinc_wrap",
    "udec_wrap",
    "usub_cond",
    "usub_sat",
];

impl Parser<'_> {
    /// The operation that begins with `word`, if it touches memory or computes an address.
    pub(crate) fn memory_operation(&mut self, word: &str) -> Option<Parsed<Operation>> {
        let parse = match word {
            "alloca" => Parser::alloca,
            "load" => Parser::load,
            "store" => Parser::store,
            "fence" => Parser::fence,
            "atomicrmw" => Parser::read_modify_write,
            "cmpxchg" => Parser::compare_exchange,
            "getelementptr" => Parser::element_address,
            _ => return None,
        };
        self.advance();
        Some(parse(self))
    }

    fn element_address(&mut self) -> Parsed<Operation> {
        self.take_flags(&["inbounds", "nuw", "nusw"])?;
        self.address()
    }

    fn alloca(&mut self) -> Parsed<Operation> {
        self.take_each_once(&["inalloca"]);
        self.take_each_once(&["swifterror"]);
        let ty = self.value_type()?;
        let mut count = None;
        let mut space = 0;
        while self.is(b',') && !matches!(self.peek_second(), Token::Metadata(_)) {
            self.advance();
            match self.peek() {
                Token::Word("align") => {
                    self.advance();
                    self.alignment()?;
                }
                Token::Word("addrspace") => space = self.address_space()?,
                _ if count.is_none() => count = Some(self.typed()?),
                _ => return Err(self.unexpected("`align` or `addrspace`")),
            }
        }
        Ok(Operation::Alloca { ty, count, space })
    }

    /// `, align 8` behind an access; whether it is there.
    fn access_alignment(&mut self) -> Parsed<bool> {
        if !self.is(b',') || self.peek_second() != Token::Word("align") {
            return Ok(false);
        }
        self.advance();
        self.advance();
        self.alignment()?;
        Ok(true)
    }

    /// The scope and order of an atomic access, behind the operands.
    fn order(&mut self) -> Parsed<(Order, bool)> {
        let mut single_thread = false;
        if self.take_word("syncscope") {
            self.expect(b'(')?;
            single_thread = self.text()? == "singlethread";
            self.expect(b')')?;
        }
        Ok((self.one_order()?, single_thread))
    }

    fn one_order(&mut self) -> Parsed<Order> {
        let order = match self.peek() {
            Token::Word("unordered") => Order::Unordered,
            Token::Word("monotonic") => Order::Relaxed,
            Token::Word("acquire") => Order::Acquire,
            Token::Word("release") => Order::Release,
            Token::Word("acq_rel") => Order::AcquireRelease,
            Token::Word("seq_cst") => Order::SeqCst,
            _ => return Err(self.unexpected("the order of an atomic access")),
        };
        self.advance();
        Ok(order)
    }

    fn allowed_order(&mut self, allowed: &[Order], of: &str) -> Parsed<(Order, bool)> {
        let at = self.here();
        let (order, single_thread) = self.order()?;
        if allowed.contains(&order) {
            return Ok((order, single_thread));
        }
        Err(self.wrong("bad-order", self.since(&at), format!("no {of} has this order")))
    }

    /// The order of an access between threads: `syncscope("singlethread")` gives none beyond that of one location.
    fn order_between_threads(&mut self, allowed: &[Order], of: &str) -> Parsed<Order> {
        let (order, single_thread) = self.allowed_order(allowed, of)?;
        Ok(if single_thread { Order::Relaxed } else { order })
    }

    /// The order of a load or store, and its alignment, which atomic ones must have.
    fn order_and_alignment(&mut self, atomic: bool, allowed: &[Order], of: &str) -> Parsed<Order> {
        let order = if atomic { self.order_between_threads(allowed, of)? } else { Order::Plain };
        if !self.access_alignment()? && atomic {
            let message = format!("an atomic {of} has an alignment: `, align N`");
            return Err(self.wrong("bad-alignment", self.here(), message));
        }
        Ok(order)
    }

    fn load(&mut self) -> Parsed<Operation> {
        let atomic = self.take_word("atomic");
        let volatile = self.take_word("volatile");
        let ty = self.value_type()?;
        self.expect(b',')?;
        let pointer = self.typed()?;
        let allowed = [Order::Unordered, Order::Relaxed, Order::Acquire, Order::SeqCst];
        let order = self.order_and_alignment(atomic, &allowed, "load")?;
        Ok(Operation::Load { ty, pointer, order, volatile })
    }

    fn store(&mut self) -> Parsed<Operation> {
        let atomic = self.take_word("atomic");
        let volatile = self.take_word("volatile");
        let (ty, value) = self.typed()?;
        self.expect(b',')?;
        let pointer = self.typed()?;
        let allowed = [Order::Unordered, Order::Relaxed, Order::Release, Order::SeqCst];
        let order = self.order_and_alignment(atomic, &allowed, "store")?;
        Ok(Operation::Store { ty, value, pointer, order, volatile })
    }

    fn fence(&mut self) -> Parsed<Operation> {
        let allowed = [Order::Acquire, Order::Release, Order::AcquireRelease, Order::SeqCst];
        let (order, single_thread) = self.allowed_order(&allowed, "fence")?;
        Ok(Operation::Fence { order, single_thread })
    }

    fn read_modify_write(&mut self) -> Parsed<Operation> {
        let volatile = self.take_word("volatile");
        self.take_each_once(&["elementwise"]);
        let operation = match self.peek() {
            Token::Word(word) if UPDATES.contains(&word) => word.to_owned(),
            _ => return Err(self.unexpected("an operation of `atomicrmw`")),
        };
        self.advance();
        let pointer = self.typed()?;
        self.expect(b',')?;
        let (ty, value) = self.typed()?;
        let allowed = [Order::Relaxed, Order::Acquire, Order::Release, Order::AcquireRelease, Order::SeqCst];
        let order = self.order_between_threads(&allowed, "read-modify-write")?;
        self.access_alignment()?;
        Ok(Operation::ReadModifyWrite { operation, ty, pointer, value, order, volatile })
    }

    fn compare_exchange(&mut self) -> Parsed<Operation> {
        let weak = self.take_word("weak");
        let volatile = self.take_word("volatile");
        let pointer = self.typed()?;
        self.expect(b',')?;
        let (ty, expected) = self.typed()?;
        self.expect(b',')?;
        let new = self.typed()?;
        // The scope stands once, before both.
        let allowed = [Order::Relaxed, Order::Acquire, Order::Release, Order::AcquireRelease, Order::SeqCst];
        let (success, single_thread) = self.allowed_order(&allowed, "compare-and-exchange")?;
        let at = self.here();
        let failure = self.one_order()?;
        if !matches!(failure, Order::Relaxed | Order::Acquire | Order::SeqCst) {
            let message = "no compare-and-exchange has this order where it fails";
            return Err(self.wrong("bad-order", self.since(&at), message));
        }
        self.access_alignment()?;
        let (success, failure) = if single_thread { (Order::Relaxed, Order::Relaxed) } else { (success, failure) };
        Ok(Operation::CompareExchange { ty, pointer, expected, new, success, failure, weak, volatile })
    }
}
