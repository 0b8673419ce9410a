//! Critical cycles as litmus tests, which the simulator confirms or refutes.
//!
//! A test has the cycle's accesses and nothing else. Between the two accesses of a thread stands what orders them on every path of the program, in the functions that are called on
//! the way, too: nothing, a dependency, a lightweight or a full fence, the pair that the cycle was found for included. A test that the model forbids means that the pair need not be
//! ordered because of this cycle.
//!
//! What is confirmed may still never happen: values and conditions of the program are not in the test, so that no execution may go round the cycle. What of the cycle itself the
//! test does not have is said with the verdict ([`LeftOut`]).

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use ::aeg::delays::{Delay, Delays};
use ::aeg::evidence::Evidence;
use ::aeg::graph::EventId;
use ::aeg::model::{Direction, Model, Strength};
use ::aeg::walk::{Slots, Walker};
use ::arch::{Architecture, Pairs};
use ::cprog::ir::{Operation, Program};
use ::fence::analysis::Analysis;
use ::fence::pipeline::Outcome;
use ::generator::{self, FenceWord, Generator, TopLevel, Vocabulary};
use ::relation::Index;
use ::sim::{self, Observation, Test};
use ::source::{Diagnostic, Sources};

/// How a memory model's cycles are written: the words of the generator.
struct Dialect {
    /// The simulator's model.
    model: &'static str,
    full: &'static str,
    lightweight: &'static str,
    /// What orders two writes.
    store: &'static str,
}

impl Dialect {
    /// The words for the barriers of an architecture.
    fn new(architecture: &'static Architecture, model: &'static str, vocabulary: &Vocabulary) -> Dialect {
        let word = |pairs: Pairs| {
            let is_it = |word: &&FenceWord| {
                word.is_common && architecture.barrier(word.text).is_some_and(|barrier| barrier.pairs == pairs)
            };
            vocabulary.fences.iter().find(is_it).map(|word| word.name)
        };
        let full = word(Pairs::ALL).unwrap_or(vocabulary.fence(vocabulary.strong_fence).name);
        Dialect {
            model,
            full,
            lightweight: word(Pairs::LIGHTWEIGHT).unwrap_or(full),
            store: word(Pairs::WRITE_WRITE).unwrap_or(full),
        }
    }
}

/// More cycles than that are not written.
const MAX_TESTS: usize = 1000;

/// What of a cycle its test does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum LeftOut {
    /// An access is half of a read-modify-write.
    Atomicity,
    /// An access is made by a library function or by code that is not there.
    Extent,
    /// Two threads of the cycle hold one lock.
    CriticalSections,
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            LeftOut::Atomicity => "that a read and a write are one atomic operation",
            LeftOut::Extent => {
                "that an access stands for all that a library function, or code that is not there, touches"
            }
            LeftOut::CriticalSections => "critical sections, at whose ends it has full fences",
        })
    }
}

/// Cycles that have one test.
#[derive(Default)]
struct Shape {
    count: usize,
    left_out: BTreeSet<LeftOut>,
}

/// A test of a critical cycle.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CycleTest {
    /// The cycle, in the words of `lakmus gen`.
    pub cycle: String,
    /// How many pairs have such a cycle.
    pub count: usize,
    /// What of the cycle the test does not have.
    pub left_out: BTreeSet<LeftOut>,
    /// The test, or why there is none.
    pub made: Result<Made, String>,
}

/// A test, and what the simulator says of it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Made {
    /// Its name.
    pub name: String,
    /// Its text.
    pub text: String,
    /// The model that it was simulated under.
    pub model: &'static str,
    /// Whether the model allows the cycle.
    pub is_confirmed: bool,
}

impl fmt::Display for CycleTest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let made = match &self.made {
            Ok(made) => made,
            Err(why) => return f.write_str(why),
        };
        let cycles = if self.count == 1 { "cycle" } else { "cycles" };
        let verdict = if made.is_confirmed { "confirmed" } else { "refuted" };
        write!(f, "{} {cycles}, {verdict} by {}", self.count, made.model)?;
        for (index, left_out) in self.left_out.iter().enumerate() {
            write!(f, "{}{left_out}", if index == 0 { "; the test leaves out " } else { "; " })?;
        }
        Ok(())
    }
}

/// The tests of all critical cycles, each shape once.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CycleTests {
    /// The tests.
    pub tests: Vec<CycleTest>,
    /// How many pairs there are,
    pub pairs: usize,
    /// and how many of them have no test: no cycle of theirs is known, or they are past the first 1000.
    pub without: usize,
}

