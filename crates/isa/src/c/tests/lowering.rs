use litmus::{Language, LoweredCode};
use program::{Block, Computation, Index, LocationId, MicroOp, TagSet};

use super::{describe, read};
use crate::c::C;
use crate::c::primitives::{self, Shape};

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
        MicroOp::Mark(mark) => Some(format!("{mark:?}")),
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
    assert_eq!(events("*y = *x;"), "R32 SC+A ; W NA");
    assert_eq!(events("int r = *x + *y;"), "R32 SC+A, R32 NA");
    assert_eq!(events("*y = *x + *y;"), "R32 SC+A, R32 NA ; W NA");
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

/// C11 6.3.2.1, 6.5.16, 6.5.16.2, 6.5.2.4: operators on objects of atomic types.
#[test]
fn operators_on_atomic_objects_are_sequentially_consistent() {
    assert_eq!(events("*x = 1;"), "W SC+A");
    assert_eq!(events("x[0] = 1;"), "W SC+A");
    assert_eq!(events("int r = *(atomic_int *)y;"), "R32 SC+A");
    assert_eq!(events("int r = *(int *)x;"), "R32 NA");
    for update in ["(*x)++;", "--*x;", "*x += 2;", "*x <<= 1;", "int r = (*x)++;"] {
        assert_eq!(events(update), "RMW X+RMW+SC+A", "{update}");
    }
    assert_eq!(events("atomic_init(x, 1); *y += 1;"), "W NA ; R32 NA ; W NA");
}

/// GCC's manual: `__sync` functions are full barriers, but for those of locks.
#[test]
fn builtins_of_gcc() {
    // What comes first may be a declaration, which has no event.
    let events = |body: &str| events(body).trim_start_matches(" ; ").to_owned();
    assert_eq!(events("__sync_fetch_and_add(y, 1);"), "F SC+NA ; RMW X+RMW+SC+A ; F SC+NA");
    assert_eq!(
        events("int r = __sync_bool_compare_and_swap(y, 0, 1);"),
        "F SC+NA ; [RMW X+RMW+SC+A | R32 SC+A] ; F SC+NA"
    );
    assert_eq!(events("__sync_synchronize();"), "F SC+NA");
    assert_eq!(events("int r = __sync_lock_test_and_set(y, 1);"), "RMW X+RMW+ACQ+A");
    assert_eq!(events("__sync_lock_release(y);"), "W REL+A");
    assert_eq!(events("int r; __atomic_load(y, &r, __ATOMIC_ACQUIRE);"), "R32 ACQ+A");
    assert_eq!(events("int v = 1; __atomic_store(y, &v, __ATOMIC_RELEASE);"), "W REL+A");
    assert_eq!(events("__atomic_store(y, a, __ATOMIC_RELEASE);"), "R32 NA ; W REL+A");
    assert_eq!(events("int r; int v = 1; __atomic_exchange(y, &v, &r, __ATOMIC_RELAXED);"), "RMW X+RMW+RLX+A");
    assert_eq!(events("int r = __atomic_fetch_max(y, 1, __ATOMIC_RELAXED);"), "RMW X+RMW+RLX+A");
    assert_eq!(events("int r = __c11_atomic_load(x, __ATOMIC_ACQUIRE);"), "R32 ACQ+A");
    assert_eq!(events("int r = READ_ONCE(*y); WRITE_ONCE(*y, 1);"), "R32 RLX+A ; W RLX+A");
}

/// Members of C++ and Rust are C's functions by other names.
#[test]
fn members() {
    let same = [
        ("int r = x->load();", "int r = atomic_load(x);"),
        ("int r = (*x).load(std::memory_order_acquire);", "int r = atomic_load_explicit(x, memory_order_acquire);"),
        ("x.store(1, Ordering::Release);", "atomic_store_explicit(x, 1, memory_order_release);"),
        ("int r = x.swap(1, Ordering::AcqRel);", "int r = atomic_exchange_explicit(x, 1, memory_order_acq_rel);"),
        ("std::atomic_ref<int>(*y).store(1);", "atomic_store(y, 1);"),
        (
            "std::atomic_ref a{*y}; a.fetch_add(1, std::memory_order_relaxed);",
            "atomic_fetch_add_explicit(y, 1, memory_order_relaxed);",
        ),
        (
            "std::atomic_ref<int> a(*y); int r = a; a = 1; a++;",
            "int r = atomic_load(y); atomic_store(y, 1); atomic_fetch_add(y, 1);",
        ),
        (
            "int e = 0; int r = x->compare_exchange_strong(e, 1, std::memory_order_acq_rel);",
            "int e = 0; int r = atomic_compare_exchange_strong_explicit(x, &e, 1, memory_order_acq_rel, memory_order_acquire);",
        ),
    ];
    for (member, function) in same {
        assert_eq!(events(member), events(function), "{member}");
    }
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
        "Choice(0) ; R32 SC+A, branch Instruction(i4) ; R32 NA, branch Instruction(i4) ; W NA ; Join(0)"
    );
    // The body stands before the condition.
    assert_eq!(
        events("while (*x) *y = 1;"),
        "Choice(0) ; jump Instruction(i3) ; W NA ; R32 SC+A, branch Instruction(i2) ; Join(0)"
    );
    assert_eq!(events("do *y = 1; while (*x);"), "Choice(0) ; W NA ; R32 SC+A, branch Instruction(i1) ; Join(0)");
    // Where one way does not come to the end, there is no join.
    assert_eq!(
        events("while (*x) { if (*y) break; }"),
        "Choice(0) ; jump Instruction(i4) ; R32 NA, branch Instruction(i4) ; jump Instruction(i5) ; \
         R32 SC+A, branch Instruction(i2) ; Join(0)"
    );
    assert_eq!(events("if (*x) return;"), "R32 SC+A, branch Instruction(i2) ; jump Exit");
    assert_eq!(
        events("int r = *x ? 1 : *y;"),
        "R32 SC+A, branch Instruction(i3) ;  ; jump Instruction(i4) ; R32 NA ; "
    );
}

