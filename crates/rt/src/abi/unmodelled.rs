//! Functions whose effects on other threads are not modelled: they do what they always do, and the report says so once.
//!
//! While one of them waits for something outside the program, all threads wait.
#![allow(unsafe_code)]

use libc::{c_int, c_void};

use crate::sys::cell::enter;
use crate::sys::next::real;

fn report(name: &'static str) {
    if let Some(mut entered) = enter() {
        let runtime = entered.runtime();
        if runtime.threads.len() > 1 {
            runtime.reporter.unmodelled(name);
        }
    }
}

// SAFETY (for the blocks in this macro): the name and signature are those of the real function, which gets what the program gave.
macro_rules! unmodelled {
    ($($name:ident($($argument:ident: $type:ty),*) -> $result:ty;)*) => {$(
        #[cfg_attr(not(test), unsafe(no_mangle))]
        extern "C-unwind" fn $name($($argument: $type),*) -> $result {
            report(stringify!($name));
            unsafe { real!(fn $name($($type),*) -> $result)($($argument),*) }
        }
    )*};
}

unmodelled! {
    timer_create(clock: libc::clockid_t, event: *mut c_void, timer: *mut c_void) -> c_int;
}
