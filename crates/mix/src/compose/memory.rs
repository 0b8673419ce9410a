//! The locations of a combined test: their types and names, and which of them are two cells.

use std::collections::{BTreeMap, BTreeSet};

use super::ThreadText;
use crate::Architecture;
use crate::fragment::Argument;
use crate::ingest::Body;
use crate::outcome::mask;
use crate::source_test::{Cell, Initial, Observed, ObservedPlace, SourceTest};

/// The names under which states show a place.
pub(super) fn names_of(part: &Observed, memory: &Memory<'_>, threads: &[ThreadText<'_>]) -> Vec<String> {
    match &part.place {
        ObservedPlace::Variable { thread, variable } => {
            let of = &threads[*thread];
            if of.outs[*variable].is_some() {
                let name = of.out_name(*variable);
                return if memory.architecture.is_halved(part.width) {
                    vec![format!("{name}[0]"), format!("{name}[1]")]
                } else {
                    vec![format!("[{name}]")]
                };
            }
            of.variables[*variable].iter().map(|register| format!("{thread}:{register}")).collect()
        }
        ObservedPlace::Memory { name, index: Some(index) } => vec![format!("{name}[{index}]")],
        ObservedPlace::Memory { name, index: None } => {
            let is_wide = memory.cells.iter().any(|cell| cell.name == *name && memory.is_halved(cell));
            if is_wide { vec![format!("{name}[0]"), format!("{name}[1]")] } else { vec![format!("[{name}]")] }
        }
    }
}

/// The type of an element that has so many bits.
pub(super) fn element(width: u16) -> &'static str {
    match width {
        8 => "uint8_t",
        16 => "uint16_t",
        32 => "int",
        128 => "uint128_t",
        _ => "uint64_t",
    }
}

/// The locations of a test.
pub(super) struct Memory<'a> {
    pub(super) cells: &'a [Cell],
    pub(super) architecture: Architecture,
    /// Those of two words that all code accesses word by word.
    pub(super) in_words: BTreeSet<&'a str>,
    /// Those that code accesses as a part of a wider word, at whose begin they are: how many bits that has.
    pub(super) containers: BTreeMap<&'a str, u16>,
}

/// The locations that some code accesses as parts of wider words.
pub(super) fn containers<'a>(
    test: &'a SourceTest,
    bodies: &[&Body],
    architecture: Architecture,
) -> BTreeMap<&'a str, u16> {
    let sizes = sizes(test, bodies);
    let widest = |cell: &'a Cell| {
        let widest = sizes.get(cell.name.as_str())?.last().copied()?;
        (widest > cell.width && widest <= architecture.convention().word && !cell.is_array)
            .then_some((cell.name.as_str(), widest))
    };
    test.memory.iter().filter_map(widest).collect()
}

/// By location, the sizes of all accesses.
fn sizes<'a>(test: &'a SourceTest, bodies: &[&Body]) -> BTreeMap<&'a str, BTreeSet<u16>> {
    let mut sizes: BTreeMap<&str, BTreeSet<u16>> = BTreeMap::new();
    let calls = test.threads.iter().flat_map(|thread| thread.calls.iter().map(move |(_, call)| (thread, call)));
    for ((thread, call), body) in calls.zip(bodies) {
        for (argument, own) in call.arguments.iter().zip(&body.sizes) {
            if let Argument::Parameter(parameter) = argument {
                sizes.entry(&thread.locations[*parameter]).or_default().extend(own);
            }
        }
    }
    sizes
}

/// The locations of two words that code accesses word by word, and no code as a whole: each is two cells there. That is so of plain locations of 128 bits
/// on Power; on 32-bit Arm much code accesses those of 64 bits both ways. Where sizes may be mixed, nothing need be known.
pub(super) fn in_words<'a>(test: &'a SourceTest, bodies: &[&Body], architecture: Architecture) -> BTreeSet<&'a str> {
    let word = architecture.convention().word;
    if architecture.language().mixed_sizes().is_some() {
        return BTreeSet::new();
    }
    let sizes = sizes(test, bodies);
    let of_two_words = test.memory.iter().filter(|cell| cell.width == 2 * word && !cell.is_array);
    let names = of_two_words.map(|cell| cell.name.as_str());
    names.filter(|name| sizes.get(name).is_some_and(|all| all.iter().copied().eq([word]))).collect()
}

impl Memory<'_> {
    fn is_halved(&self, cell: &Cell) -> bool {
        self.architecture.is_halved(cell.width) || self.in_words.contains(cell.name.as_str())
    }

    /// The location in the initial state.
    pub(super) fn declaration(&self, cell: &Cell) -> String {
        let half = cell.width / 2;
        let whole = self.containers.get(cell.name.as_str()).copied().unwrap_or(cell.width);
        let ctype = element(if self.is_halved(cell) { half } else { whole });
        let value = |initial: &Initial| match initial {
            Initial::Number(number) => number.to_string(),
            Initial::Address(name) => name.clone(),
        };
        let name = &cell.name;
        if self.is_halved(cell) {
            let halves: Vec<String> = match cell.values.first() {
                Some(Initial::Number(number)) => {
                    vec![mask(*number, half).to_string(), mask(number >> half, half).to_string()]
                }
                Some(Initial::Address(location)) => vec![location.clone(), "0".to_owned()],
                None => vec!["0".to_owned(), "0".to_owned()],
            };
            return format!("{ctype} {name}[2]={{{}}};", halves.join(","));
        }
        match cell.values.as_slice() {
            values if cell.is_array => {
                let values: Vec<String> = values.iter().map(value).collect();
                format!("{ctype} {name}[{}]={{{}}};", values.len(), values.join(","))
            }
            [Initial::Address(location), ..] => format!("{name}={location};"),
            [first, ..] => format!("{ctype} {name}={};", value(first)),
            [] => format!("{ctype} {name}=0;"),
        }
    }
}
