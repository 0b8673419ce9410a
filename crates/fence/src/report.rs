//! What an analysis has to say, as data: each fence with its place and the critical cycles that it cuts.
//!
//! How that looks, as text, JSON or SARIF, is the business of who shows it.

mod memory;

use std::fmt;

use aeg::delays::Delay;
use aeg::graph::EventId;
use aeg::model::{Direction, FenceKind, Model};
use aeg::rules::Rule;
use cprog::ir::{FileId, Program, SourcePlace};
use cprog::points_to::{ObjectId, ObjectKind};
use rustc_hash::FxHashMap;

use crate::accesses::{self, Site};
use crate::analysis::Analysis;
use crate::not_understood::{self, NotUnderstood};
use crate::placement::{Dependent, Fence, Stronger};
use crate::slots::Text;

/// A place in a source file, line and column from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Position {
    /// The file, as the compiler was given it.
    pub file: String,
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

/// An access to shared memory.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Access {
    /// Whether it reads or writes.
    #[cfg_attr(feature = "serde", serde(rename = "access", serialize_with = "letter_of"))]
    pub direction: Direction,
    /// What it accesses, as far as that has a name.
    pub variable: String,
    /// The source file.
    pub file: Option<String>,
    /// Its line there, from 1.
    pub line: Option<u32>,
    /// Its column there, from 1.
    pub column: Option<u32>,
    /// The function that makes it.
    pub function: String,
}

impl Access {
    /// `R` or `W`.
    pub fn letter(&self) -> &'static str {
        letter(self.direction)
    }
}

impl fmt::Display for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} (", self.letter(), self.variable)?;
        match (&self.file, self.line) {
            (Some(file), Some(line)) => write!(f, "{file}:{line}")?,
            _ => f.write_str("unknown place")?,
        }
        write!(f, ", {})", self.function)
    }
}

fn letter(direction: Direction) -> &'static str {
    match direction {
        Direction::Read => "R",
        Direction::Write => "W",
    }
}

/// A critical cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Cycle {
    /// The name of a cycle of two threads with two accesses each; for others, what their accesses are.
    pub shape: String,
    /// The pair that is ordered, then the rest of the cycle.
    pub accesses: Vec<Access>,
}

impl fmt::Display for Cycle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.shape)?;
        for (index, access) in self.accesses.iter().enumerate() {
            write!(f, "{}{access}", if index == 0 { "" } else { " -> " })?;
        }
        Ok(())
    }
}

/// A fence that is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct MissingFence {
    /// The statement or operand that it stands before or behind.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub position: Position,
    /// What kind of fence it is.
    #[cfg_attr(feature = "serde", serde(serialize_with = "in_words"))]
    pub kind: FenceKind,
    /// On which side of the place.
    #[cfg_attr(feature = "serde", serde(rename = "position"))]
    pub side: Side,
    /// Cycles that it cuts, at most [`MAX_CYCLES`] of them.
    pub cycles: Vec<Cycle>,
    /// All pairs that it orders, as indices into [`Report::pairs`].
    #[cfg_attr(feature = "serde", serde(skip))]
    pub pairs: Vec<usize>,
}

/// On which side of a place in the text something is to stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Side {
    /// Before it.
    Before,
    /// Behind it.
    After,
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::Before => "before",
            Side::After => "after",
        })
    }
}

/// An atomic access that needs a stronger order.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct WeakOrder {
    /// Where the order is written.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub position: Position,
    /// The order that it needs, as it is written there.
    pub order: String,
    /// Cycles that this cuts, at most [`MAX_CYCLES`] of them.
    pub cycles: Vec<Cycle>,
    /// All pairs that it orders, as indices into [`Report::pairs`].
    #[cfg_attr(feature = "serde", serde(skip))]
    pub pairs: Vec<usize>,
}

/// A dependency that is missing: the address of an access is to depend on what a read has read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct MissingDependency {
    /// Where the read stands.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub position: Position,
    /// The line of the access.
    pub to_line: u32,
    /// Its column.
    pub to_column: u32,
    /// Cycles that this cuts, at most [`MAX_CYCLES`] of them.
    pub cycles: Vec<Cycle>,
    /// All pairs that it orders, as indices into [`Report::pairs`].
    #[cfg_attr(feature = "serde", serde(skip))]
    pub pairs: Vec<usize>,
}

/// A fence of the program that it does not need.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct NeedlessFence {
    /// Where it stands.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub position: Position,
    /// What kind of fence it is.
    #[cfg_attr(feature = "serde", serde(serialize_with = "in_words"))]
    pub kind: FenceKind,
}

