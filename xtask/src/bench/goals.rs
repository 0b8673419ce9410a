//! The law of goals: to decide costs no more than to list the states, and that no more than to count, up to [`SLACK`]. A table of families of tests.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};

use super::measure::{self, Program};
use crate::cargo::{build_lakmus, root};

/// What a goal may cost more than the one after it: loading, and the noise of clocks.
const SLACK: Duration = Duration::from_millis(20);

/// Seconds of CPU time that a test is given under each goal; none that needs more is compared.
const LIMIT: u64 = 60;

/// The goals, cheapest first, as options of `lakmus run`.
const GOALS: [(&str, &[&str]); 3] = [("decide", &["--decide"]), ("states", &["--states"]), ("counts", &[])];

/// Measures all tests below `directories`; by default the families of the reference corpus.
///
/// # Errors
/// When a program cannot be run, and where a test breaks the law.
pub(super) fn run(program: Option<PathBuf>, directories: &[String], runs: usize) -> Result<()> {
    let lakmus = match program {
        Some(program) => program,
        None => build_lakmus()?,
    };
    let corpus = root().join("../shared/corpus");
    let families = ["scaling", "trials/sim/families"].map(|name| corpus.join(name));
    let directories: Vec<PathBuf> = match directories {
        [] => families.into_iter().filter(|family| family.is_dir()).collect(),
        named => named.iter().map(PathBuf::from).collect(),
    };
    let mut tests = Vec::new();
    for directory in &directories {
        collect(directory, &mut tests)?;
    }
    if tests.is_empty() {
        bail!("there are no tests; name a directory");
    }
    println!("CPU milliseconds, medians of {runs} runs; `-`: more than {LIMIT} s.");
    println!("{:<28} {:>10} {:>10} {:>10}", "test", "decide", "states", "counts");
    let mut broken = Vec::new();
    for test in &tests {
        let name = test.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let costs = costs(&lakmus, test, runs)?;
        let shown = costs.map(|cost| cost.map_or("-".to_owned(), |cost| format!("{:.1}", cost.as_secs_f64() * 1e3)));
        let is_broken = costs.windows(2).any(|pair| is_dearer(pair[0], pair[1]));
        println!("{name:<28} {:>10} {:>10} {:>10}{}", shown[0], shown[1], shown[2], if is_broken { "  !" } else { "" });
        broken.extend(is_broken.then_some(name));
    }
    if broken.is_empty() {
        return Ok(());
    }
    bail!("a cheaper goal costs more than a dearer one: {}", broken.join(", "))
}

/// Whether the first of two goals costs more than the second. Nothing is dearer than no end.
fn is_dearer(first: Option<Duration>, second: Option<Duration>) -> bool {
    match (first, second) {
        (_, None) => false,
        (None, Some(_)) => true,
        (Some(first), Some(second)) => first > second + SLACK,
    }
}

/// The CPU time of a test under each goal; `None` where it needs more than [`LIMIT`].
fn costs(lakmus: &Path, test: &Path, runs: usize) -> Result<[Option<Duration>; 3]> {
    let mut costs = [None; 3];
    for (cost, (_, options)) in costs.iter_mut().zip(GOALS) {
        let words = [lakmus.display().to_string(), "run".into(), "--jobs".into(), "1".into(), "--timeout".into()];
        let limit = LIMIT.to_string();
        let words = words.into_iter().chain([limit]).chain(options.iter().map(|&option| option.to_owned())).collect();
        let (measured, _) = measure::in_turn(&Program::new(words), None, &[test.to_owned()], runs)?;
        *cost = (measured.cpu < Duration::from_secs(LIMIT)).then_some(measured.cpu);
    }
    Ok(costs)
}

/// The litmus tests below a directory, in the order of their paths.
fn collect(directory: &Path, tests: &mut Vec<PathBuf>) -> Result<()> {
    if directory.is_file() {
        tests.push(directory.to_owned());
        return Ok(());
    }
    let entries = std::fs::read_dir(directory).with_context(|| format!("cannot read {}", directory.display()))?;
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<_>>>()?;
    paths.sort();
    for path in paths {
        if path.is_dir() || path.extension().is_some_and(|extension| extension == "litmus") {
            collect(&path, tests)?;
        }
    }
    Ok(())
}
