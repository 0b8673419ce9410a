//! What a thread does alone: computing, entering writes, and touching what is not interleaved.

use cprog::ir::FunctionId;
use relation::Index;

use super::address::{self, ObjectNumber};
use super::code::{Annotation, ClassId, Code, Fence, SlotId, Step, StepId, Target, Update, Value, next};
use super::compute::{self, Compute};
use super::knowledge::Knowledge;
use super::live::Live;
use super::order::{New, waits};
use super::state::{Cell, Direction, Frame, Object, Pending, Range, State, Supposed, Thread};
use super::trace::{Event, Origin, What};
use crate::Model;

/// Steps without a shared access after which a thread is looked at for running in a circle.
const MANY_STEPS: usize = 4096;
/// Steps without a shared access after which it is given up.
const MOST_STEPS: usize = 10_000_000;
const MOST_FRAMES: usize = 4096;
/// Threads are numbered by bytes, and their slots by the bits of a word.
const MOST_THREADS: usize = 64;
/// The largest object that is allocated.
const MOST_ALLOCATED: u64 = 1 << 20;
/// The cell that stands for atomic sections as a whole.
const ATOMIC_CELL: Range = Range { address: 0, bytes: 0 };

/// What program, model and bounds are.
pub(super) struct Machine<'p> {
    pub(super) code: &'p Code,
    pub(super) live: &'p Live,
    pub(super) model: Model,
    /// Classes of objects each access to which is interleaved.
    pub(super) is_shared: Vec<bool>,
    /// Reads that a later access can overtake.
    pub(super) overtaken: relation::IdVec<StepId, bool>,
    /// The most accesses of a thread that are pending at once.
    pub(super) buffer: usize,
    /// The bit of each global variable that is tracked.
    pub(super) static_bits: Vec<Option<u8>>,
    /// Whether a lock may be found taken without waiting for it.
    pub(super) has_try_lock: bool,
    /// Whether objects are tracked at all.
    pub(super) tracks: bool,
}

/// What is found out on the way.
#[derive(Default)]
pub(super) struct Findings {
    /// What happens, where a trace is wanted.
    pub(super) log: Option<Vec<Event>>,
    /// A class of objects that threads race for.
    pub(super) race: Option<ClassId>,
    /// Whether more accesses could have been delayed at once.
    pub(super) is_buffer_full: bool,
    /// Whether a tracked object was touched since this was last cleared.
    pub(super) has_touched: bool,
}

impl Findings {
    pub(super) fn tell(&mut self, thread: usize, step: StepId, what: What) {
        if let Some(log) = &mut self.log {
            log.push(Event { thread, step, what });
        }
    }
}

/// What makes an execution wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    Assertion,
    /// An access to memory that is no object's.
    Address(u64),
    /// `free` of what is no allocated object.
    Free(u64),
    Division,
    /// A call of what is no function.
    NotCode(u64),
}

/// An access to shared memory that a thread stands before.
#[derive(Clone, Copy, Debug)]
pub(super) struct Access {
    pub(super) range: Range,
    pub(super) annotation: Annotation,
    /// What the address depends on.
    pub(super) address: u64,
}

/// What a read-modify-write does.
#[derive(Clone, Copy, Debug)]
pub(super) enum Change {
    Update(Update, u64),
    CompareExchange { expected: u64, new: u64 },
}

/// Why a thread goes no further alone.
#[derive(Clone, Debug)]
pub(super) enum Stop {
    Read(Access),
    /// A read-modify-write, and what its operands depend on.
    Update(Access, Change, u64),
    Lock {
        lock: u64,
        try_only: bool,
    },
    Unlock {
        lock: u64,
    },
    /// It waits for the end of a thread.
    Join,
    Choose(u8),
    /// An atomic section begins.
    Atomic,
    /// It waits for its own accesses.
    Blocked,
    Ended,
    /// The process is about to end.
    Exit,
    /// It goes no further: what it assumes does not hold, or objects that are not interleaved are raced for.
    Dead,
    /// A fault, if the choices of values are right that it depends on.
    Fault(Fault, u64),
    Unsupported(StepId),
    /// It runs in a circle without touching shared memory.
    Circle,
    /// It does not come to an end of what it does alone.
    Endless,
}

/// Where an address is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    Constant(usize),
    /// Its first byte in the memory of the state, and the bit of the object where it is tracked.
    Memory {
        start: usize,
        class: ClassId,
        bit: Option<u64>,
    },
}

pub(super) fn read_bytes(memory: &[u8], start: usize, bytes: u8) -> u64 {
    memory[start..start + usize::from(bytes)].iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte))
}

pub(super) fn write_bytes(memory: &mut [u8], start: usize, bytes: u8, value: u64) {
    for (to, from) in memory[start..start + usize::from(bytes)].iter_mut().zip(value.to_le_bytes()) {
        *to = from;
    }
}

enum Flow {
    Go,
    Stop(Stop),
}

