//! What a cat model can see of a candidate execution: the one place that declares it.
//!
//! A word is a name, the choice on which its value depends last, and how to compute it. Beside the words that every language
//! has there is one set for each tag of the language ([`litmus::Language::tags`]). Names and meaning are herd's
//! (herdtools7, `machModelChecker`); words that speak of what Lakmus does not model yet (faults, translation tables,
//! speculation) are empty, so that models that mention them run.
//!
//! A candidate is shown in two ways: whole, to the interpreter ([`View`]), and in the phases in which it comes about, to the compiled
//! evaluator ([`StructureView`], then [`View`]). For words of later phases the former tells all that can ever be in them.

use std::borrow::Cow;
use std::cell::OnceCell;

use cat::{Base, BaseId, Phase, Unsupported, Vocabulary};
use execution::{Action, Candidate, Cell, Event, EventStructure, FinalWrites};
use litmus::Language;
use program::{IdVec, RegisterId, ThreadId};
use relation::{EventId, EventSet, Index, Relation};

/// A candidate execution as a model sees it.
pub(crate) struct View<'c> {
    pub(crate) candidate: &'c Candidate<'c, 'c>,
    pub(crate) finals: &'c FinalWrites,
    pub(crate) words: &'c StructureWords,
}

/// An event structure as a model sees it, before anything is chosen.
pub(crate) struct StructureView<'c> {
    pub(crate) structure: &'c EventStructure<'c>,
    /// What each event accesses, if all addresses are known.
    pub(crate) cells: Option<&'c IdVec<EventId, Option<Cell>>>,
    pub(crate) words: &'c StructureWords,
}

/// The values of those words that depend on the event structure alone, computed when they are first asked for. One for each
/// event structure.
pub(crate) struct StructureWords {
    sets: Vec<OnceCell<EventSet>>,
    relations: Vec<OnceCell<Relation>>,
    /// For each tag of the language the events that carry it.
    tagged: OnceCell<Vec<EventSet>>,
    tags: usize,
}

impl StructureWords {
    /// For a structure of `language`; nothing is computed yet.
    pub(crate) fn new(language: &dyn Language) -> StructureWords {
        StructureWords {
            sets: vec![OnceCell::new(); WORDS.len()],
            relations: vec![OnceCell::new(); WORDS.len()],
            tagged: OnceCell::new(),
            tags: language.tags().len(),
        }
    }
}

/// What an event accesses.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Accessed {
    Cell(Cell),
    Register(Option<ThreadId>, RegisterId),
    /// Some cell.
    NotYetKnown,
}

