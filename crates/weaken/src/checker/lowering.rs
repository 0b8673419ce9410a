//! From the whole-program IR to steps.
//!
//! A register of the IR becomes a slot for each scalar in it; phis become copies on the edges; an aggregate in memory is read and written scalar by
//! scalar. What has no meaning here becomes a step that says so when it is reached.

mod barriers;
mod calls;
mod computations;
mod conditions;
mod copies;
mod globals;
mod mutexes;
mod numbers;
mod operators;
mod orders;
mod scalars;
mod semaphores;
mod undefined;
pub(super) mod weak;

use cprog::ir::{
    self, BlockId, FunctionId, GlobalId, Operand, Operation, Point, Program, RegisterId, SourcePlace, Terminator, Type,
};
use cprog::library::definitions::{MAKES_KEYS, THREAD_ENDS};
use relation::IdVec;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::checker::code::address::ObjectNumber;
use crate::checker::code::compute::{Compute, truncate};
use crate::checker::code::{Body, ClassId, Code, SlotId, Step, StepId, Value};
use crate::checker::target::CompileTarget;
use conditions::Sleepers;
use orders::Plan;
pub(super) use scalars::leaves;
use scalars::{Leaf, constant, flatten};

/// Why a program cannot be checked at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is nothing to begin with.
    #[error("no function `main` is defined")]
    NoMain,
    /// More global variables than can be numbered.
    #[error("the program's memory is too large to be stored in states")]
    Memory,
    /// A type whose parts have no known offsets.
    #[error("the program has a type that consists of too many others to be laid out")]
    Layout,
    /// A function in which too much is known in too many places.
    #[error("the function `{0}` is too large to be verified")]
    Function(String),
}

/// For each step it is stored which slots matter there, a bit each: at most so many words of bits for a function.
const MOST_LIVE_WORDS: usize = 1 << 25;

/// Copies of memory up to so many bytes are unrolled.
const MOST_COPIED: i128 = 4096;

/// Makes steps of `program`; accesses are ordered as a compiler for `target` orders them.
///
/// With `has_sleepers`, threads that wait for a signal may sleep until there is one; else they may go on at any time.
pub(super) fn lower(program: &Program, target: Option<CompileTarget>, has_sleepers: bool) -> Result<Code, Refusal> {
    let main = program.function("main").filter(|main| program.functions[*main].is_defined()).ok_or(Refusal::NoMain)?;
    if program.has_unknown_layout {
        return Err(Refusal::Layout);
    }
    let mut lowering = Lowering {
        program,
        target,
        code: empty(program, main),
        function: main,
        slots: FxHashMap::default(),
        next_slot: 0,
        copies: FxHashMap::default(),
        arguments: None,
        sleepers: None,
        is_checked: has_sleepers,
        undefined: None,
        bit_fields: FxHashSet::default(),
        has_lock_types: mutexes::sets_types(program),
        own_copies: FxHashMap::default(),
        place: None,
        point: None,
        jumps: Vec::new(),
    };
    lowering.globals()?;
    if has_sleepers {
        lowering.sleepers();
    }
    for (id, function) in program.functions.iter_enumerated() {
        if function.is_defined() {
            let begin = lowering.code.steps.len();
            lowering.body(id);
            let slots = lowering.code.bodies[id].map_or(0, |body| body.slots as usize);
            if (lowering.code.steps.len() - begin).saturating_mul(slots.div_ceil(64)) > MOST_LIVE_WORDS {
                return Err(Refusal::Function(function.source_name.clone()));
            }
        }
    }
    lowering.code.interesting.sort_unstable();
    lowering.code.interesting.dedup();
    Ok(lowering.code)
}

/// Code without steps.
fn empty(program: &Program, main: FunctionId) -> Code {
    Code {
        steps: IdVec::new(),
        places: IdVec::new(),
        points: IdVec::new(),
        functions: IdVec::new(),
        bodies: IdVec::from_elem(None, program.functions.len()),
        statics: Vec::new(),
        classes: IdVec::new(),
        initial: Vec::new(),
        constants: Vec::new(),
        main,
        at_thread_end: program.function(THREAD_ENDS).filter(|id| program.functions[*id].is_defined()),
        hidden: FxHashSet::default(),
        language_orders: FxHashMap::default(),
        signed: FxHashSet::default(),
        asked: FxHashMap::default(),
        undefined: FxHashSet::default(),
        zeroed: FxHashSet::default(),
        passed_on: FxHashSet::default(),
        notes: None,
        interesting: vec![0, 1, u64::MAX],
    }
}

