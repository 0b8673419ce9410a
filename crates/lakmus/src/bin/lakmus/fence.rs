//! `lakmus fence`: the fences that a program needs to be sequentially consistent on relaxed memory.

mod args;
mod confirm;
mod in_place;
mod not_understood;
mod report;
mod units;
mod written_out;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use lakmus::aeg::graph::{Locks, Options, Strategy, Unknown};
use lakmus::aeg::model::Model;
use lakmus::cprog::clang::{Clang, Error, Unit, real_path};
use lakmus::cprog::ir::{FileId, Program};
use lakmus::cprog::ll::{self, syntax::Module};
use lakmus::cprog::threads::Roots;
use lakmus::cprog::{link, needed, promote};
use lakmus::fence::analysis::{Analysis, Request};
use lakmus::fence::costs::{Costs, Profile};
use lakmus::fence::diff;
use lakmus::fence::macros::Macros;
use lakmus::fence::rewrite::{self, Writing};
use lakmus::fence::slots::Text;
use lakmus::fence::written_out::WrittenOut;
use rustc_hash::FxHashMap;

pub(crate) use args::FenceArgs;
use args::{LockOrder, ModelName, StrategyName, UnknownFunctions};
use report::Subject;
pub(crate) use units::Scratch;

use crate::output::{complain, print, write};
use crate::{Status, render};

/// Does what is asked.
pub(crate) fn run(args: FenceArgs) -> Status {
    match Session::new(&args).and_then(|mut session| session.run()) {
        Ok(status) => status,
        Err(message) => {
            // Errors with their places begin so already.
            let begin = if message.starts_with("error[") { "" } else { "error: " };
            complain(&format!("{begin}{message}"));
            Status::Usage
        }
    }
}

fn model(name: ModelName) -> Model {
    match name {
        ModelName::Tso => Model::Tso,
        ModelName::Pso => Model::Pso,
        ModelName::Rmo => Model::Rmo,
        ModelName::Power => Model::Power,
        ModelName::Armv7 => Model::Armv7,
        ModelName::Armv8 => Model::Armv8,
        ModelName::Rvwmo => Model::Rvwmo,
    }
}

/// A source file that fences may be put into.
pub(crate) struct SourceText {
    /// Its name in the program's places.
    pub(crate) file: FileId,
    pub(crate) path: PathBuf,
    /// Other paths by which compilers came to it, which may lead over symbolic links.
    other_paths: Vec<PathBuf>,
    pub(crate) text: String,
    /// Whether each character stands for one byte of the file, which is no UTF-8.
    pub(crate) byte_characters: bool,
    /// The text that is analysed in the place of the file's, if macros are written out for that.
    written_out: Option<WrittenOut>,
}

impl SourceText {
    fn read(file: FileId, path: PathBuf) -> Option<SourceText> {
        let bytes = fs::read(&path).ok()?;
        match String::from_utf8(bytes) {
            Ok(text) => Some(SourceText {
                file,
                path,
                other_paths: Vec::new(),
                text,
                byte_characters: false,
                written_out: None,
            }),
            Err(error) => {
                let text = error.as_bytes().iter().map(|byte| char::from(*byte)).collect();
                Some(SourceText { file, path, other_paths: Vec::new(), text, byte_characters: true, written_out: None })
            }
        }
    }

    /// The text that is analysed.
    fn analysed(&self) -> &str {
        self.written_out.as_ref().map_or(&self.text, |written_out| &written_out.text)
    }

    /// The text that is analysed, with its places for fences.
    fn read_places(&self, macros: &Macros) -> Text<'_> {
        match &self.written_out {
            Some(written_out) => Text::of_written_out(written_out, self.byte_characters, macros),
            None => Text::with_macros(&self.text, self.byte_characters, macros),
        }
    }

    /// What a program printed about this file, in the characters of its text.
    fn decode(&self, bytes: &[u8]) -> String {
        if self.byte_characters {
            bytes.iter().map(|byte| char::from(*byte)).collect()
        } else {
            String::from_utf8_lossy(bytes).into_owned()
        }
    }

    /// A text of this file, changed or not, as the bytes of a file.
    fn encode(&self, text: &str) -> Vec<u8> {
        if !self.byte_characters {
            return text.as_bytes().to_vec();
        }
        text.chars().map(|character| u8::try_from(u32::from(character)).unwrap_or(b'?')).collect()
    }
}

