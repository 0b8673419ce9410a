//! Counts of cases, read from what test programs print.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// How many cases there were in all test programs.
#[derive(Debug, Default)]
pub(super) struct Tally {
    passed: usize,
    failed: usize,
    /// Cases that test programs list and do not run.
    ignored: usize,
    /// Tests that ended at once, as something was missing: their programs count them as passed. Those of the program that runs have their names below.
    ended: usize,
    ended_here: BTreeSet<String>,
    /// Cases that no test program lists.
    unlisted: usize,
    /// Why, each reason with the tests and groups.
    reasons: BTreeMap<String, BTreeSet<String>>,
    failures: Vec<String>,
    /// The test program that runs, as cargo names it.
    program: String,
    /// How long each took, in hundredths of a second.
    times: Vec<(u64, String)>,
}

/// So many of the programs that take longest are listed, as far as they take so many hundredths of a second.
const LISTED: usize = 12;
const LONG: u64 = 1000;

impl Tally {
    /// Takes note of a line.
    pub(super) fn line(&mut self, line: &str) {
        if let Some(result) = line.strip_prefix("test result: ") {
            self.ended += self.ended_here.len();
            self.ended_here.clear();
            self.passed += count(result, "passed");
            self.failed += count(result, "failed");
            self.ignored += count(result, "ignored");
            if let Some(time) = result.trim_end().strip_suffix('s').and_then(|rest| rest.rsplit_once("finished in ")) {
                let seconds: f64 = time.1.parse().unwrap_or_default();
                self.times.push(((seconds * 100.0) as u64, self.program.clone()));
            }
        } else if let Some(test) =
            line.strip_prefix("test ").and_then(|rest| rest.trim_end().strip_suffix(" ... FAILED"))
        {
            self.failures.push(test.to_owned());
        } else if let Some(program) = running(line) {
            self.program = program;
        } else if let Some((_, what)) = line.split_once("not run: ") {
            self.not_run(what.trim_end());
        }
    }

    /// `test NAME: REASON`, or `N cases WHAT: REASON`.
    fn not_run(&mut self, what: &str) {
        let Some((who, reason)) = what.split_once(": ") else { return };
        if who.starts_with("test ") {
            self.ended_here.insert(who.to_owned());
        } else if let Some(cases) = who.split(' ').next().and_then(|word| word.parse::<usize>().ok()) {
            self.unlisted += cases;
        } else {
            return;
        }
        self.reasons.entry(reason.to_owned()).or_default().insert(who.to_owned());
    }
}

/// `agreement` of `Running tests/agreement/main.rs (target/debug/deps/agreement-a405b732a9efe4f9)`: the name of the file that runs, without its hash, and behind it the source
/// where many files are called that way.
fn running(line: &str) -> Option<String> {
    let rest = line.trim_start().strip_prefix("Running ")?;
    let (source, file) = rest.trim_end().strip_suffix(')')?.rsplit_once(" (")?;
    let name = file.rsplit('/').next()?;
    let name = name.rsplit_once('-').map_or(name, |(name, _)| name);
    Some(format!("{name} ({source})"))
}

/// The number before a word, as in `12 passed; 0 failed`.
fn count(result: &str, word: &str) -> usize {
    let words: Vec<&str> = result.split([' ', ';']).filter(|word| !word.is_empty()).collect();
    words.windows(2).find(|pair| pair[1] == word).and_then(|pair| pair[0].parse().ok()).unwrap_or_default()
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for failure in &self.failures {
            writeln!(f, "failed: {failure}")?;
        }
        for (reason, who) in &self.reasons {
            let who: Vec<&str> = who.iter().map(String::as_str).collect();
            writeln!(f, "not run, as {reason}: {}", who.join(", "))?;
        }
        let mut times: Vec<&(u64, String)> = self.times.iter().filter(|(time, _)| *time >= LONG).collect();
        times.sort_by_key(|(time, _)| std::cmp::Reverse(*time));
        if !times.is_empty() {
            let listed: Vec<String> =
                times.iter().take(LISTED).map(|(time, program)| format!("{program} {} s", time / 100)).collect();
            writeln!(f, "longest: {}", listed.join(", "))?;
        }
        let passed = self.passed.saturating_sub(self.ended);
        let not_run = self.ignored + self.ended + self.unlisted;
        write!(f, "{passed} cases passed, {} failed, {not_run} were not run.", self.failed)
    }
}

#[cfg(test)]
mod tests {
    use super::Tally;

    #[test]
    fn long_programs_are_listed() {
        let mut tally = Tally::default();
        for line in [
            "     Running tests/a/main.rs (target/debug/deps/a-0123456789abcdef)\n",
            "test result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 12.34s\n",
            "     Running unittests src/lib.rs (target/debug/deps/lakmus_cat-0123456789abcdef)\n",
            "test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 150.10s\n",
            "     Running tests/main.rs (target/debug/deps/tests-0123456789abcdef)\n",
            "test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.10s\n",
        ] {
            tally.line(line);
        }
        assert_eq!(
            tally.to_string(),
            "longest: lakmus_cat (unittests src/lib.rs) 150 s, a (tests/a/main.rs) 12 s\n\
             4 cases passed, 0 failed, 0 were not run."
        );
    }

    #[test]
    fn what_is_not_run_counts_as_that_alone() {
        let mut tally = Tally::default();
        for line in [
            "running 3 tests\n",
            "not run: test harness::runs: javac cannot be run\n",
            "not run: test harness::runs: javac cannot be run\n",
            "test harness::runs ... ok\n",
            "test a ... FAILED\n",
            "test result: FAILED. 2 passed; 1 failed; 4 ignored; 0 measured; 0 filtered out; finished in 0.00s\n",
            "not run: 12 cases by gcc for Power: javac cannot be run\n",
            "not run: 0 cases through clang: clang is missing\n",
            "note: not run\n",
        ] {
            tally.line(line);
        }
        assert_eq!(
            tally.to_string(),
            "failed: a\n\
             not run, as clang is missing: 0 cases through clang\n\
             not run, as javac cannot be run: 12 cases by gcc for Power, test harness::runs\n\
             1 cases passed, 1 failed, 17 were not run."
        );
    }
}
