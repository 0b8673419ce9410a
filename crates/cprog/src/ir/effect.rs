//! What an operation does: the one classification by which analyses look at operations.
//!
//! A new operation has its place here, among its operands, and where it has a meaning. An analysis that asks for less than the operation itself asks for this.

use super::{Assembly, Callee, Operand, Operation, Type};

/// What an operation does.
#[derive(Clone, Copy, Debug)]
pub enum Effect<'o> {
    /// Its result is computed from its operands, and nothing else happens.
    Value,
    /// There is a new local variable.
    Local,
    /// One scalar or aggregate is read, written, or both at once.
    Access {
        /// Which of these.
        kind: AccessKind,
        /// What is in memory.
        ty: &'o Type,
        /// Where.
        pointer: &'o Operand,
        /// What is written, or what it is computed from.
        written: Option<&'o Operand>,
    },
    /// Bytes are copied.
    Copy {
        /// To here.
        to: &'o Operand,
        /// From here.
        from: &'o Operand,
    },
    /// Bytes are written.
    Set {
        /// From here on.
        to: &'o Operand,
    },
    /// A fence of C11.
    Fence,
    /// Inline assembly, with its operands.
    Assembly(&'o Assembly, &'o [Operand]),
    /// A call, with its arguments.
    Call(&'o Callee, &'o [Operand]),
    /// A thread starts; its argument.
    StartThread(&'o Operand),
    /// The end of a thread is waited for.
    JoinThread,
    /// A lock is taken or given back, or a condition variable waited for.
    Lock,
    /// An atomic section begins or ends.
    AtomicSection,
    /// Something is assumed, required, or never to be reached.
    Check,
    /// Nothing is known about it.
    Unknown,
}

/// What an access does with memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessKind {
    /// It reads.
    Read,
    /// It writes.
    Write,
    /// Both, in one atomic step.
    ReadModifyWrite,
}

impl Operation {
    /// What it does.
    pub fn effect(&self) -> Effect<'_> {
        let access = |kind, ty, pointer, written| Effect::Access { kind, ty, pointer, written };
        match self {
            Operation::Address { .. }
            | Operation::Binary { .. }
            | Operation::Negate { .. }
            | Operation::Compare { .. }
            | Operation::Cast { .. }
            | Operation::Select { .. }
            | Operation::Phi { .. }
            | Operation::Extract { .. }
            | Operation::Insert { .. }
            | Operation::Copy(_)
            | Operation::Any(_) => Effect::Value,
            Operation::Alloca { .. } => Effect::Local,
            Operation::Load { ty, pointer, .. } => access(AccessKind::Read, ty, pointer, None),
            Operation::Store { ty, pointer, value, .. } => access(AccessKind::Write, ty, pointer, Some(value)),
            Operation::ReadModifyWrite { ty, pointer, value, .. } => {
                access(AccessKind::ReadModifyWrite, ty, pointer, Some(value))
            }
            Operation::CompareExchange { ty, pointer, new, .. } => {
                access(AccessKind::ReadModifyWrite, ty, pointer, Some(new))
            }
            Operation::CopyMemory { to, from, .. } => Effect::Copy { to, from },
            Operation::SetMemory { to, .. } => Effect::Set { to },
            Operation::Fence { .. } => Effect::Fence,
            Operation::Assembly { assembly, arguments } => Effect::Assembly(assembly, arguments),
            Operation::Call { callee, arguments } => Effect::Call(callee, arguments),
            Operation::StartThread { argument, .. } => Effect::StartThread(argument),
            Operation::JoinThread { .. } => Effect::JoinThread,
            Operation::Lock { .. } | Operation::Unlock { .. } | Operation::Wait { .. } => Effect::Lock,
            Operation::AtomicBegin | Operation::AtomicEnd => Effect::AtomicSection,
            Operation::Assume(_) | Operation::Assert(_) | Operation::Violation => Effect::Check,
            Operation::Havoc(_) => Effect::Unknown,
        }
    }
}
