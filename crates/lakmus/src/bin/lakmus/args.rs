//! The command line as it is written: plain values, nothing looked up or opened. [`request`](crate::request) makes sense of them.

use std::ffi::OsString;
use std::num::NonZero;
use std::path::PathBuf;

use clap::{Args as ArgGroup, Parser, Subcommand};
#[cfg(feature = "manual")]
use clap_complete::Shell;
use litmus::Language;

use crate::model_names::any_model;
#[cfg(feature = "tester")]
use crate::model_names::{ModelParser, NamedModel};
use crate::quantities::{Megabytes, Seconds, at_a_time, megabytes, seconds};
use crate::show::args::ShowArgs;

/// What programs may do on relaxed memory.
#[derive(Debug, Parser)]
#[command(name = "lakmus", version, max_term_width = 100, after_help = crate::status::TABLE)]
pub(crate) struct Args {
    /// Read FILE in the place of the lakmus.toml of the current directory or the nearest one above it
    #[arg(long, value_name = "FILE", global = true, help_heading = "Configuration")]
    pub(crate) config: Option<PathBuf>,

    /// Read no configuration file
    #[arg(long, global = true, conflicts_with = "config", help_heading = "Configuration")]
    pub(crate) no_config: bool,

    #[command(subcommand)]
    pub(crate) command: Command,
}

