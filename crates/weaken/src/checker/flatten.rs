//! A C program as threads of micro-operations: what the machine for Power and 32-bit Arm runs.
//!
//! Calls are put in the place of what is called, each thread gets its own copy of the code, and threads begin together: a thread that is started waits until it
//! is. What the thread library does is written with the accesses and fences of Power: taking and giving back a lock stand between full fences, what is started or joined is told by a
//! word behind a lightweight fence, and a read-modify-write is a pair with a reservation that does not fail. Waiting for a lock or a thread is no loop: executions in which the waiting does not end are left out;
//! at which instructions threads wait is noted ([`Flattened::waits`]), so that deadlocks are found by what is left.
//!
//! Refused, where an execution reaches it: recursion, threads started in loops that [`specialise`](super::specialise) has left, calls through pointers, heap memory, atomic sections, floating point numbers,
//! choices of more than 8 bits.

mod operators;
mod threads;

use std::collections::BTreeMap;
use std::sync::Arc;

use program::{
    BinaryOperator, Block, BlockBuilder, CodePlace, Computation, ElementType, InitialRegister, Instruction,
    InstructionId, Location, LocationId, Name, Program, Register, RegisterId, TagSet, Target as JumpTarget, Temp,
    Thread, ThreadId, UndefinedBehaviour,
};
use relation::{IdVec, Index};
use smallvec::{SmallVec, smallvec};
use source::{Sources, Span};

use super::address::{self, ObjectNumber};
use super::code::{Code, Fence, SlotId, Step, StepId, Target, Value, next};
use super::compute::{self, Compute, Conversion, signed};
use super::live::Live;
use crate::machine::{ProgramTag, Wait, WaitMeaning};
use cprog::ir::{FunctionId, Type};
use operators::{binary, compare, updated};
use threads::{PROLOGUE, is_set};

/// More copies of functions than this are not made for a thread.
const MOST_FRAMES: usize = 256;
/// More threads than this are not started.
const MOST_THREADS: usize = 8;
const EXCLUSIVE: TagSet = ProgramTag::Exclusive.set();
const PLAIN: TagSet = TagSet::NONE;

/// A program, and what its instructions come from.
pub(super) struct Flattened {
    pub(super) program: Program,
    pub(super) steps: BTreeMap<CodePlace, StepId>,
    /// Where something is that cannot be run, and what.
    pub(super) refused: BTreeMap<CodePlace, String>,
    /// Instructions at which threads wait.
    pub(super) waits: BTreeMap<CodePlace, Wait>,
}

/// The copy of a function that a call became.
struct Frame {
    function: FunctionId,
    /// The steps of the function begin with this one,
    first: StepId,
    steps: u32,
    /// and their instructions here.
    at: u32,
    /// Where its registers begin among those of the thread.
    registers: u32,
    /// Which frame called it, and the call.
    caller: Option<(usize, StepId)>,
}

struct Flattener<'a> {
    code: &'a Code,
    live: Live,
    /// Function and argument of each thread.
    threads: Vec<(FunctionId, Option<Value>)>,
    locals: Vec<Location>,
    /// Registers of the thread that hold one address in a local variable all the time.
    addresses: BTreeMap<u32, (LocationId, i64)>,
    /// Registers of the thread that hold one number all the time: its own, and what is computed of that and of constants.
    numbers: BTreeMap<u32, u64>,
    /// Local variables of the thread that hold the number of a thread that it has started, and nothing else.
    handles: BTreeMap<(LocationId, i64), usize>,
    refused: BTreeMap<CodePlace, String>,
    waits: BTreeMap<CodePlace, Wait>,
    steps: BTreeMap<CodePlace, StepId>,
    /// Whether locks are shared anywhere.
    has_readers: bool,
    registers: u32,
    span: Span,
}

