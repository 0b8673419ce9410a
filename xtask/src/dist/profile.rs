//! Profile-guided compilation of the command: compiled once with counters, run on what it is for, and compiled anew with what they counted.
//!
//! What no training run reaches is taken to be rare and compiled to be small: so there is one for each part of the toolkit that computes itself. How often
//! each is repeated does not matter; rustc compares counts within a function, and functions with the most frequent one of all.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

use super::{STATIC, TARGET, build_program, expand};
use crate::cargo::{root, succeed};

/// What is run. `{repo}` is the source tree.
const TRAINING: &[&[&str]] = &[
    &["run", "--jobs", "1", "{repo}/corpus/x86_64", "{repo}/corpus/aarch64", "{repo}/corpus/c"],
    &["run", "--jobs", "1", "{repo}/corpus/arm", "{repo}/corpus/mips", "{repo}/corpus/riscv", "{repo}/corpus/lisa"],
    &["run", "--jobs", "1", "{repo}/corpus/linux"],
    &["run", "--show", "forbidden", "{repo}/corpus/x86_64/SB+mfences.litmus"],
    &["gen", "all", "--arch", "AArch64", "--relax", "PodWR", "--safe", "PodRR|DpAddrdR|Rfe|Fre|Coe", "--size", "6"],
    &["java", "check", "{repo}/corpus/java"],
    &["mix", "run", "--table", "aarch64-jvm-ldapr", "{repo}/crates/lakmus/tests/mix/tests/SB.litmus"],
    &["fence", "--model", "x86tso", "{repo}/crates/lakmus/tests/cli/files/fence/dekker.ll"],
    &["verify", "{repo}/corpus/x86_64/SB.litmus", "{repo}/corpus/x86_64/SB+mfences.litmus"],
    &["verify", "--model", "rmo", "{repo}/crates/weaken/tests/programs/the_queue_fenced.ll"],
    &["verify", "--model", "power", "{repo}/crates/weaken/tests/programs/filter_lock.ll"],
];

/// Builds the command with the profile of its training; returns where it is.
///
/// # Errors
/// When something does not compile, when no training run comes to an end, or when there is no `llvm-profdata` that reads what rustc's LLVM writes.
pub(super) fn build(target: &Path) -> Result<PathBuf> {
    let merge = llvm_profdata()?;
    let here = target.join("profile");
    let counts = here.join("counts");
    if counts.exists() {
        std::fs::remove_dir_all(&counts)?;
    }
    std::fs::create_dir_all(&counts)?;
    // In a directory of its own, so that the next build of another kind finds what it has compiled.
    let counting = here.join("counting");
    build_program("lakmus", "dist", &format!("{STATIC} -Cprofile-generate={}", counts.display()), Some(&counting))?;
    train(&counting.join(TARGET).join("dist").join("lakmus"), &counts)?;
    let profile = here.join("lakmus.profdata");
    succeed(Command::new(merge).arg("merge").arg("--output").arg(&profile).arg(&counts))?;
    let using = here.join("using");
    build_program("lakmus", "dist", &format!("{STATIC} -Cprofile-use={}", profile.display()), Some(&using))?;
    Ok(using.join(TARGET).join("dist").join("lakmus"))
}

/// Runs what is in [`TRAINING`].
fn train(command: &Path, counts: &Path) -> Result<()> {
    for words in TRAINING {
        let words: Vec<String> = words.iter().map(|word| expand(word, None)).collect();
        println!("training: lakmus {}", words.join(" "));
        let status = Command::new(command)
            .args(&words)
            .current_dir(root())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()?;
        // That there is something to report, or that some tests are wrong, is no failure here.
        ensure!(matches!(status.code(), Some(0..=2)), "`lakmus {}` ended with {status}", words.join(" "));
    }
    ensure!(counts.read_dir()?.next().is_some(), "the training runs have left no counts in {}", counts.display());
    Ok(())
}

/// The tool that brings counts together: it must be of rustc's version of LLVM.
fn llvm_profdata() -> Result<PathBuf> {
    let asked = |arguments: &[&str]| -> Result<String> {
        let output = Command::new("rustc").args(arguments).output().context("cannot run rustc")?;
        ensure!(output.status.success(), "rustc failed");
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let about = asked(&["--version", "--verbose"])?;
    let version = about.lines().find_map(|line| line.strip_prefix("LLVM version: "));
    let major =
        version.and_then(|version| version.split('.').next()).context("rustc does not report its version of LLVM")?;
    let own = Path::new(asked(&["--print", "target-libdir"])?.trim()).with_file_name("bin").join("llvm-profdata");
    let places = [own, format!("/usr/lib/llvm-{major}/bin/llvm-profdata").into()];
    match places.iter().find(|place| place.exists()) {
        Some(place) => Ok(place.clone()),
        None => bail!(
            "a profile needs llvm-profdata of LLVM {major}, rustc's: `rustup component add llvm-tools`, or the package llvm-{major} of Debian"
        ),
    }
}
