//! What all threads know of accesses, what is on its way, and what cells of memory carry: the part of a state that [`knowledge`](super::knowledge) is about.
//!
//! It stands apart from the threads, as a step of one thread changes what all others know. All that steps do to it is a [`KnowledgeStep`], so that what a
//! step of a thread does can be repeated where others know something else.

use super::Range;
use super::happens_before::{HappensBefore, OrderStep};
use super::knowledge::Knowledge;
use crate::Model;

/// What a thread knows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct ThreadKnowledge {
    /// What it may touch without interleaving.
    pub(crate) sure: Knowledge,
    /// What its next write carries.
    pub(crate) settled: Knowledge,
    /// What its reads have brought that only a fence makes certain, by the cell that was read, in the order of addresses.
    pub(crate) loose: Vec<Cell>,
    /// What its pending accesses carry, in their order; nothing for those that only read.
    pub(crate) pending: Vec<Knowledge>,
}

impl ThreadKnowledge {
    /// One that begins with this.
    pub(crate) fn new(sure: Knowledge) -> ThreadKnowledge {
        ThreadKnowledge { sure, settled: sure, ..ThreadKnowledge::default() }
    }

    /// All that its reads have brought.
    pub(crate) fn brought(&self) -> Knowledge {
        self.loose.iter().fold(Knowledge::default(), |all, cell| all.with(cell.known))
    }

    /// What its reads of a cell have brought.
    fn brought_by(&self, cell: Range) -> Knowledge {
        self.loose
            .binary_search_by_key(&cell, |of| of.range)
            .map_or(Knowledge::default(), |index| self.loose[index].known)
    }

    /// A read of `cell` brings this.
    fn bring(&mut self, cell: Range, known: Knowledge) {
        match self.loose.binary_search_by_key(&cell, |of| of.range) {
            Ok(index) => self.loose[index].known = self.loose[index].known.with(known),
            Err(index) => self.loose.insert(index, Cell { range: cell, known }),
        }
    }
}

/// What the last write of a shared cell carried, or what the reads of it have brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Cell {
    pub(crate) range: Range,
    pub(crate) known: Knowledge,
}

/// What all know.
#[derive(Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct KnowledgeState {
    /// By thread.
    pub(crate) threads: Vec<ThreadKnowledge>,
    /// In the order of addresses.
    pub(crate) cells: Vec<Cell>,
    /// Who comes after which accesses by C11, where data races are looked for.
    pub(crate) order: HappensBefore,
}

/// What a write carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Carried {
    /// All that its thread knows.
    Sure,
    Settled,
    Nothing,
    /// What this access has carried since it was entered, by its place among what is pending.
    Entered(u8),
}

/// What a step of a thread does to what is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum KnowledgeStep {
    /// It reads the tracked object with this bit.
    Read(u64),
    Write(u64),
    /// It takes over what a cell carries; not for certain where a later access may take effect before the read.
    Gain {
        cell: Range,
        is_certain: bool,
    },
    /// A full fence.
    Settle,
    /// A fence of reads.
    SettleReads,
    /// A fence of writes.
    SettleWrites,
    /// An access becomes pending.
    Enter(Carried),
    /// What is pending at this place has taken effect.
    Leave(u8),
    /// A write of the cell.
    Set {
        cell: Range,
        carries: Carried,
    },
    /// What a read-modify-write writes takes effect right behind the write that it reads, so that what it writes carries what that one did.
    Add {
        cell: Range,
        carries: Carried,
    },
    /// Nothing is carried there any more.
    Remove(Range),
    /// Something orders accesses by C11.
    Order(OrderStep),
}

impl KnowledgeState {
    /// Whether thread `t` may make a step: not if it is a race.
    pub(crate) fn allows(&self, t: usize, step: KnowledgeStep) -> bool {
        match step {
            KnowledgeStep::Read(bit) => self.threads[t].sure.may_read(bit),
            KnowledgeStep::Write(bit) => self.threads[t].sure.may_write(bit),
            KnowledgeStep::Order(step) => self.order.allows(t, step),
            KnowledgeStep::Gain { .. }
            | KnowledgeStep::Settle
            | KnowledgeStep::SettleReads
            | KnowledgeStep::SettleWrites
            | KnowledgeStep::Enter(_)
            | KnowledgeStep::Leave(_)
            | KnowledgeStep::Set { .. }
            | KnowledgeStep::Add { .. }
            | KnowledgeStep::Remove(_) => true,
        }
    }

    fn read(&mut self, model: Model, t: usize, bit: u64) {
        // Where a later write may overtake this read, what the thread writes cannot vouch for it yet.
        let settles = !model.delays_reads();
        self.everywhere(t, &mut |known| known.forget_reads(bit));
        if !settles {
            self.threads[t].settled.forget_reads(bit);
        }
    }

    fn write(&mut self, model: Model, t: usize, bit: u64) {
        // Likewise: under these models a later write of another location may take effect first.
        let settles = !model.delays_writes_past_writes();
        self.everywhere(t, &mut |known| known.forget(bit));
        if !settles {
            self.threads[t].settled.forget(bit);
        }
    }