/// A pair that no fence can be put between.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unplaceable {
    /// Its cycle, which begins with the pair.
    pub cycle: Cycle,
    /// Why not.
    pub why: &'static str,
    /// Its index in [`Report::pairs`].
    pub pair: usize,
}

/// Memory by which cycles go from one thread to another.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Memory {
    /// The variables and objects that both accesses may be to, as far as they have names.
    pub objects: String,
    /// How many these are, as far as they are distinguished.
    pub count: usize,
    /// Pairs whose cycles enter or leave their thread by it.
    pub pairs: usize,
    /// Fences that order such pairs.
    pub fences: usize,
}

/// How much was looked at and found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Counts {
    /// Threads, those that may run several times once.
    pub threads: usize,
    /// Accesses to memory.
    pub accesses: usize,
    /// Those to memory that threads share.
    pub shared: usize,
    /// Pairs that are to be ordered.
    pub delays: usize,
    /// Whether these are all; else there may be more that the fences for others order.
    pub all_delays: bool,
    /// Pairs that are on a cycle of the graph and on no critical one.
    pub refuted: usize,
    /// Pairs that are kept though no critical cycle is known: the search was given up.
    pub undecided: usize,
    /// Pairs without a place for a fence.
    pub unplaceable: usize,
    /// Pairs that are not among these, as less is known of their cycles than was asked for.
    pub set_aside: usize,
    /// Pairs of accesses that compete and are no race, by the rule that excludes them; functions that a call by a pointer is not of, for the rule about those.
    #[cfg_attr(feature = "serde", serde(serialize_with = "by_name"))]
    pub excluded: [(Rule, usize); Rule::ALL.len()],
}

/// What an analysis has found.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Report {
    /// The model that the program is to be robust against.
    pub model: Model,
    /// The model that it is ported from: it is to be robust against what that one forbids alone.
    pub from: Option<Model>,
    /// Whether it is, as it stands.
    pub is_robust: bool,
    /// Fences that are missing.
    pub fences: Vec<MissingFence>,
    /// Atomic accesses that need stronger orders.
    pub orders: Vec<WeakOrder>,
    /// Dependencies that are missing.
    pub dependencies: Vec<MissingDependency>,
    /// Fences that the program does not need; empty unless that was asked.
    pub needless: Vec<NeedlessFence>,
    /// What the chosen fences cost.
    pub cost: f64,
    /// No choice costs less.
    pub lower_bound: f64,
    /// Pairs without a place for a fence.
    pub unplaceable: Vec<Unplaceable>,
    /// Places that were not understood: they may access whatever code that is not there can reach.
    pub not_understood: Vec<NotUnderstood>,
    /// What leads to code that is not there.
    pub unknown_sources: Vec<NotUnderstood>,
    /// Dependencies that count, and that a compiler may compute away.
    pub void_dependencies: Vec<NotUnderstood>,
    /// How many plain accesses become atomic.
    pub relaxed: usize,
    /// Accesses on critical cycles that stay plain, as their form is not known; empty unless atomics were asked for.
    pub plain: Vec<Access>,
    /// How much was looked at.
    pub counts: Counts,
    /// What the cycles go by from one thread to another, most pairs first.
    pub memory: Vec<Memory>,
    /// The identities of all pairs that are to be ordered: their functions and variables, without lines, so that they stay the same when code around them
    /// changes.
    pub pairs: Vec<String>,
}

/// Cycles that are listed for each fence.
pub const MAX_CYCLES: usize = 8;

/// Names that are listed of what an access may be to.
const MAX_NAMES: usize = 3;

/// What puts an analysis into a report.
pub(crate) struct Reporter<'a> {
    pub(crate) program: &'a Program,
    pub(crate) analysis: &'a Analysis,
    pub(crate) texts: &'a FxHashMap<FileId, Text<'a>>,
}

/// The events of a pair's cycle: the pair, then the rest.
fn events_of(delay: &Delay) -> Vec<EventId> {
    [delay.first, delay.second].into_iter().chain(delay.witness.iter().flatten().copied()).collect()
}

