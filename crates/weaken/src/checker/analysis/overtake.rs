//! Which reads a later access of their thread can overtake at all, and which writes of read-modify-writes: delaying any other changes nothing.
//!
//! From each of them forwards, through calls and returns, until a fence that waits for it, or the end of the thread. What is not interleaved takes effect where it
//! is entered and overtakes nothing that others could see. A write to the same place waits, and a read of the same place must read the same write, so
//! that both can as well be one after the other. Over-approximates: returns go to all callers, and two places are the same only where both are computed
//! in the same way from constants and parameters of one call.

use std::collections::BTreeSet;

use cprog::ir::FunctionId;
use relation::{IdVec, Index};
use rustc_hash::FxHashMap;

use crate::checker::code::address;
use crate::checker::code::compute::Compute;
use crate::checker::code::effect::{AccessKind, Effect, MemoryAccess};
use crate::checker::code::returns::Returns;
use crate::checker::code::{ClassId, Code, Fence, SlotId, Step, StepId, Target, Value, next};

/// What of an access may be overtaken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Half {
    /// What it reads.
    Read,
    /// What it writes behind what it has read.
    Write,
}

/// For each step whether it is a read, or a read-modify-write, of which this half may be overtaken.
/// `are_reads_ordered`: whether two reads of one location see its writes in order.
pub(crate) fn overtaken(code: &Code, is_shared: &[bool], half: Half, are_reads_ordered: bool) -> IdVec<StepId, bool> {
    let mut definitions: FxHashMap<(FunctionId, SlotId), Option<StepId>> = FxHashMap::default();
    for (at, step) in code.steps.iter_enumerated() {
        step.visit_definitions(&mut |slot| {
            let key = (code.functions[at], slot);
            definitions.entry(key).and_modify(|only| *only = None).or_insert(Some(at));
        });
    }
    let walk = Walk { code, is_shared, are_reads_ordered, returns: Returns::new(code), definitions };
    code.steps
        .iter_enumerated()
        .map(|(at, step)| {
            let has_half = |access: &MemoryAccess| match access.kind {
                AccessKind::Read => half == Half::Read,
                AccessKind::Update | AccessKind::CompareExchange => true,
                AccessKind::Write => false,
            };
            let access = step.access().filter(has_half).map(|access| (access.address, access.bytes));
            // What operations on locks write may be overtaken, too.
            let lock = match step {
                Step::Lock { lock, .. } | Step::Unlock { lock, .. } if half == Half::Write => Some((*lock, 4)),
                _ => None,
            };
            access.or(lock).is_some_and(|place| walk.is_overtaken(at, place, half))
        })
        .collect()
}

struct Walk<'c> {
    code: &'c Code,
    is_shared: &'c [bool],
    are_reads_ordered: bool,
    returns: Returns,
    /// The one step that defines each slot, if there is only one.
    definitions: FxHashMap<(FunctionId, SlotId), Option<StepId>>,
}

/// Addresses are computed in a few steps.
const MOST_DEEP: u32 = 16;

impl Walk<'_> {
    fn is_overtaken(&self, read: StepId, place: (Value, u8), half: Half) -> bool {
        let mut seen = BTreeSet::new();
        let function = self.code.functions[read];
        // A step, and whether it is still in the call of the read.
        let mut work = vec![(next(read), true)];
        while let Some((at, is_inside)) = work.pop() {
            if !seen.insert((at, is_inside)) {
                continue;
            }
            let step = &self.code.steps[at];
            match step.effect() {
                Effect::Access(MemoryAccess { address, bytes, kind, .. }) => {
                    // The address of a global variable is the same in all calls; what is computed is so within one call alone.
                    let is_constant = matches!(address, Value::Constant(_)) && address == place.0;
                    let is_kept = self.are_reads_ordered || kind != AccessKind::Read;
                    let is_same = is_kept
                        && bytes == place.1
                        && (is_constant || is_inside && self.is_same(function, address, place.0, MOST_DEEP));
                    if !is_same && self.may_be_shared(address) {
                        return true;
                    }
                    work.push((next(at), is_inside));
                }
                // A fence of reads lets writes pass.
                Effect::Fence(Fence::Read) if half == Half::Write => work.push((next(at), is_inside)),
                // The word of a lock is shared, and a thread that is started is seen by others.
                Effect::Start => return true,
                Effect::Synchronise if matches!(step, Step::Lock { .. } | Step::Unlock { .. }) => return true,
                Effect::Synchronise if matches!(step, Step::Join { .. }) => work.push((next(at), is_inside)),
                // It waits, or nothing of this thread follows.
                Effect::Fence(Fence::Full | Fence::Read) | Effect::Synchronise | Effect::End => {}
                Effect::Call(Target::Function(function)) => {
                    work.extend(self.code.bodies[function].map(|body| (body.entry, false)));
                }
                // Whatever is called may access what is shared.
                Effect::Call(Target::Pointer(_)) => return true,
                Effect::Return => {
                    let function = self.code.functions[at];
                    work.extend(self.returns.of(function).map(|at| (at, false)));
                }
                Effect::Fence(Fence::Marks(_) | Fence::Decided | Fence::SameLocation)
                | Effect::Register
                | Effect::Choice
                | Effect::Jump(_)
                | Effect::Condition
                | Effect::Allocate
                | Effect::Free
                | Effect::AtomicEnd => work.extend(step.successors(at).into_iter().map(|at| (at, is_inside))),
            }
        }
        false
    }

    /// Whether two values of a call are the same whenever they are computed.
    fn is_same(&self, function: FunctionId, left: Value, right: Value, depth: u32) -> bool {
        let (left, right) = match (left, right) {
            (Value::Constant(left), Value::Constant(right)) => return left == right,
            (Value::Slot(left), Value::Slot(right)) => (left, right),
            (Value::Constant(_), Value::Slot(_)) | (Value::Slot(_), Value::Constant(_)) => return false,
        };
        let definition = |slot| self.definitions.get(&(function, slot)).copied();
        let (left, right) = match (definition(left), definition(right)) {
            // Parameters.
            (None, None) => return left == right,
            (Some(Some(left)), Some(Some(right))) => (&self.code.steps[left], &self.code.steps[right]),
            (None | Some(_), None | Some(_)) => return false,
        };
        let (Step::Compute { how: left, .. }, Step::Compute { how: right, .. }) = (left, right) else { return false };
        let operands = |how: &Compute| {
            let mut all = Vec::new();
            how.visit(&mut |value| all.push(*value));
            all
        };
        let (mine, others) = (operands(left), operands(right));
        let is_same_shape = left.is_same_operation(right);
        depth > 0
            && is_same_shape
            && mine.iter().zip(&others).all(|(left, right)| self.is_same(function, *left, *right, depth - 1))
    }

    /// Whether an access to this address may be interleaved.
    fn may_be_shared(&self, at: Value) -> bool {
        let class: Option<ClassId> = match at {
            Value::Slot(_) => None,
            Value::Constant(at) => {
                let of = address::split(at).and_then(|(object, _)| self.code.statics.get(object.0 as usize));
                of.map(|of| of.class)
            }
        };
        class.is_none_or(|class| self.is_shared[class.index()])
    }
}
