//! What depends on whether the standard error is a terminal: progress and colours.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// What changes colours and lines of a terminal begins so.
const ESCAPE: &str = "\u{1b}[";

fn files() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/files")
}

/// Runs the command without a terminal, with these variables.
fn piped(arguments: &[&str], variables: &[(&str, &str)]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lakmus"));
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    command.envs(variables.iter().copied()).args(arguments).current_dir(files()).stdin(Stdio::null());
    command.output().expect("lakmus can be run")
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn diagnostics_have_colours_where_the_environment_says_so() {
    let bad = ["run", "bad-instruction.litmus"];
    assert!(!stderr(&piped(&bad, &[])).contains(ESCAPE));
    assert!(stderr(&piped(&bad, &[("CLICOLOR_FORCE", "1")])).contains(ESCAPE));
    assert!(!stderr(&piped(&bad, &[("CLICOLOR_FORCE", "0")])).contains(ESCAPE));
    assert!(!stderr(&piped(&bad, &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")])).contains(ESCAPE));
}

#[test]
fn mistakes_on_the_command_line_have_colours_where_the_environment_says_so() {
    let wrong = ["run", "--no-such-option"];
    assert!(!stderr(&piped(&wrong, &[])).contains(ESCAPE));
    assert!(!stderr(&piped(&wrong, &[("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1")])).contains(ESCAPE));
}

/// A test that takes longer than a line of progress waits, and is given up then: by the slower engine it takes minutes.
const LONG: [&str; 6] = ["run", "--engine", "reference", "--timeout", "2", "slow.litmus"];

#[test]
fn progress_is_never_written_into_a_pipe() {
    let output = piped(&LONG, &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]);
    assert_eq!(output.status.code(), Some(3), "it is given up: {}", stderr(&output));
    assert!(!stderr(&output).contains("at work") && !stderr(&output).contains('\r'), "{}", stderr(&output));
}

#[test]
fn what_takes_long_says_so_on_a_terminal() {
    // It makes a terminal.
    if !testing::has(&["script"]) {
        return;
    }
    let words = LONG.join(" ");
    let command = format!("{} {words} > /dev/null", env!("CARGO_BIN_EXE_lakmus"));
    let mut script = Command::new("script");
    script.args(["--quiet", "--return", "--command", &command, "/dev/null"]).current_dir(files());
    let output = script.env("TERM", "xterm").env("COLUMNS", "100").stdin(Stdio::null()).output().expect("script runs");
    let shown = String::from_utf8_lossy(&output.stdout);
    assert!(shown.contains(" slow ") && shown.contains(ESCAPE), "{shown}");
    assert_eq!(output.status.code(), Some(3), "{shown}");
}
