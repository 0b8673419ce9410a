//! What combined tests may do, once for the whole batch.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use identity::Identity;
use rustc_hash::FxHashMap;

use crate::compose::Composed;
use crate::judge::{SourceOutcomes, TargetOutcomes};
use crate::source_test::SourceTest;
use crate::{KeptOutcomes, Machine};

/// The machine of a combined test, and the identity of its text but for its name and its condition, and of the outcomes that it is asked about.
pub(super) type TestKey = (Machine, Identity);

/// What combined tests may do, whichever test they come from: tests whose sources differ in orders that compilers map alike have equal ones.
///
/// Two workers may simulate one at the same time; they find the same.
pub(super) struct Known<'a> {
    found: Mutex<FxHashMap<TestKey, Arc<Result<TargetOutcomes, String>>>>,
    /// What earlier runs found.
    kept: Option<&'a KeptOutcomes>,
    /// How many of `found` come from there.
    from_earlier_runs: AtomicUsize,
}

impl<'a> Known<'a> {
    pub(super) fn new(kept: Option<&'a KeptOutcomes>) -> Known<'a> {
        Known { found: Mutex::default(), kept, from_earlier_runs: AtomicUsize::new(0) }
    }

    /// How many were simulated.
    pub(super) fn simulated(&self) -> usize {
        self.found.lock().unwrap_or_else(PoisonError::into_inner).len() - self.known_before()
    }

    /// How many earlier runs had simulated.
    pub(super) fn known_before(&self) -> usize {
        self.from_earlier_runs.load(Ordering::Relaxed)
    }

    pub(super) fn get(&self, key: &TestKey) -> Option<Arc<Result<TargetOutcomes, String>>> {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = found.get(key) {
            return Some(Arc::clone(known));
        }
        let kept = Arc::new(Ok(self.kept?.get(&name_of(key))?.clone()));
        found.insert(*key, Arc::clone(&kept));
        self.from_earlier_runs.fetch_add(1, Ordering::Relaxed);
        Some(kept)
    }

    pub(super) fn put(&self, key: TestKey, outcomes: &Arc<Result<TargetOutcomes, String>>) {
        if let (Some(kept), Ok(outcomes)) = (self.kept, &**outcomes) {
            kept.put(&name_of(&key), outcomes);
        }
        self.found.lock().unwrap_or_else(PoisonError::into_inner).insert(key, Arc::clone(outcomes));
    }
}

/// What a combined test is called where its outcomes are kept.
fn name_of((machine, identity): &TestKey) -> String {
    format!("{machine:?}-{identity}")
}

pub(super) fn key_of(test: &SourceTest, source: &SourceOutcomes, composed: &Composed, machine: Machine) -> TestKey {
    let asked = source.strict.as_ref().unwrap_or(&source.allowed);
    // Outcomes are numbers of these many bits.
    let widths = test.observed.iter().map(|part| part.width.to_le_bytes());
    let parts = Identity::of("mix outcomes").part("test", composed.body()).parts("width", widths);
    (machine, parts.parts("value", asked.all.iter().flatten()).finish())
}
