//! One large test on several threads: those that have no test of their own any more.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use sim::{Goal, Partial, Report, Shares, Simulation};
use source::Diagnostic;

use crate::failure::Unfinished;
use crate::jobs::IdleWorkers;
use crate::stack::STACK;
use crate::timeout::Limited;
use crate::{clock, panics};

/// Simulations of fewer candidates are not divided: they are over before a thread has started. (A candidate costs a microsecond
/// or so, a thread some hundred; the estimate is mostly too large.)
const SMALL: u64 = 2_000;

/// Shares for each job: what is left when some share ends late is this part of the whole.
const SHARES: usize = 4;

/// What threads beside the calling one have used.
pub(crate) type Helped = Duration;

/// Runs a simulation, on threads that others leave free as well if that is worth it. The result is the same.
///
/// # Errors
/// As the simulation has it, and a panic of a thread that helps.
pub(crate) fn run(
    simulation: Simulation<'_>,
    idle: &IdleWorkers,
    limited: &Limited<'_>,
) -> Result<(Report, Helped), Unfinished> {
    // A search that ends with the first witness is not divided: which is the first would depend on the threads.
    if simulation.goal() == Goal::Decision || !idle.may_come_free() || simulation.size() < SMALL {
        return Ok((simulation.run()?, Helped::ZERO));
    }
    let count = NonZero::new(idle.jobs() * SHARES).unwrap_or(NonZero::<usize>::MIN);
    let work = DividedTest {
        simulation: &simulation,
        shares: Shares::new(count),
        begun: AtomicUsize::new(0),
        found: Mutex::new(Vec::new()),
        helped: Mutex::new(Helped::ZERO),
    };
    std::thread::scope(|scope| {
        while let Some(index) = work.begin() {
            while work.is_any_left() && idle.take() {
                let helper = std::thread::Builder::new().stack_size(STACK);
                // When the system grants no more threads, those that there are do the work.
                if helper.spawn_scoped(scope, || work.help(idle, limited)).is_err() {
                    idle.give();
                    break;
                }
            }
            work.share(index);
        }
    });
    let mut found = work.found.into_inner().unwrap_or_else(PoisonError::into_inner);
    found.sort_by_key(|(index, _)| *index);
    let partials = found.into_iter().map(|(_, partial)| partial).collect::<Result<Vec<_>, _>>();
    let partials = partials.map_err(Unfinished::Panicked)?;
    let helped = work.helped.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok((simulation.report_of(partials)?, helped))
}

struct DividedTest<'a> {
    simulation: &'a Simulation<'a>,
    shares: Shares,
    begun: AtomicUsize,
    found: Mutex<Vec<(usize, Result<Partial, Diagnostic>)>>,
    helped: Mutex<Helped>,
}

impl DividedTest<'_> {
    fn begin(&self) -> Option<usize> {
        let index = self.begun.fetch_add(1, Ordering::Relaxed);
        (index < self.shares.count()).then_some(index)
    }

    fn is_any_left(&self) -> bool {
        self.begun.load(Ordering::Relaxed) < self.shares.count()
    }

    fn share(&self, index: usize) {
        let partial = panics::caught(|| "running the test".to_owned(), || self.simulation.share(&self.shares, index));
        self.found.lock().unwrap_or_else(PoisonError::into_inner).push((index, partial));
    }

    /// What a thread does that has come to help.
    fn help(&self, idle: &IdleWorkers, limited: &Limited<'_>) {
        let start = clock::thread_time();
        limited.on_this_thread(|| {
            while let Some(index) = self.begin() {
                self.share(index);
            }
        });
        *self.helped.lock().unwrap_or_else(PoisonError::into_inner) += clock::thread_time().saturating_sub(start);
        idle.give();
    }
}
