//! The command line as it is written: plain values, nothing looked up or opened. [`request`](crate::request) makes sense of them.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args as ArgGroup, Parser, Subcommand};
use clap_complete::Shell;

/// What programs may do on relaxed memory.
#[derive(Debug, Parser)]
#[command(name = "lakmus", version, max_term_width = 100)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Run litmus tests under memory models
    #[command(after_help = RUN_HELP)]
    Run(RunArgs),
    /// List, show and check memory models
    Model(ModelArgs),
    /// Run a program many times under the C11 memory model and report what goes wrong
    #[command(after_help = TEST_HELP)]
    Test(TestArgs),
    /// Compile or link C for `lakmus test`: a C compiler with the right options
    #[command(after_help = COMPILE_HELP)]
    Cc(CompileArgs),
    /// Compile or link C++ for `lakmus test`: a C++ compiler with the right options
    #[command(after_help = COMPILE_HELP)]
    Cxx(CompileArgs),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page of lakmus, or of one of its commands
    Man {
        /// A command, such as `run`
        #[arg(value_name = "COMMAND")]
        page: Option<String>,
    },
}

// Lines short enough for a narrow terminal: longer ones would be wrapped without regard to the columns.
const RUN_HELP: &str = "\
A TEST is one of
  FILE   a litmus test
  @LIST  a file that lists tests, one a line; paths count from the list's own
         directory, lines that begin with `#` are comments, and an entry may
         be any kind of TEST
  DIR    all files *.litmus below a directory

The log goes to the standard output in the format of herd7, everything else to
the standard error.

Exit status:
  0  all tests ran, whatever their verdicts
  1  a test could not be read or run, or differs from the expected log
  2  a mistake on the command line, in a model, or in the expected log";

/// How executions are enumerated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Engine {
    /// One candidate after the other, the model interpreted on each: herd7's enumeration
    Reference,
}

#[derive(Debug, ArgGroup)]
pub(crate) struct RunArgs {
    /// A model: the name of a shipped one (`lakmus model list`) or a cat file. May be repeated; the results are grouped by
    /// model [default: x86tso for X86_64, aarch64 for AArch64, rc11 for C]
    #[arg(long = "model", value_name = "NAME|FILE")]
    pub(crate) models: Vec<String>,

    /// Also look for models and included files in DIR. May be repeated; order counts
    #[arg(short = 'I', long = "include", value_name = "DIR")]
    pub(crate) include: Vec<PathBuf>,

    /// Print one JSON object a test and model instead of the log
    #[arg(long)]
    pub(crate) json: bool,

    /// How often a jump back is taken [default: 2, or what a test asks for]
    #[arg(long, value_name = "N")]
    pub(crate) unroll: Option<u32>,

    /// How executions are enumerated
    #[arg(long, value_enum, default_value_t = Engine::Reference)]
    pub(crate) engine: Engine,

    /// Switch on a variant of the model. May be repeated or separated by commas
    #[arg(long = "variant", value_name = "V", value_delimiter = ',')]
    pub(crate) variants: Vec<String>,

    /// Give up a test after S seconds of CPU time
    #[arg(long, value_name = "S")]
    pub(crate) timeout: Option<f64>,

    /// Compare with a log of ours or of herd7's, and print what differs instead of the log
    #[arg(long, value_name = "LOG", conflicts_with = "json")]
    pub(crate) expect: Option<PathBuf>,

    /// Tests: FILE, @LIST or DIR
    #[arg(value_name = "TEST", required = true)]
    pub(crate) tests: Vec<PathBuf>,
}

