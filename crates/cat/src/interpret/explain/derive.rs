//! From an expression to the derivation of its value.

use std::collections::HashSet;
use std::rc::Rc;

use relation::{EventSet, Relation};

use super::costs::Costs;
use super::derivation::{Derivation, How};
use super::{Explainer, KNOWN, Label, Name};
use crate::ast::{Operator, UnaryOperator};
use crate::interpret::binding::define;
use crate::interpret::value::{Frame, Value};
use crate::ir::{
    BindingId, BoundSlot, Clause, Definition, ExprId, ExprKind, GroupId, InstructionKind, Parameter, Slot, Target,
};

/// How deep calls may be that are looked into.
const CALLS: usize = 32;

/// How often a `let rec` may go round.
const ROUNDS: usize = 256;

/// Where a name gets its value.
#[derive(Clone, Copy, Debug)]
pub(super) enum Site {
    /// From an expression.
    Definition(ExprId),
    /// From a `let rec` group.
    Group(GroupId),
}

/// Only relations over events have derivations.
pub(super) struct NoRelation;

type Outcome<T> = Result<T, NoRelation>;

impl Explainer<'_, '_> {
    /// The derivation of an expression that has this value; each pair one step, where it cannot be taken apart.
    pub(super) fn derive_or_leaf(&mut self, expr: ExprId, frame: &Rc<Frame>, value: &Relation) -> Rc<Derivation> {
        match self.derive(expr, frame) {
            // A cheapest derivation of something else would explain nothing.
            Ok(derivation) if has_support(&derivation.costs, value) => derivation,
            _ => Derivation::leaf(Label::Text(self.machine.span(expr)), value),
        }
    }

    /// The operands that all have a pair for the expression to have it, seen through names and differences.
    pub(super) fn reasons(&mut self, expr: ExprId, frame: &Rc<Frame>) -> Vec<Rc<Derivation>> {
        match self.machine.kind(expr) {
            ExprKind::Operation(Operator::Intersection, operands) => {
                operands.iter().flat_map(|&operand| self.reasons(operand, frame)).collect()
            }
            ExprKind::Operation(Operator::Difference, operands) => self.reasons(operands[0], frame),
            ExprKind::Local { binding, depth, .. } => {
                let owner = owner(frame, *depth);
                let name = &self.machine.model.bindings[*binding].name;
                match self.site(*binding) {
                    Some(Site::Definition(value)) if !KNOWN.contains(&name.as_str()) => self.reasons(value, &owner),
                    _ => self.derive(expr, frame).into_iter().collect(),
                }
            }
            _ => self.derive(expr, frame).into_iter().collect(),
        }
    }

    /// Where a name gets its value, if that is in the text once and for all.
    fn site(&mut self, binding: BindingId) -> Option<Site> {
        if self.sites.is_empty() {
            let model = self.machine.model;
            let mut add = |definitions: &[Definition], group: Option<GroupId>| {
                for definition in definitions {
                    if let Target::One(Some(place)) = definition.target {
                        let site = group.map_or(Site::Definition(definition.value), Site::Group);
                        self.sites.insert(place.binding, site);
                    }
                }
            };
            for instruction in model.blocks.iter().flatten() {
                match &instruction.kind {
                    InstructionKind::Let(definitions) => add(definitions, None),
                    InstructionKind::LetRec { group, when: None } => add(&model.groups[*group].values, Some(*group)),
                    // A check may end the iteration early.
                    InstructionKind::LetRec { when: Some(_), .. }
                    | InstructionKind::Check(_)
                    | InstructionKind::Show(_)
                    | InstructionKind::Unshow(_)
                    | InstructionKind::Procedure(..)
                    | InstructionKind::Call(_)
                    | InstructionKind::Forall { .. }
                    | InstructionKind::With { .. }
                    | InstructionKind::Match { .. }
                    | InstructionKind::Annotations(_) => {}
                }
            }
            for expr in model.exprs.iter() {
                match &expr.kind {
                    ExprKind::Let(definitions, _) => add(definitions, None),
                    ExprKind::LetRec(group, _) => add(&model.groups[*group].values, Some(*group)),
                    _ => {}
                }
            }
        }
        self.sites.get(&binding).copied()
    }

    fn value(&mut self, expr: ExprId, frame: &Rc<Frame>) -> Outcome<Value> {
        self.machine.evaluate(expr, frame).map_err(|_| NoRelation)
    }

    fn relation(&mut self, expr: ExprId, frame: &Rc<Frame>) -> Outcome<Rc<Relation>> {
        let value = self.value(expr, frame)?;
        self.machine.algebra.as_relation(&value).ok_or(NoRelation)
    }

