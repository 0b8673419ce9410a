//! What numbers commands end with: one table (`docs/exit-statuses.md`), the same for all commands.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::{LAKMUS, file, lakmus, stderr};

/// The commands.
const COMMANDS: &[&str] = &[
    "run",
    "herd7",
    "explore",
    "gen",
    "compare",
    "hash",
    "filter",
    "classify",
    "model",
    "test",
    "cc",
    "cxx",
    "rustc",
    "cargo",
    "exec",
    "fence",
    "export",
    "litmus2c",
    "c2litmus",
    "java",
    "mix",
    "abi",
    "verify",
    "weaken",
    "check",
    "doctor",
    "lsp",
    "completions",
    "man",
];

const TABLES: &[&str] = &["--table", "aarch64-jvm-ldapr", "--table", "aarch64-abi"];

/// Words of commands, and what they end with. They run in `tests/cli/files`.
const CASES: &[(&[&str], i32)] = &[
    // All was done, and nothing was found, whatever conditions say.
    (&["run", "SB.litmus"], 0),
    (&["run", "--model", "sc", "SB.litmus"], 0),
    (&["test", "--litmus", "message.litmus"], 0),
    (&["compare", "logs/sc.log", "logs/sc.log"], 0),
    (&["verify", "--model", "sc", "SB.litmus"], 0),
    (&["fence", "--model", "x86tso", "fence/message.ll"], 0),
    (&["hash", "SB.litmus"], 0),
    (&["filter", "SB.litmus"], 0),
    (&["model", "list"], 0),
    (&["model", "check", "sc"], 0),
    (&["gen", "edges", "--arch", "X86_64"], 0),
    (&["mix", "run", "--table", "aarch64-abi", "../../mix/tests/SB.litmus"], 0),
    (&["completions", "bash"], 0),
    (&["man"], 0),
    // What is looked for was found.
    (&["run", "--model", "sc", "--expect", "expected.log", "SB.litmus"], 1),
    (&["compare", "logs/sc.log", "logs/tso.log"], 1),
    (&["verify", "--model", "x86tso", "SB.litmus"], 1),
    (&["test", "--litmus", "message-race.litmus"], 1),
    (&["model", "check", "./broken.cat"], 1),
    // Something could not be done.
    (&["run", "bad-instruction.litmus"], 2),
    (&["run", "--model", "nothing", "SB.litmus"], 2),
    (&["run", "--no-such-option"], 2),
    (&["run", "missing.litmus", "SB.litmus"], 2),
    (&["model", "check", "./missing.cat"], 2),
    (&["compare", "missing.log", "logs/sc.log"], 2),
    (&["gen", "one", "--arch", "X86_64", "PodWR", "Rfe"], 2),
    (&["classify", "--arch", "X86_64", "--cycle", "PodWR Rfe"], 2),
    (&["litmus2c", "-o", "/dev/null/x.c", "message.litmus"], 2),
    (&["cc", "--compiler", "/dev/null/cc", "-c", "x.c"], 2),
    (&["exec", "--", "/dev/null/program"], 2),
    (&["man", "nothing"], 2),
    // Nothing was found, and not everything was looked at.
    (&["run", "--timeout", "0.000001", "slow.litmus"], 3),
    (&["run", "--unroll", "1", "spin.litmus"], 3),
    (&["verify", "--model", "sc", "--max-states", "1", "SB.litmus"], 3),
    // Its source is not there from here, so that there is no place for a fence.
    (&["fence", "--model", "x86tso", "fence/dekker.ll"], 3),
    // What is run on the user's behalf has its own.
    (&["exec", "--", "sh", "-c", "exit 7"], 7),
    (&["exec", "--", "true"], 0),
    // herd7's: what is wrong is on the standard error alone.
    (&["herd7", "missing.litmus"], 0),
    (&["herd7", "-exit", "true", "missing.litmus"], 1),
    (&["herd7", "-no-such-option"], 2),
];

fn files() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/files")
}

#[test]
fn statuses_mean_the_same_in_all_commands() {
    for (words, expected) in CASES {
        let output = lakmus(&files(), words);
        assert_eq!(output.status.code(), Some(*expected), "{words:?}: {}", stderr(&output));
    }
    let bug = [&["mix", "run"][..], TABLES, &["../../mix/tests/SB.litmus"]].concat();
    assert_eq!(lakmus(&files(), &bug).status.code(), Some(1));
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let missing = ["fence", "--model", "x86tso", "crates/lakmus/tests/cli/files/fence/dekker.ll"];
    assert_eq!(lakmus(&root, &missing).status.code(), Some(1));
}

