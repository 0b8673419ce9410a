//! The programs on which the tester once fell short, where the reference corpus lies beside the repository (`../shared/corpus/tester-cases`).

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use libtest_mimic::{Failed, Trial};

use super::{LAKMUS, Outcome, output, succeeds, workplace};

/// A program, how it is built and run, and what has to be in the report.
struct Case {
    name: &'static str,
    /// A library to link with; without it the case is not run.
    library: Option<&'static str>,
    options: &'static [&'static str],
    arguments: &'static [&'static str],
    /// Parts of the report; "nothing found" where nothing may be.
    wanted: &'static [&'static str],
}

const fn clean(name: &'static str, arguments: &'static [&'static str]) -> Case {
    Case { name, library: None, options: &["--executions", "40"], arguments, wanted: &["nothing found"] }
}

const CASES: [Case; 12] = [
    clean("alarm", &[]),
    clean("alloc", &["20000"]),
    clean("annotate", &[]),
    clean("churn", &["500"]),
    clean("forkchild", &[]),
    Case { library: Some("jemalloc"), ..clean("jemalloc", &[]) },
    clean("mapfile", &["FILE"]),
    clean("mapshared", &[]),
    clean("mem", &["8"]),
    Case { wanted: &["data race", "execself.c"], ..clean("execself", &[]) },
    // What stops without a word says where.
    Case {
        options: &["--executions", "2", "--timeout", "1"],
        wanted: &["takes longer than 1 s", "hang-silence.c"],
        ..clean("hang-silence", &[])
    },
    Case { library: Some("gomp"), ..clean("omp", &[]) },
];

pub(super) fn trials() -> Vec<Trial> {
    let Some(directory) = testing::find_shared("tester-cases") else {
        testing::cases_not_run(CASES.len() + 1, "of the tester", "../shared/corpus is not there");
        return Vec::new();
    };
    let trial = |case: &'static Case| {
        let source = directory.join(format!("{}.c", case.name));
        Trial::test(format!("cases::{}", case.name), move || run(case, &source).map_err(Failed::from))
    };
    let mut trials: Vec<Trial> = CASES.iter().map(trial).collect();
    let rust = directory.join("rust-mutex.rs");
    trials.push(Trial::test("cases::rust-mutex", move || rust_mutex(&rust).map_err(Failed::from)));
    trials
}

fn has_library(name: &str) -> bool {
    let mut gcc = Command::new("gcc");
    gcc.args(["-x", "c", "-", "-shared", "-o", "/dev/null"]).arg(format!("-l{name}")).stdin(Stdio::null());
    gcc.output().is_ok_and(|output| output.status.success())
}

fn run(case: &Case, source: &Path) -> Outcome {
    if case.library.is_some_and(|library| !has_library(library)) {
        testing::cases_not_run(1, case.name, "a library that it is linked with is not installed");
        return Ok(());
    }
    let place = workplace()?;
    let program = place.path().join(case.name);
    let mut compile = Command::new(LAKMUS);
    compile.args(["cc", "--compiler", "gcc", "-w", "-O1"]).arg(source).arg("-o").arg(&program);
    match case.library {
        Some("gomp") => compile.arg("-fopenmp"),
        Some(library) => compile.arg(format!("-l{library}")),
        None => &mut compile,
    };
    succeeds(&mut compile)?;
    let file = place.path().join("file");
    let arguments = case.arguments.iter().map(|word| if *word == "FILE" { file.clone() } else { PathBuf::from(word) });
    let mut test = Command::new(LAKMUS);
    test.arg("test").args(case.options).arg("--").arg(&program).args(arguments).current_dir(place.path());
    let output = output(&mut test)?;
    let printed = String::from_utf8_lossy(&output.stdout);
    let status = i32::from(!case.wanted.contains(&"nothing found"));
    if output.status.code() != Some(status) || case.wanted.iter().any(|wanted| !printed.contains(wanted)) {
        return Err(format!("{}\n{printed}{}", output.status, String::from_utf8_lossy(&output.stderr)));
    }
    Ok(())
}

/// Contention for a mutex of the precompiled standard library.
fn rust_mutex(source: &Path) -> Outcome {
    let place = workplace()?;
    let program = place.path().join("program");
    succeeds(Command::new(LAKMUS).args(["rustc", "-O", "--edition=2021"]).arg(source).arg("-o").arg(&program))?;
    succeeds(Command::new(LAKMUS).args(["test", "--executions", "300", "--"]).arg(&program)).map(|_| ())
}
