//! The whole way from a program to the fences it needs.

use std::collections::BTreeMap;

use aeg::delays::Delays;
use aeg::dependencies::Dependencies;
use aeg::graph::{Aeg, EventId, Options, Strategy};
use cprog::ir::{FileId, Program};
use cprog::points_to::{self, PointsTo};
use cprog::threads::{self, Roots};
use rustc_hash::FxHashMap;

use crate::accesses::{self, Site};
use crate::costs::{Costs, Profile};
use crate::dependencies::Possible;
use crate::placement::{self, Choices, Placement};
use crate::removal::{self, Removable};
use crate::slots::{self, Found, Text};

/// A step of the analysis, for those who measure time or show progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Phase {
    /// What pointers point to, and which threads there are.
    PointsTo,
    /// The abstract event graph.
    Graph,
    /// The pairs on critical cycles.
    Delays,
    /// Where fences can be put.
    Slots,
    /// Where they are put.
    Placement,
}

/// What an analysis found.
pub struct Analysis {
    /// What pointers point to.
    pub points_to: PointsTo,
    /// The abstract event graph.
    pub aeg: Aeg,
    /// What is ordered by dependencies.
    pub dependencies: Dependencies,
    /// The pairs on critical cycles.
    pub delays: Delays,
    /// Where fences can be put, and are.
    pub found: Found,
    /// The fences to put in. Its cost is that of all fences, kept ones included.
    pub placement: Placement,
    /// Fences of the program that may go, when that was asked.
    pub removable: Vec<Removable>,
    /// Plain accesses on critical cycles that become relaxed atomic ones, when that was asked.
    pub relaxed: Vec<(FileId, Site)>,
    /// Those that stay plain, as they are not written in a form that is known; empty unless that was asked.
    pub plain: Vec<EventId>,
}

/// What is asked for.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// The model, and how the program is read.
    pub options: Options,
    /// Bounds the exact search of each pair's cycle, in steps.
    pub budget: usize,
    /// With more pairs, only those are looked for that the fences for others leave open.
    pub most_pairs: usize,
    /// What fences cost.
    pub costs: Costs,
    /// How often lines are executed.
    pub profiles: &'a [Profile],
    /// Whether fences of the program may go, where it does not need them.
    pub remove: bool,
    /// Whether atomic accesses may be given stronger orders.
    pub upgrade: bool,
    /// Whether dependencies may be put in.
    pub depend: bool,
    /// Whether plain accesses on critical cycles are made atomic, and may be given orders.
    pub atomics: bool,
}

impl Request<'_> {
    /// With the usual costs, 20,000 steps and 20,000 pairs, stronger orders and dependencies to choose from, and all fences of the program kept.
    pub fn new(options: Options) -> Request<'static> {
        Request {
            options,
            budget: 20_000,
            most_pairs: 20_000,
            costs: Costs::default(),
            profiles: &[],
            remove: false,
            upgrade: true,
            depend: true,
            atomics: false,
        }
    }
}

/// Whether orders of accesses may stand in for the fences of a strategy; some are fences by their definition.
fn takes_orders(strategy: Strategy) -> bool {
    match strategy {
        Strategy::Cycles | Strategy::Pensieve | Strategy::Volatile => true,
        Strategy::Shared | Strategy::Memory => false,
    }
}

impl Analysis {
    /// Analyses a program. `texts` are its source files, as far as fences may be put there; `done` is called after each phase.
    pub fn run(
        program: &Program,
        roots: &Roots,
        request: &Request,
        texts: &FxHashMap<FileId, Text>,
        done: &mut dyn FnMut(Phase),
    ) -> Analysis {
        let points_to = points_to::analyse_by(program, roots.functions(), request.options.rules.calls());
        let threads = threads::find(program, &points_to, roots);
        done(Phase::PointsTo);
        let mut aeg = Aeg::build(program, &points_to, threads, request.options);
        let mut found = Found::default();
        let standing =
            if request.remove { removal::offer(program, &mut aeg, texts, &mut found) } else { BTreeMap::new() };
        let known = Dependencies::find(program, &aeg);
        done(Phase::Graph);
        let (budget, most) = (request.budget, request.most_pairs);
        let mut delays = Delays::find_some(program, &points_to, &aeg, &known, budget, most);
        done(Phase::Delays);
        slots::find(program, &aeg, texts, &mut found);
        let mut costs = request.costs.clone();
        if !request.profiles.is_empty() {
            costs.weigh(program, texts, &found, request.profiles);
        }
        done(Phase::Slots);
        let upgrades = if request.upgrade && takes_orders(request.options.strategy) {
            accesses::find(program, &aeg, texts, request.atomics)
        } else {
            Vec::new()
        };
        // Other strategies are defined by their fences.
        let dependencies = if request.depend && request.options.strategy == Strategy::Cycles {
            Possible::find(program, &aeg, texts)
        } else {
            Possible::default()
        };
        let choices = Choices { costs, standing, upgrades, dependencies };
        let mut placement = if texts.is_empty() {
            // Without texts there is no place for anything, and nothing to solve.
            Placement { unplaceable: (0..delays.pairs.len()).collect(), ..Placement::default() }
        } else {
            placement::place(&aeg, &known, &mut delays, &mut found, &choices)
        };
        let mut removable = choices.standing;
        // Chosen ones stay as they are: nothing is to be put in, and nothing to be removed.
        placement.fences.retain(|fence| removable.remove(&fence.slot).is_none());
        done(Phase::Placement);
        let removable = removable.into_values().collect();
        let (relaxed, plain) = if request.atomics {
            accesses::plain_ones(program, &aeg, &delays, texts)
        } else {
            (Vec::new(), Vec::new())
        };
        Analysis { points_to, aeg, dependencies: known, delays, found, placement, removable, relaxed, plain }
    }

    /// Whether the program has only sequentially consistent executions as it is. Pairs that were set aside leave that open.
    pub fn is_robust(&self) -> bool {
        self.has_all_in_place() && self.placement.unplaceable.is_empty() && self.delays.set_aside == 0
    }

    /// Whether nothing is to be put in. Pairs for which there is no place may be left.
    pub fn has_all_in_place(&self) -> bool {
        let Placement { fences, stronger, dependent, .. } = &self.placement;
        fences.is_empty() && stronger.is_empty() && dependent.is_empty()
    }
}