    fn set(&mut self, expr: ExprId, frame: &Rc<Frame>) -> Outcome<Rc<EventSet>> {
        let value = self.value(expr, frame)?;
        self.machine.algebra.as_set(&value).ok_or(NoRelation)
    }

    /// Each pair is one step, under a label.
    fn leaf(&mut self, expr: ExprId, frame: &Rc<Frame>, label: Label) -> Outcome<Rc<Derivation>> {
        let value = self.relation(expr, frame)?;
        Ok(Derivation::leaf(label, &value))
    }

    fn derive(&mut self, expr: ExprId, frame: &Rc<Frame>) -> Outcome<Rc<Derivation>> {
        let span = self.machine.span(expr);
        match self.machine.kind(expr) {
            ExprKind::Base(base) => {
                let name = self.machine.model.vocabulary.get(*base).name.to_string();
                self.leaf(expr, frame, Label::Name { name, definition: None })
            }
            ExprKind::Local { binding, depth, slot } => self.name(expr, frame, *binding, *depth, *slot),
            ExprKind::Unary(operator, operand) => self.unary(*operator, *operand, expr, frame),
            ExprKind::Operation(operator, operands) => self.operation(*operator, operands, expr, frame),
            ExprKind::Apply(function, argument) => self.apply(*function, *argument, expr, frame),
            ExprKind::Let(definitions, body) => {
                define(frame, self.machine.model, definitions);
                self.derive(*body, frame)
            }
            ExprKind::LetRec(group, body) => {
                // So that the names have their values, for what is not taken apart.
                self.value(expr, frame)?;
                self.group(*group, frame)?;
                self.derive(*body, frame)
            }
            ExprKind::Try(attempt, fallback) => match self.value(*attempt, frame) {
                Ok(_) => self.derive(*attempt, frame),
                Err(NoRelation) => self.derive(*fallback, frame),
            },
            ExprKind::If(condition, then, otherwise) => {
                let (left, right) = (self.value(condition.left, frame)?, self.value(condition.right, frame)?);
                let holds = self.machine.algebra.compare(condition.relation, &left, &right).map_err(|_| NoRelation)?;
                self.derive(if holds { *then } else { *otherwise }, frame)
            }
            ExprKind::MatchTag { subject, clauses, default } => {
                let Value::Tag(_, tag) = self.value(*subject, frame)? else { return Err(NoRelation) };
                let body = Clause::choose(tag, clauses, *default).ok_or(NoRelation)?;
                self.derive(body, frame)
            }
            ExprKind::Universe => self.leaf(expr, frame, Label::Filter(span)),
            ExprKind::Zero
            | ExprKind::Empty
            | ExprKind::Set(_)
            | ExprKind::Tuple(_)
            | ExprKind::MatchSet(_)
            | ExprKind::Tag(..)
            | ExprKind::AllTags(_)
            | ExprKind::Primitive(_)
            | ExprKind::Function(_)
            | ExprKind::Unbound(_) => self.leaf(expr, frame, Label::Text(span)),
        }
    }

    fn name(
        &mut self,
        expr: ExprId,
        frame: &Rc<Frame>,
        binding: BindingId,
        depth: u32,
        slot: Slot,
    ) -> Outcome<Rc<Derivation>> {
        let described = &self.machine.model.bindings[binding];
        let (name, span) = (described.name.clone(), described.span);
        let owner = owner(frame, depth);
        let named = |inner: &Rc<Derivation>| {
            let how = How::Named { name: name.clone(), span, inner: Rc::clone(inner) };
            Derivation::new(how, inner.costs.clone())
        };
        if let Some((_, inner)) = self.known.get(&(Rc::as_ptr(&owner), slot)) {
            return Ok(named(inner));
        }
        let label = Label::Name { name: name.clone(), definition: Some(span) };
        if KNOWN.contains(&name.as_str()) {
            return self.leaf(expr, frame, label);
        }
        let inner = match self.site(binding) {
            Some(Site::Definition(value)) => self.derive(value, &owner)?,
            Some(Site::Group(group)) => {
                self.group(group, &owner)?;
                let (_, inner) = self.known.get(&(Rc::as_ptr(&owner), slot)).ok_or(NoRelation)?;
                return Ok(named(inner));
            }
            // A parameter that is no relation, a choice, part of a tuple.
            None => return self.leaf(expr, frame, label),
        };
        // By frame, as a function's own names mean something else in each call.
        self.known.insert((Rc::as_ptr(&owner), slot), (Rc::clone(&owner), Rc::clone(&inner)));
        Ok(named(&inner))
    }

