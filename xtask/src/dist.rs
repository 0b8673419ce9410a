//! `cargo xtask dist`: what is installed, as a tarball that works wherever it is unpacked.
//!
//! The command, and the program of its page, are linked statically, the C library included: they need nothing but the kernel. The runtime library cannot be, as it lives in tested programs with their C library; it is built against the one
//! of this machine, and [`OLDEST`] says which one it may need at most.
//!
//! Debug information has a tarball of its own, which is unpacked over the first: debuggers find it by its name and its checksum, which the command and the library keep.
//!
//! The same sources give the same bytes: entries are sorted, owners are numbers, times are that of the last commit.

mod documents;
mod page;
mod profile;

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::cargo::{cargo, metadata, root, succeed};
use crate::needs::{self, Purpose};

/// The target that the command is linked for: named, so that the options for static linking do not reach procedural macros.
const TARGET: &str = "x86_64-unknown-linux-gnu";
/// The C library of Debian 12: what the runtime library needs is in it.
pub(crate) const OLDEST: (u32, u32) = (2, 36);

/// The options of rustc for that.
const STATIC: &str = "-C target-feature=+crt-static -C relocation-model=pic";

const USAGE: &str = "\
usage: cargo xtask dist [--profile-guided | --unoptimised] [--check]

  makes target/lakmus-VERSION-x86_64-linux.tar.gz: the command and the program of its page (static), the runtime library, manual pages,
  completions, the documentation; and target/lakmus-VERSION-x86_64-linux-debug.tar.gz, their debug information; --profile-guided compiles the command twice, the second time with what runs on the corpus have counted
  (it needs llvm-profdata of rustc's LLVM), --unoptimised compiles for the sake of the packing alone; --check unpacks the tarball into a directory with an odd name and runs the first examples there";

/// Does what the arguments say.
///
/// # Errors
/// When something does not compile, or what is made does not work.
pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let (mut checks, mut way) = (false, Way::Optimised);
    for argument in arguments {
        match argument.as_str() {
            "--check" => checks = true,
            "--profile-guided" if way == Way::Optimised => way = Way::Guided,
            "--unoptimised" if way == Way::Optimised => way = Way::Unoptimised,
            _ => bail!("{USAGE}"),
        }
    }
    needs::provide(&[Purpose::Dist]).ensure_none()?;
    let metadata = metadata()?;
    let target =
        PathBuf::from(metadata["target_directory"].as_str().context("cargo metadata names no target directory")?);
    let packages = metadata["packages"].as_array().context("cargo metadata lists no packages")?;
    let lakmus = packages.iter().find(|package| package["name"] == "lakmus").context("there is no package `lakmus`")?;
    let version = lakmus["version"].as_str().context("the package has no version")?;
    let name = format!("lakmus-{version}-x86_64-linux");
    let files = build(&target, way)?;
    let newest = newest_glibc(&files.library)?;
    ensure!(
        newest <= OLDEST,
        "the runtime library needs glibc {}.{}, and Debian 12 has {}.{}: build on an older system",
        newest.0,
        newest.1,
        OLDEST.0,
        OLDEST.1
    );
    let (parent, of_debug) = (target.join("tarball"), target.join("tarball-debug"));
    for directory in [&parent, &of_debug] {
        if directory.exists() {
            std::fs::remove_dir_all(directory)?;
        }
    }
    lay_out(&parent.join(&name), &of_debug.join(&name), &files)?;
    let tarball = target.join(format!("{name}.tar.gz"));
    pack(&parent, &name, &tarball)?;
    let debug = target.join(format!("{name}-debug.tar.gz"));
    pack(&of_debug, &name, &debug)?;
    for file in [&tarball, &debug] {
        println!("{} ({:.1} MB)", file.display(), file.metadata()?.len() as f64 / 1e6);
    }
    println!("The runtime library needs glibc {}.{}.", newest.0, newest.1);
    if checks { check(&tarball, &name) } else { Ok(()) }
}

/// How the programs are compiled.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Optimised,
    /// The command twice, the second time with what runs of it have counted.
    Guided,
    /// As for tests, which is soon there.
    Unoptimised,
}

impl Way {
    /// The profile of cargo, and the directory that it builds in.
    fn profile(self) -> (&'static str, &'static str) {
        match self {
            Way::Optimised | Way::Guided => ("dist", "dist"),
            Way::Unoptimised => ("dev", "debug"),
        }
    }
}

/// What cargo has built.
struct Files {
    command: PathBuf,
    /// The program of `lakmus explore`.
    page: PathBuf,
    library: PathBuf,
}