    /// Thread `t` makes a step.
    pub(crate) fn apply(&mut self, model: Model, t: usize, step: KnowledgeStep) {
        match step {
            KnowledgeStep::Read(bit) => self.read(model, t, bit),
            KnowledgeStep::Write(bit) => self.write(model, t, bit),
            KnowledgeStep::Gain { cell, is_certain } => {
                let Ok(index) = self.cells.binary_search_by_key(&cell, |cell| cell.range) else { return };
                let known = self.cells[index].known;
                let thread = &mut self.threads[t];
                // Nothing later overtakes the read, so that what it has brought is before the thread's next write, too.
                if is_certain {
                    thread.sure = thread.sure.with(known);
                    thread.settled = thread.settled.with(known);
                } else {
                    thread.bring(cell, known);
                }
            }
            KnowledgeStep::Settle => {
                let thread = &mut self.threads[t];
                thread.sure = thread.sure.with(thread.brought());
                thread.loose.clear();
                // All of the thread's own accesses have taken effect, and its next write vouches for them.
                thread.settled = thread.sure;
            }
            KnowledgeStep::SettleReads => {
                let thread = &mut self.threads[t];
                let brought = thread.brought();
                thread.sure = thread.sure.with(brought);
                thread.settled = thread.settled.with(brought);
                // The thread's own reads are over. Its writes may still be overtaken by a later write, so that `settled.writes` gets only what was brought.
                thread.settled.reads |= thread.sure.reads;
                thread.loose.clear();
            }
            KnowledgeStep::SettleWrites => {
                let thread = &mut self.threads[t];
                // The thread's own writes come before its later ones. Its reads may still be overtaken, so that `settled.reads` stays.
                thread.settled.writes |= thread.sure.writes;
            }
            // `Leave` takes both lists by one index, so that each has an entry for every pending access.
            KnowledgeStep::Enter(carries) => {
                let known = self.carried(t, carries);
                self.threads[t].pending.push(known);
                if let Some(thread) = self.order.threads.get_mut(t) {
                    thread.pending.push(0);
                }
            }
            KnowledgeStep::Leave(index) => {
                self.threads[t].pending.remove(usize::from(index));
                if let Some(thread) = self.order.threads.get_mut(t) {
                    thread.pending.remove(usize::from(index));
                }
            }
            KnowledgeStep::Set { cell, carries } => self.set(cell, self.carried_to(t, cell, carries)),
            KnowledgeStep::Add { cell, carries } => {
                let before = self.cells.iter().find(|of| of.range == cell).map_or(Knowledge::default(), |of| of.known);
                self.set(cell, before.with(self.carried_to(t, cell, carries)));
            }
            KnowledgeStep::Remove(cell) => self.cells.retain(|of| of.range != cell),
            KnowledgeStep::Order(step) => self.order.apply(t, step),
        }
    }

    fn carried(&self, t: usize, carries: Carried) -> Knowledge {
        let thread = &self.threads[t];
        match carries {
            Carried::Sure => thread.sure,
            Carried::Settled => thread.settled,
            Carried::Nothing => Knowledge::default(),
            Carried::Entered(index) => thread.pending[usize::from(index)],
        }
    }

    /// What a write of `t` carries when it reaches the cell: with what was known when it was entered, what reads of the cell have brought since the last fence. No model lets the write go before
    /// the reads of it that come earlier in program order, and later ones get their value from the write until then and bring nothing.
    fn carried_to(&self, t: usize, cell: Range, carries: Carried) -> Knowledge {
        self.carried(t, carries).with(self.threads[t].brought_by(cell))
    }

    /// Changes what everyone but the thread itself knows, and what is on its way.
    pub(crate) fn everywhere(&mut self, t: usize, change: &mut dyn FnMut(&mut Knowledge)) {
        for (other, thread) in self.threads.iter_mut().enumerate() {
            if other != t {
                change(&mut thread.sure);
                change(&mut thread.settled);
            }
            // Of the thread itself, too: what it has on its way it knew before this access, and does not vouch for it.
            thread.loose.iter_mut().for_each(|cell| change(&mut cell.known));
            thread.pending.iter_mut().for_each(&mut *change);
        }
        self.cells.iter_mut().for_each(|cell| change(&mut cell.known));
    }

    /// Notes what a write to shared memory carries.
    fn set(&mut self, range: Range, known: Knowledge) {
        // Knowledge is carried by whole cells only: to know less is safe.
        self.cells.retain(|cell| cell.range == range || !cell.range.overlaps(range));
        match self.cells.binary_search_by_key(&range, |cell| cell.range) {
            Ok(index) => self.cells[index].known = known,
            Err(index) => self.cells.insert(index, Cell { range, known }),
        }
    }
}

/// Copies are made for each step, into what the last copy has left behind.
impl Clone for KnowledgeState {
    fn clone(&self) -> KnowledgeState {
        let mut copy = KnowledgeState::default();
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, from: &KnowledgeState) {
        self.threads.resize_with(from.threads.len(), ThreadKnowledge::default);
        for (to, from) in self.threads.iter_mut().zip(&from.threads) {
            (to.sure, to.settled) = (from.sure, from.settled);
            to.loose.clone_from(&from.loose);
            to.pending.clone_from(&from.pending);
        }
        self.cells.clone_from(&from.cells);
        self.order.clone_from(&from.order);
    }
}
