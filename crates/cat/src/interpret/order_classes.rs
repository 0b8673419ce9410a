//! Choices of total orders, made up to what the model observes of them.
//!
//! A model that chooses a total order seldom looks at all of it. Where every mention of a chosen order is of the form `order & pairs`, with
//! `pairs` known before the choice, two orders that agree on these pairs lead to the same checks with the same answers: one of them
//! stands for all. With [`Options::order_classes`](super::Options) such a choice is made once for each class, and its value is the partial order that the members of the class
//! have in common. What is shown is not a mention.
//!
//! Nothing is recognised by its name, and what does not have this form is chosen in full.

use std::rc::Rc;

use relation::{EventSet, Index, OrderClasses, Relation};

use super::failure::Limit;
use super::machine::Outcome;
use super::run::Runner;
use super::value::{Frame, Value};
use super::value_set::ValueSet;
use crate::ast::Operator;
use crate::ir::{BindingId, BoundSlot, ExprId, ExprKind, InstructionKind, Model, SlotState};
use crate::primitive::Primitive;

impl Runner<'_> {
    /// The events of the orders that `with place from choice` chooses from, and the classes of these orders; `None` when it is to be chosen from all orders.
    pub(super) fn order_classes(
        &mut self,
        place: BoundSlot,
        choice: ExprId,
        frame: &Rc<Frame>,
    ) -> Outcome<Option<(EventSet, ValueSet)>> {
        let Some((set, order)) = linearisations(self.model, choice) else { return Ok(None) };
        let Some(pairs) = observed(self.model, place.binding) else { return Ok(None) };
        if frame.outer.is_some() || !pairs.iter().all(|&pairs| is_known(self.model, pairs, place.binding, frame)) {
            return Ok(None);
        }
        let set = self.machine.evaluate(set, frame)?;
        let order = self.machine.evaluate(order, frame)?;
        let algebra = &self.machine.algebra;
        let (Some(set), Some(order)) = (algebra.as_set(&set), algebra.as_relation(&order)) else { return Ok(None) };
        let mut all = Relation::empty(set.universe());
        for pairs in pairs {
            let value = self.machine.evaluate(pairs, frame)?;
            let Some(pairs) = self.machine.algebra.as_relation(&value) else { return Ok(None) };
            all.union_with(&pairs);
        }
        let mut classes = ValueSet::new();
        for class in OrderClasses::new(&set, &order, &all) {
            self.machine.step()?;
            if classes.len() >= self.machine.element_limit() {
                return Err(self.machine.limit(Limit::Elements));
            }
            let class = Value::relation(class);
            classes = classes.insert(class).map_err(|mixed| self.machine.error(choice, mixed))?;
        }
        Ok(Some(((*set).clone(), classes)))
    }
}

/// The arguments of `linearisations(set, order)`, if an expression is that.
fn linearisations(model: &Model, expr: ExprId) -> Option<(ExprId, ExprId)> {
    let ExprKind::Apply(function, argument) = model.exprs[expr].kind else { return None };
    match (&model.exprs[function].kind, &model.exprs[argument].kind) {
        (ExprKind::Primitive(Primitive::Linearisations), ExprKind::Tuple(parts)) => match parts[..] {
            [set, order] => Some((set, order)),
            _ => None,
        },
        _ => None,
    }
}

/// The pairs that a chosen order is intersected with wherever it is mentioned; `None` if it is mentioned otherwise.
fn observed(model: &Model, binding: BindingId) -> Option<Vec<ExprId>> {
    let is_it =
        |expr: ExprId| matches!(model.exprs[expr].kind, ExprKind::Local { binding: other, .. } if other == binding);
    let mut mentions: Vec<ExprId> = model.exprs.ids().filter(|&expr| is_it(expr)).collect();
    let mut pairs = Vec::new();
    for (_, expr) in model.exprs.iter_enumerated() {
        if let ExprKind::Operation(Operator::Intersection, operands) = &expr.kind
            && let [one, other] = operands[..]
            && is_it(one) != is_it(other)
        {
            let (order, with) = if is_it(one) { (one, other) } else { (other, one) };
            mentions.retain(|&mention| mention != order);
            pairs.push(with);
        }
    }
    for instruction in model.blocks.iter().flatten() {
        if let InstructionKind::Show(items) = &instruction.kind {
            mentions.retain(|mention| items.iter().all(|(_, shown)| shown != mention));
        }
    }
    mentions.is_empty().then_some(pairs)
}

