//! Loops of OpenMP, of two kinds of numbers, and those with dependences between iterations.
#![allow(unsafe_code)]

use std::sync::atomic::{AtomicUsize, Ordering};

use libc::{c_long, c_uint};

use super::{DYNAMIC, Data, Function, GUIDED, RUNTIME, STATIC, Wide, Word, caller, note, region, wait_at_barrier};
use crate::openmp::{self, Bounds, Schedule};
use crate::sys::cell::enter;

pub(super) fn signed(start: c_long, end: c_long, step: c_long, schedule: Schedule) -> Bounds {
    let (start, end, step) = (i128::from(start), i128::from(end), i128::from(step));
    bounds(start, end, step, schedule)
}

pub(super) fn unsigned(is_up: bool, start: u64, end: u64, step: u64, schedule: Schedule) -> Bounds {
    let step = if is_up { i128::from(step) } else { i128::from(step as i64) };
    bounds(i128::from(start), i128::from(end), step, schedule)
}

fn bounds(start: i128, end: i128, step: i128, schedule: Schedule) -> Bounds {
    let step = if step == 0 { 1 } else { step };
    let distance = if step > 0 { end - start } else { start - end };
    let width = step.abs();
    let count = if distance > 0 { (distance + width - 1) / width } else { 0 };
    Bounds { start, step, count: count as u64, schedule, is_ordered: false }
}

/// The schedule of a word and a chunk that the program gives: flags are above the kind, and a kind that there is not is the usual one.
pub(super) fn of_word(kind: c_long, chunk: c_long) -> Schedule {
    let kind = (kind & 0xff) as u8;
    of_kind(if kind > GUIDED { STATIC } else { kind }, chunk.max(0) as u64)
}

pub(super) fn of_kind(kind: u8, chunk: u64) -> Schedule {
    match kind {
        STATIC => Schedule::Static((chunk > 0).then_some(chunk)),
        DYNAMIC => Schedule::Dynamic(chunk.max(1)),
        GUIDED => Schedule::Guided(chunk.max(1)),
        _ => chosen(),
    }
}

/// The schedule of loops that leave it open: what the program has said, or `OMP_SCHEDULE`.
pub(super) fn chosen() -> Schedule {
    let said = enter().and_then(|mut entered| entered.runtime().openmp.schedule);
    said.unwrap_or_else(|| {
        let text = crate::sys::process::variable("OMP_SCHEDULE").unwrap_or_default().to_lowercase();
        let text = text.rsplit(':').next().unwrap_or_default();
        let (name, chunk) = text.split_once(',').unwrap_or((text, ""));
        let chunk = chunk.trim().parse().unwrap_or(0);
        match name.trim() {
            "static" | "auto" => of_kind(STATIC, chunk),
            "guided" => of_kind(GUIDED, chunk),
            _ => of_kind(DYNAMIC, chunk),
        }
    })
}

/// Comes to a loop; gives its first iterations to where the program wants them.
pub(super) fn start_loop(bounds: Bounds, put: impl FnOnce(i128, i128)) -> bool {
    let pc = caller();
    let Some(mut entered) = enter() else { return false };
    if entered.runtime().levels().0 == 0 {
        // Outside of regions the thread does all.
        drop(entered);
        put(bounds.start, bounds.start + i128::from(bounds.count) * bounds.step);
        return bounds.count > 0;
    }
    openmp::begin_share(&mut entered, bounds, pc);
    drop(entered);
    next_of_loop(put)
}

fn next_of_loop(put: impl FnOnce(i128, i128)) -> bool {
    let pc = caller();
    let Some(mut entered) = enter() else { return false };
    let found = openmp::next_iterations(&mut entered, pc);
    drop(entered);
    if let Some((from, to)) = found {
        put(from, to);
    }
    found.is_some()
}

/// Puts the bounds of a chunk where the program wants them.
fn signed_to(from: Word, to: Word) -> impl FnOnce(i128, i128) {
    // SAFETY: the program's promise.
    move |first, last| unsafe {
        from.write(first as c_long);
        to.write(last as c_long);
    }
}

fn unsigned_to(from: Wide, to: Wide) -> impl FnOnce(i128, i128) {
    // SAFETY: the program's promise.
    move |first, last| unsafe {
        from.write(first as u64);
        to.write(last as u64);
    }
}

pub(super) extern "C-unwind" fn loop_start<const KIND: u8, const IS_ORDERED: bool>(
    start: c_long,
    end: c_long,
    step: c_long,
    chunk: c_long,
    from: Word,
    to: Word,
) -> bool {
    let bounds = signed(start, end, step, of_kind(KIND, chunk.max(0) as u64));
    start_loop(Bounds { is_ordered: IS_ORDERED, ..bounds }, signed_to(from, to))
}

pub(super) extern "C-unwind" fn loop_start_chosen<const IS_ORDERED: bool>(
    start: c_long,
    end: c_long,
    step: c_long,
    from: Word,
    to: Word,
) -> bool {
    loop_start::<RUNTIME, IS_ORDERED>(start, end, step, 0, from, to)
}

