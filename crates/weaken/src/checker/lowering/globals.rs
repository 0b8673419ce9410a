//! Global variables: where they lie, and what they hold at first.

use cprog::ir::{Callee, Function, FunctionId, GlobalId, Operand, Operation, Program, Terminator, Type};
use cprog::threads::blocks_in_loops;
use rustc_hash::FxHashMap;

use super::{Lowering, Refusal, constant, leaves};
use crate::checker::code::address::{self, ObjectNumber};
use crate::checker::code::compute::Compute;
use crate::checker::code::{Static, Step, Value};
use crate::checker::transition::threads::MOST_THREADS;

/// More bytes of global variables than this are not stored in each state.
const MOST_BYTES: u64 = 1 << 20;

/// The distance of the addresses of two objects whose numbers follow each other.
const OBJECT: u64 = 1 << address::OFFSET_BITS;

impl Lowering<'_> {
    /// Lays out all global variables, those that never change apart. Of a thread-local one (C11 6.2.4) each thread has a copy: that of `main` is the variable itself.
    pub(super) fn globals(&mut self) -> Result<(), Refusal> {
        let mut total: u64 = 0;
        let has_copies = self.program.globals.iter().any(|global| global.thread_local);
        let threads = if has_copies { most_threads(self.program) } else { 1 };
        for (id, global) in self.program.globals.iter_enumerated() {
            let copies = if global.thread_local { threads as u64 } else { 1 };
            total = total.saturating_add(global.ty.size().saturating_mul(copies));
            if total > MOST_BYTES {
                return Err(Refusal::Memory);
            }
            self.global(id, global.name.clone());
        }
        // Object numbers up to here are those of globals; the copies of threads other than `main` come behind.
        for (id, global) in self.program.globals.iter_enumerated().filter(|(_, global)| global.thread_local) {
            self.copies.insert(id, ObjectNumber(self.code.statics.len() as u32));
            for thread in 1..threads {
                self.global(id, format!("{} of thread {thread}", global.name));
            }
        }
        self.vector();
        Ok(())
    }

    /// Lays out a global variable, or the copy of a thread.
    fn global(&mut self, id: GlobalId, name: String) {
        let global = &self.program.globals[id];
        let class = self.class(name);
        let bytes = global.ty.size();
        // Constants never change, so that states need not hold them.
        let memory = if global.constant { &mut self.code.constants } else { &mut self.code.initial };
        let start = memory.len();
        memory.resize(start + bytes as usize, 0);
        for piece in &global.initial {
            // A piece is never an aggregate.
            let Some(leaf) = leaves(&piece.ty).and_then(|all| all.first().copied()) else { continue };
            let bits = constant(&piece.value, leaf);
            let from = start + piece.offset as usize;
            for (byte, new) in memory.iter_mut().skip(from).take(usize::from(leaf.bytes)).zip(bits.to_le_bytes()) {
                *byte = new;
            }
        }
        let (ty, is_constant) = (global.ty.clone(), global.constant);
        self.code.statics.push(Static { ty, bytes: bytes as u32, start: start as u32, is_constant, class });
    }

    /// Lays out what the second argument of `main` points to: the name of the program, and no other arguments (C11 5.1.2.2.1).
    fn vector(&mut self) {
        if self.program.functions[self.code.main].parameters.is_empty() {
            return;
        }
        let name = self.array("the name of the program", Type::Integer(8), b"program\0");
        // The environment of a third argument, which is empty, is the null pointer at its end.
        let vector = [name.to_le_bytes(), [0; 8]].concat();
        self.arguments = Some(self.array("the arguments of the program", Type::Pointer, &vector));
    }

    /// Lays out an array that no source has, with these bytes to begin with, and gives its address.
    pub(super) fn array(&mut self, name: &str, element: Type, bytes: &[u8]) -> u64 {
        let class = self.class(name.to_owned());
        let number = ObjectNumber(self.code.statics.len() as u32);
        let start = self.code.initial.len() as u32;
        self.code.initial.extend(bytes);
        let (stride, size) = (element.size(), bytes.len() as u64);
        let ty = Type::Array { element: Box::new(element), length: size / stride, stride };
        self.code.statics.push(Static { ty, bytes: size as u32, start, is_constant: false, class });
        address::address(number, 0)
    }

    /// Gives `main` its arguments, unless the program calls it itself.
    pub(super) fn begin_main(&mut self, function: &Function) {
        let Some(vector) = self.arguments.filter(|_| !is_repeated(self.program, self.code.main)) else { return };
        for (parameter, value) in function.parameters.iter().zip([1, vector, vector + 8]) {
            self.give(Some(*parameter), Value::Constant(value));
        }
    }

    /// Computes, at the beginning of a function, where the thread's copies are of the thread-local variables that it names.
    pub(super) fn own_copies(&mut self, function: &Function) -> FxHashMap<(GlobalId, i64), Value> {
        let named: Vec<_> = named(function).into_iter().filter(|(id, _)| self.copies.contains_key(id)).collect();
        let mut own = FxHashMap::default();
        if named.is_empty() {
            return own;
        }
        let thread = self.new_slot();
        self.emit(Step::Identity { result: thread });
        let is_main = self.equal(Value::Slot(thread), Value::Constant(0), 64);
        for (global, offset) in named {
            // The copy of thread 1 is the first one behind the variables.
            let of_main = address::address(ObjectNumber(global.number()), 0).wrapping_add_signed(offset);
            let base = address::address(self.copies[&global], 0).wrapping_sub(OBJECT);
            let (base, index) = (Value::Constant(base), Value::Slot(thread));
            let otherwise = self.computed(Compute::Element { base, offset, index, bits: 64, scale: OBJECT });
            let then = Value::Constant(of_main);
            own.insert((global, offset), self.computed(Compute::Select { condition: is_main, then, otherwise }));
        }
        own
    }
}

