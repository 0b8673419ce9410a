//! Mapping memory: what is new has no history.
#![allow(unsafe_code)]

use libc::{c_int, c_void, size_t};

use super::malloc::forget;
use crate::sys::cell::enter;
use crate::sys::heap::Block;
use crate::sys::inherited::named_file;
use crate::sys::next::real;

/// A file that has a name is mapped in an execution, to be written: the next execution finds what this one has written.
fn note_shared(protection: c_int, flags: c_int, descriptor: c_int) {
    let is_shared = matches!(flags & libc::MAP_TYPE, libc::MAP_SHARED | libc::MAP_SHARED_VALIDATE);
    if !is_shared || flags & libc::MAP_ANONYMOUS != 0 || protection & libc::PROT_WRITE == 0 {
        return;
    }
    if let Some(mut entered) = enter() {
        let runtime = entered.runtime();
        if runtime.live.is_some()
            && let Some(path) = named_file(descriptor, &runtime.settings.scratch)
        {
            runtime.reporter.note(&format!(
                "executions map `{path}` shared for writing: what one writes the next one finds; `--scratch DIR` gives each its own copy of a directory"
            ));
        }
    }
}

// SAFETY (for this file): the names and signatures are those of the C library; the real functions get what the program gave.

#[cfg_attr(not(test), unsafe(no_mangle))]
extern "C-unwind" fn mmap(
    start: Block,
    size: size_t,
    protection: c_int,
    flags: c_int,
    descriptor: c_int,
    offset: i64,
) -> Block {
    note_shared(protection, flags, descriptor);
    let block = unsafe {
        real!(fn mmap(Block, size_t, c_int, c_int, c_int, i64) -> Block)(
            start, size, protection, flags, descriptor, offset,
        )
    };
    if block != libc::MAP_FAILED {
        forget(block.addr(), size);
    }
    block
}

#[cfg_attr(not(test), unsafe(no_mangle))]
extern "C-unwind" fn mmap64(
    start: Block,
    size: size_t,
    protection: c_int,
    flags: c_int,
    descriptor: c_int,
    offset: i64,
) -> Block {
    mmap(start, size, protection, flags, descriptor, offset)
}

#[cfg_attr(not(test), unsafe(no_mangle))]
extern "C-unwind" fn munmap(start: *mut c_void, size: size_t) -> c_int {
    forget(start.addr(), size);
    unsafe { real!(fn munmap(Block, size_t) -> c_int)(start, size) }
}
