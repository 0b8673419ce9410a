//! What the commands have in common: the model and the rules, and going through tests.

use std::path::Path;
use std::sync::Arc;

use isa::Java;
use isa::java::Dialect;
use java::{self, JavaError, Rules, Semantics};
use litmus::Language;
use sim::{Model, Test};
use source::{Diagnostic, Severity, SourceId, Sources, nearest};

use super::args::{DialectName, ModelArgs};
use crate::files::{self, Includes, SearchPath};
use crate::inputs::{self, Unusable};
use crate::output;
use crate::progress::Progress;
use crate::render::Render;
use crate::variants::{self, Variants};
use crate::{Status, panics};

/// The model and the rules that the command line names, loaded.
pub(crate) struct Setting {
    pub(super) model: Model,
    pub(super) semantics: Semantics,
    pub(crate) language: Arc<dyn Language>,
    pub(super) unroll: Option<u32>,
    /// The texts of both.
    pub(crate) sources: Sources,
    pub(crate) render: Render,
}

/// What is done with a test: what to print, and what became of it.
pub(super) type OneTest<'a> = dyn FnMut(&Loaded) -> Result<(String, Status), JavaError> + 'a;

/// A test with the text that it was read from.
pub(super) struct Loaded {
    pub(super) file: String,
    pub(super) test: Test,
    pub(super) sources: Sources,
    pub(super) source: SourceId,
}

impl Loaded {
    /// The text of the test.
    pub(super) fn text(&self) -> &str {
        self.sources.text(self.source)
    }
}

impl Setting {
    /// Loads them; what is wrong is reported on the standard error.
    pub(crate) fn load(args: &ModelArgs) -> Option<Setting> {
        let dialect = match args.dialect {
            DialectName::Java => Dialect::Java,
            DialectName::Herd => Dialect::Herd,
        };
        let language: Arc<dyn Language> = Arc::new(Java(dialect));
        let render = Render::for_stderr();
        let mut sources = Sources::new();
        let search = SearchPath::new(args.include.clone());
        let loaded = model(args, &search, &*language, &mut sources)
            .and_then(|model| Ok((model, semantics(&args.rules, &search, &mut sources)?)));
        match loaded {
            Ok((model, semantics)) => {
                for warning in model.warnings() {
                    output::complain(&render.diagnostic(warning, &sources));
                }
                Some(Setting { model, semantics, language, unroll: args.unroll, sources, render })
            }
            Err(found) => {
                found.iter().for_each(|error| output::complain(&render.diagnostic(error, &sources)));
                None
            }
        }
    }

