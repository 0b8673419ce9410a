//! Events in words.

use wire::{AccessKind, Action, AtomicObject, Event, Finding, Memory, PlainPlace, Reading, Stack, StoreSeen, WaitFor};

use super::Line;
use crate::report::{Frame, Symbols, access_name};

/// So many plain accesses in a row are shown one by one.
const FEW: usize = 2;

/// Finds names for addresses.
pub(super) struct Names<'s> {
    symbols: &'s mut Symbols,
    modules: &'s [u8],
    /// The block of the heap that the finding is about: first address and size.
    block: Option<(u64, u64)>,
}

impl<'s> Names<'s> {
    pub(super) fn new(symbols: &'s mut Symbols, modules: &'s [u8], finding: &Finding) -> Names<'s> {
        let block = match finding {
            Finding::Race { memory: Memory::Block { start, size, .. }, .. } => Some((*start, *size)),
            _ => None,
        };
        Names { symbols, modules, block }
    }

    /// The frame that says where something is: the innermost of the program's own.
    pub(super) fn frame(&mut self, stack: &Stack) -> Option<Frame> {
        self.symbols.own_frame(&stack.0, self.modules)
    }

    fn object(&mut self, address: u64) -> String {
        match (self.symbols.variable(address, self.modules), self.block) {
            (Some((name, 0)), _) => format!("`{name}`"),
            (Some((name, offset)), _) => format!("`{name}`+{offset}"),
            (None, Some((start, size))) if (start..start + size.max(1)).contains(&address) => {
                format!("byte {} of the block", address - start)
            }
            (None, _) => format!("{address:#x}"),
        }
    }

    /// A plain access.
    pub(super) fn plain(&mut self, place: &PlainPlace, part: Option<&'static str>, time: u64) -> Line {
        let does = match place.kind {
            AccessKind::Read => "reads",
            AccessKind::Write => "writes",
            AccessKind::Free => "gives back",
            AccessKind::Allocate => "allocates",
            AccessKind::End => "ends with",
            AccessKind::AtomicRead | AccessKind::AtomicWrite => access_name(place.kind),
        };
        let what = format!("{does} {}", self.object(place.address));
        let frame = self.frame(&place.stack);
        Line { frame, what, times: place.count, notes: Vec::new(), decision: None, part, time, reads_from: None }
    }

    /// Plain accesses in a line; none if there are none.
    pub(super) fn folded(&mut self, places: &[&PlainPlace], more: u64, time: u64) -> Option<Line> {
        if let ([one], 0) = (places, more) {
            return Some(self.plain(one, None, time));
        }
        let first = places.first()?;
        let count = |writes: bool| -> u64 {
            let counts = |place: &&&PlainPlace| (place.kind == AccessKind::Read) != writes;
            places.iter().filter(counts).map(|place| place.count).sum()
        };
        let (reads, writes) = (count(false), count(true));
        let mut what = match places.len() {
            few if few <= FEW => {
                let each: Vec<String> = places.iter().map(|place| self.plain(place, None, time).what).collect();
                each.join(", ")
            }
            _ => {
                let kinds = [(reads, "plain read"), (writes, "plain write")];
                let there = kinds.into_iter().filter(|(count, _)| *count > 0);
                there.map(|(count, what)| counted(count, what)).collect::<Vec<String>>().join(" and ")
            }
        };
        if more > 0 {
            what += &format!(", and {more} more accesses");
        }
        let frame = self.frame(&first.stack);
        let last = places.last().and_then(|last| self.frame(&last.stack)).map_or(0, |last| last.line);
        if last > 0 && frame.as_ref().is_some_and(|first| first.line != last) {
            what += &format!(", to line {last}");
        }
        Some(Line { frame, what, times: 1, notes: Vec::new(), decision: None, part: None, time, reads_from: None })
    }

    /// What happens in an event that is no plain access; what there is to say about it; and the time of the store that it reads.
    pub(super) fn action(&mut self, event: &Event, all: &[&Event]) -> (String, Vec<String>, Option<u64>) {
        let simple = |what: String| (what, Vec::new(), None);
        match &event.action {
            Action::Plain { .. } => simple(String::new()),
            Action::Load { object, is_exchange, reading } => {
                let (name, order, read) = (self.object(object.address), order(object), value(reading.store.value));
                let what = match is_exchange {
                    false => format!("reads {read} from {name} ({order})"),
                    true => format!("fails to exchange {name}, as it reads {read} ({order})"),
                };
                self.reading(what, event, reading, all)
            }
            Action::Store { object, value: stored } => {
                let name = self.object(object.address);
                simple(format!("stores {} to {name} ({})", value(*stored), order(object)))
            }
            Action::Update { object, is_exchange: _, value: stored, reading } => {
                let (name, order) = (self.object(object.address), order(object));
                let what =
                    format!("changes {name} from {} to {} ({order})", value(reading.store.value), value(*stored));
                self.reading(what, event, reading, all)
            }
            Action::Fence(order) => simple(format!("fence ({})", order_name(*order))),
            Action::Take(what, object) => simple(taken(*what, &self.object(*object))),
            Action::Give(what, object) => simple(given_back(*what, &self.object(*object))),
            Action::Wait(what, object) => {
                let name = self.object(*object);
                simple(awaited(*what, *object, &name))
            }
            Action::Wake(what, object, count) => {
                let name = self.object(*object);
                let woken = match count {
                    0 => "no thread waits".to_owned(),
                    1 => "wakes one thread".to_owned(),
                    count => format!("wakes {count} threads"),
                };
                simple(format!("signals {} {name}: {woken}", object_name(*what)))
            }
            Action::Create(thread) => simple(format!("creates thread {thread}")),
            Action::Join(thread) => simple(format!("joins thread {thread}")),
            Action::Yield => simple("lets others go first".to_owned()),
            Action::End => simple("ends".to_owned()),
        }
    }

    /// Adds what there is to say about a value read.
    fn reading(
        &mut self,
        mut what: String,
        event: &Event,
        reading: &Reading,
        all: &[&Event],
    ) -> (String, Vec<String>, Option<u64>) {
        let reads_from = (reading.store.thread > 0).then_some(reading.store.time);
        let mut notes = Vec::new();
        let Some(first) = reading.newer.first() else { return (what, notes, reads_from) };
        what += ", an old value";
        notes.push(format!("this is {}", self.store(&reading.store, all)));
        for newer in &reading.newer {
            notes.push(format!("newer is {}: {}", value(newer.value), self.store(newer, all)));
        }
        if reading.more > 0 {
            notes.push(format!("and {} more", reading.more));
        }
        notes.push(self.allowed(event.thread, first, all));
        (what, notes, reads_from)
    }

    /// A store, in words.
    fn store(&mut self, store: &StoreSeen, all: &[&Event]) -> String {
        let Some(thread) = store.thread.checked_sub(1) else {
            return "what was there at first, or came from code that is not instrumented".to_owned();
        };
        let is_it = |event: &&&Event| {
            let stores = matches!(event.action, Action::Store { .. } | Action::Update { .. });
            stores && event.thread == thread && event.time == store.time
        };
        match all.iter().find(is_it).and_then(|event| self.frame(&event.stack)) {
            Some(frame) => format!("what thread {thread} has stored at {}", short(&frame)),
            None => format!("what thread {thread} has written"),
        }
    }

    /// Why the newer store need not be read.
    fn allowed(&mut self, reader: u64, newer: &StoreSeen, all: &[&Event]) -> String {
        let Some(writer) = newer.thread.checked_sub(1) else {
            return "it may be read: nothing orders the newer value before this".to_owned();
        };
        let known = |event: &&&Event| event.thread == writer && event.time <= newer.known && !event.stack.0.is_empty();
        match all.iter().rfind(known).and_then(|event| self.frame(&event.stack)) {
            Some(frame) => format!(
                "it may be read: of what thread {writer} does, only what it has done until {} happens before this step of thread {reader}",
                short(&frame)
            ),
            None => {
                format!("it may be read: nothing that thread {writer} does happens before this step of thread {reader}")
            }
        }
    }
}

