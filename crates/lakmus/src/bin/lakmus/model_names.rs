//! Words for models. Commands that run cat models know them by their files, machines by the name of the architecture's order; each command takes the words of the others.

use std::ffi::OsStr;

#[cfg(feature = "fence")]
use clap::builder::PossibleValuesParser;
use clap::builder::{EnumValueParser, PossibleValue, TypedValueParser};
use clap::error::Error;
use clap::{Arg, Command, ValueEnum};
use lakmus::models::synonym;

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
