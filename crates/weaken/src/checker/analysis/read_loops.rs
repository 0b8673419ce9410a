//! Loops that only read: from where a thread can come to a read again by steps that others do not see.

use std::collections::VecDeque;

use cprog::ir::FunctionId;
use relation::{IdVec, Index};
use rustc_hash::FxHashMap;

use crate::checker::code::effect::{AccessKind, Effect};
use crate::checker::code::{Code, Step, StepId, Target, next};

/// From where a thread can come to a read again by steps that others do not see.
#[derive(Debug, Default)]
pub(crate) struct ReadLoops {
    /// For each read that lies in such a loop, the steps of it: a bit each.
    of: FxHashMap<StepId, Box<[u64]>>,
}

impl ReadLoops {
    /// Backwards from each access that reads. Calls of pointers lead nowhere, so that turns through them are gone round; returns come from all callers, so that some turns are remembered
    /// longer than they need to be. Either costs states alone.
    pub(crate) fn new(code: &Code) -> ReadLoops {
        let before = predecessors(code);
        let words = code.steps.len().div_ceil(64);
        let mut of = FxHashMap::default();
        for (read, step) in code.steps.iter_enumerated() {
            // A read-modify-write that always writes is seen by others each time.
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
            // The way back from the read has come to the read itself: that is the loop.
            if found[read.index() / 64] >> (read.index() % 64) & 1 == 1 {
                of.insert(read, found);
            }
        }
        ReadLoops { of }
    }

    /// Whether a thread that stands before `at` may stand before `read` again, having done nothing that others see.
    pub(crate) fn is_possible(&self, at: StepId, read: StepId) -> bool {
        at == read || self.of.get(&read).is_some_and(|steps| steps[at.index() / 64] >> (at.index() % 64) & 1 == 1)
    }

    /// Whether that is so from the read itself.
    pub(crate) fn is_in_loop(&self, read: StepId) -> bool {
        self.of.contains_key(&read)
    }
}

/// From where control comes to each step, through calls and returns.
pub(crate) fn predecessors(code: &Code) -> IdVec<StepId, Vec<StepId>> {
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
            // The step behind a call comes behind the returns of what is called, not behind the call.
            before[next(at)].extend(returns.get(function).into_iter().flatten());
        }
    }
    before
}

/// Whether other threads do not see a step, and memory is what it was; of a compare-and-exchange, whether that may be so.
pub(crate) fn is_invisible(step: &Step) -> bool {
    match step.effect() {
        Effect::Access(access) => match access.kind {
            AccessKind::Read | AccessKind::CompareExchange => true,
            AccessKind::Write | AccessKind::Update => false,
        },
        Effect::Register
        | Effect::Fence(_)
        | Effect::Jump(_)
        | Effect::Condition
        | Effect::Call(_)
        | Effect::Return => true,
        Effect::Choice
        | Effect::Allocate
        | Effect::Free
        | Effect::Start
        | Effect::Synchronise
        | Effect::AtomicEnd
        | Effect::End => false,
    }
}
