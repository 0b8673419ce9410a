//! `lakmus test --gdb`: one execution under gdb.
//!
//! The runtime does it without a driver, as when the program is run by itself: the settings are in the environment, and what is found goes to the standard error and to a function where gdb stops.
//! Each thread has a kernel thread, so that `info threads` shows them. gdb switches the randomisation of addresses off itself.

use std::os::unix::process::CommandExt;
use std::process::Command;

use tester::program::{Request, settings_without_driver};

use crate::Status;
use crate::output::complain;

/// The variable that names another gdb.
const GDB: &str = "LAKMUS_GDB";

/// Becomes gdb. Returns only if that is impossible.
pub(super) fn run(request: &Request) -> Status {
    let gdb = std::env::var_os(GDB).unwrap_or_else(|| "gdb".into());
    let settings = match settings_without_driver(request) {
        Ok(settings) => settings,
        Err(error) => {
            complain(&format!("error: {error}"));
            return Status::Usage;
        }
    };
    let mut command = Command::new(&gdb);
    command.args(["-q", "-ex", "set startup-with-shell off", "-ex", "set breakpoint pending on"]);
    command.args(["-ex", "break lakmus_found"]);
    // Signals that the runtime uses for itself.
    command.args(["-ex", "handle SIGXCPU nostop noprint pass"]);
    for (name, value) in settings {
        // For the program alone: gdb itself is no program to be tested.
        command.arg("-ex").arg(format!("set environment {name} {value}"));
    }
    command.args(["-ex", "run", "--args"]).arg(&request.program).args(&request.arguments);
    let error = command.exec();
    let advice = system::tools::advice(&gdb, &error);
    complain(&format!("error: cannot run {}: {error}; {GDB} names another one{advice}", gdb.to_string_lossy()));
    Status::Usage
}
