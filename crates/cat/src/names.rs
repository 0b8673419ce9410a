//! What the names in the texts of a model mean, place by place: for editors.
//!
//! The resolver has decided it; here it is read off the resolved model. Branches of variants that are not active are not resolved, and what stands in
//! them has no meaning here.

use relation::IdVec;
use rustc_hash::FxHashMap;
use source::Span;

use crate::BaseId;
use crate::check::Described;
use crate::ir::{BindingId, Clause, ExprKind, InstructionKind, Model, Origin, TagId, Target};

/// A function that cat has and cannot define.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Primitive {
    /// Its name.
    pub name: &'static str,
    /// What it gives, in words.
    pub meaning: &'static str,
}

/// All functions that cat has and cannot define.
pub fn primitives() -> impl Iterator<Item = Primitive> {
    crate::primitive::Primitive::ALL.iter().map(|&primitive| shown(primitive))
}

fn shown(primitive: crate::primitive::Primitive) -> Primitive {
    Primitive { name: primitive.name(), meaning: primitive.meaning() }
}

/// A place that gives a name a meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NameDefinition {
    /// The name.
    pub name: String,
    /// Where it stands.
    pub span: Span,
    /// What its values are, such as \"a relation\", as messages name it; none where that is not known.
    pub described: Option<&'static str>,
    /// Of a function: what it gives.
    pub result: Option<&'static str>,
    /// Whether it is a parameter, or bound by a pattern or a loop.
    pub is_parameter: bool,
    /// Whether it is visible outside expressions and blocks.
    pub is_top_level: bool,
}

/// What a name means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// What the definitions with these numbers in [`Names::definitions`] define: several where it depends on a `match` which of them counts.
    Defined(Vec<usize>),
    /// A word of the vocabulary.
    Base(BaseId),
    /// A function that cat has.
    Primitive(Primitive),
    /// A tag of an enumeration, without its quote.
    Tag(String),
    /// Nothing here. The nearest name that means something may be given.
    Unbound(Option<String>),
}

/// A name where it is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameUse {
    /// Where it stands; of a tag, with its quote.
    pub span: Span,
    /// What it means.
    pub meaning: Meaning,
}

/// All names of a model, included files taken together with it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// Where names are defined, each place once.
    pub definitions: Vec<NameDefinition>,
    /// Where they are used, each place once.
    pub uses: Vec<NameUse>,
}

impl Model {
    /// What the names in its texts mean.
    pub fn names(&self) -> Names {
        let described = crate::check::described(self);
        let mut definitions: Vec<NameDefinition> = Vec::new();
        let mut by_place: FxHashMap<Span, usize> = FxHashMap::default();
        // A file that is included twice defines its names twice, at one place.
        let mut place_of: IdVec<BindingId, Option<usize>> = IdVec::new();
        for (id, binding) in self.bindings.iter_enumerated() {
            if binding.origin == Origin::Join {
                place_of.push(None);
                continue;
            }
            let Described { kind, result } = described[id];
            let known = *by_place.entry(binding.span).or_insert_with(|| {
                definitions.push(NameDefinition {
                    name: binding.name.clone(),
                    span: binding.span,
                    described: None,
                    result: None,
                    is_parameter: binding.origin == Origin::Pattern,
                    is_top_level: matches!(binding.origin, Origin::TopLevel | Origin::Choice),
                });
                definitions.len() - 1
            });
            let definition = &mut definitions[known];
            definition.described = definition.described.or(kind);
            definition.result = definition.result.or(result);
            place_of.push(Some(known));
        }
        let uses = self.uses(&place_of);
        Names { definitions, uses }
    }

    /// Where names are used; `place_of` numbers the definitions.
    fn uses(&self, place_of: &IdVec<BindingId, Option<usize>>) -> Vec<NameUse> {
        let joined = self.joined();
        let mut uses: Vec<NameUse> = Vec::new();
        let mut add = |span: Span, meaning: Meaning| uses.push(NameUse { span, meaning });
        for expr in &self.exprs {
            match &expr.kind {
                ExprKind::Local { binding, .. } if self.bindings[*binding].name.len() == length(expr.span) => {
                    let mut places = Vec::new();
                    behind(*binding, &joined, place_of, &mut places);
                    add(expr.span, Meaning::Defined(places));
                }
                ExprKind::Base(base) if self.vocabulary.get(*base).name.len() == length(expr.span) => {
                    add(expr.span, Meaning::Base(*base));
                }
                ExprKind::Primitive(primitive) if primitive.name().len() == length(expr.span) => {
                    add(expr.span, Meaning::Primitive(shown(*primitive)));
                }
                ExprKind::Tag(_, tag) => add(expr.span, self.tag_meaning(*tag)),
                ExprKind::Unbound(unbound) if unbound.name.len() == length(expr.span) => {
                    add(expr.span, Meaning::Unbound(unbound.suggestion.clone()));
                }
                ExprKind::MatchTag { clauses, .. } => self.tags_of(clauses, &mut add),
                _ => {}
            }
        }
        for instruction in self.blocks.iter().flatten() {
            if let InstructionKind::Match { clauses, .. } = &instruction.kind {
                self.tags_of(clauses, &mut add);
            }
        }
        uses.sort_by_key(|one| (one.span.source, one.span.start));
        uses.dedup_by_key(|one| one.span);
        uses
    }

    fn tag_meaning(&self, tag: TagId) -> Meaning {
        Meaning::Tag(self.tags[tag].name.clone())
    }

    fn tags_of<T>(&self, clauses: &[Clause<T>], add: &mut impl FnMut(Span, Meaning)) {
        for clause in clauses {
            add(clause.span, clause.tag.map_or(Meaning::Unbound(None), |tag| self.tag_meaning(tag)));
        }
    }

    /// For what means different things after the clauses of a `match`: what it may mean.
    fn joined(&self) -> FxHashMap<BindingId, Vec<BindingId>> {
        let mut joined: FxHashMap<BindingId, Vec<BindingId>> = FxHashMap::default();
        let definitions = self.blocks.iter().flatten().filter_map(|instruction| match &instruction.kind {
            InstructionKind::Let(definitions) => Some(definitions),
            _ => None,
        });
        for definition in definitions.flatten() {
            let Target::One(Some(place)) = definition.target else { continue };
            if self.bindings[place.binding].origin != Origin::Join {
                continue;
            }
            if let ExprKind::Local { binding, .. } = self.exprs[definition.value].kind {
                joined.entry(place.binding).or_default().push(binding);
            }
        }
        joined
    }
}

fn length(span: Span) -> usize {
    (span.end - span.start) as usize
}

/// Adds the numbers of the definitions that a binding stands for.
fn behind(
    binding: BindingId,
    joined: &FxHashMap<BindingId, Vec<BindingId>>,
    place_of: &IdVec<BindingId, Option<usize>>,
    places: &mut Vec<usize>,
) {
    if let Some(place) = place_of[binding] {
        if !places.contains(&place) {
            places.push(place);
        }
        return;
    }
    // What a `match` joins was bound before it: this comes to an end.
    for &inner in joined.get(&binding).into_iter().flatten() {
        behind(inner, joined, place_of, places);
    }
}
