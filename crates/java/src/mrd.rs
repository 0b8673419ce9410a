//! Modular relaxed dependencies: a model that looks at all executions of a thread at once.
//!
//! Source: M. Paviotti, S. Cooksey, A. Paradis, D. Wright, S. Owens, M. Batty, *Modular Relaxed Dependencies in Weak Memory Concurrency* (ESOP 2020).
//! Each thread is an event structure, a tree that branches over the values that reads can have (`mrd/tree.rs`). From it follows which reads
//! each write depends on whatever a compiler does (`mrd/justification.rs`). An execution takes one path of each tree, a justification for each
//! of its writes, and a write for each of its reads. It is allowed when
//!
//! - dependencies and reads-from between threads have no cycle;
//! - opaque accesses agree about an order of the opaque writes to each location (coherence);
//! - no read sees a write of its own thread that comes later, and none sees a write from before an access to the location with
//!   another value, in its own thread (happens-before is program order, behind the initial writes).
//!
//! # Deviations
//! * Plain and opaque reads and writes alone; everything else is refused. The paper has locks, fences and the orders of C++ as well.
//! * The paper's trees branch over all values, its tool over a few that are given with each test. Here they branch over those that are
//!   given, or else over those that the program can compute and the condition mentions: as if a compiler knew these. So causality tests 8
//!   and 9 are allowed with the values 0 and 1, and forbidden with 0, 1 and 2, as the tool has it.
//! * Contexts of justifications are on one path with their write, and hold reads alone: a write that a read is forwarded from is done in any case.

mod justification;
mod tree;

use std::collections::{BTreeMap, BTreeSet};

use execution::{Limits, ThreadPaths};
use litmus::{Expected, FinalAtom, FinalValue};
use program::Computation;
use sim::Test;

use crate::error::JavaError;
use crate::executions::BuildOptions;
use crate::graph::Outcome;
use crate::model::{Answer, MultiExecutionModel};
use crate::observed::Observed;
use crate::question::Question;
use crate::structure::VISIBLE;
use justification::{Context, Justifications, justifications};
use tree::{Label, Leaf, NodeId, Threads, Tree};

/// The most values that reads are given.
const MOST_VALUES: usize = 32;

/// The model of modular relaxed dependencies.
#[derive(Clone, Debug, Default)]
pub struct Mrd<'a> {
    /// How threads are explored.
    pub options: BuildOptions<'a>,
    /// The values that reads may have; `None` for those that the program can compute and its condition mentions.
    pub values: Option<BTreeSet<u128>>,
}

impl MultiExecutionModel for Mrd<'_> {
    fn name(&self) -> String {
        "mrd".to_owned()
    }

    fn outcomes(&self, test: &Test, observed: &Observed, question: Question<'_>) -> Result<Answer, JavaError> {
        let mut limits = Limits { cancel: self.options.cancel, ..Limits::default() };
        limits.unroll = test.unroll().or(self.options.unroll).unwrap_or(limits.unroll);
        let paths = ThreadPaths::explore(&test.lowered().program, VISIBLE, &limits)?;
        let cut = paths.threads.iter().flatten().find_map(|path| Some(path.cut.as_ref()?.target));
        // A thread that never ends within the limits leaves no execution, rather than one without that thread.
        if paths.threads.iter().any(|paths| paths.is_empty()) {
            return Ok(Answer { allowed: BTreeSet::new(), cut });
        }
        let mut threads = Threads::new(test, observed, &paths, &limits)?;
        let initial = initial_values(test);
        let values = self.values(test, &mut threads, &initial)?;
        let trees = threads.trees(&values)?;
        let justifications: Vec<Justifications> = trees.iter().map(justifications).collect();
        let mut search = Search {
            trees: &trees,
            justifications: &justifications,
            initial: &initial,
            registers: observed.registers.len(),
            question,
            allowed: BTreeSet::new(),
        };
        search.choose_leaves(&mut Vec::new(), &limits)?;
        Ok(Answer { allowed: search.allowed, cut })
    }
}

/// What each location holds at first.
type InitialValues = BTreeMap<execution::Cell, u128>;

fn initial_values(test: &Test) -> InitialValues {
    let mut values = InitialValues::new();
    for (location, description) in test.lowered().program.locations.iter_enumerated() {
        for (index, cell) in description.cells.iter().enumerate() {
            if let Computation::Constant(value, _) = *cell {
                values.insert(execution::Cell { location, index: index as u32 }, value);
            }
        }
    }
    values
}

