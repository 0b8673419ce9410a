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

/// What `lakmus verify --json` prints of a program.
#[derive(Serialize)]
pub(super) struct ProgramRecord<'a> {
    pub(super) program: &'a str,
    pub(super) model: &'static str,
    /// `holds`, `violated` or `unknown`.
    pub(super) verdict: &'static str,
    /// Why it is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reason: Option<String>,
    /// What is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) violation: Option<String>,
    /// How it comes about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) trace: Vec<ProgramStepRecord>,
    /// What is delayed past what.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) delays: Vec<DelayRecord>,
    /// A data race of C11 in a program that holds, where `--check race` did not ask for one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) race: Option<String>,
    /// All violations, where they were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) violations: Vec<String>,
    pub(super) states: usize,
    pub(super) transitions: usize,
    /// Bytes of the stored states, with what finds them.
    pub(super) bytes: usize,
    /// The probability, at most, that states were missed, as hashes stood for them.
    pub(super) omission: f64,
    /// How many searches it took.
    pub(super) searches: usize,
    /// Variables and places of allocation whose accesses are interleaved.
    pub(super) interleaved: usize,
    /// The most accesses of a thread pending at once.
    pub(super) buffer: usize,
    /// Different states of global variables at the end of the process.
    pub(super) finals: usize,
    /// Accesses that may be delayed, where not every one may.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) delayed: Option<usize>,
    /// Critical cycles that these were chosen from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) cycles: Option<usize>,
    /// What the atomic operations were taken for, with what was found by each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) atomics: Vec<AtomicsRecord>,
    /// What was looked for.
    pub(super) looked_for: Vec<&'static str>,
    /// CPU time of the search.
    pub(super) seconds: f64,
}

#[derive(Serialize)]
pub(super) struct AtomicsRecord {
    /// The name of the mapping, or of several that are the same for the program.
    pub(super) mapping: String,
    pub(super) verdict: &'static str,
}

#[derive(Serialize)]
pub(super) struct ProgramStepRecord {
    pub(super) thread: usize,
    pub(super) function: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) place: Option<String>,
    pub(super) what: String,
}

#[derive(Serialize)]
pub(super) struct DelayRecord {
    pub(super) thread: usize,
    pub(super) delayed: String,
    pub(super) past: String,
}

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

/// What atomic operations were taken for, and the verdict by each.
pub(super) fn atomics(by: &[(String, &'static str)]) -> Vec<AtomicsRecord> {
    by.iter().map(|(mapping, verdict)| AtomicsRecord { mapping: mapping.clone(), verdict }).collect()
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
