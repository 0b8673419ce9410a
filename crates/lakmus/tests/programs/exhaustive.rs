//! Exhaustive exploration of programs, and strategies of the user's own.
//!
//! The sources in `exhaustive` say how many executions there are (`// Executions: N`), what is found (`// Finds: TEXT`), or why the search is not complete
//! (`// Incomplete: TEXT`). The numbers are worked out in their comments, or published.

use std::path::{Path, PathBuf};
use std::process::Command;

use libtest_mimic::{Failed, Trial};
use serde_json::Value;

use super::{LAKMUS, Outcome, build, output, sources, succeeds, workplace};

pub(super) fn trials() -> Vec<Trial> {
    let explored = sources("exhaustive").into_iter().map(|source| {
        let name = source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Trial::test(format!("exhaustive::{name}"), move || explored(&source).map_err(Failed::from))
    });
    let others = [
        Trial::test("exhaustive::from-process-to-process", || in_several_processes().map_err(Failed::from)),
        Trial::test("exhaustive::repeats", || repeats().map_err(Failed::from)),
        Trial::test("gdb::finding", || under_gdb().map_err(Failed::from)).with_ignored_flag(!has_gdb()),
        Trial::test("strategies::unread", || strategy().map_err(Failed::from)),
        Trial::test("strategies::refused", || no_strategy().map_err(Failed::from)),
    ];
    explored.chain(others).collect()
}

fn built(source: &Path, place: &Path) -> Result<PathBuf, String> {
    let program = place.join("program");
    build(source, "gcc", &[], &program)?;
    Ok(program)
}

/// A search through all executions of a program, as JSON.
fn search(program: &Path, options: &[&str]) -> Result<Value, String> {
    let mut command = Command::new(LAKMUS);
    let output = output(command.args(["test", "--exhaustive", "--json"]).args(options).arg("--").arg(program))?;
    serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("{error}: {}", String::from_utf8_lossy(&output.stderr)))
}

fn explored(source: &Path) -> Outcome {
    let text = std::fs::read_to_string(source).map_err(|error| error.to_string())?;
    let said = |what: &str| -> Vec<String> {
        let prefix = format!("// {what}: ");
        text.lines().filter_map(|line| line.strip_prefix(&prefix)).map(str::to_owned).collect()
    };
    let place = workplace()?;
    let program = built(source, place.path())?;
    let options = said("Options").join(" ");
    let printed = search(&program, &options.split_whitespace().collect::<Vec<_>>())?;
    let finds = said("Finds");
    let found = printed["findings"].as_array().ok_or("no findings in the output")?;
    if found.is_empty() != finds.is_empty() || !finds.iter().all(|wanted| printed.to_string().contains(wanted)) {
        return Err(format!("not what is to be found: {printed}"));
    }
    let incomplete = said("Incomplete");
    if !incomplete.iter().all(|reason| printed["exhaustive"]["incomplete"].to_string().contains(reason)) {
        return Err(format!("not the reasons: {printed}"));
    }
    if printed["complete"] != incomplete.is_empty() {
        return Err(format!("whether it is complete: {printed}"));
    }
    let count = printed["executions"].as_array().map_or(0, Vec::len);
    if said("Executions").iter().any(|expected| *expected != count.to_string()) {
        return Err(format!("{count} executions"));
    }
    for finding in found {
        replays(&program, finding)?;
    }
    Ok(())
}

/// A finding is shown again by the execution that its decisions describe.
fn replays(program: &Path, finding: &Value) -> Outcome {
    let decisions = finding["replay"].as_str().ok_or_else(|| format!("no decisions in {finding}"))?;
    let again = search(program, &["--replay", decisions])?;
    let is_shown = again["findings"].as_array().is_some_and(|found| {
        found.iter().any(|other| other["message"] == finding["message"] && other["threads"] == finding["threads"])
    });
    if is_shown { Ok(()) } else { Err(format!("{decisions} does not show {finding} again, but {again}")) }
}

fn source(group: &str, name: &str) -> Result<PathBuf, String> {
    sources(group).into_iter().find(|path| path.ends_with(name)).ok_or_else(|| format!("no {name}"))
}

/// The process that forks executions is started again now and then, and goes on where the other was; so is a search whose bound is met not complete, and one
/// that has it not.
fn in_several_processes() -> Outcome {
    let place = workplace()?;
    let program = built(&source("exhaustive", "last-zero.c")?, place.path())?;
    for (most, expected, is_complete) in [("10", 10, false), ("100000", 64, true)] {
        let printed = search(&program, &["--executions", most])?;
        let (count, redundant) =
            (printed["executions"].as_array().map_or(0, Vec::len) as u64, printed["exhaustive"]["redundant"].as_u64());
        let begun = count + redundant.unwrap_or(0);
        let is_right = if is_complete { count == expected } else { begun == expected };
        if !is_right || printed["complete"] != is_complete {
            return Err(format!(
                "of at most {most}: {count} executions and {redundant:?} redundant, {}",
                printed["complete"]
            ));
        }
    }
    Ok(())
}

