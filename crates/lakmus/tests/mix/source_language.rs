//! The source language: operators on atomic objects, GCC's built-in functions, members of C++ and of Rust. What a test may do under the model of C, and that compilers' code for it does
//! no more. What is to come out is from C11 (6.5.2.4, 6.5.16), GCC's manual and C++20 (33.5), case by case.

use std::path::Path;

use libtest_mimic::{Failed, Trial};

use crate::{expect, is_there, lakmus, needing};

/// Where things are: a location of each type that cases use. A thread has those that it names.
const PARAMETERS: [(&str, &str); 8] = [
    ("atomic_int", "x"),
    ("atomic_int", "y"),
    ("atomic_int", "z"),
    ("atomic_int", "w"),
    ("int", "a"),
    ("int", "b"),
    ("atomic_uint", "u"),
    ("_Atomic int8_t", "s"),
];

/// A case: its name, the bodies of two threads, the condition, and what is observed of it.
type Language = (&'static str, &'static str, &'static str, &'static str, &'static str);

const CASES: [Language; 17] = [
    ("operators", "*x = 1; int r0 = *y;", "*y = 1; int r0 = *x;", "exists (0:r0=0 /\\ 1:r0=0)", "Never"),
    ("plain-access-of-the-same", "*(volatile int *)a = 1;", "int r0 = atomic_load(x);", "exists (1:r0=1)", "Never"),
    ("increments", "(*x)++; *x += 2;", "int r0 = ++*x; --*x;", "exists (~(x=3))", "Never"),
    ("old-and-new", "int r0 = (*x)++; int r1 = ++*x; *x *= 5;", "", "forall (0:r0=0 /\\ 0:r1=2 /\\ x=10)", "Always"),
    (
        "sync-is-a-full-barrier",
        "WRITE_ONCE(*a, 1); __sync_fetch_and_add(z, 1); int r0 = READ_ONCE(*b);",
        "WRITE_ONCE(*b, 1); __sync_or_and_fetch(w, 0); int r0 = READ_ONCE(*a);",
        "exists (0:r0=0 /\\ 1:r0=0)",
        "Never",
    ),
    (
        "an-update-alone-is-none",
        "WRITE_ONCE(*a, 1); atomic_fetch_add(z, 1); int r0 = READ_ONCE(*b);",
        "WRITE_ONCE(*b, 1); atomic_fetch_add(w, 1); int r0 = READ_ONCE(*a);",
        "exists (0:r0=0 /\\ 1:r0=0)",
        "Sometimes",
    ),
    (
        "sync-that-fails-is-a-full-barrier",
        "WRITE_ONCE(*a, 1); int e = __sync_bool_compare_and_swap(z, 9, 8); int r0 = READ_ONCE(*b);",
        "WRITE_ONCE(*b, 1); __sync_synchronize(); int r0 = READ_ONCE(*a);",
        "exists (0:r0=0 /\\ 1:r0=0)",
        "Never",
    ),
    (
        "sync-values",
        "int r0 = __sync_val_compare_and_swap(x, 0, 7); int r1 = __sync_bool_compare_and_swap(x, 7, 3); int r2 = __sync_nand_and_fetch(x, 1); int r3 = __sync_fetch_and_sub(x, 1);",
        "",
        "forall (0:r0=0 /\\ 0:r1=1 /\\ 0:r2=-2 /\\ 0:r3=-2 /\\ x=-3)",
        "Always",
    ),
    (
        "sync-lock",
        "int r0 = __sync_lock_test_and_set(x, 1); if (r0 == 0) { *a = *a + 1; __sync_lock_release(x); }",
        "int r0 = __sync_lock_test_and_set(x, 1); if (r0 == 0) { *a = *a + 1; __sync_lock_release(x); }",
        "exists (0:r0=0 /\\ 1:r0=0 /\\ ~(a=2))",
        "Never",
    ),
    (
        "generic-builtins",
        "int v = 5; __atomic_store(a, &v, __ATOMIC_RELEASE); int r0; __atomic_load(a, &r0, __ATOMIC_ACQUIRE); int e = 4; \
         int r1 = __atomic_compare_exchange(a, &e, &v, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); int n = 6; int r2; __atomic_exchange(a, &n, &r2, __ATOMIC_ACQ_REL);",
        "",
        "forall (0:r0=5 /\\ 0:e=5 /\\ 0:r1=0 /\\ 0:r2=5 /\\ a=6)",
        "Always",
    ),
    (
        "flags",
        "int r0 = __atomic_test_and_set(a, __ATOMIC_SEQ_CST); int r1 = __atomic_test_and_set(a, __ATOMIC_SEQ_CST); __atomic_clear(a, __ATOMIC_RELEASE);",
        "",
        "forall (0:r0=0 /\\ 0:r1=1 /\\ a=0)",
        "Always",
    ),
    (
        "greatest-and-least",
        "*x = -1; *u = 4294967295u; *s = -128; int r0 = atomic_fetch_max(x, 0); atomic_fetch_max(u, 1u); int r1 = *u == 4294967295u; int r2 = atomic_fetch_min(s, 127); \
         int r3 = __atomic_max_fetch(s, 5, __ATOMIC_RELAXED);",
        "",
        "forall (0:r0=-1 /\\ x=0 /\\ 0:r1=1 /\\ 0:r2=-128 /\\ 0:r3=5)",
        "Always",
    ),
    (
        "once-is-no-race",
        "WRITE_ONCE(*a, 1); WRITE_ONCE(*b, 1);",
        // Without an operation of C11 the test would be one of the kernel's model.
        "int r0 = READ_ONCE(*b); int r1 = READ_ONCE(*a); int r2 = atomic_load_explicit(x, memory_order_relaxed);",
        "exists (1:r0=1 /\\ 1:r1=0)",
        "Sometimes",
    ),
    (
        "members-of-c++",
        "x->store(1, std::memory_order_release); std::atomic_ref<int> r(*a); r.fetch_add(2); r += 1; int r0 = y->load();",
        "y->store(1); int e = 5; bool r1 = std::atomic_ref(*b).compare_exchange_strong(e, 1, std::memory_order_acq_rel); int r0 = (*x).load();",
        "exists (~(a=3 /\\ b=0 /\\ 1:e=0 /\\ 1:r1=0))",
        "Never",
    ),
    (
        "members-of-rust",
        "x.store(1, Ordering::SeqCst); int r0 = y.load(Ordering::SeqCst);",
        "int r1 = y.swap(1, Ordering::SeqCst); int r0 = x.load(Ordering::SeqCst);",
        "exists (0:r0=0 /\\ 1:r0=0)",
        "Never",
    ),
    (
        "builtins-of-clang",
        "__c11_atomic_store(x, 1, __ATOMIC_RELEASE); int r0 = __c11_atomic_fetch_add(y, 3, __ATOMIC_RELAXED);",
        "int r1 = __c11_atomic_load(x, __ATOMIC_ACQUIRE);",
        "exists (~(y=3))",
        "Never",
    ),
    (
        "weak-and-strong",
        "int e = 0; int r0 = __atomic_compare_exchange_n(a, &e, 1, 1, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);",
        "",
        "exists (0:r0=0 /\\ a=0)",
        "Sometimes",
    ),
];

fn text((name, first, second, condition, _): Language) -> String {
    let parameters = |body: &str| -> String {
        let words: Vec<&str> = body.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
        let named = PARAMETERS.iter().filter(|(_, name)| words.contains(name));
        named.map(|(ctype, name)| format!("{ctype} *{name}")).collect::<Vec<_>>().join(", ")
    };
    let threads = [first, second].map(|body| format!("({}) {{ {body} }}", parameters(body)));
    format!("C {name}\n{{ }}\nP0{}\nP1{}\n{condition}\n", threads[0], threads[1])
}

fn written(folder: &Path, case: Language) -> Result<String, Failed> {
    let path = folder.join(format!("{}.litmus", case.0.replace('+', "p")));
    std::fs::write(&path, text(case))?;
    Ok(path.display().to_string())
}

fn run(words: &[&str]) -> (String, i32) {
    let output = lakmus(words);
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    (text, output.status.code().unwrap_or(-1))
}

/// Under RC11, and its variant that mixing judges by.
fn under_the_model(folder: &Path) -> Result<(), Failed> {
    for case in CASES {
        let path = written(folder, case)?;
        for model in ["rc11", "rc11-load-buffering"] {
            let (found, _) = run(&["run", "--model", model, &path]);
            let observation = format!("Observation {} {}", case.0, case.4);
            expect(found.contains(&observation) && !found.contains("Undef"), &format!("{}\n{found}", text(case)))?;
        }
    }
    Ok(())
}

/// Operators and functions without an order are operations that tables have.
fn by_tables(folder: &Path) -> Result<(), Failed> {
    let increments = ("updates", "(*x)++; int r0 = *y;", "*y += 1; int r0 = *x;", "exists (0:r0=0 /\\ 1:r0=0)", "");
    for case in [CASES[0], increments] {
        let path = written(folder, case)?;
        let (found, status) = run(&["mix", "run", "--table", "aarch64-abi", "--table", "aarch64-abi-lse", &path]);
        expect(status == 0 && found.contains("0 code gaps"), &found)?;
    }
    let path = written(folder, CASES[0])?;
    let (found, status) = run(&["mix", "run", "--table", "aarch64-jvm-ldapr", "--table", "aarch64-abi", &path]);
    expect(status == 1 && found.contains("outcome 0:r0=0; 1:r0=0;"), &found)
}

/// Compilers take each case as it is, and their code does no more than the test may but where it is said. What is missing is what a compiler lacks: gcc has no built-in functions for the greatest
/// and the least.
fn by_a_compiler(folder: &Path, profile: &str, lacks: &[&str], alarms: &[&str]) -> Result<(), Failed> {
    for case in CASES {
        let path = written(folder, case)?;
        let (found, status) = run(&["mix", "run", "--profile", profile, &path]);
        let expected = if lacks.contains(&case.0) { 3 } else { i32::from(alarms.contains(&case.0)) };
        expect(status == expected, &format!("{profile}: {status}, not {expected}: {}\n{found}", text(case)))?;
    }
    Ok(())
}

/// What a profile needs, the profile, the cases that it lacks something for, and those that it raises an alarm in.
type Profile = (&'static [&'static str], &'static str, &'static [&'static str], &'static [&'static str]);

pub(crate) fn cases() -> Vec<Trial> {
    fn in_folder(
        work: impl FnOnce(&Path) -> Result<(), Failed> + Send + 'static,
    ) -> impl FnOnce() -> Result<(), Failed> + Send {
        move || work(tempfile::tempdir()?.path())
    }
    let mut all = vec![
        Trial::test("source_language::under_the_model", in_folder(under_the_model)),
        Trial::test("source_language::by_tables", in_folder(by_tables)),
    ];
    const MAXIMUM: &[&str] = &["greatest-and-least"];
    // LLVM has sequentially consistent operations for `__sync`, and no barrier behind them where the architecture's operations are none. gcc has one, but where a machine with LSE runs
    // `casal`, which is a barrier only where it writes.
    const SYNC: &[&str] = &["sync-is-a-full-barrier", "sync-that-fails-is-a-full-barrier"];
    const FAILING: &[&str] = &["sync-that-fails-is-a-full-barrier"];
    const OUTLINED: &[&str] = &["clang-14", "aarch64-linux-gnu-gcc"];
    // A comparison that fails between exclusives goes round again with what it has found: such a loop is gone round as far as the bound, and what lies behind is not judged.
    const COMPARED: &[&str] = &["old-and-new"];
    // Whether clang calls functions for atomic operations depends on the libraries that it finds, unless it is said.
    let compilers: [Profile; 4] = [
        (&["clang-14"], "c=clang-14 --target=x86_64-linux-gnu -O2", &[], &[]),
        // The functions are gcc's.
        (OUTLINED, "c=clang-14 --target=aarch64-linux-gnu -O2 -moutline-atomics", &[], SYNC),
        (&["clang-14"], "c=clang-14 --target=aarch64-linux-gnu -O2 -mno-outline-atomics", COMPARED, SYNC),
        (&["aarch64-linux-gnu-gcc"], "c=aarch64-linux-gnu-gcc -O2", MAXIMUM, FAILING),
    ];
    for (number, (needed, profile, lacks, alarms)) in compilers.into_iter().enumerate() {
        let missing = needed.iter().find(|compiler| !is_there(compiler));
        let work = move |folder: &Path| by_a_compiler(folder, profile, lacks, alarms);
        let trial = Trial::test(format!("source_language::by_a_compiler_{number}"), in_folder(work));
        all.extend(needing(missing.is_none(), missing.unwrap_or(&needed[0]), vec![trial]));
    }
    all
}
