//! The engine against the simulator: for every test and model the same answer and the same flags, from a formula and from enumeration.
//!
//! One case a test and model: the repository's tests under the models that ship for their language, and the generated ones. Without `LAKMUS_ALL` a share of them,
//! which depends on their names alone; with it all, and those of the reference corpus. `models/` are models of a user's own, which do what shipped ones do not.
//!
//! `exceptions.txt` lists what is refused, with the reason.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use cat::Files;
use lakmus_bmc::{FormulaSolver, Limits, Refusal, Report, Verdict, decide};
use libtest_mimic::{Arguments, Trial};
use litmus::Language;
use sim::{ConditionKind, Goal, Model, Options, RunError, Simulation, Solver, Test, simulate};
use source::{Diagnostic, SourceId, Sources};

/// What ships, for models that include it.
struct Shipped;

impl Files for Shipped {
    fn open(&mut self, name: &str, sources: &mut Sources) -> Option<SourceId> {
        models::file(name).map(|text| sources.add(name, text))
    }
}

/// The directories of the repository's own tests, and the models that they are tried under.
const OWN: &[(&str, &[&str])] = &[
    ("aarch64", &["aarch64", "minimal", "negations.cat", "sc", "uniproc"]),
    ("arm", &["aarch32", "arm"]),
    ("bpf", &["bpf-herd", "bpf"]),
    ("c", &["c11", "c11tester", "c11tester20", "rc11", "rc11-load-buffering"]),
    ("linux", &["lkmm"]),
    ("lisa", &["lkmm", "sc"]),
    ("loongarch", &["loongarch-ld-seq-sa", "loongarch"]),
    ("mips", &["mips", "mips-herd"]),
    ("riscv", &["rvwmo", "rvwmo-herd", "ztso"]),
    ("s390x", &["s390x"]),
    ("x86_64", &["pso", "rmo", "sc", "x86tso-herd", "x86tso"]),
    ("generated/AArch64", &["aarch64", "negations.cat"]),
    ("generated/ARM", &["aarch32", "arm"]),
    ("generated/BPF", &["bpf-herd", "bpf"]),
    ("generated/C", &["c11", "rc11"]),
    ("generated/MIPS", &["mips", "mips-herd"]),
    ("generated/PPC", &["power", "power-2010"]),
    ("generated/RISCV", &["rvwmo", "rvwmo-herd", "ztso"]),
    ("generated/X86_64", &["negations.cat", "one-order.cat", "pso", "rmo", "sc", "x86tso-herd", "x86tso"]),
];

/// Models that do not ship.
const OWN_MODELS: &[(&str, &str)] =
    &[("negations.cat", include_str!("models/negations.cat")), ("one-order.cat", include_str!("models/one-order.cat"))];

/// Of tests with so many states or fewer all are looked for in the formula, with so much effort.
const MOST_STATES: usize = 40;
const EFFORT: u64 = 2_000_000;

