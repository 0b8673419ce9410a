//! The program's allocator: the C library's, or another one that the program is linked with.
//!
//! Ours stand before all libraries, so the functions behind them are the program's allocator, unless the executable file itself defines one: that stands
//! before ours, and is what is called from the program's code when the linker has turned its calls into `__wrap_malloc` and the like.
//!
//! Looking for a function may allocate. What is allocated then comes from a small piece of memory of our own, and stays.
#![allow(unsafe_code)]

use std::cell::UnsafeCell;
use std::ffi::CStr;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicUsize, Ordering};

use libc::{c_int, c_void, size_t};

use super::next::code_base;

/// A block of memory, or null.
pub(crate) type Block = *mut c_void;

/// A function of the allocator, looked up once.
struct Function {
    name: &'static CStr,
    found: AtomicPtr<c_void>,
}

static IS_LOOKING: AtomicBool = AtomicBool::new(false);

impl Function {
    const fn new(name: &'static CStr) -> Function {
        Function { name, found: AtomicPtr::new(std::ptr::null_mut()) }
    }

    /// Its address; null while one is being looked for, and if there is none.
    #[inline]
    fn address(&self) -> *mut c_void {
        let found = self.found.load(Ordering::Relaxed);
        if found.is_null() { self.look() } else { found }
    }

    #[cold]
    fn look(&self) -> *mut c_void {
        // The loader allocates while it looks, and comes back here.
        if IS_LOOKING.swap(true, Ordering::Relaxed) {
            return std::ptr::null_mut();
        }
        // SAFETY: the name is a C string.
        let mut found = unsafe { libc::dlsym(libc::RTLD_DEFAULT, self.name.as_ptr()) };
        if code_base(found) == code_base((code_base as fn(*mut c_void) -> usize as *mut c_void).cast()) {
            // SAFETY: as above.
            found = unsafe { libc::dlsym(libc::RTLD_NEXT, self.name.as_ptr()) };
        }
        IS_LOOKING.store(false, Ordering::Relaxed);
        self.found.store(found, Ordering::Relaxed);
        found
    }
}

/// Calls a function of the allocator if it is known, or does the rest.
macro_rules! known {
    ($function:ident as fn($($type:ty),*) $(-> $result:ty)?, ($($argument:expr),*), $otherwise:expr) => {{
        let address = $function.address();
        if address.is_null() {
            $otherwise
        } else {
            let function: unsafe extern "C-unwind" fn($($type),*) $(-> $result)? = std::mem::transmute(address);
            function($($argument),*)
        }
    }};
}

static MALLOC: Function = Function::new(c"malloc");
static CALLOC: Function = Function::new(c"calloc");
static REALLOC: Function = Function::new(c"realloc");
static MEMALIGN: Function = Function::new(c"memalign");
static FREE: Function = Function::new(c"free");
static USABLE_SIZE: Function = Function::new(c"malloc_usable_size");

/// Memory for what is allocated while functions are looked for.
#[repr(C, align(16))]
struct Early(UnsafeCell<[u8; EARLY]>);

const EARLY: usize = 1 << 16;

// SAFETY: pieces of it are handed out once, by an atomic counter.
unsafe impl Sync for Early {}

static EARLY_MEMORY: Early = Early(UnsafeCell::new([0; EARLY]));
static EARLY_TAKEN: AtomicUsize = AtomicUsize::new(0);

/// A block of zeros that is never used again. Its size is in the 16 bytes before it.
fn early(alignment: usize, size: usize) -> Block {
    let room = (size + alignment).next_multiple_of(16) + 16;
    let taken = EARLY_TAKEN.fetch_add(room, Ordering::Relaxed);
    if taken + room > EARLY {
        return std::ptr::null_mut();
    }
    // SAFETY: the piece lies within the memory and is handed out to this caller alone.
    unsafe {
        let start = EARLY_MEMORY.0.get().cast::<u8>().add(taken + 16);
        let block = start.add(start.align_offset(alignment.max(16)));
        block.sub(16).cast::<usize>().write(size);
        block.cast()
    }
}

