//! What compilers gave before, in a directory: a run that was ended begins where it stopped, and a second one compiles nothing.
//!
//! An entry is a file named by a hash of the compiler (path, size and time of its file), its options and the translation unit. Entries are
//! written beside their places and renamed, so that none is ever half written. What cannot be read or written is compiled.

use std::io::Write;
use std::path::PathBuf;
use std::time::UNIX_EPOCH;

use md5::{Digest, Md5};

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
    /// When it cannot be made.
    pub fn in_directory(directory: PathBuf) -> std::io::Result<CodeCache> {
        std::fs::create_dir_all(&directory)?;
        Ok(CodeCache { directory: Some(directory) })
    }

    /// The name of the entry; none when the compiler's identity is not known, as for a command that is looked up elsewhere.
    pub(crate) fn key(&self, compiler: &CompilerCommand, architecture: Architecture, text: &str) -> Option<String> {
        self.directory.as_ref()?;
        let mut hash = Md5::new();
        let language = compiler.language.name();
        for part in [language, architecture.name(), text] {
            add(&mut hash, part);
        }
        match compiler.form {
            CodeForm::Text => {}
            CodeForm::Object => add(&mut hash, "object"),
        }
        if compiler.linker.is_some() {
            add(&mut hash, "linked");
        }
        for command in std::iter::once(&compiler.words).chain(&compiler.code_generator).chain(&compiler.linker) {
            add(&mut hash, &identity(command)?);
            command.iter().for_each(|word| add(&mut hash, word));
        }
        Some(hexadecimal(&hash.finalize()))
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

/// The digits of a hash.
pub(crate) fn hexadecimal(hash: &[u8]) -> String {
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
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

fn add(hash: &mut Md5, part: &str) {
    hash.update((part.len() as u64).to_le_bytes());
    hash.update(part);
}
