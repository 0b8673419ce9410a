//! Objects: tests in `tests/objects`, each with who says so; the conditions say what is expected.
//!
//! A line `Models=jls04 jls-modes` in the header names the models that are asked, each under the requirements that it is meant to be put under.

use std::path::PathBuf;

use crate::common;

use lakmus_java::{Report, Rules, Semantics, Setting, check};

/// The tests.
pub(crate) fn files() -> Vec<PathBuf> {
    let directory = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/objects");
    let entries = std::fs::read_dir(directory).expect("tests");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    files
}

/// What a model says of a test; with all outcomes.
fn report(model: &str, text: &str) -> Result<Report, String> {
    let loaded = common::model(model);
    let semantics = if model.starts_with("jls") { Semantics::Causality(Rules::jls()) } else { Semantics::Model };
    let mut setting = Setting::new(&loaded, &semantics);
    setting.all = model.starts_with("jls");
    let test = common::read_test(text).map_err(|error| format!("{error:?}"))?;
    check(&test, text, setting).map_err(|error| format!("{error:?}"))
}

#[test]
fn objects_behave_as_their_sources_say() {
    let mut wrong = Vec::new();
    for path in files() {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).expect("a text");
        let models = text.lines().find_map(|line| line.strip_prefix("Models=")).unwrap_or("jls04 jls-modes");
        for model in models.split_whitespace() {
            match report(model, &text) {
                Ok(report) => {
                    for one in report.behaviours.iter().filter(|one| !one.passes) {
                        wrong.push(format!("{name}, {model}: {} is {}", one.behaviour.text, one.verdict.word()));
                    }
                    if let Some(cut) = &report.cut_at {
                        wrong.push(format!("{name}, {model}: cut at {cut}"));
                    }
                    println!("{name} {model}\n  {}", report.outcomes.join("\n  "));
                }
                Err(error) => wrong.push(format!("{name}, {model}: {error}")),
            }
        }
    }
    assert_eq!(wrong, [""; 0]);
}
