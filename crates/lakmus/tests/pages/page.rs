//! A page of commands and what they print.

use std::fs::File;
use std::io::{Read, Seek};
use std::path::Path;
use std::process::{Command, Stdio};

/// A page, line by line.
pub(crate) struct Page<'t> {
    pieces: Vec<Piece<'t>>,
    /// The exit status of commands that the page gives none for.
    default_status: Option<i32>,
}

enum Piece<'t> {
    /// Anything that is not run.
    Text(&'t str),
    Example(Example<'t>),
}

/// A command with the output that the page promises.
struct Example<'t> {
    /// The number of its line, from 1.
    line: usize,
    /// Without the `$ `.
    command: &'t str,
    /// `None` when the page does not say.
    status: Option<i32>,
    output: Vec<&'t str>,
}

/// What a command did.
pub(crate) struct Outcome {
    status: i32,
    output: String,
}

impl<'t> Page<'t> {
    /// # Errors
    /// When a block has output before its first command or a bad status.
    pub(crate) fn parse(text: &'t str, default_status: Option<i32>) -> Result<Page<'t>, String> {
        let mut pieces = Vec::new();
        let mut is_console = false;
        for (index, line) in text.lines().enumerate() {
            let example = match pieces.last_mut() {
                Some(Piece::Example(example)) if is_console => Some(example),
                _ => None,
            };
            if line.starts_with("```") {
                is_console = line == "```console";
                pieces.push(Piece::Text(line));
            } else if !is_console {
                pieces.push(Piece::Text(line));
            } else if let Some(command) = line.strip_prefix("$ ") {
                pieces.push(Piece::Example(Example {
                    line: index + 1,
                    command,
                    status: default_status,
                    output: Vec::new(),
                }));
            } else {
                let example = example.ok_or_else(|| format!("line {}: output without a command", index + 1))?;
                match line.strip_prefix("? ") {
                    Some(status) => {
                        let status = status.parse().map_err(|_| format!("line {}: no status", index + 1))?;
                        example.status = Some(status);
                    }
                    None => example.output.push(line),
                }
            }
        }
        Ok(Page { pieces, default_status })
    }

    fn examples(&self) -> impl Iterator<Item = &Example<'t>> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Example(example) => Some(example),
            Piece::Text(_) => None,
        })
    }

    /// What each command does now.
    ///
    /// # Errors
    /// When a command is none of ours or cannot be run.
    pub(crate) fn run(&self, directory: &Path) -> Result<Vec<Outcome>, String> {
        let scratch = tempfile::tempdir().map_err(|error| error.to_string())?;
        self.examples().map(|example| example.run(directory, scratch.path())).collect()
    }

    /// Where `results` are not what the page promises.
    pub(crate) fn differences(&self, results: &[Outcome]) -> Vec<String> {
        let differs = |(example, result): &(&Example<'t>, &Outcome)| !example.promises(result);
        let printed = |(example, result): (&Example<'t>, &Outcome)| {
            let expected = format!("status {:?}\n{}", example.status, example.output.join("\n"));
            let actual = format!("status {:?}\n{}", Some(result.status), result.output);
            format!("line {}: {}\nexpected {expected}\n\nactual {actual}", example.line, example.command)
        };
        self.examples().zip(results).filter(differs).map(printed).collect()
    }

    /// The page with these results. What is as promised stays as it is written.
    pub(crate) fn with(&self, results: &[Outcome]) -> String {
        let mut results = results.iter();
        let mut text = String::new();
        for piece in &self.pieces {
            match piece {
                Piece::Text(line) => text += &format!("{line}\n"),
                Piece::Example(example) => {
                    text += &format!("$ {}\n", example.command);
                    let result = results.next().expect("a result for each example");
                    let (status, output) = match example.promises(result) {
                        true => (example.status, example.output.join("\n")),
                        false => (
                            self.default_status.map(|_| result.status),
                            without_times(result.output.trim_end_matches('\n')),
                        ),
                    };
                    if let Some(status) = status.filter(|_| status != self.default_status) {
                        text += &format!("? {status}\n");
                    }
                    if !output.is_empty() {
                        text += &format!("{output}\n");
                    }
                }
            }
        }
        text
    }
}

impl Example<'_> {
    /// A word below `/tmp/` is below `scratch`, which all commands of a page have.
    fn run(&self, directory: &Path, scratch: &Path) -> Result<Outcome, String> {
        let words: Vec<String> = self.command.split_whitespace().map(|word| in_scratch(word, scratch)).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let arguments = match words.as_slice() {
            ["lakmus", arguments @ ..] | ["cargo", "lakmus", arguments @ ..] => arguments,
            _ => return Err(format!("line {}: only `lakmus` can be run here", self.line)),
        };
        let (mut file, out, err) = shared_output().map_err(|error| error.to_string())?;
        let mut command = Command::new(env!("CARGO_BIN_EXE_lakmus"));
        command.args(arguments).current_dir(directory).env_remove("RUST_BACKTRACE").env("COLUMNS", "100");
        command.stdin(Stdio::null()).stdout(out).stderr(err);
        let status = command.status().map_err(|error| error.to_string())?;
        let mut output = String::new();
        file.rewind().and_then(|()| file.read_to_string(&mut output)).map_err(|error| error.to_string())?;
        let status = status.code().ok_or_else(|| format!("line {}: ended by a signal", self.line))?;
        let output = output.replace(&scratch.display().to_string(), "/tmp");
        Ok(Outcome { status, output })
    }

    fn promises(&self, result: &Outcome) -> bool {
        let actual = without_times(result.output.trim_end_matches('\n'));
        let expected = without_times(self.output.join("\n").trim_end_matches('\n'));
        let split = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
        self.status.is_none_or(|status| status == result.status) && lines_match(&split(&expected), &split(&actual))
    }
}

fn in_scratch(word: &str, scratch: &Path) -> String {
    word.strip_prefix("/tmp/").map_or_else(|| word.to_owned(), |below| scratch.join(below).display().to_string())
}

/// A file and two ways to write to its end: a command's outputs in the order in which they are written.
fn shared_output() -> std::io::Result<(File, File, File)> {
    let file = tempfile::tempfile()?;
    let (out, err) = (file.try_clone()?, file.try_clone()?);
    Ok((file, out, err))
}

/// The text with all times as zero: they differ from run to run.
fn without_times(text: &str) -> String {
    let line = |line: &str| match line.strip_prefix("Time ").and_then(|rest| rest.split_once(' ')) {
        Some((name, seconds)) if seconds.parse::<f64>().is_ok() => format!("Time {name} 0.00"),
        _ => without_json_time(line),
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

fn without_json_time(line: &str) -> String {
    const FIELD: &str = "\"time\":";
    match line.split_once(FIELD).and_then(|(before, rest)| Some((before, rest.split_once(',')?.1))) {
        Some((before, after)) if line.starts_with('{') => format!("{before}{FIELD}0.0,{after}"),
        _ => line.to_owned(),
    }
}

/// Whether `actual` is as `expected`, in which `...` stands for any lines.
fn lines_match(expected: &[String], actual: &[String]) -> bool {
    match expected.split_first() {
        None => actual.is_empty(),
        Some((first, rest)) if first == "..." => {
            (0..=actual.len()).any(|skipped| lines_match(rest, &actual[skipped..]))
        }
        Some((first, rest)) => {
            actual.split_first().is_some_and(|(line, others)| first == line && lines_match(rest, others))
        }
    }
}
