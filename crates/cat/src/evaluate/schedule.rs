//! In which order a plan is computed: what at which level, and what for which check.

use relation::IdVec;

use super::value_buffer::Layout;
use crate::BaseKind;
use crate::compile::plan::{Check, ChoiceId, FixpointId, Level, Node, NodeId, Op, Plan};

/// A step at one level.
#[derive(Clone, Copy, Debug)]
pub(super) enum Action {
    Compute(NodeId),
    /// Ask check number so many of [`Plan::assertions`].
    Assert(usize),
    /// Ask check number so many of [`Plan::required`].
    Require(usize),
    /// Ask check number so many of [`Plan::refused`].
    Refuse(usize),
}

/// A step towards flags, taken for executions that are allowed.
#[derive(Clone, Copy, Debug)]
pub(super) enum FlagAction {
    Compute(NodeId),
    /// Ask check number so many of [`Plan::flagging`].
    Ask(usize),
}

/// A plan with everything about the order of its evaluation that does not depend on a test.
#[derive(Debug)]
pub(super) struct Schedule {
    /// For each level its steps: what checks need comes right before them.
    pub(super) levels: Vec<Vec<Action>>,
    /// For each level the flags that are decided there, and what they need beside what the checks did.
    pub(super) flags: Vec<Vec<FlagAction>>,
    /// Values known with the event structure that later levels use.
    pub(super) contracted: Vec<NodeId>,
    /// Values of later levels that anything uses, operands first.
    pub(super) dynamic: Vec<NodeId>,
    /// The nodes whose being empty decides what is left to do at later levels.
    pub(super) decisive: Vec<NodeId>,
    /// Those of `dynamic` that have the value of an operand where the other one is a part of the identity, as it may be found to be with the event structure.
    pub(super) copies: Vec<NodeId>,
    /// For each fixpoint the nodes that stand for its values in a round.
    pub(super) variables: IdVec<FixpointId, Vec<NodeId>>,
    /// For each definition of each fixpoint what has to be computed anew in each round, operands first.
    pub(super) rounds: IdVec<FixpointId, Vec<Vec<NodeId>>>,
    /// For each fixpoint what its values are computed from and no round changes; nothing for a fixpoint inside of another, which may change that.
    pub(super) inputs: IdVec<FixpointId, Option<Vec<NodeId>>>,
    /// For each level the words that are known from then on, and used.
    pub(super) words: Vec<Vec<NodeId>>,
    /// For each choice its relation.
    pub(super) chosen: IdVec<ChoiceId, NodeId>,
}

impl Schedule {
    pub(super) fn new(plan: &Plan) -> Schedule {
        let mut chosen = IdVec::new();
        let mut variables: IdVec<FixpointId, Vec<NodeId>> = IdVec::from_elem(Vec::new(), plan.fixpoints.len());
        for (node, description) in plan.nodes.iter_enumerated() {
            match description.op {
                // As are choices.
                Op::Chosen(_) => _ = chosen.push(node),
                // Variables are made in order.
                Op::Recursive(id, _) => variables[id].push(node),
                _ => {}
            }
        }
        let rounds = plan
            .fixpoints
            .iter_enumerated()
            .map(|(id, fixpoint)| fixpoint.bodies.iter().map(|&body| round(plan, id, body)).collect());
        let rounds = rounds.collect();
        let inputs = plan.fixpoints.iter_enumerated().map(|(id, _)| inputs(plan, id)).collect();
        let levels = plan.levels() as usize;
        let mut planner = Planner { plan, done: IdVec::from_elem(false, plan.nodes.len()) };
        let mut schedule = Schedule {
            levels: vec![Vec::new(); levels],
            flags: vec![Vec::new(); levels],
            contracted: Vec::new(),
            dynamic: Vec::new(),
            decisive: Vec::new(),
            copies: Vec::new(),
            variables,
            rounds,
            inputs,
            words: vec![Vec::new(); levels],
            chosen,
        };
        planner.checks_and_choices(&mut schedule);
        planner.flags(&mut schedule);
        planner.finish(&mut schedule);
        schedule
    }
}

impl Schedule {
    /// Which nodes have values with the event structure, and which later.
    pub(super) fn layouts(&self, plan: &Plan) -> (Layout, Layout) {
        let mut wide = IdVec::from_elem(false, plan.nodes.len());
        let mut narrow = IdVec::from_elem(false, plan.nodes.len());
        for action in &self.levels[0] {
            if let Action::Compute(node) = *action {
                wide[node] = true;
                if let Op::Fixpoint(id, _) = plan.nodes[node].op {
                    self.mark_rounds(plan, id, &mut wide);
                }
            }
        }
        self.dynamic.iter().chain(&self.contracted).chain(self.chosen.iter()).for_each(|&node| narrow[node] = true);
        (Layout::new(plan, |node| wide[node]), Layout::new(plan, |node| narrow[node]))
    }

