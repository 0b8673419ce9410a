//! The memory models of Go and .NET: tests in `tests/others`, each with the section of the published text that it comes from; the conditions say what is expected.

use std::path::PathBuf;

use crate::common;

use lakmus_java::{Rules, Semantics, Setting, check};

/// What the model says of each test of its directory that is not what the text says, and how many tests there are.
fn wrong(model: &str, semantics: &Semantics) -> (Vec<String>, usize) {
    let loaded = common::model(model);
    let directory = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/others").join(model);
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(directory).expect("tests").map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    let mut wrong = Vec::new();
    for path in &files {
        let text = std::fs::read_to_string(path).expect("a text");
        let report = common::read_test(&text).map_err(|error| format!("{error:?}")).and_then(|test| {
            check(&test, &text, Setting::new(&loaded, semantics)).map_err(|error| format!("{error:?}"))
        });
        match report {
            Ok(report) => wrong.extend(
                report
                    .behaviours
                    .iter()
                    .filter(|one| !one.passes)
                    .map(|one| format!("{}: {}", path.display(), one.behaviour.text)),
            ),
            Err(error) => wrong.push(format!("{}: {error}", path.display())),
        }
    }
    (wrong, files.len())
}

#[test]
fn go_is_as_its_text_says() {
    let (wrong, count) = wrong("go", &Semantics::Causality(Rules::jls()));
    assert_eq!(wrong, [""; 0]);
    assert!(count >= 25, "{count}");
}

#[test]
fn dotnet_is_as_its_text_says() {
    let (wrong, count) = wrong("dotnet", &Semantics::Model);
    assert_eq!(wrong, [""; 0]);
    assert!(count >= 25, "{count}");
}
