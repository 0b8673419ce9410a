//! What `lakmus run`, `lakmus test` and `lakmus litmus2c` are to do: the command line, checked and made sense of.

use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

#[cfg(feature = "tester")]
use c11::{Rules, StrategyKind};
use litmus::Base;
#[cfg(feature = "tester")]
use tester::litmus::Exploration;

#[cfg(all(feature = "tester", feature = "verify"))]
use crate::args::Litmus2cArgs;
#[cfg(feature = "tester")]
use crate::args::{Edition, StrategyName, TestArgs};
use crate::args::{Engine, RunArgs};
use crate::clock;
use crate::files::SearchPath;
use crate::herd7::HerdRequest;
use crate::quantities::{self, Megabytes};
use crate::show::request::ShowRequest;
use crate::variants::Variants;

/// Which model to run tests under.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ModelChoice {
    /// The default for the language of each test.
    Default,
    /// herd7's default for the language of each test.
    HerdDefault {
        /// Whether that is a file of the library of `-set-libdir`, or the shipped model with the same verdicts.
        from_library: bool,
    },
    /// The model of this name or path.
    Named(String),
}

/// A run of tests under models.
#[derive(Debug)]
pub(crate) struct RunRequest {
    /// The models, at least one.
    pub(crate) models: Vec<ModelChoice>,
    /// The bell file that is read before each model.
    pub(crate) bell: Option<String>,
    /// The file with macros for tests in C.
    pub(crate) macros: Option<String>,
    /// Where models, what they include, bell and macro files are looked for.
    pub(crate) search: SearchPath,
    /// How numbers are written.
    pub(crate) base: Base,
    pub(crate) engine: sim::Engine,
    /// What is to be found out.
    pub(crate) goal: sim::Goal,
    /// What to print.
    pub(crate) format: Format,
    /// The unroll bound for tests that do not ask for one.
    pub(crate) unroll: Option<u32>,
    /// What executions to show.
    pub(crate) show: Option<ShowRequest>,
    /// Whether to say why one of two models allows what the other forbids.
    pub(crate) why_differ: bool,
    /// What herd7's own options ask for, where it is them.
    pub(crate) herd: Option<HerdRequest>,
    /// The variants that are on.
    pub(crate) variants: Variants,
    /// CPU time a test may take.
    pub(crate) timeout: Option<Duration>,
    /// Bytes of memory that the process may take while a test runs.
    pub(crate) memory: Option<u64>,
    /// How many tests may be run at a time.
    pub(crate) jobs: NonZero<usize>,
    /// Tests, lists and directories as they were named.
    pub(crate) tests: Vec<PathBuf>,
}

/// What to print about results.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// herd's log.
    Log,
    /// One JSON object a line.
    Json,
    /// What differs from the log in this file.
    Differences(PathBuf),
}

impl RunRequest {
    /// # Errors
    /// What is wrong with the options taken together, as a sentence.
    pub(crate) fn new(args: RunArgs) -> Result<RunRequest, String> {
        let RunArgs {
            models,
            bell,
            macros,
            include,
            hexadecimal,
            json,
            unroll,
            engine,
            states,
            decide,
            variants,
            timeout,
            jobs,
            memory,
            show,
            expect,
            tests,
        } = args;
        let why_differ = show.why_differ;
        if why_differ && models.len() != 2 {
            return Err("--why-differ needs two models".to_owned());
        }
        let show = ShowRequest::new(show)?;
        if show.is_some() && expect.is_some() {
            return Err("--expect prints differences only; --show shows executions".to_owned());
        }
        let engine = match engine {
            Engine::Compiled => sim::Engine::Compiled,
            Engine::Reference => sim::Engine::Reference,
        };
        let goal = match (states, decide) {
            (false, false) => sim::Goal::Counts,
            (true, _) => sim::Goal::States,
            (false, true) => sim::Goal::Decision,
        };
        if goal == sim::Goal::Decision && expect.is_some() {
            return Err("--decide finds one outcome at most, so that --expect has nothing to compare".to_owned());
        }
        let mut models: Vec<ModelChoice> = models.into_iter().map(ModelChoice::Named).collect();
        if models.is_empty() {
            models.push(ModelChoice::Default);
        }
        if expect.is_some() && models.len() > 1 {
            return Err("--expect compares with the log of one model, but several are named".to_owned());
        }
        let format = match (json, expect) {
            (_, Some(log)) => Format::Differences(log),
            (true, None) => Format::Json,
            (false, None) => Format::Log,
        };
        let timeout = quantities::limit(timeout);
        let memory = memory.map(Megabytes::bytes);
        if memory.is_some() && clock::memory_in_use().is_none() {
            return Err("--memory needs /proc/self/statm, which this system does not have".to_owned());
        }
        let (search, variants) = (SearchPath::new(include), Variants::new(variants));
        let base = if hexadecimal { Base::Hexadecimal } else { Base::Decimal };
        // As for cargo and ripgrep, the default is all there is: nothing but the time it takes shows the difference.
        let jobs = quantities::jobs(jobs);
        Ok(RunRequest {
            models,
            bell,
            macros,
            search,
            base,
            engine,
            goal,
            format,
            unroll,
            show,
            why_differ,
            herd: None,
            variants,
            timeout,
            memory,
            jobs,
            tests,
        })
    }
}