    fn unary(
        &mut self,
        operator: UnaryOperator,
        operand: ExprId,
        expr: ExprId,
        frame: &Rc<Frame>,
    ) -> Outcome<Rc<Derivation>> {
        if operator == UnaryOperator::Identity {
            let costs = Costs::staying(&*self.set(operand, frame)?);
            return Ok(Derivation::new(How::Stay, costs));
        }
        if operator == UnaryOperator::Complement {
            return self.leaf(expr, frame, Label::Filter(self.machine.span(expr)));
        }
        let inner = self.derive(operand, frame)?;
        let everywhere = || Costs::staying(&self.machine.algebra.all());
        let (how, costs) = match operator {
            UnaryOperator::Closure => {
                let costs = inner.costs.closure();
                (How::Closure { inner, may_stay: false }, costs)
            }
            UnaryOperator::ReflexiveClosure => {
                let costs = inner.costs.closure().union(&everywhere());
                (How::Closure { inner, may_stay: true }, costs)
            }
            UnaryOperator::Reflexive => {
                let costs = inner.costs.union(&everywhere());
                (How::Some(vec![Derivation::new(How::Stay, everywhere()), inner]), costs)
            }
            UnaryOperator::Inverse => {
                let costs = inner.costs.inverse();
                (How::Inverse(inner), costs)
            }
            UnaryOperator::Complement | UnaryOperator::Identity => unreachable!("looked at before"),
        };
        Ok(Derivation::new(how, costs))
    }

    fn operation(
        &mut self,
        operator: Operator,
        operands: &[ExprId],
        expr: ExprId,
        frame: &Rc<Frame>,
    ) -> Outcome<Rc<Derivation>> {
        match operator {
            Operator::Union => {
                let parts = operands.iter().map(|&operand| self.derive(operand, frame)).collect::<Outcome<Vec<_>>>()?;
                let costs = parts.iter().skip(1).fold(parts[0].costs.clone(), |all, part| all.union(&part.costs));
                Ok(Derivation::new(How::Some(parts), costs))
            }
            Operator::Sequence => {
                let parts = operands.iter().map(|&operand| self.derive(operand, frame)).collect::<Outcome<Vec<_>>>()?;
                let mut prefixes: Vec<Costs> = vec![parts[0].costs.clone()];
                for part in &parts[1..] {
                    prefixes.push(prefixes[prefixes.len() - 1].sequence(&part.costs));
                }
                let costs = prefixes[prefixes.len() - 1].clone();
                Ok(Derivation::new(How::Sequence { operands: parts, prefixes }, costs))
            }
            Operator::Intersection => self.intersection(operands, frame),
            Operator::Difference => {
                let kept = self.derive(operands[0], frame)?;
                let taken = self.relation(expr, frame)?;
                let costs = kept.costs.filtered(|source, target| taken.contains(source, target));
                Ok(Derivation::new(How::Some(vec![kept]), costs))
            }
            Operator::Product => self.leaf(expr, frame, Label::Filter(self.machine.span(expr))),
            Operator::Add => self.leaf(expr, frame, Label::Text(self.machine.span(expr))),
        }
    }

    /// A pair is in all operands; its reason is that of the operand that has the fewest steps for it and is more than a filter.
    fn intersection(&mut self, operands: &[ExprId], frame: &Rc<Frame>) -> Outcome<Rc<Derivation>> {
        let parts = operands.iter().map(|&operand| self.derive(operand, frame)).collect::<Outcome<Vec<_>>>()?;
        let is_in_all = |source, target| parts.iter().all(|part| part.costs.get(source, target).is_some());
        let restrict = |part: &Rc<Derivation>| {
            let costs = part.costs.filtered(is_in_all);
            Derivation::new(How::Some(vec![Rc::clone(part)]), costs)
        };
        let reasons: Vec<Rc<Derivation>> = parts.iter().filter(|part| !part.is_filter()).map(restrict).collect();
        let reasons = if reasons.is_empty() { parts.iter().map(restrict).collect() } else { reasons };
        let costs = reasons.iter().skip(1).fold(reasons[0].costs.clone(), |all, reason| all.union(&reason.costs));
        Ok(Derivation::new(How::Some(reasons), costs))
    }