struct Session<'a> {
    args: &'a FenceArgs,
    units: Vec<Unit>,
    clang: Option<Clang>,
    options: Options,
    times: Vec<(String, Duration)>,
    clock: Instant,
    /// The macros of all units, as far as there is a compiler to ask.
    macros: Macros,
    /// Whether dependencies may be put in.
    depend: bool,
}

/// A program as it was analysed: as it is, or with macros written out.
struct Analysed {
    program: Program,
    sources: Vec<SourceText>,
    analysis: Analysis,
    /// How many units did not compile.
    failed: usize,
}

impl Analysed {
    fn texts(&self, macros: &Macros) -> FxHashMap<FileId, Text<'_>> {
        self.sources.iter().map(|source| (source.file, source.read_places(macros))).collect()
    }
}

impl<'a> Session<'a> {
    fn new(args: &'a FenceArgs) -> Result<Session<'a>, String> {
        let clock = Instant::now();
        let units = if let Some(directory) = &args.database {
            units::of_database(directory)
        } else if !args.build.is_empty() {
            units::of_build(&args.build)
        } else {
            units::of_files(&args.files, &args.cflags)
        };
        let units = units.map_err(|error| error.to_string())?;
        if units.is_empty() {
            return Err("there is nothing to analyse: no source file was given or compiled".to_owned());
        }
        let needs_clang = units.iter().any(|unit| !is_ir(&unit.file));
        let clang = if needs_clang {
            Some(Clang::find(args.clang.as_deref()).map_err(|error| error.to_string())?)
        } else {
            None
        };
        let options = Options {
            dependencies: !args.no_dependencies,
            locks: match args.locks {
                LockOrder::Full => Locks::Full,
                LockOrder::AcquireRelease => Locks::AcquireRelease,
            },
            unknown: match args.unknown_functions {
                UnknownFunctions::Anything => Unknown::Anything,
                UnknownFunctions::Arguments => Unknown::Arguments,
                UnknownFunctions::Nothing => Unknown::Nothing,
            },
            strategy: match args.strategy {
                StrategyName::Cycles => Strategy::Cycles,
                StrategyName::Pensieve => Strategy::Pensieve,
                StrategyName::Volatile => Strategy::Volatile,
                StrategyName::Shared => Strategy::Shared,
                StrategyName::Memory => Strategy::Memory,
            },
            ..Options::new(model(args.model))
        };
        let macros = Macros::default();
        let mut session =
            Session { args, units, clang, options, times: Vec::new(), clock, macros, depend: !args.fences_only };
        session.lap("build");
        Ok(session)
    }

    fn request(&self) -> Result<Request<'static>, String> {
        let mut costs = Costs::default();
        for cost in &self.args.costs {
            costs.set(cost).map_err(|error| format!("--cost: {error}"))?;
        }
        let request = Request { budget: self.args.budget, costs, ..Request::new(self.options) };
        // A baseline lists all pairs.
        let lists_all = self.args.baseline.is_some() || self.args.write_baseline.is_some();
        Ok(if lists_all { Request { most_pairs: usize::MAX, ..request } } else { request })
    }

    fn profiles(&self) -> Result<Vec<Profile>, String> {
        let read = |path: &PathBuf| {
            let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
            Profile::parse(&String::from_utf8_lossy(&bytes)).map_err(|error| format!("{}: {error}", path.display()))
        };
        self.args.profiles.iter().map(read).collect()
    }

    fn lap(&mut self, name: &str) {
        let now = Instant::now();
        self.times.push((name.to_owned(), now - self.clock));
        self.clock = now;
    }

