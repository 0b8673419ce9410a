//! Instructions that only compute.

use program::{BinaryOperator, BlockBuilder, Temp, UnaryOperator, Width};

use super::flags::{self, Flags};
use super::memory::extended;
use super::{Lowering, Register, width};
use crate::aarch64::AArch64;
use crate::aarch64::kind::{Arithmetic, BitField, MoveWide, Select, Unary};
use crate::aarch64::operand::{Condition, Extend, FIRST_EXTEND, Shift};
use crate::aarch64::table::Value;
use crate::assembly::lower::{offset, register_or_number};
use crate::assembly::operand::{Instruction, Operand};

type A64 = Instruction<AArch64>;

impl Lowering<'_, '_> {
    /// What the first register is set to.
    pub(super) fn value(self, value: Value, i: &A64, block: &mut BlockBuilder) -> Temp {
        let to = i.register(0);
        match value {
            Value::Register => self.read(i.register(1), block),
            Value::Immediate => block.constant(*i.number(1), width(to)),
            Value::Wide(kind) => self.move_wide(kind, i, block),
            Value::Page => block.address(self.context.location(&i.symbol(1).name), 0, 64),
            Value::Shift(shift) => {
                let value = self.read(i.register(1), block);
                match &i.operands[2] {
                    Operand::Number(amount) => shifted(shift, value, *amount as u8, block),
                    Operand::Register(by) => {
                        let by = self.read(by, block);
                        shifted_by_register(shift, value, by, block)
                    }
                    other => unreachable!("an amount that is {other:?}"),
                }
            }
            Value::Multiply { subtract } => {
                let [left, right, addend] = [1, 2, 3].map(|at| self.read(i.register(at), block));
                multiply_add(subtract, left, right, addend, block)
            }
            Value::MultiplyLong { signed, subtract } => {
                let [left, right] = [1, 2].map(|at| {
                    let factor = self.read(i.register(at), block);
                    if signed { block.sign_extend(factor, 64) } else { block.resize(factor, 64) }
                });
                let addend = self.read(i.register(3), block);
                multiply_add(subtract, left, right, addend, block)
            }
            Value::Divide { signed } => {
                // By 0 it gives 0, and the smallest number by -1 itself: so do the operators.
                let [left, right] = [1, 2].map(|at| self.read(i.register(at), block));
                let operator = if signed { BinaryOperator::DivideSigned } else { BinaryOperator::Divide };
                block.binary(operator, left, right)
            }
            Value::BitField(kind) => {
                let value = self.read(i.register(1), block);
                self.bit_field(kind, to, value, (*i.number(2) as u16, *i.number(3) as u16), block)
            }
            Value::Extract => {
                let (high, low) = (self.read(i.register(1), block), self.read(i.register(2), block));
                let both = block.concatenate(high, low);
                block.extract(both, *i.number(3) as u16, width(to))
            }
            Value::Extend(extend) => {
                let value = self.read(i.register(1), block);
                extended(value, extend, 0, width(to), block)
            }
            Value::Unary(operator) => {
                let value = self.read(i.register(1), block);
                unary(operator, value, block)
            }
        }
    }

    pub(super) fn with_carry(self, subtract: bool, set_flags: bool, i: &A64, block: &mut BlockBuilder) {
        let (left, right) = (self.read(i.register(1), block), self.read(i.register(2), block));
        let (result, flags) = flags::with_carry(subtract, left, right, block);
        self.write(i.register(0), result, block);
        if set_flags {
            flags.write(block);
        }
    }

    pub(super) fn arithmetic(self, operator: Arithmetic, i: &A64, block: &mut BlockBuilder) {
        let (to, left) = (i.register(0), i.register(1));
        let left_value = self.read(left, block);
        if let Operand::Symbol(symbol) = &i.operands[2] {
            let sum = offset(left_value, symbol.offset, block);
            return self.write(to, sum, block);
        }
        let right = self.right(left, left_value, &i.operands[2..], block);
        let (result, flags) = compute(operator, left_value, right, block);
        self.write(to, result, block);
        if let Some(flags) = flags {
            flags.write(block);
        }
    }

    /// The right operand: a number or a register, and what is made of it. A register that is the one on the left is read once, as in
    /// herd, unless it is extended.
    fn right(self, left: &Register, left_value: Temp, right: &[Operand], block: &mut BlockBuilder) -> Temp {
        let bits = width(left);
        let register = match &right[0] {
            Operand::Register(register) => register,
            Operand::Number(value) => {
                let (_, shift) = modifier(right.get(1));
                return block.constant(value << shift, bits);
            }
            other => unreachable!("a right operand that is {other:?}"),
        };
        let (word, amount) = modifier(right.get(1));
        if word >= FIRST_EXTEND {
            let value = self.read(register, block);
            return extended(value, Extend::ALL[usize::from(word - FIRST_EXTEND)], amount, bits, block);
        }
        let value = if register == left { left_value } else { self.read(register, block) };
        shifted(Shift::ALL[usize::from(word)], value, amount, block)
    }

