//! Sending signals to threads, blocking them, and waiting for them.
//!
//! A signal that one thread of the program sends to another goes through the runtime ([`interrupts`](crate::interrupts)); one for the process goes to the thread that would get it, if it has a handler, and else to
//! the kernel.
#![allow(unsafe_code)]

use c11::PendingOperation;
use libc::{c_int, pthread_t, siginfo_t, sigset_t, timespec};
use wire::WaitFor;

use super::entry;
use super::time::{interrupted, nanoseconds};
use crate::interrupts::{self, begin_wait, end_wait};
use crate::runtime::Blocked;
use crate::stacks::Frame;
use crate::sys::cell::{Entered, enter};
use crate::sys::next::real;
use crate::sys::process::{self, bits_of};
use crate::threads::{self, TimedOut, step_when};

type Set = *const sigset_t;

entry! { rdi:
    pause() -> c_int => pause_here;
}

entry! { rsi:
    raise(c_int) -> c_int => raise_here;
    sigsuspend(Set) -> c_int => suspend;
}

entry! { rdx:
    pthread_kill(pthread_t, c_int) -> c_int => send_to_thread;
    kill(libc::pid_t, c_int) -> c_int => send_to_process;
    sigwait(Set, *mut c_int) -> c_int => wait;
    sigwaitinfo(Set, *mut siginfo_t) -> c_int => wait_with_details;
}

entry! { rcx:
    pthread_sigmask(c_int, Set, *mut sigset_t) -> c_int => set_mask;
    sigprocmask(c_int, Set, *mut sigset_t) -> c_int => set_process_mask;
    sigtimedwait(Set, *mut siginfo_t, *const timespec) -> c_int => wait_for_a_time;
}

/// Enters the runtime if there are executions.
fn enter_live() -> Option<Entered> {
    let mut entered = enter()?;
    if entered.runtime().live.is_some() { Some(entered) } else { None }
}

const MOST_SIGNAL: c_int = 64;

/// The search does not go through all moments at which a signal can come.
fn note(entered: &mut Entered) {
    entered.runtime().note_incomplete("the program sends signals");
}

extern "C-unwind" fn send_to_thread(handle: pthread_t, signal: c_int, pc: usize) -> c_int {
    let Some(mut entered) = enter_live() else {
        // SAFETY: the program's promise.
        return unsafe { real!(fn pthread_kill(pthread_t, c_int) -> c_int)(handle, signal) };
    };
    if !(0..=MOST_SIGNAL).contains(&signal) {
        return libc::EINVAL;
    }
    let Some(target) = threads::find(entered.runtime(), handle) else { return libc::ESRCH };
    note(&mut entered);
    threads::yield_now(&mut entered, pc);
    let runtime = entered.runtime();
    if signal > 0 && !runtime.threads[target].is_finished {
        runtime.send_signal(target, signal);
        if target == runtime.current {
            interrupts::see_to(&mut entered);
        }
    }
    0
}

extern "C-unwind" fn raise_here(signal: c_int, _pc: usize) -> c_int {
    let Some(mut entered) = enter_live() else {
        // SAFETY: takes a number.
        return unsafe { real!(fn raise(c_int) -> c_int)(signal) };
    };
    if !(1..=MOST_SIGNAL).contains(&signal) {
        drop(entered);
        // SAFETY: the place is that of this thread.
        unsafe { *libc::__errno_location() = libc::EINVAL };
        return -1;
    }
    let current = entered.runtime().current;
    entered.runtime().send_signal(current, signal);
    interrupts::see_to(&mut entered);
    0
}

