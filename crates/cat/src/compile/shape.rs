//! What some recursive functions compute, known by their shape.
//!
//! Coherence orders are chosen by a program that is written in cat: total orders for each location, and a product over the locations. Run
//! literally it builds a set of all of them. Two shapes are enough to see through it: the image of a set under a function, by
//! recursion over the set, and the product of a set of sets of relations. Names do not matter, and everything else does.

use std::rc::Rc;

use super::products::{PRODUCTS, Step};
use super::value::Frame;
use crate::ast::Operator;
use crate::ir::{
    BoundSlot, Definition, ExprId, ExprKind, FunctionId, GroupId, MatchSet, Model, Parameter, Slot, SlotState,
};

/// A function that takes a set to the set of what an expression makes of each element.
#[derive(Clone, Copy)]
pub(super) struct Image {
    /// The name of the element, in the frame of the function.
    pub(super) element: BoundSlot,
    /// The expression, which mentions neither the set nor the rest of it.
    pub(super) of_element: ExprId,
}

/// Whether a function is `let rec f s = match s with || {} -> {} || x ++ r -> e ++ f r end`, with neither `s` nor `r` in `e`.
pub(super) fn image(model: &Model, id: FunctionId, environment: &Rc<Frame>) -> Option<Image> {
    let function = &model.functions[id];
    let Parameter::One(Some(set)) = function.parameter else { return None };
    let ExprKind::MatchSet(matching) = &model.exprs[function.body].kind else { return None };
    let MatchSet { subject, empty, splits: false, element: Some(element), rest: Some(rest), body, .. } = **matching
    else {
        return None;
    };
    let is_local = |expr: ExprId, wanted: Slot| matches!(model.exprs[expr].kind, ExprKind::Local { depth: 0, slot, .. } if slot == wanted);
    let is_empty = matches!(model.exprs[empty].kind, ExprKind::Empty | ExprKind::Zero);
    let ExprKind::Operation(Operator::Add, operands) = &model.exprs[body].kind else { return None };
    let &[of_element, others] = &operands[..] else { return None };
    let ExprKind::Apply(itself, argument) = model.exprs[others].kind else { return None };
    // At depth 0 are the names of the function itself, and its own name is not among them.
    let ExprKind::Local { depth: 1.., slot, .. } = model.exprs[itself].kind else { return None };
    let ExprKind::Local { depth, .. } = model.exprs[itself].kind else { return None };
    let is_itself = matches!(environment.out(depth - 1).get(slot), SlotState::Function(function) if function == id);
    let hidden = [set.slot, rest.slot];
    let fits = is_local(subject, set.slot)
        && is_empty
        && is_local(argument, rest.slot)
        && is_itself
        && !mentions(model, of_element, 0, &hidden);
    fits.then_some(Image { element, of_element })
}

/// Whether an expression mentions one of `slots` of the frame that is `depth` frames out.
fn mentions(model: &Model, expr: ExprId, depth: u32, slots: &[Slot]) -> bool {
    let any = |exprs: &[ExprId]| exprs.iter().any(|&expr| mentions(model, expr, depth, slots));
    let definitions =
        |definitions: &[Definition]| definitions.iter().any(|each| mentions(model, each.value, depth, slots));
    match &model.exprs[expr].kind {
        ExprKind::Zero | ExprKind::Universe | ExprKind::Empty | ExprKind::Tag(..) | ExprKind::AllTags(_) => false,
        ExprKind::Base(_) | ExprKind::Primitive(_) | ExprKind::Unbound(_) => false,
        ExprKind::Local { depth: found, slot, .. } => *found == depth && slots.contains(slot),
        ExprKind::Set(parts) | ExprKind::Tuple(parts) | ExprKind::Operation(_, parts) => any(parts),
        &ExprKind::Unary(_, operand) => any(&[operand]),
        &ExprKind::Apply(function, argument) => any(&[function, argument]),
        &ExprKind::Function(function) => mentions(model, model.functions[function].body, depth + 1, slots),
        ExprKind::Let(values, body) => definitions(values) || any(&[*body]),
        &ExprKind::LetRec(group, body) => {
            let group = &model.groups[group];
            let in_function = |&(_, function): &(BoundSlot, FunctionId)| {
                mentions(model, model.functions[function].body, depth + 1, slots)
            };
            definitions(&group.values) || group.functions.iter().any(in_function) || any(&[body])
        }
        ExprKind::MatchTag { subject, clauses, default } => {
            any(&[*subject])
                || clauses.iter().any(|clause| any(&[clause.body]))
                || default.is_some_and(|body| any(&[body]))
        }
        ExprKind::MatchSet(matching) => any(&[matching.subject, matching.empty, matching.body]),
        &ExprKind::Try(attempt, fallback) => any(&[attempt, fallback]),
        &ExprKind::If(condition, then, otherwise) => any(&[condition.left, condition.right, then, otherwise]),
    }
}