impl Mrd<'_> {
    /// The values that reads are given.
    fn values(&self, test: &Test, threads: &mut Threads<'_>, initial: &InitialValues) -> Result<Vec<u128>, JavaError> {
        if let Some(given) = &self.values {
            return Ok(given.iter().copied().collect());
        }
        let mut values: BTreeSet<u128> = initial.values().copied().collect();
        // In an execution each value comes from others by way of writes, none of which comes twice.
        for _ in 0..threads.most_writes() {
            let before = values.len();
            for tree in threads.trees(&values.iter().copied().collect::<Vec<u128>>())? {
                values.extend(tree.written());
            }
            if values.len() > MOST_VALUES {
                return Err(JavaError::TooMany { what: "values that reads can have", limit: MOST_VALUES });
            }
            if values.len() == before {
                break;
            }
        }
        for atom in test.lowered().condition.atoms() {
            if let FinalAtom::Holds { expected: Expected::Scalar(FinalValue::Number(number, _)), .. } = atom {
                values.insert(*number);
            }
        }
        Ok(values.into_iter().collect())
    }
}

struct Search<'s> {
    trees: &'s [Tree],
    justifications: &'s [Justifications],
    initial: &'s InitialValues,
    registers: usize,
    question: Question<'s>,
    allowed: BTreeSet<Outcome>,
}

/// An event of an execution: the thread, and the place on its path.
type Event = (usize, usize);

/// An execution while what is read is chosen.
struct Execution<'l> {
    leaves: &'l [&'l Leaf],
    /// All reads.
    reads: Vec<Event>,
    /// For each of these the writes of other threads that it may see; `None` is a write that makes no dependency between threads.
    writes: Vec<Vec<Option<Event>>>,
}

impl<'s> Search<'s> {
    /// Chooses a path of each thread.
    fn choose_leaves(&mut self, chosen: &mut Vec<&'s Leaf>, limits: &Limits<'_>) -> Result<(), JavaError> {
        limits.check_cancelled()?;
        let trees = self.trees;
        let Some(tree) = trees.get(chosen.len()) else {
            self.execution(chosen);
            return Ok(());
        };
        for leaf in &tree.leaves {
            chosen.push(leaf);
            self.choose_leaves(chosen, limits)?;
            chosen.pop();
        }
        Ok(())
    }

    fn label(&self, leaves: &[&Leaf], (thread, place): Event) -> Label {
        self.trees[thread].nodes[leaves[thread].path[place]].label
    }

    fn execution(&mut self, leaves: &[&Leaf]) {
        let mut outcome = Outcome(vec![0; self.registers]);
        for &(place, value) in leaves.iter().flat_map(|leaf| &leaf.registers) {
            outcome.0[place] = value;
        }
        let is_enough = matches!(self.question, Question::OneWith(_)) && !self.allowed.is_empty();
        let is_wanted = match self.question {
            Question::All => true,
            Question::OneWith(keep) => keep(&outcome),
        };
        // Before the search for writes and justifications, which is what takes time: leaves with a known outcome add
        // nothing.
        if is_enough || !is_wanted || self.allowed.contains(&outcome) {
            return;
        }
        let events = || {
            leaves.iter().enumerate().flat_map(|(thread, leaf)| (0..leaf.path.len()).map(move |place| (thread, place)))
        };
        let reads: Vec<Event> = events().filter(|&event| !self.label(leaves, event).writes).collect();
        let mut writes = Vec::new();
        for &read in &reads {
            let options = self.writes_for(leaves, read, &mut events());
            // The path has a value for this read that nothing in the other paths writes.
            if options.is_empty() {
                return;
            }
            writes.push(options);
        }
        let execution = Execution { leaves, reads, writes };
        if self.choose_writes(&execution, &mut Vec::new()) {
            self.allowed.insert(outcome);
        }
    }

    /// The writes that a read may see. Those of its own thread and initial ones are one option: they add no dependency.
    fn writes_for(&self, leaves: &[&Leaf], read: Event, events: &mut dyn Iterator<Item = Event>) -> Vec<Option<Event>> {
        let label = self.label(leaves, read);
        // The last access before it in its thread: all before that with another value are hidden.
        let before: Vec<Label> = (0..read.1)
            .map(|place| self.label(leaves, (read.0, place)))
            .filter(|other| other.cell == label.cell)
            .collect();
        let visible = before.iter().rposition(|other| other.value != label.value).map_or(0, |last| last + 1);
        let sees_initial = visible == 0 && self.initial.get(&label.cell) == Some(&label.value);
        let sees_own = before[visible..].iter().any(|other| other.writes);
        let mut options = Vec::new();
        if sees_initial || sees_own {
            options.push(None);
        }
        let is_seen = |&event: &Event| {
            let other = self.label(leaves, event);
            event.0 != read.0 && other.writes && (other.cell, other.value) == (label.cell, label.value)
        };
        options.extend(events.filter(is_seen).map(Some));
        options
    }

