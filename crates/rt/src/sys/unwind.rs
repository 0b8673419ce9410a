//! The calls that the running thread is in, as the unwinder knows them: also those of code that is not instrumented.
#![allow(unsafe_code)]

use libc::{c_int, c_void};

unsafe extern "C" {
    fn _Unwind_Backtrace(step: extern "C" fn(*mut c_void, *mut c_void) -> c_int, argument: *mut c_void) -> c_int;
    fn _Unwind_GetIP(context: *mut c_void) -> usize;
}

/// Visits the addresses of the calls, innermost first, until `visit` says false or there are no more. Begins in this function.
pub(crate) fn calls<Visit: FnMut(usize) -> bool>(mut visit: Visit) {
    extern "C" fn step<Visit: FnMut(usize) -> bool>(context: *mut c_void, visit: *mut c_void) -> c_int {
        const GO_ON: c_int = 0;
        const STOP: c_int = 5;
        // SAFETY: the unwinder passes its context, and the address that it was given below.
        let (visit, address) = unsafe { (&mut *visit.cast::<Visit>(), _Unwind_GetIP(context)) };
        if address != 0 && visit(address) { GO_ON } else { STOP }
    }
    // SAFETY: `step` gets the address of `visit`, which outlives the call, as what it is.
    unsafe { _Unwind_Backtrace(step::<Visit>, (&raw mut visit).cast()) };
}

/// Whether the loader is among the callers: it runs the constructors of libraries.
pub(crate) fn is_loading() -> bool {
    // SAFETY: only looks at the process's auxiliary vector.
    let loader = unsafe { libc::getauxval(libc::AT_BASE) } as usize;
    let mut is_loading = false;
    calls(|address| {
        // SAFETY: the result goes to a live variable, of which all bytes may be zero.
        let base = unsafe {
            let mut found: libc::Dl_info = std::mem::zeroed();
            libc::dladdr(std::ptr::without_provenance(address), &mut found);
            found.dli_fbase.addr()
        };
        is_loading = base != 0 && base == loader;
        !is_loading
    });
    is_loading
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_visited_until_enough_and_none_is_the_loaders() {
        let mut count = 0;
        calls(|_| {
            count += 1;
            count < 3
        });
        assert_eq!(count, 3);
        assert!(!is_loading());
    }
}
