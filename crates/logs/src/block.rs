//! What a log says of one test.

use std::collections::BTreeMap;

use crate::states::State;

/// What became of a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// The condition's claim holds.
    Ok,
    /// It does not.
    No,
    /// Some execution has undefined behaviour.
    Undef,
}

impl Verdict {
    /// As logs write it.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Ok => "Ok",
            Verdict::No => "No",
            Verdict::Undef => "Undef",
        }
    }
}

/// What a log says of one test. The lines that are compared most often are kept as they stand; the rest is looked up when it is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Block {
    /// The name of the test.
    pub name: String,
    /// All lines, from `Test NAME KIND` on.
    pub(crate) text: String,
    /// Where in `text` the states begin and end.
    pub(crate) states: (usize, usize),
    /// What [`crate::json`] has read, where the log is JSON.
    pub(crate) data: Option<Box<Data>>,
}

/// A block that came as JSON, or was added up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Data {
    pub(crate) kind: String,
    pub(crate) states: BTreeMap<State, u64>,
    pub(crate) verdict: Option<Verdict>,
    pub(crate) is_cut: bool,
    pub(crate) positive: u64,
    pub(crate) negative: u64,
    pub(crate) hash: Option<String>,
    pub(crate) condition: Option<String>,
}

impl Block {
    fn line_with(&self, beginning: &str) -> Option<&str> {
        self.text[self.states.1..].lines().find_map(|line| line.strip_prefix(beginning))
    }

    /// `Allowed`, `Forbidden` or `Required`.
    pub fn kind(&self) -> &str {
        match &self.data {
            Some(data) => &data.kind,
            None => self.text.lines().next().and_then(|line| line.rsplit_once(' ')).map_or("", |(_, kind)| kind),
        }
    }

    /// Whether it comes from hardware, and states have counts.
    pub fn is_histogram(&self) -> bool {
        self.data.is_none() && self.text.lines().nth(1).is_some_and(|line| line.starts_with("Histogram"))
    }

    /// The states with how often each was seen; 0 where that is not said.
    pub fn states(&self) -> BTreeMap<State, u64> {
        match &self.data {
            Some(data) => data.states.clone(),
            None => self.text[self.states.0..self.states.1].lines().map(state_line).collect(),
        }
    }

    /// The hash of the test, where the log has it.
    pub fn hash(&self) -> Option<&str> {
        match &self.data {
            Some(data) => data.hash.as_deref(),
            None => self.line_with("Hash=").map(str::trim),
        }
    }

    /// The verdict, where there is one.
    pub fn verdict(&self) -> Option<Verdict> {
        match &self.data {
            Some(data) => data.verdict,
            None => {
                let line = self.text[self.states.1..].lines().next()?;
                match line.strip_prefix("Loop ").unwrap_or(line).trim() {
                    "Ok" => Some(Verdict::Ok),
                    "No" => Some(Verdict::No),
                    "Undef" => Some(Verdict::Undef),
                    _ => None,
                }
            }
        }
    }

    /// Whether executions were cut at the unroll bound, so that states may be missing.
    pub fn is_cut(&self) -> bool {
        match &self.data {
            Some(data) => data.is_cut,
            None => self.text[self.states.1..].starts_with("Loop "),
        }
    }

    /// The condition as it is printed, without what hardware says of it.
    pub fn condition(&self) -> Option<&str> {
        let line = match &self.data {
            Some(data) => data.condition.as_deref()?,
            None => self.line_with("Condition ")?,
        };
        Some(line.strip_suffix(" is validated").or_else(|| line.strip_suffix(" is NOT validated")).unwrap_or(line))
    }

    /// How many executions satisfy the proposition, and how many do not.
    pub fn counts(&self) -> Option<(u64, u64)> {
        if let Some(data) = &self.data {
            return Some((data.positive, data.negative));
        }
        let line = self.line_with("Observation ")?;
        let mut words = line.rsplit(' ');
        let (negative, positive) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
        Some((positive, negative))
    }

