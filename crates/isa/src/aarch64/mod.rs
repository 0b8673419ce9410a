//! AArch64: the litmus tests of Arm's 64-bit architecture, in A64 assembly as herd reads it and as compilers write it.
//!
//! - `table` lists the mnemonics. Adding an instruction begins there.
//! - `reader` and `parse` read the text, `operand`, `kind` and `instruction` hold it, [`print`] prints it.
//! - `lower` gives it its meaning.
//!
//! Source: Arm Architecture Reference Manual for A-profile (DDI 0487), section C6.2, and for the events of an instruction and
//! the dependencies between them herd, whose model of Arm memory computes dependencies from them.
//!
//! Against herd: instructions that compilers emit for C atomics and herd does not know are read (`CCMP`, `CLREX`, `ADC`, `ADRP`,
//! `SWPP`, ...); 32-bit registers are the low halves of 64-bit ones everywhere, in `CBZ` too; extended operands are extended
//! first and shifted afterwards; `CSET X0,GE` means what it says (herd takes `GT` for the inverse of `GE`); `RET` without a call ends
//! the thread. The encoding of an instruction, read as data, is a value equal to itself
//! only. Vectors, translation tables, writes to code, memory tags, exceptions, pointer authentication and capabilities
//! are refused by name.

mod instruction;
mod kind;
mod lower;
mod operand;
mod parse;
mod print;
mod reader;
mod register;
mod table;
#[cfg(test)]
mod tests;

use std::sync::{Arc, LazyLock};

use litmus::{Assembly, CodeText, LoweringContext, Mention, RegisterPart};
use program::{BlockBuilder, IdVec, Register, RegisterId, Width};
use source::{Cursor, Diagnostic};

use crate::put::Put;

pub use instruction::Instruction;
use lower::{Machine, Pairs};

/// How many bits an address has.
const ADDRESS_WIDTH: Width = 64;

/// The A64 assembly language. Pairs of registers are accessed as two elements, each by an access of its own, as herd has it.
#[derive(Clone, Copy, Debug, Default)]
pub struct AArch64;

/// The same language on a machine that accesses a pair of registers as a whole: both elements of `LDP`, `STP`, `LDXP`, `STXP`, `CASP`
/// and their like are one access of twice the size. FEAT_LSE2 says so of aligned `LDP` and `STP`, FEAT_LSE of `CASP`,
/// FEAT_LRCPC3 of `LDIAPP` and `STILP` when they are aligned; `LDXP` is one access when its `STXP` succeeds.
///
/// It has the name of [`AArch64`], so it is not among the [`languages`](crate::languages).
#[derive(Clone, Copy, Debug, Default)]
pub struct AArch64WholePairs;

/// The same language as a guest hypervisor has it on a machine with FEAT_NV2: the moves from and to some system registers are loads
/// and stores, in the page that `VNCR_EL2` points to. Tests ask for it with `Variant=NV2`.
#[derive(Clone, Copy, Debug, Default)]
pub struct AArch64Nested;

/// Everything but what machines differ in.
macro_rules! assembly {
    ($language:ty, $machine:expr) => {
        impl Assembly for $language {
            type Instruction = Instruction;

            const NAME: &'static str = "AArch64";
            const TAGS: &'static [&'static str] = lower::TAGS;
            const ABSENT_TAGS: &'static [&'static str] = lower::ABSENT_TAGS;
            const ADDRESS_WIDTH: Width = ADDRESS_WIDTH;
            const FOLLOWS_KNOWN_BRANCHES: bool = true;
            const INSTRUCTION_BYTES: Option<u16> = Some(4);

            fn registers() -> Arc<IdVec<RegisterId, Register>> {
                static ALL: LazyLock<Arc<IdVec<RegisterId, Register>>> = LazyLock::new(|| Arc::new(register::all()));
                Arc::clone(&ALL)
            }

            fn register(name: &str) -> Option<RegisterPart> {
                register::part(name)
            }

            fn register_names() -> Vec<String> {
                register::names()
            }

            fn allocatable() -> Vec<RegisterId> {
                register::allocatable()
            }

            fn parse(cell: &mut Cursor<'_>) -> Result<Instruction, Diagnostic> {
                parse::instruction(cell)
            }

            fn print(instruction: &Instruction, text: &mut CodeText<'_>) {
                instruction.put(text);
            }

            fn mentions(instruction: &Instruction, visit: &mut dyn FnMut(Mention<'_>)) {
                instruction.mentions(visit);
            }

            fn lower(
                instruction: &Instruction,
                context: &LoweringContext<'_>,
                block: &mut BlockBuilder,
            ) -> Result<(), Diagnostic> {
                lower::instruction(instruction, $machine, context, block)
            }
        }
    };
}

assembly!(AArch64, Machine { pairs: Pairs::Elements, redirects_system_registers: false });
assembly!(AArch64WholePairs, Machine { pairs: Pairs::Whole, redirects_system_registers: false });
assembly!(AArch64Nested, Machine { pairs: Pairs::Elements, redirects_system_registers: true });