/// File and line of a frame, or its name.
pub(super) fn short(frame: &Frame) -> String {
    match &frame.file {
        Some(file) if frame.line > 0 => {
            let name = file.rsplit('/').next().unwrap_or(file);
            match frame.column {
                0 => format!("{name}:{}", frame.line),
                column => format!("{name}:{}:{column}", frame.line),
            }
        }
        _ => frame.name(),
    }
}

fn counted(count: u64, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// A value of an atomic object: small ones in decimal.
fn value(value: u128) -> String {
    if value < 1 << 31 { value.to_string() } else { format!("{value:#x}") }
}

fn order(object: &AtomicObject) -> &'static str {
    order_name(object.order)
}

fn order_name(order: u64) -> &'static str {
    match order {
        0 => "relaxed",
        1 | 2 => "acquire",
        3 => "release",
        4 => "acq_rel",
        _ => "seq_cst",
    }
}

fn taken(what: WaitFor, name: &str) -> String {
    match what {
        WaitFor::Barrier => format!("comes last to barrier {name}, and opens it"),
        WaitFor::Once => format!("comes to the initialisation {name}"),
        WaitFor::Mutex
        | WaitFor::RwLock
        | WaitFor::Condition
        | WaitFor::Semaphore
        | WaitFor::Join
        | WaitFor::Futex
        | WaitFor::Nothing
        | WaitFor::Descriptor
        | WaitFor::Process
        | WaitFor::Signal
        | WaitFor::SystemCall => format!("takes {} {name}", object_name(what)),
    }
}

