//! Semantic dependencies: which reads of a thread a write of it depends on, by comparing what the thread does for different values.
//!
//! Source: Paviotti et al. (see the parent module), section 4: a judgement `C |- w` says that the events `C` justify the write `w`. They
//! are computed from the last event to the first:
//!
//! - a write is justified by nothing to begin with;
//! - a read in front adds itself to what justifies each write behind it, and takes the place of later reads of its location and value, unless an
//!   access to the location comes between (load forwarding);
//! - a write in front takes away the reads of its location and value, likewise (store forwarding);
//! - where a read has been given all values, a write that is done whatever the value is, for the same reasons, does not depend on the read (lifting). The reasons are the same when
//!   they have the same labels and the same order of each location; they may be made more for that, as long as that takes in all earlier reads
//!   of each location and is free of conflicts. They must not be at the location of the read.
//!
//! Preserved program order is that of each location. Of contexts of one write those that contain another one are left out: more reasons are never
//! needed where fewer do, as all rules are monotone.

use std::collections::{BTreeMap, BTreeSet};

use super::tree::{Label, NodeId, Tree};

/// A set of reads that justifies a write.
pub(super) type Context = BTreeSet<NodeId>;

/// The minimal contexts of each write.
pub(super) type Justifications = BTreeMap<NodeId, BTreeSet<Context>>;

/// What is the same in branches: by location, labels in program order.
type Shape = BTreeMap<execution::Cell, Vec<Label>>;

/// The justifications of all writes of a thread.
pub(super) fn justifications(tree: &Tree) -> Justifications {
    Thread { tree }.behind(&tree.roots)
}

struct Thread<'t> {
    tree: &'t Tree,
}

