//! Tests mixed for a campaign: judged as `lakmus mix run` judges them, by the same code, some together.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use identity::Identity;
use mix::{Options, TestResult, classes};

use super::args::{MixCommand, MixRunArgs};
use super::report::Report;
use super::run_cases::Cases;
use super::setting::{Setting, Unset};
use super::{Accepted, Batch};
use crate::campaign::model_texts::identity_of;
use crate::cases::Case;
use crate::clock;
use crate::files::SearchPath;
use crate::render::Render;

/// What tests of a campaign are mixed under.
pub(crate) struct Mixing {
    args: MixRunArgs,
    setting: Setting,
}

/// A test to be mixed.
pub(crate) struct Asked<'a> {
    /// Where it came from, for places in it.
    pub(crate) file: &'a str,
    pub(crate) text: &'a str,
}

/// What came of a test.
pub(crate) enum Judged {
    /// It was judged, as far as its case says.
    Result(Box<(Case, TestResult)>),
    /// It is no test that could be mixed, for this reason.
    Unsuitable(String),
    /// It took too long.
    TooLong,
}

impl Mixing {
    /// By the words behind `lakmus mix run`, with what is kept in the directory `cache`.
    ///
    /// # Errors
    /// What is wrong with them, or what a campaign has no use for.
    pub(crate) fn load(words: &[String], cache: Option<&Path>) -> Result<Mixing, String> {
        let args = read(words)?;
        let setting = Setting::load(&args, cache).map_err(|unset| match unset {
            Unset::Usage(message) => message,
            Unset::Model(said) => said.join("\n"),
        })?;
        Ok(Mixing { args, setting })
    }

    /// The identity of what decides results beside the test: profiles, models, tables, limits.
    pub(crate) fn identity(&self) -> Result<Identity, String> {
        let Setting { profiles, fixes, timeout, .. } = &self.setting;
        let of = |profile: &mix::Profile| {
            let unknown =
                || format!("the compiler of the profile `{}` is no file that could be identified", profile.name);
            profile.identity().map(Identity::bytes).ok_or_else(unknown)
        };
        let profiles = profiles.iter().map(of).collect::<Result<Vec<_>, String>>()?;
        let MixRunArgs { split, source_model, limit, check_classes, load_buffering, accepted, .. } = &self.args;
        let search = SearchPath::new(self.args.include.clone());
        // RC11 stands beside the default model of C, and each machine has its own where none is named for it.
        let of_machines = mix::Machine::all().map(|machine| machine.model().to_owned());
        let names = [source_model.clone(), "rc11".to_owned()].into_iter().chain(self.args.model.iter().cloned());
        let text = |name: String| Ok(identity_of(&name, &search).map_err(|error| error.message)?.bytes());
        let models = names.chain(of_machines).map(text).collect::<Result<Vec<_>, String>>()?;
        let accepted = accepted.as_deref().map(crate::files::named_text).transpose()?;
        let flags = format!("{split:?} {limit} {timeout:?} {check_classes} {load_buffering}");
        let parts = Identity::of("mix setting").parts("profile", profiles).part("source model", source_model);
        let parts = parts.parts("model", models).parts("fix", fixes.iter().map(mix::MappingTable::write));
        let parts = parts.part("are found", [u8::from(self.args.profiles.are_found())]).part("flags", flags);
        Ok(parts.parts("accepted", accepted.as_slice()).finish())
    }

    /// An outcome of a test as a state.
    pub(crate) fn outcome(result: &TestResult, values: &[String]) -> String {
        Report::outcome(result, values)
    }

