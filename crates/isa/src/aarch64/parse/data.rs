//! The operands of instructions that only compute.

use source::Diagnostic;

use crate::aarch64::instruction::{CompareWith, Operation, Right, ShiftBy};
use crate::aarch64::kind::{Arithmetic, BitField, MoveWide, Unary};
use crate::aarch64::operand::{Condition, Extend, Name, Register, Shift, Size};
use crate::aarch64::reader::Reader;
use crate::aarch64::table::Shape;

/// Reads what follows a mnemonic of the shape.
pub(super) fn operation(reader: &mut Reader<'_, '_>, shape: Shape) -> Result<Operation, Diagnostic> {
    match shape {
        Shape::Move => move_(reader),
        Shape::MoveWide(kind) => move_wide(reader, kind),
        Shape::Arithmetic(operator) => {
            let [to, left] = reader.pair()?;
            reader.comma()?;
            let right = right(reader, operator, left.size)?;
            Ok(Operation::Arithmetic { operator, to, left, right })
        }
        Shape::Compare(operator) => {
            let left = reader.register()?;
            reader.comma()?;
            let right = right(reader, operator, left.size)?;
            Ok(Operation::Arithmetic { operator, to: Register::zero(left.size), left, right })
        }
        Shape::Negate(operator) => {
            let [to, register] = reader.pair()?;
            let (shift, amount) = reader.shift(to.size)?;
            let left = Register::zero(to.size);
            Ok(Operation::Arithmetic { operator, to, left, right: Right::Shifted { register, shift, amount } })
        }
        Shape::Shift(shift) => {
            let [to, from] = reader.pair()?;
            reader.comma()?;
            let by = if reader.at_register() {
                ShiftBy::Register(reader.register_of(to.size)?)
            } else {
                ShiftBy::Immediate(reader.shift_amount(to.size)?)
            };
            Ok(Operation::Shift { shift, to, from, by })
        }
        Shape::ShiftVariable(shift) => {
            let [to, from, by] = three(reader)?;
            Ok(Operation::Shift { shift, to, from, by: ShiftBy::Register(by) })
        }
        Shape::WithCarry { subtract, set_flags } => {
            let [to, left, right] = three(reader)?;
            Ok(Operation::WithCarry { subtract, set_flags, to, left, right })
        }
        Shape::NegateWithCarry { set_flags } => {
            let [to, right] = reader.pair()?;
            let left = Register::zero(to.size);
            Ok(Operation::WithCarry { subtract: true, set_flags, to, left, right })
        }
        Shape::Multiply { .. } | Shape::MultiplyLong { .. } => multiply(reader, shape),
        Shape::BitField(_) | Shape::BitFieldExtract(_) | Shape::BitFieldInsert(_) | Shape::Extract => {
            bit_field(reader, shape)
        }
        Shape::ExtendRegister(extend) => extend_register(reader, extend),
        Shape::Unary(operator) => unary(reader, operator),
        Shape::Select(_) | Shape::SelectZero(_) | Shape::SelectSame(_) => select(reader, shape),
        Shape::CompareIf { negative } => compare_if(reader, negative),
        _ => Err(reader.expected("an instruction")),
    }
}

/// Reads three registers of one size.
fn three(reader: &mut Reader<'_, '_>) -> Result<[Register; 3], Diagnostic> {
    let [first, second] = reader.pair()?;
    reader.comma()?;
    let third = reader.register_of(first.size)?;
    Ok([first, second, third])
}

fn move_(reader: &mut Reader<'_, '_>) -> Result<Operation, Diagnostic> {
    let to = reader.register()?;
    reader.comma()?;
    if reader.at_number() {
        let value = reader.immediate(to.size)?;
        return Ok(Operation::MoveImmediate { to, value });
    }
    let from = reader.register_of(to.size)?;
    Ok(Operation::Move { to, from })
}

