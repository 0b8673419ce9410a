//! The entries of the arena's log.

use crate::bytes::{Reader, Writer};
use crate::finding::{Finding, read_finding, write_finding};
use crate::schedule::{Decision, read_decision, write_decision};
use crate::trace::{Event, read_event, write_event};

/// How the process of an execution ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It called `exit` with this status.
    Exited(u64),
    /// A signal of this number ended it.
    Signalled(u64),
    /// It took longer than the limit, and was killed.
    TimedOut,
    /// The runtime ended it after a finding that leaves nothing to go on with.
    Stopped,
    /// A search ended it: what comes next is known from other executions.
    Redundant,
    /// A search ended it: a thread has gone round a loop too often.
    Cut,
}

/// A record of the runtime.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Record {
    /// An execution begins.
    Begin {
        /// Its seed.
        seed: u64,
    },
    /// Something wrong.
    Found(Finding),
    /// Code mapped into the process, as lines of `/proc/self/maps`: what the addresses of the findings of this execution mean.
    Modules(Vec<u8>),
    /// A function or a use of one whose effects on other threads are not modelled.
    Unmodelled(String),
    /// The end of what the program wrote to its outputs.
    Output(Vec<u8>),
    /// The execution has ended.
    End {
        /// How.
        ending: Ending,
        /// How many threads there were, the main one included.
        threads: u64,
        /// How many operations the scheduler saw.
        operations: u64,
        /// What the choices and values of the execution add up to: equal for executions that went the same way.
        digest: u64,
    },
    /// All executions that were asked for are done.
    Done,
    /// Something that readers of the results have to know.
    Note(String),
    /// There are no executions, because they would not be independent, or for another reason that the text gives.
    Refused(String),
    /// There are no more executions: the last ones have all taken too long.
    GivenUp,
    /// A decision, in an execution that is watched.
    Decided(Decision),
    /// Something that happens in an execution that is watched.
    Event(Event),
    /// A search does not go through all executions, for this reason.
    Incomplete(String),
    /// Assembly that may access memory was executed, or is in the program, and it is not seen what it accesses: where it stands.
    Unseen(String),
}

/// A record and the execution that it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stamped {
    /// Number of the execution, from 0.
    pub execution: u64,
    /// What is recorded.
    pub record: Record,
}

impl Stamped {
    /// As bytes, a multiple of eight.
    pub fn encode(&self) -> Vec<u8> {
        let mut to = Writer::default();
        to.number(self.execution);
        match &self.record {
            Record::Begin { seed } => {
                to.number(0);
                to.number(*seed);
            }
            Record::Found(finding) => {
                to.number(1);
                write_finding(&mut to, finding);
            }
            Record::Modules(lines) => {
                to.number(2);
                to.blob(lines);
            }
            Record::Unmodelled(what) => write_text(&mut to, 3, what),
            Record::Output(text) => {
                to.number(4);
                to.blob(text);
            }
            Record::End { ending, threads, operations, digest } => {
                let (kind, value) = match ending {
                    Ending::Exited(status) => (0, *status),
                    Ending::Signalled(signal) => (1, *signal),
                    Ending::TimedOut => (2, 0),
                    Ending::Stopped => (3, 0),
                    Ending::Redundant => (4, 0),
                    Ending::Cut => (5, 0),
                };
                to.number(5);
                for number in [kind, value, *threads, *operations, *digest] {
                    to.number(number);
                }
            }
            Record::Done => to.number(6),
            Record::Note(text) => write_text(&mut to, 7, text),
            Record::Refused(reason) => write_text(&mut to, 8, reason),
            Record::GivenUp => to.number(9),
            Record::Decided(decision) => {
                to.number(10);
                write_decision(&mut to, decision);
            }
            Record::Event(event) => {
                to.number(11);
                write_event(&mut to, event);
            }
            Record::Incomplete(reason) => write_text(&mut to, 12, reason),
            Record::Unseen(place) => write_text(&mut to, 13, place),
        }
        let mut bytes = to.bytes;
        bytes.resize(bytes.len().next_multiple_of(8), 0);
        bytes
    }

