//! The condition of a test: values that registers and locations have at the end.

use smallvec::SmallVec;

use crate::cycle::Location;
use crate::emitter::Register;

/// Something whose final value is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FinalPlace {
    /// A register of a thread.
    Register(u8, Register),
    /// A location.
    Location(Location),
    /// How many checks a thread has passed.
    Checks(u8),
}

/// What is asked, in order; all of it is to hold.
#[derive(Debug, Default)]
pub(crate) struct Condition {
    pub(crate) atoms: SmallVec<[(FinalPlace, u64); 12]>,
}

impl Condition {
    pub(crate) fn clear(&mut self) {
        self.atoms.clear();
    }

    pub(crate) fn ask(&mut self, place: FinalPlace, value: u64) {
        self.atoms.push((place, value));
    }
}
