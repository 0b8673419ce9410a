//! Real programs through `lakmus cc`, `lakmus cxx` and `lakmus test`, with each compiler that is there.
//!
//! The sources are in `crates/tester/tests/programs`: `algorithms` with a published bug (`-DBUG`) and without, `correct` programs in which
//! nothing may be found, `loaded` ones that load a library, and `endings`, which say in comments what must be found (`// Finds: TEXT`, with
//! `// Options: ...`).
//!
//! The runtime library is built by cargo when the tests begin. Seeds are fixed, so that the statistics are too.

mod builds;
mod cases;
mod exhaustive;
mod random;
#[path = "../runtime/mod.rs"]
mod runtime;
mod suites;
mod surroundings;
mod traces;
mod volatiles;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output};
use std::time::Duration;

use libtest_mimic::{Arguments, Failed, Trial};
use tester::program::{Request, Results, run};

const LAKMUS: &str = env!("CARGO_BIN_EXE_lakmus");

/// Compilers for C and C++. The first is required.
const COMPILERS: [(&str, &str); 4] =
    [("gcc", "g++"), ("clang", "clang++"), ("clang-14", "clang++-14"), ("clang-19", "clang++-19")];

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    if !runtime::is_supported() {
        testing::cases_not_run(1, "of programs (all of them)", "the runtime is not for this machine");
        return ExitCode::SUCCESS;
    }
    if !arguments.list {
        runtime::build();
    }
    let mut trials = Vec::new();
    let mut known = BTreeSet::new();
    for (c, cxx) in COMPILERS {
        if version(c).is_some_and(|version| !known.insert(version)) {
            testing::cases_not_run(0, &format!("by {c}"), "it is one of the other compilers by another name");
            continue;
        }
        let are_there = [c, cxx].map(testing::is_there);
        for (compiler, _) in [c, cxx].iter().zip(are_there).filter(|(_, is_there)| !is_there) {
            testing::cases_not_run(0, "of programs, ignored", &format!("{compiler} cannot be run"));
        }
        // What a compiler that is not there does not compile counts as ignored.
        let trial = |group: &str, source: &Path, test: fn(&Path, &str) -> Outcome| {
            let is_there = are_there[usize::from(is_cxx(source))];
            trial(group, c, compiler_for(source, c, cxx), source, test).with_ignored_flag(!is_there)
        };
        for source in sources("algorithms") {
            trials.push(trial("algorithms", &source, algorithm));
        }
        for source in sources("correct") {
            trials.push(trial("correct", &source, correct));
        }
        for source in sources("endings") {
            trials.push(trial("endings", &source, ending));
        }
    }
    let has_cxx = testing::is_there("g++");
    trials.push(Trial::test("replay::seeds", || replay().map_err(Failed::from)).with_ignored_flag(!has_cxx));
    trials.push(Trial::test("built::by-gcc-alone", || built_by_gcc().map_err(Failed::from)));
    trials.push(Trial::test("loaded::constructor", || loaded().map_err(Failed::from)));
    trials.push(Trial::test("refused::what-cannot-be-tested", || refused().map_err(Failed::from)));
    trials.extend(suites::trials());
    trials.extend(surroundings::trials());
    trials.extend(builds::trials());
    trials.extend(cases::trials());
    trials.extend(exhaustive::trials());
    trials.extend(random::trials());
    trials.extend(traces::trials());
    trials.extend(volatiles::trials());
    if !testing::is_there("gcc") {
        trials = trials.into_iter().map(|trial| trial.with_ignored_flag(true)).collect();
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// What a compiler says that it is. In Debian 12, `clang` is `clang-14`.
fn version(compiler: &str) -> Option<Vec<u8>> {
    Some(Command::new(compiler).arg("--version").output().ok()?.stdout)
}

type Outcome = Result<(), String>;

fn compiler_for(source: &Path, c: &'static str, cxx: &'static str) -> &'static str {
    if is_cxx(source) { cxx } else { c }
}

fn is_cxx(source: &Path) -> bool {
    source.extension().is_some_and(|name| name == "cc")
}

fn trial(group: &str, family: &str, compiler: &'static str, source: &Path, test: fn(&Path, &str) -> Outcome) -> Trial {
    let source = source.to_owned();
    let name = source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    Trial::test(format!("{group}::{family}::{name}"), move || test(&source, compiler).map_err(Failed::from))
}

