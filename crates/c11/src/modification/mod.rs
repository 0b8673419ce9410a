//! Modification order as a graph of constraints (paper, sections 4.1 to 4.3, figures 6 and 7).
//!
//! A node is a store. An edge from A to B says that A comes before B in modification order; an *rmw* edge that B comes immediately after A,
//! which it has read. Any total order of the stores to a location that agrees with its edges is a possible modification
//! order. Every node has a clock; it says which nodes reach it, so that no question needs a traversal (theorem 1).
//!
//! **Chains.** The nodes that rmw edges connect are a *chain*: in modification order nothing comes between them. A chain remembers its end, where the
//! paper follows rmw edges one by one. Only the end of a chain has edges to other chains (figure 6, lines 14 to 20 and 37 to 42).
//!
//! **Reachability** is one comparison: A reaches B iff B's clock has, for A's thread, A's number or more. That is the comparison of whole
//! clocks of theorem 1, as the stores of one thread to one location are ordered.
//!
//! **Clocks count stores.** The paper's hold the sequence numbers of events. Here a component is the number of a store among those of its thread to
//! the location: that orders them just as well, and a difference of two components is a number of stores. Numbers have 32 bits, and are given
//! anew when there get to be too many ([`ModificationGraph::renumber`]).
//!
//! **Deviation.** The paper checks that no node of the prior set is reachable from the store X that is to be read. But the edge
//! that is added afterwards begins at the *end* of the chain of such a node E, and X may come before that end without coming before E: then
//! figure 6 makes a cycle. [`ModificationGraph::may_precede`] asks about the end.

use crate::clock::{Clocks, Row, sum};

/// A store in the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct StoreId(u32);

impl StoreId {
    /// No store.
    pub(crate) const NONE: StoreId = StoreId(u32::MAX);

    /// Where the clock of its node is.
    fn row(self) -> Row {
        Row(self.0)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ChainId(u32);

/// What a store is, and its node.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    /// The component of its thread in clocks.
    pub(crate) slot: u32,
    /// When it took place.
    pub(crate) time: u64,
    /// Its number among the stores of its thread to the location, from 1.
    pub(crate) number: u32,
    /// Its number among the events of its thread.
    pub(crate) event: u32,
    /// The value stored.
    pub(crate) value: u128,
    /// Whether it is in the order of sequentially consistent operations.
    pub(crate) is_seq_cst: bool,
    /// What those who acquire it synchronise with: the reads-from clock of section 6.1. `None` is the clock of zeros.
    pub(crate) release: Option<Row>,
    chain: ChainId,
    /// Grows along the chain.
    position: u64,
    /// The nodes that edges lead to.
    edges: Vec<StoreId>,
}

/// What is known about a store when it takes place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NewStore {
    pub(crate) slot: u32,
    pub(crate) time: u64,
    pub(crate) number: u32,
    pub(crate) event: u32,
    pub(crate) value: u128,
    pub(crate) is_seq_cst: bool,
    pub(crate) release: Option<Row>,
}

/// Where a new node is.
#[derive(Clone, Copy, Debug)]
struct ChainPosition {
    chain: ChainId,
    position: u64,
}

#[derive(Clone, Copy, Debug)]
struct Chain {
    end: StoreId,
    /// How many of its stores are in the graph.
    live: u32,
}

/// The graphs of all locations.
#[derive(Clone, Debug)]
pub(crate) struct ModificationGraph {
    stores: Vec<Store>,
    /// The clock of a node is the row with its number.
    clocks: Clocks<u32>,
    /// By store: the sum of its clock. See [`ModificationGraph::rank`].
    ranks: Vec<u32>,
    free: Vec<StoreId>,
    chains: Vec<Chain>,
    free_chains: Vec<ChainId>,
    /// Nodes whose clocks have changed and whose successors have not been updated: none between two calls.
    changed: Vec<StoreId>,
}

/// How many stores there is room for to begin with: short executions do not grow out of one block into the next.
pub(crate) const FIRST_STORES: usize = 64;

impl std::ops::Index<StoreId> for ModificationGraph {
    type Output = Store;
    fn index(&self, id: StoreId) -> &Store {
        &self.stores[id.0 as usize]
    }
}

impl std::ops::IndexMut<StoreId> for ModificationGraph {
    fn index_mut(&mut self, id: StoreId) -> &mut Store {
        &mut self.stores[id.0 as usize]
    }
}

impl ModificationGraph {
    pub(crate) fn new() -> ModificationGraph {
        ModificationGraph {
            stores: Vec::with_capacity(FIRST_STORES),
            clocks: Clocks::new(FIRST_STORES),
            ranks: Vec::with_capacity(FIRST_STORES),
            free: Vec::new(),
            chains: Vec::with_capacity(FIRST_STORES),
            free_chains: Vec::new(),
            changed: Vec::new(),
        }
    }

