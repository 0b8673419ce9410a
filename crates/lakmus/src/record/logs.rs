//! Logs as data.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::logs::{Block, Changes, Pair, State, difference};

/// What a log says of a test.
#[derive(Clone, Debug, Serialize)]
pub struct BlockRecord {
    test: String,
    kind: String,
    states: Vec<BTreeMap<String, String>>,
    /// How often each state was seen, where the log says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    seen: Option<Vec<u64>>,
    verdict: Option<&'static str>,
    positive: Option<u64>,
    negative: Option<u64>,
    complete: bool,
    condition: Option<String>,
    hash: Option<String>,
}

/// What logs say of one test, compared with the first of them.
#[derive(Clone, Debug, Serialize)]
pub struct ComparisonRecord {
    test: String,
    /// Of each log but the first.
    others: Vec<OtherRecord>,
}

/// How a log compares to the first.
#[derive(Clone, Debug, Serialize)]
struct OtherRecord {
    /// `same`, `differs`, `another-test` (hashes differ), `only-here`, `missing`, `in-neither`.
    outcome: &'static str,
    /// States that this log has and the first has not.
    added: Vec<BTreeMap<String, String>>,
    /// States that the first has and this log has not.
    missing: Vec<BTreeMap<String, String>>,
    /// What else differs: `kind`, `verdict`, `condition`, `counts`.
    changed: Vec<&'static str>,
}

fn state(state: &State) -> BTreeMap<String, String> {
    state.bindings().map(|(place, value)| (place.to_owned(), value.to_owned())).collect()
}

impl BlockRecord {
    /// Of a block.
    pub fn new(block: &Block) -> BlockRecord {
        let states = block.states();
        let counts = block.counts();
        BlockRecord {
            test: block.name.clone(),
            kind: block.kind().to_lowercase(),
            states: states.keys().map(state).collect(),
            seen: block.is_histogram().then(|| states.values().copied().collect()),
            verdict: block.verdict().map(|verdict| match verdict {
                crate::logs::Verdict::Ok => "ok",
                crate::logs::Verdict::No => "no",
                crate::logs::Verdict::Undef => "undef",
            }),
            positive: counts.map(|(positive, _)| positive),
            negative: counts.map(|(_, negative)| negative),
            complete: !block.is_cut(),
            condition: block.condition().map(str::to_owned),
            hash: block.hash().map(str::to_owned),
        }
    }
}

impl ComparisonRecord {
    /// Of what logs say of a test. Tests with different hashes are compared where `any_hash`.
    pub fn new(pair: &Pair, any_hash: bool) -> ComparisonRecord {
        let first = pair.blocks[0].as_ref();
        let others = pair.blocks[1..].iter().map(|block| OtherRecord::new(first, block.as_ref(), any_hash));
        ComparisonRecord { test: pair.name.clone(), others: others.collect() }
    }
}

impl OtherRecord {
    fn new(first: Option<&Block>, other: Option<&Block>, any_hash: bool) -> OtherRecord {
        let plain = |outcome| OtherRecord { outcome, added: Vec::new(), missing: Vec::new(), changed: Vec::new() };
        let (first, other) = match (first, other) {
            (None, None) => return plain("in-neither"),
            (None, Some(_)) => return plain("only-here"),
            (Some(_), None) => return plain("missing"),
            (Some(first), Some(other)) => (first, other),
        };
        if !any_hash && matches!((first.hash(), other.hash()), (Some(one), Some(another)) if one != another) {
            return plain("another-test");
        }
        let states = difference(&first.states(), &other.states());
        let changes = Changes::between([first.kind(), other.kind()], [first, other], states.is_empty());
        let Changes { kind, verdict, condition, counts } = changes;
        let named = [(kind, "kind"), (verdict, "verdict"), (condition, "condition"), (counts, "counts")];
        OtherRecord {
            outcome: if states.is_empty() && changes.is_empty() { "same" } else { "differs" },
            added: states.added.iter().map(state).collect(),
            missing: states.missing.iter().map(state).collect(),
            changed: named.iter().filter(|(differs, _)| *differs).map(|(_, name)| *name).collect(),
        }
    }
}
