//! Litmus tests and C programs under a weak machine.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use lakmus::record::{ProgramRecord, VerifyRecord};
use lakmus::verify::{self, Model as Machine, Options, Refusal};
use pyo3::prelude::*;
use pythonize::pythonize;

use crate::errors::Failure;
use crate::interruptible::{interruptible, limit};
use crate::test::Test;

/// The machine of a model.
fn machine(name: &str) -> Result<Machine, Failure> {
    Machine::find(lakmus::models::name(name))
        .ok_or_else(|| Failure::plain(format!("there is no machine for the model `{name}`")))
}

fn failure(refusal: Refusal, flag: &AtomicBool) -> Failure {
    match refusal {
        Refusal::Test(error) => Failure::new(&error, flag),
        other => Failure::plain(other),
    }
}

/// Looks for an execution of a test that satisfies its condition (of a `forall`, one that does not).
#[pyfunction]
#[pyo3(signature = (test, *, model, states, all_outcomes, timeout))]
pub(crate) fn verify_test<'py>(
    py: Python<'py>,
    test: &Test,
    model: Option<String>,
    states: usize,
    all_outcomes: bool,
    timeout: Option<f64>,
) -> PyResult<Bound<'py, PyAny>> {
    let loaded = Arc::clone(&test.loaded);
    let work = move |flag: &AtomicBool| {
        let machine = match model {
            Some(name) => machine(&name)?,
            None => verify::machine_of(&loaded.test).ok_or_else(|| {
                Failure::plain(format!("there is no machine for tests of {}", loaded.test.architecture()))
            })?,
        };
        let cancelled = || flag.load(Ordering::Relaxed);
        let mut options = Options::new(machine);
        options.states = states;
        options.all = all_outcomes;
        options.cancelled = &cancelled;
        verify::check((&loaded.test, loaded.session.sources()), &options).map_err(|refusal| failure(refusal, flag))
    };
    let report = interruptible(py, limit(timeout)?, work)?.map_err(|failure| failure.raised(py))?;
    let record = VerifyRecord::new(&test.loaded.file, test.loaded.test.name(), &report, all_outcomes);
    Ok(pythonize(py, &record)?)
}

/// Looks for a wrong execution of a program.
#[pyfunction]
#[pyo3(signature = (files, *, model, options, clang, states, all_violations, timeout))]
#[expect(clippy::too_many_arguments, reason = "the options of a function in Python")]
pub(crate) fn verify_program<'py>(
    py: Python<'py>,
    files: Vec<PathBuf>,
    model: String,
    options: Vec<String>,
    clang: Option<PathBuf>,
    states: usize,
    all_violations: bool,
    timeout: Option<f64>,
) -> PyResult<Bound<'py, PyAny>> {
    let name = files.iter().map(|file| file.display().to_string()).collect::<Vec<_>>().join(" ");
    let work = move |flag: &AtomicBool| {
        let program = verify::program_of_files(&files, clang.as_deref(), &options).map_err(Failure::of_clang)?;
        let cancelled = || flag.load(Ordering::Relaxed);
        let mut options = Options::new(machine(&model)?);
        options.states = states;
        options.all = all_violations;
        options.cancelled = &cancelled;
        let begin = Instant::now();
        let report = verify::check(&program, &options).map_err(|refusal| failure(refusal, flag))?;
        Ok((report, options.checks, begin.elapsed().as_secs_f64()))
    };
    let (report, checks, seconds) =
        interruptible(py, limit(timeout)?, work)?.map_err(|failure: Failure| failure.raised(py))?;
    Ok(pythonize(py, &ProgramRecord::new(&name, &report, checks, seconds))?)
}
