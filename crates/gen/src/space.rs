//! All cycles of a pool, each once.
//!
//! Cycles are the same up to rotation: which thread is called P0 and which location x is no difference. As words over the pool's relaxations they are
//! necklaces, and the algorithm of Fredricksen, Kessler and Maiorana (Ruskey, Savage, Wang: *Generating necklaces*, Journal of Algorithms 13, 1992) writes
//! each necklace once, without remembering the others; words that no cycle begins with are left early. Where different words make one cycle (a pool
//! with `[Rfe,PodRR]`, `Rfe` and `PodRR`, or with `Coe` and `CoeLP`), the first of them counts: each cycle is taken apart in all ways, and
//! is left out if it is a smaller word too (`decompose.rs`).

mod decompose;
mod sample;

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use smallvec::SmallVec;

use crate::edge::{Annotation, Direction, Edge, EdgeKind, Sameness};
use crate::mode::{Mode, SafeOrders, may_follow};
use crate::refusal::Refusal;
use crate::resolve::resolve;
use crate::vocabulary::Vocabulary;

pub use sample::Samples;

/// A relaxation: one edge, or several that belong together.
pub type Relaxation = Vec<Edge>;

/// What cycles are made of.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Pool {
    /// Relaxations one of which at least is in each cycle. When there are none, nothing has to be.
    pub relaxed: Vec<Relaxation>,
    /// Further ones.
    pub safe: Vec<Relaxation>,
    /// Sequences that no cycle contains.
    pub rejected: Vec<Relaxation>,
    /// Sequences that cycles contain one of, as a beginning, beside what is chosen. When there are none, nothing has to be.
    pub prefixes: Vec<Relaxation>,
}

/// Which cycles of a pool.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// How many relaxations a cycle has at most.
    pub size: usize,
    /// Whether it has that many exactly.
    pub is_exact: bool,
    /// How many threads it has at most.
    pub threads: usize,
    /// How many accesses a thread has at most.
    pub accesses: usize,
    /// Which relaxations may follow each other.
    pub mode: Mode,
    /// How many different relaxed ones a cycle has at least.
    pub least_relaxed: usize,
    /// How many it has at most.
    pub most_relaxed: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            size: 6,
            is_exact: false,
            threads: 4,
            accesses: 4,
            mode: Mode::Default,
            least_relaxed: 1,
            most_relaxed: 1,
        }
    }
}

impl Pool {
    /// This pool, changed: `Pool::default().with(|set| set.safe = safe)`.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }
}

impl Limits {
    /// These limits, changed: `Limits::default().with(|set| set.size = 4)`.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }
}

/// A relaxation of the pool, by its number.
type LetterId = u16;

/// A relaxation with what is asked of it all the time.
#[derive(Debug)]
struct Letter {
    edges: Relaxation,
    is_relaxed: bool,
    /// How many of its edges lead to another thread.
    externals: u8,
    /// Edges within a thread before the first of those, and behind the last; where there is none, all of them.
    leading: u8,
    trailing: u8,
    /// The largest number of edges within a thread between two of those.
    longest: u8,
}

/// All cycles of a pool within limits.
#[derive(Debug)]
pub struct Space {
    vocabulary: &'static Vocabulary,
    limits: Limits,
    letters: Vec<Letter>,
    prefixes: Vec<Relaxation>,
    rejected: Vec<Relaxation>,
    safe_orders: SafeOrders,
    /// Row i, bit j: letter j may follow letter i.
    follows: Vec<Vec<u64>>,
    /// Row i, bit j: letter i may follow letter j.
    precedes: Vec<Vec<u64>>,
    /// By an edge of a cycle the letters whose first step may make it, as bits.
    makers: HashMap<EdgeKind, Vec<u64>>,
    /// Whether each cycle is one word only.
    is_unambiguous: bool,
}

