//! User and group ids.
//!
//! The kernel keeps them for each of its threads. So the C library has every thread change its own, on a signal; with fibers all of them would be
//! the one that runs the program, which answers for itself only. There it is enough that this one changes its own: real threads that have lent
//! their stacks run no code of the program.
#![allow(unsafe_code)]

use libc::{c_int, gid_t, size_t, uid_t};

use crate::sys::cell::enter;
use crate::sys::next::real;
use crate::sys::syscall::raw;

/// Whether all threads of the program run on one kernel thread, and there are several.
fn is_shared() -> bool {
    enter().is_some_and(|mut entered| {
        let runtime = entered.runtime();
        runtime.live.is_some() && runtime.carrier.uses_one_kernel_thread()
    })
}

/// `-1`: this id stays as it is.
const SAME: usize = u32::MAX as usize;

// SAFETY (for the blocks in this macro): the name and signature are those of the real function, which gets what the program gave; so does the
// system call that it makes.
macro_rules! credentials {
    ($($name:ident($($argument:ident: $type:ty),*) => $number:ident[$($value:expr),*];)*) => {$(
        #[cfg_attr(not(test), unsafe(no_mangle))]
        extern "C-unwind" fn $name($($argument: $type),*) -> c_int {
            if !is_shared() {
                return unsafe { real!(fn $name($($type),*) -> c_int)($($argument),*) };
            }
            let mut arguments = [0; 6];
            for (argument, value) in arguments.iter_mut().zip([$($value),*]) {
                *argument = value;
            }
            let result = unsafe { raw(libc::$number, arguments) };
            if result < 0 {
                unsafe { *libc::__errno_location() = -result as c_int };
                return -1;
            }
            0
        }
    )*};
}

credentials! {
    setuid(id: uid_t) => SYS_setuid[id as usize];
    setgid(id: gid_t) => SYS_setgid[id as usize];
    seteuid(effective: uid_t) => SYS_setresuid[SAME, effective as usize, SAME];
    setegid(effective: gid_t) => SYS_setresgid[SAME, effective as usize, SAME];
    setreuid(real: uid_t, effective: uid_t) => SYS_setreuid[real as usize, effective as usize];
    setregid(real: gid_t, effective: gid_t) => SYS_setregid[real as usize, effective as usize];
    setresuid(real: uid_t, effective: uid_t, saved: uid_t) => SYS_setresuid[real as usize, effective as usize, saved as usize];
    setresgid(real: gid_t, effective: gid_t, saved: gid_t) => SYS_setresgid[real as usize, effective as usize, saved as usize];
    setgroups(count: size_t, groups: *const gid_t) => SYS_setgroups[count, groups.addr()];
}
