//! The event structure of one thread: what it does for each choice of the values that it reads.

use execution::{EventStructure, Limits, ThreadPath, ThreadPaths};
use program::{Expressions, IdVec, ThreadId};
use relation::{Index, newtype_index};
use sim::Test;
use source::{Diagnostic, Severity};

use crate::actions::{ActionKind, Actions, Identity};
use crate::error::JavaError;
use crate::observed::Observed;
use crate::structure::tag_number;
use crate::structure::{GraphEvent, Structure};
use crate::values::Environment;

newtype_index! {
    /// An event of a [`Tree`].
    pub(super) struct NodeId("event");
}

/// The most events of a thread that are looked at.
const MOST_EVENTS: usize = 100_000;

/// What an event does: equal labels are what lifting compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Label {
    pub(super) writes: bool,
    pub(super) cell: execution::Cell,
    pub(super) value: u128,
    /// Whether its location is coherent for it: an opaque access, not a plain one.
    pub(super) is_opaque: bool,
}

/// An event: a label behind all that come before it in program order.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) label: Label,
    pub(super) parent: Option<NodeId>,
    /// One write, or one read for each value, of one location.
    pub(super) children: Vec<NodeId>,
}

/// A maximal configuration: a path from the first event to a last one.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    pub(super) path: Vec<NodeId>,
    /// The values of the observed registers of this thread, by their place among all that are observed.
    pub(super) registers: Vec<(usize, u128)>,
}

/// The event structure of a thread. Program order is from parents to children; events that are not so related are in conflict.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    pub(super) nodes: IdVec<NodeId, Node>,
    pub(super) roots: Vec<NodeId>,
    pub(super) leaves: Vec<Leaf>,
}

impl Tree {
    /// The child of `parent`, or the root, with this label; a new one if need be.
    fn child(&mut self, parent: Option<NodeId>, label: Label) -> Result<NodeId, JavaError> {
        let siblings = parent.map_or(&self.roots, |parent| &self.nodes[parent].children);
        if let Some(&known) = siblings.iter().find(|&&node| self.nodes[node].label == label) {
            return Ok(known);
        }
        if self.nodes.len() == MOST_EVENTS {
            return Err(JavaError::TooMany { what: "events in the event structure of a thread", limit: MOST_EVENTS });
        }
        let node = self.nodes.push(Node { label, parent, children: Vec::new() });
        match parent {
            Some(parent) => self.nodes[parent].children.push(node),
            None => self.roots.push(node),
        }
        Ok(node)
    }

    /// The labels of all writes.
    pub(super) fn written(&self) -> impl Iterator<Item = u128> + '_ {
        self.nodes.iter().filter(|node| node.label.writes).map(|node| node.label.value)
    }
}

/// A path of a thread with what its events do.
struct Run<'p> {
    path: &'p ThreadPath,
    events: Vec<GraphEvent>,
}

/// The threads of a test, ready to be run with any values.
pub(super) struct Threads<'t> {
    test: &'t Test,
    observed: &'t Observed,
    paths: &'t ThreadPaths,
    x: Expressions,
    runs: Vec<Vec<Run<'t>>>,
}

