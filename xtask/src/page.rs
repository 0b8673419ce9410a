//! The page of `lakmus explore` (`crates/explore/page`): built, and tested in a real browser. Neither is part of a build or of `cargo xtask test`: what is built is checked in.

mod program;

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::cargo::{cargo, root};
use crate::needs::{self, Purpose};

/// Where its sources are.
fn folder() -> PathBuf {
    root().join("crates/explore/page")
}

const USAGE: &str = "\
usage: cargo xtask page [--check | --wasm [--root DIR]]

  makes crates/explore/page/dist of src; --check compares instead. --wasm makes the page without a server,
  target/lakmus.html: with rustc's standard library for wasm32-wasip1, or, where that is missing or --root names a
  directory, with Debian sid's in a root directory (target/debian-sid), made by debootstrap";

/// `cargo xtask page`: makes the bundle that the program embeds from its sources, looks whether it is that, or makes the page without a server.
///
/// # Errors
/// When something is missing or does not compile, or the bundle is another one.
pub(crate) fn build(arguments: &[String]) -> Result<()> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (checks, program) = match words[..] {
        [] => (false, None),
        ["--check"] => (true, None),
        ["--wasm"] => (false, Some(None)),
        ["--wasm", "--root", there] => (false, Some(Some(Path::new(there)))),
        _ => bail!("{USAGE}"),
    };
    prepare()?;
    needs::announced(npx().arg("tsc").arg("--noEmit"))?;
    match program {
        Some(there) => program::build(there),
        None => {
            let check = checks.then_some("--check");
            needs::announced(Command::new("node").current_dir(folder()).arg("build.mjs").args(check))
        }
    }
}

/// `cargo xtask page-test [--pictures] [WORD]`: what the page does, in Chromium; with a word, the tests whose names contain it; with `--pictures`, the pictures of docs/explore.md are
/// made anew instead.
pub(crate) fn test(arguments: &[String]) -> Result<()> {
    prepare()?;
    let built =
        cargo().args(["build", "--release", "--package", "lakmus-explore"]).status().context("cannot run cargo")?;
    ensure!(built.success(), "cargo build: {built}");
    let program = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    let pictures = arguments.iter().any(|argument| argument == "--pictures");
    let script = if pictures { "tests/pictures.mjs" } else { "tests/page.mjs" };
    let words = arguments.iter().filter(|argument| *argument != "--pictures");
    let program = program.join("release").join(format!("lakmus-explore{}", std::env::consts::EXE_SUFFIX));
    needs::announced(Command::new("node").current_dir(folder()).arg(script).args(words).env("LAKMUS_EXPLORE", program))
}

/// Installs what is missing: node, Chromium, and the packages of the lock file.
fn prepare() -> Result<()> {
    needs::provide(&[Purpose::Page]).ensure_none()?;
    if !folder().join("node_modules").is_dir() {
        needs::announced(Command::new("npm").current_dir(folder()).args(["ci", "--no-audit", "--no-fund"]))?;
    }
    Ok(())
}

fn npx() -> Command {
    let mut command = Command::new("npx");
    command.current_dir(folder()).arg("--no-install");
    command
}
