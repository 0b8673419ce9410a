//! What commands need beside Rust: is it there, and if not, can it be had.
//!
//! Nothing is touched that is not missing. System packages come from apt; Rust components from rustup where Rust was installed by
//! rustup, else from apt.

use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use system::tools;

use crate::cargo::{metadata, succeed};

/// What something is needed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// `cargo xtask test`.
    Test,
    /// `.ci/run`.
    Check,
    /// `cargo xtask bench --tester`, whose programs are compiled.
    BenchTester,
    /// `cargo xtask bench --verify`.
    BenchVerify,
    /// `cargo xtask dist`.
    Dist,
    /// `cargo xtask fresh` and `cargo xtask packages --check`.
    Fresh,
    /// `cargo xtask page` and `cargo xtask page-test`.
    Page,
    /// `cargo xtask packages --image`.
    Image,
}

/// Something that a command needs.
pub(crate) struct Need {
    what: &'static str,
    /// The command that shows that it is there.
    probe: &'static [&'static str],
    why: &'static str,
    rustup_component: Option<&'static str>,
    apt_package: &'static str,
    purposes: &'static [Purpose],
}

impl Need {
    const fn package(
        what: &'static str,
        probe: &'static [&'static str],
        why: &'static str,
        apt_package: &'static str,
        purposes: &'static [Purpose],
    ) -> Need {
        Need { what, probe, why, rustup_component: None, apt_package, purposes }
    }
}

use Purpose::{BenchTester, BenchVerify, Check, Dist, Fresh, Image, Page, Test};

const NEEDS: &[Need] = &[
    Need::package("node", &["node", "--version"], "it builds the page of `lakmus explore`", "nodejs", &[Page]),
    Need::package("npm", &["npm", "--version"], "it installs what the page is built from", "npm", &[Page]),
    Need::package("Chromium", &["chromium", "--version"], "the page is tested in it", "chromium", &[Page]),
    Need::package("a C linker", &["cc", "--version"], "rustc links with it", "gcc", &[Test, Check, Dist]),
    Need::package(
        "gcc",
        &["gcc", "--version"],
        "programs of tests are compiled with it",
        tools::GCC.package,
        &[Test, BenchTester],
    ),
    Need::package(
        "g++",
        &["g++", "--version"],
        "programs of tests are compiled with it",
        tools::GXX.package,
        &[Test, BenchTester],
    ),
    Need::package(
        "clang",
        &["clang", "--version"],
        "`lakmus fence` and `lakmus verify` read C by it, and programs of tests are compiled with it too",
        tools::CLANG.package,
        &[Test, BenchTester, BenchVerify],
    ),
    Need::package(
        "make",
        &["make", "--version"],
        "tests run exported programs and builds by it",
        tools::MAKE.package,
        &[Test],
    ),
    Need::package("CMake", &["cmake", "--version"], "a test runs a build by it", "cmake", &[Test]),
    Need::package("gdb", &["gdb", "--version"], "a test runs an execution under it", tools::GDB.package, &[Test]),
    Need::package(
        "a JDK",
        &["javac", "-version"],
        "tests compile harnesses for Java by it, and run them",
        tools::JDK.package,
        &[Test],
    ),
    Need::package("Slurm", &["slurmctld", "-V"], "a test runs a campaign on two nodes of it", "slurm-wlm", &[Test]),
    Need::package("munge", &["munged", "--version"], "Slurm trusts requests by it", "munge", &[Test]),
    Need::package(
        "faketime",
        &["faketime", "--version"],
        "a test runs under clocks that are wrong",
        "faketime",
        &[Test],
    ),
    Need {
        what: "rustfmt",
        probe: &["cargo", "fmt", "--version"],
        why: ".ci/run checks the format",
        rustup_component: Some("rustfmt"),
        apt_package: "rustfmt",
        purposes: &[Check],
    },
    Need {
        what: "clippy",
        probe: &["cargo", "clippy", "--version"],
        why: ".ci/run checks the lints",
        rustup_component: Some("clippy"),
        apt_package: "rust-clippy",
        purposes: &[Check],
    },
    Need::package(
        "binutils",
        &["objcopy", "--version"],
        "they split off debug information, and list symbols",
        "binutils",
        &[Dist],
    ),
    Need::package(
        "git",
        &["git", "--version"],
        "it knows the time of the last commit, and clones",
        "git",
        &[Dist, Fresh],
    ),
    Need::package("tar", &["tar", "--version"], "it packs and unpacks", "tar", &[Dist]),
    Need::package("gzip", &["gzip", "--version"], "it compresses", "gzip", &[Dist]),
    Need::package(
        "debootstrap",
        &["debootstrap", "--version"],
        "it unpacks releases of Debian",
        "debootstrap",
        &[Fresh],
    ),
    Need::package("buildah", &["buildah", "--version"], "it makes images", "buildah", &[Image]),
    Need::package("unshare", &["unshare", "--version"], "it keeps mounts to itself", "util-linux", &[Fresh]),
];

