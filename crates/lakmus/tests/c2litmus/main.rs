//! Litmus tests to C programs and back: `c2litmus` of what `litmus2c --assert` writes is a test with the verdict of the first one, and with as many executions that satisfy
//! its condition and that do not. The tests are those of `corpus/c` and a sample of the generated ones; `LAKMUS_BOTH_WAYS=all` takes all of these.
//! What cannot be written, in either direction, is listed with its reason in `refused.txt`.
//!
//! And what `verify` finds on such a program is consistent with C11: under `sc` it is violated exactly if the test allows that under the model `sc`, and what it finds under
//! `x86tso` and `aarch64`, C11 allows.
//!
//! The cases count as not run where clang is missing.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use cprog::{self, clang::Clang, clang::Unit};
use libtest_mimic::{Arguments, Trial};
use sim::{ConditionKind, Options, Report, RunError, Test, simulate};
use source::{Diagnostic, Sources};
use tester::litmus2c::{self, Ending};
use weaken::Model;
use weaken::as_litmus;
use weaken::checker::{Limits, Verdict, check};

/// Every so many of the generated tests.
const STEP: usize = 12;

/// Models of C under which a test and its translation are compared.
const MODELS: [&str; 3] = ["rc11", "c11", "sc"];

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let can_run = Clang::find(None).is_ok();
    let trials = vec![
        Trial::test("corpus", || corpus().map_err(Into::into)).with_ignored_flag(!can_run),
        Trial::test("generated", || generated().map_err(Into::into)).with_ignored_flag(!can_run),
        Trial::test("programs", || programs().map_err(Into::into)).with_ignored_flag(!can_run),
        Trial::test("architectures", || architectures().map_err(Into::into)).with_ignored_flag(!can_run),
    ];
    if !can_run {
        testing::cases_not_run(0, "of tests to programs and back", "clang cannot be run");
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn tests(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut tests: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|e| e == "litmus")).collect();
    tests.sort();
    tests
}

fn stem(file: &Path) -> String {
    file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}

fn messages(found: &[Diagnostic]) -> String {
    found.iter().map(|diagnostic| diagnostic.message.clone()).collect::<Vec<_>>().join("; ")
}

