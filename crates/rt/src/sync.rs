//! Operations on synchronisation objects: the rules of `objects`, waiting, and what happens before what.

use c11::{PendingOperation, SyncObject, ThreadId};
use wire::{Action, WaitFor};

use crate::interrupts::{begin_wait, end_wait};
use crate::objects::{
    Barrier, Fault, Held, Life, Moment, Mutex, MutexKind, Objects, Once, RwLock, Semaphore, Soundness, Unlock,
};
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
        if self.thread().ignored.synchronisation > 0 {
            return;
        }
        if let Some(live) = &mut self.live {
            live.execution.release(me, object(&mut self.objects));
        }
    }

    /// See [`Runtime::release`].
    pub(crate) fn acquire(&mut self, object: impl FnOnce(&mut Objects) -> &mut SyncObject) {
        let me = self.me();
        if self.thread().ignored.synchronisation > 0 {
            return;
        }
        if let Some(live) = &mut self.live {
            live.execution.acquire(me, object(&mut self.objects));
        }
    }

    /// An object that is called so is used, at the place of the running thread.
    fn uses(&mut self, at: usize, what: &str, is_still_ended: Option<bool>) {
        self.live_of(at, what, |life, now, knows| life.use_it(now, is_still_ended, knows));
    }

    /// It has been used by what the running thread has just released.
    fn has_used(&mut self, at: usize, what: &str) {
        self.live_of(at, what, |life, now, knows| {
            // Who acquires what was just released knows the thread up to its last event, which this use must belong to.
            life.use_it(Moment { time: now.time - 1, ..now }, Some(false), knows)
        });
    }

    /// It is set up.
    fn begins(&mut self, call: Call, what: &str) {
        self.at_call(call, |runtime| runtime.live_of(call.at, what, |life, now, knows| life.begin(now, knows)));
    }

    /// It is given up.
    fn ends(&mut self, call: Call, what: &str) {
        self.at_call(call, |runtime| runtime.live_of(call.at, what, |life, now, knows| life.end(now, knows)));
    }

    fn at_call(&mut self, call: Call, run: impl FnOnce(&mut Runtime)) {
        let place = self.place(Frame::call(call.pc));
        let before = std::mem::replace(&mut self.thread().place, place);
        run(self);
        self.thread().place = before;
    }

    /// Something happens in the life of an object. Where code is not instrumented not all that orders threads is seen.
    fn live_of(
        &mut self,
        at: usize,
        what: &str,
        happens: impl FnOnce(&mut Life, Moment, &dyn Fn(Moment) -> bool) -> Option<Fault>,
    ) {
        let (me, thread) = (self.me(), self.current);
        let Some(live) = self.live.as_ref().filter(|_| !self.settings.unwatched) else { return };
        let execution = &live.execution;
        let knows = |moment: Moment| execution.known(me, ThreadId::from_number(moment.thread as u32)) >= moment.time;
        // Behind the last event of the thread: who knows of that alone does not know of this.
        let now = Moment { thread, time: execution.known(me, me) + 1 };
        let life = self.objects.lives.entry(at).or_default();
        if let Some(fault) = happens(life, now, &knows) {
            self.misuse(&fault.describe(what));
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
    /// Whether its memory says that it was given up, where it can.
    pub(crate) is_ended: Option<bool>,
}

impl Call {
    /// On the object at `at`, by a call that returns to `pc`.
    pub(crate) fn new(at: usize, pc: usize) -> Call {
        Call { at, pc, is_ended: None }
    }
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
    let Call { at, pc, .. } = call;
    let runtime = entered.runtime();
    let (place, me) = (runtime.place(Frame::call(pc)), runtime.current);
    // Before any step: that it holds the mutex itself is no matter of the schedule.
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
    runtime.uses(at, MUTEX, call.is_ended);
    if runtime.mutex(at).soundness == Soundness::Lost {
        return libc::ENOTRECOVERABLE;
    }
    // A recursive mutex that is taken again orders nothing.
    if runtime.mutex(at).take(me) {
        runtime.acquire(|objects| &mut sync_of(&mut objects.mutexes, at).sync);
    }
    runtime.record_action(|_| Action::Take(WaitFor::Mutex, at as u64));
    let mutex = runtime.mutex(at);
    if mutex.soundness == Soundness::Abandoned {
        mutex.soundness = Soundness::Doubtful;
        return libc::EOWNERDEAD;
    }
    0
}

/// What a robust mutex protects is in order again. Gives 0 or an error number.
pub(crate) fn make_consistent(entered: &mut Entered, at: usize) -> i32 {
    let runtime = entered.runtime();
    let me = runtime.current;
    let mutex = runtime.mutex(at);
    if mutex.soundness != Soundness::Doubtful || !mutex.is_held_by(me) {
        return EINVAL;
    }
    mutex.soundness = Soundness::Sound;
    0
}

/// A thread has ended: the robust mutexes that it holds can be had again.
pub(crate) fn abandon_mutexes(runtime: &mut Runtime, thread: usize) {
    let held = runtime.objects.mutexes.iter_mut().filter(|(_, mutex)| mutex.is_held_by(thread));
    let abandoned: Vec<usize> = held.filter_map(|(&at, mutex)| mutex.abandon().then_some(at)).collect();
    for at in abandoned {
        release_mutex(runtime, at);
    }
}

/// Unlocks a mutex. Gives 0 or an error number.
pub(crate) fn unlock(entered: &mut Entered, call: Call, kind: MutexKind) -> i32 {
    let Call { at, pc, .. } = call;
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

const MUTEX: &str = "mutex";
const CONDITION: &str = "condition variable";
const RW_LOCK: &str = "read-write lock";
const SEMAPHORE: &str = "semaphore";

fn release_mutex(runtime: &mut Runtime, at: usize) {
    runtime.release(|objects| &mut sync_of(&mut objects.mutexes, at).sync);
    runtime.has_used(at, MUTEX);
    runtime.wake_all(WaitFor::Mutex, at);
}

/// An object is about to be given up: whether others use it before that, or after, depends on the schedule.
fn before_end(entered: &mut Entered, call: Call) {
    if entered.runtime().live.is_some() {
        let place = entered.runtime().place(Frame::call(call.pc));
        step(entered, PendingOperation::Sync(call.at as u64), place);
    }
}

/// A mutex is set up anew, or given up.
pub(crate) fn reset_mutex(entered: &mut Entered, call: Call, is_destroyed: bool) {
    if is_destroyed {
        before_end(entered, call);
    }
    let runtime = entered.runtime();
    if is_destroyed && runtime.objects.mutexes.get(&call.at).is_some_and(Mutex::is_held) {
        runtime.thread().place = runtime.place(Frame::call(call.pc));
        runtime.misuse("a mutex is destroyed while it is locked");
    }
    runtime.objects.mutexes.remove(&call.at);
    if is_destroyed { runtime.ends(call, MUTEX) } else { runtime.begins(call, MUTEX) }
}

/// Waits on a condition variable. Gives 0 or an error number; the mutex is held again in both cases.
pub(crate) fn wait(entered: &mut Entered, call: Call, mutex: usize, deadline: Option<u64>) -> i32 {
    let place = entered.runtime().place(Frame::call(call.pc));
    begin_wait(entered);
    step(entered, PendingOperation::Sync(call.at as u64), place);
    let runtime = entered.runtime();
    let me = runtime.current;
    runtime.uses(call.at, CONDITION, None);
    if !runtime.mutex(mutex).is_held_by(me) {
        runtime.thread().waits_cancellably = false;
        runtime.misuse("a condition variable is waited on without holding the mutex");
        return EPERM;
    }
    runtime.record_action(|_| Action::Give(WaitFor::Mutex, mutex as u64));
    // From here to the wait no other thread has a step, so that no signal gets lost in between.
    let depth = runtime.mutex(mutex).free();
    release_mutex(runtime, mutex);
    let blocked = Blocked { what: WaitFor::Condition, object: call.at, deadline };
    let waited = wait_to_be_woken(entered, place, blocked);
    let again = Call::new(mutex, call.pc);
    // A request to end the thread comes too late from here on: it has the mutex first, and what it has said to do then can rely on that.
    entered.runtime().thread().waits_cancellably = false;
    // As a normal mutex, whatever its type: `free` has given it back as often as it was taken.
    let locked = lock(entered, again, MutexKind::Normal, Patience::Forever);
    if locked == 0 || locked == libc::EOWNERDEAD {
        entered.runtime().mutex(mutex).restore(me, depth);
    }
    end_wait(entered);
    if waited.is_err() && locked == 0 { ETIMEDOUT } else { locked }
}

/// Wakes one that waits on a condition variable, or all.
pub(crate) fn signal(entered: &mut Entered, call: Call, is_broadcast: bool) {
    let place = entered.runtime().place(Frame::call(call.pc));
    step(entered, PendingOperation::Sync(call.at as u64), place);
    let runtime = entered.runtime();
    runtime.uses(call.at, CONDITION, None);
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
    let Call { at, pc, .. } = call;
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
    runtime.uses(at, RW_LOCK, None);
    // Readers come after writers alone; writers come after both.
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
    let Call { at, pc, .. } = call;
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
    runtime.has_used(at, RW_LOCK);
    runtime.wake_all(WaitFor::RwLock, at);
    0
}

/// Waits at a barrier. Returns whether this thread is the one that receives (`PTHREAD_BARRIER_SERIAL_THREAD`).
pub(crate) fn wait_at_barrier(entered: &mut Entered, call: Call) -> bool {
    let Call { at, pc, .. } = call;
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

/// Waits at a barrier that orders nothing.
pub(crate) fn meet_at_barrier(entered: &mut Entered, call: Call) {
    let Call { at, pc, .. } = call;
    let place = entered.runtime().place(Frame::call(pc));
    step(entered, PendingOperation::Sync(at as u64), place);
    let runtime = entered.runtime();
    let me = runtime.current;
    runtime.progress();
    match runtime.objects.barriers.entry(at).or_default().arrive(me) {
        Some(_) => runtime.wake_all(WaitFor::Barrier, at),
        None => {
            let blocked = Blocked { what: WaitFor::Barrier, object: at, deadline: None };
            let _woken = wait_to_be_woken(entered, place, blocked);
        }
    }
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
    let Call { at, pc, .. } = call;
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
        begin_wait(entered);
        let taken = step_when(entered, operation, place, blocked, can_take);
        end_wait(entered);
        if taken.is_err() {
            return ETIMEDOUT;
        }
    }
    let runtime = entered.runtime();
    runtime.uses(at, SEMAPHORE, None);
    runtime.objects.semaphores.entry(at).or_default().value -= 1;
    runtime.acquire(|objects| &mut sync_of(&mut objects.semaphores, at).sync);
    runtime.record_action(|_| Action::Take(WaitFor::Semaphore, at as u64));
    runtime.progress();
    0
}

/// Gives to a semaphore.
pub(crate) fn post_semaphore(entered: &mut Entered, call: Call, known: u32) {
    let Call { at, pc, .. } = call;
    let place = entered.runtime().place(Frame::call(pc));
    step(entered, PendingOperation::Unlock(at as u64), place);
    let runtime = entered.runtime();
    let semaphore = runtime.objects.semaphores.entry(at).or_insert_with(|| Semaphore::new(known));
    semaphore.value = semaphore.value.saturating_add(1);
    runtime.release(|objects| &mut sync_of(&mut objects.semaphores, at).sync);
    runtime.has_used(at, SEMAPHORE);
    runtime.record_action(|_| Action::Give(WaitFor::Semaphore, at as u64));
    runtime.wake_all(WaitFor::Semaphore, at);
    runtime.progress();
}

/// A semaphore is set up with a value, or given up.
pub(crate) fn reset_semaphore(entered: &mut Entered, call: Call, value: Option<u32>) {
    if value.is_none() {
        before_end(entered, call);
    }
    let runtime = entered.runtime();
    match value {
        Some(value) => {
            runtime.objects.semaphores.insert(call.at, Semaphore::new(value));
            runtime.begins(call, SEMAPHORE);
        }
        None => {
            runtime.objects.semaphores.remove(&call.at);
            runtime.ends(call, SEMAPHORE);
        }
    }
}

/// Comes to a once-only initialisation. Gives whether this thread has to do it; if not, it is done.
pub(crate) fn begin_once(entered: &mut Entered, call: Call, is_known_done: bool) -> bool {
    let Call { at, pc, .. } = call;
    let runtime = entered.runtime();
    let place = runtime.place(Frame::call(pc));
    // What was done before the runtime began to look is known by the program's own flag.
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
    let Call { at, pc, .. } = call;
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
    let Call { at, pc, .. } = call;
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

/// What annotations say of a lock beside where it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Annotated {
    pub(crate) is_write: bool,
    /// Whether who has it must not take it again, and who does not have it must not give it back.
    pub(crate) is_checked: bool,
}

/// The lock that annotations say to be at this address has been taken.
pub(crate) fn acquire_rw(runtime: &mut Runtime, at: usize, how: Annotated) {
    let me = runtime.current;
    runtime.acquire(|objects| &mut sync_of(&mut objects.annotated, at).writers_sync);
    if how.is_write {
        runtime.acquire(|objects| &mut sync_of(&mut objects.annotated, at).readers_sync);
    }
    if !how.is_checked {
        return;
    }
    let lock = runtime.objects.annotated.entry(at).or_default();
    if lock.is_writer(me) {
        runtime.misuse("a lock is taken by a thread that has it already, as annotations say");
    } else if how.is_write {
        lock.write(me);
    } else {
        lock.read(me);
    }
}

/// The lock that annotations say to be at this address is given back.
pub(crate) fn release_rw(runtime: &mut Runtime, at: usize, how: Annotated) {
    let me = runtime.current;
    let lock = runtime.objects.annotated.entry(at).or_default();
    if how.is_checked && lock.unlock(me).is_none_or(|held| (held == Held::Writing) != how.is_write) {
        runtime.misuse("a lock is given back that the thread does not have in this way, as annotations say");
    }
    runtime.release(|objects| {
        let lock = sync_of(&mut objects.annotated, at);
        if how.is_write { &mut lock.writers_sync } else { &mut lock.readers_sync }
    });
}

/// The lock that annotations say to be at this address is new, or gone.
pub(crate) fn forget_rw(runtime: &mut Runtime, at: usize, is_gone: bool) {
    let before = runtime.objects.annotated.remove(&at);
    if is_gone && before.is_some_and(|lock| lock.is_held()) {
        runtime.misuse("a lock is destroyed while it is held, as annotations say");
    }
}

/// A condition variable is given up.
pub(crate) fn destroy_condition(entered: &mut Entered, call: Call) {
    before_end(entered, call);
    let runtime = entered.runtime();
    if !runtime.waiting(WaitFor::Condition, call.at).is_empty() {
        runtime.thread().place = runtime.place(Frame::call(call.pc));
        runtime.misuse("a condition variable is destroyed while threads wait on it");
    }
    runtime.objects.condition_clocks.remove(&call.at);
    runtime.ends(call, CONDITION);
}

/// A condition variable is set up.
pub(crate) fn begin_condition(entered: &mut Entered, call: Call) {
    entered.runtime().begins(call, CONDITION);
}

/// A read-write lock is set up anew, or given up.
pub(crate) fn reset_rw(entered: &mut Entered, call: Call, is_destroyed: bool) {
    if is_destroyed {
        before_end(entered, call);
    }
    let runtime = entered.runtime();
    if is_destroyed && runtime.objects.rwlocks.get(&call.at).is_some_and(RwLock::is_held) {
        runtime.thread().place = runtime.place(Frame::call(call.pc));
        runtime.misuse("a read-write lock is destroyed while it is held");
    }
    runtime.objects.rwlocks.remove(&call.at);
    if is_destroyed { runtime.ends(call, RW_LOCK) } else { runtime.begins(call, RW_LOCK) }
}
