//! Pruning changes what is remembered, and nothing that can be seen (paper, section 7.1).

use lakmus_c11 as c11;
use lakmus_c11::{
    AccessSite, Atomic, Burst, Candidate, Candidates, Choice, Execution, Order, Pending, Random, Strategy as _,
    SyncObject, ThreadId,
};
use proptest::prelude::*;

#[derive(Clone, Copy, Debug)]
enum Op {
    Load(Order),
    Store(Order),
    Update(Order),
    Fence(Order),
    Pass,
}

fn op() -> impl Strategy<Value = Op> {
    use Order::{Acquire, AcquireRelease, Relaxed, Release, SeqCst};
    prop_oneof![
        prop::sample::select(vec![Relaxed, Acquire, SeqCst]).prop_map(Op::Load),
        prop::sample::select(vec![Relaxed, Release, SeqCst]).prop_map(Op::Store),
        prop::sample::select(vec![Relaxed, AcquireRelease, SeqCst]).prop_map(Op::Update),
        prop::sample::select(vec![Acquire, Release, SeqCst]).prop_map(Op::Fence),
        Just(Op::Pass),
    ]
}

/// Remembers everything that it has been offered, and what it has picked.
struct Recorder {
    random: Random,
    offered: Vec<Vec<Candidate>>,
    picked: Vec<Candidate>,
    /// What it is to pick.
    followed: Option<Vec<Candidate>>,
}

impl c11::Strategy for Recorder {
    fn begin(&mut self, seed: u64) {
        self.random.begin(seed);
    }
    fn pick_thread(&mut self, current: ThreadId, enabled: &[Pending]) -> usize {
        self.random.pick_thread(current, enabled)
    }
    fn pick_store(&mut self, thread: ThreadId, candidates: &dyn Candidates) -> usize {
        let offered: Vec<Candidate> = (0..candidates.count()).map(|index| candidates.get(index)).collect();
        let picked = match &self.followed {
            Some(followed) => {
                let wanted = followed[self.picked.len()];
                offered
                    .iter()
                    .position(|one| *one == wanted)
                    .expect("what is offered within a window is offered without")
            }
            None => self.random.pick_store(thread, candidates),
        };
        self.picked.push(offered[picked]);
        self.offered.push(offered);
        picked
    }
    fn pick(&mut self, thread: ThreadId, choice: Choice, options: usize) -> usize {
        self.random.pick(thread, choice, options)
    }
}

/// The stores that each load was offered, and the greatest number of stores remembered at a time.
fn run(steps: &[(u8, u8, Op)], seed: u64, pruning: usize) -> (Vec<Vec<Candidate>>, usize) {
    let (recorder, most) = run_within(steps, seed, pruning, None, None);
    (recorder.offered, most)
}

/// The same, within a window, and picking what another run has picked.
fn run_within(
    steps: &[(u8, u8, Op)],
    seed: u64,
    pruning: usize,
    window: Option<u64>,
    followed: Option<Vec<Candidate>>,
) -> (Recorder, usize) {
    let random = Random::new(Burst::Consecutive);
    let mut recorder = Recorder { random, offered: Vec::new(), picked: Vec::new(), followed };
    recorder.begin(seed);
    let mut execution = Execution::new();
    execution.set_pruning(pruning);
    execution.set_window(window);
    let mut memory = [0u128; 2];
    let mut most = 0;
    let mut mutex = SyncObject::new();
    let threads: Vec<ThreadId> = (0..3).map(|_| execution.create_thread(ThreadId::MAIN)).collect();
    execution.wait_for_thread(ThreadId::MAIN, threads[0]);
    for (number, &(thread, location, op)) in steps.iter().enumerate() {
        let thread = threads[usize::from(thread) % threads.len()];
        let at = usize::from(location) % memory.len();
        let access = |order| Atomic {
            thread,
            address: 64 * at as u64,
            size: 8,
            order,
            place: AccessSite(0),
            memory: memory[at],
        };
        match op {
            Op::Load(order) => {
                execution.load(&access(order), &mut recorder);
            }
            Op::Store(order) => {
                execution.store(&access(order), number as u128);
                memory[at] = number as u128;
            }
            Op::Update(order) => {
                let updated = execution.read_modify_write(&access(order), |old| old + 1000, &mut recorder);
                memory[at] = updated.new;
            }
            Op::Fence(order) => execution.fence(thread, order),
            Op::Pass => {
                execution.acquire(thread, &mutex);
                execution.release(thread, &mut mutex);
            }
        }
        most = most.max(execution.remembered_stores());
    }
    (recorder, most)
}

proptest! {
    #[test]
    fn loads_are_offered_the_same_stores(
        steps in prop::collection::vec((any::<u8>(), any::<u8>(), op()), 1..300),
        seed in any::<u64>(),
    ) {
        let (all, _) = run(&steps, seed, usize::MAX);
        let (pruned, _) = run(&steps, seed, 1);
        prop_assert_eq!(all, pruned);
    }

    /// The aggressive mode: what happens within a window can happen without.
    #[test]
    fn a_window_adds_no_execution(
        steps in prop::collection::vec((any::<u8>(), any::<u8>(), op()), 1..300),
        seed in any::<u64>(),
        window in 0..40u64,
    ) {
        let (within, _) = run_within(&steps, seed, 1, Some(window), None);
        run_within(&steps, seed, usize::MAX, None, Some(within.picked));
    }
}

