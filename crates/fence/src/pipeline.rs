//! From the translation units of a program to the fences that it needs, and the proof that they suffice.
//!
//! The phases, each with the type that it gives:
//!
//! 1. *compile*: the front end gives LLVM IR, which is parsed (`Parsed`);
//! 2. *link*: the modules that the program needs become one, with local variables in registers (`Linked`);
//! 3. *analyse*: its source files are read; the pairs on critical cycles are found, and what orders them (`Analysed`);
//! 4. *expand macros*, where pairs are left without a place for a fence: 1 to 3 again, with macros expanded (`expansion`);
//! 5. *rewrite*: the source files that change (`Fenced`);
//! 6. *check*: 1 to 3 again, with the changed files: which pairs are still to be ordered ([`Outcome`]).

mod expansion;

use std::path::{Path, PathBuf};

use aeg::evidence::Evidence;
use aeg::graph::{self, Locks, Strategy, Unknown};
use aeg::model::{self, Model};
use aeg::rules::Rules;
use arch::c11::Mapping;
use cprog::ir::{FileId, Program};
use cprog::ll::{self, syntax::Module};
use cprog::threads::Roots;
use cprog::{clang, link, needed, promote};
use rustc_hash::FxHashMap;

use crate::analysis::{self, Analysis, Request};
use crate::costs::{Costs, Profile};
use crate::diff;
use crate::front_end::FrontEnd;
use crate::macros::Macros;
use crate::report::{Report, Reporter};
use crate::rewrite::{self, Writing};
use crate::slots::Text;
use crate::source_text::{Changed, SourceText};
use expansion::Expanded;

/// Where the threads of a program begin.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Start {
    /// In `main`. Where several files define it, in the one whose path ends so.
    Main(Option<String>),
    /// In these functions of a library, which any number of threads of its user may call.
    Entries(Vec<String>),
}

/// What is asked for.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options<'a> {
    /// The model that the program is to be robust against.
    pub model: Model,
    /// The model that the program was written for, when it is ported: only what that one forbids is to be excluded.
    pub from: Option<Model>,
    /// What compilers write for atomic operations under `model`; empty for any of what they may write.
    pub mappings: Vec<&'static Mapping>,
    /// Where threads begin.
    pub start: Start,
    /// Whether the dependencies of the program order anything.
    pub dependencies: bool,
    /// How locks order accesses.
    pub locks: Locks,
    /// By what rules pairs of accesses are no race.
    pub rules: Rules,
    /// What functions do that are neither in the program nor known as library functions.
    pub unknown: Unknown,
    /// Which pairs are ordered.
    pub strategy: Strategy,
    /// Pairs on whose cycles less is known to be the same memory are set aside: the program is not robust with the fences for the others.
    pub least: Evidence,
    /// Whether dependencies may be put in.
    pub put_dependencies: bool,
    /// Whether atomic accesses may be given stronger orders.
    pub strengthen: bool,
    /// Whether plain accesses on critical cycles are made atomic.
    pub atomics: bool,
    /// Whether fences may go that the program does not need.
    pub remove: bool,
    /// What fences cost.
    pub costs: Costs,
    /// How often lines are executed.
    pub profiles: &'a [Profile],
    /// Bounds the exact search of each pair's cycle, in steps.
    pub budget: usize,
    /// With more pairs, only those are looked for that the fences for others leave open.
    pub most_pairs: usize,
}

impl Options<'_> {
    /// For a program with one `main`: fences, dependencies and stronger orders where they cost least, with the usual costs, and all fences of the program kept.
    pub fn new(model: Model) -> Options<'static> {
        let Request { options, budget, most_pairs, costs, profiles, remove, upgrade, depend, atomics } =
            Request::new(graph::Options::new(model));
        Options {
            model,
            from: None,
            mappings: Vec::new(),
            start: Start::Main(None),
            dependencies: options.dependencies,
            locks: options.locks,
            rules: options.rules,
            unknown: options.unknown,
            strategy: options.strategy,
            least: options.least,
            put_dependencies: depend,
            strengthen: upgrade,
            atomics,
            remove,
            costs,
            profiles,
            budget,
            most_pairs,
        }
    }
}

