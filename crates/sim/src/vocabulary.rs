//! What a cat model can see of a candidate execution: the one place that declares it.
//!
//! A word is a name, the choice on which its value depends last, and how to compute it. Beside the words that every language
//! has there is one set for each tag of the language ([`litmus::Language::tags`]). Names and meaning are herd's
//! (herdtools7, `machModelChecker`); words that speak of what Lakmus does not model yet (faults, translation tables,
//! speculation) are empty, so that models that mention them run.

use std::cell::OnceCell;

use cat::{Base, BaseId, Phase, Unsupported, Vocabulary};
use execution::{Action, Candidate, Cell, Event, FinalWrites};
use litmus::Language;
use program::{RegisterId, ThreadId};
use relation::{EventId, EventSet, Index, Relation};

/// A candidate execution as a model sees it.
pub(crate) struct View<'c> {
    pub(crate) candidate: &'c Candidate<'c, 'c>,
    pub(crate) finals: &'c FinalWrites,
    pub(crate) words: &'c StructureWords,
}

/// The values of those words that depend on the event structure alone, computed when they are first asked for. One for each
/// event structure.
pub(crate) struct StructureWords {
    sets: Vec<OnceCell<EventSet>>,
    relations: Vec<OnceCell<Relation>>,
}

impl StructureWords {
    /// For a structure of `language`; nothing is computed yet.
    pub(crate) fn new(language: &dyn Language) -> StructureWords {
        let words = WORDS.len() + language.tags().len();
        StructureWords { sets: vec![OnceCell::new(); words], relations: vec![OnceCell::new(); WORDS.len()] }
    }
}

/// What `loc` compares.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Accessed {
    Cell(Cell),
    Register(Option<ThreadId>, RegisterId),
}

