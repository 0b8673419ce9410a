//! The tests of the machine, as one program: linking takes longer than compiling them.

mod pruning;
mod races;
