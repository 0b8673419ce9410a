//! x86-TSO as its abstract machine (Sewell, Sarkar, Owens, Zappa Nardelli, Myreen, CACM 53(7), 2010), with memory and buffers of bytes.
//!
//! A load takes each byte from the youngest store in its thread's buffer that has it, or else from memory. The parts of an access that is not single-copy
//! atomic are loaded, or leave the buffer, one by one in any order.

use std::collections::{BTreeSet, HashSet};

use crate::mixed_sizes::State;
use crate::mixed_sizes::program::{Instruction, MEMORY, Program, Unit, Value, value_of};

/// What a store still has to write: places and bytes.
type Pending = Vec<(usize, Vec<u8>)>;

#[derive(Clone, PartialEq, Eq, Hash)]
struct Thread {
    /// The instruction that comes next.
    next: usize,
    /// What the load that comes next has loaded, by the number of the part.
    parts: Vec<Option<u64>>,
    loaded: Vec<u64>,
    /// The oldest store first.
    buffer: Vec<Pending>,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Machine {
    memory: [u8; MEMORY],
    threads: Vec<Thread>,
}

pub(crate) fn outcomes(program: &Program) -> BTreeSet<State> {
    let thread = Thread { next: 0, parts: Vec::new(), loaded: Vec::new(), buffer: Vec::new() };
    let start = Machine { memory: [0; MEMORY], threads: vec![thread; program.threads.len()] };
    let units: Vec<Vec<Unit>> = (0..program.threads.len()).map(|thread| program.units(thread)).collect();
    let mut known = HashSet::from([start.clone()]);
    let mut todo = vec![start];
    let mut outcomes = BTreeSet::new();
    while let Some(machine) = todo.pop() {
        let next = steps(program, &units, &machine);
        if next.is_empty() {
            let loaded: Vec<Vec<u64>> = machine.threads.iter().map(|thread| thread.loaded.clone()).collect();
            outcomes.insert(Program::state(&loaded, &machine.memory));
        }
        for machine in next {
            if known.insert(machine.clone()) {
                todo.push(machine);
            }
        }
    }
    outcomes
}

fn steps(program: &Program, units: &[Vec<Unit>], machine: &Machine) -> Vec<Machine> {
    let mut next = Vec::new();
    for (number, thread) in machine.threads.iter().enumerate() {
        if let Some(oldest) = thread.buffer.first() {
            for part in 0..oldest.len() {
                let mut after = machine.clone();
                let buffer = &mut after.threads[number].buffer;
                let (place, bytes) = buffer[0].remove(part);
                if buffer[0].is_empty() {
                    buffer.remove(0);
                }
                after.memory[place..place + bytes.len()].copy_from_slice(&bytes);
                next.push(after);
            }
        }
        let Some(instruction) = program.threads[number].get(thread.next) else { continue };
        let own: Vec<&Unit> = units[number].iter().filter(|unit| unit.instruction == thread.next).collect();
        match *instruction {
            Instruction::Fence(_) if thread.buffer.is_empty() => {
                let mut after = machine.clone();
                after.threads[number].next += 1;
                next.push(after);
            }
            Instruction::Fence(_) => {}
            Instruction::Store { value: Value::Number(value), .. } => {
                let bytes = value.to_le_bytes();
                let part = |unit: &&Unit| (unit.place.start, bytes[unit.low..unit.low + unit.place.len()].to_vec());
                let mut after = machine.clone();
                after.threads[number].buffer.push(own.iter().map(part).collect());
                after.threads[number].next += 1;
                next.push(after);
            }
            Instruction::Store { value: Value::Loaded(_), .. } => unreachable!("programs of x86 store numbers"),
            Instruction::Load { .. } => {
                for (part, unit) in own.iter().enumerate() {
                    if thread.parts.get(part).copied().flatten().is_none() {
                        next.push(load(machine, number, (part, own.len()), unit));
                    }
                }
            }
        }
    }
    next
}

/// Loads one of so many parts.
fn load(machine: &Machine, number: usize, (part, parts): (usize, usize), unit: &Unit) -> Machine {
    let mut after = machine.clone();
    let thread = &mut after.threads[number];
    let byte = |place: usize| {
        let mut stored = thread.buffer.iter().rev().flatten();
        let found = stored.find(|(begin, bytes)| (*begin..begin + bytes.len()).contains(&place));
        found.map_or(machine.memory[place], |(begin, bytes)| bytes[place - begin])
    };
    let bytes: Vec<u8> = unit.place.clone().map(byte).collect();
    thread.parts.resize(parts, None);
    thread.parts[part] = Some(value_of(&bytes) << (8 * unit.low));
    if thread.parts.iter().all(Option::is_some) {
        let value = thread.parts.drain(..).flatten().fold(0, |all, part| all | part);
        thread.loaded.push(value);
        thread.next += 1;
    }
    after
}