    /// Makes room for so many components of clocks.
    pub(crate) fn widen(&mut self, components: usize) {
        self.clocks.widen(components);
    }

    /// Whether there is a path from `a` to `b`.
    #[inline]
    pub(crate) fn reaches(&self, a: StoreId, b: StoreId) -> bool {
        let from = &self[a];
        a != b && self.clocks.get(b.row(), from.slot as usize) >= from.number
    }

    /// The clock of a node: for each thread the number of its last store that reaches it.
    pub(crate) fn clock(&self, store: StoreId) -> &[u32] {
        self.clocks.components(store.row())
    }

    /// How many stores are known to come before it or be it: the sum of its clock. More than that of any store that reaches it. 0 for no store.
    #[inline]
    pub(crate) fn rank(&self, store: StoreId) -> u32 {
        self.ranks.get(store.0 as usize).copied().unwrap_or(0)
    }

    /// The clock of the end of a store's chain.
    pub(crate) fn clock_of_end(&self, store: StoreId) -> &[u32] {
        self.clock(self.end(store))
    }

    /// How many stores there are in a chain from one to a later one.
    pub(crate) fn distance(&self, from: StoreId, to: StoreId) -> usize {
        (self[to].position - self[from].position) as usize
    }

    /// The end of a store's chain.
    pub(crate) fn end(&self, store: StoreId) -> StoreId {
        self.chains[self[store].chain.0 as usize].end
    }

    /// Whether the store ends a chain of `count` stores: then it comes after all of these.
    pub(crate) fn ends_chain_of(&self, store: StoreId, count: usize) -> bool {
        let Chain { end, live } = self.chains[self[store].chain.0 as usize];
        end == store && live as usize == count
    }

    /// The read-modify-write that has read the store.
    pub(crate) fn next_in_chain(&self, store: StoreId) -> Option<StoreId> {
        // All other edges have moved on to the end.
        if self.is_end(store) { None } else { self[store].edges.first().copied() }
    }

    /// Whether the store is no read-modify-write.
    pub(crate) fn begins_chain(&self, store: StoreId) -> bool {
        self[store].position == 0
    }

    /// Whether no read-modify-write has read the store.
    pub(crate) fn is_end(&self, store: StoreId) -> bool {
        self.end(store) == store
    }

    /// Whether a store is known to come after this one.
    pub(crate) fn has_successors(&self, store: StoreId) -> bool {
        !self[store].edges.is_empty()
    }

    /// Whether it is consistent with all edges that `first` comes before `second`, or is the same.
    #[inline]
    pub(crate) fn may_precede(&self, first: StoreId, second: StoreId) -> bool {
        if first == second || self.reaches(first, second) {
            return true;
        }
        let (a, b) = (&self[first], &self[second]);
        if a.chain == b.chain {
            return false; // Within a chain, what precedes reaches.
        }
        !self.reaches(second, self.chains[a.chain.0 as usize].end)
    }

    /// Adds a store that is no read-modify-write, after all of `prior`. None of `prior` may reach another.
    pub(crate) fn add_store(&mut self, new: NewStore, prior: &[StoreId]) -> StoreId {
        let chain = self.new_chain();
        // The clock begins as a copy of one that has to be joined anyway, which saves clearing it.
        let first = prior.first().map(|&before| self.end(before));
        let id = self.add_node(new, first, ChainPosition { chain, position: 0 });
        self.chains[chain.0 as usize] = Chain { end: id, live: 1 };
        for (index, &before) in prior.iter().enumerate() {
            // Its clock does not show whether a store of the same thread reaches it ("mustAddEdge" in figure 6).
            let end = self.end(before);
            self[end].edges.push(id);
            if index > 0 {
                self.join_clock(id, end);
            }
        }
        id
    }

    /// Adds a read-modify-write that reads `read`, the end of its chain: ADDRMWEDGE.
    pub(crate) fn add_read_modify_write(&mut self, new: NewStore, read: StoreId) -> StoreId {
        let Store { chain, position, .. } = self[read];
        let place = ChainPosition { chain, position: position + 1 };
        let id = self.add_node(new, Some(read), place);
        let Chain { end, live } = &mut self.chains[chain.0 as usize];
        *end = id;
        *live += 1;
        // Edges begin at the end of a chain, which is the new store now. The lists change places, so that neither loses its room.
        let (from, to) = (read.0 as usize, id.0 as usize);
        if let Ok([from, to]) = self.stores.get_disjoint_mut([from, to]) {
            std::mem::swap(&mut from.edges, &mut to.edges);
            from.edges.push(id);
        }
        self.propagate(id, id);
        id
    }

