//! The processes below this one.
//!
//! They are read off `/proc`, since a process that has left its group, as those of a shell with job control do, is in no group that could be ended. Where there is no
//! `/proc`, none is found.

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

/// Processes whose parent ends before them become children of this one, so that they are found.
pub(crate) fn adopt() {
    #[cfg(target_os = "linux")]
    // Where the system does not do that, such processes are not found.
    let _ = nix::sys::prctl::set_child_subreaper(true);
}

/// The children of a process that have not ended, whichever of its threads has started them.
fn children(process: Pid) -> Vec<Pid> {
    let tasks = std::fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let lists = tasks.filter_map(|task| std::fs::read_to_string(task.path().join("children")).ok());
    let numbers = lists.flat_map(|list| list.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
    numbers.filter_map(|number| number.parse().ok().map(Pid::from_raw)).filter(|child| is_alive(*child)).collect()
}

/// Whether a process runs. One that has ended stays listed until its parent asks for its status.
fn is_alive(process: Pid) -> bool {
    let Ok(text) = std::fs::read_to_string(format!("/proc/{process}/stat")) else { return false };
    // The state stands behind the name, which is in brackets and may hold some.
    let state = text.rsplit_once(')').and_then(|(_, rest)| rest.trim_start().chars().next());
    !matches!(state, Some('Z' | 'X') | None)
}

/// How often a process is looked at for processes that it has started meanwhile, and the time between two looks.
const LOOKS: usize = 100;
const PAUSE: std::time::Duration = std::time::Duration::from_millis(2);

/// All processes below this one.
pub(crate) fn below() -> Vec<Pid> {
    below_process(Pid::this())
}

/// Kills all processes below a child of this one. It goes last, so that they are found by it; one that starts others all the time is left to the caller.
pub(crate) fn kill_below(child: u32) {
    let Ok(child) = i32::try_from(child) else { return };
    for _ in 0..LOOKS {
        let found = below_process(Pid::from_raw(child));
        if found.is_empty() {
            return;
        }
        found.into_iter().for_each(|process| send(process, Signal::SIGKILL));
        std::thread::sleep(PAUSE);
    }
}

fn below_process(process: Pid) -> Vec<Pid> {
    let mut found = Vec::new();
    let mut next = children(process);
    while let Some(process) = next.pop() {
        if !found.contains(&process) {
            next.extend(children(process));
            found.push(process);
        }
    }
    found
}

/// Sends a signal to a process.
pub(crate) fn send(process: Pid, signal: Signal) {
    // One that has ended meanwhile needs no signal.
    let _ = kill(process, signal);
}
