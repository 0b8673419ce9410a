//! `lakmus classify`: the normal form of a cycle, and the name that it gives.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use clap::Args as ArgGroup;
use generator::{Generator, Options, TopLevel, normal_form, parse, resolve};
use serde::Serialize;
use source::{Diagnostic, Severity, Sources};

use crate::inputs::{self, Unusable};
use crate::output;
use crate::progress::Progress;
use crate::render::Render;
use crate::{Status, files, json, usage};

const HELP: &str = "\
A line NAME: CYCLE is printed for each. The cycle of a test is what the line
`Orig=` or `Cycle=` of its header says.

Exit status:
  0  everything has a name
  2  a cycle makes no sense, a test cannot be read or does not say what its cycle
     is, or a mistake on the command line";

#[derive(Debug, ArgGroup)]
#[command(after_help = HELP)]
pub(crate) struct ClassifyArgs {
    /// The architecture of cycles; without --cycle, they are read from the standard input, a line each, `NAME: CYCLE` or `CYCLE`
    #[arg(long, value_name = "ARCH", conflicts_with = "tests")]
    pub(crate) arch: Option<String>,

    /// A cycle
    #[arg(long, value_name = "CYCLE", requires = "arch")]
    pub(crate) cycle: Vec<String>,

    /// Print JSON, an object a cycle
    #[arg(long)]
    pub(crate) json: bool,

    /// Tests: FILE, @LIST or DIR
    #[arg(value_name = "TEST", required_unless_present = "arch")]
    pub(crate) tests: Vec<PathBuf>,
}

/// A cycle with its name, as `--json` prints it.
#[derive(Serialize)]
struct CycleRecord<'a> {
    /// The test whose cycle it is; none of a cycle that was given itself.
    file: Option<&'a str>,
    name: &'a str,
    cycle: &'a str,
}

/// Does what is asked.
pub(crate) fn run(args: &ClassifyArgs) -> Status {
    let mut status = Status::Success;
    let mut text = String::new();
    let mut take = |found: Result<String, ()>| match found {
        Ok(line) => text += &line,
        Err(()) => status = Status::Refused,
    };
    if let Some(arch) = &args.arch {
        let generator = match Generator::new(arch, Options::default()) {
            Ok(generator) => generator,
            Err(refusal) => return usage(&refusal.to_string()),
        };
        if args.cycle.is_empty() {
            for line in system::lines(std::io::stdin().lock()) {
                let line = match line {
                    Ok(line) => line,
                    Err(error) => return usage(&format!("cannot read the standard input: {error}")),
                };
                let line = line.trim();
                if !line.is_empty() && !line.starts_with('#') {
                    let cycle = line.split_once(':').map_or(line, |(_, cycle)| cycle.trim());
                    take(classified(args, &generator, None, cycle));
                }
            }
        }
        args.cycle.iter().for_each(|cycle| take(classified(args, &generator, None, cycle)));
    }
    let tests = inputs::expand(&args.tests);
    let progress = Progress::new(tests.len());
    for test in tests {
        take(match test {
            Ok(path) => {
                progress.begin(&files::shown(&path));
                of_test(args, &path)
            }
            Err(Unusable { error, .. }) => {
                complain(&error, &Sources::new());
                Err(())
            }
        });
        progress.end();
    }
    output::write(text.as_bytes()).map_or_else(|closed| closed.after(status).status(), |()| status)
}

fn complain(error: &Diagnostic, sources: &Sources) {
    output::complain(&Render::for_stderr().diagnostic(error, sources));
}

/// The lines of a cycle: that of the test `file`, or one that was given itself.
fn classified(args: &ClassifyArgs, generator: &Generator, file: Option<&str>, cycle: &str) -> Result<String, ()> {
    let mut sources = Sources::new();
    let source = sources.add(file.unwrap_or("cycle"), cycle);
    let vocabulary = generator.vocabulary();
    let all = parse(vocabulary, cycle, sources.whole(source), TopLevel::Sequence)
        .map_err(|error| complain(&error, &sources))?;
    let mut text = String::new();
    for edges in &all {
        let resolved =
            resolve(vocabulary, edges).map_err(|refusal| output::complain(&format!("error: `{cycle}`: {refusal}")))?;
        let normal = normal_form(&resolved);
        let (name, cycle) = (vocabulary.name_of(&normal), vocabulary.cycle_text(&normal));
        text += &match args.json {
            true => json::line(&CycleRecord { file, name: &name, cycle: &cycle }),
            false => format!("{name}: {cycle}\n"),
        };
    }
    Ok(text)
}

fn of_test(args: &ClassifyArgs, path: &Path) -> Result<String, ()> {
    let mut sources = Sources::new();
    let source = files::add(path, &mut sources).map_err(|error| complain(&error, &sources))?;
    let default_name = path.file_stem().map(OsStr::to_string_lossy).unwrap_or_default().into_owned();
    let (test, found) = litmus::parse(&sources, source, &default_name);
    let Some(test) = test else {
        found.iter().for_each(|error| complain(error, &sources));
        return Err(());
    };
    let cycle = test.info("Orig").or_else(|| test.info("Cycle"));
    let Some(cycle) = cycle else {
        let message = format!("`{}` has no line `Orig=` or `Cycle=` that says what its cycle is", path.display());
        complain(&Diagnostic::new(Severity::Error, "no-cycle", message), &sources);
        return Err(());
    };
    let generator = Generator::new(&test.architecture.text, Options::default())
        .map_err(|refusal| output::complain(&format!("error: `{}`: {refusal}", path.display())))?;
    classified(args, &generator, Some(&path.display().to_string()), cycle)
}
