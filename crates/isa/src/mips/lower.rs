//! Instructions to micro-operations (MD00087).
//!
//! What is left open, and how it is taken here:
//!
//! - `sc` succeeds only when the last `ll` had the same address and size, and may fail at any time.
//! - Instructions that compute with 32 bits take the low ones of registers that hold more (the manual: unpredictable).
//! - `add` and its like do not trap. What a division by 0 gives is unpredictable in the manual; here quotients are 0, and the remainder is the
//!   dividend.
//! - `jr $31` where nothing has called ends the thread; a jump to a number is an error.
//! - `lui` with `%hi(x)` gives the address of `x`, and `%lo(x)` adds nothing: the sum is right, the parts are not.
//! - There are no delay slots: see the head of the module.

use litmus::LoweringContext;
use program::{BinaryOperator, BlockBuilder, TagSet, Target as ProgramTarget, Temp, UnaryOperator, Width};
use source::Diagnostic;

use super::table::{Compute, Field, Half, Operation, Size, Test, Value};
use super::{BITS, HI, LO, Mips, RA, RESERVATION};
use crate::assembly;
use crate::assembly::address::{Address, Displacement};
use crate::assembly::operand::{Instruction, RegisterOperand, Target};

type I = Instruction<Mips>;

/// The names of the tags, herd's where it has them: annotations of accesses, then fences.
pub(super) const TAGS: &[&str] = &["EX", "SYNC", "SYNC.WMB", "SYNC.MB", "SYNC.ACQUIRE", "SYNC.RELEASE", "SYNC.RMB"];

const PLAIN: TagSet = TagSet::NONE;
/// Of `ll` and `sc`.
const EXCLUSIVE: TagSet = TagSet::only(0);

/// The tag of a `sync` with this stype. Those that mean something else on some implementation are like 0 on all others.
fn sync_tags(stype: i128) -> TagSet {
    TagSet::only(match stype {
        // Stores with stores.
        4 => 2,
        // All with all.
        16 => 3,
        // Loads with all behind.
        17 => 4,
        // All before with stores.
        18 => 5,
        // Loads with loads.
        19 => 6,
        _ => 1,
    })
}

impl Size {
    fn bits(self) -> Width {
        match self {
            Size::Word => 32,
            Size::Doubleword => BITS,
        }
    }
}

/// Appends the micro-operations of an instruction to `block`.
pub(super) fn instruction(i: &I, context: &LoweringContext<'_>, block: &mut BlockBuilder) -> Result<(), Diagnostic> {
    Lowering { context, block }.instruction(i)
}

struct Lowering<'a, 'b> {
    context: &'a LoweringContext<'a>,
    block: &'b mut BlockBuilder,
}

impl Lowering<'_, '_> {
    fn instruction(&mut self, i: &I) -> Result<(), Diagnostic> {
        match i.operation() {
            Operation::Nop | Operation::Directive => {}
            Operation::Set(value) => {
                let value = self.value(value, i);
                self.write(i.register(0), value);
            }
            Operation::To(half) => {
                let value = self.read(i.register(0));
                self.block.write(half.register(), 0, value);
            }
            Operation::Multiply { signed, size } => self.multiply(signed, size, i),
            Operation::DivideBoth { signed, size } => {
                for (half, remainder) in [(HI, true), (LO, false)] {
                    let part = self.divide(signed, remainder, size, [i.register(0), i.register(1)]);
                    self.block.write(half, 0, part);
                }
            }
            Operation::Divide { signed, remainder, size } => {
                let result = self.divide(signed, remainder, size, [i.register(1), i.register(2)]);
                self.write(i.register(0), result);
            }
            Operation::Branch(test, _) => {
                let target = self.target(i.target(2))?;
                let (left, right) = (self.read(i.register(0)), self.read(i.register(1)));
                let holds = self.test(test, left, right);
                self.block.branch(holds, target);
            }
            Operation::Jump(_) => {
                let target = self.target(i.target(0))?;
                self.block.jump(target);
            }
            Operation::Call(_) => {
                let target = self.target(i.target(0))?;
                let back = self.back();
                self.block.write(RA, 0, back);
                self.block.jump(target);
            }
            Operation::JumpRegister(_) => {
                assembly::lower::jump_to::<Mips>(self.context, i.register(0), RA, self.block);
            }
            Operation::CallRegister(_) => self.call_register(i),
            Operation::Load { bits, signed } => {
                let address = self.address(i.address(1));
                let value = self.block.load(address, bits, PLAIN);
                let value = self.widened(value, signed);
                self.write(i.register(0), value);
            }
            Operation::Store(bits) => {
                let address = self.address(i.address(1));
                let value = self.read_low(i.register(0), bits);
                self.block.store(address, value, PLAIN);
            }
            Operation::LoadLinked(bits) => {
                let address = self.address(i.address(1));
                RESERVATION.reserve(address, bits, self.block);
                let value = self.block.load(address, bits, EXCLUSIVE);
                let value = self.widened(value, true);
                self.write(i.register(0), value);
            }
            Operation::StoreConditional(bits) => self.store_conditional(bits, i),
            Operation::Sync => {
                let stype = if i.operands.is_empty() { 0 } else { *i.number(0) };
                self.block.fence(sync_tags(stype));
            }
        }
        Ok(())
    }

