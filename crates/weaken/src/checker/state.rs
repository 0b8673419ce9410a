//! A state of the checker.

pub(crate) mod bytes;
pub(crate) mod happens_before;
pub(crate) mod knowledge;
pub(crate) mod knowledge_state;
pub(crate) mod lock_word;
pub(crate) mod objects;

use arch::Pairs;

use crate::checker::code::{ClassId, StepId};
use bytes::Memory;
use happens_before::DataRace;
use knowledge_state::KnowledgeState;
pub(crate) use objects::{Object, Objects};

/// The state of a thread when it delayed a read.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Iteration {
    /// That of the read among what is pending.
    pub(crate) slot: u8,
    /// The step of the read.
    pub(crate) step: StepId,
    /// Frames and the registers that matter, as [`Machine::encode_frames`] writes them without what they depend on.
    pub(crate) frames: Box<[u8]>,
    /// Registers that depended on something pending, and on what of it.
    pub(crate) sources: Vec<(u32, u64)>,
}

impl Iteration {
    /// Something has taken effect: nothing depends on it any more.
    pub(crate) fn confirm(&mut self, slot: u8) {
        self.sources.iter_mut().for_each(|(_, sources)| *sources &= !(1u64 << slot));
        self.sources.retain(|(_, sources)| *sources != 0);
    }
}

/// What an access that has not taken effect does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Direction {
    Read,
    Write,
    /// A read-modify-write: it reads `expected` and writes `value` in one step.
    Update,
}

impl Direction {
    /// What it does, in the words of `arch`.
    pub(crate) fn in_arch(self) -> &'static [arch::Direction] {
        match self {
            Direction::Read => &[arch::Direction::Read],
            Direction::Write => &[arch::Direction::Write],
            Direction::Update => &arch::Direction::ALL,
        }
    }

    pub(crate) fn reads(self) -> bool {
        match self {
            Direction::Read | Direction::Update => true,
            Direction::Write => false,
        }
    }

    pub(crate) fn writes(self) -> bool {
        match self {
            Direction::Write | Direction::Update => true,
            Direction::Read => false,
        }
    }
}

/// Whether a write is that of a read-modify-write whose halves take effect one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Exclusive {
    /// It is a write alone.
    No,
    /// The read is pending, too.
    Entered,
    /// The read has taken effect: no write of another thread comes between it and this one.
    Reserved,
}

/// Bytes of memory by their address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Range {
    pub(crate) address: u64,
    pub(crate) bytes: u8,
}

impl Range {
    pub(crate) fn end(self) -> u64 {
        self.address + u64::from(self.bytes)
    }

    pub(crate) fn overlaps(self, other: Range) -> bool {
        self.address < other.end() && other.address < self.end()
    }

    pub(crate) fn contains(self, other: Range) -> bool {
        self.address <= other.address && other.end() <= self.end()
    }
}

/// An access that has not taken effect. `waits` and `sources` are masks of slots of what is pending in the same thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Pending {
    /// Its bit in masks; free again when it has taken effect.
    pub(crate) slot: u8,
    pub(crate) direction: Direction,
    pub(crate) step: StepId,
    pub(crate) range: Range,
    /// What is written; of a read, what it is supposed to return.
    pub(crate) value: u64,
    /// What an update is supposed to read.
    pub(crate) expected: u64,
    /// What has to take effect before.
    pub(crate) waits: u64,
    /// What its address is computed from, and what is written.
    pub(crate) sources: u64,
    /// A fence came after it that keeps it before later reads.
    pub(crate) precedes_reads: bool,
    /// The same of later writes.
    pub(crate) precedes_writes: bool,
    /// A read that a fence keeps before later reads of the location, where a model lets these swap.
    pub(crate) precedes_its_reads: bool,
    /// A store-release: later acquires wait for it.
    pub(crate) is_release: bool,
    /// A read of which a later one of the location has taken effect: it must read the same write.
    pub(crate) is_pinned: bool,
    pub(crate) exclusive: Exclusive,
}

impl Pending {
    /// A fence that orders these pairs comes after it.
    pub(crate) fn mark(&mut self, pairs: Pairs) {
        let is_before = |behind| self.direction.in_arch().iter().any(|before| pairs.has(*before, behind));
        let (reads, writes) = (is_before(arch::Direction::Read), is_before(arch::Direction::Write));
        // Marks add up: an earlier, weaker fence behind the access still orders what it orders.
        self.precedes_reads |= reads;
        self.precedes_writes |= writes;
    }

    /// Whether a fence between them keeps it before an access of this direction.
    pub(crate) fn is_fenced_before(&self, behind: Direction) -> bool {
        match behind {
            Direction::Read => self.precedes_reads,
            Direction::Write => self.precedes_writes,
            // Both halves take effect in one step, so that an order for either of them is one for both.
            Direction::Update => self.precedes_reads || self.precedes_writes,
        }
    }
}

/// A call of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Frame {
    /// The step that it stands before.
    pub(crate) at: StepId,
    /// Its first register among those of the thread.
    pub(crate) base: u32,
}

/// A cell of an object without interleaving whose value depends on delayed reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Supposed {
    pub(crate) range: Range,
    pub(crate) sources: u64,
}

