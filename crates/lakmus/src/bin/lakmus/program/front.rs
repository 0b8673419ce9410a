//! The two processes of `lakmus test -- PROG`.
//!
//! The front is what the user has started. It starts the driver, which is the same command again, hands on signals that ask it to end, and ends as the driver
//! does. The driver is told by the kernel when the front is gone, and ends everything then.

use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::{Arc, LazyLock};

use nix::sys::signal::{Signal, kill};
use nix::unistd::{Pid, getppid};
use signal_hook::consts::SIGTERM;
use signal_hook::iterator::Signals;

use crate::Status;

/// In the environment of the driver: the number of the front.
const FRONT: &str = "LAKMUS_FRONT";

/// The last signal that has asked the driver to end; 0 before that.
static ENDING: LazyLock<Arc<AtomicUsize>> = LazyLock::new(Arc::default);

/// What a run that a signal has ended early ends with.
pub(super) fn ending() -> Status {
    let signal = u8::try_from(ENDING.load(std::sync::atomic::Ordering::Relaxed)).unwrap_or(0);
    // The driver itself may have found that the front is gone.
    Status::Signal(if signal == 0 { SIGTERM as u8 } else { signal })
}

/// What this process is.
pub(super) enum Role {
    /// The front, when the driver has ended: with this status.
    Front(Status),
    /// The driver. The flag is set when it is to end.
    Driver(Arc<AtomicBool>),
    /// There is one process only, as no other can be started.
    Both,
}

/// Becomes one of the two.
pub(super) fn begin() -> Role {
    let front = std::env::var(FRONT).ok().and_then(|number| number.trim().parse::<i32>().ok());
    match front.filter(|front| getppid().as_raw() == *front) {
        Some(front) => Role::Driver(be_driver(front)),
        None => match start_driver() {
            Ok(driver) => Role::Front(be_front(driver)),
            Err(_) => Role::Both,
        },
    }
}

fn be_driver(front: i32) -> Arc<AtomicBool> {
    let cancel = Arc::new(AtomicBool::new(false));
    for signal in system::heeded_signals() {
        // Without a handler the signal ends the driver at once, and what it has found is lost; nothing more.
        let _ = signal_hook::flag::register_usize(signal, Arc::clone(&ENDING), signal as usize);
        let _ = signal_hook::flag::register(signal, cancel.clone());
    }
    let _ = nix::sys::prctl::set_pdeathsig(Signal::SIGTERM);
    if getppid().as_raw() != front {
        cancel.store(true, std::sync::atomic::Ordering::Relaxed);
    }
    cancel
}

fn start_driver() -> std::io::Result<Child> {
    let mut command = Command::new(std::env::current_exe()?);
    // The program inherits the variable: where its stack begins shall not depend on how many digits a number has.
    command.args(std::env::args_os().skip(1)).env(FRONT, format!("{:10}", std::process::id()));
    // What is sent to the group of the front, from a terminal say, the front hands on.
    command.process_group(0);
    command.spawn()
}

fn be_front(mut driver: Child) -> Status {
    let number = Pid::from_raw(driver.id() as i32);
    if let Ok(mut signals) = Signals::new(system::heeded_signals()) {
        std::thread::spawn(move || {
            for signal in signals.forever() {
                if let Ok(signal) = Signal::try_from(signal) {
                    // If the driver has ended, so will the front.
                    let _ = kill(number, signal);
                }
            }
        });
    }
    driver.wait().map_or(Status::Refused, Status::of_program)
}
