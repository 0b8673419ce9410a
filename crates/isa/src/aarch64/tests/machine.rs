//! Threads of micro-operations executed one instruction after the other, in every order: sequential consistency, with
//! instructions as atomic steps. What values are is left to [`Expressions`]: here they are all known.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap, HashSet};

use litmus::{FinalState, FinalValue, LoweredTest, RegisterPart};
use program::{
    Block, CodePlace, ExprId, Expressions, IdVec, Index, InstructionId, LocationId, MicroOp, Node, Operation, Program,
    Target, Temp, ThreadId, WordId,
};

use crate::aarch64::register::RESERVATION;

/// Why a test cannot be executed here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    /// Something is decided by a value that is no number, such as which of two addresses is greater.
    Undecided,
    /// An access to no cell.
    NoCell,
    /// There are too many states.
    TooMany,
}

/// The names of places in the code.
pub(super) type Labels = HashMap<CodePlace, String>;

/// What a step of one instruction comes to.
enum Flow {
    Next,
    Jump(Target),
    /// An assumption failed.
    Dropped,
    /// The choices that were handed in did not suffice.
    NeedsChoice,
}

/// Registers and memory.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct State {
    /// By thread, `None` when it has ended.
    at: Vec<Option<CodePlace>>,
    registers: Vec<Vec<ExprId>>,
    memory: Vec<Vec<ExprId>>,
}

/// Executes one program.
pub(super) struct Machine<'p> {
    program: &'p Program,
    labels: Labels,
    x: Expressions,
}

/// One instruction in execution.
struct Step<'g> {
    thread: usize,
    temps: HashMap<Temp, ExprId>,
    choices: std::slice::Iter<'g, bool>,
}

