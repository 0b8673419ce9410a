//! Atomic accesses of 1 to 8 bytes, and fences. The calls stand in the place of the accesses.
#![allow(unsafe_code)]

use std::ffi::c_int;

use c11::{AccessSite, Atomic, Exchange, Exchanged, Latest, Order, PendingOperation, Updated};
use wire::Action;

use super::entry;
use super::plain::{operand_is_read, result_is_written};
use super::word::{Word, update_hardware};
use crate::live::Live;
use crate::stacks::Frame;
use crate::sys::cell::{Entered, enter};
use crate::threads::step;
use crate::watch::number_of;

/// What a read-modify-write does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Update {
    Exchange,
    Add,
    Sub,
    And,
    Or,
    Xor,
    Nand,
}

impl Update {
    pub(super) fn apply<T: Word>(self, old: T, operand: T) -> T {
        let (old, operand) = (old.widen(), operand.widen());
        T::narrow(match self {
            Update::Exchange => operand,
            Update::Add => old.wrapping_add(operand),
            Update::Sub => old.wrapping_sub(operand),
            Update::And => old & operand,
            Update::Or => old | operand,
            Update::Xor => old ^ operand,
            Update::Nand => !(old & operand),
        })
    }
}

/// Enters the runtime if there is a model to ask.
#[inline]
pub(super) fn enter_live() -> Option<Entered> {
    let mut entered = enter()?;
    if entered.runtime().live.is_some() { Some(entered) } else { None }
}

/// A step of the running thread, then the access as the model takes it.
///
/// # Safety
/// `at` can be read.
#[inline(always)]
unsafe fn begin<T: Word>(
    entered: &mut Entered,
    at: *mut T,
    operation: PendingOperation,
    order: Order,
    pc: usize,
) -> Atomic {
    let place = entered.runtime().place(Frame::access(pc, size_of::<T>()));
    step(entered, operation, place);
    // SAFETY: the caller's promise; no other thread of the program runs.
    let memory = unsafe { at.read_volatile() }.widen();
    entered.runtime().note_atomic(at.addr(), T::SIZE);
    let (thread, address) = (entered.runtime().me(), at.addr() as u64);
    Atomic { thread, address, size: T::SIZE, order, place: AccessSite(place.0), memory }
}

/// What follows an access: its value is recorded, and races are reported.
pub(super) fn end(entered: &mut Entered, value: u128, has_changed: bool) {
    let runtime = entered.runtime();
    runtime.note(value as u64);
    runtime.looks_at(value);
    if has_changed {
        runtime.progress();
    }
    runtime.report_races();
}

pub(super) fn live(entered: &mut Entered) -> &mut Live {
    entered.runtime().live.as_mut().expect("only entered with a model")
}

/// # Safety
/// `at` is good for an atomic load of its type. (The program's promise, here and below.)
pub(super) unsafe fn load<T: Word>(at: *mut T, order: c_int, pc: usize) -> T {
    // SAFETY: the program's promise.
    unsafe {
        let Some(mut entered) = enter_live() else { return T::fetch(at) };
        let order = entered.runtime().order(order, Frame::access(pc, size_of::<T>()));
        let access = begin(&mut entered, at, PendingOperation::Load(at.addr() as u64, order), order, pc);
        let is_again = entered.runtime().loads_again(&access);
        let Live { execution, strategy, .. } = live(&mut entered);
        let value = match is_again {
            true => execution.load(&access, &mut Latest),
            false => execution.load(&access, &mut **strategy),
        };
        if entered.runtime().looks_closely {
            entered.runtime().record_atomic(&access, order, Some(value), None, false);
        }
        end(&mut entered, value, false);
        T::narrow(value)
    }
}

/// # Safety
/// See [`load`].
pub(super) unsafe fn store<T: Word>(at: *mut T, value: T, order: c_int, pc: usize) {
    // SAFETY: the program's promise.
    unsafe {
        let Some(mut entered) = enter_live() else {
            update_hardware(at, |_| value);
            return;
        };
        let order = entered.runtime().order(order, Frame::access(pc, size_of::<T>()));
        let access = begin(&mut entered, at, PendingOperation::Store(at.addr() as u64, order), order, pc);
        live(&mut entered).execution.store(&access, value.widen());
        at.write_volatile(value);
        if entered.runtime().looks_closely {
            entered.runtime().record_atomic(&access, order, None, Some(value.widen()), false);
        }
        end(&mut entered, value.widen(), access.memory != value.widen());
    }
}

/// # Safety
/// See [`load`].
pub(super) unsafe fn update<T: Word>(at: *mut T, how: Update, operand: T, order: c_int, pc: usize) -> T {
    // SAFETY: the program's promise.
    unsafe {
        let Some(mut entered) = enter_live() else {
            return update_hardware(at, |old| how.apply(old, operand));
        };
        let order = entered.runtime().order(order, Frame::access(pc, size_of::<T>()));
        let access = begin(&mut entered, at, PendingOperation::ReadModifyWrite(at.addr() as u64, order), order, pc);
        let Live { execution, strategy, .. } = live(&mut entered);
        let compute = |old| how.apply(T::narrow(old), operand).widen();
        let Updated { old, new } = execution.read_modify_write(&access, compute, &mut **strategy);
        at.write_volatile(T::narrow(new));
        if entered.runtime().looks_closely {
            entered.runtime().record_atomic(&access, order, Some(old), Some(new), false);
        }
        end(&mut entered, old, access.memory != new);
        T::narrow(old)
    }
}

