use std::collections::BTreeSet;
use std::ffi::OsString;
use std::process::Command;

use super::{PARTS, has_configuration, needed};

fn words(line: &str) -> Vec<OsString> {
    line.split(' ').filter(|word| !word.is_empty()).map(OsString::from).collect()
}

/// The packages of this workspace that `lakmus` is compiled with for a command.
fn packages(command: &str) -> BTreeSet<String> {
    let features = needed(&words(command)).join(",");
    let mut tree = Command::new(env!("CARGO"));
    tree.args(["tree", "--locked", "--package", "lakmus", "--edges", "normal", "--prefix", "none", "--format", "{p}"]);
    let output = tree.args(["--no-default-features", "--features", &features]).output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("names of packages are ASCII");
    let names = text.lines().filter_map(|line| line.split(' ').next()?.strip_prefix("lakmus-"));
    names.map(str::to_owned).collect()
}

/// The packages that belong to parts of the command, not to the simulator.
const OF_PARTS: [&str; 13] =
    ["aeg", "c11", "cprog", "fence", "gen", "ide", "java", "logs", "lsp", "mix", "tester", "weaken", "wire"];

/// Those of them that a command is compiled with.
fn added(command: &str) -> Vec<String> {
    let added = packages(command).into_iter().filter(|name| OF_PARTS.contains(&name.as_str()));
    added.collect()
}

#[test]
fn the_first_command_compiles_the_simulator_alone() {
    assert_eq!(added("run"), [""; 0]);
    assert_eq!(added("herd7"), [""; 0]);
    assert!(packages("run").contains("sim"));
}

/// What a web server is made of is in the program of the page alone.
#[test]
fn no_command_compiles_the_server() {
    for command in ["run", "explore", "--help"] {
        let features = needed(&words(command)).join(",");
        let mut tree = Command::new(env!("CARGO"));
        tree.args([
            "tree",
            "--locked",
            "--package",
            "lakmus",
            "--edges",
            "normal,build",
            "--prefix",
            "none",
            "--format",
            "{p}",
        ]);
        let output = tree.args(["--no-default-features", "--features", &features]).output().expect("cargo runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let text = String::from_utf8(output.stdout).expect("names of packages are ASCII");
        let names: BTreeSet<&str> = text.lines().filter_map(|line| line.split(' ').next()).collect();
        for server in ["axum", "tokio", "hyper", "rust-embed", "lakmus-explore"] {
            assert!(!names.contains(server), "`lakmus {command}` is compiled with {server}");
        }
    }
}

#[test]
fn other_commands_add_their_own_parts() {
    assert_eq!(added("export"), [""; 0]);
    assert_eq!(added("gen"), ["gen"]);
    assert_eq!(added("compare"), ["logs"]);
    assert_eq!(added("java"), ["java"]);
    assert_eq!(added("lsp"), ["ide", "lsp"]);
    assert_eq!(added("mix"), ["mix"]);
    assert_eq!(added("fence"), ["aeg", "cprog", "fence", "gen"]);
    assert_eq!(added("verify"), ["aeg", "cprog", "fence", "gen", "mix", "weaken"]);
    assert_eq!(added("test"), ["c11", "tester", "wire"]);
}

#[test]
fn a_word_that_is_no_command_is_left_to_everything() {
    for word in ["--help", "tset", ""] {
        assert_eq!(needed(&words(word)), ["command", "cli"]);
    }
    assert!(PARTS.iter().any(|(name, parts)| *name == "run" && parts.is_empty()));
}

#[test]
fn options_of_other_parts_add_these() {
    let verify = ["aeg", "cprog", "fence", "gen", "mix", "weaken"];
    assert_eq!(added("fence --verify=rc11 a.c"), verify);
    assert_eq!(added("fence --verify a.c"), verify);
    for line in ["fence a.c --start own", "fence --timeout=3", "fence --help", "fence -h"] {
        assert_eq!(needed(&words(line)), ["command", "fence", "verify"], "{line}");
    }
    // These are no options of `fence`: another one, a part of a name, and words of the build.
    for line in ["fence --model tso a.c", "fence --verify-all", "fence --model tso -- make --verify", "fence verify"] {
        assert_eq!(needed(&words(line)), ["command", "fence"], "{line}");
    }
    assert_eq!(needed(&words("gen --verify")), ["command", "gen"]);
}

#[test]
fn a_configuration_is_read_where_it_is_named() {
    assert!(has_configuration(&words("run --config a.toml x")) && has_configuration(&words("run --config=a.toml x")));
    assert!(!has_configuration(&words("run --no-config x")));
    assert!(!has_configuration(&words("test -- prog --config a.toml --no-config")));
}
