//! Models as the user names them, and `lakmus model`.

use std::collections::HashMap;
use std::fmt::Write;

use sim::{Model, Test};
use source::{Diagnostic, SourceId, Sources};

use crate::args::{ModelArgs, ModelCommand};
use crate::files::{Includes, SearchPath};
use crate::render::Render;
use crate::request::{RunRequest, Variants};
use crate::{Status, output, panics};

/// A model under the name that the user gave it.
pub(crate) struct NamedModel {
    /// The name or path.
    pub(crate) name: String,
    source: SourceId,
    model: Model,
    /// The same model under the variants that tests ask for themselves, by these.
    by_variants: HashMap<Vec<String>, Model>,
}

impl NamedModel {
    /// # Errors
    /// When there is no such model, or there are mistakes in it.
    pub(crate) fn load(
        name: &str,
        search: &SearchPath,
        variants: &Variants,
        sources: &mut Sources,
    ) -> Result<NamedModel, Vec<Diagnostic>> {
        let source = search.model(name, sources).map_err(|error| vec![error])?;
        let model = read(source, search, variants, sources)?;
        Ok(NamedModel { name: name.to_owned(), source, model, by_variants: HashMap::new() })
    }

    /// The model under the variants that are on for `test`: those of the command line and the test's own.
    ///
    /// # Errors
    /// When the model has mistakes under the test's variants.
    pub(crate) fn for_test(
        &mut self,
        test: &Test,
        request: &RunRequest,
        sources: &mut Sources,
    ) -> Result<&Model, Vec<Diagnostic>> {
        if test.variants().is_empty() {
            return Ok(&self.model);
        }
        if !self.by_variants.contains_key(test.variants()) {
            let variants = request.variants.with(test.variants());
            let model = read(self.source, &request.search, &variants, sources)?;
            self.by_variants.insert(test.variants().to_vec(), model);
        }
        Ok(&self.by_variants[test.variants()])
    }
}

fn read(
    source: SourceId,
    search: &SearchPath,
    variants: &Variants,
    sources: &mut Sources,
) -> Result<Model, Vec<Diagnostic>> {
    let mut includes = Includes::new(search);
    let result = Model::load(sources, source, &mut includes, &|name| variants.contains(name));
    result.map_err(|mut found| {
        found.extend(includes.unreadable);
        found
    })
}

/// `lakmus model`.
pub(crate) fn run(args: ModelArgs) -> Status {
    match args.command {
        ModelCommand::List => output::print(list().as_bytes()),
        ModelCommand::Show { model, include } => show(&model, &SearchPath::new(include)),
        ModelCommand::Check { models, include, variants } => {
            check(&models, &SearchPath::new(include), &Variants::new(variants))
        }
    }
}

fn list() -> String {
    let width = models::models().iter().map(|model| model.name.len()).max().unwrap_or_default();
    let mut text = String::new();
    for model in models::models() {
        let architecture = model.architecture.unwrap_or("any");
        // Writing into a string cannot fail.
        let _ = writeln!(text, "{:width$}  {architecture:8}  {}", model.name, model.summary);
    }
    text
}

fn show(name: &str, search: &SearchPath) -> Status {
    let mut sources = Sources::new();
    match search.model(name, &mut sources) {
        Ok(source) => output::print(sources.text(source).as_bytes()),
        Err(error) => {
            output::complain(&Render::for_stderr().diagnostic(&error, &sources));
            Status::Usage
        }
    }
}

fn check(names: &[String], search: &SearchPath, variants: &Variants) -> Status {
    let render = Render::for_stderr();
    let mut status = Status::Success;
    for name in names {
        let mut sources = Sources::new();
        let checked = panics::caught(&format!("checking {name}"), || {
            NamedModel::load(name, search, variants, &mut sources).map(drop)
        });
        let Err(found) = checked.unwrap_or_else(|error| Err(vec![error])) else {
            output::complain(&format!("{name}: no mistakes found"));
            continue;
        };
        status = Status::Failure;
        found.iter().for_each(|diagnostic| output::complain(&render.diagnostic(diagnostic, &sources)));
    }
    status
}