fn is_early(block: Block) -> bool {
    let start = EARLY_MEMORY.0.get().addr();
    (start..start + EARLY).contains(&block.addr())
}

/// # Safety
/// See `malloc(3)`, here and below.
pub(crate) unsafe fn malloc(size: size_t) -> Block {
    // SAFETY: the function has this signature.
    unsafe { known!(MALLOC as fn(size_t) -> Block, (size), early(16, size)) }
}

/// # Safety
/// See [`malloc`].
pub(crate) unsafe fn calloc(count: size_t, size: size_t) -> Block {
    // SAFETY: as above.
    unsafe { known!(CALLOC as fn(size_t, size_t) -> Block, (count, size), early(16, count.saturating_mul(size))) }
}

/// # Safety
/// See [`malloc`].
pub(crate) unsafe fn memalign(alignment: size_t, size: size_t) -> Block {
    // SAFETY: as above.
    unsafe { known!(MEMALIGN as fn(size_t, size_t) -> Block, (alignment, size), early(alignment, size)) }
}

/// # Safety
/// See [`malloc`].
pub(crate) unsafe fn realloc(block: Block, size: size_t) -> Block {
    // SAFETY: as above; the size of an early block stands before it.
    unsafe {
        if is_early(block) {
            let moved = malloc(size);
            if !moved.is_null() {
                let old = block.cast::<usize>().sub(2).read();
                moved.cast::<u8>().copy_from_nonoverlapping(block.cast(), old.min(size));
            }
            return moved;
        }
        known!(REALLOC as fn(Block, size_t) -> Block, (block, size), std::ptr::null_mut())
    }
}

/// # Safety
/// See [`malloc`].
pub(crate) unsafe fn free(block: Block) {
    if !is_early(block) {
        // SAFETY: as above.
        unsafe { known!(FREE as fn(Block), (block), ()) }
    }
}

/// How large a block is, if the allocator can say.
pub(crate) fn usable_size(block: Block) -> Option<usize> {
    if block.is_null() || is_early(block) {
        return Some(0);
    }
    /// Whether both functions are of one allocator: 0 for not known yet, 1 for yes, 2 for no.
    static IS_OURS: AtomicUsize = AtomicUsize::new(0);
    if IS_OURS.load(Ordering::Relaxed) == 0 {
        // An allocator of the program's may have no such function, and the C library's does not know its blocks.
        let is_one = code_base(USABLE_SIZE.address()) == code_base(MALLOC.address());
        IS_OURS.store(if is_one { 1 } else { 2 }, Ordering::Relaxed);
    }
    if IS_OURS.load(Ordering::Relaxed) == 2 {
        return None;
    }
    // SAFETY: a block of the allocator that the function belongs to.
    Some(unsafe { known!(USABLE_SIZE as fn(Block) -> size_t, (block), 0) })
}

/// Whether a function is the allocator's own: an `operator new` that does not call `malloc`.
pub(crate) fn is_of_allocator(function: *mut c_void) -> bool {
    let base = code_base(function);
    base != 0 && base == code_base(MALLOC.address())
}

/// Whether an address lies in the code or the data of a file that is loaded, other than the allocator's: no block of the heap is there.
pub(crate) fn is_static(address: usize) -> bool {
    let base = code_base(std::ptr::without_provenance_mut(address));
    let allocator = code_base(MALLOC.address());
    base != 0 && base != allocator && !is_early(std::ptr::without_provenance_mut(address))
}

/// An error as the C library reports it.
pub(crate) fn out_of_memory() -> c_int {
    // SAFETY: the place is that of this thread.
    unsafe { *libc::__errno_location() = libc::ENOMEM };
    libc::ENOMEM
}
