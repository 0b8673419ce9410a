//! Rust: rustc with the options that the tester needs, and cargo with an environment that gives them to rustc.
//!
//! The instrumentation is an option of rustc that is not stable; `RUSTC_BOOTSTRAP` lets a stable rustc take it. The standard library comes compiled, without
//! instrumentation: what that does unseen the runtime works out.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

use thiserror::Error;

/// Why nothing was built.
#[derive(Debug, Error)]
pub enum RustError {
    /// A program of the toolchain cannot be run.
    #[error("cannot run `{}`: {error}", .program.display())]
    Toolchain {
        /// Its name or path.
        program: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// rustc does not say for which machine it compiles.
    #[error("`{} -vV` names no host", .0.display())]
    NoHost(PathBuf),
}

/// The options that instrument what rustc compiles, and link it with the runtime library.
pub fn options(library: &Path) -> Vec<OsString> {
    let directory = library.parent().unwrap_or(Path::new("."));
    let with_directory = |option: &str| {
        let mut option = OsString::from(option);
        option.push(directory);
        option
    };
    vec![
        "-Zsanitizer=thread".into(),
        // The runtime that belongs to the option is not linked.
        "-Zexternal-clangrt".into(),
        // The standard library has been compiled without it.
        "-Cunsafe-allow-abi-mismatch=sanitizer".into(),
        "-Cdebuginfo=1".into(),
        with_directory("-Zpre-link-arg=-L"),
        // Before all other libraries, and also where no function of it is called.
        "-Zpre-link-arg=-Wl,--no-as-needed".into(),
        "-Zpre-link-arg=-llakmus_rt".into(),
        // Not with `-Wl`, which takes a path apart at its commas.
        "-Clink-arg=-Xlinker".into(),
        "-Clink-arg=-rpath".into(),
        "-Clink-arg=-Xlinker".into(),
        with_directory("-Clink-arg="),
    ]
}

/// rustc: that of the environment variable `RUSTC`, if there is one.
pub fn rustc() -> PathBuf {
    std::env::var_os("RUSTC").filter(|name| !name.is_empty()).map_or_else(|| "rustc".into(), PathBuf::from)
}

/// Runs rustc with these arguments.
///
/// # Errors
/// When it cannot be run. What it complains about is in its status.
pub fn compile(arguments: &[OsString], library: &Path) -> Result<ExitStatus, RustError> {
    let program = rustc();
    let mut command = Command::new(&program);
    command.env("RUSTC_BOOTSTRAP", "1").args(options(library)).args(arguments);
    command.status().map_err(|error| RustError::Toolchain { program, error })
}

/// What to run cargo for.
#[derive(Clone, Debug)]
pub struct CargoRequest {
    /// Arguments of cargo, its subcommand first.
    pub arguments: Vec<OsString>,
    /// What runs the programs that cargo would run: words without blanks in them.
    pub runner: Vec<String>,
    /// The runtime library.
    pub library: PathBuf,
}

/// Runs cargo so that all that it builds is instrumented, but for build scripts and procedural macros, and that the programs that it runs are run by the runner.
///
/// What is built goes to `target/lakmus` beside what is built otherwise, unless `CARGO_TARGET_DIR` or `--target-dir` says where. Tests run one after the other, on the
/// main thread, so that an execution begins with the first thread that a test creates.
///
/// # Errors
/// When cargo or rustc cannot be run. What cargo complains about is in its status.
pub fn cargo(request: &CargoRequest) -> Result<ExitStatus, RustError> {
    let host = host()?;
    let flags = flags("CARGO_ENCODED_RUSTFLAGS", "RUSTFLAGS", &request.library);
    let doc_flags = self::flags("CARGO_ENCODED_RUSTDOCFLAGS", "RUSTDOCFLAGS", &request.library);
    let program = std::env::var_os("CARGO").filter(|name| !name.is_empty()).map_or("cargo".into(), PathBuf::from);
    let mut command = Command::new(&program);
    command.env("RUSTC_BOOTSTRAP", "1").env("CARGO_ENCODED_RUSTFLAGS", flags);
    command.env("CARGO_ENCODED_RUSTDOCFLAGS", doc_flags);
    command.env(format!("CARGO_TARGET_{}_RUNNER", variable(&host)), request.runner.join(" "));
    if std::env::var_os("RUST_TEST_THREADS").is_none() {
        command.env("RUST_TEST_THREADS", "1");
    }
    let has = |option: &str| {
        let is_it = |word: &OsString| {
            let word = word.to_string_lossy();
            word == option || word.strip_prefix(option).is_some_and(|rest| rest.starts_with('='))
        };
        request.arguments.iter().take_while(|word| *word != "--").any(is_it)
    };
    if std::env::var_os("CARGO_TARGET_DIR").is_none()
        && !has("--target-dir")
        && let Some(root) = workspace(&program, &request.arguments)
    {
        command.env("CARGO_TARGET_DIR", root.join("target").join("lakmus"));
    }
    let (before, after) = request.arguments.split_at(subcommand_end(&request.arguments));
    command.args(before);
    // With a target build scripts are built without these options.
    if !has("--target") && !before.is_empty() {
        command.args(["--target", &host]);
    }
    command.args(after);
    command.status().map_err(|error| RustError::Toolchain { program, error })
}

/// How many arguments come up to the subcommand: options of cargo itself may precede it, and `+toolchain`.
fn subcommand_end(arguments: &[OsString]) -> usize {
    const WITH_VALUE: [&str; 5] = ["--config", "-Z", "-C", "--color", "--explain"];
    let mut is_value = false;
    for (index, word) in arguments.iter().enumerate() {
        let word = word.to_string_lossy();
        if !is_value && !word.starts_with(['-', '+']) {
            return index + 1;
        }
        is_value = !is_value && WITH_VALUE.contains(&word.as_ref());
    }
    arguments.len()
}

/// The machine that rustc compiles for.
fn host() -> Result<String, RustError> {
    let program = rustc();
    let output = Command::new(&program).arg("-vV").output();
    let output = output.map_err(|error| RustError::Toolchain { program: program.clone(), error })?;
    let text = String::from_utf8_lossy(&output.stdout);
    let host = text.lines().find_map(|line| line.strip_prefix("host: ")).map(str::to_owned);
    host.ok_or(RustError::NoHost(program))
}

/// A target in the name of an environment variable.
fn variable(target: &str) -> String {
    target.to_uppercase().replace(['-', '.'], "_")
}

/// The user's flags and ours, as cargo takes them in a variable: with this character between them.
fn flags(encoded: &str, plain: &str, library: &Path) -> OsString {
    const BETWEEN: &str = "\x1f";
    let mut flags = match (std::env::var_os(encoded), std::env::var_os(plain)) {
        (Some(flags), _) => flags,
        (None, Some(flags)) => flags.to_string_lossy().split_whitespace().collect::<Vec<_>>().join(BETWEEN).into(),
        (None, None) => OsString::new(),
    };
    for option in options(library) {
        if !flags.is_empty() {
            flags.push(OsStr::new(BETWEEN));
        }
        flags.push(option);
    }
    flags
}

/// The directory of the workspace that cargo would build, if it says so.
fn workspace(cargo: &Path, arguments: &[OsString]) -> Option<PathBuf> {
    let mut command = Command::new(cargo);
    command.args(["locate-project", "--workspace", "--message-format", "plain"]);
    let manifest = arguments.iter().position(|word| word == "--manifest-path");
    if let Some(path) = manifest.and_then(|at| arguments.get(at + 1)) {
        command.arg("--manifest-path").arg(path);
    }
    let output = command.output().ok().filter(|output| output.status.success())?;
    Some(Path::new(String::from_utf8_lossy(&output.stdout).trim()).parent()?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_subcommand_is_found() {
        let end = |line: &str| subcommand_end(&line.split(' ').map(OsString::from).collect::<Vec<_>>());
        assert_eq!(end("test --release"), 1);
        assert_eq!(end("+1.95.0 -q run -- a b"), 3);
        assert_eq!(end("--config build.jobs=1 test"), 3);
        assert_eq!(end("--version"), 1);
    }

    #[test]
    fn targets_are_named_as_in_the_environment() {
        assert_eq!(variable("x86_64-unknown-linux-gnu"), "X86_64_UNKNOWN_LINUX_GNU");
    }
}
