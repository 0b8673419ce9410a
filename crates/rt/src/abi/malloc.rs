//! The program's memory: allocating it counts as a write to all of it, and so does giving it back; what it held before has no history.
//!
//! Without the last the next owner of a block would seem to race with the one before. With the first the use of a block by a thread that was not informed of it by a release is a race, as there may be no
//! other write that it could race with. What happens to blocks that are given back is in [`blocks`](crate::blocks).
#![allow(unsafe_code)]

use c11::AccessSite;
use libc::{c_int, size_t};

use super::entry;
use crate::blocks::{self, Fate};
use crate::stacks::{Frame, StackId};
use crate::sys::cell::{Entered, enter};
use crate::sys::heap::{self, Block};
use crate::sys::memory::{PAGE, peek};

/// Of larger blocks that are allocated as zeros it is the allocation that counts as a write, not the zeros.
const MOST_ZEROS: usize = 1 << 16;
/// Larger blocks are made larger or smaller by the allocator, which may do so where they are.
const MOST_MOVED: usize = 1 << 20;

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

/// What a new block holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Contents {
    Nothing,
    Zeros,
}

/// A block of at least so many bytes is new.
pub(super) fn is_new(block: Block, asked: usize, pc: usize) -> Block {
    is_new_with(block, asked, Contents::Nothing, pc)
}

fn is_new_with(block: Block, asked: usize, contents: Contents, pc: usize) -> Block {
    let Some(mut entered) = enter().filter(|_| !block.is_null()) else { return block };
    let runtime = entered.runtime();
    if runtime.looks_closely {
        runtime.record_block(block.addr(), asked, pc);
    }
    let (start, size) = (block.addr(), heap::usable_size(block).unwrap_or(asked));
    let place = runtime.place(Frame::marked(pc, Frame::ALLOCATE));
    runtime.add_block(start, asked, size, place);
    runtime.objects.forget(start, size);
    runtime.forget_recent(start, size);
    let me = runtime.me();
    let is_ignored = runtime.thread().ignored.writes > 0;
    // Of how the standard library of Rust hands memory over not all is seen.
    let is_handed_over = runtime.settings.unwatched || is_ignored;
    let zeros = if contents == Contents::Zeros && !is_ignored { asked } else { 0 };
    let zero_place = runtime.place(Frame::access(pc, zeros));
    let looks_closely = runtime.looks_closely;
    let Some(live) = &mut runtime.live else { return block };
    let (at, site) = (start as u64, AccessSite(place.0));
    match zeros {
        1..=MOST_ZEROS => {
            live.execution.forget(at, size as u64);
            live.execution.plain_write(me, at, zeros as u64, AccessSite(zero_place.0));
        }
        _ if is_handed_over => live.execution.forget(at, size as u64),
        _ => live.execution.allocate(me, at, size as u64, site),
    }
    if looks_closely && zeros > 0 {
        runtime.record_plain(wire::AccessKind::Write, start, zeros, zero_place);
    }
    block
}

/// The bytes are new, or gone.
pub(super) fn forget(start: usize, size: usize) {
    if let Some(mut entered) = enter() {
        let runtime = entered.runtime();
        runtime.objects.forget(start, size);
        runtime.forget_recent(start, size);
        if let Some(live) = &mut runtime.live {
            live.execution.forget(start as u64, size as u64);
        }
    }
}

/// A block is given back. Gives what is to become of it, if the allocator does not have to get it at once.
pub(super) fn is_freed(block: Block, pc: usize) -> Fate {
    let Some(mut entered) = enter() else { return Fate::Passed };
    let runtime = entered.runtime();
    let start = block.addr();
    let place = runtime.place(Frame::marked(pc, Frame::FREE));
    let is_live = runtime.live.is_some();
    let Some(known) = runtime.blocks.take(start) else {
        if is_live && runtime.refuse_to_free(start, place) {
            return Fate::Refused;
        }
        let size = heap::usable_size(block).unwrap_or(0);
        has_ended(&mut entered, start, size, place);
        return Fate::Passed;
    };
    has_ended(&mut entered, start, known.size, place);
    if is_live { entered.runtime().keep_block(start, known, place) } else { Fate::Passed }
}

