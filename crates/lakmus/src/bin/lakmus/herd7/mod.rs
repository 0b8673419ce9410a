//! `lakmus herd7`: herd7's own command line, so that scripts run unchanged by `alias herd7='lakmus herd7'`.
//!
//! Options, defaults, streams and exit statuses are those of herdtools7 7.58. What only changes how pictures look there has no effect on ours.
//! What is not there is an error that says so; nothing is passed over in silence.

mod conf;
mod edits;
mod log;
mod options;
mod values;

use std::ffi::OsString;
use std::io::Read;
use std::num::NonZero;
use std::path::PathBuf;

use crate::files::SearchPath;
use crate::request::{Format, ModelChoice, RunRequest};
use crate::show::args::Wanted;
use crate::show::request::ShowRequest;
use crate::variants::Variants;
use crate::{Status, output, run};
use drawing::Theme;
use litmus::Base;
use options::{Options, Stop};

pub(crate) use edits::Edits;
pub(crate) use log::{adapted, decided, dots, filtered, up_to_shown};

/// Up to where a test is simulated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum SpeedCheck {
    /// To the end.
    #[default]
    Off,
    /// Only what decides the condition counts.
    On,
    /// Likewise, and the first such execution is the last.
    Fast,
}

/// What herd7's options ask for beyond those of `lakmus run`.
#[derive(Clone, Debug, Default)]
pub(crate) struct HerdRequest {
    /// Which tests, under which names, with which conditions.
    pub(crate) edits: Edits,
    /// Whether the log says how many candidates there are.
    pub(crate) candidates: bool,
    pub(crate) speed_check: SpeedCheck,
    /// Checks that are passed over.
    pub(crate) checks: cat::Options,
    pub(crate) ignore_filter: bool,
    pub(crate) any_architecture: bool,
    /// Whether dot goes to the standard output, between herd's marks.
    pub(crate) dot_to_output: bool,
    /// Whether threads are to be columns; then another program is meant to draw them.
    pub(crate) has_columns: bool,
    /// The program that is meant to draw.
    pub(crate) dot_command: Option<String>,
    /// Whether the first test that cannot be run is the last.
    pub(crate) stops_at_failure: bool,
    /// Which executions count, and which blocks are printed.
    pub(crate) executions: ExecutionFilter,
    /// An option, with its value, that has its meaning only where accesses are of whole cells.
    pub(crate) for_whole_cells: Option<String>,
    /// Whether pictures are wanted on the screen: they are written beside.
    pub(crate) has_no_viewer: bool,
}

/// Which executions count, and which blocks are printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ExecutionFilter {
    /// Only executions with this flag count.
    pub(crate) through_flag: Option<String>,
    /// The flag that makes an execution bad, beside that of undefined behaviour.
    pub(crate) bad_flag: Option<String>,
    /// Whether the first bad execution is the last that counts.
    pub(crate) ends_at_bad: bool,
    /// Only executions with this flag are drawn.
    pub(crate) show_flag: Option<String>,
    pub(crate) restriction: Restriction,
}

/// Which blocks are printed (`-restrict`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Restriction {
    #[default]
    None,
    /// Those of tests of which the model allows an execution.
    Observed,
    /// Those of tests with as many executions as final states.
    NonAmbiguous,
    /// Those of tests with as many executions that satisfy the condition as final states that do.
    ConditionOnce,
}

impl HerdRequest {
    /// What herd7 calls the program that draws.
    fn drawn_by(&self) -> &str {
        match &self.dot_command {
            Some(command) => command,
            None if self.has_columns => "neato",
            None => "dot",
        }
    }
}

