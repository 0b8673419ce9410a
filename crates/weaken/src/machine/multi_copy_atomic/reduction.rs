//! Steps of one thread that may come before all others, and choices that need not be made: each execution remains one without them.
//!
//! **A choice** (whether a store-exclusive succeeds) matters to its own thread alone.
//!
//! **A read of a location to which no other thread can write any more** returns what the thread's own last write before it has put there or will put there, or else what memory has, whenever it
//! takes effect. So it takes effect as soon as it may: what follows waits for it no longer, and where it reads from a write that is still pending, what follows waits for what that write depends on, for
//! which the write itself waits. That it pins earlier reads of the location holds up no thread, since no other writes there. If it may not take effect yet and is delayed, there is one value that it
//! can be supposed to return; and a delayed one that is supposed to return another is in no execution.
//!
//! **A read behind which its thread accesses nothing** need not be delayed: it can as well be waited for.
//!
//! All this is about plain reads. Those of atomic instructions and of exclusives are halves of something.

use program::LocationId;

use super::advance::{Machine, Stop};
use super::state::{Pending, Sources, State, ThreadState};
use super::transition::Transition;
use crate::machine::front::{Direction, Load};
use crate::machine::locations::Locations;
use crate::machine::memory::Range;
use crate::machine::tags::Annotation;

/// What a thread can do first.
pub(crate) enum First {
    /// One of these, and then what may come behind it.
    Steps(Vec<(usize, Transition)>),
    /// Nothing: there is no such execution.
    Nothing,
}

impl Machine {
    /// What can come before everything else, if there is something. `writes` are the writes of each thread that are to come.
    pub(crate) fn first(&self, state: &State, stops: &[Stop], writes: &[Locations]) -> Option<First> {
        if let Some(thread) = stops.iter().position(|stop| matches!(stop, Stop::Choice(_))) {
            return Some(First::Steps([false, true].map(|bit| (thread, Transition::Choose(bit))).to_vec()));
        }
        (0..stops.len()).find_map(|thread| {
            let pending = state.threads[thread].pending.iter().enumerate();
            let mut reads = pending.filter(|(_, read)| self.is_settled_read(read, writes, thread));
            let of_pending = reads.find_map(|(index, read)| {
                let source = self.source(state, thread, index, read.range)?;
                if source.value() != read.value {
                    return Some(First::Nothing);
                }
                read.waits.is_empty().then(|| First::Steps(vec![(thread, Transition::Effect(index))]))
            });
            of_pending.or_else(|| match &stops[thread] {
                Stop::Load(load) if self.is_settled_load(load, writes, thread) => {
                    self.read_now(state, thread, load).map(|_| First::Steps(vec![(thread, Transition::Read)]))
                }
                Stop::Load(_)
                | Stop::Choice(_)
                | Stop::Ended
                | Stop::Dead
                | Stop::Fault(..)
                | Stop::Circle
                | Stop::Full => None,
            })
        })
    }

    /// The one value that a read can be supposed to return which a thread stands before, where it is settled.
    pub(crate) fn settled_value(
        &self,
        state: &State,
        (thread, load): (usize, &Load<Sources>),
        writes: &[Locations],
    ) -> Option<u128> {
        if !self.is_settled_load(load, writes, thread) {
            return None;
        }
        Some(self.source(state, thread, state.threads[thread].pending.len(), load.range)?.value())
    }

    /// Whether the thread accesses nothing behind the plain read that it stands before.
    pub(crate) fn is_last_read(&self, thread: &ThreadState, load: &Load<Sources>) -> bool {
        is_plain(self.meaning.annotation(load.tags, Direction::Read)) && self.foreseen.is_last[thread.front.at]
    }

    fn is_settled_load(&self, load: &Load<Sources>, writes: &[Locations], thread: usize) -> bool {
        is_plain(self.meaning.annotation(load.tags, Direction::Read)) && self.is_settled(load.range, writes, thread)
    }

    fn is_settled_read(&self, read: &Pending, writes: &[Locations], thread: usize) -> bool {
        let is_plain_read = read.direction == Direction::Read && read.monitor.is_none() && is_plain(read.annotation);
        is_plain_read && self.is_settled(read.range, writes, thread)
    }

    /// Whether no other thread can write there any more.
    fn is_settled(&self, range: Range, writes: &[Locations], thread: usize) -> bool {
        let Some(location) = self.location(range) else { return false };
        writes.iter().enumerate().all(|(other, writes)| other == thread || !writes.may_have(location))
    }

    /// Where each thread may still write, or has writes that have not taken effect.
    pub(crate) fn writes_to_come(&self, state: &State) -> Vec<Locations> {
        let of_thread = |thread: &ThreadState| {
            let pending = thread.pending.iter().filter(|access| access.direction == Direction::Write);
            pending.fold(self.foreseen.writes[thread.front.at], |all, write| {
                all.with(self.location(write.range).map_or(Locations::ANY, Locations::only))
            })
        };
        state.threads.iter().map(of_thread).collect()
    }

    fn location(&self, range: Range) -> Option<LocationId> {
        self.layout.location(range).map(|(location, _)| location)
    }
}

/// Whether an access is no half of anything.
fn is_plain(annotation: Annotation) -> bool {
    !annotation.atomic && !annotation.exclusive
}
