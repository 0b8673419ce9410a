//! Units of the kind `test`: some executions of a program, or of a litmus test in C, by a strategy from a seed, as `lakmus test` does them. A program is built once, when the campaign is
//! planned.

use std::path::{Path, PathBuf};
use std::process::Command;

use ::campaign::{
    Definition, Entry, Executions, Layout, Manifest, ModelEntry, OutcomeKind, Program, UnitOptions, UnitOutcome,
    UnitRef,
};
use clap::ValueEnum;
use identity::Identity;
use logs::Reader;
use serde_json::Value;
use system::TemporaryDirectory;

use super::Refusal;
use super::commands::{Commands, Detail, Ran};
use super::exchange::Exchange;
use super::program_text::ProgramText;
use super::unit_kind::{self, Choice, Part, Planning, TestText, UnitKind};
use super::units::ReadTest;
use crate::args::StrategyName;
use crate::files::{self, SearchPath};

/// The kind `test`.
pub(super) struct TestUnits;

/// Seconds that an execution takes where nothing is known.
const SECONDS_OF_EXECUTION: f64 = 0.001;

/// What a program that was built has at most, in bytes.
const LONGEST_PROGRAM: usize = 1 << 30;

impl UnitKind for TestUnits {
    fn check(&self, definition: &Definition) -> Result<(), String> {
        let useful = [Part::Tests, Part::Generators, Part::Programs, Part::Executions, Part::Settings, Part::Arguments];
        unit_kind::has_only(definition, &useful)?;
        for strategy in &definition.executions.strategies {
            StrategyName::from_str(strategy, false)
                .map_err(|_| format!("there is no strategy `{strategy}`: `lakmus test --help` lists them"))?;
        }
        let settings = definition.settings.iter().flat_map(|setting| &setting.arguments);
        for word in definition.options.arguments.iter().chain(settings) {
            let name = word.split('=').next().unwrap_or(word);
            let useless = [
                "--json",
                "--sarif",
                "--junit",
                "--jobs",
                "-j",
                "--time",
                "--executions",
                "--first",
                "--seed",
                "--strategy",
                "--litmus",
                "--gdb",
                "--replay",
                "--coverage",
                "--list-atomics",
                "--svg",
                "--trace",
                "--weaken-order",
                "--weaken",
                "--",
            ];
            if useless.contains(&name) {
                return Err(format!("a campaign has no use for {name} among the words of `test`"));
            }
        }
        Ok(())
    }

    fn choices(&self, definition: &Definition, _: &SearchPath) -> Result<Vec<Choice>, Refusal> {
        let Executions { strategies, seeds, count, unit, .. } = &definition.executions;
        let mut choices = Vec::new();
        for (setting, words) in unit_kind::settings(definition, "") {
            for strategy in strategies {
                for seed in seeds.all() {
                    let name = format!("{setting} {strategy} seed {seed}").trim_start().to_owned();
                    let own = [format!("--strategy={strategy}"), format!("--seed={seed}")];
                    let words = [words.as_slice(), &own].concat();
                    let all = Range { first: 0, count: *count };
                    let entries = all.pieces(*unit).map(|range| range.setting(&name, &words));
                    choices.extend(entries.map(|entry| Choice::One { entry, language: None }));
                }
            }
        }
        Ok(choices)
    }

    fn identity(&self, _: &str, arguments: &[String], _: &UnitOptions, _: &SearchPath) -> Result<Identity, String> {
        Ok(identity_of(arguments))
    }

    /// A tenth of the executions each, so that one that does not end is by itself in the end.
    fn parts(&self, entry: &ModelEntry, _: &UnitOptions) -> Result<Vec<ModelEntry>, String> {
        let Some((name, words, range)) = Range::of_setting(entry) else { return Ok(Vec::new()) };
        match range.count {
            0 | 1 => Ok(Vec::new()),
            count => Ok(range.pieces(count.div_ceil(PARTS)).map(|piece| piece.setting(name, words)).collect()),
        }
    }

    fn test(&self, text: String, file: String, default_name: &str, _: Planning<'_>) -> Result<TestText, Refusal> {
        Ok(TestText { test: ReadTest::of(&text, default_name, &[]), text, file })
    }

    fn tests_of(&self, path: &Path, planning: Planning<'_>) -> Result<Vec<TestText>, Refusal> {
        if language(path).is_some() {
            return Ok(vec![built(&unit_kind::stem(path), &[path.to_owned()], &[], &[], planning)?]);
        }
        let (text, stem) = (files::named_text(path)?, unit_kind::stem(path));
        Ok(vec![self.test(text, files::shown(path), &stem, planning)?])
    }

