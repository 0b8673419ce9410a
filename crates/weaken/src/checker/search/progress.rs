//! Whether threads make progress: states from which no execution comes to an end.
//!
//! Executions are fair: a thread that can take a step takes one at last, a write that is on its way takes effect at last, and a compare-and-exchange that finds what it expects does not fail. A search that has gone through all states
//! knows the steps between them. Two kinds of states are wrong:
//!
//! - Memory stays what it is, whatever is done from there on, and not all threads have ended: what they read never changes, so that they spin for ever.
//! - Some executions of the program come to an end, and none does from there on. Memory may change meanwhile, as that of a lock does under which threads look for what never comes.
//!
//! A program that is meant to run for ever, and passes on something from thread to thread as long as it does, has neither.
//!
//! Only *real* states count, in which no read rests on what it is supposed to return, and the steps between them: processors may always behave so. If none of these steps leads to an end,
//! there is an execution that has none. Executions that an assumption ends, and what is not understood, count as ended.
//!
//! Steps are remembered where the program has a loop; without one, each execution ends.

use rustc_hash::FxHashMap;

use super::store::StateId;
use crate::checker::code::effect::Effect;
use crate::checker::code::{Code, StepId};

/// More steps than this are not remembered: 5 bytes each.
const MOST_STEPS: usize = 1 << 26;

/// The real states of a search and the steps between them.
#[derive(Debug, Default)]
pub(super) struct Graph {
    is_wanted: bool,
    is_full: bool,
    /// The states that steps come from, in the order in which they were expanded, and where the steps of each end.
    states: Vec<(StateId, usize)>,
    /// Where steps lead, and whether memory is another one there.
    steps: Vec<(StateId, bool)>,
    /// The states in which executions end, or are given up.
    ends: Vec<StateId>,
    /// Whether the process ends in one of them.
    has_end: bool,
}

/// What a search knows of progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Progress {
    /// There is always some, as far as the search went.
    Made,
    /// There is none from this state on.
    None(StateId),
    /// There were too many steps to look.
    Unknown,
}

impl Graph {
    /// One for a search through the states of `code`.
    pub(super) fn new(code: &Code, is_wanted: bool) -> Graph {
        Graph { is_wanted: is_wanted && has_loops(code), ..Graph::default() }
    }

    pub(super) fn is_wanted(&self) -> bool {
        self.is_wanted && !self.is_full
    }

    /// Bytes that it takes.
    pub(super) fn memory(&self) -> usize {
        self.states.len() * size_of::<(StateId, usize)>() + self.steps.len() * size_of::<(StateId, bool)>()
    }

    /// A step leads to a real state from the one whose steps are being noted.
    pub(super) fn step(&mut self, to: StateId, changes_memory: bool) {
        self.steps.push((to, changes_memory));
    }

    /// All steps of a real state are noted.
    pub(super) fn state(&mut self, state: StateId, is_end: bool, is_given_up: bool) {
        self.has_end |= is_end;
        if is_end || is_given_up {
            self.ends.push(state);
        }
        self.states.push((state, self.steps.len()));
        // Half a graph would show states without an end that have one: it is given up as a whole.
        if self.steps.len() > MOST_STEPS {
            *self = Graph { is_wanted: true, is_full: true, ..Graph::default() };
        }
    }

    /// What a search that has gone through all states says.
    pub(super) fn progress(&self) -> Progress {
        if !self.is_wanted {
            return Progress::Made;
        }
        if self.is_full {
            return Progress::Unknown;
        }
        let numbers: FxHashMap<StateId, u32> =
            (0..).zip(&self.states).map(|(number, (state, _))| (*state, number)).collect();
        // Steps backwards: those that lead to a state lie side by side.
        let mut begins = vec![0_u32; self.states.len() + 1];
        let targets: Vec<Option<u32>> = self.steps.iter().map(|(to, _)| numbers.get(to).copied()).collect();
        targets.iter().flatten().for_each(|to| begins[*to as usize + 1] += 1);
        for at in 1..begins.len() {
            begins[at] += begins[at - 1];
        }
        let mut next = begins.clone();
        let mut before = vec![0_u32; begins.last().map_or(0, |all| *all as usize)];
        let mut is_alive = vec![false; self.states.len()];
        let mut work: Vec<u32> = Vec::new();
        for end in &self.ends {
            is_alive[numbers[end] as usize] = true;
            work.push(numbers[end]);
        }
        let mut begin = 0;
        for (from, (_, end)) in self.states.iter().enumerate() {
            #[allow(clippy::needless_range_loop, reason = "the number of a step is one in two lists")]
            for step in begin..*end {
                if let Some(to) = targets[step] {
                    before[next[to as usize] as usize] = from as u32;
                    next[to as usize] += 1;
                }
                // Where no execution ends at all, one that goes on changing memory may be what is wanted. Of a state that was not expanded nothing is known.
                let is_lively = targets[step].is_none() || !self.has_end && self.steps[step].1;
                if is_lively && !std::mem::replace(&mut is_alive[from], true) {
                    work.push(from as u32);
                }
            }
            begin = *end;
        }
        while let Some(at) = work.pop() {
            for from in &before[begins[at as usize] as usize..begins[at as usize + 1] as usize] {
                if !std::mem::replace(&mut is_alive[*from as usize], true) {
                    work.push(*from);
                }
            }
        }
        let first = is_alive.iter().position(|is_alive| !is_alive);
        first.map_or(Progress::Made, |first| Progress::None(self.states[first].0))
    }
}

/// Whether some function has a loop.
fn has_loops(code: &Code) -> bool {
    let leads_back = |(at, step): (StepId, &crate::checker::code::Step)| match step.effect() {
        Effect::Jump(jump) => jump.targets().iter().any(|to| *to <= at),
        _ => false,
    };
    code.steps.iter_enumerated().any(leads_back)
}
