//! Which slots matter where: states hold no others.

use relation::{IdVec, Index};

use crate::checker::code::{Code, SlotId, Step, StepId, next};

/// For each step, the slots that are used from there on before they are defined.
#[derive(Debug)]
pub(crate) struct Live {
    before: IdVec<StepId, Box<[SlotId]>>,
    /// Of calls: the slots that matter behind the call and are not its results.
    across: IdVec<StepId, Box<[SlotId]>>,
}

impl Live {
    /// Backwards to a fixed point, function by function.
    pub(crate) fn new(code: &Code) -> Live {
        let count = code.steps.len();
        let mut sets: Vec<Vec<u64>> = vec![Vec::new(); count];
        let mut begin = 0;
        while begin < count {
            let function = code.functions[StepId::new(begin)];
            // The steps of a function lie side by side.
            let end = (begin..count).find(|at| code.functions[StepId::new(*at)] != function).unwrap_or(count);
            let slots = code.bodies[function].map_or(0, |body| body.slots) as usize;
            flow(code, begin..end, slots.div_ceil(64), &mut sets);
            begin = end;
        }
        let list = |set: &[u64]| -> Box<[SlotId]> {
            let slots = set.iter().enumerate().flat_map(|(word, bits)| {
                (0..64).filter(move |bit| bits >> bit & 1 == 1).map(move |bit| SlotId::new(64 * word + bit))
            });
            slots.collect()
        };
        let before: IdVec<StepId, Box<[SlotId]>> = sets.iter().map(|set| list(set)).collect();
        let across = code
            .steps
            .iter_enumerated()
            .map(|(at, step)| {
                // What the call gives is written as it returns: until then the old value does not matter.
                let Step::Call { results, .. } = step else { return Box::default() };
                let behind = before.get(next(at)).map_or(&[][..], |slots| slots);
                behind.iter().copied().filter(|slot| !results.contains(slot)).collect()
            })
            .collect();
        Live { before, across }
    }

    /// The slots that matter when a thread stands before `step`.
    pub(crate) fn before(&self, step: StepId) -> &[SlotId] {
        &self.before[step]
    }

    /// The slots that matter while the call before `back` is under way.
    pub(crate) fn across(&self, back: StepId) -> &[SlotId] {
        &self.across[StepId::from_number(back.number() - 1)]
    }
}

fn flow(code: &Code, steps: std::ops::Range<usize>, words: usize, sets: &mut [Vec<u64>]) {
    for at in steps.clone() {
        sets[at] = vec![0; words];
    }
    loop {
        let mut has_changed = false;
        // Backwards, since a set follows from those of later steps: code without loops needs one round.
        for at in steps.clone().rev() {
            let id = StepId::new(at);
            let step = &code.steps[id];
            let mut set = vec![0; words];
            for successor in step.successors(id) {
                // The last step of a function may seem to lead into the next function, whose sets are still empty.
                if let Some(after) = sets.get(successor.index()).filter(|after| after.len() == words) {
                    set.iter_mut().zip(after).for_each(|(to, from)| *to |= from);
                }
            }
            // Definitions before uses: a step may use what it defines.
            step.visit_definitions(&mut |slot| set[slot.index() / 64] &= !(1 << (slot.index() % 64)));
            step.visit_uses(&mut |slot| set[slot.index() / 64] |= 1 << (slot.index() % 64));
            if set != sets[at] {
                sets[at] = set;
                has_changed = true;
            }
        }
        if !has_changed {
            return;
        }
    }
}
