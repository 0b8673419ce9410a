//! Temporary directories.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::TempDir;
use thiserror::Error;

/// A directory that cannot be made.
#[derive(Debug, Error)]
#[error(
    "cannot make a temporary directory for {purpose} in `{}`: {error}; the environment variable TMPDIR can name another place",
    .place.display()
)]
pub struct TemporaryDirectoryError {
    purpose: &'static str,
    place: PathBuf,
    error: std::io::Error,
}

/// A directory that only this user can read and write, whose name is random, and that is removed with all that is in it when this is dropped.
#[derive(Debug)]
pub struct TemporaryDirectory {
    /// Taken when it is dropped.
    directory: Option<TempDir>,
}

/// All that are there.
static MADE: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn made() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    // No invariant is broken half-way.
    MADE.lock().unwrap_or_else(PoisonError::into_inner)
}

impl TemporaryDirectory {
    /// A new directory for `purpose`, in words that a message can use: `compiled tests`. It is where the environment variable `TMPDIR` says.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn new(purpose: &'static str) -> Result<TemporaryDirectory, TemporaryDirectoryError> {
        TemporaryDirectory::new_in(std::env::temp_dir(), purpose)
    }

    /// The same in a directory of the caller's, for what is renamed when it is whole.
    ///
    /// # Errors
    /// As [`TemporaryDirectory::new`].
    pub fn new_in(place: PathBuf, purpose: &'static str) -> Result<TemporaryDirectory, TemporaryDirectoryError> {
        // The set is locked until the directory is in it: none is made behind the back of a signal that removes all.
        let mut made = made();
        let mut builder = tempfile::Builder::new();
        builder.prefix("lakmus-");
        #[cfg(unix)]
        // By default it is as the user's mask has it, which lets others in.
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
        let directory = builder.tempdir_in(&place);
        let directory = directory.map_err(|error| TemporaryDirectoryError { purpose, place, error })?;
        made.insert(directory.path().to_owned());
        Ok(TemporaryDirectory { directory: Some(directory) })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.directory.as_ref().map_or(Path::new(""), TempDir::path)
    }
}

impl Drop for TemporaryDirectory {
    fn drop(&mut self) {
        if let Some(directory) = self.directory.take() {
            let path = directory.path().to_owned();
            // What cannot be removed is a temporary file.
            let _ = directory.close();
            made().remove(&path);
        }
    }
}

/// Removes all temporary directories, and lets no more be made: who tries waits for ever, since the process ends.
#[cfg(unix)]
pub(crate) fn remove_all() {
    let made = made();
    for path in made.iter() {
        // What cannot be removed is a temporary file.
        let _ = std::fs::remove_dir_all(path);
    }
    std::mem::forget(made);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_directory_is_private_and_goes_away() {
        let first = TemporaryDirectory::new("a test").unwrap();
        let second = TemporaryDirectory::new("a test").unwrap();
        assert_ne!(first.path(), second.path());
        std::fs::write(first.path().join("file"), "text").unwrap();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = std::fs::metadata(first.path()).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o700);
        }
        let path = first.path().to_owned();
        drop(first);
        assert!(!path.exists() && second.path().exists());
    }
}
