//! Programs of the suite, before they are written in any language, and their notation.
//!
//! Threads stand between ` | `, the steps of a thread between blanks:
//!
//! | step | |
//! | --- | --- |
//! | `Wx1` | writes 1 to x |
//! | `Rx` | reads x |
//! | `Xx2` | exchanges x for 2 |
//! | `Ax1` | adds 1 to x, and reads what was there |
//! | `Cx0>1` | compares x with 0, and exchanges it for 1 if it is |
//! | `:sc` behind an access | its order of C11; without, it is plain (volatile in C) |
//! | `@a0` and `@d0` behind a read or write | its address, and its value, depend on the thread's first read |
//! | `F:acq` | a fence of C11 |
//! | `?0` | what follows happens only if the thread's first read is not 0 |
//! | `{dmb ish}` | a barrier of the architecture |

use std::fmt;

/// The order of an access or fence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Order {
    /// No atomic operation of C11: `volatile`.
    Plain,
    Relaxed,
    Acquire,
    Release,
    AcquireRelease,
    SeqCst,
}

use Order::{Acquire, AcquireRelease, Plain, Relaxed, Release, SeqCst};

impl Order {
    const WORDS: [(Order, &'static str); 6] =
        [(Plain, ""), (Relaxed, "rlx"), (Acquire, "acq"), (Release, "rel"), (AcquireRelease, "ar"), (SeqCst, "sc")];
}

/// What an access does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Operation {
    Write(u32),
    Read,
    Exchange(u32),
    Add(u32),
    CompareExchange { expected: u32, new: u32 },
}

impl Operation {
    pub(crate) fn reads(self) -> bool {
        !matches!(self, Operation::Write(_))
    }

    pub(crate) fn is_update(self) -> bool {
        !matches!(self, Operation::Write(_) | Operation::Read)
    }

    /// The orders of C11 that it can have.
    pub(crate) fn orders(self) -> &'static [Order] {
        match self {
            Operation::Write(_) => &[Relaxed, Release, SeqCst],
            Operation::Read => &[Relaxed, Acquire, SeqCst],
            Operation::Exchange(_) | Operation::Add(_) | Operation::CompareExchange { .. } => {
                &[Relaxed, Acquire, Release, AcquireRelease, SeqCst]
            }
        }
    }
}

/// What of an access depends on an earlier read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Dependent {
    Address,
    Value,
}

/// A memory access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Access {
    pub(crate) operation: Operation,
    pub(crate) location: char,
    pub(crate) order: Order,
    /// The number of the read of its thread that it depends on, and how.
    pub(crate) dependency: Option<(Dependent, usize)>,
}

/// A step of a thread.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Step {
    Access(Access),
    Fence(Order),
    /// A barrier as the architecture's assembly has it.
    Barrier(String),
    /// The rest of the thread happens only if this read of it is not 0.
    Branch(usize),
}

impl Step {
    pub(crate) fn access(&self) -> Option<&Access> {
        match self {
            Step::Access(access) => Some(access),
            Step::Fence(_) | Step::Barrier(_) | Step::Branch(_) => None,
        }
    }
}

/// Something that an outcome gives a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Place {
    Location(char),
    /// What a thread has read: both by their numbers.
    Read(usize, usize),
}

/// The value of a read that did not happen.
pub(crate) const UNREAD: u32 = 9;

/// A program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Program {
    pub(crate) threads: Vec<Vec<Step>>,
}

impl Program {
    /// Reads the notation.
    pub(crate) fn parse(text: &str) -> Program {
        let threads = text.split(" | ").map(|thread| {
            let mut steps = Vec::new();
            let mut rest = thread.trim();
            while !rest.is_empty() {
                let end = if rest.starts_with('{') { rest.find('}').map(|end| end + 1) } else { rest.find(' ') };
                let (step, behind) = rest.split_at(end.unwrap_or(rest.len()));
                steps.push(parse_step(step));
                rest = behind.trim_start();
            }
            steps
        });
        Program { threads: threads.collect() }
    }

