//! Instructions of a target executed under conditions: micro-operations to events.
//!
//! As `execution::ThreadPaths::explore`, but that ways come together again instead of being paths of their own. Where a model computes dependencies itself from register accesses, these are
//! events only where something that was read comes by them, and what flows from one instruction to another through any number of registers is one step: what models ask for is the
//! closure of such steps.

use std::collections::BTreeMap;
use std::rc::Rc;

use bmc::guards::Guard;
use bmc::unrolled::{Dependency, Pair};
use execution::{Action, Event};
use program::{Block, Computation, Index, Mark, MicroOp, RegisterId, TagSet, Target, Temp, ThreadId, Width};
use rustc_hash::FxHashMap;

use crate::rows::{Part, Row};
use crate::value::{Origins, Scalar};
use crate::{Execution, Refused};

/// What a register of the target holds.
type Registers = FxHashMap<RegisterId, Scalar>;

/// Where the execution of a row is.
#[derive(Clone)]
struct At {
    guard: Guard,
    control: Origins,
    registers: Registers,
    /// When a store-conditional has failed that is not tried again.
    has_failed: Guard,
}

/// A temporary.
#[derive(Clone)]
struct Temporary {
    scalar: Scalar,
    /// The events of the instruction that it comes from directly.
    producers: Origins,
}

/// An instruction that is being executed.
#[derive(Default)]
struct Instance {
    temps: Vec<Option<Temporary>>,
    /// How many events there were at the last mark of order.
    ordered: Option<usize>,
    first_half: Option<u32>,
    is_one_access: bool,
    /// Number of the first event.
    first: usize,
}

/// What decides whether something is executed within an instruction.
#[derive(Clone, Default)]
struct Deciding {
    events: Origins,
    reads: Origins,
}

/// What a row is executed with.
pub(crate) struct Inputs<'i> {
    pub(crate) object: Option<&'i Scalar>,
    pub(crate) operand: Option<&'i Scalar>,
    pub(crate) expected: Option<&'i Scalar>,
    /// Whether it may fail for no reason.
    pub(crate) weak: bool,
}

/// What comes of it.
pub(crate) struct Outputs {
    pub(crate) guard: Guard,
    pub(crate) control: Origins,
    pub(crate) result: Option<Scalar>,
    pub(crate) success: Option<Scalar>,
    pub(crate) has_failed: Guard,
}