/// A thread. One without frames has ended.
#[derive(Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Thread {
    pub(crate) frames: Vec<Frame>,
    pub(crate) registers: Vec<u64>,
    /// What each register is computed from; as many as registers.
    pub(crate) sources: Vec<u64>,
    /// What the branches so far depend on.
    pub(crate) control: u64,
    /// What the addresses of accesses so far depend on.
    pub(crate) addresses: u64,
    /// In program order.
    pub(crate) pending: Vec<Pending>,
    pub(crate) supposed: Vec<Supposed>,
    /// Those of loops that it is in, from their first delayed read on.
    pub(crate) iterations: Vec<Iteration>,
    /// What its function returned, when it has ended.
    pub(crate) returned: u64,
    /// It is started, and what starts it has not taken effect.
    pub(crate) is_not_begun: bool,
}

impl Thread {
    pub(crate) fn has_ended(&self) -> bool {
        self.frames.is_empty()
    }

    pub(crate) fn at(&self) -> Option<StepId> {
        self.frames.last().map(|frame| frame.at)
    }

    /// The bits of what is pending.
    pub(crate) fn live(&self) -> u64 {
        self.pending.iter().fold(0, |all, pending| all | 1 << pending.slot)
    }

    /// The bits of pending reads.
    pub(crate) fn reads(&self) -> u64 {
        self.pending.iter().filter(|p| p.direction.reads()).fold(0, |all, pending| all | 1 << pending.slot)
    }

    /// Something has taken effect: nothing depends on it any more.
    pub(crate) fn confirm(&mut self, slot: u8) {
        let others = !(1u64 << slot);
        self.sources.iter_mut().for_each(|sources| *sources &= others);
        self.control &= others;
        self.addresses &= others;
        for pending in &mut self.pending {
            pending.waits &= others;
            pending.sources &= others;
        }
        if !self.supposed.is_empty() {
            self.supposed.iter_mut().for_each(|cell| cell.sources &= others);
            self.supposed.retain(|cell| cell.sources != 0);
        }
        if !self.iterations.is_empty() {
            // An iteration is placed among what is pending by its read, and the slot of that goes to another access soon.
            self.iterations.retain(|iteration| iteration.slot != slot);
            self.iterations.iter_mut().for_each(|iteration| iteration.confirm(slot));
        }
    }
}

/// A race, if reads prove right.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Doubt {
    /// For what.
    pub(crate) class: ClassId,
    /// By thread, the bits of its reads.
    pub(crate) reads: Box<[u64]>,
    /// What is wrong then; none where the reduction was.
    pub(crate) fault: Option<(u8, StepId, Doubted)>,
}

/// What is wrong with an execution if reads prove right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Doubted {
    Race(DataRace),
    /// A read of what was never written.
    Unwritten(u64),
    /// A lock is taken that was never made,
    NotInitialised(u64),
    /// or that is no more,
    Destroyed(u64),
    /// or given back by a thread that does not hold it.
    NotHeld(u64),
}

impl Doubt {
    /// Whether it rests on nothing that the other one does not rest on.
    pub(crate) fn rests_on_less(&self, other: &Doubt) -> bool {
        let reads = |of: &Doubt, thread: usize| of.reads.get(thread).copied().unwrap_or(0);
        (0..self.reads.len()).all(|thread| reads(self, thread) & !reads(other, thread) == 0)
    }
}

/// All threads, and memory.
#[derive(Debug, Default)]
pub(crate) struct State {
    pub(crate) memory: Memory,
    pub(crate) objects: Objects,
    pub(crate) threads: Vec<Thread>,
    pub(crate) known: KnowledgeState,
    /// Races that are none unless reads prove right.
    pub(crate) doubts: Vec<Doubt>,
    /// The thread that is in an atomic section.
    pub(crate) atomic: Option<u8>,
    /// The process has ended.
    pub(crate) has_exited: bool,
}

/// Copies are made for each step, into what the last copy has left behind: deriving `Clone` would take new room for each list.
impl Clone for Thread {
    fn clone(&self) -> Thread {
        let mut copy = Thread::default();
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, from: &Thread) {
        // All fields are named, so that a new one cannot be left out of copies.
        let Thread {
            frames,
            registers,
            sources,
            control,
            addresses,
            pending,
            supposed,
            iterations,
            returned,
            is_not_begun,
        } = from;
        self.frames.clone_from(frames);
        self.registers.clone_from(registers);
        self.sources.clone_from(sources);
        self.pending.clone_from(pending);
        self.supposed.clone_from(supposed);
        self.iterations.clone_from(iterations);
        (self.control, self.addresses, self.returned) = (*control, *addresses, *returned);
        self.is_not_begun = *is_not_begun;
    }
}

impl Clone for State {
    fn clone(&self) -> State {
        let mut copy = State::default();
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, from: &State) {
        let State { memory, objects, threads, known, doubts, atomic, has_exited } = from;
        self.memory.clone_from(memory);
        self.objects.clone_from(objects);
        self.threads.clone_from(threads);
        self.known.clone_from(known);
        self.doubts.clone_from(doubts);
        (self.atomic, self.has_exited) = (*atomic, *has_exited);
    }
}
