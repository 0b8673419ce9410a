//! Steps of one thread that may come before all others, as each execution remains one when they are moved to its front.
//!
//! **A write that can be committed** need not wait. What its commit comes after, and every place in coherence that it may take, is settled when nothing holds it up any more: writes
//! that are committed later may come before it. Other threads may still read older writes, and what its own thread reads early
//! is what it would read late. Only a read-modify-write that reads what this one replaces is too late, and such a one can as well have come first.
//! **A choice** matters to its own thread alone.
//!
//! **A read of a location that no other thread can write any more** need not wait either, once nothing holds it up: what it may read from, and what comes before it, is settled then. So it
//! is initiated with each of them, if earlier reads of the location are, and if it has not a write of its own thread before it that may still get behind one of another thread in coherence.
//! While something holds it up, but there is one write only that it may read, it can be entered at once, with that value. Programs whose threads keep their registers in memory have many such reads.

use program::LocationId;

use crate::machine::front::{Load, Value};
use crate::machine::memory::Range;

use super::effects::Candidates;
use super::state::{Kind, Origin, Pending, Progress, State, Stop, ThreadState};
use super::writes::Source;
use super::{Power, Transition, is_certain_fault};
use crate::machine::locations::Locations;

type Steps = Vec<(usize, Transition)>;

impl Power {
    /// Steps that may come before all others, if there are any. Where there are none in the list that there is, no execution goes on here.
    pub(super) fn first_steps(&self, state: &State, stops: &[Stop]) -> Option<Steps> {
        for (thread, (of_thread, stop)) in state.threads.iter().zip(stops).enumerate() {
            if matches!(stop, Stop::Choice(_)) {
                return Some([false, true].map(|bit| (thread, Transition::Choose(bit))).to_vec());
            }
            for (index, pending) in of_thread.pending.iter().enumerate().filter(|(_, pending)| pending.kind.is_write())
            {
                let places = if pending.is_done() { Vec::new() } else { self.places(state, thread, index) };
                if !places.is_empty() {
                    return Some(places.into_iter().map(|place| (thread, Transition::Commit(index, place))).collect());
                }
            }
        }
        // Behind a fault, only what it needs is brought to its end.
        if stops.iter().any(is_certain_fault) {
            return None;
        }
        // Behind the two cases that need no such lists, as these cost more.
        let writes: Vec<Locations> = state.threads.iter().map(|thread| self.writes_to_come(thread)).collect();
        let threads = state.threads.iter().zip(stops).enumerate();
        threads.into_iter().find_map(|(number, (thread, stop))| {
            let others = writes.iter().enumerate().filter(|(other, _)| *other != number);
            let others = others.fold(Locations::NONE, |all, (_, writes)| all.with(*writes));
            let settled = Settled { power: self, state, number, thread, others };
            settled.pending().or_else(|| match stop {
                Stop::Load(load) => settled.next(load),
                Stop::Choice(_)
                | Stop::Ended
                | Stop::Dead
                | Stop::Fault(..)
                | Stop::Circle
                | Stop::Full
                | Stop::FullOfWrites => None,
            })
        })
    }

    /// Where a thread may still write, or has writes that are not committed.
    fn writes_to_come(&self, thread: &ThreadState) -> Locations {
        let open = thread.pending.iter().filter(|access| access.kind.is_write() && !access.is_done());
        open.filter_map(|write| self.location(write.range))
            .fold(self.foreseen.writes[thread.front.at], |all, location| all.with(Locations::only(location)))
    }

    fn location(&self, range: Range) -> Option<LocationId> {
        self.layout.location(range).map(|(location, _)| location)
    }
}

/// The reads of a thread whose locations no other thread can write any more.
struct Settled<'a> {
    power: &'a Power,
    state: &'a State,
    number: usize,
    thread: &'a ThreadState,
    /// Where other threads may still write.
    others: Locations,
}

