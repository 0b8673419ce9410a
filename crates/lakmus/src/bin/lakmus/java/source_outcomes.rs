//! What a Java model says of a program as a whole: of all its local variables, whatever its condition names.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use isa::java::Dialect;
use isa::java::ast::ThreadText;
use java::harness::{Shown, all_registers};
use java::{Executions, JavaError, MultiExecutionModel, Observed, Outcome, OutcomeState, Question, Semantics, print};
use sim::{Options, Simulation, Test};
use source::{Diagnostic, Severity, SourceId, Sources, Span};

use super::batch::{Loaded, Setting};

/// The values of registers, `0:r1`, at the end.
pub(super) type Values = BTreeMap<String, i32>;

/// A Java program without its conditions, all variables observed.
pub(super) struct Program {
    pub(super) threads: Vec<ThreadText>,
    pub(super) shown: Shown,
    pub(super) test: Test,
    /// What is in front of the first thread: name and initial state.
    head: String,
}

impl Program {
    /// The program of a test.
    pub(super) fn of(setting: &Setting, loaded: &Loaded) -> Result<Program, JavaError> {
        let text = loaded.text();
        let start = text.find("Thread0").unwrap_or(text.len());
        let span = Span::new(loaded.source, start, text.len());
        // Behind the last thread come the conditions; they are cut off where a word begins them.
        let (parsed, _) = litmus::parse(&loaded.sources, loaded.source, loaded.test.name());
        let span = match parsed.map(|test| test.program) {
            Some(litmus::RawProgram::Text(program)) => program,
            _ => span,
        };
        let threads = isa::java::read_threads(text, span, Dialect::Java).map_err(JavaError::Refused)?;
        let is_long = |location: &&program::Location| location.element.is_some_and(|element| element.width > 32);
        if let Some(location) = loaded.test.lowered().program.locations.iter().find(is_long) {
            let message =
                format!("`{}` is a `long`, which is for `java check`, and not compiled or run", location.name);
            return Err(JavaError::Refused(vec![Diagnostic::new(Severity::Error, "long-location", message)]));
        }
        let head = text[..span.start as usize].to_owned();
        Program::new(setting, head, threads)
    }

    fn new(setting: &Setting, head: String, threads: Vec<ThreadText>) -> Result<Program, JavaError> {
        let shown = all_registers(&threads);
        let mut sources = Sources::new();
        let source: SourceId = sources.add("program", text(&head, &threads, &shown));
        let languages = [Arc::clone(&setting.language)];
        let test = Test::load_in(&languages, &sources, source, "program").map_err(JavaError::Refused)?;
        Ok(Program { threads, shown, test, head })
    }

    /// The same with other threads.
    pub(super) fn with_threads(&self, setting: &Setting, threads: Vec<ThreadText>) -> Result<Program, JavaError> {
        Program::new(setting, self.head.clone(), threads)
    }

    /// As a litmus test.
    pub(super) fn text(&self) -> String {
        text(&self.head, &self.threads, &self.shown)
    }
}

fn text(head: &str, threads: &[ThreadText], shown: &Shown) -> String {
    let threads: String = threads.iter().map(print::thread).collect();
    let shown: Vec<String> = shown.iter().map(|(thread, name)| format!("{thread}:{name};")).collect();
    format!("{head}{threads}locations [{}]\nexists (true)\n", shown.join(" "))
}

/// A line of a log as values.
pub(super) fn values(line: &str) -> Values {
    let items = line.split(';').filter_map(|item| item.trim().split_once('='));
    items.filter_map(|(name, value)| Some((name.to_owned(), value.parse().ok()?))).collect()
}

/// What the model allows of a program.
pub(super) enum Allowed<'a> {
    /// Under causality requirements: asked outcome by outcome.
    Causality { executions: Box<Executions>, setting: &'a Setting, known: BTreeMap<Values, Vec<Outcome>> },
    /// By the model itself; and whether loops were cut, so that there may be more.
    Model(BTreeSet<Values>, bool),
}

impl<'a> Allowed<'a> {
    /// Asks the model about a program.
    pub(super) fn of(setting: &'a Setting, program: &Program) -> Result<Allowed<'a>, JavaError> {
        let test = &program.test;
        if let Semantics::Dependencies = setting.semantics {
            let observed = Observed::of(test.lowered())?;
            let answer = setting.of_tests(false).dependencies().outcomes(test, &observed, Question::All)?;
            let line = |outcome: &Outcome| values(&OutcomeState { observed: &observed, outcome }.print(test));
            return some(answer.allowed.iter().map(line).collect(), answer.cut.is_some());
        }
        let Semantics::Causality(rules) = &setting.semantics else {
            let options = Options::default().with(|set| {
                set.unroll = setting.unroll;
                set.without_thin_air = true;
            });
            let report = Simulation::new(test, &setting.model, &options)?.run()?;
            return some(report.states.iter().map(|line| values(line)).collect(), report.cut_at.is_some());
        };
        let observed = Observed::of(test.lowered())?;
        let executions = setting.of_tests(false).executions(rules, test, &observed)?;
        executions.require_some(rules, None)?;
        let mut known: BTreeMap<Values, Vec<Outcome>> = BTreeMap::new();
        for outcome in executions.by_outcome().into_keys() {
            let line = OutcomeState { observed: &observed, outcome }.print(test);
            known.entry(values(&line)).or_default().push(outcome.clone());
        }
        Ok(Allowed::Causality { executions: Box::new(executions), setting, known })
    }

    /// Whether loops were cut: executions with more rounds may have other outcomes.
    pub(super) fn is_cut(&self) -> bool {
        match self {
            Allowed::Model(_, is_cut) => *is_cut,
            Allowed::Causality { executions, .. } => executions.cut.is_some(),
        }
    }

    /// Whether it allows these values.
    pub(super) fn allows(&self, values: &Values) -> bool {
        match self {
            Allowed::Model(all, _) => all.contains(values),
            Allowed::Causality { executions, setting, known } => {
                let Semantics::Causality(rules) = &setting.semantics else { return false };
                let outcomes = known.get(values).map_or(&[][..], Vec::as_slice);
                outcomes.iter().any(|outcome| executions.justified_with(rules, outcome).is_some())
            }
        }
    }

    /// All that it allows.
    pub(super) fn all(&self) -> BTreeSet<Values> {
        match self {
            Allowed::Model(all, _) => all.clone(),
            Allowed::Causality { known, .. } => known.keys().filter(|values| self.allows(values)).cloned().collect(),
        }
    }
}

/// What a model allows that was asked by itself. One that allows nothing is no answer.
fn some<'a>(all: BTreeSet<Values>, is_cut: bool) -> Result<Allowed<'a>, JavaError> {
    if all.is_empty() && !is_cut {
        let message = "there is no final state: the model allows no execution of this test";
        return Err(Diagnostic::new(Severity::Error, "no-execution", message).into());
    }
    Ok(Allowed::Model(all, is_cut))
}

/// Values as they print: `0:r1=1; 1:r2=0;`.
pub(super) fn print_values(values: &Values) -> String {
    values.iter().map(|(name, value)| format!("{name}={value};")).collect::<Vec<_>>().join(" ")
}
