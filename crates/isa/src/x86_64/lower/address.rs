//! Addresses of memory operands.

use program::{BinaryOperator, Temp, Width};
use source::Diagnostic;

use super::{Lowering, adds_nothing};
use crate::x86_64::ADDRESS_WIDTH;
use crate::x86_64::operand::{Displacement, Memory, RegisterOperand};
use crate::x86_64::size::Size;

impl Lowering<'_, '_> {
    /// The address of a memory operand: 64 bits. An address made of 32-bit registers is computed in 32 bits, then widened
    /// with zeros (SDM vol. 1, 3.3.7.1). Segments have base 0 (3.4.2.1).
    pub(super) fn memory_address(&mut self, memory: &Memory) -> Result<Temp, Diagnostic> {
        let width = memory.registers().find_map(RegisterOperand::size).unwrap_or(Size::Quad).bits();
        let mut sum: Option<Temp> = None;
        if let Some(base) = &memory.base {
            sum = Some(self.address_register(base, width)?);
        }
        if let Some((index, scale)) = &memory.index {
            let mut scaled = self.address_register(index, width)?;
            if *scale != 1 {
                let scale = self.block.constant(i128::from(*scale), width);
                scaled = self.block.binary(BinaryOperator::Multiply, scaled, scale);
            }
            sum = Some(self.plus(sum, scaled));
        }
        let address = match (sum, &memory.displacement) {
            (Some(sum), displacement) if adds_nothing(displacement) => sum,
            (None, Displacement::Number(_)) => {
                return Err(self.unsupported(
                    "an address that is a number does not name a location",
                    "memory consists of the locations that the test names",
                ));
            }
            (sum, displacement) => {
                let displacement = self.displacement(displacement, width);
                self.plus(sum, displacement)
            }
        };
        Ok(self.block.resize(address, ADDRESS_WIDTH))
    }

    fn plus(&mut self, sum: Option<Temp>, term: Temp) -> Temp {
        match sum {
            Some(sum) => self.block.binary(BinaryOperator::Add, sum, term),
            None => term,
        }
    }

    fn address_register(&mut self, register: &RegisterOperand, width: Width) -> Result<Temp, Diagnostic> {
        let register = match register {
            RegisterOperand::General(general) => general.part().register,
            RegisterOperand::Symbolic(name) => self.symbolic(name)?,
        };
        Ok(self.block.read(register, 0, width))
    }

    fn displacement(&mut self, displacement: &Displacement, width: Width) -> Temp {
        match displacement {
            Displacement::Number(number) => self.block.constant(i128::from(*number), width),
            Displacement::Symbol(symbol) => {
                let address = self.symbol_address(symbol);
                self.block.resize(address, width)
            }
        }
    }
}
