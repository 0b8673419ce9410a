//! Sequential consistency: threads executed one instruction after the other, in every order, instructions as atomic steps.

use std::collections::{BTreeSet, HashMap, HashSet};

use litmus::{FinalState, FinalValue, LoweredTest, RegisterPart};
use program::{
    Block, CodePlace, IdVec, Index, InstructionId, LocationId, MicroOp, Name, Program, Target, ThreadId, Width, WordId,
};

use super::machine::{Flow, Meaning, Memory, RawEvent, Registers, address_of, execute, initial};
use crate::assembly::lower::Reservation;

/// Why a test cannot be executed here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// An access to no memory.
    NoMemory,
    /// There are too many states.
    TooMany,
}

/// The names of places in the code.
pub(crate) type Labels = HashMap<CodePlace, Name>;

/// Registers and memory.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State {
    /// By thread, `None` when it has ended.
    at: Vec<Option<CodePlace>>,
    registers: Vec<Registers>,
    memory: Memory,
}

/// Where the cell of a location is.
fn cell(program: &Program, location: LocationId, index: u32) -> (u64, Width) {
    let of = &program.locations[location];
    let bytes = of.cell_bytes();
    (address_of(u64::from(location.number())) + u64::from(index) * bytes as u64, bytes as Width * 8)
}

fn start(program: &Program) -> State {
    let first = |thread| Some(CodePlace { thread, instruction: InstructionId::new(0) });
    let mut memory = Memory::new(program.address_width);
    for (id, location) in program.locations.iter_enumerated() {
        // A cell without a type may hold an address, or what a pair of registers holds.
        if location.element.is_none() && location.cells.len() == 1 {
            memory.put(cell(program, id, 0).0, 128, 0);
        }
        for (index, value) in (0..).zip(&location.cells) {
            let (address, width) = cell(program, id, index);
            let (value, known) = initial(value, program.address_width);
            memory.put(address, if location.element.is_none() { known.max(width) } else { width }, value);
        }
    }
    memory.is_bounded = true;
    let mut registers = vec![Registers::default(); program.threads.len()];
    for set in &program.initial_registers {
        let (value, width) = initial(&set.value, program.address_width);
        registers[set.thread.index()].write(set.register, set.low, width, value);
    }
    State { at: program.threads.ids().map(first).collect(), registers, memory }
}

/// What one thread can do next. A write takes away what other threads have reserved there.
fn step(
    program: &Program,
    reservation: Option<Reservation>,
    state: &State,
    thread: usize,
    at: CodePlace,
) -> Result<Vec<State>, Trouble> {
    let Some(instruction) = program.instruction(at) else {
        let mut ended = state.clone();
        ended.at[thread] = None;
        return Ok(vec![ended]);
    };
    let behind = CodePlace { instruction: InstructionId::new(at.instruction.index() + 1), ..at };
    let mut results = Vec::new();
    let mut pending = vec![Vec::new()];
    while let Some(choices) = pending.pop() {
        let (mut next, mut events) = (state.clone(), Vec::new());
        let flow = execute(&instruction.block, &mut next.registers[thread], &mut next.memory, &choices, &mut events);
        next.at[thread] = match flow {
            Flow::Next => Some(behind),
            Flow::Jump(Target::Code(to)) => Some(to),
            Flow::Jump(Target::Instruction(instruction)) => Some(CodePlace { instruction, ..at }),
            Flow::Jump(Target::Exit) => None,
            Flow::Dropped => continue,
            Flow::NoMemory => return Err(Trouble::NoMemory),
            Flow::NeedsChoice => {
                for bit in [false, true] {
                    pending.push(choices.iter().copied().chain([bit]).collect());
                }
                continue;
            }
        };
        for event in events {
            if let (RawEvent::Store(address, ..), Some(reservation)) = (event, reservation) {
                cancel_reservations(reservation, thread, address, &mut next);
            }
        }
        results.push(next);
    }
    Ok(results)
}

fn cancel_reservations(reservation: Reservation, writer: usize, address: u64, state: &mut State) {
    for (_, registers) in state.registers.iter_mut().enumerate().filter(|(thread, _)| *thread != writer) {
        if registers.read(reservation.register, 0, reservation.address_width) == u128::from(address) {
            registers.write(reservation.register, 0, reservation.width(), 0);
        }
    }
}

fn accesses_memory(block: &Block) -> bool {
    program::operations(block).any(MicroOp::is_access)
}

/// A final state.
struct Final<'s> {
    state: &'s State,
    program: &'s Program,
    labels: &'s Labels,
}

impl Final<'_> {
    fn value(&self, value: u128, width: Width) -> FinalValue {
        let words: &IdVec<WordId, String> = &self.program.words;
        match Meaning::of(value) {
            Meaning::Address(location, offset) if location.index() < self.program.locations.len() => {
                FinalValue::Address(location, offset)
            }
            Meaning::Code(place) => FinalValue::Label(place, self.labels.get(&place).cloned().unwrap_or_default()),
            Meaning::Word(word) if word.index() < words.len() => FinalValue::Text(words[word].clone()),
            Meaning::Address(..) | Meaning::Word(_) | Meaning::Number => FinalValue::Number(value, width),
        }
    }
}

impl FinalState for Final<'_> {
    fn register(&self, thread: ThreadId, part: RegisterPart) -> FinalValue {
        let value = self.state.registers[thread.index()].read(part.register, part.low, part.width);
        self.value(value, part.width)
    }

    fn cell(&self, location: LocationId, index: u32) -> FinalValue {
        let (address, width) = cell(self.program, location, index);
        let of = &self.program.locations[location];
        let width = if of.element.is_none() && of.cells.len() == 1 { 64 } else { width };
        self.value(self.state.memory.get(address, width), width)
    }
}

/// The states that sequentially consistent executions of a test end in, as logs show them.
pub(crate) fn outcomes(
    test: &LoweredTest,
    reservation: Option<Reservation>,
    labels: &Labels,
) -> Result<BTreeSet<String>, Trouble> {
    const LIMIT: usize = 20_000;
    let program = &test.program;
    let start = start(program);
    let mut seen: HashSet<State> = HashSet::from([start.clone()]);
    let mut pending = vec![start];
    let mut found = BTreeSet::new();
    while let Some(state) = pending.pop() {
        let running: Vec<(usize, CodePlace)> =
            (0..state.at.len()).filter_map(|thread| Some((thread, state.at[thread]?))).collect();
        if running.is_empty() {
            let last = Final { state: &state, program, labels };
            found.insert(test.print_outcome(&test.outcome(&last), litmus::Base::Decimal));
        }
        // What touches no memory can go first.
        let is_local =
            |at: CodePlace| program.instruction(at).is_none_or(|instruction| !accesses_memory(&instruction.block));
        let local = running.iter().position(|&(_, at)| is_local(at));
        for &(thread, at) in local.map_or(&running[..], |at| &running[at..=at]) {
            for next in step(program, reservation, &state, thread, at)? {
                if seen.insert(next.clone()) {
                    pending.push(next);
                }
            }
            if seen.len() > LIMIT {
                return Err(Trouble::TooMany);
            }
        }
    }
    Ok(found)
}
