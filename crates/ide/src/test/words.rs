//! Micro-operations in words.

use litmus::TagNames;
use program::{
    BinaryOperator, Block, Computation, IdVec, MicroOp, Register, RegisterId, TagSet, Target, Temp, UnaryOperator,
    Width,
};
use std::collections::HashMap;

/// What micro-operations name.
pub(crate) struct Names<'a> {
    /// The registers of the lowered code.
    pub(crate) registers: &'a IdVec<RegisterId, Register>,
    /// The locations, by their numbers.
    pub(crate) locations: &'a [String],
    /// The tags of the language.
    pub(crate) tags: TagNames<'a>,
}

/// Longer terms get a name of their own.
const LONG: usize = 60;

/// What an instruction does, one line for each thing.
pub(crate) fn block(block: &Block, names: &Names<'_>) -> Vec<String> {
    let mut words = Words { names, terms: HashMap::new(), reads: 0, lines: Vec::new(), depth: 0 };
    words.block(block);
    words.lines
}

struct Words<'a> {
    names: &'a Names<'a>,
    terms: HashMap<Temp, String>,
    /// How many reads have a name.
    reads: usize,
    lines: Vec<String>,
    /// How many choices are around.
    depth: usize,
}

impl Words<'_> {
    fn block(&mut self, block: &Block) {
        block.iter().for_each(|operation| self.operation(operation));
    }

    fn line(&mut self, text: impl AsRef<str>) {
        self.lines.push(format!("{}{}", "  ".repeat(self.depth), text.as_ref()));
    }

    fn term(&self, temp: Temp) -> String {
        self.terms.get(&temp).cloned().unwrap_or_else(|| "a value".to_owned())
    }

    /// The term in brackets, where it has operators.
    fn operand(&self, temp: Temp) -> String {
        let term = self.term(temp);
        let is_one = !term.contains(' ') || (term.starts_with('(') && term.ends_with(')'));
        if is_one { term } else { format!("({term})") }
    }

    fn operation(&mut self, operation: &MicroOp) {
        match operation {
            MicroOp::Let { result, operation } => {
                let term = self.computation(operation);
                let term = if term.chars().count() > LONG { "the result".to_owned() } else { term };
                self.terms.insert(*result, term);
            }
            MicroOp::ReadRegister { result, register, low, width } => {
                let part = self.part(*register, *low, *width);
                self.line(format!("reads register `{part}`"));
                self.terms.insert(*result, part);
            }
            MicroOp::WriteRegister { register, low: _, value } => {
                let name = self.register(*register);
                self.line(format!("writes register `{name}` := {}", self.term(*value)));
            }
            MicroOp::Load { result, address, width, tags } => {
                let value = self.read();
                let line = format!("reads memory{} at {}, giving {value}", self.bits(*width), self.at(*address));
                self.line(line + &self.tags(*tags));
                self.terms.insert(*result, value);
            }
            MicroOp::Store { address, value, tags } => {
                let line = format!("writes memory at {} := {}", self.at(*address), self.term(*value));
                self.line(line + &self.tags(*tags));
            }
            MicroOp::Written { result } => _ = self.terms.insert(*result, "1, once it is written".to_owned()),
            MicroOp::ReadModifyWrite { result, address, width, update, value, tags } => {
                let read = self.read();
                self.terms.insert(*result, read.clone());
                self.block(update);
                let at = self.at(*address);
                let line = format!(
                    "reads memory{} at {at}, giving {read}, and writes {} there in one step",
                    self.bits(*width),
                    self.term(*value)
                );
                self.line(line + &self.tags(*tags));
            }
            MicroOp::Synchronize { address, tags } => {
                let line = format!("synchronizes at {}", self.at(*address));
                self.line(line + &self.tags(*tags));
            }
            MicroOp::Nondeterministic { .. }
            | MicroOp::Assume { .. }
            | MicroOp::Require { .. }
            | MicroOp::Mark(_)
            | MicroOp::Fence { .. }
            | MicroOp::Jump(_)
            | MicroOp::JumpTo { .. }
            | MicroOp::Branch { .. }
            | MicroOp::If { .. } => self.without_access(operation),
        }
    }

    /// What accesses neither memory nor registers.
    fn without_access(&mut self, operation: &MicroOp) {
        match operation {
            MicroOp::Nondeterministic { result } => _ = self.terms.insert(*result, "either of 0 and 1".to_owned()),
            MicroOp::Assume { condition } => {
                let line = format!("goes on only where {} holds", self.term(*condition));
                self.line(line);
            }
            MicroOp::Require { condition, .. } => {
                let line = format!("has undefined behaviour unless {} holds", self.term(*condition));
                self.line(line);
            }
            MicroOp::Mark(_) => {}
            MicroOp::Fence { tags } => {
                let line = format!("is a fence{}", self.tags(*tags));
                self.line(line);
            }
            MicroOp::Jump(target) => self.line(format!("goes on at {}", place(target))),
            MicroOp::JumpTo { address, .. } => {
                let line = format!("goes on at the code whose address is {}", self.term(*address));
                self.line(line);
            }
            MicroOp::Branch { condition, target, .. } => {
                let line = format!("goes on at {} where {} holds", place(target), self.term(*condition));
                self.line(line);
            }
            MicroOp::If { condition, then, otherwise, .. } => self.choice(*condition, then, otherwise),
            MicroOp::Let { .. }
            | MicroOp::ReadRegister { .. }
            | MicroOp::WriteRegister { .. }
            | MicroOp::Load { .. }
            | MicroOp::Store { .. }
            | MicroOp::Written { .. }
            | MicroOp::ReadModifyWrite { .. }
            | MicroOp::Synchronize { .. } => {}
        }
    }

    fn choice(&mut self, condition: Temp, then: &Block, otherwise: &Block) {
        let line = format!("where {} holds:", self.term(condition));
        for (line, block) in [(line, then), ("otherwise:".to_owned(), otherwise)] {
            let before = self.lines.len();
            self.line(line);
            self.depth += 1;
            self.block(block);
            self.depth -= 1;
            if self.lines.len() == before + 1 {
                self.lines.pop();
            }
        }
    }

    /// A name for what a read gives.
    fn read(&mut self) -> String {
        self.reads += 1;
        format!("v{}", self.reads)
    }

    fn register(&self, register: RegisterId) -> String {
        self.names.registers.get(register).map_or_else(|| format!("{register:?}"), |register| register.name.clone())
    }

    fn part(&self, register: RegisterId, low: u16, width: Width) -> String {
        let name = self.register(register);
        let whole = self.names.registers.get(register).map(|register| register.width);
        if low == 0 && whole == Some(width) { name } else { format!("{name}[{}:{low}]", low + width - 1) }
    }

    fn bits(&self, width: Width) -> String {
        format!(" ({width} bits)")
    }

    fn at(&self, address: Temp) -> String {
        let term = self.term(address);
        if self.names.locations.contains(&term) { format!("`{term}`") } else { format!("[{term}]") }
    }

    fn tags(&self, tags: TagSet) -> String {
        let names: Vec<_> = self.names.tags.iter().collect();
        let shown: Vec<String> =
            tags.iter().filter_map(|tag| names.get(tag as usize)).map(|name| format!("`{name}`")).collect();
        if shown.is_empty() { String::new() } else { format!(", tagged {}", shown.join(", ")) }
    }

    fn computation(&self, computation: &Computation) -> String {
        match computation {
            Computation::Constant(number, _) => number.to_string(),
            Computation::Address(location, offset) => {
                let name =
                    self.names.locations.get(program::Index::index(*location)).map_or("a location", String::as_str);
                if *offset == 0 { name.to_owned() } else { format!("{name} {offset:+}") }
            }
            Computation::Code(_) => "an address of code".to_owned(),
            Computation::Word(..) => "a word".to_owned(),
            Computation::Unary(operator, of) => match operator {
                UnaryOperator::Not => format!("~{}", self.operand(*of)),
                UnaryOperator::Negate => format!("-{}", self.operand(*of)),
                UnaryOperator::Convert(conversion) => format!("({}) {}", conversion.word(), self.operand(*of)),
            },
            Computation::Binary(operator, left, right) => {
                format!("{} {} {}", self.operand(*left), sign(*operator), self.operand(*right))
            }
            Computation::Extract { from, low, width } => {
                format!("{}[{}:{low}]", self.operand(*from), low + width - 1)
            }
            // What is widened has the same value, but for its sign.
            Computation::ZeroExtend(of, _) => self.term(*of),
            Computation::SignExtend(of, _) => format!("signed {}", self.operand(*of)),
            Computation::Concatenate(high, low) => format!("{}:{}", self.operand(*high), self.operand(*low)),
            Computation::Select(condition, then, otherwise) => {
                format!("{} ? {} : {}", self.operand(*condition), self.operand(*then), self.operand(*otherwise))
            }
        }
    }
}

fn place(target: &Target) -> String {
    match target {
        Target::Instruction(instruction) => format!("instruction {}", program::Index::index(*instruction) + 1),
        Target::Code(place) => {
            let (thread, instruction) = (program::Index::index(place.thread), program::Index::index(place.instruction));
            format!("P{thread}, instruction {}", instruction + 1)
        }
        Target::Exit => "the end of the thread".to_owned(),
    }
}

fn sign(operator: BinaryOperator) -> &'static str {
    match operator {
        BinaryOperator::Add => "+",
        BinaryOperator::Subtract => "-",
        BinaryOperator::Multiply => "*",
        BinaryOperator::Divide | BinaryOperator::DivideSigned => "/",
        BinaryOperator::Remainder | BinaryOperator::RemainderSigned => "%",
        BinaryOperator::And => "&",
        BinaryOperator::Or => "|",
        BinaryOperator::Xor => "^",
        BinaryOperator::ShiftLeft => "<<",
        BinaryOperator::ShiftRight | BinaryOperator::ShiftRightSigned => ">>",
        BinaryOperator::Equal => "==",
        BinaryOperator::Less | BinaryOperator::LessSigned => "<",
        BinaryOperator::Float(operator) => operator.sign(),
    }
}