/// The memory of a block ends, at this place.
fn has_ended(entered: &mut Entered, start: usize, size: usize, place: StackId) {
    let runtime = entered.runtime();
    runtime.objects.forget(start, size);
    runtime.forget_recent(start, size);
    if runtime.live.is_none() {
        return;
    }
    if runtime.looks_closely {
        runtime.record_plain(wire::AccessKind::Free, start, size, place);
    }
    let me = runtime.me();
    let is_unwatched = runtime.settings.unwatched;
    let is_ignored = runtime.thread().ignored.writes > 0;
    if let Some(live) = &mut runtime.live {
        if is_unwatched {
            live.execution.acquire_unseen(me, start as u64, size as u64, |at, size| peek(at as usize, size));
        }
        match is_ignored {
            true => live.execution.forget(start as u64, size as u64),
            false => live.execution.end_memory(me, start as u64, size as u64, AccessSite(place.0)),
        }
    }
    runtime.report_races();
}

// SAFETY (for the blocks below): the real functions get what the program gave, with its promises.

/// A block that the program has given back, if it is to get that for so many bytes.
fn reused(size: usize) -> Option<Block> {
    let mut entered = enter()?;
    entered.runtime().reuse(size).map(std::ptr::with_exposed_provenance_mut)
}

pub(super) extern "C-unwind" fn allocate(size: size_t, pc: usize) -> Block {
    let block = reused(size).unwrap_or_else(|| unsafe { heap::malloc(size) });
    is_new(block, size, pc)
}

extern "C-unwind" fn allocate_zeroed(count: size_t, size: size_t, pc: usize) -> Block {
    let whole = count.saturating_mul(size);
    let block = match reused(whole) {
        Some(block) => {
            unsafe { libc::memset(block, 0, whole) };
            block
        }
        None => unsafe { heap::calloc(count, size) },
    };
    is_new_with(block, whole, Contents::Zeros, pc)
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
    if block.is_null() {
        return;
    }
    match is_freed(block, pc) {
        Fate::Passed => unsafe { heap::free(block) },
        Fate::Kept(given) => give_to_allocator(&given),
        Fate::Refused => {}
    }
}

/// Blocks that were kept are kept no more.
pub(super) fn give_to_allocator(blocks: &[usize]) {
    for &start in blocks {
        unsafe { heap::free(std::ptr::with_exposed_provenance_mut(start)) };
    }
}

extern "C-unwind" fn resize(block: Block, size: size_t, pc: usize) -> Block {
    if block.is_null() {
        return allocate(size, pc);
    }
    if let Some(known) = known_in_execution(block).filter(|known| size > 0 && known.size.max(size) <= MOST_MOVED) {
        // It always moves, so that a use of its old place is seen.
        let moved = allocate(size, pc);
        if !moved.is_null() {
            unsafe { moved.cast::<u8>().copy_from_nonoverlapping(block.cast(), known.size.min(size)) };
            release(block, pc);
        }
        return moved;
    }
    // What moves is read and given back, and has no history in its new place. If it does not move, that is what other threads must
    // take it for all the same: it might have.
    match is_freed(block, pc) {
        Fate::Refused => return std::ptr::null_mut(),
        Fate::Kept(given) => {
            give_to_allocator(&given);
            // The allocator takes it out of what is kept.
            if let Some(mut entered) = enter() {
                entered.runtime().blocks.pass_on(block.addr());
            }
        }
        Fate::Passed => {}
    }
    let moved = unsafe { heap::realloc(block, size) };
    is_new(moved, size, pc)
}

/// The block that begins here, if the program has it, and there are executions.
fn known_in_execution(block: Block) -> Option<blocks::Block> {
    let mut entered = enter()?;
    let runtime = entered.runtime();
    runtime.live.as_ref()?;
    runtime.blocks.get(block.addr())
}

extern "C-unwind" fn resize_array(block: Block, count: size_t, size: size_t, pc: usize) -> Block {
    let Some(size) = count.checked_mul(size) else {
        heap::out_of_memory();
        return std::ptr::null_mut();
    };
    resize(block, size, pc)
}
