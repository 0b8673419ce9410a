//! The code of one thread as it is written: registers, labels, and lines of text.

use std::fmt::{self, Write};

use smallvec::SmallVec;

use crate::cycle::Location;
use crate::edge::Size;
use crate::refusal::Refusal;

/// A register of an architecture: its number in the order in which registers are given out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Register(pub(crate) u8);

/// What a register holds at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Initial {
    Address(Location),
    Number(u64),
    /// The address of where a thread stores how many checks it passed.
    Checks(u8),
    /// The address of a location that only this thread accesses.
    Own(u8),
}

/// What register of what thread holds what at the start, in the order in which that was needed.
pub(crate) type InitialRegisters = SmallVec<[(u8, Register, Initial); 16]>;

/// How loops that repeat a store-conditional until it succeeds are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Atomics {
    /// As loops.
    #[default]
    Loop,
    /// So many times, and the condition asks that one of them succeeds. 0: once, and the condition asks for the success.
    Unroll(u32),
}

/// A location that holds what a compare-exchange of C expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Expected {
    pub(crate) thread: u8,
    /// The number among those of the test.
    pub(crate) number: u8,
    pub(crate) value: u64,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "e{:02}", self.number)
    }
}

/// Choices that concern how code is written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CodeStyle {
    /// The size of locations.
    pub(crate) natural: Size,
    pub(crate) atomics: Atomics,
    /// Whether dependencies compute something that the hardware cannot know to be nothing.
    pub(crate) real_dependencies: bool,
    /// The type of locations as C calls it.
    pub(crate) type_name: &'static str,
    /// Bit n: location n is atomic.
    pub(crate) atomic_locations: u64,
}

/// The lines of all threads: one text, and where each line ends.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    text: String,
    /// Where each line ends in `text`.
    ends: Vec<u32>,
    /// Where the lines of each thread end in `ends`.
    threads: SmallVec<[u32; 8]>,
}

impl Lines {
    pub(crate) fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
        self.threads.clear();
    }

    fn line(&mut self, what: fmt::Arguments<'_>) {
        // Writing to a string does not fail.
        let _ = self.text.write_fmt(what);
        self.ends.push(self.text.len() as u32);
    }

    pub(crate) fn end_thread(&mut self) {
        self.threads.push(self.ends.len() as u32);
    }

    pub(crate) fn threads(&self) -> usize {
        self.threads.len()
    }

    /// The numbers of the lines of a thread.
    fn range(&self, thread: usize) -> std::ops::Range<usize> {
        let start = if thread == 0 { 0 } else { self.threads[thread - 1] };
        start as usize..self.threads[thread] as usize
    }

    pub(crate) fn count(&self, thread: usize) -> usize {
        self.range(thread).len()
    }

    /// Line `number` of a thread, from 0.
    pub(crate) fn get(&self, thread: usize, number: usize) -> &str {
        let index = self.range(thread).start + number;
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.text[start as usize..self.ends[index] as usize]
    }
}

/// A label: a stem and a number that no other label of the test has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LabelName {
    stem: &'static str,
    number: u32,
}

impl fmt::Display for LabelName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:02}", self.stem, self.number)
    }
}