fn move_wide(reader: &mut Reader<'_, '_>, kind: MoveWide) -> Result<Operation, Diagnostic> {
    let to = reader.register()?;
    reader.comma()?;
    let value = reader.number_within("the immediate", 0, 0xffff)? as u16;
    if !reader.eat(",") {
        return Ok(Operation::MoveWide { kind, to, value, shift: None });
    }
    if reader.one_of(&[("LSL", ())]).is_none() {
        return Err(reader.expected("`LSL`"));
    }
    let start = reader.offset();
    let shift = reader.number_within("a shift", 0, i64::from(to.size.bits()) - 1)? as u8;
    if !shift.is_multiple_of(16) {
        return Err(Diagnostic::error("immediate", reader.span_from(start), "the shift must be a multiple of 16"));
    }
    Ok(Operation::MoveWide { kind, to, value, shift: Some(shift) })
}

/// Reads the right operand.
fn right(reader: &mut Reader<'_, '_>, operator: Arithmetic, size: Size) -> Result<Right, Diagnostic> {
    if operator == Arithmetic::Add
        && let Some(symbol) = reader.low12()?
    {
        return Ok(Right::Low12(symbol));
    }
    if reader.at_number() {
        return right_immediate(reader, operator, size);
    }
    let start = reader.offset();
    let register = reader.register()?;
    let span = reader.span_from(start);
    if operator.is_sum()
        && let Some(extend) = try_extend(reader)
    {
        let amount = if reader.at_number() { Some(reader.number_within("a shift", 0, 4)? as u8) } else { None };
        if register.size == Size::X && size == Size::W {
            let message = "a register of 64 bits where the others have 32";
            return Err(Diagnostic::error("operand-size", span, message));
        }
        return Ok(Right::Extended { register, extend, amount });
    }
    if register.size != size {
        let (has, needs) = (register.size.bits(), size.bits());
        let message = format!("a register of {has} bits where {needs} are needed");
        return Err(Diagnostic::error("operand-size", span, message));
    }
    let start = reader.offset();
    let (shift, amount) = reader.shift(size)?;
    if shift == Shift::Rotate && operator.is_sum() {
        let message = format!("`{}` has no operand with `ROR`", operator.name());
        return Err(Diagnostic::error("operand", reader.span_from(start), message));
    }
    Ok(Right::Shifted { register, shift, amount })
}

/// Reads a comma and an extension, when both come next.
fn try_extend(reader: &mut Reader<'_, '_>) -> Option<Extend> {
    let behind = reader.rest().strip_prefix(',')?.trim_start();
    let names = &Extend::NAMES[..8];
    let is_extension = |name: &str| behind.get(..name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name));
    if !names.iter().any(|(name, _)| is_extension(name)) {
        return None;
    }
    reader.eat(",");
    reader.one_of(names)
}

fn right_immediate(reader: &mut Reader<'_, '_>, operator: Arithmetic, size: Size) -> Result<Right, Diagnostic> {
    let start = reader.offset();
    let value = reader.immediate(size)?;
    let no_immediate = matches!(operator, Arithmetic::Orn | Arithmetic::Eon | Arithmetic::Bic | Arithmetic::Bics);
    if no_immediate {
        let message = format!("`{}` has no form with an immediate", operator.name());
        return Err(Diagnostic::error("operand", reader.span_from(start), message));
    }
    if !operator.is_sum() {
        return Ok(Right::Immediate { value, shift: 0 });
    }
    if !(-0xfff..=0xfff).contains(&value) {
        let message = format!("the immediate of `{}` has 12 bits, so {value} does not fit", operator.name());
        return Err(Diagnostic::error("immediate", reader.span_from(start), message));
    }
    let shift = if reader.eat(",") {
        if reader.one_of(&[("LSL", ())]).is_none() {
            return Err(reader.expected("`LSL`"));
        }
        let start = reader.offset();
        match reader.number_within("a shift", 0, 12)? {
            shift @ (0 | 12) => shift as u8,
            _ => return Err(Diagnostic::error("immediate", reader.span_from(start), "the shift must be 0 or 12")),
        }
    } else {
        0
    };
    Ok(Right::Immediate { value, shift })
}

