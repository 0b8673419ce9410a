//! What is decided in an execution: where its threads take turns, and which old values they read.
//!
//! An execution without decisions has a fixed course: a thread goes on until it waits, ends or yields, then the next one in the order of creation that can; a load reads
//! the newest store; of other possibilities the first is taken. A [`Schedule`] says where an execution leaves that course. Each decision names its place by the thread and the number of
//! its step, so that it stays what it is when another decision is taken back.

use std::fmt;
use std::str::FromStr;

use crate::bytes::{Reader, Writer};

/// What is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Chosen {
    /// Before the step this thread goes on, by its number.
    Switch(u64),
    /// The step reads the store that comes so many before the newest, of those that it may read.
    Older(u64),
    /// Of the possibilities that the step has otherwise (whom a signal wakes, whether a weak compare-exchange fails) the one of this number, from 0.
    Option(u64),
}

/// A decision and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Decision {
    /// The thread whose step it is.
    pub thread: u64,
    /// The number of the step among those of its thread, from 1.
    pub step: u64,
    /// How often the step has been tried before in vain: a lock that another thread has taken in the meantime.
    pub attempt: u64,
    /// What is decided there.
    pub chosen: Chosen,
}

/// All decisions of an execution, in its order.
///
/// As text they stand with commas between them: `1.5:2` (before step 5 of thread 1 thread 2 goes on), `2.3-1` (step 3 of thread 2 reads the store before the newest),
/// `0.7+1` (in step 7 of thread 0 possibility 1). `1.5.2:3` is about the third attempt at step 5.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Schedule(pub Vec<Decision>);

/// Text that is no schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScheduleError {
    /// The word that makes no sense.
    pub word: String,
}

impl fmt::Display for ScheduleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` is no decision, such as 1.5:2 (a switch), 2.3-1 (an old value) or 0.7+1 (another choice)",
            self.word
        )
    }
}

impl std::error::Error for ScheduleError {}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, number) = match self.chosen {
            Chosen::Switch(thread) => (':', thread),
            Chosen::Older(count) => ('-', count),
            Chosen::Option(number) => ('+', number),
        };
        let attempt = if self.attempt == 0 { String::new() } else { format!(".{}", self.attempt) };
        write!(f, "{}.{}{attempt}{sign}{number}", self.thread, self.step)
    }
}

impl FromStr for Decision {
    type Err = ScheduleError;

    fn from_str(text: &str) -> Result<Decision, ScheduleError> {
        let parsed = || {
            let (thread, rest) = text.split_once('.')?;
            let (place, number) = rest.split_once([':', '-', '+'])?;
            let number = number.parse().ok()?;
            let chosen = match rest.as_bytes().get(place.len())? {
                b':' => Chosen::Switch(number),
                b'-' => Chosen::Older(number),
                _ => Chosen::Option(number),
            };
            let (step, attempt) = place.split_once('.').unwrap_or((place, "0"));
            let [thread, step, attempt] = [thread, step, attempt].map(|number| number.parse().ok());
            Some(Decision { thread: thread?, step: step?, attempt: attempt?, chosen })
        };
        parsed().ok_or_else(|| ScheduleError { word: text.to_owned() })
    }
}

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, decision) in self.0.iter().enumerate() {
            let before = if index == 0 { "" } else { "," };
            write!(f, "{before}{decision}")?;
        }
        Ok(())
    }
}

impl FromStr for Schedule {
    type Err = ScheduleError;

    fn from_str(text: &str) -> Result<Schedule, ScheduleError> {
        if text.trim().is_empty() {
            return Ok(Schedule::default());
        }
        text.split(',').map(|word| word.trim().parse()).collect::<Result<_, _>>().map(Schedule)
    }
}

impl Schedule {
    /// How many of the decisions are switches.
    pub fn switches(&self) -> usize {
        self.0.iter().filter(|decision| matches!(decision.chosen, Chosen::Switch(_))).count()
    }

    /// How many of them have an old value read.
    pub fn stale_reads(&self) -> usize {
        self.0.iter().filter(|decision| matches!(decision.chosen, Chosen::Older(_))).count()
    }
}

pub(crate) fn write_decision(to: &mut Writer, decision: &Decision) {
    let (kind, number) = match decision.chosen {
        Chosen::Switch(thread) => (0, thread),
        Chosen::Older(count) => (1, count),
        Chosen::Option(number) => (2, number),
    };
    for number in [decision.thread, decision.step, decision.attempt, kind, number] {
        to.number(number);
    }
}

pub(crate) fn read_decision(from: &mut Reader<'_>) -> Option<Decision> {
    let [thread, step, attempt] = [from.number()?, from.number()?, from.number()?];
    let [kind, number] = [from.number()?, from.number()?];
    let chosen = match kind {
        0 => Chosen::Switch(number),
        1 => Chosen::Older(number),
        2 => Chosen::Option(number),
        _ => return None,
    };
    Some(Decision { thread, step, attempt, chosen })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_schedule_is_read_as_it_is_written() {
        let schedule = Schedule(vec![
            Decision { thread: 1, step: 5, attempt: 0, chosen: Chosen::Switch(2) },
            Decision { thread: 2, step: 3, attempt: 0, chosen: Chosen::Older(1) },
            Decision { thread: 0, step: 7, attempt: 0, chosen: Chosen::Option(1) },
            Decision { thread: 1, step: 8, attempt: 2, chosen: Chosen::Switch(0) },
        ]);
        assert_eq!(schedule.to_string(), "1.5:2,2.3-1,0.7+1,1.8.2:0");
        assert_eq!(schedule.to_string().parse(), Ok(schedule.clone()));
        assert_eq!((schedule.switches(), schedule.stale_reads()), (2, 1));
        assert_eq!("".parse(), Ok(Schedule::default()));
    }

    #[test]
    fn what_is_no_decision_is_named() {
        for wrong in ["1", "1.5", "1.5:", "1.5*2", "x.5:2", "1.-2", "1:5.2", "1.5.:2", "1.5.2.3:4"] {
            assert_eq!(format!("0.1:1,{wrong}").parse::<Schedule>(), Err(ScheduleError { word: wrong.into() }));
        }
    }
}