    fn read(&mut self, register: &RegisterOperand) -> Temp {
        assembly::lower::read::<Mips>(self.context, register, self.block)
    }

    fn read_low(&mut self, register: &RegisterOperand, bits: Width) -> Temp {
        let whole = self.read(register);
        self.block.resize(whole, bits)
    }

    fn write(&mut self, register: &RegisterOperand, value: Temp) {
        assembly::lower::write::<Mips>(self.context, register, value, self.block);
    }

    fn target(&self, target: &Target) -> Result<ProgramTarget, Diagnostic> {
        assembly::lower::place(self.context, target, 4).map(ProgramTarget::Code)
    }

    /// The address of the next instruction.
    fn back(&mut self) -> Temp {
        self.block.code(self.context.next_place(), BITS)
    }

    fn call_register(&mut self, i: &I) {
        let last = i.operands.len() - 1;
        let to = self.read(i.register(last));
        let back = self.back();
        match last {
            0 => self.block.write(RA, 0, back),
            _ => self.write(i.register(0), back),
        }
        self.block.jump_to(to);
    }

    fn address(&mut self, address: &Address) -> Temp {
        let base = self.read(&address.base);
        match &address.displacement {
            Displacement::Number(by) => assembly::lower::offset(base, *by, self.block),
            Displacement::Symbol(..) | Displacement::Index(_) => base,
        }
    }

    /// All bits of a value.
    fn widened(&mut self, value: Temp, signed: bool) -> Temp {
        if signed && self.block.width(value) < BITS {
            self.block.sign_extend(value, BITS)
        } else {
            self.block.resize(value, BITS)
        }
    }

    fn test(&mut self, Test { operator, negated }: Test, left: Temp, right: Temp) -> Temp {
        let holds = self.block.binary(operator, left, right);
        if negated { self.block.not(holds) } else { holds }
    }

    /// What the register in front is set to.
    fn value(&mut self, value: Value, i: &I) -> Temp {
        match value {
            Value::Register | Value::LowAddress => self.read(i.register(1)),
            Value::Immediate => self.block.constant(*i.number(1), BITS),
            Value::Upper => {
                let word = self.block.constant(*i.number(1) << 16, 32);
                self.widened(word, true)
            }
            Value::Address => {
                let symbol = i.symbol(1);
                self.block.address(self.context.location(&symbol.name), symbol.offset, BITS)
            }
            Value::ExtendSign(from) => {
                let low = self.read_low(i.register(1), from);
                self.widened(low, true)
            }
            Value::Compute(compute, size) => {
                let (left, right) = (self.read(i.register(1)), self.read(i.register(2)));
                self.compute(compute, size, left, right)
            }
            Value::Signed(compute, size) => {
                let left = self.read(i.register(1));
                let right = self.block.constant(sign_extended(*i.number(2)), BITS);
                self.compute(compute, size, left, right)
            }
            Value::Unsigned(operator) => {
                let left = self.read(i.register(1));
                let right = self.block.constant(*i.number(2), BITS);
                self.block.binary(operator, left, right)
            }
            Value::Field(field, size) => self.field(field, size, i),
            Value::MoveIf { zero } => {
                let old = self.read(i.register(0));
                self.select(zero, old, i)
            }
            Value::SelectIf { zero } => {
                let nothing = self.block.constant(0, BITS);
                self.select(zero, nothing, i)
            }
            Value::From(half) => self.block.read(half.register(), 0, BITS),
        }
    }

    /// The second register where the third is 0, or is not; else `otherwise`.
    fn select(&mut self, zero: bool, otherwise: Temp, i: &I) -> Temp {
        let (value, condition) = (self.read(i.register(1)), self.read(i.register(2)));
        let nothing = self.block.constant(0, BITS);
        let is_zero = self.block.equal(condition, nothing);
        if zero { self.block.select(is_zero, value, otherwise) } else { self.block.select(is_zero, otherwise, value) }
    }