/// One test in so many is tried where not all are.
const SHARE: u64 = 12;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let root = testing::root();
    let own = OWN.iter().flat_map(|(directory, models)| {
        models.iter().map(move |&model| (format!("{directory}-{model}"), root.join("corpus").join(directory), model))
    });
    let mut sets: Vec<(String, PathBuf, &str)> = own.collect();
    if let Some(shared) = testing::find_shared("").filter(|_| testing::is_thorough()) {
        let reference = testing::sets::REFERENCE_SETS.iter();
        sets.extend(reference.map(|&(path, model)| (format!("shared-{path}-{model}"), shared.join(path), model)));
    }
    let exceptions = exceptions();
    let mut found = BTreeSet::new();
    let mut trials = Vec::new();
    for (set, directory, model) in sets {
        for file in tests(&directory) {
            let stem = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
            let name = format!("{set}::{stem}");
            found.insert(name.clone());
            let Some(reason) = exceptions.get(&name).cloned() else {
                if testing::is_thorough() || is_in_share(&name) {
                    trials.push(Trial::test(name, move || agree(&file, model).map_err(Into::into)));
                }
                continue;
            };
            trials.push(Trial::test(name, move || match agree(&file, model) {
                Ok(()) => Err("this agrees now: take it off exceptions.txt".into()),
                Err(message) if message.starts_with(&format!("the formula: refused: {reason}")) => Ok(()),
                Err(message) => Err(format!("not for the reason in exceptions.txt: {message}").into()),
            }));
        }
    }
    let is_whole = testing::is_thorough() && testing::find_shared("").is_some();
    for name in exceptions.into_keys().filter(|name| is_whole && !found.contains(name)) {
        trials.push(Trial::test(format!("exceptions.txt::{name}"), || Err("there is no such test".into())));
    }
    trials.push(Trial::test("loops::counts-to-four", || counts_to_four().map_err(Into::into)));
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// A loop that goes on is seen though nothing comes of it, and one that does not is no cut.
fn counts_to_four() -> Result<(), String> {
    let mut sources = Sources::new();
    let source = sources.add("counts-to-four.litmus", include_str!("loops/counts-to-four.litmus"));
    let test = Test::load(&sources, source, "test").map_err(|found| plain(&found))?;
    let text = models::file("aarch64.cat").ok_or("no such file")?;
    let model = sources.add("aarch64.cat", text);
    let model = Model::load(&mut sources, model, None, &mut Shipped, test.language(), &|_| false);
    let model = model.map_err(|found| plain(&found))?;
    for (unroll, expected) in [(2, Some("L0".to_owned())), (3, None)] {
        let options = Options::default().with(|set| {
            set.unroll = Some(unroll);
            set.goal = Goal::States;
        });
        let simulation = Simulation::new(&test, &model, &options).map_err(|error| error.to_string())?;
        let report = decide(&simulation, &Limits::default()).map_err(|error| error.to_string())?;
        if !matches!(report.verdict, Verdict::Unreachable) || report.cut != expected {
            return Err(format!("with {unroll} jumps back: {:?}, cut at {:?}", report.verdict, report.cut));
        }
        // All outcomes at once, where nothing stands against it.
        let theirs = simulate(&test, &model, &options).map_err(|error| error.to_string())?;
        let settled = FormulaSolver.solve(&simulation, EFFORT).ok_or("the formula gives up")?;
        if settled.states(&test) != theirs.states {
            return Err(format!("with {unroll} jumps back: {:?}, and {:?}", settled.states(&test), theirs.states));
        }
    }
    Ok(())
}

/// By name the reasons of what is refused.
fn exceptions() -> BTreeMap<String, String> {
    let lines = include_str!("exceptions.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let entry = |line: &str| {
        let (name, reason) = line.split_once(": ").unwrap_or_else(|| panic!("no reason in exceptions.txt: {line}"));
        (name.to_owned(), reason.to_owned())
    };
    lines.map(entry).collect()
}

/// The tests of a directory, those below it left out.
fn tests(directory: &Path) -> Vec<PathBuf> {
    let mut files = testing::litmus_files(directory);
    files.retain(|file| file.parent() == Some(directory));
    files
}

/// By a sum over the name (FNV-1a), so that other tests leave it as it is.
fn is_in_share(name: &str) -> bool {
    let sum = name
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325, |sum: u64, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    (sum >> 32).is_multiple_of(SHARE)
}

fn plain(found: &[Diagnostic]) -> String {
    found.iter().map(|diagnostic| diagnostic.message.clone()).collect::<Vec<_>>().join("; ")
}