impl<'a> Options<'a> {
    fn request(&self) -> Request<'a> {
        let model = match self.mappings.as_slice() {
            [] => self.model,
            mappings => model::compiled_by(self.model, mappings),
        };
        let options = graph::Options {
            from: self.from,
            dependencies: self.dependencies,
            locks: self.locks,
            rules: self.rules,
            unknown: self.unknown,
            strategy: self.strategy,
            least: self.least,
            ..graph::Options::new(model)
        };
        Request {
            options,
            budget: self.budget,
            most_pairs: self.most_pairs,
            costs: self.costs.clone(),
            profiles: self.profiles,
            remove: self.remove,
            upgrade: self.strengthen,
            depend: self.put_dependencies,
            atomics: self.atomics,
        }
    }
}

/// Why there is no result.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The front end gives no IR.
    #[error(transparent)]
    FrontEnd(#[from] clang::Error),
    /// This is no LLVM IR.
    #[error("{} has no function or variable of LLVM IR", .0.display())]
    NoIr(PathBuf),
    /// No unit defines `main`.
    #[error("no file defines `main`")]
    NoMain,
    /// These units do.
    #[error("several files define `main`: {}", .0.join(", "))]
    SeveralMains(Vec<String>),
    /// These units do, and none of them is the one that was asked for.
    #[error("no file `{name}` defines `main`; these do: {}", mains.join(", "))]
    NoSuchMain {
        /// The name that was asked for.
        name: String,
        /// The units that define `main`.
        mains: Vec<String>,
    },
    /// An entry that is defined nowhere.
    #[error("no function `{0}` is defined")]
    NoEntry(String),
    /// The front end refuses the changed program.
    #[error("the program with fences does not compile: {0}")]
    FencedRefused(Box<Error>),
    /// The front end refuses a unit of the changed program that it took before.
    #[error("the program with fences does not compile")]
    FencedIncomplete,
}

/// A phase, for those who measure time or show progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Phase {
    /// The units are compiled and parsed.
    FrontEnd,
    /// They are one program.
    Link,
    /// A step of the analysis.
    Analysis(analysis::Phase),
}

impl Phase {
    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Phase::FrontEnd => "front end",
            Phase::Link => "link",
            Phase::Analysis(analysis::Phase::PointsTo) => "points-to",
            Phase::Analysis(analysis::Phase::Graph) => "graph",
            Phase::Analysis(analysis::Phase::Delays) => "delays",
            Phase::Analysis(analysis::Phase::Slots) => "slots",
            Phase::Analysis(analysis::Phase::Placement) => "placement",
        }
    }
}

/// What is done with analyses of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Part {
    /// Macros are expanded.
    Macros,
    /// The program with fences is analysed again.
    Check,
}

impl Part {
    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Part::Macros => "macros",
            Part::Check => "check",
        }
    }
}

/// What happens in the course of an analysis.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    /// A phase is over.
    Done(Phase),
    /// Phases from here on are those of this part.
    Begins(Part),
    /// The part is over.
    Ends(Part),
    /// Something that the user is to know, whatever the result is.
    Warning(String),
}

/// The modules of all units.
struct Parsed {
    modules: Vec<Module>,
    /// How many units were refused.
    failed: usize,
}

/// A program, and where it begins.
struct Linked {
    program: Program,
    roots: Roots,
    failed: usize,
}

/// A program as it was analysed: as it is, or with macros expanded.
pub(crate) struct Analysed {
    pub(crate) program: Program,
    pub(crate) sources: Vec<SourceText>,
    pub(crate) analysis: Analysis,
    /// How many units were refused.
    pub(crate) failed: usize,
}

impl Analysed {
    pub(crate) fn texts(&self, macros: &Macros) -> FxHashMap<FileId, Text<'_>> {
        self.sources.iter().map(|source| (source.file, source.read_places(macros))).collect()
    }
}