impl Space {
    /// Prepares the search.
    ///
    /// # Errors
    /// When the pool is empty or too large.
    pub fn new(vocabulary: &'static Vocabulary, pool: &Pool, limits: Limits) -> Result<Space, Refusal> {
        let mut letters = Vec::new();
        let mut seen: HashSet<&Relaxation> = HashSet::new();
        let both = pool.relaxed.iter().map(|one| (one, true)).chain(pool.safe.iter().map(|one| (one, false)));
        for (relaxation, is_relaxed) in both {
            if !relaxation.is_empty() && fits_together(vocabulary, relaxation) && seen.insert(relaxation) {
                letters.push(Letter::new(relaxation.clone(), is_relaxed));
            }
        }
        if letters.is_empty() {
            return Err(Refusal::new("the pool has no edge from which cycles could be made"));
        }
        if letters.len() > usize::from(LetterId::MAX) {
            return Err(Refusal::new(format!("a pool of {} relaxations; 65535 are the most", letters.len())));
        }
        let orders = pool.safe.iter().filter_map(|relaxation| match relaxation.as_slice() {
            [Edge { kind: EdgeKind::Order(place, source, target), .. }] => Some((*place, *source, *target)),
            _ => None,
        });
        let mut kinds = HashSet::new();
        let is_unambiguous = pool.prefixes.is_empty()
            && letters
                .iter()
                .all(|letter| matches!(letter.edges.as_slice(), [edge] if edge.is_step() && kinds.insert(edge.kind)));
        let mut space = Space {
            vocabulary,
            limits,
            safe_orders: orders.collect(),
            prefixes: pool.prefixes.clone(),
            rejected: pool.rejected.iter().filter(|sequence| !sequence.is_empty()).cloned().collect(),
            follows: Vec::new(),
            precedes: Vec::new(),
            makers: decompose::makers(&letters),
            is_unambiguous,
            letters,
        };
        let count = space.letters.len();
        space.follows = (0..count).map(|left| space.row(left)).collect();
        let precedes = |right: usize| bits(count, |left| space.may_follow(left as LetterId, right as LetterId));
        space.precedes = (0..count).map(precedes).collect();
        Ok(space)
    }

    fn row(&self, left: usize) -> Vec<u64> {
        bits(self.letters.len(), |right| self.sequences_fit(&self.letters[left].edges, &self.letters[right].edges))
    }

    /// Whether the relaxation `right` may follow `left`.
    fn sequences_fit(&self, left: &[Edge], right: &[Edge]) -> bool {
        let no_insert = |edge: &&Edge| !matches!(edge.kind, EdgeKind::Insert(_));
        let (Some(last), Some(first)) = (left.iter().rev().find(no_insert), right.iter().find(no_insert)) else {
            return !matches!((left.last(), right.first()), (Some(one), Some(other)) if !no_insert(&one) && !no_insert(&other));
        };
        edges_fit(last, first) && may_follow(self.vocabulary, self.limits.mode, &self.safe_orders, last, first)
    }

    fn may_follow(&self, left: LetterId, right: LetterId) -> bool {
        self.follows[usize::from(left)][usize::from(right) / 64] >> (right % 64) & 1 == 1
    }

