//! What gcc calls for OpenMP (`libgomp.h`, `omp.h`): the rules are in [`openmp`](crate::openmp).
//!
//! Regions have threads of a pool, as those of the real library have, so that what is private to threads stays. Regions in regions have one thread. In a program that has LLVM's library the functions that both
//! have do what the real ones do.
#![allow(unsafe_code, non_snake_case)]

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use libc::{c_int, c_long, c_uint, c_void, pthread_t};

use super::time;
use crate::objects::MutexKind;
use crate::openmp::{self, Bounds, Job, NewTask, Schedule};
use crate::sync::{self, Call, Patience};
use crate::sys::cell::{Entered, enter};
use crate::sys::heap;
use crate::sys::next::{Next, name, real};

type Function = extern "C-unwind" fn(*mut c_void);
type CopyFunction = Option<extern "C-unwind" fn(*mut c_void, *mut c_void)>;
type Data = *mut c_void;
type Word = *mut c_long;
type Wide = *mut u64;

/// Where the function was called from that is about to run. One thread runs at a time, and looks at this first.
static CALLER: AtomicUsize = AtomicUsize::new(0);

fn caller() -> usize {
    CALLER.load(Ordering::Relaxed)
}

/// Exports functions under these names that note where they were called from; they may have any number of arguments.
macro_rules! called {
    ($($name:ident($($type:ty),*) $(-> $result:ty)? => $target:path;)*) => {$(
        // SAFETY: the name is that of a function that programs expect to be called in this way; rax holds no argument.
        #[cfg_attr(not(test), unsafe(no_mangle))]
        #[unsafe(naked)]
        extern "C-unwind" fn $name($(_: $type),*) $(-> $result)? {
            std::arch::naked_asm!(
                "mov rax, [rsp]",
                "mov [rip + {caller}], rax",
                "jmp {target}",
                caller = sym CALLER,
                target = sym $target,
            )
        }
    )*};
}

/// How many threads a region has that does not say, where the environment does not either.
const THREADS: usize = 4;
const MOST_THREADS: usize = 64;

/// In place of addresses: what the workers of a pool wait at, and the locks that the whole program has.
const WORKERS: usize = 0xffff_6000_0000_0000;
const CRITICAL: usize = 0xffff_6100_0000_0000;
const ATOMIC: usize = CRITICAL + 64;

fn default_threads() -> usize {
    let text = crate::sys::process::variable("OMP_NUM_THREADS");
    let first = text.as_deref().and_then(|text| text.split(',').next()?.trim().parse().ok());
    first.filter(|count| *count > 0).unwrap_or(THREADS).min(MOST_THREADS)
}

fn most_threads(entered: &mut Entered) -> usize {
    entered.runtime().openmp.wanted.unwrap_or_else(default_threads)
}

// In these functions the pointers are the program's, with its promises about them.

/// What a worker does: one region after the other.
extern "C-unwind" fn work(number: *mut c_void) -> *mut c_void {
    let number = number.addr();
    loop {
        let Some(mut entered) = enter() else { return std::ptr::null_mut() };
        let call = Call::new(WORKERS + 16 * number, 0);
        sync::take_semaphore(&mut entered, call, 0, Patience::Forever);
        let Some(job) = entered.runtime().take_job(number) else { continue };
        take_part(entered, job, 0);
    }
}

/// The thread does its part of a region, and waits for the end of it.
fn take_part(mut entered: Entered, job: Job, pc: usize) {
    entered.runtime().join_team(job.team, job.index);
    if let Some(bounds) = job.bounds {
        openmp::begin_share(&mut entered, bounds, pc);
    }
    drop(entered);
    call(job.work);
    end_part(pc);
}

fn end_part(pc: usize) {
    wait_at_barrier(pc);
    if let Some(mut entered) = enter() {
        entered.runtime().leave_team();
    }
}

fn call((function, data): openmp::Work) {
    // SAFETY: a function of the program's, and what it has given for it.
    let function: Function = unsafe { std::mem::transmute(function) };
    function(std::ptr::with_exposed_provenance_mut(data));
}

