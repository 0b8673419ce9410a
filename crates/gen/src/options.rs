//! How tests are generated.

use crate::edge::Size;
use crate::emitter::Atomics;

/// What conditions ask.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ConditionKind {
    /// Whether there is an execution with the cycle.
    #[default]
    Cycle,
    /// Nothing: what the cycle is about is shown.
    Observe,
    /// Whether all executions are sequentially consistent ones.
    Universal,
}

/// How the order of writes to one location is found out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Observers {
    /// By the final value; for three writes and more by a thread that reads them.
    #[default]
    AsNeeded,
    /// By the final value; cycles with more than two writes of one location are refused.
    Avoid,
    /// By a thread that reads them, for two writes already.
    Always,
    /// By the final value alone, which leaves the order of the others open; so many writes of one location at most.
    AtMost(usize),
}

/// How tests are generated.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The size of locations.
    pub natural: Size,
    /// Their type as C and initial states call it.
    pub type_name: &'static str,
    /// What conditions ask.
    pub condition: ConditionKind,
    /// Whether conditions forbid what they ask for.
    pub negates: bool,
    /// How the order of writes to one location is found out.
    pub observers: Observers,
    /// Whether observers have fences between their reads.
    pub fences_observers: bool,
    /// How exclusives are repeated.
    pub atomics: Atomics,
    /// Whether dependencies compute something that the hardware cannot know to be nothing.
    pub real_dependencies: bool,
    /// Whether conditions leave out what the cycle says nothing about.
    pub shows_only_what_counts: bool,
    /// Whether cycles on one location have tests.
    pub allows_one_location: bool,
    /// Whether cycles are refused that coherence forbids in one thread.
    pub refuses_back: bool,
    /// Cycles with more threads have no tests.
    pub most_threads: Option<usize>,
    /// Cycles with another number of threads have no tests.
    pub exact_threads: Option<usize>,
    /// Whether the header says what the cycle is.
    pub has_metadata: bool,
    /// Whether numbers are written in hexadecimal.
    pub is_hexadecimal: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            natural: Size::Word,
            type_name: "int",
            condition: ConditionKind::default(),
            negates: false,
            observers: Observers::default(),
            fences_observers: false,
            atomics: Atomics::default(),
            real_dependencies: false,
            shows_only_what_counts: true,
            allows_one_location: true,
            refuses_back: false,
            most_threads: None,
            exact_threads: None,
            has_metadata: true,
            is_hexadecimal: false,
        }
    }
}

impl Options {
    /// These options, changed: `Options::default().with(|set| set.threads = 3)`.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }

    /// The type of C with 16 bytes.
    pub const WIDE: &'static str = "__int128";

    /// The size of a type of C, if it is one that locations can have. Locations of [`Options::WIDE`] are for C, which does not look at sizes: values are as
    /// small as in 8 bytes.
    pub fn size_of_type(name: &str) -> Option<(&'static str, Size)> {
        let known = [
            (Options::WIDE, Size::Quad),
            ("int", Size::Word),
            ("int8_t", Size::Byte),
            ("uint8_t", Size::Byte),
            ("int16_t", Size::Short),
            ("uint16_t", Size::Short),
            ("int32_t", Size::Word),
            ("uint32_t", Size::Word),
            ("int64_t", Size::Quad),
            ("uint64_t", Size::Quad),
        ];
        known.into_iter().find(|(known, _)| *known == name)
    }

    /// A value as tests in C write it that have locations of the type `type_name`. With the sign that the bits have: herd7 reads no larger number of 32
    /// bits, and an `int` is equal to no larger one.
    pub(crate) fn number_in_c(type_name: &str, value: u64) -> i128 {
        match Options::size_of_type(type_name) {
            Some((_, Size::Word)) => {
                u32::try_from(value).map_or(i128::from(value), |bits| i128::from(bits.cast_signed()))
            }
            Some(("int64_t", _)) => i128::from(value.cast_signed()),
            _ => i128::from(value),
        }
    }
}
