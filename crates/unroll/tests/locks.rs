//! Locks with three threads under the models of several architectures and of C: right ones hold, as far as their loops were gone round, and with one order less they are violated.
//!
//! The sources are in `locks`, each with what clang makes of it (`-O0`), as it stands and with `-DBUG`.

mod shipped;

use bmc::Limits;
use bmc::violations::{ProgramVerdict, Wrong, check};
use lakmus_unroll::unroll;

use shipped::target_and_model;

macro_rules! locks {
    ($($name:literal: $is_complete:literal),* $(,)?) => {
        &[$(Lock {
            name: $name,
            is_complete: $is_complete,
            right: include_str!(concat!("locks/", $name, ".ll")),
            broken: include_str!(concat!("locks/", $name, "_broken.ll")),
        }),*]
    };
}

struct Lock {
    name: &'static str,
    /// Whether one turn of each loop is enough for all executions.
    is_complete: bool,
    right: &'static str,
    broken: &'static str,
}

/// Loops of `ttas` and `rwlock` try to write again. So do those of `qspinlock` by instructions; in C's own models its failing compare-exchanges only read, and expect what they found.
const LOCKS: &[Lock] = locks![
    "clh": true,
    "mcs": true,
    "qspinlock": false,
    "rwlock": false,
    "seqlock": true,
    "ticket": true,
    "ttas": false,
];

fn verdict(text: &str, model: &str) -> ProgramVerdict {
    let (target, model) = target_and_model(model);
    let program = cprog::read([text]).unwrap_or_else(|error| panic!("{error:?}"));
    let limits = lakmus_unroll::Limits { turns: 1, steps: 200_000, cancelled: &|| false };
    let unrolling = unroll(&program, &target, &limits).unwrap_or_else(|refused| panic!("{refused:?}"));
    check(&unrolling.unrolled, &model, &Limits::default()).unwrap_or_else(|refusal| panic!("{refusal}")).verdict
}

fn compare(model: &str, locks: impl Iterator<Item = &'static Lock>) {
    for lock in locks {
        let found = verdict(lock.right, model);
        let is_complete = lock.is_complete || (lock.name, model) == ("qspinlock", "rc11");
        let is_expected = match found {
            ProgramVerdict::Holds => is_complete,
            ProgramVerdict::HoldsSoFar(_) => !is_complete,
            ProgramVerdict::Violated(_) | ProgramVerdict::NeverEnds => false,
        };
        assert!(is_expected, "{} under {model}: {found:?}", lock.name);
        let found = verdict(lock.broken, model);
        let is_violated = matches!(&found, ProgramVerdict::Violated(execution) if execution.is_confirmed);
        assert!(is_violated, "{}, broken, under {model}: {found:?}", lock.name);
    }
}

#[test]
fn locks_of_c() {
    compare("rc11", LOCKS.iter());
}

/// The queue of `qspinlock` takes half a minute under models of processors.
#[test]
fn locks_of_aarch64() {
    compare("aarch64", LOCKS.iter().filter(|lock| lock.name != "qspinlock"));
}

#[test]
fn locks_of_power() {
    compare("power", LOCKS.iter().filter(|lock| lock.name != "qspinlock"));
}

#[test]
fn locks_of_risc_v() {
    compare("rvwmo", LOCKS.iter().filter(|lock| lock.name != "qspinlock"));
}

/// A loop that waits and keeps what it has read may still change something else: then its turns are all different.
#[test]
fn a_loop_that_counts_its_turns_is_not_cut() {
    let text = |most: u32| {
        format!(
            "@flag = global i32 0
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare void @__assert_fail(ptr, ptr, i32, ptr)
define ptr @worker(ptr %a) {{
  store atomic i32 1, ptr @flag release, align 4
  ret ptr null
}}
define i32 @main() {{
entry:
  %h = alloca i64
  %c = call i32 @pthread_create(ptr %h, ptr null, ptr @worker, ptr null)
  br label %wait
wait:
  %turns = phi i32 [ 0, %entry ], [ %more, %wait ]
  %more = add i32 %turns, 1
  %v = load atomic i32, ptr @flag acquire, align 4
  %is = icmp eq i32 %v, 1
  br i1 %is, label %end, label %wait
end:
  %late = icmp ugt i32 %turns, {most}
  br i1 %late, label %bad, label %good
bad:
  call void @__assert_fail(ptr null, ptr null, i32 0, ptr null)
  unreachable
good:
  ret i32 0
}}
"
        )
    };
    for model in ["rc11", "aarch64"] {
        let soon = verdict(&text(0), model);
        assert!(matches!(soon, ProgramVerdict::Violated(_)), "{model}: {soon:?}");
        let late = verdict(&text(40), model);
        assert!(matches!(late, ProgramVerdict::HoldsSoFar(_)), "{model}: {late:?}");
    }
}

/// A compare-exchange that fails has only read: a loop around it waits, as one around a load does. `main` writes 1, or nothing.
#[test]
fn a_loop_around_a_compare_exchange_waits() {
    let text = |is_written: bool| {
        let write = if is_written { "  store atomic i32 1, ptr @word release, align 4\n" } else { "" };
        format!(
            "@word = global i32 0
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
define ptr @worker(ptr %a) {{
entry:
  %kept = alloca i8
  br label %again
again:
  %pair = cmpxchg ptr @word, i32 1, i32 42 acquire monotonic, align 4
  %has = extractvalue {{ i32, i1 }} %pair, 1
  %number = zext i1 %has to i8
  store i8 %number, ptr %kept
  %back = load i8, ptr %kept
  %bit = trunc i8 %back to i1
  %failed = xor i1 %bit, true
  br i1 %failed, label %again, label %end
end:
  ret ptr null
}}
define i32 @main() {{
  %h = alloca i64
  %c = call i32 @pthread_create(ptr %h, ptr null, ptr @worker, ptr null)
{write}  %thread = load i64, ptr %h
  %j = call i32 @pthread_join(i64 %thread, ptr null)
  ret i32 0
}}
"
        )
    };
    for model in ["rc11", "power", "rvwmo"] {
        let found = verdict(&text(true), model);
        assert!(matches!(found, ProgramVerdict::Holds), "{model}: {found:?}");
        let found = verdict(&text(false), model);
        let waits =
            matches!(&found, ProgramVerdict::Violated(execution) if matches!(execution.wrong, Wrong::NoProgress(_)));
        assert!(waits, "{model}: {found:?}");
    }
}
