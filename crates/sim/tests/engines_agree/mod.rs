//! The compiled engine gives what the reference engine gives: for random programs under random models, counts, states, flags and
//! errors included.
//!
//! `LAKMUS_PAIRS` says how many pairs are tried (default: few), `LAKMUS_SEED` from which number on. Pair number n is always the
//! same: what fails is printed with its number, shrunk, and `LAKMUS_SEED=n LAKMUS_PAIRS=1` shows it again.

mod aarch64;
mod c;
mod choices;
mod expression;
mod load_store;
mod model;
mod program;
mod regressions;
mod x86;
mod x86_64;

use std::panic::{AssertUnwindSafe, catch_unwind};

use cat::Files;
use lakmus_sim::{ConditionKind, Engine, Goal, Model, Options, Report, RunError, Test, simulate};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};
use source::{Diagnostic, SourceId, Sources};

use model::ModelSeed;
use program::ProgramSeed;

/// How many pairs are tried by default.
const PAIRS: u64 = 1500;

/// After how many pairs that differ no more are tried.
const DIFFERENCES: usize = 6;

/// What ships, for models that include it.
struct Shipped;

impl Files for Shipped {
    fn open(&mut self, name: &str, sources: &mut Sources) -> Option<SourceId> {
        models::file(name).map(|text| sources.add(name, text))
    }
}

/// What became of a pair.
#[derive(Debug, Default)]
struct Comparison {
    is_compiled: bool,
    has_errors: bool,
    has_states: bool,
    has_flags: bool,
    is_cut: bool,
    is_mixed: bool,
}

/// What became of all.
#[derive(Debug, Default)]
struct Statistics {
    compiled: u64,
    errors: u64,
    states: u64,
    flags: u64,
    cut: u64,
    mixed: u64,
}

#[test]
fn engines_agree_on_random_programs_and_models() {
    let (pairs, first) =
        (testing::variables::number("LAKMUS_PAIRS", PAIRS), testing::variables::number("LAKMUS_SEED", 0));
    println!("pairs {first} to {}", first + pairs);
    let mut statistics = Statistics::default();
    let mut differences = Vec::new();
    for pair in first..first + pairs {
        let seen = match try_pair(pair) {
            Ok(seen) => seen,
            Err(difference) => {
                differences.push(format!("pair {pair} (LAKMUS_SEED={pair} LAKMUS_PAIRS=1)\n{difference}"));
                if differences.len() >= DIFFERENCES {
                    break;
                }
                continue;
            }
        };
        statistics.compiled += u64::from(seen.is_compiled);
        statistics.errors += u64::from(seen.has_errors);
        statistics.states += u64::from(seen.has_states);
        statistics.flags += u64::from(seen.has_flags);
        statistics.cut += u64::from(seen.is_cut);
        statistics.mixed += u64::from(seen.is_mixed);
    }
    println!("{statistics:?}");
    assert!(differences.is_empty(), "{}", differences.join("\n\n"));
    // A test of the compiled engine must use it, and on what has results.
    if pairs >= 100 {
        assert!(statistics.compiled * 2 > pairs, "most models are compiled");
        assert!(statistics.states * 3 > pairs, "many pairs allow something");
        assert!(statistics.flags * 10 > pairs, "some raise flags");
        assert!(statistics.mixed * 40 > pairs, "some are of mixed sizes");
    }
}

/// Tries a pair; the error is about what is left when it is shrunk.
fn try_pair(pair: u64) -> Result<Comparison, String> {
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&pair.to_le_bytes());
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
    let config = Config { max_shrink_iters: 2000, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, rng);
    let tree = (program::seeds(), model::seeds()).new_tree(&mut runner).expect("nothing is filtered");
    let (program, model) = tree.current();
    if let Ok(seen) = agree(&program, &model) {
        return Ok(seen);
    }
    let test = |(program, model): (ProgramSeed, ModelSeed)| match agree(&program, &model) {
        Ok(_) => Ok(()),
        Err(difference) => Err(TestCaseError::fail(difference)),
    };
    match runner.run_one(tree, test) {
        Err(TestError::Fail(difference, _)) => Err(difference.to_string()),
        other => unreachable!("a pair that differed: {other:?}"),
    }
}

/// Runs the pair under both engines.
fn agree(program: &ProgramSeed, model: &ModelSeed) -> Result<Comparison, String> {
    let text = model::text(model);
    // Orders are many.
    let accesses = 7 - text.choices.min(2) - text.free_choices;
    same(&program::text(program, accesses), &text.text, model.is_variant)
}

