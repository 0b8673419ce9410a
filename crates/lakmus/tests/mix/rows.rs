//! Which compilers show which bug, from a fixed pool of generated tests, the compilers' names being hidden from the tool: profiles are called `c1`, `c2` and so
//! on, in an order that says nothing.
//!
//! A row is an operation of a type, the profile whose code of it is to blame, and where it takes two, the operation before it and the profile of that. The rows
//! that are expected are those of the reports: LLVM 65541 and GCC 111416 (32-bit Arm), LLVM 81978 and 62652 (128 bits), LLVM 68428 (exchanges without a
//! result); which versions are affected was found by reading their code.
//!
//! Compilers are those on the path and, where `LAKMUS_COMPILERS` names a directory that `lakmus mix setup` has filled, those in it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::process::Command;

use libtest_mimic::Failed;
use serde_json::Value;

use super::lakmus;

/// The edges of the pool: store buffering by loads, by loads behind exchanges, and message passing to an exchange without a result.
const EDGES: &str = "PodWRScSc PodWRScXSc Fre FenceReldWWRlxRlx Rfe ExchNoRetRlxRel FenceAcqdWRRelRlx";

/// The same with compare-exchanges that fail. What they expect is in memory, which 32-bit Arm reads and writes by halves where it has 64 bits: such tests are not
/// judged there.
const EDGES_OF_EXCHANGES: &str = "PodWRScScCf PodWRScXScCf";

/// A compiler's options, as `lakmus mix profiles` calls them: `v8`, `lse`.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    is_llvm: bool,
    version: u32,
    variant: String,
}

/// The part of a list of profiles that is one profile, and what it is.
#[derive(Clone, Debug)]
pub(crate) struct Listed {
    entry: String,
    known: Known,
}

/// The profiles for an architecture with one of these options.
pub(crate) fn profiles(architecture: &str, variants: &[&str]) -> Vec<Listed> {
    let only = format!("--only=-{architecture}-");
    let mut arguments = vec!["mix", "profiles", "--toml", &only];
    let compilers = testing::variables::value("LAKMUS_COMPILERS");
    if let Some(folder) = &compilers {
        arguments.extend(["--compilers", folder]);
    }
    let output = lakmus(&arguments);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut versions = BTreeMap::new();
    let middle = format!("-{architecture}-");
    let listed = |entry: &str| {
        let name = value(entry, "name")?;
        let variant = name.split_once(&middle)?.1.to_owned();
        let command = value(entry, "command")?;
        let program: Vec<String> = command
            .split(", ")
            .map(|word| word.trim_matches(['[', ']', '"']).to_owned())
            .take_while(|word| !word.starts_with('-'))
            .collect();
        let is_llvm = !program.first()?.contains("gcc");
        let version = *versions.entry(program.clone()).or_insert_with(|| version(&program).unwrap_or(0));
        Some(Listed { entry: entry.to_owned(), known: Known { is_llvm, version, variant } })
    };
    let all: Vec<Listed> = text.split("[[profile]]").filter_map(listed).collect();
    all.into_iter().filter(|listed| variants.contains(&&*listed.known.variant)).collect()
}

/// What stands behind `key = ` in an entry, without quotes around it.
fn value(entry: &str, key: &str) -> Option<String> {
    let line = entry.lines().find_map(|line| line.strip_prefix(key)?.trim().strip_prefix('='))?;
    Some(line.trim().trim_matches('"').to_owned())
}

/// The major version that a compiler says it is.
fn version(program: &[String]) -> Option<u32> {
    let output = Command::new(program.first()?).args(&program[1..]).arg("--version").output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    // `Debian clang version 14.0.6`, with the place of its sources behind; `gcc-12 (Debian 12.2.0-14) 12.2.0`.
    let first = text.lines().next()?;
    let number = match first.split_once("clang version ") {
        Some((_, behind)) => behind,
        None => first.rsplit(' ').next()?,
    };
    number.split('.').next()?.parse().ok()
}

/// An operation, and the profile whose code of it matters.
type Part = (String, String);

/// What is to blame, and where it takes two, what comes before it.
type Rows = BTreeSet<(Part, Option<Part>)>;