// Only the command that is given is built, with all its options.
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum Command {
    /// Run litmus tests under memory models
    Run(RunArgs),
    /// Run litmus tests by herd7's own command line
    #[command(disable_help_flag = true)]
    Herd7 {
        /// herd7's options, and tests; `lakmus herd7 -help` lists them
        #[arg(value_name = "ARGS", trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
    /// Edit, run, explain and share litmus tests and models in a browser
    Explore(crate::explore::ExploreArgs),
    /// Generate litmus tests from cycles of relaxations
    #[cfg(feature = "gen")]
    Gen(crate::generate::GenArgs),
    /// Compare logs, and add them up
    #[cfg(feature = "logs")]
    Compare(crate::compare::CompareArgs),
    /// Print the hashes of tests
    #[cfg(feature = "logs")]
    Hash(crate::hash::HashArgs),
    /// Select tests, and blocks of logs
    #[cfg(feature = "logs")]
    Filter(crate::filter::FilterArgs),
    /// Name cycles
    #[cfg(feature = "gen")]
    Classify(crate::classify::ClassifyArgs),
    /// List, show and check memory models
    Model(ModelArgs),
    /// Execute a program or C litmus tests many times under the C11 memory model, and report what goes wrong
    #[cfg(feature = "tester")]
    Test(TestArgs),
    /// Compile or link C for `lakmus test`: a C compiler with the right options
    #[cfg(feature = "tester")]
    Cc(CompileArgs),
    /// Compile or link C++ for `lakmus test`: a C++ compiler with the right options
    #[cfg(feature = "tester")]
    Cxx(CompileArgs),
    /// Compile Rust for `lakmus test`: rustc with the right options
    #[cfg(feature = "tester")]
    Rustc {
        /// rustc's own arguments
        #[arg(value_name = "ARGS", trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
    /// Build Rust packages by cargo for `lakmus test`, and run their programs and tests by it
    #[cfg(feature = "tester")]
    Cargo(CargoArgs),
    /// Execute a program, such as `make`, with wrappers for `lakmus test` in the place of compilers
    #[cfg(feature = "tester")]
    Exec(ExecArgs),
    /// Find the fences that a C program needs on relaxed memory, and put them there
    #[cfg(feature = "fence")]
    Fence(crate::fence::FenceArgs),
    /// Write litmus tests as C programs, or kernel modules, that run them on hardware
    #[cfg(feature = "export")]
    Export(crate::export::ExportArgs),
    /// Translate litmus tests to stand-alone C programs
    #[cfg(all(feature = "tester", feature = "verify"))]
    Litmus2c(Litmus2cArgs),
    /// Translate a C program of litmus size to a C litmus test
    #[cfg(feature = "verify")]
    #[command(name = "c2litmus")]
    C2Litmus(crate::c2litmus::C2LitmusArgs),
    /// Check tests against Java memory models that look at several executions
    #[cfg(feature = "java")]
    Java(crate::java::JavaArgs),
    /// Mix the code that compilers give for C atomics, and find what does not fit together
    #[cfg(feature = "mix")]
    Mix(crate::mix::args::MixArgs),
    /// Compare what compilers do for C atomics with mapping tables, or write such a table
    #[cfg(feature = "mix")]
    Abi(crate::abi::args::AbiArgs),
    /// Plan many tests once, run them in pieces here or on a cluster, and keep their results
    #[cfg(feature = "campaign")]
    Campaign(crate::campaign::args::CampaignArgs),
    /// Explore the states of a weak machine on tests and C programs
    #[cfg(feature = "verify")]
    Verify(crate::verify::VerifyArgs),
    /// Run the checks that the configuration file of a project names
    #[cfg(feature = "config")]
    Check(crate::check::CheckArgs),
    /// Say what is there of the programs that commands start, and what installs the rest
    #[cfg(feature = "doctor")]
    Doctor(crate::doctor::DoctorArgs),
    /// Make the delays of a memory model visible in a C program
    #[cfg(feature = "verify")]
    Weaken(crate::weaken::WeakenArgs),
    /// Serve editors by the Language Server Protocol, for litmus tests and models
    #[cfg(feature = "lsp")]
    Lsp(crate::lsp::LspArgs),
    /// Print a completion script for a shell
    #[cfg(feature = "manual")]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page of lakmus, or of one of its commands
    #[cfg(feature = "manual")]
    Man(crate::manual::ManArgs),
}

// Lines short enough for a narrow terminal: longer ones would be wrapped without regard to the columns.
const RUN_HELP: &str = "\
A TEST is one of
  FILE   a litmus test
  @LIST  a file that lists tests, one a line; paths count from the list's own
         directory, lines that begin with `#` are comments, and an entry may
         be any kind of TEST
  DIR    all files *.litmus below a directory
  -      the standard input: tests separated by lines `<<`, as `lakmus gen` prints
         them

The log goes to the standard output in the format of herd7, everything else to
the standard error.

Exit status:
  0  all tests ran, whatever their conditions say
  1  with --expect: something differs from the expected log
  2  a test could not be read or run; or a mistake on the command line, in a
     model, a bell or a macro file, or in the expected log
  3  a test was given up at a limit, or executions of it at the unroll bound";

/// Which executions of a program are done.
#[cfg(feature = "tester")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum StrategyName {
    /// The others in turn, one an execution
    Portfolio,
    /// Everything at random, but stores as soon as a thread has come to them, as C11Tester does
    Random,
    /// Everything at random, but consecutive stores of a thread in one go, as C11Tester's paper says
    Burst,
    /// One thread for a while, mostly reading what is newest
    Switch,
    /// By random priorities that change at a few steps (PCT)
    Pct,
}

/// How executions are enumerated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Engine {
    /// The model compiled, and what cannot be allowed any more given up early; the same results, much sooner
    Compiled,
    /// One candidate after the other, the model interpreted on each: herd7's enumeration
    Reference,
}

/// What is said of `run --model`.
fn models_help() -> String {
    let default =
        |language: &&dyn Language| Some(format!("{} for {}", language.descriptor().default_model?, language.name()));
    let defaults: Vec<String> = isa::languages().iter().filter_map(default).collect();
    format!(
        "A model: the name of a shipped one (`lakmus model list`) or a cat file. May be repeated; the results are grouped by model [default: {}]",
        defaults.join(", ")
    )
}

#[derive(Debug, ArgGroup)]
#[command(after_help = RUN_HELP)]
pub(crate) struct RunArgs {
    // The help names the default of each language.
    #[arg(long = "model", value_name = "MODEL", value_parser = any_model, help = models_help())]
    pub(crate) models: Vec<String>,

