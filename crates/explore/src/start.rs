//! What a page gets first: the files that were named, and what there is to choose from.

use std::path::{Path, PathBuf};

use answers::{FileKind, Library};
use serde::Serialize;

use crate::child::Limits;

/// No file is larger, in bytes.
const MOST_FILE: u64 = 16 << 20;

/// A file that was named and cannot be shown.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FileError {
    /// It cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Read { path: PathBuf, source: std::io::Error },
    /// It is too large.
    #[error("{} is larger than {} MiB", path.display(), MOST_FILE >> 20)]
    Large { path: PathBuf },
    /// It is none that the page shows.
    #[error("{}: not a litmus test (*.litmus), a model (*.cat), a report (*.json), or a source that one is about (*.c, *.rs, ...)", path.display())]
    Kind { path: PathBuf },
}

/// A file that was named.
#[derive(Debug, Serialize)]
struct File {
    kind: FileKind,
    name: String,
    text: String,
}

/// What a page gets first.
#[derive(Debug, Serialize)]
pub(crate) struct Start {
    files: Vec<File>,
    #[serde(flatten)]
    library: Library,
    /// Seconds that a run may take.
    timeout: u64,
}

impl Start {
    /// For a server that was started with these files.
    ///
    /// # Errors
    /// The first file that cannot be shown.
    pub(crate) fn new(files: &[PathBuf], limits: Limits) -> Result<Start, FileError> {
        Ok(Start {
            files: files.iter().map(|path| read(path)).collect::<Result<_, _>>()?,
            library: Library::shipped(),
            timeout: limits.timeout,
        })
    }

    pub(crate) fn to_json(&self) -> String {
        // Texts and lists of texts have no form that JSON lacks.
        serde_json::to_string(self).expect("texts are JSON")
    }
}

fn read(path: &Path) -> Result<File, FileError> {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    let Some(kind) = FileKind::of_file(&name) else { return Err(FileError::Kind { path: path.to_owned() }) };
    let failed = |source| FileError::Read { path: path.to_owned(), source };
    let size = std::fs::metadata(path).map_err(failed)?.len();
    if size > MOST_FILE {
        return Err(FileError::Large { path: path.to_owned() });
    }
    let bytes = std::fs::read(path).map_err(failed)?;
    Ok(File { kind, name, text: String::from_utf8_lossy(&bytes).into_owned() })
}
