//! What a kind of units is: how their tests are read, what these are asked under, and what answers a unit.

use std::path::Path;

use ::campaign::{Definition, Layout, Manifest, ModelEntry, Program, ShownTest, UnitOptions};
use identity::Identity;

use super::Refusal;
use super::exchange::Exchange;
use super::units::ReadTest;
use crate::files::{self, SearchPath};

/// What tests are asked under, as the file of a campaign says it.
pub(super) enum Choice {
    /// This, for tests of the language if there is one.
    One { entry: ModelEntry, language: Option<&'static str> },
    /// The default model of each test's language.
    Default,
    /// All shipped models of each test's language, and those that are for any.
    All,
}

/// A test with what a shard says of it.
pub(super) struct TestText {
    pub(super) test: ReadTest,
    /// All that is needed of it where it is run.
    pub(super) text: String,
    /// Where it came from.
    pub(super) file: String,
}

/// A campaign that is being planned.
#[derive(Clone, Copy)]
pub(super) struct Planning<'a> {
    pub(super) definition: &'a Definition,
    /// Its directory, which is there.
    pub(super) layout: &'a Layout,
}

/// A kind of units.
pub(super) trait UnitKind: Sync {
    /// What of a campaign's file says nothing to units of this kind.
    ///
    /// # Errors
    /// That, in a sentence.
    fn check(&self, definition: &Definition) -> Result<(), String>;

    /// What tests are asked under.
    ///
    /// # Errors
    /// When a model or something else that is named is not there.
    fn choices(&self, definition: &Definition, search: &SearchPath) -> Result<Vec<Choice>, Refusal>;

    /// The identity of what decides results under a model or setting, as it is now. It is the same when a unit is answered, or that is refused.
    ///
    /// # Errors
    /// When it cannot be read, in a sentence.
    fn identity(
        &self,
        name: &str,
        arguments: &[String],
        options: &UnitOptions,
        search: &SearchPath,
    ) -> Result<Identity, String>;

    /// What a setting is divided into for a unit that was given up under it: what comes of the parts together is what comes of the whole. Nothing where it is not divided.
    ///
    /// # Errors
    /// When what the setting names cannot be read, in a sentence.
    fn parts(&self, entry: &ModelEntry, options: &UnitOptions) -> Result<Vec<ModelEntry>, String> {
        let _ = (entry, options);
        Ok(Vec::new())
    }

    /// A test whose text is given, of a generator say.
    ///
    /// # Errors
    /// When it is no test that could be planned.
    fn test(&self, text: String, file: String, default_name: &str, planning: Planning<'_>)
    -> Result<TestText, Refusal>;

    /// The tests of a file.
    ///
    /// # Errors
    /// When it cannot be read.
    fn tests_of(&self, path: &Path, planning: Planning<'_>) -> Result<Vec<TestText>, Refusal> {
        let (text, stem) = (files::named_text(path)?, stem(path));
        Ok(vec![self.test(text, files::shown(path), &stem, planning)?])
    }

    /// A program that the campaign's file describes; [`check`](Self::check) refuses it where there are none.
    ///
    /// # Errors
    /// When it cannot be read or built.
    fn program(&self, program: &Program, planning: Planning<'_>) -> Result<TestText, Refusal> {
        let _ = planning;
        Err(Refusal::Message(format!("the program `{}` is no test of this kind", program.name)))
    }

    /// Tests that no file has.
    ///
    /// # Errors
    /// When they cannot be found out.
    fn own_tests(&self, planning: Planning<'_>) -> Result<Vec<TestText>, Refusal> {
        let _ = planning;
        Ok(Vec::new())
    }

    /// Answers units until there are no more.
    ///
    /// # Errors
    /// When none can be answered, in a sentence; within that, when answers are not taken any more.
    fn serve(&self, manifest: &Manifest, exchange: &mut Exchange) -> Result<std::io::Result<()>, String>;

    /// What can be drawn of a test under a model, as SVG.
    fn drawing(&self, manifest: &Manifest, test: &ShownTest) -> Option<String> {
        let _ = (manifest, test);
        None
    }

    /// What it does not mean that nothing was found, though every unit has a complete result.
    fn reservation(&self) -> Option<&'static str> {
        None
    }
}

