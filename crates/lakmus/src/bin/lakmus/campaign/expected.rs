//! `[[expect]]`: logs with which the results of a campaign are compared. The plan gives each test what the logs say of it; the process that answers a unit compares.

use std::collections::HashMap;
use std::fs::File;
use std::io::BufReader;

use ::campaign::{Definition, Entry, ExpectedResult, UnitRef};
use logs::{Block, Reader, difference};
use sim::{Goal, Report};

use super::Refusal;
use crate::compare;

/// The logs that a campaign names, and what came of them so far.
pub(super) struct Expectations {
    logs: Vec<Log>,
}

struct Log {
    path: String,
    /// The models whose results are compared; empty for all that the campaign has.
    models: Vec<String>,
    /// By the name of the test; the first block of a name counts.
    blocks: HashMap<String, Expected>,
    /// How many units are compared with it.
    units: u64,
}

struct Expected {
    text: String,
    is_used: bool,
}

impl Expectations {
    /// Reads all logs.
    ///
    /// # Errors
    /// When one cannot be read, is no log, or has no tests.
    pub(super) fn read(definition: &Definition) -> Result<Expectations, Refusal> {
        let mut logs = Vec::new();
        for expect in &definition.expect {
            for path in &expect.logs {
                let blocks = blocks(path)?;
                logs.push(Log { path: path.clone(), models: expect.models.clone(), blocks, units: 0 });
            }
        }
        Ok(Expectations { logs })
    }

    /// What is expected of the test of this name under these models, each with its number in the manifest.
    pub(super) fn of(&mut self, test: &str, models: &[(usize, &str)]) -> Vec<ExpectedResult> {
        let mut all = Vec::new();
        for log in &mut self.logs {
            let is_compared = |name: &str| log.models.is_empty() || log.models.iter().any(|own| own == name);
            let compared = models.iter().filter(|(_, name)| is_compared(name));
            let numbers: Vec<usize> = compared.map(|(number, _)| *number).collect();
            if let (false, Some(expected)) = (numbers.is_empty(), log.blocks.get_mut(test)) {
                expected.is_used = true;
                log.units += numbers.len() as u64;
                all.push(ExpectedResult::new(numbers, log.path.clone(), expected.text.clone()));
            }
        }
        all
    }

    /// How many tests of the logs are not in the campaign.
    ///
    /// # Errors
    /// When a log has no test that is: it was named for nothing.
    pub(super) fn left_over(&self) -> Result<usize, Refusal> {
        for Log { path, models, units, .. } in &self.logs {
            if *units == 0 {
                let under = if models.is_empty() { String::new() } else { format!(" under {}", models.join(", ")) };
                return Err(Refusal::Message(format!("the campaign has no test of the log `{path}`{under}")));
            }
        }
        let unused = self.logs.iter().flat_map(|log| log.blocks.values()).filter(|expected| !expected.is_used);
        Ok(unused.count())
    }
}

fn blocks(path: &str) -> Result<HashMap<String, Expected>, Refusal> {
    let file = File::open(path).map_err(|error| format!("cannot read `{path}`: {error}"))?;
    let mut reader = Reader::new(BufReader::with_capacity(1 << 20, file));
    let mut blocks = HashMap::new();
    while let Some(block) = reader.next().map_err(|error| format!("`{path}`: {error}"))? {
        let text = block.text();
        blocks.entry(block.name).or_insert(Expected { text, is_used: false });
    }
    if blocks.is_empty() {
        return Err(Refusal::Message(format!("there is no test in the log `{path}`")));
    }
    Ok(blocks)
}