/// Makes `code` a program of threads.
pub(super) fn flatten(code: &Code) -> Flattened {
    let mut sources = Sources::new();
    let nowhere = sources.add(String::new(), String::new());
    let mut flattener = Flattener {
        code,
        live: Live::new(code),
        threads: vec![(code.main, None)],
        locals: Vec::new(),
        addresses: BTreeMap::new(),
        numbers: BTreeMap::new(),
        handles: BTreeMap::new(),
        refused: BTreeMap::new(),
        waits: BTreeMap::new(),
        steps: BTreeMap::new(),
        has_readers: code.steps.iter().any(|step| matches!(step, Step::Lock { shared: true, .. })),
        registers: 0,
        span: Span::new(nowhere, 0, 0),
    };
    let mut threads = IdVec::new();
    while threads.len() < flattener.threads.len() {
        let thread = flattener.thread(threads.len());
        threads.push(thread);
    }
    let statics = code.statics.iter().map(|of| {
        let memory = if of.is_constant { &code.constants } else { &code.initial };
        let bytes = &memory[of.start as usize..][..of.bytes as usize];
        flattener.location(code.classes[of.class].as_str().into(), &of.ty, bytes)
    });
    let flags = ["(started)", "(ended)", "(argument)"].map(|name| words(name, threads.len()));
    let locations: Vec<Location> = statics.collect();
    let locations = locations.into_iter().chain(flags).chain(std::mem::take(&mut flattener.locals));
    let registers = (0..flattener.registers).map(|number| Register { name: format!("v{number}"), width: 64 });
    let registers: Vec<Register> = registers.collect();
    Flattened {
        program: Program {
            threads,
            registers: Arc::new(registers.into()),
            locations: locations.collect::<Vec<_>>().into(),
            initial_registers: Vec::<InitialRegister>::new(),
            default_registers: Vec::new(),
            address_width: 64,
            initial_tags: TagSet::NONE,
            follows_known_branches: false,
            words: IdVec::new(),
            mixed_sizes: None,
        },
        steps: flattener.steps,
        refused: flattener.refused,
        waits: flattener.waits,
    }
}

/// So many words that are 0.
fn words(name: &str, count: usize) -> Location {
    Location {
        name: name.into(),
        element: Some(ElementType { width: 64, signed: false }),
        is_array: true,
        cells: smallvec![Computation::Constant(0, 64); count],
        code: None,
    }
}

