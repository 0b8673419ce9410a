//! Tests mixed for a campaign: judged as `lakmus mix run` judges them, by the same code, some together.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use identity::Identity;
use mix::classes::{self, Classes};
use mix::{Fragments, Options, Profile, SourceTest, Split, TestResult};

use super::args::{MixCommand, MixRunArgs, ProfileArgs};
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

    /// The words that leave the profiles of one architecture, for each where there are several: code for one is mixed with no other's. None where words cannot say that.
    pub(crate) fn by_architecture(&self) -> Vec<(&'static str, Vec<String>)> {
        let ProfileArgs { profile, table, only, .. } = &self.args.profiles;
        if !(profile.is_empty() && table.is_empty() && only.is_empty()) {
            return Vec::new();
        }
        let profiles = &self.setting.profiles;
        let mut parts: Vec<(&'static str, Vec<String>)> = Vec::new();
        for profile in profiles {
            let name = profile.architecture.name();
            let word = format!("--only={}", profile.name);
            match parts.iter_mut().find(|(known, _)| *known == name) {
                Some((_, words)) => words.push(word),
                None => parts.push((name, vec![word])),
            }
        }
        // (Such a word takes all profiles whose names contain it.)
        let is_in_another = |one: &Profile, other: &Profile| {
            one.architecture.name() != other.architecture.name() && other.name.contains(&one.name)
        };
        let is_ambiguous = profiles.iter().any(|one| profiles.iter().any(|other| is_in_another(one, other)));
        if parts.len() < 2 || is_ambiguous { Vec::new() } else { parts }
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
        take: &mut Take<'_, E>,
    ) -> Result<(), E> {
        let Setting { profiles, models, caches, .. } = &self.setting;
        let Prepared { batch, unsuitable } = Prepared::of(asked, self.args.split.split());
        let code = classes::classes(profiles, &batch.fragments, models.sameness(), 1, &caches.code);
        let name = |id: mix::ProfileId| profiles[id.number() as usize].name.clone();
        let refused: Vec<(String, String)> = code.refused.iter().map(|(id, why)| (name(*id), why.clone())).collect();
        let report = Report { args: &self.args, batch: &batch, profiles };
        let cases = Cases::new(&batch, profiles, &code, self.args.profiles.are_found());
        let accepted = Accepted::read(self.args.accepted.as_deref(), profiles)?;
        let numbers: Vec<usize> = (0..asked.len()).filter(|number| unsuitable[*number].is_none()).collect();
        let mut order = Order { take, next: 0, unsuitable: &unsuitable, refused: &refused };
        let mut first = 0;
        while first < numbers.len() {
            let tests = (&batch.tests[first..], &batch.fragments, &code);
            let too_long = self.run(tests, limit, &mut |number, result| {
                let test = first + number;
                let mut case = cases.test(test, &result, report.findings(test, &result));
                accepted.apply(&mut case);
                order.hand_on(numbers[test], Some(Judged::Result(Box::new((case, result)))))
            })?;
            // Behind one that took too long it goes on with the next.
            let Some(number) = too_long else { break };
            order.hand_on(numbers[first + number], Some(Judged::TooLong))?;
            first += number + 1;
        }
        order.hand_on(asked.len(), None)
    }

    /// Judges tests until one takes too long, and gives its number. `got` is given the number and the result of each before that.
    fn run<E>(
        &self,
        (tests, fragments, code): (&[SourceTest], &Fragments, &Classes),
        limit: Duration,
        got: &mut dyn FnMut(usize, TestResult) -> Result<(), E>,
    ) -> Result<Option<usize>, E> {
        let Setting { profiles, models, fixes, timeout, caches, .. } = &self.setting;
        let cancel = AtomicBool::new(false);
        let options = Options {
            split: self.args.split.split(),
            jobs: 1,
            limit: self.args.limit,
            fixes: fixes.clone(),
            timeout: *timeout,
            checks_classes: self.args.check_classes,
            kept: caches.outcomes.as_ref(),
            cancel: &cancel,
        };
        let (send, receive) = channel();
        std::thread::scope(|scope| {
            let options = &options;
            scope.spawn(move || {
                // Who receives it may have given up.
                let done = |number: usize, result: &TestResult| _ = send.send((number, result.clone()));
                mix::run_reporting(tests, fragments, profiles, (code, models), options, &done);
            });
            let mut began = clock::process_time();
            loop {
                match receive.recv_timeout(PAUSE) {
                    // Its simulations were ended, and those of all others will be.
                    Ok((number, _)) if cancel.load(Ordering::Relaxed) => return Ok(Some(number)),
                    Ok((number, result)) => {
                        began = clock::process_time();
                        if let Err(error) = got(number, result) {
                            cancel.store(true, Ordering::Relaxed);
                            return Err(error);
                        }
                    }
                    Err(RecvTimeoutError::Timeout) => {
                        let is_over = clock::process_time().saturating_sub(began) > limit;
                        cancel.fetch_or(is_over, Ordering::Relaxed);
                    }
                    Err(RecvTimeoutError::Disconnected) => return Ok(None),
                }
            }
        })
    }
}

/// Takes what came of a test, by its number, with the profiles that give no code, and why.
pub(crate) type Take<'a, E> = dyn FnMut(usize, Judged, &[(String, String)]) -> Result<(), E> + 'a;

/// Tests that were read.
struct Prepared {
    batch: Batch,
    /// By test: why it cannot be mixed, if that is so.
    unsuitable: Vec<Option<String>>,
}

impl Prepared {
    fn of(asked: &[Asked<'_>], split: Split) -> Prepared {
        let (mut batch, mut unsuitable) = (Batch::default(), Vec::new());
        let render = Render::for_stderr();
        for Asked { file, text } in asked {
            let before = batch.tests.len();
            let source = batch.sources.add(*file, *text);
            batch.add_source(Path::new(file), source, split, &render);
            let refused = batch.refused.pop().map(|(_, reason)| reason);
            let reason = refused.or_else(|| batch.unsupported.pop().map(|(_, reason)| reason));
            unsuitable.push((batch.tests.len() == before).then(|| reason.unwrap_or_default()));
        }
        Prepared { batch, unsuitable }
    }
}

/// Hands on what came of tests, in their order.
struct Order<'a, 't, E> {
    take: &'a mut Take<'t, E>,
    /// The first test that was not handed on.
    next: usize,
    unsuitable: &'a [Option<String>],
    refused: &'a [(String, String)],
}

impl<E> Order<'_, '_, E> {
    /// Hands on all before `until`, none of which could be mixed, and what came of that one.
    fn hand_on(&mut self, until: usize, last: Option<Judged>) -> Result<(), E> {
        while self.next < until {
            let reason = self.unsuitable[self.next].clone().unwrap_or_default();
            (self.take)(self.next, Judged::Unsuitable(reason), self.refused)?;
            self.next += 1;
        }
        let Some(last) = last else { return Ok(()) };
        self.next += 1;
        (self.take)(until, last, self.refused)
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
        (litmus.is_some(), "--write-litmus"),
        (sources.is_some(), "--sources"),
        (*show, "--explain"),
        (svg.is_some(), "--svg"),
        (cache.is_some(), "--cache (`cache` of `[options]` is for that)"),
        (*minimise, "--minimise"),
    ];
    match useless.iter().find(|(is_there, _)| *is_there) {
        Some((_, word)) => Err(format!("a campaign has no use for {word} among the words of `mix`")),
        None => Ok(*args),
    }
}
