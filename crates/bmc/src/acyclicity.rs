//! Graphs whose edges are literals and that must have no cycle, as a theory of the SAT solver.
//!
//! An order over all nodes is kept in which edges go forward; an edge that does not is looked at between its ends only. Edges that are taken back leave the
//! order as it is. A cycle is a conflict of the literals on it.
//!
//! Source: D. J. Pearce, P. H. J. Kelly: *A Dynamic Topological Sort Algorithm for Directed Acyclic Graphs*, JEA 11, 2007; as a theory: M. Gebser, T.
//! Janhunen, J. Rintanen: *SAT Modulo Graphs: Acyclicity*, JELIA 2014.

use batsat::Lit;
use batsat::theory::{Theory, TheoryArg};

/// A node of one of the graphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct GraphNode(u32);

#[derive(Clone, Copy, Debug)]
struct Edge {
    source: u32,
    target: u32,
    literal: Lit,
}

/// All graphs of a formula: one graph, whose parts have no edges between them.
#[derive(Debug, Default)]
pub(crate) struct Acyclicity {
    edges: Vec<Edge>,
    /// By literal the edges that come with it.
    edges_of: Vec<Vec<u32>>,
    /// By node its place in the order.
    place: Vec<u32>,
    /// Present edges by source, and by target, each with the newest last.
    out: Vec<Vec<u32>>,
    into: Vec<Vec<u32>>,
    /// Present edges, oldest first.
    present: Vec<u32>,
    /// How much of the solver's trail was looked at.
    seen: usize,
    /// What `present` and `seen` were when the levels began.
    levels: Vec<(usize, usize)>,
    /// By node the edge by which the search came to it, where `mark` is the current one.
    reached_by: Vec<u32>,
    mark: Vec<u32>,
    current_mark: u32,
}

fn index(literal: Lit) -> usize {
    literal.var().idx() as usize * 2 + usize::from(literal.sign())
}

impl Acyclicity {
    pub(crate) fn node(&mut self) -> GraphNode {
        let node = self.place.len() as u32;
        self.place.push(node);
        self.out.push(Vec::new());
        self.into.push(Vec::new());
        self.reached_by.push(0);
        self.mark.push(0);
        GraphNode(node)
    }

    /// Where `literal` holds there is an edge. Only between searches.
    pub(crate) fn edge(&mut self, source: GraphNode, target: GraphNode, literal: Lit) {
        let at = index(literal);
        if self.edges_of.len() <= at {
            self.edges_of.resize_with(at + 1, Vec::new);
        }
        self.edges_of[at].push(self.edges.len() as u32);
        self.edges.push(Edge { source: source.0, target: target.0, literal });
    }

    /// Forgets what is present: a search begins.
    pub(crate) fn restart(&mut self) {
        self.present.clear();
        self.out.iter_mut().chain(&mut self.into).for_each(Vec::clear);
        self.levels.clear();
        self.seen = 0;
    }

    /// Adds an edge; where it closes a cycle, nothing is added, and the result is the edges on it.
    fn add(&mut self, number: u32) -> Option<Vec<u32>> {
        let Edge { source, target, .. } = self.edges[number as usize];
        if source == target {
            return Some(vec![number]);
        }
        if self.place[source as usize] > self.place[target as usize]
            && let Some(mut cycle) = self.make_room(source, target)
        {
            cycle.push(number);
            return Some(cycle);
        }
        self.out[source as usize].push(number);
        self.into[target as usize].push(number);
        self.present.push(number);
        None
    }

    /// Changes the order so that `source` comes before `target`, which is before it now. Where a path leads from `target` to `source`, nothing is changed,
    /// and the result is its edges.
    fn make_room(&mut self, source: u32, target: u32) -> Option<Vec<u32>> {
        let (first, last) = (self.place[target as usize], self.place[source as usize]);
        self.current_mark += 1;
        let mut ahead = vec![target];
        self.mark[target as usize] = self.current_mark;
        let mut next = 0;
        // Breadth first, so that the path is short.
        while let Some(&node) = ahead.get(next) {
            next += 1;
            for at in 0..self.out[node as usize].len() {
                let number = self.out[node as usize][at];
                let to = self.edges[number as usize].target;
                if self.place[to as usize] > last || self.mark[to as usize] == self.current_mark {
                    continue;
                }
                self.mark[to as usize] = self.current_mark;
                self.reached_by[to as usize] = number;
                if to == source {
                    return Some(self.path_back(source, target));
                }
                ahead.push(to);
            }
        }
        self.current_mark += 1;
        let mut behind = vec![source];
        self.mark[source as usize] = self.current_mark;
        next = 0;
        while let Some(&node) = behind.get(next) {
            next += 1;
            for &number in &self.into[node as usize] {
                let from = self.edges[number as usize].source;
                if self.place[from as usize] < first || self.mark[from as usize] == self.current_mark {
                    continue;
                }
                self.mark[from as usize] = self.current_mark;
                behind.push(from);
            }
        }
        self.reorder(behind, ahead);
        None
    }

