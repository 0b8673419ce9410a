//! C11's happens-before, as far as data races need it: who comes after which accesses.
//!
//! A data race is two accesses of different threads to the same memory, one of them a write and one of them not atomic, neither of which happens before the other (C11 5.1.2.4p25). Vector clocks would
//! count, and a loop would never come back to a state that it has been in. So there are no counts: of each thread, range and kind of access only the last one is kept, as a *record*, and each thread, each write on its way
//! and each atomic object has a set of the records that come before whatever comes after it, a bit each. A new access takes the record's bit away from all others. That is exact: where an earlier
//! access of the thread is unordered with one that comes, the last one is, too.
//!
//! Records that can no longer be of consequence are dropped: those that all threads come after which have not ended, and those that a write, not atomic, of the same bytes comes after (whatever is unordered with
//! them is unordered with the write). So what is handed over properly leaves nothing behind.
//!
//! What orders is what C11 has: starts and joins; locks; release and acquire, with release sequences as C11 has them (read-modify-writes, and later stores of the thread that released); fences. What the
//! hardware orders beyond that does not count.
//!
//! **Which executions.** A compiled program's execution under the machine is, read as events of C11, an execution that C11 allows (that is what it means for the mapping to be right), or one with a race
//! in an earlier part, which is found there. So each race that is reported is one of the program's: there is no false alarm. Conversely all executions of the machine are gone through, up to such as differ in when unrelated accesses
//! take effect, which have the same reads-from and the same happens-before. What is not found is a race that shows only in executions that C11 allows and the machine does not have. Sequentially consistent executions alone are enough for
//! programs whose atomics are all sequentially consistent (H.-J. Boehm and S. V. Adve, PLDI 2008); with relaxed ones, a branch may be taken on a weak machine alone, and what races there is found under a model that has it.

use super::Range;
use crate::checker::code::StepId;
use crate::checker::code::address;

/// Records, a bit each.
pub(crate) type Records = u128;

/// The most records.
pub(crate) const MOST_RECORDS: usize = Records::BITS as usize;

/// What an access is to C11.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Kind {
    pub(crate) writes: bool,
    pub(crate) is_atomic: bool,
}

impl Kind {
    fn conflicts(self, other: Kind) -> bool {
        (self.writes || other.writes) && !(self.is_atomic && other.is_atomic)
    }

    /// Whether each access that is in conflict with `other` is in conflict with this one.
    fn covers(self, other: Kind) -> bool {
        (self.writes || !other.writes) && (!self.is_atomic || other.is_atomic)
    }
}

/// The last access of a thread to some bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Record {
    pub(crate) range: Range,
    pub(crate) thread: u8,
    pub(crate) kind: Kind,
    /// Where it is.
    pub(crate) step: StepId,
}

impl Record {
    fn key(&self) -> (Range, u8, Kind) {
        (self.range, self.thread, self.kind)
    }
}

/// A data race: the access that came later, and the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct DataRace {
    pub(crate) thread: u8,
    pub(crate) step: StepId,
    pub(crate) address: u64,
    pub(crate) kind: Kind,
    pub(crate) other: Record,
}

/// A thread.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct ThreadOrder {
    /// What comes before its next access.
    pub(crate) known: Records,
    /// What its reads of atomic objects have brought that did not acquire: an acquire fence makes it known.
    pub(crate) read: Records,
    /// What was known at its last release fence: its relaxed writes carry that.
    pub(crate) released: Records,
    /// What its pending accesses carry.
    pub(crate) pending: Vec<Records>,
    pub(crate) has_ended: bool,
}

/// An atomic object, or a lock: what a read of it that acquires comes after.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct CellOrder {
    pub(crate) range: Range,
    /// By the thread whose release sequence it is.
    pub(crate) heads: Vec<(u8, Records)>,
}

/// How a write of an atomic object follows the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Following {
    /// A store.
    Store,
    /// A read-modify-write, which continues all release sequences.
    Update,
}

/// What orders accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum OrderStep {
    /// A thread comes to an access.
    Access {
        range: Range,
        kind: Kind,
        step: StepId,
        /// Whether accesses of other threads may race with it.
        is_recorded: bool,
    },
    /// An atomic read gets its value from memory.
    Read {
        cell: Range,
        acquires: bool,
    },
    /// An atomic write takes effect where it stands.
    Write {
        cell: Range,
        releases: bool,
        following: Following,
    },
    /// The access that became pending last is an atomic write.
    Carry {
        releases: bool,
    },
    /// The pending atomic write at this place takes effect.
    Effect {
        cell: Range,
        index: u8,
        following: Following,
    },
    Fence {
        acquires: bool,
        releases: bool,
    },
    /// A lock is taken.
    Lock(Range),
    /// A lock is given back; by one of several readers, or by its holder.
    Unlock {
        cell: Range,
        is_shared: bool,
    },
    /// The thread ends.
    End,
}

