//! Mix testing from the command line: known bugs are found where they are, by tables that ship and by the compilers that are installed, and where
//! there is none nothing is reported.
//!
//! What needs a compiler that is not there does not run, and the test says how many that are.

mod aarch64;
mod arm;
mod emulator;
mod herd;
mod honest;
mod languages;
mod objects;
mod resume;
mod rows;
mod runtimes;
mod source_language;
mod tables;
mod targets;
mod trials;
mod x86;

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

/// Whether a compiler can be run.
fn is_there(name: &str) -> bool {
    testing::is_there(name)
}

/// The options of `mix run` for profiles: names and commands.
fn profiles(all: &[(&str, String)]) -> Vec<String> {
    all.iter().flat_map(|(name, command)| ["--profile".to_owned(), format!("{name}={command}")]).collect()
}

/// Runs a mix of some of the profiles.
fn mix_of(all: &[(&str, String)], names: &[&str], tests: &[&str]) -> (String, i32) {
    let chosen: Vec<(&str, String)> = all.iter().filter(|(name, _)| names.contains(name)).cloned().collect();
    let options = profiles(&chosen);
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    mix(&options, tests)
}

/// Code of one class has the same outcomes: combined tests of other members' code, simulated beside those that are judged.
fn classes_are_sound(profiles: &[(&str, String)]) -> Result<(), Failed> {
    let mut options: Vec<String> = vec!["--check-classes".to_owned()];
    for (number, (_, command)) in profiles.iter().enumerate() {
        options.extend(["--profile".to_owned(), format!("c{number}={command}")]);
    }
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    let others = ["MPx", "SBx", "SB64", "LBrlx", "SB128", "SBx128"];
    let tests: Vec<&str> = CLEAN.into_iter().chain(others).collect();
    let (text, status) = mix(&options, &tests);
    let differs = ["code of one class differs", "code that orders more has outcomes"];
    expect(differs.iter().all(|message| !text.contains(message)) && status != 2, &text)
}

/// The tests, if what they need is there; else says how many do not run.
fn needing(is_there: bool, what: &str, tests: Vec<Trial>) -> Vec<Trial> {
    if is_there {
        return tests;
    }
    testing::cases_not_run(tests.len(), "of mix testing", &format!("{what} cannot be run"));
    Vec::new()
}

fn main() {
    let arguments = Arguments::from_args();
    let parts = [
        tables::cases,
        honest::cases,
        herd::cases,
        trials::cases,
        source_language::cases,
        runtimes::cases,
        aarch64::cases,
        arm::cases,
        x86::cases,
        languages::cases,
        targets::cases,
    ];
    let mut trials: Vec<Trial> = parts.into_iter().flat_map(|cases| cases()).collect();
    trials.push(Trial::test(
        "a_batch_that_is_killed_while_it_judges_goes_on",
        resume::a_batch_that_is_killed_while_it_judges_goes_on,
    ));
    trials.extend(needing(
        resume::is_possible(),
        "cc for x86-64",
        vec![Trial::test("a_batch_that_is_killed_goes_on", resume::a_batch_that_is_killed_goes_on)],
    ));
    let hidden: [(&str, [Trial; 2]); 2] = [
        (
            "arm",
            [Trial::test("rows::arm", rows::of_arm), Trial::test("rows::arm_with_64_bits", rows::of_arm_with_64_bits)],
        ),
        (
            "aarch64",
            [
                Trial::test("rows::aarch64", rows::of_aarch64),
                Trial::test("rows::aarch64_with_128_bits", rows::of_aarch64_with_128_bits),
            ],
        ),
    ];
    for (architecture, tests) in hidden {
        trials.extend(needing(rows::are_there(architecture), &format!("clang for {architecture}"), tests.into()));
    }
    trials.extend(emulator::cases());
    trials.extend(objects::cases());
    libtest_mimic::run(&arguments, trials).exit();
}
