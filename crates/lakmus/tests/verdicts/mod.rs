//! `lakmus verify` on programs in C whose verdicts are known: from public reports of bugs, from herd7 on the litmus tests that they are reduced to, or since nothing else can happen.
//!
//! The programs of `corpus/trials/verify` are files; others stand here. They are not run where clang is missing.

mod library;

use std::path::Path;
use std::process::Command;

const FOUND: i32 = 1;

/// What `lakmus verify` prints of a file, and its status.
fn verify(file: &str, arguments: &[&str], directory: &Path) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_lakmus"))
        .args(["verify", "--jobs", "1"])
        .args(if arguments.contains(&"--timeout") { &[][..] } else { &["--timeout", "60"] })
        .args(arguments)
        .arg(file)
        .current_dir(directory)
        .output()
        .expect("it starts");
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    (output.status.code().unwrap_or(-1), said)
}

fn expect(file: &str, arguments: &[&str], status: i32, words: &[&str]) {
    expect_in("trials/verify", file, arguments, status, words);
}

/// A program of a directory of the corpus.
pub(crate) fn expect_in(directory: &str, file: &str, arguments: &[&str], status: i32, words: &[&str]) {
    if !testing::has(&["clang"]) {
        return;
    }
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus").join(directory);
    let (found, said) = verify(file, arguments, &directory);
    assert_eq!(found, status, "{file} {arguments:?}: {said}");
    for word in words {
        assert!(said.contains(word), "{file} {arguments:?}: no `{word}` in {said}");
    }
}

/// A program of its own, in C where the name says nothing else, under some models.
pub(crate) fn expect_text(name: &str, text: &str, runs: &[(&[&str], i32, &[&str])]) {
    if !testing::has(&["clang"]) {
        return;
    }
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("verdicts");
    std::fs::create_dir_all(&directory).expect("a temporary directory");
    let file = if name.contains('.') { name.to_owned() } else { format!("{name}.c") };
    std::fs::write(directory.join(&file), text).expect("a temporary file");
    for (arguments, status, words) in runs {
        let (found, said) = verify(&file, arguments, &directory);
        assert_eq!(found, *status, "{name} {arguments:?}: {said}");
        for word in *words {
            assert!(said.contains(word), "{name} {arguments:?}: no `{word}` in {said}");
        }
    }
}

const STRATEGIES: [&str; 3] = ["every", "all", "one-a-cycle"];

/// What a supposed read let a thread write at once was read by another thread, whose assertion failed.
#[test]
fn a_write_behind_a_loop_of_two_reads_is_seen_under_no_strategy_before_they_are_right() {
    // One of the threads may give up, and the other waits for ever then: that is not the question here.
    let assertions = ["--no-check", "progress"];
    for strategy in STRATEGIES {
        for define in ["-DONE", "-DTWO", "-DLOOP", "-DLOOP2"] {
            let cflag = format!("--cflag={define}");
            let arguments = ["--model", "aarch64", "--delays", strategy, &cflag];
            let arguments: Vec<&str> = arguments.into_iter().chain(assertions).collect();
            expect("ring_loop2.c", &arguments, 0, &["holds"]);
        }
        for model in ["aarch64", "rmo"] {
            expect("ring.c", &["--model", model, "--delays", strategy, "--cflag=-DFIX"], 0, &["holds"]);
        }
        expect("ring.c", &["--model", "aarch64", "--delays", strategy], FOUND, &["assertion fails"]);
        expect("false_alarm_loop.c", &["--model", "aarch64", "--delays", strategy], 0, &["holds"]);
    }
}

#[test]
fn threads_that_spin_for_ever_make_no_progress() {
    for model in ["sc", "x86tso", "aarch64"] {
        expect("hang1.c", &["--model", model], FOUND, &["no progress", "thread 1 reads go = 0 at hang1.c:7:31"]);
        expect("hang2.c", &["--model", model], FOUND, &["no progress", "reads owner = "]);
        expect("hang1.c", &["--model", model, "--no-check", "progress"], 0, &["holds"]);
    }
    expect("hang1.c", &["--model", "power"], FOUND, &["no progress"]);
    expect("hang2.c", &["--model", "power"], FOUND, &["no progress"]);
}

/// The report of the bug in Linux (95bcade33a8a) and herd7 on `qspin_lse.litmus` and `qspin_ppc.litmus`.
#[test]
fn a_queue_node_that_is_initialised_late_is_waited_at_for_ever() {
    for (model, status) in [("sc", 0), ("x86tso", 0), ("aarch64", FOUND), ("power", FOUND)] {
        let words: &[&str] = if status == FOUND { &["no progress"] } else { &[] };
        expect("qspin_nodeinit.c", &["--model", model], status, words);
    }
    for model in ["x86tso", "aarch64"] {
        expect("qspin_nodeinit.c", &["--model", model, "--cflag=-DFIX"], 0, &["holds"]);
    }
}