impl Machine<'_> {
    pub(super) fn resolve(&self, state: &State, range: Range) -> Option<Place> {
        let (object, offset) = address::split(range.address)?;
        let statics = self.code.statics.len();
        let index = object.0 as usize;
        let end = offset + u64::from(range.bytes);
        if let Some(of) = self.code.statics.get(index) {
            let start = of.start as usize + offset as usize;
            return (end <= u64::from(of.bytes)).then(|| {
                if of.is_constant {
                    return Place::Constant(start);
                }
                let bit = self.static_bits[index].map(|bit| 1 << bit);
                Place::Memory { start, class: of.class, bit }
            });
        }
        let of = state.objects.get(index - statics)?;
        (of.is_live && end <= u64::from(of.bytes)).then(|| {
            let bit = self.bit_of_allocated(index - statics);
            Place::Memory { start: of.start as usize + offset as usize, class: of.class, bit }
        })
    }

    fn bit_of_allocated(&self, index: usize) -> Option<u64> {
        let bit = self.static_bits.iter().flatten().count() + index;
        (self.tracks && bit < 64).then(|| 1 << bit)
    }

    pub(super) fn read_memory(&self, state: &State, range: Range) -> Option<u64> {
        Some(match self.resolve(state, range)? {
            Place::Constant(start) => read_bytes(&self.code.constants, start, range.bytes),
            Place::Memory { start, .. } => read_bytes(&state.memory, start, range.bytes),
        })
    }

    /// What a value is, and what it depends on.
    pub(super) fn get(thread: &Thread, value: Value) -> (u64, u64) {
        match value {
            Value::Constant(bits) => (bits, 0),
            Value::Slot(slot) => {
                let base = thread.frames.last().map_or(0, |frame| frame.base as usize);
                (thread.registers[base + slot.index()], thread.sources[base + slot.index()])
            }
        }
    }

    pub(super) fn set(thread: &mut Thread, slot: SlotId, bits: u64, sources: u64) {
        let base = thread.frames.last().map_or(0, |frame| frame.base as usize);
        thread.registers[base + slot.index()] = bits;
        thread.sources[base + slot.index()] = sources;
    }

    pub(super) fn go_on(thread: &mut Thread) {
        if let Some(frame) = thread.frames.last_mut() {
            frame.at = next(frame.at);
        }
    }

    /// A thread that begins in `function`.
    pub(super) fn thread(&self, function: FunctionId, argument: Option<u64>, known: Knowledge) -> Option<Thread> {
        let body = self.code.bodies[function]?;
        let mut thread = Thread { known, settled: known, ..Thread::default() };
        thread.frames.push(Frame { at: body.entry, base: 0 });
        thread.registers.resize(body.slots as usize, 0);
        thread.sources.resize(body.slots as usize, 0);
        if let (Some(argument), true) = (argument, body.parameters > 0) {
            thread.registers[0] = argument;
        }
        Some(thread)
    }

    /// Lets `thread` go on until it has to choose or to wait.
    pub(super) fn advance(&self, state: &mut State, thread: usize, findings: &mut Findings) -> Stop {
        let mut snapshot: Option<(Thread, Vec<u8>)> = None;
        for count in 0..MOST_STEPS {
            if let Some((then, memory)) = &snapshot
                && then.at() == state.threads[thread].at()
                && *then == state.threads[thread]
                && *memory == state.memory
            {
                return Stop::Circle;
            }
            if count >= MANY_STEPS && count.is_power_of_two() {
                snapshot = Some((state.threads[thread].clone(), state.memory.clone()));
            }
            match self.step(state, thread, findings) {
                Flow::Go => {}
                Flow::Stop(stop) => return stop,
            }
        }
        Stop::Endless
    }

    fn step(&self, state: &mut State, t: usize, findings: &mut Findings) -> Flow {
        let Some(at) = state.threads[t].at() else { return Flow::Stop(Stop::Ended) };
        let thread = &mut state.threads[t];
        match &self.code.steps[at] {
            Step::Compute { result, how } => match evaluate(thread, how) {
                Ok((bits, sources)) => Self::set(thread, *result, bits, sources),
                Err(sources) => return Flow::Stop(Stop::Fault(Fault::Division, sources | thread.control)),
            },
            Step::Jump(to) => {
                self.jump(thread, *to);
                return Flow::Go;
            }
            Step::Branch { condition, then, otherwise } => {
                let (bits, sources) = Self::get(thread, *condition);
                thread.control |= sources;
                self.jump(thread, if bits & 1 != 0 { *then } else { *otherwise });
                return Flow::Go;
            }
            Step::Switch { value, cases, default } => {
                let (bits, sources) = Self::get(thread, *value);
                thread.control |= sources;
                let to = cases.iter().find(|(case, _)| *case == bits).map_or(*default, |(_, to)| *to);
                self.jump(thread, to);
                return Flow::Go;
            }
            Step::Load { result, address, bytes, bits, annotation } => {
                let (address, sources) = Self::get(thread, *address);
                let access =
                    Access { range: Range { address, bytes: *bytes }, annotation: *annotation, address: sources };
                match self.load(state, t, at, access, findings) {
                    Ok((value, sources)) => {
                        Self::set(&mut state.threads[t], *result, compute::truncate(value, *bits), sources);
                    }
                    Err(stop) => return Flow::Stop(stop),
                }
            }
            Step::Store { address, value, bytes, annotation } => {
                let ((address, sources), value) = (Self::get(thread, *address), Self::get(thread, *value));
                let access =
                    Access { range: Range { address, bytes: *bytes }, annotation: *annotation, address: sources };
                if let Err(stop) = self.store(state, t, at, access, value, findings) {
                    return Flow::Stop(stop);
                }
            }
            Step::Update { address, value, bytes, annotation, how, .. } => {
                let ((address, sources), (value, data)) = (Self::get(thread, *address), Self::get(thread, *value));
                let access =
                    Access { range: Range { address, bytes: *bytes }, annotation: *annotation, address: sources };
                return self.update(state, t, at, access, Change::Update(*how, value), data, findings);
            }
            Step::CompareExchange { address, expected, new, bytes, annotation, .. } => {
                let (address, sources) = Self::get(thread, *address);
                let ((expected, first), (new, second)) = (Self::get(thread, *expected), Self::get(thread, *new));
                let access =
                    Access { range: Range { address, bytes: *bytes }, annotation: *annotation, address: sources };
                let change = Change::CompareExchange { expected, new };
                return self.update(state, t, at, access, change, first | second, findings);
            }
            Step::Fence(fence) => {
                if !self.fence(thread, *fence) {
                    return Flow::Stop(Stop::Blocked);
                }
            }
            Step::Choose { bits, .. } => return Flow::Stop(Stop::Choose(*bits)),
            Step::Identity { result } => Self::set(thread, *result, t as u64, 0),
            Step::Assume(value) => {
                if Self::get(thread, *value).0 == 0 {
                    self.give_up(thread, at);
                    return Flow::Stop(Stop::Dead);
                }
            }
            Step::Assert(value) => {
                let (bits, sources) = Self::get(thread, *value);
                if bits == 0 {
                    return Flow::Stop(Stop::Fault(Fault::Assertion, sources | thread.control));
                }
            }
            Step::Violation => return Flow::Stop(Stop::Fault(Fault::Assertion, thread.control)),
            Step::Unsupported(_) => {
                let is_certain = thread.control & thread.reads() == 0;
                return Flow::Stop(if is_certain { Stop::Unsupported(at) } else { Stop::Blocked });
            }
            Step::Call { .. } | Step::Return { .. } | Step::EndThread(_) | Step::Exit => {
                return self.control_step(state, t, at);
            }
            Step::Allocate { .. } | Step::Free { .. } => return self.object_step(state, t, at, findings),
            Step::Start { .. }
            | Step::Join { .. }
            | Step::Lock { .. }
            | Step::Unlock { .. }
            | Step::AtomicBegin
            | Step::AtomicEnd => return self.thread_step(state, t, at, findings),
        }
        Self::go_on(&mut state.threads[t]);
        Flow::Go
    }

    /// A thread goes no further, so that nothing matters but where it stands.
    fn give_up(&self, thread: &mut Thread, at: StepId) {
        let slots = self.code.bodies[self.code.functions[at]].map_or(0, |body| body.slots) as usize;
        thread.frames.clear();
        thread.frames.push(Frame { at, base: 0 });
        thread.registers.clear();
        thread.registers.resize(slots, 0);
        thread.sources.clear();
        thread.sources.resize(slots, 0);
    }

    fn jump(&self, thread: &mut Thread, to: StepId) {
        if let Some(frame) = thread.frames.last_mut() {
            frame.at = to;
        }
    }

    /// Marks or waits for what is pending; false while the thread has to wait.
    fn fence(&self, thread: &mut Thread, fence: Fence) -> bool {
        match fence {
            Fence::Full => {
                if !thread.pending.is_empty() {
                    return false;
                }
                settle(thread);
            }
            Fence::Read => {
                if thread.reads() != 0 {
                    return false;
                }
                thread.known = thread.known.with(thread.loose);
                thread.settled = thread.settled.with(thread.loose);
                thread.settled.reads |= thread.known.reads;
                thread.loose = Knowledge::default();
            }
            Fence::Decided => return (thread.control | thread.addresses) & thread.reads() == 0,
            Fence::WriteWrite => {
                thread.pending.iter_mut().for_each(|pending| pending.is_fenced = true);
                thread.settled.writes |= thread.known.writes;
            }
        }
        true
    }

    fn is_interleaved(&self, class: ClassId, bit: Option<u64>) -> bool {
        bit.is_none() || self.is_shared[class.index()]
    }

    /// A thread reads a tracked object; false for a race.
    fn touch_read(&self, state: &mut State, t: usize, bit: u64) -> bool {
        if !state.threads[t].known.may_read(bit) {
            return false;
        }
        let settles = match self.model {
            Model::Sc | Model::Tso | Model::Pso => true,
            Model::Rmo | Model::Armv8 => false,
        };
        everywhere(state, t, &mut |known| known.forget_reads(bit));
        if !settles {
            state.threads[t].settled.forget_reads(bit);
        }
        true
    }

    /// A thread writes a tracked object; false for a race.
    fn touch_write(&self, state: &mut State, t: usize, bit: u64) -> bool {
        if !state.threads[t].known.may_write(bit) {
            return false;
        }
        let settles = match self.model {
            Model::Sc | Model::Tso => true,
            Model::Pso | Model::Rmo | Model::Armv8 => false,
        };
        everywhere(state, t, &mut |known| known.forget(bit));
        if !settles {
            state.threads[t].settled.forget(bit);
        }
        true
    }

    /// The value of a load that is not interleaved, with what it depends on.
    fn load(
        &self,
        state: &mut State,
        t: usize,
        at: StepId,
        access: Access,
        findings: &mut Findings,
    ) -> Result<(u64, u64), Stop> {
        let range = access.range;
        let (start, class, bit) = match self.resolve(state, range) {
            None => {
                let supposed = access.address | state.threads[t].control;
                return Err(Stop::Fault(Fault::Address(range.address), supposed));
            }
            Some(Place::Constant(start)) => {
                return Ok((read_bytes(&self.code.constants, start, range.bytes), access.address));
            }
            Some(Place::Memory { start, class, bit }) => (start, class, bit),
        };
        let value = read_bytes(&state.memory, start, range.bytes);
        match bit.filter(|_| !self.is_interleaved(class, bit)) {
            Some(bit) => {
                if !self.touch_read(state, t, bit) {
                    findings.race = Some(class);
                    return Err(Stop::Dead);
                }
                findings.has_touched = true;
                findings.tell(t, at, What::Reads { range, value, from: Origin::Settled });
                let thread = &mut state.threads[t];
                thread.addresses |= access.address;
                let supposed = thread.supposed.iter().filter(|cell| cell.range.overlaps(range));
                let sources = supposed.fold(access.address, |all, cell| all | cell.sources);
                Ok((value, sources))
            }
            None if state.atomic == Some(t as u8) => {
                self.gain(state, t, range, true);
                findings.tell(t, at, What::Reads { range, value, from: Origin::Memory });
                Ok((value, 0))
            }
            None => Err(Stop::Read(access)),
        }
    }

    fn store(
        &self,
        state: &mut State,
        t: usize,
        at: StepId,
        access: Access,
        (value, data): (u64, u64),
        findings: &mut Findings,
    ) -> Result<(), Stop> {
        let range = access.range;
        let Some(Place::Memory { start, class, bit }) = self.resolve(state, range) else {
            let supposed = access.address | state.threads[t].control;
            return Err(Stop::Fault(Fault::Address(range.address), supposed));
        };
        if let Some(bit) = bit.filter(|_| !self.is_interleaved(class, bit)) {
            if !self.touch_write(state, t, bit) {
                findings.race = Some(class);
                return Err(Stop::Dead);
            }
            write_bytes(&mut state.memory, start, range.bytes, value);
            findings.has_touched = true;
            findings.tell(t, at, What::Writes { range, value });
            let thread = &mut state.threads[t];
            thread.addresses |= access.address;
            thread.supposed.retain(|cell| !range.contains(cell.range));
            let sources = access.address | data;
            if sources != 0 {
                thread.supposed.push(Supposed { range, sources });
            }
            return Ok(());
        }
        if state.atomic == Some(t as u8) {
            write_bytes(&mut state.memory, start, range.bytes, value);
            findings.tell(t, at, What::Writes { range, value });
            let known = state.threads[t].known;
            set_cell(state, range, known);
            return Ok(());
        }
        self.enter(&mut state.threads[t], at, access, value, data, findings).map(|()| {
            findings.tell(t, at, What::Enters { range, value });
        })
    }

    /// Enters a write.
    fn enter(
        &self,
        thread: &mut Thread,
        step: StepId,
        access: Access,
        value: u64,
        data: u64,
        findings: &mut Findings,
    ) -> Result<(), Stop> {
        let slot = self.free_slot(thread, findings)?;
        let is_release = access.annotation.release;
        let new = New {
            direction: Direction::Write,
            range: access.range,
            is_acquire: false,
            is_release,
            address: access.address,
            data,
        };
        let waits = waits(self.model, thread, &new);
        thread.addresses |= access.address;
        thread.pending.push(Pending {
            slot,
            direction: Direction::Write,
            step,
            range: access.range,
            value,
            expected: 0,
            waits,
            sources: access.address | data,
            is_fenced: false,
            is_release,
            is_pinned: false,
            known: if is_release { thread.known } else { thread.settled },
        });
        Ok(())
    }

    /// A bit that nothing pending has. A thread with a full buffer waits.
    pub(super) fn free_slot(&self, thread: &Thread, findings: &mut Findings) -> Result<u8, Stop> {
        let bound = match self.model {
            // A second write could not take effect before the first.
            Model::Sc => 1,
            Model::Tso | Model::Pso | Model::Rmo | Model::Armv8 => self.buffer,
        };
        if thread.pending.len() >= bound {
            findings.is_buffer_full |= self.model != Model::Sc;
            return Err(Stop::Blocked);
        }
        Ok(thread.live().trailing_ones() as u8)
    }

    #[expect(clippy::too_many_arguments, reason = "an access has a thread, a place, a kind, an operand and a report")]
    fn update(
        &self,
        state: &mut State,
        t: usize,
        at: StepId,
        access: Access,
        change: Change,
        data: u64,
        findings: &mut Findings,
    ) -> Flow {
        let range = access.range;
        let Some(Place::Memory { start, class, bit }) = self.resolve(state, range) else {
            let supposed = access.address | state.threads[t].control;
            return Flow::Stop(Stop::Fault(Fault::Address(range.address), supposed));
        };
        let tracked = bit.filter(|_| !self.is_interleaved(class, bit));
        if tracked.is_none() && state.atomic != Some(t as u8) {
            return Flow::Stop(Stop::Update(access, change, data));
        }
        let old = read_bytes(&state.memory, start, range.bytes);
        let new = changed(change, old, range.bytes);
        match tracked {
            Some(bit) => {
                let is_allowed =
                    if new.is_some() { self.touch_write(state, t, bit) } else { self.touch_read(state, t, bit) };
                if !is_allowed {
                    findings.race = Some(class);
                    return Flow::Stop(Stop::Dead);
                }
                findings.has_touched = true;
            }
            None => self.gain(state, t, range, true),
        }
        findings.tell(t, at, What::Updates { range, old, new });
        if let Some(new) = new {
            write_bytes(&mut state.memory, start, range.bytes, new);
            if tracked.is_none() {
                let known = state.threads[t].known;
                set_cell(state, range, known);
            }
        }
        let thread = &mut state.threads[t];
        let supposed = thread.supposed.iter().filter(|cell| cell.range.overlaps(range));
        let sources = supposed.fold(access.address | data, |all, cell| all | cell.sources);
        if tracked.is_some() && new.is_some() && sources != 0 {
            thread.supposed.retain(|cell| !range.contains(cell.range));
            thread.supposed.push(Supposed { range, sources });
        }
        self.finish_update(thread, at, old, new.is_some(), sources);
        Flow::Go
    }

    /// Sets the results of a read-modify-write, and goes on.
    pub(super) fn finish_update(&self, thread: &mut Thread, at: StepId, old: u64, is_success: bool, sources: u64) {
        match &self.code.steps[at] {
            Step::Update { result, .. } => Self::set(thread, *result, old, sources),
            Step::CompareExchange { result, success, .. } => {
                Self::set(thread, *result, old, sources);
                Self::set(thread, *success, u64::from(is_success), sources);
            }
            _ => {}
        }
        Self::go_on(thread);
    }

    /// A read of shared memory takes over what the write carried that it reads.
    pub(super) fn gain(&self, state: &mut State, t: usize, range: Range, is_acquire: bool) {
        let Ok(index) = state.cells.binary_search_by_key(&range, |cell| cell.range) else { return };
        let known = state.cells[index].known;
        let thread = &mut state.threads[t];
        let is_certain = match self.model {
            Model::Sc | Model::Tso | Model::Pso => true,
            Model::Rmo | Model::Armv8 => is_acquire,
        };
        if is_certain {
            thread.known = thread.known.with(known);
            thread.settled = thread.settled.with(known);
        } else {
            thread.loose = thread.loose.with(known);
        }
    }

    fn control_step(&self, state: &mut State, t: usize, at: StepId) -> Flow {
        let thread = &mut state.threads[t];
        match &self.code.steps[at] {
            Step::Call { target, arguments, .. } => {
                let function = match *target {
                    Target::Function(function) => function,
                    Target::Pointer(pointer) => {
                        let (address, sources) = Self::get(thread, pointer);
                        thread.control |= sources;
                        match address::function(address) {
                            Some(function) => function,
                            None => return Flow::Stop(Stop::Fault(Fault::NotCode(address), thread.control)),
                        }
                    }
                };
                let Some(body) = self.code.bodies.get(function).copied().flatten() else {
                    return Flow::Stop(Stop::Unsupported(at));
                };
                if thread.frames.len() >= MOST_FRAMES {
                    return Flow::Stop(Stop::Endless);
                }
                let values: Vec<(u64, u64)> =
                    arguments.iter().take(body.parameters as usize).map(|value| Self::get(thread, *value)).collect();
                Self::go_on(thread);
                let base = thread.registers.len();
                thread.frames.push(Frame { at: body.entry, base: base as u32 });
                thread.registers.resize(base + body.slots as usize, 0);
                thread.sources.resize(base + body.slots as usize, 0);
                for (index, (bits, sources)) in values.into_iter().enumerate() {
                    thread.registers[base + index] = bits;
                    thread.sources[base + index] = sources;
                }
                Flow::Go
            }
            Step::Return { values } => {
                let values: Vec<(u64, u64)> = values.iter().map(|value| Self::get(thread, *value)).collect();
                if thread.frames.len() == 1 {
                    let returned = values.first().map_or(0, |(bits, _)| *bits);
                    return self.end(state, t, returned, t == 0);
                }
                let depth = thread.frames.len() as u16;
                let Some(frame) = thread.frames.pop() else { return Flow::Stop(Stop::Ended) };
                thread.registers.truncate(frame.base as usize);
                thread.sources.truncate(frame.base as usize);
                let call = thread.at().map(|back| StepId::from_number(back.number() - 1));
                if let Some(Step::Call { results, .. }) = call.map(|call| &self.code.steps[call]) {
                    for (slot, (bits, sources)) in results.iter().zip(values) {
                        Self::set(thread, *slot, bits, sources);
                    }
                }
                drop_objects(state, &|owner| owner == (t as u8, depth));
                Flow::Go
            }
            Step::EndThread(value) => {
                let returned = Self::get(thread, *value).0;
                self.end(state, t, returned, false)
            }
            Step::Exit => self.end(state, t, 0, true),
            _ => Flow::Stop(Stop::Dead),
        }
    }

    /// The thread ends, or the process does. What decided so must have proved right.
    fn end(&self, state: &mut State, t: usize, returned: u64, is_exit: bool) -> Flow {
        let thread = &mut state.threads[t];
        let must_wait = if is_exit { !thread.pending.is_empty() } else { thread.control & thread.reads() != 0 };
        if must_wait {
            return Flow::Stop(Stop::Blocked);
        }
        if is_exit {
            return Flow::Stop(Stop::Exit);
        }
        thread.frames.clear();
        thread.registers.clear();
        thread.sources.clear();
        thread.control = 0;
        thread.addresses = 0;
        thread.returned = returned;
        drop_objects(state, &|(owner, _)| owner == t as u8);
        Flow::Stop(Stop::Ended)
    }

    fn object_step(&self, state: &mut State, t: usize, at: StepId, findings: &mut Findings) -> Flow {
        let thread = &mut state.threads[t];
        match &self.code.steps[at] {
            Step::Allocate { result, bytes, times, class, is_local } => {
                let (bytes, times) = (Self::get(thread, *bytes), Self::get(thread, *times));
                let size = bytes.0.saturating_mul(times.0);
                if size > MOST_ALLOCATED {
                    return Flow::Stop(Stop::Endless);
                }
                let owner = is_local.then(|| (t as u8, thread.frames.len() as u16));
                let number = self.allocate(state, t, *class, size as u32, owner);
                let pointer = address::address(ObjectNumber(number), 0);
                Self::set(&mut state.threads[t], *result, pointer, bytes.1 | times.1);
            }
            Step::Free { pointer } => {
                let (address, sources) = Self::get(thread, *pointer);
                if address != 0 {
                    let fault = Stop::Fault(Fault::Free(address), sources | thread.control);
                    let statics = self.code.statics.len();
                    let Some((object, 0)) = address::split(address) else { return Flow::Stop(fault) };
                    let Some(index) = (object.0 as usize).checked_sub(statics) else { return Flow::Stop(fault) };
                    let Some(of) = state.objects.get(index).copied().filter(|of| of.is_live && of.owner.is_none())
                    else {
                        return Flow::Stop(fault);
                    };
                    let bit = self.bit_of_allocated(index);
                    if let Some(bit) = bit.filter(|_| !self.is_interleaved(of.class, bit))
                        && !self.touch_write(state, t, bit)
                    {
                        findings.race = Some(of.class);
                        return Flow::Stop(Stop::Dead);
                    }
                    kill(state, index);
                    findings.tell(t, at, What::Frees);
                }
            }
            _ => {}
        }
        Self::go_on(&mut state.threads[t]);
        Flow::Go
    }

    /// Makes an object, in the first place that is free, and gives its number.
    fn allocate(&self, state: &mut State, t: usize, class: ClassId, bytes: u32, owner: Option<(u8, u16)>) -> u32 {
        let start = state.memory.len() as u32;
        state.memory.resize(state.memory.len() + bytes as usize, 0);
        let object = Object { class, bytes, start, is_live: true, owner };
        let index = state.objects.iter().position(|object| !object.is_live).unwrap_or_else(|| {
            state.objects.push(object);
            state.objects.len() - 1
        });
        state.objects[index] = object;
        if let Some(bit) = self.bit_of_allocated(index) {
            // Nobody else can have its address yet.
            everywhere(state, t, &mut |known| known.forget(bit));
            let thread = &mut state.threads[t];
            thread.known = thread.known.with(Knowledge { writes: bit, reads: bit });
            thread.settled = thread.settled.with(Knowledge { writes: bit, reads: bit });
            match self.model {
                Model::Sc | Model::Tso => {}
                Model::Pso | Model::Rmo | Model::Armv8 => thread.settled.forget(bit),
            }
        }
        (self.code.statics.len() + index) as u32
    }

    fn thread_step(&self, state: &mut State, t: usize, at: StepId, findings: &mut Findings) -> Flow {
        let step = &self.code.steps[at];
        if matches!(step, Step::AtomicEnd) {
            let thread = &mut state.threads[t];
            settle(thread);
            let known = thread.known;
            set_cell(state, ATOMIC_CELL, known);
            state.atomic = None;
            Self::go_on(&mut state.threads[t]);
            return Flow::Go;
        }
        // All of these are full fences.
        if !state.threads[t].pending.is_empty() {
            return Flow::Stop(Stop::Blocked);
        }
        settle(&mut state.threads[t]);
        match step {
            Step::Start { .. } => return self.start(state, t, at, findings),
            Step::Join { result, handle, returned } => {
                let (number, _) = Self::get(&state.threads[t], *handle);
                let Some(target) = state.threads.get(number as usize).filter(|_| number > 0) else {
                    return Flow::Stop(Stop::Unsupported(at));
                };
                if !target.has_ended() || !target.pending.is_empty() {
                    return Flow::Stop(Stop::Join);
                }
                let (value, known) = (target.returned, target.known.with(target.loose));
                let thread = &mut state.threads[t];
                thread.known = thread.known.with(known);
                thread.settled = thread.known;
                if let Some(result) = result {
                    Self::set(thread, *result, 0, 0);
                }
                let (to, _) = Self::get(thread, *returned);
                findings.tell(t, at, What::Joins(number as usize));
                if to != 0
                    && let Err(stop) = self.write_now(state, t, at, Range { address: to, bytes: 8 }, value, findings)
                {
                    return Flow::Stop(stop);
                }
            }
            Step::Lock { lock, try_only, .. } => {
                let lock = Self::get(&state.threads[t], *lock).0;
                return Flow::Stop(self.lock_stop(state, lock, Stop::Lock { lock, try_only: *try_only }));
            }
            Step::Unlock { lock, .. } => {
                let lock = Self::get(&state.threads[t], *lock).0;
                let stop = self.lock_stop(state, lock, Stop::Unlock { lock });
                if self.has_try_lock || matches!(stop, Stop::Fault(..)) {
                    return Flow::Stop(stop);
                }
                // Giving a lock back later lets others do no more.
                self.unlock(state, t, at, lock, findings);
                return Flow::Go;
            }
            Step::AtomicBegin => return Flow::Stop(Stop::Atomic),
            _ => {}
        }
        Self::go_on(&mut state.threads[t]);
        Flow::Go
    }

    fn lock_stop(&self, state: &State, lock: u64, stop: Stop) -> Stop {
        match self.resolve(state, lock_range(lock)) {
            Some(Place::Memory { .. }) => stop,
            Some(Place::Constant(_)) | None => Stop::Fault(Fault::Address(lock), 0),
        }
    }

    /// Gives a lock back, and goes on.
    pub(super) fn unlock(&self, state: &mut State, t: usize, at: StepId, lock: u64, findings: &mut Findings) {
        let range = lock_range(lock);
        if let Some(Place::Memory { start, .. }) = self.resolve(state, range) {
            write_bytes(&mut state.memory, start, range.bytes, 0);
        }
        let known = state.threads[t].known;
        set_cell(state, range, known);
        findings.tell(t, at, What::Unlocks);
        if let Step::Unlock { result: Some(result), .. } = &self.code.steps[at] {
            Self::set(&mut state.threads[t], *result, 0, 0);
        }
        Self::go_on(&mut state.threads[t]);
    }

    /// Begins an atomic section, and goes on.
    pub(super) fn begin_atomic(&self, state: &mut State, t: usize) {
        self.gain(state, t, ATOMIC_CELL, true);
        state.atomic = Some(t as u8);
        Self::go_on(&mut state.threads[t]);
    }

    fn start(&self, state: &mut State, t: usize, at: StepId, findings: &mut Findings) -> Flow {
        let Step::Start { result, handle, function, argument } = &self.code.steps[at] else {
            return Flow::Stop(Stop::Dead);
        };
        let thread = &state.threads[t];
        let [handle, function, argument] = [*handle, *function, *argument].map(|value| Self::get(thread, value).0);
        let Some(function) = address::function(function) else {
            return Flow::Stop(Stop::Fault(Fault::NotCode(function), 0));
        };
        let child = self.thread(function, Some(argument), thread.known);
        let (Some(child), true) = (child, state.threads.len() < MOST_THREADS) else {
            return Flow::Stop(Stop::Unsupported(at));
        };
        let number = state.threads.len();
        findings.tell(t, at, What::Starts(number));
        if handle != 0
            && let Err(stop) =
                self.write_now(state, t, at, Range { address: handle, bytes: 8 }, number as u64, findings)
        {
            return Flow::Stop(stop);
        }
        state.threads.push(child);
        let thread = &mut state.threads[t];
        if let Some(result) = result {
            Self::set(thread, *result, 0, 0);
        }
        Self::go_on(thread);
        Flow::Go
    }

    /// A write of the thread library, between fences.
    fn write_now(
        &self,
        state: &mut State,
        t: usize,
        at: StepId,
        range: Range,
        value: u64,
        findings: &mut Findings,
    ) -> Result<(), Stop> {
        let Some(Place::Memory { start, class, bit }) = self.resolve(state, range) else {
            return Err(Stop::Fault(Fault::Address(range.address), 0));
        };
        match bit.filter(|_| !self.is_interleaved(class, bit)) {
            Some(bit) if !self.touch_write(state, t, bit) => {
                findings.race = Some(class);
                return Err(Stop::Dead);
            }
            Some(_) => settle(&mut state.threads[t]),
            None => {
                let known = state.threads[t].known;
                set_cell(state, range, known);
            }
        }
        write_bytes(&mut state.memory, start, range.bytes, value);
        findings.tell(t, at, What::Writes { range, value });
        Ok(())
    }
}