/// Does what is asked.
pub(crate) fn run(args: &[OsString]) -> Status {
    let words: Vec<String> = args.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let options = match Options::parse(&words) {
        Ok(options) => options,
        Err(Stop::Print(text)) => return output::print(text.as_bytes()),
        Err(Stop::Mistake(message)) => {
            output::complain(&format!("herd7: {message}"));
            return Status::Usage;
        }
    };
    let is_strict = options.herd.stops_at_failure;
    let status = run::run(&request(options));
    match status {
        Status::Usage | Status::Signal(_) | Status::Passed(_) => status,
        // What herd7 ends with where it cannot write.
        Status::Unwritten => Status::Usage,
        Status::Success | Status::Incomplete => Status::Success,
        // As herd7: what is wrong is on the standard error.
        Status::Refused | Status::Found => {
            if is_strict {
                Status::Passed(1)
            } else {
                Status::Success
            }
        }
    }
}

fn request(options: Options) -> RunRequest {
    let show = show_request(&options);
    let variants = with_whole_amos(&options);
    let Options { model, bell, macros, include, library, hexadecimal, unroll, timeout, tests, herd, .. } = options;
    let default = ModelChoice::HerdDefault { from_library: library.is_some() };
    RunRequest {
        models: vec![model.map_or(default, ModelChoice::Named)],
        bell,
        macros,
        search: SearchPath::of_herd(include, library),
        base: if hexadecimal { Base::Hexadecimal } else { Base::Decimal },
        engine: sim::Engine::Compiled,
        goal: sim::Goal::Counts,
        format: Format::Log,
        unroll,
        show,
        variants: Variants::new(variants),
        timeout,
        memory: None,
        jobs: std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN),
        tests: if tests.is_empty() { tests_from_input() } else { tests },
        herd: Some(herd),
        why_differ: false,
    }
}

/// The variants: herd7's own models of RISC-V, and those that are written for it, see an atomic operation as one event, unless it is asked to split them.
fn with_whole_amos(options: &Options) -> Vec<String> {
    let is_ours = match &options.model {
        None => options.library.is_none(),
        Some(name) => models::model(name).is_some(),
    };
    let is_split = options.variants.iter().any(|variant| variant.eq_ignore_ascii_case("splittedrmw"));
    let whole = (!is_ours && !is_split).then(|| isa::WHOLE_AMOS.to_owned());
    options.variants.iter().cloned().chain(whole).collect()
}

fn show_request(options: &Options) -> Option<ShowRequest> {
    let wanted = options.show?;
    let viewed = || options.herd.has_no_viewer.then(|| PathBuf::from("."));
    let directory = options.output.clone().filter(|_| !options.herd.dot_to_output).or_else(viewed);
    Some(ShowRequest {
        wanted,
        outcome: None,
        unfold: false,
        svg: None,
        dot: directory,
        theme: Theme::Light,
        also_show: options.also_show.clone(),
        unshow: options.unshow.clone(),
        all_events: false,
        limit: options.shown_at_most.unwrap_or(usize::MAX),
        flag: options.herd.executions.show_flag.clone(),
        ends_at_limit: true,
        in_log: false,
    })
}

/// Without tests on the command line: their paths, one a line.
fn tests_from_input() -> Vec<PathBuf> {
    let mut bytes = Vec::new();
    let input = std::io::stdin();
    if let Err(error) = input.lock().take(system::LONGEST_TEXT as u64).read_to_end(&mut bytes) {
        output::complain(&format!("herd7: cannot read the names of tests from the standard input: {error}"));
    }
    let text = String::from_utf8_lossy(&bytes);
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')).map(PathBuf::from).collect()
}

/// What `-show` means.
fn wanted(word: &str) -> Result<Option<Wanted>, String> {
    match word {
        "none" => Ok(None),
        "all" => Ok(Some(Wanted::All)),
        "prop" => Ok(Some(Wanted::Prop)),
        "neg" => Ok(Some(Wanted::Neg)),
        "wit" | "cond" => Ok(Some(Wanted::Wit)),
        _ => Err(format!("-show: expected prop, neg, cond, wit, all or none, found `{word}`")),
    }
}
