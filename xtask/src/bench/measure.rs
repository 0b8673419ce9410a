//! What a process costs.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use nix::sys::resource::{UsageWho, getrusage};

/// A program whose first run takes longer is not run again.
const LONG: Duration = Duration::from_secs(5);

/// A run that takes less comes behind one that does not count. While the other program ran for seconds, memory that held this one and its files
/// was given away; a run of 80 ms behind it takes a third longer than the same behind itself.
const SHORT: Duration = Duration::from_secs(1);

/// What a run costs.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cost {
    /// User and system time.
    pub(super) cpu: Duration,
    /// Peak memory in KiB.
    pub(super) memory: u64,
    /// Instructions in user mode, where they were counted.
    pub(super) instructions: Option<u64>,
}

/// A command without the tests it is to run.
#[derive(Clone, Debug)]
pub(super) struct Program {
    words: Vec<String>,
    /// What it reads, if it reads anything.
    input: Option<PathBuf>,
}

impl Program {
    /// A program and its arguments; at least the program.
    pub(super) fn new(words: Vec<String>) -> Program {
        Program { words, input: None }
    }

    /// The same, reading from a file.
    pub(super) fn reading(self, input: PathBuf) -> Program {
        Program { input: Some(input), ..self }
    }

    /// The same with more arguments.
    pub(super) fn with(&self, options: &[String]) -> Program {
        Program { words: [self.words.as_slice(), options].concat(), input: self.input.clone() }
    }

    /// Runs it once.
    ///
    /// A process learns what its children cost together, not each. So this program starts itself as a parent of one child
    /// ([`report_child`]).
    fn run(&self, tests: &[PathBuf]) -> Result<Cost> {
        let this = std::env::current_exe().context("cannot find this program")?;
        let mut command = Command::new(this);
        let input = match &self.input {
            Some(path) => {
                Stdio::from(std::fs::File::open(path).with_context(|| format!("cannot read {}", path.display()))?)
            }
            None => Stdio::null(),
        };
        command.arg(CHILD).args(&self.words).args(tests).stdin(input).stderr(Stdio::inherit());
        let output = command.output().with_context(|| format!("cannot measure {}", self.words[0]))?;
        let text = String::from_utf8_lossy(&output.stdout);
        let mut numbers = text.split_whitespace().map(str::parse::<u64>);
        match (output.status.success(), numbers.next(), numbers.next()) {
            (true, Some(Ok(micros)), Some(Ok(memory))) => {
                Ok(Cost { cpu: Duration::from_micros(micros), memory, instructions: None })
            }
            _ => bail!("{} could not be measured", self.words[0]),
        }
    }
}

/// The word that makes this program the parent of the one to be measured.
const CHILD: &str = "bench-child";

/// Runs a command to its end and prints its microseconds of CPU time and its peak memory in KiB.
///
/// # Errors
/// When it cannot be run, or ends with a status other than 0, 1 and 3: some tests of a set may be refused or cut at the unroll bound, more than that
/// is no measurement.
pub(crate) fn report_child(words: &[String]) -> Result<()> {
    let [program, arguments @ ..] = words else { bail!("a command is missing") };
    let mut command = Command::new(program);
    command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
    let status = command.status().with_context(|| format!("cannot run {program}"))?;
    if !matches!(status.code(), Some(0 | 1 | 3)) {
        bail!("{program} failed ({status})");
    }
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let times = [usage.user_time(), usage.system_time()];
    let cpu: Duration =
        times.iter().map(|time| Duration::new(time.tv_sec() as u64, time.tv_usec() as u32 * 1000)).sum();
    // Apple's systems count bytes.
    let unit = if cfg!(target_vendor = "apple") { 1024 } else { 1 };
    println!("{} {}", cpu.as_micros(), usage.max_rss() / unit);
    Ok(())
}

/// The medians of ours and, if there is one, of the other. The two take turns, so that both see the same load.
pub(super) fn in_turn(
    ours: &Program,
    other: Option<&Program>,
    tests: &[PathBuf],
    runs: usize,
) -> Result<(Cost, Option<Cost>)> {
    let (mut mine, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..runs {
        if !is_long(&mine) {
            mine.push(warm(ours, tests)?);
        }
        if let Some(other) = other.filter(|_| !is_long(&theirs)) {
            theirs.push(warm(other, tests)?);
        }
    }
    Ok((median(mine), other.map(|_| median(theirs))))
}

/// What a run costs that is not the first of its kind, if it is short.
fn warm(program: &Program, tests: &[PathBuf]) -> Result<Cost> {
    let first = program.run(tests)?;
    if first.cpu < SHORT { program.run(tests) } else { Ok(first) }
}

fn is_long(runs: &[Cost]) -> bool {
    runs.first().is_some_and(|first| first.cpu > LONG)
}

/// The medians of times and of memory; there is at least one run.
fn median(mut runs: Vec<Cost>) -> Cost {
    let middle = runs.len() / 2;
    runs.sort_by_key(|run| run.memory);
    let memory = runs[middle].memory;
    runs.sort_by_key(|run| run.cpu);
    Cost { memory, ..runs[middle] }
}

/// What counts instructions.
#[derive(Clone, Copy, Debug)]
pub(super) enum Counter {
    Perf,
    Valgrind,
}

/// The first one that works here.
pub(super) fn counter() -> Option<Counter> {
    let counts = |counter: &Counter| matches!(counter.count(&Program::new(vec!["true".into()]), &[]), Ok(Some(_)));
    [Counter::Perf, Counter::Valgrind].into_iter().find(counts)
}

impl Counter {
    /// What to call it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Counter::Perf => "perf stat",
            Counter::Valgrind => "callgrind",
        }
    }

    /// The instructions of one run, `None` when the counter gives no number.
    ///
    /// # Errors
    /// When it cannot be run.
    pub(super) fn count(self, program: &Program, tests: &[PathBuf]) -> Result<Option<u64>> {
        let (name, options) = match self {
            Counter::Perf => ("perf", ["stat", "--field-separator=,", "--event=instructions:u", "--"]),
            Counter::Valgrind => ("valgrind", ["--tool=callgrind", "--callgrind-out-file=/dev/null", "-v", "--"]),
        };
        let mut command = Command::new(name);
        command.args(options).args(&program.words).args(tests).stdout(Stdio::null());
        let output = command.output().with_context(|| format!("cannot run {name}"))?;
        let text = String::from_utf8_lossy(&output.stderr);
        Ok(match self {
            Counter::Perf => text
                .lines()
                .find(|line| line.contains(",instructions"))
                .and_then(|line| number(line.split(',').next()?)),
            Counter::Valgrind => {
                text.lines().find_map(|line| line.split_once("Collected : ")).and_then(|(_, count)| number(count))
            }
        })
    }
}

fn number(text: &str) -> Option<u64> {
    text.trim().parse().ok()
}
