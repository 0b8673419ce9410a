//! What `lakmus verify --json` prints: one object a test.

use serde::Serialize;

#[derive(Serialize)]
pub(super) struct VerifyRecord<'a> {
    pub(super) file: &'a str,
    pub(super) test: &'a str,
    pub(super) model: &'static str,
    /// `holds`, `violated` or `unknown`.
    pub(super) verdict: &'static str,
    /// Why it is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reason: Option<String>,
    pub(super) condition: String,
    /// The state in which the violation ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) outcome: Option<String>,
    /// How it comes about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) trace: Vec<StepRecord>,
    /// All outcomes, where they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) outcomes: Option<Vec<String>>,
    pub(super) states: usize,
    pub(super) transitions: usize,
    /// Bytes of the stored states.
    pub(super) bytes: usize,
}

#[derive(Serialize)]
pub(super) struct StepRecord {
    pub(super) thread: usize,
    /// The instruction as the test has it.
    pub(super) instruction: String,
    /// Its line in the file, from 1.
    pub(super) line: usize,
    pub(super) what: String,
}