    fn move_wide(self, kind: MoveWide, i: &A64, block: &mut BlockBuilder) -> Temp {
        let to = i.register(0);
        let (_, shift) = modifier(i.operands.get(2));
        let width = width(to);
        let placed = i.number(1) << shift;
        match kind {
            MoveWide::Zero => block.constant(placed, width),
            MoveWide::Not => block.constant(!placed, width),
            MoveWide::Keep => {
                let old = self.read(to, block);
                let kept = block.constant(!(0xffff << shift), width);
                let kept = block.binary(BinaryOperator::And, old, kept);
                let placed = block.constant(placed, width);
                block.binary(BinaryOperator::Or, kept, placed)
            }
        }
    }

    /// The manual's `BFM` and its like: a field of the source goes to the lowest bits, or its lowest bits go somewhere.
    fn bit_field(
        self,
        kind: BitField,
        to: &Register,
        value: Temp,
        (rotate, last): (u16, u16),
        block: &mut BlockBuilder,
    ) -> Temp {
        let width = width(to);
        let (from, at, length) =
            if last >= rotate { (rotate, 0, last - rotate + 1) } else { (0, width - rotate, last + 1) };
        let field = block.extract(value, from, length);
        let old = match kind {
            BitField::Insert => self.read(to, block),
            BitField::Signed | BitField::Unsigned => block.constant(0, width),
        };
        let mut result = field;
        if at > 0 {
            let below = block.extract(old, 0, at);
            result = block.concatenate(result, below);
        }
        let covered = at + length;
        if covered == width {
            return result;
        }
        if kind == BitField::Signed {
            return block.sign_extend(result, width);
        }
        let above = block.extract(old, covered, width - covered);
        block.concatenate(above, result)
    }

    pub(super) fn select(self, kind: Select, i: &A64, block: &mut BlockBuilder) {
        let [to, then, otherwise] = [0, 1, 2].map(|at| i.register(at));
        let holds = self.condition(Condition::ALL[usize::from(*i.choice(3))], block);
        // Only the register chosen is read.
        block.predicate(
            holds,
            |block| {
                let value = self.read(then, block);
                self.write(to, value, block);
            },
            |block| {
                let value = self.read(otherwise, block);
                let one = block.constant(1, block.width(value));
                let value = match kind {
                    Select::Copy => value,
                    Select::Increment => block.binary(BinaryOperator::Add, value, one),
                    Select::Invert => block.unary(UnaryOperator::Not, value),
                    Select::Negate => block.unary(UnaryOperator::Negate, value),
                };
                self.write(to, value, block);
            },
        );
    }

    pub(super) fn compare_if(self, negative: bool, i: &A64, block: &mut BlockBuilder) {
        let left = i.register(0);
        let left_value = self.read(left, block);
        let right_value = register_or_number::<AArch64>(self.context, &i.operands[1], width(left), block);
        let holds = self.condition(Condition::ALL[usize::from(*i.choice(3))], block);
        let otherwise = *i.number(2) as u8;
        block.predicate(
            holds,
            |block| {
                let compare = if negative { flags::add } else { flags::subtract };
                compare(left_value, right_value, block).1.write(block);
            },
            |block| Flags::constant(otherwise, block).write(block),
        );
    }
}

/// The word and the amount of a modifier; those of `LSL #0` where there is none.
fn modifier(operand: Option<&Operand>) -> (u8, u8) {
    match operand {
        Some(Operand::Modifier { word, amount, .. }) => (*word, amount.unwrap_or(0)),
        Some(
            Operand::Register(_)
            | Operand::List(_)
            | Operand::Number(_)
            | Operand::Address(_)
            | Operand::Memory(_)
            | Operand::Target(_)
            | Operand::Symbol(_)
            | Operand::Choice(_)
            | Operand::ModifierBy { .. },
        )
        | None => (0, 0),
    }
}

