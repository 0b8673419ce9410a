//! Tasks of OpenMP: their arguments, and waiting for them.
#![allow(unsafe_code)]

use libc::{c_int, c_long, c_uint};

use super::loops::{signed, unsigned};
use super::{CopyFunction, Data, Function, call, caller, execute, execute_one};
use crate::openmp::{self, Bounds, NewTask, Schedule};
use crate::sys::cell::{Entered, enter};
use crate::sys::heap;

/// Waits until all tasks of a task, or of a group, have ended.
fn await_tasks(of: impl FnOnce(&mut Entered) -> Option<u64>, pc: usize) {
    let Some(mut entered) = enter() else { return };
    let Some(of) = of(&mut entered) else { return };
    drop(entered);
    loop {
        while execute_one() {}
        let Some(mut entered) = enter() else { return };
        if openmp::have_ended(&mut entered, of, pc) {
            return;
        }
    }
}

pub(super) extern "C-unwind" fn wait_for_tasks() {
    await_tasks(openmp::current_task, caller());
}

pub(super) extern "C-unwind" fn wait_for_some_tasks(depend: *const Data) {
    // As a task that does nothing, is not deferred, and has these dependences.
    extern "C-unwind" fn does_nothing(_: Data) {}
    let pc = caller();
    // SAFETY: the program's promise; the argument is this task's own.
    let (own, (writes, reads)) = unsafe { (heap::memalign(16, 16), dependences(depend)) };
    create_task(does_nothing, own, writes, reads, false, pc);
}

pub(super) extern "C-unwind" fn yield_task() {
    execute_one();
}

pub(super) extern "C-unwind" fn begin_group() {
    if let Some(mut entered) = enter() {
        openmp::begin_group(&mut entered);
    }
}

pub(super) extern "C-unwind" fn end_group() {
    await_tasks(openmp::end_group, caller());
}

/// The addresses that a task depends on.
///
/// # Safety
/// `depend` is what the compiler has made for the task.
unsafe fn dependences(depend: *const Data) -> (Vec<usize>, Vec<usize>) {
    // SAFETY: the caller's promise. The first word is their number, or 0 for the newer form.
    unsafe {
        let word = |index: usize| (*depend.add(index)).addr();
        let (count, writes, first) = match word(0) {
            0 => (word(1), word(2) + word(3), 5),
            count => (count, word(1), 2),
        };
        let all: Vec<usize> = (0..count).map(|index| word(first + index)).collect();
        let (writes, reads) = all.split_at(writes.min(count));
        (writes.to_vec(), reads.to_vec())
    }
}

/// The argument of a task, which is its own.
///
/// # Safety
/// `data` is what the compiler has made for the task, of this size and alignment.
unsafe fn copy_argument(data: Data, copy: CopyFunction, size: usize, alignment: usize) -> Data {
    // SAFETY: the caller's promise; the new block is as large.
    unsafe {
        let own = heap::memalign(alignment.max(16), size.max(1));
        super::super::malloc::forget(own.addr(), size);
        match copy {
            Some(copy) => copy(own, data),
            None => own.cast::<u8>().copy_from_nonoverlapping(data.cast(), size),
        }
        own
    }
}

const FLAG_DEPEND: c_uint = 8;

pub(super) extern "C-unwind" fn task(
    function: Function,
    data: Data,
    copy: CopyFunction,
    size: c_long,
    alignment: c_long,
    is_deferred: bool,
    flags: c_uint,
    depend: *const Data,
    _priority: c_int,
    _detach: Data,
) {
    let pc = caller();
    // SAFETY: the program's promise.
    let (own, writes, reads) = unsafe {
        let (writes, reads) = match flags & FLAG_DEPEND != 0 && !depend.is_null() {
            true => dependences(depend),
            false => (Vec::new(), Vec::new()),
        };
        (copy_argument(data, copy, size as usize, alignment as usize), writes, reads)
    };
    create_task(function, own, writes, reads, is_deferred, pc);
}