    /// Judges tests, one after the other: each is given up when it has used this much CPU time. `take` is given what came of each, in their order, with the profiles that give no code for any, and why;
    /// no more is judged where it says so.
    ///
    /// # Errors
    /// When the list of accepted alarms cannot be read, and those of `take`.
    pub(crate) fn judge<E: From<String>>(
        &self,
        asked: &[Asked<'_>],
        limit: Duration,
        take: &mut dyn FnMut(usize, Judged, &[(String, String)]) -> Result<(), E>,
    ) -> Result<(), E> {
        let Setting { profiles, models, fixes, timeout, caches, .. } = &self.setting;
        let (split, render) = (self.args.split.split(), Render::for_stderr());
        let mut batch = Batch::default();
        // By test: why it cannot be mixed, if that is so.
        let mut unsuitable: Vec<Option<String>> = Vec::new();
        for Asked { file, text } in asked {
            let before = batch.tests.len();
            let source = batch.sources.add(*file, *text);
            batch.add_source(Path::new(file), source, split, &render);
            let refused = batch.refused.pop().map(|(_, reason)| reason);
            let reason = refused.or_else(|| batch.unsupported.pop().map(|(_, reason)| reason));
            unsuitable.push((batch.tests.len() == before).then(|| reason.unwrap_or_default()));
        }
        let code = classes::classes(profiles, &batch.fragments, models.sameness(), 1, &caches.code);
        let name = |id: mix::ProfileId| profiles[id.number() as usize].name.clone();
        let refused: Vec<(String, String)> = code.refused.iter().map(|(id, why)| (name(*id), why.clone())).collect();
        let report = Report { args: &self.args, batch: &batch, profiles };
        let cases = Cases::new(&batch, profiles, &code, self.args.profiles.are_found());
        let accepted = Accepted::read(self.args.accepted.as_deref(), profiles)?;
        let numbers: Vec<usize> = (0..asked.len()).filter(|number| unsuitable[*number].is_none()).collect();
        let mut next = 0;
        // What came before a test that could be mixed, and that test.
        let mut hand_on = |next: &mut usize, until: usize, last: Option<Judged>| -> Result<(), E> {
            while *next < until {
                take(*next, Judged::Unsuitable(unsuitable[*next].clone().unwrap_or_default()), &refused)?;
                *next += 1;
            }
            last.map_or(Ok(()), |judged| {
                *next += 1;
                take(until, judged, &refused)
            })
        };
        let mut first = 0;
        while first < numbers.len() {
            let cancel = AtomicBool::new(false);
            let options = Options {
                split,
                jobs: 1,
                limit: self.args.limit,
                fixes: fixes.clone(),
                timeout: Some(*timeout),
                checks_classes: self.args.check_classes,
                kept: caches.outcomes.as_ref(),
                cancel: &cancel,
            };
            let (send, receive) = channel();
            let tests = &batch.tests[first..];
            let ended = std::thread::scope(|scope| {
                let (code, batch, options) = (&code, &batch, &options);
                scope.spawn(move || {
                    let done = |number: usize, result: &TestResult| _ = send.send((number, result.clone()));
                    mix::run_reporting(tests, &batch.fragments, profiles, (code, models), options, &done);
                });
                let mut began = clock::process_time();
                loop {
                    match receive.recv_timeout(PAUSE) {
                        Ok((number, result)) => {
                            let (test, is_over) = (first + number, cancel.load(Ordering::Relaxed));
                            began = clock::process_time();
                            let judged = if is_over {
                                Judged::TooLong
                            } else {
                                let mut case = cases.test(test, &result, report.findings(test, &result));
                                accepted.apply(&mut case);
                                Judged::Result(Box::new((case, result)))
                            };
                            if let Err(error) = hand_on(&mut next, numbers[test], Some(judged)) {
                                cancel.store(true, Ordering::Relaxed);
                                return Err(error);
                            }
                            if is_over {
                                return Ok(test + 1);
                            }
                        }
                        Err(RecvTimeoutError::Timeout) => {
                            let is_over = clock::process_time().saturating_sub(began) > limit;
                            cancel.fetch_or(is_over, Ordering::Relaxed);
                        }
                        Err(RecvTimeoutError::Disconnected) => return Ok(numbers.len()),
                    }
                }
            });
            // Behind one that took too long it goes on with the next.
            first = ended?;
        }
        hand_on(&mut next, asked.len(), None)
    }
}

/// The time between two looks at the clock.
const PAUSE: Duration = Duration::from_millis(50);

/// The words of `lakmus mix run`.
fn read(words: &[String]) -> Result<MixRunArgs, String> {
    let all = ["lakmus", "mix", "run"].map(str::to_owned).into_iter().chain(words.iter().cloned());
    // Tests are the campaign's.
    let all = all.chain(["campaign".to_owned()]);
    let args = <crate::args::Args as clap::Parser>::try_parse_from(all).map_err(|error| error.to_string())?;
    let crate::args::Command::Mix(super::MixArgs { command: MixCommand::Run(args) }) = args.command else {
        return Err(format!("these are no words for `lakmus mix run`: {}", words.join(" ")));
    };
    let MixRunArgs { tests, jobs, litmus, sources, show, svg, cache, minimise, .. } = &*args;
    let useless = [
        (tests.len() > 1, "a test"),
        (jobs.is_some(), "--jobs"),
        (litmus.is_some(), "--litmus"),
        (sources.is_some(), "--sources"),
        (*show, "--show"),
        (svg.is_some(), "--svg"),
        (cache.is_some(), "--cache (`cache` of `[options]` is for that)"),
        (*minimise, "--minimise"),
    ];
    match useless.iter().find(|(is_there, _)| *is_there) {
        Some((_, word)) => Err(format!("a campaign has no use for {word} among the words of `mix`")),
        None => Ok(*args),
    }
}
