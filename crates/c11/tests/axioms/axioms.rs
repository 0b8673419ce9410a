//! The axiomatic model by brute force: all reads-from, all modification orders, all orders of sequentially consistent operations; closures by
//! Warshall's algorithm.
//!
//! Sources: the C++11 standard, 1.10 and 29.3, with the changes of appendix A.1 of the C11Tester paper: release sequences of C++20, and
//! happens-before, reads-from and the order of sequentially consistent operations have no cycle together.

use std::collections::BTreeSet;

use lakmus_c11::Order;

use crate::program::{LOCATIONS, Op, Outcome, Program};

/// Row i: the events that event i is related to.
type Relation = Vec<u32>;

#[derive(Clone, Copy, Debug)]
struct Event {
    thread: usize,
    /// Place in program order.
    index: usize,
    location: Option<usize>,
    reads: bool,
    writes: bool,
    order: Order,
    op: Option<Op>,
}

fn has(relation: &Relation, a: usize, b: usize) -> bool {
    relation[a] >> b & 1 == 1
}

fn closure(mut relation: Relation) -> Relation {
    for middle in 0..relation.len() {
        for a in 0..relation.len() {
            if has(&relation, a, middle) {
                relation[a] |= relation[middle];
            }
        }
    }
    relation
}

fn is_acyclic(relation: &Relation) -> bool {
    let closed = closure(relation.clone());
    (0..closed.len()).all(|a| !has(&closed, a, a))
}

/// Calls `visit` with every order of `items` in which nothing comes before what has to precede it.
fn orders(items: &[usize], before: &Relation, prefix: &mut Vec<usize>, visit: &mut dyn FnMut(&[usize])) {
    if prefix.len() == items.len() {
        return visit(prefix);
    }
    for &item in items {
        let is_ready = |other: &usize| prefix.contains(other) || !has(before, *other, item);
        if !prefix.contains(&item) && items.iter().all(is_ready) {
            prefix.push(item);
            orders(items, before, prefix, visit);
            prefix.pop();
        }
    }
}

/// Which of the two ways each compare-exchange goes is part of the choice of events.
fn events(program: &Program, successes: u32) -> Vec<Event> {
    let mut events: Vec<Event> = (0..LOCATIONS)
        .map(|location| Event {
            thread: usize::MAX,
            index: location,
            location: Some(location),
            reads: false,
            writes: true,
            order: Order::Relaxed,
            op: None,
        })
        .collect();
    let mut exchange = 0;
    for (thread, ops) in program.iter().enumerate() {
        for (index, &op) in ops.iter().enumerate() {
            let (location, reads, writes, order) = match op {
                Op::Load(at, order) => (Some(at), true, false, order),
                Op::Store(at, order, _) => (Some(at), false, true, order),
                Op::Update(at, order, _) => (Some(at), true, true, order),
                Op::CompareExchange { location, success, failure, .. } => {
                    let succeeds = successes >> exchange & 1 == 1;
                    exchange += 1;
                    (Some(location), true, succeeds, if succeeds { success } else { failure })
                }
                Op::Fence(order) => (None, false, false, order),
                Op::Plain(_) => (None, false, false, Order::Relaxed),
            };
            events.push(Event { thread, index, location, reads, writes, order, op: Some(op) });
        }
    }
    events
}

struct Oracle<'a> {
    program: &'a Program,
    events: Vec<Event>,
    sb: Relation,
    outcomes: BTreeSet<Outcome>,
}

/// The outcomes that the axioms allow.
pub(crate) fn outcomes(program: &Program) -> BTreeSet<Outcome> {
    let exchanges = program.iter().flatten().filter(|op| matches!(op, Op::CompareExchange { .. })).count();
    let mut all = BTreeSet::new();
    for successes in 0..1u32 << exchanges {
        let events = events(program, successes);
        let sb = (events.iter())
            .map(|a| {
                let after = |b: &Event| a.op.is_none() && b.op.is_some() || a.thread == b.thread && a.index < b.index;
                let after = |b: &Event| after(b) && !(a.op.is_none() && b.op.is_none());
                events.iter().enumerate().filter(|(_, b)| after(b)).map(|(b, _)| 1 << b).sum()
            })
            .collect();
        let mut oracle = Oracle { program, events, sb, outcomes: BTreeSet::new() };
        let reads: Vec<usize> = (0..oracle.events.len()).filter(|&event| oracle.events[event].reads).collect();
        oracle.choose_reads(&reads, &mut vec![None; oracle.events.len()]);
        all.append(&mut oracle.outcomes);
    }
    all
}