    fn run(&mut self) -> Result<Status, String> {
        self.read_macros();
        let first = self.analyse(&[])?;
        let analysed = self.with_macros_written_out(first)?;
        let texts = analysed.texts(&self.macros);
        let Analysed { program, sources, analysis, failed } = &analysed;
        self.clock = Instant::now();
        let changed = changed(analysis, sources);
        let remaining = if changed.is_empty() || !self.has_only_sources() {
            None
        } else {
            match self.again(&changed, *failed) {
                // A member may be a field of bits, which has no address; that is not seen in the text.
                Err(_) if !analysis.placement.dependent.is_empty() => {
                    complain(
                        "warning: the program with dependencies does not compile; fences are taken in their place",
                    );
                    self.depend = false;
                    return self.run();
                }
                result => Some(result?),
            }
        };
        let mut subject = Subject {
            program,
            analysis,
            texts: &texts,
            model: self.options.model.to_string(),
            times: &self.times,
            remaining: remaining.as_deref(),
            new: None,
        };
        if let Some(path) = &self.args.baseline {
            let listed = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
            let listed: BTreeSet<&str> = listed.lines().collect();
            let identities = analysis.delays.pairs.iter().map(|delay| subject.identity(delay));
            subject.new = Some(identities.filter(|identity| !listed.contains(identity.as_str())).count());
        }
        if let Some(path) = &self.args.write_baseline {
            let identities: BTreeSet<String> =
                analysis.delays.pairs.iter().map(|delay| subject.identity(delay)).collect();
            let lines: String = identities.iter().map(|identity| format!("{identity}\n")).collect();
            fs::write(path, lines).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        if let Some(directory) = &self.args.litmus {
            for line in confirm::write_tests(program, analysis, directory)? {
                complain(&line);
            }
        }
        let printed = self.print(&subject, &changed)?;
        if printed != Status::Success {
            return Ok(printed);
        }
        let is_seen = *failed == 0 && program.gaps.is_empty();
        let is_done = analysis.placement.unplaceable.is_empty() && remaining.as_ref().is_none_or(Vec::is_empty);
        let is_accepted = analysis.is_robust() && analysis.removable.is_empty() || subject.new == Some(0);
        Ok(match (is_seen && (is_done || is_accepted), is_accepted) {
            (false, _) => Status::Usage,
            (true, true) => Status::Success,
            (true, false) => Status::Failure,
        })
    }

    /// Analyses the program, with these texts in the place of files.
    fn analyse(&mut self, written_out: &[(&SourceText, WrittenOut)]) -> Result<Analysed, String> {
        let profiles = self.profiles()?;
        let request = Request {
            profiles: &profiles,
            remove: self.args.remove,
            upgrade: !self.args.fences_only,
            atomics: self.args.atomics,
            depend: self.depend,
            ..self.request()?
        };
        let (modules, failed) = self.modules_with(written_out)?;
        let (program, roots) = self.program(&modules)?;
        let mut sources = sources(&program);
        for source in &mut sources {
            let own = written_out.iter().find(|(of, _)| of.path == source.path);
            source.written_out = own.map(|(_, written_out)| written_out.clone());
        }
        let mut laps = Vec::new();
        let mut clock = Instant::now();
        let texts = sources.iter().map(|source| (source.file, source.read_places(&self.macros))).collect();
        let analysis = Analysis::run(&program, &roots, &request, &texts, &mut |phase| {
            let now = Instant::now();
            laps.push((report::phase_name(phase).to_owned(), now - clock));
            clock = now;
        });
        drop(texts);
        self.times.extend(laps);
        self.clock = clock;
        Ok(Analysed { program, sources, analysis, failed })
    }

    fn print(&self, subject: &Subject, changed: &[(&SourceText, String)]) -> Result<Status, String> {
        if self.args.in_place {
            let files = changed.iter().map(|(source, new)| (source.path.as_path(), source.encode(new)));
            in_place::replace_all(&files.collect::<Vec<_>>())?;
        }
        if self.args.json {
            return Ok(print(subject.json().as_bytes()));
        }
        if self.args.sarif {
            return Ok(print(subject.sarif().as_bytes()));
        }
        complain(subject.text(self.args.explain).trim_end());
        for (source, new) in changed.iter().filter(|_| !self.args.in_place) {
            let diff = diff::unified_diff(&name_for_diff(&source.path), &source.text, new);
            if let Err(closed) = write(&source.encode(&diff)) {
                return Ok(closed.status());
            }
        }
        Ok(Status::Success)
    }

    fn has_only_sources(&self) -> bool {
        self.units.iter().all(|unit| !is_ir(&unit.file))
    }

    /// The modules of all units, and how many units gave none.
    fn modules(&mut self, overlay: Option<&Path>) -> Result<(Vec<Module>, usize), String> {
        let mut texts = Vec::new();
        let mut failed = 0;
        for unit in &self.units {
            let text = match &self.clang {
                Some(clang) if !is_ir(&unit.file) => {
                    let mut unit = unit.clone();
                    if let Some(overlay) = overlay {
                        unit.options.extend(["-ivfsoverlay".to_owned(), overlay.display().to_string()]);
                    }
                    clang.ir(&unit)
                }
                _ => {
                    let path = unit.directory.join(&unit.file);
                    fs::read_to_string(&path).map_err(|error| Error::File { path, error })
                }
            };
            match text {
                Ok(text) => texts.push((&unit.file, text)),
                Err(error @ Error::Refused { .. }) if self.units.len() > 1 => {
                    complain(&format!("warning: {error}"));
                    failed += 1;
                }
                Err(error) => return Err(error.to_string()),
            }
        }
        let mut modules = Vec::new();
        for (file, text) in texts {
            let module = ll::parse(&file.display().to_string(), &text).map_err(|error| render::malformed(&error))?;
            // A source with nothing in it still has a name there.
            if module.functions.is_empty() && module.globals.is_empty() && module.source.is_empty() {
                return Err(format!("{} has no function or variable of LLVM IR", file.display()));
            }
            modules.push(module);
        }
        self.lap("front end");
        Ok((modules, failed))
    }

    fn program(&mut self, modules: &[Module]) -> Result<(Program, Roots), String> {
        let chosen = self.chosen(modules)?;
        let chosen: Vec<Module> = chosen.into_iter().map(|index| modules[index].clone()).collect();
        let mut program = link(&chosen, &real_path);
        promote(&mut program);
        let roots = self.roots(&program)?;
        self.lap("link");
        Ok((program, roots))
    }

    /// The modules of the program: all that the one with `main` needs, or those with the entries.
    fn chosen(&self, modules: &[Module]) -> Result<Vec<usize>, String> {
        if !self.args.entry.is_empty() {
            let defines = |name: &str, module: &Module, external: bool| {
                let mut functions = module.functions.iter().filter(|function| function.name == name);
                functions.any(|function| !function.blocks.is_empty() && (function.external || !external))
            };
            let position = |name: &str, external| modules.iter().position(|module| defines(name, module, external));
            // A name that is not defined is reported with the roots.
            let entries = self.args.entry.iter();
            let first = entries.filter_map(|name| position(name, true).or_else(|| position(name, false)));
            return Ok(needed(modules, &first.collect::<Vec<usize>>()));
        }
        let defines_main = |module: &Module| {
            module.functions.iter().any(|function| function.name == "main" && !function.blocks.is_empty())
        };
        let mains: Vec<usize> = (0..modules.len()).filter(|index| defines_main(&modules[*index])).collect();
        let named = |index: &usize| {
            self.args.main.as_ref().is_none_or(|name| Path::new(&modules[*index].source).ends_with(name))
        };
        let matching: Vec<usize> = mains.iter().copied().filter(named).collect();
        match matching.as_slice() {
            [main] => Ok(needed(modules, &[*main])),
            [] if mains.is_empty() => {
                Err("no file defines `main`: name the functions that threads of a library's user may call with --entry"
                    .to_owned())
            }
            several => {
                let names = if several.is_empty() { &mains } else { several };
                let names: Vec<&str> = names.iter().map(|index| modules[*index].source.as_str()).collect();
                Err(format!("several files define `main`; choose one with --main: {}", names.join(", ")))
            }
        }
    }

    fn roots(&self, program: &Program) -> Result<Roots, String> {
        if self.args.entry.is_empty() {
            return program.function("main").map(Roots::Main).ok_or_else(|| "there is no `main`".to_owned());
        }
        let mut functions = Vec::new();
        for name in &self.args.entry {
            let function = program.function(name).filter(|function| program.functions[*function].is_defined());
            functions.push(function.ok_or_else(|| format!("--entry: no function `{name}` is defined"))?);
        }
        Ok(Roots::Library(functions))
    }

    /// Compiles and analyses the changed texts; gives the pairs that are still to be ordered.
    /// `failed`: how many units did not compile before.
    fn again(&mut self, changed: &[(&SourceText, String)], failed: usize) -> Result<Vec<String>, String> {
        let (_scratch, overlay) = overlay(changed)?;
        let before = self.times.len();
        let (modules, failed_now) = self
            .modules(Some(&overlay))
            .map_err(|error| format!("the program with fences does not compile: {error}"))?;
        if failed_now > failed {
            return Err("the program with fences does not compile".to_owned());
        }
        let (program, roots) = self.program(&modules)?;
        let texts = FxHashMap::default();
        let analysis = Analysis::run(&program, &roots, &self.request()?, &texts, &mut |_| {});
        self.times.truncate(before);
        self.lap("check");
        let subject = Subject {
            program: &program,
            analysis: &analysis,
            texts: &texts,
            model: self.options.model.to_string(),
            times: &[],
            remaining: None,
            new: None,
        };
        Ok(analysis.delays.pairs.iter().map(|delay| subject.pair(delay)).collect())
    }
}

/// A file that tells clang to read these texts in the place of the files; it is there as long as the directory that comes with it.
pub(crate) fn overlay(changed: &[(&SourceText, String)]) -> Result<(Scratch, PathBuf), String> {
    let scratch = Scratch::new("fenced").map_err(|error| error.to_string())?;
    let mut roots = Vec::new();
    for (number, (source, new)) in changed.iter().enumerate() {
        let path = scratch.0.join(format!("{number}.c"));
        fs::write(&path, source.encode(new)).map_err(|error| format!("{}: {error}", path.display()))?;
        for name in std::iter::once(&source.path).chain(&source.other_paths) {
            roots.push(serde_json::json!({ "type": "file", "name": name, "external-contents": path }));
        }
    }
    let overlay = scratch.0.join("overlay.json");
    let content = serde_json::json!({ "version": 0, "use-external-names": false, "roots": roots });
    fs::write(&overlay, content.to_string()).map_err(|error| format!("{}: {error}", overlay.display()))?;
    Ok((scratch, overlay))
}

fn is_ir(file: &Path) -> bool {
    file.extension().is_some_and(|end| end == "ll")
}

/// The program's source files that can be read and are not the system's.
pub(crate) fn sources(program: &Program) -> Vec<SourceText> {
    let mut sources: Vec<SourceText> = Vec::new();
    for (file, source) in program.files.iter_enumerated() {
        let path = Path::new(&source.directory).join(&source.name);
        if path.starts_with("/usr") || !path.is_file() {
            continue;
        }
        let real = real_path(&path);
        let other_paths = source.paths.iter().filter(|path| **path != real).cloned().collect();
        sources.extend(SourceText::read(file, real).map(|source| SourceText { other_paths, ..source }));
    }
    sources
}

/// The texts with fences, as far as they get any.
fn changed<'s>(analysis: &Analysis, sources: &'s [SourceText]) -> Vec<(&'s SourceText, String)> {
    let rewritten = |source: &SourceText| {
        let writing = Writing::of(&source.path, &source.text);
        rewrite::rewritten(analysis, source.file, source.analysed(), source.written_out.as_ref(), writing)
    };
    sources.iter().filter_map(|source| Some((source, rewritten(source)?))).collect()
}

/// A path as `patch -p1` in the current directory takes it.
pub(crate) fn name_for_diff(path: &Path) -> String {
    let here = std::env::current_dir().and_then(fs::canonicalize).unwrap_or_default();
    path.strip_prefix(here).unwrap_or(path).display().to_string()
}
