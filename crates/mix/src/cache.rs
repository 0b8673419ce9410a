//! What compilers gave before, in a directory: a run that was ended begins where it stopped, and a second one compiles nothing.
//!
//! An entry is a file named by an [`Identity`] of the compiler (path, size and time of its file), its options and the translation unit. Entries are
//! written beside their places and renamed, so that none is ever half written. What cannot be read or written is compiled.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use identity::{Identity, Parts};

use crate::Architecture;
use crate::compiler::{CodeForm, CompilerCommand};

/// A directory of what compilers gave, or none.
#[derive(Clone, Debug, Default)]
pub struct CodeCache {
    directory: Option<PathBuf>,
}

impl CodeCache {
    /// Nothing is kept.
    pub fn none() -> CodeCache {
        CodeCache::default()
    }

    /// In this directory, which is made when it is not there.
    ///
    /// # Errors
    /// When it cannot be made, or has something else in it.
    pub fn in_directory(directory: PathBuf) -> std::io::Result<CodeCache> {
        claim(&directory)?;
        Ok(CodeCache { directory: Some(directory) })
    }

    /// The name of the entry; none when the compiler's identity is not known, as for a command that is looked up elsewhere.
    pub(crate) fn key(&self, compiler: &CompilerCommand, architecture: Architecture, text: &str) -> Option<String> {
        self.directory.as_ref()?;
        let language = compiler.language.name();
        let parts = Identity::of("mix code").part("language", language).part("architecture", architecture.name());
        let parts = parts.part("text", text);
        let parts = match compiler.form {
            CodeForm::Text => parts,
            CodeForm::Object => parts.part("form", "object"),
        };
        Some(of_commands(compiler, parts)?.finish().to_string())
    }

    pub(crate) fn get(&self, key: Option<&str>) -> Option<String> {
        std::fs::read_to_string(self.directory.as_ref()?.join(key?)).ok()
    }

    /// Forgets what a compiler gave: it may give something else next time.
    pub(crate) fn forget(&self, compiler: &CompilerCommand, architecture: Architecture, text: &str) {
        if let (Some(directory), Some(key)) = (&self.directory, self.key(compiler, architecture, text)) {
            // What is not there is forgotten.
            let _ = std::fs::remove_file(directory.join(key));
        }
    }

    pub(crate) fn put(&self, key: Option<&str>, text: &str) {
        let (Some(directory), Some(key)) = (&self.directory, key) else { return };
        // What is not kept is compiled again: no harm is done.
        let Ok(mut beside) = tempfile::Builder::new().prefix(".").suffix(".part").tempfile_in(directory) else {
            return;
        };
        if beside.write_all(text.as_bytes()).is_ok() {
            let _ = beside.persist(directory.join(key));
        }
    }
}

/// The file that says what a directory is, and its only line.
const MARK: (&str, &str) = ("lakmus-cache", "form 2\n");

/// Makes a directory a cache of this form, if it is none.
///
/// # Errors
/// When it cannot be read or written, has something else in it, or is a cache of another form: of that nothing is used.
pub(crate) fn claim(directory: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(directory)?;
    let mark = directory.join(MARK.0);
    match std::fs::read_to_string(&mark) {
        Ok(text) if text == MARK.1 => return Ok(()),
        Ok(text) => {
            let message =
                format!("it is of {}, and this version writes {}: name another directory", text.trim(), MARK.1.trim());
            return Err(std::io::Error::other(message));
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    // Another process may be making it just now.
    let is_strange = |name: std::ffi::OsString| name != MARK.0 && !name.to_string_lossy().starts_with('.');
    let mut names = std::fs::read_dir(directory)?.flatten().map(|entry| entry.file_name());
    if names.any(is_strange) && !mark.exists() {
        let message = "it has files, and is no cache of this version (those of versions before had no file `lakmus-cache`): name another directory, or remove it";
        return Err(std::io::Error::other(message));
    }
    let mut beside = tempfile::Builder::new().prefix(".").suffix(".part").tempfile_in(directory)?;
    beside.write_all(MARK.1.as_bytes())?;
    beside.persist(&mark).map_err(|error| error.error)?;
    Ok(())
}

/// Adds what distinguishes the programs of a compiler, and the words that they are given; none where one of them is not known.
pub(crate) fn of_commands(compiler: &CompilerCommand, parts: Parts) -> Option<Parts> {
    let commands = [Some(&compiler.words), compiler.code_generator.as_ref(), compiler.linker.as_ref()];
    commands.iter().try_fold(parts, |parts, command| match command {
        None => Some(parts.part("command", "")),
        Some(words) => Some(parts.part("command", identity(words)?).parts("word", *words)),
    })
}

/// What distinguishes a compiler from another one and from a later build of it: its file's path, size and time.
pub(crate) fn identity(command: &[String]) -> Option<String> {
    let program = command.first()?;
    let path = match program.contains('/') {
        true => PathBuf::from(program),
        false => std::env::split_paths(&std::env::var_os("PATH")?)
            .map(|folder| folder.join(program))
            .find(|path| path.is_file())?,
    };
    let path = std::fs::canonicalize(path).ok()?;
    let metadata = std::fs::metadata(&path).ok()?;
    let time = metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    Some(format!("{} {} {time:?}", path.display(), metadata.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_caches_and_other_directories_are_refused() {
        let directory = tempfile::tempdir().expect("it can be made");
        let cache = directory.path().join("cache");
        assert!(claim(&cache).is_ok() && claim(&cache).is_ok());
        std::fs::write(cache.join("entry"), "").expect("it is written");
        assert!(claim(&cache).is_ok());
        std::fs::write(cache.join(MARK.0), "form 3\n").expect("it is written");
        assert!(claim(&cache).expect_err("it is another form").to_string().contains("form 3"));
        std::fs::remove_file(cache.join(MARK.0)).expect("it is there");
        assert!(claim(&cache).expect_err("it is an old one").to_string().contains("name another directory"));
    }
}
