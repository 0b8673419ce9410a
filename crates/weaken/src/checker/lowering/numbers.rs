//! Functions of LLVM and C that only compute numbers: the greater of two, the bits of one.

use cprog::ir::{Operand, RegisterId, Type};

use super::Lowering;
use super::barriers::ZERO;
use crate::checker::code::Value;
use crate::checker::code::compute::{Compute, Operator, Relation, truncate};

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
