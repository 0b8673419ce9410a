//! What goes to the driver, or to the standard error where there is none.

use c11::RacingAccess;
use wire::{Access, AccessKind, Ending, Finding, Header, Record, Stack, Stamped, ThreadPlace};

use crate::runtime::Runtime;
use crate::stacks::{Frame, StackId, Stacks};
use crate::sys::arena::Arena;
use crate::sys::{process, syscall};
use crate::watch::SharedWatch;

/// Where findings go.
pub(crate) struct Reporter {
    arena: Option<Arena>,
    /// The number of the execution.
    execution: u64,
    /// Findings reported in this execution.
    reported: u64,
    /// What has been reported not to be modelled, and other notes.
    noted: Vec<String>,
    /// Whether this is a process that an execution has forked: what it finds counts, how it ends does not.
    is_child: bool,
    /// What is recorded beside findings, where the driver asks for it.
    pub(crate) watch: Option<SharedWatch>,
}

/// More findings of one execution are counted only.
const MOST_FINDINGS: u64 = 200;
/// How many frames of a stack are reported.
const MOST_FRAMES: usize = 100;
/// The exit status of an execution that the runtime ends, where there is no driver to report to.
const STOPPED_STATUS: i32 = 66;

impl Reporter {
    pub(crate) fn new(arena: Option<Arena>, watch: Option<SharedWatch>) -> Reporter {
        Reporter { arena, execution: 0, reported: 0, noted: Vec::new(), is_child: false, watch }
    }

    /// An execution begins.
    pub(crate) fn begin(&mut self, execution: u64, seed: u64) {
        (self.execution, self.reported) = (execution, 0);
        if let Some(arena) = &self.arena {
            arena.set(Header::Execution, execution);
            for which in Header::OF_EXECUTION {
                arena.set(which, 0);
            }
        }
        self.append(Record::Begin { seed });
    }

    /// The number of the execution.
    pub(crate) fn execution(&self) -> u64 {
        self.execution
    }

    /// Sets a number of the header.
    #[inline]
    pub(crate) fn set(&self, which: Header, value: u64) {
        self.set_all([(which, value)]);
    }

    /// Sets several numbers of the header, as each step does.
    #[inline]
    pub(crate) fn set_all<const N: usize>(&self, numbers: [(Header, u64); N]) {
        if let Some(arena) = &self.arena
            && !self.is_child
        {
            numbers.into_iter().for_each(|(which, value)| arena.set(which, value));
        }
    }

    /// The execution has forked, and this is the new process.
    pub(crate) fn become_child(&mut self) {
        self.is_child = true;
    }

    /// The memory that is shared with the driver.
    pub(crate) fn memory(&self) -> std::ops::Range<usize> {
        self.arena.as_ref().map_or(0..0, Arena::memory)
    }

    /// A number of the header.
    pub(crate) fn get(&self, which: Header) -> u64 {
        self.arena.as_ref().map_or(0, |arena| arena.get(which))
    }

    /// Goes on after another process, which may have reported something about the same execution.
    pub(crate) fn resume(&mut self) {
        self.reported = self.get(Header::Findings);
    }

    /// Something is wrong.
    pub(crate) fn found(&mut self, finding: Finding) {
        if let Some(watch) = &self.watch {
            watch.borrow_mut().flush();
        }
        self.reported += 1;
        if self.reported > MOST_FINDINGS {
            return;
        }
        if let Some(arena) = &self.arena {
            arena.add(Header::Findings, 1);
            arena.add(Header::AllFindings, 1);
        }
        if self.arena.is_none() {
            let headline = headline(&finding);
            say(&format!("lakmus: {headline}; `lakmus test` shows where\n"));
            crate::abi::tsan::show_found(&headline);
            return;
        }
        if self.reported == 1 {
            self.append(Record::Modules(process::code_mappings()));
        }
        self.append(Record::Found(finding));
    }

    /// A function was called whose effect on other threads is not modelled. Reported once an execution.
    pub(crate) fn unmodelled(&mut self, what: impl Into<String>) {
        self.note_once(what.into(), Record::Unmodelled);
    }

    /// Assembly was executed that may access memory, and it is not seen which. Reported once an execution.
    pub(crate) fn unseen(&mut self, place: &str) {
        self.note_once(place.to_owned(), Record::Unseen);
    }

    /// Something that readers of the results have to know. Reported once an execution.
    pub(crate) fn note(&mut self, text: &str) {
        self.note_once(text.to_owned(), Record::Note);
    }

    /// A search does not go through all executions, for this reason. Reported once an execution.
    pub(crate) fn incomplete(&mut self, reason: &str) {
        self.note_once(reason.to_owned(), Record::Incomplete);
    }

    fn note_once(&mut self, text: String, record: impl FnOnce(String) -> Record) {
        if !self.noted.contains(&text) {
            self.noted.push(text.clone());
            self.append(record(text));
        }
    }

