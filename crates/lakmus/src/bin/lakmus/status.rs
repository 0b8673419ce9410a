//! What the process says when it ends: one table for all commands.

use std::process::ExitCode;

/// What the process says when it ends; the worse, the greater.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Status {
    /// All was done, and nothing was found.
    #[default]
    Success,
    /// Nothing was found, and not everything was looked at: a limit was reached, a loop was cut, or a part was not understood.
    Incomplete,
    /// What the command looks for was found: a violation, a race, a missing fence, a difference, an expectation that fails.
    Found,
    /// Something that was asked for could not be done: an input cannot be read or is none that the command takes, or a file cannot be written.
    Refused,
    /// The standard output takes nothing more, and results are lost.
    Unwritten,
    /// The command line makes no sense, or names a model or a file without which nothing can be done.
    Usage,
    /// A program that was run on the user's behalf has ended with this status.
    Passed(u8),
    /// This signal has ended the run early.
    Signal(u8),
}

/// The meanings of the numbers, for `--help`.
pub(crate) const TABLE: &str = "\
Exit status, of every command:
  0      all was done, and nothing was found
  1      what the command looks for was found: a violation, a race, a bug, a
         missing fence, a difference, an expectation that fails
  2      something could not be done: a mistake on the command line, an input that
         cannot be read or is not supported, a result that cannot be written
  3      nothing was found, but not everything was looked at: a limit was reached,
         a loop was cut, a part was not understood
  128+n  signal n has ended the command: 129 HUP, 130 INT, 143 TERM
Where several hold, 2 comes before 1 and 1 before 3. `herd7` ends as herd7 does;
`cc`, `cxx`, `rustc`, `cargo` and `exec` end with the status of what they run.";

impl Status {
    /// The number.
    pub(crate) fn number(self) -> u8 {
        match self {
            Status::Success => 0,
            Status::Found => 1,
            Status::Refused | Status::Unwritten | Status::Usage => 2,
            Status::Incomplete => 3,
            Status::Passed(number) => number,
            Status::Signal(signal) => 128 + signal,
        }
    }

    /// What the process ends with.
    pub(crate) fn code(self) -> ExitCode {
        ExitCode::from(self.number())
    }

    /// The status of a program that was run on the user's behalf, as a shell gives it.
    pub(crate) fn of_program(status: std::process::ExitStatus) -> Status {
        #[cfg(unix)]
        if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
            return u8::try_from(signal).map_or(Status::Refused, Status::Signal);
        }
        match status.code().map(u8::try_from) {
            Some(Ok(0)) => Status::Success,
            Some(Ok(number)) => Status::Passed(number),
            Some(Err(_)) | None => Status::Refused,
        }
    }
}
