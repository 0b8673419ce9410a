//! The registers of A64.
//!
//! States show registers in herd's order: `XZR`, `SP`, the reservation of exclusive loads, `X0` to `X30`, the flags, system
//! registers. Initial states and conditions name 64-bit registers only, as herd has it: `W4` is no register there.

use litmus::RegisterPart;
use program::{IdVec, Register, RegisterId, Width};

/// How many numbered general-purpose registers there are.
pub(super) const GENERAL: u8 = 31;

const FIRST_GENERAL: u32 = 3;
const FIRST_FLAG: u32 = FIRST_GENERAL + GENERAL as u32;
const FIRST_SYSTEM: u32 = FIRST_FLAG + Flag::ALL.len() as u32;

/// The zero register. No instruction reads or writes it; it is there because conditions may name it.
const ZERO: RegisterId = RegisterId::from_number(0);

/// The stack pointer.
pub(super) const STACK_POINTER: RegisterId = RegisterId::from_number(1);

/// What the last exclusive load reserved: the address in bits 0 to 63, the access size in bytes above; all 0 when nothing is reserved.
///
/// No register of the architecture: it stands for the local exclusive monitor.
pub(super) const RESERVATION: RegisterId = RegisterId::from_number(2);
/// How many bits [`RESERVATION`] has.
pub(super) const RESERVATION_WIDTH: Width = 64 + RESERVED_SIZE_WIDTH;
/// How many bits of it hold the access size.
pub(super) const RESERVED_SIZE_WIDTH: Width = 8;

/// The link register is `X30`.
pub(super) const LINK: u8 = 30;

/// `X<number>`.
pub(super) const fn general(number: u8) -> RegisterId {
    RegisterId::from_number(FIRST_GENERAL + number as u32)
}

/// The condition flags, each a register of one bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flag {
    /// Negative.
    N,
    /// Zero.
    Z,
    /// Carry; after a subtraction: no borrow.
    C,
    /// Signed overflow.
    V,
}

impl Flag {
    /// In the order of the bits of NZCV, from the highest one.
    pub(super) const ALL: [Flag; 4] = [Flag::N, Flag::Z, Flag::C, Flag::V];

    /// The register.
    pub(super) const fn id(self) -> RegisterId {
        RegisterId::from_number(FIRST_FLAG + self as u32)
    }
}

/// A system register that instructions and initial states may name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SystemRegister {
    /// The condition flags, in bits 31 to 28.
    Nzcv,
    /// One that is a register of its own; by its place in [`SYSTEM`].
    Other(u8),
}

/// The system registers that only hold what is written to them.
const SYSTEM: [&str; 12] = [
    "CTR_EL0",
    "DCIZ_EL0",
    "MDCCSR_EL0",
    "DBGDTR_EL0",
    "DBGDTRRX_EL0",
    "DBGDTRTX_EL0",
    "ELR_EL1",
    "ESR_EL1",
    "TFSR_ELx",
    "VNCR_EL2",
    "PAR_EL1",
    "GCSPR_EL1",
];

/// Where FEAT_NV2 redirects accesses to: `VNCR_EL2` holds the address of the page.
pub(super) const NESTED_PAGE: RegisterId = RegisterId::from_number(FIRST_SYSTEM + 9);

/// The offsets in that page, in bytes (DDI 0487, D8.11, the registers that tests name).
const NESTED_OFFSETS: [(&str, i64); 3] = [("VNCR_EL2", 0x0b0), ("ESR_EL1", 0x138), ("ELR_EL1", 0x230)];

impl SystemRegister {
    /// The register with a name, letter case counting for nothing.
    pub(super) fn find(name: &str) -> Option<SystemRegister> {
        if name.eq_ignore_ascii_case("NZCV") {
            return Some(SystemRegister::Nzcv);
        }
        let at = SYSTEM.iter().position(|known| known.eq_ignore_ascii_case(name))?;
        Some(SystemRegister::Other(at as u8))
    }