extern "C-unwind" fn send_to_process(process: libc::pid_t, signal: c_int, pc: usize) -> c_int {
    if process == process::id()
        && process::has_handler(signal)
        && let Some(mut entered) = enter_live()
    {
        note(&mut entered);
        threads::yield_now(&mut entered, pc);
        entered.runtime().send_to_process(signal);
        interrupts::see_to(&mut entered);
        return 0;
    }
    // SAFETY: takes numbers.
    let result = unsafe { real!(fn kill(libc::pid_t, c_int) -> c_int)(process, signal) };
    if let Some(mut entered) = enter_live() {
        crate::sync::release_at(entered.runtime(), PROCESS);
        entered.runtime().wake_those_who_await_signals();
    }
    result
}

/// Where order from a signal for the process to who takes it is kept, in the place of an address.
const PROCESS: usize = 0xffff_7fff_ffff_ffff;

extern "C-unwind" fn set_mask(how: c_int, new: Set, old: *mut sigset_t, _pc: usize) -> c_int {
    // SAFETY: the program's promise.
    unsafe {
        change_mask(how, new, old)
            .unwrap_or_else(|| real!(fn pthread_sigmask(c_int, Set, *mut sigset_t) -> c_int)(how, new, old))
    }
}

extern "C-unwind" fn set_process_mask(how: c_int, new: Set, old: *mut sigset_t, _pc: usize) -> c_int {
    // SAFETY: the program's promise.
    unsafe {
        change_mask(how, new, old)
            .unwrap_or_else(|| real!(fn sigprocmask(c_int, Set, *mut sigset_t) -> c_int)(how, new, old))
    }
}

/// Changes the set of signals that the running thread blocks. None where that is left to the C library: outside the runtime, and for what it refuses.
///
/// # Safety
/// `new` is null or can be read, `old` null or written.
unsafe fn change_mask(how: c_int, new: Set, old: *mut sigset_t) -> Option<c_int> {
    if !new.is_null() && !(libc::SIG_BLOCK..=libc::SIG_SETMASK).contains(&how) {
        return None;
    }
    let mut entered = enter()?;
    let runtime = entered.runtime();
    let before = runtime.thread().signals.mask;
    if !old.is_null() {
        // SAFETY: the caller's promise; what the kernel does not know of is empty.
        unsafe {
            old.write(std::mem::zeroed());
            old.cast::<u64>().write(before);
        }
    }
    if !new.is_null() {
        // SAFETY: the caller's promise.
        let bits = unsafe { bits_of(new) };
        let mask = match how {
            libc::SIG_BLOCK => before | bits,
            libc::SIG_UNBLOCK => before & !bits,
            _ => bits,
        };
        // A kernel thread of its own that carries a thread blocks all: it gets its signals from the runtime.
        if runtime.current == 0 || runtime.carrier.uses_one_kernel_thread() {
            process::set_mask(mask);
        }
        runtime.set_mask(mask);
        if runtime.has_interrupts && runtime.live.is_some() {
            interrupts::see_to(&mut entered);
        }
    }
    Some(0)
}

/// Waits for one of these signals, for so long. Gives it.
fn await_signal(entered: &mut Entered, set: u64, duration: Option<u64>, pc: usize) -> Result<c_int, TimedOut> {
    note(entered);
    let runtime = entered.runtime();
    let (place, me) = (runtime.place(Frame::call(pc)), runtime.current);
    let deadline = duration.map(|duration| runtime.time.saturating_add(duration));
    let is_there = move |runtime: &crate::runtime::Runtime| {
        let sent = runtime.threads[me].signals.pending.iter();
        sent.fold(process::pending_signals(), |bits, signal| bits | 1 << (signal - 1)) & set != 0
    };
    let blocked = Blocked { what: WaitFor::Signal, object: 0, deadline };
    begin_wait(entered);
    let waited = step_when(entered, PendingOperation::Yield, place, blocked, is_there);
    end_wait(entered);
    waited?;
    let runtime = entered.runtime();
    let sent = runtime.thread().signals.take_one_of(set);
    interrupts::has_taken(runtime);
    crate::sync::acquire_at(runtime, PROCESS);
    runtime.progress();
    sent.or_else(|| process::take_signal(set)).ok_or(TimedOut)
}