fn build(target: &Path, way: Way) -> Result<Files> {
    let (profile, folder) = way.profile();
    let built = target.join(TARGET).join(folder);
    let command = match way {
        Way::Guided => profile::build(target)?,
        Way::Optimised | Way::Unoptimised => {
            build_program("lakmus", profile, STATIC, None)?;
            built.join("lakmus")
        }
    };
    build_program("lakmus-explore", profile, STATIC, None)?;
    succeed(cargo().args(["build", "--profile", profile, "--package", "lakmus-rt"]))?;
    Ok(Files { command, page: built.join("lakmus-explore"), library: target.join(folder).join("liblakmus_rt.so") })
}

/// Builds a program with these options of rustc, in `target` or where cargo builds.
fn build_program(package: &str, profile: &str, options: &str, target: Option<&Path>) -> Result<()> {
    let mut command = cargo();
    command.args(["build", "--profile", profile, "--package", package, "--target", TARGET]);
    command.env("CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUSTFLAGS", options);
    if let Some(target) = target {
        command.arg("--target-dir").arg(target);
    }
    succeed(&mut command)
}

/// A word of a command line with the directories that stand in it: `{repo}`, and `{here}` if there is one.
fn expand(word: &str, here: Option<&Path>) -> String {
    let word = word.replace("{repo}", &root().to_string_lossy());
    here.map_or(word.clone(), |here| word.replace("{here}", &here.to_string_lossy()))
}

/// The newest version of glibc of which a library needs a symbol.
fn newest_glibc(library: &Path) -> Result<(u32, u32)> {
    let output = Command::new("objdump").arg("-T").arg(library).output().context("cannot run objdump")?;
    ensure!(output.status.success(), "objdump failed");
    let text = String::from_utf8_lossy(&output.stdout);
    let needed = text.lines().filter(|line| line.contains("*UND*")).filter_map(|line| {
        let version = line.split("GLIBC_").nth(1)?;
        let mut numbers = version.split(|character: char| !character.is_ascii_digit());
        Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
    });
    needed.max().context("the library needs no symbol of glibc, which cannot be")
}

/// Copies a program or library without its debug information, and that to a file of its own, in `.debug` beside it, where debuggers look for it.
fn split(from: &Path, at: &Path, of_debug: &Path, to: &str) -> Result<()> {
    let (directory, name) = to.rsplit_once('/').context("a path in a directory")?;
    let (stripped, debug) = (at.join(to), of_debug.join(directory).join(".debug").join(format!("{name}.debug")));
    for path in [&stripped, &debug] {
        std::fs::create_dir_all(path.parent().context("a path in a directory")?)?;
    }
    succeed(Command::new("objcopy").arg("--only-keep-debug").arg(from).arg(&debug))?;
    // The library keeps its symbols: debuggers stop at functions of it.
    let symbols = if to.ends_with(".so") { "--strip-debug" } else { "--strip-all" };
    let mut strip = Command::new("objcopy");
    let link = format!("--add-gnu-debuglink={}", debug.display());
    succeed(strip.args([symbols, &link]).arg(from).arg(&stripped))?;
    // Only what runs is a program.
    std::fs::set_permissions(&debug, std::fs::Permissions::from_mode(0o644))?;
    Ok(())
}

/// Puts everything where an installation has it.
fn lay_out(at: &Path, of_debug: &Path, files: &Files) -> Result<()> {
    let put = |from: &Path, to: &str| -> Result<()> {
        let to = at.join(to);
        std::fs::create_dir_all(to.parent().context("a path in a directory")?)?;
        std::fs::copy(from, &to).with_context(|| format!("cannot copy {} to {}", from.display(), to.display()))?;
        Ok(())
    };
    split(&files.command, at, of_debug, "bin/lakmus")?;
    split(&files.page, at, of_debug, "bin/lakmus-explore")?;
    for name in ["lakmus-cc", "lakmus-cxx"] {
        std::os::unix::fs::symlink("lakmus", at.join("bin").join(name))?;
    }
    split(&files.library, at, of_debug, "lib/lakmus/liblakmus_rt.so")?;
    put(&root().join("ci/lakmus-ci"), "bin/lakmus-ci")?;
    put(&root().join("crates/rt/include/lakmus/strategy.h"), "include/lakmus/strategy.h")?;
    for name in ["LICENSE-APACHE", "LICENSE-MIT"] {
        put(&root().join(name), &format!("share/doc/lakmus/{name}"))?;
    }
    documents::lay_out(&at.join("share/doc/lakmus"))?;
    copy_all(&root().join("crates/tester/tests/programs/strategies"), &at.join("share/doc/lakmus/strategies"))?;
    write_pages(at, &files.command)
}

