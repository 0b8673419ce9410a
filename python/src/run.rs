//! Tests under models: results, executions, explanations.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use lakmus::Error;
use lakmus::cache::{LoadedModel, ModelCache};
use lakmus::record::{ExplanationRecord, ResultRecord};
use lakmus::sim::{Budget, Describer, Engine, Goal, Options, Report, RunError, Selection, Simulation, Why};
use lakmus::source::Sources;
use pyo3::prelude::*;
use pyo3::types::PyList;
use pythonize::pythonize;

use crate::errors::{self, Failure};
use crate::execution::Execution;
use crate::interruptible::{interruptible, limit};
use crate::model::Model;
use crate::test::{LoadedTest, Test};

/// How tests are run.
#[derive(Clone, Copy)]
struct Setting {
    unroll: Option<u32>,
    goal: Goal,
    engine: Engine,
    mixed_sizes: bool,
}

impl Setting {
    fn new(unroll: Option<u32>, goal: &str, engine: &str, mixed_sizes: bool) -> PyResult<Setting> {
        let goal = match goal {
            "counts" => Goal::Counts,
            "states" => Goal::States,
            "decide" => Goal::Decision,
            _ => return Err(errors::value("goal is `counts`, `states` or `decide`")),
        };
        let engine = match engine {
            "compiled" => Engine::Compiled,
            "reference" => Engine::Reference,
            _ => return Err(errors::value("engine is `compiled` or `reference`")),
        };
        Ok(Setting { unroll, goal, engine, mixed_sizes })
    }

    fn options(self, flag: &AtomicBool) -> Options<'_> {
        Options::default().with(|set| {
            set.unroll = self.unroll;
            set.goal = self.goal;
            set.engine = self.engine;
            set.mixed_sizes = self.mixed_sizes;
            set.cancel = Some(flag);
        })
    }
}

/// A test under a model, with the texts of both.
pub(crate) struct Pair {
    pub(crate) test: Arc<LoadedTest>,
    pub(crate) model: Arc<LoadedModel>,
    pub(crate) sources: Sources,
}

impl Pair {
    fn load(test: Arc<LoadedTest>, models: &ModelCache, flag: &AtomicBool) -> Result<Pair, Failure> {
        let model = models.for_test(&test.test).map_err(|error| Failure::new(&error, flag))?;
        let sources = model.sources_with(test.session.sources());
        Ok(Pair { test, model, sources })
    }

    fn report(&self, options: &Options<'_>, flag: &AtomicBool) -> Result<Report, Failure> {
        let simulation = Simulation::new(&self.test.test, self.model.model(), options);
        simulation.and_then(Simulation::run).map_err(|error| self.failure(error, flag))
    }

    pub(crate) fn describer(&self) -> Describer<'_> {
        Describer::new(&self.test.test, self.model.model(), &self.sources)
    }

    fn failure(&self, error: RunError, flag: &AtomicBool) -> Failure {
        Failure::new(&Error::of_run(error, &self.sources), flag)
    }
}

/// What came of a test: the name of the model that it was run under, and the report.
type Ran = Result<(String, Report), Failure>;

/// Runs tests under a model, some at a time. What comes of each is a pair of the model's name and a record, or an exception. `timeout` is for all of them together.
#[pyfunction]
#[pyo3(signature = (tests, model, *, unroll, goal, engine, mixed_sizes, jobs, timeout))]
#[expect(clippy::too_many_arguments, reason = "the options of a function in Python")]
pub(crate) fn run<'py>(
    py: Python<'py>,
    tests: Vec<Bound<'py, Test>>,
    model: &Model,
    unroll: Option<u32>,
    goal: &str,
    engine: &str,
    mixed_sizes: bool,
    jobs: usize,
    timeout: Option<f64>,
) -> PyResult<Bound<'py, PyList>> {
    let setting = Setting::new(unroll, goal, engine, mixed_sizes)?;
    let tests: Vec<Arc<LoadedTest>> = tests.iter().map(|test| Arc::clone(&test.get().loaded)).collect();
    let models = Arc::clone(&model.cache);
    let ran = interruptible(py, limit(timeout)?, move |flag| all(&tests, &models, setting, jobs, flag))?;
    let list = PyList::empty(py);
    for one in ran {
        match one {
            Ok((name, report)) => list.append((name, pythonize(py, &ResultRecord::new(&report))?))?,
            Err(failure) => list.append(failure.raised(py))?,
        }
    }
    Ok(list)
}

