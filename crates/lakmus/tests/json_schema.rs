//! What `lakmus run --json` prints fits its schema, `docs/json-schema.json`; and the schema leaves no room for anything else.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// What of `value` does not fit `schema`, a piece of `root`. Knows the words of JSON Schema that ours uses, and fails on others.
fn misfits(root: &Value, schema: &Value, value: &Value, place: &str, found: &mut Vec<String>) {
    let words = schema.as_object().expect("a schema is an object");
    for (word, argument) in words {
        let mut misfit = |what: &str| found.push(format!("{place}: {what}: {value}"));
        match word.as_str() {
            "$schema" | "title" | "$defs" => {}
            "$ref" => {
                let pointer = argument.as_str().expect("text").trim_start_matches('#');
                let target = root.pointer(pointer).unwrap_or_else(|| panic!("no {pointer}"));
                misfits(root, target, value, place, found);
            }
            "type" => {
                let kinds = argument.as_array().cloned().unwrap_or_else(|| vec![argument.clone()]);
                if !kinds.iter().any(|kind| has_type(value, kind.as_str().expect("text"))) {
                    misfit("another type");
                }
            }
            "enum" => {
                if !argument.as_array().expect("a list").contains(value) {
                    misfit("none of the known words");
                }
            }
            "required" => {
                for name in argument.as_array().expect("a list").iter().filter_map(Value::as_str) {
                    if value.as_object().is_some_and(|object| !object.contains_key(name)) {
                        misfit(&format!("no `{name}`"));
                    }
                }
            }
            "properties" => {
                for (name, schema) in argument.as_object().expect("an object") {
                    if let Some(inner) = value.get(name) {
                        misfits(root, schema, inner, &format!("{place}.{name}"), found);
                    }
                }
            }
            "additionalProperties" => {
                let known = words.get("properties").and_then(Value::as_object);
                for (name, inner) in value.as_object().into_iter().flatten() {
                    if known.is_some_and(|known| known.contains_key(name)) {
                        continue;
                    }
                    match argument {
                        Value::Bool(false) => found.push(format!("{place}: `{name}` is not in the schema")),
                        schema => misfits(root, schema, inner, &format!("{place}.{name}"), found),
                    }
                }
            }
            "items" => {
                for (index, inner) in value.as_array().into_iter().flatten().enumerate() {
                    misfits(root, argument, inner, &format!("{place}[{index}]"), found);
                }
            }
            "minItems" | "maxItems" => {
                let (length, bound) =
                    (value.as_array().map_or(0, Vec::len) as u64, argument.as_u64().expect("a number"));
                if if word == "minItems" { length < bound } else { length > bound } {
                    misfit("another length");
                }
            }
            "anyOf" => {
                let fits = |schema: &Value| {
                    let mut inside = Vec::new();
                    misfits(root, schema, value, place, &mut inside);
                    inside.is_empty()
                };
                if !argument.as_array().expect("a list").iter().any(fits) {
                    misfit("fits nothing of a choice");
                }
            }
            other => panic!("the schema says `{other}`, which this test does not know"),
        }
    }
}

fn has_type(value: &Value, kind: &str) -> bool {
    match kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("no type `{other}`"),
    }
}

#[test]
fn every_record_fits_the_schema() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = std::fs::read_to_string(root.join("docs/json-schema.json")).expect("the schema");
    let schema: Value = serde_json::from_str(&text).expect("JSON");
    let mut kinds = [0; 4];
    for show in [&[][..], &["--show", "forbidden"], &["--show", "all", "--max-shown", "3", "--all-events"]] {
        let tests = [
            "corpus/x86_64",
            "corpus/aarch64/MP+dmb.sy+addr.litmus",
            "corpus/c",
            "crates/lakmus/tests/cli/files/bad-instruction.litmus",
        ];
        let output = Command::new(env!("CARGO_BIN_EXE_lakmus"))
            .current_dir(&root)
            .args(["run", "--json"])
            .args(show)
            .args(tests)
            .output()
            .expect("lakmus runs");
        let lines = String::from_utf8(output.stdout).expect("UTF-8");
        assert!(lines.lines().count() > 20, "{}", String::from_utf8_lossy(&output.stderr));
        for line in lines.lines() {
            let record: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
            let mut found = Vec::new();
            misfits(&schema, &schema, &record, "", &mut found);
            assert!(found.is_empty(), "{found:#?}");
            for (count, field) in kinds.iter_mut().zip(["result", "error", "executions", "explanation"]) {
                *count += usize::from(record.get(field).is_some());
            }
        }
    }
    // None of them was passed over.
    assert!(kinds.iter().all(|&count| count > 0), "{kinds:?}");
}
