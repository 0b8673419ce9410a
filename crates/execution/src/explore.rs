//! Symbolic execution of the threads, each on its own.
//!
//! A conditional branch, or a choice inside an instruction, whose condition is not known forks the path; each half
//! remembers what must hold on it. A jump back is taken at most [`Limits::unroll`] times to one place; the next time the path is cut.
//!
//! Where the program asks for it ([`Program::follows_known_branches`]), a branch back on a condition that is *known* does not
//! count: one that is constant by computation from constants and initial values, with no nondeterministic bit and no choice within an
//! instruction on the way (herd's AArch64: `V.is_var_determined` in herd/mem.ml). Such a loop is followed to its end. A loop that
//! does not end is cut at [`Limits::known_jumps`], or where its path has too many events.

mod control;
mod divided;

use std::collections::BTreeMap;

use program::{
    CodePlace, Computation, Expressions, IdVec, Index, InstructionId, Mark, MicroOp, Program, RegisterId, SymbolId,
    TagSet, Temp, ThreadId, Width,
};
use smallvec::SmallVec;

use crate::dependency::{Origin, SetId, Sets};
use crate::event::{Action, Event};
use crate::path::Requirement;
use crate::register_file::RegisterFile;
use crate::waits::Arrival;
use crate::walk::{Frame, Value, Walk};
use crate::{ExecutionError, Limits, Pieces, ThreadPath};
use control::Rounds;

/// So many expressions a small test has.
const USUAL_EXPRESSIONS: usize = 20;

/// So many events a path of a small test has.
const USUAL_EVENTS: usize = 8;

/// Which events there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visible {
    /// Memory accesses, fences and branches: what models see that take dependencies as given.
    NoRegisters,
    /// Register accesses too: for models that compute dependencies themselves (`catdep`).
    All,
}

/// All paths of all threads, and the expressions that they are written in.
#[derive(Debug)]
pub struct ThreadPaths {
    /// The paths of each thread.
    pub threads: IdVec<ThreadId, Vec<ThreadPath>>,
    /// The arena of all expressions in `threads`.
    pub expressions: Expressions,
    /// How many symbols there are; each stands for the value of one read event.
    pub symbols: usize,
    /// How memory is divided into pieces, where it is.
    pub pieces: Option<Pieces>,
}

impl ThreadPaths {
    /// Executes every thread of `program`; the paths have the events that are visible. The number of paths is exponential in the number of branches with unknown outcome.
    ///
    /// # Errors
    /// When there are more paths than `limits` allow, or on cancellation.
    pub fn explore(program: &Program, visible: Visible, limits: &Limits<'_>) -> Result<ThreadPaths, ExecutionError> {
        ThreadPaths::explore_divided(program, None, visible, limits)
    }

    /// As [`ThreadPaths::explore`]; where there are `pieces`, an access to several of them is several events.
    ///
    /// # Errors
    /// As [`ThreadPaths::explore`].
    pub fn explore_divided(
        program: &Program,
        pieces: Option<Pieces>,
        visible: Visible,
        limits: &Limits<'_>,
    ) -> Result<ThreadPaths, ExecutionError> {
        let expressions = Expressions::with_capacity(USUAL_EXPRESSIONS);
        let threads = Vec::with_capacity(program.threads.len()).into();
        let mut all = ThreadPaths { threads, expressions, symbols: 0, pieces };
        let mut sets = Sets::new();
        let (mut budget, mut bytes) = (limits.paths, 0);
        for thread in program.threads.ids() {
            let mut explorer = Explorer {
                program,
                thread,
                pieces: all.pieces.as_ref(),
                visible,
                limits,
                x: &mut all.expressions,
                symbols: &mut all.symbols,
                sets: &mut sets,
                pending: Vec::new(),
                done: Vec::with_capacity(1),
                budget,
                bytes,
                known_jumps: 0,
            };
            let paths = explorer.explore()?;
            budget -= paths.len();
            bytes = explorer.bytes;
            all.threads.push(paths);
        }
        Ok(all)
    }
}

struct Explorer<'a, 'p> {
    program: &'p Program,
    thread: ThreadId,
    /// How memory is divided, where it is.
    pieces: Option<&'a Pieces>,
    visible: Visible,
    limits: &'a Limits<'a>,
    x: &'a mut Expressions,
    symbols: &'a mut usize,
    sets: &'a mut Sets,
    pending: Vec<Walk<'p>>,
    done: Vec<ThreadPath>,
    budget: usize,
    /// How much memory the paths take that are done, those of earlier threads included.
    bytes: usize,
    /// Jumps back on known conditions, on all paths together.
    known_jumps: usize,
}

/// Whether a walk goes on.
enum Step {
    On,
    /// The path is complete.
    Ended,
    /// The path cannot be.
    Dropped,
}

