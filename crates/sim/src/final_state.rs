//! The final state of a candidate execution, as conditions look at it.

use std::cell::RefCell;

use execution::{Candidate, Cell, FinalWrites, Solution};
use litmus::{FinalState, FinalValue, RegisterPart};
use program::{CodePlace, ExprId, Expressions, LocationId, Node, ThreadId, Width};

/// The registers at the ends of the paths, and the memory that the final writes leave.
pub(crate) struct CandidateState<'a> {
    expressions: RefCell<&'a mut Expressions>,
    candidate: &'a Candidate<'a, 'a>,
    solution: &'a Solution<'a>,
    finals: &'a FinalWrites,
    met_unknown: std::cell::Cell<bool>,
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
        let value = value.map(|value| self.final_value(&self.expressions.borrow(), value));
        let element = self.candidate.structure.program.locations[location].element;
        value
            .map_or_else(|| FinalValue::Text("?".into()), |value| at_width(value, element.map(|element| element.width)))
    }
}

impl<'a> CandidateState<'a> {
    /// The final state of `candidate` with these final writes.
    pub(crate) fn new(
        expressions: &'a mut Expressions,
        candidate: &'a Candidate<'a, 'a>,
        solution: &'a Solution<'a>,
        finals: &'a FinalWrites,
    ) -> CandidateState<'a> {
        let met_unknown = std::cell::Cell::new(false);
        CandidateState { expressions: RefCell::new(expressions), candidate, solution, finals, met_unknown }
    }

    /// Whether something that was looked at depends on the bits of an address.
    pub(crate) fn met_unknown(&self) -> bool {
        self.met_unknown.get()
    }

    fn final_value(&self, expressions: &Expressions, value: ExprId) -> FinalValue {
        match expressions.node(value) {
            Node::Constant(number) => FinalValue::Number(number, expressions.width(value)),
            Node::Address(location, offset) => FinalValue::Address(location, offset),
            Node::Code(place) => self.code_value(place),
            Node::Word(word) => FinalValue::Text(self.candidate.structure.program.words[word].clone()),
            // In a wider register.
            Node::ZeroExtend(inner) if matches!(expressions.node(inner), Node::Word(_)) => {
                self.final_value(expressions, inner)
            }
            _ => {
                self.met_unknown.set(true);
                FinalValue::Text("?".into())
            }
        }
    }

    /// The address of code, by the first label in the order of names that stands there, as herd has it; where none does, by the number
    /// of the instruction.
    fn code_value(&self, place: CodePlace) -> FinalValue {
        match self.candidate.structure.program.labels(place).iter().min() {
            Some(label) => FinalValue::Label(place, label.clone()),
            None => FinalValue::Text(format!("P{}+{}", place.thread.number(), place.instruction.number())),
        }
    }
}

/// The same value with the width of its cell, so that what accesses of several widths leave behind compares. A cell without a
/// type is as wide as the value needs, at least an `int`.
fn at_width(value: FinalValue, width: Option<Width>) -> FinalValue {
    match value {
        FinalValue::Number(bits, _) => {
            let needed = [32, 64].into_iter().find(|&width| bits >> width == 0).unwrap_or(128);
            FinalValue::Number(bits, width.unwrap_or(needed)).cut(width.unwrap_or(needed))
        }
        other => other,
    }
}
