//! C litmus tests as several compilers compile them, mixed.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use lakmus::mix::{self, MappingTable, Options, Profile, Split};
use lakmus::record::MixRecord;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use pythonize::pythonize;

use crate::errors::{self, Failure};
use crate::interruptible::interruptible;
use crate::test::{LoadedTest, Test};

/// The names of the mapping tables that ship.
#[pyfunction]
pub(crate) fn mapping_tables() -> Vec<&'static str> {
    MappingTable::shipped_names().collect()
}

/// Mixes tests: a dictionary with a record for each, and what was not mixed.
#[pyfunction]
#[pyo3(name = "mix", signature = (tests, *, tables, compilers, split, jobs, most, seconds))]
#[expect(clippy::too_many_arguments, reason = "the options of a function in Python")]
pub(crate) fn mix_tests<'py>(
    py: Python<'py>,
    tests: Vec<Bound<'py, Test>>,
    tables: Vec<String>,
    compilers: Vec<(String, String)>,
    split: &str,
    jobs: usize,
    most: usize,
    seconds: f64,
) -> PyResult<Bound<'py, PyDict>> {
    let mut options = Options::default();
    options.split = match split {
        "statement" => Split::Statement,
        "thread" => Split::Thread,
        "none" => Split::None,
        _ => return Err(errors::value("split is `statement`, `thread` or `none`")),
    };
    options.jobs = jobs;
    options.limit = most;
    options.timeout = Duration::try_from_secs_f64(seconds).map_err(errors::value)?;
    let tests: Vec<Arc<LoadedTest>> = tests.iter().map(|test| Arc::clone(&test.get().loaded)).collect();
    let work = move |flag: &AtomicBool| {
        let mut profiles = Vec::new();
        for name in &tables {
            let Some(table) = MappingTable::shipped(name) else {
                return Err(Failure::plain(format!("there is no mapping table `{name}`")));
            };
            profiles.push(Profile::table(table));
        }
        for (name, command) in &compilers {
            let (name, target) = name.split_once('@').map_or((name.as_str(), None), |(name, of)| (name, Some(of)));
            profiles.push(Profile::command_for(name, target, command).map_err(Failure::plain)?);
        }
        let texts = tests.iter().map(|test| (test.file.as_str(), test.text.as_str()));
        let mixed = mix::run_until(texts, &profiles, &options, flag).map_err(|error| Failure::new(&error, flag))?;
        Ok((mixed, profiles))
    };
    let (mixed, profiles) = interruptible(py, None, work)?.map_err(|failure| failure.raised(py))?;
    let result = PyDict::new(py);
    let records: Vec<MixRecord<'_>> =
        mixed.summary.results.iter().map(|result| MixRecord::new(result, &profiles)).collect();
    let names: Vec<&str> = profiles.iter().map(|profile| profile.name.as_str()).collect();
    let gaps: Vec<(&str, &str, &str)> = mixed
        .summary
        .unsupported
        .iter()
        .map(|gap| (gap.profile.as_str(), gap.text.as_str(), gap.reason.as_str()))
        .collect();
    result.set_item("profiles", names)?;
    result.set_item("refused_profiles", pythonize(py, &mixed.summary.refused)?)?;
    result.set_item("unsupported_tests", pythonize(py, &mixed.unsupported)?)?;
    result.set_item("unsupported_code", pythonize(py, &gaps)?)?;
    result.set_item("tests", pythonize(py, &records)?)?;
    Ok(result)
}
