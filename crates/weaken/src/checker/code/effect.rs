//! What a step does: the one classification by which analyses look at steps.
//!
//! A new kind of step has its place in [`Step::effect`], among its operands and results (`code`), and where it has a meaning: in the transition relation, and where steps are
//! written as C or as micro-operations. An analysis that asks for less asks for the effect, and stays as it is.

use super::{Annotation, Fence, Step, StepId, Target, Value};

/// What a step does.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Effect<'s> {
    /// It computes a register of its frame.
    Register,
    /// A register gets any value.
    Choice,
    /// The thread reads or writes memory, as a model may delay.
    Access(MemoryAccess),
    Fence(Fence),
    /// The frame goes on elsewhere.
    Jump(Jump<'s>),
    /// The execution goes on where a value is not 0, or is wrong there.
    Condition,
    Call(Target),
    Return,
    /// A new object.
    Allocate,
    /// An object is given back, or a lock made or destroyed.
    Free,
    /// A thread starts.
    Start,
    /// The thread waits until what it has entered has taken effect, and for another thread where need be: joins, locks, the begin of an atomic section.
    Synchronise,
    AtomicEnd,
    /// The thread goes no further: it ends, or the process does, or the execution is wrong or not understood.
    End,
}

/// What an access does to its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AccessKind {
    Read,
    Write,
    /// An atomic read-modify-write that always writes.
    Update,
    /// An atomic read-modify-write that writes where it has read what is expected.
    CompareExchange,
}

impl AccessKind {
    pub(crate) fn reads(self) -> bool {
        match self {
            AccessKind::Read | AccessKind::Update | AccessKind::CompareExchange => true,
            AccessKind::Write => false,
        }
    }

    pub(crate) fn is_read_modify_write(self) -> bool {
        match self {
            AccessKind::Update | AccessKind::CompareExchange => true,
            AccessKind::Read | AccessKind::Write => false,
        }
    }
}

/// An access as it stands in the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MemoryAccess {
    pub(crate) kind: AccessKind,
    pub(crate) address: Value,
    pub(crate) bytes: u8,
    pub(crate) annotation: Annotation,
}

/// Where a frame goes on.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Jump<'s> {
    To(StepId),
    /// By the lowest bit of the condition.
    If {
        condition: Value,
        then: StepId,
        otherwise: StepId,
    },
    Cases {
        value: Value,
        cases: &'s [(u64, StepId)],
        default: StepId,
    },
}

impl Jump<'_> {
    /// What decides.
    pub(crate) fn decided_by(self) -> Option<Value> {
        match self {
            Jump::To(_) => None,
            Jump::If { condition, .. } => Some(condition),
            Jump::Cases { value, .. } => Some(value),
        }
    }

    /// Where it leads when what decides is `bits`.
    pub(crate) fn target(self, bits: u64) -> StepId {
        match self {
            Jump::To(to) => to,
            Jump::If { then, otherwise, .. } => {
                if bits & 1 != 0 {
                    then
                } else {
                    otherwise
                }
            }
            Jump::Cases { cases, default, .. } => {
                cases.iter().find(|(case, _)| *case == bits).map_or(default, |(_, to)| *to)
            }
        }
    }

    /// Where it may lead, in the order of the text.
    pub(crate) fn targets(self) -> Vec<StepId> {
        match self {
            Jump::To(to) => vec![to],
            Jump::If { then, otherwise, .. } => vec![then, otherwise],
            Jump::Cases { cases, default, .. } => cases.iter().map(|(_, to)| *to).chain([default]).collect(),
        }
    }
}

impl Step {
    /// What it does.
    pub(crate) fn effect(&self) -> Effect<'_> {
        let access =
            |kind, address, bytes, annotation| Effect::Access(MemoryAccess { kind, address, bytes, annotation });
        match *self {
            Step::Compute { .. } | Step::Identity { .. } => Effect::Register,
            Step::Choose { .. } => Effect::Choice,
            Step::Load { address, bytes, annotation, .. } => access(AccessKind::Read, address, bytes, annotation),
            Step::Store { address, bytes, annotation, .. } => access(AccessKind::Write, address, bytes, annotation),
            Step::Update { address, bytes, annotation, .. } => access(AccessKind::Update, address, bytes, annotation),
            Step::CompareExchange { address, bytes, annotation, .. } => {
                access(AccessKind::CompareExchange, address, bytes, annotation)
            }
            Step::Fence(fence) => Effect::Fence(fence),
            Step::Jump(to) => Effect::Jump(Jump::To(to)),
            Step::Branch { condition, then, otherwise } => Effect::Jump(Jump::If { condition, then, otherwise }),
            Step::Switch { value, ref cases, default } => Effect::Jump(Jump::Cases { value, cases, default }),
            Step::Assume(_) | Step::Assert(_) => Effect::Condition,
            Step::Call { target, .. } => Effect::Call(target),
            Step::Return { .. } => Effect::Return,
            Step::Allocate { .. } => Effect::Allocate,
            Step::Free { .. } | Step::SetLock { .. } => Effect::Free,
            Step::Start { .. } => Effect::Start,
            Step::Join { .. } | Step::Lock { .. } | Step::Unlock { .. } | Step::AtomicBegin => Effect::Synchronise,
            Step::AtomicEnd => Effect::AtomicEnd,
            Step::Exit | Step::EndThread(_) | Step::Violation | Step::Unsupported(_) => Effect::End,
        }
    }

    /// The access to memory that it is; none for what allocates, frees, locks and waits, which no model delays.
    pub(crate) fn access(&self) -> Option<MemoryAccess> {
        let Effect::Access(access) = self.effect() else { return None };
        Some(access)
    }

    pub(crate) fn is_read_modify_write(&self) -> bool {
        self.access().is_some_and(|access| access.kind.is_read_modify_write())
    }
}
