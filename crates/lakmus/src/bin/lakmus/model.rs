//! Models as the user names them, and `lakmus model`.

use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt::Write;
use std::sync::Arc;

use lakmus::record::DiagnosticRecord;
use litmus::Language;
use serde::Serialize;
use sim::{Model, Test};
use source::{Diagnostic, Severity, SourceId, Sources};

use crate::args::{ModelArgs, ModelCommand};
#[cfg(feature = "gen")]
use crate::coverage;
use crate::explain::{Explanation, Manner};
use crate::files::{Includes, SearchPath};
use crate::render::Render;
use crate::request::{ModelChoice, RunRequest};
use crate::variants::{self, Variants};
use crate::{Status, files, json, output, panics};

/// A model under the name that the user gave it, or each test's default. It is loaded for each language and each choice of
/// variants that tests need.
pub(crate) struct NamedModel {
    choice: ModelChoice,
    /// What is read before it.
    bell: Option<SourceId>,
    /// The texts of models by name: of one model, but for the default.
    texts: HashMap<String, SourceId>,
    loaded: HashMap<Setting, Arc<Model>>,
}

/// What a model's meaning depends on beside its text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Setting {
    /// The name of the tests' language.
    language: &'static str,
    /// The model: the default may be another one for a dialect.
    model: String,
    /// The tags that tests in this dialect do not have.
    absent: Vec<Cow<'static, str>>,
    variants: Variants,
}

impl NamedModel {
    /// Finds the model and reads it behind the bell file under `variants`, for one language only: what is wrong in its text
    /// shows with any. The default is found when a test asks for it, or when a bell file is to be checked.
    ///
    /// # Errors
    /// When there is no such model, or there are mistakes in it.
    pub(crate) fn load(
        choice: &ModelChoice,
        bell: Option<SourceId>,
        search: &SearchPath,
        variants: &Variants,
        sources: &mut Sources,
    ) -> Result<NamedModel, Vec<Diagnostic>> {
        let (texts, loaded) = (HashMap::new(), HashMap::new());
        let mut model = NamedModel { choice: choice.clone(), bell, texts, loaded };
        let language = match choice {
            ModelChoice::Named(name) => models::model(name).and_then(|model| isa::language(model.architecture?)),
            // What is wrong in a bell file shows with any model.
            ModelChoice::Default | ModelChoice::HerdDefault { .. } if bell.is_some() => None,
            ModelChoice::Default | ModelChoice::HerdDefault { .. } => return Ok(model),
        };
        if let Some(language) = language.or(isa::languages().first().copied()) {
            model.under(language, variants, search, sources)?;
        }
        Ok(model)
    }

    /// The name or path for messages that are about no test.
    pub(crate) fn name(&self) -> &str {
        match &self.choice {
            ModelChoice::Named(name) => name,
            ModelChoice::Default | ModelChoice::HerdDefault { .. } => "default",
        }
    }

    /// The name or path of the model for tests of `language`.
    pub(crate) fn name_for(&self, language: &dyn Language) -> &str {
        match &self.choice {
            ModelChoice::Named(name) => name,
            ModelChoice::Default => language.descriptor().default_model.unwrap_or(self.name()),
            ModelChoice::HerdDefault { from_library } => {
                let own = language.descriptor().default_model;
                // herd7 has no default for the kernel's dialect of C.
                let is_dialect = language.name() == isa::C.name() && own != isa::C.descriptor().default_model;
                match arch::herd_default(language.name()).filter(|_| !is_dialect) {
                    Some(default) if *from_library => default.file,
                    Some(default) => default.shipped,
                    None => own.unwrap_or(self.name()),
                }
            }
        }
    }

    /// The model for `test`: its language, the variants of the command line and its own.
    ///
    /// # Errors
    /// When the model has mistakes under these variants.
    pub(crate) fn for_test(
        &mut self,
        test: &Test,
        request: &RunRequest,
        sources: &mut Sources,
    ) -> Result<Arc<Model>, Vec<Diagnostic>> {
        let variants = request.variants.with(test.variants());
        self.under(test.language(), &variants, &request.search, sources)
    }

    fn is_loaded_looking_at(&self, variant: &str) -> bool {
        self.loaded.values().any(|model| model.cat().looks_at(variant))
    }

    /// Whether it looks at a variant; of defaults, whether one of them does. A default that is not there looks at nothing.
    pub(crate) fn looks_at(&mut self, variant: &str, request: &RunRequest, sources: &mut Sources) -> bool {
        if let ModelChoice::Named(_) = self.choice {
            return self.is_loaded_looking_at(variant);
        }
        let with_default = isa::languages().iter().filter(|language| language.descriptor().default_model.is_some());
        with_default.into_iter().any(|language| {
            let model = self.under(*language, &request.variants, &request.search, sources);
            model.is_ok_and(|model| model.cat().looks_at(variant))
        })
    }

    /// What is suspicious about it but no reason to refuse it.
    pub(crate) fn warnings(&self) -> impl Iterator<Item = &Diagnostic> {
        self.loaded.values().flat_map(|model| model.warnings())
    }

