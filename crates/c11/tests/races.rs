//! Data races: found where happens-before is missing, and nowhere else. And what gets into atomic locations without atomic stores.

use lakmus_c11::{
    AccessKind, AccessSite, Atomic, Burst, Exchange, Execution, Order, Race, RacingAccess, Random, Strategy as _,
    SyncObject, ThreadId,
};

const DATA: u64 = 0x1000;
/// Behind the largest block that begins at [`DATA`].
const FLAG: u64 = 0x4000_0000;

/// An execution with two threads, and the memory that the machine leaves to its caller.
struct Bench {
    execution: Execution,
    random: Random,
    flag: u128,
    threads: [ThreadId; 2],
}

fn bench() -> Bench {
    let mut execution = Execution::new();
    let threads = [(); 2].map(|()| execution.create_thread(ThreadId::MAIN));
    let mut random = Random::new(Burst::Consecutive);
    random.begin(1);
    Bench { execution, random, flag: 0, threads }
}

impl Bench {
    fn access(&self, thread: usize, order: Order) -> Atomic {
        let thread = self.threads[thread];
        Atomic { thread, address: FLAG, size: 4, order, place: AccessSite(90 + thread.number()), memory: self.flag }
    }

    fn store(&mut self, thread: usize, order: Order, value: u128) {
        self.execution.store(&self.access(thread, order), value);
        self.flag = value;
    }

    fn load(&mut self, thread: usize, order: Order) -> u128 {
        self.execution.load(&self.access(thread, order), &mut self.random)
    }

    /// Loads until the value is there.
    fn await_value(&mut self, thread: usize, order: Order, value: u128) {
        while self.load(thread, order) != value {}
    }

    fn write(&mut self, thread: usize, place: u32) {
        self.execution.plain_write(self.threads[thread], DATA, 4, AccessSite(place));
    }

    fn read(&mut self, thread: usize, place: u32) {
        self.execution.plain_read(self.threads[thread], DATA, 4, AccessSite(place));
    }

    fn pairs(&self) -> Vec<(AccessSite, AccessSite)> {
        self.execution.races().iter().map(|race| (race.first.place, race.second.place)).collect()
    }
}

#[test]
fn a_released_message_does_not_race() {
    let mut bench = bench();
    bench.write(0, 1);
    bench.store(0, Order::Release, 1);
    bench.await_value(1, Order::Acquire, 1);
    bench.read(1, 2);
    bench.write(1, 3);
    assert_eq!(bench.pairs(), []);
    // What follows the release is not covered by it.
    bench.read(0, 4);
    assert_eq!(bench.pairs(), [(AccessSite(3), AccessSite(4))]);
}

/// The first thread is not the last of those that run, when all release what was there before its access.
#[test]
fn the_first_access_to_an_object_happens_before_who_acquires_it() {
    let mut bench = bench();
    bench.execution.set_unwatched(true);
    bench.store(0, Order::Release, 1);
    bench.await_value(1, Order::Acquire, 1);
    bench.execution.plain_write(bench.threads[1], FLAG, 4, AccessSite(1));
    assert_eq!(bench.pairs(), []);
    // Who acquires what was there before does not know of that access.
    let mut old_values = 0;
    for seed in 0..20 {
        let mut bench = self::bench();
        bench.random.begin(seed);
        bench.execution.set_unwatched(true);
        bench.store(0, Order::Release, 1);
        if bench.load(1, Order::Acquire) == 0 {
            bench.execution.plain_write(bench.threads[1], FLAG, 4, AccessSite(1));
            assert_eq!(bench.pairs(), [(AccessSite(91), AccessSite(1))]);
            old_values += 1;
        }
    }
    assert!(old_values > 0);
}

#[test]
fn the_first_access_after_a_foreign_write_happens_before_who_acquires_it() {
    let mut bench = bench();
    bench.store(1, Order::Relaxed, 1);
    bench.flag = 5;
    bench.store(0, Order::Release, 6);
    bench.await_value(1, Order::Acquire, 6);
    bench.execution.plain_write(bench.threads[1], FLAG, 4, AccessSite(1));
    assert_eq!(bench.pairs(), []);
}

#[test]
fn a_relaxed_message_races_with_both_ends_named() {
    let mut bench = bench();
    bench.write(0, 1);
    bench.store(0, Order::Relaxed, 1);
    bench.await_value(1, Order::Acquire, 1);
    bench.read(1, 2);
    bench.read(1, 2);
    let [first, second] = [(0, AccessKind::Write, 1), (1, AccessKind::Read, 2)]
        .map(|(thread, kind, place)| RacingAccess { thread: bench.threads[thread], kind, place: AccessSite(place) });
    assert_eq!(bench.execution.races(), [Race { address: DATA, first, second, is_ordered: false }]);
}

