//! AArch64.

mod instruction;
mod lower;
mod operand;
mod parse;
mod print;
mod reader;
mod register;
mod table;
#[cfg(test)]
mod tests;

use litmus::{Assembly, LoweringContext, Mention, RegisterPart};
use program::{BlockBuilder, IdVec, Register, RegisterId, Width};
use source::{Cursor, Diagnostic};

pub use instruction::Instruction;

/// How many bits an address has.
const ADDRESS_WIDTH: Width = 64;

/// The A64 assembly language.
#[derive(Clone, Copy, Debug, Default)]
pub struct AArch64;

impl Assembly for AArch64 {
    type Instruction = Instruction;

    const NAME: &'static str = "AArch64";
    const TAGS: &'static [&'static str] = lower::TAGS;
    const ADDRESS_WIDTH: Width = ADDRESS_WIDTH;

    fn registers() -> IdVec<RegisterId, Register> {
        register::all()
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

    fn print(instruction: &Instruction, label: &mut dyn FnMut(&str) -> String) -> String {
        print::instruction(instruction, false, label)
    }

    fn print_for_hash(instruction: &Instruction, label: &mut dyn FnMut(&str) -> String) -> String {
        print::instruction(instruction, true, label)
    }

    fn mentions(instruction: &Instruction, visit: &mut dyn FnMut(Mention<'_>)) {
        instruction.mentions(visit);
    }

    fn lower(
        instruction: &Instruction,
        context: &LoweringContext<'_>,
        block: &mut BlockBuilder,
    ) -> Result<(), Diagnostic> {
        lower::instruction(instruction, context, block)
    }
}
