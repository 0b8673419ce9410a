//! What gcc calls for OpenMP (`libgomp.h`, `omp.h`): the rules are in [`openmp`](crate::openmp).
//!
//! Regions have threads of a pool, as those of the real library have, so that what is private to threads stays. Regions in regions have one thread. In a program that has LLVM's library the functions that both
//! have do what the real ones do.
#![allow(unsafe_code, non_snake_case)]

mod asked;
mod loops;
mod tasks;

use std::sync::atomic::{AtomicUsize, Ordering};

use libc::{c_int, c_long, c_uint, c_void, pthread_t};

use loops::*;
use tasks::*;

use crate::objects::MutexKind;
use crate::openmp::{self, Bounds, Job};
use crate::sync::{self, Call, Patience};
use crate::sys::cell::{Entered, enter};
use crate::sys::heap;

type Function = extern "C-unwind" fn(*mut c_void);
type CopyFunction = Option<extern "C-unwind" fn(*mut c_void, *mut c_void)>;
type Data = *mut c_void;
type Word = *mut c_long;
type Wide = *mut u64;

/// Where the function was called from that is about to run. One thread runs at a time, and looks at this first.
static CALLER: AtomicUsize = AtomicUsize::new(0);

/// Kinds of schedules, as `omp_sched_t` numbers them; 0 for the one that is chosen while the program runs.
const STATIC: u8 = 1;
const DYNAMIC: u8 = 2;
const GUIDED: u8 = 3;
const RUNTIME: u8 = 0;

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

extern "C-unwind" fn parallel_sections(function: Function, data: Data, threads: c_uint, count: c_uint, _flags: c_uint) {
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
