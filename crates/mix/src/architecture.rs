//! What mixing has to know of an architecture: its procedure-call standard, how its assembly text differs from that of litmus tests, and a few
//! instructions to put pieces together with. What instructions mean is the business of `isa`.
//!
//! Each architecture is a [`Dialect`] in a module of its own, which names its procedure-call standard.

mod aarch64;
mod arm;
pub(crate) mod facts;
mod loongarch;
mod mips;
mod power;
mod riscv;
mod s390x;
mod x86;
mod x86_64;

use std::collections::BTreeSet;

use execution::Visible;
use litmus::Language;

use crate::object::Disassembler;
use crate::structure::PassingRegisters;

use facts::{Facts, MachineFacts};

/// An architecture that pieces are compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Architecture {
    /// Armv8-A and later, 64-bit.
    AArch64,
    /// 32-bit Arm, versions 7 and 8: A32 and T32.
    Arm,
    /// LoongArch with 64 bits, LP64 calls.
    LoongArch,
    /// MIPS with 64 bits, little-endian, n64 calls.
    Mips,
    /// Power with 64 bits, little-endian, ELFv2 calls.
    Power,
    /// RISC-V with 64 bits.
    RiscV,
    /// z/Architecture.
    S390x,
    /// x86 with 32 bits, System V calls.
    X86,
    /// x86 with 64 bits, System V calls.
    X86_64,
}

/// A kind of machine that code runs on, as far as models distinguish machines of one architecture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Machine {
    architecture: Architecture,
    /// Its place among the machines of its architecture, the weakest first.
    number: u8,
}

impl Machine {
    /// All.
    pub fn all() -> impl Iterator<Item = Machine> {
        Architecture::ALL.into_iter().flat_map(Architecture::machines)
    }

    /// The architecture that it is of.
    pub fn architecture(self) -> Architecture {
        self.architecture
    }

    /// What reports call it, where machines of its architecture are distinguished.
    pub fn name(self) -> Option<&'static str> {
        self.facts().name
    }

    /// The model that judges what runs on it, where none is named.
    pub fn model(self) -> &'static str {
        self.facts().model
    }

    fn facts(self) -> &'static MachineFacts {
        &self.architecture.facts().machines[usize::from(self.number)]
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
    /// What results are given in. Where that is one register, wider numbers are not passed in registers either.
    pub(crate) results: &'static [&'static str],
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

/// What an instruction is of a loop of a load and a store under its reservation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reserved {
    /// The load; the register that it writes.
    Load(String),
    /// The store.
    Store,
    /// A branch on whether the store succeeded.
    Branch,
    /// A barrier that waits for branches before it.
    Wait,
    /// None of these.
    Other,
}

/// How the assembly of an architecture is written: what of compilers' output is no instruction of a litmus test, and the instructions of glue
/// and of mapping tables.
pub(crate) trait Dialect: Sync {
    /// Its facts.
    fn facts(&self) -> &'static Facts;

    /// The procedure-call standard.
    fn convention(&self) -> &'static Convention;

    /// Whether this is its name, or the first part of a target triple for it.
    fn is_called(&self, name: &str) -> bool {
        let facts = self.facts();
        name == facts.name || name == facts.word || facts.also_called.contains(&name)
    }

    /// What decodes its objects, where something does.
    fn disassembler(&self) -> Option<Disassembler> {
        None
    }

