//! One path of a thread as another one: the symbols of its reads in the place of those of the other.

use execution::{Action, ThreadPath};
use program::{ExprId, Expressions, Index, SymbolId};
use rustc_hash::FxHashMap;

/// The symbols of one path, as those of another.
pub(crate) struct Renaming(FxHashMap<SymbolId, ExprId>);

impl Renaming {
    /// By the reads of both; nothing where they read differently.
    pub(crate) fn between(a: &ThreadPath, b: &ThreadPath, x: &mut Expressions) -> Option<Renaming> {
        if a.events.len() != b.events.len() {
            return None;
        }
        let mut symbols = FxHashMap::default();
        for (one, other) in a.events.iter().zip(&b.events) {
            match (one.returned(), other.returned()) {
                (Some((one, width)), Some((other, same))) if width == same => {
                    symbols.insert(one, x.symbol(other, width));
                }
                (None, None) => {}
                _ => return None,
            }
        }
        Some(Renaming(symbols))
    }

    pub(crate) fn of(&self, expr: ExprId, x: &mut Expressions) -> ExprId {
        x.substitute(expr, &|symbol| self.0.get(&symbol).copied())
    }

    /// Whether it makes `a` the same as `b`.
    pub(crate) fn makes(&self, a: &ThreadPath, b: &ThreadPath, x: &mut Expressions) -> bool {
        let is_plain = |path: &ThreadPath| path.fault.is_none() && path.requirements().next().is_none();
        is_plain(a)
            && is_plain(b)
            && a.cut.is_some() == b.cut.is_some()
            && a.relations() == b.relations()
            && a.conditions.len() == b.conditions.len()
            && a.conditions
                .iter()
                .zip(&b.conditions)
                .all(|(&(one, wanted), &(other, same))| wanted == same && self.of(one, x) == other)
            && self.makes_events(a, b, x)
    }

    /// Whether it makes the events of `a` those of `b`.
    pub(crate) fn makes_events(&self, a: &ThreadPath, b: &ThreadPath, x: &mut Expressions) -> bool {
        a.events.iter().zip(&b.events).all(|(one, other)| {
            one.instance == other.instance
                && one.tags == other.tags
                && self.of_action(one.action, x) == ignoring_symbol(other.action)
        })
    }

    fn of_action(&self, action: Action, x: &mut Expressions) -> Action {
        let mut of = |expr| self.of(expr, x);
        ignoring_symbol(match action {
            Action::InitialWrite { cell, value } => Action::InitialWrite { cell, value: of(value) },
            Action::Read { address, symbol, width } => Action::Read { address: of(address), symbol, width },
            Action::Write { address, value } => Action::Write { address: of(address), value: of(value) },
            Action::ReadModifyWrite { address, symbol, width, value } => {
                Action::ReadModifyWrite { address: of(address), symbol, width, value: of(value) }
            }
            Action::Synchronize { address } => Action::Synchronize { address: of(address) },
            Action::RegisterRead { register, value } => Action::RegisterRead { register, value: of(value) },
            Action::RegisterWrite { register, value } => Action::RegisterWrite { register, value: of(value) },
            Action::Fence => Action::Fence,
            Action::Branch => Action::Branch,
            Action::Predicate => Action::Predicate,
        })
    }
}

/// The same with one symbol for all: which symbol it is, is what a renaming says.
fn ignoring_symbol(action: Action) -> Action {
    let symbol = SymbolId::new(0);
    match action {
        Action::Read { address, width, .. } => Action::Read { address, symbol, width },
        Action::ReadModifyWrite { address, width, value, .. } => {
            Action::ReadModifyWrite { address, symbol, width, value }
        }
        Action::InitialWrite { .. }
        | Action::Write { .. }
        | Action::Synchronize { .. }
        | Action::RegisterRead { .. }
        | Action::RegisterWrite { .. }
        | Action::Fence
        | Action::Branch
        | Action::Predicate => action,
    }
}
