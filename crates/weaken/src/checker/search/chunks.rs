//! Many states at once, by several threads.
//!
//! States are handed out in *chunks*, in the order in which they were stored, and what came of a chunk is taken up in that order. A chunk is made when the one
//! [`WINDOW`] before it has been taken up, with what is known then; so what is in it, and with it all that the search finds, does not depend on how many threads there are
//! or on which of them is faster. Only the thread that searches looks at the store. Which threads there are is the caller's business ([`Together`]).

use std::any::Any;
use std::collections::{BTreeMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::components::ComponentId;
use super::expand::{Expanded, Expander, Values};
use super::store::StateId;
use super::{Ended, Search};

/// Runs the second function on other threads, on as many as there are to be, while the first runs on this one; returns, or panics, when all have ended.
pub type Together<'a> = dyn Fn(&mut dyn FnMut(), &(dyn Fn() + Sync)) + 'a;

/// From how many stored states on: below, a search takes some hundredths of a second, and one state after the other needs the fewest.
pub(crate) const FROM: usize = 1 << 14;
/// How many states a chunk has at the most.
pub(crate) const STATES: usize = 128;
/// How many chunks are under way.
const WINDOW: usize = 32;

/// States that are to be expanded.
#[derive(Default)]
pub(crate) struct States {
    pub(crate) ids: Vec<Option<StateId>>,
    components: Vec<ComponentId>,
    ends: Vec<usize>,
}

impl States {
    pub(crate) fn add(&mut self, state: &[ComponentId]) {
        self.components.extend_from_slice(state);
        self.ends.push(self.components.len());
    }

    fn iter(&self) -> impl Iterator<Item = &[ComponentId]> {
        let mut begin = 0;
        self.ends.iter().map(move |&end| &self.components[std::mem::replace(&mut begin, end)..end])
    }
}

/// A piece of work.
struct Chunk {
    number: usize,
    states: States,
    /// What delayed reads may return, as was known when it was made.
    values: Arc<Values>,
}

impl Chunk {
    fn expand(self, expander: &mut Expander<'_, '_>) -> Done {
        let mut expanded = Expanded::default();
        self.states.iter().for_each(|state| expander.expand(state, &self.values, &mut expanded));
        Done { ids: self.states.ids, expanded }
    }
}

/// What came of a chunk.
struct Done {
    ids: Vec<Option<StateId>>,
    expanded: Expanded,
}

/// What threads share.
#[derive(Default)]
struct Exchange {
    queue: Mutex<Queue>,
    changed: Condvar,
}

#[derive(Default)]
struct Queue {
    waiting: VecDeque<Chunk>,
    /// By number; a panic is handed on.
    done: BTreeMap<usize, Result<Done, Box<dyn Any + Send>>>,
    is_over: bool,
}

impl Exchange {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        // No code runs under the lock that could leave the queue half changed.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn put(&self, chunk: Chunk) {
        self.queue().waiting.push_back(chunk);
        self.changed.notify_all();
    }

    /// Expands chunks until the search is over.
    fn serve(&self, expander: &mut Expander<'_, '_>) {
        let mut queue = self.queue();
        while !queue.is_over {
            let Some(chunk) = queue.waiting.pop_front() else {
                queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            // A chunk takes long; the others must get at the queue meanwhile.
            drop(queue);
            let number = chunk.number;
            let done = catch_unwind(AssertUnwindSafe(|| chunk.expand(expander)));
            queue = self.queue();
            queue.done.insert(number, done);
            self.changed.notify_all();
        }
    }

    /// What came of a chunk, when it is there; until then other chunks are expanded here, too.
    fn done(&self, number: usize, expander: &mut Expander<'_, '_>) -> Done {
        let mut queue = self.queue();
        loop {
            // Another thread's panic goes on in the thread that searches, which the caller waits for.
            match queue.done.remove(&number) {
                Some(Ok(done)) => return done,
                Some(Err(panic)) => {
                    drop(queue);
                    resume_unwind(panic);
                }
                None => {}
            }
            let Some(chunk) = queue.waiting.pop_front() else {
                queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            drop(queue);
            let expanded = chunk.number;
            let done = chunk.expand(expander);
            if expanded == number {
                return done;
            }
            queue = self.queue();
            queue.done.insert(expanded, Ok(done));
        }
    }
}

/// Ends the other threads, also when the search panics.
struct End<'e>(&'e Exchange);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.queue().is_over = true;
        self.0.changed.notify_all();
    }
}

/// Goes through all states behind `last`.
pub(crate) fn search<'a, 'p>(
    search: &mut Search<'a, 'p>,
    mut expander: Expander<'a, 'p>,
    mut last: Option<StateId>,
) -> Result<(), Ended> {
    let exchange = Exchange::default();
    let (program, machine, components) = (expander.program, expander.machine, search.components());
    let together = search.together();
    let others = || exchange.serve(&mut Expander::new(program, machine, components));
    let mut result = Ok(());
    let mut own = || {
        // Dropped when this closure ends, however it ends: the other threads wait for chunks until then.
        let _end = End(&exchange);
        result = in_order(search, &exchange, &mut expander, &mut last);
    };
    match together {
        Some(together) => together(&mut own, &others),
        None => own(),
    }
    result
}

/// Makes chunks, and takes up what comes of them.
fn in_order<'a, 'p>(
    search: &mut Search<'a, 'p>,
    exchange: &Exchange,
    expander: &mut Expander<'a, 'p>,
    last: &mut Option<StateId>,
) -> Result<(), Ended> {
    let mut values = Arc::new(search.values.clone());
    let (mut made, mut taken_up) = (0, 0);
    loop {
        while made - taken_up < WINDOW
            && let Some(states) = search.chunk(last)
        {
            exchange.put(Chunk { number: made, states, values: Arc::clone(&values) });
            made += 1;
        }
        if made == taken_up {
            return Ok(());
        }
        let done = exchange.done(taken_up, expander);
        taken_up += 1;
        search.take_up(&done.expanded, &done.ids)?;
        // Chunks that are under way keep the values that they were made with, as otherwise what they find would depend on when they run.
        if !done.expanded.learned.is_empty() {
            values = Arc::new(search.values.clone());
        }
    }
}
