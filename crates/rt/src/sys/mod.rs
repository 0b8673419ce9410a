//! What touches the machine: memory from the kernel, system calls, contexts of threads, and the one global cell.
//!
//! With `abi`, this is where the workspace has its unsafe code.

pub(crate) mod allocator;
pub(crate) mod arena;
pub(crate) mod baton;
pub(crate) mod carrier;
pub(crate) mod cell;
pub(crate) mod fibers;
pub(crate) mod heap;
pub(crate) mod inherited;
pub(crate) mod memory;
pub(crate) mod next;
pub(crate) mod outside;
pub(crate) mod prepared;
pub(crate) mod process;
pub(crate) mod search;
pub(crate) mod signals;
pub(crate) mod switch;
pub(crate) mod syscall;
pub(crate) mod threads;
pub(crate) mod unwind;
pub(crate) mod user_strategy;
