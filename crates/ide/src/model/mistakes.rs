//! What is wrong with a model: what `lakmus model check` says.

use litmus::Language;
use source::{Diagnostic, SourceId, Sources};

use crate::document::{Document, Included, Texts};

/// The mistakes of a model, and the texts that they point into.
pub(crate) struct Mistakes<'t> {
    pub(crate) sources: Sources,
    pub(crate) own: SourceId,
    pub(crate) included: Included<'t>,
    pub(crate) found: Vec<Diagnostic>,
}

/// What is wrong with a model, whichever of the languages that it is for its tests are written in. No variant is on.
pub(crate) fn mistakes<'t>(document: &Document<'_>, texts: &'t dyn Texts) -> Mistakes<'t> {
    let mut sources = Sources::new();
    let own = sources.add(document.name, document.text);
    let mut included = Included::new(texts);
    let found = found(&mut sources, own, &mut included);
    Mistakes { sources, own, included, found }
}

fn found(sources: &mut Sources, own: SourceId, included: &mut Included<'_>) -> Vec<Diagnostic> {
    let mut load = |language: &dyn Language| sim::Model::load(sources, own, None, included, language, &|_| false);
    // What is wrong with the text shows with any language.
    let Some(any) = isa::languages().first() else { return Vec::new() };
    let own_language = match load(*any) {
        Ok(model) => model.architecture().map(str::to_owned),
        Err(found) => return found,
    };
    sim::common_mistakes(&mut |language| {
        if own_language.as_deref().is_some_and(|own| own != language.name()) {
            return None;
        }
        Some(match load(language) {
            Ok(model) => [model.warnings(), &model.cat().check()].concat(),
            Err(found) => found,
        })
    })
}
