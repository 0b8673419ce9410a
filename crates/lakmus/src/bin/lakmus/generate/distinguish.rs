//! `lakmus gen distinguish`: all small tests that one model allows and another one forbids.
//!
//! All programs up to a size are run under both models; an outcome that the one has and the other has not makes a test, which is run once more under both
//! as it is printed: what is printed is what the simulator says of it.

use std::ops::ControlFlow;

use generator::{Options as Style, Program, ProgramWriter, Words, for_each_program};
use lakmus::distinguish::outcomes;
pub(crate) use lakmus::distinguish::{observed, states, values};
use litmus::Language;
use sim::{Model, Observation, Test};
use source::Sources;

use super::args::DistinguishArgs;
use super::out::{Out, Stopped};
use super::{Done, choices};
use crate::files::{Includes, SearchPath};
use crate::output;
use crate::render::Render;
use crate::{Status, generate};

/// Tests that two models tell apart.
pub(super) fn run(args: &DistinguishArgs) -> Done {
    if args.events == 0 || args.threads == 0 || args.limit == Some(0) {
        return Err(Stopped::Usage("--events, --threads and --limit need numbers above 0".to_owned()));
    }
    let search = SearchPath::new(args.include.clone());
    let mut programs = Programs::new(&args.arch, &args.edges)?;
    let language = language(&args.arch)?;
    let [allow, forbid] = [&args.allow, &args.forbid].map(|name| load(name, language, &search));
    let (allow, forbid) = (allow?, forbid?);
    let mut out = Out::new(args.output.as_deref())?;
    let (mut made, mut ran, mut without) = (0_u64, 0_u64, 0_u64);
    let header = [("Generator", "lakmus"), ("Allowed", args.allow.as_str()), ("Forbidden", args.forbid.as_str())];
    let end = programs.for_each(args.events, args.threads, &mut |writer, program| {
        ran += 1;
        let mut one = || -> Result<bool, Stopped> {
            let Some(found) = outcomes(writer, program, [&allow, &forbid]).map_err(failed)? else {
                without += 1;
                return Ok(true);
            };
            for outcome in found {
                let name = format!("D{:04}", made + 1);
                let text = writer.asking(&name, program, &outcome, &header).map_err(refused)?;
                confirm(&name, &text, [&allow, &forbid])?;
                out.test(&name, &text)?;
                made += 1;
                if args.limit.is_some_and(|limit| made >= limit) {
                    return Ok(false);
                }
            }
            Ok(true)
        };
        match one() {
            Ok(true) => ControlFlow::Continue(()),
            Ok(false) => ControlFlow::Break(None),
            Err(stopped) => ControlFlow::Break(Some(stopped)),
        }
    });
    if let ControlFlow::Break(Some(stopped)) = end {
        return Err(stopped);
    }
    let status = out.end(Status::Success)?;
    let without = if without > 0 { format!(", {without} of which have no test") } else { String::new() };
    let cut = if end.is_break() { "; there may be more (--limit)" } else { "" };
    output::complain(&format!(
        "{made} tests that {} allows and {} forbids, from {ran} programs with up to {} events{without}{cut}",
        args.allow, args.forbid, args.events
    ));
    Ok(status)
}

fn failed(message: String) -> Stopped {
    output::complain(&format!("error: {message}"));
    Stopped::Reported(Status::Refused)
}

fn refused(refusal: generator::Refusal) -> Stopped {
    Stopped::Usage(refusal.to_string())
}

/// The language of an architecture's tests.
fn language(architecture: &str) -> Result<&'static dyn Language, Stopped> {
    let known = generator::architectures().find(|known| known.eq_ignore_ascii_case(architecture));
    let found = known.and_then(isa::language);
    found.ok_or_else(|| Stopped::Usage(format!("tests of `{architecture}` are not simulated under cat models")))
}

fn load(name: &str, language: &dyn Language, search: &SearchPath) -> Result<Model, Stopped> {
    let mut sources = Sources::new();
    let tell = |found: &[source::Diagnostic], sources: &Sources| {
        Render::for_stderr().diagnostics(found, sources).iter().for_each(|text| output::complain(text));
        Stopped::Reported(Status::Usage)
    };
    let source = search.model(name, &mut sources).map_err(|error| tell(&[error], &Sources::new()))?;
    let mut includes = Includes::new(search);
    let model = Model::load(&mut sources, source, None, &mut includes, language, &|_| false)
        .map_err(|found| tell(&found, &sources))?;
    model.check_language(language).map_err(|error| tell(&[error], &sources))?;
    Ok(model)
}

/// The programs of an architecture, smallest first.
pub(crate) struct Programs {
    writer: ProgramWriter,
    words: Words,
}

impl Programs {
    /// Made of the words of a pool, or the usual ones where it is empty.
    pub(crate) fn new(architecture: &str, pool: &[String]) -> Result<Programs, Stopped> {
        let writer = ProgramWriter::new(architecture, Style::default()).map_err(refused)?;
        if writer.vocabulary().architecture == "Java" {
            return Err(Stopped::Usage(
                "programs of Java are not gone through; `lakmus gen all` makes tests of its cycles".to_owned(),
            ));
        }
        let words = if pool.is_empty() {
            Words::usual(writer.vocabulary())
        } else {
            let generator = generator::Generator::new(architecture, Style::default()).map_err(refused)?;
            Words::of_pool(writer.vocabulary(), &choices(&generator, "--edges", pool)?)
        };
        Ok(Programs { writer, words })
    }

    /// All with up to `events` events.
    pub(crate) fn for_each<B>(
        &mut self,
        events: usize,
        threads: usize,
        visit: &mut dyn FnMut(&mut ProgramWriter, &Program) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let Programs { writer, words } = self;
        let vocabulary = writer.vocabulary();
        for size in 1..=events {
            for_each_program(vocabulary, words, size, threads, &mut |program| visit(writer, program))?;
        }
        ControlFlow::Continue(())
    }
}

/// Runs a test as it is printed.
fn confirm(name: &str, text: &str, [allow, forbid]: [&Model; 2]) -> Result<(), Stopped> {
    let told = |message: String| {
        output::complain(&format!("error: `{name}`: {message}\n{text}"));
        Stopped::Reported(Status::Refused)
    };
    let mut sources = Sources::new();
    let source = sources.add(name, text);
    let test = Test::load(&sources, source, name)
        .map_err(|found| told(found.first().map_or(String::new(), |first| first.message.clone())))?;
    for (model, is_allowed) in [(allow, true), (forbid, false)] {
        let report = states(&test, model).map_err(told)?;
        if (report.observation() != Observation::Never) != is_allowed {
            return Err(told("the test does not tell the models apart, and its program did".to_owned()));
        }
    }
    Ok(())
}

/// What stops a search, for other commands.
pub(crate) fn status_of(stopped: generate::Stopped) -> Status {
    match stopped {
        Stopped::Usage(message) => crate::usage(&message),
        Stopped::Reported(status) => status,
        Stopped::Closed(closed) => closed.status(),
    }
}