impl Execution<'_> {
    /// Executes a row where `guard` holds. None where its end is never reached.
    pub(crate) fn run_row(
        &mut self,
        row: &Rc<Row>,
        inputs: &Inputs<'_>,
        (guard, control): (Guard, &Origins),
        size: Width,
    ) -> Result<Option<Outputs>, Refused> {
        let mut registers = Registers::default();
        for (part, scalar) in
            [(row.object, inputs.object), (row.operand, inputs.operand), (row.expected, inputs.expected)]
        {
            if let (Some(Part { register, width }), Some(scalar)) = (part, scalar) {
                let expr = self.fitted(scalar.expr, width);
                registers.insert(register, Scalar { expr, ..scalar.clone() });
            }
        }
        let thread = &row.program.threads[ThreadId::new(0)];
        let end = thread.instructions.len();
        let mut pending: BTreeMap<usize, At> = BTreeMap::new();
        pending.insert(0, At { guard, control: control.clone(), registers, has_failed: Guard::NEVER });
        // In the order of the text: jumps go forwards alone, so that all ways to a place have come together when it is executed.
        while let Some((place, mut at)) = pending.pop_first() {
            if place >= end {
                let mut of = |part: Option<Part>, width: Option<Width>| {
                    part.map(|Part { register, width: whole }| {
                        let scalar = self.register(&at.registers, register, whole);
                        let expr = self.x.resize(scalar.expr, width.unwrap_or(whole));
                        Scalar { expr, ..scalar }
                    })
                };
                let (result, success) = (of(row.result, Some(size)), of(row.success, None));
                return Ok(Some(Outputs {
                    guard: at.guard,
                    control: at.control,
                    result,
                    success,
                    has_failed: at.has_failed,
                }));
            }
            self.own().instance += 1;
            let mut instance = Instance { first: self.own().path.events.len(), ..Instance::default() };
            let block = &thread.instructions[program::InstructionId::new(place)].block;
            let mut jumps = Jumps { place, end, weak: inputs.weak, retries: row.retries, taken: Vec::new() };
            let goes_on = self.run_block(row, block, &mut at, &mut instance, &Deciding::default(), &mut jumps)?;
            if goes_on {
                jumps.taken.push((place + 1, at));
            }
            for (target, at) in jumps.taken {
                let merged = match pending.remove(&target) {
                    Some(other) => self.merge_at(other, at),
                    None => at,
                };
                pending.insert(target, merged);
            }
        }
        Ok(None)
    }

    /// A value in as many bits as a register has; an address stays one.
    fn fitted(&mut self, expr: program::ExprId, width: Width) -> program::ExprId {
        use program::{BinaryOperator, Node};
        let own = self.x.width(expr);
        if own <= width {
            return self.x.resize(expr, width);
        }
        match self.x.node(expr) {
            Node::Address(location, offset) => self.x.address(location, offset, width),
            Node::Select(bit, a, b) => {
                let (a, b) = (self.fitted(a, width), self.fitted(b, width));
                self.x.select(bit, a, b)
            }
            Node::Binary(operator @ (BinaryOperator::Add | BinaryOperator::Subtract), a, b) => {
                let (a, b) = (self.fitted(a, width), self.fitted(b, width));
                self.x.binary(operator, a, b)
            }
            _ => self.x.extract(expr, 0, width),
        }
    }

    fn register(&mut self, registers: &Registers, register: RegisterId, width: Width) -> Scalar {
        registers.get(&register).cloned().unwrap_or_else(|| Scalar::of(self.x.constant(0, width)))
    }

    fn merge_at(&mut self, one: At, other: At) -> At {
        let guard = self.guards.or(one.guard, other.guard);
        let condition = self.guards.restrict(one.guard, guard);
        let mut registers = Registers::default();
        let mut names: Vec<RegisterId> = one.registers.keys().chain(other.registers.keys()).copied().collect();
        names.sort_unstable();
        names.dedup();
        for register in names {
            let width = one
                .registers
                .get(&register)
                .or_else(|| other.registers.get(&register))
                .map(|scalar| self.x.width(scalar.expr));
            // The register is in one of the two, by where its name comes from.
            let width = width.unwrap_or(1);
            let (a, b) =
                (self.register(&one.registers, register, width), self.register(&other.registers, register, width));
            registers.insert(register, a.choose(condition, &b, &mut self.x, &mut self.guards));
        }
        let control = one.control.choose(condition, &other.control, &mut self.guards);
        let has_failed = self.guards.choose(condition, one.has_failed, other.has_failed);
        At { guard, control, registers, has_failed }
    }

    /// Executes a block; whether control leaves it at its end.
    fn run_block(
        &mut self,
        row: &Rc<Row>,
        block: &Block,
        at: &mut At,
        instance: &mut Instance,
        deciding: &Deciding,
        jumps: &mut Jumps,
    ) -> Result<bool, Refused> {
        for op in block {
            match op {
                MicroOp::Let { result, operation } => {
                    let value = self.compute(row, instance, operation)?;
                    instance.define(*result, value);
                }
                &MicroOp::ReadRegister { result, register, low, width } => {
                    let whole = row.program.registers[register].width;
                    let scalar = self.register(&at.registers, register, whole);
                    let value = self.read_register(scalar, (register, low, width), at, instance, deciding);
                    instance.define(result, value);
                }
                &MicroOp::WriteRegister { register, low, value } => {
                    let value = instance.value(value)?;
                    let whole = row.program.registers[register].width;
                    let old = self.register(&at.registers, register, whole);
                    let new = self.write_register(&old, (register, low), &value, at, instance, deciding);
                    at.registers.insert(register, new);
                }
                &MicroOp::Load { result, address, width, tags } => {
                    let address = instance.value(address)?;
                    let symbol = self.fresh_symbol();
                    let action = Action::Read { address: address.scalar.expr, symbol, width };
                    let event = self.emit(action, tags, &address.producers, at, instance, deciding);
                    self.depend_on_address(event, &address);
                    instance.define(result, self.read_by(event, symbol, width));
                }
                &MicroOp::Store { address, value, tags } => {
                    let (address, value) = (instance.value(address)?, instance.value(value)?);
                    let action = Action::Write { address: address.scalar.expr, value: value.scalar.expr };
                    let producers = address.producers.with(&value.producers, &mut self.guards);
                    let event = self.emit(action, tags, &producers, at, instance, deciding);
                    self.depend_on_address(event, &address);
                    self.depend_on_data(event, &value, deciding);
                }
                &MicroOp::Written { result } => instance.define(result, self.written()),
                MicroOp::ReadModifyWrite { .. } => self.one_event_update(row, op, at, instance, deciding)?,
                &MicroOp::Fence { tags } => {
                    self.emit(Action::Fence, tags, &Origins::NONE, at, instance, deciding);
                }
                MicroOp::Mark(Mark::InOrder) => instance.ordered = Some(self.own().path.events.len()),
                MicroOp::Mark(Mark::InProgramOrder) => {
                    let found = self.own().path.events.iter().rposition(Event::is_memory);
                    instance.first_half = found.map(|event| event as u32);
                }
                MicroOp::Mark(Mark::OneAccess) => instance.is_one_access = true,
                MicroOp::Mark(Mark::Choice(_) | Mark::Join(_)) => {}
                &MicroOp::Nondeterministic { result } => {
                    // What is tried again until it succeeds has succeeded.
                    let expr = if jumps.retries && !jumps.weak { self.x.bit(true) } else { self.free(1) };
                    instance.define(result, Temporary { scalar: Scalar::of(expr), producers: Origins::NONE });
                }
                &MicroOp::Assume { condition } => {
                    let condition = instance.value(condition)?;
                    let holds = self.guards.of(&mut self.x, condition.scalar.expr);
                    // Required where the instruction is executed, and of nothing else.
                    let not = self.guards.not(at.guard);
                    let required = self.guards.or(not, holds);
                    self.require(required);
                }
                &MicroOp::Jump(target) => {
                    self.jump(target, at.clone(), jumps)?;
                    return Ok(false);
                }
                &MicroOp::Branch { condition, target, is_event } => {
                    let condition = instance.value(condition)?;
                    if is_event {
                        self.emit(Action::Branch, TagSet::NONE, &condition.producers, at, instance, deciding);
                    }
                    // Both ways depend on it: what is behind the branch in the text is so as well.
                    at.control = at.control.with(&condition.scalar.reads, &mut self.guards);
                    let is_taken = self.guards.of(&mut self.x, condition.scalar.expr);
                    let taken = self.guards.and(at.guard, is_taken);
                    if taken != Guard::NEVER {
                        self.jump(target, At { guard: taken, ..at.clone() }, jumps)?;
                    }
                    let is_not = self.guards.not(is_taken);
                    at.guard = self.guards.and(at.guard, is_not);
                    if at.guard == Guard::NEVER {
                        return Ok(false);
                    }
                }
                MicroOp::If { condition, is_event, then, otherwise } => {
                    if !self.choice(row, (*condition, *is_event, then, otherwise), at, instance, deciding, jumps)? {
                        return Ok(false);
                    }
                }
                &MicroOp::Synchronize { address, tags } => {
                    self.synchronise_at(&instance.value(address)?, tags, at, instance, deciding);
                }
                MicroOp::JumpTo { .. } | MicroOp::Require { .. } => {
                    return self.refuse("an instruction that is no access and no fence");
                }
            }
        }
        Ok(true)
    }

    fn jump(&mut self, target: Target, mut at: At, jumps: &mut Jumps) -> Result<(), Refused> {
        let to = match target {
            Target::Instruction(to) => to.index(),
            Target::Code(place) => place.instruction.index(),
            Target::Exit => jumps.end,
        };
        // A jump back would try again. Of a loop that only retries, the last round stands for all: what has failed before has no effect.
        if to > jumps.place {
            jumps.taken.push((to, at));
        } else if jumps.weak {
            // It is given up where the code for a strong one would try again.
            at.has_failed = Guard::ALWAYS;
            jumps.taken.push((jumps.end, at));
        }
        Ok(())
    }

    fn choice(
        &mut self,
        row: &Rc<Row>,
        (condition, is_event, then, otherwise): (Temp, bool, &Block, &Block),
        at: &mut At,
        instance: &mut Instance,
        deciding: &Deciding,
        jumps: &mut Jumps,
    ) -> Result<bool, Refused> {
        let condition = instance.value(condition)?;
        let mut inner = deciding.clone();
        if is_event {
            let event = self.emit(Action::Predicate, TagSet::NONE, &condition.producers, at, instance, deciding);
            // What is executed in either arm is decided by this event.
            inner.events = inner.events.with(&Origins::only(event), &mut self.guards);
            inner.reads = inner.reads.with(&condition.scalar.reads, &mut self.guards);
        } else {
            inner.events = inner.events.with(&condition.producers, &mut self.guards);
        }
        let holds = self.guards.of(&mut self.x, condition.scalar.expr);
        let not = self.guards.not(holds);
        let mut ends = Vec::new();
        for (when, block) in [(holds, then), (not, otherwise)] {
            let guard = self.guards.and(at.guard, when);
            if guard == Guard::NEVER {
                continue;
            }
            let mut way = At { guard, ..at.clone() };
            if self.run_block(row, block, &mut way, instance, &inner, jumps)? {
                ends.push(way);
            }
        }
        // Both arms have jumped out of the instruction.
        let Some(first) = ends.pop() else { return Ok(false) };
        *at = match ends.pop() {
            Some(other) => self.merge_at(other, first),
            None => first,
        };
        Ok(true)
    }

    fn read_register(
        &mut self,
        scalar: Scalar,
        (register, low, width): (RegisterId, u16, Width),
        at: &At,
        instance: &mut Instance,
        deciding: &Deciding,
    ) -> Temporary {
        let expr = if (low, width) == (0, self.x.width(scalar.expr)) {
            scalar.expr
        } else {
            self.x.extract(scalar.expr, low, width)
        };
        let mut producers = Origins::NONE;
        // A register that nothing has written with an event carries no dependency: its read would be an event without relation.
        if !scalar.writers.is_empty() {
            let action = Action::RegisterRead { register, value: expr };
            let event = self.emit(action, TagSet::NONE, &Origins::NONE, at, instance, deciding);
            self.pairs(Dependency::Register, &scalar.writers, event);
            producers = Origins::only(event);
        }
        Temporary { scalar: Scalar { expr, reads: scalar.reads, writers: Origins::NONE }, producers }
    }

    fn write_register(
        &mut self,
        old: &Scalar,
        (register, low): (RegisterId, u16),
        value: &Temporary,
        at: &At,
        instance: &mut Instance,
        deciding: &Deciding,
    ) -> Scalar {
        let (whole, width) = (self.x.width(old.expr), self.x.width(value.scalar.expr));
        let mut writers = Origins::NONE;
        // Constants need no event: dependencies begin with reads.
        if self.target.sees_registers && !(value.producers.is_empty() && deciding.events.is_empty()) {
            let action = Action::RegisterWrite { register, value: value.scalar.expr };
            let event = self.emit(action, TagSet::NONE, &value.producers, at, instance, deciding);
            writers = Origins::only(event);
        }
        let new = Scalar { expr: value.scalar.expr, reads: value.scalar.reads.clone(), writers };
        if (low, width) == (0, whole) {
            return new;
        }
        let mut expr = new.expr;
        if low > 0 {
            let below = self.x.extract(old.expr, 0, low);
            expr = self.x.concatenate(expr, below);
        }
        if low + width < whole {
            let above = self.x.extract(old.expr, low + width, whole - low - width);
            expr = self.x.concatenate(above, expr);
        }
        Scalar::computed(expr, &[&new, old], &mut self.guards)
    }

    /// That the last event has taken place.
    fn written(&mut self) -> Temporary {
        // The mark stands directly behind the store that it speaks of.
        let last = Origins::only(self.own().path.events.len() as u32 - 1);
        let scalar = Scalar { reads: last.clone(), ..Scalar::of(self.x.bit(true)) };
        Temporary { scalar, producers: last }
    }

    /// An event of a lock. It is no write to memory, but another thread that synchronises sees it.
    fn synchronise_at(
        &mut self,
        address: &Temporary,
        tags: TagSet,
        at: &At,
        instance: &mut Instance,
        deciding: &Deciding,
    ) {
        let action = Action::Synchronize { address: address.scalar.expr };
        let event = self.emit(action, tags, &address.producers, at, instance, deciding);
        self.depend_on_address(event, address);
        self.effects.push(at.guard);
    }

    fn one_event_update(
        &mut self,
        row: &Rc<Row>,
        op: &MicroOp,
        at: &At,
        instance: &mut Instance,
        deciding: &Deciding,
    ) -> Result<(), Refused> {
        let MicroOp::ReadModifyWrite { result, address, width, update, value, tags } = op else { return Ok(()) };
        let address = instance.value(*address)?;
        let symbol = self.fresh_symbol();
        let expr = self.x.symbol(symbol, *width);
        // Within the update, what was read is no dependency: the event does not depend on itself.
        instance.define(*result, Temporary { scalar: Scalar::of(expr), producers: Origins::NONE });
        for op in update {
            if let MicroOp::Let { result, operation } = op {
                let value = self.compute(row, instance, operation)?;
                instance.define(*result, value);
            }
        }
        let value = instance.value(*value)?;
        let action =
            Action::ReadModifyWrite { address: address.scalar.expr, symbol, width: *width, value: value.scalar.expr };
        let producers = address.producers.with(&value.producers, &mut self.guards);
        let event = self.emit(action, *tags, &producers, at, instance, deciding);
        self.depend_on_address(event, &address);
        self.depend_on_data(event, &value, deciding);
        // Behind it, it is one on the event.
        instance.define(*result, self.read_by(event, symbol, *width));
        Ok(())
    }

    fn read_by(&mut self, event: u32, symbol: program::SymbolId, width: Width) -> Temporary {
        let scalar = Scalar { reads: Origins::only(event), ..Scalar::of(self.x.symbol(symbol, width)) };
        Temporary { scalar, producers: Origins::only(event) }
    }

    fn compute(&mut self, row: &Rc<Row>, instance: &Instance, operation: &Computation) -> Result<Temporary, Refused> {
        let mut operands: Vec<Temporary> = Vec::new();
        let mut operand = |temp: Temp| -> Result<program::ExprId, Refused> {
            let value = instance.value(temp)?;
            let expr = value.scalar.expr;
            operands.push(value);
            Ok(expr)
        };
        let x = &mut self.x;
        let expr = match *operation {
            Computation::Constant(value, width) => x.constant(value, width),
            Computation::Address(..) | Computation::Code(_) | Computation::Word(..) => {
                return self.refuse("an instruction with an address of its own");
            }
            Computation::Unary(operator, a) => x.unary(operator, operand(a)?),
            Computation::Binary(operator, a, b) => x.binary(operator, operand(a)?, operand(b)?),
            Computation::Extract { from, low, width } => x.extract(operand(from)?, low, width),
            Computation::ZeroExtend(a, width) => x.zero_extend(operand(a)?, width),
            Computation::SignExtend(a, width) => x.sign_extend(operand(a)?, width),
            Computation::Concatenate(a, b) => x.concatenate(operand(a)?, operand(b)?),
            Computation::Select(a, b, c) => x.select(operand(a)?, operand(b)?, operand(c)?),
        };
        let _ = row;
        let scalars: Vec<&Scalar> = operands.iter().map(|operand| &operand.scalar).collect();
        let scalar = Scalar::computed(expr, &scalars, &mut self.guards);
        let mut producers = Origins::NONE;
        for operand in &operands {
            producers = producers.with(&operand.producers, &mut self.guards);
        }
        Ok(Temporary { scalar, producers })
    }

    /// Adds an event that values with these producers flow into.
    fn emit(
        &mut self,
        action: Action,
        tags: TagSet,
        producers: &Origins,
        at: &At,
        instance: &mut Instance,
        deciding: &Deciding,
    ) -> u32 {
        let index = self.event(action, tags, at.guard);
        self.pairs(Dependency::Within, producers, index);
        self.pairs(Dependency::Decides, &deciding.events, index);
        let event = self.own().path.events[index as usize];
        // Control dependencies are to accesses, fences and branches; on registers they would only repeat these.
        if !event.is_register() {
            self.pairs_of_control(&at.control, index);
            self.pairs_of_control(&deciding.reads, index);
        }
        if event.is_memory() {
            self.mark_access(index, instance);
        }
        index
    }

    /// Notes what the marks of the instruction say of its access `new`.
    fn mark_access(&mut self, new: u32, instance: &mut Instance) {
        let own = self.own();
        if let Some(before) = instance.first_half.take() {
            own.path.po_within.push((before, new));
        }
        for old in instance.first as u32..new {
            let events = &own.path.events;
            if !events[old as usize].is_memory() {
                continue;
            }
            let is_like = events[old as usize].is_read() == events[new as usize].is_read();
            if instance.ordered.is_some_and(|mark| (old as usize) < mark) {
                own.path.iico_order.push((old, new));
            }
            if instance.is_one_access && is_like {
                own.path.single_copy.extend([(old, new), (new, old)]);
            }
        }
    }

    /// Adds an event to the current thread, without any relation.
    pub(crate) fn event(&mut self, action: Action, tags: TagSet, guard: Guard) -> u32 {
        let thread = self.current;
        let place = self.place;
        let function = self.function_name();
        let own = self.own();
        let index = own.path.events.len() as u32;
        let instance = own.instance;
        own.path.events.push(Event { thread: Some(thread), instance, instruction: None, tags, action });
        own.happens.push(guard);
        own.places.push((function, place));
        index
    }

    /// A pair for each of `sources`, with when it is there.
    pub(crate) fn pairs(&mut self, dependency: Dependency, sources: &Origins, target: u32) {
        let thread = self.current;
        for (source, when) in sources.iter() {
            let happens = &self.threads[thread].happens;
            let both = self.guards.and(happens[source as usize], happens[target as usize]);
            let there = self.guards.and(both, when);
            if there == Guard::NEVER {
                continue;
            }
            let own = &mut self.threads[thread];
            let pairs = match dependency {
                Dependency::Address => &mut own.path.addr,
                Dependency::Data => &mut own.path.data,
                Dependency::Control => &mut own.path.ctrl,
                Dependency::Register => &mut own.path.rf_register,
                Dependency::Within => &mut own.path.iico_data,
                Dependency::Decides => &mut own.path.iico_control,
            };
            pairs.push((source, target));
            // Most pairs are there whenever both events are: only for the others a literal is needed.
            if there != both {
                self.conditional.push(Pair { dependency, thread, ends: (source, target), when });
            }
        }
    }

    fn pairs_of_control(&mut self, sources: &Origins, target: u32) {
        if self.target.has_control && !self.target.sees_registers {
            self.pairs(Dependency::Control, sources, target);
        }
    }

    fn depend_on_address(&mut self, event: u32, address: &Temporary) {
        if self.target.sees_registers {
            // The model computes dependencies from ports by itself.
            let ports = address.producers.iter().map(|(producer, _)| (producer, event));
            self.threads[self.current].path.address_ports.extend(ports);
        } else {
            self.pairs(Dependency::Address, &address.scalar.reads, event);
        }
    }

    /// What decides whether a write happens gives its value, too, as far as ports go.
    fn depend_on_data(&mut self, event: u32, value: &Temporary, deciding: &Deciding) {
        if !self.target.sees_registers {
            return self.pairs(Dependency::Data, &value.scalar.reads, event);
        }
        let path = &mut self.threads[self.current].path;
        path.data_ports.extend(value.producers.iter().map(|(producer, _)| (producer, event)));
        let decide = |target: u32| deciding.events.iter().any(|(event, _)| event == target);
        let before =
            path.iico_data.iter().filter(|(_, target)| decide(*target)).map(|&(producer, _)| (producer, event));
        let before: Vec<(u32, u32)> = before.collect();
        path.data_ports.extend(before);
    }

    /// A branch of the program on a value.
    pub(crate) fn branch_event(&mut self, condition: &Scalar, (guard, control): (Guard, &Origins)) {
        if condition.writers.is_empty() {
            return;
        }
        self.own().instance += 1;
        let at = At { guard, control: control.clone(), registers: Registers::default(), has_failed: Guard::NEVER };
        let (mut instance, deciding) = (Instance::default(), Deciding::default());
        let width = self.x.width(condition.expr);
        let of = (RegisterId::new(0), 0, width);
        let read = self.read_register(condition.clone(), of, &at, &mut instance, &deciding);
        self.emit(Action::Branch, TagSet::NONE, &read.producers, &at, &mut instance, &deciding);
    }
}

/// Jumps out of an instruction.
struct Jumps {
    place: usize,
    end: usize,
    weak: bool,
    retries: bool,
    taken: Vec<(usize, At)>,
}

impl Instance {
    fn define(&mut self, temp: Temp, value: Temporary) {
        let at = usize::from(temp.0);
        if self.temps.len() <= at {
            self.temps.resize(at + 1, None);
        }
        self.temps[at] = Some(value);
    }

    fn value(&self, temp: Temp) -> Result<Temporary, Refused> {
        let found = self.temps.get(usize::from(temp.0)).cloned().flatten();
        found.ok_or_else(|| Refused {
            what: "an instruction that uses what it has not computed".to_owned(),
            place: None,
        })
    }
}
