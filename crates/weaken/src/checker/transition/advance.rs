//! What a thread does alone: computing, entering writes, and touching what is not interleaved.

use arch::Pairs;
use cprog::ir::FunctionId;
use relation::Index;

use super::machine::{Change, Fault, Findings, Machine, Stop};
use super::memory::drop_objects;
use super::written::{self, UNDEFINED, Use};
use crate::checker::checks::Check;
use crate::checker::code::address;
use crate::checker::code::compute::{self, Compute};
use crate::checker::code::effect::Effect;
use crate::checker::code::{ClassId, Fence, SlotId, Step, StepId, Target, Value, next};
use crate::checker::state::bytes::Memory;
use crate::checker::state::happens_before::OrderStep;
use crate::checker::state::knowledge_state::KnowledgeStep;
use crate::checker::state::{Direction, Frame, Object, State, Thread};

/// Steps without a shared access after which a thread is looked at for running in a circle.
const MANY_STEPS: usize = 4096;
/// After so many steps it is asked whether to stop.
const STEPS_BETWEEN_QUESTIONS: usize = 1 << 14;
/// Steps without a shared access after which it is given up.
const MOST_STEPS: usize = 10_000_000;
const MOST_FRAMES: usize = 4096;

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
            if let Err(stop) = self.step(state, thread, findings) {
                self.leave_iterations(&mut state.threads[thread]);
                return stop;
            }
        }
        Stop::Endless
    }

    /// Takes the step that a thread stands before, unless that is a step of the search or the thread has to wait.
    fn step(&self, state: &mut State, t: usize, findings: &mut Findings) -> Result<(), Stop> {
        let Some(at) = state.threads[t].at() else { return Err(Stop::Ended) };
        if state.threads[t].is_not_begun {
            return Err(Stop::Blocked);
        }
        let thread = &mut state.threads[t];
        let step = &self.code.steps[at];
        self.end_iterations(thread, step);
        match step {
            Step::Compute { result, how } => self.compute(state, t, at, (*result, how), findings)?,
            Step::Identity { result } => Self::set(thread, *result, t as u64, 0),
            Step::Choose { bits, .. } => return Err(Stop::Choose(*bits)),
            Step::Load { .. } | Step::Store { .. } | Step::Update { .. } | Step::CompareExchange { .. } => {
                return self.access_step(state, t, at, findings);
            }
            Step::Fence(fence) => self.fence(state, t, *fence, findings)?,
            Step::Jump(_) | Step::Branch { .. } | Step::Switch { .. } => {
                self.jump(thread, step)?;
                return Ok(());
            }
            Step::Assume(value) => self.assume(thread, at, *value)?,
            Step::Assert(value) => self.assert(thread, at, *value)?,
            Step::Violation => return Err(Stop::Fault(Fault::Assertion, thread.control)),
            Step::Unsupported(_) => {
                // What is reached by a supposition alone may never be reached.
                let is_certain = thread.control & thread.reads() == 0;
                return Err(if is_certain { Stop::Unsupported(at) } else { Stop::Blocked });
            }
            Step::Call { target, arguments, .. } => return self.call(thread, at, *target, arguments),
            Step::Return { values } => return self.return_from(state, t, values, findings),
            Step::EndThread(value) => {
                let returned = Self::get(thread, *value).0;
                return self.end(state, t, (returned, false), findings);
            }
            Step::Exit => return self.end(state, t, (0, true), findings),
            Step::Allocate { .. } | Step::Free { .. } => return self.object_step(state, t, at, findings),
            Step::Start { .. } => return self.start(state, t, at, findings),
            Step::Join { .. } => return self.join(state, t, at, findings),
            Step::Lock { .. } => return Err(self.lock(state, t, at)),
            Step::Unlock { .. } => return self.unlock_step(state, t, at, findings),
            Step::SetLock { lock, is_destroyed } => self.set_lock(state, t, *lock, *is_destroyed)?,
            // To wait for its own accesses is the thread's business; to wait for the section of another thread is a step of the search.
            Step::AtomicBegin => {
                self.synchronise(state, t, findings)?;
                return Err(Stop::Atomic);
            }
            Step::AtomicEnd => self.end_atomic(state, t, findings),
        }
        Self::go_on(&mut state.threads[t]);
        Ok(())
    }

    /// Does or enters the access that a thread stands before, and goes on.
    fn access_step(&self, state: &mut State, t: usize, at: StepId, findings: &mut Findings) -> Result<(), Stop> {
        let thread = &state.threads[t];
        if let Some(access) = self.code.steps[at].access() {
            self.deciding(thread, access.address)?;
        }
        match &self.code.steps[at] {
            Step::Load { result, address, bytes, bits, annotation } => {
                let access = Self::access(thread, *address, *bytes, *annotation);
                let (value, sources) = self.load(state, t, at, access, findings)?;
                Self::set(&mut state.threads[t], *result, compute::truncate(value, *bits), sources);
            }
            Step::Store { address, value, bytes, annotation } => {
                let access = Self::access(thread, *address, *bytes, *annotation);
                let value = Self::get(thread, *value);
                self.store(state, t, at, access, value, findings)?;
            }
            Step::Update { address, value, bytes, annotation, how, .. } => {
                let access = Self::access(thread, *address, *bytes, *annotation);
                let (value, data) = Self::get(thread, *value);
                return self.update(state, t, at, access, Change::Update(*how, value), data, findings);
            }
            Step::CompareExchange { address, expected, new, bytes, annotation, .. } => {
                let access = Self::access(thread, *address, *bytes, *annotation);
                let ((expected, first), (new, second)) = (Self::get(thread, *expected), Self::get(thread, *new));
                let change = Change::CompareExchange { expected, new };
                return self.update(state, t, at, access, change, first | second, findings);
            }
            // No other step comes here; one that did must not be passed over.
            _ => return Err(Stop::Unsupported(at)),
        }
        Self::go_on(&mut state.threads[t]);
        Ok(())
    }

    /// Computes a register; what stands for a fence of the language orders accesses.
    fn compute(
        &self,
        state: &mut State,
        t: usize,
        at: StepId,
        (result, how): (SlotId, &Compute),
        findings: &mut Findings,
    ) -> Result<(), Stop> {
        let thread = &mut state.threads[t];
        let (bits, mut sources) = self
            .evaluate(thread, at, how)
            .map_err(|(fault, sources)| Stop::Fault(fault, (sources | thread.control) & !UNDEFINED))?;
        if self.code.undefined.contains(&at) && self.checks.has(Check::Uninitialised) {
            sources |= UNDEFINED;
        }
        Self::set(thread, result, bits, sources);
        self.order_fence(state, t, at, findings);
        Ok(())
    }

    /// The execution is wrong where the value is 0.
    fn assert(&self, thread: &Thread, at: StepId, value: Value) -> Result<(), Stop> {
        self.deciding(thread, value)?;
        let (bits, sources) = Self::get(thread, value);
        if bits != 0 {
            return Ok(());
        }
        let fault = match self.code.asked.get(&at) {
            None => Fault::Assertion,
            Some(asked) if asked.is_of_barriers() && !self.checks.has(Check::Mutex) => return Ok(()),
            Some(asked) => Fault::Asked(*asked),
        };
        Err(Stop::Fault(fault, sources | thread.control))
    }

    /// The execution goes on where the value is not 0, and all that the thread does from here on depends on it.
    fn assume(&self, thread: &mut Thread, at: StepId, value: Value) -> Result<(), Stop> {
        self.deciding(thread, value)?;
        let (bits, sources) = Self::get(thread, value);
        if bits == 0 {
            self.give_up(thread, at);
            return Err(Stop::Dead);
        }
        // A model orders it as a branch: the code behind would not run with another value.
        thread.control |= sources;
        Ok(())
    }

    /// A thread goes no further, so that nothing matters but where it stands.
    fn give_up(&self, thread: &mut Thread, at: StepId) {
        thread.iterations.clear();
        // Zeros, so that all that were given up in one place are one state.
        let slots = self.code.bodies[self.code.functions[at]].map_or(0, |body| body.slots) as usize;
        thread.frames.clear();
        thread.frames.push(Frame { at, base: 0 });
        thread.registers.clear();
        thread.registers.resize(slots, 0);
        thread.sources.clear();
        thread.sources.resize(slots, 0);
    }

    /// Goes on where a jump leads; what follows depends on what has decided it.
    fn jump(&self, thread: &mut Thread, step: &Step) -> Result<(), Stop> {
        let Effect::Jump(jump) = step.effect() else { return Ok(()) };
        if let Some(value) = jump.decided_by() {
            self.deciding(thread, value)?;
        }
        let (bits, sources) = jump.decided_by().map_or((0, 0), |value| Self::get(thread, value));
        thread.control |= sources;
        if let Some(frame) = thread.frames.last_mut() {
            frame.at = jump.target(bits);
        }
        Ok(())
    }

    /// Marks what is pending, or waits for it.
    fn fence(&self, state: &mut State, t: usize, fence: Fence, findings: &mut Findings) -> Result<(), Stop> {
        let thread = &mut state.threads[t];
        let (must_wait, knowledge) = match fence {
            Fence::Full => (!thread.pending.is_empty(), Some(KnowledgeStep::Settle)),
            Fence::Read => (thread.reads() != 0, Some(KnowledgeStep::SettleReads)),
            // An instruction barrier waits for reads by way of branches and addresses. A read that has decided neither stays pending.
            Fence::Decided => ((thread.control | thread.addresses) & thread.reads() != 0, None),
            Fence::SameLocation => {
                let reads = thread.pending.iter_mut().filter(|pending| pending.direction == Direction::Read);
                reads.for_each(|read| read.precedes_its_reads = true);
                (false, None)
            }
            Fence::Marks(pairs) => {
                thread.pending.iter_mut().for_each(|pending| pending.mark(pairs));
                // Without writes that are kept before later writes, nothing more is known than before.
                (false, pairs.contains(Pairs::WRITE_WRITE).then_some(KnowledgeStep::SettleWrites))
            }
        };
        if must_wait {
            return Err(Stop::Blocked);
        }
        if let Some(knowledge) = knowledge {
            self.know(state, t, knowledge, findings);
        }
        Ok(())
    }

    fn call(&self, thread: &mut Thread, at: StepId, target: Target, arguments: &[Value]) -> Result<(), Stop> {
        let function = match target {
            Target::Function(function) => function,
            Target::Pointer(pointer) => {
                self.deciding(thread, pointer)?;
                let (address, sources) = Self::get(thread, pointer);
                thread.control |= sources;
                let function = address::function(address);
                function.ok_or(Stop::Fault(Fault::NotCode(address), thread.control))?
            }
        };
        let body = self.code.bodies.get(function).copied().flatten().ok_or(Stop::Unsupported(at))?;
        if thread.frames.len() >= MOST_FRAMES {
            return Err(Stop::Endless);
        }
        let values: Vec<(u64, u64)> =
            arguments.iter().take(body.parameters as usize).map(|value| Self::get(thread, *value)).collect();
        // The caller stands behind its call meanwhile: the return finds the call one step before.
        Self::go_on(thread);
        let base = thread.registers.len();
        thread.frames.push(Frame { at: body.entry, base: base as u32 });
        thread.registers.resize(base + body.slots as usize, 0);
        thread.sources.resize(base + body.slots as usize, 0);
        for (index, (bits, sources)) in values.into_iter().enumerate() {
            thread.registers[base + index] = bits;
            thread.sources[base + index] = sources;
        }
        Ok(())
    }

    fn return_from(&self, state: &mut State, t: usize, values: &[Value], findings: &mut Findings) -> Result<(), Stop> {
        let thread = &mut state.threads[t];
        let values: Vec<(u64, u64)> = values.iter().map(|value| Self::get(thread, *value)).collect();
        if thread.frames.len() == 1 {
            let returned = values.first().map_or(0, |(bits, _)| *bits);
            // A return from `main` is a call of `exit` (C11 5.1.2.2.3). That of the destructors which run when `main` has ended by `pthread_exit` is not.
            let is_exit = t == 0 && !self.is_in_last(thread);
            return self.end(state, t, (returned, is_exit), findings);
        }
        let depth = thread.frames.len() as u16;
        let Some(frame) = thread.frames.pop() else { return Err(Stop::Ended) };
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
        drop_objects(
            state,
            &|owner| owner == (t as u8, depth),
            &|class| self.is_shared[class.index()],
            self.code.statics.len(),
        );
        Ok(())
    }

    /// The thread ends, or the process does. What decided so must have proved right.
    fn end(
        &self,
        state: &mut State,
        t: usize,
        (returned, is_exit): (u64, bool),
        findings: &mut Findings,
    ) -> Result<(), Stop> {
        let thread = &mut state.threads[t];
        // A thread that ends leaves its pending accesses behind, to take effect later; only that it ends must be certain. With the process all would be lost.
        let must_wait = if is_exit { !thread.pending.is_empty() } else { thread.control & thread.reads() != 0 };
        if must_wait {
            return Err(Stop::Blocked);
        }
        if is_exit {
            let is_kept = |object: &&Object| object.is_live && object.owner.is_none();
            let kept = state.objects.iter().filter(is_kept).count();
            if kept > 0 && self.checks.has(Check::Leak) {
                return Err(Stop::Fault(Fault::Leak(kept), 0));
            }
            return Err(Stop::Exit);
        }
        let is_behind_last = self.is_in_last(thread);
        if let (Some(last), false) = (self.code.at_thread_end, is_behind_last)
            && let Some(thread) = self.thread(last, None)
        {
            return self.go_on_with(state, t, returned, thread);
        }
        self.order(state, t, OrderStep::End, findings);
        let thread = &mut state.threads[t];
        thread.frames.clear();
        thread.registers.clear();
        thread.sources.clear();
        // Nothing comes any more that could depend on them, and states are not to differ in them.
        thread.control = 0;
        thread.addresses = 0;
        // The destructors have a result of their own, which is not that of the thread.
        if !is_behind_last {
            thread.returned = returned;
        }
        drop_objects(
            state,
            &|(owner, _)| owner == t as u8,
            &|class| self.is_shared[class.index()],
            self.code.statics.len(),
        );
        Err(Stop::Ended)
    }

    /// Whether a thread has ended but for the destructors of its data.
    fn is_in_last(&self, thread: &Thread) -> bool {
        let first = thread.frames.first().map(|frame| self.code.functions[frame.at]);
        first.is_some() && first == self.code.at_thread_end
    }

    /// A thread that has ended goes on with the destructors of its data, and what is pending.
    fn go_on_with(&self, state: &mut State, t: usize, returned: u64, last: Thread) -> Result<(), Stop> {
        let thread = &mut state.threads[t];
        (thread.frames, thread.registers, thread.sources) = (last.frames, last.registers, last.sources);
        thread.returned = returned;
        let is_shared = |class: ClassId| self.is_shared[class.index()];
        drop_objects(state, &|(owner, _)| owner == t as u8, &is_shared, self.code.statics.len());
        Ok(())
    }

    /// A value and what it depends on; or what is undefined about it, and what that depends on.
    fn evaluate(&self, thread: &Thread, at: StepId, how: &Compute) -> Result<(u64, u64), (Fault, u64)> {
        // A value that its operands do not matter for depends on them all the same: dependencies are in the text.
        let mut sources = 0;
        how.visit(&mut |value| sources |= Machine::get(thread, *value).1);
        match written::use_of(how) {
            Use::Copies => {}
            Use::Masks => sources &= !UNDEFINED,
            Use::Computes => self.check_defined(sources).map_err(|fault| (fault, sources))?,
        }
        let get = |value| Machine::get(thread, value).0;
        if self.checks.has(Check::Shift) && compute::shifts_too_far(how, get) {
            return Err((Fault::Shift, sources));
        }
        if self.checks.has(Check::Overflow)
            && self.code.signed.contains(&at)
            && let Some((operator, operands, bits)) = compute::overflows(how, get)
        {
            return Err((Fault::Overflow { operator, operands, bits }, sources));
        }
        let is_divided = self.checks.has(Check::Division) && compute::overflows_in_division(how, get);
        match compute::value(how, get) {
            Ok(value) if !is_divided => Ok((value, sources)),
            Ok(_) | Err(_) => Err((Fault::Division, sources)),
        }
    }
}
