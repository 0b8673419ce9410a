//! Writes that are of no consequence any more.
//!
//! A write that every thread that may still access its location has seen a later one of can be read by none, and no write can come before it in coherence. What it came before, and came
//! after, is in the transitive closure of the others. It is taken out of all sets, so that its name is free, and states that differ in it alone are one: a loop that
//! writes again and again has finitely many states.

use crate::machine::memory::Range;

use super::Power;
use super::state::{Kind, Partner, Source, State, Stop, ThreadState, View, WriteId, WriteSet};
use super::storage::Storage;

impl Power {
    /// Forgets them.
    pub(super) fn forget(&self, state: &mut State, stops: &[Stop]) {
        let has_ended =
            |(thread, stop): (&ThreadState, &Stop)| matches!(stop, Stop::Ended) && thread.pending.is_empty();
        let active: Vec<&ThreadState> = state
            .threads
            .iter()
            .zip(stops)
            .filter(|&(thread, stop)| !has_ended((thread, stop)))
            .map(|(thread, _)| thread)
            .collect();
        let storage = &state.storage;
        let mut gone = WriteSet::NONE;
        for (range, order) in &storage.order {
            let location = self.layout.location(*range).map(|(location, _)| location);
            let may_access = |thread: &&&ThreadState| {
                let reaches = self.foreseen.reaches[thread.front.at];
                location.is_none_or(|location| reaches.may_have(location))
                    || thread.pending.iter().any(|access| access.range == *range)
            };
            let seen =
                active.iter().filter(may_access).map(|thread| storage.place(*range, thread.history(*range).latest));
            // The last one is what memory holds in the end.
            let first_seen = seen.min().unwrap_or(Some(order.len())).unwrap_or(0);
            let passed = &order[..first_seen.saturating_sub(1)];
            let is_free = |write: &&WriteId| !is_in_use(&active, storage, *range, **write);
            gone = passed.iter().filter(is_free).fold(gone, |all, write| all.with(WriteSet::only(*write)));
        }
        if gone == WriteSet::NONE {
            return;
        }
        let State { threads, storage, .. } = state;
        storage.writes.retain(|write, _| !gone.has(*write));
        storage.order.values_mut().for_each(|order| order.retain(|write| !gone.has(*write)));
        storage.agreed = storage.agreed.without(gone);
        for write in storage.writes.values_mut() {
            write.before = write.before.without(gone);
            [&mut write.initiated, &mut write.view].into_iter().for_each(|view| view.remove(gone));
        }
        for thread in threads {
            thread.views().for_each(|view| view.remove(gone));
            thread.origins().for_each(|origin| {
                origin.initiated.remove(gone);
                origin.committed.remove(gone);
            });
        }
    }
}

/// Whether a read that is not over has read it, or the read of a read-modify-write that is not over or can still be broken.
fn is_in_use(threads: &[&ThreadState], storage: &Storage, range: Range, write: WriteId) -> bool {
    let source = Some(Source::Write(write));
    let partner = Some(Partner::Done(Source::Write(write)));
    let is_replaced = storage
        .order(range)
        .iter()
        .any(|other| storage.writes.get(other).is_some_and(|committed| committed.replaced == source));
    is_replaced
        || threads.iter().any(|thread| {
            let mut pending = thread.pending.iter();
            let is_pending = pending.any(|access| {
                access.source == source || access.kind == Kind::Write(write) || access.partner == partner
            });
            is_pending || thread.reserved == partner || thread.atomic_read == partner
        })
}

impl View {
    fn remove(&mut self, gone: WriteSet) {
        self.propagated = self.propagated.without(gone);
        self.agreed = self.agreed.without(gone);
    }
}

impl ThreadState {
    /// All views that the thread holds but those of its values.
    fn views(&mut self) -> impl Iterator<Item = &mut View> {
        let own = [&mut self.done, &mut self.done_writes, &mut self.passed_on, &mut self.passed_to_writes];
        let pending = self.pending.iter_mut();
        let of_pending = pending.flat_map(|access| [&mut access.initiated, &mut access.committed, &mut access.fenced]);
        let histories = self.histories.values_mut().flat_map(|history| {
            [&mut history.readers, &mut history.earlier_readers, &mut history.own, &mut history.committed]
        });
        own.into_iter().chain(of_pending).chain(histories)
    }
}
