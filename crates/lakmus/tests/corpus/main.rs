//! The litmus tests with reference results: one case a test and model, compared to the letter.
//!
//! The repository's own tests lie in `corpus/`. Where the reference corpus lies beside the repository (`../shared/corpus`),
//! its tests run too. A test that cannot be run yet is listed in `unsupported.txt` with the reason; when it does run, its line must
//! go, and what is said must be the reason. `accepted.txt` lists the tests that the reference simulator refuses and Lakmus runs. `refused.txt` has, for each test
//! that must be refused, what is said.
//!
//! Results are those of the compiled engine. The reference engine must give the same, but where it would take too long: on the
//! families of tests that scale.

mod expected;
mod lists;
mod sets;

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use isa::{CWithMacros, MacroFile};
use libtest_mimic::{Arguments, Failed, Trial};
use litmus::Language;
use sim::log::{self, compare};
use sim::{ConditionKind, Engine, Goal, Options, Report, Test, simulate};
use source::{Diagnostic, Sources};

use expected::Expected;
use lists::Listed;
use sets::{Case, Set};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let (unsupported, accepted, refused) = (Listed::unsupported(), Listed::accepted(), Listed::refused());
    let trials = sets::all().into_iter().flat_map(|set| trials_of(&Arc::new(set), &unsupported, &accepted, &refused));
    let mut trials: Vec<Trial> = trials.collect();
    let names = trials.iter().map(|trial| trial.name().to_owned()).collect();
    trials.extend([unsupported.stale(&names), accepted.stale(&names), refused.stale(&names)].into_iter().flatten());
    if testing::find_shared("").is_none() {
        testing::cases_not_run(
            testing::sets::REFERENCE_CASES,
            "of the reference corpus",
            "../shared/corpus is not there",
        );
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn trials_of(set: &Arc<Set>, unsupported: &Listed, accepted: &Listed, refused: &Listed) -> Vec<Trial> {
    let trial = |mut case: Case| {
        let name = format!("{}::{}", set.name, case.name);
        if accepted.reason(&name).is_some() {
            case.expected = case.expected.accepted();
        } else if matches!(case.expected, Expected::Rejected(_)) {
            case.expected = Expected::Rejected(refused.reason(&name).unwrap_or_default());
        }
        let set = Arc::clone(set);
        match unsupported.reason(&name) {
            None => Trial::test(name, move || check(&set, &case).map_err(Failed::from)),
            Some(reason) => Trial::test(name, move || match check(&set, &case) {
                Ok(()) => Err(Failed::from(format!("this works now ({reason}): take it off unsupported.txt"))),
                Err(message) if message.contains(reason) => Ok(()),
                Err(message) => {
                    Err(Failed::from(format!("not for the reason in unsupported.txt ({reason}):\n{message}")))
                }
            })
            .with_kind("unsupported"),
        }
    };
    set.cases().into_iter().map(trial).collect()
}

/// What the result of a test must be.
fn check(set: &Set, case: &Case) -> Result<(), String> {
    let result = run(&case.file, set, Engine::Compiled);
    if let Ok(report) = &result
        && set.is_for_both_engines()
    {
        let reference = run(&case.file, set, Engine::Reference)?;
        if *report != reference {
            return Err(format!("the engines differ: compiled {report:#?}, reference {reference:#?}"));
        }
    }
    match (&case.expected, result) {
        (Expected::Rejected(""), Err(found)) => Err(format!("what is said belongs in refused.txt:\n{found}")),
        (Expected::Rejected(reason), Err(found)) if found == *reason => Ok(()),
        (Expected::Rejected(reason), Err(found)) => {
            Err(format!("not for the reason in refused.txt ({reason}):\n{found}"))
        }
        (Expected::Accepted, Ok(_)) => Ok(()),
        (Expected::Rejected(_), Ok(_)) => Err("a test that must be rejected was run".to_owned()),
        (_, Err(found)) => Err(found),
        (Expected::Report(expected), Ok(report)) => {
            equal(expected, &report)?;
            without_counts(set, case, &report)
        }
        (Expected::Other(expected), Ok(report)) => match equal(expected, &report) {
            Ok(()) => Err("this is listed as different, and is equal".to_owned()),
            Err(_) => without_fences(&case.file, &report),
        },
        (Expected::Different(expected), Ok(report)) => match equal(expected, &report) {
            Ok(()) => Err("this is on accepted.txt as judged differently, and is equal: take it off".to_owned()),
            Err(_) => Ok(()),
        },
        (Expected::Surprise, Ok(_)) => {
            Err("this is on accepted.txt, but the reference simulator accepts it, too: take it off".to_owned())
        }
        (Expected::Nothing, Ok(_)) => Err("there is no expected result for this test".to_owned()),
    }
}

/// Whether searches that do not count find the same outcomes, flags and verdict.
fn without_counts(set: &Set, case: &Case, expected: &Report) -> Result<(), String> {
    let mut states = run_for(&case.file, set, Engine::Compiled, Goal::States)?;
    if states.observation() != expected.observation() {
        return Err(format!("with --states the proposition holds {:?}", states.observation()));
    }
    states.goal = expected.goal;
    (states.positive, states.negative) = (expected.positive, expected.negative);
    equal(expected, &states).map_err(|error| format!("--states: {error}"))?;
    without_turns(set, case, expected)?;
    let decided = run_for(&case.file, set, Engine::Compiled, Goal::Decision)?;
    let is_decided = match expected.kind {
        ConditionKind::Allowed | ConditionKind::Forbidden => expected.positive > 0,
        ConditionKind::Required => expected.negative > 0,
    };
    let is_witness = |state: &String| expected.states.contains(state);
    match decided.positive + decided.negative > 0 {
        found if found != is_decided => Err(format!("--decide says {found}")),
        _ if !decided.states.iter().all(is_witness) => Err(format!("--decide finds {:?}", decided.states)),
        _ => Ok(()),
    }
}

/// Whether leaving out turns of loops that change nothing loses none of what counting finds.
fn without_turns(set: &Set, case: &Case, expected: &Report) -> Result<(), String> {
    let options = Options::default().with(|options| {
        options.base = set.base;
        options.goal = Goal::States;
        options.mixed_sizes = set.mixed_sizes;
    });
    let found = run_in_set(&case.file, set, &options)?;
    match expected.states.iter().find(|state| !found.states.contains(state)) {
        Some(lost) => Err(format!("--states without turns of loops that change nothing loses `{lost}`")),
        None if !expected.flags.iter().all(|flag| found.flags.contains(flag)) => {
            Err(format!("--states without turns of loops that change nothing has only the flags {:?}", found.flags))
        }
        None if found.is_cut && !expected.is_cut => Err("--states without turns of loops is cut".to_owned()),
        None => Ok(()),
    }
}

/// Whether `report` is what the reference model says of the test without its SFENCE and LFENCE: how the models differ.
fn without_fences(file: &Path, report: &Report) -> Result<(), String> {
    let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
    let text = text.replace("sfence", "nop").replace("lfence", "nop");
    let mut expected = run_text(file, text, "x86tso-herd", &[], Sources::new(), &Options::default())?;
    // The program is another one, and so are its hash and (where it is in the text twice) its name.
    expected.hash.clone_from(&report.hash);
    expected.name.clone_from(&report.name);
    equal(&expected, report)
}

fn run(file: &Path, set: &Set, engine: Engine) -> Result<Report, String> {
    run_for(file, set, engine, Goal::Counts)
}

fn run_for(file: &Path, set: &Set, engine: Engine, goal: Goal) -> Result<Report, String> {
    // Counting goes through all turns of loops, and so does what is compared with it.
    let options = Options::default().with(|options| {
        options.base = set.base;
        options.engine = engine;
        options.goal = goal;
        options.all_turns = true;
        options.mixed_sizes = set.mixed_sizes;
    });
    run_in_set(file, set, &options)
}

/// A test of a set, with the macros and annotations that the set has.
fn run_in_set(file: &Path, set: &Set, options: &Options<'_>) -> Result<Report, String> {
    let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
    let mut sources = Sources::new();
    let macros = set.macros.map(|name| c_with_macros(name, &mut sources));
    let bell = set.bell.map(|name| lisa_with_bell(name, &mut sources));
    let languages: Vec<Arc<dyn Language>> = macros.into_iter().chain(bell).collect::<Result<_, String>>()?;
    run_text(file, text, set.model, &languages, sources, options)
}

fn run_text(
    file: &Path,
    text: String,
    model: &str,
    languages: &[Arc<dyn Language>],
    mut sources: Sources,
    options: &Options<'_>,
) -> Result<Report, String> {
    let source = sources.add(file.display().to_string(), text);
    let stem = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let test = Test::load_in(languages, &sources, source, &stem).map_err(|found| messages(&found, &sources))?;
    let model =
        lakmus::shipped_model(model, test.language(), &mut sources).map_err(|found| messages(&found, &sources))?;
    simulate(&test, &model, options).map_err(|error| match error {
        sim::RunError::Refused(found) => messages(&found, &sources),
        sim::RunError::Stopped(reason) => reason.to_string(),
    })
}

/// LISA with what a bell file that ships declares.
fn lisa_with_bell(name: &str, sources: &mut Sources) -> Result<Arc<dyn Language>, String> {
    let text = models::file(name).ok_or_else(|| format!("no file `{name}` ships"))?;
    let source = sources.add(name, text);
    sim::lisa_with_bell(sources, source, &mut lakmus::Shipped, &|_| false).map_err(|found| messages(&found, sources))
}

/// C with the macros of a file that ships.
fn c_with_macros(name: &str, sources: &mut Sources) -> Result<Arc<dyn Language>, String> {
    let text = models::file(name).ok_or_else(|| format!("no file `{name}` ships"))?;
    let source = sources.add(name, text);
    let macros = MacroFile::parse(text, source).map_err(|found| messages(&found, sources))?;
    Ok(Arc::new(CWithMacros(macros)))
}

fn messages(found: &[Diagnostic], sources: &Sources) -> String {
    let line = |diagnostic: &Diagnostic| match diagnostic.span() {
        Some(span) => {
            let at = sources.position(span);
            let file = Path::new(sources.name(span.source)).file_name().unwrap_or_default().to_string_lossy();
            format!("{file}:{}:{}: {}", at.line, at.column, diagnostic.message)
        }
        None => diagnostic.message.clone(),
    };
    found.iter().map(line).collect::<Vec<_>>().join("; ")
}

/// The two blocks are the same text, but for times, and for the hash where none is expected.
fn equal(expected: &Report, actual: &Report) -> Result<(), String> {
    let text = |report: &Report| {
        let mut text = String::new();
        let mut report = report.clone();
        report.time = None;
        report.hash = report.hash.filter(|_| expected.hash.is_some());
        log::print(&report, &mut text).expect("writing to a string");
        text
    };
    let (old, new) = (text(expected), text(actual));
    if old == new {
        return Ok(());
    }
    let differences = compare(std::slice::from_ref(expected), std::slice::from_ref(actual));
    Err(match differences.is_empty() {
        true => format!("expected:\n{old}\nactual:\n{new}"),
        false => differences.iter().map(|difference| format!("{difference}\n")).collect(),
    })
}
