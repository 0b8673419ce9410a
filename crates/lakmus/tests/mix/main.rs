//! Mix testing from the command line: known bugs are found where they are, by tables that ship and by the compilers that are installed, and where
//! there is none nothing is reported.
//!
//! What needs a compiler that is not there does not run, and the test says how many that are.

use std::path::PathBuf;
use std::process::{Command, Output};

use libtest_mimic::{Arguments, Failed, Trial};

/// The sets that no mapping in use may break.
const CLEAN: [&str; 9] = ["MP", "SB", "LB", "S", "R", "2+2W", "WRC", "IRIW", "ISA2"];

fn test(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/mix/tests").join(format!("{name}.litmus"));
    path.display().to_string()
}

fn lakmus(arguments: &[&str]) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_lakmus")).args(arguments).output();
    output.unwrap_or_else(|error| panic!("lakmus cannot be run: {error}"))
}

/// Runs a mix; what it prints, and its exit status.
fn mix(options: &[&str], tests: &[&str]) -> (String, i32) {
    let tests: Vec<String> = tests.iter().map(|name| test(name)).collect();
    let mut arguments = vec!["mix", "run"];
    arguments.extend(options);
    arguments.extend(tests.iter().map(String::as_str));
    let output = lakmus(&arguments);
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    (text, output.status.code().unwrap_or(-1))
}

fn expect(condition: bool, text: &str) -> Result<(), Failed> {
    if condition { Ok(()) } else { Err(Failed::from(text.to_owned())) }
}

/// *Mix Testing*, section 5.3: the proposal alone is sound, and so is what is in use; together they are not.
fn the_jvm_proposal() -> Result<(), Failed> {
    let (text, status) = mix(&["--table", "aarch64-jvm-ldapr"], &["SB"]);
    expect(status == 0, &text)?;
    let (text, status) = mix(&["--table", "aarch64-abi"], &["SB"]);
    expect(status == 0, &text)?;
    let (text, status) = mix(&["--table", "aarch64-jvm-ldapr", "--table", "aarch64-abi"], &["SB"]);
    expect(status == 1 && text.contains("outcome 0:r0=0; 1:r0=0;"), &text)?;
    expect(text.contains("LDAPR") && text.contains("gone when"), &text)?;
    // With the barrier behind stores that Windows has, the proposal's loads are sound.
    let (text, status) = mix(&["--table", "aarch64-jvm-ldapr", "--table", "aarch64-msvc"], &["SB"]);
    // The loads of that table are the baseline's, its stores the proposal's.
    expect(status == 0, &text)
}

fn tables_agree() -> Result<(), Failed> {
    let tables = [
        "--table",
        "aarch64-abi",
        "--table",
        "aarch64-abi-lse",
        "--table",
        "aarch64-abi-rcpc",
        "--table",
        "aarch64-msvc",
    ];
    let (text, status) = mix(&tables, &CLEAN);
    expect(status == 0, &text)?;
    let tables = ["--table", "x86_64-abi", "--table", "x86_64-abi-mfence"];
    let (text, status) = mix(&tables, &CLEAN);
    expect(status == 0, &text)
}

fn load_buffering_is_a_verdict_of_its_own() -> Result<(), Failed> {
    let (text, status) = mix(&["--table", "aarch64-abi"], &["LBrlx"]);
    expect(status == 0 && text.contains("1 differences by load buffering alone"), &text)?;
    let (text, status) = mix(&["--table", "aarch64-abi", "--source-model", "rc11"], &["LBrlx"]);
    expect(status == 1 && text.contains("outcome 0:r0=1; 1:r0=1;"), &text)
}

fn mistakes_are_reported() -> Result<(), Failed> {
    let (text, status) = mix(&["--table", "aarch64-abj"], &["SB"]);
    expect(status == 2 && text.contains("did you mean `aarch64-abi`?"), &text)?;
    let (text, status) = mix(&["--profile", "none=/nowhere/cc --target=aarch64-linux-gnu"], &["SB"]);
    expect(status == 3 && text.contains("cannot run `/nowhere/cc`"), &text)?;
    let (text, status) = mix(&["--table", "aarch64-abi"], &["no-such-test"]);
    expect(status == 2 && text.contains("no-such-test"), &text)
}

/// A compiler that can be run, and options for AArch64.
fn clang(name: &str) -> Option<String> {
    Command::new(name).arg("--version").output().ok().filter(|output| output.status.success())?;
    Some(format!("{name} --target=aarch64-linux-gnu -O3"))
}

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

fn clean_sets(clang: &str) -> Result<(), Failed> {
    let profiles: Vec<String> = ["armv8-a", "armv8.1-a", "armv8.3-a", "armv8.4-a"]
        .iter()
        .map(|machine| format!("{machine}={clang} -march={machine}"))
        .collect();
    let options: Vec<&str> = profiles.iter().flat_map(|profile| ["--profile", profile]).collect();
    let (text, status) = mix(&options, &CLEAN);
    expect(status == 0, &text)
}

fn main() {
    let arguments = Arguments::from_args();
    let mut trials = vec![
        Trial::test("the_jvm_proposal", the_jvm_proposal),
        Trial::test("tables_agree", tables_agree),
        Trial::test("load_buffering_is_a_verdict_of_its_own", load_buffering_is_a_verdict_of_its_own),
        Trial::test("mistakes_are_reported", mistakes_are_reported),
    ];
    match clang("clang-14") {
        Some(clang) => {
            let (a, b, c) = (clang.clone(), clang.clone(), clang);
            trials.push(Trial::test("clang-14::an_unused_exchange", move || an_unused_exchange(&a)));
            trials.push(Trial::test("clang-14::a_wide_load", move || a_wide_load(&b)));
            trials.push(Trial::test("clang-14::clean_sets", move || clean_sets(&c)));
        }
        None => eprintln!("3 tests need clang-14 and do not run"),
    }
    libtest_mimic::run(&arguments, trials).exit();
}
