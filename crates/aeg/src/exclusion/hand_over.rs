//! Flags that hand over what one thread has accessed to others.

use std::collections::BTreeSet;

use cprog::ir::{BlockId, Function, FunctionId, Operand, Operation, Point, Program, RegisterId, Terminator};
use cprog::points_to::{Location, PointsTo};
use cprog::threads::ThreadId;
use relation::{IdVec, Index};
use rustc_hash::FxHashMap;

use crate::bits::{Matrix, insert, intersect, no_events, ones, remove};
use crate::graph::{Aeg, ClassId, EventId, NodeId, NodeKind};
use crate::model::Direction;
use crate::registers::{Definitions, definitions};
use crate::rules::Rule;

/// A branch that is taken only where a flag was read as something else than 0: the read, and the node that control then comes to.
struct Guard {
    read: EventId,
    behind: NodeId,
}

/// All guards, by the cell of their flag.
fn guards(program: &Program, points_to: &PointsTo, aeg: &Aeg) -> FxHashMap<ClassId, Vec<Guard>> {
    let mut first: FxHashMap<(FunctionId, BlockId), NodeId> = FxHashMap::default();
    let mut reads: FxHashMap<Point, EventId> = FxHashMap::default();
    for (id, node) in aeg.nodes.iter_enumerated().filter(|(_, node)| node.kind != NodeKind::Entry) {
        first.entry((node.point.function, node.point.block)).or_insert(id);
    }
    for (id, event) in aeg.events.iter_enumerated().filter(|(_, event)| event.direction == Direction::Read) {
        reads.insert(event.point, id);
    }
    let mut found: FxHashMap<ClassId, Vec<Guard>> = FxHashMap::default();
    let executed = aeg.entries.iter_enumerated().filter(|(_, entry)| entry.is_some());
    for (id, _) in executed {
        let function = &program.functions[id];
        let has_branch = |terminator: &Terminator| matches!(terminator, Terminator::Branch { .. });
        if !function.blocks.iter().any(|block| has_branch(&block.terminator)) {
            continue;
        }
        let loads = loads(id, function);
        let definitions = definitions(function);
        let predecessors = function.predecessors();
        for block in &function.blocks {
            let Terminator::Branch { condition, then, otherwise } = &block.terminator else { continue };
            let Some((register, is_then)) = tested(&definitions, condition) else { continue };
            let taken = if is_then { *then } else { *otherwise };
            // Otherwise control comes to the block without the test.
            if then == otherwise || predecessors[taken].len() != 1 {
                continue;
            }
            let Some(read) = loads.get(&register).and_then(|point| reads.get(point)) else { continue };
            let Some(cell) = aeg.cell(program, points_to, *read) else { continue };
            if let Some(behind) = first.get(&(id, taken)) {
                found.entry(cell).or_default().push(Guard { read: *read, behind: *behind });
            }
        }
    }
    found
}

/// Where each register is read from memory.
fn loads(id: FunctionId, function: &Function) -> FxHashMap<RegisterId, Point> {
    let mut loads = FxHashMap::default();
    for (block, body) in function.blocks.iter_enumerated() {
        for (index, instruction) in body.instructions.iter().enumerate() {
            if let (Some(result), Operation::Load { .. }) = (instruction.result, &instruction.operation) {
                loads.insert(result, Point { function: id, block, index: index as u32 });
            }
        }
    }
    loads
}

