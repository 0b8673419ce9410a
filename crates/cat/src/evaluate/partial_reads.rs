//! Giving up early while it is being chosen what is read.

use relation::rows::{Row, Shape};
use relation::{EventId, Index};

use super::value_buffer::ValueBuffer;
use super::{Compiled, Evaluator, State, Structure, insert_member, insert_pair, with_shape};
use crate::compile::plan::{NodeId, Op};
use crate::{BaseId, BaseKind};

/// So many candidates are looked at before any bounds are.
const FEW_LEAVES: u32 = 8;

/// Unless it is asked so often before.
const FEW_LOOKS: u32 = 12;

impl Evaluator<'_> {
    /// Whether a candidate may still be allowed in which the events in the range of `decided` read from those in its domain; what other events
    /// read is open. `word` is the word for reads-from. A yes promises nothing.
    pub fn might_allow(
        &mut self,
        structure: &dyn Structure,
        word: BaseId,
        decided: &mut dyn Iterator<Item = (EventId, EventId)>,
    ) -> bool {
        if !self.state.has_locations || !self.state.worth_of_reads.is_worth_it() {
            return true;
        }
        // Bounds have to be set up first: not for a structure that has few candidates.
        if self.state.leaves < FEW_LEAVES && self.state.worth_of_reads.tries < FEW_LOOKS {
            return true;
        }
        let possible = with_shape!(self.state.narrow.form, self.might_allow_reads(structure, word, decided));
        if !possible {
            self.state.worth_of_reads.hits += 1;
        }
        possible
    }

    pub(super) fn might_allow_reads<S: Shape>(
        &mut self,
        structure: &dyn Structure,
        word: BaseId,
        decided: &mut dyn Iterator<Item = (EventId, EventId)>,
    ) -> bool {
        let Compiled { plan, partial_reads, .. } = self.compiled;
        let node = self.word_node(word);
        if !std::mem::replace(&mut self.state.has_bounds, true) {
            self.make_room_for_bounds();
            self.bound_words::<S>(structure);
            self.state.reads_bound.clear();
            self.state.reads_bound.extend_from_slice(node.map_or(&[][..], |node| self.state.upper.value(node)));
        }
        if let Some(node) = node {
            // From scratch each time, as the search may have gone back.
            let lower = self.state.lower.cleared(node);
            let mut open = S::set(&self.state.narrow.all);
            for (source, target) in decided {
                if let (Some(source), Some(target)) =
                    (self.state.numbers[source.index()], self.state.numbers[target.index()])
                {
                    S::insert(lower, source as usize, target as usize);
                    open.remove(target as usize);
                }
            }
            let upper = self.state.upper.value_mut(node);
            // A read that has chosen reads from nothing else; the others may still read whatever they ever can.
            S::restrict_targets(upper, &self.state.reads_bound, open);
            S::unite(upper, self.state.lower.value(node));
        }
        let mut bounds = self.state.bounds();
        partial_reads.is_possible::<S>(plan, &mut bounds)
    }

    /// Bounds are kept only where some are asked for.
    pub(super) fn make_room_for_bounds(&mut self) {
        if std::mem::replace(&mut self.state.has_room_for_bounds, true) {
            return;
        }
        let ValueBuffer { n, form, .. } = self.state.narrow;
        for buffer in [&mut self.state.lower, &mut self.state.upper] {
            buffer.resize(&self.compiled.narrow, n, form);
            self.state.works.current().voids.iter().for_each(|&node| _ = buffer.cleared(node));
        }
    }

    fn word_node(&self, word: BaseId) -> Option<NodeId> {
        let plan = &self.compiled.plan;
        self.compiled.schedule.dynamic.iter().copied().find(|&node| plan.nodes[node].op == Op::Base(word))
    }

    /// Bounds of all words that are not known with the structure: nothing, and all that is possible.
    fn bound_words<S: Shape>(&mut self, structure: &dyn Structure) {
        let plan = &self.compiled.plan;
        for &node in &self.compiled.schedule.dynamic {
            let description = &plan.nodes[node];
            let Op::Base(word) = description.op else { continue };
            self.state.lower.cleared(node);
            let numbers = &self.state.numbers;
            let into = self.state.upper.cleared(node);
            match description.kind {
                BaseKind::Set => {
                    structure.set(word).iter().for_each(|event| insert_member::<S>(into, numbers, event));
                }
                BaseKind::Relation => structure
                    .relation(word)
                    .iter()
                    .for_each(|(source, target)| insert_pair::<S>(into, numbers, source, target)),
            }
        }
        let State { narrow, same_location, location_classes, .. } = &mut self.state;
        same_location.resize(narrow.words_of(BaseKind::Relation), 0);
        for class in location_classes.chunks_exact(S::SET_WORDS).map(S::set) {
            class.for_each(|event| S::put(same_location, event, class));
        }
    }
}