#[test]
fn parameters_start_with_the_addresses_of_the_locations_of_their_names() {
    let lowered = lowered("int r = *x;");
    let defaults = lowered.default_registers.iter().map(|default| {
        let name = lowered.registers[default.register].name.as_str();
        (name, default.thread.number(), default.low, default.value.clone())
    });
    let expected = ["x", "y", "p", "a"].into_iter().enumerate();
    let address = |location| Computation::Address(LocationId::new(location), 0);
    assert!(defaults.eq(expected.map(|(location, name)| (name, 0, 0, address(location)))));
}

/// A call of a function, and what must be read by it: the object it acts on, and local variables.
fn call(name: &str, shape: Shape, arguments: &[&str]) -> (String, Vec<String>) {
    let mut read = Vec::new();
    let texts: Vec<String> = (0..)
        .zip(arguments)
        .map(|(number, argument)| {
            let pointer = |read: &mut Vec<String>, name: &str| {
                read.push(name.to_owned());
                name.to_owned()
            };
            match argument.trim_matches(['[', ']']) {
                "object" | "mutex" | "lock" | "structure" => pointer(&mut read, "x"),
                "*object" => format!("*{}", pointer(&mut read, "x")),
                "expected" => pointer(&mut read, "y"),
                "operator" => "+".to_owned(),
                "weak" => "0".to_owned(),
                order if order.starts_with("order") => "memory_order_relaxed".to_owned(),
                _ => pointer(&mut read, &format!("v{number}")),
            }
        })
        .collect();
    let annotation = if shape.is_annotated() && name.starts_with("__") { "{once}" } else { "" };
    let list = if shape == Shape::AnnotatedFence { String::new() } else { format!("({})", texts.join(", ")) };
    (format!("{name}{annotation}{list};"), read)
}

/// The names of the registers that a block reads, and whether it has an event.
fn reads(block: &Block, lowered: &LoweredCode, found: &mut Vec<String>) -> bool {
    let mut has_event = false;
    for op in block {
        match op {
            MicroOp::ReadRegister { register, .. } => found.push(lowered.registers[*register].name.clone()),
            MicroOp::If { then, otherwise, .. } => {
                has_event |= reads(then, lowered, found) | reads(otherwise, lowered, found);
            }
            MicroOp::Load { .. }
            | MicroOp::Store { .. }
            | MicroOp::ReadModifyWrite { .. }
            | MicroOp::Fence { .. }
            | MicroOp::Synchronize { .. } => has_event = true,
            MicroOp::Let { .. }
            | MicroOp::WriteRegister { .. }
            | MicroOp::Written { .. }
            | MicroOp::Nondeterministic { .. }
            | MicroOp::Assume { .. }
            | MicroOp::Require { .. }
            | MicroOp::Mark(_)
            | MicroOp::Jump(_)
            | MicroOp::JumpTo { .. }
            | MicroOp::Branch { .. } => {}
        }
    }
    has_event
}

/// Each function that is known lowers to an event (but those that are nothing to other threads), and reads what its arguments name.
#[test]
fn every_primitive_lowers_and_reads_its_arguments() {
    for name in primitives::names() {
        let shape = primitives::find(&name).expect("a name of the table");
        let all = shape.arguments();
        let least = all.iter().filter(|argument| !argument.starts_with('[')).count();
        for count in least..=all.len() {
            let (call, wanted) = call(&name, shape, &all[..count]);
            let declarations: String = (0..6).map(|number| format!("int v{number} = *a; ")).collect();
            let before = lowered(&declarations).threads.iter().map(|thread| thread.instructions.len()).sum::<usize>();
            let lowered = lowered(&format!("{declarations}{call}"));
            let thread = lowered.threads.iter().next().expect("one thread");
            let (mut found, mut has_event) = (Vec::new(), false);
            // The declarations come first, and the step that they end in may be that of the call.
            for instruction in thread.instructions.iter().skip(before - 1) {
                has_event |= reads(&instruction.block, &lowered, &mut found);
            }
            let is_nothing = matches!(shape, Shape::SignalFence | Shape::KillDependency);
            assert!(has_event || is_nothing, "{call} has no event");
            for name in wanted.iter().filter(|_| !is_nothing) {
                assert!(found.contains(name), "{call} reads {found:?}, not `{name}`");
            }
        }
    }
}

#[test]
fn locks_are_events_at_their_mutex() {
    assert_eq!(events("lock(x); *y = 1; unlock(x);"), "S LK+NA+LF ; W NA ; S UL+NA");
    assert_eq!(events("lock(*p);"), "R64 NA ; S LK+NA+LF");
    assert_eq!(events("__lock(x);"), "S LK+LKR+NA ; S LK+LKW+NA");
    assert_eq!(events("int r = __trylock(x);"), "[S LK+LKR+NA | S NA+LF] ; [S LK+LKW+NA | ]");
}
