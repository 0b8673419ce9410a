//! What programs use of the libraries of C and C++: locks, condition variables, what is done once, what is called as the process ends.

use super::{FOUND, expect_text};

/// A C++ program under one model, by the states.
fn expect_cxx(name: &str, text: &str, status: i32, words: &[&str]) {
    expect_text(&format!("{name}.cpp"), text, &[(&["--model", "x86tso", "--cflag=-std=c++17"], status, words)]);
}

/// A reader that gives the lock back comes before or behind what another one counts, and not in between.
#[test]
fn readers_that_take_effect_in_two_steps_are_counted_each() {
    let text = |reader: &str| {
        format!(
            "#include <pthread.h>\n#include <assert.h>\npthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER; int a, b;\n\
             void *w(void *x) {{ pthread_rwlock_wrlock(&l); a++; b++; pthread_rwlock_unlock(&l); return 0; }}\n\
             void *r(void *x) {{ {reader} return 0; }}\n\
             int main(void) {{ pthread_t t[3]; pthread_create(t, 0, w, 0); pthread_create(t + 1, 0, r, 0); pthread_create(t + 2, 0, r, 0);\n\
             for (int i = 0; i < 3; i++) pthread_join(t[i], 0); return 0; }}\n"
        )
    };
    let locked = text("pthread_rwlock_rdlock(&l); assert(a == b); pthread_rwlock_unlock(&l);");
    let unlocked = text("assert(a == b);");
    for model in ["sc", "x86tso", "rmo", "aarch64", "rvwmo", "power"] {
        expect_text("readers", &locked, &[(&["--model", model], 0, &["holds"])]);
        expect_text("no_readers", &unlocked, &[(&["--model", model], FOUND, &["assertion fails"])]);
    }
}

/// Whether other threads have ended is nothing that a recorded step knows: what is found of races does not rest on the order in which states are met.
#[test]
fn steps_beside_threads_that_have_ended_are_no_others() {
    let text = "#include <memory>\n#include <thread>\n#include <cassert>\n\
        int main() { auto p = std::make_shared<int>(5); std::thread t([p] { assert(*p == 5); }); std::thread u([p] { assert(*p == 5); }); p.reset(); t.join(); u.join(); }\n";
    expect_text("shared.cpp", text, &[(&["--model", "aarch64", "--check", "race"], 0, &["holds"])]);
}

/// [thread.mutex.requirements.mutex]: `try_lock` gives true where it takes the lock, so that `std::lock` takes several in any order.
#[test]
fn locks_of_cxx_that_are_tried_say_whether_they_are_taken() {
    let text = |lock: &str| {
        format!(
            "#include <mutex>\n#include <thread>\n#include <cassert>\nstd::mutex m, n; int a = 1, b = 2;\n\
             void f(std::mutex &x, std::mutex &y) {{ {lock} int t = a; a = b; b = t; }}\n\
             int main() {{ std::thread s([] {{ f(m, n); }}), t([] {{ f(n, m); }}); s.join(); t.join(); assert(a == 1 && b == 2); }}\n"
        )
    };
    expect_cxx("several", &text("std::scoped_lock l(x, y);"), 0, &["holds"]);
    let each = "std::lock_guard<std::mutex> k(x), l(y);";
    expect_cxx("one_by_one", &text(each), FOUND, &["deadlock"]);
    let tried = "#include <mutex>\n#include <cassert>\nstd::mutex m;\nint main() { assert(m.try_lock()); assert(!m.try_lock()); m.unlock(); assert(m.try_lock()); m.unlock(); }\n";
    expect_cxx("tried", tried, 0, &["holds"]);
}

/// [thread.condition.condvar]: a wake-up without a wait is lost.
#[test]
fn condition_variables_of_cxx_are_those_of_posix() {
    let text = |set: &str| {
        format!(
            "#include <condition_variable>\n#include <mutex>\n#include <thread>\n#include <cassert>\nstd::mutex m; std::condition_variable c; bool ready; int value;\n\
             int main() {{ std::thread t([] {{ std::unique_lock<std::mutex> l(m); c.wait(l, [] {{ return ready; }}); assert(value == 7); }});\n\
             {set} c.notify_one(); t.join(); }}\n"
        )
    };
    expect_cxx("waits", &text("{ std::lock_guard<std::mutex> l(m); value = 7; ready = true; }"), 0, &["holds"]);
    expect_cxx("never_set", &text("{ std::lock_guard<std::mutex> l(m); value = 7; }"), FOUND, &["violated"]);
}

/// [stmt.dcl]: one thread makes a local variable with `static`, and the others wait for it.
#[test]
fn local_variables_with_static_are_made_once() {
    let text = |expected: i32| {
        format!(
            "#include <thread>\n#include <cassert>\nint made; struct S {{ int v; S() : v(7) {{ made++; }} }};\nS &get() {{ static S s; return s; }}\n\
             int main() {{ std::thread a([] {{ assert(get().v == 7); }}), b([] {{ assert(get().v == 7); }}); a.join(); b.join(); assert(made == {expected}); }}\n"
        )
    };
    expect_cxx("made_once", &text(1), 0, &["holds"]);
    expect_cxx("made_twice", &text(2), FOUND, &["assertion fails"]);
}

/// ISO C11 7.22.4.4: the last function given to `atexit` is called first, by `exit` and where `main` returns, and not by `_Exit`.
#[test]
fn what_is_given_to_atexit_is_called_as_the_process_ends() {
    let text = |end: &str, last: i32| {
        format!(
            "#include <stdlib.h>\n#include <assert.h>\nint n;\nvoid first(void) {{ assert(n == 0); n = 1; }}\nvoid second(void) {{ assert(n == 1); n = 2; }}\n\
             void checks(void) {{ assert(n == {last}); }}\nint main(void) {{ atexit(checks); atexit(second); atexit(first); {end} }}\n"
        )
    };
    for engine in ["states", "bmc"] {
        let arguments: &[&str] = &["--engine", engine, "--model", "sc"];
        for end in ["return 0;", "exit(0);"] {
            expect_text("ends", &text(end, 2), &[(arguments, 0, &["holds"])]);
            expect_text("ends_wrong", &text(end, 3), &[(arguments, FOUND, &["assertion fails"])]);
        }
        expect_text("ends_at_once", &text("_Exit(0);", 3), &[(arguments, 0, &["holds"])]);
    }
}

/// [basic.start.term]: destructors of objects with static storage run behind `main`, in the opposite order.
#[test]
fn objects_of_cxx_are_destroyed_as_the_process_ends() {
    let text = |wanted: i32| {
        format!(
            "#include <cassert>\nint n; struct First {{ ~First() {{ assert(n == {wanted}); }} }}; struct Second {{ ~Second() {{ n = 5; }} }};\n\
             First f; Second s;\nint main() {{ return 0; }}\n"
        )
    };
    expect_cxx("destroyed_last", &text(5), 0, &["holds"]);
    expect_cxx("destroyed_wrong", &text(4), FOUND, &["assertion fails"]);
}
