//! The tests of languages, as one program: linking takes longer than compiling them.

mod corpus;
mod x86_64_hashes;