/// Executions of litmus tests on the C11 machine.
#[cfg(feature = "tester")]
#[derive(Debug)]
pub(crate) struct TestRequest {
    /// Which executions.
    pub(crate) exploration: Exploration,
    /// Which edition of the standard the model follows.
    pub(crate) rules: Rules,
    /// The unroll bound for tests that do not ask for one.
    pub(crate) unroll: Option<u32>,
    /// CPU time a test may take.
    pub(crate) timeout: Option<Duration>,
    /// Tests, lists and directories as they were named.
    pub(crate) tests: Vec<PathBuf>,
}

/// Executions of a litmus test where their number is not given.
#[cfg(feature = "tester")]
const DEFAULT_LITMUS_EXECUTIONS: u64 = 1000;

#[cfg(feature = "tester")]
impl TestRequest {
    /// # Errors
    /// What is wrong with the options, as a sentence.
    pub(crate) fn new(args: TestArgs) -> Result<TestRequest, String> {
        let TestArgs { litmus, exhaustive, executions, first, seed, strategy, model, unroll, timeout, .. } = args;
        if exhaustive && executions.is_some() {
            return Err(
                "--exhaustive does all executions of a litmus test: --executions says something for programs alone"
                    .to_owned(),
            );
        }
        let executions = executions.unwrap_or(DEFAULT_LITMUS_EXECUTIONS);
        if executions == 0 {
            return Err("--executions needs a number above 0".to_owned());
        }
        let strategy = strategy_kind(strategy);
        let exploration = match exhaustive {
            true => Exploration::Exhaustive,
            false => Exploration::Sample { strategy, seed, first, executions },
        };
        let rules = match model.unwrap_or(Edition::Cxx11) {
            Edition::Cxx11 => Rules::Cxx11,
            Edition::Cxx20 => Rules::Cxx20,
        };
        Ok(TestRequest { exploration, rules, unroll, timeout: quantities::limit(timeout), tests: litmus })
    }
}

/// Where translated tests go.
#[cfg(all(feature = "tester", feature = "verify"))]
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum TranslationRequest {
    /// To the standard output.
    Output,
    /// Into this file.
    File(PathBuf),
    /// Into files in this directory.
    Directory(PathBuf),
}

#[cfg(all(feature = "tester", feature = "verify"))]
impl TranslationRequest {
    /// For so many tests.
    ///
    /// # Errors
    /// When there is one place for several programs, as a sentence.
    pub(crate) fn new(args: Litmus2cArgs, tests: usize) -> Result<TranslationRequest, String> {
        match args.output {
            Some(path) if path.is_dir() => Ok(TranslationRequest::Directory(path)),
            _ if tests > 1 => Err(format!("there are {tests} tests: --output needs a directory that exists")),
            Some(path) => Ok(TranslationRequest::File(path)),
            None => Ok(TranslationRequest::Output),
        }
    }
}

/// The strategy of this name.
#[cfg(feature = "tester")]
pub(crate) fn strategy_kind(name: StrategyName) -> StrategyKind {
    match name {
        StrategyName::Portfolio => StrategyKind::Portfolio,
        StrategyName::Random => StrategyKind::Random,
        StrategyName::Burst => StrategyKind::Burst,
        StrategyName::Switch => StrategyKind::Switch,
        StrategyName::Pct => StrategyKind::Pct,
    }
}

/// A limit of time that a file names.
///
/// # Errors
/// When it is none.
#[cfg(feature = "campaign")]
pub(crate) fn seconds(timeout: f64) -> Result<Duration, String> {
    match Duration::try_from_secs_f64(timeout) {
        Ok(limit) if !limit.is_zero() => Ok(limit),
        _ => Err(format!("a limit is a number of seconds above 0, not {timeout}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::show::args::ShowArgs;

    fn args() -> RunArgs {
        RunArgs {
            models: Vec::new(),
            bell: None,
            macros: None,
            include: Vec::new(),
            hexadecimal: false,
            json: false,
            unroll: None,
            engine: Engine::Compiled,
            states: false,
            decide: false,
            variants: vec!["Mixed".into()],
            timeout: None,
            jobs: NonZero::new(3),
            memory: None,
            show: ShowArgs::default(),
            expect: None,
            tests: vec!["t.litmus".into()],
        }
    }

    #[test]
    fn defaults_are_filled_in() {
        let request = RunRequest::new(args()).unwrap();
        assert_eq!(request.models, [ModelChoice::Default]);
        assert_eq!((request.format, request.jobs.get()), (Format::Log, 3));
        assert!(request.variants.contains("mixed") && request.variants.contains("MIXED"));
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        let models = vec!["sc".into(), "x86tso".into()];
        assert!(RunRequest::new(RunArgs { models, expect: Some("log".into()), ..args() }).is_err());
    }
}