impl<'p> Machine<'p> {
    pub(super) fn new(program: &'p Program, labels: Labels) -> Machine<'p> {
        Machine { program, labels, x: Expressions::new() }
    }

    fn initial(&mut self, operation: &Operation) -> ExprId {
        match *operation {
            Operation::Constant(value, width) => self.x.constant(value, width),
            Operation::Address(location, offset) => self.x.address(location, offset, self.program.address_width),
            Operation::Code(place) => self.x.code(place, self.program.address_width),
            Operation::Word(word, width) => self.x.word(word, width),
            _ => unreachable!("an initial value has no operands"),
        }
    }

    pub(super) fn start(&mut self) -> State {
        let program = self.program;
        let zeros: Vec<ExprId> = program.registers.iter().map(|register| self.x.constant(0, register.width)).collect();
        let mut state = State {
            at: program
                .threads
                .ids()
                .map(|thread| Some(CodePlace { thread, instruction: InstructionId::new(0) }))
                .collect(),
            registers: vec![zeros; program.threads.len()],
            memory: Vec::new(),
        };
        for location in &program.locations {
            state.memory.push(location.cells.iter().map(|cell| self.initial(cell)).collect());
        }
        for initial in &program.initial_registers {
            let value = self.initial(&initial.value);
            let old = state.registers[initial.thread.index()][initial.register.index()];
            let new = self.overwrite(old, initial.low, value);
            state.registers[initial.thread.index()][initial.register.index()] = new;
        }
        state
    }

    fn overwrite(&mut self, old: ExprId, low: u16, value: ExprId) -> ExprId {
        let (whole, width) = (self.x.width(old), self.x.width(value));
        let mut result = value;
        if low > 0 {
            let below = self.x.extract(old, 0, low);
            result = self.x.concatenate(result, below);
        }
        if low + width < whole {
            let above = self.x.extract(old, low + width, whole - low - width);
            result = self.x.concatenate(above, result);
        }
        result
    }

    /// Every final state, by what `show` makes of it.
    pub(super) fn final_states(
        &mut self,
        limit: usize,
        show: &dyn Fn(&Final<'_>) -> String,
    ) -> Result<BTreeSet<String>, Trouble> {
        let start = self.start();
        let mut seen: HashSet<State> = HashSet::from([start.clone()]);
        let mut pending = vec![start];
        let mut found = BTreeSet::new();
        while let Some(state) = pending.pop() {
            let running = (0..state.at.len()).filter_map(|thread| Some((thread, state.at[thread]?)));
            let running: Vec<(usize, CodePlace)> = running.collect();
            let ended = running.is_empty();
            // What touches no memory can go first.
            let local = running.iter().position(|&(_, at)| !self.accesses_memory(at));
            let ready = local.map_or(&running[..], |at| &running[at..=at]);
            for &(thread, at) in ready {
                for next in self.step(&state, thread, at)? {
                    if seen.insert(next.clone()) {
                        pending.push(next);
                    }
                }
                if seen.len() > limit {
                    return Err(Trouble::TooMany);
                }
            }
            if ended {
                let x = RefCell::new(std::mem::take(&mut self.x));
                found.insert(show(&Final { state: &state, x: &x, labels: &self.labels, words: &self.program.words }));
                self.x = x.into_inner();
            }
        }
        Ok(found)
    }

    fn accesses_memory(&self, at: CodePlace) -> bool {
        self.program.instruction(at).is_some_and(|instruction| accesses_memory(&instruction.block))
    }

    /// What one thread can do next.
    fn step(&mut self, state: &State, thread: usize, at: CodePlace) -> Result<Vec<State>, Trouble> {
        let program = self.program;
        let Some(instruction) = program.instruction(at) else {
            let mut ended = state.clone();
            ended.at[thread] = None;
            return Ok(vec![ended]);
        };
        let behind = CodePlace { instruction: InstructionId::new(at.instruction.index() + 1), ..at };
        let mut results = Vec::new();
        let mut pending = vec![Vec::new()];
        while let Some(choices) = pending.pop() {
            let mut next = state.clone();
            let mut step = Step { thread, temps: HashMap::new(), choices: choices.iter() };
            match self.block(&instruction.block, &mut step, &mut next)? {
                Flow::Next => next.at[thread] = Some(behind),
                Flow::Jump(Target::Code(to)) => next.at[thread] = Some(to),
                Flow::Jump(Target::Instruction(instruction)) => next.at[thread] = Some(CodePlace { instruction, ..at }),
                Flow::Jump(Target::Exit) => next.at[thread] = None,
                Flow::Dropped => continue,
                Flow::NeedsChoice => {
                    for bit in [false, true] {
                        pending.push(choices.iter().copied().chain([bit]).collect());
                    }
                    continue;
                }
            }
            results.push(next);
        }
        Ok(results)
    }

    fn bit(&mut self, value: ExprId) -> Result<bool, Trouble> {
        self.x.as_constant(value).map(|bit| bit == 1).ok_or(Trouble::Undecided)
    }

    fn cell(&self, address: ExprId) -> Result<(usize, usize), Trouble> {
        let (location, offset) = self.x.as_address(address).ok_or(Trouble::NoCell)?;
        let cell = self.program.locations[location].cell_at(offset).ok_or(Trouble::NoCell)?;
        Ok((location.index(), cell as usize))
    }

    fn block(&mut self, block: &Block, step: &mut Step<'_>, state: &mut State) -> Result<Flow, Trouble> {
        for op in block {
            match self.op(op, step, state)? {
                Flow::Next => {}
                flow => return Ok(flow),
            }
        }
        Ok(Flow::Next)
    }

    fn op(&mut self, op: &MicroOp, step: &mut Step<'_>, state: &mut State) -> Result<Flow, Trouble> {
        match op {
            MicroOp::Let { result, operation } => {
                let value = self.compute(operation, step);
                step.temps.insert(*result, value);
            }
            MicroOp::ReadRegister { result, register, low, width } => {
                let value = state.registers[step.thread][register.index()];
                let value = self.x.extract(value, *low, *width);
                step.temps.insert(*result, value);
            }
            MicroOp::WriteRegister { register, low, value } => {
                let old = state.registers[step.thread][register.index()];
                let new = self.overwrite(old, *low, step.temps[value]);
                state.registers[step.thread][register.index()] = new;
            }
            MicroOp::Load { result, address, width, .. } => {
                let (location, cell) = self.cell(step.temps[address])?;
                let value = self.x.resize(state.memory[location][cell], *width);
                step.temps.insert(*result, value);
            }
            MicroOp::Store { address, value, .. } => {
                let (location, cell) = self.cell(step.temps[address])?;
                state.memory[location][cell] = step.temps[value];
                self.cancel_reservations(step.thread, step.temps[address], state);
            }
            MicroOp::Nondeterministic { result } => {
                let Some(&choice) = step.choices.next() else { return Ok(Flow::NeedsChoice) };
                let value = self.x.bit(choice);
                step.temps.insert(*result, value);
            }
            MicroOp::Assume { condition } => {
                if !self.bit(step.temps[condition])? {
                    return Ok(Flow::Dropped);
                }
            }
            MicroOp::Fence { .. } | MicroOp::Mark(_) => {}
            MicroOp::Jump(target) => return Ok(Flow::Jump(*target)),
            MicroOp::JumpTo { address } => {
                return match self.x.node(step.temps[address]) {
                    Node::Code(place) => Ok(Flow::Jump(Target::Code(place))),
                    Node::Constant(_) => Ok(Flow::Jump(Target::Exit)),
                    _ => Err(Trouble::Undecided),
                };
            }
            MicroOp::Branch { condition, target, .. } => {
                if self.bit(step.temps[condition])? {
                    return Ok(Flow::Jump(*target));
                }
            }
            MicroOp::If { condition, then, otherwise, .. } => {
                let chosen = if self.bit(step.temps[condition])? { then } else { otherwise };
                return self.block(chosen, step, state);
            }
            other => panic!("no lowering makes {other:?}"),
        }
        Ok(Flow::Next)
    }

    /// The global monitor: a write takes away what other threads have reserved there.
    fn cancel_reservations(&mut self, writer: usize, address: ExprId, state: &mut State) {
        let nothing = self.x.constant(0, RESERVATION.width());
        for (_, registers) in state.registers.iter_mut().enumerate().filter(|(thread, _)| *thread != writer) {
            let reserved = &mut registers[RESERVATION.register.index()];
            if self.x.extract(*reserved, 0, 64) == address {
                *reserved = nothing;
            }
        }
    }

    fn compute(&mut self, operation: &Operation, step: &Step<'_>) -> ExprId {
        let x = &mut self.x;
        let of = |temp: &Temp| step.temps[temp];
        match operation {
            Operation::Constant(value, width) => x.constant(*value, *width),
            Operation::Address(location, offset) => x.address(*location, *offset, 64),
            Operation::Code(place) => x.code(*place, 64),
            Operation::Word(word, width) => x.word(*word, *width),
            Operation::Unary(operator, a) => x.unary(*operator, of(a)),
            Operation::Binary(operator, a, b) => x.binary(*operator, of(a), of(b)),
            Operation::Extract { from, low, width } => x.extract(of(from), *low, *width),
            Operation::ZeroExtend(a, width) => x.zero_extend(of(a), *width),
            Operation::SignExtend(a, width) => x.sign_extend(of(a), *width),
            Operation::Concatenate(a, b) => x.concatenate(of(a), of(b)),
            Operation::Select(a, b, c) => x.select(of(a), of(b), of(c)),
        }
    }
}

fn accesses_memory(block: &Block) -> bool {
    block.iter().any(|op| match op {
        MicroOp::Load { .. } | MicroOp::Store { .. } => true,
        MicroOp::If { then, otherwise, .. } => accesses_memory(then) || accesses_memory(otherwise),
        _ => false,
    })
}

/// A final state.
pub(super) struct Final<'s> {
    state: &'s State,
    x: &'s RefCell<Expressions>,
    labels: &'s Labels,
    words: &'s IdVec<WordId, String>,
}

impl Final<'_> {
    fn value(&self, id: ExprId) -> FinalValue {
        let x = self.x.borrow();
        match x.node(id) {
            Node::Constant(value) => FinalValue::Number(value, x.width(id)),
            Node::Address(location, offset) => FinalValue::Address(location, offset),
            Node::Code(place) => FinalValue::Label(place, self.labels.get(&place).cloned().unwrap_or_default()),
            Node::Word(word) => FinalValue::Text(self.words[word].clone()),
            Node::ZeroExtend(inner) if matches!(x.node(inner), Node::Word(_)) => self.value(inner),
            other => FinalValue::Text(format!("{other:?}")),
        }
    }
}

impl FinalState for Final<'_> {
    fn register(&self, thread: ThreadId, part: RegisterPart) -> FinalValue {
        let whole = self.state.registers[thread.index()][part.register.index()];
        let part = self.x.borrow_mut().extract(whole, part.low, part.width);
        self.value(part)
    }

    fn cell(&self, location: LocationId, index: u32) -> FinalValue {
        self.value(self.state.memory[location.index()][index as usize])
    }
}

/// The states that sequentially consistent executions of a test end in, as logs show them.
pub(super) fn outcomes(test: &LoweredTest, labels: Labels) -> Result<BTreeSet<String>, Trouble> {
    let mut machine = Machine::new(&test.program, labels);
    machine.final_states(20_000, &|state| test.print_outcome(&test.outcome(state), litmus::Base::Decimal))
}
