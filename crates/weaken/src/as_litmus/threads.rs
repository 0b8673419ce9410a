//! `main` and the threads that it starts.

use cprog::ir::FunctionId;

use super::execute::{Flow, State};
use super::value::{Cell, Value};
use super::{Accessors, Execution, MAIN, Refused, Thread};

/// The most threads of a program.
const MOST_THREADS: usize = 64;

impl Execution<'_> {
    /// Executes the program.
    pub(super) fn program(&mut self, main: FunctionId) -> Result<(), Refused> {
        let mut state = State { memory: self.globals(), path: Value::TRUE };
        let arguments = vec![Value::Undefined; self.program.functions[main].parameters.len()];
        let executed = self.call(main, arguments, &mut state);
        self.main.body = std::mem::take(&mut self.statements);
        if let Some(refused) = self.refused.take() {
            return Err(refused);
        }
        executed.map(|_| ())
    }

    /// Whether paths of `main` have parted.
    fn is_on_a_branch(&self) -> bool {
        !self.open.is_empty()
    }

    pub(super) fn start(
        &mut self,
        state: &mut State,
        handle: Value,
        function: Value,
        argument: Value,
    ) -> Result<(), Refused> {
        if self.current != MAIN {
            return self.refuse("a thread that is started by another one than `main`");
        }
        if self.is_on_a_branch() {
            return self.refuse("a thread that is started only sometimes");
        }
        // A litmus test starts all its threads together.
        if !self.statements.is_empty() {
            return self.refuse("a thread that is started when `main` has accessed what threads share");
        }
        if self.threads.iter().any(|thread| thread.is_joined) {
            return self.refuse("a thread that is started when others are joined");
        }
        if self.threads.len() >= MOST_THREADS {
            return self.refuse("so many threads");
        }
        let Value::Function(function) = function else {
            return self.refuse("a thread whose function is not known");
        };
        if !self.program.functions[function].is_defined() {
            return self.refuse("a thread whose function is defined nowhere");
        }
        if self.initial.is_none() {
            self.prepared(state);
        }
        let number = self.threads.len();
        match handle {
            Value::Pointer(object, offset) => {
                let cell = Cell { object, offset };
                state.memory.write(cell, 8, Value::Thread(number));
            }
            Value::Number(0, _) => {}
            _ => return self.refuse("a thread whose identity is kept where an address points that was read"),
        }
        self.threads.push(Thread::default());
        let (statements, calls) = (std::mem::take(&mut self.statements), std::mem::take(&mut self.calls));
        let place = self.place;
        self.current = number;
        let mut own = State { memory: state.memory.clone(), path: Value::TRUE };
        match self.call(function, vec![argument], &mut own) {
            Ok(Flow::Returned(value)) => self.ended(&own, value),
            Ok(Flow::At(_) | Flow::Ended) => {}
            // Other threads may show that what this one read is shared.
            Err(refused) => self.refused = self.refused.take().or(Some(refused)),
        }
        self.current = MAIN;
        // A thread that was refused within branches has left them open.
        self.open.clear();
        self.place = place;
        self.calls = calls;
        self.threads[number].body = std::mem::replace(&mut self.statements, statements);
        Ok(())
    }

    /// The memory that threads find.
    fn prepared(&mut self, state: &mut State) {
        self.initial = Some(state.memory.clone());
        let all: Vec<(Cell, Value)> = state.memory.all().map(|(cell, (_, value))| (*cell, value.clone())).collect();
        for (cell, value) in all {
            if !self.is_shared(cell) {
                continue;
            }
            self.escape(&value);
            if value.is_pointer() {
                self.found.addresses.insert(cell);
            }
            // From now on the test has its value, as a location.
            state.memory.forget(cell);
        }
    }

    /// The current thread comes to its end.
    pub(super) fn ended(&mut self, state: &State, value: Value) {
        let current = self.current;
        let end = (state.path.clone(), value, state.memory.clone());
        self.thread(current).ends.push(end);
    }

    /// Waits for the end of a thread. What it returned is written to an address, as so many bytes.
    pub(super) fn join(
        &mut self,
        state: &mut State,
        handle: Value,
        (returned, bytes): (Value, u64),
    ) -> Result<(), Refused> {
        if self.current != MAIN {
            return self.refuse("a thread that is joined by another one than `main`");
        }
        if self.is_on_a_branch() {
            return self.refuse("a thread that is joined only sometimes");
        }
        let Value::Thread(number) = handle else {
            return self.refuse("a thread that is joined and not known");
        };
        self.threads[number].is_joined = true;
        let ends = self.threads[number].ends.clone();
        let finished = ends.iter().fold(Value::FALSE, |any, (path, ..)| any.or(path.clone()));
        // `main` goes on only in executions in which the thread has come to its end.
        state.path = state.path.clone().and(finished);
        let Some(((_, value, memory), others)) = ends.split_last() else { return Ok(()) };
        let mut value = value.clone();
        for (path, other, _) in others.iter().rev() {
            value = Value::select(path.clone(), other.clone(), value);
        }
        match returned {
            Value::Pointer(object, offset) => state.memory.write(Cell { object, offset }, bytes, value),
            Value::Number(0, _) => {}
            _ => return self.refuse("the result of a thread that is kept where an address points that was read"),
        }
        let is_own =
            |cell: &Cell, by: &Accessors| by.is_written && by.threads.contains(&number) && !self.is_shared(*cell);
        let own: Vec<Cell> =
            self.accessors.iter().filter(|(cell, by)| is_own(cell, by)).map(|(cell, _)| *cell).collect();
        for cell in own {
            state.memory.take(cell, memory);
            for (path, _, other) in others.iter().rev() {
                let scalar = other.of(cell.object).find(|(at, _)| **at == cell).map(|(_, scalar)| scalar.clone());
                let Some((bytes, then)) = scalar else { continue };
                let width = then.width().unwrap_or(8 * bytes as u32);
                let Some(otherwise) = state.memory.read(cell, bytes, width) else {
                    return self.refuse("accesses of different sizes on different paths");
                };
                state.memory.write(cell, bytes, Value::select(path.clone(), then, otherwise));
            }
        }
        Ok(())
    }
}
