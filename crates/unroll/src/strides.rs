//! Which offsets in an object an address may have: multiples and constants in what it is computed of.

use program::{BinaryOperator, ExprId, Node, Width};
use rustc_hash::FxHashMap;

use crate::Execution;
use crate::objects::{ObjectId, greatest_common_divisor};

/// Offsets in an object: `from`, and what differs from it by multiples of `every` bytes, if that is not 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stride {
    every: u64,
    from: u64,
}

impl Stride {
    fn sum(self, other: Stride, is_difference: bool) -> Stride {
        let from = match is_difference {
            true => self.from.wrapping_sub(other.from),
            false => self.from.wrapping_add(other.from),
        };
        Stride { every: greatest_common_divisor(self.every, other.every), from }
    }

    fn times(self, factor: u64) -> Stride {
        let every = self.every.checked_mul((factor as i64).unsigned_abs());
        // What is no number of bytes in an object any more says nothing.
        let every = every.filter(|every| i64::try_from(*every).is_ok()).unwrap_or(1);
        Stride { every, from: self.from.wrapping_mul(factor) }
    }

    /// Those of either.
    fn or(self, other: Stride) -> Stride {
        let apart = (self.from.wrapping_sub(other.from) as i64).unsigned_abs();
        let every = greatest_common_divisor(greatest_common_divisor(self.every, other.every), apart);
        Stride { every, from: self.from }
    }

    /// What is left where numbers have so many bits.
    fn modulo(self, width: Width) -> Stride {
        match self.every {
            0 => self,
            every => Stride { every: 1 << u32::from(width.min(63)).min(every.trailing_zeros()), from: self.from },
        }
    }

    /// The least of them, which is not below 0.
    fn first(self) -> u64 {
        match self.every {
            0 => self.from,
            every => (self.from as i64).rem_euclid(every as i64) as u64,
        }
    }

    /// Those of them up to `last`, in order.
    pub(crate) fn within(self, last: u64) -> impl Iterator<Item = u64> {
        let step = if self.every == 0 { u64::MAX } else { self.every };
        std::iter::successors(Some(self.first()), move |offset| offset.checked_add(step))
            .take_while(move |&offset| offset <= last)
    }

    /// The size of pieces that accesses of so many bytes there have whole numbers of.
    pub(crate) fn granule(self, bytes: u64) -> u64 {
        greatest_common_divisor(greatest_common_divisor(bytes, self.every), self.first())
    }
}

impl Execution<'_> {
    /// Which offsets in an object an address may have, as far as multiples and constants in it say. An address that was read is taken to be aligned, unless what is added to it is not.
    pub(crate) fn stride(&self, pointer: ExprId, object: ObjectId, bytes: u64) -> Stride {
        let (any, aligned) = (Stride { every: 1, from: 0 }, Stride { every: bytes, from: 0 });
        if let Some((stride, true)) = self.stride_of(pointer, (object, any), &mut FxHashMap::default()) {
            return stride;
        }
        // Not made of an address of the object: its address was read.
        match self.stride_of(pointer, (object, aligned), &mut FxHashMap::default()) {
            Some((stride, _)) if stride.granule(bytes) != bytes => any,
            _ => aligned,
        }
    }

    /// The same of a part of an address, and whether the address of the object is in it. None where it is an address of another object. `read` is what is known of a value as wide as an address
    /// that was read.
    fn stride_of(
        &self,
        expr: ExprId,
        (object, read): (ObjectId, Stride),
        known: &mut FxHashMap<ExprId, Option<(Stride, bool)>>,
    ) -> Option<(Stride, bool)> {
        if let Some(&found) = known.get(&expr) {
            return found;
        }
        let any = Some((Stride { every: 1, from: 0 }, false));
        let object = (object, read);
        let width = self.x.width(expr);
        let found = match self.x.node(expr) {
            Node::Constant(value) => {
                let above = 128 - u32::from(width.clamp(1, 128));
                Some((Stride { every: 0, from: ((value << above) as i128 >> above) as u64 }, false))
            }
            Node::Symbol(_) if width >= 64 => Some((read, false)),
            Node::Address(of, offset) => (of == object.0).then_some((Stride { every: 0, from: offset as u64 }, true)),
            Node::Binary(operator @ (BinaryOperator::Add | BinaryOperator::Subtract), a, b) => {
                let (a, b) = (self.stride_of(a, object, known)?, self.stride_of(b, object, known)?);
                Some((a.0.sum(b.0, operator == BinaryOperator::Subtract), a.1 || b.1))
            }
            Node::Binary(BinaryOperator::Multiply, a, b) => {
                let (a, b) = (self.stride_of(a, object, known)?, self.stride_of(b, object, known)?);
                match (a.0, b.0) {
                    (Stride { every: 0, from: factor }, other) | (other, Stride { every: 0, from: factor }) => {
                        Some((other.times(factor), false))
                    }
                    _ => any,
                }
            }
            Node::Binary(BinaryOperator::ShiftLeft, a, b) => {
                match (self.stride_of(a, object, known)?, self.x.node(b)) {
                    ((stride, _), Node::Constant(by @ 0..=16)) => Some((stride.times(1 << by), false)),
                    _ => any,
                }
            }
            // Where the narrower number may have overflowed, only powers of two are left of what it is a multiple of.
            Node::ZeroExtend(a) | Node::SignExtend(a) => {
                self.stride_of(a, object, known).map(|(stride, is_there)| (stride.modulo(self.x.width(a)), is_there))
            }
            Node::Select(_, a, b) => match (self.stride_of(a, object, known), self.stride_of(b, object, known)) {
                (Some(a), Some(b)) => Some((a.0.or(b.0), a.1 || b.1)),
                (a, b) => a.or(b),
            },
            _ => any,
        };
        known.insert(expr, found);
        found
    }
}

#[cfg(test)]
mod tests {
    use super::Stride;

    #[test]
    fn strides_have_the_offsets_that_sums_and_products_have() {
        let index = Stride { every: 1, from: 0 };
        let field = index.times(5).sum(Stride { every: 0, from: 1 }, false);
        assert_eq!(field.within(16).collect::<Vec<_>>(), [1, 6, 11, 16]);
        assert_eq!(field.granule(4), 1);
        assert_eq!(index.times(8).granule(4), 4);
        let either = Stride { every: 0, from: 4 }.or(Stride { every: 0, from: 16 });
        assert_eq!(either.within(20).collect::<Vec<_>>(), [4, 16]);
        assert_eq!(index.times(12).modulo(32), Stride { every: 4, from: 0 });
        // What is taken away.
        let before = index.times(4).sum(Stride { every: 0, from: 4 }, true);
        assert_eq!(before.within(8).collect::<Vec<_>>(), [0, 4, 8]);
        assert_eq!(index.times(u64::MAX).within(2).collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!(Stride { every: 0, from: u64::MAX }.within(8).count(), 0);
    }
}
