//! `lakmus mix setup`: the compilers that mix testing is tried with. gcc for other machines from Debian, clang of several ages from PyPI, and, for every
//! version, gcc of later releases of Debian, each release in a directory of its own.
//!
//! Nothing is installed that is there. What apt and debootstrap do is done by root, or by sudo where that asks nothing.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::{Status, files, output};

use super::args::MixSetupArgs;

/// What the installation itself needs, by the command that shows that it is there.
const TOOLS: [(&str, &str); 1] = [("python3", "python3")];

/// Debian's packages of compilers that mix testing has profiles for, and of the emulator of its tests, by the command that shows that one is there.
fn debian_compilers() -> impl Iterator<Item = (&'static str, &'static str)> {
    let all = std::iter::once(&system::tools::QEMU).chain(system::tools::CROSS_COMPILERS);
    all.flat_map(|tool| tool.programs.iter().map(|program| (*program, tool.package)))
}

/// The C libraries that programs of the emulator's tests are linked with, by the compilers that find them.
const LIBRARIES: [(&str, &str); 7] = [
    ("aarch64-linux-gnu-gcc", "libc6-dev-arm64-cross"),
    ("arm-linux-gnueabihf-gcc", "libc6-dev-armhf-cross"),
    ("i686-linux-gnu-gcc", "libc6-dev-i386-cross"),
    ("mips64el-linux-gnuabi64-gcc", "libc6-dev-mips64el-cross"),
    ("powerpc64le-linux-gnu-gcc", "libc6-dev-ppc64el-cross"),
    ("riscv64-linux-gnu-gcc", "libc6-dev-riscv64-cross"),
    ("s390x-linux-gnu-gcc", "libc6-dev-s390x-cross"),
];

/// More of these, for `--every-version`: what else Debian 12 has. Where a release of Debian lacks one, it is left out.
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

/// Releases of Debian with versions of gcc that Debian 12 has not.
const LATER_RELEASES: [(&str, [u32; 2]); 2] = [("trixie", [13, 14]), ("sid", [15, 16])];

/// What compilers of these versions are for, as their names begin. A release that lacks one goes without it.
const TARGETS: [&str; 9] = [
    "",
    "aarch64-linux-gnu-",
    "arm-linux-gnueabihf-",
    "i686-linux-gnu-",
    "loongarch64-linux-gnu-",
    "mips64el-linux-gnuabi64-",
    "powerpc64le-linux-gnu-",
    "riscv64-linux-gnu-",
    "s390x-linux-gnu-",
];

/// What the tests on emulators need of a later release, where Debian 12 has no C library or an emulator that is too old for it.
const LATER_LIBRARIES: [&str; 2] = ["libc6-dev-loong64-cross", "qemu-user"];

/// The emulators of these, which are static programs.
const LATER_EMULATORS: [&str; 1] = ["qemu-loongarch64"];

/// Whether things are installed, or shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Plan {
    Install,
    Show,
}

impl Plan {
    /// Prints a command, and runs it where things are installed.
    fn run(self, command: &mut Command) -> Result<(), String> {
        let program = command.get_program().to_string_lossy().into_owned();
        let words: Vec<String> = command.get_args().map(|word| word.to_string_lossy().into_owned()).collect();
        let shown = format!("{program} {}", words.join(" "));
        say(&shown)?;
        if self == Plan::Show {
            return Ok(());
        }
        match command.status() {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(format!("`{shown}`: {status}")),
            Err(error) => Err(format!("`{shown}` cannot be run: {error}")),
        }
    }
}

/// Does what is asked.
pub(super) fn run(args: &MixSetupArgs) -> Status {
    let plan = if args.dry_run { Plan::Show } else { Plan::Install };
    match install(&args.directory, args.every_version, plan) {
        Ok(()) => Status::Success,
        Err(message) => {
            complain(&format!("error: {message}"));
            Status::Usage
        }
    }
}

fn say(line: &str) -> Result<(), String> {
    match output::print(format!("{line}\n").as_bytes()) {
        Status::Success => Ok(()),
        _ => Err("cannot print".to_owned()),
    }
}

fn complain(line: &str) {
    output::complain(line);
}

