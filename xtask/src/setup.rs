//! `cargo xtask setup`: is everything there, and if not, get it.
//!
//! With `--compilers DIR`, the same for the compilers that `lakmus mix` is tried with.
//!
//! Nothing is touched that is not missing. System packages come from apt; Rust components from rustup where Rust was installed by
//! rustup, else from apt.

mod compilers;

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

const USAGE: &str = "usage: cargo xtask setup [--compilers DIR [--every-version]]";

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    match arguments {
        [] => development(),
        [option, folder] if option == "--compilers" => compilers::install(Path::new(folder), false),
        [option, folder, every] if option == "--compilers" && every == "--every-version" => {
            compilers::install(Path::new(folder), true)
        }
        _ => bail!(USAGE),
    }
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
