//! Each access that is chosen is needed: without it, a violation is missed.

use super::{DelayedAccesses, Delays};
use crate::Model;
use crate::checker::analysis::locals::promote;
use crate::checker::code::StepId;
use crate::checker::lowering::lower;
use crate::checker::search::{Limits, Verdict, check_with};

/// Whether a violation is found when one access a cycle is delayed, but for what is `left_out` of the list of those; and how long that list is.
fn is_violated(text: &str, model: Model, left_out: Option<usize>) -> (bool, usize) {
    let program = cprog::read([text]).expect("LLVM IR that LLVM takes");
    assert_eq!(program.gaps, []);
    let mut code =
        lower(&program, model.facts().map(crate::checker::CompileTarget::of), true).expect("a program with main");
    promote(&mut code);
    let mut late = DelayedAccesses::find(&program, &code, model.into(), Delays::OneACycle);
    let mut steps: Vec<StepId> = late.steps.iter().copied().collect();
    steps.sort_unstable();
    if let Some(left_out) = left_out {
        late.steps.remove(&steps[left_out]);
    }
    let report = check_with(&program, &code, Some(&late), model, &Limits::default());
    match report.verdict {
        Verdict::Holds => (false, steps.len()),
        Verdict::Violated(_) => (true, steps.len()),
        Verdict::Unknown(why) => panic!("{why}"),
    }
}

/// Two threads of a program, `main` that starts them and another one that reads w, and x and y.
fn with_threads(first: &str, second: &str) -> String {
    format!(
        "@x = global i32 0\n@y = global i32 0\n@w = global i32 0\n@a = global i32 1\n@b = global i32 1\n\
         define ptr @t0(ptr %p) {{\nentry:\n{first}  ret ptr null\n}}\n\
         define ptr @t1(ptr %p) {{\nentry:\n{second}  ret ptr null\n}}\n\
         define ptr @t2(ptr %p) {{\nentry:\n  %w = load volatile i32, ptr @w\n  ret ptr null\n}}\n\
         declare i32 @pthread_create(ptr, ptr, ptr, ptr)\ndeclare i32 @pthread_join(i64, ptr)\ndeclare void @reach_error()\n\
         define i32 @main() {{\nentry:\n  %h0 = alloca i64\n  %h1 = alloca i64\n  %h2 = alloca i64\n  \
         call i32 @pthread_create(ptr %h0, ptr null, ptr @t0, ptr null)\n  \
         call i32 @pthread_create(ptr %h1, ptr null, ptr @t1, ptr null)\n  \
         call i32 @pthread_create(ptr %h2, ptr null, ptr @t2, ptr null)\n  \
         %j0 = load i64, ptr %h0\n  call i32 @pthread_join(i64 %j0, ptr null)\n  \
         %j1 = load i64, ptr %h1\n  call i32 @pthread_join(i64 %j1, ptr null)\n  \
         %a = load i32, ptr @a\n  %b = load i32, ptr @b\n  %or = or i32 %a, %b\n  %none = icmp eq i32 %or, 0\n  \
         br i1 %none, label %wrong, label %right\nwrong:\n  call void @reach_error()\n  ret i32 0\nright:\n  ret i32 0\n}}\n"
    )
}

/// Store buffering, with a fence in one thread, and in the other a write between the two accesses that is on no critical cycle.
fn with_a_write_between() -> String {
    with_threads(
        "  store volatile i32 1, ptr @x\n  store volatile i32 1, ptr @w\n  %r = load volatile i32, ptr @y\n  store i32 %r, ptr @a\n",
        "  store volatile i32 1, ptr @y\n  fence seq_cst\n  %r = load volatile i32, ptr @x\n  store i32 %r, ptr @b\n",
    )
}

/// Each thread may read what the other one writes later.
fn load_buffering() -> String {
    let thread = |read: &str, write: &str, result: &str| {
        format!(
            "  %r = load volatile i32, ptr @{read}\n  store volatile i32 1, ptr @{write}\n  %n = xor i32 %r, 1\n  store i32 %n, ptr @{result}\n"
        )
    };
    with_threads(&thread("x", "y", "a"), &thread("y", "x", "b"))
}

#[test]
fn violations_are_missed_without_the_delays_that_were_chosen() {
    let (between, buffering) = (with_a_write_between(), load_buffering());
    // How many accesses are chosen, and without how many of these, one left out at a time, the violation is missed.
    let programs = [
        ("store_buffering", include_str!("../../../../tests/programs/store_buffering.ll"), Model::TSO, (1, 1)),
        ("load buffering", &buffering, Model::RMO, (1, 1)),
        ("load buffering", &buffering, Model::ARMV8, (1, 1)),
        // x has to reach memory before w does, so that w is delayed, too, although it is on no critical cycle.
        ("a write between", &between, Model::TSO, (2, 2)),
        // x has to reach memory before the field does that no other thread looks at.
        ("own_field", include_str!("../../../../tests/programs/own_field.ll"), Model::TSO, (2, 2)),
        // The read of x, the write of what it reads, and the read back of that.
        ("read_back", include_str!("../../../../tests/programs/read_back.ll"), Model::RMO, (3, 3)),
    ];
    for (name, text, model, expected) in programs {
        let (found, chosen) = is_violated(text, model, None);
        assert!(found, "{name} under {model}");
        let needed = (0..chosen).filter(|left_out| !is_violated(text, model, Some(*left_out)).0).count();
        assert_eq!((chosen, needed), expected, "{name} under {model}");
    }
}
