//! The words of `lakmus verify`.

use std::ffi::OsStr;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::Error;
use clap::{Arg, Args, Command, ValueEnum};
use cprog::ir::Program;
use sim::Test;
use weaken::LitmusModel;
use weaken::checker::{Check, Checks, Delays, TransformModel};

use crate::model_names::{ModelParser, NamedModel};
use crate::quantities::{Megabytes, Seconds, at_a_time, megabytes, seconds};

/// A model that programs or litmus tests are explored or transformed under.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ModelName(TransformModel);

impl NamedModel for ModelName {
    fn all() -> Vec<(ModelName, &'static str, String)> {
        let machines = LitmusModel::all().map(TransformModel::from);
        let named = |model: TransformModel| {
            let summary = match model.litmus() {
                Some(machine) => machine.summary(),
                None => {
                    "Power as of 2010, in the framework of the transformation's theorems; for transformed programs only"
                }
            };
            (ModelName(model), model.name(), summary.to_owned())
        };
        machines.chain([TransformModel::Power2010]).map(named).collect()
    }
}

/// A model as the user names it: that of a machine, or, where tests are verified as formulas, any cat model.
#[derive(Clone, Debug)]
pub(crate) struct AskedModel {
    /// Its name, or its file.
    word: String,
    /// The machine of this name, or what is wrong with the name where there has to be one.
    machine: Result<ModelName, String>,
}

/// Reads an [`AskedModel`].
#[derive(Clone)]
struct AskedModelParser;

impl TypedValueParser for AskedModelParser {
    type Value = AskedModel;

    fn parse_ref(&self, command: &Command, argument: Option<&Arg>, value: &OsStr) -> Result<AskedModel, Error> {
        let machine = ModelParser::<ModelName>::new().parse_ref(command, argument, value);
        let word = models::name(&value.to_string_lossy()).to_owned();
        Ok(AskedModel { word, machine: machine.map_err(|error| error.to_string()) })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names: Vec<PossibleValue> =
            ModelParser::<ModelName>::new().possible_values().into_iter().flatten().collect();
        Some(Box::new(names.into_iter()))
    }
}

/// Who looks for violations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum BackendName {
    /// All states of the weak machine
    States,
    /// A formula, for a SAT solver: litmus tests and programs under any cat model
    Bmc,
    /// States where there is a machine for --model; else a formula, and also for programs where a tenth of the time is not enough for the states
    Auto,
    /// CBMC, on the program that `lakmus weaken` writes
    Cbmc,
    /// GenMC, on the program that `lakmus weaken` writes; under sc, x86tso and pso
    #[value(name = "genmc")]
    GenMc,
}

impl BackendName {
    /// Whether it is a program of others.
    pub(super) fn is_another_program(self) -> bool {
        match self {
            BackendName::Cbmc | BackendName::GenMc => true,
            BackendName::States | BackendName::Bmc | BackendName::Auto => false,
        }
    }
}

/// How much the thread library orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LocksName {
    /// What its usual code does on the target: acquires and releases
    Usual,
    /// Everything, as POSIX has it
    Full,
}

impl From<LocksName> for arch::Locks {
    fn from(name: LocksName) -> arch::Locks {
        match name {
            LocksName::Usual => arch::Locks::Usual,
            LocksName::Full => arch::Locks::Full,
        }
    }
}

/// What is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CheckName {
    /// Divisions by zero, and of the least number by -1
    Division,
    /// Locks given back by a thread that does not hold them
    Mutex,
    /// Threads that spin for ever
    Progress,
    /// Shifts by as many bits as there are, or more
    Shift,
    /// Memory of the heap that is not given back
    Leak,
    /// Signed arithmetic whose result is no number of its type
    Overflow,
    /// Data races of C11
    Race,
    /// Reads of local variables and of memory of the heap that were never written
    Uninit,
}

impl From<CheckName> for Check {
    fn from(name: CheckName) -> Check {
        match name {
            CheckName::Division => Check::Division,
            CheckName::Mutex => Check::Mutex,
            CheckName::Progress => Check::Progress,
            CheckName::Shift => Check::Shift,
            CheckName::Leak => Check::Leak,
            CheckName::Overflow => Check::Overflow,
            CheckName::Race => Check::Race,
            CheckName::Uninit => Check::Uninitialised,
        }
    }
}

/// Which accesses may be delayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DelaysName {
    /// Of each critical cycle one pair that nothing orders, few accesses in all
    OneACycle,
    /// All pairs of all critical cycles
    All,
    /// Every access that the model lets be delayed, on a cycle or not
    Every,
}

impl From<DelaysName> for Delays {
    fn from(name: DelaysName) -> Delays {
        match name {
            DelaysName::OneACycle => Delays::OneACycle,
            DelaysName::All => Delays::All,
            DelaysName::Every => Delays::Every,
        }
    }
}

