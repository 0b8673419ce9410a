//! `lakmus filter`: tests and blocks of logs by name, verdict, hash and architecture.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use clap::Args as ArgGroup;
use logs::{Block, Reader, Verdict};
use serde::Serialize;
use sim::Test;
use source::Diagnostic;

use crate::listing::{self, TestText};
use crate::output::{self, Closed};
use crate::{Status, files, json, usage};

const HELP: &str = "\
Of a test (*.litmus, a @LIST, a DIR) its path is printed, so that the output is a
list for `lakmus run`; of a log, the blocks; `-` is a log on the standard input.
Patterns may contain `*` for any characters and `?` for one.

Exit status:
  0  everything was read, whatever was found
  2  a test or a log could not be read, or a mistake on the command line";

#[derive(Debug, ArgGroup)]
#[command(after_help = HELP)]
pub(crate) struct FilterArgs {
    /// The name fits this pattern. May be repeated: one of them
    #[arg(long = "named", value_name = "PATTERN")]
    pub(crate) name: Vec<String>,

    /// The name is in FILE, one a line
    #[arg(long, value_name = "FILE")]
    pub(crate) names: Vec<PathBuf>,

    /// The name fits no such pattern. May be repeated
    #[arg(long, value_name = "PATTERN")]
    pub(crate) not: Vec<String>,

    /// The hash is this one. May be repeated: one of them
    #[arg(long, value_name = "HASH")]
    pub(crate) hash: Vec<String>,

    /// Logs: the verdict is ok, no or undef
    #[arg(long, value_name = "VERDICT")]
    pub(crate) verdict: Option<String>,

    /// Logs: the observation is never, sometimes or always
    #[arg(long, value_name = "OBSERVATION")]
    pub(crate) observation: Option<String>,

    /// Tests: the architecture
    #[arg(long, value_name = "ARCH")]
    pub(crate) arch: Option<String>,

    /// Print JSON, an object a test or block
    #[arg(long)]
    pub(crate) json: bool,

    /// Tests and logs
    #[arg(value_name = "TEST|LOG", required = true)]
    pub(crate) inputs: Vec<PathBuf>,
}

/// What is asked for, ready to be compared with.
struct Wanted<'a> {
    args: &'a FilterArgs,
    names: Vec<String>,
    verdict: Option<Verdict>,
}

/// A test that fits, as `--json` prints it.
#[derive(Serialize)]
struct TestRecord<'a> {
    file: &'a str,
    test: &'a str,
    architecture: &'a str,
}

/// A block of a log that fits, as `--json` prints it.
#[derive(Serialize)]
struct BlockRecord<'a> {
    file: &'a str,
    test: &'a str,
    kind: &'a str,
    verdict: Option<&'static str>,
    observation: Option<&'static str>,
    condition: Option<&'a str>,
    hash: Option<&'a str>,
    states: Vec<String>,
}

impl<'a> BlockRecord<'a> {
    fn new(file: &'a str, block: &'a Block) -> BlockRecord<'a> {
        BlockRecord {
            file,
            test: &block.name,
            kind: block.kind(),
            verdict: block.verdict().map(Verdict::name),
            observation: observation(block),
            condition: block.condition(),
            hash: block.hash(),
            states: block.states().keys().map(|state| state.text().to_owned()).collect(),
        }
    }
}

/// How often the proposition holds, by the counts; none where a block has no counts.
fn observation(block: &Block) -> Option<&'static str> {
    Some(match block.counts()? {
        (0, _) => "never",
        (_, 0) => "always",
        _ => "sometimes",
    })
}

/// Does what is asked.
pub(crate) fn run(args: &FilterArgs) -> Status {
    let wanted = match wanted(args) {
        Ok(wanted) => wanted,
        Err(message) => return usage(&message),
    };
    let mut status = Status::Success;
    for input in &args.inputs {
        let done = if is_tests(input) { tests(&wanted, input) } else { log(&wanted, input) };
        match done {
            Ok(Ok(more)) => status = status.max(more),
            Ok(Err(message)) => return usage(&message),
            Err(closed) => return closed.after(status).status(),
        }
    }
    status
}

fn wanted(args: &FilterArgs) -> Result<Wanted<'_>, String> {
    let mut names = Vec::new();
    for file in &args.names {
        let text = files::text(file).map_err(|error| format!("cannot read `{}`: {error}", file.display()))?;
        names.extend(
            text.lines().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty() && !line.starts_with('#')),
        );
    }
    let verdict = match args.verdict.as_deref().map(str::to_lowercase).as_deref() {
        None => None,
        Some("ok") => Some(Verdict::Ok),
        Some("no") => Some(Verdict::No),
        Some("undef") => Some(Verdict::Undef),
        Some(other) => return Err(format!("--verdict is ok, no or undef, not `{other}`")),
    };
    if let Some(observation) = &args.observation
        && !["never", "sometimes", "always"].contains(&observation.to_lowercase().as_str())
    {
        return Err(format!("--observation is never, sometimes or always, not `{observation}`"));
    }
    Ok(Wanted { args, names, verdict })
}

