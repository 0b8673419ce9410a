//! Reads of what was never written.
//!
//! Behind each object that comes and goes there is a byte for each of its own, which says whether that was written. A read that finds no byte of its own written is wrong, unless nothing looks at what it reads: copies of memory
//! pass it on, and so does what writes a bit-field. (A read that finds some of its bytes written may be one of a structure with its padding.) Local variables that are registers have no bytes: what is not
//! written is a value then, which depends on [`UNDEFINED`], as do its copies; to compute with it or to decide by it is wrong.

use super::machine::{Fault, Findings, Machine, Stop};
use crate::checker::checks::Check;
use crate::checker::code::address;
use crate::checker::code::compute::{Compute, Operator};
use crate::checker::code::{StepId, Value};
use crate::checker::state::{Doubted, Range, State, Thread};

/// Stands among what a value depends on for that it was never written. No access that is pending has this bit.
pub(crate) const UNDEFINED: u64 = 1 << 63;

impl Machine<'_> {
    /// How many bytes of memory an object of so many takes.
    pub(crate) fn room(&self, bytes: u32) -> u32 {
        if self.checks.has(Check::Uninitialised) { 2 * bytes } else { bytes }
    }

    /// Where it is said of the bytes of a range whether they were written; none where all are.
    fn noted(&self, state: &State, range: Range) -> Option<usize> {
        if !self.checks.has(Check::Uninitialised) {
            return None;
        }
        let (object, offset) = address::split(range.address)?;
        // Static objects are initialised (C11 6.7.9p10).
        let index = (object.0 as usize).checked_sub(self.code.statics.len())?;
        let of = state
            .objects
            .get(index)
            .filter(|of| of.is_live && offset + u64::from(range.bytes) <= u64::from(of.bytes))?;
        Some(of.start as usize + of.bytes as usize + offset as usize)
    }

    /// All bytes of an object (the range has none), or those of a range, are written.
    pub(crate) fn note_written(&self, state: &mut State, range: Range) {
        let Some(start) = self.noted(state, range) else { return };
        let bytes = match range.bytes {
            0 => address::split(range.address)
                .and_then(|(object, _)| state.objects.get(object.0 as usize - self.code.statics.len()))
                .map_or(0, |of| of.bytes as usize),
            bytes => usize::from(bytes),
        };
        for at in start..start + bytes {
            state.memory.write(at, 1, 1);
        }
    }

    /// What was written was never written itself.
    pub(crate) fn note_unwritten(&self, state: &mut State, range: Range) {
        let Some(start) = self.noted(state, range) else { return };
        for at in start..start + usize::from(range.bytes) {
            state.memory.write(at, 1, 0);
        }
    }

    /// Bytes are written, with a value that may be none itself.
    pub(crate) fn note_write(&self, state: &mut State, range: Range, sources: u64) {
        match (sources & UNDEFINED, range.bytes) {
            (_, 0) => {}
            (0, _) => self.note_written(state, range),
            _ => self.note_unwritten(state, range),
        }
    }

    /// Whether no byte of a range was ever written.
    pub(crate) fn is_unwritten(&self, state: &State, range: Range) -> bool {
        let Some(start) = self.noted(state, range) else { return false };
        range.bytes > 0 && (start..start + usize::from(range.bytes)).all(|at| state.memory.read(at, 1) == 0)
    }

    /// What the value of a read depends on beside other reads, where it finds nothing written; or what is wrong with that.
    pub(crate) fn check_written(&self, state: &State, at: StepId, range: Range) -> Result<u64, Fault> {
        // Accesses of the library have no order of the language: it may look at what it has not written yet.
        if !self.code.language_orders.contains_key(&at) || !self.is_unwritten(state, range) {
            Ok(0)
        } else if self.code.passed_on.contains(&at) {
            Ok(UNDEFINED)
        } else {
            Err(Fault::Unwritten(range.address))
        }
    }

    /// The same for a read that takes effect as a step of its own.
    pub(crate) fn note_read(
        &self,
        state: &mut State,
        (t, at): (usize, StepId),
        range: Range,
        findings: &mut Findings,
    ) -> u64 {
        match self.check_written(state, at, range) {
            Ok(sources) => sources,
            Err(_) => {
                self.found(state, (t, at), Doubted::Unwritten(range.address), findings);
                0
            }
        }
    }

    /// To decide by a value that was never written, or to compute with it, is wrong; to copy it is not.
    pub(crate) fn check_defined(&self, sources: u64) -> Result<(), Fault> {
        if sources & UNDEFINED == 0 { Ok(()) } else { Err(Fault::Undefined) }
    }

    /// A value that decides something.
    pub(crate) fn deciding(&self, thread: &Thread, value: Value) -> Result<(), Stop> {
        let (_, sources) = Self::get(thread, value);
        self.check_defined(sources).map_err(|fault| Stop::Fault(fault, (sources | thread.control) & !UNDEFINED))
    }
}

/// What a computation does with a value that was never written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    /// It passes it on.
    Copies,
    /// It takes bits of it out, as what writes a bit-field does: what is left is set, or not looked at.
    Masks,
    Computes,
}

/// What a computation does with a value that was never written.
pub(crate) fn use_of(how: &Compute) -> Use {
    match how {
        Compute::Copy(_) => Use::Copies,
        Compute::Binary { operator: Operator::And, .. } => Use::Masks,
        Compute::Binary { .. }
        | Compute::Compare { .. }
        | Compute::Convert { .. }
        | Compute::Select { .. }
        | Compute::Element { .. }
        | Compute::Negate { .. } => Use::Computes,
    }
}
