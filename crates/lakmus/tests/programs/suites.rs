//! Suites of others, in directories that the user names: a table of what is found, missed and reported without reason. They are not run otherwise.
//!
//! `LAKMUS_DATARACEBENCH` is the directory of DataRaceBench (Lawrence Livermore National Laboratory): OpenMP, whose programs say in their names whether they have a race.

use std::path::{Path, PathBuf};
use std::process::Command;

use libtest_mimic::{Failed, Trial};

use super::{LAKMUS, Outcome, output, workplace};

pub(super) fn trials() -> Vec<Trial> {
    let suite = testing::variables::value("LAKMUS_DATARACEBENCH").map(PathBuf::from);
    let suite = suite.map(|suite| Trial::test("suites::data-race-bench", move || bench(&suite).map_err(Failed::from)));
    suite.into_iter().collect()
}

/// What became of a program.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Race,
    Nothing,
    TooLong,
    NotBuilt,
}

/// Prints the table; fails where a race is reported in a program that has none.
fn bench(suite: &Path) -> Outcome {
    let directory = suite.join("micro-benchmarks");
    let entries = std::fs::read_dir(&directory).map_err(|error| format!("{}: {error}", directory.display()))?;
    let mut sources: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    sources.retain(|path| path.extension().is_some_and(|name| name == "c"));
    sources.sort();
    let mut counts = [[0; 4]; 2];
    let mut wrong = Vec::new();
    for source in &sources {
        let name = source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let has_race = name.ends_with("-yes");
        let verdict = verdict(source, &directory)?;
        counts[usize::from(has_race)][verdict as usize] += 1;
        match (has_race, verdict) {
            (false, Verdict::Race) => wrong.push(name),
            (true, Verdict::Nothing) => println!("missed: {name}"),
            (_, Verdict::TooLong | Verdict::NotBuilt) => println!("no verdict: {name}"),
            _ => {}
        }
    }
    for (what, [race, nothing, late, not_built]) in ["without a race", "with a race"].iter().zip(counts) {
        println!("{what}: {race} reported, {nothing} not, {late} take too long, {not_built} are not built");
    }
    if wrong.is_empty() { Ok(()) } else { Err(format!("reported without reason: {wrong:?}")) }
}

fn verdict(source: &Path, directory: &Path) -> Result<Verdict, String> {
    let place = workplace()?;
    let program = place.path().join("program");
    let mut compile = Command::new(LAKMUS);
    compile.args(["cc", "--compiler", "gcc", "-O0", "-w", "-fopenmp", "-DPOLYBENCH_NO_FLUSH_CACHE"]);
    compile.arg("-I").arg(directory).arg("-I").arg(directory.join("utilities")).arg(source);
    compile.arg(directory.join("utilities/polybench.c")).arg("-o").arg(&program).arg("-lm");
    if !output(&mut compile)?.status.success() {
        return Ok(Verdict::NotBuilt);
    }
    let mut test = Command::new(LAKMUS);
    test.args(["test", "--executions", "30", "--time", "20", "--timeout", "10", "--"]).arg(&program);
    let output = output(test.env("OMP_NUM_THREADS", "3").current_dir(place.path()))?;
    let printed = String::from_utf8_lossy(&output.stdout);
    Ok(match (printed.contains("data race: "), printed.contains("takes longer than")) {
        (true, _) => Verdict::Race,
        (false, true) => Verdict::TooLong,
        (false, false) => Verdict::Nothing,
    })
}
