//! Edges: the steps of a cycle, each from one memory access to the next.
//!
//! The vocabulary is that of diy (Alglave, Maranget, Sarkar, Sewell: *Fences in weak memory models (extended version)*, FMSD 2012,
//! section 8, and the diy7 manual): communications between threads, program order, fences, dependencies, read-modify-writes.

use std::fmt;

/// What a memory access does. A write comes first in the order that normal forms are made by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// It writes.
    Write,
    /// It reads.
    Read,
}

/// The relation that a communication is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Communication {
    /// Reads-from: a write to a read.
    Rf,
    /// From-reads: a read to a write that comes later in coherence than the one that it reads.
    Fr,
    /// Coherence: a write to a later one.
    Co,
}

impl Communication {
    /// What its source does.
    pub fn source(self) -> Direction {
        match self {
            Communication::Rf | Communication::Co => Direction::Write,
            Communication::Fr => Direction::Read,
        }
    }

    /// What its target does.
    pub fn target(self) -> Direction {
        match self {
            Communication::Rf => Direction::Read,
            Communication::Fr | Communication::Co => Direction::Write,
        }
    }

    /// `Rf`, `Fr` or `Co`.
    pub fn name(self) -> &'static str {
        match self {
            Communication::Rf => "Rf",
            Communication::Fr => "Fr",
            Communication::Co => "Co",
        }
    }
}

/// Whether an edge stays in its thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reach {
    /// It does.
    Internal,
    /// It leads to another thread.
    External,
}

/// Whether source and target access one location.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sameness {
    /// They do.
    Same,
    /// They access different ones.
    Different,
}

/// A fence of an architecture: its number in the [`Vocabulary`](crate::Vocabulary).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FenceId(pub(crate) u8);

/// A kind of dependency of an architecture: its number in the [`Vocabulary`](crate::Vocabulary).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DependencyId(pub(crate) u8);

/// A read-modify-write of an architecture: its number in the [`Vocabulary`](crate::Vocabulary).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UpdateId(pub(crate) u8);

/// A manner of access of an architecture (acquire, release, ...): its number in the [`Vocabulary`](crate::Vocabulary). 0 is the plain one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AccessId(pub(crate) u8);

impl AccessId {
    /// The plain access.
    pub const PLAIN: AccessId = AccessId(0);
}

/// How many bytes an access has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Size {
    /// One.
    Byte,
    /// Two.
    Short,
    /// Four.
    Word,
    /// Eight.
    Quad,
}

impl Size {
    /// All sizes, small ones first.
    pub const ALL: [Size; 4] = [Size::Byte, Size::Short, Size::Word, Size::Quad];

    /// The letter that annotations write: `b`, `h`, `w`, `q`.
    pub fn letter(self) -> char {
        match self {
            Size::Byte => 'b',
            Size::Short => 'h',
            Size::Word => 'w',
            Size::Quad => 'q',
        }
    }

    /// How many bytes.
    pub fn bytes(self) -> u8 {
        match self {
            Size::Byte => 1,
            Size::Short => 2,
            Size::Word => 4,
            Size::Quad => 8,
        }
    }

    /// The bits that fit.
    pub fn mask(self) -> u64 {
        match self {
            Size::Quad => u64::MAX,
            size => (1 << (8 * u32::from(size.bytes()))) - 1,
        }
    }
}

/// A piece of a location: so many bytes from so far on. Written `w0`, `h2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Part {
    /// How large.
    pub size: Size,
    /// The first byte.
    pub offset: u8,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.size.letter(), self.offset)
    }
}

/// How a location is accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Annotation {
    /// In which manner.
    pub access: AccessId,
    /// Which piece of it; all of it when nothing is said.
    pub part: Option<Part>,
}

impl Annotation {
    /// What holds for an access that is annotated with both, if they go together.
    pub fn merge(self, other: Annotation) -> Option<Annotation> {
        let access = match (self.access, other.access) {
            (left, right) if left == right => left,
            (AccessId::PLAIN, one) | (one, AccessId::PLAIN) => one,
            _ => return None,
        };
        let part = match (self.part, other.part) {
            (left, right) if left == right => left,
            (None, one) | (one, None) => one,
            _ => return None,
        };
        Some(Annotation { access, part })
    }
}

