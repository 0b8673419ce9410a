//! Abstract event graphs: which accesses of a program may be reordered such that an execution is not sequentially consistent.
//!
//! Source: Alglave, Kroening, Nimal, Poetzl, "Don't Sit on the Fence" (TOPLAS 2017), sections 4 and 5. [`graph`] builds the graph of a program, [`dependencies`] finds
//! what is ordered by dependencies, [`walk`] follows program order and what it crosses, [`delays`] finds the pairs on critical cycles, and
//! [`model`] says what each memory model relaxes.
//!
//! Everything over-approximates, so a program without delays has only sequentially consistent executions: under the assumption of the paper that the compiler
//! translates access by access, and that library functions are what [`cprog::library`] says.

mod between;
pub mod bits;
pub mod delays;
pub mod dependencies;
pub mod evidence;
pub mod exclusion;
pub mod graph;
pub mod locks;
pub mod model;
mod once;
mod reachability;
mod registers;
pub mod rules;
pub mod walk;
