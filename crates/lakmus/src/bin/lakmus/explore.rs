//! `lakmus explore`: starts the program that serves the page, which is one of its own (`crates/explore`): nothing of a web server is compiled into this one.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

use clap::Args as ArgGroup;

use crate::Status;
use crate::output;

/// The program.
const PROGRAM: &str = "lakmus-explore";

const HELP: &str = "\
The page is served by a program of its own, lakmus-explore, which takes these
words; `lakmus-explore --help` lists its options.

Exit status:
  0  the server ended as it was asked to
  2  lakmus-explore is not installed, a file cannot be read, no port is free, or
     a mistake on the command line";

#[derive(Debug, ArgGroup)]
#[command(after_help = HELP)]
pub(crate) struct ExploreArgs {
    /// Litmus tests, models and reports to open, and options
    #[arg(value_name = "ARGS", trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<OsString>,
}

/// Runs it in the place of this process, where the system can do that.
pub(crate) fn run(args: &ExploreArgs) -> Status {
    let mut tried = Vec::new();
    for program in candidates() {
        let mut command = Command::new(&program);
        command.args(&args.arguments);
        match become_it(&mut command) {
            Ok(status) => return status,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => tried.push(program.display().to_string()),
            Err(error) => {
                output::complain(&format!("error: cannot start {}: {error}", program.display()));
                return Status::Usage;
            }
        }
    }
    output::complain(&format!(
        "error: `{PROGRAM}`, the program that serves the page, is not installed\n\n\
         `cargo lakmus explore` compiles it, `cargo build --release --package {PROGRAM}` puts it beside this one. Looked for: {}",
        tried.join(", ")
    ));
    Status::Usage
}

/// Beside this program, then where programs are.
fn candidates() -> Vec<PathBuf> {
    let name = format!("{PROGRAM}{}", std::env::consts::EXE_SUFFIX);
    let here = std::env::current_exe().ok().and_then(|here| Some(here.parent()?.join(&name)));
    here.into_iter().chain([PathBuf::from(name)]).collect()
}

#[cfg(unix)]
fn become_it(command: &mut Command) -> std::io::Result<Status> {
    use std::os::unix::process::CommandExt;
    // Signals go to it directly then.
    Err(command.exec())
}

#[cfg(not(unix))]
fn become_it(command: &mut Command) -> std::io::Result<Status> {
    let status = command.status()?;
    Ok(if status.success() { Status::Success } else { Status::Usage })
}
