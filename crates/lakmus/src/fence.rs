//! The fences that a C or C++ program needs to be sequentially consistent on relaxed memory.
//!
//! The program comes from a [`FrontEnd`]: from source files that clang compiles (with the feature `programs`, `lakmus::clang::Units`), or from LLVM IR that is
//! there as text ([`IrTexts`]). [`analyse`] finds the pairs of accesses that relaxed memory may reorder so that it shows, and where fences, dependencies or stronger
//! orders keep them in order:
//!
//! ```
//! use lakmus::fence::{self, IrTexts, Model, Options};
//!
//! # fn main() -> Result<(), fence::Error> {
//! let ir = include_str!("../examples/store-buffering.ll");
//! let mut program = IrTexts::new()
//!     .unit("store-buffering.ll", ir)
//!     .source("./store-buffering.c", include_str!("../examples/store-buffering.c"));
//! let outcome = fence::analyse(&mut program, &Options::new(Model::TSO))?;
//! assert!(!outcome.is_robust());
//! for fence in &outcome.report().fences {
//!     println!("{}:{}: a {} fence is missing", fence.position.file, fence.position.line, fence.kind);
//!     println!("  it cuts {}", fence.cycles[0]);
//! }
//! let diff = outcome.diff(&|path| path.display().to_string());
//! assert_eq!(diff.matches("\n+").count(), 2 + 1, "two fences, and the name of the file: {diff}");
//! # Ok(())
//! # }
//! ```
//!
//! [`cycle_tests`] makes litmus tests of the critical cycles and asks the simulator about them.

mod confirm;

pub use ::aeg::evidence::Evidence;
pub use ::aeg::graph::{Locks, Strategy, Unknown};
pub use ::aeg::model::{Direction, FenceKind, Model};
pub use ::aeg::rules::{Rule, Rules};
pub use ::arch::c11::Mapping;
pub use ::fence::NotUnderstood;
pub use ::fence::costs::{Costs, Profile};
pub use ::fence::front_end::{FrontEnd, IrTexts, UnitIr};
pub use ::fence::pipeline::{Error, Event, Options, Outcome, Part, Phase, Start};
pub use ::fence::report::{
    Access, Counts, Cycle, MAX_CYCLES, Memory, MissingDependency, MissingFence, NeedlessFence, Position, Report, Side,
    Unplaceable, WeakOrder,
};
pub use ::fence::source_text::{Changed, SourceText};
pub use confirm::{CycleTest, CycleTestError, CycleTests, Group, Groups, LeftOut, Made, cycle_tests, groups};

/// Finds the fences that a program needs, and analyses the program with them again where that can be compiled.
///
/// # Errors
/// When the front end gives no IR, when it is not known where the program begins, and when the program with fences does not compile.
pub fn analyse(front: &mut dyn FrontEnd, options: &Options<'_>) -> Result<Outcome, Error> {
    analyse_watched(front, options, &mut |_| {})
}

/// The same; `watch` is shown what happens: phases that are over, and warnings.
///
/// # Errors
/// As [`analyse`].
pub fn analyse_watched(
    front: &mut dyn FrontEnd,
    options: &Options<'_>,
    watch: &mut dyn FnMut(Event),
) -> Result<Outcome, Error> {
    ::fence::pipeline::analyse(front, options, watch)
}
