//! The registers that outcomes are made of.

use isa::java::class::Exception;
use litmus::{FinalPlace, LoweredTest, RegisterPart};
use program::ThreadId;
use source::{Diagnostic, Severity};

use crate::error::JavaError;
use crate::graph::Outcome;

/// Which registers outcomes list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Observed {
    /// The registers, in order, without duplicates.
    pub registers: Vec<(ThreadId, RegisterPart)>,
    /// How many of them, the last ones, are neither named nor shown by the test: the exceptions that end threads.
    pub exceptions: usize,
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
        let exceptions = Observed::exceptions(test, &registers);
        let count = exceptions.len();
        registers.extend(exceptions);
        Ok(Observed { registers, exceptions: count })
    }

    /// The registers that say which exception ended a thread, without those that are `known`.
    fn exceptions(test: &LoweredTest, known: &[(ThreadId, RegisterPart)]) -> Vec<(ThreadId, RegisterPart)> {
        let registers = test.program.registers.iter_enumerated();
        let mut exceptions = registers.filter(|(_, register)| register.name == Exception::VARIABLE);
        let Some((register, description)) = exceptions.next() else { return Vec::new() };
        let part = RegisterPart { register, low: 0, width: description.width };
        let threads = test.program.threads.ids().map(|thread| (thread, part));
        threads.filter(|one| !known.contains(one)).collect()
    }

    /// What an outcome says of exceptions beside what the test asks for: ` 1:exception=NullPointerException;`.
    pub fn exceptions_in(&self, outcome: &Outcome) -> String {
        let first = self.registers.len() - self.exceptions;
        let all = self.registers[first..].iter().zip(&outcome.0[first..]);
        all.filter_map(|((thread, _), number)| {
            let exception = Exception::of_number(*number)?;
            Some(format!(" {}:{}={};", thread.number(), Exception::VARIABLE, exception.name()))
        })
        .collect()
    }

    /// The place of a register.
    pub fn find(&self, thread: ThreadId, part: RegisterPart) -> Option<usize> {
        self.registers.iter().position(|&known| known == (thread, part))
    }
}
