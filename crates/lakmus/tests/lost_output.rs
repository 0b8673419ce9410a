//! Where the standard output takes nothing: results that are lost are a failure, and the answer that an exit status is stays what it is where no one reads the rest.

use std::fs::{File, OpenOptions};
use std::path::Path;
use std::process::{Command, Stdio};

fn status(arguments: &[&str], output: Stdio) -> Option<i32> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lakmus"));
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/files");
    command.args(arguments).current_dir(directory).stdin(Stdio::null()).stdout(output).stderr(Stdio::null());
    command.status().expect("lakmus runs").code()
}

/// The standard output of a command whose reader has gone, as `| true` has it.
fn without_reader() -> Stdio {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    writer.into()
}

/// A device that is full, where the system has one.
fn full() -> Option<File> {
    OpenOptions::new().write(true).open("/dev/full").ok()
}

#[test]
fn results_that_are_lost_are_a_failure() {
    for arguments in [
        &["run", "SB.litmus"][..],
        &["compare", "logs/sc.log", "logs/tso.log"],
        &["verify", "--model", "sc", "SB.litmus"],
        &["test", "--litmus", "message.litmus"],
        &["model", "list"],
        &["--help"],
        &["run", "--help"],
        &["--version"],
        &["herd7", "SB.litmus"],
    ] {
        let Some(full) = full() else {
            println!("no /dev/full: nothing was run");
            return;
        };
        assert_eq!(status(arguments, full.into()), Some(2), "{arguments:?}");
    }
}

#[test]
fn a_failure_stays_one_where_the_reader_has_gone() {
    for arguments in [
        &["run", "missing.litmus", "SB.litmus"][..],
        &["run", "SB.litmus", "--expect", "expected.log", "--model", "sc"],
        &["compare", "logs/sc.log", "logs/tso.log"],
        // What differs comes behind what is written first.
        &["compare", "--all", "logs/sc.log", "logs/tso.log"],
        &["verify", "--model", "x86tso", "SB.litmus"],
        &["java", "check", "SB.litmus", "java"],
        &["hash", "missing.litmus", "SB.litmus"],
        &["filter", "missing.litmus", "SB.litmus"],
        &["classify", "missing.litmus", "SB.litmus"],
        &["test", "--litmus", "missing.litmus", "message-race.litmus"],
    ] {
        let read = status(arguments, Stdio::null());
        assert!(read.is_some_and(|status| status > 0), "{arguments:?}: {read:?}");
        assert_eq!(status(arguments, without_reader()), read, "{arguments:?}");
    }
}

#[test]
fn a_reader_that_has_gone_is_no_mistake() {
    for arguments in [&["run", "SB.litmus"][..], &["model", "list"], &["herd7", "SB.litmus"], &["--help"]] {
        assert_eq!(status(arguments, without_reader()), Some(0), "{arguments:?}");
    }
}
