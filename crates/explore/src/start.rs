//! What a page gets first: the files that were named, and what there is to choose from.

use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::child::Limits;
use crate::examples::{self, Example, Shape};

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

/// What a file is.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
enum FileKind {
    Test,
    Model,
    Report,
    /// A source that a report is about.
    Source,
}

/// A file that was named.
#[derive(Debug, Serialize)]
struct File {
    kind: FileKind,
    name: String,
    text: String,
}

/// A model that ships.
#[derive(Debug, Serialize)]
struct Shipped {
    name: &'static str,
    summary: &'static str,
    architecture: Option<&'static str>,
}

/// A language that tests are in.
#[derive(Debug, Serialize)]
struct Language {
    name: &'static str,
    /// The model under which its tests are run where none is named.
    model: Option<&'static str>,
}

/// What a page gets first.
#[derive(Debug, Serialize)]
pub(crate) struct Start {
    version: &'static str,
    files: Vec<File>,
    models: Vec<Shipped>,
    languages: Vec<Language>,
    /// What tests can be generated for.
    generated: Vec<&'static str>,
    examples: Vec<Example>,
    shapes: &'static [Shape],
    /// Seconds that a run may take.
    timeout: u64,
}

impl Start {
    /// For a server that was started with these files.
    ///
    /// # Errors
    /// The first file that cannot be shown.
    pub(crate) fn new(files: &[PathBuf], limits: Limits) -> Result<Start, FileError> {
        let shipped = lakmus::models::models().iter();
        Ok(Start {
            version: env!("CARGO_PKG_VERSION"),
            files: files.iter().map(|path| read(path)).collect::<Result<_, _>>()?,
            models: shipped
                .map(|model| Shipped { name: model.name, summary: model.summary, architecture: model.architecture })
                .collect(),
            languages: lakmus::sim::languages().map(|(name, model)| Language { name, model }).collect(),
            generated: lakmus::generate::architectures().collect(),
            examples: examples::all(),
            shapes: examples::SHAPES,
            timeout: limits.timeout,
        })
    }

    pub(crate) fn to_json(&self) -> String {
        // Texts and lists of texts have no form that JSON lacks.
        serde_json::to_string(self).expect("texts are JSON")
    }
}

fn read(path: &Path) -> Result<File, FileError> {
    let kind = match path.extension().and_then(|ending| ending.to_str()) {
        Some("litmus") => FileKind::Test,
        Some("cat") => FileKind::Model,
        Some("json") => FileKind::Report,
        Some("c" | "h" | "cc" | "cpp" | "rs" | "java") => FileKind::Source,
        _ => return Err(FileError::Kind { path: path.to_owned() }),
    };
    let failed = |source| FileError::Read { path: path.to_owned(), source };
    let size = std::fs::metadata(path).map_err(failed)?.len();
    if size > MOST_FILE {
        return Err(FileError::Large { path: path.to_owned() });
    }
    let bytes = std::fs::read(path).map_err(failed)?;
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    Ok(File { kind, name, text: String::from_utf8_lossy(&bytes).into_owned() })
}
