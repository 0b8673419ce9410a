//! All shards of a campaign in this process, some at a time.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use crate::{Error, Layout, Manifest, WorkerCommand, run_shard};

/// How far a run has come.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Progress {
    /// Units that are answered.
    pub units: AtomicU64,
    /// Shards that have results.
    pub shards: AtomicUsize,
}

/// What a run came to.
#[derive(Debug)]
#[non_exhaustive]
pub struct RunEnd {
    /// Shards that failed, with the reason.
    pub failed: Vec<(usize, Error)>,
}

/// Runs the shards of these numbers that have no results, `jobs` at a time, each in a process of its own. Where one fails the others go on.
pub fn run_missing(
    layout: &Layout,
    manifest: &Manifest,
    numbers: &[usize],
    jobs: usize,
    worker: &WorkerCommand,
    progress: &Progress,
) -> RunEnd {
    let (next, failed) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let answered = |units: u64| {
        progress.units.fetch_add(units, Ordering::Relaxed);
    };
    std::thread::scope(|scope| {
        for _ in 0..jobs.min(numbers.len()) {
            scope.spawn(|| {
                while let Some(number) = numbers.get(next.fetch_add(1, Ordering::Relaxed)) {
                    match run_shard(layout, manifest, *number, worker, &answered) {
                        Ok(_) => _ = progress.shards.fetch_add(1, Ordering::Relaxed),
                        Err(error) => {
                            // All others would end in the same way, each after some work.
                            let is_for_all =
                                matches!(error, Error::Cancelled | Error::NoWork(_) | Error::Worker { .. })
                                    || is_full(&error);
                            failed.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((*number, error));
                            if is_for_all {
                                next.store(numbers.len(), Ordering::Relaxed);
                            }
                        }
                    }
                }
            });
        }
    });
    RunEnd { failed: failed.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner) }
}

fn is_full(error: &Error) -> bool {
    matches!(error, Error::File { error, .. } if matches!(error.kind(), std::io::ErrorKind::StorageFull | std::io::ErrorKind::QuotaExceeded))
}
