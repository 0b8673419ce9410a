//! Opening many files that lie in one directory.

use std::fs::File;
use std::io;
use std::path::Path;

pub(crate) use self::system::Opener;

/// From the second file of a directory in a row on, a file is opened from there: for files as short as tests are, going down the path to the
/// directory again and again is a tenth of what reading them takes.
#[cfg(target_os = "linux")]
mod system {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::sync::{Arc, Mutex, PoisonError};

    use nix::fcntl::{OFlag, openat};
    use nix::sys::stat::Mode;

    use super::{File, Path, io};

    /// Opens files to read them.
    #[derive(Default)]
    pub(crate) struct Opener {
        last: Mutex<Directory>,
    }

    /// The directory that the last file lies in.
    #[derive(Default)]
    struct Directory {
        /// Its path as it was written.
        path: Vec<u8>,
        /// Opened for the second file.
        open: Option<Arc<File>>,
    }

    impl Opener {
        /// As [`File::open`].
        pub(crate) fn open(&self, path: &Path) -> io::Result<File> {
            let opened = self.directory(path).and_then(|(directory, name)| {
                openat(&*directory, name, OFlag::O_RDONLY | OFlag::O_CLOEXEC, Mode::empty()).ok()
            });
            // What is wrong with a file is the same by any way there.
            opened.map_or_else(|| File::open(path), |file| Ok(file.into()))
        }

        /// The directory of a file and the file's name in it, when the file before lies there too.
        fn directory<'p>(&self, path: &'p Path) -> Option<(Arc<File>, &'p OsStr)> {
            let bytes = path.as_os_str().as_bytes();
            let slash = bytes.iter().rposition(|&byte| byte == b'/')?;
            let (directory, name) = (&bytes[..slash], &bytes[slash + 1..]);
            let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
            if last.path != directory {
                *last = Directory { path: directory.to_owned(), open: None };
                return None;
            }
            if last.open.is_none() {
                last.open = File::open(OsStr::from_bytes(directory)).ok().map(Arc::new);
            }
            Some((last.open.clone()?, OsStr::from_bytes(name)))
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use super::{File, Path, io};

    /// Opens files to read them.
    #[derive(Default)]
    pub(crate) struct Opener;

    impl Opener {
        /// As [`File::open`].
        pub(crate) fn open(&self, path: &Path) -> io::Result<File> {
            File::open(path)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[test]
    fn files_are_those_that_their_paths_name() {
        let directory = tempfile::tempdir().unwrap();
        let paths = ["a", "b", "in/a", "in/b", "in/missing", "b"].map(|name| directory.path().join(name));
        std::fs::create_dir(directory.path().join("in")).unwrap();
        for path in paths.iter().filter(|path| !path.ends_with("missing")) {
            std::fs::write(path, path.as_os_str().as_encoded_bytes()).unwrap();
        }
        let opener = Opener::default();
        for path in &paths {
            let mut found = Vec::new();
            match opener.open(path) {
                Ok(mut file) => _ = file.read_to_end(&mut found).unwrap(),
                Err(error) => assert_eq!(error.kind(), io::ErrorKind::NotFound),
            }
            let expected: &[u8] = if path.ends_with("missing") { b"" } else { path.as_os_str().as_encoded_bytes() };
            assert_eq!(found, expected, "{path:?}");
        }
    }
}