/// A region for so many threads, 0 for as many as usual: the others begin, and the calling thread is the first of them.
fn begin_region(function: Function, data: Data, threads: c_uint, bounds: Option<Bounds>, pc: usize) -> Option<Job> {
    let mut entered = enter()?;
    let (levels, active) = entered.runtime().levels();
    let wanted = if threads > 0 { threads as usize } else { most_threads(&mut entered) };
    let size = if active > 0 || levels > 0 { 1 } else { wanted.clamp(1, MOST_THREADS) };
    while entered.runtime().pool_size() + 1 < size {
        let number = entered.runtime().add_to_pool();
        drop(entered);
        let mut thread: pthread_t = 0;
        let argument = std::ptr::without_provenance_mut(number);
        let error = super::pthread::create(&mut thread, std::ptr::null(), work, argument, pc);
        entered = enter()?;
        if error != 0 {
            entered.runtime().misuse("a thread of an OpenMP region cannot be created");
            break;
        }
        // No thread joins it.
        if let Some(worker) = entered.runtime().threads.last_mut() {
            worker.is_detached = true;
        }
    }
    let work = ((function as *const ()).expose_provenance(), data.expose_provenance());
    let team = entered.runtime().begin_team(size);
    let job = |index| Job { work, team, index, bounds };
    for index in 1..size {
        if let Some(worker) = entered.runtime().give_job(index - 1, job(index)) {
            sync::post_semaphore(&mut entered, Call::new(WORKERS + 16 * worker, pc), 0);
        }
    }
    Some(job(0))
}

fn region(function: Function, data: Data, threads: c_uint, bounds: Option<Bounds>) {
    let pc = caller();
    if let Some(job) = begin_region(function, data, threads, bounds, pc)
        && let Some(entered) = enter()
    {
        take_part(entered, job, pc);
    }
}

extern "C-unwind" fn parallel(function: Function, data: Data, threads: c_uint, _flags: c_uint) {
    region(function, data, threads, None);
}

extern "C-unwind" fn parallel_reductions(function: Function, data: Data, threads: c_uint, flags: c_uint) -> c_uint {
    parallel(function, data, threads, flags);
    note("reductions over tasks");
    if threads > 0 { threads } else { THREADS as c_uint }
}

/// The old way: the calling thread calls its part itself.
fn start_region(function: Function, data: Data, threads: c_uint, bounds: Option<Bounds>) {
    let pc = caller();
    if let Some(job) = begin_region(function, data, threads, bounds, pc)
        && let Some(mut entered) = enter()
    {
        entered.runtime().join_team(job.team, job.index);
        if let Some(bounds) = job.bounds {
            openmp::begin_share(&mut entered, bounds, pc);
        }
    }
}

extern "C-unwind" fn start_parallel(function: Function, data: Data, threads: c_uint) {
    start_region(function, data, threads, None);
}

extern "C-unwind" fn end_parallel() {
    end_part(caller());
}

fn note(what: &'static str) {
    if let Some(mut entered) = enter() {
        entered.runtime().reporter.unmodelled(format!("OpenMP: {what}"));
    }
}

// Barriers and tasks.

/// Executes a task that is ready, if there is one.
fn execute_one() -> bool {
    let Some(mut entered) = enter() else { return false };
    let Some((number, task)) = openmp::take_task(&mut entered) else { return false };
    drop(entered);
    execute(number, task);
    true
}

fn execute(number: u64, task: openmp::Work) {
    call(task);
    // SAFETY: the argument was made by `create_task` for this task alone.
    unsafe { heap::free(std::ptr::with_exposed_provenance_mut(task.1)) };
    if let Some(mut entered) = enter() {
        openmp::end_task(&mut entered, number);
    }
}

fn wait_at_barrier(pc: usize) {
    let Some(mut entered) = enter() else { return };
    if entered.runtime().levels().0 == 0 {
        return;
    }
    let generation = openmp::arrive(&mut entered, pc);
    drop(entered);
    loop {
        while execute_one() {}
        let Some(mut entered) = enter() else { return };
        if openmp::is_open(&mut entered, generation, pc) {
            return;
        }
    }
}

extern "C-unwind" fn barrier() {
    wait_at_barrier(caller());
}

extern "C-unwind" fn barrier_cancel() -> bool {
    wait_at_barrier(caller());
    false
}

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

