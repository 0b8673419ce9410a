//! `lakmus fence --verify`: the orders that it leaves are verified, and none of them can be weaker, as a process says that knows nothing of the search: `lakmus verify`, of the source with other orders. Needs clang.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

fn lakmus(directory: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_lakmus")).args(arguments).current_dir(directory).output().expect("it runs")
}

/// What the verifier says of a source: its status.
fn verified(directory: &Path, text: &str, model: &str) -> i32 {
    fs::write(directory.join("changed.c"), text).expect("can be written");
    let output = lakmus(directory, &["verify", "--engine", "bmc", "--model", model, "changed.c"]);
    output.status.code().unwrap_or_else(|| panic!("{output:?}"))
}

/// The orders that what stands in a line can have, the weakest first.
fn possible(line: &str) -> &'static [&'static str] {
    match () {
        () if line.contains("store_explicit") => &["relaxed", "release", "seq_cst"],
        () if line.contains("load_explicit") => &["relaxed", "acquire", "seq_cst"],
        () if line.contains("atomic_thread_fence") => &["acquire", "release", "acq_rel", "seq_cst"],
        () => &["relaxed", "acquire", "release", "acq_rel", "seq_cst"],
    }
}

/// A source with one order made weaker, in each way, or with one fence left out.
fn weaker(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    for (at, name) in text.match_indices("memory_order_") {
        let rest = &text[at + name.len()..];
        let end = rest.find([',', ')']).expect("an argument");
        let begin = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let line_end = at + text[at..].find('\n').expect("a line");
        let line = &text[begin..line_end];
        for order in possible(line).iter().take_while(|order| **order != &rest[..end]) {
            if (*order, &rest[..end]) != ("acquire", "release") {
                all.push(format!("{}memory_order_{order}{}", &text[..at], &rest[end..]));
            }
        }
        if line.contains("atomic_thread_fence") {
            all.push(format!("{}{}", &text[..begin], &text[line_end..]));
        }
    }
    all
}

/// The places of a program, with what the search left: line, what it is, and the order.
fn left(directory: &Path, name: &str, model: &str, options: &[&str]) -> (Vec<(u64, String, Option<String>)>, String) {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fences/assertion").join(name);
    fs::copy(&source, directory.join(name)).expect("can be copied");
    let verify = format!("--verify={model}");
    let output = lakmus(directory, &[&["fence", &verify, "--json", name], options].concat());
    let record: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{name}: {}", String::from_utf8_lossy(&output.stderr)));
    let place = |place: &Value| {
        let needed = place["needed"].as_str().map(|order| order.trim_start_matches("memory_order_").to_owned());
        (place["line"].as_u64().expect("a line"), place["what"].as_str().expect("a name").to_owned(), needed)
    };
    let places = record["places"].as_array().expect("places").iter().map(place).collect();
    let changed = lakmus(directory, &[&["fence", &verify, "--in-place", name], options].concat());
    assert!(matches!(changed.status.code(), Some(0 | 1)), "{changed:?}");
    (places, fs::read_to_string(directory.join(name)).expect("it is there"))
}

/// Checks that what is left holds, and that nothing of it can be weaker by itself.
fn check(name: &str, model: &str, options: &[&str]) -> Option<Vec<(u64, String, Option<String>)>> {
    if !testing::has(&["clang"]) {
        return None;
    }
    let directory = tempfile::tempdir().expect("can be made");
    let (places, text) = left(directory.path(), name, model, options);
    assert_eq!(verified(directory.path(), &text, model), 0, "{name} under {model}:\n{text}");
    for weaker in weaker(&text) {
        assert_eq!(verified(directory.path(), &weaker, model), 1, "{name} under {model} can be weaker:\n{weaker}");
    }
    Some(places)
}

fn order(name: &str) -> Option<String> {
    Some(name.to_owned())
}

/// What papers have: the ticket is taken relaxed, what is served is acquired and released.
#[test]
fn a_ticket_lock_acquires_and_releases() {
    for model in ["rc11", "aarch64"] {
        let Some(places) = check("ticket.c", model, &[]) else { return };
        let orders: Vec<Option<String>> = places.into_iter().map(|(.., order)| order).collect();
        assert_eq!(orders, [order("relaxed"), order("acquire"), order("release")], "{model}");
    }
}

/// A node is made public by an acquire alone: the thread that follows writes to it what its owner waits for.
#[test]
fn a_queued_lock_needs_no_order_of_its_nodes() {
    let Some(places) = check("mcs.c", "rc11", &[]) else { return };
    let orders: Vec<Option<String>> = places.into_iter().map(|(.., order)| order).collect();
    let wanted =
        ["relaxed", "relaxed", "acquire", "release", "acquire", "acquire", "release", "relaxed", "acquire", "release"];
    assert_eq!(orders, wanted.map(order));
}

/// From its own orders on: the fence of the sender goes, as its store is a release, and that of the receiver stays, as its load is relaxed.
#[test]
fn fences_that_an_assertion_does_not_need_go() {
    let Some(places) = check("message.c", "rc11", &["--start", "own"]) else { return };
    let orders: Vec<(String, Option<String>)> = places.into_iter().map(|(_, what, order)| (what, order)).collect();
    let wanted =
        [("fence", None), ("store", order("release")), ("load", order("relaxed")), ("fence", order("acquire"))];
    assert_eq!(orders, wanted.map(|(what, order)| (what.to_owned(), order)));
}

/// A program that is wrong with all orders has none that would do, and says what is wrong.
#[test]
fn a_program_that_is_violated_gets_no_orders() {
    if !testing::has(&["clang"]) {
        return;
    }
    let directory = tempfile::tempdir().expect("can be made");
    let text = "#include <assert.h>\n#include <stdatomic.h>\natomic_int x;\nint main(void) { atomic_store(&x, 1); assert(atomic_load(&x) == 2); }\n";
    fs::write(directory.path().join("wrong.c"), text).expect("can be written");
    let output = lakmus(directory.path(), &["fence", "--verify=rc11", "wrong.c"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("violated"), "{output:?}");
    // No number of turns is enough.
    let text = "#include <assert.h>\n#include <stdatomic.h>\natomic_int x;\nint main(int count, char **words) { while (atomic_fetch_add(&x, 1) < count) ; assert(x); }\n";
    fs::write(directory.path().join("long.c"), text).expect("can be written");
    let output = lakmus(directory.path(), &["fence", "--verify=rc11", "long.c"]);
    assert_eq!(output.status.code(), Some(3), "{output:?}");
}
