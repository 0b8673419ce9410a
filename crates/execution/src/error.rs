//! What keeps a program from being executed.

use std::sync::atomic::{AtomicBool, Ordering};

use program::{CodePlace, Width};
use thiserror::Error;

use crate::Waits;

/// How far to go. The defaults suit interactive use.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// How many times a jump back to one place is taken on a path (herd's `-unroll`).
    pub unroll: u32,
    /// How many paths all threads together may have.
    pub paths: usize,
    /// How many bytes all paths together may take, as far as that is known.
    pub path_bytes: usize,
    /// How many jumps back on known conditions the paths of a thread may take together, before they are cut. (One path may take as many as
    /// `events`.)
    pub known_jumps: usize,
    /// How many events an event structure may have.
    pub events: usize,
    /// The loops of which turns that change nothing are left out; none where that is not wanted.
    pub waits: Option<&'a Waits>,
    /// Set by another thread when the result is no longer wanted; looked at often.
    pub cancel: Option<&'a AtomicBool>,
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Limits {
            unroll: 2,
            paths: 200_000,
            path_bytes: 100 << 20,
            known_jumps: 10_000,
            events: 512,
            waits: None,
            cancel: None,
        }
    }
}

impl Limits<'_> {
    /// # Errors
    /// [`ExecutionError::Cancelled`] when the result is no longer wanted.
    pub fn check_cancelled(&self) -> Result<(), ExecutionError> {
        match self.cancel {
            Some(flag) if flag.load(Ordering::Relaxed) => Err(ExecutionError::Cancelled),
            _ => Ok(()),
        }
    }
}

/// Why enumeration stopped before its end.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ExecutionError {
    /// Too many control-flow paths.
    #[error("the threads have more than {limit} control-flow paths; lower the unroll bound")]
    TooManyPaths {
        /// The limit.
        limit: usize,
    },
    /// The paths take too much memory.
    #[error("the control-flow paths of the threads take more than {megabytes} MB; lower the unroll bound")]
    PathsTooLarge {
        /// The limit.
        megabytes: usize,
    },
    /// Too many events.
    #[error("an execution has {events} events, the limit is {limit}")]
    TooManyEvents {
        /// How many there are.
        events: usize,
        /// The limit.
        limit: usize,
    },
    /// Asked to stop.
    #[error("cancelled")]
    Cancelled,
}

/// What goes wrong in one candidate execution. It is an error of the test if the model allows that candidate.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Fault {
    /// An access whose address is a number.
    #[error("access to the address {address:#x}, which is no location")]
    NotAnAddress {
        /// Which instruction does it.
        instruction: CodePlace,
        /// The address.
        address: u128,
    },
    /// An access beside the cells of a location.
    #[error("access to `{location}` at byte {offset}, where no cell begins")]
    OutOfBounds {
        /// Which instruction does it.
        instruction: CodePlace,
        /// The location's name.
        location: String,
        /// Offset in bytes.
        offset: i64,
        /// Whether the location has this byte, so that memory in smaller pieces would have a cell there.
        is_inside: bool,
    },
    /// An unaligned access that raises an exception, or of which it was not known that it is unaligned.
    #[error("unaligned access to `{location}` at byte {offset}, which raises an alignment fault")]
    Unaligned {
        /// Which instruction does it.
        instruction: CodePlace,
        /// The location's name.
        location: String,
        /// Offset in bytes.
        offset: i64,
    },
    /// A jump to an address that is not one of code.
    #[error("a jump to an address without code")]
    NotCode {
        /// Which instruction does it.
        instruction: CodePlace,
    },
    /// A write to an instruction.
    #[error("a write to code: programs that change themselves are not supported")]
    WritesCode {
        /// Which instruction does it.
        instruction: CodePlace,
    },
    /// An access that takes more or less than a cell, or that does not agree with another about the size of the cell.
    #[error(
        "an access of {bits} bits to `{location}`, of which others take {cell_bits}: accesses of mixed sizes are not supported"
    )]
    MixedSizes {
        /// Which instruction does it; `None` when it is the initial write.
        instruction: Option<CodePlace>,
        /// The location's name.
        location: String,
        /// The size of the access.
        bits: Width,
        /// The size of the cell, by its type or by an earlier access.
        cell_bits: Width,
    },
    /// A division by 0.
    #[error("division by zero")]
    DivisionByZero {
        /// Which instruction does it.
        instruction: CodePlace,
    },
    /// An address, a branch condition or a divisor that depends on the bits of an address.
    #[error("{what} depends on the bits of an address, which have no fixed value")]
    Undecided {
        /// Which instruction does it, when it is known.
        instruction: Option<CodePlace>,
        /// "an address", "a branch" or "a divisor".
        what: &'static str,
    },
    /// Something that depends on a value out of thin air: one that reads read from each other in a circle, so that it may be anything.
    #[error("{what} depends on a value out of thin air, which only itself determines")]
    ThinAir {
        /// Which instruction does it, when it is known.
        instruction: Option<CodePlace>,
        /// "an address", "a branch", "a divisor", "a value" or "a final value".
        what: &'static str,
    },
}

impl Fault {
    /// Where in the program it happens.
    pub fn place(&self) -> Option<CodePlace> {
        match *self {
            Fault::NotAnAddress { instruction, .. }
            | Fault::OutOfBounds { instruction, .. }
            | Fault::Unaligned { instruction, .. }
            | Fault::DivisionByZero { instruction }
            | Fault::NotCode { instruction }
            | Fault::WritesCode { instruction } => Some(instruction),
            Fault::MixedSizes { instruction, .. }
            | Fault::Undecided { instruction, .. }
            | Fault::ThinAir { instruction, .. } => instruction,
        }
    }
}
