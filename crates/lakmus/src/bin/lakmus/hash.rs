//! `lakmus hash`: what identifies tests.

mod canonical;

use std::path::{Path, PathBuf};

use clap::Args as ArgGroup;
use serde::Serialize;
use sim::Test;
use source::Diagnostic;

use crate::listing::{self, TestText};
use crate::{Status, files, json};

const HELP: &str = "\
A line for each test: its name, and herd's hash. Tests have one hash when they
have the same code, initial state and observed locations, whatever their
conditions ask.

A TEST is a FILE, a @LIST or a DIR, as for `lakmus run`.

Exit status:
  0  all tests have a hash
  2  a test could not be read, or a mistake on the command line";

#[derive(Debug, ArgGroup)]
#[command(after_help = HELP)]
pub(crate) struct HashArgs {
    /// Compute hashes, whatever `Hash=` lines in headers say
    #[arg(long)]
    pub(crate) rehash: bool,

    /// Another hash: that of all tests that differ in the names of registers, labels and locations and in the order of threads only
    #[arg(long)]
    pub(crate) canonical: bool,

    /// Print JSON, an object a test
    #[arg(long)]
    pub(crate) json: bool,

    /// Tests: FILE, @LIST or DIR
    #[arg(value_name = "TEST", required = true)]
    pub(crate) tests: Vec<PathBuf>,
}

/// A test with its hash, as `--json` prints it.
#[derive(Serialize)]
struct HashRecord<'a> {
    file: &'a str,
    test: &'a str,
    hash: &'a str,
}

/// Does what is asked.
pub(crate) fn run(args: &HashArgs) -> Status {
    let printed = listing::print(&args.tests, args.json, |test| line(args, test));
    printed.unwrap_or_else(|closed| closed.status())
}

/// The line of a test.
fn line(args: &HashArgs, test: &mut TestText) -> Result<String, Vec<Diagnostic>> {
    if args.rehash {
        let text = without_hashes(test.sources.text(test.source));
        test.replace(files::shown(Path::new(&test.file)), text);
    }
    let TestText { file, default_name, sources, source } = test;
    let test = Test::load(sources, *source, default_name)?;
    let hash = match args.canonical {
        true => canonical::hash(sources, *source, default_name)?,
        false => test.hash().to_owned(),
    };
    Ok(match args.json {
        true => json::line(&HashRecord { file, test: test.name(), hash: &hash }),
        false => format!("{} {hash}\n", test.name()),
    })
}

/// The text without lines `Hash=` in its header.
fn without_hashes(text: &str) -> String {
    let end = text.find('{').unwrap_or(text.len());
    let keeps = |line: &&str| !line.get(..5).is_some_and(|key| key.eq_ignore_ascii_case("hash="));
    let header: String = text[..end].split_inclusive('\n').filter(keeps).collect();
    header + &text[end..]
}