/// VSync on DPDK's lock; herd7 on `mcs_llsc.litmus` (Sometimes), `mcs_lse.litmus` and `dpdk_ppc.litmus` (Never).
#[test]
fn a_link_that_is_stored_relaxed_is_enough_where_an_update_is_one_instruction() {
    let with = |mapping| ["--model", "aarch64", "--mapping", mapping];
    expect("dpdk_mcs.c", &with("aarch64-abi-lse"), 0, &["holds"]);
    expect("dpdk_mcs.c", &with("aarch64-abi"), FOUND, &["no progress"]);
    let exclusives = ["--model", "aarch64", "--mapping", "aarch64-abi", "--cflag=-DFIX"];
    expect("dpdk_mcs.c", &exclusives, 0, &["holds"]);
}

/// QEMU's bug (Launchpad 1805256): herd7 on `qemu_llsc.litmus` (Sometimes) and `qemu_lse.litmus` (Never).
#[test]
fn the_target_says_what_atomics_become() {
    let armv8 = ["--model", "aarch64"];
    expect("qemu_notify.c", &armv8, FOUND, &["as aarch64-abi-lse: holds", "as aarch64-abi: violated"]);
    let with =
        |options: &[&'static str]| -> Vec<&'static str> { armv8.into_iter().chain(options.iter().copied()).collect() };
    expect("qemu_notify.c", &with(&["--mapping", "aarch64-abi"]), FOUND, &["atomics as aarch64-abi"]);
    expect("qemu_notify.c", &with(&["--mapping", "aarch64-abi-lse"]), 0, &["atomics as aarch64-abi-lse"]);
    expect("qemu_notify.c", &with(&["--mapping", "aarch64-abi", "--cflag=-DFIX"]), 0, &["holds"]);
    expect("qemu_notify.c", &with(&["--mapping", "power-llvm"]), 2, &["aarch64 has no mapping `power-llvm`"]);
}

/// The same without headers, which are not there for every target.
const NOTIFY: &str = "\
typedef unsigned long thread; int pthread_create(thread *, const void *, void *(*)(void *), void *); int pthread_join(thread, void **);
void reach_error(void);
int me, work, r, s;
void *a(void *u) { __atomic_fetch_add(&me, 2, __ATOMIC_SEQ_CST); r = __atomic_load_n(&work, __ATOMIC_RELAXED); return 0; }
void *b(void *u) {
  __atomic_store_n(&work, 1, __ATOMIC_RELAXED); __atomic_thread_fence(__ATOMIC_SEQ_CST); s = __atomic_load_n(&me, __ATOMIC_RELAXED); return 0;
}
int main(void) {
  thread t, u;
  pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0);
  pthread_join(t, 0); pthread_join(u, 0);
  if (!r && !s) reach_error();
}
";

#[test]
fn options_for_the_compiler_say_what_the_target_is() {
    const TARGET: &str = "--cflag=--target=aarch64-linux-gnu";
    let inline = "--cflag=-mno-outline-atomics";
    expect_text(
        "notify",
        NOTIFY,
        &[
            (&["--model", "aarch64", TARGET], FOUND, &["as aarch64-abi-lse: holds; as aarch64-abi: violated"]),
            (&["--model", "aarch64", TARGET, "--cflag=-march=armv8-a", inline], FOUND, &["atomics as aarch64-abi\n"]),
            (&["--model", "aarch64", TARGET, "--cflag=-march=armv8.1-a"], 0, &["atomics as aarch64-abi-lse"]),
            (&["--model", "aarch64", TARGET, "--cflag=-mcpu=neoverse-n1"], 0, &["atomics as aarch64-abi-rcpc"]),
        ],
    );
}

const RELEASE_ACQUIRE: &str = "\
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y; int r, s;
void *a(void *u) { atomic_store_explicit(&x, 1, memory_order_release); r = atomic_load_explicit(&y, memory_order_acquire); return 0; }
void *b(void *u) { atomic_store_explicit(&y, 1, memory_order_release); s = atomic_load_explicit(&x, memory_order_acquire); return 0; }
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0);
  pthread_join(t, 0); pthread_join(u, 0);
  assert(r || s);
}
";

/// herd7 on `rcpc.litmus`.
#[test]
fn acquires_of_processor_consistency_overtake_releases() {
    expect_text(
        "release_acquire",
        RELEASE_ACQUIRE,
        &[
            (&["--model", "aarch64"], 0, &["holds"]),
            (&["--model", "aarch64", "--mapping", "aarch64-abi-rcpc"], FOUND, &["assertion fails"]),
        ],
    );
}

const OWN_MUTEXES: &str = "\
#include <assert.h>
#include <pthread.h>
volatile int x, y; int r, s;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
void *a(void *u) { x = 1; pthread_mutex_lock(&m); pthread_mutex_unlock(&m); r = y; return 0; }
void *b(void *u) { y = 1; pthread_mutex_lock(&n); pthread_mutex_unlock(&n); s = x; return 0; }
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0);
  pthread_join(t, 0); pthread_join(u, 0);
  assert(r || s);
}
";

