//! Which tests there are, under which model, and where their expected results are.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use litmus::Base;
use sim::Report;
use testing::sets::{GENERATED_ONLY_HERE, REFERENCE_SETS, SCALING_FAMILIES};

use crate::expected::{self, Expected};
use crate::lists;

/// The tests of one directory under one model.
pub(crate) struct Set {
    pub(crate) name: String,
    pub(crate) model: &'static str,
    /// How the numbers in its expected results are written: some directories say `-hexa true` in their OPTIONS.
    pub(crate) base: Base,
    /// Whether its expected results are those of the variant `mixed`: some directories say so in their OPTIONS.
    pub(crate) mixed_sizes: bool,
    /// The macro file that tests in C are read with; it ships.
    pub(crate) macros: Option<&'static str>,
    /// The bell file that says what annotations tests in LISA have; it ships.
    pub(crate) bell: Option<&'static str>,
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
    let mut sets = Vec::new();
    for (language, models) in OWN {
        sets.extend(own(&root.join("corpus").join(language), language, models));
    }
    sets.extend(own(&root.join("corpus/c/dialect"), "c-dialect", &["rc11"]));
    sets.extend(generated(&root.join("corpus/generated")));
    if let Some(shared) = testing::find_shared("") {
        sets.extend(reference(&shared));
    }
    sets
}

/// The repository's own tests: a directory for each language, and the models with expected logs there. The last one is the
/// model under which bad tests are tried.
const OWN: &[(&str, &[&str])] = &[
    ("aarch64", &["aarch64"]),
    ("arm", &["aarch32", "arm"]),
    ("bpf", &["bpf-herd", "bpf"]),
    ("c", &["c11", "c11tester", "rc11"]),
    ("linux", &["lkmm"]),
    ("lisa", &["lkmm", "sc"]),
    ("loongarch", &["loongarch-ld-seq-sa", "loongarch"]),
    ("mips", &["mips", "mips-herd"]),
    ("riscv", &["rvwmo", "ztso"]),
    ("s390x", &["s390x"]),
    ("x86_64", &["sc", "x86tso-herd", "x86tso"]),
];

/// The macro files that the reference simulator needs for the repository's own tests.
const MACROS: &[(&str, &str)] = &[("c", "c11.def")];

/// The bell files of the repository's own tests.
const BELLS: &[(&str, &str)] = &[("lisa", "lkmm.bell")];

fn own(directory: &Path, language: &str, models: &[&'static str]) -> Vec<Set> {
    let set = |&model: &&'static str| {
        let log = expected::read(&directory.join(format!("expected.{model}.log")));
        let set = Set::new(format!("{language}-{model}"), model, directory.to_owned(), Results::Log(log));
        Set { bell: BELLS.iter().find(|(of, _)| *of == language).map(|(_, file)| *file), ..set }
    };
    let mut sets: Vec<Set> = models.iter().map(set).collect();
    if let Some(macros) = MACROS.iter().find(|(of, _)| *of == language).map(|(_, file)| *file) {
        // The same results as without: the macros say what the language knows by itself.
        let plain = set(&models[0]);
        sets.push(Set { name: format!("{}-macros", plain.name), macros: Some(macros), ..plain });
    }
    let model = models[models.len() - 1];
    let rejected = directory.join("rejected");
    if rejected.is_dir() {
        sets.push(Set::new(format!("{language}-rejected"), model, rejected, Results::Rejected));
    }
    sets
}

/// The generated tests of this repository.
fn generated(directory: &Path) -> Vec<Set> {
    let of = REFERENCE_SETS.iter().filter_map(|(path, model)| Some((path.strip_prefix("generated/")?, *model)));
    let of = of.chain(GENERATED_ONLY_HERE.iter().copied());
    let set = |(language, model)| {
        let directory = directory.join(language);
        let log = expected::read(&directory.join("expected.log"));
        Set::new(format!("generated-{language}"), model, directory, Results::Log(log))
    };
    of.map(set).collect()
}

fn reference(shared: &Path) -> Vec<Set> {
    let mut sets = Vec::new();
    for (path, model) in REFERENCE_SETS {
        let directory = shared.join(path);
        let log = expected::read(&directory.join("expected.log"));
        let name = format!("shared-{}", path.replace('/', "-"));
        sets.push(Set::new(name, model, directory, Results::Log(log)));
    }
    let directory = shared.join("generated/X86_64");
    let log = expected::read(&directory.join("expected.log"));
    let name = "shared-generated-X86_64-x86tso".to_owned();
    sets.push(Set::new(name, "x86tso", directory, Results::Deviating(log)));
    for (prefix, model) in SCALING_FAMILIES {
        for directory in directories(&shared.join("scaling"), prefix) {
            let family = directory.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            sets.push(Set::new(format!("shared-scaling-{family}"), model, directory, Results::Beside));
        }
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
    fn new(name: String, model: &'static str, directory: PathBuf, expected: Results) -> Set {
        let options = std::fs::read_to_string(directory.join("OPTIONS")).unwrap_or_default();
        let base = if options.contains("-hexa true") { Base::Hexadecimal } else { Base::Decimal };
        let mixed_sizes = options.contains("-variant mixed");
        Set { name, model, base, mixed_sizes, macros: None, bell: None, directory, expected }
    }

    /// Whether the reference engine must give the same: everywhere but on tests that were made to be slow.
    pub(crate) fn is_for_both_engines(&self) -> bool {
        !self.name.starts_with("shared-scaling-")
    }

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
            _ if is_rejected => Expected::Rejected(""),
            Results::Rejected => Expected::Rejected(""),
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

/// The second word of a test is its name, which does not end in `.litmus` even if it is written so.
fn test_name(text: &str) -> Option<&str> {
    let name = text.split_whitespace().nth(1).filter(|name| *name != "--")?;
    Some(name.strip_suffix(".litmus").unwrap_or(name))
}
