//! Moves and bitwise operations on vector registers, of which there are the low 128 bits.

use program::{BinaryOperator, TagSet, Temp, Width};

use super::{Lowering, OperandPlace, PLAIN};
use crate::assembly::operand::Operand;
use crate::x86::Machine;

const WHOLE: Width = 128;
const HALF: Width = 64;

impl<M: Machine> Lowering<'_, '_, M> {
    pub(super) fn vector_move(&mut self, from: &Operand, to: &Operand, tags: TagSet) {
        let place = self.place(to);
        let value = self.read_bits(from, 0, WHOLE);
        self.write(place, value, tags);
    }

    /// The low bits of a vector register; in a vector destination the rest is cleared.
    pub(super) fn scalar_move(&mut self, from: &Operand, to: &Operand, width: Width) {
        let place = self.place(to);
        let value = self.value(from, width);
        let value = if place.is_vector() { self.block.resize(value, WHOLE) } else { value };
        self.write(place, value, PLAIN);
    }

    pub(super) fn vector_bitwise(&mut self, operator: BinaryOperator, right: &Operand, left: &Operand, to: &Operand) {
        let place = self.place(to);
        let right = self.read_bits(right, 0, WHOLE);
        let left = self.read_bits(left, 0, WHOLE);
        let result = self.block.binary(operator, left, right);
        self.write(place, result, PLAIN);
    }

    /// PUNPCKLQDQ and PUNPCKHQDQ.
    pub(super) fn unpack(&mut self, high: bool, above: &Operand, below: &Operand, to: &Operand) {
        let low = if high { HALF } else { 0 };
        let place = self.place(to);
        let above = self.read_bits(above, low, HALF);
        let below = self.read_bits(below, low, HALF);
        let result = self.block.concatenate(above, below);
        self.write(place, result, PLAIN);
    }

    /// PEXTRQ: the half that an immediate selects.
    pub(super) fn extract_quad(&mut self, half: i128, from: &Operand, to: &Operand) {
        let place = self.place(to);
        let value = self.read_bits(from, half_at(half), HALF);
        self.write(place, value, PLAIN);
    }

    /// PINSRQ: `from` goes to the half that an immediate selects, the other one stays or, in VPINSRQ, comes from `rest`.
    pub(super) fn insert_quad(&mut self, half: i128, from: &Operand, rest: Option<&Operand>, to: &Operand) {
        let value = self.value(from, HALF);
        let (place, low) = (self.place(to), half_at(half));
        let Some(rest) = rest else {
            return match place {
                OperandPlace::Register { register, .. } => self.block.write(register, low, value),
                OperandPlace::Memory(_) => unreachable!("a slot for vector registers"),
            };
        };
        let rest = self.read_bits(rest, HALF - low, HALF);
        let result = if low == 0 { self.block.concatenate(rest, value) } else { self.block.concatenate(value, rest) };
        self.write(place, result, PLAIN);
    }

    /// Some bits of a vector operand; memory is read as a whole.
    fn read_bits(&mut self, operand: &Operand, low: u16, width: Width) -> Temp {
        match self.place(operand) {
            OperandPlace::Register { register, .. } => self.block.read(register, low, width),
            OperandPlace::Memory(address) => {
                let whole = self.block.load(address, WHOLE, PLAIN);
                if width == WHOLE { whole } else { self.block.extract(whole, low, width) }
            }
        }
    }
}

/// The first bit of the half that the lowest bit of an immediate selects.
fn half_at(immediate: i128) -> u16 {
    if immediate & 1 == 1 { HALF } else { 0 }
}
