//! What happens in an execution that is watched, one event after the other.

use crate::bytes::{Reader, Writer};
use crate::finding::{AccessKind, Stack, WaitFor, read_access_kind, read_wait_for};

/// Something that a thread does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Number of the thread.
    pub thread: u64,
    /// Which of its steps it is, from 1; of plain accesses the last one before them.
    pub step: u64,
    /// The place of the event in the execution: of two the later one has the greater number. Plain accesses share that of the event before them.
    pub time: u64,
    /// Where; empty for plain accesses, which have places of their own.
    pub stack: Stack,
    /// What.
    pub action: Action,
}

/// What a thread does in an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Plain accesses, without a step in between.
    Plain {
        /// Those at different places, in the order of the first of each.
        places: Vec<PlainPlace>,
        /// How many accesses there are at other places besides.
        more: u64,
    },
    /// An atomic load, or a compare-exchange that fails.
    Load {
        /// What is accessed, and how.
        object: AtomicObject,
        /// Whether it is a compare-exchange that fails.
        is_exchange: bool,
        /// What is read.
        reading: Reading,
    },
    /// An atomic store.
    Store {
        /// What is accessed, and how.
        object: AtomicObject,
        /// What is stored.
        value: u128,
    },
    /// A read-modify-write, or a compare-exchange that succeeds.
    Update {
        /// What is accessed, and how.
        object: AtomicObject,
        /// Whether it is a compare-exchange.
        is_exchange: bool,
        /// What is stored.
        value: u128,
        /// What is read.
        reading: Reading,
    },
    /// A fence of this order.
    Fence(u64),
    /// Takes a lock, a semaphore or the like, or comes to something done once.
    Take(WaitFor, u64),
    /// Gives it back.
    Give(WaitFor, u64),
    /// Waits for something: the address of an object, or a number.
    Wait(WaitFor, u64),
    /// Wakes so many of those who wait for it.
    Wake(WaitFor, u64, u64),
    /// Creates the thread of this number.
    Create(u64),
    /// Sees that the thread of this number has ended.
    Join(u64),
    /// Lets others go first, or sleeps.
    Yield,
    /// Ends.
    End,
}

/// Plain accesses of one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlainPlace {
    /// What they do.
    pub kind: AccessKind,
    /// The address of the first one.
    pub address: u64,
    /// How many bytes it has; 0 where that is not known.
    pub size: u64,
    /// Whether it is memory of the thread's own stack.
    pub is_own_stack: bool,
    /// How many there are.
    pub count: u64,
    /// Where.
    pub stack: Stack,
}

/// What an atomic operation is done to, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AtomicObject {
    /// The address.
    pub address: u64,
    /// The size in bytes.
    pub size: u64,
    /// The memory order, as in the ABI of gcc and clang (0 relaxed, 2 acquire, 3 release, 4 acquire and release, 5 sequentially consistent).
    pub order: u64,
}

/// A store, as loads see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoreSeen {
    /// Number of the thread that has made it, plus 1; 0 for an initial value, or one that came unseen.
    pub thread: u64,
    /// When.
    pub time: u64,
    /// Its value.
    pub value: u128,
    /// The time of the last event of its thread that happens before the load; 0 for none.
    pub known: u64,
}

/// What a load reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The store that it reads.
    pub store: StoreSeen,
    /// The stores that are newer, the newest first.
    pub newer: Vec<StoreSeen>,
    /// How many more of these there are.
    pub more: u64,
}

fn write_wide(to: &mut Writer, value: u128) {
    to.number(value as u64);
    to.number((value >> 64) as u64);
}

fn read_wide(from: &mut Reader<'_>) -> Option<u128> {
    Some(u128::from(from.number()?) | u128::from(from.number()?) << 64)
}

fn write_object(to: &mut Writer, object: &AtomicObject) {
    for number in [object.address, object.size, object.order] {
        to.number(number);
    }
}

fn read_object(from: &mut Reader<'_>) -> Option<AtomicObject> {
    Some(AtomicObject { address: from.number()?, size: from.number()?, order: from.number()? })
}

fn write_store(to: &mut Writer, store: &StoreSeen) {
    to.number(store.thread);
    to.number(store.time);
    write_wide(to, store.value);
    to.number(store.known);
}

