//! The forms of instructions: which mnemonic takes which operands in which sizes.
//!
//! The table itself is in `table`.

use super::instruction::Opcode;
use super::operand::Operand;
use super::register::General;
use super::size::Size;

/// A form: one mnemonic (with its other names) and the operands it takes.
#[derive(Debug, PartialEq)]
pub(super) struct Form {
    /// The mnemonic without suffix; the first name is the one that is printed.
    pub(super) names: &'static [&'static str],
    pub(super) opcode: Opcode,
    pub(super) size: OperandSize,
    /// What each operand may be; the destination comes last.
    pub(super) slots: &'static [Slot],
    /// Whether it may have a `lock` prefix (when its destination is memory).
    pub(super) lockable: bool,
    /// herd reads and prints the form with its operands in the other order (destination first), when one is memory. Both
    /// orders are read: which operand is memory tells them apart. Two registers are in the order of AT&T syntax.
    pub(super) herd_reverses: bool,
}

/// Where the size of the operands comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OperandSize {
    /// The mnemonic says it all; there is no suffix.
    Fixed(Size),
    /// A suffix out of these, or without a suffix the registers.
    Written(&'static [Size]),
}

/// What an operand may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slot {
    pub(super) kinds: Kinds,
    /// The size of a register here, when it is not that of the instruction.
    pub(super) size: Option<Size>,
}

/// A set of kinds of operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kinds(u8);

impl Kinds {
    pub(super) const REGISTER: Kinds = Kinds(1);
    pub(super) const MEMORY: Kinds = Kinds(2);
    pub(super) const IMMEDIATE: Kinds = Kinds(4);
    pub(super) const VECTOR: Kinds = Kinds(8);
    pub(super) const LABEL: Kinds = Kinds(16);
    pub(super) const COUNT_REGISTER: Kinds = Kinds(32);

    /// The kinds in either.
    pub(super) const fn or(self, other: Kinds) -> Kinds {
        Kinds(self.0 | other.0)
    }

    /// Whether they have a kind in common.
    pub(super) const fn meets(self, other: Kinds) -> bool {
        self.0 & other.0 != 0
    }

    /// The kinds that an operand is of.
    pub(super) fn of(operand: &Operand) -> Kinds {
        use super::operand::RegisterOperand::General as Named;
        match operand {
            Operand::Register(Named(general)) if *general == General::CL => Kinds::REGISTER.or(Kinds::COUNT_REGISTER),
            Operand::Register(_) => Kinds::REGISTER,
            Operand::Vector(_) => Kinds::VECTOR,
            Operand::Immediate(_) | Operand::Address(_) => Kinds::IMMEDIATE,
            Operand::Memory(_) => Kinds::MEMORY,
            Operand::Label(_) => Kinds::LABEL,
        }
    }

    /// In words: "a register or memory".
    pub(super) fn describe(self) -> String {
        let names = [
            (Kinds::REGISTER, "a general-purpose register"),
            (Kinds::COUNT_REGISTER, "`%cl`"),
            (Kinds::VECTOR, "a vector register"),
            (Kinds::MEMORY, "memory"),
            (Kinds::IMMEDIATE, "an immediate"),
            (Kinds::LABEL, "a label"),
        ];
        let named: Vec<&str> = names.iter().filter(|(kind, _)| self.meets(*kind)).map(|&(_, name)| name).collect();
        match named.split_last() {
            Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
            _ => named.concat(),
        }
    }
}

impl Form {
    /// The mnemonic that is printed.
    pub(super) fn name(&self) -> &'static str {
        self.names[0]
    }

    /// Whether its operand is the target of a jump.
    pub(super) fn takes_label(&self) -> bool {
        self.slots.iter().any(|slot| slot.kinds.meets(Kinds::LABEL))
    }

    /// Whether it does nothing, whatever its operands look like.
    pub(super) fn ignores_operands(&self) -> bool {
        self.opcode == Opcode::Nop
    }

    /// Whether these operands are printed in the opposite order.
    pub(super) fn prints_reversed(&self, operands: &[Operand]) -> bool {
        self.herd_reverses && operands.iter().any(Operand::is_memory)
    }
}
