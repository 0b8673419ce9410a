//! The registers of A64.
//!
//! States show registers in herd's order: `XZR`, `SP`, the reservation of exclusive loads, `X0` to `X30`, the flags, system
//! registers. Initial states and conditions name 64-bit registers only, as herd has it: `W4` is no register there.

use litmus::RegisterPart;
use program::RegisterId;

use super::AArch64;
use crate::assembly::Architecture;
use crate::assembly::lower::Reservation;
use crate::assembly::operand::RegisterOperand;
use crate::assembly::register::{Classes, RegisterFile, nth};

/// `X0` to `X30`.
pub(super) const X: Classes = Classes::only(0);
/// `W0` to `W30`: their low 32 bits. Writing them clears the others.
pub(super) const W: Classes = Classes::only(1);
/// `XZR`: reads as 0, ignores writes. Neither is an event.
pub(super) const XZR: Classes = Classes::only(2);
pub(super) const WZR: Classes = Classes::only(3);
pub(super) const SP: Classes = Classes::only(4);
/// System registers.
pub(super) const SYSTEM: Classes = Classes::only(5);

/// How many numbered general-purpose registers there are.
const GENERAL: u32 = 31;

const FIRST_GENERAL: RegisterId = RegisterId::from_number(3);
const FIRST_FLAG: RegisterId = nth(FIRST_GENERAL, GENERAL);
const FIRST_SYSTEM: RegisterId = nth(FIRST_FLAG, 4);

/// The link register.
pub(super) const LINK: RegisterId = nth(FIRST_GENERAL, 30);

/// What the last exclusive load reserved: it stands for the local exclusive monitor.
pub(super) const RESERVATION: Reservation = Reservation { register: RegisterId::from_number(2), address_width: 64 };

/// Registers that are not modelled: what comes before their numbers, and what they are.
pub(super) const UNSUPPORTED: [(&str, &str); 9] = [
    ("c", "capability (Morello)"),
    ("v", "vector"),
    ("b", "vector"),
    ("h", "vector"),
    ("s", "vector"),
    ("d", "vector"),
    ("q", "vector"),
    ("z", "scalable vector"),
    ("p", "predicate"),
];

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
        nth(FIRST_FLAG, self as u32)
    }
}

/// The system registers that only hold what is written to them.
const SYSTEM_NAMES: [&str; 12] = [
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
pub(super) const NESTED_PAGE: RegisterId = nth(FIRST_SYSTEM, 9);

/// The offsets in that page, in bytes (DDI 0487, D8.11, the registers that tests name).
const NESTED_OFFSETS: [(RegisterId, i64); 3] =
    [(NESTED_PAGE, 0x0b0), (nth(FIRST_SYSTEM, 7), 0x138), (nth(FIRST_SYSTEM, 6), 0x230)];

/// Where FEAT_NV2 has a system register in memory.
pub(super) fn nested_offset(register: RegisterId) -> Option<i64> {
    NESTED_OFFSETS.iter().find(|(known, _)| *known == register).map(|&(_, offset)| offset)
}

/// The registers in the order of states, and their names.
pub(super) fn file() -> RegisterFile {
    let mut file = RegisterFile::default();
    // No instruction reads or writes it; it is there because conditions may name it.
    let zero = file.hidden("XZR", 64);
    file.zero("XZR", 64, XZR, Some(RegisterPart { register: zero, low: 0, width: 64 }));
    file.zero("WZR", 32, WZR, None);
    file.register("SP", 64, SP);
    file.hidden("Res", RESERVATION.width());
    file.numbered("X", GENERAL, 64, X);
    for number in 0..GENERAL {
        let low = RegisterPart { register: nth(FIRST_GENERAL, number), low: 0, width: 32 };
        file.name_in_code(&format!("W{number}"), low, W);
    }
    Flag::ALL.iter().for_each(|flag| _ = file.hidden(&format!("PSTATE.{flag:?}"), 1));
    SYSTEM_NAMES.iter().for_each(|name| _ = file.register(name, 64, SYSTEM));
    // The condition flags, in bits 31 to 28.
    file.zero("NZCV", 64, SYSTEM, None);
    file.allocate((0..GENERAL).map(|number| nth(FIRST_GENERAL, number)).filter(|register| *register != LINK));
    file
}

/// The part of the register with one of `classes`; the register itself where it has none.
pub(super) fn with_size(register: &RegisterOperand, classes: Classes) -> RegisterOperand {
    match register {
        RegisterOperand::Named(name, class) if !class.meets(classes) => {
            let file = AArch64::registers();
            match file.sibling_id(*name, classes) {
                Some(sibling) => RegisterOperand::Named(sibling, file.get(sibling).class),
                None => register.clone(),
            }
        }
        RegisterOperand::Named(..) => register.clone(),
        RegisterOperand::Symbolic { name, width, .. } => {
            let class = if classes.meets(W) { W } else { X };
            RegisterOperand::Symbolic { name: name.clone(), class, width: *width }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_agree() {
        let file = file();
        let registers = file.all();
        for name in file.names_in_states() {
            let part = file.in_states(&name).expect("a known name");
            assert_eq!(registers[part.register].name, name);
            assert_eq!(registers[part.register].width, part.width);
        }
        assert_eq!(registers[RESERVATION.register].width, RESERVATION.width());
        assert_eq!(registers[Flag::V.id()].name, "PSTATE.V");
        let nested = NESTED_OFFSETS.map(|(register, _)| registers[register].name.as_str());
        assert_eq!(nested, ["VNCR_EL2", "ESR_EL1", "ELR_EL1"]);
    }

    #[test]
    fn only_64_bit_names_are_registers() {
        let file = file();
        assert_eq!(file.in_states("x4"), file.in_states("X4"));
        for wrong in ["W4", "X31", "X04", "X", "WZR", "NZCV", "PSTATE.N", "Res"] {
            assert_eq!(file.in_states(wrong), None, "{wrong}");
        }
    }
}