    /// Adds an edge that [`ModificationGraph::may_precede`] has allowed: ADDEDGE.
    pub(crate) fn add_edge(&mut self, from: StoreId, to: StoreId) {
        // An edge that follows from others would cost time in every later propagation and say nothing.
        if from != to && !self.reaches(from, to) {
            self.connect(from, to);
        }
    }

    fn connect(&mut self, from: StoreId, to: StoreId) {
        // Nothing comes between the stores of a chain, so that what comes after one of them comes after all.
        let from = self.end(from);
        self[from].edges.push(to);
        self.join_clock(to, from);
        self.propagate(from, to);
    }

    /// What reaches `from` reaches `to`.
    fn join_clock(&mut self, to: StoreId, from: StoreId) {
        self.clocks.join(to.row(), from.row());
        self.ranks[to.0 as usize] = sum(self.clocks.components(to.row()));
    }

    /// `to` is reached by `from` now; updates its successors: lines 23 to 31 of figure 6. Those that were reached before know all that `from` knows.
    #[inline]
    fn propagate(&mut self, from: StoreId, to: StoreId) {
        // The usual case: nothing is known to come after it, and no other clock changes.
        if !self[to].edges.is_empty() {
            self.propagate_to_successors(from, to);
        }
    }

    fn propagate_to_successors(&mut self, from: StoreId, to: StoreId) {
        let Store { slot, number, .. } = self[from];
        let ModificationGraph { stores, clocks, ranks, changed, .. } = self;
        changed.push(to);
        while let Some(node) = changed.pop() {
            for &next in &stores[node.0 as usize].edges {
                if clocks.get(next.row(), slot as usize) < number {
                    clocks.join(next.row(), from.row());
                    ranks[next.0 as usize] = sum(clocks.components(next.row()));
                    changed.push(next);
                }
            }
        }
    }

    /// Takes out a store; what comes before it is to be taken out as well. Gives what it has released.
    pub(crate) fn remove(&mut self, store: StoreId) -> Option<Row> {
        let Store { chain, edges, release, .. } = &mut self[store];
        let (chain, release) = (*chain, release.take());
        // No edge that is left leads to it, as what comes before it goes, too: its place can be used again at once.
        edges.clear();
        let live = &mut self.chains[chain.0 as usize].live;
        *live -= 1;
        if *live == 0 {
            self.free_chains.push(chain);
        }
        self.free.push(store);
        release
    }

    /// The stores of its location are numbered anew: of each thread so many are gone, and count no more.
    pub(crate) fn renumber(&mut self, store: StoreId, gone: &[u32]) {
        let node = &mut self[store];
        node.number -= gone[node.slot as usize];
        let clock = self.clocks.components_mut(store.row());
        clock.iter_mut().zip(gone).for_each(|(number, &gone)| *number = number.saturating_sub(gone));
        self.ranks[store.0 as usize] = sum(clock);
    }

    /// How many stores there are.
    pub(crate) fn len(&self) -> usize {
        self.stores.len() - self.free.len()
    }

    fn new_chain(&mut self) -> ChainId {
        if let Some(chain) = self.free_chains.pop() {
            return chain;
        }
        self.chains.push(Chain { end: StoreId(0), live: 0 });
        ChainId(self.chains.len() as u32 - 1)
    }

    #[cold]
    fn new_node(&mut self) -> StoreId {
        self.stores.push(Store {
            slot: 0,
            time: 0,
            number: 0,
            event: 0,
            value: 0,
            is_seq_cst: false,
            release: None,
            chain: ChainId(0),
            position: 0,
            edges: Vec::new(),
        });
        self.ranks.push(0);
        StoreId(self.clocks.allocate().0)
    }

    /// Adds a node whose clock begins as that of `before`.
    #[inline]
    fn add_node(&mut self, new: NewStore, before: Option<StoreId>, place: ChainPosition) -> StoreId {
        let id = self.free.pop().unwrap_or_else(|| self.new_node());
        let NewStore { slot, time, number, event, value, is_seq_cst, release } = new;
        let ChainPosition { chain, position } = place;
        let node = &mut self[id];
        (node.slot, node.time, node.number, node.event) = (slot, time, number, event);
        (node.value, node.is_seq_cst, node.release) = (value, is_seq_cst, release);
        (node.chain, node.position) = (chain, position);
        let (rank, own_before) = match before {
            Some(before) => {
                self.clocks.copy(id.row(), before.row());
                (self.rank(before), self.clocks.get(before.row(), slot as usize))
            }
            None => {
                self.clocks.clear(id.row());
                (0, 0)
            }
        };
        self.clocks.set(id.row(), slot as usize, number);
        // One component of the clock has changed, so that the sum need not be computed anew.
        self.ranks[id.0 as usize] = rank - own_before + number;
        id
    }
}

#[cfg(test)]
mod tests;