    /// There are no executions, for this reason. Ends the process.
    pub(crate) fn refuse(&mut self, reason: &str) -> ! {
        if self.arena.is_none() {
            say(&format!("lakmus: {reason}\n"));
        }
        self.append(Record::Refused(reason.to_owned()));
        self.done();
        syscall::exit_now(STOPPED_STATUS);
    }

    /// There are no more executions, as the last ones have taken too long.
    pub(crate) fn give_up(&mut self) {
        self.append(Record::GivenUp);
    }

    /// The program's output in this execution.
    pub(crate) fn output(&mut self, text: Vec<u8>) {
        self.append(Record::Output(text));
    }

    /// The execution has ended.
    pub(crate) fn end(&mut self, ending: Ending) {
        let ending = match ending {
            Ending::Redundant | Ending::Cut => ending,
            Ending::Exited(_) | Ending::Signalled(_) | Ending::TimedOut | Ending::Stopped
                if self.get(Header::Stopped) == 1 =>
            {
                Ending::Stopped
            }
            Ending::Exited(_) | Ending::Signalled(_) | Ending::TimedOut | Ending::Stopped => ending,
        };
        let [threads, operations, digest] =
            [Header::Threads, Header::Operations, Header::Digest].map(|which| self.get(which));
        self.append(Record::End { ending, threads, operations, digest });
    }

    /// There are no more executions.
    pub(crate) fn done(&mut self) {
        self.append(Record::Done);
    }

    /// Ends the execution: there is nothing to go on with.
    pub(crate) fn stop(&mut self) -> ! {
        self.set(Header::Stopped, 1);
        syscall::exit_now(STOPPED_STATUS);
    }

    fn append(&self, record: Record) {
        if let Some(arena) = &self.arena {
            arena.append(&Stamped { execution: self.execution, record });
        }
    }
}

/// Writes to the standard error, without the program's buffers.
pub(crate) fn say(text: &str) {
    syscall::write(2, text.as_bytes());
}

fn headline(finding: &Finding) -> String {
    match finding {
        Finding::Race { first, is_ordered: true, .. } => format!("memory at {:#x} is used that is gone", first.address),
        Finding::Race { first, .. } => format!("a data race on {} bytes at {:#x}", first.size, first.address),
        Finding::Assertion { message, .. } => message.clone(),
        Finding::Misuse { message, .. } => message.clone(),
        Finding::Signal { number, .. } => format!("signal {number}"),
        Finding::Exit { status } => format!("exit status {status}"),
        Finding::Deadlock { .. } => "a deadlock: no thread can go on".to_owned(),
        Finding::NoProgress { operations, .. } => format!("no progress in {operations} operations"),
        Finding::Timeout { .. } => "too slow".to_owned(),
        Finding::Internal { message } => format!("internal error: {message}"),
    }
}

/// The return addresses of a stack.
pub(crate) fn stack(stacks: &Stacks, id: StackId) -> Stack {
    Stack(stacks.frames(id).take(MOST_FRAMES).map(|frame| frame.pc).collect())
}

/// A thread at a moment.
pub(crate) fn place(stacks: &Stacks, thread: usize, at: StackId, created: StackId) -> ThreadPlace {
    ThreadPlace { thread: thread as u64, stack: stack(stacks, at), created: stack(stacks, created) }
}

fn access(runtime: &Runtime, address: u64, racing: &RacingAccess) -> Access {
    let at = StackId(racing.place.0);
    let size = runtime.stacks.frames(at).next().map_or(0, |frame| frame.size);
    let kind = match racing.kind {
        _ if size & (Frame::FREE | Frame::ALLOCATE) == Frame::FREE | Frame::ALLOCATE => AccessKind::End,
        _ if size & Frame::FREE != 0 => AccessKind::Free,
        _ if size & Frame::ALLOCATE != 0 => AccessKind::Allocate,
        c11::AccessKind::Read => AccessKind::Read,
        c11::AccessKind::Write => AccessKind::Write,
        c11::AccessKind::AtomicRead => AccessKind::AtomicRead,
        c11::AccessKind::AtomicWrite => AccessKind::AtomicWrite,
    };
    let size = u64::from(if size >= Frame::LARGE { 0 } else { size });
    // A thread ends nowhere.
    let at = if kind == AccessKind::End { StackId::EMPTY } else { at };
    Access { kind, address, size, place: runtime.thread_place(racing.thread.number() as usize, at) }
}

/// A race, with the stacks of both sides.
pub(crate) fn race(runtime: &Runtime, race: &c11::Race) -> Finding {
    let [first, second] = [&race.first, &race.second].map(|racing| access(runtime, race.address, racing));
    let locks = [&race.first, &race.second].map(|racing| runtime.locks_at(race.address, racing));
    let (memory, is_ordered) = (runtime.memory_at(race.address as usize), race.is_ordered);
    Finding::Race { first, second, memory, locks, is_ordered }
}