fn sources(group: &str) -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tester/tests/programs").join(group);
    let entries = std::fs::read_dir(&directory).unwrap_or_else(|error| panic!("{}: {error}", directory.display()));
    let mut sources: Vec<PathBuf> = entries.map(|entry| entry.expect("a directory entry").path()).collect();
    sources.sort();
    sources
}

/// Where cargo puts what belongs to the tested binary.
fn binaries() -> &'static Path {
    Path::new(LAKMUS).parent().expect("a path in a directory")
}

/// A directory for what a test builds.
fn workplace() -> Result<tempfile::TempDir, String> {
    tempfile::tempdir().map_err(|error| error.to_string())
}

/// Compiles and links by `lakmus cc` or `lakmus cxx`.
fn build(source: &Path, compiler: &str, options: &[&str], program: &Path) -> Outcome {
    let mut command = Command::new(LAKMUS);
    command.arg(if is_cxx(source) { "cxx" } else { "cc" }).args(["--compiler", compiler]);
    command.args(["-w", "-O1"]).args(options).arg(source).arg("-o").arg(program);
    if is_cxx(source) {
        command.arg("-std=c++20");
    }
    succeeds(command.arg("-latomic")).map(|_| ())
}

fn output(command: &mut Command) -> Result<Output, String> {
    command.output().map_err(|error| format!("{command:?}: {error}"))
}

fn succeeds(command: &mut Command) -> Result<String, String> {
    let output = output(command)?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    if output.status.success() { Ok(text) } else { Err(format!("{command:?}: {}\n{text}", output.status)) }
}

fn request(program: &Path, seed: u64, executions: u64) -> Request {
    let mut request = Request::new(program, binaries().join("liblakmus_rt.so"));
    (request.seed, request.executions, request.jobs) = (seed, Some(executions), 2);
    request.timeout = Duration::from_secs(60);
    request
}

fn alone(program: &Path, seed: u64, executions: u64) -> Request {
    let mut request = request(program, seed, executions);
    request.jobs = 1;
    request
}

fn results(request: &Request) -> Result<Results, String> {
    run(request).map_err(|error| error.to_string())
}

/// Of the starts with 10 executions each at least 95 % find the bug: of 100, or of 20 where what takes long is left out. Without the bug nothing is found.
fn algorithm(source: &Path, compiler: &str) -> Outcome {
    const EXECUTIONS: u64 = 10;
    let starts = if testing::is_thorough() { 100 } else { 20 };
    let place = workplace()?;
    let program = place.path().join("program");
    build(source, compiler, &["-DBUG"], &program)?;
    // A start with seed S has the executions with the seeds S to S + 9, here the starts are S = 0, 10, 20, ...
    let found = results(&request(&program, 0, starts * EXECUTIONS))?;
    let each = found.executions.chunks(EXECUTIONS as usize);
    let good = each.filter(|start| start.iter().any(|execution| execution.findings > 0)).count();
    if found.executions.len() as u64 != starts * EXECUTIONS || 100 * good < 95 * starts as usize {
        return Err(format!("{good} of {starts} starts find the bug, in {} executions", found.executions.len()));
    }
    build(source, compiler, &[], &program)?;
    finds_nothing(&program, 4 * starts, &[])
}

fn finds_nothing(program: &Path, executions: u64, options: &[&str]) -> Outcome {
    let mut command = Command::new(LAKMUS);
    command.args(["test", "--timeout", "60", "--executions", &executions.to_string()]).args(options);
    succeeds(command.arg("--").arg(program)).map(|_| ())
}

fn correct(source: &Path, compiler: &str) -> Outcome {
    let place = workplace()?;
    let program = place.path().join("program");
    build(source, compiler, &[], &program)?;
    finds_nothing(&program, 100, &[])?;
    finds_nothing(&program, 20, &["--threads-on", "kernel"])
}

fn ending(source: &Path, compiler: &str) -> Outcome {
    let text = std::fs::read_to_string(source).map_err(|error| error.to_string())?;
    let place = workplace()?;
    let program = place.path().join("program");
    build(source, compiler, &[], &program)?;
    let mut command = Command::new(LAKMUS);
    command.arg("test");
    match text.lines().find_map(|line| line.strip_prefix("// Options: ")) {
        Some(options) => command.args(options.split_whitespace()),
        None => command.args(["--executions", "20"]),
    };
    let output = output(command.arg("--").arg(&program))?;
    let printed = String::from_utf8_lossy(&output.stdout);
    let wanted = text.lines().filter_map(|line| line.strip_prefix("// Finds: "));
    let missing: Vec<&str> = wanted.filter(|wanted| !printed.contains(wanted)).collect();
    if !missing.is_empty() || output.status.code() != Some(1) {
        return Err(format!("{}, missing {missing:?} in\n{printed}", output.status));
    }
    Ok(())
}

