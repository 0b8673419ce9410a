//! What each memory model relaxes, and what restores it.
//!
//! Sources: musketeer's paper, figure 7, for TSO and Power; the SPARC Architecture Manual V9, appendix D, for PSO and RMO; the Arm ARM (DDI 0487), section
//! B2.3, for Armv8; the RISC-V ISA manual, chapter "RVWMO", and its table of C11 mappings; "Herding cats" (Alglave, Maranget,
//! Tautschnig 2014) for Power and Armv7.
//!
//! A pair of accesses is ordered with a [`Strength`]. On models whose writes reach all other threads at once a cycle is forbidden when each of its pairs
//! is ordered at all.

use std::fmt;
use std::str::FromStr;

use cprog::assembly::FenceInstruction;
use cprog::ir::Order;

/// A memory model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Model {
    /// x86 and SPARC TSO.
    Tso,
    /// SPARC PSO.
    Pso,
    /// SPARC RMO.
    Rmo,
    /// IBM Power.
    Power,
    /// Arm up to version 7, not multi-copy atomic.
    Armv7,
    /// Arm version 8, multi-copy atomic.
    Armv8,
    /// RISC-V.
    Rvwmo,
}

/// What an access costs more when it is a load-acquire or a store-release.
const ORDERED_ACCESS: f64 = 1.0;

/// What a dependency costs that is put in: less than a fence of any kind, and a little more than `ORDERED_ACCESS`, as more is written.
pub const DEPENDENCY: f64 = 1.05;

/// All models, in the order of their names on the command line.
pub const MODELS: &[Model] =
    &[Model::Tso, Model::Pso, Model::Rmo, Model::Power, Model::Armv7, Model::Armv8, Model::Rvwmo];

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Model::Tso => "tso",
            Model::Pso => "pso",
            Model::Rmo => "rmo",
            Model::Power => "power",
            Model::Armv7 => "armv7",
            Model::Armv8 => "armv8",
            Model::Rvwmo => "rvwmo",
        })
    }
}

impl FromStr for Model {
    type Err = ();

    fn from_str(name: &str) -> Result<Model, ()> {
        MODELS.iter().copied().find(|model| model.to_string() == name).ok_or(())
    }
}

/// Whether an event reads or writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// A read.
    Read,
    /// A write.
    Write,
}

/// How strongly a pair of accesses is ordered, or must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Strength {
    /// Not at all.
    None,
    /// In its own thread: by a dependency, say.
    Local,
    /// And cumulatively for what the pair's first access has read: `lwsync`.
    Lightweight,
    /// For all threads: `sync`.
    Full,
}

/// A kind of fence, as something to insert or found in the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FenceKind {
    /// Orders all pairs: `mfence`, `sync`, `dmb ish`, `fence rw,rw`.
    Full,
    /// All but a write with a later read: `lwsync`, `fence.tso`, C11's `acq_rel` fence.
    Lightweight,
    /// Reads with everything later: `dmb ishld`, `fence r,rw`, C11's acquire fence.
    Load,
    /// Everything with later writes: `fence rw,w`, C11's release fence.
    Release,
    /// Writes with later writes: `dmb ishst`, `fence w,w`.
    Store,
    /// Reads that a branch depends on with later reads: `isync`, `isb`.
    Control,
}

impl fmt::Display for FenceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FenceKind::Full => "full",
            FenceKind::Lightweight => "lightweight",
            FenceKind::Load => "load",
            FenceKind::Release => "release",
            FenceKind::Store => "store",
            FenceKind::Control => "control",
        })
    }
}

/// What an atomic access does beside reading and writing, by its mapping to the architecture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AtomicOrder {
    /// A fence before it.
    pub before: Option<FenceKind>,
    /// A fence after it.
    pub after: Option<FenceKind>,
    /// Its read is before everything later (`LDAR`, `lwz; cmp; bc; isync`).
    pub acquire: bool,
    /// Everything earlier is before its write (`STLR`).
    pub release: bool,
    /// It is ordered with other accesses that have this (`STLR` with a later `LDAR`).
    pub sequential: bool,
}

/// Where an access stands on a path whose ends are to be ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It is the first access.
    First,
    /// It is between the two.
    Between,
    /// It is the second access.
    Second,
}

impl AtomicOrder {
    /// How strongly an access of this order orders a pair by itself. `first` and `second` are the directions of the pair. That two sequentially consistent accesses are ordered with each other
    /// is not part of it.
    pub fn strength(&self, model: Model, role: Role, first: Direction, second: Direction) -> Strength {
        let fence = |kind: Option<FenceKind>| kind.map_or(Strength::None, |kind| model.fence(kind, first, second));
        match role {
            Role::First => fence(self.after).max(if self.acquire { Strength::Local } else { Strength::None }),
            Role::Between => fence(self.before).max(fence(self.after)),
            Role::Second => fence(self.before).max(if self.release { Strength::Full } else { Strength::None }),
        }
    }

