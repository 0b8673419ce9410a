//! A search as numbers: one process explores an execution, and another one, which has seen nothing of it, goes on with the next.
//!
//! A node is a number of words and those words. Where a step ends is not written: it ends before the next schedule.

use std::fmt;

use super::{Decision, Exhaustive, Node, Transition};
use crate::{Choice, Order, Pending, PendingOperation, Rules, ThreadId};

/// Numbers that are no record of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordError;

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("these numbers are no record of a search")
    }
}

impl std::error::Error for RecordError {}

impl Exhaustive {
    /// The decisions on the path from this one on, as numbers: records of parts that follow each other, put together, are the record of all.
    pub fn record(&self, from: usize) -> Vec<u64> {
        let mut words = Vec::new();
        for node in self.path.iter().skip(from) {
            let start = words.len();
            words.push(0);
            write_node(&mut words, node);
            words[start] = (words.len() - start - 1) as u64;
        }
        words
    }

    /// The search with this record, before its next execution begins.
    ///
    /// # Errors
    /// When the numbers are no record.
    pub fn of_record(words: &[u64], rules: Rules) -> Result<Exhaustive, RecordError> {
        let mut path: Vec<Node> = Vec::new();
        let mut rest = words;
        while let Some((&size, more)) = rest.split_first() {
            let size = usize::try_from(size).map_err(|_| RecordError)?;
            let (node, more) = more.split_at_checked(size).ok_or(RecordError)?;
            let mut reader = Reader(node);
            let node = read_node(&mut reader).filter(|_| reader.0.is_empty()).ok_or(RecordError)?;
            if matches!(node, Node::Within { .. })
                && let Some(Node::Schedule { is_last, .. } | Node::Within { is_last, .. }) = path.last_mut()
            {
                *is_last = false;
            }
            path.push(node);
            rest = more;
        }
        Ok(Exhaustive { path, ..Exhaustive::with_rules(rules) })
    }
}

fn write_node(to: &mut Vec<u64>, node: &Node) {
    match node {
        Node::Schedule { options, chosen, asleep, is_last: _ } => {
            to.extend([0, *chosen as u64, options.len() as u64]);
            for option in options {
                to.push(u64::from(option.thread.number()));
                write_operation(to, option.operation);
            }
            to.push(asleep.len() as u64);
            for Transition { thread, operation, decisions } in asleep {
                to.push(u64::from(thread.number()));
                write_operation(to, *operation);
                to.push(decisions.len() as u64);
                decisions.iter().for_each(|decision| write_decision(to, *decision));
            }
        }
        Node::Within { options, chosen, is_last: _ } => {
            to.extend([1, *chosen as u64, options.len() as u64]);
            for (index, decision) in options {
                to.push(*index as u64);
                write_decision(to, *decision);
            }
        }
    }
}

fn write_operation(to: &mut Vec<u64>, operation: PendingOperation) {
    to.extend(match operation {
        PendingOperation::Load(address, order) => [0, address, number_of(order)],
        PendingOperation::Store(address, order) => [1, address, number_of(order)],
        PendingOperation::ReadModifyWrite(address, order) => [2, address, number_of(order)],
        PendingOperation::Fence(order) => [3, 0, number_of(order)],
        PendingOperation::Start => [4, 0, 0],
        PendingOperation::Finish => [5, 0, 0],
        PendingOperation::Create => [6, 0, 0],
        PendingOperation::Join(thread) => [7, u64::from(thread.number()), 0],
        PendingOperation::Lock(address) => [8, address, 0],
        PendingOperation::Unlock(address) => [9, address, 0],
        PendingOperation::Sync(address) => [10, address, 0],
        PendingOperation::Yield => [11, 0, 0],
    });
}

fn write_decision(to: &mut Vec<u64>, decision: Decision) {
    to.extend(match decision {
        Decision::Reads(None, event) => [0, 0, u64::from(event)],
        Decision::Reads(Some(thread), event) => [0, u64::from(thread.number()) + 1, u64::from(event)],
        Decision::Takes(Choice::SpuriousFailure, option) => [1, 0, option as u64],
        Decision::Takes(Choice::Wake, option) => [1, 1, option as u64],
        Decision::Takes(Choice::Other, option) => [1, 2, option as u64],
    });
}

const ORDERS: [Order; 5] = [Order::Relaxed, Order::Acquire, Order::Release, Order::AcquireRelease, Order::SeqCst];

fn number_of(order: Order) -> u64 {
    match order {
        Order::Relaxed => 0,
        Order::Acquire => 1,
        Order::Release => 2,
        Order::AcquireRelease => 3,
        Order::SeqCst => 4,
    }
}

/// What has not been read yet.
struct Reader<'w>(&'w [u64]);

impl Reader<'_> {
    fn word(&mut self) -> Option<u64> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }

    fn thread(&mut self) -> Option<ThreadId> {
        Some(ThreadId::from_number(self.word()?.try_into().ok()?))
    }

    /// A list with its length before it.
    fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let count = usize::try_from(self.word()?).ok()?;
        (0..count).map(|_| item(self)).collect()
    }
}

fn read_node(from: &mut Reader<'_>) -> Option<Node> {
    let kind = from.word()?;
    let chosen = usize::try_from(from.word()?).ok()?;
    let node = match kind {
        0 => {
            let options = from.list(|from| Some(Pending::new(from.thread()?, read_operation(from)?)))?;
            let transition = |from: &mut Reader<'_>| {
                let (thread, operation) = (from.thread()?, read_operation(from)?);
                Some(Transition { thread, operation, decisions: from.list(read_decision)? })
            };
            Node::Schedule { options, chosen, asleep: from.list(transition)?, is_last: true }
        }
        1 => {
            let option = |from: &mut Reader<'_>| Some((usize::try_from(from.word()?).ok()?, read_decision(from)?));
            Node::Within { options: from.list(option)?, chosen, is_last: true }
        }
        _ => return None,
    };
    let count = match &node {
        Node::Schedule { options, .. } => options.len(),
        Node::Within { options, .. } => options.len(),
    };
    // Where all are asleep there are none.
    (chosen < count.max(1)).then_some(node)
}

