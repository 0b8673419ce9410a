//! `lakmus verify --backend cbmc` and `--backend genmc`: the transformed program, checked by CBMC or GenMC.
//!
//! The bound of the buffers is raised until its assertion holds, and so are the turns of loops. Both have an end, beyond which there is no verdict.

use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use cprog::ir::Program;
use system::TemporaryDirectory;
use weaken::checker::{Dialect, Options, TransformError, TransformModel, transform};

use super::args::{BackendName, VerifyArgs};
use crate::{Status, output};

/// The largest bound that is tried.
const MOST_BOUND: u32 = 16;
/// As many turns of loops as the runtime's own loops have at most.
const FIRST_UNWINDING: u32 = 24;
const MOST_UNWINDING: u32 = 96;

/// What CBMC says of a program.
pub(super) enum Said {
    /// All assertions hold, those of the bounds among them.
    Holds,
    /// These do not, each with its place.
    Violated(Vec<String>),
    /// Neither is certain.
    Unknown(String),
}

/// A verdict, and what it took.
pub(super) struct Found {
    pub(super) said: Said,
    /// The bound of the buffers that was enough.
    bound: u32,
    /// Delayed accesses.
    late: usize,
    /// Critical cycles, where they were looked for.
    cycles: Option<usize>,
    /// By whom.
    by: &'static str,
}

/// Which assertions of an output fail.
#[derive(Default)]
struct Failures {
    violations: Vec<String>,
    has_few_places: bool,
    has_few_turns: bool,
    not_understood: Option<String>,
}

impl Failures {
    /// Reads what CBMC prints: `[f1.assertion.1] line 8 assertion of the source: FAILURE`, by function and file.
    fn read(text: &str) -> Failures {
        let mut failures = Failures::default();
        let mut file = "";
        for line in text.lines() {
            if let Some((head, _)) = line.split_once(" function ") {
                file = head;
            }
            let Some((property, rest)) = line.split_once("] ").filter(|_| line.ends_with(": FAILURE")) else {
                continue;
            };
            let what = rest.trim_end_matches(": FAILURE");
            let (place, what) = match what.strip_prefix("line ").and_then(|rest| rest.split_once(' ')) {
                Some((number, what)) => (format!("{file}:{number}"), what),
                None => (file.to_owned(), what),
            };
            if property.contains(".unwind.") {
                failures.has_few_turns = true;
            } else if what.contains("the bound of the buffers suffices") {
                failures.has_few_places = true;
            } else if let Some(what) = what.strip_prefix("not understood: ") {
                failures.not_understood.get_or_insert_with(|| format!("{place}: {what}"));
            } else {
                failures.violations.push(format!("{place}: {what}"));
            }
        }
        failures
    }
}

/// Has another tool check `program` under `model`.
pub(super) fn check(program: &Program, model: TransformModel, args: &VerifyArgs) -> Result<Found, String> {
    let delays = args.delays();
    let is_genmc = args.backend == BackendName::GenMc;
    let (dialect, by) = if is_genmc { (Dialect::GenMc, "genmc") } else { (Dialect::Cbmc, "cbmc") };
    let directory = TemporaryDirectory::new("the transformed program").map_err(|error| error.to_string())?;
    let (mut bound, mut unwinding) = (1, FIRST_UNWINDING);
    loop {
        let options = Options { model, delays, dialect, bound };
        let transformed = match transform(program, &options) {
            Ok(transformed) => transformed,
            // There was room for fewer accesses.
            Err(error @ TransformError::Unsupported(_)) if bound > 1 => {
                return Ok(Found { said: Said::Unknown(error.to_string()), bound, late: 0, cycles: None, by });
            }
            Err(error) => return Err(error.to_string()),
        };
        if bound < transformed.accesses {
            bound = transformed.accesses;
            continue;
        }
        let (late, cycles) = (transformed.late.accesses.len(), transformed.late.cycles);
        let found = |said| Ok(Found { said, bound, late, cycles, by });
        let file = directory.path().join("transformed.c");
        std::fs::write(&file, &transformed.text).map_err(|error| format!("{}: {error}", file.display()))?;
        let failures = match is_genmc {
            true => run_genmc(&file, transformed.has_loops.then_some(unwinding), args)?,
            false => run(&file, unwinding, args)?,
        };
        // A violation within the bounds is one without them.
        if !failures.violations.is_empty() {
            return found(Said::Violated(failures.violations));
        }
        if let Some(what) = failures.not_understood {
            return found(Said::Unknown(what));
        }
        match (failures.has_few_places, failures.has_few_turns) {
            (false, false) => return found(Said::Holds),
            (true, _) if bound < MOST_BOUND => bound *= 2,
            (false, true) if unwinding < MOST_UNWINDING => unwinding *= 2,
            (true, _) => {
                return found(Said::Unknown(format!("more than {bound} accesses of a thread are delayed at once")));
            }
            (false, true) => {
                return found(Said::Unknown(format!("no violation was found in {unwinding} turns of each loop")));
            }
        }
    }
}