/// herd7 on `sb-own-mutexes-a64.litmus`.
#[test]
fn locks_are_no_full_fences_but_on_x86() {
    let runs: [(&[&str], i32, &[&str]); 9] = [
        (&["--model", "sc"], 0, &[]),
        (&["--model", "x86tso"], 0, &[]),
        (&["--model", "aarch64", "--locks", "full"], 0, &["as POSIX has it"]),
        // A thread that takes a lock on 32-bit Arm has a full fence behind it.
        (&["--model", "arm"], 0, &[]),
        (&["--model", "aarch64"], FOUND, &["assertion fails"]),
        (&["--model", "aarch64", "--delays", "all"], FOUND, &["assertion fails"]),
        (&["--model", "aarch64", "--delays", "one-a-cycle"], FOUND, &["assertion fails"]),
        (&["--model", "power"], FOUND, &["assertion fails"]),
        (&["--model", "aarch64", "--no-reduction"], FOUND, &["assertion fails"]),
    ];
    expect_text("own_mutexes", OWN_MUTEXES, &runs);
}

const UNDER_ONE_LOCK: &str = "\
#include <assert.h>
#include <pthread.h>
int c; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *a(void *u) { for (int i = 0; i < 2; i++) { pthread_mutex_lock(&m); c++; pthread_mutex_unlock(&m); } return 0; }
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, a, 0); pthread_create(&u, 0, a, 0);
  pthread_join(t, 0); pthread_join(u, 0);
  assert(c == 4);
}
";

#[test]
fn what_is_under_one_lock_is_in_order_under_each_model_and_strategy() {
    for model in ["sc", "x86tso", "pso", "rmo", "aarch64"] {
        for strategy in STRATEGIES {
            expect_text(
                "under_one_lock",
                UNDER_ONE_LOCK,
                &[(&["--model", model, "--delays", strategy], 0, &["holds"])],
            );
        }
    }
    for model in ["power", "arm"] {
        let once = UNDER_ONE_LOCK.replace("i < 2", "i < 1").replace("c == 4", "c == 2");
        expect_text("under_one_lock_once", &once, &[(&["--model", model], 0, &["holds"])]);
    }
}

/// Locks that make progress, by the words of their loops: none of them is said to spin for ever.
const LOCKS: &[(&str, &str, &str)] = &[
    (
        "tas",
        "while (atomic_exchange_explicit(&l, 1, memory_order_acquire));",
        "atomic_store_explicit(&l, 0, memory_order_release);",
    ),
    (
        "cas",
        "int e = 0; while (!atomic_compare_exchange_weak_explicit(&l, &e, 1, memory_order_acquire, memory_order_relaxed)) e = 0;",
        "atomic_store_explicit(&l, 0, memory_order_release);",
    ),
    (
        "ttas",
        "do { while (atomic_load_explicit(&l, memory_order_relaxed)); } while (atomic_exchange_explicit(&l, 1, memory_order_acquire));",
        "atomic_store_explicit(&l, 0, memory_order_release);",
    ),
    (
        "ticket",
        "int m = atomic_fetch_add_explicit(&l, 1, memory_order_relaxed); while (atomic_load_explicit(&o, memory_order_acquire) != m);",
        "atomic_store_explicit(&o, atomic_load_explicit(&o, memory_order_relaxed) + 1, memory_order_release);",
    ),
];

#[test]
fn correct_locks_make_progress_under_each_model() {
    for (name, lock, unlock) in LOCKS {
        let text = format!(
            "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\natomic_int l, o; int c;\n\
             void *t(void *u) {{ {lock} c++; {unlock} return 0; }}\n\
             int main(void) {{ pthread_t a, b; pthread_create(&a, 0, t, 0); pthread_create(&b, 0, t, 0);\n\
             pthread_join(a, 0); pthread_join(b, 0); assert(c == 2); }}\n"
        );
        for model in ["sc", "x86tso", "pso", "aarch64", "power", "arm"] {
            let with_mappings: &[&[&str]] =
                &[&["--mapping", "aarch64-abi"], &["--mapping", "aarch64-abi-lse"], &["--mapping", "aarch64-abi-rcpc"]];
            let as_it_is: &[&[&str]] = &[&[]];
            let arguments = if model == "aarch64" { with_mappings } else { as_it_is };
            for more in arguments {
                let all: Vec<&str> =
                    ["--engine", "states", "--model", model].into_iter().chain(more.iter().copied()).collect();
                // Each turn of this loop writes: under these models more writes are of consequence than the machine keeps.
                let is_too_much = *name == "tas" && ["power", "arm"].contains(&model);
                let (status, word) = if is_too_much { (3, "of consequence at once") } else { (0, "holds") };
                expect_text(&format!("lock_{name}"), &text, &[(all.as_slice(), status, &[word])]);
            }
        }
    }
}

/// A loop that takes memory in each turn ends when there is none: it does not wait, whichever engine looks at it.
#[test]
fn a_loop_that_takes_memory_does_not_wait() {
    let turns = ["malloc(1)", "calloc(2, 4)", "__builtin_alloca(1)"];
    for turn in turns {
        let text =
            format!("#include <stdlib.h>\nint main(void) {{ for (;;) {{ volatile char *p = {turn}; (void)p; }} }}\n");
        let engines: [&[&str]; 3] =
            [&["--timeout", "3"], &["--timeout", "3", "--engine", "states"], &["--timeout", "3", "--engine", "bmc"]];
        for engine in engines {
            expect_text("takes_memory", &text, &[(engine, 3, &[])]);
        }
    }
}