/// Whether a function is one of those in `products/`, up to names.
pub(super) fn is_product(model: &Model, id: FunctionId, environment: &Rc<Frame>) -> bool {
    PRODUCTS.iter().any(|product| {
        let mut rest = product.iter();
        walk(model, id, environment, &mut |step| rest.next() == Some(&step)) && rest.next().is_none()
    })
}

/// Walks through a function as long as `note` takes the steps; returns whether it came to the end.
fn walk(model: &Model, id: FunctionId, environment: &Rc<Frame>, note: &mut dyn FnMut(Step) -> bool) -> bool {
    Walk { model, note, callers: vec![id], outside: environment.clone(), inside: Vec::new() }.function(id)
}

struct Walk<'a> {
    model: &'a Model,
    note: &'a mut dyn FnMut(Step) -> bool,
    /// The functions around, each called by its name from the one before.
    callers: Vec<FunctionId>,
    /// The frame around the last of them.
    outside: Rc<Frame>,
    /// The names in its frame and in those of the functions inside it, innermost last.
    inside: Vec<Vec<Slot>>,
}

impl Walk<'_> {
    fn function(&mut self, id: FunctionId) -> bool {
        let function = &self.model.functions[id];
        let (step, places) = match &function.parameter {
            Parameter::One(place) => (Step::Function, std::slice::from_ref(place)),
            Parameter::Tuple(places) => (Step::Tupled(places.len()), places.as_slice()),
        };
        // A part without a name has no number, and no shape has any.
        let names: Option<Vec<Slot>> = places.iter().map(|place| place.map(|place| place.slot)).collect();
        let Some(names) = names else { return false };
        self.inside.push(names);
        let arrived = (self.note)(step) && self.expr(function.body);
        self.inside.pop();
        arrived
    }

    fn expr(&mut self, expr: ExprId) -> bool {
        let model = self.model;
        match &model.exprs[expr].kind {
            ExprKind::Zero => (self.note)(Step::Zero),
            ExprKind::Empty => (self.note)(Step::Empty),
            &ExprKind::Local { depth, slot, .. } => self.local(depth, slot),
            ExprKind::Set(parts) => (self.note)(Step::Set(parts.len())) && self.exprs(parts),
            ExprKind::Tuple(parts) => (self.note)(Step::Tuple(parts.len())) && self.exprs(parts),
            ExprKind::Operation(operator, operands) => {
                (self.note)(Step::Operation(*operator, operands.len())) && self.exprs(operands)
            }
            &ExprKind::Apply(function, argument) => (self.note)(Step::Apply) && self.exprs(&[function, argument]),
            &ExprKind::Function(function) => self.function(function),
            &ExprKind::LetRec(group, body) => self.group(group) && self.expr(body),
            ExprKind::MatchSet(matching) => self.matching(matching),
            _ => false,
        }
    }

    fn exprs(&mut self, exprs: &[ExprId]) -> bool {
        exprs.iter().all(|&expr| self.expr(expr))
    }

    fn matching(&mut self, matching: &MatchSet) -> bool {
        let &MatchSet { subject, empty, splits: false, element: Some(element), rest: Some(rest), body, .. } = matching
        else {
            return false;
        };
        if !((self.note)(Step::MatchSet) && self.exprs(&[subject, empty])) {
            return false;
        }
        self.name([element, rest]);
        self.expr(body)
    }

    /// A group of functions, and of nothing else.
    fn group(&mut self, group: GroupId) -> bool {
        let group = &self.model.groups[group];
        self.name(group.functions.iter().map(|&(place, _)| place));
        group.values.is_empty()
            && (self.note)(Step::LetRec(group.functions.len()))
            && group.functions.iter().all(|&(_, function)| self.function(function))
    }

    /// Gives places of the innermost function their numbers.
    fn name(&mut self, places: impl IntoIterator<Item = BoundSlot>) {
        let names = self.inside.last_mut().expect("inside a function");
        names.extend(places.into_iter().map(|place| place.slot));
    }

    fn local(&mut self, depth: u32, slot: Slot) -> bool {
        let functions = self.inside.len();
        if let Some(out) = functions.checked_sub(1 + depth as usize) {
            let name = self.inside[out].iter().position(|&known| known == slot);
            return name.is_some_and(|name| (self.note)(Step::Local(depth, name)));
        }
        let owner = self.outside.out(depth - functions as u32);
        let SlotState::Function(id) = owner.get(slot) else { return false };
        if let Some(caller) = self.callers.iter().position(|&caller| caller == id) {
            return (self.note)(Step::Caller(caller));
        }
        self.callers.push(id);
        let (outside, inside) = (std::mem::replace(&mut self.outside, owner), std::mem::take(&mut self.inside));
        let arrived = self.function(id);
        (self.outside, self.inside) = (outside, inside);
        self.callers.pop();
        arrived
    }
}

