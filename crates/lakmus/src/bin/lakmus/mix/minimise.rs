//! `lakmus mix run --minimise`: a smaller test with the same kind of bug, by the fewest profiles.
//!
//! Statements are taken out one by one, and memory orders weakened, as long as the code of the example's profiles still has an outcome that the
//! smaller source does not have. What is left is locally minimal: no single such step keeps a bug.

use std::sync::atomic::AtomicBool;

use lakmus::mix::{Bug, CodeCache, Fragments, Models, Options, Profile, SourceTest, Split, classes};
use source::Sources;

/// Orders that may stand in place of another one, the weakest first.
const WEAKER: [(&str, &[&str]); 4] = [
    (
        "memory_order_seq_cst",
        &["memory_order_relaxed", "memory_order_acquire", "memory_order_release", "memory_order_acq_rel"],
    ),
    ("memory_order_acq_rel", &["memory_order_relaxed", "memory_order_acquire", "memory_order_release"]),
    ("memory_order_acquire", &["memory_order_relaxed"]),
    ("memory_order_release", &["memory_order_relaxed"]),
];

/// What smaller tests are tried with.
pub(super) struct Minimiser<'a> {
    pub(super) profiles: Vec<Profile>,
    pub(super) models: &'a Models,
    pub(super) split: Split,
    pub(super) cache: &'a CodeCache,
}

impl<'a> Minimiser<'a> {
    /// With the profiles of a bug's example.
    pub(super) fn new(
        bug: &Bug,
        profiles: &[Profile],
        models: &'a Models,
        split: Split,
        cache: &'a CodeCache,
    ) -> Minimiser<'a> {
        let mut chosen: Vec<u32> = bug.example.iter().map(|member| member.profile.number()).collect();
        chosen.sort_unstable();
        chosen.dedup();
        let profiles = chosen.into_iter().map(|number| profiles[number as usize].clone()).collect();
        Minimiser { profiles, models, split, cache }
    }

    /// The smallest test that is found, beginning with `text`.
    pub(super) fn smallest(&self, text: &str) -> String {
        let mut best = text.to_owned();
        while let Some(smaller) = self.candidates(&best).into_iter().find(|candidate| self.has_bug(candidate)) {
            best = smaller;
        }
        best
    }

    /// The tests that are one step smaller.
    fn candidates(&self, text: &str) -> Vec<String> {
        let mut all = Vec::new();
        let mut sources = Sources::new();
        let source = sources.add("candidate", text);
        let mut fragments = Fragments::default();
        if let Ok(test) = SourceTest::load(&sources, source, "candidate", Split::Statement, &mut fragments) {
            for span in test.piece_spans() {
                let (start, end) = (span.start as usize, span.end as usize);
                let without = format!("{};{}", &text[..start], &text[end..]);
                all.push(without);
            }
        }
        for (order, weaker) in WEAKER {
            for (at, _) in text.match_indices(order) {
                for other in weaker {
                    all.push(format!("{}{other}{}", &text[..at], &text[at + order.len()..]));
                }
            }
        }
        all
    }

    fn has_bug(&self, text: &str) -> bool {
        let mut sources = Sources::new();
        let source = sources.add("candidate", text);
        let mut fragments = Fragments::default();
        let Ok(test) = SourceTest::load(&sources, source, "candidate", self.split, &mut fragments) else {
            return false;
        };
        let code =
            classes::classes(&self.profiles, &fragments, self.models.sameness(), super::processors(), self.cache);
        let cancel = AtomicBool::new(false);
        let options = Options {
            split: self.split,
            jobs: 1,
            limit: 1024,
            fixes: Vec::new(),
            timeout: Some(std::time::Duration::from_secs(10)),
            checks_classes: false,
            kept: None,
            cancel: &cancel,
        };
        lakmus::mix::run(&[test], &fragments, &self.profiles, &code, self.models, &options).has_bugs()
    }
}
