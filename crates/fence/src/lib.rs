//! Where fences go: placement as a minimum multicut, and the edits of the source that realise it.
//!
//! Source: Alglave, Kroening, Nimal, Poetzl, "Don't Sit on the Fence" (TOPLAS 2017), sections 6 and 7.1, with these differences. Every *path* between the accesses of a
//! delay must cross a fence, not only one of the places between them: rows of the integer program are paths, found as long as there is one without a fence
//! ([`placement`]). And what may be chosen are places in the source, not edges of the graph: [`regions`] are the pieces of a C text before or behind
//! which a fence can be put, [`slots`] says which edges each of them cuts, and [`rewrite`] puts it there.
//!
//! [`pipeline`] is the whole way from translation units to changed files, and [`report`] what there is to say of it. No module opens a file or runs a compiler: a
//! [`FrontEnd`](front_end::FrontEnd) does.

pub mod accesses;
pub mod analysis;
pub mod assertion;
pub mod costs;
pub mod dependencies;
pub mod diff;
pub mod front_end;
pub mod language;
pub mod macros;
mod not_understood;
pub mod pipeline;
pub mod placement;
pub mod regions;
pub mod removal;
pub mod report;
pub mod rewrite;
pub mod slots;
pub mod solve;
pub mod source_text;
mod tokens;
pub mod written_out;

pub use not_understood::NotUnderstood;
