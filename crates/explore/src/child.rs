//! A question is answered by a process of its own.
//!
//! What a test costs is not known before it is run, so each run has a limit of time and one of memory (address space, which the process sets itself). The answers are lines
//! of JSON; the last one says how it ended. A process that is cut has sent what it had until then.

use std::io::{Read, Write};
use std::pin::Pin;
use std::process::{ExitCode, Stdio};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::Bytes;
use futures_core::Stream;
use serde::Serialize;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, Command};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};

/// The stack of the thread that answers: expressions and models are walked as deep as they are nested.
const STACK: usize = 256 << 20;

/// No answer is longer, in bytes.
const MOST_OUTPUT: usize = 64 << 20;

/// So many questions wait for their turn; more are refused.
const QUEUE: usize = 64;

/// What the child may take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Seconds.
    pub(crate) timeout: u64,
    /// MiB of address space.
    pub(crate) memory: u64,
}

/// How an answer ended.
#[derive(Debug, Serialize)]
#[serde(tag = "end", rename_all = "kebab-case")]
enum End {
    /// Nothing is missing.
    Complete,
    /// It took too long.
    Time { seconds: u64 },
    /// It needed too much memory.
    Memory { mebibytes: u64 },
    /// The answer was too long.
    Size { mebibytes: usize },
    /// Something is wrong with the program.
    Failed { message: String },
}

/// Those who answer: as many at a time as there are processors.
#[derive(Clone, Debug)]
pub(crate) struct Answerers {
    limits: Limits,
    turns: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
}

/// The lines of an answer, as they come. When it is dropped, the process is ended.
#[derive(Debug)]
pub(crate) struct Lines(mpsc::Receiver<Bytes>);

impl Stream for Lines {
    type Item = Result<Bytes, std::convert::Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.poll_recv(context).map(|bytes| bytes.map(Ok))
    }
}

impl Answerers {
    /// With these limits for each.
    pub(crate) fn new(limits: Limits) -> Answerers {
        let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let semaphore = |permits| Arc::new(Semaphore::new(permits));
        Answerers { limits, turns: semaphore(processors), waiting: semaphore(processors + QUEUE) }
    }

    /// Asks. `None` where too many questions wait already.
    pub(crate) fn ask(&self, question: Bytes) -> Option<Lines> {
        let place = Arc::clone(&self.waiting).try_acquire_owned().ok()?;
        let (sender, receiver) = mpsc::channel(16);
        let (limits, turns) = (self.limits, Arc::clone(&self.turns));
        tokio::spawn(async move {
            let turn = tokio::select! {
                turn = turns.acquire_owned() => turn,
                () = sender.closed() => return,
            };
            if let Ok(turn) = turn {
                answered(&question, limits, sender, (place, turn)).await;
            }
        });
        Some(Lines(receiver))
    }
}

/// Has a question answered by a process, and says how that ended.
async fn answered(
    question: &[u8],
    limits: Limits,
    sender: mpsc::Sender<Bytes>,
    _held: (OwnedSemaphorePermit, OwnedSemaphorePermit),
) {
    let end = match start(limits) {
        Ok(mut group) => {
            let heard = heard(&mut group.0, question, &sender);
            tokio::select! {
                end = heard => end,
                () = tokio::time::sleep(Duration::from_secs(limits.timeout)) => Some(End::Time { seconds: limits.timeout }),
                () = sender.closed() => None,
            }
        }
        Err(error) => Some(End::Failed { message: format!("cannot start a process: {error}") }),
    };
    let end = match end {
        // The child knows no limits but those that it runs into.
        Some(End::Memory { .. }) => Some(End::Memory { mebibytes: limits.memory }),
        end => end,
    };
    if let Some(end) = end {
        let mut line = serde_json::to_vec(&end).unwrap_or_default();
        line.push(b'\n');
        let _ = sender.send(line.into()).await;
    }
}

/// A process with all that it starts.
struct Group(Child);

impl Drop for Group {
    fn drop(&mut self) {
        #[cfg(unix)]
        if let Some(leader) = self.0.id().and_then(|id| i32::try_from(id).ok()) {
            let _ = nix::sys::signal::killpg(nix::unistd::Pid::from_raw(leader), nix::sys::signal::Signal::SIGKILL);
        }
    }
}

