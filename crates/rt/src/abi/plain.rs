//! Accesses that are not atomic. The call comes before the access.
#![allow(unsafe_code)]

use c11::{AccessSite, Atomic, Latest, Order, PendingOperation};
use wire::Volatiles;

use super::entry;
use crate::runtime::{Runtime, VolatileStore};
use crate::stacks::Frame;
use crate::sys::cell::enter;
use crate::threads::step;

/// What a plain access does to memory.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Change {
    Nothing,
    /// It changes it, as far as is known.
    Made,
    /// It is about to.
    Announced,
}

/// A plain access; one that writes may have been made.
#[inline(always)]
pub(super) fn access(address: usize, size: usize, is_write: bool, pc: usize) {
    access_with(address, size, is_write, if is_write { Change::Made } else { Change::Nothing }, pc);
}

/// A plain write that comes after the call.
#[inline(always)]
pub(super) fn announced(address: usize, size: usize, pc: usize) {
    access_with(address, size, true, Change::Announced, pc);
}

/// What an operation is given in memory, and reads itself: nothing announces that. What lies on the thread's own stack is as good as in a register.
pub(super) fn operand_is_read(address: usize, size: usize, pc: usize) {
    if !is_on_own_stack(address) {
        access(address, size, false, pc);
    }
}

/// An operation puts its result into memory, likewise. Where that leaves what was there, nothing has changed that a thread could wait for.
pub(super) fn result_is_written(address: usize, size: usize, changes: bool, pc: usize) {
    if !is_on_own_stack(address) {
        access_with(address, size, true, if changes { Change::Made } else { Change::Nothing }, pc);
    }
}

fn is_on_own_stack(address: usize) -> bool {
    enter().is_some_and(|mut entered| entered.runtime().thread().memory.contains(&address))
}

/// A plain access, which may change what is there.
#[inline(always)]
fn access_with(address: usize, size: usize, is_write: bool, change: Change, pc: usize) {
    let Some(mut entered) = enter() else { return };
    let runtime = entered.runtime();
    if runtime.live.is_none() {
        return;
    }
    if runtime.looks_closely {
        runtime.look_closely(address, size, is_write, pc);
    }
    let me = runtime.me();
    if runtime.live.as_ref().is_some_and(|live| live.execution.knows_plain(me, is_write, address as u64, size as u64)) {
        note_change(runtime, address, size, change);
        return;
    }
    let ignored = runtime.thread().ignored;
    let place = AccessSite(runtime.place(Frame::access(pc, size)).0);
    let Some(live) = &mut runtime.live else { return };
    if is_write {
        if ignored.writes == 0 {
            live.execution.plain_write(me, address as u64, size as u64, place);
        }
        note_change(runtime, address, size, change);
    } else if ignored.reads == 0 {
        live.execution.plain_read(me, address as u64, size as u64, place);
    }
    runtime.report_races();
}

#[inline(always)]
fn note_change(runtime: &mut Runtime, address: usize, size: usize, change: Change) {
    match change {
        Change::Nothing => {}
        Change::Made => runtime.written(address),
        Change::Announced => runtime.about_to_be_written(address, size),
    }
}

extern "C-unwind" fn read<const SIZE: usize>(address: usize, pc: usize) {
    access(address, SIZE, false, pc);
}

extern "C-unwind" fn write<const SIZE: usize>(address: usize, pc: usize) {
    announced(address, SIZE, pc);
}

extern "C-unwind" fn read_write<const SIZE: usize>(address: usize, pc: usize) {
    access(address, SIZE, false, pc);
    announced(address, SIZE, pc);
}

extern "C-unwind" fn read_range(address: usize, size: usize, pc: usize) {
    access(address, size, false, pc);
}

extern "C-unwind" fn write_range(address: usize, size: usize, pc: usize) {
    announced(address, size, pc);
}

