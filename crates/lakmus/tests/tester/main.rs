//! The tester against the simulator: exhaustive exploration of a C litmus test on the C11 machine gives exactly the states that the simulator allows
//! under the model `c11tester`, and by the rules of C++20 those under `c11tester20`; random executions give no others. One case a test.
//!
//! Tests with undefined behaviour are compared by that alone: a racy program may do anything. `exceptions.txt` lists the tests
//! that cannot be compared, with the reason; when one can, or fails for another reason, its line must go.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use c11::{Rules, StrategyKind};
use libtest_mimic::{Arguments, Trial};
use sim::{Options, Report, RunError, Test, simulate};
use source::{Diagnostic, Sources};
use tester::litmus::{self, Exploration};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let exceptions = exceptions();
    let shared = testing::root().join("../shared/corpus");
    let mut trials = Vec::new();
    let mut found: Vec<String> = Vec::new();
    for (set, directory) in [
        ("c", testing::root().join("corpus/c")),
        ("generated-C", testing::generated("C")),
        ("instructions-C", shared.join("catalogue/instructions-C")),
        ("c11popl15", shared.join("catalogue/c11popl15-rc11")),
    ] {
        for file in tests(&directory) {
            let stem = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
            let name = format!("{set}::{stem}");
            let reason = exceptions.get(&name).cloned();
            found.push(name.clone());
            trials.push(match reason {
                None => Trial::test(name, move || agree(&file).map_err(Into::into)),
                Some(reason) => Trial::test(name, move || match agree(&file) {
                    Ok(()) => Err(format!("this agrees now ({reason}): take it off exceptions.txt").into()),
                    Err(message) if message.contains(&reason) => Ok(()),
                    Err(message) => Err(format!("not for the reason in exceptions.txt ({reason}):\n{message}").into()),
                })
                .with_kind("exception"),
            });
        }
    }
    let is_whole = testing::find_shared("").is_some();
    for name in exceptions.into_keys().filter(|name| is_whole && !found.contains(name)) {
        trials.push(Trial::test(format!("exceptions.txt::{name}"), || Err("there is no such test".into())));
    }
    if !is_whole {
        testing::cases_not_run(testing::sets::TESTER_CASES, "in C", "../shared/corpus is not there");
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// By name the reasons of tests that cannot be compared.
fn exceptions() -> BTreeMap<String, String> {
    let lines = include_str!("exceptions.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let entry = |line: &str| {
        let (name, reason) = line.split_once(": ").unwrap_or_else(|| panic!("no reason in exceptions.txt: {line}"));
        (name.to_owned(), reason.to_owned())
    };
    lines.map(entry).collect()
}

/// The tests of a directory, sorted; none where it does not exist. Those that are to be rejected are left out.
fn tests(directory: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(directory) else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a directory entry").path()).collect();
    files.retain(|path| {
        let is_rejected = PathBuf::from(format!("{}.expected-failure", path.display())).exists();
        path.extension().is_some_and(|extension| extension == "litmus") && !is_rejected
    });
    files.sort();
    files
}

fn agree(file: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
    let mut sources = Sources::new();
    let source = sources.add(file.display().to_string(), text);
    let test = Test::load(&sources, source, "test").map_err(|found| printed(&found))?;
    for (name, rules) in [("c11tester", Rules::Cxx11), ("c11tester20", Rules::Cxx20)] {
        agree_under(&test, &mut sources, name, rules).map_err(|error| format!("{name}: {error}"))?;
    }
    Ok(())
}

fn agree_under(test: &Test, sources: &mut Sources, name: &str, rules: Rules) -> Result<(), String> {
    let model = lakmus::shipped_model(name, test.language(), sources).map_err(|found| printed(&found))?;
    let simulated = simulate(test, &model, &Options::default()).map_err(|error| match error {
        RunError::Refused(found) => printed(&found),
        RunError::Stopped(reason) => reason.to_string(),
    })?;
    let explored = execute(test, rules, Exploration::Exhaustive)?;
    compare(&simulated, &explored)?;
    let sample = Exploration::Sample { strategy: StrategyKind::Portfolio, seed: 1, first: 0, executions: 64 };
    let sampled = execute(test, rules, sample)?;
    match sampled.states.iter().find(|state| !explored.states.contains(state)) {
        Some(state) if sampled.flags.is_empty() => {
            Err(format!("a random execution gives {state}, which no other does"))
        }
        _ => Ok(()),
    }
}

fn execute(test: &Test, rules: Rules, exploration: Exploration) -> Result<Report, String> {
    let options = litmus::Options { exploration, rules, unroll: None, cancel: None };
    let found = litmus::run(test, &options).map_err(|error| match error {
        litmus::RunError::Refused(found) => printed(&found),
        litmus::RunError::Cancelled => "cancelled".to_owned(),
    })?;
    Ok(found.report)
}

fn compare(simulated: &Report, explored: &Report) -> Result<(), String> {
    let is_undefined = |report: &Report| report.flags.iter().any(|flag| flag == "*undef*");
    match (is_undefined(simulated), is_undefined(explored)) {
        (true, true) => return Ok(()),
        (false, false) => {}
        (simulator, tester) => return Err(format!("undefined: simulator {simulator}, tester {tester}")),
    }
    if simulated.states == explored.states && simulated.verdict == explored.verdict {
        return Ok(());
    }
    let missing: Vec<&String> = simulated.states.iter().filter(|state| !explored.states.contains(state)).collect();
    let extra: Vec<&String> = explored.states.iter().filter(|state| !simulated.states.contains(state)).collect();
    Err(format!("missing: {missing:?}\nextra: {extra:?}"))
}

fn printed(found: &[Diagnostic]) -> String {
    found.iter().map(|diagnostic| diagnostic.message.clone()).collect::<Vec<_>>().join("\n")
}