fn start(limits: Limits) -> std::io::Result<Group> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args([
        "answer-one-question",
        "--memory",
        &limits.memory.to_string(),
        "--seconds",
        &limits.timeout.to_string(),
    ]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
    #[cfg(unix)]
    command.process_group(0);
    command.spawn().map(Group)
}

/// Sends on what the process writes, whole lines only, until it ends.
async fn heard(child: &mut Child, question: &[u8], sender: &mpsc::Sender<Bytes>) -> Option<End> {
    let (mut input, mut output, mut errors) = (child.stdin.take()?, child.stdout.take()?, child.stderr.take()?);
    let write = async {
        // A process that ends before it has read all says so by its end.
        let _ = input.write_all(question).await;
        drop(input);
    };
    let mut complaint = Vec::new();
    let complain = async {
        let mut some = [0_u8; 4096];
        while let Ok(count) = errors.read(&mut some).await {
            if count == 0 {
                break;
            }
            let room = (1_usize << 16).saturating_sub(complaint.len());
            complaint.extend_from_slice(&some[..count.min(room)]);
        }
    };
    let forward = async {
        let (mut pending, mut total) = (Vec::new(), 0);
        let mut some = vec![0_u8; 1 << 16];
        while let Ok(count) = output.read(&mut some).await {
            if count == 0 {
                break;
            }
            total += count;
            if total > MOST_OUTPUT {
                return Some(End::Size { mebibytes: MOST_OUTPUT >> 20 });
            }
            pending.extend_from_slice(&some[..count]);
            if let Some(last) = pending.iter().rposition(|&byte| byte == b'\n') {
                let rest = pending.split_off(last + 1);
                let lines = std::mem::replace(&mut pending, rest);
                sender.send(lines.into()).await.ok()?;
            }
        }
        Some(End::Complete)
    };
    let ((), (), end) = tokio::join!(write, complain, forward);
    let Some(End::Complete) = end else { return end };
    match child.wait().await {
        Ok(status) if status.success() => Some(End::Complete),
        Ok(status) => {
            let said = String::from_utf8_lossy(&complaint);
            match said.contains("memory allocation of") || said.contains("cannot allocate memory") {
                true => Some(End::Memory { mebibytes: 0 }),
                false => {
                    Some(End::Failed { message: format!("{status}: {}", said.lines().last().unwrap_or_default()) })
                }
            }
        }
        Err(error) => Some(End::Failed { message: error.to_string() }),
    }
}

/// Answers the question on the standard input: what the child does. It stops by itself shortly before it would be ended.
pub(crate) fn answer(memory: u64, seconds: u64) -> ExitCode {
    limit(memory);
    let mut question = String::new();
    if let Err(error) = std::io::stdin().read_to_string(&mut question) {
        eprintln!("cannot read the question: {error}");
        return ExitCode::from(2);
    }
    let time = Duration::from_secs(seconds).mul_f64(0.85);
    let work = move || answers::answer(&question, time, &mut std::io::stdout().lock());
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(work);
    match thread.map(std::thread::JoinHandle::join) {
        Ok(Ok(Ok(()))) => {
            let _ = std::io::stdout().flush();
            ExitCode::SUCCESS
        }
        Ok(Ok(Err(message))) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
        // The panic has been written.
        Ok(Err(_)) => ExitCode::from(101),
        Err(error) => {
            eprintln!("cannot start a thread: {error}");
            ExitCode::from(2)
        }
    }
}

/// Sets the limit of memory, and writes no core files.
#[cfg(unix)]
fn limit(memory: u64) {
    use nix::sys::resource::{Resource, setrlimit};
    let bytes = memory << 20;
    // Where the system knows no such limit, the limit of time is left.
    let _ = setrlimit(Resource::RLIMIT_AS, bytes, bytes);
    let _ = setrlimit(Resource::RLIMIT_CORE, 0, 0);
}

#[cfg(not(unix))]
fn limit(_memory: u64) {}
