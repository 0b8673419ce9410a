//! The Java tests of the reference corpus: every verdict that is sourced or derived.

use crate::common;

use lakmus_java::{Rules, validate};

/// Tests whose conditions look at memory; under causality requirements that means nothing, and is refused.
const REFUSED: [&str; 1] = ["JAM-cppmem_sc_atomics.litmus"];

#[test]
fn java_5_tests_have_the_verdicts_that_are_expected() {
    let model = common::model("jls04");
    let mut wrong = Vec::new();
    for (path, row) in common::corpus() {
        let is_expected = ["sourced", "derived"].contains(&&*row[common::BASIS]);
        if row[common::JAVA5] != "yes" || !is_expected {
            continue;
        }
        let test = common::test_of(&std::fs::read_to_string(&path).expect("a test"));
        let word = if common::allows(&test, &model, &Rules::jls()) { "allowed" } else { "forbidden" };
        if row[common::EXPECTED] != word {
            wrong.push(format!("{}: {word}, expected is {}", row[0], row[common::EXPECTED]));
        }
    }
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn final_locations_are_refused() {
    for (path, row) in common::corpus().into_iter().filter(|(_, row)| REFUSED.contains(&&*row[0])) {
        let test = common::test_of(&std::fs::read_to_string(&path).expect("a test"));
        assert!(lakmus_java::Observed::of(test.lowered()).is_err(), "{}", row[0]);
    }
}

/// Tests under JAM21 that are too large for a test that runs often, or differ; each with the reason.
const JAM21_LEFT_OUT: [(&str, &str); 2] = [
    ("JAM-fig6.litmus", "the reference simulator did not end"),
    ("JAM-fig6_translated.litmus", "the reference simulator did not end"),
];

#[test]
fn jam21_has_the_verdicts_of_the_reference_simulator() {
    let model = common::model("jam21");
    let mut wrong = Vec::new();
    for (path, row) in common::corpus() {
        let expected = &*row[common::JAM21];
        let is_left_out = JAM21_LEFT_OUT.iter().any(|(name, _)| *name == row[0]);
        if !["allowed", "forbidden"].contains(&expected) || is_left_out {
            continue;
        }
        let test = common::test_of(&std::fs::read_to_string(&path).expect("a test"));
        let report = sim::simulate(&test, &model, &sim::Options::default().with(|set| set.without_thin_air = true))
            .unwrap_or_else(|error| panic!("{error:?}"));
        let word = if report.positive > 0 { "allowed" } else { "forbidden" };
        if word != expected {
            wrong.push(format!("{}: {word}, expected is {expected}", row[0]));
        }
    }
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn every_justification_passes_the_checker() {
    let model = common::model("jls04");
    for rules in [Rules::jls(), common::rules("aspinall-sevcik"), common::rules("program-points")] {
        for (path, row) in common::corpus() {
            if row[common::JAVA5] != "yes" || REFUSED.contains(&&*row[0]) || row[0].contains("ra-non-global") {
                continue;
            }
            let test = common::test_of(&std::fs::read_to_string(&path).expect("a test"));
            let observed = lakmus_java::Observed::of(test.lowered()).expect("registers alone");
            let options = lakmus_java::BuildOptions::default();
            let executions = lakmus_java::Causality { model: &model, rules: &rules, options }
                .executions(&test, &observed)
                .unwrap_or_else(|error| panic!("{error:?}"));
            let mut search = lakmus_java::Search::new(&executions, &rules);
            for targets in executions.by_outcome().values() {
                if let Some(justification) = targets.iter().find_map(|&target| search.justify(target).ok()) {
                    let result = validate(&executions, &rules, &justification, &|_| false);
                    assert_eq!(result, Ok(()), "{} under {}", row[0], rules.name);
                    let show = lakmus_java::Show { test: &test, executions: &executions };
                    let stages = show.justified_stages(&justification.stages);
                    assert_eq!(stages.len(), justification.stages.len());
                    // Each action is committed once, and at the end all of them are.
                    let committed = stages.iter().map(|stage| stage.commits.len()).sum::<usize>();
                    let last = justification.stages.last().expect("a target is a stage");
                    assert_eq!(committed, last.committed.len(), "{}", row[0]);
                    let drawings: Vec<_> = stages.into_iter().map(|stage| stage.drawing).collect();
                    let is_clear = |drawn: &drawing::Drawing| drawing::Layout::new(drawn).conflicts().is_empty();
                    assert!(drawings.iter().take(2).all(is_clear), "{}", row[0]);
                }
            }
        }
    }
}

/// `LAKMUS_TIMES=1` prints how long each test takes, and where.
#[test]
fn times() {
    if testing::variables::value("LAKMUS_TIMES").is_none() {
        return;
    }
    let only = testing::variables::value("LAKMUS_ONLY").unwrap_or_default();
    let model = common::model("jls04");
    let rules = Rules::jls();
    for (path, row) in common::corpus().into_iter().filter(|(_, row)| row[0].contains(&only)) {
        let test = common::test_of(&std::fs::read_to_string(&path).expect("a test"));
        let Ok(observed) = lakmus_java::Observed::of(test.lowered()) else { continue };
        let options = lakmus_java::BuildOptions::default();
        let start = std::time::Instant::now();
        let executions = lakmus_java::Causality { model: &model, rules: &rules, options }
            .executions(&test, &observed)
            .unwrap_or_else(|error| panic!("{error:?}"));
        let built = start.elapsed();
        let outcomes = executions.justified(&test, &rules, lakmus_java::Question::All).expect("outcomes").len();
        println!(
            "{:>8.1?} {:>8.1?} graphs {:>7} {:>7} outcomes {outcomes:>6} {}",
            built,
            start.elapsed(),
            executions.symbolic.len(),
            executions.graphs.len(),
            row[0]
        );
    }
}