impl From<ModelName> for TransformModel {
    fn from(name: ModelName) -> TransformModel {
        name.0
    }
}

const HELP: &str = "\
A TEST is a litmus test, a list of tests (@LIST) or a directory. What is looked
for is a final state that satisfies its condition or, of a `forall`, one that
does not: a violation. Source files in C (.c, .i) or textual LLVM IR (.ll) are
one program together, and a violation is a failed assertion, an access to what
is no object, a division by zero or a deadlock; they need clang 14 or later.
All states of the weak machine are stored, so that loops over finitely many
states are closed; nothing is unrolled. With --engine bmc, litmus tests of all
languages are verified under any cat model, and so are programs, loops
unrolled to a bound that is raised until no execution needs more.

Exit status:
  0  there is no violation
  1  there is one
  2  something could not be read or run, or a mistake on the command line
  3  unknown: no violation was found, but a limit was met";

/// Litmus tests and C programs under a weak machine, by exploring its states.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct VerifyArgs {
    /// What the machine may delay [default: that of the architecture, x86tso for programs]; with --engine bmc any cat model, by name or file [default: that of lakmus run]
    #[arg(long, value_parser = AskedModelParser, value_name = "MODEL")]
    pub(crate) model: Option<AskedModel>,

    /// Find all outcomes, and print them; of a program, all violations
    #[arg(long, help_heading = "Output")]
    pub(crate) outcomes: bool,

    /// Print one JSON object a test
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,

    /// The most states that are stored for a test
    #[arg(long = "max-states", value_name = "N", default_value_t = 20_000_000, help_heading = "Limits")]
    pub(crate) states: usize,

    /// The most megabytes that the stored states of a test or program may take; with --engine bmc, its formula
    #[arg(long, value_name = "M", value_parser = megabytes, help_heading = "Limits")]
    pub(crate) search_memory: Option<Megabytes>,

    /// Give up a test or program when the process takes more than M megabytes (of several tests, the one that has run longest)
    #[arg(long, value_name = "M", value_parser = megabytes, help_heading = "Limits")]
    pub(crate) memory: Option<Megabytes>,

    /// Store hashes of 64 bits in the place of a program's states: less memory, but states with the hash of another one are missed
    #[arg(long, conflicts_with = "backend", help_heading = "Search")]
    pub(crate) compact: bool,

    /// Verify N litmus tests at a time, and search through the states of a program with N threads; what is printed does not depend on it [default: as many as there are processors]
    #[arg(short = 'j', long, value_name = "N", value_parser = at_a_time, help_heading = "Search")]
    pub(crate) jobs: Option<NonZeroUsize>,

    /// With --engine bmc: the most turns of a loop of a program that something read decides, and of recursion [default: raised until no execution needs more]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), help_heading = "Limits")]
    pub(crate) unroll: Option<u32>,

    /// How often a read in a loop may be delayed before it takes effect for the first time
    #[arg(long, value_name = "N", default_value_t = 2, help_heading = "Limits")]
    pub(crate) delayed: usize,

    /// The most accesses of a thread of a program that are delayed at once, up to 64
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u8).range(1..=64), help_heading = "Limits")]
    pub(crate) buffer: u8,

    /// What the atomic operations of a program become: the name of a mapping table of the model's architecture, such as aarch64-abi (exclusives), aarch64-abi-lse or aarch64-abi-rcpc [default: by -march, -mcpu and -mno-outline-atomics among the --cflag; several where the machine decides as the program runs]
    #[arg(long, value_name = "NAME", help_heading = "Search")]
    pub(crate) mapping: Option<String>,

    /// How much locks, starts and ends of threads, semaphores and barriers of a program order
    #[arg(long, value_enum, value_name = "HOW", default_value_t = LocksName::Usual, help_heading = "Search")]
    pub(crate) locks: LocksName,

    /// What to look for in a program beside failed assertions, deadlocks and accesses outside of objects; `division`, `mutex` and `progress` are looked for without being asked, and a `race` is noted where a program that holds shares memory by atomic operations and nothing that is volatile. May be repeated
    #[arg(long, value_enum, value_name = "WHAT", value_delimiter = ',', help_heading = "Search")]
    pub(crate) check: Vec<CheckName>,

    /// What not to look for. May be repeated
    #[arg(long, value_enum, value_name = "WHAT", value_delimiter = ',', help_heading = "Search")]
    pub(crate) no_check: Vec<CheckName>,

    /// Interleave each access of a program, also those that the program itself orders, and, under power and arm, each commit
    #[arg(long, help_heading = "Search")]
    pub(crate) no_reduction: bool,

    /// Where a program is violated, look for fences that remove that, and print them as a diff when the program with them is proved
    #[arg(long, conflicts_with = "json", help_heading = "Output")]
    pub(crate) suggest: bool,

    /// What looks for violations: a search through states, a formula for a SAT solver, or CBMC or GenMC on the transformed program
    #[arg(long = "engine", alias = "backend", value_enum, value_name = "ENGINE", default_value_t = BackendName::Auto, conflicts_with_all = ["outcomes", "suggest"], help_heading = "Search")]
    pub(crate) backend: BackendName,

    /// Which accesses may be delayed. The verdict is the same. Litmus tests are verified as programs where not every access is, which needs clang [default: every; one-a-cycle with --engine cbmc and genmc]
    #[arg(long, value_enum, value_name = "WHICH", help_heading = "Search")]
    pub(crate) delays: Option<DelaysName>,

    /// Short for --delays every
    #[arg(long, hide = true, conflicts_with = "delays")]
    pub(crate) every: bool,

    /// The cbmc to use
    #[arg(long, value_name = "PROGRAM", help_heading = "Other programs")]
    pub(crate) cbmc: Option<PathBuf>,

    /// The genmc to use
    #[arg(long, value_name = "PROGRAM", help_heading = "Other programs")]
    pub(crate) genmc: Option<PathBuf>,

    /// The clang to use for programs
    #[arg(long, value_name = "PROGRAM", help_heading = "Other programs")]
    pub(crate) clang: Option<PathBuf>,

    /// An option for clang, such as -DX or -Idir. May be repeated
    #[arg(long = "cflag", value_name = "OPTION", allow_hyphen_values = true, help_heading = "Other programs")]
    pub(crate) cflags: Vec<String>,

    /// Give up a test after S seconds of CPU time [0: no limit]
    #[arg(long, value_name = "S", value_parser = seconds, help_heading = "Limits")]
    pub(crate) timeout: Option<Seconds>,

    /// Litmus tests (FILE, @LIST or DIR), or the sources of one program
    #[arg(value_name = "TEST", required = true)]
    pub(crate) tests: Vec<PathBuf>,
}

