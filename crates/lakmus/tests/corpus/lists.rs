//! The lists beside this harness.

use std::collections::{BTreeMap, BTreeSet};

use libtest_mimic::{Failed, Trial};

/// A list of tests, each with a reason. A line for a test that does not exist is a failure, and so is one that gives no reason.
pub(crate) struct Listed {
    file: &'static str,
    reasons: BTreeMap<&'static str, &'static str>,
}

impl Listed {
    /// Tests that cannot be run yet. The list may only shrink: a test on it that works is a failure.
    pub(crate) fn unsupported() -> Listed {
        Listed::read("unsupported.txt", include_str!("unsupported.txt"))
    }

    /// Tests that must be refused, each with what is said then.
    pub(crate) fn refused() -> Listed {
        Listed::read("refused.txt", include_str!("refused.txt"))
    }

    /// Tests that the reference simulator refuses, so that there is no expected result, and that are to be run here.
    pub(crate) fn accepted() -> Listed {
        Listed::read("accepted.txt", include_str!("accepted.txt"))
    }

    fn read(file: &'static str, text: &'static str) -> Listed {
        let row =
            |line: &'static str| line.split_once(' ').map(|(name, reason)| (name, reason.trim())).unwrap_or((line, ""));
        Listed { file, reasons: entries(text).map(row).collect() }
    }

    /// Why a test is on the list.
    pub(crate) fn reason(&self, test: &str) -> Option<&'static str> {
        self.reasons.get(test).copied()
    }

    /// A failing trial for each line that says nothing.
    pub(crate) fn stale(&self, tests: &BTreeSet<String>) -> Vec<Trial> {
        // Where the shared corpus is absent its tests are unknown.
        let is_known_set = |name: &str| {
            let set = name.split("::").next().unwrap_or(name);
            tests.iter().any(|test| test.split("::").next() == Some(set))
        };
        let stale = |(name, reason): (&&'static str, &&'static str)| {
            let message = match (tests.contains(*name), reason.is_empty()) {
                (false, _) if is_known_set(name) => "there is no such test: take it off the list",
                (_, true) => "the list gives no reason",
                _ => return None,
            };
            Some(Trial::test(format!("{}::{name}", self.file), move || Err(Failed::from(message))))
        };
        self.reasons.iter().filter_map(stale).collect()
    }
}

/// The tests whose result under `x86tso` differs from that under `x86tso-herd`, which is what the reference corpus was made
/// with. Each of them contains SFENCE or LFENCE.
pub(crate) fn fence_deviations() -> BTreeSet<&'static str> {
    entries(include_str!("fence-deviations.txt")).collect()
}

fn entries(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}
