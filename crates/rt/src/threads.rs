//! The life of a thread, and its steps.

use std::ops::Range;
use std::rc::Rc;

use c11::PendingOperation;
use wire::{Action, Header, WaitFor};

use crate::runtime::{Blocked, Condition, Runtime};
use crate::stacks::{Frame, StackId};
use crate::sys::carrier::{Context, Start};
use crate::sys::cell::Entered;
use crate::{server, sys};

/// The time of a wait is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TimedOut;

/// A step that other threads can see: here the scheduler decides who goes next. Returns when it is this thread.
#[inline]
pub(crate) fn step(entered: &mut Entered, operation: PendingOperation, place: StackId) {
    let runtime = entered.runtime();
    if runtime.looks_closely {
        runtime.look_before_step();
        if runtime.exploring.is_some() {
            return step_exploring(entered, operation, place);
        }
    }
    runtime.take_step(operation, place);
    let next = match runtime.pick_next() {
        Some(next) => next,
        None => {
            deliver_alarm(entered);
            choose(entered)
        }
    };
    if next != entered.runtime().current {
        entered.pass(next);
        has_turn(entered);
    }
}

/// A thread has got its turn again.
#[inline]
fn has_turn(entered: &mut Entered) {
    let runtime = entered.runtime();
    runtime.notice_unseen();
    if runtime.has_interrupts {
        crate::interrupts::see_to(entered);
    }
}

/// The same in an execution in which every choice counts.
#[cold]
fn step_exploring(entered: &mut Entered, operation: PendingOperation, place: StackId) {
    let runtime = entered.runtime();
    runtime.thread().steps += 1;
    runtime.come_to(operation, place);
    runtime.arrive(operation, place);
    let next = choose_exploring(entered);
    if next != entered.runtime().current {
        entered.pass(next);
        has_turn(entered);
    }
    let runtime = entered.runtime();
    if matches!(operation, PendingOperation::Sync(_)) && !runtime.thread().timed_out {
        runtime.was_woken();
    }
}

/// Who goes next in such an execution.
fn choose_exploring(entered: &mut Entered) -> usize {
    loop {
        match entered.runtime().choose_exploring() {
            Some(next) => return next,
            None => deliver_alarm(entered),
        }
    }
}

/// Who goes next. Delivers the alarm before that if it is due.
#[inline]
fn choose(entered: &mut Entered) -> usize {
    loop {
        match entered.runtime().choose() {
            Some(next) => return next,
            None => deliver_alarm(entered),
        }
    }
}

/// The signal of an alarm that is due: the running thread gets it, unless it blocks it, or another one waits for signals. It interrupts what the thread waits for, as signals do: waits that may end for no reason
/// end.
#[cold]
fn deliver_alarm(entered: &mut Entered) {
    let Some(signal) = entered.runtime().take_alarm() else { return };
    let current = entered.runtime().current;
    if entered.runtime().receiver(signal) != Some(current) {
        return entered.runtime().send_to_process(signal);
    }
    let runtime = entered.runtime();
    let thread = runtime.thread();
    let (blocked, next, place) = (thread.blocked.take(), thread.next, thread.place);
    crate::interrupts::handle(entered, signal);
    let runtime = entered.runtime();
    let thread = runtime.thread();
    thread.blocked = blocked.filter(|blocked| blocked.what == WaitFor::Barrier);
    runtime.come_to(next, place);
    runtime.settle();
}

/// A step for which a condition must hold; waits until it does. What makes it hold must wake those who wait for the object.
pub(crate) fn step_when(
    entered: &mut Entered,
    operation: PendingOperation,
    place: StackId,
    blocked: Blocked,
    holds: impl Fn(&Runtime) -> bool + 'static,
) -> Result<(), TimedOut> {
    if entered.runtime().exploring.is_some() {
        return step_when_exploring(entered, operation, place, blocked, Rc::new(holds));
    }
    let mut has_recorded = false;
    loop {
        let runtime = entered.runtime();
        let wait = if holds(runtime) || runtime.thread().is_to_leave() { None } else { Some(blocked) };
        if wait.is_some() && !std::mem::replace(&mut has_recorded, true) {
            record_wait(runtime, blocked, place);
        }
        runtime.thread().blocked = wait;
        step(entered, operation, place);
        let runtime = entered.runtime();
        // If it comes to that, it is the same step, tried again: how often depends on other threads, and the numbers of its thread's later steps shall not.
        runtime.thread().steps -= 1;
        runtime.thread().attempt += 1;
        let is_over = runtime.thread().timed_out || runtime.thread().is_to_leave();
        let has_ended = if holds(runtime) { Some(Ok(())) } else { is_over.then_some(Err(TimedOut)) };
        if let Some(end) = has_ended {
            let thread = runtime.thread();
            (thread.steps, thread.attempt) = (thread.steps + 1, 0);
            return end;
        }
    }
}