    /// What tests are checked under.
    pub(crate) fn of_tests(&self, all: bool) -> java::Setting<'_> {
        let mut setting = java::Setting::new(&self.model, &self.semantics);
        (setting.unroll, setting.all) = (self.unroll, all);
        setting
    }

    /// Reads a test.
    pub(super) fn read(&self, path: &Path) -> Result<Loaded, Failed> {
        let file = files::shown(path);
        // The texts of the model stay: what is wrong with it may show with a test.
        let mut sources = self.sources.clone();
        let source = match files::add(path, &mut sources) {
            Ok(source) => source,
            Err(error) => return Err(Failed { status: Status::Refused, file, found: vec![error], sources }),
        };
        let default_name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let languages = [Arc::clone(&self.language)];
        let read = || Test::load_in(&languages, &sources, source, &default_name);
        let test = match panics::caught(|| format!("reading {file}"), read) {
            Ok(Ok(test)) => test,
            Ok(Err(found)) => return Err(Failed { status: Status::Refused, file, found, sources }),
            Err(panic) => return Err(Failed { status: Status::Refused, file, found: vec![panic], sources }),
        };
        if test.language().name() != "Java" {
            let message = format!("`{file}` is a test in {}, not in Java", test.language().name());
            return Err(Failed {
                status: Status::Refused,
                file,
                found: vec![Diagnostic::new(Severity::Error, "not-java", message)],
                sources,
            });
        }
        self.report(test.warnings(), &sources);
        Ok(Loaded { file, test, sources, source })
    }

    /// Reports on the standard error.
    pub(super) fn report(&self, found: &[Diagnostic], sources: &Sources) {
        found.iter().for_each(|diagnostic| output::complain(&self.render.diagnostic(diagnostic, sources)));
    }

    /// Goes through tests. `one` gives what to print and what became of a test; what fails is reported, and `failed` may print something
    /// in its place.
    pub(super) fn each(
        &self,
        tests: &[std::path::PathBuf],
        failed: &dyn Fn(&Failed) -> Option<String>,
        one: &mut OneTest<'_>,
    ) -> Status {
        let mut status = Status::Success;
        let inputs = inputs::expand(tests);
        let progress = Progress::new(inputs.len());
        for path in inputs {
            let result = match path {
                Ok(path) => {
                    progress.begin(&files::shown(&path));
                    self.read(&path).and_then(|loaded| self.guarded(&loaded, one))
                }
                Err(Unusable { path, error }) => Err(Failed {
                    status: Status::Refused,
                    file: files::shown(&path),
                    found: vec![error],
                    sources: Sources::new(),
                }),
            };
            let (text, became) = match result {
                Ok(done) => done,
                Err(problem) => {
                    self.report(&problem.found, &problem.sources);
                    (failed(&problem).unwrap_or_default(), problem.status)
                }
            };
            status = status.max(became);
            progress.end();
            if let Err(closed) = output::write(text.as_bytes()) {
                return closed.after(status).status();
            }
        }
        status
    }

    fn guarded(&self, loaded: &Loaded, one: &mut OneTest<'_>) -> Result<(String, Status), Failed> {
        let result = panics::caught(|| format!("checking {}", loaded.file), || one(loaded));
        let (status, found) = match result {
            Ok(Ok(done)) => return Ok(done),
            Ok(Err(JavaError::Refused(found))) => (Status::Refused, found),
            Ok(Err(limit @ (JavaError::Stopped(_) | JavaError::TooMany { .. }))) => {
                (Status::Incomplete, vec![Diagnostic::new(Severity::Error, "limit", limit.to_string())])
            }
            Err(panic) => (Status::Refused, vec![panic]),
        };
        let found = found.into_iter().map(|mut diagnostic| {
            if diagnostic.labels.iter().all(|label| label.span.source != loaded.source) {
                diagnostic.message = format!("`{}`: {}", loaded.file, diagnostic.message);
            }
            diagnostic
        });
        Err(Failed { status, file: loaded.file.clone(), found: found.collect(), sources: loaded.sources.clone() })
    }
}

/// A test without a result.
pub(super) struct Failed {
    /// What the command ends with because of it.
    pub(super) status: Status,
    pub(super) file: String,
    pub(super) found: Vec<Diagnostic>,
    pub(super) sources: Sources,
}

fn model(
    args: &ModelArgs,
    search: &SearchPath,
    language: &dyn Language,
    sources: &mut Sources,
) -> Result<Model, Vec<Diagnostic>> {
    let source = search.model(&args.sem, sources).map_err(|error| vec![error])?;
    let variants = Variants::new(args.variants.iter().cloned());
    let mut includes = Includes::new(search);
    let loaded = Model::load(sources, source, None, &mut includes, language, &|name| variants.contains(name));
    let model = loaded.map_err(|found| found.into_iter().chain(includes.unreadable).collect::<Vec<_>>())?;
    variants::checked(&variants, |variant| model.cat().looks_at(variant))?;
    match model.architecture().filter(|word| *word != "Java") {
        Some(word) => {
            let message = format!("`{}` is a model for {word}, not for Java", args.sem);
            Err(vec![Diagnostic::new(Severity::Error, "architecture-mismatch", message)])
        }
        None => Ok(model),
    }
}

fn semantics(name: &str, search: &SearchPath, sources: &mut Sources) -> Result<Semantics, Vec<Diagnostic>> {
    if let Some(shipped) = Semantics::shipped(name) {
        return Ok(shipped);
    }
    if !name.contains(['/', '.']) {
        let message = format!("there are no causality requirements `{name}`");
        let error = Diagnostic::new(Severity::Error, "unknown-rules", message);
        let error = error.suggest(nearest(name, Semantics::names()));
        return Err(vec![error.help("a file is named by a path with a `/` or a name with an ending: `./mine.rules`")]);
    }
    let source = search.file(name, "file of rules", sources).map_err(|error| vec![error])?;
    Rules::parse(sources, source).map(Semantics::Causality)
}
