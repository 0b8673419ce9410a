//! A state in which all threads have ended, as conditions look at it.

use litmus::{FinalState, FinalValue, RegisterPart};
use program::{LocationId, Program, ThreadId};

use super::explore::Explored;
use crate::machine::memory::{self, Named};

/// Registers and memory at the end.
pub(crate) struct Final<'a, M: Explored> {
    pub(crate) machine: &'a M,
    pub(crate) program: &'a Program,
    pub(crate) state: &'a M::State,
    pub(crate) memory: &'a [u8],
}

impl<M: Explored> Final<'_, M> {
    fn value(&self, bits: u128, width: u16) -> FinalValue {
        if let Some(word) = self.machine.layout().word(bits).and_then(|word| self.program.words.get(word)) {
            return FinalValue::Text(word.clone());
        }
        let is_wide = width >= self.machine.layout().address_width;
        match self.machine.layout().name(bits) {
            // A narrower register holds a number that only looks like an address.
            Some(Named::Address(location, offset)) if is_wide => FinalValue::Address(location, offset),
            Some(Named::Code(place)) if is_wide && !self.program.labels(place).is_empty() => {
                FinalValue::Label(place, self.program.labels(place)[0].clone())
            }
            _ => FinalValue::Number(bits, width),
        }
    }
}

impl<M: Explored> FinalState for Final<'_, M> {
    fn register(&self, thread: ThreadId, part: RegisterPart) -> FinalValue {
        let Some(slot) = self.machine.code().find_slot(thread, part.register) else {
            return FinalValue::Number(0, part.width);
        };
        let bits = self.machine.register(self.state, thread, slot, part.low, part.width);
        self.value(bits, part.width)
    }

    fn cell(&self, location: LocationId, index: u32) -> FinalValue {
        let range = self.machine.layout().cell(self.program, location, index);
        let bits = memory::read(self.memory, range);
        self.value(bits, 8 * u16::from(range.bytes))
    }
}
