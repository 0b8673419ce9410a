//! Units that are runs of a command of `lakmus`, each a process of its own: what it takes is bounded, and what ends it ends nothing else.

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use ::campaign::{Manifest, OutcomeKind, UnitOutcome, UnitRef};
use serde_json::Value;
use system::{Ended, ProgramError, ProgramLimits};

use crate::configuration;

/// What a command that answers a unit may write.
const LONGEST: usize = 256 << 20;

/// Runs commands of this program for units.
pub(super) struct Commands {
    program: PathBuf,
    limits: ProgramLimits,
    attempts: u32,
}

/// What a run of a command came to.
pub(super) enum Ran {
    /// It ended with this status.
    Ended { code: i32, stdout: String, stderr: String },
    /// There is no result.
    Gone(OutcomeKind, String),
}

impl Commands {
    /// For the units of a campaign.
    ///
    /// # Errors
    /// When the file of this program is not known.
    pub(super) fn new(manifest: &Manifest) -> Result<Commands, String> {
        let program = std::env::current_exe();
        let program = program.map_err(|error| format!("the file of this program is not known: {error}"))?;
        let options = &manifest.options;
        // A command ends itself when it has used its CPU time. Who waits for this process has a little more patience.
        let time = Duration::from_secs_f64((patience(options.timeout) - 20.0).max(1.0));
        Ok(Commands { program, limits: ProgramLimits { time, bytes: LONGEST }, attempts: options.attempts })
    }

    /// Runs a command, again where it ends by a signal, and gives the CPU time of the last run.
    pub(super) fn run(&self, words: &[String]) -> (Ran, u64) {
        let mut turn = 1;
        loop {
            let before = children_micros();
            let mut command = Command::new(&self.program);
            // A campaign is what its plan says, wherever it runs.
            command.env(configuration::VARIABLE, "").args(["campaign", "unit", "--"]).args(words);
            let ran = self.of(system::run_within(&mut command, b"", self.limits));
            let micros = children_micros().saturating_sub(before);
            match ran {
                Ran::Gone(OutcomeKind::Crash, _) if turn < self.attempts => turn += 1,
                Ran::Gone(OutcomeKind::Crash, message) => {
                    return (Ran::Gone(OutcomeKind::Crash, format!("{message}; given up at try {turn}")), micros);
                }
                other => return (other, micros),
            }
        }
    }

    fn of(&self, ended: Result<Ended, ProgramError>) -> Ran {
        let Ended { status, stdout, stderr } = match ended {
            Ok(ended) => ended,
            Err(error @ (ProgramError::TooLong(_) | ProgramError::TooMuch(_))) => {
                return Ran::Gone(OutcomeKind::Timeout, error.to_string());
            }
            Err(ProgramError::System(error)) => {
                return Ran::Gone(OutcomeKind::Crash, format!("its process cannot be run: {error}"));
            }
        };
        let (stdout, stderr) = (String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
        if stderr.contains("memory allocation of") {
            return Ran::Gone(OutcomeKind::Memory, format!("its process got no more memory ({status})"));
        }
        match status.code() {
            Some(code) => Ran::Ended { code, stdout: stdout.into_owned(), stderr: stderr.into_owned() },
            None => Ran::Gone(OutcomeKind::Crash, format!("its process ended: {status}")),
        }
    }
}

/// Seconds for which a process may be silent that answers units with this limit of CPU time.
pub(super) fn patience(timeout: f64) -> f64 {
    (timeout * 10.0 + 60.0).min(1e9)
}

/// CPU time of all processes that this one has waited for, in microseconds.
#[cfg(unix)]
pub(super) fn children_micros() -> u64 {
    use nix::sys::resource::{UsageWho, getrusage};
    let Ok(usage) = getrusage(UsageWho::RUSAGE_CHILDREN) else { return 0 };
    let of = |time: nix::sys::time::TimeVal| {
        u64::try_from(time.tv_sec()).unwrap_or_default() * 1_000_000 + u64::try_from(time.tv_usec()).unwrap_or_default()
    };
    of(usage.user_time()) + of(usage.system_time())
}

/// Not known here.
#[cfg(not(unix))]
pub(super) fn children_micros() -> u64 {
    0
}

/// What there is to say of a unit beside its verdict.
#[derive(Default)]
pub(super) struct Detail {
    /// The name of what findings go against.
    pub(super) rule: Option<&'static str>,
    /// What was found, a line or more each. An alarm, where there is something.
    pub(super) found: Vec<String>,
    /// What was not looked at, a reason each.
    pub(super) gaps: Vec<String>,
    /// What there is to know besides.
    pub(super) notes: Vec<String>,
    /// More, by name.
    pub(super) more: Vec<(&'static str, Value)>,
}

impl Detail {
    /// The outcome of a unit with this verdict: complete, unless something was not looked at.
    pub(super) fn outcome(self, unit: &UnitRef, verdict: &str) -> UnitOutcome {
        let kind = if self.gaps.is_empty() { OutcomeKind::Complete } else { OutcomeKind::Cut };
        self.outcome_of_kind(unit, verdict, kind)
    }

    /// The same, which ended in this way.
    pub(super) fn outcome_of_kind(self, unit: &UnitRef, verdict: &str, kind: OutcomeKind) -> UnitOutcome {
        let mut made = UnitOutcome::new(unit.id, kind);
        (made.verdict, made.is_alarm) = (verdict.to_owned(), !self.found.is_empty());
        let mut detail = serde_json::Map::new();
        let mut put = |name: &str, value: Value| _ = detail.insert(name.to_owned(), value);
        if let (Some(rule), true) = (self.rule, made.is_alarm) {
            put("rule", rule.into());
        }
        if !self.gaps.is_empty() {
            put("message", self.gaps.join("\n").into());
        }
        for (name, texts) in [("found", self.found), ("gaps", self.gaps), ("notes", self.notes)] {
            if !texts.is_empty() {
                put(name, texts.into());
            }
        }
        self.more.into_iter().for_each(|(name, value)| put(name, value));
        made.detail = Value::Object(detail).to_string();
        made
    }
}
