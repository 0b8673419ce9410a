//! Outcomes that another engine finds without going through the executions.
//!
//! To go through candidates takes as long as there are candidates, however few states come of them: three threads at a lock have millions of executions and one state. An engine that asks for
//! an execution with another state until there is none ([`Solver`]) takes as long as the states are many and the proof is hard. Which is sooner is not known before. So the enumeration begins;
//! where it has tried many choices and has met few states, the solver is asked, with an effort in proportion to what was tried, and again later with more.
//!
//! Gained: see docs/performance.md, "The law of goals".

use std::collections::BTreeSet;
use std::fmt;

use litmus::{Base, Outcomes};

use crate::run::Tally;
use crate::shares::Share;
use crate::simulate::Simulation;
use crate::symbolic::Replayed;
use crate::{Engine, Goal, Options, Test};

/// After so many choices the solver is asked for the first time. A build with debug assertions asks soon, so that small tests test this, too.
const FIRST: u64 = if cfg!(debug_assertions) { 64 } else { 200_000 };

/// It is asked again after so many times as many choices.
const AGAIN: u64 = 4;

/// It may work so many times as long as was worked before.
const SHARE: u64 = 2;

/// And at least so long.
const LEAST_EFFORT: u64 = if cfg!(debug_assertions) { 20_000 } else { 1 };

/// With fewer event structures it is not asked: within one, coherence leaves few ways to read, and the formula takes longer (`a64-2LDADDs-08`: 0.1 s, and 1.2 s with a question).
const LEAST_STRUCTURES: u64 = if cfg!(debug_assertions) { 2 } else { 16 };

/// Where so many states were met, as many questions take longer than to go on.
const MOST_STATES: usize = 48;

/// An engine that finds outcomes without going through the executions.
pub trait Solver: fmt::Debug + Sync {
    /// What the executions come to that no path's end at the unroll bound belongs to: all outcomes and flags, or, for [`Goal::Decision`], one outcome that decides the condition, if there is
    /// one. Nothing where the engine does not know, or gives up: `effort` is about as much work as so many choices of a read.
    fn solve(&self, simulation: &Simulation<'_>, effort: u64) -> Option<Settled>;
}

/// What all executions come to.
#[derive(Clone, Debug, Default)]
pub struct Settled {
    /// The outcomes in which the condition holds, and the others.
    outcomes: [Outcomes; 2],
    flags: BTreeSet<String>,
    has_outcomes: bool,
}

impl Settled {
    /// Adds the outcome of an execution that the model allows.
    pub fn add(&mut self, execution: Replayed) {
        self.outcomes[usize::from(!execution.holds)].extend(execution.state);
        self.has_outcomes = true;
    }

    /// Adds a flag that some execution raises.
    pub fn add_flag(&mut self, flag: String) {
        self.flags.insert(flag);
    }

    /// The flags that were added.
    pub fn flags(&self) -> impl Iterator<Item = &str> {
        self.flags.iter().map(String::as_str)
    }

    /// The outcomes that were added, as logs of `test` show them and in their order.
    pub fn states(&self, test: &Test) -> Vec<String> {
        let [mut all, others] = self.outcomes.clone();
        all.extend(others);
        test.lowered().print_outcomes(&all, Base::Decimal)
    }
}

impl From<Settled> for Tally {
    fn from(settled: Settled) -> Tally {
        let [outcomes, against] = settled.outcomes;
        Tally { outcomes, against, flags: settled.flags, ..Tally::default() }
    }
}

/// When the solver of a simulation is asked, and what it has said.
pub(crate) struct Asking<'a> {
    simulation: &'a Simulation<'a>,
    /// How many choices were tried.
    tried: u64,
    /// After how many the solver is asked; never where there is none.
    next: u64,
    settled: Option<Settled>,
    /// Where others go through other shares.
    share: Option<Share<'a>>,
}

impl<'a> Asking<'a> {
    pub(crate) fn new(simulation: &'a Simulation<'a>, share: Option<Share<'a>>) -> Asking<'a> {
        // One of all shares asks.
        let asks = share.is_none_or(|share| share.index == 0) && can_be_asked(simulation);
        Asking { simulation, tried: 0, next: if asks { FIRST } else { u64::MAX }, settled: None, share }
    }

    /// There are so many event structures.
    pub(crate) fn begin(&mut self, structures: u64) {
        if structures < LEAST_STRUCTURES {
            self.next = u64::MAX;
        }
    }

    /// Whether nothing more has to be looked for.
    pub(crate) fn is_settled(&self) -> bool {
        self.settled.is_some() || self.share.is_some_and(|share| share.shares.is_settled())
    }

    /// Whether the solver has found some outcome.
    pub(crate) fn has_outcomes(&self) -> bool {
        self.settled.as_ref().is_some_and(|settled| settled.has_outcomes)
    }

    pub(crate) fn into_settled(self) -> Option<Settled> {
        self.settled
    }

    /// Notes that so many choices are tried, `states` being known. Gives whether nothing more has to be looked for.
    pub(crate) fn settles(&mut self, choices: u64, states: usize) -> bool {
        self.tried += choices;
        if self.tried >= self.next && self.settled.is_none() {
            self.ask(states);
        }
        self.is_settled()
    }

    #[cold]
    fn ask(&mut self, states: usize) {
        self.next = self.tried.saturating_mul(AGAIN);
        let Simulation { test, model, options, .. } = self.simulation;
        if states > MOST_STATES {
            return;
        }
        let Some(solver) = options.solver else { return };
        // The paths of the one that runs are in use.
        let options = Options { solver: None, ..(*options).clone() };
        if let Ok(simulation) = Simulation::new(test, model, &options) {
            let effort = self.tried.saturating_mul(SHARE).max(LEAST_EFFORT);
            self.settled = solver.solve(&simulation, effort);
        }
        if let (Some(_), Some(share)) = (&self.settled, self.share) {
            share.shares.settle();
        }
    }
}

/// Whether the solver can be asked for what is to be found out.
fn can_be_asked(simulation: &Simulation<'_>) -> bool {
    let options = simulation.options;
    let is_plain = options.checks.skip.is_empty() && !options.checks.ignore_checks && !options.checks.show;
    options.solver.is_some()
        && options.goal != Goal::Counts
        && options.engine == Engine::Compiled
        && is_plain
        && !options.without_thin_air
        && !options.only_deciding
        && simulation.paths.pieces.is_none()
}