struct Lowering<'p> {
    program: &'p Program,
    /// By whose mapping orders become fences; none under sequential consistency.
    target: Option<CompileTarget>,
    code: Code,
    function: FunctionId,
    /// The first slot of each register of the function, and its scalars; none for what cannot be held.
    slots: FxHashMap<RegisterId, (u32, Option<Vec<Leaf>>)>,
    next_slot: u32,
    /// Of each thread-local variable, the copy of the first thread that `main` starts.
    copies: FxHashMap<GlobalId, ObjectNumber>,
    /// The address of the arguments of `main`, if it takes some.
    arguments: Option<u64>,
    /// Where threads sleep that wait for a signal, if any do.
    sleepers: Option<Sleepers>,
    /// Whether the checker itself runs the steps.
    is_checked: bool,
    /// What the function uses and never sets.
    undefined: Option<Value>,
    /// Registers of the function that are read to write a bit-field.
    bit_fields: FxHashSet<RegisterId>,
    /// Whether mutexes have types that matter.
    has_lock_types: bool,
    /// Where the thread's own copies of those are that the function names, with offsets.
    own_copies: FxHashMap<(GlobalId, i64), Value>,
    place: Option<SourcePlace>,
    point: Option<Point>,
    /// Jumps to blocks that have no steps yet.
    jumps: Vec<(StepId, BlockId)>,
}

