//! The registers of x86 and the parts of them that have names.
//!
//! States show registers in herd's order: the instruction pointer, `cs`, the general-purpose registers from the accumulator on, the
//! vector registers, then the flags. herd reads only the names of whole general-purpose registers, the instruction pointer and
//! `cs` in initial states and conditions; here every name of a part is known there, vector registers and flags too.

use litmus::RegisterPart;
use program::{RegisterId, Width};

use super::Machine;
use crate::assembly::register::{Classes, RegisterFile, nth};

/// Parts of general-purpose registers with 8, 16, 32 and 64 bits, those of the stack pointer apart where they may hold addresses: it
/// is no index.
const PARTS: [(Width, Classes, Classes); 4] = [
    (8, Classes::only(0), Classes::only(0)),
    (16, Classes::only(1), Classes::only(1)),
    (32, Classes::only(2), Classes::only(4)),
    (64, Classes::only(3), Classes::only(5)),
];
/// `cl`, the count of shifts; it is in the class of the other bytes, too.
pub(super) const COUNT: Classes = Classes::only(6);
/// The low 128 bits of vector registers.
pub(super) const VECTOR: Classes = Classes::only(7);
pub(super) const INSTRUCTION_POINTER: Classes = Classes::only(8);
const SEGMENT: Classes = Classes::only(9);
/// Symbolic registers: each stands for a whole general-purpose register, of which an instruction takes what it needs.
pub(super) const SYMBOLIC: Classes = Classes::only(10);

/// General-purpose registers of a width, the stack pointer and symbolic registers included.
pub(super) const fn general(width: Width) -> Classes {
    let (_, parts, stack_pointer) = PARTS[width.ilog2() as usize - 3];
    parts.or(stack_pointer).or(SYMBOLIC)
}

/// General-purpose registers that may be in an address.
pub(super) const BASE: Classes = general(32).or(general(64));
/// Those that may be multiplied there.
pub(super) const INDEX: Classes = PARTS[2].1.or(PARTS[3].1).or(SYMBOLIC);

/// The general-purpose registers in the order of states, by the letters of their 16 bits, and the name of their low byte.
const LETTERS: [(&str, &str); 8] = [
    ("ax", "al"),
    ("bx", "bl"),
    ("cx", "cl"),
    ("dx", "dl"),
    ("si", "sil"),
    ("di", "dil"),
    ("bp", "bpl"),
    ("sp", "spl"),
];
const STACK_POINTER: u32 = 7;

const FIRST_GENERAL: RegisterId = RegisterId::from_number(2);

/// The accumulator.
pub(super) const RAX: RegisterId = FIRST_GENERAL;
/// Lower half of the new value of `cmpxchg8b` and `cmpxchg16b`.
pub(super) const RBX: RegisterId = nth(FIRST_GENERAL, 1);
/// Upper half of the new value of `cmpxchg8b` and `cmpxchg16b`.
pub(super) const RCX: RegisterId = nth(FIRST_GENERAL, 2);
/// Upper half of the old value of `cmpxchg8b` and `cmpxchg16b`; what `cqto` fills with the sign.
pub(super) const RDX: RegisterId = nth(FIRST_GENERAL, 3);

/// What the slots of 32-bit x86 are called, and how many there are. The machine has seven registers for everything, and code keeps the rest in its
/// frame, where no other thread sees it. Slots stand for words of the frame: they can be named wherever a register can, and symbolic registers are given
/// them when the others are taken.
const SLOT: &str = "_slot";
const SLOTS: u32 = 24;

