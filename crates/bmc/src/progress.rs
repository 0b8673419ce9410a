//! Threads that wait for ever.
//!
//! A thread waits for ever where it has read last what memory holds in the end: no other write is behind the one that it reads from in the order of writes to that place. An execution makes no progress
//! where some thread does so and each other one has ended or does so, too. What a thread has written as it tried to take a lock in vain changes nothing.
//!
//! Source: liveness as Dartagnan has it (T. Haas, R. Meyer, H. Ponce de León, *CAAT*, OOPSLA 2022, with O. Lahav, E. Namakonov, J. Oberhauser, A. Podkopaev, V. Vafeiadis: *Making
//! Weak Memory Models Fair*, OOPSLA 2021: each write reaches all threads at last).

use batsat::Lit;
use cat::plan::{ChoiceId, Plan};
use relation::{EventId, EventSet};

use crate::encoder::Encoder;

/// A wait, its conditions as literals.
pub(crate) struct Waiting {
    /// When the thread stops there.
    pub(crate) when: Lit,
    pub(crate) reads: Vec<EventId>,
    pub(crate) writes: Vec<EventId>,
}

/// The order of all writes to each place that the model chooses, if it does so.
pub(crate) fn order(encoder: &Encoder<'_, '_, '_, '_>, plan: &Plan) -> Option<ChoiceId> {
    let writes = encoder.ground.structure.select(execution::Event::is_write);
    let threads = encoder.ground.structure.select(|event| event.thread.is_some());
    let writes = writes.intersection(&threads);
    plan.choices.ids().find(|&choice| {
        let of = plan.choices[choice];
        of.by_location && writes.is_subset(encoder.bounds(of.set).may.set())
    })
}

/// By wait a literal that holds only where the thread waits there for ever, by an order of all writes.
pub(crate) fn stuck(
    encoder: &mut Encoder<'_, '_, '_, '_>,
    plan: &Plan,
    choice: ChoiceId,
    waits: &[Waiting],
) -> Vec<Lit> {
    let mut of_each = Vec::new();
    for wait in waits {
        let mut conditions = vec![wait.when];
        for &read in &wait.reads {
            let latest = latest(encoder, plan, choice, waits, read);
            let happens = encoder.happens(read);
            conditions.push(encoder.ground.formula.or(!happens, latest));
        }
        of_each.push(encoder.ground.formula.and_all(conditions));
    }
    of_each
}

/// A literal that holds only where a read reads from the last write there, but for those of threads that wait in vain.
fn latest(
    encoder: &mut Encoder<'_, '_, '_, '_>,
    plan: &Plan,
    choice: ChoiceId,
    waits: &[Waiting],
    read: EventId,
) -> Lit {
    let mut sources: Vec<(EventId, Lit)> = encoder
        .memory
        .reads_from
        .iter()
        .filter(|((_, of), _)| *of == read)
        .map(|(&(write, _), &literal)| (write, literal))
        .collect();
    sources.sort_unstable();
    let set: EventSet = encoder.bounds(plan.choices[choice].set).may.set().clone();
    let others: Vec<EventId> = encoder.ground.structure.select(execution::Event::is_write).iter().collect();
    let literal = encoder.ground.formula.fresh();
    for (write, from) in sources {
        for &other in &others {
            if other == write || encoder.ground.structure.events[other].thread.is_none() {
                continue;
            }
            let mut clause = vec![!literal, !from];
            if set.contains(write) && set.contains(other) {
                clause.push(!encoder.chosen(choice, write, other));
            } else {
                // What is in no order is an initial value.
                clause.push(!encoder.memory.same_location(encoder.ground, write, other));
                clause.push(!encoder.happens(other));
            }
            clause.extend(waits.iter().filter(|wait| wait.writes.contains(&other)).map(|wait| wait.when));
            encoder.ground.formula.clause(clause);
        }
    }
    literal
}