/// Installs what is missing: by apt, and clang of several ages from PyPI into `folder`.
fn install(folder: &Path, every_version: bool, plan: Plan) -> Result<(), String> {
    let is_missing = |(command, _): &&(&str, &str)| probe(&[command, "--version"]).is_none();
    let wanted: Vec<(&str, &str)> = TOOLS.iter().copied().chain(debian_compilers()).collect();
    let mut missing: Vec<&str> = wanted.iter().filter(is_missing).map(|(_, of)| *of).collect();
    if probe(&["python3", "-m", "pip", "--version"]).is_none() {
        missing.push("python3-pip");
    }
    // A compiler that has no library prints the name alone.
    let has_library =
        |compiler: &str| probe(&[compiler, "-print-file-name=libc.a"]).is_some_and(|path| path.contains('/'));
    missing.extend(LIBRARIES.iter().filter(|(compiler, _)| !has_library(compiler)).map(|(_, package)| *package));
    if every_version {
        let others = OTHER_DEBIAN_COMPILERS.iter().chain([&("debootstrap", "debootstrap")]);
        missing.extend(others.filter(is_missing).map(|(_, package)| *package));
    }
    if !missing.is_empty() {
        packages(missing, plan)?;
    }
    let versions = ZIGLANG.iter().chain(if every_version { &OTHER_ZIGLANG[..] } else { &[] });
    for version in versions {
        clang_of_zig(folder, version, plan)?;
    }
    if every_version {
        for (release, versions) in LATER_RELEASES {
            compilers_of_release(folder, release, &versions, plan)?;
        }
    }
    say(&format!("`lakmus mix profiles --compilers {}` lists what there is.", folder.display()))
}

/// Installs packages of Debian. What this system does not have is named and left out.
fn packages(mut names: Vec<&str>, plan: Plan) -> Result<(), String> {
    if probe(&["apt-get", "--version"]).is_none() {
        return Err(format!("there is no apt here; on Debian these are the packages {}", names.join(", ")));
    }
    plan.run(privileged("apt-get").args(["update", "-qq"]))?;
    if plan == Plan::Install {
        names.retain(|package| {
            let is_known = probe(&["apt-cache", "show", package]).is_some();
            if !is_known {
                complain(&format!("{package}: this system does not have it"));
            }
            is_known
        });
    }
    plan.run(privileged("apt-get").args(["install", "--yes", "--no-install-recommends", "-qq"]).args(names))
}

/// A command that runs as the superuser: itself for root, else through sudo, which is to ask nothing.
fn privileged(program: &str) -> Command {
    let is_root = probe(&["id", "-u"]).as_deref() == Some("0");
    let mut command = Command::new(if is_root { "env" } else { "sudo" });
    if !is_root {
        command.arg("--non-interactive");
    }
    command.args(["DEBIAN_FRONTEND=noninteractive", program]);
    command
}

/// The first line that the command prints, if it can be run and succeeds.
fn probe(command: &[&str]) -> Option<String> {
    let output =
        Command::new(command[0]).args(&command[1..]).stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    output.status.success().then(|| text.lines().next().unwrap_or_default().to_owned())
}

/// Installs one version of `ziglang`, and sees that its clang runs.
fn clang_of_zig(folder: &Path, version: &str, plan: Plan) -> Result<(), String> {
    let target = folder.join(format!("zig-{version}"));
    let zig = target.join("ziglang/zig");
    if !zig.is_file() {
        let package = format!("ziglang=={version}");
        let mut pip = Command::new("python3");
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--target"]);
        plan.run(pip.arg(&target).arg(package))?;
    }
    if plan == Plan::Show {
        return Ok(());
    }
    let zig = zig.display().to_string();
    match probe(&[&zig, "clang", "--version"]) {
        Some(version) => say(&format!("{zig}: {version}")),
        None => Err(format!("`{zig} clang --version` does not run")),
    }
}

