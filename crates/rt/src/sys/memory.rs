//! Pages from the kernel.
//!
//! They lie in a part of the address space of their own: where the kernel would put them, it puts the program's mappings, too, and these would have other addresses
//! whenever the runtime needs a little more memory or less. An execution that depends on addresses would not replay with another number of jobs.
#![allow(unsafe_code)]

use std::hash::Hasher;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::syscall::raw;

/// The part of the address space: far above programs that are linked at a fixed address, far below those that are not.
const OWN: std::ops::Range<usize> = 0x1000_0000_0000..0x5000_0000_0000;
/// Where the next pages go.
static NEXT: AtomicUsize = AtomicUsize::new(OWN.start);

/// An address for so many bytes; 0, for the kernel to choose, when there are none left.
fn own_address(size: usize) -> usize {
    let address = NEXT.fetch_add(size.next_multiple_of(PAGE), Ordering::Relaxed);
    if address.saturating_add(size) <= OWN.end { address } else { 0 }
}

/// The size of a page.
pub(crate) const PAGE: usize = 4096;

/// Private zeroed pages for at least `size` bytes, or null.
pub(crate) fn map(size: usize) -> *mut u8 {
    let protection = (libc::PROT_READ | libc::PROT_WRITE) as usize;
    let flags = (libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE) as usize;
    let wanted = own_address(size);
    // SAFETY: a new mapping at an address of the kernel's choice, which may follow a wish, changes no other mapping.
    let address = unsafe { raw(libc::SYS_mmap, [wanted, size, protection, flags, usize::MAX, 0]) };
    if (-4095..0).contains(&address) { std::ptr::null_mut() } else { address as *mut u8 }
}

/// Maps a file shared, or gives null.
pub(crate) fn map_shared(descriptor: i32, size: usize) -> *mut u8 {
    let protection = (libc::PROT_READ | libc::PROT_WRITE) as usize;
    let flags = libc::MAP_SHARED as usize;
    // SAFETY: as above.
    let address = unsafe { raw(libc::SYS_mmap, [0, size, protection, flags, descriptor as usize, 0]) };
    if (-4095..0).contains(&address) { std::ptr::null_mut() } else { address as *mut u8 }
}

/// A number that stands for so many bytes of the program's memory as they are now.
pub(crate) fn digest(address: usize, size: usize) -> u64 {
    let mut hasher = rustc_hash::FxHasher::default();
    let start: *const u8 = std::ptr::with_exposed_provenance(address);
    for index in 0..size {
        // SAFETY: the program reads these bytes, or has read them, and no other thread of it runs.
        hasher.write_u8(unsafe { start.add(index).read_volatile() });
    }
    hasher.finish()
}

/// Gives pages back.
///
/// # Safety
/// They came from [`map`] with this size, and no thread uses them any more.
pub(crate) unsafe fn unmap(address: *mut u8, size: usize) {
    // SAFETY: the caller's promise.
    unsafe { raw(libc::SYS_munmap, [address.addr(), size, 0, 0, 0, 0]) };
}

/// Gives back the memory of the whole pages from `start` to `end`: they read as zero.
///
/// # Safety
/// They are private pages that no thread reads before writing to them.
pub(crate) unsafe fn discard(start: usize, end: usize) {
    let end = end & !(PAGE - 1);
    // SAFETY: the caller's promise.
    unsafe { raw(libc::SYS_madvise, [start, end.saturating_sub(start), libc::MADV_DONTNEED as usize, 0, 0, 0]) };
}

/// Makes a mapping larger or smaller, elsewhere if needed; null if there is no memory.
///
/// # Safety
/// It came from [`map`] with the size `old`; on success it is at the new place only.
pub(crate) unsafe fn remap(address: *mut u8, old: usize, new: usize) -> *mut u8 {
    let place = reserve(new);
    let flags = if place == 0 { libc::MREMAP_MAYMOVE } else { libc::MREMAP_MAYMOVE | libc::MREMAP_FIXED };
    // SAFETY: the caller's promise; at the new place there is nothing but what has just been reserved.
    let moved = unsafe { raw(libc::SYS_mremap, [address.addr(), old, new, flags as usize, place, 0]) };
    if (-4095..0).contains(&moved) { std::ptr::null_mut() } else { moved as *mut u8 }
}

/// An address for a mapping of so many bytes that is to be moved there: nothing else is or will be there. 0 for the kernel to choose.
fn reserve(size: usize) -> usize {
    let place = own_address(size);
    let flags = (libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | libc::MAP_FIXED_NOREPLACE) as usize;
    if place == 0 {
        return 0;
    }
    // SAFETY: a new mapping where there is none changes no other mapping.
    let got = unsafe { raw(libc::SYS_mmap, [place, size, libc::PROT_NONE as usize, flags, usize::MAX, 0]) };
    if got == place as isize { place } else { 0 }
}

/// A word of the program's memory.
pub(crate) fn word(address: usize) -> usize {
    let at: *const usize = std::ptr::with_exposed_provenance(address);
    // SAFETY: callers ask for aligned words of memory that is mapped; no other thread runs.
    unsafe { at.read_volatile() }
}

/// Whether an address is in the runtime's own memory.
pub(super) fn is_own(address: usize) -> bool {
    OWN.contains(&address)
}

/// Puts bytes into memory that the program is about to access.
pub(crate) fn poke(address: usize, size: u8, value: u128) {
    let at: *mut u8 = std::ptr::with_exposed_provenance_mut(address);
    for (index, byte) in value.to_le_bytes().into_iter().enumerate().take(usize::from(size)) {
        // SAFETY: the program has stored to the object, or does so next; none of its threads runs now.
        unsafe { at.add(index).write_volatile(byte) };
    }
}

/// The bytes of an atomic object of the program's, at most 16.
pub(crate) fn peek(address: usize, size: u8) -> u128 {
    let mut bytes = [0u8; 16];
    let at: *const u8 = std::ptr::with_exposed_provenance(address);
    for (index, byte) in bytes.iter_mut().enumerate().take(usize::from(size)) {
        // SAFETY: the program has accessed the object and has not given it back; none of its threads runs now.
        *byte = unsafe { at.add(index).read_volatile() };
    }
    u128::from_le_bytes(bytes)
}
