//! Traces as text.

use std::fmt;

use super::actions::short;
use super::{Line, Shrinking, Trace, Turn};

/// Places are filled up to at most so many characters.
const WIDEST_PLACE: usize = 32;

impl fmt::Display for Trace {
    /// A heading and the turns, indented as parts of a report.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "  {}", self.heading())?;
        writeln!(f, "  {}--replay '{}' does that again", self.replay_options, self.schedule)?;
        let places = self.turns.iter().flat_map(|turn| &turn.lines).map(|line| place(line).chars().count());
        let width = places.max().unwrap_or(0).min(WIDEST_PLACE);
        for part in parts(&self.turns, TURNS, Turn::is_like) {
            match part {
                Part::One(turn) => {
                    match turn.reason.as_str() {
                        "" => writeln!(f, "    thread {}:", turn.thread)?,
                        reason => writeln!(f, "    thread {} goes on ({reason}):", turn.thread)?,
                    }
                    lines(f, &turn.lines, width)?;
                }
                Part::Again { count, times } => {
                    writeln!(f, "    ... the last {} {times} times more", counted(count, "turn"))?
                }
                Part::Hidden(count) => writeln!(f, "    ... {}", counted(count, "turn"))?,
            }
        }
        Ok(())
    }
}

/// How much of a list is shown.
enum Part<'l, T> {
    One(&'l T),
    /// The last `count` ones come again, so many times.
    Again {
        count: usize,
        times: usize,
    },
    /// So many are left out.
    Hidden(usize),
}

/// Of a longer list parts in the middle are left out: so many come before these, and so many are there at most.
#[derive(Clone, Copy)]
struct Length {
    first: usize,
    most: usize,
}

const TURNS: Length = Length { first: 40, most: 200 };
const LINES: Length = Length { first: 40, most: 100 };

/// Repetitions have at most so many members.
const LONGEST: usize = 8;
/// From so many times on repetitions are shown as such.
const OFTEN: usize = 2;

/// What to show of a list: repetitions once, with their number, and no more than its length allows.
fn parts<T>(list: &[T], length: Length, are_like: impl Fn(&T, &T) -> bool) -> Vec<Part<'_, T>> {
    let mut parts = Vec::new();
    let mut at = 0;
    while at < list.len() {
        let again = |period: usize| {
            let is_again = |index: &usize| are_like(&list[*index], &list[*index - period]);
            (at + period..list.len()).take_while(is_again).count() / period
        };
        let repeated = (1..=LONGEST).map(|period| (period, again(period))).find(|(_, times)| *times >= OFTEN);
        let (period, times) = repeated.unwrap_or((1, 0));
        parts.extend(list[at..(at + period).min(list.len())].iter().map(Part::One));
        if times > 0 {
            parts.push(Part::Again { count: period, times });
        }
        at += period * (times + 1);
    }
    if let Some(hidden) = parts.len().checked_sub(length.most).filter(|hidden| *hidden > 0) {
        parts.splice(length.first..length.first + hidden, [Part::Hidden(hidden)]);
    }
    parts
}

fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
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
    for part in parts(lines, LINES, |one, other| one.is_like(other) && one.times == other.times) {
        match part {
            Part::One(one) => line(f, one, width)?,
            Part::Again { count, times } => {
                writeln!(f, "      ... the last {} {times} times more", counted(count, "event"))?
            }
            Part::Hidden(count) => writeln!(f, "      ... {}", counted(count, "event"))?,
        }
    }
    Ok(())
}

fn line(f: &mut fmt::Formatter<'_>, line: &Line, width: usize) -> fmt::Result {
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
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn described(list: &[u32], length: Length) -> String {
        let described = |part: &Part<'_, u32>| match part {
            Part::One(one) => one.to_string(),
            Part::Again { count, times } => format!("{count}x{times}"),
            Part::Hidden(count) => format!("-{count}"),
        };
        let parts = parts(list, length, |one, other| one == other);
        parts.iter().map(described).collect::<Vec<String>>().join(" ")
    }

    #[test]
    fn repetitions_are_described_once() {
        assert_eq!(described(&[1, 2, 1, 2, 1, 2, 1, 3], LINES), "1 2 2x2 1 3");
        assert_eq!(described(&[1, 1, 2, 2], LINES), "1 1 2 2");
        assert_eq!(described(&[], LINES), "");
    }

    #[test]
    fn the_middle_of_long_lists_is_left_out() {
        assert_eq!(described(&[1, 2, 3, 4, 5, 6], Length { first: 1, most: 3 }), "1 -3 5 6");
    }
}
