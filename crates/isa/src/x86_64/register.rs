//! The registers of x86-64 and the parts of them that have names.
//!
//! States show registers in herd's order: `rip`, `cs`, the sixteen general-purpose registers from `rax` on, `xmm0` to `xmm15`,
//! then the flags. herd reads only 64-bit names, `rip` and `cs` in initial states and conditions; here every name of a part
//! is known there, vector registers and flags too.

use std::sync::LazyLock;

use litmus::RegisterPart;
use program::{IdVec, Register, RegisterId, Width};
use rustc_hash::FxHashMap;

use super::size::Size;

/// Names of the general-purpose registers in the order of states: 64, 32, 16 and 8 bits.
const GENERAL: [[&str; 4]; 16] = [
    ["rax", "eax", "ax", "al"],
    ["rbx", "ebx", "bx", "bl"],
    ["rcx", "ecx", "cx", "cl"],
    ["rdx", "edx", "dx", "dl"],
    ["rsi", "esi", "si", "sil"],
    ["rdi", "edi", "di", "dil"],
    ["rbp", "ebp", "bp", "bpl"],
    ["rsp", "esp", "sp", "spl"],
    ["r8", "r8d", "r8w", "r8b"],
    ["r9", "r9d", "r9w", "r9b"],
    ["r10", "r10d", "r10w", "r10b"],
    ["r11", "r11d", "r11w", "r11b"],
    ["r12", "r12d", "r12w", "r12b"],
    ["r13", "r13d", "r13w", "r13b"],
    ["r14", "r14d", "r14w", "r14b"],
    ["r15", "r15d", "r15w", "r15b"],
];

/// Bits 8 to 15 of the first four registers.
const HIGH_BYTES: [&str; 4] = ["ah", "bh", "ch", "dh"];

const VECTOR: [&str; 16] = [
    "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13",
    "xmm14", "xmm15",
];

const FLAGS: [&str; 6] = ["zf", "sf", "cf", "of", "pf", "af"];

const FIRST_GENERAL: u32 = 2;
const FIRST_VECTOR: u32 = FIRST_GENERAL + GENERAL.len() as u32;
const FIRST_FLAG: u32 = FIRST_VECTOR + VECTOR.len() as u32;

const RIP: RegisterId = RegisterId::from_number(0);
const CS: RegisterId = RegisterId::from_number(1);

/// The registers in the order of states.
pub(super) fn all() -> IdVec<RegisterId, Register> {
    let register = |width: Width| move |name: &str| Register { name: name.to_owned(), width };
    let special = [("rip", 64), ("cs", 16)].map(|(name, width)| register(width)(name));
    let general = GENERAL.iter().map(|names| register(64)(names[0]));
    let vector = VECTOR.into_iter().map(register(128));
    let flags = FLAGS.into_iter().map(register(1));
    special.into_iter().chain(general).chain(vector).chain(flags).collect()
}

/// The names that [`part`] knows.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    let general = (0..4).flat_map(|size| GENERAL.iter().map(move |names| names[size]));
    ["rip", "cs"].into_iter().chain(general).chain(HIGH_BYTES).chain(VECTOR).chain(FLAGS)
}

/// What a name stands for in an initial state or a condition; letter case counts for nothing.
pub(super) fn part(name: &str) -> Option<RegisterPart> {
    let whole = |register, width| RegisterPart { register, low: 0, width };
    let lower = name.to_ascii_lowercase();
    match Named::find(&lower) {
        Some(Named::General(general)) => Some(general.part()),
        Some(Named::Vector(vector)) => Some(whole(vector.id(), 128)),
        Some(Named::Rip) => Some(whole(RIP, 64)),
        Some(Named::Cs) => Some(whole(CS, 16)),
        None => Flag::ALL.iter().find(|flag| FLAGS[**flag as usize] == lower).map(|flag| whole(flag.id(), 1)),
    }
}

/// The registers that symbolic registers are given: all the general-purpose ones but the stack pointer.
pub(super) fn allocatable() -> Vec<RegisterId> {
    (0..16).map(General::id_of).filter(|&id| id != General::STACK_POINTER.part().register).collect()
}

/// A register that instructions can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Named {
    /// A general-purpose register or a part of one.
    General(General),
    /// A vector register.
    Vector(Vector),
    /// The instruction pointer.
    Rip,
    /// The code segment.
    Cs,
}

impl Named {
    /// The register with a name, letter case counting for nothing.
    pub(super) fn find(name: &str) -> Option<Named> {
        static ALL: LazyLock<FxHashMap<&str, Named>> = LazyLock::new(|| Named::all().collect());
        match ALL.get(name) {
            None if name.bytes().any(|byte| byte.is_ascii_uppercase()) => ALL.get(&*name.to_ascii_lowercase()).copied(),
            found => found.copied(),
        }
    }

