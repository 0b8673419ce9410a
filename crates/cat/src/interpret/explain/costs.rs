//! How many steps it takes from one event to another.

use relation::{EventId, EventSet, Index, Relation};

/// For each pair of a relation the least number of steps that derive it. One row an event, ascending targets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Costs {
    rows: Vec<Vec<(u32, u32)>>,
}

impl Costs {
    pub(super) fn none(universe: usize) -> Costs {
        Costs { rows: vec![Vec::new(); universe] }
    }

    /// Each pair of `relation` by itself takes `each` steps.
    pub(super) fn of(relation: &Relation, each: u32) -> Costs {
        let mut costs = Costs::none(relation.universe());
        for (source, target) in relation.iter() {
            costs.rows[source.index()].push((target.number(), each));
        }
        costs
    }

    /// To stay at one of these events takes no step.
    pub(super) fn staying(events: &EventSet) -> Costs {
        let mut costs = Costs::none(events.universe());
        events.iter().for_each(|event| costs.rows[event.index()].push((event.number(), 0)));
        costs
    }

    /// The same, where no event needs a step to itself.
    pub(super) fn with_free_loops(mut self) -> Costs {
        for (source, row) in self.rows.iter_mut().enumerate() {
            row.iter_mut().filter(|(target, _)| *target as usize == source).for_each(|(_, cost)| *cost = 0);
        }
        self
    }

    pub(super) fn universe(&self) -> usize {
        self.rows.len()
    }

    pub(super) fn get(&self, source: EventId, target: EventId) -> Option<u32> {
        let row = &self.rows[source.index()];
        row.binary_search_by_key(&target.number(), |&(target, _)| target).ok().map(|at| row[at].1)
    }

    pub(super) fn from(&self, source: EventId) -> impl Iterator<Item = (EventId, u32)> + '_ {
        self.rows[source.index()].iter().map(|&(target, cost)| (EventId::from_number(target), cost))
    }

    pub(super) fn pairs(&self) -> impl Iterator<Item = (EventId, EventId, u32)> + '_ {
        let events = (0..self.rows.len()).map(EventId::new);
        events.flat_map(|source| self.from(source).map(move |(target, cost)| (source, target, cost)))
    }

    /// The least costs that `rows` has for each source and target.
    fn least(universe: usize, row: impl Fn(EventId, &mut dyn FnMut(u32, u32))) -> Costs {
        let mut costs = Costs::none(universe);
        let mut best = vec![u32::MAX; universe];
        for source in 0..universe {
            let mut reached: Vec<u32> = Vec::new();
            row(EventId::new(source), &mut |target, cost| {
                let known = &mut best[target as usize];
                if *known == u32::MAX {
                    reached.push(target);
                }
                *known = (*known).min(cost);
            });
            // Rows are searched by target. To read a cost also resets it for the next source.
            reached.sort_unstable();
            costs.rows[source] =
                reached.iter().map(|&t| (t, std::mem::replace(&mut best[t as usize], u32::MAX))).collect();
        }
        costs
    }

    /// Of the pairs of either, with the lesser costs.
    pub(super) fn union(&self, other: &Costs) -> Costs {
        Costs::least(self.universe(), |source, put| {
            let rows = [&self.rows[source.index()], &other.rows[source.index()]];
            rows.into_iter().flatten().for_each(|&(target, cost)| put(target, cost));
        })
    }

    /// One step of this, then one of the other.
    pub(super) fn sequence(&self, other: &Costs) -> Costs {
        Costs::least(self.universe(), |source, put| {
            for &(middle, first) in &self.rows[source.index()] {
                for &(target, second) in &other.rows[middle as usize] {
                    put(target, first + second);
                }
            }
        })
    }

    pub(super) fn inverse(&self) -> Costs {
        let mut costs = Costs::none(self.universe());
        for (source, target, cost) in self.pairs() {
            costs.rows[target.index()].push((source.number(), cost));
        }
        costs
    }

    /// The pairs for which `keep` says so.
    pub(super) fn filtered(&self, keep: impl Fn(EventId, EventId) -> bool) -> Costs {
        let mut costs = Costs::none(self.universe());
        for (source, target, cost) in self.pairs().filter(|&(source, target, _)| keep(source, target)) {
            costs.rows[source.index()].push((target.number(), cost));
        }
        costs
    }

    /// One step or more.
    pub(super) fn closure(&self) -> Costs {
        let all: Vec<Search> = (0..self.universe()).map(|source| self.search(EventId::new(source))).collect();
        let mut costs = Costs::none(self.universe());
        for (source, search) in all.iter().enumerate() {
            let reached = search.best.iter().enumerate().filter(|(_, cost)| **cost != u32::MAX);
            costs.rows[source] = reached.map(|(target, &cost)| (target as u32, cost)).collect();
        }
        costs
    }

    /// The cheapest ways of one step or more from `source` (Dijkstra; small numbers of events, so that the nearest is found by looking).
    fn search(&self, source: EventId) -> Search {
        let universe = self.universe();
        let mut search = Search { best: vec![u32::MAX; universe], before: vec![None; universe] };
        let mut is_done = vec![false; universe];
        let relax = |search: &mut Search, from: EventId, so_far: u32| {
            for (target, cost) in self.from(from) {
                // To leave and come back where the way begins is a way, too: the source is reached like any other event.
                let total = so_far + cost;
                if total < search.best[target.index()] {
                    search.best[target.index()] = total;
                    search.before[target.index()] = Some(from);
                }
            }
        };
        relax(&mut search, source, 0);
        loop {
            let open = (0..universe).filter(|&event| !is_done[event] && search.best[event] != u32::MAX);
            let Some(next) = open.min_by_key(|&event| (search.best[event], event)) else { return search };
            is_done[next] = true;
            let so_far = search.best[next];
            relax(&mut search, EventId::new(next), so_far);
        }
    }

    /// The events of a cheapest way of one step or more from `source` to `target`, both included.
    pub(super) fn way(&self, source: EventId, target: EventId) -> Option<Vec<EventId>> {
        let search = self.search(source);
        if search.best[target.index()] == u32::MAX {
            return None;
        }
        let mut way = vec![target];
        let mut at = target;
        loop {
            at = search.before[at.index()]?;
            way.push(at);
            if at == source {
                way.reverse();
                return Some(way);
            }
        }
    }
}

struct Search {
    best: Vec<u32>,
    before: Vec<Option<EventId>>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn costs(pairs: &[(usize, usize)]) -> Costs {
        let pairs = pairs.iter().map(|&(source, target)| (EventId::new(source), EventId::new(target)));
        Costs::of(&Relation::from_pairs(5, pairs), 1)
    }

    #[test]
    fn a_closure_takes_the_shortest_way() {
        let closure = costs(&[(0, 1), (1, 2), (2, 3), (0, 2), (3, 0)]).closure();
        let get = |a: usize, b: usize| closure.get(EventId::new(a), EventId::new(b));
        assert_eq!((get(0, 3), get(0, 0), get(4, 4)), (Some(2), Some(3), None));
    }

    #[test]
    fn a_way_may_lead_back() {
        let way = costs(&[(0, 1), (1, 2), (2, 0), (1, 3)]).way(EventId::new(0), EventId::new(0));
        assert_eq!(way.map(|way| way.iter().map(|event| event.index()).collect()), Some(vec![0, 1, 2, 0]));
    }
}