impl Flattener<'_> {
    /// A global variable. Cells have the size of its elements where that is known, and 8 bytes where it holds addresses.
    fn location(&self, name: Name, ty: &Type, bytes: &[u8]) -> Location {
        let is_array = matches!(ty, Type::Array { .. });
        let size = match ty {
            Type::Integer(_) | Type::Pointer => ty.size(),
            Type::Array { element, stride, .. } if matches!(**element, Type::Integer(_) | Type::Pointer) => *stride,
            Type::Void | Type::Float(_) | Type::Array { .. } | Type::Structure { .. } | Type::Opaque => {
                if bytes.len().is_multiple_of(8) { 8 } else { 1 }
            }
        };
        let size = (size as usize).clamp(1, 8);
        let size = if bytes.len().is_multiple_of(size) { size } else { 1 };
        let width = 8 * size as u16;
        let cells = bytes.chunks(size).map(|cell| {
            let number = cell.iter().rev().fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
            match self.address(number) {
                Some((location, offset)) if size == 8 => Computation::Address(location, offset),
                Some(_) | None => Computation::Constant(number.into(), width),
            }
        });
        let cells: SmallVec<[Computation; 1]> = cells.collect();
        let cells = if cells.is_empty() { smallvec![Computation::Constant(0, width)] } else { cells };
        Location { name, element: Some(ElementType { width, signed: false }), is_array, cells, code: None }
    }

    /// What a number is the address of, when it is that of a global variable.
    fn address(&self, number: u64) -> Option<(LocationId, i64)> {
        let (ObjectNumber(object), offset) = address::split(number)?;
        self.code.statics.get(object as usize)?;
        Some((LocationId::from_number(object), offset as i64))
    }

    /// One of the words that threads tell each other with.
    fn flag(&self, which: u32) -> LocationId {
        LocationId::from_number(self.code.statics.len() as u32 + which)
    }

    /// The place in a local variable that a value is always the address of.
    fn local_at(&self, value: Value, registers: u32) -> Option<(LocationId, i64)> {
        match value {
            Value::Slot(slot) => self.addresses.get(&(registers + slot.number())).copied(),
            Value::Constant(_) => None,
        }
    }

    /// The thread whose handle is at an address.
    fn handle_at(&self, address: Value, registers: u32) -> Option<usize> {
        self.handles.get(&self.local_at(address, registers)?).copied()
    }

    fn local(&mut self, bytes: usize) -> LocationId {
        let number = self.code.statics.len() + 3 + self.locals.len();
        let mut location = words(&format!("(local {})", self.locals.len()), bytes.div_ceil(8).max(1));
        location.is_array = false;
        self.locals.push(location);
        LocationId::from_number(number as u32)
    }

    /// The code of a thread: a wait for its start, then a copy of each function that it calls.
    fn thread(&mut self, number: usize) -> Thread {
        let (function, argument) = self.threads[number];
        self.addresses.clear();
        self.handles.clear();
        self.numbers.clear();
        let mut instructions = IdVec::new();
        let mut frames = Vec::new();
        let id = ThreadId::new(number);
        let prologue = if number > 0 { PROLOGUE } else { 0 };
        if let Some(frame) = self.frame(function, None, prologue, 0) {
            frames.push(frame);
        } else {
            self.refused.insert(place(id, prologue), "a thread whose function is not defined".to_owned());
        }
        if number > 0 {
            self.waits.insert(place(id, 0), Wait { until: is_set, meaning: WaitMeaning::Outside });
            for block in self.begin(number, argument, frames.first()) {
                instructions.push(Instruction { span: self.span, block, labels: Vec::new() });
            }
        }
        let mut at = 0;
        while at < frames.len() {
            for step in 0..frames[at].steps {
                let step = StepId::from_number(frames[at].first.number() + step);
                let here = place(id, instructions.len() as u32);
                self.steps.insert(here, step);
                self.waits.extend(self.wait(id, step).map(|wait| (here, wait)));
                let block = match self.step(id, &mut frames, at, step) {
                    Ok(block) => block,
                    Err(reason) => {
                        self.refused.insert(here, reason);
                        let mut block = BlockBuilder::new();
                        fail(&mut block);
                        block.finish()
                    }
                };
                instructions.push(Instruction { span: self.span, block, labels: Vec::new() });
            }
            at += 1;
        }
        let registers = frames.last().map_or(0, |last| last.registers + self.slots(last.function));
        self.registers = self.registers.max(registers);
        Thread { instructions, end_labels: Vec::new() }
    }

    fn slots(&self, function: FunctionId) -> u32 {
        self.code.bodies[function].map_or(0, |body| body.slots)
    }

    fn frame(&self, function: FunctionId, caller: Option<(usize, StepId)>, at: u32, registers: u32) -> Option<Frame> {
        let body = self.code.bodies.get(function).copied().flatten()?;
        let count = self.code.steps_of(function).count();
        Some(Frame { function, first: body.entry, steps: count as u32, at, registers, caller })
    }

    fn value(&self, value: Value, registers: u32, block: &mut BlockBuilder) -> Temp {
        match value {
            Value::Slot(slot) => match self.addresses.get(&(registers + slot.number())) {
                Some((location, offset)) => block.address(*location, *offset, 64),
                None => block.read(RegisterId::from_number(registers + slot.number()), 0, 64),
            },
            Value::Constant(number) => match self.address(number) {
                Some((location, offset)) => block.address(location, offset, 64),
                None => block.constant(number.into(), 64),
            },
        }
    }

    /// Whether a register is written in one place only: that of a phi is not, nor one of a loop that has code for each turn.
    fn is_defined_once(&self, function: FunctionId, slot: SlotId) -> bool {
        let mut definitions = 0;
        for step in self.code.steps_of(function) {
            self.code.steps[step].visit_definitions(&mut |defined| definitions += usize::from(defined == slot));
        }
        definitions == 1
    }

    /// What is computed, when it is of the number of the thread and of constants alone.
    fn number(&self, how: &Compute, registers: u32) -> Option<u64> {
        let known = |value: Value| match value {
            Value::Slot(slot) => self.numbers.get(&(registers + slot.number())).copied(),
            Value::Constant(number) => Some(number),
        };
        let (mut is_known, mut is_own) = (true, false);
        how.visit(&mut |value| {
            is_known &= known(*value).is_some();
            is_own |= matches!(value, Value::Slot(_));
        });
        if !is_known || !is_own {
            return None;
        }
        compute::value(how, |value| known(value).unwrap_or_default()).ok()
    }

    /// What a step does, after what does not matter there any more is cleared.
    fn step(&mut self, thread: ThreadId, frames: &mut Vec<Frame>, at: usize, step: StepId) -> Result<Block, String> {
        let Frame { function, first, at: base, registers, caller, .. } = frames[at];
        let instruction =
            |to: StepId| JumpTarget::Instruction(InstructionId::from_number(base + to.number() - first.number()));
        let register = |slot: SlotId| RegisterId::from_number(registers + slot.number());
        let mut block = BlockBuilder::new();
        for slot in self.dead(function, step) {
            let zero = block.constant(0, 64);
            block.write(register(slot), 0, zero);
        }
        let b = &mut block;
        match &self.code.steps[step] {
            Step::Compute {
                result,
                how: Compute::Element { base, offset, index: Value::Constant(index), bits, scale },
            } if self.local_at(*base, registers).is_some() => {
                let distance = signed(*index, *bits).wrapping_mul(*scale as i64).wrapping_add(*offset);
                if let Some((location, from)) = self.local_at(*base, registers) {
                    let offset = from.wrapping_add(distance);
                    self.addresses.insert(registers + result.number(), (location, offset));
                    let address = b.address(location, offset, 64);
                    b.write(register(*result), 0, address);
                }
            }
            Step::Compute { result, how } => {
                let number = self.number(how, registers).filter(|_| self.is_defined_once(function, *result));
                let value = match number {
                    // The address of the thread's copy of a variable is one that is known here.
                    Some(number) => {
                        let place = registers + result.number();
                        self.numbers.insert(place, number);
                        self.addresses.extend(self.address(number).map(|address| (place, address)));
                        self.value(Value::Constant(number), registers, b)
                    }
                    None => self.compute(how, registers, b)?,
                };
                b.write(register(*result), 0, value);
            }
            Step::Load { result, address, .. } if self.handle_at(*address, registers).is_some() => {
                let number = self.handle_at(*address, registers).unwrap_or_default();
                self.give(Some(*result), number as i128, registers, b);
            }
            Step::Load { result, address, bytes, bits, .. } => {
                let address = self.value(*address, registers, b);
                let value = b.load(address, 8 * u16::from(*bytes), PLAIN);
                let value = b.resize(value, u16::from(*bits));
                let value = b.resize(value, 64);
                b.write(register(*result), 0, value);
            }
            Step::Store { address, value, bytes, .. } => {
                let (address, value) = (self.value(*address, registers, b), self.value(*value, registers, b));
                let value = b.resize(value, 8 * u16::from(*bytes));
                b.store(address, value, PLAIN);
            }
            Step::Update { result, how, address, value, bytes, .. } => {
                let (address, value) = (self.value(*address, registers, b), self.value(*value, registers, b));
                let old = b.load(address, 8 * u16::from(*bytes), EXCLUSIVE);
                let value = b.resize(value, 8 * u16::from(*bytes));
                let new = updated(*how, old, value, b);
                b.store(address, new, EXCLUSIVE);
                let old = b.resize(old, 64);
                b.write(register(*result), 0, old);
            }
            Step::CompareExchange { result, success, address, expected, new, bytes, .. } => {
                let width = 8 * u16::from(*bytes);
                let [address, expected, new] = [*address, *expected, *new].map(|value| self.value(value, registers, b));
                let (expected, new) = (b.resize(expected, width), b.resize(new, width));
                let old = b.load(address, width, EXCLUSIVE);
                let is_same = b.equal(old, expected);
                let (found, bit) = (b.resize(old, 64), b.resize(is_same, 64));
                b.write(register(*result), 0, found);
                b.write(register(*success), 0, bit);
                let differs = b.not(is_same);
                b.branch(differs, instruction(next(step)));
                b.store(address, new, EXCLUSIVE);
            }
            Step::Fence(fence) => match (fence, self.code.steps.get(next(step))) {
                (Fence::Full, _) => b.fence(ProgramTag::Full.set()),
                // Both together are one lightweight fence.
                (Fence::Read, Some(Step::Fence(Fence::Marks(_)))) => {}
                (Fence::Read, _) => b.fence(ProgramTag::Lightweight.set()),
                // Of the fences that mark, this machine has that of writes alone (`orders::fences`).
                (Fence::Marks(_), _) => {
                    let before =
                        step.number().checked_sub(1).map(|before| &self.code.steps[StepId::from_number(before)]);
                    let is_second = matches!(before, Some(Step::Fence(Fence::Read)));
                    b.fence(if is_second { ProgramTag::Lightweight.set() } else { ProgramTag::Stores.set() });
                }
                (Fence::Decided, _) => b.fence(ProgramTag::Control.set()),
            },
            Step::Jump(to) => b.jump(instruction(*to)),
            Step::Branch { condition, then, otherwise } => {
                let condition = self.value(*condition, registers, b);
                let bit = b.extract(condition, 0, 1);
                b.branch(bit, instruction(*then));
                b.jump(instruction(*otherwise));
            }
            Step::Switch { value, cases, default } => {
                let value = self.value(*value, registers, b);
                for (case, to) in cases {
                    let case = b.constant((*case).into(), 64);
                    let is_case = b.equal(value, case);
                    b.branch(is_case, instruction(*to));
                }
                b.jump(instruction(*default));
            }
            Step::Call { target, arguments, .. } => {
                let Target::Function(called) = *target else { return Err("a call through a pointer".to_owned()) };
                let frame = self.call(frames, at, step, called)?;
                let parameters = self.code.bodies[called].map_or(0, |body| body.parameters) as usize;
                let values: Vec<Temp> =
                    arguments.iter().take(parameters).map(|value| self.value(*value, registers, b)).collect();
                for (index, value) in (0..).zip(values) {
                    b.write(RegisterId::from_number(frame.registers + index), 0, value);
                }
                b.jump(JumpTarget::Instruction(InstructionId::from_number(frame.at)));
                frames.push(frame);
            }
            Step::Return { values } => {
                let Some((calling, call)) = caller else {
                    self.end(thread, b);
                    return Ok(block.finish());
                };
                let values: Vec<Temp> = values.iter().map(|value| self.value(*value, registers, b)).collect();
                for slot in self.live.before(step) {
                    let zero = b.constant(0, 64);
                    b.write(register(*slot), 0, zero);
                }
                let back = &frames[calling];
                if let Step::Call { results, .. } = &self.code.steps[call] {
                    for (slot, value) in results.iter().zip(values) {
                        b.write(RegisterId::from_number(back.registers + slot.number()), 0, value);
                    }
                }
                let to = back.at + next(call).number() - back.first.number();
                b.jump(JumpTarget::Instruction(InstructionId::from_number(to)));
            }
            Step::Allocate { result, bytes, times, is_local: true, .. } => {
                let (Value::Constant(bytes), Value::Constant(times)) = (*bytes, *times) else {
                    return Err("a local variable whose size is not constant".to_owned());
                };
                let location = self.local(bytes.saturating_mul(times).min(1 << 15) as usize);
                // Each register is defined in one place.
                self.addresses.insert(registers + result.number(), (location, 0));
                let address = b.address(location, 0, 64);
                b.write(register(*result), 0, address);
            }
            Step::Allocate { .. } | Step::Free { .. } => return Err("memory of the heap".to_owned()),
            Step::Start { result, handle, argument, .. } => {
                let number = self.start(frames, at, step, *argument)?;
                self.start_thread(number, *handle, *argument, registers, b)?;
                self.give(*result, 0, registers, b);
            }
            Step::Join { result, handle, returned, bytes: _ } => {
                if *returned != Value::Constant(0) {
                    return Err("what a joined thread returns".to_owned());
                }
                self.join_thread(*handle, registers, b);
                self.give(*result, 0, registers, b);
            }
            Step::Lock { result, lock, try_only: false, shared } => {
                let lock = self.value(*lock, registers, b);
                let (word, is_free) = self.read_lock(lock, *shared, b);
                b.assume(is_free);
                self.give(*result, 0, registers, b);
                self.take_lock(thread, (lock, word), *shared, b);
            }
            Step::Lock { result, lock, try_only: true, shared } => {
                let lock = self.value(*lock, registers, b);
                let (word, is_free) = self.read_lock(lock, *shared, b);
                let is_taken = b.not(is_free);
                if let Some(result) = result {
                    let bit = b.resize(is_taken, 64);
                    b.write(register(*result), 0, bit);
                }
                b.branch(is_taken, instruction(next(step)));
                self.take_lock(thread, (lock, word), *shared, b);
            }
            Step::Unlock { result, lock } => {
                let lock = self.value(*lock, registers, b);
                self.give_lock_back(lock, b);
                self.give(*result, 0, registers, b);
            }
            Step::AtomicBegin | Step::AtomicEnd => return Err("an atomic section".to_owned()),
            Step::Assume(value) => {
                let value = self.value(*value, registers, b);
                let bit = b.extract(value, 0, 1);
                b.assume(bit);
            }
            Step::Assert(value) => {
                let value = self.value(*value, registers, b);
                let bit = b.extract(value, 0, 1);
                b.require(bit, UndefinedBehaviour::DivisionByZero);
            }
            Step::Violation => fail(b),
            Step::Choose { result, bits } => {
                if *bits > 8 {
                    return Err("a choice of more than 8 bits".to_owned());
                }
                let mut chosen = b.nondeterministic_bit();
                for _ in 1..*bits {
                    let bit = b.nondeterministic_bit();
                    chosen = b.concatenate(chosen, bit);
                }
                let chosen = b.resize(chosen, 64);
                b.write(register(*result), 0, chosen);
            }
            Step::Identity { result } => {
                if self.is_defined_once(function, *result) {
                    self.numbers.insert(registers + result.number(), thread.index() as u64);
                }
                let number = b.constant(thread.index() as i128, 64);
                b.write(register(*result), 0, number);
            }
            // What other threads do after the end of the process they can do before it as well.
            Step::Exit => self.wait_for_ever(b),
            Step::EndThread(_) if thread.index() == 0 => self.wait_for_ever(b),
            Step::EndThread(_) => self.end(thread, b),
            Step::Unsupported(what) => return Err(what.to_string()),
        }
        Ok(block.finish())
    }

    /// The slots that matter before a step that leads here, and not here.
    fn dead(&self, function: FunctionId, step: StepId) -> Vec<SlotId> {
        let mut dead = Vec::new();
        let all = self.code.steps_of(function);
        for before in all.filter(|before| self.code.steps[*before].successors(*before).contains(&step)) {
            dead.extend_from_slice(self.live.before(before));
            self.code.steps[before].visit_definitions(&mut |slot| dead.push(slot));
        }
        dead.sort_unstable();
        dead.dedup();
        dead.retain(|slot| !self.live.before(step).contains(slot));
        dead
    }

    fn give(&self, result: Option<SlotId>, value: i128, registers: u32, block: &mut BlockBuilder) {
        if let Some(result) = result {
            let value = block.constant(value, 64);
            block.write(RegisterId::from_number(registers + result.number()), 0, value);
        }
    }

    /// A copy of `called` for the call before which `frames[at]` stands.
    fn call(&self, frames: &[Frame], at: usize, step: StepId, called: FunctionId) -> Result<Frame, String> {
        let mut above = Some(at);
        while let Some(frame) = above {
            if frames[frame].function == called {
                return Err("recursion".to_owned());
            }
            above = frames[frame].caller.map(|(caller, _)| caller);
        }
        let last = frames.last().ok_or_else(|| "a call from nowhere".to_owned())?;
        if frames.len() >= MOST_FRAMES {
            return Err("so many calls".to_owned());
        }
        let registers = last.registers + self.slots(last.function);
        let frame = self.frame(called, Some((at, step)), last.at + last.steps, registers);
        frame.ok_or_else(|| "a function that is not defined".to_owned())
    }

    /// Notes that a thread is started, and gives its number.
    fn start(&mut self, frames: &[Frame], at: usize, start: StepId, argument: Value) -> Result<usize, String> {
        let Step::Start { function: Value::Constant(pointer), .. } = self.code.steps[start] else {
            return Err("a start of a function by a pointer".to_owned());
        };
        let Some(started) = address::function(pointer) else { return Err("a start of no function".to_owned()) };
        let mut frame = Some((at, start));
        while let Some((at, step)) = frame {
            if self.code.is_in_loop(step) {
                return Err("a thread that is started in a loop".to_owned());
            }
            frame = frames[at].caller;
        }
        if self.threads.len() >= MOST_THREADS {
            return Err("so many threads".to_owned());
        }
        self.threads.push((started, Some(argument)));
        Ok(self.threads.len() - 1)
    }

    fn compute(&self, how: &Compute, registers: u32, b: &mut BlockBuilder) -> Result<Temp, String> {
        let value = |value: Value, b: &mut BlockBuilder| self.value(value, registers, b);
        let result = match how {
            Compute::Copy(from) => value(*from, b),
            Compute::Binary { operator, bits, left, right } => {
                let (left, right) = (value(*left, b), value(*right, b));
                let (left, right) = (b.resize(left, u16::from(*bits)), b.resize(right, u16::from(*bits)));
                binary(*operator, left, right, b)?
            }
            Compute::Compare { relation, bits, left, right } => {
                let (left, right) = (value(*left, b), value(*right, b));
                let (left, right) = (b.resize(left, u16::from(*bits)), b.resize(right, u16::from(*bits)));
                compare(*relation, left, right, b)?
            }
            Compute::Convert { conversion, from, to, value: of } => {
                let of = value(*of, b);
                let of = b.resize(of, u16::from(*from));
                match conversion {
                    Conversion::Unsigned => b.resize(of, u16::from(*to)),
                    Conversion::Signed if to > from => b.sign_extend(of, u16::from(*to)),
                    Conversion::Signed => b.resize(of, u16::from(*to)),
                    Conversion::Float
                    | Conversion::FloatToUnsigned
                    | Conversion::FloatToSigned
                    | Conversion::UnsignedToFloat
                    | Conversion::SignedToFloat => return Err("floating point numbers".to_owned()),
                }
            }
            Compute::Select { condition, then, otherwise } => {
                let [condition, then, otherwise] = [*condition, *then, *otherwise].map(|of| value(of, b));
                let bit = b.extract(condition, 0, 1);
                b.select(bit, then, otherwise)
            }
            Compute::Element { base, offset, index, bits, scale } => {
                let (base, index) = (value(*base, b), value(*index, b));
                let index = b.resize(index, u16::from(*bits));
                let index = if *bits < 64 { b.sign_extend(index, 64) } else { index };
                let (scale, offset) = (b.constant((*scale).into(), 64), b.constant((*offset).into(), 64));
                let distance = b.binary(BinaryOperator::Multiply, index, scale);
                let sum = b.binary(BinaryOperator::Add, base, offset);
                b.binary(BinaryOperator::Add, sum, distance)
            }
            Compute::Negate { .. } => return Err("floating point numbers".to_owned()),
        };
        Ok(b.resize(result, 64))
    }
}

fn place(thread: ThreadId, instruction: u32) -> CodePlace {
    CodePlace { thread, instruction: InstructionId::from_number(instruction) }
}

/// Something that must not be reached.
fn fail(block: &mut BlockBuilder) {
    let no = block.constant(0, 1);
    block.require(no, UndefinedBehaviour::DivisionByZero);
}
