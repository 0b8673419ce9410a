//! C11Tester's strategy: everything at random, stores kept together, by the rule of the published tool or by that of the paper (section 3).
//!
//! The two rules are not the same. The paper lets a thread that has stored go on while its next operation is a store again; the first
//! store of such a row waits for its thread's turn like any other operation. In the tool no store waits, nor does the first and the last step of a
//! thread or the creation of one: a thread comes to its next choice at once, so that loads of others meet more stores. The tool's rule is the one
//! that the paper's evaluation was made with.

use super::generator::Generator;
use super::{Candidates, Choice, Pending, Strategy};
use crate::ThreadId;

/// How stores are kept together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Burst {
    /// As section 3 says: a thread that has stored, not sequentially consistently, and will do so again goes on.
    Consecutive,
    /// As the published tool does it: such a store, and the first and the last step of a thread and the creation of one, is done as soon as a
    /// thread has come to it.
    Pending,
}

/// Uniformly random choices.
#[derive(Clone, Debug)]
pub struct Random {
    burst: Burst,
    generator: Generator,
    /// Whether the last step was a store of a burst.
    in_burst: bool,
}

impl Random {
    /// The strategy with this rule about stores.
    pub fn new(burst: Burst) -> Random {
        Random { burst, generator: Generator::default(), in_burst: false }
    }
}

/// The thread that goes first, if one does: without a branch for each.
fn first(enabled: &[Pending]) -> Option<usize> {
    let (mut first, mut index) = (enabled.len(), enabled.len());
    for next in enabled.iter().rev() {
        index -= 1;
        first = if next.goes_first { index } else { first };
    }
    (first < enabled.len()).then_some(first)
}

impl Strategy for Random {
    fn begin(&mut self, seed: u64) {
        self.generator = Generator::new(seed);
        self.in_burst = false;
    }

    fn pick_thread(&mut self, current: ThreadId, enabled: &[Pending]) -> usize {
        let kept = match self.burst {
            Burst::Consecutive if self.in_burst => {
                enabled.iter().position(|next| next.thread == current && next.operation.is_weak_store())
            }
            Burst::Consecutive => None,
            Burst::Pending => first(enabled),
        };
        let picked = kept.unwrap_or_else(|| self.generator.below(enabled.len()));
        if self.burst == Burst::Consecutive {
            self.in_burst = enabled.get(picked).is_some_and(|next| next.operation.is_weak_store());
        }
        picked
    }

    fn pick_store(&mut self, _thread: ThreadId, candidates: &dyn Candidates) -> usize {
        match candidates.count() {
            1 => 0,
            several => self.generator.below(several),
        }
    }

    fn pick(&mut self, _thread: ThreadId, choice: Choice, options: usize) -> usize {
        self.generator.choose(choice, options)
    }
}
