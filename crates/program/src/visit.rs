//! What micro-operations are made of: those inside them, the temporaries that they use, where they jump to.
//!
//! The matches are exhaustive, so that a new operation is asked about here, once, and not wherever blocks are walked through.

use crate::{Block, Computation, MicroOp, Target, Temp};

impl Computation {
    /// The temporaries that it computes from, in the order in which it is written.
    pub fn operands(&self) -> impl Iterator<Item = Temp> + use<> {
        let operands = match *self {
            Computation::Constant(..) | Computation::Address(..) | Computation::Code(_) | Computation::Word(..) => {
                [None; 3]
            }
            Computation::Unary(_, of)
            | Computation::Extract { from: of, .. }
            | Computation::ZeroExtend(of, _)
            | Computation::SignExtend(of, _) => [Some(of), None, None],
            Computation::Binary(_, left, right) | Computation::Concatenate(left, right) => {
                [Some(left), Some(right), None]
            }
            Computation::Select(condition, then, otherwise) => [Some(condition), Some(then), Some(otherwise)],
        };
        operands.into_iter().flatten()
    }
}

impl MicroOp {
    /// Whether it is itself an access to memory.
    pub fn is_access(&self) -> bool {
        match self {
            MicroOp::Load { .. } | MicroOp::Store { .. } | MicroOp::ReadModifyWrite { .. } => true,
            MicroOp::Let { .. }
            | MicroOp::ReadRegister { .. }
            | MicroOp::WriteRegister { .. }
            | MicroOp::Written { .. }
            | MicroOp::Synchronize { .. }
            | MicroOp::Nondeterministic { .. }
            | MicroOp::Assume { .. }
            | MicroOp::Require { .. }
            | MicroOp::Mark(_)
            | MicroOp::Fence { .. }
            | MicroOp::Jump(_)
            | MicroOp::JumpTo { .. }
            | MicroOp::Branch { .. }
            | MicroOp::If { .. } => false,
        }
    }

    /// The blocks inside it, in order.
    pub fn blocks(&self) -> impl DoubleEndedIterator<Item = &Block> {
        let (first, second) = match self {
            MicroOp::ReadModifyWrite { update, .. } => (Some(update), None),
            MicroOp::If { then, otherwise, .. } => (Some(then), Some(otherwise)),
            MicroOp::Let { .. }
            | MicroOp::ReadRegister { .. }
            | MicroOp::WriteRegister { .. }
            | MicroOp::Load { .. }
            | MicroOp::Store { .. }
            | MicroOp::Written { .. }
            | MicroOp::Synchronize { .. }
            | MicroOp::Nondeterministic { .. }
            | MicroOp::Assume { .. }
            | MicroOp::Require { .. }
            | MicroOp::Mark(_)
            | MicroOp::Fence { .. }
            | MicroOp::Jump(_)
            | MicroOp::JumpTo { .. }
            | MicroOp::Branch { .. } => (None, None),
        };
        first.into_iter().chain(second)
    }

    /// The temporaries that it uses, but for those that the operations inside it use.
    pub fn operands(&self) -> impl Iterator<Item = Temp> + use<> {
        let (computed, own) = match self {
            MicroOp::Let { operation, .. } => (Some(operation.operands()), [None, None]),
            MicroOp::Store { address, value, .. } | MicroOp::ReadModifyWrite { address, value, .. } => {
                (None, [Some(*address), Some(*value)])
            }
            MicroOp::WriteRegister { value: used, .. }
            | MicroOp::Load { address: used, .. }
            | MicroOp::Synchronize { address: used, .. }
            | MicroOp::Assume { condition: used }
            | MicroOp::Require { condition: used, .. }
            | MicroOp::JumpTo { address: used, .. }
            | MicroOp::Branch { condition: used, .. }
            | MicroOp::If { condition: used, .. } => (None, [Some(*used), None]),
            MicroOp::ReadRegister { .. }
            | MicroOp::Written { .. }
            | MicroOp::Nondeterministic { .. }
            | MicroOp::Mark(_)
            | MicroOp::Fence { .. }
            | MicroOp::Jump(_) => (None, [None, None]),
        };
        computed.into_iter().flatten().chain(own.into_iter().flatten())
    }

    /// Where it jumps to, always or under a condition; none for what does not jump, and for a jump to a computed address.
    pub fn target(&self) -> Option<Target> {
        match self {
            MicroOp::Jump(target) | MicroOp::Branch { target, .. } => Some(*target),
            MicroOp::Let { .. }
            | MicroOp::ReadRegister { .. }
            | MicroOp::WriteRegister { .. }
            | MicroOp::Load { .. }
            | MicroOp::Store { .. }
            | MicroOp::Written { .. }
            | MicroOp::ReadModifyWrite { .. }
            | MicroOp::Synchronize { .. }
            | MicroOp::Nondeterministic { .. }
            | MicroOp::Assume { .. }
            | MicroOp::Require { .. }
            | MicroOp::Mark(_)
            | MicroOp::Fence { .. }
            | MicroOp::JumpTo { .. }
            | MicroOp::If { .. } => None,
        }
    }
}

/// The micro-operations of a block, each followed by those inside it.
pub fn operations(block: &[MicroOp]) -> impl Iterator<Item = &MicroOp> {
    let (mut rest, mut around) = (block.iter(), Vec::new());
    std::iter::from_fn(move || {
        loop {
            if let Some(op) = rest.next() {
                op.blocks().rev().for_each(|inner| around.push(std::mem::replace(&mut rest, inner.iter())));
                return Some(op);
            }
            rest = around.pop()?;
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TagSet;

    #[test]
    fn inner_operations_follow_the_one_that_they_are_in() {
        let fence = |tag| MicroOp::Fence { tags: TagSet::only(tag) };
        let choice = MicroOp::If {
            condition: Temp(7),
            is_event: false,
            then: vec![fence(1), fence(2)],
            otherwise: vec![fence(3)],
        };
        let block = [fence(0), choice.clone(), fence(4)];
        let expected = [&block[0], &choice, &fence(1), &fence(2), &fence(3), &block[2]];
        assert_eq!(operations(&block).collect::<Vec<_>>(), expected);
        assert_eq!(choice.operands().collect::<Vec<_>>(), [Temp(7)]);
    }

    #[test]
    fn the_operands_of_a_computation_are_in_the_order_in_which_it_has_them() {
        let select = Computation::Select(Temp(3), Temp(1), Temp(2));
        assert_eq!(select.operands().collect::<Vec<_>>(), [Temp(3), Temp(1), Temp(2)]);
        let computed = MicroOp::Let { result: Temp(4), operation: select };
        assert_eq!(computed.operands().count(), 3);
    }
}
