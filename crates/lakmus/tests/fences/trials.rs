//! Small programs in C and C++ (`corpus/trials/fence`), each with the exit status that is right, by who says so: standards, manuals, and the simulator on the same program as a litmus test.

use std::fs;
use std::path::Path;

use super::command::Directory;

/// File, model, further options, status.
const CASES: &[(&str, &str, &[&str], i32)] = &[
    // What runs beside `main` without a `pthread_create` in it, or when `main` is over.
    ("static_ctor.cpp", "x86tso", &[], 1),
    ("constructor_thread.c", "x86tso", &[], 1),
    ("destructor_attribute.c", "x86tso", &[], 1),
    ("key_destructor.c", "x86tso", &[], 1),
    ("atexit.c", "x86tso", &[], 1),
    ("exit_handler_alone.c", "x86tso", &[], 0),
    ("timer_thread.c", "x86tso", &[], 1),
    ("openmp_like_clone.c", "x86tso", &[], 1),
    ("openmp.c", "x86tso", &["--cflag", "-fopenmp"], 1),
    ("signal_handler.c", "x86tso", &[], 1),
    ("handler_of_one_thread.c", "x86tso", &[], 0),
    ("fork_shared.c", "x86tso", &[], 3),
    ("fork_private.c", "x86tso", &[], 0),
    ("start_by_pointer.c", "x86tso", &[], 1),
    // What locks order.
    ("sb_own_mutexes.c", "aarch64", &[], 1),
    ("sb_own_mutexes.c", "aarch64", &["--locks", "full"], 0),
    ("sb_own_mutexes.c", "x86tso", &[], 0),
    ("failed_trylock.c", "x86tso", &[], 1),
    ("failed_semtry.c", "x86tso", &[], 1),
    ("failed_semtry.c", "x86tso", &["--cflag", "-DTIMED"], 1),
    ("post_by_pointer.c", "x86tso", &[], 1),
    // A read-modify-write is one event.
    ("unlock.ok.c", "aarch64", &[], 0),
    // The `isync` of an exchange waits for its write, not for its read: the simulator's model of Power allows a lost update.
    ("unlock.ok.c", "power", &[], 1),
    ("unlock.ok.c", "rvwmo", &[], 0),
    ("unlock.bad.c", "aarch64", &[], 1),
    ("refcnt.ok.c", "aarch64", &[], 0),
    ("refcnt.ok.c", "power", &[], 1),
    ("refcnt.ok.c", "rvwmo", &[], 0),
    ("refcnt.bad.c", "aarch64", &[], 1),
    // Assembly.
    ("asm_xchg.c", "x86tso", &[], 0),
    ("spin_asm.c", "x86tso", &[], 0),
    ("riscv_rmb.c", "rvwmo", &[], 0),
    ("amo.c", "rvwmo", &[], 0),
    // Accesses that are no race.
    ("lk_heap.c", "x86tso", &[], 0),
    ("lk_heap.c", "aarch64", &[], 0),
    // The object is made once, so that its lock is one, too.
    ("lk_heap.c", "x86tso", &["--without-rule", "object-lock"], 0),
    ("lk_heap.c", "x86tso", &["--without-rule", "object-lock", "--without-rule", "lock"], 1),
    ("lk_array.c", "x86tso", &[], 0),
    ("lk_array.c", "x86tso", &["--without-rule", "object-lock"], 1),
    ("lk_index.c", "x86tso", &[], 0),
    ("lk_callee.c", "x86tso", &[], 0),
    ("lk_other_object.bad.c", "x86tso", &[], 1),
    ("lk_alias.bad.c", "x86tso", &[], 1),
    ("lk_once.c", "x86tso", &[], 0),
    ("lk_once.c", "aarch64", &[], 0),
    ("lk_once.c", "x86tso", &["--without-rule", "lock"], 1),
    ("lk_made_twice.bad.c", "x86tso", &[], 1),
    ("lk_made_in_loop.bad.c", "x86tso", &[], 1),
    ("lk_queue.c", "x86tso", &[], 0),
    ("lk_queue.c", "x86tso", &["--without-rule", "fresh"], 1),
    ("fresh_escaped.bad.c", "x86tso", &[], 1),
    ("condq.c", "x86tso", &[], 0),
    ("condq.c", "aarch64", &[], 0),
    ("condq.c", "x86tso", &["--without-rule", "hand-over"], 1),
    ("sc_atomics.c", "x86tso", &[], 0),
    ("sc_atomics.c", "aarch64", &[], 0),
    ("sc_atomics.c", "power", &[], 0),
    ("handover_relaxed.bad.c", "aarch64", &[], 1),
    ("handover_twice.bad.c", "x86tso", &[], 1),
    ("handover_set_before.bad.c", "x86tso", &[], 1),
    ("call_type.c", "x86tso", &[], 0),
    ("call_type.c", "x86tso", &["--without-rule", "call-type"], 1),
    ("call_other_type.bad.c", "x86tso", &[], 1),
    // Callbacks in event loops.
    ("event_bases.c", "x86tso", &[], 0),
    ("event_bases.bad.c", "x86tso", &[], 1),
    ("event_base_changed.bad.c", "x86tso", &[], 1),
    // Coherence of an element that is the only one.
    ("cor_arr.c", "aarch64", &[], 0),
    // C++.
    ("cpp0.cpp", "x86tso", &[], 0),
    ("lk_cpp.cpp", "x86tso", &[], 0),
    ("string_own.cpp", "x86tso", &[], 0),
    ("string_own.cpp", "aarch64", &[], 0),
    ("string_shared.bad.cpp", "x86tso", &[], 1),
    ("string_bytes.bad.cpp", "x86tso", &[], 1),
];

#[test]
fn small_programs_have_the_status_that_is_right() {
    if cprog::clang::Clang::find(None).is_err() {
        testing::not_run("clang cannot be run");
        return;
    }
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/trials/fence");
    let directory = Directory::new("trials");
    let mut wrong = Vec::new();
    for (file, model, options, wanted) in CASES {
        let text = fs::read_to_string(corpus.join(file)).expect("a program");
        directory.write(file, &text);
        let output = directory.fence_file(file, &[&["--model", *model], *options].concat());
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        if output.status.code() != Some(*wanted) {
            wrong.push(format!("{file} under {model} {options:?}: {:?}, not {wanted}:\n{said}", output.status.code()));
        }
        if *wanted == 0 && said.contains("not understood") {
            wrong.push(format!("{file} under {model}: {said}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
