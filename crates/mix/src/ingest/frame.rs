//! Frames become registers: what a function keeps on its stack no other thread sees.
//!
//! An abstract interpretation follows, through all ways, which registers hold an address of the frame, which still hold what they held at the
//! beginning, and what each slot of the frame holds. Then every instruction that has to do with the frame is replaced: changes of the stack
//! pointer and addresses of slots disappear, saving and restoring a register that callers want back disappears, any other access of a slot becomes a
//! move from or to a register of the slot. What does more with such an address than to access memory is refused.
//!
//! Arguments that are passed on the stack lie above it: they become symbolic registers, which glue sets.
//!
//! At the end of the function every register that callers want back must hold what it held at the beginning.

mod slots;

use std::collections::BTreeMap;

use program::{BinaryOperator, Block, Computation, Index, InstructionId, MicroOp, RegisterId, Temp};

use slots::Slots;

use super::lowered::Lowered;
use super::{BodyLine, CodeKind};
use crate::Architecture;
use crate::fragment::stack_argument;

/// What is known of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    /// What the register held when the function began.
    Entry(RegisterId),
    /// The stack pointer of the beginning plus so many bytes.
    Stack(i64),
    Number(i64),
    Nothing,
}

/// What is known at a place.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
struct State {
    /// Those that are not in it hold what they held at the beginning.
    registers: BTreeMap<RegisterId, Known>,
    /// By the distance from the stack pointer of the beginning: a register's bytes each.
    slots: BTreeMap<i64, Known>,
}

/// Where a value inside an instruction comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Provenance {
    Register {
        register: RegisterId,
        low: u16,
        width: u16,
    },
    /// Read from the frame; behind that it may have been widened, with zeros or with its sign.
    Slot {
        offset: i64,
        width: u16,
        is_signed: bool,
    },
    Zero,
    Other,
}

/// An access of the frame.
#[derive(Clone, Copy, Debug)]
enum Access {
    Store { offset: i64, width: u16, from: Provenance, value: Known },
    Load { offset: i64, width: u16, is_signed: bool, to: RegisterId, value: Known },
}

/// What an instruction has to do with the frame.
#[derive(Default)]
struct Effect {
    accesses: Vec<Access>,
    /// It gives a register an address of the frame, or changes one.
    moves_addresses: bool,
    /// It does something that has nothing to do with the frame.
    has_others: bool,
    /// It does something with an address of the frame that cannot be followed.
    escapes: bool,
    /// How many reads of the frame no access stands for yet.
    open_reads: usize,
    /// Every access of the frame: the distance from the stack pointer of the beginning, and how many bits.
    touched: Vec<(i64, u16)>,
}

struct Interpreter<'a> {
    lowered: &'a Lowered,
    stack: RegisterId,
    /// How many bits a register has.
    word: u16,
    effect: Effect,
    known: Vec<(Known, Provenance)>,
}

/// The lines with the frame in registers.
pub(super) fn promote(
    lines: &[BodyLine],
    lowered: &Lowered,
    architecture: Architecture,
    kind: CodeKind,
) -> Result<Vec<BodyLine>, String> {
    let convention = architecture.convention();
    let Some(stack) = lowered.register(convention.stack_pointer) else { return Ok(lines.to_vec()) };
    let count = lowered.thread.instructions.len();
    let mut states: Vec<Option<State>> = vec![None; count + 1];
    states[0] = Some(State { registers: [(stack, Known::Stack(0))].into(), ..State::default() });
    let mut open = vec![0];
    while let Some(at) = open.pop() {
        let id = InstructionId::new(at);
        let Some(state) = states[at].clone().filter(|_| at < count) else { continue };
        let mut interpreter = Interpreter::new(lowered, stack, convention.word);
        let after = interpreter.instruction(&lowered.thread.instructions[id].block, state);
        for next in lowered.successors(id) {
            let next = next.index().min(count);
            // States only lose what is known, so that this ends for loops, too.
            let joined = match &states[next] {
                None => after.clone(),
                Some(before) => join(before, &after),
            };
            if states[next].as_ref() != Some(&joined) {
                states[next] = Some(joined);
                open.push(next);
            }
        }
    }
    // Returns are jumps behind the last instruction.
    let Some(end) = &states[count] else { return Err("it never returns".to_owned()) };
    if kind == CodeKind::Function {
        check_rules(end, lowered, architecture)?;
    }
    rewrite(lines, lowered, architecture, &states, stack)
}

