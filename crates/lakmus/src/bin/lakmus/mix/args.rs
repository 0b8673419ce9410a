//! The command line of `lakmus mix`.

use std::num::NonZero;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use mix::{Language, Split, pool};

use crate::model_names::any_model;
use crate::quantities::{Seconds, at_a_time, seconds};

#[derive(Debug, Args)]
pub(crate) struct MixArgs {
    #[command(subcommand)]
    pub(crate) command: MixCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum MixCommand {
    /// Mix the code of all profiles for C litmus tests, and report outcomes that the tests cannot have
    Run(Box<MixRunArgs>),
    /// List the profiles that this machine has, and what they do
    Profiles(MixProfilesArgs),
    /// Compare what profiles have to agree on besides order: layout, locks, loads of constants
    Structure(MixStructureArgs),
    /// Compare the code of two profiles, and mix the tests whose code changed
    Diff(MixDiffArgs),
    /// Install compilers: gcc for other machines by apt, clang of several ages from PyPI
    Setup(MixSetupArgs),
    /// Write a pool of tests for mixing, the same for the same seed
    Pool(MixPoolArgs),
}

const SETUP_HELP: &str = "\
Exit status:
  0  everything is there
  2  something could not be installed";

#[derive(Debug, Args)]
#[command(after_help = SETUP_HELP)]
pub(crate) struct MixSetupArgs {
    /// Also install clang 13 to 22 and gcc 11 to 16 (9 GB): those that this system lacks from later releases of Debian, each in a root directory of its own in
    /// DIR
    #[arg(long)]
    pub(crate) every_version: bool,

    /// Print what would be run, and run nothing
    #[arg(long)]
    pub(crate) dry_run: bool,

    /// Where what is no package of the system goes; `--compilers DIR` finds it
    #[arg(value_name = "DIR")]
    pub(crate) directory: PathBuf,
}

const POOL_HELP: &str = "\
Classes of tests, each a part of the pool:
CLASSES
Exit status:
  0  the tests are written
  2  a mistake on the command line, or a file that could not be written";

#[derive(Debug, Args)]
#[command(after_help = POOL_HELP.replace("CLASSES\n", &pool::class_list()))]
pub(crate) struct MixPoolArgs {
    /// How many tests
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub(crate) count: u32,

    /// What all choices are made from: the same number, the same tests
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub(crate) seed: u64,

    /// Take only this class. May be repeated
    #[arg(long, value_name = "CLASS")]
    pub(crate) class: Vec<String>,

    /// Write the tests into DIR, a file each
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: PathBuf,
}

const DIFF_HELP: &str = "\
Exit status:
  0  no bug between the two
  1  bugs were found
  2  a mistake on the command line, a test that cannot be read, or nothing to
     compare
  3  no bug was found, but something was skipped, cut or not supported";

#[derive(Debug, Args)]
#[command(after_help = DIFF_HELP)]
pub(crate) struct MixDiffArgs {
    #[command(flatten)]
    pub(crate) profiles: ProfileArgs,

    /// The profile of the old build
    #[arg(value_name = "OLD")]
    pub(crate) old: String,

    /// The profile of the new build
    #[arg(value_name = "NEW")]
    pub(crate) new: String,

    #[command(flatten)]
    pub(crate) report: ReportArgs,

    /// Give up a combination after S seconds [0: no limit]
    #[arg(long, value_name = "S", value_parser = seconds, default_value = "10")]
    pub(crate) timeout: Seconds,

    /// Tests: FILE, @LIST or DIR
    #[arg(value_name = "TEST", required = true)]
    pub(crate) tests: Vec<PathBuf>,
}

const STRUCTURE_HELP: &str = "\
Exit status:
  0  the profiles of each architecture agree
  1  they do not
  2  a mistake on the command line, or no profile could be checked
  3  those that could be checked agree, and others could not be";

#[derive(Debug, Args)]
#[command(after_help = STRUCTURE_HELP)]
pub(crate) struct MixStructureArgs {
    #[command(flatten)]
    pub(crate) profiles: ProfileArgs,

    #[command(flatten)]
    pub(crate) report: ReportArgs,
}

const RUN_HELP: &str = "\
A TEST is one of
  FILE   a litmus test in C
  @LIST  a file that lists tests, one a line
  DIR    all files *.litmus below a directory

Exit status:
  0  no bug, and everything that was asked for was judged
  1  bugs were found
  2  a test could not be read, or nothing could be run: a mistake on the command
     line, in a list of profiles or in a model
  3  no bug was found, but something was skipped, cut or not supported";

/// Where profiles come from.
#[derive(Debug, Args)]
#[command(next_help_heading = "Profiles")]
pub(crate) struct ProfileArgs {
    /// Read profiles from FILE (TOML). May be repeated [default: every compiler that is found, as `lakmus mix profiles`
    /// lists them]
    #[arg(long, value_name = "FILE")]
    pub(crate) profiles: Vec<PathBuf>,

