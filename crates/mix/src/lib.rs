//! Mix testing: do compilers that implement C atomics differently still agree when their code is linked together?
//!
//! Source: L. Geeson, J. Brotherston, W. Dijkstra, A. F. Donaldson, L. Smith, T. Sorensen, J. Wickerson: *Mix Testing: Specifying and
//! Testing ABI Compatibility of C/C++ Atomics Implementations*, OOPSLA 2024. A C litmus test is [split](source_test) into pieces, each
//! a function; every [profile](Profile) compiles them; the code is [ingested](ingest), combined again in all ways, and each combination is
//! simulated under the architecture's model. An outcome that the source cannot have is a bug.
//!
//! Where this deviates from the paper's tool:
//!
//! * Profiles whose code for a piece means the same form a class, and combinations are taken of classes: nothing of size
//!   profiles^pieces is ever made (section 3.6).
//! * Pieces are compiled as functions and put together by the procedure-call standard, so that code of any compiler fits; the
//!   call itself and the return are left out (section 3.5 says why that is sound).
//! * The source is judged by RC11 without its no-thin-air axiom: RC11 forbids load buffering, which every mapping that is in use allows.

pub mod abi;
mod architecture;
mod cache;
pub mod classes;
mod compiler;
mod compose;
mod fragment;
mod herd;
pub mod ingest;
mod judge;
mod kept_outcomes;
mod language;
mod listing;
mod mapping;
mod object;
mod outcome;
pub mod pool;
mod profile;
mod run;
mod runtime_calls;
pub mod source_test;
pub mod structure;
pub mod trial;
mod whole;

pub use architecture::{Architecture, Machine};
pub use cache::CodeCache;
pub use compiler::{CodeForm, CompileError, CompilerCommand};
pub use herd::{as_herd_reads, assumption};
pub use judge::{Models, Verdict};
pub use kept_outcomes::KeptOutcomes;
pub use language::Language;
pub use mapping::{MappingTable, RowCode};
pub use outcome::Outcomes;
pub use profile::{Origin, Profile, ProfileError, discover};
pub use run::{Bug, Culprit, Options, Summary, TestResult, Unsupported, run, run_reporting};
pub use source_test::Fragments;
pub use source_test::{SourceTest, Split, Unusable};
pub use whole::{CompiledPiece, CompiledTest, whole};

relation::newtype_index! {
    /// A profile, by its place in the list.
    pub struct ProfileId("profile");
    /// A function to be compiled; pieces of different tests with the same text share one.
    pub struct FragmentId("fragment");
}
