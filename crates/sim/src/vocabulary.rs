//! What a cat model can see of a candidate execution: the one place that declares it.
//!
//! A word is a name, the choice on which its value depends last, and how to compute it. Beside the words that every language
//! has there is one set for each tag of the language ([`litmus::Language::tags`]). Names and meaning are herd's
//! (herdtools7, `machModelChecker`); words that speak of what Lakmus does not model yet (faults, translation tables,
//! speculation) are empty, so that models that mention them run.
//!
//! A candidate is shown in two ways: whole, to the interpreter ([`View`]), and in the phases in which it comes about, to the compiled
//! evaluator ([`StructureView`], then [`View`]). For words of later phases the former gives all that can ever be in them.
//!
//! How words are computed stands here phase by phase: what is known with the event structure (module `structure`), as soon as all addresses are
//! (`located`), and with a whole candidate (`candidate`).

mod candidate;
mod located;
mod structure;
mod unfolded;

use cat::{BaseId, Phase, Vocabulary};
use execution::{Action, Event, EventKind, EventShape, EventStructure, Pairs, ThreadPath};
use litmus::{Hierarchy, Language};
use relation::{EventSet, Index, Relation};

pub use candidate::StructureWords;
pub(crate) use candidate::View;
use located::Located;
pub(crate) use structure::StructureView;
pub use unfolded::{WordValue, word_name, word_value};

