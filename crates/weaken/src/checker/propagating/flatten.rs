//! A C program as threads of micro-operations: what the machine for Power and 32-bit Arm runs.
//!
//! Calls are put in the place of what is called, each thread gets its own copy of the code, and threads begin together: a thread that is started waits until it
//! is. What the thread library does is written with the accesses and fences of Power: taking and giving back a lock stand between full fences, a start or an end shows in a
//! word behind a lightweight fence, and a read-modify-write is a pair with a reservation that does not fail. Waiting for a lock or a thread is no loop: executions in which the waiting does not end are left out;
//! at which instructions threads wait is noted ([`Flattened::waits`]), so that deadlocks are found by what is left.
//!
//! Refused, where an execution reaches it: recursion, threads started in loops that [`specialise`](super::specialise) has left, calls through pointers, heap memory, atomic sections, floating point numbers,
//! choices of more than 8 bits.

mod operators;
mod steps;
mod threads;

use std::collections::BTreeMap;
use std::sync::Arc;

use program::{
    BlockBuilder, CodePlace, Computation, ElementType, InitialRegister, Instruction, InstructionId, Location,
    LocationId, Name, Program, Register, RegisterId, TagSet, Temp, Thread, ThreadId, ThreadRelations,
};
use relation::{IdVec, Index};
use smallvec::{SmallVec, smallvec};
use source::{Sources, Span};

use crate::checker::analysis::live::Live;
use crate::checker::code::address::{self, ObjectNumber};
use crate::checker::code::{Code, Step, StepId, Value};
use crate::checker::target::CompileTarget;
use crate::machine::{ProgramTag, Wait, WaitMeaning};
use cprog::ir::{FunctionId, Type};
use steps::{Here, fail};
use threads::{PROLOGUE, is_set};

/// More copies of functions than this are not made for a thread.
const MOST_FRAMES: usize = 256;
/// More threads than this are not started.
const MOST_THREADS: usize = 8;
const EXCLUSIVE: TagSet = ProgramTag::Exclusive.set();
const PLAIN: TagSet = TagSet::NONE;

/// A program, and what its instructions come from.
pub(crate) struct Flattened {
    pub(crate) program: Program,
    pub(crate) steps: BTreeMap<CodePlace, StepId>,
    /// Where something is that cannot be run, and what.
    pub(crate) refused: BTreeMap<CodePlace, String>,
    /// Instructions at which threads wait.
    pub(crate) waits: BTreeMap<CodePlace, Wait>,
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
    /// What the program is compiled for.
    target: CompileTarget,
    /// Whether locks are shared anywhere.
    has_readers: bool,
    registers: u32,
    span: Span,
}

/// Makes `code` a program of threads.
pub(crate) fn flatten(code: &Code, target: CompileTarget) -> Flattened {
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
        target,
        has_readers: code.steps.iter().any(|step| matches!(step, Step::Lock { shared: true, .. })),
        registers: 0,
        span: Span::new(nowhere, 0, 0),
    };
    let mut threads = IdVec::new();
    // The code of one thread starts others, which are appended.
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
            thread_relations: ThreadRelations::default(),
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
                // Where a number is an address, the machine must know the location, to which it gives an address of its own.
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

    /// One of the words by which threads start each other and wait for each other.
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
        // Each thread has its own copies of local variables, and so other addresses in the same registers.
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
        // Calls append frames, whose instructions follow in that order: `Frame::at` was computed so.
        while at < frames.len() {
            for step in 0..frames[at].steps {
                let step = StepId::from_number(frames[at].first.number() + step);
                let place = place(id, instructions.len() as u32);
                self.steps.insert(place, step);
                let Frame { function, first, at: base, registers, .. } = frames[at];
                let here = Here { thread: id, place, step, function, frame: at, first, base, registers };
                let block = match self.step(&here, &mut frames) {
                    Ok(block) => block,
                    Err(reason) => {
                        self.refused.insert(place, reason);
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
                // An address that is the same each time carries no dependency.
                Some((location, offset)) => block.address(*location, *offset, 64),
                None => block.read(RegisterId::from_number(registers + slot.number()), 0, 64),
            },
            Value::Constant(number) => match self.address(number) {
                Some((location, offset)) => block.address(location, offset, 64),
                None => block.constant(number.into(), 64),
            },
        }
    }

    /// A copy of `called` for the call that stands here.
    fn copy(&self, here: &Here, frames: &[Frame], called: FunctionId) -> Result<Frame, String> {
        let mut above = Some(here.frame);
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
        let frame = self.frame(called, Some((here.frame, here.step)), last.at + last.steps, registers);
        frame.ok_or_else(|| "a function that is not defined".to_owned())
    }
}

fn place(thread: ThreadId, instruction: u32) -> CodePlace {
    CodePlace { thread, instruction: InstructionId::from_number(instruction) }
}