    /// What two orders of one access order together. Of two fences at one end the stronger one counts.
    pub fn and(self, other: AtomicOrder) -> AtomicOrder {
        let stronger = |one: Option<FenceKind>, other: Option<FenceKind>| match (one, other) {
            (Some(FenceKind::Full), _) | (_, None) => one,
            (_, Some(_)) => other,
        };
        AtomicOrder {
            before: stronger(self.before, other.before),
            after: stronger(self.after, other.after),
            acquire: self.acquire || other.acquire,
            release: self.release || other.release,
            sequential: self.sequential || other.sequential,
        }
    }

    /// What of it belongs to the read of a read-modify-write: what comes before the operation stands before its read.
    pub fn of_read(self) -> AtomicOrder {
        AtomicOrder { after: None, release: false, ..self }
    }

    /// What of it belongs to the write of a read-modify-write.
    pub fn of_write(self) -> AtomicOrder {
        AtomicOrder { before: None, acquire: false, ..self }
    }
}

/// Which operation an order belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtomicOperation {
    /// A load.
    Load,
    /// A store.
    Store,
    /// A read-modify-write.
    ReadModifyWrite,
}

impl Model {
    /// Whether the model lets a pair of accesses to different locations be reordered.
    pub fn relaxes(self, first: Direction, second: Direction) -> bool {
        match self {
            Model::Tso => (first, second) == (Direction::Write, Direction::Read),
            Model::Pso => first == Direction::Write,
            Model::Rmo | Model::Power | Model::Armv7 | Model::Armv8 | Model::Rvwmo => true,
        }
    }

    /// Whether a write reaches all other threads at once.
    pub fn is_multi_copy_atomic(self) -> bool {
        match self {
            Model::Tso | Model::Pso | Model::Rmo | Model::Armv8 | Model::Rvwmo => true,
            Model::Power | Model::Armv7 => false,
        }
    }

    /// Whether dependencies order anything that would not be ordered without.
    pub fn has_dependencies(self) -> bool {
        !matches!(self, Model::Tso | Model::Pso)
    }

    /// How strongly a fence orders a pair around it.
    pub fn fence(self, kind: FenceKind, first: Direction, second: Direction) -> Strength {
        use Direction::{Read, Write};
        let covers = match kind {
            FenceKind::Full => return Strength::Full,
            FenceKind::Lightweight => (first, second) != (Write, Read),
            FenceKind::Load => first == Read,
            FenceKind::Release => second == Write,
            FenceKind::Store => (first, second) == (Write, Write),
            // Only behind a branch: see the walk.
            FenceKind::Control => false,
        };
        let strength = match (self, kind) {
            // `lwsync` and `eieio`; the latter is not cumulative.
            (Model::Power, FenceKind::Store) => Strength::Local,
            (Model::Power, _) => Strength::Lightweight,
            // Each fence of C11 is a `dmb`, and `dmb ishst` is part of the full fence, for writes.
            (Model::Armv7, _) => Strength::Full,
            _ => Strength::Full,
        };
        if covers { strength } else { Strength::None }
    }