/// That a verifier cannot be run.
fn not_run(program: &Path, error: &std::io::Error) -> String {
    format!("cannot run {}: {error}{}", program.display(), system::tools::advice(program.as_os_str(), error))
}

fn run(file: &Path, unwinding: u32, args: &VerifyArgs) -> Result<Failures, String> {
    let program = args.cbmc.as_deref().unwrap_or(Path::new("cbmc"));
    let output = Command::new(program)
        .arg(file)
        .args(["--unwind", &unwinding.to_string(), "--unwinding-assertions", "--no-standard-checks"])
        .output()
        .map_err(|error| not_run(program, &error))?;
    let text = String::from_utf8_lossy(&output.stdout);
    match output.status.code() {
        // All assertions hold, or some do not.
        Some(0 | 10) => Ok(Failures::read(&text)),
        Some(_) | None => {
            let errors = String::from_utf8_lossy(&output.stderr);
            let last = errors.lines().chain(text.lines()).rfind(|line| !line.is_empty());
            let reason = last.map_or_else(|| output.status.to_string(), str::to_owned);
            Err(format!("{} gives up: {reason}", program.display()))
        }
    }
}

/// GenMC executes a program that is no longer one for it where loops are cut, so that a verdict without a violation is unknown there.
fn run_genmc(file: &Path, unwinding: Option<u32>, args: &VerifyArgs) -> Result<Failures, String> {
    let program = args.genmc.as_deref().unwrap_or(Path::new("genmc"));
    let mut command = Command::new(program);
    // One of its passes over loads does not end on programs with so many branches.
    command.args(["--disable-estimation", "--disable-load-annotation"]);
    if let Some(turns) = unwinding {
        command.arg(format!("--unroll={turns}"));
    }
    let output = command.arg("--").arg(file).output().map_err(|error| not_run(program, &error))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let mut failures = Failures { has_few_turns: unwinding.is_some(), ..Failures::default() };
    match output.status.code() {
        Some(0) if text.contains("No errors were detected") => Ok(failures),
        // A violation; of an assertion it says the condition.
        Some(42) => {
            let condition = text.lines().find_map(|line| line.strip_prefix("Assertion violation: "));
            let condition = condition.unwrap_or_else(|| {
                text.lines().find_map(|line| line.strip_prefix("Error: ")).unwrap_or("something else than an assertion")
            });
            if condition.contains("the bound of the buffers suffices") {
                failures.has_few_places = true;
            } else if let Some((_, what)) = condition.split_once("not understood: ") {
                failures.not_understood = Some(what.trim_end_matches(['"', '&', '0', ' ']).to_owned());
            } else if condition.contains("assertion of the source") {
                failures.violations.push("an assertion fails".to_owned());
            } else {
                return Err(format!("{} gives up: {condition}", program.display()));
            }
            Ok(failures)
        }
        Some(_) | None => {
            let errors = String::from_utf8_lossy(&output.stderr);
            let last = errors.lines().chain(text.lines()).rfind(|line| !line.is_empty());
            let reason = last.map_or_else(|| output.status.to_string(), str::to_owned);
            Err(format!("{} gives up: {reason}", program.display()))
        }
    }
}

/// Prints what was found of the program or test `shown`.
pub(super) fn report(shown: &str, model: TransformModel, found: &Found, json: bool) -> Result<Status, output::Closed> {
    let (verdict, details, status) = match &found.said {
        Said::Holds => ("holds", Vec::new(), Status::Success),
        Said::Violated(places) => ("violated", places.clone(), Status::Found),
        Said::Unknown(why) => ("unknown", vec![why.clone()], Status::Incomplete),
    };
    let text = if json {
        let record = serde_json::json!({
            "program": shown, "model": model.name(), "backend": found.by, "verdict": verdict, "details": details,
            "bound": found.bound, "delayed": found.late, "cycles": found.cycles,
        });
        format!("{record}\n")
    } else {
        let mut text = format!("{shown} under {model}, by {}: {verdict}\n", found.by);
        // Writing to a string does not fail.
        for detail in details {
            let _ = writeln!(text, "  {detail}");
        }
        let cycles = found.cycles.map_or_else(String::new, |cycles| format!(", {cycles} critical cycles"));
        let _ = writeln!(text, "  {} accesses delayed{cycles}, buffers of {}", found.late, found.bound);
        text
    };
    output::write(text.as_bytes())?;
    Ok(status)
}

#[cfg(test)]
mod tests {
    use super::Failures;

    #[test]
    fn what_cbmc_prints_is_told_apart() {
        let text = "a.c function f3\n[f3.assertion.1] line 71 assertion of the source: FAILURE\n\
                    [f3.assertion.2] line 72 assertion of the source: SUCCESS\n\
                    lakmus-delays.c function lk_enter\n\
                    [lk_enter.assertion.1] line 9 the bound of the buffers suffices: FAILURE\n\
                    [f1.unwind.0] line 4 unwinding assertion loop 0: FAILURE\n";
        let failures = Failures::read(text);
        assert_eq!(failures.violations, ["a.c:71: assertion of the source"]);
        assert!(failures.has_few_places && failures.has_few_turns && failures.not_understood.is_none());
    }
}
