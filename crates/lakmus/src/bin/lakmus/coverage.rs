//! `lakmus model coverage`: which tests notice when a clause of a model is missing.
//!
//! A clause is taken out of the model, one at a time, and all tests are run under what is left: a test notices when it has other outcomes or flags than before. A clause that
//! no test notices may be one that the others imply, or one that the tests do not exercise; `--distinguish` looks for a small program that tells.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::Args as ArgGroup;
use litmus::Language;
use serde::Serialize;
use sim::{Clause, Goal, Model, Options, Report, RunError, Test};
use source::{Diagnostic, SourceId, Sources};

use crate::files::{Includes, SearchPath};
use crate::generate::distinguish::{self, Programs};
use crate::inputs::Piped;
use crate::output::{self, Closed};
use crate::render::Render;
use crate::variants::{self, Variants};
use crate::{Status, files, inputs, jobs, json, usage};

const HELP: &str = "\
A clause is a check, an operand of a union (alternative) or of an intersection
(restriction), or what a difference takes away (exception). One is taken out of
the model at a time; a test notices when its outcomes or flags change. The page
that is printed is Markdown.

Exit status:
  0  all tests were run
  2  a test could not be read or has no result under the model, or a mistake on
     the command line or in the model";

#[derive(Debug, ArgGroup)]
#[command(after_help = HELP)]
pub(crate) struct CoverageArgs {
    /// The name of a shipped model, or a file
    #[arg(value_name = "MODEL", value_parser = crate::model_names::any_model)]
    model: String,

    /// Also look for the model and included files in DIR
    #[arg(short = 'I', long = "include", value_name = "DIR")]
    include: Vec<PathBuf>,

    /// Switch on a variant
    #[arg(long = "variant", value_name = "V", value_delimiter = ',')]
    variants: Vec<String>,

    /// For clauses that no test notices, look for a program with up to N events that does
    #[arg(long, value_name = "N")]
    distinguish: Option<usize>,

    /// What those programs are made of, as for `lakmus gen distinguish`
    #[arg(long, value_name = "POOL", requires = "distinguish")]
    edges: Vec<String>,

    /// Name at most N tests that notice a clause
    #[arg(long, value_name = "N", default_value_t = 3)]
    examples: usize,

    /// Run N tests at a time [default: as many as there are processors]
    #[arg(short = 'j', long, value_name = "N", value_parser = crate::quantities::at_a_time)]
    jobs: Option<NonZero<usize>>,

    /// Print JSON, one object
    #[arg(long)]
    json: bool,

    /// Tests of one language: FILE, @LIST or DIR, or `-` for those on the standard input
    #[arg(value_name = "TEST", required = true)]
    tests: Vec<PathBuf>,
}

/// A model without one of its clauses, and what is known of that.
struct Mutant {
    clause: Clause,
    model: Model,
    /// How many tests notice.
    noticed: usize,
    /// Some of them.
    examples: Vec<String>,
    /// Why the model does not run without the clause, where that is so.
    failure: Option<String>,
    /// A program that notices, found on request.
    program: Option<String>,
}

/// What a test says of a mutant.
enum Notice {
    Same,
    Differs,
    Fails(String),
}

