//! Which parts of the command (features of this package) each of its commands needs.
//!
//! `launcher` reads the same table, to compile no more than the command that is given needs.

mod table;

use crate::{Status, output};

use table::PARTS;

/// Reports that the command that is given is left out of this build, if it is.
pub(crate) fn missing() -> Option<Status> {
    let command = std::env::args_os().nth(1)?;
    // What clap itself has; it lists the commands that there are.
    if command == "help" {
        return None;
    }
    let (name, _) = PARTS.iter().find(|(name, _)| command == *name)?;
    if <crate::args::Args as clap::CommandFactory>::command().find_subcommand(name).is_some() {
        return None;
    }
    output::complain(&format!(
        "error: `{name}` is left out of this `lakmus`, which was compiled for other commands alone\n\n\
         `cargo lakmus {name}` compiles what it needs, `cargo build --release --package lakmus` everything."
    ));
    Some(Status::Usage)
}

#[cfg(all(test, feature = "cli"))]
mod tests {
    use std::collections::BTreeSet;

    use clap::CommandFactory;

    use super::PARTS;
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
}
