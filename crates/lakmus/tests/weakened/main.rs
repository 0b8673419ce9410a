//! Transformed programs, checked by CBMC, against the simulator: litmus tests become C programs, those are transformed and handed to CBMC, and its verdict is the
//! simulator's. A sample of 100 tests, spread over those that can be written in C; and some of Power, which take CBMC longer. Parts of the transformation are left out, for Power and PSO, that each a test is for.
//!
//! And the tests of X86_64 of this repository by GenMC under `x86tso`.
//!
//! The cases count as not run where clang, CBMC or GenMC is missing. `LAKMUS_CBMC` and `LAKMUS_GENMC` name those to use.

mod power;
mod pso;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use libtest_mimic::{Arguments, Trial};
use program::{MicroOp, Target};
use sim::{ConditionKind, Options, Test, simulate};
use source::{Diagnostic, Sources};
use weaken::as_program;

/// So many tests of each architecture.
const SAMPLE: usize = 50;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let cbmc = PathBuf::from(testing::variables::value("LAKMUS_CBMC").unwrap_or_else(|| "cbmc".to_owned()));
    let can_run = testing::is_there(&cbmc) && testing::is_there("clang");
    let root = testing::root();
    let mut trials = Vec::new();
    for (own, generated, cat, model) in
        [("x86_64", "X86_64", "x86tso", "x86tso"), ("aarch64", "AArch64", "aarch64", "aarch64")]
    {
        let mut files = tests(&root.join("corpus").join(own));
        files.extend(tests(&testing::generated(generated)));
        let files: Vec<PathBuf> = files.into_iter().filter(|file| is_written(file)).collect();
        let step = files.len().div_ceil(SAMPLE).max(1);
        for file in files.into_iter().step_by(step) {
            let stem = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
            let cbmc = cbmc.clone();
            let trial = Trial::test(format!("{model}::{stem}"), move || {
                agree(&file, cat, model, ("cbmc", &cbmc)).map_err(Into::into)
            });
            trials.push(trial.with_ignored_flag(!can_run));
        }
    }
    let genmc = PathBuf::from(testing::variables::value("LAKMUS_GENMC").unwrap_or_else(|| "genmc".to_owned()));
    let has_genmc = testing::is_there(&genmc) && testing::is_there("clang");
    for file in tests(&root.join("corpus/x86_64")).into_iter().filter(|file| is_written(file)) {
        let stem = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let genmc = genmc.clone();
        let by_genmc = move || agree(&file, "x86tso", "x86tso", ("genmc", &genmc)).map_err(Into::into);
        trials.push(Trial::test(format!("genmc::{stem}"), by_genmc).with_ignored_flag(!has_genmc));
    }
    for case in power::CASES {
        let cbmc = cbmc.clone();
        let name = format!("{}::{}", case.model, case.name);
        let trial = Trial::test(name, move || power::agree(case, &cbmc).map_err(Into::into));
        trials.push(trial.with_ignored_flag(!can_run));
    }
    for mutant in power::MUTANTS.iter().chain(pso::MUTANTS) {
        let cbmc = cbmc.clone();
        let trial =
            Trial::test(format!("mutant::{}", mutant.name), move || power::is_seen(mutant, &cbmc).map_err(Into::into));
        trials.push(trial.with_ignored_flag(!can_run));
    }
    // They are listed, and ignored.
    for (is_there, verifier) in [(can_run, "CBMC"), (has_genmc, "GenMC")] {
        if !is_there {
            testing::cases_not_run(0, &format!("through {verifier}"), &format!("clang or {verifier} cannot be run"));
        }
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn tests(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut tests: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|e| e == "litmus")).collect();
    tests.sort();
    tests
}

fn load(file: &Path, sources: &mut Sources) -> Result<Test, String> {
    let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
    let source = sources.add(file.display().to_string(), text);
    let plain = |found: Vec<Diagnostic>| found.iter().map(|d| d.message.clone()).collect::<Vec<_>>().join("; ");
    Test::load(sources, source, "test").map_err(plain)
}

/// Whether a test can be written in C, and ends: CBMC unwinds loops.
fn is_written(file: &Path) -> bool {
    let mut sources = Sources::new();
    load(file, &mut sources).is_ok_and(|test| !has_loops(&test) && as_program(test.lowered(), test.language()).is_ok())
}

fn has_loops(test: &Test) -> bool {
    let threads = &test.lowered().program.threads;
    threads.iter().any(|thread| {
        thread.instructions.iter_enumerated().any(|(id, instruction)| {
            instruction.block.iter().any(|op| match op {
                MicroOp::Jump(Target::Instruction(to)) | MicroOp::Branch { target: Target::Instruction(to), .. } => {
                    *to <= id
                }
                _ => false,
            })
        })
    })
}

fn agree(file: &Path, cat: &str, model: &str, (backend, tool): (&str, &Path)) -> Result<(), String> {
    let mut sources = Sources::new();
    let test = load(file, &mut sources)?;
    let cat = lakmus::shipped_model(cat, test.language(), &mut sources).map_err(|error| format!("{error:?}"))?;
    let report = simulate(&test, &cat, &Options::default()).map_err(|error| format!("the simulator: {error:?}"))?;
    let is_violated = match report.kind {
        ConditionKind::Required => report.negative > 0,
        ConditionKind::Allowed | ConditionKind::Forbidden => report.positive > 0,
    };
    let output = Command::new(env!("CARGO_BIN_EXE_lakmus"))
        .args(["verify", "--backend", backend, "--model", model, &format!("--{backend}")])
        .args([tool, file])
        .output()
        .map_err(|error| error.to_string())?;
    match (output.status.code(), is_violated) {
        (Some(0), false) | (Some(1), true) => Ok(()),
        // Loops are cut for GenMC, which then says nothing where it finds no violation.
        (Some(3), false)
            if backend == "genmc" && String::from_utf8_lossy(&output.stdout).contains("turns of each loop") =>
        {
            Ok(())
        }
        (status, _) => Err(format!(
            "the simulator: {}, {backend}: {status:?}\n{}{}",
            if is_violated { "violated" } else { "holds" },
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        )),
    }
}
