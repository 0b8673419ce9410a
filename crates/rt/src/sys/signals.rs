//! Signals that end an execution: where was it?
#![allow(unsafe_code)]

use libc::{c_int, c_void, siginfo_t};
use wire::{Finding, Header, WaitFor};

use super::cell::{enter_to_die, is_entered};
use super::memory::map;
use super::unwind;
use crate::stacks::Frame;

/// The signals that a program gets for what it does itself.
const FATAL: [c_int; 7] =
    [libc::SIGSEGV, libc::SIGBUS, libc::SIGFPE, libc::SIGILL, libc::SIGABRT, libc::SIGTRAP, libc::SIGSYS];
const SIGNAL_STACK: usize = 1 << 16;

/// Watches for fatal signals, in this process and in those that it forks, unless the program handles them itself. The handler has a stack of its own, so that it
/// also sees that a stack is full.
pub(crate) fn watch() {
    let stack = libc::stack_t { ss_sp: map(SIGNAL_STACK).cast(), ss_flags: 0, ss_size: SIGNAL_STACK };
    // SAFETY: the actions are live variables, and the signal stack stays mapped.
    unsafe {
        if !stack.ss_sp.is_null() {
            libc::sigaltstack(&stack, std::ptr::null_mut());
        }
        for signal in FATAL {
            let mut before: libc::sigaction = std::mem::zeroed();
            libc::sigaction(signal, std::ptr::null(), &mut before);
            if before.sa_sigaction == libc::SIG_DFL {
                let mut action: libc::sigaction = std::mem::zeroed();
                action.sa_sigaction = on_fatal as *const () as usize;
                // Once: what follows ends the process in the usual way.
                action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK | libc::SA_RESETHAND;
                libc::sigaction(signal, &action, std::ptr::null_mut());
            }
        }
    }
}

/// The signal by which an execution is asked where it is, before it is ended because it takes too long: the one for processes that have used up their
/// time.
pub(crate) const REPORT: c_int = libc::SIGXCPU;

/// Answers [`REPORT`], in this process and in those that it forks.
pub(crate) fn watch_time() {
    // SAFETY: the action is a live variable, of which all bytes may be zero.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = on_late as *const () as usize;
        action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
        libc::sigaction(REPORT, &action, std::ptr::null_mut());
    }
}

extern "C" fn on_late(_signal: c_int, _info: *mut siginfo_t, context: *mut c_void) {
    let Some(mut entered) = enter_to_die() else { return };
    let runtime = entered.runtime();
    let system_call = runtime.reporter.get(Header::SystemCall);
    let mut threads = runtime.waits();
    let current = runtime.current as u64;
    if let Some(wait) = threads.iter_mut().find(|wait| wait.place.thread == current)
        && !is_entered()
    {
        // SAFETY: the kernel passes a context to a handler with SA_SIGINFO.
        let pc = unsafe { (*context.cast::<libc::ucontext_t>()).uc_mcontext.gregs[libc::REG_RIP as usize] as usize };
        wait.place.stack = match unwound_from(pc) {
            Some(frames) => wire::Stack(frames),
            None => {
                let stack = runtime.place(Frame::call(pc + 1));
                runtime.thread_place(runtime.current, stack).stack
            }
        };
        if let Some(number) = system_call.checked_sub(1) {
            (wait.what, wait.object) = (WaitFor::SystemCall, number);
        }
    }
    let milliseconds = runtime.settings.timeout;
    runtime.reporter.found(Finding::Timeout { milliseconds, threads });
    runtime.reporter.stop();
}

extern "C" fn on_fatal(signal: c_int, info: *mut siginfo_t, context: *mut c_void) {
    let Some(mut entered) = enter_to_die() else { return };
    let runtime = entered.runtime();
    // Reported already: the instruction has been tried again, or the report itself has failed.
    if runtime.reporter.get(Header::Signal) == signal as u64 {
        std::mem::forget(entered);
        return;
    }
    runtime.reporter.set(Header::Signal, signal as u64);
    // SAFETY: the kernel passes both to a handler with SA_SIGINFO.
    let (pc, address) = unsafe {
        let context = &*context.cast::<libc::ucontext_t>();
        let has_address = matches!(signal, libc::SIGSEGV | libc::SIGBUS);
        let address = if has_address { (*info).si_addr().addr() } else { 0 };
        (context.uc_mcontext.gregs[libc::REG_RIP as usize] as usize, address as u64)
    };
    let mut place = if is_entered() {
        // The runtime itself was at work on a bad address of the program's: what counts is where the program called it.
        runtime.thread_place(runtime.current, runtime.thread_stack())
    } else {
        // A place is reported as the address after the instruction.
        let stack = runtime.place(Frame::call(pc + 1));
        runtime.thread_place(runtime.current, stack)
    };
    if let Some(frames) = unwound_from(pc).filter(|_| !is_entered()) {
        place.stack = wire::Stack(frames);
    }
    runtime.reporter.found(Finding::Signal { number: signal as u64, address, place });
    // The instruction is tried again, or `abort` goes on: now without a handler.
    std::mem::forget(entered);
}

/// The return addresses of the interrupted code, innermost first, with the address after `pc` in front; `None` if they are unknown.
///
/// The calls that the instrumentation reports do not show where in the last function the program was when it called an uninstrumented one, such as
/// `abort`.
fn unwound_from(pc: usize) -> Option<Vec<u64>> {
    let mut frames = Vec::new();
    unwind::calls(|address| {
        if !frames.is_empty() {
            frames.push(address as u64);
        } else if address == pc {
            // The frames before this one are those of the handler.
            frames.push(address as u64 + 1);
        }
        frames.len() < MOST_FRAMES
    });
    (frames.len() > 1).then_some(frames)
}

const MOST_FRAMES: usize = 100;
