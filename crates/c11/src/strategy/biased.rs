//! Strategies that leave a thread alone for a while, and mostly read what is newest: some mistakes need long stretches of one thread,
//! which uniform choices never give.

use super::generator::Generator;
use super::{Candidate, Choice, Operation, Pending, Strategy};
use crate::ThreadId;

/// After so many steps in a row that only look at memory a thread counts as spinning, and others are let go on.
const PATIENCE: u32 = 48;

/// What the biased strategies have in common.
#[derive(Clone, Debug, Default)]
struct Biased {
    generator: Generator,
    /// A load reads any store, not just the newest, once in 2^this times; 0: always any.
    stale_bits: u32,
    /// How many steps in a row the current thread has only looked at memory.
    looking: u32,
}

impl Biased {
    fn begin(&mut self, seed: u64) {
        self.generator = Generator::new(seed);
        self.stale_bits = [0, 1, 2, 4][self.generator.below(4)];
        self.looking = 0;
    }

    /// Notes a step, and tells whether the thread spins.
    fn note(&mut self, is_same: bool, operation: Operation) {
        let looks = matches!(operation, Operation::Load(..) | Operation::ReadModifyWrite(..) | Operation::Yield);
        self.looking = if is_same && looks { self.looking + 1 } else { 0 };
    }

    /// Whether the current thread, about to do `operation`, should let others go on.
    fn gives_way(&self, operation: Operation) -> bool {
        operation == Operation::Yield || self.looking >= PATIENCE
    }

    fn store(&mut self, candidates: &[Candidate]) -> usize {
        if candidates.len() < 2 {
            return 0;
        }
        if self.stale_bits == 0 || self.generator.one_in(self.stale_bits) {
            return self.generator.below(candidates.len());
        }
        let newest = candidates.iter().enumerate().max_by_key(|(_, candidate)| candidate.time);
        newest.map_or(0, |(index, _)| index)
    }
}

/// Stays with a thread, and switches with some probability at each step: one that the seed chooses between 1/2 and 1/64.
#[derive(Clone, Debug, Default)]
pub struct SwitchProbability {
    biased: Biased,
    switch_bits: u32,
}

impl SwitchProbability {
    /// The strategy.
    pub fn new() -> SwitchProbability {
        SwitchProbability::default()
    }
}

impl Strategy for SwitchProbability {
    fn begin(&mut self, seed: u64) {
        self.biased.begin(seed);
        self.switch_bits = 1 + self.biased.generator.below(6) as u32;
    }

    fn pick_thread(&mut self, current: ThreadId, enabled: &[Pending]) -> usize {
        let own = enabled.iter().position(|next| next.thread == current);
        let stays = own.filter(|&own| !self.biased.gives_way(enabled[own].operation));
        let stays = stays.filter(|_| !self.biased.generator.one_in(self.switch_bits));
        let picked = stays.unwrap_or_else(|| match own {
            Some(own) if enabled.len() > 1 => {
                let other = self.biased.generator.below(enabled.len() - 1);
                other + usize::from(other >= own)
            }
            _ => self.biased.generator.below(enabled.len()),
        });
        if let Some(next) = enabled.get(picked) {
            self.biased.note(next.thread == current, next.operation);
        }
        picked
    }

    fn pick_store(&mut self, _thread: ThreadId, candidates: &[Candidate]) -> usize {
        self.biased.store(candidates)
    }

    fn pick(&mut self, _thread: ThreadId, _choice: Choice, options: usize) -> usize {
        self.biased.generator.below(options)
    }
}

/// Probabilistic concurrency testing (Burckhardt, Kothari, Musuvathi, Nagarakatte: A Randomized Scheduler with Probabilistic Guarantees of
/// Finding Bugs. ASPLOS 2010): threads have random priorities, the first that can goes on; at a few random steps
/// the running thread falls behind all others.
///
/// How many steps an execution has is not known, and must not be learnt from others, or an execution would not be determined by its seed: the seed
/// chooses a guess between 2^4 and 2^12. Threads that spin or yield fall behind, too: else others would never go on.
#[derive(Clone, Debug, Default)]
pub struct Pct {
    biased: Biased,
    /// By thread, the greatest goes first. Those given at the start are above [`Pct::START`].
    priorities: Vec<u64>,
    /// What the next thread that falls behind gets.
    lowest: u64,
    /// How many steps there have been.
    step: u64,
    /// The steps at which the running thread falls behind.
    changes: Vec<u64>,
}

impl Pct {
    const START: u64 = 1 << 63;

    /// The strategy.
    pub fn new() -> Pct {
        Pct::default()
    }

    fn priority(&mut self, thread: ThreadId) -> u64 {
        while self.priorities.len() <= thread.number() as usize {
            let priority = Self::START | self.biased.generator.next();
            self.priorities.push(priority);
        }
        self.priorities[thread.number() as usize]
    }

    fn fall_behind(&mut self, thread: ThreadId) {
        self.priority(thread);
        self.lowest = self.lowest.saturating_sub(1);
        self.priorities[thread.number() as usize] = self.lowest;
    }
}

impl Strategy for Pct {
    fn begin(&mut self, seed: u64) {
        self.biased.begin(seed);
        self.priorities.clear();
        self.lowest = Self::START;
        self.step = 0;
        let length = 16usize << self.biased.generator.below(9);
        let changes = self.biased.generator.below(4);
        self.changes = (0..changes).map(|_| 1 + self.biased.generator.below(length) as u64).collect();
    }

    fn pick_thread(&mut self, current: ThreadId, enabled: &[Pending]) -> usize {
        self.step += 1;
        let own = enabled.iter().find(|next| next.thread == current);
        if self.changes.contains(&self.step) || own.is_some_and(|own| self.biased.gives_way(own.operation)) {
            self.fall_behind(current);
        }
        let mut best: Option<(u64, usize)> = None;
        for (index, next) in enabled.iter().enumerate() {
            let priority = self.priority(next.thread);
            if best.is_none_or(|(highest, _)| priority > highest) {
                best = Some((priority, index));
            }
        }
        let picked = best.map_or(0, |(_, index)| index);
        if let Some(next) = enabled.get(picked) {
            self.biased.note(next.thread == current, next.operation);
        }
        picked
    }

    fn pick_store(&mut self, _thread: ThreadId, candidates: &[Candidate]) -> usize {
        self.biased.store(candidates)
    }

    fn pick(&mut self, _thread: ThreadId, _choice: Choice, options: usize) -> usize {
        self.biased.generator.below(options)
    }
}
