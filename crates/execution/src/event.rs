//! Events.

use std::ops::Range;

use program::{CodePlace, ExprId, LocationId, RegisterId, SymbolId, TagSet, ThreadId, Width};

/// One cell of memory: the `index`-th of a location (0 for scalars).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// The location.
    pub location: LocationId,
    /// Which of its cells.
    pub index: u32,
}

/// What an event does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// The write that gives a cell its initial value, before all threads.
    InitialWrite {
        /// Where.
        cell: Cell,
        /// What.
        value: ExprId,
    },
    /// A memory read.
    Read {
        /// Where, maybe not yet known.
        address: ExprId,
        /// What it returns, until a write to read from is chosen.
        symbol: SymbolId,
        /// Size in bits.
        width: Width,
    },
    /// A memory write; its size is the width of the value.
    Write {
        /// Where, maybe not yet known.
        address: ExprId,
        /// What.
        value: ExprId,
    },
    /// A read and a write of one cell in one event: C's atomic read-modify-write.
    ReadModifyWrite {
        /// Where, maybe not yet known.
        address: ExprId,
        /// What it returns, until a write to read from is chosen.
        symbol: SymbolId,
        /// Size in bits.
        width: Width,
        /// What it writes.
        value: ExprId,
    },
    /// Something done to a location that neither reads nor writes it: taking or leaving a lock.
    Synchronize {
        /// Where, maybe not yet known.
        address: ExprId,
    },
    /// A read of (a part of) a register.
    RegisterRead {
        /// The register.
        register: RegisterId,
        /// The value read.
        value: ExprId,
    },
    /// A write of (a part of) a register.
    RegisterWrite {
        /// The register.
        register: RegisterId,
        /// The value written.
        value: ExprId,
    },
    /// A fence.
    Fence,
    /// A conditional branch.
    Branch,
    /// A choice within an instruction.
    Predicate,
}

/// An event of one thread's path, or an initial write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// The thread; `None` for initial writes.
    pub thread: Option<ThreadId>,
    /// Which execution of an instruction it belongs to, counted from 0 in each path; events of one instance share it.
    pub instance: u32,
    /// The instruction in the text; `None` for initial writes. It may stand in another thread's column.
    pub instruction: Option<CodePlace>,
    /// Annotations, or the kinds of a fence.
    pub tags: TagSet,
    /// What it does.
    pub action: Action,
}

impl Event {
    /// Whether both belong to one execution of one instruction.
    pub fn same_instance(&self, other: &Event) -> bool {
        self.thread.is_some() && self.thread == other.thread && self.instance == other.instance
    }

    /// What a read of memory returns, until a write to read from is chosen, and its size in bits.
    pub fn returned(&self) -> Option<(SymbolId, Width)> {
        match self.action {
            Action::Read { symbol, width, .. } | Action::ReadModifyWrite { symbol, width, .. } => Some((symbol, width)),
            Action::InitialWrite { .. }
            | Action::Write { .. }
            | Action::Synchronize { .. }
            | Action::RegisterRead { .. }
            | Action::RegisterWrite { .. }
            | Action::Fence
            | Action::Branch
            | Action::Predicate => None,
        }
    }

    /// What a write of memory writes.
    pub fn written(&self) -> Option<ExprId> {
        match self.action {
            Action::InitialWrite { value, .. }
            | Action::Write { value, .. }
            | Action::ReadModifyWrite { value, .. } => Some(value),
            Action::Read { .. }
            | Action::Synchronize { .. }
            | Action::RegisterRead { .. }
            | Action::RegisterWrite { .. }
            | Action::Fence
            | Action::Branch
            | Action::Predicate => None,
        }
    }

    /// Whether it reads memory.
    pub fn is_read(&self) -> bool {
        matches!(self.action, Action::Read { .. } | Action::ReadModifyWrite { .. })
    }

    /// Whether it writes memory, the initial writes included.
    pub fn is_write(&self) -> bool {
        matches!(self.action, Action::Write { .. } | Action::ReadModifyWrite { .. } | Action::InitialWrite { .. })
    }

    /// Whether it accesses memory.
    pub fn is_memory(&self) -> bool {
        self.is_read() || self.is_write()
    }

    /// Whether it reads or writes a register.
    pub fn is_register(&self) -> bool {
        matches!(self.action, Action::RegisterRead { .. } | Action::RegisterWrite { .. })
    }
}

/// The runs of neighbouring events of which each two are alike, with the places of their events among `events`.
pub fn neighbours(
    events: &[Event],
    are_alike: impl Fn(&Event, &Event) -> bool,
) -> impl Iterator<Item = (Range<usize>, &[Event])> {
    let mut end = 0;
    events.chunk_by(are_alike).map(move |run| {
        let start = end;
        end += run.len();
        (start..end, run)
    })
}