    /// What the bytes say, if they say anything.
    pub fn decode(bytes: &[u8]) -> Option<Stamped> {
        let mut from = Reader::new(bytes);
        let execution = from.number()?;
        let record = match from.number()? {
            0 => Record::Begin { seed: from.number()? },
            1 => Record::Found(read_finding(&mut from)?),
            2 => Record::Modules(from.blob()?.to_vec()),
            3 => Record::Unmodelled(from.text()?),
            4 => Record::Output(from.blob()?.to_vec()),
            5 => {
                let (kind, value) = (from.number()?, from.number()?);
                let ending = match kind {
                    0 => Ending::Exited(value),
                    1 => Ending::Signalled(value),
                    2 => Ending::TimedOut,
                    3 => Ending::Stopped,
                    4 => Ending::Redundant,
                    5 => Ending::Cut,
                    _ => return None,
                };
                Record::End { ending, threads: from.number()?, operations: from.number()?, digest: from.number()? }
            }
            6 => Record::Done,
            7 => Record::Note(from.text()?),
            8 => Record::Refused(from.text()?),
            9 => Record::GivenUp,
            10 => Record::Decided(read_decision(&mut from)?),
            11 => Record::Event(read_event(&mut from)?),
            12 => Record::Incomplete(from.text()?),
            13 => Record::Unseen(from.text()?),
            _ => return None,
        };
        Some(Stamped { execution, record })
    }
}

