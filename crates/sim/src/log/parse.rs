//! Text to reports.

use std::time::Duration;

use source::{Diagnostic, SourceId, Sources, Span};

use super::print;
use crate::{ConditionKind, Goal, Report, Turns, Verdict};

/// Reads a log: all blocks in order.
///
/// Between blocks, empty lines, herd's warnings (which end up in a log when the two outputs are joined) and the lines of
/// `lakmus test` that say how often a state was seen are skipped.
///
/// # Errors
/// The first line that does not fit, with its place. A text without any block is an error unless it is blank.
pub fn parse(sources: &Sources, source: SourceId) -> Result<Vec<Report>, Diagnostic> {
    let mut lines = Lines::new(sources.text(source), sources.whole(source));
    let mut reports = Vec::new();
    while let Some(line) = lines.next() {
        if line.text.starts_with("Test ") {
            reports.push(block(&line, &mut lines)?);
        } else if !is_between_blocks(line.text) {
            return Err(line.expected("the first line of a block (`Test NAME KIND`)"));
        }
    }
    Ok(reports)
}

fn is_between_blocks(line: &str) -> bool {
    line.trim().is_empty() || line.starts_with("Warning: ") || line.starts_with("Seen ")
}

fn block(first: &Line<'_>, lines: &mut Lines<'_>) -> Result<Report, Diagnostic> {
    let (name, kind) = heading(first)?;
    let states = states(lines)?;
    let (is_cut, verdict) = verdict(&lines.demand("a verdict (`Ok`, `No` or `Undef`)")?)?;
    let line = lines.demand("`Witnesses`")?;
    if line.text != "Witnesses" {
        return Err(line.expected("`Witnesses`"));
    }
    let (for_claim, against) = witnesses(&lines.demand("`Positive: N Negative: N`")?)?;
    let (positive, negative) = match kind {
        ConditionKind::Allowed | ConditionKind::Required => (for_claim, against),
        ConditionKind::Forbidden => (against, for_claim),
    };
    let goal = lines.next_with("Mode ").map(|line| goal(&line)).transpose()?.unwrap_or_default();
    let turns = if lines.next_with(print::TURNS_LEFT_OUT).is_some() { Turns::LeftOut } else { Turns::All };
    let mut flags = Vec::new();
    while let Some(flag) = lines.next_with("Flag ") {
        flags.push(without_executions(flag.text).to_owned());
    }
    let condition = lines.demand_with("Condition ")?.text.to_owned();
    let observation = lines.demand_with("Observation ")?;
    let time = lines.next_with("Time ").map(|line| time(&line, name)).transpose()?;
    lines.next_with("Candidates ");
    let hash = lines.next_with("Hash=").map(|line| line.text.to_owned());
    let report = Report {
        name: name.to_owned(),
        kind,
        states,
        is_cut,
        cut_at: None,
        verdict,
        goal,
        turns,
        positive,
        negative,
        flags,
        condition,
        time,
        hash,
        pieces: None,
        cut_place: None,
    };
    check_observation(&observation, &report)?;
    Ok(report)
}

fn heading<'t>(line: &Line<'t>) -> Result<(&'t str, ConditionKind), Diagnostic> {
    let rest = line.text.strip_prefix("Test ").unwrap_or(line.text);
    let known = rest.rsplit_once(' ').and_then(|(name, word)| {
        let kind = [ConditionKind::Allowed, ConditionKind::Forbidden, ConditionKind::Required]
            .into_iter()
            .find(|kind| print::kind(*kind) == word)?;
        Some((name, kind))
    });
    known.ok_or_else(|| line.expected("`Test NAME KIND` with `Allowed`, `Forbidden` or `Required`"))
}

fn states(lines: &mut Lines<'_>) -> Result<Vec<String>, Diagnostic> {
    let line = lines.demand("`States N`")?;
    if line.text.starts_with("Histogram") {
        let message = "this is a log of litmus7, a run on hardware, where no executions are counted";
        return Err(Diagnostic::error("not-a-herd-log", line.span, message));
    }
    let count = line.text.strip_prefix("States ").and_then(|count| count.parse::<usize>().ok());
    let count = count.ok_or_else(|| line.expected("`States N`"))?;
    // A state may well be an empty line (nothing is shown of it), so only the count shows where the states end.
    (0..count)
        .map(|read| match lines.next() {
            Some(state) => Ok(state.text.to_owned()),
            None => Err(lines.ended(&format!("{count} states, of which {read} are here"))),
        })
        .collect()
}

