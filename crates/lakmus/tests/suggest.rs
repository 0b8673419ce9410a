//! `lakmus verify --suggest`: the fences that it prints are put into the source, and the source is verified anew, by a process that knows nothing of the search for them.
//!
//! They are not run where clang is missing.

use std::path::Path;
use std::process::{Command, Output};

fn lakmus(arguments: &[&str], directory: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_lakmus")).args(arguments).current_dir(directory).output().expect("it starts")
}

/// A text with the added lines of a unified diff that only adds.
fn patched(text: &str, diff: &str) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    let mut at = 0;
    for line in diff.lines().skip_while(|line| !line.starts_with("@@")) {
        match line.chars().next() {
            Some('@') => {
                let start = line.split('+').nth(1).and_then(|rest| rest.split([',', ' ']).next());
                at = start.and_then(|start| start.parse::<usize>().ok()).expect("a line number") - 1;
            }
            Some('+') => {
                lines.insert(at, &line[1..]);
                at += 1;
            }
            Some(' ') => at += 1,
            _ => break,
        }
    }
    lines.join("\n") + "\n"
}

#[test]
fn suggested_fences_remove_the_violation() {
    if !testing::has(&["clang"]) {
        return;
    }
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../weaken/tests/programs");
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("suggest");
    std::fs::create_dir_all(&directory).expect("a temporary directory");
    for (name, model, fences) in [("store_buffering", "x86tso", 2), ("token", "pso", 1)] {
        let file = format!("{name}.c");
        let text = std::fs::read_to_string(programs.join(&file)).expect("a program");
        std::fs::write(directory.join(&file), &text).expect("a temporary file");
        let output = lakmus(&["verify", "--model", model, "--suggest", &file], &directory);
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(1), "{name}: {said}{}", String::from_utf8_lossy(&output.stderr));
        let diff = &said[said.find("--- a/").unwrap_or_else(|| panic!("{name}: no diff in {said}"))..];
        let added = diff.lines().filter(|line| line.starts_with('+') && !line.starts_with("+++")).count();
        assert_eq!(added, fences, "{name}: {diff}");
        std::fs::write(directory.join(&file), patched(&text, diff)).expect("a temporary file");
        let output = lakmus(&["verify", "--model", model, &file], &directory);
        assert_eq!(output.status.code(), Some(0), "{name}: {}", String::from_utf8_lossy(&output.stdout));
    }
}

#[test]
fn what_is_wrong_without_reordering_gets_no_fence() {
    if !testing::has(&["clang"]) {
        return;
    }
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../weaken/tests/programs");
    let output = lakmus(&["verify", "--model", "x86tso", "--suggest", "counter.c"], &programs);
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stdout));
    assert!(!String::from_utf8_lossy(&output.stdout).contains("--- a/"));
}

const MESSAGE: &str = "\
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int data, flag;
void *writer(void *u) {
  atomic_store_explicit(&data, 1, memory_order_relaxed);
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  return 0;
}
void *reader(void *u) {
  if (atomic_load_explicit(&flag, memory_order_acquire))
    assert(atomic_load_explicit(&data, memory_order_relaxed) == 1);
  return 0;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, writer, 0);
  pthread_create(&u, 0, reader, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
}
";

#[test]
fn a_stronger_order_is_suggested_before_a_fence() {
    if !testing::has(&["clang"]) {
        return;
    }
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("suggest");
    std::fs::create_dir_all(&directory).expect("a temporary directory");
    std::fs::write(directory.join("order.c"), MESSAGE).expect("a temporary file");
    let output = lakmus(&["verify", "--model", "aarch64", "--suggest", "order.c"], &directory);
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("+  atomic_store_explicit(&flag, 1, memory_order_release);"), "{said}");
    // Orders that are hidden in macros are left, and fences take their place; dependencies are none of what is suggested.
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/trials/verify");
    let output = lakmus(&["verify", "--model", "aarch64", "--suggest", "ring.c"], &programs);
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("--- a/ring.c"), "{said}");
}
