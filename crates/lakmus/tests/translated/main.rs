//! Litmus tests through compilers: what the programs that `lakmus litmus2c` writes end in under `lakmus test`.
//!
//! A program may end only in states that the simulator allows under the model `c11tester`, whatever the compiler made of it, and nothing may be found
//! in it: one trial a compiler and level of optimisation. So that this says something, one of the states must be weak: not allowed under `sc`.
//!
//! The tests are those of `corpus/c`, of this directory, and one in [`SHARE`] of the generated ones (all with `LAKMUS_ALL`); without those that have undefined behaviour or no
//! complete execution, and those with no translation, which [`NOT_TRANSLATED`] lists.
//!
//! And *all* executions of such a program, where there are not too many, end in exactly those states: gcc without optimisation neither reorders nor merges accesses.
//!
//! Compilers and processes take most of their time to begin. So all tests are linked into one program, each with its `main` under another name;
//! generated ones are compiled a hundred at a time, with a number behind each of their names (written ones by themselves, as what they are called is part of
//! what is tested); and an execution does sixteen tests in turn.

#[path = "../runtime/mod.rs"]
mod runtime;

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::LazyLock;

use libtest_mimic::{Arguments, Failed, Trial};
use sim::{Options, Report, RunError, Test, simulate};
use source::{Diagnostic, Sources};
use tester::litmus2c::{self, Ending};

const LAKMUS: &str = env!("CARGO_BIN_EXE_lakmus");

/// The first one is required; of the clangs one is taken.
const COMPILERS: [&str; 4] = ["gcc", "clang", "clang-19", "clang-14"];

/// How many executions of each test a trial does, from the seed 1 on.
const EXECUTIONS: &str = "50";

/// How many executions of a test an exhaustive search does at most.
const MOST_EXECUTIONS: &str = "1000";

/// How many generated tests are compiled at once.
const COMPILED_AT_ONCE: usize = 100;

/// Which share of the generated tests is tried.
const SHARE: usize = 12;

/// How many tests an execution does.
const IN_TURN: usize = 16;