fn read_store(from: &mut Reader<'_>) -> Option<StoreSeen> {
    Some(StoreSeen { thread: from.number()?, time: from.number()?, value: read_wide(from)?, known: from.number()? })
}

fn write_reading(to: &mut Writer, reading: &Reading) {
    write_store(to, &reading.store);
    to.number(reading.newer.len() as u64);
    for store in &reading.newer {
        write_store(to, store);
    }
    to.number(reading.more);
}

fn read_reading(from: &mut Reader<'_>) -> Option<Reading> {
    Some(Reading { store: read_store(from)?, newer: from.list(read_store)?, more: from.number()? })
}

fn write_plain(to: &mut Writer, place: &PlainPlace) {
    for number in [place.kind as u64, place.address, place.size, u64::from(place.is_own_stack), place.count] {
        to.number(number);
    }
    to.numbers(&place.stack.0);
}

fn read_plain(from: &mut Reader<'_>) -> Option<PlainPlace> {
    Some(PlainPlace {
        kind: read_access_kind(from)?,
        address: from.number()?,
        size: from.number()?,
        is_own_stack: from.number()? != 0,
        count: from.number()?,
        stack: Stack(from.numbers()?),
    })
}

pub(crate) fn write_event(to: &mut Writer, event: &Event) {
    for number in [event.thread, event.step, event.time] {
        to.number(number);
    }
    to.numbers(&event.stack.0);
    let mut numbers = |numbers: &[u64]| numbers.iter().for_each(|number| to.number(*number));
    match &event.action {
        Action::Plain { places, more } => {
            numbers(&[0, *more, places.len() as u64]);
            places.iter().for_each(|place| write_plain(to, place));
        }
        Action::Load { object, is_exchange, reading } => {
            numbers(&[1, u64::from(*is_exchange)]);
            write_object(to, object);
            write_reading(to, reading);
        }
        Action::Store { object, value } => {
            numbers(&[2]);
            write_object(to, object);
            write_wide(to, *value);
        }
        Action::Update { object, is_exchange, value, reading } => {
            numbers(&[3, u64::from(*is_exchange)]);
            write_object(to, object);
            write_wide(to, *value);
            write_reading(to, reading);
        }
        Action::Fence(order) => numbers(&[4, *order]),
        Action::Take(what, object) => numbers(&[5, *what as u64, *object]),
        Action::Give(what, object) => numbers(&[6, *what as u64, *object]),
        Action::Wait(what, object) => numbers(&[7, *what as u64, *object]),
        Action::Wake(what, object, count) => numbers(&[8, *what as u64, *object, *count]),
        Action::Create(thread) => numbers(&[9, *thread]),
        Action::Join(thread) => numbers(&[10, *thread]),
        Action::Yield => numbers(&[11]),
        Action::End => numbers(&[12]),
    }
}

pub(crate) fn read_event(from: &mut Reader<'_>) -> Option<Event> {
    let [thread, step, time] = [from.number()?, from.number()?, from.number()?];
    let stack = Stack(from.numbers()?);
    let action = match from.number()? {
        0 => {
            let more = from.number()?;
            Action::Plain { places: from.list(read_plain)?, more }
        }
        1 => {
            let is_exchange = from.number()? != 0;
            Action::Load { object: read_object(from)?, is_exchange, reading: read_reading(from)? }
        }
        2 => Action::Store { object: read_object(from)?, value: read_wide(from)? },
        3 => {
            let is_exchange = from.number()? != 0;
            let (object, value) = (read_object(from)?, read_wide(from)?);
            Action::Update { object, is_exchange, value, reading: read_reading(from)? }
        }
        4 => Action::Fence(from.number()?),
        5 => Action::Take(read_wait_for(from)?, from.number()?),
        6 => Action::Give(read_wait_for(from)?, from.number()?),
        7 => Action::Wait(read_wait_for(from)?, from.number()?),
        8 => Action::Wake(read_wait_for(from)?, from.number()?, from.number()?),
        9 => Action::Create(from.number()?),
        10 => Action::Join(from.number()?),
        11 => Action::Yield,
        12 => Action::End,
        _ => return None,
    };
    Some(Event { thread, step, time, stack, action })
}
