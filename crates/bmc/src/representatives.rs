//! Of executions that are alike in all that is asked, one is enough.
//!
//! Threads that do the same, and of which no state shows anything, can be exchanged. Each has a key: the number of the path that it takes, then what it writes, the last write first.
//! Who exchanges two threads exchanges their keys, so that there is an execution of each class in which the keys of neighbours do not descend.
//! Of paths that differ in nothing that is seen, the first one is taken.
//!
//! Gained: four threads that count by compare-and-swap (`casinc-4`) need a tenth of the conflicts.

use batsat::Lit;
use execution::Unfolding;
use program::{Index, ThreadId};
use relation::EventId;
use sim::Simulation;

use crate::memory::Ground;
use crate::numbers;

/// Of longer keys the end decides: what is written last.
const LONGEST_KEY: usize = 256;

/// Asks for one execution of each class.
pub(crate) fn require(ground: &mut Ground<'_, '_, '_>, simulation: &Simulation<'_>, unfolding: &Unfolding) {
    for (thread, path) in simulation.spare_paths() {
        let taken = ground.skeleton.taken[thread][path];
        ground.formula.require(!taken);
    }
    for (one, other) in simulation.same_threads() {
        let [first, second] = [one, other].map(|thread| ground.skeleton.taken[thread].clone());
        for (number, (&is_first, &is_second)) in first.iter().zip(&second).enumerate() {
            ground.formula.clause(first[..=number].iter().copied().chain([!is_second]));
            let [mine, its] = [one, other].map(|thread| key(ground, unfolding, thread, number));
            let descends = numbers::less(ground.formula, &its, &mine);
            ground.formula.clause([!is_first, !is_second, !descends]);
        }
    }
}

/// What a thread writes on the path of this number, the lowest bits first.
fn key(ground: &mut Ground<'_, '_, '_>, unfolding: &Unfolding, thread: ThreadId, number: usize) -> Vec<Lit> {
    let first = ground.skeleton.first[thread];
    let events = unfolding.places[thread][number].iter().map(|&place| EventId::new(first + place as usize));
    let values: Vec<_> = events.filter_map(|event| ground.structure.events[event].written()).collect();
    let mut key = Vec::new();
    for value in values {
        let value = ground.values.of(ground.formula, value);
        key.extend(value.bits);
        key.extend(value.kind);
    }
    let excess = key.len().saturating_sub(LONGEST_KEY);
    key.drain(..excess);
    key
}
