//! What is known of a program before it runs: which reads need not be delayed, and which loops only wait.

use program::{Computation, LocationId, Program, Temp};
use relation::{IdVec, Index};

use crate::machine::flat::{Code, Slot, Step, StepId};

use super::locations::{Locations, accessed, reached};
use super::meaning::{Fence, Meaning};

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
        let written = |at| if matches!(code.steps[at], Step::Store { .. }) { accessed[at] } else { Locations::NONE };
        Foreseen {
            delayable,
            waits,
            assumes: code.steps.ids().map(|step| is_assumed(code, step)).collect::<Vec<_>>().into(),
            reaches: reached(code, |at| accessed[at]),
            writes: reached(code, written),
        }
    }
}

fn behind(step: StepId) -> StepId {
    StepId::from_number(step.number() + 1)
}

/// Where a thread may go from a step; nothing where that is not known, and at the end.
pub(super) fn successors(code: &Code, at: StepId) -> Vec<StepId> {
    match &code.steps[at] {
        Step::End | Step::JumpTo { .. } => Vec::new(),
        Step::Jump(target) => vec![*target],
        Step::Branch { target, .. } => vec![behind(at), *target],
        Step::Enter { otherwise, .. } => vec![behind(at), *otherwise],
        Step::Begin
        | Step::Let { .. }
        | Step::ReadRegister { .. }
        | Step::WriteRegister { .. }
        | Step::Load { .. }
        | Step::Store { .. }
        | Step::Written { .. }
        | Step::Fence { .. }
        | Step::Nondeterministic { .. }
        | Step::Assume { .. }
        | Step::Require { .. }
        | Step::Leave => vec![behind(at)],
    }
}

