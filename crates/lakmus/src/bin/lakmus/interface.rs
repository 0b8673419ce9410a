//! One interface: what holds of the options of all commands. `docs/interface.md` has it as a table, which is compared here with clap's definitions.
//!
//! An option that is added somewhere has to follow: where another command has an option of its name, it is the same option. `LAKMUS_BLESS=1` writes the rows of the table anew; what
//! an option means is written by hand.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use clap::builder::ValueParser;
use clap::{Arg, Command, CommandFactory};

use crate::args::Args;
use crate::quantities::{Megabytes, Seconds, at_a_time, megabytes, seconds};

/// A command that does something, by its words, with its options.
struct Leaf {
    words: String,
    command: Command,
}

impl Leaf {
    /// Its options that are shown, but for `--help`.
    fn options(&self) -> impl Iterator<Item = &Arg> {
        let is_own = |argument: &&Arg| argument.get_long().is_some_and(|long| long != "help" && long != "version");
        self.command.get_arguments().filter(|argument| !argument.is_hide_set()).filter(is_own)
    }
}

/// All commands that do something. `herd7` takes herd7's options, `explore` those of a program of its own.
fn leaves() -> Vec<Leaf> {
    fn below(command: &Command, words: &str, all: &mut Vec<Leaf>) {
        let inner: Vec<&Command> =
            command.get_subcommands().filter(|inner| !inner.is_hide_set() && inner.get_name() != "help").collect();
        if inner.is_empty() {
            all.push(Leaf { words: words.to_owned(), command: command.clone() });
        }
        for inner in inner {
            below(inner, format!("{words} {}", inner.get_name()).trim(), all);
        }
    }
    let mut all = Args::command();
    all.build();
    let mut found = Vec::new();
    below(&all, "", &mut found);
    found
}

fn takes_value(argument: &Arg) -> bool {
    argument.get_action().takes_values()
}

fn value_name(argument: &Arg) -> String {
    argument.get_value_names().map(|names| names.join(" ")).unwrap_or_default()
}

/// What is said of an option, all of it.
fn help(argument: &Arg) -> String {
    argument.get_long_help().or_else(|| argument.get_help()).map(ToString::to_string).unwrap_or_default()
}

/// Names of values that stand for each other: where results go, a command can write a file, or several into a directory.
const PATHS: [&str; 3] = ["DIR", "FILE", "FILE|DIR"];

/// An option that several commands have.
struct Shared {
    short: Option<char>,
    values: BTreeSet<String>,
    commands: Vec<String>,
}

/// By their long names.
fn shared() -> BTreeMap<String, Shared> {
    let mut all: BTreeMap<String, Shared> = BTreeMap::new();
    for leaf in leaves() {
        for option in leaf.options() {
            let long = option.get_long().unwrap_or_default().to_owned();
            let new = || Shared { short: option.get_short(), values: BTreeSet::new(), commands: Vec::new() };
            let found = all.entry(long).or_insert_with(new);
            found.commands.push(leaf.words.clone());
            if takes_value(option) {
                found.values.insert(value_name(option));
            }
        }
    }
    all.retain(|_, found| found.commands.len() > 1);
    all
}