/// Memory that was given back is not to be used, however that is ordered and however large it is; when it is allocated again, or forgotten, it is as new.
#[test]
fn memory_that_was_given_back_is_not_used() {
    for size in [8, 40, 1 << 16, (1 << 16) + 8, 1 << 24] {
        let mut bench = bench();
        bench.write(0, 1);
        bench.execution.end_memory(bench.threads[0], DATA, size, AccessSite(2));
        assert_eq!(bench.pairs(), []);
        bench.read(0, 3);
        bench.store(0, Order::Release, 1);
        bench.await_value(1, Order::Acquire, 1);
        bench.write(1, 4);
        let far = DATA + size - 4;
        bench.execution.plain_write(bench.threads[1], far, 4, AccessSite(5));
        let pair = |second| (AccessSite(2), AccessSite(second));
        assert_eq!(bench.pairs(), [pair(3), pair(4), pair(5)], "{size}");
        assert!(bench.execution.races().iter().all(|race| race.is_ordered));
        let atomic = Atomic { address: far, place: AccessSite(6), ..bench.access(1, Order::Relaxed) };
        bench.execution.load(&atomic, &mut bench.random);
        assert_eq!(bench.pairs().last(), Some(&pair(6)));
        bench.execution.allocate(bench.threads[1], DATA, size, AccessSite(7));
        bench.write(1, 8);
        if size > 8 {
            bench.execution.plain_write(bench.threads[1], far, 4, AccessSite(8));
        }
        assert_eq!(bench.pairs().len(), 4);
        // The other thread does not know of the allocation.
        bench.execution.plain_read(bench.threads[0], DATA + 4, 4, AccessSite(9));
        let race = *bench.execution.races().last().expect("a race");
        assert_eq!((race.first.place, race.second.place, race.is_ordered), (AccessSite(7), AccessSite(9), false));
    }
}

#[test]
fn giving_memory_back_races_with_its_use() {
    for size in [8, 1 << 20] {
        let mut bench = bench();
        bench.write(0, 1);
        bench.execution.end_memory(bench.threads[1], DATA, size, AccessSite(2));
        let race = bench.execution.races()[0];
        assert_eq!((race.first.place, race.second.place, race.is_ordered), (AccessSite(1), AccessSite(2), false));
        bench.execution.forget(DATA, size);
        bench.write(0, 3);
        assert_eq!(bench.pairs().len(), 1);
    }
}

#[test]
fn what_is_allocated_is_what_an_atomic_access_finds_there() {
    let mut bench = bench();
    bench.execution.allocate(bench.threads[0], FLAG, 64, AccessSite(1));
    bench.flag = 7;
    assert_eq!(bench.load(0, Order::Relaxed), 7);
    assert_eq!(bench.execution.outside_events(), 0);
    bench.store(0, Order::Relaxed, 8);
    let late = bench.execution.create_thread(bench.threads[0]);
    let access = Atomic { thread: late, ..bench.access(0, Order::Relaxed) };
    assert_eq!(bench.execution.load(&access, &mut bench.random), 8);
    assert_eq!(bench.pairs(), []);
    // A thread that was not informed of the allocation has no business there.
    bench.load(1, Order::Relaxed);
    assert_eq!(bench.pairs(), [(AccessSite(1), AccessSite(92))]);
}

#[test]
fn fences_make_relaxed_messages_safe() {
    let mut bench = bench();
    bench.write(0, 1);
    bench.execution.fence(bench.threads[0], Order::Release);
    bench.store(0, Order::Relaxed, 1);
    bench.await_value(1, Order::Relaxed, 1);
    bench.execution.fence(bench.threads[1], Order::Acquire);
    bench.read(1, 2);
    assert_eq!(bench.pairs(), []);
}

#[test]
fn a_relaxed_store_does_not_continue_a_release_sequence_and_an_update_does() {
    for (is_update, expected) in [(true, 0), (false, 1)] {
        let mut bench = bench();
        bench.write(0, 1);
        bench.store(0, Order::Release, 1);
        if is_update {
            let access = bench.access(0, Order::Relaxed);
            bench.flag = bench.execution.read_modify_write(&access, |old| old + 1, &mut bench.random).new;
        } else {
            bench.store(0, Order::Relaxed, 2);
        }
        bench.await_value(1, Order::Acquire, 2);
        bench.read(1, 2);
        assert_eq!(bench.pairs().len(), expected, "update: {is_update}");
    }
}