    /// Whether nothing differs but, perhaps, times and the order of lines: cheap, and `false` when that takes more than a glance.
    pub fn is_same_text(&self, other: &Block) -> bool {
        let states = |block: &Block| block.states.0..block.states.1;
        self.data.is_none()
            && other.data.is_none()
            && self.text[states(self)] == other.text[states(other)]
            && self.text[..self.states.0] == other.text[..other.states.0]
            && self.hash() == other.hash()
            && self.text[self.states.1..].lines().next() == other.text[other.states.1..].lines().next()
    }

    /// Whether the lines of the states are the same: cheap, and `false` when that takes more than a glance.
    pub fn has_same_state_lines(&self, other: &Block) -> bool {
        let is_text = self.data.is_none() && other.data.is_none();
        is_text && self.text[self.states.0..self.states.1] == other.text[other.states.0..other.states.1]
    }

    /// The block as a log has it.
    pub fn text(&self) -> String {
        match &self.data {
            None => self.text.clone(),
            Some(data) => data.log(&self.name),
        }
    }

    /// This block and another one of the same test as one: states of both, counts added.
    pub fn add(&mut self, other: &Block) {
        let mut data = match self.data.take() {
            Some(data) => data,
            None => Box::new(self.as_data()),
        };
        for (state, count) in other.states() {
            *data.states.entry(state).or_default() += count;
        }
        let (positive, negative) = other.counts().unwrap_or_default();
        data.positive += positive;
        data.negative += negative;
        data.is_cut |= other.is_cut();
        let holds = match data.kind.as_str() {
            "Forbidden" => data.positive == 0,
            "Required" => data.negative == 0,
            _ => data.positive > 0,
        };
        let is_undefined = data.verdict == Some(Verdict::Undef) || other.verdict() == Some(Verdict::Undef);
        data.verdict = Some(match (is_undefined, holds) {
            (true, _) => Verdict::Undef,
            (false, true) => Verdict::Ok,
            (false, false) => Verdict::No,
        });
        self.data = Some(data);
    }

    fn as_data(&self) -> Data {
        let (positive, negative) = self.counts().unwrap_or_default();
        Data {
            kind: self.kind().to_owned(),
            states: self.states(),
            verdict: self.verdict(),
            is_cut: self.is_cut(),
            positive,
            negative,
            hash: self.hash().map(str::to_owned),
            condition: self.condition().map(str::to_owned),
        }
    }
}

/// A line of states, with or without a count before it (`123   *>0:rax=0;`).
fn state_line(line: &str) -> (State, u64) {
    let counted = line.split_once('>').and_then(|(count, state)| {
        let count = count.trim_end_matches(['*', ':']).trim().parse().ok()?;
        Some((State::new(state), count))
    });
    counted.unwrap_or_else(|| (State::new(line), 0))
}

impl Data {
    /// As herd's log, or, where states have counts, litmus7's.
    fn log(&self, name: &str) -> String {
        let is_histogram = self.states.values().any(|count| *count > 0);
        let mut out = format!("Test {name} {}\n", self.kind);
        out += &match is_histogram {
            true => format!("Histogram ({} states)\n", self.states.len()),
            false => format!("States {}\n", self.states.len()),
        };
        for (state, count) in &self.states {
            if is_histogram {
                out += &format!("{count:<6}:>");
            }
            out += state.text();
            out.push('\n');
        }
        let verdict = self.verdict.unwrap_or(Verdict::No);
        out += &format!("{}{}\n", if self.is_cut { "Loop " } else { "" }, verdict.name());
        let (claimed, against) = match self.kind.as_str() {
            "Forbidden" => (self.negative, self.positive),
            _ => (self.positive, self.negative),
        };
        out += &format!("Witnesses\nPositive: {claimed} Negative: {against}\n");
        if let Some(condition) = &self.condition {
            out += &format!("Condition {condition}\n");
        }
        let observed = match (self.positive, self.negative) {
            (0, _) => "Never",
            (_, 0) => "Always",
            _ => "Sometimes",
        };
        out += &format!("Observation {name} {observed} {} {}\n", self.positive, self.negative);
        if let Some(hash) = &self.hash {
            out += &format!("Hash={hash}\n");
        }
        out.push('\n');
        out
    }
}
