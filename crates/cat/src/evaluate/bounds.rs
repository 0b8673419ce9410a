//! What can be said of a candidate that is only partly chosen.
//!
//! A relation that is partly known lies between a lower bound (the pairs that it has however the choices go on) and an upper bound (those that it may
//! get). Operators of the relation algebra carry bounds along: most grow with all their operands, differences and complements shrink where what
//! they take away grows. A check that fails on the lower bound fails for good.

use relation::IdVec;
use relation::rows::{Row, Shape};

use crate::ast::Property;
use crate::compile::plan::{Choice, Level, NodeId, Op, Plan, Question};

use super::step::{Step, apply, steps, unite};
use super::suppositions::Supposed;
use super::tasks::{Bound, BoundTask, Operand};
use super::value_buffer::{ValueBuffer, WordRange, has};
use super::work::CandidateWork;

/// What to do while the choices from one level on are open.
#[derive(Debug)]
pub(super) struct BoundSchedule {
    /// The first level that is open.
    open: Level,
    /// Those that may fail early, the ones with the least to compute first.
    checks: Vec<BoundCheck>,
    /// Whether the upper bound of what is being chosen is asked for.
    pub(super) needs_upper: bool,
    /// Which one it is of the schedules of a model.
    number: usize,
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
    /// The schedule for when choices from `open` on are to be made.
    pub(super) fn new(plan: &Plan, open: Level, number: usize) -> BoundSchedule {
        let mut schedule = BoundSchedule { open, checks: Vec::new(), needs_upper: false, number };
        let asked = plan.required.iter().enumerate().filter(|(_, check)| check.level >= open);
        let mut checks: Vec<BoundCheck> = asked
            .map(|(index, check)| BoundCheck { check: index, compute: schedule.needs(plan, &check.question) })
            .collect();
        // Cheap checks first: what is computed for them is there for the others.
        checks.sort_by_key(|check| check.compute.len());
        let mut computed = vec![[false; 2]; plan.nodes.len()];
        for check in &mut checks {
            let is_new = |&(node, bound): &(NodeId, Bound)| {
                !std::mem::replace(&mut computed[node.number() as usize][bound as usize], true)
            };
            check.compute.retain(is_new);
        }
        schedule.needs_upper = checks
            .iter()
            .flat_map(|check| &check.compute)
            .any(|&(node, bound)| bound == Bound::Upper && schedule.is_being_chosen(plan, node));
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
        // By number operands come first.
        needs.sort();
        needs
    }

    fn is_known(&self, plan: &Plan, node: NodeId) -> bool {
        let description = &plan.nodes[node];
        description.level < self.open && description.open == 0
    }

    /// Whether it is the relation of the first choice that is open.
    fn is_being_chosen(&self, plan: &Plan, node: NodeId) -> bool {
        matches!(plan.nodes[node].op, Op::Chosen(choice) if Level::of_choice(choice) == self.open)
    }

    /// Whether the checks may still hold after all choices, as far as the bounds show.
    pub(super) fn is_possible<S: Shape>(&self, plan: &Plan, state: &mut Bounds<'_>) -> bool {
        let tasks = state.work.bounds[self.number].get_or_init(|| self.tasks(plan, state));
        let Bounds { exact, lower, upper, same_location, supposed, .. } = state;
        tasks.iter().all(|task| match *task {
            BoundTask::Apply { bound, into, step } => {
                let (before, into, other) = own(lower, upper, bound, into);
                apply::<_, S>(step, &exact.all, into, |operand| value(operand, exact, before, other));
                true
            }
            BoundTask::Order { bound, into, set, known, choice, by_location } => {
                let (before, into, other) = own(lower, upper, bound, into);
                let [set, known] = [set, known].map(|operand| value(operand, exact, before, other));
                later_choice::<S>(set, known, by_location, bound, into, same_location);
                match (bound, supposed.of(choice)) {
                    (_, None) => {}
                    (Bound::Lower, Some(pairs)) => S::unite(into, pairs),
                    (Bound::Upper, Some(pairs)) => remove_inverse::<S>(into, pairs),
                }
                true
            }
            BoundTask::Expect { property, value: Operand::Exact(value) } => exact.has::<S>(property, value),
            BoundTask::Expect { property, value: Operand::Same(value) | Operand::Opposite(value) } => {
                lower.has::<S>(property, value)
            }
        })
    }

