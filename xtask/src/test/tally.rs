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
}

impl Tally {
    /// Takes note of a line.
    pub(super) fn line(&mut self, line: &str) {
        if let Some(result) = line.strip_prefix("test result: ") {
            self.ended += self.ended_here.len();
            self.ended_here.clear();
            self.passed += count(result, "passed");
            self.failed += count(result, "failed");
            self.ignored += count(result, "ignored");
        } else if let Some(test) =
            line.strip_prefix("test ").and_then(|rest| rest.trim_end().strip_suffix(" ... FAILED"))
        {
            self.failures.push(test.to_owned());
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
        let passed = self.passed.saturating_sub(self.ended);
        let not_run = self.ignored + self.ended + self.unlisted;
        write!(f, "{passed} cases passed, {} failed, {not_run} were not run.", self.failed)
    }
}

#[cfg(test)]
mod tests {
    use super::Tally;

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
