//! Litmus tests.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use lakmus::Session;
use lakmus::record::DiagnosticRecord;
use lakmus::sim::{self, Base};
use pyo3::prelude::*;
use pythonize::pythonize;

use crate::errors::Failure;
use crate::interruptible::interruptible;

/// A test that was read, and its text.
pub(crate) struct LoadedTest {
    pub(crate) test: sim::Test,
    pub(crate) session: Session,
    /// What messages call its text.
    pub(crate) file: String,
    pub(crate) text: String,
}

impl LoadedTest {
    /// Reads a test.
    ///
    /// # Errors
    /// All mistakes in it.
    pub(crate) fn read(file: String, text: String) -> Result<LoadedTest, Failure> {
        let mut session = Session::new();
        match session.test(&file, &text) {
            Ok(test) => Ok(LoadedTest { test, session, file, text }),
            Err(error) => Err(Failure::new(&error, &AtomicBool::new(false))),
        }
    }
}

/// A litmus test.
#[pyclass(frozen, module = "lakmus._lakmus")]
pub(crate) struct Test {
    pub(crate) loaded: Arc<LoadedTest>,
}

#[pymethods]
impl Test {
    /// Reads a test from its text; `file` is what messages call it.
    #[new]
    fn new(py: Python<'_>, text: String, file: String) -> PyResult<Test> {
        match interruptible(py, None, move |_| LoadedTest::read(file, text))? {
            Ok(loaded) => Ok(Test { loaded: Arc::new(loaded) }),
            Err(failure) => Err(failure.raised(py)),
        }
    }

    /// Reads tests, each a pair of file and text. In the place of one that is refused is an exception.
    #[staticmethod]
    fn read_all(py: Python<'_>, texts: Vec<(String, String)>) -> PyResult<Vec<Py<PyAny>>> {
        let read = move |_: &AtomicBool| -> Vec<_> {
            texts.into_iter().map(|(file, text)| LoadedTest::read(file, text)).collect()
        };
        let object = |loaded: Result<LoadedTest, Failure>| match loaded {
            Ok(loaded) => Py::new(py, Test { loaded: Arc::new(loaded) }).map(Py::into_any),
            Err(failure) => Ok(failure.raised(py).into_value(py).into_any()),
        };
        interruptible(py, None, read)?.into_iter().map(object).collect()
    }

    #[getter]
    fn name(&self) -> &str {
        self.loaded.test.name()
    }

    #[getter]
    fn file(&self) -> &str {
        &self.loaded.file
    }

    #[getter]
    fn text(&self) -> &str {
        &self.loaded.text
    }

    #[getter]
    fn architecture(&self) -> &str {
        self.loaded.test.architecture()
    }

    #[getter]
    fn condition(&self) -> String {
        self.loaded.test.lowered().print_condition(Base::Decimal)
    }

    #[getter]
    fn hash(&self) -> &str {
        self.loaded.test.hash()
    }

    #[getter]
    fn default_model(&self) -> Option<&'static str> {
        self.loaded.test.default_model()
    }

    #[getter]
    fn warnings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let sources = self.loaded.session.sources();
        let records: Vec<DiagnosticRecord<'_>> =
            self.loaded.test.warnings().iter().map(|one| DiagnosticRecord::new(one, sources)).collect();
        Ok(pythonize(py, &records)?)
    }
}
