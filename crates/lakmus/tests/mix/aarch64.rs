//! AArch64: the bugs of clang 14.

use std::process::Command;

use libtest_mimic::{Failed, Trial};

use crate::{CLEAN, expect, is_there, mix, needing};

/// LLVM 68428 in its form of clang 13 to 16: an exchange whose result is not used becomes a store.
fn an_unused_exchange(clang: &str) -> Result<(), Failed> {
    let profile = format!("clang={clang} -march=armv8-a");
    let (text, status) = mix(&["--profile", &profile], &["MPx"]);
    expect(status == 1 && text.contains("outcome 1:r0=0; [y]=2;") && text.contains("stlr"), &text)?;
    expect(text.contains("gone when P1_0 is as aarch64-abi has it"), &text)
}

/// LLVM 81978: a 128-bit load of Armv8.4 without a barrier before it, behind a store of Armv8.
fn a_wide_load(clang: &str) -> Result<(), Failed> {
    let (old, new) = (format!("v8={clang} -march=armv8-a"), format!("v84={clang} -march=armv8.4-a"));
    let (text, status) = mix(&["--profile", &old], &["SB128"]);
    expect(status == 0, &text)?;
    let (text, status) = mix(&["--profile", &old, "--profile", &new], &["SB128"]);
    expect(status == 1 && text.contains("outcome 0:r0=0; 1:r0=0;") && text.contains("ldp"), &text)
}

/// LLVM 62652: the same by one compiler alone, as its exchange is a store-exclusive.
fn a_wide_exchange(clang: &str) -> Result<(), Failed> {
    let profile = format!("v84={clang} -march=armv8.4-a");
    let (text, status) = mix(&["--profile", &profile], &["SBx128"]);
    expect(status == 1 && text.contains("Bug of a single profile") && text.contains("outcome 0:r0=0; 1:r0=0;"), &text)?;
    let (text, status) = mix(&["--profile", &format!("v8={clang} -march=armv8-a")], &["SBx128"]);
    expect(status == 0, &text)
}

/// The sources of a bug, which their compilers take as they are: the function that is to blame has the code that is reported.
fn sources_of_a_bug(clang: &str) -> Result<(), Failed> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let path = folder.path().display().to_string();
    let profile = format!("c={clang} -march=armv8-a");
    let (text, status) = mix(&["--profile", &profile, "--sources", &path], &["MPx"]);
    expect(status == 1, &text)?;
    let file = folder.path().join("MPx.aarch64.0.c");
    let text = std::fs::read_to_string(&file).map_err(|error| error.to_string())?;
    expect(text.starts_with("// MPx for AArch64: 1:r0=0; [y]=2; is forbidden.\n// c compiles P0_0,"), &text)?;
    let command = text.lines().find_map(|line| line.strip_prefix("//   ")).unwrap_or_default();
    let mut words = command.split(' ');
    let mut compiler = Command::new(words.next().unwrap_or_default());
    let output = compiler.args(words).args(["-S", "-o", "-"]).arg(&file).output().map_err(|error| error.to_string())?;
    let code = String::from_utf8_lossy(&output.stdout).into_owned();
    let function = code.split("P1_0:").nth(1).and_then(|rest| rest.split("ret").next()).unwrap_or_default();
    expect(output.status.success() && function.contains("stlr"), &code)
}

fn clean_sets(clang: &str) -> Result<(), Failed> {
    let profiles: Vec<String> = ["armv8-a", "armv8.1-a", "armv8.3-a", "armv8.4-a"]
        .iter()
        .map(|machine| format!("{machine}={clang} -march={machine}"))
        .collect();
    let options: Vec<&str> = profiles.iter().flat_map(|profile| ["--profile", profile]).collect();
    let (text, status) = mix(&options, &CLEAN);
    expect(status == 0, &text)
}

pub(crate) fn cases() -> Vec<Trial> {
    let clang = "clang-14 --target=aarch64-linux-gnu -O3";
    needing(
        is_there("clang-14"),
        "clang-14",
        vec![
            Trial::test("clang-14::an_unused_exchange", move || an_unused_exchange(clang)),
            Trial::test("clang-14::a_wide_load", move || a_wide_load(clang)),
            Trial::test("clang-14::clean_sets", move || clean_sets(clang)),
            Trial::test("clang-14::a_wide_exchange", move || a_wide_exchange(clang)),
            Trial::test("clang-14::sources_of_a_bug", move || sources_of_a_bug(clang)),
        ],
    )
}
