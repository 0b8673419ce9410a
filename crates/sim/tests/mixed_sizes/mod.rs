//! Accesses of mixed sizes against evaluators that know memory as bytes and nothing of candidate executions.
//!
//! Random tests access two locations by 1 to 8 bytes, aligned and not. For x86-64 the evaluator is a machine with store buffers (module
//! `store_buffers`), for RISC-V the definition of RVWMO, literally: all global memory orders (module `global_order`). The simulator must
//! find the same final states; so must the reference engine, which goes through the coherence orders of all bytes, where these are few.
//!
//! `LAKMUS_SIZES` says how many tests are tried, `LAKMUS_SEED` from which number on; number n is always the same.

mod global_order;
mod program;
mod published;
mod store_buffers;

use std::collections::BTreeSet;

use cat::Files;
use lakmus_sim::{Engine, Model, Options, Report, Simulation, Test};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use source::{Diagnostic, SourceId, Sources};

use program::{Architecture, Program};

/// How many tests are tried where the environment does not say it.
const TESTS: u64 = 200;

/// What ships, for models that include it.
struct Shipped;

impl Files for Shipped {
    fn open(&mut self, name: &str, sources: &mut Sources) -> Option<SourceId> {
        models::file(name).map(|text| sources.add(name, text))
    }
}

/// The values of all registers that are loaded into, thread by thread, then of the locations.
pub(crate) type State = Vec<u64>;

pub(crate) fn run(text: &str, model: &str, engine: Engine) -> Option<Report> {
    let options = Options::default().with(|set| set.engine = engine);
    try_run(text, model, &options).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// With more candidates, their coherence orders counted, the reference engine takes too long.
const MANY: u64 = 3000;

/// `None` where the reference engine would have too much to do.
pub(crate) fn try_run(text: &str, model: &str, options: &Options<'_>) -> Result<Option<Report>, String> {
    let mut sources = Sources::new();
    let source = sources.add("random.litmus", text);
    let printed = |found: Vec<Diagnostic>| found.into_iter().map(|each| each.message).collect::<Vec<_>>().join("\n");
    let test = Test::load(&sources, source, "random").map_err(printed)?;
    let file = format!("{model}.cat");
    let model_source = sources.add(file.clone(), models::file(&file).expect("it ships"));
    let model =
        Model::load(&mut sources, model_source, None, &mut Shipped, test.language(), &|_| false).map_err(printed)?;
    let simulation = Simulation::new(&test, &model, options).map_err(|error| error.to_string())?;
    if options.engine == Engine::Reference && simulation.size() > MANY {
        return Ok(None);
    }
    simulation.run().map(Some).map_err(|error| error.to_string())
}

/// The numbers of a line of states, in its order: `0:x12=1; x={2,3}; [y]=4;`.
fn numbers(line: &str) -> State {
    let values = line.split(';').filter_map(|place| place.split_once('='));
    let cells = values.flat_map(|(_, value)| value.trim_matches([' ', '{', '}']).split(','));
    cells.map(|value| value.parse::<i128>().expect("a number") as u64).collect()
}

fn agree(architecture: Architecture, model: &str, evaluate: fn(&Program) -> BTreeSet<State>) {
    let (tests, first) =
        (testing::variables::number("LAKMUS_SIZES", TESTS), testing::variables::number("LAKMUS_SEED", 0));
    let (mut mixed, mut unaligned, mut weak, mut by_reference) = (0, 0, 0, 0);
    for test in first..first + tests {
        let mut seed = [0; 32];
        seed[..8].copy_from_slice(&test.to_le_bytes());
        let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
        let mut runner = TestRunner::new_with_rng(Config { failure_persistence: None, ..Config::default() }, rng);
        let tree = program::programs(architecture).new_tree(&mut runner).expect("nothing is filtered");
        let program = tree.current();
        let text = program.text();
        let expected = evaluate(&program);
        for engine in [Engine::Compiled, Engine::Reference] {
            let Some(report) = run(&text, model, engine) else { continue };
            by_reference += u64::from(engine == Engine::Reference);
            let found: BTreeSet<State> = report.states.iter().map(|line| numbers(line)).collect();
            assert!(
                found == expected,
                "test {test}, {engine:?}\n{text}only found: {:?}\nonly expected: {:?}",
                found.difference(&expected).collect::<Vec<_>>(),
                expected.difference(&found).collect::<Vec<_>>()
            );
            mixed += u64::from(engine == Engine::Compiled && report.pieces.is_some());
        }
        unaligned += u64::from(program.has_torn_accesses());
        weak += u64::from(expected.len() > 3);
    }
    // Tests that look at nothing new would pass as well.
    if tests >= 100 {
        assert!(mixed * 2 > tests, "most tests are of mixed sizes: {mixed}");
        assert!(unaligned * 10 > tests, "some have accesses that are not single-copy atomic: {unaligned}");
        assert!(weak * 4 > tests, "many have several outcomes: {weak}");
        assert!(by_reference * 4 > tests, "many are small enough for the reference engine: {by_reference}");
    }
}

#[test]
fn x86_is_a_machine_with_store_buffers_of_bytes() {
    agree(Architecture::X86, "x86tso", store_buffers::outcomes);
}

#[test]
fn risc_v_is_the_global_memory_order_of_its_manual() {
    agree(Architecture::RiscV, "rvwmo", global_order::outcomes);
}
