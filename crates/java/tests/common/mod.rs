//! What the tests of this crate share.

#![allow(dead_code)] // each test uses a part of it

pub(crate) mod literal;
pub(crate) mod programs;

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use cat::Files;
use lakmus_java as java;
use sim::{Model, Test};
use source::{Diagnostic, SourceId, Sources};

/// The files that ship.
pub(crate) struct Shipped;

impl Files for Shipped {
    fn open(&mut self, name: &str, sources: &mut Sources) -> Option<SourceId> {
        models::file(name).map(|text| sources.add(name, text))
    }
}

/// A model with this text.
pub(crate) fn model_of(text: &str) -> Model {
    let mut sources = Sources::new();
    let source = sources.add("model.cat", text);
    let loaded = Model::load(&mut sources, source, None, &mut Shipped, &isa::Java::default(), &|_| false);
    loaded.unwrap_or_else(|found| panic!("{found:?}"))
}

/// A model that ships.
pub(crate) fn model(name: &str) -> Model {
    model_of(models::file(&format!("{name}.cat")).expect("ships"))
}

/// A test with this text.
pub(crate) fn test_of(text: &str) -> Test {
    read_test(text).unwrap_or_else(|found| panic!("{found:?}\n{text}"))
}

/// A test with this text, or what is wrong with it.
pub(crate) fn read_test(text: &str) -> Result<Test, Vec<Diagnostic>> {
    let mut sources = Sources::new();
    let source = sources.add("test.litmus", text);
    Test::load(&sources, source, "test")
}

/// The Java tests of the reference corpus, with the rows of what is expected; none where it is not there, and the test counts as not run.
pub(crate) fn corpus() -> Vec<(PathBuf, Vec<String>)> {
    let Some(directory) = testing::shared("java") else { return Vec::new() };
    let table = std::fs::read_to_string(directory.join("expected.tsv")).expect("a table");
    let rows = table.lines().skip(1).map(|row| row.split('\t').map(str::to_owned).collect::<Vec<_>>());
    rows.map(|row| (directory.join(&row[0]), row)).collect()
}

/// Columns of the table of the corpus.
pub(crate) const EXPECTED: usize = 2;
pub(crate) const BASIS: usize = 4;
pub(crate) const JAVA5: usize = 7;
pub(crate) const JAM21: usize = 9;

/// The outcomes of a test, by the search.
pub(crate) fn outcomes(test: &Test, model: &Model, rules: &java::Rules) -> java::Answer {
    use java::MultiExecutionModel;
    let observed = java::Observed::of(test.lowered()).expect("registers alone");
    let causality = java::Causality { model, rules, options: java::BuildOptions::default() };
    causality.outcomes(test, &observed, java::Question::All).unwrap_or_else(|error| panic!("{error:?}"))
}

/// Whether an outcome that satisfies the condition is allowed.
pub(crate) fn allows(test: &Test, model: &Model, rules: &java::Rules) -> bool {
    use java::MultiExecutionModel;
    let observed = java::Observed::of(test.lowered()).expect("registers alone");
    let shows =
        |outcome: &java::Outcome| test.lowered().condition.holds(&java::OutcomeState { observed: &observed, outcome });
    let options = java::BuildOptions { seeds: [0, 1, 2].into(), ..java::BuildOptions::default() };
    let causality = java::Causality { model, rules, options };
    let answer = causality.outcomes(test, &observed, java::Question::OneWith(&shows));
    !answer.unwrap_or_else(|error| panic!("{error:?}")).allowed.is_empty()
}

/// Rules that ship.
pub(crate) fn rules(name: &str) -> java::Rules {
    let (_, text) = java::SHIPPED.into_iter().find(|(known, _)| *known == name).expect("ships");
    rules_of(text)
}

/// Rules with this text.
pub(crate) fn rules_of(text: &str) -> java::Rules {
    let mut sources = Sources::new();
    let source = sources.add("test.rules", text);
    java::Rules::parse(&sources, source).unwrap_or_else(|found| panic!("{found:?}"))
}

/// Does `work` with a flag that is set when it has taken so long.
pub(crate) fn within<T>(limit: Duration, work: impl FnOnce(&AtomicBool) -> T) -> T {
    let flag = AtomicBool::new(false);
    let (done, is_done) = std::sync::mpsc::channel::<()>();
    std::thread::scope(|scope| {
        let flag = &flag;
        scope.spawn(move || {
            if let Err(std::sync::mpsc::RecvTimeoutError::Timeout) = is_done.recv_timeout(limit) {
                flag.store(true, Ordering::Relaxed);
            }
        });
        let result = work(flag);
        drop(done);
        result
    })
}