    /// What the event structure leaves to do.
    fn tasks(&self, plan: &Plan, state: &Bounds<'_>) -> Vec<BoundTask> {
        let mut tasks = Vec::new();
        for BoundCheck { check, compute } in &self.checks {
            for &(node, bound) in compute.iter().filter(|(node, _)| state.work.is_computed[*node]) {
                self.compute(plan, node, bound, state, &mut tasks);
            }
            if !state.work.is_trivial[*check] {
                self.ask(plan, &plan.required[*check].question, state, &mut tasks);
            }
        }
        tasks
    }

    /// Where an operand of a bound lies; `flips` if it is a bound of the other kind.
    fn operand(&self, plan: &Plan, node: NodeId, bound: Bound, flips: bool, state: &Bounds<'_>) -> Operand {
        let node = state.work.same_as[node];
        // Of what is being chosen the pairs that there are, are there for good.
        let is_lower = (bound == Bound::Lower) != flips;
        if self.is_known(plan, node) || is_lower && self.is_being_chosen(plan, node) {
            return Operand::Exact(state.exact.place(node));
        }
        if flips { Operand::Opposite(state.lower.place(node)) } else { Operand::Same(state.lower.place(node)) }
    }

    /// The tasks that compute a bound.
    fn compute(&self, plan: &Plan, node: NodeId, bound: Bound, state: &Bounds<'_>, tasks: &mut Vec<BoundTask>) {
        let description = &plan.nodes[node];
        let into = state.lower.place(node);
        let at = |operand, flips| self.operand(plan, operand, bound, flips, state);
        let step = match description.op {
            // Given.
            Op::Base(_) => return,
            _ if self.is_being_chosen(plan, node) => return,
            Op::Chosen(choice) => {
                let Choice { set, known, by_location } = plan.choices[choice];
                let (set, known) = (at(set, false), at(known, false));
                tasks.push(BoundTask::Order { bound, into, set, known, choice, by_location });
                return;
            }
            Op::DifferentValues(a) if bound == Bound::Upper => Step::Copy(at(a, false)),
            ref op if op.is_on_values() => {
                steps(op, description.kind, state.is_void, at, |step| {
                    tasks.push(BoundTask::Apply { bound, into, step });
                });
                return;
            }
            // What is not computed from values alone lies between nothing and everything.
            _ if bound == Bound::Lower => Step::Nothing,
            _ => Step::everything(description.kind),
        };
        tasks.push(BoundTask::Apply { bound, into, step });
    }

    /// The tasks that ask a question of lower bounds.
    fn ask(&self, plan: &Plan, question: &Question, state: &Bounds<'_>, tasks: &mut Vec<BoundTask>) {
        let at = |node| self.operand(plan, node, Bound::Lower, false, state);
        let (property, value) = match *question {
            Question::Property(property, node) => (property, at(node)),
            Question::AcyclicUnion { closed, ref rest } => {
                let live = closed.iter().chain(rest).filter(|&&node| !state.is_void[node]);
                let parts: Vec<Operand> = live.map(|&node| at(node)).collect();
                let value = match parts[..] {
                    [only] => only,
                    _ => {
                        let into = state.lower.scratch();
                        unite(parts.into_iter(), |step| {
                            tasks.push(BoundTask::Apply { bound: Bound::Lower, into, step });
                        });
                        Operand::Same(into)
                    }
                };
                (Property::Acyclic, value)
            }
        };
        tasks.push(BoundTask::Expect { property, value });
    }
}

