//! Accesses without interleaving: who may touch an object, and what is said of races.

use relation::Index;

use super::machine::{Findings, Machine};
use crate::Model;
use crate::checker::code::ClassId;
use crate::checker::state::knowledge_state::{Carried, KnowledgeStep};
use crate::checker::state::{Doubt, Range, State, Thread};

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
        let is_certain = match self.model {
            Model::Sc | Model::Tso | Model::Pso => true,
            Model::Rmo | Model::Armv8 => is_acquire,
        };
        self.know(state, t, KnowledgeStep::Gain { cell: range, is_certain }, findings);
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
    let doubt = Doubt { class, reads, race: None };
    // Where another race for the class shows as soon as this one, this one need not be remembered.
    if !state.doubts.iter().any(|other| other.class == class && other.race.is_none() && other.rests_on_less(&doubt)) {
        state.doubts.push(doubt);
    }
    false
}
