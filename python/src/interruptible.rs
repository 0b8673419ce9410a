//! Work on another thread, while this one waits for it without the interpreter's lock and looks for signals.
//!
//! A thread of its own has a stack that is deep enough for what recurses as deep as its input is nested. Ctrl-C ends the waiting at once; the work sees a flag and ends, too.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread::Builder;
use std::time::{Duration, Instant};

use pyo3::prelude::*;

use crate::errors;

/// How much stack a worker has, as those of the command. (Address space; memory is taken as it is used.)
pub(crate) const STACK: usize = 256 << 20;

/// How often signals are looked for.
const BETWEEN_SIGNALS: Duration = Duration::from_millis(20);

type Job = Box<dyn FnOnce() + Send>;

/// Threads that wait for work, and the process that they belong to: one that was forked off has none of them.
struct Idle {
    process: u32,
    workers: Vec<Sender<Job>>,
}

static IDLE: Mutex<Idle> = Mutex::new(Idle { process: 0, workers: Vec::new() });

/// Does `work` and gives what it gives. It is handed a flag that is set when its result is not waited for any more: on a signal, or behind the limit of time.
///
/// # Errors
/// What the handler of a signal raises, `KeyboardInterrupt` for one, and `InternalError` where the work panics.
pub(crate) fn interruptible<T: Send + 'static>(
    py: Python<'_>,
    limit: Option<Duration>,
    work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
) -> PyResult<T> {
    let flag = Arc::new(AtomicBool::new(false));
    let (sender, mut receiver) = channel();
    let of_work = Arc::clone(&flag);
    let job = Box::new(move || {
        let done = catch_unwind(AssertUnwindSafe(|| work(&of_work)));
        // Behind a signal it has no receiver.
        let _ = sender.send(done);
    });
    let worker = start(job)?;
    let done = wait(py, &mut receiver, &flag, limit.and_then(|limit| Instant::now().checked_add(limit)))?;
    idle().workers.push(worker);
    done.map_err(|panic| errors::internal(py, &message(&*panic)))
}

/// Whether it was the limit of time that stopped the work is for the caller to say: it has asked for one.
fn wait<T: Send>(
    py: Python<'_>,
    receiver: &mut Receiver<T>,
    flag: &AtomicBool,
    mut end: Option<Instant>,
) -> PyResult<T> {
    loop {
        let patience =
            end.map_or(BETWEEN_SIGNALS, |end| BETWEEN_SIGNALS.min(end.saturating_duration_since(Instant::now())));
        // By its one owner: channels cannot be shared.
        let receiver = &mut *receiver;
        match py.detach(move || receiver.recv_timeout(patience)) {
            Ok(done) => return Ok(done),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Err(errors::internal(py, "a worker has ended")),
        }
        if end.is_some_and(|end| end <= Instant::now()) {
            flag.store(true, Ordering::Relaxed);
            end = None;
        }
        py.check_signals().inspect_err(|_| flag.store(true, Ordering::Relaxed))?;
    }
}

/// The idle workers of this process. The lock is taken with the interpreter's lock held alone, so that no fork finds it taken.
fn idle() -> std::sync::MutexGuard<'static, Idle> {
    let mut idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner);
    if idle.process != std::process::id() {
        // The channels of the parent's workers lead nowhere here.
        *idle = Idle { process: std::process::id(), workers: Vec::new() };
    }
    idle
}

/// Gives a job to a worker, a new one if none is idle.
fn start(job: Job) -> PyResult<Sender<Job>> {
    let worker = match idle().workers.pop() {
        Some(worker) => worker,
        None => {
            let (sender, jobs) = channel::<Job>();
            Builder::new()
                .name("lakmus".to_owned())
                .stack_size(STACK)
                .spawn(move || jobs.iter().for_each(|job| job()))?;
            sender
        }
    };
    // It waits for jobs as long as we have its channel.
    let _ = worker.send(job);
    Ok(worker)
}

/// What a panic says.
fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default()
}

/// A limit in seconds.
///
/// # Errors
/// When it is no number of seconds.
pub(crate) fn limit(seconds: Option<f64>) -> PyResult<Option<Duration>> {
    let of = |seconds| {
        Duration::try_from_secs_f64(seconds).map_err(|_| errors::value("timeout is a number of seconds, 0 or more"))
    };
    seconds.map(of).transpose()
}
