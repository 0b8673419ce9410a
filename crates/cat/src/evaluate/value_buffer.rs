//! Values of nodes over one numbering of events.

use std::ops::Range;

use relation::rows::{self, Form, Shape};
use relation::{IdVec, Index};

use crate::BaseKind;
use crate::ast::Property;
use crate::compile::plan::{FixpointId, NodeId, Plan};

use super::step::{Step, apply, steps};

/// Where the values of nodes lie: only some nodes have one, in the order of nodes.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// The nodes that have a value.
    entries: Vec<Entry>,
    /// How many nodes there are.
    nodes: usize,
    sets: u32,
    relations: u32,
}

/// A node that has a value.
#[derive(Clone, Copy, Debug)]
struct Entry {
    node: NodeId,
    kind: BaseKind,
    /// How many sets and relations come before it.
    sets: u32,
    relations: u32,
}

impl Layout {
    /// Room for the nodes for which `has_value` says so.
    pub(super) fn new(plan: &Plan, has_value: impl Fn(NodeId) -> bool) -> Layout {
        let mut layout = Layout { entries: Vec::new(), nodes: plan.nodes.len(), sets: 0, relations: 0 };
        for (node, description) in plan.nodes.iter_enumerated().filter(|&(node, _)| has_value(node)) {
            let kind = description.kind;
            layout.entries.push(Entry { node, kind, sets: layout.sets, relations: layout.relations });
            match kind {
                BaseKind::Set => layout.sets += 1,
                BaseKind::Relation => layout.relations += 1,
            }
        }
        layout
    }

    /// The nodes for which `is_in` says so, in runs of such that lie beside each other, each from its first node to its last.
    pub(super) fn runs(&self, is_in: impl Fn(NodeId) -> bool) -> Vec<(NodeId, NodeId)> {
        let runs = self.entries.chunk_by(|a, b| is_in(a.node) == is_in(b.node));
        let ends = runs.filter_map(|run| Some((run.first()?.node, run.last()?.node)));
        ends.filter(|&(first, _)| is_in(first)).collect()
    }
}

/// Where a value lies in a buffer, or several beside each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct WordRange {
    start: u32,
    end: u32,
}

impl WordRange {
    #[inline(always)]
    pub(super) fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Joins places that lie beside each other, or are the same.
    pub(super) fn joined(mut places: Vec<WordRange>) -> Vec<WordRange> {
        places.sort_unstable_by_key(|place| place.start);
        places.dedup();
        places.dedup_by(|next, last| {
            let is_beside = last.end == next.start;
            if is_beside {
                last.end = next.end;
            }
            is_beside
        });
        places
    }
}

/// What is known of a fixpoint whose values lie in its variables.
#[derive(Clone, Debug, Default)]
pub(super) struct ComputedFixpoint {
    /// Whether they do.
    pub(super) is_there: bool,
    /// What they were computed from.
    pub(super) inputs: Vec<u64>,
}

/// Storage for values over `n` events in one form. It is kept from one event structure to the next.
#[derive(Debug, Default)]
pub(super) struct ValueBuffer {
    pub(super) n: usize,
    /// How values lie.
    pub(super) form: Form,
    /// Whether values lie elsewhere than before the last [`ValueBuffer::resize`].
    pub(super) is_rearranged: bool,
    /// All events.
    pub(super) all: Vec<u64>,
    /// The values, and room for one relation more.
    words: Vec<u64>,
    /// For each node where in `words` its value lies.
    places: IdVec<NodeId, WordRange>,
    /// Where there is room for a relation that is no node's.
    scratch: WordRange,
    /// The nodes that share the place of another one, with their own places.
    shared: Vec<(NodeId, WordRange)>,
    fixpoints: IdVec<FixpointId, ComputedFixpoint>,
}

/// How a value of a buffer is given: as its node, or as where it lies.
pub(super) trait Place: Copy {
    /// Where it lies; `places` says it for nodes.
    fn in_places(self, places: &IdVec<NodeId, WordRange>) -> WordRange;
}