    /// The fences to choose from, with their costs (the paper's folklore: a full fence costs more than a lightweight one).
    pub fn columns(self) -> &'static [(FenceKind, f64)] {
        match self {
            Model::Tso => &[(FenceKind::Full, 3.0)],
            Model::Armv7 | Model::Pso => &[(FenceKind::Full, 3.0), (FenceKind::Store, 2.0)],
            Model::Rmo => &[(FenceKind::Full, 3.0), (FenceKind::Lightweight, 2.0)],
            Model::Power => &[(FenceKind::Full, 3.0), (FenceKind::Lightweight, 2.0)],
            Model::Armv8 => &[(FenceKind::Full, 3.0), (FenceKind::Load, 2.0), (FenceKind::Store, 2.0)],
            Model::Rvwmo => &[
                (FenceKind::Full, 3.0),
                (FenceKind::Lightweight, 2.0),
                (FenceKind::Load, 2.0),
                (FenceKind::Release, 2.0),
                (FenceKind::Store, 2.0),
            ],
        }
    }

    /// What it costs to give an access an order: its fences cost what they do elsewhere, a load-acquire or store-release instruction less than any fence.
    pub fn cost_of_order(self, order: AtomicOrder) -> f64 {
        let columns = self.columns();
        let fence = |kind: Option<FenceKind>| {
            kind.map_or(0.0, |kind| {
                columns.iter().find(|(column, _)| *column == kind).map_or(columns[0].1, |(_, cost)| *cost)
            })
        };
        let instruction = |is_one: bool| if is_one { ORDERED_ACCESS } else { 0.0 };
        fence(order.before) + fence(order.after) + instruction(order.acquire) + instruction(order.release)
    }

    /// What a fence instruction in the program is. Fences of other architectures count as what they are for.
    pub fn instruction(self, instruction: FenceInstruction) -> FenceKind {
        match instruction {
            FenceInstruction::Full => FenceKind::Full,
            FenceInstruction::Lightweight => FenceKind::Lightweight,
            FenceInstruction::Store => FenceKind::Store,
            FenceInstruction::Load => FenceKind::Load,
            FenceInstruction::Control => FenceKind::Control,
        }
    }

    /// What a C11 fence is, by the usual mapping; none where it compiles to nothing.
    pub fn c11_fence(self, order: Order) -> Option<FenceKind> {
        match order {
            Order::Plain | Order::Unordered | Order::Relaxed => None,
            Order::SeqCst => Some(FenceKind::Full),
            Order::Acquire => Some(if self == Model::Power { FenceKind::Lightweight } else { FenceKind::Load }),
            Order::Release => Some(if self == Model::Power { FenceKind::Lightweight } else { FenceKind::Release }),
            // Armv8 has no fence between the two: a release fence is `dmb ish`.
            Order::AcquireRelease => Some(if self == Model::Armv8 { FenceKind::Full } else { FenceKind::Lightweight }),
        }
    }

    /// What an atomic access is, by the usual mapping: Sewell's table for x86, Power and Armv7; `LDAR`, `STLR` and their
    /// kin on Armv8; the manual's table A.6 on RISC-V; `membar`s on SPARC. Acquire loads of Armv7 are taken for the weaker of the two that compilers write, a branch and `isb`.
    pub fn atomic(self, operation: AtomicOperation, order: Order) -> AtomicOrder {
        // A sequentially consistent load is no release, and such a store no acquire.
        let acquires = operation != AtomicOperation::Store
            && matches!(order, Order::Acquire | Order::AcquireRelease | Order::SeqCst);
        let releases = operation != AtomicOperation::Load
            && matches!(order, Order::Release | Order::AcquireRelease | Order::SeqCst);
        let sequential = order == Order::SeqCst;
        let none = AtomicOrder::default();
        match self {
            Model::Tso => match operation {
                AtomicOperation::Load => none,
                // `xchg`, or `mov; mfence`.
                AtomicOperation::Store => AtomicOrder { after: sequential.then_some(FenceKind::Full), ..none },
                AtomicOperation::ReadModifyWrite => {
                    AtomicOrder { before: Some(FenceKind::Full), after: Some(FenceKind::Full), ..none }
                }
            },
            Model::Armv8 => AtomicOrder { acquire: acquires, release: releases, sequential, ..none },
            Model::Pso | Model::Rmo | Model::Power | Model::Armv7 | Model::Rvwmo => {
                let lightweight = if self == Model::Armv7 { FenceKind::Full } else { FenceKind::Release };
                let lightweight = if self == Model::Power { FenceKind::Lightweight } else { lightweight };
                let before = match (self, operation) {
                    // `ldr; dmb`: what comes before the load may come after it.
                    (Model::Armv7, AtomicOperation::Load) => None,
                    // `fence rw,w; s`, and the fence between it and a later sequentially consistent load is that of the load.
                    (Model::Rvwmo, AtomicOperation::Store) => releases.then_some(lightweight),
                    _ if sequential => Some(FenceKind::Full),
                    (_, AtomicOperation::Load) => None,
                    (_, AtomicOperation::Store | AtomicOperation::ReadModifyWrite) => releases.then_some(lightweight),
                };
                let after = (self == Model::Armv7 && sequential).then_some(FenceKind::Full);
                AtomicOrder { before, after, acquire: acquires, release: false, sequential: false }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The fence of a RISC-V store orders it with what comes before, and nothing across it; that of an Armv7 load stands behind it.
    #[test]
    fn fences_of_sequentially_consistent_accesses_stand_where_the_mappings_have_them() {
        let of = |model: Model, operation, role| {
            model.atomic(operation, Order::SeqCst).strength(model, role, Direction::Write, Direction::Read)
        };
        assert_eq!(of(Model::Rvwmo, AtomicOperation::Store, Role::Between), Strength::None);
        assert_eq!(of(Model::Rvwmo, AtomicOperation::Load, Role::Between), Strength::Full);
        assert_eq!(of(Model::Armv7, AtomicOperation::Load, Role::Second), Strength::None);
        assert_eq!(of(Model::Armv7, AtomicOperation::Store, Role::First), Strength::Full);
    }

    /// `STR` and a later `LDAR`, or `STLR` and a later `LDR`, are not ordered.
    #[test]
    fn sequentially_consistent_loads_do_not_release_and_stores_do_not_acquire() {
        for model in MODELS {
            let load = model.atomic(AtomicOperation::Load, Order::SeqCst);
            let store = model.atomic(AtomicOperation::Store, Order::SeqCst);
            assert!(!load.release && !store.acquire, "{model}");
        }
        let load = Model::Armv8.atomic(AtomicOperation::Load, Order::SeqCst);
        assert_eq!(load.strength(Model::Armv8, Role::Second, Direction::Write, Direction::Read), Strength::None);
        let store = Model::Armv8.atomic(AtomicOperation::Store, Order::SeqCst);
        assert_eq!(store.strength(Model::Armv8, Role::First, Direction::Write, Direction::Read), Strength::None);
    }
}
