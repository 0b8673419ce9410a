//! Loops that wait: which turns of them change nothing, so that a path need not take them.
//!
//! A turn of a loop changes nothing when it only reads (memory, registers), passes fences and branches, and leaves behind what the loop began with: the registers
//! that are still to be read, and where their values come from. What follows can follow without the turn just as well, with the same values.
//! Whether the model allows the execution without the turn when it allows it with the turn is the model's matter; who lets a loop be
//! cut ([`Waits::cut_at`]) has asked it. A store-conditional that fails writes nothing, and a compare-and-swap that fails neither, so that their turns are among these.
//!
//! Source: Kokologiannakis, Ren, Vafeiadis, *Dynamic Partial Order Reductions for Spinloops*, FMCAD 2021, for loops without side effects. Here turns, not loops,
//! are without side effects, and what is left out is an argument about each model.
//!
//! The unroll bound counts the turns that are left.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use program::{
    Block, CodePlace, Computation, Expressions, IdVec, Index, InstructionId, MicroOp, Program, RegisterId, TagSet,
    Target, Temp, ThreadId, Width, operations,
};

use crate::dependency::Sets;
use crate::event::Action;
use crate::register_file::RegisterFile;
use crate::walk::Walk;

/// The kinds of events that a turn which changes nothing consists of, and those that may follow it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EventKind {
    /// A memory read.
    Read,
    /// A memory write.
    Write,
    /// Both in one event.
    ReadModifyWrite,
    /// A fence.
    Fence,
    /// Taking or leaving a lock.
    Synchronize,
}

/// Events as the program has them: what they do, and their tags.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EventShape {
    /// What it does.
    pub kind: EventKind,
    /// Its tags.
    pub tags: TagSet,
}

/// A loop of a thread.
#[derive(Clone, Debug)]
pub struct Loop {
    /// Where it begins: a place that some later instruction jumps back to.
    pub head: CodePlace,
    /// The last instruction that jumps back to it.
    last: InstructionId,
    /// The bits of registers that may be read, from the head on, before they are written. (Of bits above the 128th all count, or none.)
    live: Live,
    /// Set where turns may be left out.
    is_cut: bool,
}

/// The loops of a program.
#[derive(Clone, Debug, Default)]
pub struct Waits {
    loops: Vec<Loop>,
    /// How many events of what is left out are left in, a thread.
    spare: u32,
}

impl Waits {
    /// Finds the loops of `program`. `observed` are the registers that are looked at in the end.
    pub fn find(program: &Program, observed: &[(ThreadId, RegisterId)]) -> Waits {
        let mut loops = Vec::new();
        for (thread, code) in program.threads.iter_enumerated() {
            let mut heads: BTreeMap<InstructionId, InstructionId> = BTreeMap::new();
            for (at, instruction) in code.instructions.iter_enumerated() {
                for target in operations(&instruction.block).filter_map(MicroOp::target) {
                    let target = match target {
                        Target::Instruction(target) => target,
                        Target::Code(place) if place.thread == thread => place.instruction,
                        Target::Code(_) | Target::Exit => continue,
                    };
                    if target <= at {
                        let last = heads.entry(target).or_insert(at);
                        *last = at.max(*last);
                    }
                }
            }
            if heads.is_empty() {
                continue;
            }
            let live = live_registers(program, thread, observed);
            let all = heads.into_iter().map(|(head, last)| Loop {
                head: CodePlace { thread, instruction: head },
                last,
                live: live[head].clone(),
                is_cut: false,
            });
            loops.extend(all);
        }
        Waits { loops, spare: 0 }
    }

    /// The loops, by thread and place.
    pub fn loops(&self) -> &[Loop] {
        &self.loops
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.loops.is_empty()
    }

    /// The shapes of the events that a turn of this loop consists of when it changes nothing. What a turn jumps over may be among them.
    pub fn shapes_of_turns(&self, program: &Program, of: &Loop) -> BTreeSet<EventShape> {
        let mut shapes = BTreeSet::new();
        let code = &program.threads[of.head.thread].instructions;
        let piece = self.piece(of);
        // Where a jump may go anywhere, so may a turn.
        let is_anywhere = code.iter().any(|one| jumps_anywhere(&one.block));
        for (at, instruction) in code.iter_enumerated() {
            if is_anywhere || piece.contains(&at) {
                shapes.extend(operations(&instruction.block).filter_map(shape));
            }
        }
        shapes.retain(|shape| matches!(shape.kind, EventKind::Read | EventKind::Fence));
        shapes
    }