impl Place for NodeId {
    #[inline(always)]
    fn in_places(self, places: &IdVec<NodeId, WordRange>) -> WordRange {
        places[self]
    }
}

impl Place for WordRange {
    #[inline(always)]
    fn in_places(self, _: &IdVec<NodeId, WordRange>) -> WordRange {
        self
    }
}

/// The values of a buffer that come before some node.
#[derive(Clone, Copy)]
pub(super) struct Before<'s> {
    places: &'s IdVec<NodeId, WordRange>,
    words: &'s [u64],
}

impl<'s> Before<'s> {
    #[inline]
    pub(super) fn value(&self, node: NodeId) -> &'s [u64] {
        &self.words[self.places[node].range()]
    }
}

impl ValueBuffer {
    /// Prepares for `n` events; the layout is always the same. Values are void until they are computed.
    pub(super) fn resize(&mut self, layout: &Layout, n: usize, form: Form) {
        // What was shared for one structure has a place of its own again.
        for (node, place) in self.shared.drain(..) {
            self.places[node] = place;
        }
        // What is void for one structure need not be so for the next.
        self.fixpoints.iter_mut().for_each(|known| known.is_there = false);
        let is_new = self.places.len() != layout.nodes;
        if !is_new && (self.n, self.form) == (n, form) {
            self.is_rearranged = false;
            return;
        }
        let words = |buffer: &ValueBuffer| [BaseKind::Set, BaseKind::Relation].map(|kind| buffer.words_of(kind));
        let before = words(self);
        (self.n, self.form) = (n, form);
        let [of_set, of_relation] = words(self);
        self.all.clear();
        self.all.resize(of_set, 0);
        form.write_all(&mut self.all, n);
        // Relations over few events take the same room, however many.
        self.is_rearranged = is_new || before != [of_set, of_relation];
        if !self.is_rearranged {
            return;
        }
        let start = layout.relations as usize * of_relation + layout.sets as usize * of_set;
        let len = start + of_relation;
        // Never made smaller: the next large structure finds its room.
        if self.words.len() < len {
            self.words.resize(len, 0);
        }
        self.scratch = WordRange { start: start as u32, end: len as u32 };
        if is_new {
            // Nodes without a value keep an empty place.
            self.places = IdVec::from_elem(WordRange::default(), layout.nodes);
        }
        for &Entry { node, kind, sets, relations } in &layout.entries {
            let start = relations as usize * of_relation + sets as usize * of_set;
            let end = start + self.words_of(kind);
            self.places[node] = WordRange { start: start as u32, end: end as u32 };
        }
    }

    /// How many words a value of this kind has.
    pub(super) fn words_of(&self, kind: BaseKind) -> usize {
        match kind {
            BaseKind::Set => self.form.set_words(),
            BaseKind::Relation => self.form.relation_words(self.n),
        }
    }

    /// Gives a node the value of one before it, until the buffer is resized.
    pub(super) fn share(&mut self, node: NodeId, other: NodeId) {
        self.shared.push((node, self.places[node]));
        self.places[node] = self.places[other];
    }

    #[inline]
    pub(super) fn place(&self, node: NodeId) -> WordRange {
        self.places[node]
    }

    /// Where there is room for a relation; what lies there stays until the next operator that needs the room.
    pub(super) fn scratch(&self) -> WordRange {
        self.scratch
    }

    #[inline]
    pub(super) fn value(&self, node: NodeId) -> &[u64] {
        &self.words[self.place(node).range()]
    }

    #[inline]
    pub(super) fn value_mut(&mut self, node: NodeId) -> &mut [u64] {
        let place = self.place(node).range();
        &mut self.words[place]
    }

    /// The storage of a node, emptied.
    pub(super) fn cleared(&mut self, node: NodeId) -> &mut [u64] {
        let value = self.value_mut(node);
        value.fill(0);
        value
    }

    /// Empties the storage of a run of nodes, from the first to the last.
    pub(super) fn clear(&mut self, run: (NodeId, NodeId)) {
        let range = self.run(run);
        self.words[range].fill(0);
    }

    /// Whether the storage of a run of nodes is empty.
    pub(super) fn is_clear(&self, run: (NodeId, NodeId)) -> bool {
        rows::is_empty(&self.words[self.run(run)])
    }