impl CycleTests {
    /// What there is to say of the pairs without a test.
    pub fn rest(&self) -> String {
        format!(
            "{} of {} pairs without a test: no cycle of theirs is known, or they are past the first {MAX_TESTS}",
            self.without, self.pairs
        )
    }
}

/// Why there are no tests.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CycleTestError {
    /// There is no language for tests of this model.
    #[error("there are no litmus tests for {0}")]
    NoTests(Model),
    /// What was generated is not understood, which is a mistake of ours.
    #[error("{cycle}: {why}")]
    NotUnderstood {
        /// The cycle.
        cycle: String,
        /// What is wrong with it.
        why: String,
    },
}

/// How sure it is that a pair which is to be ordered shows, surest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Group {
    /// The simulator allows the pair's cycle, with all that orders its accesses in the program, and each access is to one variable whatever the execution. Values and conditions of the program are not looked at.
    Confirmed,
    /// The simulator does not forbid the cycle, and all threads on it have ways to the same objects ([`Evidence::SameObject`]).
    Likely,
    /// There is a cycle if addresses are the same of which points-to analysis alone says that they may be; or the search for one was given up, or the simulator forbids the one that was found.
    NotExcluded,
}

impl Group {
    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Group::Confirmed => "confirmed",
            Group::Likely => "likely",
            Group::NotExcluded => "not excluded",
        }
    }
}

impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How sure it is that the pairs which are to be ordered show: how many there are of each kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Groups {
    /// See [`Group::Confirmed`].
    pub confirmed: usize,
    /// See [`Group::Likely`].
    pub likely: usize,
    /// See [`Group::NotExcluded`].
    pub not_excluded: usize,
    /// The group of each pair, by the order of [`Report::pairs`](crate::fence::Report::pairs).
    of_pairs: Vec<Group>,
}

impl Groups {
    fn of_pairs(of_pairs: Vec<Group>) -> Groups {
        let count = |group| of_pairs.iter().filter(|of_pair| **of_pair == group).count();
        let [confirmed, likely, not_excluded] = [Group::Confirmed, Group::Likely, Group::NotExcluded].map(count);
        Groups { confirmed, likely, not_excluded, of_pairs }
    }

    /// The surest group of these pairs, which are indices into [`Report::pairs`](crate::fence::Report::pairs).
    pub fn of(&self, pairs: &[usize]) -> Group {
        let groups = pairs.iter().filter_map(|pair| self.of_pairs.get(*pair));
        groups.min().copied().unwrap_or(Group::NotExcluded)
    }
}

/// Shapes of cycles that are simulated for [`groups`].
const MAX_SIMULATED: usize = 40;

/// Puts the pairs that are to be ordered into groups.
///
/// # Errors
/// When a test that was made is not understood, which is a mistake of ours.
pub fn groups(outcome: &Outcome) -> Result<Groups, CycleTestError> {
    let (program, analysis) = (outcome.program(), outcome.analysis());
    let model = analysis.aeg.options.model;
    let pairs = &analysis.delays.pairs;
    let architecture = model.architecture().zip(model.litmus).filter(|(known, litmus)| known.name == litmus.language);
    let Some((architecture, litmus)) = architecture else {
        return Ok(Groups::of_pairs(pairs.iter().map(|delay| by_evidence(delay).max(Group::Likely)).collect()));
    };
    let generator = Generator::new(litmus.language, generator::Options::default())
        .map_err(|refusal| not_understood(litmus.language, refusal))?;
    let dialect = Dialect::new(architecture, model.name, generator.vocabulary());
    let slots = Slots::default();
    let mut cycles = Cycles::new(program, analysis, &dialect, &slots);
    let mut verdicts: BTreeMap<String, Option<bool>> = BTreeMap::new();
    let mut of_pairs = Vec::new();
    for delay in pairs {
        let group = by_evidence(delay);
        if group == Group::NotExcluded {
            of_pairs.push(group);
            continue;
        }
        let is_whole = cycles.left_out(delay).is_empty();
        let words = cycles.words(delay);
        let verdict = match verdicts.get(&words) {
            Some(verdict) => *verdict,
            None if verdicts.len() == MAX_SIMULATED => None,
            None => {
                let verdict = made(&generator, &words, &dialect)?.ok().map(|made| made.is_confirmed);
                verdicts.insert(words, verdict);
                verdict
            }
        };
        of_pairs.push(match verdict {
            Some(true) if is_whole => group,
            Some(false) => Group::NotExcluded,
            Some(true) | None => group.max(Group::Likely),
        });
    }
    Ok(Groups::of_pairs(of_pairs))
}