/// What was needed and could not be had.
pub(crate) struct Missing(Vec<&'static Need>);

impl Missing {
    /// Without it, the command cannot go on.
    ///
    /// # Errors
    /// When something is missing.
    pub(crate) fn ensure_none(self) -> Result<()> {
        if self.0.is_empty() {
            return Ok(());
        }
        let names: Vec<&str> = self.0.iter().map(|need| need.what).collect();
        bail!("{} missing, and could not be installed", names.join(", "))
    }

    /// How many things are missing.
    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }
}

/// Looks whether what `purposes` need is there, installs what is not where that can be done without a question, and prints the command that
/// installs it where not. Prints nothing where everything is there.
pub(crate) fn provide(purposes: &[Purpose]) -> Missing {
    let is_needed = |need: &&Need| need.purposes.iter().any(|purpose| purposes.contains(purpose));
    let missing: Vec<&Need> = NEEDS.iter().filter(is_needed).filter(|need| probe(need.probe).is_none()).collect();
    if missing.is_empty() {
        return Missing(missing);
    }
    for need in &missing {
        println!("{} is missing: {}.", need.what, need.why);
    }
    if let Err(error) = install(&missing) {
        println!("{error:#}");
    }
    Missing(missing.into_iter().filter(|need| probe(need.probe).is_none()).collect())
}

/// As [`provide`], with a line for what is there, too.
pub(crate) fn provide_and_list(purposes: &[Purpose]) -> Missing {
    for need in NEEDS.iter().filter(|need| need.purposes.iter().any(|purpose| purposes.contains(purpose))) {
        if let Some(version) = probe(need.probe) {
            println!("{}: {version}", need.what);
        }
    }
    provide(purposes)
}

/// The first line that the command prints, if it can be run and succeeds.
pub(crate) fn probe(command: &[&str]) -> Option<String> {
    let output =
        Command::new(command[0]).args(&command[1..]).stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    output.status.success().then(|| text.lines().next().unwrap_or_default().to_owned())
}

/// # Errors
/// When rustc is missing or too old.
pub(crate) fn check_rustc() -> Result<String> {
    let version = probe(&["rustc", "--version"]).context("rustc is missing; https://rustup.rs installs it")?;
    let found = version.split(' ').nth(1).and_then(numbers);
    let found = found.with_context(|| format!("cannot read the version in `{version}`"))?;
    let metadata = metadata()?;
    let wanted = metadata["packages"][0]["rust_version"].as_str().context("the workspace states no rust-version")?;
    if numbers(wanted).is_some_and(|wanted| found < wanted) {
        bail!("rustc {wanted} or newer is needed; `rustup update stable` gets it");
    }
    Ok(version)
}

/// `(1, 88)` of `1.88.0-nightly`.
pub(crate) fn numbers(version: &str) -> Option<(u32, u32)> {
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
    if packages.is_empty() {
        return Ok(());
    }
    let mut names: Vec<&str> = packages.iter().map(|need| need.apt_package).collect();
    names.dedup();
    install_packages(&names)
}

/// Installs packages of Debian.
///
/// # Errors
/// When there is no apt, this user may not install, or apt fails. The message has the command to run.
fn install_packages(names: &[&str]) -> Result<()> {
    let words = ["apt-get", "install", "--yes", "--no-install-recommends"];
    let by_hand = format!("{} {}", words.join(" "), names.join(" "));
    if probe(&["apt-get", "--version"]).is_none() {
        bail!("There is no apt here. On Debian these are the packages {}.", names.join(", "));
    }
    if !may_install() {
        bail!("This installs it: sudo apt-get update && sudo {by_hand}");
    }
    println!("Installing by apt: {}", names.join(", "));
    announced(privileged("apt-get").args(["update", "-qq"]))?;
    let mut install = privileged(words[0]);
    // Another installation may be on its way; apt gives up at once unless it is asked to wait.
    install.args(&words[1..]).args(["-qq", "-o", "DPkg::Lock::Timeout=300"]).args(names);
    announced(&mut install).with_context(|| format!("apt failed. This installs it: sudo {by_hand}"))
}

/// Whether packages can be installed without a question.
fn may_install() -> bool {
    is_root() || probe(&["sudo", "--non-interactive", "true"]).is_some()
}

pub(crate) fn is_root() -> bool {
    probe(&["id", "-u"]).as_deref() == Some("0")
}

/// A command that runs as the superuser: itself for root, else through sudo.
pub(crate) fn privileged(program: &str) -> Command {
    // Packages ask nothing.
    let silent = "DEBIAN_FRONTEND=noninteractive";
    let mut command = if is_root() { Command::new("env") } else { Command::new("sudo") };
    command.args([silent, program]);
    command
}

pub(crate) fn announced(command: &mut Command) -> Result<()> {
    println!("running {command:?}");
    succeed(command)
}