/// Does what is asked.
pub(crate) fn run(args: &CoverageArgs) -> Status {
    let (inputs, piped) = inputs::expand_piped(&args.tests);
    let render = Render::for_stderr();
    let complain = |found: &[Diagnostic], sources: &Sources| {
        render.diagnostics(found, sources).iter().for_each(|text| output::complain(text));
    };
    let mut status = Status::Success;
    let mut tests: Vec<Test> = Vec::new();
    for input in inputs {
        let read = match input {
            Ok(path) => read(&path, &piped),
            Err(unusable) => Err((vec![unusable.error], Sources::new())),
        };
        match read {
            Ok(test) => tests.push(test),
            Err((found, sources)) => {
                complain(&found, &sources);
                status = Status::Refused;
            }
        }
    }
    let Some(language) = tests.first().map(|test| test.language().name()) else {
        return usage("there are no tests");
    };
    let Some(language) = isa::language(language) else { return usage("the tests are in no known language") };
    let (variants, search) = (Variants::new(args.variants.clone()), SearchPath::new(args.include.clone()));
    let mut loader =
        Loader { args, search: &search, variants: &variants, language, sources: Sources::new(), text: None };
    let model = match loader.first() {
        Ok(model) => model,
        Err(found) => {
            complain(&found, &loader.sources);
            return Status::Usage;
        }
    };
    let mut mutants = Vec::new();
    for clause in model.cat().clauses() {
        match loader.load() {
            Ok(mut model) => {
                model.take_out(&clause);
                let (noticed, examples, failure, program) = (0, Vec::new(), None, None);
                mutants.push(Mutant { clause, model, noticed, examples, failure, program });
            }
            Err(found) => {
                complain(&found, &loader.sources);
                return Status::Usage;
            }
        }
    }
    let (mut ran, mut all) = (0, Vec::new());
    let work = |number: usize, (), _: &jobs::IdleWorkers| notices(&tests[number], &model, &mutants);
    let progress = crate::progress::Progress::new(tests.len());
    let taken: Result<(), Closed> = jobs::in_order(
        crate::quantities::jobs(args.jobs),
        tests.len(),
        |_| (),
        work,
        |number, found| {
            progress.end();
            all.push((number, found));
            Ok(())
        },
    );
    if let Err(closed) = taken {
        return closed.status();
    }
    for (number, found) in all {
        let name = tests[number].name();
        match found {
            Err(message) => {
                output::complain(&format!("error: `{name}`: {message}"));
                status = Status::Refused;
            }
            Ok(found) => {
                ran += 1;
                for (mutant, notice) in mutants.iter_mut().zip(found) {
                    mutant.note(name, notice, args.examples);
                }
            }
        }
    }
    if let Some(events) = args.distinguish
        && let Err(stopped) = ask_for_programs(args, language.name(), events, &model, &mut mutants)
    {
        return distinguish::status_of(stopped);
    }
    let page = Page { args, ran, mutants: &mutants, sources: &loader.sources };
    if let Err(closed) = output::write(page.printed().as_bytes()) {
        return closed.after(status).status();
    }
    let unnoticed = mutants.iter().filter(|mutant| mutant.is_unnoticed()).count();
    output::complain(&format!(
        "{}, {} clauses, {unnoticed} of which no test notices",
        tests_in_words(ran),
        mutants.len()
    ));
    status
}

/// A test, or what is wrong with it.
fn read(path: &Path, piped: &Piped) -> Result<Test, (Vec<Diagnostic>, Sources)> {
    let mut sources = Sources::new();
    let source = match piped.text(path) {
        Some(text) => sources.add(files::shown(path), text),
        None => match files::add(path, &mut sources) {
            Ok(source) => source,
            Err(error) => return Err((vec![error], sources)),
        },
    };
    let name = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    Test::load(&sources, source, &name).map_err(|found| (found, sources))
}

/// Loads the model as often as it is needed.
struct Loader<'a> {
    args: &'a CoverageArgs,
    search: &'a SearchPath,
    variants: &'a Variants,
    language: &'a dyn Language,
    /// The texts of the model, read when it is first loaded, and then again: clauses are named by their places in the first ones.
    sources: Sources,
    text: Option<SourceId>,
}

impl Loader<'_> {
    /// The model as it is, under variants that mean something.
    fn first(&mut self) -> Result<Model, Vec<Diagnostic>> {
        let model = self.load()?;
        let warnings = variants::checked(self.variants, |variant| model.cat().looks_at(variant))?;
        let render = Render::for_stderr();
        render.diagnostics(&warnings, &self.sources).iter().for_each(|text| output::complain(text));
        Ok(model)
    }

    fn load(&mut self) -> Result<Model, Vec<Diagnostic>> {
        let is_first = self.text.is_none();
        let mut sources = if is_first { Sources::new() } else { self.sources.clone() };
        let source = match self.text {
            Some(source) => source,
            None => self.search.model(&self.args.model, &mut sources).map_err(|error| vec![error])?,
        };
        self.text = Some(source);
        let mut includes = Includes::new(self.search);
        let is_active = |name: &str| self.variants.contains(name);
        let loaded = Model::load(&mut sources, source, None, &mut includes, self.language, &is_active);
        if is_first {
            self.sources = sources;
        }
        let model = loaded?;
        model.check_language(self.language).map_err(|error| vec![error])?;
        Ok(model)
    }
}

