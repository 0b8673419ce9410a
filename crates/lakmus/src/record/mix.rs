//! What came of mixing a test, as data.

use std::collections::BTreeMap;

use ::mix::classes::Member;
use ::mix::{Bug, Profile, TestResult};
use serde::Serialize;

/// What came of one test.
#[derive(Clone, Debug, Serialize)]
pub struct MixRecord<'a> {
    name: &'a str,
    pieces: Vec<Piece<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    undefined: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    failed: Option<&'a str>,
    allowed: Vec<String>,
    bugs: Vec<BugRecord<'a>>,
    combinations_of_profiles: f64,
    combinations: usize,
    judged: usize,
    different: usize,
    cut: bool,
    unknown: &'a BTreeMap<String, usize>,
    without_code: Vec<&'a str>,
    seconds: f64,
}

#[derive(Clone, Debug, Serialize)]
struct Piece<'a> {
    name: &'a str,
    source: &'a str,
}

/// Pieces that together do what their source does not.
#[derive(Clone, Debug, Serialize)]
pub struct BugRecord<'a> {
    /// What it is known as, where it is accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    accepted: Option<&'a str>,
    architecture: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    machine: Option<&'static str>,
    kind: &'static str,
    extra: Vec<String>,
    culprits: Vec<CulpritRecord<'a>>,
    combinations: usize,
    assignment: BTreeMap<&'a str, String>,
    litmus: String,
    /// Executions that show it, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    executions: Option<String>,
    fixed_by: Vec<Fix<'a>>,
}

#[derive(Clone, Debug, Serialize)]
struct CulpritRecord<'a> {
    piece: &'a str,
    profiles: Vec<String>,
    code: &'a [String],
}

#[derive(Clone, Debug, Serialize)]
struct Fix<'a> {
    pieces: Vec<&'a str>,
    table: &'a str,
}

impl<'a> MixRecord<'a> {
    /// Of a test that was mixed with these profiles: all its bugs, load buffering among them.
    pub fn new(result: &'a TestResult, profiles: &[Profile]) -> MixRecord<'a> {
        let bugs = result.bugs.iter().map(|bug| BugRecord::new(result, bug, profiles)).collect();
        MixRecord::with_bugs(result, bugs)
    }

    /// The same with these bugs in the place of all.
    pub fn with_bugs(result: &'a TestResult, bugs: Vec<BugRecord<'a>>) -> MixRecord<'a> {
        MixRecord {
            name: &result.name,
            pieces: result.pieces.iter().map(|(name, source)| Piece { name, source }).collect(),
            undefined: result.undefined.as_deref(),
            failed: result.failed.as_deref(),
            allowed: result.allowed.iter().map(|values| outcome(result, values)).collect(),
            bugs,
            combinations_of_profiles: result.combinations_of_profiles,
            combinations: result.combinations,
            judged: result.judged,
            different: result.different,
            cut: result.is_cut,
            unknown: &result.unknown,
            without_code: result.without_code.iter().map(String::as_str).collect(),
            seconds: result.seconds,
        }
    }
}

impl<'a> BugRecord<'a> {
    /// Of a bug of a test that was mixed with these profiles.
    pub fn new(result: &'a TestResult, bug: &'a Bug, profiles: &[Profile]) -> BugRecord<'a> {
        let piece = |number: usize| result.pieces[number].0.as_str();
        BugRecord {
            accepted: None,
            architecture: bug.architecture.name(),
            machine: bug.machine.name(),
            kind: if bug.is_load_buffering { "load-buffering" } else { "bug" },
            extra: bug.extra.iter().map(|values| outcome(result, values)).collect(),
            culprits: bug
                .culprits
                .iter()
                .map(|culprit| CulpritRecord {
                    piece: piece(culprit.piece),
                    profiles: culprit.members.iter().map(|member| member_name(member, profiles)).collect(),
                    code: &culprit.code,
                })
                .collect(),
            combinations: bug.combinations,
            assignment: bug
                .example
                .iter()
                .enumerate()
                .map(|(at, member)| (piece(at), member_name(member, profiles)))
                .collect(),
            litmus: ::mix::as_herd_reads(&bug.litmus, bug.architecture),
            executions: None,
            fixed_by: bug
                .fixed_by
                .iter()
                .map(|(at, table)| Fix { pieces: at.iter().map(|at| piece(*at)).collect(), table })
                .collect(),
        }
    }

    /// With what it is known as, where it is accepted, and with executions that show it, in words.
    #[must_use]
    pub fn with(self, accepted: Option<&'a str>, executions: Option<String>) -> BugRecord<'a> {
        BugRecord { accepted, executions, ..self }
    }
}

/// An outcome as a state.
pub fn outcome(result: &TestResult, values: &[String]) -> String {
    let parts: Vec<String> =
        result.places.iter().zip(values).map(|(place, value)| format!("{place}={value};")).collect();
    parts.join(" ")
}

/// What a member of a class is called: its profile, and where that has several ways to run, which one.
pub fn member_name(member: &Member, profiles: &[Profile]) -> String {
    let name = &profiles[member.profile.number() as usize].name;
    match member.way() {
        way if way.is_empty() => name.clone(),
        way => format!("{name} ({way})"),
    }
}