    /// Whether some choice of what is read, and of justifications, has no cycle.
    fn choose_writes(&self, execution: &Execution<'_>, chosen: &mut Vec<Option<Event>>) -> bool {
        let Some(options) = execution.writes.get(chosen.len()) else {
            let seen = execution.reads.iter().zip(chosen.iter());
            let edges: Vec<(Event, Event)> = seen.filter_map(|(&read, write)| Some(((*write)?, read))).collect();
            return self.is_coherent(execution, chosen) && self.is_justified(execution, edges);
        };
        options.iter().any(|&option| {
            chosen.push(option);
            // What is chosen is taken back in any case, as the list is the caller's.
            let found = self.choose_writes(execution, chosen);
            chosen.pop();
            found
        })
    }

    /// Whether the opaque accesses agree about the order of the opaque writes to each location: what is written and read before and after in one thread, and what
    /// each read sees. `None` stands for the initial write.
    fn is_coherent(&self, execution: &Execution<'_>, chosen: &[Option<Event>]) -> bool {
        let mut before: Vec<(Option<Event>, Option<Event>)> = Vec::new();
        for (thread, leaf) in execution.leaves.iter().enumerate() {
            // The last write that the thread is known to have come to, by location.
            let mut last: BTreeMap<execution::Cell, Option<Event>> = BTreeMap::new();
            for place in 0..leaf.path.len() {
                let event = (thread, place);
                let label = self.label(execution.leaves, event);
                if !label.is_opaque {
                    continue;
                }
                let at = match execution.reads.iter().position(|&read| read == event) {
                    None => Some(event),
                    // A read that sees its own thread's write, or the initial one, adds nothing where that is what came last.
                    Some(read) => match chosen[read] {
                        None => last.get(&label.cell).copied().flatten().filter(|&own| own.0 == thread),
                        write => write,
                    },
                };
                // A plain write has no place in the order.
                if at.is_some_and(|write| !self.label(execution.leaves, write).is_opaque) {
                    continue;
                }
                let known = last.insert(label.cell, at);
                let earlier = known.unwrap_or(None);
                if earlier != at {
                    before.push((earlier, at));
                }
            }
        }
        let places: BTreeSet<Option<Event>> = before.iter().flat_map(|&(a, b)| [a, b]).collect();
        let number = |place: Option<Event>| (usize::MAX, places.iter().position(|&other| other == place).unwrap_or(0));
        // The initial write comes before all others.
        let to_initial = before.iter().any(|&(_, after)| after.is_none());
        !to_initial && !has_cycle(&before.iter().map(|&(a, b)| (number(a), number(b))).collect::<Vec<_>>())
    }

    /// Whether each write can be justified so that dependencies and these edges have no cycle.
    fn is_justified(&self, execution: &Execution<'_>, edges: Vec<(Event, Event)>) -> bool {
        let mut writes: Vec<(Event, Vec<Vec<Event>>)> = Vec::new();
        for (thread, leaf) in execution.leaves.iter().enumerate() {
            for (place, &node) in leaf.path.iter().enumerate() {
                if let Some(contexts) = self.justifications[thread].get(&node) {
                    let reads = |context: &Context| reads_on(thread, leaf, context);
                    writes.push(((thread, place), contexts.iter().filter_map(reads).collect()));
                }
            }
        }
        self.choose_justifications(&writes, edges)
    }

    fn choose_justifications(&self, writes: &[(Event, Vec<Vec<Event>>)], edges: Vec<(Event, Event)>) -> bool {
        // More edges never take a cycle away, so that all that follows from this choice is cut off here.
        if has_cycle(&edges) {
            return false;
        }
        let Some(((write, contexts), others)) = writes.split_first() else { return true };
        contexts.iter().any(|reads| {
            let mut edges = edges.clone();
            edges.extend(reads.iter().map(|&read| (read, *write)));
            self.choose_justifications(others, edges)
        })
    }
}

/// The reads of a context, if it is on this path of this thread.
fn reads_on(thread: usize, leaf: &Leaf, context: &Context) -> Option<Vec<Event>> {
    let place = |node: &NodeId| Some((thread, leaf.path.iter().position(|other| other == node)?));
    context.iter().map(place).collect()
}

/// Whether edges have a cycle: whether some are left when those whose source nothing leads to are dropped, again and again.
fn has_cycle(edges: &[(Event, Event)]) -> bool {
    let mut left = edges.to_vec();
    loop {
        let targets: BTreeSet<Event> = left.iter().map(|&(_, target)| target).collect();
        let before = left.len();
        left.retain(|(source, _)| targets.contains(source));
        if left.is_empty() {
            return false;
        }
        if left.len() == before {
            return true;
        }
    }
}
