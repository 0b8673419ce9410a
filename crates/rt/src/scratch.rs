//! The directory that each execution finds as it was when the first thread was created.
//!
//! It is a copy that the driver has made. Files are put back in place, so that descriptors and mappings that the program has had before its first thread
//! still belong to them; each file has a second name elsewhere, so that it is not lost when an execution removes it.

use std::collections::BTreeMap;
use std::fs;
use std::os::fd::AsRawFd;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use crate::sys::inherited::{extents_of, write_extents};

/// A thing in the directory.
enum Entry {
    Directory,
    /// Where a symbolic link leads.
    Link(PathBuf),
    /// A regular file.
    File {
        second_name: PathBuf,
        size: usize,
        extents: Vec<(usize, Vec<u8>)>,
    },
}

/// The directory as it was.
pub(crate) struct Scratch {
    root: PathBuf,
    /// By path, directories before what is in them.
    entries: BTreeMap<PathBuf, Entry>,
}

impl Scratch {
    /// Keeps all that is in the directory. The second names are beside it, in `.names`.
    ///
    /// # Errors
    /// When something in it can not be read.
    pub(crate) fn keep(root: &str) -> std::io::Result<Scratch> {
        let root = PathBuf::from(root);
        let mut names = root.clone().into_os_string();
        names.push(".names");
        fs::create_dir_all(&names)?;
        let mut scratch = Scratch { root: root.clone(), entries: BTreeMap::new() };
        scratch.keep_directory(&root, Path::new(&names))?;
        Ok(scratch)
    }

    fn keep_directory(&mut self, directory: &Path, names: &Path) -> std::io::Result<()> {
        for entry in fs::read_dir(directory)? {
            let path = entry?.path();
            let kind = fs::symlink_metadata(&path)?.file_type();
            if kind.is_dir() {
                self.entries.insert(path.clone(), Entry::Directory);
                self.keep_directory(&path, names)?;
            } else if kind.is_symlink() {
                self.entries.insert(path.clone(), Entry::Link(fs::read_link(&path)?));
            } else if kind.is_file() {
                let second_name = names.join(self.entries.len().to_string());
                fs::hard_link(&path, &second_name)?;
                let file = fs::File::open(&path)?;
                let size = file.metadata()?.len() as usize;
                let extents = extents_of(file.as_raw_fd(), size);
                self.entries.insert(path, Entry::File { second_name, size, extents });
            }
        }
        Ok(())
    }

    /// Puts everything back.
    ///
    /// # Errors
    /// When that cannot be done.
    pub(crate) fn restore(&self) -> std::io::Result<()> {
        self.remove_new(&self.root)?;
        for (path, entry) in &self.entries {
            match entry {
                Entry::Directory if !path.is_dir() => fs::create_dir(path)?,
                Entry::Directory => {}
                Entry::Link(target) => {
                    if fs::read_link(path).ok().as_ref() != Some(target) {
                        std::os::unix::fs::symlink(target, path)?;
                    }
                }
                Entry::File { second_name, size, extents } => {
                    let is_same =
                        |found: fs::Metadata| fs::metadata(second_name).is_ok_and(|it| it.ino() == found.ino());
                    if !fs::symlink_metadata(path).is_ok_and(is_same) {
                        let _ = fs::remove_file(path);
                        fs::hard_link(second_name, path)?;
                    }
                    let file = fs::OpenOptions::new().write(true).open(second_name)?;
                    write_extents(file.as_raw_fd(), *size, extents);
                }
            }
        }
        Ok(())
    }

    /// Removes what was not there, or was something else.
    fn remove_new(&self, directory: &Path) -> std::io::Result<()> {
        for entry in fs::read_dir(directory)? {
            let path = entry?.path();
            let kind = fs::symlink_metadata(&path)?.file_type();
            match self.entries.get(&path) {
                Some(Entry::Directory) if kind.is_dir() => self.remove_new(&path)?,
                Some(Entry::Link(target)) if fs::read_link(&path).ok().as_ref() == Some(target) => {}
                Some(Entry::File { .. }) if kind.is_file() => {}
                _ if kind.is_dir() => fs::remove_dir_all(&path)?,
                _ => fs::remove_file(&path)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_execution_does_to_a_directory_is_undone() {
        let place = std::env::temp_dir().join(format!("lakmus-scratch-{}", std::process::id()));
        let root = place.join("work");
        fs::create_dir_all(root.join("a")).unwrap();
        for (path, text) in [("a/one", "1"), ("two", "22"), ("three", "333")] {
            fs::write(root.join(path), text).unwrap();
        }
        let scratch = Scratch::keep(root.to_str().unwrap()).unwrap();
        let inode = fs::metadata(root.join("two")).unwrap().ino();
        fs::remove_dir_all(root.join("a")).unwrap();
        fs::rename(root.join("two"), root.join("three")).unwrap();
        fs::write(root.join("three"), "longer than before").unwrap();
        fs::create_dir(root.join("new")).unwrap();
        fs::write(root.join("new/file"), "").unwrap();
        scratch.restore().unwrap();
        let read = |path: &str| fs::read_to_string(root.join(path)).unwrap();
        assert_eq!([read("a/one"), read("two"), read("three")], ["1", "22", "333"]);
        assert_eq!(fs::metadata(root.join("two")).unwrap().ino(), inode);
        assert!(!root.join("new").exists());
        fs::remove_dir_all(&place).unwrap();
    }
}
