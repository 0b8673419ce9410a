//! `lakmus campaign plan`: from the file that describes a campaign to its units.

use std::collections::HashMap;
use std::collections::hash_map::Entry as MapEntry;
use std::io::BufReader;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use ::campaign::{
    Definition, Earlier, Entry, Generator, Layout, Manifest, ModelEntry, PlannedTest, PlannedUnit, Planner, Program,
    UnitRef, plan_again,
};
use identity::{Identity, Parts};

use super::Refusal;
use super::expected::Expectations;
use super::kinds::kind;
use super::steps::Planned;
use super::unit_kind::{Choice, Planning, TestText, UnitKind};
use super::units;
use crate::configuration;
use crate::files::SearchPath;
use crate::inputs::{self, Unusable};
use crate::stack::STACK;
use crate::{Status, output};

/// What tests are asked under, by numbers of the manifest.
enum Asked {
    /// This, for tests of the language if there is one.
    One { number: usize, language: Option<&'static str> },
    /// The default model of each test's language.
    Default,
    /// All shipped models of each test's language, and those that are for any.
    All,
}

/// Does what is asked.
pub(super) fn run(args: &super::args::PlanArgs) -> Result<Status, Refusal> {
    let definition = Definition::read(&args.file)?;
    let root = absolute(&args.output)?;
    let reuse: Vec<PathBuf> =
        args.reuse.iter().map(|path| store_of(path)).map(|path| absolute(&path)).collect::<Result<_, _>>()?;
    let file = absolute(&args.file)?;
    let directory = file.parent().unwrap_or(Path::new("/")).to_owned();
    std::env::set_current_dir(&directory).map_err(|error| format!("`{}`: {error}", directory.display()))?;
    let kind = kind(definition.kind);
    kind.check(&definition)?;
    let earlier = Earlier::read(&reuse)?;
    let mut plan = Plan::new(&definition, kind, Layout::new(root), directory, earlier)?;
    plan.files()?;
    definition.programs.iter().try_for_each(|program| plan.program(program))?;
    plan.own_tests()?;
    definition.streams.iter().try_for_each(|path| plan.stream(path))?;
    for generator in &definition.generators {
        plan.generated(generator)?;
    }
    if plan.planner.tests() == 0 {
        return Err(Refusal::Message("there are no tests: the generators gave none".to_owned()));
    }
    let left_over = plan.expectations.left_over()?;
    let manifest = plan.planner.finish()?;
    output::write(counts(&manifest, !definition.expect.is_empty(), left_over).as_bytes())?;
    Ok(Status::Success)
}

/// `lakmus campaign again`.
pub(super) fn again(directory: &Path, output: &Path, times: f64) -> Result<Status, Refusal> {
    if !(times > 0.0 && times.is_finite()) {
        return Err(Refusal::Message(format!("--times needs a number above 0, not {times}")));
    }
    let Planned { layout, manifest } = Planned::of_this_version(directory)?;
    let (own, common) = (kind(manifest.kind), units::common_parts(manifest.kind, &manifest.options));
    // Those of a setting are the same for all tests.
    let mut known: HashMap<usize, Vec<ModelEntry>> = HashMap::new();
    let mut parts = |entry: &Entry, unit: UnitRef| -> Result<Vec<(ModelEntry, Identity)>, Refusal> {
        let parts = match known.entry(unit.model) {
            MapEntry::Occupied(parts) => parts.into_mut(),
            MapEntry::Vacant(place) => place.insert(own.parts(&manifest.models[unit.model], &manifest.options)?),
        };
        let id = |part: &ModelEntry| units::asked(&common, entry.test, &part.text).finish();
        Ok(parts.iter().map(|part| (part.clone(), id(part))).collect())
    };
    let to = Layout::new(absolute(output)?);
    // Paths among the words of a setting count from there.
    std::env::set_current_dir(&manifest.directory)
        .map_err(|error| format!("cannot change to `{}`: {error}", manifest.directory.display()))?;
    let planned = plan_again(&layout, &manifest, to, times, &mut parts)?;
    let Some(planned) = planned else {
        let message = format!("no unit of `{}` was given up at a limit, and all have results", directory.display());
        return Err(Refusal::Message(message));
    };
    output::write(counts(&planned, planned.expected > 0, 0).as_bytes())?;
    Ok(Status::Success)
}

/// What is planned, in a line.
fn counts(manifest: &Manifest, has_logs: bool, left_over: usize) -> String {
    let mut text = format!(
        "{} tests, {} units: {} to run in {} {}",
        manifest.tests,
        manifest.units,
        manifest.to_run,
        manifest.shards.len(),
        if manifest.shards.len() == 1 { "shard" } else { "shards" }
    );
    for (count, words) in [
        (manifest.reused, "known from before"),
        (manifest.units - manifest.to_run - manifest.reused, "the same as others"),
    ] {
        if count > 0 {
            text += &format!(", {count} {words}");
        }
    }
    if manifest.left_out > 0 {
        text += &format!("; {} pairs left out: the model is of another architecture", manifest.left_out);
    }
    if has_logs {
        text += &format!("; {} compared with logs", manifest.expected);
    }
    if left_over > 0 {
        text += &format!("; {left_over} tests of the logs are not among them");
    }
    text + "\n"
}

/// The store that a path means: of the campaign in a directory.
pub(super) fn store_of(path: &Path) -> PathBuf {
    if path.is_dir() { Layout::new(path).store() } else { path.to_owned() }
}

fn absolute(path: &Path) -> Result<PathBuf, String> {
    std::path::absolute(path).map_err(|error| format!("`{}`: {error}", path.display()))
}

struct Plan<'a> {
    definition: &'a Definition,
    kind: &'static dyn UnitKind,
    layout: Layout,
    planner: Planner,
    asked: Vec<Asked>,
    search: SearchPath,
    common: Parts,
    /// The number of a shipped model, and the identity of its text.
    shipped: HashMap<&'static str, usize>,
    /// The identities of the texts of models, by their numbers.
    texts: Vec<String>,
    expectations: Expectations,
    /// How many tests of the file with many were read that is being read.
    read: usize,
}

