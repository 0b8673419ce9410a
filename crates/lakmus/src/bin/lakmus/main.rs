//! The command `lakmus`.
//!
//! The words of the command line become plain values in [`args`], those become a checked [`request`], and one module a
//! command carries it out.

mod abi;
mod args;
mod batch;
mod builds;
mod c2litmus;
mod classify;
mod clock;
mod compare;
mod compile;
mod coverage;
mod divided;
mod expect;
mod explain;
mod export;
mod failure;
mod fence;
mod files;
mod filter;
mod generate;
mod hash;
mod herd7;
mod inputs;
mod java;
mod jobs;
mod json;
mod litmus2c;
mod mix;
mod model;
mod model_names;
mod one_test;
mod output;
mod panics;
mod program;
mod progress;
mod render;
mod request;
mod run;
mod show;
mod stack;
mod status;
mod test;
mod timeout;
mod verify;
mod weaken;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, Parser};

use args::{Args, Command};
use lakmus::tester::build::Language;
use render::Render;
use request::{RunRequest, TestRequest};
use source::Sources;
use stack::Children;
use status::Status;

fn main() -> ExitCode {
    let name = std::env::args_os().next();
    if let Some(called) = name.and_then(|name| lakmus::tester::build::wrappers::called_as(&name)) {
        return builds::compiler(called).code();
    }
    let args = match Args::try_parse_from(words()) {
        Ok(args) => args,
        Err(said) => return tell(&said).code(),
    };
    panics::record();
    if starts_others(&args.command)
        && let Err(error) = system::end_on_signals()
    {
        output::complain(&format!("warning: signals may leave temporary files behind: {error}"));
    }
    let status = stack::on_deep_stack(children(&args.command), || dispatch(args)).unwrap_or_else(|error| {
        output::complain(&Render::for_stderr().diagnostic(&error, &Sources::new()));
        Status::Refused
    });
    system::wait_for_the_end();
    status.code()
}

/// Whether a command starts other programs or makes temporary files, which are to go when it ends. (`test` has a process of its own for that.)
fn starts_others(command: &Command) -> bool {
    match command {
        Command::Abi(_)
        | Command::C2Litmus(_)
        | Command::Cargo(_)
        | Command::Cc(_)
        | Command::Cxx(_)
        | Command::Exec(_)
        | Command::Fence(_)
        | Command::Java(_)
        | Command::Mix(_)
        | Command::Rustc { .. }
        | Command::Verify(_)
        | Command::Weaken(_) => true,
        Command::Classify(_)
        | Command::Compare(_)
        | Command::Completions { .. }
        | Command::Export(_)
        | Command::Filter(_)
        | Command::Gen(_)
        | Command::Hash(_)
        | Command::Herd7 { .. }
        | Command::Litmus2c(_)
        | Command::Man { .. }
        | Command::Model(_)
        | Command::Run(_)
        | Command::Test(_) => false,
    }
}

/// The words of the command line.
fn words() -> Vec<OsString> {
    let mut words: Vec<OsString> = std::env::args_os().collect();
    // The help on help is the help.
    let asks = |word: &OsString| word == "--help" || word == "-h";
    if words.get(1).is_some_and(|word| word == "help") && words.len() == 3 && asks(&words[2]) {
        words.pop();
    }
    words
}

/// A file in the place of a command: the command that most people want for such a file.
fn command_for(said: &clap::Error) -> Option<String> {
    let Some(ContextValue::String(word)) = said.get(ContextKind::InvalidSubcommand) else { return None };
    let path = std::path::Path::new(word);
    let command = match path.extension().and_then(|ending| ending.to_str()) {
        Some("litmus") => "run",
        Some("c" | "cc" | "cpp" | "ll") => "verify",
        Some("cat") => "model check",
        Some("log") => "compare",
        _ if word.starts_with('@') || path.is_dir() => "run",
        _ => return None,
    };
    Some(format!("`{word}` is no command; did you mean `lakmus {command} {word}`?"))
}

/// Prints what is wrong with the command line, or the help that it asks for.
fn tell(said: &clap::Error) -> Status {
    use std::io::Write;
    if let Some(message) = command_for(said) {
        return usage(&message);
    }
    let printed = said.print().and_then(|()| std::io::stdout().flush());
    match (said.use_stderr(), printed) {
        // There is no other place for it than the standard error.
        (true, _) => Status::Usage,
        (false, Ok(())) => Status::Success,
        (false, Err(error)) => output::Closed::because(error).status(),
    }
}

/// Only where a batch of small tests is run does the first thread's stack matter.
fn children(command: &Command) -> Children {
    if matches!(command, Command::Run(_) | Command::Herd7 { .. }) { Children::None } else { Children::Some }
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
        Command::Herd7 { arguments } => herd7::run(&arguments),
        Command::Gen(args) => generate::run(args),
        Command::Compare(args) => compare::run(&args),
        Command::Hash(args) => hash::run(&args),
        Command::Filter(args) => filter::run(&args),
        Command::Classify(args) => classify::run(&args),
        Command::Export(args) => export::run(&args),
        Command::Model(args) => model::run(args),
        Command::Cc(args) => compile::run(args, Language::C),
        Command::Cxx(args) => compile::run(args, Language::Cxx),
        Command::Rustc { arguments } => builds::rustc(&arguments),
        Command::Cargo(args) => builds::cargo(args),
        Command::Exec(args) => builds::exec(&args),
        Command::Fence(args) => fence::run(args),
        Command::Litmus2c(args) => litmus2c::run(args),
        Command::C2Litmus(args) => c2litmus::run(args),
        Command::Java(args) => java::run(args),
        Command::Mix(args) => mix::run(args),
        Command::Abi(args) => abi::run(args),
        Command::Verify(args) => {
            output::go_on_without_reader();
            verify::run(args)
        }
        Command::Weaken(args) => weaken::run(args),
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