/// A thread that never synchronises, and others that store without end.
#[test]
fn memory_is_bounded_within_a_window() {
    let stores = |number: usize| (number as u8 % 2, 0, Op::Store(Order::Relaxed));
    let steps: Vec<(u8, u8, Op)> = (0..30_000).map(stores).collect();
    let (_, all) = run_within(&steps, 1, 32, None, None);
    let (_, most) = run_within(&steps, 1, 32, Some(100), None);
    assert!(all > 20_000 && most < 2000, "{all} stores were remembered at a time, {most} within a window");
}

/// Threads that keep synchronising need bounded memory, whatever the length of the execution and although the main thread sees nothing.
#[test]
fn memory_is_bounded_when_threads_synchronise() {
    let ops = [Op::Update(Order::AcquireRelease), Op::Store(Order::Release), Op::Load(Order::Acquire), Op::Pass];
    let steps: Vec<(u8, u8, Op)> =
        (0..100_000).map(|number| (number as u8, (number / 7) as u8, ops[number % 4])).collect();
    let (_, most) = run(&steps, 1, 32);
    assert!(most < 400, "{most} stores were remembered at a time");
    let (_, all) = run(&steps[..10_000], 1, usize::MAX);
    assert!(all > 5_000);
}

/// Read-modify-writes without any synchronisation: a thread that has made one cannot read what is older.
#[test]
fn memory_is_bounded_for_relaxed_counters() {
    let steps: Vec<(u8, u8, Op)> = (0..30_000).map(|number| (number as u8, 0, Op::Update(Order::Relaxed))).collect();
    let (_, most) = run(&steps, 1, 32);
    assert!(most < 400, "{most} stores were remembered at a time");
}

/// Threads that come and go, as in a server: what is remembered does not grow with their number.
#[test]
fn finished_threads_are_forgotten() {
    let mut execution = Execution::new();
    let mut random = Random::new(Burst::Consecutive);
    random.begin(1);
    let mut memory = 0;
    for _ in 0..500 {
        let thread = execution.create_thread(ThreadId::MAIN);
        let access = Atomic { thread, address: 64, size: 8, order: Order::Relaxed, place: AccessSite(0), memory };
        memory = execution.read_modify_write(&access, |old| old + 1, &mut random).new;
        execution.finish_thread(thread);
        execution.join_thread(ThreadId::MAIN, thread);
    }
    assert_eq!(memory, 500);
    assert!(execution.remembered_stores() < 100);
}

/// A flag that is written plainly, under a mutex, and looked at atomically.
#[test]
fn memory_is_bounded_for_plain_stores() {
    let mut execution = Execution::new();
    let mut random = Random::new(Burst::Consecutive);
    random.begin(1);
    let mut mutex = SyncObject::new();
    let threads = [(); 2].map(|()| execution.create_thread(ThreadId::MAIN));
    execution.wait_for_thread(ThreadId::MAIN, threads[0]);
    for round in 0..5000u32 {
        let thread = threads[round as usize % 2];
        execution.acquire(thread, &mutex);
        execution.plain_write(thread, 64, 8, AccessSite(0));
        let memory = u128::from(round);
        let access = Atomic { thread, address: 64, size: 8, order: Order::Relaxed, place: AccessSite(0), memory };
        assert_eq!(execution.load(&access, &mut random), memory);
        execution.release(thread, &mut mutex);
    }
    assert!(execution.races().is_empty());
    assert!(execution.remembered_stores() < 100);
}

/// Calls that come too early, or too late, find stores forgotten that they could have read: they read others, and nothing breaks.
#[test]
fn what_is_forgotten_is_not_missed_by_threads_that_break_their_word() {
    let mut execution = Execution::new();
    let mut random = Random::new(Burst::Consecutive);
    random.begin(1);
    let [waiting, ended, busy] = [(); 3].map(|()| execution.create_thread(ThreadId::MAIN));
    let access =
        |thread, memory| Atomic { thread, address: 64, size: 8, order: Order::Relaxed, place: AccessSite(0), memory };
    for thread in [waiting, ended] {
        assert_eq!(execution.load(&access(thread, 0), &mut random), 0);
    }
    execution.wait_for_thread(ThreadId::MAIN, busy);
    execution.wait_for_thread(waiting, busy);
    execution.finish_thread(ended);
    let mut memory = 0;
    for value in 1..1000 {
        execution.store(&access(busy, memory), value);
        memory = value;
    }
    assert!(execution.remembered_stores() < 200);
    assert!(execution.load(&access(waiting, memory), &mut random) > 0);
    assert_eq!(execution.load(&access(ended, memory), &mut random), memory);
}