    fn mark_rounds(&self, plan: &Plan, id: FixpointId, has_value: &mut IdVec<NodeId, bool>) {
        self.variables[id].iter().for_each(|&node| has_value[node] = true);
        for &node in self.rounds[id].iter().flatten() {
            has_value[node] = true;
            if let Op::Fixpoint(inner, _) = plan.nodes[node].op {
                self.mark_rounds(plan, inner, has_value);
            }
        }
    }
}

/// What changes in each round of a fixpoint for one of its definitions, operands first.
fn round(plan: &Plan, id: FixpointId, body: NodeId) -> Vec<NodeId> {
    let mut seen = IdVec::from_elem(false, plan.nodes.len());
    let mut open = vec![body];
    let mut nodes = Vec::new();
    while let Some(node) = open.pop() {
        let description = &plan.nodes[node];
        if description.open == 0 || std::mem::replace(&mut seen[node], true) {
            continue;
        }
        // Inner fixpoints are begun after outer ones; what one of them iterates is computed in its own rounds.
        let innermost = 127 - description.open.leading_zeros();
        if innermost == id.number() && !matches!(description.op, Op::Recursive(..)) {
            nodes.push(node);
        }
        operands(plan, node, &mut |operand| open.push(operand));
    }
    // By number, operands come first.
    nodes.sort();
    nodes
}

/// What stands outside of a fixpoint and is used inside, if the fixpoint itself stands outside of all others.
fn inputs(plan: &Plan, id: FixpointId) -> Option<Vec<NodeId>> {
    let is_inside = |(_, node): (NodeId, &Node)| matches!(node.op, Op::Fixpoint(of, _) if of == id) && node.open != 0;
    if plan.nodes.iter_enumerated().any(is_inside) {
        return None;
    }
    let mut seen = IdVec::from_elem(false, plan.nodes.len());
    let mut open = plan.fixpoints[id].bodies.clone();
    let mut found = Vec::new();
    while let Some(node) = open.pop() {
        if std::mem::replace(&mut seen[node], true) {
            continue;
        }
        if plan.nodes[node].open == 0 {
            found.push(node);
        } else {
            operands(plan, node, &mut |operand| open.push(operand));
        }
    }
    found.sort();
    Some(found)
}

/// Calls `visit` with what a node is computed from, the definitions of fixpoints included.
pub(super) fn operands(plan: &Plan, node: NodeId, visit: &mut dyn FnMut(NodeId)) {
    match plan.nodes[node].op {
        Op::Fixpoint(id, _) => plan.fixpoints[id].bodies.iter().for_each(|&body| visit(body)),
        ref op => op.for_each_operand(visit),
    }
}

/// Finds what to compute, in order.
pub(super) struct Planner<'p> {
    pub(super) plan: &'p Plan,
    /// What is computed by then.
    pub(super) done: IdVec<NodeId, bool>,
}

