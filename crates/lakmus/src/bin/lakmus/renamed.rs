//! Options that had another name, where a word stood for several things: what is said to who gives the old one.
//!
//! An old name that no option of any command has now goes on as an alias of the new one. These are not there any more, since they mean something else elsewhere.

use clap::error::{ContextKind, ContextValue};

/// The command, the old name of an option, the new one, and what the old name means now, and where.
const RENAMED: &[(&str, &str, &str, &str)] = &[
    ("campaign", "--threads", "--threads-a-test", "`--threads` is how many threads tests of `gen` have"),
    ("fence", "--litmus", "--write-litmus", "`--litmus TEST` is what `test` executes"),
    ("fence", "--profile", "--gcov", "`--profile` is a compiler, in `mix`"),
    ("fence", "--strategy", "--pairs", "`--strategy` is how `test` makes choices"),
    ("filter", "--name", "--named", "`--name` is what a test is to be called"),
    ("gen", "--check", "--run-under", "`--check` is what `verify` looks for"),
    ("gen", "--neg", "--negated", "`--neg FILE` is where `compare` writes names"),
    ("java", "--to", "--scheme", "`--to` is a memory model, in `fence`"),
    ("mix", "--limit", "--max-combinations", "`--limit` is how many tests `gen` makes"),
    ("mix", "--litmus", "--write-litmus", "`--litmus TEST` is what `test` executes"),
    ("mix", "--show", "--explain", "`--show WHICH` is for the executions of `run`"),
    ("run", "--limit", "--max-shown", "`--limit` is how many tests `gen` makes"),
    ("test", "--bound", "--stuck-after", "a bound is met in many ways"),
    ("test", "--threads", "--threads-on", "`--threads` is how many threads tests of `gen` have"),
    ("verify", "--all", "--delays all", "`--all` is for all tests that `compare` has"),
    ("verify", "--states", "--max-states", "`--states` is for the outcomes alone, in `run`"),
    ("weaken", "--all", "--delays all", "`--all` is for all tests that `compare` has"),
    ("weaken", "--bound", "--buffer", "it is the `--buffer` of `verify`"),
    ("weaken", "--dialect", "--for", "`--dialect` is the Java of `java`"),
];

/// What to say where the option that is not known had that name once.
pub(crate) fn hint(said: &clap::Error) -> Option<String> {
    let Some(ContextValue::String(word)) = said.get(ContextKind::InvalidArg) else { return None };
    let old = word.split(['=', ' ']).next()?;
    let command = std::env::args().nth(1)?;
    let (_, _, new, why) = RENAMED.iter().find(|(of, name, ..)| *of == command && *name == old)?;
    Some(format!("`{command} {old}` is called `{new}`: {why}"))
}

#[cfg(all(test, feature = "cli"))]
mod tests {
    use clap::CommandFactory;

    use super::RENAMED;

    /// All options of a command and of those below it.
    fn options(command: &clap::Command) -> Vec<String> {
        let own = command.get_arguments().filter_map(|argument| argument.get_long_and_visible_aliases());
        let own = own.flatten().map(str::to_owned);
        own.chain(command.get_subcommands().flat_map(options)).collect()
    }

    #[test]
    fn new_names_are_there_and_old_ones_are_not() {
        let mut all = crate::args::Args::command();
        all.build();
        for (command, old, new, _) in RENAMED {
            let options = options(all.find_subcommand(command).expect("a command"));
            let name = |option: &str| option.trim_start_matches("--").split(' ').next().unwrap_or_default().to_owned();
            assert!(options.contains(&name(new)), "{command} {new}");
            // `java` has both: one of each command below it.
            assert!(!options.contains(&name(old)), "{command} {old}");
        }
    }
}
