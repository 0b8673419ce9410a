//! What programs say about their synchronisation: ThreadSanitizer's own interface (`sanitizer/tsan_interface.h`) and the dynamic annotations that came before it.
//!
//! | what | meaning here |
//! | --- | --- |
//! | `__tsan_acquire`, `__tsan_release`, happens-before, condition variables, queues | order between those who release and those who acquire an address |
//! | mutexes, read-write locks | unlocking before locking; what is between `pre` and `post` is the lock's own code, and races with nothing |
//! | benign and expected races | races on these bytes are not reported |
//! | read-write locks (`AnnotateRWLock...`) | moreover they are not taken by who has them, nor given back by who does not |
//! | ignored reads, writes, synchronisation | such accesses of the thread race with nothing, allocating and giving back memory among the writes; its annotations and locks order nothing |
//! | barriers of ThreadSanitizer's tests | threads meet there, which orders nothing |
//! | Java | the heap's memory is new, moved and gone; monitors are locks |
//! | new and published memory | it has no history |
//! | fibers | a call stack each; what a fiber has done happens before what it does next, on whatever thread |
//! | signals of a lock, external objects | order, and accesses of one byte |
//! | all else | nothing: names, flushing, tracing, options |
#![allow(unsafe_code, non_snake_case)]

use libc::{c_char, c_int, c_long, c_uint, c_void};

use super::entry;
use super::plain::access;
use crate::runtime::Runtime;
use crate::sync::{self, Annotated, Call};
use crate::sys::cell::enter;

type File = *const c_char;

fn with(run: impl FnOnce(&mut Runtime)) {
    if let Some(mut entered) = enter() {
        run(entered.runtime());
    }
}

fn acquire(address: usize) {
    with(|runtime| {
        if runtime.thread().ignored.synchronisation == 0 {
            sync::acquire_at(runtime, address);
        }
    });
}

fn release(address: usize) {
    with(|runtime| {
        if runtime.thread().ignored.synchronisation == 0 {
            sync::release_at(runtime, address);
        }
    });
}

/// Counts one up or down.
fn count(counter: &mut u32, is_more: bool) {
    *counter = if is_more { *counter + 1 } else { counter.saturating_sub(1) };
}

fn ignore_accesses(is_more: bool) {
    with(|runtime| {
        let ignored = &mut runtime.thread().ignored;
        count(&mut ignored.reads, is_more);
        count(&mut ignored.writes, is_more);
    });
}

fn benign(address: usize, size: usize) {
    with(|runtime| runtime.benign.push(address..address.saturating_add(size)));
}

