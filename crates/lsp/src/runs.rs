//! Threads that run tests, so that the server answers everything else meanwhile.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use lsp_server::RequestId;

/// So many tests run at a time; others wait.
const AT_A_TIME: usize = 2;

/// Simulation is recursive: that of a large test needs this much.
const STACK: usize = 256 << 20;

/// Something that runs.
#[derive(Debug)]
struct Run {
    id: RequestId,
    /// The document that it is about.
    document: String,
    cancel: Arc<AtomicBool>,
}

/// Everything that runs.
#[derive(Debug)]
pub(crate) struct Runs {
    running: Vec<Run>,
    limit: Duration,
    free: Arc<(Mutex<usize>, Condvar)>,
}

impl Runs {
    /// Nothing runs; each run may take so long.
    pub(crate) fn new(limit: Duration) -> Runs {
        Runs { running: Vec::new(), limit, free: Arc::new((Mutex::new(AT_A_TIME), Condvar::new())) }
    }

    /// Starts `run` in a thread, for the request `id` about `document`, and calls `answer` with what it gives: none where it panics. The flag that `run` gets is
    /// set at the limit, and by [`Runs::end`] and [`Runs::end_for`].
    pub(crate) fn start<T: Send + 'static>(
        &mut self,
        id: RequestId,
        document: &str,
        run: impl FnOnce(&AtomicBool) -> T + Send + 'static,
        answer: impl FnOnce(Option<T>) + Send + 'static,
    ) {
        // What has ended has dropped its copy of the flag.
        self.running.retain(|run| Arc::strong_count(&run.cancel) > 1);
        let cancel = Arc::new(AtomicBool::new(false));
        self.running.push(Run { id, document: document.to_owned(), cancel: Arc::clone(&cancel) });
        let (limit, free) = (self.limit, Arc::clone(&self.free));
        let started = thread::Builder::new().name("run".to_owned()).spawn(move || {
            take(&free);
            let (sender, receiver) = mpsc::channel();
            let flag = Arc::clone(&cancel);
            let worker = thread::Builder::new().name("simulation".to_owned()).stack_size(STACK).spawn(move || {
                // The thread that waits may be gone.
                let _ = sender.send(run(&flag));
            });
            let result = worker.ok().and_then(|_| match receiver.recv_timeout(limit) {
                Ok(result) => Some(result),
                Err(RecvTimeoutError::Timeout) => {
                    cancel.store(true, Ordering::Relaxed);
                    receiver.recv().ok()
                }
                Err(RecvTimeoutError::Disconnected) => None,
            });
            give_back(&free);
            answer(result);
        });
        // Without a thread the request has no answer, as if the client had taken it back.
        drop(started);
    }

    /// Ends what runs for a request.
    pub(crate) fn end(&self, id: &RequestId) {
        self.running.iter().filter(|run| run.id == *id).for_each(|run| run.cancel.store(true, Ordering::Relaxed));
    }

    /// Ends what runs about a document.
    pub(crate) fn end_for(&self, document: &str) {
        let about = self.running.iter().filter(|run| run.document == document);
        about.for_each(|run| run.cancel.store(true, Ordering::Relaxed));
    }

    /// Ends everything.
    pub(crate) fn end_all(&self) {
        self.running.iter().for_each(|run| run.cancel.store(true, Ordering::Relaxed));
    }
}

fn take((free, changed): &(Mutex<usize>, Condvar)) {
    let mut free = free.lock().unwrap_or_else(PoisonError::into_inner);
    while *free == 0 {
        free = changed.wait(free).unwrap_or_else(PoisonError::into_inner);
    }
    *free -= 1;
}

fn give_back((free, changed): &(Mutex<usize>, Condvar)) {
    *free.lock().unwrap_or_else(PoisonError::into_inner) += 1;
    changed.notify_one();
}
