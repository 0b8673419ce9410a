//! Micro-operations executed on numbers: registers are numbers, memory is bytes.
//!
//! It is an interpreter of its own, which shares nothing with the symbolic execution of tests. What is no number in a test has one
//! here: each location a page, each instruction an address in a page for its thread.

use std::collections::{BTreeMap, HashMap};

use litmus::{Assembly, RegisterPart, TagNames};
use program::{
    BinaryOperator, Block, CodePlace, Computation, Index, InstructionId, LocationId, MicroOp, RegisterId, TagSet,
    Target, Temp, Thread, ThreadId, UnaryOperator, Width, WordId, truncate,
};

use super::lower_in;
use crate::assembly::{Architecture, Assembler};

/// Where the first location begins. Numbers in tests are smaller, or far larger.
const LOCATIONS: u64 = 0x5a10_0000;
/// Where the code of the first thread begins.
const CODE: u64 = 0x5b10_0000;
/// What the first instruction is that is read as a word.
const WORDS: u64 = 0x5c10_0000;
const PAGE: u64 = 0x1_0000;

/// The address of a location.
pub(crate) fn address_of(location: u64) -> u64 {
    LOCATIONS + location * PAGE
}

fn code_address(place: CodePlace) -> u64 {
    CODE + u64::from(place.thread.number()) * PAGE + 4 * u64::from(place.instruction.number())
}

fn mask(width: Width) -> u128 {
    truncate(u128::MAX, width)
}

/// What a number stands for in a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    Number,
    Address(LocationId, i64),
    Code(CodePlace),
    Word(WordId),
}

impl Meaning {
    /// The one of a number.
    pub(crate) fn of(value: u128) -> Meaning {
        let page = |base: u64| {
            let at = u64::try_from(value).ok()?.checked_sub(base)?;
            (at < 0x100 * PAGE).then_some(((at / PAGE) as u32, at % PAGE))
        };
        if let Some((location, offset)) = page(LOCATIONS) {
            return Meaning::Address(LocationId::from_number(location), offset as i64);
        }
        if let Some((thread, offset)) = page(CODE) {
            let (thread, instruction) = (ThreadId::from_number(thread), InstructionId::new(offset as usize / 4));
            return Meaning::Code(CodePlace { thread, instruction });
        }
        match page(WORDS) {
            Some((0, number)) => Meaning::Word(WordId::from_number(number as u32)),
            _ => Meaning::Number,
        }
    }
}

/// The registers of one thread; what was never written is 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Registers(BTreeMap<RegisterId, u128>);

impl Registers {
    pub(crate) fn read(&self, register: RegisterId, low: u16, width: Width) -> u128 {
        self.0.get(&register).copied().unwrap_or(0) >> low & mask(width)
    }

    pub(crate) fn write(&mut self, register: RegisterId, low: u16, width: Width, value: u128) {
        let whole = self.0.entry(register).or_default();
        *whole = *whole & !(mask(width) << low) | (value & mask(width)) << low;
    }
}

/// Memory, little-endian. Where it is bounded, there are only the bytes that were given.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Memory {
    bytes: BTreeMap<u64, u8>,
    pub(crate) is_bounded: bool,
    /// How many bits an address has.
    address_width: Width,
}

impl Memory {
    /// Without a byte, and not bounded.
    pub(crate) fn new(address_width: Width) -> Memory {
        Memory { bytes: BTreeMap::new(), is_bounded: false, address_width }
    }

    /// Adds bytes or overwrites them.
    pub(crate) fn put(&mut self, address: u64, width: Width, value: u128) {
        for byte in 0..u64::from(width / 8) {
            self.bytes.insert(address + byte, (value >> (8 * byte)) as u8);
        }
    }

    fn has(&self, address: u64, width: Width) -> bool {
        !self.is_bounded || (0..u64::from(width / 8)).all(|byte| self.bytes.contains_key(&(address + byte)))
    }

    pub(crate) fn get(&self, address: u64, width: Width) -> u128 {
        let byte = |at: u64| u128::from(self.bytes.get(&(address + at)).copied().unwrap_or(0));
        (0..u64::from(width / 8)).map(|at| byte(at) << (8 * at)).sum()
    }
}

/// Something that an instruction does and that models may see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RawEvent {
    ReadRegister(RegisterId),
    WriteRegister(RegisterId),
    Load(Width, TagSet),
    /// Where, and what for.
    Store(u64, Width, TagSet),
    Fence(TagSet),
    Synchronize(TagSet),
    Branch,
}

