//! What can be said of a candidate that is only partly chosen.
//!
//! A relation that is partly known lies between a lower bound (the pairs that it has however the choices go on) and an upper bound (those that it may
//! get). Operators of the relation algebra carry bounds along: most grow with all their operands, differences and complements shrink where what
//! they take away grows. A check that fails on the lower bound fails for good.

use relation::{IdVec, rows};

use crate::BaseKind;
use crate::compile::plan::{Choice, Level, NodeId, Op, Plan, Question};

use super::space::{Space, has};
use super::step::{Step, apply, steps};
use super::work::Work;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Bound {
    Lower,
    Upper,
}

impl Bound {
    fn opposite(self) -> Bound {
        match self {
            Bound::Lower => Bound::Upper,
            Bound::Upper => Bound::Lower,
        }
    }
}

/// What to compute while the choices from one level on are open.
#[derive(Debug)]
pub(super) struct BoundSchedule {
    /// The first level that is open.
    open: Level,
    /// Those that may fail early, the ones with the least to compute first.
    checks: Vec<BoundCheck>,
    /// Whether the upper bound of what is being chosen is asked for.
    pub(super) needs_upper: bool,
}

/// A check that is asked with bounds.
#[derive(Debug)]
struct BoundCheck {
    /// Which of [`Plan::required`] it is.
    check: usize,
    /// What it needs beyond what the checks before it do, operands first.
    compute: Vec<(NodeId, Bound)>,
}

impl BoundSchedule {
    pub(super) fn new(plan: &Plan, open: Level) -> BoundSchedule {
        let mut schedule = BoundSchedule { open, checks: Vec::new(), needs_upper: false };
        let asked = plan.required.iter().enumerate().filter(|(_, check)| check.level >= open);
        let mut checks: Vec<BoundCheck> = asked
            .map(|(index, check)| BoundCheck { check: index, compute: schedule.needs(plan, &check.question) })
            .collect();
        checks.sort_by_key(|check| check.compute.len());
        let mut computed = vec![[false; 2]; plan.nodes.len()];
        for check in &mut checks {
            let is_new = |&(node, bound): &(NodeId, Bound)| {
                !std::mem::replace(&mut computed[node.number() as usize][bound as usize], true)
            };
            check.compute.retain(is_new);
        }
        schedule.needs_upper = checks.iter().flat_map(|check| &check.compute).any(|&(node, bound)| {
            bound == Bound::Upper
                && matches!(plan.nodes[node].op, Op::Chosen(choice) if Level::of_choice(choice) == open)
        });
        schedule.checks = checks;
        schedule
    }

    /// What a question needs that is not known, operands first.
    fn needs(&self, plan: &Plan, question: &Question) -> Vec<(NodeId, Bound)> {
        let mut seen = vec![[false; 2]; plan.nodes.len()];
        let mut needs = Vec::new();
        let mut todo: Vec<(NodeId, Bound)> = Vec::new();
        question.for_each_node(&mut |node| todo.push((node, Bound::Lower)));
        while let Some((node, bound)) = todo.pop() {
            let is_seen = &mut seen[node.number() as usize][bound as usize];
            if self.is_known(plan, node) || std::mem::replace(is_seen, true) {
                continue;
            }
            needs.push((node, bound));
            operands(plan, node, bound, &mut |operand, bound| todo.push((operand, bound)));
        }
        needs.sort();
        needs
    }

    /// Whether the checks may still hold after all choices, as far as the bounds tell.
    pub(super) fn is_possible<const W: usize>(&self, plan: &Plan, state: &mut Bounds<'_>) -> bool {
        self.checks.iter().all(|BoundCheck { check, compute }| {
            for &(node, bound) in compute {
                if state.work.is_computed[node] {
                    self.compute::<W>(plan, node, bound, state);
                }
            }
            if state.work.is_trivial[*check] {
                return true;
            }
            let mut scratch = std::mem::take(state.scratch);
            let value = |node| self.value(plan, node, Bound::Lower, state);
            let holds = holds::<W>(&plan.required[*check].question, state.is_void, value, &mut scratch);
            *state.scratch = scratch;
            holds
        })
    }

    fn is_known(&self, plan: &Plan, node: NodeId) -> bool {
        let description = &plan.nodes[node];
        description.level < self.open && description.open == 0
    }

    fn value<'s>(&self, plan: &Plan, node: NodeId, bound: Bound, state: &'s Bounds<'_>) -> &'s [u64] {
        let node = state.work.same_as[node];
        match bound {
            _ if self.is_known(plan, node) => state.exact.value(node),
            Bound::Lower => state.lower.value(node),
            Bound::Upper => state.upper.value(node),
        }
    }