/// Installs the compilers of a later release in `FOLDER/debian-RELEASE/root`, with a command for each in `FOLDER/debian-RELEASE/bin`.
///
/// They need the C library of their release, and so a root directory with that in it. They are given texts and give texts back, and have no use for a file outside.
fn compilers_of_release(folder: &Path, release: &str, versions: &[u32], plan: Plan) -> Result<(), String> {
    let target = folder.join(format!("debian-{release}"));
    let root = target.join("root");
    // The last thing that is unpacked: without it the directory is what an earlier attempt has left.
    if !root.join("etc/apt/sources.list").is_file() {
        plan.run(privileged("debootstrap").args(["--variant=minbase", release]).arg(&root))?;
    }
    let is_installed = |name: &str| root.join("usr/bin").join(name).symlink_metadata().is_ok();
    // The package of `aarch64-linux-gnu-gcc-14` is `gcc-14-aarch64-linux-gnu`.
    let package = |(of, version): (&str, u32)| match of.strip_suffix('-') {
        Some(of) => format!("gcc-{version}-{of}"),
        None => format!("gcc-{version}"),
    };
    let names = || versions.iter().flat_map(|version| TARGETS.map(|of| (of, *version)));
    let mut missing: Vec<String> =
        names().filter(|(of, version)| !is_installed(&format!("{of}gcc-{version}"))).map(package).collect();
    if LATER_EMULATORS.iter().any(|emulator| !is_installed(emulator)) {
        missing.extend(LATER_LIBRARIES.map(str::to_owned));
    }
    let inside = |arguments: &[&str]| {
        let mut command = privileged("chroot");
        command.arg(&root).args(arguments);
        command
    };
    if plan == Plan::Install {
        missing.retain(|package| {
            let is_known = inside(&["apt-cache", "show", package]).output().is_ok_and(|output| output.status.success());
            if !is_known {
                complain(&format!("{package}: Debian {release} does not have it"));
            }
            is_known
        });
    }
    if !missing.is_empty() {
        let install = ["apt-get", "install", "--yes", "--no-install-recommends"];
        plan.run(inside(&install).args(missing).env("DEBIAN_FRONTEND", "noninteractive"))?;
    }
    if plan == Plan::Show {
        return Ok(());
    }
    let installed = names().map(|(of, version)| format!("{of}gcc-{version}")).filter(|name| is_installed(name));
    commands_of_release(&target, installed)
}

/// The commands of a release, and its emulators beside them.
fn commands_of_release(target: &Path, compilers: impl Iterator<Item = String>) -> Result<(), String> {
    let (root, commands) = (target.join("root"), target.join("bin"));
    std::fs::create_dir_all(&commands).map_err(|error| format!("cannot make {}: {error}", commands.display()))?;
    for name in compilers {
        command_of_root(&commands.join(&name), &name)?;
    }
    for emulator in LATER_EMULATORS.iter().filter(|name| root.join("usr/bin").join(name).symlink_metadata().is_ok()) {
        let link = commands.join(emulator);
        if !link.exists() {
            symlink(&root.join("usr/bin").join(emulator), &link)
                .map_err(|error| format!("cannot link {}: {error}", link.display()))?;
        }
    }
    Ok(())
}

fn symlink(original: &Path, link: &Path) -> std::io::Result<()> {
    #[cfg(unix)]
    return std::os::unix::fs::symlink(original, link);
    #[cfg(not(unix))]
    {
        let _ = (original, link);
        Err(std::io::Error::from(std::io::ErrorKind::Unsupported))
    }
}

/// The command that runs the compiler `NAME` inside the root directory beside it. Paths that it prints are those outside of the root directory. For root, the
/// temporary directory is that outside, so that tests can link.
const COMMAND: &str = r#"#!/bin/sh
# Written by `lakmus mix setup`.
root=$(dirname "$(dirname "$(readlink -f "$0")")")/root
case "$1" in
  -print-*)
    inside="chroot"
    [ "$(id -u)" = 0 ] || inside="unshare --map-root-user chroot"
    answer=$($inside "$root" NAME "$@") || exit
    case "$answer" in
      /*) echo "$root$answer" ;;
      *) echo "$answer" ;;
    esac
    ;;
  *)
    [ "$(id -u)" = 0 ] || exec unshare --map-root-user chroot "$root" NAME "$@"
    exec unshare --mount sh -c '
      root=$1 here=$2
      shift 2
      mount --bind /tmp "$root/tmp"
      exec chroot "$root" sh -c "cd \"\$0\" 2>/dev/null; exec NAME \"\$@\"" "$here" "$@"
    ' sh "$root" "$PWD" "$@"
    ;;
esac
"#;

/// Writes the command of a compiler, and sees that it runs.
fn command_of_root(command: &Path, name: &str) -> Result<(), String> {
    let text = COMMAND.replace("NAME", name);
    // One that is there already stays as it is: `lakmus mix` knows a compiler by its file's time.
    if std::fs::read_to_string(command).ok().as_ref() != Some(&text) {
        std::fs::write(command, text)
            .and_then(|()| files::make_executable(command))
            .map_err(|error| format!("cannot write {}: {error}", command.display()))?;
    }
    let command = command.display().to_string();
    match probe(&[&command, "--version"]) {
        Some(version) => say(&format!("{command}: {version}")),
        None => Err(format!("`{command} --version` does not run")),
    }
}
