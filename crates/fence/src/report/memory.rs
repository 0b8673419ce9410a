//! What the critical cycles go by from one thread to another, counted: where most of them rest on one object, that is where to look.

use std::collections::{BTreeMap, BTreeSet};

use aeg::delays::Delay;
use aeg::graph::EventId;
use cprog::points_to::ObjectId;

use super::{MAX_NAMES, Memory, Reporter};

/// The communications by which a cycle leaves the thread of its pair and enters it.
fn ends(delay: &Delay) -> impl Iterator<Item = (EventId, EventId)> {
    let first = delay.witness.first().and_then(|visit| visit.first());
    let last = delay.witness.last().and_then(|visit| visit.last());
    let ends = [(delay.second, first), (delay.first, last)];
    ends.into_iter().filter_map(|(event, other)| Some((event, *other?)))
}

impl Reporter<'_> {
    /// Most pairs first.
    pub(super) fn memory(&self) -> Vec<Memory> {
        let mut pairs_of: BTreeMap<Vec<ObjectId>, BTreeSet<usize>> = BTreeMap::new();
        for (index, delay) in self.analysis.delays.pairs.iter().enumerate() {
            for (event, other) in ends(delay) {
                pairs_of.entry(self.in_common(event, other)).or_default().insert(index);
            }
        }
        let fences: Vec<BTreeSet<usize>> =
            self.analysis.placement.fences.iter().map(|fence| fence.delays.iter().copied().collect()).collect();
        let memory = pairs_of.into_iter().map(|(objects, pairs)| {
            let mut names: Vec<String> = objects.iter().take(MAX_NAMES).map(|object| self.object(*object)).collect();
            if objects.len() > MAX_NAMES {
                names.push(format!("{} more", objects.len() - MAX_NAMES));
            }
            let fences = fences.iter().filter(|fence| !fence.is_disjoint(&pairs)).count();
            Memory { objects: names.join(" or "), count: objects.len(), pairs: pairs.len(), fences }
        });
        let mut memory: Vec<Memory> = memory.collect();
        memory.sort_by_key(|memory| std::cmp::Reverse((memory.pairs, memory.fences)));
        memory
    }

    /// The objects that two accesses may both be to.
    fn in_common(&self, left: EventId, right: EventId) -> Vec<ObjectId> {
        let aeg = &self.analysis.aeg;
        let objects = |event: EventId| -> BTreeSet<ObjectId> {
            aeg.events[event].classes.iter().map(|class| aeg.classes[*class].location.object).collect()
        };
        objects(left).intersection(&objects(right)).copied().collect()
    }
}