/// The global variables that a function names, with offsets, each once.
fn named(function: &Function) -> Vec<(GlobalId, i64)> {
    fn add(operand: &Operand, found: &mut Vec<(GlobalId, i64)>) {
        match operand {
            Operand::Global(global, offset) => found.push((*global, *offset)),
            Operand::Aggregate(parts) => parts.iter().for_each(|part| add(part, found)),
            Operand::Register(_)
            | Operand::Integer(_)
            | Operand::Float(_)
            | Operand::Zero
            | Operand::Function(_)
            | Operand::Undefined => {}
        }
    }
    let mut found = Vec::new();
    for block in &function.blocks {
        for instruction in &block.instructions {
            instruction.operation.operands(&mut |operand| add(operand, &mut found));
        }
        match &block.terminator {
            Terminator::Return(Some(operand))
            | Terminator::Branch { condition: operand, .. }
            | Terminator::Switch { value: operand, .. } => add(operand, &mut found),
            Terminator::Return(None) | Terminator::Jump(_) | Terminator::Any(_) | Terminator::Unreachable => {}
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// How many threads there can be, `main` among them: one for each place where `main` starts one, outside of loops; else as many as can be numbered.
pub(super) fn most_threads(program: &Program) -> usize {
    let mut starts = 0;
    for (id, function) in program.functions.iter_enumerated() {
        let in_loops = blocks_in_loops(function);
        for (at, block) in function.blocks.iter_enumerated() {
            let of_block =
                block.instructions.iter().filter(|found| matches!(found.operation, Operation::StartThread { .. }));
            let of_block = of_block.count();
            if of_block > 0 && (is_repeated(program, id) || in_loops[at]) {
                return MOST_THREADS;
            }
            starts += of_block;
        }
    }
    (1 + starts).min(MOST_THREADS)
}

/// Whether a function may be executed more than once: only `main`, which nothing calls, is known not to be.
fn is_repeated(program: &Program, function: FunctionId) -> bool {
    let is_main = program.function("main") == Some(function);
    let names = |operand: &Operand| matches!(operand, Operand::Function(id) if *id == function);
    !is_main
        || program.functions.iter().flat_map(|function| &function.blocks).flat_map(|block| &block.instructions).any(
            |instruction| {
                // A function whose address is taken may be called by it, or begin a thread.
                let mut is_named =
                    matches!(&instruction.operation, Operation::Call { callee: Callee::Function(id), .. } if *id == function);
                instruction.operation.operands(&mut |operand| is_named |= names(operand));
                is_named
            },
        )
}