/// How the value of a word is computed.
enum Value {
    Set(fn(&View<'_>) -> EventSet),
    Relation(fn(&View<'_>) -> Relation),
}

struct Word {
    name: &'static str,
    phase: Phase,
    value: Value,
}

const fn set(name: &'static str, phase: Phase, value: fn(&View<'_>) -> EventSet) -> Word {
    Word { name, phase, value: Value::Set(value) }
}

const fn relation(name: &'static str, phase: Phase, value: fn(&View<'_>) -> Relation) -> Word {
    Word { name, phase, value: Value::Relation(value) }
}

/// The words that every language has.
const WORDS: &[Word] = &[
    // Memory accesses. All of them are explicit: there are no hardware updates of page tables.
    set("M", Phase::Structure, |view| view.select(Event::is_memory)),
    set("R", Phase::Structure, |view| view.select(Event::is_read)),
    set("W", Phase::Structure, |view| view.select(Event::is_write)),
    set("IW", Phase::Structure, |view| view.select(|event| matches!(event.action, Action::InitialWrite { .. }))),
    set("FW", Phase::FinalWrites, |view| view.finals.set.clone()),
    set("Exp", Phase::Structure, |view| view.select(Event::is_memory)),
    set("NExp", Phase::Structure, |view| view.nothing()),
    // Other events.
    set("F", Phase::Structure, |view| view.select(|event| event.action == Action::Fence)),
    set("B", Phase::Structure, |view| view.select(|event| matches!(event.action, Action::Branch | Action::Predicate))),
    set("BCC", Phase::Structure, |view| view.select(|event| event.action == Action::Branch)),
    set("PRED", Phase::Structure, |view| view.select(|event| event.action == Action::Predicate)),
    set("Rreg", Phase::Structure, |view| view.select(|event| matches!(event.action, Action::RegisterRead { .. }))),
    set("Wreg", Phase::Structure, |view| view.select(|event| matches!(event.action, Action::RegisterWrite { .. }))),
    set("ADDR", Phase::Structure, |view| view.candidate.structure.relation(|path| &path.address_ports).domain()),
    set("DATA", Phase::Structure, |view| view.candidate.structure.relation(|path| &path.data_ports).domain()),
    // What is not modelled.
    set("SPEC", Phase::Structure, |view| view.nothing()),
    set("EXEC", Phase::Structure, |view| view.select(Event::is_memory)),
    set("SPURIOUS", Phase::Structure, |view| view.nothing()),
    set("CutOff", Phase::Structure, |view| view.nothing()),
    set("no-loc", Phase::Structure, |view| view.nothing()),
    set("T", Phase::Structure, |view| view.nothing()),
    set("TLBI", Phase::Structure, |view| view.nothing()),
    set("TLBIIS", Phase::Structure, |view| view.nothing()),
    set("TLBInXS", Phase::Structure, |view| view.nothing()),
    set("GCS", Phase::Structure, |view| view.nothing()),
    set("FAULT", Phase::Structure, |view| view.nothing()),
    set("FAULT-RD", Phase::Structure, |view| view.nothing()),
    set("FAULT-WR", Phase::Structure, |view| view.nothing()),
    set("EXC-ENTRY", Phase::Structure, |view| view.nothing()),
    set("EXC-RET", Phase::Structure, |view| view.nothing()),
    // Relations between all events.
    relation("id", Phase::Structure, |view| Relation::identity(view.universe())),
    relation("loc", Phase::ReadsFrom, |view| view.loc()),
    relation("int", Phase::Structure, |view| view.pairs(|a, b| a.thread.is_some() && a.thread == b.thread)),
    relation("ext", Phase::Structure, |view| view.pairs(|a, b| a.thread != b.thread)),
    relation("po", Phase::Structure, |view| view.candidate.structure.po()),
    relation("partial_po", Phase::Structure, |view| view.candidate.structure.po()),
    relation("same-instance", Phase::Structure, |view| view.same_instance()),
    relation("same-low-order-bits", Phase::ReadsFrom, |view| view.same_index()),
    relation("sm", Phase::Structure, |view| view.single_copy()),
    relation("si", Phase::Structure, |view| view.single_copy()),
    // Dependencies and intra-instruction causality.
    relation("addr", Phase::Structure, |view| view.candidate.structure.relation(|path| &path.addr)),
    relation("data", Phase::Structure, |view| view.candidate.structure.relation(|path| &path.data)),
    relation("ctrl", Phase::Structure, |view| view.candidate.structure.relation(|path| &path.ctrl)),
    relation("iico_data", Phase::Structure, |view| view.candidate.structure.relation(|path| &path.iico_data)),
    relation("iico_ctrl", Phase::Structure, |view| view.candidate.structure.relation(|path| &path.iico_control)),
    relation("iico_order", Phase::Structure, |view| view.candidate.structure.relation(|path| &path.iico_order)),
    relation("rf-reg", Phase::Structure, |view| view.candidate.structure.relation(|path| &path.rf_register)),
    relation("control", Phase::Structure, |view| Relation::empty(view.universe())),
    relation("tst", Phase::Structure, |view| Relation::empty(view.universe())),
    relation("success", Phase::Structure, |view| Relation::empty(view.universe())),
    // Communication.
    relation("rf", Phase::ReadsFrom, |view| view.candidate.rf()),
    relation("pco", Phase::FinalWrites, |view| view.pco()),
];

/// The words that models of `language` can use.
pub(crate) fn vocabulary(language: &dyn Language) -> Vocabulary {
    let mut vocabulary = Vocabulary::new();
    for word in WORDS {
        match word.value {
            Value::Set(_) => vocabulary.set(word.name, word.phase),
            Value::Relation(_) => vocabulary.relation(word.name, word.phase),
        };
    }
    for tag in language.tags() {
        vocabulary.set(tag, Phase::Structure);
    }
    vocabulary
}

impl View<'_> {
    fn select(&self, keep: impl Fn(&Event) -> bool) -> EventSet {
        self.candidate.structure.select(keep)
    }

    fn nothing(&self) -> EventSet {
        EventSet::empty(self.universe())
    }

    fn event(&self, event: EventId) -> &Event {
        &self.candidate.structure.events[event]
    }

    fn pairs(&self, related: impl Fn(&Event, &Event) -> bool) -> Relation {
        let events = || self.candidate.structure.events.ids();
        let pairs = events().flat_map(|a| events().map(move |b| (a, b)));
        Relation::from_pairs(self.universe(), pairs.filter(|&(a, b)| related(self.event(a), self.event(b))))
    }

    fn same_instance(&self) -> Relation {
        self.pairs(Event::same_instance)
    }

    /// Events of one single-copy atomic access; most accesses are one event.
    fn single_copy(&self) -> Relation {
        let one_event = Relation::identity_on(&self.select(Event::is_memory));
        one_event.union(&self.candidate.structure.relation(|path| &path.single_copy))
    }

    /// Same memory cell, or same register of one thread.
    fn loc(&self) -> Relation {
        Relation::same(self.universe(), |event| self.location(event))
    }

    /// What an event accesses: a cell, or a register of a thread.
    fn location(&self, event: EventId) -> Option<Accessed> {
        let description = self.event(event);
        match description.action {
            Action::RegisterRead { register, .. } | Action::RegisterWrite { register, .. } => {
                Some(Accessed::Register(description.thread, register))
            }
            _ => self.candidate.cells[event].map(Accessed::Cell),
        }
    }

    /// Accesses to cells of the same index, whatever their locations: those whose addresses have the same low-order bits.
    fn same_index(&self) -> Relation {
        Relation::same(self.universe(), |event| self.candidate.cells[event].map(|cell| cell.index))
    }

    /// What is known of coherence before it is chosen: initial writes come first, final writes last.
    fn pco(&self) -> Relation {
        let mut pco = Relation::empty(self.universe());
        let writes = self.select(Event::is_write);
        for (a, b) in self.loc().restrict(&writes, &writes).iter() {
            let first = self.event(a).thread.is_none() || self.finals.set.contains(b);
            if a != b && first {
                pco.insert(a, b);
            }
        }
        pco
    }

    fn tagged(&self, tag: usize) -> EventSet {
        self.select(|event| event.tags.contains(tag as u32))
    }
}

impl Base for View<'_> {
    fn universe(&self) -> usize {
        self.candidate.structure.universe()
    }

