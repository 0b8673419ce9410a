//! Mix testing: C litmus tests, compiled piece by piece by several compilers, or by tables of how operations are mapped to instructions, and simulated in
//! all combinations.
//!
//! ```
//! use lakmus::mix::{self, MappingTable, Options, Profile};
//!
//! # fn main() -> Result<(), lakmus::Error> {
//! let text = "C MP\n{ x=0; y=0; }\nP0(atomic_int *x, atomic_int *y) {\n  atomic_store_explicit(x, 1, memory_order_relaxed);\n  \
//!             atomic_store_explicit(y, 1, memory_order_release);\n}\nP1(atomic_int *x, atomic_int *y) {\n  \
//!             int r0 = atomic_load_explicit(y, memory_order_acquire);\n  int r1 = atomic_load_explicit(x, memory_order_relaxed);\n}\n\
//!             exists (1:r0=1 /\\ 1:r1=0)\n";
//! let table = |name| Profile::table(MappingTable::shipped(name).expect("ships"));
//! let profiles = [table("riscv-a6c"), table("riscv-a6s")];
//! let mixed = mix::run([("MP.litmus", text)], &profiles, &Options::default())?;
//! assert!(!mixed.summary.has_bugs() && mixed.unsupported.is_empty());
//! # Ok(())
//! # }
//! ```

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use ::litmus::Language as TestLanguage;
use ::mix::{CodeCache, Fragments, SourceTest, classes};
use ::sim::Model;
use ::source::{Diagnostic, Severity, SourceId, Sources};

use crate::{Error, Shipped};

pub use ::mix::{
    Architecture, Bug, CompiledPiece, CompiledTest, CompilerCommand, Culprit, Language, Machine, MappingTable, Models,
    Origin, Profile, ProfileError, Split, Summary, TestResult, Unsupported, Unusable, discover,
};

/// How tests are mixed.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// How tests are split.
    pub split: Split,
    /// How many tests are worked on at a time.
    pub jobs: usize,
    /// How many combinations of one test are judged; beyond that, every three classes of every three pieces meet, or every two of every two.
    pub limit: usize,
    /// How long one simulation may take.
    pub timeout: Duration,
    /// Tables whose rows are tried in place of the code that is to blame.
    pub fixes: Vec<MappingTable>,
}

impl Default for Options {
    /// By statements, one test at a time, 5000 combinations of ten seconds each, and the rows of the architectures' documents as fixes.
    fn default() -> Options {
        Options {
            split: Split::Statement,
            jobs: 1,
            limit: 5000,
            timeout: Duration::from_secs(10),
            fixes: MappingTable::fixes().filter_map(MappingTable::shipped).collect(),
        }
    }
}

/// What came of tests.
#[derive(Debug)]
#[non_exhaustive]
pub struct Mixed {
    /// What was found.
    pub summary: Summary,
    /// Tests that cannot be mixed, by name, and why.
    pub unsupported: Vec<(String, String)>,
}

/// Mixes tests, each a name and its text, under the shipped models. Profiles that are compilers are run.
///
/// # Errors
/// All mistakes in the tests.
pub fn run<'t>(
    tests: impl IntoIterator<Item = (&'t str, &'t str)>,
    profiles: &[Profile],
    options: &Options,
) -> Result<Mixed, Error> {
    run_until(tests, profiles, options, &AtomicBool::new(false))
}

/// The same, until `cancel` is set by another thread: what was not judged by then says so.
///
/// # Errors
/// As [`run`].
pub fn run_until<'t>(
    tests: impl IntoIterator<Item = (&'t str, &'t str)>,
    profiles: &[Profile],
    options: &Options,
    cancel: &AtomicBool,
) -> Result<Mixed, Error> {
    let mut sources = Sources::new();
    let mut fragments = Fragments::default();
    let (mut loaded, mut unsupported, mut refused) = (Vec::new(), Vec::new(), Vec::new());
    for (name, text) in tests {
        let source = sources.add(name, text);
        let stem = std::path::Path::new(name).file_stem().map(|stem| stem.to_string_lossy()).unwrap_or_default();
        match SourceTest::load(&sources, source, &stem, options.split, &mut fragments) {
            Ok(test) => loaded.push(test),
            Err(Unusable::Refused(found)) => refused.extend(found),
            Err(Unusable::Unsupported(why)) => unsupported.push((name.to_owned(), why)),
        }
    }
    if !refused.is_empty() {
        return Err(Error::refused(refused, &sources));
    }
    let models = models(DEFAULT_SOURCE_MODEL, &[], &mut sources, &mut shipped_text)
        .map_err(|found| Error::refused(found, &sources))?;
    let cache = CodeCache::none();
    let code = classes::classes(profiles, &fragments, models.sameness(), options.jobs, &cache);
    let of_batch = ::mix::Options {
        split: options.split,
        jobs: options.jobs,
        limit: options.limit,
        fixes: options.fixes.clone(),
        timeout: Some(options.timeout),
        checks_classes: false,
        kept: None,
        cancel,
    };
    let summary = ::mix::run(&loaded, &fragments, profiles, &code, &models, &of_batch);
    Ok(Mixed { summary, unsupported })
}

