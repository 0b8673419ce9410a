//! The tests of the simulator, as one program: linking takes longer than compiling them.

mod addresses;
mod beyond_the_reference;
mod differences;
mod engines_agree;
mod mixed_sizes;
mod searches;
mod shipped_models;
mod waits;
