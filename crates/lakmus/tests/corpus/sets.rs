//! Which tests there are, under which model, and where their expected results are.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use lakmus::sim::Report;

use crate::expected::{self, Expected};
use crate::lists;

/// The tests of one directory under one model.
pub(crate) struct Set {
    pub(crate) name: String,
    pub(crate) model: &'static str,
    directory: PathBuf,
    expected: Results,
}

/// Where expected results come from.
enum Results {
    /// One log for all.
    Log(HashMap<String, Report>),
    /// As before, but the listed tests must differ from it.
    Deviating(HashMap<String, Report>),
    /// `NAME.expected` beside `NAME.litmus`. Tests without one are left out.
    Beside,
    /// All are to be rejected.
    Rejected,
}

/// A test under the model of its set.
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) file: PathBuf,
    pub(crate) expected: Expected,
}

/// The repository's sets and, where it is found, those of the shared corpus.
pub(crate) fn all() -> Vec<Set> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut sets = own(&root.join("corpus/x86_64"));
    let shared = root.join("../shared/corpus");
    if shared.is_dir() {
        sets.extend(reference(&shared));
    }
    sets
}

fn own(directory: &Path) -> Vec<Set> {
    let set = |model: &'static str| {
        let log = expected::read(&directory.join(format!("expected.{model}.log")));
        Set { name: format!("x86_64-{model}"), model, directory: directory.to_owned(), expected: Results::Log(log) }
    };
    let mut sets: Vec<Set> = ["sc", "x86tso", "x86tso-herd"].into_iter().map(set).collect();
    let directory = directory.join("rejected");
    sets.push(Set { name: "x86_64-rejected".into(), model: "x86tso", directory, expected: Results::Rejected });
    sets
}

fn reference(shared: &Path) -> Vec<Set> {
    let mut sets = Vec::new();
    for path in ["generated/X86_64", "catalogue/x86_64", "catalogue/instructions-X86_64"] {
        let directory = shared.join(path);
        let log = expected::read(&directory.join("expected.log"));
        let name = format!("shared-{}", path.replace('/', "-"));
        sets.push(Set { name, model: "x86tso-herd", directory, expected: Results::Log(log) });
    }
    let directory = shared.join("generated/X86_64");
    let log = expected::read(&directory.join("expected.log"));
    let name = "shared-generated-X86_64-x86tso".to_owned();
    sets.push(Set { name, model: "x86tso", directory, expected: Results::Deviating(log) });
    for directory in directories(&shared.join("scaling"), "x86-") {
        let family = directory.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let name = format!("shared-scaling-{family}");
        sets.push(Set { name, model: "x86tso-herd", directory, expected: Results::Beside });
    }
    sets
}

fn directories(parent: &Path, prefix: &str) -> Vec<PathBuf> {
    let mut found = list(parent);
    found.retain(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(prefix)));
    found
}

fn list(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).unwrap_or_else(|error| panic!("{}: {error}", directory.display()));
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.expect("a directory entry").path()).collect();
    found.sort();
    found
}

impl Set {
    /// All tests of the set, sorted by file name.
    pub(crate) fn cases(&self) -> Vec<Case> {
        let mut files = list(&self.directory);
        files.retain(|path| path.extension().is_some_and(|extension| extension == "litmus"));
        files.into_iter().filter_map(|file| self.case(file)).collect()
    }

    fn case(&self, file: PathBuf) -> Option<Case> {
        let stem = file.file_stem()?.to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        let is_rejected = PathBuf::from(format!("{}.expected-failure", file.display())).exists();
        let name = test_name(&text).unwrap_or(&stem).to_owned();
        let report = |log: &HashMap<String, Report>| log.get(&name).cloned().map(Box::new);
        let expected = match &self.expected {
            _ if is_rejected => Expected::Rejected,
            Results::Rejected => Expected::Rejected,
            Results::Log(log) => report(log).map_or(Expected::Nothing, Expected::Report),
            Results::Deviating(log) if lists::fence_deviations().contains(stem.as_str()) => {
                assert!(text.contains("sfence") || text.contains("lfence"), "{stem} is listed, but has no such fence");
                report(log).map_or(Expected::Nothing, Expected::Other)
            }
            Results::Deviating(log) => report(log).map_or(Expected::Nothing, Expected::Report),
            Results::Beside => {
                let log = file.with_extension("expected");
                if !log.exists() {
                    return None;
                }
                expected::read(&log).remove(&name).map(Box::new).map_or(Expected::Nothing, Expected::Report)
            }
        };
        Some(Case { name: stem, file, expected })
    }
}

/// The second word of a test is its name.
fn test_name(text: &str) -> Option<&str> {
    text.split_whitespace().nth(1).filter(|name| *name != "--")
}
