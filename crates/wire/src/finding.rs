//! What an execution can be found to do wrong.

use crate::bytes::{Reader, Writer};

/// Return addresses, the innermost first. The first is where it happened: for a call made by the compiler's instrumentation it is
/// the address after that call, as for the others.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Stack(pub Vec<u64>);

/// A thread at a moment of an execution.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ThreadPlace {
    /// Number of the thread in the order of creation; the main thread is 0.
    pub thread: u64,
    /// Where the thread is.
    pub stack: Stack,
    /// Where the thread was created; empty for the main thread.
    pub created: Stack,
}

/// What an access does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AccessKind {
    /// A plain read.
    Read,
    /// A plain write.
    Write,
    /// An atomic load.
    AtomicRead,
    /// An atomic store, or a read-modify-write.
    AtomicWrite,
    /// The release of memory by `free` or `delete`, which counts as a write to all of it.
    Free,
    /// The allocation of memory, which counts as a write to all of it.
    Allocate,
    /// The end of a thread, and by that of the memory of its stack.
    End,
}

/// One of the two accesses of a race.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Access {
    /// What it does.
    pub kind: AccessKind,
    /// The first byte of memory.
    pub address: u64,
    /// How many bytes; 0 where that is not known.
    pub size: u64,
    /// Who and where.
    pub place: ThreadPlace,
}

/// What memory a race is about, as far as the runtime knows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Memory {
    /// No stack of a thread, nor a block that it has seen being allocated: of blocks it only keeps account where an execution is watched.
    #[default]
    Other,
    /// The stack of this thread, with its thread-local storage.
    Stack(u64),
    /// A block of the heap.
    Block {
        /// Its first address.
        start: u64,
        /// The bytes that were asked for.
        size: u64,
        /// Who has allocated it, and where.
        allocated: ThreadPlace,
    },
}

/// A lock that a thread holds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HeldLock {
    /// A mutex or a read-write lock.
    pub kind: WaitFor,
    /// Its address.
    pub object: u64,
    /// Where it was taken.
    pub taken: Stack,
}

/// What a thread waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WaitFor {
    /// A mutex, a spin lock, or the like.
    Mutex,
    /// A read-write lock.
    RwLock,
    /// A condition variable.
    Condition,
    /// A barrier.
    Barrier,
    /// A semaphore.
    Semaphore,
    /// The end of a thread; the object is its number.
    Join,
    /// A once-only initialisation that another thread is doing.
    Once,
    /// A word of memory (`futex`).
    Futex,
    /// Nothing: it can go on.
    Nothing,
    /// Something from a file descriptor; the object is its number.
    Descriptor,
    /// The end of a process; the object is its number, 0 for any child.
    Process,
    /// The return of a system call that the runtime does not know of; the object is the call's number.
    SystemCall,
    /// A signal.
    Signal,
}

/// A thread and what it waits for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Wait {
    /// What it waits for.
    pub what: WaitFor,
    /// The address of the object, or the number of the thread.
    pub object: u64,
    /// Who and where.
    pub place: ThreadPlace,
}

/// Something wrong with the program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[expect(
    clippy::large_enum_variant,
    reason = "one of a report, made once: a box would only be one more thing to follow"
)]
pub enum Finding {
    /// Two accesses to the same memory, at least one a write and at least one plain, none happening before the other; or the end of memory, and a use of it after that.
    Race {
        /// The one that came first in the execution.
        first: Access,
        /// The other.
        second: Access,
        /// What both access.
        memory: Memory,
        /// The locks that the two threads held at these accesses; none where that is not watched ([`Watch::Findings`](crate::Watch::Findings)).
        locks: [Vec<HeldLock>; 2],
        /// The first happens before the second: memory is used that is gone, by [`AccessKind::Free`] or [`AccessKind::End`].
        is_ordered: bool,
    },
    /// An assertion did not hold.
    Assertion {
        /// What the C library would print.
        message: String,
        /// Who and where.
        place: ThreadPlace,
    },
    /// A synchronisation object was used against its rules: unlocked by a thread that does not hold it, destroyed while in use.
    Misuse {
        /// What is wrong.
        message: String,
        /// Who and where.
        place: ThreadPlace,
    },
    /// A signal that ends the process.
    Signal {
        /// Its number.
        number: u64,
        /// The address that could not be accessed, for signals that have one.
        address: u64,
        /// Who and where; empty if the process was ended from outside.
        place: ThreadPlace,
    },
    /// An exit status other than 0.
    Exit {
        /// The status.
        status: u64,
    },
    /// No thread can go on.
    Deadlock {
        /// All threads that have not ended.
        threads: Vec<Wait>,
    },
    /// Threads run, but nothing has changed for long.
    NoProgress {
        /// For how many operations.
        operations: u64,
        /// All threads that have not ended.
        threads: Vec<Wait>,
    },
    /// The execution took longer than the time limit.
    Timeout {
        /// The limit in milliseconds.
        milliseconds: u64,
        /// All threads that have not ended; none where the execution did not say.
        threads: Vec<Wait>,
    },
    /// The runtime itself failed.
    Internal {
        /// What it says.
        message: String,
    },
}

impl AccessKind {
    const ALL: [AccessKind; 7] = [
        AccessKind::Read,
        AccessKind::Write,
        AccessKind::AtomicRead,
        AccessKind::AtomicWrite,
        AccessKind::Free,
        AccessKind::Allocate,
        AccessKind::End,
    ];
}