    fn under(
        &mut self,
        language: &dyn Language,
        variants: &Variants,
        search: &SearchPath,
        sources: &mut Sources,
    ) -> Result<Arc<Model>, Vec<Diagnostic>> {
        let absent = language.absent_tags().iter().collect();
        let model = self.name_for(language).to_owned();
        let setting = Setting { language: language.name(), model, absent, variants: variants.clone() };
        if let Some(loaded) = self.loaded.get(&setting) {
            return Ok(Arc::clone(loaded));
        }
        let source = self.text(language, search, sources)?;
        let mut includes = Includes::new(search);
        let is_active = |name: &str| variants.contains(name);
        match Model::load(sources, source, self.bell, &mut includes, language, &is_active) {
            Ok(model) => Ok(Arc::clone(self.loaded.entry(setting).or_insert(Arc::new(model)))),
            Err(found) => Err(found.into_iter().map(where_includes_are).chain(includes.unreadable).collect()),
        }
    }

    /// The text of the model for tests of `language`; read once.
    fn text(
        &mut self,
        language: &dyn Language,
        search: &SearchPath,
        sources: &mut Sources,
    ) -> Result<SourceId, Vec<Diagnostic>> {
        let is_default = !matches!(self.choice, ModelChoice::Named(_));
        if is_default && language.descriptor().default_model.is_none() {
            let message = format!("there is no default model for tests of {}", language.name());
            let error = Diagnostic::new(Severity::Error, "no-default-model", message);
            return Err(vec![error.help("name one with `--model`")]);
        }
        let name = self.name_for(language).to_owned();
        match self.texts.entry(name) {
            Entry::Occupied(text) => Ok(*text.get()),
            Entry::Vacant(place) => {
                let text = search.model(place.key(), sources).map_err(|error| vec![error])?;
                Ok(*place.insert(text))
            }
        }
    }
}

/// The cat language does not know where included files come from; we do.
fn where_includes_are(diagnostic: Diagnostic) -> Diagnostic {
    match diagnostic.code {
        "missing-include" => diagnostic.help(files::WHERE_INCLUDED),
        _ => diagnostic,
    }
}

/// `lakmus model`.
pub(crate) fn run(args: ModelArgs) -> Status {
    match args.command {
        ModelCommand::List { json } => output::print(if json { list_as_json() } else { list() }.as_bytes()),
        ModelCommand::Show { model, include, json } => show(&model, &SearchPath::new(include), json),
        #[cfg(feature = "gen")]
        ModelCommand::Coverage(args) => coverage::run(&args),
        ModelCommand::Check { models, include, variants, explain, json } => {
            let asked =
                CheckRequest { search: SearchPath::new(include), variants: Variants::new(variants), explain, json };
            asked.check(&models)
        }
    }
}

fn list() -> String {
    let width = models::models().iter().map(|model| model.name.len()).max().unwrap_or_default();
    let mut text = String::new();
    for model in models::models() {
        let architecture = model.architecture.unwrap_or("any");
        // Writing into a string cannot fail.
        let _ = write!(text, "{:width$}  {architecture:9}  {}", model.name, model.summary);
        let _ = match model.aliases {
            [] => writeln!(text),
            others => writeln!(text, " [aliases: {}]", others.join(", ")),
        };
    }
    text
}

/// A model that ships, as `model list --json` prints it.
#[derive(Serialize)]
struct ModelRecord<'a> {
    name: &'a str,
    /// None where it is for any.
    architecture: Option<&'a str>,
    summary: &'a str,
    aliases: &'a [&'a str],
}

fn list_as_json() -> String {
    let record = |model: &models::ModelEntry| {
        let (name, architecture, summary, aliases) = (model.name, model.architecture, model.summary, model.aliases);
        json::line(&ModelRecord { name, architecture, summary, aliases })
    };
    models::models().iter().map(record).collect()
}

/// The text of a model, as `model show --json` prints it.
#[derive(Serialize)]
struct TextRecord<'a> {
    model: &'a str,
    file: &'a str,
    text: &'a str,
}

fn show(name: &str, search: &SearchPath, as_json: bool) -> Status {
    let mut sources = Sources::new();
    match search.model_or_shipped(name, &mut sources) {
        Ok(source) => {
            let text = sources.text(source);
            let record = TextRecord { model: name, file: sources.name(source), text };
            output::print(if as_json { json::line(&record).into_bytes() } else { text.as_bytes().to_vec() }.as_slice())
        }
        Err(error) => {
            output::complain(&Render::for_stderr().diagnostic(&error, &sources));
            Status::Usage
        }
    }
}

/// What `model check` found in a model, as `--json` prints it.
#[derive(Serialize)]
struct CheckedRecord<'a> {
    model: &'a str,
    /// `ok`, `mistakes`, or `refused` where nothing can be run under it.
    result: &'static str,
    diagnostics: Vec<DiagnosticRecord<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<Vec<String>>,
}

/// What `model check` is asked, but for the models.
struct CheckRequest {
    search: SearchPath,
    variants: Variants,
    explain: bool,
    json: bool,
}

