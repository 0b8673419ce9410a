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

/// The classes of a choice, and the events that its orders are on.
pub(super) struct Classes {
    pub(super) set: EventSet,
    pub(super) classes: ValueSet,
}

impl Runner<'_> {
    /// The classes that `with place from choice` chooses from; `None` when it is to be chosen from all orders.
    pub(super) fn order_classes(
        &mut self,
        place: BoundSlot,
        choice: ExprId,
        frame: &Rc<Frame>,
    ) -> Outcome<Option<Classes>> {
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
        Ok(Some(Classes { set: (*set).clone(), classes }))
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
