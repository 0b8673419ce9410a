//! herd7's command lines: what herd7 prints for them, `lakmus herd7` prints.
//!
//! `commands.txt` has them with what herdtools7 7.58+1 gave. They run in `corpus/`; `{files}` stands for the directory beside this file. A command
//! begins with `$ herd7`; behind it come `< ` for a line of the standard input, `? N` for an exit status other than 0, `!` where there is
//! something on the standard error (its words are our own), and the standard output. Left out are times and the text of pictures in dot, which is
//! not herd7's here. Where Lakmus differs on purpose, `~ REASON` says why; `~! REASON` where only one of the two says something on the
//! standard error.
//!
//! `LAKMUS_HERD7=/usr/bin/herd7 cargo test --package lakmus --test herd7` runs that program in place of ours and compares with what is recorded;
//! with `LAKMUS_BLESS=1` it records what it prints. Nothing is ever recorded from our own output.
//!
//! `LAKMUS_HERDTOOLS7=DIR` runs herdtools7's own regression tests instead (`suite.rs`).

mod command;
mod suite;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};

use command::{Command, Difference, Program};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    if let Some(checkout) = testing::variables::value("LAKMUS_HERDTOOLS7") {
        return if suite::run(Path::new(&checkout)) { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/herd7");
    let record = directory.join("commands.txt");
    let text = std::fs::read_to_string(&record).unwrap_or_else(|error| panic!("{}: {error}", record.display()));
    let (head, commands) = command::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", record.display()));
    let program = Program {
        path: testing::variables::value("LAKMUS_HERD7").map(PathBuf::from),
        directory: directory.join("../../../../corpus"),
        files: directory.join("files"),
    };
    if program.path.is_some() && testing::variables::is_blessed() {
        let anew: String =
            commands.iter().map(|command| Command { result: program.run(command), ..command.clone() }.text()).collect();
        std::fs::write(&record, head + &anew).unwrap_or_else(|error| panic!("{}: {error}", record.display()));
        return ExitCode::SUCCESS;
    }
    let mut trials = Vec::new();
    for (number, command) in commands.into_iter().enumerate() {
        let program = program.clone();
        let name = format!("{:03}::{}", number + 1, command.words.join(" "));
        trials.push(Trial::test(name, move || check(&program, &command).map_err(Failed::from)));
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// Compares what `program` does with what is recorded.
fn check(program: &Program, command: &Command) -> Result<(), String> {
    let found = program.run(command);
    // That Lakmus differs says nothing about herd7.
    let difference = command.difference.as_ref().filter(|_| program.path.is_none());
    let is_as_told = match difference {
        None => found == command.result,
        Some(Difference { is_in_errors_only: true, .. }) => {
            found.has_errors != command.result.has_errors && found.without_errors() == command.result.without_errors()
        }
        Some(Difference { is_in_errors_only: false, .. }) => found != command.result,
    };
    if is_as_told {
        return Ok(());
    }
    let shown = Command { result: found, ..command.clone() };
    Err(format!("recorded:\n{}\nnow:\n{}", command.text(), shown.text()))
}
