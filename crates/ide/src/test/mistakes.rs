//! What is wrong with a test: what `lakmus run` says when it reads it.

use source::{Diagnostic, SourceId, Sources};

use crate::document::{Document, Included, ShippedOnly};

/// The mistakes of a test, and its text.
pub(crate) struct Mistakes {
    pub(crate) sources: Sources,
    pub(crate) own: SourceId,
    pub(crate) found: Vec<Diagnostic>,
}

/// What is wrong with a test.
pub(crate) fn mistakes(document: &Document<'_>) -> Mistakes {
    let mut sources = Sources::new();
    let own = sources.add(document.name, document.text);
    let found = match sim::Test::load(&sources, own, document.stem()) {
        Err(found) => found,
        Ok(test) => {
            let mut found = test.warnings().to_vec();
            found.extend(under_default_model(&test, &mut sources));
            found
        }
    };
    Mistakes { sources, own, found }
}

/// What the default model of the test's language does not know of it: variants, and what a program does beside accesses and fences.
fn under_default_model(test: &sim::Test, sources: &mut Sources) -> Option<Diagnostic> {
    if test.variants().is_empty() && test.language().constructs().is_empty() {
        return None;
    }
    let model = shipped_model(test.language().descriptor().default_model?, test, sources).ok()?;
    model
        .check_variants(test)
        .and_then(|()| model.check_constructs(test))
        .and_then(|()| model.check_hierarchy(test))
        .err()
}

/// A model that ships, for a test.
///
/// # Errors
/// When no such model ships, or it does not load under the test's variants.
pub(crate) fn shipped_model(
    name: &str,
    test: &sim::Test,
    sources: &mut Sources,
) -> Result<sim::Model, Vec<Diagnostic>> {
    let source =
        models::model(name).and_then(|entry| cat::Files::open(&mut Included::new(&ShippedOnly), entry.file, sources));
    let Some(source) = source else {
        let known = models::words().map(|(word, _)| word);
        let error = Diagnostic::new(source::Severity::Error, "unknown-model", format!("there is no model `{name}`"));
        return Err(vec![error.suggest(source::nearest(name, known).map(models::name))]);
    };
    let is_active = |name: &str| test.variants().iter().any(|on| on.eq_ignore_ascii_case(name));
    let mut files = Included::new(&ShippedOnly);
    sim::Model::load(sources, source, None, &mut files, test.language(), &is_active)
}
