//! What mixing has to know of an architecture: its procedure-call standard, how its assembly text differs from that of litmus tests, and a few
//! instructions to put pieces together with. What instructions mean is the business of `isa`.
//!
//! Each architecture is a [`Dialect`] in a module of its own, which names its procedure-call standard.

mod aarch64;
mod arm;
mod mips;
mod power;
mod riscv;
mod x86;
mod x86_64;

use std::collections::BTreeSet;

use execution::Visible;
use litmus::Language;

/// An architecture that pieces are compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Architecture {
    /// Armv8-A and later, 64-bit.
    AArch64,
    /// 32-bit Arm, versions 7 and 8: A32 and T32.
    Arm,
    /// MIPS with 64 bits, little-endian, n64 calls.
    Mips,
    /// Power with 64 bits, little-endian, ELFv2 calls.
    Power,
    /// RISC-V with 64 bits.
    RiscV,
    /// x86 with 32 bits, System V calls.
    X86,
    /// x86 with 64 bits, System V calls.
    X86_64,
}

/// A kind of machine that code runs on, as far as models distinguish machines of one architecture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Machine {
    /// Armv8-A in AArch64 state.
    AArch64,
    /// Armv7-A.
    ArmV7,
    /// Armv8-A in AArch32 state. It runs what Armv7-A runs.
    ArmV8,
    /// MIPS.
    Mips,
    /// Power.
    Power,
    /// RISC-V with its weak memory model.
    RiscV,
    /// RISC-V with the extension Ztso.
    RiscVTotalStoreOrder,
    /// x86 in 32-bit mode.
    X86,
    /// x86-64.
    X86_64,
}

impl Machine {
    /// All.
    pub const ALL: [Machine; 9] = [
        Machine::AArch64,
        Machine::ArmV7,
        Machine::ArmV8,
        Machine::Mips,
        Machine::Power,
        Machine::RiscV,
        Machine::RiscVTotalStoreOrder,
        Machine::X86,
        Machine::X86_64,
    ];

    /// The architecture that it is of.
    pub fn architecture(self) -> Architecture {
        match self {
            Machine::AArch64 => Architecture::AArch64,
            Machine::ArmV7 | Machine::ArmV8 => Architecture::Arm,
            Machine::Mips => Architecture::Mips,
            Machine::Power => Architecture::Power,
            Machine::RiscV | Machine::RiscVTotalStoreOrder => Architecture::RiscV,
            Machine::X86 => Architecture::X86,
            Machine::X86_64 => Architecture::X86_64,
        }
    }

    /// What reports call it, where machines of its architecture are distinguished.
    pub fn name(self) -> Option<&'static str> {
        match self {
            Machine::ArmV7 => Some("Armv7-A"),
            Machine::ArmV8 => Some("Armv8-A in AArch32 state"),
            Machine::RiscV => Some("RISC-V without Ztso"),
            Machine::RiscVTotalStoreOrder => Some("RISC-V with Ztso"),
            Machine::AArch64 | Machine::Mips | Machine::Power | Machine::X86 | Machine::X86_64 => None,
        }
    }

    /// The model that judges what runs on it, where none is named.
    pub fn model(self) -> &'static str {
        match self {
            Machine::AArch64 => "aarch64",
            Machine::ArmV7 => "arm",
            Machine::ArmV8 => "aarch32",
            Machine::Mips => "mips",
            Machine::Power => "power",
            Machine::RiscV => "rvwmo",
            Machine::RiscVTotalStoreOrder => "ztso",
            Machine::X86 | Machine::X86_64 => "x86tso",
        }
    }
}

/// The registers of a procedure call, by the names of `isa`.
#[derive(Debug)]
pub(crate) struct Convention {
    /// How many bits a register has.
    pub(crate) word: u16,
    /// What arguments are passed in, in order.
    pub(crate) arguments: &'static [&'static str],
    /// Whether an argument of two registers begins with an even one.
    pub(crate) pairs_are_even: bool,
    /// How far above the stack pointer the arguments begin that have no register, in bytes; none where such arguments are not followed.
    pub(crate) stack_arguments: Option<i64>,
    /// What results are given in.
    pub(crate) results: [&'static str; 2],
    /// What a function must leave as it was.
    pub(crate) preserved: &'static [&'static str],
    /// The register with the return address, where it is one: a function may change it when it has read it.
    pub(crate) link: Option<&'static str>,
    /// The stack pointer.
    pub(crate) stack_pointer: &'static str,
    /// What glue may use, the preferred ones first.
    pub(crate) glue: &'static [&'static str],
}