/// A lock is taken to look for what never comes: memory changes again and again, and the program does not end.
#[test]
fn who_looks_under_a_lock_for_what_never_comes_makes_no_progress() {
    let program = |never: &str| {
        format!(
            "#include <pthread.h>\nint ready; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n\
             void *t(void *u) {{ int r; do {{ pthread_mutex_lock(&m); r = ready; pthread_mutex_unlock(&m); }} while (!r); return 0; }}\n\
             void *w(void *u) {{ pthread_mutex_lock(&m); if ({never}) ready = 1; pthread_mutex_unlock(&m); return 0; }}\n\
             int main(int n, char **v) {{ pthread_t a, b; if (n > 1) return 0; pthread_create(&a, 0, t, 0); pthread_create(&b, 0, w, 0);\n\
             pthread_join(a, 0); pthread_join(b, 0); }}\n"
        )
    };
    for model in ["sc", "x86tso", "aarch64"] {
        expect_text("looks_and_finds", &program("1"), &[(&["--model", model], 0, &["holds"])]);
    }
}

const HANDED_OVER: &str = "\
#include <assert.h>
#include <pthread.h>
volatile int x, y; int r, s;
void *a(void *u) { y = 1; __sync_synchronize(); s = x; return 0; }
void *c(void *u) { return 0; }
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, a, 0);
  x = 1;
  pthread_create(&u, 0, c, 0);
  r = y;
  pthread_join(t, 0); pthread_join(u, 0);
  assert(r || s);
}
";

/// To start a thread is a release at least, and no full fence: the read behind it may come before the write in front of it.
#[test]
fn the_start_of_a_thread_is_no_full_fence() {
    expect_text(
        "start_between",
        HANDED_OVER,
        &[
            (&["--model", "sc"], 0, &[]),
            (&["--model", "aarch64"], FOUND, &["assertion fails"]),
            (&["--model", "aarch64", "--delays", "all"], FOUND, &["assertion fails"]),
            (&["--model", "aarch64", "--locks", "full"], 0, &[]),
        ],
    );
}

#[test]
fn what_c_leaves_undefined_is_found() {
    expect("lang/divmin.c", &["--model", "sc"], FOUND, &["divmin.c:2:48", "the least number by -1"]);
    expect("lang/unlocknotheld.c", &["--model", "sc"], FOUND, &["&m is given back by a thread that does not hold it"]);
    expect("lang/unlocknotheld.c", &["--model", "sc", "--no-check", "mutex"], 0, &[]);
    expect("lang/shift.c", &["--model", "sc", "--check", "shift"], FOUND, &["a shift by as many bits"]);
    expect("lang/leak.c", &["--model", "sc", "--check", "leak"], FOUND, &["a leak: an allocated object"]);
    expect(
        "lang/shift.c",
        &["--model", "sc"],
        0,
        &["looked for: assertions, memory, deadlocks, division, mutex, progress\n"],
    );
}

/// Minors of a matrix, each in an array of its own call, after two threads have worked on the matrix and met.
const MINORS: &str = "\
#include <pthread.h>
#define N 4
int before[N][N], behind[N][N];
pthread_barrier_t meeting;
static void product(int row, int column, int from[N][N], int to[N][N]) {
  int sum = 0;
  for (int at = 0; at < N; at++) sum += from[row][at] * from[at][column];
  to[row][column] = sum;
}
static void minor(int of[N][N], int into[N][N], int without, int size) {
  int row_in = 0, column_in = 0;
  for (int row = 0; row < size; row++)
    for (int column = 0; column < size; column++)
      if (row != 0 && column != without) {
        into[row_in][column_in++] = of[row][column];
        if (column_in == size - 1) { column_in = 0; row_in++; }
      }
}
static int determinant(int of[N][N], int size) {
  int part[N][N], sign = 1, sum = 0;
  if (size == 1) return of[0][0];
  for (int column = 0; column < size; column++) {
    minor(of, part, column, size);
    sum += sign * of[0][column] * determinant(part, size - 1);
    sign = -sign;
  }
  return sum;
}
void *half(void *which) {
  int first = (int)(long)which * N / 2, last = first + N / 2;
  for (int row = first; row < last; row++) for (int column = 0; column < N; column++) product(row, column, before, behind);
  pthread_barrier_wait(&meeting);
  for (int row = first; row < last; row++) for (int column = 0; column < N; column++) product(row, column, behind, before);
  return 0;
}
int main(void) {
  pthread_t threads[2];
  pthread_barrier_init(&meeting, 0, 2);
  for (int at = 0; at < 2; at++) pthread_create(&threads[at], 0, half, (void *)(long)at);
  for (int at = 0; at < 2; at++) pthread_join(threads[at], 0);
  return determinant(before, N);
}
";

#[test]
fn what_a_step_allocates_and_gives_back_has_no_place_in_other_states() {
    expect_text("minors", MINORS, &[(&["--model", "sc"], 0, &["holds"])]);
}

