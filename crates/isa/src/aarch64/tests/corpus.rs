//! The reference tests: each is read, printed, hashed and lowered, or refused for a reason that is known. The corpus is not
//! part of the repository: where it is missing, the test is not run.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use litmus::{Language, Table};
use program::LocationId;
use source::{Diagnostic, Sources};

use crate::aarch64::AArch64;

/// The sets of tests, and how many of each are refused.
pub(super) const SETS: [(&str, usize); 6] = [
    ("generated/AArch64", 0),
    ("catalogue/aarch64", 0),
    ("catalogue/aarch64-cas", 0),
    ("catalogue/aarch64-readers-guide", 5),
    ("catalogue/instructions-AArch64", 15),
    ("scaling", 0),
];

pub(super) fn collect(directory: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(directory) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.push(path);
        }
    }
}

/// The hashes in the logs of a set, by test name.
fn hashes(files: &[PathBuf]) -> BTreeMap<String, String> {
    let mut hashes = BTreeMap::new();
    for path in files.iter().filter(|path| path.extension().is_some_and(|e| e == "log" || e == "expected")) {
        let log = std::fs::read_to_string(path).unwrap_or_default();
        let mut name = "";
        for line in log.lines() {
            if let Some(rest) = line.strip_prefix("Test ") {
                name = rest.split(' ').next().unwrap_or_default();
            } else if let Some(hash) = line.strip_prefix("Hash=") {
                hashes.insert(name.to_owned(), hash.to_owned());
            }
        }
    }
    hashes
}

/// What became of a test.
enum Fate {
    /// Read and lowered; its name and its hash.
    Lowered(String, Option<String>),
    /// Not read by the envelope's parser, or of another language.
    NotOurs,
    /// Refused, with the messages.
    Refused(Vec<String>),
}

fn messages(diagnostics: &[Diagnostic]) -> Vec<String> {
    diagnostics.iter().map(|diagnostic| format!("[{}] {}", diagnostic.code, diagnostic.message)).collect()
}

fn process(path: &Path) -> Fate {
    let Ok(text) = std::fs::read_to_string(path) else { return Fate::NotOurs };
    let mut sources = Sources::new();
    let id = sources.add("test", text.as_str());
    let (test, _) = litmus::parse(&sources, id, "default");
    let Some(test) = test.filter(|test| test.architecture.text == "AArch64") else { return Fate::NotOurs };
    let code = match Table(AArch64::new().assembly()).parse(&test.program, &text) {
        Ok(code) => code,
        Err(diagnostics) => return Fate::Refused(messages(&diagnostics)),
    };
    match code.lower(&|_| LocationId::from_number(0)) {
        Ok(_) => Fate::Lowered(test.name.text.to_string(), test.hash(code.as_ref())),
        Err(diagnostics) => Fate::Refused(messages(&diagnostics)),
    }
}

#[test]
fn reference_tests_are_read_or_refused() {
    let Some(corpus) = testing::shared("") else { return };
    let mut files = Vec::new();
    collect(&corpus, &mut files);
    let mut failures = Vec::new();
    for (set, expected_refused) in SETS {
        let mut files: Vec<PathBuf> = files.iter().filter(|p| p.starts_with(corpus.join(set))).cloned().collect();
        files.sort();
        let hashes = hashes(&files);
        let (mut lowered, mut hashed, mut refused) = (0, 0, 0);
        for path in files.iter().filter(|path| path.extension().is_some_and(|extension| extension == "litmus")) {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            match process(path) {
                Fate::NotOurs => {}
                Fate::Refused(messages) => {
                    refused += 1;
                    println!("{name}: {}", messages.join("; "));
                }
                Fate::Lowered(name, hash) => {
                    lowered += 1;
                    if let (Some(expected), Some(hash)) = (hashes.get(&name), hash) {
                        hashed += 1;
                        if *expected != hash {
                            failures.push(format!("{set}/{name}: hash {hash}, expected {expected}"));
                        }
                    }
                }
            }
        }
        println!("{set}: {lowered} lowered ({hashed} hashes compared), {refused} refused");
        if refused != expected_refused {
            failures.push(format!("{set}: {refused} refused, expected {expected_refused}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