impl CheckRequest {
    fn check(&self, names: &[String]) -> Status {
        let mut status = Status::Success;
        for name in names {
            match self.one(name) {
                Ok(became) => status = status.max(became),
                Err(closed) => return closed.after(status).status(),
            }
        }
        status
    }

    fn one(&self, name: &str) -> Result<Status, output::Closed> {
        let render = Render::for_stderr();
        let mut sources = Sources::new();
        let (search, variants) = (&self.search, &self.variants);
        let checked = panics::caught(|| format!("checking {name}"), || mistakes(name, search, variants, &mut sources));
        let found = checked.unwrap_or_else(|error| vec![error]);
        if found.is_empty() {
            output::complain(&format!("{name}: no mistakes found"));
        }
        let status = status_of(&found);
        render.diagnostics(&found, &sources).iter().for_each(|text| output::complain(text));
        let explained = (self.explain && !found.iter().any(Diagnostic::is_error)).then(|| {
            let explained =
                panics::caught(|| format!("compiling {name}"), || explain(name, search, variants, &mut sources));
            explained.unwrap_or_else(|error| vec![Explanation::Interpreted(error)])
        });
        if !self.json {
            write(explained.unwrap_or_default(), &render, &sources).map_err(|closed| closed.after(status))?;
            return Ok(status);
        }
        let text = |explanation| match explanation {
            Explanation::Compiled(text) => text,
            Explanation::Interpreted(reason) => reason.message,
        };
        let record = CheckedRecord {
            model: name,
            result: match status {
                Status::Success => "ok",
                Status::Found => "mistakes",
                _ => "refused",
            },
            diagnostics: found.iter().map(|found| DiagnosticRecord::new(found, &sources)).collect(),
            explanation: explained.map(|all| all.into_iter().map(text).collect()),
        };
        output::write(json::line(&record).as_bytes()).map_err(|closed| closed.after(status))?;
        Ok(status)
    }
}

/// What these mistakes of a model come to.
fn status_of(found: &[Diagnostic]) -> Status {
    // Nothing can be done under such a model, whatever the tests.
    let is_refused = |error: &Diagnostic| match error.code {
        "unreadable" | "unknown-file" | "unknown-model" | "unbound-name" => true,
        code => variants::CODES.contains(&code),
    };
    // A name that no language gives a meaning is a mistake, though a run need not come to it.
    let is_mistake = |found: &&Diagnostic| found.is_error() || found.code == "unbound-name";
    let status = |mistake| if is_refused(mistake) { Status::Refused } else { Status::Found };
    found.iter().filter(is_mistake).map(status).max().unwrap_or(Status::Success)
}

fn write(explained: Vec<Explanation>, render: &Render, sources: &Sources) -> Result<(), output::Closed> {
    for explanation in explained {
        match explanation {
            Explanation::Compiled(text) => output::write(text.as_bytes())?,
            Explanation::Interpreted(reason) => output::complain(&render.diagnostic(&reason, sources)),
        }
    }
    Ok(())
}

/// How a model is run: for tests of its architecture, or for each group of languages for which that is the same.
fn explain(name: &str, search: &SearchPath, variants: &Variants, sources: &mut Sources) -> Vec<Explanation> {
    let mut model = match NamedModel::load(&ModelChoice::Named(name.to_owned()), None, search, variants, sources) {
        Ok(model) => model,
        Err(found) => return found.into_iter().map(Explanation::Interpreted).collect(),
    };
    let own = models::model(name).and_then(|model| model.architecture);
    let mut groups: Vec<(Vec<&str>, Manner)> = Vec::new();
    for language in isa::languages() {
        let Ok(model) = model.under(*language, variants, search, sources) else { continue };
        if own.is_some_and(|own| own != language.name()) || model.check_language(*language).is_err() {
            continue;
        }
        let found = Manner::of(&model);
        match groups.iter_mut().find(|(_, known)| *known == found) {
            Some((languages, _)) => languages.push(language.name()),
            None => groups.push((vec![language.name()], found)),
        }
    }
    let is_one = groups.len() == 1;
    let told = |(languages, manner): (Vec<&str>, Manner)| match is_one {
        true => manner.explain(name),
        false => manner.explain(&format!("{name} for {}", languages.join(", "))),
    };
    groups.into_iter().flat_map(told).collect()
}

/// What can be said against a model without running it, whichever of the languages that it is for its tests are written in.
fn mistakes(name: &str, search: &SearchPath, variants: &Variants, sources: &mut Sources) -> Vec<Diagnostic> {
    let mut model = match NamedModel::load(&ModelChoice::Named(name.to_owned()), None, search, variants, sources) {
        Ok(model) => model,
        Err(found) => return found,
    };
    let about_variants = match variants::checked(variants, |variant| model.is_loaded_looking_at(variant)) {
        Ok(warnings) => warnings,
        Err(found) => return found,
    };
    let common = sim::common_mistakes(&mut |language| match model.under(language, variants, search, sources) {
        Ok(model) if model.check_language(language).is_err() => None,
        Ok(model) => Some([model.warnings(), &model.cat().check()].concat()),
        Err(found) => Some(found),
    });
    [about_variants, common].concat()
}
