//! The words a model can use without defining them: the base sets and relations of a candidate execution.
//!
//! Which words there are depends on the architecture and on the variants, and is declared in one place by the crate that builds
//! candidates. A word has an id here; what it stands for in one candidate is asked of a [`Base`](crate::Base).

use std::borrow::Cow;
use std::collections::hash_map::Entry;

use relation::{IdVec, newtype_index};
use rustc_hash::FxHashMap;

newtype_index! {
    /// A word of a [`Vocabulary`].
    pub struct BaseId("base");
}

/// What a base name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BaseKind {
    /// A set of events.
    Set,
    /// A binary relation over events.
    Relation,
}

/// From which choice on the value of a base name is known, in the order in which a candidate is built.
///
/// A value of one phase is the same for all candidates that agree on the choices up to this phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// The event structure alone: `po`, `W`, `int`, and `loc` where all addresses are known.
    Structure,
    /// Where each read reads from: `rf`, and what follows from values.
    ReadsFrom,
    /// Which write of each observed location is the last: `FW`.
    FinalWrites,
}

/// One word of a vocabulary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BaseName {
    /// As models write it.
    pub name: Cow<'static, str>,
    /// Set or relation.
    pub kind: BaseKind,
    /// When its value is known.
    pub phase: Phase,
    /// Whether it is empty in every candidate: a word that models use and that nothing here corresponds to.
    pub is_always_empty: bool,
}

/// The base names that a model can see. Names are unique.
#[derive(Clone, Debug, Default)]
pub struct Vocabulary {
    names: IdVec<BaseId, BaseName>,
    by_name: FxHashMap<Cow<'static, str>, BaseId>,
}

impl Vocabulary {
    /// No words.
    pub fn new() -> Vocabulary {
        Vocabulary::default()
    }

    /// No words, with room for `words`.
    pub fn with_capacity(words: usize) -> Vocabulary {
        Vocabulary {
            names: Vec::with_capacity(words).into(),
            by_name: FxHashMap::with_capacity_and_hasher(words, Default::default()),
        }
    }

    /// Declares a set of events. A name that is declared already keeps its id and takes the new kind and phase.
    pub fn set(&mut self, name: impl Into<Cow<'static, str>>, phase: Phase) -> BaseId {
        self.declare(name.into(), BaseKind::Set, phase)
    }

    /// Declares a relation over events, as [`Vocabulary::set`] does a set.
    pub fn relation(&mut self, name: impl Into<Cow<'static, str>>, phase: Phase) -> BaseId {
        self.declare(name.into(), BaseKind::Relation, phase)
    }

    /// Says of a word that it is empty in every candidate.
    pub fn mark_always_empty(&mut self, word: BaseId) {
        self.names[word].is_always_empty = true;
    }

    fn declare(&mut self, name: Cow<'static, str>, kind: BaseKind, phase: Phase) -> BaseId {
        let word = BaseName { name: name.clone(), kind, phase, is_always_empty: false };
        match self.by_name.entry(name) {
            Entry::Occupied(known) => {
                self.names[*known.get()] = word;
                *known.get()
            }
            Entry::Vacant(place) => *place.insert(self.names.push(word)),
        }
    }

    /// The word called `name`.
    pub fn find(&self, name: &str) -> Option<BaseId> {
        self.by_name.get(name).copied()
    }

    /// The word behind an id of this vocabulary.
    pub fn get(&self, id: BaseId) -> &BaseName {
        &self.names[id]
    }

    /// All words with their ids, in the order of declaration.
    pub fn iter(&self) -> impl Iterator<Item = (BaseId, &BaseName)> {
        self.names.iter_enumerated()
    }

    /// How many words there are; ids count from 0 to it.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_declaration_keeps_the_id() {
        let mut vocabulary = Vocabulary::new();
        let first = vocabulary.set("X", Phase::Structure);
        let po = vocabulary.relation("po", Phase::Structure);
        assert_eq!(vocabulary.relation("X", Phase::ReadsFrom), first);
        assert_eq!(vocabulary.get(first).kind, BaseKind::Relation);
        assert_eq!(vocabulary.find("po"), Some(po));
        assert_eq!(vocabulary.len(), 2);
    }
}