#[test]
fn mutexes_threads_and_joins_order() {
    let mut bench = bench();
    let mut mutex = SyncObject::new();
    let [first, second] = bench.threads;
    bench.write(0, 1);
    bench.execution.release(first, &mut mutex);
    bench.execution.acquire(second, &mutex);
    bench.write(1, 2);
    let child = bench.execution.create_thread(second);
    bench.execution.plain_write(child, DATA, 4, AccessSite(3));
    bench.execution.finish_thread(child);
    bench.execution.join_thread(second, child);
    bench.read(1, 4);
    assert_eq!(bench.pairs(), []);
    bench.execution.plain_read(ThreadId::MAIN, DATA, 4, AccessSite(5));
    assert_eq!(bench.pairs(), [(AccessSite(3), AccessSite(5))]);
}

#[test]
fn unordered_readers_are_all_remembered() {
    let mut bench = bench();
    let third = bench.execution.create_thread(ThreadId::MAIN);
    bench.read(0, 1);
    bench.read(1, 2);
    bench.read(0, 1);
    bench.execution.plain_write(third, DATA, 4, AccessSite(3));
    let mut pairs = bench.pairs();
    pairs.sort();
    assert_eq!(pairs, [(AccessSite(1), AccessSite(3)), (AccessSite(2), AccessSite(3))]);
}

#[test]
fn bytes_count_and_granules_do_not() {
    let mut bench = bench();
    let [first, second] = bench.threads;
    // Neighbours within eight bytes, then a range over many granules that touches one byte of them.
    bench.execution.plain_write(first, DATA, 3, AccessSite(1));
    bench.execution.plain_write(second, DATA + 3, 5, AccessSite(2));
    assert_eq!(bench.pairs(), []);
    bench.execution.plain_read(first, DATA + 7, 100, AccessSite(3));
    assert_eq!(bench.pairs(), [(AccessSite(2), AccessSite(3))]);
    assert_eq!(bench.execution.races()[0].address, DATA + 7);
    bench.execution.plain_write(second, DATA + 106, 1, AccessSite(4));
    assert_eq!(bench.pairs()[1..], [(AccessSite(3), AccessSite(4))]);
}

#[test]
fn fresh_memory_has_no_past() {
    let mut bench = bench();
    bench.write(0, 1);
    bench.store(0, Order::Release, 1);
    bench.execution.forget(DATA, 64);
    bench.execution.forget(FLAG, 1 << 20);
    bench.write(1, 2);
    bench.flag = 7;
    assert_eq!(bench.load(1, Order::Relaxed), 7);
    assert_eq!(bench.pairs(), []);
}

#[test]
fn atomic_and_plain_accesses_race() {
    for (is_write, expected) in [(true, 2), (false, 1)] {
        let mut bench = bench();
        let [first, second] = bench.threads;
        bench.store(0, Order::SeqCst, 1);
        bench.load(0, Order::SeqCst);
        let before = bench.execution.races().len();
        if is_write {
            bench.execution.plain_write(second, FLAG, 4, AccessSite(1));
        } else {
            bench.execution.plain_read(second, FLAG + 2, 1, AccessSite(1));
        }
        assert_eq!((before, bench.execution.races().len()), (0, 1));
        bench.load(0, Order::SeqCst);
        // A load races with the plain write, and not with the plain read.
        assert_eq!(bench.execution.races().len(), expected);
        assert!(bench.execution.races().iter().all(|race| [first, second].contains(&race.first.thread)));
    }
}

#[test]
fn a_compare_exchange_that_fails_only_reads() {
    for (expected, races) in [(5, 0), (0, 1)] {
        let mut bench = bench();
        bench.execution.plain_read(bench.threads[0], FLAG, 4, AccessSite(1));
        let exchange = Exchange { expected, desired: 1, failure: Order::Relaxed, is_weak: false };
        let access = bench.access(1, Order::Relaxed);
        let exchanged = bench.execution.compare_exchange(&access, &exchange, &mut bench.random);
        assert_eq!((exchanged.old, exchanged.success), (0, expected == 0));
        assert_eq!(bench.execution.races().len(), races);
    }
}

#[test]
fn weak_compare_exchanges_fail_at_times() {
    let fails = |is_weak: bool| {
        let fails = |seed: &u64| {
            let mut bench = bench();
            bench.random.begin(*seed);
            let exchange = Exchange { expected: 0, desired: 1, failure: Order::Relaxed, is_weak };
            let access = bench.access(0, Order::Relaxed);
            let exchanged = bench.execution.compare_exchange(&access, &exchange, &mut bench.random);
            assert_eq!(exchanged.old, 0);
            !exchanged.success
        };
        (0..1600).filter(fails).count()
    };
    // Of 1600 one in sixteen.
    assert!((50..200).contains(&fails(true)), "{}", fails(true));
    assert_eq!(fails(false), 0);
}

