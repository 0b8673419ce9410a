//! Dependencies between the events of a path that go through registers, with the register accesses taken out: for models that work dependencies out
//! themselves.
//!
//! The shipped models that do so (`aarch64`, `aarch32`) define all dependencies in `aarch64-dependencies.cat`, after the Arm manual (DDI 0487, B2.3), by
//! steps from event to event: a register read of what an earlier instruction wrote, what flows inside an instruction, and what is decided there; and by
//! what an instruction does with a register that it reads. What is written down here is, for each two events that are no register accesses, whether
//! such steps lead from one to the other, and to which use. Dependencies of a combined thread are compositions of these, since what goes from piece to
//! piece goes through a result, an argument, or memory, all of which are such events here.

use execution::{Action, Event, Pairs, ThreadPath};
use program::Index;
use relation::{EventId, EventSet, Relation};

/// A relation between events of a path that are no register accesses, with a word for it.
pub(super) type Flow = (&'static str, Vec<(u32, u32)>);

/// What the models see of the dependencies of a path, all of whose register accesses are events.
pub(super) fn flows(path: &ThreadPath) -> Vec<Flow> {
    let count = path.events.len();
    let select = |keep: &dyn Fn(&Event) -> bool| {
        let chosen = |event: EventId| keep(&path.events[event.index()]);
        EventSet::from_fn(count, chosen)
    };
    let relation = |pairs: &Pairs| {
        let event = |index: u32| EventId::new(index as usize);
        Relation::from_pairs(count, pairs.iter().map(|&(source, target)| (event(source), event(target))))
    };
    let is_po =
        |source: EventId, target: EventId| path.events[source.index()].instance < path.events[target.index()].instance;
    let in_po =
        |all: &Relation| Relation::from_pairs(count, all.iter().filter(|&(source, target)| is_po(source, target)));
    let seen = select(&|event| !event.is_register());
    let (writes, memory) = (select(&Event::is_write), select(&Event::is_memory));
    let branches = select(&|event| event.action == Action::Branch);
    let read = select(&|event| matches!(event.action, Action::RegisterRead { .. }));
    let sources = |pairs: &Pairs| {
        let mut all = EventSet::empty(count);
        pairs.iter().for_each(|&(source, _)| _ = all.insert(EventId::new(source as usize)));
        all
    };
    let gives = relation(&path.iico_data).transitive_closure();
    let decides = relation(&path.iico_control).transitive_closure();
    let steps = in_po(&relation(&path.rf_register)).union(&gives);
    let reaches = steps.transitive_closure();
    let picks = steps.union(&decides).transitive_closure();
    let of_address = read.intersection(&sources(&path.address_ports));
    let of_data = read.intersection(&sources(&path.data_ports));
    let uses = [
        ("addr", gives.restrict(&of_address, &memory)),
        ("data", gives.restrict(&of_data, &writes)),
        ("choice", gives.sequence(&decides).restrict(&of_data, &writes)),
        ("ctrl", gives.restrict(&read, &branches)),
    ];
    let pairs = |relation: &Relation| -> Vec<(u32, u32)> {
        let all = relation.restrict(&seen, &seen);
        all.iter().map(|(source, target)| (source.index() as u32, target.index() as u32)).collect()
    };
    let mut all: Vec<Flow> = vec![
        ("gives", pairs(&gives)),
        ("decides", pairs(&decides)),
        ("reaches", pairs(&reaches)),
        ("picks", pairs(&picks)),
    ];
    for (arrival, words) in [(in_po(&reaches), ["a", "d", "h", "c"]), (in_po(&picks), ["pa", "pd", "ph", "pc"])] {
        for (word, (_, used)) in words.into_iter().zip(&uses) {
            all.push((word, pairs(&arrival.sequence(used))));
        }
    }
    let direct = [
        ("io", &path.iico_order),
        ("po", &path.po_within),
        ("si", &path.single_copy),
        ("ap", &path.address_ports),
        ("dp", &path.data_ports),
    ];
    all.extend(direct.map(|(word, all)| (word, pairs(&relation(all)))));
    all
}
