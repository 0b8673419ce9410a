//! Functions that compilers call for atomic operations: libgcc's outline atomics and libatomic.
//!
//! Their code is that of the library which the profile's compiler links, disassembled by binutils or LLVM. Where it chooses at run time by what
//! the machine has, each way is a profile of its own.

mod disassembly;
mod library;

use crate::listing::Line;

pub(crate) use library::{Choice, Libraries, Library, OnMachine};

/// The code of a helper.
#[derive(Clone, Debug)]
pub(crate) struct Helper {
    pub(crate) lines: Vec<Line>,
    /// Extensions that the machine does not have where this code runs.
    pub(crate) excludes: Vec<&'static str>,
    /// Extensions that it has, though no instruction shows it.
    pub(crate) needs: Vec<&'static str>,
}

impl Helper {
    /// On any machine.
    pub(crate) fn of(lines: Vec<Line>) -> Helper {
        Helper { lines, excludes: Vec::new(), needs: Vec::new() }
    }
}

/// Finds the code of helpers.
pub(crate) trait Helpers {
    /// The code of a function outside.
    ///
    /// # Errors
    /// Why it is not known.
    fn find(&self, symbol: &str) -> Result<Helper, String>;
}

/// Whether a function takes or releases a lock: one of libatomic's own, or a mutex that these are made of.
pub(crate) fn is_lock(symbol: &str) -> bool {
    let name = symbol.trim_end_matches("@PLT").trim_end_matches("@plt");
    let is_own = ["libat_lock_1", "libat_lock_n", "libat_unlock_1", "libat_unlock_n"].contains(&name);
    is_own || matches!(name, "pthread_mutex_lock" | "pthread_mutex_unlock")
}

/// Knows none.
pub(crate) struct NoHelpers;

impl Helpers for NoHelpers {
    fn find(&self, symbol: &str) -> Result<Helper, String> {
        Err(format!("it calls `{symbol}`, whose code is not known"))
    }
}