fn copy_all(from: &Path, to: &Path) -> Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from).with_context(|| format!("cannot read {}", from.display()))? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_all(&entry.path(), &target)?;
        } else {
            std::fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

/// Manual pages and completions, which the command prints itself.
fn write_pages(at: &Path, command: &Path) -> Result<()> {
    let printed = |arguments: &[&str]| -> Result<Vec<u8>> {
        let output = Command::new(command).args(arguments).output()?;
        ensure!(output.status.success(), "`lakmus {}` failed", arguments.join(" "));
        Ok(output.stdout)
    };
    let write = |to: &str, bytes: Vec<u8>| -> Result<()> {
        let to = at.join(to);
        std::fs::create_dir_all(to.parent().context("a path in a directory")?)?;
        Ok(std::fs::write(to, bytes)?)
    };
    printed(&["man", "-o", &at.join("share/man/man1").to_string_lossy()])?;
    for (shell, to) in [
        ("bash", "share/bash-completion/completions/lakmus"),
        ("zsh", "share/zsh/site-functions/_lakmus"),
        ("fish", "share/fish/vendor_completions.d/lakmus.fish"),
    ] {
        write(to, printed(&["completions", shell])?)?;
    }
    Ok(())
}

fn pack(parent: &Path, name: &str, tarball: &Path) -> Result<()> {
    let time = Command::new("git").args(["log", "-1", "--format=%ct"]).current_dir(root()).output()?;
    let time = String::from_utf8_lossy(&time.stdout).trim().to_owned();
    let time = if time.is_empty() { "0".to_owned() } else { time };
    let mut tar = Command::new("tar");
    tar.args(["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--mode=u+rw,go+r-w"]);
    tar.arg(format!("--mtime=@{time}")).args(["--use-compress-program", "gzip -9n", "-cf"]).arg(tarball);
    succeed(tar.arg("-C").arg(parent).arg(name))
}

/// A first example of each part, with what it must print. `{repo}` is the source tree, `{here}` a directory for what is made.
const EXAMPLES: &[(&[&str], i32, &str)] = &[
    (&["run", "--model", "x86tso", "{repo}/corpus/x86_64/SB.litmus"], 0, "Observation SB Sometimes 1 3"),
    (
        &["mix", "run", "--table", "aarch64-jvm-ldapr", "{repo}/crates/lakmus/tests/mix/tests/SB.litmus"],
        0,
        "0 bugs in 0 tests",
    ),
    (&["java", "check", "{repo}/corpus/java/LB+positive.litmus"], 0, "LB+positive: allowed, as expected"),
    (&["fence", "--model", "x86tso", "{repo}/crates/lakmus/tests/cli/files/fence/dekker.ll"], 1, "+++"),
    (&["verify", "{repo}/corpus/x86_64/SB+mfences.litmus"], 0, "SB+mfences under x86tso"),
    (&["cc", "-O1", "{here}/mp.c", "-o", "{here}/a program"], 0, ""),
    (&["test", "--executions", "400", "--trace", "--", "{here}/a program"], 1, "assertion"),
];

/// Message passing with relaxed accesses: the program of the tester's page.
pub(crate) const MESSAGE_PASSING: &str = r"#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int data, ready;
static void *writer(void *unused) {
  (void)unused;
  atomic_store_explicit(&data, 1, memory_order_relaxed);
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  if (atomic_load_explicit(&ready, memory_order_acquire)) assert(atomic_load_explicit(&data, memory_order_relaxed));
  pthread_join(thread, 0);
}
";

/// Unpacks the tarball into a directory with an odd name, and runs the examples there without the source tree's binaries.
fn check(tarball: &Path, name: &str) -> Result<()> {
    let here = tarball.with_file_name("dist-check").join("an odd pläce, with $igns");
    if here.exists() {
        std::fs::remove_dir_all(&here)?;
    }
    std::fs::create_dir_all(&here)?;
    succeed(Command::new("tar").arg("-xzf").arg(tarball).arg("-C").arg(&here))?;
    std::fs::write(here.join("mp.c"), MESSAGE_PASSING)?;
    let command = here.join(name).join("bin/lakmus");
    for (words, status, expected) in EXAMPLES {
        let words: Vec<String> = words.iter().map(|word| expand(word, Some(&here))).collect();
        // Placing fences looks for the sources by the names that they were compiled with.
        let output = Command::new(&command)
            .args(&words)
            .current_dir(if words.iter().any(|word| word == "fence") { root() } else { &here })
            .env_remove("LD_LIBRARY_PATH")
            .output()?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        let is_right = output.status.code() == Some(*status) && text.contains(expected);
        ensure!(is_right, "`lakmus {}` ended with {}:\n{text}", words.join(" "), output.status);
        println!("ok: lakmus {}", words.join(" "));
    }
    page::check(&command)
}
