//! Processes that a program has left behind.
//!
//! The process that runs the driver adopts those whose parents are gone, so that it finds them at the end.

use nix::sys::signal::{Signal, kill};
use nix::sys::wait::waitpid;
use nix::unistd::Pid;

/// Processes whose parent ends before them become children of this one.
pub(super) fn adopt() {
    // Where the system does not do that, nothing is adopted, and nothing found at the end.
    let _ = nix::sys::prctl::set_child_subreaper(true);
}

/// The children of this process, whichever of its threads has started them.
fn children() -> Vec<Pid> {
    let tasks = std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let lists = tasks.filter_map(|task| std::fs::read_to_string(task.path().join("children")).ok());
    let numbers = lists.flat_map(|list| list.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
    numbers.filter_map(|number| number.parse().ok().map(Pid::from_raw)).collect()
}

/// Ends all children, and theirs, which become children of this process then.
pub(super) fn end() {
    /// A program that forks for ever is not followed for ever.
    const MOST_ROUNDS: usize = 1000;
    for _ in 0..MOST_ROUNDS {
        let found = children();
        if found.is_empty() {
            return;
        }
        for child in found {
            // One that has ended meanwhile needs no signal.
            let _ = kill(child, Signal::SIGKILL);
            let _ = waitpid(child, None);
        }
    }
}