/// Whether something of the thread behind a read may happen before it that other threads can tell: a commit of a write, or a full fence between writes. A read that happens
/// late without that can as well be waited for, as what is read behind it can also be read later: older writes stay readable.
fn is_delayable(code: &Code, meaning: &Meaning, waits: &IdVec<StepId, bool>, read: StepId) -> bool {
    let Step::Load { result, .. } = code.steps[read] else { return false };
    let is_between_stores = |step: &Step| match step {
        Step::Fence { tags } => meaning.fences(*tags).any(|fence| fence == Fence::FullStores),
        _ => false,
    };
    let mut at = behind(read);
    if code.steps.iter().any(is_between_stores) {
        return is_overtakable(code, meaning, waits, read, at);
    }
    let mut dependent = Dependent { temps: vec![result], registers: Vec::new(), cells: Vec::new() };
    let mut visited = vec![false; code.steps.len()];
    while !std::mem::replace(&mut visited[at.index()], true) {
        at = match &code.steps[at] {
            // Writes behind wait until it is committed: `ctrl` and `addr; po`.
            Step::Branch { condition, .. } if dependent.temps.contains(condition) => return false,
            Step::Load { address, .. } | Step::Store { address, .. } if dependent.temps.contains(address) => {
                return false;
            }
            Step::Store { address, value, .. } if dependent.temps.contains(value) => {
                dependent.cells.extend(cell(code, at, *address));
                behind(at)
            }
            Step::Load { result, address, .. }
                if cell(code, at, *address).is_some_and(|read| dependent.cells.contains(&read)) =>
            {
                dependent.temps.push(*result);
                behind(at)
            }
            Step::Fence { tags } if meaning.fences(*tags).any(is_wall) => return false,
            Step::End => return false,
            // From here on nothing is taken to depend on the read.
            Step::Store { .. } | Step::JumpTo { .. } | Step::Branch { .. } | Step::Enter { .. } => {
                return is_overtakable(code, meaning, waits, read, at);
            }
            Step::Jump(target) => *target,
            step @ (Step::Begin
            | Step::Let { .. }
            | Step::ReadRegister { .. }
            | Step::WriteRegister { .. }
            | Step::Load { .. }
            | Step::Written { .. }
            | Step::Fence { .. }
            | Step::Nondeterministic { .. }
            | Step::Assume { .. }
            | Step::Require { .. }
            | Step::Leave) => {
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
        match step {
            Step::Begin => self.temps.clear(),
            Step::Let { result, operation } => {
                if operation.operands().into_iter().any(|operand| self.temps.contains(&operand)) {
                    self.temps.push(*result);
                }
            }
            Step::ReadRegister { result, register, .. } => {
                if self.registers.contains(register) {
                    self.temps.push(*result);
                }
            }
            Step::WriteRegister { register, low, value } => {
                if self.temps.contains(value) {
                    self.registers.push(*register);
                } else if *low == 0 {
                    // A part that is not written may still depend on it. To forget that is safe.
                    self.registers.retain(|held| held != register);
                }
            }
            Step::Written { .. }
            | Step::Load { .. }
            | Step::Store { .. }
            | Step::Fence { .. }
            | Step::Nondeterministic { .. }
            | Step::Assume { .. }
            | Step::Require { .. }
            | Step::Jump(_)
            | Step::JumpTo { .. }
            | Step::Branch { .. }
            | Step::Enter { .. }
            | Step::Leave
            | Step::End => {}
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
            Ahead::Open => open.extend(successors(code, at)),
        }
    }
    false
}

/// Whether a thread comes from `from` on to a write or a full fence between writes before it comes to a fence that waits for all reads.
fn is_overtakable(code: &Code, meaning: &Meaning, waits: &IdVec<StepId, bool>, read: StepId, from: StepId) -> bool {
    comes_to(code, from, |at| match &code.steps[at] {
        // A loop that only waits does nothing that could be done before.
        Step::Load { .. } if at == read && waits[read] => Ahead::Closed,
        // Where code goes on is not known.
        Step::Store { .. } | Step::JumpTo { .. } => Ahead::Found,
        Step::Fence { tags } => {
            if meaning.fences(*tags).any(|fence| fence == Fence::FullStores) {
                Ahead::Found
            } else if meaning.fences(*tags).any(is_wall) {
                Ahead::Closed
            } else {
                Ahead::Open
            }
        }
        Step::Begin
        | Step::Let { .. }
        | Step::ReadRegister { .. }
        | Step::WriteRegister { .. }
        | Step::Load { .. }
        | Step::Written { .. }
        | Step::Nondeterministic { .. }
        | Step::Assume { .. }
        | Step::Require { .. }
        | Step::Jump(_)
        | Step::Branch { .. }
        | Step::Enter { .. }
        | Step::Leave
        | Step::End => Ahead::Open,
    })
}

/// Whether a thread comes from a read to an assumption before it comes to another access.
fn is_assumed(code: &Code, read: StepId) -> bool {
    if !matches!(code.steps[read], Step::Load { .. }) {
        return false;
    }
    comes_to(code, behind(read), |at| match &code.steps[at] {
        Step::Assume { .. } | Step::JumpTo { .. } => Ahead::Found,
        Step::Load { .. } | Step::Store { .. } => Ahead::Closed,
        Step::Begin
        | Step::Let { .. }
        | Step::ReadRegister { .. }
        | Step::WriteRegister { .. }
        | Step::Written { .. }
        | Step::Fence { .. }
        | Step::Nondeterministic { .. }
        | Step::Require { .. }
        | Step::Jump(_)
        | Step::Branch { .. }
        | Step::Enter { .. }
        | Step::Leave
        | Step::End => Ahead::Open,
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
            open.extend(successors(code, at));
        }
    }
    let mut back: Vec<StepId> = Vec::new();
    loop {
        let leads_back = |at: &&StepId| {
            !back.contains(at) && successors(code, **at).iter().any(|to| *to == read || back.contains(to))
        };
        let Some(at) = forward.iter().find(leads_back).copied() else { break };
        back.push(at);
    }
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
    // A register that is read before it is written, on some way round.
    written.iter().all(|register| {
        let mut open = vec![behind(read)];
        let mut visited: Vec<StepId> = Vec::new();
        while let Some(at) = open.pop() {
            if !back.contains(&at) || visited.contains(&at) {
                continue;
            }
            visited.push(at);
            match &code.steps[at] {
                Step::WriteRegister { register: to, .. } if to == register => {}
                Step::ReadRegister { register: from, .. } if from == register => return false,
                _ => open.extend(successors(code, at)),
            }
        }
        true
    })
}
