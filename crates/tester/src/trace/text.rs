//! Traces as text.

use std::fmt;

use super::deeds::short;
use super::{Line, Shrinking, Trace};

/// Of longer traces the turns in the middle are left out.
const MOST_TURNS: usize = 200;
/// How many of these come first.
const FIRST_TURNS: usize = 40;
/// Of longer turns the lines in the middle are left out.
const MOST_LINES: usize = 100;
const FIRST_LINES: usize = 40;
/// Places are filled up to at most so many characters.
const WIDEST_PLACE: usize = 32;

impl fmt::Display for Trace {
    /// A heading and the turns, indented as parts of a report.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "  {}", self.heading())?;
        writeln!(f, "  --replay '{}' does that again", self.schedule)?;
        let places = self.turns.iter().flat_map(|turn| &turn.lines).map(|line| place(line).chars().count());
        let width = places.max().unwrap_or(0).min(WIDEST_PLACE);
        let hidden = self.turns.len().checked_sub(MOST_TURNS).filter(|hidden| *hidden > 0);
        for (index, turn) in self.turns.iter().enumerate() {
            if let Some(hidden) = hidden
                && (FIRST_TURNS..FIRST_TURNS + hidden).contains(&index)
            {
                if index == FIRST_TURNS {
                    writeln!(f, "    ... {hidden} turns")?;
                }
                continue;
            }
            match turn.reason.as_str() {
                "" => writeln!(f, "    thread {}:", turn.thread)?,
                reason => writeln!(f, "    thread {} goes on ({reason}):", turn.thread)?,
            }
            lines(f, &turn.lines, width)?;
        }
        Ok(())
    }
}

impl Trace {
    /// How many decisions there are, and how they were found.
    pub fn heading(&self) -> String {
        let [switches, stale] = [self.schedule.switches(), self.schedule.stale_reads()];
        let others = self.schedule.0.len() - switches - stale;
        let what = decisions([
            (switches, "switch", "switches"),
            (stale, "old value", "old values"),
            (others, "other choice", "other choices"),
        ]);
        let [before, stale_before] = self.original;
        let found = decisions([(before, "switch", "switches"), (stale_before, "old value", "old values"), (0, "", "")]);
        match self.shrinking {
            Shrinking::Whole => format!("trace: the execution found, with {what}"),
            Shrinking::Minimal(tried) if self.schedule.0.is_empty() => format!(
                "trace: threads run one after the other and read what is newest; that is enough (the execution found has {found}; tried: {tried})"
            ),
            Shrinking::Minimal(tried) => {
                format!(
                    "trace: {what}; without any one it is not shown (the execution found has {found}; tried: {tried})"
                )
            }
            Shrinking::Cut(tried) => {
                format!(
                    "trace: {what}; perhaps fewer show it, too (the execution found has {found}; tried: {tried}, then the limit)"
                )
            }
        }
    }
}

/// How many decisions of each kind there are.
fn decisions(kinds: [(usize, &str, &str); 3]) -> String {
    let there = kinds.into_iter().filter(|(count, _, _)| *count > 0);
    let parts: Vec<String> =
        there.map(|(count, one, several)| format!("{count} {}", if count == 1 { one } else { several })).collect();
    if parts.is_empty() { "no decisions".to_owned() } else { parts.join(" and ") }
}

fn place(line: &Line) -> String {
    line.frame.as_ref().map_or(String::new(), short)
}

fn lines(f: &mut fmt::Formatter<'_>, lines: &[Line], width: usize) -> fmt::Result {
    let hidden = lines.len().checked_sub(MOST_LINES).filter(|hidden| *hidden > 0);
    for (index, line) in lines.iter().enumerate() {
        if let Some(hidden) = hidden
            && (FIRST_LINES..FIRST_LINES + hidden).contains(&index)
        {
            if index == FIRST_LINES {
                writeln!(f, "      ... {hidden} events")?;
            }
            continue;
        }
        write!(f, "      {:width$}  {}", place(line), line.what)?;
        if line.times > 1 {
            write!(f, " ({} times)", line.times)?;
        }
        if let Some(decision) = &line.decision {
            write!(f, " (decided: {decision})")?;
        }
        if let Some(part) = line.part {
            write!(f, "  <- {part}")?;
        }
        writeln!(f)?;
        for note in &line.notes {
            writeln!(f, "      {:width$}    {note}", "")?;
        }
    }
    Ok(())
}