/// Exports functions of these names and arguments that do this.
macro_rules! exports {
    ($($name:ident($($argument:ident: $type:ty),*) $(-> $result:ty)? $body:block)*) => {$(
        // SAFETY: the name and signature are those of ThreadSanitizer's interface or of the annotations.
        #[cfg_attr(not(test), unsafe(no_mangle))]
        extern "C-unwind" fn $name($(#[allow(unused_variables)] $argument: $type),*) $(-> $result)? $body
    )*};
}

exports! {
    __tsan_acquire(address: usize) { acquire(address) }
    __tsan_release(address: usize) { release(address) }
    AnnotateHappensBefore(file: File, line: c_int, address: usize) { release(address) }
    AnnotateHappensAfter(file: File, line: c_int, address: usize) { acquire(address) }
    WTFAnnotateHappensBefore(file: File, line: c_int, address: usize) { release(address) }
    WTFAnnotateHappensAfter(file: File, line: c_int, address: usize) { acquire(address) }
    AnnotateCondVarSignal(file: File, line: c_int, condition: usize) { release(condition) }
    AnnotateCondVarSignalAll(file: File, line: c_int, condition: usize) { release(condition) }
    AnnotateCondVarWait(file: File, line: c_int, condition: usize, lock: usize) { acquire(condition) }
    AnnotatePCQCreate(file: File, line: c_int, queue: usize) {}
    AnnotatePCQDestroy(file: File, line: c_int, queue: usize) {}
    AnnotatePCQPut(file: File, line: c_int, queue: usize) { release(queue) }
    AnnotatePCQGet(file: File, line: c_int, queue: usize) { acquire(queue) }

    AnnotateBenignRace(file: File, line: c_int, address: usize, description: File) { benign(address, 1) }
    AnnotateBenignRaceSized(file: File, line: c_int, address: usize, size: usize, description: File) {
        benign(address, size)
    }
    WTFAnnotateBenignRaceSized(file: File, line: c_int, address: usize, size: usize, description: File) {
        benign(address, size)
    }
    AnnotateExpectRace(file: File, line: c_int, address: usize, description: File) { benign(address, 1) }
    AnnotateFlushExpectedRaces(file: File, line: c_int) {}

    AnnotateIgnoreReadsBegin(file: File, line: c_int) { with(|runtime| count(&mut runtime.thread().ignored.reads, true)) }
    AnnotateIgnoreReadsEnd(file: File, line: c_int) { with(|runtime| count(&mut runtime.thread().ignored.reads, false)) }
    AnnotateIgnoreWritesBegin(file: File, line: c_int) { with(|runtime| count(&mut runtime.thread().ignored.writes, true)) }
    AnnotateIgnoreWritesEnd(file: File, line: c_int) { with(|runtime| count(&mut runtime.thread().ignored.writes, false)) }
    AnnotateIgnoreSyncBegin(file: File, line: c_int) {
        with(|runtime| count(&mut runtime.thread().ignored.synchronisation, true))
    }
    AnnotateIgnoreSyncEnd(file: File, line: c_int) {
        with(|runtime| count(&mut runtime.thread().ignored.synchronisation, false))
    }
    AnnotateEnableRaceDetection(file: File, line: c_int, is_enabled: c_int) {
        with(|runtime| runtime.reports_races = is_enabled != 0)
    }
    __tsan_ignore_thread_begin() { ignore_accesses(true) }
    __tsan_ignore_thread_end() { ignore_accesses(false) }

    AnnotateNewMemory(file: File, line: c_int, address: usize, size: usize) { super::malloc::forget(address, size) }
    AnnotatePublishMemoryRange(file: File, line: c_int, address: usize, size: usize) { release(address) }
    AnnotateUnpublishMemoryRange(file: File, line: c_int, address: usize, size: usize) {}
    AnnotateMemoryIsInitialized(file: File, line: c_int, address: usize, size: usize) {}
    AnnotateMemoryIsUninitialized(file: File, line: c_int, address: usize, size: usize) {}

    AnnotateMutexIsUsedAsCondVar(file: File, line: c_int, mutex: usize) {}
    AnnotateMutexIsNotPHB(file: File, line: c_int, mutex: usize) {}
    AnnotateRWLockCreate(file: File, line: c_int, lock: usize) { with(|runtime| sync::forget_rw(runtime, lock, false)) }
    AnnotateRWLockCreateStatic(file: File, line: c_int, lock: usize) { with(|runtime| sync::forget_rw(runtime, lock, false)) }
    AnnotateRWLockDestroy(file: File, line: c_int, lock: usize) { with(|runtime| sync::forget_rw(runtime, lock, true)) }
    AnnotateRWLockAcquired(file: File, line: c_int, lock: usize, is_write: c_long) {
        with(|runtime| sync::acquire_rw(runtime, lock, checked(is_write != 0)))
    }
    AnnotateRWLockReleased(file: File, line: c_int, lock: usize, is_write: c_long) {
        with(|runtime| sync::release_rw(runtime, lock, checked(is_write != 0)))
    }

    AnnotateFlushState(file: File, line: c_int) {}
    AnnotateNoOp(file: File, line: c_int, argument: usize) {}
    AnnotateThreadName(file: File, line: c_int, name: File) {}
    AnnotateTraceMemory(file: File, line: c_int, address: usize) {}
    RunningOnValgrind() -> c_int { 0 }
    ValgrindSlowdown() -> f64 { 10.0 }

    __tsan_mutex_create(mutex: usize, flags: c_uint) { with(|runtime| sync::forget_rw(runtime, mutex, false)) }
    __tsan_mutex_destroy(mutex: usize, flags: c_uint) { with(|runtime| sync::forget_rw(runtime, mutex, false)) }
    __tsan_mutex_pre_lock(mutex: usize, flags: c_uint) { ignore_accesses(true) }
    __tsan_mutex_post_lock(mutex: usize, flags: c_uint, recursion: c_int) {
        ignore_accesses(false);
        if flags & TRY_LOCK_FAILED == 0 {
            with(|runtime| sync::acquire_rw(runtime, mutex, unchecked(flags & READ_LOCK == 0)));
        }
    }
    __tsan_mutex_pre_unlock(mutex: usize, flags: c_uint) -> c_int {
        with(|runtime| sync::release_rw(runtime, mutex, unchecked(flags & READ_LOCK == 0)));
        ignore_accesses(true);
        0
    }
    __tsan_mutex_post_unlock(mutex: usize, flags: c_uint) { ignore_accesses(false) }
    __tsan_mutex_pre_signal(address: usize, flags: c_uint) { ignore_accesses(true) }
    __tsan_mutex_post_signal(address: usize, flags: c_uint) { ignore_accesses(false) }
    __tsan_mutex_pre_divert(address: usize, flags: c_uint) { ignore_accesses(false) }
    __tsan_mutex_post_divert(address: usize, flags: c_uint) { ignore_accesses(true) }

    __tsan_external_register_tag(kind: File) -> *mut c_void { std::ptr::without_provenance_mut(1) }
    __tsan_external_register_header(tag: *mut c_void, header: File) {}
    __tsan_external_assign_tag(address: usize, tag: *mut c_void) {}

    __tsan_get_current_fiber() -> *mut c_void {
        let mut current = 0;
        with(|runtime| current = runtime.current_fiber());
        std::ptr::without_provenance_mut(current)
    }
    __tsan_create_fiber(flags: c_uint) -> *mut c_void {
        let mut new = 0;
        with(|runtime| new = runtime.create_fiber());
        std::ptr::without_provenance_mut(new)
    }
    __tsan_destroy_fiber(fiber: *mut c_void) { with(|runtime| runtime.destroy_fiber(fiber.addr())) }
    __tsan_switch_to_fiber(fiber: *mut c_void, flags: c_uint) { with(|runtime| runtime.switch_to_fiber(fiber.addr())) }
    __tsan_set_fiber_name(fiber: *mut c_void, name: File) {}

    __tsan_flush_memory() {}
    __tsan_get_report_data(report: *mut c_void) -> c_int { 0 }
    __tsan_locate_address(address: usize, name: *mut c_char, size: usize, start: *mut usize, length: *mut usize) -> File {
        c"".as_ptr()
    }
    __tsan_get_alloc_stack(address: usize, frames: *mut usize, size: usize, thread: *mut c_int, id: *mut u64) -> c_int { 0 }
    __tsan_get_current_report() -> *mut c_void { std::ptr::null_mut() }
}

/// The annotations of locks that are not taken twice.
fn checked(is_write: bool) -> Annotated {
    Annotated { is_write, is_checked: true }
}

/// Those of locks that may be: how often is the lock's own business.
fn unchecked(is_write: bool) -> Annotated {
    Annotated { is_write, is_checked: false }
}

/// Flags of `__tsan_mutex_post_lock` and its like.
const READ_LOCK: c_uint = 1 << 3;
const TRY_LOCK_FAILED: c_uint = 1 << 5;

entry! { rdx:
    __tsan_testonly_barrier_init(*mut u64, c_uint) => init_barrier;
}

entry! { rsi:
    __tsan_testonly_barrier_wait(*mut u64) => wait_at_barrier;
}

extern "C-unwind" fn init_barrier(barrier: *mut u64, count: c_uint, pc: usize) {
    if let Some(mut entered) = enter() {
        sync::reset_barrier(&mut entered, Call::new(barrier.addr(), pc), Some(count as usize));
    }
}

/// A barrier that only brings threads into step: it orders nothing, so that tests can say when what takes place and races are races all the same.
extern "C-unwind" fn wait_at_barrier(barrier: *mut u64, pc: usize) {
    if let Some(mut entered) = enter()
        && entered.runtime().live.is_some()
    {
        sync::meet_at_barrier(&mut entered, Call::new(barrier.addr(), pc));
    }
}

// Java programs: the heap of the virtual machine is memory like other memory, with moves, and its monitors are locks.
exports! {
    __tsan_java_init(start: usize, size: usize) {}
    __tsan_java_fini() -> c_int { 0 }
    __tsan_java_alloc(address: usize, size: usize) { super::malloc::forget(address, size) }
    __tsan_java_free(address: usize, size: usize) { super::malloc::forget(address, size) }
    __tsan_java_move(from: usize, to: usize, size: usize) {
        super::malloc::forget(from, size);
        super::malloc::forget(to, size);
    }
    __tsan_java_find(from: *mut usize, to: usize) -> usize { 0 }
    __tsan_java_finalize() { release(JAVA) }
    __tsan_java_acquire(address: usize) { acquire(address) }
    __tsan_java_release(address: usize) { release(address) }
    __tsan_java_release_store(address: usize) { release(address) }
}

/// Where order by finalizers is kept, in the place of an address.
const JAVA: usize = 0xffff_7fff_ffff_fffe;

entry! { rsi:
    __tsan_java_mutex_lock(usize) => java_lock;
    __tsan_java_mutex_unlock(usize) => java_unlock;
    __tsan_java_mutex_read_lock(usize) => java_read_lock;
    __tsan_java_mutex_read_unlock(usize) => java_read_unlock;
}

entry! { rdx:
    __tsan_java_mutex_lock_rec(usize, c_int) => java_lock_again;
}

extern "C-unwind" fn java_lock(monitor: usize, _pc: usize) {
    with(|runtime| sync::acquire_rw(runtime, monitor, unchecked(true)));
}

extern "C-unwind" fn java_lock_again(monitor: usize, _times: c_int, _pc: usize) {
    with(|runtime| sync::acquire_rw(runtime, monitor, unchecked(true)));
}

extern "C-unwind" fn java_unlock(monitor: usize, _pc: usize) {
    with(|runtime| sync::release_rw(runtime, monitor, unchecked(true)));
}

extern "C-unwind" fn java_read_lock(monitor: usize, _pc: usize) {
    with(|runtime| sync::acquire_rw(runtime, monitor, unchecked(false)));
}

extern "C-unwind" fn java_read_unlock(monitor: usize, _pc: usize) {
    with(|runtime| sync::release_rw(runtime, monitor, unchecked(false)));
}

exports! {
    __tsan_java_mutex_unlock_rec(monitor: usize) -> c_int {
        with(|runtime| sync::release_rw(runtime, monitor, unchecked(true)));
        1
    }
}

entry! { rcx:
    __tsan_external_read(usize, usize, *mut c_void) => external_read;
    __tsan_external_write(usize, usize, *mut c_void) => external_write;
}

extern "C-unwind" fn external_read(address: usize, _caller: usize, _tag: *mut c_void, pc: usize) {
    access(address, 1, false, pc);
}

extern "C-unwind" fn external_write(address: usize, _caller: usize, _tag: *mut c_void, pc: usize) {
    access(address, 1, true, pc);
}