/// What a test says of each mutant.
fn notices(test: &Test, model: &Model, mutants: &[Mutant]) -> Result<Vec<Notice>, String> {
    let before = states(test, model)?;
    let says = |mutant: &Mutant| match states(test, &mutant.model) {
        Ok(after) if (&before.states, &before.flags) == (&after.states, &after.flags) => Notice::Same,
        Ok(_) => Notice::Differs,
        Err(message) => Notice::Fails(message),
    };
    Ok(mutants.iter().map(says).collect())
}

fn states(test: &Test, model: &Model) -> Result<Report, String> {
    let options = Options::default().with(|set| {
        set.goal = Goal::States;
        set.accepts_no_execution = true;
    });
    sim::simulate(test, model, &options).map_err(|error| match error {
        RunError::Refused(found) => found.first().map_or(String::new(), |first| first.message.clone()),
        RunError::Stopped(error) => error.to_string(),
    })
}

impl Mutant {
    fn note(&mut self, test: &str, notice: Notice, most: usize) {
        match notice {
            Notice::Same => {}
            Notice::Differs => {
                self.noticed += 1;
                if self.examples.len() < most {
                    self.examples.push(test.to_owned());
                }
            }
            Notice::Fails(message) => {
                self.failure.get_or_insert(message);
            }
        }
    }

    fn is_unnoticed(&self) -> bool {
        self.noticed == 0 && self.failure.is_none()
    }
}

/// Looks for programs that notice what no test does: each program is run under the model, and under each mutant that nothing has noticed so far.
fn ask_for_programs(
    args: &CoverageArgs,
    architecture: &str,
    events: usize,
    model: &Model,
    mutants: &mut [Mutant],
) -> Result<(), crate::generate::Stopped> {
    let mut programs = Programs::new(architecture, &args.edges)?;
    let mut number = 0;
    let _ = programs.for_each(events, events, &mut |writer, program| {
        let open = mutants.iter_mut().filter(|mutant| mutant.is_unnoticed() && mutant.program.is_none());
        let open: Vec<&mut Mutant> = open.collect();
        if open.is_empty() {
            return ControlFlow::Break(());
        }
        let Some((test, shown)) = distinguish::observed(writer, program) else { return ControlFlow::Continue(()) };
        let Ok(before) = states(&test, model) else { return ControlFlow::Continue(()) };
        for mutant in open {
            let Ok(after) = states(&test, &mutant.model) else { continue };
            let only =
                |one: &Report, other: &Report| one.states.iter().find(|state| !other.states.contains(state)).cloned();
            let Some(state) = only(&after, &before).or_else(|| only(&before, &after)) else { continue };
            let Some(values) = distinguish::values(&state, &shown) else { continue };
            number += 1;
            let name = format!("C{number:03}");
            mutant.program = writer.asking(&name, program, &values, &[("Generator", "lakmus")]).ok();
        }
        ControlFlow::Continue(())
    });
    Ok(())
}

fn tests_in_words(count: usize) -> String {
    if count == 1 { "1 test".to_owned() } else { format!("{count} tests") }
}

/// The page.
struct Page<'a> {
    args: &'a CoverageArgs,
    ran: usize,
    mutants: &'a [Mutant],
    sources: &'a Sources,
}

/// The page, as `--json` prints it.
#[derive(Serialize)]
struct PageRecord<'a> {
    model: &'a str,
    tests: usize,
    clauses: Vec<ClauseRecord<'a>>,
}

/// A clause, and which tests notice when it is missing.
#[derive(Serialize)]
struct ClauseRecord<'a> {
    file: &'a str,
    line: usize,
    column: usize,
    text: &'a str,
    kind: &'a str,
    noticed: usize,
    examples: &'a [String],
    /// Why the model does not run without it.
    failure: Option<&'a str>,
    program: Option<&'a str>,
}

