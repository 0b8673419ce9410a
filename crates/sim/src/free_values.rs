//! Final states with values out of thin air: what reads that read from each other in a circle return may be anything.
//!
//! Such a value is a free symbol. It shows as `any`, another one of the same state as `any2`, and so on. A condition holds, under
//! `exists` and `~exists`, when there are values for the symbols that satisfy it (and the filter); under `forall`, when all values do.
//! Conditions compare values for equality only, so that it is enough to try the values that the condition and the state mention, and
//! for each symbol one that nothing mentions.
//!
//! herd shows the symbol, and compares it as something that is equal to nothing but itself.

use litmus::{Expected, FinalAtom, FinalValue, Proposition};
use program::{ExprId, Expressions, Node, SymbolId, Width, truncate};

/// The most combinations of values that are tried.
const MOST: usize = 1 << 16;

/// What one symbol stands for, for each symbol.
pub(crate) type Assignment = Vec<(SymbolId, FinalValue)>;

/// How a value is made of a free symbol.
#[derive(Clone, Copy)]
pub(crate) struct Free {
    pub(crate) symbol: SymbolId,
    /// The width of the symbol.
    width: Width,
    /// Whether it is widened with its sign to the width of the value.
    is_signed: bool,
    /// The width of the value.
    value_width: Width,
}

impl Free {
    /// What `expr` is, when it is a free symbol, or one widened.
    pub(crate) fn of(x: &Expressions, expr: ExprId) -> Option<Free> {
        let (inner, is_signed) = match x.node(expr) {
            Node::ZeroExtend(inner) => (inner, false),
            Node::SignExtend(inner) => (inner, true),
            _ => (expr, false),
        };
        match x.node(inner) {
            Node::Symbol(symbol) => Some(Free { symbol, width: x.width(inner), is_signed, value_width: x.width(expr) }),
            _ => None,
        }
    }

    /// The value, when the symbol stands for what `assignment` says.
    pub(crate) fn value(self, assignment: &Assignment) -> Option<FinalValue> {
        let (_, value) = assignment.iter().find(|(symbol, _)| *symbol == self.symbol)?;
        Some(match value {
            FinalValue::Number(bits, _) => {
                let bits = truncate(*bits, self.width);
                let is_negative = self.is_signed && bits >> (self.width - 1) == 1;
                let bits = if is_negative { bits | !truncate(u128::MAX, self.width) } else { bits };
                FinalValue::Number(truncate(bits, self.value_width), self.value_width)
            }
            other => other.clone(),
        })
    }
}

/// Whether `expr` mentions a free symbol.
pub(crate) fn mentions_free(x: &Expressions, expr: ExprId) -> bool {
    let mut found = false;
    x.visit_symbols(expr, &mut |_| found = true);
    found
}

/// The symbols in a state, in the order in which it mentions them. `None` when a value depends on one, but is not one.
pub(crate) fn symbols(x: &Expressions, state: &[ExprId]) -> Option<Vec<SymbolId>> {
    let mut symbols = Vec::new();
    for &expr in state {
        if !mentions_free(x, expr) {
            continue;
        }
        let symbol = Free::of(x, expr)?.symbol;
        if !symbols.contains(&symbol) {
            symbols.push(symbol);
        }
    }
    Some(symbols)
}

/// What shows for the symbol of this number in its state.
pub(crate) fn name(number: usize) -> FinalValue {
    FinalValue::Text(match number {
        0 => "any".to_owned(),
        _ => format!("any{}", number + 1),
    })
}

/// The values that a proposition mentions, behind `values`.
pub(crate) fn add_mentioned(proposition: &Proposition<FinalAtom>, values: &mut Vec<FinalValue>) {
    for atom in proposition.atoms() {
        match atom {
            FinalAtom::Holds { expected: Expected::Scalar(value), .. } => values.push(value.clone()),
            FinalAtom::Holds { expected: Expected::Array(all), .. } => values.extend(all.iter().cloned()),
            FinalAtom::Same(..) => {}
        }
    }
}

/// Calls `visit` with all ways to give the symbols values: those in `values`, and numbers that are not among them. Stops when `visit`
/// says no. `None` when there are too many ways.
pub(crate) fn each_assignment(
    symbols: &[SymbolId],
    mut values: Vec<FinalValue>,
    mut visit: impl FnMut(&Assignment) -> bool,
) -> Option<()> {
    for _ in symbols {
        let is_there =
            |number: &u128| values.iter().any(|value| matches!(value, FinalValue::Number(n, _) if n == number));
        let fresh = (0..).find(|number| !is_there(number))?;
        values.push(FinalValue::Number(fresh, 128));
    }
    values.sort();
    values.dedup();
    let ways = symbols.iter().try_fold(1usize, |all, _| all.checked_mul(values.len()))?;
    if ways > MOST {
        return None;
    }
    for way in 0..ways {
        let mut rest = way;
        let mut next = |&symbol: &SymbolId| {
            let value = values[rest % values.len()].clone();
            rest /= values.len();
            (symbol, value)
        };
        let assignment: Assignment = symbols.iter().map(&mut next).collect();
        if !visit(&assignment) {
            break;
        }
    }
    Some(())
}
