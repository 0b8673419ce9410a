//! The program's memory: what is new has no history, and giving memory back counts as writing to all of it.
//!
//! Without the first the next owner of a block would seem to race with the last one; with the second a use after the end is a race.
#![allow(unsafe_code)]

use c11::Place;
use libc::{c_int, c_void, size_t};

use super::entry;
use crate::stacks::Frame;
use crate::sys::cell::enter;
use crate::sys::next::real;

type Block = *mut c_void;

/// Of larger blocks only the beginning counts as written when they are given back: a race with the rest is not seen.
const MOST_FREED: usize = 1 << 16;

unsafe extern "C" {
    fn __libc_malloc(size: size_t) -> Block;
    fn __libc_calloc(count: size_t, size: size_t) -> Block;
    fn __libc_realloc(block: Block, size: size_t) -> Block;
    fn __libc_memalign(alignment: size_t, size: size_t) -> Block;
    fn __libc_free(block: Block);
}

entry! { rsi:
    malloc(size_t) -> Block => allocate;
    free(Block) => release;
    cfree(Block) => release;
    valloc(size_t) -> Block => allocate_pages;
}

entry! { rdx:
    calloc(size_t, size_t) -> Block => allocate_zeroed;
    realloc(Block, size_t) -> Block => resize;
    memalign(size_t, size_t) -> Block => allocate_aligned;
    aligned_alloc(size_t, size_t) -> Block => allocate_aligned;
    munmap(Block, size_t) -> c_int => unmap;
}

entry! { rcx:
    posix_memalign(*mut Block, size_t, size_t) -> c_int => allocate_posix;
    reallocarray(Block, size_t, size_t) -> Block => resize_array;
}

fn size_of_block(block: Block) -> usize {
    // SAFETY: blocks here come from the C library's functions or are null.
    unsafe { libc::malloc_usable_size(block) }
}

/// A block is new.
fn is_new(block: Block) -> Block {
    if !block.is_null() {
        forget(block.addr(), size_of_block(block));
    }
    block
}

fn forget(start: usize, size: usize) {
    if let Some(mut entered) = enter() {
        let runtime = entered.runtime();
        runtime.objects.forget(start, size);
        if let Some(live) = &mut runtime.live {
            live.execution.forget(start as u64, size as u64);
        }
    }
}

/// A block is given back.
fn is_freed(block: Block, pc: usize) {
    let Some(mut entered) = enter() else { return };
    let (start, size) = (block.addr(), size_of_block(block));
    let runtime = entered.runtime();
    runtime.objects.forget(start, size);
    if runtime.live.is_none() {
        return;
    }
    let freed = size.min(MOST_FREED);
    let mut frame = Frame::access(pc, freed);
    frame.size |= Frame::FREE;
    let place = Place(runtime.place(frame).0);
    let me = runtime.me();
    if let Some(live) = &mut runtime.live {
        live.execution.plain_write(me, start as u64, freed as u64, place);
    }
    // The write stays on record until somebody gets the memory: whoever still uses it races with that.
    runtime.tell_races();
}

// SAFETY (for the blocks below): the real functions get what the program gave, with its promises.

extern "C-unwind" fn allocate(size: size_t, _pc: usize) -> Block {
    is_new(unsafe { __libc_malloc(size) })
}

extern "C-unwind" fn allocate_zeroed(count: size_t, size: size_t, _pc: usize) -> Block {
    is_new(unsafe { __libc_calloc(count, size) })
}

extern "C-unwind" fn allocate_aligned(alignment: size_t, size: size_t, _pc: usize) -> Block {
    is_new(unsafe { __libc_memalign(alignment, size) })
}

extern "C-unwind" fn allocate_pages(size: size_t, pc: usize) -> Block {
    allocate_aligned(crate::sys::memory::PAGE, size, pc)
}

extern "C-unwind" fn allocate_posix(result: *mut Block, alignment: size_t, size: size_t, pc: usize) -> c_int {
    if !alignment.is_power_of_two() || !alignment.is_multiple_of(size_of::<Block>()) {
        return libc::EINVAL;
    }
    let block = allocate_aligned(alignment, size, pc);
    if block.is_null() {
        return libc::ENOMEM;
    }
    unsafe { result.write(block) };
    0
}

extern "C-unwind" fn release(block: Block, pc: usize) {
    if !block.is_null() {
        is_freed(block, pc);
        unsafe { __libc_free(block) };
    }
}

extern "C-unwind" fn resize(block: Block, size: size_t, pc: usize) -> Block {
    if block.is_null() {
        return allocate(size, pc);
    }
    // What moves is read and given back, and has no history in its new place. If it does not move, that is what other threads must
    // take it for all the same: it might have.
    is_freed(block, pc);
    let moved = unsafe { __libc_realloc(block, size) };
    is_new(moved)
}

extern "C-unwind" fn resize_array(block: Block, count: size_t, size: size_t, pc: usize) -> Block {
    let Some(size) = count.checked_mul(size) else {
        unsafe { *libc::__errno_location() = libc::ENOMEM };
        return std::ptr::null_mut();
    };
    resize(block, size, pc)
}

extern "C-unwind" fn unmap(start: Block, size: size_t, _pc: usize) -> c_int {
    forget(start.addr(), size);
    unsafe { real!(fn munmap(Block, size_t) -> c_int)(start, size) }
}