    /// Read FILE, a bell file, before each model
    #[arg(long, value_name = "FILE", help_heading = "Model and tests")]
    pub(crate) bell: Option<String>,

    /// Read tests in C with the macros that FILE defines
    #[arg(long, value_name = "FILE", help_heading = "Model and tests")]
    pub(crate) macros: Option<String>,

    /// Also look for models, the files that they include, bell and macro files in DIR. May be repeated; order counts
    #[arg(short = 'I', long = "include", value_name = "DIR", help_heading = "Model and tests")]
    pub(crate) include: Vec<PathBuf>,

    /// Write numbers in hexadecimal, in states and conditions
    #[arg(long, help_heading = "Output")]
    pub(crate) hexadecimal: bool,

    /// Print one JSON object a test and model instead of the log
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,

    /// How often a jump back is taken [default: 2, or what a test asks for]
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub(crate) unroll: Option<u32>,

    /// How executions are enumerated
    #[arg(long, value_enum, value_name = "ENGINE", default_value_t = Engine::Compiled, help_heading = "Search")]
    pub(crate) engine: Engine,

    /// Find the outcomes and flags only, and count no executions: sooner where many executions end alike
    #[arg(long, conflicts_with = "decide", help_heading = "Search")]
    pub(crate) states: bool,

    /// Find out only whether the condition is decided by some execution, and stop at the first
    #[arg(long, help_heading = "Search")]
    pub(crate) decide: bool,

    /// Switch on a variant of the model, or of the machine (LSE2, mixed). May be repeated or
    /// separated by commas
    #[arg(long = "variant", value_name = "V", value_delimiter = ',', help_heading = "Model and tests")]
    pub(crate) variants: Vec<String>,

    /// Give up a test after S seconds of CPU time [0: no limit]
    #[arg(long, value_name = "S", value_parser = seconds, help_heading = "Limits")]
    pub(crate) timeout: Option<Seconds>,

    /// Run N tests at a time; what is printed does not depend on it [default: as many as there are processors]
    #[arg(short = 'j', long, value_name = "N", value_parser = at_a_time, help_heading = "Search")]
    pub(crate) jobs: Option<NonZero<usize>>,

    /// Give up a test when the process takes more than M megabytes (with several jobs, the one that has run longest)
    #[arg(long, value_name = "M", value_parser = megabytes, help_heading = "Limits")]
    pub(crate) memory: Option<Megabytes>,

    #[command(flatten)]
    pub(crate) show: ShowArgs,

    /// Compare with a log of ours or of herd7's, and print what differs instead of the log
    #[arg(long, value_name = "LOG", conflicts_with = "json", help_heading = "Output")]
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
    List {
        /// Print JSON, an object a model
        #[arg(long)]
        json: bool,
    },
    /// Print the text of a model
    Show {
        /// The name of a shipped model, or a file
        #[arg(value_name = "MODEL", value_parser = any_model)]
        model: String,
        /// Also look in DIR
        #[arg(short = 'I', long = "include", value_name = "DIR")]
        include: Vec<PathBuf>,
        /// Print JSON, one object
        #[arg(long)]
        json: bool,
    },
    /// Say which tests notice when a clause of a model is missing
    #[cfg(feature = "gen")]
    Coverage(crate::coverage::CoverageArgs),
    /// Read models and report mistakes
    Check {
        /// Names of shipped models, or files
        #[arg(value_name = "MODEL", value_parser = any_model, required = true)]
        models: Vec<String>,
        /// Also look for included files in DIR
        #[arg(short = 'I', long = "include", value_name = "DIR")]
        include: Vec<PathBuf>,
        /// Switch on a variant
        #[arg(long = "variant", value_name = "V", value_delimiter = ',')]
        variants: Vec<String>,
        /// Say what of a model is computed when, and why it is left to the interpreter if it is
        #[arg(long)]
        explain: bool,
        /// Print JSON, an object a model
        #[arg(long)]
        json: bool,
    },
}

