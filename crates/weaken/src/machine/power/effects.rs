//! What happens to pending accesses: reads are initiated, writes committed, fences executed.

use std::rc::Rc;

use smallvec::{SmallVec, smallvec};

use crate::machine::multi_copy_atomic::state::Mask;

use super::Power;
use super::state::{History, Kind, Partner, Pending, Progress, State, ThreadState};
use super::storage::Committed;
use super::writes::{Source, View, WriteId, WriteSet};

/// What a read may read from, and its value.
pub(super) type Candidate = (Source, u128);
pub(super) type Candidates = SmallVec<[Candidate; 4]>;

impl Power {
    /// What a read of a thread may be initiated with that has `before` of the pending accesses before it; nothing where it has to wait.
    pub(super) fn candidates(&self, state: &State, thread: usize, before: usize, read: &Pending) -> Candidates {
        // `ii`, `ci` and fences hold its initiation up.
        if !read.initiation.is_empty() || !read.ordered.is_empty() {
            return Candidates::new();
        }
        let of_thread = &state.threads[thread];
        // The thread's own write that no other can read yet is the one to read.
        if let Some((write, id)) = own_pending(of_thread, before, read) {
            let is_ready = write.progress >= Progress::Initiated;
            let candidate = (Source::Write(id), write.value);
            return if is_ready && self.fits(state, thread, before, read, candidate.0) {
                smallvec![candidate]
            } else {
                Candidates::new()
            };
        }
        let initial = crate::machine::memory::read(&state.initial, read.range);
        let written = state.storage.order(read.range).iter().filter_map(|&id| {
            let committed = state.storage.writes.get(id)?;
            Some((Source::Write(id), committed.value))
        });
        let all = std::iter::once((Source::Initial, initial)).chain(written);
        // `observation`: nothing behind it in coherence has been propagated to what the read comes after.
        let seen = state.storage.last_place(read.range, read.initiated.with(read.fenced).all());
        all.enumerate()
            .filter(|&(place, (source, _))| place >= seen && self.fits(state, thread, before, read, source))
            .map(|(_, candidate)| candidate)
            .collect()
    }

    /// Whether `source` is in order with what the thread's other accesses to the location read and write (`sc-per-location`).
    fn fits(&self, state: &State, thread: usize, before: usize, read: &Pending, source: Source) -> bool {
        let (of_thread, storage) = (&state.threads[thread], &state.storage);
        let place = |source| storage.place(read.range, source);
        let index = |source| of_thread.pending.iter().position(|access| Source::of(access) == Some(source));
        // What is not committed is the thread's own: behind all that is, and in program order.
        let is_before = |earlier: Source, later: Source| match (place(earlier), place(later)) {
            (Some(earlier), Some(later)) => earlier <= later,
            (Some(_), None) => true,
            (None, Some(_)) => false,
            (None, None) => index(earlier) <= index(later),
        };
        // What accesses that are over have seen is `coRR` and `coWR` for this read.
        if !is_before(of_thread.history(read.range).latest, source) {
            return false;
        }
        let (earlier, later) = of_thread.pending.split_at(before);
        let there = |pending: &&Pending| pending.range == read.range && pending.slot != read.slot;
        let earlier_fits = earlier.iter().filter(there).all(|access| match (access.kind, access.source) {
            (Kind::Read, Some(other)) => is_before(other, source),
            // The last own write before the read is the source where it is not committed (`own_pending`). One further back that is not committed has no place to compare yet.
            (Kind::Write(id), _) => is_before(Source::Write(id), source) || place(Source::Write(id)).is_none(),
            (Kind::Read, None) | (Kind::Fence { .. }, _) => true,
        });
        let later_fits = later.iter().filter(there).all(|access| match (access.kind, access.source) {
            // A later read has been initiated already: where it reads the write of another thread, it must be the same (`rdw`).
            (Kind::Read, Some(other)) if other != source => match other {
                Source::Initial => false,
                Source::Write(id) => self.own(thread).has(id) && is_before(source, other) && is_behind(later, id),
            },
            (Kind::Write(id), _) => {
                let place_of_write = place(Source::Write(id));
                let is_behind =
                    place_of_write.is_none() || source != Source::Write(id) && is_before(source, Source::Write(id));
                // The write may end the read-modify-write that this read begins.
                let ends_it = access.partner == Some(Partner::Pending(read.slot));
                let own = self.own(thread);
                let is_unbroken =
                    place_of_write.is_none_or(|to| storage.is_unbroken(read.range, source, to.saturating_sub(1), own));
                is_behind && (!ends_it || is_unbroken)
            }
            (Kind::Read, _) | (Kind::Fence { .. }, _) => true,
        });
        earlier_fits && later_fits
    }

