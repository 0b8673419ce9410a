//! One execution of a litmus test.

use c11::{Execution, Order, Pending, PendingOperation as Step, Rules, SyncObject, ThreadId as MachineThread};
use litmus::{FinalPlace, LoweredTest};
use program::{Block, CodePlace, ExprId, Expressions, LocationId, MicroOp, Temp, ThreadId, UndefinedBehaviour, Width};
use source::{Diagnostic, Severity};

use super::meaning::{AccessMeaning, LockMeaning, Meaning};
use super::state::State;
use super::thread::{Phase, Thread};

/// The bytes from one cell to the next in the machine's memory. What the machine stores is not the value of a cell but the number of its
/// expression in an arena, so that addresses are values like others; for that every cell has room.
const STRIDE: u64 = 64;
/// The size of a cell there.
pub(super) const CELL: u8 = 16;

/// One cell of a location.
#[derive(Clone, Copy, Debug)]
pub(super) struct MemoryCell {
    pub(super) value: ExprId,
    /// The width of the accesses to it, once there is one.
    width: Option<Width>,
}

/// A mutex, known by the cell that stands for it.
#[derive(Clone, Debug, Default)]
pub(super) struct Mutex {
    pub(super) holder: Option<ThreadId>,
    pub(super) object: SyncObject,
}

/// What a thread is about to do.
#[derive(Clone, Copy, Debug)]
pub(super) enum Visible<'p> {
    Load { op: &'p MicroOp, cell: usize, order: Order },
    Store { op: &'p MicroOp, cell: usize, order: Order },
    ReadModifyWrite { op: &'p MicroOp, cell: usize, order: Order },
    CompareExchange { then: &'p Block, otherwise: &'p Block, guess: Temp, cell: usize, order: Order, failure: Order },
    Fence(Order),
    Lock(usize),
    Unlock(usize),
}

/// How an execution ended.
pub(super) enum Ended<'e> {
    /// All threads are done.
    Complete { state: State<'e>, flags: Vec<&'static str> },
    /// A thread would have jumped back to this place too often.
    Cut(CodePlace),
    /// No thread can go on.
    Stuck,
    /// The strategy knows the rest.
    Redundant,
}

/// A test, and what executions of it share.
pub(super) struct LitmusExecution<'p> {
    pub(super) test: &'p LoweredTest,
    pub(super) meaning: &'p Meaning,
    unroll: u32,
    pub(super) x: Expressions,
    /// The first cell of each location.
    first_cells: Vec<usize>,
    pub(super) machine: Execution,
    pub(super) threads: Vec<Thread<'p>>,
    pub(super) visible: Vec<Option<Visible<'p>>>,
    pub(super) memory: Vec<MemoryCell>,
    pub(super) mutexes: Vec<Mutex>,
    pub(super) flags: Vec<&'static str>,
}

/// The thread of the machine that does what a thread of the test does. The main thread does nothing but begin and end.
pub(super) fn machine_thread(thread: ThreadId) -> MachineThread {
    MachineThread::from_number(thread.number() + 1)
}

pub(super) fn address(cell: usize) -> u64 {
    STRIDE * (cell as u64 + 1)
}

