//! The examples of the library, compiled and run.

#![allow(dead_code, reason = "each example has a `main` of its own")]

use std::path::Path;

#[path = "../examples/fence.rs"]
mod fence_example;
#[path = "../examples/java.rs"]
mod java_example;
#[path = "../examples/mix.rs"]
mod mix_example;
#[path = "../examples/test.rs"]
mod test_example;
#[path = "../examples/verify.rs"]
mod verify_example;

fn file(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(name).display().to_string()
}

#[test]
fn fences_of_store_buffering() {
    let text = fence_example::example(vec![file("store-buffering.c")]).expect("clang compiles it");
    assert_eq!(text.matches("a full fence is missing, which cuts SB").count(), 2, "{text}");
    assert!(text.contains("--- a/store-buffering.c") && text.ends_with("fences: 0 pairs to order\n"), "{text}");
}

#[test]
fn message_passing_is_verified() {
    let text = verify_example::example(vec![file("message-passing.c")]).expect("clang compiles it");
    assert!(text.starts_with("the program under x86tso: holds\nMP under power: violated\nP"), "{text}");
}

#[test]
fn two_mappings_of_risc_v_do_not_mix() {
    let text = mix_example::example().expect("the tables ship");
    assert!(text.contains("the code ends in what the source does not: 0:r0=0 /\\ 1:r0=0"), "{text}");
}

#[test]
fn values_out_of_thin_air_are_not_justified() {
    let text = java_example::example().expect("the model ships");
    assert!(text.starts_with("~exists (0:r1=1 /\\ 1:r2=1): forbidden\n"), "{text}");
    assert!(text.contains("no well-formed execution shows") || text.contains("no justification for"), "{text}");
}

#[test]
fn sequentially_consistent_accesses_do_not_show_store_buffering() {
    let text = test_example::litmus().expect("the test is in C");
    assert_eq!(text.lines().count(), 3, "{text}");
    assert!(!text.contains("0:r0=0; 1:r0=0;"), "{text}");
}
