//! The page without a server: the library compiled to WebAssembly, and the file that carries it.
//!
//! The target is `wasm32-wasip1`, a system of streams and a clock: so the program is the one that `crates/answers` is anywhere, reads a question and writes lines, and needs no code of its own that hands over memory. The page has
//! the few calls of that system (`crates/explore/page/src/wasi.ts`).

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::cargo::{cargo, metadata, root, succeed};
use crate::needs::{self, Purpose, probe};

const TARGET: &str = "wasm32-wasip1";

/// Expressions and models are walked as deep as they are nested; and what the program may take at most (`MEMORY` in `program.ts`).
const LIMITS: &str = "-C link-arg=-zstack-size=33554432 -C link-arg=--max-memory=2147483648";

/// Builds in another root directory.
const SCRIPT: &str = include_str!("root.sh");

/// Where the page is made: `target/lakmus.html`.
///
/// # Errors
/// When cargo does not say where it builds.
pub(super) fn place() -> Result<PathBuf> {
    Ok(target()?.join("lakmus.html"))
}

/// Makes the page, with the standard library for the target that is here, or with that of Debian in the root directory `there`, which is made where it is not.
///
/// # Errors
/// When something that it needs is missing and cannot be installed, or does not compile.
pub(super) fn build(there: Option<&Path>) -> Result<()> {
    let program = match there {
        None if has_target() => here()?,
        there => in_root(there)?,
    };
    let page = place()?;
    needs::announced(
        Command::new("node").current_dir(super::folder()).args(["build.mjs", "--program"]).arg(program).arg(page),
    )
}

/// Whether this rustc has a standard library for the target.
fn has_target() -> bool {
    let folder = probe(&["rustc", "--print", "target-libdir", "--target", TARGET]);
    folder.is_some_and(|folder| Path::new(&folder).is_dir())
}

fn target() -> Result<PathBuf> {
    let metadata = metadata()?;
    Ok(metadata["target_directory"].as_str().context("cargo metadata names no target directory")?.into())
}

/// The program, compiled by this toolchain.
fn here() -> Result<PathBuf> {
    let target = target()?.join("page");
    let mut build = cargo();
    build.args(["build", "--profile=dist", "--locked", "--package", "lakmus-answers", "--target", TARGET]);
    build.arg("--target-dir").arg(&target).env("CARGO_TARGET_WASM32_WASIP1_RUSTFLAGS", LIMITS);
    succeed(&mut build)?;
    Ok(compiled(&target))
}

fn compiled(target: &Path) -> PathBuf {
    target.join(TARGET).join("dist").join("lakmus-answers.wasm")
}

/// The program, compiled by Debian's toolchain in a root directory.
fn in_root(there: Option<&Path>) -> Result<PathBuf> {
    let target = target()?;
    let there = there.map_or_else(|| target.join("debian-sid"), Path::to_owned);
    println!(
        "This rustc has no standard library for {TARGET} (`rustup target add {TARGET}` installs one); Debian's is used, in {}.",
        there.display()
    );
    if !needs::is_root() {
        bail!("a root directory is made, and entered, by the superuser alone");
    }
    needs::provide(&[Purpose::Fresh]).ensure_none()?;
    // The packages of others come from here, so that cargo needs no network there.
    succeed(cargo().args(["fetch", "--locked"]))?;
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")));
    let registry = home.context("neither CARGO_HOME nor HOME is set")?.join("registry");
    ensure!(registry.is_dir(), "there is no {}", registry.display());
    let build = target.join("page");
    std::fs::create_dir_all(&build)?;
    let mut script = Command::new("unshare");
    script.args(["--mount", "--pid", "--fork", "--kill-child", "sh", "-c", SCRIPT, "root.sh"]);
    script.arg(&there).arg(root()).arg(&registry).arg(&build).env("TARGET", TARGET).env("FLAGS", LIMITS);
    succeed(&mut script).context("the program cannot be compiled in that root directory")?;
    Ok(compiled(&build))
}