    /// Add a profile: a command that reads C and writes assembly. TARGET says for which machine, where the command does not. May be repeated
    #[arg(long, value_name = "NAME[@TARGET]=COMMAND")]
    pub(crate) profile: Vec<String>,

    /// Add a mapping table as a profile: the name of a shipped one, or a file. May be repeated
    #[arg(long, value_name = "NAME|FILE")]
    pub(crate) table: Vec<String>,

    /// Link what the compilers write by COMMAND, each profile's code by itself, and judge the final code: link-time optimisation
    #[arg(long, value_name = "COMMAND")]
    pub(crate) link: Option<String>,

    /// Take only profiles whose names contain TEXT. May be repeated: any of them
    #[arg(long, value_name = "TEXT")]
    pub(crate) only: Vec<String>,

    /// Languages of the compilers that are looked for. May be repeated
    #[arg(long, value_name = "LANGUAGE", default_value = "c")]
    pub(crate) language: Vec<LanguageName>,

    /// Also look for compilers in DIR/*/ziglang and DIR/*/bin. May be repeated
    #[arg(long, value_name = "DIR")]
    pub(crate) compilers: Vec<PathBuf>,

    /// End a compiler that has not ended after S seconds, and name its profile [0: no limit] [default: 60]
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub(crate) compiler_timeout: Option<Seconds>,
}

/// What is printed.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Reports")]
pub(crate) struct FormatArgs {
    /// What is printed
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = FormatName::Text)]
    format: FormatName,

    /// Print JSON: --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,

    /// Print SARIF 2.1.0, for code review: --format sarif
    #[arg(long, conflicts_with_all = ["format", "json"])]
    sarif: bool,

    /// Print JUnit's XML, for continuous integration: --format junit
    #[arg(long, conflicts_with_all = ["format", "json", "sarif"])]
    junit: bool,
}

impl FormatArgs {
    pub(crate) fn chosen(self) -> FormatName {
        match self {
            FormatArgs { json: true, .. } => FormatName::Json,
            FormatArgs { sarif: true, .. } => FormatName::Sarif,
            FormatArgs { junit: true, .. } => FormatName::Junit,
            FormatArgs { format, .. } => format,
        }
    }
}

/// How results are printed, and what is kept.
#[derive(Debug, Args)]
#[command(next_help_heading = "Reports")]
pub(crate) struct ReportArgs {
    #[command(flatten)]
    pub(crate) format: FormatArgs,

    /// Keep what compilers give and what simulations find in DIR, and do nothing again that is there
    #[arg(long, value_name = "DIR")]
    pub(crate) cache: Option<PathBuf>,

    /// Alarms that are known, in FILE (TOML): they are listed, and the exit status does not count them
    #[arg(long, value_name = "FILE")]
    pub(crate) accepted: Option<PathBuf>,
}

/// The languages of profiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum LanguageName {
    /// gcc and clang
    C,
    /// g++ and clang++
    #[value(name = "c++")]
    Cxx,
    /// rustc
    Rust,
}

impl LanguageName {
    pub(crate) fn language(self) -> Language {
        match self {
            LanguageName::C => Language::C,
            LanguageName::Cxx => Language::Cxx,
            LanguageName::Rust => Language::Rust,
        }
    }
}

impl ProfileArgs {
    /// Whether the profiles are those that the machine has.
    pub(crate) fn are_found(&self) -> bool {
        self.profiles.is_empty() && self.profile.is_empty()
    }
}

/// What is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum FormatName {
    /// For people
    Text,
    /// One JSON object; that of `mix run` has each test in a line, printed as soon as the test is done
    Json,
    /// SARIF 2.1.0, for code review
    Sarif,
    /// JUnit's XML, for continuous integration: a test case for each part of what was asked for
    Junit,
}

/// How tests are split.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum SplitName {
    /// Not at all: one profile compiles all of a test
    None,
    /// A profile for each thread
    Thread,
    /// A profile for each statement
    Statement,
    /// At the comments that say `split`
    Marks,
}

impl SplitName {
    pub(crate) fn split(self) -> Split {
        match self {
            SplitName::None => Split::None,
            SplitName::Thread => Split::Thread,
            SplitName::Statement => Split::Statement,
            SplitName::Marks => Split::Marks,
        }
    }
}

