//! The text of a configuration file as tables of options and checks. All that it names is looked up: what no command has is an error with its place.

use std::path::{Path, PathBuf};

use clap::{Command, CommandFactory};
use source::{Diagnostic, SourceId, Sources, Span, nearest};
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use super::options::{self, Setting};
use crate::args::Args;
use crate::render::Render;

/// A configuration file.
pub(crate) struct Configuration {
    /// The directory that its paths count from.
    pub(crate) directory: PathBuf,
    pub(crate) path: PathBuf,
    /// Options, by the words of the command that they are for: none for those of `[defaults]`, which are for every command that has them.
    pub(super) settings: Vec<(Vec<String>, Setting)>,
    /// In the order of the file.
    pub(crate) checks: Vec<Check>,
}

/// One of the project's checks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Check {
    pub(crate) name: String,
    /// The words of the command, without `lakmus`.
    pub(crate) command: Vec<String>,
    /// What runs before it, each in words.
    pub(crate) before: Vec<Vec<String>>,
    /// Whether it passes where not all was looked at.
    pub(crate) allows_incomplete: bool,
    /// Where it begins in the file.
    place: usize,
}

impl Configuration {
    /// The file at this path.
    ///
    /// # Errors
    /// What is wrong with it, as it is printed.
    pub(crate) fn read(path: &Path) -> Result<Configuration, Vec<String>> {
        let text = crate::files::named_text(path).map_err(|message| vec![format!("error: {message}")])?;
        let mut sources = Sources::new();
        let source = sources.add(path.display().to_string(), text);
        let mut reader = Reader { source, found: Vec::new(), commands: commands() };
        let read = reader.read(sources.text(source));
        if !reader.found.is_empty() {
            reader.found.sort_by_key(|error| error.labels.first().map(|label| label.span.start));
            return Err(Render::for_stderr().diagnostics(&reader.found, &sources));
        }
        let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let directory = absolute.parent().map(Path::to_owned).unwrap_or_default();
        let (settings, mut checks) = read.unwrap_or_default();
        checks.sort_by_key(|check| check.place);
        Ok(Configuration { directory, path: absolute, settings, checks })
    }
}

/// All commands with their options.
fn commands() -> Command {
    let mut all = Args::command();
    all.build();
    all
}

type Read = (Vec<(Vec<String>, Setting)>, Vec<Check>);

struct Reader {
    source: SourceId,
    found: Vec<Diagnostic>,
    commands: Command,
}

impl Reader {
    fn error(&mut self, place: std::ops::Range<usize>, message: String) -> &mut Diagnostic {
        let span = Span::new(self.source, place.start, place.end.max(place.start + 1));
        let diagnostic = Diagnostic::error("configuration", span, message);
        self.found.push(diagnostic);
        let last = self.found.len() - 1;
        &mut self.found[last]
    }

    /// That something has no such key.
    fn unknown(&mut self, key: &Spanned<toml::de::DeString<'_>>, what: &str, known: &[String]) {
        let near = nearest(key.get_ref(), known.iter().map(String::as_str)).map(str::to_owned);
        let diagnostic = self.error(key.span(), format!("{what} `{}`", key.get_ref()));
        *diagnostic = diagnostic.clone().suggest(near.as_deref());
    }

    fn read(&mut self, text: &str) -> Option<Read> {
        let table = match DeTable::parse(text) {
            Ok(table) => table,
            Err(error) => {
                self.error(error.span().unwrap_or(0..0), error.message().to_owned());
                return None;
            }
        };
        let (mut settings, mut checks) = (Vec::new(), Vec::new());
        for (key, value) in table.get_ref() {
            match (key.get_ref().as_ref(), value.get_ref()) {
                ("defaults", DeValue::Table(table)) => self.defaults(table, &mut settings),
                ("check", DeValue::Table(table)) => {
                    for (name, value) in table {
                        checks.extend(self.check(name, value));
                    }
                }
                (name, DeValue::Table(table)) if self.command(&[name.to_owned()]).is_some() => {
                    self.options(&[name.to_owned()], table, &mut settings);
                }
                _ => {
                    let names = self.commands.get_subcommands().map(|command| command.get_name().to_owned());
                    let known: Vec<String> = names.chain(["defaults", "check"].map(str::to_owned)).collect();
                    self.unknown(key, "there is no table", &known);
                }
            }
        }
        Some((settings, checks))
    }

    fn command(&self, words: &[String]) -> Option<&Command> {
        let mut command = &self.commands;
        for word in words {
            command = command.get_subcommands().find(|inner| inner.get_name() == word && !inner.is_hide_set())?;
        }
        Some(command)
    }

