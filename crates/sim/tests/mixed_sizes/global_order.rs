//! RVWMO as the RISC-V manual (volume I, chapter "RVWMO Memory Consistency Model") defines it: every total order of the memory operations that respects preserved
//! program order, with the load value axiom byte by byte. An access that is not single-copy atomic is several operations.
//!
//! Of preserved program order there are the rules that the programs can meet: 1, 2, 4, 10 and 12.

use std::collections::BTreeSet;

use crate::mixed_sizes::State;
use crate::mixed_sizes::program::{Fence, Instruction, MEMORY, Program, Unit, Value, value_of};

struct Operation {
    thread: usize,
    unit: Unit,
    /// The number of the load among the loads of its thread; `None` of a store.
    load: Option<usize>,
    /// What a store stores.
    value: Option<Value>,
}

/// Where each byte of an operation comes from: an operation, or the initial state.
type Sources = Vec<Vec<Option<usize>>>;

pub(crate) fn outcomes(program: &Program) -> BTreeSet<State> {
    let operations = operations(program);
    let mut outcomes = BTreeSet::new();
    let mut order: Vec<usize> = (0..operations.len()).collect();
    permutations(&mut order, 0, &mut |order| {
        if let Some(state) = outcome(program, &operations, order) {
            outcomes.insert(state);
        }
    });
    outcomes
}

fn operations(program: &Program) -> Vec<Operation> {
    let mut operations = Vec::new();
    for (thread, instructions) in program.threads.iter().enumerate() {
        for unit in program.units(thread) {
            let is_load = |one: &&Instruction| matches!(one, Instruction::Load { .. });
            let loads = instructions[..unit.instruction].iter().filter(is_load).count();
            let (load, value) = match instructions[unit.instruction] {
                Instruction::Load { .. } => (Some(loads), None),
                Instruction::Store { value, .. } => (None, Some(value)),
                Instruction::Fence(_) => unreachable!("a fence has no parts"),
            };
            operations.push(Operation { thread, unit, load, value });
        }
    }
    operations
}

/// Heap's algorithm would do; this one keeps what is before `from`.
fn permutations(order: &mut Vec<usize>, from: usize, visit: &mut dyn FnMut(&[usize])) {
    if from == order.len() {
        visit(order);
    }
    for other in from..order.len() {
        order.swap(from, other);
        permutations(order, from + 1, visit);
        order.swap(from, other);
    }
}

/// What an order leads to, unless it is against preserved program order.
fn outcome(program: &Program, operations: &[Operation], order: &[usize]) -> Option<State> {
    let mut position = vec![0; order.len()];
    order.iter().enumerate().for_each(|(at, &operation)| position[operation] = at);
    let sources: Sources = (0..operations.len()).map(|one| sources(operations, &position, one)).collect();
    let is_kept = |a: usize, b: usize| {
        !is_before(operations, a, b) || position[a] < position[b] || !is_preserved(program, operations, &sources, a, b)
    };
    let all = 0..operations.len();
    if !all.clone().all(|a| all.clone().all(|b| is_kept(a, b))) {
        return None;
    }
    let mut memory = [0; MEMORY];
    for (place, byte) in memory.iter_mut().enumerate() {
        let last = order.iter().rev().find(|&&one| is_store_to(&operations[one], place));
        *byte = last.map_or(0, |&one| stored(operations, &sources, one, place));
    }
    let loads =
        |thread: usize| program.threads[thread].iter().filter(|one| matches!(one, Instruction::Load { .. })).count();
    let loaded: Vec<Vec<u64>> = (0..program.threads.len())
        .map(|thread| (0..loads(thread)).map(|load| loaded(operations, &sources, thread, load)).collect())
        .collect();
    Some(Program::state(&loaded, &memory))
}

/// Program order: between operations of different instructions of one thread.
fn is_before(operations: &[Operation], a: usize, b: usize) -> bool {
    let (a, b) = (&operations[a], &operations[b]);
    a.thread == b.thread && a.unit.instruction < b.unit.instruction
}

