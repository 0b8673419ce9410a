//! The abstract machine of the transformation paper, as an executable specification.
//!
//! J. Alglave, D. Kroening, V. Nimal, M. Tautschnig: Software Verification for Weak Memory via Program Transformation, ESOP 2013, section 3.1: a memory, a buffer of writes for each
//! location, a queue of reads, and a log of what each thread has seen. Each access has two labels: it enters the buffer or the queue (`d`), and leaves it later (`f`). The machine
//! follows one execution, whose reads-from and write serialisation are given, along labels in an order that a *path* restricts; [`Execution::is_accepted`] says whether it
//! can come to the end.
//!
//! # Readings of the paper
//! - A write takes its place in the buffer by the execution's write serialisation. The paper has it behind all writes that are there, which, with entries in program order, leaves
//!   out 2+2W under PSO.
//! - A delayed pair *may* leave in the converse order ([`Path::free`]). The paper has it leave so, which some executions cannot that are valid ([`Path::reversed`]).
//! - The log looks at program order: a read must not be older than what an earlier one of its thread has seen, in whichever order the two leave the queue.
//! - Which of the two a selection frees is a matter of accesses, as section 3.2 tags them, not of pairs: accesses between the two that are on no cycle would hold the pair
//!   together.
//!
//! # The theorems
//! Lemma 1 holds as printed. The others hold with two corrections, which all executions of the shapes in `crates/lakmus/tests/abstract_machine.rs` bear out:
//!
//! - *Theorem 3.1.* A read waits for what the write that it reads depends on. That rules out values out of thin air, but it also orders the two reads for everything else, which
//!   `acyclic rf | dp` does not: with all delays the machine accepts what `power-2010` allows and whose coherence, from-reads, guarantees and *these* pairs have no cycle.
//!   LB+data+lwsync and MP+sync+data-rfi-addr are allowed by the model and not accepted (Power itself forbids both).
//! - *Theorem 3.2.* A delay that guaranteed pairs compose cannot be chosen, since the machine keeps those; and the steps of critical cycles are also what a fence makes of
//!   accesses of other threads. Of MP+po+sync the pair of writes has to be delayed: the write that is read cannot, as the fence behind the read propagates it.
//!
//! The machine is for executions of some ten accesses: it goes through all sets of labels that it can have passed.

use std::collections::HashSet;

/// An access of an execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// Its thread.
    pub thread: usize,
    /// Whether it writes; else it reads.
    pub is_write: bool,
    /// Its location.
    pub location: usize,
}

/// A pair of accesses, by their numbers.
pub type Pair = (usize, usize);

/// An execution: accesses without initial writes, which are in memory from the beginning. Relations are transitive where the literature has them so.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Execution {
    /// At most 32.
    pub accesses: Vec<Access>,
    /// Program order.
    pub po: Vec<Pair>,
    /// From writes to reads; a read that none leads to reads the initial value.
    pub rf: Vec<Pair>,
    /// Write serialisation, of each location.
    pub ws: Vec<Pair>,
    /// Dependencies.
    pub dp: Vec<Pair>,
    /// What else the architecture guarantees: fences, and what they add to other accesses.
    pub safe: Vec<Pair>,
}

/// What restricts the order in which accesses leave buffer and queue.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path {
    /// The first leaves before the second.
    pub before: Vec<Pair>,
}

impl Path {
    /// The path of an execution whose delayed pairs may leave in either order.
    pub fn free(of: &Execution, delays: &[Pair]) -> Path {
        let all = [of.po.clone(), of.rf.clone(), of.ws.clone(), of.fr(), of.safe.clone()].concat();
        Path { before: all.into_iter().filter(|pair| !delays.contains(pair)).collect() }
    }

    /// The path of an execution whose delayed pairs leave in the converse order.
    pub fn reversed(of: &Execution, delays: &[Pair]) -> Path {
        let mut path = Path::free(of, delays);
        path.before.extend(delays.iter().map(|(first, second)| (*second, *first)));
        path
    }
}

impl Execution {
    /// From-reads: from a read to the writes behind the one that it reads.
    pub fn fr(&self) -> Vec<Pair> {
        let mut fr = Vec::new();
        for (read, access) in self.accesses.iter().enumerate().filter(|(_, access)| !access.is_write) {
            let source = self.source(read);
            for (write, other) in self.accesses.iter().enumerate() {
                let is_there = other.is_write && other.location == access.location;
                if is_there && source.is_none_or(|source| self.ws.contains(&(source, write))) {
                    fr.push((read, write));
                }
            }
        }
        fr
    }

    /// The write that a read reads; none for the initial value.
    fn source(&self, read: usize) -> Option<usize> {
        self.rf.iter().find(|(_, of)| *of == read).map(|(write, _)| *write)
    }

    /// The pairs that the architecture does not guarantee (section 3.1): of program order, and of reading from another thread.
    pub fn delays(&self, is_safe: impl Fn(Pair) -> bool) -> Vec<Pair> {
        let external =
            self.rf.iter().filter(|(write, read)| self.accesses[*write].thread != self.accesses[*read].thread);
        self.po.iter().chain(external).copied().filter(|pair| !is_safe(*pair)).collect()
    }

