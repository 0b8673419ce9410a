//! RISC-V: the litmus tests of RV64 and RV32, in the assembly that herd reads and that compilers write.
//!
//! - `table` lists the forms: the base integer instructions, M, A (with Zacas and Zabha), the loads and stores with acquire and release of
//!   Zalasr, and the pseudo-instructions of the assembly programmer's manual.
//! - `lower` gives instructions their meaning.
//!
//! Source: The RISC-V Instruction Set Manual, volume I (unprivileged), and the RISC-V Assembly Programmer's Manual.
//!
//! Against herd: names of registers of the ABI are read in all places (`a0` is `x10`); fences of input and output order memory
//! as far as they name it; `li` takes any number of 64 bits. RV32 is the same language with registers of 32 bits, for tests that say
//! `Variant=rv32`; herd has RV64 only.

mod lower;
mod table;
#[cfg(test)]
mod tests;

use litmus::inline::{InlineAssembly, RegisterForm, numbered};
use litmus::{Descriptor, LoweringContext, RegisterPart};
use program::{BlockBuilder, MixedSizes, RegisterId, Width};
use source::Diagnostic;

use crate::assembly::address::AddressSyntax;
use crate::assembly::lower::Reservation;
use crate::assembly::operand::Instruction;
use crate::assembly::reader::Syntax;
use crate::assembly::register::{Classes, RegisterFile, nth};
use crate::assembly::{Architecture, made_once};

use table::Operation;

/// The assembly language of RV64.
#[derive(Clone, Copy, Debug, Default)]
pub struct RiscV;

/// The assembly language of RV32.
#[derive(Clone, Copy, Debug, Default)]
pub struct RiscV32;

/// RV64 whose atomic operations (AMOs) are each one event that reads and writes, as herd7 has them and its own model files expect.
#[derive(Clone, Copy, Debug, Default)]
pub struct RiscVWithWholeAmos;

/// The machines: they differ in the width of addresses, which is that of registers, and in how many events an atomic operation is.
trait Machine: Architecture<Operation = Operation> {
    /// Whether an atomic operation is one event.
    const HAS_WHOLE_AMOS: bool = false;
}

impl Machine for RiscV {}

impl Machine for RiscV32 {}

impl Machine for RiscVWithWholeAmos {
    const HAS_WHOLE_AMOS: bool = true;
}

/// `x1` to `x31`.
const X: Classes = Classes::only(0);
/// `x0`: reads as 0, ignores writes. Neither is an event.
const ZERO: Classes = Classes::only(1);

const FIRST: RegisterId = RegisterId::from_number(0);
/// The return address.
const RA: RegisterId = nth(FIRST, 1);
/// What `lr` reserved.
const fn reservation<M: Machine>() -> Reservation {
    Reservation { register: nth(FIRST, 32), address_width: M::ADDRESS_WIDTH }
}

/// The names of the ABI, from `x0` on.
const ABI: [&str; 32] = [
    "zero", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "s0", "s1", "a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "s2",
    "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6",
];

fn file<M: Machine>() -> RegisterFile {
    let (mut file, bits) = (RegisterFile::default(), M::ADDRESS_WIDTH);
    // No instruction reads or writes it; it is there because conditions may name it.
    let zero = file.hidden("x0", bits);
    file.zero("x0", bits, ZERO, Some(RegisterPart { register: zero, low: 0, width: bits }));
    (1..32).for_each(|number| _ = file.register(&format!("x{number}"), bits, X));
    ABI.iter().enumerate().for_each(|(number, name)| file.alias(name, &format!("x{number}")));
    file.alias("fp", "x8");
    file.hidden("Res", reservation::<M>().width());
    // The link register, and the pointers to the stack and to what is global, are left alone.
    file.allocate((5..32).map(|number| nth(FIRST, number)));
    file
}

/// Programs have 64 bits.
static INLINE: InlineAssembly = InlineAssembly {
    family: |word| {
        let number = numbered(word, 'x', 31).filter(|number| *number > 0)?;
        Some((format!("x{number}"), RegisterForm::Full))
    },
    spell: |family, _| family.to_owned(),
    clobber: |family| family.to_owned(),
    reserved: &["x1", "x2", "x3", "x4", "x8"],
    spare: &["x28", "x29", "x30", "x31", "x18", "x19", "x20", "x21", "x22"],
    load: |register, offset| format!("ld {register},{offset}(%[c])"),
    store: |register, offset| format!("sd {register},{offset}(%[c])"),
    base: "r",
    flags: &[],
    escapes_percent: false,
    names_locations: false,
    options: "-march=rv64gc",
};

/// The two languages, but for their descriptors.
macro_rules! machine {
    ($machine:ident, $width:expr, $sample:literal) => {
        impl Syntax for $machine {
            const LINE_COMMENTS: &'static [&'static str] = &["#"];
            const NUMBER_SIGIL: &'static str = "";
        }

        impl Architecture for $machine {
            type Operation = Operation;

            const DESCRIPTOR: &'static Descriptor = &Descriptor {
                name: "RISCV",
                sample: include_str!($sample),
                default_model: arch::riscv::RISCV.default_model,
                inline_assembly: Some(&INLINE),
            };
            const ADDRESSES: AddressSyntax = AddressSyntax::Parentheses;
            const SYMBOLIC: Classes = X;
            const ADDRESS_WIDTH: Width = $width;
            const TAGS: &'static [&'static str] = lower::TAGS;
            const ABSENT_TAGS: &'static [&'static str] = &["Sc"];

            made_once!($machine: file::<$machine>, table::rows::<$machine>);

            fn mixed_sizes(&self) -> Option<MixedSizes> {
                Some(lower::MIXED_SIZES)
            }

            fn lower(
                &self,
                instruction: &Instruction<Self>,
                context: &LoweringContext<'_>,
                block: &mut BlockBuilder,
            ) -> Result<(), Diagnostic> {
                lower::instruction(instruction, context, block)
            }
        }
    };
}

machine!(RiscV, 64, "sample.litmus");
machine!(RiscV32, 32, "sample32.litmus");
machine!(RiscVWithWholeAmos, 64, "sample.litmus");
