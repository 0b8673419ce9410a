//! A model with what its names mean, under whichever variants.

use std::collections::HashMap;

use cat::{Meaning, Model, NameDefinition, NameUse, Names, Vocabulary};
use source::{SourceId, Sources, Span};

use crate::document::{Document, Included, Texts};

/// So many variants are looked at one by one: each costs as much as to read the model.
const VARIANTS: usize = 6;

/// A model, read as far as it can be.
pub(crate) struct ModelView {
    /// Its text and those that it includes.
    pub(crate) sources: Sources,
    /// Its own text.
    pub(crate) own: SourceId,
    /// What its names mean, in all branches of variants that were looked at.
    pub(crate) names: Names,
    /// The words that it may use.
    pub(crate) vocabulary: Vocabulary,
    /// What each `include` of its own text stands for, by the place of the file's name.
    pub(crate) includes: HashMap<Span, SourceId>,
}

/// A name at a place, and what it means.
pub(crate) struct Named {
    /// Where it stands.
    pub(crate) span: Span,
    /// What it means; a definition means itself.
    pub(crate) meaning: Meaning,
}

impl ModelView {
    /// Reads a model and what it includes.
    pub(crate) fn new(document: &Document<'_>, texts: &dyn Texts) -> ModelView {
        let mut sources = Sources::new();
        let own = sources.add(document.name, document.text);
        let (architecture, variants, files) = {
            let parsed = cat::parse(&sources, own);
            let variants: Vec<String> = parsed.variants.iter().map(|name| name.to_lowercase()).collect();
            let architecture = parsed.file.header.architecture.map(|name| name.text.to_owned());
            (architecture, variants, super::syntax::includes(&parsed.file))
        };
        let language = architecture.and_then(|word| isa::language(&word)).map(litmus::Language::name);
        let vocabulary = vocabulary(language);
        let mut included = Included::new(texts);
        let mut names = Names::default();
        for active in settings(variants) {
            let is_active = |variant: &str| active.iter().any(|on| on.eq_ignore_ascii_case(variant));
            let loaded = Model::load_what_is_right(&mut sources, own, None, &mut included, &vocabulary, &is_active);
            if let Some(model) = loaded.model {
                merge(&mut names, model.names());
            }
        }
        let mut includes = HashMap::new();
        for (span, name) in files {
            let found = cat::Files::open_from(&mut included, &name, own, &mut sources);
            includes.extend(found.map(|source| (span, source)));
        }
        ModelView { sources, own, names, vocabulary, includes }
    }

    /// The name at a byte of the model's own text, the place behind its last letter included.
    pub(crate) fn named(&self, at: usize) -> Option<Named> {
        let is_there = |span: Span| span.source == self.own && (span.start as usize..=span.end as usize).contains(&at);
        // Of two names without a blank between them the second one is meant.
        let used = self.names.uses.iter().rev().find(|used| is_there(used.span));
        if let Some(NameUse { span, meaning }) = used {
            return Some(Named { span: *span, meaning: meaning.clone() });
        }
        let number = self.names.definitions.iter().position(|definition| is_there(definition.span))?;
        Some(Named { span: self.names.definitions[number].span, meaning: Meaning::Defined(vec![number]) })
    }

    /// The file that an `include` at a byte of the own text names.
    pub(crate) fn included(&self, at: usize) -> Option<(Span, SourceId)> {
        let found = self.includes.iter().find(|(span, _)| (span.start as usize..=span.end as usize).contains(&at));
        found.map(|(span, source)| (*span, *source))
    }

    /// The texts that names are defined in, the own one among them.
    pub(crate) fn texts(&self) -> Vec<SourceId> {
        let defining = self.names.definitions.iter().map(|definition| definition.span.source);
        let mut texts: Vec<SourceId> = defining.chain([self.own]).chain(self.includes.values().copied()).collect();
        texts.sort_unstable();
        texts.dedup();
        texts
    }

    /// A definition by its number.
    pub(crate) fn definition(&self, number: usize) -> Option<&NameDefinition> {
        self.names.definitions.get(number)
    }
}

/// The words that models for a language may use; those of all languages where it is not known.
pub(crate) fn vocabulary(language: Option<&str>) -> Vocabulary {
    if let Some(language) = language.and_then(isa::language) {
        return sim::vocabulary(language);
    }
    let mut all = Vocabulary::new();
    for language in isa::languages() {
        for (_, word) in sim::vocabulary(*language).iter() {
            if all.find(&word.name).is_none() {
                match word.kind {
                    cat::BaseKind::Set => all.set(word.name.clone(), word.phase),
                    cat::BaseKind::Relation => all.relation(word.name.clone(), word.phase),
                };
            }
        }
    }
    all
}

/// Choices of variants under which a model is read, so that each branch is in one of them, as long as there are few: none, each alone, all.
fn settings(mut variants: Vec<String>) -> Vec<Vec<String>> {
    variants.sort();
    variants.dedup();
    let mut settings = vec![Vec::new()];
    settings.extend(variants.iter().take(VARIANTS).map(|variant| vec![variant.clone()]));
    if variants.len() > 1 {
        settings.push(variants);
    }
    settings
}

/// Adds what is known of a model under other variants.
fn merge(all: &mut Names, more: Names) {
    let mut known: HashMap<Span, usize> =
        all.definitions.iter().enumerate().map(|(number, definition)| (definition.span, number)).collect();
    let mut numbers = Vec::with_capacity(more.definitions.len());
    for definition in more.definitions {
        let number = *known.entry(definition.span).or_insert(all.definitions.len());
        numbers.push(number);
        match all.definitions.get_mut(number) {
            Some(before) => {
                before.described = before.described.or(definition.described);
                before.result = before.result.or(definition.result);
            }
            None => all.definitions.push(definition),
        }
    }
    let mut places: HashMap<Span, usize> =
        all.uses.iter().enumerate().map(|(number, used)| (used.span, number)).collect();
    for NameUse { span, meaning } in more.uses {
        let meaning = match meaning {
            Meaning::Defined(defined) => Meaning::Defined(defined.into_iter().map(|number| numbers[number]).collect()),
            other => other,
        };
        match places.get(&span) {
            None => {
                places.insert(span, all.uses.len());
                all.uses.push(NameUse { span, meaning });
            }
            Some(&number) => join(&mut all.uses[number].meaning, meaning),
        }
    }
    all.uses.sort_by_key(|used| (used.span.source, used.span.start));
}

/// What a name means under some variants and under others.
fn join(one: &mut Meaning, other: Meaning) {
    match (&mut *one, other) {
        (Meaning::Defined(all), Meaning::Defined(more)) => {
            for number in more {
                if !all.contains(&number) {
                    all.push(number);
                }
            }
        }
        (Meaning::Unbound(_), other) => *one = other,
        (Meaning::Base(_) | Meaning::Primitive(_), other @ Meaning::Defined(_)) => *one = other,
        (Meaning::Defined(_) | Meaning::Base(_) | Meaning::Primitive(_) | Meaning::Tag(_), _) => {}
    }
}
