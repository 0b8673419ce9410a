//! The registers that outcomes are made of.

use litmus::{FinalPlace, LoweredTest, RegisterPart};
use program::ThreadId;
use source::{Diagnostic, Severity};

use crate::error::JavaError;

/// Which registers outcomes list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Observed {
    /// The registers, in order, without duplicates.
    pub registers: Vec<(ThreadId, RegisterPart)>,
}

impl Observed {
    /// The registers that a test's conditions name or that it shows.
    ///
    /// # Errors
    /// Final values of locations: without coherence they mean nothing.
    pub fn of(test: &LoweredTest) -> Result<Observed, JavaError> {
        let mut registers = Vec::new();
        for place in &test.observed {
            match *place {
                FinalPlace::Register(thread, part) if !registers.contains(&(thread, part)) => {
                    registers.push((thread, part));
                }
                FinalPlace::Register(..) => {}
                FinalPlace::Whole(location) | FinalPlace::Cell(location, _) => {
                    let name = &test.program.locations[location].name;
                    let message = format!("the final value of `{name}` means nothing under causality requirements");
                    let error = Diagnostic::new(Severity::Error, "final-location", message);
                    let help = "read it into a register at the end of a thread, or ask a model with coherence by `--rules none`";
                    return Err(error.help(help).into());
                }
            }
        }
        Ok(Observed { registers })
    }

    /// The place of a register.
    pub fn find(&self, thread: ThreadId, part: RegisterPart) -> Option<usize> {
        self.registers.iter().position(|&known| known == (thread, part))
    }
}