/// Who comes after what.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct HappensBefore {
    pub(crate) is_wanted: bool,
    /// In the order of their keys.
    pub(crate) records: Vec<Record>,
    pub(crate) threads: Vec<ThreadOrder>,
    /// In the order of addresses, and those only that carry something.
    pub(crate) cells: Vec<CellOrder>,
}

/// The low `index` bits.
fn below(index: usize) -> Records {
    (1 << index) - 1
}

impl HappensBefore {
    /// The access that one of thread `t` races with, if there is one.
    pub(crate) fn race(&self, t: usize, range: Range, kind: Kind) -> Option<Record> {
        let known = self.threads.get(t)?.known;
        let races = |(index, record): &(usize, &Record)| {
            // Accesses of one thread are ordered by sequenced-before, whatever its set says.
            usize::from(record.thread) != t
                && record.range.overlaps(range)
                && record.kind.conflicts(kind)
                && known >> index & 1 == 0
        };
        self.records.iter().enumerate().find(races).map(|(_, record)| *record)
    }

    /// An access to an object that `t` is about to give back and that does not happen before that.
    pub(crate) fn race_with_free(&self, t: usize, object: address::ObjectNumber) -> Option<Record> {
        let known = self.threads.get(t)?.known;
        let races = |(index, record): &(usize, &Record)| {
            usize::from(record.thread) != t && is_in(record.range, object) && known >> index & 1 == 0
        };
        self.records.iter().enumerate().find(races).map(|(_, record)| *record)
    }

    /// Whether thread `t` may make a step: not if it is a race, or if there is no room to remember it.
    pub(crate) fn allows(&self, t: usize, step: OrderStep) -> bool {
        match step {
            OrderStep::Access { range, kind, .. } => !self.is_full() && self.race(t, range, kind).is_none(),
            OrderStep::Read { .. }
            | OrderStep::Write { .. }
            | OrderStep::Carry { .. }
            | OrderStep::Effect { .. }
            | OrderStep::Fence { .. }
            | OrderStep::Lock(_)
            | OrderStep::Unlock { .. }
            | OrderStep::End => true,
        }
    }

    /// Whether there are no other threads. One that is started later comes after all that its parent has done, so that it races with nothing done now.
    pub(crate) fn is_alone(&self) -> bool {
        self.threads.iter().filter(|thread| !thread.has_ended).count() < 2
    }

    pub(crate) fn is_full(&self) -> bool {
        self.records.len() >= MOST_RECORDS
    }

    /// Thread `t` makes a step.
    pub(crate) fn apply(&mut self, t: usize, step: OrderStep) {
        let Some(thread) = self.threads.get_mut(t) else { return };
        match step {
            OrderStep::Access { range, kind, step, is_recorded } => self.access(t, range, kind, step, is_recorded),
            // A read that does not acquire synchronises by an acquire fence behind it (C11 7.17.4p2 and p4).
            OrderStep::Read { cell, acquires } => {
                let brought = self.cells.iter().find(|of| of.range == cell).map_or(0, CellOrder::all);
                if acquires {
                    thread.known |= brought;
                } else {
                    thread.read |= brought;
                }
            }
            // A write that does not release carries what a release fence before it has seen (C11 7.17.4p2 and p3).
            OrderStep::Write { cell, releases, following } => {
                let carried = if releases { thread.known } else { thread.released };
                self.set(t, cell, carried, following);
            }
            OrderStep::Carry { releases } => {
                let carried = if releases { thread.known } else { thread.released };
                if let Some(last) = thread.pending.last_mut() {
                    *last = carried;
                }
            }
            OrderStep::Effect { cell, index, following } => {
                let carried = thread.pending.get(usize::from(index)).copied().unwrap_or(0);
                self.set(t, cell, carried, following);
            }
            // Acquire first: a fence that does both passes on what the reads before it have brought.
            OrderStep::Fence { acquires, releases } => {
                if acquires {
                    thread.known |= thread.read;
                }
                if releases {
                    thread.released = thread.known;
                }
            }
            OrderStep::Lock(cell) => {
                thread.known |= self.cells.iter().find(|of| of.range == cell).map_or(0, CellOrder::all);
            }
            OrderStep::Unlock { cell, is_shared } => {
                let carried = thread.known;
                self.set(t, cell, carried, if is_shared { Following::Update } else { Following::Store });
            }
            // What it knew stays, for the thread that joins it.
            OrderStep::End => thread.has_ended = true,
        }
        self.drop_known();
    }

    /// The process has ended.
    pub(crate) fn clear(&mut self) {
        self.records.clear();
        self.threads.clear();
        self.cells.clear();
    }

