//! The calls that the running thread is in, as the unwinder knows them: also those of code that is not instrumented.
#![allow(unsafe_code)]

use std::hash::Hasher;

use libc::{c_int, c_void};
use rustc_hash::FxHasher;

unsafe extern "C" {
    fn _Unwind_Backtrace(step: extern "C" fn(*mut c_void, *mut c_void) -> c_int, argument: *mut c_void) -> c_int;
    fn _Unwind_GetIP(context: *mut c_void) -> usize;
    fn _Unwind_GetGR(context: *mut c_void, register: c_int) -> usize;
    fn _Unwind_GetCFA(context: *mut c_void) -> usize;
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

/// The registers that a function must preserve, as the unwinder numbers them: rbx, rbp, r12 to r15. At a call no others hold anything that the caller goes on with.
const PRESERVED: [c_int; 6] = [3, 6, 12, 13, 14, 15];

/// The state of the running thread in the frame that has called the runtime and goes on at `pc`: its registers, and its memory from the stack pointer there to the end of `stack`. None
/// where the unwinder does not find the frame.
pub(crate) fn state_at(pc: usize, stack: &std::ops::Range<usize>) -> Option<u64> {
    struct Search {
        pc: usize,
        found: Option<(u64, usize)>,
    }
    extern "C" fn step(context: *mut c_void, search: *mut c_void) -> c_int {
        const GO_ON: c_int = 0;
        const STOP: c_int = 5;
        // SAFETY: the unwinder passes its context, and the address that it was given below.
        let (search, address) = unsafe { (&mut *search.cast::<Search>(), _Unwind_GetIP(context)) };
        if address != search.pc {
            return if address == 0 { STOP } else { GO_ON };
        }
        let mut hasher = FxHasher::default();
        for register in PRESERVED {
            // SAFETY: the unwinder knows preserved registers in every frame.
            hasher.write_usize(unsafe { _Unwind_GetGR(context, register) });
        }
        // SAFETY: the context is the unwinder's. Before it goes on from a frame, this is the stack pointer in it.
        search.found = Some((hasher.finish(), unsafe { _Unwind_GetCFA(context) }));
        STOP
    }
    let mut search = Search { pc, found: None };
    // SAFETY: `step` gets the address of `search`, which outlives the call, as what it is.
    unsafe { _Unwind_Backtrace(step, (&raw mut search).cast()) };
    let (registers, pointer) = search.found?;
    if !stack.contains(&pointer) {
        return None;
    }
    let mut hasher = FxHasher::default();
    hasher.write_u64(registers);
    for at in (pointer.next_multiple_of(8)..stack.end & !7).step_by(8) {
        let at: *const u64 = std::ptr::with_exposed_provenance(at);
        // SAFETY: the memory from a stack pointer to the end of its stack is mapped, and no other thread runs.
        hasher.write_u64(unsafe { at.read_volatile() });
    }
    Some(hasher.finish())
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
