//! Words that are known with the event structure, and the event structure as the compiled evaluator sees it.

use std::borrow::Cow;

use cat::{BaseId, Unsupported};
use execution::{Action, Event, EventStructure, neighbours};
use program::ThreadId;
use relation::{EventId, EventSet, Relation};

use super::located::Located;
use super::{Value, word};

/// An event structure as a model sees it, before anything is chosen.
pub(crate) struct StructureView<'c> {
    pub(crate) structure: &'c EventStructure<'c>,
}

impl StructureView<'_> {
    fn located(&self) -> Located<'_> {
        Located { structure: self.structure, cells: self.structure.known_cells.as_ref() }
    }
}

/// The evaluator asks for each word once, so that nothing is kept.
impl cat::Structure for StructureView<'_> {
    fn universe(&self) -> usize {
        self.structure.universe()
    }

    fn set(&self, word: BaseId) -> EventSet {
        set_before_choices(self.structure, word)
    }

    fn relation(&self, word: BaseId) -> Cow<'_, Relation> {
        Cow::Owned(relation_before_choices(&self.located(), word))
    }

    fn ordered_by_fences(&self, fences: &EventSet) -> Result<Relation, Unsupported> {
        Ok(ordered_by_fences(self.structure, fences))
    }

    fn location(&self, event: EventId) -> Option<u32> {
        self.located().location_number(event)
    }

    fn has_locations(&self) -> bool {
        self.structure.known_cells.is_some()
    }
}

/// A word that is a set: its value, or, when that is chosen, all that can ever be in it.
pub(super) fn set_before_choices(structure: &EventStructure<'_>, at: BaseId) -> EventSet {
    let word = match word(at) {
        Ok(word) => word,
        Err(tag) if structure.tags.contains(tag) => return structure.select(|event| event.tags.contains(tag)),
        Err(_) => return EventSet::empty(structure.universe()),
    };
    match word.value {
        Value::NeverSet => EventSet::empty(structure.universe()),
        Value::Set(value) | Value::ChosenSet(_, _, value) => value(structure),
        Value::Sources(pairs) => structure.sources(|path| pairs(path)),
        _ => unreachable!("`{}` is declared as a relation", word.name),
    }
}

/// The same for a relation.
///
/// # Panics
/// When the word is a tag.
pub(super) fn relation_before_choices(located: &Located<'_>, at: BaseId) -> Relation {
    let word = match word(at) {
        Ok(word) => word,
        Err(number) => return between_threads(located.structure, number).expect("a tag is a set"),
    };
    match word.value {
        Value::NeverRelation => Relation::empty(located.structure.universe()),
        Value::Relation(value) => value(located.structure),
        Value::Located(value) | Value::Chosen(_, _, value) => value(located),
        _ => unreachable!("`{}` is declared as a set", word.name),
    }
}

/// The relation between threads of this number; none where it is a tag's.
pub(super) fn between_threads(structure: &EventStructure<'_>, number: u32) -> Option<Relation> {
    let products = structure.program.thread_relations.get(number)?;
    let events_of =
        |threads: &[ThreadId]| structure.select(|event| event.thread.is_some_and(|thread| threads.contains(&thread)));
    let empty = Relation::empty(structure.universe());
    Some(products.iter().fold(empty, |all, product| {
        all.union(&Relation::product(&events_of(&product.sources), &events_of(&product.targets)))
    }))
}

/// The pairs of events of one thread; initial writes are of none.
pub(super) fn internal(structure: &EventStructure<'_>) -> Relation {
    by_thread(structure, |own, is_initial| if is_initial { EventSet::empty(own.universe()) } else { own })
}

/// The pairs of events of different threads. Initial writes are external to all but each other.
pub(super) fn external(structure: &EventStructure<'_>) -> Relation {
    by_thread(structure, |own, _| own.complement())
}

/// Relates the events of each thread, and the initial writes, to the events that `targets` returns for them; its argument says whether they are initial writes.
fn by_thread(structure: &EventStructure<'_>, targets: impl Fn(EventSet, bool) -> EventSet) -> Relation {
    let universe = structure.universe();
    let mut relation = Relation::empty(universe);
    // The events of a thread are neighbours, as initial writes are.
    for (events, own) in neighbours(structure.events.as_slice(), |a, b| a.thread == b.thread) {
        let targets = targets(EventSet::from_range(universe, events.clone()), own[0].thread.is_none());
        relation.set_targets_of_all(events, &targets);
    }
    relation
}

/// The pairs of events of one execution of one instruction. An initial write is of none.
pub(super) fn same_instance(structure: &EventStructure<'_>) -> Relation {
    let universe = structure.universe();
    let mut together = Relation::empty(universe);
    // They are neighbours.
    for (events, instance) in neighbours(structure.events.as_slice(), Event::same_instance) {
        if instance[0].thread.is_some() {
            together.set_targets_of_all(events.clone(), &EventSet::from_range(universe, events));
        }
    }
    together
}

/// Events of one single-copy atomic access; most accesses are one event.
pub(super) fn single_copy(structure: &EventStructure<'_>) -> Relation {
    let one_event = Relation::identity_on(&structure.select(Event::is_memory));
    if structure.paths.iter().all(|path| path.single_copy.is_empty()) {
        return one_event;
    }
    one_event.union(&structure.relation(|path| &path.single_copy))
}

/// The pairs of events with one of `fences` between them in program order.
pub(super) fn ordered_by_fences(structure: &EventStructure<'_>, fences: &EventSet) -> Relation {
    let fences = fences.intersection(&structure.select(|event| event.action == Action::Fence));
    let po = structure.po();
    let all = EventSet::full(structure.universe());
    po.restrict(&all, &fences).sequence(&po)
}