/// An SMT tool finds these at once: values that undo what is computed.
#[test]
fn wide_choices_are_tried_with_what_undoes_the_computation() {
    expect("lang/nondet_range.c", &["--model", "sc"], FOUND, &["assertion fails"]);
    expect("lang/nondet32.c", &["--model", "sc"], FOUND, &["assertion fails"]);
}

const NUMBERS: &str = "\
#include <assert.h>
#include <strings.h>
extern unsigned __VERIFIER_nondet_uint(void);
volatile int seven = 7, minus = -3; volatile unsigned eight = 8, none = 0;
int main(void) {
  assert(__builtin_clz(eight) == 28 && __builtin_ctz(eight) == 3 && __builtin_popcount(seven) == 3);
  assert(ffs(eight) == 4 && ffs(none) == 0 && __builtin_ffs(seven) == 1);
  assert(__builtin_abs(minus) == 3 && __builtin_clzll(1ull << seven) == 56);
}
";

#[test]
fn numbers_are_computed_by_functions_of_compilers() {
    expect_text("numbers", NUMBERS, &[(&["--model", "sc"], 0, &["holds"])]);
}

/// Every read on which the assertion rests is shown, and what was delayed.
#[test]
fn a_counterexample_has_all_reads_that_the_assertion_rests_on() {
    let words = ["reads s = 0", "d1 = ", "d2 = ", "is delayed past"];
    expect("seqlock_trace.c", &["--model", "aarch64"], FOUND, &words);
    expect("seqlock_trace.c", &["--model", "power"], FOUND, &["reads d1=", "reads d2="]);
}

/// What rests on a dependency, beyond C11, holds on the machine, and the report says what C11 says of it; `--check race` makes it a violation.
#[test]
fn a_race_by_c11_alone_is_noted_where_the_machine_orders() {
    let text = "#include <pthread.h>\n#include <stdatomic.h>\n#include <assert.h>\n\
        int data; atomic_int flag;\n\
        void *w(void *x) { data = 1; atomic_store_explicit(&flag, 1, memory_order_release); return 0; }\n\
        void *r(void *x) { if (atomic_load_explicit(&flag, memory_order_relaxed)) data = 2; return 0; }\n\
        int main(void) { pthread_t a, b; pthread_create(&a, 0, w, 0); pthread_create(&b, 0, r, 0);\n\
        pthread_join(a, 0); pthread_join(b, 0); assert(data); }\n";
    let noted: &[&str] = &["holds", "by C11 there is a data race on data"];
    let asked: &[&str] = &["violated", "a data race on data"];
    expect_text(
        "control",
        text,
        &[
            (&["--model", "aarch64"], 0, noted),
            (&["--model", "aarch64", "--check", "race"], 1, asked),
            (&["--model", "aarch64", "--no-check", "race"], 0, &["holds"]),
        ],
    );
}

/// Runs with both engines, and the same verdict wanted.
fn expect_of_both(name: &str, text: &str, model: &str, status: i32, words: &[&str]) {
    for engine in ["states", "bmc"] {
        expect_text(name, text, &[(&["--engine", engine, "--model", model], status, words)]);
    }
}

/// C11 6.2.6.1: an object is its bytes, and `memcpy` and `memset` change those that they are given, whatever they are part of.
#[test]
fn copies_of_parts_of_scalars_change_those_bytes_alone() {
    let begin = "#include <assert.h>\n#include <string.h>\nunsigned x = 0x01020304, y, z = 0xffffffff, w[3] = {9, 9, 9}; int r;\n";
    let programs = [
        ("first", "memcpy(&y, &x, 2); assert(y == 0x0304);"),
        ("filled", "memset(&z, 0, 3); assert(z == 0xff000000);"),
        ("inside", "memcpy(w, (char *)&x + 1, 3); assert(w[0] == 0x010203 && w[1] == 9);"),
        ("straddling", "memcpy((char *)w + 2, &x, 4); assert(w[0] == 0x03040009 && w[1] == 0x0102 && w[2] == 9);"),
        ("onto_itself", "w[0] = 1; w[1] = 2; memmove(w + 1, w, 8); assert(w[0] == 1 && w[1] == 1 && w[2] == 2);"),
    ];
    for (name, statements) in programs {
        let text = format!("{begin}int main(void) {{ {statements} return 0; }}\n");
        expect_of_both(&format!("copy_{name}"), &text, "sc", 0, &["holds"]);
        let text = text.replace("assert(", "assert(!(").replace("); return", ")); return");
        expect_of_both(&format!("copy_{name}_not"), &text, "sc", FOUND, &["assertion fails"]);
    }
}

/// What another member of a union wrote lies between the scalars of the one that the type names.
#[test]
fn copies_of_unions_have_all_bytes() {
    let text = "#include <assert.h>\n#include <string.h>\nunion u { struct { char c; long l; } wide; int i[4]; } a, b;\n\
        int main(void) { a.i[0] = 0x01020304; a.i[1] = 5; memcpy(&b, &a, sizeof a); assert(b.i[0] == 0x01020304 && b.i[1] == 5); return 0; }\n";
    expect_of_both("copy_union", text, "sc", 0, &["holds"]);
}

