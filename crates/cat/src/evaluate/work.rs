//! What an event structure leaves to do of a plan.
//!
//! Models speak of much that a test does not have: fences, read-modify-writes, sequentially consistent accesses. What is empty in all
//! candidates of a structure need not be computed for each of them, nor need checks of it be asked, nor what only those checks use. A union of which one part is
//! left is that part, and so on. What remains is written down as tasks, with the places of all values.

use relation::IdVec;

use super::schedule::{Action, FlagAction, Schedule, operands};
use super::space::{Place, Space};
use super::step::{Step, steps, unite};
use crate::ast::Property;
use crate::compile::plan::{Level, NodeId, Op, Plan, Question};

/// Something to do at a later level.
#[derive(Clone, Copy, Debug)]
pub(super) enum Task {
    Apply {
        into: Place,
        step: Step<Place>,
    },
    /// Computes a node from more than values.
    Compute(NodeId),
    /// Goes on only if this is the answer.
    Expect {
        property: Property,
        value: Place,
        answer: bool,
    },
}

/// The work at the later levels that is left for one event structure.
#[derive(Debug, Default)]
pub(super) struct Work {
    /// Whether a node has no member in any candidate, as far as that is known.
    pub(super) is_void: IdVec<NodeId, bool>,
    /// Whether a check that can fail, a choice or a flag depends on a node.
    pub(super) is_needed: IdVec<NodeId, bool>,
    /// The node whose value a node has in all candidates: mostly itself.
    pub(super) same_as: IdVec<NodeId, NodeId>,
    /// The nodes that have the value of another one.
    copies: Vec<NodeId>,
    /// For each of [`Plan::required`] whether it holds in all candidates since it is about nothing.
    pub(super) is_trivial: Vec<bool>,
    /// For each level what is done there; for the first, what has the same value in all candidates.
    pub(super) levels: Vec<Vec<Task>>,
    /// For each level what is done towards flags; nothing for the first.
    pub(super) flags: Vec<Vec<FlagAction>>,
}

impl Work {
    /// Another structure: nothing is known to be empty.
    pub(super) fn forget(&mut self, plan: &Plan) {
        for table in [&mut self.is_void, &mut self.is_needed] {
            if table.len() == plan.nodes.len() {
                table.iter_mut().for_each(|entry| *entry = false);
            } else {
                *table = IdVec::from_elem(false, plan.nodes.len());
            }
        }
        if self.same_as.len() != plan.nodes.len() {
            self.same_as = plan.nodes.ids().collect();
        }
        for copy in self.copies.drain(..) {
            self.same_as[copy] = copy;
        }
    }

    /// The nodes of later levels that are empty in all candidates and that something asks for.
    pub(super) fn void_nodes<'a>(&'a self, schedule: &'a Schedule) -> impl Iterator<Item = NodeId> + 'a {
        schedule.dynamic.iter().copied().filter(|&node| self.is_void[node] && self.is_needed[node])
    }

    /// Whether a node has to be computed.
    pub(super) fn has_to_compute(&self, node: NodeId) -> bool {
        self.is_needed[node] && !self.is_void[node] && self.same_as[node] == node
    }

    /// Finds what has to be done, once it is known which nodes are empty; `space` is where values will be.
    pub(super) fn plan(&mut self, plan: &Plan, schedule: &Schedule, space: &mut Space) {
        self.find_copies(plan, schedule, space);
        self.find_needed(plan, schedule);
        let levels = plan.levels() as usize;
        self.levels.resize(levels, Vec::new());
        self.flags.resize(levels, Vec::new());
        let mut own_levels = std::mem::take(&mut self.levels);
        own_levels.iter_mut().for_each(Vec::clear);
        let (constant, later) = own_levels.split_at_mut(1);
        for (tasks, actions) in later.iter_mut().zip(&schedule.levels[1..]) {
            for &action in actions {
                match action {
                    Action::Compute(node) if !self.has_to_compute(node) => {}
                    Action::Compute(node) if self.is_constant(plan, node) => {
                        self.compute(plan, node, space, &mut constant[0]);
                    }
                    Action::Compute(node) => self.compute(plan, node, space, tasks),
                    Action::Assert(_) => unreachable!("asked with the event structure"),
                    Action::Require(check) if self.is_trivial[check] => {}
                    Action::Require(check) => self.expect(&plan.required[check].question, true, space, tasks),
                    Action::Refuse(check) => self.expect(&plan.refused[check].question, false, space, tasks),
                }
            }
        }
        self.levels = own_levels;
        let mut own_flags = std::mem::take(&mut self.flags);
        let is_left = |action: &FlagAction| match *action {
            FlagAction::Compute(node) => self.has_to_compute(node),
            FlagAction::Ask(_) => true,
        };
        for (left, actions) in own_flags.iter_mut().zip(&schedule.flags).skip(1) {
            left.clear();
            left.extend(actions.iter().copied().filter(is_left));
        }
        self.flags = own_flags;
    }

