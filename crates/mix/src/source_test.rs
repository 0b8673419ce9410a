//! C litmus tests, read and split.

mod liveness;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use isa::c::standalone::pieces::{self, Cut, CutThread, Step};
use litmus::{Atom, Claim, Lvalue, Place, Proposition, Shown, Symbol, Value};
use program::Computation;
use rustc_hash::FxHashMap;
use source::{Diagnostic, SourceId, Sources};

use crate::fragment::{self, Argument, Call, Fragment};
use crate::{FragmentId, Language};

/// How a test is split (*Mix Testing*, section 3.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Split {
    /// Not: one profile compiles the whole test, a thread at a time.
    None,
    /// Each thread by a profile of its own.
    Thread,
    /// Each statement by a profile of its own.
    #[default]
    Statement,
    /// At the comments that say `split`.
    Marks,
}

/// A C litmus test, split.
pub struct SourceTest {
    /// Its name.
    pub name: String,
    /// Its text.
    pub text: String,
    pub(crate) test: sim::Test,
    pub(crate) threads: Vec<SourceThread>,
    pub(crate) memory: Vec<Cell>,
    /// What outcomes are made of, as the source's states name it.
    pub(crate) observed: Vec<Observed>,
    pub(crate) condition: (litmus::Quantifier, Proposition<Atom>),
}

/// Why a test cannot be mixed.
#[derive(Clone, Debug)]
pub enum Unusable {
    /// It is wrong, or no C.
    Refused(Vec<Diagnostic>),
    /// It has something in it that mixing does not know.
    Unsupported(String),
}

/// What the rest of its thread does with what a piece has to do with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Surroundings {
    /// The later pieces that access its locations, by their places in [`SourceTest::all_pieces`]; none where that is not known.
    pub(crate) later_accesses: Option<Vec<usize>>,
    /// No piece is given its results: the final state alone shows them.
    pub(crate) passes_no_results: bool,
    /// The other pieces of its thread, by their places: those before it and those behind it; none where a thread is not straight-line code.
    pub(crate) before_and_behind: Option<[Range<usize>; 2]>,
}

/// A thread of a split test.
#[derive(Clone, Debug)]
pub(crate) struct SourceThread {
    pub(crate) cut: CutThread,
    /// The location that each parameter points to.
    pub(crate) locations: Vec<String>,
    /// By the number of the piece: its function and how it is called.
    pub(crate) calls: Vec<(FragmentId, Call)>,
}

/// A location.
#[derive(Clone, Debug)]
pub(crate) struct Cell {
    pub(crate) name: String,
    /// How many bits an element has.
    pub(crate) width: u16,
    /// The values at the start; more than one for arrays.
    pub(crate) values: Vec<Initial>,
    pub(crate) is_array: bool,
}

/// A value at the start.
#[derive(Clone, Debug)]
pub(crate) enum Initial {
    Number(u128),
    Address(String),
}

/// A part of an outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Observed {
    /// What the source's states call it: `1:r0`, `[x]`, `a[1]`.
    pub(crate) name: String,
    pub(crate) place: ObservedPlace,
    /// How many bits it has.
    pub(crate) width: u16,
}

/// What a part of an outcome is a value of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ObservedPlace {
    /// A variable of a thread, by their numbers in the list of threads and that of variables.
    Variable { thread: usize, variable: usize },
    /// A location.
    Memory { name: String, index: Option<u64> },
}

/// All functions of a batch, each once.
#[derive(Debug, Default)]
pub struct Fragments {
    pub(crate) all: Vec<Fragment>,
    by_text: FxHashMap<String, FragmentId>,
}

impl Fragments {
    /// How many.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The definition of a function in C.
    ///
    /// # Panics
    /// For one of another batch.
    pub fn text(&self, id: FragmentId) -> String {
        self.get(id).text.replacen(fragment::NAME, &function_name(id), 1)
    }

    pub(crate) fn add(&mut self, fragment: Fragment) -> FragmentId {
        if let Some(&known) = self.by_text.get(&fragment.text) {
            return known;
        }
        let id = FragmentId::from_number(self.all.len() as u32);
        self.by_text.insert(fragment.text.clone(), id);
        self.all.push(fragment);
        id
    }

    pub(crate) fn get(&self, id: FragmentId) -> &Fragment {
        &self.all[id.number() as usize]
    }

    pub(crate) fn ids(&self) -> impl Iterator<Item = FragmentId> + use<> {
        (0..self.all.len() as u32).map(FragmentId::from_number)
    }
}

