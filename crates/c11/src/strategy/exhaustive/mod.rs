//! All executions, up to reorderings that change nothing.
//!
//! The search is depth-first, by doing the program over and over; each time the decisions up to some point are those of before and the next one
//! is another. A *transition* is a step of a thread together with the decisions within it (what it reads).
//!
//! **Reductions.** Both keep at least one representative of every execution, that is, of every choice of reads-from and of the order of
//! sequentially consistent operations as far as the model looks at it.
//!
//! 1. *What is eager*: a store that is not sequentially consistent, a fence that is not, the first and the last step of a thread, the creation of
//!    one, the wait for one that has ended, and a yield are done as soon as a thread comes to them, and nothing else is tried there. Done earlier, such a store takes nothing away from any
//!    access (section 3 of the paper says so of bursts); the other steps do not touch anything that others see.
//! 2. *Sleep sets* (Godefroid 1996): a transition that has been explored from a state need not be explored from the states behind those that are independent of it.
//!    It counts as the same transition there only while it reads the same store; reading a newer one is a new transition.
//!
//! **Independence** of two transitions of different threads ([`are_independent`]): in either order both are possible with the same
//! stores read and leave the same state. It follows from what figures 12 and 13 look at: a store not read by the other access takes part only if it
//! happens before it (it does not, being concurrent), or by sequential consistency. Operations on synchronisation objects depend on each other
//! if they are on the same one; those that are more than taking or giving back ([`PendingOperation::Sync`]: a wait on a condition variable gives a mutex back) on all others.

mod record;

pub use record::RecordError;

use super::{Candidates, Choice, Pending, PendingOperation, Strategy};
use crate::{Order, Rules, ThreadId};

/// A decision within a step, by a name that is the same wherever the step is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Decision {
    /// Reads the store with this number among the events of the thread.
    Reads(Option<ThreadId>, u32),
    /// Takes an option.
    Takes(Choice, usize),
}

/// A step of a thread with the decisions in it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Transition {
    thread: ThreadId,
    operation: PendingOperation,
    decisions: Vec<Decision>,
}

/// A point where something was decided.
#[derive(Clone, Debug)]
enum Node {
    /// Who goes on.
    Schedule {
        options: Vec<Pending>,
        chosen: usize,
        /// Transitions that need not be explored from here.
        asleep: Vec<Transition>,
        /// Whether nothing has been decided within the step.
        is_last: bool,
    },
    /// Something within the step of the last [`Node::Schedule`] before it. Without options where all are asleep: the step does not end then.
    Within {
        options: Vec<(usize, Decision)>,
        chosen: usize,
        /// Whether it is the last decision in the step.
        is_last: bool,
    },
}

/// Goes through all executions.
///
/// ```
/// # use lakmus_c11::{Exhaustive, Strategy};
/// let mut all = Exhaustive::new();
/// loop {
///     all.begin(0);
///     // ... one execution; it does not count if `all.is_redundant()`.
///     if !all.advance() {
///         break;
///     }
/// }
/// ```
#[derive(Clone, Debug, Default)]
pub struct Exhaustive {
    path: Vec<Node>,
    /// How many of them have been passed in this execution.
    depth: usize,
    is_redundant: bool,
    /// Whether the program has not done the same again that it did with the same decisions before.
    has_diverged: bool,
    rules: Rules,
}

impl Exhaustive {
    /// Before the first execution.
    pub fn new() -> Exhaustive {
        Exhaustive::default()
    }

    /// The same for executions under other rules: more accesses depend on each other.
    pub fn with_rules(rules: Rules) -> Exhaustive {
        Exhaustive { rules, ..Exhaustive::default() }
    }

    /// Whether an execution has not done the same again that another has done with the same decisions: then what is explored is not all.
    pub fn has_diverged(&self) -> bool {
        self.has_diverged
    }

    /// How many decisions there are on the path of the execution.
    pub fn len(&self) -> usize {
        self.path.len()
    }

    /// Whether nothing has been decided yet.
    pub fn is_empty(&self) -> bool {
        self.path.is_empty()
    }

    /// After an execution: makes ready for the next one. False when there is none.
    pub fn advance(&mut self) -> bool {
        while let Some(mut node) = self.path.pop() {
            let explored = self.last_transition(&node);
            match &mut node {
                Node::Schedule { options, chosen, asleep, is_last } => {
                    asleep.extend(explored);
                    if let Some(next) = awake(options, asleep, *chosen + 1) {
                        (*chosen, *is_last) = (next, true);
                        self.path.push(node);
                        return true;
                    }
                }
                Node::Within { options, chosen, is_last } => {
                    *chosen += 1;
                    *is_last = true;
                    let is_more = *chosen < options.len();
                    // The step is done with these decisions; for the other options of the node they are asleep, at
                    // the schedule to which the step belongs.
                    if let Some(explored) = explored
                        && let Some(Node::Schedule { asleep, .. }) = self.schedule()
                    {
                        asleep.push(explored);
                    }
                    if is_more {
                        self.path.push(node);
                        return true;
                    }
                }
            }
        }
        false
    }

