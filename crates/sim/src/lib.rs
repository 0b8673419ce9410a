//! A litmus test and a model to outcomes: the simulator.
//!
//! [`Test::load`] reads a test, [`Model::load`] a model, and [`simulate`] runs the one under the other and gives a
//! [`Report`]: everything that a block of herd's log says. [`log`](mod@log) prints, reads and compares logs.
//!
//! [`Simulation::executions`] goes through the candidate executions one by one; [`Simulation::why`] says why an outcome is forbidden.
//!
//! What a cat model can see of a candidate execution is declared in one place, the module `vocabulary`.

mod bell;
mod coherence;
mod deciding;
mod describe;
mod equal_paths;
mod error;
mod execution_event;
mod executions;
mod explanation;
mod final_state;
mod free_values;
mod judge;
mod last_values;
pub mod log;
mod model;
mod no_execution;
mod outcome_counts;
mod outlook;
mod renaming;
mod report;
mod run;
mod settled;
mod shares;
mod simulate;
mod size;
pub mod symbolic;
mod symmetry;
mod test;
mod variants;
mod vocabulary;
mod waits;
mod walk;

pub use bell::lisa_with_bell;
pub use cat::{Clause, ClauseKind, Evidence, Label, Shown, Step};
pub use describe::{Describer, Picture, Pictured, Sentence};
pub use error::RunError;
pub use execution_event::{EventKind, ExecutionEvent};
pub use executions::{Execution, Executions, Selection, Violation};
pub use explanation::{Budget, Explanation, Why};
pub use model::{Model, common_mistakes};
pub use outcome_counts::{OutcomeCount, OutcomeCounts};
pub use report::{ConditionKind, Observation, Report, Verdict};
pub use settled::{Settled, Solver};
pub use shares::{Partial, Shares};
pub use simulate::{Engine, Goal, Options, Simulation, simulate};
pub use test::{Test, kernel_macros, language_of_parsed};
pub use variants::{VariantStanding, nearest_variant, of as variants_of, variant_standing};
pub use vocabulary::{StructureWords, vocabulary, word_meaning};
pub use waits::Turns;