extern "C-unwind" fn wait(set: Set, signal: *mut c_int, pc: usize) -> c_int {
    let Some(mut entered) = enter_live() else {
        // SAFETY: the program's promise.
        return unsafe { real!(fn sigwait(Set, *mut c_int) -> c_int)(set, signal) };
    };
    // SAFETY: the program's promise.
    let bits = unsafe { bits_of(set) };
    let Ok(taken) = await_signal(&mut entered, bits, None, pc) else { return libc::EINTR };
    // SAFETY: the program's promise.
    unsafe { signal.write(taken) };
    0
}

extern "C-unwind" fn wait_with_details(set: Set, details: *mut siginfo_t, pc: usize) -> c_int {
    wait_for_a_time(set, details, std::ptr::null(), pc)
}

extern "C-unwind" fn wait_for_a_time(set: Set, details: *mut siginfo_t, time: *const timespec, pc: usize) -> c_int {
    let Some(mut entered) = enter_live() else {
        // SAFETY: the program's promise.
        return unsafe { real!(fn sigtimedwait(Set, *mut siginfo_t, *const timespec) -> c_int)(set, details, time) };
    };
    // SAFETY: the program's promise.
    let (bits, duration) = unsafe { (bits_of(set), time.as_ref().map(nanoseconds)) };
    let taken = await_signal(&mut entered, bits, duration, pc);
    drop(entered);
    let Ok(taken) = taken else {
        // SAFETY: the place is that of this thread.
        unsafe { *libc::__errno_location() = libc::EAGAIN };
        return -1;
    };
    if !details.is_null() {
        // SAFETY: the program's promise; all bytes of it may be zero.
        unsafe {
            details.write(std::mem::zeroed());
            (*details).si_signo = taken;
        }
    }
    taken
}

/// Waits until a handler has run in the thread.
fn await_handler(entered: &mut Entered, pc: usize) {
    note(entered);
    let runtime = entered.runtime();
    let (place, me) = (runtime.place(Frame::call(pc)), runtime.current);
    let handled = runtime.thread().signals.handled;
    let has_run = move |runtime: &crate::runtime::Runtime| runtime.threads[me].signals.handled != handled;
    let blocked = Blocked { what: WaitFor::Signal, object: 0, deadline: None };
    begin_wait(entered);
    // There is no time limit: it ends by a handler or by the end of the thread.
    let _ended = step_when(entered, PendingOperation::Yield, place, blocked, has_run);
    end_wait(entered);
}

extern "C-unwind" fn pause_here(pc: usize) -> c_int {
    let Some(mut entered) = enter_live() else {
        // SAFETY: takes nothing.
        return unsafe { real!(fn pause() -> c_int)() };
    };
    await_handler(&mut entered, pc);
    drop(entered);
    interrupted()
}

extern "C-unwind" fn suspend(set: Set, pc: usize) -> c_int {
    let Some(mut entered) = enter_live() else {
        // SAFETY: the program's promise.
        return unsafe { real!(fn sigsuspend(Set) -> c_int)(set) };
    };
    let before = entered.runtime().thread().signals.mask;
    // SAFETY: the program's promise.
    let meanwhile = unsafe { bits_of(set) };
    let is_kernels = entered.runtime().current == 0 || entered.runtime().carrier.uses_one_kernel_thread();
    let set_both = |entered: &mut Entered, mask| {
        if is_kernels {
            process::set_mask(mask);
        }
        entered.runtime().set_mask(mask);
    };
    set_both(&mut entered, meanwhile);
    let handled = entered.runtime().thread().signals.handled;
    interrupts::see_to(&mut entered);
    if entered.runtime().thread().signals.handled == handled {
        await_handler(&mut entered, pc);
    }
    set_both(&mut entered, before);
    drop(entered);
    interrupted()
}