fn load(file: &Path, name: &str, sources: &mut Sources) -> Result<(Test, Model), String> {
    let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
    let is_lisa = text.trim_start().starts_with("LISA");
    let source = sources.add(file.display().to_string(), text);
    let bell = is_lisa.then(|| Shipped.open("lkmm.bell", sources)).flatten();
    let languages: Vec<Arc<dyn Language>> = match bell {
        Some(bell) => {
            vec![sim::lisa_with_bell(sources, bell, &mut Shipped, &|_| false).map_err(|found| plain(&found))?]
        }
        None => Vec::new(),
    };
    let test = Test::load_in(&languages, sources, source, "test").map_err(|found| plain(&found))?;
    let model = match OWN_MODELS.iter().find(|(own, _)| *own == name) {
        Some((name, text)) => sources.add(*name, *text),
        None => {
            let entry = models::model(name).ok_or("no such model")?;
            Shipped.open(entry.file, sources).ok_or("no such file")?
        }
    };
    let model = Model::load(sources, model, bell, &mut Shipped, test.language(), &|_| false);
    Ok((test, model.map_err(|found| plain(&found))?))
}

/// What both say, in words.
fn agree(file: &Path, model: &str) -> Result<(), String> {
    let mut sources = Sources::new();
    let (test, model) = match load(file, model, &mut sources) {
        Ok(loaded) => loaded,
        // Tests that no engine reads are the business of others.
        Err(_) => return Ok(()),
    };
    let options = Options::default();
    let theirs = simulate(&test, &model, &options);
    let ours = Simulation::new(&test, &model, &options).map_err(Refusal::from);
    let ours = ours.and_then(|simulation| decide(&simulation, &Limits::default()));
    let (ours, verdict) = (described(ours), expected(&theirs));
    if ours != verdict {
        return Err(format!("the formula: {ours}\nthe simulator: {verdict}"));
    }
    match theirs {
        Ok(report) => outcomes_agree(&test, &model, &report),
        Err(_) => Ok(()),
    }
}

/// What the formula finds where it is asked for all outcomes at once, if it knows. `report` is the simulator's.
fn outcomes_agree(test: &Test, model: &Model, report: &sim::Report) -> Result<(), String> {
    let options = Options::default().with(|set| set.goal = Goal::States);
    let simulation = Simulation::new(test, model, &options).map_err(|error| error.to_string())?;
    // Many states are as many questions.
    if report.states.len() > MOST_STATES {
        return Ok(());
    }
    let Some(settled) = FormulaSolver.solve(&simulation, EFFORT) else { return Ok(()) };
    let states = settled.states(test);
    if states != report.states || !settled.flags().eq(report.flags.iter().map(String::as_str)) {
        let flags: Vec<&str> = settled.flags().collect();
        return Err(format!(
            "outcomes of the formula: {states:?} {flags:?}\nthe simulator: {:?} {:?}",
            report.states, report.flags
        ));
    }
    Ok(())
}

fn described(found: Result<Report, Refusal>) -> String {
    match found {
        Ok(Report { statistics, .. }) if statistics.refuted > 0 => format!("{} executions refuted", statistics.refuted),
        Ok(Report { verdict: Verdict::Unknown(why), .. }) => why,
        Ok(Report { verdict, flags, .. }) => {
            format!("reachable: {}, flags: {flags:?}", matches!(verdict, Verdict::Reachable(_)))
        }
        Err(Refusal::Run(error)) => of_error(&error),
        Err(refusal) => format!("refused: {refusal}"),
    }
}

fn expected(found: &Result<sim::Report, RunError>) -> String {
    match found {
        Ok(report) => {
            let deciding = if report.kind == ConditionKind::Required { report.negative } else { report.positive };
            format!("reachable: {}, flags: {:?}", deciding > 0, report.flags)
        }
        Err(error) => of_error(error),
    }
}

/// Of several faults either may be found first.
fn of_error(error: &RunError) -> String {
    match error {
        RunError::Refused(found) => {
            format!("error: {:?}", found.iter().map(|diagnostic| diagnostic.code.to_string()).collect::<Vec<_>>())
        }
        RunError::Stopped(error) => format!("stopped: {error}"),
    }
}