fn create_task(function: Function, own: Data, writes: Vec<usize>, reads: Vec<usize>, is_deferred: bool, pc: usize) {
    let Some(mut entered) = enter() else { return };
    let work = ((function as *const ()).expose_provenance(), own.expose_provenance());
    if entered.runtime().levels().0 == 0 {
        // Outside of regions a task is a call.
        drop(entered);
        call(work);
        // SAFETY: made for this task alone.
        return unsafe { heap::free(own) };
    }
    let number = openmp::create_task(&mut entered, &NewTask { work, writes, reads }, pc);
    drop(entered);
    // One that is not deferred is executed now, when what it depends on has ended.
    if is_deferred {
        return;
    }
    loop {
        let Some(mut entered) = enter() else { return };
        if let Some(task) = openmp::take_this_task(&mut entered, number) {
            drop(entered);
            return execute(number, task);
        }
        drop(entered);
        if !execute_one()
            && let Some(mut entered) = enter()
        {
            openmp::await_ready(&mut entered, number, pc);
        }
    }
}

const FLAG_UP: c_uint = 1 << 8;
const FLAG_GRAIN: c_uint = 1 << 9;
const FLAG_IF: c_uint = 1 << 10;
const FLAG_NO_GROUP: c_uint = 1 << 11;

/// A loop whose iterations are tasks.
#[allow(clippy::too_many_arguments)]
fn loop_of_tasks(
    function: Function,
    data: Data,
    copy: CopyFunction,
    [size, alignment]: [c_long; 2],
    flags: c_uint,
    tasks: u64,
    bounds: Bounds,
    pc: usize,
) {
    let count = bounds.count;
    let wanted = match (flags & FLAG_GRAIN != 0, tasks) {
        (true, grain) => count / grain.max(1),
        (false, 0) => enter().map_or(1, |mut entered| entered.runtime().team_size().0 as u64),
        (false, tasks) => tasks,
    };
    let wanted = wanted.clamp(1, count.max(1));
    if flags & FLAG_NO_GROUP == 0 {
        begin_group();
    }
    let (least, more) = (count / wanted, count % wanted);
    let mut from = 0;
    while from < count {
        let index = if least == 0 { 0 } else { from / (least + 1) };
        let to = (from + least + u64::from(index < more)).min(count).max(from + 1);
        // SAFETY: the argument begins with the bounds of its iterations.
        let own = unsafe {
            let own = copy_argument(data, copy, size as usize, alignment as usize);
            let value = |iteration: u64| (bounds.start + i128::from(iteration) * bounds.step) as c_long;
            own.cast::<c_long>().write(value(from));
            own.cast::<c_long>().add(1).write(value(to));
            own
        };
        create_task(function, own, Vec::new(), Vec::new(), flags & FLAG_IF != 0, pc);
        from = to;
    }
    if flags & FLAG_NO_GROUP == 0 {
        await_tasks(openmp::end_group, pc);
    }
}

pub(super) extern "C-unwind" fn task_loop(
    function: Function,
    data: Data,
    copy: CopyFunction,
    size: c_long,
    alignment: c_long,
    flags: c_uint,
    tasks: u64,
    _priority: c_int,
    start: c_long,
    end: c_long,
    step: c_long,
) {
    let bounds = signed(start, end, step, Schedule::default());
    loop_of_tasks(function, data, copy, [size, alignment], flags, tasks, bounds, caller());
}

pub(super) extern "C-unwind" fn wide_task_loop(
    function: Function,
    data: Data,
    copy: CopyFunction,
    size: c_long,
    alignment: c_long,
    flags: c_uint,
    tasks: u64,
    _priority: c_int,
    start: u64,
    end: u64,
    step: u64,
) {
    let bounds = unsigned(flags & FLAG_UP != 0, start, end, step, Schedule::default());
    loop_of_tasks(function, data, copy, [size, alignment], flags, tasks, bounds, caller());
}
