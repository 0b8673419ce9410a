//! Work on many things at a time, with results in order.
//!
//! Whoever finishes a piece of work hands on all results that are due, so there is no thread that only waits, and one job costs
//! what a loop costs. How far work runs ahead of the first unfinished piece is bounded, and with it the memory that
//! finished results take.
//!
//! Each piece is read, then worked on. Several are read in one go and lie ready: the code that reads tests and the code
//! that simulates them do not fit into a processor's second cache together, and where they take turns at every test each pushes the other out
//! (four times as many misses there, and a batch of small tests takes a quarter longer). A job works on what it has read itself, and on what others have read only
//! when there is nothing left to read: memory that one thread took and another one gives back makes both wait for the allocator.
//!
//! The pieces are tests. When fewer are left than there are jobs, [`IdleWorkers`] come free, and a large test may take them
//! ([`divided`](crate::divided)).

use std::collections::VecDeque;
use std::num::NonZero;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::stack::STACK;

/// How many pieces a job may have begun before the results of earlier ones are handed on.
const AHEAD: usize = 256;

/// How many pieces are read in one go at most. The first goes are shorter, so that the first results come as soon as one test allows.
const READ_AT_ONCE: usize = 64;

/// The jobs that have nothing to do.
pub(crate) struct IdleWorkers {
    jobs: usize,
    free: AtomicUsize,
    /// How many pieces are not begun yet.
    left: AtomicUsize,
}

impl IdleWorkers {
    /// So many threads together, the calling one among them, for one piece after the other.
    pub(crate) fn together(threads: NonZero<usize>) -> IdleWorkers {
        let jobs = threads.get();
        IdleWorkers { jobs, free: AtomicUsize::new(jobs - 1), left: AtomicUsize::new(0) }
    }

    /// How many jobs there are, busy or not.
    pub(crate) fn jobs(&self) -> usize {
        self.jobs
    }

    /// Whether there are fewer pieces left, that of the caller included, than jobs.
    pub(crate) fn may_come_free(&self) -> bool {
        self.left.load(Ordering::Relaxed) + 1 < self.jobs
    }

    /// Takes a free one, if there is one.
    pub(crate) fn take(&self) -> bool {
        self.free.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |free| free.checked_sub(1)).is_ok()
    }

    /// Gives one back.
    pub(crate) fn give(&self) {
        self.free.fetch_add(1, Ordering::Relaxed);
    }
}

/// Does `work` for each of `0..count` with what `read` gives for it, at most `jobs` at a time, and gives the results to `take` one by one in the
/// order of the numbers. After an error of `take` no further work is begun; what is under way is waited for.
///
/// # Errors
/// That of `take`.
pub(crate) fn in_order<R: Send, T: Send, E: Send>(
    jobs: NonZero<usize>,
    count: usize,
    read: impl Fn(usize) -> R + Sync,
    work: impl Fn(usize, R, &IdleWorkers) -> T + Sync,
    take: impl FnMut(usize, T) -> Result<(), E> + Send,
) -> Result<(), E> {
    let (all, jobs) = (jobs.get(), jobs.get().min(count).max(1));
    let idle = IdleWorkers { jobs: all, free: AtomicUsize::new(all - jobs), left: AtomicUsize::new(count) };
    let line = Line {
        count,
        jobs,
        idle,
        ahead: jobs.saturating_mul(AHEAD),
        state: Mutex::new(State {
            claimed: 0,
            at_once: 1,
            reading: 0,
            ready: (0..jobs).map(|_| VecDeque::new()).collect(),
            begun: 0,
            taken: 0,
            finished: VecDeque::new(),
            is_taking: false,
            is_over: false,
            waiting: 0,
        }),
        room: Condvar::new(),
        take: Mutex::new((take, Ok(()))),
    };
    std::thread::scope(|scope| {
        let (line, read, work) = (&line, &read, &work);
        for job in 1..jobs {
            let worker = std::thread::Builder::new().stack_size(STACK);
            // When the system grants no more threads, those that there are do the work.
            if worker.spawn_scoped(scope, move || line.serve(job, read, work)).is_err() {
                break;
            }
        }
        line.serve(0, read, work);
    });
    line.take.into_inner().unwrap_or_else(PoisonError::into_inner).1
}

struct Line<R, T, E, F> {
    count: usize,
    jobs: usize,
    idle: IdleWorkers,
    ahead: usize,
    state: Mutex<State<R, T>>,
    /// Told when more pieces may be claimed, when some lie ready, or when none is left.
    room: Condvar,
    /// Who gets the results, and what became of that. Only who has set `is_taking` looks here.
    take: Mutex<(F, Result<(), E>)>,
}