/// Where a thread goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    /// With the next instruction.
    Next,
    Jump(Target),
    /// Nowhere: an assumption failed.
    Dropped,
    /// The bits that were handed in for nondeterministic choices did not suffice.
    NeedsChoice,
    /// An access to no memory.
    NoMemory,
}

/// Executes a block; temporaries do not outlive it.
pub(crate) fn execute(
    block: &Block,
    registers: &mut Registers,
    memory: &mut Memory,
    choices: &[bool],
    events: &mut Vec<RawEvent>,
) -> Flow {
    Step { temps: HashMap::new(), choices: choices.iter(), registers, memory, events }.block(block)
}

/// One instruction in execution.
struct Step<'s> {
    /// Values with their widths.
    temps: HashMap<Temp, (u128, Width)>,
    choices: std::slice::Iter<'s, bool>,
    registers: &'s mut Registers,
    memory: &'s mut Memory,
    events: &'s mut Vec<RawEvent>,
}

impl Step<'_> {
    fn block(&mut self, block: &Block) -> Flow {
        for op in block {
            let flow = self.op(op);
            if flow != Flow::Next {
                return flow;
            }
        }
        Flow::Next
    }

    fn op(&mut self, op: &MicroOp) -> Flow {
        match op {
            MicroOp::Let { result, operation } => {
                let (value, width) = self.compute(operation);
                self.define(*result, value, width);
            }
            MicroOp::ReadRegister { result, register, low, width } => {
                self.events.push(RawEvent::ReadRegister(*register));
                self.define(*result, self.registers.read(*register, *low, *width), *width);
            }
            MicroOp::WriteRegister { register, low, value } => {
                self.events.push(RawEvent::WriteRegister(*register));
                let (value, width) = self.get(*value);
                self.registers.write(*register, *low, width, value);
            }
            MicroOp::Load { result, address, width, tags } => {
                let address = self.address(*address);
                if !self.memory.has(address, *width) {
                    return Flow::NoMemory;
                }
                self.events.push(RawEvent::Load(*width, *tags));
                self.define(*result, self.memory.get(address, *width), *width);
            }
            MicroOp::Store { address, value, tags } => {
                let ((value, width), address) = (self.get(*value), self.address(*address));
                if !self.memory.has(address, width) {
                    return Flow::NoMemory;
                }
                self.events.push(RawEvent::Store(address, width, *tags));
                self.memory.put(address, width, value);
            }
            MicroOp::Written { result } => self.define(*result, 1, 1),
            MicroOp::Synchronize { tags, .. } => self.events.push(RawEvent::Synchronize(*tags)),
            MicroOp::Nondeterministic { result } => match self.choices.next() {
                Some(choice) => self.define(*result, u128::from(*choice), 1),
                None => return Flow::NeedsChoice,
            },
            MicroOp::Assume { condition } => {
                if !self.bit(*condition) {
                    return Flow::Dropped;
                }
            }
            MicroOp::Mark(_) => {}
            MicroOp::Fence { tags } => self.events.push(RawEvent::Fence(*tags)),
            MicroOp::Jump(target) => return Flow::Jump(*target),
            MicroOp::JumpTo { address, .. } => {
                self.events.push(RawEvent::Branch);
                return match Meaning::of(self.get(*address).0) {
                    Meaning::Code(place) => Flow::Jump(Target::Code(place)),
                    Meaning::Number => Flow::Jump(Target::Exit),
                    Meaning::Address(..) | Meaning::Word(_) => Flow::NoMemory,
                };
            }
            MicroOp::Branch { condition, target, .. } => {
                self.events.push(RawEvent::Branch);
                if self.bit(*condition) {
                    return Flow::Jump(*target);
                }
            }
            MicroOp::If { condition, then, otherwise, .. } => {
                let chosen = if self.bit(*condition) { then } else { otherwise };
                return self.block(chosen);
            }
            MicroOp::ReadModifyWrite { .. } => return self.read_modify_write(op),
            MicroOp::Require { .. } => unreachable!("no assembly language has {op:?}"),
        }
        Flow::Next
    }

    /// Does nothing for another micro-operation.
    fn read_modify_write(&mut self, op: &MicroOp) -> Flow {
        let MicroOp::ReadModifyWrite { result, address, width, update, value, tags } = op else { return Flow::Next };
        let address = self.address(*address);
        if !self.memory.has(address, *width) {
            return Flow::NoMemory;
        }
        self.events.extend([RawEvent::Load(*width, *tags), RawEvent::Store(address, *width, *tags)]);
        self.define(*result, self.memory.get(address, *width), *width);
        let flow = self.block(update);
        self.memory.put(address, *width, self.get(*value).0);
        flow
    }

    fn define(&mut self, temp: Temp, value: u128, width: Width) {
        assert!(self.temps.insert(temp, (value & mask(width), width)).is_none(), "{temp:?} is defined twice");
    }

    fn get(&self, temp: Temp) -> (u128, Width) {
        self.temps[&temp]
    }

    fn address(&self, temp: Temp) -> u64 {
        let (address, width) = self.get(temp);
        assert_eq!(width, self.memory.address_width, "the width of an address");
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

    fn compute(&self, operation: &Computation) -> (u128, Width) {
        match *operation {
            Computation::Unary(operator, operand) => {
                let (value, width) = self.get(operand);
                let value = match operator {
                    UnaryOperator::Not => !value,
                    UnaryOperator::Negate => value.wrapping_neg(),
                    UnaryOperator::Convert(_) => unreachable!("no instruction has it"),
                };
                (value, width)
            }
            Computation::Binary(operator, left, right) => self.binary(operator, left, right),
            Computation::Extract { from, low, width } => {
                let (value, from_width) = self.get(from);
                assert!(low + width <= from_width, "bits that are not there");
                (value >> low, width)
            }
            Computation::ZeroExtend(operand, width) => {
                assert!(width >= self.get(operand).1, "extension to less");
                (self.get(operand).0, width)
            }
            Computation::SignExtend(operand, width) => {
                assert!(width >= self.get(operand).1, "extension to less");
                (self.signed(operand) as u128, width)
            }
            Computation::Concatenate(above, below) => {
                let ((above, high), (below, low)) = (self.get(above), self.get(below));
                (above << low | below, high + low)
            }
            Computation::Select(condition, then, otherwise) => {
                self.get(if self.bit(condition) { then } else { otherwise })
            }
            Computation::Constant(..) | Computation::Address(..) | Computation::Code(_) | Computation::Word(..) => {
                initial(operation, self.memory.address_width)
            }
        }
    }

    fn binary(&self, operator: BinaryOperator, left: Temp, right: Temp) -> (u128, Width) {
        let ((a, width), (b, right_width)) = (self.get(left), self.get(right));
        assert_eq!(width, right_width, "{operator:?} on two widths");
        let count = u32::try_from(b).unwrap_or(u32::MAX);
        let (signed_a, signed_b) = (self.signed(left), self.signed(right));
        let value = match operator {
            BinaryOperator::Add => a.wrapping_add(b),
            BinaryOperator::Subtract => a.wrapping_sub(b),
            BinaryOperator::Multiply => a.wrapping_mul(b),
            // By 0 the quotient is 0, and the remainder is the dividend.
            BinaryOperator::Divide => a.checked_div(b).unwrap_or(0),
            BinaryOperator::Remainder => a.checked_rem(b).unwrap_or(a),
            BinaryOperator::DivideSigned if b == 0 => 0,
            BinaryOperator::DivideSigned => signed_a.wrapping_div(signed_b) as u128,
            BinaryOperator::RemainderSigned if b == 0 => a,
            BinaryOperator::RemainderSigned => signed_a.wrapping_rem(signed_b) as u128,
            BinaryOperator::And => a & b,
            BinaryOperator::Or => a | b,
            BinaryOperator::Xor => a ^ b,
            BinaryOperator::ShiftLeft => a.checked_shl(count).unwrap_or(0),
            BinaryOperator::ShiftRight => a.checked_shr(count).unwrap_or(0),
            BinaryOperator::ShiftRightSigned => (signed_a >> count.min(127)) as u128,
            BinaryOperator::Equal => u128::from(a == b),
            BinaryOperator::Less => u128::from(a < b),
            BinaryOperator::LessSigned => u128::from(signed_a < signed_b),
            BinaryOperator::Float(_) => unreachable!("no instruction has it"),
        };
        (value, if operator.is_comparison() { 1 } else { width })
    }
}

