//! Results as data: the objects that the command prints with `--json`, to be serialised in any form. `docs/json.md` describes their fields, which may grow in number and do
//! not change.
//!
//! A record is made from a result and says nothing that the result does not:
//!
//! ```
//! use lakmus::{Session, record::ResultRecord, sim::Options};
//!
//! # fn main() -> Result<(), lakmus::Error> {
//! let mut session = Session::new();
//! let test = session.test("SB.litmus", include_str!("../examples/SB.litmus"))?;
//! let model = session.model("sc", &test)?;
//! let report = session.simulate(&test, &model, &Options::default())?;
//! let data = serde_json::to_value(ResultRecord::new(&report)).expect("strings and numbers");
//! assert_eq!((&data["observation"], &data["states"][0]["0:r0"]), (&"never".into(), &"0".into()));
//! # Ok(())
//! # }
//! ```

mod diagnostic;
mod drawing;
mod execution;
#[cfg(feature = "fence")]
mod fence;
#[cfg(feature = "java")]
mod java;
#[cfg(feature = "logs")]
mod logs;
#[cfg(feature = "mix")]
mod mix;
mod result;
#[cfg(feature = "verify")]
mod verify;

pub use diagnostic::{DiagnosticRecord, PlaceRecord};
pub use drawing::DrawingRecord;
pub use execution::{ExecutionRecord, ExplanationRecord};
#[cfg(feature = "fence")]
pub use fence::FenceRecord;
#[cfg(feature = "java")]
pub use java::JavaRecord;
#[cfg(feature = "logs")]
pub use logs::{BlockRecord, ComparisonRecord};
#[cfg(feature = "mix")]
pub use mix::{BugRecord, MixRecord, member_name, outcome};
pub use result::ResultRecord;
#[cfg(feature = "verify")]
pub use verify::{AtomicsRecord, DelayRecord, ProgramRecord, ProgramStepRecord, StepRecord, VerifyRecord, looked_for};