    /// Options for every command that has them.
    fn defaults(&mut self, table: &DeTable<'_>, settings: &mut Vec<(Vec<String>, Setting)>) {
        for (key, value) in table {
            let name = key.get_ref().as_ref();
            let mut all = Vec::new();
            options::below(&self.commands, &mut all);
            match all.iter().find_map(|command| options::find(command, name)).cloned() {
                None => {
                    let known: Vec<String> = all.iter().flat_map(|command| options::names(command)).collect();
                    self.unknown(key, "no command has an option", &known);
                }
                Some(option) => self.setting(&[], key.span(), &option, value, settings),
            }
        }
    }

    /// The options of a command, and tables of the commands below it.
    fn options(&mut self, words: &[String], table: &DeTable<'_>, settings: &mut Vec<(Vec<String>, Setting)>) {
        for (key, value) in table {
            let name = key.get_ref().as_ref();
            let inner = [words, &[name.to_owned()]].concat();
            if let (DeValue::Table(table), Some(_)) = (value.get_ref(), self.command(&inner)) {
                self.options(&inner, table, settings);
                continue;
            }
            let Some(command) = self.command(words) else { continue };
            let mut all = Vec::new();
            options::below(command, &mut all);
            match all.iter().find_map(|command| options::find(command, name)).cloned() {
                None => {
                    let mut known: Vec<String> = all.iter().flat_map(|command| options::names(command)).collect();
                    known.extend(command.get_subcommands().map(|inner| inner.get_name().to_owned()));
                    self.unknown(key, &format!("`lakmus {}` has no option", words.join(" ")), &known);
                }
                Some(option) => self.setting(words, key.span(), &option, value, settings),
            }
        }
    }

    fn setting(
        &mut self,
        words: &[String],
        place: std::ops::Range<usize>,
        option: &clap::Arg,
        value: &Spanned<DeValue<'_>>,
        settings: &mut Vec<(Vec<String>, Setting)>,
    ) {
        match Setting::new(option, value.get_ref()) {
            Ok(setting) => settings.push((words.to_vec(), setting)),
            Err(message) => {
                let _ = self.error(place.start..value.span().end, message);
            }
        }
    }

    fn check(&mut self, name: &Spanned<toml::de::DeString<'_>>, value: &Spanned<DeValue<'_>>) -> Option<Check> {
        let place = name.span().start;
        let DeValue::Table(table) = value.get_ref() else {
            self.error(value.span(), "a check is a table".to_owned());
            return None;
        };
        let name_of_check = name.get_ref().to_string();
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if name_of_check.is_empty() || !name_of_check.chars().all(is_plain) {
            self.error(
                name.span(),
                "the name of a check is made of letters, digits, `-` and `_`: reports are named by it".to_owned(),
            );
            return None;
        }
        let mut check =
            Check { name: name_of_check, command: Vec::new(), before: Vec::new(), allows_incomplete: false, place };
        for (key, value) in table {
            match (key.get_ref().as_ref(), value.get_ref()) {
                ("command", DeValue::Array(words)) => check.command = self.words(words)?,
                ("before", DeValue::Array(commands)) => check.before = self.commands_before(commands)?,
                ("incomplete", DeValue::String(word)) if word == "allow" || word == "fail" => {
                    check.allows_incomplete = word == "allow";
                }
                ("command" | "before" | "incomplete", _) => {
                    let message = "`command` is an array of words, `before` an array of such arrays, `incomplete` is \"fail\" or \"allow\"";
                    self.error(value.span(), message.to_owned());
                    return None;
                }
                _ => self.unknown(key, "a check has no key", &["command", "before", "incomplete"].map(str::to_owned)),
            }
        }
        let is_known = check.command.first().is_some_and(|word| self.command(std::slice::from_ref(word)).is_some());
        if !is_known {
            let first =
                check.command.first().map_or("it has none".to_owned(), |word| format!("there is no `lakmus {word}`"));
            self.error(name.span(), format!("the check needs a `command` of lakmus: {first}"));
            return None;
        }
        Some(check)
    }

    fn commands_before(&mut self, commands: &DeArray<'_>) -> Option<Vec<Vec<String>>> {
        let mut all = Vec::new();
        for command in commands.iter() {
            match command.get_ref() {
                DeValue::Array(words) if !words.is_empty() => all.push(self.words(words)?),
                _ => {
                    self.error(command.span(), "a command is an array of words, and not empty".to_owned());
                    return None;
                }
            }
        }
        Some(all)
    }

    fn words(&mut self, words: &DeArray<'_>) -> Option<Vec<String>> {
        let mut all = Vec::new();
        for word in words.iter() {
            match options::word(word.get_ref()) {
                Some(text) => all.push(text),
                None => {
                    self.error(word.span(), "a word of a command is a text or a number".to_owned());
                    return None;
                }
            }
        }
        Some(all)
    }
}
