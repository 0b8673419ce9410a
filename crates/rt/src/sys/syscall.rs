//! System calls without the C library, for code that must not touch thread-local storage (`errno` is there).
#![allow(unsafe_code)]

use std::arch::asm;
use std::sync::atomic::AtomicU32;

/// Calls the kernel; an error is its negative number.
///
/// # Safety
/// As for the system call: pointers among the arguments must be good for what it does with them.
#[inline]
pub(crate) unsafe fn raw(number: libc::c_long, arguments: [usize; 6]) -> isize {
    let [a, b, c, d, e, f] = arguments;
    let result: isize;
    // SAFETY: the registers are those of the kernel's calling convention; it changes rcx and r11 beside rax. The caller
    // answers for the arguments.
    unsafe {
        asm!(
            "syscall",
            inlateout("rax") number as isize => result,
            in("rdi") a, in("rsi") b, in("rdx") c, in("r10") d, in("r8") e, in("r9") f,
            lateout("rcx") _, lateout("r11") _,
            options(nostack),
        );
    }
    result
}

const FUTEX_WAIT_SHARED: usize = 0;
const FUTEX_WAIT_PRIVATE: usize = 128;
const FUTEX_WAKE_PRIVATE: usize = 128 | 1;

/// Sleeps while the word has this value, or for no reason: the caller looks again.
pub(crate) fn futex_wait(word: &AtomicU32, value: u32) {
    // SAFETY: the address is that of a live atomic word; no timeout is given.
    unsafe { raw(libc::SYS_futex, [word.as_ptr().addr(), FUTEX_WAIT_PRIVATE, value as usize, 0, 0, 0]) };
}

/// As [`futex_wait`], for a wake by the kernel itself, which does not use the private kind.
pub(crate) fn futex_wait_for_kernel(word: &AtomicU32, value: u32) {
    // SAFETY: as for `futex_wait`.
    unsafe { raw(libc::SYS_futex, [word.as_ptr().addr(), FUTEX_WAIT_SHARED, value as usize, 0, 0, 0]) };
}

/// Wakes one that sleeps on the word.
pub(crate) fn futex_wake(word: &AtomicU32) {
    // SAFETY: waking only takes the address as a key.
    unsafe { raw(libc::SYS_futex, [word.as_ptr().addr(), FUTEX_WAKE_PRIVATE, 1, 0, 0, 0]) };
}

/// Writes to a file descriptor, as much as goes at once.
pub(crate) fn write(descriptor: i32, bytes: &[u8]) -> isize {
    // SAFETY: the kernel reads `bytes.len()` bytes from a slice of that length.
    unsafe { raw(libc::SYS_write, [descriptor as usize, bytes.as_ptr().addr(), bytes.len(), 0, 0, 0]) }
}

/// Ends the process now: no handlers, no flushing.
pub(crate) fn exit_now(status: i32) -> ! {
    loop {
        // SAFETY: takes no pointers and does not return.
        unsafe { raw(libc::SYS_exit_group, [status as usize, 0, 0, 0, 0, 0]) };
    }
}
