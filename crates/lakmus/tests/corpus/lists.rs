//! The lists beside this harness.

use std::collections::{BTreeMap, BTreeSet};

use libtest_mimic::{Failed, Trial};

/// Tests that cannot be run yet, each with the reason. The list may only shrink: a test on it that works is a failure, and so
/// is a line for a test that does not exist.
pub(crate) struct Unsupported(BTreeMap<&'static str, &'static str>);

impl Unsupported {
    pub(crate) fn read() -> Unsupported {
        let lines = entries(include_str!("unsupported.txt"));
        let row =
            |line: &'static str| line.split_once(' ').map(|(name, reason)| (name, reason.trim())).unwrap_or((line, ""));
        Unsupported(lines.map(row).collect())
    }

    pub(crate) fn reason(&self, test: &str) -> Option<&'static str> {
        self.0.get(test).copied()
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
                (false, _) if is_known_set(name) => "there is no such test: take it off unsupported.txt",
                (_, true) => "unsupported.txt gives no reason",
                _ => return None,
            };
            Some(Trial::test(format!("unsupported::{name}"), move || Err(Failed::from(message))))
        };
        self.0.iter().filter_map(stale).collect()
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
