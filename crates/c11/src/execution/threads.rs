//! Threads, fences and synchronisation objects: the happens-before clocks of section 6.1 as far as no location is involved.

use super::{Execution, Phase, Thread};
use crate::clock::Row;
use crate::shadow::Epoch;
use crate::{Order, Rules, SyncObject, ThreadId};

/// The number of fences of a thread at which they are first looked through.
const FIRST_FENCE_PRUNING: usize = 16;

impl Execution {
    /// `parent` creates a thread. What the parent has done happens before all that the new thread does.
    ///
    /// # Panics
    /// When there are 2^32 threads.
    pub fn create_thread(&mut self, parent: ThreadId) -> ThreadId {
        self.widen(self.owners.len() + 1);
        let clock = self.clocks.allocate();
        if self.thread(parent).is_some() {
            self.tick(parent);
            self.clocks.copy(clock, self.threads[parent.0 as usize].clock);
        } else {
            self.clocks.set(clock, super::OUTSIDE as usize, super::BEGINNING);
        }
        self.add_thread(clock)
    }

    fn widen(&mut self, components: usize) {
        self.clocks.widen(components);
        self.graph.widen(components);
    }

    /// A component for a thread with this clock: that of one that has finished before, or a new one.
    fn take_slot(&mut self, clock: Row) -> u32 {
        let is_known = |&(slot, time): &(u32, u64)| self.clocks.get(clock, slot as usize) >= time;
        if let Some(place) = self.ended.iter().position(is_known) {
            return self.ended.swap_remove(place).0;
        }
        self.owners.push(Vec::new());
        self.owners.len() as u32 - 1
    }

    pub(super) fn add_thread(&mut self, clock: Row) -> ThreadId {
        let id = ThreadId(u32::try_from(self.threads.len()).expect("fewer than 2^32 threads"));
        let slot = self.take_slot(clock);
        self.widen(self.owners.len());
        self.threads.push(Thread {
            phase: Phase::Running,
            slot,
            clock,
            release_fence: None,
            acquire_fence: None,
            seq_cst_fences: Vec::new(),
            prune_fences_at: FIRST_FENCE_PRUNING,
            events: 0,
        });
        self.running.push(id);
        self.epochs.push(Epoch::new(slot, self.time + 1));
        let start = self.tick(id);
        self.owners[slot as usize].push((start, id));
        id
    }

    /// `thread` has taken its last step.
    pub fn finish_thread(&mut self, thread: ThreadId) {
        if self.thread(thread).is_none() {
            return;
        }
        if self.threads[thread.0 as usize].phase == Phase::Finished {
            return;
        }
        let end = self.tick(thread);
        // A thread that is created later may take the component, if it knows of this end.
        self.ended.push((self.slot(thread), end));
        self.running.retain(|other| *other != thread);
        let state = &mut self.threads[thread.0 as usize];
        state.phase = Phase::Finished;
        for row in [state.release_fence.take(), state.acquire_fence.take()].into_iter().flatten() {
            self.clocks.release(row);
        }
    }

    /// `thread` does nothing more until `target` has finished and then joins it. Has no effect on what is allowed; but as long as it is not
    /// known the stores that `thread` could read now must be kept. Holds until the next call for `thread`; that must not come before `target` has
    /// finished.
    pub fn wait_for_thread(&mut self, thread: ThreadId, target: ThreadId) {
        if self.thread(target).is_some()
            && let Some(state) = self.threads.get_mut(thread.0 as usize)
        {
            state.phase = Phase::Waiting(target);
        }
    }

    /// `thread` goes on, and knows at least what it was taken to know while it waited ([`Execution::prune`]), also if it comes too early.
    #[cold]
    pub(super) fn stop_waiting(&mut self, thread: ThreadId) {
        for other in self.awaited(thread) {
            self.clocks.join(self.threads[thread.0 as usize].clock, self.threads[other.0 as usize].clock);
        }
        self.threads[thread.0 as usize].phase = Phase::Running;
    }

    /// `thread` has waited for the end of `target`: all that `target` has done happens before what comes.
    pub fn join_thread(&mut self, thread: ThreadId, target: ThreadId) {
        let (Some(state), Some(joined)) = (self.thread(thread), self.thread(target)) else { return };
        let (clock, joined) = (state.clock, joined.clock);
        self.clocks.join(clock, joined);
        self.tick(thread);
    }

    /// What `thread` has done so far happens before what those do that acquire `object` from now on. Earlier releases stay in force.
    pub fn release(&mut self, thread: ThreadId, object: &mut SyncObject) {
        if self.thread(thread).is_none() {
            return;
        }
        self.tick(thread);
        let clock = self.clocks.components(self.threads[thread.0 as usize].clock);
        if object.clock.len() < clock.len() {
            object.clock.resize(clock.len(), 0);
        }
        for (handed_on, &known) in object.clock.iter_mut().zip(clock) {
            *handed_on = known.max(*handed_on);
        }
    }

    /// All releases of `object` so far happen before what `thread` does from now on.
    pub fn acquire(&mut self, thread: ThreadId, object: &SyncObject) {
        let Some(state) = self.thread(thread) else { return };
        self.clocks.join_slice(state.clock, &object.clock);
        self.tick(thread);
    }

    /// A fence between threads (`atomic_thread_fence`). A relaxed one does nothing.
    pub fn fence(&mut self, thread: ThreadId, order: Order) {
        if order == Order::Relaxed || self.thread(thread).is_none() {
            return;
        }
        let time = self.tick(thread);
        let state = &mut self.threads[thread.0 as usize];
        let clock = state.clock;
        if order.acquires()
            && let Some(seen) = state.acquire_fence
        {
            self.clocks.join(clock, seen);
        }
        if order.releases() {
            let fence = *state.release_fence.get_or_insert_with(|| self.clocks.allocate());
            self.clocks.copy(fence, clock);
        }
        if order.is_seq_cst() {
            state.seq_cst_fences.push(time);
            let is_many = state.seq_cst_fences.len() >= state.prune_fences_at;
            self.has_seq_cst_fence = true;
            if self.rules == Rules::Cxx20 {
                let view = self.clocks.allocate_copy(clock);
                if let Some(&(_, before)) = self.fence_views.last() {
                    self.clocks.join(view, before);
                }
                self.fence_views.push((time, view));
            }
            if self.fence_views.len() >= self.prune_views_at {
                self.prune_views();
            }
            if is_many {
                self.prune_fences(thread);
            }
        }
    }

    /// `thread` makes another one pass a sequentially consistent fence, wherever that is, and waits until it has: what `thread` has done happens before what the other one does behind the fence, and what the other one has
    /// done before it happens before what `thread` does next; so does what a thread has done that has finished. The caller gives `thread` fences of its own before and behind.
    pub fn interrupt_by_fence(&mut self, thread: ThreadId, other: ThreadId) {
        let (Some(own), Some(state)) = (self.thread(thread), self.thread(other)) else { return };
        let (has_ended, is_over) = (own.phase == Phase::Finished, state.phase == Phase::Finished);
        if thread == other || has_ended {
            return;
        }
        let (own, clock) = (own.clock, state.clock);
        if is_over {
            return self.clocks.join(own, clock);
        }
        // It goes on waiting if it waits.
        let phase = std::mem::replace(&mut self.threads[other.0 as usize].phase, Phase::Running);
        self.clocks.join(clock, own);
        self.fence(other, Order::SeqCst);
        self.threads[other.0 as usize].phase = phase;
        self.clocks.join(own, clock);
    }
}