impl<'p> LitmusExecution<'p> {
    pub(super) fn new(test: &'p LoweredTest, meaning: &'p Meaning, unroll: u32, rules: Rules) -> LitmusExecution<'p> {
        let mut first_cells = Vec::new();
        let mut cells = 0;
        for location in &test.program.locations {
            first_cells.push(cells);
            cells += location.cells.len();
        }
        LitmusExecution {
            test,
            meaning,
            unroll,
            x: Expressions::new(),
            first_cells,
            machine: Execution::with_rules(rules),
            threads: Vec::new(),
            visible: Vec::new(),
            memory: Vec::new(),
            mutexes: Vec::new(),
            flags: Vec::new(),
        }
    }

    /// Does one execution.
    ///
    /// # Errors
    /// What the test does that is not for this tester, or for none.
    pub(super) fn run(&mut self, strategy: &mut dyn c11::Strategy) -> Result<Ended<'_>, Diagnostic> {
        self.begin();
        for thread in 0..self.threads.len() {
            self.machine.create_thread(MachineThread::MAIN);
            self.advance(thread)?;
        }
        let mut current = MachineThread::MAIN;
        loop {
            if let Some(place) = self.threads.iter().find_map(|thread| match thread.phase {
                Phase::Cut(place) => Some(place),
                Phase::Running | Phase::Ended => None,
            }) {
                return Ok(Ended::Cut(place));
            }
            let enabled = self.enabled();
            if enabled.is_empty() {
                break;
            }
            let picked = strategy.pick_thread(current, &enabled).min(enabled.len() - 1);
            if strategy.is_redundant() {
                return Ok(Ended::Redundant);
            }
            current = enabled[picked].thread();
            let thread = current.number() as usize - 1;
            self.step(thread, strategy)?;
            if strategy.is_redundant() {
                return Ok(Ended::Redundant);
            }
            self.advance(thread)?;
        }
        if self.threads.iter().any(|thread| thread.phase == Phase::Running) {
            return Ok(Ended::Stuck);
        }
        self.end(strategy)
    }

    fn begin(&mut self) {
        let program = &self.test.program;
        self.machine.reset();
        self.flags.clear();
        self.memory.clear();
        self.threads.clear();
        for thread in program.threads.ids() {
            self.threads.push(Thread::new(program, thread, &mut self.x));
        }
        // Initial values have no operands: any thread computes them.
        if let Some(thread) = self.threads.first() {
            for value in program.locations.iter().flat_map(|location| &location.cells) {
                let value = thread.compute(value, program, &mut self.x);
                self.memory.push(MemoryCell { value, width: None });
            }
        }
        self.mutexes = vec![Mutex::default(); self.memory.len()];
        self.visible = vec![None; self.threads.len()];
    }

    /// The threads that can go on.
    fn enabled(&self) -> Vec<Pending> {
        let pending = |(thread, visible): (&Thread<'_>, &Option<Visible<'_>>)| {
            let operation = self.operation((*visible)?);
            let is_blocked = match *visible {
                // Who locks twice does something undefined, and goes on.
                Some(Visible::Lock(cell)) => self.mutexes[cell].holder.is_some_and(|holder| holder != thread.id),
                _ => false,
            };
            (!is_blocked).then_some(Pending::new(machine_thread(thread.id), operation))
        };
        self.threads.iter().zip(&self.visible).filter_map(pending).collect()
    }

    fn operation(&self, visible: Visible<'_>) -> Step {
        match visible {
            Visible::Load { cell, order, .. } => Step::Load(address(cell), order),
            Visible::Store { cell, order, .. } => Step::Store(address(cell), order),
            Visible::ReadModifyWrite { cell, order, .. } => Step::ReadModifyWrite(address(cell), order),
            Visible::CompareExchange { cell, order, failure, .. } => {
                let stronger = if failure.is_seq_cst() { failure } else { order };
                Step::ReadModifyWrite(address(cell), stronger)
            }
            Visible::Fence(order) => Step::Fence(order),
            Visible::Lock(cell) => Step::Lock(address(cell)),
            Visible::Unlock(cell) => Step::Unlock(address(cell)),
        }
    }

    /// The end of all threads: the main thread joins them and reads what is observed.
    fn end(&mut self, strategy: &mut dyn c11::Strategy) -> Result<Ended<'_>, Diagnostic> {
        for thread in 0..self.threads.len() {
            let thread = machine_thread(self.threads[thread].id);
            self.machine.finish_thread(thread);
            self.machine.join_thread(MachineThread::MAIN, thread);
        }
        let mut observed: Vec<usize> = Vec::new();
        for place in &self.test.observed {
            match *place {
                FinalPlace::Register(..) => {}
                FinalPlace::Cell(location, index) => observed.push(self.cell_index(location, index)),
                FinalPlace::Whole(location) => {
                    let cells = self.test.program.locations[location].cells.len() as u32;
                    observed.extend((0..cells).map(|index| self.cell_index(location, index)));
                }
            }
        }
        observed.sort_unstable();
        observed.dedup();
        let main = [Pending::new(MachineThread::MAIN, Step::Yield)];
        for cell in observed {
            strategy.pick_thread(MachineThread::MAIN, &main);
            let access = self.atomic(MachineThread::MAIN, cell, Order::Relaxed, None);
            let value = self.machine.load(&access, strategy);
            self.memory[cell].value = ExprId::from_number(value as u32);
        }
        if strategy.is_redundant() {
            return Ok(Ended::Redundant);
        }
        if !self.machine.races().is_empty() {
            self.flags.push("data-race");
        }
        let flags = std::mem::take(&mut self.flags);
        let state = State {
            x: std::cell::RefCell::new(&mut self.x),
            threads: &self.threads,
            memory: &self.memory,
            first_cells: &self.first_cells,
            test: self.test,
        };
        Ok(Ended::Complete { state, flags })
    }

    fn cell_index(&self, location: LocationId, index: u32) -> usize {
        self.first_cells[location.number() as usize] + index as usize
    }

    /// The cell that an address is one of.
    fn cell(&mut self, thread: usize, address: Option<ExprId>, width: Option<Width>) -> Result<usize, Diagnostic> {
        let found = address.and_then(|address| self.x.as_address(address));
        let cell = found.and_then(|(location, offset)| {
            let index = self.test.program.locations[location].cell_at(offset)?;
            Some(self.cell_index(location, index))
        });
        let Some(cell) = cell else {
            return Err(self.diagnostic(thread, "bad-access", "this accesses something that is no location"));
        };
        let Some(width) = width else { return Ok(cell) };
        let MemoryCell { value, width: held } = &mut self.memory[cell];
        match *held {
            None => {
                *held = Some(width);
                *value = self.x.resize(*value, width);
            }
            Some(held) if held == width => {}
            Some(_) => {
                let message = "accesses of different sizes to one cell are not supported by `lakmus test`";
                return Err(self.diagnostic(thread, "mixed-size", message));
            }
        }
        Ok(cell)
    }

    pub(super) fn diagnostic(&self, thread: usize, code: &'static str, message: &str) -> Diagnostic {
        let place = self.threads[thread].place;
        let diagnostic = Diagnostic::new(Severity::Error, code, message);
        match self.test.program.instruction(place) {
            Some(instruction) => diagnostic.label(instruction.span, format!("in P{}", place.thread.number())),
            None => diagnostic,
        }
    }

    pub(super) fn unsupported(&self, thread: usize) -> Diagnostic {
        self.diagnostic(thread, "unsupported", "this is not supported by `lakmus test`, which knows C11 only")
    }

    /// Goes on with a thread until it is about to do something visible, or ends.
    pub(super) fn advance(&mut self, index: usize) -> Result<(), Diagnostic> {
        let program = &self.test.program;
        self.visible[index] = None;
        loop {
            let thread = &mut self.threads[index];
            if thread.phase != Phase::Running {
                return Ok(());
            }
            let Some(frame) = thread.frames.last_mut() else {
                thread.enter_next(program);
                continue;
            };
            let Some((op, rest)) = frame.split_first() else {
                thread.frames.pop();
                continue;
            };
            *frame = rest;
            if let Some(visible) = self.invisible(index, op)? {
                self.visible[index] = Some(visible);
                return Ok(());
            }
        }
    }

    /// Does a micro-operation, unless it is visible.
    fn invisible(&mut self, index: usize, op: &'p MicroOp) -> Result<Option<Visible<'p>>, Diagnostic> {
        let program = &self.test.program;
        let thread = &mut self.threads[index];
        match op {
            MicroOp::Let { result, operation } => {
                let value = thread.compute(operation, program, &mut self.x);
                self.define(index, *result, value);
            }
            &MicroOp::ReadRegister { result, register, low, width } => {
                let value = thread.read_register(register, low, width, &mut self.x);
                self.define(index, result, value);
            }
            &MicroOp::WriteRegister { register, low, value } => {
                let value = self.temp(index, value)?;
                self.threads[index].write_register(register, low, value, &mut self.x);
            }
            MicroOp::Load { .. } | MicroOp::Store { .. } | MicroOp::ReadModifyWrite { .. } => {
                return self.access(index, op);
            }
            &MicroOp::Written { result } => {
                let one = self.x.bit(true);
                self.define(index, result, one);
            }
            MicroOp::Nondeterministic { .. } | MicroOp::Mark(_) => {}
            &MicroOp::Assume { condition } => {
                if !self.bit(index, condition)? {
                    return Err(self.unsupported(index));
                }
            }
            &MicroOp::Require { condition, behaviour: UndefinedBehaviour::DivisionByZero } => {
                if !self.bit(index, condition)? {
                    return Err(self.diagnostic(index, "division-by-zero", "division by zero"));
                }
            }
            &MicroOp::Fence { tags } => return self.fence(index, tags),
            &MicroOp::Synchronize { address, tags } => return self.synchronize(index, address, tags),
            &MicroOp::Jump(target) => self.jump(index, target),
            MicroOp::JumpTo { .. } => return Err(self.unsupported(index)),
            &MicroOp::Branch { condition, target, .. } => {
                if self.bit(index, condition)? {
                    self.jump(index, target);
                }
            }
            MicroOp::If { condition, then, otherwise, .. } => {
                if thread.temp(*condition).is_none() {
                    return self.compare_exchange(index, *condition, then, otherwise).map(Some);
                }
                let taken = if self.bit(index, *condition)? { then } else { otherwise };
                self.threads[index].frames.push(taken);
            }
        }
        Ok(None)
    }

    pub(super) fn define(&mut self, index: usize, temp: Temp, value: ExprId) {
        self.threads[index].define(temp, value);
    }

    pub(super) fn temp(&self, index: usize, temp: Temp) -> Result<ExprId, Diagnostic> {
        self.threads[index].temp(temp).ok_or_else(|| self.unsupported(index))
    }

    fn bit(&self, index: usize, temp: Temp) -> Result<bool, Diagnostic> {
        let value = self.temp(index, temp)?;
        match self.x.as_constant(value) {
            Some(value) => Ok(value != 0),
            // Such as the comparison of an address with a number by size.
            None => Err(self.diagnostic(
                index,
                "not-a-number",
                "what this decides depends on the number that an address is",
            )),
        }
    }

    fn jump(&mut self, index: usize, target: program::Target) {
        let thread = &mut self.threads[index];
        let target = match target {
            program::Target::Code(place) => place,
            program::Target::Instruction(instruction) => CodePlace { instruction, ..thread.place },
            program::Target::Exit => {
                thread.phase = Phase::Ended;
                return;
            }
        };
        thread.jump(&self.test.program, target, self.unroll);
    }

    /// An access: a plain one is done, an atomic one is visible.
    fn access(&mut self, index: usize, op: &'p MicroOp) -> Result<Option<Visible<'p>>, Diagnostic> {
        let (address, width, tags) = match op {
            &MicroOp::Load { address, width, tags, .. } | &MicroOp::ReadModifyWrite { address, width, tags, .. } => {
                (address, width, tags)
            }
            &MicroOp::Store { address, value, tags } => {
                let value = self.temp(index, value)?;
                (address, self.x.width(value), tags)
            }
            _ => return Ok(None),
        };
        let address = self.temp(index, address)?;
        let cell = self.cell(index, Some(address), Some(width))?;
        let meaning = self.meaning.access(tags).ok_or_else(|| self.unsupported(index))?;
        Ok(match (meaning, op) {
            (AccessMeaning::Atomic(order), MicroOp::Load { .. }) => Some(Visible::Load { op, cell, order }),
            (AccessMeaning::Atomic(order), MicroOp::Store { .. }) => Some(Visible::Store { op, cell, order }),
            (AccessMeaning::Atomic(order), _) => Some(Visible::ReadModifyWrite { op, cell, order }),
            (AccessMeaning::Plain, op) => {
                self.plain(index, op, cell)?;
                None
            }
        })
    }

    fn fence(&mut self, index: usize, tags: program::TagSet) -> Result<Option<Visible<'p>>, Diagnostic> {
        Ok(match self.meaning.fence(tags).ok_or_else(|| self.unsupported(index))? {
            Order::Relaxed => None,
            order => Some(Visible::Fence(order)),
        })
    }

    fn synchronize(
        &mut self,
        index: usize,
        address: Temp,
        tags: program::TagSet,
    ) -> Result<Option<Visible<'p>>, Diagnostic> {
        let address = self.temp(index, address)?;
        let mutex = self.cell(index, Some(address), None)?;
        Ok(match self.meaning.lock(tags).ok_or_else(|| self.unsupported(index))? {
            LockMeaning::Lock => Some(Visible::Lock(mutex)),
            LockMeaning::Unlock => Some(Visible::Unlock(mutex)),
        })
    }

    /// A choice on a guess is a compare-exchange: on success a read-modify-write, else a load.
    fn compare_exchange(
        &mut self,
        index: usize,
        guess: Temp,
        then: &'p Block,
        otherwise: &'p Block,
    ) -> Result<Visible<'p>, Diagnostic> {
        let update = then.iter().find(|op| matches!(op, MicroOp::ReadModifyWrite { .. }));
        let load = otherwise.iter().find(|op| matches!(op, MicroOp::Load { .. }));
        let (Some(&MicroOp::ReadModifyWrite { address, width, tags, .. }), Some(&MicroOp::Load { tags: failure, .. })) =
            (update, load)
        else {
            return Err(self.unsupported(index));
        };
        let address = self.temp(index, address)?;
        let cell = self.cell(index, Some(address), Some(width))?;
        match (self.meaning.access(tags), self.meaning.access(failure)) {
            (Some(AccessMeaning::Atomic(order)), Some(AccessMeaning::Atomic(failure))) => {
                Ok(Visible::CompareExchange { then, otherwise, guess, cell, order, failure })
            }
            _ => Err(self.unsupported(index)),
        }
    }
}
