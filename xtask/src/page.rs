//! The page of `lakmus explore` (`crates/explore/page`): built, and tested in a real browser. Neither is part of a build or of `cargo xtask test`: what is built is checked in.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::cargo::{cargo, root};
use crate::needs::{self, Purpose};

/// Where its sources are.
fn folder() -> PathBuf {
    root().join("crates/explore/page")
}

/// `cargo xtask page [--check]`: makes the bundle that the program embeds from its sources; with `--check`, looks whether it is that.
pub(crate) fn build(arguments: &[String]) -> Result<()> {
    ensure!(arguments.iter().all(|argument| argument == "--check"), "usage: cargo xtask page [--check]");
    prepare()?;
    needs::announced(npx().arg("tsc").arg("--noEmit"))?;
    needs::announced(Command::new("node").current_dir(folder()).arg("build.mjs").args(arguments))
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
