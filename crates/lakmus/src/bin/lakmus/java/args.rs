//! The words of `lakmus java`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::model_names::any_model;
use crate::quantities::{Seconds, seconds};

#[derive(Debug, Args)]
pub(crate) struct JavaArgs {
    #[command(subcommand)]
    pub(crate) command: JavaCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum JavaCommand {
    /// Say which behaviours a model allows, and whether that is what tests expect
    Check(CheckArgs),
    /// Compile tests by a scheme to litmus tests of another architecture
    Compile(CompileArgs),
    /// Compare what compiled tests do with what the model allows
    Scheme(SchemeArgs),
    /// Write sources for jcstress
    Jcstress(JcstressArgs),
    /// Run tests on the installed JDK, and compare what was seen with what the model allows
    Stress(StressArgs),
    /// Count passes and failures of the tests of a directory by family, as the table of the jMT paper does
    Table(TableArgs),
}

/// Which Java a test is in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum DialectName {
    /// Java's own arithmetic and order of evaluation
    #[default]
    Java,
    /// herd7's: 64 bits, `&&` and `||` bitwise
    Herd,
}

/// The model, and how it is asked: common to all commands that ask it.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Model and tests")]
pub(crate) struct ModelArgs {
    /// The single-execution model: the name of a shipped one (`lakmus model list`) or a cat file
    #[arg(long = "model", alias = "sem", value_name = "MODEL", value_parser = any_model, default_value = "jls04")]
    pub(crate) sem: String,

    /// The causality requirements: the name of shipped ones (jls, aspinall-sevcik, program-points) or a file; `none` asks the model by itself; `mrd` asks modular relaxed dependencies in its place
    #[arg(long, value_name = "NAME|FILE", default_value = "jls")]
    pub(crate) rules: String,

    /// Also look for models and the files that they include in DIR. May be repeated; order counts
    #[arg(short = 'I', long = "include", value_name = "DIR")]
    pub(crate) include: Vec<PathBuf>,

    /// Switch on a variant of the model. May be repeated or separated by commas
    #[arg(long = "variant", value_name = "V", value_delimiter = ',')]
    pub(crate) variants: Vec<String>,

    /// How often a loop is taken [default: what a test asks for, or 2 and more, up to 6, until one round more changes nothing]
    #[arg(long, value_name = "N")]
    pub(crate) unroll: Option<u32>,

    /// Which Java tests are in
    #[arg(long, value_enum, value_name = "DIALECT", default_value_t = DialectName::Java)]
    pub(crate) dialect: DialectName,
}

const CHECK_HELP: &str = "\
What a test expects of its condition is told by a line of its header,
`Expected=allowed`, or `expected: forbidden` in a comment there. Where it says
nothing, `exists` asks for a behaviour that is allowed. `~exists` asks for one
that is forbidden, and `forall` for one that all executions show. A test may
have several conditions, one behind the other.

Exit status:
  0  all tests were checked, and all expectations hold
  1  an expectation fails
  2  a test or the model could not be read or run, or a mistake on the command
     line
  3  all expectations hold, and a loop was cut, or a limit was reached";