impl Page<'_> {
    /// As it was asked for.
    fn printed(&self) -> String {
        if self.args.json { json::line(&self.record()) } else { self.text() }
    }

    fn record(&self) -> PageRecord<'_> {
        let clause = |mutant| {
            let Mutant { clause, noticed, examples, failure, program, .. }: &Mutant = mutant;
            let position = self.sources.position(clause.span);
            ClauseRecord {
                file: self.sources.name(clause.span.source),
                line: position.line,
                column: position.column,
                text: self.sources.snippet(clause.span),
                kind: clause.kind.name(),
                noticed: *noticed,
                examples,
                failure: failure.as_deref(),
                program: program.as_deref(),
            }
        };
        PageRecord { model: &self.args.model, tests: self.ran, clauses: self.mutants.iter().map(clause).collect() }
    }

    fn text(&self) -> String {
        let (noticed, unnoticed): (Vec<&Mutant>, Vec<&Mutant>) =
            self.mutants.iter().partition(|mutant| !mutant.is_unnoticed());
        let mut text = String::new();
        // Writing into a string cannot fail.
        let _ = writeln!(
            text,
            "## `{}`: {} clauses, {}\n\nClauses that no test notices: {}.\n",
            self.args.model,
            self.mutants.len(),
            tests_in_words(self.ran),
            unnoticed.len()
        );
        if !unnoticed.is_empty() {
            text += "| place | clause | kind |\n| --- | --- | --- |\n";
            for mutant in &unnoticed {
                let _ = writeln!(
                    text,
                    "| {} | {} | {} |",
                    self.place(mutant),
                    self.clause(mutant),
                    mutant.clause.kind.name()
                );
            }
            text.push('\n');
        }
        if let Some(events) = self.args.distinguish {
            self.programs(&mut text, &unnoticed, events);
        }
        if !noticed.is_empty() {
            text += "Clauses that tests notice:\n\n| place | clause | kind | tests | for instance |\n| --- | --- | --- | --- | --- |\n";
            for mutant in &noticed {
                let examples = match &mutant.failure {
                    Some(message) => format!("the model does not run without it: {message}"),
                    None => mutant.examples.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", "),
                };
                let _ = writeln!(
                    text,
                    "| {} | {} | {} | {} | {examples} |",
                    self.place(mutant),
                    self.clause(mutant),
                    mutant.clause.kind.name(),
                    mutant.noticed
                );
            }
            text.push('\n');
        }
        text
    }

    fn programs(&self, text: &mut String, unnoticed: &[&Mutant], events: usize) {
        let mut by_text: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for mutant in unnoticed {
            if let Some(program) = &mutant.program {
                by_text.entry(program).or_default().push(self.place(mutant));
            }
        }
        let found: usize = by_text.values().map(Vec::len).sum();
        let _ = writeln!(
            text,
            "Programs with up to {events} events show for {found} of them that they matter; the others may follow from the rest of the model.\n"
        );
        for (program, places) in by_text {
            let _ = writeln!(text, "{}:\n", places.join(", "));
            for line in program.lines() {
                let _ = writeln!(text, "{}", format!("    {line}").trim_end());
            }
            text.push('\n');
        }
    }

    fn place(&self, mutant: &Mutant) -> String {
        let span = mutant.clause.span;
        let position = self.sources.position(span);
        let file = self.sources.name(span.source).rsplit('/').next().unwrap_or_default();
        format!("{file}:{}:{}", position.line, position.column)
    }

    /// The text of a clause on one line, cut where it is long.
    fn clause(&self, mutant: &Mutant) -> String {
        const LONGEST: usize = 60;
        let words: Vec<&str> = self.sources.snippet(mutant.clause.span).split_whitespace().collect();
        let mut text = words.join(" ").replace('|', "\\|");
        if text.chars().count() > LONGEST {
            text = text.chars().take(LONGEST).collect::<String>() + " ...";
        }
        format!("`{text}`")
    }
}
