//! Mistakes of our own: a panic is caught and reported as an internal error, with a backtrace only if RUST_BACKTRACE asks for one.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::ThreadId;

use source::{Diagnostic, Severity};

/// What the last panic of each thread said and where, until it is reported.
static LAST: Mutex<Vec<(ThreadId, String)>> = Mutex::new(Vec::new());

fn last() -> MutexGuard<'static, Vec<(ThreadId, String)>> {
    LAST.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From now on panics are remembered instead of printed. With RUST_BACKTRACE set they are printed too.
pub(crate) fn record() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        let place = info.location().map(|place| format!(" ({}:{})", place.file(), place.line()));
        let text = format!("{}{}", said(info.payload()), place.unwrap_or_default());
        last().push((std::thread::current().id(), text));
        if std::env::var_os("RUST_BACKTRACE").is_some_and(|value| value != "0") {
            usual(info);
        }
    }));
}

fn said(payload: &dyn Any) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}

/// Does `work`; a panic in it becomes a diagnostic. `what` says what was going on: `running FILE`.
pub(crate) fn caught<T>(what: impl FnOnce() -> String, work: impl FnOnce() -> T) -> Result<T, Diagnostic> {
    // Nothing that the work has touched is looked at again after a panic, but for texts that are only ever added to.
    catch_unwind(AssertUnwindSafe(work)).map_err(|_| {
        let this = std::thread::current().id();
        let mut said = None;
        last().retain_mut(|(thread, text)| {
            if *thread == this {
                said = Some(std::mem::take(text));
            }
            *thread != this
        });
        internal_error(&format!(" while {}", what()), said)
    })
}

/// The last panic of any thread as an internal error.
pub(crate) fn uncaught() -> Diagnostic {
    internal_error("", last().pop().map(|(_, text)| text))
}

fn internal_error(circumstances: &str, said: Option<String>) -> Diagnostic {
    let text = said.unwrap_or_else(|| "no message".to_owned());
    Diagnostic::new(Severity::Error, "internal", format!("internal error{circumstances}: {text}"))
        .help("this is a mistake in lakmus; please report it together with the input")
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_panic_becomes_a_diagnostic_with_its_place() {
        super::record();
        let message = super::caught(|| "testing".to_owned(), || panic!("number {}", 7)).unwrap_err().message;
        assert!(message.starts_with("internal error while testing: number 7 ("), "{message}");
        assert!(message.contains("panics.rs:"), "{message}");
        assert_ne!(super::last().last().map(|(thread, _)| *thread), Some(std::thread::current().id()));
    }

    #[test]
    fn each_thread_has_its_own() {
        super::record();
        let barrier = std::sync::Barrier::new(4);
        let fail = |number| {
            let fail = || {
                barrier.wait();
                panic!("number {number}")
            };
            let said = super::caught(|| "testing".to_owned(), || -> () { fail() }).unwrap_err().message;
            assert!(said.contains(&format!("number {number} (")), "{said}");
        };
        std::thread::scope(|scope| (0..4).for_each(|number| drop(scope.spawn(move || fail(number)))));
    }
}