/// What stands there before `main` writes a part of it stays, as other threads read it.
#[test]
fn what_is_written_in_part_before_threads_start_keeps_the_rest() {
    let text = "#include <assert.h>\n#include <pthread.h>\nunsigned x = 0x01020304, r, go;\n\
        void *t(void *u) { r = x; return 0; }\n\
        int main(void) { ((char *)&x)[1] = 9; pthread_t a; pthread_create(&a, 0, t, 0); pthread_join(a, 0); assert(r == 0x01020904); }\n";
    expect_of_both("written_in_part", text, "sc", 0, &["holds"]);
}

/// A condition of C is any number but 0.
#[test]
fn what_is_assumed_or_asserted_need_not_be_a_bit() {
    let text = |what: &str| {
        format!(
            "void __VERIFIER_assume(int); void reach_error(void);\nint x = {what};\nint main(void) {{ __VERIFIER_assume(x); reach_error(); return 0; }}\n"
        )
    };
    let asserted = |what: &str| {
        format!(
            "void __VERIFIER_assert(int);\nvolatile int x = {what};\nint main(void) {{ __VERIFIER_assert(x); return 0; }}\n"
        )
    };
    for model in ["sc", "aarch64", "power", "arm"] {
        for number in ["2", "256", "-2147483647 - 1"] {
            let of_states: &[&str] = &["--engine", "states", "--model", model];
            expect_text("assumed", &text(number), &[(of_states, FOUND, &["violated"])]);
            expect_text("asserted", &asserted(number), &[(of_states, 0, &["holds"])]);
        }
        expect_text(
            "assumed_not",
            &text("0"),
            &[(&["--engine", "states", "--model", model, "--no-check", "progress"], 0, &[])],
        );
        expect_text(
            "asserted_not",
            &asserted("0"),
            &[(&["--engine", "states", "--model", model], FOUND, &["violated"])],
        );
    }
}

/// C11 7.17.7.4p4. On x86 no compare-exchange fails for no reason.
#[test]
fn weak_compare_exchanges_may_fail_for_no_reason() {
    let alone = "#include <stdatomic.h>\n#include <assert.h>\n_Atomic int x;\n\
        int main(void) { int e = 0; assert(atomic_compare_exchange_weak(&x, &e, 1)); return 0; }\n";
    let beside = "#include <stdatomic.h>\n#include <assert.h>\n#include <pthread.h>\n_Atomic int x, y;\nvoid *t(void *p) { y = x; return 0; }\n\
        int main(void) { pthread_t a; pthread_create(&a, 0, t, 0); int e = 0; assert(atomic_compare_exchange_weak(&x, &e, 1)); pthread_join(a, 0); return 0; }\n";
    // The number of turns is what shows it.
    let counted = "#include <stdatomic.h>\n#include <assert.h>\n_Atomic int x;\n\
        int main(void) { int e = 0, n = 0; while (!atomic_compare_exchange_weak(&x, &e, 1)) n++; assert(n == 0); return 0; }\n";
    for (name, text) in [("weak_alone", alone), ("weak_beside", beside), ("weak_counted", counted)] {
        for model in ["aarch64", "power"] {
            // Under Power turns are counted for ever before one is looked at.
            if (name, model) != ("weak_counted", "power") {
                expect_text(name, text, &[(&["--engine", "states", "--model", model], FOUND, &["assertion fails"])]);
            }
        }
        expect_text(name, text, &[(&["--engine", "bmc", "--model", "aarch64"], FOUND, &["assertion fails"])]);
        expect_text(name, text, &[(&["--engine", "states", "--model", "sc"], FOUND, &["assertion fails"])]);
        expect_of_both(name, text, "x86tso", 0, &["holds"]);
        expect_text(name, text, &[(&["--model", "aarch64", "--mapping", "aarch64-abi-lse"], 0, &["holds"])]);
        let strong = text.replace("exchange_weak", "exchange_strong");
        expect_of_both(&format!("{name}_not"), &strong, "aarch64", 0, &["holds"]);
    }
}

/// Loops that try again until they succeed do so in the end, with all that a failure may have left behind.
#[test]
fn loops_of_weak_compare_exchanges_end() {
    let loops = [
        ("expected", "int e = 0; while (!atomic_compare_exchange_weak(&x, &e, e + 1));"),
        (
            "reread",
            "int o; do o = atomic_load_explicit(&x, memory_order_relaxed); while (!atomic_compare_exchange_weak(&x, &o, o + 1));",
        ),
        ("fresh", "for (;;) { int e = atomic_load(&x); if (atomic_compare_exchange_weak(&x, &e, e + 1)) break; }"),
        ("called", "while (!tried());"),
    ];
    for (name, statement) in loops {
        let program = |threads: bool| {
            let main = match threads {
                true => "pthread_t a; pthread_create(&a, 0, t, 0); t(0); pthread_join(a, 0); assert(x == 2);",
                false => "t(0); assert(x == 1);",
            };
            format!(
                "#include <stdatomic.h>\n#include <assert.h>\n#include <pthread.h>\natomic_int x;\n\
                 static int tried(void) {{ int e = atomic_load(&x); return atomic_compare_exchange_weak(&x, &e, e + 1); }}\n\
                 void *t(void *u) {{ {statement} return 0; }}\nint main(void) {{ {main} return 0; }}\n"
            )
        };
        expect_of_both(&format!("retry_{name}_alone"), &program(false), "aarch64", 0, &["holds"]);
        for model in ["sc", "x86tso", "aarch64"] {
            expect_text(
                &format!("retry_{name}"),
                &program(true),
                &[(&["--engine", "states", "--model", model], 0, &["holds"])],
            );
        }
    }
}