/// What a line of assembly does to the flow of control between functions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    /// The function ends.
    Return,
    /// The function ends when a condition holds: a branch, up to its target.
    ReturnIf(String),
    /// The function ends when these instructions are done; all of that is passed over when a branch is taken, which is given up to its
    /// target.
    ReturnAfter {
        /// The instructions.
        restore: Vec<String>,
        /// The branch, where there is one.
        unless: Option<String>,
    },
    /// A call of a function outside.
    Call(String),
    /// A jump to a function outside, which returns in place of this one.
    TailCall(String),
    /// Nothing: it marks or pads.
    Nothing,
    /// Something else, as litmus tests write it; one line or several.
    Instructions(Vec<String>),
}

/// How the assembly of an architecture is written: what of compilers' output is no instruction of a litmus test, and the instructions of glue
/// and of mapping tables.
pub(crate) trait Dialect: Sync {
    /// The procedure-call standard.
    fn convention(&self) -> &'static Convention;

    /// What begins a comment that goes to the end of the line.
    fn comment(&self) -> &'static str;

    /// What an instruction of a compiler's output is. `is_local` recognises the labels of its function.
    fn flow(&self, instruction: &str, is_local: &dyn Fn(&str) -> bool) -> Flow;

    /// Whether the instruction behind this one is executed before this one goes on elsewhere, where a directive forbids the assembler to reorder.
    fn has_delay_slot(&self, instruction: &str) -> bool {
        let _ = instruction;
        false
    }

    /// A register copied. Symbolic registers are `%name`, here and below.
    fn copy(&self, to: &str, from: &str) -> String;

    /// A register set to a number; none when one instruction cannot hold it.
    fn constant(&self, to: &str, number: u64) -> Option<String>;

    /// The low `width` bits of a register copied, the others becoming 0, or copies of the highest one of them when `is_signed`. None where there is
    /// no such instruction.
    fn copy_low(&self, to: &str, from: &str, width: u16, is_signed: bool) -> Option<Vec<String>>;

    /// What clears the bits of a register that a result of `width` bits leaves open, where these may be those of an address: these have no values in tests.
    fn clear_above_result(&self, register: &str, width: u16) -> Option<String> {
        let _ = (register, width);
        None
    }

    /// One read in place of two instructions that read the halves of what is at an address into two registers; none for other instructions. It may use a register that compilers do not.
    fn read_as_whole(&self, first: &str, second: &str) -> Option<Vec<String>> {
        let _ = (first, second);
        None
    }

    /// The instruction with a register in place of its operand in memory, where any instruction takes either; none where it has none, or where it does more to
    /// memory than to read and write.
    fn with_operand_in_register(&self, instruction: &str, register: &str) -> Option<String> {
        let _ = (instruction, register);
        None
    }

    /// A register that is wider than a general-purpose one set to what two of these hold, the low half first; none where there is no such instruction.
    fn join(&self, to: &str, halves: [&str; 2]) -> Option<Vec<String>> {
        let _ = (to, halves);
        None
    }

    /// The low two words of such a register copied to two general-purpose ones, the low half first.
    fn divide(&self, to: [&str; 2], from: &str) -> Option<Vec<String>> {
        let _ = (to, from);
        None
    }

    /// A jump.
    fn jump(&self, label: &str) -> String;

    /// A jump where the low 32 bits of a result are 0, or are not.
    fn branch(&self, register: &str, when_zero: bool, label: &str) -> Vec<String> {
        // A condition is an `int`, which whole registers hold with copies of its sign.
        vec![format!("{} {register},{label}", if when_zero { "beqz" } else { "bnez" })]
    }

    /// The extension that an instruction needs: code with different ones may not meet on one machine, or another model judges it.
    fn extension_of(&self, instruction: &str) -> Option<&'static str> {
        let _ = instruction;
        None
    }

    /// The name of the part of a register that holds a value of `width` bits.
    fn sized(&self, register: &str, width: u16) -> String {
        let _ = width;
        register.to_owned()
    }

    /// What stands for `{s}` in mapping tables: the letters that instructions have for a size.
    fn suffix(&self, width: u16) -> &'static str {
        match width {
            8 => "b",
            16 => "h",
            32 => "w",
            _ => "d",
        }
    }

    /// The registers that stand for words of mapping tables where arguments do not: for numbers, results and scratch; low and high half. Pairs begin
    /// with an even one.
    fn scratch(&self, word: &str) -> Option<(&'static str, &'static str)>;

    /// Whether two values of `width` bits are equal, as 1 or 0 in `to`; bits above the width count for nothing. Values are given by their registers,
    /// the low half first, twice the same where there is one. None where tables cannot say so.
    fn equal(&self, to: &str, left: (&str, &str), right: (&str, &str), width: u16) -> Option<Vec<String>>;
}

