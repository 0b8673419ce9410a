//! A state in which all threads have ended, as conditions look at it.

use litmus::{FinalState, FinalValue, RegisterPart};
use program::{LocationId, Program, ThreadId};

use super::advance::{Machine, read_register};
use super::memory::{self, Named};
use super::state::State;
use relation::Index;

/// Registers and memory at the end.
pub(super) struct Final<'a> {
    pub(super) machine: &'a Machine,
    pub(super) program: &'a Program,
    pub(super) state: &'a State,
}

impl Final<'_> {
    fn value(&self, bits: u128, width: u16) -> FinalValue {
        let is_wide = width >= self.machine.layout.address_width;
        match self.machine.layout.name(bits) {
            Some(Named::Address(location, offset)) if is_wide => FinalValue::Address(location, offset),
            Some(Named::Code(place)) if is_wide && !self.program.labels(place).is_empty() => {
                FinalValue::Label(place, self.program.labels(place)[0].clone())
            }
            _ => FinalValue::Number(bits, width),
        }
    }
}

impl FinalState for Final<'_> {
    fn register(&self, thread: ThreadId, part: RegisterPart) -> FinalValue {
        let Some(slot) = self.machine.code.find_slot(part.register) else { return FinalValue::Number(0, part.width) };
        let value = read_register(&self.state.threads[thread.index()], slot, part.low, part.width);
        self.value(value.bits, part.width)
    }

    fn cell(&self, location: LocationId, index: u32) -> FinalValue {
        let range = self.machine.layout.cell(self.program, location, index);
        let bits = memory::read(&self.state.memory, range);
        self.value(bits, 8 * u16::from(range.bytes))
    }
}
