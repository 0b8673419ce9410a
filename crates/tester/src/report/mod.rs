//! What was found: each thing once over all executions, with names and places.

mod suppressions;
mod symbols;
mod system_calls;
mod text;

use std::collections::BTreeMap;

use wire::{AccessKind, Finding, Memory, Schedule, ThreadPlace, WaitFor};

pub use suppressions::{SuppressionError, Suppressions};
pub use symbols::{Frame, Symbols};
pub use text::{notes, summary};

use crate::program::Results;
use crate::trace::Trace as FindingTrace;

/// A call stack with names, innermost frame first. Inlined calls are frames of their own.
pub type Trace = Vec<Frame>;

/// One side of a race.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Side {
    /// "write", "atomic read", ...
    pub what: &'static str,
    /// Bytes; 0 if not known.
    pub size: u64,
    /// Number of the thread in the first execution that shows it.
    pub thread: u64,
    /// Where.
    pub trace: Trace,
    /// Where the thread was created; empty for the main thread.
    pub created: Trace,
    /// The locks that the thread holds. Known where the execution has been done again to find out; see [`crate::trace::explain`].
    pub locks: Vec<HeldLock>,
}

/// A lock that a thread holds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct HeldLock {
    /// Which, such as "mutex `queue_lock`".
    pub what: String,
    /// Where it was taken; empty if that is not known.
    pub taken: Trace,
}

impl HeldLock {
    /// That at an address, with the place where it was taken.
    pub(crate) fn new(
        kind: wire::WaitFor,
        address: u64,
        taken: &wire::Stack,
        modules: &[u8],
        symbols: &mut Symbols,
    ) -> HeldLock {
        let kind = if kind == wire::WaitFor::RwLock { "read-write lock" } else { "mutex" };
        let name = match symbols.variable(address, modules) {
            Some((name, 0)) => format!("`{name}`"),
            Some((name, offset)) => format!("`{name}`+{offset}"),
            None => format!("{address:#x}"),
        };
        HeldLock { what: format!("{kind} {name}"), taken: symbols.trace(&taken.0, modules) }
    }
}

/// The memory that a race is about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum RacingMemory {
    /// It is not known what lies there.
    #[default]
    Unknown,
    /// A variable.
    Variable {
        /// Its name.
        name: String,
        /// How many bytes behind its beginning.
        offset: u64,
    },
    /// The stack of a thread.
    Stack {
        /// Its number.
        thread: u64,
    },
    /// A block of the heap.
    Block {
        /// How many bytes behind its beginning.
        offset: u64,
        /// Its size in bytes, as it was asked for.
        size: u64,
        /// The thread that has allocated it.
        thread: u64,
        /// Where that was.
        allocated: Trace,
    },
}

/// What a thread waits for, or that it runs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Waiting {
    /// Number of the thread.
    pub thread: u64,
    /// As the end of the sentence "the thread ...".
    pub what: String,
    /// Where.
    pub trace: Trace,
}

/// What is wrong with two accesses to the same memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conflict {
    /// Neither happens before the other.
    DataRace,
    /// The first gives the memory back.
    UseAfterFree,
    /// Both give it back.
    DoubleFree,
    /// The first is the end of the thread on whose stack it lies.
    DeadStack,
}

impl Conflict {
    fn new(first: AccessKind, second: AccessKind, is_ordered: bool) -> Conflict {
        match (first, second) {
            (AccessKind::End, _) => Conflict::DeadStack,
            (AccessKind::Free, AccessKind::Free) => Conflict::DoubleFree,
            (AccessKind::Free, _) if is_ordered => Conflict::UseAfterFree,
            _ => Conflict::DataRace,
        }
    }
}

/// What a finding is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FindingKind {
    /// A data race, or a use of memory that is gone; the sides in the order of the execution.
    Race {
        /// Which of these.
        conflict: Conflict,
        /// The address in the first execution that shows it.
        address: u64,
        /// What lies there.
        memory: RacingMemory,
        /// The access that came first.
        first: Side,
        /// The other.
        second: Side,
    },
    /// A failed assertion, a misuse, a signal: something that one thread did at one place.
    Event {
        /// What, as a heading.
        message: String,
        /// Number of the thread.
        thread: u64,
        /// Where; empty if not known.
        trace: Trace,
        /// Where the thread was created.
        created: Trace,
    },
    /// Threads that do not go on.
    Stuck {
        /// What, as a heading.
        message: String,
        /// All that have not ended.
        threads: Vec<Waiting>,
    },
}

/// Something wrong with the program, found in one execution or more.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// What.
    pub kind: FindingKind,
    /// In how many executions.
    pub executions: u64,
    /// The first one.
    pub first_execution: u64,
    /// Its seed.
    pub first_seed: u64,
    /// The end of what it printed.
    pub output: Vec<u8>,
    /// The schedule that the first execution has followed, if no strategy has decided it.
    pub followed: Option<Schedule>,
    /// What `--replay` with a schedule needs beside it: the option under which it was found, with a space behind it, or nothing.
    pub replay_options: &'static str,
    /// Whether it is that an execution takes too long: of all findings the one that depends on the machine.
    pub is_timeout: bool,
    /// What leads to it, where that was asked for and the execution could be done again.
    pub trace: Option<FindingTrace>,
    /// Why there is no trace although one was asked for.
    pub no_trace: Option<String>,
}