#[cfg(feature = "tester")]
const TEST_HELP: &str = "\
A program must be instrumented: built by `lakmus cc` or `lakmus cxx`, or by gcc
with -fsanitize=thread. Execution number i of a program has the seed S+i:
`--seed X --executions 1` does again the one whose seed is X, and shows what the
program prints.

A TEST is a FILE, a @LIST or a DIR, as for `lakmus run`. An execution of a
litmus test is determined by the seed of the run and its own number. Each state
is told with how many executions ended in it and the number of the first:
`--seed S --first N --executions 1` does that one again.

Exit status:
  0  nothing was found: no race, failed assertion, deadlock, ...
  1  something was found
  2  the program or a test could not be read or run, or a mistake on the command
     line
  3  nothing was found, and with --exhaustive not all was looked at; or a limit
     was reached, or executions of a litmus test were given up at the unroll bound";

#[cfg(feature = "tester")]
const COMPILE_HELP: &str = "\
The compiler is that of --compiler, else that of the environment variable
LAKMUS_CC or LAKMUS_CXX, else gcc or g++, else clang or clang++. The program can
be run by itself too: then it is one execution, and each finding is one line.

The exit status is the compiler's.";

#[cfg(feature = "tester")]
#[derive(Debug, ArgGroup)]
#[command(group = clap::ArgGroup::new("what").required(true).args(["litmus", "program"]))]
#[command(after_help = TEST_HELP)]
pub(crate) struct TestArgs {
    /// Execute litmus tests in C
    #[arg(long, value_name = "TEST", num_args = 1..)]
    pub(crate) litmus: Vec<PathBuf>,

    /// Do all executions, up to reorderings that change nothing; the last line says whether they are all
    #[arg(long, conflicts_with_all = ["first", "seed", "strategy", "fail_fast", "coverage", "window"], help_heading = "Executions")]
    pub(crate) exhaustive: bool,

    /// How many executions to do [default: 1000 of a litmus test; of a program as many as --time allows, with --exhaustive 100000]
    #[arg(long, value_name = "N", help_heading = "Executions")]
    pub(crate) executions: Option<u64>,

    /// The number of the first execution
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Executions")]
    pub(crate) first: u64,

    /// What all choices are made from: the same number, the same choices
    #[arg(long, value_name = "SEED", default_value_t = 1, help_heading = "Executions")]
    pub(crate) seed: u64,

    /// How choices are made
    #[arg(long, value_enum, value_name = "STRATEGY", default_value_t = StrategyName::Portfolio, help_heading = "Executions")]
    pub(crate) strategy: StrategyName,

    /// Programs: the strategy of a shared library in the place of one of these; `lakmus/strategy.h` is its interface
    #[arg(long, value_name = "FILE", conflicts_with_all = ["litmus", "strategy", "exhaustive", "fail_fast", "coverage"], help_heading = "Executions")]
    pub(crate) strategy_library: Option<PathBuf>,

    /// Which edition of the standard says what sequentially consistent operations and fences do; `c11` stands for c11tester, `rc11` for c11tester20 [default: c11tester20 for programs in Rust, else c11tester]
    #[arg(long, value_name = "MODEL", value_parser = ModelParser::<Edition>::new())]
    pub(crate) model: Option<Edition>,

    /// Litmus tests: how often a jump back is taken [default: 2, or what a test asks for]. Programs, with --exhaustive: how often a thread comes to one
    /// atomic operation or lock before the execution is given up [default: 64 times without changing anything in between]
    #[arg(long, value_name = "N", help_heading = "Executions")]
    pub(crate) unroll: Option<u32>,

    /// Litmus tests: give up a test after S seconds of CPU time. Programs: end an execution after S seconds, and report that
    /// [0: no limit] [default: 10 for programs]
    #[arg(long, value_name = "S", value_parser = seconds, help_heading = "Limits")]
    pub(crate) timeout: Option<Seconds>,

    /// Programs: begin no execution after S seconds [0: no limit] [default: 10 where --executions is not given]
    #[arg(long, value_name = "S", value_parser = seconds, conflicts_with = "litmus", help_heading = "Limits")]
    pub(crate) time: Option<Seconds>,

