//! Strategies that leave a thread alone for a while, and mostly read what is newest: some bugs need long stretches of one thread,
//! which uniform choices never give.

use super::generator::Generator;
use super::{Candidates, Choice, Looking, Pending, PendingOperation, Strategy};
use crate::ThreadId;

/// After so many steps in a row that only look at memory, at the same again and again, a thread counts as spinning, and others are let go on.
const PATIENCE: u32 = 48;

/// Stays with a thread, mostly; in half of the executions a load reads the newest store, mostly. How mostly is drawn anew in each.
#[derive(Clone, Debug)]
pub struct Biased {
    generator: Generator,
    /// A load reads any store, not just the newest, once in 2^this times; 0: always any.
    stale_bits: u32,
    /// What the current thread has looked at while it did nothing else.
    looking: Looking,
    turns: Turns,
}

/// When another thread goes on, and which one.
#[derive(Clone, Debug)]
enum Turns {
    /// Any other one, once in 2^this steps.
    Switch(u32),
    /// The first by priority that can.
    Priorities(Priorities),
}

impl Biased {
    /// Stays with a thread, and switches with some probability at each step: one that the seed chooses between 1/2 and 1/64.
    pub fn switch_probability() -> Biased {
        Biased::new(Turns::Switch(1))
    }

    /// Probabilistic concurrency testing (Burckhardt, Kothari, Musuvathi, Nagarakatte: A Randomized Scheduler with Probabilistic Guarantees of
    /// Finding Bugs. ASPLOS 2010): threads have random priorities, the first that can goes on; at a few random steps
    /// the running thread falls behind all others.
    ///
    /// How many steps an execution has is not known, and must not be learnt from others, or an execution would not be determined by its seed: the seed
    /// chooses a guess between 2^4 and 2^12. Threads that spin or yield fall behind, too: else others would never go on.
    pub fn pct() -> Biased {
        Biased::new(Turns::Priorities(Priorities::default()))
    }

    fn new(turns: Turns) -> Biased {
        Biased { generator: Generator::default(), stale_bits: 0, looking: Looking::default(), turns }
    }

    /// Whether the current thread, about to do `operation`, should let others go on.
    fn gives_way(&self, operation: PendingOperation) -> bool {
        operation == PendingOperation::Yield || self.looking.is_spinning(PATIENCE)
    }
}

impl Strategy for Biased {
    fn begin(&mut self, seed: u64) {
        self.generator = Generator::new(seed);
        self.stale_bits = [0, 0, 1, 3][self.generator.below(4)];
        self.looking.reset();
        match &mut self.turns {
            Turns::Switch(bits) => *bits = 1 + self.generator.below(6) as u32,
            Turns::Priorities(priorities) => *priorities = Priorities::draw(&mut self.generator),
        }
    }

    fn was_starved(&mut self, thread: ThreadId) {
        if let Turns::Priorities(priorities) = &mut self.turns {
            priorities.raise(thread, &mut self.generator);
        }
    }

    fn pick_thread(&mut self, current: ThreadId, enabled: &[Pending]) -> usize {
        let own = enabled.iter().position(|next| next.thread == current);
        let gives_way = own.is_some_and(|own| self.gives_way(enabled[own].operation));
        let picked = match &mut self.turns {
            Turns::Switch(bits) => match own {
                Some(own) if !gives_way && !self.generator.one_in(*bits) => own,
                Some(own) if enabled.len() > 1 => {
                    let other = self.generator.below(enabled.len() - 1);
                    other + usize::from(other >= own)
                }
                _ => self.generator.below(enabled.len()),
            },
            Turns::Priorities(priorities) => priorities.pick(current, gives_way, enabled, &mut self.generator),
        };
        if let Some(next) = enabled.get(picked) {
            let looks = matches!(
                next.operation,
                PendingOperation::Load(..) | PendingOperation::ReadModifyWrite(..) | PendingOperation::Yield
            );
            match next.thread == current && looks {
                true => self.looking.look(next.operation),
                false => self.looking.reset(),
            }
        }
        picked
    }

    fn pick_store(&mut self, _thread: ThreadId, candidates: &dyn Candidates) -> usize {
        let count = candidates.count();
        if count < 2 {
            return 0;
        }
        if self.stale_bits == 0 || self.generator.one_in(self.stale_bits) {
            return self.generator.below(count);
        }
        candidates.latest()
    }

