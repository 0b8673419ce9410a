//! Which path each thread takes, and which events that makes happen.

use std::collections::{BTreeMap, BTreeSet};

use batsat::Lit;
use execution::{Cut, Fault, ThreadPaths, Unfolding};
use program::{ExprId, IdVec, Index, ThreadId};
use relation::{EventId, EventSet, Relation};

use crate::formula::Formula;
use crate::guards::{Guard, Guards};
use crate::unrolled::{InThread, Unrolled};

/// A thread's paths in the formula.
pub(crate) struct Skeleton {
    /// By thread and path whether the thread takes it.
    pub(crate) taken: IdVec<ThreadId, Vec<Lit>>,
    /// By event whether it happens.
    pub(crate) happens: IdVec<EventId, Lit>,
    /// The events that happen whenever the first one does.
    pub(crate) needs: Relation,
    /// The pairs of events that can happen together.
    pub(crate) together: Relation,
    /// Where each thread's events begin.
    pub(crate) first: IdVec<ThreadId, usize>,
    /// Whether some path that was cut is taken.
    pub(crate) is_cut: Lit,
}

impl Skeleton {
    /// The number of an event of a thread among all.
    pub(crate) fn event(&self, (thread, number): InThread) -> EventId {
        EventId::new(self.first[thread] + number as usize)
    }

    pub(crate) fn new(
        formula: &mut Formula<'_>,
        paths: &ThreadPaths,
        unfolding: &Unfolding,
        initial: usize,
    ) -> Skeleton {
        let universe = initial + unfolding.threads.iter().map(|thread| thread.events.len()).sum::<usize>();
        let mut happens = IdVec::from_elem(formula.yes(), universe);
        let mut taken: IdVec<ThreadId, Vec<Lit>> = IdVec::new();
        let mut first: IdVec<ThreadId, usize> = IdVec::new();
        let mut cuts = Vec::new();
        let mut needs = Relation::empty(universe);
        let mut together = Relation::full(universe);
        let mut always = EventSet::from_range(universe, 0..initial);
        let mut begin = initial;
        for (thread, own) in unfolding.places.iter_enumerated() {
            let of_thread = choose_path(formula, own.len());
            for (path, &is_taken) in paths.threads[thread].iter().zip(&of_thread) {
                if path.cut.is_some() {
                    cuts.push(is_taken);
                }
            }
            let count = unfolding.threads[thread].events.len();
            let of_event = paths_of_events(count, own);
            for (event, on) in of_event.iter().enumerate() {
                let id = EventId::new(begin + event);
                let is_on_all = on.len() == own.len();
                if is_on_all {
                    always.insert(id);
                } else {
                    happens[id] = formula.or_all(on.iter().map(|&path| of_thread[path as usize]));
                }
            }
            relate(&of_event, begin, &mut needs, &mut together);
            first.push(begin);
            taken.push(of_thread);
            begin += count;
        }
        // What always happens needs nothing, and everything needs it.
        for event in (0..universe).map(EventId::new) {
            let mut own = needs.image(event).union(&always);
            own.insert(event);
            needs.set_targets(event, &own);
        }
        let is_cut = formula.or_all(cuts);
        Skeleton { taken, happens, needs, together, first, is_cut }
    }

