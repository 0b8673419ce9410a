//! A command's page in Markdown: what `--help` prints, with links, and a place to link to for each option.

use clap::{Arg, Command};

use super::{name, subcommands};

/// The page of a command, as CommonMark with the HTML element `a` for places.
pub(super) fn page(command: &Command) -> String {
    let mut text = format!("# {}\n\n", command.get_bin_name().unwrap_or_else(|| command.get_name()));
    if let Some(about) = command.get_long_about().or_else(|| command.get_about()) {
        text += &format!("{}\n\n", sentence(&prose(&about.to_string())));
    }
    let usage = command.clone().render_usage().to_string();
    text += &fenced(usage.trim_start_matches("Usage:").trim());
    let inner: Vec<&Command> = subcommands(command).collect();
    if !inner.is_empty() {
        text += "## Commands\n\n";
        for one in inner {
            let about = one.get_about().map(|about| prose(&about.to_string())).unwrap_or_default();
            text += &format!("- [`{}`]({}.md): {about}\n", one.get_name(), name(one));
        }
        text.push('\n');
    }
    for (heading, arguments) in sections(command) {
        text += &format!("## {heading}\n\n");
        for argument in arguments {
            text += &entry(argument);
        }
    }
    if let Some(after) = command.get_after_long_help().or_else(|| command.get_after_help()) {
        text += &format!("## Details\n\n{}", fenced(&after.to_string()));
    }
    text
}

/// Arguments by their headings, in the order of `--help`.
fn sections(command: &Command) -> Vec<(&str, Vec<&Arg>)> {
    let mut found: Vec<(&str, Vec<&Arg>)> = Vec::new();
    for argument in command.get_arguments().filter(|argument| !argument.is_hide_set()) {
        let default = if argument.is_positional() { "Arguments" } else { "Options" };
        let heading = argument.get_help_heading().unwrap_or(default);
        match found.iter_mut().find(|(known, _)| *known == heading) {
            Some((_, arguments)) => arguments.push(argument),
            None => found.push((heading, vec![argument])),
        }
    }
    found
}

/// An argument: how it is written, what it means, its values.
fn entry(argument: &Arg) -> String {
    let place = argument.get_long().unwrap_or_else(|| argument.get_id().as_str());
    let mut text = format!("- <a id=\"{}\"></a>`{}`", place.replace(' ', "-"), written(argument));
    if let Some(help) = argument.get_long_help().or_else(|| argument.get_help()) {
        text += &format!("\n\n  {}", sentence(&prose(&help.to_string())).replace('\n', "\n  "));
    }
    let values = argument.get_possible_values();
    let shown: Vec<_> = values.iter().filter(|value| !value.is_hide_set()).collect();
    let is_flag = !argument.get_action().takes_values();
    if !is_flag && !argument.is_hide_possible_values_set() && !shown.is_empty() {
        text.push('\n');
        for value in shown {
            let help = value.get_help().map(|help| format!(": {}", prose(&help.to_string()))).unwrap_or_default();
            text += &format!("\n  - `{}`{help}", value.get_name());
        }
    }
    let defaults = argument.get_default_values();
    if !is_flag && !defaults.is_empty() && !argument.is_hide_default_value_set() {
        let defaults: Vec<_> = defaults.iter().map(|value| format!("`{}`", value.to_string_lossy())).collect();
        text += &format!("\n\n  Default: {}.", defaults.join(", "));
    }
    text + "\n\n"
}

/// `-o, --output <DIR>`.
fn written(argument: &Arg) -> String {
    let names = argument.get_value_names().unwrap_or_default();
    let values: Vec<String> = names.iter().map(|value| format!("<{value}>")).collect();
    let mut words: Vec<String> = Vec::new();
    words.extend(argument.get_short().map(|short| format!("-{short}")));
    words.extend(argument.get_long().map(|long| format!("--{long}")));
    let mut text = words.join(", ");
    if argument.get_action().takes_values() {
        if !text.is_empty() {
            text.push(' ');
        }
        text += &values.join(" ");
    }
    text
}

/// Text of help as Markdown: what stands between backticks stays, the rest has no marks.
fn prose(text: &str) -> String {
    let mut found = String::new();
    for (index, piece) in text.split('`').enumerate() {
        if index > 0 {
            found.push('`');
        }
        if index % 2 == 1 {
            found += piece;
            continue;
        }
        for letter in piece.chars() {
            if matches!(letter, '<' | '>' | '*' | '_' | '[' | ']' | '\\' | '|' | '#') {
                found.push('\\');
            }
            found.push(letter);
        }
    }
    found
}

/// The text with an end, which clap leaves out.
fn sentence(text: &str) -> String {
    let text = text.trim_end();
    if text.ends_with(['.', ':', ')', ']', '!', '?']) { text.to_owned() } else { format!("{text}.") }
}

/// A block of text as it is.
fn fenced(text: &str) -> String {
    format!("```text\n{}\n```\n\n", text.trim_end())
}