/// The same in an execution in which every choice counts: the thread is not asked whether it can go on, but known to be able.
fn step_when_exploring(
    entered: &mut Entered,
    operation: PendingOperation,
    place: StackId,
    blocked: Blocked,
    holds: Condition,
) -> Result<(), TimedOut> {
    let runtime = entered.runtime();
    if !holds(runtime) {
        record_wait(runtime, blocked, place);
    }
    let me = runtime.current;
    let may_go = holds.clone();
    let condition: Condition = Rc::new(move |runtime| may_go(runtime) || runtime.threads[me].is_to_leave());
    runtime.thread().condition = Some((blocked, condition));
    step(entered, operation, place);
    let runtime = entered.runtime();
    runtime.thread().condition = None;
    if holds(runtime) { Ok(()) } else { Err(TimedOut) }
}

/// The thread whose turn it is begins to wait.
fn record_wait(runtime: &mut Runtime, blocked: Blocked, place: StackId) {
    runtime.record_action(|runtime| {
        runtime.thread().place = place;
        Action::Wait(blocked.what, blocked.object as u64)
    });
}

/// Waits until another thread has taken this one off the list of those who wait for the object, or until time is over.
pub(crate) fn wait_to_be_woken(entered: &mut Entered, place: StackId, blocked: Blocked) -> Result<(), TimedOut> {
    record_wait(entered.runtime(), blocked, place);
    loop {
        if entered.runtime().thread().is_to_leave() {
            return Err(TimedOut);
        }
        entered.runtime().thread().blocked = Some(blocked);
        step(entered, PendingOperation::Sync(blocked.object as u64), place);
        // A handler that has run in the thread ends the waits that may end for no reason. That at a barrier may not.
        let runtime = entered.runtime();
        let current = runtime.current;
        let barrier = runtime.objects.barriers.get(&blocked.object).filter(|_| blocked.what == WaitFor::Barrier);
        if barrier.is_none_or(|barrier| !barrier.arrived.contains(&current)) {
            return if runtime.thread().timed_out { Err(TimedOut) } else { Ok(()) };
        }
    }
}

/// The program creates a thread.
///
/// # Errors
/// What `pthread_create` gives.
pub(crate) fn create(
    entered: &mut Entered,
    pc: usize,
    start: Start,
    argument: *mut libc::c_void,
    attributes: *const libc::pthread_attr_t,
    is_detached: bool,
) -> Result<libc::pthread_t, libc::c_int> {
    let runtime = entered.runtime();
    if runtime.live.is_none() {
        sys::threads::mark_end(entered);
        server::begin_executions(entered.runtime());
    }
    let runtime = entered.runtime();
    let place = runtime.place(Frame::call(pc));
    step(entered, PendingOperation::Create, place);
    let runtime = entered.runtime();
    let (context, handle, stack) = carried(runtime, start, argument, attributes)?;
    let me = runtime.me();
    // Its stack may be that of a thread that has ended, with objects of its own.
    runtime.objects.forget(stack.start, stack.len());
    if let Some(live) = &mut runtime.live {
        live.execution.create_thread(me);
        live.execution.forget(stack.start as u64, stack.len() as u64);
    }
    let mut thread = crate::runtime::Thread::new(context, place);
    (thread.handle, thread.memory) = (handle, stack);
    thread.is_detached = is_detached;
    thread.signals.mask = runtime.thread().signals.mask;
    thread.has_own_stack = sys::threads::brings_stack(attributes);
    let number = runtime.threads.len() as u64;
    runtime.add_thread(thread);
    runtime.record_action(|_| Action::Create(number));
    runtime.reporter.set(Header::Threads, runtime.threads.len() as u64);
    runtime.progress();
    Ok(handle)
}

/// What is to carry a new thread, what the C library calls it, and the memory of its stack.
fn carried(
    runtime: &mut Runtime,
    start: Start,
    argument: *mut libc::c_void,
    attributes: *const libc::pthread_attr_t,
) -> Result<(Box<Context>, libc::pthread_t, Range<usize>), libc::c_int> {
    if let Some(prepared) = runtime.prepared.take(start, argument, attributes) {
        return Ok(prepared);
    }
    let context = match runtime.spare_context() {
        Some(context) => context.renewed(start, argument),
        None => Context::new(start, argument),
    };
    let handle = sys::threads::create(runtime.carrier, &context, attributes)?;
    Ok((context, handle, sys::threads::stack(handle)))
}

/// A thread has its first turn.
pub(crate) fn begin_thread(mut entered: Entered) {
    sys::threads::mark_end(&entered);
    if entered.runtime().has_interrupts {
        crate::interrupts::see_to(&mut entered);
    }
    drop(entered);
}