/// The register that a condition tests, and whether it is something else than 0 where the condition is true, or where it is false. For the other case nothing is known.
fn tested(definitions: &Definitions, condition: &Operand) -> Option<(RegisterId, bool)> {
    let Operand::Register(mut register) = *condition else { return None };
    let mut is_true = true;
    /// Conditions nest no deeper than this.
    const DEPTH: usize = 16;
    let is_zero = |operand: &Operand| matches!(operand, Operand::Integer(0) | Operand::Zero);
    for _ in 0..DEPTH {
        let Some((_, operation)) = definitions[register] else { return Some((register, is_true)) };
        let (of, is_negated) =
            match operation {
                Operation::Compare { predicate, float: false, left: Operand::Register(of), right, .. } => {
                    match (predicate.as_str(), right) {
                        ("ne", right) if is_zero(right) => (*of, false),
                        ("eq", right) if is_zero(right) => (*of, true),
                        // Equal to another number, it is not 0: this says nothing of the other case.
                        ("eq", Operand::Integer(_)) if is_true => return Some((*of, true)),
                        ("ne", Operand::Integer(_)) if !is_true => return Some((*of, false)),
                        _ => return None,
                    }
                }
                Operation::Cast { operator, value: Operand::Register(of), .. }
                    if operator == "zext" || operator == "sext" =>
                {
                    (*of, false)
                }
                // A bool is one byte in memory, and one bit where it is looked at: only where that is 1 something is known.
                Operation::Cast { operator, value: Operand::Register(of), .. } if operator == "trunc" && is_true => {
                    (*of, false)
                }
                Operation::Binary {
                    operator, left: Operand::Register(of), right: Operand::Integer(1 | -1), ..
                } if operator == "xor" => (*of, true),
                Operation::Copy(Operand::Register(of)) => (*of, false),
                _ => return Some((register, is_true)),
            };
        register = of;
        is_true ^= is_negated;
    }
    None
}

pub(super) fn handed_over(program: &Program, points_to: &PointsTo, aeg: &Aeg, open: &mut Matrix) {
    for (cell, guards) in guards(program, points_to, aeg) {
        if let Some(flag) = Flag::find((program, points_to), aeg, cell, &guards) {
            flag.exclude(aeg, open);
        }
    }
}

/// A flag that one thread sets.
struct Flag<'g> {
    setter: ThreadId,
    /// The writes that set it.
    sets: Vec<EventId>,
    /// The guards whose reads see what was done before.
    guards: Vec<&'g Guard>,
}

impl<'g> Flag<'g> {
    fn find(
        (program, points_to): (&Program, &PointsTo),
        aeg: &Aeg,
        cell: ClassId,
        guards: &'g [Guard],
    ) -> Option<Flag<'g>> {
        if !is_zero_at_first(program, points_to, aeg, cell) || is_set_in_private(program, aeg, cell) {
            return None;
        }
        let accesses = aeg.classes[cell].overlapping.iter().flat_map(|class| &aeg.classes[*class].events);
        let writes: BTreeSet<EventId> =
            accesses.copied().filter(|event| aeg.events[*event].direction == Direction::Write).collect();
        let sets: Vec<EventId> =
            writes.into_iter().filter(|event| !writes_zero(program, aeg.events[*event].point)).collect();
        let setter = match sets.iter().map(|set| aeg.threads_of(*set)).collect::<Vec<_>>().as_slice() {
            [[first], rest @ ..] if rest.iter().all(|threads| *threads == [*first]) => *first,
            _ => return None,
        };
        if aeg.threads.threads[setter].many || sets.iter().any(|set| aeg.events[*set].is_havoc) {
            return None;
        }
        let held = |event: EventId| -> BTreeSet<Location> { aeg.locks.at(aeg.events[event].point).collect() };
        // One lock of all writes: the reader does not know which of them it has seen.
        let locks = sets.iter().map(|set| held(*set)).reduce(|mine, other| &mine & &other).unwrap_or_default();
        let is_wide = aeg.options.rules.is_too_wide(Rule::HandOver);
        let releases = is_wide || sets.iter().all(|set| releases(aeg, *set));
        let sees =
            |guard: &&Guard| is_wide || releases && acquires(aeg, guard.read) || !locks.is_disjoint(&held(guard.read));
        let guards: Vec<&Guard> = guards.iter().filter(sees).collect();
        (!guards.is_empty()).then_some(Flag { setter, sets, guards })
    }

    fn exclude(&self, aeg: &Aeg, open: &mut Matrix) {
        let nodes: Vec<NodeId> = self.sets.iter().map(|set| aeg.events[*set].node).collect();
        let behind_sets = aeg.after(&nodes, &[], &aeg.may_return(&[]));
        // Behind one write, an access may be after the value that the guard has read, even if it is before another write.
        let is_before = |event: EventId| aeg.threads_of(event) == [self.setter] && !behind_sets[aeg.events[event].node];
        let stops: Vec<NodeId> = self.guards.iter().map(|guard| guard.behind).collect();
        let returns = aeg.may_return(&stops);
        let mut unguarded: FxHashMap<ThreadId, IdVec<NodeId, bool>> = FxHashMap::default();
        let mut behind = no_events(aeg.events.len());
        for event in aeg.events.ids() {
            let threads = aeg.threads_of(event);
            let is_guarded = !threads.contains(&self.setter)
                && threads.iter().all(|thread| {
                    let nodes = unguarded.entry(*thread).or_insert_with(|| {
                        let entry = aeg.entries[aeg.threads.threads[*thread].entry];
                        aeg.after(&entry.into_iter().collect::<Vec<_>>(), &stops, &returns)
                    });
                    !nodes[aeg.events[event].node]
                });
            if is_guarded {
                insert(&mut behind, event);
            }
        }
        for event in aeg.events.ids().filter(|event| is_before(*event)) {
            let mut cut = behind.clone();
            intersect(&mut cut, open.row(event.index()));
            for other in ones(&cut) {
                open.clear(other.index(), event);
            }
            remove(open.row_mut(event.index()), &cut);
        }
    }
}

