//! Where threads go on behind calls, without matching each return with its call.

use cprog::ir::FunctionId;
use relation::IdVec;

use super::{Code, Step, StepId, Target, next};

/// The steps behind calls.
pub(crate) struct Returns {
    of_functions: IdVec<FunctionId, Vec<StepId>>,
    /// Behind calls by a pointer, which may be of any function.
    of_pointers: Vec<StepId>,
}

impl Returns {
    pub(crate) fn new(code: &Code) -> Returns {
        let mut of_functions: IdVec<FunctionId, Vec<StepId>> = IdVec::from_elem(Vec::new(), code.bodies.len());
        let mut of_pointers = Vec::new();
        for (at, step) in code.steps.iter_enumerated() {
            if let Step::Call { target, .. } = step {
                match target {
                    Target::Function(function) => of_functions[*function].push(next(at)),
                    Target::Pointer(_) => of_pointers.push(next(at)),
                }
            }
        }
        Returns { of_functions, of_pointers }
    }

    /// Where a return of a function may lead.
    pub(crate) fn of(&self, function: FunctionId) -> impl Iterator<Item = StepId> {
        self.of_functions[function].iter().chain(&self.of_pointers).copied()
    }
}