/// A thread joins the one that has started it, which has ended by then or will.
#[test]
fn threads_that_join_who_started_them_do_not_wait_for_ever() {
    let text = "#include <pthread.h>\n#include <semaphore.h>\npthread_t ta; sem_t s;\n\
        void *B(void *p) { pthread_join(ta, 0); sem_post(&s); return 0; }\n\
        void *A(void *p) { pthread_t tb; pthread_create(&tb, 0, B, 0); return 0; }\n\
        int main(void) { sem_init(&s, 0, 0); pthread_create(&ta, 0, A, 0); sem_wait(&s); return 0; }\n";
    expect_text(
        "joins_up",
        text,
        &[
            (&["--engine", "states", "--model", "sc"], 0, &["holds"]),
            (&["--engine", "bmc", "--model", "aarch64"], 2, &["a join of the thread that has started this one"]),
        ],
    );
}

#[test]
fn members_of_packed_structures_are_where_they_are() {
    let text = |index: &str, value: &str| {
        format!(
            "#include <assert.h>\nextern unsigned __VERIFIER_nondet_uint(void);\nstruct __attribute__((packed)) S {{ char c; int i; short s; }};\n\
             int main(void) {{ struct S a[3] = {{{{0}}}}; unsigned n = __VERIFIER_nondet_uint(); if (n < {index}) {{ a[n].i = 0x01020304; a[n].s = 7;\n\
             assert(a[n].i == {value} && a[n].c == 0 && (n == 0 || a[0].i == 0)); }} return 0; }}\n"
        )
    };
    expect_text("packed", &text("3", "0x01020304"), &[(&["--engine", "bmc", "--model", "sc"], 0, &["holds"])]);
    expect_text(
        "packed_not",
        &text("3", "0x01020305"),
        &[(&["--engine", "bmc", "--model", "sc"], FOUND, &["assertion fails"])],
    );
    expect_text(
        "packed_far",
        &text("4", "0x01020304"),
        &[(&["--engine", "bmc", "--model", "sc"], FOUND, &["memory is accessed that is none"])],
    );
}

/// C11 5.1.2.2.1p2.
#[test]
fn the_number_of_arguments_is_not_negative() {
    let text = "#include <assert.h>\nint main(int argc, char **argv) { assert(argc >= 0); return 0; }\n";
    expect_of_both("arguments", text, "sc", 0, &["holds"]);
}

/// The kind of a mutex stands in its initialiser (pthread_mutex_lock(3)).
#[test]
fn initialisers_say_what_mutexes_are() {
    let program = |declarations: &str, statements: &str| {
        format!(
            "#define _GNU_SOURCE\n#include <assert.h>\n#include <pthread.h>\n{declarations}\nint main(void) {{ {statements} return 0; }}\n"
        )
    };
    let twice = "pthread_mutex_lock(&M); pthread_mutex_lock(&M); pthread_mutex_unlock(&M); pthread_mutex_unlock(&M);";
    let reported = "pthread_mutex_lock(&M); int r = pthread_mutex_lock(&M); assert(r != 0); pthread_mutex_unlock(&M);";
    let (recursive, reports) = ("PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP", "PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP");
    for (kind, statements) in [(recursive, twice), (reports, reported)] {
        let global = program(&format!("pthread_mutex_t m = {kind};"), &statements.replace('M', "m"));
        let member = program(
            &format!("struct {{ int n; pthread_mutex_t m[2]; }} s = {{ 1, {{ PTHREAD_MUTEX_INITIALIZER, {kind} }} }};"),
            &statements.replace('M', "s.m[1]"),
        );
        let local = program("", &format!("pthread_mutex_t m = {kind}; {}", statements.replace('M', "m")));
        for text in [&global, &member, &local] {
            expect_text("mutex_kind", text, &[(&["--engine", "states", "--model", "sc"], 0, &["holds"])]);
            expect_text(
                "mutex_kind",
                text,
                &[(&["--engine", "bmc", "--model", "sc"], 2, &["that its holder may take again"])],
            );
        }
    }
    let plain = program("pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;", &twice.replace('M', "m"));
    expect_text("mutex_plain", &plain, &[(&["--engine", "states", "--model", "sc"], FOUND, &["violated"])]);
}