    /// The instructions that a thread may pass between two arrivals at the head of a loop: those of the loop and of all loops that share instructions with it, since a turn may go
    /// round these.
    fn piece(&self, of: &Loop) -> RangeInclusive<InstructionId> {
        let (mut first, mut last) = (of.head.instruction, of.last);
        loop {
            let (before, after) = (first, last);
            for other in self.loops.iter().filter(|other| other.head.thread == of.head.thread) {
                if other.head.instruction <= last && other.last >= first {
                    (first, last) = (first.min(other.head.instruction), last.max(other.last));
                }
            }
            if (before, after) == (first, last) {
                return first..=last;
            }
        }
    }

    /// Whether, on all ways from the head of a loop on, an event with a shape of `by` comes before one with a shape of `from`, and in an earlier instruction.
    pub fn comes_first(
        &self,
        program: &Program,
        of: &Loop,
        by: &dyn Fn(EventShape) -> bool,
        from: &dyn Fn(EventShape) -> bool,
    ) -> bool {
        let code = &program.threads[of.head.thread].instructions;
        let (mut seen, mut open) = (BTreeSet::new(), vec![of.head.instruction]);
        while let Some(at) = open.pop() {
            let Some(instruction) = code.get(at) else { continue };
            if !seen.insert(at) {
                continue;
            }
            let (mut is_first, mut is_from) = (false, false);
            // An event on one way through the instruction only does not come before what follows on the other.
            let is_certain =
                !instruction.block.iter().any(|op| matches!(op, MicroOp::If { .. } | MicroOp::Branch { .. }));
            for shape in operations(&instruction.block).filter_map(shape) {
                is_first |= by(shape) && is_certain;
                is_from |= from(shape);
            }
            if is_from {
                return false;
            }
            if is_first {
                continue;
            }
            match successors(program, of.head.thread, at) {
                Some(next) => open.extend(next),
                None => return false,
            }
        }
        true
    }

    /// Lets turns of the loops at these heads be left out, those of `spare` turns a thread excepted.
    pub fn cut_at(&mut self, heads: &[CodePlace], spare: u32) {
        for each in &mut self.loops {
            each.is_cut = heads.contains(&each.head);
        }
        self.spare = spare;
    }

    /// Whether turns of some loop may be left out.
    pub fn is_cutting(&self) -> bool {
        self.loops.iter().any(|each| each.is_cut)
    }

    fn at(&self, head: CodePlace) -> Option<&Loop> {
        self.loops.iter().find(|each| each.is_cut && each.head == head)
    }

    /// Notes that `walk` has come to a place, and says whether it came there before and has changed nothing since.
    pub(crate) fn arrive(&self, walk: &mut Walk<'_>, place: CodePlace, x: &Expressions, sets: &Sets) -> Arrival {
        let Some(this) = self.at(place) else { return Arrival::Changed };
        let now = Mark {
            head: place,
            events: walk.path.events.len(),
            requirements: walk.path.requirements.len(),
            registers: walk.path.registers.clone(),
        };
        let Some(before) = walk.marks.iter_mut().find(|mark| mark.head == place) else {
            walk.marks.push(now);
            return Arrival::Changed;
        };
        let changes = |action: &Action| match action {
            Action::Read { .. }
            | Action::RegisterRead { .. }
            | Action::RegisterWrite { .. }
            | Action::Fence
            | Action::Branch
            | Action::Predicate => false,
            Action::InitialWrite { .. }
            | Action::Write { .. }
            | Action::ReadModifyWrite { .. }
            | Action::Synchronize { .. } => true,
        };
        let is_without_change = before.requirements == now.requirements
            && !walk.path.events[before.events..].iter().any(|event| changes(&event.action))
            && this
                .live
                .iter()
                .all(|(&register, &mask)| now.registers.is_same(x, &before.registers, (register, mask), sets));
        *before = now;
        if !is_without_change {
            return Arrival::Changed;
        }
        if walk.spared < self.spare {
            walk.spared += 1;
            return Arrival::Spared;
        }
        Arrival::Unchanged
    }
}