/// The identity of a model, or why it cannot be read, with its name.
pub(super) fn named(name: &str, identity: Result<Identity, String>) -> Result<Identity, String> {
    identity.map_err(|error| format!("the model `{name}` cannot be read: {error}"))
}

/// The name of a file without its directory and ending.
pub(super) fn stem(path: &Path) -> String {
    path.file_stem().map(|stem| files::shown(Path::new(stem))).unwrap_or_default()
}

/// Parts of a campaign's file that not every kind has a use for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Arguments,
    Cache,
    Executions,
    Expect,
    Generators,
    Memory,
    Models,
    Programs,
    Search,
    Settings,
    Tests,
}

impl Part {
    const ALL: [Part; 11] = [
        Part::Arguments,
        Part::Cache,
        Part::Executions,
        Part::Expect,
        Part::Generators,
        Part::Memory,
        Part::Models,
        Part::Programs,
        Part::Search,
        Part::Settings,
        Part::Tests,
    ];

    /// As the file has it.
    fn words(self) -> &'static str {
        match self {
            Part::Arguments => "`arguments`",
            Part::Cache => "`cache`",
            Part::Executions => "`[executions]`",
            Part::Expect => "`[[expect]]`",
            Part::Generators => "`streams` and `[[gen]]`",
            Part::Memory => "`memory`",
            Part::Models => "`models`",
            Part::Programs => "`[[program]]`",
            Part::Search => "`goal`, `unroll`, `variants` and `include`",
            Part::Settings => "`[[with]]`",
            Part::Tests => "`tests`",
        }
    }

    fn is_in(self, definition: &Definition) -> bool {
        let UnitOptions { variants, unroll, goal, include, arguments, cache, memory, .. } = &definition.options;
        match self {
            Part::Arguments => !arguments.is_empty(),
            Part::Cache => cache.is_some(),
            Part::Executions => definition.executions != ::campaign::Executions::default(),
            Part::Expect => !definition.expect.is_empty(),
            Part::Generators => !definition.streams.is_empty() || !definition.generators.is_empty(),
            Part::Memory => memory.is_some(),
            Part::Models => !definition.models.is_empty(),
            Part::Programs => !definition.programs.is_empty(),
            Part::Search => {
                !variants.is_empty() || unroll.is_some() || *goal != ::campaign::Goal::default() || !include.is_empty()
            }
            Part::Settings => !definition.settings.is_empty(),
            Part::Tests => !definition.tests.is_empty(),
        }
    }
}

/// That a file has no part which says nothing to units of this kind: all but these say something.
///
/// # Errors
/// The first such part, in a sentence.
pub(super) fn has_only(definition: &Definition, useful: &[Part]) -> Result<(), String> {
    let useless = Part::ALL.into_iter().find(|part| !useful.contains(part) && part.is_in(definition));
    useless.map_or(Ok(()), |part| {
        let parts: Vec<&str> = useful.iter().map(|part| part.words()).collect();
        let (words, kind) = (part.words(), definition.kind.name());
        Err(format!("{words} say nothing to units of the kind `{kind}`: {} do", parts.join(", ")))
    })
}

/// The name and the words of each `[[with]]`; where there is none, this name and no words.
pub(super) fn settings(definition: &Definition, no_name: &str) -> Vec<(String, Vec<String>)> {
    if definition.settings.is_empty() {
        return vec![(no_name.to_owned(), Vec::new())];
    }
    definition.settings.iter().map(|setting| (setting.name.clone(), setting.arguments.clone())).collect()
}