/// How the value of a word is computed.
enum Value {
    /// Empty in all candidates.
    NeverSet,
    NeverRelation,
    /// Known with the event structure.
    Set(fn(&EventStructure<'_>) -> EventSet),
    /// The events that a relation of paths begins with.
    Sources(fn(&ThreadPath) -> &Pairs),
    Relation(fn(&EventStructure<'_>) -> Relation),
    /// Known as soon as all addresses are.
    Located(fn(&Located<'_>) -> Relation),
    /// Chosen: the value, and all that can be in it.
    ChosenSet(Phase, fn(&View<'_>) -> EventSet, fn(&EventStructure<'_>) -> EventSet),
    Chosen(Phase, fn(&View<'_>) -> Relation, fn(&Located<'_>) -> Relation),
}

struct Word {
    name: &'static str,
    /// What is in it, in words.
    meaning: &'static str,
    value: Value,
}

impl Word {
    fn phase(&self) -> Phase {
        match self.value {
            Value::NeverSet | Value::NeverRelation | Value::Set(_) | Value::Sources(_) | Value::Relation(_) => {
                Phase::Structure
            }
            Value::Located(_) => Phase::ReadsFrom,
            Value::ChosenSet(phase, ..) | Value::Chosen(phase, ..) => phase,
        }
    }
}

const fn never_set(name: &'static str, meaning: &'static str) -> Word {
    Word { name, meaning, value: Value::NeverSet }
}

const fn never_relation(name: &'static str, meaning: &'static str) -> Word {
    Word { name, meaning, value: Value::NeverRelation }
}

const fn set(name: &'static str, meaning: &'static str, value: fn(&EventStructure<'_>) -> EventSet) -> Word {
    Word { name, meaning, value: Value::Set(value) }
}

const fn sources(name: &'static str, meaning: &'static str, pairs: fn(&ThreadPath) -> &Pairs) -> Word {
    Word { name, meaning, value: Value::Sources(pairs) }
}

const fn relation(name: &'static str, meaning: &'static str, value: fn(&EventStructure<'_>) -> Relation) -> Word {
    Word { name, meaning, value: Value::Relation(value) }
}

const fn located(name: &'static str, meaning: &'static str, value: fn(&Located<'_>) -> Relation) -> Word {
    Word { name, meaning, value: Value::Located(value) }
}

const fn chosen_set(
    name: &'static str,
    meaning: &'static str,
    phase: Phase,
    value: fn(&View<'_>) -> EventSet,
    bound: fn(&EventStructure<'_>) -> EventSet,
) -> Word {
    Word { name, meaning, value: Value::ChosenSet(phase, value, bound) }
}

const fn chosen(
    name: &'static str,
    meaning: &'static str,
    phase: Phase,
    value: fn(&View<'_>) -> Relation,
    bound: fn(&Located<'_>) -> Relation,
) -> Word {
    Word { name, meaning, value: Value::Chosen(phase, value, bound) }
}

/// The words that every language has.
const WORDS: &[Word] = &[
    // Memory accesses. All of them are explicit: there are no hardware updates of page tables.
    set("M", "reads and writes of memory", |structure| structure.select(Event::is_memory)),
    set("R", "reads of memory", |structure| structure.select(Event::is_read)),
    set("W", "writes of memory, the initial ones among them", |structure| structure.select(Event::is_write)),
    set("IW", "the writes that give memory its initial values", |structure| {
        structure.select(|event| matches!(event.action, Action::InitialWrite { .. }))
    }),
    chosen_set(
        "FW",
        "the last write of each location in coherence order",
        Phase::FinalWrites,
        |view| view.final_writes(),
        |structure| structure.select(Event::is_write),
    ),
    set("Exp", "explicit memory accesses: all, as no hardware updates of page tables are modelled", |structure| {
        structure.select(Event::is_memory)
    }),
    never_set("NExp", "implicit memory accesses, such as updates of page tables by hardware; not modelled"),
    // Other events.
    set("F", "fences", |structure| structure.select(|event| event.action == Action::Fence)),
    set("B", "branches and the choices within instructions", |structure| {
        structure.select(|event| matches!(event.action, Action::Branch | Action::Predicate))
    }),
    set("BCC", "conditional branches", |structure| structure.select(|event| event.action == Action::Branch)),
    set("PRED", "the choices within instructions, such as whether a conditional move moves", |structure| {
        structure.select(|event| event.action == Action::Predicate)
    }),
    set("Rreg", "reads of registers", |structure| {
        structure.select(|event| matches!(event.action, Action::RegisterRead { .. }))
    }),
    set("Wreg", "writes of registers", |structure| {
        structure.select(|event| matches!(event.action, Action::RegisterWrite { .. }))
    }),
    sources("ADDR", "the reads of registers that make up the address of an access", |path| &path.address_ports),
    sources("DATA", "the reads of registers that make up the value that is written", |path| &path.data_ports),
    // What is not modelled.
    never_set("SPEC", "speculated events; not modelled"),
    set("EXEC", "memory accesses that are executed: all", |structure| structure.select(Event::is_memory)),
    never_set("SPURIOUS", "spurious updates by hardware; not modelled"),
    never_set("CutOff", "events behind which an execution was cut; such executions are no candidates"),
    never_set("no-loc", "events of faults without a location; not modelled"),
    never_set("T", "accesses of memory tags; not modelled"),
    never_set("TLBI", "invalidations of translation buffers; not modelled"),
    never_set("TLBIIS", "invalidations of translation buffers, inner shareable; not modelled"),
    never_set("TLBInXS", "invalidations of translation buffers, nXS; not modelled"),
    never_set("GCS", "accesses of the guarded control stack; not modelled"),
    never_set("FAULT", "faults; not modelled"),
    never_set("FAULT-RD", "faults of reads; not modelled"),
    never_set("FAULT-WR", "faults of writes; not modelled"),
    never_set("EXC-ENTRY", "entries of exceptions; not modelled"),
    never_set("EXC-RET", "returns from exceptions; not modelled"),
    // Relations between all events.
    relation("id", "each event with itself", |structure| Relation::identity(structure.universe())),
    located("loc", "events at one location: the same cell of memory, or the same register of one thread", |located| {
        located.same_location()
    }),
    relation("int", "events of one thread", structure::internal),
    relation(
        "ext",
        "events of different threads; initial writes are external to all but each other",
        structure::external,
    ),
    relation("po", "program order: the order of instructions in their thread", |structure| structure.po()),
    relation("partial_po", "program order", |structure| structure.po()),
    relation("same-instance", "events of one instruction, as it is executed once", structure::same_instance),
    located("same-low-order-bits", "accesses to cells of one index, whatever their locations", |located| {
        located.same_index()
    }),
    relation("sm", "parts of one single-copy atomic access", structure::single_copy),
    relation("si", "parts of one single-copy atomic access", structure::single_copy),
    // Dependencies and intra-instruction causality.
    relation(
        "addr",
        "address dependencies: from a read to an access whose address is computed from its value",
        |structure| structure.relation(|path| &path.addr),
    ),
    relation("data", "data dependencies: from a read to a write whose value is computed from its value", |structure| {
        structure.relation(|path| &path.data)
    }),
    relation(
        "ctrl",
        "control dependencies: from a read to what stands behind a branch that its value decides",
        |structure| structure.relation(|path| &path.ctrl),
    ),
    relation("iico_data", "within an instruction: the value of the one event goes into the other", |structure| {
        structure.relation(|path| &path.iico_data)
    }),
    relation("iico_ctrl", "within an instruction: the one event decides whether the other happens", |structure| {
        structure.relation(|path| &path.iico_control)
    }),
    relation("iico_order", "within an instruction: the one event comes first", |structure| {
        structure.relation(|path| &path.iico_order)
    }),
    relation("rf-reg", "reads-from of registers: from a write of a register to the reads of its value", |structure| {
        structure.relation(|path| &path.rf_register)
    }),
    never_relation("control", "not modelled"),
    never_relation("tst", "not modelled"),
    never_relation("success", "not modelled"),
    // Communication; `reads_from` and `final_writes_order` know that these are the last.
    chosen(
        "rf",
        "reads-from: from a write to the reads that take their value from it",
        Phase::ReadsFrom,
        |view| view.candidate.rf(),
        |located| located.readable(),
    ),
    chosen(
        "pco",
        "what is known of coherence order without a choice: initial writes come first, final writes last",
        Phase::FinalWrites,
        |view| view.pco(),
        |located| located.overwritable(),
    ),
];

/// What is in a word that every language has, in words; none for other words.
pub fn word_meaning(name: &str) -> Option<&'static str> {
    WORDS.iter().find(|word| word.name == name).map(|word| word.meaning)
}

/// The words that models of `language` can use.
pub fn vocabulary(language: &dyn Language) -> Vocabulary {
    let (tags, absent) = (language.tags(), language.absent_tags());
    let mut vocabulary = Vocabulary::with_capacity(WORDS.len() + tags.len() + absent.len());
    for word in WORDS {
        match word.value {
            Value::Set(_) | Value::Sources(_) | Value::ChosenSet(..) => _ = vocabulary.set(word.name, word.phase()),
            Value::Relation(_) | Value::Located(_) | Value::Chosen(..) => {
                vocabulary.relation(word.name, word.phase());
            }
            Value::NeverSet => {
                let word = vocabulary.set(word.name, Phase::Structure);
                vocabulary.mark_always_empty(word);
            }
            Value::NeverRelation => {
                let word = vocabulary.relation(word.name, Phase::Structure);
                vocabulary.mark_always_empty(word);
            }
        }
    }
    for tag in tags.iter() {
        vocabulary.set(tag, Phase::Structure);
    }
    for tag in absent.iter() {
        let word = vocabulary.set(tag, Phase::Structure);
        vocabulary.mark_always_empty(word);
    }
    for word in language.hierarchy().into_iter().flat_map(Hierarchy::words) {
        vocabulary.relation(word.clone(), Phase::Structure);
    }
    vocabulary
}

/// The word of this number, or the number of a tag or of a relation between threads, which come after the words.
fn word(at: BaseId) -> Result<&'static Word, u32> {
    WORDS.get(at.index()).ok_or(at.number().wrapping_sub(WORDS.len() as u32))
}

/// When the value of a word is known, in a structure all of whose addresses are known or not.
pub(crate) fn phase(at: BaseId, addresses_are_known: bool) -> Phase {
    match word(at) {
        Ok(Word { value: Value::Located(_), .. }) if addresses_are_known => Phase::Structure,
        Ok(word) => word.phase(),
        Err(_) => Phase::Structure,
    }
}

/// Something that a turn of a loop may consist of, or that may follow it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum LeftOut {
    /// A memory access or a fence.
    Event(EventShape),
    /// A branch, or a choice within an instruction.
    Branch,
    /// A register access.
    RegisterAccess,
}

/// Whether such an event is in a set; `None` where that depends on more.
pub(crate) fn contains(set: BaseId, what: LeftOut, language: &dyn Language) -> Option<bool> {
    let tag = match word(set) {
        Ok(word) => return contains_by_name(word.name, what),
        Err(tag) => tag,
    };
    match what {
        LeftOut::Event(shape) => Some((tag as usize) < language.tags().len() && shape.tags.contains(tag)),
        LeftOut::Branch | LeftOut::RegisterAccess => Some(false),
    }
}

fn contains_by_name(name: &str, what: LeftOut) -> Option<bool> {
    let (reads, writes, is_fence) = match what {
        LeftOut::Event(EventShape { kind, .. }) => match kind {
            EventKind::Read => (true, false, false),
            EventKind::Write => (false, true, false),
            EventKind::ReadModifyWrite => (true, true, false),
            EventKind::Fence => (false, false, true),
            EventKind::Synchronize => return None,
        },
        LeftOut::Branch | LeftOut::RegisterAccess => (false, false, false),
    };
    let is_branch = matches!(what, LeftOut::Branch);
    let is_register_access = matches!(what, LeftOut::RegisterAccess);
    match name {
        "M" | "Exp" | "EXEC" => Some(reads || writes),
        "R" => Some(reads),
        "W" => Some(writes),
        "IW" => Some(false),
        // Which write is final depends on the execution; that no other event is does not.
        "FW" => {
            if writes {
                None
            } else {
                Some(false)
            }
        }
        "F" => Some(is_fence),
        "B" | "BCC" | "PRED" => {
            if is_branch {
                None
            } else {
                Some(false)
            }
        }
        "Rreg" | "Wreg" => {
            if is_register_access {
                None
            } else {
                Some(false)
            }
        }
        "ADDR" | "DATA" => None,
        // What is not modelled.
        _ => Some(false),
    }
}

/// Whether an event that reads and does not write may be a source, and a target, in a relation.
pub(crate) fn reads_end(relation: BaseId) -> [bool; 2] {
    match word(relation) {
        Ok(Word { name: "rf", .. }) => [false, true],
        Ok(Word { name: "pco", .. }) => [false, false],
        Ok(_) | Err(_) => [true, true],
    }
}

/// Whether a relation may hold between two events because of a branch between them.
pub(crate) fn depends_on_branches(relation: BaseId) -> bool {
    matches!(word(relation), Ok(Word { name: "ctrl", .. }))
}

/// Whether a relation is program order.
pub(crate) fn is_program_order(relation: BaseId) -> bool {
    matches!(word(relation), Ok(Word { name: "po", .. }))
}

/// The word for reads-from.
pub(crate) fn reads_from() -> BaseId {
    BaseId::new(const { WORDS.len() - 2 })
}

/// The word for what is known of coherence with the final writes.
fn final_writes_order() -> BaseId {
    BaseId::new(const { WORDS.len() - 1 })
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
