//! The command line of `lakmus abi`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::mix::args::{ProfileArgs, ReportArgs};

#[derive(Debug, Args)]
pub(crate) struct AbiArgs {
    #[command(subcommand)]
    pub(crate) command: AbiCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum AbiCommand {
    /// Compare what profiles do for each atomic operation with mapping tables
    Check(AbiCheckArgs),
    /// Write what a profile does as a mapping table
    Write(AbiWriteArgs),
}

const CHECK_HELP: &str = "\
A profile is
  baseline   when every operation that was compared is as the table of the
             weakest machine has it
  sub-ABI    when every one is as some table has it
  island     when some operation is as no table has it, and no test shows harm
  break      when a test that mixes it with the tables has an outcome that its
             source does not have
  unchecked  when nothing could be compared

An operation that no table has, or that the profile has no code for, is
unchecked.

Exit status:
  0  all profiles are baseline or sub-ABI, and every operation was compared
  1  some profile is an island or a break
  2  a mistake on the command line, or nothing could be checked
  3  all that was compared conforms, but something is unchecked";

#[derive(Debug, Args)]
#[command(after_help = CHECK_HELP)]
pub(crate) struct AbiCheckArgs {
    #[command(flatten)]
    pub(crate) profiles: ProfileArgs,

    /// The tables: names of shipped ones, or files; the first one of an architecture is its baseline. May be repeated [default: those
    /// of the architectures' documents]
    #[arg(long, value_name = "NAME|FILE")]
    pub(crate) against: Vec<String>,

    /// Only compare code; mix nothing
    #[arg(long)]
    pub(crate) no_simulation: bool,

    #[command(flatten)]
    pub(crate) report: ReportArgs,
}

#[derive(Debug, Args)]
pub(crate) struct AbiWriteArgs {
    #[command(flatten)]
    pub(crate) profiles: ProfileArgs,

    /// Write into FILE [default: the standard output]
    #[arg(short = 'o', long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// The profile's name
    #[arg(value_name = "PROFILE")]
    pub(crate) name: String,
}
