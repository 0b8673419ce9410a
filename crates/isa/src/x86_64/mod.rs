//! X86_64: the litmus tests of x86-64, in AT&T syntax as herd reads it and as compilers write it.
//!
//! - `table` lists the instructions: mnemonics, sizes, operands. Adding one begins there.
//! - `reader` and `parse` read the text, `check` finds the form that it fits, `operand` and `instruction` hold and print it.
//! - `lower` gives it its meaning.
//!
//! The meaning is the manuals' (Intel SDM, AMD APM), not herd's where they differ; `lower` names its sources and what is left
//! open. In short, against herd:
//!
//! - Flags are those of the architecture. (herd has three of them, and there CF is always 0.)
//! - Sizes are respected, and checked: `movl $1,%rax` is a mistake, and `movl $-1,%eax` leaves 4294967295 in `rax`.
//! - A failed compare-and-exchange writes the old value back; conditional moves always read their source.
//! - `cmpxchg` and `cmovc` are read in the order of AT&T syntax, beside herd's own order, which has the destination first. With two
//!   registers the order of AT&T syntax counts.
//! - Cache line flushes are read and printed, but not lowered.

mod check;
mod form;
mod instruction;
mod lower;
mod operand;
mod parse;
mod reader;
mod register;
mod size;
mod table;
#[cfg(test)]
mod tests;

use std::sync::{Arc, LazyLock};

use litmus::{Assembly, CodeText, Descriptor, LoweringContext, Mention, RegisterPart, TagNames};
use program::{BlockBuilder, IdVec, Register, RegisterId, Width};
use source::{Cursor, Diagnostic};

use crate::assembly::put::Put;

pub use instruction::Instruction;

/// How many bits an address has.
const ADDRESS_WIDTH: Width = 64;

/// The assembly language of x86-64.
#[derive(Clone, Copy, Debug, Default)]
pub struct X86_64;

static DESCRIPTOR: Descriptor = Descriptor {
    name: "X86_64",
    sample: include_str!("sample.litmus"),
    default_model: Some("x86tso"),
    reference_sets: &[
        ("generated/X86_64", "x86tso-herd"),
        ("catalogue/instructions-X86_64", "x86tso-herd"),
        ("catalogue/x86_64", "x86tso-herd"),
    ],
    scaling_families: &[("x86-", "x86tso-herd")],
};

impl Assembly for X86_64 {
    type Instruction = Instruction;

    fn descriptor(&self) -> &'static Descriptor {
        &DESCRIPTOR
    }

    fn tags(&self) -> TagNames<'_> {
        TagNames::Fixed(lower::TAGS)
    }

    fn address_width(&self) -> Width {
        ADDRESS_WIDTH
    }

    fn registers(&self) -> Arc<IdVec<RegisterId, Register>> {
        static ALL: LazyLock<Arc<IdVec<RegisterId, Register>>> = LazyLock::new(|| Arc::new(register::all()));
        Arc::clone(&ALL)
    }

    fn register(&self, name: &str) -> Option<RegisterPart> {
        register::part(name)
    }

    fn register_names(&self) -> Vec<String> {
        register::names().map(str::to_owned).collect()
    }

    fn allocatable(&self) -> Vec<RegisterId> {
        register::allocatable()
    }

    fn parse(&self, cell: &mut Cursor<'_>) -> Result<Instruction, Diagnostic> {
        parse::instruction(cell)
    }

    fn print(&self, instruction: &Instruction, text: &mut CodeText<'_>) {
        instruction.put(text);
    }

    fn mentions(&self, instruction: &Instruction, visit: &mut dyn FnMut(Mention<'_>)) {
        instruction.mentions(visit);
    }

    fn lower(
        &self,
        instruction: &Instruction,
        context: &LoweringContext<'_>,
        block: &mut BlockBuilder,
    ) -> Result<(), Diagnostic> {
        lower::lower(instruction, context, block)
    }
}