/// The result, and the flags of operations that set them.
fn compute(operator: Arithmetic, left: Temp, right: Temp, block: &mut BlockBuilder) -> (Temp, Option<Flags>) {
    use BinaryOperator::{And, Or, Xor};
    let inverted = |block: &mut BlockBuilder| block.unary(UnaryOperator::Not, right);
    let result = match operator {
        Arithmetic::Add => block.binary(BinaryOperator::Add, left, right),
        Arithmetic::Sub => block.binary(BinaryOperator::Subtract, left, right),
        Arithmetic::Adds => {
            let (result, flags) = flags::add(left, right, block);
            return (result, Some(flags));
        }
        Arithmetic::Subs => {
            let (result, flags) = flags::subtract(left, right, block);
            return (result, Some(flags));
        }
        Arithmetic::And | Arithmetic::Ands => block.binary(And, left, right),
        Arithmetic::Orr => block.binary(Or, left, right),
        Arithmetic::Eor => block.binary(Xor, left, right),
        Arithmetic::Orn => {
            let right = inverted(block);
            block.binary(Or, left, right)
        }
        Arithmetic::Eon => {
            let right = inverted(block);
            block.binary(Xor, left, right)
        }
        Arithmetic::Bic | Arithmetic::Bics => {
            let right = inverted(block);
            block.binary(And, left, right)
        }
    };
    let sets_flags = matches!(operator, Arithmetic::Ands | Arithmetic::Bics);
    (result, sets_flags.then(|| Flags::of_logical(result, block)))
}

/// `value` shifted by a number below its width.
fn shifted(shift: Shift, value: Temp, amount: u8, block: &mut BlockBuilder) -> Temp {
    if amount == 0 {
        return value;
    }
    let width = block.width(value);
    let amount = u16::from(amount);
    let by = block.constant(i128::from(amount), width);
    match shift {
        Shift::Left => block.binary(BinaryOperator::ShiftLeft, value, by),
        Shift::Right => block.binary(BinaryOperator::ShiftRight, value, by),
        Shift::RightSigned => block.binary(BinaryOperator::ShiftRightSigned, value, by),
        Shift::Rotate => {
            let above = block.extract(value, 0, amount);
            let below = block.extract(value, amount, width - amount);
            block.concatenate(above, below)
        }
    }
}

/// `value` shifted by a register, modulo its width.
fn shifted_by_register(shift: Shift, value: Temp, by: Temp, block: &mut BlockBuilder) -> Temp {
    let width = block.width(value);
    let mask = block.constant(i128::from(width - 1), width);
    let by = block.binary(BinaryOperator::And, by, mask);
    match shift {
        Shift::Left => block.binary(BinaryOperator::ShiftLeft, value, by),
        Shift::Right => block.binary(BinaryOperator::ShiftRight, value, by),
        Shift::RightSigned => block.binary(BinaryOperator::ShiftRightSigned, value, by),
        Shift::Rotate => {
            let back = block.unary(UnaryOperator::Negate, by);
            let back = block.binary(BinaryOperator::And, back, mask);
            let low = block.binary(BinaryOperator::ShiftRight, value, by);
            let high = block.binary(BinaryOperator::ShiftLeft, value, back);
            block.binary(BinaryOperator::Or, low, high)
        }
    }
}

fn multiply_add(subtract: bool, left: Temp, right: Temp, addend: Temp, block: &mut BlockBuilder) -> Temp {
    let product = block.binary(BinaryOperator::Multiply, left, right);
    let operator = if subtract { BinaryOperator::Subtract } else { BinaryOperator::Add };
    block.binary(operator, addend, product)
}

fn unary(operator: Unary, value: Temp, block: &mut BlockBuilder) -> Temp {
    let width = block.width(value);
    match operator {
        Unary::ReverseBits => reverse(value, 1, width, block),
        Unary::ReverseBytes16 => reverse(value, 8, 16, block),
        Unary::ReverseBytes32 => reverse(value, 8, 32, block),
        Unary::ReverseBytes => reverse(value, 8, width, block),
        Unary::Absolute => {
            let zero = block.constant(0, width);
            let negative = block.binary(BinaryOperator::LessSigned, value, zero);
            let negated = block.unary(UnaryOperator::Negate, value);
            block.select(negative, negated, value)
        }
    }
}

/// `value` with the order of the pieces of `piece` bits turned around within each `container` bits.
fn reverse(value: Temp, piece: Width, container: Width, block: &mut BlockBuilder) -> Temp {
    let width = block.width(value);
    let mut result: Option<Temp> = None;
    for low in (0..width).step_by(usize::from(container)) {
        for at in (0..container).step_by(usize::from(piece)).rev() {
            let piece = block.extract(value, low + at, piece);
            result = Some(result.map_or(piece, |below| block.concatenate(piece, below)));
        }
    }
    result.unwrap_or(value)
}
