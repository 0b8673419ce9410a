//! The verdicts of combinations: each different one once, those that order least first.
//!
//! A combination that orders no less than a sound one is sound (see `ingest::outline`), and is not simulated. Under Ztso, for example, code for RISC-V without it has fences and
//! annotations that code for Ztso lacks, so that what is sound of the latter is sound of all.

use rustc_hash::FxHashMap;

use crate::classes::Class;
use crate::ingest::Assumed;
use crate::ingest::Body;
use crate::judge::{SourceOutcomes, Verdict};
use crate::source_test::Surroundings;
use crate::{Architecture, Machine};

use super::Job;
use super::combinations::{bodies_of, fits_one_machine, machine_of};

/// A combination as what is simulated: the machine, and by piece the number of the code among those that [`Meanings`] tells apart.
pub(super) type Key = (Machine, Vec<usize>);

/// The different meanings of the classes of each piece.
pub(super) struct Meanings<'a> {
    /// By piece: the code.
    bodies: Vec<Vec<&'a Body>>,
    /// By piece and class: the number of its code.
    numbers: Vec<Vec<usize>>,
    /// By piece, for two codes: when the first orders no more than the second.
    orders_no_more: Vec<Vec<Vec<Comparison>>>,
    /// By piece and code: whether it may come behind idle writes to its locations.
    may_follow_idle_writes: Vec<Vec<bool>>,
    /// What is known of the surroundings of each piece.
    surroundings: Vec<Surroundings>,
}

/// When code orders no more than other code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Comparison {
    Never,
    /// If the later code of its thread that accesses its locations may follow idle writes.
    BeforeOthers,
    Always,
}

impl<'a> Meanings<'a> {
    /// `surroundings` are those of each piece.
    pub(super) fn of(choices: &[&'a [Class]], surroundings: Vec<Surroundings>) -> Meanings<'a> {
        let mut meanings = Meanings {
            bodies: Vec::new(),
            numbers: Vec::new(),
            orders_no_more: Vec::new(),
            may_follow_idle_writes: Vec::new(),
            surroundings,
        };
        for (piece, classes) in choices.iter().enumerate() {
            let Surroundings { later_accesses, passes_no_results } = &meanings.surroundings[piece];
            let (is_known, passes_no_results) = (later_accesses.is_some(), *passes_no_results);
            let mut bodies: Vec<&Body> = Vec::new();
            let mut number = |class: &'a Class| match bodies.iter().position(|body| std::ptr::eq(*body, &*class.shared))
            {
                Some(known) => known,
                None => {
                    bodies.push(&class.shared);
                    bodies.len() - 1
                }
            };
            meanings.numbers.push(classes.iter().map(&mut number).collect());
            let no_more = |one: &Body, other: &Body| match (&one.outline, &other.outline) {
                _ if std::ptr::eq(one, other) => Comparison::Always,
                (Some(own), Some(outline)) => {
                    let if_idle_writes = |idle_writes_may_go| {
                        own.orders_no_more_than(outline, Assumed { idle_writes_may_go, passes_no_results })
                    };
                    match (if_idle_writes(false), is_known && if_idle_writes(true)) {
                        (true, _) => Comparison::Always,
                        (false, true) => Comparison::BeforeOthers,
                        (false, false) => Comparison::Never,
                    }
                }
                _ => Comparison::Never,
            };
            let may_follow = |body: &&Body| {
                passes_no_results && body.outline.as_ref().is_some_and(|outline| outline.may_follow_idle_writes)
            };
            meanings.may_follow_idle_writes.push(bodies.iter().map(may_follow).collect());
            let row = |one: &&Body| bodies.iter().map(|other| no_more(one, other)).collect();
            meanings.orders_no_more.push(bodies.iter().map(row).collect());
            meanings.bodies.push(bodies);
        }
        meanings
    }

    /// A combination of classes on a machine.
    pub(super) fn key(&self, combination: &[usize], machine: Machine) -> Key {
        (machine, combination.iter().zip(&self.numbers).map(|(&class, numbers)| numbers[class]).collect())
    }

    fn bodies(&self, numbers: &[usize]) -> Vec<&'a Body> {
        numbers.iter().zip(&self.bodies).map(|(&number, bodies)| bodies[number]).collect()
    }

    /// Pieces are replaced one by one, the last ones first: behind each then stands code of the weaker combination.
    fn orders_no_more(&self, one: &[usize], other: &[usize]) -> bool {
        let are_followed =
            |later: &Vec<usize>| later.iter().all(|&later| self.may_follow_idle_writes[later][one[later]]);
        let is_below = |(piece, of_piece): (usize, &Vec<Vec<Comparison>>)| match of_piece[one[piece]][other[piece]] {
            Comparison::Never => false,
            Comparison::BeforeOthers => self.surroundings[piece].later_accesses.as_ref().is_some_and(are_followed),
            Comparison::Always => true,
        };
        self.orders_no_more.iter().enumerate().all(is_below)
    }

    /// How much code orders that is below this one, piece by piece: no more than what it is no more than.
    fn rank(&self, numbers: &[usize]) -> usize {
        let is_below = |row: &&Vec<Comparison>, number: usize| row[number] != Comparison::Never;
        let below =
            |of_piece: &[Vec<Comparison>], number: usize| of_piece.iter().filter(|row| is_below(row, number)).count();
        numbers.iter().zip(&self.orders_no_more).map(|(&number, of_piece)| below(of_piece, number)).sum()
    }
}

impl<'a> Job<'a> {
    /// The verdicts of all these combinations.
    pub(super) fn verdicts(
        &mut self,
        combinations: &[Vec<usize>],
        choices: &[&'a [Class]],
        meanings: &Meanings<'a>,
        architecture: Architecture,
        source: &SourceOutcomes,
    ) -> FxHashMap<Key, Verdict> {
        let mut open: Vec<(usize, Key)> = Vec::new();
        let mut verdicts: FxHashMap<Key, Verdict> = FxHashMap::default();
        for combination in combinations {
            let own = bodies_of(combination, choices);
            if !fits_one_machine(&own) {
                continue;
            }
            // Classes often differ in nothing but the machine that they need.
            let key = meanings.key(combination, machine_of(&own, architecture));
            if verdicts.insert(key.clone(), Verdict::Sound).is_none() {
                open.push((meanings.rank(&key.1), key));
            }
        }
        open.sort_by_key(|(rank, _)| *rank);
        let mut sound: FxHashMap<Machine, Vec<Vec<usize>>> = FxHashMap::default();
        for (_, key) in open {
            let (machine, numbers) = &key;
            let known = sound.entry(*machine).or_default();
            let is_implied =
                self.models.are_shipped && known.iter().any(|weaker| meanings.orders_no_more(weaker, numbers));
            if is_implied && !self.options.checks_classes {
                continue;
            }
            let found = self.verdict(&meanings.bodies(numbers), (architecture, *machine), source);
            let verdict = match (is_implied, found == Verdict::Sound) {
                (false, true) => {
                    known.push(numbers.clone());
                    found
                }
                (true, false) => {
                    let reason = "code that orders more has outcomes that code that orders less has not";
                    Verdict::Unknown(format!("{reason}: {found:?}"))
                }
                (true, true) | (false, false) => found,
            };
            verdicts.insert(key, verdict);
        }
        verdicts
    }
}
