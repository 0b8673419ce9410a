//! Loops that count: what they do depends on how often they have gone round, so that one round more may change what a later one does.
//!
//! A loop that waits for another thread does the same in each round. When one round more gives no new outcome, no number of rounds does. That does not follow for a loop that carries something from round to
//! round: a local variable that is computed from itself (`i = i + 1`), or what it writes to memory in each round.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use program::{Block, IdVec, Instruction, InstructionId, MicroOp, Program, RegisterId, Target, ThreadId, operations};

/// Whether some loop of the program carries something from round to round.
pub(crate) fn some_loop_counts(program: &Program) -> bool {
    let threads = program.threads.ids();
    threads.into_iter().any(|thread| {
        let code = &program.threads[thread].instructions;
        loops(program, thread).into_iter().any(|piece| counts(code, piece))
    })
}

/// Whether each loop does the same in each round, as far as it sees the same, and has no other within it.
pub(crate) fn rounds_repeat(program: &Program) -> bool {
    let are_apart = |one: &RangeInclusive<InstructionId>, other: &RangeInclusive<InstructionId>| {
        one.start() == other.start() || one.end() < other.start() || other.end() < one.start()
    };
    let is_plain = |thread: ThreadId| {
        let all = loops(program, thread);
        all.iter().all(|one| all.iter().all(|other| are_apart(one, other)))
    };
    !some_loop_counts(program) && program.threads.ids().all(is_plain)
}

/// The loops of a thread: from the place that is jumped back to, to the jump.
fn loops(program: &Program, thread: ThreadId) -> Vec<RangeInclusive<InstructionId>> {
    let back = |target: Target, at: InstructionId| {
        match target {
            Target::Instruction(target) => Some(target),
            Target::Code(place) if place.thread == thread => Some(place.instruction),
            Target::Code(_) | Target::Exit => None,
        }
        .filter(|target| *target <= at)
    };
    let instructions = program.threads[thread].instructions.iter_enumerated();
    let heads = instructions.flat_map(|(at, instruction)| {
        let targets = operations(&instruction.block).filter_map(MicroOp::target);
        targets.filter_map(move |target| Some(back(target, at)?..=at))
    });
    heads.collect()
}

fn counts(code: &IdVec<InstructionId, Instruction>, piece: RangeInclusive<InstructionId>) -> bool {
    let blocks =
        || code.iter_enumerated().filter(|(at, _)| piece.contains(at)).map(|(_, instruction)| &instruction.block);
    blocks().any(writes_each_time) || has_cycle(&flows(blocks()))
}

/// Whether a block writes to memory whatever it finds there. A compare-and-set that does so leaves a loop that waits for it.
fn writes_each_time(block: &Block) -> bool {
    block.iter().any(|op| matches!(op, MicroOp::Store { .. } | MicroOp::ReadModifyWrite { .. }))
}

/// From each register those that are written by an instruction that reads it.
fn flows<'b>(blocks: impl Iterator<Item = &'b Block>) -> BTreeMap<RegisterId, BTreeSet<RegisterId>> {
    let mut flows: BTreeMap<RegisterId, BTreeSet<RegisterId>> = BTreeMap::new();
    for block in blocks {
        let written = || {
            operations(block).filter_map(|op| match op {
                MicroOp::WriteRegister { register, .. } => Some(*register),
                _ => None,
            })
        };
        for op in operations(block) {
            if let MicroOp::ReadRegister { register, .. } = op {
                flows.entry(*register).or_default().extend(written());
            }
        }
    }
    flows
}

fn has_cycle(flows: &BTreeMap<RegisterId, BTreeSet<RegisterId>>) -> bool {
    flows.keys().any(|&start| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![start]);
        while let Some(register) = open.pop() {
            for &next in flows.get(&register).into_iter().flatten() {
                if next == start {
                    return true;
                }
                if seen.insert(next) {
                    open.push(next);
                }
            }
        }
        false
    })
}
