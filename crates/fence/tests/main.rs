//! The tests of the placement of fences, as one program: linking takes longer than compiling them.

mod figures;
mod macros;
mod programs;
mod random;
mod rewritten;
mod upgrades;