    fn run(&self, (first, last): (NodeId, NodeId)) -> Range<usize> {
        self.places[first].range().start..self.places[last].range().end
    }

    /// Reads what lies at several places, one after the other.
    pub(super) fn read_all(&self, places: &[WordRange], into: &mut Vec<u64>) {
        into.clear();
        places.iter().for_each(|place| into.extend_from_slice(&self.words[place.range()]));
    }

    /// Writes what was read so.
    pub(super) fn write_all(&mut self, places: &[WordRange], mut values: &[u64]) {
        for place in places {
            let into = &mut self.words[place.range()];
            let (value, rest) = values.split_at(into.len());
            into.copy_from_slice(value);
            values = rest;
        }
    }

    /// What lies at a place.
    #[inline(always)]
    pub(super) fn at(&self, place: WordRange) -> &[u64] {
        &self.words[place.range()]
    }

    /// What comes before a place, and what lies there.
    #[inline(always)]
    pub(super) fn split_at(&mut self, place: WordRange) -> (&[u64], &mut [u64]) {
        split(&mut self.words, place)
    }

    /// The storage of a node, and what comes before it: its operands, among others.
    #[inline]
    pub(super) fn split(&mut self, node: NodeId) -> (Before<'_>, &mut [u64]) {
        let (words, into) = split(&mut self.words, self.places[node]);
        let before = Before { places: &self.places, words };
        (before, into)
    }

    /// Takes a step; its operands lie before its result.
    #[inline(always)]
    pub(super) fn apply<S: Shape, N: Place>(&mut self, into: N, step: Step<N>) {
        let ValueBuffer { all, words, places, .. } = self;
        let (before, into) = split(words, into.in_places(places));
        apply::<_, S>(step, all, into, |operand: N| &before[operand.in_places(places).range()]);
    }

    /// Whether a value has a property.
    #[inline(always)]
    pub(super) fn has<S: Shape>(&self, property: Property, value: WordRange) -> bool {
        has::<S>(property, &self.words[value.range()])
    }

    /// Computes a node whose operands are computed, by an operator on values alone; `is_void` says which nodes are known to be empty.
    pub(super) fn compute<S: Shape>(&mut self, plan: &Plan, is_void: &IdVec<NodeId, bool>, node: NodeId) {
        let description = &plan.nodes[node];
        let ValueBuffer { all, words, places, .. } = self;
        let (before, into) = split(words, places[node]);
        let value = |operand: NodeId, _| &before[places[operand].range()];
        steps(&description.op, description.kind, is_void, value, |step| apply::<_, S>(step, all, into, |value| value));
    }

    /// The value of what is given as a node or as a place.
    #[inline(always)]
    pub(super) fn given<N: Place>(&self, given: N) -> &[u64] {
        &self.words[given.in_places(&self.places).range()]
    }

    /// Copies a value to a place that may lie before it.
    pub(super) fn copy_back<N: Place>(&mut self, value: N, into: N) {
        let [value, into] = [value, into].map(|given| given.in_places(&self.places).range());
        self.words.copy_within(value, into.start);
    }

    /// What is known of a fixpoint.
    pub(super) fn computed_fixpoint(&mut self, id: FixpointId) -> &mut ComputedFixpoint {
        while self.fixpoints.len() <= id.index() {
            self.fixpoints.push(ComputedFixpoint::default());
        }
        &mut self.fixpoints[id]
    }
}

/// What comes before a place, and what lies there.
#[inline(always)]
fn split(words: &mut [u64], place: WordRange) -> (&[u64], &mut [u64]) {
    let Range { start, end } = place.range();
    let (before, from) = words.split_at_mut(start);
    (before, &mut from[..end - start])
}

/// Whether a value has a property.
#[inline(always)]
pub(super) fn has<S: Shape>(property: Property, value: &[u64]) -> bool {
    match property {
        Property::Empty => rows::is_empty(value),
        Property::Irreflexive => S::is_irreflexive(value),
        Property::Acyclic => S::is_acyclic(value),
    }
}
