//! Moves and bitwise operations on vector registers, of which there are the low 128 bits.

use program::{BinaryOperator, TagSet, Temp, Width};

use super::{Lowering, OperandPlace, PLAIN};
use crate::assembly::operand::Operand;
use crate::x86::Machine;

const WHOLE: Width = 128;
const HALF: Width = 64;
const DOUBLE: Width = 32;

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

    /// PUNPCKLDQ.
    pub(super) fn interleave_doubles(&mut self, above: &Operand, below: &Operand, to: &Operand) {
        let place = self.place(to);
        let above = self.read_bits(above, 0, HALF);
        let below = self.read_bits(below, 0, HALF);
        let lanes = [0, DOUBLE].into_iter().flat_map(|low| [(below, low), (above, low)]);
        let lanes: Vec<Temp> = lanes.map(|(from, low)| self.block.extract(from, low, DOUBLE)).collect();
        self.write_lanes(place, &lanes);
    }

    /// PEXTRD and PEXTRQ: the lane that an immediate selects.
    pub(super) fn extract_lane(&mut self, lane: i128, from: &Operand, to: &Operand, width: Width) {
        let place = self.place(to);
        let value = self.read_bits(from, low_of(lane, width), width);
        self.write(place, value, PLAIN);
    }

    /// PINSRD and PINSRQ: `from` goes to the lane that an immediate selects, the others come from `rest`, which is the destination but in VEX forms.
    pub(super) fn insert_lane(&mut self, lane: i128, from: &Operand, rest: &Operand, to: &Operand, width: Width) {
        let value = self.value(from, width);
        let (place, selected) = (self.place(to), low_of(lane, width));
        let lane = |lowering: &mut Self, low| match low == selected {
            true => value,
            false => lowering.read_bits(rest, low, width),
        };
        let lanes: Vec<Temp> = (0..WHOLE).step_by(usize::from(width)).map(|low| lane(self, low)).collect();
        self.write_lanes(place, &lanes);
    }

    /// PSHUFD: each two bits of the immediate select a lane, those of the lowest first.
    pub(super) fn shuffle_doubles(&mut self, order: i128, from: &Operand, to: &Operand) {
        let place = self.place(to);
        let from = self.read_bits(from, 0, WHOLE);
        let lane = |number: u32| low_of(order >> (2 * number), DOUBLE);
        let lanes: Vec<Temp> = (0..4).map(|number| self.block.extract(from, lane(number), DOUBLE)).collect();
        self.write_lanes(place, &lanes);
    }

    /// PADDQ.
    pub(super) fn add_quads(&mut self, right: &Operand, left: &Operand, to: &Operand) {
        let place = self.place(to);
        let right = self.read_bits(right, 0, WHOLE);
        let left = self.read_bits(left, 0, WHOLE);
        let lanes = [0, HALF].map(|low| {
            let (left, right) = (self.block.extract(left, low, HALF), self.block.extract(right, low, HALF));
            self.block.binary(BinaryOperator::Add, left, right)
        });
        self.write_lanes(place, &lanes);
    }

    /// PSRLQ by an immediate; by more than 63 leaves nothing.
    pub(super) fn shift_quads_right(&mut self, by: i128, from: &Operand, to: &Operand) {
        let place = self.place(to);
        let from = self.read_bits(from, 0, WHOLE);
        let lanes = [0, HALF].map(|low| {
            if by >= i128::from(HALF) {
                return self.block.constant(0, HALF);
            }
            let (quad, by) = (self.block.extract(from, low, HALF), self.block.constant(by, HALF));
            self.block.binary(BinaryOperator::ShiftRight, quad, by)
        });
        self.write_lanes(place, &lanes);
    }

    /// Writes a vector register whose lanes these are, the lowest first.
    fn write_lanes(&mut self, place: OperandPlace, lanes: &[Temp]) {
        let whole = lanes.iter().copied().reduce(|below, above| self.block.concatenate(above, below));
        self.write(place, whole.expect("a vector has lanes"), PLAIN);
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

/// The first bit of the lane that the lowest bits of an immediate select, where lanes have so many bits.
fn low_of(lane: i128, width: Width) -> u16 {
    (lane as u16 & (WHOLE / width - 1)) * width
}
