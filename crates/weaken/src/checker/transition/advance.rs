//! What a thread does alone: computing, entering writes, and touching what is not interleaved.

use cprog::ir::FunctionId;
use relation::Index;

use super::access::{Access, Change};
use super::memory::drop_objects;
use super::turns::Returns;
use crate::Model;
use crate::checker::analysis::delays::Late;
use crate::checker::analysis::live::Live;
use crate::checker::code::address;
use crate::checker::code::compute::{self, Compute};
use crate::checker::code::{ClassId, Code, Fence, SlotId, Step, StepId, Target, Value, next};
use crate::checker::report::trace::{Event, What};
use crate::checker::state::bytes::Memory;
use crate::checker::state::known::KnowledgeStep;
use crate::checker::state::{Frame, Range, State, Thread};

/// Steps without a shared access after which a thread is looked at for running in a circle.
const MANY_STEPS: usize = 4096;
/// After so many steps it is asked whether to stop.
const STEPS_BETWEEN_QUESTIONS: usize = 1 << 14;
/// Steps without a shared access after which it is given up.
const MOST_STEPS: usize = 10_000_000;
const MOST_FRAMES: usize = 4096;

/// What program, model and bounds are.
pub(crate) struct Machine<'p> {
    pub(crate) code: &'p Code,
    pub(crate) live: &'p Live,
    pub(crate) model: Model,
    /// Classes of objects each access to which is interleaved.
    pub(crate) is_shared: Vec<bool>,
    /// Reads that a later access can overtake.
    pub(crate) overtaken: relation::IdVec<StepId, bool>,
    /// Likewise, where what is written may be overtaken behind what is read: read-modify-writes of models where these take effect one after the other.
    pub(crate) divided: relation::IdVec<StepId, bool>,
    /// The accesses that may be delayed; none where all may.
    pub(crate) late: Option<&'p Late>,
    /// Loops that only read.
    pub(crate) returns: &'p Returns,
    /// The most accesses of a thread that are pending at once.
    pub(crate) buffer: usize,
    /// The bit of each global variable that is tracked.
    pub(crate) static_bits: Vec<Option<u8>>,
    /// Whether a lock may be found taken without waiting for it.
    pub(crate) has_try_lock: bool,
    /// Whether objects are tracked at all.
    pub(crate) tracks: bool,
    /// Whether to stop.
    pub(crate) cancelled: &'p (dyn Fn() -> bool + Sync),
    /// How many bytes the objects take that are there from the beginning.
    pub(crate) static_bytes: usize,
}

/// What is found out on the way.
#[derive(Default)]
pub(crate) struct Findings {
    /// What happens, where a trace is wanted.
    pub(crate) log: Option<Vec<Event>>,
    /// A class of objects that threads race for.
    pub(crate) race: Option<ClassId>,
    /// Whether more accesses could have been delayed at once.
    pub(crate) is_buffer_full: bool,
    /// Whether a tracked object was touched since this was last cleared.
    pub(crate) has_touched: bool,
    /// What threads have done to what is known since this was last cleared, in order.
    pub(crate) knowledge: Vec<(usize, KnowledgeStep)>,
    /// What has reached memory since this was last cleared, where delayed reads may return it.
    pub(crate) learned: Vec<(Range, u64)>,
    /// The threads that had to wait since more accesses could have been delayed at once, since this was last cleared, a bit each.
    pub(crate) full: u64,
    /// The threads that have looked at other threads since this was last cleared, a bit each.
    pub(crate) onlookers: u64,
}

impl Findings {
    pub(crate) fn tell(&mut self, thread: usize, step: StepId, what: What) {
        if let Some(log) = &mut self.log {
            log.push(Event { thread, step, what });
        }
    }
}

