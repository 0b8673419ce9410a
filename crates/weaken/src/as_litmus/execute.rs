//! Control: blocks, branches, calls.

use cprog::ir::{BlockId, FunctionId, Operand, Operation, RegisterId, SourcePlace, Terminator, Type};
use relation::IdVec;
use rustc_hash::FxHashMap;

use super::memory::Memory;
use super::statement::Statement;
use super::value::{Operator, Value};
use super::{Execution, Refused, Source};

/// How often a branch on what was read may be open inside itself: how many turns of a loop may leave it. What is computed may double with each turn.
const MOST_TURNS: usize = 4;

/// How many instructions are executed in all.
const MOST_STEPS: usize = 200_000;

/// How deep calls may be.
const MOST_CALLS: usize = 64;

/// What a path knows.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) memory: Memory,
    /// On which condition the path is taken.
    pub(super) path: Value,
}

/// A function that is executed.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub(super) function: FunctionId,
    /// Its number among all calls.
    number: usize,
    pub(super) values: FxHashMap<RegisterId, Value>,
}

/// Values of the phis of the block that comes next.
type Phis = Vec<(RegisterId, Value)>;

/// How a path goes on.
pub(super) enum Flow {
    /// In the block where paths meet.
    At(Phis),
    /// The function returns.
    Returned(Value),
    /// The thread does nothing more.
    Ended,
}

/// Whether an instruction is followed by the next one.
pub(super) enum AfterInstruction {
    Next,
    Ended,
}

/// A branch: conditions with blocks, and the block where none holds.
struct Branches<'a> {
    from: BlockId,
    arms: &'a [(Value, BlockId)],
    default: BlockId,
    /// Where paths meet; none where the function returns.
    meeting: Option<BlockId>,
}

