//! What stands around the accesses of a program: what the mapping of a model makes of C11's orders ([`arch::Model::mapping`]), and what barriers in the program order, as steps.
//!
//! A read-modify-write is one step of the machine, which takes effect when nothing before it is pending that it waits for. So a locked instruction waits for all that is pending before it, and nothing has
//! to wait for it.

use arch::c11::Operation;
use arch::{Annotated, Barrier, Compiled, Model, Pairs, Synchronisation};
use cprog::ir::Order;

use super::Lowering;
use crate::checker::code::compute::Compute;
use crate::checker::code::{Annotation, Fence, LanguageOrder, Step, StepId, Value};
use crate::checker::target::CompileTarget;

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
    pub(super) fn load(target: Option<CompileTarget>, order: Order) -> Plan {
        Plan::of(target, Operation::Load, order)
    }

    /// An atomic or plain store.
    pub(super) fn store(target: Option<CompileTarget>, order: Order) -> Plan {
        Plan::of(target, Operation::Store, order)
    }

    /// A read-modify-write without a comparison. All of them are ordered alike.
    pub(super) fn update(target: Option<CompileTarget>, order: Order) -> Plan {
        Plan::of(target, Operation::Exchange, order)
    }

    /// A compare-exchange.
    pub(super) fn compare_exchange(target: Option<CompileTarget>, order: Order) -> Plan {
        Plan::of(target, Operation::CompareExchangeStrong, order)
    }

    /// An operation of the thread library; whether it is a store or a load is its step's business.
    pub(super) fn synchronise(target: Option<CompileTarget>, of: Synchronisation) -> Plan {
        let Some(target) = target else { return Plan::default() };
        let Some(compiled) = target.synchronisation(of) else { return Plan::default() };
        Plan::read(target, compiled, true)
    }

    /// Under sequential consistency (no model) nothing has to be fenced.
    fn of(target: Option<CompileTarget>, operation: Operation, order: Order) -> Plan {
        let Some(target) = target else { return Plan::default() };
        let compiled = target.compiled(operation, order.in_c11());
        // What is not atomic is compiled without the barrier that relaxed loads have.
        let orders_reads = compiled.orders_reads && order != Order::Plain;
        let compiled = Compiled { orders_reads, ..compiled };
        let plan = Plan::read(target, compiled, operation.is_read_modify_write());
        let is_pair = target.is_pair(operation, order.in_c11());
        let paired = operation.is_read_modify_write() && is_pair && !compiled.access.is_locked;
        let read_waits = paired && compiled.read_waits;
        Plan { annotation: Annotation { paired, read_waits, ..plan.annotation }, ..plan }
    }

    /// `takes_effect_now`: it waits for all before it, and has taken effect when the next step is done.
    fn read(target: CompileTarget, compiled: Compiled, takes_effect_now: bool) -> Plan {
        let model = Some(target.model);
        let Compiled { before, access, is_decided, after, orders_reads, .. } = compiled;
        if access.is_locked {
            let full = || fences(model, Barrier::FULL);
            let after = if takes_effect_now { Vec::new() } else { full() };
            // Where not every read-modify-write is a barrier, this one must not be delayed or divided: what acquires and releases is neither.
            let is_special = !target.model.updates_are_barriers() && takes_effect_now;
            let annotation = Annotation { acquire: is_special, release: is_special, ..Annotation::default() };
            return Plan { before: full(), annotation, after, ..Plan::default() };
        }
        let mut behind = fences(model, after);
        if is_decided {
            behind.push(Fence::Decided);
        }
        if orders_reads && model.is_some_and(|model| model.local.reads_ordered_by.is_some()) {
            behind.push(Fence::SameLocation);
        }
        let is_annotated = |annotated| match annotated {
            Annotated::No => false,
            Annotated::ProcessorConsistent | Annotated::Sequential => true,
        };
        let annotation = Annotation {
            acquire: is_annotated(access.acquire),
            release: is_annotated(access.release),
            overtakes_releases: access.acquire == Annotated::ProcessorConsistent,
            ..Annotation::default()
        };
        Plan { before: fences(model, before), annotation, branch: is_decided, after: behind }
    }
}

impl Lowering<'_> {
    /// Notes what C11 says of an access of the program.
    pub(super) fn language_order(&mut self, step: StepId, order: Order) {
        let (acquires, releases) = directions(order);
        let is_atomic = order != Order::Plain;
        self.code.language_orders.insert(step, LanguageOrder { is_atomic, acquires, releases });
    }

    /// A fence of C11 as a step that computes nothing, where the checker itself is to run the steps.
    pub(super) fn language_fence(&mut self, order: Order) {
        if self.is_checked {
            let result = self.new_slot();
            let step = self.emit(Step::Compute { result, how: Compute::Copy(Value::Constant(0)) });
            self.language_order(step, order);
        }
    }
}

/// Whether an access or a fence of this order acquires, and whether it releases.
fn directions(order: Order) -> (bool, bool) {
    match order {
        Order::Plain | Order::Unordered | Order::Relaxed => (false, false),
        Order::Acquire => (true, false),
        Order::Release => (false, true),
        Order::AcquireRelease | Order::SeqCst => (true, true),
    }
}

/// A fence of C11.
pub(super) fn fence(target: Option<CompileTarget>, order: Order) -> Vec<Fence> {
    target.map_or_else(Vec::new, |known| {
        fences(Some(known.model), known.compiled(Operation::Fence, order.in_c11()).before)
    })
}

/// A barrier as steps. What the model does not relax is among them, too: it orders nothing more, but what has been done before is known to be done then.
pub(super) fn fences(model: Option<Model>, barrier: Barrier) -> Vec<Fence> {
    let Some(model) = model else { return Vec::new() };
    if barrier.needs_branch {
        return vec![Fence::Decided];
    }
    // A barrier of another architecture counts as the model's own fence that orders as much.
    let pairs = model.own(barrier).pairs;
    if pairs.is_empty() {
        return Vec::new();
    }
    // What it leaves out is in order anyway.
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
        for model in [Model::TSO, Model::PSO, Model::RMO, Model::ARMV8, Model::RVWMO, Model::LOONGARCH, Model::MIPS] {
            for pairs in Pairs::sets() {
                let steps = fences(Some(model), Barrier::of(pairs));
                let ordered = steps.iter().fold(Pairs::NONE, |all, step| match step {
                    Fence::Full => Pairs::ALL,
                    Fence::Read => all.or(Pairs::READ_ANY),
                    Fence::Marks(pairs) => all.or(*pairs),
                    Fence::Decided | Fence::SameLocation => panic!("nothing of the kind was asked for"),
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
