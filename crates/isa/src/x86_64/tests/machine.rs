//! A machine that executes micro-operations on numbers: one thread, memory as bytes.

use std::collections::{BTreeMap, HashMap};

use litmus::Assembly;
use program::{
    BinaryOperator, Block, Index, MicroOp, Operation, RegisterId, TagSet, Target, Temp, Thread, UnaryOperator, Width,
    truncate,
};

use super::lower;
use crate::x86_64::X86_64;

/// Where the first location begins; each has a page of its own.
const FIRST_ADDRESS: u64 = 0x10_0000;
const PAGE: u64 = 0x1000;

/// An event, as far as these tests look at events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Event {
    ReadRegister(String),
    WriteRegister(String),
    Load(Width, Vec<&'static str>),
    Store(Width, Vec<&'static str>),
    Fence(Vec<&'static str>),
    Branch,
}

/// What happens after a block.
enum Next {
    Following,
    Jump(Target),
}

/// Registers, memory, and what has happened.
#[derive(Debug, Default)]
pub(super) struct Machine {
    registers: HashMap<RegisterId, u128>,
    memory: BTreeMap<u64, u8>,
    pub(super) events: Vec<Event>,
}

/// The address of the `number`-th location of these tests.
pub(super) fn address_of(number: u64) -> u64 {
    FIRST_ADDRESS + number * PAGE
}

fn tag_names(tags: TagSet) -> Vec<&'static str> {
    (0..).zip(crate::x86_64::lower::TAGS).filter(|&(bit, _)| tags.contains(bit)).map(|(_, name)| *name).collect()
}

fn mask(width: Width) -> u128 {
    truncate(u128::MAX, width)
}

impl Machine {
    pub(super) fn new() -> Machine {
        Machine::default()
    }

    /// Sets a register, or a part of one, by name.
    pub(super) fn set(&mut self, name: &str, value: u128) -> &mut Machine {
        let part = X86_64.register(name).expect("a register");
        self.write_register(part.register, part.low, part.width, value);
        self
    }

    /// The value of a register, or of a part of one, by name.
    pub(super) fn get(&self, name: &str) -> u128 {
        let part = X86_64.register(name).expect("a register");
        self.read_register(part.register, part.low, part.width)
    }

    /// The flags that are 1, in the order of their registers: `zf cf`.
    pub(super) fn flags(&self) -> String {
        let set = ["zf", "sf", "cf", "of", "pf", "af"].into_iter().filter(|flag| self.get(flag) == 1);
        set.collect::<Vec<_>>().join(" ")
    }

    pub(super) fn poke(&mut self, address: u64, width: Width, value: u128) -> &mut Machine {
        for byte in 0..u64::from(width / 8) {
            self.memory.insert(address + byte, (value >> (8 * byte)) as u8);
        }
        self
    }

    pub(super) fn peek(&self, address: u64, width: Width) -> u128 {
        let byte = |at: u64| u128::from(self.memory.get(&(address + at)).copied().unwrap_or(0));
        (0..u64::from(width / 8)).map(|at| byte(at) << (8 * at)).sum()
    }

    fn read_register(&self, register: RegisterId, low: u16, width: Width) -> u128 {
        self.registers.get(&register).copied().unwrap_or(0) >> low & mask(width)
    }

    fn write_register(&mut self, register: RegisterId, low: u16, width: Width, value: u128) {
        assert!(low + width <= X86_64.registers()[register].width, "a write beyond a register");
        let whole = self.registers.entry(register).or_default();
        *whole = *whole & !(mask(width) << low) | (value & mask(width)) << low;
    }

    /// Lowers the cells and executes them; at most 100 instructions.
    pub(super) fn run(&mut self, cells: &[&str]) -> &mut Machine {
        let thread = lower(cells).unwrap_or_else(|found| panic!("{cells:?}: {found:?}"));
        self.execute(&thread);
        self
    }

    fn execute(&mut self, thread: &Thread) {
        let mut at = 0;
        for _ in 0..100 {
            let Some(instruction) = thread.instructions.get(Index::new(at)) else { return };
            let mut temps = Temps::default();
            at = match self.block(&instruction.block, &mut temps) {
                Next::Following => at + 1,
                Next::Jump(Target::Instruction(id)) => id.index(),
                Next::Jump(Target::Code(place)) => place.instruction.index(),
                Next::Jump(Target::Exit) => return,
            };
        }
        panic!("100 instructions and no end");
    }

    fn block(&mut self, block: &Block, temps: &mut Temps) -> Next {
        for (place, operation) in block.iter().enumerate() {
            let next = self.step(operation, temps);
            if let Next::Jump(_) = next {
                return next;
            }
            if matches!(operation, MicroOp::Branch { .. }) {
                assert_eq!(place + 1, block.len(), "a branch is the last thing in a block");
            }
        }
        Next::Following
    }

    fn step(&mut self, operation: &MicroOp, temps: &mut Temps) -> Next {
        let name = |register: RegisterId| X86_64.registers()[register].name.clone();
        match operation {
            MicroOp::Let { result, operation } => {
                let (value, width) = temps.compute(operation);
                temps.define(*result, value, width);
            }
            MicroOp::ReadRegister { result, register, low, width } => {
                self.events.push(Event::ReadRegister(name(*register)));
                temps.define(*result, self.read_register(*register, *low, *width), *width);
            }
            MicroOp::WriteRegister { register, low, value } => {
                self.events.push(Event::WriteRegister(name(*register)));
                let (value, width) = temps.get(*value);
                self.write_register(*register, *low, width, value);
            }
            MicroOp::Load { result, address, width, tags } => {
                self.events.push(Event::Load(*width, tag_names(*tags)));
                let address = temps.address(*address);
                temps.define(*result, self.peek(address, *width), *width);
            }
            MicroOp::Store { address, value, tags } => {
                let (value, width) = temps.get(*value);
                self.events.push(Event::Store(width, tag_names(*tags)));
                self.poke(temps.address(*address), width, value);
            }
            MicroOp::Fence { tags } => self.events.push(Event::Fence(tag_names(*tags))),
            MicroOp::Jump(target) => return Next::Jump(*target),
            // Not an event for models, but the reads before it are still to be checked.
            MicroOp::Branch { condition, target, is_event: false } => {
                self.events.push(Event::Branch);
                if temps.bit(*condition) {
                    return Next::Jump(*target);
                }
            }
            MicroOp::If { condition, then, otherwise, .. } => {
                let chosen = if temps.bit(*condition) { then } else { otherwise };
                return self.block(chosen, temps);
            }
            other => panic!("not used for x86-64: {other:?}"),
        }
        Next::Following
    }
}

/// The temporaries of one instruction, with their widths.
#[derive(Default)]
struct Temps(HashMap<Temp, (u128, Width)>);

impl Temps {
    fn define(&mut self, temp: Temp, value: u128, width: Width) {
        assert!(self.0.insert(temp, (value & mask(width), width)).is_none(), "{temp:?} is defined twice");
    }

    fn get(&self, temp: Temp) -> (u128, Width) {
        self.0[&temp]
    }

    fn address(&self, temp: Temp) -> u64 {
        let (address, width) = self.get(temp);
        assert_eq!(width, 64, "the width of an address");
        address as u64
    }

    fn bit(&self, temp: Temp) -> bool {
        let (value, width) = self.get(temp);
        assert_eq!(width, 1, "the width of a condition");
        value == 1
    }

    fn signed(&self, temp: Temp) -> i128 {
        let (value, width) = self.get(temp);
        let unused = 128 - u32::from(width);
        ((value << unused) as i128) >> unused
    }

    fn compute(&self, operation: &Operation) -> (u128, Width) {
        match *operation {
            Operation::Constant(value, width) => (value, width),
            Operation::Address(location, offset) => {
                (u128::from(address_of(location.index() as u64).wrapping_add_signed(offset)), 64)
            }
            Operation::Code(place) => unreachable!("no x86-64 instruction has the address of code: {place:?}"),
            Operation::Word(word, _) => unreachable!("no x86-64 instruction is a value: {word:?}"),
            Operation::Unary(operator, operand) => {
                let (value, width) = self.get(operand);
                let value = match operator {
                    UnaryOperator::Not => !value,
                    UnaryOperator::Negate => value.wrapping_neg(),
                };
                (value, width)
            }
            Operation::Binary(operator, left, right) => self.binary(operator, left, right),
            Operation::Extract { from, low, width } => {
                let (value, from_width) = self.get(from);
                assert!(low + width <= from_width, "bits that are not there");
                (value >> low, width)
            }
            Operation::ZeroExtend(operand, width) => {
                assert!(width >= self.get(operand).1, "extension to less");
                (self.get(operand).0, width)
            }
            Operation::SignExtend(operand, width) => {
                assert!(width >= self.get(operand).1, "extension to less");
                (self.signed(operand) as u128, width)
            }
            Operation::Concatenate(above, below) => {
                let ((above, high), (below, low)) = (self.get(above), self.get(below));
                (above << low | below, high + low)
            }
            Operation::Select(condition, then, otherwise) => {
                self.get(if self.bit(condition) { then } else { otherwise })
            }
        }
    }

    fn binary(&self, operator: BinaryOperator, left: Temp, right: Temp) -> (u128, Width) {
        let ((a, width), (b, right_width)) = (self.get(left), self.get(right));
        assert_eq!(width, right_width, "{operator:?} on two widths");
        let count = u32::try_from(b).unwrap_or(u32::MAX);
        let value = match operator {
            BinaryOperator::Add => a.wrapping_add(b),
            BinaryOperator::Subtract => a.wrapping_sub(b),
            BinaryOperator::Multiply => a.wrapping_mul(b),
            // Divisors of 0 are not for this machine: x86 has an exception for them.
            BinaryOperator::Divide => a / b,
            BinaryOperator::Remainder => a % b,
            BinaryOperator::DivideSigned => self.signed(left).wrapping_div(self.signed(right)) as u128,
            BinaryOperator::RemainderSigned => self.signed(left).wrapping_rem(self.signed(right)) as u128,
            BinaryOperator::And => a & b,
            BinaryOperator::Or => a | b,
            BinaryOperator::Xor => a ^ b,
            BinaryOperator::ShiftLeft => a.checked_shl(count).unwrap_or(0),
            BinaryOperator::ShiftRight => a.checked_shr(count).unwrap_or(0),
            BinaryOperator::ShiftRightSigned => (self.signed(left) >> count.min(127)) as u128,
            BinaryOperator::Equal => u128::from(a == b),
            BinaryOperator::Less => u128::from(a < b),
            BinaryOperator::LessSigned => u128::from(self.signed(left) < self.signed(right)),
        };
        (value, if operator.is_comparison() { 1 } else { width })
    }
}
