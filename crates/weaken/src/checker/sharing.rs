//! Accesses without interleaving: who may touch an object, and how knowledge of accesses travels.

use relation::Index;

use super::advance::{Findings, Machine};
use super::code::ClassId;
use super::knowledge::Knowledge;
use super::state::{Cell, Doubt, Range, State, Thread};
use crate::Model;

impl Machine<'_> {
    pub(super) fn is_interleaved(&self, class: ClassId, bit: Option<u64>) -> bool {
        bit.is_none() || self.is_shared[class.index()]
    }

    /// A thread reads a tracked object of `class`; false for a race.
    pub(super) fn touch_read(
        &self,
        state: &mut State,
        t: usize,
        (class, bit): (ClassId, u64),
        findings: &mut Findings,
    ) -> bool {
        if !state.threads[t].known.may_read(bit) && is_race(state, class, findings) {
            return false;
        }
        // Where a later write may overtake this read, what the thread writes cannot vouch for it yet.
        let settles = match self.model {
            Model::Sc | Model::Tso | Model::Pso => true,
            Model::Rmo | Model::Armv8 => false,
        };
        everywhere(state, t, &mut |known| known.forget_reads(bit));
        if !settles {
            state.threads[t].settled.forget_reads(bit);
        }
        true
    }

    /// A thread writes a tracked object of `class`; false for a race.
    pub(super) fn touch_write(
        &self,
        state: &mut State,
        t: usize,
        (class, bit): (ClassId, u64),
        findings: &mut Findings,
    ) -> bool {
        if !state.threads[t].known.may_write(bit) && is_race(state, class, findings) {
            return false;
        }
        // Likewise: under these models a later write of another location may take effect first.
        let settles = match self.model {
            Model::Sc | Model::Tso => true,
            Model::Pso | Model::Rmo | Model::Armv8 => false,
        };
        everywhere(state, t, &mut |known| known.forget(bit));
        if !settles {
            state.threads[t].settled.forget(bit);
        }
        true
    }

    /// A read of shared memory takes over what the write carried that it reads.
    pub(super) fn gain(&self, state: &mut State, t: usize, range: Range, is_acquire: bool) {
        let Ok(index) = state.cells.binary_search_by_key(&range, |cell| cell.range) else { return };
        let known = state.cells[index].known;
        let thread = &mut state.threads[t];
        let is_certain = match self.model {
            Model::Sc | Model::Tso | Model::Pso => true,
            Model::Rmo | Model::Armv8 => is_acquire,
        };
        if is_certain {
            thread.known = thread.known.with(known);
            thread.settled = thread.settled.with(known);
        } else {
            thread.loose = thread.loose.with(known);
        }
    }
}

/// Whether two threads race for objects of `class` for certain: not as long as reads are pending on whose values it may rest, as those may prove wrong. Then
/// the execution goes on, and it is a race when all of them have proved right.
fn is_race(state: &mut State, class: ClassId, findings: &mut Findings) -> bool {
    let reads: Box<[u64]> = state.threads.iter().map(Thread::reads).collect();
    if reads.iter().all(|reads| *reads == 0) {
        findings.race = Some(class);
        return true;
    }
    let doubt = Doubt { class, reads };
    // Where another race for the class shows as soon as this one, this one need not be remembered.
    if !state.doubts.iter().any(|other| other.class == class && other.rests_on_less(&doubt)) {
        state.doubts.push(doubt);
    }
    false
}

/// What a full fence makes certain.
pub(super) fn settle(thread: &mut Thread) {
    thread.known = thread.known.with(thread.loose);
    thread.loose = Knowledge::default();
    thread.settled = thread.known;
}

/// Changes what everyone but the thread itself knows, and what is on its way.
pub(super) fn everywhere(state: &mut State, t: usize, change: &mut dyn FnMut(&mut Knowledge)) {
    for (other, thread) in state.threads.iter_mut().enumerate() {
        if other != t {
            change(&mut thread.known);
            change(&mut thread.settled);
        }
        change(&mut thread.loose);
        thread.pending.iter_mut().for_each(|pending| change(&mut pending.known));
    }
    state.cells.iter_mut().for_each(|cell| change(&mut cell.known));
}

/// Notes what a write to shared memory carries.
pub(super) fn set_cell(state: &mut State, range: Range, known: Knowledge) {
    // Knowledge is carried by whole cells only: to know less is safe.
    state.cells.retain(|cell| cell.range == range || !cell.range.overlaps(range));
    match state.cells.binary_search_by_key(&range, |cell| cell.range) {
        Ok(index) => state.cells[index].known = known,
        Err(index) => state.cells.insert(index, Cell { range, known }),
    }
}

/// Adds to what a cell carries: a read-modify-write takes effect in one step behind the write that it reads, so that what it writes carries what that one did.
pub(super) fn add_to_cell(state: &mut State, range: Range, known: Knowledge) {
    let before = state.cells.iter().find(|cell| cell.range == range).map_or(Knowledge::default(), |cell| cell.known);
    set_cell(state, range, before.with(known));
}

/// Nothing is carried there any more.
pub(super) fn remove_cell(state: &mut State, range: Range) {
    state.cells.retain(|cell| cell.range != range);
}
