//! Programs on the machine.

use std::collections::BTreeSet;

use lakmus_c11::{
    AccessSite, Atomic, Exchange, Execution, Exhaustive, Order, Pending, PendingOperation, Strategy, ThreadId,
};

use crate::program::{LOCATIONS, Op, Outcome, Program};

fn address(location: usize) -> u64 {
    64 * location as u64
}

/// Where the variable is that is not atomic.
const PLAIN: u64 = 1 << 20;

fn operation(op: Op) -> PendingOperation {
    match op {
        Op::Load(at, order) => PendingOperation::Load(address(at), order),
        Op::Store(at, order, _) => PendingOperation::Store(address(at), order),
        Op::Update(at, order, _) => PendingOperation::ReadModifyWrite(address(at), order),
        Op::CompareExchange { location, success, failure, .. } => {
            let order = if failure.is_seq_cst() { failure } else { success };
            PendingOperation::ReadModifyWrite(address(location), order)
        }
        Op::Fence(order) => PendingOperation::Fence(order),
        // Done at once, as no other thread can see it.
        Op::Plain(_) => PendingOperation::Fence(Order::Relaxed),
    }
}

struct Run<'a> {
    execution: Execution,
    strategy: &'a mut dyn Strategy,
    memory: [u8; LOCATIONS],
}

impl Run<'_> {
    fn access(&self, thread: ThreadId, location: usize, order: Order) -> Atomic {
        let memory = u128::from(self.memory[location]);
        Atomic { thread, address: address(location), size: 1, order, place: AccessSite(0), memory }
    }

    fn step(&mut self, thread: ThreadId, op: Op) -> Option<u16> {
        match op {
            Op::Load(at, order) => {
                let access = self.access(thread, at, order);
                Some(self.execution.load(&access, self.strategy) as u16)
            }
            Op::Store(at, order, value) => {
                let access = self.access(thread, at, order);
                self.execution.store(&access, u128::from(value));
                self.memory[at] = value;
                None
            }
            Op::Update(at, order, value) => {
                let access = self.access(thread, at, order);
                let add = |old: u128| old.wrapping_add(u128::from(value));
                let updated = self.execution.read_modify_write(&access, add, self.strategy);
                self.memory[at] = updated.new as u8;
                Some(updated.old as u16)
            }
            Op::CompareExchange { location, expected, desired, success, failure, is_weak } => {
                let access = self.access(thread, location, success);
                let (expected, desired) = (u128::from(expected), u128::from(desired));
                let exchange = Exchange { expected, desired, failure, is_weak };
                let exchanged = self.execution.compare_exchange(&access, &exchange, self.strategy);
                if exchanged.success {
                    self.memory[location] = desired as u8;
                }
                Some(exchanged.old as u16 + 256 * u16::from(exchanged.success))
            }
            Op::Fence(order) => {
                self.execution.fence(thread, order);
                None
            }
            Op::Plain(is_write) => {
                match is_write {
                    true => self.execution.plain_write(thread, PLAIN, 4, AccessSite(thread.number())),
                    false => self.execution.plain_read(thread, PLAIN, 4, AccessSite(thread.number())),
                }
                None
            }
        }
    }
}

/// One execution. None if it was broken off as redundant.
pub(crate) fn run(program: &Program, strategy: &mut dyn Strategy) -> Option<Outcome> {
    let mut run = Run { execution: Execution::new(), strategy, memory: [0; LOCATIONS] };
    let threads: Vec<ThreadId> = program.iter().map(|_| run.execution.create_thread(ThreadId::MAIN)).collect();
    let mut next = vec![0; program.len()];
    let mut read = vec![Vec::new(); program.len()];
    let mut current = ThreadId::MAIN;
    loop {
        let pending = |(index, &thread): (usize, &ThreadId)| {
            let op = program[index].get(next[index])?;
            Some(Pending::new(thread, operation(*op)))
        };
        let enabled: Vec<Pending> = threads.iter().enumerate().filter_map(pending).collect();
        if enabled.is_empty() {
            break;
        }
        let picked = run.strategy.pick_thread(current, &enabled).min(enabled.len() - 1);
        current = enabled[picked].thread();
        let index = current.number() as usize - 1;
        read[index].extend(run.step(current, program[index][next[index]]));
        next[index] += 1;
        if run.strategy.is_redundant() {
            return None;
        }
    }
    for thread in threads {
        run.execution.finish_thread(thread);
        run.execution.join_thread(ThreadId::MAIN, thread);
    }
    let main = [Pending::new(ThreadId::MAIN, PendingOperation::Yield)];
    let mut finals = Vec::new();
    for location in 0..LOCATIONS {
        run.strategy.pick_thread(ThreadId::MAIN, &main);
        let access = run.access(ThreadId::MAIN, location, Order::Relaxed);
        finals.push(run.execution.load(&access, run.strategy) as u16);
    }
    let is_racy = !run.execution.races().is_empty();
    (!run.strategy.is_redundant()).then_some((read, finals, is_racy))
}

/// The outcomes of all executions, and how many there were, redundant ones not counted.
pub(crate) fn explore(program: &Program) -> (BTreeSet<Outcome>, usize) {
    let mut all = Exhaustive::new();
    let (mut outcomes, mut executions) = (BTreeSet::new(), 0);
    loop {
        all.begin(0);
        if let Some(outcome) = run(program, &mut all) {
            outcomes.insert(outcome);
            executions += 1;
        }
        if !all.advance() {
            return (outcomes, executions);
        }
    }
}
