//! Which parts of the command (features of this package) each of its commands needs.
//!
//! `launcher` reads the same table, to compile no more than the command that is given needs.

mod table;

use crate::{Status, output};

pub(crate) use table::{CONFIGURATION, CONFIGURATION_VARIABLE};
use table::{OPTIONS, PARTS};

/// Reports that the command that is given, or an option of it, is left out of this build, if it is.
pub(crate) fn missing() -> Option<Status> {
    let command = std::env::args_os().nth(1)?;
    // What clap itself has; it lists the commands that there are.
    if command == "help" {
        return None;
    }
    let (name, _) = PARTS.iter().find(|(name, _)| command == *name)?;
    let left_out = match <crate::args::Args as clap::CommandFactory>::command().find_subcommand(name) {
        None => (*name).to_owned(),
        Some(command) => format!("{name} {}", missing_option(command)?),
    };
    output::complain(&format!(
        "error: `{left_out}` is left out of this `lakmus`, which was compiled for other commands alone\n\n\
         `cargo lakmus {left_out}` compiles what it needs, `cargo build --release --package lakmus` everything."
    ));
    Some(Status::Usage)
}

/// The first option that is given and that a command has only with another part.
fn missing_option(command: &clap::Command) -> Option<&'static str> {
    let words: Vec<String> = std::env::args_os().skip(2).filter_map(|word| word.into_string().ok()).collect();
    let words = words.iter().take_while(|word| *word != "--");
    let names: Vec<&str> = words.map(|word| word.split('=').next().unwrap_or(word)).collect();
    let is_there = |name: &str| command.get_arguments().any(|argument| argument.get_long() == Some(name));
    let rows = OPTIONS.iter().filter(|(of, ..)| *of == command.get_name());
    // All commands have `--help`, and know what it lists.
    let mut options = rows.flat_map(|(_, options, _)| *options).filter(|option| !matches!(**option, "--help" | "-h"));
    options.find(|option| names.contains(option) && !is_there(option.trim_start_matches('-'))).copied()
}

#[cfg(all(test, feature = "cli"))]
mod tests {
    use std::collections::BTreeSet;

    use clap::CommandFactory;

    use super::{OPTIONS, PARTS};
    use crate::args::Args;

    #[test]
    fn every_command_is_in_the_table_once() {
        let mut command = Args::command();
        command.build();
        let commands: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
        let listed: Vec<&str> = PARTS.iter().map(|(name, _)| *name).collect();
        assert_eq!(listed.len(), listed.iter().collect::<BTreeSet<_>>().len(), "a command is listed twice");
        let in_table: BTreeSet<&str> = listed.into_iter().collect();
        assert_eq!(in_table, commands.into_iter().collect::<BTreeSet<_>>());
    }

    #[test]
    fn options_of_other_parts_are_there_with_all_parts() {
        let mut command = Args::command();
        command.build();
        for (name, options, _) in OPTIONS {
            let command = command.find_subcommand(name).expect("a command");
            let has = |option: &&str| {
                let name = option.trim_start_matches('-');
                command.get_arguments().any(|one| {
                    one.get_long() == Some(name) || one.get_short().map(String::from).as_deref() == Some(name)
                })
            };
            assert!(options.iter().all(has), "{name}");
        }
    }
}