    fn program(&self, program: &Program, planning: Planning<'_>) -> Result<TestText, Refusal> {
        let Program { name, files, flags, built: there, arguments, .. } = program;
        match there {
            Some(path) => kept(name, path, files::shown(path), arguments, planning),
            None => built(name, files, flags, arguments, planning),
        }
    }

    fn serve(&self, manifest: &Manifest, exchange: &mut Exchange) -> Result<std::io::Result<()>, String> {
        let commands = Commands::new(manifest)?;
        let layout = exchange.layout().clone();
        let mut answer = |entry: &Entry, take: &mut dyn FnMut(UnitOutcome) -> std::io::Result<()>| {
            entry.units.iter().try_for_each(|unit| take(answer(&commands, manifest, &layout, entry, unit)))
        };
        Ok(exchange.serve(&mut answer))
    }

    fn reservation(&self) -> Option<&'static str> {
        Some("executions are samples: what these do not show may be there")
    }
}

/// How many parts the executions of a unit are divided into that was given up.
const PARTS: u64 = 10;

/// The identity of a setting: of all words that it has.
fn identity_of(arguments: &[String]) -> Identity {
    Identity::of("test setting").parts("argument", arguments).finish()
}

/// Executions by a strategy from a seed, by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Range {
    first: u64,
    /// How many: one at least, in a setting.
    count: u64,
}

impl Range {
    /// Itself in pieces of so many executions; the last one may have fewer.
    fn pieces(self, size: u64) -> impl Iterator<Item = Range> {
        let Range { first, count } = self;
        let step = usize::try_from(size).unwrap_or(usize::MAX);
        (0..count).step_by(step).map(move |before| Range { first: first + before, count: size.min(count - before) })
    }

    /// The setting with these executions, by this name and these words beside.
    fn setting(self, name: &str, words: &[String]) -> ModelEntry {
        let Range { first, count } = self;
        let own = [format!("--first={first}"), format!("--executions={count}")];
        let arguments = [words, &own].concat();
        let name = format!("{name}: {first}-{}", first + count - 1);
        ModelEntry::new(name, identity_of(&arguments)).with_arguments(arguments)
    }

    /// What a setting was made of.
    fn of_setting(entry: &ModelEntry) -> Option<(&str, &[String], Range)> {
        let [words @ .., first, count] = entry.arguments.as_slice() else { return None };
        let first = first.strip_prefix("--first=")?.parse().ok()?;
        let count = count.strip_prefix("--executions=")?.parse().ok()?;
        let (name, _) = entry.name.rsplit_once(": ")?;
        Some((name, words, Range { first, count }))
    }
}

/// The command that compiles a source.
fn language(path: &Path) -> Option<&'static str> {
    match path.extension().and_then(|end| end.to_str()) {
        Some("c") => Some("cc"),
        Some("cc" | "cpp" | "cxx") => Some("cxx"),
        _ => None,
    }
}

/// A program, built for `lakmus test` from its sources.
fn built(
    name: &str,
    sources: &[PathBuf],
    flags: &[String],
    arguments: &[String],
    planning: Planning<'_>,
) -> Result<TestText, Refusal> {
    let shown = sources.iter().map(|file| files::shown(file)).collect::<Vec<_>>().join(" ");
    let failed = |message: String| Refusal::Message(format!("the program `{name}` cannot be built: {message}"));
    let languages: Vec<Option<&str>> = sources.iter().map(|path| language(path)).collect();
    let command = match languages.iter().all(Option::is_some) {
        true if languages.contains(&Some("cxx")) => "cxx",
        true => "cc",
        false => return Err(failed(format!("`{shown}` are not all sources in C or C++"))),
    };
    let directory = TemporaryDirectory::new("a program of a campaign").map_err(|error| failed(error.to_string()))?;
    let output = directory.path().join("program");
    let own = std::env::current_exe().map_err(|error| failed(error.to_string()))?;
    // Options stand before the sources, and libraries behind them.
    let is_library = |flag: &&String| flag.starts_with("-l");
    let (libraries, options): (Vec<&String>, Vec<&String>) = flags.iter().partition(is_library);
    let mut compile = Command::new(own);
    compile
        .env(crate::configuration::VARIABLE, "")
        .arg(command)
        .arg("-g")
        .args(options)
        .args(sources)
        .arg("-o")
        .arg(&output)
        .args(libraries);
    let ended = compile.output().map_err(|error| failed(error.to_string()))?;
    if !ended.status.success() {
        return Err(failed(String::from_utf8_lossy(&ended.stderr).trim().to_owned()));
    }
    kept(name, &output, shown, arguments, planning)
}

