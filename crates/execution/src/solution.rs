//! What symbols stand for.

use program::{ExprId, Expressions, Index, SymbolId};

/// What each symbol stands for, as far as it is chosen. Entries may mention symbols that have entries; no cycles.
#[derive(Debug)]
pub(crate) struct Solution {
    values: Vec<Option<ExprId>>,
}

impl Solution {
    /// Of so many symbols none is known.
    pub(crate) fn new(symbols: usize) -> Solution {
        Solution { values: vec![None; symbols] }
    }

    /// What `symbol` stands for.
    pub(crate) fn get(&self, symbol: SymbolId) -> Option<ExprId> {
        self.values[symbol.index()]
    }

    /// From now on `symbol` stands for `value`.
    pub(crate) fn set(&mut self, symbol: SymbolId, value: Option<ExprId>) {
        self.values[symbol.index()] = value;
    }

    /// `expr` with all symbols replaced that stand for something.
    pub(crate) fn resolve(&self, x: &mut Expressions, expr: ExprId) -> ExprId {
        let mut current = expr;
        while !x.is_known(current) {
            let next = x.substitute(current, &|symbol| self.get(symbol));
            if next == current {
                break;
            }
            current = next;
        }
        current
    }
}
