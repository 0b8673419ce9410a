//! How memory is accessed: which accesses are statements of the test, and what is noted of each.

use std::collections::BTreeSet;

use cprog::ir::{Access, Order, Type};

use super::execute::State;
use super::memory::Memory;
use super::statement::Statement;
use super::value::{Cell, Operator, Value};
use super::{Execution, Refused, Source};

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
    /// What an access touches, and how many bits (none for an address).
    fn at(&mut self, address: Value, ty: &Type, access: Access, writes: bool) -> Result<(At, Option<u32>), Refused> {
        let mut width = self.scalar(ty)?;
        let is_shown = access.order != Order::Plain || access.volatile;
        match &address {
            Value::Pointer(object, offset) => {
                let cell = Cell { object: *object, offset: *offset };
                self.accessed(cell, ty.stored_bytes(), writes, is_shown);
                // clang may copy addresses as integers.
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
                // Which element is accessed is not known, so that all of the object are locations.
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
                usage.is_plain |= access.order == Order::Plain;
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
        // Before the first start and behind the last join, `main` is alone.
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
    pub(super) fn acts(&mut self) -> Result<(), Refused> {
        if self.current == super::MAIN && self.writes_statements() && self.threads.iter().any(|one| one.is_joined) {
            return self.refuse("an access of `main` while some threads are joined and others are not");
        }
        Ok(())
    }

    /// Notes how a location is accessed.
    fn used(&mut self, mut cell: Cell, width: Option<u32>, access: Access) -> Result<(), Refused> {
        // An array is one location of the test, by its first element.
        if self.is_array(cell) {
            cell.offset = 0;
        }
        let usage = self.usages.entry(cell).or_default();
        let before = *usage.width.get_or_insert(width);
        usage.is_atomic |= access.order != Order::Plain;
        usage.is_plain |= access.order == Order::Plain;
        usage.is_volatile |= access.volatile;
        if before != width || usage.is_mutex {
            return self.refuse("accesses of different types to one object");
        }
        let current = self.current;
        self.thread(current).named.insert(cell);
        Ok(())
    }

    /// Notes that so many bytes are accessed at once, of which the scalars are known; none may be shared.
    pub(super) fn accessed_at_once(
        &mut self,
        memory: &Memory,
        from: Cell,
        bytes: u64,
        writes: bool,
    ) -> Result<(), Refused> {
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

    pub(super) fn load(
        &mut self,
        state: &mut State,
        address: Value,
        ty: &Type,
        access: Access,
    ) -> Result<Value, Refused> {
        let (at, width) = self.at(address, ty, access, false)?;
        match at {
            At::Own(cell) => {
                let after = self.current == super::MAIN && self.is_shared(cell);
                let is_written = state.memory.of(cell.object).any(|(at, _)| *at == cell);
                // Behind the joins, `main` looks at what the threads have left: that is a final value, for the condition.
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

    pub(super) fn store(
        &mut self,
        state: &mut State,
        address: Value,
        value: Value,
        ty: &Type,
        access: Access,
    ) -> Result<(), Refused> {
        // To fill an aggregate with nothing leaves it as it is.
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

    pub(super) fn read_modify_write(
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

    pub(super) fn compare_exchange(
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
        // C has the expected value in a variable, which gets what was read where the comparison fails.
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

    pub(super) fn copy(&mut self, state: &mut State, to: Value, from: Value, bytes: Value) -> Result<(), Refused> {
        let (Value::Pointer(to, to_offset), Value::Pointer(from, from_offset), Value::Number(bytes, _)) =
            (to, from, bytes)
        else {
            return self.refuse("a copy of memory whose place or size was read");
        };
        let (to, from) = (Cell { object: to, offset: to_offset }, Cell { object: from, offset: from_offset });
        self.accessed_at_once(&state.memory, from, bytes, false)?;
        self.accessed_at_once(&state.memory, to, bytes, true)?;
        state.memory.copy(to, from, bytes);
        // Once more, as the target has scalars now that it had not before.
        self.accessed_at_once(&state.memory, to, bytes, true)
    }

    pub(super) fn lock(&mut self, name: &str, lock: Value) -> Result<(), Refused> {
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
}
