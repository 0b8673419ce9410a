//! Words that are chosen, and candidates as models see them.

use std::cell::RefCell;

use cat::{Base, BaseId, Unsupported};
use execution::{Candidate, EventStructure, FinalWrites};
use relation::{EventId, EventSet, Relation};
use rustc_hash::FxHashMap;

use super::located::{Accessed, Located};
use super::structure::{ordered_by_fences, relation_before_choices, set_before_choices};
use super::{Value, Word, final_writes_order, reads_from, word};

/// A candidate execution as a model sees it.
pub(crate) struct View<'c> {
    pub(crate) candidate: &'c Candidate<'c, 'c>,
    pub(crate) finals: &'c FinalWrites,
    pub(crate) words: &'c StructureWords,
}

/// What the interpreter, which sees candidate after candidate, has asked for that depends on the event structure alone. One for each event
/// structure.
#[derive(Default)]
pub struct StructureWords {
    sets: RefCell<FxHashMap<BaseId, EventSet>>,
    relations: RefCell<FxHashMap<BaseId, Relation>>,
}

impl StructureWords {
    fn set(&self, structure: &EventStructure<'_>, at: BaseId) -> EventSet {
        self.sets.borrow_mut().entry(at).or_insert_with(|| set_before_choices(structure, at)).clone()
    }

    fn relation(&self, structure: &EventStructure<'_>, at: BaseId) -> Relation {
        let compute = || relation_before_choices(&Located { structure, cells: None }, at);
        self.relations.borrow_mut().entry(at).or_insert_with(compute).clone()
    }
}

impl View<'_> {
    fn located(&self) -> Located<'_> {
        Located { structure: self.candidate.structure, cells: Some(&self.candidate.cells) }
    }

    /// The final writes.
    pub(super) fn final_writes(&self) -> EventSet {
        let mut set = EventSet::empty(self.candidate.structure.universe());
        self.finals.by_cell.iter().for_each(|&(_, last)| _ = set.insert(last));
        set
    }

    /// What is known of coherence before it is chosen: initial writes come first, final writes last.
    pub(crate) fn pco(&self) -> Relation {
        let mut pco = Relation::empty(self.candidate.structure.universe());
        self.pco_pairs(&mut |a, b| _ = pco.insert(a, b));
        pco
    }

    fn pco_pairs(&self, visit: &mut dyn FnMut(EventId, EventId)) {
        let Candidate { structure, cells, .. } = self.candidate;
        // A write whose cell is not known is at no location.
        let located = || {
            let writes = structure.events.iter_enumerated().filter(|(_, event)| event.is_write());
            writes.filter_map(|(write, event)| Some((write, event, cells[write]?)))
        };
        for (write, event, cell) in located() {
            if event.thread.is_some() {
                visit(structure.initial_write(structure.cell_index(cell)), write);
            }
        }
        for &(observed, last) in &self.finals.by_cell {
            let others =
                located().filter(|&(write, event, cell)| cell == observed && write != last && event.thread.is_some());
            others.for_each(|(write, ..)| visit(write, last));
        }
    }
}

impl Base for View<'_> {
    fn universe(&self) -> usize {
        self.candidate.structure.universe()
    }

    fn set(&self, at: BaseId) -> EventSet {
        match word(at) {
            Ok(Word { value: Value::ChosenSet(_, value, _), .. }) => value(self),
            _ => self.words.set(self.candidate.structure, at),
        }
    }

    fn relation(&self, at: BaseId) -> Relation {
        match word(at) {
            Ok(Word { value: Value::Located(value), .. }) => value(&self.located()),
            Ok(Word { value: Value::Chosen(_, value, _), .. }) => value(self),
            _ => self.words.relation(self.candidate.structure, at),
        }
    }

    fn classes_by_location(&self, events: &EventSet) -> Result<Vec<EventSet>, Unsupported> {
        let located = self.located();
        let mut classes: Vec<(Accessed, EventSet)> = Vec::new();
        for event in events.iter() {
            let Some(location) = located.location(event) else { continue };
            match classes.iter_mut().find(|(known, _)| *known == location) {
                Some((_, class)) => _ = class.insert(event),
                None => classes.push((location, EventSet::singleton(self.universe(), event))),
            }
        }
        Ok(classes.into_iter().map(|(_, class)| class).collect())
    }

    fn events_at(&self, location: &str) -> Result<EventSet, Unsupported> {
        let locations = &self.candidate.structure.program.locations;
        let is_there =
            |event: EventId| self.candidate.cells[event].is_some_and(|cell| locations[cell.location].name == location);
        Ok(EventSet::from_fn(self.universe(), is_there))
    }

    fn ordered_by_fences(&self, fences: &EventSet) -> Result<Relation, Unsupported> {
        Ok(ordered_by_fences(self.candidate.structure, fences))
    }

    fn different_values(&self, pairs: &Relation) -> Result<Relation, Unsupported> {
        let differ = |&(a, b): &(EventId, EventId)| cat::Choices::have_different_values(self, a, b);
        Ok(Relation::from_pairs(self.universe(), pairs.iter().filter(differ)))
    }
}

impl cat::Choices for View<'_> {
    fn final_writes(&self) -> Option<usize> {
        self.finals.number()
    }

    fn members(&self, word: BaseId, visit: &mut dyn FnMut(EventId)) {
        Base::set(self, word).iter().for_each(visit);
    }

    fn pairs(&self, word: BaseId, visit: &mut dyn FnMut(EventId, EventId)) {
        if word == reads_from() {
            for (read, write) in self.candidate.reads_from.iter_enumerated() {
                if let Some(write) = *write {
                    visit(write, read);
                }
            }
            return;
        }
        if word == final_writes_order() {
            return self.pco_pairs(visit);
        }
        Base::relation(self, word).iter().for_each(|(source, target)| visit(source, target));
    }

    fn location(&self, event: EventId) -> Option<u32> {
        self.located().location_number(event)
    }

    fn have_different_values(&self, a: EventId, b: EventId) -> bool {
        let values = &self.candidate.values;
        values[a].is_none() || values[a] != values[b]
    }
}
