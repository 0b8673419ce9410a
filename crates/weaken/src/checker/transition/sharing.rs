//! Accesses without interleaving: who may touch an object, and what is said of races.

use relation::Index;

use super::machine::{Fault, Findings, Machine};
use crate::checker::code::{ClassId, StepId};
use crate::checker::state::knowledge_state::{Carried, KnowledgeStep};
use crate::checker::state::{Doubt, Doubted, Range, State, Thread};

impl Machine<'_> {
    pub(crate) fn is_interleaved(&self, class: ClassId, bit: Option<u64>) -> bool {
        bit.is_none() || self.is_shared[class.index()]
    }

    /// Thread `t` changes what is known.
    pub(crate) fn know(&self, state: &mut State, t: usize, step: KnowledgeStep, findings: &mut Findings) {
        state.known.apply(self.model, t, step);
        findings.knowledge.push((t, step));
    }

    /// A thread reads a tracked object of `class`; false for a race.
    pub(crate) fn touch_read(
        &self,
        state: &mut State,
        t: usize,
        (class, bit): (ClassId, u64),
        findings: &mut Findings,
    ) -> bool {
        self.touch(state, t, class, KnowledgeStep::Read(bit), findings)
    }

    /// A thread writes a tracked object of `class`; false for a race.
    pub(crate) fn touch_write(
        &self,
        state: &mut State,
        t: usize,
        (class, bit): (ClassId, u64),
        findings: &mut Findings,
    ) -> bool {
        self.touch(state, t, class, KnowledgeStep::Write(bit), findings)
    }

    fn touch(&self, state: &mut State, t: usize, class: ClassId, step: KnowledgeStep, findings: &mut Findings) -> bool {
        if !state.known.allows(t, step) && is_race(state, class, findings) {
            return false;
        }
        self.know(state, t, step, findings);
        true
    }

    /// A read of shared memory takes over what the write carried that it reads.
    pub(crate) fn gain(&self, state: &mut State, t: usize, range: Range, is_acquire: bool, findings: &mut Findings) {
        let is_certain = is_acquire || !self.model.delays_reads();
        self.know(state, t, KnowledgeStep::Gain { cell: range, is_certain }, findings);
    }
}

impl Machine<'_> {
    /// An execution is wrong, if all proves right that threads have supposed of what they read.
    pub(crate) fn found(&self, state: &mut State, (t, at): (usize, StepId), what: Doubted, findings: &mut Findings) {
        let reads: Box<[u64]> = state.threads.iter().map(Thread::reads).collect();
        // Reads of all threads count, not of this one alone: it may have read what another thread wrote on a supposition.
        if reads.iter().all(|reads| *reads == 0) && state.doubts.is_empty() {
            findings.fault.get_or_insert((t, at, what.into()));
            return;
        }
        let doubt = Doubt { class: ClassId::new(0), reads, fault: Some((t as u8, at, what)) };
        if !state.doubts.contains(&doubt) {
            state.doubts.push(doubt);
        }
    }
}

impl From<Doubted> for Fault {
    fn from(what: Doubted) -> Fault {
        match what {
            Doubted::Race(race) => Fault::Race(race),
            Doubted::Unwritten(at) => Fault::Unwritten(at),
            Doubted::NotInitialised(lock) => Fault::NotInitialised(lock),
            Doubted::Destroyed(lock) => Fault::Destroyed(lock),
            Doubted::NotHeld(lock) => Fault::NotHeld(lock),
        }
    }
}

/// What a write carries: a store-release has all that its thread knows behind it.
pub(crate) fn carried(is_release: bool) -> Carried {
    if is_release { Carried::Sure } else { Carried::Settled }
}

/// Whether two threads race for objects of `class` for certain: not as long as reads are pending on whose values it may rest, as those may prove wrong. Then
/// the execution goes on, and it is a race when all of them have proved right.
fn is_race(state: &mut State, class: ClassId, findings: &mut Findings) -> bool {
    let reads: Box<[u64]> = state.threads.iter().map(Thread::reads).collect();
    if reads.iter().all(|reads| *reads == 0) {
        findings.race = Some(class);
        return true;
    }
    let doubt = Doubt { class, reads, fault: None };
    // Where another race for the class shows as soon as this one, this one need not be remembered.
    if !state.doubts.iter().any(|other| other.class == class && other.fault.is_none() && other.rests_on_less(&doubt)) {
        state.doubts.push(doubt);
    }
    false
}