impl Reporter<'_> {
    pub(crate) fn report(&self) -> Report {
        let Analysis { delays, placement, .. } = self.analysis;
        Report {
            model: self.analysis.aeg.options.model,
            from: self.analysis.aeg.options.from,
            is_robust: self.analysis.is_robust(),
            fences: placement.fences.iter().map(|fence| self.fence(fence)).collect(),
            orders: placement.stronger.iter().map(|stronger| self.order(stronger)).collect(),
            dependencies: self.dependencies(),
            needless: self.needless(),
            cost: placement.cost,
            lower_bound: placement.bound,
            unplaceable: placement.unplaceable.iter().map(|pair| self.unplaceable(*pair)).collect(),
            not_understood: not_understood::havoc(self.program, self.analysis),
            unknown_sources: not_understood::unknown_sources(self.program, self.analysis),
            void_dependencies: not_understood::void_dependencies(self.program, self.analysis),
            relaxed: self.analysis.relaxed.len(),
            plain: self.analysis.plain.iter().map(|event| self.access(*event)).collect(),
            counts: self.counts(),
            memory: self.memory(),
            pairs: delays.pairs.iter().map(|delay| self.identity(delay)).collect(),
        }
    }

    /// Where an event stands in the file, whatever macros were expanded for the analysis.
    fn place(&self, event: EventId) -> Option<SourcePlace> {
        let place = self.program.place(self.analysis.aeg.events[event].point)?;
        let original = self.texts.get(&place.file).and_then(|text| {
            let offset = text.is_written_out().then(|| text.offset(place)).flatten()?;
            Some(text.original_line_column(offset))
        });
        Some(original.map_or(place, |(line, column)| SourcePlace { line, column, ..place }))
    }

    fn access(&self, event: EventId) -> Access {
        let place = self.place(event);
        Access {
            direction: self.analysis.aeg.events[event].direction,
            variable: self.variable(event),
            file: place.map(|place| self.program.files[place.file].name.clone()),
            line: place.map(|place| place.line),
            column: place.map(|place| place.column),
            function: self.program.functions[self.analysis.aeg.events[event].point.function].source_name.clone(),
        }
    }

    /// What an event accesses, as far as it has a name.
    fn variable(&self, event: EventId) -> String {
        let event = &self.analysis.aeg.events[event];
        if event.is_havoc {
            return "anything".to_owned();
        }
        let mut names: Vec<String> = event
            .classes
            .iter()
            .take(MAX_NAMES)
            .map(|class| {
                let location = self.analysis.aeg.classes[*class].location;
                let name = self.object(location.object);
                if location.offset > 0 { format!("{name}+{}", location.offset) } else { name }
            })
            .collect();
        if event.classes.len() > MAX_NAMES {
            names.push(format!("{} more", event.classes.len() - MAX_NAMES));
        }
        names.join(" or ")
    }

    fn object(&self, object: ObjectId) -> String {
        match self.analysis.points_to.object(object).kind {
            ObjectKind::Global(global) => self.program.globals[global].name.clone(),
            ObjectKind::Local(point) => format!("local of {}", self.program.functions[point.function].source_name),
            ObjectKind::Heap(point) => match self.program.place(point) {
                Some(place) => format!("heap object of {}", self.short_place(place)),
                None => "heap object".to_owned(),
            },
            ObjectKind::Arguments(function) => {
                format!("arguments of {}", self.program.functions[function].source_name)
            }
            ObjectKind::Caller => "memory of callers".to_owned(),
            ObjectKind::Function(_) | ObjectKind::Outside | ObjectKind::Number | ObjectKind::Library => {
                "object of a library".to_owned()
            }
        }
    }

    /// The name of a file without its directories, and a line.
    fn short_place(&self, place: SourcePlace) -> String {
        let name = &self.program.files[place.file].name;
        format!("{}:{}", name.rsplit('/').next().unwrap_or(name), place.line)
    }

    fn cycle(&self, delay: &Delay) -> Cycle {
        let events = events_of(delay);
        Cycle { shape: self.shape(delay), accesses: events.iter().map(|event| self.access(*event)).collect() }
    }

    /// The cycles of these pairs, as far as they are listed.
    fn cycles(&self, pairs: &[usize]) -> Vec<Cycle> {
        pairs.iter().take(MAX_CYCLES).map(|pair| self.cycle(&self.analysis.delays.pairs[*pair])).collect()
    }

    fn shape(&self, delay: &Delay) -> String {
        let events = events_of(delay);
        if delay.witness.is_empty() {
            return "unknown".to_owned();
        }
        let letters: String = events.iter().map(|event| letter(self.analysis.aeg.events[*event].direction)).collect();
        match letters.as_str() {
            "WRWR" => "SB",
            "WWRR" | "RRWW" => "MP",
            "RWRW" => "LB",
            "WWWR" | "WRWW" => "R",
            "WWRW" | "RWWW" => "S",
            "WWWW" => "2+2W",
            other => other,
        }
        .to_owned()
    }

    fn position(&self, file: FileId, (line, column): (u32, u32)) -> Position {
        Position { file: self.program.files[file].name.clone(), line, column }
    }

    fn fence(&self, fence: &Fence) -> MissingFence {
        let slot = &self.analysis.found.slots[fence.slot];
        let offset = if slot.behind { slot.region.end } else { slot.region.start };
        MissingFence {
            position: self.position(slot.file, self.texts[&slot.file].original_line_column(offset)),
            kind: fence.kind,
            side: if slot.behind { Side::After } else { Side::Before },
            cycles: self.cycles(&fence.delays),
            pairs: fence.delays.clone(),
        }
    }

    fn order(&self, stronger: &Stronger) -> WeakOrder {
        let upgrade = &stronger.upgrade;
        let text = &self.texts[&upgrade.file];
        WeakOrder {
            position: self.position(upgrade.file, text.original_line_column(upgrade.site.start())),
            order: match &upgrade.site {
                Site::Order(range) => accesses::name(upgrade.order, Some(text.slice(range.clone()))),
                Site::Once(..) => accesses::of_kernel(upgrade.order).to_owned(),
                Site::Load(_) | Site::Store(..) => accesses::name(upgrade.order, None),
            },
            cycles: self.cycles(&stronger.delays),
            pairs: stronger.delays.clone(),
        }
    }

    /// The dependencies, as far as they have a text.
    fn dependencies(&self) -> Vec<MissingDependency> {
        let missing = |dependent: &Dependent| {
            let dependency = dependent.dependency.as_ref()?;
            let text = &self.texts[&dependency.file];
            let (to_line, to_column) = text.original_line_column(dependency.target.range().start);
            Some(MissingDependency {
                position: self.position(dependency.file, text.original_line_column(dependency.read.start)),
                to_line,
                to_column,
                cycles: self.cycles(&dependent.delays),
                pairs: dependent.delays.clone(),
            })
        };
        self.analysis.placement.dependent.iter().filter_map(missing).collect()
    }

    fn needless(&self) -> Vec<NeedlessFence> {
        let fences = self.analysis.removable.iter().map(|fence| {
            let place = self.texts[&fence.file].original_line_column(fence.region.start);
            NeedlessFence { position: self.position(fence.file, place), kind: fence.kind }
        });
        fences.collect()
    }

    fn counts(&self) -> Counts {
        let Analysis { aeg, delays, placement, .. } = self.analysis;
        Counts {
            threads: aeg.threads.threads.len(),
            accesses: aeg.accesses,
            shared: aeg.events.len(),
            delays: delays.pairs.len(),
            all_delays: !delays.is_cut_short,
            refuted: delays.refuted,
            undecided: delays.undecided,
            unplaceable: placement.unplaceable.len(),
            set_aside: delays.set_aside,
            excluded: Rule::ALL.map(|rule| (rule, delays.excluded[rule as usize])),
        }
    }

    /// A pair, with its places in the text that was analysed.
    pub(crate) fn pair(&self, delay: &Delay) -> String {
        format!("{} -> {}", self.access(delay.first), self.access(delay.second))
    }

    /// What stays the same of a pair when code around it changes.
    fn identity(&self, delay: &Delay) -> String {
        let side = |event: EventId| {
            let access = self.access(event);
            let file = access.file.as_deref().unwrap_or_default();
            format!("{file}:{}:{} {}", access.function, access.letter(), access.variable)
        };
        format!("{} {} -> {}", self.analysis.aeg.options.model, side(delay.first), side(delay.second))
    }

    fn unplaceable(&self, pair: usize) -> Unplaceable {
        let delay = &self.analysis.delays.pairs[pair];
        Unplaceable { cycle: self.cycle(delay), why: self.why_unplaceable(delay), pair }
    }

    /// Why no fence can be put between the accesses of a pair.
    fn why_unplaceable(&self, pair: &Delay) -> &'static str {
        let (Some(first), Some(second)) = (self.place(pair.first), self.place(pair.second)) else {
            return "one of them has no place in the source";
        };
        if !self.texts.contains_key(&first.file) && !self.texts.contains_key(&second.file) {
            "their source cannot be read or is the system's"
        } else if first == second {
            "both are of one call, or of a macro that cannot be written out"
        } else {
            "no statement or operand lies between them on every path"
        }
    }
}

#[cfg(feature = "serde")]
fn letter_of<S: serde::Serializer>(direction: &Direction, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(letter(*direction))
}

#[cfg(feature = "serde")]
fn in_words<S: serde::Serializer>(value: &impl fmt::Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

#[cfg(feature = "serde")]
fn by_name<S: serde::Serializer>(excluded: &[(Rule, usize)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(excluded.iter().map(|(rule, count)| (rule.name(), count)))
}
