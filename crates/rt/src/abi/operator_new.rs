//! `operator new` and `operator delete` of allocators that bring their own.
//!
//! Those of the C++ library call `malloc` and `free`, which see to everything. An allocator's own do not, so their blocks are seen to here.
#![allow(unsafe_code, non_snake_case)]

use libc::{c_void, size_t};

use super::entry;
use super::malloc::{give_to_allocator, is_freed, is_new};
use crate::blocks::Fate;
use crate::sys::cell::enter;
use crate::sys::heap::{Block, is_of_allocator};
use crate::sys::next::real;

/// Whether the function behind ours is the allocator's. Asked once for each: the answer comes from the dynamic linker, which looks through its tables of symbols.
macro_rules! is_own {
    ($name:ident) => {{
        static NEXT: crate::sys::next::Next = crate::sys::next::Next::new(crate::sys::next::name!(stringify!($name)));
        static IS_OWN: std::sync::OnceLock<bool> = std::sync::OnceLock::new();
        *IS_OWN.get_or_init(|| is_of_allocator(NEXT.address()))
    }};
}

/// A block is given back. Gives whether the allocator is to get it.
fn pass_on(block: Block, pc: usize) -> bool {
    match is_freed(block, pc) {
        Fate::Refused => false,
        Fate::Passed => true,
        Fate::Kept(given) => {
            give_to_allocator(&given);
            if let Some(mut entered) = enter() {
                entered.runtime().blocks.pass_on(block.addr());
            }
            true
        }
    }
}

type Tag = *const c_void;

// SAFETY (for the blocks in these macros): names and signatures are those of the Itanium C++ ABI; the real functions get what the program gave.
macro_rules! new {
    ($register:ident: $($name:ident($($argument:ident: $type:ty),*) as $inner:ident;)*) => {$(
        entry! { $register:
            $name(size_t $(, $type)*) -> Block => $inner;
        }
        extern "C-unwind" fn $inner(size: size_t, $($argument: $type,)* pc: usize) -> Block {
            let block = unsafe { real!(fn $name(size_t $(, $type)*) -> Block)(size $(, $argument)*) };
            if is_own!($name) { is_new(block, size, pc) } else { block }
        }
    )*};
}

macro_rules! delete {
    ($register:ident: $($name:ident($($argument:ident: $type:ty),*) as $inner:ident;)*) => {$(
        entry! { $register:
            $name(Block $(, $type)*) => $inner;
        }
        extern "C-unwind" fn $inner(block: Block, $($argument: $type,)* pc: usize) {
            // What is kept is given back all the same: the allocator alone knows how.
            if !block.is_null() && is_own!($name) && !pass_on(block, pc) {
                return;
            }
            unsafe { real!(fn $name(Block $(, $type)*))(block $(, $argument)*) }
        }
    )*};
}

new! { rsi:
    _Znwm() as new_one;
    _Znam() as new_array;
}
new! { rdx:
    _ZnwmRKSt9nothrow_t(tag: Tag) as new_one_or_null;
    _ZnamRKSt9nothrow_t(tag: Tag) as new_array_or_null;
    _ZnwmSt11align_val_t(alignment: size_t) as new_one_aligned;
    _ZnamSt11align_val_t(alignment: size_t) as new_array_aligned;
}
new! { rcx:
    _ZnwmSt11align_val_tRKSt9nothrow_t(alignment: size_t, tag: Tag) as new_one_aligned_or_null;
    _ZnamSt11align_val_tRKSt9nothrow_t(alignment: size_t, tag: Tag) as new_array_aligned_or_null;
}
delete! { rsi:
    _ZdlPv() as delete_one;
    _ZdaPv() as delete_array;
}
delete! { rdx:
    _ZdlPvm(size: size_t) as delete_one_sized;
    _ZdaPvm(size: size_t) as delete_array_sized;
    _ZdlPvRKSt9nothrow_t(tag: Tag) as delete_one_quietly;
    _ZdaPvRKSt9nothrow_t(tag: Tag) as delete_array_quietly;
    _ZdlPvSt11align_val_t(alignment: size_t) as delete_one_aligned;
    _ZdaPvSt11align_val_t(alignment: size_t) as delete_array_aligned;
}
delete! { rcx:
    _ZdlPvmSt11align_val_t(size: size_t, alignment: size_t) as delete_one_sized_aligned;
    _ZdaPvmSt11align_val_t(size: size_t, alignment: size_t) as delete_array_sized_aligned;
    _ZdlPvSt11align_val_tRKSt9nothrow_t(alignment: size_t, tag: Tag) as delete_one_aligned_quietly;
    _ZdaPvSt11align_val_tRKSt9nothrow_t(alignment: size_t, tag: Tag) as delete_array_aligned_quietly;
}
