//! A copy of a directory, for the executions of one job.
//!
//! The runtime puts the copy back before each execution, in the state that it has when the program creates its first thread.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};

/// See the module.
pub(super) struct Scratch {
    /// The directory as the user names it, and its full path.
    names: [PathBuf; 2],
    /// The copy.
    pub(super) copy: PathBuf,
}

impl Scratch {
    /// For a directory that is to be copied to this place.
    pub(super) fn new(original: &Path, copy: &Path) -> io::Result<Scratch> {
        let full = original.canonicalize()?;
        if !full.is_dir() {
            return Err(io::Error::new(
                io::ErrorKind::NotADirectory,
                format!("`{}` is no directory", original.display()),
            ));
        }
        Ok(Scratch { names: [original.to_owned(), full], copy: copy.to_owned() })
    }

    /// Makes the copy anew, for a process that is about to be started.
    pub(super) fn refresh(&mut self) -> io::Result<()> {
        let mut names = self.copy.clone().into_os_string();
        names.push(".names");
        for old in [self.copy.as_path(), Path::new(&names)] {
            if old.exists() {
                std::fs::remove_dir_all(old)?;
            }
        }
        copy_directory(&self.names[1], &self.copy)
    }

    /// An argument of the program's with the copy in the place of the directory: as a path, or behind the `=` of an option.
    pub(super) fn moved(&self, argument: &OsStr) -> OsString {
        let path = Path::new(argument);
        for name in &self.names {
            if let Ok(rest) = path.strip_prefix(name) {
                return if rest.as_os_str().is_empty() {
                    self.copy.clone().into()
                } else {
                    self.copy.join(rest).into()
                };
            }
        }
        if let Some((option, value)) = argument.to_str().and_then(|text| text.split_once('=')) {
            let moved = self.moved(OsStr::new(value));
            if moved != value {
                let mut whole = OsString::from(format!("{option}="));
                whole.push(moved);
                return whole;
            }
        }
        argument.to_owned()
    }

    /// Where the program is to run, if this process runs in the directory.
    pub(super) fn working_directory(&self) -> Option<PathBuf> {
        let current = std::env::current_dir().ok()?;
        Some(self.copy.join(current.strip_prefix(&self.names[1]).ok()?))
    }
}

fn copy_directory(from: &Path, to: &Path) -> io::Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let (kind, source, target) = (entry.file_type()?, entry.path(), to.join(entry.file_name()));
        if kind.is_dir() {
            copy_directory(&source, &target)?;
        } else if kind.is_symlink() {
            std::os::unix::fs::symlink(std::fs::read_link(&source)?, &target)?;
        } else if kind.is_file() {
            std::fs::copy(&source, &target)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_that_name_the_directory_name_the_copy() {
        let names = ["data", "/home/me/data"].map(PathBuf::from);
        let scratch = Scratch { names, copy: "/copy".into() };
        let cases = [
            ("data", "/copy"),
            ("data/a", "/copy/a"),
            ("/home/me/data/a", "/copy/a"),
            ("--in=data/a", "--in=/copy/a"),
            ("database", "database"),
            ("-n=3", "-n=3"),
        ];
        for (argument, moved) in cases {
            assert_eq!(scratch.moved(OsStr::new(argument)), moved);
        }
    }
}
