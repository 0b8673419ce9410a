//! The graph against the definition: reachability by transitive closure over a list of constraints, with read-modify-writes and what they
//! read taken for one.

use proptest::prelude::*;

use super::{ModificationGraph, NewStore, StoreId};

const THREADS: u32 = 3;

/// Constraints on one modification order, without clocks.
#[derive(Default)]
struct Oracle {
    /// By store: the number of its chain. What is in a chain is in the order of the numbers of stores.
    chains: Vec<usize>,
    /// Pairs of chains of which the first comes before the second.
    constraints: Vec<(usize, usize)>,
}

impl Oracle {
    fn reaches_chain(&self, from: usize, to: usize) -> bool {
        let mut reached = vec![from];
        let mut next = 0;
        while next < reached.len() {
            let chain = reached[next];
            next += 1;
            for &(a, b) in &self.constraints {
                if a == chain && !reached.contains(&b) {
                    reached.push(b);
                }
            }
        }
        from != to && reached.contains(&to)
    }

    /// Whether all orders have `a` before `b`.
    fn must_precede(&self, a: usize, b: usize) -> bool {
        let (x, y) = (self.chains[a], self.chains[b]);
        if x == y { a < b } else { self.reaches_chain(x, y) }
    }

    /// Whether some order has `a` before `b`.
    fn may_precede(&self, a: usize, b: usize) -> bool {
        a == b || !self.must_precede(b, a)
    }

    fn is_last_of_chain(&self, store: usize) -> bool {
        !self.chains[store + 1..].contains(&self.chains[store])
    }

    fn add(&mut self, a: usize, b: usize) {
        if self.chains[a] != self.chains[b] {
            self.constraints.push((self.chains[a], self.chains[b]));
        }
    }
}

#[derive(Clone, Debug)]
enum Step {
    /// A store by a thread, after what these choose.
    Store(u32, Vec<prop::sample::Index>),
    /// A read-modify-write by a thread that reads what this chooses, if no other has.
    Update(u32, prop::sample::Index),
    /// A load that puts one store before another, if that is possible.
    Order(prop::sample::Index, prop::sample::Index),
}

fn step() -> impl Strategy<Value = Step> {
    let index = || any::<prop::sample::Index>();
    prop_oneof![
        3 => (0..THREADS, prop::collection::vec(index(), 0..3)).prop_map(|(thread, prior)| Step::Store(thread, prior)),
        2 => (0..THREADS, index()).prop_map(|(thread, read)| Step::Update(thread, read)),
        4 => (index(), index()).prop_map(|(first, second)| Step::Order(first, second)),
    ]
}

struct Both {
    graph: ModificationGraph,
    oracle: Oracle,
    ids: Vec<StoreId>,
    /// The last store of each thread.
    last: Vec<Option<usize>>,
}

impl Both {
    fn new_store(&self, thread: u32) -> NewStore {
        let time = 2 * (self.ids.len() as u64 + 1);
        NewStore { slot: thread + 1, time, number: time as u32, event: 0, value: 0, is_seq_cst: false, release: None }
    }

    fn store(&mut self, thread: u32, prior: &[usize]) {
        let new = self.new_store(thread);
        let number = self.ids.len();
        // As callers do: what reaches another member is left out; the thread's own last store is always meant.
        let meant: Vec<usize> = prior.iter().copied().chain(self.last[thread as usize]).collect();
        let mut kept: Vec<usize> = Vec::new();
        for &store in &meant {
            let is_covered = meant.iter().any(|&other| self.oracle.must_precede(store, other));
            if !is_covered && !kept.contains(&store) {
                kept.push(store);
            }
        }
        let ids: Vec<StoreId> = kept.iter().map(|&store| self.ids[store]).collect();
        self.ids.push(self.graph.add_store(new, &ids));
        self.oracle.chains.push(number);
        meant.iter().for_each(|&store| self.oracle.add(store, number));
        self.last[thread as usize] = Some(number);
    }

    fn update(&mut self, thread: u32, read: usize) {
        let own = self.last[thread as usize];
        if !self.oracle.is_last_of_chain(read) || own.is_some_and(|own| !self.oracle.may_precede(own, read)) {
            return;
        }
        if let Some(own) = own {
            self.graph.add_edge(self.ids[own], self.ids[read]);
            self.oracle.add(own, read);
        }
        let number = self.ids.len();
        let new = self.new_store(thread);
        self.ids.push(self.graph.add_read_modify_write(new, self.ids[read]));
        self.oracle.chains.push(self.oracle.chains[read]);
        self.last[thread as usize] = Some(number);
    }

    fn order(&mut self, first: usize, second: usize) {
        if self.oracle.may_precede(first, second) {
            self.graph.add_edge(self.ids[first], self.ids[second]);
            self.oracle.add(first, second);
        }
    }

    fn check(&self) -> Result<(), TestCaseError> {
        for a in 0..self.ids.len() {
            prop_assert_eq!(self.graph.next_in_chain(self.ids[a]).is_none(), self.oracle.is_last_of_chain(a));
            for b in 0..self.ids.len() {
                let possible = self.graph.may_precede(self.ids[a], self.ids[b]);
                prop_assert_eq!(possible, self.oracle.may_precede(a, b), "may {} precede {}", a, b);
                // An edge into a chain says nothing in the graph about the members before its target; may_precede knows.
                if a != b && self.graph.reaches(self.ids[a], self.ids[b]) {
                    prop_assert!(self.oracle.must_precede(a, b), "{} reaches {}", a, b);
                    prop_assert!(
                        self.graph.rank(self.ids[a]) < self.graph.rank(self.ids[b]),
                        "ranks of {} and {}",
                        a,
                        b
                    );
                }
            }
        }
        Ok(())
    }
}

proptest! {
    #[test]
    fn clocks_answer_as_the_constraints_do(steps in prop::collection::vec(step(), 1..40)) {
        let mut graph = ModificationGraph::new();
        graph.widen(THREADS as usize + 1);
        let last = vec![None; THREADS as usize];
        let mut both =
            Both { graph, oracle: Oracle::default(), ids: Vec::new(), last };
        both.store(0, &[]);
        for step in steps {
            let count = both.ids.len();
            match step {
                Step::Store(thread, prior) => {
                    let prior: Vec<usize> = prior.iter().map(|index| index.index(count)).collect();
                    both.store(thread, &prior);
                }
                Step::Update(thread, read) => both.update(thread, read.index(count)),
                Step::Order(first, second) => both.order(first.index(count), second.index(count)),
            }
            both.check()?;
        }
    }
}
