//! A deep stack for what recurses as deep as its input is nested or long: parsers, evaluators, expressions.

use std::panic::{AssertUnwindSafe, catch_unwind};

use source::{Diagnostic, Severity};

use crate::panics;

/// How much stack a thread gets that works on tests.
pub(crate) const STACK: usize = 256 << 20;

/// Does `work` on a deep stack: that of the calling thread, which is the first of the process, or of a thread of its own.
/// `begins_programs` says whether the work begins other programs; they would inherit how deep a stack may be.
///
/// # Errors
/// When the work panics, or a thread is needed and not to be had.
pub(crate) fn on_deep_stack<T: Send>(begins_programs: bool, work: impl FnOnce() -> T + Send) -> Result<T, Diagnostic> {
    if !begins_programs && has_deepened() {
        return catch_unwind(AssertUnwindSafe(work)).map_err(|_| panics::uncaught());
    }
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let worker = worker.map_err(|error| {
            Diagnostic::new(Severity::Error, "no-thread", format!("cannot start a thread: {error}"))
        })?;
        worker.join().map_err(|_| panics::uncaught())
    })
}

/// Lets the first thread's stack grow as deep as the others', if the system does that.
///
/// Linux looks at the limit when that stack grows, not when the process starts, and keeps the room below it free: at least 128 MiB, with addresses
/// at random far more. A thread would do as well, but takes a short run a seventh of its time.
#[cfg(target_os = "linux")]
fn has_deepened() -> bool {
    use nix::sys::resource::{Resource, getrlimit, setrlimit};

    let wanted = STACK as u64;
    let Ok((now, most)) = getrlimit(Resource::RLIMIT_STACK) else { return false };
    now >= wanted || most >= wanted && setrlimit(Resource::RLIMIT_STACK, wanted, most).is_ok()
}

#[cfg(not(target_os = "linux"))]
fn has_deepened() -> bool {
    false
}