/// The thread has run all its code, destructors included. Returns on the thread that carried it.
pub(crate) fn end_thread(mut entered: Entered) {
    let runtime = entered.runtime();
    runtime.thread().cancellation.is_disabled = true;
    let place = runtime.thread().place;
    step(&mut entered, PendingOperation::Finish, place);
    let runtime = entered.runtime();
    let (me, current) = (runtime.me(), runtime.current);
    runtime.record_action(|runtime| {
        runtime.thread().place = StackId::EMPTY;
        Action::End
    });
    // Who goes on then is decided at a place of its own.
    runtime.look_before_step();
    runtime.thread().steps += 1;
    runtime.finish_thread(current);
    if let Some(live) = &mut runtime.live {
        live.execution.finish_thread(me);
    }
    end_stack(runtime);
    crate::sync::abandon_mutexes(runtime, current);
    runtime.wake_all(WaitFor::Join, current);
    runtime.progress();
    if runtime.have_all_finished() {
        // The last thread has ended without a call of `exit`: that is an exit with status 0.
        drop(entered);
        sys::threads::exit(0);
    }
    let next =
        if entered.runtime().exploring.is_some() { choose_exploring(&mut entered) } else { choose(&mut entered) };
    entered.pass_for_good(next);
}

/// The stack of the running thread, which has ended, is not to be used any more. What the main thread has there belongs to the process in part, and a stack that the program has brought is its own.
fn end_stack(runtime: &mut Runtime) {
    let (me, current) = (runtime.me(), runtime.current);
    let Range { start, end } = runtime.threads[current].memory;
    if current == 0 || runtime.threads[current].has_own_stack || runtime.settings.unwatched {
        return;
    }
    let place = runtime.stacks.push(StackId::EMPTY, Frame::marked(0, Frame::FREE | Frame::ALLOCATE));
    if let Some(live) = &mut runtime.live {
        live.execution.end_stack(me, start as u64, (end - start) as u64, c11::AccessSite(place.0));
    }
}

/// The number of the thread that the C library calls so, unless it is gone.
pub(crate) fn find(runtime: &Runtime, handle: libc::pthread_t) -> Option<usize> {
    // The C library uses handles again: the newest counts.
    (0..runtime.threads.len()).rev().find(|index| {
        let thread = &runtime.threads[*index];
        thread.handle == handle && !thread.is_gone
    })
}

/// Waits for the end of a thread.
///
/// # Errors
/// When the time is over.
pub(crate) fn join(entered: &mut Entered, pc: usize, target: usize, deadline: Option<u64>) -> Result<(), TimedOut> {
    let runtime = entered.runtime();
    let place = runtime.place(Frame::call(pc));
    let (me, target_id) = (runtime.me(), c11::ThreadId::from_number(target as u32));
    if deadline.is_none()
        && let Some(live) = &mut runtime.live
    {
        live.execution.wait_for_thread(me, target_id);
    }
    let blocked = Blocked { what: WaitFor::Join, object: target, deadline };
    crate::interrupts::begin_wait(entered);
    let joined = step_when(entered, PendingOperation::Join(target_id), place, blocked, move |runtime| {
        runtime.threads[target].is_finished
    });
    crate::interrupts::end_wait(entered);
    joined?;
    let runtime = entered.runtime();
    if let Some(live) = &mut runtime.live {
        live.execution.join_thread(me, target_id);
    }
    runtime.record_action(|_| Action::Join(target as u64));
    runtime.retire(target);
    let stack = runtime.threads[target].memory.clone();
    runtime.forget_recent(stack.start, stack.len());
    runtime.progress();
    Ok(())
}

/// Lets others go first.
pub(crate) fn yield_now(entered: &mut Entered, pc: usize) {
    let place = entered.runtime().place(Frame::call(pc));
    step(entered, PendingOperation::Yield, place);
    entered.runtime().record_action(|_| Action::Yield);
}

/// Sleeps for so many nanoseconds of virtual time.
///
/// # Errors
/// How many are left, when a signal handler has run.
pub(crate) fn sleep(entered: &mut Entered, pc: usize, nanoseconds: u64) -> Result<(), u64> {
    crate::interrupts::begin_wait(entered);
    let runtime = entered.runtime();
    let place = runtime.place(Frame::call(pc));
    let deadline = runtime.time.saturating_add(nanoseconds);
    let handled = runtime.thread().signals.handled;
    runtime.thread().blocked = Some(Blocked { what: WaitFor::Nothing, object: 0, deadline: Some(deadline) });
    step(entered, PendingOperation::Yield, place);
    crate::interrupts::end_wait(entered);
    let runtime = entered.runtime();
    runtime.record_action(|_| Action::Yield);
    let left = deadline.saturating_sub(runtime.time);
    if runtime.thread().signals.handled == handled || left == 0 { Ok(()) } else { Err(left) }
}