/// Who waits on a condition variable has the mutex again behind it, and its type says so.
#[test]
fn mutexes_with_types_have_their_holder_behind_a_wait() {
    for ty in ["PTHREAD_MUTEX_ERRORCHECK", "PTHREAD_MUTEX_RECURSIVE"] {
        for wait in ["pthread_cond_wait(&c, &m)", "pthread_cond_timedwait(&c, &m, &(struct timespec){0})"] {
            let text = format!(
                "#include <pthread.h>\n#include <time.h>\n#include <assert.h>\npthread_mutex_t m; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int ready;\n\
                 void *w(void *p) {{ pthread_mutex_lock(&m); while (!ready) {wait}; assert(!pthread_mutex_unlock(&m)); return 0; }}\n\
                 int main(void) {{ pthread_mutexattr_t a; pthread_mutexattr_init(&a); pthread_mutexattr_settype(&a, {ty}); pthread_mutex_init(&m, &a);\n\
                 pthread_t t; pthread_create(&t, 0, w, 0); assert(!pthread_mutex_lock(&m)); ready = 1; pthread_cond_signal(&c); assert(!pthread_mutex_unlock(&m));\n\
                 pthread_join(t, 0); assert(!pthread_mutex_lock(&m)); assert(!pthread_mutex_unlock(&m)); return 0; }}\n"
            );
            expect_text("typed_wait", &text, &[(&["--engine", "states", "--model", "x86tso"], 0, &["holds"])]);
        }
    }
}

/// A thread destroys what it has given back itself, whether or not others know that yet.
#[test]
fn a_lock_that_was_given_back_may_be_destroyed() {
    let program = |unlock: &str, behind: &str| {
        format!(
            "#include <pthread.h>\n#include <stdatomic.h>\n#include <assert.h>\natomic_int x, y; int r, s;\n\
             void *other(void *p) {{ atomic_store_explicit(&x, 2, memory_order_relaxed); r = atomic_load_explicit(&y, memory_order_relaxed); return 0; }}\n\
             int main(void) {{ pthread_t t; pthread_mutex_t m; pthread_create(&t, 0, other, 0); pthread_mutex_init(&m, 0); pthread_mutex_lock(&m);\n\
             atomic_store_explicit(&x, 1, memory_order_relaxed); {unlock} pthread_mutex_destroy(&m); {behind} pthread_join(t, 0); return 0; }}\n"
        )
    };
    let states: &[&str] = &["--engine", "states", "--model", "aarch64"];
    let unlock = "pthread_mutex_unlock(&m);";
    expect_text("destroyed", &program(unlock, ""), &[(states, 0, &["holds"])]);
    expect_text("destroyed_held", &program("", ""), &[(states, FOUND, &["destroyed while a thread holds it"])]);
    expect_text("destroyed_twice", &program(unlock, "pthread_mutex_destroy(&m);"), &[(states, FOUND, &["destroyed"])]);
    expect_text(
        "made_again",
        &program(unlock, "pthread_mutex_init(&m, 0); pthread_mutex_lock(&m); pthread_mutex_unlock(&m);"),
        &[(states, 0, &["holds"])],
    );
}

/// What a thread accesses by an address that it only supposes to read is no access to what stands there.
#[test]
fn a_supposed_address_makes_no_late_access() {
    let text = |publishes: &str| {
        format!(
            "#include <stdatomic.h>\n#include <stdlib.h>\n#include <pthread.h>\natomic_int g, Z, flag; atomic_int *_Atomic P = &g;\n\
             void *A(void *_) {{ atomic_int *p = atomic_load_explicit(&P, memory_order_relaxed); int v = atomic_load_explicit(p, memory_order_relaxed);\n\
             int w = atomic_load_explicit(&Z, memory_order_relaxed); (void)v; (void)w; return 0; }}\n\
             void *B(void *_) {{ atomic_store_explicit(&Z, 1, memory_order_relaxed); atomic_int *q = malloc(sizeof *q); atomic_store_explicit(q, 1, memory_order_relaxed);\n\
             {publishes} free(q); return 0; }}\n\
             int main(void) {{ pthread_t a, b; pthread_create(&a, 0, A, 0); pthread_create(&b, 0, B, 0); atomic_store_explicit(&flag, 1, memory_order_relaxed);\n\
             pthread_join(a, 0); pthread_join(b, 0); return 0; }}\n"
        )
    };
    let sometimes = "if (atomic_load_explicit(&flag, memory_order_relaxed)) atomic_store_explicit(&P, q, memory_order_relaxed); else";
    let always = "atomic_store_explicit(&P, q, memory_order_relaxed);";
    let states: &[&str] = &["--engine", "states", "--model", "aarch64"];
    expect_text("late_supposed", &text(sometimes), &[(states, 0, &["holds"])]);
    expect_text("late", &text(always), &[(states, FOUND, &["violated"])]);
}

/// 2^60 + 2^36 + 1 is nearer to 2^60 + 2^37 than to 2^60, the two numbers of `float` around it.
#[test]
fn wide_integers_become_floats_by_one_rounding() {
    let text = "#include <assert.h>\nint main(void) { volatile long x = (1L << 60) + (1L << 36) + 1; float f = (float)x; assert(f != 0x1p60f); return 0; }\n";
    expect_text("rounded", text, &[(&["--engine", "states", "--model", "sc"], 0, &["holds"])]);
}
