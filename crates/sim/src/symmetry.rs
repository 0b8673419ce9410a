//! Threads that do the same: an execution with two of them exchanged is one of the other's executions, allowed if that is, with the outcome
//! exchanged as well. Where executions are not counted, one of each such class is enough: the least, by the paths of the threads and then by what each read
//! reads from. Only exchanges of neighbours are looked at, so that more than one of a class may be gone through.
//!
//! Where executions are counted, and the outcome shows nothing of such threads, the executions of one choice of paths stand for those of all choices of its class
//! ([`Symmetry::class_size`]).
//!
//! A model sees threads as relations between their events, never by number, so that it cannot distinguish the two executions.

use execution::{EventStructure, ThreadPath};
use program::{Expressions, IdVec, Index, ThreadId};
use relation::EventId;
use smallvec::SmallVec;

use crate::final_state::Observed;
use crate::renaming::Renaming;

/// For each thread whether it and the next one do the same.
#[derive(Debug, Default)]
pub(crate) struct Symmetry {
    with_next: Vec<bool>,
}

impl Symmetry {
    /// Finds the threads that do the same and of which a state shows the same; with `only_unseen`, of which it shows nothing.
    pub(crate) fn find(
        threads: &IdVec<ThreadId, Vec<ThreadPath>>,
        observed: &Observed,
        only_unseen: bool,
        x: &mut Expressions,
    ) -> Symmetry {
        let ids: Vec<ThreadId> = threads.ids().collect();
        let with_next = ids
            .windows(2)
            .map(|pair| {
                let (one, other) = (pair[0], pair[1]);
                let shown = |thread| {
                    let registers = observed.registers.iter().filter(move |(of, _)| *of == thread);
                    registers.map(|&(_, part)| part).collect::<Vec<_>>()
                };
                let (paths, others) = (&threads[one], &threads[other]);
                shown(one) == shown(other)
                    && (!only_unseen || shown(one).is_empty())
                    && paths.len() == others.len()
                    && paths.iter().zip(others).all(|(a, b)| {
                        let renaming = Renaming::between(a, b, x);
                        renaming.is_some_and(|renaming| renaming.makes(a, b, x))
                            && shown(one).iter().all(|part| {
                                let [mine, its] =
                                    [a, b].map(|path| path.register(x, part.register, part.low, part.width));
                                Renaming::between(a, b, x).is_some_and(|renaming| renaming.of(mine, x) == its)
                            })
                    })
            })
            .collect();
        Symmetry { with_next }
    }

    /// Whether there are such threads.
    pub(crate) fn is_any(&self) -> bool {
        self.with_next.contains(&true)
    }

    /// Whether paths of these numbers, one for each thread, are the least of their class.
    pub(crate) fn is_least(&self, choice: &[usize]) -> bool {
        self.with_next.iter().zip(choice.windows(2)).all(|(&is_same, pair)| !is_same || pair[0] <= pair[1])
    }

    /// How many choices of paths are of the class of this one, which is the least of it.
    pub(crate) fn class_size(&self, choice: &[usize]) -> u64 {
        let mut size = 1_u64;
        // Of neighbours that do the same: how many there are so far, and how many of them at the end take the path of the last.
        let (mut group, mut equal) = (1, 1);
        for (&is_same, pair) in self.with_next.iter().zip(choice.windows(2)) {
            (group, equal) = match is_same {
                true if pair[0] == pair[1] => (group + 1, equal + 1),
                true => (group + 1, 1),
                false => (1, 1),
            };
            // The multinomial coefficient, one thread more at a time: each of these divisions is exact.
            size = size * group / equal;
        }
        size
    }

    /// The exchanges that change nothing: the threads of each.
    pub(crate) fn exchanges(&self) -> impl Iterator<Item = (ThreadId, ThreadId)> {
        let same = self.with_next.iter().enumerate().filter(|(_, is_same)| **is_same);
        same.map(|(at, _)| (ThreadId::new(at), ThreadId::new(at + 1)))
    }

    /// For an event structure with paths of these numbers, whose reads choose in the order of `reads`.
    pub(crate) fn of_structure(
        &self,
        structure: &EventStructure<'_>,
        choice: &[usize],
        reads: impl Iterator<Item = EventId>,
    ) -> LeastReads {
        let exchanges = self.exchanges().filter(|(one, other)| choice[one.index()] == choice[other.index()]);
        let first = |thread| structure.events.iter().position(|event| event.thread == Some(thread));
        let exchanges = exchanges.filter_map(|(one, other)| {
            let count = structure.paths[one].events.len();
            Some(Exchange { one: first(one)?, other: first(other)?, count })
        });
        let reads: Vec<EventId> = reads.collect();
        let mut places = IdVec::from_elem(usize::MAX, structure.universe());
        reads.iter().enumerate().for_each(|(place, &read)| places[read] = place);
        LeastReads {
            exchanges: exchanges.collect(),
            reads,
            places,
            reads_from: IdVec::from_elem(EventId::new(0), structure.universe()),
        }
    }
}

/// Two threads with the same paths: their first events, and how many each has.
#[derive(Clone, Copy, Debug)]
struct Exchange {
    one: usize,
    other: usize,
    count: usize,
}

impl Exchange {
    fn of(self, event: EventId) -> EventId {
        let at = event.index();
        let Exchange { one, other, count } = self;
        match at {
            _ if (one..one + count).contains(&at) => EventId::new(at - one + other),
            _ if (other..other + count).contains(&at) => EventId::new(at - other + one),
            _ => event,
        }
    }
}

/// Which reads-from is the least of its class, in one event structure.
#[derive(Debug)]
pub(crate) struct LeastReads {
    exchanges: SmallVec<[Exchange; 2]>,
    /// In the order in which they choose.
    reads: Vec<EventId>,
    /// Where each read stands among them.
    places: IdVec<EventId, usize>,
    /// What they have chosen.
    reads_from: IdVec<EventId, EventId>,
}

impl LeastReads {
    /// Lets `read` read from `write`, those before it having chosen; whether what is chosen may be a part of the least.
    pub(crate) fn choose(&mut self, read: EventId, write: EventId) -> bool {
        self.reads_from[read] = write;
        let last = self.places[read];
        self.exchanges.iter().all(|exchange| {
            for &at in &self.reads[..=last] {
                let other = exchange.of(at);
                if self.places[other] > last {
                    // Not known yet.
                    return true;
                }
                let (mine, its) = (self.reads_from[at], exchange.of(self.reads_from[other]));
                if mine != its {
                    return mine < its;
                }
            }
            true
        })
    }
}
