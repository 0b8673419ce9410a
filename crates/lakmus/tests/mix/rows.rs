//! Which compilers show which bug, from a fixed pool of generated tests, the compilers' names being hidden from the tool: profiles are called `c1`, `c2` and so
//! on.
//!
//! A row is a type, an operation that is to blame, and the profiles whose code of it is. Expected rows are those of the reports: LLVM 65541 and GCC 111416
//! (32-bit Arm), LLVM 81978 and 62652 (128 bits), LLVM 68428 (exchanges without a result).

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use libtest_mimic::Failed;
use serde_json::Value;

/// By type of C and operation: the profiles that are to blame.
type Rows = BTreeMap<(String, String), BTreeSet<String>>;

/// Makes the tests of a pool: store buffering by loads, by compare-exchanges that fail and by exchanges, and message passing to an exchange.
fn pool(folder: &std::path::Path, ctype: &str) -> Result<(), Failed> {
    let edges = "PodWRScSc PodWRScScCf Fre FenceReldWWRlxRlx Rfe ExchNoRetRlxRel FenceAcqdWRRlxRlx ExchNoRetScSc";
    let output = Command::new(env!("CARGO_BIN_EXE_lakmus"))
        .args(["gen", "all", "--arch", "C", "--type", ctype, "--edges", edges, "--size", "5", "--threads", "2"])
        .arg("-o")
        .arg(folder)
        .output()
        .map_err(|error| error.to_string())?;
    if output.status.success() { Ok(()) } else { Err(Failed::from(format!("{output:?}"))) }
}

/// The rows that a mix of these compilers shows, hidden under names without meaning. Tables are looked for that take each bug away.
fn rows(ctype: &str, compilers: &[String]) -> Result<Rows, Failed> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    pool(folder.path(), ctype)?;
    let mut command = Command::new(env!("CARGO_BIN_EXE_lakmus"));
    command.args(["mix", "run", "--format", "json", "--limit", "100000"]);
    for (number, compiler) in compilers.iter().enumerate() {
        command.arg("--profile").arg(format!("c{}={compiler}", number + 1));
    }
    let output = command.arg(folder.path()).output().map_err(|error| error.to_string())?;
    let found: Value = serde_json::from_slice(&output.stdout).map_err(|error| format!("{error}: {output:?}"))?;
    let mut rows = Rows::new();
    for test in found["tests"].as_array().into_iter().flatten() {
        if test["cut"] == true {
            return Err(Failed::from(format!("{} was cut", test["name"])));
        }
        for bug in test["bugs"].as_array().into_iter().flatten().filter(|bug| bug["kind"] == "bug") {
            add(ctype, test, bug, &mut rows)?;
        }
    }
    Ok(rows)
}

/// Adds what a bug says: each piece that is to blame, by its operation.
fn add(ctype: &str, test: &Value, bug: &Value, rows: &mut Rows) -> Result<(), Failed> {
    let is_mended = bug["fixed_by"].as_array().is_some_and(|tables| !tables.is_empty());
    if !is_mended || bug["extra"].as_array().is_none_or(Vec::is_empty) {
        return Err(Failed::from(format!("no table takes it away, or it has no outcome: {bug}")));
    }
    for culprit in bug["culprits"].as_array().into_iter().flatten() {
        let pieces = test["pieces"].as_array().into_iter().flatten();
        let source =
            pieces.filter(|piece| piece["name"] == culprit["piece"]).find_map(|piece| piece["source"].as_str());
        let source = source.unwrap_or_default();
        let operation = source.split("atomic_").nth(1).and_then(|rest| rest.split("_explicit").next());
        let key = (ctype.to_owned(), operation.unwrap_or(source).to_owned());
        let profiles = culprit["profiles"].as_array().into_iter().flatten().filter_map(Value::as_str);
        rows.entry(key).or_default().extend(profiles.map(str::to_owned));
    }
    Ok(())
}

/// Compares; what stores and fences are beside the code that is to blame is not compared.
fn expect(found: &Rows, wanted: &[(&str, &str, &[&str])]) -> Result<(), Failed> {
    let is_compared = |operation: &str| !operation.contains("store") && !operation.contains("fence");
    let found: Rows = found
        .iter()
        .filter(|((_, operation), _)| is_compared(operation))
        .map(|(key, set)| (key.clone(), set.clone()))
        .collect();
    let wanted: Rows = wanted
        .iter()
        .map(|(ctype, operation, profiles)| {
            let profiles = profiles.iter().map(|name| (*name).to_owned()).collect();
            (((*ctype).to_owned(), (*operation).to_owned()), profiles)
        })
        .collect();
    if found == wanted { Ok(()) } else { Err(Failed::from(format!("found {found:#?}\nwanted {wanted:#?}"))) }
}

/// 32-bit Arm: clang 14 for Armv7 and Armv8, gcc 12 for Armv7, Armv7VE and Armv8.
pub(crate) fn of_arm() -> Result<(), Failed> {
    let clang = |options: &str| format!("clang-14 --target=arm-linux-gnueabihf -O3 -mfloat-abi=hard {options}");
    let gcc = |options: &str| format!("arm-linux-gnueabihf-gcc -O3 -mfloat-abi=hard {options}");
    let (v7, v7ve, v8) = (
        "-march=armv7-a -mfpu=vfpv3-d16 -marm",
        "-march=armv7ve -mfpu=vfpv3-d16 -marm",
        "-march=armv8-a -mfpu=fp-armv8 -marm",
    );
    let compilers = [clang(v7), clang(v8), gcc(v7), gcc(v7ve), gcc(v8)];
    let found = rows("int", &compilers)?;
    expect(&found, &[("int", "load", &["c1"]), ("int", "compare_exchange_strong", &["c1"])])?;
    let found = rows("uint64_t", &compilers)?;
    expect(&found, &[("uint64_t", "load", &["c1", "c3", "c4"]), ("uint64_t", "compare_exchange_strong", &["c1"])])
}

/// AArch64: clang 14 for Armv8, Armv8.1 and Armv8.4, gcc 12 for Armv8 and Armv8.1.
pub(crate) fn of_aarch64() -> Result<(), Failed> {
    let clang = |machine: &str| format!("clang-14 --target=aarch64-linux-gnu -O3 -march={machine}");
    let gcc = |options: &str| format!("aarch64-linux-gnu-gcc -O3 {options}");
    let compilers = [
        clang("armv8-a"),
        clang("armv8.1-a"),
        clang("armv8.4-a"),
        gcc("-march=armv8-a -mno-outline-atomics"),
        gcc("-march=armv8.1-a"),
    ];
    let found = rows("int", &compilers)?;
    expect(&found, &[("int", "exchange", &["c1", "c2", "c3"])])?;
    let found = rows("__int128", &compilers)?;
    expect(&found, &[("__int128", "load", &["c3"]), ("__int128", "exchange", &["c1", "c2", "c3"])])
}
