//! `lakmus java scheme`: what compiled tests do, against what the model allows.

use std::collections::{BTreeMap, BTreeSet};

use isa::java::ast::{Statement, StatementKind, ThreadText};
use java::JavaError;
use java::scheme::{Compiled, Scheme, compile};
use serde::Serialize;
use sim::{Goal, Model, Options, Simulation, Test};
use source::{Diagnostic, Severity, Sources};

use super::args::SchemeArgs;
use super::batch::{Failed, Setting};
use super::record::FailureRecord;
use super::source_outcomes::{Allowed, Program, Values, print_values, values};
use crate::files::{Includes, SearchPath};
use crate::{Status, json};

/// Does what is asked.
pub(super) fn run(args: SchemeArgs) -> Status {
    let Some(setting) = Setting::load(&args.model) else { return Status::Usage };
    let Some(scheme) = super::compile::load(&args.target.scheme) else { return Status::Usage };
    let target = Target { scheme, model: args.target.target_model.clone(), include: args.model.include.clone() };
    let failed = |failed: &Failed| args.json.then(|| FailureRecord::line(failed));
    setting.each(&args.tests, &failed, &mut |loaded| {
        let program = Program::of(&setting, loaded)?;
        let Compared { difference, cut_at, is_unsure } = target.compare(&setting, &program)?;
        let (file, test, scheme) = (&*loaded.file, loaded.test.name(), &*target.scheme.name);
        let mut record = SchemeRecord {
            file,
            test,
            scheme,
            verdict: "sound",
            states: Vec::new(),
            cut_at,
            shrunk: None,
            compiled: None,
        };
        let status = match difference {
            None if record.cut_at.is_none() => Status::Success,
            None => Status::Incomplete,
            Some(_) if is_unsure => {
                record.verdict = "unknown";
                Status::Incomplete
            }
            Some(difference) => {
                record.verdict = "unsound";
                record.states = difference.values.iter().cloned().collect();
                let mut compiled = difference.compiled.text.clone();
                if args.shrink {
                    let (program, smaller) = target.shrink(&setting, program, difference)?;
                    compiled = smaller.compiled.text;
                    let states = smaller.values.into_iter().collect();
                    record.shrunk = Some(ShrunkRecord { program: program.text(), states });
                }
                record.compiled = Some(compiled);
                Status::Found
            }
        };
        Ok((if args.json { json::line(&record) } else { record.text() }, status))
    })
}

/// What came of a test, as `--json` prints it.
#[derive(Serialize)]
struct SchemeRecord<'a> {
    file: &'a str,
    test: &'a str,
    scheme: &'a str,
    /// `sound` where nothing was found that the model does not allow, `unsound`, or `unknown` where loops were cut in executions of the model.
    verdict: &'static str,
    /// What the compiled test does that the model does not allow.
    states: Vec<Values>,
    /// Where a loop of the compiled test was cut: there may be more states.
    cut_at: Option<String>,
    /// With `--shrink`.
    shrunk: Option<ShrunkRecord>,
    /// The compiled program, of the shrunk one where there is one.
    compiled: Option<String>,
}

/// A smaller program that shows a difference too.
#[derive(Serialize)]
struct ShrunkRecord {
    program: String,
    states: Vec<Values>,
}

impl SchemeRecord<'_> {
    fn text(&self) -> String {
        let name = self.test;
        match (self.verdict, &self.cut_at) {
            ("sound", None) => return format!("{name}: nothing that the model does not allow\n"),
            ("sound", Some(place)) => {
                let nothing = "nothing that the model does not allow, as far as it was looked at";
                return format!("{name}: {nothing}: the compiled loop at {place} was cut\n");
            }
            ("unknown", _) => {
                return format!("{name}: unknown: loops were cut in the executions of the model, see --unroll\n");
            }
            _ => {}
        }
        let lines = |states: &[Values]| -> String {
            states.iter().map(|values| format!("  {}\n", print_values(values))).collect()
        };
        let mut text = format!("{name}: compiled by {}, it does what the model does not allow\n", self.scheme);
        text += &lines(&self.states);
        if let Some(ShrunkRecord { program, states }) = &self.shrunk {
            text += &indented("shrunk", program);
            text += &lines(states);
        }
        text + &indented("compiled", self.compiled.as_deref().unwrap_or_default())
    }
}

fn indented(title: &str, text: &str) -> String {
    let lines: String = text.lines().map(|line| format!("    {line}\n")).collect();
    format!("  {title}:\n{lines}")
}

/// What the model does not allow.
struct Difference {
    values: BTreeSet<Values>,
    compiled: Compiled,
}

/// What comes of a comparison.
struct Compared {
    difference: Option<Difference>,
    /// Where a loop of the compiled program was cut.
    cut_at: Option<String>,
    /// Whether the model may allow more than is known.
    is_unsure: bool,
}

