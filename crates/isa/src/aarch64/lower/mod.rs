//! Instructions to micro-operations.

use litmus::LoweringContext;
use program::BlockBuilder;
use source::Diagnostic;

use super::instruction::Instruction;

pub(super) const TAGS: &[&str] = &["X"];

pub(super) fn instruction(
    _instruction: &Instruction,
    _context: &LoweringContext<'_>,
    _block: &mut BlockBuilder,
) -> Result<(), Diagnostic> {
    Ok(())
}
