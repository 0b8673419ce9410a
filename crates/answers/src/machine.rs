//! What installed compilers, and the mapping tables that ship, make of a C test, and what that ends in which the test cannot.

use lakmus::mix::{self, Language, MappingTable, Options, Origin, Profile, Split, Unusable};
use lakmus::source::Sources;
use serde::{Deserialize, Serialize};

use crate::places::{Place, Remark, place, remarks};
use crate::texts::TestText;
use crate::{Done, Out};

/// The compilers that this machine has, and the tables.
#[derive(Debug, Deserialize)]
pub(crate) struct Profiles {}

/// A test as these compile it.
#[derive(Debug, Deserialize)]
pub(crate) struct Compile {
    test: TestText,
    profiles: Vec<String>,
}

/// What comes of it when these compile a test together, piece by piece.
#[derive(Debug, Deserialize)]
pub(crate) struct Mix {
    test: TestText,
    profiles: Vec<String>,
}

#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum Answer {
    Profile {
        name: String,
        /// Its command, or where the table is from.
        origin: String,
        is_table: bool,
        architecture: &'static str,
    },
    Compiled {
        profile: String,
        model: &'static str,
        way: String,
        text: String,
        pieces: Vec<Piece>,
    },
    /// A profile has no code for the test.
    NotCompiled {
        profile: String,
        message: String,
    },
    /// The test cannot be compiled by any.
    Unusable {
        remarks: Vec<Remark>,
        message: String,
    },
    Bug {
        architecture: &'static str,
        model: &'static str,
        /// The pieces whose code matters, each with one of the compilers of that code.
        culprits: Vec<(String, String)>,
        /// Outcomes that the test cannot have.
        extra: Vec<String>,
        is_load_buffering: bool,
        text: String,
    },
    Mixed {
        combinations: usize,
        judged: usize,
        message: Option<String>,
    },
}

#[derive(Debug, Serialize)]
struct Piece {
    name: String,
    place: Place,
    code: Vec<String>,
}

/// Every compiler of C that is found, then the tables.
fn all_profiles() -> Vec<Profile> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<std::path::PathBuf> = std::env::split_paths(&path).collect();
    let mut all = mix::discover(&folders, &[], &[Language::C]);
    all.extend(MappingTable::shipped_names().filter_map(MappingTable::shipped).map(Profile::table));
    all
}

/// Those of them with these names, in the order of the names.
fn named(names: &[String]) -> Vec<Profile> {
    let all = all_profiles();
    names.iter().filter_map(|name| all.iter().find(|profile| profile.name == *name).cloned()).collect()
}

fn jobs() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

impl Profiles {
    pub(crate) fn answer(&self, out: &mut Out<'_>) -> Done {
        for profile in all_profiles() {
            let (origin, is_table) = match &profile.origin {
                Origin::Compiler(command) => (command.shown(), false),
                Origin::Table(table) => (table.source.clone(), true),
            };
            let architecture = profile.architecture.word();
            out.say(&Answer::Profile { name: profile.name, origin, is_table, architecture })?;
        }
        Ok(())
    }
}

impl Compile {
    pub(crate) fn answer(&self, out: &mut Out<'_>) -> Done {
        let profiles = named(&self.profiles);
        let mut sources = Sources::new();
        let compiled =
            mix::compiled(&self.test.name, &self.test.text, &profiles, Split::Statement, jobs(), &mut sources);
        let all = match compiled {
            Ok(all) => all,
            Err(Unusable::Unsupported(message)) => {
                return out.say(&Answer::Unusable { remarks: Vec::new(), message });
            }
            Err(Unusable::Refused(found)) => {
                let message = found.first().map_or(String::new(), |first| first.message.clone());
                return out.say(&Answer::Unusable { remarks: remarks(&found, &sources), message });
            }
        };
        for (profile, compiled) in profiles.iter().zip(all) {
            let profile = profile.name.clone();
            out.say(&match compiled {
                Err(message) => Answer::NotCompiled { profile, message },
                Ok(compiled) => Answer::Compiled {
                    profile,
                    model: compiled.machine.model(),
                    way: compiled.way,
                    text: compiled.text,
                    pieces: compiled
                        .pieces
                        .into_iter()
                        .map(|piece| Piece { place: place(piece.span, &sources), name: piece.name, code: piece.code })
                        .collect(),
                },
            })?;
        }
        Ok(())
    }
}

impl Mix {
    pub(crate) fn answer(&self, out: &mut Out<'_>) -> Done {
        let profiles = named(&self.profiles);
        let mut options = Options::default();
        options.jobs = jobs();
        let mixed = match mix::run([(self.test.name.as_str(), self.test.text.as_str())], &profiles, &options) {
            Ok(mixed) => mixed,
            Err(error) => {
                let message = error.to_string();
                return out.say(&Answer::Unusable { remarks: Vec::new(), message });
            }
        };
        if let Some((_, message)) = mixed.unsupported.into_iter().next() {
            return out.say(&Answer::Unusable { remarks: Vec::new(), message });
        }
        for test in &mixed.summary.results {
            for bug in &test.bugs {
                out.say(&bug_of(bug, test, &profiles))?;
            }
            let message = test.undefined.clone().or_else(|| test.failed.clone());
            out.say(&Answer::Mixed { combinations: test.combinations, judged: test.judged, message })?;
        }
        Ok(())
    }
}

fn bug_of(bug: &mix::Bug, test: &mix::TestResult, profiles: &[Profile]) -> Answer {
    let outcome = |values: &Vec<String>| {
        test.places.iter().zip(values).map(|(place, value)| format!("{place}={value};")).collect::<Vec<_>>().join(" ")
    };
    let culprit = |culprit: &mix::Culprit| {
        let piece = test.pieces.get(culprit.piece).map_or(String::new(), |(name, text)| format!("{name}: {text}"));
        let profile = culprit.members.first().and_then(|member| profiles.get(member.profile.number() as usize));
        (piece, profile.map_or(String::new(), |profile| profile.name.clone()))
    };
    Answer::Bug {
        architecture: bug.architecture.word(),
        model: bug.machine.model(),
        culprits: bug.culprits.iter().map(culprit).collect(),
        extra: bug.extra.iter().map(outcome).collect(),
        is_load_buffering: bug.is_load_buffering,
        text: bug.litmus.clone(),
    }
}