/// A program, and the texts that its source files get.
struct Fenced {
    analysed: Analysed,
    /// Indices of sources, with their new texts.
    changed: Vec<(usize, String)>,
}

impl Fenced {
    fn of(analysed: Analysed) -> Fenced {
        let rewritten = |source: &SourceText| {
            let writing = Writing::of(&source.path, &source.text);
            let written_out = source.written_out.as_ref();
            rewrite::rewritten(&analysed.analysis, source.file, source.analysed(), written_out, writing)
        };
        let sources = analysed.sources.iter().enumerate();
        let changed = sources.filter_map(|(index, source)| Some((index, rewritten(source)?))).collect();
        Fenced { analysed, changed }
    }

    fn changed(&self) -> Vec<Changed<'_>> {
        self.changed.iter().map(|(index, text)| Changed { source: &self.analysed.sources[*index], text }).collect()
    }

    fn has_dependencies(&self) -> bool {
        !self.analysed.analysis.placement.dependent.is_empty()
    }
}

/// What was found.
#[non_exhaustive]
pub struct Outcome {
    fenced: Fenced,
    macros: Macros,
    /// The pairs that are still to be ordered when the changed program is analysed again, each described. None where nothing is changed, or not all units are
    /// compiled from sources.
    pub remaining: Option<Vec<String>>,
}

impl Outcome {
    /// Whether the program has only sequentially consistent executions as it is. Pairs that were set aside leave that open.
    pub fn is_robust(&self) -> bool {
        self.analysis().is_robust()
    }

    /// How many units were refused, and are not in what was analysed.
    pub fn failed(&self) -> usize {
        self.fenced.analysed.failed
    }

    /// Whether nothing is to be put in: what is left cannot be placed.
    pub fn has_all_in_place(&self) -> bool {
        self.analysis().has_all_in_place()
    }

    /// Whether something of the program was not read.
    pub fn has_gaps(&self) -> bool {
        !self.program().gaps.is_empty()
    }

    /// The source files that change, with their new texts.
    pub fn changed(&self) -> Vec<Changed<'_>> {
        self.fenced.changed()
    }

    /// The changes, as `patch -p1` takes them, with the names that `name` gives to paths.
    pub fn diff(&self, name: &dyn Fn(&Path) -> String) -> String {
        let files = self.changed();
        files.iter().map(|file| diff::unified_diff(&name(&file.source.path), &file.source.text, file.text)).collect()
    }

    /// What there is to say of it.
    pub fn report(&self) -> Report {
        let texts = self.fenced.analysed.texts(&self.macros);
        Reporter { program: self.program(), analysis: self.analysis(), texts: &texts }.report()
    }

    /// The program, as it was analysed.
    #[doc(hidden)]
    pub fn program(&self) -> &Program {
        &self.fenced.analysed.program
    }

    /// The analysis itself.
    #[doc(hidden)]
    pub fn analysis(&self) -> &Analysis {
        &self.fenced.analysed.analysis
    }
}

/// Finds the fences that a program needs to be sequentially consistent, and analyses the program with them again.
///
/// # Errors
/// When the front end gives no IR, when it is not known where the program begins, and when the program with fences does not compile.
pub fn analyse(
    front: &mut dyn FrontEnd,
    options: &Options<'_>,
    watch: &mut dyn FnMut(Event),
) -> Result<Outcome, Error> {
    let macros = Macros::read(front.macros().iter().map(String::as_str));
    let mut work = Work { front, start: &options.start, macros, watch };
    let request = options.request();
    let fenced = work.fence(&request)?;
    let (fenced, remaining) = match work.check(&request, &fenced) {
        Ok(remaining) => (fenced, remaining),
        // A member may be a field of bits, which has no address; that is not seen in the text.
        Err(_) if fenced.has_dependencies() => {
            work.warn("the program with dependencies does not compile; fences are taken in their place");
            let without = Request { depend: false, ..request.clone() };
            let fenced = work.fence(&without)?;
            let remaining = work.check(&without, &fenced)?;
            (fenced, remaining)
        }
        Err(error) => return Err(error),
    };
    Ok(Outcome { fenced, macros: work.macros, remaining })
}