impl Architecture {
    /// All.
    pub const ALL: [Architecture; 7] = [
        Architecture::AArch64,
        Architecture::Arm,
        Architecture::Mips,
        Architecture::Power,
        Architecture::RiscV,
        Architecture::X86,
        Architecture::X86_64,
    ];

    /// The word that begins a litmus test.
    pub fn word(self) -> &'static str {
        match self {
            Architecture::AArch64 => "AArch64",
            Architecture::Arm => "ARM",
            Architecture::Mips => "MIPS",
            Architecture::Power => "PPC",
            Architecture::RiscV => "RISCV",
            Architecture::X86 => "X86",
            Architecture::X86_64 => "X86_64",
        }
    }

    /// The name that profiles have for it, which is that of target triples.
    pub fn name(self) -> &'static str {
        match self {
            Architecture::AArch64 => "aarch64",
            Architecture::Arm => "arm",
            Architecture::Mips => "mips64el",
            Architecture::Power => "powerpc64le",
            Architecture::RiscV => "riscv64",
            Architecture::X86 => "i686",
            Architecture::X86_64 => "x86_64",
        }
    }

    /// The target triple of Linux, without a vendor.
    pub fn triple(self) -> &'static str {
        match self {
            Architecture::AArch64 => "aarch64-linux-gnu",
            Architecture::Arm => "arm-linux-gnueabihf",
            Architecture::Mips => "mips64el-linux-gnuabi64",
            Architecture::Power => "powerpc64le-linux-gnu",
            Architecture::RiscV => "riscv64-linux-gnu",
            Architecture::X86 => "i686-linux-gnu",
            Architecture::X86_64 => "x86_64-linux-gnu",
        }
    }

    /// The architecture of a name or a target triple.
    pub fn find(name: &str) -> Option<Architecture> {
        match name.split('-').next().unwrap_or_default() {
            "aarch64" | "arm64" | "AArch64" => Some(Architecture::AArch64),
            "mips64el" => Some(Architecture::Mips),
            "powerpc64le" | "ppc64le" => Some(Architecture::Power),
            "riscv64" => Some(Architecture::RiscV),
            "i386" | "i486" | "i586" | "i686" | "X86" => Some(Architecture::X86),
            "x86_64" | "amd64" | "X86_64" => Some(Architecture::X86_64),
            // `armv7a`, `thumbv8a`; those that end in `eb` are big-endian.
            other if (other.starts_with("arm") || other.starts_with("thumb")) && !other.ends_with("eb") => {
                Some(Architecture::Arm)
            }
            _ => None,
        }
    }

    /// The machine that all code runs on which needs these extensions.
    pub fn machine(self, extensions: &BTreeSet<&'static str>) -> Machine {
        match self {
            Architecture::AArch64 => Machine::AArch64,
            Architecture::Arm if extensions.contains(arm::VERSION_8) => Machine::ArmV8,
            Architecture::Arm => Machine::ArmV7,
            Architecture::Mips => Machine::Mips,
            Architecture::Power => Machine::Power,
            Architecture::RiscV if extensions.contains(riscv::TOTAL_STORE_ORDER) => Machine::RiscVTotalStoreOrder,
            Architecture::RiscV => Machine::RiscV,
            Architecture::X86 => Machine::X86,
            Architecture::X86_64 => Machine::X86_64,
        }
    }

    /// What the shipped models of its machines are shown: `aarch64` and `aarch32` work dependencies out from register accesses.
    pub(crate) fn views(self) -> &'static [Visible] {
        match self {
            Architecture::AArch64 => &[Visible::All],
            Architecture::Arm => &[Visible::NoRegisters, Visible::All],
            Architecture::Mips
            | Architecture::Power
            | Architecture::RiscV
            | Architecture::X86
            | Architecture::X86_64 => &[Visible::NoRegisters],
        }
    }

    /// Whether memory of so many bits is two cells in combined tests. It is where no instruction accesses 128 bits. Those of Power and of x86-64 are one access (with
    /// AVX, manuals say so of plain loads and stores too: Intel SDM, volume 3, 9.1.1), and so are those of AArch64 under [`Architecture::variant`].
    pub(crate) fn is_halved(self, width: u16) -> bool {
        match self {
            Architecture::AArch64 | Architecture::Power | Architecture::X86_64 => false,
            Architecture::Arm | Architecture::Mips | Architecture::RiscV | Architecture::X86 => width > 64,
        }
    }

    /// An extension that machines are distinguished by.
    pub(crate) fn extension(self, name: &str) -> Option<&'static str> {
        let known = match self {
            Architecture::Arm => arm::VERSION_8,
            Architecture::RiscV => riscv::TOTAL_STORE_ORDER,
            Architecture::AArch64
            | Architecture::Mips
            | Architecture::Power
            | Architecture::X86
            | Architecture::X86_64 => return None,
        };
        (name == known).then_some(known)
    }

    /// The extensions that an attribute of an assembly file says its code needs, where no instruction shows it.
    pub(crate) fn extension_of_attribute(self, attribute: &str) -> Option<&'static str> {
        match self {
            Architecture::RiscV => riscv::extension_of_attribute(attribute),
            Architecture::AArch64
            | Architecture::Arm
            | Architecture::Mips
            | Architecture::Power
            | Architecture::X86
            | Architecture::X86_64 => None,
        }
    }

    /// Whether functions of integers and pointers are called as on x86-64 but for the registers' names: with 64 bits, and narrow integers not extended by who
    /// passes them.
    pub(crate) fn takes_host_calls(self) -> bool {
        match self {
            Architecture::AArch64 | Architecture::X86_64 => true,
            Architecture::Arm | Architecture::Mips | Architecture::Power | Architecture::RiscV | Architecture::X86 => {
                false
            }
        }
    }

    /// Options for a compiler that keep out of the code what pieces have no use for.
    pub(crate) fn plain_code(self) -> &'static [&'static str] {
        match self {
            Architecture::AArch64 => &["-mbranch-protection=none"],
            Architecture::Arm | Architecture::Mips | Architecture::Power | Architecture::RiscV => &[],
            // Position-independent code would call a function to know where it is.
            Architecture::X86 => &["-fcf-protection=none", "-fno-pic"],
            Architecture::X86_64 => &["-fcf-protection=none"],
        }
    }

    /// The variant that its tests ask for.
    ///
    /// 32-bit Arm: code for Armv7VE and Armv8 reads 64 bits by `LDRD`, which is one access where there is the Large Physical Address
    /// Extension; no compiler relies on that where it does not know of the extension. AArch64: `has_wide` says whether there are locations of 128 bits.
    /// Exclusive pairs and `CASP` access them as a whole. Plain pairs do so with FEAT_LSE2, which code for Armv8.4 relies on; other code has them only to
    /// begin a loop with that ends in an access of the whole.
    pub(crate) fn variant(self, has_wide: bool) -> Option<&'static str> {
        match self {
            Architecture::Arm => Some("LPAE"),
            Architecture::AArch64 => has_wide.then_some("LSE2"),
            Architecture::Mips
            | Architecture::Power
            | Architecture::RiscV
            | Architecture::X86
            | Architecture::X86_64 => None,
        }
    }

    /// The language of its tests.
    ///
    /// # Panics
    /// Never: `isa` has all of them.
    pub fn language(self) -> &'static dyn Language {
        self.language_under(self.variant(false))
    }

    /// Its language on the machine that a variant chooses, if it is given.
    pub(crate) fn language_under(self, variant: Option<&str>) -> &'static dyn Language {
        let found = isa::language_under(self.word(), variant);
        found.unwrap_or_else(|| panic!("no language {}", self.word()))
    }

    pub(crate) fn dialect(self) -> &'static dyn Dialect {
        match self {
            Architecture::AArch64 => &aarch64::AArch64,
            Architecture::Arm => &arm::Arm,
            Architecture::Mips => &mips::Mips,
            Architecture::Power => &power::Power,
            Architecture::RiscV => &riscv::RiscV,
            Architecture::X86 => &x86::X86,
            Architecture::X86_64 => &x86_64::X86_64,
        }
    }

    pub(crate) fn convention(self) -> &'static Convention {
        self.dialect().convention()
    }
}

/// The mnemonic in lower case, and the operands.
fn parts(instruction: &str) -> (String, &str) {
    let (mnemonic, operands) = instruction.split_once(char::is_whitespace).unwrap_or((instruction, ""));
    (mnemonic.to_ascii_lowercase(), operands.trim())
}
