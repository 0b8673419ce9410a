//! The whole way from a program to the fences it needs.

use aeg::delays::Delays;
use aeg::dependencies::Dependencies;
use aeg::graph::{Aeg, Options};
use cprog::ir::{FileId, Program};
use cprog::points_to::{self, PointsTo};
use cprog::threads::{self, Roots};
use rustc_hash::FxHashMap;

use crate::placement::{self, Placement};
use crate::slots::{self, Found, Text};

/// A step of the analysis, for those who measure time or show progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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
    /// The fences.
    pub placement: Placement,
}

impl Analysis {
    /// Analyses a program. `texts` are its source files, as far as fences may be put there; `budget` bounds the exact search of each pair's cycle, in
    /// steps; `done` is called after each phase.
    pub fn run(
        program: &Program,
        roots: &Roots,
        options: Options,
        texts: &FxHashMap<FileId, Text>,
        budget: usize,
        done: &mut dyn FnMut(Phase),
    ) -> Analysis {
        let points_to = points_to::analyse(program, roots.functions());
        let threads = threads::find(program, &points_to, roots);
        done(Phase::PointsTo);
        let aeg = Aeg::build(program, &points_to, threads, options);
        let dependencies = Dependencies::find(program, &aeg);
        done(Phase::Graph);
        let mut delays = Delays::find(program, &points_to, &aeg, &dependencies, budget);
        done(Phase::Delays);
        let mut found = slots::find(program, &aeg, texts);
        done(Phase::Slots);
        let placement = placement::place(&aeg, &dependencies, &mut delays, &mut found);
        done(Phase::Placement);
        Analysis { points_to, aeg, dependencies, delays, found, placement }
    }

    /// Whether the program has only sequentially consistent executions as it is.
    pub fn is_robust(&self) -> bool {
        self.delays.pairs.is_empty()
    }
}
