//! Test programs, several at a time.
//!
//! `cargo test` starts one when the one before has ended, so that a processor waits wherever the last test of a program takes long, and where tests wait for what they start. Here
//! as many programs run as there are processors; what each prints is kept until it has ended, as one piece.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use super::tally::Tally;
use crate::cargo::{cargo, root};

/// The package whose programs take longest: they begin first, so that none of them is alone at the end.
const FIRST: &str = "lakmus";

/// Something that prints results of tests.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Job {
    /// The examples in documentation: rustdoc compiles them one package after the other.
    Documentation,
    /// A program.
    Program {
        /// Whether it is of another package than [`FIRST`].
        comes_later: bool,
        /// The package's directory: where the program runs.
        directory: PathBuf,
        /// What was compiled.
        source: String,
        file: PathBuf,
    },
}

/// Compiles all test programs and runs them. Returns whether all succeeded.
///
/// # Errors
/// When something does not compile or cannot be started.
pub(super) fn run(is_thorough: bool, tally: &mut Tally) -> Result<bool> {
    let mut jobs = programs()?;
    jobs.push(Job::Documentation);
    jobs.sort();
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicUsize::new(0);
    // The tally, and the jobs that failed or could not be run.
    let shared = Mutex::new((tally, Vec::new()));
    std::thread::scope(|scope| {
        let work = || {
            while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                println!("   Beginning {}", job.name());
                let result = job.run(is_thorough);
                let mut shared = shared.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                let (tally, failed) = &mut *shared;
                match result {
                    Ok((is_success, output)) => {
                        report(job, &output, tally);
                        failed.extend((!is_success).then(|| job.name()));
                    }
                    Err(error) => failed.push(format!("{}: {error:#}", job.name())),
                }
            }
        };
        (0..workers).for_each(|_| _ = scope.spawn(work));
    });
    let (_, failed) = shared.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    for name in &failed {
        eprintln!("error: {name} failed");
    }
    Ok(failed.is_empty())
}

/// Compiles the test programs.
fn programs() -> Result<Vec<Job>> {
    let mut command = cargo();
    command.args(["test", "--workspace", "--no-run", "--message-format=json-render-diagnostics"]);
    let mut child = command.stdout(Stdio::piped()).spawn().context("cannot run cargo test")?;
    let output = child.stdout.take().context("cargo test has no output")?;
    let mut jobs = Vec::new();
    for line in BufReader::new(output).lines() {
        let Ok(message) = serde_json::from_str::<Value>(&line?) else { continue };
        jobs.extend(program(&message));
    }
    let status = child.wait()?;
    if !status.success() {
        bail!("cargo test --no-run: {status}");
    }
    Ok(jobs)
}

/// The test program that a message of cargo is about, if it is about one.
fn program(message: &Value) -> Option<Job> {
    let file = PathBuf::from(message["executable"].as_str()?);
    if message["profile"]["test"] != true {
        return None;
    }
    let directory = PathBuf::from(message["manifest_path"].as_str()?).parent()?.to_owned();
    let path = PathBuf::from(message["target"]["src_path"].as_str()?);
    let source = path.strip_prefix(&directory).unwrap_or(&path).display().to_string();
    let is_unit = message["target"]["kind"].as_array().is_some_and(|kinds| kinds.iter().all(|kind| kind != "test"));
    let source = if is_unit { format!("unittests {source}") } else { source };
    let comes_later = directory.file_name().is_none_or(|name| name != FIRST);
    Some(Job::Program { comes_later, directory, source, file })
}

impl Job {
    /// As `cargo test` names it behind `Running`.
    fn name(&self) -> String {
        match self {
            Job::Documentation => "the examples in documentation".to_owned(),
            Job::Program { source, file, .. } => {
                format!("{source} ({})", file.strip_prefix(root()).unwrap_or(file).display())
            }
        }
    }

    fn command(&self) -> Command {
        match self {
            Job::Documentation => {
                let mut command = cargo();
                command.args(["test", "--workspace", "--doc", "--no-fail-fast"]);
                command
            }
            Job::Program { directory, file, .. } => {
                let mut command = Command::new(file);
                command.current_dir(directory).env("CARGO_MANIFEST_DIR", directory);
                // What lints the tests while they are compiled (`.ci/run`) would lint the crates that they start cargo for, and compile them once more.
                command.env_remove("RUSTC_WORKSPACE_WRAPPER").env_remove("CLIPPY_ARGS");
                command
            }
        }
    }

    /// Whether it succeeded, and what it printed.
    fn run(&self, is_thorough: bool) -> Result<(bool, Vec<u8>)> {
        let mut command = self.command();
        if is_thorough {
            command.env("LAKMUS_ALL", "1");
        }
        // One pipe for both, so that what belongs together stays together.
        let (mut reader, writer) = std::io::pipe()?;
        command.stdin(Stdio::null()).stdout(writer.try_clone()?).stderr(writer);
        let mut child = command.spawn().context("cannot be started")?;
        // Its copies of the writing end would keep the pipe open.
        drop(command);
        let mut output = Vec::new();
        reader.read_to_end(&mut output)?;
        Ok((child.wait()?.success(), output))
    }
}

/// Prints what a job printed, and counts it.
fn report(job: &Job, output: &[u8], tally: &mut Tally) {
    let heading = format!("     Running {}\n", job.name());
    tally.line(&heading);
    for line in output.split_inclusive(|byte| *byte == b'\n') {
        tally.line(&String::from_utf8_lossy(line));
    }
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(heading.as_bytes()).and_then(|()| out.write_all(output)).and_then(|()| out.flush());
}

#[cfg(test)]
mod tests {
    use super::{Job, program};

    #[test]
    fn messages_about_test_programs_are_programs() {
        let message = |executable: &str, is_test: bool, package: &str, kind: &str, source: &str| {
            serde_json::json!({
                "reason": "compiler-artifact", "executable": executable, "profile": { "test": is_test },
                "manifest_path": format!("/w/crates/{package}/Cargo.toml"),
                "target": { "kind": [kind], "src_path": format!("/w/crates/{package}/{source}") }
            })
        };
        let name = |job: &Job| job.name();
        let found = program(&message("/w/t/deps/verify-1", true, "lakmus", "test", "tests/verify/main.rs"));
        assert_eq!(found.as_ref().map(name).as_deref(), Some("tests/verify/main.rs (/w/t/deps/verify-1)"));
        let other = program(&message("/w/t/deps/lakmus_cat-1", true, "cat", "lib", "src/lib.rs"));
        assert_eq!(other.as_ref().map(name).as_deref(), Some("unittests src/lib.rs (/w/t/deps/lakmus_cat-1)"));
        assert!(found < other && Some(Job::Documentation) < found);
        // A program that is no test, and a library.
        assert_eq!(program(&message("/w/t/lakmus", false, "lakmus", "bin", "src/main.rs")), None);
        assert_eq!(program(&serde_json::json!({ "reason": "compiler-artifact", "executable": null })), None);
    }
}
