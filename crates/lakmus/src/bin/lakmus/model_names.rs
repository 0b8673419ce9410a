//! Models by their words. A model has one name, that of its cat file, in every command and report; its aliases (`models::ModelEntry::aliases`) are taken wherever the name is.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::error::{ContextKind, ContextValue, Error};
use clap::{Arg, Command};

/// The language whose tests a shipped model is about, by any word for the model; none for one that is for any language, or does not ship.
#[cfg(feature = "campaign")]
pub(crate) fn language_of_model(word: &str) -> Option<&'static str> {
    models::model(word).and_then(|model| model.architecture)
}

/// Reads the name of a shipped model, one of its aliases, or a cat file: the name, or the file as it stands.
pub(crate) fn any_model(word: &str) -> Result<String, std::convert::Infallible> {
    Ok(models::name(word).to_owned())
}

/// What `--help` says of a model beside its summary: its other words.
fn with_aliases(name: &'static str, summary: &str) -> PossibleValue {
    let aliases = models::model(name).map_or(&[][..], |model| model.aliases);
    let others = if aliases.is_empty() { String::new() } else { format!(" [aliases: {}]", aliases.join(", ")) };
    PossibleValue::new(name).help(format!("{summary}{others}"))
}

/// A model among those that a command has, by its name.
pub(crate) trait NamedModel: Clone + Send + Sync + 'static {
    /// All of them, each with its name, which is that of its cat model, and what it is in a few words.
    fn all() -> Vec<(Self, &'static str, String)>;

    /// The name of the model that stands in for another shipped one, which the command has not.
    fn in_place_of(name: &str) -> Option<&'static str> {
        let _ = name;
        None
    }
}

/// Reads the name of a [`NamedModel`], or an alias of it.
#[derive(Clone)]
pub(crate) struct ModelParser<T>(std::marker::PhantomData<T>);

impl<T: NamedModel> ModelParser<T> {
    pub(crate) fn new() -> ModelParser<T> {
        ModelParser(std::marker::PhantomData)
    }
}

impl<T: NamedModel> TypedValueParser for ModelParser<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, argument: Option<&Arg>, value: &OsStr) -> Result<T, Error> {
        let word = StringValueParser::new().parse_ref(command, argument, value)?;
        let asked = models::name(&word);
        let name = T::in_place_of(asked).unwrap_or(asked);
        let mut all = T::all();
        if let Some(place) = all.iter().position(|(_, known, _)| *known == name) {
            return Ok(all.swap_remove(place).0);
        }
        Err(no_such_model(command, argument, &word, &all.into_iter().map(|(_, name, _)| name).collect::<Vec<_>>()))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(T::all().into_iter().map(|(_, name, summary)| with_aliases(name, &summary))))
    }
}

/// That a command has no such model, with those that it has, and the one whose name or alias is nearest.
fn no_such_model(command: &Command, argument: Option<&Arg>, word: &str, known: &[&str]) -> Error {
    let mut error = Error::new(clap::error::ErrorKind::InvalidValue).with_cmd(command);
    let string = |text: &str| ContextValue::String(text.to_owned());
    if let Some(argument) = argument {
        error.insert(ContextKind::InvalidArg, ContextValue::String(argument.to_string()));
    }
    error.insert(ContextKind::InvalidValue, string(word));
    error.insert(ContextKind::ValidValue, ContextValue::Strings(known.iter().map(|&name| name.to_owned()).collect()));
    let near = source::nearest(word, models::words().filter(|(_, name)| known.contains(name)).map(|(word, _)| word));
    if let Some(near) = near {
        error.insert(ContextKind::SuggestedValue, string(models::name(near)));
    }
    error
}