    /// Whether all that a node is computed from is empty.
    fn is_constant(&self, plan: &Plan, node: NodeId) -> bool {
        matches!(plan.nodes[node].op, Op::Reflexive(of) | Op::Complement(of) if self.is_void[of])
    }

    /// The tasks that compute a node.
    fn compute(&self, plan: &Plan, node: NodeId, space: &Space, tasks: &mut Vec<Task>) {
        let description = &plan.nodes[node];
        match description.op {
            // Given.
            Op::Base(_) | Op::Chosen(_) => {}
            Op::Fixpoint(..) | Op::Recursive(..) | Op::OrderedByFences(_) | Op::DifferentValues(_) => {
                tasks.push(Task::Compute(node));
            }
            ref op => {
                let into = space.place(node);
                let at = |operand, _| space.place(operand);
                steps(op, description.kind, &self.is_void, at, |step| tasks.push(Task::Apply { into, step }));
            }
        }
    }

    /// The tasks that ask a question.
    fn expect(&self, question: &Question, answer: bool, space: &Space, tasks: &mut Vec<Task>) {
        let (property, value) = match *question {
            Question::Property(property, node) => (property, space.place(node)),
            Question::AcyclicUnion { closed, ref rest } => {
                let mut parts = closed.iter().chain(rest).filter(|&&node| !self.is_void[node]);
                let mut places = parts.by_ref().map(|&node| space.place(node));
                let value = match (places.next(), places.next()) {
                    (Some(only), None) => only,
                    (first, second) => {
                        let into = space.scratch();
                        let parts = first.into_iter().chain(second).chain(places);
                        unite(parts, |step| tasks.push(Task::Apply { into, step }));
                        into
                    }
                };
                (Property::Acyclic, value)
            }
        };
        tasks.push(Task::Expect { property, value, answer });
    }

    /// Finds the nodes that have the value of another one.
    fn find_copies(&mut self, plan: &Plan, schedule: &Schedule, space: &mut Space) {
        for &node in &schedule.dynamic {
            // Rounds of a fixpoint compute all that is in them.
            if self.is_void[node] || plan.nodes[node].open != 0 {
                continue;
            }
            if let Some(other) = self.copied(plan, node) {
                let other = self.same_as[other];
                self.same_as[node] = other;
                self.copies.push(node);
                space.share(node, other);
            }
        }
    }

    /// The operand that a node, which is not empty, has the value of in all candidates, the other operands being empty or an identity.
    fn copied(&self, plan: &Plan, node: NodeId) -> Option<NodeId> {
        let is_live = |operand: &&NodeId| !self.is_void[**operand];
        let is_identity = |operand| match plan.nodes[operand].op {
            Op::Identity => true,
            Op::Reflexive(of) => self.is_void[of],
            _ => false,
        };
        match plan.nodes[node].op {
            Op::Union(ref operands) => {
                let mut live = operands.iter().filter(is_live);
                live.next().copied().filter(|_| live.next().is_none())
            }
            Op::Closure { closed, ref rest } => closed.filter(|_| !rest.iter().any(|operand| is_live(&operand))),
            Op::Difference(a, b) => self.is_void[b].then_some(a),
            Op::Sequence(a, b) if is_identity(a) => Some(b),
            Op::Sequence(a, b) if is_identity(b) => Some(a),
            _ => None,
        }
    }

    fn find_needed(&mut self, plan: &Plan, schedule: &Schedule) {
        self.is_trivial.clear();
        for check in plan.required.iter() {
            let is_trivial = check.level > Level::STRUCTURE && is_about_nothing(&check.question, &self.is_void);
            self.is_trivial.push(is_trivial);
        }
        let is_needed = &mut self.is_needed;
        let mut need = |node| is_needed[node] = true;
        let required = plan.required.iter().zip(&self.is_trivial).filter(|(_, is_trivial)| !**is_trivial);
        let checks = required.map(|(check, _)| check).chain(&plan.refused);
        for check in checks.chain(plan.flagging.iter().map(|flagging| &flagging.check)) {
            check.question.for_each_node(&mut need);
        }
        plan.choices.iter().for_each(|choice| choice.for_each_node(&mut need));
        for &node in schedule.dynamic.iter().rev() {
            // Rounds of a fixpoint compute all that is in them, empty or not.
            let is_in_round = plan.nodes[node].open != 0;
            is_needed[node] |= is_in_round;
            let same = self.same_as[node];
            if same != node {
                is_needed[same] |= is_needed[node];
            } else if is_in_round || is_needed[node] && !self.is_void[node] {
                operands(plan, node, &mut |operand| is_needed[operand] = true);
            }
        }
    }
}

/// Whether a check holds because all that it is about is empty.
fn is_about_nothing(question: &Question, is_void: &IdVec<NodeId, bool>) -> bool {
    match question {
        Question::Property(_, node) => is_void[*node],
        // What is closed has no cycle by itself.
        Question::AcyclicUnion { rest, .. } => rest.iter().all(|&node| is_void[node]),
    }
}
