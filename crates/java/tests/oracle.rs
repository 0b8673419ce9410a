//! The search against the literal algorithm: full sets of outcomes.

use crate::common;

use std::collections::BTreeSet;

use common::literal::{self, Tally};
use common::programs::{Program, Random};
use lakmus_java::{BuildOptions, Executions, Outcome, Rules};
use sim::{Model, Test};

/// Executions with values from a domain, for the literal algorithm.
fn with_domain(test: &Test, model: &Model) -> Executions {
    let rules = Rules::jls();
    let observed = lakmus_java::Observed::of(test.lowered()).expect("registers alone");
    let options = BuildOptions { seeds: (0..5).chain([7, 42]).collect(), all_orders: true, ..BuildOptions::default() };
    Executions::build(test, model, &rules, observed, &options).unwrap_or_else(|error| panic!("{error:?}"))
}

/// Parts of names of tests with too many synchronization orders to list, or with conditions that mean nothing here.
const LARGE: [&str; 2] = ["cppmem_sc_atomics", "ra-non-global"];

/// The literal algorithm is exponential in the events.
const MOST_EVENTS: usize = 7;

fn compare(
    test: &Test,
    model: &Model,
    most: usize,
    tally: &mut Tally,
) -> Option<(BTreeSet<Outcome>, BTreeSet<Outcome>)> {
    let literal = literal::outcomes(&with_domain(test, model), most, tally)?;
    let search = common::outcomes(test, model, &Rules::jls()).allowed;
    Some((literal, search))
}

/// Half of the programs are [`Program::bait`], a third [`Program::updates`]. `LAKMUS_PROGRAMS=5000` tries so many programs, `LAKMUS_SEED=N` begins with program N; both print what they met.
#[test]
fn random_programs_have_the_outcomes_of_the_literal_algorithm() {
    let programs = testing::variables::number("LAKMUS_PROGRAMS", 120);
    let first = testing::variables::number("LAKMUS_SEED", 1);
    let model = common::model("jls04");
    let mut tally = Tally::default();
    for seed in first..first + programs {
        let random = &mut Random::new(seed);
        let program = match seed % 6 {
            0 => Program::random(random, 4 + (seed % 4) as usize),
            1 | 2 => Program::updates(random),
            _ => Program::bait(random),
        };
        let test = common::test_of(&program.plain());
        let Some((literal, search)) = compare(&test, &model, MOST_EVENTS, &mut tally) else { continue };
        assert_eq!(literal, search, "seed {seed}\n{}", program.plain());
    }
    eprintln!("{programs} programs from {first}: {tally:?}");
    assert!(tally.forbidden * 10 >= programs as usize, "too few are forbidden: {tally:?}");
    assert!(tally.pruned_by_8 * 25 >= programs as usize, "condition 8 prunes too few: {tally:?}");
    assert!(tally.racy_updates * 5 >= programs as usize, "too few updates race and succeed: {tally:?}");
    assert!(tally.failures * 5 >= programs as usize, "too few updates fail: {tally:?}");
}

/// Objects, final fields, references in updates, exceptions and monitors; the variables are those of the programs above.
#[test]
fn random_programs_with_objects_have_the_outcomes_of_the_literal_algorithm() {
    let programs = testing::variables::number("LAKMUS_PROGRAMS", 60);
    let first = testing::variables::number("LAKMUS_SEED", 1);
    let model = common::model("jls04");
    let (mut tally, mut compared, mut kinds) = (Tally::default(), 0, BTreeSet::new());
    for seed in first..first + programs {
        let text = Program::objects(&mut Random::new(seed)).plain();
        let Some((literal, search)) = compare(&common::test_of(&text), &model, MOST_EVENTS + 1, &mut tally) else {
            continue;
        };
        assert_eq!(literal, search, "seed {seed}\n{text}");
        compared += 1;
        let words = ["final", "compareAnd", "synchronized", "finally", "catch", "setVolatile"];
        kinds.extend(words.into_iter().filter(|word| text.contains(word)));
    }
    eprintln!("{compared} of {programs} programs from {first}: {tally:?}");
    assert!(compared * 4 >= programs as usize * 3, "too few are small enough: {compared}");
    assert!(tally.forbidden * 10 >= programs as usize, "too few are forbidden: {tally:?}");
    assert_eq!(kinds.len(), 6, "{kinds:?}");
}

/// Where the corpus is too large for the literal algorithm, `LAKMUS_EVENTS=10` lets it try.
#[test]
fn the_corpus_has_the_outcomes_of_the_literal_algorithm() {
    let most = usize::try_from(testing::variables::number("LAKMUS_EVENTS", 8)).expect("a small number");
    let model = common::model("jls04");
    let mut tally = Tally::default();
    let (mut compared, mut larger) = (0, Vec::new());
    for (path, row) in common::corpus() {
        if row[common::JAVA5] != "yes" || LARGE.iter().any(|name| row[0].contains(name)) {
            continue;
        }
        let test = common::test_of(&std::fs::read_to_string(&path).expect("a test"));
        match compare(&test, &model, most, &mut tally) {
            Some((literal, search)) => {
                assert_eq!(literal, search, "{}", row[0]);
                compared += 1;
            }
            None => larger.push(row[0].clone()),
        }
    }
    eprintln!("{compared} tests of the corpus with at most {most} events, {tally:?}; larger ones: {larger:?}");
}