    fn path_back(&self, source: u32, target: u32) -> Vec<u32> {
        let (mut path, mut node) = (Vec::new(), source);
        while node != target {
            let number = self.reached_by[node as usize];
            path.push(number);
            node = self.edges[number as usize].source;
        }
        path
    }

    /// Gives the nodes that lead to the source the first of the places that both have, and those that the target leads to the others.
    fn reorder(&mut self, mut behind: Vec<u32>, mut ahead: Vec<u32>) {
        let place = &self.place;
        behind.sort_unstable_by_key(|&node| place[node as usize]);
        ahead.sort_unstable_by_key(|&node| place[node as usize]);
        behind.append(&mut ahead);
        let mut places: Vec<u32> = behind.iter().map(|&node| self.place[node as usize]).collect();
        places.sort_unstable();
        for (node, place) in behind.into_iter().zip(places) {
            self.place[node as usize] = place;
        }
    }

    fn look(&mut self, solver: &mut TheoryArg<'_>) {
        while let Some(&literal) = solver.model().get(self.seen) {
            let count = self.edges_of.get(index(literal)).map_or(0, Vec::len);
            for at in 0..count {
                let number = self.edges_of[index(literal)][at];
                if let Some(cycle) = self.add(number) {
                    let conflict: Vec<Lit> = cycle.iter().map(|&edge| !self.edges[edge as usize].literal).collect();
                    solver.raise_conflict(&conflict, true);
                    return;
                }
            }
            self.seen += 1;
        }
    }
}

impl Theory for Acyclicity {
    fn final_check(&mut self, solver: &mut TheoryArg) {
        self.look(solver);
    }

    fn create_level(&mut self) {
        self.levels.push((self.present.len(), self.seen));
    }

    fn pop_levels(&mut self, count: usize) {
        let Some(keep) = self.levels.len().checked_sub(count).filter(|_| count > 0) else { return };
        let (present, seen) = self.levels[keep];
        self.levels.truncate(keep);
        self.seen = seen;
        while self.present.len() > present {
            if let Some(number) = self.present.pop() {
                let Edge { source, target, .. } = self.edges[number as usize];
                self.out[source as usize].pop();
                self.into[target as usize].pop();
            }
        }
    }

    fn n_levels(&self) -> usize {
        self.levels.len()
    }

    fn partial_check(&mut self, solver: &mut TheoryArg) {
        self.look(solver);
    }

    fn explain_propagation(&mut self, _: Lit) -> &[Lit] {
        unreachable!("nothing is propagated")
    }
}

#[cfg(test)]
mod tests {
    use relation::{EventId, Index, Relation};

    use crate::formula::{Formula, Found};

    /// Numbers that look random: the high bits of a linear congruence.
    struct Numbers(u64);

    impl Numbers {
        fn below(&mut self, end: u64) -> usize {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((self.0 >> 33) % end) as usize
        }
    }

    /// Of one formula many choices of edges, so that what is left of one search meets the next.
    #[test]
    fn edges_that_are_chosen_have_no_cycle_exactly_if_there_is_an_assignment() {
        let (nodes, never) = (7u64, || false);
        let mut numbers = Numbers(1);
        for _ in 0..20 {
            let mut formula = Formula::new(&never);
            let of_graph: Vec<_> = (0..nodes).map(|_| formula.node()).collect();
            let edges: Vec<_> =
                (0..18).map(|_| (numbers.below(nodes), numbers.below(nodes), formula.fresh())).collect();
            for &(source, target, literal) in &edges {
                formula.edge(of_graph[source], of_graph[target], literal);
            }
            // Edges that follow from others, so that there is something to propagate.
            for pair in edges.chunks(6) {
                formula.implies(pair[0].2, pair[5].2);
            }
            for _ in 0..40 {
                let chosen: Vec<_> = edges.iter().filter(|_| numbers.below(3) == 0).copied().collect();
                let mut present = chosen.clone();
                present.extend(edges.chunks(6).filter(|pair| chosen.contains(&pair[0])).map(|pair| pair[5]));
                let pairs = present.iter().map(|&(a, b, _)| (EventId::new(a), EventId::new(b)));
                let expected = Relation::from_pairs(nodes as usize, pairs).is_acyclic();
                let assumed: Vec<_> = chosen.iter().map(|&(.., literal)| literal).collect();
                assert_eq!(formula.solve(&assumed) == Found::Assignment, expected, "{chosen:?}");
            }
        }
    }
}
