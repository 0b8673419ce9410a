//! What compilers make of the memory orders of C11 on the architecture of a model.
//!
//! x86 and SPARC: the usual mappings (a sequentially consistent store is followed by a full fence; what is acquired or released is fenced where the model
//! would reorder it). Armv8: load-acquire and store-release instructions. A read-modify-write of x86, and of SPARC under PSO, is a full fence by itself.

use cprog::ir::Order;

use super::super::code::{Annotation, Fence};
use crate::Model;

/// An access with what stands around it.
pub(super) struct Plan {
    pub(super) before: &'static [Fence],
    pub(super) annotation: Annotation,
    pub(super) after: &'static [Fence],
}

const PLAIN: Annotation = Annotation { acquire: false, release: false };

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

impl Plan {
    /// An atomic or plain load.
    pub(super) fn load(model: Model, order: Order) -> Plan {
        let plain = Plan { before: &[], annotation: PLAIN, after: &[] };
        match model {
            Model::Sc | Model::Tso | Model::Pso => plain,
            Model::Rmo if acquires(order) => Plan { after: &[Fence::Read], ..plain },
            Model::Armv8 => Plan { annotation: Annotation { acquire: acquires(order), release: false }, ..plain },
            Model::Rmo => plain,
        }
    }

    /// An atomic or plain store.
    pub(super) fn store(model: Model, order: Order) -> Plan {
        let after: &[Fence] = if order == Order::SeqCst { &[Fence::Full] } else { &[] };
        let plain = Plan { before: &[], annotation: PLAIN, after };
        match model {
            Model::Sc => Plan { after: &[], ..plain },
            Model::Tso => plain,
            Model::Pso if releases(order) => Plan { before: &[Fence::WriteWrite], ..plain },
            Model::Rmo if releases(order) => Plan { before: &[Fence::Read, Fence::WriteWrite], ..plain },
            Model::Pso | Model::Rmo => plain,
            Model::Armv8 => {
                let annotation = Annotation { acquire: false, release: releases(order) };
                Plan { before: &[], annotation, after: &[] }
            }
        }
    }

    /// A read-modify-write.
    pub(super) fn update(model: Model, order: Order) -> Plan {
        let plain = Plan { before: &[], annotation: PLAIN, after: &[] };
        match model {
            Model::Sc => plain,
            Model::Tso | Model::Pso => Plan { before: &[Fence::Full], annotation: PLAIN, after: &[] },
            Model::Rmo => match order {
                Order::SeqCst => Plan { before: &[Fence::Full], annotation: PLAIN, after: &[Fence::Full] },
                Order::AcquireRelease => {
                    Plan { before: &[Fence::Read, Fence::WriteWrite], annotation: PLAIN, after: &[Fence::Read] }
                }
                Order::Release => Plan { before: &[Fence::Read, Fence::WriteWrite], ..plain },
                Order::Acquire => Plan { after: &[Fence::Read], ..plain },
                Order::Plain | Order::Unordered | Order::Relaxed => plain,
            },
            Model::Armv8 => {
                let annotation = Annotation { acquire: acquires(order), release: releases(order) };
                Plan { annotation, ..plain }
            }
        }
    }
}

/// A fence of C11.
pub(super) fn fence(model: Model, order: Order) -> &'static [Fence] {
    match (model, order) {
        (Model::Sc, _) | (_, Order::Plain | Order::Unordered | Order::Relaxed) => &[],
        (Model::Tso | Model::Pso | Model::Rmo | Model::Armv8, Order::SeqCst) => &[Fence::Full],
        // All that TSO reorders is a write and a later read, which none of these keeps apart.
        (Model::Tso, Order::Acquire | Order::Release | Order::AcquireRelease) => &[],
        (Model::Pso, Order::Acquire) => &[],
        (Model::Pso, Order::Release | Order::AcquireRelease) => &[Fence::WriteWrite],
        (Model::Rmo | Model::Armv8, Order::Acquire) => &[Fence::Read],
        (Model::Rmo, Order::Release | Order::AcquireRelease) => &[Fence::Read, Fence::WriteWrite],
        // DMB ISH, as compilers have it.
        (Model::Armv8, Order::Release | Order::AcquireRelease) => &[Fence::Full],
    }
}
