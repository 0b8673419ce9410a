//! Paths of a thread that differ in nothing that models and states see: choices within instructions whose only trace is in what later events depend on, where there are no later
//! events (which of two equal values the register of a successful compare-and-swap holds). The executions of one of them stand for those of all, and are counted as often.
//!
//! Gained: loops around compare-and-swaps of AArch64, in which each thread has such a choice, have 2^n times fewer event structures for n threads.

use execution::{Event, Pairs, ThreadPath};
use program::{ExprId, Expressions, IdVec, ThreadId};
use rustc_hash::FxHashMap;

use crate::final_state::Observed;
use crate::renaming::Renaming;

/// With fewer event structures nothing is saved that is worth the look.
const WORTH_LOOKING: usize = if cfg!(debug_assertions) { 2 } else { 16 };

/// For each path of each thread how many it stands for: itself and later ones; 0 where an earlier one stands for it. Nothing where each stands for itself.
#[derive(Debug, Default)]
pub(crate) struct EqualPaths(Option<IdVec<ThreadId, Vec<u64>>>);

impl EqualPaths {
    /// Looks at all pairs of paths that look alike at first sight.
    pub(crate) fn find(
        threads: &IdVec<ThreadId, Vec<ThreadPath>>,
        observed: &Observed,
        x: &mut Expressions,
    ) -> EqualPaths {
        let structures = threads.iter().fold(1_usize, |all, paths| all.saturating_mul(paths.len()));
        if structures < WORTH_LOOKING {
            return EqualPaths(None);
        }
        let mut copies: IdVec<ThreadId, Vec<u64>> = IdVec::new();
        let mut is_any = false;
        for (thread, paths) in threads.iter_enumerated() {
            let mut own = vec![1; paths.len()];
            let mut by_sight: FxHashMap<FirstSight, Vec<usize>> = FxHashMap::default();
            for (at, path) in paths.iter().enumerate().filter(|(_, path)| is_plain(path)) {
                let alike = by_sight.entry(FirstSight::of(path)).or_default();
                let mut earlier = alike.iter().copied();
                match earlier.find(|&earlier| are_equal(&paths[earlier], path, thread, observed, x)) {
                    Some(earlier) => {
                        own[earlier] += own[at];
                        own[at] = 0;
                        is_any = true;
                    }
                    None => alike.push(at),
                }
            }
            copies.push(own);
        }
        EqualPaths(is_any.then_some(copies))
    }

    /// The paths that others stand for.
    pub(crate) fn spare(&self) -> Vec<(ThreadId, usize)> {
        let all = self.0.iter().flat_map(|copies| copies.iter_enumerated());
        let of_thread = |(thread, own): (ThreadId, &Vec<u64>)| {
            let spare: Vec<(ThreadId, usize)> =
                own.iter().enumerate().filter(|(_, copies)| **copies == 0).map(|(path, _)| (thread, path)).collect();
            spare
        };
        all.flat_map(of_thread).collect()
    }

    /// For how many choices of one path for each thread this one stands.
    pub(crate) fn copies(&self, choice: &[usize]) -> u64 {
        let Some(copies) = &self.0 else { return 1 };
        copies.iter().zip(choice).map(|(own, &path)| own[path]).product()
    }
}

/// What paths have in common that are equal, for little.
#[derive(PartialEq, Eq, Hash)]
struct FirstSight {
    events: Vec<(u32, u128)>,
    pairs: [usize; 4],
}

impl FirstSight {
    fn of(path: &ThreadPath) -> FirstSight {
        let events = path.events.iter().map(|event| (event.instance, event.tags.0)).collect();
        FirstSight { events, pairs: [&path.addr, &path.data, &path.ctrl, &path.iico_data].map(|pairs| pairs.len()) }
    }
}

fn is_plain(path: &ThreadPath) -> bool {
    path.fault.is_none() && path.cut.is_none() && path.splits.is_empty() && path.requirements().next().is_none()
}

/// Whether one path is the other: the same events under the same conditions, with the same relations between them and the same outcome.
fn are_equal(a: &ThreadPath, b: &ThreadPath, thread: ThreadId, observed: &Observed, x: &mut Expressions) -> bool {
    let is_same_place = |(one, other): (&Event, &Event)| one.instruction == other.instruction;
    if !a.events.iter().zip(&b.events).all(is_same_place) {
        return false;
    }
    let Some(renaming) = Renaming::between(a, b, x) else { return false };
    let mut shown = observed.registers.iter().filter(|(of, _)| *of == thread).map(|(_, part)| part);
    have_equal_relations(a, b)
        && renaming.makes_events(a, b, x)
        && have_equal_conditions(a, b, &renaming, x)
        && shown.all(|part| {
            let [one, other] = [a, b].map(|path| path.register(x, part.register, part.low, part.width));
            renaming.of(one, x) == other
        })
}

fn have_equal_relations(a: &ThreadPath, b: &ThreadPath) -> bool {
    let relations = |path: &ThreadPath| -> [Pairs; 11] {
        path.relations().map(|pairs| {
            let mut pairs = pairs.clone();
            pairs.sort_unstable();
            pairs.dedup();
            pairs
        })
    };
    relations(a) == relations(b)
}

/// As sets: a condition that was met twice says no more.
fn have_equal_conditions(a: &ThreadPath, b: &ThreadPath, renaming: &Renaming, x: &mut Expressions) -> bool {
    let sorted = |mut conditions: Vec<(ExprId, bool)>| {
        conditions.sort_unstable();
        conditions.dedup();
        conditions
    };
    let renamed = a.conditions.iter().map(|&(bit, wanted)| (renaming.of(bit, x), wanted)).collect();
    sorted(renamed) == sorted(b.conditions.to_vec())
}
