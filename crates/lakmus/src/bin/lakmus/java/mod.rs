//! `lakmus java`: Java memory models that look at several executions.

mod args;
mod batch;
mod check;
mod compile;
mod record;
mod scheme;
mod source_outcomes;
mod sources;
mod stress;
mod table;

pub(crate) use args::JavaArgs;
#[cfg(feature = "campaign")]
pub(crate) use args::{DialectName, ModelArgs};
#[cfg(feature = "campaign")]
pub(crate) use batch::Setting;
#[cfg(feature = "campaign")]
pub(crate) use sources::is_java;

use crate::Status;
use args::JavaCommand;

/// Does what is asked.
pub(crate) fn run(args: JavaArgs) -> Status {
    match args.command {
        JavaCommand::Check(args) => check::run(args),
        JavaCommand::Compile(args) => compile::run(args),
        JavaCommand::Scheme(args) => scheme::run(args),
        JavaCommand::Jcstress(args) => stress::jcstress(args),
        JavaCommand::Stress(args) => stress::run(args),
        JavaCommand::Table(args) => table::run(&args),
    }
}