impl Settled<'_> {
    /// Those that are entered: the first of which it is settled what it reads.
    fn pending(&self) -> Option<Steps> {
        let reads = self.thread.pending.iter().enumerate();
        let mut reads = reads.filter(|(_, read)| read.kind == Kind::Read && !read.is_done() && read.is_overtaken);
        reads.find_map(|(index, read)| {
            let write = self.last_write(index, read.range)?;
            let candidates = self.candidates(index, read, write)?;
            let right = candidates.into_iter().filter(|&(_, value)| value == read.value);
            Some(right.map(|(source, _)| (self.number, Transition::Initiate(index, source))).collect())
        })
    }

    /// The one that the thread stands before. One that it only waits with is none of them, nor one after which it does not go on: other threads do.
    fn next(&self, load: &Load<Origin>) -> Option<Steps> {
        let at = self.thread.front.at;
        if self.power.foreseen.waits[at] {
            return None;
        }
        let all = self.thread.pending.len();
        let write = self.last_write(all, load.range)?;
        let read = self.power.new_read(self.thread, load, 0)?;
        if let Some(candidates) = self.candidates(all, &read, write) {
            let reads = candidates.into_iter().filter(|&(_, value)| self.goes_on(load, value));
            let reads: Steps = reads.map(|(source, value)| (self.number, Transition::Read(source, value))).collect();
            return (!reads.is_empty()).then_some(reads);
        }
        let is_held_up = !read.initiation.is_empty() || !read.ordered.is_empty() || write.is_some();
        // A read of a loop that is pending once more would be entered without a bound.
        let is_again = self.thread.pending.iter().any(|pending| pending.step == at);
        if !is_held_up || is_again || !self.power.foreseen.delayable[at] {
            return None;
        }
        let value = match write {
            Some(write) => write.value,
            None => self.only_value(load.range)?,
        };
        self.goes_on(load, value).then(|| vec![(self.number, Transition::Await(value))])
    }

    /// Whether what the thread assumes holds when it has read `value`.
    fn goes_on(&self, load: &Load<Origin>, value: u128) -> bool {
        if !self.power.foreseen.assumes[self.thread.front.at] {
            return true;
        }
        let mut thread = self.thread.clone();
        thread.front.pass(load.result, Value { bits: value, width: load.width, sources: Origin::default() });
        !matches!(self.power.advance(&mut thread, self.number), Stop::Dead)
    }

    /// The last write of the thread to `range` among the first `before` of what is pending, if it is not committed; `None` where it is not settled what a read there reads.
    fn last_write(&self, before: usize, range: Range) -> Option<Option<&Pending>> {
        let location = self.power.location(range)?;
        let earlier = || self.thread.pending[..before].iter().filter(|access| access.range == range);
        if self.others.may_have(location)
            || earlier().any(|access| access.kind == Kind::Read && access.progress == Progress::Entered)
        {
            return None;
        }
        let write = earlier().rev().find(|access| access.kind.is_write() && !access.is_done());
        let own = self.power.own(self.number);
        let is_own = |place: usize| self.state.storage.order(range)[place..].iter().all(|&write| own.has(write));
        (write.is_none() || is_own(self.seen(range)?)).then_some(write)
    }

    /// The place in coherence of the last write that the thread has seen by accesses that are over.
    fn seen(&self, range: Range) -> Option<usize> {
        self.state.storage.place(range, self.thread.history(range).latest)
    }

    /// What a read may be initiated with, if nothing holds it up. Where that is its own write and does not fit, that may be committed first.
    fn candidates(&self, before: usize, read: &Pending, write: Option<&Pending>) -> Option<Candidates> {
        let is_ready = read.initiation.is_empty() && read.ordered.is_empty();
        let candidates = self.power.candidates(self.state, self.number, before, read);
        (is_ready && (write.is_none() || !candidates.is_empty())).then_some(candidates)
    }

    /// The value of all that a read that has no write of the thread pending before it may still read, if that is one.
    fn only_value(&self, range: Range) -> Option<u128> {
        let storage = &self.state.storage;
        let source = self.thread.history(range).latest;
        let is_last = storage.order(range).len() == self.seen(range)?;
        match source {
            // A later write in coherence may be read as well.
            _ if !is_last => None,
            Source::Initial => Some(crate::machine::memory::read(&self.state.initial, range)),
            Source::Write(id) => storage.writes.get(id).map(|write| write.value),
        }
    }
}
