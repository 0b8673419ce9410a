//! The functions that programs call.
//!
//! They are thin: each enters the runtime, says what is about to happen, and does it. A call that does not come from the program's
//! code on the thread whose turn it is (see [`cell`](crate::sys::cell)) does what the real function does and nothing else.
//!
//! An entry that needs to know where it was called from is a stub of two instructions ([`entry`]): it puts the return address into
//! the register of the next argument and jumps on.

mod annotations;
mod assembly;
mod atomics;
mod c11_threads;
mod conditions;
mod credentials;
mod descriptors;
mod futex;
mod guards;
mod libatomic;
mod locks;
mod malloc;
mod mappings;
mod membarrier;
mod memory;
mod mutexes;
mod openmp;
mod operator_new;
mod plain;
mod printf;
mod processes;
mod pthread;
mod semaphores;
mod signals;
mod strings;
mod time;
pub(crate) mod tsan;
mod unmodelled;
mod wide;
mod word;

/// Exports a function under this name that calls `$target` with the same arguments and, in `$register`, the return address.
///
/// `$register` is that of the argument after the last: rdi, rsi, rdx, rcx, r8, r9 in this order, two for a `u128`.
macro_rules! entry {
    ($register:ident: $($name:ident($($type:ty),*) $(-> $result:ty)? => $target:path;)*) => {$(
        // SAFETY: the name is that of a function that programs expect to be called in this way.
        #[cfg_attr(not(test), unsafe(no_mangle))]
        #[unsafe(naked)]
        extern "C-unwind" fn $name($(_: $type),*) $(-> $result)? {
            std::arch::naked_asm!(
                concat!("mov ", stringify!($register), ", [rsp]"),
                "jmp {target}",
                target = sym $target,
            )
        }
    )*};
}

pub(crate) use entry;