impl Execution<'_> {
    /// Executes a function.
    pub(super) fn call(&mut self, id: FunctionId, arguments: Vec<Value>, state: &mut State) -> Result<Flow, Refused> {
        let function = &self.program.functions[id];
        if self.calls.contains(&id) {
            return self.refuse(format!("recursion (`{}`)", function.source_name));
        }
        if self.calls.len() >= MOST_CALLS {
            return self.refuse("so many calls");
        }
        self.calls.push(id);
        self.frames += 1;
        let values = function.parameters.iter().copied().zip(arguments).collect();
        let mut frame = Frame { function: id, number: self.frames, values };
        let flow = self.blocks(&mut frame, state, BlockId::from_number(0), Vec::new(), None);
        self.calls.pop();
        flow
    }

    /// Executes from the beginning of a block until `meeting` or the end.
    fn blocks(
        &mut self,
        frame: &mut Frame,
        state: &mut State,
        start: BlockId,
        mut phis: Phis,
        meeting: Option<BlockId>,
    ) -> Result<Flow, Refused> {
        let mut at = start;
        loop {
            // All at once: a phi may take the value that another one of the block had before.
            frame.values.extend(phis);
            let block = &self.program.functions[frame.function].blocks[at];
            for instruction in &block.instructions {
                self.steps += 1;
                if self.steps > MOST_STEPS {
                    return self.refuse("a program of so many steps");
                }
                self.place = instruction.place.or(self.place);
                if matches!(instruction.operation, Operation::Phi { .. }) {
                    continue;
                }
                match self.instruction(frame, state, instruction)? {
                    AfterInstruction::Next => {}
                    AfterInstruction::Ended => return Ok(Flow::Ended),
                }
            }
            self.place = block.place.or(self.place);
            let (arms, default) = match &block.terminator {
                Terminator::Return(value) => {
                    let ty = self.program.functions[frame.function].result.clone();
                    let value = value.as_ref().map(|value| self.operand(frame, value, &ty)).transpose()?;
                    return Ok(Flow::Returned(value.unwrap_or(Value::Undefined)));
                }
                Terminator::Jump(to) => (Vec::new(), *to),
                Terminator::Branch { condition, then, otherwise } => {
                    let condition = self.operand(frame, condition, &Type::Integer(1))?;
                    (vec![(condition, *then)], *otherwise)
                }
                Terminator::Switch { value, default, cases } => self.cases(frame, value, *default, cases)?,
                Terminator::Any(_) => return self.refuse("a jump to an address"),
                Terminator::Unreachable => return Ok(Flow::Ended),
            };
            let branches = Branches { from: at, arms: &arms, default, meeting: self.meeting(frame.function, at) };
            let (next, values) = match branches.decided() {
                Some(next) => (next, self.phis(frame, at, next)?),
                None => match (self.branch(frame, state, &branches)?, branches.meeting) {
                    (Flow::At(values), Some(next)) => (next, values),
                    (flow, _) => return Ok(flow),
                },
            };
            if Some(next) == meeting {
                return Ok(Flow::At(values));
            }
            (at, phis) = (next, values);
        }
    }

    fn cases(
        &mut self,
        frame: &Frame,
        value: &Operand,
        default: BlockId,
        cases: &[(i128, BlockId)],
    ) -> Result<(Vec<(Value, BlockId)>, BlockId), Refused> {
        let width = match value {
            Operand::Register(register) => match self.program.functions[frame.function].registers[*register] {
                Type::Integer(width) => width,
                _ => 64,
            },
            _ => 64,
        };
        let value = self.operand(frame, value, &Type::Integer(width))?;
        let arm = |(case, to): &(i128, BlockId)| {
            (Value::binary(Operator::Equal, value.clone(), Value::number(*case as u64, width)), *to)
        };
        Ok((cases.iter().map(arm).collect(), default))
    }

    /// The values of the phis of `to` when control comes from `from`.
    fn phis(&mut self, frame: &Frame, from: BlockId, to: BlockId) -> Result<Phis, Refused> {
        let mut phis = Vec::new();
        for instruction in &self.program.functions[frame.function].blocks[to].instructions {
            let (Operation::Phi { ty, incoming }, Some(result)) = (&instruction.operation, instruction.result) else {
                continue;
            };
            let value = incoming.iter().find(|(block, _)| *block == from).map(|(_, value)| value);
            let value = value.map_or(Ok(Value::Undefined), |value| self.operand(frame, value, ty))?;
            phis.push((result, value));
        }
        Ok(phis)
    }

    /// Executes all arms of a branch on values that are not known, and joins what they come to.
    fn branch(&mut self, frame: &mut Frame, state: &mut State, branches: &Branches<'_>) -> Result<Flow, Refused> {
        let Some(((condition, to), rest)) = branches.arms.split_first() else {
            let phis = self.phis(frame, branches.from, branches.default)?;
            if Some(branches.default) == branches.meeting {
                return Ok(Flow::At(phis));
            }
            return self.blocks(frame, state, branches.default, phis, branches.meeting);
        };
        let then = Branches { arms: &[], default: *to, ..*branches };
        let otherwise = Branches { arms: rest, ..*branches };
        match condition {
            Value::Number(0, _) => return self.branch(frame, state, &otherwise),
            Value::Number(..) => return self.branch(frame, state, &then),
            _ => {}
        }
        let place = self.place;
        let key = (frame.number, frame.function, branches.from);
        // A turn that is left on a value that was read opens the branch inside itself.
        if self.open.iter().filter(|open| **open == key).count() >= MOST_TURNS {
            return self.refuse("a loop whose turns no small constant bounds");
        }
        self.open.push(key);
        let condition = condition.clone();
        let arm = |execution: &mut Self, of: &Branches<'_>, condition: Value| -> Result<_, Refused> {
            // The statements of an arm are collected apart, for the block of the `if`.
            let outside = std::mem::take(&mut execution.statements);
            let (mut inner, mut state) = (frame.clone(), state.clone());
            state.path = state.path.and(condition);
            execution.place = place;
            let flow = execution.branch(&mut inner, &mut state, of);
            let statements = std::mem::replace(&mut execution.statements, outside);
            Ok((flow?, state, statements))
        };
        let first = arm(self, &then, condition.clone())?;
        let second = arm(self, &otherwise, condition.clone().not())?;
        self.open.pop();
        self.place = place;
        self.joined(frame, state, condition, first, second)
    }

    fn joined(
        &mut self,
        frame: &mut Frame,
        state: &mut State,
        condition: Value,
        (first, first_state, mut then): (Flow, State, Vec<Statement>),
        (second, second_state, mut otherwise): (Flow, State, Vec<Statement>),
    ) -> Result<Flow, Refused> {
        let flow = match (first, second) {
            (Flow::Ended, Flow::Ended) => {
                then.push(Statement::Return);
                otherwise.push(Statement::Return);
                Flow::Ended
            }
            (Flow::Ended, flow) => {
                then.push(Statement::Return);
                *state = second_state;
                flow
            }
            (flow, Flow::Ended) => {
                otherwise.push(Statement::Return);
                *state = first_state;
                flow
            }
            (first, second) => {
                let mut join = Join { condition: &condition, then: &mut then, otherwise: &mut otherwise };
                let flow = match (first, second) {
                    (Flow::At(first), Flow::At(second)) => {
                        let mut phis = Vec::new();
                        for ((register, first), (_, second)) in first.into_iter().zip(second) {
                            let ty = self.program.functions[frame.function].registers[register].clone();
                            phis.push((register, self.join_values(&mut join, first, second, &ty)?));
                        }
                        Flow::At(phis)
                    }
                    (Flow::Returned(first), Flow::Returned(second)) => {
                        let ty = self.program.functions[frame.function].result.clone();
                        Flow::Returned(self.join_values(&mut join, first, second, &ty)?)
                    }
                    _ => return self.refuse("a branch whose paths do not meet"),
                };
                // Where neither arm has lost executions (by an assertion that fails, say), the path is as it was: that keeps conditions short.
                let is_partial = |of: &State, condition: Value| of.path != state.path.clone().and(condition);
                let path = if is_partial(&first_state, condition.clone())
                    || is_partial(&second_state, condition.clone().not())
                {
                    first_state.path.clone().or(second_state.path.clone())
                } else {
                    state.path.clone()
                };
                let memory = self.join_memories(&mut join, first_state.memory, &second_state.memory)?;
                *state = State { memory, path };
                flow
            }
        };
        let is_written = self.writes_statements() && (!then.is_empty() || !otherwise.is_empty());
        if is_written {
            self.statements.push(Statement::If(condition, then, otherwise));
        }
        Ok(flow)
    }

    fn join_memories(&mut self, join: &mut Join<'_>, mut first: Memory, second: &Memory) -> Result<Memory, Refused> {
        let mut cells: Vec<_> =
            first.all().chain(second.all()).map(|(cell, (bytes, value))| (*cell, *bytes, value.clone())).collect();
        cells.dedup_by_key(|(cell, ..)| *cell);
        for (cell, bytes, value) in cells {
            let width = value.width().unwrap_or(8 * bytes as u32);
            let (Some(a), Some(b)) = (first.read(cell, bytes, width), second.read(cell, bytes, width)) else {
                return self.refuse("accesses of different sizes on different paths");
            };
            if a != b {
                let ty = if a.is_pointer() || b.is_pointer() { Type::Pointer } else { Type::Integer(width) };
                let value = self.join_values(join, a, b, &ty)?;
                first.write(cell, bytes, value);
            }
        }
        Ok(first)
    }

    /// One value for that of either path.
    fn join_values(&mut self, join: &mut Join<'_>, first: Value, second: Value, ty: &Type) -> Result<Value, Refused> {
        match (&first, &second) {
            _ if first == second => return Ok(first),
            // A path on which nothing was assigned says nothing of the value.
            (Value::Undefined, _) => return Ok(second),
            (_, Value::Undefined) => return Ok(first),
            (Value::Aggregate(a), Value::Aggregate(b)) if a.len() == b.len() => {
                let mut parts = Vec::new();
                for (a, b) in a.iter().zip(b) {
                    let ty = a.width().map_or(Type::Pointer, Type::Integer);
                    parts.push(self.join_values(join, a.clone(), b.clone(), &ty)?);
                }
                return Ok(Value::Aggregate(parts));
            }
            (Value::Function(_) | Value::Thread(_) | Value::Aggregate(_), _)
            | (_, Value::Function(_) | Value::Thread(_) | Value::Aggregate(_)) => {
                return self.refuse("a choice between functions, threads or structures");
            }
            _ => {}
        }
        let is_address = first.is_pointer() || second.is_pointer();
        // Where nothing is done on either path, the choice is an expression; and where `main` is alone, nothing is written.
        let is_pure = join.then.is_empty() && join.otherwise.is_empty() && !is_address;
        if is_pure || !self.writes_statements() {
            return Ok(Value::select(join.condition.clone(), first, second));
        }
        let width = if is_address { None } else { integer_width(ty).or(first.width()) };
        let sources = vec![Source::Value(first.clone()), Source::Value(second.clone())];
        let (variable, value) = self.variable(width, sources);
        let (name, ctype) = (self.variables[variable.0].name.clone(), self.ctype(width));
        let declared = Statement::Line(format!("{ctype} {name} = 0"));
        self.statements.push(declared);
        let (first, second) = (self.stored_text(&first)?, self.stored_text(&second)?);
        join.then.push(Statement::Line(format!("{name} = {first}")));
        join.otherwise.push(Statement::Line(format!("{name} = {second}")));
        Ok(value)
    }

    /// The block that every path from `block` to the function's end comes to first.
    fn meeting(&self, function: FunctionId, block: BlockId) -> Option<BlockId> {
        post_dominator(&self.program.functions[function].blocks, block)
    }

    pub(super) fn violated(&mut self, when: Value, place: Option<SourcePlace>) {
        if when != Value::FALSE {
            self.violations.push((when, place));
        }
    }
}

