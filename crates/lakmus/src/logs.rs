//! Logs of litmus tests, of any tool: read block by block, compared.
//!
//! ```
//! use lakmus::logs::{Changes, Pairing, difference};
//!
//! let model = "Test SB Allowed\nStates 1\n0:rax=0; 1:rax=1;\nNo\nCondition exists (0:rax=0 /\\ 1:rax=0)\nObservation SB Never 0 1\n\n";
//! let machine = model.replace("1:rax=1", "1:rax=0").replace("No\n", "Ok\n");
//! let mut logs = Pairing::new(vec![model.as_bytes(), machine.as_bytes()], Box::new(|_| None));
//! let pair = logs.next_pair().expect("both are logs").expect("both have a test");
//! let [Some(first), Some(second)] = &pair.blocks[..] else { panic!("both have it") };
//! assert_eq!(difference(&first.states(), &second.states()).added[0].text(), "0:rax=0; 1:rax=0;");
//! assert!(Changes::between([first.kind(), second.kind()], [first, second], false).verdict);
//! ```

pub use ::logs::{Block, Difference, Pair, Pairing, ReadError, Reader, Rename, State, Verdict, difference};

/// In what a block differs from another one of its test, beside its states.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Changes {
    /// What the condition claims.
    pub kind: bool,
    /// Whether the claim holds, or whether executions were cut.
    pub verdict: bool,
    /// The condition, where both have one.
    pub condition: bool,
    /// How many executions satisfy the proposition and how many do not.
    pub counts: bool,
}

impl Changes {
    /// In what the second block differs, where conditions claim what `kinds` says. Counts are compared where `has_counts`, and neither comes from hardware.
    pub fn between(kinds: [&str; 2], [first, second]: [&Block; 2], has_counts: bool) -> Changes {
        let is_counted = has_counts && !first.is_histogram() && !second.is_histogram();
        Changes {
            kind: kinds[0] != kinds[1],
            verdict: verdict_under(first, kinds[0]) != verdict_under(second, kinds[1])
                || first.is_cut() != second.is_cut(),
            condition: matches!((first.condition(), second.condition()), (Some(one), Some(other)) if one != other),
            counts: is_counted && first.counts() != second.counts(),
        }
    }

    /// Whether nothing differs.
    pub fn is_empty(self) -> bool {
        self == Changes::default()
    }
}

/// The verdict where the condition claims what `kind` says: `Allowed`, `Forbidden` or `Required`.
pub fn verdict_under(block: &Block, kind: &str) -> Option<Verdict> {
    if kind == block.kind() || block.verdict() == Some(Verdict::Undef) {
        return block.verdict();
    }
    let (positive, negative) = block.counts()?;
    let holds = match kind {
        "Forbidden" | "Forbid" => positive == 0,
        "Required" | "Require" => negative == 0,
        _ => positive > 0,
    };
    Some(if holds { Verdict::Ok } else { Verdict::No })
}