#[cfg(test)]
mod tests {
    use source::Sources;

    use super::*;
    use crate::compile::Compiler;
    use crate::compile::builder::Builder;
    use crate::compile::value::Value;
    use crate::ir::{Definition, InstructionKind, Target};
    use crate::{NoFiles, Phase, Vocabulary};

    /// The walk through the function that `text` calls `product`.
    fn steps(text: &str) -> Vec<Step> {
        let mut sources = Sources::new();
        let text = sources.add("product.cat", text);
        let loaded = Model::load(&mut sources, text, None, &mut NoFiles, &Vocabulary::new(), &|_| false);
        let model = loaded.model.expect("the text is correct");
        let frame = Frame::new(None, model.frame_size);
        let mut compiler = Compiler {
            model: &model,
            phase: &|_| Phase::Structure,
            builder: Builder::new(),
            frame: frame.clone(),
            depth: 0,
            steps: 0,
            flags: Vec::new(),
        };
        let mut steps = Vec::new();
        for instruction in &model.blocks[model.main] {
            let InstructionKind::Let(definitions) = &instruction.kind else { continue };
            compiler.define(definitions);
            let [Definition { target: Target::One(Some(place)), .. }] = definitions[..] else { continue };
            if model.bindings[place.binding].name == "product"
                && let Ok(Value::Closure(product, environment)) = compiler.slot(&frame, place.slot)
            {
                assert!(walk(&model, product, &environment, &mut |step| {
                    steps.push(step);
                    true
                }));
            }
        }
        steps
    }

    #[test]
    fn products_are_as_their_files_say() {
        assert_eq!(steps(include_str!("products/by-pairs.cat")), PRODUCTS[0]);
        assert_eq!(steps(include_str!("products/by-extension.cat")), PRODUCTS[1]);
    }

    #[test]
    fn names_do_not_matter_and_all_else_does() {
        let pairs = include_str!("products/by-pairs.cat");
        assert_eq!(steps(&pairs.replace("members", "ms").replace("pairwise", "p")), PRODUCTS[0]);
        assert_ne!(steps(&pairs.replace("-> {0}", "-> {}")), PRODUCTS[0]);
        assert_ne!(steps(&pairs.replace("member | product", "product | member")), PRODUCTS[0]);
        assert_ne!(steps(&pairs.replace("f x ++ image other", "f x ++ f other")), PRODUCTS[0]);
    }
}
