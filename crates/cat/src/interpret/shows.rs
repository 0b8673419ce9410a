//! `show`.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::Shown;
use super::machine::Outcome;
use super::run::{Point, Runner};
use crate::ir::{Definition, ExprId, ExprKind, Target};

impl<'r> Runner<'r> {
    pub(super) fn shown_base_names(&mut self) -> Outcome<BTreeMap<String, Shown>> {
        let mut shown_names = BTreeMap::new();
        if self.options.show {
            for name in &self.options.also_show {
                if let Some(base) = self.model.vocabulary.find(name) {
                    let value = self.machine.base_value(base);
                    shown_names.extend(self.machine.algebra.shown(&value).map(|value| (name.clone(), value)));
                }
            }
        }
        Ok(shown_names)
    }

    /// Shows the definitions that the options ask for.
    pub(super) fn show_definitions(&mut self, definitions: &'r [Definition], point: &mut Point<'r>) -> Outcome<()> {
        if !self.options.show || self.options.also_show.is_empty() {
            return Ok(());
        }
        for definition in definitions {
            if let Target::One(Some(place)) = definition.target {
                let name = &self.model.bindings[place.binding].name;
                if self.options.also_show.contains(name) {
                    // It hides a choice of its name.
                    Rc::make_mut(&mut point.orders).remove(name);
                    self.show(name, definition.value, point)?;
                }
            }
        }
        Ok(())
    }

    /// Shows a set or relation; what has no value, or one of another kind, is not shown.
    pub(super) fn show(&mut self, name: &str, value: ExprId, point: &mut Point<'r>) -> Outcome<()> {
        if !self.options.show || matches!(self.model.exprs[value].kind, ExprKind::Unbound(_)) {
            return Ok(());
        }
        match self.machine.evaluate(value, &point.frame) {
            Ok(value) => {
                let shown = self.machine.algebra.shown(&value);
                Rc::make_mut(&mut point.shown).extend(shown.map(|shown| (name.to_owned(), shown)));
                Ok(())
            }
            Err(failure) if failure.is_catchable() => Ok(()),
            Err(failure) => Err(failure),
        }
    }
}
