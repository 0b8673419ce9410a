//! Tests that `--litmus` writes are as herd7 reads them, for every target that herd7 has. With `LAKMUS_HERD7=/usr/bin/herd7` it reads them, and ends in the same states.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use libtest_mimic::{Failed, Trial};

use crate::{expect, lakmus, test};

/// Tables that are wrong together, by target.
const PAIRS: [[&str; 2]; 4] = [
    ["aarch64-jvm-ldapr", "aarch64-abi"],
    ["armv7-llvm", "armv8-a32-abi"],
    ["power-leading-sync", "power-trailing-sync"],
    ["riscv-a6c", "riscv-a7"],
];

/// Tables that are wrong alone: a sequentially consistent store without a barrier.
const ALONE: [(&str, &str, &str); 2] =
    [("mips64el", "mips-sync", "sw {operand},0({object})"), ("x86_64", "x86_64-abi", "movl {operand},({object})")];

/// The states that a log lists.
fn states(log: &str) -> BTreeSet<String> {
    let behind = log.lines().skip_while(|line| !line.starts_with("States "));
    let states = behind.skip(1).take_while(|line| line.contains('='));
    states.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

fn check(file: &Path) -> Result<(), Failed> {
    let text = std::fs::read_to_string(file)?;
    let path = file.display().to_string();
    expect(!text.lines().any(|line| line.starts_with("Variant=")) && !text.contains("[y]"), &text)?;
    let output = lakmus(&["run", &path]);
    let log = String::from_utf8_lossy(&output.stdout).into_owned();
    expect(log.contains(" Sometimes "), &format!("{text}\n{log}"))?;
    let Some(herd) = testing::variables::value("LAKMUS_HERD7") else { return Ok(()) };
    let output = Command::new(herd).arg(&path).output()?;
    let of_herd = String::from_utf8_lossy(&output.stdout).into_owned();
    expect(
        !states(&of_herd).is_empty(),
        &format!("herd7 does not read {text}: {}", String::from_utf8_lossy(&output.stderr)),
    )?;
    // What herd7 lacks is said, and decides.
    if mix::assumption(&text).is_some() {
        println!("{path}: read, not compared: it assumes what herd7 does not have");
        return Ok(());
    }
    expect(states(&of_herd) == states(&log), &format!("{text}\n{of_herd}\n{log}"))
}

fn what_is_written_is_as_herd_reads_it() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let mut options: Vec<Vec<String>> = PAIRS
        .iter()
        .map(|pair| pair.iter().flat_map(|name| ["--table".to_owned(), (*name).to_owned()]).collect())
        .collect();
    for (architecture, otherwise, code) in ALONE {
        let table = format!(
            "name = \"plain-store\"\narchitecture = \"{architecture}\"\notherwise = \"{otherwise}\"\n\n[[row]]\noperation = \"store\"\n\
             order = \"seq_cst\"\nsize = 32\ncode = [\"{code}\"]\n"
        );
        let path = folder.path().join(format!("{architecture}.toml"));
        std::fs::write(&path, table)?;
        options.push(vec!["--table".to_owned(), path.display().to_string()]);
    }
    for (number, options) in options.iter().enumerate() {
        let place = folder.path().join(number.to_string());
        let (to, tests) = (place.display().to_string(), [test("SB"), test("R")]);
        let words = ["mix", "run", "--write-litmus", &to];
        let all: Vec<&str> = words.into_iter().chain(options.iter().chain(&tests).map(String::as_str)).collect();
        let output = lakmus(&all);
        expect(output.status.code() == Some(1), &format!("{options:?}: {}", String::from_utf8_lossy(&output.stdout)))?;
        for entry in std::fs::read_dir(&place)? {
            check(&entry?.path()).map_err(|error| Failed::from(format!("{options:?}: {error:?}")))?;
        }
    }
    Ok(())
}

pub(crate) fn cases() -> Vec<Trial> {
    vec![Trial::test("what_is_written_is_as_herd_reads_it", what_is_written_is_as_herd_reads_it)]
}
