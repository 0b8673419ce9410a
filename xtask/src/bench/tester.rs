//! What `lakmus test` costs: an atomic operation, a plain access, memory that comes and goes, an execution.
//!
//! The baselines are measured in the same run: ThreadSanitizer (gcc's) on the same program for operations, a bare `fork` for
//! executions. Each number is the difference between a long and a short run, so that starting up does not count; but memory is measured by whole runs.

use std::path::Path;
use std::process::Command;

use anyhow::Result;

use super::measure::{self, Cost, Program};
use crate::cargo::{build_lakmus, cargo, root, succeed};

/// How many operations the long runs do: enough to see that memory is bounded.
const OPERATIONS: u64 = 10_000_000;
/// How many executions the short and the long runs do.
const EXECUTIONS: [u64; 2] = [50, 550];

/// The kinds of operations in `benches/tester/operations.c`, with numbers of threads.
const KINDS: [(&str, u64); 8] =
    [("rmw", 2), ("rmw", 4), ("rmw", 8), ("messages", 2), ("messages", 4), ("messages", 8), ("plain", 2), ("plain", 8)];

/// The kinds of work in `benches/tester/memory.c`, with how much of it.
const WORK: [(&str, u64); 4] = [("malloc", 2_000_000), ("fresh", 256), ("dense", 64), ("threads", 5000)];

/// Published algorithms, in `crates/tester/tests/programs/algorithms`.
const ALGORITHMS: [&str; 7] = [
    "barrier.cc",
    "chase-lev-deque.c",
    "dekker-fences.cc",
    "linuxrwlocks.c",
    "mcs-lock.cc",
    "mpmc-queue.cc",
    "ms-queue.c",
];

/// # Errors
/// When something cannot be built or run. ThreadSanitizer may be missing, or not work on this kernel.
pub(super) fn run(runs: usize) -> Result<()> {
    let lakmus = build_lakmus()?;
    succeed(cargo().args(["build", "--profile=dist", "--quiet", "--package", "lakmus-rt"]))?;
    let directory = super::directory_beside(&lakmus)?;
    let lakmus = lakmus.display().to_string();
    operations(&lakmus, &directory, runs)?;
    memory(&lakmus, &directory, runs)?;
    executions(&lakmus, &directory, runs)
}

fn words(words: &[&str]) -> Program {
    Program::new(words.iter().map(|word| (*word).to_owned()).collect())
}

fn executable(directory: &Path, name: &str) -> String {
    directory.join(name).display().to_string()
}

fn operations(lakmus: &str, directory: &Path, runs: usize) -> Result<()> {
    let source = root().join("benches/tester/operations.c");
    let [ours, theirs] = ["ours", "theirs"].map(|name| executable(directory, name));
    succeed(Command::new(lakmus).args(["cc", "-O2", "-g", "-o", &ours]).arg(&source))?;
    let flags = ["-O2", "-g", "-pthread", "-fsanitize=thread", "-o", &theirs];
    let has_sanitizer = Command::new("gcc").args(flags).arg(&source).status().is_ok_and(|status| status.success());
    println!(
        "CPU nanoseconds an operation, medians of {runs} runs of {OPERATIONS} operations; TSan: gcc's ThreadSanitizer on the same program."
    );
    println!("{:<12} {:>7} {:>9} {:>9} {:>7} {:>9}", "operation", "threads", "ours", "TSan", "ratio", "peak MB");
    for (kind, threads) in KINDS {
        let program = |count: u64| {
            let (threads, count) = (threads.to_string(), count.to_string());
            let test = [lakmus, "test", "--executions", "1", "--strategy", "random", "--timeout", "0", "--"];
            let ours = words(&[&test[..], &[&ours, kind, &threads, &count]].concat());
            (ours, words(&[&theirs, kind, &threads, &count]))
        };
        let ([mine_short, mine], other) = lengths([program(0), program(OPERATIONS)], has_sanitizer, runs)?;
        let each =
            |short: &Cost, long: &Cost| long.cpu.saturating_sub(short.cpu).as_secs_f64() * 1e9 / OPERATIONS as f64;
        let nanoseconds = each(&mine_short, &mine);
        let other = other.map(|[short, long]| each(&short, &long));
        println!(
            "{kind:<12} {threads:>7} {nanoseconds:>9.1} {:>9} {:>7} {:>9.0}",
            other.map_or("-".into(), |other| format!("{other:.1}")),
            other.map_or("-".into(), |other| format!("{:.2}", nanoseconds / other.max(0.1))),
            mine.memory as f64 * 1.024 / 1e3,
        );
    }
    Ok(())
}

