//! Definitions that nothing uses, and definitions that hide others.

use source::Diagnostic;

use crate::ir::{Binding, BindingId, InstructionKind, Model, Origin, Shadowed};

/// Warnings about the names of the model's own file.
pub(super) fn check(model: &Model) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    let is_library = is_library(model);
    for (id, binding) in model.bindings.iter_enumerated() {
        if binding.span.source != model.source
            || !matches!(binding.origin, Origin::TopLevel | Origin::Inner | Origin::Choice)
        {
            continue;
        }
        let is_for_others = is_library && binding.origin == Origin::TopLevel;
        if binding.uses == 0 && !is_for_others {
            diagnostics.push(unused(model, id, binding));
        }
        diagnostics.extend(hides(model, binding));
    }
    diagnostics
}

/// Whether the file itself asks nothing, procedures left out: then its definitions are for those who include it.
fn is_library(model: &Model) -> bool {
    let mut own = model.blocks[model.main].iter().filter(|instruction| instruction.span.source == model.source);
    !own.any(|instruction| match &instruction.kind {
        InstructionKind::Check(_) | InstructionKind::Call(_) | InstructionKind::Forall { .. } => true,
        InstructionKind::LetRec { when, .. } => when.is_some(),
        _ => false,
    })
}

fn unused(model: &Model, id: BindingId, binding: &Binding) -> Diagnostic {
    let message = format!("`{}` is never used", binding.name);
    let diagnostic = Diagnostic::warning("unused-definition", binding.span, message);
    let hider = model.bindings.iter().find(|other| other.shadows == Some(Shadowed::Binding(id)));
    match hider {
        Some(hider) => diagnostic.label(hider.span, "it is defined again here"),
        None => diagnostic,
    }
}

/// A definition that hides another without mentioning it. One that hides what is not used is reported there.
fn hides(model: &Model, binding: &Binding) -> Option<Diagnostic> {
    let message = |what: &str| format!("`{}` hides {what} of that name", binding.name);
    match binding.shadows? {
        Shadowed::Binding(id) => {
            let hidden = &model.bindings[id];
            let is_own = hidden.span.source == model.source;
            let is_definition = matches!(hidden.origin, Origin::TopLevel | Origin::Inner | Origin::Choice);
            (is_own && is_definition && hidden.uses > 0).then(|| {
                Diagnostic::warning("hidden-definition", binding.span, message("an earlier definition"))
                    .label(hidden.span, "this one")
            })
        }
        Shadowed::Base(base) => {
            let kind = match model.vocabulary.get(base).kind {
                crate::BaseKind::Set => "the base set",
                crate::BaseKind::Relation => "the base relation",
            };
            let is_top = binding.origin != Origin::Inner;
            is_top.then(|| Diagnostic::warning("hidden-definition", binding.span, message(kind)))
        }
        Shadowed::Primitive(_) => {
            Some(Diagnostic::warning("hidden-definition", binding.span, message("the primitive")))
        }
    }
}