fn join(left: &State, right: &State) -> State {
    let mut joined = left.clone();
    for (&register, &known) in &right.registers {
        // Absent registers still hold what they did at the beginning: they are on a par with those that have been restored.
        let other = left.registers.get(&register).copied().unwrap_or(Known::Entry(register));
        joined.registers.insert(register, if other == known { known } else { Known::Nothing });
    }
    for (&register, &known) in &left.registers {
        if !right.registers.contains_key(&register) && known != Known::Entry(register) {
            joined.registers.insert(register, Known::Nothing);
        }
    }
    // A slot that one way has not written holds anything.
    joined.slots = left
        .slots
        .iter()
        .filter_map(|(&offset, &known)| {
            let other = *right.slots.get(&offset)?;
            Some((offset, if other == known { known } else { Known::Nothing }))
        })
        .collect();
    joined
}

/// AAPCS64 6.1.1 and its like: what callers want back they get back.
fn check_rules(end: &State, lowered: &Lowered, architecture: Architecture) -> Result<(), String> {
    let convention = architecture.convention();
    for name in convention.preserved {
        let Some(register) = lowered.register(name) else { continue };
        // The register that holds the return address may change.
        let is_kept = end.registers.get(&register).is_none_or(|known| *known == Known::Entry(register));
        if !is_kept && Some(*name) != convention.link {
            return Err(format!("it breaks the procedure-call standard: {name} is not restored"));
        }
    }
    let name = convention.stack_pointer;
    match lowered.register(name).and_then(|register| end.registers.get(&register)) {
        None | Some(Known::Stack(0)) => Ok(()),
        Some(_) => Err(format!("it breaks the procedure-call standard: {name} is not restored")),
    }
}

fn rewrite(
    lines: &[BodyLine],
    lowered: &Lowered,
    architecture: Architecture,
    states: &[Option<State>],
    stack: RegisterId,
) -> Result<Vec<BodyLine>, String> {
    let mut slots = Slots::new(architecture.convention());
    let mut out = Vec::new();
    let mut at = 0;
    for line in lines {
        let text = match line {
            BodyLine::Label(_) => {
                out.push(line.clone());
                continue;
            }
            BodyLine::Instruction(text) => text,
        };
        // Labels are no instructions, so that `at` counts these alone.
        let state = states[at].clone();
        let block = &lowered.thread.instructions[InstructionId::new(at)].block;
        at += 1;
        // What is never reached needs no place.
        let Some(state) = state else { continue };
        let mut interpreter = Interpreter::new(lowered, stack, architecture.convention().word);
        interpreter.instruction(block, state);
        let effect = interpreter.effect;
        if !effect.accesses.iter().all(|&access| is_dropped(access, lowered, architecture)) || effect.open_reads > 0 {
            // Not for what only saves or restores a register, which is dropped.
            let replaced = with_register(text, &effect, architecture, &mut slots);
            if let Some(replaced) = replaced {
                out.push(BodyLine::Instruction(replaced));
                continue;
            }
        }
        // An address that goes to memory or to a helper may be used by anything: then the frame is no register's matter.
        if effect.escapes || effect.open_reads > 0 {
            return Err(format!("`{text}`: an address of the frame that cannot be followed"));
        }
        if effect.accesses.is_empty() {
            if !effect.moves_addresses {
                out.push(line.clone());
            } else if effect.has_others {
                return Err(format!("`{text}`: it changes the frame and more"));
            }
            continue;
        }
        for access in effect.accesses {
            let moved = moved(access, lowered, architecture, &mut slots)
                .ok_or_else(|| format!("`{text}`: an access of the frame that no move stands for"))?;
            out.extend(moved.into_iter().map(BodyLine::Instruction));
        }
    }
    Ok(out)
}