impl Report {
    /// What was found, in one line.
    pub fn headline(&self) -> String {
        match &self.kind {
            FindingKind::Race { conflict, first, second, .. } => match conflict {
                Conflict::DataRace => format!("data race: {} and {}", first.what, second.what),
                Conflict::UseAfterFree => format!("use after free: {}", second.what),
                Conflict::DoubleFree => "double free".to_owned(),
                Conflict::DeadStack => format!("use of the stack of a thread that has ended: {}", second.what),
            },
            FindingKind::Event { message, .. } | FindingKind::Stuck { message, .. } => message.clone(),
        }
    }

    /// The stacks that it is about, innermost frames first: both sides of a race, the place of an event, the places of threads that do not go on.
    pub fn traces(&self) -> Vec<&Trace> {
        match &self.kind {
            FindingKind::Race { first, second, .. } => vec![&first.trace, &second.trace],
            FindingKind::Event { trace, .. } => vec![trace],
            FindingKind::Stuck { threads, .. } => threads.iter().map(|waiting| &waiting.trace).collect(),
        }
    }
}

/// The findings of all executions, each once, in the order of first execution; and how many there are besides, that are suppressed.
pub fn reports(results: &Results, suppressions: &Suppressions) -> (Vec<Report>, usize) {
    let mut symbols = Symbols::default();
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    let mut reports: Vec<Report> = Vec::new();
    let mut last: Vec<u64> = Vec::new();
    let mut suppressed: Vec<bool> = Vec::new();
    for raw in &results.findings {
        let kind = kind(&raw.finding, &raw.modules, &mut symbols);
        let place = *places.entry(identity(&kind)).or_insert(reports.len());
        if place == reports.len() {
            reports.push(Report {
                kind,
                executions: 0,
                first_execution: raw.execution,
                first_seed: raw.seed,
                output: raw.output.to_vec(),
                followed: results.are_decided.then(|| results.decisions(raw.execution)).flatten(),
                replay_options: "",
                is_timeout: matches!(raw.finding, Finding::Timeout { .. }),
                trace: None,
                no_trace: None,
            });
            last.push(u64::MAX);
            suppressed.push(suppressions.cover(&reports[place], &raw.finding));
        }
        // One execution may show the same thing at several addresses.
        if last[place] != raw.execution {
            last[place] = raw.execution;
            reports[place].executions += 1;
        }
    }
    let known = suppressed.iter().filter(|is_known| **is_known).count();
    let mut suppressed = suppressed.into_iter();
    reports.retain(|_| !suppressed.next().unwrap_or(false));
    (reports, known)
}

/// What makes two findings the same: for a race the two stacks and kinds of access, in either order.
pub(crate) fn identity(kind: &FindingKind) -> String {
    match kind {
        FindingKind::Race { first, second, .. } => {
            let mut sides = [first, second].map(|side| format!("{} {}", side.what, lines(&side.trace)));
            sides.sort();
            sides.join(" / ")
        }
        FindingKind::Event { message, trace, .. } => format!("{message} {}", lines(trace)),
        FindingKind::Stuck { message, threads } => {
            let mut threads: Vec<String> =
                threads.iter().map(|waiting| format!("{} {}", waiting.what, functions(&waiting.trace))).collect();
            threads.sort();
            format!("{message} {}", threads.join(" / "))
        }
    }
}

/// Where a thread is in a function that waits or spins is a matter of chance.
fn functions(trace: &Trace) -> String {
    trace.iter().filter(|frame| !frame.is_inlined).map(|frame| format!("{};", frame.name())).collect()
}

fn lines(trace: &Trace) -> String {
    trace.iter().map(|frame| format!("{frame};")).collect()
}