    /// Programs: do N executions at a time; what is found does not depend on it [default: as many as there are processors]
    #[arg(short = 'j', long, value_name = "N", value_parser = at_a_time, conflicts_with = "litmus", help_heading = "Limits")]
    pub(crate) jobs: Option<NonZero<usize>>,

    /// Programs: report an execution in which nothing changes for N operations
    #[arg(
        long = "stuck-after",
        value_name = "N",
        default_value_t = 100_000,
        conflicts_with = "litmus",
        help_heading = "Limits"
    )]
    pub(crate) bound: u64,

    /// Programs: forget old values that a thread could still read once N operations have been done since, so that memory is bounded
    /// though a thread never synchronises; what is found is right, but some of what could be is not
    #[arg(long, value_name = "N", conflicts_with = "litmus", help_heading = "Limits")]
    pub(crate) window: Option<u64>,

    /// Programs: what volatile accesses are
    #[arg(long, value_enum, value_name = "ORDER", default_value_t = VolatileMeaning::Relaxed, conflicts_with = "litmus", help_heading = "What programs run on")]
    pub(crate) volatile: VolatileMeaning,

    /// Programs: report threads that are neither joined nor detached, and memory that no pointer leads to any more, when the program exits
    #[arg(long, conflicts_with = "litmus", help_heading = "Reports")]
    pub(crate) leaks: bool,

    /// Programs: give the atomic operations of a source line another order, `relaxed` if none is named, as far as it is weaker: to see whether what is tested
    /// depends on it. Operations that the first executions do not come to keep theirs. `each` weakens all in turn, and prints a line for each weaker order;
    /// `each=TEXT` those in files with TEXT in their paths
    #[arg(long = "weaken-order", alias = "weaken", value_name = "FILE:LINE[:COLUMN][=ORDER]|each[=TEXT]", conflicts_with_all = ["litmus", "gdb"], help_heading = "What programs run on")]
    pub(crate) weaken: Vec<String>,

    /// Programs: list the atomic operations that the first executions come to, with their orders, and end
    #[arg(long, conflicts_with_all = ["litmus", "gdb", "json", "sarif", "junit", "coverage", "replay", "exhaustive"], help_heading = "Reports")]
    pub(crate) list_atomics: bool,

    /// Programs: what their threads run on
    #[arg(long = "threads-on", value_enum, value_name = "WHAT", default_value_t = Threads::Fibers, conflicts_with = "litmus", help_heading = "What programs run on")]
    pub(crate) threads: Threads,

    /// Programs: give each execution its own copy of DIR, as it was when the program created its first thread. Arguments that are
    /// paths in DIR become paths in the copy, and a program that is started in DIR is started there
    #[arg(long, value_name = "DIR", conflicts_with = "litmus", help_heading = "What programs run on")]
    pub(crate) scratch: Option<PathBuf>,

    /// Test programs of Rust: do each test by itself, as often, and report by test; what `lakmus cargo test` asks for. Of a time that is not given each has its share, and a second at least
    #[arg(long, conflicts_with = "litmus", help_heading = "Executions")]
    pub(crate) by_test: bool,

    /// Programs: end the run with the first execution that shows something
    #[arg(long, conflicts_with = "litmus", help_heading = "Reports")]
    pub(crate) fail_fast: bool,

    /// Programs: tell what leads to each finding: which thread does what at which line, and which old values are read and why; of an execution
    /// with as few switches and old values as show it
    #[arg(long, conflicts_with = "litmus", help_heading = "Reports")]
    pub(crate) trace: bool,

    /// Programs: count what each atomic operation has done: read an old value, failed as a compare-exchange, been done by several threads
    #[arg(long, conflicts_with_all = ["litmus", "json", "sarif", "junit"], help_heading = "Reports")]
    pub(crate) coverage: bool,

    /// With --trace: leave the switches and old values of the execution as they are
    #[arg(long, requires = "trace", help_heading = "Reports")]
    pub(crate) whole: bool,

    /// With --trace: draw the traces as SVG: one to FILE, more to FILE-2 and so on
    #[arg(long, value_name = "FILE", requires = "trace", help_heading = "Reports")]
    pub(crate) svg: Option<PathBuf>,

    /// Programs: do one execution, with the switches and old values that a trace names
    #[arg(long, value_name = "DECISIONS", conflicts_with_all = ["litmus", "executions", "time", "first", "seed", "strategy", "fail_fast"], help_heading = "Executions")]
    pub(crate) replay: Option<String>,

    /// Programs: do one execution under gdb, each thread on a kernel thread, and stop where something is found
    #[arg(long, conflicts_with_all = ["litmus", "executions", "time", "trace", "json", "sarif", "junit", "strategy_library", "scratch", "fail_fast", "coverage"], help_heading = "What programs run on")]
    pub(crate) gdb: bool,

    /// Programs: do not report what FILE lists, in the syntax of ThreadSanitizer's suppressions
    #[arg(long, value_name = "FILE", conflicts_with = "litmus", help_heading = "Reports")]
    pub(crate) suppressions: Option<PathBuf>,

    /// Programs: print one JSON object instead of the report
    #[arg(long, conflicts_with_all = ["litmus", "sarif", "junit"], help_heading = "Reports")]
    pub(crate) json: bool,

    /// Programs: print one SARIF 2.1.0 object, for code review
    #[arg(long, conflicts_with_all = ["litmus", "junit"], help_heading = "Reports")]
    pub(crate) sarif: bool,

    /// Programs: print JUnit's XML, for continuous integration
    #[arg(long, conflicts_with = "litmus", help_heading = "Reports")]
    pub(crate) junit: bool,

    /// The program and its arguments
    #[arg(value_name = "PROG", trailing_var_arg = true)]
    pub(crate) program: Vec<OsString>,
}

