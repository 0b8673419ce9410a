//! The standard output and the standard error.

use std::io::{ErrorKind, Write};

use crate::Status;

/// Why nothing more can be written.
#[derive(Debug)]
pub(crate) struct Closed {
    /// The reader has closed its end (`lakmus run ... | head`), which is no mistake.
    is_broken_pipe: bool,
    error: std::io::Error,
}

impl Closed {
    /// Says what happened, if that is anybody's concern.
    pub(crate) fn status(&self) -> Status {
        if self.is_broken_pipe {
            return Status::Success;
        }
        complain(&format!("error: cannot write to the standard output: {}", self.error));
        Status::Failure
    }
}

/// Writes all of it, now.
///
/// # Errors
/// When the standard output takes nothing more.
pub(crate) fn write(text: &[u8]) -> Result<(), Closed> {
    let mut out = std::io::stdout().lock();
    out.write_all(text)
        .and_then(|()| out.flush())
        .map_err(|error| Closed { is_broken_pipe: error.kind() == ErrorKind::BrokenPipe, error })
}

/// Writes all of it as the only thing that a command prints.
pub(crate) fn print(text: &[u8]) -> Status {
    write(text).map_or_else(|closed| closed.status(), |()| Status::Success)
}

/// Writes a line to the standard error. If that is closed, the line is dropped.
pub(crate) fn complain(text: &str) {
    // In one piece: nothing is buffered on its way there.
    let _ = std::io::stderr().lock().write_all(format!("{text}\n").as_bytes());
}

/// Puts a text into a file, or on the standard output where none is named.
///
/// # Errors
/// The file that cannot be written, and why.
pub(crate) fn deliver(path: Option<&std::path::Path>, text: &str) -> Result<Status, String> {
    let Some(path) = path else { return Ok(print(text.as_bytes())) };
    std::fs::write(path, text).map(|()| Status::Success).map_err(|error| format!("{}: {error}", path.display()))
}
