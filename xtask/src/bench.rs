//! `cargo xtask bench`: how much CPU time `lakmus run` takes, compared with something.
//!
//! Times are user and system time of the process and its children; the median of several runs counts. What is printed is
//! a ratio: against another program that takes turns with ours on the same tests, or else against the times in
//! `benches/baseline.tsv`, which mean something only on the machine that the file names.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use nix::sys::resource::{Usage, UsageWho, getrusage};

use crate::cargo::{build_lakmus, root};

const USAGE: &str = "\
usage: cargo xtask bench [--runs N] [--model M] [--against 'COMMAND'] [SET]...

  SET                a litmus test or a directory of tests; by default those of benches/sets
  --runs N           how often each program runs each set; the median counts (default 5)
  --model M          the model for our runs (default: x86tso-herd)
  --against COMMAND  another simulator, run in turn with ours: its words are split at blanks, the tests follow
  --save             write the medians to benches/baseline.tsv
";

const BASELINE: &str = "benches/baseline.tsv";

struct Request {
    runs: usize,
    model: String,
    against: Option<Vec<String>>,
    save: bool,
    sets: Vec<String>,
}

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    if arguments.iter().any(|argument| argument == "--help" || argument == "-h") {
        print!("{USAGE}");
        return Ok(());
    }
    let request = parse(arguments)?;
    let ours = vec![build_lakmus()?.display().to_string(), "run".into(), "--model".into(), request.model.clone()];
    let baseline = match request.against {
        Some(_) => BTreeMap::new(),
        None => read_baseline()?,
    };
    let other_name = request.against.as_ref().map_or_else(|| BASELINE.to_owned(), |command| command.join(" "));
    println!("CPU seconds, median of {} runs; the other is: {other_name}", request.runs);
    println!("{:<60} {:>6} {:>8} {:>8} {:>7}", "set", "tests", "lakmus", "other", "ratio");
    let mut medians = BTreeMap::new();
    for set in &request.sets {
        let tests = tests_of(&root().join(set))?;
        let (mine, theirs) = measure(&ours, request.against.as_deref(), &tests, request.runs)?;
        let theirs = theirs.or_else(|| baseline.get(set).copied());
        print_row(set, tests.len(), mine, theirs);
        medians.insert(set.clone(), mine);
    }
    if request.save { write_baseline(&medians) } else { Ok(()) }
}

fn parse(arguments: &[String]) -> Result<Request> {
    let mut request = Request { runs: 5, model: "x86tso-herd".into(), against: None, save: false, sets: Vec::new() };
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        let mut value = || words.next().with_context(|| format!("{word} needs a value\n{USAGE}"));
        match word.as_str() {
            "--runs" => request.runs = value()?.parse().context("--runs needs a number")?,
            "--model" => request.model = value()?.clone(),
            "--against" => request.against = Some(value()?.split_whitespace().map(str::to_owned).collect()),
            "--save" => request.save = true,
            other if other.starts_with('-') => bail!("no option `{other}`\n{USAGE}"),
            set => request.sets.push(set.to_owned()),
        }
    }
    if request.runs == 0 || request.against.as_ref().is_some_and(Vec::is_empty) {
        bail!("--runs needs at least 1, --against a command");
    }
    if request.sets.is_empty() {
        let text = std::fs::read_to_string(root().join("benches/sets")).context("cannot read benches/sets")?;
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        request.sets = lines.filter(|line| root().join(line).exists()).map(str::to_owned).collect();
    }
    Ok(request)
}

/// The tests below a directory, sorted; or the one test.
fn tests_of(path: &Path) -> Result<Vec<PathBuf>> {
    if path.is_file() {
        return Ok(vec![path.to_owned()]);
    }
    let entries = std::fs::read_dir(path).with_context(|| format!("cannot list {}", path.display()))?;
    let mut tests = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "litmus") {
            tests.push(path);
        }
    }
    tests.sort();
    if tests.is_empty() {
        bail!("no tests in {}", path.display());
    }
    Ok(tests)
}

/// The medians of ours and, if there is one, of the other. The two take turns, so that both see the same load.
fn measure(
    ours: &[String],
    other: Option<&[String]>,
    tests: &[PathBuf],
    runs: usize,
) -> Result<(Duration, Option<Duration>)> {
    let (mut mine, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..runs {
        mine.push(cpu_time(ours, tests)?);
        if let Some(other) = other {
            theirs.push(cpu_time(other, tests)?);
        }
    }
    Ok((median(mine), other.map(|_| median(theirs))))
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn cpu_time(command: &[String], tests: &[PathBuf]) -> Result<Duration> {
    let spent = |usage: Usage| -> Duration {
        let times = [usage.user_time(), usage.system_time()];
        times.iter().map(|time| Duration::new(time.tv_sec() as u64, time.tv_usec() as u32 * 1000)).sum()
    };
    let before = spent(getrusage(UsageWho::RUSAGE_CHILDREN)?);
    let mut child = Command::new(&command[0]);
    child.args(&command[1..]).args(tests).stdout(Stdio::null()).stderr(Stdio::null());
    let status = child.status().with_context(|| format!("cannot run {}", command[0]))?;
    // Some tests of a set may be refused (status 1); more than that is no measurement.
    if status.code().is_none_or(|code| code > 1) {
        bail!("{} failed ({status})", command[0]);
    }
    Ok(spent(getrusage(UsageWho::RUSAGE_CHILDREN)?) - before)
}

fn print_row(set: &str, tests: usize, mine: Duration, theirs: Option<Duration>) {
    let mine = mine.as_secs_f64();
    let (other, ratio) = match theirs.map(|time| time.as_secs_f64()) {
        Some(other) => (format!("{other:.3}"), format!("{:.3}", mine / other.max(1e-6))),
        None => ("-".into(), "-".into()),
    };
    println!("{set:<60} {tests:>6} {mine:>8.3} {other:>8} {ratio:>7}");
}

fn read_baseline() -> Result<BTreeMap<String, Duration>> {
    let Ok(text) = std::fs::read_to_string(root().join(BASELINE)) else {
        return Ok(BTreeMap::new());
    };
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let row = |line: &str| {
        let (set, seconds) = line.split_once('\t')?;
        Some((set.to_owned(), Duration::try_from_secs_f64(seconds.parse().ok()?).ok()?))
    };
    lines.map(|line| row(line).with_context(|| format!("{BASELINE}: cannot read `{line}`"))).collect()
}

fn write_baseline(medians: &BTreeMap<String, Duration>) -> Result<()> {
    let mut text =
        String::from("# CPU seconds of `lakmus run`, median, by set; `cargo xtask bench --save` writes this file.\n");
    text += &format!("# Machine: {}\n", machine());
    for (set, time) in medians {
        text += &format!("{set}\t{:.3}\n", time.as_secs_f64());
    }
    std::fs::write(root().join(BASELINE), text).with_context(|| format!("cannot write {BASELINE}"))
}

/// The name of the processor, as far as the system tells.
fn machine() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": ")).map(|(_, name)| name);
    model.unwrap_or("unknown").to_owned()
}