fn integer_width(ty: &Type) -> Option<u32> {
    match ty {
        Type::Integer(width) => Some(*width),
        _ => None,
    }
}

impl Branches<'_> {
    /// Where control goes, if that is known.
    fn decided(&self) -> Option<BlockId> {
        for (condition, to) in self.arms {
            match condition {
                Value::Number(0, _) => {}
                Value::Number(..) => return Some(*to),
                _ => return None,
            }
        }
        Some(self.default)
    }
}

/// Two paths that meet: statements of either.
struct Join<'a> {
    condition: &'a Value,
    then: &'a mut Vec<Statement>,
    otherwise: &'a mut Vec<Statement>,
}

/// The nearest block other than `block` on all its paths to a return. Paths that do not return do not count.
fn post_dominator(blocks: &IdVec<BlockId, cprog::ir::Block>, block: BlockId) -> Option<BlockId> {
    // A block is on all paths if, without it, no return can be reached.
    let reaches_return = |from: &[BlockId], without: Option<BlockId>| {
        let mut seen = vec![false; blocks.len()];
        let mut order = Vec::new();
        let mut open: Vec<BlockId> = from.iter().rev().copied().collect();
        let mut returns = false;
        while let Some(at) = open.pop() {
            if Some(at) == without || std::mem::replace(&mut seen[at.number() as usize], true) {
                continue;
            }
            order.push(at);
            returns |= matches!(blocks[at].terminator, Terminator::Return(_));
            open.extend(blocks[at].terminator.successors());
        }
        (returns, order)
    };
    let successors = blocks[block].terminator.successors();
    let (returns, reached) = reaches_return(&successors, None);
    if !returns {
        return None;
    }
    let candidates: Vec<BlockId> =
        reached.into_iter().filter(|other| *other != block && !reaches_return(&successors, Some(*other)).0).collect();
    // The nearest is the one without which no other is reached.
    candidates.iter().copied().find(|one| {
        let (_, reached) = reaches_return(&successors, Some(*one));
        candidates.iter().all(|other| other == one || !reached.contains(other))
    })
}
