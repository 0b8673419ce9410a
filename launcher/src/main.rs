//! `cargo lakmus COMMAND ...`: builds `lakmus` optimised, with the parts that COMMAND needs and those that earlier commands needed, and runs it.
//!
//! Compiling everything takes twice as long as compiling the simulator.

#[path = "../../crates/lakmus/src/bin/lakmus/parts/table.rs"]
mod table;

use std::collections::BTreeSet;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use table::{CONFIGURATION, CONFIGURATION_VARIABLE, OPTIONS, PARTS};

/// All parts; every command is there with it.
const EVERYTHING: &str = "cli";

fn main() -> ExitCode {
    let arguments: Vec<OsString> = env::args_os().skip(1).collect();
    let record = record();
    let mut features = known(&record);
    features.extend(needed(&arguments));
    if has_configuration(&arguments) {
        features.insert(CONFIGURATION.1.to_owned());
    }
    if features.contains(EVERYTHING) {
        features = BTreeSet::from([EVERYTHING.to_owned()]);
    }
    if arguments.first().is_some_and(|command| command == "explore") && !built_page() {
        return ExitCode::FAILURE;
    }
    let list: Vec<&str> = features.iter().map(String::as_str).collect();
    let list = list.join(",");
    // Without a record the next command compiles less, and maybe again.
    let _ = fs::write(record, &list);
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["run", "--release", "--package", "lakmus", "--no-default-features", "--features", &list, "--"]);
    command.args(arguments);
    run(&mut command)
}

/// Builds the program that serves the page of `lakmus explore`, a package of its own, beside `lakmus`. Whether that went well.
fn built_page() -> bool {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let built = Command::new(cargo).args(["build", "--release", "--package", "lakmus-explore"]).status();
    match built {
        Ok(status) => status.success(),
        Err(error) => {
            eprintln!("error: cannot run cargo: {error}");
            false
        }
    }
}

/// The features that a command with its options needs: all where it is none that [`PARTS`] lists, such as `--help`.
fn needed(arguments: &[OsString]) -> Vec<String> {
    let listed = arguments.split_first().and_then(|(command, options)| {
        let (name, parts) = PARTS.iter().find(|(name, _)| command == *name)?;
        // What is not UTF-8 is the name of a file.
        let of_options = of_options(name, options.iter().filter_map(|option| option.to_str()));
        Some([*parts, &of_options].concat())
    });
    let parts = listed.unwrap_or_else(|| vec![EVERYTHING]);
    std::iter::once("command").chain(parts).map(str::to_owned).collect()
}

/// Whether a configuration file is to be read: one is named, or there is one here or above.
fn has_configuration(arguments: &[OsString]) -> bool {
    let words = || arguments.iter().filter_map(|word| word.to_str()).take_while(|word| *word != "--");
    if words().any(|word| word == "--no-config") {
        return false;
    }
    let is_named = words().any(|word| word == "--config" || word.starts_with("--config="));
    match env::var_os(CONFIGURATION_VARIABLE) {
        _ if is_named => true,
        Some(named) => !named.is_empty(),
        None => {
            let here = env::current_dir().unwrap_or_default();
            here.ancestors().any(|directory| directory.join(CONFIGURATION.0).is_file())
        }
    }
}

/// The features that the options of a command need beside its own. `words`: what is given behind the command; what stands behind `--` is not the command's.
fn of_options<'a>(command: &str, words: impl Iterator<Item = &'a str>) -> Vec<&'static str> {
    let mut found = Vec::new();
    for word in words.take_while(|word| *word != "--") {
        let name = word.split('=').next().unwrap_or(word);
        let rows = OPTIONS.iter().filter(|(of, options, _)| *of == command && options.contains(&name));
        found.extend(rows.map(|(.., feature)| *feature));
    }
    found
}

/// Where the features of the last build are recorded: beside that build. They are kept, so that commands in turn are not compiled in turn.
fn record() -> PathBuf {
    // Cargo has put this program into `target/debug`, or a directory of that kind.
    let here = env::current_exe().unwrap_or_default();
    here.parent().and_then(Path::parent).unwrap_or(Path::new("")).join("lakmus-features")
}

/// What is recorded, as far as there are such features.
fn known(record: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(record).unwrap_or_default();
    // The features of options are those of other commands, too.
    let exists = |name: &&str| {
        ["command", CONFIGURATION.1].contains(name) || PARTS.iter().any(|(_, parts)| parts.contains(name))
    };
    text.trim().split(',').filter(exists).map(str::to_owned).collect()
}

#[cfg(unix)]
fn run(command: &mut Command) -> ExitCode {
    use std::os::unix::process::CommandExt;
    // Signals go to cargo itself then, as without this program.
    let error = command.exec();
    eprintln!("error: cannot run cargo: {error}");
    ExitCode::FAILURE
}

#[cfg(not(unix))]
fn run(command: &mut Command) -> ExitCode {
    match command.status() {
        Ok(status) => ExitCode::from(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1)),
        Err(error) => {
            eprintln!("error: cannot run cargo: {error}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests;
