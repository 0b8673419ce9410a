//! `--json` of commands that print an object a line: each line is an object with the fields that `docs/json.md` names, and no others.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn lakmus(arguments: &[&str]) -> Output {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/files");
    let mut command = Command::new(env!("CARGO_BIN_EXE_lakmus"));
    command.args(arguments).current_dir(directory).stdin(Stdio::null()).output().expect("lakmus runs")
}

/// The objects that a command prints, which ends with `status`.
fn objects(arguments: &[&str], status: i32) -> Vec<Value> {
    let output = lakmus(arguments);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{arguments:?}: {said}");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let read = |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{arguments:?}: {error}: {line}"));
    text.lines().map(read).collect()
}

/// The names of an object's fields, in order of the alphabet.
fn fields(object: &Value) -> String {
    let mut names: Vec<&str> = object.as_object().expect("an object").keys().map(String::as_str).collect();
    names.sort_unstable();
    names.join(" ")
}

#[test]
fn objects_have_the_fields_that_the_document_names() {
    const DIFFERENCE: &str = "differences kind log states test verdict";
    const SUMMARY: &str = "compared fewer_states more_states only_in other_hashes same same_states";
    const CYCLE: &[&str] = &["gen", "one", "--arch", "X86_64", "--json", "PodWR", "Fre", "PodWR", "Fre"];
    const ALL: &[&str] = &["gen", "all", "--arch", "X86_64", "--edges", "Rfe|Fre|Pod**", "--size", "4", "--json"];
    let cycles = [ALL, &["--cycles"]].concat();
    let clause = "clauses model tests";
    for (arguments, status, expected) in [
        (&["compare", "--json", "logs/sc.log", "logs/tso.log"][..], 1, &[DIFFERENCE, SUMMARY][..]),
        (&["hash", "--json", "SB.litmus", "bad-instruction.litmus"], 2, &["file hash test", "error file"]),
        (&["filter", "--json", "SB.litmus", "nosuch.litmus"], 2, &["architecture file test", "error file"]),
        (
            &["filter", "--json", "--verdict", "ok", "logs/sc.log", "logs/tso.log"],
            0,
            &["condition file hash kind observation states test verdict"],
        ),
        (&["classify", "--json", "--arch", "X86_64", "--cycle", "Fre PodWR Fre PodWR"], 0, &["cycle file name"]),
        (&["classify", "--json", "SB.litmus"], 2, &["error file"]),
        (CYCLE, 0, &["cycle name test"]),
        (&["model", "show", "--json", "sc"], 0, &["file model text"]),
        (
            &["model", "check", "--json", "--explain", "sc", "broken.cat"],
            1,
            &["diagnostics explanation model result", "diagnostics model result"],
        ),
        (&["model", "coverage", "--json", "coverage.cat", "SB.litmus"], 0, &[clause]),
        (&["java", "table", "--json", "--results", "Other=java/other.tsv", "java"], 0, &["columns families seconds"]),
        (&["mix", "profiles", "--json", "--profile", "a=cc -O2"], 0, &["command language profile table"]),
    ] {
        let found: Vec<String> = objects(arguments, status).iter().map(fields).collect();
        assert_eq!(found, expected, "{arguments:?}");
    }
    for (arguments, expected) in [
        (ALL, "cycle name test"),
        (&*cycles, "cycle name"),
        (&["model", "list", "--json"], "aliases architecture name summary"),
    ] {
        let found = objects(arguments, 0);
        assert!(found.len() > 1, "{arguments:?}");
        assert!(found.iter().all(|object| fields(object) == expected), "{arguments:?}: {found:?}");
    }
}

/// What is printed as JSON is what is printed as text.
#[test]
fn objects_say_what_the_text_says() {
    let text = |arguments: &[&str]| String::from_utf8(lakmus(arguments).stdout).expect("UTF-8");
    let word = |object: &Value, field: &str| object[field].as_str().unwrap_or_default().to_owned();
    let hashes: String = objects(&["hash", "--json", "SB.litmus", "another-SB.litmus"], 0)
        .iter()
        .map(|object| format!("{} {}\n", word(object, "test"), word(object, "hash")))
        .collect();
    assert_eq!(hashes, text(&["hash", "SB.litmus", "another-SB.litmus"]));
    let pool = ["gen", "all", "--arch", "X86_64", "--edges", "Rfe|Fre|Pod**", "--size", "4", "--cycles"];
    let cycles: String = objects(&[&pool[..], &["--json"]].concat(), 0)
        .iter()
        .map(|object| format!("{}: {}\n", word(object, "name"), word(object, "cycle")))
        .collect();
    assert_eq!(cycles, text(&pool));
    let shown = objects(&["model", "show", "--json", "sc"], 0);
    assert_eq!(word(&shown[0], "text"), text(&["model", "show", "sc"]));
    let differences = objects(&["compare", "--json", "logs/sc.log", "logs/tso.log"], 1);
    let difference = &differences[0]["differences"][0];
    assert_eq!(difference["added"], serde_json::json!(["0:rax=0; 1:rax=0;"]));
    assert_eq!(difference["missing"], serde_json::json!([]));
    assert_eq!((&difference["verdict"], &differences[1]["compared"]), (&"Ok".into(), &1.into()));
}

/// `--new` and `--included` print one side of what differs, as JSON too.
#[test]
fn sides_that_are_not_asked_for_are_not_printed() {
    let added = objects(&["compare", "--json", "--new", "logs/sc.log", "logs/tso.log"], 1);
    assert_eq!(added[0]["differences"][0]["added"].as_array().map(Vec::len), Some(1));
    let included = objects(&["compare", "--json", "--included", "logs/tso.log", "logs/sc.log"], 1);
    assert_eq!(included[0]["differences"][0]["missing"].as_array().map(Vec::len), Some(1));
    assert_eq!(objects(&["compare", "--json", "--new", "logs/tso.log", "logs/sc.log"], 0).len(), 1);
}