/// How a walk comes to the head of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arrival {
    /// For the first time, or with something changed since the last one, or at a place that is not the head of a loop that is cut.
    Changed,
    /// With nothing changed, and it may go on all the same.
    Spared,
    /// With nothing changed: others go on from here.
    Unchanged,
}

/// What a walk was like when it came to the head of a loop.
#[derive(Clone, Debug)]
pub(crate) struct Mark {
    head: CodePlace,
    events: usize,
    requirements: usize,
    registers: RegisterFile,
}

/// The event that a micro-operation is in memory, or as a fence.
fn shape(op: &MicroOp) -> Option<EventShape> {
    let (kind, tags) = match op {
        MicroOp::Load { tags, .. } => (EventKind::Read, *tags),
        MicroOp::Store { tags, .. } => (EventKind::Write, *tags),
        MicroOp::ReadModifyWrite { tags, .. } => (EventKind::ReadModifyWrite, *tags),
        MicroOp::Fence { tags } => (EventKind::Fence, *tags),
        MicroOp::Synchronize { tags, .. } => (EventKind::Synchronize, *tags),
        MicroOp::Let { .. }
        | MicroOp::ReadRegister { .. }
        | MicroOp::WriteRegister { .. }
        | MicroOp::Written { .. }
        | MicroOp::Nondeterministic { .. }
        | MicroOp::Assume { .. }
        | MicroOp::Require { .. }
        | MicroOp::Mark(_)
        | MicroOp::Jump(_)
        | MicroOp::JumpTo { .. }
        | MicroOp::Branch { .. }
        | MicroOp::If { .. } => return None,
    };
    Some(EventShape { kind, tags })
}

fn jumps_anywhere(block: &Block) -> bool {
    operations(block).any(|op| matches!(op, MicroOp::JumpTo { .. }))
}

/// Where a thread may go on behind an instruction; `None` when that may be anywhere.
fn successors(program: &Program, thread: ThreadId, at: InstructionId) -> Option<Vec<InstructionId>> {
    let block = &program.threads[thread].instructions[at].block;
    let mut next = Vec::new();
    let mut is_anywhere = false;
    for target in operations(block).filter_map(MicroOp::target) {
        match target {
            Target::Instruction(target) => next.push(target),
            Target::Code(place) if place.thread == thread => next.push(place.instruction),
            Target::Code(_) => is_anywhere = true,
            Target::Exit => {}
        }
    }
    if is_anywhere || jumps_anywhere(block) {
        return None;
    }
    if !matches!(block.last(), Some(MicroOp::Jump(_))) {
        next.push(InstructionId::new(at.index() + 1));
    }
    Some(next)
}

/// Bits of registers: for each register those that matter.
pub(crate) type Live = BTreeMap<RegisterId, u128>;

/// So many bits from `low` on. What does not fit is all bits, or, where bits are taken away, none.
fn bits(low: u16, width: Width) -> Option<u128> {
    let (low, width) = (u32::from(low), u32::from(width));
    let ones = 1_u128.checked_shl(width).map_or(u128::MAX, |above| above - 1);
    (low + width <= u128::BITS).then_some(ones << low)
}

fn add(live: &mut Live, more: &Live) {
    for (register, mask) in more {
        *live.entry(*register).or_default() |= mask;
    }
}

/// For each instruction of a thread the bits of registers that may be read from there on before they are written, and one more entry for the thread's
/// end.
fn live_registers(
    program: &Program,
    thread: ThreadId,
    observed: &[(ThreadId, RegisterId)],
) -> IdVec<InstructionId, Live> {
    let code = &program.threads[thread].instructions;
    let seen = observed.iter().filter(|(of, _)| *of == thread);
    let at_end: Live = seen.map(|(_, register)| (*register, u128::MAX)).collect();
    let all: Live = program.registers.ids().map(|register| (register, u128::MAX)).collect();
    let mut live = IdVec::from_elem(Live::new(), code.len() + 1);
    live[InstructionId::new(code.len())] = at_end.clone();
    loop {
        let mut is_stable = true;
        for at in code.ids().rev() {
            let mut after = Live::new();
            match successors(program, thread, at) {
                Some(next) => next.iter().for_each(|&next| add(&mut after, live.get(next).unwrap_or(&at_end))),
                None => after.clone_from(&all),
            }
            if operations(&code[at].block).any(|op| op.target() == Some(Target::Exit)) {
                add(&mut after, &at_end);
            }
            let mut widths = BTreeMap::new();
            note_widths(program, &code[at].block, &mut widths);
            let before = before_block(&code[at].block, &widths, after);
            is_stable &= before == live[at];
            live[at] = before;
        }
        if is_stable {
            return live;
        }
    }
}

