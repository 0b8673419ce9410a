//! The fences that C and C++ programs need.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use lakmus::clang::{Unit, Units};
use lakmus::fence::{self, Model, Options, Start};
use lakmus::record::FenceRecord;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use pythonize::pythonize;

use crate::errors::{self, Failure};
use crate::interruptible::interruptible;

/// Finds the fences that a program needs: a dictionary with the record, the change as a diff, and warnings.
#[pyfunction]
#[pyo3(name = "fence", signature = (files, *, model, options, clang, entry, fences_only, dependencies))]
#[expect(clippy::too_many_arguments, reason = "the options of a function in Python")]
pub(crate) fn find_fences<'py>(
    py: Python<'py>,
    files: Vec<PathBuf>,
    model: String,
    options: Vec<String>,
    clang: Option<PathBuf>,
    entry: Vec<String>,
    fences_only: bool,
    dependencies: bool,
) -> PyResult<Bound<'py, PyDict>> {
    let model: Model = lakmus::models::name(&model)
        .parse()
        .map_err(|_| errors::value(format!("there is no model `{model}` of programs")))?;
    let work = move |_: &AtomicBool| {
        let directory = std::env::current_dir().map_err(Failure::plain)?;
        let unit = |file| Unit { directory: directory.clone(), file, options: options.clone() };
        let mut units =
            Units::new(files.into_iter().map(unit).collect(), clang.as_deref()).map_err(Failure::of_clang)?;
        let mut setting = Options::new(model);
        if !entry.is_empty() {
            setting.start = Start::Entries(entry);
        }
        setting.dependencies = dependencies;
        setting.put_dependencies = !fences_only;
        setting.strengthen = !fences_only;
        let mut warnings = Vec::new();
        let mut watch = |event| {
            if let fence::Event::Warning(text) = event {
                warnings.push(text);
            }
        };
        let outcome = fence::analyse_watched(&mut units, &setting, &mut watch).map_err(|error| match error {
            fence::Error::FrontEnd(error) => Failure::of_clang(error),
            other => Failure::plain(other),
        })?;
        let groups = fence::groups(&outcome).map_err(Failure::plain)?;
        let diff = outcome.diff(&|path| path.strip_prefix(&directory).unwrap_or(path).display().to_string());
        Ok((outcome.report(), groups, outcome.remaining.as_ref().map(Vec::len), diff, warnings))
    };
    let (report, groups, remaining, diff, warnings) =
        interruptible(py, None, work)?.map_err(|failure: Failure| failure.raised(py))?;
    let result = PyDict::new(py);
    result.set_item("record", pythonize(py, &FenceRecord::new(&report, &groups, remaining))?)?;
    result.set_item("diff", diff)?;
    result.set_item("warnings", warnings)?;
    Ok(result)
}
