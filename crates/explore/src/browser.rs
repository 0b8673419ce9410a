//! Opening the user's browser.

use std::io;
use std::process::{Command, Stdio};

/// The commands that open an address in the user's browser, those that are tried first at the front.
#[cfg(target_os = "macos")]
const OPENERS: &[&[&str]] = &[&["open"]];
#[cfg(target_os = "windows")]
const OPENERS: &[&[&str]] = &[&["rundll32", "url.dll,FileProtocolHandler"]];
#[cfg(not(any(target_os = "macos", target_os = "windows")))]
const OPENERS: &[&[&str]] = &[&["xdg-open"], &["gio", "open"], &["sensible-browser"]];

/// Opens `address`. The program that does it is not waited for.
///
/// # Errors
/// When there is no such program.
pub(crate) fn open(address: &str) -> io::Result<()> {
    let mut last = io::Error::from(io::ErrorKind::NotFound);
    for command in OPENERS {
        let mut opener = Command::new(command[0]);
        opener.args(&command[1..]).arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        match opener.spawn() {
            Ok(_) => return Ok(()),
            Err(error) => last = error,
        }
    }
    Err(last)
}
