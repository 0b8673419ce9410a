//! The command `lakmus`.
//!
//! The words of the command line become plain values in [`args`], those become a checked [`request`], and one module a
//! command carries it out.
//!
//! A command needs only some of the [`parts`]; the others can be left out of a build.

// What several parts use is unused where they are left out, and the options of the commands that are left may be of very different sizes.
// What is said of a test that cannot be read is large, and made once a test.
#![allow(clippy::result_large_err)]
#![cfg_attr(not(feature = "cli"), allow(dead_code, clippy::large_enum_variant))]

#[cfg(feature = "mix")]
mod abi;
#[cfg(feature = "mix")]
mod accepted;
mod args;
mod batch;
#[cfg(feature = "tester")]
mod builds;
#[cfg(feature = "verify")]
mod c2litmus;
#[cfg(feature = "campaign")]
mod campaign;
#[cfg(any(feature = "campaign", feature = "mix"))]
mod cases;
#[cfg(feature = "config")]
mod check;
#[cfg(feature = "gen")]
mod classify;
mod clock;
#[cfg(feature = "logs")]
mod compare;
#[cfg(feature = "tester")]
mod compile;
mod configuration;
#[cfg(feature = "gen")]
mod coverage;
mod divided;
#[cfg(feature = "doctor")]
mod doctor;
mod expect;
mod explain;
mod explore;
#[cfg(feature = "export")]
mod export;
mod failure;
#[cfg(feature = "fence")]
mod fence;
mod files;
#[cfg(feature = "logs")]
mod filter;
#[cfg(feature = "gen")]
mod generate;
#[cfg(feature = "logs")]
mod hash;
mod herd7;
mod inputs;
#[cfg(all(test, feature = "cli"))]
mod interface;
#[cfg(feature = "java")]
mod java;
mod jobs;
mod json;
#[cfg(any(feature = "gen", feature = "logs"))]
mod listing;
#[cfg(all(feature = "tester", feature = "verify"))]
mod litmus2c;
#[cfg(feature = "lsp")]
mod lsp;
#[cfg(feature = "manual")]
mod manual;
#[cfg(feature = "mix")]
mod mix;
mod model;
mod model_names;
mod one_test;
mod output;
mod panics;
mod parts;
#[cfg(feature = "tester")]
mod program;
mod progress;
mod quantities;
mod renamed;
mod render;
mod request;
mod run;
mod show;
mod stack;
mod status;
#[cfg(feature = "tester")]
mod test;
mod timeout;
#[cfg(feature = "verify")]
mod verify;
#[cfg(feature = "verify")]
mod weaken;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser;
use clap::error::{ContextKind, ContextValue};

#[cfg(feature = "tester")]
use ::tester::build::Language;
use args::{Args, Command};
use lakmus::variants;
use render::Render;
use request::RunRequest;
#[cfg(feature = "tester")]
use request::TestRequest;
use source::Sources;
use stack::Children;
use status::Status;

fn main() -> ExitCode {
    #[cfg(feature = "tester")]
    if std::env::args_os().next().is_some_and(|name| ::tester::build::is_called_as_assembler(&name)) {
        heed_signals();
        let status = builds::assembler();
        system::wait_for_the_end();
        return status.code();
    }
    #[cfg(feature = "tester")]
    if let Some(called) = std::env::args_os().next().and_then(|name| ::tester::build::wrappers::called_as(&name)) {
        heed_signals();
        let status = builds::compiler(called);
        system::wait_for_the_end();
        return status.code();
    }
    let words = match configuration::applied(words()) {
        Ok(words) => words,
        Err(complaints) => {
            complaints.iter().for_each(|complaint| output::complain(complaint));
            return Status::Usage.code();
        }
    };
    let args = match Args::try_parse_from(words) {
        Ok(args) => args,
        Err(said) => return parts::missing().unwrap_or_else(|| tell(&said)).code(),
    };
    panics::record();
    if starts_others(&args.command) {
        heed_signals();
    }
    let children = children(&args.command);
    let work = || {
        let _line = shows_progress(&args.command).then(|| progress::Working::begin("at work,"));
        dispatch(args)
    };
    let status = stack::on_deep_stack(children, work).unwrap_or_else(|error| {
        output::complain(&Render::for_stderr().diagnostic(&error, &Sources::new()));
        Status::Refused
    });
    system::wait_for_the_end();
    status.code()
}

/// From now on a signal ends all that this process starts, and removes its temporary files.
fn heed_signals() {
    if let Err(error) = system::end_on_signals() {
        output::complain(&format!("warning: signals may leave temporary files behind: {error}"));
    }
}

