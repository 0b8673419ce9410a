//! The standard output and the standard error.

use std::io::{ErrorKind, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::{Status, progress};

/// Why nothing more can be written.
#[derive(Debug)]
pub(crate) struct Closed {
    /// The reader has closed its end (`lakmus run ... | head`), which is no mistake.
    is_broken_pipe: bool,
    error: std::io::Error,
    /// What the command has come to by then.
    so_far: Status,
}

impl Closed {
    /// Because of what the system says.
    pub(crate) fn because(error: std::io::Error) -> Closed {
        Closed { is_broken_pipe: error.kind() == ErrorKind::BrokenPipe, error, so_far: Status::Success }
    }

    /// The same, for a command that has come to `status` by now: a failure stays one, whether its report is read or not.
    pub(crate) fn after(self, status: Status) -> Closed {
        Closed { so_far: self.so_far.max(status), ..self }
    }

    /// Says what happened, if that is anybody's concern, and gives what the command ends with.
    pub(crate) fn status(&self) -> Status {
        if self.is_broken_pipe {
            return self.so_far;
        }
        complain(&format!("error: cannot write to the standard output: {}", self.error));
        self.so_far.max(Status::Unwritten)
    }
}

/// Whether the command goes on where its reader has gone.
static GOES_ON: AtomicBool = AtomicBool::new(false);

/// For commands whose exit status is the answer: what they print is dropped where the reader has gone, and they come to their answer all the same. Other commands
/// end there, since nothing is left to do for them.
pub(crate) fn go_on_without_reader() {
    GOES_ON.store(true, Ordering::Relaxed);
}

/// Writes all of it, now.
///
/// # Errors
/// When the standard output takes nothing more.
pub(crate) fn write(text: &[u8]) -> Result<(), Closed> {
    let written = progress::aside(|| {
        let mut out = std::io::stdout().lock();
        out.write_all(text).and_then(|()| out.flush())
    });
    match written {
        Err(error) if error.kind() == ErrorKind::BrokenPipe && GOES_ON.load(Ordering::Relaxed) => Ok(()),
        Err(error) => Err(Closed::because(error)),
        Ok(()) => Ok(()),
    }
}

/// How many columns of characters there are: what `COLUMNS` says, or the terminal that the standard output is. None where it is no terminal.
pub(crate) fn columns() -> Option<usize> {
    let said = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok()).filter(|columns| *columns > 0);
    said.or_else(|| {
        let (terminal_size::Width(columns), _) = terminal_size::terminal_size_of(std::io::stdout())?;
        Some(usize::from(columns))
    })
}

/// Writes all of it as the only thing that a command prints.
pub(crate) fn print(text: &[u8]) -> Status {
    write(text).map_or_else(|closed| closed.status(), |()| Status::Success)
}

/// Writes a line to the standard error. If that is closed, the line is dropped.
pub(crate) fn complain(text: &str) {
    if system::is_ending() {
        // What fails now fails because a signal ends everything.
        return;
    }
    // In one piece: nothing is buffered on its way there.
    let _ = progress::aside(|| std::io::stderr().lock().write_all(format!("{text}\n").as_bytes()));
}

/// Puts a text into a file, or on the standard output where none is named.
///
/// # Errors
/// The file that cannot be written, and why.
pub(crate) fn deliver(path: Option<&std::path::Path>, text: &str) -> Result<Status, String> {
    let Some(path) = path else { return Ok(print(text.as_bytes())) };
    std::fs::write(path, text).map(|()| Status::Success).map_err(|error| format!("{}: {error}", path.display()))
}
