//! The end by a signal.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use nix::sys::signal::Signal;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use crate::{directory, processes};

/// The signals that ask a process to end.
const ASKING: [i32; 3] = [SIGHUP, SIGINT, SIGTERM];

/// How often the processes below this one are looked at before those that have not ended are killed, and how often after that.
const LOOKS: usize = 500;

/// The time between two looks.
const PAUSE: Duration = Duration::from_millis(10);

/// Set by the handler itself, so that who sees a child end by the same signal sees this too.
static IS_ENDING: std::sync::OnceLock<Arc<AtomicBool>> = std::sync::OnceLock::new();

/// Lets INT, TERM and HUP end this process with the status 128 + n, after all processes below it have ended and all temporary directories are gone. A signal that is ignored, as
/// `nohup` has it, stays ignored. The first call counts.
///
/// # Errors
/// When the system takes no handler; signals then end this process alone.
pub fn end_on_signals() -> std::io::Result<()> {
    let mut is_first = false;
    let flag = IS_ENDING.get_or_init(|| {
        is_first = true;
        Arc::default()
    });
    if !is_first {
        return Ok(());
    }
    let heeded = heeded_signals();
    for &signal in &heeded {
        signal_hook::flag::register(signal, Arc::clone(flag))?;
    }
    let mut signals = Signals::new(heeded)?;
    processes::adopt();
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        if let Some(signal) = signals.forever().next() {
            end(signal);
        }
    })?;
    Ok(())
}

/// The signals that ask a process to end, but those that this one ignores, as `nohup` has it for HUP.
pub fn heeded_signals() -> Vec<i32> {
    let ignored = ignored();
    ASKING.into_iter().filter(|signal| ignored & 1 << (signal - 1) == 0).collect()
}

/// The signals that this process ignores, each a bit.
fn ignored() -> u64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = text.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

/// Whether a signal is ending this process: what fails now fails because of that.
pub fn is_ending() -> bool {
    IS_ENDING.get().is_some_and(|flag| flag.load(Ordering::SeqCst))
}

/// Does not return where a signal is ending this process, and at once otherwise. Who is about to end the process calls this, so that the status is the signal's.
pub fn wait_for_the_end() {
    while is_ending() {
        std::thread::park();
    }
}

fn end(signal: i32) -> ! {
    // They get the chance to remove what they have made.
    let mut asked = Vec::new();
    for _ in 0..LOOKS {
        let found = processes::below();
        if found.is_empty() {
            break;
        }
        let new: Vec<_> = found.into_iter().filter(|process| !asked.contains(process)).collect();
        new.iter().for_each(|process| processes::send(*process, Signal::SIGTERM));
        asked.extend(new);
        std::thread::sleep(PAUSE);
    }
    kill_all();
    directory::remove_all();
    // Another thread may have started one more meanwhile.
    kill_all();
    signal_hook::low_level::exit(128 + signal)
}

fn kill_all() {
    for _ in 0..LOOKS {
        let found = processes::below();
        if found.is_empty() {
            return;
        }
        found.into_iter().for_each(|process| processes::send(process, Signal::SIGKILL));
        std::thread::sleep(PAUSE);
    }
}
