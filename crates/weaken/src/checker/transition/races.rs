//! Data races: what accesses, fences and locks do to happens-before as C11 has it, and which accesses race.

use relation::Index;

use super::machine::{Findings, Machine};
use super::memory::Storage;
use crate::checker::checks::Check;
use crate::checker::code::address::ObjectNumber;
use crate::checker::code::{LanguageOrder, StepId};
use crate::checker::state::happens_before::{DataRace, Following, Kind, OrderStep};
use crate::checker::state::knowledge_state::KnowledgeStep;
use crate::checker::state::{Doubted, Exclusive, Pending, Range, State};

impl Machine<'_> {
    /// What the language says of the access or fence at a step; none where it is the library's own, or races are not looked for.
    fn language_order(&self, at: StepId) -> Option<LanguageOrder> {
        if self.checks.has(Check::Race) { self.code.language_orders.get(&at).copied() } else { None }
    }

    /// Something orders accesses of threads.
    pub(crate) fn order(&self, state: &mut State, t: usize, step: OrderStep, findings: &mut Findings) {
        if self.checks.has(Check::Race) {
            self.know(state, t, KnowledgeStep::Order(step), findings);
        }
    }

    /// Thread `t` comes to an access; what it races with is found.
    pub(crate) fn order_access(
        &self,
        state: &mut State,
        t: usize,
        at: StepId,
        (range, writes): (Range, bool),
        findings: &mut Findings,
    ) {
        let Some(LanguageOrder { is_atomic, .. }) = self.language_order(at) else { return };
        let Some(Storage::Memory { class, .. }) = self.resolve(state, range) else { return };
        let kind = Kind { writes, is_atomic };
        if let Some(other) = state.known.order.race(t, range, kind) {
            let race = DataRace { thread: t as u8, step: at, address: range.address, kind, other };
            self.found(state, (t, at), Doubted::Race(race), findings);
        }
        if state.known.order.is_alone() {
            // Where the same step is taken while there are other threads, more comes of it.
            findings.onlookers |= 1 << t;
        } else {
            findings.meet_access(class, is_atomic);
        }
        findings.has_no_room_for_races |= state.known.order.is_full();
        // Atomic accesses race with others alone: no need to remember them where there are no others.
        let is_recorded = !is_atomic || self.is_mixed[class.index()];
        self.order(state, t, OrderStep::Access { range, kind, step: at, is_recorded }, findings);
    }

    /// An object is about to be given back: that is in conflict with each access to it.
    pub(crate) fn order_free(
        &self,
        state: &mut State,
        (t, at): (usize, StepId),
        object: ObjectNumber,
        findings: &mut Findings,
    ) {
        if !self.checks.has(Check::Race) {
            return;
        }
        if let Some(other) = state.known.order.race_with_free(t, object) {
            let kind = Kind { writes: true, is_atomic: false };
            let race = DataRace { thread: t as u8, step: at, address: other.range.address, kind, other };
            self.found(state, (t, at), Doubted::Race(race), findings);
        }
    }

    /// The read of an access gets its value from memory.
    pub(crate) fn order_read(&self, state: &mut State, t: usize, at: StepId, cell: Range, findings: &mut Findings) {
        if let Some(LanguageOrder { is_atomic: true, acquires, .. }) = self.language_order(at) {
            self.order(state, t, OrderStep::Read { cell, acquires }, findings);
        }
    }

    /// The read of an access gets its value from a write of its own thread that is on its way. Where that is a read-modify-write's, it goes on with the release sequences of what that one has read.
    pub(crate) fn order_own_read(
        &self,
        state: &mut State,
        t: usize,
        at: StepId,
        own: Pending,
        findings: &mut Findings,
    ) {
        if let Some(LanguageOrder { is_atomic: true, acquires: true, .. }) = self.language_order(at)
            && (own.exclusive != Exclusive::No || own.direction.reads())
        {
            // What the read-modify-write has read is in the thread's set of reads that did not acquire: to make it known is what an acquire fence does.
            self.order(state, t, OrderStep::Fence { acquires: true, releases: false }, findings);
        }
    }

    /// The write of an access takes effect where the thread comes to it.
    pub(crate) fn order_write(
        &self,
        state: &mut State,
        t: usize,
        at: StepId,
        (cell, following): (Range, Following),
        findings: &mut Findings,
    ) {
        if let Some(LanguageOrder { is_atomic: true, releases, .. }) = self.language_order(at) {
            self.order(state, t, OrderStep::Write { cell, releases, following }, findings);
        }
    }

    /// The write of an access has become pending.
    pub(crate) fn order_entered(&self, state: &mut State, t: usize, at: StepId, findings: &mut Findings) {
        if let Some(LanguageOrder { is_atomic: true, releases, .. }) = self.language_order(at) {
            self.order(state, t, OrderStep::Carry { releases }, findings);
        }
    }

    /// A pending write takes effect.
    pub(crate) fn order_effect(
        &self,
        state: &mut State,
        t: usize,
        index: usize,
        pending: &Pending,
        findings: &mut Findings,
    ) {
        if let Some(LanguageOrder { is_atomic: true, .. }) = self.language_order(pending.step) {
            let is_update = pending.exclusive != Exclusive::No || pending.direction.reads();
            let following = if is_update { Following::Update } else { Following::Store };
            let (cell, index) = (pending.range, index as u8);
            self.order(state, t, OrderStep::Effect { cell, index, following }, findings);
        }
    }

    /// A fence of the language stands at a step.
    pub(crate) fn order_fence(&self, state: &mut State, t: usize, at: StepId, findings: &mut Findings) {
        if let Some(LanguageOrder { acquires, releases, .. }) = self.language_order(at) {
            self.order(state, t, OrderStep::Fence { acquires, releases }, findings);
        }
    }
}