/// What makes an execution wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    Assertion,
    /// An access to memory that is no object's.
    Address(u64),
    /// The same, by another thread's step that has been entered already: an object is given back before it takes effect.
    Late(u64, StepId),
    /// `free` of what is no allocated object.
    Free(u64),
    Division,
    /// A call of what is no function.
    NotCode(u64),
}

/// Why a thread goes no further alone.
#[derive(Clone, Debug)]
pub(crate) enum Stop {
    Read(Access),
    /// A read-modify-write, and what its operands depend on.
    Update(Access, Change, u64),
    Lock {
        lock: u64,
        try_only: bool,
        shared: bool,
    },
    Unlock {
        lock: u64,
    },
    /// It waits for the end of a thread.
    Join,
    Choose(u8),
    /// An atomic section begins.
    Atomic,
    /// It is about to allocate where another object was, or to free one that threads race for.
    Object,
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

/// Whether a thread goes on after a step.
pub(crate) enum Flow {
    Go,
    Stop(Stop),
}

impl Machine<'_> {
    /// What a value is, and what it depends on.
    pub(crate) fn get(thread: &Thread, value: Value) -> (u64, u64) {
        match value {
            Value::Constant(bits) => (bits, 0),
            Value::Slot(slot) => {
                let base = thread.frames.last().map_or(0, |frame| frame.base as usize);
                (thread.registers[base + slot.index()], thread.sources[base + slot.index()])
            }
        }
    }

    pub(crate) fn set(thread: &mut Thread, slot: SlotId, bits: u64, sources: u64) {
        let base = thread.frames.last().map_or(0, |frame| frame.base as usize);
        thread.registers[base + slot.index()] = bits;
        thread.sources[base + slot.index()] = sources;
    }

    pub(crate) fn go_on(thread: &mut Thread) {
        if let Some(frame) = thread.frames.last_mut() {
            frame.at = next(frame.at);
        }
    }

    /// A thread that begins in `function`.
    pub(crate) fn thread(&self, function: FunctionId, argument: Option<u64>) -> Option<Thread> {
        let body = self.code.bodies[function]?;
        let mut thread = Thread::default();
        thread.frames.push(Frame { at: body.entry, base: 0 });
        thread.registers.resize(body.slots as usize, 0);
        thread.sources.resize(body.slots as usize, 0);
        if let (Some(argument), true) = (argument, body.parameters > 0) {
            thread.registers[0] = argument;
        }
        Some(thread)
    }

    /// Lets `thread` go on until it has to choose or to wait.
    pub(crate) fn advance(&self, state: &mut State, thread: usize, findings: &mut Findings) -> Stop {
        let mut snapshot: Option<(Thread, Memory)> = None;
        for count in 0..MOST_STEPS {
            if let Some((then, memory)) = &snapshot
                && then.at() == state.threads[thread].at()
                && *then == state.threads[thread]
                && *memory == state.memory
            {
                return Stop::Circle;
            }
            // As R. Brent finds cycles: compared with the last power of two, a circle of any length shows, and copies
            // are few.
            if count >= MANY_STEPS && count.is_power_of_two() {
                snapshot = Some((state.threads[thread].clone(), state.memory.clone()));
            }
            if count % STEPS_BETWEEN_QUESTIONS == STEPS_BETWEEN_QUESTIONS - 1 && (self.cancelled)() {
                return Stop::Endless;
            }
            match self.step(state, thread, findings) {
                Flow::Go => {}
                Flow::Stop(stop) => {
                    self.leave_turns(&mut state.threads[thread]);
                    return stop;
                }
            }
        }
        Stop::Endless
    }