/// The rows that these profiles show, hidden under names without meaning. Tables are looked for that take each bug away.
fn rows(ctype: &str, profiles: &[Listed]) -> Result<Rows, Failed> {
    let error = |error: std::io::Error| Failed::from(error.to_string());
    let folder = tempfile::tempdir().map_err(error)?;
    let tests = folder.path().join("tests").display().to_string();
    let edges = if ctype == "uint64_t" { EDGES.to_owned() } else { format!("{EDGES} {EDGES_OF_EXCHANGES}") };
    let mut arguments = vec!["gen", "all", "--arch", "C", "--size", "5", "--threads", "2"];
    arguments.extend(["--type", ctype, "--edges", &edges, "-o", &tests]);
    let generated = lakmus(&arguments);
    if !generated.status.success() {
        return Err(Failed::from(format!("{generated:?}")));
    }
    let mut list = String::new();
    // The order of the list is that of reports; every seventh profile after the other is none that means something.
    for number in (0..7).flat_map(|first| (first..profiles.len()).step_by(7)) {
        let entry = &profiles[number].entry;
        let hidden = entry.lines().filter(|line| !line.starts_with("name"));
        let _ = writeln!(list, "[[profile]]\nname = \"c{number}\"");
        hidden.for_each(|line| _ = writeln!(list, "{line}"));
    }
    let file = folder.path().join("profiles.toml");
    std::fs::write(&file, list).map_err(error)?;
    let file = file.display().to_string();
    let output = lakmus(&[
        "mix",
        "run",
        "--format",
        "json",
        "--max-combinations",
        "100000",
        "--timeout",
        "600",
        "--profiles",
        &file,
        &tests,
    ]);
    let found: Value = serde_json::from_slice(&output.stdout).map_err(|error| format!("{error}: {output:?}"))?;
    let mut rows = Rows::new();
    for test in found["tests"].as_array().into_iter().flatten() {
        let has_answer = test["cut"] == false && test["unknown"].as_object().is_some_and(serde_json::Map::is_empty);
        if !has_answer || test["failed"].is_string() || test["undefined"].is_string() {
            return Err(Failed::from(format!("{} was not judged: {}", test["name"], test["unknown"])));
        }
        for bug in test["bugs"].as_array().into_iter().flatten().filter(|bug| bug["kind"] == "bug") {
            add(test, bug, &mut rows)?;
        }
    }
    Ok(rows)
}

/// A piece that is to blame.
struct Culprit {
    piece: String,
    operation: String,
    profiles: Vec<String>,
}

impl Culprit {
    fn of(test: &Value, culprit: &Value) -> Culprit {
        let piece = culprit["piece"].as_str().unwrap_or_default().to_owned();
        let pieces = test["pieces"].as_array().into_iter().flatten();
        let source = pieces.filter(|known| known["name"] == *piece).find_map(|known| known["source"].as_str());
        let source = source.unwrap_or_default();
        let operation = source.split("atomic_").nth(1).and_then(|rest| rest.split(['(', ' ']).next());
        let operation = operation.unwrap_or(source).trim_end_matches("_explicit").to_owned();
        let profiles = culprit["profiles"].as_array().into_iter().flatten().filter_map(Value::as_str);
        Culprit { piece, operation, profiles: profiles.map(str::to_owned).collect() }
    }

    fn thread(&self) -> &str {
        self.piece.split('_').next().unwrap_or_default()
    }

    fn parts(&self) -> impl Iterator<Item = Part> {
        self.profiles.iter().map(|profile| (self.operation.clone(), profile.clone()))
    }
}

/// Adds what a bug says: in a thread the last piece that is to blame, behind the one before it. What other threads must not do for the outcome to be there
/// (a load by a store-exclusive writes, which puts it in coherence) is no row.
fn add(test: &Value, bug: &Value, rows: &mut Rows) -> Result<(), Failed> {
    let is_mended = bug["fixed_by"].as_array().is_some_and(|tables| !tables.is_empty());
    if !is_mended || bug["extra"].as_array().is_none_or(Vec::is_empty) {
        return Err(Failed::from(format!("no table takes it away, or it has no outcome: {bug}")));
    }
    let culprits: Vec<Culprit> =
        bug["culprits"].as_array().into_iter().flatten().map(|culprit| Culprit::of(test, culprit)).collect();
    let mut threads: BTreeMap<&str, Vec<&Culprit>> = BTreeMap::new();
    for culprit in &culprits {
        threads.entry(culprit.thread()).or_default().push(culprit);
    }
    for of_thread in threads.values() {
        match of_thread.as_slice() {
            [_] if threads.len() > 1 => {}
            [one] => rows.extend(one.parts().map(|part| (part, None))),
            [before, one] => {
                for part in one.parts() {
                    rows.extend(before.parts().map(|before| (part.clone(), Some(before))));
                }
            }
            _ => return Err(Failed::from(format!("more pieces than expected are to blame: {bug}"))),
        }
    }
    Ok(())
}

/// Which operation is to blame with which options.
type Blamed = dyn Fn(&str, &Known) -> bool;

