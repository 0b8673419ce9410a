//! Programs that call the Linux kernel's primitives, under its model: litmus tests as `lakmus litmus2c` writes them have the verdicts that herd7 gives the tests.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use super::verdicts::expect_text;

fn lakmus(arguments: &[&str], directory: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_lakmus")).args(arguments).current_dir(directory).output().expect("it starts")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

fn directory(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&directory).expect("a temporary directory");
    directory
}

/// By name of a test whether an execution is one that its condition looks for.
fn expected(log: &str) -> BTreeMap<String, bool> {
    let mut all = BTreeMap::new();
    let mut is_for_all = false;
    for line in log.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["Test", _, kind] => is_for_all = kind == "Required",
            ["Observation", name, observed, ..] => {
                let without = if is_for_all { "Always" } else { "Never" };
                all.insert(name.to_owned(), observed != without);
            }
            _ => {}
        }
    }
    all
}

#[test]
fn litmus_tests_of_the_kernel_as_programs_have_the_verdicts_of_the_tests() {
    if !testing::has(&["clang"]) {
        return;
    }
    let tests = testing::root().join("corpus/linux");
    let log = std::fs::read_to_string(tests.join("expected.lkmm.log")).expect("the reference results");
    let expected = expected(&log);
    let directory = directory("kernel");
    let (mut compared, mut wrong) = (0, Vec::new());
    for (number, path) in testing::litmus_files(&tests).iter().enumerate() {
        // Each costs a run of clang and a formula.
        if number % 3 != 0 && !testing::is_thorough() {
            continue;
        }
        let name = path.file_stem().expect("a name").to_string_lossy();
        let Some(&is_reached) = expected.get(&*name) else { continue };
        let file = format!("{number}.c");
        let path = path.to_string_lossy();
        let written = lakmus(&["litmus2c", "--assert", &path, "-o", &file], &directory);
        assert!(written.status.success(), "{name}: {}", said(&written));
        let verified = lakmus(&["verify", "--timeout", "60", &file], &directory);
        let text = said(&verified);
        let is_refused = text.contains("a match on a set or relation");
        let wanted = i32::from(is_reached);
        if is_refused && looks_at_locks(&path) {
            continue;
        }
        if verified.status.code() != Some(wanted) || is_reached && !text.contains("an assertion fails") {
            wrong.push(format!("{name}: {wanted} expected: {text}"));
        }
        compared += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(compared > 20, "{compared} programs were compared");
}

/// Such models cannot be written as a formula; neither can they for the test itself.
fn looks_at_locks(path: &str) -> bool {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    text.contains("spin_trylock") || text.contains("spin_is_locked")
}

/// A program of two threads, which execute these functions, with what `main` does when they have ended.
fn two_threads(declarations: &str, [first, second]: [&str; 2], end: &str) -> String {
    format!(
        "#include <lakmus/kernel.h>\n#include <assert.h>\n#include <pthread.h>\n{declarations}\n\
         static void *first(void *unused) {{ {first} return 0; }}\n\
         static void *second(void *unused) {{ {second} return 0; }}\n\
         int main(void) {{\n  pthread_t a, b;\n  pthread_create(&a, 0, first, 0);\n  pthread_create(&b, 0, second, 0);\n  \
         pthread_join(a, 0);\n  pthread_join(b, 0);\n  {end}\n}}\n"
    )
}

/// The address that a reader dereferences orders its reads (explanation.txt, "Dependency relations"); without a release nothing orders the writes.
#[test]
fn what_is_published_by_rcu_is_read_through_the_pointer() {
    let declarations =
        "struct item { int value; struct item *next; };\nstatic struct item item;\nstatic struct item *published;";
    let reader = "rcu_read_lock(); struct item *found = rcu_dereference(published); if (found) assert(READ_ONCE(found->value) == 42); rcu_read_unlock();";
    let publications = [
        ("assigned", "rcu_assign_pointer(published, &item);", 0),
        ("relaxed", "WRITE_ONCE(published, &item);", 1),
        ("fenced", "smp_wmb(); WRITE_ONCE(published, &item);", 0),
    ];
    for (name, publish, status) in publications {
        let writer = format!("WRITE_ONCE(item.value, 42); {publish}");
        expect_text(
            &format!("kernel-{name}"),
            &two_threads(declarations, [&writer, reader], ""),
            &[(&[], status, &["under lkmm"])],
        );
    }
}

/// Two threads that count, with what stands around the plain counter.
fn counter([take, give]: [&str; 2]) -> String {
    let declarations = "static DEFINE_SPINLOCK(lock);\nstatic int plain;\nstatic atomic_t counted = ATOMIC_INIT(0);";
    let count = format!("{take} plain++; {give} atomic_inc(&counted);");
    two_threads(declarations, [&count, &count], "assert(plain == 2);\n  assert(atomic_read(&counted) == 2);")
}

const LOCKED: [&str; 2] = ["spin_lock(&lock);", "spin_unlock(&lock);"];

#[test]
fn a_counter_under_a_spinlock_counts() {
    expect_text("kernel-locked", &counter(LOCKED), &[(&[], 0, &[])]);
    expect_text("kernel-unlocked", &counter(["", ""]), &[(&[], 1, &[])]);
}

/// Loops that wait are decided by one turn. Of a relaxed wait, the control dependency orders no read behind it (explanation.txt, "Dependency relations").
#[test]
fn loops_that_wait_for_an_atomic_variable_are_complete() {
    let set = "atomic_set_release(&ready, 1);";
    let waits = [
        ("while (!atomic_read_acquire(&ready)) cpu_relax();", set, 0),
        ("atomic_cond_read_acquire(&ready, VAL == 1);", set, 0),
        ("atomic_cond_read_relaxed(&ready, VAL == 1);", set, 1),
        ("atomic_cond_read_relaxed(&ready, VAL == 1); smp_rmb();", "smp_wmb(); atomic_set(&ready, 1);", 0),
        ("atomic_cond_read_acquire(&ready, VAL == 2);", set, 1),
    ];
    let declarations = "static int value;\nstatic atomic_t ready = ATOMIC_INIT(0);";
    for (number, (wait, set, status)) in waits.into_iter().enumerate() {
        let (writer, reader) = (format!("value = 1; {set}"), format!("{wait} assert(value == 1);"));
        let words: &[&str] = if status == 0 { &["holds, complete"] } else { &[] };
        let text = two_threads(declarations, [&writer, &reader], "");
        expect_text(&format!("kernel-wait{number}"), &text, &[(&[], status, words)]);
    }
}

#[test]
fn the_primitives_are_refused_by_name_where_they_mean_nothing() {
    let machine: &[&str] = &["--engine", "bmc", "--model", "aarch64"];
    let wanted = "`spin_lock` under another model than the Linux kernel's (lkmm)";
    expect_text("kernel-machine", &counter(LOCKED), &[(machine, 2, &[wanted])]);
    let atomic = "#include <stdatomic.h>\n#include <pthread.h>\nstatic atomic_int x;\nstatic void *t(void *u) { x = 1; return 0; }\nint main(void) {\n  \
                  pthread_t a; pthread_create(&a, 0, t, 0);\n  return x;\n}\n";
    let kernel: &[&str] = &["--engine", "bmc", "--model", "lkmm"];
    let wanted = "an atomic operation of C11 under the model of the Linux kernel";
    expect_text("kernel-atomic", atomic, &[(kernel, 2, &[wanted])]);
}