    fn set(&self, name: BaseId) -> EventSet {
        let at = name.index();
        match WORDS.get(at) {
            Some(Word { phase: Phase::Structure, value: Value::Set(value), .. }) => {
                self.words.sets[at].get_or_init(|| value(self)).clone()
            }
            Some(Word { value: Value::Set(value), .. }) => value(self),
            Some(word) => unreachable!("`{}` is declared as a relation", word.name),
            None => self.words.sets[at].get_or_init(|| self.tagged(at - WORDS.len())).clone(),
        }
    }

    fn relation(&self, name: BaseId) -> Relation {
        let at = name.index();
        match &WORDS[at] {
            Word { phase: Phase::Structure, value: Value::Relation(value), .. } => {
                self.words.relations[at].get_or_init(|| value(self)).clone()
            }
            Word { value: Value::Relation(value), .. } => value(self),
            word => unreachable!("`{}` is declared as a set", word.name),
        }
    }

    fn classes_by_location(&self, events: &EventSet) -> Result<Vec<EventSet>, Unsupported> {
        let mut classes: Vec<(Accessed, EventSet)> = Vec::new();
        for event in events.iter() {
            let Some(location) = self.location(event) else { continue };
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
        let fences = fences.intersection(&self.select(|event| event.action == Action::Fence));
        let po = self.candidate.structure.po();
        let all = EventSet::full(self.universe());
        Ok(po.restrict(&all, &fences).sequence(&po))
    }

    fn different_values(&self, pairs: &Relation) -> Result<Relation, Unsupported> {
        let values = &self.candidate.values;
        let differ = |&(a, b): &(EventId, EventId)| values[a].is_none() || values[a] != values[b];
        Ok(Relation::from_pairs(self.universe(), pairs.iter().filter(differ)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_is_declared_twice() {
        for (index, word) in WORDS.iter().enumerate() {
            assert!(WORDS[..index].iter().all(|other| other.name != word.name), "`{}` twice", word.name);
        }
    }
}