/// The group of a pair whose cycle the model allows.
fn by_evidence(delay: &Delay) -> Group {
    if delay.evidence >= Evidence::SameVariable {
        Group::Confirmed
    } else if delay.evidence >= Evidence::SameObject {
        Group::Likely
    } else {
        Group::NotExcluded
    }
}

/// Makes a test of each critical cycle that was found, each shape once, and asks the simulator whether the model allows it.
///
/// # Errors
/// When there are no litmus tests for the model.
pub fn cycle_tests(outcome: &Outcome) -> Result<CycleTests, CycleTestError> {
    let (program, analysis) = (outcome.program(), outcome.analysis());
    let model = analysis.aeg.options.model;
    let refusal = || CycleTestError::NoTests(model);
    let litmus = model.litmus.ok_or_else(refusal)?;
    // There are no tests in the instructions of SPARC, and those of x86 have not all of its barriers.
    let architecture = model.architecture().filter(|known| known.name == litmus.language).ok_or_else(refusal)?;
    let generator = Generator::new(litmus.language, generator::Options::default())
        .map_err(|refusal| not_understood(litmus.language, refusal))?;
    let dialect = Dialect::new(architecture, model.name, generator.vocabulary());
    let slots = Slots::default();
    let mut cycles = Cycles::new(program, analysis, &dialect, &slots);
    let mut shapes: BTreeMap<String, Shape> = BTreeMap::new();
    let pairs = &analysis.delays.pairs;
    for delay in pairs.iter().filter(|delay| !delay.witness.is_empty()).take(MAX_TESTS) {
        let shape = shapes.entry(cycles.words(delay)).or_default();
        shape.count += 1;
        shape.left_out.extend(cycles.left_out(delay));
    }
    let without: usize = pairs.len() - shapes.values().map(|shape| shape.count).sum::<usize>();
    let test = |(cycle, Shape { count, left_out }): (String, Shape)| {
        let made = made(&generator, &cycle, &dialect)?;
        Ok(CycleTest { cycle, count, left_out, made })
    };
    let tests = shapes.into_iter().map(test).collect::<Result<_, _>>()?;
    Ok(CycleTests { tests, pairs: pairs.len(), without })
}

/// The test of a cycle, or why there is none.
fn made(generator: &Generator, words: &str, dialect: &Dialect) -> Result<Result<Made, String>, CycleTestError> {
    let mut sources = Sources::new();
    let source = sources.add("cycle", words);
    let edges = generator::parse(generator.vocabulary(), words, sources.whole(source), TopLevel::Sequence)
        .map_err(|error| not_understood(words, error.message))?;
    let edges = edges.first().ok_or_else(|| not_understood(words, "not a cycle"))?;
    let made = match generator.one(None, edges, &[]) {
        Ok(made) => made,
        Err(refusal) => return Ok(Err(refusal.to_string())),
    };
    let is_confirmed = is_allowed(words, &made.text, dialect.model)?;
    Ok(Ok(Made { name: made.name, text: made.text, model: dialect.model, is_confirmed }))
}

/// Whether the model allows the outcome of a test.
fn is_allowed(cycle: &str, text: &str, model: &str) -> Result<bool, CycleTestError> {
    let refused = |found: Vec<Diagnostic>| not_understood(cycle, format!("{found:?}"));
    let mut sources = Sources::new();
    let source = sources.add("cycle.litmus", text);
    let test = Test::load(&sources, source, "cycle").map_err(refused)?;
    let model = crate::shipped_model(model, test.language(), &mut sources).map_err(refused)?;
    let report = sim::simulate(&test, &model, &sim::Options::default())
        .map_err(|error| not_understood(cycle, format!("{error:?}")))?;
    Ok(match report.observation() {
        Observation::Never => false,
        Observation::Sometimes | Observation::Always => true,
    })
}

fn not_understood(cycle: &str, why: impl fmt::Display) -> CycleTestError {
    CycleTestError::NotUnderstood { cycle: cycle.to_owned(), why: why.to_string() }
}

/// What turns cycles into words.
struct Cycles<'a> {
    program: &'a Program,
    analysis: &'a Analysis,
    dialect: &'a Dialect,
    /// One that follows paths to the end.
    walker: Walker<'a>,
    /// How strongly pairs are ordered, as far as it was asked.
    strengths: BTreeMap<(EventId, EventId), Strength>,
}