/// Whether an expression can be evaluated in this frame, and does not depend on `binding`: all names in it are bound before.
fn is_known(model: &Model, expr: ExprId, binding: BindingId, frame: &Rc<Frame>) -> bool {
    let all = |exprs: &[ExprId]| exprs.iter().all(|&expr| is_known(model, expr, binding, frame));
    match &model.exprs[expr].kind {
        ExprKind::Zero | ExprKind::Universe | ExprKind::Empty | ExprKind::Base(_) | ExprKind::Primitive(_) => true,
        // Bindings are numbered in the order of the text.
        ExprKind::Local { binding: other, depth: 0, slot } => {
            other.index() < binding.index() && !matches!(frame.get(*slot), SlotState::Unset)
        }
        ExprKind::Set(parts) | ExprKind::Tuple(parts) | ExprKind::Operation(_, parts) => all(parts),
        &ExprKind::Unary(_, operand) => all(&[operand]),
        &ExprKind::Apply(function, argument) => all(&[function, argument]),
        ExprKind::Local { .. }
        | ExprKind::Tag(..)
        | ExprKind::AllTags(_)
        | ExprKind::Unbound(_)
        | ExprKind::Function(_)
        | ExprKind::Let(..)
        | ExprKind::LetRec(..)
        | ExprKind::MatchTag { .. }
        | ExprKind::MatchSet(_)
        | ExprKind::Try(..)
        | ExprKind::If(..) => false,
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use relation::EventId;
    use source::Sources;

    use super::*;
    use crate::{Base, BaseId, Limits, NoFiles, Options, Phase, Run, Vocabulary, interpret};

    /// Four events, of which 0 and 1 are near, and 2 and 3.
    struct Four {
        vocabulary: Vocabulary,
    }

    impl Base for Four {
        fn universe(&self) -> usize {
            4
        }

        fn set(&self, _: BaseId) -> EventSet {
            EventSet::full(4)
        }

        fn relation(&self, name: BaseId) -> Relation {
            assert_eq!(self.vocabulary.get(name).name.as_ref(), "near");
            Relation::from_pairs(4, [(0, 1), (2, 3)].map(|(a, b)| (EventId::new(a), EventId::new(b))))
        }
    }

    /// How many ways a model has when orders are chosen in full, and when they are up to what is observed.
    fn ways(text: &str) -> [usize; 2] {
        let mut vocabulary = Vocabulary::new();
        vocabulary.set("E", Phase::Structure);
        vocabulary.relation("near", Phase::Structure);
        let mut sources = Sources::new();
        let source = sources.add("model.cat", format!("\"model\" {text}"));
        let loaded = Model::load(&mut sources, source, None, &mut NoFiles, &vocabulary, &|_| false);
        let model = loaded.model.expect("a model");
        let base = Four { vocabulary };
        [false, true].map(|order_classes| {
            let options = Options { order_classes, ..Options::default() };
            let mut ways = 0;
            let mut count = |run: Run<'_>| {
                ways += usize::from(matches!(run, Run::Accepted(_)));
                ControlFlow::Continue(())
            };
            interpret(&model, &base, &options, &Limits::default(), &mut count).expect("runs");
            ways
        })
    }

    #[test]
    fn what_is_observed_of_an_order_is_what_it_is_intersected_with() {
        // Two pairs, each in two directions.
        assert_eq!(ways("with o from linearisations(E, 0) let a = o & near empty a \\ a"), [24, 4]);
        assert_eq!(ways("let m = near with o from linearisations(E, 0) empty (m & o) \\ near show o"), [24, 4]);
        // Nothing is observed.
        assert_eq!(ways("with o from linearisations(E, near)"), [6, 1]);
        // A check holds for a class as a whole.
        assert_eq!(ways("with o from linearisations(E, 0) empty near \\ (o & near)"), [6, 1]);
    }

    #[test]
    fn other_mentions_are_of_the_whole_order() {
        assert_eq!(ways("with o from linearisations(E, 0) empty (o & near) \\ near acyclic o"), [24, 24]);
        assert_eq!(ways("with o from linearisations(E, 0) let later = near empty (o & later) \\ near"), [24, 24]);
        assert_eq!(ways("with o from linearisations(E, 0) let rename = o empty (rename & near) \\ near"), [24, 24]);
        assert_eq!(ways("with o from linearisations(E, 0) acyclic (o & (o; near))"), [24, 24]);
    }
}