#[derive(Debug, Args)]
#[command(after_help = CHECK_HELP)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) model: ModelArgs,

    /// Print, for each behaviour, a justification of an execution that shows it, or how far one gets
    #[arg(long)]
    pub(crate) justify: bool,

    /// With `--justify`, draw each stage as well, into files NAME-K.svg in this directory
    #[arg(long, value_name = "DIR", requires = "justify", conflicts_with = "json")]
    pub(crate) svg: Option<PathBuf>,

    /// Print the graphs of the construction: control flow, data flow, single-execution model
    #[arg(long, conflicts_with = "json")]
    pub(crate) stages: bool,

    /// Print all outcomes, not only those that conditions ask for
    #[arg(long)]
    pub(crate) outcomes: bool,

    /// Print one JSON object a test, with all outcomes
    #[arg(long)]
    pub(crate) json: bool,

    /// Give up a test after S seconds of CPU time: what is not known then is printed as unknown [0: no limit]
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub(crate) timeout: Option<Seconds>,

    /// Tests: FILE, @LIST or DIR; of a FILE.java, a source of jcstress, the declared outcomes are checked
    #[arg(value_name = "TEST", required = true)]
    pub(crate) tests: Vec<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct TargetArgs {
    /// The compilation scheme: x86_64, aarch64, riscv, or a file
    #[arg(long, value_name = "NAME|FILE", default_value = "x86_64")]
    pub(crate) scheme: String,

    /// The model of the target [default: that of its architecture]
    #[arg(long, value_name = "MODEL", value_parser = any_model)]
    pub(crate) target_model: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct CompileArgs {
    #[command(flatten)]
    pub(crate) target: TargetArgs,

    /// Write into this directory, a file NAME.litmus for each test [default: the standard output]
    #[arg(short = 'o', long, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,

    /// Tests: FILE, @LIST or DIR
    #[arg(value_name = "TEST", required = true)]
    pub(crate) tests: Vec<PathBuf>,
}

const SCHEME_HELP: &str = "\
A test is compiled by the scheme, and the result simulated. Each final state of
its registers that the Java model does not allow is reported: the scheme, or
the model, is then unsound. The test's own condition is of no importance.

Exit status:
  0  no test has such a state
  1  some test has
  2  a test could not be compiled or run, or a mistake on the command line
  3  no such state was found, but a limit was reached";

#[derive(Debug, Args)]
#[command(after_help = SCHEME_HELP)]
pub(crate) struct SchemeArgs {
    #[command(flatten)]
    pub(crate) model: ModelArgs,

    #[command(flatten)]
    pub(crate) target: TargetArgs,

    /// Print JSON, an object a test
    #[arg(long)]
    pub(crate) json: bool,

    /// Shrink programs that show a difference, as long as they show one
    #[arg(long)]
    pub(crate) shrink: bool,

    /// Tests: FILE, @LIST or DIR
    #[arg(value_name = "TEST", required = true)]
    pub(crate) tests: Vec<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct JcstressArgs {
    #[command(flatten)]
    pub(crate) model: ModelArgs,

    /// Write into this directory, a file NAME.java for each test [default: the standard output]
    #[arg(short = 'o', long, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,

    /// Tests: FILE, @LIST or DIR
    #[arg(value_name = "TEST", required = true)]
    pub(crate) tests: Vec<PathBuf>,
}

const STRESS_HELP: &str = "\
A program is made of each test, compiled by `javac` and run by `java`, both
found in the PATH, once for each way to compile at run time. It runs the test
again and again; the final states that it has seen are printed with how often
they were seen, and those that the model does not allow are marked.

Exit status:
  0  only states that the model allows were seen
  1  others were seen
  2  a test could not be run, or a mistake on the command line";

#[derive(Debug, Args)]
#[command(after_help = STRESS_HELP)]
pub(crate) struct StressArgs {
    #[command(flatten)]
    pub(crate) model: ModelArgs,

    /// How often a test is run, for each way to compile
    #[arg(long, value_name = "N", default_value_t = 2_000_000)]
    pub(crate) samples: u64,

    /// Ways to compile at run time: interpreter, c1, c2, tiered. May be repeated or separated by commas
    #[arg(long, value_name = "WAY", value_delimiter = ',', default_values_t = ["tiered".to_owned(), "c1".to_owned()])]
    pub(crate) jit: Vec<String>,

    /// Print JSON, an object a test
    #[arg(long)]
    pub(crate) json: bool,

    /// Run nothing: compare a log, lines `VALUES COUNT` or those of jcstress, with the model
    #[arg(long, value_name = "FILE")]
    pub(crate) log: Option<PathBuf>,

    /// Tests: FILE, @LIST or DIR
    #[arg(value_name = "TEST", required = true)]
    pub(crate) tests: Vec<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct TableArgs {
    /// A directory with tests and a table `expected.tsv`
    #[arg(value_name = "CORPUS")]
    pub(crate) corpus: PathBuf,

    /// Print JSON, one object
    #[arg(long)]
    pub(crate) json: bool,

    /// One column more, from what another tool said: a table with the columns test and verdict (allowed, forbidden or unsupported), and warning (yes) and
    /// seconds if it has them. May be repeated
    #[arg(long, value_name = "TITLE=FILE")]
    pub(crate) results: Vec<String>,
}
