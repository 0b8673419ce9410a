//! States in which nothing happens any more: threads wait for good, or spin for ever.
//!
//! Where nothing is on its way, each thread sees the last write of each location at last (fairness), and no other value from then on as long as no thread writes one. So what a thread does from there on follows from memory. If each of them
//! has ended, waits for a value that memory does not have, or comes round to where it was without having written anything new, no execution goes on from there.

use std::collections::BTreeMap;

use program::CodePlace;

use super::{Power, State, Stop};
use crate::machine::front::{Act, Front, Load, Value};
use crate::machine::memory::{self, Range};
use crate::machine::search::explore::{Explored, Hang, Spin};
use crate::machine::waits::{Wait, WaitMeaning};

use super::state::Origin;

/// A loop that takes more steps than this is not taken for one.
const MOST_STEPS: usize = 100_000;
const MOST_READS: usize = 1000;

impl Power {
    /// Who waits or spins for good in a state, if all that have not ended do.
    pub(in crate::machine) fn hang(
        &self,
        state: &State,
        stops: &[Stop],
        waits: &BTreeMap<CodePlace, Wait>,
        spinning_is_checked: bool,
    ) -> Option<Hang> {
        // What is on its way may still end the waiting.
        if state.threads.iter().any(|thread| !thread.pending.is_empty()) {
            return None;
        }
        // With `main` the process ends.
        if matches!(stops.first(), Some(Stop::Ended)) {
            return None;
        }
        let may_stand = |stop: &Stop| matches!(stop, Stop::Ended | Stop::Load(_) | Stop::Circle);
        if !stops.iter().all(may_stand) {
            return None;
        }
        let memory = self.memory(state);
        let mut hang = Hang::default();
        for (number, (thread, stop)) in state.threads.iter().zip(stops).enumerate() {
            let place = self.place(thread.front.at);
            match stop {
                Stop::Load(load) => match waits.get(&place) {
                    Some(wait) if (wait.until)(memory::read(&memory, load.range)) => return None,
                    Some(Wait { meaning: WaitMeaning::Blocked, .. }) => hang.waits.push(place),
                    Some(Wait { meaning: WaitMeaning::Outside, .. }) => {}
                    Some(Wait { meaning: WaitMeaning::ProcessEnded, .. }) => return None,
                    None if !spinning_is_checked => return None,
                    None => {
                        let reads = self.reads_for_ever(&thread.front, *load, &memory, waits)?;
                        hang.spins.push(Spin { thread: number, reads });
                    }
                },
                Stop::Circle if spinning_is_checked => {
                    hang.spins.push(Spin { thread: number, reads: vec![(place, None)] })
                }
                Stop::Ended => {}
                Stop::Circle | Stop::Choice(_) | Stop::Dead | Stop::Fault(..) | Stop::Full | Stop::FullOfWrites => {
                    return None;
                }
            }
        }
        (!hang.waits.is_empty() || !hang.spins.is_empty()).then_some(hang)
    }

    /// What a thread reads again and again that stands before a read, while memory is this; nothing if it does something else at last.
    fn reads_for_ever(
        &self,
        front: &Front<Origin>,
        mut load: Load<Origin>,
        memory: &[u8],
        waits: &BTreeMap<CodePlace, Wait>,
    ) -> Option<Vec<(CodePlace, Option<String>)>> {
        let mut front = front.clone();
        let mut seen: Vec<Front<Origin>> = Vec::new();
        let mut reads = Vec::new();
        let mut steps = MOST_STEPS;
        loop {
            // Values alone say what it does next.
            front.provenances().for_each(|origin| *origin = Origin::default());
            if seen.contains(&front) {
                return Some(reads);
            }
            let place = self.place(front.at);
            if seen.len() > MOST_READS || waits.contains_key(&place) {
                return None;
            }
            seen.push(front.clone());
            let bits = memory::read(memory, load.range);
            let read = (place, Some(self.layout.describe(load.range, bits)));
            if !reads.contains(&read) {
                reads.push(read);
            }
            front.pass(load.result, Value { bits, width: load.width, sources: Origin::default() });
            load = loop {
                match front.go_on(&self.code, &self.layout, &mut steps) {
                    Act::Begin | Act::Fence(..) => {}
                    Act::Load(next) => break next,
                    // A write of what is there already gives no thread anything new to read.
                    Act::Store(store) if is_there(memory, store.range, store.value.bits) => {}
                    Act::Written(result) => {
                        front.define(result, Value { bits: 1, width: 1, sources: Origin::default() })
                    }
                    Act::Store(_) | Act::Choice(_) | Act::Ended | Act::Dead | Act::Fault(..) | Act::Circle => {
                        return None;
                    }
                }
            };
        }
    }
}

/// Whether memory has this value there already.
fn is_there(memory: &[u8], range: Range, value: u128) -> bool {
    memory::read(memory, range) == value
}