fn multiply(reader: &mut Reader<'_, '_>, shape: Shape) -> Result<Operation, Diagnostic> {
    if let Shape::MultiplyLong { signed, subtract, addend } = shape {
        let to = reader.name_of(Size::X)?;
        reader.comma()?;
        let factors = reader.pair_of(Size::W)?.map(|register| register.name);
        let addend = match addend {
            true => {
                reader.comma()?;
                reader.name_of(Size::X)?
            }
            false => Name::Zero,
        };
        return Ok(Operation::MultiplyLong { signed, subtract, to, factors, addend });
    }
    let Shape::Multiply { subtract, addend } = shape else { return Err(reader.expected("a multiplication")) };
    let [to, left, right] = three(reader)?;
    let addend = match addend {
        true => {
            reader.comma()?;
            reader.register_of(to.size)?
        }
        false => Register::zero(to.size),
    };
    Ok(Operation::Multiply { subtract, to, factors: [left, right], addend })
}

fn bit_field(reader: &mut Reader<'_, '_>, shape: Shape) -> Result<Operation, Diagnostic> {
    let [to, from] = reader.pair()?;
    let size = to.size;
    reader.comma()?;
    if shape == Shape::Extract {
        let low = reader.register_of(size)?;
        reader.comma()?;
        return Ok(Operation::Extract { to, high: from, low, from: reader.shift_amount(size)? });
    }
    let first = reader.shift_amount(size)?;
    reader.comma()?;
    let bits = size.bits() as u8;
    let (kind, rotate, last) = match shape {
        Shape::BitFieldExtract(kind) => {
            let width = reader.number_within("the width of the field", 1, i64::from(bits - first))? as u8;
            (kind, first, first + width - 1)
        }
        Shape::BitFieldInsert(kind) => {
            let width = reader.number_within("the width of the field", 1, i64::from(bits - first))? as u8;
            (kind, (bits - first) % bits, width - 1)
        }
        Shape::BitField(kind) => (kind, first, reader.shift_amount(size)?),
        _ => (BitField::Unsigned, first, first),
    };
    Ok(Operation::BitField { kind, to, from, rotate, last })
}

fn extend_register(reader: &mut Reader<'_, '_>, extend: Extend) -> Result<Operation, Diagnostic> {
    let to = match extend.from {
        32 => reader.register_of(Size::X)?,
        _ if extend.signed => reader.register()?,
        _ => reader.register_of(Size::W)?,
    };
    reader.comma()?;
    Ok(Operation::ExtendRegister { extend, to, from: reader.name_of(Size::W)? })
}

fn unary(reader: &mut Reader<'_, '_>, operator: Unary) -> Result<Operation, Diagnostic> {
    let [to, from] = match operator {
        Unary::ReverseBytes32 => reader.pair_of(Size::X)?,
        _ => reader.pair()?,
    };
    Ok(Operation::Unary { operator, to, from })
}

fn select(reader: &mut Reader<'_, '_>, shape: Shape) -> Result<Operation, Diagnostic> {
    if let Shape::Select(kind) = shape {
        let [to, then, otherwise] = three(reader)?;
        reader.comma()?;
        let condition = reader.condition()?;
        return Ok(Operation::Select { kind, to, then, otherwise, condition });
    }
    let to = reader.register()?;
    reader.comma()?;
    let (kind, source) = match shape {
        Shape::SelectSame(kind) => {
            let source = reader.register_of(to.size)?;
            reader.comma()?;
            (kind, source)
        }
        Shape::SelectZero(kind) => (kind, Register::zero(to.size)),
        _ => return Err(reader.expected("a conditional select")),
    };
    let start = reader.offset();
    let condition = reader.condition()?;
    if condition == Condition::Al {
        return Err(Diagnostic::error("operand", reader.span_from(start), "the condition `AL` has no inverse"));
    }
    let condition = condition.inverse();
    Ok(Operation::Select { kind, to, then: source.clone(), otherwise: source, condition })
}

fn compare_if(reader: &mut Reader<'_, '_>, negative: bool) -> Result<Operation, Diagnostic> {
    let left = reader.register()?;
    reader.comma()?;
    let right = if reader.at_number() {
        CompareWith::Immediate(reader.number_within("the immediate", 0, 31)? as u8)
    } else {
        CompareWith::Register(reader.register_of(left.size)?)
    };
    reader.comma()?;
    let flags = reader.number_within("the flags", 0, 15)? as u8;
    reader.comma()?;
    Ok(Operation::CompareIf { negative, left, right, flags, condition: reader.condition()? })
}