impl Oracle<'_> {
    fn choose_reads(&mut self, left: &[usize], rf: &mut Vec<Option<usize>>) {
        let Some((&read, left)) = left.split_first() else { return self.with_reads(rf) };
        for write in 0..self.events.len() {
            let (w, r) = (&self.events[write], &self.events[read]);
            if write != read && w.writes && w.location == r.location {
                rf[read] = Some(write);
                self.choose_reads(left, rf);
            }
        }
    }

    fn with_reads(&mut self, rf: &[Option<usize>]) {
        let mut reads_from = vec![0; self.events.len()];
        for (read, write) in rf.iter().enumerate() {
            if let Some(write) = write {
                reads_from[*write] |= 1 << read;
            }
        }
        let sb_rf: Relation = self.sb.iter().zip(&reads_from).map(|(a, b)| a | b).collect();
        if !is_acyclic(&sb_rf) {
            return;
        }
        let Some(values) = self.values(rf) else { return };
        let hb = self.happens_before(rf);
        let is_racy = self.has_race(&hb);
        let sc: Vec<usize> = (0..self.events.len()).filter(|&e| self.is_seq_cst(e)).collect();
        let mut mos: Vec<Vec<Vec<usize>>> = Vec::new();
        for location in 0..LOCATIONS {
            let writes: Vec<usize> = (0..self.events.len())
                .filter(|&e| self.events[e].writes && self.events[e].location == Some(location))
                .collect();
            let mut found = Vec::new();
            orders(&writes, &hb, &mut Vec::new(), &mut |order| {
                if self.is_coherent(order, rf, &hb) {
                    found.push(order.to_vec());
                }
            });
            mos.push(found);
        }
        let closed = closure(sb_rf);
        for first in &mos[0] {
            for second in &mos[1] {
                let mo: Vec<usize> = first.iter().chain(second).copied().collect();
                let finals = [first, second].map(|order| u16::from(values[order[order.len() - 1]].1));
                let outcome = self.outcome(&values, finals.to_vec(), is_racy);
                if self.outcomes.contains(&outcome) {
                    continue;
                }
                let mut is_allowed = false;
                orders(&sc, &closed, &mut Vec::new(), &mut |sc| {
                    is_allowed = is_allowed || self.is_sc_consistent(sc, &mo, rf, &hb);
                });
                if is_allowed {
                    self.outcomes.insert(outcome);
                }
            }
        }
    }

    /// By event what is read and what is written. None when a compare-exchange does not go the way that was assumed.
    fn values(&self, rf: &[Option<usize>]) -> Option<Vec<(u8, u8)>> {
        let mut values: Vec<Option<(u8, u8)>> = vec![None; self.events.len()];
        // Without cycles in reads-from, each round finds at least one.
        for _ in 0..self.events.len() {
            for (id, event) in self.events.iter().enumerate() {
                let read = match rf[id] {
                    Some(write) => match values[write] {
                        Some((_, value)) => value,
                        None => continue,
                    },
                    None => 0,
                };
                let written = match event.op {
                    Some(Op::Store(_, _, value)) => value,
                    Some(Op::Update(_, _, value)) => read.wrapping_add(value),
                    Some(Op::CompareExchange { expected, desired, is_weak, .. }) => {
                        if event.writes && read != expected || !event.writes && read == expected && !is_weak {
                            return None;
                        }
                        desired
                    }
                    _ => 0,
                };
                values[id] = Some((read, written));
            }
        }
        values.into_iter().collect()
    }

    fn outcome(&self, values: &[(u8, u8)], finals: Vec<u16>, is_racy: bool) -> Outcome {
        let mut read = vec![Vec::new(); self.program.len()];
        for (event, value) in self.events.iter().zip(values).filter(|(event, _)| event.reads) {
            let is_exchange = matches!(event.op, Some(Op::CompareExchange { .. }));
            read[event.thread].push(u16::from(value.0) + 256 * u16::from(is_exchange && event.writes));
        }
        (read, finals, is_racy)
    }

    fn is_seq_cst(&self, id: usize) -> bool {
        self.events[id].order.is_seq_cst()
    }

    fn is_fence(&self, id: usize) -> bool {
        matches!(self.events[id].op, Some(Op::Fence(_)))
    }

    /// 1.10p21: two accesses that are not atomic, one of them a write, by different threads and not ordered.
    fn has_race(&self, hb: &Relation) -> bool {
        let plain = |id: usize| match self.events[id].op {
            Some(Op::Plain(is_write)) => Some((is_write, self.events[id].thread)),
            _ => None,
        };
        let pairs = (0..self.events.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
        let mut unordered = pairs.filter(|&(a, b)| !has(hb, a, b) && !has(hb, b, a));
        unordered.any(|(a, b)| match (plain(a), plain(b)) {
            (Some((write, thread)), Some((other, by))) => thread != by && (write || other),
            _ => false,
        })
    }

    fn happens_before(&self, rf: &[Option<usize>]) -> Relation {
        let count = self.events.len();
        let mut hb = self.sb.clone();
        for (read, write) in rf.iter().enumerate() {
            let Some(mut write) = *write else { continue };
            // The stores whose release sequences contain what is read: through read-modify-writes backwards.
            let mut heads = vec![write];
            while let (true, Some(before)) = (self.events[write].writes, rf[write]) {
                write = before;
                heads.push(write);
            }
            for head in heads {
                for (a, after) in hb.iter_mut().enumerate() {
                    let is_release =
                        self.events[a].order.releases() && (a == head || self.is_fence(a) && has(&self.sb, a, head));
                    for b in 0..count {
                        let is_acquire = self.events[b].order.acquires()
                            && (b == read || self.is_fence(b) && has(&self.sb, read, b));
                        if is_release && is_acquire && a != b {
                            *after |= 1 << b;
                        }
                    }
                }
            }
        }
        closure(hb)
    }

    /// 1.10p15 to p18 and 29.3p12 for one location.
    fn is_coherent(&self, mo: &[usize], rf: &[Option<usize>], hb: &Relation) -> bool {
        let position = |write: usize| mo.iter().position(|&other| other == write);
        // The place in modification order of what an event writes, or reads.
        let seen = |event: usize| match position(event) {
            Some(place) => Some(place),
            None => rf[event].and_then(position),
        };
        for a in 0..self.events.len() {
            let Some(first) = seen(a) else { continue };
            if let (Some(own), Some(read)) = (position(a), rf[a].and_then(position))
                && own != read + 1
            {
                return false;
            }
            for b in (0..self.events.len()).filter(|&b| has(hb, a, b)) {
                let later = [position(b), rf[b].and_then(position)];
                // What b writes is newer than all that a has seen; what it reads is not older.
                if later[0].is_some_and(|place| place <= first) || later[1].is_some_and(|place| place < first) {
                    return false;
                }
            }
        }
        true
    }

    /// 29.3p3 to p7 for one order.
    fn is_sc_consistent(&self, sc: &[usize], mo: &[usize], rf: &[Option<usize>], hb: &Relation) -> bool {
        let in_sc = |event: usize| sc.iter().position(|&other| other == event);
        let in_mo = |write: usize| mo.iter().position(|&other| other == write).unwrap_or(0);
        let same = |a: usize, b: usize| self.events[a].location == self.events[b].location;
        let precedes = |a: usize, b: usize| matches!((in_sc(a), in_sc(b)), (Some(a), Some(b)) if a < b);
        let count = self.events.len();
        let fences: Vec<usize> = (0..count).filter(|&e| self.is_fence(e) && self.is_seq_cst(e)).collect();
        let writes: Vec<usize> = (0..count).filter(|&e| self.events[e].writes).collect();
        // Whether a rule demands that `b` (a read or a write) comes after the write `a`.
        let is_ordered = |a: usize, b: usize| {
            let left: Vec<usize> = fences.iter().copied().filter(|&x| has(&self.sb, a, x)).collect();
            let right: Vec<usize> = fences.iter().copied().filter(|&y| has(&self.sb, y, b)).collect();
            left.iter().any(|&x| precedes(x, b))
                || right.iter().any(|&y| self.is_seq_cst(a) && precedes(a, y))
                || left.iter().any(|&x| right.iter().any(|&y| precedes(x, y)))
        };
        for &a in &writes {
            for b in (0..count).filter(|&b| b != a && self.events[b].location.is_some() && same(a, b)) {
                let both_write = self.events[b].writes;
                if both_write && (precedes(a, b) || is_ordered(a, b)) && in_mo(b) < in_mo(a) {
                    return false;
                }
                if rf[b].is_some_and(|read| is_ordered(a, b) && in_mo(read) < in_mo(a)) {
                    return false;
                }
            }
        }
        // 29.3p3.
        sc.iter().filter_map(|&b| Some((b, rf[b]?))).all(|(b, read)| {
            let earlier = sc.iter().rev().filter(|&&a| self.events[a].writes && same(a, b) && precedes(a, b));
            let last = earlier.copied().next();
            last.is_none_or(|last| last == read || !self.is_seq_cst(read) && !has(hb, read, last))
                && (last.is_some() || !self.is_seq_cst(read))
        })
    }
}