    /// A pending read gets its value.
    pub(super) fn initiate_read(&self, state: &mut State, thread: usize, index: usize, source: Source) {
        let own = self.own(thread);
        let State { threads, storage, .. } = state;
        let of_thread = Rc::make_mut(&mut threads[thread]);
        let read = &of_thread.pending[index];
        let (slot, range) = (read.slot, read.range);
        let mut view = read.initiated.with(read.fenced);
        let mut seen = WriteSet::NONE;
        match source {
            Source::Initial => {}
            Source::Write(id) if own.has(id) => {
                // ii0: rfi.
                let pending = of_thread.pending.iter().find(|write| write.kind == Kind::Write(id));
                let initiated = match (pending, storage.writes.get(id)) {
                    (_, Some(committed)) => committed.initiated,
                    (Some(write), None) => write.initiated,
                    (None, None) => View::default(),
                };
                view = view.with(initiated);
            }
            Source::Write(id) => {
                // hb: rfe.
                seen = WriteSet::only(id);
                view = view.with(storage.writes.get(id).map_or_else(View::default, |write| write.view));
                // ii0: rdw, from reads of earlier writes. ci0: detour, from writes of the thread.
                let history = of_thread.history(range);
                view = view.with(history.earlier_readers).with(history.own);
                if history.latest != source {
                    view = view.with(history.readers);
                }
                for earlier in of_thread.pending[..index].iter().filter(|earlier| earlier.range == range) {
                    match earlier.kind {
                        Kind::Read if earlier.source.is_some() && earlier.source != Some(source) => {
                            view = view.with(earlier.initiated);
                        }
                        Kind::Write(_) if earlier.progress == Progress::Committed => {
                            view = view.with(earlier.committed)
                        }
                        Kind::Read | Kind::Write(_) | Kind::Fence { .. } => {}
                    }
                }
            }
        }
        // On Armv7 the write that ends the read-modify-write may be committed already: from now on no other write may come between.
        let end = of_thread.pending[index + 1..].iter().find(|later| later.partner == Some(Partner::Pending(slot)));
        if let Some(Kind::Write(id)) = end.map(|write| write.kind)
            && storage.writes.get(id).is_some()
            && let Some(write) = Rc::make_mut(storage).writes.get_mut(id)
        {
            write.replaced = Some(source);
        }
        let read = &mut of_thread.pending[index];
        read.initiated = view;
        read.source = Some(source);
        read.is_overtaken = false;
        read.progress = Progress::Initiated;
        initiated(of_thread, slot, view);
        let passes_on = View { propagated: view.propagated.with(seen), ..view };
        done(of_thread, index, passes_on);
    }

    /// At which places in coherence a pending write may be committed.
    pub(super) fn places(&self, state: &State, thread: usize, index: usize) -> Vec<usize> {
        let write = &state.threads[thread].pending[index];
        let is_ready = write.progress == Progress::Initiated && write.commit.is_empty() && write.ordered.is_empty();
        if is_ready { self.free_places(state, thread, index).collect() } else { Vec::new() }
    }

    /// Whether a write of the thread that ends a read-modify-write can never be committed: another write has come between. Commits only make places fewer.
    pub(super) fn is_broken(&self, state: &State, thread: usize) -> bool {
        let of_thread = &state.threads[thread];
        of_thread.pending.iter().enumerate().any(|(index, write)| {
            let is_open = write.progress < Progress::Committed && self.replaced(of_thread, write).is_some();
            is_open && self.free_places(state, thread, index).next().is_none()
        })
    }