pub(super) extern "C-unwind" fn loop_next(from: Word, to: Word) -> bool {
    next_of_loop(signed_to(from, to))
}

pub(super) extern "C-unwind" fn wide_start<const KIND: u8, const IS_ORDERED: bool>(
    is_up: bool,
    start: u64,
    end: u64,
    step: u64,
    chunk: u64,
    from: Wide,
    to: Wide,
) -> bool {
    let bounds = unsigned(is_up, start, end, step, of_kind(KIND, chunk));
    start_loop(Bounds { is_ordered: IS_ORDERED, ..bounds }, unsigned_to(from, to))
}

pub(super) extern "C-unwind" fn wide_start_chosen<const IS_ORDERED: bool>(
    is_up: bool,
    start: u64,
    end: u64,
    step: u64,
    from: Wide,
    to: Wide,
) -> bool {
    wide_start::<RUNTIME, IS_ORDERED>(is_up, start, end, step, 0, from, to)
}

pub(super) extern "C-unwind" fn wide_next(from: Wide, to: Wide) -> bool {
    next_of_loop(unsigned_to(from, to))
}

/// The general form: the kind is an argument.
#[allow(clippy::too_many_arguments)]
pub(super) extern "C-unwind" fn loop_start_of<const IS_ORDERED: bool>(
    start: c_long,
    end: c_long,
    step: c_long,
    kind: c_long,
    chunk: c_long,
    from: Word,
    to: Word,
    reductions: Data,
    memory: *mut Data,
) -> bool {
    if !reductions.is_null() || !memory.is_null() {
        note("reductions over tasks, and scans");
    }
    if from.is_null() {
        return true;
    }
    let bounds = signed(start, end, step, of_word(kind, chunk));
    start_loop(Bounds { is_ordered: IS_ORDERED, ..bounds }, signed_to(from, to))
}

pub(super) extern "C-unwind" fn parallel_loop<const KIND: u8>(
    function: Function,
    data: Data,
    threads: c_uint,
    start: c_long,
    end: c_long,
    step: c_long,
    chunk: c_long,
    _flags: c_uint,
) {
    region(function, data, threads, Some(signed(start, end, step, of_kind(KIND, chunk.max(0) as u64))));
}

pub(super) extern "C-unwind" fn parallel_loop_chosen(
    function: Function,
    data: Data,
    threads: c_uint,
    start: c_long,
    end: c_long,
    step: c_long,
    _flags: c_uint,
) {
    region(function, data, threads, Some(signed(start, end, step, chosen())));
}

/// The thread is through with the construct.
fn leave(waits: bool) {
    let pc = caller();
    let Some(mut entered) = enter() else { return };
    if entered.runtime().levels().0 == 0 {
        return;
    }
    openmp::end_share(&mut entered, pc);
    drop(entered);
    if waits {
        wait_at_barrier(pc);
    }
}

pub(super) extern "C-unwind" fn end_share() {
    leave(true);
}

pub(super) extern "C-unwind" fn end_share_without_waiting() {
    leave(false);
}

pub(super) extern "C-unwind" fn end_share_unless_cancelled() -> bool {
    leave(true);
    false
}

// Loops with dependences between iterations.

pub(super) extern "C-unwind" fn start_doacross<const KIND: u8>(
    dimensions: c_uint,
    counts: Word,
    chunk: c_long,
    from: Word,
    to: Word,
) -> bool {
    // SAFETY: the program's promise: as many counts as dimensions. The outermost is shared out.
    let count = unsafe { counts.read() };
    DIMENSIONS.store(dimensions as usize, Ordering::Relaxed);
    start_loop(signed(0, count, 1, of_kind(KIND, chunk.max(0) as u64)), signed_to(from, to))
}

pub(super) extern "C-unwind" fn start_doacross_chosen(dimensions: c_uint, counts: Word, from: Word, to: Word) -> bool {
    start_doacross::<RUNTIME>(dimensions, counts, 0, from, to)
}

/// How many dimensions the loops with dependences have that are executed. A program whose loops differ in that at the same time is not known.
static DIMENSIONS: AtomicUsize = AtomicUsize::new(1);

pub(super) extern "C-unwind" fn post(counts: Word) {
    let dimensions = DIMENSIONS.load(Ordering::Relaxed);
    // SAFETY: the program's promise.
    let iteration = (0..dimensions).map(|index| unsafe { counts.add(index).read() }).collect();
    let pc = caller();
    if let Some(mut entered) = enter() {
        openmp::post(&mut entered, iteration, pc);
    }
}

pub(super) extern "C-unwind" fn wait_for_post(a: c_long, b: c_long, c: c_long, d: c_long, e: c_long, f: c_long) {
    let dimensions = DIMENSIONS.load(Ordering::Relaxed).min(6);
    let pc = caller();
    if let Some(mut entered) = enter() {
        openmp::await_post(&mut entered, [a, b, c, d, e, f][..dimensions].to_vec(), pc);
    }
}
