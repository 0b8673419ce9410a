//! Memory models.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use lakmus::cache::{Includes, ModelCache};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// A memory model, loaded for each language that tests are in.
#[pyclass(frozen, module = "lakmus._lakmus")]
pub(crate) struct Model {
    pub(crate) cache: Arc<ModelCache>,
}

#[pymethods]
impl Model {
    /// The model that ships under a name; without one, that of each test's architecture.
    #[staticmethod]
    fn shipped(name: Option<&str>, variants: Vec<String>) -> Model {
        let cache = name.map_or_else(ModelCache::default_models, ModelCache::shipped);
        Model { cache: Arc::new(cache.with_variants(variants)) }
    }

    /// A model in cat. What it includes is found in `directories`, then among what ships.
    #[staticmethod]
    fn cat(file: &str, text: &str, directories: Vec<PathBuf>, variants: Vec<String>) -> Model {
        let cache = ModelCache::cat(file, text, included_from(directories));
        Model { cache: Arc::new(cache.with_variants(variants)) }
    }

    #[getter]
    fn name(&self) -> &str {
        self.cache.name()
    }
}

/// The models that ship: of each its name, architecture and what it is.
#[pyfunction]
pub(crate) fn models(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    let list = PyList::empty(py);
    for model in lakmus::models::models() {
        let entry = PyDict::new(py);
        entry.set_item("name", model.name)?;
        entry.set_item("architecture", model.architecture)?;
        entry.set_item("summary", model.summary)?;
        entry.set_item("text", lakmus::models::file(model.file))?;
        list.append(entry)?;
    }
    Ok(list)
}

/// Finds included files beside the file that includes them, then in these directories.
fn included_from(directories: Vec<PathBuf>) -> Includes {
    Box::new(move |name, including| {
        let beside = Path::new(including).parent().unwrap_or(Path::new(""));
        let candidates = std::iter::once(beside).chain(directories.iter().map(PathBuf::as_path));
        let path = candidates.map(|directory| directory.join(name)).find(|path| path.is_file())?;
        Some((path.display().to_string(), system::read_text(&path).ok()?))
    })
}