    /// What an outcome gives values: locations, then the reads of each thread.
    pub(crate) fn places(&self) -> Vec<Place> {
        let accesses = || self.threads.iter().flatten().filter_map(Step::access);
        let mut locations: Vec<char> = accesses().map(|access| access.location).collect();
        locations.sort_unstable();
        locations.dedup();
        let reads = (0..self.threads.len()).flat_map(|thread| (0..self.reads(thread)).map(move |read| (thread, read)));
        locations
            .into_iter()
            .map(Place::Location)
            .chain(reads.map(|(thread, read)| Place::Read(thread, read)))
            .collect()
    }

    /// How many reads a thread has.
    pub(crate) fn reads(&self, thread: usize) -> usize {
        self.threads[thread].iter().filter_map(Step::access).filter(|access| access.operation.reads()).count()
    }
}

fn parse_order(word: &str) -> Order {
    let found = Order::WORDS.iter().find(|(_, known)| *known == word);
    found.map_or_else(|| panic!("no order: {word}"), |(order, _)| *order)
}

fn parse_step(text: &str) -> Step {
    let number = |text: &str| text.parse().unwrap_or_else(|_| panic!("no number: {text}"));
    if let Some(barrier) = text.strip_prefix('{') {
        return Step::Barrier(barrier.trim_end_matches('}').to_owned());
    }
    if let Some(read) = text.strip_prefix('?') {
        return Step::Branch(number(read) as usize);
    }
    if let Some(order) = text.strip_prefix("F:") {
        return Step::Fence(parse_order(order));
    }
    let (text, dependency) = match text.split_once('@') {
        Some((text, on)) => {
            let (how, read) = on.split_at(1);
            let how = if how == "a" { Dependent::Address } else { Dependent::Value };
            (text, Some((how, number(read) as usize)))
        }
        None => (text, None),
    };
    let (text, order) = text.split_once(':').map_or((text, Plain), |(text, order)| (text, parse_order(order)));
    let (kind, rest) = text.split_at(1);
    let location = rest.chars().next().unwrap_or_else(|| panic!("no location: {text}"));
    let values = &rest[1..];
    let operation = match (kind, values.split_once('>')) {
        ("W", None) => Operation::Write(number(values)),
        ("R", None) => Operation::Read,
        ("X", None) => Operation::Exchange(number(values)),
        ("A", None) => Operation::Add(number(values)),
        ("C", Some((expected, new))) => Operation::CompareExchange { expected: number(expected), new: number(new) },
        _ => panic!("no step: {text}"),
    };
    Step::Access(Access { operation, location, order, dependency })
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = |order: Order| Order::WORDS.iter().find(|(known, _)| *known == order).map_or("", |(_, word)| *word);
        match self {
            Step::Fence(order) => write!(f, "F:{}", word(*order)),
            Step::Barrier(text) => write!(f, "{{{text}}}"),
            Step::Branch(read) => write!(f, "?{read}"),
            Step::Access(Access { operation, location, order, dependency }) => {
                match operation {
                    Operation::Write(value) => write!(f, "W{location}{value}")?,
                    Operation::Read => write!(f, "R{location}")?,
                    Operation::Exchange(value) => write!(f, "X{location}{value}")?,
                    Operation::Add(value) => write!(f, "A{location}{value}")?,
                    Operation::CompareExchange { expected, new } => write!(f, "C{location}{expected}>{new}")?,
                }
                if *order != Plain {
                    write!(f, ":{}", word(*order))?;
                }
                match dependency {
                    Some((Dependent::Address, read)) => write!(f, "@a{read}"),
                    Some((Dependent::Value, read)) => write!(f, "@d{read}"),
                    None => Ok(()),
                }
            }
        }
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, thread) in self.threads.iter().enumerate() {
            f.write_str(if number == 0 { "" } else { " | " })?;
            let steps: Vec<String> = thread.iter().map(Step::to_string).collect();
            f.write_str(&steps.join(" "))?;
        }
        Ok(())
    }
}
