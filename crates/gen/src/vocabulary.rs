//! The words of one architecture: what fences, dependencies, read-modify-writes and annotations it has and what edges are called.

use std::fmt::{self, Write};

use crate::edge::{
    AccessId, Annotation, Communication, DependencyId, Direction, Edge, EdgeKind, FenceId, Part, Reach, Sameness, Size,
    UpdateId,
};

/// A fence.
#[derive(Clone, Copy, Debug)]
pub struct FenceWord {
    /// As edges write it: `DMB.SY`.
    pub name: &'static str,
    /// As the program has it: `DMB SY`.
    pub text: &'static str,
    /// Whether pools of all that is common contain it; the others are in `fences-all`.
    pub is_common: bool,
}

/// What makes one access depend on another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dependence {
    /// The address is computed from the value read.
    Address,
    /// The value written is.
    Data,
    /// A branch is.
    Control,
    /// A branch is, and a fence of instructions follows it.
    ControlFence,
}

/// A kind of dependency.
#[derive(Clone, Copy, Debug)]
pub struct DependencyWord {
    /// As edges write it: `Addr`.
    pub name: &'static str,
    /// What it is.
    pub dependence: Dependence,
    /// Whether the value passes through a conditional select first (a *pick* dependency).
    pub is_pick: bool,
}

/// What a read-modify-write does with the value that it finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UpdateOperation {
    /// Puts another one in its place.
    Exchange,
    /// Puts another one in its place if it is as expected. Where `fails`, something else is expected, and nothing is written.
    CompareExchange {
        /// Whether it is to fail.
        fails: bool,
    },
    /// Adds.
    Add,
    /// Subtracts.
    Subtract,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Clears the bits that are given.
    Clear,
}

impl UpdateOperation {
    /// What is there afterwards.
    pub fn apply(self, old: u64, operand: u64) -> u64 {
        match self {
            UpdateOperation::Exchange | UpdateOperation::CompareExchange { fails: false } => operand,
            UpdateOperation::CompareExchange { fails: true } => old,
            UpdateOperation::Add => old.wrapping_add(operand),
            UpdateOperation::Subtract => old.wrapping_sub(operand),
            UpdateOperation::And => old & operand,
            UpdateOperation::Or => old | operand,
            UpdateOperation::Xor => old ^ operand,
            UpdateOperation::Clear => old & !operand,
        }
    }
}

/// A read-modify-write.
#[derive(Clone, Copy, Debug)]
pub struct UpdateWord {
    /// As edges write it: `Amo.Swp`.
    pub name: &'static str,
    /// What test names call it: `rmw` for the one that there always was.
    pub short: &'static str,
    /// What it does.
    pub operation: UpdateOperation,
    /// Whether conditions speak of what it reads, because it does.
    pub shows_register: bool,
    /// Whether it leaves nothing of what it reads.
    pub is_discarded: bool,
}

/// A manner of access.
#[derive(Clone, Copy, Debug)]
pub struct AccessWord {
    /// As edges write it: `A`. The plain one's name is that of an access without annotation.
    pub name: &'static str,
    /// Whether reads can have it.
    pub reads: bool,
    /// Whether writes can.
    pub writes: bool,
    /// Whether the access is a read-modify-write by itself, so that conditions ask for the final value of its location even
    /// when it is written once only.
    pub is_update: bool,
}

/// The words of one architecture.
#[derive(Debug)]
pub struct Vocabulary {
    /// Its name, which begins tests.
    pub architecture: &'static str,
    /// The fences, in the order in which normal forms compare them.
    pub fences: &'static [FenceWord],
    /// The one that edges `Fence..` without a name mean.
    pub strong_fence: FenceId,
    /// The dependencies.
    pub dependencies: &'static [DependencyWord],
    /// What edges `Dp..` without a name mean, to a read and to a write.
    pub default_dependency: [Option<DependencyId>; 2],
    /// What edges `Ctrl..` mean, to a read and to a write.
    pub default_control: [Option<DependencyId>; 2],
    /// The read-modify-writes.
    pub updates: &'static [UpdateWord],
    /// What the edge `Rmw` means.
    pub default_update: Option<UpdateId>,
    /// Names for several read-modify-writes at once.
    pub update_groups: &'static [(&'static str, &'static [UpdateId])],
    /// The manners of access, the plain one first.
    pub accesses: &'static [AccessWord],
    /// The pieces of a location that accesses may be annotated with, for locations of this size.
    pub has_parts: bool,
    /// What stands between the manner and the piece in an annotation: `A.w0`, `Aw0`.
    pub part_separator: &'static str,
}

