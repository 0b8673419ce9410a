//! Units of the kind `verify`: a litmus test or a C program under a model and options, as `lakmus verify` verifies it. Each is a process of its own: a search may take all the memory there is.

use std::path::{Path, PathBuf};

use ::campaign::{Definition, Entry, Manifest, ModelEntry, OutcomeKind, Program, UnitOptions, UnitOutcome, UnitRef};
use identity::Identity;
use serde_json::Value;
use system::TemporaryDirectory;

use super::commands::{Commands, Detail, Ran};
use super::exchange::Exchange;
use super::program_text::ProgramText;
use super::unit_kind::{self, Choice, Part, Planning, TestText, UnitKind};
use super::units::ReadTest;
use super::{Refusal, model_texts};
use crate::files::{self, SearchPath};
use crate::model_names;
use crate::verify::programs;

/// The kind `verify`.
pub(super) struct VerifyUnits;

/// Seconds that a program takes where nothing is known: clang, and a small search.
const SECONDS: f64 = 1.0;

/// What stands for the model that the command takes where none is named.
const DEFAULT: &str = "default";

impl UnitKind for VerifyUnits {
    fn check(&self, definition: &Definition) -> Result<(), String> {
        use Part::{Arguments, Generators, Memory, Models, Programs, Settings, Tests};
        unit_kind::has_only(definition, &[Tests, Generators, Programs, Models, Settings, Arguments, Memory])?;
        if definition.models.iter().any(|model| model == "all") {
            return Err(
                "units of the kind `verify` name their models, as `lakmus verify --model` takes them".to_owned()
            );
        }
        let settings = definition.settings.iter().flat_map(|setting| &setting.arguments);
        for word in definition.options.arguments.iter().chain(settings) {
            let name = word.split('=').next().unwrap_or(word);
            if ["--json", "--model", "--jobs", "-j", "--timeout", "--outcomes", "--suggest"].contains(&name) {
                return Err(format!("a campaign has no use for {name} among the words of `verify`"));
            }
        }
        Ok(())
    }

    fn choices(&self, definition: &Definition, search: &SearchPath) -> Result<Vec<Choice>, Refusal> {
        let default = definition.models.is_empty().then(|| DEFAULT.to_owned());
        let mut choices = Vec::new();
        for model in definition.models.iter().cloned().chain(default) {
            let model = models::name(&model).to_owned();
            for (setting, words) in unit_kind::settings(definition, "") {
                let name = if setting.is_empty() { model.clone() } else { format!("{model} {setting}") };
                let of_model = if model == DEFAULT { Vec::new() } else { vec!["--model".to_owned(), model.clone()] };
                let arguments = [of_model, words].concat();
                let identity = self.identity(&name, &arguments, &definition.options, search)?;
                let entry = ModelEntry::new(name, identity).with_arguments(arguments);
                choices.push(Choice::One { entry, language: model_names::language_of_model(&model) });
            }
        }
        Ok(choices)
    }

    fn identity(
        &self,
        _: &str,
        arguments: &[String],
        _: &UnitOptions,
        search: &SearchPath,
    ) -> Result<Identity, String> {
        let parts = Identity::of("verify setting").parts("argument", arguments);
        // Machines are part of this program; what is a cat model has a text.
        let model = arguments.iter().position(|word| word == "--model").and_then(|place| arguments.get(place + 1));
        let text = model.and_then(|model| model_texts::identity_of(model, search).ok());
        Ok(parts.parts("model", text.map(Identity::bytes).as_slice()).finish())
    }

    fn test(&self, text: String, file: String, default_name: &str, _: Planning<'_>) -> Result<TestText, Refusal> {
        // Steps are named by lines of the text.
        let identity = Identity::of_text("verified test", &text);
        let test = ReadTest::of(&text, default_name, &[]).identified(identity, None);
        Ok(TestText { test, text, file })
    }

    fn tests_of(&self, path: &Path, planning: Planning<'_>) -> Result<Vec<TestText>, Refusal> {
        if programs::is_program(path) {
            let name = unit_kind::stem(path);
            return Ok(vec![program(&name, &[path.to_owned()], &[], planning)?]);
        }
        let (text, stem) = (files::named_text(path)?, unit_kind::stem(path));
        Ok(vec![self.test(text, files::shown(path), &stem, planning)?])
    }

    fn program(&self, of: &Program, planning: Planning<'_>) -> Result<TestText, Refusal> {
        if of.built.is_some() || !of.arguments.is_empty() {
            let message = format!("the program `{}`: `verify` needs its sources, and gives it no arguments", of.name);
            return Err(Refusal::Message(message));
        }
        program(&of.name, &of.files, &of.flags, planning)
    }

    fn serve(&self, manifest: &Manifest, exchange: &mut Exchange) -> Result<std::io::Result<()>, String> {
        let commands = Commands::new(manifest)?;
        let mut answer = |entry: &Entry, take: &mut dyn FnMut(UnitOutcome) -> std::io::Result<()>| {
            entry.units.iter().try_for_each(|unit| take(answer(&commands, manifest, entry, unit)))
        };
        Ok(exchange.serve(&mut answer))
    }
}