impl<'a> Cycles<'a> {
    fn new(program: &'a Program, analysis: &'a Analysis, dialect: &'a Dialect, slots: &'a Slots) -> Cycles<'a> {
        let walker = Walker::new(&analysis.aeg, &analysis.dependencies, slots).to_the_end();
        Cycles { program, analysis, dialect, walker, strengths: BTreeMap::new() }
    }
}

impl Cycles<'_> {
    /// The cycle in the words of the generator, in that rotation which comes first.
    fn words(&mut self, delay: &Delay) -> String {
        let pair = vec![delay.first, delay.second];
        let visits: Vec<&Vec<EventId>> = std::iter::once(&pair).chain(&delay.witness).collect();
        let mut words = Vec::new();
        for (index, visit) in visits.iter().enumerate() {
            let mut word = String::new();
            if let [first, second] = visit.as_slice() {
                let is_locked = self.is_locked(&visits, index) || self.is_locked(&visits, index + visits.len() - 1);
                let strength = if is_locked { Strength::Full } else { self.strength(*first, *second) };
                word = self.pair(*first, *second, strength);
                word.push(' ');
            }
            let (from, to) = (visit[visit.len() - 1], visits[(index + 1) % visits.len()][0]);
            word.push_str(match (self.direction(from), self.direction(to)) {
                (Direction::Write, Direction::Read) => "Rfe",
                (Direction::Read, _) => "Fre",
                (Direction::Write, Direction::Write) => "Coe",
            });
            words.push(word);
        }
        let rotations = (0..words.len()).map(|by| {
            let mut rotated = words.clone();
            rotated.rotate_left(by);
            rotated.join(" ")
        });
        rotations.min().unwrap_or_default()
    }

    /// Two accesses of a thread, and what is between them.
    fn pair(&self, first: EventId, second: EventId, strength: Strength) -> String {
        let (from, to) = (self.direction(first), self.direction(second));
        let letter = |direction| if direction == Direction::Read { 'R' } else { 'W' };
        let ends = format!("d{}{}", letter(from), letter(to));
        match strength {
            Strength::Full if !self.analysis.aeg.options.model.relaxes(from, to) => format!("Po{ends}"),
            Strength::None => format!("Po{ends}"),
            Strength::Local => match (from, to) {
                (Direction::Read, Direction::Read) => "DpAddrdR".to_owned(),
                (Direction::Read, Direction::Write) => "DpDatadW".to_owned(),
                (Direction::Write, _) => format!("{}{ends}", self.dialect.store),
            },
            Strength::Lightweight => format!("{}{ends}", self.dialect.lightweight),
            Strength::Full => format!("{}{ends}", self.dialect.full),
        }
    }

    fn direction(&self, event: EventId) -> Direction {
        self.analysis.aeg.events[event].direction
    }

    /// How strongly all paths order a pair. Both are in program order, so that there is a path.
    fn strength(&mut self, first: EventId, second: EventId) -> Strength {
        *self.strengths.entry((first, second)).or_insert_with(|| {
            Delays::strength(&self.analysis.aeg, &mut self.walker, first, second).unwrap_or(Strength::None)
        })
    }

    /// Whether a lock orders the last access of a visit before the first of the next one: all before the one is before all behind the other.
    fn is_locked(&self, visits: &[&Vec<EventId>], index: usize) -> bool {
        let (visit, next) = (visits[index % visits.len()], visits[(index + 1) % visits.len()]);
        !self.analysis.delays.open.has(visit[visit.len() - 1].index(), next[0])
    }

    fn left_out(&self, delay: &Delay) -> Vec<LeftOut> {
        let pair = vec![delay.first, delay.second];
        let visits: Vec<&Vec<EventId>> = std::iter::once(&pair).chain(&delay.witness).collect();
        let mut left_out = Vec::new();
        for event in visits.iter().copied().flatten() {
            let event = &self.analysis.aeg.events[*event];
            match self.program.instruction(event.point).map(|instruction| &instruction.operation) {
                Some(Operation::Load { .. } | Operation::Store { .. }) => {}
                Some(Operation::ReadModifyWrite { .. } | Operation::CompareExchange { .. }) => {
                    left_out.push(LeftOut::Atomicity);
                }
                // Whatever else accesses memory does so for a function of a library, or for code that is not there.
                _ => left_out.push(LeftOut::Extent),
            }
        }
        if (0..visits.len()).any(|index| self.is_locked(&visits, index)) {
            left_out.push(LeftOut::CriticalSections);
        }
        left_out
    }
}
