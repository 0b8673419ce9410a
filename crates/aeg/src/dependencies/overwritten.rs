//! Writes behind one whose data depend on a read, to the same variable: they wait for the read, too, as writes of a thread to one location are in order.
//!
//! Under-approximates: within one function, for variables whose address is a constant, and only where each write that may be the last one before depends on the read.

use rustc_hash::FxHashMap;

use cprog::ir::{FunctionId, GlobalId, Operation, Program};

use super::Dependencies;
use super::private::Private;
use crate::between::{Towards, Ways};
use crate::graph::{Aeg, EventId, Part};

/// Bytes of a global variable.
type Cell = (GlobalId, i64, u64);

/// Adds that such writes depend on the reads.
pub(super) fn add(program: &Program, aeg: &Aeg, found: &mut Dependencies) {
    let mut writes: FxHashMap<(FunctionId, Cell), Vec<EventId>> = FxHashMap::default();
    let mut memory: FxHashMap<FunctionId, Private> = FxHashMap::default();
    for (id, event) in aeg.events.iter_enumerated() {
        let Some(instruction) = program.instruction(event.point) else { continue };
        let Operation::Store { ty, pointer, .. } = &instruction.operation else { continue };
        let function = event.point.function;
        let memory = memory.entry(function).or_insert_with(|| Private::new(program, &program.functions[function]));
        if let (Some(cell), Part::Whole) = (memory.global(pointer, ty.stored_bytes()), event.part) {
            writes.entry((function, cell)).or_default().push(id);
        }
    }
    let mut of_write: FxHashMap<EventId, Vec<EventId>> = FxHashMap::default();
    for (read, access) in &found.pairs {
        of_write.entry(*access).or_default().push(*read);
    }
    let mut ways = Ways::new(aeg);
    // Events have the order of the text, so that most follow those that they are behind.
    let mut groups: Vec<Vec<EventId>> = writes.into_values().filter(|writes| writes.len() > 1).collect();
    groups.sort_unstable();
    for writes in groups {
        for write in &writes {
            let Some(before) = ways.find(*write, Towards::Begin, &|other| writes.contains(&other)) else { continue };
            let mut last = before.ends.iter().map(|end| of_write.get(end).map_or(&[][..], Vec::as_slice));
            let Some(first) = last.next() else { continue };
            let mut reads: Vec<EventId> = first.iter().copied().filter(|r| !before.inside.contains(r)).collect();
            last.for_each(|others| reads.retain(|read| others.contains(read)));
            let mine = of_write.entry(*write).or_default();
            for read in reads {
                found.pairs.insert((read, *write));
                mine.push(read);
            }
        }
    }
}