fn given_back(what: WaitFor, name: &str) -> String {
    match what {
        WaitFor::Semaphore => format!("posts semaphore {name}"),
        WaitFor::Once => format!("ends the initialisation {name}"),
        WaitFor::Mutex
        | WaitFor::RwLock
        | WaitFor::Condition
        | WaitFor::Barrier
        | WaitFor::Join
        | WaitFor::Futex
        | WaitFor::Nothing
        | WaitFor::Descriptor
        | WaitFor::Process
        | WaitFor::Signal
        | WaitFor::SystemCall => format!("gives back {} {name}", object_name(what)),
    }
}

fn awaited(what: WaitFor, object: u64, name: &str) -> String {
    match what {
        WaitFor::Join => format!("waits for the end of thread {object}"),
        WaitFor::Process | WaitFor::Descriptor | WaitFor::SystemCall | WaitFor::Signal | WaitFor::Nothing => {
            crate::report::wait_name(what, object)
        }
        WaitFor::Once => format!("waits for the end of the initialisation {name}"),
        WaitFor::Mutex
        | WaitFor::RwLock
        | WaitFor::Condition
        | WaitFor::Barrier
        | WaitFor::Semaphore
        | WaitFor::Futex => format!("waits for {} {name}", object_name(what)),
    }
}

fn object_name(what: WaitFor) -> &'static str {
    match what {
        WaitFor::Mutex => "mutex",
        WaitFor::RwLock => "read-write lock",
        WaitFor::Condition => "condition variable",
        WaitFor::Barrier => "barrier",
        WaitFor::Semaphore => "semaphore",
        WaitFor::Futex => "the word",
        WaitFor::Join => "thread",
        WaitFor::Once => "initialisation",
        WaitFor::Nothing => "nothing",
        WaitFor::Descriptor => "descriptor",
        WaitFor::Process => "process",
        WaitFor::SystemCall => "system call",
        WaitFor::Signal => "signal",
    }
}
