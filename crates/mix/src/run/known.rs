//! What combined tests may do, once for the whole batch.

use std::sync::{Arc, Mutex, PoisonError};

use md5::{Digest, Md5};
use rustc_hash::FxHashMap;

use crate::Machine;
use crate::compose::Composed;
use crate::judge::{SourceOutcomes, TargetOutcomes};
use crate::source_test::SourceTest;

/// The machine of a combined test, and the hash of its text but for its name and its condition, and of the outcomes that it is asked about.
pub(super) type TestKey = (Machine, [u8; 16]);

/// What combined tests may do, whichever test they come from: tests whose sources differ in orders that compilers map alike have equal ones.
///
/// Two workers may simulate one at the same time; they find the same.
#[derive(Default)]
pub(super) struct Known(Mutex<FxHashMap<TestKey, Arc<Result<TargetOutcomes, String>>>>);

impl Known {
    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    pub(super) fn get(&self, key: &TestKey) -> Option<Arc<Result<TargetOutcomes, String>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(key).cloned()
    }

    pub(super) fn put(&self, key: TestKey, outcomes: &Arc<Result<TargetOutcomes, String>>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(key, Arc::clone(outcomes));
    }
}

pub(super) fn key_of(test: &SourceTest, source: &SourceOutcomes, composed: &Composed, machine: Machine) -> TestKey {
    let mut hash = Md5::new();
    hash.update(composed.body());
    // Outcomes are numbers of these many bits.
    for part in &test.observed {
        hash.update(part.width.to_le_bytes());
    }
    let asked = source.strict.as_ref().unwrap_or(&source.allowed);
    for value in asked.all.iter().flatten() {
        hash.update(value);
        hash.update(" ");
    }
    (machine, hash.finalize().into())
}
