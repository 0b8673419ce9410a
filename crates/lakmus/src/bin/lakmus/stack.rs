//! A deep stack for what recurses as deep as its input is nested or long: evaluators and expressions.

use source::{Diagnostic, Severity};

use crate::panics;

/// How much stack a thread gets that works on tests. (Address space; memory is taken as it is used.)
pub(crate) const STACK: usize = 256 << 20;

/// Does `work` on a thread with a deep stack.
///
/// # Errors
/// When the work panics, or no thread is to be had.
pub(crate) fn on_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, Diagnostic> {
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let worker = worker.map_err(|error| {
            Diagnostic::new(Severity::Error, "no-thread", format!("cannot start a thread: {error}"))
        })?;
        worker.join().map_err(|_| panics::uncaught())
    })
}
