//! Words for models. Commands that run cat models know them by their files, machines by the name of the architecture's order; each command takes the words of the others.

use std::ffi::OsStr;

#[cfg(feature = "fence")]
use clap::builder::PossibleValuesParser;
use clap::builder::{EnumValueParser, PossibleValue, TypedValueParser};
use clap::error::Error;
use clap::{Arg, Command, ValueEnum};

/// Words for one model, a line each. A command takes the first that it knows in the place of any other.
const SYNONYMS: &[&[&str]] = &[
    &["x86tso", "tso", "x86-tso", "x86"],
    &["aarch64", "armv8", "armv8-a", "arm64"],
    &["arm", "armv7", "armv7-a"],
    &["power", "ppc"],
    &["riscv", "rvwmo"],
    // Editions of the standard, for the machine of `lakmus test`: RC11 has the fences of C++20.
    &["c++20", "rc11"],
    &["c++11", "c11"],
];

/// The word for the same model that `is_known` knows; none where it knows `word` itself, or none.
pub(crate) fn synonym(word: &str, is_known: impl Fn(&str) -> bool) -> Option<&'static str> {
    if is_known(word) {
        return None;
    }
    let line = SYNONYMS.iter().find(|line| line.contains(&word))?;
    line.iter().copied().find(|other| is_known(other))
}

/// Reads a name of a model of `T`, or a word for the same model.
#[derive(Clone)]
pub(crate) struct ModelParser<T: ValueEnum + Clone + Send + Sync + 'static>(EnumValueParser<T>);

impl<T: ValueEnum + Clone + Send + Sync + 'static> ModelParser<T> {
    pub(crate) fn new() -> ModelParser<T> {
        ModelParser(EnumValueParser::new())
    }
}

impl<T: ValueEnum + Clone + Send + Sync + 'static> TypedValueParser for ModelParser<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, argument: Option<&Arg>, value: &OsStr) -> Result<T, Error> {
        let other = value.to_str().and_then(|word| synonym(word, |known| T::from_str(known, false).is_ok()));
        self.0.parse_ref(command, argument, other.map_or(value, OsStr::new))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        self.0.possible_values()
    }
}

/// Reads the name of a model that programs are analysed under ([`arch::Model`]), or a word for the same model.
#[cfg(feature = "fence")]
#[derive(Clone)]
pub(crate) struct ProgramModelParser;

#[cfg(feature = "fence")]
impl TypedValueParser for ProgramModelParser {
    type Value = arch::Model;

    fn parse_ref(&self, command: &Command, argument: Option<&Arg>, value: &OsStr) -> Result<arch::Model, Error> {
        let is_known = |known: &str| arch::Model::all().any(|model| model.name == known);
        let other = value.to_str().and_then(|word| synonym(word, is_known));
        let names = PossibleValuesParser::new(arch::Model::all().map(|model| model.name));
        let name = names.parse_ref(command, argument, other.map_or(value, OsStr::new))?;
        Ok(arch::Model::all().find(|model| model.name == name).unwrap_or(arch::Model::TSO))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(arch::Model::all().map(|model| PossibleValue::new(model.name).help(model.summary))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_word_stands_in_one_line() {
        let mut all: Vec<&str> = SYNONYMS.iter().copied().flatten().copied().collect();
        all.sort_unstable();
        let count = all.len();
        all.dedup();
        assert_eq!(all.len(), count);
    }

    #[test]
    fn commands_take_each_others_words() {
        let machines = |word: &str| ["tso", "armv8", "armv7", "power"].contains(&word);
        assert_eq!(synonym("aarch64", machines), Some("armv8"));
        assert_eq!(synonym("x86tso", machines), Some("tso"));
        assert_eq!(synonym("tso", machines), None);
        let shipped = |word: &str| models::model(word).is_some();
        assert_eq!(synonym("tso", shipped), Some("x86tso"));
        assert_eq!(synonym("armv8", shipped), Some("aarch64"));
        assert_eq!(synonym("armv7", shipped), Some("arm"));
        assert_eq!(synonym("rvwmo", shipped).or(Some("rvwmo")), Some(if shipped("riscv") { "riscv" } else { "rvwmo" }));
        assert_eq!(synonym("ztso", shipped), None);
    }
}