/// A program, preprocessed, so that no other file is needed where it is verified, and what it includes is part of its identity.
fn program(name: &str, sources: &[PathBuf], flags: &[String], planning: Planning<'_>) -> Result<TestText, Refusal> {
    let shown = sources.iter().map(|file| files::shown(file)).collect::<Vec<_>>().join(" ");
    let cflags = planning.definition.options.arguments.iter().filter_map(|word| word.strip_prefix("--cflag="));
    let all: Vec<String> = cflags.map(str::to_owned).chain(flags.iter().cloned()).collect();
    let texts = lakmus::verify::preprocessed(sources, &all).map_err(|error| format!("{shown}: {error}"))?;
    let text = ProgramText { flags: flags.to_vec(), files: texts, ..ProgramText::default() }.write();
    let identity = Identity::of_text("program", &text);
    Ok(TestText { test: ReadTest::other(name, identity, SECONDS), text, file: shown })
}

fn answer(commands: &Commands, manifest: &Manifest, entry: &Entry, unit: &UnitRef) -> UnitOutcome {
    let given_up = |kind, message: &str| UnitOutcome::given_up(unit.id, kind, message);
    let written = match Written::of(entry) {
        Ok(written) => written,
        Err(message) => return given_up(OutcomeKind::Limit, &message),
    };
    let options = &manifest.options;
    let own =
        ["verify".to_owned(), "--json".to_owned(), "--jobs=1".to_owned(), format!("--timeout={}", options.timeout)];
    let memory = options.memory.map(|megabytes| format!("--memory={megabytes}"));
    let words: Vec<String> = own
        .into_iter()
        .chain(memory)
        .chain(options.arguments.iter().cloned())
        .chain(manifest.models[unit.model].arguments.iter().cloned())
        .chain(written.flags.iter().map(|flag| format!("--cflag={flag}")))
        .chain(written.files.iter().cloned())
        .collect();
    let (ran, micros) = commands.run(&words);
    let mut made = match ran {
        Ran::Gone(kind, message) => given_up(kind, &message),
        Ran::Ended { stdout, stderr, .. } => match stdout.lines().find_map(|line| serde_json::from_str(line).ok()) {
            Some(record) => outcome(unit, &record),
            None => given_up(OutcomeKind::Refused, &written.without_place(stderr.trim())),
        },
    };
    made.micros = micros;
    made
}

/// A test in files of a directory that goes away.
struct Written {
    directory: TemporaryDirectory,
    files: Vec<String>,
    flags: Vec<String>,
}

impl Written {
    fn of(entry: &Entry) -> Result<Written, String> {
        let directory = TemporaryDirectory::new("a test of a campaign").map_err(|error| error.to_string())?;
        let (texts, flags) = match ProgramText::read(&entry.text) {
            Some(program) => (program.files, program.flags),
            None => (vec![(format!("{}.litmus", stem_of(&entry.name)), entry.text.clone())], Vec::new()),
        };
        let mut files = Vec::new();
        for (number, (name, text)) in texts.iter().enumerate() {
            // Two sources may have one name in two directories.
            let name = Path::new(name).file_name().map_or_else(String::new, |name| files::shown(Path::new(name)));
            let path = directory.path().join(format!("{number}")).join(name);
            let write = |path: &Path| {
                std::fs::create_dir_all(path.parent().unwrap_or(path))?;
                std::fs::write(path, text)
            };
            write(&path).map_err(|error| format!("cannot write `{}`: {error}", path.display()))?;
            files.push(path.display().to_string());
        }
        Ok(Written { directory, files, flags })
    }

    /// A text without the name of the directory, which is another one each time.
    fn without_place(&self, text: &str) -> String {
        text.replace(&format!("{}/0/", self.directory.path().display()), "")
    }
}

/// A name as that of a file.
fn stem_of(name: &str) -> String {
    name.chars().map(|c| if c.is_alphanumeric() || "+-._".contains(c) { c } else { '_' }).collect()
}

/// What came of a unit, from what `lakmus verify --json` printed of it. How long it took, and how many states there were, is left out: the first is another one each time, and so may be the engine that comes
/// to the verdict first.
fn outcome(unit: &UnitRef, record: &Value) -> UnitOutcome {
    let text = |name: &str| record.get(name).and_then(Value::as_str).map(str::to_owned);
    let verdict = text("verdict").unwrap_or_default();
    let mut detail = Detail::default();
    for name in ["condition", "outcome", "trace", "delays", "flags", "atomics", "looked_for", "not_looked_for"] {
        if let Some(value) = record.get(name) {
            detail.more.push((name, value.clone()));
        }
    }
    detail.notes.extend(text("race").map(|race| format!("by C11 there is {race}")));
    match verdict.as_str() {
        "holds" => detail.outcome(unit, &verdict),
        "violated" => {
            // `exists` asks, the others claim something.
            let asks = text("condition").is_some_and(|condition| condition.starts_with("exists"));
            if !asks {
                let what = text("violation").or_else(|| text("outcome")).unwrap_or_else(|| "a violation".to_owned());
                (detail.rule, detail.found) = (Some("violation"), vec![what]);
            }
            detail.outcome(unit, &verdict)
        }
        // With more time or memory it may come to a verdict.
        _ => {
            detail.gaps.extend(text("reason"));
            detail.outcome_of_kind(unit, &verdict, OutcomeKind::Limit)
        }
    }
}
