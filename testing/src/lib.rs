//! What the tests of all packages share: the reference corpus, programs that may be missing, and what was not run.
//!
//! A test that cannot run says so by [`not_run`], or by one of the functions here that do. Each such line goes past the capture of libtest, and
//! `cargo xtask test` adds them up: a test without what it needs is not run, and neither passed nor failed.

pub mod sets;
pub mod variables;

use std::fmt::Display;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The directory of the workspace.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("this package lies in the workspace")
}

/// A file or directory of the reference corpus, which may lie beside the repository, if it is there.
pub fn find_shared(path: &str) -> Option<PathBuf> {
    let found = root().join("../shared/corpus").join(path);
    found.exists().then_some(found)
}

/// As [`find_shared`]; without it, the test that calls this counts as not run.
pub fn shared(path: &str) -> Option<PathBuf> {
    let found = find_shared(path);
    if found.is_none() {
        not_run(&format!("../shared/corpus/{path} is not there"));
    }
    found
}

/// The tests that are generated for an architecture: all those of the reference corpus where that is there, else the choice of them in this repository.
pub fn generated(architecture: &str) -> PathBuf {
    let own = || root().join("corpus/generated").join(architecture);
    find_shared(&format!("generated/{architecture}")).unwrap_or_else(own)
}

/// The files with names that end in `.litmus` below a directory, sorted: none where there is no such directory.
pub fn litmus_files(directory: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let Ok(entries) = std::fs::read_dir(directory) else { return found };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            found.extend(litmus_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "litmus") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Whether a program can be run: `PROGRAM --version` succeeds.
pub fn is_there(program: impl AsRef<Path>) -> bool {
    let mut command = Command::new(program.as_ref());
    command.arg("--version").stdin(Stdio::null()).output().is_ok_and(|output| output.status.success())
}

/// Whether all these programs can be run; without one, the test that calls this counts as not run.
pub fn has(programs: &[&str]) -> bool {
    let missing: Vec<&str> = programs.iter().copied().filter(|program| !is_there(program)).collect();
    if !missing.is_empty() {
        not_run(&format!("{} cannot be run", missing.join(" and ")));
    }
    missing.is_empty()
}

/// A command for a program that signals end, also where tests run with them ignored, as behind `nohup`: a program that finds them ignored leaves them so.
pub fn heeding_signals(program: &str) -> Command {
    let mut command = Command::new("env");
    command.args(["--default-signal=INT,TERM,HUP", program]);
    command
}

/// Reports that the test that calls this is not run.
pub fn not_run(reason: &str) {
    let thread = std::thread::current();
    report(format_args!("not run: test {}: {reason}", thread.name().unwrap_or("without a name")));
}

/// Reports that cases are not run, of which a harness lists none. Those that it lists as ignored count already: for them, 0.
pub fn cases_not_run(cases: usize, what: &str, reason: &str) {
    report(format_args!("not run: {cases} cases {what}: {reason}"));
}

/// Writes a line that libtest does not capture.
fn report(line: impl Display) {
    // As one piece: other tests write at the same time.
    let line = format!("{line}\n");
    let _ = std::io::stdout().write_all(line.as_bytes());
}

/// Whether what takes long is to run, too: `cargo xtask test --all`.
pub fn is_thorough() -> bool {
    variables::value("LAKMUS_ALL").is_some()
}