extern "C-unwind" fn wait_for_tasks() {
    await_tasks(openmp::current_task, caller());
}

extern "C-unwind" fn wait_for_some_tasks(depend: *const Data) {
    // It waits for all: what depends on nothing else could go on earlier, which orders less.
    note("taskwait with dependences, taken for one without");
    let _ = depend;
    await_tasks(openmp::current_task, caller());
}

extern "C-unwind" fn yield_task() {
    execute_one();
}

extern "C-unwind" fn begin_group() {
    if let Some(mut entered) = enter() {
        openmp::begin_group(&mut entered);
    }
}

extern "C-unwind" fn end_group() {
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
        super::malloc::forget(own.addr(), size);
        match copy {
            Some(copy) => copy(own, data),
            None => own.cast::<u8>().copy_from_nonoverlapping(data.cast(), size),
        }
        own
    }
}

const FLAG_DEPEND: c_uint = 8;

extern "C-unwind" fn task(
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
    while !is_deferred {
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

extern "C-unwind" fn task_loop(
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

extern "C-unwind" fn wide_task_loop(
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

// Loops.

fn signed(start: c_long, end: c_long, step: c_long, schedule: Schedule) -> Bounds {
    let (start, end, step) = (i128::from(start), i128::from(end), i128::from(step));
    bounds(start, end, step, schedule)
}

fn unsigned(is_up: bool, start: u64, end: u64, step: u64, schedule: Schedule) -> Bounds {
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

fn of_kind(kind: u8, chunk: u64) -> Schedule {
    match kind {
        STATIC => Schedule::Static((chunk > 0).then_some(chunk)),
        DYNAMIC => Schedule::Dynamic(chunk.max(1)),
        GUIDED => Schedule::Guided(chunk.max(1)),
        _ => chosen(),
    }
}

const STATIC: u8 = 1;
const DYNAMIC: u8 = 2;
const GUIDED: u8 = 3;
const RUNTIME: u8 = 0;

/// The schedule of loops that leave it open: what the program has said, or `OMP_SCHEDULE`.
fn chosen() -> Schedule {
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
fn start_loop(bounds: Bounds, put: impl FnOnce(i128, i128)) -> bool {
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

extern "C-unwind" fn loop_start<const KIND: u8, const IS_ORDERED: bool>(
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

extern "C-unwind" fn loop_start_chosen<const IS_ORDERED: bool>(
    start: c_long,
    end: c_long,
    step: c_long,
    from: Word,
    to: Word,
) -> bool {
    loop_start::<RUNTIME, IS_ORDERED>(start, end, step, 0, from, to)
}

extern "C-unwind" fn loop_next(from: Word, to: Word) -> bool {
    next_of_loop(signed_to(from, to))
}

extern "C-unwind" fn wide_start<const KIND: u8, const IS_ORDERED: bool>(
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

extern "C-unwind" fn wide_start_chosen<const IS_ORDERED: bool>(
    is_up: bool,
    start: u64,
    end: u64,
    step: u64,
    from: Wide,
    to: Wide,
) -> bool {
    wide_start::<RUNTIME, IS_ORDERED>(is_up, start, end, step, 0, from, to)
}

extern "C-unwind" fn wide_next(from: Wide, to: Wide) -> bool {
    next_of_loop(unsigned_to(from, to))
}

/// The general form: the kind is an argument.
#[allow(clippy::too_many_arguments)]
extern "C-unwind" fn loop_start_of<const IS_ORDERED: bool>(
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
    let kind = (kind & 0xff) as u8;
    let bounds = signed(start, end, step, of_kind(if kind > GUIDED { STATIC } else { kind }, chunk.max(0) as u64));
    start_loop(Bounds { is_ordered: IS_ORDERED, ..bounds }, signed_to(from, to))
}

extern "C-unwind" fn parallel_loop<const KIND: u8>(
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

extern "C-unwind" fn parallel_loop_chosen(
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

extern "C-unwind" fn end_share() {
    leave(true);
}

extern "C-unwind" fn end_share_without_waiting() {
    leave(false);
}

extern "C-unwind" fn end_share_unless_cancelled() -> bool {
    leave(true);
    false
}

// Loops with dependences between iterations.

extern "C-unwind" fn start_doacross<const KIND: u8>(
    _dimensions: c_uint,
    counts: Word,
    chunk: c_long,
    from: Word,
    to: Word,
) -> bool {
    // SAFETY: the program's promise: as many counts as dimensions. The outermost is shared out.
    let count = unsafe { counts.read() };
    DIMENSIONS.store(_dimensions as usize, Ordering::Relaxed);
    start_loop(signed(0, count, 1, of_kind(KIND, chunk.max(0) as u64)), signed_to(from, to))
}

extern "C-unwind" fn start_doacross_chosen(dimensions: c_uint, counts: Word, from: Word, to: Word) -> bool {
    start_doacross::<RUNTIME>(dimensions, counts, 0, from, to)
}

/// How many dimensions the loops with dependences have that are executed. A program whose loops differ in that at the same time is not known.
static DIMENSIONS: AtomicUsize = AtomicUsize::new(1);

extern "C-unwind" fn post(counts: Word) {
    let dimensions = DIMENSIONS.load(Ordering::Relaxed);
    // SAFETY: the program's promise.
    let iteration = (0..dimensions).map(|index| unsafe { counts.add(index).read() }).collect();
    let pc = caller();
    if let Some(mut entered) = enter() {
        openmp::post(&mut entered, iteration, pc);
    }
}

extern "C-unwind" fn wait_for_post(a: c_long, b: c_long, c: c_long, d: c_long, e: c_long, f: c_long) {
    let dimensions = DIMENSIONS.load(Ordering::Relaxed).min(6);
    let pc = caller();
    if let Some(mut entered) = enter() {
        openmp::await_post(&mut entered, [a, b, c, d, e, f][..dimensions].to_vec(), pc);
    }
}

// Sections, single, ordered, critical.

fn sections(count: c_uint) -> Bounds {
    Bounds { count: u64::from(count), ..Bounds::default() }
}

extern "C-unwind" fn start_sections(count: c_uint) -> c_uint {
    let pc = caller();
    if let Some(mut entered) = enter() {
        openmp::begin_share(&mut entered, sections(count), pc);
    }
    next_section()
}

extern "C-unwind" fn next_section() -> c_uint {
    let pc = caller();
    enter().map_or(0, |mut entered| openmp::next_section(&mut entered, pc) as c_uint)
}

extern "C-unwind" fn parallel_sections(
    function: Function,
    data: Data,
    threads: c_uint,
    count: c_uint,
    _flags: c_uint,
) {
    region(function, data, threads, Some(sections(count)));
}

extern "C-unwind" fn is_single() -> bool {
    let pc = caller();
    let Some(mut entered) = enter() else { return true };
    if entered.runtime().levels().0 == 0 {
        return true;
    }
    let is_it = openmp::is_single(&mut entered, pc);
    openmp::end_share(&mut entered, pc);
    is_it
}

extern "C-unwind" fn single_copy() -> Data {
    let pc = caller();
    let Some(mut entered) = enter() else { return std::ptr::null_mut() };
    if entered.runtime().levels().0 == 0 || openmp::is_single(&mut entered, pc) {
        return std::ptr::null_mut();
    }
    let data = openmp::handed_on(&mut entered, pc);
    openmp::end_share(&mut entered, pc);
    std::ptr::with_exposed_provenance_mut(data)
}

extern "C-unwind" fn end_single_copy(data: Data) {
    let pc = caller();
    if let Some(mut entered) = enter()
        && entered.runtime().levels().0 > 0
    {
        openmp::hand_on(&mut entered, data.expose_provenance());
        openmp::end_share(&mut entered, pc);
    }
}

extern "C-unwind" fn begin_ordered() {
    let pc = caller();
    if let Some(mut entered) = enter()
        && entered.runtime().levels().0 > 0
    {
        openmp::begin_ordered(&mut entered, pc);
    }
}

extern "C-unwind" fn end_ordered() {
    if let Some(mut entered) = enter()
        && entered.runtime().levels().0 > 0
    {
        openmp::end_ordered(&mut entered);
    }
}

fn lock_at(at: usize, kind: MutexKind) {
    let pc = caller();
    if let Some(mut entered) = enter() {
        sync::lock(&mut entered, Call::new(at, pc), kind, Patience::Forever);
    }
}

fn unlock_at(at: usize, kind: MutexKind) {
    let pc = caller();
    if let Some(mut entered) = enter() {
        sync::unlock(&mut entered, Call::new(at, pc), kind);
    }
}

extern "C-unwind" fn begin_critical() {
    lock_at(CRITICAL, MutexKind::Normal);
}

extern "C-unwind" fn end_critical() {
    unlock_at(CRITICAL, MutexKind::Normal);
}

extern "C-unwind" fn begin_named(lock: *mut Data) {
    lock_at(lock.addr(), MutexKind::Normal);
}

extern "C-unwind" fn end_named(lock: *mut Data) {
    unlock_at(lock.addr(), MutexKind::Normal);
}

extern "C-unwind" fn begin_atomic() {
    lock_at(ATOMIC, MutexKind::Normal);
}

extern "C-unwind" fn end_atomic() {
    unlock_at(ATOMIC, MutexKind::Normal);
}

extern "C-unwind" fn is_cancelled(_which: c_int, _is_asked: bool) -> bool {
    false
}

called! {
    GOMP_parallel(Function, Data, c_uint, c_uint) => parallel;
    GOMP_parallel_reductions(Function, Data, c_uint, c_uint) -> c_uint => parallel_reductions;
    GOMP_parallel_start(Function, Data, c_uint) => start_parallel;
    GOMP_parallel_end() => end_parallel;
    GOMP_barrier() => barrier;
    GOMP_barrier_cancel() -> bool => barrier_cancel;
    GOMP_cancel(c_int, bool) -> bool => is_cancelled;
    GOMP_cancellation_point(c_int) -> bool => is_cancelled;
    GOMP_taskwait() => wait_for_tasks;
    GOMP_taskwait_depend(*const Data) => wait_for_some_tasks;
    GOMP_taskyield() => yield_task;
    GOMP_taskgroup_start() => begin_group;
    GOMP_taskgroup_end() => end_group;
    GOMP_task(Function, Data, CopyFunction, c_long, c_long, bool, c_uint, *const Data, c_int, Data) => task;
    GOMP_taskloop(Function, Data, CopyFunction, c_long, c_long, c_uint, u64, c_int, c_long, c_long, c_long) => task_loop;
    GOMP_taskloop_ull(Function, Data, CopyFunction, c_long, c_long, c_uint, u64, c_int, u64, u64, u64) => wide_task_loop;
    GOMP_loop_static_start(c_long, c_long, c_long, c_long, Word, Word) -> bool => loop_start::<STATIC, false>;
    GOMP_loop_dynamic_start(c_long, c_long, c_long, c_long, Word, Word) -> bool => loop_start::<DYNAMIC, false>;
    GOMP_loop_guided_start(c_long, c_long, c_long, c_long, Word, Word) -> bool => loop_start::<GUIDED, false>;
    GOMP_loop_nonmonotonic_dynamic_start(c_long, c_long, c_long, c_long, Word, Word) -> bool => loop_start::<DYNAMIC, false>;
    GOMP_loop_nonmonotonic_guided_start(c_long, c_long, c_long, c_long, Word, Word) -> bool => loop_start::<GUIDED, false>;
    GOMP_loop_runtime_start(c_long, c_long, c_long, Word, Word) -> bool => loop_start_chosen::<false>;
    GOMP_loop_nonmonotonic_runtime_start(c_long, c_long, c_long, Word, Word) -> bool => loop_start_chosen::<false>;
    GOMP_loop_maybe_nonmonotonic_runtime_start(c_long, c_long, c_long, Word, Word) -> bool => loop_start_chosen::<false>;
    GOMP_loop_ordered_static_start(c_long, c_long, c_long, c_long, Word, Word) -> bool => loop_start::<STATIC, true>;
    GOMP_loop_ordered_dynamic_start(c_long, c_long, c_long, c_long, Word, Word) -> bool => loop_start::<DYNAMIC, true>;
    GOMP_loop_ordered_guided_start(c_long, c_long, c_long, c_long, Word, Word) -> bool => loop_start::<GUIDED, true>;
    GOMP_loop_ordered_runtime_start(c_long, c_long, c_long, Word, Word) -> bool => loop_start_chosen::<true>;
    GOMP_loop_start(c_long, c_long, c_long, c_long, c_long, Word, Word, Data, *mut Data) -> bool => loop_start_of::<false>;
    GOMP_loop_ordered_start(c_long, c_long, c_long, c_long, c_long, Word, Word, Data, *mut Data) -> bool => loop_start_of::<true>;
    GOMP_loop_static_next(Word, Word) -> bool => loop_next;
    GOMP_loop_dynamic_next(Word, Word) -> bool => loop_next;
    GOMP_loop_guided_next(Word, Word) -> bool => loop_next;
    GOMP_loop_runtime_next(Word, Word) -> bool => loop_next;
    GOMP_loop_nonmonotonic_dynamic_next(Word, Word) -> bool => loop_next;
    GOMP_loop_nonmonotonic_guided_next(Word, Word) -> bool => loop_next;
    GOMP_loop_nonmonotonic_runtime_next(Word, Word) -> bool => loop_next;
    GOMP_loop_maybe_nonmonotonic_runtime_next(Word, Word) -> bool => loop_next;
    GOMP_loop_ordered_static_next(Word, Word) -> bool => loop_next;
    GOMP_loop_ordered_dynamic_next(Word, Word) -> bool => loop_next;
    GOMP_loop_ordered_guided_next(Word, Word) -> bool => loop_next;
    GOMP_loop_ordered_runtime_next(Word, Word) -> bool => loop_next;
    GOMP_loop_ull_static_start(bool, u64, u64, u64, u64, Wide, Wide) -> bool => wide_start::<STATIC, false>;
    GOMP_loop_ull_dynamic_start(bool, u64, u64, u64, u64, Wide, Wide) -> bool => wide_start::<DYNAMIC, false>;
    GOMP_loop_ull_guided_start(bool, u64, u64, u64, u64, Wide, Wide) -> bool => wide_start::<GUIDED, false>;
    GOMP_loop_ull_nonmonotonic_dynamic_start(bool, u64, u64, u64, u64, Wide, Wide) -> bool => wide_start::<DYNAMIC, false>;
    GOMP_loop_ull_nonmonotonic_guided_start(bool, u64, u64, u64, u64, Wide, Wide) -> bool => wide_start::<GUIDED, false>;
    GOMP_loop_ull_runtime_start(bool, u64, u64, u64, Wide, Wide) -> bool => wide_start_chosen::<false>;
    GOMP_loop_ull_nonmonotonic_runtime_start(bool, u64, u64, u64, Wide, Wide) -> bool => wide_start_chosen::<false>;
    GOMP_loop_ull_maybe_nonmonotonic_runtime_start(bool, u64, u64, u64, Wide, Wide) -> bool => wide_start_chosen::<false>;
    GOMP_loop_ull_ordered_static_start(bool, u64, u64, u64, u64, Wide, Wide) -> bool => wide_start::<STATIC, true>;
    GOMP_loop_ull_ordered_dynamic_start(bool, u64, u64, u64, u64, Wide, Wide) -> bool => wide_start::<DYNAMIC, true>;
    GOMP_loop_ull_ordered_guided_start(bool, u64, u64, u64, u64, Wide, Wide) -> bool => wide_start::<GUIDED, true>;
    GOMP_loop_ull_ordered_runtime_start(bool, u64, u64, u64, Wide, Wide) -> bool => wide_start_chosen::<true>;
    GOMP_loop_ull_static_next(Wide, Wide) -> bool => wide_next;
    GOMP_loop_ull_dynamic_next(Wide, Wide) -> bool => wide_next;
    GOMP_loop_ull_guided_next(Wide, Wide) -> bool => wide_next;
    GOMP_loop_ull_runtime_next(Wide, Wide) -> bool => wide_next;
    GOMP_loop_ull_nonmonotonic_dynamic_next(Wide, Wide) -> bool => wide_next;
    GOMP_loop_ull_nonmonotonic_guided_next(Wide, Wide) -> bool => wide_next;
    GOMP_loop_ull_nonmonotonic_runtime_next(Wide, Wide) -> bool => wide_next;
    GOMP_loop_ull_maybe_nonmonotonic_runtime_next(Wide, Wide) -> bool => wide_next;
    GOMP_loop_ull_ordered_static_next(Wide, Wide) -> bool => wide_next;
    GOMP_loop_ull_ordered_dynamic_next(Wide, Wide) -> bool => wide_next;
    GOMP_loop_ull_ordered_guided_next(Wide, Wide) -> bool => wide_next;
    GOMP_loop_ull_ordered_runtime_next(Wide, Wide) -> bool => wide_next;
    GOMP_parallel_loop_static(Function, Data, c_uint, c_long, c_long, c_long, c_long, c_uint) => parallel_loop::<STATIC>;
    GOMP_parallel_loop_dynamic(Function, Data, c_uint, c_long, c_long, c_long, c_long, c_uint) => parallel_loop::<DYNAMIC>;
    GOMP_parallel_loop_guided(Function, Data, c_uint, c_long, c_long, c_long, c_long, c_uint) => parallel_loop::<GUIDED>;
    GOMP_parallel_loop_nonmonotonic_dynamic(Function, Data, c_uint, c_long, c_long, c_long, c_long, c_uint) => parallel_loop::<DYNAMIC>;
    GOMP_parallel_loop_nonmonotonic_guided(Function, Data, c_uint, c_long, c_long, c_long, c_long, c_uint) => parallel_loop::<GUIDED>;
    GOMP_parallel_loop_runtime(Function, Data, c_uint, c_long, c_long, c_long, c_uint) => parallel_loop_chosen;
    GOMP_parallel_loop_nonmonotonic_runtime(Function, Data, c_uint, c_long, c_long, c_long, c_uint) => parallel_loop_chosen;
    GOMP_parallel_loop_maybe_nonmonotonic_runtime(Function, Data, c_uint, c_long, c_long, c_long, c_uint) => parallel_loop_chosen;
    GOMP_loop_end() => end_share;
    GOMP_loop_end_nowait() => end_share_without_waiting;
    GOMP_loop_end_cancel() -> bool => end_share_unless_cancelled;
    GOMP_loop_doacross_static_start(c_uint, Word, c_long, Word, Word) -> bool => start_doacross::<STATIC>;
    GOMP_loop_doacross_dynamic_start(c_uint, Word, c_long, Word, Word) -> bool => start_doacross::<DYNAMIC>;
    GOMP_loop_doacross_guided_start(c_uint, Word, c_long, Word, Word) -> bool => start_doacross::<GUIDED>;
    GOMP_loop_doacross_runtime_start(c_uint, Word, Word, Word) -> bool => start_doacross_chosen;
    GOMP_doacross_post(Word) => post;
    GOMP_doacross_wait(c_long, c_long, c_long, c_long, c_long, c_long) => wait_for_post;
    GOMP_sections_start(c_uint) -> c_uint => start_sections;
    GOMP_sections_next() -> c_uint => next_section;
    GOMP_parallel_sections(Function, Data, c_uint, c_uint, c_uint) => parallel_sections;
    GOMP_sections_end() => end_share;
    GOMP_sections_end_nowait() => end_share_without_waiting;
    GOMP_sections_end_cancel() -> bool => end_share_unless_cancelled;
    GOMP_single_start() -> bool => is_single;
    GOMP_single_copy_start() -> Data => single_copy;
    GOMP_single_copy_end(Data) => end_single_copy;
    GOMP_ordered_start() => begin_ordered;
    GOMP_ordered_end() => end_ordered;
    GOMP_critical_start() => begin_critical;
    GOMP_critical_end() => end_critical;
    GOMP_critical_name_start(*mut Data) => begin_named;
    GOMP_critical_name_end(*mut Data) => end_named;
    GOMP_atomic_start() => begin_atomic;
    GOMP_atomic_end() => end_atomic;
}

// What programs ask, which LLVM's library has under the same names.

/// Whether the program has LLVM's library, which does what it does by functions that are seen.
fn is_llvm() -> bool {
    static IS_LLVM: OnceLock<bool> = OnceLock::new();
    static ITS_OWN: Next = Next::new(name!("__kmpc_fork_call"));
    *IS_LLVM.get_or_init(|| !ITS_OWN.address().is_null())
}

/// What to ask of the runtime, unless the program has the other library.
fn ours() -> Option<Entered> {
    if is_llvm() { None } else { enter() }
}

// SAFETY (for the blocks in this macro): the name and signature are those of the real function, which gets what the program gave.
macro_rules! asked {
    ($($name:ident($($argument:ident: $type:ty),*) $(-> $result:ty)? as $run:expr;)*) => {$(
        #[cfg_attr(not(test), unsafe(no_mangle))]
        extern "C-unwind" fn $name($($argument: $type),*) $(-> $result)? {
            match ours() {
                Some(entered) => ($run)(entered),
                None => unsafe { real!(fn $name($($type),*) $(-> $result)?)($($argument),*) },
            }
        }
    )*};
}

type Lock = *mut c_int;

asked! {
    omp_get_thread_num() -> c_int as |mut entered: Entered| entered.runtime().team_size().1 as c_int;
    omp_get_num_threads() -> c_int as |mut entered: Entered| entered.runtime().team_size().0 as c_int;
    omp_get_max_threads() -> c_int as |mut entered: Entered| most_threads(&mut entered) as c_int;
    omp_get_num_procs() -> c_int as |_: Entered| default_threads() as c_int;
    omp_in_parallel() -> c_int as |mut entered: Entered| c_int::from(entered.runtime().levels().1 > 0);
    omp_get_level() -> c_int as |mut entered: Entered| entered.runtime().levels().0 as c_int;
    omp_get_active_level() -> c_int as |mut entered: Entered| entered.runtime().levels().1 as c_int;
    omp_set_num_threads(count: c_int) as |mut entered: Entered| {
        entered.runtime().openmp.wanted = usize::try_from(count).ok().filter(|count| *count > 0);
    };
    omp_set_schedule(kind: c_int, chunk: c_int) as |mut entered: Entered| {
        let kind = (kind & 0xff) as u8;
        let kind = if kind > GUIDED { STATIC } else { kind };
        entered.runtime().openmp.schedule = Some(of_kind(kind, chunk.max(0) as u64));
    };
    omp_init_lock(lock: Lock) as |mut entered: Entered| sync::reset_mutex(&mut entered, Call::new(lock.addr(), 0), false);
    omp_destroy_lock(lock: Lock) as |mut entered: Entered| sync::reset_mutex(&mut entered, Call::new(lock.addr(), 0), true);
    omp_set_lock(lock: Lock) as |mut entered: Entered| {
        sync::lock(&mut entered, Call::new(lock.addr(), 0), MutexKind::Normal, Patience::Forever);
    };
    omp_unset_lock(lock: Lock) as |mut entered: Entered| {
        sync::unlock(&mut entered, Call::new(lock.addr(), 0), MutexKind::Normal);
    };
    omp_test_lock(lock: Lock) -> c_int as |mut entered: Entered| {
        let result = sync::lock(&mut entered, Call::new(lock.addr(), 0), MutexKind::Normal, Patience::Try);
        c_int::from(result == 0)
    };
    omp_init_nest_lock(lock: Lock) as |mut entered: Entered| sync::reset_mutex(&mut entered, Call::new(lock.addr(), 0), false);
    omp_destroy_nest_lock(lock: Lock) as |mut entered: Entered| sync::reset_mutex(&mut entered, Call::new(lock.addr(), 0), true);
    omp_set_nest_lock(lock: Lock) as |mut entered: Entered| {
        sync::lock(&mut entered, Call::new(lock.addr(), 0), MutexKind::Recursive, Patience::Forever);
    };
    omp_unset_nest_lock(lock: Lock) as |mut entered: Entered| {
        sync::unlock(&mut entered, Call::new(lock.addr(), 0), MutexKind::Recursive);
    };
    omp_test_nest_lock(lock: Lock) -> c_int as |mut entered: Entered| {
        let result = sync::lock(&mut entered, Call::new(lock.addr(), 0), MutexKind::Recursive, Patience::Try);
        if result == 0 { entered.runtime().objects.mutexes.get(&lock.addr()).map_or(0, |it| it.depth() as c_int) } else { 0 }
    };
    omp_get_wtime() -> f64 as |entered: Entered| time::seconds(entered);
}