/// Whole runs on one processor, of what takes memory from the program's allocator and from the shadow, and of threads that come and go.
fn memory(lakmus: &str, directory: &Path, runs: usize) -> Result<()> {
    let source = root().join("benches/tester/memory.c");
    let [ours, theirs] = ["our-memory", "their-memory"].map(|name| executable(directory, name));
    succeed(Command::new(lakmus).args(["cc", "-O2", "-g", "-o", &ours]).arg(&source))?;
    let flags = ["-O2", "-g", "-pthread", "-fsanitize=thread", "-o", &theirs];
    let has_sanitizer = Command::new("gcc").args(flags).arg(&source).status().is_ok_and(|status| status.success());
    println!("\nCPU seconds and peak MB of whole runs on one processor, medians of {runs} runs.");
    println!(
        "{:<12} {:>9} {:>8} {:>8} {:>7} {:>8} {:>8} {:>7}",
        "work", "amount", "ours", "TSan", "ratio", "MB", "TSan", "ratio"
    );
    for (kind, amount) in WORK {
        let amount = amount.to_string();
        let test = ["taskset", "-c", "0", lakmus, "test", "--executions", "1", "--timeout", "0", "--"];
        let mine = words(&[&test[..], &[&ours, kind, &amount]].concat());
        let other = words(&["taskset", "-c", "0", &theirs, kind, &amount]);
        let (mine, other) = match measure::in_turn(&mine, Some(&other), &[], runs) {
            Ok(both) if has_sanitizer => both,
            _ => measure::in_turn(&mine, None, &[], runs)?,
        };
        let seconds = |cost: &Cost| cost.cpu.as_secs_f64();
        let megabytes = |cost: &Cost| cost.memory as f64 * 1.024 / 1e3;
        let compared = |what: &dyn Fn(&Cost) -> f64, digits: usize| {
            let theirs = other.as_ref().map(what);
            let [value, ratio] = [theirs, theirs.map(|theirs| what(&mine) / theirs.max(1e-3))];
            let value = value.map_or("-".to_owned(), |value| format!("{value:.digits$}"));
            let ratio = ratio.map_or("-".to_owned(), |ratio| format!("{ratio:.2}"));
            format!("{:>8.digits$} {value:>8} {ratio:>7}", what(&mine))
        };
        println!("{kind:<12} {amount:>9} {} {}", compared(&seconds, 2), compared(&megabytes, 0));
    }
    Ok(())
}

/// Ours short and long; theirs likewise, if that works.
fn lengths(programs: [(Program, Program); 2], has_other: bool, runs: usize) -> Result<([Cost; 2], Option<[Cost; 2]>)> {
    let [(short, other_short), (long, other_long)] = &programs;
    if has_other
        && let Ok((short, Some(other_short))) = measure::in_turn(short, Some(other_short), &[], runs)
        && let Ok((long, Some(other_long))) = measure::in_turn(long, Some(other_long), &[], runs)
    {
        return Ok(([short, long], Some([other_short, other_long])));
    }
    let alone = |program| measure::in_turn(program, None, &[], runs).map(|(cost, _)| cost);
    Ok(([alone(short)?, alone(long)?], None))
}

fn executions(lakmus: &str, directory: &Path, runs: usize) -> Result<()> {
    let forks = executable(directory, "forks");
    let source = root().join("benches/tester/operations.c");
    succeed(Command::new("gcc").args(["-O2", "-pthread", "-o", &forks]).arg(source))?;
    let [short, long] = EXECUTIONS.map(|count| words(&[&forks, "fork", "1", &count.to_string()]));
    let fork = milliseconds(&short, &long, runs)?;
    println!("\nCPU milliseconds an execution, medians of {runs} runs; a bare fork takes {fork:.3}.");
    println!("{:<20} {:>9} {:>12}", "program", "ours", "beyond fork");
    let row = |name: &str, cost: f64| println!("{name:<20} {cost:>9.3} {:>12.3}", cost - fork);
    let mut sum = 0.0;
    for name in ALGORITHMS {
        let source = root().join("crates/tester/tests/programs/algorithms").join(name);
        let program = executable(directory, name.split('.').next().unwrap_or(name));
        let compiler = if name.ends_with(".c") { "cc" } else { "cxx" };
        succeed(Command::new(lakmus).args([compiler, "-O1", "-g", "-w", "-o", &program]).arg(source))?;
        let [short, long] = EXECUTIONS
            .map(|count| words(&[lakmus, "test", "--jobs", "1", "--executions", &count.to_string(), "--", &program]));
        let cost = milliseconds(&short, &long, runs)?;
        sum += cost;
        row(name, cost);
    }
    row("mean", sum / ALGORITHMS.len() as f64);
    Ok(())
}

/// What one of the executions costs by which the long run has more.
fn milliseconds(short: &Program, long: &Program, runs: usize) -> Result<f64> {
    let (long, short) = measure::in_turn(long, Some(short), &[], runs)?;
    let more = long.cpu.saturating_sub(short.unwrap_or_default().cpu);
    Ok(more.as_secs_f64() * 1e3 / (EXECUTIONS[1] - EXECUTIONS[0]) as f64)
}
