//! Which accesses of one call of a function are to the same bytes, because their addresses are computed of the same register.
//!
//! `p->a = 1; ... p->a` is one cell wherever `p` points, as long as `p` is not computed anew: coherence orders the two, as it orders accesses to one variable.

use cprog::ir::{BlockId, Operand, Operation, RegisterId, Step};

use crate::registers::Definitions;

/// Bytes at a constant distance from where a register points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Address {
    /// The register.
    pub root: RegisterId,
    /// The block that computes it; none for a parameter of the function.
    pub block: Option<BlockId>,
    /// The distance in bytes.
    pub offset: i64,
    /// How many bytes are accessed.
    pub bytes: u64,
}

impl Address {
    /// The address of an access of `bytes` bytes, if it is one and begins in a register.
    pub(super) fn of(definitions: &Definitions, pointer: &Operand, bytes: u64) -> Option<Address> {
        let Operand::Register(first) = pointer else { return None };
        let mut root = *first;
        // What is accessed in parts is many cells.
        if !is_one_access(bytes) {
            return None;
        }
        let mut offset = 0i64;
        // Registers are defined before they are used, but for phis, which end the search.
        loop {
            match definitions[root] {
                Some((_, Operation::Address { base: Operand::Register(base), steps })) => {
                    let Some(distance) = distance(steps) else { break };
                    offset = offset.checked_add(distance)?;
                    root = *base;
                }
                Some((_, Operation::Copy(Operand::Register(of)))) => root = *of,
                _ => break,
            }
        }
        let block = definitions[root].map(|(block, _)| block);
        Some(Address { root, block, offset, bytes })
    }
}

/// Whether an access of so many bytes is one on all architectures.
pub(crate) fn is_one_access(bytes: u64) -> bool {
    bytes <= 8
}

/// The sum of steps that are all constant.
pub(crate) fn distance(steps: &[Step]) -> Option<i64> {
    steps.iter().try_fold(0i64, |sum, step| {
        let bytes = match step {
            Step::Offset(offset) => *offset,
            Step::Index { scale: 0, .. } => 0,
            Step::Index { index: Operand::Integer(index), scale, extent: _ } => {
                i64::try_from(*index).ok()?.checked_mul(i64::try_from(*scale).ok()?)?
            }
            Step::Index { .. } => return None,
        };
        sum.checked_add(bytes)
    })
}