/// In what the result of a unit differs from what is expected of it: lines, none where nothing does.
pub(super) fn differences(entry: &Entry, unit: &UnitRef, report: &Report) -> Vec<String> {
    let mut lines = Vec::new();
    let expected: Vec<&ExpectedResult> =
        entry.expected.iter().filter(|expected| expected.models.contains(&unit.model)).collect();
    if expected.is_empty() {
        return lines;
    }
    let mut text = String::new();
    // Writing into a string cannot fail.
    let _ = sim::log::print(report, &mut text);
    let actual = block(&text);
    for ExpectedResult { log, text, .. } in expected {
        let found = match (block(text), &actual) {
            (Ok(expected), Ok(actual)) => compared(&expected, actual, report.goal),
            (Err(error), _) => vec![error],
            (_, Err(error)) => vec![error.clone()],
        };
        lines.extend(found.into_iter().map(|line| format!("{log}: {line}")));
    }
    lines
}

fn block(text: &str) -> Result<Block, String> {
    match Reader::new(text.as_bytes()).next() {
        Ok(Some(block)) => Ok(block),
        Ok(None) => Err("no result".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// What hardware has shown is to be among what the model allows; what a model allows is to be the same.
fn compared(expected: &Block, actual: &Block, goal: Goal) -> Vec<String> {
    if let (Some(one), Some(other)) = (expected.hash(), actual.hash())
        && one != other
    {
        return vec![format!("another test, its hash is {other} and not {one}")];
    }
    let found = difference(&expected.states(), &actual.states());
    let mut lines: Vec<String> = found.missing.iter().map(|state| format!("-[{}]", state.text())).collect();
    if !expected.is_histogram() {
        lines.extend(found.added.iter().map(|state| format!("+[{}]", state.text())));
        // (Other states have other counts.)
        let is_counted =
            found.is_empty() && goal == Goal::Counts && !expected.text().lines().any(|line| line.starts_with("Mode "));
        let header = compare::header([expected.kind(), actual.kind()], [expected, actual], is_counted);
        if !header.is_empty() {
            lines.insert(0, header.trim_start().to_owned());
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Block {
        block(text).expect("it is a block")
    }

    const MODEL: &str = "Test SB Allowed\nStates 2\n0:rax=0; 1:rax=1;\n0:rax=1; 1:rax=1;\nNo\nWitnesses\nPositive: 0 Negative: 2\nCondition exists (0:rax=0 /\\ 1:rax=0)\nObservation SB Never 0 2\n\n";

    #[test]
    fn a_model_is_to_allow_the_same_and_hardware_no_more() {
        let actual = of(MODEL);
        assert_eq!(compared(&actual, &actual, Goal::Counts), Vec::<String>::new());
        let more = MODEL.replace("States 2\n", "States 3\n0:rax=0; 1:rax=0;\n").replace("\nNo\n", "\nOk\n");
        assert_eq!(compared(&of(&more), &actual, Goal::States), ["No", "-[0:rax=0; 1:rax=0;]"]);
        assert_eq!(compared(&actual, &of(&more), Goal::States), ["Ok", "+[0:rax=0; 1:rax=0;]"]);
        let counts = MODEL.replace("Never 0 2", "Never 0 3");
        assert_eq!(compared(&of(&counts), &actual, Goal::Counts), ["counts 0 2 and not 0 3"]);
        assert_eq!(compared(&of(&counts), &actual, Goal::States), Vec::<String>::new());
        let seen = |states: &str, count: usize| {
            of(&format!(
                "Test SB Allowed\nHistogram ({count} states)\n{states}No\n\nWitnesses\nPositive: 0, Negative: 7\nCondition exists (0:rax=0 /\\ 1:rax=0) is NOT validated\nObservation SB Never 0 7\nTime SB 0.01\n\n"
            ))
        };
        assert_eq!(compared(&seen("7     :>0:rax=1; 1:rax=1;\n", 1), &actual, Goal::Counts), Vec::<String>::new());
        let weak = seen("6     :>0:rax=1; 1:rax=1;\n1     *>0:rax=0; 1:rax=0;\n", 2);
        assert_eq!(compared(&weak, &actual, Goal::Counts), ["-[0:rax=0; 1:rax=0;]"]);
    }
}
