//! Candidate executions.

use std::sync::Arc;

use lakmus::drawing::{Drawing, Theme};
use lakmus::record::ExecutionRecord;
use lakmus::sim::{self, Picture};
use pyo3::prelude::*;
use pythonize::pythonize;

use crate::errors;
use crate::run::Pair;

/// A candidate execution of a test under a model.
#[pyclass(frozen, module = "lakmus._lakmus")]
pub(crate) struct Execution {
    pair: Arc<Pair>,
    execution: sim::Execution,
    /// Stands above drawings.
    headline: String,
}

impl Execution {
    pub(crate) fn new(pair: Arc<Pair>, execution: sim::Execution, headline: String) -> Execution {
        Execution { pair, execution, headline }
    }
}

#[pymethods]
impl Execution {
    /// The record.
    fn record<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(pythonize(py, &ExecutionRecord::new(&self.pair.describer(), &self.execution))?)
    }

    /// A drawing, as `svg`, `svg-dark`, `dot` or `text`.
    #[pyo3(signature = (form, *, unshow, initial_writes, all_events, headline))]
    fn drawing(
        &self,
        py: Python<'_>,
        form: &str,
        unshow: Vec<String>,
        initial_writes: bool,
        all_events: bool,
        headline: Option<String>,
    ) -> PyResult<String> {
        let write: fn(&Drawing) -> String = match form {
            "svg" => |drawing| drawing.to_svg(Theme::Light),
            "svg-dark" => |drawing| drawing.to_svg(Theme::Dark),
            "dot" => Drawing::to_dot,
            "text" => Drawing::to_text,
            _ => return Err(errors::value("a drawing is `svg`, `svg-dark`, `dot` or `text`")),
        };
        let picture = Picture::default().with(|set| {
            set.unshow = unshow;
            set.initial_writes = initial_writes;
            set.all_events = all_events;
            set.headline = headline.unwrap_or_else(|| self.headline.clone());
        });
        Ok(py.detach(|| write(&self.pair.describer().drawing(&self.execution, &picture))))
    }
}
