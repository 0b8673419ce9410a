//! What an order has to contain for the checks to hold ([`compile::forced`](crate::compile::forced)), found out for one candidate after the other.
//!
//! That pays where many candidates have an order to choose; so it is not looked for before there have been some.

use std::sync::OnceLock;

use relation::rows::{Row, Shape};
use relation::{IdVec, Index};

use super::bounds::value;
use super::schedule::{Action, Planner, Schedule};
use super::step::{Step, apply, steps};
use super::tasks::{ForcedWork, Operand};
use super::value_buffer::{Layout, ValueBuffer};
use super::work::CandidateWork;
use super::{Evaluator, State};
use crate::compile::forced::{Forced, find};
use crate::compile::plan::{ChoiceId, NodeId, Op};

/// From which order on that is chosen for an event structure it is looked for what the order has to contain. A build with debug assertions looks
/// at once, so that small tests test this, too.
const FIRST_LOOK: u32 = if cfg!(debug_assertions) { 1 } else { 65 };

/// What has to be computed to know what an order has to contain.
#[derive(Debug)]
pub(super) struct ForcedSchedule {
    forced: Forced,
    /// Whether a node has a value when the order is chosen, or may have one.
    is_given: IdVec<NodeId, bool>,
    /// The nodes that have to be computed, operands first.
    computed: Vec<NodeId>,
    layout: Layout,
}

/// Such a schedule, once it has been looked for; nothing if the order has to contain nothing.
pub(super) type LateSchedule = OnceLock<Option<ForcedSchedule>>;

impl ForcedSchedule {
    fn new(forced: Forced, schedule: &Schedule) -> ForcedSchedule {
        let plan = &forced.plan;
        let mut is_given = IdVec::from_elem(false, plan.nodes.len());
        // What only flags need is computed later, for few candidates.
        let later = schedule.levels.iter().skip(1).flatten().filter_map(|action| match *action {
            Action::Compute(node) => Some(node),
            _ => None,
        });
        later.chain(schedule.contracted.iter().copied()).for_each(|node| is_given[node] = true);
        let mut planner = Planner { plan, done: is_given.clone() };
        let mut computed = Vec::new();
        planner.need(forced.forced, &mut computed);
        let layout = Layout::new(plan, |node| planner.done[node] && !is_given[node]);
        ForcedSchedule { forced, is_given, computed, layout }
    }

    /// What an event structure leaves to do; `is_void` says which nodes of the plan are empty, `narrow` is where values are given, and
    /// `own` is for what is computed here.
    fn work(
        &self,
        work: &CandidateWork,
        is_void: &IdVec<NodeId, bool>,
        narrow: &ValueBuffer,
        own: &ValueBuffer,
    ) -> Option<ForcedWork> {
        let plan = &self.forced.plan;
        // Nothing depends on some values of the plan with this structure, so that they are not computed: what is made of them here is less than it could be.
        let mut is_less = IdVec::from_elem(false, plan.nodes.len());
        let mut is_empty = IdVec::from_elem(false, plan.nodes.len());
        for (node, &is_void) in is_void.iter_enumerated() {
            is_less[node] = !is_void && !work.is_needed[node];
            is_empty[node] = is_void || is_less[node];
        }
        let at = |node, _| match self.is_given[node] {
            true => Operand::Exact(narrow.place(work.same_as[node])),
            false => Operand::Same(own.place(node)),
        };
        let mut tasks = Vec::new();
        for &node in &self.computed {
            let description = &plan.nodes[node];
            let into = own.place(node);
            description.op.for_each_operand(&mut |operand| is_less[node] |= is_less[operand]);
            match description.op {
                // What shrinks where operands grow is only certain of operands that are all there.
                Op::Difference(_, b) | Op::Complement(b) if is_less[b] => is_empty[node] = true,
                Op::Difference(a, b) if is_empty[b] && !is_empty[a] => tasks.push((into, Step::Copy(at(a, false)))),
                Op::Complement(a) if is_empty[a] => tasks.push((into, Step::everything(description.kind))),
                Op::Reflexive(a) if is_empty[a] => tasks.push((into, Step::Identity)),
                ref op if op.is_of_nothing(|operand| is_empty[operand]) => is_empty[node] = true,
                ref op => steps(op, description.kind, &is_empty, at, |step| tasks.push((into, step))),
            }
        }
        let forced = self.forced.forced;
        (!is_empty[forced]).then(|| ForcedWork { tasks, forced: at(forced, false) })
    }
}

impl Evaluator<'_> {
    /// Writes what is known of an order and what it has to contain besides over `known`. `None` if that is nothing, or if there have been few
    /// orders to choose for this event structure.
    pub(super) fn known_and_forced<S: Shape>(&mut self, id: ChoiceId, known: &mut Vec<u64>) -> Option<()> {
        self.state.orders += 1;
        if self.state.orders < FIRST_LOOK {
            return None;
        }
        let compiled = self.compiled;
        let find = || find(&compiled.plan, id).map(|forced| ForcedSchedule::new(forced, &compiled.schedule));
        let schedule = compiled.forced[id].get_or_init(find).as_ref()?;
        let State { narrow, works, is_void, forced: buffers, .. } = &mut self.state;
        let own = &mut buffers[id.index()];
        own.resize(&schedule.layout, narrow.n, narrow.form);
        let work = works.current();
        let work = work.forced[id.index()].get_or_init(|| schedule.work(work, is_void, narrow, own)).as_ref()?;
        for &(into, step) in &work.tasks {
            let (before, into) = own.split_at(into);
            apply::<_, S>(step, &narrow.all, into, |operand| value(operand, narrow, before, narrow));
        }
        let forced = match work.forced {
            Operand::Exact(place) => narrow.at(place),
            Operand::Same(place) | Operand::Opposite(place) => own.at(place),
        };
        known.clear();
        known.extend_from_slice(narrow.value(compiled.plan.choices[id].known));
        for event in 0..narrow.n {
            let mut row = S::row(forced, event);
            // No order relates an event to itself, whatever leads back to it.
            row.remove(event);
            let row = row.or(S::row(known, event));
            S::put(known, event, row);
        }
        Some(())
    }
}