/// An execution is determined by its seed: in any run, with any number of jobs.
fn replay() -> Outcome {
    for name in ["algorithms/mpmc-queue.cc", "algorithms/ms-queue.c", "correct/library.cc", "correct/waits.c"] {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tester/tests/programs").join(name);
        let place = workplace()?;
        let program = place.path().join("program");
        build(&source, if is_cxx(&source) { "g++" } else { "gcc" }, &["-DBUG"], &program)?;
        let all = results(&request(&program, 7, 24))?;
        let by_itself = results(&alone(&program, 7, 24))?;
        if all.executions != by_itself.executions {
            return Err(format!("{name}: jobs make a difference"));
        }
        let digests: BTreeSet<u64> = all.executions.iter().map(|execution| execution.digest).collect();
        if digests.len() < 12 {
            return Err(format!("{name}: {} different executions of 24", digests.len()));
        }
        for execution in &all.executions[..8] {
            // One execution by itself, with output that goes through.
            let request = alone(&program, execution.seed, 2);
            let again = results(&request)?.executions[0];
            let same = (again.digest, again.operations, again.findings);
            if same != (execution.digest, execution.operations, execution.findings) {
                return Err(format!("{name}: {execution:?} is not repeated by {again:?}"));
            }
        }
    }
    Ok(())
}

/// A program that gcc has built for its own runtime, compiled and linked without us.
fn built_by_gcc() -> Outcome {
    let place = workplace()?;
    let program = place.path().join("program");
    let source = sources("algorithms").into_iter().find(|path| path.ends_with("ms-queue.c")).ok_or("no ms-queue.c")?;
    let mut gcc = Command::new("gcc");
    succeeds(gcc.args(["-g", "-fsanitize=thread", "-DBUG"]).arg(&source).arg("-o").arg(&program))?;
    let mut command = Command::new(LAKMUS);
    let output = output(command.args(["test", "--executions", "100", "--"]).arg(&program))?;
    let printed = String::from_utf8_lossy(&output.stdout);
    if output.status.code() == Some(1) && printed.contains("data race: write and read") {
        return Ok(());
    }
    Err(format!("{}\n{printed}", output.status))
}

/// A library that a program loads, and that creates the first thread.
fn loaded() -> Outcome {
    let place = workplace()?;
    let [library, program] = ["library.so", "program"].map(|name| place.path().join(name));
    let source =
        sources("loaded").into_iter().find(|path| path.ends_with("constructor.c")).ok_or("no constructor.c")?;
    build(&source, "gcc", &["-DPLUGIN", "-shared", "-fPIC"], &library)?;
    build(&source, "gcc", &[&format!("-DLIBRARY=\"{}\"", library.display())], &program)?;
    finds_nothing(&program, 20, &[])
}

/// What cannot be tested is refused, and it is said what to do.
fn refused() -> Outcome {
    let place = workplace()?;
    let source = place.path().join("main.c");
    // The functions that clang links in from its static runtime.
    let text = "void __tsan_init(void) {}\nint main(void) { return 0; }\n";
    std::fs::write(&source, text).map_err(|error| error.to_string())?;
    let cases: [(&[&str], &str); 3] = [
        (&["-rdynamic"], "contains the compiler's own ThreadSanitizer runtime"),
        (&["-static"], "is statically linked"),
        (&["-D__tsan_init=other"], "did not load the runtime library"),
    ];
    for (options, message) in cases {
        let program = place.path().join("program");
        succeeds(Command::new("gcc").args(options).arg(&source).arg("-o").arg(&program))?;
        let mut command = Command::new(LAKMUS);
        let output = output(command.args(["test", "--"]).arg(&program))?;
        let printed = String::from_utf8_lossy(&output.stderr);
        if output.status.code() != Some(2) || !printed.contains(message) {
            return Err(format!("{options:?}: {}\n{printed}", output.status));
        }
    }
    let mut command = Command::new(LAKMUS);
    let output = output(command.args(["test", "--", "./no-such-program"]))?;
    if output.status.code() != Some(2) {
        return Err(format!("a program that is not there: {}", output.status));
    }
    Ok(())
}
