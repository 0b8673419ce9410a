//! The program's memory: what is new has no history, giving memory back counts as writing to all of it, and so does allocating it as zeros.
//!
//! Without the first the next owner of a block would seem to race with the last one; with the second a use after the end is a race; and with the third so is the use of a block by a thread that was not
//! informed of it by a release: there may be no other write that it could race with.
#![allow(unsafe_code)]

use c11::AccessSite;
use libc::{c_int, size_t};

use super::entry;
use crate::stacks::Frame;
use crate::sys::cell::{Entered, enter};
use crate::sys::heap::{self, Block};
use crate::sys::memory::{PAGE, peek};

/// Of larger blocks only the beginning counts as written when they are given back, or allocated as zeros: a race with the rest is not seen.
const MOST_WRITTEN: usize = 1 << 16;

entry! { rsi:
    malloc(size_t) -> Block => allocate;
    free(Block) => release;
    cfree(Block) => release;
    valloc(size_t) -> Block => allocate_pages;
    pvalloc(size_t) -> Block => allocate_whole_pages;
    __wrap_malloc(size_t) -> Block => allocate;
    __wrap_free(Block) => release;
}

entry! { rdx:
    calloc(size_t, size_t) -> Block => allocate_zeroed;
    realloc(Block, size_t) -> Block => resize;
    memalign(size_t, size_t) -> Block => allocate_aligned;
    aligned_alloc(size_t, size_t) -> Block => allocate_aligned;
    __wrap_calloc(size_t, size_t) -> Block => allocate_zeroed;
    __wrap_realloc(Block, size_t) -> Block => resize;
    __wrap_memalign(size_t, size_t) -> Block => allocate_aligned;
    __wrap_aligned_alloc(size_t, size_t) -> Block => allocate_aligned;
}

entry! { rcx:
    posix_memalign(*mut Block, size_t, size_t) -> c_int => allocate_posix;
    reallocarray(Block, size_t, size_t) -> Block => resize_array;
    __wrap_posix_memalign(*mut Block, size_t, size_t) -> c_int => allocate_posix;
}

/// How large a block is that is given back. An allocator that cannot say is asked for no more than this runtime has seen it give.
fn size_of_block(entered: &mut Entered, block: Block) -> usize {
    heap::usable_size(block).unwrap_or_else(|| entered.runtime().block_sizes.get(&block.addr()).copied().unwrap_or(0))
}

/// A block of at least so many bytes is new.
pub(super) fn is_new(block: Block, size: usize, pc: usize) -> Block {
    if !block.is_null()
        && let Some(mut entered) = enter()
    {
        if entered.runtime().looks_closely {
            entered.runtime().record_block(block.addr(), size, pc);
        }
        let size = heap::usable_size(block).unwrap_or_else(|| {
            entered.runtime().block_sizes.insert(block.addr(), size);
            size
        });
        forget_in(&mut entered, block.addr(), size);
    }
    block
}

/// The bytes are new, or gone.
pub(super) fn forget(start: usize, size: usize) {
    if let Some(mut entered) = enter() {
        forget_in(&mut entered, start, size);
    }
}

fn forget_in(entered: &mut Entered, start: usize, size: usize) {
    let runtime = entered.runtime();
    runtime.objects.forget(start, size);
    runtime.forget_recent(start, size);
    if let Some(live) = &mut runtime.live {
        live.execution.forget(start as u64, size as u64);
    }
}

/// A block is given back.
pub(super) fn is_freed(block: Block, pc: usize) {
    let Some(mut entered) = enter() else { return };
    let (start, size) = (block.addr(), size_of_block(&mut entered, block));
    let runtime = entered.runtime();
    runtime.objects.forget(start, size);
    runtime.forget_recent(start, size);
    if runtime.live.is_none() {
        return;
    }
    let freed = size.min(MOST_WRITTEN);
    let mut frame = Frame::access(pc, freed);
    frame.size |= Frame::FREE;
    let stack = runtime.place(frame);
    if runtime.looks_closely {
        runtime.record_plain(wire::AccessKind::Free, start, freed, stack);
    }
    let place = AccessSite(stack.0);
    let me = runtime.me();
    let is_unwatched = runtime.settings.unwatched;
    if let Some(live) = &mut runtime.live {
        if is_unwatched {
            live.execution.acquire_unseen(me, start as u64, size as u64, |at, size| peek(at as usize, size));
        }
        live.execution.plain_write(me, start as u64, freed as u64, place);
    }
    // The write stays on record until the memory is handed out again: a thread that still uses it races with that.
    runtime.report_races();
}

/// Zeros are written to the beginning of a block that is new.
fn is_zeroed(block: Block, size: usize, pc: usize) {
    let Some(mut entered) = enter() else { return };
    let runtime = entered.runtime();
    if runtime.live.is_none() {
        return;
    }
    let stack = runtime.place(Frame::access(pc, size));
    if runtime.looks_closely {
        runtime.record_plain(wire::AccessKind::Write, block.addr(), size, stack);
    }
    let me = runtime.me();
    if let Some(live) = &mut runtime.live {
        live.execution.plain_write(me, block.addr() as u64, size as u64, AccessSite(stack.0));
    }
}

// SAFETY (for the blocks below): the real functions get what the program gave, with its promises.

pub(super) extern "C-unwind" fn allocate(size: size_t, pc: usize) -> Block {
    is_new(unsafe { heap::malloc(size) }, size, pc)
}

extern "C-unwind" fn allocate_zeroed(count: size_t, size: size_t, pc: usize) -> Block {
    let whole = count.saturating_mul(size);
    let block = is_new(unsafe { heap::calloc(count, size) }, whole, pc);
    if !block.is_null() && whole > 0 {
        is_zeroed(block, whole.min(MOST_WRITTEN), pc);
    }
    block
}

pub(super) extern "C-unwind" fn allocate_aligned(alignment: size_t, size: size_t, pc: usize) -> Block {
    is_new(unsafe { heap::memalign(alignment, size) }, size, pc)
}

extern "C-unwind" fn allocate_pages(size: size_t, pc: usize) -> Block {
    allocate_aligned(PAGE, size, pc)
}

extern "C-unwind" fn allocate_whole_pages(size: size_t, pc: usize) -> Block {
    allocate_aligned(PAGE, size.next_multiple_of(PAGE), pc)
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

pub(super) extern "C-unwind" fn release(block: Block, pc: usize) {
    if !block.is_null() {
        is_freed(block, pc);
        unsafe { heap::free(block) };
    }
}

extern "C-unwind" fn resize(block: Block, size: size_t, pc: usize) -> Block {
    if block.is_null() {
        return allocate(size, pc);
    }
    // What moves is read and given back, and has no history in its new place. If it does not move, that is what other threads must
    // take it for all the same: it might have.
    is_freed(block, pc);
    let moved = unsafe { heap::realloc(block, size) };
    is_new(moved, size, pc)
}

extern "C-unwind" fn resize_array(block: Block, count: size_t, size: size_t, pc: usize) -> Block {
    let Some(size) = count.checked_mul(size) else {
        heap::out_of_memory();
        return std::ptr::null_mut();
    };
    resize(block, size, pc)
}