/// A constructor or destructor sets the pointer to the table of virtual functions. Setting it to what it is is harmless.
extern "C-unwind" fn vptr_update(address: *const usize, value: usize, pc: usize) {
    // SAFETY: the program is about to write there.
    if unsafe { address.read_volatile() } != value {
        announced(address.addr(), size_of::<usize>(), pc);
    }
}

/// A volatile access: a scheduling point, and no race with other volatile or atomic accesses. The value read is what is in memory: the
/// interface has no way to give another one.
fn volatile(address: usize, size: usize, is_write: bool, pc: usize) {
    let Some(mut entered) = enter() else { return };
    let runtime = entered.runtime();
    if runtime.live.is_none() {
        return;
    }
    let place = runtime.place(Frame::access(pc, size));
    let at = address as u64;
    let operation =
        if is_write { PendingOperation::Store(at, Order::SeqCst) } else { PendingOperation::Load(at, Order::SeqCst) };
    step(&mut entered, operation, place);
    let runtime = entered.runtime();
    if runtime.settings.volatiles == Volatiles::Plain {
        drop(entered);
        return access(address, size, is_write, pc);
    }
    if runtime.looks_closely {
        runtime.look_closely(address, size, is_write, pc);
        if let (false, Ok(size)) = (is_write, u8::try_from(size)) {
            let memory = crate::sys::memory::peek(address, size);
            runtime.note_rounds(address, size, Some(memory), None);
        }
    }
    if runtime.settings.volatiles == Volatiles::AcquireRelease
        && let Ok(size @ 1..=16) = u8::try_from(size)
    {
        return volatile_in_order(runtime, address, size, is_write, AccessSite(place.0));
    }
    let me = runtime.me();
    let Some(live) = &mut runtime.live else { return };
    if is_write {
        live.execution.volatile_write(me, at, size as u64, AccessSite(place.0));
        runtime.progress();
    } else {
        live.execution.volatile_read(me, at, size as u64, AccessSite(place.0));
    }
    runtime.report_races();
}

/// A volatile access as an atomic one: a load acquires from the store that it finds in memory, a store releases. What a store puts there is known when the thread does something else.
#[cold]
fn volatile_in_order(runtime: &mut Runtime, address: usize, size: u8, is_write: bool, place: AccessSite) {
    let order = if is_write { Order::Release } else { Order::Acquire };
    let memory = crate::sys::memory::peek(address, size);
    let access = Atomic { thread: runtime.me(), address: address as u64, size, order, place, memory };
    if is_write {
        runtime.thread().volatile_store = Some(Box::new(VolatileStore { access }));
        runtime.progress();
    } else if let Some(live) = &mut runtime.live {
        live.execution.load(&access, &mut Latest);
    }
    runtime.report_races();
}

extern "C-unwind" fn volatile_read<const SIZE: usize>(address: usize, pc: usize) {
    volatile(address, SIZE, false, pc);
}

extern "C-unwind" fn volatile_write<const SIZE: usize>(address: usize, pc: usize) {
    volatile(address, SIZE, true, pc);
}

