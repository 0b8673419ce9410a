//! Operations on synchronisation objects: the rules of `objects`, waiting, and what happens before what.

use c11::{PendingOperation, SyncObject};
use wire::{Action, WaitFor};

use crate::objects::{Barrier, Held, Mutex, MutexKind, Objects, Once, RwLock, Semaphore, Unlock};
use crate::runtime::{Blocked, Runtime};
use crate::stacks::Frame;
use crate::sys::cell::Entered;
use crate::threads::{TimedOut, step, step_when, wait_to_be_woken};

/// Error numbers that functions of the C library give back.
pub(crate) use libc::{EAGAIN, EBUSY, EDEADLK, EINVAL, EPERM, ETIMEDOUT};

impl Runtime {
    /// What this thread has done happens before what comes after [`Runtime::acquire`] of the same object.
    pub(crate) fn release(&mut self, object: impl FnOnce(&mut Objects) -> &mut SyncObject) {
        let me = self.me();
        if let Some(live) = &mut self.live {
            live.execution.release(me, object(&mut self.objects));
        }
    }

    /// See [`Runtime::release`].
    pub(crate) fn acquire(&mut self, object: impl FnOnce(&mut Objects) -> &mut SyncObject) {
        let me = self.me();
        if let Some(live) = &mut self.live {
            live.execution.acquire(me, object(&mut self.objects));
        }
    }

    fn mutex(&mut self, at: usize) -> &mut Mutex {
        self.objects.mutexes.entry(at).or_default()
    }

    fn rwlock(&mut self, at: usize) -> &mut RwLock {
        self.objects.rwlocks.entry(at).or_default()
    }
}

fn sync_of<T>(map: &mut std::collections::BTreeMap<usize, T>, at: usize) -> &mut T
where
    T: Default,
{
    map.entry(at).or_default()
}

/// A call of a function of the C library on an object.
#[derive(Clone, Copy)]
pub(crate) struct Call {
    /// The address of the object.
    pub(crate) at: usize,
    /// The return address of the call.
    pub(crate) pc: usize,
}

/// Whether and how long a call waits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Patience {
    /// Not at all.
    Try,
    /// Until this virtual time.
    Until(u64),
    /// For ever.
    Forever,
}

impl Patience {
    fn deadline(self) -> Option<u64> {
        match self {
            Patience::Until(time) => Some(time),
            Patience::Try | Patience::Forever => None,
        }
    }
}

/// Locks a mutex. Gives 0 or an error number.
pub(crate) fn lock(entered: &mut Entered, call: Call, kind: MutexKind, patience: Patience) -> i32 {
    let Call { at, pc } = call;
    let runtime = entered.runtime();
    let (place, me) = (runtime.place(Frame::call(pc)), runtime.current);
    if kind == MutexKind::ErrorCheck && runtime.mutex(at).is_held_by(me) {
        return if patience == Patience::Try { EBUSY } else { EDEADLK };
    }
    let operation = PendingOperation::Lock(at as u64);
    let can_take = move |runtime: &Runtime| runtime.objects.mutexes.get(&at).is_none_or(|it| it.can_take(me, kind));
    if patience == Patience::Try {
        // A try is a step, too: whether it finds the lock free depends on the schedule.
        step(entered, operation, place);
        if !can_take(entered.runtime()) {
            return EBUSY;
        }
    } else {
        let blocked = Blocked { what: WaitFor::Mutex, object: at, deadline: patience.deadline() };
        if step_when(entered, operation, place, blocked, can_take).is_err() {
            return ETIMEDOUT;
        }
    }
    let runtime = entered.runtime();
    if runtime.mutex(at).take(me) {
        runtime.acquire(|objects| &mut sync_of(&mut objects.mutexes, at).sync);
    }
    runtime.record_action(|_| Action::Take(WaitFor::Mutex, at as u64));
    0
}

