//! The program `lakmus-explore`: a page for litmus tests and models, served to the browser of this machine.
//!
//! The server reads the files that the command line names and nothing else. What it is asked (`answers`) is answered by a child process under limits of
//! time and memory (`child`), so that no test can end the server; what the child has found when it is cut is shown.
//!
//! **Invariant:** a request without the token, for another host, or from another origin is refused before anything else of it is looked at (`guard`).

mod args;
mod assets;
mod browser;
mod child;
mod guard;
mod presence;
mod random;
mod server;
mod start;

use std::process::ExitCode;

use clap::Parser;

use args::{Args, Role};

fn main() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(said) => {
            let _ = said.print();
            return ExitCode::from(if said.use_stderr() { 2 } else { 0 });
        }
    };
    match args.role {
        Some(Role::Answer { memory, seconds }) => child::answer(memory, seconds),
        None => match server::serve(&args) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("error: {error}");
                ExitCode::from(2)
            }
        },
    }
}