entry! { rsi:
    __tsan_read1(usize) => read::<1>;
    __tsan_read2(usize) => read::<2>;
    __tsan_read4(usize) => read::<4>;
    __tsan_read8(usize) => read::<8>;
    __tsan_read16(usize) => read::<16>;
    __tsan_write1(usize) => write::<1>;
    __tsan_write2(usize) => write::<2>;
    __tsan_write4(usize) => write::<4>;
    __tsan_write8(usize) => write::<8>;
    __tsan_write16(usize) => write::<16>;
    __tsan_unaligned_read2(usize) => read::<2>;
    __tsan_unaligned_read4(usize) => read::<4>;
    __tsan_unaligned_read8(usize) => read::<8>;
    __tsan_unaligned_read16(usize) => read::<16>;
    __tsan_unaligned_write2(usize) => write::<2>;
    __tsan_unaligned_write4(usize) => write::<4>;
    __tsan_unaligned_write8(usize) => write::<8>;
    __tsan_unaligned_write16(usize) => write::<16>;
    __tsan_read_write1(usize) => read_write::<1>;
    __tsan_read_write2(usize) => read_write::<2>;
    __tsan_read_write4(usize) => read_write::<4>;
    __tsan_read_write8(usize) => read_write::<8>;
    __tsan_read_write16(usize) => read_write::<16>;
    __tsan_unaligned_read_write2(usize) => read_write::<2>;
    __tsan_unaligned_read_write4(usize) => read_write::<4>;
    __tsan_unaligned_read_write8(usize) => read_write::<8>;
    __tsan_unaligned_read_write16(usize) => read_write::<16>;
    __tsan_volatile_read1(usize) => volatile_read::<1>;
    __tsan_volatile_read2(usize) => volatile_read::<2>;
    __tsan_volatile_read4(usize) => volatile_read::<4>;
    __tsan_volatile_read8(usize) => volatile_read::<8>;
    __tsan_volatile_read16(usize) => volatile_read::<16>;
    __tsan_volatile_write1(usize) => volatile_write::<1>;
    __tsan_volatile_write2(usize) => volatile_write::<2>;
    __tsan_volatile_write4(usize) => volatile_write::<4>;
    __tsan_volatile_write8(usize) => volatile_write::<8>;
    __tsan_volatile_write16(usize) => volatile_write::<16>;
    __tsan_unaligned_volatile_read2(usize) => volatile_read::<2>;
    __tsan_unaligned_volatile_read4(usize) => volatile_read::<4>;
    __tsan_unaligned_volatile_read8(usize) => volatile_read::<8>;
    __tsan_unaligned_volatile_read16(usize) => volatile_read::<16>;
    __tsan_unaligned_volatile_write2(usize) => volatile_write::<2>;
    __tsan_unaligned_volatile_write4(usize) => volatile_write::<4>;
    __tsan_unaligned_volatile_write8(usize) => volatile_write::<8>;
    __tsan_unaligned_volatile_write16(usize) => volatile_write::<16>;
    __tsan_vptr_read(usize) => read::<8>;
}

entry! { rdx:
    __tsan_vptr_update(*const usize, usize) => vptr_update;
    __tsan_read_range(usize, usize) => read_range;
    __tsan_write_range(usize, usize) => write_range;
}

// The same for who says itself where an access is.

extern "C-unwind" fn read_from<const SIZE: usize>(address: usize, pc: usize) {
    access(address, SIZE, false, pc);
}

extern "C-unwind" fn write_from<const SIZE: usize>(address: usize, pc: usize) {
    access(address, SIZE, true, pc);
}

extern "C-unwind" fn read_range_from(address: usize, size: usize, pc: usize) {
    access(address, size, false, pc);
}

extern "C-unwind" fn write_range_from(address: usize, size: usize, pc: usize) {
    access(address, size, true, pc);
}

/// Exports functions under these names that do what others do.
macro_rules! same {
    ($($name:ident($($argument:ident),*) => $target:path;)*) => {$(
        // SAFETY: the name and signature are those of ThreadSanitizer's interface.
        #[cfg_attr(not(test), unsafe(no_mangle))]
        extern "C-unwind" fn $name($($argument: usize),*) {
            $target($($argument),*);
        }
    )*};
}

same! {
    __tsan_read1_pc(address, pc) => read_from::<1>;
    __tsan_read2_pc(address, pc) => read_from::<2>;
    __tsan_read4_pc(address, pc) => read_from::<4>;
    __tsan_read8_pc(address, pc) => read_from::<8>;
    __tsan_read16_pc(address, pc) => read_from::<16>;
    __tsan_write1_pc(address, pc) => write_from::<1>;
    __tsan_write2_pc(address, pc) => write_from::<2>;
    __tsan_write4_pc(address, pc) => write_from::<4>;
    __tsan_write8_pc(address, pc) => write_from::<8>;
    __tsan_write16_pc(address, pc) => write_from::<16>;
    __tsan_read_range_pc(address, size, pc) => read_range_from;
    __tsan_write_range_pc(address, size, pc) => write_range_from;
}
