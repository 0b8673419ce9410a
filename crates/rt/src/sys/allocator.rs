//! The memory of the runtime itself, apart from the program's.
//!
//! The program's `malloc` is watched by the runtime, has locks that a parked thread may hold, and its state would differ with and
//! without us. So the runtime takes pages from the kernel: small blocks of a power of two from free lists, large ones as mappings of
//! their own.
//!
//! There is no lock: the runtime's code runs on one thread at a time (see [`cell`](super::cell)).
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout};
use std::cell::UnsafeCell;

use super::memory::{PAGE, map, remap, unmap};

/// Blocks up to this size come from free lists.
const LARGEST_SMALL: usize = 1 << 15;
const CLASSES: usize = LARGEST_SMALL.trailing_zeros() as usize + 1;
/// What is taken from the kernel at once for small blocks.
const CHUNK: usize = 1 << 18;

struct Lists {
    /// Heads of the free lists by the binary logarithm of the size; a free block holds the pointer to the next.
    free: [*mut u8; CLASSES],
    /// What is left of the last chunk.
    chunk: *mut u8,
    left: usize,
}

/// The global allocator of the runtime.
pub(crate) struct Pages(UnsafeCell<Lists>);

// SAFETY: the runtime's code runs on one thread at a time, handed over with release and acquire.
unsafe impl Sync for Pages {}

impl Pages {
    pub(crate) const fn new() -> Pages {
        Pages(UnsafeCell::new(Lists { free: [std::ptr::null_mut(); CLASSES], chunk: std::ptr::null_mut(), left: 0 }))
    }
}

/// The free list for a layout, unless it is large.
fn class(layout: Layout) -> Option<usize> {
    let size = layout.size().max(layout.align()).max(16).next_power_of_two();
    (size <= LARGEST_SMALL).then(|| size.trailing_zeros() as usize)
}

fn pages(size: usize) -> usize {
    size.next_multiple_of(PAGE)
}

impl Lists {
    fn take(&mut self, class: usize) -> *mut u8 {
        let head = self.free[class];
        if !head.is_null() {
            // SAFETY: a block in a list is free memory of at least 16 bytes whose first word is the next block.
            self.free[class] = unsafe { head.cast::<*mut u8>().read() };
            return head;
        }
        let size = 1 << class;
        if self.left < size {
            let chunk = map(CHUNK);
            if chunk.is_null() {
                return chunk;
            }
            // What was left of the old chunk, at most half of a large block, is given up.
            (self.chunk, self.left) = (chunk, CHUNK);
        }
        // Blocks are cut from the end, so that each lies at a multiple of its size: chunks are page-aligned and small
        // blocks of mixed sizes would otherwise lose their alignment.
        let end = (self.chunk.addr() + self.left) & !(size - 1);
        if end - size < self.chunk.addr() {
            self.left = 0;
            return self.take(class);
        }
        self.left = end - size - self.chunk.addr();
        self.chunk.wrapping_add(self.left)
    }
}

// SAFETY: blocks are disjoint, at least as large and as aligned as asked for (mappings are page-aligned, and no layout of the
// runtime asks for more), and stay until they are given back.
unsafe impl GlobalAlloc for Pages {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        match class(layout) {
            // SAFETY: only the thread that runs the runtime is in here, see the head of this module.
            Some(class) => unsafe { (*self.0.get()).take(class) },
            None => map(pages(layout.size())),
        }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        match class(layout) {
            // SAFETY: only the thread that runs the runtime is in here, and the block is free now: its first word may hold the next one.
            Some(class) => unsafe {
                let lists = &mut *self.0.get();
                block.cast::<*mut u8>().write(lists.free[class]);
                lists.free[class] = block;
            },
            // SAFETY: a block of this layout is a mapping of this size.
            None => unsafe { unmap(block, pages(layout.size())) },
        }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        let block = unsafe { self.alloc(layout) };
        if class(layout).is_some() && !block.is_null() {
            // SAFETY: the block has that size. New mappings are zero already.
            unsafe { block.write_bytes(0, layout.size()) };
        }
        block
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller promises that the new size fits in a layout.
        let wanted = unsafe { Layout::from_size_align_unchecked(size, layout.align()) };
        match (class(layout), class(wanted)) {
            (Some(old), Some(new)) if old == new => block,
            // SAFETY: both are mappings.
            (None, None) => unsafe { remap(block, pages(layout.size()), pages(size)) },
            _ => {
                // SAFETY: a new block, to which what fits of the old one is copied.
                unsafe {
                    let moved = self.alloc(wanted);
                    if !moved.is_null() {
                        moved.copy_from_nonoverlapping(block, layout.size().min(size));
                        self.dealloc(block, layout);
                    }
                    moved
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_disjoint_aligned_and_used_again() {
        let pages = Pages::new();
        let sizes = [1, 16, 17, 100, 4096, 5000, 32768, 32769, 1 << 20];
        let mut blocks: Vec<(*mut u8, Layout)> = Vec::new();
        for round in 0..200 {
            let layout = Layout::from_size_align(sizes[round % sizes.len()], 16).unwrap();
            // SAFETY: the layout is not empty.
            let block = unsafe { pages.alloc(layout) };
            assert!(!block.is_null() && block.addr().is_multiple_of(16));
            // SAFETY: the block has that size.
            unsafe { block.write_bytes(round as u8, layout.size()) };
            blocks.push((block, layout));
        }
        for (round, (block, layout)) in blocks.iter().enumerate() {
            // SAFETY: the block was filled.
            let bytes = unsafe { std::slice::from_raw_parts(*block, layout.size()) };
            assert!(bytes.iter().all(|byte| *byte == round as u8));
        }
        let (block, layout) = blocks[3];
        // SAFETY: each block goes back once, and nothing uses it afterwards.
        unsafe { pages.dealloc(block, layout) };
        // SAFETY: as above.
        assert_eq!(unsafe { pages.alloc(layout) }, block);
    }

    #[test]
    fn a_block_keeps_what_is_in_it_when_it_grows() {
        let pages = Pages::new();
        let mut layout = Layout::from_size_align(8, 8).unwrap();
        // SAFETY: the layout is not empty.
        let mut block = unsafe { pages.alloc(layout) };
        // SAFETY: the block has eight bytes.
        unsafe { block.cast::<u64>().write(0x1234_5678) };
        for size in [20, 33_000, 400_000, 50] {
            // SAFETY: the block has this layout.
            block = unsafe { pages.realloc(block, layout, size) };
            layout = Layout::from_size_align(size, 8).unwrap();
            // SAFETY: it has at least eight bytes.
            assert_eq!(unsafe { block.cast::<u64>().read() }, 0x1234_5678);
        }
    }
}
