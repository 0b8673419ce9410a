//! What instructions do.

use std::collections::BTreeSet;

use cprog::assembly::{self, Effect};
use cprog::ir::{Access, Callee, Instruction, Operand, Operation, Order, Step, Type};

use super::execute::{Flow, Frame, State, Then};
use super::memory::Memory;
use super::statement::Statement;
use super::value::{Cell, Operator, Value};
use super::{Execution, Origin, Refused, Source};
use crate::checker::NOTHING;

/// An access to memory, whose address is known or was read.
enum At {
    /// A scalar that only the current thread sees.
    Own(Cell),
    /// A location of the test.
    Location(Cell, Value),
    /// Where an address points that was read.
    Anywhere(Value),
}

impl Execution<'_> {
    pub(super) fn instruction(
        &mut self,
        frame: &mut Frame,
        state: &mut State,
        instruction: &Instruction,
    ) -> Result<Then, Refused> {
        let result = match &instruction.operation {
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
            Operation::Fence { compiler_only: true, .. } => Value::Undefined,
            Operation::Fence { order, .. } => {
                self.acts()?;
                self.line(format!("atomic_thread_fence({})", self.order(*order)?));
                Value::Undefined
            }
            Operation::Assembly { assembly, .. } => match assembly::effect(assembly) {
                Effect::None => Value::Undefined,
                Effect::Fence(_) => return self.refuse("a fence instruction (C11 has `atomic_thread_fence`)"),
                Effect::Unknown => return self.refuse("inline assembly"),
            },
            Operation::Address { base, steps } => self.address(frame, base, steps)?,
            Operation::Binary { operator, ty, left, right } => {
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
            Operation::Call { callee, arguments } => {
                return self.called(frame, state, instruction, callee, arguments);
            }
            Operation::StartThread { handle, function, argument } => {
                let [handle, function, argument] =
                    [handle, function, argument].map(|operand| self.operand(frame, operand, &Type::Pointer));
                let (handle, function, argument) = (handle?, function?, argument?);
                self.start(state, handle, function, argument)?;
                Value::Number(0, 32)
            }
            Operation::JoinThread { handle, returned } => {
                let handle = self.operand(frame, handle, &Type::Pointer)?;
                let returned = self.operand(frame, returned, &Type::Pointer)?;
                self.join(state, handle, returned)?;
                Value::Number(0, 32)
            }
            Operation::Lock { lock, if_taken: None, shared: false } => {
                let lock = self.operand(frame, lock, &Type::Pointer)?;
                self.lock("lock", lock)?;
                Value::Number(0, 32)
            }
            Operation::Lock { .. } => return self.refuse("a lock that is not waited for, or of readers"),
            Operation::Unlock { lock } => {
                let lock = self.operand(frame, lock, &Type::Pointer)?;
                self.lock("unlock", lock)?;
                Value::Number(0, 32)
            }
            Operation::Assume(condition) => {
                let condition = self.condition(frame, condition)?;
                return Ok(self.goes_on(state, condition));
            }
            Operation::Assert(condition) => {
                let condition = self.condition(frame, condition)?;
                self.violated(state.path.clone().and(condition.clone().not()), self.place);
                return Ok(self.goes_on(state, condition));
            }
            Operation::Violation => {
                self.violated(state.path.clone(), self.place);
                return Ok(Then::Ended);
            }
            Operation::Phi { .. } => Value::Undefined,
            Operation::Insert { .. } => return self.refuse("a structure in a register"),
            Operation::Wait { .. } => return self.refuse("a condition variable"),
            Operation::AtomicBegin | Operation::AtomicEnd => return self.refuse("an atomic section"),
            Operation::Any(_) => return self.refuse("a nondeterministic choice"),
            Operation::Havoc(what) => return self.refuse(what.clone()),
        };
        if let Some(register) = instruction.result {
            frame.values.insert(register, result);
        }
        Ok(Then::Next)
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
        Ok(if width == 1 { value } else { Value::binary(Operator::Equal, value, Value::Number(0, width)).not() })
    }

    /// The thread goes on where `condition` holds.
    fn goes_on(&mut self, state: &mut State, condition: Value) -> Then {
        if condition == Value::FALSE {
            return Then::Ended;
        }
        if condition != Value::TRUE && self.writes_statements() {
            self.statements.push(Statement::If(condition.clone().not(), vec![Statement::Return], Vec::new()));
        }
        state.path = state.path.clone().and(condition);
        Then::Next
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
    ) -> Result<Then, Refused> {
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
                Flow::At(_) | Flow::Ended => return Ok(Then::Ended),
            }
        } else {
            match function.name.as_str() {
                "pthread_exit" | "thrd_exit" => {
                    let value = values(self)?.into_iter().next().unwrap_or(Value::Undefined);
                    self.ended(state, value);
                    return Ok(Then::Ended);
                }
                "exit" | "_exit" | "_Exit" | "quick_exit" | "abort" if self.current == super::MAIN => {
                    return Ok(Then::Ended);
                }
                name if NOTHING.contains(&name) => Value::Number(0, 32),
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
        Ok(Then::Next)
    }

    /// What an access touches, and how many bits (none for an address).
    fn at(&mut self, address: Value, ty: &Type, access: Access, writes: bool) -> Result<(At, Option<u32>), Refused> {
        let mut width = self.scalar(ty)?;
        let is_shown = access.order != Order::Plain || access.volatile;
        match &address {
            Value::Pointer(object, offset) => {
                let cell = Cell { object: *object, offset: *offset };
                self.accessed(cell, ty.stored_bytes(), writes, is_shown);
                if self.objects.sharing.addresses.contains(&cell) && width == Some(64) {
                    width = None;
                }
                if !self.is_location(cell) {
                    return Ok((At::Own(cell), width));
                }
                self.acts()?;
                self.used(cell, width, access)?;
                Ok((At::Location(cell, address), width))
            }
            Value::Element(base, _, scale) => {
                let Value::Pointer(object, offset) = **base else {
                    return self.refuse("an index behind an address that was read");
                };
                self.found.objects.insert(object);
                self.found.indexed.insert(object);
                self.acts()?;
                if *scale != ty.stored_bytes() {
                    return self.refuse("an index whose elements are no scalars");
                }
                self.used(Cell { object, offset }, width, access)?;
                Ok((At::Anywhere(address), width))
            }
            Value::Variable(variable, None) => {
                self.acts()?;
                let usage = &mut self.variables[variable.0].pointee;
                usage.width = Some(width);
                usage.is_atomic |= access.order != Order::Plain;
                Ok((At::Anywhere(address), width))
            }
            Value::Number(..) => self.refuse("an access to the address 0 or a constant one"),
            _ => self.refuse("an access to an address that is computed"),
        }
    }

    /// Whether a scalar is a location of the test.
    pub(super) fn is_shared(&self, cell: Cell) -> bool {
        self.objects.sharing.cells.contains(&cell) || self.objects.sharing.objects.contains(&cell.object)
    }

    /// Whether a scalar is a location of the test here.
    fn is_location(&self, cell: Cell) -> bool {
        self.is_shared(cell) && self.writes_statements()
    }

    /// Whether what is done now stands in a thread of the test: not before the first thread is started, nor when all are joined.
    pub(super) fn writes_statements(&self) -> bool {
        self.current != super::MAIN || self.threads.iter().any(|thread| !thread.is_joined)
    }

    /// Notes an access.
    fn accessed(&mut self, cell: Cell, bytes: u64, writes: bool, is_shown: bool) {
        let running = self.threads.iter().enumerate().filter(|(_, thread)| !thread.is_joined).map(|(number, _)| number);
        let running: BTreeSet<usize> = running.collect();
        if self.current == super::MAIN && running.is_empty() {
            return;
        }
        let current = self.current;
        let by = self.accessors.entry(cell).or_default();
        by.bytes = by.bytes.max(bytes);
        by.is_written |= writes;
        by.is_shown |= is_shown;
        if current == super::MAIN {
            by.beside_main.extend(running);
        } else {
            by.threads.insert(current);
        }
    }

    /// An object whose address is in memory that threads share is shared.
    pub(super) fn escape(&mut self, value: &Value) {
        value.visit(&mut |part| {
            if let Value::Pointer(object, _) = part {
                self.found.objects.insert(*object);
            }
        });
    }

    /// Checks that the current thread may act on what others see.
    fn acts(&mut self) -> Result<(), Refused> {
        if self.current == super::MAIN && self.writes_statements() && self.threads.iter().any(|one| one.is_joined) {
            return self.refuse("an access of `main` while some threads are joined and others are not");
        }
        Ok(())
    }

    /// Notes how a location is accessed.
    fn used(&mut self, mut cell: Cell, width: Option<u32>, access: Access) -> Result<(), Refused> {
        if self.is_array(cell) {
            cell.offset = 0;
        }
        let usage = self.usages.entry(cell).or_default();
        let before = *usage.width.get_or_insert(width);
        usage.is_atomic |= access.order != Order::Plain;
        usage.is_volatile |= access.volatile;
        if before != width || usage.is_mutex {
            return self.refuse("accesses of different types to one object");
        }
        let current = self.current;
        self.thread(current).named.insert(cell);
        Ok(())
    }

    /// Notes that so many bytes are accessed at once, of which the scalars are known; none may be shared.
    fn accessed_at_once(&mut self, memory: &Memory, from: Cell, bytes: u64, writes: bool) -> Result<(), Refused> {
        let end = from.offset.saturating_add_unsigned(bytes);
        for (cell, size) in memory.within(from, end) {
            self.accessed(cell, size, writes, false);
            if self.is_shared(cell) && (self.writes_statements() || self.initial.is_some()) {
                return self.refuse("memory that threads share and that is copied or filled");
            }
        }
        Ok(())
    }

    pub(super) fn line(&mut self, line: String) {
        self.statements.push(Statement::Line(line));
    }

    fn load(&mut self, state: &mut State, address: Value, ty: &Type, access: Access) -> Result<Value, Refused> {
        let (at, width) = self.at(address, ty, access, false)?;
        match at {
            At::Own(cell) => {
                let after = self.current == super::MAIN && self.is_shared(cell);
                let is_written = state.memory.of(cell.object).any(|(at, _)| *at == cell);
                if after && self.initial.is_some() && !is_written {
                    self.used(cell, width, access)?;
                    return Ok(Value::Final(cell, width));
                }
                match state.memory.read(cell, ty.stored_bytes(), width.unwrap_or(64)) {
                    Some(value) => Ok(value),
                    None => self.refuse("an access to a part of what was written"),
                }
            }
            At::Location(cell, address) => self.read(address, Source::Location(cell), width, access),
            At::Anywhere(address) => self.read(address, Source::Anywhere, width, access),
        }
    }

    fn read(&mut self, address: Value, source: Source, width: Option<u32>, access: Access) -> Result<Value, Refused> {
        let place = self.text(&address)?;
        let (variable, value) = self.variable(width, vec![source]);
        let name = self.variables[variable.0].name.clone();
        let ctype = self.ctype(width);
        let read = match access.order {
            Order::Plain => format!("*{place}"),
            order => format!("atomic_load_explicit({place}, {})", self.order(order)?),
        };
        self.line(format!("{ctype} {name} = {read}"));
        Ok(value)
    }

    fn store(
        &mut self,
        state: &mut State,
        address: Value,
        value: Value,
        ty: &Type,
        access: Access,
    ) -> Result<(), Refused> {
        if matches!(value, Value::Undefined) && matches!(ty, Type::Structure { .. } | Type::Array { .. }) {
            return Ok(());
        }
        let (at, _) = self.at(address, ty, access, true)?;
        let (place, cell) = match at {
            At::Own(cell) => {
                state.memory.write(cell, ty.stored_bytes(), value);
                return Ok(());
            }
            At::Location(cell, address) => (address, Some(cell)),
            At::Anywhere(address) => (address, None),
        };
        let text = self.stored_text(&value)?;
        let place = self.text(&place)?;
        self.line(match access.order {
            Order::Plain => format!("*{place} = {text}"),
            order => format!("atomic_store_explicit({place}, {text}, {})", self.order(order)?),
        });
        self.written(cell, value);
        Ok(())
    }

    /// Notes a value that is written to a location, or through an address that was read.
    fn written(&mut self, cell: Option<Cell>, value: Value) {
        if value.is_pointer() {
            self.found.addresses.extend(cell);
        }
        match cell {
            Some(cell) => self.writes.entry(cell).or_default().push(value),
            None => self.writes_anywhere = true,
        }
    }

    fn read_modify_write(
        &mut self,
        state: &mut State,
        operator: &str,
        address: Value,
        operand: Value,
        ty: &Type,
        access: Access,
    ) -> Result<Value, Refused> {
        let (name, update) = match operator {
            "xchg" => ("atomic_exchange", None),
            "add" => ("atomic_fetch_add", Some(Operator::Add)),
            "sub" => ("atomic_fetch_sub", Some(Operator::Subtract)),
            "and" => ("atomic_fetch_and", Some(Operator::And)),
            "or" => ("atomic_fetch_or", Some(Operator::Or)),
            "xor" => ("atomic_fetch_xor", Some(Operator::Xor)),
            other => return self.refuse(format!("the read-modify-write `{other}`")),
        };
        let updated = |old: Value| match update {
            None => operand.clone(),
            Some(operator) => Value::binary(operator, old, operand.clone()),
        };
        let (at, width) = self.at(address, ty, access, true)?;
        let (place, cell) = match at {
            At::Own(cell) => {
                let Some(old) = state.memory.read(cell, ty.stored_bytes(), width.unwrap_or(64)) else {
                    return self.refuse("an access to a part of what was written");
                };
                state.memory.write(cell, ty.stored_bytes(), updated(old.clone()));
                return Ok(old);
            }
            At::Location(cell, address) => (address, Some(cell)),
            At::Anywhere(address) => (address, None),
        };
        let text = self.stored_text(&operand)?;
        let place = self.text(&place)?;
        let (variable, old) = self.variable(width, vec![cell.map_or(Source::Anywhere, Source::Location)]);
        let (ctype, variable) = (self.ctype(width), self.variables[variable.0].name.clone());
        let order = self.order(access.order)?;
        self.line(format!("{ctype} {variable} = {name}_explicit({place}, {text}, {order})"));
        self.written(cell, updated(old.clone()));
        Ok(old)
    }

    fn compare_exchange(
        &mut self,
        state: &mut State,
        strength: &str,
        address: Value,
        (expected, new): (Value, Value),
        ty: &Type,
        (access, failure): (Access, Order),
    ) -> Result<Value, Refused> {
        let (at, width) = self.at(address, ty, access, true)?;
        let (place, cell) = match at {
            At::Own(cell) => {
                let Some(old) = state.memory.read(cell, ty.stored_bytes(), width.unwrap_or(64)) else {
                    return self.refuse("an access to a part of what was written");
                };
                let is_equal = Value::binary(Operator::Equal, old.clone(), expected);
                let after = Value::select(is_equal.clone(), new, old.clone());
                state.memory.write(cell, ty.stored_bytes(), after);
                return Ok(Value::Aggregate(vec![old, is_equal]));
            }
            At::Location(cell, address) => (address, Some(cell)),
            At::Anywhere(address) => (address, None),
        };
        let (expected_text, new_text) = (self.stored_text(&expected)?, self.stored_text(&new)?);
        let place = self.text(&place)?;
        let ctype = self.ctype(width);
        let source = cell.map_or(Source::Anywhere, Source::Location);
        let (variable, old) = self.variable(width, vec![Source::Value(expected), source]);
        let old_name = self.variables[variable.0].name.clone();
        self.line(format!("{ctype} {old_name} = {expected_text}"));
        let (variable, success) = self.variable(Some(1), Vec::new());
        let success_name = self.variables[variable.0].name.clone();
        let (on_success, on_failure) = (self.order(access.order)?, self.order(failure)?);
        self.line(format!(
            "int {success_name} = atomic_compare_exchange_{strength}_explicit({place}, &{old_name}, {new_text}, {on_success}, {on_failure})"
        ));
        self.written(cell, new);
        Ok(Value::Aggregate(vec![old, success]))
    }

    fn copy(&mut self, state: &mut State, to: Value, from: Value, bytes: Value) -> Result<(), Refused> {
        let (Value::Pointer(to, to_offset), Value::Pointer(from, from_offset), Value::Number(bytes, _)) =
            (to, from, bytes)
        else {
            return self.refuse("a copy of memory whose place or size was read");
        };
        let (to, from) = (Cell { object: to, offset: to_offset }, Cell { object: from, offset: from_offset });
        self.accessed_at_once(&state.memory, from, bytes, false)?;
        self.accessed_at_once(&state.memory, to, bytes, true)?;
        state.memory.copy(to, from, bytes);
        self.accessed_at_once(&state.memory, to, bytes, true)
    }

    fn lock(&mut self, name: &str, lock: Value) -> Result<(), Refused> {
        let Value::Pointer(object, offset) = lock else {
            return self.refuse("a lock whose address was read");
        };
        if !self.writes_statements() {
            return Ok(());
        }
        let cell = Cell { object, offset };
        self.accessed(cell, 1, true, true);
        self.acts()?;
        let usage = self.usages.entry(cell).or_default();
        if usage.width.is_some() {
            return self.refuse("accesses of different types to one object");
        }
        usage.is_mutex = true;
        let current = self.current;
        self.thread(current).named.insert(cell);
        let place = self.text(&lock)?;
        self.line(format!("{name}({place})"));
        Ok(())
    }

    /// The bits of a type; none for an address.
    fn scalar(&mut self, ty: &Type) -> Result<Option<u32>, Refused> {
        match ty {
            Type::Integer(width @ (8 | 16 | 32 | 64)) => Ok(Some(*width)),
            Type::Integer(1) => Ok(Some(8)),
            Type::Pointer => Ok(None),
            Type::Float(_) => self.refuse("a floating point number"),
            Type::Integer(_) | Type::Void | Type::Array { .. } | Type::Structure { .. } | Type::Opaque => {
                self.refuse("an access to several scalars at once")
            }
        }
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
