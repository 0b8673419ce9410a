//! Pairs of accesses that nothing orders, whatever path is taken.
//!
//! Under-approximates: a pair counts when both accesses are plain ones of one function, no fence, call, lock, atomic section or ordered access is on any path from the first to
//! the second, and nothing on these paths is computed of what the first reads but values, and what decides which path is taken where the second is a read: no model lets that wait for a branch alone.

use relation::Index;

use crate::checker::code::effect::Effect;
use crate::checker::code::{Annotation, Code, SlotId, Step, StepId};

/// What pairs are asked of.
pub(super) struct Certainty<'a> {
    pub(super) code: &'a Code,
}

impl Certainty<'_> {
    /// Whether nothing orders any of the first accesses with any of the second.
    pub(super) fn are_free(&self, first: &[StepId], second: &[StepId]) -> bool {
        !first.is_empty()
            && !second.is_empty()
            && first.iter().all(|first| second.iter().all(|second| self.is_free(*first, *second)))
    }

    fn is_free(&self, first: StepId, second: StepId) -> bool {
        let plain = |step: StepId| match &self.code.steps[step] {
            Step::Load { annotation, .. } | Step::Store { annotation, .. } => *annotation == Annotation::default(),
            _ => false,
        };
        if !plain(first) || !plain(second) || self.code.functions[first] != self.code.functions[second] {
            return false;
        }
        let between = self.between(first, second);
        if between.iter().any(|step| self.orders(*step)) {
            return false;
        }
        match &self.code.steps[first] {
            // No register depends on what a store does.
            Step::Load { result, .. } => !self.reaches(*result, &between, second),
            _ => true,
        }
    }

    /// The steps on paths from the one to the other, both left out where no loop leads to them.
    fn between(&self, first: StepId, second: StepId) -> Vec<StepId> {
        let ahead = reachable(self.code, first);
        let mut behind = vec![false; self.code.steps.len()];
        let mut changed = true;
        behind[second.index()] = true;
        // Functions are short, and mostly in order: few rounds.
        while changed {
            changed = false;
            for step in &ahead {
                let leads = !behind[step.index()]
                    && self.code.steps[*step].successors(*step).iter().any(|next| behind[next.index()]);
                if leads {
                    behind[step.index()] = true;
                    changed = true;
                }
            }
        }
        let is_between = |step: &StepId| {
            let leads = |step: StepId| self.code.steps[step].successors(step).iter().any(|next| behind[next.index()]);
            // The second access orders something for itself only where a loop comes back to it.
            behind[step.index()] && (*step != second || leads(second))
        };
        ahead.into_iter().filter(is_between).collect()
    }

    /// Whether a step may order what is before it with what is behind.
    fn orders(&self, step: StepId) -> bool {
        match self.code.steps[step].effect() {
            Effect::Access(access) => access.kind.is_read_modify_write() || access.annotation != Annotation::default(),
            Effect::Register | Effect::Choice | Effect::Jump(_) | Effect::Condition | Effect::Allocate => false,
            // What is called may have a fence, and to give back an object waits for the accesses to it.
            Effect::Fence(_)
            | Effect::Call(_)
            | Effect::Return
            | Effect::Free
            | Effect::Start
            | Effect::Synchronise
            | Effect::AtomicEnd
            | Effect::End => true,
        }
    }

    /// Whether what is computed of a value is used by an access on the way, or by the second access; or, if that writes, by a branch.
    fn reaches(&self, value: SlotId, between: &[StepId], second: StepId) -> bool {
        let is_read = matches!(self.code.steps[second], Step::Load { .. });
        let mut derived = vec![value];
        loop {
            let before = derived.len();
            for step in between.iter().chain([&second]) {
                let step = &self.code.steps[*step];
                let mut uses = false;
                step.visit_uses(&mut |slot| uses |= derived.contains(&slot));
                let decides = matches!(step.effect(), Effect::Jump(_) | Effect::Condition);
                // A branch orders what is read before it with later writes; no model has reads wait for it.
                if !uses || is_read && decides {
                    continue;
                }
                let Step::Compute { result, .. } = step else { return true };
                if !derived.contains(result) {
                    derived.push(*result);
                }
            }
            if derived.len() == before {
                return false;
            }
        }
    }
}

/// The steps of the function that may follow a step, the last first.
pub(super) fn reachable(code: &Code, from: StepId) -> Vec<StepId> {
    let mut seen = vec![false; code.steps.len()];
    let mut open = code.steps[from].successors(from);
    let mut all = Vec::new();
    while let Some(step) = open.pop() {
        if !std::mem::replace(&mut seen[step.index()], true) {
            all.push(step);
            open.extend(code.steps[step].successors(step));
        }
    }
    all.sort_unstable_by(|left, right| right.cmp(left));
    all
}