impl VerifyArgs {
    /// The machine that is asked for, if one is.
    ///
    /// # Errors
    /// That there is no machine of this name.
    pub(super) fn machine(&self) -> Result<Option<ModelName>, &str> {
        match &self.model {
            None => Ok(None),
            Some(AskedModel { machine: Ok(machine), .. }) => Ok(Some(*machine)),
            Some(AskedModel { machine: Err(message), .. }) => Err(message),
        }
    }

    /// The model of the machine that is asked for, or the default; names that no machine has were refused before.
    pub(super) fn transform_model(&self, default: impl FnOnce() -> TransformModel) -> TransformModel {
        self.machine().ok().flatten().map_or_else(default, TransformModel::from)
    }

    /// The name or file of the model that is asked for.
    pub(super) fn named_model(&self) -> Option<&str> {
        self.model.as_ref().map(|model| model.word.as_str())
    }

    /// The name or file of the cat model that is asked for, or the default for a test.
    ///
    /// # Errors
    /// That there is none.
    pub(super) fn model_word(&self, test: &Test) -> Result<String, String> {
        let default = || test.language().descriptor().default_model.map(str::to_owned);
        let named = self.model.as_ref().map(|model| model.word.clone());
        let missing =
            || format!("there is no default model for tests of {}; name one with --model", test.language().name());
        named.or_else(default).ok_or_else(missing)
    }

    /// Which accesses may be delayed.
    pub(super) fn delays(&self) -> Delays {
        match (self.delays, self.backend) {
            (Some(delays), _) => delays.into(),
            (None, _) if self.every => Delays::Every,
            (None, BackendName::States | BackendName::Bmc | BackendName::Auto) => Delays::Every,
            (None, BackendName::Cbmc | BackendName::GenMc) => Delays::OneACycle,
        }
    }

    /// What is looked for in a program, and whether data races are noted that were not asked for: where it shares memory by atomics alone.
    ///
    /// # Errors
    /// What cannot be looked for under a model.
    pub(super) fn checks_of(&self, program: &Program, model: LitmusModel) -> Result<(Checks, bool), String> {
        let checks = self.checks();
        if let LitmusModel::Propagating(model) = model {
            let always = [Check::Division, Check::Mutex, Check::Progress];
            return match checks.iter().find(|check| !always.contains(check)) {
                Some(check) => Err(format!(
                    "--check {check} is not there under {} yet; under sc, x86tso, pso, rmo and aarch64 it is",
                    LitmusModel::Propagating(model)
                )),
                None => Ok((checks, false)),
            };
        }
        let is_decided = self.no_check.contains(&CheckName::Race) || checks.has(Check::Race);
        Ok((checks, !is_decided && lakmus::verify::shares_by_atomics(program)))
    }

    /// What is looked for in programs.
    pub(super) fn checks(&self) -> Checks {
        let with = self.check.iter().fold(Checks::DEFAULT, |all, name| all.with((*name).into()));
        self.no_check.iter().fold(with, |all, name| all.without((*name).into()))
    }
}
