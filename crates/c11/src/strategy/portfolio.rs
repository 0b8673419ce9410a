//! Strategies by name, and several in turn.

use super::generator::mix;
use super::{Biased, Burst, Candidates, Choice, Pending, Random, Strategy};
use crate::ThreadId;

/// The strategies that go on for as many executions as one likes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum StrategyKind {
    /// [`Portfolio`].
    Portfolio,
    /// [`Random`] with [`Burst::Pending`], as in the published tool.
    Random,
    /// [`Random`] with [`Burst::Consecutive`], as in the paper.
    Burst,
    /// [`Biased::switch_probability`].
    Switch,
    /// [`Biased::pct`].
    Pct,
}

impl StrategyKind {
    /// All of them.
    pub const ALL: [StrategyKind; 5] =
        [StrategyKind::Portfolio, StrategyKind::Random, StrategyKind::Burst, StrategyKind::Switch, StrategyKind::Pct];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            StrategyKind::Portfolio => "portfolio",
            StrategyKind::Random => "random",
            StrategyKind::Burst => "burst",
            StrategyKind::Switch => "switch",
            StrategyKind::Pct => "pct",
        }
    }

    /// The strategy of this name.
    pub fn from_name(name: &str) -> Option<StrategyKind> {
        StrategyKind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The strategy itself.
    pub fn build(self) -> Box<dyn Strategy> {
        match self {
            StrategyKind::Portfolio => Box::new(Portfolio::new()),
            StrategyKind::Random => Box::new(Random::new(Burst::Pending)),
            StrategyKind::Burst => Box::new(Random::new(Burst::Consecutive)),
            StrategyKind::Switch => Box::new(Biased::switch_probability()),
            StrategyKind::Pct => Box::new(Biased::pct()),
        }
    }
}

/// The bits of an execution's seed that are those of its number.
const NUMBER_BITS: u32 = 3;

/// The seed of the `number`-th execution, counted from 0, of a run with this seed. Its lowest bits are those of the number, so that
/// [`Portfolio`] takes turns.
pub const fn execution_seed(seed: u64, number: u64) -> u64 {
    let turn = (1 << NUMBER_BITS) - 1;
    mix(mix(seed).wrapping_add(number)) & !turn | number & turn
}

/// Several strategies in turn, one an execution.
pub struct Portfolio {
    turns: Vec<Box<dyn Strategy>>,
    current: usize,
}

impl Portfolio {
    /// The default portfolio: of eight executions, two each by [`StrategyKind::Random`], [`StrategyKind::Burst`], [`StrategyKind::Switch`] and
    /// [`StrategyKind::Pct`].
    pub fn new() -> Portfolio {
        let kinds = [StrategyKind::Random, StrategyKind::Switch, StrategyKind::Burst, StrategyKind::Pct];
        Portfolio { turns: kinds.into_iter().map(StrategyKind::build).collect(), current: 0 }
    }
}

impl Default for Portfolio {
    fn default() -> Portfolio {
        Portfolio::new()
    }
}

impl Strategy for Portfolio {
    fn begin(&mut self, seed: u64) {
        self.current = seed as usize % self.turns.len();
        self.turns[self.current].begin(seed);
    }

    fn was_starved(&mut self, thread: ThreadId) {
        self.turns[self.current].was_starved(thread);
    }

    fn pick_thread(&mut self, current: ThreadId, enabled: &[Pending]) -> usize {
        self.turns[self.current].pick_thread(current, enabled)
    }

    fn pick_store(&mut self, thread: ThreadId, candidates: &dyn Candidates) -> usize {
        self.turns[self.current].pick_store(thread, candidates)
    }

    fn pick(&mut self, thread: ThreadId, choice: Choice, options: usize) -> usize {
        self.turns[self.current].pick(thread, choice, options)
    }
}
