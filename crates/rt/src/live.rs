//! The model of an execution that has several threads.

use c11::{Execution, Race, Rules, Strategy, StrategyKind};

/// The model and the choices.
pub(crate) struct Live {
    pub(crate) execution: Execution,
    pub(crate) strategy: Box<dyn Strategy>,
    /// How many races have been reported.
    reported: usize,
}

impl Live {
    /// An execution in which only the main thread has done anything.
    pub(crate) fn new(kind: StrategyKind, rules: Rules) -> Live {
        Live { execution: Execution::with_rules(rules), strategy: kind.build(), reported: 0 }
    }

    /// Whether there are races that have not been reported.
    #[inline]
    pub(crate) fn has_new_races(&self) -> bool {
        self.execution.races().len() > self.reported
    }

    /// Those races.
    pub(crate) fn take_new_races(&mut self) -> Vec<Race> {
        let new = self.execution.races()[self.reported..].to_vec();
        self.reported = self.execution.races().len();
        new
    }
}
