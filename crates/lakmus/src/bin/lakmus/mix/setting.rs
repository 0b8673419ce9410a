//! What tests are mixed under: profiles, models, tables and limits, as the command line names them.

use std::path::Path;
use std::time::Duration;

use lakmus::mix::models;
use mix::{CodeCache, KeptOutcomes, MappingTable, Models, Profile};
use source::Sources;

use super::args::MixRunArgs;
use super::{profiles, table};
use crate::files::SearchPath;
use crate::render::Render;

/// What tests are mixed under.
pub(super) struct Setting {
    pub(super) profiles: Vec<Profile>,
    pub(super) models: Models,
    /// The texts of the models.
    pub(super) sources: Sources,
    /// Tables that are tried in place of the code that is to blame.
    pub(super) fixes: Vec<MappingTable>,
    /// How long a combination may take.
    pub(super) timeout: Option<Duration>,
    pub(super) caches: Caches,
}

/// Why there is none.
pub(super) enum Unset {
    /// The command line makes no sense.
    Usage(String),
    /// A model cannot be read: what there is to print.
    Model(Vec<String>),
}

impl From<String> for Unset {
    fn from(message: String) -> Unset {
        Unset::Usage(message)
    }
}

impl Setting {
    /// As the command line has it, with what is kept in the directory `cache`.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn load(args: &MixRunArgs, cache: Option<&Path>) -> Result<Setting, Unset> {
        let profiles = profiles::chosen(&args.profiles)?;
        let timeout = args.timeout.limit();
        let mut sources = Sources::new();
        let search = SearchPath::new(args.include.clone());
        let found =
            models(&args.source_model, &args.model, &mut sources, &mut |name, sources| search.model(name, sources));
        let mut models = found.map_err(|found| {
            let render = Render::for_stderr();
            Unset::Model(found.iter().map(|diagnostic| render.diagnostic(diagnostic, &sources)).collect())
        })?;
        // A model that is found elsewhere may have the name of a shipped one.
        models.are_shipped &= args.include.is_empty();
        let fixes = fixes(&args.fix)?;
        let outcomes = kept_outcomes(cache.filter(|_| models.are_shipped))?;
        let caches = Caches { code: code_cache(cache)?, outcomes };
        Ok(Setting { profiles, models, sources, fixes, timeout, caches })
    }
}

fn fixes(names: &[String]) -> Result<Vec<MappingTable>, String> {
    if names.is_empty() {
        return Ok(MappingTable::fixes().filter_map(MappingTable::shipped).collect());
    }
    names.iter().map(|name| table(name)).collect()
}

/// What is kept from run to run.
pub(crate) struct Caches {
    /// What compilers gave.
    pub(crate) code: CodeCache,
    /// What simulations found under the shipped models.
    pub(crate) outcomes: Option<KeptOutcomes>,
}

impl Caches {
    /// In a directory, or nowhere.
    ///
    /// # Errors
    /// When it cannot be used.
    pub(crate) fn of(directory: Option<&Path>) -> Result<Caches, String> {
        Ok(Caches { code: code_cache(directory)?, outcomes: kept_outcomes(directory)? })
    }
}

/// Where what compilers gave is kept.
fn code_cache(directory: Option<&Path>) -> Result<CodeCache, String> {
    let Some(directory) = directory else { return Ok(CodeCache::none()) };
    CodeCache::in_directory(directory.to_owned())
        .map_err(|error| format!("cannot use the cache `{}`: {error}", directory.display()))
}

/// What simulations of earlier runs found, in the directory of the cache.
fn kept_outcomes(directory: Option<&Path>) -> Result<Option<KeptOutcomes>, String> {
    let Some(directory) = directory else { return Ok(None) };
    KeptOutcomes::in_directory(directory)
        .map_err(|error| format!("cannot use the cache `{}`: {error}", directory.display()))
}
