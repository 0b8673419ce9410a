//! Moves from and to system registers.

use program::{BlockBuilder, RegisterId, Temp};

use super::{Lowering, PLAIN, Register};
use crate::aarch64::register::{Flag, NESTED_PAGE, nested_offset};
use crate::assembly::lower::offset;

/// Where a move from or to a system register goes.
enum Goes {
    /// To the four flags.
    Flags,
    /// To a register of its own.
    Register(RegisterId),
    /// To memory, at so many bytes from the address in the register.
    Memory(RegisterId, i64),
}

impl Lowering<'_, '_> {
    /// DDI 0487, D8.11: with FEAT_NV2 a register that has an offset there is memory, the page at `VNCR_EL2` plus the offset.
    fn goes(self, register: &Register) -> Goes {
        match self.id(register) {
            None => Goes::Flags,
            Some(id) => match nested_offset(id) {
                Some(by) if self.machine.redirects_system_registers => Goes::Memory(NESTED_PAGE, by),
                _ => Goes::Register(id),
            },
        }
    }

    pub(super) fn read_system(self, to: &Register, from: &Register, block: &mut BlockBuilder) {
        let value = match self.goes(from) {
            Goes::Flags => read_flags(block),
            Goes::Register(id) => block.read(id, 0, 64),
            Goes::Memory(base, by) => {
                let base = block.read(base, 0, 64);
                let address = offset(base, by, block);
                block.load(address, 64, PLAIN)
            }
        };
        self.write(to, value, block);
    }

    pub(super) fn write_system(self, to: &Register, from: &Register, block: &mut BlockBuilder) {
        let value = self.read(from, block);
        match self.goes(to) {
            Goes::Flags => {
                for (at, flag) in (0..).zip(Flag::ALL) {
                    let bit = block.extract(value, 31 - at, 1);
                    block.write(flag.id(), 0, bit);
                }
            }
            Goes::Register(id) => block.write(id, 0, value),
            Goes::Memory(base, by) => {
                let base = block.read(base, 0, 64);
                let address = offset(base, by, block);
                block.store(address, value, PLAIN);
            }
        }
    }
}

/// The flags in bits 31 to 28 of 64.
fn read_flags(block: &mut BlockBuilder) -> Temp {
    let [n, z, c, v] = Flag::ALL.map(|flag| block.read(flag.id(), 0, 1));
    let upper = block.concatenate(n, z);
    let lower = block.concatenate(c, v);
    let flags = block.concatenate(upper, lower);
    let below = block.constant(0, 28);
    let word = block.concatenate(flags, below);
    block.resize(word, 64)
}