impl<'t> Threads<'t> {
    /// # Errors
    /// What this model says nothing of: accesses that are not plain or opaque, fences, monitors, thread starts; and loops that do not end within
    /// the unroll bound.
    pub(super) fn new(
        test: &'t Test,
        observed: &'t Observed,
        paths: &'t ThreadPaths,
        limits: &Limits<'_>,
    ) -> Result<Threads<'t>, JavaError> {
        let mut threads = Threads { test, observed, paths, x: paths.expressions.clone(), runs: Vec::new() };
        for thread in paths.threads.ids() {
            let mut runs = Vec::new();
            // A path that was cut is no run of the thread; the caller reports it.
            for path in paths.threads[thread].iter().filter(|path| path.cut.is_none()) {
                let events = threads.events(thread, path, limits)?;
                runs.push(Run { path, events });
            }
            threads.runs.push(runs);
        }
        Ok(threads)
    }

    /// The events of one path.
    fn events(
        &mut self,
        thread: ThreadId,
        path: &'t ThreadPath,
        limits: &Limits<'_>,
    ) -> Result<Vec<GraphEvent>, JavaError> {
        // Which paths the others take does not matter, as only this thread's events are kept.
        let chosen: IdVec<ThreadId, &ThreadPath> = (self.paths.threads.iter_enumerated())
            .map(|(other, paths)| if other == thread { path } else { &paths[0] })
            .collect();
        let structure = EventStructure::new(&self.test.lowered().program, chosen, &mut self.x, limits)?;
        if structure.known_cells.is_none() {
            let message = "an access whose location is not known before the threads run: an array's index must not depend on memory here";
            return Err(Diagnostic::new(Severity::Error, "unknown-location", message).into());
        }
        let identity = Identity { location: true, mode: false, point: false, halves: false };
        let mut actions = Actions::default();
        let none = Observed::default();
        let structure = Structure::new(&structure, &mut self.x, &mut actions, identity, None, &none)?;
        let own: Vec<GraphEvent> =
            structure.events.iter().filter(|event| event.thread == Some(thread)).cloned().collect();
        match own.iter().find(|event| !self.is_covered(event)) {
            None => Ok(own),
            Some(event) => Err(self.not_covered(event).into()),
        }
    }

    fn is_covered(&self, event: &GraphEvent) -> bool {
        let tags = self.test.language().tags();
        let is_strong = |tag: &str| ["V", "ACQ", "REL", "RA", "EXT"].contains(&tag);
        let has_strong_tag =
            tags.iter().zip(0..).any(|(tag, number)| is_strong(tag.as_ref()) && event.tags.contains(number));
        matches!(event.kind, ActionKind::Read | ActionKind::Write) && !has_strong_tag
    }

    fn not_covered(&self, event: &GraphEvent) -> Diagnostic {
        let message = "modular relaxed dependencies are defined here for plain and opaque reads and writes alone";
        let place = event.place.and_then(|place| self.test.lowered().program.instruction(place)).map(|code| code.span);
        match place {
            Some(span) => Diagnostic::error("not-covered", span, message).label(span, "this is another access"),
            None => Diagnostic::new(Severity::Error, "not-covered", message),
        }
    }

    /// The longest sum of writes that the threads can do.
    pub(super) fn most_writes(&self) -> usize {
        let writes = |run: &Run<'_>| run.events.iter().filter(|event| event.is_write()).count();
        self.runs.iter().map(|runs| runs.iter().map(writes).max().unwrap_or(0)).sum()
    }

    /// The event structure of each thread, all reads reading each of `values`.
    pub(super) fn trees(&mut self, values: &[u128]) -> Result<Vec<Tree>, JavaError> {
        let runs = std::mem::take(&mut self.runs);
        let mut all = Vec::new();
        for (number, runs) in runs.iter().enumerate() {
            let mut tree = Tree::default();
            for run in runs {
                let environment = Environment::new(self.paths.symbols);
                self.extend(&mut tree, ThreadId::new(number), run, 0, &mut Vec::new(), environment, values)?;
            }
            all.push(tree);
        }
        self.runs = runs;
        Ok(all)
    }

    /// Adds what `run` does from its `at`-th event on, the labels before being given.
    #[allow(clippy::too_many_arguments)] // one step of a recursion over a run, a prefix and what it makes known
    fn extend(
        &mut self,
        tree: &mut Tree,
        thread: ThreadId,
        run: &Run<'_>,
        at: usize,
        labels: &mut Vec<Label>,
        environment: Environment,
        values: &[u128],
    ) -> Result<(), JavaError> {
        let is_against = |x: &mut Expressions, &(bit, wanted): &(program::ExprId, bool)| {
            let value = environment.evaluate(x, bit);
            x.as_constant(value).is_some_and(|value| (value == 1) != wanted)
        };
        if run.path.conditions.iter().any(|condition| is_against(&mut self.x, condition)) {
            return Ok(());
        }
        let Some(event) = run.events.get(at) else { return self.leaf(tree, thread, run, labels, &environment) };
        let Some(cell) = event.cell else { return Ok(()) };
        let is_opaque = tag_number(self.test, "O").is_some_and(|tag| event.tags.contains(tag));
        if let Some((symbol, width)) = event.read {
            for &value in values {
                let mut environment = environment.clone();
                let constant = self.x.constant(program::truncate(value, width), width);
                environment.set(symbol, constant);
                let value = program::truncate(value, width);
                labels.push(Label { writes: false, cell, value, is_opaque });
                self.extend(tree, thread, run, at + 1, labels, environment, values)?;
                labels.pop();
            }
        } else if let Some(written) = event.written {
            let value = environment.evaluate(&mut self.x, written);
            let Some(value) = self.x.as_constant(value) else { return Ok(()) };
            labels.push(Label { writes: true, cell, value, is_opaque });
            self.extend(tree, thread, run, at + 1, labels, environment, values)?;
            labels.pop();
        }
        Ok(())
    }

    fn leaf(
        &mut self,
        tree: &mut Tree,
        thread: ThreadId,
        run: &Run<'_>,
        labels: &[Label],
        environment: &Environment,
    ) -> Result<(), JavaError> {
        let mut path = Vec::new();
        for &label in labels {
            path.push(tree.child(path.last().copied(), label)?);
        }
        let mut registers = Vec::new();
        for (place, &(owner, part)) in self.observed.registers.iter().enumerate() {
            if owner == thread {
                let value = run.path.register(&mut self.x, part.register, part.low, part.width);
                let value = environment.evaluate(&mut self.x, value);
                registers.push((place, self.x.as_constant(value).unwrap_or_default()));
            }
        }
        tree.leaves.push(Leaf { path, registers });
        Ok(())
    }
}