    fn compute(&mut self, compute: Compute, size: Size, left: Temp, right: Temp) -> Temp {
        let bits = size.bits();
        let [left, right] = [left, right].map(|value| self.block.resize(value, bits));
        let result = match compute {
            Compute::Plain(operator) | Compute::Trapping(operator) => self.block.binary(operator, left, right),
            Compute::Complement(operator) => {
                let result = self.block.binary(operator, left, right);
                self.block.unary(UnaryOperator::Not, result)
            }
            Compute::Shift(operator) => {
                let by = self.amount(right);
                self.block.binary(operator, left, by)
            }
            Compute::RotateRight => {
                let by = self.amount(right);
                let all = self.block.constant(i128::from(bits), bits);
                let back = self.block.binary(BinaryOperator::Subtract, all, by);
                let low = self.block.binary(BinaryOperator::ShiftRight, left, by);
                let high = self.block.binary(BinaryOperator::ShiftLeft, left, back);
                self.block.binary(BinaryOperator::Or, low, high)
            }
            Compute::Set(operator) => {
                let bit = self.block.binary(operator, left, right);
                self.block.resize(bit, bits)
            }
            Compute::MultiplyHigh { signed } => {
                let product = self.product(signed, left, right);
                self.block.extract(product, bits, bits)
            }
        };
        self.widened(result, true)
    }

    /// The low bits of a register that count when it says how far to shift.
    fn amount(&mut self, by: Temp) -> Temp {
        let bits = self.block.width(by);
        let mask = self.block.constant(i128::from(bits) - 1, bits);
        self.block.binary(BinaryOperator::And, by, mask)
    }

    /// Of twice as many bits.
    fn product(&mut self, signed: bool, left: Temp, right: Temp) -> Temp {
        let twice = 2 * self.block.width(left);
        let [left, right] = [left, right].map(|value| match signed {
            true => self.block.sign_extend(value, twice),
            false => self.block.resize(value, twice),
        });
        self.block.binary(BinaryOperator::Multiply, left, right)
    }

    fn multiply(&mut self, signed: bool, size: Size, i: &I) {
        let bits = size.bits();
        let (left, right) = (self.read_low(i.register(0), bits), self.read_low(i.register(1), bits));
        let product = self.product(signed, left, right);
        for (half, low) in [(HI, bits), (LO, 0)] {
            let part = self.block.extract(product, low, bits);
            let part = self.widened(part, true);
            self.block.write(half, 0, part);
        }
    }

    fn divide(&mut self, signed: bool, remainder: bool, size: Size, of: [&RegisterOperand; 2]) -> Temp {
        let operator = match (signed, remainder) {
            (true, false) => BinaryOperator::DivideSigned,
            (false, false) => BinaryOperator::Divide,
            (true, true) => BinaryOperator::RemainderSigned,
            (false, true) => BinaryOperator::Remainder,
        };
        let [left, right] = of.map(|register| self.read_low(register, size.bits()));
        let result = self.block.binary(operator, left, right);
        self.widened(result, true)
    }

    /// A field that is extracted ends with zeros, one of all 32 bits excepted: the result of 32 bits is widened with its sign.
    fn field(&mut self, field: Field, size: Size, i: &I) -> Temp {
        let bits = size.bits();
        let [first, length] = [2, 3].map(|at| *i.number(at) as Width);
        let result = match field {
            Field::Extract => {
                let from = self.read(i.register(1));
                let field = self.block.extract(from, first, length);
                self.block.resize(field, bits)
            }
            Field::Insert => {
                let old = self.read(i.register(0));
                let mut result = self.read_low(i.register(1), length);
                if first > 0 {
                    let below = self.block.extract(old, 0, first);
                    result = self.block.concatenate(result, below);
                }
                if first + length < bits {
                    let above = self.block.extract(old, first + length, bits - first - length);
                    result = self.block.concatenate(above, result);
                }
                result
            }
        };
        self.widened(result, true)
    }

    /// The register becomes 1 when the store succeeds, else 0.
    fn store_conditional(&mut self, bits: Width, i: &I) {
        let address = self.address(i.address(1));
        let value = self.read_low(i.register(0), bits);
        let (context, status) = (self.context, i.register(0));
        let store = |value, block: &mut BlockBuilder| block.store(address, value, EXCLUSIVE);
        let report = |success: bool, block: &mut BlockBuilder| {
            let stored = block.constant(i128::from(success), BITS);
            assembly::lower::write::<Mips>(context, status, stored, block);
        };
        RESERVATION.store_conditional(address, bits, self.block, |_| value, store, report);
    }
}

impl Half {
    fn register(self) -> program::RegisterId {
        match self {
            Half::High => HI,
            Half::Low => LO,
        }
    }
}

/// Immediates of 16 bits may be written as signed or unsigned numbers.
fn sign_extended(number: i128) -> i128 {
    if number > 0x7fff { number - 0x1_0000 } else { number }
}
