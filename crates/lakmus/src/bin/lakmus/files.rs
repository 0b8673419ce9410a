//! Finding and reading files: models, what they include, bell and macro files, tests and logs.
//!
//! A model, a bell file and a macro file are looked for like this: an absolute path and one that begins with `./` or `../` names its file. Any
//! other name is looked for in the current directory, then in each `-I` in order, then among the shipped files. A model may
//! also be named without `.cat`; that is a shipped one, always.
//!
//! What a shipped file includes ships, always: a file of the same name elsewhere makes no shipped model another one. What a user's file includes is looked for
//! beside that file, then in each `-I`, then among the shipped files. `lakmus herd7` looks where herd7 does: in the current directory and in each `-I` before that;
//! and with `-set-libdir`, in that directory instead of among the shipped files.

use std::path::{Path, PathBuf};

use source::{Diagnostic, Severity, SourceId, Sources, nearest};

/// Advice for a file that is not found.
pub(crate) const WHERE: &str =
    "looked for in the current directory, in the directories of `-I`, and among the shipped files";

/// Advice for an included file that is not found.
pub(crate) const WHERE_INCLUDED: &str =
    "looked for beside the file that includes it, in the directories of `-I`, and among the shipped files";

/// What the names of the texts of shipped files begin with.
const SHIPPED: &str = "<lakmus>/";

/// Where models and their includes are looked for.
#[derive(Clone, Debug)]
pub(crate) struct SearchPath {
    /// The current directory, then those of `-I`.
    directories: Vec<PathBuf>,
    /// Whether includes are looked for where herd7 does.
    is_herds: bool,
    /// What stands for herd7's library, in the place of the shipped files.
    library: Option<PathBuf>,
}

impl SearchPath {
    /// The current directory, then these.
    pub(crate) fn new(include: Vec<PathBuf>) -> SearchPath {
        let current = PathBuf::new();
        let directories = std::iter::once(current).chain(include).collect();
        SearchPath { directories, is_herds: false, library: None }
    }

    /// As herd7 looks, with its library in `library`, if there is one.
    pub(crate) fn of_herd(include: Vec<PathBuf>, library: Option<PathBuf>) -> SearchPath {
        SearchPath { is_herds: true, library, ..SearchPath::new(include) }
    }

    /// The text of the model that the user calls `name`.
    ///
    /// # Errors
    /// When there is no such model, or its file cannot be read.
    pub(crate) fn model(&self, name: &str, sources: &mut Sources) -> Result<SourceId, Diagnostic> {
        let is_path = name.contains(['/', std::path::MAIN_SEPARATOR]) || name.ends_with(".cat");
        if is_path && Path::new(name).is_dir() {
            return Err(directory(name));
        }
        let found = match (is_path, models::model(name)) {
            (true, _) => self.find(name, sources)?,
            (false, Some(model)) => shipped(model.file, sources),
            (false, None) => None,
        };
        found.ok_or_else(|| if is_path { no_file(name) } else { unknown_model(name) })
    }

    /// The text of what the user calls `name`: a model, or another file that ships, such as what models include.
    ///
    /// # Errors
    /// When there is none, or its file cannot be read.
    pub(crate) fn model_or_shipped(&self, name: &str, sources: &mut Sources) -> Result<SourceId, Diagnostic> {
        match models::file(name) {
            Some(_) => self.file(name, "file", sources),
            None => self.model(name, sources).map_err(|error| {
                let library = format!("{name}.cat");
                error.suggest(models::file(&library).map(|_| library.as_str()))
            }),
        }
    }

    /// The text of the file called `name`, which is to be a `kind` ("macro file").
    ///
    /// # Errors
    /// When there is no such file, or it cannot be read.
    pub(crate) fn file(&self, name: &str, kind: &str, sources: &mut Sources) -> Result<SourceId, Diagnostic> {
        let unknown = || {
            let message = format!("there is no {kind} `{name}`");
            Diagnostic::new(Severity::Error, "unknown-file", message).help(WHERE)
        };
        self.find(name, sources)?.ok_or_else(unknown)
    }

    /// The file called `name`, if there is one.
    ///
    /// # Errors
    /// When there is one that cannot be read.
    fn find(&self, name: &str, sources: &mut Sources) -> Result<Option<SourceId>, Diagnostic> {
        let path = Path::new(name);
        if is_in_place(path) {
            return if path.exists() { add(path, sources).map(Some) } else { Ok(None) };
        }
        self.first(self.directories.iter().map(PathBuf::as_path), name, sources)
    }

    /// What the file `including` means by `name`, if there is such a file.
    ///
    /// # Errors
    /// When there is one that cannot be read.
    fn included(&self, name: &str, including: &str, sources: &mut Sources) -> Result<Option<SourceId>, Diagnostic> {
        if including.starts_with(SHIPPED) {
            return Ok(shipped(name, sources));
        }
        if is_in_place(Path::new(name)) {
            return self.find(name, sources);
        }
        let beside = Path::new(including).parent().unwrap_or(Path::new(""));
        let named = self.directories.iter().map(PathBuf::as_path);
        match self.is_herds {
            true => self.first(named.chain(self.library.as_deref()).chain([beside]), name, sources),
            false => self.first(std::iter::once(beside).chain(named.skip(1)), name, sources),
        }
    }