/// What kind of step an edge is. Directions that nothing is said about are found from the neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EdgeKind {
    /// The access itself, as a place to annotate it.
    Annotation,
    /// A communication: `Rfe`.
    Communication(Communication, Reach),
    /// Program order alone: `PodWR`.
    Order(Sameness, Option<Direction>, Option<Direction>),
    /// Program order with a fence between: `MFencedWR`.
    Fence(FenceId, Sameness, Option<Direction>, Option<Direction>),
    /// A dependency, from a read: `DpAddrdW`.
    Dependency(DependencyId, Sameness, Option<Direction>),
    /// One more fence at this point of a thread: `MFence`.
    Insert(FenceId),
    /// The read of a read-modify-write to its write: `LxSx`.
    Update(UpdateId),
}

/// An edge with what its ends are annotated with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge {
    /// How its source accesses memory, when that is said.
    pub source: Option<Annotation>,
    /// How its target does.
    pub target: Option<Annotation>,
    /// What it is.
    pub kind: EdgeKind,
}

impl Edge {
    /// Without annotations.
    pub fn plain(kind: EdgeKind) -> Edge {
        Edge { source: None, target: None, kind }
    }

    /// Whether it leads from an access to another one: not an annotation, not an inserted fence.
    pub fn is_step(&self) -> bool {
        !matches!(self.kind, EdgeKind::Annotation | EdgeKind::Insert(_))
    }

    /// What its source does, when that is known.
    pub fn source_direction(&self) -> Option<Direction> {
        match self.kind {
            EdgeKind::Annotation | EdgeKind::Insert(_) => None,
            EdgeKind::Communication(communication, _) => Some(communication.source()),
            EdgeKind::Order(_, source, _) | EdgeKind::Fence(_, _, source, _) => source,
            EdgeKind::Dependency(..) | EdgeKind::Update(_) => Some(Direction::Read),
        }
    }

    /// What its target does, when that is known.
    pub fn target_direction(&self) -> Option<Direction> {
        match self.kind {
            EdgeKind::Annotation | EdgeKind::Insert(_) => None,
            EdgeKind::Communication(communication, _) => Some(communication.target()),
            EdgeKind::Order(_, _, target) | EdgeKind::Fence(_, _, _, target) | EdgeKind::Dependency(_, _, target) => {
                target
            }
            EdgeKind::Update(_) => Some(Direction::Write),
        }
    }

    /// Says what its source does, where that was open.
    pub(crate) fn set_source_direction(&mut self, direction: Direction) {
        match &mut self.kind {
            EdgeKind::Order(_, source, _) | EdgeKind::Fence(_, _, source, _) => *source = Some(direction),
            EdgeKind::Annotation
            | EdgeKind::Insert(_)
            | EdgeKind::Communication(..)
            | EdgeKind::Dependency(..)
            | EdgeKind::Update(_) => {}
        }
    }

    /// Says what its target does, where that was open.
    pub(crate) fn set_target_direction(&mut self, direction: Direction) {
        match &mut self.kind {
            EdgeKind::Order(_, _, target) | EdgeKind::Fence(_, _, _, target) | EdgeKind::Dependency(_, _, target) => {
                *target = Some(direction);
            }
            EdgeKind::Annotation | EdgeKind::Insert(_) | EdgeKind::Communication(..) | EdgeKind::Update(_) => {}
        }
    }

    /// Whether it leads to another thread.
    pub fn is_external(&self) -> bool {
        matches!(self.kind, EdgeKind::Communication(_, Reach::External))
    }

    /// Whether it is a communication.
    pub fn is_communication(&self) -> bool {
        matches!(self.kind, EdgeKind::Communication(..))
    }

    /// Whether its two ends access one location.
    pub fn place(&self) -> Sameness {
        match self.kind {
            EdgeKind::Order(place, ..) | EdgeKind::Fence(_, place, ..) | EdgeKind::Dependency(_, place, _) => place,
            EdgeKind::Annotation | EdgeKind::Insert(_) | EdgeKind::Communication(..) | EdgeKind::Update(_) => {
                Sameness::Same
            }
        }
    }
}
