//! The tests of the Java models, as one program: linking takes longer than compiling them.

mod common;
mod corpus;
mod harness;
#[cfg(feature = "jcstress")]
mod jcstress;
mod mrd;
mod needed;
mod objects;
mod oracle;
mod others;
mod rules;
mod schemes;
#[cfg(feature = "jcstress")]
mod suite;
mod verdicts;
