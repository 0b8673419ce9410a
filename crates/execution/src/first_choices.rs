//! The first choices of a search, which divide it into parts.

use program::IdVec;
use relation::EventId;

use crate::agenda::Agenda;

/// No number of a first choice is larger.
const MOST: u64 = 1 << 40;

/// What the first reads may read from: enough reads that there are as many combinations as the caller wants, if there are enough.
///
/// Invariant: combinations are numbered in the order in which the search comes to them.
#[derive(Clone, Debug)]
pub(crate) struct FirstChoices {
    /// For each of the first reads, in the order in which reads choose, the writes that it may read from, ascending.
    reads: Vec<(EventId, Vec<EventId>)>,
    combinations: u64,
    /// All numbers are less.
    numbers: u64,
}

impl FirstChoices {
    /// As few of the reads as have `wanted` combinations.
    pub(crate) fn new(agenda: &Agenda, wanted: u64) -> FirstChoices {
        let mut first = FirstChoices { reads: Vec::new(), combinations: 1, numbers: 1 };
        for read in &agenda.reads {
            if first.combinations >= wanted {
                break;
            }
            let options: Vec<EventId> = agenda.options[read.options.clone()].iter().map(|write| write.event).collect();
            // Besides them it may read from nowhere.
            match first.numbers.checked_mul(options.len() as u64 + 1) {
                Some(more) if more < MOST => first.numbers = more,
                _ => break,
            }
            first.combinations *= options.len().max(1) as u64;
            first.reads.push((read.event, options));
        }
        first
    }

    /// How many reads choose.
    pub(crate) fn len(&self) -> usize {
        self.reads.len()
    }

    /// How many combinations there are at most, those aside in which a read reads from nowhere.
    pub(crate) fn combinations(&self) -> u64 {
        self.combinations
    }

    /// What all numbers are less than. Some belong to no combination.
    pub(crate) fn numbers(&self) -> u64 {
        self.numbers
    }

    /// The number of what the first reads have chosen.
    pub(crate) fn number(&self, reads_from: &IdVec<EventId, Option<EventId>>) -> u64 {
        self.reads.iter().fold(0, |number, (read, options)| {
            let digit = reads_from[*read].and_then(|write| options.binary_search(&write).ok());
            number * (options.len() as u64 + 1) + digit.unwrap_or(options.len()) as u64
        })
    }
}
