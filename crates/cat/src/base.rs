//! One candidate execution as a model sees it.

use relation::{EventSet, Relation};

use crate::BaseId;

/// A primitive that a candidate cannot answer.
///
/// `try ... with` catches it, like every error of evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{primitive}` is not supported for this kind of test")]
pub struct Unsupported {
    /// The primitive, as cat calls it.
    pub primitive: &'static str,
}

/// The values of the base names in one candidate execution, asked for when a model reaches them and at most once each.
///
/// The ids are those of the [`Vocabulary`](crate::Vocabulary) that the model was loaded with. All sets and relations are over
/// [`Base::universe`] events. The methods beyond `set` and `relation` serve primitives that need to know what an event is;
/// where a candidate has no such thing the default says so.
pub trait Base {
    /// How many events the candidate has; cat's `_` is all of them.
    fn universe(&self) -> usize;

    /// The value of a base name that is declared as a set.
    fn set(&self, name: BaseId) -> EventSet;

    /// The value of a base name that is declared as a relation.
    fn relation(&self, name: BaseId) -> Relation;

    /// `classes-loc(events)`: the events of the set that have a location, those of one location together.
    fn classes_by_location(&self, _events: &EventSet) -> Result<Vec<EventSet>, Unsupported> {
        Err(Unsupported { primitive: "classes-loc" })
    }

    /// `loc2events('x)`: the events that access the global location `x`.
    fn events_at(&self, _location: &str) -> Result<EventSet, Unsupported> {
        Err(Unsupported { primitive: "loc2events" })
    }

    /// `fromto(fences)`: the pairs of events that a fence of the set orders, namely those that it is between in program order,
    /// or, for fences that name what they order (LISA's), those.
    fn ordered_by_fences(&self, _fences: &EventSet) -> Result<Relation, Unsupported> {
        Err(Unsupported { primitive: "fromto" })
    }

    /// `different-values(r)`: the pairs whose events do not have one and the same value.
    fn different_values(&self, _pairs: &Relation) -> Result<Relation, Unsupported> {
        Err(Unsupported { primitive: "different-values" })
    }

    /// `same-oa(r)`: the pairs of accesses to page-table entries with the same output address.
    fn same_output_address(&self, _pairs: &Relation) -> Result<Relation, Unsupported> {
        Err(Unsupported { primitive: "same-oa" })
    }

    /// `at-least-one-writable(r)`: the pairs of accesses to page-table entries one of which, at least, makes its page writable.
    fn at_least_one_writable(&self, _pairs: &Relation) -> Result<Relation, Unsupported> {
        Err(Unsupported { primitive: "at-least-one-writable" })
    }
}