/// The operands of a compare-exchange.
pub(super) struct CompareExchange<T> {
    pub(super) expected: T,
    pub(super) desired: T,
    pub(super) success: c_int,
    pub(super) failure: c_int,
    pub(super) is_weak: bool,
}

/// Gives what was there, and whether the exchange took place.
///
/// # Safety
/// See [`load`].
pub(super) unsafe fn compare_exchange<T: Word>(at: *mut T, what: &CompareExchange<T>, pc: usize) -> (T, bool) {
    // SAFETY: the program's promise.
    unsafe {
        let Some(mut entered) = enter_live() else {
            let old = T::exchange_if(at, what.expected, what.desired);
            return (old, old == what.expected);
        };
        let frame = Frame::access(pc, size_of::<T>());
        let order = entered.runtime().order(what.success, frame);
        let failure = entered.runtime().order(what.failure, frame);
        let access = begin(&mut entered, at, PendingOperation::ReadModifyWrite(at.addr() as u64, order), order, pc);
        let exchange =
            Exchange { expected: what.expected.widen(), desired: what.desired.widen(), failure, is_weak: what.is_weak };
        let Live { execution, strategy, .. } = live(&mut entered);
        let Exchanged { old, success } = execution.compare_exchange(&access, &exchange, &mut **strategy);
        if success {
            at.write_volatile(what.desired);
        }
        if entered.runtime().looks_closely {
            let (order, stored) = if success { (order, Some(exchange.desired)) } else { (failure, None) };
            entered.runtime().record_atomic(&access, order, Some(old), stored, true);
            if !success && old == exchange.expected {
                entered.runtime().note_spurious_failure();
            }
        }
        entered.runtime().looks_at(exchange.expected);
        end(&mut entered, old, success && access.memory != exchange.desired);
        (T::narrow(old), success)
    }
}

/// A compare-exchange that finds in memory what it expects, and puts there what it has found where it fails. Gives whether the exchange took place.
///
/// # Safety
/// See [`load`]; `expected` can be read and written, aligned or not.
pub(super) unsafe fn compare_exchange_at<T: Word>(
    at: *mut T,
    expected: *mut T,
    desired: T,
    [success, failure]: [c_int; 2],
    is_weak: bool,
    pc: usize,
) -> bool {
    // SAFETY: the program's promise.
    unsafe {
        operand_is_read(expected.addr(), size_of::<T>(), pc);
        let what = CompareExchange { expected: expected.read_unaligned(), desired, success, failure, is_weak };
        let (old, is_exchanged) = compare_exchange(at, &what, pc);
        if !is_exchanged {
            write_result(expected, old, pc);
        }
        is_exchanged
    }
}

/// Puts a result where the program wants it: a plain write that no instrumentation announces.
///
/// # Safety
/// `to` can be read and written, aligned or not.
pub(super) unsafe fn write_result<T: Word>(to: *mut T, value: T, pc: usize) {
    // SAFETY: the caller's promise.
    unsafe {
        result_is_written(to.addr(), size_of::<T>(), to.read_unaligned() != value, pc);
        to.write_unaligned(value);
    }
}

extern "C-unwind" fn thread_fence(number: c_int, pc: usize) {
    let Some(mut entered) = enter_live() else {
        std::sync::atomic::fence(std::sync::atomic::Ordering::SeqCst);
        return;
    };
    let order = entered.runtime().order(number, Frame::call(pc));
    perform_fence(&mut entered, order, pc);
}

/// A fence of this order, in an execution with a model.
pub(super) fn perform_fence(entered: &mut Entered, order: Order, pc: usize) {
    let place = entered.runtime().place(Frame::call(pc));
    step(entered, PendingOperation::Fence(order), place);
    let me = entered.runtime().me();
    live(entered).execution.fence(me, order);
    entered.runtime().record_action(|_| Action::Fence(number_of(order)));
}

/// A fence between a thread and its own signal handlers: nothing that the model sees.
extern "C-unwind" fn signal_fence(_order: c_int, _pc: usize) {}

entry! { rsi:
    __tsan_atomic_thread_fence(c_int) => thread_fence;
    __tsan_atomic_signal_fence(c_int) => signal_fence;
}

// In the functions below the pointers are the program's, with its promises about them.