/// The word of a lock that says who has it.
pub(super) fn lock_range(lock: u64) -> Range {
    Range { address: lock, bytes: 4 }
}

/// What a full fence makes certain.
fn settle(thread: &mut Thread) {
    thread.known = thread.known.with(thread.loose);
    thread.loose = Knowledge::default();
    thread.settled = thread.known;
}

/// Changes what everyone but the thread itself knows, and what is on its way.
fn everywhere(state: &mut State, t: usize, change: &mut dyn FnMut(&mut Knowledge)) {
    for (other, thread) in state.threads.iter_mut().enumerate() {
        if other != t {
            change(&mut thread.known);
            change(&mut thread.settled);
        }
        change(&mut thread.loose);
        thread.pending.iter_mut().for_each(|pending| change(&mut pending.known));
    }
    state.cells.iter_mut().for_each(|cell| change(&mut cell.known));
}

/// Notes what a write to shared memory carries.
pub(super) fn set_cell(state: &mut State, range: Range, known: Knowledge) {
    state.cells.retain(|cell| cell.range == range || !cell.range.overlaps(range));
    match state.cells.binary_search_by_key(&range, |cell| cell.range) {
        Ok(index) => state.cells[index].known = known,
        Err(index) => state.cells.insert(index, Cell { range, known }),
    }
}

