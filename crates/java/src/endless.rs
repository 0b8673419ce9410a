//! Executions that go on for ever (JLS 17.4.9).
//!
//! A thread that waits in a loop goes on for ever where some execution has infinitely many rounds. Executions here are finite; one that was cut in a loop is the beginning of longer ones. It is the beginning
//! of an infinite one in which the last round is repeated, when
//!
//! - the last two rounds are the same, and see the same writes, so that a round more is as the last one was (of loops that count, or are within others, no answer is given: `rounds`);
//! - the last round writes nothing, so that other threads find no more than they did;
//! - no action of the last round comes before one of another thread's in synchronization order: in an order of type omega, which 17.4.4 asks for, only finitely many actions come before each, and
//!   the threads that end have finitely many;
//! - no read of the last round misses for ever what the model promises to show in the end (`eventual` in its cat file): the documentation of `VarHandle` does so for opaque accesses and stronger ones.
//!
//! Plain reads may see the same write for ever: nothing in 17.4 is against it. What is not looked at are threads that are blocked for ever: in `wait` and `park`, which may also end for no reason, or by a monitor that
//! is not left, or is held where another one is taken; of a test with such a monitor nothing is known.

use std::collections::BTreeSet;

use program::{CodePlace, IdVec};
use relation::EventId;

use crate::exports::Exports;
use crate::structure::Structure;

/// Whether the execution of which this is the beginning, with these threads cut in loops, goes on for ever in rounds like the last.
pub(crate) fn goes_on(
    structure: &Structure,
    cuts: &[CodePlace],
    reads_from: &IdVec<EventId, Option<EventId>>,
    exports: &Exports,
) -> bool {
    let mut last = BTreeSet::new();
    for &head in cuts {
        match rounds_of(structure, head).as_slice() {
            // Nothing that other threads could see, for ever.
            [] => {}
            [.., before, round] if are_alike(structure, reads_from, before, round) => {
                last.extend(round.iter().copied());
            }
            _ => return false,
        }
    }
    let is_last = |event: EventId| last.contains(&event);
    let comes_before = |event: EventId| exports.so.targets(event).any(|other| !is_last(other));
    !last.iter().any(|&event| structure.events[event].is_write() || comes_before(event))
        && !last.iter().any(|&read| misses_for_ever(structure, reads_from, exports, read))
}

/// The events of the rounds of the loop with this head that a thread ends in. A round of which nothing is visible is none.
fn rounds_of(structure: &Structure, head: CodePlace) -> Vec<Vec<EventId>> {
    let of_thread = structure.events.iter_enumerated().filter(|(_, event)| event.thread == Some(head.thread));
    let mut rounds: Vec<Vec<EventId>> = Vec::new();
    let mut before = (None, 0);
    for (id, event) in of_thread {
        let at = event.place.map(|place| place.instruction);
        // An instruction may have several events.
        let goes_back = at < before.0 || at == before.0 && event.instance != before.1;
        if at < Some(head.instruction) {
            rounds.clear();
        } else if rounds.is_empty() || goes_back {
            rounds.push(vec![id]);
        } else if let Some(round) = rounds.last_mut() {
            round.push(id);
        }
        before = (at, event.instance);
    }
    rounds
}

/// Whether two rounds do the same, and see the same writes.
fn are_alike(
    structure: &Structure,
    reads_from: &IdVec<EventId, Option<EventId>>,
    one: &[EventId],
    other: &[EventId],
) -> bool {
    let what = |&id: &EventId| (structure.events[id].place, structure.events[id].cell, reads_from[id]);
    one.iter().map(what).eq(other.iter().map(what))
}

/// Whether a read that is repeated for ever never sees what the model promises to show it.
fn misses_for_ever(
    structure: &Structure,
    reads_from: &IdVec<EventId, Option<EventId>>,
    exports: &Exports,
    read: EventId,
) -> bool {
    let (Some(eventual), Some(seen)) = (&exports.eventual, reads_from[read]) else { return false };
    let is_later = |write: EventId| structure.events[seen].thread.is_none() || exports.hb.contains(seen, write);
    let writes = structure.writes_for(read).into_iter();
    let mut missed = writes.filter(|&write| write != seen && structure.events[write].thread.is_some());
    eventual.contains(read) && missed.any(|write| eventual.contains(write) && is_later(write))
}
