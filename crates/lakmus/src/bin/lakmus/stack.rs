//! A deep stack for what recurses as deep as its input is nested or long: evaluators and expressions.

use std::panic::{AssertUnwindSafe, catch_unwind};

use source::{Diagnostic, Severity};

use crate::panics;

/// How much stack a thread gets that works on tests. (Address space; memory is taken as it is used.)
pub(crate) const STACK: usize = 256 << 20;

/// Whether the work of a command begins other programs, which would inherit how deep a stack may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Children {
    None,
    Some,
}

/// Does `work` on a deep stack: that of the calling thread, which is the first of the process, or of a thread of its own.
///
/// The first thread is preferred because a second one makes every allocation of the C library take locks, in an arena that grows by
/// a system call a page or two: a batch of small C tests takes 5 % less without it, one small test a seventh less.
///
/// # Errors
/// When the work panics, or a thread is needed and not to be had.
pub(crate) fn on_deep_stack<T: Send>(children: Children, work: impl FnOnce() -> T + Send) -> Result<T, Diagnostic> {
    if children == Children::None && has_deepened() {
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
/// Linux looks at the limit when that stack grows, not when the process starts, and keeps the room below it free: at least 128 MiB, with
/// addresses at random far more.
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
