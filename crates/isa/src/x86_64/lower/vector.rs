//! Moves and bitwise operations on vector registers, of which there are the low 128 bits.

use program::{BinaryOperator, RegisterId, TagSet, Temp};
use source::Diagnostic;

use super::{Lowering, NON_TEMPORAL, PLAIN, Place};
use crate::x86_64::instruction::Opcode;
use crate::x86_64::operand::Operand;
use crate::x86_64::size::Size;

const WHOLE: u16 = 128;
const HALF: u16 = 64;

impl Lowering<'_, '_> {
    pub(super) fn vector(&mut self, opcode: Opcode, operands: &[Operand], size: Size) -> Result<(), Diagnostic> {
        match (opcode, operands) {
            (Opcode::VectorMove, [from, to]) => self.vector_move(from, to, PLAIN),
            (Opcode::VectorMoveNonTemporal, [from, to]) => self.vector_move(from, to, NON_TEMPORAL),
            (Opcode::ScalarMove, [from, to]) => self.scalar_move(from, to, size),
            (Opcode::ScalarMerge, [from, to]) => {
                let place = self.place(to)?;
                let value = self.value(from, size)?;
                self.write(place, value, PLAIN);
                Ok(())
            }
            (Opcode::VectorBitwise(operator), [right, both]) => self.vector_bitwise(operator, right, both, both),
            (Opcode::VectorBitwise(operator), [right, left, to]) => self.vector_bitwise(operator, right, left, to),
            (Opcode::Unpack { high }, [above, both]) => self.unpack(high, above, both, both),
            (Opcode::Unpack { high }, [above, below, to]) => self.unpack(high, above, below, to),
            (Opcode::ExtractQuad, [Operand::Immediate(half), Operand::Vector(from), to]) => {
                let place = self.place(to)?;
                let value = self.block.read(from.id(), half_at(*half), HALF);
                self.write(place, value, PLAIN);
                Ok(())
            }
            (Opcode::InsertQuad, [Operand::Immediate(half), from, Operand::Vector(to)]) => {
                let value = self.value(from, Size::Quad)?;
                self.block.write(to.id(), half_at(*half), value);
                Ok(())
            }
            (Opcode::InsertQuad, [Operand::Immediate(half), from, Operand::Vector(rest), Operand::Vector(to)]) => {
                self.insert_quad(half_at(*half), from, rest.id(), to.id())
            }
            _ => Err(self.unsupported("this form has no meaning yet", "its operands are read, but not lowered")),
        }
    }

    /// All of a vector operand.
    fn read_whole(&mut self, operand: &Operand) -> Result<Temp, Diagnostic> {
        self.read_bits(operand, 0, WHOLE)
    }

    /// Some bits of a vector operand; memory is read as a whole.
    fn read_bits(&mut self, operand: &Operand, low: u16, width: u16) -> Result<Temp, Diagnostic> {
        match self.place(operand)? {
            Place::Vector(register) | Place::Register { register, .. } => Ok(self.block.read(register, low, width)),
            Place::Memory(address) => {
                let whole = self.block.load(address, WHOLE, PLAIN);
                Ok(if width == WHOLE { whole } else { self.block.extract(whole, low, width) })
            }
        }
    }

    fn vector_move(&mut self, from: &Operand, to: &Operand, tags: TagSet) -> Result<(), Diagnostic> {
        let place = self.place(to)?;
        let value = self.read_whole(from)?;
        self.write(place, value, tags);
        Ok(())
    }

    /// The low bits of a vector register; in a vector destination the rest is cleared.
    fn scalar_move(&mut self, from: &Operand, to: &Operand, size: Size) -> Result<(), Diagnostic> {
        let place = self.place(to)?;
        let value = self.value(from, size)?;
        let value = if let Place::Vector(_) = place { self.block.resize(value, WHOLE) } else { value };
        self.write(place, value, PLAIN);
        Ok(())
    }

    fn vector_bitwise(
        &mut self,
        operator: BinaryOperator,
        right: &Operand,
        left: &Operand,
        to: &Operand,
    ) -> Result<(), Diagnostic> {
        let place = self.place(to)?;
        let right = self.read_whole(right)?;
        let left = self.read_whole(left)?;
        let result = self.block.binary(operator, left, right);
        self.write(place, result, PLAIN);
        Ok(())
    }

    fn unpack(&mut self, high: bool, above: &Operand, below: &Operand, to: &Operand) -> Result<(), Diagnostic> {
        let low = if high { HALF } else { 0 };
        let place = self.place(to)?;
        let above = self.read_bits(above, low, HALF)?;
        let below = self.read_bits(below, low, HALF)?;
        let result = self.block.concatenate(above, below);
        self.write(place, result, PLAIN);
        Ok(())
    }

    /// VPINSRQ: `from` at bit `low`, the other half from `rest`.
    fn insert_quad(&mut self, low: u16, from: &Operand, rest: RegisterId, to: RegisterId) -> Result<(), Diagnostic> {
        let value = self.value(from, Size::Quad)?;
        let rest = self.block.read(rest, HALF - low, HALF);
        let result = if low == 0 { self.block.concatenate(rest, value) } else { self.block.concatenate(value, rest) };
        self.block.write(to, 0, result);
        Ok(())
    }
}

/// The first bit of the half that the lowest bit of an immediate selects.
fn half_at(immediate: i128) -> u16 {
    if immediate & 1 == 1 { HALF } else { 0 }
}