    /// Whether the machine follows some order of the labels that the path allows to its end (the paper's *machine not stuck*).
    pub fn is_accepted(&self, path: &Path) -> bool {
        let count = self.accesses.len();
        assert!(count <= 32, "an execution of {count} accesses");
        let all = if count == 32 { u32::MAX } else { (1 << count) - 1 };
        let machine = Machine::new(self, path);
        let mut seen: HashSet<(u32, u32)> = HashSet::new();
        let mut open = vec![(0, 0)];
        while let Some((entered, left)) = open.pop() {
            if left == all {
                return true;
            }
            // What the machine holds follows from the labels that it has passed.
            if !seen.insert((entered, left)) {
                continue;
            }
            for access in 0..count {
                let bit = 1 << access;
                // Labels `d` come in program order; labels `f` as premises and path allow.
                if entered & bit == 0 && machine.enters_behind[access] & !entered == 0 {
                    open.push((entered | bit, left));
                }
                if entered & !left & bit != 0 && machine.may_leave(access, entered, left) {
                    open.push((entered, left | bit));
                }
            }
        }
        false
    }
}

/// The premises of the labels, as sets of accesses.
struct Machine<'a> {
    execution: &'a Execution,
    /// What enters before an access does.
    enters_behind: Vec<u32>,
    /// What the path has leave before it.
    leaves_behind: Vec<u32>,
    /// What the machine itself wants to have left.
    premises: Vec<u32>,
    /// Accesses that can never leave: coherence would be broken.
    stuck: u32,
}

fn sources(pairs: &[Pair], of: usize) -> u32 {
    pairs.iter().filter(|(_, to)| *to == of).fold(0, |all, (from, _)| all | 1 << from)
}

impl<'a> Machine<'a> {
    fn new(execution: &'a Execution, path: &Path) -> Machine<'a> {
        let accesses = 0..execution.accesses.len();
        let mut machine = Machine {
            execution,
            enters_behind: accesses.clone().map(|access| sources(&execution.po, access)).collect(),
            leaves_behind: accesses.clone().map(|access| sources(&path.before, access)).collect(),
            premises: Vec::new(),
            stuck: 0,
        };
        for access in accesses {
            let premise =
                if execution.accesses[access].is_write { machine.write(access) } else { machine.read(access) };
            machine.premises.push(premise);
        }
        machine
    }

    fn same(&self, left: usize, right: usize) -> bool {
        self.execution.accesses[left].location == self.execution.accesses[right].location
    }

    /// A write leaves behind those before it in its buffer, and behind reads of its location that its thread has enqueued before.
    fn write(&self, write: usize) -> u32 {
        let own =
            self.execution.po.iter().filter(|(from, to)| {
                *to == write && self.same(*from, write) && !self.execution.accesses[*from].is_write
            });
        own.fold(sources(&self.execution.ws, write), |all, (read, _)| all | 1 << read)
    }

    /// A read leaves behind the reads that it, or the write that it reads, depends on. It must not pass a write of its thread.
    fn read(&mut self, read: usize) -> u32 {
        let execution = self.execution;
        let source = execution.source(read);
        let depends = sources(&execution.dp, read) | source.map_or(0, |source| sources(&execution.dp, source));
        let is_after = |write: usize, other: Option<usize>| match other {
            None => true,
            Some(other) => execution.ws.contains(&(other, write)),
        };
        let passes = |(first, second): &Pair| {
            let earlier = *second == read && execution.accesses[*first].is_write && self.same(*first, read);
            let later = *first == read && execution.accesses[*second].is_write && self.same(*second, read);
            earlier && is_after(*first, source) || later && !is_after(*second, source)
        };
        if execution.po.iter().any(passes) {
            self.stuck |= 1 << read;
        }
        depends
    }

    fn may_leave(&self, access: usize, entered: u32, left: u32) -> bool {
        let execution = self.execution;
        let behind = self.leaves_behind[access] | self.premises[access];
        if behind & !left != 0 || self.stuck & 1 << access != 0 {
            return false;
        }
        if execution.accesses[access].is_write {
            return true;
        }
        let source = execution.source(access);
        // The write lies in memory or in the buffer.
        if source.is_some_and(|source| entered & 1 << source == 0) {
            return false;
        }
        // The log: nothing older than what earlier reads of the location have seen, nothing newer than what later ones have.
        let thread = execution.accesses[access].thread;
        (0..execution.accesses.len()).filter(|other| left & 1 << other != 0).all(|other| {
            let of = execution.accesses[other];
            let is_there = !of.is_write && of.thread == thread && self.same(other, access);
            let is_older = |seen: usize| match source {
                None => true,
                Some(source) => execution.ws.contains(&(source, seen)),
            };
            let is_broken = match execution.po.contains(&(other, access)) {
                true => execution.source(other).is_some_and(is_older),
                false => self.is_newer(access, other),
            };
            !is_there || !is_broken
        })
    }

    /// Whether a read sees a newer write than one that follows it in program order.
    fn is_newer(&self, read: usize, later: usize) -> bool {
        let execution = self.execution;
        match (execution.source(read), execution.source(later)) {
            (None, _) => false,
            (Some(_), None) => true,
            (Some(source), Some(seen)) => execution.ws.contains(&(seen, source)),
        }
    }
}
