//! LISA with the annotations, scopes and levels that a bell file declares.

use std::sync::Arc;

use cat::{AnnotationRule, Files, Limits};
use isa::Lisa;
use isa::lisa::Annotations;
use litmus::{Hierarchy, Language, Table};
use source::{Diagnostic, Severity, SourceId, Sources};

use crate::model::undefined;
use crate::vocabulary::vocabulary;

/// The language LISA of tests that are run with the bell file in `bell`, which may include what `files` finds.
///
/// # Errors
/// What is wrong with the bell file.
pub fn lisa_with_bell(
    sources: &mut Sources,
    bell: SourceId,
    files: &mut dyn Files,
    is_active: &dyn Fn(&str) -> bool,
) -> Result<Arc<dyn Language>, Vec<Diagnostic>> {
    let words = vocabulary(&Table(Lisa::PLAIN));
    let loaded = cat::Model::load(sources, bell, None, files, &words, is_active);
    let Some(model) = loaded.model else { return Err(loaded.diagnostics) };
    let undefined = undefined(&model);
    if !undefined.is_empty() {
        return Err([loaded.diagnostics, undefined].concat());
    }
    let declared = model.declarations(&Limits::default()).map_err(|failure| vec![failure.to_diagnostic()])?;
    let annotations = Annotations::new(parts(&declared.instructions), parts(&declared.defaults));
    let annotations = annotations.map_err(|words| {
        let message = format!("the bell file declares {words} annotations; more than there can be tags");
        vec![Diagnostic::new(Severity::Error, "too-many-annotations", message)]
    })?;
    let enumerated = |name: &str| {
        let mut of_name = declared.enumerations.iter().filter(|(known, _)| known == name);
        of_name.next().map_or(&[][..], |(_, tags)| tags.as_slice())
    };
    let hierarchy = Hierarchy::new(enumerated("scopes"), enumerated("levels"));
    Ok(Arc::new(Table(Lisa::new(annotations, hierarchy))))
}

fn parts(rules: &[AnnotationRule]) -> impl Iterator<Item = (&str, &[Vec<String>])> {
    rules.iter().map(|rule| (rule.instruction.as_str(), rule.places.as_slice()))
}
