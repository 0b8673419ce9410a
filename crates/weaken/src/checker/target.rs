//! What a program is compiled for: the instructions that its atomic operations become, and how much its thread library orders.

use arch::c11::{Operation, Order};
use arch::{Annotated, Barrier, Compiled, Locks, Mapping, Model, Pairs, Synchronisation};
use cprog::ir::{self, Point, Program};
use cprog::library::{self, Meaning};

use crate::checker::lowering::weak::matters;

/// A model with the mapping that a program is compiled by.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct CompileTarget {
    /// The model.
    pub model: Model,
    /// What C11's atomic operations become.
    pub mapping: &'static Mapping,
    /// What locks and their like order; none where they are full fences themselves, as in programs that are transformed.
    pub locks: Option<Locks>,
}

impl CompileTarget {
    /// The usual one of a model.
    pub fn of(model: Model) -> CompileTarget {
        CompileTarget { model, mapping: model.mapping, locks: Some(Locks::Usual) }
    }

    pub(super) fn compiled(&self, operation: Operation, order: Order) -> Compiled {
        self.model.compiled_by(self.mapping, operation, order)
    }

    /// Whether a read-modify-write reads and writes by instructions of their own.
    pub(super) fn is_pair(&self, operation: Operation, order: Order) -> bool {
        self.mapping.is_pair(self.mapping.code_of(operation, order), order)
    }

    /// What an operation of the thread library orders.
    ///
    /// Where writes reach threads at different times, a full barrier by which a thread is started or its end is known (`dmb`) is taken for a lightweight one: that allows more executions, and has a hundredth of the states
    /// where each thread begins with one.
    pub(super) fn synchronisation(&self, of: Synchronisation) -> Option<Compiled> {
        use Synchronisation::{Begin, End, Join, Start};
        let locks = self.locks?;
        let mut compiled = self.model.synchronisation_by(self.mapping, of, locks);
        if locks == Locks::Usual && !self.model.is_multi_copy_atomic && matches!(of, Start | Begin | End | Join) {
            for barrier in [&mut compiled.before, &mut compiled.after] {
                if *barrier == Barrier::FULL {
                    *barrier = Barrier::lightweight(Pairs::LIGHTWEIGHT);
                }
            }
        }
        Some(compiled)
    }
}

/// Those of some mappings by which a program has different code, as far as the machine can see: each stands for those behind it that give the same.
pub fn distinct(program: &Program, model: Model, mappings: &[&'static Mapping]) -> Vec<&'static Mapping> {
    let mut operations: Vec<(Operation, Order)> = Vec::new();
    // Orders of weak compare-exchanges whose failures for no reason matter.
    let mut weak: Vec<Order> = Vec::new();
    for (point, instruction) in instructions(program) {
        if let ir::Operation::CompareExchange { access, weak: true, .. } = &instruction.operation
            && matters(program, point)
        {
            weak.push(access.order.in_c11());
        }
        let used = match &instruction.operation {
            ir::Operation::Load { access, .. } => (Operation::Load, access.order.in_c11()),
            ir::Operation::Store { access, .. } => (Operation::Store, access.order.in_c11()),
            ir::Operation::ReadModifyWrite { access, .. } => (Operation::Exchange, access.order.in_c11()),
            ir::Operation::CompareExchange { access, .. } => (Operation::CompareExchangeStrong, access.order.in_c11()),
            ir::Operation::Fence { order, .. } => (Operation::Fence, order.in_c11()),
            other => {
                for used in library_operations(program, other).iter().map(|of| of.operation()) {
                    if !operations.contains(&used) {
                        operations.push(used);
                    }
                }
                continue;
            }
        };
        if !operations.contains(&used) {
            operations.push(used);
        }
    }
    let code = |mapping: &'static Mapping| -> Vec<(Compiled, bool)> {
        let of = |&(operation, order): &(Operation, Order)| {
            let compiled = model.compiled_by(mapping, operation, order);
            // Only what acquires and releases in one instruction is waited for as a whole.
            let is_both = compiled.access.acquire > Annotated::No && compiled.access.release > Annotated::No;
            (compiled, is_both && mapping.is_pair(mapping.code_of(operation, order), order))
        };
        operations.iter().map(of).collect()
    };
    let code = |mapping: &'static Mapping| {
        let fails = |order: &Order| mapping.is_pair(Operation::CompareExchangeWeak, *order);
        (code(mapping), weak.iter().any(fails))
    };
    let mut found: Vec<(&'static Mapping, _)> = Vec::new();
    for mapping in mappings {
        let code = code(mapping);
        if found.iter().all(|(_, other)| *other != code) {
            found.push((mapping, code));
        }
    }
    found.into_iter().map(|(mapping, _)| mapping).collect()
}

fn instructions(program: &Program) -> impl Iterator<Item = (Point, &ir::Instruction)> {
    program.functions.iter_enumerated().flat_map(|(function, data)| {
        data.blocks.iter_enumerated().flat_map(move |(block, data)| {
            let instructions = data.instructions.iter().enumerate();
            instructions.map(move |(index, instruction)| (Point { function, block, index: index as u32 }, instruction))
        })
    })
}

/// What the thread library does in an operation of a program. Semaphores and barriers are made of locks here.
fn library_operations(program: &Program, operation: &ir::Operation) -> &'static [Synchronisation] {
    use Synchronisation::{Begin, End, Join, Lock, SpinUnlock, Start, Unlock};
    match operation {
        ir::Operation::StartThread { .. } => &[Start, Begin, End],
        ir::Operation::JoinThread { .. } => &[Join],
        ir::Operation::Lock { .. } => &[Lock],
        ir::Operation::Unlock { spins: true, .. } => &[SpinUnlock],
        ir::Operation::Unlock { spins: false, .. } => &[Unlock],
        ir::Operation::Wait { .. } => &[Lock, Unlock],
        ir::Operation::Call { callee: ir::Callee::Function(callee), .. } => {
            match library::meaning(&program.functions[*callee].name) {
                Some(
                    Meaning::BarrierWait
                    | Meaning::SemaphoreWait
                    | Meaning::SemaphorePost
                    | Meaning::SemaphoreValue
                    | Meaning::Signal
                    | Meaning::Broadcast,
                ) => &[Lock, Unlock],
                _ => &[],
            }
        }
        _ => &[],
    }
}
