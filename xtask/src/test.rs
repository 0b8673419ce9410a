//! `cargo xtask test`: all tests of the workspace, and how many cases that are.
//!
//! What tests need is installed first, where it is missing and can be had. Tests that lack something say so in a line that begins with `not run:`
//! (`testing::not_run`), and so do groups of cases; both are added up here, with the cases that test programs list as ignored.

mod programs;
mod tally;

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use crate::cargo::{cargo, root};
use crate::needs::{self, Purpose};
use tally::Tally;

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let is_all = arguments.iter().any(|argument| argument == "--all");
    let is_offline = arguments.iter().any(|argument| argument == "--no-install");
    needs::check_rustc()?;
    if !is_offline && needs::provide(&[Purpose::Test]).count() > 0 {
        println!("The tests that need what is missing are not run.");
    }
    match shared_corpus() {
        Some(path) => println!("The shared corpus is at {}: its tests run too.", path.display()),
        None => println!("There is no ../shared/corpus: only the tests of this repository run."),
    }
    let mut tally = Tally::default();
    let others: Vec<&String> =
        arguments.iter().filter(|argument| !["--all", "--no-install"].contains(&argument.as_str())).collect();
    let is_success = match others.is_empty() {
        true => programs::run(is_all, &mut tally)?,
        false => some(&others, is_all, &mut tally)?,
    };
    println!("\n{tally}");
    if !is_success {
        bail!("not all tests succeeded");
    }
    Ok(())
}

/// Runs `cargo test` with these arguments. Returns whether it succeeded.
fn some(arguments: &[&String], is_all: bool, tally: &mut Tally) -> Result<bool> {
    let mut command = cargo();
    command.args(["test", "--workspace", "--no-fail-fast"]).args(arguments);
    if is_all {
        command.env("LAKMUS_ALL", "1");
    }
    // One pipe for both: cargo names on standard error the program whose results follow on standard output.
    let (reader, writer) = std::io::pipe()?;
    let mut child = command.stdout(writer.try_clone()?).stderr(writer).spawn().context("cannot run cargo test")?;
    // Its copies of the writing end would keep the pipe open.
    drop(command);
    let (mut output, mut line) = (BufReader::new(reader), Vec::new());
    while output.read_until(b'\n', &mut line)? > 0 {
        std::io::stdout().write_all(&line)?;
        tally.line(&String::from_utf8_lossy(&line));
        line.clear();
    }
    Ok(child.wait()?.success())
}

/// The reference corpus beside the repository, where there is one.
fn shared_corpus() -> Option<PathBuf> {
    let path = root().join("../shared/corpus");
    path.canonicalize().ok().filter(|path| path.is_dir())
}
