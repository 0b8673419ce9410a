//! `lakmus man` and `lakmus completions`: what is printed of clap's definitions, so that it cannot differ from them.

mod markdown;

use std::path::{Path, PathBuf};

use clap::{Command, CommandFactory};

use crate::args::Args;
use crate::output;
use crate::status::Status;

/// What a page is written in.
#[derive(Clone, Copy)]
enum Form {
    /// For `man`.
    Roff,
    /// For the documentation site.
    Markdown,
}

/// Pages of the manual.
#[derive(clap::Args, Debug)]
pub(crate) struct ManArgs {
    /// A command, such as `run` or `mix run`
    #[arg(value_name = "COMMAND")]
    command: Vec<String>,
    /// Print Markdown, in the place of what `man` reads
    #[arg(long)]
    markdown: bool,
    /// Write the pages of all commands, or of COMMAND and those below it, into DIR: `lakmus-mix-run.1`, `lakmus-mix-run.md`
    #[arg(short = 'o', long, value_name = "DIR")]
    output: Option<PathBuf>,
}

/// Prints a completion script.
pub(crate) fn completions(shell: clap_complete::Shell) -> Status {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "lakmus", &mut script);
    output::print(&script)
}

/// Prints a page, or writes many.
///
/// # Errors
/// When there is no such command, or a page cannot be written.
pub(crate) fn run(args: &ManArgs) -> Result<Status, String> {
    let mut all = Args::command();
    all.build();
    let mut command = &all;
    for (index, name) in args.command.iter().enumerate() {
        let unknown = || format!("there is no command `{}`", args.command[..=index].join(" "));
        command = command.find_subcommand(name).ok_or_else(unknown)?;
    }
    let form = if args.markdown { Form::Markdown } else { Form::Roff };
    match &args.output {
        None => Ok(output::print(&page(command, form).map_err(|error| error.to_string())?)),
        Some(directory) => write_all(command, form, directory).map(|()| Status::Success),
    }
}

fn page(command: &Command, form: Form) -> std::io::Result<Vec<u8>> {
    match form {
        Form::Markdown => Ok(markdown::page(command).into_bytes()),
        Form::Roff => {
            let mut text = Vec::new();
            clap_mangen::Man::new(command.clone()).render(&mut text)?;
            Ok(text)
        }
    }
}

/// The pages of a command and of all below it.
fn write_all(command: &Command, form: Form, directory: &Path) -> Result<(), String> {
    let ending = match form {
        Form::Roff => "1",
        Form::Markdown => "md",
    };
    let file = directory.join(format!("{}.{ending}", name(command)));
    let write = || {
        std::fs::create_dir_all(directory)?;
        std::fs::write(&file, page(command, form)?)
    };
    write().map_err(|error| format!("cannot write {}: {error}", file.display()))?;
    subcommands(command).try_for_each(|inner| write_all(inner, form, directory))
}

/// `lakmus-mix-run`: the name of a command's page.
fn name(command: &Command) -> &str {
    command.get_display_name().unwrap_or_else(|| command.get_name())
}

/// The commands below one that have pages.
fn subcommands(command: &Command) -> impl Iterator<Item = &Command> {
    command.get_subcommands().filter(|inner| !inner.is_hide_set() && inner.get_name() != "help")
}
