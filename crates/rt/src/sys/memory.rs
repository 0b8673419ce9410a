//! Pages from the kernel.
#![allow(unsafe_code)]

use super::syscall::raw;

/// The size of a page.
pub(crate) const PAGE: usize = 4096;

/// Private zeroed pages for at least `size` bytes, or null.
pub(crate) fn map(size: usize) -> *mut u8 {
    let protection = (libc::PROT_READ | libc::PROT_WRITE) as usize;
    let flags = (libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE) as usize;
    // SAFETY: a new mapping at an address of the kernel's choice changes no other mapping.
    let address = unsafe { raw(libc::SYS_mmap, [0, size, protection, flags, usize::MAX, 0]) };
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
    // SAFETY: the caller's promise.
    let moved = unsafe { raw(libc::SYS_mremap, [address.addr(), old, new, libc::MREMAP_MAYMOVE as usize, 0, 0]) };
    if (-4095..0).contains(&moved) { std::ptr::null_mut() } else { moved as *mut u8 }
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
