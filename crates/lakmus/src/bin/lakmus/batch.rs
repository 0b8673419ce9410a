//! All tests of a run, in order: which of them are run, and what is printed when.
//!
//! Several tests are run at a time ([`jobs`](crate::jobs)); what is printed is what one after the other would print. Beside the
//! names of the tests, only what is under way is held; with several models also the tests, which are read once.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;
use sim::Report;
use source::{Diagnostic, Severity, Sources};

use crate::failure::Failure;
use crate::inputs::Unusable;
use crate::jobs::IdleWorkers;
use crate::one_test::{BatchContext, Loaded, Outcome, Subject};
use crate::output::{self, Closed};
use crate::request::Format;
use crate::show::files::PictureFiles;
use crate::{Status, jobs};

/// What a batch came to.
#[derive(Default)]
pub(crate) struct Done {
    /// The worst of all tests.
    pub(crate) status: Status,
    /// Results that are to be compared.
    pub(crate) reports: Vec<Report>,
    /// How many results are complete,
    pub(crate) complete: usize,
    /// how many were cut at the unroll bound,
    pub(crate) cut: usize,
    /// and how many tests have no result.
    pub(crate) failed: usize,
}

impl Done {
    /// What came of a batch, in a line; `None` for a single test.
    pub(crate) fn summary(&self) -> Option<String> {
        let Done { complete, cut, failed, .. } = *self;
        let all = complete + cut + failed;
        let mut parts = vec![format!("{complete} complete")];
        parts.extend((cut > 0).then(|| format!("{cut} cut at the unroll bound")));
        parts.extend((failed > 0).then(|| format!("{failed} without a result")));
        (all > 1).then(|| format!("{all} results: {}", parts.join(", ")))
    }
}

/// A batch on its way.
pub(crate) struct Batch<'a> {
    context: &'a BatchContext<'a>,
    done: Done,
    pictures: PictureFiles,
    /// How many tests had no result for each mistake of a model, by its place; reported once.
    mistakes: BTreeMap<String, usize>,
}

/// What became of an input under the first model.
enum Handled {
    Unread(Outcome),
    /// Read; not run when a test before it was already known to have its name.
    Read(Box<Loaded>, Option<Outcome>),
}

/// Why a batch ends early.
enum End {
    Closed(Closed),
    /// A test has no result, and herd7 was asked to end there.
    Failure,
}

/// By the name of each test that could be read, the first of this name.
#[derive(Default)]
struct Names(Mutex<FxHashMap<String, FirstOfName>>);

struct FirstOfName {
    number: usize,
    hash: String,
    file: String,
}

impl Names {
    /// Whether no earlier input is known to have the same name. Later the answer may become no, never yes.
    fn claim(&self, number: usize, loaded: &Loaded) -> bool {
        let mut names = self.lock();
        let name = loaded.test.name();
        if names.get(name).is_some_and(|first| first.number < number) {
            return false;
        }
        let first = FirstOfName { number, hash: loaded.test.hash().to_owned(), file: loaded.file.clone() };
        names.insert(name.to_owned(), first);
        true
    }