#[derive(Debug, ArgGroup)]
pub(crate) struct ModelArgs {
    #[command(subcommand)]
    pub(crate) command: ModelCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ModelCommand {
    /// List the shipped models
    List,
    /// Print the text of a model
    Show {
        /// The name of a shipped model, or a file
        #[arg(value_name = "NAME|FILE")]
        model: String,
        /// Also look in DIR
        #[arg(short = 'I', long = "include", value_name = "DIR")]
        include: Vec<PathBuf>,
    },
    /// Read models and report mistakes
    Check {
        /// Names of shipped models, or files
        #[arg(value_name = "NAME|FILE", required = true)]
        models: Vec<String>,
        /// Also look for included files in DIR
        #[arg(short = 'I', long = "include", value_name = "DIR")]
        include: Vec<PathBuf>,
        /// Switch on a variant
        #[arg(long = "variant", value_name = "V", value_delimiter = ',')]
        variants: Vec<String>,
    },
}

const TEST_HELP: &str = "\
The program must be instrumented: built by `lakmus cc` or `lakmus cxx`, or by
gcc with -fsanitize=thread. Execution i of a run has the seed S+i, so that
`--seed X --executions 1` replays the execution whose seed is X, and shows what
the program prints.

Exit status:
  0  nothing was found
  1  something was found
  2  the program could not be run";

const COMPILE_HELP: &str = "\
The compiler is that of --compiler, else that of the environment variable
LAKMUS_CC or LAKMUS_CXX, else gcc or g++, else clang or clang++. The program can
be run by itself too: then it is one execution, and findings are told in a line.";

#[derive(Debug, ArgGroup)]
pub(crate) struct TestArgs {
    /// How many executions [default: 100, or as many as --time allows]
    #[arg(long, value_name = "N")]
    pub(crate) executions: Option<u64>,

    /// Start no execution after T seconds
    #[arg(long, value_name = "T")]
    pub(crate) time: Option<f64>,

    /// The seed of the first execution; those that follow have the numbers after it
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub(crate) seed: u64,

    /// How many executions run at a time; has no influence on the results [default: one a processor]
    #[arg(long, value_name = "N")]
    pub(crate) jobs: Option<u64>,

    /// Stop an execution after S seconds, and report that; 0 for no limit
    #[arg(long, value_name = "S", default_value_t = 10.0)]
    pub(crate) timeout: f64,

    /// Report an execution in which nothing changes for N operations
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    pub(crate) bound: u64,

    /// How the choices of an execution are made
    #[arg(long, value_enum, default_value_t = StrategyName::Portfolio)]
    pub(crate) strategy: StrategyName,

    /// What the program's threads run on
    #[arg(long, value_enum, default_value_t = Threads::Fibers)]
    pub(crate) threads: Threads,

    /// The program and its arguments
    #[arg(value_name = "PROG", last = true, required = true)]
    pub(crate) program: Vec<OsString>,
}

/// How the choices of an execution are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum StrategyName {
    /// All of the others in turn
    Portfolio,
    /// Every choice at random
    Random,
    /// At random, stores that are not sequentially consistent first
    Eager,
    /// A thread goes on with some probability, and loads like old values
    Switch,
    /// Threads by random priorities that change now and then
    Pct,
}

impl StrategyName {
    /// The name in `c11`.
    pub(crate) fn name(self) -> &'static str {
        match self {
            StrategyName::Portfolio => "portfolio",
            StrategyName::Random => "random",
            StrategyName::Eager => "eager",
            StrategyName::Switch => "switch",
            StrategyName::Pct => "pct",
        }
    }
}

/// What the program's threads run on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Threads {
    /// Fibers on one kernel thread
    Fibers,
    /// Kernel threads, one of which runs at a time: slower, and easier on debuggers
    Kernel,
}

#[derive(Debug, ArgGroup)]
pub(crate) struct CompileArgs {
    /// The compiler; must come first
    #[arg(long, value_name = "COMPILER")]
    pub(crate) compiler: Option<PathBuf>,

    /// The compiler's own arguments
    #[arg(value_name = "ARGS", trailing_var_arg = true, allow_hyphen_values = true)]
    pub(crate) arguments: Vec<OsString>,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_definition_is_sound() {
        super::Args::command().debug_assert();
    }
}
