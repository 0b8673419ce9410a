//! The final state of a candidate execution, as conditions look at it.

use std::cell::RefCell;

use execution::{Candidate, Cell, FinalWrites, Solution};
use litmus::{FinalState, FinalValue, RegisterPart};
use program::{CodePlace, ExprId, Expressions, LocationId, Node, ThreadId};

/// The registers at the ends of the paths, and the memory that the final writes leave.
pub(crate) struct CandidateState<'a> {
    pub(crate) expressions: RefCell<&'a mut Expressions>,
    pub(crate) candidate: &'a Candidate<'a, 'a>,
    pub(crate) solution: &'a Solution<'a>,
    pub(crate) finals: &'a FinalWrites,
}

impl FinalState for CandidateState<'_> {
    fn register(&self, thread: ThreadId, part: RegisterPart) -> FinalValue {
        let mut expressions = self.expressions.borrow_mut();
        let path = self.candidate.structure.paths[thread];
        let value = path.register(&mut expressions, part.register, part.low, part.width);
        let value = self.solution.resolve(&mut expressions, value);
        self.final_value(&expressions, value)
    }

    fn cell(&self, location: LocationId, index: u32) -> FinalValue {
        let cell = Cell { location, index };
        let found = self.finals.by_cell.iter().find(|(observed, _)| *observed == cell);
        let value = found.and_then(|&(_, write)| self.candidate.values[write]);
        value.map_or_else(|| FinalValue::Text("?".into()), |value| self.final_value(&self.expressions.borrow(), value))
    }
}

impl CandidateState<'_> {
    fn final_value(&self, expressions: &Expressions, value: ExprId) -> FinalValue {
        match expressions.node(value) {
            Node::Constant(number) => FinalValue::Number(number, expressions.width(value)),
            Node::Address(location, offset) => FinalValue::Address(location, offset),
            Node::Code(place) => self.code_value(place),
            _ => FinalValue::Text(format!("{value:?}")),
        }
    }

    /// The address of code, by a label that stands there; where none does, by the number of the instruction.
    fn code_value(&self, place: CodePlace) -> FinalValue {
        let instruction = self.candidate.structure.program.instruction(place);
        match instruction.and_then(|instruction| instruction.labels.first()) {
            Some(label) => FinalValue::Label(place.thread, label.clone()),
            None => FinalValue::Text(format!("P{}+{}", place.thread.number(), place.instruction.number())),
        }
    }
}
