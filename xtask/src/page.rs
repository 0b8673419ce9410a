//! The page of `lakmus explore` (`crates/explore/page`): built, and tested in a real browser. Neither is part of a build or of `cargo xtask test`: what is built is checked in.

mod program;

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, bail};

use crate::cargo::{cargo, root, succeed};
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

const TEST_USAGE: &str = "\
usage: cargo xtask page-test [--debug] [--pictures | --figures | --grammars | WORD]

  tests the page in Chromium: with the server's program, and from target/lakmus.html where `cargo xtask page --wasm` has
  made it; then the grammars of editors, for which node runs them on all models and tests. With a WORD, the tests of the
  page whose names contain it. --pictures makes the pictures of docs/explore.md; --figures measures, on a machine that does
  nothing else; --grammars looks at the grammars alone. --debug takes a server that is soon compiled.";

/// `cargo xtask page-test`: what the page does, in Chromium; its pictures and figures; and the grammars of editors.
///
/// # Errors
/// When something is missing or does not compile, or a test fails.
pub(crate) fn test(arguments: &[String]) -> Result<()> {
    let mut words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let is_debug = words.first() == Some(&"--debug");
    if is_debug {
        words.remove(0);
    }
    let (script, filter) = match words[..] {
        [] => ("tests/run.mjs", None),
        ["--pictures"] => ("tests/pictures.mjs", None),
        ["--figures"] => ("tests/figures.mjs", None),
        ["--grammars"] => return grammars(),
        [word] if !word.starts_with("--") => ("tests/run.mjs", Some(word)),
        _ => bail!("{TEST_USAGE}"),
    };
    prepare()?;
    let (profile, target) = if is_debug { ("dev", "debug") } else { ("release", "release") };
    succeed(cargo().args(["build", "--profile", profile, "--package", "lakmus-explore"]))?;
    let program = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    let program = program.join(target).join(format!("lakmus-explore{}", std::env::consts::EXE_SUFFIX));
    let mut tests = Command::new("node");
    tests.current_dir(folder()).arg(script).args(filter);
    tests.env("LAKMUS_EXPLORE", program).env("LAKMUS_PAGE", program::place()?);
    needs::announced(&mut tests)?;
    if words.is_empty() { grammars() } else { Ok(()) }
}

/// The grammars of editors against the pieces of texts as the library sees them.
fn grammars() -> Result<()> {
    needs::provide(&[Purpose::Page]).ensure_none()?;
    needs::announced(&mut Command::new(root().join("editors/tests/run")))
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
