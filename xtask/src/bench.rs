//! `cargo xtask bench`: what `lakmus run` costs, compared with something.
//!
//! CPU time is the user and system time of a whole process, and the median of several runs counts; memory is its peak. What is
//! printed is a ratio: to another program that takes turns with ours on the same tests, or else to the numbers in
//! `benches/baseline.tsv`, whose times mean something only on the machine that the file names. Instructions are counted
//! instead of timed where asked for: they repeat to the last digit, nearly.

mod baseline;
mod goals;
mod measure;
mod pipeline;
mod sets;
mod table;
mod tester;
mod verify;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use self::measure::{Cost, Program};
use self::sets::Set;
use crate::cargo::{build_lakmus, root};
use crate::needs::{self, Purpose};

pub(crate) use self::measure::report_child;

const USAGE: &str = "\
usage: cargo xtask bench [--runs N] --tester
       cargo xtask bench [--runs N] --pipeline
       cargo xtask bench [--sample N] [--program LAKMUS] --verify
       cargo xtask bench [--runs N] [--program LAKMUS] --goals [DIR]...
       cargo xtask bench [--runs N] [--against 'COMMAND'] [--instructions] [--save] [SET]...

  SET                a litmus test or a directory of tests, or a piece of the names of sets in benches/sets; by default
                     all of those
  --tester           measure `lakmus test` instead: an atomic operation, a plain access, and memory beside ThreadSanitizer, an
                     execution beside a bare fork
  --pipeline         measure the pipeline of docs/gen.md instead: generating, running under two models, comparing
  --verify           measure `lakmus verify` instead: families of generated tests under each model and strategy of delays
  --goals            measure `lakmus run` with --decide, with --states and counting instead, on the tests below each DIR (by
                     default the families of the reference corpus): no goal may cost more than the next
  --sample N         with --verify, so many tests of each family (default 12)
  --program LAKMUS   with --verify or --goals, a lakmus that is there already, instead of one that is built
  --runs N           how often each program runs each set; the median counts (default 5). A program whose first run takes
                     more than 5 s of CPU time is not run again
  --model M          the model for our runs, instead of what benches/sets says
  --models DIR       both simulators run the model files in DIR (those of herd7: herd/libdir of its sources)
  --against COMMAND  another simulator, run in turn with ours: its words are split at blanks; the options that benches/sets
                     has for it and the tests follow
  --instructions     count instructions of ours, too (with perf where the processor's counters can be read, else with valgrind)
  --save             write what was measured of ours to benches/baseline.tsv
";

struct Request {
    is_tester: bool,
    is_pipeline: bool,
    is_verify: bool,
    /// With `--goals`, the directories that are named.
    goals: Option<Vec<String>>,
    sample: usize,
    program: Option<PathBuf>,
    runs: usize,
    model: Option<String>,
    models: Option<String>,
    against: Option<Vec<String>>,
    instructions: bool,
    save: bool,
    sets: Vec<Set>,
}

/// # Errors
/// When the options make no sense, or a program cannot be run.
pub(crate) fn run(arguments: &[String]) -> Result<()> {
    if arguments.iter().any(|argument| argument == "--help" || argument == "-h") {
        print!("{USAGE}");
        return Ok(());
    }
    let request = parse(arguments)?;
    if request.is_tester {
        needs::provide(&[Purpose::BenchTester]).ensure_none()?;
        return tester::run(request.runs);
    }
    if request.is_pipeline {
        return pipeline::run(request.runs);
    }
    if request.is_verify {
        needs::provide(&[Purpose::BenchVerify]).ensure_none()?;
        return verify::run(request.program, request.sample);
    }
    if let Some(directories) = &request.goals {
        return goals::run(request.program, directories, request.runs);
    }
    let lakmus = installed(&build_lakmus()?)?.display().to_string();
    // One job: CPU time is compared, and other simulators have one thread.
    let ours = Program::new(vec![lakmus, "run".into(), "--jobs".into(), "1".into()]);
    let theirs = request.against.clone().map(Program::new);
    let mut known = baseline::read()?;
    let counter = if request.instructions { measure::counter() } else { None };
    table::heading(&request, counter.as_ref());
    let mut measured = BTreeMap::new();
    for set in &request.sets {
        let tests = set.tests()?;
        let [mut options, their_options] = match &request.models {
            Some(directory) => set.with_models_in(directory)?,
            None => [set.ours.clone(), set.theirs.clone()],
        };
        if let Some(model) = &request.model {
            options = vec!["--model".into(), model.clone()];
        }
        let ours = ours.with(&options);
        let theirs = theirs.as_ref().map(|theirs| theirs.with(&their_options));
        let (mut mine, other) = measure::in_turn(&ours, theirs.as_ref(), &tests, request.runs)?;
        if let Some(counter) = &counter {
            mine.instructions = counter.count(&ours, &tests)?;
        }
        let other = if request.against.is_some() { other } else { known.get(&set.name).copied() };
        table::row(&set.name, tests.len(), &mine, other.as_ref());
        measured.insert(set.name.clone(), mine);
    }
    if !request.save {
        return Ok(());
    }
    known.extend(measured);
    baseline::write(&known)
}

/// A copy of a program, as an installation makes one.
///
/// A linker writes its output in no order, and in the page cache it stays in single pages; what is written from the first byte to the last lies in
/// larger pieces, of which the kernel maps more at a time. A short run that follows a long one of another program takes a quarter longer otherwise.
fn installed(program: &Path) -> Result<PathBuf> {
    let copy = directory_beside(program)?.join("lakmus");
    std::fs::copy(program, &copy).with_context(|| format!("cannot write {}", copy.display()))?;
    Ok(copy)
}

/// Where measured programs are put: beside the directory that cargo has put `lakmus` into.
fn directory_beside(lakmus: &Path) -> Result<PathBuf> {
    let directory = lakmus.ancestors().nth(2).context("lakmus lies nowhere")?.join("bench");
    std::fs::create_dir_all(&directory).with_context(|| format!("cannot make {}", directory.display()))?;
    Ok(directory)
}

fn parse(arguments: &[String]) -> Result<Request> {
    let mut request = Request {
        is_tester: false,
        is_pipeline: false,
        is_verify: false,
        goals: None,
        sample: 12,
        program: None,
        runs: 5,
        model: None,
        models: None,
        against: None,
        instructions: false,
        save: false,
        sets: Vec::new(),
    };
    let mut wanted = Vec::new();
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        let mut value = || words.next().with_context(|| format!("{word} needs a value\n{USAGE}"));
        match word.as_str() {
            "--tester" => request.is_tester = true,
            "--pipeline" => request.is_pipeline = true,
            "--verify" => request.is_verify = true,
            "--goals" => request.goals = Some(Vec::new()),
            "--sample" => request.sample = value()?.parse().context("--sample needs a number")?,
            "--program" => request.program = Some(value()?.into()),
            "--runs" => request.runs = value()?.parse().context("--runs needs a number")?,
            "--model" => request.model = Some(value()?.clone()),
            "--models" => request.models = Some(value()?.clone()),
            "--against" => request.against = Some(value()?.split_whitespace().map(str::to_owned).collect()),
            "--instructions" => request.instructions = true,
            "--save" => request.save = true,
            other if other.starts_with('-') => bail!("no option `{other}`\n{USAGE}"),
            set => wanted.push(set.to_owned()),
        }
    }
    if request.runs == 0 || request.against.as_ref().is_some_and(Vec::is_empty) {
        bail!("--runs needs at least 1, --against a command");
    }
    match &mut request.goals {
        Some(directories) => *directories = wanted,
        None => request.sets = sets::chosen(&wanted)?,
    }
    Ok(request)
}