/// How the value of a word is computed.
enum Value {
    /// Empty in all candidates.
    NeverSet,
    NeverRelation,
    /// Known with the event structure.
    Set(fn(&EventStructure<'_>) -> EventSet),
    Relation(fn(&EventStructure<'_>) -> Relation),
    /// Known as soon as all addresses are.
    Located(fn(&Located<'_>) -> Relation),
    /// Chosen: the value, and all that can be in it.
    ChosenSet(Phase, fn(&View<'_>) -> EventSet, fn(&EventStructure<'_>) -> EventSet),
    Chosen(Phase, fn(&View<'_>) -> Relation, fn(&Located<'_>) -> Relation),
}

struct Word {
    name: &'static str,
    value: Value,
}

impl Word {
    fn phase(&self) -> Phase {
        match self.value {
            Value::NeverSet | Value::NeverRelation | Value::Set(_) | Value::Relation(_) => Phase::Structure,
            Value::Located(_) => Phase::ReadsFrom,
            Value::ChosenSet(phase, ..) | Value::Chosen(phase, ..) => phase,
        }
    }
}

const fn never_set(name: &'static str) -> Word {
    Word { name, value: Value::NeverSet }
}

const fn never_relation(name: &'static str) -> Word {
    Word { name, value: Value::NeverRelation }
}

const fn set(name: &'static str, value: fn(&EventStructure<'_>) -> EventSet) -> Word {
    Word { name, value: Value::Set(value) }
}

const fn relation(name: &'static str, value: fn(&EventStructure<'_>) -> Relation) -> Word {
    Word { name, value: Value::Relation(value) }
}

const fn located(name: &'static str, value: fn(&Located<'_>) -> Relation) -> Word {
    Word { name, value: Value::Located(value) }
}

const fn chosen_set(
    name: &'static str,
    phase: Phase,
    value: fn(&View<'_>) -> EventSet,
    bound: fn(&EventStructure<'_>) -> EventSet,
) -> Word {
    Word { name, value: Value::ChosenSet(phase, value, bound) }
}

const fn chosen(
    name: &'static str,
    phase: Phase,
    value: fn(&View<'_>) -> Relation,
    bound: fn(&Located<'_>) -> Relation,
) -> Word {
    Word { name, value: Value::Chosen(phase, value, bound) }
}

/// The words that every language has.
const WORDS: &[Word] = &[
    // Memory accesses. All of them are explicit: there are no hardware updates of page tables.
    set("M", |structure| structure.select(Event::is_memory)),
    set("R", |structure| structure.select(Event::is_read)),
    set("W", |structure| structure.select(Event::is_write)),
    set("IW", |structure| structure.select(|event| matches!(event.action, Action::InitialWrite { .. }))),
    chosen_set("FW", Phase::FinalWrites, |view| view.finals.set.clone(), |structure| structure.select(Event::is_write)),
    set("Exp", |structure| structure.select(Event::is_memory)),
    never_set("NExp"),
    // Other events.
    set("F", |structure| structure.select(|event| event.action == Action::Fence)),
    set("B", |structure| structure.select(|event| matches!(event.action, Action::Branch | Action::Predicate))),
    set("BCC", |structure| structure.select(|event| event.action == Action::Branch)),
    set("PRED", |structure| structure.select(|event| event.action == Action::Predicate)),
    set("Rreg", |structure| structure.select(|event| matches!(event.action, Action::RegisterRead { .. }))),
    set("Wreg", |structure| structure.select(|event| matches!(event.action, Action::RegisterWrite { .. }))),
    set("ADDR", |structure| structure.relation(|path| &path.address_ports).domain()),
    set("DATA", |structure| structure.relation(|path| &path.data_ports).domain()),
    // What is not modelled.
    never_set("SPEC"),
    set("EXEC", |structure| structure.select(Event::is_memory)),
    never_set("SPURIOUS"),
    never_set("CutOff"),
    never_set("no-loc"),
    never_set("T"),
    never_set("TLBI"),
    never_set("TLBIIS"),
    never_set("TLBInXS"),
    never_set("GCS"),
    never_set("FAULT"),
    never_set("FAULT-RD"),
    never_set("FAULT-WR"),
    never_set("EXC-ENTRY"),
    never_set("EXC-RET"),
    // Relations between all events.
    relation("id", |structure| Relation::identity(structure.universe())),
    located("loc", |located| located.same_location()),
    relation("int", |structure| by_thread(structure, false)),
    relation("ext", |structure| by_thread(structure, true)),
    relation("po", |structure| structure.po()),
    relation("partial_po", |structure| structure.po()),
    relation("same-instance", same_instance),
    located("same-low-order-bits", |located| located.same_index()),
    relation("sm", single_copy),
    relation("si", single_copy),
    // Dependencies and intra-instruction causality.
    relation("addr", |structure| structure.relation(|path| &path.addr)),
    relation("data", |structure| structure.relation(|path| &path.data)),
    relation("ctrl", |structure| structure.relation(|path| &path.ctrl)),
    relation("iico_data", |structure| structure.relation(|path| &path.iico_data)),
    relation("iico_ctrl", |structure| structure.relation(|path| &path.iico_control)),
    relation("iico_order", |structure| structure.relation(|path| &path.iico_order)),
    relation("rf-reg", |structure| structure.relation(|path| &path.rf_register)),
    never_relation("control"),
    never_relation("tst"),
    never_relation("success"),
    // Communication; `reads_from` and `final_writes_order` know that these are the last.
    chosen("rf", Phase::ReadsFrom, |view| view.candidate.rf(), |located| located.readable()),
    chosen("pco", Phase::FinalWrites, |view| view.pco(), |located| located.overwritable()),
];

/// The words that models of `language` can use.
pub(crate) fn vocabulary(language: &dyn Language) -> Vocabulary {
    let (tags, absent) = (language.tags(), language.absent_tags());
    let mut vocabulary = Vocabulary::with_capacity(WORDS.len() + tags.len() + absent.len());
    for word in WORDS {
        match word.value {
            Value::Set(_) | Value::ChosenSet(..) => _ = vocabulary.set(word.name, word.phase()),
            Value::Relation(_) | Value::Located(_) | Value::Chosen(..) => {
                vocabulary.relation(word.name, word.phase());
            }
            Value::NeverSet => {
                let word = vocabulary.set(word.name, Phase::Structure);
                vocabulary.is_always_empty(word);
            }
            Value::NeverRelation => {
                let word = vocabulary.relation(word.name, Phase::Structure);
                vocabulary.is_always_empty(word);
            }
        }
    }
    for &tag in tags {
        vocabulary.set(tag, Phase::Structure);
    }
    for &tag in absent {
        let word = vocabulary.set(tag, Phase::Structure);
        vocabulary.is_always_empty(word);
    }
    vocabulary
}

/// When the value of a word is known, in a structure all of whose addresses are known or not.
pub(crate) fn phase(word: BaseId, addresses_are_known: bool) -> Phase {
    match WORDS.get(word.index()) {
        Some(Word { value: Value::Located(_), .. }) if addresses_are_known => Phase::Structure,
        Some(word) => word.phase(),
        None => Phase::Structure,
    }
}

/// The word for reads-from.
pub(crate) fn reads_from() -> BaseId {
    BaseId::new(const { WORDS.len() - 2 })
}

/// The word for what is known of coherence with the final writes.
fn final_writes_order() -> BaseId {
    BaseId::new(const { WORDS.len() - 1 })
}

/// The pairs of events of one thread, or of different threads. Initial writes are of none, and external to all but each other.
fn by_thread(structure: &EventStructure<'_>, external: bool) -> Relation {
    let universe = structure.universe();
    let mut initial = EventSet::empty(universe);
    let mut threads: IdVec<ThreadId, EventSet> = IdVec::from_elem(initial.clone(), structure.paths.len());
    for (id, event) in structure.events.iter_enumerated() {
        let own = event.thread.map_or(&mut initial, |thread| &mut threads[thread]);
        own.insert(id);
    }
    if external {
        threads.iter_mut().chain([&mut initial]).for_each(|own| *own = own.complement());
    } else {
        initial = EventSet::empty(universe);
    }
    Relation::from_images(universe, |event| structure.events[event].thread.map_or(&initial, |thread| &threads[thread]))
}

/// The events of one execution of one instruction are neighbours.
fn same_instance(structure: &EventStructure<'_>) -> Relation {
    let universe = structure.universe();
    let mut together = Relation::empty(universe);
    let mut first = 0;
    while first < universe {
        let start = EventId::new(first);
        let after = (first..universe).map(EventId::new).take_while(|&other| structure.same_instance(start, other));
        let mut instance = EventSet::empty(universe);
        after.for_each(|event| _ = instance.insert(event));
        instance.iter().for_each(|event| together.set_targets(event, &instance));
        // An initial write is of no instance.
        first += instance.len().max(1);
    }
    together
}

/// Events of one single-copy atomic access; most accesses are one event.
fn single_copy(structure: &EventStructure<'_>) -> Relation {
    let one_event = Relation::identity_on(&structure.select(Event::is_memory));
    one_event.union(&structure.relation(|path| &path.single_copy))
}

/// Events with what is known of the cells that they access.
struct Located<'c> {
    structure: &'c EventStructure<'c>,
    /// `None` when not all addresses are known.
    cells: Option<&'c IdVec<EventId, Option<Cell>>>,
}

impl Located<'_> {
    /// What an event accesses: a cell, or a register of a thread.
    fn location(&self, event: EventId) -> Option<Accessed> {
        let description = &self.structure.events[event];
        match (description.action, self.cells) {
            (Action::RegisterRead { register, .. } | Action::RegisterWrite { register, .. }, _) => {
                Some(Accessed::Register(description.thread, register))
            }
            (_, Some(cells)) => cells[event].map(Accessed::Cell),
            (Action::Fence | Action::Branch | Action::Predicate, None) => None,
            (_, None) => Some(Accessed::NotYetKnown),
        }
    }

    /// Same memory cell, or same register of one thread.
    fn same_location(&self) -> Relation {
        Relation::same(self.structure.universe(), |event| Some(self.number_of(self.location(event)?)))
    }

    /// Accesses to cells of the same index, whatever their locations: those whose addresses have the same low-order bits.
    fn same_index(&self) -> Relation {
        Relation::same(self.structure.universe(), |event| match self.location(event)? {
            Accessed::Cell(cell) => Some(Some(cell.index)),
            Accessed::NotYetKnown => Some(None),
            Accessed::Register(..) => None,
        })
    }

    /// A number for what an event accesses.
    fn location_number(&self, event: EventId) -> Option<u32> {
        self.location(event)
            .filter(|accessed| *accessed != Accessed::NotYetKnown)
            .map(|accessed| self.number_of(accessed))
    }

    fn number_of(&self, accessed: Accessed) -> u32 {
        match accessed {
            Accessed::Cell(cell) => self.structure.cell_index(cell) as u32,
            // Above all cells.
            Accessed::Register(thread, register) => {
                let thread = thread.map_or(0, |thread| thread.number() + 1);
                (1 << 31) | (thread << 20) | register.number()
            }
            Accessed::NotYetKnown => u32::MAX,
        }
    }

    /// All pairs of a write and a read that may read from it.
    fn readable(&self) -> Relation {
        let structure = self.structure;
        let reads = structure.select(Event::is_read);
        let reads: Vec<(EventId, Option<Accessed>)> = reads.iter().map(|read| (read, self.location(read))).collect();
        let mut readable = Relation::empty(structure.universe());
        for write in structure.select(Event::is_write).iter() {
            let location = self.location(write);
            for &(read, accessed) in &reads {
                if accessed == location && !structure.same_instance(write, read) {
                    readable.insert(write, read);
                }
            }
        }
        readable
    }

    /// All pairs of writes.
    fn overwritable(&self) -> Relation {
        let writes = self.structure.select(Event::is_write);
        Relation::product(&writes, &writes)
    }
}

impl View<'_> {
    fn located(&self) -> Located<'_> {
        Located { structure: self.candidate.structure, cells: Some(&self.candidate.cells) }
    }

    /// What is known of coherence before it is chosen: initial writes come first, final writes last.
    fn pco(&self) -> Relation {
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

/// For each of so many tags the events that carry it.
fn tagged(structure: &EventStructure<'_>, tags: usize) -> Vec<EventSet> {
    let mut tagged = vec![EventSet::empty(structure.universe()); tags];
    for (id, event) in structure.events.iter_enumerated() {
        event.tags.iter().for_each(|tag| _ = tagged[tag as usize].insert(id));
    }
    tagged
}

/// The value of a word that is known with the event structure, computed once.
fn structure_set(words: &StructureWords, structure: &EventStructure<'_>, at: usize) -> Option<EventSet> {
    let value = match WORDS.get(at) {
        Some(Word { value: Value::Set(value), .. }) => words.sets[at].get_or_init(|| value(structure)),
        Some(Word { value: Value::NeverSet, .. }) => return Some(EventSet::empty(structure.universe())),
        Some(_) => return None,
        None => match words.tagged.get_or_init(|| tagged(structure, words.tags)).get(at - WORDS.len()) {
            Some(tagged) => tagged,
            // A tag that no event carries.
            None => return Some(EventSet::empty(structure.universe())),
        },
    };
    Some(value.clone())
}

/// The same for relations.
fn structure_relation<'w>(
    words: &'w StructureWords,
    structure: &EventStructure<'_>,
    at: usize,
) -> Option<Cow<'w, Relation>> {
    match &WORDS[at].value {
        Value::Relation(value) => Some(Cow::Borrowed(words.relations[at].get_or_init(|| value(structure)))),
        Value::NeverRelation => Some(Cow::Owned(Relation::empty(structure.universe()))),
        _ => None,
    }
}

fn ordered_by_fences(structure: &EventStructure<'_>, fences: &EventSet) -> Relation {
    let fences = fences.intersection(&structure.select(|event| event.action == Action::Fence));
    let po = structure.po();
    let all = EventSet::full(structure.universe());
    po.restrict(&all, &fences).sequence(&po)
}

impl Base for View<'_> {
    fn universe(&self) -> usize {
        self.candidate.structure.universe()
    }

    fn set(&self, name: BaseId) -> EventSet {
        let at = name.index();
        if let Some(set) = structure_set(self.words, self.candidate.structure, at) {
            return set;
        }
        match &WORDS[at].value {
            Value::ChosenSet(_, value, _) => value(self),
            _ => unreachable!("`{}` is declared as a relation", WORDS[at].name),
        }
    }

    fn relation(&self, name: BaseId) -> Relation {
        let at = name.index();
        if let Some(relation) = structure_relation(self.words, self.candidate.structure, at) {
            return relation.into_owned();
        }
        match &WORDS[at].value {
            Value::Located(value) => value(&self.located()),
            Value::Chosen(_, value, _) => value(self),
            _ => unreachable!("`{}` is declared as a set", WORDS[at].name),
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

impl StructureView<'_> {
    fn located(&self) -> Located<'_> {
        Located { structure: self.structure, cells: self.cells }
    }
}

impl cat::Structure for StructureView<'_> {
    fn universe(&self) -> usize {
        self.structure.universe()
    }

    fn set(&self, word: BaseId) -> EventSet {
        let at = word.index();
        if let Some(set) = structure_set(self.words, self.structure, at) {
            return set;
        }
        match &WORDS[at].value {
            Value::ChosenSet(_, _, bound) => bound(self.structure),
            _ => unreachable!("`{}` is declared as a relation", WORDS[at].name),
        }
    }

    fn relation(&self, word: BaseId) -> Cow<'_, Relation> {
        let at = word.index();
        if let Some(relation) = structure_relation(self.words, self.structure, at) {
            return relation;
        }
        match &WORDS[at].value {
            Value::Located(value) => Cow::Owned(value(&self.located())),
            Value::Chosen(_, _, bound) => Cow::Owned(bound(&self.located())),
            _ => unreachable!("`{}` is declared as a set", WORDS[at].name),
        }
    }

    fn ordered_by_fences(&self, fences: &EventSet) -> Result<Relation, Unsupported> {
        Ok(ordered_by_fences(self.structure, fences))
    }

    fn location(&self, event: EventId) -> Option<u32> {
        self.located().location_number(event)
    }

    fn has_locations(&self) -> bool {
        self.cells.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_communication_are_where_they_are_looked_for() {
        assert_eq!([reads_from(), final_writes_order()].map(|word| WORDS[word.index()].name), ["rf", "pco"]);
    }

    #[test]
    fn no_word_is_declared_twice() {
        for (index, word) in WORDS.iter().enumerate() {
            assert!(WORDS[..index].iter().all(|other| other.name != word.name), "`{}` twice", word.name);
        }
    }
}
