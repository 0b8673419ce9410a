//! Threads that spin for ever, in terms of the program: what each of them reads again and again, and where others wait.

use rustc_hash::FxHashSet;

use super::Search;
use super::expand::place;
use super::progress::Progress;
use crate::checker::report::trace::{self, ViolationKind};
use crate::checker::state::State;
use crate::checker::transition::event::{Action, Event};
use crate::checker::transition::machine::{Findings, Stop, Transition};

/// A thread that goes round has come round after so many steps, or its loop is shown as far as it goes.
const MOST_STEPS: usize = 1000;
/// So many reads of a loop are named.
const MOST_READS: usize = 8;

impl Search<'_, '_> {
    /// Looks whether threads make progress, at the end of a search that has gone through all states.
    pub(super) fn look_for_progress(&mut self) {
        // A search that left executions out knows states without an end that have one.
        if self.race.is_some() || self.first_violation.is_some() || self.is_choice_cut {
            return;
        }
        match self.graph.progress() {
            Progress::Made => {}
            Progress::Unknown => self.is_progress_unknown = true,
            Progress::None(id) => {
                let (_, state) = self.replay(id);
                let kind = self.spinning(&state);
                self.violations.insert(kind.clone());
                self.first_violation = Some((id, kind));
            }
        }
    }

    /// What the threads of a state do for ever.
    fn spinning(&self, state: &State) -> ViolationKind {
        let (mut spins, mut waits) = (Vec::new(), Vec::new());
        for (thread, of) in state.threads.iter().enumerate().filter(|(_, of)| !of.has_ended()) {
            let reads = self.reads_for_ever(state, thread);
            if !reads.is_empty() {
                spins.push(format!("thread {thread} {}", reads.join(", ")));
            } else if let Some(place) = of.at().and_then(|at| place(self.program, self.code(), at)) {
                waits.push(format!("thread {thread} at {place}"));
            }
        }
        ViolationKind::NoProgress { spins, waits }
    }

    /// What a thread does in a loop alone, from a state in which others change nothing that it reads.
    fn reads_for_ever(&self, state: &State, thread: usize) -> Vec<String> {
        let mut state = state.clone();
        let mut findings = Findings { log: Some(Vec::new()), ..Findings::default() };
        let mut stops = Vec::new();
        let mut seen = FxHashSet::default();
        for _ in 0..MOST_STEPS {
            self.machine.stops(&mut state, &mut stops, &mut findings);
            let mut packed = Vec::new();
            self.machine.pack(&state, self.components, &mut Vec::new(), &mut packed);
            if !seen.insert(packed) {
                break;
            }
            // Its own accesses first: they take effect at last, and what it reads then stays what it is.
            let ready = state.threads[thread].pending.iter().position(|pending| pending.waits == 0);
            let now = |stop: &Stop| stop.transition().filter(|_| self.machine.is_enabled(&state, thread, stop));
            let Some(transition) =
                ready.map(|index| Transition::Effect(index as u8)).or_else(|| stops.get(thread).and_then(now))
            else {
                break;
            };
            let stop = stops[thread].clone();
            if !self.machine.take(&mut state, thread, transition, &stop, &mut findings) {
                break;
            }
        }
        let mut texts: Vec<String> = Vec::new();
        for event in findings.log.iter().flatten().filter(|event| event.thread == thread) {
            if let Some(text) = self.read(event)
                && !texts.contains(&text)
                && texts.len() < MOST_READS
            {
                texts.push(text);
            }
        }
        texts
    }

    /// What an event reads, in words.
    fn read(&self, event: &Event) -> Option<String> {
        let (range, value) = match event.action {
            Action::Reads { range, value, .. } | Action::Updates { range, old: value, .. } => (range, value),
            Action::FindsLocked => {
                let place = place(self.program, self.code(), event.step)?;
                return Some(format!("finds a lock taken at {place}"));
            }
            _ => return None,
        };
        let place = place(self.program, self.code(), event.step).map_or(String::new(), |place| format!(" at {place}"));
        Some(format!("reads {}{place}", trace::named_value(range, value, self.program, self.code())))
    }
}
