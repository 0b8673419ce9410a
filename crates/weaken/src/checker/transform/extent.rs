//! How much there is of a program, where the output lists every access of a thread.

use super::{Options, TransformError, TransformModel};
use crate::checker::analysis::delays::DelayedAccesses;
use crate::checker::code::effect::AccessKind;
use crate::checker::code::{Code, Step, StepId};

/// As many writes as a set has room for.
const MOST_WRITES: u32 = 127;
/// Threads of a program that starts them in loops, or elsewhere than in `main`.
const MANY_THREADS: u32 = 8;

/// How much there is.
pub(super) struct Extent {
    /// Threads that may run, `main` among them.
    threads: u32,
    /// How many accesses of a thread may wait for their turn at once.
    turns: u32,
    /// Whether there are read-modify-writes.
    updates: bool,
}

impl Extent {
    /// Counts.
    ///
    /// # Errors
    /// When there is no room for the writes of all threads.
    pub(super) fn new(code: &Code, late: &DelayedAccesses, options: &Options) -> Result<Extent, TransformError> {
        let starts = || code.steps.iter_enumerated().filter(|(_, step)| matches!(step, Step::Start { .. }));
        // Then each start in the text is one thread.
        let is_simple = starts().all(|(at, _)| code.functions[at] == code.main && !code.is_in_loop(at));
        let threads = if is_simple { starts().count() as u32 + 1 } else { MANY_THREADS };
        if threads * options.bound > MOST_WRITES {
            return Err(TransformError::Unsupported(format!(
                "{} accesses of each of {threads} threads",
                options.bound
            )));
        }
        // Where writes are committed as soon as they can be, reads alone wait for their turn.
        let may_wait = |kind| match kind {
            AccessKind::Read | AccessKind::Update | AccessKind::CompareExchange => true,
            AccessKind::Write => options.model == TransformModel::Power2010,
        };
        let waiting: Vec<StepId> = code
            .steps
            .iter_enumerated()
            .filter(|(at, step)| {
                late.is_delayed(*at)
                    && !late.is_private(*at)
                    && step.access().is_some_and(|access| may_wait(access.kind))
            })
            .map(|(at, _)| at)
            .collect();
        // The text says how many accesses a thread has only where it comes to each of them once.
        let is_repeated = waiting.iter().any(|at| code.is_in_loop(*at) || code.is_called(code.functions[*at]));
        let most = |function| waiting.iter().filter(|at| code.functions[**at] == function).count() as u32;
        let turns =
            if is_repeated { options.bound } else { code.functions.iter().map(|of| most(*of)).max().unwrap_or(0) };
        let updates = code.steps.iter().any(Step::is_read_modify_write);
        Ok(Extent { threads, turns: turns.min(options.bound), updates })
    }

    /// As definitions of the output.
    pub(super) fn head(&self) -> String {
        format!(
            "#define LK_PROCESSES {}\n#define LK_TURNS {}\n#define LK_UPDATES {}\n",
            self.threads,
            self.turns,
            u8::from(self.updates)
        )
    }
}

/// The most accesses of one function that threads compete for.
pub(super) fn accesses(code: &Code, late: &DelayedAccesses) -> u32 {
    let is_listed = |(at, step): &(StepId, &Step)| step.access().is_some() && !late.is_private(*at);
    let mut counts = std::collections::BTreeMap::new();
    for (at, _) in code.steps.iter_enumerated().filter(is_listed) {
        *counts.entry(code.functions[at]).or_insert(0_u32) += 1;
    }
    counts.into_values().max().unwrap_or(0)
}
