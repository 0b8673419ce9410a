//! Loading: all phases from text to a model that runs.

use source::{Diagnostic, SourceId, Sources};
use typed_arena::Arena;

use crate::ir::{ExprKind, Model};
use crate::load::{self, Files};
use crate::primitive::Primitive;
use crate::resolve::resolve;
use crate::{CheckId, CheckSite, Vocabulary};

/// A loaded model and what there is to say about its text.
#[derive(Debug)]
pub struct Loaded {
    /// The model; `None` when there is an error among the diagnostics.
    pub model: Option<Model>,
    /// What is wrong with the model, the bell file or what they include.
    pub diagnostics: Vec<Diagnostic>,
}

impl Model {
    /// Reads a model: the standard library, the bell file if there is one, and the model itself, as if each included the next.
    ///
    /// `vocabulary` is what candidates will offer; a name that is neither there nor defined is an error only for a run that reaches it.
    /// `is_active` says which variants are active.
    pub fn load(
        sources: &mut Sources,
        model: SourceId,
        bell: Option<SourceId>,
        files: &mut dyn Files,
        vocabulary: &Vocabulary,
        is_active: &dyn Fn(&str) -> bool,
    ) -> Loaded {
        let Loaded { model, diagnostics } =
            Model::load_what_is_right(sources, model, bell, files, vocabulary, is_active);
        let is_right = !diagnostics.iter().any(Diagnostic::is_error);
        Loaded { model: model.filter(|_| is_right), diagnostics }
    }

    /// As [`Model::load`], but where there are errors the model is what could be read without them: to be looked at, since instructions may be
    /// missing, and never to be run.
    pub fn load_what_is_right(
        sources: &mut Sources,
        model: SourceId,
        bell: Option<SourceId>,
        files: &mut dyn Files,
        vocabulary: &Vocabulary,
        is_active: &dyn Fn(&str) -> bool,
    ) -> Loaded {
        let texts = Arena::new();
        let (program, mut diagnostics) = load::load(sources, &texts, model, bell, files, is_active);
        let is_right = !diagnostics.iter().any(Diagnostic::is_error);
        match resolve(&program, vocabulary, is_active) {
            Ok(model) => {
                if is_right {
                    diagnostics.extend(model.suspicious_recursion());
                }
                Loaded { model: Some(model), diagnostics }
            }
            Err(diagnostic) => {
                diagnostics.extend(is_right.then_some(*diagnostic));
                Loaded { model: None, diagnostics }
            }
        }
    }

    /// The first word of the model's header, an architecture or just a name.
    pub fn architecture(&self) -> Option<&str> {
        self.header.architecture.as_deref()
    }

    /// What the model is called.
    pub fn title(&self) -> Option<&str> {
        self.header.title.as_deref()
    }

    /// Whether the model computes dependencies itself (`catdep`), so that candidates have to show it register events.
    pub fn computes_dependencies(&self) -> bool {
        self.header.computes_dependencies
    }

    /// Whether the text of the model mentions this word of its vocabulary, included files taken together with it.
    pub fn mentions(&self, word: &str) -> bool {
        let Some(word) = self.vocabulary.find(word) else { return false };
        self.exprs.iter().any(|expr| matches!(expr.kind, ExprKind::Base(base) if base == word))
    }

    /// Whether the model may ask for this relation: by its name, or by that of a tag (`tag2scope`).
    pub fn may_ask_for(&self, relation: &str) -> bool {
        let by_tag =
            |kind: &ExprKind| matches!(kind, ExprKind::Primitive(Primitive::TagToScope | Primitive::TagToLevel));
        self.mentions(relation) || self.exprs.iter().any(|expr| by_tag(&expr.kind))
    }

    /// Whether a condition in the text of the model, or in what it includes, asks for this variant; letter case counts for nothing.
    pub fn looks_at(&self, variant: &str) -> bool {
        self.variants.contains(&variant.to_lowercase())
    }

    /// The vocabulary that the model was loaded with.
    pub fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// The checks, in the order of the text.
    pub fn checks(&self) -> impl Iterator<Item = (CheckId, &CheckSite)> {
        self.checks.iter_enumerated()
    }

    /// One check.
    pub fn check_site(&self, id: CheckId) -> &CheckSite {
        &self.checks[id]
    }
}