/// What the phases share.
pub(crate) struct Work<'a> {
    pub(crate) front: &'a mut dyn FrontEnd,
    start: &'a Start,
    /// The macros of all units, as far as there is a preprocessor to ask.
    pub(crate) macros: Macros,
    pub(crate) watch: &'a mut dyn FnMut(Event),
}

impl Work<'_> {
    /// Phases 1 to 5.
    fn fence(&mut self, request: &Request<'_>) -> Result<Fenced, Error> {
        let plain = self.analysed(request, &[])?;
        let analysed = self.with_macros_expanded(request, plain);
        Ok(Fenced::of(analysed))
    }

    /// Phases 1 to 3, with macros expanded in these files.
    pub(crate) fn analysed(&mut self, request: &Request<'_>, expanded: &[Expanded<'_>]) -> Result<Analysed, Error> {
        let texts: Vec<Changed<'_>> = expanded.iter().map(Expanded::changed).collect();
        let parsed = self.compile(&texts)?;
        let linked = self.link(&parsed)?;
        let mut sources = sources(&linked.program, self.front);
        for source in &mut sources {
            let own = expanded.iter().find(|file| file.source.path == source.path);
            source.written_out = own.map(|file| file.written_out.clone());
        }
        Ok(self.analyse(request, linked, sources))
    }

    /// Phase 6: the pairs that are still to be ordered, each described.
    fn check(&mut self, request: &Request<'_>, fenced: &Fenced) -> Result<Option<Vec<String>>, Error> {
        // In the changed program the fences of a port would be the program's own, which the old model orders by, too.
        let is_port = request.options.from.is_some();
        if fenced.changed.is_empty() || !self.front.has_only_sources() || is_port {
            return Ok(None);
        }
        (self.watch)(Event::Begins(Part::Check));
        let parsed = self.compile(&fenced.changed()).map_err(|error| Error::FencedRefused(Box::new(error)))?;
        if parsed.failed > fenced.analysed.failed {
            return Err(Error::FencedIncomplete);
        }
        let Linked { program, roots, .. } = self.link(&parsed)?;
        // Which pairs there are is the question; nothing is put anywhere.
        let request =
            Request { most_pairs: request.most_pairs, budget: request.budget, ..Request::new(request.options) };
        let texts = FxHashMap::default();
        let analysis = Analysis::run(&program, &roots, &request, &texts, &mut |_| {});
        (self.watch)(Event::Ends(Part::Check));
        let reporter = Reporter { program: &program, analysis: &analysis, texts: &texts };
        Ok(Some(analysis.delays.pairs.iter().map(|delay| reporter.pair(delay)).collect()))
    }

    /// Phase 1.
    fn compile(&mut self, changed: &[Changed<'_>]) -> Result<Parsed, Error> {
        let mut refused = Vec::new();
        let units = self.front.compile(changed, &mut refused);
        for refused in &refused {
            self.warn(&refused.to_string());
        }
        let mut modules = Vec::new();
        for unit in units? {
            let parsed = ll::parse(&unit.file.display().to_string(), &unit.ir);
            let module = parsed.map_err(clang::Error::from)?;
            // A source with nothing in it still has a name there.
            if module.functions.is_empty() && module.globals.is_empty() && module.source.is_empty() {
                return Err(Error::NoIr(unit.file));
            }
            modules.push(module);
        }
        (self.watch)(Event::Done(Phase::FrontEnd));
        Ok(Parsed { modules, failed: refused.len() })
    }

    /// Phase 2.
    fn link(&mut self, parsed: &Parsed) -> Result<Linked, Error> {
        let chosen = chosen(&parsed.modules, self.start)?;
        let chosen: Vec<Module> = chosen.into_iter().map(|index| parsed.modules[index].clone()).collect();
        let front = &*self.front;
        let mut program = link(&chosen, &|path| front.identity(path));
        promote(&mut program);
        let roots = roots(&program, self.start)?;
        (self.watch)(Event::Done(Phase::Link));
        Ok(Linked { program, roots, failed: parsed.failed })
    }

    /// Phase 3.
    fn analyse(&mut self, request: &Request<'_>, linked: Linked, sources: Vec<SourceText>) -> Analysed {
        let Linked { program, roots, failed } = linked;
        let texts = sources.iter().map(|source| (source.file, source.read_places(&self.macros))).collect();
        let watch = &mut self.watch;
        let analysis = Analysis::run(&program, &roots, request, &texts, &mut |phase| {
            watch(Event::Done(Phase::Analysis(phase)));
        });
        drop(texts);
        Analysed { program, sources, analysis, failed }
    }

    pub(crate) fn warn(&mut self, text: &str) {
        (self.watch)(Event::Warning(text.to_owned()));
    }
}