/// Unlocks a mutex. Gives 0 or an error number.
pub(crate) fn unlock(entered: &mut Entered, call: Call, kind: MutexKind) -> i32 {
    let Call { at, pc } = call;
    let place = entered.runtime().place(Frame::call(pc));
    step(entered, PendingOperation::Unlock(at as u64), place);
    let runtime = entered.runtime();
    let me = runtime.current;
    runtime.record_action(|_| Action::Give(WaitFor::Mutex, at as u64));
    match runtime.mutex(at).unlock(me) {
        Unlock::StillHeld => 0,
        Unlock::Freed => {
            release_mutex(runtime, at);
            0
        }
        Unlock::NotOwner if kind != MutexKind::Normal => EPERM,
        Unlock::NotOwner => {
            // Undefined behaviour of a mutex without checks. It is free from here on, so that the execution goes on and shows what comes of it.
            runtime.misuse("a mutex is unlocked by a thread that does not hold it");
            runtime.mutex(at).free();
            release_mutex(runtime, at);
            0
        }
    }
}

fn release_mutex(runtime: &mut Runtime, at: usize) {
    runtime.release(|objects| &mut sync_of(&mut objects.mutexes, at).sync);
    runtime.wake_all(WaitFor::Mutex, at);
}

/// A mutex is set up anew, or given up.
pub(crate) fn reset_mutex(entered: &mut Entered, call: Call, is_destroyed: bool) {
    let runtime = entered.runtime();
    if is_destroyed && runtime.objects.mutexes.get(&call.at).is_some_and(Mutex::is_held) {
        runtime.thread().place = runtime.place(Frame::call(call.pc));
        runtime.misuse("a mutex is destroyed while it is locked");
    }
    runtime.objects.mutexes.remove(&call.at);
}

/// Waits on a condition variable. Gives 0 or an error number; the mutex is held again in both cases.
pub(crate) fn wait(entered: &mut Entered, call: Call, mutex: usize, deadline: Option<u64>) -> i32 {
    let place = entered.runtime().place(Frame::call(call.pc));
    step(entered, PendingOperation::Sync(call.at as u64), place);
    let runtime = entered.runtime();
    let me = runtime.current;
    if !runtime.mutex(mutex).is_held_by(me) {
        runtime.misuse("a condition variable is waited on without holding the mutex");
        return EPERM;
    }
    runtime.record_action(|_| Action::Give(WaitFor::Mutex, mutex as u64));
    // From here to the wait no other thread has a step, so that no signal gets lost in between.
    let depth = runtime.mutex(mutex).free();
    release_mutex(runtime, mutex);
    let blocked = Blocked { what: WaitFor::Condition, object: call.at, deadline };
    let waited = wait_to_be_woken(entered, place, blocked);
    let again = Call { at: mutex, pc: call.pc };
    lock(entered, again, MutexKind::Normal, Patience::Forever);
    entered.runtime().mutex(mutex).restore(me, depth);
    if waited.is_err() { ETIMEDOUT } else { 0 }
}

/// Wakes one that waits on a condition variable, or all.
pub(crate) fn signal(entered: &mut Entered, call: Call, is_broadcast: bool) {
    let place = entered.runtime().place(Frame::call(call.pc));
    step(entered, PendingOperation::Sync(call.at as u64), place);
    let runtime = entered.runtime();
    let waiting = runtime.waiting(WaitFor::Condition, call.at);
    let woken = if is_broadcast { waiting.len() } else { waiting.len().min(1) };
    runtime.record_action(|_| Action::Wake(WaitFor::Condition, call.at as u64, woken as u64));
    if is_broadcast {
        runtime.wake_all(WaitFor::Condition, call.at);
    } else if !waiting.is_empty() {
        let me = runtime.me();
        // Which one wakes is left open by the standard: it is a choice of the strategy.
        let index = match &mut runtime.live {
            Some(live) if waiting.len() > 1 => live.strategy.pick(me, c11::Choice::Wake, waiting.len()),
            _ => 0,
        };
        runtime.wake(waiting[index.min(waiting.len() - 1)]);
    }
    if !waiting.is_empty() {
        runtime.progress();
    }
}

