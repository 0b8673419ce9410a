//! Profiles compared with tables for a campaign, one after the other: as `lakmus abi check` compares them, by the same code.

use std::path::Path;

use ::mix::Profile;
use ::mix::abi::Checks;
use identity::Identity;

use super::args::{AbiArgs, AbiCheckArgs, AbiCommand};
use super::{Comparison, against};
use crate::cases::Case;
use crate::mix::{Caches, profiles};

/// What profiles of a campaign are compared with.
pub(crate) struct Comparing {
    args: AbiCheckArgs,
}

/// What came of a profile.
pub(crate) struct Compared {
    /// `baseline`, `sub-ABI`, `island`, `break` or `unchecked`; none where it gives no code and was found, not asked for.
    pub(crate) standing: Option<&'static str>,
    /// How many operations are as some table has them, and how many as none.
    pub(crate) conforming: usize,
    pub(crate) others: usize,
    pub(crate) cases: Vec<Case>,
}

impl Comparing {
    /// By the words behind `lakmus abi check`.
    ///
    /// # Errors
    /// What is wrong with them, or what a campaign has no use for.
    pub(crate) fn load(words: &[String]) -> Result<Comparing, String> {
        let all = ["lakmus", "abi", "check"].map(str::to_owned).into_iter().chain(words.iter().cloned());
        let args = <crate::args::Args as clap::Parser>::try_parse_from(all).map_err(|error| error.to_string())?;
        let crate::args::Command::Abi(AbiArgs { command: AbiCommand::Check(args) }) = args.command else {
            return Err(format!("these are no words for `lakmus abi check`: {}", words.join(" ")));
        };
        if args.report.cache.is_some() || args.report.accepted.is_some() {
            return Err("a campaign has no use for --cache (`cache` of `[options]` is for that) and --accepted among the words of `abi`".to_owned());
        }
        Ok(Comparing { args })
    }

    /// The profiles that the words mean.
    ///
    /// # Errors
    /// What is wrong with them.
    pub(crate) fn profiles(&self) -> Result<Vec<Profile>, String> {
        profiles::chosen(&self.args.profiles)
    }

    /// The identity of what decides results beside the profile.
    ///
    /// # Errors
    /// When a table cannot be read.
    pub(crate) fn identity(&self) -> Result<Identity, String> {
        let tables = against(&self.args.against)?;
        let parts = Identity::of("abi setting").parts("table", tables.iter().map(::mix::MappingTable::write));
        let flags = [self.args.no_simulation, self.args.profiles.are_found()].map(u8::from);
        Ok(parts.part("flags", flags).finish())
    }

    /// Calls `compare` with what compares profiles, some together, and gives what it gives. Each has what came of it, in their order.
    ///
    /// # Errors
    /// When tables, checks or the directory `cache` cannot be used.
    pub(crate) fn with<T>(
        &self,
        cache: Option<&Path>,
        compare: impl FnOnce(&dyn Fn(&[Profile]) -> Vec<Compared>) -> T,
    ) -> Result<T, String> {
        let checks = Checks::new().map_err(|error| format!("the checks cannot be read: {error:?}"))?;
        let (tables, cache) = (against(&self.args.against)?, Caches::of(cache)?);
        let comparison = Comparison { args: &self.args, checks, tables, cache, jobs: 1 };
        Ok(compare(&|profiles| {
            let (all, _) = comparison.of(profiles);
            // One that was found and gives no code is not among them.
            let of = |profile: &Profile| match all.iter().find(|one| one.name == profile.name) {
                None => Compared { standing: None, conforming: 0, others: 0, cases: Vec::new() },
                Some(one) => {
                    let (others, cases) = (one.others.len(), one.cases().cloned().collect());
                    Compared { standing: Some(one.standing.word()), conforming: one.compared - others, others, cases }
                }
            };
            profiles.iter().map(of).collect()
        }))
    }
}
