//! Instructions that only compute.

use program::{BinaryOperator, BlockBuilder, Temp, UnaryOperator, Width};

use super::Lowering;
use super::flags::{self, Flags};
use super::memory::{extended, offset};
use crate::aarch64::instruction::{CompareWith, Operation, Right, ShiftBy};
use crate::aarch64::kind::{Arithmetic, BitField, MoveWide, Select, Unary};
use crate::aarch64::operand::{Condition, Register, Shift, Size};

impl Lowering<'_, '_> {
    /// Instructions without memory, jumps and barriers.
    pub(super) fn data(self, operation: &Operation, block: &mut BlockBuilder) {
        match operation {
            Operation::Arithmetic { operator, to, left, right } => self.arithmetic(*operator, to, left, right, block),
            Operation::WithCarry { subtract, set_flags, to, left, right } => {
                let (left, right) = (self.read(left, block), self.read(right, block));
                let (result, flags) = flags::with_carry(*subtract, left, right, block);
                self.write(to, result, block);
                if *set_flags {
                    flags.write(block);
                }
            }
            Operation::Select { kind, to, then, otherwise, condition } => {
                self.select(*kind, *condition, [to, then, otherwise], block);
            }
            Operation::CompareIf { negative, left, right, flags, condition } => {
                self.compare_if(*negative, left, right, *flags, *condition, block);
            }
            Operation::Page { to, symbol } => {
                let address = block.address(self.context.location(&symbol.name), 0, 64);
                self.write_name(to, address, block);
            }
            _ => {
                if let Some((to, value)) = self.value(operation, block) {
                    self.write(&to, value, block);
                }
            }
        }
    }

    /// The destination and the value of an instruction that sets one register.
    fn value(self, operation: &Operation, block: &mut BlockBuilder) -> Option<(Register, Temp)> {
        Some(match operation {
            Operation::Move { to, from } => (to.clone(), self.read(from, block)),
            Operation::MoveImmediate { to, value } => (to.clone(), block.constant(*value, to.size.bits())),
            Operation::MoveWide { kind, to, value, shift } => {
                (to.clone(), self.move_wide(*kind, to, *value, shift.unwrap_or(0), block))
            }
            Operation::Shift { shift, to, from, by } => {
                let value = self.read(from, block);
                let value = match by {
                    ShiftBy::Immediate(amount) => shifted(*shift, value, *amount, block),
                    ShiftBy::Register(by) => {
                        let by = self.read(by, block);
                        shifted_by_register(*shift, value, by, block)
                    }
                };
                (to.clone(), value)
            }
            Operation::Multiply { subtract, to, factors: [left, right], addend } => {
                let [left, right, addend] = [left, right, addend].map(|register| self.read(register, block));
                (to.clone(), multiply_add(*subtract, left, right, addend, block))
            }
            Operation::MultiplyLong { signed, subtract, to, factors, addend } => {
                let [left, right] = [0, 1].map(|at: usize| {
                    let factor = self.read_name(&factors[at], Size::W, block);
                    if *signed { block.sign_extend(factor, 64) } else { block.resize(factor, 64) }
                });
                let addend = self.read_name(addend, Size::X, block);
                let to = Register { name: to.clone(), size: Size::X };
                (to, multiply_add(*subtract, left, right, addend, block))
            }
            Operation::BitField { kind, to, from, rotate, last } => {
                let value = self.read(from, block);
                (to.clone(), self.bit_field(*kind, to, value, (*rotate, *last), block))
            }
            Operation::Extract { to, high, low, from } => {
                let (high, low) = (self.read(high, block), self.read(low, block));
                let both = block.concatenate(high, low);
                (to.clone(), block.extract(both, u16::from(*from), to.size.bits()))
            }
            Operation::ExtendRegister { extend, to, from } => {
                let value = self.read_name(from, Size::W, block);
                (to.clone(), extended(value, *extend, 0, to.size.bits(), block))
            }
            Operation::Unary { operator, to, from } => {
                let value = self.read(from, block);
                (to.clone(), unary(*operator, value, block))
            }
            _ => return None,
        })
    }

    fn arithmetic(self, operator: Arithmetic, to: &Register, left: &Register, right: &Right, block: &mut BlockBuilder) {
        let left_value = self.read(left, block);
        if let Right::Low12(symbol) = right {
            let sum = offset(left_value, symbol.offset, block);
            return self.write(to, sum, block);
        }
        let right = match self.same_register(left, right, left_value, block) {
            Some(value) => value,
            None => self.right(right, left.size, block),
        };
        let (result, flags) = compute(operator, left_value, right, block);
        self.write(to, result, block);
        if let Some(flags) = flags {
            flags.write(block);
        }
    }

    /// The right operand when it is the register on the left: herd reads a register once.
    fn same_register(self, left: &Register, right: &Right, value: Temp, block: &mut BlockBuilder) -> Option<Temp> {
        match right {
            Right::Shifted { register, shift, amount } if register == left => {
                Some(shifted(*shift, value, *amount, block))
            }
            _ => None,
        }
    }

    fn right(self, right: &Right, size: Size, block: &mut BlockBuilder) -> Temp {
        let width = size.bits();
        match right {
            Right::Immediate { value, shift } => block.constant(value << shift, width),
            Right::Shifted { register, shift, amount } => {
                let value = self.read(register, block);
                shifted(*shift, value, *amount, block)
            }
            Right::Extended { register, extend, amount } => {
                let value = self.read(register, block);
                extended(value, *extend, amount.unwrap_or(0), width, block)
            }
            Right::Low12(symbol) => block.constant(i128::from(symbol.offset), width),
        }
    }

    fn move_wide(self, kind: MoveWide, to: &Register, value: u16, shift: u8, block: &mut BlockBuilder) -> Temp {
        let width = to.size.bits();
        let placed = i128::from(value) << shift;
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
        (rotate, last): (u8, u8),
        block: &mut BlockBuilder,
    ) -> Temp {
        let width = to.size.bits();
        let (rotate, last) = (u16::from(rotate), u16::from(last));
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

    fn select(
        self,
        kind: Select,
        condition: Condition,
        [to, then, otherwise]: [&Register; 3],
        block: &mut BlockBuilder,
    ) {
        let holds = self.condition(condition, block);
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

    fn compare_if(
        self,
        negative: bool,
        left: &Register,
        right: &CompareWith,
        otherwise: u8,
        condition: Condition,
        block: &mut BlockBuilder,
    ) {
        let left_value = self.read(left, block);
        let right_value = match right {
            CompareWith::Immediate(value) => block.constant(i128::from(*value), left.size.bits()),
            CompareWith::Register(register) => self.read(register, block),
        };
        let holds = self.condition(condition, block);
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