/// Takes a read-write lock for reading or writing. Gives 0 or an error number.
pub(crate) fn lock_rw(entered: &mut Entered, call: Call, is_write: bool, patience: Patience) -> i32 {
    let Call { at, pc } = call;
    let runtime = entered.runtime();
    let (place, me) = (runtime.place(Frame::call(pc)), runtime.current);
    if runtime.rwlock(at).is_writer(me) {
        return if patience == Patience::Try { EBUSY } else { EDEADLK };
    }
    let can_take = move |runtime: &Runtime| {
        let can = |lock: &RwLock| if is_write { lock.can_write() } else { lock.can_read() };
        runtime.objects.rwlocks.get(&at).is_none_or(can)
    };
    let operation = PendingOperation::Lock(at as u64);
    if patience == Patience::Try {
        step(entered, operation, place);
        if !can_take(entered.runtime()) {
            return EBUSY;
        }
    } else {
        let blocked = Blocked { what: WaitFor::RwLock, object: at, deadline: patience.deadline() };
        if step_when(entered, operation, place, blocked, can_take).is_err() {
            return ETIMEDOUT;
        }
    }
    let runtime = entered.runtime();
    runtime.acquire(|objects| &mut sync_of(&mut objects.rwlocks, at).writers_sync);
    if is_write {
        runtime.acquire(|objects| &mut sync_of(&mut objects.rwlocks, at).readers_sync);
        runtime.rwlock(at).write(me);
    } else {
        runtime.rwlock(at).read(me);
    }
    runtime.record_action(|_| Action::Take(WaitFor::RwLock, at as u64));
    0
}

/// Gives a read-write lock back. Gives 0 or an error number.
pub(crate) fn unlock_rw(entered: &mut Entered, call: Call) -> i32 {
    let Call { at, pc } = call;
    let place = entered.runtime().place(Frame::call(pc));
    step(entered, PendingOperation::Unlock(at as u64), place);
    let runtime = entered.runtime();
    let me = runtime.current;
    runtime.record_action(|_| Action::Give(WaitFor::RwLock, at as u64));
    match runtime.rwlock(at).unlock(me) {
        Some(Held::Writing) => runtime.release(|objects| &mut sync_of(&mut objects.rwlocks, at).writers_sync),
        Some(Held::Reading) => runtime.release(|objects| &mut sync_of(&mut objects.rwlocks, at).readers_sync),
        None => {
            runtime.misuse("a read-write lock is unlocked by a thread that does not hold it");
            return EPERM;
        }
    }
    runtime.wake_all(WaitFor::RwLock, at);
    0
}

/// Waits at a barrier. Returns whether this thread is the one that receives (`PTHREAD_BARRIER_SERIAL_THREAD`).
pub(crate) fn wait_at_barrier(entered: &mut Entered, call: Call) -> bool {
    let Call { at, pc } = call;
    let place = entered.runtime().place(Frame::call(pc));
    step(entered, PendingOperation::Sync(at as u64), place);
    let runtime = entered.runtime();
    let me = runtime.current;
    runtime.release(|objects| &mut sync_of(&mut objects.barriers, at).sync);
    runtime.progress();
    let Some(leaving) = runtime.objects.barriers.entry(at).or_default().arrive(me) else {
        let blocked = Blocked { what: WaitFor::Barrier, object: at, deadline: None };
        let _woken = wait_to_be_woken(entered, place, blocked);
        return false;
    };
    // All leave at once, so that no thread that comes for the next round is ordered before those who leave late.
    let sync = &mut runtime.objects.barriers.entry(at).or_default().sync;
    if let Some(live) = &mut runtime.live {
        for thread in leaving {
            live.execution.acquire(c11::ThreadId::from_number(thread as u32), sync);
        }
    }
    sync.reset();
    runtime.wake_all(WaitFor::Barrier, at);
    runtime.record_action(|_| Action::Take(WaitFor::Barrier, at as u64));
    true
}

/// A barrier is set up for so many threads, or given up.
pub(crate) fn reset_barrier(entered: &mut Entered, call: Call, needed: Option<usize>) {
    let runtime = entered.runtime();
    match needed {
        Some(needed) => {
            runtime.objects.barriers.insert(call.at, Barrier::new(needed));
        }
        None => {
            let barrier = runtime.objects.barriers.remove(&call.at);
            if barrier.is_some_and(|barrier| !barrier.arrived.is_empty()) {
                runtime.thread().place = runtime.place(Frame::call(call.pc));
                runtime.misuse("a barrier is destroyed while threads wait at it");
            }
        }
    }
}