/// A test and a model, read.
fn read(test: &str, model: &str, is_variant: bool) -> Result<(Test, Model), String> {
    let mut sources = Sources::new();
    let (of_test, of_model) = (sources.add("random.litmus", test), sources.add("random.cat", model));
    let seen = |found: Vec<Diagnostic>, sources: &Sources| {
        let line = |each: &Diagnostic| format!("{}: {:?}", each.message, each.span().map(|span| sources.snippet(span)));
        format!("{}\n{test}\n{model}", found.iter().map(line).collect::<Vec<_>>().join("\n"))
    };
    let test = Test::load(&sources, of_test, "random").map_err(|found| seen(found, &sources))?;
    let is_active = |name: &str| name == "cos-opt" && is_variant;
    let model = Model::load(&mut sources, of_model, None, &mut Shipped, test.language(), &is_active);
    Ok((test, model.map_err(|found| seen(found, &sources))?))
}

/// Random models often forbid everything. Here that is a result: what leads to it is to be the same.
fn options(engine: Engine) -> Options<'static> {
    Options::default().with(|set| {
        set.engine = engine;
        set.accepts_no_execution = true;
        set.all_turns = true;
    })
}

/// Runs a test under both engines; an error when they differ.
fn same(test: &str, model: &str, is_variant: bool) -> Result<Comparison, String> {
    let both = || format!("{test}\n{model}");
    let (test, model) = read(test, model, is_variant)?;
    let run = |engine| simulate(&test, &model, &options(engine));
    let compiled = catch_unwind(AssertUnwindSafe(|| run(Engine::Compiled)));
    let compiled = compiled.map_err(|_| format!("the compiled engine panics\n{}", both()))?;
    let mut reference = run(Engine::Reference);
    // The compiled engine refuses an event structure as a whole, and may then come to no candidate that needs memory divided.
    if let (Ok(compiled), Ok(reference)) = (&compiled, &mut reference)
        && compiled.states.is_empty()
        && compiled.pieces.is_none()
    {
        reference.pieces = None;
    }
    if print(&compiled) != print(&reference) {
        return Err(format!("compiled: {}\nreference: {}\n{}", print(&compiled), print(&reference), both()));
    }
    let report = reference.as_ref().ok();
    if let Some(counted) = report {
        for goal in [Goal::States, Goal::Decision] {
            let run = || simulate(&test, &model, &options(Engine::Compiled).with(|set| set.goal = goal));
            let found = catch_unwind(AssertUnwindSafe(run)).map_err(|_| format!("{goal:?} panics\n{}", both()))?;
            let found = found.map_err(|error| format!("{goal:?}: {error:?}\n{}", both()))?;
            if !is_as_counted(counted, &found) {
                return Err(format!("counted: {counted:?}\n{goal:?}: {found:?}\n{}", both()));
            }
        }
    }
    Ok(Comparison {
        is_compiled: model.compiled(true).is_ok(),
        has_errors: report.is_none(),
        has_states: report.is_some_and(|report| !report.states.is_empty()),
        has_flags: report.is_some_and(|report| !report.flags.is_empty()),
        is_cut: report.is_some_and(|report| report.is_cut),
        is_mixed: report.is_some_and(|report| report.pieces.is_some()),
    })
}

/// Whether a result without counts says what counting says.
fn is_as_counted(counted: &Report, found: &Report) -> bool {
    let is_decided = match counted.kind {
        ConditionKind::Allowed | ConditionKind::Forbidden => counted.positive > 0,
        ConditionKind::Required => counted.negative > 0,
    };
    match found.goal {
        Goal::Counts => counted == found,
        Goal::States => {
            let mut as_counted = found.clone();
            as_counted.goal = counted.goal;
            (as_counted.positive, as_counted.negative) = (counted.positive, counted.negative);
            counted.observation() == found.observation() && *counted == as_counted
        }
        // Nothing more is looked for than one outcome.
        Goal::Decision => {
            let found_one = found.positive + found.negative > 0;
            found_one == is_decided && found.states.iter().all(|state| counted.states.contains(state))
        }
    }
}

/// What the reference engine makes of a test, as text.
fn outcome(test: &str, model: &str) -> String {
    match read(test, model, false) {
        Ok((test, model)) => print(&simulate(&test, &model, &options(Engine::Reference))),
        Err(mistakes) => mistakes,
    }
}

fn print(result: &Result<Report, RunError>) -> String {
    format!("{result:?}")
}