fn verdict(line: &Line<'_>) -> Result<(bool, Verdict), Diagnostic> {
    let (is_cut, word) = match line.text.strip_prefix("Loop ") {
        Some(word) => (true, word),
        None => (false, line.text),
    };
    let known = [Verdict::Ok, Verdict::No, Verdict::Undef].into_iter().find(|verdict| print::verdict(*verdict) == word);
    match known {
        Some(verdict) => Ok((is_cut, verdict)),
        None => Err(line.expected("a verdict (`Ok`, `No` or `Undef`)").help("is `States` the number of states?")),
    }
}

fn witnesses(line: &Line<'_>) -> Result<(u64, u64), Diagnostic> {
    let numbers = line.text.strip_prefix("Positive: ").and_then(|rest| {
        let (positive, negative) = rest.split_once(" Negative: ")?;
        Some((positive.parse().ok()?, negative.parse().ok()?))
    });
    numbers.ok_or_else(|| line.expected("`Positive: N Negative: N`"))
}

fn goal(line: &Line<'_>) -> Result<Goal, Diagnostic> {
    let known = [Goal::States, Goal::Decision].into_iter().find(|&goal| print::mode(goal) == Some(line.text));
    known.ok_or_else(|| line.expected("`Mode states` or `Mode decide`"))
}

/// `name` of `name: 0,4 `, which is how herd's `-v` lists the executions that raised a flag.
fn without_executions(flag: &str) -> &str {
    match flag.rsplit_once(": ") {
        Some((name, executions)) if executions.chars().all(|c| c.is_ascii_digit() || c == ',' || c == ' ') => name,
        _ => flag,
    }
}

/// The observation repeats what is known already; it must agree.
fn check_observation(line: &Line<'_>, report: &Report) -> Result<(), Diagnostic> {
    let observed = print::observation(report.observation());
    let expected = format!("{} {observed} {} {}", report.name, report.positive, report.negative);
    if line.text == expected {
        return Ok(());
    }
    let message = "the observation does not agree with the name and the witnesses of its block";
    Err(Diagnostic::error("log-syntax", line.span, message).label(line.span, format!("expected `{expected}`")))
}

fn time(line: &Line<'_>, name: &str) -> Result<Duration, Diagnostic> {
    let seconds = line.text.strip_prefix(name).and_then(|rest| rest.trim_start().parse::<f64>().ok());
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.ok_or_else(|| line.expected("the name of the test and seconds"))
}

/// A line with its place, or what is left of it.
struct Line<'t> {
    text: &'t str,
    span: Span,
}

impl Line<'_> {
    fn expected(&self, what: &str) -> Diagnostic {
        Diagnostic::error("log-syntax", self.span, "this line does not fit into a log of herd")
            .label(self.span, format!("expected {what}"))
    }
}

struct Lines<'t> {
    text: &'t str,
    whole: Span,
    at: usize,
}

impl<'t> Lines<'t> {
    fn new(text: &'t str, whole: Span) -> Lines<'t> {
        Lines { text, whole, at: 0 }
    }

    fn peek(&self) -> Option<(Line<'t>, usize)> {
        let rest = &self.text[self.at..];
        if rest.is_empty() {
            return None;
        }
        let len = rest.find('\n').unwrap_or(rest.len());
        let text = rest[..len].strip_suffix('\r').unwrap_or(&rest[..len]);
        let span = self.whole.slice(self.at, self.at + text.len());
        Some((Line { text, span }, (self.at + len + 1).min(self.text.len())))
    }

    fn next(&mut self) -> Option<Line<'t>> {
        let (line, after) = self.peek()?;
        self.at = after;
        Some(line)
    }

    fn demand(&mut self, what: &str) -> Result<Line<'t>, Diagnostic> {
        self.next().ok_or_else(|| self.ended(what))
    }

    /// The rest behind `prefix` of the next line, which is read only if it begins so.
    fn next_with(&mut self, prefix: &str) -> Option<Line<'t>> {
        let (line, after) = self.peek()?;
        let text = line.text.strip_prefix(prefix)?;
        self.at = after;
        Some(Line { text, span: line.span.slice(prefix.len(), usize::MAX / 2) })
    }

    fn demand_with(&mut self, prefix: &str) -> Result<Line<'t>, Diagnostic> {
        let what = format!("`{prefix}...`");
        match self.next_with(prefix) {
            Some(line) => Ok(line),
            None => match self.peek() {
                Some((line, _)) => Err(line.expected(&what)),
                None => Err(self.ended(&what)),
            },
        }
    }

    fn ended(&self, what: &str) -> Diagnostic {
        let end = self.whole.end_point();
        Diagnostic::error("log-syntax", end, "the log ends inside a block").label(end, format!("expected {what}"))
    }
}