/// Takes a semaphore. Gives 0 or an error number. `known` is its value in case it is seen for the first time.
pub(crate) fn take_semaphore(entered: &mut Entered, call: Call, known: u32, patience: Patience) -> i32 {
    let Call { at, pc } = call;
    let runtime = entered.runtime();
    let place = runtime.place(Frame::call(pc));
    runtime.objects.semaphores.entry(at).or_insert_with(|| Semaphore::new(known));
    let can_take = move |runtime: &Runtime| runtime.objects.semaphores.get(&at).is_some_and(|it| it.value > 0);
    let operation = PendingOperation::Lock(at as u64);
    if patience == Patience::Try {
        step(entered, operation, place);
        if !can_take(entered.runtime()) {
            return EAGAIN;
        }
    } else {
        let blocked = Blocked { what: WaitFor::Semaphore, object: at, deadline: patience.deadline() };
        if step_when(entered, operation, place, blocked, can_take).is_err() {
            return ETIMEDOUT;
        }
    }
    let runtime = entered.runtime();
    runtime.objects.semaphores.entry(at).or_default().value -= 1;
    runtime.acquire(|objects| &mut sync_of(&mut objects.semaphores, at).sync);
    runtime.record_action(|_| Action::Take(WaitFor::Semaphore, at as u64));
    runtime.progress();
    0
}

/// Gives to a semaphore.
pub(crate) fn post_semaphore(entered: &mut Entered, call: Call, known: u32) {
    let Call { at, pc } = call;
    let place = entered.runtime().place(Frame::call(pc));
    step(entered, PendingOperation::Unlock(at as u64), place);
    let runtime = entered.runtime();
    let semaphore = runtime.objects.semaphores.entry(at).or_insert_with(|| Semaphore::new(known));
    semaphore.value = semaphore.value.saturating_add(1);
    runtime.release(|objects| &mut sync_of(&mut objects.semaphores, at).sync);
    runtime.record_action(|_| Action::Give(WaitFor::Semaphore, at as u64));
    runtime.wake_all(WaitFor::Semaphore, at);
    runtime.progress();
}

/// Comes to a once-only initialisation. Gives whether this thread has to do it; if not, it is done.
pub(crate) fn begin_once(entered: &mut Entered, call: Call, is_known_done: bool) -> bool {
    let Call { at, pc } = call;
    let runtime = entered.runtime();
    let place = runtime.place(Frame::call(pc));
    runtime.objects.onces.entry(at).or_insert_with(|| Once { is_done: is_known_done, ..Once::default() });
    let is_free = move |runtime: &Runtime| runtime.objects.onces.get(&at).is_none_or(|once| once.runner.is_none());
    let blocked = Blocked { what: WaitFor::Once, object: at, deadline: None };
    let waited: Result<(), TimedOut> = step_when(entered, PendingOperation::Sync(at as u64), place, blocked, is_free);
    debug_assert!(waited.is_ok(), "there is no time limit");
    let runtime = entered.runtime();
    let me = runtime.current;
    let once = runtime.objects.onces.entry(at).or_default();
    let is_done = once.is_done;
    if !is_done {
        once.runner = Some(me);
    }
    // Also after an attempt that was given up by an exception: its end happens before the next one begins.
    runtime.acquire(|objects| &mut sync_of(&mut objects.onces, at).sync);
    runtime.record_action(|_| Action::Take(WaitFor::Once, at as u64));
    !is_done
}

/// The initialisation is over, done or given up.
pub(crate) fn end_once(entered: &mut Entered, at: usize, is_done: bool) {
    let runtime = entered.runtime();
    let once = runtime.objects.onces.entry(at).or_default();
    (once.runner, once.is_done) = (None, is_done);
    runtime.release(|objects| &mut sync_of(&mut objects.onces, at).sync);
    runtime.record_action(|_| Action::Give(WaitFor::Once, at as u64));
    runtime.wake_all(WaitFor::Once, at);
    runtime.progress();
}

