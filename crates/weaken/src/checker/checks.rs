//! What is looked for in programs.

use std::fmt;

use cprog::ir::{Operation, Order, Program};

/// Something that is looked for. Failed assertions, deadlocks, and accesses outside of objects and to those that are no more always are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Check {
    /// Divisions by zero, and of the least number by -1.
    Division,
    /// Locks that are given back by a thread that does not hold them.
    Mutex,
    /// Threads that spin for ever.
    Progress,
    /// Shifts by as many bits as there are, or more.
    Shift,
    /// Memory of the heap that is not given back at the end.
    Leak,
    /// Signed arithmetic whose result is no number of its type.
    Overflow,
    /// Two accesses to the same memory that nothing orders, one of them a write and one of them not atomic (C11 5.1.2.4p25).
    Race,
    /// Reads of what was never written: local variables, and memory of the heap.
    Uninitialised,
}

impl Check {
    /// All of them.
    pub const ALL: [Check; 8] = [
        Check::Division,
        Check::Mutex,
        Check::Progress,
        Check::Shift,
        Check::Leak,
        Check::Overflow,
        Check::Race,
        Check::Uninitialised,
    ];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Check::Division => "division",
            Check::Mutex => "mutex",
            Check::Progress => "progress",
            Check::Shift => "shift",
            Check::Leak => "leak",
            Check::Overflow => "overflow",
            Check::Race => "race",
            Check::Uninitialised => "uninit",
        }
    }

    const fn bit(self) -> u16 {
        1 << self as u16
    }
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of what is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Checks(u16);

impl Checks {
    /// Nothing but failed assertions and deadlocks.
    pub const NONE: Checks = Checks(0);
    /// What is looked for where nothing is said.
    pub const DEFAULT: Checks = Checks(Check::Division.bit() | Check::Mutex.bit() | Check::Progress.bit());

    /// Whether something is looked for.
    pub const fn has(self, check: Check) -> bool {
        self.0 & check.bit() != 0
    }

    /// With this, too.
    #[must_use]
    pub const fn with(self, check: Check) -> Checks {
        Checks(self.0 | check.bit())
    }

    /// Without this.
    #[must_use]
    pub const fn without(self, check: Check) -> Checks {
        Checks(self.0 & !check.bit())
    }

    /// What is looked for, in a fixed order.
    pub fn iter(self) -> impl Iterator<Item = Check> {
        Check::ALL.into_iter().filter(move |check| self.has(*check))
    }
}

impl Default for Checks {
    fn default() -> Checks {
        Checks::DEFAULT
    }
}

/// Whether a program shares memory by atomic operations of C11 or gcc, and by nothing else that is meant to be raced for: no access is volatile. What it races for then is a mistake by its own rules.
pub fn shares_by_atomics(program: &Program) -> bool {
    let all = program.functions.iter().flat_map(|function| &function.blocks).flat_map(|block| &block.instructions);
    let mut has_atomics = false;
    for instruction in all {
        match &instruction.operation {
            Operation::Load { access, .. } | Operation::Store { access, .. } => {
                if access.volatile && access.order == Order::Plain {
                    return false;
                }
                has_atomics |= access.order != Order::Plain;
            }
            Operation::ReadModifyWrite { .. } | Operation::CompareExchange { .. } => has_atomics = true,
            _ => {}
        }
    }
    has_atomics
}