impl WaitFor {
    const ALL: [WaitFor; 13] = [
        WaitFor::Mutex,
        WaitFor::RwLock,
        WaitFor::Condition,
        WaitFor::Barrier,
        WaitFor::Semaphore,
        WaitFor::Join,
        WaitFor::Once,
        WaitFor::Futex,
        WaitFor::Nothing,
        WaitFor::Descriptor,
        WaitFor::Process,
        WaitFor::SystemCall,
        WaitFor::Signal,
    ];
}

fn write_place(to: &mut Writer, place: &ThreadPlace) {
    to.number(place.thread);
    to.numbers(&place.stack.0);
    to.numbers(&place.created.0);
}

fn read_place(from: &mut Reader<'_>) -> Option<ThreadPlace> {
    Some(ThreadPlace { thread: from.number()?, stack: Stack(from.numbers()?), created: Stack(from.numbers()?) })
}

fn write_access(to: &mut Writer, access: &Access) {
    to.number(access.kind as u64);
    to.number(access.address);
    to.number(access.size);
    write_place(to, &access.place);
}

pub(crate) fn read_access_kind(from: &mut Reader<'_>) -> Option<AccessKind> {
    AccessKind::ALL.get(usize::try_from(from.number()?).ok()?).copied()
}

pub(crate) fn read_wait_for(from: &mut Reader<'_>) -> Option<WaitFor> {
    WaitFor::ALL.get(usize::try_from(from.number()?).ok()?).copied()
}

fn write_memory(to: &mut Writer, memory: &Memory) {
    match memory {
        Memory::Other => to.number(0),
        Memory::Stack(thread) => {
            to.number(1);
            to.number(*thread);
        }
        Memory::Block { start, size, allocated } => {
            to.number(2);
            to.number(*start);
            to.number(*size);
            write_place(to, allocated);
        }
    }
}

fn read_memory(from: &mut Reader<'_>) -> Option<Memory> {
    Some(match from.number()? {
        0 => Memory::Other,
        1 => Memory::Stack(from.number()?),
        2 => Memory::Block { start: from.number()?, size: from.number()?, allocated: read_place(from)? },
        _ => return None,
    })
}

fn write_locks(to: &mut Writer, locks: &[HeldLock]) {
    to.number(locks.len() as u64);
    for lock in locks {
        to.number(lock.kind as u64);
        to.number(lock.object);
        to.numbers(&lock.taken.0);
    }
}

fn read_locks(from: &mut Reader<'_>) -> Option<Vec<HeldLock>> {
    from.list(|from| {
        let kind = read_wait_for(from)?;
        Some(HeldLock { kind, object: from.number()?, taken: Stack(from.numbers()?) })
    })
}

fn read_access(from: &mut Reader<'_>) -> Option<Access> {
    let kind = read_access_kind(from)?;
    Some(Access { kind, address: from.number()?, size: from.number()?, place: read_place(from)? })
}

fn write_waits(to: &mut Writer, waits: &[Wait]) {
    to.number(waits.len() as u64);
    for wait in waits {
        to.number(wait.what as u64);
        to.number(wait.object);
        write_place(to, &wait.place);
    }
}

fn read_waits(from: &mut Reader<'_>) -> Option<Vec<Wait>> {
    from.list(|from| {
        let what = read_wait_for(from)?;
        Some(Wait { what, object: from.number()?, place: read_place(from)? })
    })
}

pub(crate) fn write_finding(to: &mut Writer, finding: &Finding) {
    match finding {
        Finding::Race { first, second, memory, locks, is_ordered } => {
            to.number(0);
            write_access(to, first);
            write_access(to, second);
            write_memory(to, memory);
            locks.iter().for_each(|held| write_locks(to, held));
            to.number(u64::from(*is_ordered));
        }
        Finding::Assertion { message, place } => {
            to.number(1);
            to.blob(message.as_bytes());
            write_place(to, place);
        }
        Finding::Misuse { message, place } => {
            to.number(2);
            to.blob(message.as_bytes());
            write_place(to, place);
        }
        Finding::Signal { number, address, place } => {
            to.number(3);
            to.number(*number);
            to.number(*address);
            write_place(to, place);
        }
        Finding::Exit { status } => {
            to.number(4);
            to.number(*status);
        }
        Finding::Deadlock { threads } => {
            to.number(5);
            write_waits(to, threads);
        }
        Finding::NoProgress { operations, threads } => {
            to.number(6);
            to.number(*operations);
            write_waits(to, threads);
        }
        Finding::Timeout { milliseconds, threads } => {
            to.number(7);
            to.number(*milliseconds);
            write_waits(to, threads);
        }
        Finding::Internal { message } => {
            to.number(8);
            to.blob(message.as_bytes());
        }
    }
}

pub(crate) fn read_finding(from: &mut Reader<'_>) -> Option<Finding> {
    Some(match from.number()? {
        0 => Finding::Race {
            first: read_access(from)?,
            second: read_access(from)?,
            memory: read_memory(from)?,
            locks: [read_locks(from)?, read_locks(from)?],
            is_ordered: from.number()? != 0,
        },
        1 => Finding::Assertion { message: from.text()?, place: read_place(from)? },
        2 => Finding::Misuse { message: from.text()?, place: read_place(from)? },
        3 => Finding::Signal { number: from.number()?, address: from.number()?, place: read_place(from)? },
        4 => Finding::Exit { status: from.number()? },
        5 => Finding::Deadlock { threads: read_waits(from)? },
        6 => Finding::NoProgress { operations: from.number()?, threads: read_waits(from)? },
        7 => Finding::Timeout { milliseconds: from.number()?, threads: read_waits(from)? },
        8 => Finding::Internal { message: from.text()? },
        _ => return None,
    })
}
