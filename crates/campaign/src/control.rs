//! Ending a campaign early, from any machine that sees its directory.

use crate::{Error, Layout};

/// Asks all processes of a campaign to end. They look for this every second; what they have found is kept.
///
/// # Errors
/// When the directory cannot be written.
pub fn cancel(layout: &Layout) -> Result<(), Error> {
    let path = layout.cancelled();
    std::fs::write(&path, "").map_err(Error::write(&path))
}

/// Lets a campaign go on that was cancelled.
///
/// # Errors
/// When the directory cannot be written.
pub fn take_up_again(layout: &Layout) -> Result<(), Error> {
    let path = layout.cancelled();
    match std::fs::remove_file(&path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        removed => removed.map_err(Error::write(&path)),
    }
}

/// Whether a campaign is cancelled.
pub fn is_cancelled(layout: &Layout) -> bool {
    layout.cancelled().exists()
}
