//! What is known of a program before it runs: which reads need not be delayed, which loops only wait, and what a thread may still access.

use program::{BinaryOperator, Computation, LocationId, Temp};
use relation::{IdVec, Index};

use crate::machine::flat::{Code, Slot, Step, StepId};

use super::meaning::{Fence, Meaning};

/// The first 128 locations, a bit each; a program with more of them may access any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Locations(u128);

impl Locations {
    const ANY: Locations = Locations(u128::MAX);

    pub(super) fn may_have(self, location: LocationId) -> bool {
        self.0.checked_shr(location.number()).is_none_or(|bits| bits & 1 == 1)
    }

    fn only(location: LocationId) -> Locations {
        1_u128.checked_shl(location.number()).map_or(Locations::ANY, Locations)
    }
}

/// What is known of each step.
pub(super) struct Foreseen {
    /// Whether an access behind this read may be done before it.
    pub(super) delayable: IdVec<StepId, bool>,
    /// Whether a loop leads from this read back to it that does nothing but read it again.
    pub(super) waits: IdVec<StepId, bool>,
    /// What may be accessed from here on.
    pub(super) reaches: IdVec<StepId, Locations>,
}

impl Foreseen {
    pub(super) fn new(code: &Code, meaning: &Meaning) -> Foreseen {
        let waits: IdVec<StepId, bool> = code.steps.ids().map(|step| is_waiting(code, step)).collect::<Vec<_>>().into();
        let delayable = code.steps.ids().map(|step| is_delayable(code, meaning, &waits, step));
        let delayable = delayable.collect::<Vec<_>>().into();
        Foreseen { delayable, waits, reaches: reaches(code) }
    }
}

fn behind(step: StepId) -> StepId {
    StepId::from_number(step.number() + 1)
}

/// Where a thread may go from a step; nothing where that is not known, and at the end.
fn successors(code: &Code, at: StepId) -> Vec<StepId> {
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

/// Whether a thread comes from a read to another access before it comes to a fence that waits for all reads.
fn is_delayable(code: &Code, meaning: &Meaning, waits: &IdVec<StepId, bool>, read: StepId) -> bool {
    if !matches!(code.steps[read], Step::Load { .. }) {
        return false;
    }
    let mut open = vec![behind(read)];
    let mut visited = vec![false; code.steps.len()];
    while let Some(at) = open.pop() {
        if std::mem::replace(&mut visited[at.index()], true) {
            continue;
        }
        match &code.steps[at] {
            // A loop that only waits does nothing that could be done before.
            Step::Load { .. } if at == read && waits[read] => {}
            // Where code goes on is not known.
            Step::Load { .. } | Step::Store { .. } | Step::JumpTo { .. } => return true,
            Step::Fence { tags } => {
                let is_wall = |fence| matches!(fence, Fence::Full | Fence::Lightweight);
                if !meaning.fences(*tags).any(is_wall) {
                    open.push(behind(at));
                }
            }
            Step::Begin
            | Step::Let { .. }
            | Step::ReadRegister { .. }
            | Step::WriteRegister { .. }
            | Step::Written { .. }
            | Step::Nondeterministic { .. }
            | Step::Assume { .. }
            | Step::Require { .. }
            | Step::Jump(_)
            | Step::Branch { .. }
            | Step::Enter { .. }
            | Step::Leave
            | Step::End => open.extend(successors(code, at)),
        }
    }
    false
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

/// What may be accessed from each step on, backwards to a fixed point.
fn reaches(code: &Code) -> IdVec<StepId, Locations> {
    let mut all: IdVec<StepId, Locations> = IdVec::from_elem(Locations(0), code.steps.len());
    loop {
        let mut has_changed = false;
        for at in code.steps.ids().rev() {
            let own = match &code.steps[at] {
                Step::Load { address, .. } | Step::Store { address, .. } => {
                    location_of(code, at, *address).map_or(Locations::ANY, Locations::only)
                }
                Step::JumpTo { .. } => Locations::ANY,
                Step::Begin
                | Step::Let { .. }
                | Step::ReadRegister { .. }
                | Step::WriteRegister { .. }
                | Step::Written { .. }
                | Step::Fence { .. }
                | Step::Nondeterministic { .. }
                | Step::Assume { .. }
                | Step::Require { .. }
                | Step::Jump(_)
                | Step::Branch { .. }
                | Step::Enter { .. }
                | Step::Leave
                | Step::End => Locations(0),
            };
            let found = successors(code, at).iter().fold(own, |found, to| Locations(found.0 | all[*to].0));
            if found != all[at] {
                all[at] = found;
                has_changed = true;
            }
        }
        if !has_changed {
            return all;
        }
    }
}

/// The location that an address is in, where its instruction says it. An address that is computed from that of a location is taken to stay in it.
fn location_of(code: &Code, access: StepId, address: Temp) -> Option<LocationId> {
    let place = code.places[access];
    let earlier = (0..access.number()).rev().map(StepId::from_number).take_while(|at| code.places[*at] == place);
    let operation = earlier
        .filter_map(|at| match &code.steps[at] {
            Step::Let { result, operation } if *result == address => Some(operation),
            _ => None,
        })
        .next()?;
    match operation {
        Computation::Address(location, _) => Some(*location),
        Computation::Binary(BinaryOperator::Add, left, right) => {
            location_of(code, access, *left).or_else(|| location_of(code, access, *right))
        }
        _ => None,
    }
}