    /// Threads whose events have conditions.
    pub(crate) fn of_guards(
        formula: &mut Formula<'_>,
        unrolled: &Unrolled,
        initial: usize,
        literal: &mut dyn FnMut(&mut Formula<'_>, Guard) -> Lit,
    ) -> Skeleton {
        let universe = initial + unrolled.threads.iter().map(|thread| thread.events.len()).sum::<usize>();
        let mut happens = IdVec::from_elem(formula.yes(), universe);
        let mut needs = Relation::empty(universe);
        let mut together = Relation::full(universe);
        let mut always = EventSet::from_range(universe, 0..initial);
        let mut first = IdVec::new();
        let mut begin = initial;
        let mut guards = unrolled.guards.clone();
        for (thread, own) in unrolled.happens.iter_enumerated() {
            first.push(begin);
            // Events of a block have one guard: guards are compared, not events.
            let mut by_guard: BTreeMap<Guard, Vec<EventId>> = BTreeMap::new();
            for (at, &guard) in own.iter().enumerate() {
                by_guard.entry(guard).or_default().push(EventId::new(begin + at));
            }
            for (&guard, events) in &by_guard {
                let when = literal(formula, guard);
                for &event in events {
                    happens[event] = when;
                    if guard == Guard::ALWAYS {
                        always.insert(event);
                    }
                }
            }
            relate_guards(&mut guards, &by_guard, &mut needs, &mut together);
            begin += unrolled.threads[thread].events.len();
        }
        for event in (0..universe).map(EventId::new) {
            let mut own = needs.image(event).union(&always);
            own.insert(event);
            needs.set_targets(event, &own);
        }
        let is_cut = formula.no();
        Skeleton { taken: IdVec::new(), happens, needs, together, first, is_cut }
    }

    /// Threads that may stop anywhere: each event may happen whose predecessors on its paths do, and a path is taken where it is gone to its end.
    pub(crate) fn of_parts(
        formula: &mut Formula<'_>,
        paths: &ThreadPaths,
        unfolding: &Unfolding,
        initial: usize,
    ) -> Skeleton {
        let mut skeleton = Skeleton::new(formula, paths, unfolding, initial);
        let universe = skeleton.happens.len();
        let yes = formula.yes();
        let (mut cuts, always) = (Vec::new(), EventSet::from_range(universe, 0..initial));
        for event in (0..universe).map(EventId::new) {
            // Free, but for what follows from paths below: a part of an execution may end behind any event.
            skeleton.happens[event] = if event.index() < initial { yes } else { formula.fresh() };
            let own =
                if event.index() < initial { EventSet::empty(universe) } else { EventSet::singleton(universe, event) };
            skeleton.needs.set_targets(event, &own.union(&always));
        }
        for (thread, own) in unfolding.places.iter_enumerated() {
            let begin = skeleton.first[thread];
            for (number, (path, places)) in paths.threads[thread].iter().zip(own).enumerate() {
                let is_taken = formula.fresh();
                skeleton.taken[thread][number] = is_taken;
                if path.cut.is_some() {
                    cuts.push(is_taken);
                }
                let events: Vec<EventId> = places.iter().map(|&place| EventId::new(begin + place as usize)).collect();
                for (at, &event) in events.iter().enumerate() {
                    formula.implies(is_taken, skeleton.happens[event]);
                    let needed = events[..at].iter().fold(skeleton.needs.image(event), |mut needed, &before| {
                        needed.insert(before);
                        needed
                    });
                    skeleton.needs.set_targets(event, &needed);
                }
                for pair in events.windows(2) {
                    formula.implies(skeleton.happens[pair[1]], skeleton.happens[pair[0]]);
                }
            }
        }
        // What no path has together must be excluded here: no choice of a path does it.
        for (a, b) in skeleton.together.complement().iter() {
            if a < b {
                formula.clause([!skeleton.happens[a], !skeleton.happens[b]]);
            }
        }
        skeleton.is_cut = formula.or_all(cuts);
        skeleton
    }

    /// The conditions without which an event does not happen, on whatever path.
    pub(crate) fn conditions(&self, paths: &ThreadPaths, unfolding: &Unfolding) -> Vec<(EventId, ExprId, bool)> {
        let mut found = Vec::new();
        for (thread, own) in unfolding.places.iter_enumerated() {
            let begin = self.first[thread];
            let mut of_event: BTreeMap<u32, BTreeSet<(ExprId, bool)>> = BTreeMap::new();
            for (path, places) in paths.threads[thread].iter().zip(own) {
                for (at, &place) in places.iter().enumerate() {
                    let before =
                        path.conditions.iter().zip(&path.decided_at).filter(|(_, decided)| **decided as usize <= at);
                    let own: BTreeSet<(ExprId, bool)> = before.map(|(&condition, _)| condition).collect();
                    // Where paths go different ways without an event between them, only what they have in common.
                    of_event.entry(place).and_modify(|known| known.retain(|one| own.contains(one))).or_insert(own);
                }
            }
            for (place, conditions) in of_event {
                let event = EventId::new(begin + place as usize);
                found.extend(conditions.into_iter().map(|(condition, wanted)| (event, condition, wanted)));
            }
        }
        found
    }

    /// Where the paths were cut that are taken in the assignment that was found last.
    pub(crate) fn cuts<'p>(&self, formula: &Formula<'_>, paths: &'p ThreadPaths) -> Option<&'p Cut> {
        let all = paths.threads.iter().zip(self.taken.iter());
        let mut each = all.flat_map(|(paths, taken)| paths.iter().zip(taken));
        each.find_map(|(path, &is_taken)| path.cut.as_ref().filter(|_| formula.value(is_taken)))
    }

    /// Their numbers, by thread.
    pub(crate) fn numbers(&self, formula: &Formula<'_>) -> Vec<usize> {
        let number = |all: &Vec<Lit>| all.iter().position(|&is_taken| formula.value(is_taken));
        self.taken.iter().map(|all| number(all).expect("each thread takes a path")).collect()
    }

    /// What is wrong with paths whatever is read, with when they are taken.
    pub(crate) fn faults<'p>(&'p self, paths: &'p ThreadPaths) -> impl Iterator<Item = (Lit, &'p Fault)> {
        let all = paths.threads.iter().zip(self.taken.iter());
        let each = all.flat_map(|(paths, taken)| paths.iter().zip(taken));
        each.filter_map(|(path, &is_taken)| Some((is_taken, path.fault.as_ref()?)))
    }
}