fn is_tests(input: &Path) -> bool {
    let is_list = input.file_name().is_some_and(|name| name.to_string_lossy().starts_with('@'));
    is_list || input.is_dir() || input.extension().is_some_and(|extension| extension == "litmus")
}

impl Wanted<'_> {
    fn fits_name(&self, name: &str) -> bool {
        let args = self.args;
        (args.name.is_empty() || args.name.iter().any(|pattern| fits(pattern, name)))
            && (args.names.is_empty() || self.names.iter().any(|known| known == name))
            && !args.not.iter().any(|pattern| fits(pattern, name))
    }

    fn fits_hash(&self, hash: Option<&str>) -> bool {
        self.args.hash.is_empty()
            || hash.is_some_and(|hash| self.args.hash.iter().any(|known| known.eq_ignore_ascii_case(hash)))
    }

    fn fits_block(&self, block: &Block) -> bool {
        self.fits_name(&block.name)
            && self.fits_hash(block.hash())
            && self.verdict.is_none_or(|verdict| block.verdict() == Some(verdict))
            && self.args.observation.as_ref().is_none_or(|wanted| {
                observation(block).is_some_and(|observation| wanted.eq_ignore_ascii_case(observation))
            })
    }
}

/// Whether a text fits a pattern with `*` and `?`.
fn fits(pattern: &str, text: &str) -> bool {
    let Some(first) = pattern.chars().next() else { return text.is_empty() };
    let rest = &pattern[first.len_utf8()..];
    match (first, text.chars().next()) {
        ('*', _) => text.char_indices().map(|(at, _)| at).chain([text.len()]).any(|at| fits(rest, &text[at..])),
        ('?', Some(c)) => fits(rest, &text[c.len_utf8()..]),
        (_, Some(c)) if c == first => fits(rest, &text[c.len_utf8()..]),
        _ => false,
    }
}

type Done = Result<Result<Status, String>, Closed>;

fn tests(wanted: &Wanted<'_>, input: &Path) -> Done {
    listing::print(&[input.to_owned()], wanted.args.json, |test| line(wanted, test)).map(Ok)
}

/// The line of a test that fits; nothing of one that does not.
fn line(wanted: &Wanted<'_>, test: &TestText) -> Result<String, Vec<Diagnostic>> {
    let TestText { file, default_name, sources, source } = test;
    let (test, found) = litmus::parse(sources, *source, default_name);
    let Some(test) = test else { return Err(found) };
    let arch = wanted.args.arch.as_ref();
    if !wanted.fits_name(&test.name.text)
        || arch.is_some_and(|arch| !arch.eq_ignore_ascii_case(&test.architecture.text))
        || (!wanted.args.hash.is_empty() && !wanted.fits_hash(Some(Test::load(sources, *source, default_name)?.hash())))
    {
        return Ok(String::new());
    }
    let (name, architecture) = (&test.name.text, &test.architecture.text);
    Ok(match wanted.args.json {
        true => json::line(&TestRecord { file, test: name, architecture }),
        false => format!("{file}\n"),
    })
}

fn log(wanted: &Wanted<'_>, input: &Path) -> Done {
    if input.as_os_str() == "-" {
        return blocks(wanted, Reader::new(BufReader::new(std::io::stdin())), input);
    }
    match File::open(input) {
        Ok(file) => blocks(wanted, Reader::new(BufReader::with_capacity(1 << 20, file)), input),
        Err(error) => Ok(Err(format!("cannot read `{}`: {error}", input.display()))),
    }
}

fn blocks<R: std::io::BufRead>(wanted: &Wanted<'_>, mut reader: Reader<R>, input: &Path) -> Done {
    let mut text = String::new();
    let file = input.display().to_string();
    loop {
        match reader.next() {
            Ok(Some(block)) => {
                if wanted.fits_block(&block) {
                    text += &match wanted.args.json {
                        true => json::line(&BlockRecord::new(&file, &block)),
                        false => block.text(),
                    };
                }
            }
            Ok(None) => {
                output::write(text.as_bytes())?;
                return Ok(Ok(Status::Success));
            }
            Err(error) => {
                output::write(text.as_bytes())?;
                return Ok(Err(format!("`{}`: {error}", input.display())));
            }
        }
        if text.len() > 1 << 16 {
            output::write(text.as_bytes())?;
            text.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn patterns() {
        for (pattern, text) in [("MP*", "MP+po"), ("*", ""), ("?P+*s", "MP+dmb.sys"), ("MP", "MP")] {
            assert!(fits(pattern, text), "{pattern} {text}");
        }
        for (pattern, text) in [("MP", "MP+po"), ("?", ""), ("*x", "y")] {
            assert!(!fits(pattern, text), "{pattern} {text}");
        }
    }
}
