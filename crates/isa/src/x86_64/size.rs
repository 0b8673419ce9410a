//! Sizes of integer operands.

use program::Width;

/// The size of an integer operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Size {
    /// 8 bits, suffix `b`.
    Byte,
    /// 16 bits, suffix `w`.
    Word,
    /// 32 bits, suffix `l`.
    Long,
    /// 64 bits, suffix `q`.
    Quad,
}

impl Size {
    /// Every size.
    pub(super) const ALL: [Size; 4] = [Size::Byte, Size::Word, Size::Long, Size::Quad];

    /// How many bits.
    pub(super) fn bits(self) -> Width {
        match self {
            Size::Byte => 8,
            Size::Word => 16,
            Size::Long => 32,
            Size::Quad => 64,
        }
    }

    /// The letter that AT&T syntax adds to a mnemonic.
    pub(super) fn suffix(self) -> &'static str {
        match self {
            Size::Byte => "b",
            Size::Word => "w",
            Size::Long => "l",
            Size::Quad => "q",
        }
    }

    /// The size that a suffix stands for.
    pub(super) fn of_suffix(suffix: &str) -> Option<Size> {
        Size::ALL.into_iter().find(|size| size.suffix() == suffix)
    }
}
