//! The sizes of atomic accesses.
#![allow(unsafe_code)]

use std::arch::asm;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64};

/// An unsigned number of 1 to 16 bytes.
pub(super) trait Word: Copy + Eq {
    const SIZE: u8 = size_of::<Self>() as u8;
    fn widen(self) -> u128;
    fn narrow(value: u128) -> Self;
    /// The hardware's compare-exchange: gives what was there.
    ///
    /// # Safety
    /// `at` is good for it.
    unsafe fn exchange_if(at: *mut Self, expected: Self, desired: Self) -> Self;
    /// The hardware's load.
    ///
    /// # Safety
    /// `at` is good for it.
    unsafe fn fetch(at: *mut Self) -> Self;
}

macro_rules! word {
    ($($type:ty: $atomic:ty),*) => {$(
        impl Word for $type {
            fn widen(self) -> u128 {
                u128::from(self)
            }

            fn narrow(value: u128) -> $type {
                value as $type
            }

            unsafe fn exchange_if(at: *mut $type, expected: $type, desired: $type) -> $type {
                // SAFETY: the caller's promise.
                let atomic = unsafe { <$atomic>::from_ptr(at) };
                atomic.compare_exchange(expected, desired, SeqCst, SeqCst).unwrap_or_else(|old| old)
            }

            unsafe fn fetch(at: *mut $type) -> $type {
                // SAFETY: the caller's promise.
                unsafe { <$atomic>::from_ptr(at) }.load(SeqCst)
            }
        }
    )*};
}

word!(u8: AtomicU8, u16: AtomicU16, u32: AtomicU32, u64: AtomicU64);

impl Word for u128 {
    fn widen(self) -> u128 {
        self
    }

    fn narrow(value: u128) -> u128 {
        value
    }

    unsafe fn exchange_if(at: *mut u128, expected: u128, desired: u128) -> u128 {
        let (mut low, mut high) = (expected as u64, (expected >> 64) as u64);
        // SAFETY: the caller's promise. rbx cannot be an operand, so it is swapped in and out.
        unsafe {
            asm!(
                "xchg {new}, rbx",
                "lock cmpxchg16b [{at}]",
                "mov rbx, {new}",
                at = in(reg) at,
                new = inout(reg) desired as u64 => _,
                in("rcx") (desired >> 64) as u64,
                inout("rax") low,
                inout("rdx") high,
                options(nostack),
            );
        }
        u128::from(low) | u128::from(high) << 64
    }

    unsafe fn fetch(at: *mut u128) -> u128 {
        // SAFETY: the caller's promise; this writes back what is there, so the memory must be writable, as for gcc's own code.
        unsafe { u128::exchange_if(at, 0, 0) }
    }
}

/// A read-modify-write on the hardware: what was there.
///
/// # Safety
/// `at` is good for it.
pub(super) unsafe fn update_hardware<T: Word>(at: *mut T, update: impl Fn(T) -> T) -> T {
    // SAFETY: the caller's promise.
    unsafe {
        let mut old = T::fetch(at);
        loop {
            let found = T::exchange_if(at, old, update(old));
            if found == old {
                return old;
            }
            old = found;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sixteen_bytes_are_exchanged_at_once() {
        let (a, b) = (1 << 100 | 5, 7 << 90 | 3);
        let mut word: u128 = a;
        // SAFETY: a live variable, aligned to 16.
        unsafe {
            assert_eq!(u128::exchange_if(&mut word, b, 0), a);
            assert_eq!(u128::exchange_if(&mut word, a, b), a);
            assert_eq!(u128::fetch(&mut word), b);
            assert_eq!(update_hardware(&mut word, |old| old + 1), b);
        }
        assert_eq!(word, b + 1);
    }
}
