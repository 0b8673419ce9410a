//! The command line as it is written.

use std::path::PathBuf;

use clap::{Parser, Subcommand};

const HELP: &str = "\
A FILE is a litmus test (*.litmus), a model (*.cat), a report of another command
(*.json), or a source that a report is about (*.c, *.rs, ...). The page shows
them; nothing else is read, and no file is written.

The address that is printed contains a secret word: a page without it, from
another host or another origin is refused. The server ends by Ctrl-C, or a
minute after the last page was closed.

Exit status:
  0  the server ended as it was asked to
  2  a file cannot be read, no port is free, or a mistake on the command line";

/// Edit, run, explain and share litmus tests in a browser
#[derive(Debug, Parser)]
#[command(name = "lakmus explore", bin_name = "lakmus explore", version, max_term_width = 100, after_help = HELP)]
pub(crate) struct Args {
    /// What the page opens with
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// Print the address, and open no browser
    #[arg(long)]
    pub(crate) no_open: bool,

    /// Stay when the last page is closed
    #[arg(long)]
    pub(crate) keep: bool,

    /// The port to listen on [default: one that is free]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub(crate) port: u16,

    /// Cut a run after S seconds
    #[arg(long, value_name = "S", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub(crate) timeout: u64,

    /// Cut a run that needs more than M MiB of memory
    #[arg(long, value_name = "M", default_value_t = 2048, value_parser = clap::value_parser!(u64).range(64..=1_048_576))]
    pub(crate) memory: u64,

    #[command(subcommand)]
    pub(crate) role: Option<Role>,
}

/// What the server starts itself as.
#[derive(Debug, Subcommand)]
pub(crate) enum Role {
    /// Read a question on the standard input, and write the answers to the standard output
    #[command(name = "answer-one-question", hide = true)]
    Answer {
        /// MiB of memory
        #[arg(long)]
        memory: u64,
        /// Seconds of time
        #[arg(long)]
        seconds: u64,
    },
}
