//! A copy of a directory, for the executions of one job.
//!
//! The runtime puts the copy back before each execution, in the state that it has when the program creates its first thread.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Component, Path, PathBuf};

/// See the module.
pub(super) struct Scratch {
    /// The directory by its full path, as the user has named it and without symbolic links.
    names: [PathBuf; 2],
    /// Where relative arguments begin; none within the directory: there the program is started in the copy, and they mean what is in it.
    current: Option<PathBuf>,
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
        let current = std::env::current_dir()?;
        let names = [without_dots(&current.join(original)), full];
        let is_within = names.iter().any(|name| current.starts_with(name));
        Ok(Scratch { names, current: (!is_within).then_some(current), copy: copy.to_owned() })
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
        let current = if path.is_absolute() { Some(Path::new("/")) } else { self.current.as_deref() };
        let full = current.map(|current| without_dots(&current.join(path))).unwrap_or_default();
        if let Some(rest) = self.names.iter().find_map(|name| full.strip_prefix(name).ok()) {
            let mut moved = OsString::from(&self.copy);
            if !rest.as_os_str().is_empty() {
                moved.push("/");
                moved.push(rest);
            }
            // Programs put names of files behind it.
            if argument.as_encoded_bytes().ends_with(b"/") {
                moved.push("/");
            }
            return moved;
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

/// The path without `.` and `..`, by its words alone.
fn without_dots(path: &Path) -> PathBuf {
    let mut clean = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                clean.pop();
            }
            Component::Prefix(_) | Component::RootDir | Component::Normal(_) => clean.push(component),
        }
    }
    clean
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
        let names = ["/home/me/data", "/disk/data"].map(PathBuf::from);
        let mut scratch = Scratch { names, current: Some("/home/me".into()), copy: "/copy".into() };
        let cases = [
            ("data", "/copy"),
            ("data/a", "/copy/a"),
            ("./data/", "/copy/"),
            ("../me/data/./a/", "/copy/a/"),
            ("/home/me/data/a", "/copy/a"),
            ("/disk/data/a", "/copy/a"),
            ("--in=data/a", "--in=/copy/a"),
            ("database", "database"),
            ("data/../other", "data/../other"),
            ("-n=3", "-n=3"),
        ];
        for (argument, moved) in cases {
            assert_eq!(scratch.moved(OsStr::new(argument)), moved);
        }
        // Started within it, the program finds the copy by its working directory.
        scratch.current = None;
        for (argument, moved) in [("a", "a"), ("./a/", "./a/"), ("--in=/disk/data/a", "--in=/copy/a")] {
            assert_eq!(scratch.moved(OsStr::new(argument)), moved);
        }
    }
}