/// Writes the code of one thread.
pub(crate) struct Emitter<'a> {
    pub(crate) thread: u8,
    pub(crate) style: CodeStyle,
    free: u64,
    /// Scratch registers that have been given out, by what they are for.
    scratch: SmallVec<[(&'static str, Register); 2]>,
    pub(crate) initial: &'a mut InitialRegisters,
    labels: &'a mut u32,
    pub(crate) lines: &'a mut Lines,
    /// How many blanks lines begin with, in languages that have blocks.
    pub(crate) indentation: usize,
    /// How many checks have to have passed at the end of the thread.
    pub(crate) checks: u32,
    /// Registers that must be 0 at the end: the results of store-conditionals that are tried once.
    pub(crate) must_be_zero: SmallVec<[Register; 2]>,
    /// What the register of the last emission holds when the cycle is executed, where that is not what was read.
    pub(crate) shown_value: Option<u64>,
    expected: &'a mut SmallVec<[Expected; 2]>,
}

impl<'a> Emitter<'a> {
    /// `registers`: how many there are to give out. Those that hold something at the start of an earlier thread are kept for that.
    pub(crate) fn new(
        thread: u8,
        style: CodeStyle,
        registers: u8,
        initial: &'a mut InitialRegisters,
        labels: &'a mut u32,
        lines: &'a mut Lines,
        expected: &'a mut SmallVec<[Expected; 2]>,
    ) -> Emitter<'a> {
        let mut free = if registers >= 64 { u64::MAX } else { (1 << registers) - 1 };
        // Those of other threads, too: what several threads hold is in the same register of each, see `holding`.
        for (_, register, _) in initial.iter() {
            free &= !(1 << register.0);
        }
        Emitter {
            thread,
            style,
            free,
            scratch: SmallVec::new(),
            initial,
            labels,
            lines,
            indentation: 0,
            checks: 0,
            must_be_zero: SmallVec::new(),
            shown_value: None,
            expected,
        }
    }

    /// A register that nothing else uses.
    pub(crate) fn fresh(&mut self) -> Result<Register, Refusal> {
        if self.free == 0 {
            return Err(Refusal::new("the test needs more registers than there are"));
        }
        let register = Register(self.free.trailing_zeros() as u8);
        self.free &= self.free - 1;
        Ok(register)
    }

    /// A register for what `purpose` says, the same one each time.
    pub(crate) fn scratch(&mut self, purpose: &'static str) -> Result<Register, Refusal> {
        if let Some((_, register)) = self.scratch.iter().find(|(known, _)| *known == purpose) {
            return Ok(*register);
        }
        let register = self.fresh()?;
        self.scratch.push((purpose, register));
        Ok(register)
    }

    /// A register that holds the address of `location` at the start: the same one as in other threads.
    pub(crate) fn address(&mut self, location: Location) -> Result<Register, Refusal> {
        self.holding(Initial::Address(location))
    }

    fn holding(&mut self, what: Initial) -> Result<Register, Refusal> {
        let mut others = None;
        for (thread, register, held) in self.initial.iter().rev() {
            if *held == what {
                if *thread == self.thread {
                    return Ok(*register);
                }
                others = others.or(Some(*register));
            }
        }
        let register = match others {
            Some(register) => register,
            None => self.fresh()?,
        };
        self.initial.push((self.thread, register, what));
        Ok(register)
    }

    /// The register that holds `value` at the start, where it is too large for the code.
    pub(crate) fn large_constant(&mut self, value: u64) -> Result<Option<Register>, Refusal> {
        const SMALL: u64 = 1 << 12;
        if value < SMALL { Ok(None) } else { self.holding(Initial::Number(value)).map(Some) }
    }

    /// A register with the address of where this thread stores how many checks it passed.
    pub(crate) fn checks_address(&mut self) -> Result<Register, Refusal> {
        self.holding(Initial::Checks(self.thread))
    }

    /// A register with the address of a location that only this thread accesses: the same register in all threads.
    pub(crate) fn own_address(&mut self) -> Result<Register, Refusal> {
        let mut all = self.initial.iter().filter(|(_, _, held)| matches!(held, Initial::Own(_)));
        let known = all.clone().find(|(thread, ..)| *thread == self.thread);
        if let Some((_, register, _)) = known {
            return Ok(*register);
        }
        let register = match all.next() {
            Some((_, register, _)) => *register,
            None => self.fresh()?,
        };
        self.initial.push((self.thread, register, Initial::Own(self.thread)));
        Ok(register)
    }

    /// A new label.
    pub(crate) fn label(&mut self, stem: &'static str) -> LabelName {
        let number = *self.labels;
        *self.labels += 1;
        LabelName { stem, number }
    }

    /// A location that holds `value`, for a compare-exchange that expects that.
    pub(crate) fn expected(&mut self, value: u64) -> Expected {
        let expected = Expected { thread: self.thread, number: self.expected.len() as u8, value };
        self.expected.push(expected);
        expected
    }

    /// The type of locations as C calls it.
    pub(crate) fn type_name(&self) -> &'static str {
        self.style.type_name
    }

    /// Whether a location is atomic, in C.
    pub(crate) fn is_atomic(&self, location: Location) -> bool {
        self.style.atomic_locations >> location.0 & 1 == 1
    }

    /// Writes a line.
    pub(crate) fn line(&mut self, what: fmt::Arguments<'_>) {
        if self.indentation == 0 {
            self.lines.line(what);
        } else {
            let indentation = self.indentation;
            self.lines.line(format_args!("{:indentation$}{what}", ""));
        }
    }
}