/// The source files of a program that fences can be put into.
pub fn sources(program: &Program, front: &mut dyn FrontEnd) -> Vec<SourceText> {
    let mut sources: Vec<SourceText> = Vec::new();
    for (file, source) in program.files.iter_enumerated() {
        let path = Path::new(&source.directory).join(&source.name);
        let Some(bytes) = front.read(&path) else { continue };
        let identity = front.identity(&path);
        let other_paths = source.paths.iter().filter(|path| **path != identity).cloned().collect();
        sources.push(SourceText { other_paths, ..SourceText::new(file, identity, bytes) });
    }
    sources
}

/// The modules of the program: all that the one with `main` needs, or those with the entries.
fn chosen(modules: &[Module], start: &Start) -> Result<Vec<usize>, Error> {
    let name = match start {
        Start::Main(name) => name.as_deref(),
        Start::Entries(names) => return Ok(needed(modules, &with_entries(modules, names))),
    };
    let defines_main = |module: &Module| {
        module.functions.iter().any(|function| function.name == "main" && !function.blocks.is_empty())
    };
    let mains: Vec<usize> = (0..modules.len()).filter(|index| defines_main(&modules[*index])).collect();
    let named =
        |index: &usize| name.is_none_or(|name| Path::new(&modules[*index].source).ends_with(without_dots(name)));
    let matching: Vec<usize> = mains.iter().copied().filter(named).collect();
    match matching.as_slice() {
        [main] => Ok(needed(modules, &[*main])),
        [] if mains.is_empty() => Err(Error::NoMain),
        several => {
            let names = if several.is_empty() { &mains } else { several };
            let names = names.iter().map(|index| modules[*index].source.clone()).collect();
            Err(match name {
                Some(name) if several.is_empty() => Error::NoSuchMain { name: name.to_owned(), mains: names },
                _ => Error::SeveralMains(names),
            })
        }
    }
}

/// A path without `.` and `..` at its beginning: a compiler may have been started elsewhere.
fn without_dots(name: &str) -> PathBuf {
    use std::path::Component;
    let is_named = |part: &Component| !matches!(part, Component::CurDir | Component::ParentDir);
    Path::new(name).components().skip_while(|part| !is_named(part)).collect()
}

/// The modules that define these functions; one that no module defines is reported with the roots.
fn with_entries(modules: &[Module], names: &[String]) -> Vec<usize> {
    let defines = |name: &str, module: &Module, external: bool| {
        let mut functions = module.functions.iter().filter(|function| function.name == name);
        functions.any(|function| !function.blocks.is_empty() && (function.external || !external))
    };
    let position = |name: &str, external| modules.iter().position(|module| defines(name, module, external));
    names.iter().filter_map(|name| position(name, true).or_else(|| position(name, false))).collect()
}

fn roots(program: &Program, start: &Start) -> Result<Roots, Error> {
    let names = match start {
        Start::Main(_) => return program.function("main").map(Roots::Main).ok_or(Error::NoMain),
        Start::Entries(names) => names,
    };
    let mut functions = Vec::new();
    for name in names {
        let function = program.function(name).filter(|function| program.functions[*function].is_defined());
        functions.push(function.ok_or_else(|| Error::NoEntry(name.clone()))?);
    }
    Ok(Roots::Library(functions))
}
