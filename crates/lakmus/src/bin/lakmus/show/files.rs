//! Where pictures go.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use drawing::Drawing;
use source::{Diagnostic, Severity};

use super::request::ShowRequest;

/// Writes the pictures of a run, test after test.
#[derive(Debug, Default)]
pub(crate) struct PictureFiles {
    /// The pictures that are there.
    written: HashSet<PathBuf>,
    /// All that a dot file is to hold so far.
    dots: HashMap<PathBuf, String>,
}

impl PictureFiles {
    /// Writes the pictures of the test called `name`.
    ///
    /// # Errors
    /// What could not be written; what came before it is there.
    pub(crate) fn write(&mut self, request: &ShowRequest, name: &str, drawings: &[Drawing]) -> Result<(), Diagnostic> {
        for drawing in drawings {
            if let Some(path) = &request.svg {
                let path = self.numbered(place(path, name, "svg"));
                put(&path, &drawing.to_svg(request.theme))?;
            }
            if let Some(path) = &request.dot {
                let path = place(path, name, "dot");
                let text = self.dots.entry(path.clone()).or_default();
                text.push_str(&drawing.to_dot());
                put(&path, text)?;
            }
        }
        Ok(())
    }

    /// The path of the next picture of this name: the second is `NAME-2.svg`, or the first such name that no other test has.
    fn numbered(&mut self, path: PathBuf) -> PathBuf {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let extension = path.extension().map_or(String::new(), |text| format!(".{}", text.to_string_lossy()));
        let others = (2..).map(|count: u64| path.with_file_name(format!("{stem}-{count}{extension}")));
        let mut names = std::iter::once(path.clone()).chain(others);
        let free = names.find(|name| !self.written.contains(name)).unwrap_or(path.clone());
        self.written.insert(free.clone());
        free
    }
}

/// The file for a test: the path itself, or, of a directory, a file in it.
fn place(path: &Path, name: &str, extension: &str) -> PathBuf {
    if !path.is_dir() {
        return path.to_owned();
    }
    path.join(format!("{}.{extension}", litmus::file_name(name)))
}

fn put(path: &Path, text: &str) -> Result<(), Diagnostic> {
    std::fs::write(path, text).map_err(|error| {
        Diagnostic::new(Severity::Error, "unwritable", format!("cannot write `{}`: {error}", path.display()))
    })
}
