//! The tests of the verifier, as one program: linking takes longer than compiling them.

mod checks;
mod delays;
mod programs;
mod propagating;
mod random;
mod reduction;
mod transformed;
