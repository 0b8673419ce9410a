//! Which reads a later access of their thread can overtake at all: delaying any other changes nothing.
//!
//! From each read forwards, through calls and returns, until a fence that waits for reads, or the end of the thread. What is not interleaved takes effect where it
//! is entered and overtakes nothing that others could see, and a write to the same place waits. Over-approximates: returns go to all callers.

use std::collections::BTreeSet;

use cprog::ir::FunctionId;
use relation::{IdVec, Index};

use super::address;
use super::code::{ClassId, Code, Fence, Step, StepId, Target, Value, next};

/// For each step whether it is a read that may be overtaken.
pub(super) fn overtaken(code: &Code, is_shared: &[bool]) -> IdVec<StepId, bool> {
    let mut callers: IdVec<FunctionId, Vec<StepId>> = IdVec::from_elem(Vec::new(), code.bodies.len());
    let mut pointer_calls = Vec::new();
    for (at, step) in code.steps.iter_enumerated() {
        if let Step::Call { target, .. } = step {
            match target {
                Target::Function(function) => callers[*function].push(next(at)),
                Target::Pointer(_) => pointer_calls.push(next(at)),
            }
        }
    }
    let walk = Walk { code, is_shared, callers, pointer_calls };
    code.steps
        .iter_enumerated()
        .map(|(at, step)| match step {
            Step::Load { address, bytes, .. }
            | Step::Update { address, bytes, .. }
            | Step::CompareExchange { address, bytes, .. } => walk.is_overtaken(at, (*address, *bytes)),
            _ => false,
        })
        .collect()
}

struct Walk<'c> {
    code: &'c Code,
    is_shared: &'c [bool],
    /// Where calls of each function go on.
    callers: IdVec<FunctionId, Vec<StepId>>,
    pointer_calls: Vec<StepId>,
}

impl Walk<'_> {
    fn is_overtaken(&self, read: StepId, place: (Value, u8)) -> bool {
        let mut seen = BTreeSet::new();
        let mut work = vec![next(read)];
        while let Some(at) = work.pop() {
            if !seen.insert(at) {
                continue;
            }
            let step = &self.code.steps[at];
            match step {
                Step::Store { address, bytes, .. } => {
                    let is_same = matches!(address, Value::Constant(_)) && (*address, *bytes) == place;
                    if !is_same && self.may_be_shared(*address) {
                        return true;
                    }
                    work.push(next(at));
                }
                Step::Load { address, .. } | Step::Update { address, .. } | Step::CompareExchange { address, .. } => {
                    if self.may_be_shared(*address) {
                        return true;
                    }
                    work.push(next(at));
                }
                Step::Fence(Fence::Full | Fence::Read)
                | Step::Start { .. }
                | Step::Join { .. }
                | Step::Lock { .. }
                | Step::Unlock { .. }
                | Step::AtomicBegin
                | Step::Exit
                | Step::EndThread(_)
                | Step::Violation
                | Step::Unsupported(_) => {}
                Step::Call { target: Target::Function(function), .. } => {
                    work.extend(self.code.bodies[*function].map(|body| body.entry));
                }
                Step::Call { target: Target::Pointer(_), .. } => return true,
                Step::Return { .. } => {
                    let function = self.code.functions[at];
                    work.extend(&self.callers[function]);
                    work.extend(&self.pointer_calls);
                }
                Step::Fence(Fence::WriteWrite | Fence::Decided)
                | Step::Compute { .. }
                | Step::Jump(_)
                | Step::Branch { .. }
                | Step::Switch { .. }
                | Step::Allocate { .. }
                | Step::Free { .. }
                | Step::AtomicEnd
                | Step::Assume(_)
                | Step::Assert(_)
                | Step::Choose { .. }
                | Step::Identity { .. } => work.extend(step.successors(at)),
            }
        }
        false
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
