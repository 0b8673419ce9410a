//! Units of the kind `java`: a Java litmus test or a test of a jcstress source under a model that looks at several executions, as `lakmus java check` checks it.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use ::campaign::{Definition, Entry, Goal, Manifest, ModelEntry, OutcomeKind, UnitOptions, UnitOutcome, UnitRef};
use identity::Identity;
use java::jcstress::{self, JcstressTest, Mismatch};
use java::{JavaError, Report, Verdict};
use sim::Test;
use source::{Diagnostic, Sources};

use super::exchange::{Answer, Exchange};
use super::unit_kind::{self, Choice, Part, Planning, TestText, UnitKind};
use super::units::ReadTest;
use super::{Refusal, model_texts};
use crate::files::SearchPath;
use crate::java::{DialectName, ModelArgs, Setting, is_java};
use crate::timeout::{self, Limits, Watch};
use crate::{clock, files, model_names, panics, request};

/// The model of `lakmus java check` where nothing else is said.
const DEFAULT: &str = "jls04:jls";

/// The parts of `MODEL:RULES`; without rules those of `lakmus java check`.
fn model_and_rules(name: &str) -> (&str, &str) {
    name.rsplit_once(':').unwrap_or((name, "jls"))
}

/// The names of the tests of a source of jcstress; none where it cannot be read.
fn names_in(text: &str) -> Option<Vec<String>> {
    let mut sources = Sources::new();
    let source = sources.add("source", text);
    let tests = panics::caught(|| "reading a source".to_owned(), || jcstress::read(text, source)).ok()?.ok()?;
    Some(tests.into_iter().map(|test| test.name).collect())
}

/// The kind `java`.
pub(super) struct JavaUnits;

impl UnitKind for JavaUnits {
    fn check(&self, definition: &Definition) -> Result<(), String> {
        if !definition.expect.is_empty() {
            let message = "`[[expect]]` is for units of the kind `run`: a Java test says itself what is expected";
            return Err(message.to_owned());
        }
        unit_kind::has_only(definition, &[Part::Tests, Part::Generators, Part::Models, Part::Search, Part::Memory])?;
        match definition.models.iter().any(|model| model == "all") {
            true => Err(
                "units of the kind `java` name their models, as `MODEL:RULES` (`lakmus java check --model MODEL --rules RULES`)"
                    .to_owned(),
            ),
            false => Ok(()),
        }
    }

    fn choices(&self, definition: &Definition, search: &SearchPath) -> Result<Vec<Choice>, Refusal> {
        let named = definition.models.iter().map(String::as_str);
        let default = definition.models.is_empty().then_some("default");
        let choice = |name: &str| {
            let name = if name == "default" { DEFAULT } else { name };
            let entry =
                ModelEntry::new(name, unit_kind::named(name, self.identity(name, &[], &definition.options, search))?);
            Ok(Choice::One { entry, language: model_names::language_of_model(model_and_rules(name).0) })
        };
        named.chain(default).map(choice).collect()
    }

    fn identity(&self, name: &str, _: &[String], _: &UnitOptions, search: &SearchPath) -> Result<Identity, String> {
        let (model, rules) = model_and_rules(name);
        let text = model_texts::identity_of(model, search).map_err(|error| error.message)?;
        let parts = Identity::of("java model").part("model", text.bytes());
        if java::Semantics::names().any(|known| known == rules) {
            let text = java::Semantics::text(rules).unwrap_or(rules);
            return Ok(parts.part("rules", text).finish());
        }
        let mut sources = Sources::new();
        let source = search.file(rules, "file of rules", &mut sources).map_err(|error| error.message)?;
        Ok(parts.part("rules", sources.text(source)).finish())
    }

    fn test(&self, text: String, file: String, default_name: &str, _: Planning<'_>) -> Result<TestText, Refusal> {
        Ok(TestText { test: ReadTest::of_java(&text, default_name), text, file })
    }