/// A record of this number that is a text.
fn write_text(to: &mut Writer, number: u64, text: &str) {
    to.number(number);
    to.blob(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{
        Access, AccessKind, Action, AtomicObject, Chosen, HeldLock, Memory, PlainPlace, Reading, Stack, StoreSeen,
        ThreadPlace, Wait, WaitFor,
    };

    fn place() -> impl Strategy<Value = ThreadPlace> {
        let stack = || prop::collection::vec(any::<u64>(), 0..5).prop_map(Stack);
        (any::<u64>(), stack(), stack()).prop_map(|(thread, stack, created)| ThreadPlace { thread, stack, created })
    }

    fn access() -> impl Strategy<Value = Access> {
        let kind =
            prop::sample::select(vec![AccessKind::Read, AccessKind::AtomicWrite, AccessKind::Free, AccessKind::End]);
        (kind, any::<u64>(), any::<u64>(), place()).prop_map(|(kind, address, size, place)| Access {
            kind,
            address,
            size,
            place,
        })
    }

    fn memory() -> impl Strategy<Value = Memory> {
        prop_oneof![
            Just(Memory::Other),
            any::<u64>().prop_map(Memory::Stack),
            (any::<u64>(), any::<u64>(), place()).prop_map(|(start, size, allocated)| Memory::Block {
                start,
                size,
                allocated
            }),
        ]
    }

    fn action() -> impl Strategy<Value = Action> {
        let object = || {
            (any::<u64>(), any::<u64>(), any::<u64>()).prop_map(|(address, size, order)| AtomicObject {
                address,
                size,
                order,
            })
        };
        let store = || {
            (any::<u64>(), any::<u64>(), any::<u128>(), any::<u64>())
                .prop_map(|(thread, time, value, known)| StoreSeen { thread, time, value, known })
        };
        let reading = move || {
            (store(), prop::collection::vec(store(), 0..3), any::<u64>()).prop_map(|(store, newer, more)| Reading {
                store,
                newer,
                more,
            })
        };
        let plain = (any::<u64>(), any::<u64>(), prop::collection::vec(any::<u64>(), 0..3)).prop_map(
            |(address, count, stack)| PlainPlace {
                kind: AccessKind::Write,
                address,
                size: 4,
                is_own_stack: count % 2 == 0,
                count,
                stack: Stack(stack),
            },
        );
        prop_oneof![
            (prop::collection::vec(plain, 0..3), any::<u64>())
                .prop_map(|(places, more)| Action::Plain { places, more }),
            (object(), any::<bool>(), reading()).prop_map(|(object, is_exchange, reading)| Action::Load {
                object,
                is_exchange,
                reading
            }),
            (object(), any::<u128>()).prop_map(|(object, value)| Action::Store { object, value }),
            (object(), any::<bool>(), any::<u128>(), reading()).prop_map(|(object, is_exchange, value, reading)| {
                Action::Update { object, is_exchange, value, reading }
            }),
            any::<u64>().prop_map(|object| Action::Take(WaitFor::RwLock, object)),
            any::<u64>().prop_map(|object| Action::Give(WaitFor::Mutex, object)),
            any::<u64>().prop_map(|object| Action::Wait(WaitFor::Join, object)),
            any::<u64>().prop_map(|count| Action::Wake(WaitFor::Condition, 7, count)),
            prop::sample::select(vec![
                Action::Fence(5),
                Action::Create(1),
                Action::Join(1),
                Action::Yield,
                Action::End
            ]),
        ]
    }

    fn locks() -> impl Strategy<Value = Vec<HeldLock>> {
        let lock = (any::<u64>(), prop::collection::vec(any::<u64>(), 0..3)).prop_map(|(object, taken)| HeldLock {
            kind: WaitFor::RwLock,
            object,
            taken: Stack(taken),
        });
        prop::collection::vec(lock, 0..3)
    }

    fn record() -> impl Strategy<Value = Record> {
        let waits = || {
            let wait = (any::<u64>(), place()).prop_map(|(object, place)| Wait { what: WaitFor::Once, object, place });
            prop::collection::vec(wait, 0..3)
        };
        prop_oneof![
            (access(), access(), memory(), locks(), locks()).prop_map(|(first, second, memory, held, also)| {
                let is_ordered = first.size.is_multiple_of(2);
                Record::Found(Finding::Race { first, second, memory, locks: [held, also], is_ordered })
            }),
            (any::<u64>(), any::<u64>(), any::<u64>()).prop_map(|(thread, step, number)| {
                let chosen = [Chosen::Switch, Chosen::Older, Chosen::Option][(number % 3) as usize](number);
                Record::Decided(Decision { thread, step, attempt: step % 3, chosen })
            }),
            (any::<u64>(), prop::collection::vec(any::<u64>(), 0..3), action()).prop_map(|(time, stack, action)| {
                Record::Event(Event { thread: 1, step: 2, time, stack: Stack(stack), action })
            }),
            (".*", place()).prop_map(|(message, place)| Record::Found(Finding::Assertion { message, place })),
            waits().prop_map(|threads| Record::Found(Finding::Deadlock { threads })),
            (any::<u64>(), waits())
                .prop_map(|(operations, threads)| Record::Found(Finding::NoProgress { operations, threads })),
            any::<u64>().prop_map(|status| Record::Found(Finding::Exit { status })),
            prop::collection::vec(any::<u8>(), 0..40).prop_map(Record::Output),
            ".*".prop_map(Record::Unmodelled),
            (any::<u64>(), any::<u64>(), any::<u64>()).prop_map(|(status, threads, digest)| Record::End {
                ending: [Ending::Signalled(status), Ending::Redundant, Ending::Cut][(status % 3) as usize],
                threads,
                operations: 7,
                digest
            }),
            (any::<u64>(), waits())
                .prop_map(|(milliseconds, threads)| Record::Found(Finding::Timeout { milliseconds, threads })),
            ".*".prop_map(Record::Note),
            ".*".prop_map(Record::Refused),
            ".*".prop_map(Record::Incomplete),
            ".*".prop_map(Record::Unseen),
            Just(Record::Done),
            Just(Record::GivenUp),
        ]
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(execution: u64, record in record()) {
            let stamped = Stamped { execution, record };
            prop_assert_eq!(Stamped::decode(&stamped.encode()), Some(stamped));
        }

        #[test]
        fn any_bytes_are_taken(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = Stamped::decode(&bytes);
        }
    }
}
