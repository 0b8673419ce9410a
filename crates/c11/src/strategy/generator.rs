//! Pseudo-random numbers: SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators. OOPSLA 2014).

use super::Choice;

/// A generator; its state is a counter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Generator {
    state: u64,
    /// The next output: worked out ahead, as the choice of a thread and all that comes after wait for it.
    output: u64,
}

impl Default for Generator {
    fn default() -> Generator {
        Generator::new(0)
    }
}

const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// The output function: a bijection that spreads every bit.
pub(super) const fn mix(state: u64) -> u64 {
    let state = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let state = (state ^ state >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    state ^ state >> 31
}

impl Generator {
    pub(super) fn new(seed: u64) -> Generator {
        let state = seed.wrapping_add(STEP);
        Generator { state, output: mix(state) }
    }

    pub(super) fn next(&mut self) -> u64 {
        let output = self.output;
        *self = Generator::new(self.state);
        output
    }

    /// A number below `bound` (0 if that is 0). The bias, below 2^-32 for what is asked here, does not matter.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }

    /// The answer to [`super::Strategy::pick`] of all strategies that draw: one option is as good as another, but a compare-exchange fails
    /// spuriously once in sixteen times only. Most programs just try again, and what they do otherwise is more worth an execution.
    pub(super) fn choose(&mut self, choice: Choice, options: usize) -> usize {
        match choice {
            Choice::SpuriousFailure => usize::from(self.one_in(4)),
            Choice::Wake | Choice::Other => self.below(options),
        }
    }

    /// True once in `2^bits` times.
    pub(super) fn one_in(&mut self, bits: u32) -> bool {
        self.next() >> (64 - bits.clamp(1, 63)) == 0
    }
}
