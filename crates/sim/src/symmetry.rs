//! Threads that do the same: an execution with two of them exchanged is one of the other's executions, allowed if that is, with the outcome
//! exchanged as well. Where executions are not counted, one of each such class is enough: the least, by the paths of the threads and then by what each read
//! reads from. Only exchanges of neighbours are looked at, so that more than one of a class may be gone through.
//!
//! A model sees threads as relations between their events, never by number, so that it cannot distinguish the two executions.

use execution::{Action, EventStructure, ThreadPath};
use program::{ExprId, Expressions, IdVec, Index, SymbolId, ThreadId};
use relation::EventId;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::final_state::Observed;

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

/// The symbols of one path, as those of another.
struct Renaming(FxHashMap<SymbolId, ExprId>);

impl Renaming {
    /// By the reads of both.
    fn between(a: &ThreadPath, b: &ThreadPath, x: &mut Expressions) -> Option<Renaming> {
        if a.events.len() != b.events.len() {
            return None;
        }
        let mut symbols = FxHashMap::default();
        for (one, other) in a.events.iter().zip(&b.events) {
            let symbol = |action| match action {
                Action::Read { symbol, width, .. } | Action::ReadModifyWrite { symbol, width, .. } => {
                    Some((symbol, width))
                }
                Action::InitialWrite { .. }
                | Action::Write { .. }
                | Action::Synchronize { .. }
                | Action::RegisterRead { .. }
                | Action::RegisterWrite { .. }
                | Action::Fence
                | Action::Branch
                | Action::Predicate => None,
            };
            match (symbol(one.action), symbol(other.action)) {
                (Some((one, width)), Some((other, same))) if width == same => {
                    symbols.insert(one, x.symbol(other, width));
                }
                (None, None) => {}
                _ => return None,
            }
        }
        Some(Renaming(symbols))
    }

    fn of(&self, expr: ExprId, x: &mut Expressions) -> ExprId {
        x.substitute(expr, &|symbol| self.0.get(&symbol).copied())
    }

    /// Whether it makes `a` the same as `b`.
    fn makes(&self, a: &ThreadPath, b: &ThreadPath, x: &mut Expressions) -> bool {
        let relations = |path: &ThreadPath| {
            [
                path.iico_data.clone(),
                path.iico_control.clone(),
                path.iico_order.clone(),
                path.single_copy.clone(),
                path.rf_register.clone(),
                path.address_ports.clone(),
                path.data_ports.clone(),
                path.addr.clone(),
                path.data.clone(),
                path.ctrl.clone(),
            ]
        };
        let is_plain = |path: &ThreadPath| path.fault.is_none() && path.requirements().next().is_none();
        is_plain(a)
            && is_plain(b)
            && a.cut.is_some() == b.cut.is_some()
            && relations(a) == relations(b)
            && a.conditions.len() == b.conditions.len()
            && a.conditions
                .iter()
                .zip(&b.conditions)
                .all(|(&(one, wanted), &(other, same))| wanted == same && self.of(one, x) == other)
            && a.events.iter().zip(&b.events).all(|(one, other)| {
                one.instance == other.instance
                    && one.tags == other.tags
                    && self.of_action(one.action, x) == ignoring_symbol(other.action)
            })
    }

    fn of_action(&self, action: Action, x: &mut Expressions) -> Action {
        let mut of = |expr| self.of(expr, x);
        ignoring_symbol(match action {
            Action::InitialWrite { cell, value } => Action::InitialWrite { cell, value: of(value) },
            Action::Read { address, symbol, width } => Action::Read { address: of(address), symbol, width },
            Action::Write { address, value } => Action::Write { address: of(address), value: of(value) },
            Action::ReadModifyWrite { address, symbol, width, value } => {
                Action::ReadModifyWrite { address: of(address), symbol, width, value: of(value) }
            }
            Action::Synchronize { address } => Action::Synchronize { address: of(address) },
            Action::RegisterRead { register, value } => Action::RegisterRead { register, value: of(value) },
            Action::RegisterWrite { register, value } => Action::RegisterWrite { register, value: of(value) },
            Action::Fence => Action::Fence,
            Action::Branch => Action::Branch,
            Action::Predicate => Action::Predicate,
        })
    }
}

/// The same with one symbol for all: which symbol it is, is what a renaming says.
fn ignoring_symbol(action: Action) -> Action {
    let symbol = SymbolId::new(0);
    match action {
        Action::Read { address, width, .. } => Action::Read { address, symbol, width },
        Action::ReadModifyWrite { address, width, value, .. } => {
            Action::ReadModifyWrite { address, symbol, width, value }
        }
        Action::InitialWrite { .. }
        | Action::Write { .. }
        | Action::Synchronize { .. }
        | Action::RegisterRead { .. }
        | Action::RegisterWrite { .. }
        | Action::Fence
        | Action::Branch
        | Action::Predicate => action,
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