/// What the function of a fragment is called.
pub(crate) fn function_name(id: FragmentId) -> String {
    format!("lakmus_{}", id.number())
}

impl SourceTest {
    /// Reads the test in `source` and splits it; its functions go to `fragments`.
    ///
    /// # Errors
    /// Why it cannot be mixed.
    pub fn load(
        sources: &Sources,
        source: SourceId,
        default_name: &str,
        split: Split,
        fragments: &mut Fragments,
    ) -> Result<SourceTest, Unusable> {
        // Compilers have no kernel: a test whose accesses are all READ_ONCE and WRITE_ONCE is one of C here.
        let c: [std::sync::Arc<dyn litmus::Language>; 1] = [std::sync::Arc::new(isa::C)];
        let test = sim::Test::load_in(&c, sources, source, default_name).map_err(Unusable::Refused)?;
        if test.language().name() != "C" {
            let message = format!("mixing takes tests in C, this one is in {}", test.language().name());
            let diagnostic = Diagnostic::new(source::Severity::Error, "not-c", message);
            return Err(Unusable::Refused(vec![diagnostic]));
        }
        let (envelope, found) = litmus::parse(sources, source, default_name);
        let Some(envelope) = envelope else { return Err(Unusable::Refused(found)) };
        if envelope.filter.is_some() {
            return Err(Unusable::Unsupported("a filter on its executions".to_owned()));
        }
        let holders = address_holders(&test);
        let holders: Vec<&str> = holders.iter().map(String::as_str).collect();
        let cut = match split {
            Split::None | Split::Thread => Cut::Threads,
            Split::Statement => Cut::Statements,
            Split::Marks => Cut::Marks,
        };
        let cuts = pieces::pieces(&envelope.program, sources.text(source), &holders, cut).map_err(Unusable::Refused)?;
        let memory = memory(&test, &cuts)?;
        let observed = observed(&envelope, &cuts, &memory)?;
        let mut threads = Vec::new();
        for (number, cut) in cuts.into_iter().enumerate() {
            threads.push(split_thread(cut, number, &envelope, &observed, fragments)?);
        }
        let condition = (envelope.condition.quantifier, envelope.condition.proposition.clone());
        let name = test.name().to_owned();
        Ok(SourceTest { name, text: sources.text(source).to_owned(), test, threads, memory, observed, condition })
    }

    /// Whether one of its pieces is this function.
    pub fn has(&self, fragment: FragmentId) -> bool {
        self.all_pieces().any(|(_, _, of)| of == fragment)
    }

    /// The pieces in the order of the text: the name that reports have for each, and its function.
    pub fn named_pieces(&self) -> impl Iterator<Item = (String, FragmentId)> {
        self.all_pieces().map(|(thread, piece, fragment)| (self.piece_name(thread, piece), fragment))
    }

    /// How many pieces it has.
    pub fn pieces(&self) -> usize {
        self.threads.iter().map(|thread| thread.calls.len()).sum()
    }

    /// The pieces in the order of the text: thread and number.
    pub(crate) fn all_pieces(&self) -> impl Iterator<Item = (usize, usize, FragmentId)> {
        self.threads.iter().enumerate().flat_map(|(thread, of)| {
            of.calls.iter().enumerate().map(move |(piece, (fragment, _))| (thread, piece, *fragment))
        })
    }

    /// What is known of the surroundings of each piece.
    pub(crate) fn surroundings(&self) -> Vec<Surroundings> {
        // Where locations hold addresses, it is not known who accesses what.
        let is_address = |initial: &Initial| matches!(initial, Initial::Address(_));
        let is_known = !self.memory.iter().flat_map(|cell| &cell.values).any(is_address);
        let of_piece = |(place, (thread, piece, _)): (usize, (usize, usize, FragmentId))| {
            let thread = &self.threads[thread];
            let is_straight = thread.cut.steps.iter().all(|step| matches!(step, Step::Piece(_)));
            let locations = |call: &Call| -> BTreeSet<&String> {
                let parameters = call.arguments.iter().filter_map(|argument| match argument {
                    Argument::Parameter(parameter) => Some(&thread.locations[*parameter]),
                    Argument::Variable(_) | Argument::Out(_) => None,
                });
                parameters.collect()
            };
            let call = &thread.calls[piece].1;
            let own = locations(call);
            let later = thread.calls[piece + 1..].iter().zip(place + 1..);
            let later = later.filter(|((_, call), _)| !own.is_disjoint(&locations(call))).map(|(_, place)| place);
            let later_accesses = (is_known && is_straight).then(|| later.collect());
            let is_result = |argument: &Argument| match argument {
                Argument::Variable(variable) => {
                    call.results.contains(variable) || call.arguments.contains(&Argument::Out(*variable))
                }
                Argument::Parameter(_) | Argument::Out(_) => false,
            };
            let mut others = thread.calls.iter().flat_map(|(_, call)| &call.arguments);
            let before_and_behind = [place - piece..place, place + 1..place - piece + thread.calls.len()];
            Surroundings {
                later_accesses,
                passes_no_results: is_straight && !others.any(is_result),
                before_and_behind: is_straight.then_some(before_and_behind),
            }
        };
        self.all_pieces().enumerate().map(of_piece).collect()
    }

