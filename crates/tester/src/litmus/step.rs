//! What threads do to memory, handed to the machine.

use c11::{AccessSite, Atomic, Exchange, Order, Strategy, ThreadId as MachineThread};
use program::{BinaryOperator, Block, Computation, ExprId, MicroOp, Temp};
use source::Diagnostic;

use super::execution::{CELL, LitmusExecution, Visible, address, machine_thread};

/// The expression with this number in the machine's memory.
fn expression(value: u128) -> ExprId {
    ExprId::from_number(value as u32)
}

fn number(expr: ExprId) -> u128 {
    u128::from(expr.number())
}

impl<'p> LitmusExecution<'p> {
    /// An atomic access to a cell. For races its place is that of the instruction `of` the thread.
    pub(super) fn atomic(&self, thread: MachineThread, cell: usize, order: Order, of: Option<usize>) -> Atomic {
        let memory = number(self.memory[cell].value);
        let place = of.map_or(AccessSite(0), |index| self.place(index));
        Atomic { thread, address: address(cell), size: CELL, order, place, memory }
    }

    fn place(&self, index: usize) -> AccessSite {
        let place = self.threads[index].place;
        AccessSite(place.thread.number() << 16 | (place.instruction.number() + 1))
    }

    /// Does what a thread is about to do.
    pub(super) fn step(&mut self, index: usize, strategy: &mut dyn Strategy) -> Result<(), Diagnostic> {
        let Some(visible) = self.visible[index].take() else { return Ok(()) };
        let id = self.threads[index].id;
        let thread = machine_thread(id);
        match visible {
            Visible::Load { op, cell, order } => {
                let access = self.atomic(thread, cell, order, Some(index));
                let value = self.machine.load(&access, strategy);
                if let &MicroOp::Load { result, .. } = op {
                    self.define(index, result, expression(value));
                }
            }
            Visible::Store { op, cell, order } => {
                if let &MicroOp::Store { value, .. } = op {
                    let value = self.temp(index, value)?;
                    let access = self.atomic(thread, cell, order, Some(index));
                    self.machine.store(&access, number(value));
                    self.memory[cell].value = value;
                }
            }
            Visible::ReadModifyWrite { op, cell, order } => self.read_modify_write(index, op, cell, order, strategy)?,
            Visible::CompareExchange { .. } => self.exchange(index, visible, strategy)?,
            Visible::Fence(order) => self.machine.fence(thread, order),
            Visible::Lock(cell) => {
                let mutex = &mut self.mutexes[cell];
                if mutex.holder.replace(id).is_some() {
                    self.flags.push("locked-twice");
                }
                self.machine.acquire(thread, &self.mutexes[cell].object);
            }
            Visible::Unlock(cell) => {
                let mutex = &mut self.mutexes[cell];
                if mutex.holder.take() != Some(id) {
                    self.flags.push("unlocked-by-stranger");
                }
                self.machine.release(thread, &mut self.mutexes[cell].object);
            }
        }
        Ok(())
    }

    fn read_modify_write(
        &mut self,
        index: usize,
        op: &'p MicroOp,
        cell: usize,
        order: Order,
        strategy: &mut dyn Strategy,
    ) -> Result<(), Diagnostic> {
        let MicroOp::ReadModifyWrite { result, update, value, .. } = op else { return Ok(()) };
        let access = self.atomic(machine_thread(self.threads[index].id), cell, order, Some(index));
        let (program, x, thread) = (&self.test.program, &mut self.x, &mut self.threads[index]);
        let update = |old: u128| {
            thread.define(*result, expression(old));
            for op in update {
                if let MicroOp::Let { result, operation } = op {
                    let value = thread.compute(operation, program, x);
                    thread.define(*result, value);
                }
            }
            thread.temp(*value).map_or(old, number)
        };
        let updated = self.machine.read_modify_write(&access, update, strategy);
        self.define(index, *result, expression(updated.old));
        self.memory[cell].value = expression(updated.new);
        Ok(())
    }

    /// A compare-exchange: what happens decides which of its blocks is executed.
    fn exchange(&mut self, index: usize, visible: Visible<'p>, strategy: &mut dyn Strategy) -> Result<(), Diagnostic> {
        let Visible::CompareExchange { then, otherwise, guess, cell, order, failure } = visible else { return Ok(()) };
        let Some((before, &MicroOp::ReadModifyWrite { result: found, value, .. }, after)) =
            split(then, |op| matches!(op, MicroOp::ReadModifyWrite { .. }))
        else {
            return Err(self.unsupported(index));
        };
        let Some((_, &MicroOp::Load { result: seen, .. }, after_load)) =
            split(otherwise, |op| matches!(op, MicroOp::Load { .. }))
        else {
            return Err(self.unsupported(index));
        };
        self.lets(index, before);
        let expected = compared_with(after, found).ok_or_else(|| self.unsupported(index))?;
        let exchange = Exchange {
            expected: number(self.temp(index, expected)?),
            desired: number(self.temp(index, value)?),
            failure,
            is_weak: !after_load.iter().any(|op| matches!(op, MicroOp::Assume { .. })),
        };
        let access = self.atomic(machine_thread(self.threads[index].id), cell, order, Some(index));
        let exchanged = self.machine.compare_exchange(&access, &exchange, strategy);
        let (result, rest) = if exchanged.success { (found, after) } else { (seen, after_load) };
        if exchanged.success {
            self.memory[cell].value = expression(exchange.desired);
        }
        let success = self.x.bit(exchanged.success);
        self.define(index, guess, success);
        self.define(index, result, expression(exchanged.old));
        self.threads[index].frames.push(rest);
        Ok(())
    }

    /// Computes what comes before an access in its block.
    fn lets(&mut self, index: usize, ops: &[MicroOp]) {
        for op in ops {
            if let MicroOp::Let { result, operation } = op {
                let value = self.threads[index].compute(operation, &self.test.program, &mut self.x);
                self.define(index, *result, value);
            }
        }
    }

    /// A plain access.
    pub(super) fn plain(&mut self, index: usize, op: &MicroOp, cell: usize) -> Result<(), Diagnostic> {
        let thread = machine_thread(self.threads[index].id);
        let place = self.place(index);
        match *op {
            MicroOp::Load { result, .. } => {
                self.machine.plain_read(thread, address(cell), u64::from(CELL), place);
                let value = self.memory[cell].value;
                self.define(index, result, value);
            }
            MicroOp::Store { value, .. } => {
                let value = self.temp(index, value)?;
                self.machine.plain_write(thread, address(cell), u64::from(CELL), place);
                self.memory[cell].value = value;
            }
            _ => return Err(self.unsupported(index)),
        }
        Ok(())
    }
}

/// What is before the first micro-operation that `is_it`, itself, and what is behind.
fn split(block: &Block, is_it: impl Fn(&MicroOp) -> bool) -> Option<(&[MicroOp], &MicroOp, &[MicroOp])> {
    let at = block.iter().position(is_it)?;
    Some((&block[..at], &block[at], &block[at + 1..]))
}

/// What the value found is compared with.
fn compared_with(ops: &[MicroOp], found: Temp) -> Option<Temp> {
    ops.iter().find_map(|op| match op {
        MicroOp::Let { operation: Computation::Binary(BinaryOperator::Equal, left, right), .. } if *left == found => {
            Some(*right)
        }
        _ => None,
    })
}
