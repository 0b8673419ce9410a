//! What `lakmus verify --engine bmc --json` prints: one object a test or program.

use lakmus::record::{AtomicsRecord, ProgramStepRecord, StepRecord};
use serde::Serialize;

/// What `lakmus verify --engine bmc --json` prints of a program.
#[derive(Serialize)]
pub(super) struct BoundedProgramRecord<'a> {
    pub(super) program: &'a str,
    pub(super) model: &'a str,
    pub(super) engine: &'static str,
    /// `holds`, `violated` or `unknown`.
    pub(super) verdict: &'static str,
    /// Why it is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reason: Option<String>,
    /// What is wrong, and where.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) violation: Option<String>,
    /// The accesses and fences of the violation, thread by thread.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) trace: Vec<ProgramStepRecord>,
    /// The flags that the model raises in some execution.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    pub(super) flags: &'a [String],
    /// Whether no loop has more turns in any execution.
    pub(super) complete: bool,
    /// How many turns of loops were looked at.
    pub(super) turns: u32,
    /// What atomic operations were taken for, and the verdict by each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) atomics: Vec<AtomicsRecord>,
    pub(super) looked_for: Vec<&'static str>,
    pub(super) not_looked_for: Vec<&'static str>,
    /// Events of all threads together.
    pub(super) events: usize,
    pub(super) variables: usize,
    pub(super) clauses: usize,
    pub(super) conflicts: u64,
    pub(super) seconds: f64,
}

/// What it prints of a litmus test.
#[derive(Serialize)]
pub(super) struct BoundedRecord<'a> {
    pub(super) file: &'a str,
    pub(super) test: &'a str,
    pub(super) model: &'a str,
    pub(super) engine: &'static str,
    /// `holds`, `violated` or `unknown`.
    pub(super) verdict: &'static str,
    /// Why it is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reason: Option<String>,
    pub(super) condition: String,
    /// The state in which the violation ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) outcome: Option<String>,
    /// The accesses and fences of the violation, thread by thread.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) trace: Vec<StepRecord>,
    /// The flags that the model raises in some execution.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    pub(super) flags: &'a [String],
    /// How many turns of loops were looked at, where some may go on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) turns: Option<u32>,
    /// Events of all paths together.
    pub(super) events: usize,
    pub(super) variables: usize,
    pub(super) clauses: usize,
    pub(super) conflicts: u64,
}
