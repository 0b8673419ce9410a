//! Text to instructions: the mnemonic tells the shape of what follows.
//!
//! Blanks and comments from `//` to the end of the line may stand between tokens; letter case counts for nothing; `#` before
//! a number may be missing, and numbers may be hexadecimal. Aliases become the instruction that they stand for.

mod data;
mod memory;
mod operand;

use source::{Cursor, Diagnostic, nearest};

use super::instruction::{Instruction, Operation};
use super::kind::BARRIER_NAMES;
use super::operand::{Name, Size};
use super::reader::{Reader, Spanned};
use super::register::SystemRegister;
use super::table::{self, Shape};

/// Reads one instruction to the end of `cell`.
pub(super) fn instruction(cell: &mut Cursor<'_>) -> Result<Instruction, Diagnostic> {
    let mut reader = Reader::new(cell);
    if reader.is_at_end() {
        // Nothing but a comment.
        return Ok(Instruction(Operation::Nop));
    }
    let mnemonic = reader.name().ok_or_else(|| reader.expected("an instruction"))?;
    let Some(shape) = table::shape(mnemonic.value) else {
        return Err(unknown(&mnemonic));
    };
    let operation = operation(&mut reader, shape, &mnemonic)?;
    if reader.is_at_end() { Ok(Instruction(operation)) } else { Err(reader.expected("the end of the instruction")) }
}

fn unknown(mnemonic: &Spanned<&str>) -> Diagnostic {
    let name = mnemonic.value;
    Diagnostic::error("unknown-instruction", mnemonic.span, format!("`{name}` is not an instruction known here"))
        .suggest(nearest(name, table::mnemonics()))
}

/// Reads what follows the mnemonic.
fn operation(reader: &mut Reader<'_, '_>, shape: Shape, mnemonic: &Spanned<&str>) -> Result<Operation, Diagnostic> {
    match shape {
        Shape::Nop => Ok(Operation::Nop),
        Shape::Hint => reader.number().map(|_| Operation::Nop),
        Shape::ClearExclusive => Ok(Operation::ClearExclusive),
        Shape::InstructionBarrier => {
            reader.one_of(&[("SY", ())]);
            Ok(Operation::InstructionBarrier)
        }
        Shape::Barrier { synchronization } => match reader.one_of(&BARRIER_NAMES) {
            Some((domain, accesses)) => Ok(Operation::Barrier { synchronization, domain, accesses }),
            None => Err(reader.expected("`SY`, `ISH`, `LD`, `ISHST` or another kind of barrier")),
        },
        Shape::ReadSystem => {
            let to = reader.name_of(Size::X)?;
            reader.comma()?;
            Ok(Operation::ReadSystem { to, from: system_register(reader)? })
        }
        Shape::WriteSystem => {
            let to = system_register(reader)?;
            reader.comma()?;
            Ok(Operation::WriteSystem { to, from: reader.name_of(Size::X)? })
        }
        Shape::Unsupported(reason) => {
            let message = format!("`{}`: {reason}", mnemonic.value);
            Err(Diagnostic::error("unsupported-instruction", mnemonic.span, message))
        }
        Shape::Jump
        | Shape::JumpIf(_)
        | Shape::CompareBranch { .. }
        | Shape::TestBranch { .. }
        | Shape::Call
        | Shape::JumpRegister { .. }
        | Shape::Return
        | Shape::CodeAddress
        | Shape::Page => jump(reader, shape),
        _ => match memory::operation(reader, shape) {
            Some(operation) => operation,
            None => data::operation(reader, shape),
        },
    }
}

fn system_register(reader: &mut Reader<'_, '_>) -> Result<SystemRegister, Diagnostic> {
    let Some(name) = reader.name() else { return Err(reader.expected("a system register")) };
    SystemRegister::find(name.value).ok_or_else(|| {
        let message = format!("the system register `{}` is not supported", name.value);
        Diagnostic::error("unsupported-operand", name.span, message)
            .suggest(nearest(name.value, SystemRegister::names()))
    })
}

/// Jumps, and addresses of code and of pages.
fn jump(reader: &mut Reader<'_, '_>, shape: Shape) -> Result<Operation, Diagnostic> {
    match shape {
        Shape::Jump => reader.target().map(Operation::Jump),
        Shape::JumpIf(condition) => Ok(Operation::JumpIf(condition, reader.target()?)),
        Shape::CompareBranch { when_zero } => {
            let register = reader.register()?;
            reader.comma()?;
            Ok(Operation::CompareBranch { when_zero, register, target: reader.target()? })
        }
        Shape::TestBranch { when_zero } => {
            let register = reader.register()?;
            reader.comma()?;
            let bit = reader.number_within("a bit", 0, i64::from(register.size.bits()) - 1)? as u8;
            reader.comma()?;
            Ok(Operation::TestBranch { when_zero, register, bit, target: reader.target()? })
        }
        Shape::Call => reader.target().map(Operation::Call),
        Shape::JumpRegister { link } => Ok(Operation::JumpRegister { link, to: reader.name_of(Size::X)? }),
        Shape::Return if reader.is_at_end() => Ok(Operation::Return(None)),
        Shape::Return => reader.name_of(Size::X).map(Some).map(Operation::Return),
        _ => {
            let to: Name = reader.name_of(Size::X)?;
            reader.comma()?;
            match shape {
                Shape::Page => Ok(Operation::Page { to, symbol: reader.symbol()? }),
                _ => Ok(Operation::CodeAddress { to, target: reader.target()? }),
            }
        }
    }
}
