//! The reference corpus: every test is read, printed and read again, and hashes are compared with those that herd7
//! gave. The corpus is not part of the repository: where it is missing, these tests are not run.

use crate::toy;

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use lakmus_litmus::{Test, parse};
use source::Sources;

/// Sets whose instructions are all written in canonical form, so that the toy language can hash them.
const CANONICAL: [&str; 6] =
    ["generated/AArch64", "generated/ARM", "generated/MIPS", "generated/RISCV", "generated/X86_64", "catalogue/x86_64"];

/// The tests below a directory of the corpus.
fn tests_in(directory: &Path) -> Vec<PathBuf> {
    let files = testing::litmus_files(directory);
    assert!(!files.is_empty(), "{} has no tests", directory.display());
    files
}

/// The test, when there is no error in it; else the errors.
fn read(text: &str) -> Result<Test<'static>, String> {
    let mut sources = Sources::new();
    let id = sources.add("test.litmus", text);
    // A test borrows from its text; all together have a few megabytes.
    let sources = Box::leak(Box::new(sources));
    let (test, mut diagnostics) = parse(sources, id, "default");
    diagnostics.retain(|diagnostic| diagnostic.is_error());
    let errors = toy::render(sources, &diagnostics);
    test.filter(|_| diagnostics.is_empty()).ok_or(errors)
}

#[test]
fn every_test_reads_and_prints() {
    let Some(root) = testing::shared("") else { return };
    let mut failures = Vec::new();
    // Trials have inputs that are broken on purpose.
    for path in tests_in(&root).into_iter().filter(|path| !path.starts_with(root.join("trials"))) {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let test = match read(&text) {
            Ok(test) => test,
            // Some tests are there to be rejected.
            Err(_) if path.with_extension("litmus.expected-failure").exists() => continue,
            Err(errors) => {
                failures.push(format!("{}\n{errors}", path.display()));
                continue;
            }
        };
        let printed = test.print(&text);
        match read(&printed) {
            Ok(again) if again.print(&printed) == printed => {}
            Ok(_) => failures.push(format!("{} prints differently the second time\n{printed}", path.display())),
            Err(errors) => failures.push(format!("{} prints badly\n{errors}{printed}", path.display())),
        }
    }
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}

/// The hashes of an `expected.log`, by test name.
fn expected_hashes(log: &str) -> HashMap<&str, &str> {
    let mut hashes = HashMap::new();
    let mut name = "";
    for line in log.lines() {
        if let Some(rest) = line.strip_prefix("Test ") {
            name = rest.split(' ').next().unwrap_or("");
        } else if let Some(hash) = line.strip_prefix("Hash=") {
            hashes.insert(name, hash);
        }
    }
    hashes
}

#[test]
fn hashes_are_herds() {
    let Some(root) = testing::shared("") else { return };
    for set in CANONICAL {
        let directory = root.join(set);
        let log = std::fs::read_to_string(directory.join("expected.log")).unwrap_or_default();
        let hashes = expected_hashes(&log);
        let mut wrong = Vec::new();
        for path in tests_in(&directory) {
            let Ok(text) = std::fs::read_to_string(&path) else { continue };
            let hash = read(&text).and_then(|test| {
                let code = test.read_code(&toy::TOY, &text).map_err(|found| format!("{found:?}"))?;
                let hash = test.computed_hash(&*code).unwrap_or_default();
                Ok((test.name.text, hash))
            });
            match hash {
                Ok((name, hash)) if hashes.get(&*name).is_none_or(|expected| **expected == hash) => {}
                other => wrong.push(format!("{}: {other:?}", path.display())),
            }
        }
        assert!(wrong.is_empty(), "{set}: {} wrong\n{}", wrong.len(), wrong.join("\n"));
    }
}