fn read_operation(from: &mut Reader<'_>) -> Option<PendingOperation> {
    let [kind, address, order] = [from.word()?, from.word()?, from.word()?];
    let order = *ORDERS.get(usize::try_from(order).ok()?)?;
    Some(match kind {
        0 => PendingOperation::Load(address, order),
        1 => PendingOperation::Store(address, order),
        2 => PendingOperation::ReadModifyWrite(address, order),
        3 => PendingOperation::Fence(order),
        4 => PendingOperation::Start,
        5 => PendingOperation::Finish,
        6 => PendingOperation::Create,
        7 => PendingOperation::Join(ThreadId::from_number(address.try_into().ok()?)),
        8 => PendingOperation::Lock(address),
        9 => PendingOperation::Unlock(address),
        10 => PendingOperation::Sync(address),
        11 => PendingOperation::Yield,
        _ => return None,
    })
}

fn read_decision(from: &mut Reader<'_>) -> Option<Decision> {
    let [kind, which, number] = [from.word()?, from.word()?, from.word()?];
    Some(match (kind, which) {
        (0, 0) => Decision::Reads(None, number.try_into().ok()?),
        (0, thread) => {
            Decision::Reads(Some(ThreadId::from_number((thread - 1).try_into().ok()?)), number.try_into().ok()?)
        }
        (1, 0) => Decision::Takes(Choice::SpuriousFailure, number.try_into().ok()?),
        (1, 1) => Decision::Takes(Choice::Wake, number.try_into().ok()?),
        (1, 2) => Decision::Takes(Choice::Other, number.try_into().ok()?),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AccessSite, Atomic, Execution, Strategy};

    /// Two threads, each of which counts up two locations, in an execution by this strategy: what each has read at which. None if it does not count.
    fn execution(all: &mut Exhaustive) -> Option<Vec<(ThreadId, usize, u128)>> {
        all.begin(0);
        let mut execution = Execution::new();
        let threads: Vec<ThreadId> = (0..2).map(|_| execution.create_thread(ThreadId::MAIN)).collect();
        let (mut memory, mut read, mut steps) = ([0; 2], Vec::new(), [0; 2]);
        while steps.iter().any(|step| *step < 2) {
            let operation = |step: usize| PendingOperation::ReadModifyWrite(64 * (step as u64 + 1), Order::Relaxed);
            let enabled: Vec<Pending> =
                (0..2).filter(|&t| steps[t] < 2).map(|t| Pending::new(threads[t], operation(steps[t]))).collect();
            let thread = enabled[all.pick_thread(ThreadId::MAIN, &enabled)].thread;
            let step = &mut steps[thread.number() as usize - 1];
            let (order, place) = (Order::Relaxed, AccessSite(0));
            let address = 64 * (*step as u64 + 1);
            let access = Atomic { thread, address, size: 4, order, place, memory: memory[*step] };
            let updated = execution.read_modify_write(&access, |old| old + 1, all);
            read.push((thread, *step, updated.old));
            (memory[*step], *step) = (updated.new, *step + 1);
            if all.is_redundant() {
                return None;
            }
        }
        read.sort();
        Some(read)
    }

    #[test]
    fn a_search_goes_on_from_its_record_as_from_itself() {
        let mut whole = Exhaustive::new();
        let mut handed_on = Exhaustive::new();
        let mut found = Vec::new();
        for number in 0.. {
            let (one, other) = (execution(&mut whole), execution(&mut handed_on));
            assert_eq!(one, other, "execution {number}");
            found.extend(one);
            // In two parts, as a process does that writes what it adds.
            let middle = handed_on.len() / 2;
            let parts = [handed_on.record(0), handed_on.record(middle)];
            let mut words = Exhaustive { path: handed_on.path[..middle].to_vec(), ..Exhaustive::new() }.record(0);
            words.extend(&parts[1]);
            assert_eq!(words, parts[0]);
            handed_on = Exhaustive::of_record(&words, Rules::Cxx11).expect("a record");
            let more = whole.advance();
            assert_eq!(handed_on.advance(), more);
            assert!(!whole.has_diverged() && !handed_on.has_diverged());
            if !more {
                break;
            }
        }
        // Which thread comes first at either location: all four, each once.
        let count = found.len();
        found.sort();
        found.dedup();
        assert_eq!((count, found.len()), (4, 4));
    }

    #[test]
    fn what_is_no_record_is_refused() {
        for words in [&[3, 0, 0][..], &[4, 0, 0, 0], &[1, 9], &[u64::MAX], &[2, 1, 0], &[3, 1, 1, 0]] {
            assert!(Exhaustive::of_record(words, Rules::Cxx11).is_err(), "{words:?}");
        }
    }

    #[test]
    fn a_program_that_does_something_else_the_second_time_is_noticed() {
        let mut all = Exhaustive::new();
        all.begin(0);
        let pending = |thread, operation| Pending::new(ThreadId::from_number(thread), operation);
        let lock = PendingOperation::Lock(8);
        all.pick_thread(ThreadId::MAIN, &[pending(1, lock), pending(2, lock)]);
        assert!(all.advance());
        all.begin(0);
        all.pick_thread(ThreadId::MAIN, &[pending(1, lock), pending(2, PendingOperation::Unlock(8))]);
        assert!(all.has_diverged());
    }
}