/// A test as each of some profiles compiles all of it: by profile, what it makes of the test or why it makes nothing. Profiles that are compilers are run. Places of pieces are in `sources`.
///
/// # Errors
/// Why the test cannot be compiled.
pub fn compiled(
    name: &str,
    text: &str,
    profiles: &[Profile],
    split: Split,
    jobs: usize,
    sources: &mut Sources,
) -> Result<Vec<Result<CompiledTest, String>>, Unusable> {
    let source = sources.add(name, text);
    let stem = std::path::Path::new(name).file_stem().map(|stem| stem.to_string_lossy()).unwrap_or_default();
    let mut fragments = Fragments::default();
    let test = SourceTest::load(sources, source, &stem, split, &mut fragments)?;
    let code = classes::classes(profiles, &fragments, classes::Sameness::Code, jobs, &CodeCache::none());
    let ids = (0..profiles.len()).map(|number| ::mix::ProfileId::from_number(number as u32));
    Ok(ids.map(|profile| ::mix::whole(&test, &fragments, &code, profile)).collect())
}

/// The model that judges C where none is named: RC11 without its axiom against load buffering, which processors allow.
pub const DEFAULT_SOURCE_MODEL: &str = "rc11-load-buffering";

/// The models that judge: that of C, RC11 beside it where it is the default, and one for each kind of machine: of those that are named, or the shipped one.
/// `open` finds the text of a model by its name.
///
/// # Errors
/// All mistakes in the models.
pub fn models(
    source_model: &str,
    named: &[String],
    sources: &mut Sources,
    open: &mut dyn FnMut(&str, &mut Sources) -> Result<SourceId, Diagnostic>,
) -> Result<Models, Vec<Diagnostic>> {
    let c: &dyn TestLanguage = &::isa::C;
    let mut load = |name: &str, language: &dyn TestLanguage, sources: &mut Sources| {
        let source = open(name, sources).map_err(|error| vec![error])?;
        Model::load(sources, source, None, &mut Shipped, language, &|_| false)
    };
    let source = load(source_model, c, sources)?;
    let strict = match source_model {
        DEFAULT_SOURCE_MODEL => Some(load("rc11", c, sources)?),
        _ => None,
    };
    let mut targets: BTreeMap<Machine, Model> = BTreeMap::new();
    for name in named {
        // Of a shipped model it is known for which architecture it is; another one says so once it is read for one.
        let shipped = ::models::model(name).and_then(|entry| entry.architecture);
        let mut of = None;
        for architecture in Architecture::ALL {
            if shipped.is_some_and(|word| word != architecture.word()) {
                continue;
            }
            let model = load(name, architecture.language(), sources)?;
            if shipped.is_some() || model.architecture() == Some(architecture.word()) {
                of = Some(architecture);
                break;
            }
        }
        let Some(architecture) = of else {
            let message = format!("the model `{name}` does not say for which architecture it is");
            return Err(vec![Diagnostic::new(Severity::Error, "no-architecture", message)]);
        };
        for machine in architecture.machines() {
            targets.insert(machine, load(name, architecture.language(), sources)?);
        }
    }
    for machine in Machine::all() {
        if let Entry::Vacant(missing) = targets.entry(machine) {
            missing.insert(load(machine.model(), machine.architecture().language(), sources)?);
        }
    }
    Ok(Models::new(source, strict, targets, named.is_empty()))
}

/// The text of a shipped model.
fn shipped_text(name: &str, sources: &mut Sources) -> Result<SourceId, Diagnostic> {
    let model = ::models::model(name).and_then(|model| ::cat::Files::open(&mut Shipped, model.file, sources));
    model.ok_or_else(|| Diagnostic::new(Severity::Error, "unknown-model", format!("there is no model `{name}`")))
}
