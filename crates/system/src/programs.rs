//! Programs that are run to their end, or to a limit: of time, and of what they write.

use std::io::{Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use thiserror::Error;

/// How long a program may run, and how much it may write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProgramLimits {
    /// How long it may run.
    pub time: Duration,
    /// How many bytes it may write to the standard output, and how many to the standard error.
    pub bytes: usize,
}

/// A program that has ended.
#[derive(Debug)]
pub struct Ended {
    /// How.
    pub status: ExitStatus,
    /// What it wrote to the standard output.
    pub stdout: Vec<u8>,
    /// What it wrote to the standard error.
    pub stderr: Vec<u8>,
}

/// Why a program has no end of its own.
#[derive(Debug, Error)]
pub enum ProgramError {
    /// It cannot be started, or what it writes cannot be read.
    #[error("{0}")]
    System(#[from] std::io::Error),
    /// It took too long, and was ended.
    #[error("it did not end within {} s", .0.as_secs_f64())]
    TooLong(Duration),
    /// It wrote too much, and was ended.
    #[error("it wrote more than {} MiB", .0 >> 20)]
    TooMuch(usize),
}

/// How long the end of a program is waited for that has closed its output.
const PAUSE: Duration = Duration::from_millis(2);

/// Runs a program that is given `input` on its standard input. Where it reaches a limit, it is ended with all that it has started.
///
/// # Errors
/// When it cannot be started, or reaches a limit.
pub fn run_within(command: &mut Command, input: &[u8], limits: ProgramLimits) -> Result<Ended, ProgramError> {
    let until = Instant::now() + limits.time;
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let ended = ended(&mut child, input, limits, until);
    if ended.is_err() {
        end_tree(&mut child);
    }
    ended
}

fn ended(child: &mut Child, input: &[u8], limits: ProgramLimits, until: Instant) -> Result<Ended, ProgramError> {
    if let Some(mut stdin) = child.stdin.take() {
        let input = input.to_vec();
        // A program may write before it has read everything. One that does not read on says why by itself.
        std::thread::spawn(move || _ = stdin.write_all(&input));
    }
    let stdout = child.stdout.take().map(|stream| reader(stream, limits.bytes));
    let stderr = child.stderr.take().map(|stream| reader(stream, limits.bytes));
    let text_of = |stream: Option<Receiver<std::io::Result<Vec<u8>>>>| -> Result<Vec<u8>, ProgramError> {
        let Some(stream) = stream else { return Ok(Vec::new()) };
        let bytes = match stream.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(read) => read?,
            Err(RecvTimeoutError::Timeout) => return Err(ProgramError::TooLong(limits.time)),
            Err(RecvTimeoutError::Disconnected) => {
                return Err(std::io::Error::other("what it wrote cannot be read").into());
            }
        };
        if bytes.len() > limits.bytes { Err(ProgramError::TooMuch(limits.bytes)) } else { Ok(bytes) }
    };
    let (stdout, stderr) = (text_of(stdout)?, text_of(stderr)?);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Ended { status, stdout, stderr });
        }
        if Instant::now() >= until {
            return Err(ProgramError::TooLong(limits.time));
        }
        std::thread::sleep(PAUSE);
    }
}

/// Reads a stream in a thread of its own, one byte beyond `most` at most.
fn reader(stream: impl Read + Send + 'static, most: usize) -> Receiver<std::io::Result<Vec<u8>>> {
    let (send, receive) = channel();
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let read = stream.take(most as u64 + 1).read_to_end(&mut bytes);
        // Who has given up does not receive it.
        let _ = send.send(read.map(|_| bytes));
    });
    receive
}

/// Ends a program and all that it has started.
fn end_tree(child: &mut Child) {
    #[cfg(unix)]
    crate::processes::kill_below(child.id());
    // One that has ended needs no end.
    let _ = child.kill();
    let _ = child.wait();
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    const LIMITS: ProgramLimits = ProgramLimits { time: Duration::from_millis(300), bytes: 1 << 10 };

    fn shell(script: &str) -> Result<Ended, ProgramError> {
        run_within(Command::new("sh").args(["-c", script]), b"in\n", LIMITS)
    }

    #[test]
    fn what_ends_by_itself_gives_both_streams() {
        let limits = ProgramLimits { time: Duration::from_secs(60), ..LIMITS };
        let script = "cat; echo wrong >&2; exit 3";
        let ended = run_within(Command::new("sh").args(["-c", script]), b"in\n", limits).expect("it ends");
        assert_eq!((ended.stdout.as_slice(), ended.stderr.as_slice()), (&b"in\n"[..], &b"wrong\n"[..]));
        assert_eq!(ended.status.code(), Some(3));
    }

    #[test]
    fn what_does_not_end_is_ended_with_its_children() {
        let folder = tempfile::tempdir().expect("it can be made");
        let file = folder.path().join("pid");
        let script = format!("sleep 1000 & echo $! > {}; wait", file.display());
        assert!(matches!(shell(&script), Err(ProgramError::TooLong(_))));
        let pid = std::fs::read_to_string(file).expect("it was written");
        let state = std::fs::read_to_string(format!("/proc/{}/stat", pid.trim())).unwrap_or_default();
        assert!(state.is_empty() || state.contains(") Z"), "{state}");
    }

    #[test]
    fn what_writes_without_end_is_ended() {
        assert!(matches!(shell("exec cat /dev/zero"), Err(ProgramError::TooMuch(_))));
    }

    #[test]
    fn what_is_not_there_is_an_error() {
        let none = run_within(&mut Command::new("/nowhere/cc"), b"", LIMITS);
        assert!(matches!(none, Err(ProgramError::System(_))));
    }
}