/// Whether all that comes before a write in its thread is before it for all.
fn releases(aeg: &Aeg, write: EventId) -> bool {
    let model = aeg.options.model;
    let is_kept =
        !model.relaxes(Direction::Read, Direction::Write) && !model.relaxes(Direction::Write, Direction::Write);
    let order = aeg.events[write].order;
    let is_fenced = [Direction::Read, Direction::Write]
        .into_iter()
        .all(|first| order.before.strength(first, Direction::Write) > crate::model::Strength::None);
    is_kept || order.releases() || is_fenced
}

/// Whether all that comes after a read in its thread is behind it.
fn acquires(aeg: &Aeg, read: EventId) -> bool {
    let model = aeg.options.model;
    let is_kept = !model.relaxes(Direction::Read, Direction::Read) && !model.relaxes(Direction::Read, Direction::Write);
    let order = aeg.events[read].order;
    let is_fenced = [Direction::Read, Direction::Write]
        .into_iter()
        .all(|second| order.after.strength(Direction::Read, second) > crate::model::Strength::None);
    is_kept || order.acquires() || is_fenced
}

fn is_zero_at_first(program: &Program, points_to: &PointsTo, aeg: &Aeg, cell: ClassId) -> bool {
    let class = &aeg.classes[cell];
    let (begin, end) = (class.location.offset, class.location.offset + class.bytes);
    let global = aeg.global_of(points_to, cell).map(|global| &program.globals[global]);
    global.is_some_and(|global| {
        let is_there = |offset: u64, bytes: u64| offset < end && begin < offset + bytes;
        // Where nothing is given, a variable is 0 at first.
        global.defined && !global.initial.iter().any(|piece| is_there(piece.offset, piece.ty.stored_bytes().max(1)))
    })
}

/// Whether a write that competes with nothing, as before a thread starts, sets a flag.
fn is_set_in_private(program: &Program, aeg: &Aeg, cell: ClassId) -> bool {
    let overlapping = &aeg.classes[cell].overlapping;
    let mut writes = aeg.private_writes.iter();
    writes.any(|(classes, point)| {
        classes.iter().any(|class| overlapping.contains(class)) && !writes_zero(program, *point)
    })
}

/// Whether a write surely writes 0.
fn writes_zero(program: &Program, point: Point) -> bool {
    let instruction = program.instruction(point);
    let operation = instruction.map(|instruction| &instruction.operation);
    matches!(operation, Some(Operation::Store { value: Operand::Zero | Operand::Integer(0), .. }))
}