/// A finding with names.
pub(crate) fn kind(finding: &Finding, modules: &[u8], symbols: &mut Symbols) -> FindingKind {
    let event = |message: String, place: &ThreadPlace, symbols: &mut Symbols| FindingKind::Event {
        message,
        thread: place.thread,
        trace: symbols.trace(&place.stack.0, modules),
        created: symbols.trace(&place.created.0, modules),
    };
    let nowhere = ThreadPlace::default();
    match finding {
        Finding::Race { first, second, memory, locks, is_ordered } => {
            let mut side = |access: &wire::Access, locks: &[wire::HeldLock]| Side {
                what: access_name(access.kind),
                size: access.size,
                thread: access.place.thread,
                trace: symbols.trace(&access.place.stack.0, modules),
                created: symbols.trace(&access.place.created.0, modules),
                locks: locks
                    .iter()
                    .map(|lock| HeldLock::new(lock.kind, lock.object, &lock.taken, modules, symbols))
                    .collect(),
            };
            let (first_side, second_side) = (side(first, &locks[0]), side(second, &locks[1]));
            let memory = racing_memory(first.address, memory, modules, symbols);
            let conflict = Conflict::new(first.kind, second.kind, *is_ordered);
            FindingKind::Race { conflict, address: first.address, memory, first: first_side, second: second_side }
        }
        Finding::Assertion { message, place } | Finding::Misuse { message, place } => {
            event(message.clone(), place, symbols)
        }
        Finding::Signal { number, address, place } => {
            let mut message = signal_name(*number);
            if *address != 0 {
                message += &format!(", at address {address:#x}");
            }
            event(message, place, symbols)
        }
        Finding::Exit { status } => event(format!("exit status {status}"), &nowhere, symbols),
        Finding::Timeout { milliseconds, threads } => {
            let seconds = *milliseconds as f64 / 1000.0;
            let message = format!("an execution takes longer than {seconds} s");
            FindingKind::Stuck { message, threads: stuck(threads, modules, symbols) }
        }
        Finding::Internal { message } => event(format!("internal: {message}"), &nowhere, symbols),
        Finding::Deadlock { threads } => FindingKind::Stuck {
            message: "deadlock: no thread can go on".into(),
            threads: stuck(threads, modules, symbols),
        },
        Finding::NoProgress { operations, threads } => FindingKind::Stuck {
            message: match operations {
                0 => "no progress: threads go round loops in which nothing changes any more".to_owned(),
                _ => format!("no progress: nothing has changed in {operations} operations"),
            },
            threads: stuck(threads, modules, symbols),
        },
    }
}

/// What lies at an address.
pub(crate) fn racing_memory(address: u64, known: &Memory, modules: &[u8], symbols: &mut Symbols) -> RacingMemory {
    match known {
        Memory::Stack(thread) => RacingMemory::Stack { thread: *thread },
        Memory::Block { start, size, allocated } => RacingMemory::Block {
            offset: address.saturating_sub(*start),
            size: *size,
            thread: allocated.thread,
            allocated: symbols.trace(&allocated.stack.0, modules),
        },
        Memory::Other => match symbols.variable(address, modules) {
            Some((name, offset)) => RacingMemory::Variable { name, offset },
            None => RacingMemory::Unknown,
        },
    }
}

fn stuck(threads: &[wire::Wait], modules: &[u8], symbols: &mut Symbols) -> Vec<Waiting> {
    let waiting = |wait: &wire::Wait| Waiting {
        thread: wait.place.thread,
        what: wait_name(wait.what, wait.object) + &named(wait, modules, symbols),
        trace: symbols.trace(&wait.place.stack.0, modules),
    };
    threads.iter().map(waiting).collect()
}

/// The name of what a thread waits for, in brackets, if that is a variable.
fn named(wait: &wire::Wait, modules: &[u8], symbols: &mut Symbols) -> String {
    let variable = match wait.what {
        WaitFor::Mutex
        | WaitFor::RwLock
        | WaitFor::Condition
        | WaitFor::Barrier
        | WaitFor::Semaphore
        | WaitFor::Once
        | WaitFor::Futex => symbols.variable(wait.object, modules),
        WaitFor::Join
        | WaitFor::Nothing
        | WaitFor::Descriptor
        | WaitFor::Process
        | WaitFor::SystemCall
        | WaitFor::Signal => None,
    };
    match variable {
        Some((name, 0)) => format!(" (`{name}`)"),
        Some((name, offset)) => format!(" (`{name}`+{offset})"),
        None => String::new(),
    }
}

pub(crate) fn access_name(kind: AccessKind) -> &'static str {
    match kind {
        AccessKind::Read => "read",
        AccessKind::Write => "write",
        AccessKind::AtomicRead => "atomic read",
        AccessKind::AtomicWrite => "atomic write",
        AccessKind::Free => "release of memory",
        AccessKind::Allocate => "allocation of memory",
        AccessKind::End => "end of the thread",
    }
}

pub(crate) fn wait_name(what: WaitFor, object: u64) -> String {
    match what {
        WaitFor::Mutex => "waits for a mutex".into(),
        WaitFor::RwLock => "waits for a read-write lock".into(),
        WaitFor::Condition => "waits on a condition variable".into(),
        WaitFor::Barrier => "waits at a barrier".into(),
        WaitFor::Semaphore => "waits for a semaphore".into(),
        WaitFor::Join => format!("waits for the end of thread {object}"),
        WaitFor::Once => "waits for an initialisation that is done once".into(),
        WaitFor::Futex => "waits for a word of memory to change".into(),
        WaitFor::Nothing => "runs".into(),
        WaitFor::Descriptor => format!("waits for file descriptor {object}"),
        WaitFor::Process if object == 0 => "waits for the end of a child process".into(),
        WaitFor::Process => format!("waits for the end of process {object}"),
        WaitFor::Signal => "waits for a signal".into(),
        WaitFor::SystemCall => format!("is in the system call {}", system_calls::name(object)),
    }
}

fn signal_name(number: u64) -> String {
    let known = i32::try_from(number).ok().and_then(|number| nix::sys::signal::Signal::try_from(number).ok());
    known.map_or_else(|| format!("signal {number}"), |signal| format!("signal {number} ({signal})"))
}