    /// At which places a pending write may be committed when it waits for nothing else.
    fn free_places<'s>(&self, state: &'s State, thread: usize, index: usize) -> impl Iterator<Item = usize> + 's {
        let (of_thread, storage) = (&state.threads[thread], &state.storage);
        let write = &of_thread.pending[index];
        let range = write.range;
        let place = |source| storage.place(range, source);
        let source = |access: &Pending| access.source.or(Source::of(access));
        let there = |access: &&Pending| access.range == range;
        let earlier = of_thread.pending[..index].iter().filter(there).filter_map(source);
        // `coWW` and `coRW`: behind all that the thread has read or written there before; `last` is the same for what it has done there later.
        let first = earlier.chain([of_thread.history(range).latest]).filter_map(place).max().unwrap_or(0);
        let later = of_thread.pending[index + 1..].iter().filter(there).filter_map(source);
        // Behind `n` others it comes before the one at place n + 1.
        let last = later.filter_map(place).min().map_or(storage.order(range).len(), |place| place.saturating_sub(1));
        let own = self.own(thread);
        let replaced = self.replaced(of_thread, write);
        (first..=last).filter(move |&place| {
            storage.breaks_no_other(range, place, own)
                && replaced.is_none_or(|source| storage.is_unbroken(range, source, place, own))
        })
    }

    /// What the read has read whose read-modify-write `write` ends.
    fn replaced(&self, thread: &ThreadState, write: &Pending) -> Option<Source> {
        match write.partner? {
            Partner::Done(source) => Some(source),
            Partner::Pending(slot) => thread.find(slot)?.source,
        }
    }

    /// Commits a pending write behind `place` others of its location; false, and the state is of no use, when that cannot be.
    pub(super) fn commit_write(&self, state: &mut State, thread: usize, index: usize, place: usize) -> bool {
        let State { threads, storage, .. } = state;
        let of_thread = Rc::make_mut(&mut threads[thread]);
        let write = &of_thread.pending[index];
        let Kind::Write(id) = write.kind else { return false };
        let committed_view = write.initiated.with(write.committed);
        let view = committed_view.with(write.fenced);
        let committed = Committed {
            range: write.range,
            value: write.value,
            initiated: write.initiated,
            view,
            before: WriteSet::NONE,
            replaced: self.replaced(of_thread, write),
        };
        // The place would close a cycle of `co` and `prop` (the axiom `propagation`).
        if !Rc::make_mut(storage).commit(id, committed, place) {
            return false;
        }
        let write = &mut of_thread.pending[index];
        let slot = write.slot;
        write.committed = committed_view;
        write.progress = Progress::Committed;
        committed_by(of_thread, slot, committed_view);
        // A fence behind the write propagates the write itself, too.
        let passes_on = View { propagated: view.propagated.with(WriteSet::only(id)), ..view };
        done(of_thread, index, passes_on);
        true
    }

    /// Executes a full fence: all that is before it is agreed on, and so is what was before those executed earlier.
    pub(super) fn execute_fence(&self, state: &mut State, thread: usize, index: usize) {
        let State { threads, storage, .. } = state;
        let of_thread = Rc::make_mut(&mut threads[thread]);
        let fence = &of_thread.pending[index];
        let Kind::Fence { stores_only } = fence.kind else { return };
        let slot = fence.slot;
        let before = if stores_only { of_thread.done_writes } else { of_thread.done };
        // All threads have the writes before the fence from now on, in the order in which full fences are executed.
        let agreed = storage.agreed.with(before.propagated);
        if agreed != storage.agreed {
            Rc::make_mut(storage).agreed = agreed;
        }
        let passes_on = View { agreed: before.agreed.with(storage.agreed), ..before };
        // What is still pending before it (reads before a fence of writes) has been passed by something that others can observe.
        for earlier in &mut of_thread.pending[..index] {
            earlier.is_passed = true;
            earlier.is_overtaken |= earlier.kind == Kind::Read && earlier.progress == Progress::Entered;
        }
        of_thread.pending.remove(index);
        if stores_only {
            of_thread.passed_to_writes = of_thread.passed_to_writes.with(passes_on);
        } else {
            of_thread.passed_on = of_thread.passed_on.with(passes_on);
        }
        pass_on(of_thread, slot, passes_on);
    }

    /// Does what has no effect on others and no choice: writes are initiated, reads committed, and what is over is forgotten.
    pub(super) fn tidy(&self, state: &mut State, thread: usize) {
        let State { threads, storage, .. } = state;
        let of_thread = Rc::make_mut(&mut threads[thread]);
        let mut index = 0;
        while let Some(access) = of_thread.pending.get_mut(index) {
            let slot = access.slot;
            let has_changed = match (access.kind, access.progress) {
                (Kind::Write(_), Progress::Entered) if access.initiation.is_empty() => {
                    access.progress = Progress::Initiated;
                    let view = access.initiated;
                    initiated(of_thread, slot, view);
                    true
                }
                (Kind::Read, Progress::Initiated) if access.commit.is_empty() => {
                    access.committed = access.initiated.with(access.committed);
                    access.progress = Progress::Committed;
                    let view = access.committed;
                    committed_by(of_thread, slot, view);
                    true
                }
                (_, Progress::Committed) if is_first(of_thread, index) => {
                    retire(of_thread, index, |range, source| storage.place(range, source));
                    true
                }
                _ => false,
            };
            // From the beginning: a part that is done may let an earlier access in the list go on.
            index = if has_changed { 0 } else { index + 1 };
        }
    }
}

/// The write of the thread itself that a read reads as no other thread can read it yet.
fn own_pending<'a>(thread: &'a ThreadState, before: usize, read: &Pending) -> Option<(&'a Pending, WriteId)> {
    let last = thread.pending[..before].iter().rev().find_map(|pending| match pending.kind {
        Kind::Write(id) if pending.range == read.range => Some((pending, id)),
        Kind::Read | Kind::Write(_) | Kind::Fence { .. } => None,
    });
    last.filter(|(write, _)| write.progress < Progress::Committed)
}

