//! Atomic accesses of 16 bytes. Their operands take two registers each, so the compare-exchanges have arguments on the stack.
#![allow(unsafe_code)]

use std::arch::naked_asm;
use std::ffi::c_int;

use super::atomics::{self, CompareExchange, Update, compare_exchange, compare_exchange_at};
use super::entry;

// In these functions the pointers are the program's, with its promises about them.

pub(super) extern "C-unwind" fn load(at: *mut u128, order: c_int, pc: usize) -> u128 {
    // SAFETY: the program's promise.
    unsafe { atomics::load(at, order, pc) }
}

pub(super) extern "C-unwind" fn store(at: *mut u128, value: u128, order: c_int, pc: usize) {
    // SAFETY: the program's promise.
    unsafe { atomics::store(at, value, order, pc) }
}

pub(super) extern "C-unwind" fn update<const HOW: u8>(at: *mut u128, operand: u128, order: c_int, pc: usize) -> u128 {
    // SAFETY: the program's promise.
    unsafe { atomics::update(at, Update::of_number(HOW), operand, order, pc) }
}

extern "C-unwind" fn exchange<const IS_WEAK: bool>(
    at: *mut u128,
    expected: *mut u128,
    desired: u128,
    success: c_int,
    failure: c_int,
    pc: usize,
) -> c_int {
    // SAFETY: the program's promise.
    c_int::from(unsafe { compare_exchange_at(at, expected, desired, [success, failure], IS_WEAK, pc) })
}

extern "C-unwind" fn exchange_value(
    at: *mut u128,
    expected: u128,
    desired: u128,
    success: c_int,
    failure: c_int,
    pc: usize,
) -> u128 {
    let what = CompareExchange { expected, desired, success, failure, is_weak: false };
    // SAFETY: the program's promise.
    unsafe { compare_exchange(at, &what, pc).0 }
}

entry! { rdx:
    __tsan_atomic128_load(*mut u128, c_int) -> u128 => load;
}

entry! { r8:
    __tsan_atomic128_store(*mut u128, u128, c_int) => store;
    __tsan_atomic128_exchange(*mut u128, u128, c_int) -> u128 => update::<0>;
    __tsan_atomic128_fetch_add(*mut u128, u128, c_int) -> u128 => update::<1>;
    __tsan_atomic128_fetch_sub(*mut u128, u128, c_int) -> u128 => update::<2>;
    __tsan_atomic128_fetch_and(*mut u128, u128, c_int) -> u128 => update::<3>;
    __tsan_atomic128_fetch_or(*mut u128, u128, c_int) -> u128 => update::<4>;
    __tsan_atomic128_fetch_xor(*mut u128, u128, c_int) -> u128 => update::<5>;
    __tsan_atomic128_fetch_nand(*mut u128, u128, c_int) -> u128 => update::<6>;
}

/// All six registers are taken: the return address goes on the stack as the seventh argument.
macro_rules! seventh {
    ($($name:ident => $target:path;)*) => {$(
        // SAFETY: the name is ThreadSanitizer's for this.
        #[cfg_attr(not(test), unsafe(no_mangle))]
        #[unsafe(naked)]
        extern "C-unwind" fn $name(_: *mut u128, _: *mut u128, _: u128, _: c_int, _: c_int) -> c_int {
            naked_asm!("push qword ptr [rsp]", "call {target}", "add rsp, 8", "ret", target = sym $target)
        }
    )*};
}

seventh! {
    __tsan_atomic128_compare_exchange_strong => exchange::<false>;
    __tsan_atomic128_compare_exchange_weak => exchange::<true>;
}

/// The failure order is on the stack already; it and the return address are put there again, with the stack aligned.
// SAFETY: the name is ThreadSanitizer's for this.
#[cfg_attr(not(test), unsafe(no_mangle))]
#[unsafe(naked)]
extern "C-unwind" fn __tsan_atomic128_compare_exchange_val(_: *mut u128, _: u128, _: u128, _: c_int, _: c_int) -> u128 {
    naked_asm!(
        "sub rsp, 8",
        "push qword ptr [rsp + 8]",
        "push qword ptr [rsp + 24]",
        "call {target}",
        "add rsp, 24",
        "ret",
        target = sym exchange_value,
    )
}
