//! The final state of an execution, as conditions look at it.

use std::cell::RefCell;

use litmus::{FinalState, FinalValue, LoweredTest, RegisterPart};
use program::{ExprId, Expressions, LocationId, Node, ThreadId};

use super::execution::MemoryCell;
use super::thread::Thread;

/// Registers and memory at the end.
pub(super) struct State<'e> {
    pub(super) x: RefCell<&'e mut Expressions>,
    pub(super) threads: &'e [Thread<'e>],
    pub(super) memory: &'e [MemoryCell],
    pub(super) first_cells: &'e [usize],
    pub(super) test: &'e LoweredTest,
}

fn final_value(x: &Expressions, value: ExprId) -> FinalValue {
    match x.node(value) {
        Node::Constant(number) => FinalValue::Number(number, x.width(value)),
        Node::Address(location, offset) => FinalValue::Address(location, offset),
        _ => FinalValue::Text(format!("{value:?}")),
    }
}

impl FinalState for State<'_> {
    fn register(&self, thread: ThreadId, part: RegisterPart) -> FinalValue {
        let mut x = self.x.borrow_mut();
        let value = self.threads[thread.number() as usize].read_register(part.register, part.low, part.width, &mut x);
        final_value(&x, value)
    }

    fn cell(&self, location: LocationId, index: u32) -> FinalValue {
        let cell = self.first_cells[location.number() as usize] + index as usize;
        let value = final_value(&self.x.borrow(), self.memory[cell].value);
        // Cells without a type are as wide as an `int`, or as their values need.
        let declared = self.test.program.locations[location].element.map(|element| element.width);
        match value {
            FinalValue::Number(bits, _) => {
                let needed = [32, 64].into_iter().find(|&width| bits >> width == 0).unwrap_or(128);
                FinalValue::Number(bits, declared.unwrap_or(needed)).cut(declared.unwrap_or(needed))
            }
            other => other,
        }
    }
}
