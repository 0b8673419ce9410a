//! Turns of loops that only read: a thread that has delayed a read, gone round, and stands before it again as before, gains nothing.
//!
//! Say a thread stands before an access, and stood there before with the same call frames and the same values, and since then it has entered nothing but
//! reads. Then the execution without that turn is an execution, too: these reads are seen by no other thread, and only make the thread wait for their values
//! to prove right, and whatever is possible with them is possible without. So the state with the turn is not gone on from. Without that, a thread that spins on a
//! word delays one read of it behind the other, as many as there is room for, and the states are as many as the values that all of them may be supposed to return.
//!
//! What a value depends on counts as well: where the value of a register rested on a pending read when the turn began, it has to rest on it still, as an
//! access of the thread could otherwise take effect earlier than without the turn. What branches and addresses have depended on only grows.
//!
//! A turn is remembered from its first delayed read on, as long as the thread can still come back without a step that others see or that changes memory
//! ([`Returns`]), so that states do not differ in what has become of no consequence.

use std::collections::VecDeque;

use cprog::ir::FunctionId;
use relation::{IdVec, Index};
use rustc_hash::FxHashMap;

use super::advance::Machine;
use crate::checker::code::{Code, Step, StepId, Target, next};
use crate::checker::state::{Direction, Thread};

/// The state of a thread when it delayed a read.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Turn {
    /// That of the read among what is pending.
    pub(crate) slot: u8,
    /// The step of the read.
    pub(crate) step: StepId,
    /// Frames and the registers that matter, as [`Machine::put_frames`] writes them without what they depend on.
    pub(crate) frames: Box<[u8]>,
    /// Registers that depended on something pending, and on what of it.
    pub(crate) sources: Vec<(u32, u64)>,
}

impl Turn {
    /// Something has taken effect: nothing depends on it any more.
    pub(crate) fn confirm(&mut self, slot: u8) {
        self.sources.iter_mut().for_each(|(_, sources)| *sources &= !(1u64 << slot));
        self.sources.retain(|(_, sources)| *sources != 0);
    }
}

/// From where a thread can come to a read again by steps that others do not see.
#[derive(Debug, Default)]
pub(crate) struct Returns {
    /// For each read that lies in such a loop, the steps of it: a bit each.
    of: FxHashMap<StepId, Box<[u64]>>,
}

impl Returns {
    /// Backwards from each access that reads. Calls of pointers lead nowhere, so that turns through them are gone round; returns come from all callers, so that some turns are remembered
    /// longer than they need to be. Either costs states alone.
    pub(crate) fn new(code: &Code) -> Returns {
        let before = predecessors(code);
        let words = code.steps.len().div_ceil(64);
        let mut of = FxHashMap::default();
        for (read, step) in code.steps.iter_enumerated() {
            if !matches!(step, Step::Load { .. } | Step::CompareExchange { .. }) {
                continue;
            }
            let mut found = vec![0u64; words].into_boxed_slice();
            let mut work = VecDeque::from([read]);
            while let Some(at) = work.pop_front() {
                for &earlier in &before[at] {
                    let (word, bit) = (earlier.index() / 64, 1 << (earlier.index() % 64));
                    if found[word] & bit == 0 && is_invisible(&code.steps[earlier]) {
                        found[word] |= bit;
                        work.push_back(earlier);
                    }
                }
            }
            if found[read.index() / 64] >> (read.index() % 64) & 1 == 1 {
                of.insert(read, found);
            }
        }
        Returns { of }
    }

    /// Whether a thread that stands before `at` may stand before `read` again, having done nothing that others see.
    fn is_possible(&self, at: StepId, read: StepId) -> bool {
        at == read || self.of.get(&read).is_some_and(|steps| steps[at.index() / 64] >> (at.index() % 64) & 1 == 1)
    }

    /// Whether that is so from the read itself.
    fn is_in_loop(&self, read: StepId) -> bool {
        self.of.contains_key(&read)
    }
}