impl Lowering<'_> {
    fn emit(&mut self, step: Step) -> StepId {
        self.code.places.push(self.place);
        self.code.points.push(self.point);
        self.code.functions.push(self.function);
        self.code.steps.push(step)
    }

    /// A branch whose ways both lead to the step behind it.
    fn branch_to_next(&mut self, condition: Value) {
        let branch = self.emit(Step::Exit);
        let next = self.code.steps.next_id();
        self.code.steps[branch] = Step::Branch { condition, then: next, otherwise: next };
    }

    fn unsupported(&mut self, what: impl Into<String>) {
        self.emit(Step::Unsupported(what.into().into()));
    }

    fn new_slot(&mut self) -> SlotId {
        self.next_slot += 1;
        SlotId::from_number(self.next_slot - 1)
    }

    fn body(&mut self, id: FunctionId) {
        let function = &self.program.functions[id];
        self.function = id;
        self.slots.clear();
        self.next_slot = 0;
        let rest = function.registers.ids().filter(|register| !function.parameters.contains(register));
        let mut parameters = 0;
        for (index, register) in function.parameters.iter().copied().chain(rest).enumerate() {
            let leaves = leaves(&function.registers[register]);
            let count = leaves.as_ref().map_or(1, Vec::len) as u32;
            self.slots.insert(register, (self.next_slot, leaves));
            self.next_slot += count;
            if index < function.parameters.len() {
                parameters += count;
            }
        }
        self.place = function.place;
        let entry = self.code.steps.next_id();
        self.point = None;
        // Computed at the head of the function, so that they are set on each way to a use.
        self.own_copies = self.own_copies(function);
        self.undefined = self.undefined(function);
        self.bit_fields = undefined::bit_fields(function);
        if id == self.code.main {
            self.begin_main(function);
        }
        if !self.is_checked && self.code.at_thread_end.is_some() && function.name == MAKES_KEYS {
            self.unsupported("data of threads by keys");
        }
        let mut starts: IdVec<BlockId, StepId> = IdVec::new();
        for (block_id, block) in function.blocks.iter_enumerated() {
            starts.push(self.code.steps.next_id());
            for (index, instruction) in block.instructions.iter().enumerate() {
                self.place = instruction.place;
                self.point = Some(Point { function: id, block: block_id, index: index as u32 });
                self.instruction(instruction);
            }
            self.place = block.place;
            self.point = None;
            self.terminator(block_id, block);
        }
        // Now each block has its first step.
        for (step, block) in std::mem::take(&mut self.jumps) {
            self.code.steps[step] = Step::Jump(starts[block]);
        }
        self.code.bodies[id] = Some(Body { entry, slots: self.next_slot, parameters });
    }

    fn jump(&mut self, to: BlockId) {
        // In the place of a jump to a block that may have no steps yet.
        let step = self.emit(Step::Exit);
        self.jumps.push((step, to));
    }

    /// Copies what the phis of `to` want from `from`, and goes there.
    fn edge(&mut self, from: BlockId, to: BlockId) {
        let function = &self.program.functions[self.function];
        let mut copies: Vec<(SlotId, Value)> = Vec::new();
        for instruction in &function.blocks[to].instructions {
            // Phis stand at the head of a block, and nowhere else.
            let Operation::Phi { ty, incoming } = &instruction.operation else { break };
            let Some((_, operand)) = incoming.iter().find(|(block, _)| *block == from) else { continue };
            let Some(register) = instruction.result else { continue };
            let (Some(results), Some(values)) = (self.results(Some(register)), self.values(operand, ty)) else {
                self.unsupported("a value of this type");
                return;
            };
            copies.extend(results.into_iter().zip(values));
        }
        let is_crossed =
            copies.iter().any(|(_, value)| copies.iter().any(|(result, _)| *value == Value::Slot(*result)));
        if is_crossed {
            // All are evaluated before any changes.
            for (_, value) in &mut copies {
                let held = self.new_slot();
                self.emit(Step::Compute { result: held, how: Compute::Copy(*value) });
                *value = Value::Slot(held);
            }
        }
        for (result, value) in copies {
            self.emit(Step::Compute { result, how: Compute::Copy(value) });
        }
        self.jump(to);
    }

    /// The slots of a register; none of what cannot be held.
    fn results(&self, register: Option<RegisterId>) -> Option<Vec<SlotId>> {
        let Some(register) = register else { return Some(Vec::new()) };
        let (first, leaves) = &self.slots[&register];
        let count = leaves.as_ref()?.len() as u32;
        Some((0..count).map(|index| SlotId::from_number(first + index)).collect())
    }

    /// The one slot of a register, or one that nothing uses.
    fn result(&mut self, register: Option<RegisterId>) -> SlotId {
        match self.results(register).as_deref() {
            Some([slot, ..]) => *slot,
            Some([]) | None => self.new_slot(),
        }
    }

    /// The scalars of an operand of a type.
    fn values(&self, operand: &Operand, ty: &Type) -> Option<Vec<Value>> {
        if let Operand::Register(register) = operand {
            return self.results(Some(*register)).map(|slots| slots.into_iter().map(Value::Slot).collect());
        }
        let leaves = leaves(ty)?;
        let parts: Vec<&Operand> = match operand {
            Operand::Aggregate(parts) => flatten(parts),
            Operand::Register(_)
            | Operand::Integer(_)
            | Operand::Float(_)
            | Operand::Zero
            | Operand::Global(..)
            | Operand::Function(_)
            | Operand::Undefined => leaves.iter().map(|_| operand).collect(),
        };
        // Padding is no scalar, so that a constant and its type have as many.
        if parts.len() != leaves.len() {
            return None;
        }
        leaves.iter().zip(parts).map(|(leaf, part)| self.constant(part, *leaf)).collect()
    }

    fn constant(&self, operand: &Operand, leaf: Leaf) -> Option<Value> {
        Some(match operand {
            Operand::Register(register) => Value::Slot(SlotId::from_number(self.slots.get(register)?.0)),
            Operand::Aggregate(_) => return None,
            Operand::Global(global, offset) if self.own_copies.contains_key(&(*global, *offset)) => {
                self.own_copies[&(*global, *offset)]
            }
            Operand::Undefined => self.undefined.unwrap_or(Value::Constant(0)),
            Operand::Integer(_) | Operand::Float(_) | Operand::Zero | Operand::Global(..) | Operand::Function(_) => {
                Value::Constant(constant(operand, leaf))
            }
        })
    }

    /// The one scalar of an operand of a type.
    fn value(&self, operand: &Operand, ty: &Type) -> Option<Value> {
        match self.values(operand, ty)?.as_slice() {
            [value] => Some(*value),
            _ => None,
        }
    }

    fn pointer(&self, operand: &Operand) -> Value {
        self.value(operand, &Type::Pointer).unwrap_or(Value::Constant(0))
    }

    fn instruction(&mut self, instruction: &ir::Instruction) {
        if self.try_instruction(instruction).is_none() {
            self.unsupported("a value of this type");
        }
    }

    /// `None` when a value has more bits than a slot.
    fn try_instruction(&mut self, instruction: &ir::Instruction) -> Option<()> {
        let result = instruction.result;
        match &instruction.operation {
            Operation::Phi { .. } => {}
            Operation::Alloca { ty, count } => {
                let times = self.value(count, &Type::Integer(64))?;
                self.allocate(result, Value::Constant(ty.size()), times, true);
            }
            Operation::Load { ty, pointer, access } => self.load(result, ty, pointer, *access)?,
            Operation::Store { ty, value, pointer, access } => self.store(ty, value, pointer, *access)?,
            Operation::ReadModifyWrite { .. } | Operation::CompareExchange { .. } => {
                return self.update(result, &instruction.operation);
            }
            // A barrier for the compiler leaves no instruction, and the IR is in its order already.
            Operation::Fence { compiler_only: true, .. } => {}
            Operation::Fence { order, .. } => {
                self.fences(&orders::fence(self.target, *order));
                self.language_fence(*order);
            }
            Operation::Assembly { assembly, .. } => self.assembly(result, assembly)?,
            Operation::Address { base, steps } => self.address(result, base, steps)?,
            Operation::Binary { operator, ty, left, right, is_signed } => {
                self.arithmetic(result, operator, ty, [left, right], *is_signed)?;
            }
            Operation::Negate { ty, value } => self.negate(result, ty, value)?,
            Operation::Compare { predicate, float, ty, left, right } => {
                self.compare(result, predicate, *float, ty, left, right)?;
            }
            Operation::Cast { operator, from, value, to } => self.cast(result, operator, (value, from), to)?,
            Operation::Select { condition, ty, then, otherwise } => {
                self.select(result, ty, condition, [then, otherwise])?
            }
            Operation::Extract { aggregate, path } => self.extract(result, aggregate, path)?,
            Operation::Insert { aggregate, value, path } => self.insert(result, aggregate, value, path)?,
            Operation::Copy(operand) => self.copy(result, operand)?,
            Operation::CopyMemory { to, from, bytes } => self.copy_memory(to, from, bytes),
            Operation::SetMemory { to, value, bytes } => self.set_memory(to, value, bytes)?,
            Operation::Call { callee, arguments } => self.call(result, callee, arguments)?,
            Operation::StartThread { .. }
            | Operation::JoinThread { .. }
            | Operation::Lock { .. }
            | Operation::Unlock { .. }
            | Operation::Wait { .. } => self.thread_operation(result, &instruction.operation),
            Operation::AtomicBegin => _ = self.emit(Step::AtomicBegin),
            Operation::AtomicEnd => _ = self.emit(Step::AtomicEnd),
            Operation::Assume(operand) => {
                let value = self.value(operand, &Type::Integer(64))?;
                self.emit(Step::Assume(value));
            }
            Operation::Assert(operand) => {
                let value = self.value(operand, &Type::Integer(64))?;
                self.emit(Step::Assert(value));
            }
            Operation::Violation => _ = self.emit(Step::Violation),
            Operation::Any(_) => self.choose(result)?,
            Operation::Havoc(what) => self.unsupported(what.as_str()),
        }
        Some(())
    }

    fn load(&mut self, result: Option<RegisterId>, ty: &Type, pointer: &Operand, access: ir::Access) -> Option<()> {
        let plan = Plan::load(self.target, access.order);
        self.fences(&plan.before);
        let slots = self.results(result)?;
        let address = self.pointer(pointer);
        let leaves = leaves(ty)?;
        for (&slot, leaf) in slots.iter().zip(leaves) {
            let address = self.moved(address, leaf.offset);
            let (bytes, bits) = (leaf.bytes, leaf.bits);
            let step = self.emit(Step::Load { result: slot, address, bytes, bits, annotation: plan.annotation });
            self.language_order(step, access.order);
            // The other bits of the unit are read to be written back, and may never have been written.
            if result.is_some_and(|result| self.bit_fields.contains(&result)) {
                self.code.passed_on.insert(step);
            }
        }
        if plan.branch {
            // Either way leads here: what matters is that it is decided.
            slots.iter().for_each(|&slot| self.branch_to_next(Value::Slot(slot)));
        }
        self.fences(&plan.after);
        Some(())
    }

    fn store(&mut self, ty: &Type, value: &Operand, pointer: &Operand, access: ir::Access) -> Option<()> {
        let plan = Plan::store(self.target, access.order);
        self.fences(&plan.before);
        let address = self.pointer(pointer);
        let values = self.values(value, ty)?;
        for (value, leaf) in values.into_iter().zip(leaves(ty)?) {
            let address = self.moved(address, leaf.offset);
            let step = self.emit(Step::Store { address, value, bytes: leaf.bytes, annotation: plan.annotation });
            self.language_order(step, access.order);
        }
        self.fences(&plan.after);
        Some(())
    }

    /// An address so many bytes on.
    fn moved(&mut self, address: Value, offset: u64) -> Value {
        match address {
            _ if offset == 0 => address,
            Value::Constant(address) => Value::Constant(address.wrapping_add(offset)),
            Value::Slot(_) => {
                let result = self.new_slot();
                let index = Value::Constant(0);
                let how = Compute::Element { base: address, offset: offset as i64, index, bits: 64, scale: 0 };
                self.emit(Step::Compute { result, how });
                Value::Slot(result)
            }
        }
    }

    fn class(&mut self, name: String) -> ClassId {
        self.code.classes.push(name)
    }

    fn allocate(&mut self, result: Option<RegisterId>, bytes: Value, times: Value, is_local: bool) -> StepId {
        let function = &self.program.functions[self.function].source_name;
        let what = if is_local { "a local variable of" } else { "memory allocated in" };
        let class = self.class(format!("{what} {function}"));
        let result = self.result(result);
        self.emit(Step::Allocate { result, bytes, times, class, is_local })
    }

    fn terminator(&mut self, id: BlockId, block: &ir::Block) {
        match &block.terminator {
            Terminator::Return(operand) => {
                let ty = &self.program.functions[self.function].result;
                let values = operand.as_ref().map_or(Some(Vec::new()), |operand| self.values(operand, ty));
                match values {
                    Some(values) => {
                        self.emit(Step::Return { values: values.into() });
                    }
                    None => self.unsupported("a result of this type"),
                }
            }
            Terminator::Jump(to) => self.edge(id, *to),
            Terminator::Branch { condition, then, otherwise } => {
                let Some(condition) = self.value(condition, &Type::Integer(1)) else {
                    return self.unsupported("a condition of this type");
                };
                // Each way copies what its own phis want before it gets to its block.
                // A place for the branch, which is known when its ways have steps.
                let branch = self.emit(Step::Exit);
                let first = self.code.steps.next_id();
                self.edge(id, *then);
                let second = self.code.steps.next_id();
                self.edge(id, *otherwise);
                self.code.steps[branch] = Step::Branch { condition, then: first, otherwise: second };
            }
            Terminator::Switch { value, default, cases } => self.switch(id, value, *default, cases),
            Terminator::Any(blocks) => {
                // Exceptions go to landing pads, and nothing else does: nothing that is supported throws one.
                let mut others =
                    blocks.iter().filter(|block| !self.program.functions[self.function].blocks[**block].is_landing_pad);
                match (others.next(), others.next()) {
                    (Some(normal), None) => self.edge(id, *normal),
                    _ => self.unsupported("a computed jump"),
                }
            }
            // To come here is undefined behaviour, of which no verdict speaks.
            Terminator::Unreachable => self.unsupported("code that the compiler holds for unreachable"),
        }
    }

    fn switch(&mut self, id: BlockId, value: &Operand, default: BlockId, cases: &[(i128, BlockId)]) {
        let bits = match value {
            Operand::Register(register) => {
                self.slots[register].1.as_ref().and_then(|leaves| leaves.first()).map_or(64, |leaf| leaf.bits)
            }
            Operand::Integer(_)
            | Operand::Float(_)
            | Operand::Zero
            | Operand::Global(..)
            | Operand::Function(_)
            | Operand::Aggregate(_)
            | Operand::Undefined => 64,
        };
        let Some(value) = self.value(value, &Type::Integer(64)) else {
            return self.unsupported("a condition of this type");
        };
        let switch = self.emit(Step::Exit);
        let mut targets = Vec::new();
        for (case, to) in cases {
            // Slots hold zeros above the value, so that a negative case has to lose its sign.
            let number = truncate(*case as u64, bits);
            self.code.interesting.push(number);
            targets.push((number, self.code.steps.next_id()));
            self.edge(id, *to);
        }
        let default_at = self.code.steps.next_id();
        self.edge(id, default);
        self.code.steps[switch] = Step::Switch { value, cases: targets.into(), default: default_at };
    }
}