    fn compute<const W: usize>(&self, plan: &Plan, node: NodeId, bound: Bound, state: &mut Bounds<'_>) {
        let Bounds { exact, lower, upper, same_location, work, is_void, .. } = state;
        let (own, other) = match bound {
            Bound::Lower => (lower, upper),
            Bound::Upper => (upper, lower),
        };
        let (before, into) = own.split(node);
        // The value of an operand, by the same bound or, if it flips, by the other.
        let value = |operand: NodeId, flips: bool| {
            let operand = work.same_as[operand];
            match flips {
                _ if self.is_known(plan, operand) => exact.value(operand),
                false => before.value(operand),
                true => other.value(operand),
            }
        };
        let description = &plan.nodes[node];
        match description.op {
            // Given.
            Op::Base(_) => {}
            Op::Chosen(choice) if Level::of_choice(choice) == self.open => {
                // The upper bound is given; the lower one is what is chosen by now.
                if bound == Bound::Lower {
                    into.copy_from_slice(exact.value(node));
                }
            }
            Op::Chosen(choice) => {
                later_choice::<W>(&plan.choices[choice], bound, into, &value, same_location);
            }
            Op::DifferentValues(a) if bound == Bound::Upper => into.copy_from_slice(value(a, false)),
            Op::DifferentValues(_) | Op::Recursive(..) | Op::Fixpoint(..) | Op::OrderedByFences(_) => match bound {
                Bound::Lower => into.fill(0),
                Bound::Upper if description.kind == BaseKind::Set => into.copy_from_slice(&exact.all),
                Bound::Upper => rows::product::<W>(into, &exact.all, &exact.all),
            },
            ref op => steps(op, description.kind, is_void, value, |step: Step<&[u64]>| {
                apply::<_, W>(step, &exact.all, into, |value| value);
            }),
        }
    }
}

/// Bounds of an order that is chosen later: what must be in it is in its lower bound, any other pair of members in its upper one.
fn later_choice<'v, const W: usize>(
    choice: &Choice,
    bound: Bound,
    into: &mut [u64],
    value: &impl Fn(NodeId, bool) -> &'v [u64],
    same_location: &[u64],
) {
    into.fill(0);
    let (set, known, by_location) = match *choice {
        Choice::Orders { set, known } => (set, known, false),
        Choice::OrdersByLocation { set, known } => (set, known, true),
    };
    let has_locations = !same_location.is_empty();
    if by_location && !has_locations && bound == Bound::Lower {
        return;
    }
    let members = value(set, false);
    rows::for_each::<W>(members, |source| {
        let row = rows::row_mut::<W>(into, source);
        match bound {
            Bound::Lower => rows::intersection(row, rows::row::<W>(value(known, false), source), members),
            Bound::Upper => {
                row.copy_from_slice(members);
                row[source / 64] &= !(1 << (source % 64));
            }
        }
        if by_location && has_locations {
            let same = rows::row::<W>(same_location, source);
            row.iter_mut().zip(same).for_each(|(row, same)| *row &= same);
        }
    });
}

/// Calls `visit` with what a bound of a node is computed from.
fn operands(plan: &Plan, node: NodeId, bound: Bound, visit: &mut dyn FnMut(NodeId, Bound)) {
    match plan.nodes[node].op {
        Op::Base(_) | Op::Recursive(..) | Op::Fixpoint(..) | Op::OrderedByFences(_) => {}
        Op::Chosen(choice) => {
            let (Choice::Orders { set, known } | Choice::OrdersByLocation { set, known }) = plan.choices[choice];
            visit(set, bound);
            if bound == Bound::Lower {
                visit(known, bound);
            }
        }
        Op::DifferentValues(a) => {
            if bound == Bound::Upper {
                visit(a, bound);
            }
        }
        Op::Difference(a, b) => {
            visit(a, bound);
            visit(b, bound.opposite());
        }
        Op::Complement(a) => visit(a, bound.opposite()),
        ref op => op.for_each_operand(&mut |operand| visit(operand, bound)),
    }
}

/// Where bounds are kept, beside the values that are known.
pub(super) struct Bounds<'s> {
    pub(super) exact: &'s Space,
    pub(super) lower: &'s mut Space,
    pub(super) upper: &'s mut Space,
    /// The events of one location, as a relation; empty when locations are not known yet.
    pub(super) same_location: &'s [u64],
    pub(super) work: &'s Work,
    pub(super) is_void: &'s IdVec<NodeId, bool>,
    pub(super) scratch: &'s mut Vec<u64>,
}

/// Whether the answer to a question is yes; `is_void` says which nodes are known to be empty.
pub(super) fn holds<'v, const W: usize>(
    question: &Question,
    is_void: &IdVec<NodeId, bool>,
    value: impl Fn(NodeId) -> &'v [u64],
    scratch: &mut Vec<u64>,
) -> bool {
    match *question {
        Question::Property(property, node) => has::<W>(property, value(node)),
        Question::AcyclicUnion { closed, ref rest } => {
            let operands = closed.iter().chain(rest.iter()).filter(|&&node| !is_void[node]);
            let mut parts = operands.map(|&node| value(node));
            let (Some(first), second) = (parts.next(), parts.next()) else { return true };
            let Some(second) = second else { return rows::is_acyclic::<W>(first) };
            scratch.clear();
            scratch.extend(first.iter().zip(second).map(|(a, b)| a | b));
            parts.for_each(|more| rows::unite(scratch, more));
            rows::is_acyclic::<W>(scratch)
        }
    }
}
