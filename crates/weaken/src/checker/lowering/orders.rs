//! What stands around the accesses of a program: what the mapping of a model makes of C11's orders ([`arch::Model::mapping`]), and what barriers in the program order, as steps.
//!
//! A read-modify-write is one step of the machine, which takes effect when nothing before it is pending that it waits for. So a locked instruction waits for all that is pending before it, and nothing has
//! to wait for it.

use arch::c11::Operation;
use arch::{Annotated, Barrier, Compiled, Model, Pairs};
use cprog::ir::Order;

use crate::checker::code::{Annotation, Fence};

/// An access with what stands around it.
#[derive(Default)]
pub(super) struct Plan {
    pub(super) before: Vec<Fence>,
    pub(super) annotation: Annotation,
    /// Whether a branch that depends on what is read stands behind it, before the fences.
    pub(super) branch: bool,
    pub(super) after: Vec<Fence>,
}

impl Plan {
    /// An atomic or plain load.
    pub(super) fn load(model: Option<Model>, order: Order) -> Plan {
        Plan::of(model, Operation::Load, order)
    }

    /// An atomic or plain store.
    pub(super) fn store(model: Option<Model>, order: Order) -> Plan {
        Plan::of(model, Operation::Store, order)
    }

    /// A read-modify-write. All of them are ordered alike.
    pub(super) fn update(model: Option<Model>, order: Order) -> Plan {
        Plan::of(model, Operation::Exchange, order)
    }

    /// Under sequential consistency (no model) nothing has to be fenced.
    fn of(model: Option<Model>, operation: Operation, order: Order) -> Plan {
        let Some(model) = model else { return Plan::default() };
        let Compiled { before, access, is_decided, after } = model.compiled(operation, order.in_c11());
        if access.is_locked {
            let full = || fences(Some(model), Barrier::FULL);
            let after = if operation.is_read_modify_write() { Vec::new() } else { full() };
            return Plan { before: full(), after, ..Plan::default() };
        }
        let mut behind = fences(Some(model), after);
        if is_decided {
            behind.push(Fence::Decided);
        }
        let is_annotated = |annotated| match annotated {
            Annotated::No => false,
            Annotated::ProcessorConsistent | Annotated::Sequential => true,
        };
        Plan {
            before: fences(Some(model), before),
            annotation: Annotation { acquire: is_annotated(access.acquire), release: is_annotated(access.release) },
            branch: is_decided,
            after: behind,
        }
    }
}

/// A fence of C11.
pub(super) fn fence(model: Option<Model>, order: Order) -> Vec<Fence> {
    let of = |model: Model| model.compiled(Operation::Fence, order.in_c11()).before;
    model.map_or_else(Vec::new, |known| fences(model, of(known)))
}

/// A barrier as steps. What the model does not relax is among them, too: it orders nothing more, but what has been done before is known to be done then.
pub(super) fn fences(model: Option<Model>, barrier: Barrier) -> Vec<Fence> {
    let Some(model) = model else { return Vec::new() };
    if barrier.needs_branch {
        return vec![Fence::Decided];
    }
    let pairs = model.own(barrier).pairs;
    if pairs.is_empty() {
        return Vec::new();
    }
    if pairs.contains(model.relaxes) {
        return vec![Fence::Full];
    }
    // To wait for reads costs less than to have later accesses look at marks.
    let waits_for_reads = pairs.contains(Pairs::READ_ANY);
    let marked = if waits_for_reads { pairs.and(Pairs::READ_ANY.complement()) } else { pairs };
    let mut fences = if waits_for_reads { vec![Fence::Read] } else { Vec::new() };
    if !marked.is_empty() {
        fences.push(Fence::Marks(marked));
    }
    fences
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sixteen sets of pairs: what the steps order together is what the barrier orders.
    #[test]
    fn steps_order_the_pairs_of_a_barrier() {
        for model in [Model::TSO, Model::PSO, Model::RMO, Model::ARMV8] {
            for pairs in Pairs::sets() {
                let steps = fences(Some(model), Barrier::of(pairs));
                let ordered = steps.iter().fold(Pairs::NONE, |all, step| match step {
                    Fence::Full => Pairs::ALL,
                    Fence::Read => all.or(Pairs::READ_ANY),
                    Fence::Marks(pairs) => all.or(*pairs),
                    Fence::Decided => panic!("no branch was asked for"),
                });
                assert_eq!(ordered.and(model.relaxes), pairs.and(model.relaxes), "{model} {pairs:?}: {steps:?}");
            }
        }
    }

    #[test]
    fn machines_that_propagate_have_the_barriers_of_their_architecture() {
        let of = |model, pairs| fences(Some(model), Barrier::lightweight(pairs));
        let lightweight = [Fence::Read, Fence::Marks(Pairs::WRITE_WRITE)];
        assert_eq!(of(Model::POWER, Pairs::READ_ANY), lightweight);
        assert_eq!(of(Model::POWER, Pairs::LIGHTWEIGHT), lightweight);
        assert_eq!(of(Model::POWER, Pairs::WRITE_WRITE), [Fence::Marks(Pairs::WRITE_WRITE)]);
        assert_eq!(of(Model::POWER, Pairs::WRITE_READ), [Fence::Full]);
        assert_eq!(of(Model::ARMV7, Pairs::READ_READ), [Fence::Full]);
        assert_eq!(of(Model::ARMV7, Pairs::WRITE_WRITE), [Fence::Marks(Pairs::WRITE_WRITE)]);
    }
}
