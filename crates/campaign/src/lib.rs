//! Campaigns: many tests planned once, run in pieces on one machine or many, and their results in one file.
//!
//! A campaign is a directory. [`Planner`] writes a [`Manifest`] and shards of units into it, once; nothing of that changes afterwards. A *unit* is one question (a test under a
//! model) and has an [`Identity`] of all that decides its answer; a *shard* is a file of units that take some minutes together. [`run_shard`] answers a shard in a process of
//! its own, which is ended and started again behind a unit that it does not survive, and puts the results in place in one step. [`Store`] brings the results of all shards
//! together in one SQLite file.
//!
//! **What holds at any time**, whichever process was killed, and however many run the same shard:
//! * A result file that is in place is whole: it was written beside its place, synchronised and renamed.
//! * A shard with no result file can be run, again or twice at once: what comes of it is the same.
//! * The store takes each shard in one transaction and each result once, by its identity.
//!
//! The crate knows no tests, models or verdicts. What a unit is and what comes of it are texts to it; the command line reads tests and answers units.

mod control;
mod definition;
mod diff;
mod error;
mod export;
mod layout;
mod manifest;
mod outcome;
mod parallel;
mod plan;
mod queries;
mod report;
mod results;
mod run;
mod shard;
mod slurm;
mod states;
mod status;
mod store;
mod supervisor;

pub use control::{cancel, is_cancelled, take_up_again};
pub use definition::{
    Definition, Executions, ExpectedLogs, Generator, Goal, KindName, Program, Seeds, Setting, ShardSize, UnitOptions,
};
pub use diff::{Change, Changes, diff};
pub use error::Error;
pub use export::CsvError;
pub use identity::Identity;
pub use layout::Layout;
pub use manifest::{Manifest, ModelEntry, ShardEntry};
pub use outcome::{OutcomeKind, UnitOutcome, push_json, push_json_list};
pub use parallel::parallel_lines;
pub use plan::{Division, Earlier, PlannedTest, PlannedUnit, Planner, plan_again};
pub use queries::{QUERIES, Query, Table};
pub use report::{CaseRow, PageParts, ShownTest, html};
pub use run::{Progress, RunEnd, run_missing};
pub use shard::{Entry, ExpectedResult, ShardReader, UnitRef};
pub use slurm::{SlurmJob, SlurmOptions, record_jobs, recorded_jobs};
pub use states::push_states;
pub use status::Status;
pub use store::{Merged, Store};
pub use supervisor::{ShardEnd, WorkerCommand, run_shard};