    /// The name.
    pub(super) fn name(self) -> &'static str {
        match self {
            SystemRegister::Nzcv => "NZCV",
            SystemRegister::Other(at) => SYSTEM[usize::from(at)],
        }
    }

    /// The register, when it is one of its own.
    pub(super) fn id(self) -> Option<RegisterId> {
        match self {
            SystemRegister::Nzcv => None,
            SystemRegister::Other(at) => Some(RegisterId::from_number(FIRST_SYSTEM + u32::from(at))),
        }
    }

    /// Where FEAT_NV2 has it in memory.
    pub(super) fn nested_offset(self) -> Option<i64> {
        NESTED_OFFSETS.iter().find(|(name, _)| *name == self.name()).map(|&(_, offset)| offset)
    }

    /// All names.
    pub(super) fn names() -> impl Iterator<Item = &'static str> {
        std::iter::once("NZCV").chain(SYSTEM)
    }
}

/// The registers in the order of states.
pub(super) fn all() -> IdVec<RegisterId, Register> {
    let register = |name: String, width| Register { name, width };
    let special = [("XZR", 64), ("SP", 64), ("Res", RESERVATION_WIDTH)];
    let special = special.into_iter().map(|(name, width)| register(name.to_owned(), width));
    let numbered = (0..GENERAL).map(|number| register(format!("X{number}"), 64));
    let flags = Flag::ALL.into_iter().map(|flag| register(format!("PSTATE.{flag:?}"), 1));
    let system = SYSTEM.into_iter().map(|name| register(name.to_owned(), 64));
    special.chain(numbered).chain(flags).chain(system).collect()
}

/// The number in `X12` or `W12`: what follows the letter, without leading zeros and in range.
pub(super) fn number(digits: &str) -> Option<u8> {
    let well_formed = !digits.is_empty()
        && digits.bytes().all(|digit| digit.is_ascii_digit())
        && (digits == "0" || !digits.starts_with('0'));
    digits.parse().ok().filter(|&number| well_formed && number < GENERAL)
}

/// What a name stands for in an initial state or a condition; letter case counts for nothing.
pub(super) fn part(name: &str) -> Option<RegisterPart> {
    let whole = |register| Some(RegisterPart { register, low: 0, width: 64 });
    if name.eq_ignore_ascii_case("XZR") {
        return whole(ZERO);
    }
    if name.eq_ignore_ascii_case("SP") {
        return whole(STACK_POINTER);
    }
    let numbered = name.strip_prefix(['x', 'X']).and_then(number);
    match numbered {
        Some(number) => whole(general(number)),
        None => whole(SystemRegister::find(name)?.id()?),
    }
}

/// The names that [`part`] knows.
pub(super) fn names() -> Vec<String> {
    let system = SYSTEM.into_iter().map(str::to_owned);
    ["XZR", "SP"]
        .map(str::to_owned)
        .into_iter()
        .chain((0..GENERAL).map(|number| format!("X{number}")))
        .chain(system)
        .collect()
}

/// The registers that symbolic registers are given: all the numbered ones but the link register.
pub(super) fn allocatable() -> Vec<RegisterId> {
    (0..GENERAL).filter(|&number| number != LINK).map(general).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_agree() {
        let registers = all();
        for name in names() {
            let part = part(&name).expect("a known name");
            assert_eq!(registers[part.register].name, name);
            assert_eq!(registers[part.register].width, part.width);
        }
        assert_eq!(registers[RESERVATION].width, RESERVATION_WIDTH);
        assert_eq!(registers[Flag::V.id()].name, "PSTATE.V");
        assert_eq!(registers[NESTED_PAGE].name, "VNCR_EL2");
        for (name, _) in NESTED_OFFSETS {
            assert!(SYSTEM.contains(&name), "{name}");
        }
    }

    #[test]
    fn only_64_bit_names_are_registers() {
        assert_eq!(part("x4"), part("X4"));
        for wrong in ["W4", "X31", "X04", "X", "WZR", "NZCV", "PSTATE.N", "Res"] {
            assert_eq!(part(wrong), None, "{wrong}");
        }
    }
}