/// From where control comes to each step, through calls and returns.
fn predecessors(code: &Code) -> IdVec<StepId, Vec<StepId>> {
    let mut before: IdVec<StepId, Vec<StepId>> = IdVec::from_elem(Vec::new(), code.steps.len());
    let mut returns: FxHashMap<FunctionId, Vec<StepId>> = FxHashMap::default();
    for (at, step) in code.steps.iter_enumerated() {
        if matches!(step, Step::Return { .. }) {
            returns.entry(code.functions[at]).or_default().push(at);
        }
    }
    for (at, step) in code.steps.iter_enumerated() {
        let Step::Call { target, .. } = step else {
            step.successors(at).into_iter().for_each(|to| before[to].push(at));
            continue;
        };
        if let Target::Function(function) = target
            && let Some(body) = code.bodies[*function]
        {
            before[body.entry].push(at);
            before[next(at)].extend(returns.get(function).into_iter().flatten());
        }
    }
    before
}

/// Whether other threads do not see a step, and memory is what it was; of a compare-and-exchange, whether that may be so.
fn is_invisible(step: &Step) -> bool {
    match step {
        Step::Compute { .. }
        | Step::Load { .. }
        | Step::CompareExchange { .. }
        | Step::Fence(_)
        | Step::Jump(_)
        | Step::Branch { .. }
        | Step::Switch { .. }
        | Step::Call { .. }
        | Step::Return { .. }
        | Step::Assume(_)
        | Step::Assert(_)
        | Step::Identity { .. } => true,
        Step::Store { .. }
        | Step::Update { .. }
        | Step::Allocate { .. }
        | Step::Free { .. }
        | Step::Start { .. }
        | Step::Join { .. }
        | Step::Lock { .. }
        | Step::Unlock { .. }
        | Step::AtomicBegin
        | Step::AtomicEnd
        | Step::Choose { .. }
        | Step::Violation
        | Step::Exit
        | Step::EndThread(_)
        | Step::Unsupported(_) => false,
    }
}

impl Machine<'_> {
    /// A thread is about to delay the read that it stands before, in this slot.
    pub(crate) fn begin_turn(&self, thread: &mut Thread, step: StepId, slot: u8) {
        if !self.tracks || !self.returns.is_in_loop(step) {
            return;
        }
        let mut frames = Vec::new();
        self.put_frames(thread, false, &mut frames);
        let mut sources = Vec::new();
        self.visit_live(thread, &mut |register| {
            if thread.sources[register] != 0 {
                sources.push((register as u32, thread.sources[register]));
            }
        });
        thread.turns.push(Turn { slot, step, frames: frames.into_boxed_slice(), sources });
    }

    /// Forgets turns of loops that a thread has left.
    pub(crate) fn leave_turns(&self, thread: &mut Thread) {
        let Some(at) = thread.at() else { return thread.turns.clear() };
        thread.turns.retain(|turn| self.returns.is_possible(at, turn.step));
    }

    /// A thread is about to do a step alone: one that changes memory ends all turns.
    pub(crate) fn end_turns(&self, thread: &mut Thread, step: &Step) {
        if !thread.turns.is_empty() && !is_invisible(step) {
            thread.turns.clear();
        }
    }

    /// Whether a thread stands where it stood before, with nothing but reads entered since.
    pub(crate) fn is_repeated(&self, thread: &Thread) -> bool {
        if thread.turns.is_empty() {
            return false;
        }
        let mut frames = Vec::new();
        self.put_frames(thread, false, &mut frames);
        thread.turns.iter().any(|turn| {
            let since = thread.pending.iter().skip_while(|pending| pending.slot != turn.slot);
            let has_entered_reads_only = || since.clone().all(|pending| pending.direction == Direction::Read);
            let depends_still = || turn.sources.iter().all(|&(at, on)| on & !thread.sources[at as usize] == 0);
            *turn.frames == *frames && has_entered_reads_only() && depends_still()
        })
    }
}
