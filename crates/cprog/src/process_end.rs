//! What a process calls as it ends, as calls of the program: ISO C11 5.1.2.2.3 and 7.22.4.4, C++ [basic.start.term].
//!
//! `main` that returns does what `exit` does: what was given to `atexit` is called, then what stands in the program's own list of destructors. `_exit`, `quick_exit` and signals call nothing of this.
//! Deviation: nothing is called where `main` has ended by `pthread_exit` and the last other thread ends.

use relation::IdVec;

use crate::ir::{Block, Callee, FunctionId, Instruction, Operation, Program, Terminator};
use crate::library::definitions::PROCESS_ENDS;
use crate::library::{self, Moment, Role};

/// Puts the calls before each return of `main`, and before each call that ends the process and calls what it was given.
pub(crate) fn call_at_end(program: &mut Program) {
    let defined = |program: &Program, name| program.function(name).filter(|id| program.functions[*id].is_defined());
    let given = defined(program, PROCESS_ENDS);
    let called: Vec<FunctionId> = given.into_iter().chain(program.destructors.iter().copied()).collect();
    if called.is_empty() {
        return;
    }
    let ends = program.functions.iter().map(|function| !function.is_defined() && ends_process(&function.name));
    let ends: IdVec<FunctionId, bool> = ends.collect();
    let main = defined(program, "main");
    for (id, function) in ends.ids().zip(program.functions.iter_mut()) {
        for block in function.blocks.iter_mut() {
            if Some(id) == main && matches!(block.terminator, Terminator::Return(_)) {
                let (at, place) = (block.instructions.len(), block.place);
                insert(block, at, &called, place);
            }
            for at in (0..block.instructions.len()).rev() {
                let Instruction { operation, place, .. } = &block.instructions[at];
                if matches!(operation, Operation::Call { callee: Callee::Function(callee), .. } if ends[*callee]) {
                    insert(block, at, &called, *place);
                }
            }
        }
    }
}

/// Whether a function of the library ends the process, and calls what was given to `atexit` before.
fn ends_process(name: &str) -> bool {
    name != "quick_exit" && library::role(name) == Some(Role::End(Some(Moment::ProcessEnd)))
}

fn insert(block: &mut Block, at: usize, called: &[FunctionId], place: Option<crate::ir::SourcePlace>) {
    let call = |id: &FunctionId| {
        let operation = Operation::Call { callee: Callee::Function(*id), arguments: Vec::new() };
        Instruction { result: None, operation, place }
    };
    block.instructions.splice(at..at, called.iter().map(call));
}
