//! What LLVM refuses is refused, and what it takes is taken: texts of LLVM IR with one change each, shown to clang and to the reader.
//!
//! `LAKMUS_MUTANTS=10000` tries so many, `LAKMUS_SEED=N` begins with change N.

use std::path::{Path, PathBuf};
use std::process::Command;

use lakmus_cprog::ll;

#[path = "llvm_rules/mutation.rs"]
mod mutation;

/// How many changed texts are tried where nothing else is said.
const MUTANTS: u64 = 300;

/// What clang says of a text that it refuses and the reader takes, or the reverse, with the reason. The list is only to get shorter.
const KNOWN_DIFFERENCES: &[(&str, &str)] = &[
    (
        "argument expected to be numbered",
        "LLVM 14 does not count parameters without a name; later versions do, and so does the reader",
    ),
    ("DILocation not allowed within this metadata node", "the reader does not follow metadata from node to node"),
];

fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}

/// Why clang refuses a file; none when it takes it.
fn refusal(clang: &Path, file: &Path) -> Option<String> {
    let output = Command::new(clang)
        .args(["-w", "-x", "ir", "-O0", "-S", "-emit-llvm", "-o", "/dev/null"])
        .arg(file)
        .output()
        .expect("clang runs");
    (!output.status.success()).then(|| String::from_utf8_lossy(&output.stderr).into_owned())
}

/// Whether LLVM's own verifier refuses a file that clang takes, which does not look for definitions that do not dominate their uses; none where it is not there.
fn is_broken(file: &Path) -> Option<bool> {
    let output = Command::new("opt-14").args(["-passes=verify", "-S", "-o", "/dev/null"]).arg(file).output().ok()?;
    Some(!output.status.success())
}

/// The clang that is the judge: one of version 14, with which the texts were written.
fn clang() -> Option<PathBuf> {
    ["clang-14", "clang"].iter().map(PathBuf::from).find(|name| {
        let output = Command::new(name).arg("--version").output();
        output.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains("version 14."))
    })
}

/// The texts of the repository, and what clang makes of some of its programs with optimisation.
fn seeds(clang: &Path, scratch: &Path) -> Vec<String> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a directory of crates");
    let mut files = Vec::new();
    for directory in ["weaken/tests/programs", "fence/tests/macros", "lakmus/tests/cli/files/fence"] {
        let entries = std::fs::read_dir(crates.join(directory)).expect("a directory of tests");
        files.extend(entries.map(|entry| entry.expect("an entry").path()));
    }
    files.sort();
    let mut seeds = Vec::new();
    for (index, file) in files.iter().enumerate() {
        let is_source = file.extension().is_some_and(|end| end == "c");
        let ir = scratch.join("seed.ll");
        if is_source && index % 4 == 0 {
            let level = if index % 8 == 0 { "-O1" } else { "-O0" };
            let made = Command::new(clang)
                .args(["-w", level, "-S", "-emit-llvm", "-o"])
                .arg(&ir)
                .arg(file)
                .output()
                .expect("clang runs");
            if made.status.success() {
                seeds.push(std::fs::read_to_string(&ir).expect("what clang wrote"));
            }
        } else if file.extension().is_some_and(|end| end == "ll") && refusal(clang, file).is_none() {
            seeds.push(std::fs::read_to_string(file).expect("a text"));
        }
    }
    seeds
}

#[test]
fn what_clang_refuses_is_refused_and_what_it_takes_is_taken() {
    let Some(clang) = clang() else {
        println!("not run: clang 14, which judges, is not there");
        return;
    };
    let scratch = tempfile::tempdir().expect("a temporary directory");
    let seeds = seeds(&clang, scratch.path());
    assert!(seeds.len() > 50, "only {} texts to begin with", seeds.len());
    for seed in &seeds {
        ll::parse("seed.ll", seed).unwrap_or_else(|error| panic!("clang takes it: {error}"));
    }
    let (first, count) = (number("LAKMUS_SEED", 0), number("LAKMUS_MUTANTS", MUTANTS));
    let (mut refused, mut known) = (0, 0);
    let mut wrong = Vec::new();
    for index in first..first + count {
        let text = mutation::mutant(&seeds, index);
        let file = scratch.path().join("mutant.ll");
        std::fs::write(&file, &text).expect("a file");
        let theirs = refusal(&clang, &file);
        let ours = ll::parse("mutant.ll", &text).err();
        refused += u64::from(theirs.is_some());
        match (theirs, ours) {
            (Some(message), None) if KNOWN_DIFFERENCES.iter().any(|(part, _)| message.contains(part)) => known += 1,
            (Some(message), None) => {
                wrong.push(format!("{index}: clang refuses: {}", message.lines().next().unwrap_or("")))
            }
            (None, Some(error))
                if error.to_string().contains("[use-before-definition]") && is_broken(&file) != Some(false) =>
            {
                known += 1;
            }
            (None, Some(error)) => wrong.push(format!("{index}: clang takes, and the reader says {error}")),
            (Some(_), Some(_)) | (None, None) => {}
        }
    }
    println!("{count} texts, {refused} of them refused by clang, {known} known differences");
    assert!(wrong.is_empty(), "{} differences:\n{}", wrong.len(), wrong.join("\n"));
    assert!(refused * 3 > count, "the changes are too small to say anything: {refused} of {count} are refused");
}
