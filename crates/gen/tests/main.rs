//! The tests of the generator, as one program: linking takes longer than compiling them.

mod distinguish;
mod reference;
mod simulated;
mod space;
