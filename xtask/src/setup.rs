//! `cargo xtask setup`: is everything there, and if not, get it.
//!
//! With `--compilers DIR`, the same for the compilers that `lakmus mix` is tried with.
//!
//! Nothing is touched that is not missing. System packages come from apt; Rust components from rustup where Rust was installed by
//! rustup, else from apt.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::cargo::{metadata, succeed};

/// Something that building, testing or checking needs.
struct Need {
    what: &'static str,
    /// The command that shows that it is there.
    probe: &'static [&'static str],
    why: &'static str,
    rustup_component: Option<&'static str>,
    apt_package: &'static str,
}

const NEEDS: &[Need] = &[
    Need {
        what: "a C linker",
        probe: &["cc", "--version"],
        why: "rustc links with it",
        rustup_component: None,
        apt_package: "gcc",
    },
    Need {
        what: "gcc",
        probe: &["gcc", "--version"],
        why: "the tester's test programs are compiled with it",
        rustup_component: None,
        apt_package: "gcc",
    },
    Need {
        what: "g++",
        probe: &["g++", "--version"],
        why: "the tester's test programs are compiled with it",
        rustup_component: None,
        apt_package: "g++",
    },
    Need {
        what: "clang",
        probe: &["clang", "--version"],
        why: "the tester's test programs are compiled with it too",
        rustup_component: None,
        apt_package: "clang",
    },
    Need {
        what: "rustfmt",
        probe: &["cargo", "fmt", "--version"],
        why: ".ci/run checks the format",
        rustup_component: Some("rustfmt"),
        apt_package: "rustfmt",
    },
    Need {
        what: "clippy",
        probe: &["cargo", "clippy", "--version"],
        why: ".ci/run checks the lints",
        rustup_component: Some("clippy"),
        apt_package: "rust-clippy",
    },
];

/// Debian's packages of compilers that mix testing has profiles for, and of the emulator of its tests, by the command that shows that one is there.
const DEBIAN_COMPILERS: [(&str, &str); 7] = [
    ("qemu-aarch64", "qemu-user"),
    ("aarch64-linux-gnu-gcc", "gcc-aarch64-linux-gnu"),
    ("arm-linux-gnueabihf-gcc", "gcc-arm-linux-gnueabihf"),
    ("i686-linux-gnu-gcc", "gcc-i686-linux-gnu"),
    ("mips64el-linux-gnuabi64-gcc", "gcc-mips64el-linux-gnuabi64"),
    ("powerpc64le-linux-gnu-gcc", "gcc-powerpc64le-linux-gnu"),
    ("riscv64-linux-gnu-gcc", "gcc-riscv64-linux-gnu"),
];

/// The C libraries that programs of the emulator's tests are linked with, by the compilers that find them.
const LIBRARIES: [(&str, &str); 6] = [
    ("aarch64-linux-gnu-gcc", "libc6-dev-arm64-cross"),
    ("arm-linux-gnueabihf-gcc", "libc6-dev-armhf-cross"),
    ("i686-linux-gnu-gcc", "libc6-dev-i386-cross"),
    ("mips64el-linux-gnuabi64-gcc", "libc6-dev-mips64el-cross"),
    ("powerpc64le-linux-gnu-gcc", "libc6-dev-ppc64el-cross"),
    ("riscv64-linux-gnu-gcc", "libc6-dev-riscv64-cross"),
];

/// More of them, for `--every-version`: what else Debian 12 has. Where a release of Debian lacks one, it is left out.
const OTHER_DEBIAN_COMPILERS: [(&str, &str); 4] = [
    ("clang-14", "clang-14"),
    ("aarch64-linux-gnu-gcc-11", "gcc-11-aarch64-linux-gnu"),
    ("arm-linux-gnueabihf-gcc-11", "gcc-11-arm-linux-gnueabihf"),
    ("powerpc64le-linux-gnu-gcc-11", "gcc-11-powerpc64le-linux-gnu"),
];

/// Versions of PyPI's package `ziglang`, which has a complete clang: LLVM 16, 18 and 21.
const ZIGLANG: [&str; 3] = ["0.11.0", "0.13.0", "0.16.0"];

/// The versions with LLVM 13, 15, 17, 19, 20 and 22. (None has 14.)
const OTHER_ZIGLANG: [&str; 6] = ["0.9.1", "0.10.1.post1", "0.12.1", "0.14.1", "0.15.2", "0.17.1"];

const USAGE: &str = "usage: cargo xtask setup [--compilers DIR [--every-version]]";

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    match arguments {
        [] => development(),
        [option, folder] if option == "--compilers" => compilers(Path::new(folder), false),
        [option, folder, every] if option == "--compilers" && every == "--every-version" => {
            compilers(Path::new(folder), true)
        }
        _ => bail!(USAGE),
    }
}

