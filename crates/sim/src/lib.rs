//! A litmus test and a model to outcomes: the simulator.
//!
//! [`Test::load`] reads a test, [`Model::load`] a model, and [`simulate`] runs the one under the other and gives a
//! [`Report`]: everything that a block of herd's log says. [`log`](mod@log) prints, reads and compares logs.
//!
//! What a cat model can see of a candidate execution is declared in one place, the module `vocabulary`.

mod final_state;
mod judge;
pub mod log;
mod model;
mod report;
mod run;
mod shares;
mod simulate;
mod size;
mod test;
mod variants;
mod vocabulary;

pub use model::Model;
pub use report::{Kind, Observation, Report, Verdict};
pub use shares::{Partial, Shares};
pub use simulate::{Engine, Options, RunError, Simulation, simulate};
pub use test::Test;
