//! What the pipeline of `docs/gen.md` costs: 125,346 generated tests of AArch64, run under two models, the logs compared; and a comparison of long logs.
//!
//! The stages are measured one by one, with files between them, so that each has its own CPU time and peak memory. In the pipe the generator and both runs
//! go side by side: it takes as long as the generator and the slower run, and then the comparison.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use super::measure::{self, Cost, Program};
use crate::cargo::build_lakmus;

/// What is generated; `docs/gen.md` has the same.
const GENERATE: [&str; 9] = [
    "gen",
    "all",
    "--arch",
    "AArch64",
    "--edges",
    "classic fences-all dependencies acquire-release rmw",
    "--size",
    "5",
    "--threads",
];

/// # Errors
/// When something cannot be built or run.
pub(super) fn run(runs: usize) -> Result<()> {
    let lakmus = build_lakmus()?;
    let directory = super::directory_beside(&lakmus)?.join("pipeline");
    std::fs::create_dir_all(&directory).with_context(|| format!("cannot make {}", directory.display()))?;
    let lakmus = lakmus.display().to_string();
    let generate: Vec<&str> = GENERATE.into_iter().chain(["3"]).collect();
    let tests = directory.join("tests");
    to_file(&lakmus, &generate, None, &tests)?;
    let count = std::fs::read_to_string(&tests)?.lines().filter(|line| *line == "<<").count() + 1;
    println!("{count} tests\nstage            CPU, s   memory, MB");
    let report = |stage: &str, cost: &Cost| {
        println!("{stage:<16} {:>6.2}   {:>10}", cost.cpu.as_secs_f64(), cost.memory / 1024);
    };
    let cost = measured(&lakmus, &generate, None, runs)?;
    report("gen", &cost);
    let mut logs: Vec<PathBuf> = Vec::new();
    for model in ["aarch64", "sc"] {
        let log = directory.join(format!("{model}.log"));
        let arguments = ["run", "--jobs", "1", "--model", model, "-"];
        to_file(&lakmus, &arguments, Some(&tests), &log)?;
        report(&format!("run {model}"), &measured(&lakmus, &arguments, Some(&tests), runs)?);
        logs.push(log);
    }
    let names: Vec<String> = logs.iter().map(|log| log.display().to_string()).collect();
    report("compare", &measured(&lakmus, &["compare", &names[0], &names[1]], None, runs)?);
    long_logs(&lakmus, &directory, &names[0], runs)
}

/// Two logs of 512 MB each, the tests of each copy under names of its own.
fn long_logs(lakmus: &str, directory: &Path, log: &str, runs: usize) -> Result<()> {
    const BYTES: usize = 512 << 20;
    let text = std::fs::read_to_string(log)?;
    let long = directory.join("long.log");
    let mut file = std::io::BufWriter::new(std::fs::File::create(&long)?);
    let (mut written, mut copy) = (0, 0);
    while written < BYTES {
        for line in text.split_inclusive('\n') {
            let line = match line.strip_prefix("Test ") {
                Some(rest) => format!("Test c{copy}.{rest}"),
                None => line.to_owned(),
            };
            std::io::Write::write_all(&mut file, line.as_bytes())?;
            written += line.len();
        }
        copy += 1;
    }
    drop(file);
    let name = long.display().to_string();
    let cost = measured(lakmus, &["compare", &name, &name], None, runs)?;
    let megabytes = (2 * written) >> 20;
    println!("compare of {megabytes} MB: {:.2} s CPU, {} MB", cost.cpu.as_secs_f64(), cost.memory / 1024);
    std::fs::remove_file(&long)?;
    Ok(())
}

/// Runs a stage with its output in a file.
fn to_file(lakmus: &str, arguments: &[&str], input: Option<&Path>, output: &Path) -> Result<()> {
    let input = match input {
        Some(path) => Stdio::from(std::fs::File::open(path)?),
        None => Stdio::null(),
    };
    let mut command = Command::new(lakmus);
    command.args(arguments).stdin(input).stdout(std::fs::File::create(output)?).stderr(Stdio::null());
    let status = command.status().with_context(|| format!("cannot run {lakmus}"))?;
    // 3: executions of some tests were cut at the unroll bound.
    ensure!(matches!(status.code(), Some(0 | 3)), "{lakmus} {} failed ({status})", arguments.join(" "));
    Ok(())
}

fn measured(lakmus: &str, arguments: &[&str], input: Option<&Path>, runs: usize) -> Result<Cost> {
    let words = std::iter::once(lakmus).chain(arguments.iter().copied());
    let program = Program::new(words.map(str::to_owned).collect());
    let program = match input {
        Some(path) => program.reading(path.to_owned()),
        None => program,
    };
    Ok(measure::in_turn(&program, None, &[], runs)?.0)
}