/// Words in front of inputs that are not there, for every command that reads some.
const INPUTS: &[&[&str]] = &[
    &["run", "X.litmus"],
    &["run", "--json", "X.litmus"],
    &["run", "@X.list"],
    &["run", "--show", "forbidden", "X.litmus"],
    &["test", "--litmus", "X.litmus"],
    &["test", "--", "./X"],
    &["compare", "X.log", "X.log"],
    &["hash", "X.litmus"],
    &["filter", "X.litmus"],
    &["filter", "X.log"],
    &["classify", "X.litmus"],
    &["model", "show", "./X.cat"],
    &["model", "check", "./X.cat"],
    &["model", "coverage", "sc", "X.litmus"],
    &["export", "-o", "OUT", "X.litmus"],
    &["litmus2c", "X.litmus"],
    &["c2litmus", "X.c"],
    &["c2litmus", "X.ll"],
    &["fence", "X.c"],
    &["fence", "X.ll"],
    &["fence", "-p", "X"],
    &["fence", "--", "./X"],
    &["verify", "X.litmus"],
    &["verify", "X.ll"],
    &["verify", "X.c"],
    &["weaken", "X.ll"],
    &["weaken", "X.c"],
    &["java", "check", "X.litmus"],
    &["java", "compile", "X.litmus"],
    &["java", "scheme", "X.litmus"],
    &["java", "jcstress", "X.litmus"],
    &["java", "stress", "X.litmus"],
    &["java", "table", "X"],
    &["mix", "run", "--table", "aarch64-abi", "X.litmus"],
    &["mix", "run", "--profiles", "X.toml", "X.litmus"],
    &["mix", "profiles", "--profiles", "X.toml"],
    &["mix", "structure", "--profiles", "X.toml"],
    &["abi", "check", "--profiles", "X.toml"],
    &["gen", "all", "--arch", "X86_64", "--conf", "X.conf"],
];

#[test]
fn an_input_that_cannot_be_read_is_always_2() {
    let place = tempfile::tempdir().expect("it can be made");
    for words in INPUTS {
        let output = lakmus(place.path(), words);
        assert_eq!(output.status.code(), Some(2), "{words:?}: {}", stderr(&output));
        assert!(!output.stderr.is_empty(), "{words:?} says why");
    }
    for word in INPUTS.iter().flat_map(|words| words.iter()).filter(|word| word.starts_with('X')) {
        if word.ends_with(".litmus") {
            // What is there and is none is the same.
            std::fs::write(place.path().join(word), "nothing of the kind").expect("it is written");
        }
    }
    for words in INPUTS.iter().filter(|words| words.last().is_some_and(|last| *last == "X.litmus")) {
        let output = lakmus(place.path(), words);
        assert_eq!(output.status.code(), Some(2), "{words:?}: {}", stderr(&output));
    }
}

/// Results that are lost are no verdict: neither "found" nor "nothing found".
#[test]
fn a_full_device_is_always_2() {
    for (words, expected) in CASES.iter().filter(|(_, expected)| *expected != 2) {
        let Ok(full) = std::fs::OpenOptions::new().write(true).open("/dev/full") else {
            println!("not run: there is no /dev/full");
            return;
        };
        let printed = lakmus(&files(), words).stdout;
        if printed.is_empty() || words[0] == "exec" {
            continue;
        }
        let mut command = Command::new(LAKMUS);
        command.args(*words).current_dir(files()).stdin(Stdio::null()).stdout(full).stderr(Stdio::null());
        let status = command.status().expect("lakmus runs").code();
        assert_eq!(status, Some(2), "{words:?}, which ends with {expected} otherwise");
    }
}

/// The table is in `--help` and in the documentation, and each command says its part of it.
#[test]
fn the_table_is_the_same_everywhere() {
    let help = String::from_utf8_lossy(&lakmus(&files(), &["--help"]).stdout).into_owned();
    let table = help.find("Exit status, of every command:").map(|at| help[at..].trim_end());
    let table = table.expect("--help has the table");
    let page = std::fs::read_to_string(file("../../docs/exit-statuses.md")).expect("there is a page");
    assert!(page.contains(table), "docs/exit-statuses.md lacks the table of `lakmus --help`:\n{table}");
    for command in COMMANDS {
        assert!(help.contains(&format!("\n  {command} ")), "{command} is a command");
        assert!(page.contains(&format!("`{command}")), "docs/exit-statuses.md does not speak of {command}");
    }
}
