//! What is known of a program before it runs: which reads need not be delayed, and which loops only wait.

use program::{Computation, LocationId, Program, Temp};
use relation::{IdVec, Index};

use crate::machine::flat::{Code, DataFlow, Effect, Slot, Step, StepId, ValueSource, behind};

use super::meaning::{Fence, Meaning};
use crate::machine::locations::{Locations, accessed, reached, written};

/// What is known of each step.
pub(super) struct Foreseen {
    /// Whether it makes a difference that this read happens late.
    pub(super) delayable: IdVec<StepId, bool>,
    /// Whether a loop leads from this read back to it that does nothing but read it again.
    pub(super) waits: IdVec<StepId, bool>,
    /// Whether something is assumed behind this read before the next access.
    pub(super) assumes: IdVec<StepId, bool>,
    /// What may be accessed from here on, and what may be written.
    pub(super) reaches: IdVec<StepId, Locations>,
    pub(super) writes: IdVec<StepId, Locations>,
}

impl Foreseen {
    pub(super) fn new(code: &Code, program: &Program, meaning: &Meaning) -> Foreseen {
        let waits: IdVec<StepId, bool> = code.steps.ids().map(|step| is_waiting(code, step)).collect::<Vec<_>>().into();
        let delayable = code.steps.ids().map(|step| is_delayable(code, meaning, &waits, step));
        let delayable = delayable.collect::<Vec<_>>().into();
        let accessed = accessed(code, program);
        Foreseen {
            delayable,
            waits,
            assumes: code.steps.ids().map(|step| is_assumed(code, step)).collect::<Vec<_>>().into(),
            reaches: reached(code, |at| accessed[at]),
            writes: written(code, &accessed),
        }
    }
}

/// Whether something of the thread behind a read may happen before it that other threads can observe: a commit of a write, or a full fence between writes. A read that happens
/// late without that can as well be waited for, as what is read behind it can also be read later: older writes stay readable.
fn is_delayable(code: &Code, meaning: &Meaning, waits: &IdVec<StepId, bool>, read: StepId) -> bool {
    let Step::Load { result, .. } = code.steps[read] else { return false };
    let is_between_stores = |step: &Step| match step {
        Step::Fence { tags } => meaning.fences(*tags).any(|fence| fence == Fence::FullStores),
        _ => false,
    };
    let mut at = behind(read);
    // With a full fence between writes, which reads do not wait for, more than commits can pass a read: only the coarser question is asked.
    if code.steps.iter().any(is_between_stores) {
        return is_overtakable(code, meaning, waits, read, at);
    }
    let mut dependent = Dependent { temps: vec![result], registers: Vec::new(), cells: Vec::new() };
    let mut visited = vec![false; code.steps.len()];
    while !std::mem::replace(&mut visited[at.index()], true) {
        let step = &code.steps[at];
        let depends = |temp: &Temp| dependent.temps.contains(temp);
        at = match (step.effect(), step) {
            // Writes behind wait until it is committed: `ctrl` and `addr; po`.
            (Effect::Branch { condition, .. }, _) if depends(&condition) => return false,
            (Effect::Read { address } | Effect::Write { address, .. }, _) if depends(&address) => return false,
            (Effect::Write { address, .. }, Step::Store { value, .. }) if depends(value) => {
                // A cell that gets the value hands the dependency on to the thread's own reads of it.
                dependent.cells.extend(cell(code, at, address));
                behind(at)
            }
            (Effect::Read { address }, Step::Load { result, .. })
                if cell(code, at, address).is_some_and(|read| dependent.cells.contains(&read)) =>
            {
                dependent.temps.push(*result);
                behind(at)
            }
            (Effect::Fence(tags), _) if meaning.fences(tags).any(is_wall) => return false,
            (Effect::End, _) => return false,
            // From here on nothing is taken to depend on the read.
            (Effect::Write { .. } | Effect::JumpToValue | Effect::Branch { .. } | Effect::Choice { .. }, _) => {
                return is_overtakable(code, meaning, waits, read, at);
            }
            (Effect::Jump(target), _) => target,
            (Effect::Local | Effect::Read { .. } | Effect::Fence(_) | Effect::Assume | Effect::ChoiceEnd, _) => {
                dependent.pass(step);
                behind(at)
            }
        };
    }
    false
}

/// Whether a fence waits for all reads before it, and all writes behind it for the fence.
fn is_wall(fence: Fence) -> bool {
    match fence {
        Fence::Full | Fence::Lightweight => true,
        Fence::FullStores | Fence::LightweightStores | Fence::Control => false,
    }
}

/// What holds a value that is computed from a read.
struct Dependent {
    temps: Vec<Temp>,
    registers: Vec<Slot>,
    /// Cells of memory that the thread has written last with such a value. It cannot read them before that is initiated.
    cells: Vec<(LocationId, i64)>,
}

/// The cell at an address, where its instruction says it.
fn cell(code: &Code, access: StepId, address: Temp) -> Option<(LocationId, i64)> {
    let place = code.places[access];
    let mut earlier = (0..access.number()).rev().map(StepId::from_number).take_while(|at| code.places[*at] == place);
    earlier
        .find_map(|at| match &code.steps[at] {
            Step::Let { result, operation } if *result == address => Some(operation),
            _ => None,
        })
        .and_then(|operation| match operation {
            Computation::Address(location, offset) => Some((*location, *offset)),
            _ => None,
        })
}