/// Runs each test, `jobs` at a time; results are in the order of the tests.
fn all(tests: &[Arc<LoadedTest>], models: &ModelCache, setting: Setting, jobs: usize, flag: &AtomicBool) -> Vec<Ran> {
    let one = |test: &Arc<LoadedTest>| -> Ran {
        if flag.load(Ordering::Relaxed) {
            return Err(Failure::Time);
        }
        let pair = Pair::load(Arc::clone(test), models, flag)?;
        let report = pair.report(&setting.options(flag), flag)?;
        Ok((pair.model.name().to_owned(), report))
    };
    if jobs < 2 || tests.len() < 2 {
        return tests.iter().map(one).collect();
    }
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<Option<Ran>>> = Mutex::new(tests.iter().map(|_| None).collect());
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(test) = tests.get(number) else { return };
            let ran = one(test);
            results.lock().unwrap_or_else(PoisonError::into_inner)[number] = Some(ran);
        }
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs.min(tests.len()))
            .map(|_| std::thread::Builder::new().stack_size(crate::interruptible::STACK).spawn_scoped(scope, work))
            .collect();
        // Without any thread, this one does it all.
        if workers.iter().all(Result::is_err) {
            work();
        }
    });
    let results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.into_iter().map(|ran| ran.unwrap_or(Err(Failure::Time))).collect()
}

/// The candidate executions of a test under a model; at most `most` of them.
#[pyfunction]
#[pyo3(signature = (test, model, *, allowed, satisfying, evidence, show, most, unroll, mixed_sizes, timeout))]
#[expect(clippy::too_many_arguments, reason = "the options of a function in Python")]
pub(crate) fn executions(
    py: Python<'_>,
    test: &Test,
    model: &Model,
    allowed: Option<bool>,
    satisfying: Option<bool>,
    evidence: bool,
    show: Vec<String>,
    most: Option<usize>,
    unroll: Option<u32>,
    mixed_sizes: bool,
    timeout: Option<f64>,
) -> PyResult<Vec<Execution>> {
    let setting = Setting { unroll, goal: Goal::Counts, engine: Engine::Compiled, mixed_sizes };
    let (test, models) = (Arc::clone(&test.loaded), Arc::clone(&model.cache));
    let work = move |flag: &AtomicBool| {
        let pair = Arc::new(Pair::load(test, &models, flag)?);
        let options = setting.options(flag);
        let failed = |error| pair.failure(error, flag);
        let simulation = Simulation::new(&pair.test.test, pair.model.model(), &options).map_err(failed)?;
        let selection = Selection::default().with(|set| {
            set.allowed = allowed;
            set.satisfying = satisfying;
            set.evidence = evidence;
            set.also_show = show;
        });
        let found = simulation.executions(selection).take(most.unwrap_or(usize::MAX));
        found
            .map(|found| {
                found.map(|execution| Execution::new(Arc::clone(&pair), execution, String::new())).map_err(failed)
            })
            .collect::<Result<Vec<_>, Failure>>()
    };
    interruptible(py, limit(timeout)?, work)?.map_err(|failure| failure.raised(py))
}

/// Why the outcome that a test asks about is forbidden under a model, if it is: a record, and the execution that shows it, if there is one.
#[pyfunction]
#[pyo3(signature = (test, model, *, unroll, mixed_sizes, unfold, timeout))]
pub(crate) fn why<'py>(
    py: Python<'py>,
    test: &Test,
    model: &Model,
    unroll: Option<u32>,
    mixed_sizes: bool,
    unfold: bool,
    timeout: Option<f64>,
) -> PyResult<(Bound<'py, PyAny>, Option<Execution>)> {
    let setting = Setting { unroll, goal: Goal::Counts, engine: Engine::Compiled, mixed_sizes };
    let (test, models) = (Arc::clone(&test.loaded), Arc::clone(&model.cache));
    let work = move |flag: &AtomicBool| {
        let pair = Arc::new(Pair::load(test, &models, flag)?);
        let options = setting.options(flag);
        let failed = |error| pair.failure(error, flag);
        let simulation = Simulation::new(&pair.test.test, pair.model.model(), &options).map_err(failed)?;
        let why = simulation.why(Budget::default()).map_err(failed)?;
        let record = ExplanationRecord::new(&why, &pair.describer(), unfold);
        let execution = match why {
            Why::Forbidden(explanation) => Some((explanation.execution, "forbidden")),
            Why::Allowed(execution) => Some((*execution, "allowed")),
            Why::NoCandidate | Why::NotFound => None,
        };
        let execution =
            execution.map(|(execution, headline)| Execution::new(Arc::clone(&pair), execution, headline.to_owned()));
        Ok((record, execution))
    };
    let (record, execution) =
        interruptible(py, limit(timeout)?, work)?.map_err(|failure: Failure| failure.raised(py))?;
    Ok((pythonize(py, &record)?, execution))
}
