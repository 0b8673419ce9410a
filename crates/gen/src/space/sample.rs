//! Cycles of a space at random, each with the same probability.
//!
//! Closed walks through the graph of what may follow what are drawn with equal probabilities (their numbers are powers of the adjacency matrix). A cycle has
//! as many walks as different rotations, so a walk is kept with one over that probability; and what the space has not is thrown away. Draws are independent:
//! a cycle may come twice.

use smallvec::SmallVec;

use super::{LetterId, Space};
use crate::edge::Edge;
use crate::refusal::Refusal;

/// So many draws in vain end the search.
const MOST_DRAWS: u32 = 20_000_000;

/// Draws cycles of a space.
#[derive(Debug)]
pub struct Samples<'a> {
    space: &'a Space,
    random: Random,
    /// The number of walks from letter to letter by length, from 0: `walks[l][i * n + j]`.
    walks: Vec<Vec<f64>>,
    /// How many closed walks have each length, from 1.
    closed: Vec<f64>,
}

impl<'a> Samples<'a> {
    /// Draws from `space`; `seed` decides what.
    ///
    /// # Errors
    /// When the space has prefixes, or no closed walk.
    pub fn new(space: &'a Space, seed: u64) -> Result<Samples<'a>, Refusal> {
        if !space.prefixes.is_empty() {
            return Err(Refusal::new("samples of cycles with a prefix are not drawn"));
        }
        let n = space.letters.len();
        let mut walks = vec![identity(n)];
        for length in 1..=space.limits.size {
            walks.push(one_step_more(space, &walks[length - 1], n));
        }
        let trace = |matrix: &Vec<f64>| (0..n).map(|letter| matrix[letter * n + letter]).sum::<f64>();
        let shortest = if space.limits.is_exact { space.limits.size } else { 1 };
        let closed: Vec<f64> =
            (1..=space.limits.size).map(|length| if length < shortest { 0.0 } else { trace(&walks[length]) }).collect();
        if closed.iter().sum::<f64>() == 0.0 {
            return Err(Refusal::new("no cycle can be made of this pool"));
        }
        Ok(Samples { space, random: Random::new(seed), walks, closed })
    }

    /// The next cycle.
    ///
    /// # Errors
    /// When none is found in twenty million draws.
    pub fn draw(&mut self) -> Result<Vec<Edge>, Refusal> {
        for _ in 0..MOST_DRAWS {
            let mut word = self.walk();
            let rotations = different_rotations(&word);
            if self.random.below(rotations as u64) != 0 {
                continue;
            }
            least_rotation(&mut word);
            if let Some(cycle) = self.space.cycle_of(&[], &word) {
                return Ok(cycle);
            }
        }
        Err(Refusal::new(format!("{MOST_DRAWS} draws from this pool gave no cycle within the limits")))
    }

    fn walk(&mut self) -> SmallVec<[LetterId; 16]> {
        let n = self.space.letters.len();
        let length = 1 + self.random.weighted(self.closed.iter().copied());
        let diagonal = |letter: usize| self.walks[length][letter * n + letter];
        let start = self.random.weighted((0..n).map(diagonal));
        let mut word: SmallVec<[LetterId; 16]> = SmallVec::from_slice(&[start as LetterId]);
        for left in (1..length).rev() {
            let last = word[word.len() - 1];
            let weight = |letter: usize| {
                let follows = self.space.may_follow(last, letter as LetterId);
                if follows { self.walks[left][letter * n + start] } else { 0.0 }
            };
            word.push(self.random.weighted((0..n).map(weight)) as LetterId);
        }
        word
    }
}

fn identity(n: usize) -> Vec<f64> {
    (0..n * n).map(|place| f64::from(place / n == place % n)).collect()
}

/// Walks of one more step: a first step, then those of `walks`.
fn one_step_more(space: &Space, walks: &[f64], n: usize) -> Vec<f64> {
    let mut longer = vec![0.0; n * n];
    for from in 0..n {
        let row = &mut longer[from * n..(from + 1) * n];
        for through in (0..n).filter(|through| space.may_follow(from as LetterId, *through as LetterId)) {
            for (sum, more) in row.iter_mut().zip(&walks[through * n..(through + 1) * n]) {
                *sum += more;
            }
        }
    }
    longer
}

fn different_rotations(word: &[LetterId]) -> usize {
    let length = word.len();
    let repeats =
        |period: &usize| length.is_multiple_of(*period) && (0..length).all(|at| word[at] == word[at % period]);
    (1..=length).find(repeats).unwrap_or(length)
}

fn least_rotation(word: &mut [LetterId]) {
    let length = word.len();
    let rotated = |start: usize| (0..length).map(move |offset| (start + offset) % length);
    let letters: SmallVec<[LetterId; 16]> = SmallVec::from_slice(word);
    let best = (0..length)
        .min_by(|left, right| rotated(*left).map(|at| letters[at]).cmp(rotated(*right).map(|at| letters[at])));
    word.rotate_left(best.unwrap_or(0));
}

/// SplitMix64 (Steele, Lea, Flood: *Fast splittable pseudorandom number generators*, OOPSLA 2014).
#[derive(Debug)]
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Random {
        Random(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^ (bits >> 31)
    }

    /// A number below `bound`, each with the same probability (but for one part in 2^64).
    fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u64
    }

    /// A place in a list of weights, each with a probability in proportion to its weight.
    fn weighted(&mut self, weights: impl Iterator<Item = f64> + Clone) -> usize {
        let total: f64 = weights.clone().sum();
        let mut left = total * (self.next() >> 11) as f64 / (1_u64 << 53) as f64;
        let mut last = 0;
        for (place, weight) in weights.enumerate() {
            if weight > 0.0 {
                last = place;
                if left < weight {
                    return place;
                }
                left -= weight;
            }
        }
        last
    }
}