    fn step(&self, state: &mut State, t: usize, findings: &mut Findings) -> Flow {
        let Some(at) = state.threads[t].at() else { return Flow::Stop(Stop::Ended) };
        let thread = &mut state.threads[t];
        self.end_turns(thread, &self.code.steps[at]);
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
                if !self.fence(state, t, *fence, findings) {
                    return Flow::Stop(Stop::Blocked);
                }
            }
            Step::Choose { bits, .. } => return Flow::Stop(Stop::Choose(*bits)),
            Step::Identity { result } => Self::set(thread, *result, t as u64, 0),
            Step::Assume(value) => {
                let (bits, sources) = Self::get(thread, *value);
                if bits == 0 {
                    self.give_up(thread, at);
                    return Flow::Stop(Stop::Dead);
                }
                thread.control |= sources;
            }
            Step::Assert(value) => {
                let (bits, sources) = Self::get(thread, *value);
                if bits == 0 {
                    return Flow::Stop(Stop::Fault(Fault::Assertion, sources | thread.control));
                }
            }
            Step::Violation => return Flow::Stop(Stop::Fault(Fault::Assertion, thread.control)),
            Step::Unsupported(_) => {
                // What is reached by a supposition alone may never be reached.
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
        thread.turns.clear();
        // Zeros, so that all that were given up in one place are one state.
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
    fn fence(&self, state: &mut State, t: usize, fence: Fence, findings: &mut Findings) -> bool {
        let thread = &mut state.threads[t];
        match fence {
            Fence::Full => {
                if !thread.pending.is_empty() {
                    return false;
                }
                self.know(state, t, KnowledgeStep::Settle, findings);
            }
            Fence::Read => {
                if thread.reads() != 0 {
                    return false;
                }
                self.know(state, t, KnowledgeStep::SettleReads, findings);
            }
            Fence::Decided => return (thread.control | thread.addresses) & thread.reads() == 0,
            Fence::WriteWrite => {
                thread.pending.iter_mut().for_each(|pending| pending.is_fenced = true);
                self.know(state, t, KnowledgeStep::SettleWrites, findings);
            }
        }
        true
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
                // A frame that waits stands behind its call.
                let call = thread.at().map(|back| StepId::from_number(back.number() - 1));
                if let Some(Step::Call { results, .. }) = call.map(|call| &self.code.steps[call]) {
                    for (slot, (bits, sources)) in results.iter().zip(values) {
                        Self::set(thread, *slot, bits, sources);
                    }
                }
                // From now on the addresses of its local variables are those of no object.
                drop_objects(state, &|owner| owner == (t as u8, depth), &|class| self.is_shared[class.index()]);
                Flow::Go
            }
            Step::EndThread(value) => {
                let returned = Self::get(thread, *value).0;
                self.end(state, t, returned, false)
            }
            Step::Exit => self.end(state, t, 0, true),
            Step::Compute { .. }
            | Step::Load { .. }
            | Step::Store { .. }
            | Step::Update { .. }
            | Step::CompareExchange { .. }
            | Step::Fence(_)
            | Step::Jump(_)
            | Step::Branch { .. }
            | Step::Switch { .. }
            | Step::Allocate { .. }
            | Step::Free { .. }
            | Step::Start { .. }
            | Step::Join { .. }
            | Step::Lock { .. }
            | Step::Unlock { .. }
            | Step::AtomicBegin
            | Step::AtomicEnd
            | Step::Assume(_)
            | Step::Assert(_)
            | Step::Violation
            | Step::Choose { .. }
            | Step::Identity { .. }
            | Step::Unsupported(_) => Flow::Stop(Stop::Dead),
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
        drop_objects(state, &|(owner, _)| owner == t as u8, &|class| self.is_shared[class.index()]);
        Flow::Stop(Stop::Ended)
    }
}

/// A value and what it depends on; what a division by zero depends on.
fn evaluate(thread: &Thread, how: &Compute) -> Result<(u64, u64), u64> {
    // A value that its operands do not matter for depends on them all the same: dependencies are in the text.
    let mut sources = 0;
    how.visit(&mut |value| sources |= Machine::get(thread, *value).1);
    let value = compute::value(how, |value| Machine::get(thread, value).0);
    value.map(|value| (value, sources)).map_err(|_| sources)
}