impl<'p> Explorer<'_, 'p> {
    fn explore(&mut self) -> Result<Vec<ThreadPath>, ExecutionError> {
        // Walks are some two kilobytes, most of it inline storage, so that they are moved as rarely as can be.
        let mut walk = self.start();
        loop {
            self.limits.check_cancelled()?;
            if self.done.len() + self.pending.len() >= self.budget {
                return Err(ExecutionError::TooManyPaths { limit: self.limits.paths });
            }
            if self.follow(&mut walk)? {
                self.bytes += walk.path.bytes();
                // Those that are pending are about as long as this one.
                let pending = self.pending.len() * walk.path.bytes();
                if self.bytes + pending > self.limits.path_bytes {
                    return Err(ExecutionError::PathsTooLarge { megabytes: self.limits.path_bytes >> 20 });
                }
                self.done.push(walk.path);
            }
            match self.pending.pop() {
                Some(next) => walk = next,
                None => return Ok(std::mem::take(&mut self.done)),
            }
        }
    }

    fn start(&mut self) -> Walk<'p> {
        let mut registers = RegisterFile::new(&self.program.registers);
        for initial in self.program.registers_at_start(self.thread) {
            let value = crate::structure::initial_value(self.x, &initial.value, self.program.address_width);
            registers.write(self.x, (initial.register, initial.low), value, None, Origin::NONE);
        }
        let start = CodePlace { thread: self.thread, instruction: InstructionId::new(0) };
        let mut walk = Walk {
            path: ThreadPath { events: Vec::with_capacity(USUAL_EVENTS), ..ThreadPath::without_events(registers) },
            thread: self.thread,
            place: start,
            instance: 0,
            frames: SmallVec::new(),
            temps: SmallVec::new(),
            ordered: None,
            first_half: None,
            is_one_access: false,
            control: Origin::NONE,
            choices: SmallVec::new(),
            jumps: BTreeMap::new(),
            known_jumps: 0,
            left_out: 0,
            marks: Vec::new(),
            spared: 0,
        };
        self.arrive(&mut walk, start);
        self.enter(&mut walk, start);
        walk
    }

    /// Goes on with the instruction at `place`, if there is one.
    fn enter(&self, walk: &mut Walk<'p>, place: CodePlace) {
        walk.frames.clear();
        walk.temps.clear();
        (walk.ordered, walk.first_half, walk.is_one_access) = (None, None, false);
        walk.place = place;
        if let Some(instruction) = self.program.instruction(place) {
            walk.frames.push(Frame { rest: &instruction.block, control: SetId::EMPTY, reads: SetId::EMPTY });
        }
    }

    /// Notes where `walk` is, and whether something has changed since it was there before.
    fn arrive(&self, walk: &mut Walk<'p>, place: CodePlace) -> Arrival {
        self.limits.waits.map_or(Arrival::Changed, |waits| waits.arrive(walk, place, self.x, self.sets))
    }

    /// Follows `walk` to its end. Gives whether it is a path that can be.
    fn follow(&mut self, walk: &mut Walk<'p>) -> Result<bool, ExecutionError> {
        loop {
            // An event structure with this path would have too many events, whatever comes. Loops on known conditions are cut before.
            let (events, left_out) = (walk.path.events.len(), walk.left_out);
            let is_known_loop = walk.known_jumps > 0;
            if events > self.limits.events && !is_known_loop || events + left_out > 8 * self.limits.events {
                return Err(ExecutionError::TooManyEvents { events: events + left_out, limit: self.limits.events });
            }
            let Some(frame) = walk.frames.last_mut() else {
                if self.program.instruction(walk.place).is_none() {
                    return Ok(true);
                }
                walk.instance += 1;
                let next = InstructionId::new(walk.place.instruction.index() + 1);
                let next = CodePlace { instruction: next, ..walk.place };
                if self.arrive(walk, next) == Arrival::Unchanged {
                    return Ok(false);
                }
                self.enter(walk, next);
                continue;
            };
            let Some((op, rest)) = frame.rest.split_first() else {
                walk.frames.pop();
                continue;
            };
            frame.rest = rest;
            match self.execute(walk, op) {
                Step::On => {}
                Step::Ended => return Ok(true),
                Step::Dropped => return Ok(false),
            }
        }
    }

    fn execute(&mut self, walk: &mut Walk<'p>, op: &'p MicroOp) -> Step {
        match op {
            MicroOp::Let { result, operation } => {
                let value = self.compute(walk, operation);
                walk.define(*result, value);
            }
            &MicroOp::ReadRegister { result, register, low, width } => {
                self.read_register(walk, result, (register, low, width));
            }
            &MicroOp::WriteRegister { register, low, value } => self.write_register(walk, (register, low), value),
            &MicroOp::Load { result, address, width, tags } => self.load(walk, result, (address, width), tags),
            &MicroOp::Store { address, value, tags } => self.store(walk, address, value, tags),
            &MicroOp::Written { result } => {
                let written = walk.last_access(self.sets);
                // Another path, on which nothing was written, has another bit in its place.
                let origin = Origin { reads: written, is_chosen: true };
                walk.define(result, Value { expr: self.x.bit(true), producers: written, origin });
            }
            MicroOp::ReadModifyWrite { .. } => self.read_modify_write(walk, op),
            &MicroOp::Synchronize { address, tags } => {
                let address = walk.value(address);
                let action = Action::Synchronize { address: address.expr };
                let event = walk.emit(self.sets, action, tags, address.producers);
                walk.depend_on_address(self.sets, event, address);
            }
            &MicroOp::Fence { tags } => _ = walk.emit(self.sets, Action::Fence, tags, SetId::EMPTY),
            MicroOp::Mark(Mark::InOrder) => walk.ordered = Some(walk.path.events.len()),
            MicroOp::Mark(Mark::InProgramOrder) => {
                walk.first_half = walk.path.events.iter().rposition(Event::is_memory).map(|event| event as u32);
            }
            &MicroOp::Mark(Mark::Choice(depth)) => {
                walk.choices.truncate(usize::from(depth));
                walk.choices.push(walk.control);
            }
            &MicroOp::Mark(Mark::Join(depth)) => {
                // A language that joins what it has not begun keeps its dependencies.
                walk.control = walk.choices.get(usize::from(depth)).copied().unwrap_or(walk.control);
            }
            MicroOp::Mark(Mark::OneAccess) => walk.is_one_access = true,
            &MicroOp::Nondeterministic { result } => self.nondeterministic_bit(walk, result),
            &MicroOp::Assume { condition } => return self.assume(walk, condition),
            &MicroOp::Require { condition, behaviour } => {
                let condition = walk.value(condition).expr;
                if self.x.as_constant(condition) != Some(1) {
                    let place = walk.place;
                    walk.path.requirements.push(Requirement { condition, behaviour, place });
                }
            }
            &MicroOp::Jump(target) => return self.jump(walk, target, Rounds::Counted),
            &MicroOp::JumpTo { address, is_return } => return self.jump_to(walk, address, is_return),
            &MicroOp::Branch { condition, target, is_event } => return self.branch(walk, condition, target, is_event),
            MicroOp::If { condition, is_event, then, otherwise } => {
                self.choose(walk, *condition, *is_event, [then, otherwise]);
            }
        }
        Step::On
    }

    fn read_register(&mut self, walk: &mut Walk<'p>, result: Temp, (register, low, width): (RegisterId, u16, Width)) {
        let (expr, found) = walk.path.registers.read(self.x, self.sets, (register, low, width));
        let mut producers = SetId::EMPTY;
        if self.is_visible(walk) {
            let action = Action::RegisterRead { register, value: expr };
            let event = walk.emit(self.sets, action, TagSet::NONE, SetId::EMPTY);
            walk.path.rf_register.extend(found.writers.iter().map(|&writer| (writer, event)));
            producers = self.sets.only(event);
        }
        walk.define(result, Value { expr, producers, origin: found.origin });
    }

    fn write_register(&mut self, walk: &mut Walk<'p>, (register, low): (RegisterId, u16), value: Temp) {
        let value = walk.value(value);
        let writer = self.is_visible(walk).then(|| {
            let action = Action::RegisterWrite { register, value: value.expr };
            walk.emit(self.sets, action, TagSet::NONE, value.producers)
        });
        let is_chosen = value.origin.is_chosen || walk.is_inside_choice();
        let origin = Origin { is_chosen, ..value.origin };
        walk.path.registers.write(self.x, (register, low), value.expr, writer, origin);
    }

    /// Whether a register access is an event; counts it where it is none.
    fn is_visible(&self, walk: &mut Walk<'_>) -> bool {
        let is_visible = self.visible == Visible::All;
        walk.left_out += usize::from(!is_visible);
        is_visible
    }

    fn load(&mut self, walk: &mut Walk<'p>, result: Temp, (address, width): (Temp, Width), tags: TagSet) {
        let address = walk.value(address);
        if let Some(pieces) = self.pieces {
            let value = self.load_pieces(walk, pieces, address, width, tags);
            walk.define(result, value);
            return;
        }
        let symbol = self.fresh_symbol();
        let action = Action::Read { address: address.expr, symbol, width };
        let event = walk.emit(self.sets, action, tags, address.producers);
        walk.depend_on_address(self.sets, event, address);
        let value = self.value_read(event, symbol, width);
        walk.define(result, value);
    }

    fn store(&mut self, walk: &mut Walk<'p>, address: Temp, value: Temp, tags: TagSet) {
        let (address, value) = (walk.value(address), walk.value(value));
        if let Some(pieces) = self.pieces {
            self.store_pieces(walk, pieces, address, value, tags);
            return;
        }
        let action = Action::Write { address: address.expr, value: value.expr };
        let producers = self.sets.union(address.producers, value.producers);
        let event = walk.emit(self.sets, action, tags, producers);
        walk.depend_on_address(self.sets, event, address);
        walk.depend_on_data(self.sets, event, value);
    }

    /// A bit that may be either; the walk goes on with 1.
    fn nondeterministic_bit(&mut self, walk: &mut Walk<'p>, result: Temp) {
        let mut other = walk.clone();
        for (walk, bit) in [(&mut other, false), (&mut *walk, true)] {
            let value = Value { expr: self.x.bit(bit), producers: SetId::EMPTY, origin: Origin::CHOICE };
            walk.define(result, value);
        }
        self.pending.push(other);
    }

    fn assume(&mut self, walk: &mut Walk<'p>, condition: Temp) -> Step {
        match self.decide(walk, walk.value(condition).expr) {
            Ok(true) => {}
            Ok(false) => return Step::Dropped,
            Err((bit, value)) => walk.path.suppose(bit, value),
        }
        Step::On
    }

    /// One event: its value written is computed from its value read, within the event.
    fn read_modify_write(&mut self, walk: &mut Walk<'p>, op: &'p MicroOp) {
        let MicroOp::ReadModifyWrite { result, address, width, update, value, tags } = op else { return };
        if self.pieces.is_some() {
            // Each piece has a read and a write.
            self.load(walk, *result, (*address, *width), *tags);
            self.compute_all(walk, update);
            self.store(walk, *address, *value, *tags);
            return;
        }
        let address = walk.value(*address);
        let symbol = self.fresh_symbol();
        let event = walk.path.events.len() as u32;
        // What `update` reads of it does not come from another event: no producers, and no reads, yet.
        let expr = self.x.symbol(symbol, *width);
        walk.define(*result, Value { expr, producers: SetId::EMPTY, origin: Origin::NONE });
        self.compute_all(walk, update);
        let value = walk.value(*value);
        let action = Action::ReadModifyWrite { address: address.expr, symbol, width: *width, value: value.expr };
        let producers = self.sets.union(address.producers, value.producers);
        let emitted = walk.emit(self.sets, action, *tags, producers);
        debug_assert_eq!(event, emitted);
        walk.depend_on_address(self.sets, event, address);
        walk.depend_on_data(self.sets, event, value);
        let read = self.value_read(event, symbol, *width);
        walk.define(*result, read);
    }

    /// Computes the temporaries of a block that has no events.
    fn compute_all(&mut self, walk: &mut Walk<'p>, block: &'p [MicroOp]) {
        for op in block {
            if let MicroOp::Let { result, operation } = op {
                let value = self.compute(walk, operation);
                walk.define(*result, value);
            }
        }
    }

    fn fresh_symbol(&mut self) -> SymbolId {
        *self.symbols += 1;
        SymbolId::new(*self.symbols - 1)
    }

    /// What the read `event` returns.
    fn value_read(&mut self, event: u32, symbol: SymbolId, width: Width) -> Value {
        let expr = self.x.symbol(symbol, width);
        let only = self.sets.only(event);
        Value { expr, producers: only, origin: Origin { reads: only, is_chosen: false } }
    }

    fn compute(&mut self, walk: &Walk<'p>, operation: &Computation) -> Value {
        let (mut producers, mut origin) = (SetId::EMPTY, Origin::NONE);
        let sets = &mut *self.sets;
        let mut operand = |temp: Temp| {
            let value = walk.value(temp);
            producers = sets.union(producers, value.producers);
            origin = origin.with(value.origin, sets);
            value.expr
        };
        let x = &mut *self.x;
        let expr = match *operation {
            Computation::Constant(value, width) => x.constant(value, width),
            Computation::Address(location, offset) => x.address(location, offset, self.program.address_width),
            Computation::Code(place) => x.code(place, self.program.address_width),
            Computation::Word(word, width) => x.word(word, width),
            Computation::Unary(operator, a) => x.unary(operator, operand(a)),
            Computation::Binary(operator, a, b) => x.binary(operator, operand(a), operand(b)),
            Computation::Extract { from, low, width } => x.extract(operand(from), low, width),
            Computation::ZeroExtend(a, width) => x.zero_extend(operand(a), width),
            Computation::SignExtend(a, width) => x.sign_extend(operand(a), width),
            Computation::Concatenate(a, b) => x.concatenate(operand(a), operand(b)),
            Computation::Select(a, b, c) => x.select(operand(a), operand(b), operand(c)),
        };
        Value { expr, producers, origin }
    }
}
