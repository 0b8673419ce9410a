//! Which accesses a transformed program delays.
//!
//! Section 3.2 of the paper: an execution that is not sequentially consistent has a critical cycle, and each such cycle has a pair of accesses of one thread that
//! the model lets change places. Delaying one of them a cycle shows all executions. An access is delayed (tag *dpo*) as the earlier one of a pair.
//!
//! The cycles are those of the abstract event graph ([`cycles`]), which has more than the executions do. That a pair *may* be reordered is not enough to choose it: where a
//! path has a fence, or a dependency that the graph does not know of, the cycle of an execution rests on another of its pairs. So pairs are chosen that no path
//! orders ([`certain`]); of a cycle without such a pair all are delayed.
//!
//! The pairs of the paper that are from a write to a read of another thread (*drfs*, *drft*) are none here: under these models writes reach all threads at once.

mod certain;
mod cover;
mod cycles;

use aeg::delays::Delays as Pairs;
use aeg::dependencies::Dependencies;
use aeg::graph::{Aeg, Options};
use aeg::model::Model as Reordering;
use cprog::ir::{Point, Program};
use cprog::points_to;
use cprog::threads::{self, Roots};
use relation::Index;
use rustc_hash::{FxHashMap, FxHashSet};

use super::code::{Code, Step, StepId};
use crate::Model;
use certain::Certainty;
use cycles::{CriticalCycle, Cycles};

/// How many accesses are delayed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Delays {
    /// One pair of each critical cycle, few in all (theorem 3.2).
    #[default]
    OneACycle,
    /// All pairs of all critical cycles.
    All,
    /// All accesses that the model lets be delayed, whether they are on a cycle or not (theorem 3.1).
    Every,
}

/// The accesses that are delayed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Late {
    steps: FxHashSet<StepId>,
    /// How many critical cycles there are; none where they were not looked for.
    pub cycles: Option<usize>,
    /// What is delayed, with its place in the source: `the write of line 8`.
    pub accesses: Vec<String>,
}

impl Late {
    /// Finds them.
    pub(super) fn find(program: &Program, code: &Code, model: Model, delays: Delays) -> Late {
        let reordering = match model {
            Model::Sc => return Late { cycles: Some(0), ..Late::default() },
            Model::Tso => Reordering::Tso,
            Model::Pso => Reordering::Pso,
            Model::Rmo => Reordering::Rmo,
            Model::Armv8 => Reordering::Armv8,
        };
        let found = match delays {
            Delays::Every => None,
            Delays::All | Delays::OneACycle => of_cycles(program, code, reordering, delays == Delays::OneACycle),
        };
        let (steps, cycles) = match found {
            Some((steps, cycles)) => (steps, Some(cycles)),
            None => (code.steps.ids().collect(), None),
        };
        let may_be_late = |step: &StepId| match &code.steps[*step] {
            Step::Store { .. } => true,
            Step::Load { .. } | Step::Update { .. } | Step::CompareExchange { .. } => model.delays_reads(),
            _ => false,
        };
        let steps: FxHashSet<StepId> = steps.into_iter().filter(may_be_late).collect();
        let mut sorted: Vec<StepId> = steps.iter().copied().collect();
        sorted.sort_unstable();
        let accesses = sorted.into_iter().map(|step| describe(program, code, step)).collect();
        Late { steps, cycles, accesses }
    }

    pub(super) fn is_late(&self, step: StepId) -> bool {
        self.steps.contains(&step)
    }

    /// Whether any of them reads.
    pub(super) fn any_read(&self, code: &Code) -> bool {
        self.steps.iter().any(|step| !matches!(code.steps[*step], Step::Store { .. }))
    }
}

fn describe(program: &Program, code: &Code, step: StepId) -> String {
    let what = match &code.steps[step] {
        Step::Store { .. } => "write",
        Step::Load { .. } => "read",
        _ => "read-modify-write",
    };
    match code.places[step] {
        Some(place) => format!("the {what} at {}", program.describe(place)),
        None => format!("a {what}"),
    }
}

/// The delayed accesses of critical cycles, and how many cycles there are; none when there are too many to look at.
fn of_cycles(program: &Program, code: &Code, model: Reordering, is_one: bool) -> Option<(FxHashSet<StepId>, usize)> {
    let roots = Roots::Main(code.main);
    let points_to = points_to::analyse(program, roots.functions());
    let threads = threads::find(program, &points_to, &roots);
    let aeg = Aeg::build(program, &points_to, threads, Options::new(model));
    let dependencies = Dependencies::find(program, &aeg);
    let pairs = Pairs::find(program, &points_to, &aeg, &dependencies, 0);
    let cycles = Cycles { program, points_to: &points_to, aeg: &aeg, order: &pairs.order, open: &pairs.open };
    let cycles = cycles.find(&dependencies)?;
    let mut steps: FxHashMap<Point, Vec<StepId>> = FxHashMap::default();
    for (step, point) in code.points.iter_enumerated() {
        if let Some(point) = point {
            steps.entry(*point).or_default().push(step);
        }
    }
    let certainty = Certainty { code };
    let of_event = |event| steps.get(&aeg.events[event].point).map_or(&[][..], Vec::as_slice);
    let mut late = FxHashSet::default();
    // Cycles with certain pairs: the earlier accesses of those.
    let mut choices: Vec<Vec<usize>> = Vec::new();
    for CriticalCycle { open } in &cycles {
        let certain = open.iter().filter(|(first, second)| certainty.are_free(of_event(*first), of_event(*second)));
        let mut certain: Vec<usize> = certain.map(|(first, _)| first.index()).collect();
        certain.sort_unstable();
        certain.dedup();
        if is_one && !certain.is_empty() {
            choices.push(certain);
        } else {
            late.extend(open.iter().flat_map(|(first, _)| of_event(*first)));
        }
    }
    for event in cover::cover(&choices) {
        late.extend(of_event(aeg::graph::EventId::new(event)));
    }
    Some((late, cycles.len()))
}