/// The value of an operation without operands, with its width.
pub(crate) fn initial(operation: &Computation, address_width: Width) -> (u128, Width) {
    match *operation {
        Computation::Constant(value, width) => (value, width),
        Computation::Address(location, offset) => {
            (address_of(u64::from(location.number())).wrapping_add_signed(offset).into(), address_width)
        }
        Computation::Code(place) => (code_address(place).into(), address_width),
        Computation::Word(word, width) => (u128::from(WORDS + u64::from(word.number())), width),
        Computation::Unary(..)
        | Computation::Binary(..)
        | Computation::Extract { .. }
        | Computation::ZeroExtend(..)
        | Computation::SignExtend(..)
        | Computation::Concatenate(..)
        | Computation::Select(..) => unreachable!("{operation:?} has operands"),
    }
}

/// An event with the names of the architecture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    ReadRegister(String),
    WriteRegister(String),
    Load(Width, Vec<&'static str>),
    Store(Width, Vec<&'static str>),
    Fence(Vec<&'static str>),
    Synchronize(Vec<&'static str>),
    Branch,
}

/// What a [`Machine`] executes the code of: an assembly language, by its architecture where it has a table of forms.
pub(crate) trait Executed {
    type Language: Assembly + Default + std::fmt::Debug;
}

impl<A: Architecture + Default> Executed for A {
    type Language = Assembler<A>;
}

impl Executed for crate::Bpf {
    type Language = crate::Bpf;
}

/// One thread, its memory, and what has happened.
#[derive(Debug)]
pub(crate) struct Machine<A: Executed> {
    language: A::Language,
    registers: Registers,
    memory: Memory,
    /// What nondeterministic choices come to, those of each instruction anew.
    pub(crate) choices: Vec<bool>,
    pub(crate) events: Vec<Event>,
}

impl<A: Executed> Machine<A> {
    pub(crate) fn new() -> Machine<A> {
        let language = A::Language::default();
        Machine {
            registers: Registers::default(),
            memory: Memory::new(language.address_width()),
            language,
            choices: Vec::new(),
            events: Vec::new(),
        }
    }

    fn part(&self, name: &str) -> RegisterPart {
        self.language.register(name).unwrap_or_else(|| panic!("`{name}` is no register"))
    }

    /// Sets a register, or a part of one, by name.
    pub(crate) fn set(&mut self, name: &str, value: u128) -> &mut Machine<A> {
        let part = self.part(name);
        self.registers.write(part.register, part.low, part.width, value);
        self
    }

    /// The value of a register, or of a part of one, by name.
    pub(crate) fn get(&self, name: &str) -> u128 {
        let part = self.part(name);
        self.registers.read(part.register, part.low, part.width)
    }

    pub(crate) fn poke(&mut self, address: u64, width: Width, value: u128) -> &mut Machine<A> {
        self.memory.put(address, width, value);
        self
    }

    pub(crate) fn peek(&self, address: u64, width: Width) -> u128 {
        self.memory.get(address, width)
    }

    /// Lowers the cells and executes them; at most 100 instructions.
    pub(crate) fn run(&mut self, cells: &[&str]) -> &mut Machine<A> {
        let lowered = lower_in(cells, self.language.clone()).unwrap_or_else(|found| panic!("{cells:?}: {found:?}"));
        self.execute(&lowered.threads[ThreadId::from_number(0)]);
        self
    }

    fn execute(&mut self, thread: &Thread) {
        let mut at = 0;
        for _ in 0..100 {
            let Some(instruction) = thread.instructions.get(Index::new(at)) else { return };
            let (mut events, choices) = (Vec::new(), self.choices.clone());
            let flow = execute(&instruction.block, &mut self.registers, &mut self.memory, &choices, &mut events);
            self.events.extend(events.iter().map(|event| named(&self.language, event)));
            at = match flow {
                Flow::Next => at + 1,
                Flow::Jump(Target::Instruction(id)) => id.index(),
                Flow::Jump(Target::Code(place)) => place.instruction.index(),
                Flow::Jump(Target::Exit) => return,
                Flow::Dropped | Flow::NeedsChoice | Flow::NoMemory => panic!("{flow:?} at {:?}", instruction.block),
            };
        }
        panic!("100 instructions and no end");
    }
}

fn named<L: Assembly>(language: &L, event: &RawEvent) -> Event {
    let registers = language.registers();
    let name = |tag: u32| match language.tags() {
        TagNames::Fixed(names) => names[tag as usize],
        TagNames::Given(_) => unreachable!("a machine has its own tags"),
    };
    let register = |register: &RegisterId| registers[*register].name.clone();
    let tags = |tags: TagSet| tags.iter().map(name).collect();
    match event {
        RawEvent::ReadRegister(of) => Event::ReadRegister(register(of)),
        RawEvent::WriteRegister(of) => Event::WriteRegister(register(of)),
        RawEvent::Load(width, of) => Event::Load(*width, tags(*of)),
        RawEvent::Store(_, width, of) => Event::Store(*width, tags(*of)),
        RawEvent::Fence(of) => Event::Fence(tags(*of)),
        RawEvent::Synchronize(of) => Event::Synchronize(tags(*of)),
        RawEvent::Branch => Event::Branch,
    }
}
