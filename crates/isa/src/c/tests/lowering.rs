use litmus::{Language, LoweredCode};
use program::{Block, Index, LocationId, MicroOp, Operation, TagSet};

use super::{describe, read};
use crate::c::C;

/// A test whose only thread has this body.
fn lowered(body: &str) -> LoweredCode {
    let text = format!("C test\n{{}}\nP0 (atomic_int* x, int* y, int** p, int* a) {{\n{body}\n}}\nexists (true)\n");
    let (_, code) = read(&text, &C).unwrap_or_else(|(sources, found)| panic!("{}", describe(sources, &found)));
    let names = code.locations();
    let location = |name: &str| LocationId::new(names.iter().position(|known| known == name).unwrap_or(0));
    code.lower(&location).unwrap_or_else(|found| panic!("{found:?}"))
}

/// The events of each instruction of P0: tags are names joined by `+`.
fn events(body: &str) -> String {
    let threads = lowered(body).threads;
    let instructions = threads.iter().next().into_iter().flat_map(|thread| &thread.instructions);
    let lines: Vec<String> = instructions.map(|instruction| block(&instruction.block)).collect();
    lines.join(" ; ")
}

fn block(block: &Block) -> String {
    let events: Vec<String> = block.iter().filter_map(event).collect();
    events.join(", ")
}

fn event(op: &MicroOp) -> Option<String> {
    match op {
        MicroOp::Load { tags, width, .. } => Some(format!("R{width} {}", names(*tags))),
        MicroOp::Store { tags, .. } => Some(format!("W {}", names(*tags))),
        MicroOp::ReadModifyWrite { tags, .. } => Some(format!("RMW {}", names(*tags))),
        MicroOp::Synchronize { tags, .. } => Some(format!("S {}", names(*tags))),
        MicroOp::Fence { tags } => Some(format!("F {}", names(*tags))),
        MicroOp::Branch { target, .. } => Some(format!("branch {target:?}")),
        MicroOp::Jump(target) => Some(format!("jump {target:?}")),
        MicroOp::If { then, otherwise, .. } => Some(format!("[{} | {}]", block(then), block(otherwise))),
        _ => None,
    }
}

fn names(tags: TagSet) -> String {
    let all = C.tags().iter().enumerate();
    let carried: Vec<_> = all.filter(|(bit, _)| tags.contains(*bit as u32)).map(|(_, name)| name).collect();
    carried.join("+")
}

#[test]
fn accesses_that_depend_on_each_other_are_ordered_and_no_others() {
    assert_eq!(events("*y = *x;"), "R32 NA ; W NA");
    assert_eq!(events("int r = *x + *y;"), "R32 NA, R32 NA");
    assert_eq!(events("*y = *x + *y;"), "R32 NA, R32 NA ; W NA");
    assert_eq!(events("int r = **p;"), "R64 NA ; R32 NA");
    assert_eq!(events("a[*y] += 2;"), "R32 NA ; R32 NA ; W NA");
}

#[test]
fn orders_are_tags() {
    assert_eq!(events("int r = atomic_load_explicit(x, memory_order_acquire);"), "R32 ACQ+A");
    assert_eq!(events("atomic_store(x, 1);"), "W SC+A");
    assert_eq!(events("atomic_init(x, 1);"), "W NA");
    assert_eq!(events("atomic_thread_fence(memory_order_acq_rel);"), "F ACQ_REL+NA");
    assert_eq!(events("atomic_signal_fence(memory_order_acq_rel);"), "");
    assert_eq!(events("atomic_fetch_add_explicit(x, 1, memory_order::release);"), "RMW X+RMW+REL+A");
    assert_eq!(events("int r = __atomic_load_n(x, __ATOMIC_CONSUME);"), "R32 CON+A");
    assert_eq!(events("int r = atomic_load_explicit(x, std::memory_order_relaxed);"), "R32 RLX+A");
}

#[test]
fn a_compare_exchange_reads_what_is_expected_and_writes_it_back() {
    let orders = "memory_order_acquire, memory_order_relaxed";
    assert_eq!(
        events(&format!("int r = atomic_compare_exchange_strong_explicit(x, y, 2, {orders});")),
        "R32 NA ; [RMW X+RMW+ACQ+A | R32 RLX+A] ; [W NA | ]"
    );
    assert_eq!(
        events(&format!("int e = 0; int r = atomic_compare_exchange_weak_explicit(x, &e, 2, {orders});")),
        " ; [RMW X+RMW+ACQ+A | R32 RLX+A]"
    );
}

#[test]
fn logical_operators_and_loops_are_control_flow() {
    assert_eq!(
        events("if (*x && *y) *a = 1;"),
        "R32 NA, branch Instruction(i3) ; R32 NA, branch Instruction(i3) ; W NA"
    );
    // The body stands before the condition.
    assert_eq!(events("while (*x) *y = 1;"), "jump Instruction(i2) ; W NA ; R32 NA, branch Instruction(i1)");
    assert_eq!(events("do *y = 1; while (*x);"), "W NA ; R32 NA, branch Instruction(i0)");
    assert_eq!(events("int r = *x ? 1 : *y;"), "R32 NA, branch Instruction(i3) ;  ; jump Instruction(i4) ; R32 NA ; ");
}

#[test]
fn parameters_start_with_the_addresses_of_the_locations_of_their_names() {
    let lowered = lowered("int r = *x;");
    let defaults = lowered.default_registers.iter().map(|default| {
        let name = lowered.registers[default.register].name.as_str();
        (name, default.thread.number(), default.low, default.value.clone())
    });
    let expected = ["x", "y", "p", "a"].into_iter().enumerate();
    let address = |location| Operation::Address(LocationId::new(location), 0);
    assert!(defaults.eq(expected.map(|(location, name)| (name, 0, 0, address(location)))));
}

#[test]
fn locks_are_events_at_their_mutex() {
    assert_eq!(events("lock(x); *y = 1; unlock(x);"), "S LK+LF+NA ; W NA ; S UL+NA");
    assert_eq!(events("lock(*p);"), "R64 NA ; S LK+LF+NA");
    assert_eq!(events("__lock(x);"), "S LK+LKR+NA ; S LK+LKW+NA");
    assert_eq!(events("int r = __trylock(x);"), "[S LK+LKR+NA | S LF+NA] ; [S LK+LKW+NA | ]");
}
