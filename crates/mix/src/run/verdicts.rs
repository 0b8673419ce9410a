//! The verdicts of combinations: each different one once, those that order least first.
//!
//! A combination that orders no less than a sound one is sound (see `ingest::outline`), and is not simulated. Under Ztso, for example, code for RISC-V without it has fences and
//! annotations that code for Ztso lacks, so that what is sound of the latter is sound of all.

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::classes::Class;
use crate::ingest::Assumed;
use crate::ingest::Body;
use crate::judge::{SourceOutcomes, Verdict};
use crate::source_test::Surroundings;
use crate::{Architecture, Machine};

use super::Job;
use super::combinations::{bodies_of, fits_one_machine, machine_of};

/// A combination as what is simulated: the machine, and by piece the number of the code among those that [`Meanings`] distinguishes.
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

/// When code orders no more than other code: for each choice of what may be taken for granted of its thread ([`Granted`]), by its number, whether that is enough.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Comparison(u8);

/// What depends on the other code of a thread when two codes are compared.
#[derive(Clone, Copy, Debug)]
struct Granted {
    /// The later code of the thread that accesses its locations may follow idle writes.
    idle_writes_may_go: bool,
    no_release_before: bool,
    no_acquire_behind: bool,
}

impl Granted {
    fn all() -> impl Iterator<Item = Granted> {
        (0..8_u8).map(|number| Granted {
            idle_writes_may_go: number & 1 != 0,
            no_release_before: number & 2 != 0,
            no_acquire_behind: number & 4 != 0,
        })
    }

    fn number(self) -> u8 {
        u8::from(self.idle_writes_may_go)
            | u8::from(self.no_release_before) << 1
            | u8::from(self.no_acquire_behind) << 2
    }
}

impl Comparison {
    fn of(one: &Body, other: &Body, surroundings: &Surroundings) -> Comparison {
        if std::ptr::eq(one, other) {
            return Comparison(u8::MAX);
        }
        let (Some(own), Some(outline)) = (&one.outline, &other.outline) else { return Comparison::default() };
        let Surroundings { later_accesses, passes_no_results, .. } = surroundings;
        let is_enough = |granted: Granted| {
            let Granted { idle_writes_may_go, no_release_before, no_acquire_behind } = granted;
            let idle_writes_may_go = idle_writes_may_go && later_accesses.is_some();
            let passes_no_results = *passes_no_results;
            let assumed = Assumed { idle_writes_may_go, passes_no_results, no_release_before, no_acquire_behind };
            own.orders_no_more_than(outline, assumed)
        };
        Comparison(Granted::all().filter(|&granted| is_enough(granted)).map(|granted| 1 << granted.number()).sum())
    }

    fn holds(self, granted: Granted) -> bool {
        self.0 >> granted.number() & 1 != 0
    }

    fn never_holds(self) -> bool {
        self.0 == 0
    }
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
            let surroundings = &meanings.surroundings[piece];
            let passes_no_results = surroundings.passes_no_results;
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
            let may_follow = |body: &&Body| {
                passes_no_results && body.outline.as_ref().is_some_and(|outline| outline.may_follow_idle_writes)
            };
            meanings.may_follow_idle_writes.push(bodies.iter().map(may_follow).collect());
            let row = |one: &&Body| bodies.iter().map(|other| Comparison::of(one, other, surroundings)).collect();
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

    /// Pieces of the stronger combination (`other`) are replaced by those of the weaker one, the last ones first: behind each then stands code of the weaker combination, and before
    /// it code of the stronger one.
    fn orders_no_more(&self, one: &[usize], other: &[usize]) -> bool {
        let is_below = |(piece, of_piece): (usize, &Vec<Vec<Comparison>>)| {
            let comparison = of_piece[one[piece]][other[piece]];
            // Most pieces are equal, and most others can be compared whatever their thread does, or never.
            comparison == Comparison(u8::MAX)
                || !comparison.never_holds() && comparison.holds(self.granted(piece, one, other))
        };
        self.orders_no_more.iter().enumerate().all(is_below)
    }

    /// What the thread of a piece grants when the piece is replaced.
    fn granted(&self, piece: usize, one: &[usize], other: &[usize]) -> Granted {
        let Surroundings { later_accesses, before_and_behind, .. } = &self.surroundings[piece];
        let may_follow = |&later: &usize| self.may_follow_idle_writes[later][one[later]];
        let outline = |piece: usize, numbers: &[usize]| self.bodies[piece][numbers[piece]].outline.as_ref();
        let may_release = |piece: usize| outline(piece, other).is_none_or(|outline| outline.may_release);
        let may_acquire = |piece: usize| outline(piece, one).is_none_or(|outline| outline.may_acquire);
        let none = |range: Option<&Range<usize>>, has: &dyn Fn(usize) -> bool| {
            range.is_some_and(|range| !range.clone().any(has))
        };
        let [before, behind] = [0, 1].map(|side| before_and_behind.as_ref().map(|sides| &sides[side]));
        Granted {
            idle_writes_may_go: later_accesses.as_ref().is_some_and(|later| later.iter().all(may_follow)),
            no_release_before: none(before, &may_release),
            no_acquire_behind: none(behind, &may_acquire),
        }
    }

    /// How much code orders that is below this one, piece by piece: no more than what it is no more than.
    fn rank(&self, numbers: &[usize]) -> usize {
        let is_below = |row: &&Vec<Comparison>, number: usize| !row[number].never_holds();
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
