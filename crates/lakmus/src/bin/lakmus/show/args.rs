//! The options of `lakmus run` that show executions.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// Which executions are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Wanted {
    /// Why the outcome of the condition is forbidden: the candidate that comes nearest to being allowed
    Forbidden,
    /// All that the model allows
    All,
    /// Those allowed in which the proposition of the condition holds
    Prop,
    /// Those allowed in which it does not
    Neg,
    /// Those allowed that speak for or against the condition: in which the proposition holds, or, with forall, does not
    Wit,
}

/// The ground of pictures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Ground {
    /// Dark on white
    #[default]
    Light,
    /// Light on black
    Dark,
    /// As the reader's system prefers
    Auto,
}

#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Showing executions")]
pub(crate) struct ShowArgs {
    /// Show executions, or say why an outcome is forbidden
    #[arg(long = "show", value_enum, value_name = "WHICH")]
    pub(crate) show: Option<Wanted>,

    /// The outcome that is asked about, in place of the test's condition: `0:rax=0 /\ 1:rax=0`
    #[arg(long, value_name = "COND", requires = "show")]
    pub(crate) outcome: Option<String>,

    /// Take derived steps of an explanation apart, one by one
    #[arg(long, requires = "show")]
    pub(crate) unfold: bool,

    /// With two models: why the one allows the outcome and the other forbids it
    #[arg(long, conflicts_with_all = ["show", "expect"])]
    pub(crate) why_differ: bool,

    /// Write pictures as SVG: one to FILE, more to FILE-2 and so on; or to NAME.svg in a directory DIR
    #[arg(long, value_name = "FILE|DIR")]
    pub(crate) svg: Option<PathBuf>,

    /// Write executions in Graphviz's language: all to FILE, or to NAME.dot in a directory DIR
    #[arg(long, value_name = "FILE|DIR")]
    pub(crate) dot: Option<PathBuf>,

    /// The ground of SVG pictures
    #[arg(long, value_enum, value_name = "GROUND", default_value = "light")]
    pub(crate) theme: Ground,

    /// Show relations of the model that it does not show itself, separated by commas
    #[arg(long, value_name = "R", value_delimiter = ',')]
    pub(crate) show_relation: Vec<String>,

    /// Do not show these relations, separated by commas
    #[arg(long, value_name = "R", value_delimiter = ',')]
    pub(crate) hide_relation: Vec<String>,

    /// Show initial writes, branches and register accesses as well
    #[arg(long)]
    pub(crate) all_events: bool,

    /// Show at most N executions of each test [default: 16]
    #[arg(long = "max-shown", value_name = "N")]
    pub(crate) limit: Option<usize>,
}
