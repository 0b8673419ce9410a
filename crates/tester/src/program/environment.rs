//! The environment of a program.
//!
//! Where the stack of the main thread begins depends on it: the kernel puts the variables, the arguments and their addresses above the stack. A program can
//! see addresses (by comparing them, by hashing them), so an execution would not replay under another user, or from another directory. So all of it
//! is filled up to a size that is the same for nearly all callers.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};

/// What lies above the stack has a multiple of this many bytes: more than environments and arguments mostly take.
const SIZE: usize = 1 << 15;
/// The bytes of an address there.
const ADDRESS: usize = size_of::<usize>();

/// Variables by their names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Environment(BTreeMap<OsString, OsString>);

impl Environment {
    /// That of this process.
    pub(super) fn inherited() -> Environment {
        Environment(std::env::vars_os().collect())
    }

    /// Sets a variable.
    pub(super) fn set(&mut self, name: &str, value: impl Into<OsString>) {
        self.0.insert(name.into(), value.into());
    }

    /// The variables with their values.
    pub(super) fn variables(&self) -> impl Iterator<Item = (&OsStr, &OsStr)> {
        self.0.iter().map(|(name, value)| (name.as_os_str(), value.as_os_str()))
    }

    /// Lengthens the value of a variable by spaces, so that the stack of this program, with these arguments, begins where it does with nearly all others.
    pub(super) fn fill(&mut self, name: &str, program: &OsStr, arguments: &[OsString]) {
        let room = self.room(program, arguments);
        if let Some(value) = self.0.get_mut(OsStr::new(name)) {
            value.push(" ".repeat(room.next_multiple_of(SIZE) - room));
        }
    }

    /// How many bytes all of it takes above the stack, as far as it is not the same for all programs: strings, and addresses of strings.
    ///
    /// The kernel aligns the stack between both, and behind them, to two addresses: an odd number of addresses takes no more than the even one below it.
    fn room(&self, program: &OsStr, arguments: &[OsString]) -> usize {
        // The program is there twice: as the file, and as its own argument.
        let strings = 2 * (program.len() + 1)
            + arguments.iter().map(|argument| argument.len() + 1).sum::<usize>()
            + self.0.iter().map(|(name, value)| name.len() + 1 + value.len() + 1).sum::<usize>();
        strings + ADDRESS * ((self.0.len() + arguments.len()) & !1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_above_the_stack_has_one_size() {
        for (variables, arguments) in [(1, 0), (2, 0), (3, 1), (40, 7)] {
            let mut environment = Environment(BTreeMap::new());
            for variable in 0..variables {
                environment.set(&format!("NAME{variable}"), "x".repeat(variable * 3));
            }
            let arguments = vec![OsString::from("argument"); arguments];
            environment.fill("NAME0", OsStr::new("./program"), &arguments);
            assert_eq!(environment.room(OsStr::new("./program"), &arguments), SIZE);
        }
    }
}
