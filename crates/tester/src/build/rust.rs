//! Rust: rustc with the options that the tester needs, and cargo with an environment that gives them to rustc.
//!
//! The instrumentation is an option of rustc that is not stable; `RUSTC_BOOTSTRAP` lets a stable rustc take it. The standard library comes compiled, without
//! instrumentation; where its sources are installed, an instrumented one takes its place ([`super::standard_library`]), else what it does unseen the runtime works out.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

use thiserror::Error;

use super::standard_library::{self, StdError, Toolchain, Wanted};

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
    /// The instrumented standard library that is asked for cannot be had.
    #[error(transparent)]
    Std(#[from] StdError),
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

/// cargo: that of the environment variable `CARGO`, if there is one.
fn cargo_program() -> PathBuf {
    std::env::var_os("CARGO").filter(|name| !name.is_empty()).map_or_else(|| "cargo".into(), PathBuf::from)
}

/// Runs rustc with these arguments. `say` is called with sentences about what takes long, or is not as it might be.
///
/// # Errors
/// When it cannot be run, or has not the standard library that the environment asks for. What it complains about is in its status.
pub fn compile(arguments: &[OsString], library: &Path, say: &mut dyn FnMut(&str)) -> Result<ExitStatus, RustError> {
    let program = rustc();
    let mut command = Command::new(&program);
    command.env("RUSTC_BOOTSTRAP", "1").args(options(library));
    // Where these are given, another library or none is compiled for, or nothing is compiled.
    if !["--sysroot", "--target", "--print", "-V", "-vV", "--version"].iter().any(|option| is_given(arguments, option))
    {
        command.args(instrumented_library(&version(None)?, None, say)?);
    }
    command.args(arguments);
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
pub fn cargo(request: &CargoRequest, say: &mut dyn FnMut(&str)) -> Result<ExitStatus, RustError> {
    // A rustc that is named is none of rustup's.
    let first = request.arguments.first().filter(|_| rustc() == Path::new("rustc")).map(OsString::as_os_str);
    let chosen = first.filter(|word| word.as_encoded_bytes().starts_with(b"+"));
    let version = version(chosen)?;
    let host = host(&version)?;
    let has = |option: &str| is_given(&request.arguments, option);
    let mut options = options(&request.library);
    if !has("--target") && subcommand(&request.arguments).is_some_and(compiles) {
        options.extend(instrumented_library(&version, chosen, say)?);
    }
    let flags = flags("CARGO_ENCODED_RUSTFLAGS", "RUSTFLAGS", &options);
    let doc_flags = self::flags("CARGO_ENCODED_RUSTDOCFLAGS", "RUSTDOCFLAGS", &options);
    let program = cargo_program();
    let mut command = Command::new(&program);
    command.env("RUSTC_BOOTSTRAP", "1").env("CARGO_ENCODED_RUSTFLAGS", flags);
    command.env("CARGO_ENCODED_RUSTDOCFLAGS", doc_flags);
    command.env(format!("CARGO_TARGET_{}_RUNNER", variable(host)), request.runner.join(" "));
    if std::env::var_os("RUST_TEST_THREADS").is_none() {
        command.env("RUST_TEST_THREADS", "1");
    }
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
        command.args(["--target", host]);
    }
    command.args(after);
    command.status().map_err(|error| RustError::Toolchain { program, error })
}

/// Whether an option is among the arguments, before those of the program.
fn is_given(arguments: &[OsString], option: &str) -> bool {
    let is_it = |word: &OsString| {
        let word = word.to_string_lossy();
        word == option || word.strip_prefix(option).is_some_and(|rest| rest.starts_with('='))
    };
    arguments.iter().take_while(|word| *word != "--").any(is_it)
}

/// Options for the instrumented standard library; none where the one that came with the compiler is used.
fn instrumented_library(
    version: &str,
    chosen: Option<&OsStr>,
    say: &mut dyn FnMut(&str),
) -> Result<Vec<OsString>, RustError> {
    let wanted = Wanted::from_environment()?;
    if wanted == Wanted::Prebuilt {
        return Ok(Vec::new());
    }
    let (rustc, cargo) = (rustc(), cargo_program());
    let toolchain = Toolchain { rustc: &rustc, cargo: &cargo, target: host(version)?, version, chosen };
    match (toolchain.instrumented(say), wanted) {
        (Ok(root), _) => Ok(standard_library::options(&root)),
        // Without its sources that is how it is; what is tested says so.
        (Err(StdError::NoSources(_)), Wanted::IfPossible) => Ok(Vec::new()),
        (Err(error), Wanted::IfPossible) => {
            say(&format!("{error}; the one that came with the compiler is used"));
            Ok(Vec::new())
        }
        (Err(error), Wanted::Instrumented | Wanted::Prebuilt) => Err(error.into()),
    }
}

/// The subcommand, if there is one.
fn subcommand(arguments: &[OsString]) -> Option<&OsStr> {
    let end = subcommand_end(arguments);
    arguments
        .get(end.checked_sub(1)?)
        .map(OsString::as_os_str)
        .filter(|word| !word.to_string_lossy().starts_with(['-', '+']))
}

/// Whether a subcommand of cargo may compile something: one that is not known may.
fn compiles(subcommand: &OsStr) -> bool {
    const OTHERS: [&str; 14] = [
        "add",
        "clean",
        "fetch",
        "fmt",
        "help",
        "init",
        "locate-project",
        "metadata",
        "new",
        "pkgid",
        "remove",
        "search",
        "tree",
        "update",
    ];
    !OTHERS.iter().any(|other| subcommand == *other)
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

/// What rustc says of itself; `chosen` is the toolchain that rustup is to take.
fn version(chosen: Option<&OsStr>) -> Result<String, RustError> {
    let program = rustc();
    let output = Command::new(&program).args(chosen).arg("-vV").output();
    let output = output.map_err(|error| RustError::Toolchain { program, error })?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The machine that rustc compiles for.
fn host(version: &str) -> Result<&str, RustError> {
    version.lines().find_map(|line| line.strip_prefix("host: ")).ok_or_else(|| RustError::NoHost(rustc()))
}

/// A target in the name of an environment variable.
fn variable(target: &str) -> String {
    target.to_uppercase().replace(['-', '.'], "_")
}

/// The user's flags and ours, as cargo takes them in a variable: with this character between them.
fn flags(encoded: &str, plain: &str, options: &[OsString]) -> OsString {
    const BETWEEN: &str = "\x1f";
    let mut flags = match (std::env::var_os(encoded), std::env::var_os(plain)) {
        (Some(flags), _) => flags,
        (None, Some(flags)) => flags.to_string_lossy().split_whitespace().collect::<Vec<_>>().join(BETWEEN).into(),
        (None, None) => OsString::new(),
    };
    for option in options {
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
    fn what_compiles_has_the_library() {
        let words = |line: &str| line.split(' ').map(OsString::from).collect::<Vec<_>>();
        let compiles = |line: &str| subcommand(&words(line)).is_some_and(compiles);
        assert!(compiles("test --lib") && compiles("+1.95.0 -q run") && compiles("nextest run"));
        assert!(!compiles("clean") && !compiles("--version") && !compiles("tree -i x"));
        assert!(is_given(&words("build --target=x"), "--target") && !is_given(&words("run -- --target x"), "--target"));
    }

    #[test]
    fn targets_are_named_as_in_the_environment() {
        assert_eq!(variable("x86_64-unknown-linux-gnu"), "X86_64_UNKNOWN_LINUX_GNU");
    }
}
