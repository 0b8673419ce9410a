//! `lakmus classify`: the normal form of a cycle, and the name that it gives.

use std::path::PathBuf;

use clap::Args as ArgGroup;
use generator::{Generator, Options, TopLevel, normal_form, parse, resolve};
use serde::Serialize;
use source::{Diagnostic, Severity, Sources, Span};

use crate::listing::{self, TestText};
use crate::render::Render;
use crate::{Status, json, output, usage};

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
    let given = match &args.arch {
        None => Ok(Status::Success),
        Some(arch) => match Generator::new(arch, Options::default()) {
            Ok(generator) => given(args, &generator),
            Err(refusal) => Err(refusal.to_string()),
        },
    };
    let status = match given {
        Ok(status) => status,
        Err(message) => return usage(&message),
    };
    match listing::print(&args.tests, args.json, |test| of_test(args, test)) {
        Ok(more) => status.max(more),
        Err(closed) => closed.after(status).status(),
    }
}

/// Prints cycles that are given themselves.
fn given(args: &ClassifyArgs, generator: &Generator) -> Result<Status, String> {
    let mut cycles = Vec::new();
    if args.cycle.is_empty() {
        for line in system::lines(std::io::stdin().lock()) {
            let line = line.map_err(|error| format!("cannot read the standard input: {error}"))?;
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('#') {
                cycles.push(line.split_once(':').map_or(line, |(_, cycle)| cycle.trim()).to_owned());
            }
        }
    }
    let (render, mut status, mut text) = (Render::for_stderr(), Status::Success, String::new());
    for cycle in cycles.iter().chain(&args.cycle) {
        let mut sources = Sources::new();
        let source = sources.add("cycle", cycle.as_str());
        match lines(args, generator, None, cycle, sources.whole(source)) {
            Ok(more) => text += &more,
            Err(error) => {
                status = Status::Refused;
                output::complain(&render.diagnostic(&error, &sources));
            }
        }
    }
    Ok(output::write(text.as_bytes()).map_or_else(|closed| closed.after(status).status(), |()| status))
}

/// The lines of a cycle, which stands at `place`: that of the test `file`, or one that was given itself.
fn lines(
    args: &ClassifyArgs,
    generator: &Generator,
    file: Option<&str>,
    cycle: &str,
    place: Span,
) -> Result<String, Diagnostic> {
    let vocabulary = generator.vocabulary();
    let mut text = String::new();
    for edges in &parse(vocabulary, cycle, place, TopLevel::Sequence)? {
        let resolved = resolve(vocabulary, edges)
            .map_err(|refusal| Diagnostic::new(Severity::Error, "no-cycle", format!("`{cycle}`: {refusal}")))?;
        let normal = normal_form(&resolved);
        let (name, cycle) = (vocabulary.name_of(&normal), vocabulary.cycle_text(&normal));
        text += &match args.json {
            true => json::line(&CycleRecord { file, name: &name, cycle: &cycle }),
            false => format!("{name}: {cycle}\n"),
        };
    }
    Ok(text)
}

/// The lines of a test's cycle.
fn of_test(args: &ClassifyArgs, test: &mut TestText) -> Result<String, Vec<Diagnostic>> {
    let no_cycle = |message: String| vec![Diagnostic::new(Severity::Error, "no-cycle", message)];
    let (parsed, found) = litmus::parse(&test.sources, test.source, &test.default_name);
    let parsed = parsed.ok_or(found)?;
    let cycle = parsed.info("Orig").or_else(|| parsed.info("Cycle"));
    let cycle = cycle.ok_or_else(|| no_cycle("no line `Orig=` or `Cycle=` says what the cycle is".to_owned()))?;
    let cycle = cycle.to_owned();
    let generator = Generator::new(&parsed.architecture.text, Options::default())
        .map_err(|refusal| no_cycle(refusal.to_string()))?;
    // Places are those in the cycle.
    test.replace(test.file.clone(), cycle.clone());
    lines(args, &generator, Some(&test.file), &cycle, test.sources.whole(test.source)).map_err(|error| vec![error])
}