/// Objects and final fields, as far as the tests are small enough.
#[test]
fn objects_have_the_outcomes_of_the_literal_algorithm() {
    let model = common::model("jls04");
    let mut tally = Tally::default();
    let mut compared = 0;
    for path in crate::objects::files() {
        let text = std::fs::read_to_string(&path).expect("a text");
        // With more objects than that the literal algorithm has too many executions to go through.
        if text.matches("new ").count() > 1 || text.contains("while") || text.contains("Models=") {
            continue;
        }
        if let Some((literal, search)) = compare(&common::test_of(&text), &model, 7, &mut tally) {
            assert_eq!(literal, search, "{}", path.display());
            compared += 1;
        }
    }
    eprintln!("{compared} tests of objects, {tally:?}");
    assert!(compared >= 4, "{compared} tests are small enough");
}

/// Synchronization orders between which the model does not distinguish are one graph, and every order is one of some graph.
#[test]
fn graphs_that_stand_for_several_orders_stand_for_all_of_them() {
    let rules = Rules::jls();
    let mut texts: Vec<String> = (common::corpus().into_iter())
        .filter(|(_, row)| row[common::JAVA5] == "yes" && !LARGE.iter().any(|name| row[0].contains(name)))
        .map(|(path, _)| std::fs::read_to_string(path).expect("a test"))
        .collect();
    texts.extend((1..100).map(|seed| Program::random(&mut Random::new(seed), 4 + (seed % 4) as usize).plain()));
    for model in [common::model("jls04"), common::model("jls-modes")] {
        let mut fewer = 0;
        for text in &texts {
            let test = common::test_of(text);
            let observed = lakmus_java::Observed::of(test.lowered()).expect("registers alone");
            let build = |all_orders| {
                let options = BuildOptions { all_orders, ..BuildOptions::default() };
                Executions::build(&test, &model, &rules, observed.clone(), &options).expect("executions")
            };
            let (literal, classes) = (build(true), build(false));
            for graph in literal.symbolic.iter() {
                let stands_for_it = |class: &&lakmus_java::SymbolicGraph| {
                    (class.structure, &class.reads_from) == (graph.structure, &graph.reads_from)
                        && class.so.is_subset(&graph.so)
                };
                let found: Vec<_> = classes.symbolic.iter().filter(stands_for_it).collect();
                assert_eq!(found.len(), 1, "{text}");
                assert_eq!((&found[0].sw, &found[0].hb), (&graph.sw, &graph.hb), "{text}");
            }
            for class in classes.symbolic.iter() {
                let is_of_it = |graph: &lakmus_java::SymbolicGraph| {
                    (class.structure, &class.reads_from) == (graph.structure, &graph.reads_from)
                        && class.so.is_subset(&graph.so)
                };
                let events = class.ordered.as_ref().expect("made up to what is observed");
                let all = relation::LinearExtensions::new(events, &class.so).count();
                assert_eq!(literal.symbolic.iter().filter(|graph| is_of_it(graph)).count(), all, "{text}");
            }
            fewer += usize::from(classes.symbolic.len() < literal.symbolic.len());
        }
        // Random programs alone may have none: what shows it are tests of the corpus, which a checkout may be without.
        assert!(fewer > 0 || common::corpus().is_empty(), "no test has orders that are the same");
    }
}

#[test]
fn names_and_the_order_of_threads_mean_nothing() {
    let model = common::model("jls04");
    let rules = Rules::jls();
    for seed in 1..40 {
        let program = Program::random(&mut Random::new(seed), 5);
        let plain = common::test_of(&program.plain());
        let order: Vec<usize> = (0..program.threads.len()).rev().collect();
        let other = common::test_of(&program.text(&order, ["b", "z", "a"], "q"));
        // Outcomes by the names of the registers, without the numbers of threads, which differ.
        let lines = |test: &Test| -> BTreeSet<BTreeSet<String>> {
            let observed = lakmus_java::Observed::of(test.lowered()).expect("registers alone");
            let print = |outcome: &Outcome| {
                let line = lakmus_java::OutcomeState { observed: &observed, outcome }.print(test);
                line.trim_end_matches(';')
                    .split("; ")
                    .map(|item| {
                        item.trim_end_matches(';')
                            .split_once(":q")
                            .or(item.split_once(":r"))
                            .map_or("", |(_, rest)| rest)
                            .to_owned()
                    })
                    .collect()
            };
            common::outcomes(test, &model, &rules).allowed.iter().map(print).collect()
        };
        assert_eq!(lines(&plain), lines(&other), "seed {seed}\n{}", program.plain());
    }
}