/// The tests of `corpus/c` that are refused, all for the same reason: an integer of 32 bits holds an address.
const NOT_TRANSLATED: [&str; 1] = ["addresses-in-ints"];

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    if !runtime::is_supported() {
        testing::cases_not_run(6, "of translated tests", "the runtime is not for this machine");
        return ExitCode::SUCCESS;
    }
    if !arguments.list {
        runtime::build();
    }
    let clang = COMPILERS[1..].iter().copied().find(|compiler| testing::is_there(compiler));
    let mut trials = vec![Trial::test("refused", || refused().map_err(Failed::from))];
    for compiler in std::iter::once(COMPILERS[0]).chain(clang) {
        for level in ["-O0", "-O2"] {
            let name = format!("{compiler}::{}", &level[1..]);
            trials.push(Trial::test(name, move || through(compiler, level).map_err(Failed::from)));
        }
    }
    trials.push(Trial::test("gcc::O0::exhaustive", || all_states().map_err(Failed::from)));
    if clang.is_none() {
        testing::cases_not_run(2, "of translated tests", "clang cannot be run");
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// A test and what it may end in.
struct Case {
    name: String,
    is_generated: bool,
    /// Whether `allowed` says it all: no loop was cut.
    is_whole: bool,
    program: String,
    allowed: BTreeSet<String>,
    /// What is allowed under `sc`.
    strong: BTreeSet<String>,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The name of a test without its extension.
fn stem(file: &Path) -> String {
    file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}

/// All tests of a directory; none where it does not exist.
fn tests(directory: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(directory) else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a directory entry").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "litmus"));
    files.sort();
    files
}

/// The same for all trials.
static CASES: LazyLock<Result<Vec<Case>, String>> = LazyLock::new(|| {
    let corpus = root().join("corpus/c");
    let mut written = tests(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/translated"));
    written.extend(tests(&corpus));
    written.extend(tests(&corpus.join("dialect")));
    written.retain(|file| !NOT_TRANSLATED.contains(&stem(file).as_str()));
    let mut generated = tests(&testing::generated("C"));
    if !testing::is_thorough() {
        generated = generated.into_iter().step_by(SHARE).collect();
    }
    let files = written.iter().map(|file| (file, false)).chain(generated.iter().map(|file| (file, true)));
    let cases: Result<Vec<Option<Case>>, String> = files.map(|(file, is_generated)| case(file, is_generated)).collect();
    Ok(cases?.into_iter().flatten().collect())
});

/// None when nothing can be said about what the test ends in.
fn case(file: &Path, is_generated: bool) -> Result<Option<Case>, String> {
    let mut sources = Sources::new();
    let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
    let source = sources.add(file.display().to_string(), text);
    let printed = |found: Vec<Diagnostic>| format!("{}: {}", file.display(), messages(&found));
    let test = Test::load(&sources, source, "test").map_err(printed)?;
    let allowed = simulated(&test, "c11tester", &mut sources)?;
    if allowed.flags.iter().any(|flag| flag == "*undef*") || allowed.states.is_empty() {
        return Ok(None);
    }
    let strong = simulated(&test, "sc", &mut sources)?;
    let program = litmus2c::translate(&test, &sources, source, Ending::FinalState).map_err(printed)?;
    let is_whole = !allowed.is_cut;
    let set = |report: Report| report.states.into_iter().collect();
    Ok(Some(Case { name: stem(file), is_generated, is_whole, program, allowed: set(allowed), strong: set(strong) }))
}

fn simulated(test: &Test, model: &str, sources: &mut Sources) -> Result<Report, String> {
    let model = lakmus::shipped_model(model, test.language(), sources).map_err(|found| messages(&found))?;
    simulate(test, &model, &Options::default()).map_err(|error| match error {
        RunError::Refused(found) => messages(&found),
        RunError::Stopped(reason) => reason.to_string(),
    })
}

fn messages(found: &[Diagnostic]) -> String {
    found.iter().map(|diagnostic| diagnostic.message.clone()).collect::<Vec<_>>().join("\n")
}

fn through(compiler: &str, level: &str) -> Result<(), String> {
    let cases = CASES.as_ref().map_err(String::clone)?;
    let place = tempfile::tempdir().map_err(|error| error.to_string())?;
    let program = build(cases, compiler, level, place.path())?;
    let (mut wrong, mut weak) = (Vec::new(), 0);
    for first in (0..cases.len()).step_by(IN_TURN) {
        let numbers = first..cases.len().min(first + IN_TURN);
        let names =
            || numbers.clone().map(|number| format!("\ntest {number} is {}", cases[number].name)).collect::<String>();
        run(&program, numbers.clone(), place.path()).map_err(|error| format!("{error}{}", names()))?;
        for number in numbers.clone() {
            let case = &cases[number];
            let seen = states(number, place.path())?;
            wrong.extend(seen.difference(&case.allowed).map(|state| format!("{}: {state}", case.name)));
            weak += seen.difference(&case.strong).count();
        }
    }
    match (wrong.is_empty(), weak) {
        (false, _) => Err(format!("not allowed:\n{}", wrong.join("\n"))),
        (true, 0) => Err("no state is weak".to_owned()),
        (true, _) => Ok(()),
    }
}

/// Exhaustive exploration of each test's program ends in exactly the states that the simulator allows.
fn all_states() -> Result<(), String> {
    let cases = CASES.as_ref().map_err(String::clone)?;
    let place = tempfile::tempdir().map_err(|error| error.to_string())?;
    let program = build(cases, "gcc", "-O0", place.path())?;
    let (mut wrong, mut complete) = (Vec::new(), 0);
    for (number, case) in cases.iter().enumerate() {
        let mut command = Command::new(LAKMUS);
        command.env("DIRECTORY", place.path());
        command.args(["test", "--exhaustive", "--json", "--executions", MOST_EXECUTIONS, "--"]).arg(&program);
        let output = command.args([number, number + 1].map(|number| number.to_string())).output();
        let output = output.map_err(|error| error.to_string())?;
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        if !output.status.success() {
            return Err(format!("{}: {}\n{printed}", case.name, output.status));
        }
        let seen = states(number, place.path())?;
        wrong.extend(seen.difference(&case.allowed).map(|state| format!("{} has {state}", case.name)));
        if printed.contains("\"complete\":true") && case.is_whole {
            complete += 1;
            wrong.extend(case.allowed.difference(&seen).map(|state| format!("{} lacks {state}", case.name)));
        }
    }
    if !wrong.is_empty() {
        return Err(wrong.join("\n"));
    }
    // Some have loops, or too many executions.
    if complete * 10 < cases.len() * 9 {
        return Err(format!("the search is complete for {complete} of {} tests only", cases.len()));
    }
    Ok(())
}

/// One program of all tests: its arguments are the numbers of the first test to do and of the one to stop before.
fn build(cases: &[Case], compiler: &str, level: &str, place: &Path) -> Result<PathBuf, String> {
    let write = |name: &str, text: &str| std::fs::write(place.join(name), text).map_err(|error| error.to_string());
    let mut files = vec!["main.c".to_owned()];
    write("main.c", &main_file(cases.len()))?;
    let (generated, written): (Vec<usize>, Vec<usize>) =
        (0..cases.len()).partition(|&number| cases[number].is_generated);
    for numbers in written.chunks(1).chain(generated.chunks(COMPILED_AT_ONCE)) {
        let file = format!("{}.c", numbers[0]);
        write(&file, &numbers.iter().map(|&number| numbered(&cases[number], number)).collect::<String>())?;
        files.push(file);
    }
    let mut command = Command::new(LAKMUS);
    command.current_dir(place).args(["cc", "--compiler", compiler, "-std=c11", level]);
    succeeds(command.args(&files).args(["-o", "program"]))?;
    Ok(place.join("program"))
}

/// Does tests in turn; each puts its states into a file of its own.
fn main_file(tests: usize) -> String {
    let list = |before: &str, behind: &str| -> String {
        (0..tests).map(|number| format!("{before}test_{number}{behind}")).collect()
    };
    format!(
        r#"#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
{}
static int (*const tests[])(void) = {{ {} }};

int main(int count, char **words) {{
  char path[4096];
  const char *directory = getenv("DIRECTORY");
  if (count != 3 || directory == NULL) {{
    return 2;
  }}
  for (int number = atoi(words[1]); number < atoi(words[2]); number++) {{
    snprintf(path, sizeof path, "%s/%d.states", directory, number);
    setenv("{}", path, 1);
    if (tests[number]() != 0) {{
      return 1;
    }}
  }}
  return 0;
}}
"#,
        list("int ", "(void);\n"),
        list("", ", "),
        litmus2c::VARIABLE,
    )
}

/// The program of a test with its `main` called `test_{number}`, so that several can be linked; that of a generated one with another
/// name for all that it declares in file scope, so that several can be in one file.
fn numbered(case: &Case, number: usize) -> String {
    let mut names = BTreeSet::new();
    if case.is_generated {
        names.extend(case.program.lines().filter_map(declared_name));
    }
    let mut text = format!("#define main test_{number}\n");
    text.extend(names.iter().map(|name| format!("#define {name} {name}_{number}\n")));
    text += &case.program;
    text.extend(names.iter().map(|name| format!("#undef {name}\n")));
    text + "#undef main\n"
}

/// The name that a line declares in file scope, as `litmus2c` writes them: the last word before an initialiser, parameters, a size or the end.
fn declared_name(line: &str) -> Option<&str> {
    let declarator = line.strip_prefix("static ")?.split(['=', '(', '[', ';']).next()?.trim_end();
    declarator.rsplit(|c: char| !c.is_ascii_alphanumeric() && c != '_').next()
}

/// Executes tests.
fn run(program: &Path, numbers: Range<usize>, place: &Path) -> Result<(), String> {
    let mut command = Command::new(LAKMUS);
    command.env("DIRECTORY", place).args(["test", "--executions", EXECUTIONS, "--seed", "1", "--jobs", "1", "--"]);
    succeeds(command.arg(program).args([numbers.start, numbers.end].map(|number| number.to_string())))
}

/// The states that executions of a test have ended in.
fn states(number: usize, place: &Path) -> Result<BTreeSet<String>, String> {
    let states = place.join(format!("{number}.states"));
    // A filter may leave all executions out: then there is no file.
    let text = if states.exists() { std::fs::read_to_string(&states) } else { Ok(String::new()) };
    Ok(text.map_err(|error| error.to_string())?.lines().map(str::to_owned).collect())
}

/// What has no translation is refused with its place.
fn refused() -> Result<(), String> {
    for name in NOT_TRANSLATED {
        let path = root().join(format!("corpus/c/{name}.litmus"));
        let mut sources = Sources::new();
        let source = sources.add(name, std::fs::read_to_string(&path).map_err(|error| error.to_string())?);
        let test = Test::load(&sources, source, name).map_err(|found| messages(&found))?;
        match litmus2c::translate(&test, &sources, source, Ending::FinalState) {
            Ok(_) => return Err(format!("{name} is translated now: take it off the list")),
            Err(found) if found.iter().all(|diagnostic| diagnostic.span().is_some()) => {}
            Err(found) => return Err(format!("{name}: no place: {}", messages(&found))),
        }
    }
    Ok(())
}

fn succeeds(command: &mut Command) -> Result<(), String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let tail: Vec<&str> = out.lines().chain(err.lines()).take(60).collect();
    Err(format!("{}\n{}", output.status, tail.join("\n")))
}
