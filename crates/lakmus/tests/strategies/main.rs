//! Strategies of delays against the simulator: litmus tests become C programs, whose accesses are delayed as critical cycles ask for, one a cycle or all, or every one; the verdict is the
//! simulator's.
//!
//! A sample of the generated tests, and all tests of this repository; `LAKMUS_STRATEGIES=all` tries every generated test. Those that cannot be written in C count as not run, and so do all
//! where clang is missing.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use cprog::clang::{Clang, Unit};
use cprog::{self, ir::Program};
use libtest_mimic::{Arguments, Trial};
use sim::{ConditionKind, Options, Test, simulate};
use source::{Diagnostic, Sources};
use weaken::checker::{Delays, Limits, Report, Unknown, Verdict, check, check_propagating};
use weaken::{LitmusModel, Model, Propagating, as_program};

/// So many generated tests of each architecture.
const SAMPLE: usize = 80;
/// More states than any of these tests has under a strategy that it is compared under.
const MOST_STATES: usize = 4_000_000;

struct Set {
    name: &'static str,
    /// Its directory in this repository, and the one of generated tests.
    own: &'static str,
    generated: &'static str,
    /// The simulator's model.
    cat: &'static str,
    model: LitmusModel,
}

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let clang = Clang::find(None).ok();
    let root = testing::root();
    let are_all = testing::variables::is_all("LAKMUS_STRATEGIES");
    let sets = [
        Set { name: "sc", own: "x86_64", generated: "X86_64", cat: "sc", model: Model::SC.into() },
        Set { name: "tso", own: "x86_64", generated: "X86_64", cat: "x86tso", model: Model::TSO.into() },
        Set { name: "pso", own: "x86_64", generated: "X86_64", cat: "pso", model: Model::PSO.into() },
        Set { name: "rmo", own: "x86_64", generated: "X86_64", cat: "rmo", model: Model::RMO.into() },
        Set { name: "armv8", own: "aarch64", generated: "AArch64", cat: "aarch64", model: Model::ARMV8.into() },
        Set { name: "power", own: "ppc", generated: "PPC", cat: "power", model: Propagating::Power.into() },
        Set { name: "armv7", own: "arm", generated: "ARM", cat: "arm", model: Propagating::Armv7.into() },
        Set { name: "rvwmo", own: "riscv", generated: "RISCV", cat: "rvwmo", model: Model::RVWMO.into() },
        Set { name: "ztso", own: "riscv", generated: "RISCV", cat: "ztso", model: Model::ZTSO.into() },
        Set { name: "mips", own: "mips", generated: "MIPS", cat: "mips", model: own("mips") },
        Set { name: "loongarch", own: "loongarch", generated: "LoongArch", cat: "loongarch", model: own("loongarch") },
        Set { name: "s390x", own: "s390x", generated: "S390X", cat: "s390x", model: own("s390x") },
    ];
    let mut trials = Vec::new();
    for Set { name, own, generated, cat, model } in sets {
        let mut files = tests(&root.join("corpus").join(own));
        let generated = tests(&testing::generated(generated));
        let step = if are_all { 1 } else { generated.len().div_ceil(SAMPLE).max(1) };
        files.extend(generated.into_iter().step_by(step));
        for file in files {
            let stem = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
            let case = Case { file, cat, model, clang: clang.clone() };
            let is_run = case.clang.is_some() && case.is_written();
            let trial = Trial::test(format!("{name}::{stem}"), move || case.agree().map_err(Into::into));
            trials.push(trial.with_ignored_flag(!is_run));
        }
    }
    if clang.is_none() {
        testing::cases_not_run(0, "of strategies", "clang cannot be run");
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// The model of this name.
fn own(name: &str) -> LitmusModel {
    LitmusModel::find(name).unwrap_or_else(|| panic!("no model {name}"))
}

fn tests(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut tests: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|e| e == "litmus")).collect();
    tests.sort();
    tests
}

/// A test under a model.
struct Case {
    file: PathBuf,
    cat: &'static str,
    model: LitmusModel,
    clang: Option<Clang>,
}

impl Case {
    fn load(&self, sources: &mut Sources) -> Result<Test, String> {
        let text = std::fs::read_to_string(&self.file).map_err(|error| error.to_string())?;
        let source = sources.add(self.file.display().to_string(), text);
        let plain = |found: Vec<Diagnostic>| found.iter().map(|d| d.message.clone()).collect::<Vec<_>>().join("; ");
        Test::load(sources, source, "test").map_err(plain)
    }

    /// Whether the test can be written in C.
    fn is_written(&self) -> bool {
        self.load(&mut Sources::new()).is_ok_and(|test| as_program(test.lowered(), test.language()).is_ok())
    }

    fn agree(&self) -> Result<(), String> {
        let mut sources = Sources::new();
        let test = self.load(&mut sources)?;
        let written = as_program(test.lowered(), test.language()).map_err(|error| error.to_string())?;
        let cat =
            lakmus::shipped_model(self.cat, test.language(), &mut sources).map_err(|error| format!("{error:?}"))?;
        let report = simulate(&test, &cat, &Options::default()).map_err(|error| format!("the simulator: {error:?}"))?;
        let is_violated = match report.kind {
            ConditionKind::Required => report.negative > 0,
            ConditionKind::Allowed | ConditionKind::Forbidden => report.positive > 0,
        };
        let program = self.compiled(&written)?;
        for delays in [Delays::OneACycle, Delays::All, Delays::Every] {
            let report = self.check(&program, delays)?;
            match (&report.verdict, is_violated) {
                (Verdict::Violated(_), true) | (Verdict::Holds, false) => {}
                // Loops that other threads end are gone round for ever in the machine that delays everything.
                (Verdict::Unknown(Unknown::Delayed(_)), false) => {}
                (found, _) => {
                    let simulator = if is_violated { "violated" } else { "holds" };
                    return Err(format!("{delays:?}: the simulator: {simulator}, the machine: {found:?}\n{written}"));
                }
            }
        }
        Ok(())
    }

    fn compiled(&self, written: &str) -> Result<Program, String> {
        let Some(clang) = &self.clang else { return Err("there is no clang".to_owned()) };
        let directory = tempfile::tempdir().map_err(|error| error.to_string())?;
        let file = directory.path().join("test.c");
        std::fs::write(&file, written).map_err(|error| error.to_string())?;
        let unit = Unit { directory: directory.path().to_owned(), file, options: Vec::new() };
        let ir = clang.ir(&unit).map_err(|error| error.to_string())?;
        Ok(cprog::read([ir.as_str()]).expect("LLVM IR that LLVM takes"))
    }

    fn check(&self, program: &Program, delays: Delays) -> Result<Report, String> {
        let limits = Limits { states: MOST_STATES, delays, ..Limits::default() };
        let report = match self.model {
            LitmusModel::MultiCopyAtomic(model) => check(program, model, &limits),
            LitmusModel::Propagating(model) => check_propagating(program, model, &limits),
        };
        report.map_err(|refusal| refusal.to_string())
    }
}
