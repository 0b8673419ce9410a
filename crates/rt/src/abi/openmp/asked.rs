//! What programs ask of OpenMP (`omp.h`). LLVM's library has functions of the same names, which do what they do by functions that are seen.
#![allow(unsafe_code, non_snake_case)]

use std::sync::OnceLock;

use libc::{c_int, c_uint};

use super::super::time;
use super::loops::of_word;
use super::{default_threads, most_threads, note};
use crate::objects::MutexKind;
use crate::sync::{self, Call, Patience};
use crate::sys::cell::{Entered, enter};
use crate::sys::next::{Next, name, real};

/// Whether the program has LLVM's library, which does what it does by functions that are seen.
fn is_llvm() -> bool {
    static IS_LLVM: OnceLock<bool> = OnceLock::new();
    static ITS_OWN: Next = Next::new(name!("__kmpc_fork_call"));
    *IS_LLVM.get_or_init(|| !ITS_OWN.address().is_null())
}

/// What to ask of the runtime, unless the program has the other library.
fn ours() -> Option<Entered> {
    if is_llvm() { None } else { enter() }
}

// SAFETY (for the blocks in this macro): the name and signature are those of the real function, which gets what the program gave.
macro_rules! asked {
    ($($name:ident($($argument:ident: $type:ty),*) $(-> $result:ty)? as $run:expr;)*) => {$(
        #[cfg_attr(not(test), unsafe(no_mangle))]
        extern "C-unwind" fn $name($($argument: $type),*) $(-> $result)? {
            match ours() {
                Some(entered) => ($run)(entered),
                None => unsafe { real!(fn $name($($type),*) $(-> $result)?)($($argument),*) },
            }
        }
    )*};
}

type Lock = *mut c_int;

asked! {
    omp_get_thread_num() -> c_int as |mut entered: Entered| entered.runtime().team_size().1 as c_int;
    omp_get_num_threads() -> c_int as |mut entered: Entered| entered.runtime().team_size().0 as c_int;
    omp_get_max_threads() -> c_int as |mut entered: Entered| most_threads(&mut entered) as c_int;
    omp_get_num_procs() -> c_int as |_: Entered| default_threads() as c_int;
    omp_in_parallel() -> c_int as |mut entered: Entered| c_int::from(entered.runtime().levels().1 > 0);
    omp_get_level() -> c_int as |mut entered: Entered| entered.runtime().levels().0 as c_int;
    omp_get_active_level() -> c_int as |mut entered: Entered| entered.runtime().levels().1 as c_int;
    omp_set_num_threads(count: c_int) as |mut entered: Entered| {
        entered.runtime().openmp.wanted = usize::try_from(count).ok().filter(|count| *count > 0);
    };
    omp_set_schedule(kind: c_int, chunk: c_int) as |mut entered: Entered| {
        entered.runtime().openmp.schedule = Some(of_word(kind.into(), chunk.into()));
    };
    omp_init_lock(lock: Lock) as |mut entered: Entered| sync::reset_mutex(&mut entered, Call::new(lock.addr(), 0), false);
    omp_destroy_lock(lock: Lock) as |mut entered: Entered| sync::reset_mutex(&mut entered, Call::new(lock.addr(), 0), true);
    omp_set_lock(lock: Lock) as |mut entered: Entered| {
        sync::lock(&mut entered, Call::new(lock.addr(), 0), MutexKind::Normal, Patience::Forever);
    };
    omp_unset_lock(lock: Lock) as |mut entered: Entered| {
        sync::unlock(&mut entered, Call::new(lock.addr(), 0), MutexKind::Normal);
    };
    omp_test_lock(lock: Lock) -> c_int as |mut entered: Entered| {
        let result = sync::lock(&mut entered, Call::new(lock.addr(), 0), MutexKind::Normal, Patience::Try);
        c_int::from(result == 0)
    };
    omp_init_nest_lock(lock: Lock) as |mut entered: Entered| sync::reset_mutex(&mut entered, Call::new(lock.addr(), 0), false);
    omp_destroy_nest_lock(lock: Lock) as |mut entered: Entered| sync::reset_mutex(&mut entered, Call::new(lock.addr(), 0), true);
    omp_set_nest_lock(lock: Lock) as |mut entered: Entered| {
        sync::lock(&mut entered, Call::new(lock.addr(), 0), MutexKind::Recursive, Patience::Forever);
    };
    omp_unset_nest_lock(lock: Lock) as |mut entered: Entered| {
        sync::unlock(&mut entered, Call::new(lock.addr(), 0), MutexKind::Recursive);
    };
    omp_test_nest_lock(lock: Lock) -> c_int as |mut entered: Entered| {
        let result = sync::lock(&mut entered, Call::new(lock.addr(), 0), MutexKind::Recursive, Patience::Try);
        if result == 0 { entered.runtime().objects.mutexes.get(&lock.addr()).map_or(0, |it| it.depth() as c_int) } else { 0 }
    };
    omp_get_wtime() -> f64 as |entered: Entered| time::seconds(entered);
}

// What is meant for other devices, and leagues of teams: the library does that here, as if there were none of either.

type Data = *mut libc::c_void;

// SAFETY (for the blocks in this macro): the name and signature are those of the real function, which gets what the program gave.
macro_rules! left_to_the_library {
    ($($name:ident($($argument:ident: $type:ty),*) -> $result:ty, $what:literal;)*) => {$(
        #[cfg_attr(not(test), unsafe(no_mangle))]
        extern "C-unwind" fn $name($($argument: $type),*) -> $result {
            note($what);
            unsafe { real!(fn $name($($type),*) -> $result)($($argument),*) }
        }
    )*};
}

left_to_the_library! {
    GOMP_target_ext(device: c_int, function: Data, count: usize, addresses: Data, sizes: Data, kinds: Data, flags: c_uint, depend: Data, arguments: Data) -> (), "target regions";
    GOMP_teams(teams: c_uint, limit: c_uint) -> (), "teams";
    GOMP_teams4(least: c_uint, most: c_uint, limit: c_uint, is_first: bool) -> bool, "teams";
    GOMP_teams_reg(function: Data, data: Data, teams: c_uint, limit: c_uint, flags: c_uint) -> (), "teams";
}
