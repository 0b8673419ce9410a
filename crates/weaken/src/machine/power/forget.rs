//! Writes that are of no consequence any more.
//!
//! A write that every thread that may still access its location has seen a later one of can be read by none, and no write can come before it in coherence. What it came before, and came
//! after, is in the transitive closure of the others. It is taken out of all sets, so that its name is free, and states that differ in it alone are one: a loop that
//! writes again and again has finitely many states.

use std::rc::Rc;

use crate::machine::memory::Range;

use super::Power;
use super::state::{Kind, Partner, State, Stop, ThreadState};
use super::storage::Storage;
use super::writes::{Source, View, WriteId, WriteSet};

impl Power {
    /// Forgets them; says whether there were any.
    pub(super) fn forget(&self, state: &mut State, stops: &[Stop]) -> bool {
        let has_ended =
            |(thread, stop): (&Rc<ThreadState>, &Stop)| matches!(stop, Stop::Ended) && thread.pending.is_empty();
        let active: Vec<&ThreadState> = state
            .threads
            .iter()
            .zip(stops)
            .filter(|&(thread, stop)| !has_ended((thread, stop)))
            .map(|(thread, _)| &**thread)
            .collect();
        let storage = &state.storage;
        let mut gone = WriteSet::NONE;
        for (range, order) in storage.order.iter() {
            let location = self.layout.location(range).map(|(location, _)| location);
            // A thread that never comes to the location again need not have seen a later write of it.
            let may_access = |thread: &&&ThreadState| {
                let reaches = self.foreseen.reaches[thread.front.at];
                location.is_none_or(|location| reaches.may_have(location))
                    || thread.pending.iter().any(|access| access.range == range)
            };
            let seen =
                active.iter().filter(may_access).map(|thread| storage.place(range, thread.history(range).latest));
            // The last one is what memory holds in the end.
            let first_seen = seen.min().unwrap_or(Some(order.len())).unwrap_or(0);
            // The write that is seen last by the slowest thread stays: it may be read again.
            let passed = &order[..first_seen.saturating_sub(1)];
            let is_free = |write: &&WriteId| !is_in_use(&active, storage, range, **write);
            gone = passed.iter().filter(is_free).fold(gone, |all, write| all.with(WriteSet::only(*write)));
        }
        if gone == WriteSet::NONE {
            return false;
        }
        let State { threads, storage, .. } = state;
        let storage = Rc::make_mut(storage);
        storage.writes.retain(|write, _| !gone.has(write));
        storage.order.values_mut().for_each(|order| order.retain(|write| !gone.has(*write)));
        storage.agreed = storage.agreed.without(gone);
        for write in storage.writes.values_mut() {
            write.before = write.before.without(gone);
            [&mut write.initiated, &mut write.view].into_iter().for_each(|view| view.remove(gone));
        }
        for thread in threads.iter_mut().map(Rc::make_mut) {
            // Only of a location that the thread does not access any more.
            let is_gone = |source| matches!(source, Source::Write(write) if gone.has(write));
            thread.histories.retain(|_, history| !is_gone(history.latest));
            thread.views().for_each(|view| view.remove(gone));
            thread.origins().for_each(|origin| {
                origin.initiated.remove(gone);
                origin.committed.remove(gone);
            });
        }
        self.rename(state, gone);
        true
    }

    /// Gives the writes of each thread the lowest names again, so that states which differ in names alone are one.
    fn rename(&self, state: &mut State, gone: WriteSet) {
        let mut names = [0_u8; 128];
        for (number, thread) in state.threads.iter_mut().map(Rc::make_mut).enumerate() {
            thread.writes.retain(|write| !gone.has(*write));
            // In program order, so that names say nothing of when writes were entered.
            let lowest: Vec<WriteId> = self.own(number).iter().take(thread.writes.len()).collect();
            for (write, name) in thread.writes.iter_mut().zip(lowest) {
                names[usize::from(write.0)] = name.0;
                *write = name;
            }
        }
        let name = |write: WriteId| WriteId(names[usize::from(write.0)]);
        let set = |writes: &mut WriteSet| {
            *writes = writes.iter().fold(WriteSet::NONE, |all, write| all.with(WriteSet::only(name(write))));
        };
        let view = |view: &mut View| {
            set(&mut view.propagated);
            set(&mut view.agreed);
        };
        let source = |source: &mut Source| {
            if let Source::Write(write) = source {
                *write = name(*write);
            }
        };
        let partner = |partner: &mut Option<Partner>| {
            if let Some(Partner::Done(read)) = partner {
                source(read);
            }
        };
        let State { threads, storage, .. } = state;
        let storage = Rc::make_mut(storage);
        storage.writes.rename(name);
        for committed in storage.writes.values_mut() {
            view(&mut committed.initiated);
            view(&mut committed.view);
            set(&mut committed.before);
            committed.replaced.iter_mut().for_each(source);
        }
        storage.order.values_mut().flatten().for_each(|write| *write = name(*write));
        set(&mut storage.agreed);
        for thread in threads.iter_mut().map(Rc::make_mut) {
            thread.views().for_each(view);
            thread.origins().for_each(|origin| {
                view(&mut origin.initiated);
                view(&mut origin.committed);
            });
            thread.histories.values_mut().for_each(|history| source(&mut history.latest));
            partner(&mut thread.reserved);
            partner(&mut thread.atomic_read);
            for pending in &mut thread.pending {
                if let Kind::Write(write) = &mut pending.kind {
                    *write = name(*write);
                }
                pending.source.iter_mut().for_each(source);
                partner(&mut pending.partner);
            }
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
        .any(|other| storage.writes.get(*other).is_some_and(|committed| committed.replaced == source));
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