/// The instruction with a register in place of the word of the frame that it accesses, where the architecture has that for all instructions.
fn with_register(text: &str, effect: &Effect, architecture: Architecture, slots: &mut Slots) -> Option<String> {
    let convention = architecture.convention();
    let &(offset, _) = effect.touched.first()?;
    let is_one_word = effect.touched.iter().all(|&(other, width)| other == offset && width <= convention.word);
    if effect.escapes || effect.moves_addresses || !is_one_word || offset % i64::from(convention.word / 8) != 0 {
        return None;
    }
    // Slots are given when an instruction is found, so that none is given in vain.
    let dialect = architecture.dialect();
    dialect.with_operand_in_register(text, "")?;
    dialect.with_operand_in_register(text, &slots.word_at(offset, convention)?)
}

/// Whether nothing stands for an access: it saves or restores a register that callers want back, or keeps an address, which a load of it is known to give.
fn is_dropped(access: Access, lowered: &Lowered, architecture: Architecture) -> bool {
    let convention = architecture.convention();
    let name = |register: RegisterId| lowered.registers[register].name.as_str();
    let is_link = |register: RegisterId| Some(name(register)) == convention.link;
    let is_saved = |register: RegisterId| convention.preserved.contains(&name(register)) || is_link(register);
    match access {
        Access::Store { value: Known::Stack(_), .. } | Access::Load { value: Known::Stack(_), .. } => true,
        Access::Store { value: Known::Entry(of), .. } => is_saved(of),
        // (The return address may go another way than it came: by a register to the link register.)
        Access::Load { value: Known::Entry(of), to, .. } => is_saved(of) && (of == to || is_link(of)),
        Access::Store { value: Known::Number(_) | Known::Nothing, .. }
        | Access::Load { value: Known::Number(_) | Known::Nothing, .. } => false,
    }
}

/// The moves that stand for an access; none for those that are dropped.
fn moved(access: Access, lowered: &Lowered, architecture: Architecture, slots: &mut Slots) -> Option<Vec<String>> {
    if is_dropped(access, lowered, architecture) {
        return Some(Vec::new());
    }
    let name = |register: RegisterId| lowered.registers[register].name.as_str();
    let (convention, dialect) = (architecture.convention(), architecture.dialect());
    let (word, bytes) = (convention.word, i64::from(convention.word / 8));
    match access {
        Access::Store { offset, width, from: Provenance::Register { register, low: 0, .. }, .. }
            if width == 2 * word =>
        {
            // A register of two words takes the registers of two slots.
            let halves = [slots.register(offset, word, true)?, slots.register(offset + bytes, word, true)?];
            dialect.divide([&halves[0], &halves[1]], name(register))
        }
        Access::Load { offset, width, to, .. } if width == 2 * word => {
            let halves = [slots.word_at(offset, convention)?, slots.word_at(offset + bytes, convention)?];
            dialect.join(name(to), [&halves[0], &halves[1]])
        }
        Access::Store { offset, width, from, .. } => {
            let to = slots.register(offset, width, true)?;
            match from {
                Provenance::Register { register, low: 0, .. } => dialect.copy_low(&to, name(register), width, false),
                Provenance::Zero => Some(vec![dialect.constant(&to, 0)?]),
                Provenance::Register { .. } | Provenance::Slot { .. } | Provenance::Other => None,
            }
        }
        Access::Load { offset, width, is_signed, to, .. } => {
            // What the function has written there itself is its own, though the caller gave it the place.
            let argument = stack_argument(convention, offset).filter(|_| !slots.has(offset));
            let from = match argument {
                Some(argument) => argument.to_owned(),
                None => slots.register(offset, width, false)?,
            };
            dialect.copy_low(name(to), &from, width, is_signed)
        }
    }
}

