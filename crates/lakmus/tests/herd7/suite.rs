//! herdtools7's own regression tests, as its harness runs them, with `lakmus herd7` in the place of herd7: a table, by directory.
//!
//! `LAKMUS_HERDTOOLS7=DIR` names a checkout of herdtools7, whose tests and expected results are read where they are. A test is equal where the standard output is what
//! is expected, times left out; one that herd7 refuses is counted apart where it is refused here too. The harness also wants nothing on the standard error but the
//! warnings that are expected.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The directories with tests of user level, each with the file of options that its tests are run with.
const DIRECTORIES: &[(&str, &str)] = &[
    ("AArch32", "ci.cfg"),
    ("AArch64", "ci.cfg"),
    ("AArch64.ASL", "noasl.cfg"),
    ("AArch64.mixed", "ci.cfg"),
    ("ARM", "ci.cfg"),
    ("C", "ci.cfg"),
    ("MIPS", "ci.cfg"),
    ("PPC", "ci.cfg"),
    ("RISCV", "ci.cfg"),
    ("X86_64", "ci.cfg"),
];

/// What became of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Comparison {
    Equal,
    /// herd7 refuses it, too.
    BothRefuse,
    /// Equal, with something on the standard error that is not expected.
    Warns,
    Differs,
    /// herd7 does not.
    Refused,
    /// herd7 refuses it.
    Accepted,
}

/// Runs the tests of a checkout and prints the table; whether all are as herd7 has them.
pub(crate) fn run(checkout: &Path) -> bool {
    println!("{:14} {:>5} {:>5} {:>12}  others", "directory", "tests", "equal", "both refuse");
    let mut is_all = true;
    for (directory, conf) in DIRECTORIES {
        let mut counts: BTreeMap<Comparison, Vec<String>> = BTreeMap::new();
        let tests = tests(&checkout.join("herd/tests/instructions").join(directory));
        for test in &tests {
            let name = test.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            counts.entry(one(checkout, directory, conf, test)).or_default().push(name);
        }
        let count = |result| counts.get(&result).map_or(0, Vec::len);
        let others = counts.iter().filter(|(result, _)| **result > Comparison::BothRefuse);
        let others: Vec<String> = others.map(|(result, names)| format!("{result:?}: {}", names.join(" "))).collect();
        is_all &= others.is_empty() && !tests.is_empty();
        let (equal, refuse) = (count(Comparison::Equal), count(Comparison::BothRefuse));
        println!("{directory:14} {:>5} {equal:>5} {refuse:>12}  {}", tests.len(), others.join("; "));
    }
    is_all
}

fn tests(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).unwrap_or_else(|error| panic!("{}: {error}", directory.display()));
    let paths = entries.map(|entry| entry.expect("readable").path());
    let mut tests: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|end| end == "litmus")).collect();
    tests.sort();
    tests
}

fn one(checkout: &Path, directory: &str, conf: &str, test: &Path) -> Comparison {
    let conf = format!("./herd/tests/instructions/{directory}/{conf}");
    let file = format!("./herd/tests/instructions/{directory}/{}", test.file_name().unwrap_or_default().to_string_lossy());
    let mut lakmus = Command::new(env!("CARGO_BIN_EXE_lakmus"));
    lakmus.args(["herd7", "-exit", "true", "-set-libdir", "./herd/libdir", "-conf", &conf, &file]).current_dir(checkout);
    let output = lakmus.output().unwrap_or_else(|error| panic!("{lakmus:?}: {error}"));
    let lines = |text: &str| text.lines().filter(|line| !line.starts_with("Time ")).map(str::to_owned).collect::<Vec<_>>();
    let found = lines(&String::from_utf8_lossy(&output.stdout));
    let beside = |ending: &str| std::fs::read_to_string(format!("{}.{ending}", test.display())).ok();
    match beside("expected") {
        Some(_) if found.is_empty() => Comparison::Refused,
        Some(expected) if lines(&expected) == found => {
            let warnings = beside("expected-warn").unwrap_or_default();
            let is_expected = lines(&String::from_utf8_lossy(&output.stderr)) == lines(&warnings);
            if is_expected { Comparison::Equal } else { Comparison::Warns }
        }
        Some(_) => Comparison::Differs,
        None if found.is_empty() => Comparison::BothRefuse,
        None => Comparison::Accepted,
    }
}
