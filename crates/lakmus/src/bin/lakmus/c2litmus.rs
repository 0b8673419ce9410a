//! `lakmus c2litmus`: a C program of litmus size as a C litmus test.

use std::path::PathBuf;

use clap::Args;

use crate::verify::programs;
use crate::{Status, output, panics};

const HELP: &str = "\
The program's main starts threads, joins them, and asserts something of what
they leave; threads may assert as well. The condition of the test is that some
assertion fails. Loops are gone round as often as constants say, and what only
one thread accesses, by accesses that are not atomic, is no location of the test.

Exit status:
  0  the test is written
  2  the program could not be read or cannot be written as a test, or a mistake
     on the command line";

/// A C program of litmus size as a C litmus test.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct C2LitmusArgs {
    /// What the test is called [default: the name of the first file]
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,

    /// Write to FILE [default: the standard output]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// The clang to use
    #[arg(long, value_name = "PROGRAM")]
    pub(crate) clang: Option<PathBuf>,

    /// An option for clang, such as -DX or -Idir. May be repeated
    #[arg(long = "cflag", value_name = "OPTION", allow_hyphen_values = true)]
    pub(crate) cflags: Vec<String>,

    /// The sources of one program in C, or textual LLVM IR
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
}

/// Does what is asked.
pub(crate) fn run(args: C2LitmusArgs) -> Status {
    if let Some(other) = args.files.iter().find(|file| !programs::is_program(file)) {
        return crate::usage(&format!("`{}` is no source of a C program", other.display()));
    }
    match panics::caught(|| "writing a program as a litmus test".to_owned(), || written(&args)) {
        Ok(Ok(text)) => output::deliver(args.output.as_deref(), &text).unwrap_or_else(|message| refuse(&message)),
        Ok(Err(message)) => refuse(&message),
        Err(panic) => refuse(&panic.message),
    }
}

fn refuse(message: &str) -> Status {
    output::complain(&format!("error: {message}"));
    Status::Refused
}

fn written(args: &C2LitmusArgs) -> Result<String, String> {
    let program = lakmus::verify::program_of_files(&args.files, args.clang.as_deref(), &args.cflags)
        .map_err(|error| error.to_string())?;
    let of_file = || {
        let stem = args.files.first().and_then(|file| file.file_stem());
        stem.map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
    };
    let name = args.name.clone().unwrap_or_else(of_file);
    weaken::as_litmus(&program, &name).map_err(|error| error.to_string())
}