/// Installs compilers for `lakmus mix`: gcc for other machines by apt, clang of several ages from PyPI into `folder`.
fn compilers(folder: &Path, every_version: bool) -> Result<()> {
    let is_missing = |(command, _): &&(&str, &str)| probe(&[command, "--version"]).is_none();
    let mut missing: Vec<&str> = DEBIAN_COMPILERS.iter().filter(is_missing).map(|(_, package)| *package).collect();
    // A compiler that has no library prints the name alone.
    let has_library =
        |compiler: &str| probe(&[compiler, "-print-file-name=libc.a"]).is_some_and(|path| path.contains('/'));
    missing.extend(LIBRARIES.iter().filter(|(compiler, _)| !has_library(compiler)).map(|(_, package)| *package));
    let others: Vec<&str> = match every_version {
        true => OTHER_DEBIAN_COMPILERS.iter().filter(is_missing).map(|(_, package)| *package).collect(),
        false => Vec::new(),
    };
    if !missing.is_empty() || !others.is_empty() {
        if probe(&["apt-get", "--version"]).is_none() {
            bail!("there is no apt here; please install {}", missing.join(", "));
        }
        announced(privileged("apt-get").arg("update"))?;
        missing.extend(others.into_iter().filter(|package| {
            let is_known = probe(&["apt-cache", "show", package]).is_some();
            if !is_known {
                println!("{package}: this system does not have it");
            }
            is_known
        }));
        announced(privileged("apt-get").args(["install", "--yes", "--no-install-recommends"]).args(missing))?;
    }
    let versions = ZIGLANG.iter().chain(if every_version { &OTHER_ZIGLANG[..] } else { &[] });
    for version in versions {
        clang_of_zig(folder, version)?;
    }
    println!("`lakmus mix profiles --compilers {}` lists what there is.", folder.display());
    Ok(())
}

/// Installs one version of `ziglang`, and sees that its clang runs.
fn clang_of_zig(folder: &Path, version: &str) -> Result<()> {
    let target = folder.join(format!("zig-{version}"));
    let zig = target.join("ziglang/zig");
    if !zig.is_file() {
        let package = format!("ziglang=={version}");
        let mut pip = Command::new("python3");
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--target"]);
        announced(pip.arg(&target).arg(package))?;
    }
    let zig = zig.display().to_string();
    match probe(&[&zig, "clang", "--version"]) {
        Some(version) => println!("{zig}: {version}"),
        None => bail!("`{zig} clang --version` does not run"),
    }
    Ok(())
}

fn development() -> Result<()> {
    check_rustc()?;
    let mut missing = Vec::new();
    for need in NEEDS {
        match probe(need.probe) {
            Some(version) => println!("{}: {version}", need.what),
            None => {
                println!("{}: missing ({})", need.what, need.why);
                missing.push(need);
            }
        }
    }
    if missing.is_empty() {
        println!("Everything is there; nothing to install.");
        return Ok(());
    }
    install(&missing)
}

/// The first line that the command prints, if it can be run and succeeds.
fn probe(command: &[&str]) -> Option<String> {
    let output = Command::new(command[0]).args(&command[1..]).stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    output.status.success().then(|| text.lines().next().unwrap_or_default().to_owned())
}

fn check_rustc() -> Result<()> {
    let version = probe(&["rustc", "--version"]).context("rustc is missing; https://rustup.rs installs it")?;
    println!("rustc: {version}");
    let found = version.split(' ').nth(1).and_then(numbers);
    let found = found.with_context(|| format!("cannot read the version in `{version}`"))?;
    let metadata = metadata()?;
    let wanted = metadata["packages"][0]["rust_version"].as_str().context("the workspace states no rust-version")?;
    if numbers(wanted).is_some_and(|wanted| found < wanted) {
        bail!("rustc {wanted} or newer is needed; `rustup update stable` gets it");
    }
    Ok(())
}

/// `(1, 88)` of `1.88.0-nightly`.
fn numbers(version: &str) -> Option<(u32, u32)> {
    let mut parts = version.split('.');
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

fn install(missing: &[&Need]) -> Result<()> {
    let has_rustup = probe(&["rustup", "--version"]).is_some();
    let (components, packages): (Vec<&Need>, Vec<&Need>) =
        missing.iter().partition(|need| has_rustup && need.rustup_component.is_some());
    if !components.is_empty() {
        let names = components.iter().filter_map(|need| need.rustup_component);
        announced(Command::new("rustup").args(["component", "add"]).args(names))?;
    }
    if !packages.is_empty() {
        if probe(&["apt-get", "--version"]).is_none() {
            let names: Vec<&str> = packages.iter().map(|need| need.what).collect();
            bail!("there is no apt here; please install {}", names.join(", "));
        }
        announced(privileged("apt-get").arg("update"))?;
        let names = packages.iter().map(|need| need.apt_package);
        announced(privileged("apt-get").args(["install", "--yes", "--no-install-recommends"]).args(names))?;
    }
    Ok(())
}

/// A command that runs as the superuser: itself for root, else through sudo.
fn privileged(program: &str) -> Command {
    if probe(&["id", "-u"]).as_deref() == Some("0") {
        return Command::new(program);
    }
    let mut command = Command::new("sudo");
    command.arg(program);
    command
}

fn announced(command: &mut Command) -> Result<()> {
    println!("running {command:?}");
    succeed(command)
}