impl Thread<'_> {
    fn label(&self, node: NodeId) -> Label {
        self.tree.nodes[node].label
    }

    /// The justifications within what begins with one of these events, which exclude each other.
    fn behind(&self, first: &[NodeId]) -> Justifications {
        let mut branches: Vec<(NodeId, Justifications)> = Vec::new();
        for &event in first {
            let rest = self.behind(&self.tree.nodes[event].children);
            let all =
                if self.label(event).writes { self.write_first(event, rest) } else { self.read_first(event, rest) };
            branches.push((event, all));
        }
        let mut all = Justifications::new();
        if first.len() > 1 {
            for (write, contexts) in self.lifted(&branches) {
                all.entry(write).or_default().extend(contexts);
            }
        }
        for (write, contexts) in branches.into_iter().flat_map(|(_, branch)| branch) {
            all.entry(write).or_default().extend(contexts);
        }
        all.values_mut().for_each(keep_minimal);
        all
    }

    fn read_first(&self, read: NodeId, rest: Justifications) -> Justifications {
        self.map(rest, |context| {
            let mut context: Context =
                context.iter().copied().filter(|&event| !self.is_forwarded(read, event)).collect();
            context.insert(read);
            context
        })
    }

    fn write_first(&self, write: NodeId, rest: Justifications) -> Justifications {
        let mut all = self
            .map(rest, |context| context.iter().copied().filter(|&event| !self.is_forwarded(write, event)).collect());
        all.insert(write, BTreeSet::from([Context::new()]));
        all
    }

    fn map(&self, all: Justifications, change: impl Fn(&Context) -> Context) -> Justifications {
        let of_write = |contexts: BTreeSet<Context>| {
            let mut contexts = contexts.iter().map(&change).collect();
            keep_minimal(&mut contexts);
            contexts
        };
        all.into_iter().map(|(write, contexts)| (write, of_write(contexts))).collect()
    }

    /// Whether `later`, a read behind `event`, can have its value from there.
    fn is_forwarded(&self, event: NodeId, later: NodeId) -> bool {
        let (label, read) = (self.label(event), self.label(later));
        if read.writes || (read.cell, read.value) != (label.cell, label.value) {
            return false;
        }
        let mut between = self.tree.nodes[later].parent;
        while let Some(node) = between.filter(|&node| node != event) {
            if self.label(node).cell == label.cell {
                return false;
            }
            between = self.tree.nodes[node].parent;
        }
        true
    }

    /// What justifies writes whatever is read: `branches` are the reads with their justifications.
    fn lifted(&self, branches: &[(NodeId, Justifications)]) -> Vec<(NodeId, Vec<Context>)> {
        // By the label of a write and the shape of a context, the writes and contexts of each branch.
        type Reasons = BTreeMap<(Label, Shape), Vec<(NodeId, Context)>>;
        let of_branch = |(read, all): &(NodeId, Justifications)| -> Reasons {
            let mut reasons = Reasons::new();
            for (&write, contexts) in all {
                for context in self.extended(*read, write, contexts) {
                    let key = (self.label(write), self.shape(&context));
                    reasons.entry(key).or_default().push((write, context));
                }
            }
            reasons
        };
        let reasons: Vec<Reasons> = branches.iter().map(of_branch).collect();
        let Some((first, others)) = reasons.split_first() else { return Vec::new() };
        let in_all = first.keys().filter(|key| others.iter().all(|branch| branch.contains_key(*key)));
        let found = in_all.flat_map(|key| reasons.iter().flat_map(move |branch| &branch[key]));
        found.map(|(write, context)| (*write, vec![context.clone()])).collect()
    }

    /// All contexts without `read` that contain one of these and do what the parent module says; on paths through `write`.
    fn extended(&self, read: NodeId, write: NodeId, contexts: &BTreeSet<Context>) -> BTreeSet<Context> {
        let location = self.label(read).cell;
        let mut found = BTreeSet::new();
        let starts: Vec<Context> = contexts
            .iter()
            .map(|context| context.iter().copied().filter(|&event| event != read).collect::<Context>())
            .filter(|context| context.iter().all(|&event| self.label(event).cell != location))
            .collect();
        let paths = self.tree.leaves.iter().filter(|leaf| leaf.path.contains(&write) && leaf.path.contains(&read));
        for leaf in paths {
            // What comes behind the read, by location.
            let mut chains: BTreeMap<execution::Cell, Vec<NodeId>> = BTreeMap::new();
            for &event in leaf.path.iter().skip_while(|&&event| event != read).skip(1) {
                if self.label(event).cell != location && !self.label(event).writes {
                    chains.entry(self.label(event).cell).or_default().push(event);
                }
            }
            let chains: Vec<Vec<NodeId>> = chains.into_values().collect();
            let on_path = |start: &&Context| start.iter().all(|event| leaf.path.contains(event));
            for start in starts.iter().filter(on_path) {
                prefixes(&chains, start, Context::new(), &mut found);
            }
        }
        found
    }

    fn shape(&self, context: &Context) -> Shape {
        // Nodes are numbered parents first, and those of a context are on one path.
        let mut shape = Shape::new();
        for &event in context {
            let label = self.label(event);
            shape.entry(label.cell).or_default().push(label);
        }
        shape
    }
}

/// All sets with a prefix of each chain that contain `start`.
fn prefixes(chains: &[Vec<NodeId>], start: &Context, chosen: Context, found: &mut BTreeSet<Context>) {
    let Some((chain, others)) = chains.split_first() else {
        found.insert(chosen);
        return;
    };
    let least = chain.iter().rposition(|event| start.contains(event)).map_or(0, |last| last + 1);
    for length in least..=chain.len() {
        let mut chosen = chosen.clone();
        chosen.extend(&chain[..length]);
        prefixes(others, start, chosen, found);
    }
}

/// Drops sets that contain another one.
fn keep_minimal(contexts: &mut BTreeSet<Context>) {
    let all = contexts.clone();
    contexts.retain(|context| !all.iter().any(|other| other != context && other.is_subset(context)));
}
