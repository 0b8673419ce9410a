//! What a command asks of the system, in the way in which no input and no signal does harm.
//!
//! * Files and standard input are read with a bound ([`read_text`], [`read_line`]): a device without an end is an error.
//! * A [`TemporaryDirectory`] has a name that cannot be foreseen, is its user's alone, and is removed when it is dropped.
//! * A signal that ends the process drops nothing, so that a command which makes such directories or starts other programs calls [`end_on_signals`] first: INT, TERM and HUP then
//!   end all processes below this one, remove all temporary directories, and end the process with the status 128 + n, as a shell shows the end by signal n.
//! * Which programs of others commands start, and what installs those, is one table ([`tools`]).
//! * A program that is named by a user may have no end and write without one: [`run_within`] ends it at a limit, with all that it has started.

mod directory;
#[cfg(unix)]
mod processes;
mod programs;
mod read;
#[cfg(unix)]
mod signals;
pub mod tools;

pub use directory::{TemporaryDirectory, TemporaryDirectoryError};
pub use programs::{Ended, ProgramError, ProgramLimits, run_within};
pub use read::{LONGEST_LINE, LONGEST_TEXT, lines, read_bytes, read_line, read_text, read_text_up_to, text_of};
#[cfg(unix)]
pub use signals::{end_on_signals, heeded_signals, is_ending, wait_for_the_end};
#[cfg(not(unix))]
pub use without_signals::{end_on_signals, is_ending, wait_for_the_end};

/// Systems without signals.
#[cfg(not(unix))]
mod without_signals {
    /// Does nothing: there are no signals.
    ///
    /// # Errors
    /// Never.
    pub fn end_on_signals() -> std::io::Result<()> {
        Ok(())
    }

    /// Never.
    pub fn is_ending() -> bool {
        false
    }

    /// Returns at once.
    pub fn wait_for_the_end() {}
}
