//! Addresses of memory operands.

use program::{BinaryOperator, Temp};

use super::Lowering;
use crate::assembly;
use crate::assembly::memory::Memory;
use crate::assembly::operand::RegisterOperand;
use crate::x86::Machine;

impl<M: Machine> Lowering<'_, '_, M> {
    /// The address of a memory operand. An address made of 32-bit registers is computed in 32 bits, then widened
    /// with zeros (SDM vol. 1, 3.3.7.1). Segments have base 0 (3.4.2.1).
    pub(super) fn memory_address(&mut self, memory: &Memory) -> Temp {
        let width = memory.registers().next().map_or(M::ADDRESS_WIDTH, RegisterOperand::width::<M>);
        let mut sum: Option<Temp> = memory.base.as_ref().map(|base| self.register(base));
        if let Some((index, scale)) = &memory.index {
            let mut scaled = self.register(index);
            if *scale != 1 {
                let scale = self.block.constant(i128::from(*scale), width);
                scaled = self.block.binary(BinaryOperator::Multiply, scaled, scale);
            }
            sum = Some(self.plus(sum, scaled));
        }
        let displacement = match &memory.location {
            None if memory.offset == 0 => None,
            None => Some(self.block.constant(i128::from(memory.offset), width)),
            Some(location) => {
                let address = self.location(location, memory.offset);
                Some(self.block.resize(address, width))
            }
        };
        let address = match displacement {
            Some(displacement) => self.plus(sum, displacement),
            None => sum.expect("an address names a location or has a register"),
        };
        self.block.resize(address, M::ADDRESS_WIDTH)
    }

    fn register(&mut self, register: &RegisterOperand) -> Temp {
        assembly::lower::read::<M>(self.context, register, self.block)
    }

    fn plus(&mut self, sum: Option<Temp>, term: Temp) -> Temp {
        match sum {
            Some(sum) => self.block.binary(BinaryOperator::Add, sum, term),
            None => term,
        }
    }
}