    /// The transition that ends with `node`, which has been popped; none when it went on after it.
    fn last_transition(&self, node: &Node) -> Option<Transition> {
        let (Node::Schedule { is_last, .. } | Node::Within { is_last, .. }) = node;
        let has_no_options = matches!(node, Node::Within { options, .. } if options.is_empty());
        if !is_last || has_no_options {
            return None;
        }
        let start = self.path.iter().rposition(|node| matches!(node, Node::Schedule { .. }));
        let nodes = match node {
            Node::Schedule { .. } => vec![node],
            Node::Within { .. } => self.path[start?..].iter().chain([node]).collect(),
        };
        Transition::of(&nodes)
    }

    fn schedule(&mut self) -> Option<&mut Node> {
        self.path.iter_mut().rev().find(|node| matches!(node, Node::Schedule { .. }))
    }

    /// What need not be explored after the last step on the path.
    fn inherited(&self) -> Vec<Transition> {
        let Some(start) = self.path.iter().rposition(|node| matches!(node, Node::Schedule { .. })) else {
            return Vec::new();
        };
        let Node::Schedule { asleep, .. } = &self.path[start] else { return Vec::new() };
        let Some(taken) = Transition::of(&self.path[start..].iter().collect::<Vec<_>>()) else { return Vec::new() };
        asleep.iter().filter(|other| are_independent(self.rules, other, &taken)).cloned().collect()
    }

    fn decide(&mut self, options: impl ExactSizeIterator<Item = Decision>) -> usize {
        let offered = options.len();
        if self.is_redundant {
            return 0;
        }
        if let Some(Node::Within { options, chosen, .. }) = self.path.get(self.depth) {
            self.depth += 1;
            self.has_diverged |= options[*chosen].0 >= offered;
            return options[*chosen].0;
        }
        self.has_diverged |= self.depth < self.path.len();
        let start = self.path.iter().rposition(|node| matches!(node, Node::Schedule { .. }));
        let mut so_far = start.and_then(|start| Transition::of(&self.path[start..].iter().collect::<Vec<_>>()));
        let asleep: &[Transition] = match start.map(|start| &self.path[start]) {
            Some(Node::Schedule { asleep, .. }) => asleep,
            _ => &[],
        };
        let mut is_asleep = |decision: &Decision| {
            let Some(so_far) = &mut so_far else { return false };
            so_far.decisions.push(*decision);
            // Only the whole transition is asleep: with other decisions the same step may still lead somewhere
            // new.
            let found = asleep.contains(so_far);
            so_far.decisions.pop();
            found
        };
        let options: Vec<(usize, Decision)> =
            options.enumerate().filter(|(_, decision)| !is_asleep(decision)).collect();
        if let Some(Node::Schedule { is_last, .. } | Node::Within { is_last, .. }) = self.path.last_mut() {
            // The step goes on, so that the node before is no longer where its transition ends.
            *is_last = false;
        }
        // The program cannot be stopped in the middle of a step; where all is asleep it runs to its end with the first options, and
        // the execution does not count.
        let first = options.first().map(|&(first, _)| first);
        self.is_redundant = first.is_none();
        self.path.push(Node::Within { options, chosen: 0, is_last: true });
        self.depth += 1;
        first.unwrap_or(0)
    }
}

impl Transition {
    /// The transition that a schedule and the decisions after it are.
    fn of(nodes: &[&Node]) -> Option<Transition> {
        let (Node::Schedule { options, chosen, .. }, within) = nodes.split_first()? else { return None };
        let &Pending { thread, operation, .. } = options.get(*chosen)?;
        let decision = |node: &&Node| match node {
            Node::Within { options, chosen, .. } => options.get(*chosen).map(|&(_, decision)| decision),
            Node::Schedule { .. } => None,
        };
        Some(Transition { thread, operation, decisions: within.iter().filter_map(decision).collect() })
    }

    /// What it reads.
    fn source(&self) -> Option<&Decision> {
        self.decisions.iter().find(|decision| matches!(decision, Decision::Reads(..)))
    }
}

/// The first of the options from `from` on whose step is not asleep as a whole.
fn awake(options: &[Pending], asleep: &[Transition], from: usize) -> Option<usize> {
    let is_asleep = |next: &Pending| {
        asleep.iter().any(|transition| transition.thread == next.thread && transition.decisions.is_empty())
    };
    (from..options.len()).find(|&index| !is_asleep(&options[index]))
}

fn is_eager(operation: PendingOperation) -> bool {
    match operation {
        PendingOperation::Fence(order) => !order.is_seq_cst(),
        PendingOperation::Start
        | PendingOperation::Finish
        | PendingOperation::Create
        | PendingOperation::Join(_)
        | PendingOperation::Yield => true,
        PendingOperation::Store(_, order) => !order.is_seq_cst(),
        PendingOperation::Load(..)
        | PendingOperation::ReadModifyWrite(..)
        | PendingOperation::Lock(_)
        | PendingOperation::Unlock(_)
        | PendingOperation::Sync(_) => false,
    }
}