/// Notes which events of a thread need which, and which exclude each other.
fn relate_guards(
    guards: &mut Guards,
    by_guard: &BTreeMap<Guard, Vec<EventId>>,
    needs: &mut Relation,
    together: &mut Relation,
) {
    for (&a, of_a) in by_guard {
        for (&b, of_b) in by_guard {
            let (is_needed, is_apart) = (guards.implies(a, b), guards.and(a, b) == Guard::NEVER);
            for (&one, &other) in of_a.iter().flat_map(|one| of_b.iter().map(move |other| (one, other))) {
                if is_needed {
                    needs.insert(one, other);
                }
                if is_apart {
                    together.remove(one, other);
                }
            }
        }
    }
}

fn choose_path(formula: &mut Formula<'_>, count: usize) -> Vec<Lit> {
    let yes = formula.yes();
    if count == 1 {
        return vec![yes];
    }
    let all: Vec<Lit> = (0..count).map(|_| formula.fresh()).collect();
    formula.one_of(yes, &all);
    all
}

/// For each event of a thread the paths that have it, ascending.
fn paths_of_events(count: usize, places: &[Vec<u32>]) -> Vec<Vec<u32>> {
    let mut on = vec![Vec::new(); count];
    for (path, own) in places.iter().enumerate() {
        own.iter().for_each(|&event| on[event as usize].push(path as u32));
    }
    on
}

/// Notes which events of a thread need which, and which exclude each other.
fn relate(on: &[Vec<u32>], begin: usize, needs: &mut Relation, together: &mut Relation) {
    // In a tree sets of paths are nested or disjoint.
    let is_nested = |inner: &[u32], outer: &[u32]| inner.iter().all(|path| outer.binary_search(path).is_ok());
    for (a, of_a) in on.iter().enumerate() {
        for (b, of_b) in on.iter().enumerate() {
            let pair = (EventId::new(begin + a), EventId::new(begin + b));
            if of_a.len() <= of_b.len() && is_nested(of_a, of_b) {
                needs.insert(pair.0, pair.1);
            } else if !is_nested(of_b, of_a) {
                together.remove(pair.0, pair.1);
            }
        }
    }
}