/// Whether the write `id` is among `accesses`.
fn is_behind(accesses: &[Pending], id: WriteId) -> bool {
    accesses.iter().any(|access| access.kind == Kind::Write(id))
}

/// The initiation of an access comes after `view`, and so does what waits for it.
fn initiated(thread: &mut ThreadState, slot: u8, view: View) {
    let it = Mask::only(slot);
    for pending in &mut thread.pending {
        if pending.initiation.initiations.meets(it) {
            pending.initiation.initiations = pending.initiation.initiations.without(it);
            pending.initiated = pending.initiated.with(view);
        }
        if pending.commit.initiations.meets(it) {
            pending.commit.initiations = pending.commit.initiations.without(it);
            pending.committed = pending.committed.with(view);
        }
    }
}

/// The same for its commit.
fn committed_by(thread: &mut ThreadState, slot: u8, view: View) {
    let it = Mask::only(slot);
    for pending in &mut thread.pending {
        if pending.initiation.commits.meets(it) {
            pending.initiation.commits = pending.initiation.commits.without(it);
            pending.initiated = pending.initiated.with(view);
        }
        if pending.commit.commits.meets(it) {
            pending.commit.commits = pending.commit.commits.without(it);
            pending.committed = pending.committed.with(view);
        }
    }
}

/// An access is done: what fences pass on of it is `view`.
fn done(thread: &mut ThreadState, index: usize, view: View) {
    let access = &thread.pending[index];
    let (slot, is_write) = (access.slot, access.kind.is_write());
    let (before_lightweight, before_stores) = (access.before_lightweight, access.before_stores);
    for earlier in thread.pending[..index].iter_mut().filter(|earlier| earlier.progress == Progress::Entered) {
        earlier.is_overtaken |= is_write && earlier.kind == Kind::Read;
        earlier.is_passed |= is_write;
    }
    thread.done = thread.done.with(view);
    if is_write {
        thread.done_writes = thread.done_writes.with(view);
    }
    // The fence behind it was passed while this was pending, and hands it on only now.
    if before_lightweight {
        thread.passed_on = thread.passed_on.with(view);
    }
    if before_stores && is_write {
        thread.passed_to_writes = thread.passed_to_writes.with(view);
    }
    pass_on(thread, slot, view);
}

fn pass_on(thread: &mut ThreadState, slot: u8, view: View) {
    let it = Mask::only(slot);
    for pending in thread.pending.iter_mut().filter(|pending| pending.ordered.meets(it)) {
        pending.ordered = pending.ordered.without(it);
        pending.fenced = pending.fenced.with(view);
    }
}

/// Whether nothing pending before it is about its location.
fn is_first(thread: &ThreadState, index: usize) -> bool {
    let range = thread.pending[index].range;
    thread.pending[..index].iter().all(|earlier| earlier.range != range)
}

/// A committed access is forgotten but for what it means to later ones.
fn retire(
    thread: &mut ThreadState,
    index: usize,
    place: impl Fn(crate::machine::memory::Range, Source) -> Option<usize>,
) {
    let access = thread.pending.remove(index);
    let history = thread.histories.get_or_insert(access.range, History::NONE);
    history.committed = history.committed.with(access.committed);
    let source = access.source.or(Source::of(&access));
    if let Some(source) = source {
        // The thread has come on to a later write: its readers so far are those of an earlier one.
        if place(access.range, source) > place(access.range, history.latest) {
            history.earlier_readers = history.earlier_readers.with(history.readers);
            history.readers = View::default();
            history.latest = source;
        }
        match access.kind {
            Kind::Read if source == history.latest => history.readers = history.readers.with(access.initiated),
            Kind::Read => history.earlier_readers = history.earlier_readers.with(access.initiated),
            Kind::Write(_) => history.own = access.committed,
            Kind::Fence { .. } => {}
        }
    }
    let it = Mask::only(access.slot);
    let (initiated, committed) = (access.initiated, access.committed);
    // The slot goes to another access: what depended on the read keeps what that came after.
    for origin in thread.origins().filter(|origin| origin.reads.meets(it)) {
        origin.reads = origin.reads.without(it);
        origin.initiated = origin.initiated.with(initiated);
        origin.committed = origin.committed.with(committed);
    }
    let source = source.unwrap_or(Source::Initial);
    let partners = thread.pending.iter_mut().map(|pending| &mut pending.partner);
    for partner in partners.chain([&mut thread.reserved, &mut thread.atomic_read]) {
        if *partner == Some(Partner::Pending(access.slot)) {
            *partner = Some(Partner::Done(source));
        }
    }
}
