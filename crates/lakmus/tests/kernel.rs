//! Programs that call the Linux kernel's primitives, under its model: litmus tests as `lakmus litmus2c` writes them have the verdicts that herd7 gives the tests.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

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

/// Tests whose programs say something else, and why.
const DIFFERENT: [(&str, &str); 0] = [];

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
        if DIFFERENT.iter().any(|(known, _)| *known == name) || is_refused && looks_at_locks(&path) {
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

/// What a program of one file says under these arguments.
fn verify(name: &str, text: &str, arguments: &[&str]) -> Option<(Option<i32>, String)> {
    if !testing::has(&["clang"]) {
        return None;
    }
    let directory = directory("kernel-programs");
    std::fs::write(directory.join(name), text).expect("a temporary file");
    let output = lakmus(&[&["verify", "--timeout", "60"], arguments, &[name]].concat(), &directory);
    Some((output.status.code(), said(&output)))
}

const MESSAGE: &str = "#include <lakmus/kernel.h>
#include <assert.h>
#include <pthread.h>
struct item { int value; struct item *next; };
static struct item item;
static struct item *published;
static void *writer(void *unused) {
    WRITE_ONCE(item.value, 42);
    PUBLISH;
    return 0;
}
static void *reader(void *unused) {
    rcu_read_lock();
    struct item *found = rcu_dereference(published);
    if (found) assert(READ_ONCE(found->value) == 42);
    rcu_read_unlock();
    return 0;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, writer, 0);
    pthread_create(&b, 0, reader, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
}
";

/// The address that a reader dereferences orders its reads (explanation.txt, "Dependency relations"); without a release nothing orders the writes.
#[test]
fn what_is_published_by_rcu_is_read_through_the_pointer() {
    let assigned = MESSAGE.replace("PUBLISH", "rcu_assign_pointer(published, &item)");
    let relaxed = MESSAGE.replace("PUBLISH", "WRITE_ONCE(published, &item)");
    let fenced = MESSAGE.replace("PUBLISH", "smp_wmb(); WRITE_ONCE(published, &item)");
    for (name, text, status) in [("assigned.c", assigned, 0), ("relaxed.c", relaxed, 1), ("fenced.c", fenced, 0)] {
        let Some((found, said)) = verify(name, &text, &[]) else { return };
        assert_eq!(found, Some(status), "{name}: {said}");
        assert!(said.contains("under lkmm"), "{name}: {said}");
    }
}

const COUNTER: &str = "#include <lakmus/kernel.h>
#include <assert.h>
#include <pthread.h>
static DEFINE_SPINLOCK(lock);
static int plain;
static atomic_t counted = ATOMIC_INIT(0);
static void *count(void *unused) {
    TAKE;
    plain++;
    GIVE;
    atomic_inc(&counted);
    return 0;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, count, 0);
    pthread_create(&b, 0, count, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(plain == 2);
    assert(atomic_read(&counted) == 2);
}
";

#[test]
fn a_counter_under_a_spinlock_counts() {
    let locked = COUNTER.replace("GIVE", "spin_unlock(&lock)").replace("TAKE", "spin_lock(&lock)");
    let unlocked = COUNTER.replace("GIVE", "").replace("TAKE", "");
    for (name, text, status) in [("locked.c", locked, 0), ("unlocked.c", unlocked, 1)] {
        let Some((found, said)) = verify(name, &text, &[]) else { return };
        assert_eq!(found, Some(status), "{name}: {said}");
    }
}

const WAITING: &str = "#include <lakmus/kernel.h>
#include <assert.h>
#include <pthread.h>
static int value;
static atomic_t ready = ATOMIC_INIT(0);
static void *writer(void *unused) {
    value = 1;
    SET;
    return 0;
}
static void *reader(void *unused) {
    WAIT;
    assert(value == 1);
    return 0;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, writer, 0);
    pthread_create(&b, 0, reader, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
}
";

/// Loops that wait are decided by one turn. Of a relaxed wait, the control dependency orders no read behind it (explanation.txt, "Dependency relations").
#[test]
fn loops_that_wait_for_an_atomic_variable_are_complete() {
    let set = "atomic_set_release(&ready, 1)";
    let waits = [
        ("while (!atomic_read_acquire(&ready)) cpu_relax()", set, 0),
        ("atomic_cond_read_acquire(&ready, VAL == 1)", set, 0),
        ("atomic_cond_read_relaxed(&ready, VAL == 1)", set, 1),
        ("atomic_cond_read_relaxed(&ready, VAL == 1); smp_rmb()", "smp_wmb(); atomic_set(&ready, 1)", 0),
        ("atomic_cond_read_acquire(&ready, VAL == 2)", set, 1),
    ];
    for (number, (wait, set, status)) in waits.into_iter().enumerate() {
        let text = WAITING.replace("WAIT", wait).replace("SET", set);
        let Some((found, said)) = verify(&format!("wait{number}.c"), &text, &[]) else { return };
        assert_eq!(found, Some(status), "{wait}: {said}");
        assert!(status == 1 || said.contains("holds, complete"), "{wait}: {said}");
    }
}

#[test]
fn the_primitives_are_refused_by_name_where_they_mean_nothing() {
    let text = COUNTER.replace("GIVE", "spin_unlock(&lock)").replace("TAKE", "spin_lock(&lock)");
    let Some((found, said)) = verify("machine.c", &text, &["--engine", "bmc", "--model", "aarch64"]) else { return };
    assert_eq!(found, Some(2), "{said}");
    assert!(said.contains("`spin_lock` under another model than the Linux kernel's (lkmm)"), "{said}");
    let atomic = "#include <stdatomic.h>\n#include <pthread.h>\nstatic atomic_int x;\nstatic void *t(void *u) { x = 1; return 0; }\nint main(void) {\n  \
                  pthread_t a; pthread_create(&a, 0, t, 0);\n  return x;\n}\n";
    let Some((found, said)) = verify("atomic.c", atomic, &["--engine", "bmc", "--model", "lkmm"]) else { return };
    assert_eq!(found, Some(2), "{said}");
    assert!(said.contains("an atomic operation of C11 under the model of the Linux kernel"), "{said}");
}
