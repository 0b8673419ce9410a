//! Which variables are looked at behind each piece of a thread: classical liveness, backwards over the thread's steps.

use std::collections::BTreeSet;

use isa::c::standalone::pieces::{CutThread, Step};

type Live = BTreeSet<usize>;

/// Where jumps out of the middle go: what is live there.
#[derive(Clone, Default)]
struct Exits {
    at_break: Live,
    at_continue: Live,
}

struct Walk<'a> {
    thread: &'a CutThread,
    at_end: Live,
    /// By piece: what is live behind it.
    behind: Vec<Live>,
}

/// By the number of the piece: the variables whose values are looked at behind it, ascending. `at_end` are those that the condition
/// of the test looks at.
pub(super) fn wanted(thread: &CutThread, at_end: &[usize]) -> Vec<Vec<usize>> {
    let at_end: Live = at_end.iter().copied().collect();
    let mut walk = Walk { thread, at_end: at_end.clone(), behind: vec![Live::new(); thread.pieces.len()] };
    walk.steps(&thread.steps, at_end, &Exits::default());
    walk.behind.into_iter().map(|live| live.into_iter().collect()).collect()
}

impl Walk<'_> {
    /// What is live before `steps`, when `live` is behind them.
    fn steps(&mut self, steps: &[Step], live: Live, exits: &Exits) -> Live {
        steps.iter().rev().fold(live, |live, step| self.step(step, live, exits))
    }

    fn piece(&mut self, number: usize, live: Live) -> Live {
        self.behind[number].extend(&live);
        let piece = &self.thread.pieces[number];
        let mut before = live;
        if piece.may_return {
            before.extend(&self.at_end);
            self.behind[number].extend(&self.at_end);
        }
        if piece.always_writes {
            piece.writes.iter().for_each(|variable| {
                before.remove(variable);
            });
        }
        before.extend(&piece.reads);
        before
    }

    fn step(&mut self, step: &Step, live: Live, exits: &Exits) -> Live {
        match step {
            Step::Piece(number) => self.piece(*number, live),
            Step::If { condition, then, otherwise } => {
                let mut inside = self.steps(then, live.clone(), exits);
                inside.extend(self.steps(otherwise, live, exits));
                self.piece(*condition, inside)
            }
            Step::Loop { condition, tests_first, body, next } => {
                self.round(condition.as_ref(), *tests_first, body, next, live)
            }
            Step::Break => exits.at_break.clone(),
            Step::Continue => exits.at_continue.clone(),
            Step::Return => self.at_end.clone(),
        }
    }

    /// A loop, until nothing more becomes live at its head.
    fn round(
        &mut self,
        condition: Option<&usize>,
        tests_first: bool,
        body: &[Step],
        next: &[Step],
        live: Live,
    ) -> Live {
        let mut at_head = Live::new();
        loop {
            let test = |walk: &mut Self, after: Live| match condition {
                Some(condition) => walk.piece(*condition, after),
                None => after,
            };
            // Behind a round comes `next`, then either the test or the head.
            let mut at_test = at_head.clone();
            if condition.is_some() {
                at_test.extend(&live);
            }
            let behind_round = match tests_first {
                true => at_head.clone(),
                false => test(self, at_test.clone()),
            };
            let at_continue = self.steps(next, behind_round, &Exits::default());
            let exits = Exits { at_break: live.clone(), at_continue: at_continue.clone() };
            let mut before = self.steps(body, at_continue, &exits);
            if tests_first {
                if condition.is_some() {
                    before.extend(&live);
                }
                before = test(self, before);
            }
            before.extend(&at_head);
            if before == at_head {
                return at_head;
            }
            at_head = before;
        }
    }
}