impl Vocabulary {
    /// The words of a fence.
    pub fn fence(&self, id: FenceId) -> &'static FenceWord {
        &self.fences[usize::from(id.0)]
    }

    /// The words of a dependency.
    pub fn dependency(&self, id: DependencyId) -> &'static DependencyWord {
        &self.dependencies[usize::from(id.0)]
    }

    /// The words of a read-modify-write.
    pub fn update(&self, id: UpdateId) -> &'static UpdateWord {
        &self.updates[usize::from(id.0)]
    }

    /// The words of a manner of access.
    pub fn access(&self, id: AccessId) -> &'static AccessWord {
        &self.accesses[usize::from(id.0)]
    }

    /// All fences.
    pub fn fence_ids(&self) -> impl DoubleEndedIterator<Item = FenceId> + use<> {
        (0..self.fences.len() as u8).map(FenceId)
    }

    /// All dependencies.
    pub fn dependency_ids(&self) -> impl DoubleEndedIterator<Item = DependencyId> + use<> {
        (0..self.dependencies.len() as u8).map(DependencyId)
    }

    /// All read-modify-writes.
    pub fn update_ids(&self) -> impl DoubleEndedIterator<Item = UpdateId> + use<> {
        (0..self.updates.len() as u8).map(UpdateId)
    }

    /// All manners of access.
    pub fn access_ids(&self) -> impl DoubleEndedIterator<Item = AccessId> + use<> {
        (0..self.accesses.len() as u8).map(AccessId)
    }

    /// The pieces of a location of this size.
    pub fn parts(&self, natural: Size) -> Vec<Part> {
        if !self.has_parts {
            return Vec::new();
        }
        let sizes = Size::ALL.into_iter().filter(|size| *size <= natural);
        let offsets = |size: Size| (0..natural.bytes()).step_by(usize::from(size.bytes()));
        sizes.flat_map(|size| offsets(size).map(move |offset| Part { size, offset })).collect()
    }

    /// Whether an access in `direction` can be annotated so.
    pub fn applies(&self, annotation: Option<Annotation>, direction: Direction) -> bool {
        let Some(annotation) = annotation else { return true };
        let word = self.access(annotation.access);
        match direction {
            Direction::Read => word.reads,
            Direction::Write => word.writes,
        }
    }

    /// Writes an annotation, the missing one included.
    pub fn put_annotation(&self, annotation: Option<Annotation>, out: &mut String) {
        let Some(annotation) = annotation else {
            out.push_str(self.accesses[0].name);
            return;
        };
        let is_plain = annotation.access == AccessId::PLAIN;
        if !is_plain || annotation.part.is_none() {
            out.push_str(self.access(annotation.access).name);
        }
        if let Some(part) = annotation.part {
            if !is_plain {
                out.push_str(self.part_separator);
            }
            put(out, &part);
        }
    }

    /// Writes an edge: `PodWRNaA`.
    pub fn put_edge(&self, edge: &Edge, out: &mut String) {
        match edge.kind {
            EdgeKind::Annotation => return self.put_annotation(edge.source, out),
            EdgeKind::Communication(communication, reach) => {
                out.push_str(communication.name());
                out.push(if reach == Reach::Internal { 'i' } else { 'e' });
            }
            EdgeKind::Order(place, source, target) => {
                out.push_str("Po");
                put_ends(place, &[source, target], out);
            }
            EdgeKind::Fence(fence, place, source, target) => {
                out.push_str(self.fence(fence).name);
                put_ends(place, &[source, target], out);
            }
            EdgeKind::Dependency(dependency, place, target) => {
                out.push_str("Dp");
                out.push_str(self.dependency(dependency).name);
                put_ends(place, &[target], out);
            }
            EdgeKind::Insert(fence) => out.push_str(self.fence(fence).name),
            EdgeKind::Update(update) => out.push_str(self.update(update).name),
        }
        if edge.source.is_some() || edge.target.is_some() {
            self.put_annotation(edge.source, out);
            self.put_annotation(edge.target, out);
        }
    }

    /// A cycle as people write it, edges separated by blanks.
    pub fn cycle_text(&self, edges: &[Edge]) -> String {
        let mut out = String::with_capacity(edges.len() * 12);
        self.put_cycle(edges, &mut out);
        out
    }

    /// Writes a cycle, edges separated by blanks.
    pub fn put_cycle(&self, edges: &[Edge], out: &mut String) {
        for (number, edge) in edges.iter().enumerate() {
            if number > 0 {
                out.push(' ');
            }
            self.put_edge(edge, out);
        }
    }
}

/// Writes behind `out`; writing to a string does not fail.
pub(crate) fn put(out: &mut String, what: &dyn fmt::Display) {
    let _ = write!(out, "{what}");
}

fn put_ends(place: Sameness, ends: &[Option<Direction>], out: &mut String) {
    out.push(if place == Sameness::Same { 's' } else { 'd' });
    for end in ends {
        out.push(match end {
            Some(Direction::Read) => 'R',
            Some(Direction::Write) => 'W',
            None => '*',
        });
    }
}

impl Vocabulary {
    /// The communication of this name, `Ws` being an old one of `Co`.
    pub(crate) fn communication(name: &str) -> Option<Communication> {
        match name {
            "Rf" => Some(Communication::Rf),
            "Fr" => Some(Communication::Fr),
            "Co" | "Ws" => Some(Communication::Co),
            _ => None,
        }
    }
}
