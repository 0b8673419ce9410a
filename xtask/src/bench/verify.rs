//! What `lakmus verify` costs by families of tests, models and strategies of delays: figures 6 and 7 of the transformation paper (ESOP 2013) for the checker here.
//!
//! The tests are those of the generated corpus, as the C programs that `lakmus litmus2c` writes. A family is what stands before the first `+` of a name. Times are the CPU time of the search, as
//! `--json` has it, with the search for critical cycles; compiling and reading do not count.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::cargo::{build_lakmus, root};

/// Families with fewer tests that can be written in C are put together.
const FEWEST: usize = 8;
const TOGETHER: &str = "others";
/// A search takes no longer than this, in seconds of CPU time.
const TIMEOUT: &str = "10";

/// Each directory of tests, and the models for them; sequential consistency comes first, as what times are compared with.
const SETS: [(&str, &[&str]); 3] = [("X86_64", &["x86tso", "pso"]), ("AArch64", &["aarch64"]), ("PPC", &["power"])];
const STRATEGIES: [&str; 3] = ["one-a-cycle", "all", "every"];

/// Searches of the programs of a family.
#[derive(Clone, Copy, Debug, Default)]
struct Searches {
    solved: usize,
    seconds: f64,
    states: u64,
}

impl Searches {
    fn add(&mut self, other: Searches) {
        self.solved += other.solved;
        self.seconds += other.seconds;
        self.states += other.states;
    }
}

/// # Errors
/// When there is no corpus, or a program cannot be run.
pub(super) fn run(program: Option<PathBuf>, sample: usize) -> Result<()> {
    let lakmus = program.map_or_else(build_lakmus, Ok)?;
    let corpus = root().join("../shared/corpus/generated");
    if !corpus.is_dir() {
        bail!("there are no generated tests at {}", corpus.display());
    }
    let directory = tempfile::tempdir().context("cannot make a temporary directory")?;
    tables(&lakmus, &corpus, directory.path(), sample)
}

fn tables(lakmus: &Path, corpus: &Path, directory: &Path, sample: usize) -> Result<()> {
    println!(
        "CPU seconds of all searches of a family, of up to {sample} tests each; ratios to SC; solved within {TIMEOUT} s."
    );
    println!(
        "| tests | family | programs | SC, s | model | one a cycle | all | every | states: one, all, every | solved |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    for (set, models) in SETS {
        let families = families(lakmus, &corpus.join(set), directory, sample)?;
        let mut totals: Vec<(Searches, [Searches; 3])> = vec![Default::default(); models.len()];
        let mut count = 0;
        for (family, programs) in &families {
            count += programs.len();
            let sequential = searches(lakmus, programs, "sc", "every")?;
            for (model, total) in models.iter().zip(&mut totals) {
                let mut found = [Searches::default(); 3];
                for (found, strategy) in found.iter_mut().zip(STRATEGIES) {
                    *found = searches(lakmus, programs, model, strategy)?;
                }
                total.0.add(sequential);
                total.1.iter_mut().zip(&found).for_each(|(total, found)| total.add(*found));
                row(set, family, programs.len(), &sequential, model, &found);
            }
        }
        for (model, (sequential, found)) in models.iter().zip(&totals) {
            row(set, "all", count, sequential, model, found);
        }
    }
    Ok(())
}

fn row(set: &str, family: &str, programs: usize, sequential: &Searches, model: &str, found: &[Searches; 3]) {
    let ratios = found.map(|found| format!("{:.1}", found.seconds / sequential.seconds.max(1e-6)));
    let states = found.map(|found| found.states.to_string());
    let solved = found.map(|found| found.solved.to_string());
    println!(
        "| {set} | {family} | {programs} | {:.3} | {model} | {} | {} | {} |",
        sequential.seconds,
        ratios.join(" | "),
        states.join(", "),
        solved.join(", "),
    );
}

/// By family, the programs of some of its tests, as IR.
fn families(lakmus: &Path, tests: &Path, directory: &Path, sample: usize) -> Result<BTreeMap<String, Vec<PathBuf>>> {
    let mut by_name: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    let entries = std::fs::read_dir(tests).with_context(|| format!("cannot read {}", tests.display()))?;
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_some_and(|end| end == "litmus") {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            by_name.entry(stem.split('+').next().unwrap_or_default().to_owned()).or_default().push(path);
        }
    }
    let mut families: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for (family, mut paths) in by_name {
        paths.sort();
        let name = if paths.len() < FEWEST { TOGETHER } else { &family };
        // Spread over the family.
        let step = paths.len().div_ceil(sample).max(1);
        for path in paths.iter().step_by(step) {
            if let Some(program) = written(lakmus, path, directory)? {
                families.entry(name.to_owned()).or_default().push(program);
            }
        }
    }
    Ok(families)
}

/// The program of a test, if it can be written in C.
fn written(lakmus: &Path, test: &Path, directory: &Path) -> Result<Option<PathBuf>> {
    let output = Command::new(lakmus).arg("litmus2c").arg(test).output().context("cannot run lakmus")?;
    if !output.status.success() {
        return Ok(None);
    }
    let stem = test.file_stem().unwrap_or_default().to_string_lossy();
    let source = directory.join(format!("{stem}.c"));
    std::fs::write(&source, output.stdout).with_context(|| format!("cannot write {}", source.display()))?;
    let program = source.with_extension("ll");
    let flags = ["-g", "-S", "-emit-llvm", "-w", "-Xclang", "-disable-O0-optnone", "-Xclang", "-disable-llvm-passes"];
    let status = Command::new("clang").args(flags).arg("-o").args([&program, &source]).status();
    if !status.context("cannot run clang")?.success() {
        bail!("clang refuses the program of {}", test.display());
    }
    Ok(Some(program))
}

fn searches(lakmus: &Path, programs: &[PathBuf], model: &str, delays: &str) -> Result<Searches> {
    let mut all = Searches::default();
    for program in programs {
        let output = Command::new(lakmus)
            .args(["verify", "--json", "--jobs", "1", "--timeout", TIMEOUT, "--model", model, "--delays", delays])
            .arg(program)
            .output()
            .context("cannot run lakmus")?;
        let record: Value = serde_json::from_slice(&output.stdout).with_context(|| {
            format!("{}: {}", program.display(), String::from_utf8_lossy(&output.stderr).trim_end())
        })?;
        all.add(Searches {
            solved: usize::from(record["verdict"] != "unknown"),
            seconds: record["seconds"].as_f64().context("no seconds")?,
            states: record["states"].as_u64().context("no states")?,
        });
    }
    Ok(all)
}
