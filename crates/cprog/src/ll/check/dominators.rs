//! Which blocks every path to a block goes through.
//!
//! Source: Lengauer and Tarjan, "A Fast Algorithm for Finding Dominators in a Flowgraph", TOPLAS 1979, in its simple form: O(m log n).

/// Immediate dominators, as a tree whose nodes are numbered before and behind their children.
pub(super) struct Dominators {
    /// For each block its numbers; none for blocks that no path reaches.
    numbers: Vec<Option<(u32, u32)>>,
}

const NONE: usize = usize::MAX;

struct Forest {
    ancestor: Vec<usize>,
    label: Vec<usize>,
    semidominator: Vec<usize>,
}

impl Forest {
    /// The vertex with the least semidominator on the way up; shortens that way.
    fn evaluate(&mut self, vertex: usize) -> usize {
        let mut path = Vec::new();
        let mut here = vertex;
        while self.ancestor[here] != NONE {
            path.push(here);
            here = self.ancestor[here];
        }
        let root = here;
        // From the top down, each takes what is best above it.
        for here in path.into_iter().rev() {
            let above = self.ancestor[here];
            if above != root {
                if self.semidominator[self.label[above]] < self.semidominator[self.label[here]] {
                    self.label[here] = self.label[above];
                }
                self.ancestor[here] = self.ancestor[above];
            }
        }
        self.label[vertex]
    }
}

/// Blocks in the order in which a search finds them, and the number there of the one that each was found from.
fn search(successors: &[Vec<usize>]) -> (Vec<usize>, Vec<usize>) {
    let mut number = vec![NONE; successors.len()];
    let (mut order, mut parents) = (Vec::new(), Vec::new());
    let mut stack = vec![(0, NONE)];
    while let Some((block, parent)) = stack.pop() {
        if number[block] != NONE {
            continue;
        }
        number[block] = order.len();
        order.push(block);
        parents.push(parent);
        stack.extend(successors[block].iter().rev().map(|next| (*next, number[block])));
    }
    (order, parents)
}

impl Dominators {
    /// Of a graph whose entry is the first block; there is at least one.
    pub(super) fn new(successors: &[Vec<usize>]) -> Dominators {
        let (order, parents) = search(successors);
        let count = order.len();
        let mut number = vec![NONE; successors.len()];
        order.iter().enumerate().for_each(|(index, block)| number[*block] = index);
        let mut predecessors: Vec<Vec<usize>> = vec![Vec::new(); count];
        for (index, block) in order.iter().enumerate() {
            successors[*block].iter().for_each(|next| predecessors[number[*next]].push(index));
        }
        let mut forest =
            Forest { ancestor: vec![NONE; count], label: (0..count).collect(), semidominator: (0..count).collect() };
        let mut dominator = vec![0; count];
        let mut bucket: Vec<Vec<usize>> = vec![Vec::new(); count];
        for vertex in (1..count).rev() {
            for predecessor in &predecessors[vertex] {
                let best = forest.evaluate(*predecessor);
                forest.semidominator[vertex] = forest.semidominator[vertex].min(forest.semidominator[best]);
            }
            bucket[forest.semidominator[vertex]].push(vertex);
            let parent = parents[vertex];
            forest.ancestor[vertex] = parent;
            for waiting in std::mem::take(&mut bucket[parent]) {
                let best = forest.evaluate(waiting);
                dominator[waiting] =
                    if forest.semidominator[best] < forest.semidominator[waiting] { best } else { parent };
            }
        }
        for vertex in 1..count {
            if dominator[vertex] != forest.semidominator[vertex] {
                dominator[vertex] = dominator[dominator[vertex]];
            }
        }
        Dominators { numbers: numbered(&order, &dominator, successors.len()) }
    }

    /// Whether a path from the entry leads to the block.
    pub(super) fn is_reachable(&self, block: usize) -> bool {
        self.numbers[block].is_some()
    }

    /// Whether every path to `other` goes through `block`; a block dominates itself.
    pub(super) fn dominates(&self, block: usize, other: usize) -> bool {
        match (self.numbers[block], self.numbers[other]) {
            (Some((begin, end)), Some((other, _))) => begin <= other && other < end,
            _ => false,
        }
    }
}

/// Numbers for the nodes of the tree of dominators: each node's interval holds those of its children.
fn numbered(order: &[usize], dominator: &[usize], blocks: usize) -> Vec<Option<(u32, u32)>> {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); order.len()];
    (1..order.len()).for_each(|vertex| children[dominator[vertex]].push(vertex));
    let mut numbers = vec![None; blocks];
    let mut next = 0;
    let mut stack = vec![(0, false)];
    while let Some((vertex, is_done)) = stack.pop() {
        let numbered: &mut Option<(u32, u32)> = &mut numbers[order[vertex]];
        if is_done {
            if let Some((_, end)) = numbered {
                *end = next;
            }
            continue;
        }
        *numbered = Some((next, next + 1));
        next += 1;
        stack.push((vertex, true));
        stack.extend(children[vertex].iter().map(|child| (*child, false)));
    }
    numbers
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Blocks that are reached without going through `without`.
    fn reached(successors: &[Vec<usize>], without: Option<usize>) -> Vec<bool> {
        let mut seen = vec![false; successors.len()];
        let mut stack = vec![0];
        while let Some(block) = stack.pop() {
            if Some(block) != without && !std::mem::replace(&mut seen[block], true) {
                stack.extend(&successors[block]);
            }
        }
        seen
    }

    proptest! {
        #[test]
        fn a_dominator_is_on_all_paths(edges in prop::collection::vec(prop::collection::vec(0usize..12, 0..4), 12)) {
            let dominators = Dominators::new(&edges);
            let all = reached(&edges, None);
            for block in 0..edges.len() {
                prop_assert_eq!(dominators.is_reachable(block), all[block]);
                let others = reached(&edges, Some(block));
                for other in 0..edges.len() {
                    let expected = all[block] && all[other] && !others[other];
                    prop_assert_eq!(dominators.dominates(block, other), expected, "{} {}", block, other);
                }
            }
        }
    }
}