impl Planner<'_> {
    /// What `node` needs that is not computed yet, operands first, itself last. What changes in rounds of a fixpoint is not part of it.
    pub(super) fn need(&mut self, node: NodeId, found: &mut Vec<NodeId>) {
        let mut open = vec![(node, false)];
        // A node comes up twice: to ask for its operands, and when these are done.
        while let Some((node, operands_done)) = open.pop() {
            if self.done[node] {
                continue;
            }
            if operands_done {
                self.done[node] = true;
                if self.plan.nodes[node].open == 0 {
                    found.push(node);
                }
                continue;
            }
            open.push((node, true));
            operands(self.plan, node, &mut |operand| open.push((operand, false)));
        }
    }

    fn schedule(&self, found: Vec<NodeId>, schedule: &mut Schedule) {
        for node in found {
            schedule.levels[self.plan.level(node).0 as usize].push(Action::Compute(node));
        }
    }

    fn checks_and_choices(&mut self, schedule: &mut Schedule) {
        let plan = self.plan;
        // Before all checks: where an assertion fails, no check is to be asked.
        for (index, assertion) in plan.assertions.iter().enumerate() {
            self.check(assertion, Action::Assert(index), schedule);
        }
        for level in (0..plan.levels()).map(Level) {
            let asked = |checks: &[Check]| {
                let at = checks.iter().enumerate().filter(|(_, check)| check.level == level);
                at.map(|(index, _)| index).collect::<Vec<_>>()
            };
            for index in asked(&plan.required) {
                self.check(&plan.required[index], Action::Require(index), schedule);
            }
            for index in asked(&plan.refused) {
                self.check(&plan.refused[index], Action::Refuse(index), schedule);
            }
            // The next choice is made after this level, if there is one.
            // Three levels come before those of choices.
            let next = (level.0 + 1).checked_sub(3).and_then(|choice| plan.choices.get(ChoiceId::from_number(choice)));
            if let Some(choice) = next {
                let mut found = Vec::new();
                choice.for_each_node(&mut |node| self.need(node, &mut found));
                self.schedule(found, schedule);
            }
        }
    }

    fn check(&mut self, check: &Check, action: Action, schedule: &mut Schedule) {
        let mut found = Vec::new();
        check.question.for_each_node(&mut |node| self.need(node, &mut found));
        self.schedule(found, schedule);
        schedule.levels[check.level.0 as usize].push(action);
    }

    /// What only flags need is computed for executions that are allowed; what is known with the event structure, with the rest of it.
    fn flags(&mut self, schedule: &mut Schedule) {
        let plan = self.plan;
        for (index, flagging) in plan.flagging.iter().enumerate() {
            let mut found = Vec::new();
            flagging.check.question.for_each_node(&mut |node| self.need(node, &mut found));
            for node in found {
                match plan.level(node) {
                    Level::STRUCTURE => schedule.levels[0].push(Action::Compute(node)),
                    level => schedule.flags[level.0 as usize].push(FlagAction::Compute(node)),
                }
            }
            schedule.flags[flagging.check.level.0 as usize].push(FlagAction::Ask(index));
        }
    }

    fn finish(&mut self, schedule: &mut Schedule) {
        let plan = self.plan;
        let mut dynamic = IdVec::from_elem(false, plan.nodes.len());
        let mut open: Vec<NodeId> = Vec::new();
        let later = schedule.levels.iter().skip(1).flatten().filter_map(|action| match action {
            Action::Compute(node) => Some(*node),
            _ => None,
        });
        open.extend(later);
        let for_flags = schedule.flags.iter().flatten().filter_map(|action| match action {
            FlagAction::Compute(node) => Some(*node),
            FlagAction::Ask(_) => None,
        });
        open.extend(for_flags);
        let mut contracted = IdVec::from_elem(false, plan.nodes.len());
        let mut visit = |node: NodeId, open: &mut Vec<NodeId>| {
            if plan.is_static(node) { contracted[node] = true } else { open.push(node) }
        };
        let later_checks = plan.required.iter().chain(&plan.refused).chain(plan.flagging.iter().map(|f| &f.check));
        for check in later_checks.filter(|check| !check.level.is_static()) {
            check.question.for_each_node(&mut |node| visit(node, &mut open));
        }
        plan.choices.iter().for_each(|choice| choice.for_each_node(&mut |node| visit(node, &mut open)));
        while let Some(node) = open.pop() {
            if std::mem::replace(&mut dynamic[node], true) {
                continue;
            }
            operands(plan, node, &mut |operand| visit(operand, &mut open));
            if let Op::Fixpoint(id, _) = plan.nodes[node].op {
                // Those that no definition mentions (any more), too.
                open.extend(&schedule.variables[id]);
            }
        }
        schedule.dynamic = dynamic.iter_enumerated().filter(|(_, used)| **used).map(|(node, _)| node).collect();
        for action in &schedule.levels[0] {
            if let Action::Compute(node) = *action
                && let Op::Base(_) = plan.nodes[node].op
            {
                schedule.words[0].push(node);
            }
        }
        for &node in &schedule.dynamic {
            if let Op::Base(_) = plan.nodes[node].op {
                schedule.words[plan.level(node).0 as usize].push(node);
            }
        }
        schedule.contracted = contracted.iter_enumerated().filter(|(_, used)| **used).map(|(node, _)| node).collect();
        // What is reflexive is the identity where that of which it is is empty.
        let may_be_diagonal = |node: NodeId| plan.is_static(node) || matches!(plan.nodes[node].op, Op::Reflexive(_));
        let may_be_copy = |&&node: &&NodeId| match plan.nodes[node].op {
            _ if plan.nodes[node].open != 0 || plan.nodes[node].kind == BaseKind::Set => false,
            Op::Difference(_, b) => may_be_diagonal(b),
            Op::Sequence(a, b) => may_be_diagonal(a) || may_be_diagonal(b),
            _ => false,
        };
        schedule.copies = schedule.dynamic.iter().filter(may_be_copy).copied().collect();
        schedule.decisive = schedule.contracted.iter().chain(&schedule.dynamic).copied().collect();
    }
}
