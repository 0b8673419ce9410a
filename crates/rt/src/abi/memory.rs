//! `memcpy` and its like.
//!
//! clang calls `__tsan_memcpy` since version 15; the others call `memcpy`, which `lakmus cc` lets the linker turn into `__wrap_memcpy` in
//! the program's own code (`--wrap`).
#![allow(unsafe_code)]

use libc::c_void;

use super::entry;
use super::plain::{access, announced};

extern "C-unwind" fn copy(to: *mut c_void, from: *const c_void, size: usize, pc: usize) -> *mut c_void {
    if size > 0 {
        access(from.addr(), size, false, pc);
        announced(to.addr(), size, pc);
    }
    // SAFETY: the program promises the same for `memmove`; for `memcpy` it promises more.
    unsafe { libc::memmove(to, from, size) }
}

extern "C-unwind" fn fill(to: *mut c_void, byte: libc::c_int, size: usize, pc: usize) -> *mut c_void {
    if size > 0 {
        announced(to.addr(), size, pc);
    }
    // SAFETY: as the program promises.
    unsafe { libc::memset(to, byte, size) }
}

entry! { rcx:
    __tsan_memcpy(*mut c_void, *const c_void, usize) -> *mut c_void => copy;
    __tsan_memmove(*mut c_void, *const c_void, usize) -> *mut c_void => copy;
    __tsan_memset(*mut c_void, libc::c_int, usize) -> *mut c_void => fill;
    __wrap_memcpy(*mut c_void, *const c_void, usize) -> *mut c_void => copy;
    __wrap_memmove(*mut c_void, *const c_void, usize) -> *mut c_void => copy;
    __wrap_memset(*mut c_void, libc::c_int, usize) -> *mut c_void => fill;
}
