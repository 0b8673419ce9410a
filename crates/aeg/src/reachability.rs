//! What events reach in a graph that is given by rows of bits.
//!
//! Depth-first searches look at the unvisited successors of a node, word by word (`successors AND unvisited`), so that they cost a number of words of n * n / 64,
//! however many edges there are: abstract event graphs of real programs are nearly complete.

use relation::Index;

use crate::bits::{Matrix, intersect, no_events, ones, unite};
use crate::graph::EventId;

/// The strongly connected components of a graph over some events, and what they reach.
pub(crate) struct Reachability {
    /// The component of each event; [`NONE`] for events that are not in the graph.
    component: Vec<usize>,
    /// For each component, the events in it or reached from it.
    closures: Vec<Vec<u64>>,
}

/// The component of what is not in the graph.
const NONE: usize = usize::MAX;

/// A graph over the events in `among`: `edges` holds what both of its matrices have.
struct Edges<'a> {
    rows: [&'a Matrix; 2],
    among: &'a [u64],
}

impl Edges<'_> {
    /// A successor of `event` in `from`, at or after word `word`; moves `word` to where it was found.
    fn next(&self, event: usize, from: &[u64], word: &mut usize) -> Option<EventId> {
        let (one, other) = (self.rows[0].row(event), self.rows[1].row(event));
        while *word < from.len() {
            let bits = (one[*word] | other[*word]) & self.among[*word] & from[*word];
            if bits != 0 {
                return Some(EventId::new(*word * 64 + bits.trailing_zeros() as usize));
            }
            *word += 1;
        }
        None
    }
}

impl Reachability {
    /// Computes what is reached over the edges of `forward` between the events in `among`; `backward` is the same graph turned round. Each graph
    /// is the union of two matrices.
    pub(crate) fn new(forward: [&Matrix; 2], backward: [&Matrix; 2], among: &[u64]) -> Reachability {
        let count = forward[0].rows();
        let (forward, backward) = (Edges { rows: forward, among }, Edges { rows: backward, among });
        let finished = finishing_order(&forward, among);
        let (component, members) = components(&backward, &finished, among, count);
        // Components come before all that they lead to.
        let mut closures: Vec<Vec<u64>> = vec![Vec::new(); members.len()];
        for (index, members) in members.iter().enumerate().rev() {
            let mut closure = no_events(count);
            let mut successors = no_events(count);
            for member in members {
                closure[member / 64] |= 1 << (member % 64);
                unite(&mut successors, forward.rows[0].row(*member));
                unite(&mut successors, forward.rows[1].row(*member));
            }
            intersect(&mut successors, among);
            for word in 0..successors.len() {
                loop {
                    let bits = successors[word] & !closure[word];
                    if bits == 0 {
                        break;
                    }
                    let next = component[word * 64 + bits.trailing_zeros() as usize];
                    // With one event of a component come all that it reaches, so that each component is united once at most.
                    unite(&mut closure, &closures[next]);
                }
            }
            closures[index] = closure;
        }
        Reachability { component, closures }
    }

    /// How many components there are.
    pub(crate) fn components(&self) -> usize {
        self.closures.len()
    }

    /// The component of an event; none when it is not in the graph.
    pub(crate) fn component(&self, event: EventId) -> Option<usize> {
        let component = self.component[event.index()];
        (component != NONE).then_some(component)
    }

    /// The events in a component or reached from it.
    pub(crate) fn closure(&self, component: usize) -> &[u64] {
        &self.closures[component]
    }
}

/// The events in the order in which a depth-first search leaves them.
fn finishing_order(edges: &Edges, among: &[u64]) -> Vec<usize> {
    let mut unvisited = among.to_vec();
    let mut order = Vec::new();
    let mut stack: Vec<(usize, usize)> = Vec::new();
    for root in ones(among) {
        if unvisited[root.index() / 64] >> (root.index() % 64) & 1 == 0 {
            continue;
        }
        unvisited[root.index() / 64] &= !(1 << (root.index() % 64));
        stack.push((root.index(), 0));
        while let Some((event, word)) = stack.last_mut() {
            match edges.next(*event, &unvisited, word) {
                Some(next) => {
                    unvisited[next.index() / 64] &= !(1 << (next.index() % 64));
                    stack.push((next.index(), 0));
                }
                None => {
                    order.push(*event);
                    stack.pop();
                }
            }
        }
    }
    order
}

/// Kosaraju's second search: backwards, from what was left last. Gives each event's component, and each component's events.
fn components(backward: &Edges, finished: &[usize], among: &[u64], count: usize) -> (Vec<usize>, Vec<Vec<usize>>) {
    let mut unvisited = among.to_vec();
    let mut component = vec![NONE; count];
    let mut all = Vec::new();
    for root in finished.iter().rev() {
        if component[*root] != NONE {
            continue;
        }
        let mut members = Vec::new();
        let mut work = vec![*root];
        unvisited[root / 64] &= !(1 << (root % 64));
        while let Some(event) = work.pop() {
            component[event] = all.len();
            members.push(event);
            let mut word = 0;
            while let Some(next) = backward.next(event, &unvisited, &mut word) {
                unvisited[next.index() / 64] &= !(1 << (next.index() % 64));
                work.push(next.index());
            }
        }
        all.push(members);
    }
    (component, all)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::bits::contains;

    proptest! {
        #[test]
        fn what_is_reached_is_what_warshall_finds(
            edges in prop::collection::vec((0usize..90, 0usize..90), 0..200),
            left_out in prop::collection::vec(0usize..90, 0..10),
        ) {
            let count = 90;
            let (mut forward, empty) = (Matrix::new(count, count), Matrix::new(count, count));
            for (from, to) in &edges {
                forward.set(*from, EventId::new(*to));
            }
            let mut among = no_events(count);
            for event in (0..count).filter(|event| !left_out.contains(event)) {
                crate::bits::insert(&mut among, EventId::new(event));
            }
            let mut reaches = vec![vec![false; count]; count];
            for (from, to) in &edges {
                reaches[*from][*to] |= !left_out.contains(from) && !left_out.contains(to);
            }
            for middle in 0..count {
                for from in 0..count {
                    for to in 0..count {
                        reaches[from][to] |= reaches[from][middle] && reaches[middle][to];
                    }
                }
            }
            let backward = forward.transposed();
            let found = Reachability::new([&forward, &empty], [&backward, &empty], &among);
            for from in (0..count).filter(|event| !left_out.contains(event)) {
                let reached = found.component(EventId::new(from)).map(|component| found.closure(component)).expect("in the graph");
                for (to, &is_reached) in reaches[from].iter().enumerate() {
                    let expected = from == to || is_reached;
                    prop_assert_eq!(contains(reached, EventId::new(to)), expected, "{} to {}", from, to);
                }
            }
        }
    }
}
