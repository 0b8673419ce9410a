//! Running cargo, and what it knows about the workspace.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use serde_json::Value;

/// The directory of the workspace.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace")
}

/// The cargo that runs this program, started in the workspace.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}

/// Runs a command to its end.
///
/// # Errors
/// When it cannot be started or does not succeed.
pub(crate) fn succeed(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot run {:?}", command.get_program()))?;
    if !status.success() {
        bail!("{:?} failed ({status})", command.get_program());
    }
    Ok(())
}

/// Builds `lakmus` as it is installed and measured (profile `dist`) and returns where it is.
///
/// # Errors
/// When it does not compile.
pub(crate) fn build_lakmus() -> Result<PathBuf> {
    succeed(cargo().args(["build", "--profile=dist", "--quiet", "--package", "lakmus"]))?;
    let metadata = metadata()?;
    let target = metadata["target_directory"].as_str().context("cargo metadata names no target directory")?;
    Ok(Path::new(target).join("dist").join("lakmus"))
}

/// `cargo metadata` of the workspace's own packages.
///
/// # Errors
/// When cargo fails or prints something else than JSON.
pub(crate) fn metadata() -> Result<Value> {
    metadata_of(&["--no-deps"])
}

/// `cargo metadata` of all packages of `Cargo.lock`.
///
/// # Errors
/// When cargo fails or prints something else than JSON.
pub(crate) fn metadata_with_dependencies() -> Result<Value> {
    metadata_of(&["--locked"])
}

fn metadata_of(options: &[&str]) -> Result<Value> {
    let mut command = cargo();
    command.args(["metadata", "--format-version=1"]).args(options).stderr(Stdio::inherit());
    let output = command.output().context("cannot run cargo metadata")?;
    if !output.status.success() {
        bail!("cargo metadata failed");
    }
    serde_json::from_slice(&output.stdout).context("cargo metadata printed no JSON")
}
