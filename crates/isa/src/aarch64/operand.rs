//! What operands vary in: extensions, shifts, conditions, barriers, addresses.

use program::Width;

use super::register::{SP, W, WZR, X, XZR};
use crate::assembly::address::{AddressKind, Mode, Offsets};
use crate::assembly::form::{Choice, Relocation};
use crate::assembly::register::Classes;

/// Registers of 64 bits.
pub(super) const X_ANY: Classes = X.or(XZR).or(SP);
/// Registers of 32 bits.
pub(super) const W_ANY: Classes = W.or(WZR);
/// Registers that can hold an address.
pub(super) const BASE: Classes = X.or(SP);

const ALL_MODES: &[Mode] = &[Mode::Offset, Mode::PreIndexed, Mode::PostIndexed];
pub(super) const LOW12: Relocation = Relocation { prefix: ":lo12:", suffix: "" };

pub(super) static ANY_ADDRESS: AddressKind = AddressKind {
    modes: ALL_MODES,
    index: Some((X_ANY.or(W_ANY), &INDEX_EXTENDS)),
    relocations: &[LOW12],
    ..AddressKind::offset(BASE)
};
pub(super) static OFFSET_ADDRESS: AddressKind = AddressKind::offset(BASE);
pub(super) static BASE_ADDRESS: AddressKind = AddressKind::base(BASE);
pub(super) static PAIR_ADDRESS: AddressKind =
    AddressKind { modes: ALL_MODES, relocations: &[LOW12], ..AddressKind::offset(BASE) };
pub(super) static PAIR_OFFSET_ADDRESS: AddressKind = AddressKind { relocations: &[LOW12], ..AddressKind::offset(BASE) };

/// The addresses that are moved by so many bytes after the access.
pub(super) const fn post_indexed(bytes: i64) -> AddressKind {
    AddressKind { modes: &[Mode::PostIndexed], offsets: Offsets::Exactly(bytes), ..AddressKind::base(BASE) }
}

/// The addresses that are moved by so many bytes before the access.
pub(super) const fn pre_indexed(bytes: i64) -> AddressKind {
    AddressKind { modes: &[Mode::PreIndexed], offsets: Offsets::Exactly(bytes), ..AddressKind::base(BASE) }
}

/// Extensions of registers: the operand's low bits, with zeros or copies of their sign above.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Extend {
    pub(super) signed: bool,
    /// How many low bits count: 8, 16, 32 or 64.
    pub(super) from: Width,
}

impl Extend {
    const fn new(signed: bool, from: Width) -> Extend {
        Extend { signed, from }
    }

    /// By their numbers in [`EXTENDS`], from [`FIRST_EXTEND`] on.
    pub(super) const ALL: [Extend; 8] = [
        Extend::new(false, 8),
        Extend::new(false, 16),
        Extend::new(false, 32),
        Extend::new(false, 64),
        Extend::new(true, 8),
        Extend::new(true, 16),
        Extend::new(true, 32),
        Extend::new(true, 64),
    ];

    /// The extension of an index, by its number in [`INDEX_EXTENDS`].
    pub(super) fn of_index(number: u8) -> Extend {
        match number {
            INDEX_LSL => Extend::ALL[3],
            INDEX_UXTW => Extend::ALL[2],
            INDEX_SXTW => Extend::ALL[6],
            INDEX_SXTX => Extend::ALL[7],
            other => unreachable!("no extension of an index has the number {other}"),
        }
    }
}

/// The numbers of extensions begin here, behind those of shifts: an operand with one is not an operand with the other.
pub(super) const FIRST_EXTEND: u8 = 8;

pub(super) static EXTENDS: Choice = Choice {
    what: "an extension (`UXTW`, `SXTX`, ...)",
    words: &[
        ("UXTB", FIRST_EXTEND),
        ("UXTH", FIRST_EXTEND + 1),
        ("UXTW", FIRST_EXTEND + 2),
        ("UXTX", FIRST_EXTEND + 3),
        ("SXTB", FIRST_EXTEND + 4),
        ("SXTH", FIRST_EXTEND + 5),
        ("SXTW", FIRST_EXTEND + 6),
        ("SXTX", FIRST_EXTEND + 7),
    ],
};

