//! Composition of several relations, identities on sets kept as sets.

use std::rc::Rc;

use relation::{EventSet, Relation};

use super::classes::ClassRelation;
use super::value::{Mixed, Value};

/// What the operands of a sequence make so far.
#[derive(Debug)]
pub(super) enum Prefix {
    /// Every event of a set with itself.
    Identity(Rc<EventSet>),
    Relation(Rc<Relation>),
    Classes(Rc<ClassRelation>),
}

impl Prefix {
    /// Composition.
    pub(super) fn then(self, next: &Prefix) -> Result<Prefix, Mixed> {
        Ok(match (&self, next) {
            (Prefix::Identity(a), Prefix::Identity(b)) => Prefix::Identity(Rc::new(a.intersection(b))),
            (Prefix::Identity(a), Prefix::Relation(b)) => {
                Prefix::Relation(Rc::new(b.restrict(a, &EventSet::full(a.universe()))))
            }
            (Prefix::Relation(a), Prefix::Identity(b)) => {
                Prefix::Relation(Rc::new(a.restrict(&EventSet::full(b.universe()), b)))
            }
            (Prefix::Relation(a), Prefix::Relation(b)) => Prefix::Relation(Rc::new(a.sequence(b))),
            (Prefix::Classes(a), Prefix::Classes(b)) => Prefix::Classes(Rc::new(a.sequence(b))),
            _ => return Err(Mixed(self.kind(), next.kind())),
        })
    }

    pub(super) fn is_empty(&self) -> bool {
        match self {
            Prefix::Identity(set) => set.is_empty(),
            Prefix::Relation(relation) => relation.is_empty(),
            Prefix::Classes(relation) => relation.is_empty(),
        }
    }

    pub(super) fn into_value(self) -> Value {
        match self {
            Prefix::Identity(set) => Value::relation(Relation::identity_on(&set)),
            Prefix::Relation(relation) => Value::Relation(relation),
            Prefix::Classes(relation) => Value::Classes(relation),
        }
    }

    fn kind(&self) -> &'static str {
        match self {
            Prefix::Identity(_) | Prefix::Relation(_) => "a relation",
            Prefix::Classes(_) => "a relation over classes",
        }
    }
}
