//! Where things are in the directory of a campaign, and how a file gets there whole.

use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::Error;

/// Shards in one directory of files: more make file systems slow.
const SHARDS_IN_ONE: usize = 1000;

/// The directory of a campaign.
#[derive(Clone, Debug)]
pub struct Layout {
    root: PathBuf,
}

impl Layout {
    /// In this directory, whether it is there or not.
    pub fn new(root: impl Into<PathBuf>) -> Layout {
        Layout { root: root.into() }
    }

    /// The directory.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// What is planned. It is written last: where it is, the plan is whole.
    pub fn manifest(&self) -> PathBuf {
        self.root.join("manifest.json")
    }

    /// The units of a shard.
    pub fn shard(&self, number: usize) -> PathBuf {
        self.below("shards", number).join(format!("{number:06}.units"))
    }

    /// The results of a shard.
    pub fn results(&self, number: usize) -> PathBuf {
        self.below("results", number).join(format!("{number:06}.results"))
    }

    /// Results that were there before the campaign.
    pub fn reused(&self) -> PathBuf {
        self.root.join("reused.results")
    }

    /// All results together.
    pub fn store(&self) -> PathBuf {
        self.root.join("campaign.sqlite")
    }

    /// What is there when the campaign is cancelled.
    pub(crate) fn cancelled(&self) -> PathBuf {
        self.root.join("cancelled")
    }

    /// Scripts for Slurm, what it printed, and the numbers of its jobs.
    pub fn slurm(&self) -> PathBuf {
        self.root.join("slurm")
    }

    /// Programs that were built when the campaign was planned.
    pub fn programs(&self) -> PathBuf {
        self.root.join("programs")
    }

    fn below(&self, kind: &str, number: usize) -> PathBuf {
        self.root.join(kind).join(format!("{:03}", number / SHARDS_IN_ONE))
    }
}

/// A file that is written beside its place.
#[derive(Debug)]
pub(crate) struct Beside {
    pub(crate) file: File,
    pub(crate) path: PathBuf,
    place: PathBuf,
}

impl Beside {
    /// Beside `place`, under a name that no other process has.
    pub(crate) fn new(place: &Path) -> Result<Beside, Error> {
        let directory = place.parent().unwrap_or(Path::new("."));
        std::fs::create_dir_all(directory).map_err(Error::write(directory))?;
        let stem = place.file_stem().unwrap_or_default().to_string_lossy();
        let host = host();
        // (Hosts share the directory, and a process number comes again.)
        for turn in 0.. {
            let path = directory.join(format!("{stem}.{host}-{}-{turn}.part", std::process::id()));
            match File::create_new(&path) {
                Ok(file) => return Ok(Beside { file, path, place: place.to_owned() }),
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(Error::write(&path)(error)),
            }
        }
        unreachable!("numbers do not end")
    }

    /// Puts it in its place, where it is found after a loss of power too. What is there already is replaced.
    pub(crate) fn put_in_place(mut self) -> Result<(), Error> {
        self.file.flush().and_then(|()| self.file.sync_all()).map_err(Error::write(&self.path))?;
        match std::fs::rename(&self.path, &self.place) {
            // Another process that ran the same shard has put its results in place and removed this file: they are the same.
            Err(error) if error.kind() == std::io::ErrorKind::NotFound && self.place.exists() => {}
            renamed => renamed.map_err(Error::write(&self.place))?,
        }
        // Directories up to that of the campaign may be new too.
        self.place.ancestors().skip(1).take(DEPTH).for_each(synchronise_names);
        Ok(())
    }
}

/// How many directories there are between a file of a campaign and what the campaign's directory is in.
const DEPTH: usize = 3;

/// Makes the names in a directory last through a loss of power. (Not every file system has directories that can be synchronised; where that fails, files may be lost with the power, and
/// what they had is run again.)
pub(crate) fn synchronise_names(directory: &Path) {
    let directory = if directory.as_os_str().is_empty() { Path::new(".") } else { directory };
    let _ = File::open(directory).and_then(|directory| directory.sync_all());
}

/// The same for all directories below one.
pub(crate) fn synchronise_all_names(directory: &Path) {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    let is_directory = |entry: &std::fs::DirEntry| entry.file_type().is_ok_and(|kind| kind.is_dir());
    entries.filter(is_directory).for_each(|entry| synchronise_all_names(&entry.path()));
    synchronise_names(directory);
}

impl Write for Beside {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.file.flush()
    }
}

impl Seek for Beside {
    fn seek(&mut self, to: SeekFrom) -> std::io::Result<u64> {
        self.file.seek(to)
    }
}

/// The parts of files that processes left or are writing beside `place`.
pub(crate) fn parts_of(place: &Path) -> Vec<PathBuf> {
    let Some(directory) = place.parent() else { return Vec::new() };
    let stem = format!("{}.", place.file_stem().unwrap_or_default().to_string_lossy());
    let Ok(entries) = std::fs::read_dir(directory) else { return Vec::new() };
    let names = entries.flatten().map(|entry| entry.path());
    let mut parts: Vec<PathBuf> = names
        .filter(|path| path.extension().is_some_and(|extension| extension == "part"))
        .filter(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(&stem)))
        .collect();
    parts.sort();
    parts
}

/// Whether the process that writes a part, by its name, is at it still: another one of this machine that has not ended.
pub(crate) fn is_being_written(part: &Path) -> bool {
    let name = part.file_stem().unwrap_or_default().to_string_lossy();
    let mut words = name.rsplitn(3, '-');
    let (_, process, rest) = (words.next(), words.next(), words.next().unwrap_or_default());
    let Some(process) = process.and_then(|process| process.parse::<u32>().ok()) else { return false };
    let is_here = rest.split_once('.').is_some_and(|(_, name)| name == host());
    is_here && process != std::process::id() && Path::new("/proc").join(process.to_string()).exists()
}

/// The name of this machine, as far as a file name may have it.
fn host() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let plain: String = name.trim().chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').take(40).collect();
    if plain.is_empty() { "host".to_owned() } else { plain }
}
