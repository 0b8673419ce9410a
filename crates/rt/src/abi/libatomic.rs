//! What compilers call for atomic objects that they do not inline: `libatomic`.
//!
//! Objects of 1, 2, 4, 8 and 16 bytes are like others. Those of any other size the real library protects by a lock; here each operation
//! is one step, ordered with all others on the same object.
#![allow(unsafe_code)]

use std::ffi::c_int;

use c11::PendingOperation;
use libc::{c_void, size_t};

use super::atomics::{self, Update, compare_exchange_at, write_result};
use super::plain::result_is_written;
use super::{entry, wide};
use crate::stacks::Frame;
use crate::sync::{acquire_at, release_at};
use crate::sys::cell::enter;
use crate::threads::step;

type Bytes = *mut c_void;
type Const = *const c_void;

entry! { r8:
    __atomic_load(size_t, Bytes, Bytes, c_int) => load;
    __atomic_store(size_t, Bytes, Const, c_int) => store;
    __atomic_store_16(*mut u128, u128, c_int) => wide::store;
    __atomic_exchange_16(*mut u128, u128, c_int) -> u128 => wide::update::<0>;
    __atomic_fetch_add_16(*mut u128, u128, c_int) -> u128 => wide::update::<1>;
    __atomic_fetch_sub_16(*mut u128, u128, c_int) -> u128 => wide::update::<2>;
    __atomic_fetch_and_16(*mut u128, u128, c_int) -> u128 => wide::update::<3>;
    __atomic_fetch_or_16(*mut u128, u128, c_int) -> u128 => wide::update::<4>;
    __atomic_fetch_xor_16(*mut u128, u128, c_int) -> u128 => wide::update::<5>;
    __atomic_fetch_nand_16(*mut u128, u128, c_int) -> u128 => wide::update::<6>;
}

entry! { r9:
    __atomic_exchange(size_t, Bytes, Const, Bytes, c_int) => exchange;
}

entry! { rdx:
    __atomic_load_16(*mut u128, c_int) -> u128 => wide::load;
}

// In these functions the pointers are the program's, with its promises about them.

/// One step on an object of odd size, as if under a lock of its own.
fn locked(address: usize, size: usize, pc: usize, operation: impl FnOnce()) {
    let Some(mut entered) = enter() else { return operation() };
    let place = entered.runtime().place(Frame::access(pc, size));
    step(&mut entered, PendingOperation::Sync(address as u64), place);
    let runtime = entered.runtime();
    acquire_at(runtime, address);
    operation();
    release_at(runtime, address);
    runtime.progress();
}

/// The result of such an operation goes where the program wants it.
///
/// # Safety
/// Both have so many bytes, and none in common.
unsafe fn write_bytes(to: Bytes, from: Bytes, size: usize, pc: usize) {
    // SAFETY: the caller's promise.
    unsafe {
        result_is_written(to.addr(), size, libc::memcmp(to, from, size) != 0, pc);
        to.copy_from_nonoverlapping(from, size);
    }
}

/// Does `$body` with `$type` the number of that size, or `$other`.
macro_rules! by_size {
    ($size:expr, $type:ident => $body:expr, $other:expr) => {
        match $size {
            1 => {
                type $type = u8;
                $body
            }
            2 => {
                type $type = u16;
                $body
            }
            4 => {
                type $type = u32;
                $body
            }
            8 => {
                type $type = u64;
                $body
            }
            16 => {
                type $type = u128;
                $body
            }
            _ => $other,
        }
    };
}

extern "C-unwind" fn load(size: size_t, at: Bytes, result: Bytes, order: c_int, pc: usize) {
    // SAFETY: the program's promise. Results need not be aligned.
    unsafe {
        by_size!(
            size,
            T => write_result(result.cast::<T>(), atomics::load(at.cast::<T>(), order, pc), pc),
            locked(at.addr(), size, pc, || write_bytes(result, at, size, pc))
        );
    }
}

extern "C-unwind" fn store(size: size_t, at: Bytes, value: Const, order: c_int, pc: usize) {
    // SAFETY: the program's promise.
    unsafe {
        by_size!(
            size,
            T => atomics::store(at.cast::<T>(), value.cast::<T>().read_unaligned(), order, pc),
            locked(at.addr(), size, pc, || at.copy_from_nonoverlapping(value, size))
        );
    }
}

extern "C-unwind" fn exchange(size: size_t, at: Bytes, value: Const, result: Bytes, order: c_int, pc: usize) {
    // SAFETY: the program's promise.
    unsafe {
        by_size!(
            size,
            T => {
                let value = value.cast::<T>().read_unaligned();
                let old = atomics::update(at.cast::<T>(), Update::Exchange, value, order, pc);
                write_result(result.cast::<T>(), old, pc);
            },
            locked(at.addr(), size, pc, || {
                write_bytes(result, at, size, pc);
                at.copy_from_nonoverlapping(value, size);
            })
        );
    }
}

/// The operands of a generic compare-exchange, as the stub below passes them.
extern "C-unwind" fn exchange_if(
    size: size_t,
    at: Bytes,
    expected: Bytes,
    desired: Const,
    success: c_int,
    failure: c_int,
    pc: usize,
) -> bool {
    // SAFETY: the program's promise.
    unsafe {
        by_size!(
            size,
            T => {
                let desired = desired.cast::<T>().read_unaligned();
                compare_exchange_at(at.cast::<T>(), expected.cast::<T>(), desired, [success, failure], false, pc)
            },
            {
                let mut is_equal = false;
                locked(at.addr(), size, pc, || {
                    is_equal = libc::memcmp(at, expected, size) == 0;
                    if is_equal {
                        at.copy_from_nonoverlapping(desired, size);
                    } else {
                        write_bytes(expected, at, size, pc);
                    }
                });
                is_equal
            }
        )
    }
}

extern "C-unwind" fn exchange_if_wide(
    at: *mut u128,
    expected: *mut u128,
    desired: u128,
    success: c_int,
    failure: c_int,
    pc: usize,
) -> bool {
    let desired: *const u128 = &desired;
    exchange_if(16, at.cast(), expected.cast(), desired.cast(), success, failure, pc)
}

/// All six registers are taken: the return address goes on the stack as the seventh argument.
macro_rules! seventh {
    ($($name:ident($($type:ty),*) => $target:path;)*) => {$(
        // SAFETY: the name is libatomic's for this.
        #[cfg_attr(not(test), unsafe(no_mangle))]
        #[unsafe(naked)]
        extern "C-unwind" fn $name($(_: $type),*) -> bool {
            std::arch::naked_asm!(
                "push qword ptr [rsp]", "call {target}", "add rsp, 8", "ret", target = sym $target
            )
        }
    )*};
}

seventh! {
    __atomic_compare_exchange(size_t, Bytes, Bytes, Const, c_int, c_int) => exchange_if;
    __atomic_compare_exchange_16(*mut u128, *mut u128, u128, c_int, c_int) => exchange_if_wide;
}
