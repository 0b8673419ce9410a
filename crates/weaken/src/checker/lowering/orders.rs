//! What compilers make of the memory orders of C11 on the architecture of a model.
//!
//! x86 and SPARC: the usual mappings (a sequentially consistent store is followed by a full fence; what is acquired or released is fenced where the model
//! would reorder it). Armv8: load-acquire and store-release instructions. A read-modify-write of x86, and of SPARC under PSO, is a full fence by itself.
//!
//! Power: `sync` before what is sequentially consistent, `lwsync` before what releases. Behind a load that acquires stand a branch and `isync`: they keep what follows
//! behind the load, but pass nothing on that the load has seen, as a fence would. Armv7: `dmb` wherever another architecture has a weaker fence. This is what gcc and clang
//! emit, and the tables `power-leading-sync` and `armv7-llvm` of mix testing have; behind a read-modify-write that acquires, Power has clang's `lwsync`.

use cprog::assembly::FenceInstruction;
use cprog::ir::Order;

use crate::checker::code::{Annotation, Fence};
use crate::checker::transform::model::TransformModel;
use crate::{Model, Propagating};

/// The architecture of a model, as a compiler sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mapping {
    /// No fences are needed.
    Sc,
    Tso,
    Pso,
    Rmo,
    Armv8,
    Power,
    Armv7,
}

impl From<TransformModel> for Mapping {
    fn from(model: TransformModel) -> Mapping {
        match model {
            TransformModel::MultiCopyAtomic(Model::Sc) => Mapping::Sc,
            TransformModel::MultiCopyAtomic(Model::Tso) => Mapping::Tso,
            TransformModel::MultiCopyAtomic(Model::Pso) => Mapping::Pso,
            TransformModel::MultiCopyAtomic(Model::Rmo) => Mapping::Rmo,
            TransformModel::MultiCopyAtomic(Model::Armv8) => Mapping::Armv8,
            TransformModel::Propagating(Propagating::Power) | TransformModel::Power2010 => Mapping::Power,
            TransformModel::Propagating(Propagating::Armv7) => Mapping::Armv7,
        }
    }
}

/// An access with what stands around it.
pub(super) struct Plan {
    pub(super) before: &'static [Fence],
    pub(super) annotation: Annotation,
    /// Whether a branch that depends on what is read stands behind it, before the fences.
    pub(super) branch: bool,
    pub(super) after: &'static [Fence],
}

const NOTHING: &[Fence] = &[];
const FULL: &[Fence] = &[Fence::Full];
const READ: &[Fence] = &[Fence::Read];
const WRITE_WRITE: &[Fence] = &[Fence::WriteWrite];
/// All but writes with later reads.
const LIGHTWEIGHT: &[Fence] = &[Fence::Read, Fence::WriteWrite];
/// What a branch before depends on with all after.
const CONTROL: &[Fence] = &[Fence::Decided];

const PLAIN: Plan =
    Plan { before: NOTHING, annotation: Annotation { acquire: false, release: false }, branch: false, after: NOTHING };

fn acquires(order: Order) -> bool {
    match order {
        Order::Acquire | Order::AcquireRelease | Order::SeqCst => true,
        Order::Plain | Order::Unordered | Order::Relaxed | Order::Release => false,
    }
}

fn releases(order: Order) -> bool {
    match order {
        Order::Release | Order::AcquireRelease | Order::SeqCst => true,
        Order::Plain | Order::Unordered | Order::Relaxed | Order::Acquire => false,
    }
}