/// Where tests are compiled to.
struct Target {
    scheme: Scheme,
    model: Option<String>,
    include: Vec<std::path::PathBuf>,
}

impl Target {
    /// The final states of the compiled program, in the names of the source, and where a loop was cut.
    fn states(&self, compiled: &Compiled) -> Result<(BTreeSet<Values>, Option<String>), JavaError> {
        let mut sources = Sources::new();
        let source = sources.add("compiled", compiled.text.as_str());
        let inside = |found: Vec<Diagnostic>| {
            let messages: Vec<String> = found.iter().map(|error| error.message.clone()).collect();
            let message = format!("the compiled test is refused: {}", messages.join("; "));
            let shown = format!("it is\n{}", compiled.text);
            JavaError::from(Diagnostic::new(Severity::Error, "bad-compiled-test", message).help(shown))
        };
        let test = Test::load(&sources, source, "compiled").map_err(inside)?;
        let name = match (&self.model, test.language().descriptor().default_model) {
            (Some(name), _) => name.as_str(),
            (None, Some(default)) => default,
            (None, None) => {
                let message = format!("name a model for {} by --target-model", test.language().name());
                return Err(Diagnostic::new(Severity::Error, "no-model", message).into());
            }
        };
        let search = SearchPath::new(self.include.clone());
        let source = search.model(name, &mut sources).map_err(JavaError::from)?;
        let mut includes = Includes::new(&search);
        let model = Model::load(&mut sources, source, None, &mut includes, test.language(), &|_| false);
        let model = model.map_err(JavaError::Refused)?;
        let options = Options::default().with(|set| set.goal = Goal::States);
        let report = Simulation::new(&test, &model, &options)?.run()?;
        let back: BTreeMap<&String, &String> =
            compiled.registers.iter().map(|(source, target)| (target, source)).collect();
        let rename = |line: &String| -> Values {
            let found = values(line).into_iter();
            found.filter_map(|(name, value)| Some(((*back.get(&name)?).clone(), value))).collect()
        };
        Ok((report.states.iter().map(rename).collect(), report.cut_at))
    }

    fn compare(&self, setting: &Setting, program: &Program) -> Result<Compared, JavaError> {
        let compiled = compile(&self.scheme, &program.test, &program.threads).map_err(JavaError::Refused)?;
        let (states, cut_at) = self.states(&compiled)?;
        let allowed = Allowed::of(setting, program)?;
        let values: BTreeSet<Values> = states.into_iter().filter(|values| !allowed.allows(values)).collect();
        let difference = (!values.is_empty()).then_some(Difference { values, compiled });
        Ok(Compared { difference, cut_at, is_unsure: allowed.is_cut() })
    }

    /// Drops statements as long as there is a difference.
    fn shrink(
        &self,
        setting: &Setting,
        mut program: Program,
        mut difference: Difference,
    ) -> Result<(Program, Difference), JavaError> {
        loop {
            let mut smaller = None;
            for number in 0..size(&program.threads) {
                let threads = without(&program.threads, number);
                // What cannot be read or compiled any more is no smaller counterexample.
                let Ok(candidate) = program.with_threads(setting, threads) else { continue };
                if let Ok(Compared { difference: Some(found), is_unsure: false, .. }) =
                    self.compare(setting, &candidate)
                {
                    smaller = Some((candidate, found));
                    break;
                }
            }
            match smaller {
                Some(found) => (program, difference) = found,
                None => return Ok((program, difference)),
            }
        }
    }
}

/// How many statements there are, those inside others included.
fn size(threads: &[ThreadText]) -> usize {
    let mut count = 0;
    for statement in threads.iter().flat_map(|thread| &thread.body) {
        statement.visit(&mut |_| count += 1);
    }
    count
}

/// The threads without the statement of this number. One that has others inside is replaced by these.
fn without(threads: &[ThreadText], number: usize) -> Vec<ThreadText> {
    let mut left = number as isize;
    let body = |thread: &ThreadText, left: &mut isize| dropped(&thread.body, left);
    threads.iter().map(|thread| ThreadText { body: body(thread, &mut left), ..thread.clone() }).collect()
}

fn dropped(statements: &[Statement], left: &mut isize) -> Vec<Statement> {
    let mut all = Vec::new();
    for statement in statements {
        let is_it = *left == 0;
        *left -= 1;
        let kind = match &statement.kind {
            StatementKind::If { condition, then, otherwise } => {
                let (then, otherwise) = (dropped(then, left), dropped(otherwise, left));
                if is_it {
                    all.extend(then);
                    continue;
                }
                StatementKind::If { condition: condition.clone(), then, otherwise }
            }
            StatementKind::Block(body) => StatementKind::Block(dropped(body, left)),
            other => other.clone(),
        };
        if !is_it {
            all.push(Statement { kind, span: statement.span });
        }
    }
    all
}
