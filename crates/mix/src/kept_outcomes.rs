//! What simulations found before, in a file: a run that was ended while it judged goes on where it stopped.
//!
//! The file is named by what decides besides the tests: the version and the program itself (path, size and time of its file), in which the shipped models are. A line is one combined test: the hash
//! of its text and of the outcomes that it was asked about, and what was found. Lines are appended as they are found, each by one write. A line that was cut off when its writer was
//! killed has no end mark and counts for nothing. What was given up or failed is not kept.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use identity::Identity;
use rustc_hash::FxHashMap;

use crate::cache::{claim, identity};
use crate::judge::TargetOutcomes;
use crate::outcome::Outcomes;

/// The last field of each line.
const END: &str = ".";

/// Outcomes of combined tests that are kept from run to run, under the shipped models.
#[derive(Debug)]
pub struct KeptOutcomes {
    /// What there was when the file was opened.
    known: FxHashMap<String, TargetOutcomes>,
    file: Mutex<File>,
}

impl KeptOutcomes {
    /// Those in this directory, which is made when it is not there; none where the program that runs cannot be identified.
    ///
    /// # Errors
    /// When the directory cannot be made or has something else in it, or the file cannot be read or written.
    pub fn in_directory(directory: &Path) -> std::io::Result<Option<KeptOutcomes>> {
        let program = std::env::current_exe()?;
        let Some(identity) = identity(&[program.display().to_string()]) else { return Ok(None) };
        claim(directory)?;
        let folder = directory.join("outcomes");
        std::fs::create_dir_all(&folder)?;
        let path = folder.join(Identity::of("mix program").part("program", identity).finish().to_string());
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let text = String::from_utf8_lossy(&bytes);
        if !text.is_empty() && !text.ends_with('\n') {
            file.write_all(b"\n")?;
        }
        let known = text.lines().filter_map(read_line).collect();
        Ok(Some(KeptOutcomes { known, file: Mutex::new(file) }))
    }

    pub(crate) fn get(&self, key: &str) -> Option<&TargetOutcomes> {
        self.known.get(key)
    }

    pub(crate) fn put(&self, key: &str, outcomes: &TargetOutcomes) {
        let Some(line) = line(key, outcomes) else { return };
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        // What is not kept is simulated again: no harm is done.
        let _ = file.write_all(line.as_bytes());
    }
}

/// A line; none for what cannot be read back from one.
fn line(key: &str, outcomes: &TargetOutcomes) -> Option<String> {
    let is_plain = |text: &str| !text.is_empty() && !text.contains(['\t', '\n', ';', ',']);
    let (kind, cut, all) = match outcomes {
        TargetOutcomes::Within { cut } => ("within", cut, String::new()),
        TargetOutcomes::All(outcomes) => {
            if !outcomes.all.iter().flatten().all(|value| is_plain(value)) {
                return None;
            }
            let all: Vec<String> = outcomes.all.iter().map(|values| values.join(",") + ";").collect();
            ("all", &outcomes.cut, all.concat())
        }
    };
    let cut = cut.as_deref().unwrap_or_default();
    (cut.is_empty() || is_plain(cut)).then(|| format!("{key}\t{kind}\t{cut}\t{all}\t{END}\n"))
}

/// What a line says; nothing for one that is not whole.
fn read_line(line: &str) -> Option<(String, TargetOutcomes)> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [key, kind, cut, all, END] = fields.as_slice() else { return None };
    let cut = (!cut.is_empty()).then(|| (*cut).to_owned());
    let outcomes = match *kind {
        "within" => TargetOutcomes::Within { cut },
        "all" => {
            let values = |outcome: &str| -> Vec<String> {
                // A test without observed places has one outcome, which has no values.
                outcome.split(',').filter(|value| !value.is_empty()).map(str::to_owned).collect()
            };
            let all = all.split_terminator(';').map(values).collect();
            TargetOutcomes::All(Outcomes { all, cut })
        }
        _ => return None,
    };
    Some(((*key).to_owned(), outcomes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcomes(all: &[&[&str]], cut: Option<&str>) -> TargetOutcomes {
        let values = |values: &&[&str]| values.iter().map(|value| (*value).to_owned()).collect();
        TargetOutcomes::All(Outcomes { all: all.iter().map(values).collect(), cut: cut.map(str::to_owned) })
    }

    #[test]
    fn lines_are_read_back() {
        let cut = Some("L1".to_owned());
        let all = [
            TargetOutcomes::Within { cut: None },
            TargetOutcomes::Within { cut },
            outcomes(&[], None),
            outcomes(&[&[]], None),
            outcomes(&[&["0", "1"], &["1", "340282366920938463463374607431768211455"]], Some("L2")),
        ];
        for one in all {
            let line = line("key", &one).expect("it can be kept");
            let (key, again) = read_line(line.trim_end_matches('\n')).expect("it is whole");
            assert_eq!((key.as_str(), &again), ("key", &one));
        }
        assert_eq!(line("key", &outcomes(&[&["a,b"]], None)), None);
    }

    #[test]
    fn lines_that_are_cut_off_count_for_nothing() {
        let whole = line("key", &outcomes(&[&["10", "1"]], None)).expect("it can be kept");
        let whole = whole.trim_end_matches('\n');
        for end in 0..whole.len() {
            assert_eq!(read_line(&whole[..end]), None, "{}", &whole[..end]);
        }
    }

    #[test]
    fn another_run_finds_what_one_found() {
        let directory = tempfile::tempdir().expect("it can be made");
        let folder = directory.path().to_owned();
        let open = || KeptOutcomes::in_directory(&folder).ok().flatten().expect("the test's program is a file");
        let found = outcomes(&[&["1"]], None);
        open().put("key", &found);
        // A writer that was killed.
        open().file.lock().unwrap_or_else(PoisonError::into_inner).write_all(b"other\twithin").expect("it is written");
        let again = open();
        again.put("last", &found);
        assert_eq!(again.get("key"), Some(&found));
        assert_eq!(again.get("other"), None);
        assert_eq!(open().get("last"), Some(&found));
    }
}
