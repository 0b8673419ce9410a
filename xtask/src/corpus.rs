//! `cargo xtask corpus`: the litmus tests with reference results, as a table.
//!
//! The tests and the sets they belong to are those of `crates/lakmus/tests/corpus`; its lines are counted here.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::process::Stdio;

use anyhow::{Context, Result, bail};

use crate::cargo::cargo;

/// How the tests of one set went.
#[derive(Default)]
struct Row {
    equal: usize,
    different: usize,
    unsupported: usize,
}

/// How one test went.
enum Outcome {
    Equal,
    Different,
    Unsupported,
}

impl Row {
    fn count(&mut self, outcome: &Outcome) {
        *match outcome {
            Outcome::Equal => &mut self.equal,
            Outcome::Different => &mut self.different,
            Outcome::Unsupported => &mut self.unsupported,
        } += 1;
    }
}

pub(crate) fn run() -> Result<()> {
    let mut command = cargo();
    command.args(["test", "--package", "lakmus", "--test", "corpus", "--no-fail-fast", "--", "--color=never"]);
    let mut child = command.stdout(Stdio::piped()).spawn().context("cannot run cargo test")?;
    let output = BufReader::new(child.stdout.take().context("no output to read")?);
    let mut rows: BTreeMap<String, Row> = BTreeMap::new();
    let mut details = Vec::new();
    for line in output.lines() {
        let line = line?;
        match outcome(&line) {
            Some((set, outcome)) => rows.entry(set.to_owned()).or_default().count(&outcome),
            None => details.push(line),
        }
    }
    let status = child.wait()?;
    if rows.is_empty() {
        bail!("no test was run");
    }
    if !status.success() {
        println!("{}", details.join("\n"));
    }
    print_table(&rows);
    if status.success() { Ok(()) } else { bail!("results differ from the reference") }
}

/// The set of a line `test [unsupported] set::name ... ok`, and how the test went.
fn outcome(line: &str) -> Option<(&str, Outcome)> {
    let (name, result) = line.strip_prefix("test ")?.rsplit_once(" ... ")?;
    let (is_unsupported, name) = match name.strip_prefix("[unsupported] ") {
        Some(name) => (true, name),
        None => (false, name),
    };
    let (set, _) = name.trim().split_once("::")?;
    match (result, is_unsupported) {
        ("ok", false) => Some((set, Outcome::Equal)),
        ("ok", true) => Some((set, Outcome::Unsupported)),
        _ => Some((set, Outcome::Different)),
    }
}

fn print_table(rows: &BTreeMap<String, Row>) {
    let width = rows.keys().map(String::len).max().unwrap_or_default();
    println!("{:width$}  {:>6} {:>6} {:>9} {:>11}", "set", "tests", "equal", "different", "unsupported");
    for (set, row) in rows {
        let tests = row.equal + row.different + row.unsupported;
        println!("{set:width$}  {tests:>6} {:>6} {:>9} {:>11}", row.equal, row.different, row.unsupported);
    }
}
