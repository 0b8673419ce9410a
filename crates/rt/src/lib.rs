//! The runtime that an instrumented program links.
//!
//! Compilers that instrument for ThreadSanitizer put calls before plain accesses and in the place of atomic ones. This library
//! defines those functions, and with them the thread functions of the C library, so that it sees all that threads do to
//! each other, decides who goes next and what is read, and finds races. The memory model itself, and the choices, are in `c11`.
//!
//! | where | what |
//! | --- | --- |
//! | `abi` | the functions that programs call, thin |
//! | `runtime` | the state: threads, objects, clock; scheduling |
//! | `thread` | a thread, and what it waits for |
//! | `threads` | the life of a thread |
//! | `interrupts` | signals to threads, and requests to end them |
//! | `blocks` | blocks of the heap that the program has, or has given back |
//! | `leaks` | what the program has lost when it exits |
//! | `objects` | mutexes, condition variables, barriers, ...: their rules, without threads or memory |
//! | `openmp` | teams, worksharing constructs and tasks of OpenMP |
//! | `stacks` | call stacks as small numbers |
//! | `server` | executions by fork |
//! | `scratch` | the directory that executions find as it was |
//! | `watch` | executions that are recorded whole, or that follow a schedule |
//! | `exploring` | executions in which every choice counts |
//! | `search` | a search through all of those |
//! | `report` | what goes to the driver |
//! | `sys` | pages, system calls, contexts |
//!
//! Until the program creates its first thread nothing is tracked but the call stack and who holds which lock: there is nothing to
//! choose, no stale value to read and no other thread to race with, and all of it happens before whatever other threads do.
//!
//! **Invariants.** The runtime uses no thread-local storage (it would be the tested thread's), no standard output, no hash table
//! with random state, and no memory of the program's `malloc`. It runs on one thread at a time.
//!
//! There is a runtime for Linux with the GNU C library on x86-64 only. Elsewhere this library is empty.
#![cfg(all(target_os = "linux", target_env = "gnu", target_arch = "x86_64"))]
// The unit tests have no use for the entry points: they must not stand in for the C library of the test program.
#![cfg_attr(test, allow(dead_code, unused_imports))]

mod abi;
mod blocks;
mod exploring;
mod fibers_of_program;
mod held;
mod interrupts;
mod leaks;
mod live;
mod objects;
mod openmp;
mod report;
mod runtime;
mod scratch;
mod search;
mod server;
mod stacks;
mod sync;
mod sys;
mod thread;
mod threads;
mod watch;
mod weakening;

// The unit tests run on many threads at once, for which this allocator is not made: they keep the system's.
#[cfg(not(test))]
#[global_allocator]
static PAGES: sys::allocator::Pages = sys::allocator::Pages::new();
