//! Models that many tests are run under: each loaded once for each language and each choice of variants.
//!
//! ```
//! use lakmus::{Session, cache::ModelCache, sim::{Options, Simulation}};
//!
//! # fn main() -> Result<(), lakmus::Error> {
//! let model = ModelCache::shipped("x86tso");
//! for (name, text) in [("SB.litmus", include_str!("../examples/SB.litmus"))] {
//!     let mut session = Session::new();
//!     let test = session.test(name, text)?;
//!     let loaded = model.for_test(&test)?;
//!     let report = Simulation::new(&test, loaded.model(), &Options::default())?.run()?;
//!     println!("{name}: {} states", report.states.len());
//! #   assert_eq!(report.states.len(), 4);
//! }
//! # Ok(())
//! # }
//! ```

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use ::sim::{Model, Test};
use ::source::{Diagnostic, Severity, SourceId, Sources};

use crate::variants::{self, Variants};
use crate::{Error, Shipped};

/// A file that a model includes: its name for messages, and its text.
pub type Included = (String, String);

/// What `include` means beside what ships: the file of this name, for the file of that name.
pub type Includes = Box<dyn Fn(&str, &str) -> Option<Included> + Send + Sync>;

/// A model, loaded for what tests need.
pub struct ModelCache {
    choice: Choice,
    variants: Variants,
    loaded: Mutex<HashMap<Setting, Arc<LoadedModel>>>,
}

enum Choice {
    /// That of each test's language.
    Default,
    Shipped(String),
    Cat {
        file: String,
        text: String,
        includes: Includes,
    },
}

/// What a model's meaning depends on beside its text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Setting {
    /// The name of the tests' language.
    language: &'static str,
    /// The name of the model: the default may be another one for a dialect.
    model: String,
    /// The tags that tests in this dialect do not have.
    absent: Vec<Cow<'static, str>>,
    variants: Variants,
}

/// A model for tests of one language.
#[derive(Debug)]
pub struct LoadedModel {
    name: String,
    model: Model,
    sources: Sources,
    /// What stands for the text of a test.
    place: SourceId,
}

impl ModelCache {
    /// The model that ships under this name, or that has it as an alias (`tso` of `x86tso`).
    pub fn shipped(name: &str) -> ModelCache {
        ModelCache::of(Choice::Shipped(::models::name(name).to_owned()))
    }

    /// For each test the model that `lakmus run` takes where none is named.
    pub fn default_models() -> ModelCache {
        ModelCache::of(Choice::Default)
    }

    /// A model in cat. `file` is what messages call its text; `includes` finds the files that it includes and that do not ship.
    pub fn cat(file: &str, text: &str, includes: Includes) -> ModelCache {
        ModelCache::of(Choice::Cat { file: file.to_owned(), text: text.to_owned(), includes })
    }

    fn of(choice: Choice) -> ModelCache {
        ModelCache { choice, variants: Variants::default(), loaded: Mutex::default() }
    }

    /// With these variants on, beside those that a test asks for.
    #[must_use]
    pub fn with_variants(self, names: impl IntoIterator<Item = String>) -> ModelCache {
        ModelCache { variants: Variants::new(names), loaded: Mutex::default(), ..self }
    }

    /// Its name, or its file; `default` where tests choose.
    pub fn name(&self) -> &str {
        match &self.choice {
            Choice::Default => "default",
            Choice::Shipped(name) => name,
            Choice::Cat { file, .. } => file,
        }
    }

    /// The model for a test: its language, the variants of the cache and its own.
    ///
    /// # Errors
    /// When there is no such model, or it has mistakes under these variants.
    pub fn for_test(&self, test: &Test) -> Result<Arc<LoadedModel>, Error> {
        let name = match &self.choice {
            Choice::Default => test.default_model().ok_or_else(|| no_default(test))?,
            _ => self.name(),
        };
        let setting = Setting {
            language: test.architecture(),
            model: name.to_owned(),
            absent: test.language().absent_tags().iter().collect(),
            variants: self.variants.with(test.variants()),
        };
        let mut loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = loaded.get(&setting) {
            return Ok(Arc::clone(known));
        }
        let model = Arc::new(self.load(&setting, test)?);
        Ok(Arc::clone(loaded.entry(setting).or_insert(model)))
    }

    fn load(&self, setting: &Setting, test: &Test) -> Result<LoadedModel, Error> {
        let mut sources = Sources::new();
        // A test's text is number 0 where it was read, so that a diagnostic can point into both.
        let place = sources.add("", "");
        let is_active = |name: &str| setting.variants.contains(name);
        let (language, name) = (test.language(), &setting.model);
        let loaded = match &self.choice {
            Choice::Default | Choice::Shipped(_) => match ::models::model(name) {
                Some(model) => {
                    let text = ::models::file(model.file).unwrap_or_default();
                    let source = sources.add(format!("<lakmus>/{}", model.file), text);
                    Model::load(&mut sources, source, None, &mut Shipped, language, &is_active)
                }
                None => return Err(Error::refused(vec![crate::unknown_model(name)], &sources)),
            },
            Choice::Cat { file, text, includes } => {
                let source = sources.add(file.as_str(), text.as_str());
                Model::load(&mut sources, source, None, &mut Among { file, includes }, language, &is_active)
            }
        };
        let model = loaded.map_err(|found| Error::refused(found, &sources))?;
        // The test's own variants are its language's business.
        variants::checked(&self.variants, |variant| model.cat().looks_at(variant))
            .map_err(|found| Error::refused(found, &sources))?;
        Ok(LoadedModel { name: name.clone(), model, sources, place })
    }
}

impl fmt::Debug for ModelCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ModelCache")
            .field("name", &self.name())
            .field("variants", &self.variants)
            .finish_non_exhaustive()
    }
}

impl LoadedModel {
    /// Its name, or its file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The model.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The texts of the model with that of a test, which is the first of those that it was read with.
    ///
    /// # Panics
    /// When there is none.
    pub fn sources_with(&self, of_test: &Sources) -> Sources {
        let mut sources = self.sources.clone();
        sources.replace(self.place, of_test);
        sources
    }
}

/// Files that a model includes, beside what ships.
struct Among<'a> {
    file: &'a str,
    includes: &'a Includes,
}

impl Among<'_> {
    fn find(&self, name: &str, including: &str, sources: &mut Sources) -> Option<SourceId> {
        match (self.includes)(name, including) {
            Some((file, text)) => Some(sources.add(file, text)),
            None => ::cat::Files::open(&mut Shipped, name, sources),
        }
    }
}

impl ::cat::Files for Among<'_> {
    fn open(&mut self, name: &str, sources: &mut Sources) -> Option<SourceId> {
        let file = self.file.to_owned();
        self.find(name, &file, sources)
    }

    fn open_from(&mut self, name: &str, including: SourceId, sources: &mut Sources) -> Option<SourceId> {
        let including = sources.name(including).to_owned();
        // What a shipped file includes ships.
        match including.starts_with("<lakmus>/") {
            true => ::cat::Files::open(&mut Shipped, name, sources),
            false => self.find(name, &including, sources),
        }
    }
}

fn no_default(test: &Test) -> Error {
    let message = format!("there is no default model for tests of {}", test.architecture());
    Error::refused(vec![Diagnostic::new(Severity::Error, "no-default-model", message)], &Sources::new())
}