/// A program that is there, kept in the campaign's directory under its identity: what becomes of the file meanwhile has no effect.
fn kept(
    name: &str,
    path: &Path,
    file: String,
    arguments: &[String],
    planning: Planning<'_>,
) -> Result<TestText, Refusal> {
    let failed =
        |error: std::io::Error| Refusal::Message(format!("the program `{name}`: `{}`: {error}", path.display()));
    let bytes = system::read_bytes(path, LONGEST_PROGRAM).map_err(failed)?;
    let content = Identity::of("built program").part("content", &bytes).finish();
    let below = format!("programs/{content}");
    let place = planning.layout.programs().join(content.to_string());
    std::fs::create_dir_all(planning.layout.programs()).map_err(failed)?;
    // (With its permissions. It is there after a loss of power, as the plan is.)
    std::fs::copy(path, &place).and_then(|_| std::fs::File::open(&place)?.sync_all()).map_err(failed)?;
    let program = ProgramText {
        built: Some((below, content.to_string())),
        arguments: arguments.to_vec(),
        ..ProgramText::default()
    };
    let text = program.write();
    let Executions { count, unit, .. } = &planning.definition.executions;
    let seconds = SECONDS_OF_EXECUTION * (*unit).min(*count) as f64;
    Ok(TestText { test: ReadTest::other(name, Identity::of_text("program", &text), seconds), text, file })
}

fn answer(commands: &Commands, manifest: &Manifest, layout: &Layout, entry: &Entry, unit: &UnitRef) -> UnitOutcome {
    let given_up = |kind, message: &str| UnitOutcome::given_up(unit.id, kind, message);
    let setting = manifest.options.arguments.iter().chain(&manifest.models[unit.model].arguments);
    let mut words: Vec<String> = std::iter::once("test".to_owned()).chain(setting.cloned()).collect();
    let program = ProgramText::read(&entry.text);
    match &program {
        Some(ProgramText { built: Some((path, identity)), arguments, .. }) => {
            let place = layout.root().join(path);
            if let Err(message) = check(&place, identity) {
                return given_up(OutcomeKind::Limit, &message);
            }
            words.extend(["--json".to_owned(), "--jobs=1".to_owned(), "--".to_owned(), place.display().to_string()]);
            words.extend(arguments.iter().cloned());
            let (ran, micros) = commands.run(&words);
            of_program(unit, ran).after(micros)
        }
        _ => {
            let litmus = LitmusFile::of(entry);
            let litmus = match litmus {
                Ok(litmus) => litmus,
                Err(message) => return given_up(OutcomeKind::Limit, &message),
            };
            words.extend([
                format!("--timeout={}", manifest.options.timeout),
                "--litmus".to_owned(),
                litmus.path.clone(),
            ]);
            let (ran, micros) = commands.run(&words);
            of_litmus(unit, ran, &litmus).after(micros)
        }
    }
}

/// That a program is the one that was planned.
fn check(place: &Path, identity: &str) -> Result<(), String> {
    let bytes = system::read_bytes(place, LONGEST_PROGRAM)
        .map_err(|error| format!("cannot read `{}`: {error}", place.display()))?;
    let content = Identity::of("built program").part("content", &bytes).finish();
    match content.to_string() == identity {
        true => Ok(()),
        false => Err(format!("`{}` is not what it was when the campaign was planned", place.display())),
    }
}

/// A litmus test in a file of a directory that goes away.
struct LitmusFile {
    directory: TemporaryDirectory,
    path: String,
}

impl LitmusFile {
    fn of(entry: &Entry) -> Result<LitmusFile, String> {
        let directory = TemporaryDirectory::new("a test of a campaign").map_err(|error| error.to_string())?;
        let path = directory.path().join("test.litmus");
        std::fs::write(&path, &entry.text).map_err(|error| format!("cannot write `{}`: {error}", path.display()))?;
        Ok(LitmusFile { path: path.display().to_string(), directory })
    }
}

/// What `lakmus test --json` printed of a program.
fn of_program(unit: &UnitRef, ran: Ran) -> UnitOutcome {
    let (stdout, stderr) = match ran {
        Ran::Gone(kind, message) => return UnitOutcome::given_up(unit.id, kind, &message),
        Ran::Ended { stdout, stderr, .. } => (stdout, stderr),
    };
    let Some(record) = stdout.lines().find_map(|line| serde_json::from_str::<Value>(line).ok()) else {
        return UnitOutcome::given_up(unit.id, OutcomeKind::Refused, stderr.trim());
    };
    let list = |name: &str| record.get(name).and_then(Value::as_array).cloned().unwrap_or_default();
    let text = |value: &Value, name: &str| value.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    let found = |finding: &Value| {
        let places = places(finding);
        let places = if places.is_empty() { String::new() } else { format!(" ({})", places.join(", ")) };
        format!("{}: {}{places}", text(finding, "kind"), text(finding, "message"))
    };
    let executions = list("executions");
    let shows = |execution: &&Value| execution.get("findings").and_then(Value::as_u64).unwrap_or_default() > 0;
    let positive = executions.iter().filter(shows).count() as u64;
    let mut detail = Detail {
        rule: Some("finding"),
        found: list("findings").iter().map(found).collect(),
        notes: list("notes").iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        ..Detail::default()
    };
    if record.get("complete") == Some(&Value::Bool(false)) {
        detail.gaps.push("the run was ended early, or records were lost".to_owned());
    }
    if executions.is_empty() {
        detail.gaps.push("no execution was done".to_owned());
    }
    // Where it was first, for `lakmus test --first`.
    let first = list("findings").iter().filter_map(|finding| finding.get("first_execution").cloned()).collect();
    detail.more.push(("first_executions", Value::Array(first)));
    let verdict = if detail.found.is_empty() { "nothing" } else { "found" };
    let mut made = detail.outcome(unit, verdict);
    (made.positive, made.negative) = (positive, executions.len() as u64 - positive);
    made
}