fn is_store_to(operation: &Operation, place: usize) -> bool {
    operation.load.is_none() && operation.unit.place.contains(&place)
}

/// Load value axiom: each byte comes from the last store, in the global order, of those that precede the load there or in program order.
fn sources(operations: &[Operation], position: &[usize], one: usize) -> Vec<Option<usize>> {
    if operations[one].load.is_none() {
        return Vec::new();
    }
    let source = |place: usize| {
        let precedes = |&store: &usize| {
            is_store_to(&operations[store], place)
                && (position[store] < position[one] || is_before(operations, store, one))
        };
        (0..operations.len()).filter(precedes).max_by_key(|&store| position[store])
    };
    operations[one].unit.place.clone().map(source).collect()
}

fn is_preserved(program: &Program, operations: &[Operation], sources: &Sources, a: usize, b: usize) -> bool {
    let (first, second) = (&operations[a], &operations[b]);
    let is_common = |place: &usize| first.unit.place.contains(place) && second.unit.place.contains(place);
    let mut common = (0..MEMORY).filter(is_common);
    let is_between = |one: usize| is_before(operations, a, one) && is_before(operations, one, b);
    let depends = |store: usize| {
        let is_of = |value| matches!(value, Value::Loaded(load) if Some(load) == first.load);
        operations[store].thread == first.thread && operations[store].value.is_some_and(is_of)
    };
    // 1: a store behind an access to some of its bytes.
    if second.load.is_none() && common.clone().next().is_some() {
        return true;
    }
    // 2: two loads of a byte that different stores have written, without a store to it between them.
    let source = |one: usize, place: usize| sources[one][place - operations[one].unit.place.start];
    let is_same_location = first.load.is_some()
        && second.load.is_some()
        && common.any(|place| {
            let has_store = (0..operations.len()).any(|one| is_between(one) && is_store_to(&operations[one], place));
            !has_store && source(a, place) != source(b, place)
        });
    // 4: a fence.
    let between = &program.threads[first.thread][first.unit.instruction + 1..second.unit.instruction];
    let is_fenced = between.iter().any(|one| match one {
        Instruction::Fence(Fence { before, behind, .. }) => {
            before[usize::from(first.load.is_none())] && behind[usize::from(second.load.is_none())]
        }
        Instruction::Load { .. } | Instruction::Store { .. } => false,
    });
    // 10: a data dependency. 12: a load that returns what a store has written that depends on a load.
    let is_dependent = depends(b);
    let is_forwarded = second.load.is_some()
        && (0..operations.len()).any(|store| is_between(store) && depends(store) && sources[b].contains(&Some(store)));
    is_same_location || is_fenced || is_dependent || is_forwarded
}

/// The byte that a store stores at a place.
fn stored(operations: &[Operation], sources: &Sources, store: usize, place: usize) -> u8 {
    let Operation { thread, unit, value, .. } = &operations[store];
    let value = match value.expect("a store has a value") {
        Value::Number(number) => number,
        Value::Loaded(load) => loaded(operations, sources, *thread, load),
    };
    value.to_le_bytes()[unit.low + place - unit.place.start]
}

/// What a load of a thread has loaded. Values come from loads that are earlier in the global order, or in program order.
fn loaded(operations: &[Operation], sources: &Sources, thread: usize, load: usize) -> u64 {
    let parts = operations.iter().enumerate().filter(|(_, one)| (one.thread, one.load) == (thread, Some(load)));
    let value = |(number, one): (usize, &Operation)| {
        let byte = |(source, place): (&Option<usize>, usize)| {
            source.map_or(0, |store| stored(operations, sources, store, place))
        };
        let bytes: Vec<u8> = sources[number].iter().zip(one.unit.place.clone()).map(byte).collect();
        value_of(&bytes) << (8 * one.unit.low)
    };
    parts.map(value).fold(0, |all, part| all | part)
}