/// An edition of the standard.
#[cfg(feature = "tester")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Edition {
    /// That of `c11tester`.
    Cxx11,
    /// That of `c11tester20`.
    Cxx20,
}

#[cfg(feature = "tester")]
impl NamedModel for Edition {
    fn all() -> Vec<(Edition, &'static str, String)> {
        let row = |edition, name, summary: &str| (edition, name, summary.to_owned());
        vec![
            row(
                Edition::Cxx11,
                "c11tester",
                "C11 and C++11: what C11Tester's paper has, and the most that a program may show",
            ),
            row(Edition::Cxx20, "c11tester20", "C++20: fences are stronger, as compilers make them"),
        ]
    }

    fn in_place_of(name: &str) -> Option<&'static str> {
        // The machine executes a part of what these allow.
        match name {
            "c11" => Some("c11tester"),
            "rc11" => Some("c11tester20"),
            _ => None,
        }
    }
}

/// What volatile accesses of a program are while it is executed.
#[cfg(feature = "tester")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum VolatileMeaning {
    /// They do not race with each other and with atomic accesses, and order nothing
    Relaxed,
    /// Loads acquire and stores release, as on x86
    AcquireRelease,
    /// They race as other accesses do, as the standards of C and C++ have it
    Plain,
}

/// What volatile accesses of a program are.
#[cfg(feature = "tester")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum VolatileOrder {
    /// They do not race with each other and with atomic accesses, and order nothing
    Relaxed,
    /// Loads acquire and stores release, as on x86
    AcquireRelease,
}

/// What the program's threads run on.
#[cfg(feature = "tester")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Threads {
    /// Fibers on one kernel thread
    Fibers,
    /// Kernel threads, one of which runs at a time: slower, and easier on debuggers
    Kernel,
}

#[cfg(feature = "tester")]
#[derive(Debug, ArgGroup)]
#[command(after_help = COMPILE_HELP)]
pub(crate) struct CompileArgs {
    /// The compiler. Options come before the compiler's own arguments
    #[arg(long, value_name = "COMPILER")]
    pub(crate) compiler: Option<PathBuf>,