pub(super) const INDEX_LSL: u8 = 0;
const INDEX_UXTW: u8 = 1;
const INDEX_SXTW: u8 = 2;
pub(super) const INDEX_SXTX: u8 = 3;

static INDEX_EXTENDS: Choice = Choice {
    what: "`LSL`, `UXTW`, `SXTW` or `SXTX`",
    words: &[("LSL", INDEX_LSL), ("UXTW", INDEX_UXTW), ("SXTW", INDEX_SXTW), ("SXTX", INDEX_SXTX)],
};

/// Shifts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shift {
    Left,
    Right,
    RightSigned,
    Rotate,
}

impl Shift {
    /// By their numbers in [`SHIFTS`].
    pub(super) const ALL: [Shift; 4] = [Shift::Left, Shift::Right, Shift::RightSigned, Shift::Rotate];
}

pub(super) static SHIFTS: Choice =
    Choice { what: "a shift (`LSL`, `LSR`, `ASR` or `ROR`)", words: &[("LSL", 0), ("LSR", 1), ("ASR", 2), ("ROR", 3)] };
pub(super) static SHIFTS_OF_SUMS: Choice =
    Choice { what: "a shift (`LSL`, `LSR` or `ASR`)", words: &[("LSL", 0), ("LSR", 1), ("ASR", 2)] };
pub(super) static LSL: Choice = Choice { what: "`LSL`", words: &[("LSL", 0)] };

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
    /// By their numbers in [`CONDITIONS`].
    pub(super) const ALL: [Condition; 15] = [
        Condition::Eq,
        Condition::Ne,
        Condition::Cs,
        Condition::Cc,
        Condition::Mi,
        Condition::Pl,
        Condition::Vs,
        Condition::Vc,
        Condition::Hi,
        Condition::Ls,
        Condition::Ge,
        Condition::Lt,
        Condition::Gt,
        Condition::Le,
        Condition::Al,
    ];
}

const CONDITION: &str = "a condition (`EQ`, `NE`, ...)";

pub(super) static CONDITIONS: Choice = Choice {
    what: CONDITION,
    words: &[
        ("EQ", 0),
        ("NE", 1),
        ("CS", 2),
        ("CC", 3),
        ("MI", 4),
        ("PL", 5),
        ("VS", 6),
        ("VC", 7),
        ("HI", 8),
        ("LS", 9),
        ("GE", 10),
        ("LT", 11),
        ("GT", 12),
        ("LE", 13),
        ("AL", 14),
        ("HS", 2),
        ("LO", 3),
    ],
};

/// For aliases that are written with the inverse of the condition that the instruction has; `AL` has none.
pub(super) static INVERSE_CONDITIONS: Choice = Choice {
    what: CONDITION,
    words: &[
        ("NE", 0),
        ("EQ", 1),
        ("CC", 2),
        ("CS", 3),
        ("PL", 4),
        ("MI", 5),
        ("VC", 6),
        ("VS", 7),
        ("LS", 8),
        ("HI", 9),
        ("LT", 10),
        ("GE", 11),
        ("LE", 12),
        ("GT", 13),
        ("LO", 2),
        ("HS", 3),
    ],
};

/// How far a barrier reaches (all threads of a test share all domains), and which accesses it orders: all, stores, loads.
pub(super) static BARRIERS: Choice = Choice {
    what: "`SY`, `ISH`, `LD`, `ISHST` or another kind of barrier",
    words: &[
        ("SY", 0),
        ("ST", 1),
        ("LD", 2),
        ("OSH", 3),
        ("OSHST", 4),
        ("OSHLD", 5),
        ("ISH", 6),
        ("ISHST", 7),
        ("ISHLD", 8),
        ("NSH", 9),
        ("NSHST", 10),
        ("NSHLD", 11),
    ],
};

pub(super) static SYSTEM_DOMAIN: Choice = Choice { what: "`SY`", words: &[("SY", 0)] };

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverse_conditions_differ_in_the_lowest_bit() {
        for (word, number) in INVERSE_CONDITIONS.words {
            let plain = CONDITIONS.words.iter().find(|(known, _)| known == word).expect("a condition");
            assert_eq!(plain.1 ^ 1, *number, "{word}");
        }
        assert_eq!(format!("{:?}", Condition::ALL[13]), "Le");
        assert_eq!(CONDITIONS.word(13), Some("LE"));
    }
}
