//! The command `lakmus`.
//!
//! The words of the command line become plain values in [`args`], those become a checked [`request`], and one module a
//! command carries it out.

mod args;
mod batch;
mod clock;
mod compile;
mod divided;
mod expect;
mod explain;
mod failure;
mod files;
mod inputs;
mod jobs;
mod json;
mod litmus2c;
mod model;
mod one_test;
mod opener;
mod output;
mod panics;
mod program;
mod progress;
mod render;
mod request;
mod run;
mod stack;
mod test;
mod timeout;

use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use args::{Args, Command};
use lakmus::tester::build::Language;
use render::Render;
use request::{RunRequest, TestRequest};
use source::Sources;

/// What the process says when it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Status {
    /// Everything ran, and was as expected where something was expected.
    Success = 0,
    /// A test could not be read or run, or differs from what is expected.
    Failure = 1,
    /// The command line makes no sense, or names a model or a log that cannot be used.
    Usage = 2,
}

fn main() -> ExitCode {
    let args = Args::parse();
    panics::record();
    let begins_programs = !matches!(args.command, Command::Run(_) | Command::Model(_));
    let status = stack::on_deep_stack(begins_programs, || dispatch(args)).unwrap_or_else(|error| {
        output::complain(&Render::for_stderr().diagnostic(&error, &Sources::new()));
        Status::Failure
    });
    ExitCode::from(status as u8)
}

fn dispatch(args: Args) -> Status {
    match args.command {
        Command::Run(args) => match RunRequest::new(args) {
            Ok(request) => run::run(&request),
            Err(message) => usage(&message),
        },
        Command::Test(args) if !args.program.is_empty() => program::test(args),
        Command::Test(args) => match TestRequest::new(args) {
            Ok(request) => test::run(&request),
            Err(message) => usage(&message),
        },
        Command::Model(args) => model::run(args),
        Command::Cc(args) => compile::run(args, Language::C),
        Command::Cxx(args) => compile::run(args, Language::Cxx),
        Command::Litmus2c(args) => litmus2c::run(args),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Args::command(), "lakmus", &mut script);
            output::print(&script)
        }
        Command::Man { page } => man(page.as_deref()),
    }
}

fn man(page: Option<&str>) -> Status {
    let mut all = Args::command();
    all.build();
    let command = match page {
        None => Some(&all),
        Some(name) => all.find_subcommand(name),
    };
    let Some(command) = command else {
        return usage(&format!("there is no command `{}`", page.unwrap_or_default()));
    };
    let mut text = Vec::new();
    match clap_mangen::Man::new(command.clone()).render(&mut text) {
        Ok(()) => output::print(&text),
        Err(error) => usage(&error.to_string()),
    }
}

fn usage(message: &str) -> Status {
    output::complain(&format!("error: {message}\n\nFor more information, try '--help'."));
    Status::Usage
}