    /// Thread `t` starts another one.
    pub(crate) fn start(&mut self, t: usize) {
        let known = self.threads.get(t).map_or(0, |thread| thread.known);
        // The creation of a thread synchronises with its beginning (C11 7.26.5.1). Fences of the parent are none of the child.
        self.threads.push(ThreadOrder { known, ..ThreadOrder::default() });
    }

    /// Thread `t` has waited for the end of `of`.
    pub(crate) fn join(&mut self, t: usize, of: usize) {
        let known = self.threads.get(of).map_or(0, |thread| thread.known);
        if let Some(thread) = self.threads.get_mut(t) {
            thread.known |= known;
        }
        self.drop_known();
    }

    /// An object is no more, or a new one.
    pub(crate) fn forget(&mut self, object: address::ObjectNumber) {
        self.cells.retain(|cell| !is_in(cell.range, object));
        self.drop_records(|record| is_in(record.range, object));
    }

    fn access(&mut self, t: usize, range: Range, kind: Kind, step: StepId, is_recorded: bool) {
        if kind.writes && !kind.is_atomic {
            // What was released there is no more. A read that still gets it is unordered with this write, and a race.
            self.cells.retain(|cell| !cell.range.overlaps(range));
            // All of it is known; what is not is a race.
            self.drop_records(|record| range.contains(record.range));
        }
        if !is_recorded || self.is_alone() || self.is_full() {
            return;
        }
        // Whatever races with the earlier access of the thread races with this one.
        let is_covered = |record: &Record| {
            usize::from(record.thread) == t && range.contains(record.range) && kind.covers(record.kind)
        };
        self.drop_records(is_covered);
        let record = Record { range, thread: t as u8, kind, step };
        let at = self.records.partition_point(|other| other.key() < record.key());
        self.records.insert(at, record);
        // Bits are places in the list. The bits behind the new record move up, and no set has the new one but that of its thread.
        self.everywhere(|set| *set = *set & below(at) | (*set & !below(at)) << 1);
        self.threads[t].known |= 1 << at;
    }

    /// An atomic write takes effect, or a lock is given back.
    fn set(&mut self, t: usize, cell: Range, carried: Records, following: Following) {
        let head = t as u8;
        let at = self.cells.partition_point(|of| of.range < cell);
        if self.cells.get(at).is_none_or(|of| of.range != cell) {
            // No entry says the same as one without records, and states with and without it would differ.
            if carried == 0 {
                return;
            }
            self.cells.insert(at, CellOrder { range: cell, heads: Vec::new() });
        }
        let heads = &mut self.cells[at].heads;
        // A store ends the release sequences of other threads and continues that of its own (C11 5.1.2.4p10).
        if following == Following::Store {
            heads.retain(|(of, _)| *of == head);
        }
        match heads.iter_mut().find(|(of, _)| *of == head) {
            Some((_, records)) => *records |= carried,
            None => {
                heads.push((head, carried));
                // Equal states must be equal as lists, whichever thread wrote first.
                heads.sort_unstable();
            }
        }
        // Of the bytes, those that another access had written in another size are no release any more.
        self.cells.retain(|of| of.range == cell || !of.range.overlaps(cell));
    }

    fn everywhere(&mut self, mut change: impl FnMut(&mut Records)) {
        for thread in &mut self.threads {
            change(&mut thread.known);
            change(&mut thread.read);
            change(&mut thread.released);
            thread.pending.iter_mut().for_each(&mut change);
        }
        self.cells.iter_mut().flat_map(|cell| &mut cell.heads).for_each(|(_, records)| change(records));
    }

    fn drop_records(&mut self, is_dropped: impl Fn(&Record) -> bool) {
        for at in (0..self.records.len()).rev() {
            if is_dropped(&self.records[at]) {
                self.drop_record(at);
            }
        }
    }

    fn drop_record(&mut self, at: usize) {
        self.records.remove(at);
        self.everywhere(|set| *set = *set & below(at) | (*set >> 1) & !below(at));
        for cell in &mut self.cells {
            cell.heads.retain(|(_, records)| *records != 0);
        }
        self.cells.retain(|cell| !cell.heads.is_empty());
    }

    /// Drops what all threads come after that have not ended.
    fn drop_known(&mut self) {
        let live = self.threads.iter().filter(|thread| !thread.has_ended);
        let known = live.fold(Records::MAX, |all, thread| all & thread.known);
        // From the end: a dropped record moves the bits behind it alone, so that the bits of `known` still to be looked at stay where they are.
        for at in (0..self.records.len()).rev() {
            if known >> at & 1 == 1 {
                self.drop_record(at);
            }
        }
    }
}

impl CellOrder {
    fn all(&self) -> Records {
        self.heads.iter().fold(0, |all, (_, records)| all | records)
    }
}

fn is_in(range: Range, object: address::ObjectNumber) -> bool {
    address::split(range.address).is_some_and(|(of, _)| of == object)
}
