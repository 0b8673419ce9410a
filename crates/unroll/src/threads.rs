//! Starts and joins of threads, and locks, by the atomic operations that they usually are.

use arch::c11::{Operation as Atomic, Order};
use arch::{Locks, Synchronisation};
use bmc::guards::Guard;
use bmc::unrolled::Awaited;
use cprog::ir::{Operand, Type};
use cprog::library::{self, Meaning};
use program::{BinaryOperator, Index, ThreadId};

use crate::flow::Way;
use crate::memory::{Asked, Operands, Private};
use crate::objects::{Object, ObjectId, ObjectKind};
use crate::operations::Site;
use crate::value::{Origins, Scalar, Value};
use crate::{Execution, Flow, Refused};

/// The width of the words that locks, and starts and ends of threads, are known by.
pub(crate) const WORD: u16 = 32;

/// When a word that was read is free, where it must be, and what it becomes.
type Change<'c, 'p> = dyn FnMut(&mut Execution<'p>, &Scalar) -> (Option<Scalar>, Scalar) + 'c;

impl<'p> Execution<'p> {
    /// What memory holds before the first thread starts is its initial value; what is not known for certain is written by events.
    pub(crate) fn publish(&mut self, flow: &mut Flow) -> Result<(), Refused> {
        flow.is_alone = false;
        let is_first = self.threads.len() == 1 && flow.guard == Guard::ALWAYS;
        let private = std::rc::Rc::clone(&flow.private);
        for (&(object, offset), (bytes, scalar)) in private.iter() {
            let is_shared = self.sharing.shared.contains(&object);
            // A value that depends on a choice cannot be an initial value of a program: `main` writes it as its first events.
            if is_first && self.x.is_known(scalar.expr) {
                self.initial.insert((object, offset), (*bytes, scalar.expr));
            } else {
                // Another thread that accesses it has to read this from memory.
                let main = self.current;
                self.found.accessors.entry(object).or_default().insert(main);
                if is_shared {
                    let pointer = Scalar::of(self.x.address(object, offset as i64, 64));
                    self.store(flow, &pointer, scalar, None)?;
                }
            }
            if is_shared {
                std::rc::Rc::make_mut(&mut flow.private).remove(&(object, offset));
            }
        }
        self.end_what_is_over(flow)
    }

    /// A word that is not the program's.
    fn hidden(&mut self, what: &str, thread: ThreadId) -> ObjectId {
        let name = format!("{what} of thread {}", thread.number());
        self.word(name.clone(), name)
    }

    /// The same, with a name of where it comes from. It is accessed by events.
    pub(crate) fn word(&mut self, origin: String, name: String) -> ObjectId {
        let object = self.objects.of(origin, || Object { name, kind: ObjectKind::Other, bytes: 4 });
        self.found.granules.entry(object).or_default().insert(4);
        self.found.written.insert(object);
        self.found.shared.insert(object);
        object
    }

    /// Does what an operation of the thread library is made of.
    fn synchronise(
        &mut self,
        flow: &mut Flow,
        of: Synchronisation,
        pointer: &Scalar,
        value: u128,
    ) -> Result<Option<Scalar>, Refused> {
        let is_full = self.target.locks == Locks::Full;
        if is_full {
            self.fence(flow, Order::SeqCst)?;
        }
        let (operation, order) = of.operation();
        let operand = Scalar::of(self.x.constant(value, WORD));
        let asked = Asked { operation, order: Some(order), failure: None, bits: WORD, primitive: None };
        let operands = Operands { operand: Some(&operand), expected: None };
        let operands = if operation == Atomic::Load { Operands::default() } else { operands };
        let (read, _) = self.access(flow, pointer, asked, operands)?;
        if is_full {
            self.fence(flow, Order::SeqCst)?;
        }
        Ok(read)
    }

    /// Goes on only where a number has a value: a thread that waits for it has seen it.
    fn wait_for(&mut self, flow: &mut Flow, read: Option<Scalar>, value: u128) {
        let Some(read) = read else { return };
        let constant = self.x.constant(value, self.x.width(read.expr));
        let bit = self.x.binary(BinaryOperator::Equal, read.expr, constant);
        let condition = Scalar { expr: bit, ..read };
        self.branch_event(&condition, (flow.guard, &flow.control));
        flow.control = flow.control.with(&condition.reads, &mut self.guards);
        let holds = self.guards.of(&mut self.x, bit);
        flow.guard = self.guards.and(flow.guard, holds);
    }

    pub(crate) fn start_thread(
        &mut self,
        flow: &mut Flow,
        site: &Site<'_>,
        (handle, function, argument): (&Operand, &Operand, &Operand),
    ) -> Result<Value, Refused> {
        let function = self.scalar(site.frame, function, &Type::Pointer)?;
        let functions = self.functions_at(&function);
        let [(id, _)] = functions[..] else { return self.refuse("a thread of a function that is not known") };
        if !self.program.functions[id].is_defined() {
            return self.refuse("a thread of a function that is defined nowhere");
        }
        let argument = self.operand(site.frame, argument, &Type::Pointer)?;
        if self.threads.len() >= 64 {
            return self.refuse("more than 64 threads");
        }
        if flow.is_alone {
            self.publish(flow)?;
        }
        let started = self.new_thread();
        let handle = self.scalar(site.frame, handle, &Type::Pointer)?;
        if self.x.as_constant(handle.expr) != Some(0) {
            let number = Scalar::of(self.x.constant(u128::from(started.number()), 64));
            // The handle is the number of the thread, which joins compare with.
            self.store(flow, &handle, &number, None)?;
        }
        self.effects.push(flow.guard);
        self.threads[started].started = flow.guard;
        // A start orders what its thread has done before. Where that is nothing there is nothing to order.
        let has_done = self.own().path.events.iter().any(execution::Event::is_memory);
        let word = if has_done { Some(self.hidden("start", started)) } else { None };
        let word = word.map(|word| Scalar::of(self.x.address(word, 0, 64)));
        if let Some(word) = &word {
            self.synchronise(flow, Synchronisation::Start, word, 1)?;
        }
        // Control dependencies do not leave a thread; that it was started is its guard.
        let inside = Flow { guard: flow.guard, control: Origins::NONE, private: Private::default(), is_alone: false };
        self.run_thread(started, inside, word, id, argument.elsewhere())?;
        Ok(Value::Scalar(Scalar::of(self.x.constant(0, 32))))
    }

    fn run_thread(
        &mut self,
        started: ThreadId,
        mut flow: Flow,
        word: Option<Scalar>,
        id: cprog::ir::FunctionId,
        argument: Value,
    ) -> Result<(), Refused> {
        let creator = std::mem::replace(&mut self.current, started);
        let place = self.place;
        // Objects are named by their calls, which begin anew in a thread.
        let calls = std::mem::take(&mut self.calls);
        let exits = std::mem::take(&mut self.exits);
        let locals = std::mem::take(&mut self.locals);
        self.calls.push((id, None));
        if let Some(word) = &word {
            let read = self.synchronise(&mut flow, Synchronisation::Begin, word, 0)?;
            self.wait_for(&mut flow, read, 1);
        }
        self.calls.clear();
        let parameters = self.program.functions[id].parameters.len();
        let arguments = if parameters == 0 { Vec::new() } else { vec![argument] };
        let returned = if flow.guard == Guard::NEVER { None } else { self.call_function(id, None, arguments, flow)? };
        let mut ends = std::mem::replace(&mut self.exits, exits);
        ends.extend(returned);
        let mut merged: Option<Way> = None;
        for (end, value) in ends {
            merged = Some(self.merge_way(merged, (end, value))?);
        }
        if let Some((mut end, value)) = merged {
            self.calls.push((id, None));
            let word = self.hidden("end", started);
            let word = Scalar::of(self.x.address(word, 0, 64));
            // All ends of the thread in one event: a join has one write to read from.
            self.synchronise(&mut end, Synchronisation::End, &word, 1)?;
            self.own().end = Some((end.guard, value.map(|value| value.elsewhere())));
        }
        self.own().is_open = false;
        self.calls = calls;
        self.locals = locals;
        self.current = creator;
        self.place = place;
        Ok(())
    }

    pub(crate) fn end_thread(&mut self, flow: &mut Flow, value: Option<Value>) -> Result<(), Refused> {
        // The local variables of `main` stay: other threads may go on.
        if self.current != ThreadId::new(0) {
            let locals: Vec<ObjectId> = self.locals.iter().flatten().copied().collect();
            for object in locals {
                self.end_local(flow, object)?;
            }
        }
        self.exits.push((flow.clone(), value));
        flow.guard = Guard::NEVER;
        Ok(())
    }

    pub(crate) fn join_threads(
        &mut self,
        flow: &mut Flow,
        site: &Site<'_>,
        (handle, returned, bytes): (&Operand, &Operand, u8),
    ) -> Result<Value, Refused> {
        let handle = self.scalar(site.frame, handle, &Type::Integer(64))?;
        let returned = self.scalar(site.frame, returned, &Type::Pointer)?;
        let mut merged: Option<Flow> = None;
        // Where the handle is that of no thread.
        let mut rest = flow.guard;
        for thread in self.threads.ids().skip(1).collect::<Vec<_>>() {
            let width = self.x.width(handle.expr);
            let number = self.x.constant(u128::from(thread.number()), width);
            let bit = self.x.binary(BinaryOperator::Equal, handle.expr, number);
            let when = self.guards.of(&mut self.x, bit);
            let guard = self.guards.and(flow.guard, when);
            let not = self.guards.not(when);
            rest = self.guards.and(rest, not);
            if guard == Guard::NEVER {
                continue;
            }
            let mut way = Flow { guard, ..flow.clone() };
            self.join(&mut way, thread, (&returned, bytes))?;
            if way.guard == Guard::NEVER {
                continue;
            }
            merged = Some(match merged {
                None => way,
                Some(other) => self.merge_flows(other, way)?,
            });
        }
        self.is_no_join_of_the_first(&handle, rest)?;
        self.violation(rest, "a join of what is no thread");
        match merged {
            Some(after) => *flow = after,
            None => flow.guard = Guard::NEVER,
        }
        Ok(Value::Scalar(Scalar::of(self.x.constant(0, 32))))
    }

    /// 0 is the number of the first thread, and what a handle holds that was never written. Where a program asks for numbers of threads it may be the first.
    fn is_no_join_of_the_first(&mut self, handle: &Scalar, within: Guard) -> Result<(), Refused> {
        let asks = self
            .program
            .functions
            .iter()
            .any(|function| !function.is_defined() && library::meaning(&function.name) == Some(Meaning::Identity));
        let is_zero = self.is_number(handle.expr, 0);
        match asks && self.guards.and(within, is_zero) != Guard::NEVER {
            true => self.refuse("a join of the first thread"),
            false => Ok(()),
        }
    }

    fn join(&mut self, flow: &mut Flow, thread: ThreadId, (returned, bytes): (&Scalar, u8)) -> Result<(), Refused> {
        if self.threads[thread].is_open && thread != self.current {
            return self.refuse("a join of the thread that has started this one, or the one that has started that,");
        }
        // It never ends, or joins itself: then who waits for it waits for ever.
        let Some((end, value)) = self.threads[thread].end.clone() else {
            let now = self.own().path.events.len();
            self.waits_where(flow, Guard::ALWAYS, (Awaited::Thread, now));
            flow.guard = Guard::NEVER;
            return Ok(());
        };
        self.effects.push(flow.guard);
        let before = self.own().path.events.len();
        let not = self.guards.not(end);
        self.waits_where(flow, not, (Awaited::Thread, before));
        flow.guard = self.guards.and(flow.guard, end);
        if flow.guard == Guard::NEVER {
            return Ok(());
        }
        let word = self.hidden("end", thread);
        let word = Scalar::of(self.x.address(word, 0, 64));
        let read = self.synchronise(flow, Synchronisation::Join, &word, 0)?;
        self.wait_for(flow, read, 1);
        if self.x.as_constant(returned.expr) != Some(0)
            && let Some(Value::Scalar(value)) = value
        {
            let expr = self.x.resize(value.expr, u16::from(bytes) * 8);
            self.store(flow, returned, &Scalar { expr, ..value }, None)?;
        }
        Ok(())
    }

    /// An operation on a word that is tried until it succeeds: what is in the word becomes `new` of it, where `is_free` holds of it.
    fn update_word(
        &mut self,
        flow: &mut Flow,
        word: &Scalar,
        order: Order,
        change: &mut Change<'_, 'p>,
    ) -> Result<Scalar, Refused> {
        if self.target.locks == Locks::Full {
            self.fence(flow, Order::SeqCst)?;
        }
        let before = self.own().path.events.len();
        let read = self.load(flow, word, WORD, Some(Order::Relaxed))?;
        self.is_no_more(flow, &read);
        let (is_free, new) = change(self, &read);
        if let Some(is_free) = is_free {
            self.waits_without(flow, &is_free, before);
            self.go_on_where(flow, &is_free);
        }
        if flow.guard == Guard::NEVER {
            return Ok(read);
        }
        let asked = Asked {
            operation: Atomic::CompareExchangeStrong,
            order: Some(order),
            failure: Some(Order::Relaxed),
            bits: WORD,
            primitive: None,
        };
        let operands = Operands { operand: Some(&new), expected: Some(&read) };
        // A round that fails has only read, so that the one that succeeds stands for the loop.
        let (_, success) = self.access(flow, word, asked, operands)?;
        if let Some(success) = success {
            self.go_on_where(flow, &success);
        }
        if self.target.locks == Locks::Full {
            self.fence(flow, Order::SeqCst)?;
        }
        Ok(read)
    }

    /// A thread that goes on only where a bit is 1 waits where it is 0, by what it has read since the event of this number.
    fn waits_without(&mut self, flow: &Flow, bit: &Scalar, since: usize) {
        let holds = self.guards.of(&mut self.x, bit.expr);
        let not = self.guards.not(holds);
        self.waits_where(flow, not, (Awaited::Lock, since));
    }

    /// A thread waits where a condition holds, by what it has read since the event of this number.
    fn waits_where(&mut self, flow: &Flow, condition: Guard, (awaited, since): (Awaited, usize)) {
        let when = self.guards.and(flow.guard, condition);
        let now = self.own().path.events.len();
        self.waits(when, awaited, since..now, self.place);
    }

    /// Goes on only where a bit is 1.
    fn go_on_where(&mut self, flow: &mut Flow, bit: &Scalar) {
        self.branch_event(bit, (flow.guard, &flow.control));
        flow.control = flow.control.with(&bit.reads, &mut self.guards);
        let holds = self.guards.of(&mut self.x, bit.expr);
        flow.guard = self.guards.and(flow.guard, holds);
    }

    /// Takes a lock. Where the program has locks of readers, the word counts them, and has all bits set for a writer.
    pub(crate) fn lock(
        &mut self,
        flow: &mut Flow,
        lock: &Scalar,
        (if_taken, is_shared): (Option<u32>, bool),
    ) -> Result<Scalar, Refused> {
        let zero = self.x.constant(0, WORD);
        if self.has_readers {
            if if_taken.is_some() {
                return self.refuse("a lock that is tried in a program with locks of readers");
            }
            let (_, order) = Synchronisation::Lock.operation();
            let writer = self.x.constant(u128::from(u32::MAX), WORD);
            self.update_word(flow, lock, order, &mut |execution, read| {
                let (x, guards) = (&mut execution.x, &mut execution.guards);
                let (is_free, new) = if is_shared {
                    let is_written = x.binary(BinaryOperator::Equal, read.expr, writer);
                    let one = x.constant(1, WORD);
                    let more = x.binary(BinaryOperator::Add, read.expr, one);
                    (x.unary(program::UnaryOperator::Not, is_written), more)
                } else {
                    (x.binary(BinaryOperator::Equal, read.expr, zero), writer)
                };
                (Some(Scalar::computed(is_free, &[read], guards)), Scalar::computed(new, &[read], guards))
            })?;
            self.takes(flow.guard, lock, is_shared);
            return Ok(Scalar::of(zero));
        }
        let before = self.own().path.events.len();
        // An exchange that finds 1 writes 1 again: what tries for a lock in vain changes nothing.
        let read = self.synchronise(flow, Synchronisation::Lock, lock, 1)?;
        if let Some(read) = &read {
            self.is_no_more(flow, read);
        }
        let Some(if_taken) = if_taken else {
            if let Some(read) = &read {
                let zero = self.x.constant(0, self.x.width(read.expr));
                let is_free = self.x.binary(BinaryOperator::Equal, read.expr, zero);
                self.waits_without(flow, &Scalar { expr: is_free, ..read.clone() }, before);
            }
            self.wait_for(flow, read, 0);
            self.takes(flow.guard, lock, is_shared);
            return Ok(Scalar::of(zero));
        };
        let Some(read) = read else { return Ok(Scalar::of(zero)) };
        let taken = self.x.constant(u128::from(if_taken), WORD);
        let free = self.x.constant(0, self.x.width(read.expr));
        let bit = self.x.binary(BinaryOperator::Equal, read.expr, free);
        let is_free = self.guards.of(&mut self.x, bit);
        let is_taken = self.guards.and(flow.guard, is_free);
        self.takes(is_taken, lock, is_shared);
        let expr = self.x.select(bit, zero, taken);
        Ok(Scalar { expr, ..read })
    }

    pub(crate) fn unlock(&mut self, flow: &mut Flow, lock: &Scalar, spins: bool) -> Result<(), Refused> {
        self.gives_back(flow, lock);
        if flow.guard == Guard::NEVER {
            return Ok(());
        }
        let of = if spins { Synchronisation::SpinUnlock } else { Synchronisation::Unlock };
        if !self.has_readers {
            self.synchronise(flow, of, lock, 0)?;
            return Ok(());
        }
        let (_, order) = of.operation();
        self.update_word(flow, lock, order, &mut |execution, read| {
            let (x, guards) = (&mut execution.x, &mut execution.guards);
            let writer = x.constant(u128::from(u32::MAX), WORD);
            let is_written = x.binary(BinaryOperator::Equal, read.expr, writer);
            let (zero, one) = (x.constant(0, WORD), x.constant(1, WORD));
            let fewer = x.binary(BinaryOperator::Subtract, read.expr, one);
            let new = x.select(is_written, zero, fewer);
            (None, Scalar::computed(new, &[read], guards))
        })?;
        Ok(())
    }

    /// Waits on a condition variable. A thread may be woken for no reason (POSIX.1-2017, pthread_cond_wait), so that it may go on whenever the lock is free.
    pub(crate) fn wait_for_signal(
        &mut self,
        flow: &mut Flow,
        lock: &Scalar,
        timeout: Option<u32>,
    ) -> Result<Scalar, Refused> {
        self.unlock(flow, lock, false)?;
        let result = self.lock(flow, lock, (None, false))?;
        let Some(timeout) = timeout else { return Ok(result) };
        let bit = self.free(1);
        let (zero, over) = (self.x.constant(0, WORD), self.x.constant(u128::from(timeout), WORD));
        Ok(Scalar::of(self.x.select(bit, over, zero)))
    }

    /// Semaphores, whose word is their value, and barriers: as many threads as they are for, and how many have arrived.
    pub(crate) fn counted(
        &mut self,
        flow: &mut Flow,
        meaning: Meaning,
        object: &Scalar,
        number: Option<Scalar>,
    ) -> Result<Scalar, Refused> {
        let zero = Scalar::of(self.x.constant(0, WORD));
        let one = Scalar::of(self.x.constant(1, WORD));
        let behind = |execution: &mut Self| {
            let four = execution.x.constant(4, 64);
            Scalar { expr: execution.x.binary(BinaryOperator::Add, object.expr, four), ..object.clone() }
        };
        match (meaning, number) {
            (Meaning::SemaphoreInit, Some(value)) => self.store(flow, object, &value, Some(Order::Relaxed))?,
            (Meaning::BarrierInit, Some(value)) => {
                self.barrier_is_there(flow, object, false)?;
                self.store(flow, object, &value, Some(Order::Relaxed))?;
                let arrived = behind(self);
                self.store(flow, &arrived, &zero, Some(Order::Relaxed))?;
            }
            (Meaning::BarrierDestroy, _) => {
                self.barrier_is_there(flow, object, true)?;
                self.store(flow, object, &zero, Some(Order::Relaxed))?;
            }
            (Meaning::SemaphoreValue, Some(to)) => {
                let value = self.load(flow, object, WORD, Some(Order::Relaxed))?;
                self.store(flow, &to, &value, None)?;
            }
            (Meaning::SemaphoreWait, _) => {
                let (_, order) = Synchronisation::SemaphoreWait.operation();
                self.update_word(flow, object, order, &mut |execution, read| {
                    let bit = execution.x.binary(BinaryOperator::Equal, read.expr, zero.expr);
                    let bit = execution.x.unary(program::UnaryOperator::Not, bit);
                    let fewer = execution.x.binary(BinaryOperator::Subtract, read.expr, one.expr);
                    let guards = &mut execution.guards;
                    (Some(Scalar::computed(bit, &[read], guards)), Scalar::computed(fewer, &[read], guards))
                })?;
            }
            (Meaning::SemaphorePost, _) => {
                let (_, order) = Synchronisation::SemaphorePost.operation();
                self.add(flow, object, &one, order)?;
            }
            (Meaning::BarrierWait, _) => {
                let arrived = behind(self);
                return self.wait_at_barrier(flow, object, &arrived);
            }
            _ => return self.refuse("such a call of the thread library"),
        }
        Ok(zero)
    }

    fn add(&mut self, flow: &mut Flow, word: &Scalar, value: &Scalar, order: Order) -> Result<Scalar, Refused> {
        let asked =
            Asked { operation: Atomic::FetchAdd, order: Some(order), failure: None, bits: WORD, primitive: None };
        let operands = Operands { operand: Some(value), expected: None };
        let (read, _) = self.access(flow, word, asked, operands)?;
        Ok(read.unwrap_or_else(|| value.clone()))
    }

    /// A barrier is for no thread before it was made and after it was destroyed (POSIX.1-2017, pthread_barrier_init). Gives for how many it is.
    fn barrier_is_there(&mut self, flow: &mut Flow, barrier: &Scalar, is_wanted: bool) -> Result<Scalar, Refused> {
        let count = self.load(flow, barrier, WORD, Some(Order::Relaxed))?;
        let is_none = self.is_number(count.expr, 0);
        match is_wanted {
            true => {
                let what = "a barrier is used that was not initialised, or was destroyed";
                self.goes_on_only_without(flow, is_none, what);
            }
            false => self.goes_on_only_where(flow, is_none, "a barrier is initialised that is in use"),
        }
        Ok(count)
    }

    fn wait_at_barrier(&mut self, flow: &mut Flow, count: &Scalar, arrived: &Scalar) -> Result<Scalar, Refused> {
        let count = self.barrier_is_there(flow, count, true)?;
        if flow.guard == Guard::NEVER {
            return Ok(count);
        }
        let one = Scalar::of(self.x.constant(1, WORD));
        let (_, order) = Synchronisation::BarrierArrive.operation();
        let old = self.add(flow, arrived, &one, order)?;
        // Arrivals are counted on and on: a count that began again would have to be reset by a thread while others still look at it.
        let round = self.x.binary(BinaryOperator::Divide, old.expr, count.expr);
        let next = self.x.binary(BinaryOperator::Add, round, one.expr);
        let wanted = self.x.binary(BinaryOperator::Multiply, next, count.expr);
        let (_, order) = Synchronisation::BarrierLeave.operation();
        let before = self.own().path.events.len();
        let now = self.load(flow, arrived, WORD, Some(order))?;
        let is_less = self.x.binary(BinaryOperator::Less, now.expr, wanted);
        let goes_on = self.x.unary(program::UnaryOperator::Not, is_less);
        let goes_on = Scalar::computed(goes_on, &[&now, &old, &count], &mut self.guards);
        self.waits_without(flow, &goes_on, before);
        self.go_on_where(flow, &goes_on);
        // One thread of each round is given another number than the others.
        let more = self.x.binary(BinaryOperator::Add, old.expr, one.expr);
        let is_last = self.x.binary(BinaryOperator::Equal, more, wanted);
        let (serial, zero) = (self.x.constant(u128::from(u32::MAX), WORD), self.x.constant(0, WORD));
        let expr = self.x.select(is_last, serial, zero);
        Ok(Scalar::computed(expr, &[&old, &count], &mut self.guards))
    }
}