    /// Make volatile accesses atomic ones (clang only). The environment variable LAKMUS_VOLATILE does the same
    #[arg(long, value_enum, value_name = "ORDER")]
    pub(crate) volatile: Option<VolatileOrder>,

    /// The compiler's own arguments
    #[arg(value_name = "ARGS", trailing_var_arg = true, allow_hyphen_values = true)]
    pub(crate) arguments: Vec<OsString>,
}

#[cfg(feature = "tester")]
const CARGO_HELP: &str = "\
`lakmus cargo test` and `lakmus cargo run` do what cargo does, with the
installed stable toolchain: each program, or test program, is run by `lakmus
test`, all tests of a program one after the other in each execution. What is
built goes to target/lakmus. Name a test to execute it alone:

  lakmus cargo --with '--executions 1000' test --lib -- queue::tests::full

The exit status is cargo's.";

#[cfg(feature = "tester")]
#[derive(Debug, ArgGroup)]
#[command(after_help = CARGO_HELP)]
pub(crate) struct CargoArgs {
    /// Options for `lakmus test`, such as '--executions 1000 --seed 7'
    #[arg(long, value_name = "OPTIONS", allow_hyphen_values = true)]
    pub(crate) with: Option<String>,

    /// cargo's own arguments
    #[arg(value_name = "ARGS", trailing_var_arg = true, allow_hyphen_values = true, required = true)]
    pub(crate) arguments: Vec<OsString>,
}

#[cfg(feature = "tester")]
const EXEC_HELP: &str = "\
gcc, g++, clang, clang++, cc and c++ are wrappers around `lakmus cc` and `lakmus
cxx` then, first in PATH; CC and CXX name such, if they are not set. Build
systems that want a compiler of one word outside of `lakmus exec` can be given a
link to lakmus that is called lakmus-cc or lakmus-cxx.

  lakmus exec -- ./configure && lakmus exec -- make
  lakmus exec --cmake > lakmus.cmake
  cmake -DCMAKE_TOOLCHAIN_FILE=lakmus.cmake SOURCES

The exit status is the program's.";

#[cfg(feature = "tester")]
#[derive(Debug, ArgGroup)]
#[command(group = clap::ArgGroup::new("what").required(true).args(["cmake", "program"]))]
#[command(after_help = EXEC_HELP)]
pub(crate) struct ExecArgs {
    /// Print a toolchain file for CMake, which runs the compilers that CMake finds by lakmus
    #[arg(long)]
    pub(crate) cmake: bool,

    /// The program and its arguments
    #[arg(value_name = "PROG", trailing_var_arg = true)]
    pub(crate) program: Vec<OsString>,
}

#[cfg(all(feature = "tester", feature = "verify"))]
const LITMUS2C_HELP: &str = "\
A program does one execution and prints its final state in one line, as logs
show it. Where the environment variable LITMUS_STATES names a file, the line is
added to that file instead. The program for a test of an architecture, and with
--assert that for a test in C, has an assertion in the place of that, for
`lakmus verify` and other verifiers.

A TEST is a FILE, a @LIST or a DIR, as for `lakmus run`.

Exit status:
  0  all tests are translated
  2  a test could not be read or has no translation, a file could not be written,
     or a mistake on the command line";

#[cfg(all(feature = "tester", feature = "verify"))]
#[derive(Debug, ArgGroup)]
#[command(after_help = LITMUS2C_HELP)]
pub(crate) struct Litmus2cArgs {
    /// Write into this file, or, if it is a directory, into a file NAME.c there for each test [default: the standard output]
    #[arg(short = 'o', long, value_name = "FILE|DIR")]
    pub(crate) output: Option<PathBuf>,

    /// Of tests in C, write programs with an assertion, which fails in the final states that the condition looks for
    #[arg(long)]
    pub(crate) assert: bool,

    /// Tests: FILE, @LIST or DIR
    #[arg(value_name = "TEST", required = true)]
    pub(crate) tests: Vec<PathBuf>,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_definition_is_sound() {
        super::Args::command().debug_assert();
    }
}
