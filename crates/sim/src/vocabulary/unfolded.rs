//! Words in all paths of a program at once ([`execution::Unfolding`]), for who chooses paths and reads in a formula.

use cat::BaseId;
use execution::{Event, EventStructure};
use relation::{EventSet, Relation};

use super::located::Located;
use super::structure::{between_threads, set_before_choices};
use super::{Value, word};

/// What a word comes to in a structure with the events of all paths. A member means something in executions only in which all its events happen.
#[derive(Clone, Debug)]
pub enum WordValue {
    /// These events.
    Set(EventSet),
    /// These pairs.
    Relation(Relation),
    /// The events that the relation begins with, where the events that it ends with happen.
    SourcesOf(Relation),
    /// The final writes of observed cells.
    FinalWrites,
    /// Reads-from.
    ReadsFrom,
    /// Initial writes before all others of their cell, and final ones after them.
    FinalWritesOrder,
    /// Accesses to one cell; of registers, these pairs.
    SameLocation(Relation),
    /// Accesses to cells of the same index.
    SameIndex,
}

/// The name of a word that every language has; none of a tag.
pub fn word_name(at: BaseId) -> Option<&'static str> {
    word(at).ok().map(|word| word.name)
}

/// The value of a word in `structure`, whose paths are those of an unfolding.
pub fn word_value(structure: &EventStructure<'_>, at: BaseId) -> WordValue {
    let located = Located { structure, cells: None };
    match word(at) {
        Err(number) => match between_threads(structure, number) {
            Some(relation) => WordValue::Relation(relation),
            None => WordValue::Set(set_before_choices(structure, at)),
        },
        Ok(word) => match (&word.value, word.name) {
            (Value::NeverSet | Value::Set(_), _) => WordValue::Set(set_before_choices(structure, at)),
            (Value::NeverRelation, _) => WordValue::Relation(Relation::empty(structure.universe())),
            (Value::Relation(value), _) => WordValue::Relation(value(structure)),
            (Value::Sources(pairs), _) => WordValue::SourcesOf(structure.relation(|path| pairs(path))),
            (Value::ChosenSet(..), "FW") => WordValue::FinalWrites,
            (Value::Chosen(..), "rf") => WordValue::ReadsFrom,
            (Value::Chosen(..), "pco") => WordValue::FinalWritesOrder,
            (Value::Located(_), "loc") => {
                let registers = structure.select(Event::is_register);
                WordValue::SameLocation(located.same_location().restrict(&registers, &registers))
            }
            (Value::Located(_), "same-low-order-bits") => WordValue::SameIndex,
            (Value::Located(_) | Value::ChosenSet(..) | Value::Chosen(..), name) => {
                unreachable!("`{name}` depends on choices, and it is not said how")
            }
        },
    }
}