    /// All of them, with their names.
    fn all() -> impl Iterator<Item = (&'static str, Named)> {
        let sizes = [Size::Quad, Size::Long, Size::Word, Size::Byte];
        let general = |number, size, high| Named::General(General { number, size, high });
        let parts = GENERAL.iter().zip(0..).flat_map(move |(names, number)| {
            names.iter().zip(sizes).map(move |(&name, size)| (name, general(number, size, false)))
        });
        let high_bytes =
            HIGH_BYTES.into_iter().zip(0..).map(move |(name, number)| (name, general(number, Size::Byte, true)));
        let vectors = VECTOR.into_iter().zip(0..).map(|(name, number)| (name, Named::Vector(Vector(number))));
        parts.chain(high_bytes).chain(vectors).chain([("rip", Named::Rip), ("cs", Named::Cs)])
    }
}

/// A general-purpose register or a part of one, as instructions name them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct General {
    /// Below 16, in the order of [`GENERAL`].
    number: u8,
    size: Size,
    /// Bits 8 to 15; then the size is a byte and the number below 4.
    high: bool,
}

impl General {
    const STACK_POINTER: General = General::whole(7);
    /// The shift count.
    pub(super) const CL: General = General { number: 2, size: Size::Byte, high: false };

    const fn whole(number: u8) -> General {
        General { number, size: Size::Quad, high: false }
    }

    const fn id_of(number: u8) -> RegisterId {
        RegisterId::from_number(FIRST_GENERAL + number as u32)
    }

    /// The part of the same register with another size.
    pub(super) fn resized(self, size: Size) -> General {
        General { number: self.number, size, high: false }
    }

    /// Whether it is a part of `rsp`.
    pub(super) fn is_stack_pointer(self) -> bool {
        self.number == General::STACK_POINTER.number
    }

    /// How many bits it has, as a size.
    pub(super) fn size(self) -> Size {
        self.size
    }

    /// The bits it stands for.
    pub(super) fn part(self) -> RegisterPart {
        let low = if self.high { 8 } else { 0 };
        RegisterPart { register: General::id_of(self.number), low, width: self.size.bits() }
    }

    /// Its name in lower case, without a sigil.
    pub(super) fn name(self) -> &'static str {
        if self.high {
            return HIGH_BYTES[usize::from(self.number)];
        }
        let column = match self.size {
            Size::Quad => 0,
            Size::Long => 1,
            Size::Word => 2,
            Size::Byte => 3,
        };
        GENERAL[usize::from(self.number)][column]
    }
}

/// The registers that instructions use without naming them.
pub(super) mod implicit {
    use super::{General, RegisterId};

    /// The accumulator.
    pub(in super::super) const RAX: RegisterId = General::id_of(0);
    /// Lower half of the new value of `cmpxchg8b` and `cmpxchg16b`.
    pub(in super::super) const RBX: RegisterId = General::id_of(1);
    /// Upper half of the new value of `cmpxchg8b` and `cmpxchg16b`.
    pub(in super::super) const RCX: RegisterId = General::id_of(2);
    /// Upper half of the old value of `cmpxchg8b` and `cmpxchg16b`; what `cqto` fills with the sign.
    pub(in super::super) const RDX: RegisterId = General::id_of(3);
}

/// A vector register, its low 128 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Vector(u8);

impl Vector {
    /// The register.
    pub(super) fn id(self) -> RegisterId {
        RegisterId::from_number(FIRST_VECTOR + u32::from(self.0))
    }

    /// Its name, without a sigil.
    pub(super) fn name(self) -> &'static str {
        VECTOR[usize::from(self.0)]
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
    /// In the order of [`FLAGS`].
    const ALL: [Flag; 6] = [Flag::Zero, Flag::Sign, Flag::Carry, Flag::Overflow, Flag::Parity, Flag::Adjust];

    /// The register.
    pub(super) fn id(self) -> RegisterId {
        RegisterId::from_number(FIRST_FLAG + self as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_stands_for_a_part_of_a_register_that_exists() {
        let registers = all();
        for name in names() {
            let part = part(name).unwrap_or_else(|| panic!("{name} is not known"));
            assert!(part.low + part.width <= registers[part.register].width, "{name}");
            assert_eq!(super::part(&name.to_uppercase()), Some(part));
        }
        for (id, register) in registers.iter_enumerated() {
            let whole = RegisterPart { register: id, low: 0, width: register.width };
            assert_eq!(part(&register.name), Some(whole), "{}", register.name);
        }
    }

    #[test]
    fn names_of_parts_are_read_back() {
        for name in names() {
            match Named::find(name) {
                Some(Named::General(general)) => assert_eq!(general.name(), name),
                Some(Named::Vector(vector)) => assert_eq!(vector.name(), name),
                Some(Named::Rip | Named::Cs) | None => {}
            }
        }
    }

    #[test]
    fn the_high_bytes_start_at_bit_8() {
        let high = part("CH").expect("ch");
        assert_eq!((high.register, high.low, high.width), (implicit::RCX, 8, 8));
        assert_eq!(part("ecx").map(|part| (part.low, part.width)), Some((0, 32)));
        assert_eq!(part("ymm0"), None);
    }
}