// SAFETY (for the unsafe blocks in this macro): the program's promise.
macro_rules! atomics {
    ($type:ty, $group:ident:
     $load:ident $store:ident $exchange:ident $add:ident $sub:ident $and:ident $or:ident $xor:ident $nand:ident
     $strong:ident $weak:ident $val:ident) => {
        mod $group {
            use super::*;

            pub(super) extern "C-unwind" fn load(at: *mut $type, order: c_int, pc: usize) -> $type {
                unsafe { super::load(at, order, pc) }
            }

            pub(super) extern "C-unwind" fn store(at: *mut $type, value: $type, order: c_int, pc: usize) {
                unsafe { super::store(at, value, order, pc) }
            }

            pub(super) extern "C-unwind" fn update<const HOW: u8>(
                at: *mut $type,
                operand: $type,
                order: c_int,
                pc: usize,
            ) -> $type {
                unsafe { super::update(at, Update::of_number(HOW), operand, order, pc) }
            }

            pub(super) extern "C-unwind" fn exchange<const IS_WEAK: bool>(
                at: *mut $type,
                expected: *mut $type,
                desired: $type,
                success: c_int,
                failure: c_int,
                pc: usize,
            ) -> c_int {
                let orders = [success, failure];
                c_int::from(unsafe { compare_exchange_at(at, expected, desired, orders, IS_WEAK, pc) })
            }

            pub(super) extern "C-unwind" fn exchange_value(
                at: *mut $type,
                expected: $type,
                desired: $type,
                success: c_int,
                failure: c_int,
                pc: usize,
            ) -> $type {
                let what = CompareExchange { expected, desired, success, failure, is_weak: false };
                unsafe { compare_exchange(at, &what, pc).0 }
            }
        }

        entry! { rdx:
            $load(*mut $type, c_int) -> $type => $group::load;
        }
        entry! { rcx:
            $store(*mut $type, $type, c_int) => $group::store;
            $exchange(*mut $type, $type, c_int) -> $type => $group::update::<0>;
            $add(*mut $type, $type, c_int) -> $type => $group::update::<1>;
            $sub(*mut $type, $type, c_int) -> $type => $group::update::<2>;
            $and(*mut $type, $type, c_int) -> $type => $group::update::<3>;
            $or(*mut $type, $type, c_int) -> $type => $group::update::<4>;
            $xor(*mut $type, $type, c_int) -> $type => $group::update::<5>;
            $nand(*mut $type, $type, c_int) -> $type => $group::update::<6>;
        }
        entry! { r9:
            $strong(*mut $type, *mut $type, $type, c_int, c_int) -> c_int => $group::exchange::<false>;
            $weak(*mut $type, *mut $type, $type, c_int, c_int) -> c_int => $group::exchange::<true>;
            $val(*mut $type, $type, $type, c_int, c_int) -> $type => $group::exchange_value;
        }
    };
}

impl Update {
    /// By its place in the list above: constants of this type cannot be parameters of functions.
    pub(super) const fn of_number(number: u8) -> Update {
        match number {
            0 => Update::Exchange,
            1 => Update::Add,
            2 => Update::Sub,
            3 => Update::And,
            4 => Update::Or,
            5 => Update::Xor,
            _ => Update::Nand,
        }
    }
}

atomics! { u8, bits8:
    __tsan_atomic8_load __tsan_atomic8_store __tsan_atomic8_exchange __tsan_atomic8_fetch_add
    __tsan_atomic8_fetch_sub __tsan_atomic8_fetch_and __tsan_atomic8_fetch_or __tsan_atomic8_fetch_xor
    __tsan_atomic8_fetch_nand __tsan_atomic8_compare_exchange_strong __tsan_atomic8_compare_exchange_weak
    __tsan_atomic8_compare_exchange_val
}
atomics! { u16, bits16:
    __tsan_atomic16_load __tsan_atomic16_store __tsan_atomic16_exchange __tsan_atomic16_fetch_add
    __tsan_atomic16_fetch_sub __tsan_atomic16_fetch_and __tsan_atomic16_fetch_or __tsan_atomic16_fetch_xor
    __tsan_atomic16_fetch_nand __tsan_atomic16_compare_exchange_strong __tsan_atomic16_compare_exchange_weak
    __tsan_atomic16_compare_exchange_val
}
atomics! { u32, bits32:
    __tsan_atomic32_load __tsan_atomic32_store __tsan_atomic32_exchange __tsan_atomic32_fetch_add
    __tsan_atomic32_fetch_sub __tsan_atomic32_fetch_and __tsan_atomic32_fetch_or __tsan_atomic32_fetch_xor
    __tsan_atomic32_fetch_nand __tsan_atomic32_compare_exchange_strong __tsan_atomic32_compare_exchange_weak
    __tsan_atomic32_compare_exchange_val
}
atomics! { u64, bits64:
    __tsan_atomic64_load __tsan_atomic64_store __tsan_atomic64_exchange __tsan_atomic64_fetch_add
    __tsan_atomic64_fetch_sub __tsan_atomic64_fetch_and __tsan_atomic64_fetch_or __tsan_atomic64_fetch_xor
    __tsan_atomic64_fetch_nand __tsan_atomic64_compare_exchange_strong __tsan_atomic64_compare_exchange_weak
    __tsan_atomic64_compare_exchange_val
}