    /// The letters from `least` on that may follow `last` (any where there is none) and are in each of `rows`, ascending.
    fn letters_after<'a>(
        &'a self,
        last: Option<LetterId>,
        least: LetterId,
        rows: [Option<&'a [u64]>; 2],
    ) -> impl Iterator<Item = LetterId> + 'a {
        let count = self.letters.len();
        let last = last.map(|last| self.follows[usize::from(last)].as_slice());
        let first = usize::from(least) / 64;
        (first..count.div_ceil(64)).flat_map(move |at| {
            let all = if count - at * 64 >= 64 { u64::MAX } else { (1 << (count - at * 64)) - 1 };
            let from = if at == first { u64::MAX << (least % 64) } else { u64::MAX };
            let mut left = [last].into_iter().chain(rows).flatten().fold(all & from, |left, row| left & row[at]);
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros())?;
                left &= left - 1;
                Some((at * 64) as LetterId + bit as LetterId)
            })
        })
    }

    /// Shows each cycle, with all directions and annotations, to `visit` until that breaks off.
    ///
    /// # Errors
    /// What `visit` breaks off with.
    pub fn for_each<B>(&self, visit: &mut dyn FnMut(&[Edge]) -> ControlFlow<B>) -> ControlFlow<B> {
        let shortest = if self.limits.is_exact { self.limits.size } else { 1 };
        for length in shortest..=self.limits.size {
            let mut search = Search { space: self, length, word: SmallVec::new(), visit };
            // With prefixes a cycle has a beginning, so that each rotation is a word of its own.
            if self.prefixes.is_empty() {
                search.necklaces(0, 0, Progress::default())?;
            } else {
                search.words(Progress::default())?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The cycle that a word makes, if it is one of the space, and this word is the first one that makes it.
    fn cycle_of(&self, prefix: &[Edge], word: &[LetterId]) -> Option<Vec<Edge>> {
        // What costs least is asked first, since most words fail somewhere.
        let relaxed: SmallVec<[LetterId; 16]> = self.different_relaxed(word);
        // A pool without relaxed edges cannot be asked for some.
        let has_relaxed = self.letters.iter().any(|letter| letter.is_relaxed);
        if has_relaxed && (relaxed.len() < self.limits.least_relaxed || relaxed.len() > self.limits.most_relaxed) {
            return None;
        }
        let letters = word.iter().flat_map(|letter| &self.letters[usize::from(*letter)].edges);
        let edges: SmallVec<[Edge; 16]> = prefix.iter().chain(letters).copied().collect();
        if self.rejected.iter().any(|sequence| contains(&edges, sequence)) {
            return None;
        }
        let resolved = resolve(self.vocabulary, &edges).ok()?;
        if !self.is_within_limits(&resolved) {
            return None;
        }
        (self.is_unambiguous || self.is_first(prefix, word, &resolved)).then_some(resolved)
    }

    fn different_relaxed(&self, word: &[LetterId]) -> SmallVec<[LetterId; 16]> {
        let mut relaxed: SmallVec<[LetterId; 16]> = SmallVec::new();
        for letter in word {
            if self.letters[usize::from(*letter)].is_relaxed && !relaxed.contains(letter) {
                relaxed.push(*letter);
            }
        }
        relaxed
    }

    fn is_within_limits(&self, edges: &[Edge]) -> bool {
        let externals = edges.iter().filter(|edge| edge.is_external()).count();
        // A single communication between threads would lead back to its own.
        if externals > self.limits.threads || externals == 1 {
            return false;
        }
        if self.limits.mode.wants_two_locations() {
            let changes = edges.iter().filter(|edge| edge.place() == Sameness::Different).count();
            if externals == 0 || changes < 2 {
                return false;
            }
        }
        let (mut longest, mut run) = (0, 0);
        // Twice round, as a thread may go over the end of the list.
        for edge in edges.iter().chain(edges) {
            run = if edge.is_external() { 0 } else { run + usize::from(!matches!(edge.kind, EdgeKind::Annotation)) };
            longest = longest.max(run);
        }
        (externals == 0 && edges.len() < self.limits.accesses) || externals > 0 && longest < self.limits.accesses
    }
}

impl Letter {
    fn new(edges: Relaxation, is_relaxed: bool) -> Letter {
        let (mut runs, mut run): (SmallVec<[u8; 8]>, u8) = (SmallVec::new(), 0);
        for edge in &edges {
            if edge.is_external() {
                runs.push(run);
                run = 0;
            } else if edge.kind != EdgeKind::Annotation {
                run += 1;
            }
        }
        let externals = runs.len() as u8;
        let leading = runs.first().copied().unwrap_or(run);
        let longest = runs.iter().skip(1).copied().max().unwrap_or(0);
        Letter { edges, is_relaxed, externals, leading, trailing: run, longest }
    }
}

/// The numbers below `count` that `is_in` says yes to, as bits.
fn bits(count: usize, is_in: impl Fn(usize) -> bool) -> Vec<u64> {
    let mut bits = vec![0; count.div_ceil(64)];
    for number in (0..count).filter(|number| is_in(*number)) {
        bits[number / 64] |= 1 << (number % 64);
    }
    bits
}

/// Whether directions and annotations of two neighbours fit, as far as they are known.
fn edges_fit(left: &Edge, right: &Edge) -> bool {
    let directions = match (left.target_direction(), right.source_direction()) {
        (Some(one), Some(other)) => one == other,
        (None, None) => !left.is_step() || !right.is_step(),
        _ => true,
    };
    let annotations = match (left.target, right.source) {
        (Some(one), Some(other)) => Annotation::merge(one, other).is_some(),
        _ => true,
    };
    directions && annotations
}

/// Whether the edges of a relaxation fit together, and each annotation fits its access.
fn fits_together(vocabulary: &Vocabulary, relaxation: &[Edge]) -> bool {
    let steps: SmallVec<[&Edge; 8]> = relaxation.iter().filter(|edge| edge.is_step()).collect();
    let applies = |annotation: Option<Annotation>, direction: Option<Direction>| {
        direction.is_none_or(|direction| vocabulary.applies(annotation, direction))
    };
    steps.windows(2).all(|pair| edges_fit(pair[0], pair[1]))
        && steps
            .iter()
            .all(|edge| applies(edge.source, edge.source_direction()) && applies(edge.target, edge.target_direction()))
}

/// Whether a sequence is in the cycle somewhere. A read-modify-write without annotations is one with any: in C there is none without.
fn contains(cycle: &[Edge], sequence: &[Edge]) -> bool {
    let fits = |edge: &Edge, wanted: &Edge| {
        let is_free = matches!(wanted.kind, EdgeKind::Update(_));
        let says = |wanted: Option<Annotation>, own| wanted == own || is_free && wanted.is_none();
        edge.kind == wanted.kind && says(wanted.source, edge.source) && says(wanted.target, edge.target)
    };
    let is_at = |start: usize| {
        (0..sequence.len()).all(|offset| fits(&cycle[(start + offset) % cycle.len()], &sequence[offset]))
    };
    sequence.len() <= cycle.len() && (0..cycle.len()).any(is_at)
}

/// What is known of a word's beginning.
#[derive(Clone, Copy, Debug, Default)]
struct Progress {
    externals: usize,
    /// Edges within the thread that is at its end.
    run: usize,
    relaxed: usize,
}

struct Search<'a, 'v, B> {
    space: &'a Space,
    length: usize,
    word: SmallVec<[LetterId; 16]>,
    visit: &'v mut dyn FnMut(&[Edge]) -> ControlFlow<B>,
}

impl<B> Search<'_, '_, B> {
    /// All necklaces that begin with the word. `period` is the length of the shortest word whose repetition it begins; 0 at the start.
    fn necklaces(&mut self, at: usize, period: usize, progress: Progress) -> ControlFlow<B> {
        if at == self.length {
            let closes = self.space.may_follow(self.word[at - 1], self.word[0]);
            // A word that could go on to a necklace is one itself only if its period divides its length.
            return if closes && self.length.is_multiple_of(period) {
                self.found(&[])
            } else {
                ControlFlow::Continue(())
            };
        }
        let least = if at < period || period == 0 { 0 } else { self.word[at - period] };
        // The last letter has to lead back to the first one.
        let space = self.space;
        let closing = (at > 0 && at + 1 == self.length).then(|| space.precedes[usize::from(self.word[0])].as_slice());
        for letter in space.letters_after(self.word.last().copied(), least, [closing, None]) {
            let Some(next) = self.step(letter, progress) else { continue };
            self.word.push(letter);
            let period = if at > 0 && letter == least { period } else { at + 1 };
            let result = self.necklaces(at + 1, period, next);
            self.word.pop();
            result?;
        }
        ControlFlow::Continue(())
    }

    /// All words, behind each prefix.
    fn words(&mut self, progress: Progress) -> ControlFlow<B> {
        if self.word.len() == self.length {
            let space = self.space;
            for prefix in &space.prefixes {
                let (first, last) = (self.word[0], self.word[self.word.len() - 1]);
                let edges = |letter: LetterId| space.letters[usize::from(letter)].edges.as_slice();
                if space.sequences_fit(prefix, edges(first)) && space.sequences_fit(edges(last), prefix) {
                    self.found(prefix)?;
                }
            }
            return ControlFlow::Continue(());
        }
        let space = self.space;
        for letter in space.letters_after(self.word.last().copied(), 0, [None, None]) {
            let Some(next) = self.step(letter, progress) else { continue };
            self.word.push(letter);
            let result = self.words(next);
            self.word.pop();
            result?;
        }
        ControlFlow::Continue(())
    }

    /// What is known with one more letter, which may follow the last one; `None` when no cycle begins so.
    fn step(&self, letter: LetterId, progress: Progress) -> Option<Progress> {
        let (space, limits) = (self.space, &self.space.limits);
        let this = &space.letters[usize::from(letter)];
        let externals = progress.externals + usize::from(this.externals);
        let through = progress.run + usize::from(this.leading);
        let longest = through.max(usize::from(this.longest));
        if externals > limits.threads || longest >= limits.accesses {
            return None;
        }
        let is_new = this.is_relaxed && !self.word.contains(&letter);
        let relaxed = progress.relaxed + usize::from(is_new);
        if relaxed > limits.most_relaxed {
            return None;
        }
        let run = if this.externals > 0 { usize::from(this.trailing) } else { through };
        Some(Progress { externals, run, relaxed })
    }

    fn found(&mut self, prefix: &[Edge]) -> ControlFlow<B> {
        match self.space.cycle_of(prefix, &self.word) {
            Some(cycle) => (self.visit)(&cycle),
            None => ControlFlow::Continue(()),
        }
    }
}