    /// All pieces as a translation unit that compilers take as it is, each a function with the name that reports have for it.
    pub fn unit(&self, fragments: &Fragments, language: Language) -> String {
        let mut text = language.head().to_owned();
        for (thread, piece, id) in self.all_pieces() {
            let name = self.piece_name(thread, piece);
            text.push_str(&format!("\n// {name}: {}\n", self.piece_text(thread, piece)));
            match language.function(fragments.get(id), &name) {
                Ok(function) => text.push_str(&function),
                Err(reason) => text.push_str(&format!("// {reason}\n")),
            }
        }
        text.push_str(language.tail());
        text
    }

    /// The places of the pieces, in the order of the text.
    pub fn piece_spans(&self) -> Vec<source::Span> {
        self.all_pieces().map(|(thread, piece, _)| self.threads[thread].cut.pieces[piece].span).collect()
    }

    /// What reports call a piece: `P1_0`.
    pub(crate) fn piece_name(&self, thread: usize, piece: usize) -> String {
        format!("P{}_{piece}", self.threads[thread].cut.number)
    }

    /// The statement or condition that a piece is, in one line.
    pub(crate) fn piece_text(&self, thread: usize, piece: usize) -> String {
        let span = self.threads[thread].cut.pieces[piece].span;
        let text = &self.text[span.start as usize..span.end as usize];
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

fn address_holders(test: &sim::Test) -> Vec<String> {
    let locations = &test.lowered().program.locations;
    let holds = |cells: &[Computation]| cells.iter().any(|cell| matches!(cell, Computation::Address(..)));
    locations.iter().filter(|location| holds(&location.cells)).map(|location| location.name.to_string()).collect()
}

fn split_thread(
    cut: CutThread,
    number: usize,
    envelope: &litmus::Test<'_>,
    observed: &[Observed],
    fragments: &mut Fragments,
) -> Result<SourceThread, Unusable> {
    let at_end: Vec<usize> = observed
        .iter()
        .filter_map(|part| match part.place {
            ObservedPlace::Variable { thread, variable } if thread == number => Some(variable),
            ObservedPlace::Variable { .. } | ObservedPlace::Memory { .. } => None,
        })
        .collect();
    let wanted = liveness::wanted(&cut, &at_end);
    let last = match cut.steps.last() {
        Some(Step::Piece(last)) => Some(*last),
        _ => None,
    };
    let mut calls = Vec::new();
    for (index, piece) in cut.pieces.iter().enumerate() {
        let (fragment, call) = fragment::fragment(&cut, piece, &wanted[index], last == Some(index))
            .map_err(|reason| Unusable::Unsupported(format!("P{}: {reason}", cut.number)))?;
        calls.push((fragments.add(fragment), call));
    }
    let locations = cut.parameters.iter().map(|parameter| location_of(envelope, cut.number, &parameter.name));
    Ok(SourceThread { locations: locations.collect(), cut, calls })
}

/// The location that a parameter points to: that of its name, unless the initial state says otherwise (`0:p=x`).
fn location_of(envelope: &litmus::Test<'_>, thread: u32, parameter: &str) -> String {
    let given = envelope.init.iter().find_map(|item| match (&item.place, &item.value) {
        (Place::Register { thread: of, name }, Value::Address(Symbol::Named(location)))
            if *of == thread && name == parameter =>
        {
            Some(location.to_string())
        }
        _ => None,
    });
    given.unwrap_or_else(|| parameter.to_owned())
}

/// The memory of a test, the widths from the types that threads have for it.
fn memory(test: &sim::Test, cuts: &[CutThread]) -> Result<Vec<Cell>, Unusable> {
    let mut widths: BTreeMap<&str, u16> = BTreeMap::new();
    for parameter in cuts.iter().flat_map(|cut| &cut.parameters) {
        let width = parameter.pointee.width;
        if *widths.entry(&parameter.name).or_insert(width) != width {
            let reason = format!("threads access `{}` with types of different sizes", parameter.name);
            return Err(Unusable::Unsupported(reason));
        }
    }
    let locations = &test.lowered().program.locations;
    let mut all = Vec::new();
    for location in locations {
        let element = location.element.map_or(32, |element| element.width);
        let width = widths.get(location.name.as_str()).copied().unwrap_or(element);
        let mut values = Vec::new();
        for cell in &location.cells {
            values.push(match cell {
                Computation::Constant(value, _) => Initial::Number(*value),
                Computation::Address(of, 0) => Initial::Address(locations[*of].name.to_string()),
                _ => {
                    let reason = format!("the initial value of `{}` is no number and no address", location.name);
                    return Err(Unusable::Unsupported(reason));
                }
            });
        }
        if location.is_array && width > 64 {
            return Err(Unusable::Unsupported(format!("`{}` is an array of 128-bit values", location.name)));
        }
        all.push(Cell { name: location.name.to_string(), width, values, is_array: location.is_array });
    }
    Ok(all)
}

/// What outcomes are made of: the places of the condition and of `locations [...]`.
fn observed(envelope: &litmus::Test<'_>, cuts: &[CutThread], memory: &[Cell]) -> Result<Vec<Observed>, Unusable> {
    let mut places: Vec<Lvalue> = Vec::new();
    for atom in envelope.condition.proposition.atoms() {
        match &atom.claim {
            Claim::Value(place, _) => places.push(place.clone()),
            Claim::Same(left, right) => {
                places.push(Lvalue::Whole(left.clone()));
                places.push(Lvalue::Whole(right.clone()));
            }
            Claim::Fault(_) => return Err(Unusable::Unsupported("a condition on faults".to_owned())),
        }
    }
    for item in &envelope.locations {
        match &item.what {
            Shown::Place(place, _) => places.push(place.clone()),
            Shown::Fault(_) => return Err(Unusable::Unsupported("a condition on faults".to_owned())),
        }
    }
    let mut all: Vec<Observed> = Vec::new();
    for place in places {
        let found = observed_place(&place, cuts, memory)?;
        if !all.contains(&found) {
            all.push(found);
        }
    }
    Ok(all)
}

pub(crate) fn observed_place(place: &Lvalue, cuts: &[CutThread], memory: &[Cell]) -> Result<Observed, Unusable> {
    let unknown = |what: String| Unusable::Unsupported(format!("the condition names {what}"));
    match place {
        Lvalue::Whole(Place::Register { thread, name }) => {
            let number = cuts.iter().position(|cut| cut.number == *thread);
            let number = number.ok_or_else(|| unknown(format!("the thread {thread}, which there is not")))?;
            let variable = cuts[number].variables.iter().position(|variable| variable.name == *name);
            let variable = variable.ok_or_else(|| unknown(format!("`{thread}:{name}`, which is no variable")))?;
            let width = cuts[number].variables[variable].ctype.width;
            let place = ObservedPlace::Variable { thread: number, variable };
            Ok(Observed { name: format!("{thread}:{name}"), place, width })
        }
        Lvalue::Whole(Place::Global(Symbol::Named(name))) => {
            let cell = memory.iter().find(|cell| cell.name == *name);
            let cell = cell.ok_or_else(|| unknown(format!("`{name}`, which is no location")))?;
            if cell.is_array {
                return Err(unknown(format!("the array `{name}` as a whole")));
            }
            let place = ObservedPlace::Memory { name: name.to_string(), index: None };
            Ok(Observed { name: format!("[{name}]"), place, width: cell.width })
        }
        Lvalue::Cell { array, index } => {
            let cell = memory.iter().find(|cell| cell.name == *array);
            let cell = cell.ok_or_else(|| unknown(format!("`{array}`, which is no location")))?;
            let place = ObservedPlace::Memory { name: array.to_string(), index: Some(*index) };
            Ok(Observed { name: format!("{array}[{index}]"), place, width: cell.width })
        }
        Lvalue::Whole(Place::Symbolic { name, .. }) => Err(unknown(format!("the symbolic register `%{name}`"))),
        Lvalue::Whole(Place::Global(other)) => Err(unknown(format!("`{other}`"))),
    }
}