/// `fences` where `is_there`.
fn only_if(is_there: bool, fences: &'static [Fence]) -> &'static [Fence] {
    if is_there { fences } else { NOTHING }
}

impl Plan {
    /// An atomic or plain load.
    pub(super) fn load(mapping: Mapping, order: Order) -> Plan {
        let (acquires, is_sequential) = (acquires(order), order == Order::SeqCst);
        match mapping {
            Mapping::Sc | Mapping::Tso | Mapping::Pso => PLAIN,
            Mapping::Rmo => Plan { after: only_if(acquires, READ), ..PLAIN },
            Mapping::Armv8 => Plan { annotation: Annotation { acquire: acquires, release: false }, ..PLAIN },
            Mapping::Power => Plan {
                before: only_if(is_sequential, FULL),
                branch: acquires,
                after: only_if(acquires, CONTROL),
                ..PLAIN
            },
            Mapping::Armv7 => Plan { after: only_if(acquires, FULL), ..PLAIN },
        }
    }

    /// An atomic or plain store.
    pub(super) fn store(mapping: Mapping, order: Order) -> Plan {
        let (releases, is_sequential) = (releases(order), order == Order::SeqCst);
        let full_behind = only_if(is_sequential, FULL);
        match mapping {
            Mapping::Sc => PLAIN,
            Mapping::Tso => Plan { after: full_behind, ..PLAIN },
            Mapping::Pso => Plan { before: only_if(releases, WRITE_WRITE), after: full_behind, ..PLAIN },
            Mapping::Rmo => Plan { before: only_if(releases, LIGHTWEIGHT), after: full_behind, ..PLAIN },
            Mapping::Armv8 => Plan { annotation: Annotation { acquire: false, release: releases }, ..PLAIN },
            Mapping::Power if is_sequential => Plan { before: FULL, ..PLAIN },
            Mapping::Power => Plan { before: only_if(releases, LIGHTWEIGHT), ..PLAIN },
            Mapping::Armv7 => Plan { before: only_if(releases, FULL), after: full_behind, ..PLAIN },
        }
    }

    /// A read-modify-write.
    pub(super) fn update(mapping: Mapping, order: Order) -> Plan {
        let (acquires, releases, is_sequential) = (acquires(order), releases(order), order == Order::SeqCst);
        match mapping {
            Mapping::Sc => PLAIN,
            Mapping::Tso | Mapping::Pso => Plan { before: FULL, ..PLAIN },
            Mapping::Rmo if is_sequential => Plan { before: FULL, after: FULL, ..PLAIN },
            Mapping::Power if is_sequential => Plan { before: FULL, after: READ, ..PLAIN },
            Mapping::Rmo | Mapping::Power => {
                Plan { before: only_if(releases, LIGHTWEIGHT), after: only_if(acquires, READ), ..PLAIN }
            }
            Mapping::Armv8 => Plan { annotation: Annotation { acquire: acquires, release: releases }, ..PLAIN },
            Mapping::Armv7 => Plan { before: only_if(releases, FULL), after: only_if(acquires, FULL), ..PLAIN },
        }
    }
}

/// A fence of C11.
pub(super) fn fence(mapping: Mapping, order: Order) -> &'static [Fence] {
    match (mapping, order) {
        (Mapping::Sc, _) | (_, Order::Plain | Order::Unordered | Order::Relaxed) => NOTHING,
        (
            Mapping::Tso | Mapping::Pso | Mapping::Rmo | Mapping::Armv8 | Mapping::Power | Mapping::Armv7,
            Order::SeqCst,
        ) => FULL,
        // All that TSO reorders is a write and a later read, which none of these keeps apart.
        (Mapping::Tso, Order::Acquire | Order::Release | Order::AcquireRelease) => NOTHING,
        (Mapping::Pso, Order::Acquire) => NOTHING,
        (Mapping::Pso, Order::Release | Order::AcquireRelease) => WRITE_WRITE,
        (Mapping::Rmo | Mapping::Armv8, Order::Acquire) => READ,
        (Mapping::Rmo, Order::Release | Order::AcquireRelease) => LIGHTWEIGHT,
        (Mapping::Power, Order::Acquire | Order::Release | Order::AcquireRelease) => LIGHTWEIGHT,
        // DMB ISH, as compilers have it.
        (Mapping::Armv8, Order::Release | Order::AcquireRelease) => FULL,
        (Mapping::Armv7, Order::Acquire | Order::Release | Order::AcquireRelease) => FULL,
    }
}

/// A fence instruction in the program. Armv7 has no lightweight fence and none of reads: the options of Armv8 are full barriers there.
pub(super) fn instruction(mapping: Mapping, instruction: FenceInstruction) -> &'static [Fence] {
    match instruction {
        FenceInstruction::Full => FULL,
        FenceInstruction::Lightweight | FenceInstruction::Load if mapping == Mapping::Armv7 => FULL,
        FenceInstruction::Lightweight => LIGHTWEIGHT,
        FenceInstruction::Load => READ,
        FenceInstruction::Store => WRITE_WRITE,
        FenceInstruction::Control => CONTROL,
    }
}