#[test]
fn an_option_is_the_same_in_all_commands() {
    let mut wrong = Vec::new();
    let all = leaves();
    for (long, found) in shared() {
        let with = |words: &String| {
            let leaf = all.iter().find(|leaf| leaf.words == *words).expect("a command");
            leaf.options().find(|option| option.get_long() == Some(&long)).expect("an option")
        };
        let options: Vec<&Arg> = found.commands.iter().map(with).collect();
        if options.iter().any(|option| option.get_short() != found.short) {
            wrong.push(format!("--{long} has not the same letter in {}", found.commands.join(", ")));
        }
        if options.iter().any(|option| takes_value(option) == found.values.is_empty()) {
            wrong.push(format!("--{long} takes a value in some only of {}", found.commands.join(", ")));
        }
        let are_paths = found.values.iter().all(|name| PATHS.contains(&name.as_str()));
        if found.values.len() > 1 && !are_paths {
            let values: Vec<&str> = found.values.iter().map(String::as_str).collect();
            wrong.push(format!("--{long} has the values {} in {}", values.join(", "), found.commands.join(", ")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Options that mean the same in every command that has them: their letters, the names of their values, and what `--help` says of each among other things.
const MEANINGS: &[(&str, Option<char>, &str, &[&str])] = &[
    ("json", None, "", &["JSON"]),
    ("sarif", None, "", &["SARIF 2.1.0"]),
    ("junit", None, "", &["JUnit's XML"]),
    ("jobs", Some('j'), "N", &["at a time", "[default: as many as there are processors]"]),
    ("timeout", None, "S", &["after S seconds", "[0: no limit]"]),
    ("memory", None, "M", &["when the process takes more than M megabytes"]),
    ("model", None, "MODEL", &[]),
    ("include", Some('I'), "DIR", &["ook ", "in DIR"]),
    ("variant", None, "V", &["Switch on a variant"]),
    ("seed", None, "SEED", &["choices", "the same number, the same"]),
    ("clang", None, "PROGRAM", &["The clang to use"]),
    ("cflag", None, "OPTION", &["An option for clang"]),
];

#[test]
fn what_an_option_means_is_said_in_the_same_words() {
    for leaf in leaves() {
        for option in leaf.options() {
            let long = option.get_long().unwrap_or_default();
            let (words, help) = (&leaf.words, help(option));
            if long == "output" {
                assert_eq!(option.get_short(), Some('o'), "{words} --output");
                assert!(
                    PATHS.contains(&value_name(option).as_str()) && help.starts_with("Write"),
                    "{words} --output: {help}"
                );
            }
            let Some((_, short, value, phrases)) = MEANINGS.iter().find(|(name, ..)| *name == long) else { continue };
            assert_eq!(option.get_short(), *short, "{words} --{long}");
            let has = if takes_value(option) { value_name(option) } else { String::new() };
            assert_eq!(has, *value, "{words} --{long}");
            for phrase in *phrases {
                assert!(help.contains(phrase), "{words} --{long}: `{help}` has no `{phrase}`");
            }
        }
    }
}

#[test]
fn the_name_of_a_value_is_its_unit() {
    let type_of = |parser: ValueParser| format!("{:?}", parser.type_id());
    let units = [
        ("S", type_of(ValueParser::new(seconds as fn(&str) -> Result<Seconds, String>))),
        ("M", type_of(ValueParser::new(megabytes as fn(&str) -> Result<Megabytes, String>))),
        ("SEED", type_of(clap::value_parser!(u64).into())),
    ];
    let jobs = type_of(ValueParser::new(at_a_time as fn(&str) -> Result<std::num::NonZero<usize>, String>));
    for leaf in leaves() {
        for option in leaf.options().filter(|option| takes_value(option)) {
            let (long, name) = (option.get_long().unwrap_or_default(), value_name(option));
            let found = type_of(option.get_value_parser().clone());
            if let Some((_, unit)) = units.iter().find(|(known, _)| *known == name) {
                assert_eq!(found, *unit, "{} --{long} {name}", leaf.words);
            }
            if long == "jobs" {
                assert_eq!(found, jobs, "{} --jobs", leaf.words);
            }
        }
    }
}

/// A command with more options than this has them under headings.
const MANY: usize = 12;

/// So many may stand above the first heading: those that most people want.
const ABOVE: usize = 6;

#[test]
fn many_options_have_headings() {
    for leaf in leaves() {
        let all = leaf.options().count();
        let above = leaf.options().filter(|option| option.get_help_heading().is_none()).count();
        assert!(all <= MANY || above <= ABOVE, "{}: {above} of {all} options have no heading", leaf.words);
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The documents that people write, with their names.
fn documents() -> Vec<(String, String)> {
    let entries = std::fs::read_dir(root().join("docs")).expect("docs/");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut paths: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|ending| ending == "md")).collect();
    paths.push(root().join("README.md"));
    paths.sort();
    let named = |path: PathBuf| {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        (name, std::fs::read_to_string(path).expect("a document"))
    };
    paths.into_iter().map(named).collect()
}

/// Whether a text has a word, with nothing before and behind it that a name can have.
fn has_word(text: &str, word: &str) -> bool {
    let belongs = |c: char| c.is_ascii_alphanumeric() || c == '-';
    text.match_indices(word)
        .any(|(place, _)| !text[..place].ends_with(belongs) && !text[place + word.len()..].starts_with(belongs))
}

#[test]
fn every_option_is_in_a_document() {
    let documents = documents();
    let mut missing = Vec::new();
    for leaf in leaves() {
        // A page that speaks of an option of another command is none about this one.
        let command = leaf.words.split(' ').next().unwrap_or_default().to_owned();
        let is_about = |name: &str, text: &str| name == "interface.md" || has_word(text, &format!("lakmus {command}"));
        let about = documents.iter().filter(|(name, text)| is_about(name, text));
        let about: Vec<&str> = about.map(|(_, text)| text.as_str()).collect();
        for option in leaf.options() {
            let long = format!("--{}", option.get_long().unwrap_or_default());
            if !about.iter().any(|text| has_word(text, &long)) {
                missing.push(format!("lakmus {} {long}", leaf.words));
            }
        }
    }
    assert!(missing.is_empty(), "{} options are in no document:\n{}", missing.len(), missing.join("\n"));
}

/// The rows of the table in `docs/interface.md`, with what each option means by the table that is there.
fn table(text: &str) -> String {
    let meaning_of = |long: &str| {
        let begins = |line: &&str| {
            line.starts_with("| ") && line.split('|').nth(1).is_some_and(|cell| cell.contains(&format!("`--{long}`")))
        };
        let line = text.lines().find(begins)?;
        line.trim_end_matches(" |").rsplit(" | ").next().map(str::to_owned)
    };
    let all = leaves().len();
    let mut rows = String::new();
    for (long, found) in shared() {
        let short = found.short.map(|short| format!("`-{short}`, ")).unwrap_or_default();
        let values: Vec<String> = found.values.iter().map(|value| format!("`{}`", value.replace('|', "\\|"))).collect();
        let commands: Vec<String> = match found.commands.len() == all {
            true => vec!["all".to_owned()],
            false => found.commands.iter().map(|words| format!("`{words}`")).collect(),
        };
        let meaning = meaning_of(&long).unwrap_or_default();
        rows += &format!("| {short}`--{long}` | {} | {} | {meaning} |\n", values.join(", "), commands.join(", "));
    }
    rows
}

const HEAD: &str = "| option | value | of | what it means |\n| --- | --- | --- | --- |\n";

#[test]
fn the_document_has_every_option_that_several_commands_have() {
    let path = root().join("docs/interface.md");
    let text = std::fs::read_to_string(&path).expect("docs/interface.md");
    let (before, rest) = text.split_once(HEAD).expect("the table");
    let end = rest.find("\n\n").map_or(rest.len(), |place| place + 1);
    let (rows, behind) = rest.split_at(end);
    let expected = table(rows);
    if rows != expected && std::env::var_os("LAKMUS_BLESS").is_some() {
        std::fs::write(&path, format!("{before}{HEAD}{expected}{behind}")).expect("docs/interface.md");
        return;
    }
    assert_eq!(rows, expected, "LAKMUS_BLESS=1 writes the table");
    let without: Vec<&str> = rows.lines().filter(|row| row.ends_with("|  |")).collect();
    assert!(without.is_empty(), "what these mean is not said:\n{}", without.join("\n"));
}

#[test]
fn every_command_is_in_the_table_of_exit_statuses() {
    let text = std::fs::read_to_string(root().join("docs/exit-statuses.md")).expect("docs/exit-statuses.md");
    let others = ["herd7", "cc", "cxx", "rustc", "cargo", "exec"];
    let cells: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("| ")?.split(" | ").next()).collect();
    for leaf in leaves() {
        let mut words = leaf.words.as_str();
        let is_in =
            |words: &str| cells.iter().any(|cell| cell.contains(&format!("`{words}`"))) || others.contains(&words);
        let mut found = is_in(words);
        while let (false, Some((above, _))) = (found, words.rsplit_once(' ')) {
            words = above;
            found = is_in(words);
        }
        assert!(found, "`{}` is not in docs/exit-statuses.md", leaf.words);
    }
}

/// What stands in front of the numbers of statuses in `--help`.
#[test]
fn help_names_the_statuses_that_all_commands_share() {
    for leaf in leaves() {
        let Some(help) = leaf.command.get_after_help().map(ToString::to_string) else { continue };
        let Some((_, statuses)) = help.split_once("Exit status") else { continue };
        let numbers: Vec<&str> =
            statuses.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next()).collect();
        let known = ["0", "1", "2", "3", ""];
        assert!(numbers.iter().all(|number| known.contains(number)), "{}: {numbers:?}", leaf.words);
        assert!(numbers.contains(&"0") && numbers.contains(&"2"), "{}: {numbers:?}", leaf.words);
    }
}

#[test]
fn every_alias_of_a_model_is_in_the_document() {
    let text = std::fs::read_to_string(root().join("docs/models.md")).expect("docs/models.md");
    for model in models::models() {
        for alias in model.aliases {
            let is_row = |line: &&str| line.starts_with("| ") && line.contains(&format!("`{}`", model.name));
            assert!(text.lines().filter(is_row).any(|line| line.contains(&format!("`{alias}`"))), "{alias}");
        }
    }
}

#[test]
fn models_of_machines_have_the_names_of_their_cat_models() {
    let names = arch::Model::all().map(|model| model.name).chain(weaken::LitmusModel::all().map(|model| model.name()));
    for name in names.chain(arch::ARCHITECTURES.iter().filter_map(|architecture| architecture.default_model)) {
        assert_eq!(models::model(name).map(|model| model.name), Some(name));
    }
}
