//! Small programs about which two models differ: which outcomes the one allows and the other forbids.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use ::generator::{Options as Style, Program, ProgramWriter, ShownPlace, Words, for_each_program};
use ::sim::{Goal, Model, Options, Report, RunError, Test};
use ::source::Sources;

/// A test that one model allows and another one forbids.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Distinguishing {
    /// Its text; its condition asks for the outcome.
    pub text: String,
    /// How many programs were run until it was found.
    pub programs: u64,
}

/// The smallest test of an architecture that `allow` allows and `forbid` forbids, with at most `events` events; none where there is none, or where `cancel` was set before
/// one was found. The number of programs grows fast with that of events: up to 4 take seconds.
///
/// # Errors
/// When there are no programs of the architecture, or one has no result under a model; in words.
pub fn smallest(
    architecture: &str,
    allow: &Model,
    forbid: &Model,
    events: usize,
    cancel: &AtomicBool,
) -> Result<Option<Distinguishing>, String> {
    let mut writer = ProgramWriter::new(architecture, Style::default()).map_err(|refusal| refusal.to_string())?;
    if writer.vocabulary().architecture == "Java" {
        return Err("programs of Java are not gone through".to_owned());
    }
    let words = Words::usual(writer.vocabulary());
    let mut programs = 0;
    for size in 1..=events {
        let vocabulary = writer.vocabulary();
        let flow = for_each_program(vocabulary, &words, size, size, &mut |program| {
            if cancel.load(std::sync::atomic::Ordering::Relaxed) {
                return ControlFlow::Break(Ok(None));
            }
            programs += 1;
            match outcomes(&mut writer, program, [allow, forbid]) {
                Err(message) => ControlFlow::Break(Err(message)),
                Ok(found) => match found.unwrap_or_default().first() {
                    None => ControlFlow::Continue(()),
                    Some(values) => {
                        let text = writer.asking("D", program, values, &[]).map_err(|refusal| refusal.to_string());
                        ControlFlow::Break(text.map(|text| Some(Distinguishing { text, programs })))
                    }
                },
            }
        });
        if let ControlFlow::Break(found) = flow {
            return found;
        }
    }
    Ok(None)
}

/// A program as a test that shows its outcomes; `None` where the architecture has no instructions for it.
pub fn observed(writer: &mut ProgramWriter, program: &Program) -> Option<(Test, Vec<ShownPlace>)> {
    let (text, shown) = writer.observing("D", program).ok()?;
    let mut sources = Sources::new();
    let source = sources.add("D", text);
    let test = Test::load(&sources, source, "D").ok()?;
    Some((test, shown))
}

/// The states of a test under a model, and the flags.
///
/// # Errors
/// In words.
pub fn states(test: &Test, model: &Model) -> Result<Report, String> {
    let options = Options::default().with(|set| {
        set.goal = Goal::States;
        set.accepts_no_execution = true;
    });
    ::sim::simulate(test, model, &options).map_err(|error| match error {
        RunError::Refused(found) => found.first().map_or(String::new(), |first| first.message.clone()),
        RunError::Stopped(error) => error.to_string(),
    })
}

/// The outcomes that the first model has and the second one has not, as values of what is shown; those of executions in which a store-conditional fails are left out. `None` where
/// the program has no test.
///
/// # Errors
/// As [`states`].
pub fn outcomes(
    writer: &mut ProgramWriter,
    program: &Program,
    models: [&Model; 2],
) -> Result<Option<Vec<Vec<u64>>>, String> {
    let Some((test, shown)) = observed(writer, program) else { return Ok(None) };
    let (allowed, known) = (states(&test, models[0])?, states(&test, models[1])?);
    let new = allowed.states.iter().filter(|state| !known.states.contains(state));
    Ok(Some(new.filter_map(|state| values(state, &shown)).collect()))
}

/// The values of what is shown in a state; `None` where a store-conditional fails.
pub fn values(state: &str, shown: &[ShownPlace]) -> Option<Vec<u64>> {
    let pairs = state.split(';').filter_map(|part| part.trim().split_once('='));
    let all: BTreeMap<&str, &str> = pairs.collect();
    let value = |place: &ShownPlace| {
        let value: u64 = all.get(place.name.as_str())?.parse().ok()?;
        (!place.is_status || value == 0).then_some(value)
    };
    shown.iter().map(value).collect()
}
