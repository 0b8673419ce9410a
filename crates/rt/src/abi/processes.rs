//! Processes that the program starts, and waiting for them.
//!
//! A forked process is a copy of the calling thread alone: the runtime in it forgets the others. It goes on under the model; what it finds counts for the
//! execution. `vfork` is a fork that copies.
//!
//! **When a process ends** no seed decides. So a thread that waits for one, and has its turn, waits for the real end: how long that takes does not show, and
//! which of several ends is noticed first is a matter of turns. Only where the process sleeps, so that it may wait for something that another thread has to
//! do, do other threads go on meanwhile. Whether a call that does not wait (`WNOHANG`) finds the process ended is for the strategy to choose.
#![allow(unsafe_code)]

use c11::PendingOperation;
use libc::{c_int, c_void, pid_t};
use wire::WaitFor;

use super::entry;
use crate::runtime::Blocked;
use crate::stacks::Frame;
use crate::sys::cell::enter;
use crate::sys::next::real;
use crate::sys::outside::{self, Awaited};
use crate::sys::process;
use crate::threads::{step, step_when};

entry! { rdi:
    fork() -> pid_t => fork_here;
    vfork() -> pid_t => fork_here;
    __fork() -> pid_t => fork_here;
}

entry! { rsi:
    wait(*mut c_int) -> pid_t => wait_any;
}

entry! { rdx:
    daemon(c_int, c_int) -> c_int => become_daemon;
}

entry! { rcx:
    waitpid(pid_t, *mut c_int, c_int) -> pid_t => wait_process;
    wait3(*mut c_int, c_int, *mut c_void) -> pid_t => wait_any_usage;
}

entry! { r8:
    wait4(pid_t, *mut c_int, c_int, *mut c_void) -> pid_t => wait_usage;
    waitid(c_int, u32, *mut c_void, c_int) -> c_int => wait_id;
}

/// In place of an address, for the strategy: processes are no memory.
const PROCESSES: u64 = 1;

extern "C-unwind" fn fork_here(pc: usize) -> pid_t {
    if let Some(mut entered) = enter()
        && entered.runtime().live.is_some()
    {
        let place = entered.runtime().place(Frame::call(pc));
        step(&mut entered, PendingOperation::Sync(PROCESSES), place);
    }
    // Outside the runtime: handlers of `pthread_atfork` are the program's code.
    // SAFETY: the program's promise.
    unsafe { real!(fn fork() -> pid_t)() }
}

/// Called in a process that the program has just forked: it has no threads but this one.
pub(super) extern "C" fn begin_child() {
    if let Some(mut entered) = enter()
        && entered.runtime().live.is_some()
    {
        entered.runtime().note_incomplete("the program forks");
        entered.runtime().become_child();
    }
}

/// The new process goes on; the old one waits for its end instead of ending at once, so that it is part of what is tested.
extern "C-unwind" fn become_daemon(stay: c_int, keep_output: c_int, pc: usize) -> c_int {
    let is_first = enter().is_some_and(|mut entered| {
        let runtime = entered.runtime();
        runtime.live.is_none() && process::id() == runtime.process
    });
    let child = fork_here(pc);
    if child < 0 {
        return -1;
    }
    if child > 0 {
        process::end_as(child);
    }
    if is_first && let Some(mut entered) = enter() {
        let runtime = entered.runtime();
        runtime.process = process::id();
        runtime.reporter.set(wire::Header::Attached, runtime.process as u64);
    }
    // SAFETY: the names are C strings.
    unsafe {
        libc::setsid();
        if stay == 0 {
            libc::chdir(c"/".as_ptr());
        }
        if keep_output == 0 {
            let nothing = libc::open(c"/dev/null".as_ptr(), libc::O_RDWR);
            for descriptor in 0..3 {
                libc::dup2(nothing, descriptor);
            }
            if nothing > 2 {
                libc::close(nothing);
            }
        }
    }
    0
}

/// Waits until a child has ended; other threads go on meanwhile if it takes long. Gives whether the call is to look at all.
fn await_child(child: pid_t, options: c_int, pc: usize) -> bool {
    let Some(mut entered) = enter() else { return true };
    let runtime = entered.runtime();
    if runtime.live.is_none() {
        return true;
    }
    let place = runtime.place(Frame::call(pc));
    step(&mut entered, PendingOperation::Sync(PROCESSES), place);
    let runtime = entered.runtime();
    let me = runtime.me();
    if options & libc::WNOHANG != 0
        && let Some(live) = &mut runtime.live
        && live.strategy.pick(me, c11::Choice::Other, 2) == 1
    {
        return false;
    }
    let asleep = outside::settle(child, &runtime.sleeping_children);
    runtime.sleeping_children.extend(asleep);
    let awaited = Awaited::Child(child);
    if options & libc::WNOHANG != 0 || awaited.is_ready() {
        return true;
    }
    runtime.thread().outside = vec![awaited];
    let blocked = Blocked { what: WaitFor::Process, object: child.max(0) as usize, deadline: None };
    let waited =
        step_when(&mut entered, PendingOperation::Sync(PROCESSES), place, blocked, move |_| awaited.is_ready());
    debug_assert!(waited.is_ok(), "there is no time limit");
    true
}

// SAFETY (for the blocks below): the real functions get what the program gave, with its promises.

extern "C-unwind" fn wait_any(status: *mut c_int, pc: usize) -> pid_t {
    await_child(-1, 0, pc);
    unsafe { real!(fn wait(*mut c_int) -> pid_t)(status) }
}

extern "C-unwind" fn wait_process(child: pid_t, status: *mut c_int, options: c_int, pc: usize) -> pid_t {
    if !await_child(child, options, pc) {
        return 0;
    }
    unsafe { real!(fn waitpid(pid_t, *mut c_int, c_int) -> pid_t)(child, status, options) }
}

extern "C-unwind" fn wait_any_usage(status: *mut c_int, options: c_int, usage: *mut c_void, pc: usize) -> pid_t {
    if !await_child(-1, options, pc) {
        return 0;
    }
    unsafe { real!(fn wait3(*mut c_int, c_int, *mut c_void) -> pid_t)(status, options, usage) }
}

extern "C-unwind" fn wait_usage(
    child: pid_t,
    status: *mut c_int,
    options: c_int,
    usage: *mut c_void,
    pc: usize,
) -> pid_t {
    if !await_child(child, options, pc) {
        return 0;
    }
    unsafe { real!(fn wait4(pid_t, *mut c_int, c_int, *mut c_void) -> pid_t)(child, status, options, usage) }
}

extern "C-unwind" fn wait_id(kind: c_int, id: u32, found: *mut c_void, options: c_int, pc: usize) -> c_int {
    let child = match kind as libc::idtype_t {
        libc::P_PID => id as pid_t,
        libc::P_PGID => -(id as pid_t),
        _ => -1,
    };
    if options & libc::WEXITED != 0 && !await_child(child, options, pc) {
        // As when there is nothing to report yet.
        // SAFETY: a structure of the program's for the result, or null.
        unsafe {
            if let Some(found) = found.cast::<libc::siginfo_t>().as_mut() {
                *found = std::mem::zeroed();
            }
        }
        return 0;
    }
    unsafe { real!(fn waitid(c_int, u32, *mut c_void, c_int) -> c_int)(kind, id, found, options) }
}
