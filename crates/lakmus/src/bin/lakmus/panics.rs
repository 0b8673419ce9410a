//! Mistakes of our own: a panic is caught and told as an internal error; nobody gets a backtrace who has not asked for one.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};

use source::{Diagnostic, Severity};

/// What the last panic said and where.
static LAST: Mutex<Option<String>> = Mutex::new(None);

/// From now on panics are remembered instead of printed. With RUST_BACKTRACE set they are printed too.
pub(crate) fn record() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        let place = info.location().map(|place| format!(" ({}:{})", place.file(), place.line()));
        let text = format!("{}{}", said(info.payload()), place.unwrap_or_default());
        *LAST.lock().unwrap_or_else(PoisonError::into_inner) = Some(text);
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
pub(crate) fn caught<T>(what: &str, work: impl FnOnce() -> T) -> Result<T, Diagnostic> {
    // Nothing that the work has touched is looked at again after a panic, but for texts that are only ever added to.
    catch_unwind(AssertUnwindSafe(work)).map_err(|_| internal_error(&format!(" while {what}")))
}

/// The last panic of any thread as an internal error.
pub(crate) fn internal_error(circumstances: &str) -> Diagnostic {
    let last = LAST.lock().unwrap_or_else(PoisonError::into_inner).take();
    let text = last.unwrap_or_else(|| "no message".to_owned());
    Diagnostic::new(Severity::Error, "internal", format!("internal error{circumstances}: {text}"))
        .help("this is a mistake in lakmus; please report it together with the input")
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_panic_becomes_a_diagnostic_with_its_place() {
        super::record();
        let message = super::caught("testing", || panic!("number {}", 7)).unwrap_err().message;
        assert!(message.starts_with("internal error while testing: number 7 ("), "{message}");
        assert!(message.contains("panics.rs:"), "{message}");
    }
}
