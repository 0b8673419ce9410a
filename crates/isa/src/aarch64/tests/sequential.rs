//! What instructions compute, against the reference logs: executed one after the other, a test must end in a state that the
//! log has, and a test of one thread in all states that the log has.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use litmus::Table;
use source::Sources;

use super::corpus::{SETS, collect};
use crate::aarch64::AArch64;
use crate::aarch64::register::RESERVATION;
use crate::assembly::testing::interleavings::{Trouble, outcomes};

/// The states in a log, by test name.
fn logged(files: &[PathBuf]) -> BTreeMap<String, BTreeSet<String>> {
    let mut logged = BTreeMap::new();
    for path in files.iter().filter(|path| path.extension().is_some_and(|e| e == "log" || e == "expected")) {
        let log = std::fs::read_to_string(path).unwrap_or_default();
        let mut name = String::new();
        let mut lines = log.lines();
        while let Some(line) = lines.next() {
            if let Some(rest) = line.strip_prefix("Test ") {
                rest.split(' ').next().unwrap_or_default().clone_into(&mut name);
            } else if let Some(count) = line.strip_prefix("States ") {
                let count = count.parse().unwrap_or(0);
                let states = lines.by_ref().take(count).map(|state| state.trim().to_owned()).collect();
                logged.insert(name.clone(), states);
            }
        }
    }
    logged
}

/// The states that executing a test ends in, how many threads it has, and its name; `None` when it is refused.
fn execute(path: &Path) -> Option<(String, usize, Result<BTreeSet<String>, Trouble>)> {
    let text = std::fs::read_to_string(path).ok()?;
    let mut sources = Sources::new();
    let id = sources.add("test", text.as_str());
    let (test, _) = litmus::parse(&sources, id, "default");
    let test = test.filter(|test| test.architecture.text == "AArch64" && test.info("Variant").is_none())?;
    let language = Table(AArch64::new().assembly());
    let code = test.read_code(&language, &text).ok()?;
    let lowered = litmus::lower(&test, &language, &*code).ok()?;
    let threads = lowered.program.threads.len();
    let trimmed = |states: BTreeSet<String>| states.into_iter().map(|state| state.trim().to_owned()).collect();
    let names = code.labels().into_iter().filter_map(|name| Some((code.label(name)?, name.into())));
    Some((test.name.text.to_string(), threads, outcomes(&lowered, Some(RESERVATION), &names.collect()).map(trimmed)))
}

#[test]
fn sequential_executions_end_in_states_of_the_logs() {
    let Some(corpus) = testing::shared("") else { return };
    let mut all = Vec::new();
    collect(&corpus, &mut all);
    let mut failures = Vec::new();
    // The families that grow show nothing more about single instructions.
    for (set, _) in SETS.into_iter().filter(|(set, _)| *set != "scaling") {
        let files: Vec<PathBuf> = all.iter().filter(|path| path.starts_with(corpus.join(set))).cloned().collect();
        let logged = logged(&files);
        let (mut compared, mut equal, mut left_out) = (0, 0, Vec::new());
        for path in files.iter().filter(|path| path.extension().is_some_and(|extension| extension == "litmus")) {
            let Some((name, threads, found)) = execute(path) else { continue };
            let Some(expected) = logged.get(&name) else { continue };
            match found {
                Err(trouble) => left_out.push(format!("{name} ({trouble:?})")),
                Ok(found) => {
                    compared += 1;
                    equal += usize::from(found == *expected);
                    let cut = expected.is_empty();
                    if !cut && (!found.is_subset(expected) || threads == 1 && found != *expected) {
                        failures.push(format!("{set}/{name}: {found:?}, expected {expected:?}"));
                    }
                }
            }
        }
        left_out.sort();
        println!("{set}: {compared} compared, {equal} have all states; left out: {}", left_out.join(", "));
    }
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}
