//! What a configuration file adds to a command line.

use std::collections::BTreeMap;
use std::ffi::OsString;

use clap::parser::ValueSource;
use clap::{ArgMatches, Command, CommandFactory};

use super::file::Configuration;
use super::options;
use crate::args::Args;

/// The words of a command line with those that the file has for the command, in front of what the user gives it. An option that is given is not taken from the file, nor one that conflicts
/// with it.
pub(super) fn applied(configuration: &Configuration, words: Vec<OsString>) -> Vec<OsString> {
    let mut all = Args::command();
    all.build();
    // The command: its words follow each other, and options of all commands may stand before them.
    let mut command = &all;
    let mut path = Vec::new();
    let mut behind = 1;
    for (place, word) in words.iter().enumerate().skip(1) {
        let Some(inner) = word.to_str().and_then(|word| command.find_subcommand(word)) else { break };
        (command, behind) = (inner, place + 1);
        path.push(inner.get_name().to_owned());
    }
    if path.is_empty() {
        return words;
    }
    let given = Given::new(command, &path, &words[behind..], &words);
    // Later ones, which are of narrower tables, take the place of earlier ones.
    let mut chosen = BTreeMap::new();
    for depth in 0..=path.len() {
        let of = configuration.settings.iter().filter(|(words, _)| *words == path[..depth]);
        chosen.extend(of.map(|(_, setting)| (setting.name.clone(), setting)));
    }
    let mut more = Vec::new();
    for (name, setting) in chosen {
        let Some(option) = options::find(command, &name) else { continue };
        let conflicts = command.get_arg_conflicts_with(option);
        if !given.has(option) && !conflicts.iter().any(|other| given.has(other)) {
            more.extend(setting.words(&configuration.directory).into_iter().map(OsString::from));
        }
    }
    [&words[..behind], &more, &words[behind..]].concat()
}

/// The options that the user gives.
struct Given(Vec<String>);

impl Given {
    fn new(command: &Command, path: &[String], behind: &[OsString], words: &[OsString]) -> Given {
        match Args::command().try_get_matches_from(words) {
            Ok(matches) => Given(of_matches(&matches, path)),
            // Something may be missing that the file has. What is given is then read off the words.
            Err(_) => Given(of_words(command, behind)),
        }
    }

    fn has(&self, option: &clap::Arg) -> bool {
        self.0.iter().any(|id| id == option.get_id().as_str())
    }
}

fn of_matches(matches: &ArgMatches, path: &[String]) -> Vec<String> {
    let mut own = matches;
    for word in path {
        let Some(inner) = own.subcommand_matches(word) else { break };
        own = inner;
    }
    let is_given = |id: &&clap::Id| own.value_source(id.as_str()) == Some(ValueSource::CommandLine);
    own.ids().filter(is_given).map(|id| id.as_str().to_owned()).collect()
}

fn of_words(command: &Command, words: &[OsString]) -> Vec<String> {
    let words = words.iter().map(|word| word.to_string_lossy()).take_while(|word| word != "--");
    let mut given = Vec::new();
    for word in words {
        let found = match word.strip_prefix("--") {
            Some(long) => options::find(command, long.split('=').next().unwrap_or(long)),
            None => word
                .strip_prefix('-')
                .and_then(|letters| letters.chars().next())
                .and_then(|short| command.get_arguments().find(|option| option.get_short() == Some(short))),
        };
        given.extend(found.map(|option| option.get_id().as_str().to_owned()));
    }
    given
}
