//! Giving up early while it is being chosen what is read.

use relation::{EventId, Index, rows};

use super::bounds::Bounds;
use super::space::Space;
use super::{Compiled, Evaluator, Structure, insert_member, insert_pair, with_width};
use crate::compile::plan::{NodeId, Op};
use crate::{BaseId, BaseKind};

impl Evaluator<'_> {
    /// Whether a candidate may still be allowed in which the events in the range of `decided` read from those in its domain; what other events
    /// read is open. `word` is the word for reads-from. A yes promises nothing.
    pub fn might_allow(
        &mut self,
        structure: &dyn Structure,
        word: BaseId,
        decided: &mut dyn Iterator<Item = (EventId, EventId)>,
    ) -> bool {
        if !self.has_locations || !self.worth_of_reads.is_worth_it() {
            return true;
        }
        let possible = with_width!(self.narrow.width, self.might_allow_reads(structure, word, decided));
        if !possible {
            self.worth_of_reads.hits += 1;
        }
        possible
    }

    fn might_allow_reads<const W: usize>(
        &mut self,
        structure: &dyn Structure,
        word: BaseId,
        decided: &mut dyn Iterator<Item = (EventId, EventId)>,
    ) -> bool {
        let Compiled { plan, partial_reads, .. } = self.compiled;
        let node = self.word_node(word);
        if !std::mem::replace(&mut self.has_bounds, true) {
            self.make_room_for_bounds();
            self.bound_words::<W>(structure);
            self.reads_bound.clear();
            self.reads_bound.extend_from_slice(node.map_or(&[][..], |node| self.upper.value(node)));
        }
        if let Some(node) = node {
            let lower = self.lower.cleared(node);
            let mut open: [u64; W] = std::array::from_fn(|word| self.narrow.all[word]);
            for (source, target) in decided {
                if let (Some(source), Some(target)) = (self.numbers[source.index()], self.numbers[target.index()]) {
                    rows::insert(rows::row_mut::<W>(lower, source as usize), target as usize);
                    open[target as usize / 64] &= !(1 << (target % 64));
                }
            }
            let upper = self.upper.value_mut(node);
            rows::restrict::<W>(upper, None, &self.reads_bound, Some(&open));
            rows::unite(upper, self.lower.value(node));
        }
        let mut bounds = Bounds {
            exact: &self.narrow,
            lower: &mut self.lower,
            upper: &mut self.upper,
            same_location: &self.same_location,
            scratch: &mut self.scratch,
        };
        partial_reads.is_possible::<W>(plan, &mut bounds)
    }

    /// Bounds are kept only where some are asked for.
    pub(super) fn make_room_for_bounds(&mut self) {
        let Space { n, width, .. } = self.narrow;
        if (self.lower.n, self.lower.width) != (n, width) {
            self.lower.resize(n, width);
            self.upper.resize(n, width);
        }
    }

    fn word_node(&self, word: BaseId) -> Option<NodeId> {
        let plan = &self.compiled.plan;
        self.compiled.schedule.dynamic.iter().copied().find(|&node| plan.nodes[node].op == Op::Base(word))
    }

    /// Bounds of all words that are not known with the structure: nothing, and all that is possible.
    fn bound_words<const W: usize>(&mut self, structure: &dyn Structure) {
        let plan = &self.compiled.plan;
        for &node in &self.compiled.schedule.dynamic {
            let description = &plan.nodes[node];
            let Op::Base(word) = description.op else { continue };
            self.lower.cleared(node);
            let numbers = &self.numbers;
            let into = self.upper.cleared(node);
            match description.kind {
                BaseKind::Set => {
                    structure.set(word).iter().for_each(|event| insert_member(into, numbers, event));
                }
                BaseKind::Relation => structure
                    .relation(word)
                    .iter()
                    .for_each(|(source, target)| insert_pair::<W>(into, numbers, source, target)),
            }
        }
        let location = |number: &u32| structure.location(EventId::new(*number as usize));
        self.same_location.resize(self.narrow.n * W, 0);
        for (source, row) in self.same_location.chunks_exact_mut(W).enumerate() {
            let place = location(&self.events[source]);
            for (target, event) in self.events.iter().enumerate() {
                if place.is_some() && location(event) == place {
                    rows::insert(row, target);
                }
            }
        }
    }
}
