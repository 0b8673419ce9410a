//! Java tests under models that look at several executions.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use lakmus::java::{self, JavaError, Semantics, Setting};
use lakmus::record::JavaRecord;
use pyo3::prelude::*;
use pythonize::pythonize;

use crate::errors::Failure;
use crate::interruptible::{interruptible, limit};
use crate::model::Model;
use crate::test::Test;

/// The names of the causality requirements that ship.
#[pyfunction]
pub(crate) fn java_rules() -> Vec<&'static str> {
    Semantics::names().collect()
}

/// What a model allows of a test under causality requirements.
#[pyfunction]
#[pyo3(signature = (test, model, *, rules, unroll, all_outcomes, timeout))]
pub(crate) fn java_check<'py>(
    py: Python<'py>,
    test: &Test,
    model: &Model,
    rules: String,
    unroll: Option<u32>,
    all_outcomes: bool,
    timeout: Option<f64>,
) -> PyResult<Bound<'py, PyAny>> {
    let (loaded, models) = (Arc::clone(&test.loaded), Arc::clone(&model.cache));
    let work = move |flag: &AtomicBool| {
        let Some(semantics) = Semantics::shipped(&rules) else {
            let known: Vec<&str> = Semantics::names().collect();
            let message = format!("there are no causality requirements `{rules}`, but {}", known.join(", "));
            return Err(Failure::plain(message));
        };
        let model = models.for_test(&loaded.test).map_err(|error| Failure::new(&error, flag))?;
        let mut setting = Setting::new(model.model(), &semantics).with_cancel(flag);
        setting.unroll = unroll;
        setting.all = all_outcomes;
        java::check(&loaded.test, &loaded.text, setting).map_err(|error| match error {
            JavaError::Refused(found) => Failure::refused(found, &model.sources_with(loaded.session.sources())),
            limit @ (JavaError::Stopped(_) | JavaError::TooMany { .. }) => Failure::Limit(limit.to_string()),
        })
    };
    let report = interruptible(py, limit(timeout)?, work)?.map_err(|failure| failure.raised(py))?;
    Ok(pythonize(py, &JavaRecord::new(&test.loaded.file, test.loaded.test.name(), &report))?)
}
