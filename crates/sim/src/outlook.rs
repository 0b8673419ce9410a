//! What may still come of a search for reads-from, in outcomes: where executions are not counted, and all that may come is known, nothing is
//! looked for.
//!
//! Registers must be known by then; for each cell those of its writes count that coherence lets be the last ([`Coherence::may_be_last`]). Where what these write is not known yet, all values
//! count that the cell may hold at the end of any execution of the event structure ([`last_values`]).

use execution::{Candidate, Cell, EventStructure, KnownAfter};
use program::{ExprId, Expressions};
use relation::EventId;
use smallvec::SmallVec;

use crate::coherence::{Refute, Watch};
use crate::final_state::{FinalStates, Observed};
use crate::last_values::{LastValues, last_values};

/// An event structure with fewer ways to read is over before anything can be saved.
const WORTH_LOOKING: u64 = if cfg!(debug_assertions) { 2 } else { 64 };

/// Where more final states may come, to look whether all of them are known costs too much.
const MOST_STATES: usize = 64;

/// What a cell may hold at the end.
#[derive(Debug)]
struct Final {
    cell: Cell,
    /// The writes that may be final.
    writes: SmallVec<[EventId; 4]>,
    /// All values at the end of any execution, where that follows; nothing before it was looked for.
    values: Option<Option<LastValues>>,
}

/// The outlook in one event structure.
#[derive(Debug)]
pub(crate) struct Outlook {
    /// For each cell that is observed.
    finals: Vec<Final>,
    /// How often it was asked, and how often the answer was yes.
    asked: u32,
    answered: u32,
}

impl Outlook {
    /// For an event structure all of whose addresses are known and in which nothing can go wrong, if there are enough ways to read.
    pub(crate) fn new(structure: &EventStructure<'_>, observed: &Observed, ways: u64) -> Option<Outlook> {
        let is_sound = |path: &&execution::ThreadPath| path.fault.is_none() && path.requirements().next().is_none();
        // Cells in pieces are read as a whole in states.
        if ways < WORTH_LOOKING || structure.pieces.is_some() || !structure.paths.iter().all(is_sound) {
            return None;
        }
        let cells = structure.known_cells.as_ref()?;
        let finals = observed.cells.iter().map(|&observed| {
            let writes = structure.events.iter_enumerated();
            let writes = writes.filter(|(event, action)| action.is_write() && cells[*event] == Some(observed));
            let mut writes: SmallVec<[EventId; 4]> = writes.map(|(event, _)| event).collect();
            // An initial write is final only where it is the only one.
            if writes.len() > 1 {
                writes.remove(0);
            }
            Final { cell: observed, writes, values: None }
        });
        Some(Outlook { finals: finals.collect(), asked: 0, answered: 0 })
    }

    /// Whether it is to be asked now: if the answer has mostly been no, only now and then.
    pub(crate) fn is_worth_it(&mut self) -> bool {
        self.asked += 1;
        self.asked < 256 || self.answered * 16 >= self.asked || self.asked.is_multiple_of(16)
    }

    /// Whether all states that may come are old, the first `depth` reads having chosen. A no says nothing. Changes the state that is looked at.
    pub(crate) fn is_all(
        &mut self,
        x: &mut Expressions,
        candidate: &Candidate<'_, '_>,
        depth: usize,
        (watch, model): (&mut Watch, &mut dyn Refute),
        states: &mut FinalStates<'_>,
        is_old: &dyn Fn(&FinalStates<'_>, &Expressions) -> bool,
    ) -> bool {
        let Some(KnownAfter { answers, values }) = &candidate.known_after else { return false };
        // Values are right when all reads have chosen that they depend on, and none has read what is not known.
        let is_known = |x: &Expressions, value: ExprId, after: usize| {
            after <= depth && (after == 0 || !candidate.has_open_values) && x.is_known(value)
        };
        if !candidate.answers.iter().zip(answers).all(|(&value, &after)| is_known(x, value, after)) {
            return false;
        }
        let mut choices: SmallVec<[LastValues; 4]> = SmallVec::new();
        let mut count = 1;
        for Final { cell, writes, values: all } in &mut self.finals {
            let coherence = watch.coherence();
            let last = writes.iter().filter(|&&write| coherence.is_none_or(|known| known.may_be_last(write)));
            let value = |&write: &EventId| candidate.values[write].filter(|&value| is_known(x, value, values[write]));
            let found: Option<LastValues> = last.map(value).collect();
            let mut found = match (found, watch.coherence_mut()) {
                (Some(found), _) => found,
                (None, None) => return false,
                (None, Some(coherence)) => {
                    let find = || last_values(coherence, candidate.structure, *cell, x, model);
                    match all.get_or_insert_with(find) {
                        Some(all) => all.clone(),
                        None => return false,
                    }
                }
            };
            found.sort_unstable();
            found.dedup();
            count *= found.len();
            if count > MOST_STATES {
                return false;
            }
            choices.push(found);
        }
        for number in 0..count {
            let mut rest = number;
            let cells = choices.iter().map(|values| {
                let value = values[rest % values.len()];
                rest /= values.len();
                value
            });
            states.look_at_values(candidate.answers.iter().copied().chain(cells));
            if !is_old(states, x) {
                return false;
            }
        }
        self.answered += 1;
        true
    }
}
