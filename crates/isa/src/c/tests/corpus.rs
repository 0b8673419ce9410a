//! All C tests of the reference corpus are read, hashed and lowered. The corpus is not part of the repository: where it is missing, these
//! tests are not run.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use litmus::Language;
use source::Sources;

use super::{describe, read};
use crate::c::{C, CWithMacros, MacroFile};

/// Macros by which the Linux kernel's tests are read.
const LINUX: &str = include_str!("linux.def");

/// The C tests of a directory and those below, sorted.
fn tests(directory: &Path) -> Vec<PathBuf> {
    let mut found = testing::litmus_files(directory);
    found.retain(|path| std::fs::read_to_string(path).is_ok_and(|text| text.starts_with("C ")));
    found
}

/// The hashes of a log, by the names of tests.
fn hashes(directory: &Path) -> HashMap<String, String> {
    let text = std::fs::read_to_string(directory.join("expected.log")).unwrap_or_default();
    let mut hashes = HashMap::new();
    let mut name = "";
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("Test ") {
            name = rest.split(' ').next().unwrap_or("");
        } else if let Some(hash) = line.strip_prefix("Hash=") {
            hashes.insert(name.to_owned(), hash.to_owned());
        }
    }
    hashes
}

/// Whether the test is to be rejected.
fn must_fail(path: &Path) -> bool {
    let mut name = path.as_os_str().to_owned();
    name.push(".expected-failure");
    Path::new(&name).exists()
}

/// Reads, hashes and lowers a test; gives what is wrong.
fn check(path: &Path, language: &dyn Language, hashes: &HashMap<String, String>) -> Result<(), String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let (test, code) = match read(&text, language) {
        Ok(found) => found,
        Err(_) if must_fail(path) => return Ok(()),
        Err((sources, diagnostics)) => return Err(describe(sources, &diagnostics)),
    };
    if must_fail(path) {
        return Err("is read although it must be rejected".to_owned());
    }
    if let Some(expected) = hashes.get(&*test.name.text) {
        let hash = test.hash(&*code);
        if hash.as_ref() != Some(expected) {
            return Err(format!("hash {hash:?}, expected {expected}"));
        }
    }
    let lowered = litmus::lower(&test, language, &*code);
    lowered.map(|_| ()).map_err(|diagnostics| {
        let mut sources = Sources::new();
        sources.add("test.litmus", text.as_str());
        describe(&sources, &diagnostics)
    })
}

fn check_all(directory: &Path, language: &dyn Language) {
    let tests = tests(directory);
    assert!(!tests.is_empty(), "{} has no tests in C", directory.display());
    let mut logs = HashMap::new();
    let mut failures = Vec::new();
    for path in &tests {
        let Some(parent) = path.parent() else { continue };
        let hashes = logs.entry(parent.to_owned()).or_insert_with(|| hashes(parent));
        if let Err(error) = check(path, language, hashes) {
            failures.push(format!("{}: {error}", path.display()));
        }
    }
    assert!(failures.is_empty(), "{} of {} failed:\n{}", failures.len(), tests.len(), failures.join("\n"));
}

#[test]
fn all_c_tests_are_read_and_lowered() {
    let Some(corpus) = testing::shared("") else { return };
    for directory in ["generated/C", "scaling", "mix-bugs", "catalogue/instructions-C"] {
        check_all(&corpus.join(directory), &C);
    }
    for model in ["rc11", "c11_orig", "c11_partialSC", "c11_simp"] {
        check_all(&corpus.join(format!("catalogue/c11popl15-{model}")), &C);
    }
}

#[test]
fn linux_tests_are_read_and_lowered_with_macros() {
    let Some(tests) = testing::shared("catalogue/linux") else { return };
    let mut sources = Sources::new();
    let id = sources.add("linux.def", LINUX);
    let macros = MacroFile::parse(LINUX, id).unwrap_or_else(|found| panic!("{}", describe(&sources, &found)));
    check_all(&tests, &CWithMacros(macros));
}
