//! What an event structure leaves to do of a plan.
//!
//! Models speak of much that a test does not have: fences, read-modify-writes, sequentially consistent accesses. What is empty in all
//! candidates of a structure need not be computed for each of them, nor need checks of it be asked, nor what only those checks use.

use relation::IdVec;

use super::schedule::{Action, FlagAction, Schedule, operands};
use crate::compile::plan::{Level, NodeId, Plan, Question};

/// The steps of the later levels that are left for one event structure.
#[derive(Debug, Default)]
pub(super) struct Work {
    /// Whether a node has no member in any candidate, as far as that is known.
    pub(super) is_void: IdVec<NodeId, bool>,
    /// Whether a check that can fail, a choice or a flag depends on a node.
    pub(super) is_needed: IdVec<NodeId, bool>,
    /// For each of [`Plan::required`] whether it holds in all candidates since it is about nothing.
    pub(super) is_trivial: Vec<bool>,
    /// For each level its steps; nothing for the first.
    pub(super) levels: Vec<Vec<Action>>,
    /// The same for flags.
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
    }

    /// The nodes of later levels that are empty in all candidates.
    pub(super) fn void_nodes<'a>(&'a self, schedule: &'a Schedule) -> impl Iterator<Item = NodeId> + 'a {
        schedule.dynamic.iter().copied().filter(|&node| self.is_void[node])
    }

    /// Whether a node has to be computed.
    pub(super) fn has_to_compute(&self, node: NodeId) -> bool {
        self.is_needed[node] && !self.is_void[node]
    }

    /// Finds what has to be done, once it is known which nodes are empty.
    pub(super) fn plan(&mut self, plan: &Plan, schedule: &Schedule) {
        self.find_needed(plan, schedule);
        let levels = plan.levels() as usize;
        self.levels.resize(levels, Vec::new());
        self.flags.resize(levels, Vec::new());
        let (mut own_levels, mut own_flags) = (std::mem::take(&mut self.levels), std::mem::take(&mut self.flags));
        let is_left = |action: &Action| match *action {
            Action::Compute(node) => self.has_to_compute(node),
            Action::Require(check) => !self.is_trivial[check],
            Action::Assert(_) | Action::Refuse(_) => true,
        };
        for (left, actions) in own_levels.iter_mut().zip(&schedule.levels).skip(1) {
            left.clear();
            left.extend(actions.iter().copied().filter(is_left));
        }
        let is_left = |action: &FlagAction| match *action {
            FlagAction::Compute(node) => self.has_to_compute(node),
            FlagAction::Ask(_) => true,
        };
        for (left, actions) in own_flags.iter_mut().zip(&schedule.flags).skip(1) {
            left.clear();
            left.extend(actions.iter().copied().filter(is_left));
        }
        (self.levels, self.flags) = (own_levels, own_flags);
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
            if is_in_round || is_needed[node] && !self.is_void[node] {
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