    fn apply(
        &mut self,
        function: ExprId,
        argument: ExprId,
        expr: ExprId,
        frame: &Rc<Frame>,
    ) -> Outcome<Rc<Derivation>> {
        let text = Label::Text(self.machine.span(expr));
        let called = self.value(function, frame)?;
        let Value::Closure(id, environment) = called else { return self.leaf(expr, frame, text) };
        if self.depth == CALLS {
            return self.leaf(expr, frame, text);
        }
        let model = self.machine.model;
        let description = &model.functions[id];
        let value = self.value(argument, frame)?;
        let inner = Rc::new(Frame::new(Some(environment), description.frame_size));
        let bound = self.machine.bind_parameter(&inner, &description.parameter, value, argument);
        bound.map_err(|_| NoRelation)?;
        self.bind_derivations(&description.parameter, argument, frame, &inner);
        self.depth += 1;
        let body = self.derive(description.body, &inner);
        self.depth -= 1;
        let Ok(body) = body else { return self.leaf(expr, frame, text) };
        let costs = body.costs.clone();
        let how = How::Named { name: self.call_name(function, argument), span: self.machine.span(expr), inner: body };
        Ok(Derivation::new(how, costs))
    }

    /// What a call is called: the function's name, and that of the argument if it has one.
    fn call_name(&self, function: ExprId, argument: ExprId) -> String {
        let name = |expr: ExprId| match self.machine.kind(expr) {
            ExprKind::Local { binding, .. } => Some(self.machine.model.bindings[*binding].name.clone()),
            ExprKind::Base(base) => Some(self.machine.model.vocabulary.get(*base).name.to_string()),
            _ => None,
        };
        let function = name(function).unwrap_or_else(|| "fun".to_owned());
        match name(argument) {
            Some(argument) => format!("{function}({argument})"),
            None => format!("{function}(...)"),
        }
    }

    /// Lets parameters that are relations be taken apart as their arguments are.
    fn bind_derivations(&mut self, parameter: &Parameter, argument: ExprId, outer: &Rc<Frame>, inner: &Rc<Frame>) {
        let parts = self.machine.kind(argument);
        let mut bind = |place: Option<BoundSlot>, argument: ExprId| {
            if let Some(place) = place
                && let Ok(derivation) = self.derive(argument, outer)
            {
                self.known.insert((Rc::as_ptr(inner), place.slot), (Rc::clone(inner), derivation));
            }
        };
        match (parameter, parts) {
            (Parameter::One(place), _) => bind(*place, argument),
            (Parameter::Tuple(places), ExprKind::Tuple(parts)) => {
                places.iter().zip(parts).for_each(|(place, &part)| bind(*place, part));
            }
            (Parameter::Tuple(_), _) => {}
        }
    }

    /// Iterates a `let rec` over costs until they do not get less, and keeps the derivations of its names.
    fn group(&mut self, group: GroupId, frame: &Rc<Frame>) -> Outcome<()> {
        let model = self.machine.model;
        let definitions = &model.groups[group].values;
        let slot = |definition: &Definition| match definition.target {
            Target::One(Some(place)) => Ok(place),
            Target::One(None) | Target::Tuple { .. } => Err(NoRelation),
        };
        let places = definitions.iter().map(slot).collect::<Outcome<Vec<_>>>()?;
        let key = |place: &BoundSlot| (Rc::as_ptr(frame), place.slot);
        let universe = self.machine.base.universe();
        for place in &places {
            let nothing = Derivation::new(How::Some(Vec::new()), Costs::none(universe));
            self.known.insert(key(place), (Rc::clone(frame), nothing));
        }
        // Names that are known already do not depend on what the group's names are in a round.
        let outer: HashSet<Name> = self.known.keys().copied().collect();
        for _ in 0..ROUNDS {
            let mut is_stable = true;
            for (definition, place) in definitions.iter().zip(&places) {
                let Ok(next) = self.derive(definition.value, frame) else { return self.forget(&places, frame) };
                let (_, before) = &self.known[&key(place)];
                if before.costs != next.costs {
                    is_stable = false;
                    self.known.insert(key(place), (Rc::clone(frame), next));
                }
            }
            if is_stable {
                return Ok(());
            }
            // What was found out about other names in this round may have used what the group's names were in it.
            self.known.retain(|name, _| outer.contains(name));
        }
        self.forget(&places, frame)
    }

    /// The names of a group that cannot be taken apart are not known.
    fn forget(&mut self, places: &[BoundSlot], frame: &Rc<Frame>) -> Outcome<()> {
        for place in places {
            self.known.remove(&(Rc::as_ptr(frame), place.slot));
        }
        Err(NoRelation)
    }
}

/// The frame that is `depth` frames out.
fn owner(frame: &Rc<Frame>, depth: u32) -> Rc<Frame> {
    let mut owner = Rc::clone(frame);
    for _ in 0..depth {
        owner = owner.outer.clone().expect("a name is as many frames out as the resolver says");
    }
    owner
}

/// Whether `costs` has just the pairs of `value`.
fn has_support(costs: &Costs, value: &Relation) -> bool {
    let mut count = 0;
    let is_in = costs.pairs().all(|(source, target, _)| {
        count += 1;
        value.contains(source, target)
    });
    is_in && count == value.len()
}