/// The registers of a machine.
pub(super) fn file<M: Machine>() -> RegisterFile {
    let whole = M::ADDRESS_WIDTH;
    let mut file = RegisterFile::default();
    let spelled = |name: &str| if M::IS_INTEL { name.to_uppercase() } else { name.to_owned() };
    file.register(&spelled(if whole == 64 { "rip" } else { "eip" }), whole, INSTRUCTION_POINTER);
    file.register(&spelled("cs"), 16, SEGMENT);
    for number in 0..M::GENERAL_REGISTERS {
        // The name of the whole register comes first: it is that of the register.
        let widths = [64, 32, 16, 8].into_iter().filter(|width| *width <= whole);
        let register = file.hidden(&spelled(&name(number, whole)), whole);
        for width in widths {
            let (_, parts, stack_pointer) = PARTS[width.ilog2() as usize - 3];
            let class = match (number, width) {
                (STACK_POINTER, _) => stack_pointer,
                // In 32-bit mode, four of the low bytes have no name.
                (4.., 8) if whole == 32 => continue,
                (2, 8) => parts.or(COUNT),
                (..) => parts,
            };
            file.name(&spelled(&name(number, width)), RegisterPart { register, low: 0, width }, class);
        }
        if number < 4 {
            let high = name(number, 8).replace('l', "h");
            file.name(&spelled(&high), RegisterPart { register, low: 8, width: 8 }, PARTS[0].1);
        }
    }
    file.numbered(&spelled("xmm"), M::GENERAL_REGISTERS, 128, VECTOR);
    Flag::ALL.iter().for_each(|(_, name)| _ = file.in_states_only(name, 1));
    let general = (0..M::GENERAL_REGISTERS).filter(|number| *number != STACK_POINTER);
    file.allocate(general.map(|number| nth(FIRST_GENERAL, number)));
    if whole == 32 {
        let first = file.numbered(SLOT, SLOTS, whole, PARTS[2].1);
        file.allocate((0..SLOTS).map(|number| nth(first, number)));
    }
    file
}

/// The name of the low `width` bits of a general-purpose register.
fn name(number: u32, width: Width) -> String {
    match (LETTERS.get(number as usize), width) {
        (Some((_, low_byte)), 8) => (*low_byte).to_owned(),
        (Some((letters, _)), 16) => (*letters).to_owned(),
        (Some((letters, _)), 32) => format!("e{letters}"),
        (Some((letters, _)), _) => format!("r{letters}"),
        (None, 8) => format!("r{number}b"),
        (None, 16) => format!("r{number}w"),
        (None, 32) => format!("r{number}d"),
        (None, _) => format!("r{number}"),
    }
}

/// A status flag; each is a register of one bit, so that an instruction depends on exactly the flags that it reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flag {
    /// The result is zero.
    Zero,
    /// The result is negative.
    Sign,
    /// Unsigned overflow.
    Carry,
    /// Signed overflow.
    Overflow,
    /// The low byte of the result has an even number of ones.
    Parity,
    /// Carry out of the low four bits.
    Adjust,
}

impl Flag {
    /// In the order of states, with their names.
    const ALL: [(Flag, &str); 6] = [
        (Flag::Zero, "zf"),
        (Flag::Sign, "sf"),
        (Flag::Carry, "cf"),
        (Flag::Overflow, "of"),
        (Flag::Parity, "pf"),
        (Flag::Adjust, "af"),
    ];

    /// The register. There are as many vector registers as general-purpose ones.
    pub(super) fn id<M: Machine>(self) -> RegisterId {
        nth(FIRST_GENERAL, 2 * M::GENERAL_REGISTERS + self as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assembly::Architecture;
    use crate::x86::{X86, X86_64};

    fn names_are_right<M: Machine>() {
        let (file, registers) = (M::registers(), M::registers().all());
        for name in file.names_in_states() {
            let part = file.in_states(&name).unwrap_or_else(|| panic!("{name} is not known"));
            assert!(part.low + part.width <= registers[part.register].width, "{name}");
            assert_eq!(file.in_states(&name.to_uppercase()), Some(part));
        }
        for (id, register) in registers.iter_enumerated() {
            let whole = RegisterPart { register: id, low: 0, width: register.width };
            assert_eq!(file.in_states(&register.name), Some(whole), "{}", register.name);
        }
        for (flag, name) in Flag::ALL {
            assert_eq!(file.in_states(name).map(|part| part.register), Some(flag.id::<M>()));
            assert_eq!(file.find(name), None, "no instruction names a flag");
        }
    }

    #[test]
    fn every_name_stands_for_a_part_of_a_register_that_exists() {
        names_are_right::<X86_64>();
        names_are_right::<X86>();
    }

    #[test]
    fn parts_begin_where_the_manual_says() {
        let high = X86_64::registers().in_states("CH").expect("ch");
        assert_eq!((high.register, high.low, high.width), (RCX, 8, 8));
        assert_eq!(X86_64::registers().in_states("ecx").map(|part| (part.low, part.width)), Some((0, 32)));
        assert_eq!(X86_64::registers().in_states("ymm0"), None);
        assert_eq!(X86::registers().in_states("rax"), None);
        assert_eq!(X86::registers().in_states("sil"), None);
    }
}