/// Whether a command starts other programs or makes temporary files, which are to go when it ends. (`test` has a process of its own for that.)
fn starts_others(command: &Command) -> bool {
    match command {
        Command::Explore(_) | Command::Herd7 { .. } | Command::Model(_) | Command::Run(_) => false,
        #[cfg(feature = "campaign")]
        Command::Campaign(args) => campaign::starts_others(args),
        #[cfg(feature = "config")]
        Command::Check(_) => true,
        #[cfg(feature = "doctor")]
        Command::Doctor(_) => false,
        #[cfg(feature = "export")]
        Command::Export(_) => false,
        #[cfg(feature = "gen")]
        Command::Classify(_) | Command::Gen(_) => false,
        #[cfg(feature = "logs")]
        Command::Compare(_) | Command::Filter(_) | Command::Hash(_) => false,
        #[cfg(feature = "lsp")]
        Command::Lsp(_) => false,
        #[cfg(feature = "manual")]
        Command::Completions { .. } | Command::Man(_) => false,
        #[cfg(all(feature = "tester", feature = "verify"))]
        Command::Litmus2c(_) => false,
        #[cfg(feature = "tester")]
        Command::Test(_) => false,
        #[cfg(feature = "fence")]
        Command::Fence(_) => true,
        #[cfg(feature = "java")]
        Command::Java(_) => true,
        #[cfg(feature = "mix")]
        Command::Abi(_) | Command::Mix(_) => true,
        #[cfg(feature = "tester")]
        Command::Cargo(_) | Command::Cc(_) | Command::Cxx(_) | Command::Exec(_) | Command::Rustc { .. } => true,
        #[cfg(feature = "verify")]
        Command::C2Litmus(_) | Command::Verify(_) | Command::Weaken(_) => true,
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
    if let Some(message) = command_for(said).or_else(|| renamed::hint(said)) {
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
    if matches!(command, Command::Run(_) | Command::Herd7 { .. }) || is_worker(command) {
        Children::None
    } else {
        Children::Some
    }
}

/// Whether a process answers units of a campaign, which are tests of a batch.
fn is_worker(command: &Command) -> bool {
    #[cfg(feature = "campaign")]
    if let Command::Campaign(args) = command {
        return !campaign::starts_others(args);
    }
    let _ = command;
    false
}

/// Whether a command has a line that says how far it is. Others show their own, or are the programs of others, or speak to a program.
fn shows_progress(command: &Command) -> bool {
    match command {
        Command::Explore(_) => false,
        #[cfg(feature = "campaign")]
        Command::Campaign(args) => !is_worker(command) && !campaign::shows_progress(args),
        #[cfg(feature = "config")]
        Command::Check(_) => false,
        #[cfg(feature = "lsp")]
        Command::Lsp(_) => false,
        #[cfg(feature = "tester")]
        Command::Test(args) => args.program.is_empty(),
        #[cfg(feature = "tester")]
        Command::Cargo(_) | Command::Cc(_) | Command::Cxx(_) | Command::Exec(_) | Command::Rustc { .. } => false,
        #[cfg(feature = "fence")]
        // What builds a program writes to the terminal itself.
        Command::Fence(args) => args.build.is_empty(),
        #[cfg(feature = "mix")]
        Command::Mix(args) => !matches!(args.command, mix::args::MixCommand::Setup(_)),
        _ => true,
    }
}

fn dispatch(args: Args) -> Status {
    #[cfg(feature = "config")]
    let asked = configuration::Asked::new(args.config, args.no_config);
    match args.command {
        Command::Run(args) => of_request(RunRequest::new(args), run::run),
        #[cfg(feature = "tester")]
        Command::Test(args) if !args.program.is_empty() => program::test(args),
        #[cfg(feature = "tester")]
        Command::Test(args) => of_request(TestRequest::new(args), test::run),
        Command::Herd7 { arguments } => herd7::run(&arguments),
        Command::Explore(args) => explore::run(&args),
        #[cfg(feature = "gen")]
        Command::Gen(args) => generate::run(args),
        #[cfg(feature = "logs")]
        Command::Compare(args) => compare::run(&args),
        #[cfg(feature = "logs")]
        Command::Hash(args) => hash::run(&args),
        #[cfg(feature = "logs")]
        Command::Filter(args) => filter::run(&args),
        #[cfg(feature = "gen")]
        Command::Classify(args) => classify::run(&args),
        #[cfg(feature = "export")]
        Command::Export(args) => export::run(&args),
        Command::Model(args) => model::run(args),
        #[cfg(feature = "campaign")]
        Command::Campaign(args) => campaign::run(args),
        #[cfg(feature = "config")]
        Command::Check(args) => check::run(&args, &asked),
        #[cfg(feature = "doctor")]
        Command::Doctor(args) => doctor::run(&args),
        #[cfg(feature = "tester")]
        Command::Cc(args) => compile::run(args, Language::C),
        #[cfg(feature = "tester")]
        Command::Cxx(args) => compile::run(args, Language::Cxx),
        #[cfg(feature = "tester")]
        Command::Rustc { arguments } => builds::rustc(&arguments),
        #[cfg(feature = "tester")]
        Command::Cargo(args) => builds::cargo(args),
        #[cfg(feature = "tester")]
        Command::Exec(args) => builds::exec(&args),
        #[cfg(feature = "fence")]
        Command::Fence(args) => fence::run(args),
        #[cfg(all(feature = "tester", feature = "verify"))]
        Command::Litmus2c(args) => litmus2c::run(args),
        #[cfg(feature = "verify")]
        Command::C2Litmus(args) => c2litmus::run(args),
        #[cfg(feature = "java")]
        Command::Java(args) => java::run(args),
        #[cfg(feature = "mix")]
        Command::Mix(args) => mix::run(args),
        #[cfg(feature = "mix")]
        Command::Abi(args) => abi::run(args),
        #[cfg(feature = "verify")]
        Command::Verify(args) => verify::run(args),
        #[cfg(feature = "verify")]
        Command::Weaken(args) => weaken::run(args),
        #[cfg(feature = "lsp")]
        Command::Lsp(args) => lsp::run(args),
        #[cfg(feature = "manual")]
        Command::Completions { shell } => manual::completions(shell),
        #[cfg(feature = "manual")]
        Command::Man(args) => manual::run(&args).unwrap_or_else(|message| usage(&message)),
    }
}

/// Does what is asked, or says why it makes no sense.
fn of_request<R>(request: Result<R, String>, run: impl FnOnce(&R) -> Status) -> Status {
    match request {
        Ok(request) => run(&request),
        Err(message) => usage(&message),
    }
}

fn usage(message: &str) -> Status {
    output::complain(&format!("error: {message}\n\nFor more information, try '--help'."));
    Status::Usage
}
