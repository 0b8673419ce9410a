//! A suite of sources of jcstress: how many of its tests are read, what is refused, and which declared outcomes differ from the model.
//!
//! `LAKMUS_SUITE=DIR cargo test -p lakmus-java suite -- --nocapture` prints the table of all sources below the directory.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use lakmus_java::jcstress;
use lakmus_java::{JavaError, Report, Rules, Semantics, Setting, Termination, check, termination};
use sim::Model;

use crate::common;

/// How long a test may take.
const LIMIT: Duration = Duration::from_secs(20);

/// What became of a suite.
#[derive(Debug, Default)]
struct Table {
    /// Sources without a test, which are parts of others.
    without_tests: usize,
    /// How many tests have the outcomes that they declare.
    agree: usize,
    /// By the name of the test.
    differ: BTreeMap<String, Vec<String>>,
    /// What is refused, and the tests in which it is the first thing that is.
    refused: BTreeMap<String, Vec<String>>,
    /// Tests without an answer, and why.
    undecided: BTreeMap<String, String>,
}

impl Table {
    fn add(&mut self, text: &str, path: &Path, setting: Setting<'_>) {
        let mut sources = source::Sources::new();
        let source = sources.add("T.java", text);
        let root = root_of(text, path);
        let mut others = |name: &str| {
            let other = root.join(format!("{}.java", name.replace('.', "/")));
            let text = std::fs::read_to_string(&other).ok().filter(|_| other != path)?;
            let source = sources.add(&*other.to_string_lossy(), text.clone());
            Some((text, source))
        };
        let tests = match jcstress::read_with(text, source, &mut others) {
            Ok(tests) => tests,
            Err(found) if found.iter().all(|error| error.code == "no-tests") => return self.without_tests += 1,
            Err(found) => return self.refuse("a source", &found[0].message),
        };
        for test in tests {
            let litmus = match &test.litmus {
                Ok(litmus) => litmus,
                Err(error) => {
                    self.refuse(&test.name, &error.message);
                    continue;
                }
            };
            let loaded = match common::read_test(litmus) {
                Ok(loaded) => loaded,
                // As a litmus test it is outside what is known there.
                Err(found) => {
                    self.refuse(&test.name, &found[0].message);
                    continue;
                }
            };
            let ask = |flag: &AtomicBool| -> Result<_, JavaError> {
                let setting = setting.with_cancel(flag);
                let ends = test.asks_for_end.then(|| termination(&loaded, setting)).transpose()?;
                Ok((check(&loaded, litmus, setting)?, ends))
            };
            let (report, ends) = match common::within(LIMIT, ask) {
                Ok((report, ends)) => (Ok(report), ends),
                Err(error) => (Err(error), None),
            };
            let is_cut = |report: &Report| match &ends {
                Some(ends) => matches!(ends, Termination::Unknown(_)),
                None => report.cut_at.is_some(),
            };
            let report = match report {
                Ok(report) if report.is_cancelled => Err(format!("not within {} s", LIMIT.as_secs())),
                Ok(report) if is_cut(&report) => Err("a loop was cut".to_owned()),
                other => other.map_err(|error| format!("{error:?}")),
            };
            match report {
                Ok(report) => {
                    let differences = test.mismatches(&test.results(&report.outcomes, ends.as_ref()));
                    self.agree += usize::from(differences.is_empty());
                    if !differences.is_empty() {
                        let lines = differences.iter().map(ToString::to_string).collect();
                        self.differ.insert(test.name.clone(), lines);
                    }
                }
                Err(why) => _ = self.undecided.insert(test.name.clone(), why),
            }
        }
    }

    fn refuse(&mut self, test: &str, message: &str) {
        let what = message.split(" is outside").next().unwrap_or(message);
        self.refused.entry(what.to_owned()).or_default().push(test.to_owned());
    }

    fn print(&self) {
        let refused: usize = self.refused.values().map(Vec::len).sum();
        let read = self.agree + self.differ.len() + self.undecided.len();
        println!("{read} of {} tests are read, {} as declared", read + refused, self.agree);
        println!("{} sources have no test", self.without_tests);
        let mut rows: Vec<(&String, &Vec<String>)> = self.refused.iter().collect();
        rows.sort_by_key(|(what, tests)| (std::cmp::Reverse(tests.len()), *what));
        rows.iter().for_each(|(what, tests)| println!("{:6}  {what} ({})", tests.len(), tests[0]));
        for (name, lines) in &self.differ {
            println!("{name} differs: {}", lines.join("; "));
        }
        self.undecided.iter().for_each(|(name, why)| println!("{name} has no answer: {why}"));
    }
}

/// Where the packages of a source begin.
fn root_of(text: &str, path: &Path) -> PathBuf {
    let package = text.lines().find_map(|line| line.trim().strip_prefix("package ")).unwrap_or_default();
    let depth = if package.is_empty() { 0 } else { package.split('.').count() };
    path.ancestors().nth(depth + 1).unwrap_or(path).to_owned()
}

/// The sources below a directory, sorted.
fn sources_below(directory: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for path in std::fs::read_dir(directory).into_iter().flatten().flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            found.extend(sources_below(&path));
        } else if path.extension().is_some_and(|ending| ending == "java") {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn with_model<T>(use_it: impl FnOnce(Setting<'_>) -> T) -> T {
    let model: Model = common::model("jls-modes");
    let semantics = Semantics::Causality(Rules::jls());
    let mut setting = Setting::new(&model, &semantics);
    setting.all = true;
    use_it(setting)
}

#[test]
fn the_table_of_a_suite() {
    let Some(directory) = testing::variables::value("LAKMUS_SUITE") else {
        return testing::cases_not_run(0, "of suites of jcstress", "LAKMUS_SUITE is not set");
    };
    let paths = sources_below(Path::new(&directory));
    assert!(!paths.is_empty(), "{directory} has no sources");
    let mut table = Table::default();
    with_model(|setting| {
        for path in paths {
            table.add(&std::fs::read_to_string(&path).expect("a text"), &path, setting);
        }
    });
    table.print();
}

#[test]
fn a_table_counts_what_is_read_refused_and_different() {
    let head = "@JCStressTest @State @Outcome(id = \"0\", expect = Expect.ACCEPTABLE) class";
    let actor = "@Actor public void a(I_Result r)";
    let mut table = Table::default();
    with_model(|setting| {
        table.add(&format!("{head} A {{ int x; {actor} {{ r.r1 = x; }} }}"), Path::new("T.java"), setting);
        table.add(&format!("{head} B {{ int x = 1; {actor} {{ r.r1 = x; }} }}"), Path::new("T.java"), setting);
        table.add(&format!("{head} C {{ Foo x; {actor} {{ r.r1 = x.v; }} }}"), Path::new("T.java"), setting);
        table.add("class D { }", Path::new("D.java"), setting);
    });
    assert_eq!((table.agree, table.without_tests), (1, 1));
    assert_eq!(table.differ.keys().collect::<Vec<_>>(), ["B"]);
    assert_eq!(table.refused, BTreeMap::from([("the type `Foo`".to_owned(), vec!["C".to_owned()])]));
    assert!(table.undecided.is_empty());
}
