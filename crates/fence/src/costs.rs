//! What fences cost: by a table of kinds, and by how often a profile says that a line is executed.

use aeg::model::{FenceKind, Model};
use aeg::walk::SlotId;
use cprog::ir::{FileId, Program};
use relation::IdVec;
use rustc_hash::FxHashMap;
use thiserror::Error;

use crate::slots::{Found, Text};

/// The cost of each fence in each slot.
#[derive(Clone, Debug, Default)]
pub struct Costs {
    kinds: FxHashMap<FenceKind, f64>,
    /// How often each slot is executed, relative to the others; 1 where there is no profile.
    weights: Option<IdVec<SlotId, f64>>,
}

/// Why a profile or a cost is not understood.
#[derive(Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A line of a profile.
    #[error("line {line}: not `executions:line:text` as gcov writes it")]
    Line {
        /// The line, from 1.
        line: usize,
    },
    /// There is no line that names the source.
    #[error("no line `-:0:Source:FILE`: is this what gcov writes?")]
    NoSource,
    /// A cost.
    #[error(
        "`{0}` is no cost: write KIND=NUMBER, with full, lightweight, load, release or store, and a number above 0"
    )]
    Cost(String),
}

/// The lines of one source file, with how often each was executed (gcov's text format, `gcov FILE`).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Profile {
    /// The name of the source, as gcov has it.
    pub source: String,
    /// Executions by line, from 1; what is no code is missing.
    pub lines: FxHashMap<u32, u64>,
}

impl Profile {
    /// Reads what gcov writes for a file.
    ///
    /// # Errors
    /// When it is something else.
    pub fn parse(text: &str) -> Result<Profile, Error> {
        let mut source = None;
        let mut lines = FxHashMap::default();
        for (index, line) in text.lines().enumerate() {
            // Between the lines gcov writes about branches, calls and functions, if asked to.
            if ["function ", "branch ", "call ", "------", "unconditional "].iter().any(|word| line.starts_with(word)) {
                continue;
            }
            let wrong = || Error::Line { line: index + 1 };
            let mut parts = line.splitn(3, ':');
            let (count, number) = (parts.next().ok_or_else(wrong)?.trim(), parts.next().ok_or_else(wrong)?.trim());
            let number: u32 = number.parse().map_err(|_| wrong())?;
            if number == 0 {
                let rest = parts.next().unwrap_or_default();
                source = source.or_else(|| rest.strip_prefix("Source:").map(str::to_owned));
                continue;
            }
            match count {
                "-" => {}
                "#####" | "=====" | "$$$$$" | "%%%%%" => {
                    lines.insert(number, 0);
                }
                // A star marks lines of which a part was not executed.
                count => {
                    let executions = count.trim_end_matches('*').parse().map_err(|_| wrong())?;
                    lines.insert(number, executions);
                }
            }
        }
        Ok(Profile { source: source.ok_or(Error::NoSource)?, lines })
    }
}

impl Costs {
    /// Sets what a kind of fence costs, given as `KIND=NUMBER`.
    ///
    /// # Errors
    /// When it is neither.
    pub fn set(&mut self, text: &str) -> Result<(), Error> {
        let wrong = || Error::Cost(text.to_owned());
        let (kind, cost) = text.split_once('=').ok_or_else(wrong)?;
        let kind = FenceKind::PLACED.into_iter().find(|known| known.to_string() == kind).ok_or_else(wrong)?;
        let cost: f64 = cost.parse().map_err(|_| wrong())?;
        if !(cost.is_finite() && cost > 0.0) {
            return Err(wrong());
        }
        self.kinds.insert(kind, cost);
        Ok(())
    }

    /// Takes the executions of lines into account: a fence costs as much more as its line is executed more often than others. Lines that no profile has count as executed
    /// as often as the average one.
    pub fn weigh(&mut self, program: &Program, texts: &FxHashMap<FileId, Text>, found: &Found, profiles: &[Profile]) {
        let ends_alike = |name: &str, source: &str| {
            let longer = if name.len() >= source.len() { name } else { source };
            let shorter = if name.len() >= source.len() { source } else { name };
            longer.strip_suffix(shorter).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
        };
        let profile_of =
            |file: FileId| profiles.iter().find(|profile| ends_alike(&program.files[file].name, &profile.source));
        let executions: IdVec<SlotId, Option<u64>> = found
            .slots
            .iter()
            .map(|slot| {
                let (line, _) = texts.get(&slot.file)?.line_column(slot.region.start);
                profile_of(slot.file)?.lines.get(&line).copied()
            })
            .collect();
        let known: Vec<f64> = executions.iter().flatten().map(|executions| *executions as f64 + 1.0).collect();
        let average = if known.is_empty() { 1.0 } else { known.iter().sum::<f64>() / known.len() as f64 };
        let weight =
            |executions: &Option<u64>| executions.map_or(1.0, |executions| (executions as f64 + 1.0) / average);
        self.weights = Some(executions.iter().map(weight).collect());
    }

    /// What a fence in a slot costs: a little more in loops and where more has to be written, so that among equals the better place is taken.
    pub fn of(&self, model: Model, found: &Found, slot: SlotId, kind: FenceKind) -> f64 {
        let usual = model.fences.iter().find(|fence| fence.kind == kind);
        // What is there already may be of a kind that would not be put in, which becomes the strongest one.
        let usual = usual.or(model.fences.first()).map_or(1.0, |fence| fence.cost);
        let base = self.kinds.get(&kind).copied().unwrap_or(usual);
        let weight = self.weights.as_ref().map_or(1.0, |weights| weights[slot]);
        let slot = &found.slots[slot];
        base * weight * (1.0 + 0.004 * f64::from(slot.region.loops.min(8)) + 0.001 * f64::from(slot.effort()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn executions_are_read_from_what_gcov_writes() {
        let text = "        -:    0:Source:src/a.c\n        -:    0:Graph:a.gcno\n        -:    1:#include <x.h>\n\
                    function f called 3 returned 100% blocks executed 75%\n        3:    2:int f(int x) {\n        2*:    3:  return x\n\
                    \x20   #####:    4:    ? g() : h();\nbranch  0 taken 1\n";
        let profile = Profile::parse(text).expect("a profile");
        assert_eq!(profile.source, "src/a.c");
        let mut lines: Vec<(u32, u64)> = profile.lines.into_iter().collect();
        lines.sort_unstable();
        assert_eq!(lines, [(2, 3), (3, 2), (4, 0)]);
    }

    #[test]
    fn other_texts_are_no_profiles() {
        assert_eq!(Profile::parse("int main;\n"), Err(Error::Line { line: 1 }));
        assert_eq!(Profile::parse("        1:    1:x\n"), Err(Error::NoSource));
    }

    #[test]
    fn costs_are_numbers_above_zero() {
        let mut costs = Costs::default();
        for wrong in ["full", "full=", "full=-1", "full=inf", "control=1", "dmb=1"] {
            assert_eq!(costs.set(wrong), Err(Error::Cost(wrong.to_owned())));
        }
        assert_eq!(costs.set("lightweight=1.5"), Ok(()));
    }
}
