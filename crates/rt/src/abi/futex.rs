//! `syscall`, for those who use futexes themselves: C++20's `std::atomic::wait`, Rust's standard library.
#![allow(unsafe_code)]

use libc::{c_int, c_long, timespec};

use super::time::{Clock, nanoseconds};
use crate::sync::{self, Call};
use crate::sys::cell::{Entered, enter};
use crate::sys::syscall::raw;

type Word = *mut u32;

// `syscall` takes any number of arguments, at most six of which reach the kernel. The sixth comes on the stack, above the return
// address.
// SAFETY: the name is that of the C library's function, which is called with this convention.
#[cfg_attr(not(test), unsafe(no_mangle))]
#[unsafe(naked)]
extern "C-unwind" fn syscall(_: c_long, _: usize, _: usize, _: usize, _: usize, _: usize, _: usize) -> c_long {
    std::arch::naked_asm!(
        "sub rsp, 8",
        "push qword ptr [rsp + 8]",
        "push qword ptr [rsp + 24]",
        "call {target}",
        "add rsp, 24",
        "ret",
        target = sym system_call,
    )
}

extern "C-unwind" fn system_call(
    number: c_long,
    a: usize,
    b: usize,
    c: usize,
    d: usize,
    e: usize,
    f: usize,
    pc: usize,
) -> c_long {
    if number == libc::SYS_futex
        && let Some(mut entered) = enter()
        && let Some(result) = futex(&mut entered, [a, b, c, d, e, f], pc)
    {
        return finish(result);
    }
    // SAFETY: the program's promise.
    let result = unsafe { raw(number, [a, b, c, d, e, f]) };
    if result >= 0
        && super::membarrier::is_barrier(number, a)
        && let Some(mut entered) = super::atomics::enter_live()
    {
        super::membarrier::pass(&mut entered, pc);
    }
    finish(result)
}

/// The C library's way to report errors.
fn finish(result: isize) -> c_long {
    if (-4095..0).contains(&result) {
        // SAFETY: the place is that of this thread.
        unsafe { *libc::__errno_location() = -result as c_int };
        return -1;
    }
    result as c_long
}

/// A futex operation that is modelled.
fn futex(entered: &mut Entered, arguments: [usize; 6], pc: usize) -> Option<isize> {
    let [word, operation, value, time, _, _] = arguments;
    entered.runtime().note_incomplete(
        "threads sleep on words of memory (futex), and are seen to look at these with their steps before",
    );
    let is_absolute_realtime = operation as c_int & libc::FUTEX_CLOCK_REALTIME != 0;
    let call = Call::new(word, pc);
    match operation as c_int & libc::FUTEX_CMD_MASK {
        command @ (libc::FUTEX_WAIT | libc::FUTEX_WAIT_BITSET) => {
            let time: *const timespec = std::ptr::with_exposed_provenance(time);
            // SAFETY: the program's promise. Plain waits are given how long, the others until when.
            let deadline = unsafe {
                match time.as_ref() {
                    None => None,
                    Some(time) if command == libc::FUTEX_WAIT => Some(entered.runtime().time + nanoseconds(time)),
                    Some(_) if is_absolute_realtime => Clock(libc::CLOCK_REALTIME).deadline(time),
                    Some(_) => Clock(libc::CLOCK_MONOTONIC).deadline(time),
                }
            };
            let word: Word = std::ptr::with_exposed_provenance_mut(word);
            // SAFETY: the program's promise; no other thread of it runs.
            let found = unsafe { word.read_volatile() };
            entered.runtime().attribute_unseen();
            if found != value as u32 {
                sync::acquire_word(entered.runtime(), word.addr());
                return Some(-(libc::EAGAIN as isize));
            }
            let waited = sync::wait_on_word(entered, call, deadline);
            Some(if waited.is_ok() { 0 } else { -(libc::ETIMEDOUT as isize) })
        }
        libc::FUTEX_WAKE | libc::FUTEX_WAKE_BITSET => {
            Some(sync::wake_on_word(entered, call, value.min(i32::MAX as usize)) as isize)
        }
        // Waking all who wait is always allowed: they look again.
        libc::FUTEX_REQUEUE | libc::FUTEX_CMP_REQUEUE => Some(sync::wake_on_word(entered, call, usize::MAX) as isize),
        _ => {
            entered.runtime().reporter.unmodelled("futex operations other than wait, wake and requeue");
            None
        }
    }
}
