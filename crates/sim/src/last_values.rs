//! What a location holds at the end, by the orders that are left to its writes.
//!
//! Two threads that increment a counter ten times each have 184,756 executions and one final state. Which value is the last follows from less than what each read reads from: where each
//! written value is a number, or is computed from what the write directly before it in coherence wrote, the last value is found by going through the writes in the orders that coherence
//! leaves, and of all orders of the same writes only what they come to is kept: 121 times two numbers.
//!
//! What this finds is an upper bound: each execution that the model allows ends with one of these values, but the model may allow none that ends with some of them. No rule of coherence is
//! written down here; [`Coherence`] asks the model.
//!
//! Gained: see docs/searches.md, "How far that goes".

use execution::{Cell, EventStructure};
use program::{ExprId, Expressions, SymbolId, Width};
use relation::EventId;
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use crate::coherence::{Coherence, Refute};

/// Where more combinations of the writes that came and of their last value are met, to go through them may take longer than the search.
const MOST_COMBINATIONS: usize = 4096;

/// The values that one cell may hold at the end.
pub(crate) type LastValues = SmallVec<[ExprId; 4]>;

/// What a write writes.
#[derive(Clone, Copy, Debug)]
enum Written {
    /// A value that is known before anything is read.
    Known(ExprId),
    /// What is computed from what the write directly before it wrote: the symbol that stands for that, and how many bits are read.
    FromBefore { symbol: SymbolId, width: Width, value: ExprId },
}

impl Written {
    /// After a write of `before`, if there is one. Nothing comes of a read without a write before it.
    fn after(self, before: Option<ExprId>, x: &mut Expressions) -> Option<ExprId> {
        match self {
            Written::Known(value) => Some(value),
            Written::FromBefore { symbol, width, value } => {
                let read = x.resize(before?, width);
                Some(x.substitute(value, &|other| (other == symbol).then_some(read)))
            }
        }
    }
}

/// All values that `cell` may hold at the end of an execution that the model allows, ascending; nothing where that does not follow.
pub(crate) fn last_values(
    coherence: &mut Coherence,
    structure: &EventStructure<'_>,
    cell: Cell,
    x: &mut Expressions,
    model: &mut dyn Refute,
) -> Option<LastValues> {
    let initial = structure.initial_write(structure.cell_index(cell));
    let writes = coherence.writes_beside(initial)?.to_vec();
    let written: Option<Vec<Written>> =
        writes.iter().map(|&write| written(coherence, structure, write, x, model)).collect();
    let written = written?;
    let before: Vec<u64> = writes.iter().map(|&write| coherence.certainly_before(write)).collect();
    let mut met = vec![(0_u64, None)];
    let mut count = 0;
    // Each round adds one write.
    for _ in &writes {
        let mut next: FxHashSet<(u64, ExprId)> = FxHashSet::default();
        for (came, last) in met {
            for (number, written) in written.iter().enumerate() {
                let may_come = came & 1 << number == 0 && before[number] & !came == 0;
                let Some(value) = may_come.then(|| written.after(last, x)).flatten() else { continue };
                if !x.is_known(value) {
                    return None;
                }
                next.insert((came | 1 << number, value));
            }
        }
        count += next.len();
        if count > MOST_COMBINATIONS {
            return None;
        }
        met = next.into_iter().map(|(came, value)| (came, Some(value))).collect();
    }
    let mut values: LastValues = met.into_iter().filter_map(|(_, value)| value).collect();
    values.sort_unstable();
    values.dedup();
    Some(values)
}

/// What `write` writes, if that is known or depends on the write before it alone.
fn written(
    coherence: &mut Coherence,
    structure: &EventStructure<'_>,
    write: EventId,
    x: &Expressions,
    model: &mut dyn Refute,
) -> Option<Written> {
    let value = structure.events[write].written()?;
    if x.is_known(value) {
        return Some(Written::Known(value));
    }
    let mut symbols: SmallVec<[SymbolId; 4]> = SmallVec::new();
    x.visit_symbols(value, &mut |symbol| symbols.push(symbol));
    symbols.dedup();
    let &[symbol] = symbols.as_slice() else { return None };
    let mut reads = structure.events.iter_enumerated().filter_map(|(event, found)| Some((event, found.returned()?)));
    let (read, (_, width)) = reads.find(|&(_, (own, _))| own == symbol)?;
    coherence.reads_before(read, write, model).then_some(Written::FromBefore { symbol, width, value })
}
