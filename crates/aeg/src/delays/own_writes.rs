//! Pairs for which another one stands, as their thread writes to the location of one of the two between them.
//!
//! `Wx; Wy; Ry`, and a cycle that enters the thread at `x` and leaves it from the read of `y`, to a write that comes later in coherence than what was read. What was read is the thread's own write to `y` or comes later; so that write
//! comes before the other one, too, and a cycle leaves the thread from it. If the pair of the two writes is ordered, nothing is asked of the pair with the read. In the same way a cycle that enters at an access to `x` enters, too, at a
//! later write of the thread to `x`.
//!
//! Where a thread's writes to one location are in the order that releases go on with, a write behind a release to the same location waits for what the release waits for.
//!
//! The first two hold in every execution, whatever the model: communication is between accesses to one location, and within a thread coherence goes with program order there. Each step makes the pair of the cycle shorter, so
//! that there is one in the end for which none stands. Only writes that are surely made count: those of read-modify-writes, and of functions of libraries, do not.

use relation::{IdVec, Index};
use rustc_hash::FxHashMap;

use cprog::ir::{Operation, Program};

use crate::between::{Towards, Ways};
use crate::bits::{Matrix, insert, intersect, no_events};
use crate::graph::{Aeg, EventId, Part};
use crate::model::{Direction, data_is_before_later_writes};

use super::possible::Cells;

/// Removes the pairs for which others stand; row = earlier access.
pub(super) fn drop_pairs(program: &Program, aeg: &Aeg, cells: &Cells, possible: &mut Matrix) {
    let is_write: IdVec<EventId, bool> = aeg.events.ids().map(|event| is_surely_made(program, aeg, event)).collect();
    let mut functions_with_writes: FxHashMap<_, Vec<EventId>> = FxHashMap::default();
    for event in aeg.events.ids().filter(|event| is_write[*event]) {
        functions_with_writes.entry(aeg.events[event].point.function).or_default().push(event);
    }
    let model = aeg.options.model;
    let keeps_writes = model.is_multi_copy_atomic && data_is_before_later_writes(model);
    let mut ways = Ways::new(aeg);
    for event in aeg.events.ids() {
        let Some(writes) = functions_with_writes.get(&aeg.events[event].point.function) else { continue };
        if !writes.iter().any(|write| *write != event && cells.same(*write, event)) {
            continue;
        }
        let ends = |other: EventId| is_write[other] && cells.same(other, event);
        if let Some(behind) = ways.find(event, Towards::End, &ends) {
            let mut kept = no_events(aeg.events.len());
            behind.inside.iter().for_each(|other| insert(&mut kept, *other));
            intersect(possible.row_mut(event.index()), &kept);
        }
        let Some(before) = ways.find(event, Towards::Begin, &ends) else { continue };
        let stands = match aeg.events[event].direction {
            Direction::Read => true,
            // What is before a release is before the writes behind it to its location.
            Direction::Write => keeps_writes && before.ends.iter().all(|end| aeg.events[*end].order.releases()),
        };
        for first in aeg.events.ids().filter(|first| stands && !before.inside.contains(first)) {
            possible.clear(first.index(), event);
        }
    }
}

/// Whether an access is a store of the program, which is made whenever control comes to it.
fn is_surely_made(program: &Program, aeg: &Aeg, event: EventId) -> bool {
    let event = &aeg.events[event];
    let instruction = program.instruction(event.point);
    event.part == Part::Whole
        && instruction.is_some_and(|instruction| matches!(instruction.operation, Operation::Store { .. }))
}
