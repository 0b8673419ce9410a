//! The tests of the envelope of tests, as one program: linking takes longer than compiling them.

mod corpus;
mod diagnostics;
mod hash;
mod lowering;
mod reading;
mod round_trip;
mod toy;