    fn pick(&mut self, _thread: ThreadId, choice: Choice, options: usize) -> usize {
        self.generator.choose(choice, options)
    }
}

/// Who goes before whom, and when that changes.
#[derive(Clone, Debug, Default)]
struct Priorities {
    /// By thread, the greatest goes first. Those given at the start are from [`Priorities::START`] on and below [`Priorities::RAISED`].
    of: Vec<u64>,
    /// How many threads have been put before all others.
    raised: u64,
    /// How many threads have fallen behind: each gets the lowest priority so far.
    fallen: u64,
    /// How many steps there have been.
    step: u64,
    /// The steps at which the running thread falls behind.
    changes: Vec<u64>,
}

impl Priorities {
    const START: u64 = 1 << 63;
    const RAISED: u64 = Self::START | 1 << 62;

    fn draw(generator: &mut Generator) -> Priorities {
        let length = 16usize << generator.below(9);
        let changes = generator.below(4);
        let changes = (0..changes).map(|_| 1 + generator.below(length) as u64).collect();
        Priorities { changes, ..Priorities::default() }
    }

    fn pick(&mut self, current: ThreadId, gives_way: bool, enabled: &[Pending], generator: &mut Generator) -> usize {
        self.step += 1;
        if gives_way || self.changes.contains(&self.step) {
            self.fallen += 1;
            *self.priority(current, generator) = Self::START - self.fallen;
        }
        let mut best: Option<(u64, usize)> = None;
        for (index, next) in enabled.iter().enumerate() {
            let priority = *self.priority(next.thread, generator);
            if best.is_none_or(|(highest, _)| priority > highest) {
                best = Some((priority, index));
            }
        }
        best.map_or(0, |(_, index)| index)
    }

    fn priority(&mut self, thread: ThreadId, generator: &mut Generator) -> &mut u64 {
        let index = thread.number() as usize;
        while self.of.len() <= index {
            self.of.push(Self::START | (generator.next() & !Self::START) >> 1);
        }
        &mut self.of[index]
    }

    /// Puts a thread before all others. Threads that spin fall behind, but not each loop that waits looks like spinning: one that takes and gives back
    /// a lock in each turn writes.
    fn raise(&mut self, thread: ThreadId, generator: &mut Generator) {
        self.raised += 1;
        *self.priority(thread, generator) = Self::RAISED + self.raised;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Order;

    #[test]
    fn a_thread_that_goes_through_a_table_is_not_taken_off() {
        for seed in 0..64 {
            let mut strategy = Biased::pct();
            strategy.begin(seed);
            let threads = [0, 1].map(ThreadId::from_number);
            let mut current = threads[0];
            let mut turns = 0;
            for step in 0..20_000 {
                // Both go through 500 flags, and count what they have found in a variable of their own.
                let place = step % 501;
                let operation = match place {
                    500 => PendingOperation::Store(8 * u64::from(current.number()), Order::Relaxed),
                    _ => PendingOperation::Load(64 + 8 * place, Order::Acquire),
                };
                let enabled = threads.map(|thread| Pending::new(thread, operation));
                let next = threads[strategy.pick_thread(current, &enabled)];
                turns += u32::from(next != current);
                current = next;
            }
            // What the seed draws, and no more.
            assert!(turns <= 4, "seed {seed}: {turns} turns");
        }
    }

    #[test]
    fn a_thread_that_was_starved_goes_before_those_that_write_in_each_turn() {
        for seed in 0..64 {
            let mut strategy = Biased::pct();
            strategy.begin(seed);
            let threads = [0, 1, 2].map(ThreadId::from_number);
            let enabled = threads.map(|thread| Pending::new(thread, PendingOperation::Store(8, Order::Relaxed)));
            // All changes of priority that the seed has drawn are over.
            for _ in 0..5000 {
                strategy.pick_thread(threads[0], &enabled);
            }
            for starved in [1, 2, 0, 1] {
                strategy.was_starved(threads[starved]);
                assert_eq!(strategy.pick_thread(threads[0], &enabled), starved);
            }
        }
    }
}