/// Local variables whose frame is left.
fn drop_objects(state: &mut State, is_left: &dyn Fn((u8, u16)) -> bool) {
    for index in 0..state.objects.len() {
        if state.objects[index].is_live && state.objects[index].owner.is_some_and(is_left) {
            kill(state, index);
        }
    }
    while state.objects.last().is_some_and(|object| !object.is_live) {
        state.objects.pop();
    }
}

/// An object is no more. Its bytes go when the state is packed.
fn kill(state: &mut State, index: usize) {
    state.objects[index].is_live = false;
    state.objects[index].owner = None;
}

/// What a read-modify-write writes; `None` when a compare-and-exchange fails.
pub(super) fn changed(change: Change, old: u64, bytes: u8) -> Option<u64> {
    let bits = 8 * bytes;
    let (update, value) = match change {
        Change::CompareExchange { expected, new } => return (old == expected).then_some(new),
        Change::Update(update, value) => (update, value),
    };
    let (a, b) = (compute::signed(old, bits), compute::signed(value, bits));
    let new = match update {
        Update::Exchange => value,
        Update::Add => old.wrapping_add(value),
        Update::Subtract => old.wrapping_sub(value),
        Update::And => old & value,
        Update::Nand => !(old & value),
        Update::Or => old | value,
        Update::Xor => old ^ value,
        Update::Maximum => a.max(b) as u64,
        Update::Minimum => a.min(b) as u64,
        Update::UnsignedMaximum => old.max(value),
        Update::UnsignedMinimum => old.min(value),
    };
    Some(compute::truncate(new, bits))
}

