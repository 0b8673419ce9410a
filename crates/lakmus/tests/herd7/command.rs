//! Command lines with what they give: reading, writing, running.

use std::io::Write;
use std::path::PathBuf;
use std::process::{self, Stdio};

/// A command line and what herd7 makes of it.
#[derive(Clone, Debug)]
pub(crate) struct Command {
    /// The words behind `herd7`.
    pub(crate) words: Vec<String>,
    pub(crate) input: Vec<String>,
    /// Why Lakmus does something else, if it does.
    pub(crate) difference: Option<Difference>,
    pub(crate) result: Outcome,
    /// The comments and empty lines before it.
    pub(crate) comment: String,
}

/// Where Lakmus does something else on purpose.
#[derive(Clone, Debug)]
pub(crate) struct Difference {
    reason: String,
    /// Whether it is only that one of the two says something on the standard error.
    pub(crate) is_in_errors_only: bool,
}

/// What a program does, as far as it is compared.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct Outcome {
    status: i32,
    pub(crate) has_errors: bool,
    output: Vec<String>,
}

impl Outcome {
    /// What is compared beside the standard error.
    pub(crate) fn without_errors(&self) -> (i32, &[String]) {
        (self.status, &self.output)
    }
}

impl Command {
    /// As it stands in the record.
    pub(crate) fn text(&self) -> String {
        let mut text = self.comment.clone();
        text += &format!("$ herd7 {}\n", self.words.join(" "));
        text.extend(self.input.iter().map(|line| format!("< {line}\n")));
        if self.result.status != 0 {
            text += &format!("? {}\n", self.result.status);
        }
        if self.result.has_errors {
            text += "!\n";
        }
        if let Some(Difference { reason, is_in_errors_only }) = &self.difference {
            text += &format!("~{} {reason}\n", if *is_in_errors_only { "!" } else { "" });
        }
        text.extend(self.result.output.iter().map(|line| format!("{line}\n")));
        text
    }
}

/// What stands before the first command, and the commands.
pub(crate) fn parse(text: &str) -> Result<(String, Vec<Command>), String> {
    let (mut head, mut comment) = (String::new(), String::new());
    let mut commands: Vec<Command> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let place = |what: &str| format!("line {}: {what}", number + 1);
        if let Some(words) = line.strip_prefix("$ herd7") {
            let words = words.split_whitespace().map(str::to_owned).collect();
            let comment = std::mem::take(&mut comment);
            commands.push(Command { words, comment, input: vec![], difference: None, result: Outcome::default() });
        } else if line.starts_with("# ") {
            comment += &format!("{line}\n");
        } else if let Some(command) = commands.last_mut() {
            if !comment.is_empty() {
                return Err(place("comments stand before commands"));
            }
            match line.split_once(' ') {
                Some(("<", rest)) => command.input.push(rest.to_owned()),
                Some(("?", rest)) => command.result.status = rest.parse().map_err(|_| place("no exit status"))?,
                Some((mark @ ("~" | "~!"), rest)) => {
                    command.difference = Some(Difference { reason: rest.to_owned(), is_in_errors_only: mark == "~!" });
                }
                _ if line == "!" => command.result.has_errors = true,
                _ => command.result.output.push(line.to_owned()),
            }
        } else {
            return Err(place("expected `$ herd7`"));
        }
    }
    // The comments at the head of the file belong to no command.
    if let Some(first) = commands.first_mut()
        && let Some((all, own)) = first.comment.clone().split_once("# ---\n")
    {
        head = format!("{all}# ---\n");
        first.comment = own.to_owned();
    }
    Ok((head, commands))
}

/// What runs the commands.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    /// herd7; without it, `lakmus herd7`.
    pub(crate) path: Option<PathBuf>,
    /// Where commands run.
    pub(crate) directory: PathBuf,
    /// What `{files}` stands for.
    pub(crate) files: PathBuf,
}

impl Program {
    pub(crate) fn run(&self, command: &Command) -> Outcome {
        let files = self.files.to_str().expect("a path in UTF-8");
        let real = |word: &String| word.replace("{files}", files);
        let mut process = match &self.path {
            Some(path) => process::Command::new(path),
            None => {
                let mut lakmus = process::Command::new(env!("CARGO_BIN_EXE_lakmus"));
                lakmus.arg("herd7");
                lakmus
            }
        };
        process.args(command.words.iter().map(real)).current_dir(&self.directory);
        process.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = process.spawn().unwrap_or_else(|error| panic!("{process:?}: {error}"));
        let input: String = command.input.iter().map(|line| real(line) + "\n").collect();
        // A program that does not read its input may have ended already.
        let _ = child.stdin.take().expect("it is piped").write_all(input.as_bytes());
        let output = child.wait_with_output().unwrap_or_else(|error| panic!("{process:?}: {error}"));
        Outcome {
            status: output.status.code().unwrap_or(-1),
            has_errors: !output.stderr.is_empty(),
            output: compared(&String::from_utf8_lossy(&output.stdout)),
        }
    }
}

/// The lines of an output that are compared.
fn compared(output: &str) -> Vec<String> {
    let mut is_picture = false;
    let mut lines = Vec::new();
    for line in output.lines() {
        is_picture &= !line.starts_with("DOTEND ");
        if !is_picture && !line.starts_with("Time ") {
            lines.push(line.to_owned());
        }
        is_picture |= line.starts_with("DOTCOM ");
    }
    lines
}