impl<'a> Interpreter<'a> {
    fn new(lowered: &'a Lowered, stack: RegisterId, word: u16) -> Interpreter<'a> {
        Interpreter { lowered, stack, word, effect: Effect::default(), known: Vec::new() }
    }

    /// The slot that holds what is at a distance from the stack pointer of the beginning.
    fn slot(&self, offset: i64) -> i64 {
        let bytes = i64::from(self.word / 8);
        offset.div_euclid(bytes) * bytes
    }

    fn set(&mut self, temp: Temp, known: Known, from: Provenance) {
        let index = usize::from(temp.0);
        if self.known.len() <= index {
            self.known.resize(index + 1, (Known::Nothing, Provenance::Other));
        }
        self.known[index] = (known, from);
    }

    fn get(&self, temp: Temp) -> (Known, Provenance) {
        self.known.get(usize::from(temp.0)).copied().unwrap_or((Known::Nothing, Provenance::Other))
    }

    fn instruction(&mut self, block: &Block, mut state: State) -> State {
        self.block(block, &mut state);
        state
    }

    fn block(&mut self, block: &Block, state: &mut State) {
        for op in block {
            self.micro_op(op, state);
        }
    }

    /// Notes that a value is used for something that is not followed.
    fn used(&mut self, temp: Temp) {
        if matches!(self.get(temp).0, Known::Stack(_)) {
            self.effect.escapes = true;
        }
    }

    fn micro_op(&mut self, op: &MicroOp, state: &mut State) {
        match op {
            MicroOp::Let { result, operation } => {
                let (known, from) = self.operation(operation);
                self.set(*result, known, from);
            }
            MicroOp::ReadRegister { result, register, low, width } => {
                let whole = *low == 0 && *width == self.lowered.registers[*register].width;
                let known = state.registers.get(register).copied().unwrap_or(Known::Entry(*register));
                let known = if whole { known } else { Known::Nothing };
                self.set(*result, known, Provenance::Register { register: *register, low: *low, width: *width });
            }
            MicroOp::WriteRegister { register, low, value } => self.write(*register, *low, *value, state),
            MicroOp::Load { result, address, width, .. } => self.load(*result, *address, *width, state),
            MicroOp::Store { address, value, .. } => self.store(*address, *value, state),
            MicroOp::ReadModifyWrite { result, address, update, value, .. } => {
                self.used(*address);
                self.set(*result, Known::Nothing, Provenance::Other);
                self.block(update, state);
                self.used(*value);
                // An atomic access is kept as it is: no move stands for it.
                self.effect.has_others = true;
            }
            MicroOp::Synchronize { address, .. } => self.used(*address),
            MicroOp::Nondeterministic { result } | MicroOp::Written { result } => {
                self.set(*result, Known::Nothing, Provenance::Other);
            }
            MicroOp::Assume { condition } | MicroOp::Require { condition, .. } => self.used(*condition),
            MicroOp::Branch { condition, .. } => {
                self.used(*condition);
                self.effect.has_others = true;
            }
            MicroOp::JumpTo { address, .. } => self.used(*address),
            MicroOp::Mark(_) => {}
            MicroOp::Fence { .. } | MicroOp::Jump(_) => self.effect.has_others = true,
            MicroOp::If { condition, then, otherwise, .. } => {
                self.used(*condition);
                // Both arms see what was known before.
                let mut other = state.clone();
                self.block(then, state);
                self.block(otherwise, &mut other);
                *state = join(state, &other);
            }
        }
    }

    fn operation(&mut self, operation: &Computation) -> (Known, Provenance) {
        match operation {
            Computation::Constant(value, width) => {
                let known = i64::try_from(program_signed(*value, *width)).map_or(Known::Nothing, Known::Number);
                (known, if *value == 0 { Provenance::Zero } else { Provenance::Other })
            }
            Computation::Binary(operator, left, right) => {
                let known = match (operator, self.get(*left).0, self.get(*right).0) {
                    (BinaryOperator::Add, Known::Stack(base), Known::Number(by))
                    | (BinaryOperator::Add, Known::Number(by), Known::Stack(base)) => {
                        Known::Stack(base.wrapping_add(by))
                    }
                    (BinaryOperator::Subtract, Known::Stack(base), Known::Number(by)) => {
                        Known::Stack(base.wrapping_sub(by))
                    }
                    (BinaryOperator::Add, Known::Number(left), Known::Number(right)) => {
                        Known::Number(left.wrapping_add(right))
                    }
                    _ => Known::Nothing,
                };
                (known, Provenance::Other)
            }
            Computation::ZeroExtend(of, _) => match self.get(*of) {
                // A narrow load that widens is one move, which the later write to a register stands for.
                (_, from @ Provenance::Slot { .. }) => (Known::Nothing, from),
                (Known::Number(number), _) if number >= 0 => (Known::Number(number), Provenance::Other),
                _ => (Known::Nothing, Provenance::Other),
            },
            Computation::Extract { from, low: 0, width } => match self.get(*from).1 {
                Provenance::Register { register, low, .. } => {
                    (Known::Nothing, Provenance::Register { register, low, width: *width })
                }
                Provenance::Zero => (Known::Number(0), Provenance::Zero),
                Provenance::Slot { .. } | Provenance::Other => (Known::Nothing, Provenance::Other),
            },
            Computation::SignExtend(of, _) => match self.get(*of) {
                (_, Provenance::Slot { offset, width, .. }) => {
                    (Known::Nothing, Provenance::Slot { offset, width, is_signed: true })
                }
                _ => (Known::Nothing, Provenance::Other),
            },
            Computation::Address(..)
            | Computation::Code(_)
            | Computation::Word(..)
            | Computation::Unary(..)
            | Computation::Extract { .. }
            | Computation::Concatenate(..)
            | Computation::Select(..) => (Known::Nothing, Provenance::Other),
        }
    }

    fn write(&mut self, register: RegisterId, low: u16, value: Temp, state: &mut State) {
        let (known, from) = self.get(value);
        // A write to the upper part leaves the register with two origins.
        let known = if low == 0 { known } else { Known::Nothing };
        if let Provenance::Slot { offset, width, is_signed } = from {
            let value = match known {
                Known::Nothing => {
                    state.slots.get(&offset).copied().filter(|_| width == self.word).unwrap_or(Known::Nothing)
                }
                other => other,
            };
            self.effect.open_reads = self.effect.open_reads.saturating_sub(1);
            self.effect.accesses.push(Access::Load { offset, width, is_signed, to: register, value });
            state.registers.insert(register, value);
            return;
        }
        if matches!(known, Known::Stack(_)) {
            self.effect.moves_addresses = true;
        // A stack pointer that is aligned at run time, or moved by a number that is not known: slots have no distance from it.
        } else if register == self.stack {
            self.effect.escapes = true;
        } else if self.lowered.registers[register].width > 1 {
            // (A flag that an addition to the stack pointer sets is nothing to keep: nothing may read it.)
            self.effect.has_others = true;
        }
        state.registers.insert(register, known);
    }

    fn load(&mut self, result: Temp, address: Temp, width: u16, state: &State) {
        match self.get(address).0 {
            Known::Stack(offset) => {
                let known = state.slots.get(&offset).copied().filter(|_| width == self.word).unwrap_or(Known::Nothing);
                // Open until a register takes what was read: one that goes into a computation has no move that stands for it.
                self.effect.open_reads += 1;
                self.effect.touched.push((offset, width));
                self.set(result, known, Provenance::Slot { offset, width, is_signed: false });
            }
            _ => {
                self.effect.has_others = true;
                self.set(result, Known::Nothing, Provenance::Other);
            }
        }
    }

    fn store(&mut self, address: Temp, value: Temp, state: &mut State) {
        let (known, from) = self.get(value);
        match self.get(address).0 {
            Known::Stack(offset) => {
                let width = match from {
                    Provenance::Register { width, .. } => width,
                    Provenance::Slot { .. } | Provenance::Zero | Provenance::Other => self.word,
                };
                self.effect.accesses.push(Access::Store { offset, width, from, value: known });
                self.effect.touched.push((offset, width));
                // A half that is written leaves nothing known of the whole, and two that are written nothing of either.
                let slot = self.slot(offset);
                state.slots.insert(slot, if width == self.word { known } else { Known::Nothing });
                if width > self.word {
                    state.slots.insert(slot + i64::from(self.word / 8), Known::Nothing);
                }
            }
            _ => {
                self.effect.has_others = true;
                // The address of a slot in memory that others see: they may access the frame.
                self.used(value);
            }
        }
    }
}

/// The number as a signed one.
fn program_signed(value: u128, width: u16) -> i128 {
    let shift = 128 - u32::from(width.clamp(1, 128));
    ((value << shift) as i128) >> shift
}
