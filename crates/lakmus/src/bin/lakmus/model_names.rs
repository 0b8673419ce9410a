//! Words for models. Commands that run cat models know them by their files, machines by the name of the architecture's order; each command takes the words of the others.

use std::ffi::OsStr;

#[cfg(feature = "fence")]
use clap::builder::PossibleValuesParser;
use clap::builder::{EnumValueParser, PossibleValue, TypedValueParser};
use clap::error::Error;
use clap::{Arg, Command, ValueEnum};

/// Other words for models by the names that `arch` has for them, and for the editions of the standard that the machine of `lakmus test` follows (RC11 has the fences of C++20).
const OTHERS: &[&[&str]] = &[
    &["tso", "x86-tso", "x86"],
    &["armv8", "armv8-a", "arm64"],
    &["armv7", "armv7-a"],
    &["power", "ppc"],
    &["rvwmo", "riscv"],
    &["c++20", "rc11"],
    &["c++11", "c11"],
];

/// The words for each model: the name of its cat model, the name of its machine, and others. A command takes the first that it knows in the place of any other.
fn lines() -> impl Iterator<Item = Vec<&'static str>> {
    let others = |name: &str| OTHERS.iter().find(|line| line[0] == name).map_or(&[][..], |line| &line[1..]);
    let of_machines = arch::Model::all().map(move |model| {
        let cat = model.litmus.map(|tests| tests.model);
        cat.into_iter().chain([model.name]).chain(others(model.name).iter().copied()).collect::<Vec<_>>()
    });
    let of_editions = OTHERS.iter().filter(|line| line[0].starts_with("c++")).map(|line| line.to_vec());
    of_machines.chain(of_editions)
}

/// The word for the same model that `is_known` knows; none where it knows `word` itself, or none.
pub(crate) fn synonym(word: &str, is_known: impl Fn(&str) -> bool) -> Option<&'static str> {
    if is_known(word) {
        return None;
    }
    let line = lines().find(|line| line.contains(&word))?;
    line.into_iter().find(|other| is_known(other))
}

/// The language whose tests a shipped model is about, by any word for the model; none for one that is for any language, or does not ship.
#[cfg(feature = "campaign")]
pub(crate) fn language_of_model(name: &str) -> Option<&'static str> {
    let is_known = |name: &str| models::model(name).is_some();
    models::model(synonym(name, is_known).unwrap_or(name)).and_then(|model| model.architecture)
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
    fn other_words_belong_to_models_that_are_there() {
        let known: Vec<Vec<&str>> = lines().collect();
        for line in OTHERS {
            assert_eq!(known.iter().filter(|words| words.contains(&line[0])).count(), 1, "{line:?}");
        }
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
        assert_eq!(synonym("riscv", shipped), Some("rvwmo"));
        assert_eq!(synonym("ztso", shipped), None);
    }
}
