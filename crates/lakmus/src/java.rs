//! Java litmus tests under models that look at several executions.
//!
//! ```
//! use lakmus::Session;
//! use lakmus::java::{self, Semantics, Setting};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let text = include_str!("../examples/thin-air.litmus");
//! let mut session = Session::new();
//! let test = session.test("thin-air.litmus", text)?;
//! let model = session.model("jls04", &test)?;
//! let semantics = Semantics::shipped("jls").expect("ships");
//! let report = java::check(&test, text, Setting::new(&model, &semantics))?;
//! for checked in &report.behaviours {
//!     println!("{}: {}", checked.behaviour.text, checked.verdict.word());
//! }
//! assert_eq!(report.behaviours[0].verdict.word(), "forbidden");
//! assert!(report.passes());
//! # Ok(())
//! # }
//! ```

pub use ::java::{
    Behaviour, Checked, Expectation, Explain, HappensBefore, JavaError, Justified, JustifiedStage, Report, Rules,
    Semantics, Setting, Verdict, check, explain, justify,
};