/// A value and what it depends on; what a division by zero depends on.
fn evaluate(thread: &Thread, how: &Compute) -> Result<(u64, u64), u64> {
    let get = |value: Value| Machine::get(thread, value);
    Ok(match how {
        Compute::Copy(value) => get(*value),
        Compute::Binary { operator, bits, left, right } => {
            let (left, right) = (get(*left), get(*right));
            // A value that its operands do not matter for depends on them all the same: dependencies are in the text.
            let sources = left.1 | right.1;
            (compute::binary(*operator, *bits, left.0, right.0).map_err(|_| sources)?, sources)
        }
        Compute::Compare { relation, bits, left, right } => {
            let (left, right) = (get(*left), get(*right));
            (u64::from(compute::compare(*relation, *bits, left.0, right.0)), left.1 | right.1)
        }
        Compute::Convert { conversion, from, to, value } => {
            let (bits, sources) = get(*value);
            (compute::convert(*conversion, *from, *to, bits), sources)
        }
        Compute::Select { condition, then, otherwise } => {
            let (condition, then, otherwise) = (get(*condition), get(*then), get(*otherwise));
            let chosen = if condition.0 & 1 != 0 { then.0 } else { otherwise.0 };
            (chosen, condition.1 | then.1 | otherwise.1)
        }
        Compute::Element { base, offset, index, bits, scale } => {
            let (base, index) = (get(*base), get(*index));
            let distance = (compute::signed(index.0, *bits) as u64).wrapping_mul(*scale);
            (base.0.wrapping_add(*offset as u64).wrapping_add(distance), base.1 | index.1)
        }
        Compute::Negate { bits, value } => {
            let (value, sources) = get(*value);
            (value ^ 1 << (bits - 1), sources)
        }
    })
}
