//! Options as clap has them, and their values as a configuration file has them.

use std::path::{Path, PathBuf};

use clap::{Arg, ArgAction, Command};
use toml::de::DeValue;

/// An option with what the file has for it.
pub(super) struct Setting {
    /// Its name, without `--`.
    pub(super) name: String,
    /// Its values; none of a flag that is set.
    values: Vec<String>,
    /// Whether it is given at all: a flag may be `false`.
    is_on: bool,
    paths: Paths,
}

/// What values are, as far as they are paths.
#[derive(Clone, Copy)]
enum Paths {
    None,
    /// Each is a path.
    All,
    /// Each is a path or a name.
    Some,
}

/// The commands below one that do something, itself where there are none.
pub(super) fn below<'a>(command: &'a Command, all: &mut Vec<&'a Command>) {
    let mut inner =
        command.get_subcommands().filter(|inner| !inner.is_hide_set() && inner.get_name() != "help").peekable();
    if inner.peek().is_none() {
        all.push(command);
    }
    inner.for_each(|inner| below(inner, all));
}

/// The option of a command by its name, or an alias of it.
pub(super) fn find<'a>(command: &'a Command, name: &str) -> Option<&'a Arg> {
    let is_called = |option: &&Arg| {
        option.get_long() == Some(name) || option.get_all_aliases().is_some_and(|aliases| aliases.contains(&name))
    };
    command.get_arguments().filter(|option| is_own(option)).find(is_called)
}

/// The names of the options of a command.
pub(super) fn names(command: &Command) -> Vec<String> {
    let options = command.get_arguments().filter(|option| is_own(option));
    options.filter_map(|option| option.get_long()).map(str::to_owned).collect()
}

/// Whether a file can have the option.
fn is_own(option: &Arg) -> bool {
    !matches!(option.get_long(), None | Some("help" | "version" | "config" | "no-config"))
}

/// A text or a number as a word of a command line.
pub(super) fn word(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) if number.radix() == 10 => Some(number.as_str().to_owned()),
        DeValue::Float(number) => Some(number.as_str().to_owned()),
        _ => None,
    }
}

impl Setting {
    /// # Errors
    /// What is wrong with the value.
    pub(super) fn new(option: &Arg, value: &DeValue<'_>) -> Result<Setting, String> {
        let name = option.get_long().unwrap_or_default().to_owned();
        if !option.get_action().takes_values() {
            let DeValue::Boolean(is_on) = value else { return Err(format!("`{name}` is `true` or `false`")) };
            return Ok(Setting { name, values: Vec::new(), is_on: *is_on, paths: Paths::None });
        }
        let is_list = matches!(option.get_action(), ArgAction::Append);
        let values = match value {
            DeValue::Array(values) if is_list => values.iter().map(|value| word(value.get_ref())).collect(),
            value => word(value).map(|value| vec![value]),
        };
        let expected = if is_list { "a text or a number, or an array of these" } else { "a text or a number" };
        let values = values.ok_or_else(|| format!("`{name}` is {expected}"))?;
        if let Some(value) = values.iter().find(|value| !is_value(option, value)) {
            let named = option.get_value_names().map(|names| names.join(" ")).unwrap_or_default();
            return Err(format!("`{value}` is no value of `--{name} {named}`"));
        }
        Ok(Setting { name, values, is_on: true, paths: paths(option) })
    }

    /// The words that give it, where paths count from a directory.
    pub(super) fn words(&self, directory: &Path) -> Vec<String> {
        let value = |value: &String| format!("--{}={}", self.name, self.path(value, directory));
        match (self.is_on, self.values.is_empty()) {
            (false, _) => Vec::new(),
            (true, true) => vec![format!("--{}", self.name)],
            (true, false) => self.values.iter().map(value).collect(),
        }
    }

    fn path(&self, value: &str, directory: &Path) -> String {
        let is_here = std::env::current_dir().is_ok_and(|here| here == directory);
        let path = directory.join(value);
        let is_path = match self.paths {
            Paths::None => false,
            Paths::All => true,
            Paths::Some => path.is_file(),
        };
        if is_path && !is_here { path.display().to_string() } else { value.to_owned() }
    }
}

fn paths(option: &Arg) -> Paths {
    let names = option.get_value_names().map(|names| names.join(" ")).unwrap_or_default();
    let is_path = option.get_value_parser().type_id() == std::any::TypeId::of::<PathBuf>();
    match names.as_str() {
        // A program may be one that is looked for in PATH.
        "PROGRAM" | "COMPILER" => Paths::Some,
        _ if is_path => Paths::All,
        "MODEL" => Paths::Some,
        names if names.contains("FILE") || names.contains("DIR") => Paths::Some,
        _ => Paths::None,
    }
}

/// Whether an option takes a value.
fn is_value(option: &Arg, value: &str) -> bool {
    let alone = Arg::new("value").long("value").value_parser(option.get_value_parser().clone());
    let alone = match option.get_value_delimiter() {
        Some(delimiter) => alone.value_delimiter(delimiter).action(ArgAction::Append),
        None => alone.action(ArgAction::Append),
    };
    Command::new("lakmus").arg(alone).try_get_matches_from(["lakmus".to_owned(), format!("--value={value}")]).is_ok()
}
