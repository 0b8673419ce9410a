//! `lakmus hash`: what identifies tests.

mod canonical;

use std::ffi::OsStr;
use std::path::PathBuf;

use clap::Args as ArgGroup;
use serde::Serialize;
use sim::Test;
use source::Sources;

use crate::failure::Failure;
use crate::inputs::{self, Unusable};
use crate::output;
use crate::progress::Progress;
use crate::render::Render;
use crate::{Status, files, json, panics};

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
    let (render, mut status) = (Render::for_stderr(), Status::Success);
    let mut text = String::new();
    let tests = inputs::expand(&args.tests);
    let progress = Progress::new(tests.len());
    for test in tests {
        let mut sources = Sources::new();
        let (path, found) = match test {
            Ok(path) => {
                progress.begin(&files::shown(&path));
                let found = one(args, &path, &mut sources);
                (path, found)
            }
            Err(Unusable { path, error }) => (path, Err(Failure::refused(vec![error]))),
        };
        match found {
            Ok(line) => text += &line,
            Err(failure) => {
                status = Status::Refused;
                if args.json {
                    text += &json::UnreadRecord::line(&files::shown(&path), &failure, &sources);
                }
                failure.found.iter().for_each(|found| output::complain(&render.diagnostic(found, &sources)));
            }
        }
        progress.end();
        if text.len() > 1 << 16 {
            if let Err(closed) = output::write(text.as_bytes()) {
                return closed.after(status).status();
            }
            text.clear();
        }
    }
    output::write(text.as_bytes()).map_or_else(|closed| closed.after(status).status(), |()| status)
}

fn one(args: &HashArgs, path: &std::path::Path, sources: &mut Sources) -> Result<String, Failure> {
    let refused = |error| Failure::refused(vec![error]);
    let mut source = files::add(path, sources).map_err(refused)?;
    if args.rehash {
        let text = without_hashes(sources.text(source));
        source = sources.add(files::shown(path), text);
    }
    let name = path.file_stem().map(OsStr::to_string_lossy).unwrap_or_default().into_owned();
    let file = path.display().to_string();
    let read = || -> Result<String, Vec<source::Diagnostic>> {
        let test = Test::load(sources, source, &name)?;
        let hash = match args.canonical {
            true => canonical::hash(sources, source, &name)?,
            false => test.hash().to_owned(),
        };
        Ok(match args.json {
            true => json::line(&HashRecord { file: &file, test: test.name(), hash: &hash }),
            false => format!("{} {hash}\n", test.name()),
        })
    };
    let found = panics::caught(|| format!("reading {file}"), read).map_err(Failure::internal)?;
    found.map_err(|found| Failure::refused(found).of(&file, source))
}

/// The text without lines `Hash=` in its header.
fn without_hashes(text: &str) -> String {
    let end = text.find('{').unwrap_or(text.len());
    let keeps = |line: &&str| !line.get(..5).is_some_and(|key| key.eq_ignore_ascii_case("hash="));
    let header: String = text[..end].split_inclusive('\n').filter(keeps).collect();
    header + &text[end..]
}