    /// Where parameters of structures are passed, as far as that is followed.
    fn passing(&self) -> Option<&'static PassingRegisters> {
        None
    }

    /// The extension that an attribute of an assembly file says its code needs, where no instruction shows it.
    fn extension_of_attribute(&self, attribute: &str) -> Option<&'static str> {
        let _ = attribute;
        None
    }

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

    /// What an instruction is of a loop of a load and a store under its reservation, where a barrier behind it waits for the load: see `ingest::confirmed`.
    fn reserved(&self, instruction: &str) -> Reserved {
        let _ = instruction;
        Reserved::Other
    }

    /// A branch to `label`, taken or not, that depends on a register.
    fn wait_for(&self, register: &str, label: &str) -> Vec<String> {
        let _ = (register, label);
        Vec::new()
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
    pub const ALL: [Architecture; 9] = [
        Architecture::AArch64,
        Architecture::Arm,
        Architecture::LoongArch,
        Architecture::Mips,
        Architecture::Power,
        Architecture::RiscV,
        Architecture::S390x,
        Architecture::X86,
        Architecture::X86_64,
    ];

    /// What is known of it.
    pub(crate) fn dialect(self) -> &'static dyn Dialect {
        match self {
            Architecture::AArch64 => &aarch64::AArch64,
            Architecture::Arm => &arm::Arm,
            Architecture::LoongArch => &loongarch::LoongArch,
            Architecture::Mips => &mips::Mips,
            Architecture::Power => &power::Power,
            Architecture::RiscV => &riscv::RiscV,
            Architecture::S390x => &s390x::S390x,
            Architecture::X86 => &x86::X86,
            Architecture::X86_64 => &x86_64::X86_64,
        }
    }

    pub(crate) fn facts(self) -> &'static Facts {
        self.dialect().facts()
    }

    pub(crate) fn convention(self) -> &'static Convention {
        self.dialect().convention()
    }

    /// The word that begins a litmus test.
    pub fn word(self) -> &'static str {
        self.facts().word
    }

    /// The name that profiles have for it, which is that of target triples.
    pub fn name(self) -> &'static str {
        self.facts().name
    }

    /// The target triple of Linux, without a vendor.
    pub fn triple(self) -> &'static str {
        self.facts().triple
    }

    /// The architecture of a name or a target triple.
    pub fn find(name: &str) -> Option<Architecture> {
        let first = name.split('-').next().unwrap_or_default();
        Architecture::ALL.into_iter().find(|architecture| architecture.dialect().is_called(first))
    }

    /// Its machines, the weakest first.
    pub fn machines(self) -> impl Iterator<Item = Machine> {
        (0..).zip(self.facts().machines).map(move |(number, _)| Machine { architecture: self, number })
    }

    /// The machine that all code runs on which needs these extensions.
    pub fn machine(self, extensions: &BTreeSet<&'static str>) -> Machine {
        let asks = |machine: &Machine| machine.facts().extension.is_some_and(|needed| extensions.contains(needed));
        self.machines().find(asks).unwrap_or(Machine { architecture: self, number: 0 })
    }

    /// What the shipped models of its machines are shown: `aarch64` and `aarch32` work dependencies out from register accesses.
    pub(crate) fn views(self) -> &'static [Visible] {
        self.facts().views
    }

    /// Whether memory of so many bits is two cells in combined tests. It is where no instruction accesses 128 bits. Those of Power and of x86-64 are one access (with
    /// AVX, manuals say so of plain loads and stores too: Intel SDM, volume 3, 9.1.1), and so are those of AArch64 under [`Architecture::variant`].
    pub(crate) fn is_halved(self, width: u16) -> bool {
        width > self.facts().widest_access
    }

    /// An extension that machines are distinguished by.
    pub(crate) fn extension(self, name: &str) -> Option<&'static str> {
        self.facts().machines.iter().filter_map(|machine| machine.extension).find(|known| *known == name)
    }

    /// The extensions that an attribute of an assembly file says its code needs, where no instruction shows it.
    pub(crate) fn extension_of_attribute(self, attribute: &str) -> Option<&'static str> {
        self.dialect().extension_of_attribute(attribute)
    }

    /// Whether functions of integers and pointers are called as on x86-64 but for the registers' names: with 64 bits, and narrow integers not extended by who
    /// passes them.
    pub(crate) fn takes_host_calls(self) -> bool {
        self.facts().takes_host_calls
    }

    /// Options for a compiler that keep out of the code what pieces have no use for.
    pub(crate) fn plain_code(self) -> &'static [&'static str] {
        self.facts().plain_code
    }

    /// The variant that its tests ask for; `has_wide` says whether there are locations of 128 bits.
    ///
    /// 32-bit Arm: code for Armv7VE and Armv8 reads 64 bits by `LDRD`, which is one access where there is the Large Physical Address
    /// Extension; no compiler relies on that where it does not know of the extension. AArch64: exclusive pairs and `CASP` access 128 bits as a whole. Plain pairs do
    /// so with FEAT_LSE2, which code for Armv8.4 relies on; other code has them only to begin a loop with that ends in an access of the whole.
    pub(crate) fn variant(self, has_wide: bool) -> Option<&'static str> {
        self.facts().variants[usize::from(has_wide)]
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
}

/// The mnemonic in lower case, and the operands.
fn parts(instruction: &str) -> (String, &str) {
    let (mnemonic, operands) = instruction.split_once(char::is_whitespace).unwrap_or((instruction, ""));
    (mnemonic.to_ascii_lowercase(), operands.trim())
}
