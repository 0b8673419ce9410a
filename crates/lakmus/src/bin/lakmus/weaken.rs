//! `lakmus weaken`: a C program for tools that know only sequential consistency.

use std::path::PathBuf;

use ::cprog;
use clap::{Args, ValueEnum};
use weaken::checker::{Delays, Dialect, Options, transform};

use crate::model_names::ModelParser;
use crate::verify::args::{DelaysName, ModelName};
use crate::verify::programs;
use crate::{Status, output, panics};

/// For whom the output is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DialectName {
    /// CBMC: __CPROVER_assert, __CPROVER_assume, __CPROVER_atomic_begin
    Cbmc,
    /// SV-COMP: reach_error, __VERIFIER_nondet_uint, __VERIFIER_atomic_begin
    SvComp,
    /// GenMC, under sc, x86tso and pso: choices are races for flags
    #[value(name = "genmc")]
    GenMc,
    /// gcc and clang, with POSIX threads: choices are drawn at random from the seed in LAKMUS_SEED
    Plain,
}

const HELP: &str = "\
The output is one C program: what happens in it under sequential consistency is
what happens in the source under the model. One pair of accesses of each
critical cycle is delayed; with --delays all, all of them. The lists of what is delayed
have a bound, and that it suffices is an assertion of the output.

Exit status:
  0  the output is written
  2  the program could not be read or transformed";

/// A C program in which the delays of a memory model are visible, for tools that know only sequential consistency.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct WeakenArgs {
    /// What may be delayed
    #[arg(long, value_parser = ModelParser::<ModelName>::new(), value_name = "MODEL", default_value = "x86tso")]
    pub(crate) model: ModelName,

    /// For whom the output is written
    #[arg(long = "for", value_enum, value_name = "TOOL", default_value_t = DialectName::Plain)]
    pub(crate) dialect: DialectName,

    /// Which accesses are delayed
    #[arg(long, value_enum, value_name = "WHICH", default_value_t = DelaysName::OneACycle)]
    pub(crate) delays: DelaysName,

    /// Short for --delays every
    #[arg(long, hide = true, conflicts_with = "delays")]
    pub(crate) every: bool,

    /// How many delayed accesses the list of a thread has room for; under power and power-2010, how many accesses that threads compete for
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=64))]
    pub(crate) buffer: u32,

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
pub(crate) fn run(args: WeakenArgs) -> Status {
    match panics::caught(|| "transforming a program".to_owned(), || transformed(&args)) {
        Ok(Ok(text)) => output::deliver(args.output.as_deref(), &text).unwrap_or_else(|message| refuse(&message)),
        Ok(Err(message)) => refuse(&message),
        Err(panic) => refuse(&panic.message),
    }
}

fn refuse(message: &str) -> Status {
    output::complain(&format!("error: {message}"));
    Status::Usage
}

fn transformed(args: &WeakenArgs) -> Result<String, String> {
    if let Some(other) = args.files.iter().find(|file| !programs::is_program(file)) {
        return Err(format!("`{}` is no source of a C program", other.display()));
    }
    let model = args.model.into();
    let program: cprog::ir::Program =
        lakmus::verify::program_of_files(&args.files, args.clang.as_deref(), &args.cflags)
            .map_err(|error| error.to_string())?;
    let dialect = match args.dialect {
        DialectName::Cbmc => Dialect::Cbmc,
        DialectName::SvComp => Dialect::SvComp,
        DialectName::GenMc => Dialect::GenMc,
        DialectName::Plain => Dialect::Plain,
    };
    let delays = if args.every { Delays::Every } else { args.delays.into() };
    let options = Options { model, delays, dialect, bound: args.buffer };
    transform(&program, &options).map(|transformed| transformed.text).map_err(|error| error.to_string())
}