    fn tests_of(&self, path: &Path, planning: Planning<'_>) -> Result<Vec<TestText>, Refusal> {
        let (text, stem, file) = (files::named_text(path)?, unit_kind::stem(path), files::shown(path));
        if !is_java(path) {
            return Ok(vec![self.test(text, file, &stem, planning)?]);
        }
        // A file has several.
        let names = names_in(&text).unwrap_or_else(|| vec![stem]);
        let of = |name: &String| {
            let test = ReadTest::of_jcstress(&text, name);
            TestText { test, text: text.clone(), file: file.clone() }
        };
        Ok(names.iter().map(of).collect())
    }

    fn serve(&self, manifest: &Manifest, exchange: &mut Exchange) -> Result<std::io::Result<()>, String> {
        with(manifest, |answer| exchange.serve(answer))
    }
}

/// Calls `serve` with what answers units of this campaign, and gives what it gives.
///
/// # Errors
/// When a model cannot be loaded.
fn with<T>(manifest: &Manifest, serve: impl FnOnce(&mut Answer<'_>) -> T) -> Result<T, String> {
    let options = &manifest.options;
    let mut settings = Vec::new();
    for model in &manifest.models {
        let (sem, rules) = model_and_rules(&model.name);
        let args = ModelArgs {
            sem: sem.to_owned(),
            rules: rules.to_owned(),
            include: options.include.clone(),
            variants: options.variants.clone(),
            unroll: options.unroll,
            dialect: DialectName::Java,
        };
        settings.push(Setting::load(&args).ok_or_else(|| format!("the model `{}` cannot be loaded", model.name))?);
    }
    let memory = options.memory.map(|megabytes| megabytes.saturating_mul(1 << 20));
    let limits = Limits { time: Some(request::seconds(options.timeout)?), memory };
    let is_whole = options.goal != Goal::Decide;
    Ok(timeout::watched(limits, |watch| {
        serve(&mut |entry, take| {
            entry.units.iter().try_for_each(|unit| {
                let question = Question { setting: &settings[unit.model], watch, is_whole };
                take(question.answer(entry, unit))
            })
        })
    }))
}

/// A model, and how it is asked.
struct Question<'a> {
    setting: &'a Setting,
    watch: &'a Watch,
    /// Whether all outcomes of a litmus test are wanted.
    is_whole: bool,
}

/// Why there is no result: in which way, and in words.
struct Failure(OutcomeKind, String);