/// The same search does the same executions, in the same order.
fn repeats() -> Outcome {
    let place = workplace()?;
    let program = built(&source("exhaustive", "counters.c")?, place.path())?;
    let [one, other] = [search(&program, &[])?, search(&program, &[])?];
    let digests: std::collections::BTreeSet<String> =
        one["executions"].as_array().into_iter().flatten().map(|execution| execution["trace"].to_string()).collect();
    match one == other && digests.len() == 36 {
        true => Ok(()),
        false => Err(format!("{} different executions, and the same again: {}", digests.len(), one == other)),
    }
}

fn has_gdb() -> bool {
    testing::is_there("gdb")
}

/// gdb stops where the finding of a replayed execution is, on the stack of its thread.
fn under_gdb() -> Outcome {
    let place = workplace()?;
    let program = built(&source("exhaustive", "sleeps.c")?, place.path())?;
    let printed = search(&program, &[])?;
    let decisions = printed["findings"][0]["replay"].as_str().ok_or_else(|| format!("no finding in {printed}"))?;
    let commands = place.path().join("commands");
    std::fs::write(&commands, "backtrace\nkill\nquit\n").map_err(|error| error.to_string())?;
    let input = std::fs::File::open(&commands).map_err(|error| error.to_string())?;
    let mut command = Command::new(LAKMUS);
    command.args(["test", "--gdb", "--exhaustive", "--replay", decisions, "--"]).arg(&program).stdin(input);
    let output = output(&mut command)?;
    let printed = String::from_utf8_lossy(&output.stdout);
    let is_there = printed.contains("lakmus_found") && printed.contains("waits (") && !printed.contains("lakmus_turn");
    if is_there { Ok(()) } else { Err(format!("{printed}{}", String::from_utf8_lossy(&output.stderr))) }
}

/// Compiles a strategy of the user's own.
fn library(name: &str, text: Option<&str>, place: &Path) -> Result<PathBuf, String> {
    let file = match text {
        None => source("strategies", name)?,
        Some(text) => {
            let file = place.join(name);
            std::fs::write(&file, text).map_err(|error| error.to_string())?;
            file
        }
    };
    let library = place.join("strategy.so");
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rt/include");
    let mut command = Command::new("gcc");
    command.args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-O2", "-shared", "-fPIC", "-I"]).arg(include);
    succeeds(command.arg(file).arg("-o").arg(&library))?;
    Ok(library)
}

fn by_strategy(program: &Path, library: &Path, options: &[&str]) -> Result<Value, String> {
    let mut command = Command::new(LAKMUS);
    command.args(["test", "--json", "--strategy-library"]).arg(library).args(options).arg("--").arg(program);
    let output = output(&mut command)?;
    serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("{error}: {}", String::from_utf8_lossy(&output.stderr)))
}

/// The example finds what it is for, in a few executions and the same in each run; what it finds is done again by its decisions, without it.
fn strategy() -> Outcome {
    let place = workplace()?;
    let program = built(&source("traces", "message.c")?, place.path())?;
    let library = library("unread.c", None, place.path())?;
    let run = || by_strategy(&program, &library, &["--executions", "100"]);
    let (one, other) = (run()?, run()?);
    if one != other {
        return Err(format!("two runs differ: {one} and {other}"));
    }
    let found = one["findings"].as_array().filter(|found| !found.is_empty()).ok_or("nothing is found")?;
    for finding in found {
        let decisions = finding["replay"].as_str().ok_or_else(|| format!("no decisions in {finding}"))?;
        let mut command = Command::new(LAKMUS);
        let output = output(command.args(["test", "--json", "--replay", decisions, "--"]).arg(&program))?;
        let printed = String::from_utf8_lossy(&output.stdout);
        if !printed.contains(&finding["message"].to_string()) {
            return Err(format!("{decisions} does not show {finding} again: {printed}"));
        }
    }
    Ok(())
}

/// What is no strategy is refused, and it is said why.
fn no_strategy() -> Outcome {
    let place = workplace()?;
    let program = built(&source("traces", "message.c")?, place.path())?;
    let cases = [
        ("int nothing;\n", "it does not define `lakmus_strategy`"),
        (
            "#include <lakmus/strategy.h>\nconst struct lakmus_strategy lakmus_strategy = {.version = 99};\n",
            "it has version 99 of the interface",
        ),
    ];
    for (text, reason) in cases {
        let library = library("wrong.c", Some(text), place.path())?;
        let printed = by_strategy(&program, &library, &["--executions", "1"]).err().unwrap_or_default();
        if !printed.contains(reason) {
            return Err(format!("{reason:?} is not in {printed:?}"));
        }
    }
    Ok(())
}