/// So many tests are read together.
const TOGETHER: usize = 1024;

/// A test of more bytes is read at once, so that those that wait take little memory.
const LARGE: usize = 1 << 16;

/// A test of a file that has many.
#[derive(Default)]
struct Waiting {
    text: String,
    file: String,
}

impl Plan<'_> {
    fn new<'d>(
        definition: &'d Definition,
        kind: &'static dyn UnitKind,
        layout: Layout,
        directory: PathBuf,
        earlier: Earlier,
    ) -> Result<Plan<'d>, Refusal> {
        let search = SearchPath::new(definition.options.include.clone());
        let (mut models, mut asked) = (Vec::new(), Vec::new());
        for choice in kind.choices(definition, &search)? {
            asked.push(match choice {
                Choice::Default => Asked::Default,
                Choice::All => Asked::All,
                Choice::One { entry, language } => {
                    models.push(entry);
                    Asked::One { number: models.len() - 1, language }
                }
            });
        }
        let common = units::common_parts(definition.kind, &definition.options);
        let texts = models.iter().map(|model: &ModelEntry| model.text.clone()).collect();
        let expectations = Expectations::read(definition)?;
        let planner = Planner::new(layout.clone(), definition, directory, models, earlier)?;
        let shipped = HashMap::new();
        Ok(Plan { definition, kind, layout, planner, asked, search, common, shipped, texts, expectations, read: 0 })
    }

    fn files(&mut self) -> Result<(), Refusal> {
        let named: Vec<PathBuf> = self.definition.tests.iter().map(PathBuf::from).collect();
        for path in inputs::expand(&named) {
            let path = path.map_err(|Unusable { error, .. }| Refusal::Message(error.message))?;
            for test in self.kind.tests_of(&path, self.planning())? {
                self.paired(test)?;
            }
        }
        Ok(())
    }

    fn program(&mut self, program: &Program) -> Result<(), Refusal> {
        let test = self.kind.program(program, self.planning())?;
        self.paired(test)
    }

    fn own_tests(&mut self) -> Result<(), Refusal> {
        let tests = self.kind.own_tests(self.planning())?;
        tests.into_iter().try_for_each(|test| self.paired(test))
    }

    fn planning(&self) -> Planning<'_> {
        Planning { definition: self.definition, layout: &self.layout }
    }

    /// Takes the tests of a file that has many.
    fn stream(&mut self, path: &str) -> Result<(), Refusal> {
        let failed = |error: std::io::Error| Refusal::Message(format!("cannot read `{path}`: {error}"));
        let file = std::fs::File::open(path).map_err(failed)?;
        let mut waiting = Vec::new();
        self.read = 0;
        let taken = inputs::each_test::<TestError>(&mut BufReader::with_capacity(1 << 16, file), |text| {
            self.take(text, path, &mut waiting)
        });
        match taken.and_then(|()| self.together(&mut waiting).map_err(TestError::Plan)) {
            Ok(()) | Err(TestError::Enough) => Ok(()),
            Err(TestError::Plan(refusal)) => Err(refusal),
            Err(TestError::Read(error)) => Err(failed(error)),
        }
    }

    /// Takes the tests of `lakmus gen` as it writes them.
    fn generated(&mut self, generator: &Generator) -> Result<(), Refusal> {
        let words = generator.arguments.join(" ");
        let failed = |error: std::io::Error| Refusal::Message(format!("`lakmus gen {words}`: {error}"));
        let own = std::env::current_exe().map_err(failed)?;
        let mut command = Command::new(own);
        command
            .env(configuration::VARIABLE, "")
            .arg("gen")
            .args(&generator.arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped());
        let mut child = command.spawn().map_err(failed)?;
        let Some(stdout) = child.stdout.take() else { unreachable!("it is a pipe") };
        let (mut number, mut waiting, from) = (0, Vec::new(), format!("gen {words}"));
        self.read = 0;
        let taken = inputs::each_test::<TestError>(&mut BufReader::with_capacity(1 << 16, stdout), |text| {
            if generator.limit.is_some_and(|limit| number >= limit) {
                return Err(TestError::Enough);
            }
            number += 1;
            self.take(text, &from, &mut waiting)
        });
        let rest = self.together(&mut waiting);
        if taken.is_err() {
            // It waits for a reader that is gone.
            let _ = child.kill();
        }
        let status = child.wait().map_err(failed)?;
        rest?;
        match taken {
            Ok(()) => {}
            Err(TestError::Enough) => return Ok(()),
            Err(TestError::Plan(refusal)) => return Err(refusal),
            Err(TestError::Read(error)) => return Err(failed(error)),
        }
        match status.success() {
            true => Ok(()),
            false => Err(Refusal::Message(format!("`lakmus gen {words}` ended with {status}"))),
        }
    }

    /// Takes a test of many, or lets it wait for others.
    fn take(&mut self, text: String, file: &str, waiting: &mut Vec<Waiting>) -> Result<(), TestError> {
        let is_large = text.len() > LARGE;
        waiting.push(Waiting { text, file: file.to_owned() });
        match waiting.len() < TOGETHER && !is_large {
            true => Ok(()),
            false => self.together(waiting).map_err(TestError::Plan),
        }
    }

    /// Reads the tests that wait, by as many threads as there are processors, and takes them in their order. To read them is most of what planning takes.
    fn together(&mut self, waiting: &mut Vec<Waiting>) -> Result<(), Refusal> {
        let (kind, planning) = (self.kind, self.planning());
        let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
        let size = waiting.len().div_ceil(threads).max(1);
        let read = |tests: &mut [Waiting], first: usize| -> Vec<Result<TestText, Refusal>> {
            let numbered = tests.iter_mut().zip(first..);
            let read = |(test, number): (&mut Waiting, usize)| {
                let Waiting { text, file } = std::mem::take(test);
                kind.test(text, file, &format!("test{number}"), planning)
            };
            numbered.map(read).collect()
        };
        let before = self.read;
        let found: Vec<Result<TestText, Refusal>> = std::thread::scope(|scope| {
            let read = &read;
            let pieces = waiting.chunks_mut(size).enumerate();
            let running: Vec<_> = pieces
                .map(|(number, piece)| {
                    let builder = std::thread::Builder::new().stack_size(STACK);
                    builder.spawn_scoped(scope, move || read(piece, before + number * size + 1))
                })
                .collect();
            let joined = running.into_iter().map(|thread| match thread.map(std::thread::ScopedJoinHandle::join) {
                Ok(Ok(found)) => found,
                Ok(Err(panic)) => std::panic::resume_unwind(panic),
                Err(error) => vec![Err(Refusal::Message(format!("no thread can be started to read tests: {error}")))],
            });
            joined.flatten().collect()
        });
        self.read += waiting.len();
        waiting.clear();
        found.into_iter().try_for_each(|test| self.paired(test?))
    }

    /// Takes a test with the models that fit it.
    fn paired(&mut self, TestText { test, text, file }: TestText) -> Result<(), Refusal> {
        let seconds = test.seconds();
        let mut planned = PlannedTest::new(test.name.clone(), file, text, test.identity);
        planned.seconds = seconds;
        let mut paired = Vec::new();
        for choice in 0..self.asked.len() {
            let numbers = match &self.asked[choice] {
                Asked::One { number, language } => {
                    // The default model of a language may be that of another one, as 32-bit x86 has that of x86-64.
                    let name = &self.planner.models()[*number].name;
                    let is_default = test.default_model.is_some_and(|default| default == name);
                    let is_of = |language| test.language.as_deref().is_none_or(|own| own == language);
                    let fits = is_default || language.is_none_or(is_of);
                    if !fits {
                        planned.left_out += 1;
                    }
                    if fits { vec![*number] } else { Vec::new() }
                }
                Asked::Default => match test.default_model {
                    Some(name) => vec![self.shipped(name)?],
                    // It is refused when it is run: nothing is dropped.
                    None => vec![self.shipped("sc")?],
                },
                Asked::All => {
                    let fits = |model: &&models::ModelEntry| {
                        model.architecture.is_none_or(|language| test.language.as_deref() == Some(language))
                    };
                    let names = models::models().iter().filter(fits).map(|model| model.name);
                    let names = names.chain(test.default_model);
                    names.map(|name| self.shipped(name)).collect::<Result<Vec<usize>, Refusal>>()?
                }
            };
            for number in numbers {
                if !paired.contains(&number) {
                    paired.push(number);
                }
            }
        }
        let named: Vec<(usize, &str)> =
            paired.iter().map(|number| (*number, self.planner.models()[*number].name.as_str())).collect();
        planned.expected = self.expectations.of(&test.name, &named);
        for number in paired {
            let id = units::unit(&self.common, &test, number, &self.texts[number], &planned.expected);
            planned.units.push(PlannedUnit::new(number, id));
        }
        self.planner.add(planned)?;
        Ok(())
    }

    /// The number of a shipped model.
    fn shipped(&mut self, name: &'static str) -> Result<usize, Refusal> {
        if let Some(number) = self.shipped.get(name) {
            return Ok(*number);
        }
        let entry = ModelEntry::new(name, self.kind.identity(name, &[], &self.definition.options, &self.search)?);
        let text = entry.text.clone();
        let number = self.planner.model(entry);
        if number == self.texts.len() {
            self.texts.push(text);
        }
        self.shipped.insert(name, number);
        Ok(number)
    }
}

/// Why no more tests are taken.
enum TestError {
    Enough,
    Plan(Refusal),
    Read(std::io::Error),
}

impl From<std::io::Error> for TestError {
    fn from(error: std::io::Error) -> TestError {
        TestError::Read(error)
    }
}