/// Waits on a word of memory whose value has been found to be the expected one.
pub(crate) fn wait_on_word(entered: &mut Entered, call: Call, deadline: Option<u64>) -> Result<(), TimedOut> {
    let Call { at, pc } = call;
    let place = entered.runtime().place(Frame::call(pc));
    if entered.runtime().settings.unwatched {
        // Who wakes knows of those who wait, by what the word stands for.
        entered.runtime().release(|objects| sync_of(&mut objects.others, at));
    }
    let waited = wait_to_be_woken(entered, place, Blocked { what: WaitFor::Futex, object: at, deadline });
    acquire_word(entered.runtime(), at);
    waited
}

/// A wait on a word of memory returns, for whatever reason. Who has waited looks at the word next, and if that is in code that is not instrumented, nothing
/// says so: it is taken to acquire what has been released by those who wake, and by the last writer of the word.
pub(crate) fn acquire_word(runtime: &mut Runtime, at: usize) {
    runtime.acquire(|objects| sync_of(&mut objects.others, at));
    let me = runtime.me();
    if runtime.settings.unwatched
        && let Some(live) = &mut runtime.live
    {
        live.execution.acquire_newest(me, at as u64, 4);
    }
}

/// Wakes at most `limit` threads that wait on a word of memory. Gives how many.
pub(crate) fn wake_on_word(entered: &mut Entered, call: Call, limit: usize) -> usize {
    let Call { at, pc } = call;
    let place = entered.runtime().place(Frame::call(pc));
    step(entered, PendingOperation::Sync(at as u64), place);
    let runtime = entered.runtime();
    if runtime.settings.unwatched {
        runtime.acquire(|objects| sync_of(&mut objects.others, at));
    }
    runtime.release(|objects| sync_of(&mut objects.others, at));
    let mut waiting = runtime.waiting(WaitFor::Futex, at);
    waiting.truncate(limit);
    runtime.record_action(|_| Action::Wake(WaitFor::Futex, at as u64, waiting.len() as u64));
    for thread in &waiting {
        runtime.wake(*thread);
    }
    if !waiting.is_empty() {
        runtime.progress();
    }
    waiting.len()
}

/// Orders this thread before those that [`acquire_at`] the same address.
pub(crate) fn release_at(runtime: &mut Runtime, at: usize) {
    runtime.release(|objects| sync_of(&mut objects.others, at));
}

/// Orders this thread after those that have done [`release_at`] with the same address.
pub(crate) fn acquire_at(runtime: &mut Runtime, at: usize) {
    runtime.acquire(|objects| sync_of(&mut objects.others, at));
}

/// The lock that annotations say to be at this address has been taken.
pub(crate) fn acquire_rw(runtime: &mut Runtime, at: usize, is_write: bool) {
    runtime.acquire(|objects| &mut sync_of(&mut objects.rwlocks, at).writers_sync);
    if is_write {
        runtime.acquire(|objects| &mut sync_of(&mut objects.rwlocks, at).readers_sync);
    }
}

/// The lock that annotations say to be at this address is given back.
pub(crate) fn release_rw(runtime: &mut Runtime, at: usize, is_write: bool) {
    runtime.release(|objects| {
        let lock = sync_of(&mut objects.rwlocks, at);
        if is_write { &mut lock.writers_sync } else { &mut lock.readers_sync }
    });
}

/// The lock that annotations say to be at this address is new, or gone.
pub(crate) fn forget_rw(runtime: &mut Runtime, at: usize) {
    runtime.objects.rwlocks.remove(&at);
}

/// A condition variable is given up.
pub(crate) fn destroy_condition(entered: &mut Entered, call: Call) {
    let runtime = entered.runtime();
    if !runtime.waiting(WaitFor::Condition, call.at).is_empty() {
        runtime.thread().place = runtime.place(Frame::call(call.pc));
        runtime.misuse("a condition variable is destroyed while threads wait on it");
    }
    runtime.objects.condition_clocks.remove(&call.at);
}

/// A read-write lock is set up anew, or given up.
pub(crate) fn reset_rw(entered: &mut Entered, call: Call, is_destroyed: bool) {
    let runtime = entered.runtime();
    if is_destroyed && runtime.objects.rwlocks.get(&call.at).is_some_and(RwLock::is_held) {
        runtime.thread().place = runtime.place(Frame::call(call.pc));
        runtime.misuse("a read-write lock is destroyed while it is held");
    }
    runtime.objects.rwlocks.remove(&call.at);
}