/// Where a bound is written, what comes before it, and the bounds of the other kind.
fn own<'s>(
    lower: &'s mut ValueBuffer,
    upper: &'s mut ValueBuffer,
    bound: Bound,
    into: WordRange,
) -> (&'s [u64], &'s mut [u64], &'s ValueBuffer) {
    let (own, other) = match bound {
        Bound::Lower => (lower, upper),
        Bound::Upper => (upper, lower),
    };
    let (before, into) = own.split_at(into);
    (before, into, other)
}

/// The value of an operand; the bounds of its own kind lie in `before`.
#[inline(always)]
pub(super) fn value<'s>(
    operand: Operand,
    exact: &'s ValueBuffer,
    before: &'s [u64],
    other: &'s ValueBuffer,
) -> &'s [u64] {
    match operand {
        Operand::Exact(place) => exact.at(place),
        Operand::Same(place) => &before[place.range()],
        Operand::Opposite(place) => other.at(place),
    }
}

/// Bounds of an order that is chosen later: what must be in it is in its lower bound, any other pair of members in its upper one.
fn later_choice<S: Shape>(
    members: &[u64],
    known: &[u64],
    by_location: bool,
    bound: Bound,
    into: &mut [u64],
    same_location: &[u64],
) {
    into.fill(0);
    let has_locations = !same_location.is_empty();
    // Which events have one location is not known, so that no pair is certain.
    if by_location && !has_locations && bound == Bound::Lower {
        return;
    }
    let members = S::set(members);
    members.for_each(|source| {
        let mut row = members;
        match bound {
            Bound::Lower => row = row.and(S::row(known, source)),
            Bound::Upper => row.remove(source),
        }
        if by_location && has_locations {
            row = row.and(S::row(same_location, source));
        }
        S::put(into, source, row);
    });
}

/// Takes the pairs of an order, turned round, out of `into`: an order has none of them.
fn remove_inverse<S: Shape>(into: &mut [u64], pairs: &[u64]) {
    let (sources, _) = S::ends(pairs);
    sources.for_each(|source| S::row(pairs, source).for_each(|target| S::remove(into, target, source)));
}

/// Calls `visit` with what a bound of a node is computed from.
fn operands(plan: &Plan, node: NodeId, bound: Bound, visit: &mut dyn FnMut(NodeId, Bound)) {
    match plan.nodes[node].op {
        Op::Base(_) | Op::Recursive(..) | Op::Fixpoint(..) | Op::OrderedByFences(_) => {}
        Op::Chosen(choice) => {
            let Choice { set, known, .. } = plan.choices[choice];
            visit(set, bound);
            // The upper bound is all pairs of members, to which what is known adds nothing.
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
    pub(super) exact: &'s ValueBuffer,
    pub(super) lower: &'s mut ValueBuffer,
    pub(super) upper: &'s mut ValueBuffer,
    /// The events of one location, as a relation; empty when locations are not known yet.
    pub(super) same_location: &'s [u64],
    /// What is supposed of orders that are chosen later.
    pub(super) supposed: &'s Supposed,
    pub(super) work: &'s CandidateWork,
    pub(super) is_void: &'s IdVec<NodeId, bool>,
}

/// Whether the answer to a question is yes; `is_void` says which nodes are known to be empty.
pub(super) fn holds<'v, S: Shape>(
    question: &Question,
    is_void: &IdVec<NodeId, bool>,
    value: impl Fn(NodeId) -> &'v [u64],
    scratch: &mut Vec<u64>,
) -> bool {
    match *question {
        Question::Property(property, node) => has::<S>(property, value(node)),
        Question::AcyclicUnion { closed, ref rest } => {
            let operands = closed.iter().chain(rest.iter()).filter(|&&node| !is_void[node]);
            let mut parts = operands.map(|&node| value(node));
            let (Some(first), second) = (parts.next(), parts.next()) else { return true };
            let Some(second) = second else { return S::is_acyclic(first) };
            scratch.clear();
            scratch.extend(first.iter().zip(second).map(|(a, b)| a | b));
            parts.for_each(|more| S::unite(scratch, more));
            S::is_acyclic(scratch)
        }
    }
}
