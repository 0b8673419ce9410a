//! What is found of a program: where it is, and what it says of itself.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use system::ProgramLimits;
use system::tools::Tool;

use super::Line;

/// Programs that do not say their versions by then have none.
const PATIENCE: Duration = Duration::from_millis(800);

/// Something that is there.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) path: PathBuf,
    /// Its version, where it says one.
    pub(super) version: Option<String>,
    /// The machine that it compiles for, if it is a compiler and says so.
    pub(super) target: Option<String>,
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(version) = &self.version {
            write!(f, "{version} ")?;
        }
        if let Some(target) = &self.target {
            write!(f, "for {target} ")?;
        }
        write!(f, "({})", self.path.display())
    }
}

/// The first of the program's names that is in `PATH`.
pub(super) fn tool(tool: &Tool) -> Option<Found> {
    let path = tool.programs.iter().find_map(|name| in_path(name))?;
    if tool.version.is_empty() {
        let version = version_of_jdk(&path);
        return Some(Found { path, version, target: None });
    }
    let said = said(&path, tool.version)?;
    let version = said.lines().next().and_then(version_in);
    let target = said.lines().find_map(|line| line.strip_prefix("Target: ")).map(str::to_owned);
    let target = target.or_else(|| {
        let is_gcc = path.file_name().is_some_and(|name| name.to_string_lossy().ends_with("gcc") || name == "g++");
        is_gcc.then(|| self::said(&path, &["-dumpmachine"]))?.map(|said| said.trim().to_owned())
    });
    Some(Found { path, version, target })
}

/// Where a program is in `PATH`.
fn in_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|directory| directory.join(name)).find(|file| is_program(file))
}

#[cfg(unix)]
fn is_program(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(file).is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(file: &Path) -> bool {
    file.is_file() || file.with_extension("exe").is_file()
}

/// What a program prints, if it ends well and soon.
fn said(program: &Path, words: &[&str]) -> Option<String> {
    let mut command = Command::new(program);
    command.args(words);
    let ended = system::run_within(&mut command, &[], ProgramLimits { time: PATIENCE, bytes: 1 << 16 }).ok()?;
    ended.status.success().then(|| String::from_utf8_lossy(&ended.stdout).into_owned())
}

/// The last word of a line that looks like a version: `14.0.6` of `Debian clang version 14.0.6`, `12.2.0` of `gcc (Debian 12.2.0-14) 12.2.0`.
fn version_in(line: &str) -> Option<String> {
    let mut words =
        line.split(|c: char| c.is_whitespace() || "(),".contains(c)).map(|word| word.trim_start_matches('v'));
    let looks_like = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('.');
    words.rfind(looks_like).map(str::to_owned)
}

/// The version of the development kit that a `javac` belongs to: its file `release` says it, where starting it takes half a second.
fn version_of_jdk(javac: &Path) -> Option<String> {
    let home = javac.canonicalize().ok()?.parent()?.parent()?.join("release");
    let text = std::fs::read_to_string(home).ok()?;
    let version = text.lines().find_map(|line| line.strip_prefix("JAVA_VERSION="))?;
    Some(version.trim_matches('"').to_owned())
}

/// What belongs to Lakmus, and to Rust's sources.
pub(super) fn of_lakmus() -> Vec<Line> {
    let mut lines = Vec::new();
    let file = |path: PathBuf| Found { path, version: None, target: None };
    let here = std::env::current_exe().unwrap_or_default();
    #[cfg(feature = "tester")]
    lines.push(Line {
        name: "the runtime library",
        found: ::tester::library::find(&here).ok().map(file),
        is_main: true,
        uses: vec!["test executes programs with it".to_owned()],
        package: "",
        installation: "`cargo build --release --package lakmus-rt` puts it beside this command; packages have it; of a `lakmus` from `cargo install`, the first `lakmus test` compiles it".to_owned(),
    });
    let page = here.with_file_name(format!("lakmus-explore{}", std::env::consts::EXE_SUFFIX));
    lines.push(Line {
        name: "lakmus-explore",
        found: Some(page).filter(|page| is_program(page)).or_else(|| in_path("lakmus-explore")).map(file),
        is_main: false,
        uses: vec!["explore is this program".to_owned()],
        package: "",
        installation: "`cargo build --release --package lakmus-explore` puts it beside this command".to_owned(),
    });
    lines.push(Line {
        name: "Rust's sources",
        found: rust_sources().map(file),
        is_main: false,
        uses: vec!["cargo and rustc compile an instrumented standard library of them".to_owned()],
        package: "",
        installation: "`rustup component add rust-src` installs them, on Debian's Rust the package rust-src".to_owned(),
    });
    lines
}

/// The sources of Rust's standard library, of the toolchain that `rustc` is.
fn rust_sources() -> Option<PathBuf> {
    let rustc = in_path("rustc")?;
    let root = said(&rustc, &["--print", "sysroot"])?;
    Some(Path::new(root.trim()).join("lib/rustlib/src/rust/library")).filter(|sources| sources.join("std").is_dir())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_from_what_programs_say() {
        for (line, version) in [
            ("Debian clang version 14.0.6", Some("14.0.6")),
            ("gcc (Debian 12.2.0-14+deb12u1) 12.2.0", Some("12.2.0")),
            ("rustc 1.88.0 (6b00bc388 2025-06-23)", Some("1.88.0")),
            ("GNU gdb (Debian 13.1-3) 13.1", Some("13.1")),
            ("GenMC v0.10.3", Some("0.10.3")),
            ("no version at all", None),
        ] {
            assert_eq!(version_in(line).as_deref(), version, "{line}");
        }
    }

    #[test]
    fn a_program_that_says_nothing_useful_is_none() {
        assert!(in_path("no-such-program-of-anyone").is_none());
        let Some(false_) = in_path("false") else { return };
        assert!(said(&false_, &["--nothing"]).is_none());
    }
}