impl Dependent {
    /// Goes on over a step that does not access memory.
    fn pass(&mut self, step: &Step) {
        match step.data_flow() {
            DataFlow::Begin => self.temps.clear(),
            DataFlow::Define(result, source) => {
                let depends = match source {
                    ValueSource::Computation(operation) => {
                        operation.operands().into_iter().any(|operand| self.temps.contains(&operand))
                    }
                    ValueSource::Register(register) => self.registers.contains(&register),
                    ValueSource::Memory | ValueSource::Bit => false,
                };
                if depends {
                    self.temps.push(result);
                }
            }
            DataFlow::WriteRegister { register, low, value } => {
                if self.temps.contains(&value) {
                    self.registers.push(register);
                } else if low == 0 {
                    // A part that is not written may still depend on it. To forget that is safe.
                    self.registers.retain(|held| *held != register);
                }
            }
            DataFlow::None => {}
        }
    }
}

/// What a step means for one who asks whether a thread comes to something.
enum Ahead {
    /// That is it.
    Found,
    /// It is not to be passed.
    Closed,
    /// Behind it it may be.
    Open,
}

/// Whether a thread may come from `from` on to a step that is found.
fn comes_to(code: &Code, from: StepId, look: impl Fn(StepId) -> Ahead) -> bool {
    let mut open = vec![from];
    let mut visited = vec![false; code.steps.len()];
    while let Some(at) = open.pop() {
        if std::mem::replace(&mut visited[at.index()], true) {
            continue;
        }
        match look(at) {
            Ahead::Found => return true,
            Ahead::Closed => {}
            Ahead::Open => open.extend(code.successors(at)),
        }
    }
    false
}

/// Whether a thread comes from `from` on to a write or a full fence between writes before it comes to a fence that waits for all reads.
fn is_overtakable(code: &Code, meaning: &Meaning, waits: &IdVec<StepId, bool>, read: StepId, from: StepId) -> bool {
    comes_to(code, from, |at| match code.steps[at].effect() {
        // A loop that only waits does nothing that could be done before.
        Effect::Read { .. } if at == read && waits[read] => Ahead::Closed,
        // Where code goes on is not known.
        Effect::Write { .. } | Effect::JumpToValue => Ahead::Found,
        Effect::Fence(tags) => {
            if meaning.fences(tags).any(|fence| fence == Fence::FullStores) {
                Ahead::Found
            } else if meaning.fences(tags).any(is_wall) {
                Ahead::Closed
            } else {
                Ahead::Open
            }
        }
        Effect::Local | Effect::Read { .. } | Effect::Assume | Effect::End => Ahead::Open,
        Effect::Jump(_) | Effect::Branch { .. } | Effect::Choice { .. } | Effect::ChoiceEnd => Ahead::Open,
    })
}

/// Whether a thread comes from a read to an assumption before it comes to another access.
fn is_assumed(code: &Code, read: StepId) -> bool {
    if !matches!(code.steps[read], Step::Load { .. }) {
        return false;
    }
    comes_to(code, behind(read), |at| match code.steps[at].effect() {
        Effect::Assume | Effect::JumpToValue => Ahead::Found,
        Effect::Read { .. } | Effect::Write { .. } => Ahead::Closed,
        Effect::Local | Effect::Fence(_) | Effect::End => Ahead::Open,
        Effect::Jump(_) | Effect::Branch { .. } | Effect::Choice { .. } | Effect::ChoiceEnd => Ahead::Open,
    })
}

/// Whether a thread can come from a read back to it without another access or a fence, and every such way leaves no trace: no register that is read on it has
/// its value from the turn before. An execution without the turn is an execution then, and ends in the same.
fn is_waiting(code: &Code, read: StepId) -> bool {
    if !matches!(code.steps[read], Step::Load { .. }) {
        return false;
    }
    let is_through = |at: StepId| {
        !matches!(
            code.steps[at],
            Step::Load { .. }
                | Step::Store { .. }
                | Step::Fence { .. }
                | Step::Nondeterministic { .. }
                | Step::Written { .. }
                | Step::JumpTo { .. }
                | Step::End
        )
    };
    // What is reached from it, and of that, what leads back.
    let mut forward = Vec::new();
    let mut open = vec![behind(read)];
    while let Some(at) = open.pop() {
        if at != read && is_through(at) && !forward.contains(&at) {
            forward.push(at);
            open.extend(code.successors(at));
        }
    }
    let mut back: Vec<StepId> = Vec::new();
    loop {
        let leads_back = |at: &&StepId| {
            !back.contains(at) && code.successors(**at).iter().any(|to| *to == read || back.contains(to))
        };
        let Some(at) = forward.iter().find(leads_back).copied() else { break };
        back.push(at);
    }
    // The step behind the read is on each way back: if it is none of these, there is no loop.
    if !back.contains(&behind(read)) {
        return false;
    }
    let written: Vec<Slot> = back
        .iter()
        .filter_map(|at| match &code.steps[*at] {
            Step::WriteRegister { register, .. } => Some(*register),
            _ => None,
        })
        .collect();
    written.iter().all(|register| !is_read_first(code, &back, behind(read), *register))
}

/// Whether a register is read before it is written, on some way through the steps `back` from `from` on.
fn is_read_first(code: &Code, back: &[StepId], from: StepId, register: Slot) -> bool {
    let mut open = vec![from];
    let mut visited: Vec<StepId> = Vec::new();
    while let Some(at) = open.pop() {
        if !back.contains(&at) || visited.contains(&at) {
            continue;
        }
        visited.push(at);
        match code.steps[at] {
            Step::WriteRegister { register: to, .. } if to == register => {}
            Step::ReadRegister { register: from, .. } if from == register => return true,
            _ => open.extend(code.successors(at)),
        }
    }
    false
}