impl Question<'_> {
    fn answer(&self, entry: &Entry, unit: &UnitRef) -> UnitOutcome {
        let began = clock::thread_time();
        let work = || match is_java(Path::new(&entry.file)) {
            true => self.of_jcstress(entry, unit),
            false => self.of_litmus(entry, unit),
        };
        let mut made = match panics::caught(|| format!("checking {}", entry.name), work) {
            Ok(Ok(made)) => made,
            Ok(Err(Failure(kind, message))) => UnitOutcome::given_up(unit.id, kind, &message),
            Err(panic) => UnitOutcome::given_up(unit.id, OutcomeKind::Internal, &panic.message),
        };
        made.micros = u64::try_from(clock::thread_time().saturating_sub(began).as_micros()).unwrap_or(u64::MAX);
        made
    }

    fn of_litmus(&self, entry: &Entry, unit: &UnitRef) -> Result<UnitOutcome, Failure> {
        let report = self.checked(&entry.file, &entry.name, &entry.text, self.is_whole)?;
        let mut words: Vec<&str> = report.behaviours.iter().map(|checked| checked.verdict.word()).collect();
        words.dedup();
        let known = report.behaviours.iter().filter(|checked| checked.verdict != Verdict::Unknown);
        let unexpected = known.filter(|checked| !checked.passes).map(|checked| {
            let expected = checked.behaviour.expected.map_or("another", |expected| expected.word());
            let witness = checked.witness.iter().map(|witness| format!(", witness: {witness}")).collect::<String>();
            format!("{}: {}, but expected is {expected}{witness}", checked.behaviour.text, checked.verdict.word())
        });
        let unexpected: Vec<String> = unexpected.collect();
        Ok(result(unit, words.join(","), &report, &report.outcomes, &unexpected))
    }

    fn of_jcstress(&self, entry: &Entry, unit: &UnitRef) -> Result<UnitOutcome, Failure> {
        let mut sources = Sources::new();
        let source = sources.add(entry.file.as_str(), entry.text.as_str());
        let tests = jcstress::read(&entry.text, source).map_err(|found| self.refused(&found, &sources))?;
        let gone = || Failure(OutcomeKind::Refused, format!("`{}` has no test `{}`", entry.file, entry.name));
        let test: &JcstressTest = tests.iter().find(|test| test.name == entry.name).ok_or_else(gone)?;
        let litmus = test.litmus.as_ref().map_err(|error| self.refused(std::slice::from_ref(error), &sources))?;
        if test.asks_for_end {
            let message = format!("`{}` asks whether it ends, which `lakmus java check` answers", test.name);
            return Err(Failure(OutcomeKind::Refused, message));
        }
        // What is declared is about all outcomes.
        let report = self.checked(&format!("{}, as a litmus test", test.name), &test.name, litmus, true)?;
        let allowed: BTreeSet<String> = report.outcomes.iter().map(|line| test.result_of_line(line)).collect();
        let mut wrong = test.mismatches(&allowed);
        if report.cut_at.is_some() || report.is_cancelled {
            // What was not found may be there all the same.
            wrong.retain(|difference| !matches!(difference, Mismatch::Forbidden(_)));
        }
        let verdict = if wrong.is_empty() { "ok" } else { "no" }.to_owned();
        let wrong: Vec<String> = wrong.iter().map(Mismatch::to_string).collect();
        Ok(result(unit, verdict, &report, &allowed.into_iter().collect::<Vec<_>>(), &wrong))
    }

    /// Asks the model about a litmus test.
    fn checked(&self, file: &str, name: &str, text: &str, is_whole: bool) -> Result<Report, Failure> {
        // The texts of the model stay: what is wrong with it may show with a test.
        let mut sources = self.setting.sources.clone();
        let source = sources.add(file, text);
        let languages = [Arc::clone(&self.setting.language)];
        let test = Test::load_in(&languages, &sources, source, name).map_err(|found| self.refused(&found, &sources))?;
        if test.language().name() != "Java" {
            let message = format!("`{file}` is a test in {}, not in Java", test.language().name());
            return Err(Failure(OutcomeKind::Refused, message));
        }
        self.watch.limited(|limited| {
            let setting = self.setting.of_tests(is_whole).with_cancel(limited.flag());
            match java::check(&test, text, setting) {
                Ok(report) if report.is_cancelled && limited.takes_too_much() => {
                    Err(Failure(OutcomeKind::Memory, "given up for its memory".to_owned()))
                }
                // A behaviour that was found by then is there, whatever was not looked at.
                Ok(report) if report.is_cancelled && !report.fails() => {
                    Err(Failure(OutcomeKind::Timeout, "given up after its CPU time".to_owned()))
                }
                Ok(report) => Ok(report),
                Err(JavaError::Refused(found)) => Err(self.refused(&found, &sources)),
                Err(limit @ (JavaError::Stopped(_) | JavaError::TooMany { .. })) => {
                    Err(Failure(OutcomeKind::Limit, limit.to_string()))
                }
            }
        })
    }

    fn refused(&self, found: &[Diagnostic], sources: &Sources) -> Failure {
        Failure(OutcomeKind::Refused, self.setting.render.diagnostics(found, sources).join("\n"))
    }
}

fn result(unit: &UnitRef, verdict: String, report: &Report, outcomes: &[String], unexpected: &[String]) -> UnitOutcome {
    let is_whole = report.cut_at.is_none() && !report.is_cancelled;
    let mut made = UnitOutcome::new(unit.id, if is_whole { OutcomeKind::Complete } else { OutcomeKind::Cut });
    (made.verdict, made.is_alarm, made.positive) = (verdict, !unexpected.is_empty(), outcomes.len() as u64);
    let mut detail = serde_json::json!({ "states": outcomes });
    if !unexpected.is_empty() {
        detail["unexpected"] = unexpected.join("\n").into();
    }
    if let Some(place) = &report.cut_at {
        detail["message"] = format!("unrolling limit exceeded at {place}").into();
    }
    made.detail = detail.to_string();
    made
}