    fn lock(&self) -> MutexGuard<'_, FxHashMap<String, FirstOfName>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<'a> Batch<'a> {
    /// Nothing done yet.
    pub(crate) fn new(context: &'a BatchContext<'a>) -> Batch<'a> {
        Batch { context, done: Done::default(), pictures: PictureFiles::default(), mistakes: BTreeMap::new() }
    }

    /// All tests under the first model, then all under the second.
    ///
    /// # Errors
    /// When the standard output takes nothing more.
    pub(crate) fn all(mut self, inputs: &[Result<PathBuf, Unusable>]) -> Result<Done, Closed> {
        let end = self.all_models(inputs);
        for (place, met) in self.mistakes.iter().filter(|(_, met)| **met > 1) {
            let more = if *met == 2 { "1 more test has".to_owned() } else { format!("{} more tests have", met - 1) };
            self.note(&[format!("{more} no result for the mistake at {place}")]);
        }
        match end {
            Ok(()) => Ok(self.done),
            Err(closed) => Err(closed.after(self.done.status)),
        }
    }

    fn all_models(&mut self, inputs: &[Result<PathBuf, Unusable>]) -> Result<(), Closed> {
        let models = self.context.models().names();
        let tests = self.first_model(&models, inputs)?;
        for (number, model) in models.iter().enumerate().skip(1) {
            self.headline(&models, model);
            self.later_model(number, &tests)?;
        }
        Ok(())
    }

    fn headline(&self, models: &[String], model: &str) {
        if models.len() > 1 && self.context.request.format == Format::Log {
            output::complain(&format!("model {model}"));
        }
    }

    /// Reads the tests and runs them. Gives those that were run, if there are more models to come.
    fn first_model(
        &mut self,
        models: &[String],
        inputs: &[Result<PathBuf, Unusable>],
    ) -> Result<Vec<Option<Box<Loaded>>>, Closed> {
        let Some(model) = models.first() else { return Ok(Vec::new()) };
        self.headline(models, model);
        let (context, names) = (self.context, Names::default());
        let mut tests = Vec::new();
        let read = |number: usize| match &inputs[number] {
            Err(Unusable { path, error }) => Err(context.unusable(path, error)),
            Ok(path) => context.read(path),
        };
        let work = |number: usize, read: Result<Box<Loaded>, Outcome>, idle: &IdleWorkers| match read {
            Err(outcome) => Handled::Unread(outcome),
            Ok(loaded) => {
                let is_first = names.claim(number, &loaded);
                let outcome = is_first.then(|| context.run(&loaded, 0, idle));
                Handled::Read(loaded, outcome)
            }
        };
        let take = |number: usize, handled| {
            let test = self.take_first(&names, number, handled);
            context.progress.end();
            let test = test.map_err(End::Closed).inspect_err(|_| context.watch.stop())?;
            tests.push(test.filter(|_| models.len() > 1));
            if self.ends_at_failure() {
                context.watch.stop();
                return Err(End::Failure);
            }
            Ok(())
        };
        match jobs::in_order(context.request.jobs, inputs.len(), read, work, take) {
            Err(End::Closed(closed)) => Err(closed),
            Ok(()) | Err(End::Failure) => Ok(tests),
        }
    }

    /// Gives the test if it was run. All inputs before it have been taken, so the first of each name among them is known.
    fn take_first(&mut self, names: &Names, number: usize, handled: Handled) -> Result<Option<Box<Loaded>>, Closed> {
        let (loaded, outcome) = match handled {
            Handled::Unread(outcome) => {
                self.take(outcome)?;
                return Ok(None);
            }
            Handled::Read(loaded, outcome) => (loaded, outcome),
        };
        self.note(&loaded.warnings);
        let names = names.lock();
        match (names.get(loaded.test.name()), outcome) {
            (Some(first), _) if first.number < number => {
                let repeated = self.repeated(&loaded, first);
                drop(names);
                self.take(repeated)?;
                Ok(None)
            }
            (_, outcome) => {
                drop(names);
                outcome.map_or(Ok(()), |outcome| self.take(outcome))?;
                Ok(Some(loaded))
            }
        }
    }

    /// What there is to say about a test that is called like an earlier one.
    fn repeated(&self, loaded: &Loaded, first: &FirstOfName) -> Outcome {
        let Loaded { file, test, .. } = loaded;
        let name = test.name();
        if first.hash == test.hash() {
            let message = match first.file == *file {
                true => format!("`{file}` is named more than once; it is run once"),
                false => format!("`{file}` is skipped: it is the same test `{name}` as `{}`", first.file),
            };
            let warning = Diagnostic::new(Severity::Warning, "same-test", message);
            return Outcome { notes: self.context.notes(&[warning], &Sources::new()), ..Outcome::default() };
        }
        let message = format!("two different tests are called `{name}`: `{}` and `{file}`", first.file);
        let error = Diagnostic::new(Severity::Error, "same-name", message).help("the second one was not run");
        let subject = Subject { file, test: Some(test), model: None };
        self.context.failed(&subject, &Failure::refused(vec![error]), &[], &Sources::new())
    }

    fn later_model(&mut self, model: usize, tests: &[Option<Box<Loaded>>]) -> Result<(), Closed> {
        let context = self.context;
        let work =
            |number: usize, (), idle: &IdleWorkers| tests[number].as_ref().map(|test| context.run(test, model, idle));
        let take = |_, outcome: Option<Outcome>| {
            let end = outcome.map_or(Ok(()), |outcome| self.take(outcome));
            context.progress.end();
            end.inspect_err(|_| context.watch.stop())
        };
        jobs::in_order(context.request.jobs, tests.len(), |_| (), work, take)
    }

    fn take(&mut self, outcome: Outcome) -> Result<(), Closed> {
        let Outcome { notes, log, report, pictures, failed, mistake, has_result, is_cut, is_empty } = outcome;
        let status = match (failed, is_cut || is_empty) {
            // What is wrong is the model, whichever tests meet it.
            (Some(_), _) if mistake.is_some() => Status::Usage,
            // For herd7 a test has a result or not.
            (Some(_), _) if self.context.request.herd.is_some() => Status::Refused,
            (Some(kind), _) => kind.status(),
            (None, true) => Status::Incomplete,
            (None, false) => Status::Success,
        };
        self.done.status = self.done.status.max(status);
        self.done.complete += usize::from(has_result && !is_cut);
        self.done.cut += usize::from(is_cut);
        self.done.failed += usize::from(failed.is_some());
        self.done.reports.extend(report.map(|report| *report));
        let met = mistake.map(|place| *self.mistakes.entry(place).and_modify(|met| *met += 1).or_insert(1));
        if met.is_none_or(|met| met == 1) {
            self.note(&notes);
        }
        if let (Some(request), Some((name, drawings))) = (&self.context.request.show, pictures)
            && let Err(error) = self.pictures.write(request, &name, &drawings)
        {
            self.done.status = self.done.status.max(Status::Refused);
            self.note(&self.context.notes(&[error], &Sources::new()));
        }
        log.map_or(Ok(()), |text| output::write(text.as_bytes()))
    }

    fn ends_at_failure(&self) -> bool {
        self.done.failed > 0 && self.context.request.herd.as_ref().is_some_and(|herd| herd.stops_at_failure)
    }

    fn note(&self, notes: &[String]) {
        notes.iter().for_each(|note| output::complain(note));
    }
}