/// Invariant: `taken <= begun <= claimed <= count`; `finished[i]` belongs to the piece `taken + i`; each claimed piece is being read, ready, or
/// begun.
struct State<R, T> {
    /// Given to a thread to be read.
    claimed: usize,
    /// How many the next thread reads in one go.
    at_once: usize,
    /// How many threads are reading.
    reading: usize,
    /// For each job what it has read and no job has begun.
    ready: Vec<VecDeque<(usize, R)>>,
    begun: usize,
    taken: usize,
    finished: VecDeque<Option<T>>,
    /// Some thread is handing results on.
    is_taking: bool,
    is_over: bool,
    /// How many threads wait for room. Telling them costs a system call, which short work would notice.
    waiting: usize,
}

impl<R, T> State<R, T> {
    /// The first piece that a job has read, or the first of all that others have.
    fn take_ready(&mut self, job: usize) -> Option<(usize, R)> {
        self.ready[job].pop_front().or_else(|| {
            let others = self.ready.iter_mut().filter(|pieces| !pieces.is_empty());
            others.min_by_key(|pieces| pieces[0].0)?.pop_front()
        })
    }
}

impl<R, T, E, F: FnMut(usize, T) -> Result<(), E>> Line<R, T, E, F> {
    /// What every thread does; `job` is its number.
    fn serve(&self, job: usize, read: &impl Fn(usize) -> R, work: &impl Fn(usize, R, &IdleWorkers) -> T) {
        let _others = EndOnPanic(self);
        while let Some((number, piece)) = self.begin(job, read) {
            self.finish(number, work(number, piece, &self.idle));
        }
        self.idle.give();
    }

    fn state(&self) -> MutexGuard<'_, State<R, T>> {
        // A panic ends everything; until then the state stays sound.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next piece for a job, read, as soon as there is one.
    fn begin(&self, job: usize, read: &impl Fn(usize) -> R) -> Option<(usize, R)> {
        let mut state = self.state();
        loop {
            if state.is_over {
                return None;
            }
            if state.ready[job].is_empty() {
                let numbers = self.claim(&mut state);
                if !numbers.is_empty() {
                    drop(state);
                    let pieces = numbers.map(|number| (number, read(number))).collect();
                    state = self.state();
                    state.reading -= 1;
                    state.ready[job] = pieces;
                    self.tell(&state);
                    continue;
                }
            }
            if let Some(piece) = state.take_ready(job) {
                state.begun += 1;
                self.idle.left.store(self.count - state.begun, Ordering::Relaxed);
                return Some(piece);
            }
            if state.claimed == self.count && state.reading == 0 {
                return None;
            }
            state.waiting += 1;
            state = self.room.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.waiting -= 1;
        }
    }

    /// The pieces that the calling thread is to read now: fewer towards the end, where each job should have some.
    fn claim(&self, state: &mut State<R, T>) -> Range<usize> {
        let left = self.count - state.claimed;
        let room = (state.taken + self.ahead).saturating_sub(state.claimed);
        let number = state.at_once.min(left.div_ceil(2 * self.jobs)).min(room);
        let numbers = state.claimed..state.claimed + number;
        if number > 0 {
            state.claimed += number;
            state.at_once = (2 * state.at_once).min(READ_AT_ONCE);
            state.reading += 1;
        }
        numbers
    }

    /// Wakes those that wait for a change.
    fn tell(&self, state: &State<R, T>) {
        if state.waiting > 0 {
            self.room.notify_all();
        }
    }

    fn finish(&self, number: usize, result: T) {
        let mut state = self.state();
        let place = number - state.taken;
        if state.finished.len() <= place {
            state.finished.resize_with(place + 1, || None);
        }
        state.finished[place] = Some(result);
        if state.is_taking {
            return; // Who is at it will come to this one.
        }
        state.is_taking = true;
        while let Some(Some(_)) = state.finished.front()
            && !state.is_over
        {
            let (number, result) = (state.taken, state.finished.pop_front().flatten());
            state.taken += 1;
            self.tell(&state);
            drop(state);
            let is_refused = result.is_some_and(|result| self.hand_on(number, result));
            state = self.state();
            if is_refused {
                state.is_over = true;
                self.room.notify_all();
            }
        }
        state.is_taking = false;
    }

    /// Whether that was the last that is wanted.
    fn hand_on(&self, number: usize, result: T) -> bool {
        let (take, end) = &mut *self.take.lock().unwrap_or_else(PoisonError::into_inner);
        *end = take(number, result);
        end.is_err()
    }
}

