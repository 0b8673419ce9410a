//! The words of `lakmus fence`.

use std::ffi::OsString;
use std::path::PathBuf;

use arch::Model;
use clap::{Args as ArgGroup, ValueEnum};

use crate::model_names::{ModelParser, NamedModel};

const HELP: &str = "\
Programs are given as source files (C, C++, or textual LLVM IR with the ending
.ll), as a compilation database (-p DIR), or as the command that builds them
(-- make). clang 14 or later is needed, but not for .ll files.

The diff goes to the standard output, everything else to the standard error.

Exit status:
  0  the program is robust as it is, or (with --baseline) all is as accepted
  1  fences are missing, or (with --remove) there are too many
  2  it could not be analysed, or a file could not be written
  3  no fence is missing, but a part was not seen or not understood, or there are
     pairs for which no fence can be placed";

/// How locks order accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LockOrder {
    /// What they are made of on the model's architecture: on x86 read-modify-writes, which order everything; elsewhere an acquire and a release
    #[value(alias = "acquire-release")]
    Usual,
    /// Full fences
    Full,
}

/// With which orders a search for the weakest ones begins.
#[cfg(feature = "verify")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum BeginName {
    /// All atomic accesses and fences are sequentially consistent
    Sc,
    /// Those of the program
    Own,
}

/// By what rule competing accesses are no race.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RuleName {
    /// Both are made with one lock held
    Lock,
    /// Both are made with a lock of their object, or of the same index, held
    ObjectLock,
    /// The one is before a flag is set, the other behind a branch on it
    HandOver,
    /// The one is to a new object that no other thread knows yet
    Fresh,
    /// Calls by pointers are of functions of their type (C11 6.5.2.2), so that a thread does not execute the others
    CallType,
}

/// How sure it is that a pair which is to be ordered shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GroupName {
    /// All accesses of a cycle are to variables, the same ones in all executions
    Confirmed,
    /// All threads of a cycle have ways to the same objects
    Likely,
    /// All pairs that are not shown to be needless
    NotExcluded,
}

/// What functions do that are neither in the program nor in the table of library functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum UnknownFunctions {
    /// Read and write everything that they could know, and call it back
    Anything,
    /// Read and write what their arguments lead to; not sound when they keep pointers
    Arguments,
    /// Touch nothing of the program's memory; not sound
    Nothing,
}

/// Which pairs of accesses are ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum StrategyName {
    /// Those on critical cycles
    Cycles,
    /// All that are relaxed and compete with other threads (pensieve)
    Pensieve,
    /// Acquire and release for atomic and volatile variables (Visual Studio); not sequential consistency
    Volatile,
    /// A full fence behind each access to a shared variable
    Shared,
    /// A full fence behind each access to static or heap memory
    Memory,
}

impl NamedModel for Model {
    fn all() -> Vec<(Model, &'static str, String)> {
        Model::all().map(|model| (model, model.name, model.summary.to_owned())).collect()
    }
}

#[derive(Debug, ArgGroup)]
#[command(after_help = HELP)]
pub(crate) struct FenceArgs {
    /// The memory model that the program is to be robust against
    #[arg(long, alias = "to", value_parser = ModelParser::<Model>::new(), default_value_t = Model::TSO)]
    pub(crate) model: Model,

    /// Port the program from this model to the one of --model (or --to): order only what is on cycles that this one forbids. What it allows, the program has been living with
    #[arg(long, value_parser = ModelParser::<Model>::new(), conflicts_with = "remove")]
    pub(crate) from: Option<Model>,

    /// Print one JSON object instead of the diff
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,

    /// Change the files instead of printing the diff: all of them, or none where one cannot be written
    #[arg(long, help_heading = "Output")]
    pub(crate) in_place: bool,

    /// Say for each fence which critical cycles it cuts
    #[arg(long, help_heading = "Output")]
    pub(crate) explain: bool,

    /// Take the compilations of DIR/compile_commands.json
    #[arg(short = 'p', value_name = "DIR", conflicts_with_all = ["files", "build"], help_heading = "Program")]
    pub(crate) database: Option<PathBuf>,

    /// The program to take when the compilations make several: a source file that defines `main`
    #[arg(long, value_name = "FILE", help_heading = "Program")]
    pub(crate) main: Option<String>,

    /// Analyse a library: any number of threads may call these functions, separated by commas
    #[arg(long, value_name = "FUNCTION", value_delimiter = ',', help_heading = "Program")]
    pub(crate) entry: Vec<String>,

    /// Let no dependency order anything, as a compiler may remove it, and put none in
    #[arg(long, help_heading = "Analysis")]
    pub(crate) no_dependencies: bool,