/// The tests of this repository; what is refused of them is what the list says.
fn corpus() -> Result<(), String> {
    let mut files = tests(&root().join("corpus/c"));
    files.extend(tests(&root().join("corpus/c/dialect")));
    let mut wrong = Vec::new();
    let mut refused = BTreeMap::new();
    for file in files {
        match both_ways(&file) {
            Ok(()) => {}
            Err(Trouble::Refused(reason)) => _ = refused.insert(stem(&file), reason),
            Err(Trouble::Wrong(message)) => wrong.push(format!("{}: {message}", stem(&file))),
        }
    }
    let found: String = refused.iter().map(|(name, reason)| format!("{name}: {reason}\n")).collect();
    if found != include_str!("refused.txt") {
        wrong.push(format!("refused.txt should be\n{found}"));
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

/// Of the generated tests nothing is refused.
fn generated() -> Result<(), String> {
    let step = if testing::variables::is_all("LAKMUS_BOTH_WAYS") { 1 } else { STEP };
    let mut wrong = Vec::new();
    for file in tests(&testing::generated("C")).iter().step_by(step) {
        match both_ways(file) {
            Ok(()) => {}
            Err(Trouble::Refused(message) | Trouble::Wrong(message)) => {
                wrong.push(format!("{}: {message}", stem(file)));
            }
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

/// Programs whose first line says what becomes of them: whether models allow that an assertion fails, or why they are refused.
fn programs() -> Result<(), String> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/c2litmus/programs");
    let entries = std::fs::read_dir(&directory).map_err(|error| error.to_string())?;
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort();
    let mut wrong = Vec::new();
    for file in &files {
        let outcome = || -> Result<(), String> {
            let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
            let name = format!("{}.c", stem(file));
            let program = compiled(&text, &name)?;
            let says = text.lines().next().and_then(|line| line.strip_prefix("// ")).unwrap_or_default();
            let written = match (as_litmus(&program, &stem(file)), says.strip_prefix("refused: ")) {
                (Err(error), Some(reason)) if error.to_string() == reason => return Ok(()),
                (Err(error), _) => return Err(error.to_string()),
                (Ok(written), Some(_)) => return Err(format!("not refused\n{written}")),
                (Ok(written), None) => written,
            };
            let again = read(&written)?;
            for claim in says.split(", ") {
                let (model, verdict) = claim.split_once(": ").ok_or("a first line that says nothing")?;
                let found = if is_violated(&simulated_anew(&again, model)?) { "allowed" } else { "forbidden" };
                if found != verdict {
                    return Err(format!("{model}: {found}\n{written}"));
                }
            }
            let report = check(&program, Model::SC, &Limits::default()).map_err(|error| error.to_string())?;
            // The model `sc` knows no locks, and programs with locks say nothing of it.
            match (&report.verdict, says.contains("sc: allowed")) {
                (Verdict::Violated(_), true) | (Verdict::Holds, false) => Ok(()),
                (verdict, _) => Err(format!("`verify` under sc: {verdict:?}")),
            }
        }();
        wrong.extend(outcome.err().map(|message| format!("{}: {message}", stem(file))));
    }
    if files.len() < 10 {
        wrong.push("programs are missing".to_owned());
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

/// Plain and volatile accesses of tests of architectures become what they are in C: under `sc`, the verdict is the same.
fn architectures() -> Result<(), String> {
    let mut wrong = Vec::new();
    let mut written = 0;
    for file in tests(&root().join("corpus/x86_64")).iter().chain(&tests(&root().join("corpus/aarch64"))) {
        let mut sources = Sources::new();
        let Ok(test) = load(file, &mut sources) else { continue };
        let Ok(program) = weaken::as_program(test.lowered(), test.language()) else { continue };
        let Ok(back) = back(&program, &stem(file)) else { continue };
        written += 1;
        let outcome = || -> Result<(), String> {
            let again = read(&back)?;
            let (before, after) = (simulated(&test, "sc", &mut sources)?, simulated_anew(&again, "sc")?);
            if is_violated(&before) != is_violated(&after) {
                return Err(format!("sc: {} before, {} after\n{back}", is_violated(&before), is_violated(&after)));
            }
            Ok(())
        }();
        wrong.extend(outcome.err().map(|message| format!("{}: {message}", stem(file))));
    }
    if written < 30 {
        wrong.push(format!("only {written} tests are written"));
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

enum Trouble {
    Refused(String),
    Wrong(String),
}

fn load(file: &Path, sources: &mut Sources) -> Result<Test, String> {
    let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
    let source = sources.add(file.display().to_string(), text);
    Test::load(sources, source, "test").map_err(|found| messages(&found))
}

/// A test and where its text is.
struct Loaded {
    test: Test,
    sources: Sources,
}

fn read(text: &str) -> Result<Loaded, String> {
    let mut sources = Sources::new();
    let source = sources.add("back.litmus".to_owned(), text.to_owned());
    let test = Test::load(&sources, source, "test").map_err(|found| format!("{}\n{text}", messages(&found)))?;
    Ok(Loaded { test, sources })
}

fn simulated(test: &Test, model: &str, sources: &mut Sources) -> Result<Report, String> {
    let model = lakmus::shipped_model(model, test.language(), sources).map_err(|found| messages(&found))?;
    simulate(test, &model, &Options::default()).map_err(|error| match error {
        RunError::Refused(found) => messages(&found),
        RunError::Stopped(reason) => reason.to_string(),
    })
}

fn simulated_anew(loaded: &Loaded, model: &str) -> Result<Report, String> {
    simulated(&loaded.test, model, &mut loaded.sources.clone())
}

/// The test of a program.
fn back(program: &str, name: &str) -> Result<String, String> {
    as_litmus(&compiled(program, "program.c")?, name).map_err(|error| error.to_string())
}

fn compiled(program: &str, name: &str) -> Result<cprog::ir::Program, String> {
    let directory = tempfile::tempdir().map_err(|error| error.to_string())?;
    let file = directory.path().join(name);
    std::fs::write(&file, program).map_err(|error| error.to_string())?;
    let clang = Clang::find(None).map_err(|error| error.to_string())?;
    let unit = Unit { directory: directory.path().to_owned(), file: name.into(), options: Vec::new() };
    let ir = clang.ir(&unit).map_err(|error| error.to_string())?;
    Ok(cprog::read([ir.as_str()]).expect("LLVM IR that LLVM takes"))
}

/// How many executions violate the assertion, and how many do not.
fn counts(report: &Report) -> (u64, u64) {
    match report.kind {
        ConditionKind::Required => (report.negative, report.positive),
        ConditionKind::Allowed | ConditionKind::Forbidden => (report.positive, report.negative),
    }
}

fn is_violated(report: &Report) -> bool {
    counts(report).0 > 0
}

fn both_ways(file: &Path) -> Result<(), Trouble> {
    let refused = |message: String| Trouble::Refused(message.lines().next().unwrap_or_default().to_owned());
    let text = std::fs::read_to_string(file).map_err(|error| Trouble::Wrong(error.to_string()))?;
    let mut sources = Sources::new();
    let source = sources.add(file.display().to_string(), text);
    let test = Test::load(&sources, source, "test").map_err(|found| Trouble::Wrong(messages(&found)))?;
    let program = litmus2c::translate(&test, &sources, source, Ending::Assertion)
        .map_err(|found| refused(format!("litmus2c: {}", messages(&found))))?;
    let compiled = compiled(&program, "program.c").map_err(Trouble::Wrong)?;
    let written = as_litmus(&compiled, &stem(file)).map_err(|error| refused(format!("c2litmus: {error}")))?;
    let again = read(&written).map_err(Trouble::Wrong)?;
    // Compilers make an acquire of a consume, and the program does not show which it was.
    let has_consume = sources.text(source).contains("consume");
    let has_filter = test.lowered().filter.is_some();
    let mut races = has_consume;
    for model in if has_consume { &[] } else { &MODELS[..] } {
        let (before, after) = match (simulated(&test, model, &mut sources), simulated_anew(&again, model)) {
            (Ok(before), Ok(after)) => (before, after),
            // Both have values out of thin air, which `c11` does not forbid.
            (Err(before), Err(after)) if before == after && before.contains("out of thin air") => continue,
            (Err(message), _) => return Err(Trouble::Wrong(format!("{model}: {message}, but not after\n{written}"))),
            (_, Err(message)) => return Err(Trouble::Wrong(format!("{model}: {message} after\n{written}"))),
        };
        races |= before.flags.iter().any(|flag| flag == "*undef*");
        let (mut expected, mut found) = (counts(&before), counts(&after));
        if has_filter {
            // The program ends without an assertion where the filter does not hold.
            (expected.1, found.1) = (0, 0);
        }
        if expected != found || before.flags != after.flags {
            return Err(Trouble::Wrong(format!(
                "{model}: {:?} {:?} before, {:?} {:?} after\n{written}",
                counts(&before),
                before.flags,
                counts(&after),
                after.flags
            )));
        }
    }
    // A program with races has no meaning in C11 that `verify` could agree with, and no weak compare-and-exchange fails there for no reason.
    if !races && !written.contains("exchange_weak") {
        consistent(&compiled, &test, &mut sources).map_err(Trouble::Wrong)?;
    }
    Ok(())
}

/// What `verify` finds is consistent with C11.
fn consistent(program: &cprog::ir::Program, test: &Test, sources: &mut Sources) -> Result<(), String> {
    let c11 = is_violated(&simulated(test, "rc11", sources)?);
    let sc = is_violated(&simulated(test, "sc", sources)?);
    for model in [Model::SC, Model::TSO, Model::ARMV8] {
        let limits = Limits { states: 100_000, ..Limits::default() };
        let report = check(program, model, &limits).map_err(|error| error.to_string())?;
        let found = match report.verdict {
            Verdict::Holds => false,
            Verdict::Violated(_) => true,
            Verdict::Unknown(_) => continue,
        };
        // Load buffering of relaxed accesses, which RC11 forbids, is hardware's.
        let is_missing = sc && !found;
        let is_wrong =
            if model == Model::SC { found != sc } else { is_missing || model == Model::TSO && found && !c11 };
        if is_wrong {
            return Err(format!("verify under {model}: {found}; sc: {sc}, rc11: {c11}"));
        }
    }
    Ok(())
}