    /// The first file called `name` in these directories, then in the library or among the shipped files.
    fn first<'p>(
        &'p self,
        directories: impl Iterator<Item = &'p Path>,
        name: &str,
        sources: &mut Sources,
    ) -> Result<Option<SourceId>, Diagnostic> {
        let mut candidates = directories.chain(self.library.as_deref()).map(|directory| directory.join(name));
        match candidates.find(|candidate| candidate.is_file()) {
            Some(found) => add(&found, sources).map(Some),
            None if self.library.is_some() => Ok(None),
            None => Ok(shipped(name, sources)),
        }
    }
}

fn shipped(file: &str, sources: &mut Sources) -> Option<SourceId> {
    models::file(file).map(|text| sources.add(format!("{SHIPPED}{file}"), text))
}

/// A model that was named by its file, which is not there.
fn no_file(name: &str) -> Diagnostic {
    let diagnostic = Diagnostic::new(Severity::Error, "unknown-file", format!("there is no file `{name}`"));
    if is_in_place(Path::new(name)) {
        return diagnostic;
    }
    // The ending is no likeness.
    let shipped = models::file_names().filter_map(|file| file.strip_suffix(".cat"));
    let near = nearest(name.trim_end_matches(".cat"), shipped).map(|near| format!("{near}.cat"));
    diagnostic.suggest(near.as_deref()).help(WHERE)
}

fn directory(name: &str) -> Diagnostic {
    Diagnostic::new(Severity::Error, "unknown-model", format!("`{name}` is a directory, and no model"))
}

/// Whether a path is looked for in one place only.
fn is_in_place(path: &Path) -> bool {
    path.is_absolute() || path.starts_with(".") || path.starts_with("..")
}

fn unknown_model(name: &str) -> Diagnostic {
    let diagnostic = Diagnostic::new(Severity::Error, "unknown-model", format!("there is no model `{name}`"));
    if Path::new(name).is_dir() {
        return directory(name);
    }
    if Path::new(name).is_file() {
        return diagnostic.help(format!("a file is named by a path with a `/` or by a name in `.cat`: `./{name}`"));
    }
    diagnostic
        .suggest(lakmus::nearest_model(name.trim_end_matches(".cat")))
        .help("`lakmus model list` lists the shipped models")
}

/// A path as messages show it.
pub(crate) fn shown(path: &Path) -> String {
    // Nearly all are UTF-8, and that is found out much faster than what else they are.
    path.to_str().map_or_else(|| path.to_string_lossy().into_owned(), str::to_owned)
}

/// Reads a file. Bytes that are no UTF-8 are replaced: they can only stand in comments and strings.
///
/// # Errors
/// When it cannot be read.
pub(crate) fn add(path: &Path, sources: &mut Sources) -> Result<SourceId, Diagnostic> {
    let name = shown(path);
    let text = text(path)
        .map_err(|error| Diagnostic::new(Severity::Error, "unreadable", format!("cannot read `{name}`: {error}")))?;
    Ok(sources.add(name, text))
}

/// The text of a file, as [`add`] reads it.
///
/// # Errors
/// When it cannot be read, or is too long.
pub(crate) fn text(path: &Path) -> std::io::Result<String> {
    system::read_text(path)
}

/// Lets a script be run by everyone, where the system asks for that.
pub(crate) fn make_executable(path: &Path) -> std::io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755))?;
    }
    #[cfg(not(unix))]
    let _ = path;
    Ok(())
}

/// The text of a file that is named on the command line.
///
/// # Errors
/// A message that names the file.
pub(crate) fn named_text(path: &Path) -> Result<String, String> {
    text(path).map_err(|error| format!("cannot read `{}`: {error}", shown(path)))
}

/// What `include` in a model finds.
pub(crate) struct Includes<'a> {
    search: &'a SearchPath,
    /// Files that are there and cannot be read. The cat language only knows that it did not get them.
    pub(crate) unreadable: Vec<Diagnostic>,
}

impl<'a> Includes<'a> {
    /// From the files that `search` finds.
    pub(crate) fn new(search: &'a SearchPath) -> Includes<'a> {
        Includes { search, unreadable: Vec::new() }
    }
}

impl cat::Files for Includes<'_> {
    fn open(&mut self, name: &str, sources: &mut Sources) -> Option<SourceId> {
        let found = self.search.find(name, sources);
        self.readable(found)
    }

    fn open_from(&mut self, name: &str, including: SourceId, sources: &mut Sources) -> Option<SourceId> {
        let including = sources.name(including).to_owned();
        let found = self.search.included(name, &including, sources);
        self.readable(found)
    }
}

impl Includes<'_> {
    fn readable(&mut self, found: Result<Option<SourceId>, Diagnostic>) -> Option<SourceId> {
        found.unwrap_or_else(|error| {
            self.unreadable.push(error);
            None
        })
    }
}