#[test]
fn volatile_accesses_race_with_plain_ones_only() {
    let mut bench = bench();
    let [first, second] = bench.threads;
    bench.execution.volatile_write(first, DATA, 4, AccessSite(1));
    bench.execution.volatile_read(second, DATA, 4, AccessSite(2));
    bench.execution.volatile_write(second, DATA, 4, AccessSite(2));
    assert_eq!(bench.pairs(), []);
    bench.read(1, 3);
    assert_eq!(bench.pairs(), [(AccessSite(1), AccessSite(3))]);
}

/// 7.2: `atomic_init` is a plain store; the value is what is in memory when it is met.
#[test]
fn plain_stores_are_read_by_atomic_loads() {
    let mut bench = bench();
    let [first, second] = bench.threads;
    bench.store(1, Order::Relaxed, 3);
    let mut mutex = SyncObject::new();
    bench.execution.release(second, &mut mutex);
    bench.execution.acquire(first, &mutex);
    bench.execution.plain_write(first, FLAG, 4, AccessSite(1));
    bench.flag = 9;
    bench.execution.release(first, &mut mutex);
    // Without synchronisation the old value can still be read, by a load that then races; with it, it cannot.
    bench.execution.acquire(second, &mutex);
    for _ in 0..20 {
        assert_eq!(bench.load(1, Order::Relaxed), 9);
    }
    assert_eq!(bench.pairs(), []);
}

#[test]
fn foreign_writes_are_noticed_and_raise_no_alarm() {
    let mut bench = bench();
    bench.write(0, 1);
    bench.store(0, Order::Relaxed, 1);
    // Code that is not instrumented has written; the second thread acquires that.
    bench.flag = 77;
    bench.await_value(1, Order::Acquire, 77);
    bench.read(1, 2);
    assert_eq!(bench.pairs(), []);
    assert_eq!(bench.load(1, Order::Relaxed), 77);
}

#[test]
fn accesses_of_other_sizes_see_what_is_in_memory_and_synchronise() {
    let mut bench = bench();
    bench.write(0, 1);
    bench.store(0, Order::Release, 0x0102_0304);
    let byte = Atomic { address: FLAG + 1, size: 1, memory: 3, ..bench.access(1, Order::Acquire) };
    assert_eq!(bench.execution.load(&byte, &mut bench.random), 3);
    bench.read(1, 2);
    assert_eq!(bench.pairs(), []);
    let large = Atomic { address: FLAG - 8, size: 16, memory: 1 << 100, ..bench.access(0, Order::SeqCst) };
    assert_eq!(bench.execution.load(&large, &mut bench.random), 1 << 100);
}

#[test]
fn many_threads_and_odd_calls_are_taken() {
    let mut execution = Execution::new();
    let mut random = Random::new(Burst::Pending);
    random.begin(3);
    let threads: Vec<ThreadId> = (0..300).map(|_| execution.create_thread(ThreadId::MAIN)).collect();
    let mut memory = 0;
    for &thread in &threads {
        let access = Atomic { thread, address: 8, size: 8, order: Order::AcquireRelease, place: AccessSite(0), memory };
        memory = execution.read_modify_write(&access, |old| old + 1, &mut random).new;
        execution.plain_write(thread, 64, 8, AccessSite(1));
    }
    assert_eq!(memory, 300);
    assert_eq!(execution.races().len(), 1, "each write comes after what the next thread acquires");
    let unknown = ThreadId::from_number(1 << 30);
    let access =
        Atomic { thread: unknown, address: u64::MAX, size: 9, order: Order::SeqCst, place: AccessSite(0), memory: 5 };
    assert_eq!(execution.load(&access, &mut random), 5);
    execution.store(&access, 1);
    execution.fence(unknown, Order::SeqCst);
    execution.join_thread(unknown, unknown);
    execution.plain_write(ThreadId::MAIN, u64::MAX - 2, 100, AccessSite(1));
    execution.plain_read(ThreadId::MAIN, 0, 0, AccessSite(1));
    let at_the_end = Atomic { thread: ThreadId::MAIN, ..access };
    assert_eq!(execution.load(&at_the_end, &mut random), 5);
    execution.forget(0, u64::MAX);
    execution.wait_for_thread(threads[0], threads[0]);
}
