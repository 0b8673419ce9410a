//! Competing pairs: accesses of different threads that may be to the same byte at a time, one of them a write (musketeer's paper, section 5.1).
//!
//! Computed in rows of bits: what shares a byte with each class of locations, then what may run beside each group of events that the same threads
//! execute in the same stretches of time. Cost: events times classes of an event, in words.

use relation::{IdVec, Index};
use rustc_hash::FxHashMap;

use super::{Aeg, ClassId, EventId, Locks};
use crate::bits::{Matrix, insert, intersect, no_events, unite};
use crate::model::Direction;

/// Events that the same threads execute, and that may run with the same threads.
struct Group {
    /// One of them.
    example: EventId,
    members: Vec<u64>,
}

impl Aeg {
    /// The competing pairs; symmetric.
    pub fn competing(&self) -> Matrix {
        let count = self.events.len();
        let (group_of, groups) = self.groups();
        // For each group, the events that may run beside its own.
        let beside: Vec<Vec<u64>> = groups
            .iter()
            .map(|group| {
                let mut all = no_events(count);
                // What competes follows from threads and times alone, so that one event speaks for its group.
                for other in groups.iter().filter(|other| self.may_compete(group.example, other.example)) {
                    unite(&mut all, &other.members);
                }
                all
            })
            .collect();
        let writes = self.events_that(Direction::Write);
        let sharing = self.sharing();
        let mut matrix = Matrix::new(count, count);
        for (id, event) in self.events.iter_enumerated() {
            let row = matrix.row_mut(id.index());
            for class in &event.classes {
                unite(row, &sharing[*class]);
            }
            // Two reads do not compete.
            if event.direction == Direction::Read {
                intersect(row, &writes);
            }
            // An event is in its own row where several instances of its thread make it.
            intersect(row, &beside[group_of[id]]);
        }
        matrix
    }

    /// Whether what synchronisation orders cuts each cycle that leaves or enters a thread by it: all that comes before the one access in program order is before all that comes after the other. Where writes reach threads one after the other, an acquire and a release do not: `W+RWC` with a lock in the place of the `lwsync`
    /// is allowed on Power. There is no cycle all the same whose every communication goes by locks: each is one of happens-before.
    pub fn locks_cut_cycles(&self) -> bool {
        self.options.locks == Locks::Full || self.options.model.is_multi_copy_atomic
    }

    /// The events of a direction.
    pub fn events_that(&self, direction: Direction) -> Vec<u64> {
        let mut set = no_events(self.events.len());
        for (id, event) in self.events.iter_enumerated() {
            if event.direction == direction {
                insert(&mut set, id);
            }
        }
        set
    }

    /// For each class, the events that may access a byte of it.
    fn sharing(&self) -> IdVec<ClassId, Vec<u64>> {
        let all = self.classes.iter().map(|class| {
            let mut events = no_events(self.events.len());
            for other in &class.overlapping {
                for event in &self.classes[*other].events {
                    insert(&mut events, *event);
                }
            }
            events
        });
        all.collect()
    }

    fn groups(&self) -> (IdVec<EventId, usize>, Vec<Group>) {
        let mut groups: Vec<Group> = Vec::new();
        let mut known: FxHashMap<(&[_], Vec<bool>), usize> = FxHashMap::default();
        let mut group_of = IdVec::new();
        for id in self.events.ids() {
            let runs_with =
                self.threads.threads.ids().map(|thread| self.concurrent[thread].has(self.events[id].node)).collect();
            let group = *known.entry((self.threads_of(id), runs_with)).or_insert_with(|| {
                groups.push(Group { example: id, members: no_events(self.events.len()) });
                groups.len() - 1
            });
            insert(&mut groups[group].members, id);
            group_of.push(group);
        }
        (group_of, groups)
    }
}
