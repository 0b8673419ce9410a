//! Functions of LLVM and C that only compute numbers: the greater of two, the bits of one.

use cprog::ir::{Operand, RegisterId, Type};

use super::Lowering;
use super::barriers::ZERO;
use crate::checker::code::compute::{Compute, Conversion, Operator, Relation, truncate};
use crate::checker::code::{Step, Value};

/// Which bits are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bits {
    /// Those that are set.
    Set,
    /// The zeros above the highest that is set,
    Leading,
    /// and below the lowest.
    Trailing,
    /// The place of the lowest that is set, from 1, or 0 (`ffs`).
    First,
}

/// `llvm.smax.i32` has 32 bits.
fn width(name: &str) -> Option<u8> {
    let bits = name.rsplit('.').next()?.strip_prefix('i')?.parse().ok()?;
    (1..=64).contains(&bits).then_some(bits)
}

impl Lowering<'_> {
    /// Computes what a function gives that only computes; none where it is no such function.
    pub(super) fn number(&mut self, result: Option<RegisterId>, name: &str, arguments: &[Operand]) -> Option<()> {
        let operand = |lowering: &Self, index: usize, bits: u8| {
            arguments.get(index).and_then(|operand| lowering.value(operand, &Type::Integer(bits.into())))
        };
        let value = match name {
            "ffs" | "ffsl" | "ffsll" => {
                let bits = if name == "ffs" { 32 } else { 64 };
                let of = operand(self, 0, bits)?;
                self.count(Bits::First, of, bits)
            }
            _ => {
                let rest = name.strip_prefix("llvm.")?;
                let bits = width(rest)?;
                let of = operand(self, 0, bits)?;
                match rest.split('.').next()? {
                    "ctpop" => self.count(Bits::Set, of, bits),
                    "ctlz" => self.count(Bits::Leading, of, bits),
                    "cttz" => self.count(Bits::Trailing, of, bits),
                    "abs" => {
                        let minus = self.computed(Compute::Binary {
                            operator: Operator::Subtract,
                            bits,
                            left: ZERO,
                            right: of,
                        });
                        self.chosen(Relation::SignedLess, bits, (of, ZERO), (minus, of))
                    }
                    "smax" | "umax" | "smin" | "umin" => {
                        let other = operand(self, 1, bits)?;
                        let relation =
                            if rest.starts_with('s') { Relation::SignedLess } else { Relation::UnsignedLess };
                        let (smaller, greater) = if rest[1..].starts_with("min") { (of, other) } else { (other, of) };
                        self.chosen(relation, bits, (of, other), (smaller, greater))
                    }
                    "bswap" => self.swapped(of, bits),
                    "bitreverse" => self.reversed(of, bits, 1),
                    "fshl" | "fshr" => {
                        let (low, by) = (operand(self, 1, bits)?, operand(self, 2, bits)?);
                        self.funnel(rest.starts_with("fshl"), bits, [of, low], by)
                    }
                    "sadd" | "uadd" | "ssub" | "usub" | "smul" | "umul" if rest.contains(".with.overflow.") => {
                        let other = operand(self, 1, bits)?;
                        return self.with_overflow(result, rest, bits, [of, other]);
                    }
                    _ => return None,
                }
            }
        };
        self.give(result, value);
        Some(())
    }

    /// One value where the first operand is less, or else another.
    fn chosen(
        &mut self,
        relation: Relation,
        bits: u8,
        (left, right): (Value, Value),
        (then, otherwise): (Value, Value),
    ) -> Value {
        let condition = self.computed(Compute::Compare { relation, bits, left, right });
        self.computed(Compute::Select { condition, then, otherwise })
    }

    fn binary_of(&mut self, operator: Operator, bits: u8, left: Value, right: Value) -> Value {
        self.computed(Compute::Binary { operator, bits, left, right })
    }

    /// The bits of a number in reverse, in groups of so many.
    fn reversed(&mut self, of: Value, bits: u8, group: u8) -> Value {
        let mut all = ZERO;
        let mask = (1 << group) - 1;
        for low in (0..bits).step_by(usize::from(group)) {
            let shifted = self.operation(Operator::ShiftRight, bits, of, low.into());
            let one = self.operation(Operator::And, bits, shifted, mask);
            let moved = self.operation(Operator::ShiftLeft, bits, one, (bits - group - low).into());
            all = self.binary_of(Operator::Or, bits, all, moved);
        }
        all
    }

    fn swapped(&mut self, of: Value, bits: u8) -> Value {
        self.reversed(of, bits, 8)
    }

    /// The high half (or the low one) of two numbers side by side, shifted to the left (or to the right) by as many bits as the remainder says.
    fn funnel(&mut self, is_left: bool, bits: u8, [high, low]: [Value; 2], by: Value) -> Value {
        let by = self.operation(Operator::UnsignedRemainder, bits, by, bits.into());
        // Of the other number, one bit and then the rest: no shift is by all bits at once.
        let most = self.computed(Compute::Copy(Value::Constant(u64::from(bits) - 1)));
        let rest = self.binary_of(Operator::Subtract, bits, most, by);
        let (kept, operator, other, back) = if is_left {
            (high, Operator::ShiftLeft, low, Operator::ShiftRight)
        } else {
            (low, Operator::ShiftRight, high, Operator::ShiftLeft)
        };
        let kept = self.binary_of(operator, bits, kept, by);
        let other = self.operation(back, bits, other, 1);
        let other = self.binary_of(back, bits, other, rest);
        self.binary_of(Operator::Or, bits, kept, other)
    }

    /// `llvm.sadd.with.overflow.i32` and its like: the result, and whether it is another one than that of numbers without bounds. None for products of more than 32 bits.
    fn with_overflow(
        &mut self,
        result: Option<RegisterId>,
        name: &str,
        bits: u8,
        [left, right]: [Value; 2],
    ) -> Option<()> {
        let is_signed = name.starts_with('s');
        let operator = match name.get(1..4)? {
            "add" => Operator::Add,
            "sub" => Operator::Subtract,
            _ => Operator::Multiply,
        };
        let value = self.binary_of(operator, bits, left, right);
        let overflows = match (operator, is_signed) {
            (Operator::Multiply, _) if bits > 32 => return None,
            (Operator::Multiply, _) => {
                let conversion = if is_signed { Conversion::Signed } else { Conversion::Unsigned };
                let [left, right, narrow] = [left, right, value]
                    .map(|value| self.computed(Compute::Convert { conversion, from: bits, to: 64, value }));
                let wide = self.binary_of(Operator::Multiply, 64, left, right);
                self.computed(Compute::Compare { relation: Relation::NotEqual, bits: 64, left: wide, right: narrow })
            }
            // A sum without sign that wraps is less than each of its operands.
            (Operator::Add, false) => {
                let relation = Relation::UnsignedLess;
                self.computed(Compute::Compare { relation, bits, left: value, right: left })
            }
            (_, false) => self.computed(Compute::Compare { relation: Relation::UnsignedLess, bits, left, right }),
            (_, true) => {
                // A sum overflows where both operands have the other sign than it has; a difference where the operands differ in sign, and the result from the first.
                let first = self.binary_of(Operator::Xor, bits, left, value);
                let other = if operator == Operator::Add { value } else { left };
                let second = self.binary_of(Operator::Xor, bits, right, other);
                let both = self.binary_of(Operator::And, bits, first, second);
                self.computed(Compute::Compare { relation: Relation::SignedLess, bits, left: both, right: ZERO })
            }
        };
        let slots = self.results(result)?;
        for (slot, value) in slots.into_iter().zip([value, overflows]) {
            self.emit(Step::Compute { result: slot, how: Compute::Copy(value) });
        }
        Some(())
    }

    fn operation(&mut self, operator: Operator, bits: u8, left: Value, right: u64) -> Value {
        let right = Value::Constant(truncate(right, bits));
        self.computed(Compute::Binary { operator, bits, left, right })
    }

    fn count(&mut self, what: Bits, of: Value, bits: u8) -> Value {
        match what {
            Bits::Set => self.count_set(of, bits),
            Bits::Leading => {
                // All below the highest that is set are set, too: the rest are zeros above.
                let mut smeared = of;
                let mut by = 1;
                while by < bits {
                    let shifted = self.operation(Operator::ShiftRight, bits, smeared, by.into());
                    smeared =
                        self.computed(Compute::Binary { operator: Operator::Or, bits, left: smeared, right: shifted });
                    by *= 2;
                }
                let above = self.operation(Operator::Xor, bits, smeared, u64::MAX);
                self.count_set(above, bits)
            }
            Bits::Trailing => {
                // One less has those set that are zeros below, and of these none in the number itself.
                let less = self.operation(Operator::Subtract, bits, of, 1);
                let without = self.operation(Operator::Xor, bits, of, u64::MAX);
                let below =
                    self.computed(Compute::Binary { operator: Operator::And, bits, left: less, right: without });
                self.count_set(below, bits)
            }
            Bits::First => {
                let trailing = self.count(Bits::Trailing, of, bits);
                let place = self.operation(Operator::Add, bits, trailing, 1);
                let is_zero = self.equal(of, ZERO, bits);
                self.computed(Compute::Select { condition: is_zero, then: ZERO, otherwise: place })
            }
        }
    }

    /// How many bits are set: one after the other.
    fn count_set(&mut self, of: Value, bits: u8) -> Value {
        let mut sum = ZERO;
        for bit in 0..bits {
            let shifted = self.operation(Operator::ShiftRight, bits, of, bit.into());
            let one = self.operation(Operator::And, bits, shifted, 1);
            sum = self.computed(Compute::Binary { operator: Operator::Add, bits, left: sum, right: one });
        }
        sum
    }
}
