//! Operands as instructions hold them.

use program::Width;

/// Which part of a general-purpose register an operand names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Size {
    /// The low 32 bits, `W0`. Writing them clears the others.
    W,
    /// All 64 bits, `X0`.
    X,
}

impl Size {
    /// How many bits.
    pub(super) fn bits(self) -> Width {
        match self {
            Size::W => 32,
            Size::X => 64,
        }
    }
}

/// A general-purpose register by name, whatever part of it is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Name {
    /// `X0` to `X30`.
    Numbered(u8),
    /// `XZR`: reads as 0, ignores writes. Neither is an event.
    Zero,
    /// `SP`.
    StackPointer,
    /// `X%name`, without the sigil.
    Symbolic(String),
}

/// A general-purpose register as an operand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Register {
    pub(super) name: Name,
    pub(super) size: Size,
}

impl Register {
    /// The zero register of a size.
    pub(super) fn zero(size: Size) -> Register {
        Register { name: Name::Zero, size }
    }

    /// Whether it is the zero register.
    pub(super) fn is_zero(&self) -> bool {
        self.name == Name::Zero
    }
}

/// A symbol plus an offset in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Symbol {
    /// The location's name.
    pub(super) name: String,
    /// Bytes from its beginning.
    pub(super) offset: i64,
}

/// Where a jump goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// A label.
    Label(String),
    /// `.+8`: so many bytes from the jump.
    Offset(i64),
}

/// A memory operand. Base registers are 64 bits wide and not `XZR`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Address {
    pub(super) base: Name,
    pub(super) mode: Mode,
}

/// How the address comes from the base register.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// `[X1,#8]`.
    Offset(i64),
    /// `[X1,#8]!`: the base register is moved first.
    PreIndexed(i64),
    /// `[X1],#8`: the base register is moved afterwards.
    PostIndexed(i64),
    /// `[X1,W2,SXTW #2]`.
    Indexed(Register, Extend, u8),
    /// `[X1,:lo12:x]`.
    Low12(Symbol),
}

/// Extensions of registers: the operand's low bits, with zeros or copies of their sign above.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Extend {
    pub(super) signed: bool,
    /// How many low bits count: 8, 16, 32 or 64.
    pub(super) from: Width,
    /// Written `LSL`, as in addresses; then all 64 bits count and the amount is written when it is not 0.
    pub(super) as_shift: bool,
}

impl Extend {
    /// `LSL` in an address.
    pub(super) const SHIFT: Extend = Extend { signed: false, from: 64, as_shift: true };

    const fn new(signed: bool, from: Width) -> Extend {
        Extend { signed, from, as_shift: false }
    }

    /// The names, those of addresses last.
    pub(super) const NAMES: [(&'static str, Extend); 9] = [
        ("UXTB", Extend::new(false, 8)),
        ("UXTH", Extend::new(false, 16)),
        ("UXTW", Extend::new(false, 32)),
        ("UXTX", Extend::new(false, 64)),
        ("SXTB", Extend::new(true, 8)),
        ("SXTH", Extend::new(true, 16)),
        ("SXTW", Extend::new(true, 32)),
        ("SXTX", Extend::new(true, 64)),
        ("LSL", Extend::SHIFT),
    ];

    /// The name.
    pub(super) fn name(self) -> &'static str {
        Extend::NAMES.iter().find(|(_, extend)| *extend == self).map_or("LSL", |(name, _)| name)
    }
}

/// Shifts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shift {
    Left,
    Right,
    RightSigned,
    Rotate,
}

impl Shift {
    /// The names.
    pub(super) const NAMES: [(&'static str, Shift); 4] =
        [("LSL", Shift::Left), ("LSR", Shift::Right), ("ASR", Shift::RightSigned), ("ROR", Shift::Rotate)];

    /// The name.
    pub(super) fn name(self) -> &'static str {
        Shift::NAMES[self as usize].0
    }
}

/// Conditions on the flags (DDI 0487, C1.2.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Condition {
    Eq,
    Ne,
    Cs,
    Cc,
    Mi,
    Pl,
    Vs,
    Vc,
    Hi,
    Ls,
    Ge,
    Lt,
    Gt,
    Le,
    Al,
}

impl Condition {
    /// The names, the printed ones first.
    pub(super) const NAMES: [(&'static str, Condition); 17] = [
        ("EQ", Condition::Eq),
        ("NE", Condition::Ne),
        ("CS", Condition::Cs),
        ("CC", Condition::Cc),
        ("MI", Condition::Mi),
        ("PL", Condition::Pl),
        ("VS", Condition::Vs),
        ("VC", Condition::Vc),
        ("HI", Condition::Hi),
        ("LS", Condition::Ls),
        ("GE", Condition::Ge),
        ("LT", Condition::Lt),
        ("GT", Condition::Gt),
        ("LE", Condition::Le),
        ("AL", Condition::Al),
        ("HS", Condition::Cs),
        ("LO", Condition::Cc),
    ];

    /// The name.
    pub(super) fn name(self) -> &'static str {
        Condition::NAMES[self as usize].0
    }

    /// The condition that holds when this one does not; `AL` has none.
    pub(super) fn inverse(self) -> Condition {
        match self {
            Condition::Eq => Condition::Ne,
            Condition::Ne => Condition::Eq,
            Condition::Cs => Condition::Cc,
            Condition::Cc => Condition::Cs,
            Condition::Mi => Condition::Pl,
            Condition::Pl => Condition::Mi,
            Condition::Vs => Condition::Vc,
            Condition::Vc => Condition::Vs,
            Condition::Hi => Condition::Ls,
            Condition::Ls => Condition::Hi,
            Condition::Ge => Condition::Lt,
            Condition::Lt => Condition::Ge,
            Condition::Gt => Condition::Le,
            Condition::Le => Condition::Gt,
            Condition::Al => Condition::Al,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_at_their_places() {
        for (name, condition) in &Condition::NAMES[..15] {
            assert_eq!(condition.name(), *name);
            assert_eq!(condition.inverse().inverse(), *condition);
        }
        for (name, shift) in Shift::NAMES {
            assert_eq!(shift.name(), name);
        }
        for (name, extend) in Extend::NAMES {
            assert_eq!(extend.name(), name);
        }
    }
}