/// An access as far as independence goes.
struct MemoryAccess {
    address: u64,
    order: Order,
    reads: bool,
    writes: bool,
}

fn memory_access(operation: PendingOperation) -> Option<MemoryAccess> {
    let (address, order, reads, writes) = match operation {
        PendingOperation::Load(address, order) => (address, order, true, false),
        PendingOperation::Store(address, order) => (address, order, false, true),
        PendingOperation::ReadModifyWrite(address, order) => (address, order, true, true),
        _ => return None,
    };
    Some(MemoryAccess { address, order, reads, writes })
}

/// Accesses closer together than this may overlap.
const LARGEST_ACCESS: u64 = 16;

/// Whether the order of two transitions that are both possible makes no difference.
fn are_independent(rules: Rules, a: &Transition, b: &Transition) -> bool {
    if a.thread == b.thread {
        return false;
    }
    match (memory_access(a.operation), memory_access(b.operation)) {
        (Some(x), Some(y)) => {
            if x.address.abs_diff(y.address) >= LARGEST_ACCESS {
                return true; // Sequentially consistent accesses of different locations meet only by fences.
            }
            // By the rules of C++20 a sequentially consistent access comes after what an earlier load has read, too.
            let both_seq_cst = x.order.is_seq_cst() && y.order.is_seq_cst();
            let is_ordered = both_seq_cst && (x.writes || y.writes || rules == Rules::Cxx20);
            let both_update = x.reads && x.writes && y.reads && y.writes;
            // No two read-modify-writes read the same store: whichever comes first takes it from the other.
            let is_same_read = both_update && a.source() == b.source();
            !is_ordered && !is_same_read
        }
        (Some(access), None) => !is_seq_cst_fence(b.operation) || !access.order.is_seq_cst(),
        (None, Some(access)) => !is_seq_cst_fence(a.operation) || !access.order.is_seq_cst(),
        (None, None) => match (object(a.operation), object(b.operation)) {
            (Some(x), Some(y)) => x != y && !is_compound(a.operation) && !is_compound(b.operation),
            _ => !(is_seq_cst_fence(a.operation) && is_seq_cst_fence(b.operation)),
        },
    }
}

fn is_seq_cst_fence(operation: PendingOperation) -> bool {
    operation == PendingOperation::Fence(Order::SeqCst)
}

/// Whether it may do something to more than one synchronisation object.
fn is_compound(operation: PendingOperation) -> bool {
    matches!(operation, PendingOperation::Sync(_))
}

/// The synchronisation object of an operation.
fn object(operation: PendingOperation) -> Option<u64> {
    match operation {
        PendingOperation::Lock(address) | PendingOperation::Unlock(address) | PendingOperation::Sync(address) => {
            Some(address)
        }
        _ => None,
    }
}

impl Strategy for Exhaustive {
    fn begin(&mut self, _seed: u64) {
        self.depth = 0;
        self.is_redundant = false;
    }

    fn pick_thread(&mut self, _current: ThreadId, enabled: &[Pending]) -> usize {
        if self.is_redundant {
            return 0;
        }
        if let Some(Node::Schedule { options, chosen, .. }) = self.path.get(self.depth) {
            self.depth += 1;
            // By its thread, not by its index: where one was eager, the options were that one alone.
            let again = options[*chosen];
            let place = enabled.iter().position(|next| next.thread == again.thread);
            self.has_diverged |= place.is_none_or(|place| enabled[place].operation != again.operation);
            return place.unwrap_or(0);
        }
        self.has_diverged |= self.depth < self.path.len();
        let options = match enabled.iter().find(|next| is_eager(next.operation)) {
            Some(next) => vec![*next],
            None => enabled.to_vec(),
        };
        let asleep = self.inherited();
        let Some(chosen) = awake(&options, &asleep, 0) else {
            self.is_redundant = true;
            return 0;
        };
        let thread = options[chosen].thread;
        self.path.push(Node::Schedule { options, chosen, asleep, is_last: true });
        self.depth += 1;
        enabled.iter().position(|next| next.thread == thread).unwrap_or(0)
    }

    fn pick_store(&mut self, _thread: ThreadId, candidates: &dyn Candidates) -> usize {
        let candidates = (0..candidates.count()).map(|index| candidates.get(index));
        self.decide(candidates.map(|candidate| Decision::Reads(candidate.thread, candidate.event)))
    }

    fn pick(&mut self, _thread: ThreadId, choice: Choice, options: usize) -> usize {
        self.decide((0..options).map(|option| Decision::Takes(choice, option)))
    }

    fn is_redundant(&self) -> bool {
        self.is_redundant
    }
}