#[derive(Debug, Args)]
#[command(after_help = RUN_HELP)]
pub(crate) struct MixRunArgs {
    #[command(flatten)]
    pub(crate) profiles: ProfileArgs,

    /// How tests are split
    #[arg(long, value_enum, value_name = "WHERE", default_value_t = SplitName::Statement, help_heading = "What is mixed")]
    pub(crate) split: SplitName,

    /// The model that judges C
    #[arg(long, value_name = "MODEL", value_parser = any_model, default_value = "rc11-load-buffering", help_heading = "Models")]
    pub(crate) source_model: String,

    /// A model that judges assembly. May be repeated, one an architecture
    #[arg(long, value_name = "MODEL", value_parser = any_model, help_heading = "Models")]
    pub(crate) model: Vec<String>,

    /// Also look for models in DIR
    #[arg(short = 'I', long = "include", value_name = "DIR", help_heading = "Models")]
    pub(crate) include: Vec<PathBuf>,

    /// Try the rows of a mapping table in place of the code that is to blame. May be repeated [default: the shipped tables of the
    /// architectures' documents]
    #[arg(long, value_name = "NAME|FILE", help_heading = "Reports")]
    pub(crate) fix: Vec<String>,

    /// Judge all combinations of a test where they are at most N; beyond that, enough for every three classes of every three pieces to meet, or every two of every
    /// two where these would be more than N. The test is reported as cut
    #[arg(long = "max-combinations", value_name = "N", default_value_t = 5000, help_heading = "Limits")]
    pub(crate) limit: usize,

    /// Give up a combination after S seconds [0: no limit]
    #[arg(long, value_name = "S", value_parser = seconds, default_value = "10", help_heading = "Limits")]
    pub(crate) timeout: Seconds,

    /// Work on N tests at a time [default: as many as there are processors]
    #[arg(short = 'j', long, value_name = "N", value_parser = at_a_time, help_heading = "Limits")]
    pub(crate) jobs: Option<NonZero<usize>>,

    /// Write the combined test of each bug into DIR
    #[arg(long = "write-litmus", value_name = "DIR", help_heading = "Reports")]
    pub(crate) litmus: Option<PathBuf>,

    /// Write the pieces of each bug's test into DIR, as a source for each language that the profiles of the example take: ready for Compiler Explorer, with
    /// the commands at its head
    #[arg(long, value_name = "DIR", help_heading = "Reports")]
    pub(crate) sources: Option<PathBuf>,

    /// For each bug, show an execution of the code that ends in the outcome, and the one of the source that comes nearest to it, with what forbids it
    #[arg(long = "explain", help_heading = "Reports")]
    pub(crate) show: bool,

    /// Write the two executions of each bug into DIR, beside each other in one picture (SVG)
    #[arg(long, value_name = "DIR", help_heading = "Reports")]
    pub(crate) svg: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) format: FormatArgs,

    /// Keep what compilers give and what simulations find in DIR, and do nothing again that is there; what simulations find is kept for the shipped models alone
    #[arg(long, value_name = "DIR", help_heading = "Reports")]
    pub(crate) cache: Option<PathBuf>,

    /// Alarms that are known, in FILE (TOML): they are listed, and the exit status does not count them
    #[arg(long, value_name = "FILE", help_heading = "Reports")]
    pub(crate) accepted: Option<PathBuf>,

    /// For the first bug of each test, look for a smaller test that has one: fewer threads, statements and observed places, weaker orders, the
    /// example's profiles
    #[arg(long, help_heading = "Reports")]
    pub(crate) minimise: bool,

    /// Add the code that is to blame as lines for LLVM's FileCheck
    #[arg(long, help_heading = "Reports")]
    pub(crate) filecheck: bool,

    /// Simulate each combination a second time with other code of the same classes, and report what differs: a test of the classes
    #[arg(long, hide = true)]
    pub(crate) check_classes: bool,

    /// Also report load buffering that RC11 forbids and processors allow
    #[arg(long, help_heading = "Models")]
    pub(crate) load_buffering: bool,

    /// Tests: FILE, @LIST or DIR
    #[arg(value_name = "TEST", required = true)]
    pub(crate) tests: Vec<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct MixProfilesArgs {
    #[command(flatten)]
    pub(crate) profiles: ProfileArgs,

    /// Print them as a list that `--profiles` reads
    #[arg(long)]
    pub(crate) toml: bool,

    /// Compile a probe of every atomic operation, and put profiles that give the same code together
    #[arg(long, conflicts_with = "toml")]
    pub(crate) probe: bool,

    /// Print JSON, an object a profile; with --probe, one for each group of them
    #[arg(long, conflicts_with = "toml")]
    pub(crate) json: bool,
}