/// Compares the rows with those that these rules give: which code is to blame alone, which behind other code, and which that is.
fn expect(
    ctype: &str,
    profiles: &[Listed],
    alone: &Blamed,
    (behind, before): (&Blamed, &Blamed),
) -> Result<(), Failed> {
    const OPERATIONS: [&str; 4] = ["load", "store", "exchange", "compare_exchange_strong"];
    let found = rows(ctype, profiles)?;
    let all = |blamed: &Blamed| -> Vec<Part> {
        let of = |operation: &'static str| {
            let fits = move |(_, listed): &(usize, &Listed)| blamed(operation, &listed.known);
            let part = move |(number, _): (usize, &Listed)| (operation.to_owned(), format!("c{number}"));
            profiles.iter().enumerate().filter(fits).map(part).collect::<Vec<Part>>()
        };
        OPERATIONS.into_iter().flat_map(of).collect()
    };
    let mut wanted: Rows = all(alone).into_iter().map(|part| (part, None)).collect();
    // What comes before is to blame only where other code of the same operation takes the bug away.
    let matters =
        |operation: &str| profiles.iter().any(|listed| listed.known.is_llvm && !before(operation, &listed.known));
    let before: Vec<Part> = all(before).into_iter().filter(|(operation, _)| matters(operation)).collect();
    for part in all(behind) {
        wanted.extend(before.iter().map(|before| (part.clone(), Some(before.clone()))));
    }
    if found == wanted {
        return Ok(());
    }
    let show = |rows: &mut dyn Iterator<Item = &(Part, Option<Part>)>| {
        let named = |(operation, profile): &Part| {
            let number: usize = profile.trim_start_matches('c').parse().unwrap_or(usize::MAX);
            format!("{operation} of {:?}", profiles.get(number).map(|listed| &listed.known))
        };
        let line = |(part, before): &(Part, Option<Part>)| {
            format!("{} behind {}", named(part), before.as_ref().map_or_else(|| "anything".to_owned(), named))
        };
        rows.map(line).collect::<Vec<_>>().join("\n")
    };
    Err(Failed::from(format!(
        "{} rows, {} expected\nnot found:\n{}\nnot expected:\n{}",
        found.len(),
        wanted.len(),
        show(&mut wanted.difference(&found)),
        show(&mut found.difference(&wanted))
    )))
}

const ARM: [&str; 5] = ["v7", "v7-thumb", "v7ve", "v8", "v8-thumb"];
const AARCH64: [&str; 3] = ["v8", "lse", "v8.4"];

/// Whether there are compilers for the architecture that show something.
pub(crate) fn are_there(architecture: &str) -> bool {
    let variants: &[&str] = if architecture == "arm" { &ARM } else { &AARCH64 };
    profiles(architecture, variants).iter().any(|listed| listed.known.is_llvm)
}

/// 32-bit Arm: LLVM 65541 by loads and by compare-exchanges that fail.
pub(crate) fn of_arm() -> Result<(), Failed> {
    let behind = |operation: &str, known: &Known| {
        let is_old = known.variant.starts_with("v7");
        is_old && known.is_llvm && matches!(operation, "load" | "compare_exchange_strong")
    };
    expect("int", &profiles("arm", &ARM), &|_, _| false, (&behind, &is_store_of_version_8))
}

/// 32-bit Arm with 64 bits: GCC 111416, which LLVM has too.
pub(crate) fn of_arm_with_64_bits() -> Result<(), Failed> {
    let behind = |operation: &str, known: &Known| {
        let is_old = known.variant.starts_with("v7");
        is_old && operation == "load" && (known.is_llvm || known.version <= 13)
    };
    expect("uint64_t", &profiles("arm", &ARM), &|_, _| false, (&behind, &is_store_of_version_8))
}

fn is_store_of_version_8(operation: &str, known: &Known) -> bool {
    known.variant.starts_with("v8") && matches!(operation, "store" | "exchange")
}

/// AArch64: LLVM 68428, of which versions up to 16 have another form than 17 and 18.
pub(crate) fn of_aarch64() -> Result<(), Failed> {
    let alone = |operation: &str, known: &Known| {
        let is_affected = match known.version {
            ..=16 => true,
            17 | 18 => known.variant != "v8",
            _ => false,
        };
        operation == "exchange" && known.is_llvm && is_affected
    };
    expect("int", &profiles("aarch64", &AARCH64), &alone, (&|_, _| false, &|_, _| false))
}

/// AArch64 with 128 bits: LLVM 81978, and 62652 where the code before it is of the same compiler.
pub(crate) fn of_aarch64_with_128_bits() -> Result<(), Failed> {
    let behind = |operation: &str, known: &Known| {
        operation == "load" && known.is_llvm && known.version >= 14 && known.variant == "v8.4"
    };
    // Stores and exchanges by exclusive pairs: those of Armv8, and of the versions that do not use more of LSE.
    let before = |operation: &str, known: &Known| {
        let is_plain_store = known.variant == "v8.4" && known.version >= 14;
        let is_pair = match operation {
            "store" => known.variant == "v8" || known.version <= 15 && !is_plain_store,
            "exchange" => known.variant == "v8" || known.version <= 15,
            _ => false,
        };
        // gcc calls its library, which has such pairs from version 14 on, whatever the options; up to 13 it takes locks there, and is not judged.
        let is_library_pair = known.version >= 14 && matches!(operation, "store" | "exchange");
        if known.is_llvm { is_pair } else { is_library_pair }
    };
    // The exchange without a result as a store, of Armv8.4.
    let alone = |operation: &str, known: &Known| {
        operation == "exchange" && known.is_llvm && known.variant == "v8.4" && (14..=16).contains(&known.version)
    };
    expect("__int128", &profiles("aarch64", &AARCH64), &alone, (&behind, &before))
}