/// Lets the other threads end when this one cannot go on, instead of waiting for it.
struct EndOnPanic<'a, R, T, E, F>(&'a Line<R, T, E, F>);

impl<R, T, E, F> Drop for EndOnPanic<'_, R, T, E, F> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.state.lock().unwrap_or_else(PoisonError::into_inner).is_over = true;
            self.0.room.notify_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    fn jobs(number: usize) -> NonZero<usize> {
        NonZero::new(number).unwrap()
    }

    #[test]
    fn results_come_in_order_however_many_work() {
        for number in [1, 2, 3, 8] {
            let mut taken = Vec::new();
            // Every seventh piece takes longer than the others.
            let work = |n: usize| {
                (0..if n.is_multiple_of(7) { 20_000u64 } else { 10 }).fold(n as u64, |sum, i| sum ^ (i << 20)) as u32
            };
            let end = in_order(
                jobs(number),
                2000,
                |n| n,
                |n, read, _| {
                    assert_eq!(n, read);
                    work(n)
                },
                |n, result| -> Result<(), ()> {
                    taken.push((n, result));
                    Ok(())
                },
            );
            assert_eq!(end, Ok(()));
            assert_eq!(taken, (0..2000).map(|n| (n, work(n))).collect::<Vec<_>>());
        }
        assert_eq!(in_order(jobs(3), 0, |_| (), |n, (), _| n, |_, _| Err(())), Ok(()));
    }

    #[test]
    fn hands_are_free_when_few_pieces_are_left() {
        let free = |number: usize, count: usize| {
            let mut all = Vec::new();
            let work = |_, (), idle: &IdleWorkers| {
                let taken = std::iter::from_fn(|| idle.take().then_some(())).count();
                (0..taken).for_each(|_| idle.give());
                (idle.may_come_free(), taken)
            };
            let end = in_order(
                jobs(number),
                count,
                |_| (),
                work,
                |_, seen| -> Result<(), ()> {
                    all.push(seen);
                    Ok(())
                },
            );
            assert_eq!(end, Ok(()));
            all
        };
        assert_eq!(free(1, 3), [(false, 0); 3]);
        assert_eq!(free(4, 1), [(true, 3)]);
        let (few, many) = (free(4, 2), free(4, 100));
        assert!(few.iter().all(|&(may, taken)| may && (2..=3).contains(&taken)), "{few:?}");
        // The last three that are begun see it, whatever their numbers, and of those that were begun before what each of the other jobs has at hand.
        let late = many.iter().filter(|(may, _)| *may).count();
        assert!((3..=6).contains(&late), "{many:?}");
        assert!(many.iter().all(|&(may, taken)| may || taken == 0), "{many:?}");
    }

    #[test]
    fn work_does_not_run_far_ahead() {
        let taken = AtomicUsize::new(0);
        let read = |n: usize| assert!(n < taken.load(Ordering::SeqCst) + 2 + 4 * AHEAD, "piece {n}");
        let end = in_order(
            jobs(4),
            20_000,
            read,
            |_, (), _| (),
            |n, ()| -> Result<(), ()> {
                taken.store(n, Ordering::SeqCst);
                Ok(())
            },
        );
        assert_eq!(end, Ok(()));
    }

    #[test]
    fn nothing_is_begun_after_an_error() {
        for number in [1, 3] {
            let begun = AtomicUsize::new(0);
            let work = |n, (), _: &IdleWorkers| {
                begun.fetch_add(1, Ordering::SeqCst);
                n
            };
            let mut last = 0;
            let end = in_order(
                jobs(number),
                1_000_000,
                |_| (),
                work,
                |n, _| {
                    last = n;
                    if n == 5 { Err("enough") } else { Ok(()) }
                },
            );
            assert_eq!((end, last), (Err("enough"), 5));
            assert!(begun.load(Ordering::SeqCst) <= 6 + number * AHEAD);
        }
    }

    #[test]
    fn a_panic_ends_all() {
        for number in [1, 3] {
            let all = || {
                in_order(
                    jobs(number),
                    100_000,
                    |_| (),
                    |n, (), _| assert_ne!(n, 700),
                    |_, ()| -> Result<(), ()> { Ok(()) },
                )
            };
            assert!(std::panic::catch_unwind(all).is_err());
            let all = || {
                in_order(
                    jobs(number),
                    100_000,
                    |n| assert_ne!(n, 700),
                    |_, (), _| (),
                    |_, ()| -> Result<(), ()> { Ok(()) },
                )
            };
            assert!(std::panic::catch_unwind(all).is_err());
        }
    }
}