    /// Find the weakest orders and fences with which `lakmus verify` finds nothing wrong with the program, instead of those that make it sequentially consistent. MODEL is any cat model (rc11,
    /// aarch64, ...); without it, that of --model
    #[cfg(feature = "verify")]
    #[arg(long, value_name = "MODEL", value_parser = crate::model_names::any_model, num_args = 0..=1, require_equals = true, default_missing_value = "", conflicts_with_all = ["from", "remove", "sarif", "baseline", "write_baseline", "litmus", "atomics"], help_heading = "For an assertion")]
    pub(crate) verify: Option<String>,

    /// With which orders --verify begins
    #[cfg(feature = "verify")]
    #[arg(long, value_enum, value_name = "ORDERS", default_value_t = BeginName::Sc, requires = "verify", help_heading = "For an assertion")]
    pub(crate) start: BeginName,

    /// Give up a question that --verify asks after S seconds of CPU time; what was asked is kept then [0: no limit]
    #[cfg(feature = "verify")]
    #[arg(long, value_name = "S", value_parser = crate::quantities::seconds, default_value = "60", requires = "verify", help_heading = "For an assertion")]
    pub(crate) timeout: crate::quantities::Seconds,

    /// What compilers write for atomic operations: a mapping table of the model's architecture, such as aarch64-abi, where acquires are LDAR [default: by -march and -mcpu among the --cflag, or else
    /// whatever any of them may write]
    #[arg(long, value_name = "NAME", help_heading = "Analysis")]
    pub(crate) mapping: Option<String>,

    /// How locks order accesses
    #[arg(long, value_enum, value_name = "HOW", default_value_t = LockOrder::Usual, help_heading = "Analysis")]
    pub(crate) locks: LockOrder,

    /// Order only the pairs of this group and of surer ones. What is left may not be robust
    #[arg(long, value_enum, default_value_t = GroupName::NotExcluded, value_name = "GROUP", help_heading = "Analysis")]
    pub(crate) group: GroupName,

    /// Take pairs of accesses for races though this rule shows that they are none. May be repeated
    #[arg(long, value_enum, value_name = "RULE", help_heading = "Analysis")]
    pub(crate) without_rule: Vec<RuleName>,

    /// What functions do that are neither in the program nor known as library functions
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = UnknownFunctions::Anything, help_heading = "Analysis")]
    pub(crate) unknown_functions: UnknownFunctions,

    /// Which pairs of accesses to order
    #[arg(long = "pairs", value_enum, value_name = "WHICH", default_value_t = StrategyName::Cycles, help_heading = "Analysis")]
    pub(crate) strategy: StrategyName,

    /// Remove fences that order nothing which the others do not order, where they stand as statements. What serves devices or signal handlers is not seen
    #[arg(long, help_heading = "What is put where")]
    pub(crate) remove: bool,

    /// Put fences only: no dependencies, and leave the orders of atomic accesses (memory_order_relaxed) as they are
    #[arg(long, help_heading = "What is put where")]
    pub(crate) fences_only: bool,

    /// Make plain accesses on critical cycles atomic (relaxed, or stronger in place of a fence), where their form is known
    #[arg(long, help_heading = "What is put where")]
    pub(crate) atomics: bool,

    /// What a kind of fence costs: full, lightweight, load, release or store, and a number, as in full=3. May be repeated
    #[arg(long = "cost", value_name = "KIND=N", help_heading = "What is put where")]
    pub(crate) costs: Vec<String>,

    /// How often lines are executed, as gcov writes it (file.c.gcov): fences go where they cost less. May be repeated
    #[arg(long = "gcov", value_name = "FILE", help_heading = "What is put where")]
    pub(crate) profiles: Vec<PathBuf>,

    /// Print one SARIF 2.1.0 object instead of the diff
    #[arg(long, conflicts_with = "json", help_heading = "Output")]
    pub(crate) sarif: bool,

    /// Accept the pairs that FILE lists: the exit status is 1 only when others are to be ordered
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) baseline: Option<PathBuf>,

    /// Write all pairs that are to be ordered to FILE, for --baseline
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) write_baseline: Option<PathBuf>,

    /// Write a litmus test of each critical cycle to DIR, and have the simulator say whether it is allowed
    #[arg(long = "write-litmus", value_name = "DIR", help_heading = "Output")]
    pub(crate) litmus: Option<PathBuf>,

    /// Bound the exact search for each pair's critical cycle to N steps; pairs whose search is given up are kept
    #[arg(long, value_name = "N", default_value_t = 20_000, help_heading = "Analysis")]
    pub(crate) budget: usize,

    /// The clang to use
    #[arg(long, value_name = "PROGRAM", help_heading = "Program")]
    pub(crate) clang: Option<PathBuf>,

    /// An option for clang, such as -DX or -Idir. May be repeated
    #[arg(long = "cflag", value_name = "OPTION", allow_hyphen_values = true, help_heading = "Program")]
    pub(crate) cflags: Vec<String>,

    /// Source files
    #[arg(value_name = "FILE", conflicts_with = "build")]
    pub(crate) files: Vec<PathBuf>,

    /// A command that builds the program
    #[arg(last = true, value_name = "MAKE")]
    pub(crate) build: Vec<OsString>,
}
