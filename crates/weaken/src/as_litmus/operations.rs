//! What instructions do.

use cprog::assembly;
use cprog::ir::{Callee, Effect, Instruction, Operand, Operation, Step, Type};
use cprog::library::{self, Meaning};

use super::execute::{AfterInstruction, Flow, Frame, State};
use super::memory::Memory;
use super::statement::Statement;
use super::value::{Cell, Operator, Value};
use super::{Execution, Origin, Refused};

impl Execution<'_> {
    pub(super) fn instruction(
        &mut self,
        frame: &mut Frame,
        state: &mut State,
        instruction: &Instruction,
    ) -> Result<AfterInstruction, Refused> {
        let operation = &instruction.operation;
        let result = match operation.effect() {
            Effect::Value => self.computed(frame, instruction)?,
            Effect::Local | Effect::Access { .. } | Effect::Copy { .. } | Effect::Set { .. } => {
                self.memory_operation(frame, state, operation)?
            }
            Effect::Fence => self.fence(operation)?,
            Effect::Assembly(assembly, _) => match assembly::effect(assembly, None) {
                assembly::Effect::None => Value::Undefined,
                assembly::Effect::Barriers(_) => {
                    return self.refuse("a fence instruction (C11 has `atomic_thread_fence`)");
                }
                assembly::Effect::Unknown => return self.refuse("inline assembly"),
            },
            Effect::Call(callee, arguments) => return self.called(frame, state, instruction, callee, arguments),
            Effect::StartThread(_) | Effect::JoinThread | Effect::Lock => {
                self.of_thread_library(frame, state, operation)?
            }
            Effect::Check => return self.checked(frame, state, operation),
            Effect::AtomicSection => return self.refuse("an atomic section"),
            Effect::Unknown => return self.refuse(unknown(operation)),
        };
        if let Some(register) = instruction.result {
            frame.values.insert(register, result);
        }
        Ok(AfterInstruction::Next)
    }

    /// A local variable, or an access to memory.
    fn memory_operation(&mut self, frame: &Frame, state: &mut State, operation: &Operation) -> Result<Value, Refused> {
        Ok(match operation {
            Operation::Alloca { ty, .. } => {
                let thread = self.current;
                let number = self.thread(thread).locals;
                self.thread(thread).locals += 1;
                let object = self.object(Origin::Local(thread, number), &format!("local{number}"), ty);
                Value::Pointer(object, 0)
            }
            Operation::Load { ty, pointer, access } => {
                let at = self.operand(frame, pointer, &Type::Pointer)?;
                self.load(state, at, ty, *access)?
            }
            Operation::Store { ty, value, pointer, access } => {
                let value = self.operand(frame, value, ty)?;
                let at = self.operand(frame, pointer, &Type::Pointer)?;
                self.store(state, at, value, ty, *access)?;
                Value::Undefined
            }
            Operation::ReadModifyWrite { operator, ty, pointer, value, access } => {
                let at = self.operand(frame, pointer, &Type::Pointer)?;
                let value = self.operand(frame, value, ty)?;
                self.read_modify_write(state, operator, at, value, ty, *access)?
            }
            Operation::CompareExchange { ty, pointer, expected, new, access, failure, weak } => {
                let at = self.operand(frame, pointer, &Type::Pointer)?;
                let expected = self.operand(frame, expected, ty)?;
                let new = self.operand(frame, new, ty)?;
                let strength = if *weak { "weak" } else { "strong" };
                self.compare_exchange(state, strength, at, (expected, new), ty, (*access, *failure))?
            }
            Operation::CopyMemory { to, from, bytes } => {
                let to = self.operand(frame, to, &Type::Pointer)?;
                let from = self.operand(frame, from, &Type::Pointer)?;
                let bytes = self.operand(frame, bytes, &Type::Integer(64))?;
                self.copy(state, to.clone(), from, bytes)?;
                to
            }
            Operation::SetMemory { to, value, bytes } => {
                let to = self.operand(frame, to, &Type::Pointer)?;
                let value = self.operand(frame, value, &Type::Integer(8))?;
                let bytes = self.operand(frame, bytes, &Type::Integer(64))?;
                let (Value::Pointer(object, offset), Value::Number(0, _), Value::Number(bytes, _)) =
                    (&to, value, bytes)
                else {
                    return self.refuse("memory that is filled");
                };
                let cell = Cell { object: *object, offset: *offset };
                self.accessed_at_once(&state.memory, cell, bytes, true)?;
                state.memory.zero(cell, bytes);
                to
            }
            other => return self.refuse(unknown(other)),
        })
    }

    fn fence(&mut self, operation: &Operation) -> Result<Value, Refused> {
        match operation {
            // What only a compiler must not do.
            Operation::Fence { compiler_only: true, .. } => {}
            Operation::Fence { order, .. } => {
                self.acts()?;
                self.line(format!("atomic_thread_fence({})", self.order(*order)?));
            }
            other => return self.refuse(unknown(other)),
        }
        Ok(Value::Undefined)
    }

    /// What is computed of values alone.
    fn computed(&mut self, frame: &Frame, instruction: &Instruction) -> Result<Value, Refused> {
        Ok(match &instruction.operation {
            Operation::Address { base, steps } => self.address(frame, base, steps)?,
            Operation::Binary { operator, ty, left, right, .. } => {
                let (left, right) = (self.operand(frame, left, ty)?, self.operand(frame, right, ty)?);
                let Some(operator) = binary(operator) else {
                    return self.refuse(format!("the operator `{operator}`"));
                };
                self.calculated(operator, left, right)?
            }
            Operation::Compare { predicate, float: false, ty, left, right } => {
                let (left, right) = (self.operand(frame, left, ty)?, self.operand(frame, right, ty)?);
                self.compared(predicate, left, right)?
            }
            Operation::Compare { .. } | Operation::Negate { .. } => return self.refuse("a floating point number"),
            Operation::Cast { operator, from, value, to } => {
                let value = self.operand(frame, value, from)?;
                match (operator.as_str(), to) {
                    ("zext", Type::Integer(width)) => value.zero_extend(*width),
                    ("sext", Type::Integer(width)) => value.sign_extend(*width),
                    ("trunc", Type::Integer(width)) => value.truncate(*width),
                    ("ptrtoint", Type::Integer(width)) => value.truncate(*width),
                    ("inttoptr", _) => value.zero_extend(64),
                    ("bitcast" | "addrspacecast", _) => value,
                    _ => return self.refuse(format!("the conversion `{operator}`")),
                }
            }
            Operation::Select { condition, ty, then, otherwise } => {
                let condition = self.operand(frame, condition, &Type::Integer(1))?;
                Value::select(condition, self.operand(frame, then, ty)?, self.operand(frame, otherwise, ty)?)
            }
            Operation::Extract { aggregate, path } => {
                let mut value = self.operand(frame, aggregate, &Type::Opaque)?;
                for index in path {
                    value = match value {
                        Value::Aggregate(parts) => parts.get(*index as usize).cloned().unwrap_or(Value::Undefined),
                        _ => return self.refuse("a structure in a register"),
                    };
                }
                value
            }
            Operation::Copy(value) => {
                let ty = instruction.result.map_or(Type::Pointer, |register| self.type_of(frame, register));
                self.operand(frame, value, &ty)?
            }
            Operation::Phi { .. } => Value::Undefined,
            Operation::Insert { .. } => return self.refuse("a structure in a register"),
            Operation::Any(_) => return self.refuse("a nondeterministic choice"),
            other => return self.refuse(unknown(other)),
        })
    }

    /// Threads and locks.
    fn of_thread_library(&mut self, frame: &Frame, state: &mut State, operation: &Operation) -> Result<Value, Refused> {
        match operation {
            Operation::StartThread { handle, function, argument } => {
                let [handle, function, argument] =
                    [handle, function, argument].map(|operand| self.operand(frame, operand, &Type::Pointer));
                let (handle, function, argument) = (handle?, function?, argument?);
                self.start(state, handle, function, argument)?;
            }
            Operation::JoinThread { handle, returned, bytes } => {
                let handle = self.operand(frame, handle, &Type::Pointer)?;
                let returned = self.operand(frame, returned, &Type::Pointer)?;
                self.join(state, handle, (returned, (*bytes).into()))?;
            }
            Operation::Lock { lock, if_taken: None, shared: false } => {
                let lock = self.operand(frame, lock, &Type::Pointer)?;
                self.lock("lock", lock)?;
            }
            Operation::Lock { .. } => return self.refuse("a lock that is not waited for, or of readers"),
            Operation::Unlock { lock, .. } => {
                let lock = self.operand(frame, lock, &Type::Pointer)?;
                self.lock("unlock", lock)?;
            }
            Operation::Wait { .. } => return self.refuse("a condition variable"),
            other => return self.refuse(unknown(other)),
        }
        // All of these give 0 where they work.
        Ok(Value::Number(0, 32))
    }

    /// Assumptions and assertions.
    fn checked(
        &mut self,
        frame: &Frame,
        state: &mut State,
        operation: &Operation,
    ) -> Result<AfterInstruction, Refused> {
        match operation {
            Operation::Assume(condition) => {
                let condition = self.condition(frame, condition)?;
                Ok(self.goes_on(state, condition))
            }
            Operation::Assert(condition) => {
                let condition = self.condition(frame, condition)?;
                self.violated(state.path.clone().and(condition.clone().not()), self.place);
                Ok(self.goes_on(state, condition))
            }
            Operation::Violation => {
                self.violated(state.path.clone(), self.place);
                Ok(AfterInstruction::Ended)
            }
            other => self.refuse(unknown(other)),
        }
    }

    fn type_of(&self, frame: &Frame, register: cprog::ir::RegisterId) -> Type {
        self.program.functions[frame.function].registers[register].clone()
    }

    /// The value of an operand of a type.
    pub(super) fn operand(&mut self, frame: &Frame, operand: &Operand, ty: &Type) -> Result<Value, Refused> {
        Ok(match (operand, ty) {
            (Operand::Register(register), _) => frame.values.get(register).cloned().unwrap_or(Value::Undefined),
            (Operand::Integer(number), Type::Integer(width)) => Value::number(*number as u64, *width),
            (Operand::Integer(number), _) => Value::number(*number as u64, 64),
            (Operand::Zero, Type::Integer(width)) => Value::Number(0, *width),
            (Operand::Zero, _) => Value::Number(0, 64),
            (Operand::Global(global, offset), _) => Value::Pointer(self.global(*global), *offset),
            (Operand::Function(function), _) => Value::Function(*function),
            (Operand::Undefined, _) => Value::Undefined,
            (Operand::Float(_), _) => return self.refuse("a floating point number"),
            (Operand::Aggregate(_), _) => return self.refuse("a structure in a register"),
        })
    }

    /// A condition of an assertion, as a truth value.
    fn condition(&mut self, frame: &Frame, operand: &Operand) -> Result<Value, Refused> {
        let ty = match operand {
            Operand::Register(register) => self.type_of(frame, *register),
            _ => Type::Integer(64),
        };
        let value = self.operand(frame, operand, &ty)?;
        let width = value.width().unwrap_or(64);
        // `assert` takes an `int`, of which any value but 0 holds.
        Ok(if width == 1 { value } else { Value::binary(Operator::Equal, value, Value::Number(0, width)).not() })
    }

    /// The thread goes on where `condition` holds.
    fn goes_on(&mut self, state: &mut State, condition: Value) -> AfterInstruction {
        if condition == Value::FALSE {
            return AfterInstruction::Ended;
        }
        if condition != Value::TRUE && self.writes_statements() {
            // A thread stops where its assumption does not hold: the test shows no more of it.
            self.statements.push(Statement::If(condition.clone().not(), vec![Statement::Return], Vec::new()));
        }
        state.path = state.path.clone().and(condition);
        AfterInstruction::Next
    }

    fn address(&mut self, frame: &Frame, base: &Operand, steps: &[Step]) -> Result<Value, Refused> {
        let mut address = self.operand(frame, base, &Type::Pointer)?;
        for step in steps {
            address = match step {
                Step::Offset(bytes) => address.element(Value::number(*bytes as u64, 64), 1),
                Step::Index { scale: 0, .. } => address,
                Step::Index { index, scale, .. } => {
                    let ty = match index {
                        Operand::Register(register) => self.type_of(frame, *register),
                        _ => Type::Integer(64),
                    };
                    let index = self.operand(frame, index, &ty)?;
                    address.element(index, *scale)
                }
            };
        }
        Ok(address)
    }

    fn calculated(&mut self, operator: Operator, left: Value, right: Value) -> Result<Value, Refused> {
        if matches!(left, Value::Undefined) || matches!(right, Value::Undefined) {
            return self.refuse("a value that was never assigned");
        }
        if left.is_pointer() || right.is_pointer() {
            return self.refuse("arithmetic on an address as a number");
        }
        Ok(Value::binary(operator, left, right))
    }

    fn compared(&mut self, predicate: &str, left: Value, right: Value) -> Result<Value, Refused> {
        if matches!(left, Value::Undefined) || matches!(right, Value::Undefined) {
            return self.refuse("a value that was never assigned");
        }
        let (operator, turns, negates) = match predicate {
            "eq" => (Operator::Equal, false, false),
            "ne" => (Operator::Equal, false, true),
            "slt" => (Operator::LessSigned, false, false),
            "sge" => (Operator::LessSigned, false, true),
            "sgt" => (Operator::LessSigned, true, false),
            "sle" => (Operator::LessSigned, true, true),
            "ult" => (Operator::LessUnsigned, false, false),
            "uge" => (Operator::LessUnsigned, false, true),
            "ugt" => (Operator::LessUnsigned, true, false),
            "ule" => (Operator::LessUnsigned, true, true),
            other => return self.refuse(format!("the comparison `{other}`")),
        };
        if operator != Operator::Equal && (left.is_pointer() || right.is_pointer()) {
            return self.refuse("an order of addresses");
        }
        let (left, right) = if turns { (right, left) } else { (left, right) };
        let value = Value::binary(operator, left, right);
        Ok(if negates { value.not() } else { value })
    }

    fn called(
        &mut self,
        frame: &mut Frame,
        state: &mut State,
        instruction: &Instruction,
        callee: &Callee,
        arguments: &[Operand],
    ) -> Result<AfterInstruction, Refused> {
        let id = match callee {
            Callee::Function(id) => *id,
            Callee::Pointer(pointer) => match self.operand(frame, pointer, &Type::Pointer)? {
                Value::Function(id) => id,
                _ => return self.refuse("a call through an address that was read"),
            },
        };
        let function = &self.program.functions[id];
        let values = |execution: &mut Self| -> Result<Vec<Value>, Refused> {
            let types = function.parameters.iter().map(|parameter| function.registers[*parameter].clone());
            let types = types.chain(std::iter::repeat(Type::Integer(64)));
            arguments.iter().zip(types).map(|(argument, ty)| execution.operand(frame, argument, &ty)).collect()
        };
        let value = if function.is_defined() {
            let values = values(self)?;
            match self.call(id, values, state)? {
                Flow::Returned(value) => value,
                Flow::At(_) | Flow::Ended => return Ok(AfterInstruction::Ended),
            }
        } else {
            match function.name.as_str() {
                "pthread_exit" | "thrd_exit" => {
                    let value = values(self)?.into_iter().next().unwrap_or(Value::Undefined);
                    self.ended(state, value);
                    return Ok(AfterInstruction::Ended);
                }
                // In another thread it would end all of them, for which litmus tests have no statement.
                "exit" | "_exit" | "_Exit" | "quick_exit" | "abort" if self.current == super::MAIN => {
                    return Ok(AfterInstruction::Ended);
                }
                name if does_nothing(name) => Value::Number(0, 32),
                name if name.starts_with("llvm.expect.") => {
                    values(self)?.into_iter().next().unwrap_or(Value::Undefined)
                }
                name if name.starts_with("llvm.assume") || name.starts_with("llvm.lifetime") => Value::Undefined,
                name => return self.refuse(format!("a call of `{name}`")),
            }
        };
        if let Some(register) = instruction.result {
            frame.values.insert(register, value);
        }
        Ok(AfterInstruction::Next)
    }

    /// What the global variables hold at the start.
    pub(super) fn globals(&mut self) -> Memory {
        let mut memory = Memory::default();
        let globals = &self.program.globals;
        for (id, global) in globals.iter_enumerated().filter(|(_, global)| !global.thread_local) {
            let object = self.global(id);
            for piece in &global.initial {
                let value = match (&piece.value, &piece.ty) {
                    (Operand::Integer(number), Type::Integer(width)) => Value::number(*number as u64, *width),
                    (Operand::Global(to, at), _) => Value::Pointer(self.global(*to), *at),
                    (Operand::Function(function), _) => Value::Function(*function),
                    _ => continue,
                };
                let cell = Cell { object, offset: piece.offset as i64 };
                memory.write(cell, piece.ty.stored_bytes(), value);
            }
        }
        memory
    }
}

/// What an operation is called that is not understood.
fn unknown(operation: &Operation) -> String {
    match operation {
        Operation::Havoc(what) => what.clone(),
        other => format!("the operation {other:?}"),
    }
}

fn binary(name: &str) -> Option<Operator> {
    Some(match name {
        "add" => Operator::Add,
        "sub" => Operator::Subtract,
        "mul" => Operator::Multiply,
        "udiv" => Operator::DivideUnsigned,
        "sdiv" => Operator::DivideSigned,
        "urem" => Operator::RemainderUnsigned,
        "srem" => Operator::RemainderSigned,
        "shl" => Operator::ShiftLeft,
        "lshr" => Operator::ShiftRightUnsigned,
        "ashr" => Operator::ShiftRightSigned,
        "and" => Operator::And,
        "or" => Operator::Or,
        "xor" => Operator::Xor,
        _ => return None,
    })
}

/// Whether a function does nothing that a litmus test shows. Signals do not: a thread that waits may go on at any time.
fn does_nothing(name: &str) -> bool {
    matches!(library::meaning(name), Some(Meaning::Nothing | Meaning::Signal | Meaning::Broadcast))
}
