//! Litmus tests through compilers: what the programs that `lakmus litmus2c` writes end in under `lakmus test`.
//!
//! A program may end only in states that the simulator allows under the model `c11tester`, whatever the compiler made of it, and nothing may be found
//! in it: one trial a compiler and level of optimisation. So that this says something, one of the states must be weak: not allowed under `sc`.
//!
//! The tests are those of `corpus/c` and of this directory, and of the generated ones the sample that [`is_in_sample`] chooses; without those that have undefined behaviour or no
//! complete execution, and those with no translation, which [`NOT_TRANSLATED`] lists. With the environment variable `LAKMUS_ALL_TRANSLATED` set, all
//! generated tests are taken.
//!
//! All tests are linked into one program, each with its `main` under another name.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use lakmus::sim::{Options, Report, RunError, Test, simulate};
use lakmus::source::{Diagnostic, Sources};
use lakmus::tester::litmus2c;
use libtest_mimic::{Arguments, Failed, Trial};

const LAKMUS: &str = env!("CARGO_BIN_EXE_lakmus");

/// The first one is required; of the clangs one is taken.
const COMPILERS: [&str; 4] = ["gcc", "clang", "clang-19", "clang-14"];

/// How many executions of each test a trial does, from the seed 1 on.
const EXECUTIONS: &str = "50";

/// The tests of `corpus/c` that are refused, all for the same reason: an integer of 32 bits holds an address.
const NOT_TRANSLATED: [&str; 1] = ["addresses-in-ints"];

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    if !cfg!(all(target_os = "linux", target_env = "gnu", target_arch = "x86_64")) {
        // There is no runtime for other systems yet.
        return ExitCode::SUCCESS;
    }
    if !arguments.list {
        build_runtime();
    }
    let is_there =
        |compiler: &&str| Command::new(compiler).arg("--version").output().is_ok_and(|output| output.status.success());
    let clang = COMPILERS[1..].iter().copied().find(is_there);
    let mut trials = vec![Trial::test("refused", || refused().map_err(Failed::from))];
    for compiler in std::iter::once(COMPILERS[0]).chain(clang) {
        for level in ["-O0", "-O2"] {
            let name = format!("{compiler}::{}", &level[1..]);
            trials.push(Trial::test(name, move || through(compiler, level).map_err(Failed::from)));
        }
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// `cargo test` builds no library that nobody links.
fn build_runtime() {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--quiet", "--package", "lakmus-rt"]);
    if Path::new(LAKMUS).parent().is_some_and(|binaries| binaries.ends_with("release")) {
        cargo.arg("--release");
    }
    cargo.current_dir(env!("CARGO_MANIFEST_DIR"));
    assert!(cargo.status().is_ok_and(|status| status.success()), "the runtime library cannot be built");
}

/// A test and what it may end in.
struct Case {
    name: String,
    program: String,
    allowed: BTreeSet<String>,
    /// What is allowed under `sc`.
    strong: BTreeSet<String>,
}

/// About one in 26: by the name's FNV-1a hash, so that more tests do not change the choice.
fn is_in_sample(name: &str) -> bool {
    let hash = name
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    hash % 26 == 0 || std::env::var_os("LAKMUS_ALL_TRANSLATED").is_some()
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

fn cases() -> Result<Vec<Case>, String> {
    let corpus = root().join("corpus/c");
    let mut files = tests(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/translated"));
    files.extend(tests(&corpus));
    files.extend(tests(&corpus.join("dialect")));
    files.retain(|file| !NOT_TRANSLATED.contains(&stem(file).as_str()));
    let generated = tests(&root().join("../shared/corpus/generated/C"));
    files.extend(generated.into_iter().filter(|file| is_in_sample(&stem(file))));
    let cases: Result<Vec<Option<Case>>, String> = files.iter().map(|file| case(file)).collect();
    Ok(cases?.into_iter().flatten().collect())
}

/// None when nothing can be said about what the test ends in.
fn case(file: &Path) -> Result<Option<Case>, String> {
    let mut sources = Sources::new();
    let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
    let source = sources.add(file.display().to_string(), text);
    let told = |found: Vec<Diagnostic>| format!("{}: {}", file.display(), messages(&found));
    let test = Test::load(&sources, source, "test").map_err(told)?;
    let allowed = simulated(&test, "c11tester", &mut sources)?;
    if allowed.flags.iter().any(|flag| flag == "*undef*") || allowed.states.is_empty() {
        return Ok(None);
    }
    let strong = simulated(&test, "sc", &mut sources)?;
    let program = litmus2c::translate(&test, &sources, source).map_err(told)?;
    let set = |report: Report| report.states.into_iter().collect();
    Ok(Some(Case { name: stem(file), program, allowed: set(allowed), strong: set(strong) }))
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
    let cases = cases()?;
    let place = tempfile::tempdir().map_err(|error| error.to_string())?;
    let program = build(&cases, compiler, level, place.path())?;
    let (mut wrong, mut weak) = (Vec::new(), 0);
    for (number, case) in cases.iter().enumerate() {
        let seen = run(&program, number, place.path()).map_err(|error| format!("{}: {error}", case.name))?;
        wrong.extend(seen.difference(&case.allowed).map(|state| format!("{}: {state}", case.name)));
        weak += seen.difference(&case.strong).count();
    }
    match (wrong.is_empty(), weak) {
        (false, _) => Err(format!("not allowed:\n{}", wrong.join("\n"))),
        (true, 0) => Err("no state is weak".to_owned()),
        (true, _) => Ok(()),
    }
}

/// One program of all tests: the argument is the number of the test.
fn build(cases: &[Case], compiler: &str, level: &str, place: &Path) -> Result<PathBuf, String> {
    let write = |name: &str, text: &str| std::fs::write(place.join(name), text).map_err(|error| error.to_string());
    let mut main = "#include <stdlib.h>\n".to_owned();
    let mut table = String::new();
    let mut files = vec!["main.c".to_owned()];
    for (number, case) in cases.iter().enumerate() {
        write(&format!("{number}.c"), &format!("#define main test_{number}\n{}", case.program))?;
        main += &format!("int test_{number}(void);\n");
        table += &format!("test_{number}, ");
        files.push(format!("{number}.c"));
    }
    main += &format!("static int (*const tests[])(void) = {{ {table}}};\n");
    main += "int main(int count, char **words) { return tests[atoi(words[count - 1])](); }\n";
    write("main.c", &main)?;
    let mut command = Command::new(LAKMUS);
    command.current_dir(place).args(["cc", "--compiler", compiler, "-std=c11", level]);
    succeeds(command.args(&files).args(["-o", "program"]))?;
    Ok(place.join("program"))
}

/// The states that executions of a test end in.
fn run(program: &Path, number: usize, place: &Path) -> Result<BTreeSet<String>, String> {
    let states = place.join(format!("{number}.states"));
    let mut command = Command::new(LAKMUS);
    command.env(litmus2c::VARIABLE, &states).args(["test", "--executions", EXECUTIONS, "--seed", "1", "--"]);
    succeeds(command.arg(program).arg(number.to_string()))?;
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
        match litmus2c::translate(&test, &sources, source) {
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