/// Where a finding is: of each access or thread the innermost line that is not one of the language's own library.
fn places(finding: &Value) -> Vec<String> {
    let sides = ["accesses", "threads"].iter().filter_map(|name| finding.get(name).and_then(Value::as_array)).flatten();
    let place = |side: &Value| {
        let frames = side.get("stack").and_then(Value::as_array)?;
        let places = frames.iter().filter_map(|frame| {
            let (file, line) = (frame.get("file")?.as_str()?, frame.get("line")?.as_u64()?);
            (line > 0).then(|| (file, format!("{file}:{line}")))
        });
        let all: Vec<(&str, String)> = places.collect();
        let is_own = |(file, _): &&(&str, String)| !file.starts_with("/rustc/") && !file.starts_with("/usr/");
        all.iter().find(is_own).or(all.first()).map(|(_, place)| place.clone())
    };
    sides.filter_map(place).collect()
}

/// What `lakmus test --litmus` printed of a test.
fn of_litmus(unit: &UnitRef, ran: Ran, litmus: &LitmusFile) -> UnitOutcome {
    let (code, stdout, stderr) = match ran {
        Ran::Gone(kind, message) => return UnitOutcome::given_up(unit.id, kind, &message),
        Ran::Ended { code, stdout, stderr } => (code, stdout, stderr),
    };
    let stderr = stderr.replace(&format!("{}/", litmus.directory.path().display()), "");
    let Ok(Some(block)) = Reader::new(stdout.as_bytes()).next() else {
        // (3: it was given up at its limit.)
        let kind = if code == 3 { OutcomeKind::Timeout } else { OutcomeKind::Refused };
        return UnitOutcome::given_up(unit.id, kind, stderr.trim());
    };
    let mut detail = Detail { rule: Some("finding"), ..Detail::default() };
    let flags =
        block.text().lines().filter_map(|line| line.strip_prefix("Flag ").map(str::to_owned)).collect::<Vec<_>>();
    detail.found.extend(flags.iter().map(|flag| format!("flag {flag}")));
    let states: Vec<String> = block.states().keys().map(|state| state.text().to_owned()).collect();
    detail.more.push(("states", states.into()));
    if block.is_cut() {
        detail.gaps.push("executions were given up at the unroll bound".to_owned());
    }
    let (positive, negative) = block.counts().unwrap_or_default();
    // `exists` asks, the others claim something.
    let claims = block.kind() != "Allowed";
    let verdict = block.verdict().map(|verdict| format!("{verdict:?}").to_lowercase()).unwrap_or_default();
    if claims && verdict == "no" {
        detail.found.push(format!("{} does not hold", block.condition().unwrap_or("its condition")));
    }
    let mut made = detail.outcome(unit, &verdict);
    (made.positive, made.negative) = (positive, negative);
    made
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setting_is_divided_into_parts_that_are_the_whole() {
        let words = ["--strategy=pct".to_owned(), "--seed=3".to_owned()];
        let of = |first, count| Range { first, count }.setting("pct seed 3", &words);
        let parts = |entry: &ModelEntry| TestUnits.parts(entry, &UnitOptions::default()).expect("nothing is read");
        for (first, count, number) in [(0, 1000, 10), (500, 25, 9), (7, 3, 3), (7, 2, 2)] {
            let mut next = first;
            let all = parts(&of(first, count));
            assert_eq!(all.len(), number);
            for part in &all {
                let (name, own, range) = Range::of_setting(part).expect("it is one");
                assert_eq!((name, own, range.first), ("pct seed 3", words.as_slice(), next));
                assert_eq!(*part, of(range.first, range.count));
                next += range.count;
            }
            assert_eq!(next, first + count);
        }
        assert!(parts(&of(7, 1)).is_empty());
        assert_eq!(of(20, 10).name, "pct seed 3: 20-29");
    }
}