/// The bits that may be read from the beginning of a block on, when `after` are those behind it.
fn before_block(block: &Block, widths: &BTreeMap<Temp, Width>, after: Live) -> Live {
    // What is live where the block jumps to is in `after` already.
    let at_jumps = after.clone();
    let mut live = after;
    for op in block.iter().rev() {
        match op {
            MicroOp::ReadRegister { register, low, width, .. } => {
                *live.entry(*register).or_default() |= bits(*low, *width).unwrap_or(u128::MAX);
            }
            MicroOp::WriteRegister { register, low, value } => {
                let written = widths.get(value).and_then(|width| bits(*low, *width)).unwrap_or(0);
                if let Some(mask) = live.get_mut(register) {
                    *mask &= !written;
                }
            }
            MicroOp::If { then, otherwise, .. } => {
                let mut either = before_block(then, widths, live.clone());
                add(&mut either, &before_block(otherwise, widths, live));
                live = either;
            }
            MicroOp::Jump(_) | MicroOp::JumpTo { .. } | MicroOp::Branch { .. } => add(&mut live, &at_jumps),
            MicroOp::Let { .. }
            | MicroOp::Load { .. }
            | MicroOp::Store { .. }
            | MicroOp::Written { .. }
            | MicroOp::ReadModifyWrite { .. }
            | MicroOp::Synchronize { .. }
            | MicroOp::Nondeterministic { .. }
            | MicroOp::Assume { .. }
            | MicroOp::Require { .. }
            | MicroOp::Mark(_)
            | MicroOp::Fence { .. } => {}
        }
    }
    live.retain(|_, mask| *mask != 0);
    live
}

/// The widths of the temporaries that a block defines.
fn note_widths(program: &Program, block: &Block, widths: &mut BTreeMap<Temp, Width>) {
    for op in block {
        let (result, width) = match op {
            MicroOp::Let { result, operation } => {
                let of = |temp: &Temp| widths.get(temp).copied();
                let width = match operation {
                    Computation::Constant(_, width)
                    | Computation::Word(_, width)
                    | Computation::Extract { width, .. }
                    | Computation::ZeroExtend(_, width)
                    | Computation::SignExtend(_, width) => Some(*width),
                    Computation::Address(..) | Computation::Code(_) => Some(program.address_width),
                    Computation::Unary(_, a) | Computation::Select(_, a, _) => of(a),
                    Computation::Binary(operator, a, _) => {
                        if operator.is_comparison() {
                            Some(1)
                        } else {
                            of(a)
                        }
                    }
                    Computation::Concatenate(a, b) => of(a).and_then(|a| Some(a + of(b)?)),
                };
                (*result, width)
            }
            MicroOp::ReadRegister { result, width, .. } | MicroOp::Load { result, width, .. } => {
                (*result, Some(*width))
            }
            MicroOp::ReadModifyWrite { result, width, update, .. } => {
                widths.insert(*result, *width);
                note_widths(program, update, widths);
                continue;
            }
            MicroOp::Written { result } | MicroOp::Nondeterministic { result } => (*result, Some(1)),
            MicroOp::If { then, otherwise, .. } => {
                note_widths(program, then, widths);
                note_widths(program, otherwise, widths);
                continue;
            }
            MicroOp::WriteRegister { .. }
            | MicroOp::Store { .. }
            | MicroOp::Synchronize { .. }
            | MicroOp::Assume { .. }
            | MicroOp::Require { .. }
            | MicroOp::Mark(_)
            | MicroOp::Fence { .. }
            | MicroOp::Jump(_)
            | MicroOp::JumpTo { .. }
            | MicroOp::Branch { .. } => continue,
        };
        if let Some(width) = width {
            widths.insert(result, width);
        }
    }
}
